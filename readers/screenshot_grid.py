"""The board in a screenshot: the largest lattice of squares whose sides are seen as straight edges.

The autocorrelation of the edges proposes sides of cells; the lattice that explains most edges is walked cell by cell,
so that the lines of buttons, cards and windows around the board do not count.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PIL import Image

from cpmodels.errors import PuzzleError
from readers.screenshot_edges import find_edges, likely_steps
from readers.screenshot_lattice import find_lattice
from readers.screenshot_margin import check_upright, check_whole

MOST_WORKED = 1_000_000
"""Larger pictures are made smaller, by a whole factor, to find the board."""


@dataclass(frozen=True)
class Grid:
    """Where the cells are: their number, and the place of the first and the size of each in pixels."""

    rows: int
    cols: int
    left: float
    top: float
    width: float
    height: float

    def x(self, col: float) -> float:
        """The x of a place so many cells from the left side of the board."""
        return self.left + col * self.width

    def y(self, row: float) -> float:
        """The y of a place so many cells from the upper side of the board."""
        return self.top + row * self.height


def find_grid(picture: Image.Image) -> Grid:
    """The board in a picture in shades of grey.

    Raises PuzzleError when there is none, or the picture shows only a part of it.
    """
    factor = 1
    while (picture.width // factor) * (picture.height // factor) > MOST_WORKED:
        factor += 1
    grey = np.asarray(picture.reduce(factor) if factor > 1 else picture, dtype=np.float32)
    upright, level = find_edges(grey), find_edges(grey.T)
    lattices = [found for step in likely_steps(upright, level) if (found := find_lattice(upright, level, step))]
    if not lattices:
        raise PuzzleError("shows no board of squares, upright and whole")
    best = max(lattices, key=lambda lattice: lattice.worth)
    check_upright(best, upright, level)
    check_whole(best, grey)
    top, _, left, _ = best.box
    across, down = best.across, best.down
    rows, cols = best.size
    return Grid(rows, cols, *(factor * v for v in (across.at(left), down.at(top), across.step, down.step)))
