"""Work that may be left behind: calls in daemon threads, whose end is waited for only as long as there is time.

Nothing is raised into running code.  Where the time of a search is up, its *waiting* ends; the code that it waited for
is asked to stop, and left to itself.  Loops of this package look for that now and then by `checkpoint`, and end.  Other
code, such as the `model` of a puzzle that sleeps, goes on in its daemon thread; what it makes goes to nobody.

This is how trio and anyio cancel: cooperatively, at places that are known.
"""

from __future__ import annotations

import atexit
import signal
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import copy_context
from functools import partial
from math import inf
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

T = TypeVar("T")


class LeftBehind(BaseException):
    """Raised by `checkpoint` in work for which nobody waits any more; no `Exception`, so that no handler takes it."""


class TooLate(Exception):  # noqa: N818 - it is an answer, and no error
    """What a call does has not come in time."""


class Stop:
    """Whether some work is to end: it is set once, for this work and for all that the work has begun in turn.

    until: the time, by `time.thread_time` of the one thread that asks, from which on it is set in any case.

    >>> whole = Stop()
    >>> part = Stop(whole)
    >>> whole.set()
    >>> part.is_set
    True
    """

    def __init__(self, whole: Stop | None = None, until: float = inf) -> None:
        self._whole, self._until, self._is_set = whole, until, False

    @property
    def is_set(self) -> bool:
        if self._is_set or (self._until < inf and time.thread_time() > self._until):
            return True
        return self._whole is not None and self._whole.is_set

    def set(self) -> None:
        self._is_set = True


class _Here(threading.local):
    stop: Stop | None = None


_here = _Here()


def stop_here() -> Stop | None:
    """What ends the work of this thread, if that may be left behind."""
    return _here.stop


def checkpoint() -> None:
    """End the work of this thread where it has been left behind: called by loops that may take long.

    >>> checkpoint()  # nothing has been left behind here
    """
    if _here.stop is not None and _here.stop.is_set:
        raise LeftBehind


@contextmanager
def ending(stop: Stop) -> Iterator[Stop]:
    """Work of this thread that ends at its next checkpoint once `stop` is set."""
    before, _here.stop = _here.stop, stop
    try:
        yield stop
    finally:
        _here.stop = before


def tried(work: Callable[[], T], seconds: float) -> T | None:
    """What some work gives back, or None when a checkpoint in it is reached after so much time of the processor.

    What else the machine does, so, makes no difference.

    >>> tried(lambda: "done", seconds=60)
    'done'
    """
    try:
        with ending(Stop(_here.stop, time.thread_time() + seconds)):
            return work()
    except LeftBehind:
        checkpoint()  # It may be that the whole has been left behind.
        return None


AT_EXIT = 0.5
"""Seconds for which the threads that were left behind are waited for when the interpreter ends: those of this package
look for that every few milliseconds, but for what is `unbreakable`.  What sleeps for longer in Python does no harm."""


@contextmanager
def unbreakable() -> Iterator[None]:
    """Machine code of others: the process does not end before it comes back, and where it is to end, none is begun.

    CP-SAT, or Numba while it compiles, goes on in a daemon thread while the interpreter and the libraries are taken
    down, which brings the process down with SIGABRT or SIGSEGV, after all was said.
    """
    checkpoint()
    thread = threading.current_thread()
    _unbreakable.append(thread)
    try:
        yield
    finally:
        _unbreakable.remove(thread)


_unbreakable: list[threading.Thread] = []


GLANCE = 0.5
"""Seconds for which a queue waits in machine code at once.  A signal that comes between Python's last look for one and
the wait of the operating system is kept until that ends: 2 of 100 that are sent at just that moment."""


class TimedQueue(Generic[T]):
    """A queue whose `get` keeps its timeout, whatever comes between, and in which Ctrl-C is never lost.

    SimpleQueue's own may wait for ever in Python 3.11 and 3.12, after a signal or where its lock is not free at first;
    a KeyboardInterrupt may leave the lock of a `queue.Queue` taken for ever.  Here a lock that is taken says only that
    nobody rang, and its `acquire` keeps the time.

    >>> TimedQueue[int]().get(timeout=1e-6)
    Traceback (most recent call last):
        ...
    _queue.Empty
    """

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items, self._bell = deque[T](items), threading.Lock()

    def put(self, item: T) -> None:
        self._items.append(item)
        self._ring()

    def get(self, timeout: float | None = None) -> T:
        """Take the first item.  Raises `queue.Empty` when there is none within `timeout` seconds."""
        ends = inf if timeout is None else time.monotonic() + timeout
        while True:
            left = ends - time.monotonic()
            if len(self._items) > 1:
                self._ring()  # Another thread may wait for the next one.
            with suppress(IndexError):
                return self._items.popleft()
            if left <= 0:
                raise Empty
            self._bell.acquire(timeout=min(left, GLANCE))

    @property
    def is_empty(self) -> bool:
        return not self._items

    def _ring(self) -> None:
        """Wake a thread that waits, or the next one that would."""
        if self._bell.locked():
            with suppress(RuntimeError):  # Another thread has just done so.
                self._bell.release()


