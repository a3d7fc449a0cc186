"""ZIP in files: our JSON, and the forms in which other people write them.

- `readers.zip._foreign`: the JSON of other programs;
- `readers.zip.drawn`: boards drawn with ``+``, ``-`` and ``|``;
- `readers.zip.sketched`: boards drawn as rows of numbers and dots;
- `readers.zip._matrices`: matrices of numbers and walls;
- `readers.screenshots`: pictures of the screen.

What all of them share, numbers that become waypoints and marks that become walls, is in `readers.zip._parts`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from cpmodels.errors import PuzzleError
from cpmodels.puzzle import Path as Walk
from cpmodels.puzzles.zip import Zip
from readers.forms import Form, puzzle_form, puzzle_from_form, solution_from_form
from readers.recognition import LAST, object_readers, picture_readers, text_readers
from readers.schemas import puzzle_schema, solution_schema, struct_schema
from readers.strict_json import Positive, lists, validated
from readers.zip._foreign import foreign_reader
from readers.zip._matrices import read_matrices
from readers.zip._parts import waypoints
from readers.zip.drawn import is_drawn, read_drawn
from readers.zip.sketched import is_sketch, read_sketch

CellPair = tuple[int, int]


class ZipForm(msgspec.Struct):
    rows: Positive
    cols: Positive
    numbers: Annotated[list[tuple[int, int, Positive]], Meta(description="row, column and number of each.")] = []
    walls: list[tuple[CellPair, CellPair]] = []
    name: str | None = None


class WalkForm(msgspec.Struct):
    path: Annotated[list[CellPair], Meta(description="row and column of each cell, in the order of the walk.")]


@puzzle_schema.register(Zip)
def form_schema(kind: type[Zip]) -> Form:
    """The JSON Schema of our form."""
    return struct_schema(kind, ZipForm)


@solution_schema.register(Zip)
def walk_schema(kind: type[Zip]) -> Form:
    """The JSON Schema of a path."""
    return struct_schema(kind, WalkForm, of="a solution")


@puzzle_form.register(Zip)
def to_form(puzzle: Zip) -> Form:
    """Our JSON form."""
    name = {} if puzzle.name is None else {"name": puzzle.name}
    numbers = [[*cell, number] for number, cell in enumerate(puzzle.waypoints, 1)]
    board = {"rows": puzzle.rows, "cols": puzzle.cols, "numbers": numbers, "walls": lists(puzzle.walls)}
    return {"puzzle": puzzle.kind} | name | board


@puzzle_from_form.register(Zip)
def from_form(kind: type[Zip], form: Form) -> Zip:
    """A ZIP in our JSON form, or in one of others."""
    if "rows" not in form and (read := foreign_reader(form)):
        return read(form)
    known = validated(form, ZipForm)
    numbers = (((row, col), number) for row, col, number in known.numbers)
    return kind(known.rows, known.cols, waypoints(numbers), known.walls, known.name)


@solution_from_form.register(Zip)
def walk_from_form(puzzle: Zip, form: Form) -> Walk:
    """A path as pairs of a row and a column."""
    if "path" not in form:
        raise PuzzleError(f"a solution of the kind {puzzle.kind} has the field 'path', missing here")
    return Walk(validated(form, WalkForm).path)


@object_readers.register(order=10)
def from_foreign_object(form: Form) -> Zip | None:
    """A ZIP in the JSON of another program, known by its fields."""
    read = foreign_reader(form)
    return read(form) if read else None


@object_readers.register(order=50)
def from_object(form: Form) -> Zip | None:
    """A ZIP in our JSON without its kind: a board with numbers or walls."""
    is_board = "rows" in form or "cols" in form
    return puzzle_from_form(Zip, form) if is_board and ("numbers" in form or "walls" in form) else None


@text_readers.register(order=20)
def from_drawing(text: str) -> Zip | None:
    """A ZIP as a drawn board."""
    return read_drawn(text) if is_drawn(text) else None


@text_readers.register(order=25)
def from_sketch(text: str) -> Zip | None:
    """A ZIP drawn in rows of numbers and dots."""
    return read_sketch(text) if is_sketch(text) else None


@text_readers.register(order=30)
def from_matrices(text: str) -> Zip | None:
    """A ZIP as a matrix of numbers."""
    return read_matrices(text)


@picture_readers.register(order=LAST)
def from_screenshot(path: Path) -> Zip:
    """A ZIP on a picture of the screen."""
    from readers.screenshots import read_screenshot  # numpy and Pillow are loaded when a picture is read

    return read_screenshot(path)
