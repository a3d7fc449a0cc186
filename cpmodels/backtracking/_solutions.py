"""The solutions of a puzzle by backtracking, one by one, and their number."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from typing import TypeVar

from cpmodels.backtracking._backtracker import Backtracker
from cpmodels.backtracking._compiled import is_loaded
from cpmodels.backtracking._search import Rows, Search
from cpmodels.engines import BACKTRACK
from cpmodels.errors import StoppedError
from cpmodels.puzzle import Solution
from cpmodels.search._enumeration import Different, Solutions, checked
from cpmodels.search._race import COMPLETE
from cpmodels.search._runs import Clock, Statistics
from cpmodels.search._second_look import second_look
from cpmodels.search._symmetry import Orbits, Symmetry

S = TypeVar("S", bound=Solution)

Found = tuple[list[int], int]
"""The choices of a solution, and how many solutions it stands for."""

SLICE = 0.02
"""Seconds that a search goes on for before it looks at the clock, and at what has come in between."""

LEAST_NODES, MOST_NODES = 1 << 12, 1 << 24

ALL_CHECKED, CHECKED = 1_000, 100
"""Of solutions that are only counted so many are checked by the puzzle, and one in so many after that."""


def slices(search: Search, clock: Clock) -> Iterator[Rows]:
    """A search in slices of time, each with the choices of the solutions found in it, until its end or the clock's.

    The first slice may have to wait for the compiled search.  When the time ends it, what it found is lost, so the
    search starts over: it must not look done, nor go on behind solutions that nobody was given.
    """
    nodes, is_warm = LEAST_NODES, False
    while not search.done and not clock.is_up:
        began = time.perf_counter()
        try:
            with nullcontext() if is_warm else clock.limiting():
                rows = search.advance(nodes)
        except StoppedError:
            search.start()
            return
        is_warm, taken = True, time.perf_counter() - began
        yield rows
        if not len(rows):
            nodes = min(max(int(nodes * min(max(SLICE / max(taken, 1e-9), 0.25), 4.0)), LEAST_NODES), MOST_NODES)


class BacktrackSolutions(Solutions[S]):
    """The solutions of a puzzle by backtracking.

    symmetry: that of the backtracker, if one solution of each orbit is enough; the search is then that of the part
        that it leaves.
    apart: what tells the orbits of solutions apart that are counted one by one.
    warm_up: seconds that loading the compiled search took, or compiling it.
    """

    def __init__(
        self,
        backtracker: Backtracker[S],
        clock: Clock,
        build_seconds: float = 0.0,
        symmetry: Symmetry | None = None,
        apart: Orbits | None = None,
    ) -> None:
        self._backtracker, self._clock, self._build_seconds = backtracker, clock, build_seconds
        self._symmetry = None if symmetry is None or symmetry.trivial else symmetry
        self._search = backtracker.search()
        self._complete = bool(backtracker.infeasible)
        self._batches = iter(()) if backtracker.infeasible else self._searched()
        self._ready: deque[Found] = deque()
        self._different = Different[S]()
        self._apart, self.warm_up = apart, 0.0

    def _searched(self) -> Iterator[list[Found]]:
        """What is found, a batch for each slice of the search."""
        began = None if is_loaded() else time.perf_counter()
        for rows in slices(self._search, self._clock):
            if began is not None:
                self.warm_up, began = time.perf_counter() - began, None
            choices = self._backtracker.solving(rows)
            sizes = [1] * len(choices)
            if self._symmetry is not None:
                sizes = self._symmetry.leaders([self._backtracker.values(row) for row in choices])
            yield [(row, size) for row, size in zip(choices, sizes, strict=True) if size]
            self._clock.tick()
        self._complete = self._search.done

    @property
    def orbits(self) -> int:
        """How many orbits have been counted."""
        return self.found if self._apart is None else self._apart.count

    @property
    def statistics(self) -> Statistics:
        """The time, and the nodes, as branches."""
        return Statistics(
            branches=self._search.nodes,
            seconds=self.seconds,
            build_seconds=self._build_seconds,
            runs=1,
            strategy=COMPLETE if self.found else None,
            engines=(BACKTRACK,),
            engine=BACKTRACK if self.found or self.exhausted else None,
        )

    def _next(self) -> S | None:
        while not self._clock.is_up:
            if ready := self._ready:
                choices, size = ready.popleft()
                solution = self._checked(choices)
                self._note(1, size)
                self._clock.tick()
                return solution
            batch = next(self._batches, None)
            if batch is None:
                break
            self._ready.extend(batch)
        self._end()
        return None

    def count(self, each: Callable[[S], object] | None = None, limit: int | None = None) -> None:
        """Count all that are left, or until there are so many; `each` is called with every solution.

        Without it one in `CHECKED` is decoded and checked after the first `ALL_CHECKED`.
        """
        for batch in self._batches:
            if limit is not None and len(batch) >= limit - self.found:
                batch = batch[: limit - self.found]
            step = CHECKED if each is None and self.found >= ALL_CHECKED else 1
            if self._apart is not None:
                for choices, _ in batch:
                    self._apart.add(choices)
            for choices, _ in batch[::step]:
                solution = self._checked(choices)
                if each is not None:
                    each(solution)
            self._note(len(batch), sum(size for _, size in batch))
            if self.found == limit:
                self.close()
                return
        self._end()

    def _checked(self, choices: list[int]) -> S:
        solution = self._backtracker.found(choices)
        assert solution is not None
        return self._different(checked(self._backtracker.puzzle, solution, "the engine backtrack"))

    def _note(self, found: int, total: int) -> None:
        self.found += found
        self.total += total
        self.orbit_size, self._clock.found = total if found == 1 else 1, self.total

    def _end(self) -> None:
        is_whole = self._complete and not self._ready
        self.close()
        if is_whole:
            second_look(self._backtracker.puzzle, "backtrack", self.total, self.seconds)
        self.exhausted |= is_whole
        self._clock.tick(now=True)

    def close(self) -> None:
        """End the search.  Closing twice does nothing."""
        self._complete = False
        self._batches = iter(())
        self._ready = deque()  # Another thread may just take from the old one.
