"""Where frogs and their parts lie in pictures of a Zigzaw, as Jim Price's article *Zig and the Zigzaw* has it.

A frog is 9 divisions wide and 7 high, where 6 divisions make a hexagon; lengths are in widths of a hexagon unless they
are in divisions.  The picture of the border, the frame, is one hexagon wider than the board on either side, and as high
as one row more than the board, and two divisions.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import TypeAlias

from cpmodels.lattice import HEXAGONAL, Cell, hexagon

Point: TypeAlias = tuple[float, float]

WIDE, HIGH = 9, 7
"""The size of a frog in divisions."""
HEXAGON_HEIGHT = 2 / sqrt(3)
ROW_HEIGHT = HEXAGON_HEIGHT * 3 / 4
DIVISION: Point = (1 / 6, HEXAGON_HEIGHT / 6)
"""The size of a division."""
FROG: Point = (WIDE * DIVISION[0], HIGH * DIVISION[1])
"""The size of a frog."""

POINTS: dict[str, Point] = {
    "left_arm": (6.5, 0.75),
    "left_side": (5.5, 0.75),
    "left_leg": (0.5, 1.75),
    "right_leg": (0.5, HIGH - 1.75),
    "right_side": (5.5, HIGH - 0.75),
    "right_arm": (6.5, HIGH - 0.75),
    "body": (6, HIGH / 2),
}
"""Where the colour of each part is sampled, in divisions from the upper left corner of a frog."""


def frame(rows: int, cols: int) -> Point:
    """The size of the picture of the border."""
    return cols + 2, (rows + 1) * ROW_HEIGHT + 2 * DIVISION[1]


def frog_corner(cell: Cell) -> Point:
    """The upper left corner of the frog in a cell, from that of the frame."""
    row, col = cell
    return col + 0.5 + 0.5 * (row % 2), (row + 1) * ROW_HEIGHT - 2.5 * DIVISION[1]


def in_frame(cell: Cell, part: str, rows: int, cols: int) -> Point | None:
    """Where a part of the frog in a cell is sampled, as fractions of the frame; None when that is outside of it."""
    (left, top), (x, y), (width, height) = frog_corner(cell), POINTS[part], frame(rows, cols)
    across, down = (left + x * DIVISION[0]) / width, (top + y * DIVISION[1]) / height
    return (across, down) if 0 <= across < 1 and 0 <= down < 1 else None


def rim(rows: int, cols: int) -> Iterator[Cell]:
    """The cells around a board that touch it."""
    board = {hexagon(row, col) for row in range(rows) for col in range(cols)}
    for row in range(-1, rows + 1):
        for col in range(-1, cols + 1):
            centre = hexagon(row, col)
            if centre not in board and not board.isdisjoint(HEXAGONAL.neighbours(centre)):
                yield row, col
