"""The time of a question: how long it has taken, how long it may take, and what is reported of it meanwhile."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from numbers import Real
from typing import Any, TypeVar

from cpmodels.base._checkpoints import Call, Stream, TooLate, checkpoint, stop_here, unbreakable
from cpmodels.base.errors import ParameterError, StoppedError
from cpmodels.base.values import AnySize, shown

T = TypeVar("T")

TICK = 0.2
"""Seconds between two reports of progress."""


@dataclass(frozen=True, repr=False)
class Progress(AnySize):
    """How far a search is.

    found: solutions found so far, whole orbits counted.
    seconds: since the start of the search.
    objective, bound: with an objective, that of the best solution so far, and the proved bound on any.
    best: the best solution so far, of a puzzle that maximises.
    share: of a sweep, how much of the work is thought to be done, from 0 to 1; of a frontier, of the choices.
    left: of a sweep, how many seconds the rest is thought to take.
    finished, open: of a sweep, how many parts are searched to their end, and how many are known to be left.

    >>> progress = Progress(found=12, seconds=3.5, share=0.25)
    >>> progress.found, progress.share, progress.left
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


def called(function: object, what: str) -> None:
    """Raise ParameterError for what is to be called but is not a function."""
    if function is not None and not callable(function):
        raise ParameterError(f"{what} must be a function, not {shown(function)}")


def in_words(seconds: float) -> str:
    """A time in the unit that suits it.

    >>> in_words(0.123), in_words(110), in_words(600), in_words(10**8)
    ('0.12 seconds', '110 seconds', '10 minutes', '3 years')
    """
    for unit, size in (("years", 365 * 86400), ("days", 86400), ("hours", 3600), ("minutes", 60)):
        if seconds == inf:
            return "for ever"
        if seconds >= 2 * size:
            return f"{seconds / size:,.0f} {unit}"
    return f"{seconds:.0f} seconds" if seconds >= 10 else f"{seconds:.2g} seconds"


def positive(seconds: Any, what: str) -> float:
    """A positive number of seconds.  Raises ParameterError.

    >>> positive(5, "the time limit")
    5.0
    """
    with suppress(OverflowError):
        if isinstance(seconds, Real) and not isinstance(seconds, bool) and float(seconds) > 0:
            return float(seconds)
    raise ParameterError(f"{what} must be a positive number of seconds, not {shown(seconds)}")


class Clock:
    """The time of a search, which began when the clock was made, and its progress.

    known: what else `Progress` says, by the names of its fields.
    """

    def __init__(self, limit: float | None, report: Report | None) -> None:
        called(report, "progress")
        self.limit, self.found = inf if limit is None else positive(limit, "the time limit"), 0
        self.objective: float | None = None
        self.bound: float | None = None
        self.known: dict[str, Any] = {}
        self._report, self._start, self._last = report, time.monotonic(), 0.0
        self._asked_in = stop_here()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._start

    @property
    def left(self) -> float:
        """Seconds until the limit; infinitely many without one."""
        return max(self.limit - self.seconds, 0.0)

    @property
    def rest(self) -> float:
        """The time limit of a search that is a part of this one: what is left, if only a moment."""
        return max(self.left, 1e-3)

    @property
    def is_up(self) -> bool:
        return self.seconds >= self.limit

    def stretch(self, seconds: float) -> Clock:
        """A clock of the same beginning whose time is up after some seconds from now, and not after this one's."""
        part = Clock(min(self.seconds + seconds, self.limit), self._report)
        part._start = self._start
        return part

    def do(self, work: Callable[[], T], doing: str = "the model was built") -> T:
        """What some work gives back, done in the time that is left; without a limit or progress it is just called.

        Else it is done beside (see there).  What such work does in turn is just called, too, as the whole is waited
        for.  Raises StoppedError when the time is up, which says what was being done.
        """
        if (self.limit == inf and self._report is None) or stop_here() is not self._asked_in:
            return work()
        return self.beside(work, f"the time was up while {doing}")

    def beside(self, work: Callable[[], T], ended: str = "the time was up") -> T:
        """What some work gives back, done in a daemon thread (see `cpmodels.base._checkpoints`).

        It is left behind when the time is up: nothing that it uses may be used again then.  Raises StoppedError then.
        """
        if self.is_up:
            raise StoppedError(ended)
        wait, call = self.wait(), Call(work)
        try:
            return self.awaited(call, ended, wait)
        finally:
            call.leave()

    def awaited(self, stream: Stream[T], ended: str = "the time was up", wait: float | None = None) -> T:
        """The next item of a stream.  Raises StoppedError when the time is up, and what `Stream.take` raises.

        Where the work of this thread has been left behind, it ends here, too.

        wait: the seconds until the next tick when the stream began, if that was just now: threads may be slow to begin.
        """
        wait, is_up = self.wait() if wait is None else wait, False
        while not is_up:
            with suppress(TooLate):
                return stream.take(wait)
            checkpoint()
            self.tick()
            wait, is_up = self.wait(), self.is_up
        raise StoppedError(ended)

    def within(self, items: Iterable[T]) -> Iterator[T]:
        """The items, one by one, as long as there is time to find them.  Raises StoppedError when it is up."""
        waiting = iter(items)
        while (item := self.do(lambda: next(waiting, None), "what comes next was looked for")) is not None:
            yield item

    def pause(self) -> None:
        """Report the progress, as long work does now and then.  Raises StoppedError when the time is up."""
        self.tick()
        if self.is_up:
            raise StoppedError("the time was up")

    def limits(self, most: float = inf) -> dict[str, float]:
        """CP-SAT's parameter for the time that is left, or for `most` seconds of it; none without a limit."""
        seconds = min(self.left, most)
        return {"max_time_in_seconds": max(seconds, 1e-3)} if seconds < inf else {}

    def wait(self, until: float = inf) -> float:
        """How long to wait for a solution: till the next tick, the limit, or `until` in seconds of the clock."""
        return max(min(TICK, min(until, self.limit) - self.seconds), 0.0)

    def tick(self, *, now: bool = False) -> None:
        """Report the progress, unless that was done just now.

        Work that may be left behind reports nothing: who waits for it does (see `do`), in the thread that asked.
        """
        if self._report is None:
            return
        seconds = self.seconds
        if (now or seconds - self._last >= TICK) and stop_here() is self._asked_in:
            self._last = seconds
            self._report(Progress(self.found, seconds, self.objective, self.bound, **self.known))


def solved_beside(solver: Any, *given: Any) -> Any:
    """What a solver of OR-Tools says at the end; where Ctrl-C or a limit leaves its search behind, it is stopped."""

    def solved() -> Any:
        with unbreakable():
            return solver.solve(*given)

    try:
        return Clock(None, None).beside(solved)
    finally:
        solver.stop_search()