class Daemon(threading.Thread):
    """Work in a daemon thread, with the context variables of here; told to end, and waited for, at the program's end.

    `join` and `is_alive` are its own: where Ctrl-C comes while those of Python 3.11 and 3.12 wait, they take a thread
    for ended that still runs, and nobody would wait for its end any more.
    """

    def __init__(self, work: Callable[[], object], name: str) -> None:
        super().__init__(target=copy_context().run, args=(work,), name=name, daemon=True)
        self._is_over, self._bell = False, TimedQueue[None]()

    def begin(self, halt: Callable[[], object]) -> None:
        """Begin the work, which `halt` tells to end."""
        _running[self] = halt
        self.start()

    def run(self) -> None:
        try:
            super().run()
        finally:
            _running.pop(self, None)
            self._is_over = True
            self._bell.put(None)

    def is_alive(self) -> bool:
        """Whether it has begun, and has not ended; where the process was forked from its own, it does not run."""
        return not self._is_over and self in threading.enumerate()

    def join(self, timeout: float | None = None) -> None:
        """Wait for the end, `timeout` seconds at most."""
        with suppress(Empty):
            if self.is_alive():
                self._bell.get(timeout=timeout)


_running: dict[Daemon, Callable[[], object]] = {}


def halt_all() -> None:
    """Tell all that is left behind to end, and have nobody wait for it: for a program that ends by `os._exit`."""
    atexit.unregister(_end_all)
    for halt in list(_running.values()):
        halt()


@atexit.register
def _end_all() -> None:
    """Tell all that is left behind to end, and wait for it; Ctrl-C ends the program then, without a word."""
    until = time.monotonic() + AT_EXIT
    if _running and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        for stream in (sys.stdout, sys.stderr):
            with suppress(AttributeError, OSError, ValueError):  # There may be none, or a broken one.
                stream.flush()
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    while running := [
        (thread, halt)
        for thread, halt in list(_running.items())
        if thread.is_alive() and (time.monotonic() < until or thread in _unbreakable)
    ]:
        for _, halt in running:
            halt()  # CP-SAT does not hear of it before its search has begun.
        running[0][0].join(timeout=0.02)


class Stream(Generic[T]):
    """Items that are made in one daemon thread, begun at once, each when it is asked for.

    What interrupts the waiting, such as Ctrl-C, loses nothing: an item is kept until it is taken.  Generators are
    closed in their thread, also where nobody holds the stream any more.

    >>> squares = Stream(lambda: (n * n for n in range(3)))
    >>> squares.take(timeout=60), squares.take(timeout=60)
    (0, 1)
    >>> squares.leave()
    """

    def __init__(self, make: Callable[[], Iterable[T]]) -> None:
        self._taken = self._asked = 0
        self._made: list[tuple[T | None, BaseException | None]] = []
        self._bell, self._wanted = TimedQueue[None](), SimpleQueue[bool]()
        stop = Stop(_here.stop)
        self.leave = weakref.finalize(self, _leave, stop, self._wanted)
        """Let the thread know that nobody waits for it any more."""
        work = partial(_make, make, stop, self._wanted, self._made, self._bell)
        Daemon(work, "cpmodels call").begin(self.leave)

    @property
    def taken(self) -> list[T]:
        """The items that were taken, the last one even where what interrupts came before it was handed over."""
        return [item for item, _ in self._made[: self._taken]]  # type: ignore[misc]

    def take(self, timeout: float | None) -> T:
        """The next item.  Raises StopIteration after the last, what making it raises, TooLate after `timeout` seconds.

        After an error there are no more.
        """
        while len(self._made) <= self._taken:
            if self._asked <= self._taken:
                self._asked = self._taken + 1
                self._wanted.put(True)
            try:
                self._bell.get(timeout=timeout)
            except Empty:
                raise TooLate from None
        item, error = self._made[self._taken]
        if error is not None:
            raise error
        self._taken += 1
        return item  # type: ignore[return-value]


class Call(Stream[T]):
    """A call in a daemon thread of its own, begun at once, with the context variables of where it is made.

    >>> Call(lambda: 6 * 7).take(timeout=60)
    42
    """

    def __init__(self, work: Callable[[], T]) -> None:
        super().__init__(lambda: [work()])


def _leave(stop: Stop, wanted: SimpleQueue[bool]) -> None:
    stop.set()
    wanted.put(False)


def _make(
    make: Callable[[], Iterable[T]],
    stop: Stop,
    wanted: SimpleQueue[bool],
    made: list[tuple[T | None, BaseException | None]],
    bell: TimedQueue[None],
) -> None:
    """Make items as long as they are wanted; it holds nothing by which the stream would live on."""
    _here.stop = stop
    try:
        items = iter(make())
        while wanted.get():
            made.append((next(items), None))
            bell.put(None)
        if close := getattr(items, "close", None):
            close()
    except BaseException as error:
        made.append((None, error))
        bell.put(None)


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
