"""The errors of the library: each is one sentence that names the file, line, cell, piece or variable.

All are a `CpmodelsError`; those that a caller can act on in different ways are classes of their own:

>>> issubclass(TooLargeError, PuzzleError) and issubclass(PuzzleError, CpmodelsError)
True
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unicodedata import category


def visible(text: str) -> str:
    r"""A text as it may go to a terminal: what would steer that, or cannot be seen, is written as Python writes it.

    >>> print(visible("red \x1b[31m, \u202e, \udcff, ┏━┓"))
    red \x1b[31m, \u202e, \udcff, ┏━┓
    """
    if text.isprintable():
        return text
    return "".join(
        c if c.isprintable() or c == "\n" or category(c) == "Zs" else c.encode("unicode_escape").decode() for c in text
    )


class CpmodelsError(Exception):
    """Anything that this library refuses or cannot do, said in one sentence.

    Its text can be shown on any terminal, whatever names and values it quotes.
    """

    def __str__(self) -> str:
        return visible(super().__str__())


class PuzzleError(CpmodelsError, ValueError):
    """A puzzle or a solution, in Python or in a file, that breaks its own form or its own rules."""


class TooLargeError(PuzzleError):
    """A puzzle whose model would not fit into memory."""


class ModelError(CpmodelsError, ValueError):
    """A model, constraint or graph put together wrongly, as with a literal of another model or an unknown node."""


class KindError(CpmodelsError, TypeError):
    """A kind of puzzle that is registered twice, or does not have what is asked of it, such as a model."""


class ParameterError(CpmodelsError, ValueError):
    """A parameter of a search, a drawing or a command that is unknown or out of range."""


class UnsupportedError(KindError):
    """A puzzle that a solver, or a loop, has no form for, or a task that it cannot do; other solvers may."""


class KeywordError(ParameterError, TypeError):
    """A keyword that a function, or a kind of puzzle, does not have; the sentence names the one that was meant."""


class MissingExtraError(CpmodelsError, ImportError):
    """A package that an optional feature needs and that is not installed; the sentence names the extra."""


class LedgerError(CpmodelsError, ValueError):
    """A ledger that cannot be used: damaged, not writable, or of another sweep."""


class LedgerInUseError(LedgerError):
    """A ledger that another sweep is writing to."""


class CertificateError(CpmodelsError, ValueError):
    """A file that is not a certificate, or a damaged one; one that claims what is wrong is refused without an error."""


class EngineError(CpmodelsError, RuntimeError):
    """A solver that broke down; the puzzle is not at fault."""


class StoppedError(CpmodelsError):
    """A search, or the building of its model, was stopped before there was an answer: the time was up, say."""


class WorkersLostError(CpmodelsError, RuntimeError):
    """The workers of a sweep were lost again and again; what they had finished is in its ledger."""


class WrongSolutionError(CpmodelsError, AssertionError):
    """A model's solution failed the puzzle's own check: a defect of the model, never of the input."""


LONGEST_SENTENCE = 400
"""An error that quotes more of a file than this is cut short."""


@contextmanager
def naming(name: str) -> Iterator[None]:
    """Put `name`, if any, before the sentence of any PuzzleError, which stays one line of bearable length.

    >>> with naming("mine.json"):
    ...     raise PuzzleError("there are no pieces")
    Traceback (most recent call last):
    ...
    cpmodels.errors.PuzzleError: mine.json: there are no pieces
    """
    try:
        yield
    except PuzzleError as error:
        if not name:
            raise
        words = " ".join(str(error)[: 2 * LONGEST_SENTENCE].split())
        sentence = words if len(words) <= LONGEST_SENTENCE else words[:LONGEST_SENTENCE] + "..."
        named = type(error).__new__(type(error))
        named.__dict__.update(error.__dict__)
        named.args = (f"{name}: {sentence}",)
        raise named from error


class DefectError(CpmodelsError, AssertionError):
    """A kind of puzzle, or its model, is not what it has to be: `cpmodels.testing` has found it out."""
