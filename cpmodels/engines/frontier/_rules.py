"""Rules for a few choices as small tables: what is left of a rule, when some of its choices are made.

Where two ways to begin leave the same to be decided, they are one state.

>>> transitions = Transitions()
>>> levels = transitions.of((1, 1), (0, 1, 2))  # just one of three
>>> levels.bits, transitions.table.tolist()
(1, [0, 1, 0, 1, 1, -1, -1, 0, 0, -1])
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

import numpy as np

from cpmodels.engines.frontier._codes import Ints


@dataclass(frozen=True)
class Shades:
    """The rule that choices that are made have one colour: that of each of them."""

    colours: tuple[Hashable, ...]


@dataclass(frozen=True)
class Unlike:
    """The rule that choices are not all as in a row; of those that are left, where the others were as in it."""

    row: tuple[bool, ...]

    @property
    def is_open(self) -> bool:
        return bool(self.row)

    def after(self, taken: bool) -> Unlike | _Sum:
        rest = self.row[1:]
        return Unlike(rest) if taken == self.row[0] else _Sum(0, len(rest), len(rest))


Allowed = tuple[int, int] | frozenset[tuple[bool, ...]] | Unlike | Shades
"""What choices must be together: from so many to so many of them; one of some rows, or not one; or of one colour."""


@dataclass(frozen=True)
class Levels:
    """Where the transitions of a rule begin, choice by choice, and how many bits its states need."""

    offsets: Sequence[int]
    bits: int


class Transitions:
    """The transitions of the states of rules, in one table."""

    def __init__(self) -> None:
        self._numbers: list[int] = []
        self._known: dict[Hashable, Levels | None] = {}

    @property
    def table(self) -> Ints:
        """For each choice and state the state where it is left out, and where it is made; -1 for none."""
        return np.array(self._numbers or [0], np.int64)

    def of(self, allowed: Allowed, order: Sequence[int]) -> Levels | None:
        """The transitions of a rule whose choices come in this order; None for one that nothing meets."""
        known: Hashable = (len(order), allowed)
        start: _State
        if isinstance(allowed, Shades):
            # Numbered as they are seen, since many items have them in the same order.
            number: dict[Hashable, int] = {}
            colours = tuple(number.setdefault(allowed.colours[i], len(number)) for i in order)
            known, start = Shades(colours), _Shaded(frozenset(colours), len(order), _Seen(colours))
        elif isinstance(allowed, tuple):
            start = _Sum(max(allowed[0], 0), min(allowed[1], len(order)), len(order))
        elif isinstance(allowed, Unlike):
            known = start = Unlike(tuple(allowed.row[i] for i in order))
        else:
            start = _Rows(frozenset(tuple(row[i] for i in order) for row in allowed))
            known = start
        if known not in self._known:
            self._known[known] = self._made(start, len(order))
        return self._known[known]

    def _made(self, start: _State, size: int) -> Levels | None:
        if not start.is_open:
            return None
        level: dict[_State, int] = {start: 0}
        offsets, most_states = [], 1
        for _ in range(size):
            offsets.append(len(self._numbers))
            following: dict[_State, int] = {}
            for state in level:  # in the order of their numbers
                for taken in (False, True):
                    then = state.after(taken)
                    is_open = then is not None and then.is_open
                    self._numbers.append(following.setdefault(then, len(following)) if then and is_open else -1)
            level = following
            most_states = max(most_states, len(level))
        return Levels(offsets, (most_states - 1).bit_length())


@dataclass(frozen=True)
class _Sum:
    """From `least` to `most` of the choices that are left."""

    least: int
    most: int
    left: int

    @property
    def is_open(self) -> bool:
        return self.least <= self.most

    def after(self, taken: bool) -> _Sum:
        left = self.left - 1
        return _Sum(max(self.least - taken, 0), min(self.most - taken, left), left)


@dataclass(frozen=True)
class _Rows:
    """The rows that are still possible, from the next choice on."""

    rows: frozenset[tuple[bool, ...]]

    @property
    def is_open(self) -> bool:
        return bool(self.rows)

    def after(self, taken: bool) -> _Rows:
        return _Rows(frozenset(row[1:] for row in self.rows if row[0] == taken))


class _Seen:
    """The colours of some choices, and for each choice those of the ones after it."""

    def __init__(self, colours: Sequence[int]) -> None:
        self.colours = colours
        self.after: list[frozenset[int]] = [frozenset()]
        for colour in colours[:0:-1]:
            self.after.append(self.after[-1] | {colour})
        self.after.reverse()


@dataclass(frozen=True)
class _Shaded:
    """The colours that are possible, of those of the choices that are left."""

    possible: frozenset[int]
    left: int
    seen: _Seen = field(compare=False)

    is_open = True

    def after(self, taken: bool) -> _Shaded | None:
        at = len(self.seen.colours) - self.left
        colour, possible = self.seen.colours[at], self.possible
        if taken and colour not in possible:
            return None
        left = ({colour} if taken else possible) & self.seen.after[at]
        return _Shaded(frozenset(left), self.left - 1, self.seen)


_State = _Sum | _Rows | Unlike | _Shaded
