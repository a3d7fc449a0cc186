"""The loops that continue the ways of a beam, as Numba compiles them; `search` makes their tables.

Indexes are unsigned, as Numba then need not look whether they count from the end.
"""

from __future__ import annotations

from typing import Any

import numpy as np

U = np.uint64


def candidates(
    step: int, parent: int, end: int, first: int, last: int, most: int, least: Any, kept: int, ways: Any, found: Any,
    pieces: Any, lists: Any, order: Any, base: Any, logs: Any, random: Any, weights: Any,
) -> tuple[int, int]:  # fmt: skip
    """Candidates for one cell after the ways from `parent` to `end`, with `first` to `last` mismatches more.

    most: how many mismatches a way may have; least: what a candidate must be worth more than.
    kept: how many candidates there are.
    ways: the pieces that are used, a bit each, the colours that wait, the edges left of each colour, the mismatches.
    found: room for candidates: the way that each continues, its look, its mismatches, and its worth.
    base: what each way is worth as far as it does not depend on what is laid now, known once `first` was 0.

    Gives back the next way, and how many candidates there are: it ends early when there is no room for more.
    """
    used, waiting, left, missed = ways
    from_, look_, missed_, worth_ = found
    edges, piece, before, wanted, rim = pieces
    all_, all_from, one, one_from, two, two_from, pair, longest = lists
    sees, tells, kind = order
    mismatch, uneven, waits, noise = weights
    colours, places = U(left.shape[1]), U(waiting.shape[1])
    one_bit, low_bits, word = U(1), U(63), U(6)
    met, shown, need = np.empty(4, np.uint64), np.empty(4, np.uint64), np.empty(4, np.int16)
    count = 0
    for side in range(4):
        if sees[step, side] >= 0:
            met[count], shown[count] = side, sees[step, side]
            count += 1
    paired = count >= 2 and len(two_from) > 1
    of_kind = U(kind[step])
    cost = np.empty(left.shape[1], np.float32)
    most_gain = noise + 4 * waits * logs[-1]
    state = random[0]
    at_step, stop = U(step), U(end)
    way = U(parent)
    while way < stop and worth_.shape[0] - kept >= longest:
        room = most - missed[way]
        if room < first or (first > 0 and base[way] - mismatch * first + most_gain <= least):
            way += one_bit
            continue
        total, agreeing = np.float32(0), np.float32(0)
        for c in range(colours):
            total += left[way, c]
            agreeing += np.float32(left[way, c]) * left[way, U(wanted[c])]
        slope = np.float32(0)
        if agreeing > 0:
            slope = uneven * total / agreeing
        if first == 0:
            value = -mismatch * missed[way]
            for place in range(places):
                if waiting[way, place] >= 0:
                    value += waits * logs[left[way, U(waiting[way, place])]]
            for m in range(count):
                value -= waits * logs[left[way, U(waiting[way, shown[m]])]]
            if agreeing > 0:
                value += uneven * np.float32(0.5) * total * np.log(agreeing / (total * total))
            base[way] = value
        value = base[way]
        for c in range(colours):
            cost[c] = slope * left[way, U(wanted[c])]
        for m in range(count):
            need[m] = waiting[way, shown[m]]
        for more in range(first, min(last, count, room) + 1):
            if value - mismatch * more + most_gain <= least:
                break
            # With all sides to match, a list by two colours, if there are such lists; else the lists of all sides met;
            # where no side need match, all looks.
            lists = 1
            stretch, low, high = all_, all_from[of_kind], all_from[of_kind + one_bit]
            if more == 0 and paired:
                at = ((of_kind * U(6) + U(pair[met[0], met[1]])) * colours + U(need[0])) * colours + U(need[1])
                stretch, low, high = two, two_from[at], two_from[at + one_bit]
            elif more < count:
                lists, stretch = count, one
            for which in range(lists):
                if more < count and not (more == 0 and paired):
                    at = (of_kind * U(4) + met[which]) * colours + U(need[which])
                    low, high = one_from[at], one_from[at + one_bit]
                for entry in range(U(low), U(high)):
                    look = U(stretch[entry])
                    p = U(piece[look])
                    if used[way, p >> word] >> (p & low_bits) & one_bit:
                        continue
                    if before[p] >= 0:
                        q = U(before[p])
                        if not used[way, q >> word] >> (q & low_bits) & one_bit:
                            continue
                    wrong, fits = 0, -1
                    for m in range(count):
                        if edges[look, met[m]] != need[m]:
                            wrong += 1
                        elif fits < 0:
                            fits = m
                    if wrong != more or (lists > 1 and fits != which):
                        continue
                    worth = value - mismatch * more
                    for side in range(U(4)):
                        c = edges[look, side]
                        if c != rim:
                            worth -= cost[U(c)]
                            if tells[at_step, side] >= 0:
                                worth += waits * logs[max(left[way, U(wanted[U(c)])] - 1, 0)]
                    state ^= state << U(13)
                    state ^= state >> U(7)
                    state ^= state << U(17)
                    worth += noise * np.float32((state >> U(40)) * (1.0 / 16777216.0))
                    if worth > least:
                        from_[kept], look_[kept] = way, look
                        missed_[kept], worth_[kept] = missed[way] + more, worth
                        kept += 1
        way += one_bit
    random[0] = state
    return int(way), kept


def lay(step: int, count: int, found: Any, ways: Any, after: Any, pieces: Any, order: Any) -> None:
    """Make ways of the first candidates: those in `ways` continued, into `after`."""
    used, waiting, left, _ = ways
    used_after, waiting_after, left_after, missed_after = after
    parents, looks, missed, _ = found
    edges, piece, _, wanted, rim = pieces
    sees, tells, _ = order
    one_bit, low_bits, word = U(1), U(63), U(6)
    at_step = U(step)
    for way in range(U(count)):
        parent, look = U(parents[way]), U(looks[way])
        p = U(piece[look])
        for j in range(U(used.shape[1])):
            used_after[way, j] = used[parent, j]
        used_after[way, p >> word] |= one_bit << (p & low_bits)
        for j in range(U(waiting.shape[1])):
            waiting_after[way, j] = waiting[parent, j]
        for j in range(U(left.shape[1])):
            left_after[way, j] = left[parent, j]
        for side in range(U(4)):
            if sees[at_step, side] >= 0:
                waiting_after[way, U(sees[at_step, side])] = -1
        for side in range(U(4)):
            c = edges[look, side]
            if c != rim:
                left_after[way, U(c)] -= 1
            if tells[at_step, side] >= 0:
                waiting_after[way, U(tells[at_step, side])] = wanted[U(c)]
        missed_after[way] = missed[way]
