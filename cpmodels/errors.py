"""The errors of the library: every one is a sentence that names the file, line, cell or piece."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike, fspath


class PuzzleError(ValueError):
    """Input that is no puzzle, or no answer to one: it breaks its own form or its own rules."""


class TooLargeError(PuzzleError):
    """A puzzle whose model would not fit into memory."""


class WorkersLostError(RuntimeError):
    """The workers of a sweep were lost again and again; what they had finished is in its ledger."""


class WrongAnswerError(AssertionError):
    """A model's answer failed the puzzle's own check: a defect of the library, never of the input."""


@contextmanager
def writing(path: str | PathLike[str]) -> Iterator[None]:
    """An OSError inside names the file that is being written: one of a full disk does not know it."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = fspath(path)
        raise
