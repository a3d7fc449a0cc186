"""Frogs cut out of one picture: a grid of equal cells with a frog in each, side by side or with room between them.

The pieces are numbered row by row; cells at the end may be empty.  Of all grids in whose cells frogs of the six colours
are seen, the finest is taken, so nothing but the picture needs to be known.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from cpmodels.base.errors import PuzzleError
from cpmodels.base.lattice import Cell
from cpmodels.base.values import LARGEST_BOARD, place
from cpmodels.puzzles.zigzaw import Frog
from cpmodels.puzzles.zigzaw.geometry import FROG
from readers.zigzaw._colours import LEAST_HEIGHT, LEAST_WIDTH, FrogBox, check_size, frog_in, misfit

PixelBox: TypeAlias = tuple[int, int, int, int]
"""A part of a picture in whole pixels: left, top, right and bottom."""

MOST_MISFIT = 0.05
"""By how much the proportions of a frog may be off (as a logarithm), besides a pixel."""
LEAST_CELL, MOST_CELL = 0.7, 1.8
"""The proportions, width to height, of the cells of a grid."""
APART = 24
"""How much a channel of a pixel differs from the ground where there is a frog."""


@dataclass
class _Sheet:
    """A picture, and where in it there is anything but the ground, which is the colour of its corner."""

    picture: Image.Image
    marked: NDArray[np.bool_]

    @classmethod
    def of(cls, picture: Image.Image) -> _Sheet:
        pixels = np.asarray(picture).astype(np.int16)
        opaque, ground = pixels[..., 3] > 128, pixels[0, 0]
        if ground[3] > 128:
            return cls(picture, ~opaque | (np.abs(pixels - ground)[..., :3].max(axis=2) > APART))
        return cls(picture, opaque)

    def frog(self, cell: FrogBox) -> tuple[Frog, PixelBox] | None:
        """The frog in a cell of the grid, and where it is, or None when it is empty.

        Raises PuzzleError for anything else.
        """
        left, top, right, bottom = map(round, cell)
        part = self.marked[top:bottom, left:right]
        if not part.any():
            return None
        ys, xs = np.flatnonzero(part.any(axis=1)), np.flatnonzero(part.any(axis=0))
        width, height = int(xs[-1] - xs[0] + 1), int(ys[-1] - ys[0] + 1)
        if width < LEAST_WIDTH or height < LEAST_HEIGHT or misfit((width, height), FROG) > MOST_MISFIT + 1 / height:
            raise PuzzleError(f"the part found is {width} x {height} pixels, which is not the shape of a frog")
        corner = left + int(xs[0]), top + int(ys[0])
        box = (*corner, corner[0] + width, corner[1] + height)
        return frog_in(self.picture, box), box


def cut(picture: Image.Image) -> tuple[list[tuple[Frog, PixelBox]], Cell | None]:
    """The frogs on a sheet with their boxes, row by row, and the rows and columns of the grid.

    None for the latter when cells are empty.

    Raises PuzzleError when no grid of frogs is seen, with the first cell that is wrong in the nearest one.
    """
    check_size(picture)
    sheet = _Sheet.of(picture)
    nearest, sentence = 0, "it shows no grid of frogs"
    grids = sorted(_grids(picture), key=math.prod, reverse=True) if sheet.marked.any() else []
    for rows, cols in grids:
        frogs: list[tuple[Frog, PixelBox]] = []
        try:
            for index in range(rows * cols):
                _add(frogs, sheet, index, (rows, cols))
        except PuzzleError as error:
            if len(frogs) > nearest:
                nearest = len(frogs)
                sentence = (
                    f"it looks like {rows} x {cols} frogs, but that at {place(divmod(nearest, cols))} is wrong: {error}"
                )
        else:
            if frogs:
                return frogs, (rows, cols) if len(frogs) == rows * cols else None
    raise PuzzleError(sentence)


def _add(frogs: list[tuple[Frog, PixelBox]], sheet: _Sheet, index: int, grid: Cell) -> None:
    """Add the frog of the next cell, if there is one.  Raises PuzzleError when cells before it are empty."""
    rows, cols = grid
    row, col = divmod(index, cols)
    width, height = sheet.picture.width / cols, sheet.picture.height / rows
    frog = sheet.frog((col * width, row * height, (col + 1) * width, (row + 1) * height))
    if frog is None:
        if not frogs:
            raise PuzzleError("there is none")
    elif len(frogs) < index:
        raise PuzzleError("it is missing, but there are others after it")
    else:
        frogs.append(frog)


def _grids(picture: Image.Image) -> Iterator[Cell]:
    """The rows and columns of all grids whose cells are not too small or narrow for a frog."""
    for rows in range(1, picture.height // LEAST_HEIGHT + 1):
        height = picture.height / rows
        least, most = picture.width / (MOST_CELL * height), picture.width / (LEAST_CELL * height)
        for cols in range(max(1, math.ceil(least)), min(math.floor(most), picture.width // LEAST_WIDTH) + 1):
            if rows * cols <= LARGEST_BOARD:
                yield rows, cols
