"""The board in a screenshot: the largest lattice of squares whose sides are seen as straight edges.

Edges are long and steady: along a grid line the step in brightness is the same from pixel to pixel, along letters and
discs it is not.  The autocorrelation of the edges proposes side lengths of cells; the lattice that most edges fit is
then walked cell by cell, so lines of buttons, cards and windows around the board do not count.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from cpmodels.errors import PuzzleError
from cpmodels.lattice import SQUARE, Cell

Array: TypeAlias = NDArray[np.float32]
Edges: TypeAlias = NDArray[np.int8]
"""1 where it grows brighter from left to right, -1 where it grows darker, 0 where there is no edge."""

MOST_WORKED = 1_000_000
"""Larger pictures are made smaller, by a whole factor, to find the board."""
LEAST_CELL = 10
"""The least side of a cell, in pixels of the picture made smaller."""
LEAST_SIDE, MOST_SIDE = 3, 16
STEADY = 0.6
"""The share of the steps along an edge that is steady, from 0 to 1, above which there is an edge."""
FAINTEST = 2.0
"""Steps in brightness, of 255, below this are noise."""
WINDOW = 9
"""The pixels along which an edge must be steady."""
REACH = 0.12
"""How far from a lattice line, in cells, the edges of a wall on it may lie."""
SLACK = 0.15
"""How much of an outermost cell, in cells, may be cut off."""


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


@dataclass(frozen=True)
class _Comb:
    """Lines at equal distances across the picture; the first lies just inside of it or within `SLACK` outside."""

    start: float
    step: float
    count: int

    def at(self, index: int) -> float:
        return self.start + index * self.step


@dataclass(frozen=True)
class _Lattice:
    """Upright lines and level lines, and the share of each side of each cell along which an edge is seen."""

    across: _Comb
    down: _Comb
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


def find_grid(picture: Image.Image) -> Grid:
    """The board in a picture in shades of grey.

    Raises PuzzleError when there is none, or the picture shows only a part of it.
    """
    factor = 1
    while (picture.width // factor) * (picture.height // factor) > MOST_WORKED:
        factor += 1
    grey = np.asarray(picture.reduce(factor) if factor > 1 else picture, dtype=np.float32)
    upright, level = _edges(grey), _edges(grey.T)
    lattices = [found for step in _steps(upright, level) if (found := _lattice(upright, level, step))]
    if not lattices:
        raise PuzzleError("shows no board of squares, upright and whole")
    best = max(lattices, key=lambda lattice: lattice.worth)
    _check_whole(best, grey)
    top, _, left, _ = best.box
    across, down = best.across, best.down
    rows, cols = best.size
    return Grid(rows, cols, *(factor * v for v in (across.at(left), down.at(top), across.step, down.step)))


def _edges(grey: Array) -> Edges:
    """Where there is an upright edge: a step in brightness from left to right that is the same above and below."""
    if min(grey.shape) < 3 * LEAST_CELL:
        return np.zeros(grey.shape, dtype=np.int8)
    step = np.zeros_like(grey)
    step[:, 1:-1] = grey[:, 2:] - grey[:, :-2]
    mean, square = _mean_along(step), _mean_along(step * step)
    steady = mean * mean > STEADY * (square + FAINTEST**2)
    return np.where(steady, np.sign(mean), 0).astype(np.int8)


def _mean_along(values: Array) -> Array:
    """The mean of `WINDOW` values about each, down the columns."""
    padded = np.pad(values, ((WINDOW // 2 + 1, WINDOW // 2), (0, 0)), mode="edge")
    sums = np.cumsum(padded, axis=0, dtype=np.float64)
    return ((sums[WINDOW:] - sums[:-WINDOW]) / WINDOW).astype(np.float32)


def _steps(upright: Edges, level: Edges) -> list[int]:
    """Likely sides of a cell: distances at which many edges have a parallel one, and their halves and thirds."""
    most = int(max(upright.shape) / LEAST_SIDE)
    alike = np.zeros(most + 1)
    for edges in (upright, level):
        alike += _autocorrelation(edges, most)
    smooth = np.convolve(alike, [0.5, 1, 0.5], mode="same")
    inner = smooth[1:-1]
    peaks = 1 + np.flatnonzero((inner >= smooth[:-2]) & (inner > smooth[2:]))
    best = sorted((int(d) for d in peaks if d >= LEAST_CELL), key=lambda d: -smooth[d])[:8]
    steps = {round(d / part) for d in best for part in (1, 2, 3)}
    return sorted(step for step in steps if step >= LEAST_CELL)


def _autocorrelation(edges: Edges, most: int) -> Array:
    """By distance up to `most`, how many pixels on edges have another at this distance to the right."""
    length = edges.shape[1] + most + 1
    rows = (edges[edges.any(axis=1)] != 0).astype(np.float32)
    power = (np.abs(np.fft.rfft(rows, length, axis=1)) ** 2).sum(axis=0)
    return np.asarray(np.fft.irfft(power, length)[: most + 1], dtype=np.float32)


def _lattice(upright: Edges, level: Edges, step: int) -> _Lattice | None:
    """The board whose cells have about this side; None when there is none."""
    across, down = _comb(upright, step), _comb(level, step)
    if across is None or down is None:
        return None
    found = _board(upright, level, across, down)
    for _ in range(2):
        if found:
            top, bottom, left, right = found.box
            across, one = _centred(upright, found.across, (left, right), (down.at(top), down.at(bottom)))
            down, other = _centred(level, found.down, (top, bottom), (across.at(left), across.at(right)))
            found = _board(upright, level, across, down)
            found = found and replace(found, midway=one + other)
    return found


def _board(upright: Edges, level: Edges, across: _Comb, down: _Comb) -> _Lattice | None:
    """The board on these lines; None when there is none."""
    if min(across.count, down.count) <= LEAST_SIDE or abs(across.step / down.step - 1) > 0.04:
        return None
    sides, ends = _support(upright, across, down), _support(level, down, across)
    box = _largest(sides, ends)
    lattice = _Lattice(across, down, sides, ends, box) if box else None
    fits = lattice and all(LEAST_SIDE <= n <= MOST_SIDE for n in lattice.size) and lattice.inner > 0.6
    return lattice if fits else None


def _centred(edges: Edges, comb: _Comb, lines: tuple[int, int], span: tuple[float, float]) -> tuple[_Comb, float]:
    """The comb moved so that its lines run midway between edges: brighter on one side, darker on the other.

    The outermost lines have the frame of the board by them, so they count for less.
    Also returned is how much of the lines does so, and how well.
    """
    first, last = _span(*span, edges.shape[0])
    between = _midway(edges[first:last], max(3, round(2 * REACH * comb.step)))
    index = np.arange(lines[0], lines[1] + 1)
    weights = np.where((index == lines[0]) | (index == lines[1]), 0.4, 1)
    middle = float(index.mean())
    steps = comb.step + np.arange(-0.03, 0.0301, 0.001) * comb.step
    shifts = np.arange(-1.5 * REACH * comb.step, 1.5 * REACH * comb.step, 0.25)
    places = comb.at(0) + middle * comb.step + shifts[:, None, None] + steps[:, None] * (index - middle)
    halves = np.clip(np.round(2 * places).astype(int), 0, len(between) - 1)
    scores = (between[halves] * weights).sum(axis=2)
    best = np.argwhere(scores >= 0.995 * scores.max()).mean(axis=0)
    step = float(np.interp(best[1], np.arange(len(steps)), steps))
    start = comb.at(0) + middle * comb.step + float(np.interp(best[0], np.arange(len(shifts)), shifts)) - middle * step
    start -= step * ((start + SLACK * step) // step)
    share = float(scores.max()) / (len(index) * max(1, last - first))
    return _Comb(start, step, int((edges.shape[1] + SLACK * step - start) // step) + 1), share


def _midway(edges: Edges, widest: int) -> Array:
    """How much of two opposite edges, at most so far apart, lies evenly about each half pixel."""
    rises, falls = (edges > 0).sum(axis=0), (edges < 0).sum(axis=0)
    between = np.zeros(2 * edges.shape[1] + 2)
    for apart in range(1, widest + 1):
        pairs = np.minimum(rises[:-apart], falls[apart:]) + np.minimum(falls[:-apart], rises[apart:])
        between[1 + apart : 1 + apart + 2 * len(pairs) : 2] += pairs
    return np.convolve(between, [0.25, 0.5, 0.75, 1, 0.75, 0.5, 0.25], mode="same")


def _comb(edges: Edges, step: int) -> _Comb | None:
    """The lines at about this distance on which the most edges lie that have a parallel one at this distance."""
    width = edges.shape[1]
    edges = edges != 0
    near = edges | np.roll(edges, 1, axis=1) | np.roll(edges, -1, axis=1)
    paired = np.zeros(width)
    both = edges[:, :-step] & near[:, step:]
    paired[:-step] += both.sum(axis=0)
    paired[step:] += (edges[:, step:] & near[:, :-step]).sum(axis=0)
    reach = max(1, round(0.04 * step))
    kernel = 1 - np.abs(np.arange(-reach, reach + 1)) / (reach + 1)
    profile = np.convolve(paired, kernel, mode="same")
    best: tuple[float, _Comb] | None = None
    for exact in np.arange(step - 1.5, step + 1.51, 0.1):
        starts = np.arange(-SLACK * exact, exact * (1 - SLACK), 0.5)
        count = int((width + SLACK * exact - starts[-1]) // exact) + 1
        lines = starts[:, None] + exact * np.arange(count + 1)
        index = np.floor(lines).astype(int)
        inside = (index >= 0) & (index < width)
        scores = (profile[np.clip(index, 0, width - 1)] * inside).sum(axis=1)
        top = int(np.argmax(scores))
        if best is None or scores[top] > best[0]:
            start = float(starts[top])
            best = float(scores[top]), _Comb(start, float(exact), int((width + SLACK * exact - start) // exact) + 1)
    return best[1] if best and best[0] > 0 else None


def _support(edges: Edges, lines: _Comb, cells: _Comb) -> Array:
    """By line and by cell along it, the share of the middle of the cell's side along which an edge is near."""
    height, width = edges.shape
    reach = max(1.5, REACH * lines.step)
    spans = [_span(cells.at(j) + 0.15 * cells.step, cells.at(j + 1) - 0.15 * cells.step, height) for j in range(cells.count - 1)]
    begins, ends = np.array(spans).T
    support = np.zeros((lines.count, cells.count - 1), dtype=np.float32)
    for i in range(lines.count):
        first, last = _span(lines.at(i) - reach, lines.at(i) + reach, width)
        seen = np.concatenate(([0], np.cumsum(edges[:, first:last].any(axis=1))))
        support[i] = (seen[ends] - seen[begins]) / np.maximum(ends - begins, 1)
    return support


