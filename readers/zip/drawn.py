r"""ZIPs as boards of text that a person can type: with a corner sign ``+`` at every corner, or without.

With corners, there are dashes for a wall or blanks for none between two corners of a line.  On the lines between,
cells have ``|`` for a wall and a blank for none between them, and a number, or blanks or a dot, inside.  Columns may be
of any width.  The rim of the board is a wall, drawn or not.  Lines that open with ``#`` are comments.

>>> print(ascii_board(Zip(2, 3, [(0, 0), (1, 2)], walls=[((0, 0), (0, 1)), ((0, 2), (1, 2))])), end="")
+---+---+---+
| 1 | .   . |
+   +   +---+
| .   .   2 |
+---+---+---+

Without them, a board is sketched as rows of numbers and dots, with | and - for walls:

    1 . | . 2
        ---
    . .   . .
    4 . | . 3

Every cell is a number or a dot (or ``_``, ``*``).  A | between two cells is a wall; so are dashes on a line of their
own, below the cells that they touch.  The rim may be drawn or not.  Rows may also be written without blanks, ``1..2``,
when no number has two digits.  Where a | stands between all cells of all rows, these are a table's lines, not walls;
so are dashes below all cells then.  Boards of box-drawing characters, as `cpmodels.text` makes of a puzzle, are of this
form, too; heavy lines between their cells are walls in any case.

>>> sketch = from_sketch("1 . | 2\n  -\n. .   .\n")
>>> sketch.waypoints, sketch.walls
(((0, 0), (0, 2)), (((0, 1), (0, 2)), ((0, 1), (1, 1))))
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import NamedTuple

from cpmodels.base.errors import PuzzleError
from cpmodels.base.lattice import Cell
from cpmodels.base.puzzle import expected
from cpmodels.base.values import LARGEST_BOARD, board_size
from cpmodels.puzzles.zip import Zip
from readers.recognition import text_readers
from readers.zip._numbers import zip_of

__all__ = ["ascii_board", "from_drawing", "from_sketch"]


@text_readers.register(order=20)
def from_drawing(text: str) -> Zip | None:
    """The ZIP of a board with corners; None where the first line that counts is not one of corners and dashes.

    Raises PuzzleError with the line where the drawing is not one.
    """
    lines = list(_rows(text))
    first = lines[0][1].strip() if lines else ""
    if not first[:1] == first[-1:] == "+" or "-" not in first or first.strip("+- "):
        return None
    left = lines[0][1].index("+")
    corners = [i for i, mark in enumerate(first) if mark == "+"]
    if len(lines) % 2 == 0 or len(lines) < 3:
        raise PuzzleError(f"line {lines[-1][0]}: a drawn board must end with a line of corners below its last cells")
    if any(b - a < 2 for a, b in pairwise(corners)):
        raise PuzzleError(f"line {lines[0][0]}: there is no room for a cell between two corners")
    rows, cols = board_size(len(lines) // 2, len(corners) - 1)
    numbers: list[tuple[int, int, int]] = []
    sides: list[tuple[Cell, str]] = []
    for index, (place, text) in enumerate(lines):
        line, r = _cut(place, text, left, corners[-1] + 1), index // 2
        if index % 2:
            numbers += ((r, c, number) for c, number in _numbers(place, line, corners))
            sides += (((r, c), "left") for c in _walls_left(place, line, corners))
        else:
            sides += (((r, c), "top") for c in _walls_above(place, line, corners))
    return zip_of(rows, cols, numbers, sides)


def ascii_board(puzzle: Zip) -> str:
    """The board as text that `readers.read` reads: every line ends with a newline.

    Raises KindError for what is not a ZIP.

    >>> from cpmodels import Zip
    >>> print(ascii_board(Zip(2, 2, [(0, 0), (1, 0)], [((0, 0), (1, 0))])), end="")
    +---+---+
    | 1   . |
    +---+   +
    | 2   . |
    +---+---+
    """
    puzzle = expected(puzzle, Zip)
    number = {cell: str(n) for n, cell in enumerate(puzzle.waypoints, 1)}
    width = max(3, len(str(len(number))) + 2)
    walls = set(puzzle.walls)
    rule = "+" + ("-" * width + "+") * puzzle.cols
    lines = [rule]
    for r in range(puzzle.rows):
        line = "|"
        for c in range(puzzle.cols):
            rim = c == puzzle.cols - 1 or ((r, c), (r, c + 1)) in walls
            line += number.get((r, c), ".").rjust(width - 1) + " " + ("|" if rim else " ")
        below = ("-" if ((r, c), (r + 1, c)) in walls else " " for c in range(puzzle.cols))
        lines += [line, "+" + "".join(mark * width + "+" for mark in below)]
    lines[-1] = rule
    return "\n".join(lines) + "\n"


def _rows(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a board, each with its number in the file."""
    for place, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield place, line.rstrip()


