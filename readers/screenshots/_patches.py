"""Patches: the shapes in the cells, by their outlines, and the numbers on them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cpmodels.base.errors import PuzzleError
from cpmodels.base.values import place
from cpmodels.puzzles.patches import Patch, Patches, Shape
from readers.screenshots._cells import SHOWN, SIDE, colour_distance, different
from readers.screenshots._components import components
from readers.screenshots._digits import sure_number
from readers.screenshots._edges import Array
from readers.screenshots._shot import Shot

STANDS_OUT = 14.0
"""A shape differs from the ground of its cell by more than this, of 255."""
FAINT = 0.25
"""So much less than the middle of a shape nothing on it differs from the ground, but the noise about it does: on real
screenshots the ends of a cross have half as much."""
LEAST_SIDE, OFF_MIDDLE = 0.4, 0.08
"""The sides of a shape, and how far its middle is from that of the cell, in cells: on real screenshots 0.53 to 0.8, and
up to 0.02; badges on rectangles that were drawn have 0.24."""
SOLID = 0.6
"""The share of its box that a shape fills."""
LEAST_COVERED, COVERED = 0.2, 0.5
"""There is no shape where less than the first share of the middle of a cell differs from its ground, and one, if not a
clear one, where more than the second does."""
CORNER = 0.12
"""What is looked at to tell whether a shape has corners, as a share of its longer side."""
CUT, FULL = 0.25, 0.5
"""The share of the corners that a cross fills at most, and a rectangle at least: on real screenshots 0, and 0.68; the
middles of their sides are at least 0.64."""
LONGER, SQUARE = 1.22, 1.12
"""The ratio of the sides of a tall or wide shape, at least, and of a square, at most: on real ones 1.4, and 1.02."""
FEWEST_COLOURS = 3
HUE = 40.0
"""Shapes are in colours, which are no greys, so far from each other, of 255; the discs of ZIPs are all in one."""
NUMBER = slice(SIDE // 4, SIDE - SIDE // 4)
"""Where the number is, within the overlap of the two bars of a cross."""
BARE = 0.01
"""The share of ink below which there is no number."""


@dataclass(frozen=True)
class Mark:
    """A shape in a cell: its colour, how full its corners and the middles of its sides are, its width to its height."""

    colour: Array
    corners: float
    arms: float
    ratio: float
    ink: Array
    """Of the number on it, from 0 to 1."""

    @property
    def shape(self) -> Shape | None:
        """Raises ValueError when it is neither clearly a rectangle nor clearly a cross, which is any shape."""
        longer = max(self.ratio, 1 / self.ratio)
        if self.corners <= CUT and self.arms >= FULL and longer <= SQUARE:
            return None
        if min(self.corners, self.arms) < FULL or SQUARE < longer < LONGER:
            raise ValueError(self.corners, self.arms, self.ratio)
        return "square" if longer <= SQUARE else "wide" if self.ratio > 1 else "tall"


def read_patches(shot: Shot) -> Patches | None:
    """The board of Patches, if there are solid shapes of several colours on it.

    Raises PuzzleError when a shape or its number is not clear.
    """
    marks = {cell: mark for cell, colours in shot.cells.items() if (mark := _mark(colours, shot.grounds[cell]))}
    if len(different((mark.colour for mark in marks.values() if np.ptp(mark.colour) > HUE), HUE)) < FEWEST_COLOURS:
        return None
    clues = []
    for cell, mark in marks.items():
        try:
            shape = mark.shape
        except ValueError:
            raise PuzzleError(f"shows Patches, but the shape in {place(cell)} is not clear") from None
        area = None
        if float((mark.ink > 0.5).mean()) > BARE:
            area = sure_number(mark.ink, len(shot.cells))
            if area is None:
                raise PuzzleError(f"shows Patches, but the number in {place(cell)} is not clear")
        clues.append(Patch(cell[0], cell[1], area, shape))
    return Patches(shot.board.rows, shot.board.cols, clues)


def _mark(colours: Array, ground: Array) -> Mark | None:
    """The shape in the middle of a cell; None where there is at most a badge, a pointer or a line."""
    away = colour_distance(colours, ground)
    covered = float((away[NUMBER, NUMBER] > STANDS_OUT).mean())
    if covered < LEAST_COVERED:
        return None
    parts = components(away > max(STANDS_OUT, FAINT * float(np.median(away[NUMBER, NUMBER]))))
    part = max(parts, key=lambda part: sum(last - first for _, first, last in part.runs))
    left, top, right, bottom = part.box
    wide, high = right - left, bottom - top
    shape = np.zeros(away.shape, dtype=np.bool_)
    for row, first, last in part.runs:
        shape[row, first:last] = True
    shape = shape[top:bottom, left:right]
    off = max(abs(left + right - SIDE), abs(top + bottom - SIDE)) * SHOWN / SIDE / 2
    is_shape = min(wide, high) * SHOWN / SIDE >= LEAST_SIDE and shape.mean() >= SOLID and off <= OFF_MIDDLE
    if not is_shape and covered < COVERED:
        return None
    side = max(1, round(CORNER * max(wide, high)))
    ends = slice(None, side), slice(-side, None)
    corners = float(np.mean([shape[rows, cols].mean() for rows in ends for cols in ends]))
    across, down = (slice(2 * length // 5, 3 * length // 5 + 1) for length in (wide, high))
    arms = min(min(shape[end, across].mean(), shape[down, end].mean()) for end in ends)
    core = colours[NUMBER, NUMBER].reshape(-1, 3)
    strength = np.ptp(core, axis=1)
    colour = np.median(core[strength >= np.percentile(strength, 60)], axis=0)
    ink = np.zeros_like(away)
    white = float(colour_distance(np.full(3, 255, dtype=np.float32), colour))
    ink[NUMBER, NUMBER] = np.clip(colour_distance(colours[NUMBER, NUMBER], colour) / max(white, 1), 0, 1)
    return Mark(colour, corners, float(arms) if is_shape else 0.0, wide / high, ink)