def _span(first: float, last: float, length: int) -> tuple[int, int]:
    return max(0, round(first)), min(length, round(last))


def _largest(upright: Array, level: Array) -> tuple[int, int, int, int] | None:
    """The largest block of cells that have sides: first and last row and column, the last ones excluded.

    Its outermost rows and columns are crossed by the lines between cells, not just enclosed by two parallel ones.
    """
    seen = (upright[:-1].T + upright[1:].T + level[:-1] + level[1:]) / 4
    block = _connected({(int(r), int(c)) for r, c in np.argwhere(seen >= 0.55)})
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


def _connected(cells: set[Cell]) -> set[Cell]:
    """The largest part of the cells that hangs together by sides."""
    best: set[Cell] = set()
    while cells:
        frontier = [cells.pop()]
        part = set(frontier)
        while frontier:
            around = cells.intersection(SQUARE.neighbours(frontier.pop()))
            cells -= around
            part |= around
            frontier.extend(around)
        best = max(best, part, key=len)
    return best


def _check_whole(lattice: _Lattice, grey: Array) -> None:
    """Raises PuzzleError when the picture ends before the board does, as far as it shows.

    Lines that run on beyond the outermost one tell of cells that are cut off.  Where the picture ends with the board,
    that more is missing is ruled out only by the board being square.
    """
    top, bottom, left, right = lattice.box
    down, across = lattice.down, lattice.across
    beyond = {
        "left": _runs_on(grey.T[::-1], down, (top, bottom), grey.shape[1] - across.at(left), across.step),
        "right": _runs_on(grey.T, down, (top, bottom), across.at(right), across.step),
        "upper": _runs_on(grey[::-1], across, (left, right), grey.shape[0] - down.at(top), down.step),
        "lower": _runs_on(grey, across, (left, right), down.at(bottom), down.step),
    }
    rows, cols = lattice.size
    for side, cut in beyond.items():
        if cut or (cut is None and rows != cols):
            raise PuzzleError(f"the board is cut off at the {side} side of the picture, after {rows} x {cols} cells")


