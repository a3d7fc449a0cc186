"""Backtracking at work on a puzzle: in slices of time, for a first solution or for all of them."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from itertools import chain
from math import inf
from typing import TypeVar

import numpy as np

from cpmodels._clock import Clock
from cpmodels.backtracking._backtracker import TRIAL, Backtracker, Estimate, estimate, whole_of
from cpmodels.backtracking._compiled import is_ready
from cpmodels.backtracking._search import Rows, Search
from cpmodels.engines._table import BACKTRACK
from cpmodels.errors import StoppedError
from cpmodels.puzzle import Puzzle, Solution
from cpmodels.search._solutions import Different, Solutions, checked
from cpmodels.search._symmetry import Orbits, Symmetry
from cpmodels.strategies import Runs, Steps, Strategy

S = TypeVar("S", bound=Solution)

Sized = tuple[list[int], int]
"""The choices of a solution, and how many solutions it stands for."""

SLICE = 0.02
"""Seconds that a search goes on for before it looks at the clock, and at what has come in between."""

OWN_ORDER = 1.0
"""Seconds that a search which began before the model was built goes on in its own order before others are tried, which
takes 0.2 s for bordered boards of 7 x 7: most of these are solved in 0.1 to 0.6 s.  A `TRIAL` where by that more than
so many are estimated to pass for each solution, of which symmetry makes some: of 6 x 6 without a border, boards that do
not turn take 0.13 s, by rows 0.2 to 0.4; and those of 5 x 5 that turn, which by rows take up to 0.1 s, stay there."""

LEAST_NODES, MOST_NODES = 1 << 12, 1 << 24

ALL_CHECKED, CHECKED = 1_000, 100
"""Of solutions that are only counted the first ones are all checked by the puzzle, then one in `CHECKED`."""


_LOADED: set[type[Search]] = set()
"""The searches whose machine code is loaded."""


def slices(search: Search, clock: Clock | None = None) -> Iterator[Rows]:
    """A search in slices of time, each with the choices of the solutions found in it, until its end or the clock's."""
    nodes = LEAST_NODES
    if clock is not None and type(search) not in _LOADED:
        clock.do(search.load, "the search was loaded")
    while not search.done and not (clock is not None and clock.is_up):
        began, before = time.perf_counter(), time.thread_time()
        rows = search.advance(nodes)
        _LOADED.add(type(search))
        taken = time.perf_counter() - began
        search.seconds += time.thread_time() - before
        yield rows
        if not len(rows):
            nodes = min(max(int(nodes * min(max(SLICE / max(taken, 1e-9), 0.25), 4.0)), LEAST_NODES), MOST_NODES)


def backtracking(puzzle: Puzzle[S], begun: Backtracker[S] | None = None, first: Search | None = None) -> Strategy[S]:
    """Backtracking as a strategy: for a while in its own order, where it has begun, then in the best of all orders.

    Where trials do not tell which is the best, it stays with its own.

    There are as many solutions in any order, so in the one in which all of it is estimated to be searched first, the
    first is likely to come first, too: all of the published TetraVex of 8 x 8 takes 12 s by spiral and minutes by rows;
    of a bordered 7 x 7 it is the other way round.
    """

    def found(backtracker: Backtracker[S], rows: Rows) -> Iterator[S | None]:
        yield from filter(None, map(backtracker.found, rows.tolist()))
        yield None

    def steps(seed: int, _: Runs) -> Steps[S]:
        own = half = None
        if begun is not None and first is not None:
            for until in (TRIAL / 2, TRIAL, OWN_ORDER) if begun.order else (inf,):
                for rows in slices(first):
                    yield from found(begun, rows)
                    if first.seconds > until:
                        break
                if first.done:
                    return True
                if until == TRIAL and OWN_ORDER * len(begun.group) < whole_of(first, half) < inf:
                    break
                half = first.share
            if len(begun.symmetries) == 1:  # Otherwise there is less to search.
                own = Estimate(begun, whole_of(first), first, rows[:0])
        picked = estimate(puzzle, whole=False, seed=seed, first=True, begun=own)
        if picked is None:
            return None
        made, search = picked.backtracker, picked.search
        if begun is not None and first is not None and picked.seconds == inf:
            made, search = begun, first
        for rows in chain([picked.found], slices(search)):
            yield from found(made, rows)
        return True

    return Strategy(begun.engine if begun else BACKTRACK, steps, after=0.0 if is_ready() else Strategy.after)


