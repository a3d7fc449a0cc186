"""All solutions of a model, one by one: a lazy iterator that stops the solver when it is closed."""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from math import inf
from queue import Empty
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

from ortools.sat.python import cp_model

from cpmodels.engines import CP_SAT
from cpmodels.engines._worker import AHEAD
from cpmodels.errors import WrongSolutionError
from cpmodels.model import Model
from cpmodels.puzzle import Puzzle, Solution, broken_rules
from cpmodels.search._parameters import sat_parameters
from cpmodels.search._runs import Clock, Effort, Inbox, Run, Statistics, Values, stop_runs
from cpmodels.search._seen import Seen
from cpmodels.search._symmetry import Symmetry
from cpmodels.values import shown

S = TypeVar("S", bound=Solution)


FIRST = 100
"""Of so many solutions, the first ones, it is looked whether they are different."""

ENUMERATION = {"enumerate_all_solutions": True, "num_workers": 1}
"""CP-SAT parameters of a search for all solutions, over all others: several workers lose some (9.15)."""


class Solutions(Iterator[S]):
    """The solutions of a puzzle, found while they are taken, by whichever engine.

    It is an iterator and a context manager, and ends its search when it is closed.  What is raised while a solution is
    handed over, as by Ctrl-C or by the puzzle's own check, closes it, too: that solution may be lost, so it is never
    exhausted then.

    found: how many solutions have been taken so far.
    total: how many solutions these stand for: themselves or, up to symmetry, their whole orbits.
    orbit_size: how many the last one stands for.
    exhausted: whether it is proved that there are no more.  False until the end, and for good when the
        time limit came first or the iterator was closed.
    reason: that OR-Tools crashed, where that ended a search that was isolated.

    >>> from cpmodels import Zip, solutions
    >>> with solutions(Zip(2, 2)) as found:
    ...     first = next(found)
    >>> found.found, found.exhausted
    (1, False)
    """

    found: int = 0
    total: int = 0
    orbit_size: int = 0
    exhausted: bool = False
    reason: str | None = None
    _clock: Clock

    @property
    def seconds(self) -> float:
        """Seconds since the start, all preparation included."""
        return self._clock.seconds

    @property
    def statistics(self) -> Statistics:
        """The effort of the runs that have ended."""
        return Statistics(seconds=self.seconds)

    @abstractmethod
    def _next(self) -> S | None:
        """The next solution, checked; None at the end, and only then it sets `exhausted`."""

    @abstractmethod
    def close(self) -> None:
        """End the search.  Closing twice does nothing."""

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> S:
        try:
            if (solution := self._next()) is not None:
                return solution
        except BaseException as error:
            self.close()
            if isinstance(error, StopIteration):  # It would look like the end.
                raise RuntimeError("StopIteration was raised while a solution was handed over") from error
            raise
        raise StopIteration

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Different(Generic[S]):
    """Sees to it that the first solutions of a search are different, as all should be."""

    def __init__(self) -> None:
        self._first: set[S] = set()
        self._unhashable: list[S] = []

    def __call__(self, solution: S) -> S:
        """The solution.  Raises WrongSolutionError when it has come before."""
        if len(self._first) + len(self._unhashable) < FIRST:
            hashable = is_hashable(solution)
            if solution in (self._first if hashable else self._unhashable):
                raise WrongSolutionError(
                    f"two solutions of the model are read as the same one, {shown(solution)}: `decode` must tell apart "
                    "all values of the key, and a description's `solution` all options"
                )
            (self._first.add if hashable else self._unhashable.append)(solution)
        return solution


def is_hashable(value: object) -> bool:
    """Whether a value can be hashed, as solutions should be."""
    try:
        hash(value)
    except TypeError:
        return False
    return True