def _runs_on(grey: Array, lines: _Comb, box: tuple[int, int], border: float, step: float) -> bool | None:
    """Whether upright lines run on below the lower border of the board; None when the picture ends right there."""
    inside = grey[_rows(border - 0.4 * step, border - 0.15 * step, len(grey))]
    beyond = grey[_rows(border + max(1.0, 0.06 * step), border + 0.5 * step, len(grey))]
    inner = range(box[0] + 1, box[1])
    relief = float(np.median([_relief(inside, lines.at(index), lines.step) for index in inner])) if len(inside) else 0.0
    if not len(beyond):
        beyond = grey[-1:]
        at_border = np.median(grey[_rows(border - 1.5, border + 1.5, len(grey))], axis=1)
        if not len(at_border) or np.abs(at_border - np.median(beyond)).max() < 0.5 * relief:
            return None
    return bool(np.median([_relief(beyond, lines.at(index), lines.step) for index in inner]) > 0.5 * relief)


def _relief(grey: Array, x: float, step: float) -> float:
    """How a line at x stands out from what is beside it."""
    mean = np.median(grey, axis=0)
    line = mean[_rows(x - 0.07 * step - 1, x + 0.07 * step + 1, len(mean))]
    beside = np.concatenate([mean[_rows(x - 0.25 * step, x - 0.15 * step, len(mean))], mean[_rows(x + 0.15 * step, x + 0.25 * step, len(mean))]])
    return float(np.abs(line - np.median(beside)).max())


def _rows(first: float, last: float, length: int) -> slice:
    begin, end = _span(first, last, length)
    return slice(begin, max(begin, end))
