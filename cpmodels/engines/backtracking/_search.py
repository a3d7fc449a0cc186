"""What every search in this process can do: go on for a number of nodes, stop there, be kept, and be cut into parts."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from copy import deepcopy

import numpy as np
import numpy.typing as npt

from cpmodels.base._checkpoints import checkpoint
from cpmodels.base._clock import Clock

Ints = npt.NDArray[np.int64]
Rows = npt.NDArray[np.int32]

LEVELS = 8
"""How many of the first choices show how much of a search is done."""

ROOM = 256
"""How many solutions are found at most before they are taken."""

SLICE = 0.02
"""Seconds that a search goes on for before it looks at the clock, and at what has come in between.  Where Python is
busy in another thread, as it is while a model is built, each slice waits 5 ms for its turn."""

SHORT_SLICE = SLICE / 40
"""The same while a search has a moment to itself, of 5 ms at least (see `cpmodels.search._choice`), which a longer
slice would overrun."""

LEAST_NODES, MOST_NODES = 1 << 10, 1 << 24


class Stoppable(ABC):
    """What stops after any number of nodes, and goes on from there.

    nodes: the choices that were tried so far and did not contradict what was known.
    seconds: how long that took, of the processor, so that what else the machine does makes no difference.
    done: whether the whole has been searched.
    slice: seconds that it goes on for at a time.
    """

    nodes: int = 0
    seconds: float = 0.0
    done: bool = False
    slice: float = SLICE

    @property
    def share(self) -> float | None:
        """About which share of the work is done, judged by the first few choices; None where that is not known."""
        return 1.0 if self.done else None

    @abstractmethod
    def advance(self, nodes: int) -> Rows:
        """Search about this many nodes more; it stops before when `ROOM` solutions are found, or all is searched.

        The solutions found, a row each: choices by their numbers, in the order in which they were made.
        """

    @property
    def code(self) -> type[Stoppable]:
        """What is loaded before it runs for the first time."""
        return type(self)

    @abstractmethod
    def load(self) -> None:
        """Load what searches, as machine code is when it first runs; this may be left behind."""


class Search(Stoppable):
    """A search that stops after any number of nodes, goes on from there, and can be cut into parts.

    All that backtracking knows is in arrays, so it can be pickled at any stop and goes on in another process.
    """

    @property
    def share(self) -> float | None:
        if self.done:
            return 1.0
        done, part = 0.0, 1.0
        for tried, ways in self._tried_of():
            part /= max(ways, 1)
            done += part * tried
            if part < 1e-12:
                break
        return done

    @abstractmethod
    def _tried_of(self) -> Iterator[tuple[int, int]]:
        """For each of the first choices, as far as it goes, how many were tried to their end, and of how many."""

    def load(self) -> None:
        deepcopy(self).advance(1)
        _LOADED.add(self.code)

    @abstractmethod
    def start(self, prefix: tuple[int, ...] = ()) -> None:
        """Start over, with the first choices given: only solutions that begin so are found.

        Raises ValueError when the choices contradict each other.
        """

    @abstractmethod
    def children(self, prefix: tuple[int, ...]) -> list[tuple[int, ...]] | None:
        """The beginnings, one choice longer, into which a beginning is split; None when nothing is left to choose."""


class InTurns(Stoppable):
    """A first solution by several searches, each of which has turns of some nodes.

    What is found may be found again by another search; it is done as soon as one of them is, which has found all.

    turns: the search whose turn it is and how many nodes it has, again and again without an end.
    """

    def __init__(self, turns: Iterator[tuple[Stoppable, int]]) -> None:
        self._turns = turns
        self._search, self._left = next(turns)

    @property
    def share(self) -> float | None:
        return self._search.share

    @property
    def code(self) -> type[Stoppable]:
        return self._search.code

    def load(self) -> None:
        self._search.load()

    def advance(self, nodes: int) -> Rows:
        until = self.nodes + nodes
        while True:
            if self._left <= 0:
                code, (self._search, self._left) = self.code, next(self._turns)
                if self.code is not code:  # It may have to be loaded, and its nodes take longer or shorter.
                    return np.zeros((0, 0), dtype=np.int32)
            before = self._search.nodes
            found = self._search.advance(min(self._left, until - self.nodes))
            taken = self._search.nodes - before
            self.nodes, self._left, self.done = self.nodes + taken, self._left - taken, self._search.done
            if self.done or len(found) or self.nodes >= until:
                return found


_LOADED: set[type[Stoppable]] = set()
"""The searches that have run in this process."""


def is_ready(code: type[Stoppable] = Search) -> bool:
    """Whether backtracking, or this search, has run in this process.

    Before it does, Numba is loaded, which takes half a second, and once on a machine the search is compiled, which
    takes some more.  That somebody else has imported Numba makes no difference.
    """
    return any(issubclass(loaded, code) for loaded in [*_LOADED])  # Another thread may add one meanwhile.


def slices(search: Stoppable, clock: Clock | None = None) -> Iterator[Rows]:
    """A search in slices of time, each with the choices of the solutions found in it, until its end or the clock's."""
    nodes, code = 0, search.code
    while not search.done and not (clock is not None and clock.is_up):
        checkpoint()
        if not nodes or search.code is not code:
            nodes, code = LEAST_NODES, search.code
            if clock is not None and code not in _LOADED:
                clock.do(search.load, "the search was loaded")
        began, before = time.perf_counter(), time.thread_time()
        rows = search.advance(nodes)
        _LOADED.add(code)
        taken = time.perf_counter() - began
        search.seconds += time.thread_time() - before
        yield rows
        if not len(rows):
            pace = min(max(search.slice / max(taken, 1e-9), 0.25), SLICE / SHORT_SLICE)
            nodes = min(max(int(nodes * pace), LEAST_NODES), MOST_NODES)
