"""ZIPs as matrices of plain numbers (`readers.number_lines`).

A first line ``rows cols``, then the matrix of numbers, 0 or -1 for an empty cell.  Then nothing; or a matrix of wall
bits (1 right, 2 up, 4 left, 8 down); or a matrix that has 1 where a wall stands on the right of a cell, and one for the
walls below.
"""

from __future__ import annotations

from cpmodels.base.values import board_size
from cpmodels.errors import PuzzleError
from cpmodels.puzzles.zip import Zip
from readers.number_lines import NumberLine, header, number_lines
from readers.zip._foreign import zip_of_bits
from readers.zip._parts import numbers_of, zip_of


def read_matrices(text: str) -> Zip | None:
    """The ZIP of a text; None when it does not open with rows and columns, or goes on with a list of pieces."""
    if len(header(text) or ()) != 2:
        return None
    head, *lines = number_lines(text)
    rows, cols = board_size(*head.numbers)
    return None if _are_pieces(rows, cols, lines) else _zip(rows, cols, lines)


def _are_pieces(rows: int, cols: int, lines: list[NumberLine]) -> bool:
    """Whether the lines after a header are pieces.

    On four columns, a ZIP has fewer lines than a board has pieces; where there are as few pieces, because some are
    missing, they give themselves away by what no ZIP has: numbers below -1, or equal numbers above what are no walls.
    """
    if cols != 4:
        return bool(lines) and len(lines[0].numbers) == 4
    if len(lines) not in (rows, 2 * rows, 3 * rows) or any(min(line.numbers, default=0) < -1 for line in lines):
        return True
    numbers = [number for line in lines[:rows] for number in line.numbers if number > 0]
    largest = 15 if len(lines) == 2 * rows else 1
    walls = all(0 <= bits <= largest for line in lines[rows:] for bits in line.numbers)
    return not walls and len(set(numbers)) < len(numbers)


def _zip(rows: int, cols: int, lines: list[NumberLine]) -> Zip:
    for line in lines:
        if len(line.numbers) != cols:
            raise PuzzleError(
                f"line {line.place}: a row of {rows} x {cols} cells has {cols} numbers, not {len(line.numbers)}"
            )
    if len(lines) not in (rows, 2 * rows, 3 * rows):
        raise PuzzleError(
            f"after {rows} {cols} there are {len(lines)} lines: a ZIP has {rows}, {2 * rows} or {3 * rows} of {cols} "
            f"numbers, and a list of pieces {rows * cols} of 4"
        )
    matrix, *walls = ([line.numbers for line in lines[start : start + rows]] for start in range(0, len(lines), rows))
    if len(walls) < 2:
        return zip_of_bits(matrix, walls[0] if walls else None)
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
    return zip_of(rows, cols, numbers_of(matrix), sides)
