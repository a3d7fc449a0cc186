"""The Zigzaw from pictures: a folder with ``piece.0.gif``, ``piece.1.gif``, ... and, if known, ``border.gif`` (or png).

Colours are sampled at points that are fractions of the picture of a frog.  A frog is 9 divisions wide and 7 high, where
6 divisions make a hexagon; the picture of the border is one hexagon wider than the board on either side, and as high as
one row more than the board, and two divisions.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

from PIL import Image

from cpmodels.errors import PuzzleError
from cpmodels.lattice import HEXAGONAL, Cell, hexagon
from cpmodels.puzzles import BorderFrog, Frog, Zigzaw
from cpmodels.puzzles.puzzle import board_size, listed
from readers.pictures import open_picture
from readers.sources import naming

Point: TypeAlias = tuple[float, float]
Pixels: TypeAlias = Image.Image

LEAST_WIDTH, LEAST_HEIGHT = 18, 14
"""Two pixels a division: pictures of pieces below this are not sampled."""

WIDE, HIGH = 9, 7
HEXAGON_HEIGHT = 2 / math.sqrt(3)
ROW_HEIGHT = HEXAGON_HEIGHT * 3 / 4
DIVISION: Point = (1 / 6, HEXAGON_HEIGHT / 6)
"""The size of a division; lengths are in widths of a hexagon."""

POINTS: dict[str, Point] = {
    "left_arm": (6.5, 0.75),
    "left_side": (5.5, 0.75),
    "left_leg": (0.5, 1.75),
    "right_leg": (0.5, HIGH - 1.75),
    "right_side": (5.5, HIGH - 0.75),
    "right_arm": (6.5, HIGH - 0.75),
    "body": (6, HIGH / 2),
}
"""Where to sample each part, in divisions from the upper left corner of a frog."""


def read_folder(folder: str | os.PathLike[str]) -> Zigzaw:
    """The Zigzaw of a folder of pictures; without a picture of the border it has none.

    Raises PuzzleError that names the picture, and the part of the frog and the colour that was seen there.
    """
    with naming(os.fsdecode(folder)):
        pieces, border = _pictures(Path(folder))
        frame = _picture(border) if border else None
        rows, cols = board_size(*_board(len(pieces), frame, border))
        frogs = tuple(_piece(path) for path in pieces)
        frogs_around = tuple(_border(frame, rows, cols)) if frame else ()
        return Zigzaw(rows, cols, frogs, frogs_around)


def colour(red: int, green: int, blue: int) -> str | None:
    """The name of a sampled colour; None when it is none of the six of a Rubik's Cube.

    >>> colour(255, 204, 0), colour(64, 50, 59)
    ('yellow', None)
    """
    if min(red, green, blue) > 128:
        return "white"
    if red > 190 and green > 170 and blue < 5:
        return "yellow"
    if red > 190 and green > 128 and blue < 5:
        return "orange"
    if red > 190 and blue < 30:
        return "red"
    if red < 5 and green > 128 and blue > 30:
        return "green"
    if red < 5 and green > 30 and blue > 128:
        return "blue"
    return None


def _pictures(folder: Path) -> tuple[list[Path], Path | None]:
    """The pictures of the pieces in order, and that of the border if there is one."""
    pieces: dict[int, Path] = {}
    borders: list[Path] = []
    try:
        paths = sorted(folder.iterdir())
    except OSError as error:
        raise PuzzleError(f"cannot be read: {error.strerror}") from error
    for path in paths:
        if found := re.fullmatch(r"piece\.([0-9]{1,6})\.(?:gif|png)", path.name, re.IGNORECASE):
            if (other := pieces.setdefault(int(found[1]), path)) != path:
                raise PuzzleError(f"{other.name} and {path.name} are both pictures of piece {int(found[1])}")
        elif re.fullmatch(r"border\.(?:gif|png)", path.name, re.IGNORECASE):
            borders.append(path)
    if not pieces:
        raise PuzzleError("this folder has no pictures of Zigzaw pieces, such as piece.0.gif")
    if len(borders) > 1:
        raise PuzzleError(f"{borders[0].name} and {borders[1].name} are both pictures of the border")
    if missing := [n for n in range(len(pieces)) if n not in pieces]:
        raise PuzzleError(f"there are pictures of pieces up to {max(pieces)}, but none of piece {listed(missing)}")
    return [pieces[n] for n in range(len(pieces))], borders[0] if borders else None


def _board(count: int, frame: Pixels | None, border: Path | None) -> Cell:
    """Rows and columns: those that have the proportions of the border, or a square without one."""
    if frame is None or border is None:
        if (side := math.isqrt(count)) ** 2 != count:
            raise PuzzleError(f"{count} pieces make no square board, and no picture of a border shows its shape")
        return side, side
    shapes = [(rows, count // rows) for rows in range(1, count + 1) if count % rows == 0]

    def misfit(shape: Cell) -> float:
        width, height = _frame(*shape)
        return abs(math.log(frame.width / frame.height * height / width))

    if misfit(best := min(shapes, key=misfit)) > 0.03:
        raise PuzzleError(
            f"{border.name}: no board of {count} pieces has a border of the shape {frame.width} x {frame.height}"
        )
    return best


def _frame(rows: int, cols: int) -> Point:
    """The size of the picture of the border."""
    return cols + 2, (rows + 1) * ROW_HEIGHT + 2 * DIVISION[1]


def _piece(path: Path) -> Frog:
    picture = _picture(path)
    if picture.width < LEAST_WIDTH or picture.height < LEAST_HEIGHT:
        raise PuzzleError(
            f"{path.name}: {picture.width} x {picture.height} pixels are too few for a frog: "
            f"{LEAST_WIDTH} x {LEAST_HEIGHT} at least"
        )
    colours = {}
    for part, (x, y) in POINTS.items():
        seen = _sample(picture, (x / WIDE, y / HIGH))
        if seen is None or (name := _colour(seen)) is None:
            raise PuzzleError(f"{path.name}: {part} is {_rgb(seen)}, none of the six colours")
        colours[part] = name
    return Frog(**colours)


def _border(frame: Pixels, rows: int, cols: int) -> Iterator[BorderFrog]:
    """The frogs around the board, as far as their colours can be seen."""
    width, height = _frame(rows, cols)
    for row, col in _rim(rows, cols):
        left = col + 1 - (0.5 if row % 2 == 0 else 0)
        top = (row + 1) * ROW_HEIGHT - 2.5 * DIVISION[1]
        seen = {
            part: _sample(frame, ((left + x * DIVISION[0]) / width, (top + y * DIVISION[1]) / height))
            for part, (x, y) in POINTS.items()
        }
        colours = {part: _colour(pixel) for part, pixel in seen.items() if pixel is not None}
        if any(colours.values()):
            yield BorderFrog(row, col, Frog(**colours))


def _rim(rows: int, cols: int) -> Iterator[Cell]:
    """The cells around the board that touch it."""
    board = {hexagon(row, col) for row in range(rows) for col in range(cols)}
    for row in range(-1, rows + 1):
        for col in range(-1, cols + 1):
            centre = hexagon(row, col)
            if centre not in board and not board.isdisjoint(HEXAGONAL.neighbours(centre)):
                yield row, col


def _sample(picture: Pixels, point: Point) -> tuple[int, ...] | None:
    """The red, green, blue and opacity at a point, a fraction of the picture; None outside of it."""
    x, y = point
    if not (0 <= x < 1 and 0 <= y < 1):
        return None
    pixel = picture.getpixel((int(x * picture.width), int(y * picture.height)))
    return pixel if isinstance(pixel, tuple) else None


def _colour(pixel: tuple[int, ...]) -> str | None:
    red, green, blue, opacity = pixel
    return colour(red, green, blue) if opacity > 128 else None


def _rgb(pixel: tuple[int, ...] | None) -> str:
    return "not in the picture" if pixel is None else f"RGB {pixel[:3]}" if pixel[3] > 128 else "transparent"


def _picture(path: Path) -> Pixels:
    """The pixels of a picture of one frame, in red, green, blue and opacity."""
    with naming(path.name):
        return open_picture(path, ("GIF", "PNG"))
