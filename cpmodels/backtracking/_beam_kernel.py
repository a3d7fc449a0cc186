"""The loop that continues the ways of a beam, as Numba compiles it; `cpmodels.backtracking._beam` makes its tables."""

from __future__ import annotations

from typing import Any

import numpy as np


def candidates(
    step: int,
    parent: int,
    end: int,
    first: int,
    last: int,
    most: int,
    least: Any,
    kept: int,
    ways: Any,
    found: Any,
    pieces: Any,
    lists: Any,
    order: Any,
    logs: Any,
    random: Any,
    weights: Any,
) -> tuple[int, int]:
    """Candidates for one cell after the ways from `parent` to `end`, with `first` to `last` mismatches more.

    most: how many mismatches a way may have; least: what a candidate must be worth more than.
    kept: how many candidates there are.
    ways: the pieces that are used, a bit each, the colours that wait, the edges left of each colour, the mismatches.
    found: room for candidates: the way that each continues, its look, its mismatches, and its worth.

    Gives back the next way, and how many candidates there are: it ends early when there is no room for more.
    """
    used, waiting, left, missed = ways
    from_, look_, missed_, worth_ = found
    edges, piece, before, wanted, rim = pieces
    all_, all_from, one, one_from, two, two_from, pair, longest = lists
    sees, tells, kind = order
    mismatch, uneven, waits, noise = weights
    colours, places = left.shape[1], waiting.shape[1]
    met = np.empty(4, np.int64)
    count = 0
    for side in range(4):
        if sees[step, side] >= 0:
            met[count] = side
            count += 1
    of_kind = kind[step]
    cost = np.empty(colours, np.float32)
    most_gain = noise + 4 * waits * logs[-1]
    state = random[0]
    while parent < end and worth_.shape[0] - kept >= longest:
        if missed[parent] + first > most:
            parent += 1
            continue
        total, agreeing = np.float32(0), np.float32(0)
        for c in range(colours):
            total += left[parent, c]
            agreeing += np.float32(left[parent, c]) * left[parent, wanted[c]]
        value = -mismatch * missed[parent]
        for place in range(places):
            c = waiting[parent, place]
            if c >= 0:
                value += waits * logs[left[parent, c]]
        for at in range(count):
            value -= waits * logs[left[parent, waiting[parent, sees[step, met[at]]]]]
        slope = np.float32(0)
        if agreeing > 0:
            value += uneven * np.float32(0.5) * total * np.log(agreeing / (total * total))
            slope = uneven * total / agreeing
        for c in range(colours):
            cost[c] = slope * left[parent, wanted[c]]
        for more in range(first, min(last, count, most - missed[parent]) + 1):
            if value - mismatch * more + most_gain <= least:
                break
            # With all sides to match, a list by two colours; with some, the lists of all sides met; else all looks.
            lists = 1
            stretch, low, high = all_, all_from[of_kind], all_from[of_kind + 1]
            if more == 0 and count >= 2:
                a, b = waiting[parent, sees[step, met[0]]], waiting[parent, sees[step, met[1]]]
                at = ((of_kind * 6 + pair[met[0], met[1]]) * colours + a) * colours + b
                stretch, low, high = two, two_from[at], two_from[at + 1]
            elif more < count:
                lists, stretch = count, one
            for which in range(lists):
                if more < count and not (more == 0 and count >= 2):
                    at = (of_kind * 4 + met[which]) * colours + waiting[parent, sees[step, met[which]]]
                    low, high = one_from[at], one_from[at + 1]
                for at in range(low, high):
                    look = stretch[at]
                    p = piece[look]
                    if used[parent, p >> 6] >> np.uint64(p & 63) & np.uint64(1):
                        continue
                    q = before[p]
                    if q >= 0 and not used[parent, q >> 6] >> np.uint64(q & 63) & np.uint64(1):
                        continue
                    wrong, fits = 0, -1
                    for m in range(count):
                        if edges[look, met[m]] != waiting[parent, sees[step, met[m]]]:
                            wrong += 1
                        elif fits < 0:
                            fits = m
                    if wrong != more or (lists > 1 and fits != which):
                        continue
                    worth = value - mismatch * more
                    for side in range(4):
                        c = edges[look, side]
                        if c != rim:
                            worth -= cost[c]
                            if tells[step, side] >= 0:
                                worth += waits * logs[max(left[parent, wanted[c]] - 1, 0)]
                    state ^= state << np.uint64(13)
                    state ^= state >> np.uint64(7)
                    state ^= state << np.uint64(17)
                    worth += noise * np.float32((state >> np.uint64(40)) * (1.0 / 16777216.0))
                    if worth > least:
                        from_[kept], look_[kept] = parent, look
                        missed_[kept], worth_[kept] = missed[parent] + more, worth
                        kept += 1
        parent += 1
    random[0] = state
    return parent, kept
