"""A lattice of squares along the edges in a picture: which of its cells have edges on their sides."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from cpmodels.base.graph import connected_parts
from cpmodels.base.lattice import SQUARE, Cell
from readers.screenshots._edges import LEAST_SIDE, REACH, Array, Comb, Edges, centred, clipped, first_comb

MOST_SIDE = 16


@dataclass(frozen=True)
class SeenLattice:
    """Upright lines and level lines, and the share of each side of each cell along which an edge is seen."""

    across: Comb
    down: Comb
    upright: Array
    """By line and row."""
    level: Array
    """By line and column."""
    box: tuple[int, int, int, int]
    """The first and last row and column of the board, the last ones excluded."""
    midway: float = 0.0
    """How much of the lines between cells runs midway between two opposite edges, and how well."""

    @property
    def size(self) -> tuple[int, int]:
        top, bottom, left, right = self.box
        return bottom - top, right - left

    @property
    def inner(self) -> float:
        """The share of the sides between the board's cells along which an edge is seen."""
        top, bottom, left, right = self.box
        sides = [self.upright[left + 1 : right, top:bottom].ravel(), self.level[top + 1 : bottom, left:right].ravel()]
        return float(np.concatenate(sides).mean())

    @property
    def worth(self) -> float:
        """How much of the edges the board explains."""
        rows, cols = self.size
        return self.inner**2 * self.midway * rows * cols * (self.across.step + self.down.step)


def find_lattice(upright: Edges, level: Edges, step: int) -> SeenLattice | None:
    """The board whose cells have about this side; None when there is none."""
    across, down = first_comb(upright, step), first_comb(level, step)
    if across is None or down is None:
        return None
    found = _board(upright, level, across, down)
    for _ in range(2):
        if found:
            top, bottom, left, right = found.box
            across, one = centred(upright, found.across, (left, right), (down.at(top), down.at(bottom)))
            down, other = centred(level, found.down, (top, bottom), (across.at(left), across.at(right)))
            found = _board(upright, level, across, down)
            found = found and replace(found, midway=one + other)
    return found


def _board(upright: Edges, level: Edges, across: Comb, down: Comb) -> SeenLattice | None:
    """The board on these lines; None when there is none."""
    if min(across.count, down.count) <= LEAST_SIDE or abs(across.step / down.step - 1) > 0.04:
        return None
    sides, ends = _support(upright, across, down), _support(level, down, across)
    box = _largest(sides, ends)
    lattice = SeenLattice(across, down, sides, ends, box) if box else None
    fits = lattice and all(LEAST_SIDE <= n <= MOST_SIDE for n in lattice.size) and lattice.inner > 0.6
    return lattice if fits else None


def _support(edges: Edges, lines: Comb, cells: Comb) -> Array:
    """By line and by cell along it, the share of the middle of the cell's side along which an edge is near."""
    height, width = edges.shape
    reach = max(1.5, REACH * lines.step)
    spans = [
        clipped(cells.at(j) + 0.15 * cells.step, cells.at(j + 1) - 0.15 * cells.step, height)
        for j in range(cells.count - 1)
    ]
    begins, ends = np.array(spans).T
    support = np.zeros((lines.count, cells.count - 1), dtype=np.float32)
    for i in range(lines.count):
        first, last = clipped(lines.at(i) - reach, lines.at(i) + reach, width)
        seen = np.concatenate(([0], np.cumsum(edges[:, first:last].any(axis=1))))
        support[i] = (seen[ends] - seen[begins]) / np.maximum(ends - begins, 1)
    return support


def _largest(upright: Array, level: Array) -> tuple[int, int, int, int] | None:
    """The largest block of cells that have sides: first and last row and column, the last ones excluded.

    Its outermost rows and columns are crossed by the lines between cells, not just enclosed by two parallel ones.
    """
    seen = (upright[:-1].T + upright[1:].T + level[:-1] + level[1:]) / 4
    cells: list[Cell] = [(int(r), int(c)) for r, c in np.argwhere(seen >= 0.55)]
    block = max(connected_parts(cells, SQUARE.neighbours), key=len, default=[])
    if not block:
        return None
    rows, cols = zip(*block, strict=True)
    top, bottom, left, right = min(rows), max(rows) + 1, min(cols), max(cols) + 1
    full = np.zeros(seen.shape)
    full[rows, cols] = 1
    while bottom - top > 1 and right - left > 1:
        part, sides, ends = full[top:bottom, left:right], upright[left + 1 : right], level[top + 1 : bottom]
        outermost = [
            min(part[0].mean() / 0.6, sides[:, top].mean() / 0.5),
            min(part[-1].mean() / 0.6, sides[:, bottom - 1].mean() / 0.5),
            min(part[:, 0].mean() / 0.6, ends[:, left].mean() / 0.5),
            min(part[:, -1].mean() / 0.6, ends[:, right - 1].mean() / 0.5),
        ]
        worst = int(np.argmin(outermost))
        if outermost[worst] >= 1:
            return top, bottom, left, right
        top, bottom = top + (worst == 0), bottom - (worst == 1)
        left, right = left + (worst == 2), right - (worst == 3)
    return None
