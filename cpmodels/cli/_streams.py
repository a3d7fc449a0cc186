"""Standard input, output and error as the commands need them: open, and able to take any text."""

from __future__ import annotations

import codecs
import os
import signal
import sys
from contextlib import suppress
from typing import NoReturn
from unicodedata import name, normalize

from cpmodels.base.files import naming_file
from cpmodels.cli._statuses import STOPPED

INSTEAD = dict(zip("·•○●■◆▲★▒░\N{MULTIPLICATION SIGN}✗", ".*o@#*^*#:xx", strict=True))
INSTEAD |= dict(zip("←↑→↓↖↗↘↙∧\N{LOGICAL OR}☀☾☼♛♣▭▯", "<^>v\\/\\/^v*(*QT=I", strict=True))
"""ASCII characters for those of boards."""
STROKES = {"HORIZONTAL": "-", "LEFT": "-", "RIGHT": "-", "VERTICAL": "|", "UP": "|", "DOWN": "|"}
"""ASCII characters for those that draw one straight line, by the last word of their names."""


def prepare() -> None:
    """Make the standard streams such that a command can use them, whatever they are.

    What is closed becomes the null device, lest another file take its number; characters that a stream's encoding does
    not have become the nearest in ASCII.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    if sys.stderr is None:  # `print` and click would take standard output.
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    codecs.register_error("cpmodels.ascii", in_ascii)
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError):
            stream.reconfigure(errors="cpmodels.ascii")  # type: ignore[union-attr]


def in_ascii(error: UnicodeError) -> tuple[str, int]:
    """The characters that cannot be encoded, each as one in ASCII: lines as ``+``, ``-`` and ``|``."""
    assert isinstance(error, UnicodeEncodeError)
    return "".join(map(nearest, error.object[error.start : error.end])), error.end


def nearest(character: str) -> str:
    """The ASCII character that is nearest to one that is not."""
    if character in INSTEAD:
        return INSTEAD[character]
    words = name(character, "").split()
    if words[:2] == ["BOX", "DRAWINGS"]:
        if "DIAGONAL" in words:
            return {"LEFT": "/", "RIGHT": "\\"}.get(words[-1], "X")
        return "+" if "AND" in words else STROKES.get(words[-1], "+")
    base = normalize("NFKD", character)[0]
    return base if base.isascii() else "?"


def flush() -> None:
    """Write out all that was printed."""
    with naming_file("standard output"):
        if sys.stdout is not None:
            sys.stdout.flush()


def give_up_unwritten() -> None:
    """Have what cannot be written go nowhere, quietly: else the interpreter tries again, and ends in its own way."""
    for stream in filter(None, (sys.stdout, sys.stderr)):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def end_by_broken_pipe() -> NoReturn:
    """End as programs do whose reader has gone away: by the signal SIGPIPE, on systems that have it."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        signal.raise_signal(signal.SIGPIPE)
    sys.exit(STOPPED)
