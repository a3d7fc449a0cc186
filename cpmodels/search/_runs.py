"""Searches in threads of their own: solutions come out of a queue, and closing it stops the solver.

The solver runs beside the caller's thread, so that Ctrl-C, time limits and progress work while it
searches, and so that solutions can be taken one by one.
"""

from __future__ import annotations

import atexit
import signal
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from queue import Empty
from typing import Any, TypeVar

from ortools.sat.python import cp_model

from cpmodels.engines import CP_SAT
from cpmodels.engines._cp_sat import Candidate, Ended, IsolatedSearch, Search
from cpmodels.errors import ModelError, ParameterError, StoppedError
from cpmodels.model import has_objective
from cpmodels.search._interruption import Interrupted, Interruptible
from cpmodels.search._mailbox import Mailbox
from cpmodels.search._parameters import rejected
from cpmodels.values import AnySize, shown

T = TypeVar("T")

TICK = 0.2
"""Seconds between two reports of progress."""

Values = bytes
"""The values of the key, a byte each."""


@dataclass(frozen=True, repr=False)
class Progress(AnySize):
    """How far a search is.

    found: solutions found so far, whole orbits counted.
    seconds: since the start of the search.
    objective, bound: with an objective, that of the best solution so far, and the proved bound on any.
    best: the best solution so far, of a puzzle that maximises.
    share: of a sweep, how much of the work is thought to be done, from 0 to 1.
    left: of a sweep, how many seconds the rest is thought to take.
    finished, open: of a sweep, how many parts are searched to their end, and how many are known to be left.

    >>> told = Progress(found=12, seconds=3.5, share=0.25)
    >>> told.found, told.share, told.left
    (12, 0.25, None)
    """

    found: int
    seconds: float
    objective: float | None = None
    bound: float | None = None
    best: Any = None
    share: float | None = None
    left: float | None = None
    finished: int | None = None
    open: int | None = None


Report = Callable[[Progress], object]


@dataclass(frozen=True)
class Statistics:
    """The effort of a search.

    conflicts, branches: of all runs of CP-SAT together, those of strategies included.
    seconds: wall time of the whole, building included.
    build_seconds: wall time of building the model.
    runs: how many runs of a solver there were.
    strategy: what found the solution: ``"complete search"`` or the name of a strategy; None without a solution.
    engines: the engines that searched, in the order in which they began: ``"cp-sat"``, the name of another engine, or
        that of a strategy which has a search of its own.
    engine: the one of them that answered: it found the solution, or proved that there is none or no other; None where
        nothing was searched, or the search was stopped first.

    >>> from cpmodels import count
    >>> count("zip-4", engine="cp-sat").statistics.engines
    ('cp-sat',)
    """

    conflicts: int = 0
    branches: int = 0
    seconds: float = 0.0
    build_seconds: float = 0.0
    runs: int = 0
    strategy: str | None = None
    engines: tuple[str, ...] = ()
    engine: str | None = None


@dataclass
class Effort:
    """The runs of CP-SAT for one question: how they are made, and the sums that become `Statistics`.

    isolated: whether each is in a process of its own.
    lost: why one of them was lost, if one was.
    """

    isolated: bool = False
    lost: str | None = None
    conflicts: int = 0
    branches: int = 0
    runs: int = 0
    build_seconds: float = 0.0
    engines: dict[str, None] = field(default_factory=dict)
    engine: str | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)

    def search(self, parameters: cp_model.SatParameters) -> Search:
        """A run that is to come."""
        self.engines[CP_SAT] = None
        return IsolatedSearch(parameters) if self.isolated else Search(parameters)

    def add(self, run: Search, ended: Ended) -> None:
        """Count a run that has ended."""
        with self.lock:
            self.conflicts += ended.conflicts
            self.branches += ended.branches
            self.runs += 1
            self.lost = self.lost or run.lost

    def take_in(self, other: Statistics) -> None:
        """Count the runs of a search that was a part of this one."""
        with self.lock:
            self.conflicts += other.conflicts
            self.branches += other.branches
            self.runs += other.runs
            self.build_seconds += other.build_seconds
            self.engines.update(dict.fromkeys(other.engines))
            self.engine = other.engine

    def statistics(self, seconds: float, strategy: str | None = None) -> Statistics:
        """The sums so far."""
        sums = (self.conflicts, self.branches, seconds, self.build_seconds, self.runs)
        return Statistics(*sums, strategy, tuple(self.engines), self.engine)


