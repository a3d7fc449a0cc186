"""Our JSON forms of puzzles, in both directions.

The fields are those of the puzzle types; a ZIP has ``numbers`` as ``[row, col, n]``, and defaults may be left out.  The
field ``puzzle`` names the kind; without it the kind is recognised by the other fields.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from typing import Any

import msgspec

from cpmodels.errors import PuzzleError
from cpmodels.puzzles import BorderFrog, Clue, EdgeMatching, Frog, Garden, Puzzle, Zigzaw, Zip
from cpmodels.puzzles.zigzaw import ALL_PARTS
from readers.answer_forms import ANSWERS
from readers.foreign_zip import read_archive, read_bits, read_instance
from readers.strict_json import an_object, check_spelling, lists, validated
from readers.zip_parts import waypoints

Pair = tuple[int, int]
Form = dict[str, Any]


class ZipForm(msgspec.Struct):
    rows: int
    cols: int
    numbers: list[tuple[int, int, int]] = []
    walls: list[tuple[Pair, Pair]] = []
    name: str | None = None


class ClueForm(msgspec.Struct):
    """A clue as other programs write it; `rot` counts clockwise quarter turns."""

    row: int
    col: int
    piece: int
    rot: int

    @property
    def clue(self) -> Clue:
        return Clue(self.row, self.col, self.piece, self.rot if self.rot not in (1, 3) else 4 - self.rot)


class EdgeMatchingForm(msgspec.Struct):
    rows: int
    cols: int
    pieces: list[tuple[int, int, int, int]]
    rule: str = "equal"
    rotations: bool = True
    border: int | None = None
    clues: list[tuple[int, int, int, int] | ClueForm] = []
    name: str | None = None


class FrogForm(msgspec.Struct):
    left_arm: str | None = None
    left_side: str | None = None
    left_leg: str | None = None
    right_leg: str | None = None
    right_side: str | None = None
    right_arm: str | None = None
    body: str | None = None

    @property
    def frog(self) -> Frog:
        return Frog(**{part: getattr(self, part) for part in ALL_PARTS})


class BorderForm(FrogForm, kw_only=True):
    row: int
    col: int


class ZigzawForm(msgspec.Struct):
    rows: int
    cols: int
    pieces: list[FrogForm]
    border: list[BorderForm] | None = None
    name: str | None = None


class GardenForm(msgspec.Struct):
    rule: str
    box: list[int]
    red: str | None = None
    connected: bool = False
    symmetry: str | list[list[list[int]]] | None = None
    fixed: list[tuple[int, list[int]]] = []
    name: str | None = None
    boundary: str | list[str] = "red"
    components: tuple[int, int | None] | None = None
    touching: bool = False
    tiles: str | list[int] = "all"
    forbidden: list[tuple[int | None, list[int]]] = []
    minimise: str | None = None
    exact: bool = False


def puzzle_from_form(value: Any) -> Puzzle[Any]:
    """The puzzle of a JSON value in our form or in a known form of others.  Raises PuzzleError."""
    form = an_object(value, "a puzzle")
    kind = form.get("puzzle")
    if kind is None:
        return _recognised(form)(form)
    if not isinstance(kind, str) or kind not in READERS:
        close = get_close_matches(kind, READERS, 1) if isinstance(kind, str) else []
        known = f"did you mean {close[0]!r}?" if close else f"known are {', '.join(READERS)}"
        raise PuzzleError(f"there is no kind of puzzle {kind!r:.60}; {known}")
    return READERS[kind](form)


def _recognised(form: Form) -> Callable[[Form], Puzzle[Any]]:
    """The reader for a form that does not say what it is."""
    for fields, reader in FOREIGN.items():
        if fields <= form.keys():
            return reader
    if "box" in form:
        return _garden
    if "pieces" in form:
        pieces = form["pieces"]
        of_frogs = isinstance(pieces, list) and any(isinstance(piece, dict) for piece in pieces)
        return _zigzaw if of_frogs else _edge_matching
    if "numbers" in form or "walls" in form:
        return _zip
    answer = next((f" ({field!r} is a field of an answer)" for field in ANSWERS.values() if field in form), "")
    raise PuzzleError(f"this object is of no known form{answer}: give the field 'puzzle', one of {', '.join(READERS)}")


def _zip(form: Form) -> Zip:
    if "rows" not in form:
        for fields, reader in FOREIGN.items():
            if fields <= form.keys():
                return reader(form)
    known = validated(form, ZipForm)
    numbers = (((row, col), number) for row, col, number in known.numbers)
    return Zip(known.rows, known.cols, waypoints(numbers), tuple(known.walls), known.name)


def _edge_matching(form: Form) -> EdgeMatching:
    fields = msgspec.structs.asdict(validated(form, EdgeMatchingForm))
    clues = (clue.clue if isinstance(clue, ClueForm) else clue for clue in fields["clues"])
    return EdgeMatching(**fields | {"clues": tuple(clues)})


def _zigzaw(form: Form) -> Zigzaw:
    for field, kind in (("pieces", FrogForm), ("border", BorderForm)):
        entries = form.get(field)
        for index, entry in enumerate(entries if isinstance(entries, list) else ()):
            if isinstance(entry, dict):
                check_spelling(entry, kind, f"{field}[{index}]")
    known = validated(form, ZigzawForm)
    border = (BorderFrog(b.row, b.col, b.frog) for b in known.border or ())
    return Zigzaw(known.rows, known.cols, tuple(piece.frog for piece in known.pieces), tuple(border), known.name)


def _garden(form: Form) -> Garden:
    fields = msgspec.structs.asdict(validated(form, GardenForm))
    return Garden(**fields | {"red": fields["red"] or ("place" if fields["rule"] == "packed" else "omit")})


READERS: dict[str, Callable[[Form], Puzzle[Any]]] = {
    "zip": _zip,
    "edge_matching": _edge_matching,
    "zigzaw": _zigzaw,
    "garden": _garden,
}

FOREIGN: dict[frozenset[str], Callable[[Form], Zip]] = {
    frozenset({"grid_size", "nodes"}): read_archive,
    frozenset({"size", "ordered_sequence"}): read_instance,
    frozenset({"grid"}): read_bits,
}
"""Readers of the forms of others, by the fields that give them away."""


def puzzle_form(puzzle: Puzzle[Any]) -> Form:
    """The JSON form of a puzzle; its name is left out when it has none."""
    rules = _rules(puzzle)
    name = {} if puzzle.name is None else {"name": puzzle.name}
    return {"puzzle": puzzle.kind} | name | rules


def _rules(puzzle: Puzzle[Any]) -> Form:
    match puzzle:
        case Zip():
            numbers = [[*cell, number] for number, cell in enumerate(puzzle.waypoints, 1)]
            return _values(puzzle, "rows", "cols") | {"numbers": numbers} | _values(puzzle, "walls")
        case EdgeMatching():
            return _values(puzzle, "rows", "cols", "pieces", "rule", "rotations", "border", "clues")
        case Zigzaw():
            pieces = [_frog_form(frog) for frog in puzzle.pieces]
            border = [{"row": b.row, "col": b.col} | _frog_form(b.frog) for b in puzzle.border]
            return _values(puzzle, "rows", "cols") | {"pieces": pieces, "border": border}
        case Garden():
            always = _values(puzzle, "rule", "box", "red", "connected", "symmetry", "fixed")
            return always | _changed(
                puzzle, "boundary", "components", "touching", "tiles", "forbidden", "minimise", "exact"
            )
    raise TypeError(f"there is no JSON form of {type(puzzle).__name__}")


def _values(puzzle: Puzzle[Any], *fields: str) -> Form:
    return {field: lists(getattr(puzzle, field)) for field in fields}


def _changed(puzzle: Puzzle[Any], *fields: str) -> Form:
    """The fields that do not have their default values, which the type has as attributes."""
    return _values(puzzle, *(field for field in fields if getattr(puzzle, field) != getattr(type(puzzle), field)))


def _frog_form(frog: Frog) -> Form:
    return {part: colour for part in ALL_PARTS if (colour := getattr(frog, part)) is not None}
