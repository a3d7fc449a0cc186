"""Hanging gardens of hexagons by one random walk in machine code, at one temperature: a program without solver.

The walk is that of `cpmodels.puzzles.garden._walks`: a step occupies or clears a cell, and is kept when the tiles that
then lie there differ less from those that are wanted, else by chance.  Compiled by Numba it takes some ten million
steps a second; without, it is a hundred times slower.

>>> pair = found([(0, 0), (1, 0), (2, 0)], (1, 8), temperature=0.5, steps=1000, seed=1)
>>> sorted(pair.values())
[1, 8]
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import numpy as np

from benchmarks.studies.lattices.regions import OFFSETS, TILES, Cell
from benchmarks.studies.machine_code import compiled

CODES = 64
SHIFTS = tuple(np.uint64(shift) for shift in (13, 7, 17, 32, 33))
"""How far Marsaglia's generator of random words shifts (2003), half a word, and one bit more."""

FIRST = np.uint64(63)
"""About this many cells are occupied at the start."""

LOW = np.uint64(0xFFFFFFFF)


def found(
    region: Iterable[Cell],
    tiles: Collection[int] = TILES,
    *,
    temperature: float,
    steps: int,
    seed: int,
) -> dict[Cell, int] | None:
    """The tiles of a hanging garden in a region, each tile there once; None when this many steps do not come to one."""
    cells = sorted(region)
    number = {cell: i for i, cell in enumerate(cells)}
    beside = np.array([[number.get((x + dx, y + dy), len(cells)) for dx, dy in OFFSETS] for x, y in cells])
    wanted = np.isin(np.arange(CODES), list(tiles)).astype(np.int64)
    chance = np.array([int(min(np.exp(-rise / temperature), 1) * 2**32) for rise in range(CODES)], np.uint64)
    occupied = compiled(walk)(beside, wanted, chance, steps, np.uint64(88172645463325252 + 2654435761 * seed))
    if not occupied[-1]:
        return None
    inside = {cell for cell, there in zip(cells, occupied, strict=False) if there}
    return {(x, y): sum(1 << d for d, (dx, dy) in enumerate(OFFSETS) if (x + dx, y + dy) in inside) for x, y in inside}


def walk(beside: np.ndarray, wanted: np.ndarray, chance: np.ndarray, steps: int, state: np.uint64) -> np.ndarray:
    """Which cells are occupied at the end, and after them whether that is a garden.

    beside: the neighbours of each cell, with the number of cells for all that is outside; wanted: how many there are
    to be of each tile; chance: that a step is kept which makes it so much worse, in parts of 2^32.
    """
    left, right, again, half, most = SHIFTS
    number = len(beside)
    occupied = np.zeros(number + 1, np.bool_)
    code = np.zeros(number + 1, np.int64)
    excess = -wanted
    for cell in range(number):
        state ^= state << left
        state ^= state >> right
        state ^= state << again
        occupied[cell] = (state >> most) % np.uint64(number) < FIRST
    for cell in range(number):
        for d in range(6):
            if occupied[beside[cell, d]]:
                code[cell] |= 1 << d
        if occupied[cell]:
            excess[code[cell]] += 1
    cost = np.abs(excess).sum()
    for _ in range(steps):
        if cost == 0:
            break
        state ^= state << left
        state ^= state >> right
        state ^= state << again
        cell = int(((state & LOW) * np.uint64(number)) >> half)
        step = -1 if occupied[cell] else 1
        tile = code[cell]
        rise = abs(excess[tile] + step) - abs(excess[tile])
        excess[tile] += step
        for d in range(6):
            other = beside[cell, d]
            if occupied[other]:
                tile = code[other]
                rise += -1 if excess[tile] > 0 else 1
                excess[tile] -= 1
                tile ^= 1 << (d + 3) % 6
                rise += 1 if excess[tile] >= 0 else -1
                excess[tile] += 1
        if rise <= 0 or state >> half < chance[rise]:
            cost += rise
            occupied[cell] = not occupied[cell]
            for d in range(6):
                code[beside[cell, d]] ^= 1 << (d + 3) % 6
        else:
            excess[code[cell]] -= step
            for d in range(6):
                other = beside[cell, d]
                if occupied[other]:
                    excess[code[other]] += 1
                    excess[code[other] ^ 1 << (d + 3) % 6] -= 1
    occupied[number] = cost == 0
    return occupied
