"""ZIPs as boards of text that a person can type.

Every corner is ``+``; between two corners of a line stand dashes for a wall or blanks for none.  On the lines between,
cells have ``|`` for a wall and a blank for none between them, and a number, or blanks or a dot, inside.  Columns may be
of any width.  The rim of the board is a wall, drawn or not.  Lines that open with ``#`` are comments.

>>> print(ascii_board(Zip(2, 3, [(0, 0), (1, 2)], walls=[((0, 0), (0, 1)), ((0, 2), (1, 2))])), end="")
+---+---+---+
| 1 | .   . |
+   +   +---+
| .   .   2 |
+---+---+---+
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from cpmodels.base.lattice import Cell
from cpmodels.base.puzzle import expected
from cpmodels.base.values import board_size
from cpmodels.errors import PuzzleError
from cpmodels.puzzles.zip import Zip
from readers.zip._parts import zip_of

__all__ = ["ascii_board", "is_drawn", "read_drawn"]


class DrawnLine(NamedTuple):
    """A line of the board and its number in the file."""

    place: int
    text: str


def is_drawn(text: str) -> bool:
    """Whether the first line that counts is one of corners and dashes."""
    first = next(_rows(text), DrawnLine(0, "")).text.strip()
    return first[:1] == first[-1:] == "+" and "-" in first and not first.strip("+- ")


def read_drawn(text: str) -> Zip:
    """The ZIP of a drawn board.  Raises PuzzleError with the line where the drawing is not one."""
    lines = list(_rows(text))
    left = len(lines[0].text) - len(lines[0].text.lstrip())
    corners = [i - left for i, mark in enumerate(lines[0].text) if mark == "+"]
    if len(lines) % 2 == 0 or len(lines) < 3:
        raise PuzzleError(f"line {lines[-1].place}: a drawn board must end with a line of corners below its last cells")
    if any(b - a < 2 for a, b in pairwise(corners)):
        raise PuzzleError(f"line {lines[0].place}: there is no room for a cell between two corners")
    rows, cols = board_size(len(lines) // 2, len(corners) - 1)
    lines = [DrawnLine(place, _cut(place, text, left, corners[-1] + 1)) for place, text in lines]
    numbers: list[tuple[int, int, int]] = []
    sides: list[tuple[Cell, str]] = []
    for r, line in enumerate(lines[1::2]):
        numbers += ((r, c, number) for c, number in _numbers(line, corners))
        sides += (((r, c), "left") for c in _walls_left(line, corners))
    for r, line in enumerate(lines[::2]):
        _check_corners(line, corners)
        sides += (((r, c), "top") for c in _walls_above(line, corners))
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


def _rows(text: str) -> Iterator[DrawnLine]:
    for place, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield DrawnLine(place, line.rstrip())


def _cut(place: int, text: str, left: int, width: int) -> str:
    """The part of a line that lies on the board, which must be all of it."""
    if "\t" in text:
        raise PuzzleError(f"line {place}: the board holds a tab, whose width is not known: use spaces")
    for outside in (text[:left], text[left + width :]):
        if outside.strip():
            raise PuzzleError(f"line {place}: {outside.strip()[:40]!r} is outside the board")
    return text[left : left + width].ljust(width)


def _check_corners(line: DrawnLine, corners: list[int]) -> None:
    found = [i for i, mark in enumerate(line.text) if mark == "+"]
    if found != corners:
        odd = min(set(found) ^ set(corners))
        raise PuzzleError(
            f"line {line.place}, column {odd + 1} of the board: "
            f"{'a corner that the first line does not have' if odd in found else 'expected the corner +'}"
        )


def _walls_above(line: DrawnLine, corners: list[int]) -> Iterator[int]:
    for c, (a, b) in enumerate(pairwise(corners)):
        stretch = line.text[a + 1 : b]
        if set(stretch) not in ({"-"}, {" "}):
            raise PuzzleError(f"line {line.place}: above column {c} is {stretch[:40]!r}, neither dashes nor spaces")
        if stretch[0] == "-":
            yield c


def _walls_left(line: DrawnLine, corners: list[int]) -> Iterator[int]:
    for c, at in enumerate(corners):
        if line.text[at] not in "| ":
            raise PuzzleError(f"line {line.place}: {line.text[at]!r} is where a wall | or a space should be")
        if line.text[at] == "|":
            yield c


def _numbers(line: DrawnLine, corners: list[int]) -> Iterator[tuple[int, int]]:
    for c, (a, b) in enumerate(pairwise(corners)):
        content = line.text[a + 1 : b].strip()
        if content in ("", "."):
            continue
        if not re.fullmatch("[0-9]{1,9}", content):
            raise PuzzleError(
                f"line {line.place}: the cell in column {c} holds {content[:40]!r}, not a number or a dot"
            )
        yield c, int(content)
