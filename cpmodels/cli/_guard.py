"""The command line in a process of its own, so that machine code that crashes ends it with a sentence and a status.

As `cpmodels.cli`, this loads nothing that Python has not loaded before, or next to nothing.
"""

import os
import signal
import sys
from contextlib import suppress

from cpmodels.base._processes import end_with
from cpmodels.cli._statuses import STOPPED

CRASHES = {getattr(signal, name) for name in ("SIGABRT", "SIGBUS", "SIGFPE", "SIGILL", "SIGSEGV", "SIGTRAP")
           if hasattr(signal, name)}  # fmt: skip


def guarded() -> bool:
    """Go on in a process of its own, and give back True there; the first process waits, and ends as that one does.

    The first one passes on the signals that processes send it; those of the terminal come to both.  Where the system
    cannot distinguish the two (all but Linux and a few others), lacks a standard stream, or begins no process: go on
    here, False.
    """
    if not hasattr(signal, "sigwaitinfo") or None in (sys.stdin, sys.stdout, sys.stderr):
        return False
    passed_on = {signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM}
    reader, writer = os.pipe()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD, *passed_on})
    try:
        child = os.fork()
    except OSError:  # No process can begin: the command does without.
        os.close(reader)
        os.close(writer)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        return False
    if child:
        os.close(reader)
        _end_as(_status(child, passed_on))
    os.close(writer)
    end_with(reader)
    signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return True


def wanted() -> bool:
    """Whether the caller wants what is written to the descriptor of standard error, past `sys.stderr`.

    So it is with --debug, with a file of that name, and where Python was asked to report crashes or imports.
    """
    is_file = any(word.endswith(("/dev/stderr", "/fd/2")) for word in sys.argv)
    return is_file or is_debugged() or bool(sys._xoptions) or "faulthandler" in sys.modules


def is_debugged() -> bool:
    return "--debug" in sys.argv


def _status(child: int, passed_on: set[signal.Signals]) -> int:
    """How the other process ended, as `os.waitpid` says it."""
    while True:
        came = signal.sigwaitinfo({signal.SIGCHLD, *passed_on})
        if came.si_signo != signal.SIGCHLD:
            if came.si_code <= 0:  # A process sent it.
                os.kill(child, came.si_signo)
            continue
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return status


def _end_as(status: int) -> None:
    """End this process as the other one ended or, where that crashed, with a sentence."""
    if os.WIFEXITED(status):
        os._exit(os.WEXITSTATUS(status))
    ended_by = signal.Signals(os.WTERMSIG(status))
    if ended_by in CRASHES:
        show_cursor = "\x1b[?25h" if os.isatty(2) else ""
        sentence = (
            f"a crash of OR-Tools, or of other machine code, ended the search ({ended_by.name}): nothing is proved"
        )
        os.write(2, f"{show_cursor}cpmodels: {sentence}\n".encode())
        os._exit(STOPPED)
    with suppress(OSError):  # There is none for SIGKILL.
        signal.signal(ended_by, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {ended_by})
    os.kill(os.getpid(), ended_by)
    os._exit(STOPPED)
