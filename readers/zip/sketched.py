r"""ZIPs as people draw them without corner signs: rows of numbers and dots, with | and - for walls.

    1 . | . 2
        ---
    . .   . .
    4 . | . 3

Every cell is a number or a dot (or ``_``, ``*``).  A | between two cells is a wall; so are dashes on a line of their
own, below the cells that they touch.  The rim may be drawn or not.  Rows may also be written without blanks, ``1..2``,
when no number has two digits.  Where a | stands between all cells of all rows, these are a table's lines, not walls.
Boards of box-drawing characters, as `cpmodels.text` makes of a puzzle, are of this form, too.

>>> sketch = read_sketch("1 . | 2\n  -\n. .   .\n")
>>> sketch.waypoints, sketch.walls
(((0, 0), (0, 2)), (((0, 1), (0, 2)), ((0, 1), (1, 1))))
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from cpmodels.base.lattice import Cell
from cpmodels.base.values import LARGEST_BOARD, board_size
from cpmodels.errors import PuzzleError
from cpmodels.puzzles.zip import Zip
from readers.zip._parts import zip_of

__all__ = ["is_sketch", "read_sketch"]

_BARS, _DASHES, _DOTS = "|│┃║", "-─━═=", ".·_*•"
_ROW = re.compile(rf"[\s0-9{_BARS}{re.escape(_DOTS)}]*")
_WALLS = re.compile(rf"[\s+\u2500-\u257f{_BARS}{re.escape(_DASHES)}]*")
_TOKEN = re.compile(rf"[0-9]+|[{re.escape(_DOTS)}]|[{_BARS}]")
_CLOSE = re.compile(rf"[0-9][{re.escape(_DOTS)}]|[{re.escape(_DOTS)}][0-9{re.escape(_DOTS)}]")


class Line(NamedTuple):
    """A row of cells: its line in the file, what stands in each cell with its columns, and which have a | before it."""

    place: int
    cells: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    barred: frozenset[int]


def is_sketch(text: str) -> bool:
    """Whether all lines are rows of numbers and dots, or of dashes, with at least two dots or bars between them."""
    lines = [line for _, line in _lines(text)]
    rows = [line for line in lines if not _WALLS.fullmatch(line)]
    marks = sum(character in _DOTS + _BARS for line in rows for character in line)
    return len(rows) > 1 and marks > 1 and all(map(_ROW.fullmatch, rows))


def read_sketch(text: str) -> Zip:
    """The ZIP of a drawing.  Raises PuzzleError with the line where the drawing is not one."""
    rows: list[Line] = []
    sides: list[tuple[Cell, str]] = []
    close = any(_CLOSE.search(line) for _, line in _lines(text) if not _WALLS.fullmatch(line))
    for place, line in _lines(text):
        if _WALLS.fullmatch(line):
            sides += (((len(rows) - 1, col), "bottom") for col in _above(rows, place, line)) if rows else ()
            continue
        rows.append(_row(place, line, close=close))
        if len(rows[-1].cells) != len(rows[0].cells):
            raise PuzzleError(
                f"line {place}: a row of {len(rows[-1].cells)} cells follows one of {len(rows[0].cells)}: "
                "each cell is a number or a dot"
            )
    height, width = board_size(len(rows), len(rows[0].cells) if rows else 0)
    inner = [(r, c) for r, row in enumerate(rows) for c in row.barred if 0 < c < width]
    if len(inner) < height * (width - 1) or height * width == 1:
        sides += ((cell, "left") for cell in inner)
    numbers = ((r, c, int(cell)) for r, row in enumerate(rows) for c, cell in enumerate(row.cells) if cell.isdecimal())
    return zip_of(height, width, numbers, sides)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for place, line in enumerate(text.splitlines()[: 3 * LARGEST_BOARD], 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield place, line.expandtabs().rstrip()


def _row(place: int, line: str, *, close: bool) -> Line:
    cells: list[str] = []
    spans: list[tuple[int, int]] = []
    barred: set[int] = set()
    if len(line) > 3 * LARGEST_BOARD:
        raise PuzzleError(f"line {place}: a row of {len(line)} characters is too long for any board")
    for token in re.finditer(rf"[0-9]|[{re.escape(_DOTS + _BARS)}]", line) if close else _TOKEN.finditer(line):
        if token[0] in _BARS:
            barred.add(len(cells))
        else:
            if len(token[0]) > 9:
                raise PuzzleError(f"line {place}: {token[0][:40]!r} is too large for the number of a cell")
            cells.append(token[0])
            spans.append(token.span())
    return Line(place, tuple(cells), tuple(spans), frozenset(barred))


def _above(rows: list[Line], place: int, line: str) -> Iterator[int]:
    """The columns of the last row whose cells stand above dashes."""
    row = rows[-1]
    for dashes in re.finditer(rf"[{re.escape(_DASHES)}]+", line):
        start, end = dashes.span()
        found = [col for col, (left, right) in enumerate(row.spans) if left < end and start < right]
        if not found:
            raise PuzzleError(
                f"line {place}: the dashes in column {start + 1} are not below a cell of line {row.place}"
            )
        yield from found