class Racer(ABC):
    """A search in a thread of its own, from `start` on.

    It puts itself and the key's values of every solution (or the solution itself) into the inbox, and at the end itself
    and None; then `exhausted` tells whether it proved that there are no others.

    engine: the name of what searches, as in `Statistics`.
    """

    engine: str = CP_SAT

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self._error: BaseException | None = None
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="cpmodels search", daemon=True)

    def start(self) -> None:
        """Begin; the caller must already hold the run where it will stop it."""
        _LIVE.add(self)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._search()
        except Exception as error:
            self._error = error
        finally:
            self.offer(None)
            _LIVE.discard(self)

    @abstractmethod
    def _search(self) -> None:
        """Search, offering every solution."""

    def raise_error(self) -> None:
        """Raise what ended the search, if anything did."""
        if self._error:
            raise self._error

    def offer(self, found: Any) -> bool:
        """Hand a solution (or None, at the end) to the caller; False once the run is being stopped."""
        while not self._stopping:
            if self._inbox.put((self, found), timeout=TICK):
                return True
        return False

    @property
    def stopped(self) -> bool:
        """Whether the search is to end."""
        return self._stopping

    @property
    def is_alive(self) -> bool:
        """Whether the run's thread is running here; it is not in a forked process."""
        return self._thread.is_alive()

    def halt(self) -> None:
        """Tell the search to stop."""
        self._stopping = True

    def stop(self) -> None:
        """Stop the search and wait until it has stopped."""
        self.halt()
        while self.is_alive:
            self.halt()
            self._thread.join(timeout=0.02)

    @property
    @abstractmethod
    def exhausted(self) -> bool:
        """Whether the search ended with a proof that there is nothing more to find."""


class Run(Racer):
    """A search by CP-SAT.  With an objective, `best` is the best solution so far."""

    def __init__(
        self,
        cp: cp_model.CpModel,
        key: Sequence[int],
        parameters: cp_model.SatParameters,
        inbox: Inbox,
        effort: Effort | None = None,
    ) -> None:
        super().__init__(inbox)
        self.best: Candidate | None = None
        self.objective = list(objective_terms(cp)) if has_objective(cp) else None
        self._cp, self._key, self._effort, self._ended = cp, tuple(key), effort or Effort(), Ended()
        self._by = self._effort.search(parameters)
        self._by.on_log = lambda line: print(line, file=sys.stderr)

    def _search(self) -> None:
        self._ended = self._by.run(self._cp, self._key, self.objective, self._take)
        self._effort.add(self._by, self._ended)

    def _take(self, found: Candidate) -> bool:
        if self.objective is not None:
            self.best = found
        return self.offer(found.values)

    @property
    def status(self) -> cp_model.CpSolverStatus:
        """What CP-SAT said at the end."""
        return self._ended.status

    @property
    def bound(self) -> float | None:
        """The proved bound on the objective, once the search has ended, if it is known."""
        return self._ended.bound

    @property
    def is_closed(self) -> bool:
        """Whether the proved bound is the objective of the best solution: within a gap CP-SAT says optimal, too."""
        return self.best is not None and self._ended.inner_bound >= self.best.inner

    def raise_error(self) -> None:
        """Raise ModelError when CP-SAT rejected the model, such as an added constraint; ParameterError otherwise."""
        super().raise_error()
        if self.status == cp_model.MODEL_INVALID:
            raise rejected(self._cp, self._ended.told)

    def halt(self) -> None:
        """Tell the solver to stop."""
        super().halt()
        self._by.stop()

    @property
    def exhausted(self) -> bool:
        """Whether CP-SAT proved that there is nothing more to find, or nothing better."""
        return self.status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)


def objective_terms(cp: cp_model.CpModel) -> Iterator[tuple[int, int]]:
    """The variables of an objective, by index, with their coefficients.

    Raises ModelError for an objective with fractions, whose optimal solutions cannot be told exactly.
    """
    if cp.proto.has_floating_point_objective():
        raise ModelError("the objective has fractional coefficients: scale it to whole numbers")
    return zip(cp.proto.objective.vars, cp.proto.objective.coeffs, strict=True)


Inbox = Mailbox[tuple[Racer, Any]]
_LIVE: set[Racer] = set()


@atexit.register
def _stop_all() -> None:
    stop_runs(list(_LIVE))


