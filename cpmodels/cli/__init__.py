"""The command line, ``cpmodels`` or ``python -m cpmodels``: a module for each command or small family of commands.

The modules load readers, renderers and solvers when a command runs, so that help is quick.  A command returns its exit
status; whatever goes wrong is an exception, of which `main` makes one sentence and an exit status.

This module, as `cpmodels` itself, loads next to nothing that Python has not loaded before: so Ctrl-C ends the command
line properly from its first moment on.
"""

import os
import sys
import time

from cpmodels.cli._statuses import ANSWERED, BAD_INPUT, BROKEN, STATUSES, STOPPED, incomplete

TYPE_CHECKING = False  # For type checkers, who take it for True.
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any

    from cpmodels.cli._commands import cli

__all__ = ["ANSWERED", "BAD_INPUT", "BROKEN", "STATUSES", "STOPPED", "cli", "main", "program"]

ERRORS = 2
"""The descriptor of standard error."""

REPEATED = 0.5
"""Seconds after a Ctrl-C in which another one is the same: a key that is held sends 30 a second, and what a process
sends to the whole group comes once more from the process that waits for this one."""


def program() -> None:
    """Run the command line as the program that it is: a crash of machine code, such as OR-Tools, is a sentence, too."""
    try:
        from cpmodels.cli._guard import guarded, wanted

        if guarded() and not wanted():
            global ERRORS
            from cpmodels.base._processes import quiet_crashes

            ERRORS = quiet_crashes()
    except KeyboardInterrupt:
        stop_at_once()
    try:
        main()
    except SystemExit as end:
        if not isinstance(end.code, int) or is_watched():  # not a number: a file of the user's ended the program
            raise
        import atexit

        from cpmodels.base._checkpoints import halt_all
        from cpmodels.cli._streams import give_up_unwritten

        # Python would wait for what was left behind, as the compiling of machine code, which may take many seconds, and
        # look through all that was loaded for garbage.
        halt_all()
        atexit._run_exitfuncs()
        give_up_unwritten()
        os._exit(end.code)


def is_watched() -> bool:
    """Whether a profiler, a tracer or the like runs the program, which says at the ordinary end what it has seen."""
    if sys.version_info >= (3, 12) and any(map(sys.monitoring.get_tool, range(6))):
        return True
    return bool(sys.getprofile() or sys.gettrace())


def main() -> None:
    """Run the command line; every failure is one sentence on standard error, after its traceback with --debug."""
    try:
        import gc
        import signal

        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, Stop())
        gc.disable()  # What is loaded stays.
        from cpmodels import _cp_model
        from cpmodels.cli._commands import run

        gc.enable()
        _cp_model.is_program = True
        status = run()
    except KeyboardInterrupt:
        stop_at_once()
    except ImportError as error:
        from cpmodels.cli._guard import is_debugged

        if is_debugged():
            raise
        status = BAD_INPUT
        print(f"cpmodels: {incomplete(error)}", file=sys.stderr)
    sys.exit(status)


class Stop:
    """What Ctrl-C does: it raises KeyboardInterrupt, but ends a program that is just importing a module at once.

    Modules make other errors of a KeyboardInterrupt, or lose it.  One that repeats another does nothing: it would end
    the program while that tells what was found.
    """

    def __init__(self) -> None:
        self._last = float("-inf")

    def __call__(self, _: int, frame: "FrameType | None") -> None:
        before, self._last = self._last, time.monotonic()
        if self._last - before < REPEATED:
            return
        while frame:
            if frame.f_code.co_filename.startswith("<frozen importlib"):
                stop_at_once()
            frame = frame.f_back
        raise KeyboardInterrupt


def stop_at_once() -> None:
    """End the program as a command does that was stopped."""
    show_cursor = "\x1b[?25h" if sys.stderr and sys.stderr.isatty() else ""
    try:
        os.write(ERRORS, f"{show_cursor}cpmodels: stopped\n".encode())
    finally:
        os._exit(STOPPED)


def __getattr__(name: str) -> "Any":
    if name == "cli":
        from cpmodels.cli._commands import cli

        return cli
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
