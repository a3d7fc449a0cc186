"""The steps of walks to packed gardens, as Numba compiles them; `cpmodels.models._packed_walks` makes their tables."""

from __future__ import annotations

from typing import Any

import numpy as np


def walk(codes: Any, counts: Any, kind: Any, cells: Any, flips: Any, keep: Any, steps: int, seed: int) -> bool:
    """Take steps, or as many as lead to each kind of tile; say whether they did.

    codes: the tile of each cell; counts: how many there are of each kind; kind: that of each tile.
    cells, flips: for each face the two cells that it changes, and the bits that it changes there.
    keep: the probability of a step after which so many more kinds are missing.
    """
    np.random.seed(seed)
    missing = 0
    for count in counts:
        missing += count == 0
    for _ in range(steps):
        face = np.random.randint(len(cells))
        one, other = cells[face, 0], cells[face, 1]
        old_one, old_other = codes[one], codes[other]
        rise = 0
        for old in (old_one, old_other):
            counts[kind[old]] -= 1
            rise += counts[kind[old]] == 0
        codes[one] ^= flips[face, 0]
        codes[other] ^= flips[face, 1]
        for new in (codes[one], codes[other]):
            rise -= counts[kind[new]] == 0
            counts[kind[new]] += 1
        if rise <= 0 or np.random.random() < keep[rise]:
            missing += rise
            if missing == 0:
                return True
        else:
            for new, old in ((codes[one], old_one), (codes[other], old_other)):
                counts[kind[new]] -= 1
                counts[kind[old]] += 1
            codes[one], codes[other] = old_one, old_other
    return False
