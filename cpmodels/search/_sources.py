"""Sources, searches in threads of their own that hand over what they find; and `Drive`, which drives them."""

from __future__ import annotations

import os
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from math import inf
from queue import Empty
from typing import Any, Self, TypeVar
from weakref import proxy

from cpmodels import _cp_model as cp_model
from cpmodels._parameters import rejected, sat_parameters, seeding
from cpmodels.base._checkpoints import Daemon, LeftBehind, Stop, TimedQueue, checkpoint, ending, uninterrupted
from cpmodels.base._clock import TICK, Clock
from cpmodels.base.errors import MissingExtraError, ModelError, TooLargeError
from cpmodels.base.puzzle import S
from cpmodels.base.values import shown
from cpmodels.engines._cp_sat import CpSatRun, Ended, Incumbent, IsolatedRun, Take, TakeValues, Terms, exact
from cpmodels.engines._process import EngineProcess
from cpmodels.engines._table import CP_SAT, GLUCOSE
from cpmodels.engines._worker import AHEAD
from cpmodels.model import Model, objective_terms
from cpmodels.model.strategies import Found, Runs, Strategy
from cpmodels.search._question import Effort, Question, checked

MOMENT = 0.005
"""Seconds for which the end of a source that was asked to stop is waited for: that of CP-SAT's search takes 0.7 to 3.6
ms.  Its presolve of a large model takes 10 to 100, and is left behind; so are, at once, the building of a model, and a
strategy's own code, such as backtracking to the end of a slice: ZIPs of 12 x 12 waited for that 20 ms."""

MOST_RACERS = 8
"""How many searches race at most, unless more workers are asked for."""


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


COMPLETE = "complete search"
"""What is said to have found a solution, where it was not a strategy."""


class Source(ABC):
    """A search in a thread of its own, from `start` on.

    It puts itself and what it finds into the inbox, and at the end itself and None; then `exhausted` says whether it
    proved that there is no more to be found.

    engine: the name of what searches, as in `Statistics`.
    name: what is said to have found a solution, as `Statistics.strategy`.
    """

    engine: str = CP_SAT
    name: str = COMPLETE
    exhausted: bool = False
    is_awaited: bool = True
    """Whether its end is waited for, where it holds a process or a run of CP-SAT, whose effort is known then."""

    _inbox: Inbox
    _thread: Daemon | None = None

    def __init__(self) -> None:
        self._stop = Stop()
        self._error: BaseException | None = None

    def start(self, inbox: Inbox) -> None:
        """Begin; the caller must already hold the source where it will stop it."""
        self._inbox = inbox
        self._thread = Daemon(self._run, "cpmodels search")  # One that never begins would hold the source.
        self._thread.begin(self.halt)

    def _run(self) -> None:
        try:
            with ending(self._stop), suppress(LeftBehind):
                self._search()
        except Exception as error:
            self._error = error
        finally:
            self.offer(None)

    @abstractmethod
    def _search(self) -> None:
        """Search, offering what is found."""

    def raise_error(self) -> None:
        if self._error:
            raise self._error

    def offer(self, found: Any) -> bool:
        """Hand something (or None, at the end) to the caller; False once the source is being stopped."""
        while not self._stop.is_set:
            if self._inbox.put((self, found), timeout=TICK):
                return True
        return False

    @property
    def stopped(self) -> bool:
        return self._stop.is_set

    @property
    def is_alive(self) -> bool:
        """Whether the thread is running here; it is not in a forked process."""
        return self._thread is not None and self._thread.is_alive()

    def halt(self) -> None:
        self._stop.set()

    def wait(self, seconds: float) -> None:
        if self._thread is not None:
            self._thread.join(timeout=seconds)

    def join(self, until: float) -> None:
        """Wait for the end of the search, until a time by `time.monotonic`, unless it is left behind at once."""
        while self.is_awaited and self.is_alive and (left := until - time.monotonic()) > 0:
            self.halt()  # CP-SAT does not hear of it before its search has begun.
            self.wait(min(left, 0.02))


News = tuple[Source, Any]
"""A source and what it has found; None in its place at the end of the source."""


class Inbox:
    """What sources have found, each finding with its source: a queue with `AHEAD` places."""

    def __init__(self) -> None:
        self._items, self._places = TimedQueue[News](), TimedQueue[None]([None] * AHEAD)

    def put(self, item: News, timeout: float) -> bool:
        """Put something in; False when no place is free within `timeout` seconds."""
        try:
            self._places.get(timeout=timeout)
        except Empty:
            return False
        self._items.put(item)
        return True

    def get(self, timeout: float) -> News:
        """Take the first thing out.  Raises `queue.Empty` when nothing comes within `timeout` seconds."""
        item = self._items.get(timeout=timeout)
        self._places.put(None)
        return item

    @property
    def is_empty(self) -> bool:
        return self._items.is_empty

    def clear(self) -> None:
        with suppress(Empty):
            while True:
                self.get(timeout=0)


