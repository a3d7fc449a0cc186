"""Solutions in JSON: alone, in what `cpmodels solve --json` prints, in lists, and one after another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cpmodels.errors import KindError, PuzzleError, naming
from cpmodels.kinds import kind_named, kind_names
from cpmodels.puzzle import Puzzle, Solution
from readers.forms import Form, fields_of, solution_from_form
from readers.strict_json import all_decoded, an_object


def solution_of(puzzle: Puzzle[Any], value: Any) -> Solution:
    """The solution in a JSON value: its form, or an object that has that as its field ``solution``.

    Raises PuzzleError.
    """
    form = an_object(value, "a solution")
    expected = fields_of(type(puzzle))
    if "solution" in form and "solution" not in expected and not all(field in form for field in expected):
        if form["solution"] is None:
            raise PuzzleError(f"there is no solution in it: solution is null, status is {form.get('status')!r:.60}")
        form = an_object(form["solution"], "solution")
    return solution_from_form(puzzle, form)


def solutions_of(puzzle: Puzzle[Any], text: str) -> list[Solution]:
    """The solutions in JSON texts one after another, such as one a line; a list holds several, also as the field
    ``solutions`` of an object, such as `cpmodels solve --all --json` prints.

    Raises PuzzleError, which names the line where one begins, or its place in a list, when there are several.
    """
    values = all_decoded(text)
    found: list[Solution] = []
    for line, value in values:
        with naming(f"line {line}" if len(values) > 1 else ""):
            several = value.get("solutions") if isinstance(value, dict) else value
            found += _listed(puzzle, several) if isinstance(several, list) else [solution_of(puzzle, value)]
    if not found:
        raise PuzzleError("there is no solution in it: the list is empty")
    return found


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
