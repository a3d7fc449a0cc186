"""Sudokus as text: 81 numbers and dots in one line, as collections have them, or nine rows of them.

Empty cells are dots, zeros, stars or underscores.  Cells may stand apart, and have bars and dashes between boxes:

    5 3 . | . 7 . | . . .
    6 . . | 1 9 5 | . . .
    . 9 8 | . . . | . 6 .
    ------+-------+------
"""

from __future__ import annotations

import re

from cpmodels.base.errors import PuzzleError
from cpmodels.base.values import listed, repeated
from cpmodels.puzzles.sudoku import Sudoku
from readers.number_lines import COMMENT
from readers.recognition import text_readers

__all__ = ["from_digits"]

_FRAME = re.compile(r"^[-+=| \t\r]+$|\|", re.MULTILINE)
"""What stands between boxes, or between rows of them."""
_CELLS = re.compile(r"[0-9._*]{81}")
_NEARLY = re.compile(r"(?=.*[1-9])(?=.*[0._*])([0-9._*]{70,80}|[0-9._*]{82,92})")
_LONGEST = 10_000
"""Of how many characters the text of a Sudoku is at most, comments included."""


@text_readers.register(order=12, one_line=True)
def from_digits(text: str) -> Sudoku | None:
    """The Sudoku of a text; None unless it is 81 cells and has a number twice, which no ZIP has.

    Raises PuzzleError where nine rows have one twice in a row, column or box, as those of another kind may.

    >>> from_digits("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").given[0]
    (5, 3, None, None, 7, None, None, None, None)
    """
    plain = _FRAME.sub(" ", COMMENT.sub("", text)) if len(text) <= _LONGEST else ""
    lines = [parts for line in plain.splitlines() if (parts := line.split())]
    rows = ["".join(parts) for parts in lines]
    cells = "".join(rows)
    numbers = re.sub("[^1-9]", "", cells)
    if len(rows) == 1 and _NEARLY.fullmatch(rows[0]) and " " not in plain.strip():
        raise PuzzleError(f"the line has {len(cells)} cells, but a Sudoku in one line has 81")
    if not _CELLS.fullmatch(cells) or {*map(len, rows)} not in ({9}, {81}) or len({*numbers}) == len(numbers):
        return None
    if len({len(part) for parts in lines for part in parts}) > 1:  # Some numbers have two digits.
        return None
    given = [int(cell) if cell in numbers else None for cell in cells]
    sudoku = Sudoku([given[start : start + 9] for start in range(0, 81, 9)])
    for name, unit in sudoku.units.items() if len(rows) == 9 else ():
        if twice := repeated(sudoku.numbers[cell] for cell in unit if cell in sudoku.numbers):
            raise PuzzleError(
                f"nine rows of nine cells are read as a Sudoku, but {sudoku.said(name)} has {listed(twice)} twice; "
                "other kinds are read from JSON and links"
            )
    return sudoku