def stop_runs(runs: Collection[Racer], inbox: Inbox | None = None) -> None:
    """Stop some runs, all at a time; emptying their inbox lets go those that wait for a place in it.

    A second Ctrl-C waits for the end: a solver that outlived the interpreter would bring the process down.
    """
    with uninterrupted():
        for run in runs:
            run.halt()
        while inbox is not None and not inbox.empty():
            with suppress(Empty):
                inbox.get(timeout=0)
        for run in runs:
            run.stop()


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Ctrl-C waits for the end; processes begun inside never hear of it, on systems with signal masks.

    A mask alone does not hold it off: the signal goes to any other thread, and Python raises it in the main one.
    Where the end is an exception, Ctrl-C comes all the same: the KeyboardInterrupt has it as its context.
    """
    came = False

    def note(*_: object) -> None:
        nonlocal came
        came = True

    main = threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is not None
    handler = signal.signal(signal.SIGINT, note) if main else None
    masked = hasattr(signal, "pthread_sigmask")
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if masked else set()
    try:
        yield
    finally:
        if masked:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if main:
            signal.signal(signal.SIGINT, handler)
        if came:
            signal.raise_signal(signal.SIGINT)


def called(function: object, what: str) -> None:
    """Raise ParameterError for what is to be called but is not a function."""
    if function is not None and not callable(function):
        raise ParameterError(f"{what} must be a function, not {shown(function)}")


A_PLAIN_REASON = "a plain reason why there is no solution was looked for"
"""What is done while `Puzzle.infeasible_reason` runs, of a puzzle whose model is not built yet."""


class Clock:
    """The time of a search, which began when the clock was made, and its progress."""

    def __init__(self, limit: float | None, report: Report | None) -> None:
        if limit is not None and not (isinstance(limit, (int, float)) and limit > 0):
            raise ParameterError(f"the time limit must be a positive number of seconds, not {shown(limit)}")
        called(report, "progress")
        self.limit, self.found = limit, 0
        self.objective: float | None = None
        self.bound: float | None = None
        self._report, self._start, self._last = report, time.monotonic(), 0.0

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._start

    @property
    def left(self) -> float | None:
        """Seconds until the limit; None without one."""
        return None if self.limit is None else max(self.limit - self.seconds, 0.0)

    @property
    def rest(self) -> float | None:
        """The time limit of a search that is a part of this one: what is left, if only a moment."""
        return None if self.left is None else max(self.left, 1e-3)

    @property
    def is_up(self) -> bool:
        return self.left == 0.0

    def stretch(self, seconds: float) -> Clock:
        """A clock of the same beginning whose time is up after so many seconds from now, and not after this one's."""
        until = self.seconds + seconds
        part = Clock(until if self.limit is None else min(until, self.limit), self._report)
        part._start = self._start
        return part

    @contextmanager
    def limiting(self, doing: str = "the model was built") -> Iterator[None]:
        """Ends what runs inside when the time is up.  Raises StoppedError then, which says what was being done."""
        if self.left is None:
            yield
            return
        stretch = Interruptible()
        alarm = threading.Timer(min(self.left, threading.TIMEOUT_MAX), stretch.interrupt)
        alarm.daemon = True
        try:
            with stretch:
                if self.is_up:
                    raise Interrupted
                alarm.start()
                yield
        except Interrupted:
            raise StoppedError(f"the time was up while {doing}") from None
        finally:
            alarm.cancel()

    def within(self, items: Iterable[T]) -> Iterator[T]:
        """The items, one by one, as long as there is time to find them.  Raises StoppedError when it is up."""
        waiting = iter(items)
        while True:
            with self.limiting("what comes next was looked for"):
                item = next(waiting, None)
            if item is None:
                return
            yield item

    def pause(self) -> None:
        """Tell of the progress, as long work does now and then.  Raises StoppedError when the time is up."""
        self.tick()
        if self.is_up:
            raise StoppedError("the time was up")

    def limits(self, most: float | None = None) -> dict[str, float]:
        """CP-SAT's parameter for the time that is left, or for `most` seconds of it; none without a limit."""
        seconds = [s for s in (self.left, most) if s is not None]
        return {"max_time_in_seconds": max(min(seconds), 1e-3)} if seconds else {}

    def wait(self) -> float:
        """How long to wait for a solution before the next tick."""
        return TICK if self.left is None else min(TICK, self.left)

    def tick(self, *, now: bool = False, more: Callable[[], Mapping[str, Any]] = dict) -> None:
        """Report the progress, and more of it that a search knows, unless that was done just now."""
        seconds = self.seconds
        if self._report and (now or seconds - self._last >= TICK):
            self._last = seconds
            self._report(Progress(self.found, seconds, self.objective, self.bound, **more()))
