"""Solutions in JSON: alone, in what `cpmodels solve --json` prints, in lists, and one after another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cpmodels.base.errors import KindError, PuzzleError, naming
from cpmodels.base.kinds import kind_named, kind_names
from cpmodels.base.marks import Mark, Partial
from cpmodels.base.puzzle import Puzzle, Solution
from cpmodels.base.values import integers, items
from readers._conversion import from_json, to_json
from readers.forms import Form, fields_of, solution_form, solution_from_form
from readers.strict_json import all_decoded, an_object

PARTIAL = ("known", "excluded")
"""The fields of a partial solution."""


def solution_of(puzzle: Puzzle[Any], value: Any) -> Solution:
    """The solution in a JSON value: its form, or an object that has that as its field ``solution``.

    Raises PuzzleError.
    """
    form = an_object(value, "a solution")
    if _holds(puzzle, form, "solution"):
        if form["solution"] is None:
            raise PuzzleError(f"it holds no solution: solution is null, status is {form.get('status')!r:.60}")
        form = an_object(form["solution"], "solution")
    return solution_from_form(puzzle, form)


def _holds(puzzle: Puzzle[Any], form: Form, field: str) -> bool:
    """Whether an object is not a solution, but has one, or several, as this field.

    Raises PuzzleError when it is about another kind of puzzle.
    """
    if field not in form:
        return False
    try:
        expected = fields_of(type(puzzle))
    except KindError:  # Of solutions that are not dataclasses a kind registers the form.
        expected = ()
    if field in expected or (expected and all(name in form for name in expected)):
        return False
    kind = form.get("puzzle", puzzle.kind)
    if kind != puzzle.kind and kind in kind_names():
        raise PuzzleError(f"this is a solution of the kind {kind}, not of the kind {puzzle.kind}")
    return True


def solutions_of(puzzle: Puzzle[Any], source: str | Mapping[str, Any]) -> list[Solution]:
    """The solutions in an object, or in JSON texts one after another, such as one a line; a list holds several, also as
    the field ``solutions`` of an object, such as `cpmodels solve --all --json` prints.

    Raises PuzzleError, which names the line where one begins, or its place in a list, when there are several.
    """
    values = all_decoded(source) if isinstance(source, str) else [(1, dict(source))]
    found: list[Solution] = []
    for line, value in values:
        with naming(f"line {line}" if len(values) > 1 else ""):
            if isinstance(value, dict) and _holds(puzzle, value, "solutions") and isinstance(value["solutions"], list):
                value = value["solutions"]
            found += _listed(puzzle, value) if isinstance(value, list) else [solution_of(puzzle, value)]
    if not found:
        raise PuzzleError("it holds no solution: the list is empty")
    return found


@solution_form.register(Partial)
def partial_form(partial: Partial) -> Form:
    """The JSON form of a partial solution: its marks, each a cell with its value, or an edge with its two ends.

    >>> from cpmodels import Mark
    >>> partial_form(Partial([Mark.at((0, 1), 5)], [Mark.edge((0, 0), (0, 1))]))
    {'known': [{'cell': [0, 1], 'value': 5}], 'excluded': [{'edge': [[0, 0], [0, 1]]}]}
    """

    def mark_form(mark: Mark) -> Form:
        if mark.is_edge:
            return {"edge": [list(cell) for cell in mark.cells]}
        return {"cell": list(mark.cells[0]), "value": to_json(mark.value)}

    return {name: [mark_form(mark) for mark in sorted(getattr(partial, name), key=str)] for name in PARTIAL}


def partial_of(value: Any) -> Partial | None:
    """The partial solution in a JSON value: marks, or rows of numbers with null for open cells; None for anything else.

    Raises PuzzleError, which names what is wrong.
    """
    if not isinstance(value, dict):
        return None
    rows = value.get("rows")
    if isinstance(rows, list) and any(None in row for row in rows if isinstance(row, list)):
        lines = from_json(rows, list[list[Any]], "rows")
        with naming("rows"):
            return Partial.of(lines)
    if not any(isinstance(value.get(name), list) for name in PARTIAL):
        return None
    lists = {name: items(value.get(name) or [], name) for name in PARTIAL}
    return Partial(**{name: [_mark_of(name, at, one) for at, one in enumerate(marks)] for name, marks in lists.items()})


def _mark_of(name: str, at: int, value: Any) -> Mark:
    with naming(f"{name}[{at}]"):
        form = an_object(value, "a mark")
        if form.keys() == {"edge"}:
            ends = [integers(cell, "an end of an edge") for cell in items(form["edge"], "an edge", 2)]
            return Mark.edge(ends[0], ends[1])
        if form.keys() == {"cell", "value"}:
            lies = form["value"]
            return Mark.at(integers(form["cell"], "a cell"), tuple(lies) if isinstance(lies, list) else lies)
        raise PuzzleError('a mark is {"cell": [0, 1], "value": 5} or {"edge": [[0, 0], [0, 1]]}')


def solution_field(form: Form) -> str | None:
    """A field by which an object that is not a puzzle may be a solution of some kind."""
    for kind in kind_names():
        try:
            fields = fields_of(kind_named(kind))
        except KindError:
            continue
        if fields and all(field in form for field in fields):
            return fields[0]
    return None


def _listed(puzzle: Puzzle[Any], values: list[Any]) -> Iterator[Solution]:
    for index, value in enumerate(values):
        with naming(f"[{index}]"):
            yield solution_of(puzzle, value)
