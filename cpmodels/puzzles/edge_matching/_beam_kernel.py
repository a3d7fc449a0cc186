"""The loops that continue the ways of a beam, as Numba compiles them; `search` makes their tables.

Indexes are unsigned, as Numba then need not look whether they count from the end.
"""

from __future__ import annotations

from typing import Any

import numpy as np

U = np.uint64

AT_ONCE = 1_000
"""How many looks are gathered before they are judged; without that, beams take a fifth longer."""


def candidates(
    step: int, parent: int, end: int, more: int, most: int, kept: int, gain: Any, ways: Any, found: Any,
    pieces: Any, lists: Any, order: Any, tally: Any, random: Any, logs: Any, weights: Any,
) -> tuple[int, int, Any]:  # fmt: skip
    """Candidates for one cell after the ways from `parent` to `end`, with `more` mismatches at this cell.

    most: how many mismatches a way may have.
    kept: how many candidates there are; gain: the most by which one was worth more than the way before, chance and
        mismatches left out.
    ways: a row for each, of the pieces that are used, a bit each, the colours that wait, and the edges left of each
        colour; the mismatches; how many pairs of edges left agree; and what each way is worth.
    found: room for candidates: the way that each continues, its look, its mismatches, and its worth.
    tally: how many candidates are worth how much; the bin from which on they are kept, how many are in those from there
        on, and how many are to be kept; then what those in the first bin are worth, and how many bins there are to 1.

    Gives back the next way, how many candidates there are, and the gain: it ends early when there is no room for more.
    """
    rows, missed, agreeing, value = ways
    from_, look_, missed_, worth_ = found
    edges, fits, before, _ = pieces
    all_, all_from, one, one_from, two, two_from, pair, longest = lists
    sees, tells, kind, word, _, left = order
    mismatch, uneven, waits, noise = weights
    bins, bounds, lowest, bins_to_one = tally
    one_bit, word, low_bits = U(1), U(word), U((1 << word) - 1)
    colours = U(rows.shape[1] - 1) - U(left)
    met, shown, need, told = np.empty(4, U), np.empty(4, U), np.empty(4, U), np.empty(4, U)
    count, tell = 0, 0
    for side in range(4):
        if sees[step, side] >= 0:
            met[count], shown[count] = side, sees[step, side]
            count += 1
        if tells[step, side] >= 0:
            told[tell] = side
            tell += 1
    if more > count:
        return int(U(end)), kept, gain
    # With all sides to match, a list by two colours, if there are such lists; else the lists of all sides met; where no
    # side need match, all looks.
    paired = more == 0 and count >= 2 and len(two_from) > 1
    several = more < count and not paired
    of_kind = U(kind[step])
    stretch, low, high = all_, all_from[of_kind], all_from[of_kind + one_bit]
    if paired:
        stretch = two
        first = (of_kind * U(6) + U(pair[met[0], met[1]])) * colours
    elif several:
        stretch = one
    # Looks of unused pieces are gathered for some ways, which are still in the nearest cache when they are judged.
    room = AT_ONCE + 4 * longest
    way_of, look_of, list_of = np.empty(room, np.int32), np.empty(room, np.int32), np.empty(room, np.int8)
    state = random[0]
    chance = np.float32(noise / 16777216.0)
    total = np.float32(0)
    for c in range(colours):
        total += rows[parent, U(left) + c]
    lowest_kept, above, width = bounds[0], bounds[1], bounds[2]
    least = np.float32(-np.inf)
    if lowest_kept:
        least = lowest + np.float32(lowest_kept) / bins_to_one
    way, stop, left_at = U(parent), U(end), U(left)
    while way < stop and len(worth_) - kept >= room:
        filled = U(0)
        while way < stop and filled < U(AT_ONCE):
            if missed[way] + more <= most and value[way] - mismatch * more + gain + noise >= least:
                for m in range(count):
                    need[m] = rows[way, shown[m]]
                for which in range(count if several else 1):
                    if paired:
                        at = (first + need[0]) * colours + need[1]
                        low, high = two_from[at], two_from[at + one_bit]
                    elif several:
                        at = (of_kind * U(4) + met[which]) * colours + need[which]
                        low, high = one_from[at], one_from[at + one_bit]
                    for entry in range(U(low), U(high)):
                        look = U(stretch[entry])
                        p = look >> U(2)
                        way_of[filled], look_of[filled], list_of[filled] = way, look, which
                        filled += ~(U(rows[way, p >> word]) >> (p & low_bits)) & one_bit
            way += one_bit
        for entry in range(filled):
            at, look = U(way_of[entry]), U(look_of[entry])
            if before[look >> U(2)] >= 0:
                q = U(before[look >> U(2)])
                if not U(rows[at, q >> word]) >> (q & low_bits) & one_bit:
                    continue
            worth = value[at]
            wrong, fitting = 0, -1
            for m in range(count):
                colour = U(rows[at, shown[m]])
                worth -= waits * logs[U(rows[at, left_at + colour])]
                if edges[look, met[m]] != colour:
                    wrong += 1
                elif fitting < 0:
                    fitting = m
            if wrong != more or (several and fitting != list_of[entry]):
                continue
            partners = U(0)
            for side in range(U(4)):
                partners += U(rows[at, left_at + U(fits[look, side])])
            if partners > 0:
                worth -= uneven * total * np.float32(partners) / np.float32(agreeing[at])
            for t in range(tell):
                worth += waits * logs[U(max(int(rows[at, left_at + U(fits[look, told[t]])]) - 1, 0))]
            gain = max(gain, worth - value[at])
            worth -= mismatch * more
            if worth + noise < least:
                continue
            state ^= state << U(13)
            state ^= state >> U(7)
            state ^= state << U(17)
            worth += chance * np.float32(state >> U(40))
            if worth >= least:
                from_[kept], look_[kept], missed_[kept], worth_[kept] = at, look, missed[at] + more, worth
                kept += 1
                bins[U(max(min(int((worth - lowest) * bins_to_one), len(bins) - 1), lowest_kept))] += 1
                above += 1
                while above - bins[lowest_kept] >= width:
                    above -= bins[lowest_kept]
                    lowest_kept += 1
                    least = lowest + np.float32(lowest_kept) / bins_to_one
    random[0] = state
    bounds[0], bounds[1] = lowest_kept, above
    return int(way), kept, gain


