"""JSON forms of puzzles and solutions, in both directions, for kinds of any package.

A kind that is a dataclass has them for nothing: `puzzle_form` writes the field ``puzzle``, its kind, and those of the
dataclass, and `puzzle_from_form` gives them back to the constructor as the annotations say (`readers._conversion`).

>>> from dataclasses import dataclass
>>> from cpmodels.base.puzzle import Grid
>>> @dataclass(frozen=True)
... class Sums(Puzzle[Grid]):
...     '''Numbers on a board, so that rows have these sums.'''
...
...     kind = "sums"
...     rows: tuple[int, ...]
...     cell: tuple[int, int] | None = None
...
...     def check(self, solution):
...         return []
>>> puzzle_form(Sums((3, 4), (0, 1)))
{'puzzle': 'sums', 'rows': [3, 4], 'cell': [0, 1]}
>>> puzzle_from_form(Sums, {"rows": [3, 4], "cell": [0, 1]})
Sums(rows=(3, 4), cell=(0, 1))
>>> puzzle_from_form(Sums, {"row": [3, 4]})
Traceback (most recent call last):
...
cpmodels.base.errors.PuzzleError: unknown field 'row'; did you mean 'rows'?

A field that stands in files under another name, in another shape or not at all says so in its metadata
(`cpmodels.base.fields`).  A kind whose form is another altogether registers functions of its own, here or in a module
to which its entry point in the group ``cpmodels.readers`` leads: ``@puzzle_form.register(Sums)`` and so on.
"""

from __future__ import annotations

from typing import Any, TypeVar

from cpmodels.base._keywords import check_spelling
from cpmodels.base.errors import KindError, PuzzleError
from cpmodels.base.kinds import open_function
from cpmodels.base.puzzle import Puzzle, Solution
from cpmodels.base.values import listed
from readers._conversion import Form, form_fields, from_object, to_object
from readers.recognition import remark

__all__ = ["Form", "fields_of", "puzzle_form", "puzzle_from_form", "solution_form", "solution_from_form"]

P = TypeVar("P", bound=Puzzle[Any])
T = TypeVar("T")
GROUP = "cpmodels.readers"
FREE = ("puzzle", "name", "description", "source")
"""Fields that say nothing of the rules: any form may have them."""


@open_function(GROUP)
def puzzle_form(puzzle: Puzzle[Any]) -> Form:
    """The JSON form of a puzzle: an object of lists, texts and numbers; its name is left out when it has none.

    Raises KindError for what is not a puzzle, or is made of values that have no form in JSON.

    >>> from cpmodels import Zip
    >>> puzzle_form(Zip(1, 3, waypoints=[(0, 0)]))
    {'puzzle': 'zip', 'rows': 1, 'cols': 3, 'numbers': [[0, 0, 1]], 'walls': []}
    """
    if not isinstance(puzzle, Puzzle):
        raise KindError(f"there is no JSON form for {type(puzzle).__name__}")
    form = to_object(puzzle)
    if "puzzle" in form:
        raise KindError(f"the kind {puzzle.kind!r} has no JSON form, as its field 'puzzle' would be taken for the kind")
    name = {"name": form.pop("name")} if "name" in form else {}
    return {"puzzle": puzzle.kind} | {key: value for key, value in name.items() if value is not None} | form


@open_function(GROUP)
def puzzle_from_form(kind: type[P], form: Form) -> P:
    """The puzzle of a kind, a class, in a JSON form.  Fields that are passed over are named in a remark.

    Raises PuzzleError, which names the field that is unknown, missing or wrong, or is what the constructor says.

    >>> from cpmodels import Zip
    >>> puzzle_from_form(Zip, {"rows": 1, "cols": 3, "numbers": [[0, 0, 1]]})
    Zip(rows=1, cols=3, waypoints=((0, 0),), walls=(), name=None)
    """
    puzzle: P = from_object(form, kind, free=FREE, further=kind.further_fields)
    known = {*FREE, "solution", "solutions", *(field.key for field in form_fields(kind))}
    if unknown := [field for field in form if field not in known]:
        remark(f"not known, and passed over: {listed(unknown)}", is_certain=True)
    return puzzle


def record(cls: type[T], form: Form) -> T:
    """The dataclass of an object of another program, in which further fields are passed over.  Raises PuzzleError."""
    made: T = from_object(form, cls, free=FREE, further=True)
    return made


@open_function(GROUP)
def solution_form(solution: Solution) -> Form:
    """The JSON form of a solution.  Raises KindError for what is not a solution.

    >>> from cpmodels import Path
    >>> solution_form(Path([(0, 0), (0, 1)]))
    {'path': [[0, 0], [0, 1]]}
    """
    if not isinstance(solution, Solution):
        raise KindError(f"there is no JSON form for {type(solution).__name__}")
    return to_object(solution)


@open_function(GROUP)
def solution_from_form(puzzle: Puzzle[Any], form: Form) -> Solution:
    """The solution of a puzzle in a JSON form; it need not be right, only well-formed: see the puzzle's `check`.

    Raises PuzzleError, which names the field that is unknown, missing or wrong.

    >>> from cpmodels import Zip
    >>> solution_from_form(Zip(1, 2), {"path": [[0, 0], [0, 1]]})
    Path(cells=((0, 0), (0, 1)))
    """
    expected = fields_of(type(puzzle))
    check_spelling(form, expected)
    if absent := [field for field in expected if field not in form]:
        raise PuzzleError(
            f"a solution of the kind {puzzle.kind} needs the field {absent[0]!r}, which is missing: "
            f"`cpmodels schema {puzzle.kind} --solution` prints what it may have"
        )
    solution: Solution = from_object(form, puzzle.solution_type, free=form)
    return solution


def fields_of(kind: type[Puzzle[Any]]) -> tuple[str, ...]:
    """The fields that a solution of a kind must have in JSON.  Raises KindError when it has no type of solutions."""
    solution_type: Any = getattr(kind, "solution_type", None)
    if solution_type is None:
        raise KindError(f"the kind {kind.kind!r} has no type for its solutions: make it a subclass of Puzzle[...]")
    return tuple(field.key for field in form_fields(solution_type) if field.required)