class BacktrackSolutions(Solutions[S]):
    """The solutions of a puzzle by backtracking.

    symmetry: that of the backtracker, if one solution of each orbit is enough; the search is then that of the part
        that it leaves.
    apart: counts the orbits of solutions that are found one by one.
    search: where it is to go on.
    is_over: whether it is to end after a part of the search.
    warm_up: seconds that loading the compiled search took, or compiling it.
    """

    def __init__(
        self,
        backtracker: Backtracker[S],
        clock: Clock,
        build_seconds: float = 0.0,
        symmetry: Symmetry | None = None,
        apart: Orbits | None = None,
        search: Search | None = None,
        is_over: Callable[[], bool] = bool,
    ) -> None:
        self._backtracker, self._clock, self._build_seconds = backtracker, clock, build_seconds
        self.engine = backtracker.engine
        self._symmetry = None if symmetry is None or symmetry.trivial else symmetry
        self._search, self._is_over = search or backtracker.search(), is_over
        self._complete = bool(backtracker.infeasible)
        self._batches = iter(()) if backtracker.infeasible else self._searched()
        self._ready: deque[Sized] = deque()
        self._different = Different[S]()
        self._apart, self.warm_up, self.reason = apart, 0.0, backtracker.infeasible
        self.identical = backtracker.identical

    def _searched(self) -> Iterator[list[Sized]]:
        """What is found, a batch for each slice of the search."""
        began = None if is_ready() else time.perf_counter()
        try:
            for rows in slices(self._search, self._clock):
                if began is not None:
                    self.warm_up, began = time.perf_counter() - began, None
                choices = self._backtracker.solving(rows)
                sizes = [1] * len(choices)
                if self._symmetry is not None:
                    sizes = self._symmetry.leaders([self._backtracker.values(row) for row in choices])
                yield [(row, size) for row, size in zip(choices, sizes, strict=True) if size]
                self._clock.tick()
                if self._is_over():
                    break
            self._complete = self._search.done
        except StoppedError:
            return

    @property
    def _nodes(self) -> int:
        return self._search.nodes

    def _next(self) -> S | None:
        while not self._clock.is_up:
            if ready := self._ready:
                choices, size = ready.popleft()
                solution = self._checked(choices)
                self._note(total=size)
                return solution
            batch = next(self._batches, None)
            if batch is None:
                break
            self._ready.extend(batch)
        self._end()
        return None

    def count(self, each: Callable[[S], object] | None = None, limit: int | None = None, until: float = inf) -> None:
        """As `Solutions.count`; without `each` one in `CHECKED` is decoded and checked after the first ones."""
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
            if self._clock.seconds > until and not self._search.done:
                return
        self._end()

    @property
    def estimate(self) -> Estimate[S]:
        """How long the whole is estimated to take, from what is done so far."""
        rows = np.zeros((0, 0), dtype=np.int32)
        return Estimate(self._backtracker, whole_of(self._search), self._search, rows)

    def _checked(self, choices: list[int]) -> S:
        solution = self._backtracker.found(choices)
        assert solution is not None
        return self._different(checked(self._backtracker.puzzle, solution, f"the engine {self.engine}"))

    def _end(self) -> None:
        is_whole = self._complete and not self._ready
        if is_whole and self._apart is not None:
            self._apart.check()
        self._finish(self._backtracker.puzzle, is_whole=is_whole)

    def close(self) -> None:
        """End the search.  Closing twice does nothing."""
        self._complete = False
        self._batches = iter(())
        self._ready = deque()  # Another thread may just take from the old one.
