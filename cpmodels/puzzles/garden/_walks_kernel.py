"""The steps of walks to gardens, as Numba compiles them; `_walks` makes their tables."""

from __future__ import annotations

from typing import Any

import numpy as np


def walk(
    codes: Any, excess: Any, kind: Any, cells: Any, flips: Any, keep: Any, cost: int, steps: int, seed: int
) -> int:
    """Take steps, or as many as lead to a cost of nothing; the cost at the end.

    codes: the code of each cell; kind: that of each code; excess: how many more there are of each kind than are wanted,
    but of the last one, which costs nothing.
    cells, flips: for each step the cells that it changes, and the bits that it changes there.
    keep: the probability of a step by which the cost rises so much.
    """
    np.random.seed(seed)
    free, width = len(excess) - 1, cells.shape[1]
    before, after = np.empty(width, np.int64), np.empty(width, np.int64)
    for _ in range(steps):
        step = np.random.randint(len(cells))
        rise = 0
        for i in range(width):
            code = codes[cells[step, i]]
            old, new = kind[code], kind[code ^ flips[step, i]]
            before[i], after[i] = old, new
            if old != free:
                rise += -1 if excess[old] > 0 else 1
                excess[old] -= 1
            if new != free:
                rise += 1 if excess[new] >= 0 else -1
                excess[new] += 1
        if rise <= 0 or np.random.random() < keep[rise]:
            cost += rise
            for i in range(width):
                codes[cells[step, i]] ^= flips[step, i]
            if cost == 0:
                break
            continue
        for i in range(width):
            excess[before[i]] += before[i] != free
            excess[after[i]] -= after[i] != free
    return cost
