"""What processes of our own do: they end with the one that began them, and crash quietly.

And how Ctrl-C is held off for a moment in this one.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


def end_with(descriptor: int) -> None:
    """Let the system end this process when the other end of a pipe closes: when the process that holds it is gone.

    Nothing in Python could do so while a solver runs.  Where there are no such signals, it runs on to its end.
    """
    with suppress(ImportError, AttributeError, OSError):
        import fcntl

        fcntl.fcntl(descriptor, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(descriptor, fcntl.F_SETFL, fcntl.fcntl(descriptor, fcntl.F_GETFL) | os.O_ASYNC)


def quiet_crashes() -> int:
    """Let what machine code writes to standard error as it crashes, pages of addresses, go nowhere from now on.

    `sys.stderr` writes to standard error as ever, by a descriptor of its own, which is given back.
    """
    if sys.stderr is None:
        return 2
    kept = os.dup(2)
    encoding, errors = sys.stderr.encoding, sys.stderr.errors
    sys.stderr = sys.__stderr__ = os.fdopen(kept, "w", 1, encoding, errors)  # type: ignore[misc]
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    os.close(nowhere)
    return kept


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
