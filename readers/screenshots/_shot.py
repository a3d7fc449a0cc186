"""What a screenshot shows: a board, and what is in its cells and on the sides between them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

import numpy as np
from PIL import Image
from PIL.Image import Resampling as Way

from cpmodels.base.graph import Graph, grid
from cpmodels.base.lattice import Cell
from readers.screenshots._board import BoardInPicture
from readers.screenshots._cells import SHOWN, SIDE, CellContent, colour_distance, content_of, ground_of
from readers.screenshots._digits import Likeness, numbers
from readers.screenshots._edges import Array

ACROSS, ALONG = 50, 24
"""The pixels in which the neighbourhood of a side is looked at, across it and along it."""
REACH, MARGIN = 0.25, 0.15
"""What is looked at, in cells: so far to both sides of the line, and the side without so much at its ends."""

Side = tuple[Cell, Cell]


@dataclass(frozen=True)
class Bar:
    """What runs along a side between two cells: how thick, in cells, and how different in colour from both."""

    thickness: float
    contrast: float
    darkness: float = 0.0
    """How much darker it is than both cells, of 255."""

    @property
    def weight(self) -> float:
        return self.thickness * self.contrast


@dataclass(frozen=True)
class Shot:
    """A picture in red, green and blue, and where the board is in it."""

    picture: Image.Image
    board: BoardInPicture

    @cached_property
    def graph(self) -> Graph[Cell]:
        """The cells, and the sides between them as edges."""
        return grid(self.board.rows, self.board.cols)

    @cached_property
    def cells(self) -> dict[Cell, Array]:
        """The colours in the middle part of each cell."""
        half = (SHOWN / 2, SHOWN / 2)
        return {cell: self.colours(middle(cell), half, (SIDE, SIDE)) for cell in self.graph.nodes}

    @cached_property
    def grounds(self) -> dict[Cell, Array]:
        """The colour of each cell's ground."""
        return {cell: ground_of(colours) for cell, colours in self.cells.items()}

    @cached_property
    def contents(self) -> dict[Cell, CellContent]:
        """What is in each cell."""
        return {cell: content_of(colours, self.grounds[cell]) for cell, colours in self.cells.items()}

    @cached_property
    def inks(self) -> dict[Cell, Array]:
        """The ink of the cells that have any."""
        return {cell: content.ink for cell, content in self.contents.items() if content.ink is not None}

    @cached_property
    def numbers(self) -> dict[Cell, Likeness]:
        """The numbers that the ink may be, of the cells that have any."""
        return {cell: numbers(ink) for cell, ink in self.inks.items()}

    @cached_property
    def bars(self) -> dict[Side, Bar]:
        """What runs along each side between two cells."""
        return {side: self._bar(*side) for side in self.graph.edges}

    def colours(
        self, about: tuple[float, float], reach: tuple[float, float], size: tuple[int, int], way: Way = Way.BICUBIC
    ) -> Array:
        """What is about a place, up to so far to the sides, and up and down, in this many pixels, wide and high.

        Places and reaches are in cells, from the left and the upper side.
        """
        (x, y), (right, down), at = about, reach, self.board
        start = max(at.x(x - right), 0), max(at.y(y - down), 0)
        stop = min(at.x(x + right), self.picture.width), min(at.y(y + down), self.picture.height)
        return np.asarray(self.picture.resize(size, way, box=(*start, *stop)), dtype=np.float32)

    def along(self, side: Side, reach: tuple[float, float], size: tuple[int, int]) -> Array:
        """The colours about a side between two cells: how far across it and along it, in as many pixels.

        The first axis is across it, from the first cell to the second.
        """
        upright = side[0][0] == side[1][0]
        if not upright:
            reach, size = reach[::-1], size[::-1]
        seen = self.colours(middle(*side), reach, size, Way.BILINEAR)
        return seen.swapaxes(0, 1) if upright else seen

    def _bar(self, one: Cell, other: Cell) -> Bar:
        profile = self.along((one, other), (REACH, 0.5 - MARGIN), (ACROSS, ALONG))
        colours = np.asarray(np.median(profile, axis=1), dtype=np.float32)
        grounds = self.grounds[one], self.grounds[other]
        away = np.minimum(*(colour_distance(colours, ground) for ground in grounds))
        halfway, near = ACROSS // 2, round(0.06 / (2 * REACH) * ACROSS)
        centre = halfway - near + int(np.argmax(away[halfway - near : halfway + near]))
        contrast = float(away[centre])
        if contrast < 1:
            return Bar(0, 0)
        same = (away >= contrast / 2) & (colour_distance(colours, colours[centre]) < contrast / 2)
        before, after = (len([*takewhile(bool, part)]) for part in (same[centre::-1], same[centre:]))
        darkness = min(float(ground.mean()) for ground in grounds) - float(colours[centre].mean())
        return Bar((before + after - 1) * 2 * REACH / ACROSS, contrast, darkness)


def middle(*cells: Cell) -> tuple[float, float]:
    """The middle of a cell or of the side between two, in cells from the left and from above."""
    rows, cols = zip(*cells, strict=True)
    return sum(cols) / len(cols) + 0.5, sum(rows) / len(rows) + 0.5
