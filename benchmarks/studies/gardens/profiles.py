"""Packed gardens of squares counted cell by cell, by dynamic programming over the rim of what is laid.

Written without any solver, as a second opinion.  A state is the set of tiles that are laid, the colours of
the faces that look up from them (the profile), that of the last tile's East face, and that of the
first West face of its row; the count of ways to reach each state is one entry of an array.

>>> packings((4, 4))
652
"""

from __future__ import annotations

import numpy as np

TILES = 16
NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8


def packings(box: tuple[int, int], boundary: tuple[str, str] = ("red", "red")) -> int:
    """The number of ways to fill a box, its width and height, with all sixteen squares.

    boundary: along East and West, along North and South: "red", "free" or "torus", as for `cpmodels.Garden`.
    """
    width, height = box
    if width * height != TILES:
        raise ValueError(f"{TILES} tiles do not fill {width} x {height} cells")
    lowest = range(1) if boundary[1] == "red" else range(2**width)
    total = 0
    for bottom in lowest:
        top = _laid(width, height, boundary[0], bottom)
        total += int(top.sum()) if boundary[1] == "free" else int(top[bottom])
    return total


def _laid(width: int, height: int, sides: str, bottom: int) -> np.ndarray:
    """For each profile of the upper rim, the ways to fill the box on top of the colours `bottom`."""
    masks = np.arange(2**TILES)
    ways = np.zeros((2**width, 2**TILES), dtype=np.int64)
    ways[bottom, 0] = 1
    without = [masks[masks >> tile & 1 == 0] for tile in range(TILES)]
    for _ in range(height):
        done = np.zeros_like(ways)
        for first in (0, 1) if sides != "red" else (0,):
            row = {first: ways}
            for column in range(width):
                row = _next_cell(row, column, without)
            for last, reached in row.items():
                if sides == "free" or last == first:
                    done += reached
        ways = done
    return ways[:, -1]


def _next_cell(row: dict[int, np.ndarray], column: int, without: list[np.ndarray]) -> dict[int, np.ndarray]:
    """The ways after one more tile, by the colour of its East face."""
    further = {east: np.zeros_like(next(iter(row.values()))) for east in (0, 1)}
    for tile, free in enumerate(without):
        reached = row.get(int(bool(tile & WEST)))
        if reached is None:
            continue
        for profile in range(len(reached)):
            if bool(tile & SOUTH) == bool(profile >> column & 1):
                after = profile & ~(1 << column) | bool(tile & NORTH) << column
                further[int(bool(tile & EAST))][after, free | 1 << tile] += reached[profile, free]
    return further
