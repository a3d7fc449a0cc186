"""Which numbers leave one path: all ZIPs without walls with this many numbers and one solution.

The numbers 1 and k stand at the ends; those between are met in order.  Given two ends, each pair of cells has a word of
bits that tells which paths meet the one before the other, and numbers leave the paths that all their neighbouring pairs
leave.  `unique_numbers` goes through all numbers and stops at a second path; the other way round, `counted_by_path`
goes through all paths and counts each for all numbers that it meets in order.

>>> from benchmarks.studies.records.grid_paths import paths_between
>>> len(unique_numbers(paths_between(4, 0, 11), 2)), len(counted_by_path(paths_between(4, 0, 11), 2))
(26, 26)
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import numpy.typing as npt

from benchmarks.studies.machine_code import compiled
from benchmarks.studies.records.grid_paths import Places

Words = npt.NDArray[np.uint64]
Numbers = tuple[int, ...]

PART = 1 << 16
"""This many paths are looked at together: what there is to know of them fits into the cache."""


def unique_numbers(paths: Places, between: int) -> list[Numbers]:
    """The cells of `between` numbers that just one of some paths with the same ends meets in order.

    Fewer than two numbers between the ends tell nothing: each path meets one.
    """
    if between < 2 or len(paths) == 0:
        raise ValueError(f"{between} numbers between the ends of {len(paths)} paths")
    size = paths.shape[1]
    inner = [cell for cell in range(size) if cell not in (paths[0, 0], paths[0, -1])]
    numbers = np.indices((len(inner),) * between, np.int8).reshape(between, -1).T
    for i, j in combinations(range(between), 2):
        numbers = numbers[numbers[:, i] != numbers[:, j]]
    counts = np.zeros(len(numbers), np.int8)
    parts = -(-len(paths) // PART)
    for first in range(parts):
        part = paths[first::parts]  # Of all sorts, so that most numbers are done with in the first part.
        compiled(tally)(before(part, inner), valid(len(part)), numbers, counts)
        numbers, counts = numbers[counts < 2], counts[counts < 2]
    return [tuple(inner[i] for i in row) for row in numbers[counts == 1].tolist()]


def before(paths: Places, cells: list[int]) -> Words:
    """For each pair of cells, which paths meet the first before the second."""
    size = paths.shape[1]
    when = np.empty((size, len(paths)), np.uint8)
    np.put_along_axis(when, paths.T, np.arange(size, dtype=np.uint8)[:, None], 0)
    words = np.zeros((len(cells), len(cells), -(-len(paths) // 64)), np.uint64)
    for i, j in combinations(range(len(cells)), 2):
        bits = np.packbits(when[cells[i]] < when[cells[j]], bitorder="little")
        words.view(np.uint8)[i, j, : len(bits)] = bits
        words[j, i] = ~words[i, j]
    return words


def valid(number: int) -> Words:
    """The word of bits that says yes to each of this many paths."""
    words = np.full(-(-number // 64), ~np.uint64(0))
    words[-1] >>= np.uint64(-number % 64)
    return words


def tally(before: Words, everything: Words, numbers: npt.NDArray[np.int8], counts: npt.NDArray[np.int8]) -> None:
    """Add to the counts how many paths meet the numbers of each row in order, up to 2; like rows are best together."""
    none, one = np.uint64(0), np.uint64(1)
    rows, length = numbers.shape
    kept = np.zeros((length, len(everything)), np.uint64)
    kept[0] = everything
    for row in range(rows):
        same = 0
        while row > 0 and same < length - 1 and numbers[row, same] == numbers[row - 1, same]:
            same += 1
        for i in range(max(same, 1), length - 1):
            kept[i] = kept[i - 1] & before[numbers[row, i - 1], numbers[row, i]]
        last, fits = kept[length - 2], before[numbers[row, length - 2], numbers[row, length - 1]]
        for word in range(len(last)):
            both = last[word] & fits[word]
            if both != none:
                counts[row] += 1
                if counts[row] > 1 or both & (both - one) != none:
                    counts[row] = 2
                    break


def counted_by_path(paths: Places, between: int) -> list[Numbers]:
    """The same as `unique_numbers`, by counting."""
    size = paths.shape[1]
    places = np.array(list(combinations(range(1, size - 1), between)), np.int64)
    counts = np.zeros(size**between, np.uint8)
    compiled(count)(paths, places, counts)
    return [
        tuple(int(code) // size**i % size for i in reversed(range(between))) for code in np.flatnonzero(counts == 1)
    ]


def count(paths: Places, places: npt.NDArray[np.int64], counts: npt.NDArray[np.uint8]) -> None:
    """Count each path for the cells at each choice of places of it, up to 2; the cells are the digits of a number."""
    number, size = paths.shape
    choices, length = places.shape
    for path in range(number):
        for choice in range(choices):
            code = 0
            for i in range(length):
                code = code * size + np.int64(paths[path, places[choice, i]])
            if counts[code] < 2:
                counts[code] += 1
