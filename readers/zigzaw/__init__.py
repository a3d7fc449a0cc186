"""The Zigzaw in files: our JSON, that of the article's author, and folders of pictures.

See `readers.zigzaw.letters` and `readers.zigzaw.pictures`.
"""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from cpmodels._spelling import check_spelling
from cpmodels.errors import naming
from cpmodels.puzzles.zigzaw import ALL_PARTS, BorderFrog, Frog, Mosaic, Zigzaw
from readers.forms import FREE, Form, puzzle_form, puzzle_from_form, rename_fields
from readers.recognition import LAST, folder_readers, object_readers
from readers.schemas import puzzle_schema, struct_schema
from readers.strict_json import Positive, validated
from readers.zigzaw.letters import is_frame, read_frame

rename_fields(Mosaic, rows="board")
_PICTURE = re.compile(r"(piece\.[0-9]+|border|sheet)\.(gif|png)", re.IGNORECASE)


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
    rows: Positive
    cols: Positive
    pieces: list[FrogForm]
    border: list[BorderForm] | None = None
    name: str | None = None
    art: str | None = None


@puzzle_schema.register(Zigzaw)
def form_schema(kind: type[Zigzaw]) -> Form:
    """The JSON Schema of our form."""
    return struct_schema(kind, ZigzawForm)


@puzzle_form.register(Zigzaw)
def to_form(puzzle: Zigzaw) -> Form:
    """Our JSON form, in which colours that are not known are left out."""
    name = {} if puzzle.name is None else {"name": puzzle.name}
    pieces = [_frog_form(frog) for frog in puzzle.pieces]
    border = [{"row": b.row, "col": b.col} | _frog_form(b.frog) for b in puzzle.border]
    board = {"rows": puzzle.rows, "cols": puzzle.cols, "pieces": pieces, "border": border}
    art = {} if puzzle.art is None else {"art": puzzle.art}
    return {"puzzle": puzzle.kind} | name | board | art


@puzzle_from_form.register(Zigzaw)
def from_form(kind: type[Zigzaw], form: Form) -> Zigzaw:
    """A Zigzaw in our JSON form."""
    for field, struct in (("pieces", FrogForm), ("border", BorderForm)):
        entries = form.get(field)
        for index, entry in enumerate(entries if isinstance(entries, list) else ()):
            if isinstance(entry, dict):
                with naming(f"{field}[{index}]"):
                    check_spelling(entry, struct.__struct_encode_fields__, FREE)
    known = validated(form, ZigzawForm)
    border = (BorderFrog(b.row, b.col, b.frog) for b in known.border or ())
    return kind(
        known.rows, known.cols, tuple(piece.frog for piece in known.pieces), tuple(border), known.name, known.art
    )


@object_readers.register(order=30)
def from_object(form: Form) -> Zigzaw | None:
    """A Zigzaw in our JSON without its kind: its pieces are objects."""
    pieces = form.get("pieces")
    of_frogs = isinstance(pieces, list) and any(isinstance(piece, dict) for piece in pieces)
    return puzzle_from_form(Zigzaw, form) if of_frogs else None


@object_readers.register(order=28)
def from_article(form: Form) -> Zigzaw | None:
    """A Zigzaw in the JSON of the article's author."""
    return read_frame(form) if is_frame(form) else None


@folder_readers.register(order=LAST)
def from_folder(path: Path) -> Zigzaw | None:
    """A Zigzaw in a folder of pictures, known by their names."""
    if not any(_PICTURE.fullmatch(file.name) for file in path.iterdir()):
        return None
    from readers.zigzaw.pictures import read_folder  # numpy and Pillow are loaded when pictures are read

    return read_folder(path)


def _frog_form(frog: Frog) -> Form:
    return {part: colour for part in ALL_PARTS if (colour := getattr(frog, part)) is not None}
