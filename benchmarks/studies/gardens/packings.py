"""Packed gardens of cubes with a symmetry counted by backtracking, always at the cell with the fewest tiles left.

Written without any solver, as a second opinion.  A symmetry permutes the axes; so one cell of each orbit is filled,
and with it the others, and a tile is used up with its images.  The faces of neighbours, the tiles that are left and
the stabiliser of the cell (which must be the tile's) leave it some tiles, kept as a word of 64 bits.  Numba compiles
the search if it is there; without, it is some hundred times slower.

>>> packings([(1, 2, 0), (1, 0, 2)])
24
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np

from benchmarks.studies.machine_code import compiled

SIDE, TILES = 4, 64
OFFSETS = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))
"""The directions; that of number d is blue in the tiles that have its bit, and d ^ 1 leads back."""

Axes = tuple[int, int, int]

MOVES: dict[str, list[Axes]] = {"Cs'": [(1, 0, 2)], "C3": [(1, 2, 0)], "C3v": [(1, 2, 0), (1, 0, 2)]}
"""Moves that make up each symmetry that packed cubes can have, as permutations of the axes."""


def packings(generators: Sequence[Axes], *, red_inside: bool = False) -> int:
    """The number of ways to pack all 64 cubes 4 x 4 x 4, with a red rim, that look the same after some moves.

    generators: each takes axis i to axis ``generator[i]``, about the diagonal from the first to the last cell.
    red_inside: the red cube lies in a cell that is not on the surface.
    """
    group: list[Axes] = [(0, 1, 2)]
    for one in group:
        group += [m for g in generators if (m := (g[one[0]], g[one[1]], g[one[2]])) not in group]
    cells = {cell: i for i, cell in enumerate(product(range(SIDE), repeat=3))}
    images = [[cells[moved(axes, cell)] for axes in group] for cell in cells]
    tiles = np.array([[turned(axes, tile) for tile in range(TILES)] for axes in group])
    firsts = [i for i, orbit in enumerate(images) if i == min(orbit)]
    orbits = np.array([images[i] for i in firsts])
    beside = np.array([neighbours(cells, list(cells)[i]) for i in firsts])
    allowed = [[fits(tile, *at, tiles) for tile in range(TILES)] for at in zip(orbits, beside, strict=True)]
    if red_inside:
        for fitting, around in zip(allowed, beside, strict=True):
            fitting[0] &= min(around) >= 0
    together = [[tile in tiles[:, other] for tile in range(TILES)] for other in range(TILES)]
    blue = [[bool(tile >> d & 1) for tile in range(TILES)] for d in range(6)]
    return int(compiled(search)(orbits, beside, tiles, words(allowed), words(together), words(blue), ONES))


def moved(axes: Axes, cell: Sequence[int]) -> tuple[int, ...]:
    """Where a permutation of the axes takes a cell."""
    image = [0, 0, 0]
    for axis, place in zip(axes, cell, strict=True):
        image[axis] = place
    return tuple(image)


def turned(axes: Axes, tile: int) -> int:
    """The tile that a permutation of the axes makes of a tile."""
    return sum(1 << 2 * axes[d // 2] + d % 2 for d in range(6) if tile >> d & 1)


def neighbours(cells: dict[tuple[int, ...], int], cell: tuple[int, ...]) -> list[int]:
    """The numbers of the cells beside a cell, -1 for the outside."""
    return [cells.get(tuple(c + o for c, o in zip(cell, offset, strict=True)), -1) for offset in OFFSETS]


def fits(tile: int, orbit: Sequence[int], beside: Sequence[int], tiles: np.ndarray) -> bool:
    """Whether a tile may lie in the first cell of an orbit, its images in the others, and red faces look out."""
    stabiliser = [m for m, cell in enumerate(orbit) if cell == orbit[0]]
    if [m for m in range(len(orbit)) if tiles[m, tile] == tile] != stabiliser:
        return False
    laid = {int(cell): int(tiles[m, tile]) for m, cell in enumerate(orbit)}
    for d, cell in enumerate(beside):
        met = laid.get(int(cell), None if cell >= 0 else 0)
        if met is not None and tile >> d & 1 != met >> (d ^ 1) & 1:
            return False
    return True


def words(rows: Sequence[Sequence[bool]]) -> np.ndarray:
    """Sets of tiles as words of 64 bits."""
    return np.array([sum(1 << tile for tile, inside in enumerate(row) if inside) for row in rows], np.uint64)


ONES = np.array([number.bit_count() for number in range(1 << 16)])
"""How many bits of a number are set."""


def search(
    orbits: np.ndarray,
    beside: np.ndarray,
    tiles: np.ndarray,
    allowed: np.ndarray,
    together: np.ndarray,
    blue: np.ndarray,
    ones: np.ndarray,
) -> int:
    """How many ways there are to give each orbit a tile.

    orbits: the cells of each orbit, by the moves that lead there; beside: the neighbours of each first cell.
    tiles: for each move and tile, its image.
    allowed: the tiles that fit into each first cell; together: the images of each tile; blue: the tiles that are
        blue in each direction.
    """
    number = len(orbits)
    laid = np.full(orbits.max() + 1, -1)
    filled = np.zeros(number, np.bool_)
    chosen = np.zeros(number, np.int64)
    open_tiles = np.zeros(number, np.uint64)
    unused = np.zeros(number + 1, np.uint64)
    unused[0] = ~np.uint64(0)
    none, one, half, low = np.uint64(0), np.uint64(1), np.uint64(16), np.uint64(0xFFFF)
    total = depth = 0
    new = True
    while depth >= 0:
        if new and depth == number:
            total += 1
        elif new:
            fewest = 65
            for orbit in range(number):
                if filled[orbit]:
                    continue
                left = unused[depth] & allowed[orbit]
                for d in range(6):
                    cell = beside[orbit, d]
                    if cell >= 0 and laid[cell] >= 0:
                        left &= blue[d] if laid[cell] >> (d ^ 1) & 1 else ~blue[d]
                count = 0
                rest = left
                while rest != none:
                    count += ones[rest & low]
                    rest >>= half
                if count < fewest:
                    fewest = count
                    chosen[depth] = orbit
                    open_tiles[depth] = left
                    if count == 0:
                        break
            filled[chosen[depth]] = True
        else:
            for cell in orbits[chosen[depth]]:
                laid[cell] = -1
        if depth == number or open_tiles[depth] == none:
            if depth < number:
                filled[chosen[depth]] = False
            depth -= 1
            new = False
            continue
        left = open_tiles[depth]
        tile = 0
        while left >> np.uint64(tile) & one == none:
            tile += 1
        open_tiles[depth] = left ^ (one << np.uint64(tile))
        for move in range(len(tiles)):
            laid[orbits[chosen[depth], move]] = tiles[move, tile]
        unused[depth + 1] = unused[depth] & ~together[tile]
        depth += 1
        new = True
    return total
