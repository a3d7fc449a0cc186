"""The board in a screenshot: the largest lattice of squares whose sides are seen as straight edges.

The autocorrelation of the edges proposes sides of cells; the lattice that explains most edges is walked cell by cell,
so that the lines of buttons, cards and windows around the board do not count.  What is beyond its outermost lines tells
whether it stands upright and is all shown.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PIL import Image

from cpmodels.base.errors import PuzzleError
from readers.screenshots._edges import Array, Comb, Edges, clipped, find_edges, lean, likely_steps
from readers.screenshots._lattice import SeenLattice, find_lattice

MOST_WORKED = 1_000_000
"""Larger pictures are made smaller, by a whole factor, to find the board."""
TIGHT = 0.08
"""Pictures end about the board that show less of its surroundings, in cells."""
MOST_LEAN = 0.04
"""How far lines may be shifted, in cells, from one end of the board to the other."""


@dataclass(frozen=True)
class BoardInPicture:
    """Where the cells are: their number, and the place of the first and the size of each in pixels."""

    rows: int
    cols: int
    left: float
    top: float
    width: float
    height: float
    open_end: str | None = None
    """A side at which the picture ends right at the board, so that cells may be cut off unseen."""

    def x(self, col: float) -> float:
        """The x of a place this many cells from the left side of the board."""
        return self.left + col * self.width

    def y(self, row: float) -> float:
        """The y of a place this many cells from the upper side of the board."""
        return self.top + row * self.height


def find_board(picture: Image.Image) -> BoardInPicture | None:
    """The board in a picture in shades of grey, if there is one.

    Raises PuzzleError when it leans, or the picture shows only a part of it.
    """
    factor = 1
    while (picture.width // factor) * (picture.height // factor) > MOST_WORKED:
        factor += 1
    grey = np.asarray(picture.reduce(factor) if factor > 1 else picture, dtype=np.float32)
    upright, level = find_edges(grey), find_edges(grey.T)
    lattices = [found for step in likely_steps(upright, level) if (found := find_lattice(upright, level, step))]
    if not lattices:
        return None
    best = max(lattices, key=lambda lattice: lattice.worth)
    _check_upright(best, upright, level)
    open_end = _open_end(best, grey)
    top, _, left, _ = best.box
    across, down = best.across, best.down
    rows, cols = best.size
    x, y, width, height = (factor * v for v in (across.at(left), down.at(top), across.step, down.step))
    return BoardInPicture(rows, cols, x, y, width, height, open_end)


def _check_upright(lattice: SeenLattice, upright: Edges, level: Edges) -> None:
    """Raises PuzzleError when the lines of the board are at an angle to the picture."""
    top, bottom, left, right = lattice.box
    down, across = lattice.down, lattice.across
    leans = (
        lean(upright, across, (left, right), (down.at(top), down.at(bottom))),
        lean(level, down, (top, bottom), (across.at(left), across.at(right))),
    )
    if min(leans) > MOST_LEAN:
        raise PuzzleError("the board is not upright in the picture")


def check_whole(rows: int, cols: int, side: str | None) -> None:
    """Raises PuzzleError when the board is, or may be, cut off at a side of the picture."""
    if side:
        raise PuzzleError(
            f"the board is cut off at the {side} side of the picture, after {rows} x {cols} cells, or the path of "
            "a game that has begun covers its lines: reset the game first"
        )


def _open_end(lattice: SeenLattice, grey: Array) -> str | None:
    """A side at which the picture ends right at the board, so that nothing tells whether cells are cut off.

    There is none where a square board has the end of the picture about it on all sides.  Raises PuzzleError where lines
    run on beyond the outermost one, which tell of cells that are cut off, and where a board that is not square ends so.
    """
    top, bottom, left, right = lattice.box
    rows, cols = lattice.size
    down, across = lattice.down, lattice.across
    high, wide = grey.shape
    beyond = {
        "upper": (grey[::-1], across, (left, right), high - down.at(top), down.step),
        "lower": (grey, across, (left, right), down.at(bottom), down.step),
        "left": (grey.T[::-1], down, (top, bottom), wide - across.at(left), across.step),
        "right": (grey.T, down, (top, bottom), across.at(right), across.step),
    }
    tight = rows == cols and all(len(side[0]) - side[3] < TIGHT * side[4] for side in beyond.values())
    ends = {name: _runs_on(*side) for name, side in beyond.items()}
    check_whole(rows, cols, next((name for name, cut in ends.items() if cut), None))
    unknown = next((name for name, cut in ends.items() if cut is None and not tight), None)
    if rows != cols:
        check_whole(rows, cols, unknown)
    return unknown


def _runs_on(grey: Array, lines: Comb, box: tuple[int, int], border: float, step: float) -> bool | None:
    """Whether upright lines run on below the lower border of the board; None when the picture ends right there.

    Walls and the tinted cell stand out more than lines, so the least of what is inside is taken to be that of lines.
    """
    inside = grey[_rows(border - 0.4 * step, border - 0.15 * step, len(grey))]
    beyond = grey[_rows(border + max(1.0, 0.06 * step), border + 0.5 * step, len(grey))]
    inner = range(box[0] + 1, box[1])
    reliefs = [_relief(inside, lines.at(index), lines.step) for index in inner] if len(inside) else [0.0]
    relief = float(np.percentile(reliefs, 25))
    ends_here = not len(beyond)
    if ends_here:
        beyond = grey[-1:]
        at_border = np.median(grey[_rows(border - 1.5, border + 1.5, len(grey))], axis=1)
        if not len(at_border) or np.abs(at_border - np.median(beyond)).max() < 0.5 * relief:
            return None
    runs_on = bool(np.median([_relief(beyond, lines.at(index), lines.step) for index in inner]) > 0.5 * relief)
    return None if ends_here and runs_on else runs_on


def _relief(grey: Array, x: float, step: float) -> float:
    """How a line at x stands out from what is beside it."""
    mean = np.median(grey, axis=0)
    line = mean[_rows(x - 0.07 * step - 1, x + 0.07 * step + 1, len(mean))]
    left = mean[_rows(x - 0.25 * step, x - 0.15 * step, len(mean))]
    right = mean[_rows(x + 0.15 * step, x + 0.25 * step, len(mean))]
    beside = np.concatenate([left, right])
    return float(np.abs(line - np.median(beside if len(beside) else mean)).max())  # Cells may be too small for sides.


def _rows(first: float, last: float, length: int) -> slice:
    begin, end = clipped(first, last, length)
    return slice(begin, max(begin, end))
