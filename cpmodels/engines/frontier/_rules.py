"""Rules for a few choices as small tables: what is left of a rule, when some of its choices are made.

Where two ways to begin leave the same to be decided, they are one state.

>>> transitions = Transitions()
>>> transitions.of((1, 1), (0, 1, 2))  # just one of three
([0, 2, 6], 1)
>>> transitions.table.tolist()
[0, 1, 0, 1, 1, -1, -1, 0, 0, -1]
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import or_
from typing import Any

import numpy as np

from cpmodels.base.description import AllBut
from cpmodels.engines.frontier._codes import Ints


@dataclass(frozen=True)
class Shades:
    """The rule that choices that are made have one colour: that of each of them."""

    colours: tuple[Hashable, ...]


Allowed = tuple[int, int] | frozenset[tuple[bool, ...]] | AllBut | Shades
"""What choices must be together: from so many to so many of them; one of some rows, or not one; or of one colour."""


Levels = tuple[list[int], int]
"""Where the transitions of a rule begin, choice by choice, and how many bits its states need."""


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
        known = in_order(allowed, order), len(order)
        if known not in self._known:
            self._known[known] = self._made(*known)
        return self._known[known]

    def _made(self, allowed: Allowed, size: int) -> Levels | None:
        start, after = automaton(allowed, size)
        if start is None:
            return None
        level, offsets, most_states = {start: 0}, [], 1
        for at in range(size):
            offsets.append(len(self._numbers))
            following: dict[Hashable, int] = {}
            for state in level:  # in the order of their numbers
                for taken in (False, True):
                    then = after(state, at, taken)
                    self._numbers.append(-1 if then is None else following.setdefault(then, len(following)))
            level = following
            most_states = max(most_states, len(level))
        return offsets, (most_states - 1).bit_length()


def in_order(allowed: Allowed, order: Sequence[int]) -> Allowed:
    """The rule for the same choices in this order."""
    if isinstance(allowed, AllBut):
        return AllBut([allowed.row[i] for i in order])
    if isinstance(allowed, Shades):
        # Numbered as they are seen, since many items have them in the same order.
        number: dict[Hashable, int] = {}
        return Shades(tuple(number.setdefault(allowed.colours[i], len(number)) for i in order))
    return allowed if isinstance(allowed, tuple) else frozenset(tuple(row[i] for i in order) for row in allowed)


def automaton(allowed: Allowed, size: int) -> tuple[Hashable, Callable[[Any, int, bool], Hashable]]:
    """The state of a rule before the first of its choices; and what it becomes by one, in this place, made or not.

    None where the rule cannot be met.
    """
    if isinstance(allowed, AllBut):

        def still_alike(alike: bool, at: int, taken: bool) -> bool | None:
            alike = alike and taken == allowed.row[at]
            return None if alike and at == size - 1 else alike

        return size > 0 or None, still_alike
    if isinstance(allowed, Shades):
        colours = [frozenset([colour]) for colour in allowed.colours]
        to_come = [*accumulate(colours[:0:-1], or_, initial=frozenset[Hashable]())][::-1]

        def possible_then(possible: frozenset[Hashable], at: int, taken: bool) -> frozenset[Hashable] | None:
            if taken and not colours[at] <= possible:
                return None
            return (colours[at] if taken else possible) & to_come[at]

        return frozenset(allowed.colours), possible_then
    if isinstance(allowed, tuple):

        def still_to_take(ends: tuple[int, int], at: int, taken: bool) -> tuple[int, int] | None:
            least, most = max(ends[0] - taken, 0), min(ends[1] - taken, size - 1 - at)
            return (least, most) if least <= most else None

        return still_to_take(allowed, -1, False), still_to_take
    return allowed or None, lambda rows, _, taken: frozenset(row[1:] for row in rows if row[0] == taken) or None
