"""Sets of nine square pieces that all differ, and how many 3 x 3 boards they make, by backtracking without a solver.

An edge looks like one of this many colours, or like a half of so few motifs.  A piece is its four looks, top, right,
bottom, left, the least of its turns.  Boards of pieces that all differ come in fours, turned copies of one another.

>>> [len(pieces_of(looks)) for looks in (2, 3, 4)]
[6, 24, 70]
>>> len(boards([pieces_of(4)[i] for i in (1, 2, 8, 9, 10, 21, 30, 40, 61)], (0, 1, 2, 3), 5))
5
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations, product

import numpy as np
import numpy.typing as npt

from benchmarks.studies.machine_code import compiled

Edges = tuple[int, int, int, int]
Ints = npt.NDArray[np.int64]


def turns(edges: Edges) -> list[Edges]:
    """The different looks of a piece when it is turned."""
    top, right, bottom, left = edges
    return sorted({edges, (right, bottom, left, top), (bottom, left, top, right), (left, top, right, bottom)})


def pieces_of(looks: int) -> list[Edges]:
    """All pieces whose edges look in one of this many ways."""
    return sorted({turns(edges)[0] for edges in product(range(looks), repeat=4)})  # type: ignore[arg-type]


def boards(pieces: Sequence[Edges], mates: Sequence[int], most: int) -> Ints:
    """Boards of nine pieces, at most this many: for each cell, row by row, the piece and which of its turns it is.

    mates: the look that meets each look.
    """
    found = np.zeros((most, 9, 2), np.int64)
    return found[: compiled(search)(*table(pieces), np.array(mates), found)]


def table(pieces: Sequence[Edges]) -> tuple[Ints, Ints]:
    """The turns of some pieces, and how many they are."""
    turned = [turns(edges) for edges in pieces]
    return np.array([[*looks, *looks, *looks, *looks][:4] for looks in turned]), np.array(
        [len(looks) for looks in turned]
    )


def search(turned: Ints, number: Ints, mates: Ints, found: Ints) -> int:
    """How many boards there are, as many as `found` has rows at most; they are written into it."""
    at = np.full(9, -1)
    used = np.zeros(9, np.bool_)
    total = cell = 0
    while cell >= 0 and total < len(found):
        at[cell] += 1
        if at[cell] == 36:
            at[cell] = -1
            cell -= 1
            if cell >= 0:
                used[at[cell] // 4] = False
            continue
        piece, turn = at[cell] // 4, at[cell] % 4
        if used[piece]:
            at[cell] += 3
            continue
        if turn >= number[piece]:
            continue
        if cell % 3 > 0 and turned[piece, turn, 3] != mates[turned[at[cell - 1] // 4, at[cell - 1] % 4, 1]]:
            continue
        if cell >= 3 and turned[piece, turn, 0] != mates[turned[at[cell - 3] // 4, at[cell - 3] % 4, 2]]:
            continue
        if cell < 8:
            used[piece] = True
            cell += 1
            continue
        for i in range(9):
            found[total, i, 0], found[total, i, 1] = at[i] // 4, at[i] % 4
        total += 1
    return total


def are_boards(pieces: Sequence[Edges], mates: Sequence[int], found: Ints) -> bool:
    """Whether these are boards of the nine pieces, no two the same: a look at each edge, apart from the search."""
    looks = np.array([[turns(pieces[piece])[turn] for piece, turn in board] for board in found.tolist()])
    looks = looks.reshape(len(found), 3, 3, 4)
    mate = np.array(mates)
    return bool(
        len({tuple(map(tuple, board)) for board in found.tolist()}) == len(found)
        and all(sorted(board) == list(range(9)) for board in found[:, :, 0].tolist())
        and (looks[:, :, 1:, 3] == mate[looks[:, :, :-1, 1]]).all()
        and (looks[:, 1:, :, 0] == mate[looks[:, :-1, :, 2]]).all()
    )


def all_sets(looks: int) -> dict[tuple[int, ...], int]:
    """All sets of nine pieces, one of each class up to other names of the colours and a mirror, with its size."""
    pieces = pieces_of(looks)
    number = {piece: i for i, piece in enumerate(pieces)}
    rows = np.array(list(combinations(range(len(pieces)), 9)), np.int8)
    first = np.full(len(rows), 1 << len(pieces))
    for names in permutations(range(looks)):
        for mirrored in (False, True):
            bit = []
            for piece in pieces:
                top, right, bottom, left = (names[look] for look in piece)
                image = (top, left, bottom, right) if mirrored else (top, right, bottom, left)
                bit.append(1 << number[turns(image)[0]])
            first = np.minimum(first, np.array(bit)[rows].sum(1))
    words, times = np.unique(first, return_counts=True)
    return {
        tuple(i for i in range(len(pieces)) if word >> i & 1): size
        for word, size in zip(words.tolist(), times.tolist(), strict=True)
    }