def _cut(place: int, text: str, left: int, width: int) -> str:
    """The part of a line that lies on the board, which must be all of it."""
    if "\t" in text:
        raise PuzzleError(f"line {place}: the board holds a tab, whose width is not known: use spaces")
    for outside in (text[:left], text[left + width :]):
        if outside.strip():
            raise PuzzleError(f"line {place}: {outside.strip()[:40]!r} is outside the board")
    return text[left : left + width].ljust(width)


def _walls_above(place: int, line: str, corners: list[int]) -> Iterator[int]:
    found = [i for i, mark in enumerate(line) if mark == "+"]
    if found != corners:
        odd = min(set(found) ^ set(corners))
        what = "a corner that the first line does not have" if odd in found else "expected the corner +"
        raise PuzzleError(f"line {place}, column {odd + 1} of the board: {what}")
    for c, (a, b) in enumerate(pairwise(corners)):
        stretch = line[a + 1 : b]
        if set(stretch) not in ({"-"}, {" "}):
            raise PuzzleError(f"line {place}: above column {c} is {stretch[:40]!r}, neither dashes nor spaces")
        if stretch[0] == "-":
            yield c


def _walls_left(place: int, line: str, corners: list[int]) -> Iterator[int]:
    for c, at in enumerate(corners):
        if line[at] not in "| ":
            raise PuzzleError(f"line {place}: {line[at]!r} is where a wall | or a space should be")
        if line[at] == "|":
            yield c


def _numbers(place: int, line: str, corners: list[int]) -> Iterator[tuple[int, int]]:
    for c, (a, b) in enumerate(pairwise(corners)):
        content = line[a + 1 : b].strip()
        if content in ("", "."):
            continue
        if not re.fullmatch("[0-9]{1,9}", content):
            raise PuzzleError(f"line {place}: the cell in column {c} holds {content[:40]!r}, not a number or a dot")
        yield c, int(content)


# --- without corner signs

_BARS, _DASHES, _DOTS = "|│┃║", "-─━═=", ".·_*•"
_ROW = re.compile(rf"[\s0-9{_BARS}{re.escape(_DOTS)}]*")
_WALLS = re.compile(rf"[\s+\u2500-\u257f{_BARS}{re.escape(_DASHES)}]*")
_TOKEN = re.compile(rf"[0-9]+|[{re.escape(_DOTS)}]|[{_BARS}]")
_CLOSE = re.compile(rf"[0-9][{re.escape(_DOTS)}]|[{re.escape(_DOTS)}][0-9{re.escape(_DOTS)}]")


class Line(NamedTuple):
    """A row of cells: its line in the file, what stands in each cell with its columns, and which have a | before them,
    each with whether it is a heavy one.
    """

    place: int
    cells: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    bars: tuple[tuple[int, bool], ...]


