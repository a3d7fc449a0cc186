"""JSON Schemas, of the 2020-12 dialect, of the forms in which puzzles and solutions are read and written.

They are made of what the readers themselves use, the annotations of a kind's dataclass and the metadata of its fields
(`cpmodels.base.fields`).  So a kind of any package has them for nothing:

>>> from dataclasses import dataclass
>>> from cpmodels.base.puzzle import Grid
>>> @dataclass(frozen=True)
... class Rows(Puzzle[Grid]):
...     '''Numbers on a board, so that rows have these sums.
...
...     sums: the sum of each row.
...     '''
...
...     kind = "rows"
...     sums: tuple[int, ...]
...
...     def check(self, solution):
...         return []
>>> schema = puzzle_schema(Rows)
>>> schema["properties"]["sums"]
{'description': 'the sum of each row.', 'type': 'array', 'items': {'type': 'integer'}}
>>> schema["required"]
['sums']

What a schema rejects, the reader rejects, but for the forms of other programs that it knows.  It is stricter: no schema
can say, for one, that a board has as many pieces as cells.
"""

from __future__ import annotations

from typing import Any

from cpmodels.base.errors import KindError
from cpmodels.base.kinds import open_function
from cpmodels.base.puzzle import Puzzle
from readers._conversion import Form, record_schema
from readers.forms import FREE, GROUP, fields_of, puzzle_from_form, solution_from_form

__all__ = ["puzzle_schema", "solution_schema", "solutions_schema"]

DIALECT = "https://json-schema.org/draft/2020-12/schema"


@open_function(GROUP)
def puzzle_schema(kind: type[Puzzle[Any]]) -> Form:
    """The JSON Schema of the puzzles of a kind, a class.

    A kind that reads a form of its own registers a function.

    Raises KindError for a kind that does so without a schema, and for what has no form in JSON.

    >>> from cpmodels import Zip
    >>> puzzle_schema(Zip)["required"]
    ['rows', 'cols']
    """
    _has_no_form_of_its_own(kind, puzzle_from_form)
    defs: dict[str, Form] = {}
    free = {"puzzle": {"const": kind.kind}} | {field: {} for field in FREE[1:]}
    schema = record_schema(kind, defs, free, further=kind.further_fields)
    return _document(kind, "a puzzle", schema, defs)


@open_function(GROUP)
def solution_schema(kind: type[Puzzle[Any]]) -> Form:
    """The JSON Schema of a solution of a kind, a class.  Raises KindError as `puzzle_schema` does.

    >>> from cpmodels import EdgeMatching
    >>> solution_schema(EdgeMatching)["required"]
    ['board']
    """
    _has_no_form_of_its_own(kind, solution_from_form)
    fields_of(kind)  # says what is wrong with its type of solutions
    defs: dict[str, Form] = {}
    schema = record_schema(kind.solution_type, defs, {}, further=True)
    return _document(kind, "a solution", schema, defs)


def solutions_schema(kind: type[Puzzle[Any]]) -> Form:
    """The JSON Schema of all that is read as solutions of a kind: one, an object that has it as its field ``solution``,
    as `cpmodels solve --json` prints it, a list of these, or an object that has such a list as its field ``solutions``.

    Raises KindError as `solution_schema` does.

    >>> from cpmodels import Zip
    >>> [option.get("type") for option in solutions_schema(Zip)["anyOf"]]
    [None, 'array', 'object']
    """
    solution = solution_schema(kind)
    defs = solution.pop("$defs", {})
    defs["solution"] = {key: value for key, value in solution.items() if key not in ("$schema", "title")}
    within = {"type": "object", "properties": {"solution": {"$ref": "#/$defs/solution"}}, "required": ["solution"]}
    defs["one"] = {"anyOf": [{"$ref": "#/$defs/solution"}, within]}
    several = {"type": "array", "items": {"$ref": "#/$defs/one"}, "minItems": 1}
    wrapped = {"type": "object", "properties": {"solutions": several}, "required": ["solutions"]}
    return _document(kind, "solutions", {"anyOf": [{"$ref": "#/$defs/one"}, several, wrapped]}, defs)


def _has_no_form_of_its_own(kind: type[Puzzle[Any]], reader: Any) -> None:
    if reader.is_implemented(kind):
        raise KindError(f"the kind {kind.kind!r} reads a form of its own and has registered no JSON Schema of it")


def _document(kind: type[Puzzle[Any]], of: str, schema: Form, defs: Form) -> Form:
    """The schema of a puzzle or of solutions of a kind as a document, with the schemas to which it refers."""
    title = f"{kind.title or kind.kind.replace('_', ' ')}: {of}"
    return {"$schema": DIALECT, "title": title} | schema | ({"$defs": defs} if defs else {})
