"""Where frogs and their parts lie in pictures of a Zigzaw, as Jim Price's article *Zig and the Zigzaw* has it.

A frog is 9 divisions wide and 7 high, where 6 divisions make a hexagon; lengths are in widths of a hexagon unless they
are in divisions.  The picture of the border, the frame, is one hexagon wider than the board on either side, and as high
as one row more than the board, and two divisions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import sqrt
from typing import TypeAlias

from cpmodels.base.diagram import Figure, FigurePart
from cpmodels.base.lattice import HEXAGONAL, Cell, hexagon

__all__ = ["FROG", "HEXAGON_HEIGHT", "POINTS", "Point", "frame", "frog_corner", "in_frame", "rim"]

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

Facelet: TypeAlias = tuple[Point, ...]


def _rhomb(x: float, y: float, *steps: Point) -> Facelet:
    return ((x, y), *((x + dx, y + dy) for dx, dy in steps))


def _facelets() -> dict[str, tuple[Facelet, ...]]:
    flat = ((1, -0.5), (2, 0), (1, 0.5))
    rising, falling = ((1, -0.5), (1, 0.5), (0, 1)), ((1, 0.5), (1, 1.5), (0, 1))
    left: dict[str, tuple[Facelet, ...]] = {
        "left_arm": tuple(_rhomb(6 + k, 0.5 * k, *falling) for k in range(2)),
        "left_side": (*(_rhomb(3 + k, 2.5 - 0.5 * k, *rising) for k in range(3)), _rhomb(5, 0.5, *rising)),
        "left_leg": tuple(_rhomb(k, 1 + 0.5 * k, *falling) for k in range(3)),
    }
    body = tuple(_rhomb(3 + i + j, 3.5 + (j - i) * 0.5, *flat) for i in range(3) for j in range(3))
    right = {
        part.replace("left", "right"): tuple(tuple((x, HIGH - y) for x, y in one[::-1]) for one in facelets)
        for part, facelets in left.items()
    }
    return {**left, **right, "body": body}


FACELETS = _facelets()
"""The facelets of each part, rhombs with one division to a side, in divisions from the upper left of the frog."""


def from_middle(point: Point) -> Point:
    """A point in divisions from the upper left of a frog, from the middle of its hexagon."""
    return (point[0] - WIDE / 2) * DIVISION[0], (point[1] - HIGH / 2) * DIVISION[1]


FIGURE = {part: tuple(tuple(map(from_middle, one)) for one in facelets) for part, facelets in FACELETS.items()}
"""The facelets of each part from the middle of the hexagon."""


def figure(colours: Mapping[str, str | None], photo: bytes | None = None) -> Figure:
    """A frog whose parts have these colours; parts of unknown colour are left out, but not a body alone."""
    unknown = {part for part, colour in colours.items() if colour is None}
    shown = [part for part in colours if part not in unknown or unknown == {"body"}]
    return Figure(tuple(FigurePart(part, colours[part], FIGURE[part]) for part in shown), photo)


def frame_box(rows: int, cols: int) -> tuple[float, float, float, float]:
    """The frame of a board: left, top, right and bottom, from the middle of the hexagon of (0, 0)."""
    left, top = (-at - side / 2 for at, side in zip(frog_corner((0, 0)), FROG, strict=True))
    wide, high = frame(rows, cols)
    return left, top, left + wide, top + high


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
            cell = hexagon(row, col)
            if cell not in board and not board.isdisjoint(HEXAGONAL.neighbours(cell)):
                yield row, col
