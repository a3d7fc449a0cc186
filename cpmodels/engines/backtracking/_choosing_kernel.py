"""The loop that settles the item with the fewest options, as Numba compiles it.

`cpmodels.engines.backtracking._choosing` makes its tables.  Sets of options are bits in words of 64.
"""

from __future__ import annotations

from typing import Any

import numpy as np

U = np.uint64

LEVEL, NODES, FOUND = range(3)
"""Where in `state` the numbers are that change."""

DE_BRUIJN = U(0x03F79D71B4CB0A89)
"""Times a power of two it has a number of its own in its six highest bits."""

PLACES = np.zeros(64, dtype=np.int64)
"""The exponent by that number (Leiserson, Prokop and Randall 1998)."""
for _exponent in range(64):
    PLACES[((0x03F79D71B4CB0A89 << _exponent) & 0xFFFFFFFFFFFFFFFF) >> 58] = _exponent


def choose(budget: int, state: Any, changing: Any, tables: Any, solutions: Any) -> bool:
    """Choose options until enough nodes are passed, the room for solutions is full, or all is searched (then True).

    alive: at each level, the options that can still be chosen.  counts: how many of these cover each item.
    need, left: how often each item must and may still be covered; below zero is no need.
    chosen: the option that was chosen at each level; it is no longer alive there, so that it comes once only.
    tried: at each level, how many choices were tried to their end, and how many there were when the last was made.
    conflicts: for each option those that cannot be chosen with it.  items: those that each option covers.
    words, masks: for each item the words in which there are options that cover it, and these options there.
    """
    alive, counts, need, left, chosen, tried = changing
    conflicts, items, items_from, words, masks, words_from = tables
    one, none, high = U(1), U(0), U(58)
    level, nodes, found = state[LEVEL], state[NODES], state[FOUND]
    until = nodes + budget
    width = U(conflicts.shape[1])
    while nodes < until:
        best, least = -1, 1 << 60
        for item in range(len(need)):
            if need[item] > 0:
                spare = counts[level, item] - need[item]
                if spare < least:
                    best, least = item, spare
                    if spare <= 0:
                        break
        option = -1
        if best >= 0 and least >= 0:
            for j in range(words_from[best], words_from[best + 1]):
                here = alive[level, words[j]] & masks[j]
                if here:
                    option = words[j] * 64 + PLACES[((here & (~here + one)) * DE_BRUIJN) >> high]
                    break
        elif best < 0:
            for word in range(alive.shape[1]):
                here = alive[level, word]
                if here:
                    option = word * 64 + PLACES[((here & (~here + one)) * DE_BRUIJN) >> high]
                    break
            if option < 0:
                for j in range(level):
                    solutions[found, j] = chosen[j]
                solutions[found, level:] = -1
                found += 1
        if option < 0:
            if level == 0:
                state[LEVEL], state[NODES], state[FOUND] = level, nodes, found
                return True
            level -= 1
            tried[level, 0] += 1
            for j in range(items_from[chosen[level]], items_from[chosen[level] + 1]):
                need[items[j]] += 1
                left[items[j]] += 1
            if found == len(solutions):
                break
            continue
        nodes += 1
        chosen[level] = option
        tried[level, 1] = least + need[best] if best >= 0 else 1
        alive[level, option >> 6] &= ~(one << U(option & 63))
        for j in range(items_from[option], items_from[option + 1]):
            counts[level, items[j]] -= 1
        below = level + 1
        for item in range(len(need)):
            counts[below, item] = counts[level, item]
        for word in range(none, width):
            here = alive[level, word]
            removed = here & conflicts[option, word]
            alive[below, word] = here ^ removed
            while removed:
                bit = removed & (~removed + one)
                removed ^= bit
                other = np.int64(word) * 64 + PLACES[(bit * DE_BRUIJN) >> high]
                for j in range(items_from[other], items_from[other + 1]):
                    counts[below, items[j]] -= 1
        for j in range(items_from[option], items_from[option + 1]):
            item = items[j]
            need[item] -= 1
            left[item] -= 1
            if left[item] == 0 and counts[below, item] > 0:
                for k in range(words_from[item], words_from[item + 1]):
                    removed = alive[below, words[k]] & masks[k]
                    alive[below, words[k]] ^= removed
                    while removed:
                        bit = removed & (~removed + one)
                        removed ^= bit
                        other = words[k] * 64 + PLACES[(bit * DE_BRUIJN) >> high]
                        for i in range(items_from[other], items_from[other + 1]):
                            counts[below, items[i]] -= 1
        level = below
        tried[level, 0] = 0
    state[LEVEL], state[NODES], state[FOUND] = level, nodes, found
    return False
