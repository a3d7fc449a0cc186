"""The loop that exchanges pieces of a full board, as Numba compiles it; `search` makes its tables.

Indexes are unsigned, as Numba then need not look whether they count from the end.
"""

from __future__ import annotations

from typing import Any

import numpy as np

U = np.uint64

NONE = 1_000
"""More mismatches than are ever kept: where no turn of a piece may lie on a cell."""


def swaps(count: int, wanted: int, board: Any, cells: Any, looks: Any, random: Any, odds: Any) -> tuple[int, int]:
    """Exchange the pieces of two cells, one of which has a mismatch; `count` pairs of cells are drawn.

    Each piece is turned so that it has the fewest mismatches, by chance where turns are the same.  More mismatches than
    before are kept by chance only.

    wanted: how many mismatches are to go; it ends as soon as they have.
    board: the look on each cell; the colours of each, then those of fixed cells and of what is outside, which are
        below 0; and how many mismatches each cell has.
    cells: for each side of a cell the row of its neighbour's colours; and what kind of cell it is.
    looks: the colours of each, those that fit them, and the kind of cell that each is for.
    odds: the chance that one mismatch more is kept, that two are, and so on, in parts of 2^24.

    Gives back how many pairs are left to be drawn, and how many mismatches have gone.
    """
    laid, shown, missed = board
    near, kind = cells
    edges, fits, kind_of = looks
    cell, look, want = np.empty(2, U), np.empty(2, U), np.empty(4, np.int64)
    state, free, gone = random[0], U(len(laid)), 0
    while count > 0 and gone < wanted:
        count -= 1
        state ^= state << U(13)
        state ^= state >> U(7)
        state ^= state << U(17)
        a, b = ((state >> U(44)) * free) >> U(20), ((state >> U(24) & U(0xFFFFF)) * free) >> U(20)
        if missed[a] == 0 or a == b:
            continue
        more, spin, chance = 0, state & U(3), state & U(0xFFFFFF)
        while more < len(odds) and chance < odds[more]:
            more += 1
        before = missed[a] + missed[b]
        for side in range(4):
            if U(near[a, side]) == b and shown[b, side ^ 2] != fits[U(laid[a]), side]:
                before -= 1
        cell[0], cell[1], look[0], look[1] = a, b, U(laid[b]), U(laid[a])
        for side in range(4):
            shown[b, side] = -1
        after = 0
        for one in range(2):
            for side in range(4):
                want[side] = shown[U(near[cell[one], side]), side ^ 2]
            least, first = NONE, look[one] & ~U(3)
            for turn in range(U(4)):
                turned = first | (turn + spin) & U(3)
                if kind_of[turned] == kind[cell[one]]:
                    wrong = 0
                    for side in range(4):
                        wrong += want[side] >= 0 and want[side] != fits[turned, side]
                    if wrong < least:
                        least, look[one] = wrong, turned
            after += least
            if after > before + more:
                break
            for side in range(4):
                shown[cell[one], side] = edges[look[one], side]
        if after > before + more:
            for side in range(4):
                shown[a, side], shown[b, side] = edges[U(laid[a]), side], edges[U(laid[b]), side]
            continue
        gone += before - after
        laid[a], laid[b] = look[0], look[1]
        for one in range(2):
            for by in range(5):
                c = cell[one] if by == 4 else U(near[cell[one], by])
                if c < free:
                    missed[c] = 0
                    for side in range(4):
                        there = shown[U(near[c, side]), side ^ 2]
                        missed[c] += there >= 0 and there != fits[U(laid[c]), side]
    random[0] = state
    return count, gone
