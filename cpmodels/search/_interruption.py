"""Code that another thread can end, as Ctrl-C ends that of the main thread."""

from __future__ import annotations

import ctypes
import threading
from types import TracebackType


class Interrupted(BaseException):
    """Raised in code that is ended from outside; like KeyboardInterrupt no `Exception`, so that no handler takes it."""


class Interruptible:
    """A stretch of Python code, as the body of a `with`, that any thread can end by raising `Interrupted` in it.

    Code in Python ends at once, whoever wrote it; a function in C, such as a run of a solver, first returns.  It must
    leave nothing half done that is used later.

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

    def __enter__(self) -> Interruptible:
        with self._lock:
            self._thread = threading.get_ident()
        return self

    def interrupt(self) -> None:
        """End what runs inside, if anything does; only once, so that its own tidying up is left to end."""
        with self._lock:
            if self._thread is not None and not self._interrupted:
                self._interrupted = True
                _raise_in(self._thread, Interrupted)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._lock:
            thread, self._thread = self._thread, None
            if thread is not None and self._interrupted:
                _raise_in(thread, None)  # It may not have been raised yet, and must not be now.


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Let a thread raise an error in its next step of Python; None takes one back that was not raised yet."""
    argument = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), argument)
