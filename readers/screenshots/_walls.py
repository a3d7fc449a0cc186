"""The walls on a board in a screenshot: bars between cells, much thicker than the lines of the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from PIL import Image

from cpmodels.errors import PuzzleError
from cpmodels.lattice import Cell
from cpmodels.puzzles.zip import Wall
from readers.screenshots._board import BoardInPicture
from readers.screenshots._cells import colour_distance
from readers.screenshots._edges import Array

ACROSS, ALONG = 50, 24
"""The pixels in which the neighbourhood of a side is looked at, across it and along it."""
REACH, MARGIN = 0.25, 0.15
"""What is looked at, in cells: so far to both sides of the line, and the side without so much at its ends."""
THINNEST, THICKEST = 0.055, 0.3
"""The thickness of walls, in cells."""
FAINTEST = 25.0
"""The difference between walls and cells, of 255, is at least this."""
SURELY, MAYBE = 2.2, 1.5
"""Walls are so many times as heavy - as thick and as strong in colour - as lines; in between is doubt."""


@dataclass(frozen=True)
class Bar:
    """What runs along a side between two cells: how thick, in cells, and how different in colour from both."""

    thickness: float
    contrast: float

    @property
    def weight(self) -> float:
        return self.thickness * self.contrast


def find_walls(picture: Image.Image, board: BoardInPicture, grounds: Mapping[Cell, Array]) -> tuple[Wall, ...]:
    """The walls on a board, from the picture in red, green and blue and the colours of the cells' grounds.

    Raises PuzzleError when a bar is neither clearly a wall nor clearly a line.
    """
    bars = {wall: _bar(picture, board, wall, grounds) for wall in sides(board)}
    line = max(float(np.percentile([bar.weight for bar in bars.values()], 30)), 0.3)
    walls = []
    for wall, bar in bars.items():
        if THINNEST <= bar.thickness <= THICKEST and bar.contrast >= FAINTEST and bar.weight > MAYBE * line:
            if bar.weight < SURELY * line:
                (row, col), (below, beside) = wall
                raise PuzzleError(
                    f"cannot tell whether there is a wall between row {row + 1}, column {col + 1} "
                    f"and row {below + 1}, column {beside + 1}"
                )
            walls.append(wall)
    return tuple(walls)


def sides(board: BoardInPicture) -> Iterator[Wall]:
    """The sides between two cells of a board."""
    for row in range(board.rows):
        for col in range(board.cols):
            if col + 1 < board.cols:
                yield (row, col), (row, col + 1)
            if row + 1 < board.rows:
                yield (row, col), (row + 1, col)


def _bar(picture: Image.Image, board: BoardInPicture, wall: Wall, grounds: Mapping[Cell, Array]) -> Bar:
    """What runs along the side between two cells."""
    colours = _profile(picture, board, wall)
    first, second = (grounds[cell] for cell in wall)
    away = np.minimum(colour_distance(colours, first), colour_distance(colours, second))
    middle = ACROSS // 2
    near = round(0.06 / (2 * REACH) * ACROSS)
    centre = middle - near + int(np.argmax(away[middle - near : middle + near]))
    contrast = float(away[centre])
    if contrast < 1:
        return Bar(0, 0)
    same = (away >= contrast / 2) & (colour_distance(colours, colours[centre]) < contrast / 2)
    before, after = centre, centre
    while before > 0 and same[before - 1]:
        before -= 1
    while after < ACROSS - 1 and same[after + 1]:
        after += 1
    return Bar((after - before + 1) * 2 * REACH / ACROSS, contrast)


def _profile(picture: Image.Image, board: BoardInPicture, wall: Wall) -> Array:
    """The colours across the side between two cells, from the first to the second; of each the median along it."""
    (row, col), (below, _) = wall
    if row == below:
        x, y = board.x(col + 1), board.y(row)
        box = (
            x - REACH * board.width,
            y + MARGIN * board.height,
            x + REACH * board.width,
            y + (1 - MARGIN) * board.height,
        )
        size, axis = (ACROSS, ALONG), 0
    else:
        x, y = board.x(col), board.y(row + 1)
        box = (
            x + MARGIN * board.width,
            y - REACH * board.height,
            x + (1 - MARGIN) * board.width,
            y + REACH * board.height,
        )
        size, axis = (ALONG, ACROSS), 1
    inside = (max(box[0], 0), max(box[1], 0), min(box[2], picture.width), min(box[3], picture.height))
    patch = np.asarray(picture.resize(size, Image.Resampling.BILINEAR, box=inside), dtype=np.float32)
    return np.asarray(np.median(patch, axis=axis), dtype=np.float32)