class Work(Source):
    """The building of a model, which finds nothing and ends with an outcome: the model, or that it is too large."""

    outcome: Any = None
    is_awaited = False

    def __init__(self, work: Callable[[], Any]) -> None:
        super().__init__()
        self._work = work

    def _search(self) -> None:
        try:
            self.outcome = self._work()
        except TooLargeError as error:
            self.outcome = error


class SolverSource(Source):
    """A source that runs CP-SAT, which stops when it is asked to."""

    by: CpSatRun | None = None

    def __init__(self, effort: Effort) -> None:
        super().__init__()
        self._effort = effort

    def _solver(self, parameters: cp_model.SatParameters) -> CpSatRun:
        """A run that is to come, for `_solved`."""
        self._effort.engines[CP_SAT] = None
        self.by = by = (IsolatedRun if self._effort.isolated else CpSatRun)(parameters)
        return by

    def _solved(self, cp: cp_model.CpModel, key: Sequence[int], objective: Terms | None, take: Take) -> Ended:
        assert self.by is not None
        if self.stopped:  # The run may have come too late to be stopped, too.
            return Ended(cp_model.UNKNOWN)
        ended = self.by.run(cp, key, objective, take)
        self._effort.add(ended.conflicts, ended.branches, self.by.lost)
        return ended

    def halt(self) -> None:
        super().halt()
        if self.by is not None:
            self.by.stop()


class Run(SolverSource):
    """A search by CP-SAT.  With an objective, `best` is the best solution so far, and `bound` the proved bound.

    model: the model whose key is read.
    cp: its CpModel, or a copy of that with more constraints, none of them on numbers of the key.
    ended: what CP-SAT said at the end.
    """

    def __init__(
        self, model: Model[Any], cp: cp_model.CpModel, parameters: cp_model.SatParameters, effort: Effort
    ) -> None:
        super().__init__(effort)
        self.best: Incumbent | None = None
        self.bound: float | None = None
        self.objective = objective_terms(cp) if cp.has_objective() else None
        self.cp, self._key, self.ended = cp, model.indexes, Ended(cp_model.UNKNOWN)
        self.by: CpSatRun = self._solver(parameters)
        self.by.numbers = model.numbers
        self.by.on_log = lambda line: print(line, file=sys.stderr)
        run: Any = proxy(self)  # Else they would hold one another.
        self.by.on_bound = None if self.objective is None else lambda bound: run._note(bound)

    def _note(self, bound: float) -> None:
        if (known := exact(bound, self.cp)) is not None:
            self.bound = known

    def _search(self) -> None:
        self.ended = self._solved(self.cp, self._key, self.objective, self._take)
        if self.by.lost:
            self.bound = None
        elif self.ended.status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            self.bound = self.ended.bound

    def on_repeat(self, search: Callable[..., bool | None]) -> None:
        """Let a search by Glucose have a turn where solutions repeat one another; None if it has had none."""
        run: Any = proxy(self)

        def turn(known: Collection[bytes], take: TakeValues) -> bool:
            is_done = search(run.cp, run._key, known, take, lambda: run.stopped)
            run._effort.engines.update({} if is_done is None else {GLUCOSE: None})
            run.engine = GLUCOSE if is_done else run.engine
            return bool(is_done)

        self.by.on_repeat = turn

    def _take(self, found: Incumbent) -> bool:
        if self.objective is not None:
            self.best, self.bound = found, found.bound
        return self.offer(found.values)

    def raise_error(self) -> None:
        """Raise ModelError when CP-SAT rejected the model, such as an added constraint; ParameterError otherwise."""
        super().raise_error()
        if self.ended.status == cp_model.MODEL_INVALID:
            raise rejected(self.cp, self.ended.info)

    @property
    def exhausted(self) -> bool:  # type: ignore[override]
        """Whether CP-SAT proved that there is nothing more to find, or nothing better."""
        return self.ended.is_proof