class Enumeration(Solutions[S]):
    """The solutions of a model by CP-SAT.

    ended: whether there will be no more, whatever the reason.
    """

    def __init__(
        self,
        symmetry: Symmetry,
        clock: Clock,
        parameters: dict[str, Any],
        parts: Iterable[cp_model.CpModel] | None = None,
        workers: int = 1,
        *,
        whole_orbits: bool = False,
        effort: Effort | None = None,
    ) -> None:
        """Search the broken model or, in its place, disjoint parts of the search, `workers` of them at a time.

        One solution of each orbit is given or, with `whole_orbits`, all solutions of each orbit that is found.
        """
        self.model: Model[S] = symmetry.model
        self._symmetry, self._clock, self._parameters, self._workers = symmetry, clock, parameters, workers
        self._seen, self._different = Seen(), Different[S]()
        self._effort = effort or Effort()
        self._whole_orbits = whole_orbits
        self._ready: deque[tuple[Values, int]] = deque()
        self._inbox = Inbox(AHEAD)
        self._waiting = iter(() if self.model.infeasible else [symmetry.broken()] if parts is None else parts)
        self._running: set[Run] = set()
        self._all_done, self.ended = True, False

    @property
    def statistics(self) -> Statistics:
        """The effort of the runs that have ended."""
        statistics = self._effort.statistics(self.seconds, "complete search" if self.found else None)
        return replace(statistics, engine=CP_SAT if self.found or self.exhausted else None)

    def _next(self) -> S | None:
        values = self.next_values()
        return None if values is None else self.verified(values)

    def verified(self, values: Values) -> S:
        """The solution that values of the model's key say, checked."""
        return self._different(verified(self.model, values))

    def next_values(self, until: float = inf) -> Values | None:
        """The next solution as values of the model's key, undecoded and unchecked.

        None at the end, or when none has come by the time `until`, in seconds of the clock.
        """
        while not self.ended and self._clock.seconds < until:
            if (ready := self._ready) and not self._clock.is_up:
                return self._hand_over(ready)
            self._take()
        return None

    def _hand_over(self, ready: deque[tuple[Values, int]]) -> Values:
        values, self.orbit_size = ready.popleft()
        if self._whole_orbits and self.orbit_size > 1:
            # Only now: the orbits of all solutions that are ready may fill the memory.
            _, *others = self._symmetry.orbit(values)
            ready.extendleft((image, 1) for image in reversed(others))
            self.orbit_size = 1
        self.found += 1
        self.total += self.orbit_size
        self._clock.found = self.total
        self._clock.tick()
        return values

    def _take(self) -> None:
        """Take in the solutions that have come; start parts and see to those that have ended."""
        while self._all_done and len(self._running) < self._workers and (cp := next(self._waiting, None)) is not None:
            self._start(cp)
        if not (self._running and self._all_done) or self._clock.is_up:
            self._end(exhausted=self._all_done and not self._running and not self._ready)
            return
        try:
            news = [self._inbox.get(timeout=self._clock.wait())]
        except Empty:
            self._clock.tick()
            if self._inbox.empty() and not any(run.is_alive for run in self._running):
                self._end(exhausted=False)
            return
        with suppress(Empty):
            while len(news) < AHEAD:
                news.append(self._inbox.get(timeout=0))
        found = [values for _, values in news if values is not None]
        for values, (first, size) in zip(found, self._symmetry.orbits(found), strict=True):
            if self._seen.add(first):
                self._ready.append((values, size))
        self._clock.tick()
        for run in [run for run, values in news if values is None]:
            run.stop()
            run.raise_error()
            self._running.discard(run)
            self._all_done &= run.exhausted
            self.reason = self._effort.lost

    def _start(self, cp: cp_model.CpModel) -> None:
        settings = sat_parameters(self.model.parameters, self._parameters, own={**self._clock.limits(), **ENUMERATION})
        run = Run(cp, self.model.indexes, settings, self._inbox, self._effort)
        self._running.add(run)
        run.start()
        if self.ended:  # Another thread closed it just now.
            self.close()

    def _end(self, *, exhausted: bool) -> None:
        if not self.ended:
            self.exhausted = exhausted
            self.close()
            self._clock.tick(now=True)

    def close(self) -> None:
        """Stop the solver.  Closing twice does nothing."""
        self.ended = True
        self._waiting = iter(())
        self._ready = deque()  # Another thread may just take from the old one.
        running, self._running = self._running, set()
        stop_runs(running, self._inbox)
        self._seen.close()

    def __del__(self) -> None:
        # Wherever the garbage collector runs: the searches are told to stop, and waited for by nobody.
        for run in getattr(self, "_running", ()):
            run.halt()


class NoSolutions(Solutions[S]):
    """The solutions of a search whose time was up before any was known."""

    def __init__(self, clock: Clock, effort: Effort) -> None:
        self._clock, self._effort, self.reason = clock, effort, effort.lost

    @property
    def statistics(self) -> Statistics:
        """The effort of the runs that have ended."""
        return self._effort.statistics(self.seconds)

    def _next(self) -> S | None:
        return None

    def close(self) -> None:
        """Nothing is left to be ended."""


def verified(model: Model[S], values: Values) -> S:
    """The solution that the values of a model's key say, checked by the puzzle."""
    return checked(model.puzzle, model.solution(values))


def checked(puzzle: Puzzle[S], solution: S, source: str = "the model") -> S:
    """A solution, of some source, that its puzzle has checked.  Raises WrongSolutionError when it breaks a rule."""
    if broken := broken_rules(puzzle, solution):
        raise WrongSolutionError(f"a solution of {source} breaks the puzzle's rules: {'; '.join(broken)}")
    return solution
