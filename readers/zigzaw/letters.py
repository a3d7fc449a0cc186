"""The Zigzaw in the JSON of Jim Price, the author of *Zig and the Zigzaw*: frogs and border as words of letters.

    {"info": {"board_size": {"pieces_per_row": 12, "pieces_per_column": 11}},
     "key_to_color": {"B": "blue", "?": "unknown", ...},
     "frog_pieces": ["left_hand", "left_side", "left_leg", "right_leg", "right_side", "right_hand", "body"],
     "pieces": ["YRYBOGW", ...],
     "puzzle_board": ["Y????RG", ..., null, ...]}

A word has a letter for each of ``frog_pieces``.  ``puzzle_board`` is the board with the border around it, row by row;
null is where a frog is to be laid.  Odd rows of it, counted from 0, stand half a frog to the right, and frogs at its
ends are cut by the frame, so there are two columns of the border on one side and one on the other.  What else stands in
such a file is passed over.
"""

from __future__ import annotations

from dataclasses import dataclass

from cpmodels.base.errors import PuzzleError, naming
from cpmodels.base.lattice import Cell
from cpmodels.base.values import board_size, shown
from cpmodels.puzzles.zigzaw import ALL_PARTS, BorderFrog, Frog, Zigzaw
from readers.forms import Form, record

__all__ = ["read_frame"]

HANDS = {"left_hand": "left_arm", "right_hand": "right_arm"}
"""What arms are called in these files."""
UNKNOWN = "unknown"


@dataclass
class BoardSize:
    pieces_per_row: int
    pieces_per_column: int


@dataclass
class Info:
    board_size: BoardSize


@dataclass
class Frame:
    info: Info
    key_to_color: dict[str, str]
    pieces: list[str]
    puzzle_board: list[str | None]
    frog_pieces: tuple[str, ...] = ALL_PARTS
    name: str | None = None


def read_frame(form: Form) -> Zigzaw | None:
    """The Zigzaw of an object of this form, known by its fields.

    Raises PuzzleError with the field and the word that is wrong.
    """
    if not {"puzzle_board", "pieces", "key_to_color"} <= form.keys():
        return None
    known = record(Frame, form)
    size = known.info.board_size
    high, wide = board_size(size.pieces_per_column, size.pieces_per_row)
    if len(known.puzzle_board) != high * wide:
        raise PuzzleError(
            f"puzzle_board: a {high} x {wide} board with its border needs {high * wide} entries, "
            f"not {len(known.puzzle_board)}"
        )
    parts = [HANDS.get(part, part) for part in known.frog_pieces]
    if sorted(parts) != sorted(ALL_PARTS):
        raise PuzzleError(f"frog_pieces must be {', '.join(ALL_PARTS)}, in any order")
    pieces, border, inside = [], [], set()
    for index, word in enumerate(known.pieces):
        with naming(f"pieces[{index}]"):
            pieces.append(_frog(word, parts, known.key_to_color))
    for index, entry in enumerate(known.puzzle_board):
        cell = _cell(*divmod(index, wide))
        if entry is None:
            inside.add(cell)
        else:
            with naming(f"puzzle_board[{index}]"):
                border.append(BorderFrog(cell[0], cell[1], _frog(entry, parts, known.key_to_color)))
    rows, cols = high - 2, wide - 3
    if rows < 1 or cols < 1 or inside != {(row, col) for row in range(rows) for col in range(cols)}:
        raise PuzzleError(
            f"puzzle_board: a frame of {high} x {wide} holds {max(rows, 0)} rows of {max(cols, 0)} frogs, "
            "which are null in it, from the second place on in odd rows and from the third in even rows"
        )
    return Zigzaw(
        rows, cols, pieces, [piece for piece in border if any((*piece.frog.outer, piece.frog.body))], known.name
    )


def _cell(row: int, place: int) -> Cell:
    """The cell of the board at a place in a row of the frame."""
    return row - 1, place - 2 + row % 2


def _frog(word: str, parts: list[str], colours: dict[str, str]) -> Frog:
    if len(word) != len(parts):
        raise PuzzleError(f"a frog has {len(parts)} letters, not {len(word)} as in {shown(word)}")
    if strange := [letter for letter in word if letter not in colours]:
        raise PuzzleError(f"{strange[0]!r} is not a letter of key_to_color")
    named = ((part, colours[letter]) for part, letter in zip(parts, word, strict=True))
    return Frog(**{part: colour for part, colour in named if colour != UNKNOWN})