class StrategyRun(SolverSource):
    """A strategy at work: it is its own `Runs`, of which the strategy may use `run`, `model`, `stopped` and `left`.

    model: the model that is asked about; None for a strategy that needs none.
    """

    def __init__(
        self, strategy: Strategy[Any], model: Any, seed: int, settings: Mapping[str, Any], question: Question[Any]
    ) -> None:
        super().__init__(question.effort)
        self.name, self.engine, self.model = strategy.name, strategy.engine or strategy.name, model
        self._settings, self._clock = settings, question.clock
        # What they hold, as a solver with all that it has learned, would hold this run, and be held by it.
        self._steps = self._begun(strategy, seed, proxy(self))

    @staticmethod
    def _begun(strategy: Strategy[Any], seed: int, runs: Runs) -> Generator[Any, None, bool]:
        """The steps of a strategy, which begins with the first of them."""
        found: Any = strategy.search(seed, runs)
        if not hasattr(found, "__iter__"):
            raise ModelError(f"the strategy {strategy.name!r} gave {shown(found)}, not a generator of its steps")
        return (yield from found) is True

    @property
    def is_awaited(self) -> bool:  # type: ignore[override]
        return self.by is not None

    @property
    def left(self) -> float | None:
        return None if self._clock.limit == inf else self._clock.left

    def _search(self) -> None:
        try:
            for solution in self.found():
                self.offer(solution)
        except MissingExtraError as error:
            self._effort.engines.pop(self.engine, None)
            self._effort.lost = str(error)
        finally:
            self._steps.close()

    def found(self, is_over: Callable[[], bool] = bool) -> Iterator[Any]:
        """The solutions, as they are found, until the end, that of a moment, or the order to stop."""
        self._effort.engines[self.engine] = None
        while not self.stopped and not is_over():
            try:
                solution = next(self._steps)
            except StopIteration as end:
                self.exhausted = end.value
                return
            if solution is not None:
                yield solution

    def run(self, model: Model[S], *, seconds: float, seed: int, fixed: Mapping[int, bool] | None = None) -> Found[S]:
        """Search a model for so long, some positions of its key fixed if need be; ends soon when stopped."""
        if model.infeasible:
            return Found(infeasible=True)
        settings = sat_parameters(model.parameters, self._settings, seeding(seed), own=self._clock.limits(seconds))
        self._solver(settings)
        last: list[Incumbent] = []

        def take(found: Incumbent) -> bool:
            last[:] = [found]
            return True

        ended = self._solved(model.with_key(fixed) if fixed else model.cp, model.indexes, None, take)
        if last:
            return Found(model.solution(last[0].values))
        return Found(infeasible=ended.status == cp_model.INFEASIBLE)


class EngineSource(Source):
    """An engine in a process of its own, which begins in the source's thread."""

    def __init__(self, engine: str, process: EngineProcess | None = None) -> None:
        super().__init__()
        self.engine, self._process = engine, process

    def _search(self) -> None:
        assert self._process is not None
        if self.stopped:
            return
        for found in self._process:
            if not self.offer(found):
                return
        self.exhausted = self._process.total is not None

    def halt(self) -> None:
        super().halt()
        if self._process is not None:
            self._process.kill()


def verified(model: Model[S], values: Sequence[int]) -> S:
    """The solution that the values of a model's key say, checked by the puzzle."""
    return checked(model.puzzle, model.solution(values))


A = TypeVar("A", bound=Source)


class Drive:
    """Sources side by side, from the first `begin` on; leaving its `with` stops them all.

    running: those that have not ended, in the order in which they began.
    """

    def __init__(self, clock: Clock) -> None:
        self.inbox, self.running = Inbox(), dict[Source, None]()
        self._clock, self._is_closed = clock, False

    def begin(self, source: A) -> A:
        """Let a source begin; it is stopped with all others, at once where another thread has just closed the drive."""
        self.running[source] = None
        source.start(self.inbox)
        if self._is_closed:
            self.close()
        return source

    def next(self, until: float = inf) -> News | None:
        """What comes next; at the end of a source, whose error it raises, None with the source.

        None alone when nothing has come for a while, or the time is up, or it is `until` in seconds of the clock.
        """
        checkpoint()
        clock = self._clock
        try:
            source, found = self.inbox.get(timeout=clock.wait(until))
        except Empty:
            clock.tick()
            if not any(source.is_alive for source in self.running) and self.inbox.is_empty:
                self.running = {}  # As in a process that was forked meanwhile.
            return None
        self._note(source, found)
        return source, found

    def more(self) -> Iterator[News]:
        """What has come in the meantime, at most as much as the inbox has places, without waiting."""
        with suppress(Empty):
            for _ in range(AHEAD):
                news = self.inbox.get(timeout=0)
                self._note(*news)
                yield news

    def _note(self, source: Source, found: Any) -> None:
        if found is None:
            self.running.pop(source, None)
            source.raise_error()

    def halt(self) -> None:
        for source in self.running:
            source.halt()

    def close(self, moment: float = MOMENT) -> None:
        """Stop all sources, and wait a moment for their ends; those that take longer are left behind.

        Emptying their inbox lets go those that wait for a place in it.  Closing twice does nothing.
        """
        self._is_closed = True
        running, self.running = self.running, {}
        if running:
            with uninterrupted():
                for source in running:
                    source.halt()
                self.inbox.clear()
                until = time.monotonic() + moment
                for source in running:
                    source.join(until)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
