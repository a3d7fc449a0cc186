"""Straight edges in a picture, and lines at equal distances that run along them.

Edges are long and steady: along a grid line the step in brightness is the same from pixel to pixel, along letters and
discs it is not.  Everything here is for upright edges; level ones are those of the picture turned over its diagonal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[np.float32]
Edges: TypeAlias = NDArray[np.int8]
"""1 where it grows brighter from left to right, -1 where it grows darker, 0 where there is no edge."""

LEAST_CELL = 10
"""The least side of a cell, in pixels."""
LEAST_SIDE = 3
STEADY = 0.6
"""The share of the steps along an edge that is steady, from 0 to 1, above which there is an edge."""
FAINTEST = 2.0
"""Steps in brightness, of 255, below this are noise."""
WINDOW = 9
"""The pixels along which an edge must be steady."""
REACH = 0.12
"""How far from a line, in cells, the edges of a wall on it may lie."""
SLACK = 0.18
"""How much of an outermost cell, in cells, may be cut off."""


@dataclass(frozen=True)
class Comb:
    """Lines at equal distances across the picture; the first lies just inside of it or within `SLACK` outside."""

    start: float
    step: float
    count: int

    def at(self, index: int) -> float:
        return self.start + index * self.step


def find_edges(grey: Array) -> Edges:
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


def likely_steps(upright: Edges, level: Edges) -> list[int]:
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


def first_comb(edges: Edges, step: int) -> Comb | None:
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
    best: tuple[float, Comb] | None = None
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
            best = float(scores[top]), Comb(start, float(exact), int((width + SLACK * exact - start) // exact) + 1)
    return best[1] if best and best[0] > 0 else None


def centred(edges: Edges, comb: Comb, lines: tuple[int, int], span: tuple[float, float]) -> tuple[Comb, float]:
    """The comb moved so that its lines run midway between edges: brighter on one side, darker on the other.

    The outermost lines have the frame of the board by them, so they count for less.
    Also returned is how much of the lines does so, and how well.
    """
    first, last = clipped(*span, edges.shape[0])
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
    return Comb(start, step, int((edges.shape[1] + SLACK * step - start) // step) + 1), share


def lean(edges: Edges, comb: Comb, lines: tuple[int, int], span: tuple[float, float]) -> float:
    """How far the lines are shifted, in cells, from the first third of their length to the last third."""
    third = (span[1] - span[0]) / 3
    places = comb.start + comb.step * np.arange(lines[0], lines[1] + 1)
    shifts = np.arange(-REACH * comb.step, REACH * comb.step + 0.25, 0.25)
    best = []
    for part in ((span[0], span[0] + third), (span[1] - third, span[1])):
        first, last = clipped(*part, edges.shape[0])
        between = _midway(edges[first:last], max(3, round(2 * REACH * comb.step)))
        halves = np.clip(np.round(2 * (places + shifts[:, None])).astype(int), 0, len(between) - 1)
        scores = between[halves].sum(axis=1)
        best.append(float(shifts[scores >= 0.98 * scores.max()].mean()))
    return abs(best[1] - best[0]) / comb.step


def _midway(edges: Edges, widest: int) -> Array:
    """How much of two opposite edges, at most so far apart, lies evenly about each half pixel."""
    rises, falls = (edges > 0).sum(axis=0), (edges < 0).sum(axis=0)
    between = np.zeros(2 * edges.shape[1] + 2)
    for apart in range(1, widest + 1):
        pairs = np.minimum(rises[:-apart], falls[apart:]) + np.minimum(falls[:-apart], rises[apart:])
        between[1 + apart : 1 + apart + 2 * len(pairs) : 2] += pairs
    return np.convolve(between, [0.25, 0.5, 0.75, 1, 0.75, 0.5, 0.25], mode="same").astype(np.float32)


def clipped(first: float, last: float, length: int) -> tuple[int, int]:
    """The pixels from one place to another, as far as a picture goes."""
    return max(0, round(first)), min(length, round(last))
