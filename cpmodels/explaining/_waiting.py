"""How long questions are waited for: what is asked is answered in a thread, and left behind when the time is up."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from cpmodels._checkpoints import Stream, TooLate
from cpmodels._clock import Clock
from cpmodels.errors import StoppedError

T = TypeVar("T")


def awaited(stream: Stream[T], clock: Clock) -> T:
    """The next item of a stream.  Raises StoppedError when the time is up, and what `Stream.take` raises."""
    while not clock.is_up:
        try:
            return stream.take(clock.wait())
        except TooLate:
            clock.tick()
    raise StoppedError("the time was up")


def in_time(work: Callable[[], T], clock: Clock) -> T:
    """What a call gives back.  Raises StoppedError when the time is up before."""
    stream = Stream(lambda: [work()])
    try:
        return awaited(stream, clock)
    finally:
        stream.leave()