def lay(
    step: int, first: int, end: int, found: Any, ways: Any, after: Any, pieces: Any, order: Any, logs: Any, weights: Any
) -> None:
    """Make ways of the candidates from `first` to `end`: those in `ways` continued, into `after`."""
    rows, _, agreeing, _ = ways
    rows_after, missed_after, agreeing_after, value_after = after
    parents, looks, missed, _ = found
    edges, fits, _, rim = pieces
    sees, tells, _, word, words, left = order
    mismatch, uneven, waits, _ = weights
    one_bit, word, low_bits, length = U(1), U(word), U((1 << word) - 1), U(rows.shape[1])
    at_step, left_at, nothing = U(step), U(left), length - U(1) - U(left)
    total = np.float32(0)
    for c in range(left_at, length - one_bit):
        total += rows[U(parents[0]), c]
    for side in range(4):
        if edges[looks[0], side] != rim:
            total -= np.float32(1)
    for way in range(U(first), U(end)):
        parent, look = U(parents[way]), U(looks[way])
        for j in range(length):
            rows_after[way, j] = rows[parent, j]
        p = look >> U(2)
        rows_after[way, p >> word] |= one_bit << (p & low_bits)
        for side in range(U(4)):
            if sees[at_step, side] >= 0:
                rows_after[way, U(sees[at_step, side])] = nothing
        agree = agreeing[parent]
        for side in range(U(4)):
            fit = U(fits[look, side])
            if edges[look, side] != rim:
                agree -= rows_after[way, left_at + fit]
                rows_after[way, left_at + U(edges[look, side])] -= 1
                agree -= rows_after[way, left_at + fit]
            if tells[at_step, side] >= 0:
                rows_after[way, U(tells[at_step, side])] = fit
        worth = -mismatch * missed[way]
        for place in range(U(words), left_at):
            worth += waits * logs[U(rows_after[way, left_at + U(rows_after[way, place])])]
        if agree > 0:
            worth += uneven * np.float32(0.5) * total * np.log(np.float32(agree) / (total * total))
        missed_after[way], agreeing_after[way], value_after[way] = missed[way], agree, worth
