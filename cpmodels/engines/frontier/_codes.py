"""The numbers by which a program and the kernel understand each other."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]
Children = npt.NDArray[np.int32]

FRESH, FULL, MATE = 0, 1, 2
"""Codes of a vertex: no edge yet; no more edges to come; the other end of its path is in slot ``code - MATE`` or, for a
code of at least ``MATE + slots``, a fixed end whose label is the rest."""

LOOP, PATH, LINKS, SETS = 0, 1, 2, 3
"""What is counted: one loop; one path with two ends; paths between pairs of ends; sets of choices that meet rules."""

WEIGHTS = {LOOP: {1: 1}, PATH: {1: 1, 2: 2}, LINKS: {0: 1}, SETS: {0: 1, 1: 1}}
"""How many solutions a state stands for after the last layer, by its flag: whether all is closed or, of a path, whether
it may be walked one way (1) or both ways (2)."""

MODE, SLOTS, WIDTH, BITS = range(4)
"""The places of the numbers in the head of a program: of what sort it is, how many slots, how many words the fields of
a state take, and how many bits of a slot are the code."""

ENTER, EDGE, RULE, NEED, LEAVE, CHOOSE, LINK, PART = range(8)
"""The operations of a layer, rows of four numbers (see `_program`)."""

HERE, THERE = 1, 2
"""Directions: of an edge from its first end to its second, or back; at an end of a path: it leads out there, or in."""

ENDS = np.array([(-1, 1, 2, 3), (-1, -1, 4, 4), (-1, 4, -1, 4), (-1, 4, 4, 4), (-1, -1, -1, -1)], np.int64)
"""The ends that a path has got: none, the first, the last, one that may be either, or both.  For each, what they are
with one more, which is none, the first, the last or either; -1 where that is impossible."""

WORD = 64
"""Bits of a word."""
