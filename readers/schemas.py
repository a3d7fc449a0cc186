"""JSON Schemas, of the 2020-12 dialect, of the forms in which puzzles and solutions are read and written.

They are made of what the readers themselves use: the annotations of a kind's dataclass, or the struct into which
a kind with a form of its own converts it.  So a kind of any package has them for nothing:

>>> from dataclasses import dataclass
>>> from cpmodels.puzzle import Grid
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
['puzzle', 'sums']

Whatever a schema rejects, the reader rejects.  The reader is stricter: no schema can say, for one, that a board has as
many pieces as cells.
"""

from __future__ import annotations

from typing import Any

import msgspec

from cpmodels._docstrings import described
from cpmodels.errors import KindError
from cpmodels.kinds import open_function
from cpmodels.puzzle import Puzzle
from readers._conversion import Form, record_schema
from readers.forms import FREE, GROUP, fields_of, puzzle_from_form, solution_from_form

__all__ = ["printed_schema", "puzzle_schema", "solution_schema", "solutions_schema", "struct_schema"]

DIALECT = "https://json-schema.org/draft/2020-12/schema"


@open_function(GROUP)
def puzzle_schema(kind: type[Puzzle[Any]]) -> Form:
    """The JSON Schema of the puzzles of a kind, a class.

    A kind that reads a form of its own registers a function, most often one that calls `struct_schema`.

    Raises KindError for a kind that does so without a schema, and for what has no form in JSON.

    >>> from cpmodels import Zip
    >>> puzzle_schema(Zip)["required"]
    ['rows', 'cols']
    """
    _has_no_form_of_its_own(kind, puzzle_from_form)
    defs: dict[str, Form] = {}
    schema = record_schema(kind, defs, {"puzzle": {"const": kind.kind}} | {field: {} for field in FREE[1:]}, ["puzzle"])
    return _document(kind, "a puzzle", schema, defs)


@open_function(GROUP)
def solution_schema(kind: type[Puzzle[Any]]) -> Form:
    """The JSON Schema of a solution of a kind, a class.  Raises KindError as `puzzle_schema` does.

    >>> from cpmodels import EdgeMatching
    >>> solution_schema(EdgeMatching)["required"]
    ['board']
    """
    _has_no_form_of_its_own(kind, solution_from_form)
    fields_of(kind)  # says what is wrong with its type of solutions, and loads the names of its fields
    defs: dict[str, Form] = {}
    schema = record_schema(kind.solution_type, defs, {}) | {"additionalProperties": True}
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


def struct_schema(kind: type[Puzzle[Any]], struct: type[msgspec.Struct], *, of: str = "a puzzle") -> Form:
    """The JSON Schema of a form that is converted into a struct; what its fields mean is told by the kind's docstring.

    of: what it is the form of, ``"a puzzle"`` or ``"a solution"``.

    >>> from cpmodels import Zip
    >>> class Size(msgspec.Struct):
    ...     rows: int
    >>> struct_schema(Zip, Size)["properties"]
    {'puzzle': {'const': 'zip'}, 'rows': {'type': 'integer'}}
    """
    schema, defs = _components(struct)
    _describe(schema, kind.__doc__)
    if of == "a puzzle":
        schema["properties"] = {"puzzle": {"const": kind.kind}} | schema["properties"]
    return _document(kind, of, schema, defs)


def printed_schema(record: type[Any], title: str) -> Form:
    """The JSON Schema of what a program prints: the fields of a dataclass, where those with a default are left out when
    they are None.  What it is, and what its fields mean, is told by its docstring, and by those of its bases.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Lamp:
    ...     '''A lamp.
    ...
    ...     watts: how bright it is.
    ...     '''
    ...     watts: float
    ...     colour: str | None = None
    >>> schema = printed_schema(Lamp, "what a shop prints")
    >>> schema["title"], schema["description"], schema["required"], schema["additionalProperties"]
    ('what a shop prints', 'A lamp.', ['watts'], False)
    >>> schema["properties"]["watts"], schema["properties"]["colour"]
    ({'description': 'how bright it is.', 'type': 'number'}, {'type': 'string'})
    """
    schema, defs = _components(record)
    for each in (schema, *defs.values()):
        about = each.get("description", "")
        if about:
            each["description"] = " ".join(about.partition("\n\n")[0].split())
        if "properties" in each:
            _describe(each, about)
            each["properties"] = {name: _never_null(told) for name, told in each["properties"].items()}
            each["additionalProperties"] = False
    for base in record.__mro__[1:]:
        _describe(schema, base.__doc__)
    return _titled(title, schema, defs)


def _components(record: type[Any]) -> tuple[Form, Form]:
    """The JSON Schema of a struct or dataclass, and those to which it refers."""
    _, defs = msgspec.json.schema_components([record], ref_template="#/$defs/{name}")
    return defs.pop(record.__name__), defs


def _describe(schema: Form, docstring: str | None) -> None:
    """Tell what the fields of an object mean that a docstring lists, where that is not told yet."""
    properties = schema["properties"]
    for name, text in described(docstring, properties.keys()).items():
        properties[name] = {"description": text} | properties[name]


def _never_null(told: Form) -> Form:
    """The schema of a field that is left out in place of its default, None; others as they are."""
    if "default" not in told:
        return told
    options = [option for option in told["anyOf"] if option != {"type": "null"}]
    rest = {key: value for key, value in told.items() if key not in ("anyOf", "default")}
    return rest | (options[0] if len(options) == 1 else {"anyOf": options})


def _has_no_form_of_its_own(kind: type[Puzzle[Any]], reader: Any) -> None:
    if reader.is_implemented(kind):
        raise KindError(f"the kind {kind.kind!r} reads a form of its own and has registered no JSON Schema of it")


def _document(kind: type[Puzzle[Any]], of: str, schema: Form, defs: Form) -> Form:
    """The schema of a puzzle or of solutions of a kind as a document."""
    return _titled(f"{kind.title or kind.kind.replace('_', ' ')}: {of}", schema, defs)


def _titled(title: str, schema: Form, defs: Form) -> Form:
    """A schema as a document, with its dialect and title, and the schemas to which it refers."""
    rest = {key: value for key, value in schema.items() if key != "title"}
    return {"$schema": DIALECT, "title": title} | rest | ({"$defs": defs} if defs else {})
