"""What processes of our own do: they end with the one that began them, and crash quietly."""

from __future__ import annotations

import os
import sys
from contextlib import suppress


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
