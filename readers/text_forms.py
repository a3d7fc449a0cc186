"""Puzzles as plain numbers: lists of pieces, and ZIPs as a grid of numbers with grids of walls.

Numbers stand apart by spaces, commas or semicolons; ``#`` and ``//`` open comments; empty lines do not count.

Pieces: four numbers a line, top, right, bottom, left.  A first line ``rows cols`` gives the board; without one it is
square.  A negative number anywhere makes touching edges add to zero, otherwise they are equal.  When the zeros are just
those of a rim - four corner pieces with two zeros side by side, pieces with one zero for the rest of the rim, none
inside - and edges match by being equal, 0 is the border colour.  Pieces turn.

ZIP: a first line ``rows cols``, then the grid of numbers, 0 or -1 for an empty cell.  Then nothing; or a grid of wall
bits (1 right, 2 up, 4 left, 8 down); or a grid that has 1 where a wall stands on the right of a cell, and one for the
walls below.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from cpmodels.errors import PuzzleError
from cpmodels.lattice import Cell
from cpmodels.puzzles import EdgeMatching, Puzzle, Zip
from cpmodels.values import LARGEST_BOARD, board_size
from readers.ascii_zip import looks_ascii, read_ascii
from readers.foreign_zip import zip_of_bits
from readers.zip_parts import numbers_of, walls_of, waypoints

MOST_LINES = 3 * LARGEST_BOARD + 1
_COMMENT = re.compile(r"#.*|//.*")
_GAP = re.compile(r"[\s,;]+")
_WHOLE = re.compile(r"[+-]?[0-9]{1,19}")


class Line(NamedTuple):
    """A line's number in its file, from 1, and the numbers on it."""

    place: int
    numbers: tuple[int, ...]


def read_text(text: str) -> Puzzle[Any]:
    """The puzzle of a text that is not JSON.  Raises PuzzleError with the line where it is none."""
    if looks_ascii(text):
        return read_ascii(text)
    lines = list(islice(_lines(text), MOST_LINES + 1))
    if not lines:
        raise PuzzleError("there is nothing but comments in it")
    if len(lines) > MOST_LINES:
        raise PuzzleError(f"there are more than {MOST_LINES} lines of numbers, too many for any board")
    head, *rest = lines
    if len(head.numbers) != 2:
        return _pieces(lines)
    rows, cols = board_size(*head.numbers)
    if _are_pieces(rows, cols, rest):
        return _pieces(rest, (rows, cols))
    return _zip(rows, cols, rest)


def _lines(text: str) -> Iterator[Line]:
    for place, line in enumerate(text.splitlines(), 1):
        if words := [word for word in _GAP.split(_COMMENT.sub("", line)) if word]:
            yield Line(place, tuple(_whole(word, place) for word in words))


def _whole(word: str, place: int) -> int:
    if not _WHOLE.fullmatch(word):
        long = re.fullmatch(r"[+-]?[0-9]+", word)
        raise PuzzleError(f"line {place}: {word[:40]!r} is {'too large' if long else 'no whole number'}")
    if not -(2**63) <= (value := int(word)) < 2**63:
        raise PuzzleError(f"line {place}: {word} does not fit into 64 bits")
    return value


def _are_pieces(rows: int, cols: int, lines: list[Line]) -> bool:
    """Whether the lines after a header are pieces: on four columns, a ZIP has fewer lines than a board has pieces."""
    if cols == 4:
        return len(lines) not in (rows, 2 * rows, 3 * rows)
    return bool(lines) and len(lines[0].numbers) == 4


def _pieces(lines: list[Line], size: Cell | None = None) -> EdgeMatching:
    for line in lines:
        if len(line.numbers) != 4:
            raise PuzzleError(f"line {line.place}: a piece has 4 edges, not {len(line.numbers)}")
    pieces = [line.numbers for line in lines]
    rows, cols = size or _square(len(pieces))
    if len(pieces) != rows * cols:
        raise PuzzleError(f"a board of {rows} x {cols} takes {rows * cols} pieces, not {len(pieces)}")
    signed = min(map(min, pieces)) < 0
    border = 0 if not signed and _zeros_make_a_rim(rows, cols, pieces) else None
    rule = "sum-zero" if signed else "equal"
    return EdgeMatching(rows, cols, tuple(pieces), rule, border=border)  # type: ignore[arg-type]


def _square(count: int) -> Cell:
    side = round(count**0.5)
    if side * side != count:
        raise PuzzleError(f"{count} pieces make no square board: give its rows and cols on a first line")
    return side, side


def _zeros_make_a_rim(rows: int, cols: int, pieces: list[tuple[int, ...]]) -> bool:
    """Whether the zeros are those of a border on a board of at least two rows and columns."""
    if min(rows, cols) < 2:
        return False
    zeros = Counter(tuple(side for side, edge in enumerate(edges) if edge == 0) for edges in pieces)
    corners = sum(zeros[sides] for sides in ((0, 1), (1, 2), (2, 3), (0, 3)))
    sides = sum(zeros[side,] for side in range(4))
    return corners == 4 and sides == 2 * (rows + cols) - 8 and zeros[()] == (rows - 2) * (cols - 2)


def _zip(rows: int, cols: int, lines: list[Line]) -> Zip:
    for line in lines:
        if len(line.numbers) != cols:
            raise PuzzleError(f"line {line.place}: a row of {rows} x {cols} cells takes {cols} numbers")
    if len(lines) not in (rows, 2 * rows, 3 * rows):
        raise PuzzleError(
            f"after {rows} {cols} come {len(lines)} lines: a ZIP takes {rows}, {2 * rows} or {3 * rows} of {cols} "
            f"numbers, and a list of pieces {rows * cols} of 4"
        )
    grid, *walls = ([line.numbers for line in lines[start : start + rows]] for start in range(0, len(lines), rows))
    if len(walls) < 2:
        return zip_of_bits(grid, walls[0] if walls else None)
    for line in lines[rows:]:
        if wrong := set(line.numbers) - {0, 1}:
            raise PuzzleError(f"line {line.place}: a wall is 1, no wall is 0, not {min(wrong)}")
    sides = (
        ((r, c), side)
        for side, marks in zip(("right", "bottom"), walls, strict=True)
        for r, row in enumerate(marks)
        for c, wall in enumerate(row)
        if wall
    )
    return Zip(rows, cols, waypoints(numbers_of(grid)), walls_of(rows, cols, sides))
