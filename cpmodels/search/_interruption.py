"""Code that another thread can end, as Ctrl-C ends that of the main thread."""

from __future__ import annotations

import _thread
import ctypes
import sys
import threading
import time
from contextlib import suppress
from queue import SimpleQueue
from types import MethodType, TracebackType
from typing import Any


class Interrupted(BaseException):
    """Raised in code that is ended from outside; like KeyboardInterrupt no `Exception`, so that no handler takes it."""


SOON = 0.001
"""Seconds until what was lost is raised again."""


class Interruptible:
    """A stretch of Python code, as the body of a `with`, that any thread can end by raising `Interrupted` in it.

    Code in Python ends at once, whoever wrote it; a function in C, such as a run of a solver, first returns.  It must
    leave nothing half done that is used later.  Python drops what is raised in a finalizer or in a callback of the
    garbage collector, and 3.11 gives it to a thread that is just being started inside: it is raised again soon after.

    >>> with Interruptible() as stretch:
    ...     threading.Timer(0.1, stretch.interrupt).start()
    ...     while True:
    ...         pass
    Traceback (most recent call last):
    ...
    cpmodels.search._interruption.Interrupted
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._thread: int | None = None
        self._interrupted = False
        self._losses: SimpleQueue[None] = SimpleQueue()

    def __enter__(self) -> Interruptible:
        with self._lock:
            self._thread = threading.get_ident()
        return self

    def interrupt(self) -> None:
        """End what runs inside, if anything does; only once, so that its own tidying up is left to end."""
        with self._lock:
            if self._thread is not None and not self._interrupted:
                self._interrupted = True
                _watch(self)
                with suppress(RuntimeError):  # No thread starts once Python is ending.
                    threading.Thread(target=self._raise_again, daemon=True).start()
                _raise_in(self._thread, Interrupted)

    def is_ended_here(self) -> bool:
        """Whether it has been interrupted, and runs in this thread."""
        return self._interrupted and self._thread == threading.get_ident()

    def lost(self) -> None:
        """Tell that the interruption was lost.  It waits for nothing, so it may be called anywhere."""
        self._losses.put(None)

    def _raise_again(self) -> None:
        """Raise again what was lost, once the thread is likely to be out of what lost it, until the stretch ends."""
        while True:
            self._losses.get()
            time.sleep(SOON)
            with self._lock:
                if self._thread is None:
                    return
                _raise_in(self._thread, Interrupted)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._end()
        except Interrupted:  # It comes only now, on the way out.
            self._end()
        cause = error
        while isinstance(cause, SystemError):  # Functions in C did not see what was raised, and returned as ever.
            cause = cause.__cause__
        if cause is not error and isinstance(cause, Interrupted):
            raise Interrupted from error

    def _end(self) -> None:
        with self._lock:
            self._thread = None
        if self._interrupted:
            self.lost()
            _raise_what_is_left()
            _unwatch(self)


def _raise_in(thread: int, error: type[BaseException]) -> None:
    """Let a thread raise an error in its next step of Python."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


def _raise_what_is_left() -> None:
    """Raise here what may not have been raised in this thread yet, so that it is not later.

    Python can also take it back, but 3.11 then goes on to look for it at each call, and hangs under a debugger.
    """
    try:
        while True:
            _raise_in(threading.get_ident(), Interrupted)
    except Interrupted:
        pass


_WATCHED: set[Interruptible] = set()
_WATCHING = threading.Lock()
_hooks: list[Any] = []
"""While anything is watched: this module's hook for errors that Python drops, and the one before it."""


def _watch(stretch: Interruptible) -> None:
    """Learn of it when the interruption of a stretch is lost; other errors that Python drops are told as ever."""
    with _WATCHING:
        if not _WATCHED:
            before = sys.unraisablehook

            def hook(dropped: sys.UnraisableHookArgs) -> None:
                # It is called anywhere, so it takes no lock.
                if dropped.exc_type is not Interrupted:
                    before(dropped)
                    return
                watched = _WATCHED.copy()
                here = [one for one in watched if one.is_ended_here()]
                if not here:
                    _start_anew(dropped.object)
                for one in here or watched:
                    one.lost()

            sys.unraisablehook = hook
            _hooks[:] = hook, before
        _WATCHED.add(stretch)


def _start_anew(first: Any) -> None:
    """Start a thread whose first function ended before its first step: in Python 3.11 a thread has the identity of the
    one that starts it until it runs, and so gets what is raised in that one.
    """
    if isinstance(first, MethodType) and isinstance(first.__self__, threading.Thread):
        _thread.start_new_thread(first, ())


def _unwatch(stretch: Interruptible) -> None:
    with _WATCHING:
        _WATCHED.discard(stretch)
        if not _WATCHED and sys.unraisablehook is _hooks[0]:
            sys.unraisablehook = _hooks[1]
