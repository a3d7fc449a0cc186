"""The loop that fills places in a fixed order, as Numba compiles it; `_placing` beside it makes its tables.

What such a loop waits for are guesses of the processor that turn out wrong.  So the pieces that fit and are left are
found at once, as bits of a word; a piece is not laid where none would fit after it; and where all have been tried the
search goes back at once to the last place where some have not, whose state was kept.  Indexes are unsigned: Numba then
need not look whether they count from the end, and the loop takes half the time.
"""

from __future__ import annotations

from typing import Any

import numpy as np

U = np.uint64

LEVEL, NODES, FOUND, BASE = range(4)
"""Where in `state` the numbers are that change; levels are where in `levels` they begin, and `BASE` is the first."""

LEFT, BLOCK, BACK, LAID, TABLE, ASK, STRIDE, GIVE, MORE, FREE = range(10)
"""What is known of each place.

LEFT, BLOCK: the pieces of a block of rows that are still to be tried.  BACK: the last level before it with others.
LAID: the row that is there.  FREE: the first of the words of what is left of the pieces.
TABLE, ASK, STRIDE: the first block that fits is the table, and the colour of a slot times its stride, and what the row
    at the place before says.  GIVE: the slot whose colour a row says.
MORE: where in `lists` there is the rest, if any: where there are more slots to ask for, with their strides; more slots
    to give colours to; and slots to be tested, as the table has no room for them.
"""

END = 1 << 32
"""The end of a list."""

WORD_BITS = 16
"""The bits for the word of a block, below those for the block after it."""


def fill(budget: int, state: Any, levels: Any, value: Any, solutions: Any, tables: Any) -> bool:
    """Fill places until enough nodes are passed, the room for solutions is full, or all is searched (then True).

    value: the colour of each slot that is known.
    mask, about: of each block its pieces; its first row; and their word and the block after it, or 0.
    unit: of each row, what it takes from the word of its piece.
    kept: of all rows what they say to the next place; their first colours; and so on.
    """
    mask, about, unit, kept, lists = tables
    one, none, two, end = U(1), U(0), U(2), U(END)
    high, low = U(WORD_BITS), U((1 << WORD_BITS) - 1)
    size, rows = U(len(levels) // solutions.shape[1]), U(len(unit))
    words, last = size - U(FREE), U(len(levels)) - size
    level, base = U(state[LEVEL]), U(state[BASE])
    nodes, found = state[NODES], state[FOUND]
    until = nodes + budget
    left, block = levels[level + U(LEFT)], levels[level + U(BLOCK)]
    word_then = about[two * block + one]
    free = levels[level + U(FREE) + (word_then & low)]
    finished = False
    while nodes < until:
        if left == none:
            block = word_then >> high
            if block != none:
                word_then = about[two * block + one]
                free = levels[level + U(FREE) + (word_then & low)]
                left = mask[block] & free
                continue
            if level == base:
                finished = True
                break
            level = levels[level + U(BACK)]
            left, block = levels[level + U(LEFT)], levels[level + U(BLOCK)]
            word_then = about[two * block + one]
            free = levels[level + U(FREE) + (word_then & low)]
            continue
        bit = left & (~left + one)
        left ^= bit
        # How many bits are set is one instruction, which the compiler knows by this form.
        ones = mask[block] & (bit - one)
        ones -= (ones >> one) & U(0x5555555555555555)
        ones = (ones & U(0x3333333333333333)) + ((ones >> two) & U(0x3333333333333333))
        ones = (((ones + (ones >> U(4))) & U(0x0F0F0F0F0F0F0F0F)) * U(0x0101010101010101)) >> U(56)
        row = about[two * block] + ones
        value[levels[level + U(GIVE)]] = kept[rows + row]
        more = levels[level + U(MORE)]
        if more != none:
            at = two * rows + row
            more += one
            while lists[more] != end:
                value[lists[more]] = kept[at]
                at += rows
                more += one
            more += one
            while lists[more] != end and value[lists[more]] == kept[at]:
                at += rows
                more += one
            if lists[more] != end:
                continue
        nodes += 1
        levels[level + U(LAID)] = row
        if level == last:
            for place in range(solutions.shape[1]):
                solutions[found, place] = levels[U(place) * size + U(LAID)]
            found += 1
            if found == len(solutions):
                break
            continue
        below = level + size
        at = levels[below + U(TABLE)] + levels[below + U(STRIDE)] * value[levels[below + U(ASK)]] + kept[row]
        more = levels[below + U(MORE)]
        if more != none:
            more = lists[more]
            while lists[more] != end:
                at += lists[more + one] * value[lists[more]]
                more += two
        word, free_below, then = word_then & low, free - unit[row], about[two * at + one]
        free_there = free_below if then & low == word else levels[level + U(FREE) + (then & low)]
        fitting = mask[at] & free_there
        if (fitting | (then >> high)) == none:
            continue
        levels[level + U(LEFT)] = left
        levels[level + U(BLOCK)] = block
        levels[below + U(BACK)] = level if left | (word_then >> high) else levels[level + U(BACK)]
        if words > one:
            for w in range(words):
                levels[below + U(FREE) + w] = levels[level + U(FREE) + w]
        levels[below + U(FREE) + word] = free_below
        level, left, block, word_then, free = below, fitting, at, then, free_there
    levels[level + U(LEFT)] = left
    levels[level + U(BLOCK)] = block
    state[LEVEL], state[NODES], state[FOUND] = level, nodes, found
    return finished
