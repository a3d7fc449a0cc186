"""The fewest walls that leave one of some paths, and in how many ways: smallest hitting sets, by branching.

A wall beside a path cuts off the paths that step there, and a path is left alone by walls that cut off all others.  Of
one that is still there, a step that is not on the path to be left must get a wall: so the search branches.

>>> from benchmarks.studies.records.grid_paths import paths_between
>>> [walls_that_leave_one(steps(3, paths_between(3, 0, 8)), walls) for walls in (0, 1)]
[0, 8]
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt

from benchmarks.studies.machine_code import compiled
from benchmarks.studies.records.grid_paths import Places

Words = npt.NDArray[np.uint64]


def sides(side: int) -> list[tuple[int, int]]:
    """The pairs of neighbouring cells, between which a wall may stand."""
    cells = range(side * side)
    return [(a, b) for a in cells for b in (a + 1, a + side) if b in cells and (b == a + side or b % side)]


def steps(side: int, paths: Places) -> Words:
    """For each path, the pairs of neighbouring cells between which it steps, as the bits of a word."""
    number = {pair: np.uint64(1 << i) for i, pair in enumerate(sides(side))}
    if len(number) > 64:
        raise ValueError(f"{side} x {side} cells have more sides than a word has bits")
    bit = np.zeros((side * side, side * side), np.uint64)
    for (a, b), word in number.items():
        bit[a, b] = bit[b, a] = word
    found = np.zeros(len(paths), np.uint64)
    for here, there in pairwise(paths.T):
        found |= bit[here, there]
    return found


def walls_that_leave_one(steps: Words, walls: int) -> int:
    """How many sets of this many walls leave just one of some paths; that no smaller set does must be known."""
    return int(compiled(search)(steps, walls))


def search(steps: Words, walls: int) -> int:
    """The same, to be compiled."""
    none, one = np.uint64(0), np.uint64(1)
    number = len(steps)
    total = 0
    others = np.zeros(number, np.uint64)
    place = np.zeros(66, np.int64)
    chosen, tried, barred = (
        np.zeros(walls + 1, np.uint64),
        np.zeros(walls + 1, np.uint64),
        np.zeros(walls + 1, np.uint64),
    )
    left, first = np.zeros(walls + 1, np.uint64), np.zeros(walls + 1, np.int64)
    if walls == 0:
        return 1 if number == 1 else 0
    for path in range(number):
        place[:] = 0
        for other in range(number):  # Those with the fewest steps of their own come first.
            own, bits = steps[other] & ~steps[path], 0
            while own != none:
                own &= own - one
                bits += 1
            place[bits + 1] += 1
        if place[1] > 1:
            continue  # The same path twice.
        for bits in range(65):
            place[bits + 1] += place[bits]
        for other in range(number):
            own, bits = steps[other] & ~steps[path], 0
            while own != none:
                own &= own - one
                bits += 1
            others[place[bits]] = steps[other] & ~steps[path]
            place[bits] += 1
        depth, new = 0, True
        chosen[0] = barred[0] = none
        first[0] = 1  # The path itself comes first of all.
        while depth >= 0:
            if new:
                at = first[depth]
                while at < number and others[at] & chosen[depth] != none:
                    at += 1
                first[depth], tried[depth] = at, none
                left[depth] = others[at] & ~barred[depth] if at < number else none
                if depth == walls - 1:
                    ends = left[depth]
                    while at < number and ends != none:
                        if others[at] & chosen[depth] == none:
                            ends &= others[at]
                        at += 1
                    while ends != none:
                        ends &= ends - one
                        total += 1
                    left[depth] = none
            if left[depth] == none:
                depth -= 1
                new = False
                continue
            wall = left[depth] & (~left[depth] + one)
            left[depth] ^= wall
            chosen[depth + 1] = chosen[depth] | wall
            barred[depth + 1] = barred[depth] | tried[depth]  # Sets with these walls were found before.
            first[depth + 1] = first[depth]
            tried[depth] |= wall
            depth += 1
            new = True
    return total
