"""All ways to pack the sixteen squares 4 x 4, listed by backtracking without a solver, and what tells them apart.

A square is a code of its blue sides: North 1, East 2, South 4, West 8.  Cells are counted from the South West, by rows.

>>> red = packings(("red", "red"))
>>> len(red), [len(told_apart(red, cells)) for cells in ((0,), (0, 1, 4, 5))]
(652, [0, 6])
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from benchmarks.studies.machine_code import compiled

SIDE, TILES = 4, 16
NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
RIMS = ("red", "free", "torus")

MOST = 3_000_000
"""More gardens than there are with any rim."""

Gardens = npt.NDArray[np.uint8]
Cells = tuple[int, ...]


def packings(boundary: tuple[str, str]) -> Gardens:
    """All packings, a row of tiles each; boundary: along East and West, along North and South, as for `cm.Garden`."""
    rims = np.array([RIMS.index(rim) for rim in boundary])
    found = np.empty((MOST, TILES), np.uint8)
    return found[: compiled(search)(rims, found)].copy()


def search(rims: npt.NDArray[np.int64], found: Gardens) -> int:
    """How many packings there are; they are written into `found`."""
    laid = np.full(TILES, -1)
    used = np.zeros(TILES, np.bool_)
    total = cell = 0
    while cell >= 0:
        laid[cell] += 1
        tile = laid[cell]
        if tile == TILES:
            laid[cell] = -1
            cell -= 1
            if cell >= 0:
                used[laid[cell]] = False
            continue
        if used[tile]:
            continue
        x, y = cell % SIDE, cell // SIDE
        west, south = tile & WEST != 0, tile & SOUTH != 0
        east, north = tile & EAST != 0, tile & NORTH != 0
        fits = (west == (laid[cell - 1] & EAST != 0)) if x > 0 else (rims[0] != 0 or not west)
        if x == SIDE - 1 and rims[0] == 0:
            fits = fits and not east
        if x == SIDE - 1 and rims[0] == 2:
            fits = fits and east == (laid[cell - SIDE + 1] & WEST != 0)
        fits = fits and ((south == (laid[cell - SIDE] & NORTH != 0)) if y > 0 else (rims[1] != 0 or not south))
        if y == SIDE - 1 and rims[1] == 0:
            fits = fits and not north
        if y == SIDE - 1 and rims[1] == 2:
            fits = fits and north == (laid[x] & SOUTH != 0)
        if not fits:
            continue
        if cell == TILES - 1:
            for i in range(TILES):
                found[total, i] = laid[i]
            total += 1
            continue
        used[tile] = True
        cell += 1
    return total


def told_apart(gardens: Gardens, cells: Sequence[int]) -> npt.NDArray[np.intp]:
    """Which gardens have tiles in some cells that no other garden has there."""
    codes = np.zeros(len(gardens), np.int64)
    for cell in cells:
        codes = codes * TILES + gardens[:, cell]
    return np.flatnonzero(np.bincount(codes, minlength=TILES ** len(cells))[codes] == 1)


def moves(boundary: tuple[str, str]) -> list[tuple[Cells, Cells]]:
    """The symmetries of a rim: where each takes the cells, and what it makes of the tiles."""
    shifts = [[(c + s) % SIDE for c in range(SIDE)] for s in range(SIDE)]
    mirrors = [list(range(SIDE)), list(reversed(range(SIDE)))]
    ways = [
        [
            (mirror != mirrors[0], [line[c] for c in mirror])
            for mirror in mirrors
            for line in (shifts if rim == "torus" else shifts[:1])
        ]
        for rim in boundary
    ]
    found = []
    for flipped_x, xs in ways[0]:
        for flipped_y, ys in ways[1]:
            for swapped in (False, True) if boundary[0] == boundary[1] else (False,):
                cells = [(xs[cell % SIDE], ys[cell // SIDE]) for cell in range(TILES)]
                sides = [SOUTH if flipped_y else NORTH, WEST if flipped_x else EAST]
                sides += [NORTH if flipped_y else SOUTH, EAST if flipped_x else WEST]
                if swapped:
                    cells = [(y, x) for x, y in cells]
                    sides = [{NORTH: EAST, EAST: NORTH, SOUTH: WEST, WEST: SOUTH}[side] for side in sides]
                found.append(
                    (
                        tuple(x + SIDE * y for x, y in cells),
                        tuple(
                            sum(to for bit, to in zip((NORTH, EAST, SOUTH, WEST), sides, strict=True) if tile & bit)
                            for tile in range(TILES)
                        ),
                    )
                )
    return found


def sets_of_cells(number: int, boundary: tuple[str, str]) -> dict[Cells, int]:
    """The sets of so many cells, one of each orbit under the symmetries of a rim, with the size of the orbit."""
    images = [cells for cells, _ in moves(boundary)]
    found: dict[Cells, int] = {}
    for chosen in combinations(range(TILES), number):
        first = min(tuple(sorted(image[cell] for cell in chosen)) for image in images)
        found[first] = found.get(first, 0) + 1
    return found