@text_readers.register(order=25)
def from_sketch(text: str) -> Zip | None:
    """The ZIP of a sketch; None unless all lines are rows of numbers and dots, or of dashes.

    There are at least two dots or bars between them.  Raises PuzzleError with the line where the sketch is not one.
    """
    lines = [(place, line.expandtabs()) for place, line in islice(_rows(text), 3 * LARGEST_BOARD)]
    drawn = [line for _, line in lines if not _WALLS.fullmatch(line)]
    marks = sum(character in _DOTS + _BARS for line in drawn for character in line)
    if len(drawn) < 2 or marks < 2 or not all(map(_ROW.fullmatch, drawn)):
        return None
    rows: list[Line] = []
    level: list[tuple[Cell, bool]] = []
    close = any(map(_CLOSE.search, drawn))
    for place, line in lines:
        if _WALLS.fullmatch(line):
            level += (((len(rows) - 1, col), heavy) for col, heavy in _above(rows, place, line)) if rows else ()
            continue
        rows.append(_row(place, line, close=close))
        if len(rows[-1].cells) != len(rows[0].cells):
            raise PuzzleError(
                f"line {place}: a row of {len(rows[-1].cells)} cells follows one of {len(rows[0].cells)}: "
                "each cell is a number or a dot"
            )
    height, width = board_size(len(rows), len(rows[0].cells))
    upright: list[tuple[Cell, bool]]
    upright = [((r, c), heavy) for r, row in enumerate(rows) for c, heavy in row.bars if 0 < c < width]
    level = [(cell, heavy) for cell, heavy in level if cell[0] < height - 1]
    if width > 1 and len(dict(upright)) == height * (width - 1):  # These are the lines of a table, but for heavy ones.
        upright = [bar for bar in upright if bar[1]]
        if len(dict(level)) == (height - 1) * width:  # It may have lines between its rows, too.
            level = [dash for dash in level if dash[1]]
    sides = [*((cell, "left") for cell, _ in upright), *((cell, "bottom") for cell, _ in level)]
    numbers = ((r, c, int(cell)) for r, row in enumerate(rows) for c, cell in enumerate(row.cells) if cell.isdecimal())
    try:
        found = zip_of(height, width, numbers, sides)
        if not found.waypoints and (reason := found.infeasible_reason()):  # As of rooms, and of regions of Queens
            raise PuzzleError(f"there are no numbers, and {found.said(reason)}")
        return found
    except PuzzleError as error:
        raise PuzzleError(
            f"rows of numbers and dots are read as a ZIP: {error}; other kinds are read from JSON and links"
        ) from None


def _row(place: int, line: str, *, close: bool) -> Line:
    cells: list[str] = []
    spans: list[tuple[int, int]] = []
    bars: list[tuple[int, bool]] = []
    if len(line) > 3 * LARGEST_BOARD:
        raise PuzzleError(f"line {place}: a row of {len(line)} characters is too long for any board")
    for token in re.finditer(rf"[0-9]|[{re.escape(_DOTS + _BARS)}]", line) if close else _TOKEN.finditer(line):
        if token[0] in _BARS:
            bars.append((len(cells), token[0] == "┃"))
        else:
            if len(token[0]) > 9:
                raise PuzzleError(f"line {place}: {token[0][:40]!r} is too large for the number of a cell")
            cells.append(token[0])
            spans.append(token.span())
    return Line(place, tuple(cells), tuple(spans), tuple(bars))


def _above(rows: list[Line], place: int, line: str) -> Iterator[tuple[int, bool]]:
    """The columns of the last row whose cells stand above dashes, each with whether one of these is a heavy one."""
    row = rows[-1]
    for dashes in re.finditer(rf"[{re.escape(_DASHES)}]+", line):
        start, end = dashes.span()
        found = [
            (col, "━" in line[max(start, left) : min(end, right)])
            for col, (left, right) in enumerate(row.spans)
            if left < end and start < right
        ]
        if not found:
            raise PuzzleError(
                f"line {place}: the dashes in column {start + 1} are not below a cell of line {row.place}"
            )
        yield from found
