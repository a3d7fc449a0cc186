"""What stands in the cells of a board in a screenshot: nothing, or ink on the ground of the cell or of a disc."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from readers.screenshots._components import components
from readers.screenshots._edges import Array

SIDE = 96
"""Cells are looked at in pictures this many pixels wide, whatever their size."""
SHOWN = 0.84
"""The share of a cell's side that is looked at: lines and walls are left out."""
DIFFERENT = 25.0
"""Colours farther apart than this, of 255, are ground and disc, or ground and ink."""
ALIKE = 20.0
SMALLEST_DISC, LARGEST_DISC = 0.16, 0.41
"""Radii of discs, in cells."""
LEAST_CIRCLES = 4
OFF_MIDDLE = 0.15
"""The middle of a digit is at most so far above or below that of the cell, and twice as far to its sides."""
SMALLEST_GLYPH = 0.15
"""The least height of a digit; both are shares of what is looked at."""
MOST_OF_POINTER = 0.12
"""The share of the area that a pointer covers is less than this."""

_PLACES = (np.arange(SIDE) + 0.5) * SHOWN / SIDE - SHOWN / 2
FROM_MIDDLE = np.hypot(_PLACES[:, None], _PLACES)
"""How far each pixel is from the middle of the cell, in cells."""
FRAME = np.maximum(np.abs(_PLACES[:, None]), np.abs(_PLACES)) > 0.34
_INSIDE = FROM_MIDDLE < SHOWN / 2
_CORE = FROM_MIDDLE < 0.2
_RADII = np.arange(0.04, LARGEST_DISC, 0.02)
_CIRCLES = [np.abs(FROM_MIDDLE - radius) < 0.01 for radius in _RADII]


@dataclass(frozen=True)
class CellContent:
    """What is on the ground of a cell: the ink from 0 to 1 or None, and whether that is on a disc."""

    ink: Array | None = None
    disc: bool = False

    @property
    def may_be_pointer(self) -> bool:
        """Whether there is a little ink, on no disc."""
        return not self.disc and self.ink is not None and bool(0 < (self.ink > 0.5).mean() < MOST_OF_POINTER)


def ground_of(colours: Array) -> Array:
    """The colour of a cell's ground: that of most pixels near its sides."""
    return np.asarray(np.median(colours[FRAME], axis=0), dtype=np.float32)


def content_of(colours: Array, ground: Array) -> CellContent:
    """What is in a cell, from its colours.  A path through it is nothing, a bare disc is bare ink."""
    away = colour_distance(colours, ground)
    if away[_INSIDE].max() < DIFFERENT:
        return CellContent()
    disc = _disc(colours, ground)
    if disc is None:
        return CellContent(_ink(away, 0.3))
    colour, radius = disc
    ink = _ink(colour_distance(colours, colour), 0.7 * radius)
    if ink is None and _is_path(colours, colour):
        return CellContent()
    return CellContent(np.zeros_like(FROM_MIDDLE, dtype=np.float32) if ink is None else ink, True)


def _disc(cell: Array, ground: Array) -> tuple[Array, float] | None:
    """The colour and radius of a disc about the middle of a cell, within its coloured rim if it has one.

    It is that of most pixels on circle after circle, which no digit is.
    """
    colours = np.array([np.median(cell[circle], axis=0) for circle in _CIRCLES])
    alike = colour_distance(colours[:, None], colours) < ALIKE
    best: tuple[float, Array, float] | None = None
    for first in np.flatnonzero(colour_distance(colours, ground) > DIFFERENT):
        run = first
        while run < len(colours) and alike[first, run]:
            run += 1
        weight = float(_RADII[first:run].sum())
        if run - first < LEAST_CIRCLES or _RADII[run - 1] < SMALLEST_DISC or (best and weight <= best[0]):
            continue
        colour = np.asarray(colours[(first + run) // 2], dtype=np.float32)
        shares = [(colour_distance(cell[circle], colour) < ALIKE).mean() for circle in _CIRCLES[first:run]]
        if np.mean(shares) > 0.5:
            best = weight, colour, float(_RADII[run - 1])
    return best[1:] if best else None


def _ink(away: Array, clear: float) -> Array | None:
    """The ink, by how far the colours are from the ground; None without any, nothing but 0 when it cannot be told.

    What comes no nearer to the middle than `clear` is a wall, or what is around a disc; what is small or far from the
    middle is a pointer; and what reaches from near the middle to the sides is anything.
    """
    peak = float(np.percentile(away[_CORE], 98))
    if peak < DIFFERENT:
        return None
    kept = np.zeros(away.shape, dtype=np.bool_)
    for part in components(away > 0.4 * peak):
        left, top, right, bottom = part.box
        central = abs(top + bottom - SIDE) < 2 * OFF_MIDDLE * SIDE and abs(left + right - SIDE) < 4 * OFF_MIDDLE * SIDE
        if min(FROM_MIDDLE[row, first:last].min() for row, first, last in part.runs) >= clear:
            continue
        if min(left, top) == 0 or max(right, bottom) == SIDE:
            return np.zeros_like(away)
        if central and bottom - top >= SMALLEST_GLYPH * SIDE:
            for row, first, last in part.runs:
                kept[row - 1 : row + 2, first - 1 : last + 1] = True
    ink = np.where(kept, away, 0)
    peak = float(np.percentile(ink[kept], 90)) if kept.any() else 0
    return np.asarray(np.clip(ink / peak, 0, 1), dtype=np.float32) if peak >= DIFFERENT else None


def _is_path(cell: Array, colour: Array) -> bool:
    """Whether what looks like a disc reaches a side of the cell, as the line of a path does."""
    middle = slice(SIDE // 2 - 4, SIDE // 2 + 4)
    ends = (cell[:3, middle], cell[-3:, middle], cell[middle, :3], cell[middle, -3:])
    return any(colour_distance(np.median(end.reshape(-1, 3), axis=0), colour) < 60 for end in ends)


def different(colours: Iterable[Array], apart: float) -> list[Array]:
    """Some of the colours, all farther from each other: how many there are, with shades for one."""
    found: list[Array] = []
    for colour in colours:
        if all(colour_distance(colour, other) > apart for other in found):
            found.append(colour)
    return found


def colour_distance(colours: Array, colour: Array) -> Array:
    """How far colours are from one, up to 255."""
    return np.asarray(np.sqrt(((colours - colour) ** 2).mean(axis=-1)), dtype=np.float32)
