"""The errors of the library: each is one sentence that names the file, line, cell, piece or variable.

All are a `CpmodelsError`; those that a caller can act on in different ways are classes of their own:

>>> issubclass(TooLargeError, PuzzleError) and issubclass(PuzzleError, CpmodelsError)
True
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from textwrap import shorten
from unicodedata import category

__all__ = [
    "CertificateError",
    "CpmodelsError",
    "DefectError",
    "EngineError",
    "KeywordError",
    "KindError",
    "LedgerError",
    "LedgerInUseError",
    "MissingExtraError",
    "ModelError",
    "ParameterError",
    "PuzzleError",
    "StoppedError",
    "TooLargeError",
    "UnsupportedError",
    "WorkersLostError",
    "WrongSolutionError",
    "naming",
    "visible",
]


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


def shown(value: object) -> str:
    """A value as an error message quotes it: on one line, and not at any length.

    >>> shown(list(range(100)))
    '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16...'
    """
    try:
        text = in_digits(value)
    except Exception:  # as of a list with a whole number of thousands of digits
        return f"a value of type {type(value).__name__}"
    if "\n" in text:
        text = " ".join(text.split())
    return text if len(text) <= 60 else f"{text[:57]}..."


def in_digits(value: object) -> str:
    """The text of a value, also of a whole number of more digits than Python itself writes, which is 4,300.

    >>> len(in_digits(10**5000))
    5001
    """
    return f"{Decimal(value):f}" if type(value) is int else repr(value)


def listed(values: Sequence[object], most: int = 6) -> str:
    """The first few values, as an error message lists them.

    >>> listed([1, 2, 3], most=2)
    '1, 2 and 1 more'
    """
    first = ", ".join(map(str, values[:most]))
    return first + (f" and {len(values) - most} more" if len(values) > most else "")


class CpmodelsError(Exception):
    """Anything that this library refuses or cannot do, said in one sentence.

    Its text can be shown on any terminal, whatever names and values it quotes.

    >>> import cpmodels as cm
    >>> try:
    ...     cm.solve("zip-5")
    ... except CpmodelsError as error:
    ...     print(error)
    there is no file or built-in puzzle 'zip-5'; did you mean 'zip-8'? see `cpmodels list`
    """

    def __str__(self) -> str:
        return visible(super().__str__())


class PuzzleError(CpmodelsError, ValueError):
    """A puzzle or a solution, in Python or in a file, that breaks its own form or its own rules.

    >>> import cpmodels as cm
    >>> cm.Zip(2, 2, waypoints=[(0, 2)])
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.PuzzleError: number 1 is at (0, 2), off the 2 x 2 board
    """


class TooLargeError(PuzzleError):
    """A puzzle whose model would not fit into memory.

    >>> import cpmodels as cm
    >>> cm.build(cm.Garden.hanging(box=(40, 40, 40)))
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.TooLargeError: a box of 64000 cells needs 4,032,000 variables, but at most 500,000 are allowed
    """


class ModelError(CpmodelsError, ValueError):
    """A model, constraint or graph put together wrongly, as with a literal of another model or an unknown node.

    >>> import cpmodels as cm
    >>> cm.Graph("ab", [("a", "c")])
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.ModelError: the edge ('a', 'c') ends in 'c', which is not a node of the graph
    """


def invalid_model(said: str) -> ModelError:
    """The error of a model that CP-SAT calls invalid, with what it says of it, which may be long, in one line.

    >>> invalid_model("in a constraint:   linear {}")
    ModelError('CP-SAT calls the model invalid: in a constraint: linear {}')
    """
    return ModelError(f"CP-SAT calls the model invalid: {shorten(said, 300, placeholder=' ...')}")


class KindError(CpmodelsError, TypeError):
    """A kind of puzzle that is registered twice, or does not have what is asked of it, such as a model.

    >>> import cpmodels as cm
    >>> cm.solve(3)
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.KindError: expected a puzzle, its name, its file, its JSON object, or a model, not 3
    """


class ParameterError(CpmodelsError, ValueError):
    """A parameter of a search, a drawing or a command that is unknown or out of range.

    >>> import cpmodels as cm
    >>> cm.solve("zip-4", time_limit=-1)
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.ParameterError: the time limit must be a positive number of seconds, not -1
    """


class UnsupportedError(KindError):
    """A puzzle that a solver, or a loop, has no form for, or a task that it cannot do; other solvers may.

    >>> import cpmodels as cm
    >>> from cpmodels.racing import Solver
    >>> Solver("loop", "mine", iter, kinds=("zip",)).refuse(cm.Garden.packed((4, 4)), "first")
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.UnsupportedError: loop takes puzzles of the kind zip, not garden
    """


class KeywordError(ParameterError, TypeError):
    """A keyword that a function, or a kind of puzzle, does not have; the sentence names the one that was meant.

    >>> import cpmodels as cm
    >>> cm.Zip(2, 2, wall=[((0, 0), (0, 1))])
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.KeywordError: Zip has no keyword 'wall'; did you mean 'walls'?
    """


class MissingExtraError(CpmodelsError, ImportError):
    """A package that something needs and that is not installed; the sentence says what pip is to install.

    >>> from cpmodels.racing import Solver
    >>> Solver("mine", "mine", iter, module="uninstalled", package='"cpmodels[mine]"').require()
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.MissingExtraError: mine needs uninstalled, which is not installed: pip install "cpmodels[mine]"
    """


class LedgerError(CpmodelsError, ValueError):
    """A ledger that cannot be used: damaged, not writable, or of another sweep.

    >>> import cpmodels as cm
    >>> cm.merge("all.led", "no-such.led")
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.LedgerError: there is no ledger no-such.led
    """


class LedgerInUseError(LedgerError):
    """A ledger that another sweep is writing to."""


class CertificateError(CpmodelsError, ValueError):
    """A file that is not a certificate, or a damaged one; one that claims what is wrong is refused without an error.

    >>> import cpmodels as cm
    >>> cm.verify("no-such.zip")
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.CertificateError: no-such.zip: cannot be read: no such file or directory
    """


class EngineError(CpmodelsError, RuntimeError):
    """A solver that broke down; the puzzle is not at fault."""


class StoppedError(CpmodelsError):
    """A search, or the building of its model, was stopped before there was an answer: the time was up, say.

    >>> import cpmodels as cm
    >>> cm.why_infeasible("zip-parity", time_limit=1e-9)
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.StoppedError: the time was up
    """


class WorkersLostError(CpmodelsError, RuntimeError):
    """The workers of a sweep were lost again and again; what they had finished is in its ledger."""


class WrongSolutionError(CpmodelsError, AssertionError):
    """A model's solution failed the puzzle's own check, or its image under a symmetry did: a defect of the model.

    >>> import cpmodels as cm
    >>> from ortools.sat.python import cp_model
    >>> cp = cp_model.CpModel()
    >>> model = cm.Model(cm.Zip(1, 1), cp, [cp.new_bool_var("")], decode=lambda values: cm.Path([(5, 5)]))
    >>> cm.solve(model, workers=1)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.WrongSolutionError: a solution of the model breaks the puzzle's rules: the path leaves ...
    """


LONGEST_SENTENCE = 400
"""An error that quotes more of a file than this is cut short."""


@contextmanager
def naming(name: str) -> Iterator[None]:
    """Put `name`, if any, before the sentence of any error of this library, which stays one line of bearable length.

    >>> with naming("mine.json"):
    ...     raise PuzzleError("there are no pieces")
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.PuzzleError: mine.json: there are no pieces
    """
    try:
        yield
    except CpmodelsError as error:
        if not name:
            raise
        words = " ".join(str(error)[: 2 * LONGEST_SENTENCE].split())
        sentence = words if len(words) <= LONGEST_SENTENCE else words[:LONGEST_SENTENCE] + "..."
        named = type(error).__new__(type(error))
        named.__dict__.update(error.__dict__)
        named.args = (f"{name}: {sentence}",)
        raise named from error


class DefectError(CpmodelsError, AssertionError):
    """A kind of puzzle contradicts itself: its model, its description and what else it says do not go together.

    `cpmodels.testing` finds it out on a small puzzle, and every search finds what costs little.

    >>> import cpmodels as cm
    >>> class Bright(cm.Puzzle[cm.Assignment]):
    ...     kind, maximise = "bright", "light"
    ...     def check(self, solution):
    ...         return []
    ...     def model(self, cp):
    ...         return cm.Model(self, cp, [cp.new_bool_var("lamp")])
    ...     def amount(self, solution):
    ...         return len(solution.true)
    >>> cm.solve(Bright())
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.DefectError: Bright maximises its light, but its model has no objective
    """
