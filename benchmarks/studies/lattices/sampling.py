"""How many packed gardens there are, estimated without bias: by sequential Monte Carlo, without any solver.

Cells are filled in order, each with one of the unused tiles that match the tiles before and the red rim, in many
copies at a time (particles).  Each copy stands for so many as it had tiles to choose from; after every cell the copies
are drawn anew in proportion to that (Gordon, Salmond, Smith 1993), and what all of them stood for is multiplied.  The
mean of the product is the number of gardens, whatever the number of copies (Del Moral 2004): they decide only how much
it scatters.

Tiles that the last rows need are few and would be gone.  So copies are drawn in proportion to a guess, too, at how many
ways there are to go on from them: a factor for each tile that is left, by how many of the cells that are left may take
it, in a matrix of cells and tiles whose rows and columns are scaled to add up to one (Sinkhorn 1964).  Guesses
cancel in the product; at the end there is nothing left to guess.

>>> square = [(x, y) for y in range(2) for x in range(2)]
>>> mean, error = estimated(square, ((1, 0), (0, 1), (-1, 0), (0, -1)), particles=60, runs=8)  # four of sixteen tiles
>>> round(mean), error < 1
(5, True)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from benchmarks.studies.machine_code import compiled

LEAST_ROOM = 0.3
"""A tile that fits into no cell that is left counts as if it fitted into so much of one, not to draw too sharply."""


class Steps(NamedTuple):
    """The cells in order, as words about the faces between those that are filled and those that are not.

    before, after: for each cell and direction, the bit of the face that it shares with one before or after it, or -1.
    fitting: for each cell and the blue ones among its faces to cells before, the tiles that fit, then -1.
    allowed: whether the rim lets a tile lie in a cell.
    """

    before: np.ndarray
    after: np.ndarray
    fitting: np.ndarray
    allowed: np.ndarray


def estimated(
    cells: Sequence[tuple[int, ...]],
    offsets: Sequence[tuple[int, ...]],
    *,
    particles: int,
    runs: int,
    seed: int = 0,
) -> tuple[float, float]:
    """The mean of some estimates of how many ways there are to fill the cells in this order, and its standard error.

    Each tile is used at most once, a set of `offsets` at most six; blue meets blue, and what looks out is red.
    """
    order = steps(cells, offsets)
    factors = guesses(order.allowed)
    logs = [one(order, factors, particles, seed + run) for run in range(runs)]
    values = np.exp(logs)
    return float(values.mean()), float(values.std(ddof=1)) / math.sqrt(runs)


def scientific(number: float) -> str:
    """A large number with two digits.

    >>> scientific(2.53e22)
    '2.5 x 10^22'
    """
    power = int(math.log10(number)) if number > 0 else 0
    return f"{number / 10**power:.1f} x 10^{power}"


def steps(cells: Sequence[tuple[int, ...]], offsets: Sequence[tuple[int, ...]]) -> Steps:
    """The cells, with bits for the faces between those before and those after; a bit is used again once it is free."""
    place = {cell: i for i, cell in enumerate(cells)}
    sides, codes = len(offsets), 1 << len(offsets)
    back = [offsets.index(tuple(-step for step in offset)) for offset in offsets]
    before, after = (np.full((len(cells), sides), -1) for _ in range(2))
    fitting = np.full((len(cells), codes, codes), -1)
    allowed = np.zeros((len(cells), codes), np.bool_)
    free, taken = list(range(63, -1, -1)), dict[tuple[int, int], int]()
    for i, cell in enumerate(cells):
        others = [place.get(tuple(c + step for c, step in zip(cell, offset, strict=True)), -1) for offset in offsets]
        for d, other in enumerate(others):
            if 0 <= other < i:
                before[i, d] = taken.pop((other, back[d]))
            elif other > i:
                after[i, d] = taken[i, d] = free.pop()
        free += [int(bit) for bit in before[i] if bit >= 0]
        known = sum(1 << d for d, other in enumerate(others) if 0 <= other < i)
        out = sum(1 << d for d, other in enumerate(others) if other < 0)
        allowed[i] = [not tile & out for tile in range(codes)]
        for blue in range(codes):
            fit = [tile for tile in range(codes) if allowed[i, tile] and tile & known == blue]
            fitting[i, blue, : len(fit)] = fit
    return Steps(before, after, fitting, allowed)


def guesses(allowed: np.ndarray) -> np.ndarray:
    """For each number of cells that are filled and each tile, the logarithm of the factor for having used it."""
    cells, codes = allowed.shape
    room = allowed.astype(float)
    rows, columns = scaled(room, np.full(codes, cells / codes))
    share = rows[:, None] * room * columns
    factors = np.zeros((cells + 1, codes))
    for filled in range(1, cells):
        rest = room[filled:]
        rows, _ = scaled(rest, np.maximum(share[filled:].sum(0), 1e-6))
        factors[filled] = -np.log(np.maximum(rest.T @ rows, LEAST_ROOM * rows.mean()))
        factors[filled] -= factors[filled].mean()
    return factors


def scaled(room: np.ndarray, sums: np.ndarray, rounds: int = 300) -> tuple[np.ndarray, np.ndarray]:
    """Factors of the rows and columns of a matrix such that its rows then add up to one and its columns to `sums`."""
    columns = np.ones(room.shape[1])
    for _ in range(rounds):
        rows = 1 / (room @ columns)
        columns = sums / np.maximum(room.T @ rows, 1e-300)
    return rows, columns


def one(order: Steps, factors: np.ndarray, particles: int, seed: int) -> float:
    """The logarithm of one estimate; minus infinity when no copy is left at the end."""
    random = np.random.default_rng(seed)
    draw = compiled(drawn_anew)
    used, open_faces = np.zeros(particles, np.uint64), np.zeros(particles, np.uint64)
    codes = factors.shape[1]
    bytes_ = np.arange(256)[None, :, None] >> np.arange(8) & 1
    total = 0.0
    for i in range(len(order.before)):
        change = np.zeros(max(codes, 8))
        change[:codes] = factors[i + 1] - factors[i]
        change = (bytes_ * change.reshape(-1, 1, 8)).sum(2)
        weight, used, open_faces = draw(
            used,
            open_faces,
            order.before[i],
            order.after[i],
            order.fitting[i],
            np.exp(factors[i + 1]),
            change,
            random.random(),
            random.random(particles),
        )
        if weight == 0:
            return -math.inf
        total += math.log(weight)
    return total


def drawn_anew(
    used: np.ndarray,
    open_faces: np.ndarray,
    before: np.ndarray,
    after: np.ndarray,
    fitting: np.ndarray,
    factor: np.ndarray,
    change: np.ndarray,
    start: float,
    choices: np.ndarray,
) -> tuple[float, np.ndarray, np.ndarray]:
    """Fill one more cell: the mean weight of the copies, and those that are drawn, each with a tile more.

    used, open_faces: for each copy the tiles that it has used and the blue ones of the faces that are still open.
    factor: of each tile if it is used; change: what the factors of those used before change by, byte for byte.
    start, choices: random numbers between nothing and one.
    """
    one_bit, low = np.uint64(1), np.uint64(255)
    number, sides = len(used), len(before)
    weights = np.zeros(number)
    sums = np.zeros(number)
    seen = np.zeros(number, np.int64)
    for i in range(number):
        for d in range(sides):
            if before[d] >= 0 and open_faces[i] >> np.uint64(before[d]) & one_bit:
                seen[i] |= 1 << d
        for tile in fitting[seen[i]]:
            if tile < 0:
                break
            if not used[i] >> np.uint64(tile) & one_bit:
                sums[i] += factor[tile]
        if sums[i] > 0:
            exponent = 0.0
            for byte in range(len(change)):
                exponent += change[byte, np.int64(used[i] >> np.uint64(8 * byte) & low)]
            weights[i] = sums[i] * np.exp(exponent)
    total = weights.sum()
    next_used, next_open = used.copy(), open_faces.copy()
    if total == 0:
        return 0.0, next_used, next_open
    closed = np.uint64(0)
    for d in range(sides):
        if before[d] >= 0:
            closed |= one_bit << np.uint64(before[d])
    parent, reached = -1, 0.0
    for i in range(number):
        while reached <= i + start and parent < number - 1:
            parent += 1
            reached += weights[parent] / total * number
        left = choices[i] * sums[parent]
        chosen = 0
        for tile in fitting[seen[parent]]:
            if tile < 0 or left < 0:
                break
            if not used[parent] >> np.uint64(tile) & one_bit:
                chosen = tile
                left -= factor[tile]
        next_used[i] = used[parent] | one_bit << np.uint64(chosen)
        faces = open_faces[parent] & ~closed
        for d in range(sides):
            if after[d] >= 0 and chosen >> d & 1:
                faces |= one_bit << np.uint64(after[d])
        next_open[i] = faces
    return total / number, next_used, next_open
