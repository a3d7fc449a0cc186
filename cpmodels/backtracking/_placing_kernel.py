"""The loop that fills places in a fixed order, as Numba compiles it; `cpmodels.backtracking._placing` makes its tables.

Indexes are unsigned: Numba then need not look whether they count from the end, and the loop takes half the time.
"""

from __future__ import annotations

from typing import Any

import numpy as np

U = np.uint64

DEPTH, NODES, FOUND, BASE = range(4)
"""Where in `state` the numbers are that change; `BASE` is the place at which the search began."""


def fill(
    budget: int,
    state: Any,
    cursor: Any,
    end: Any,
    left: Any,
    value: Any,
    tables: Any,
    asked: Any,
    strides: Any,
    asked_from: Any,
    given: Any,
    given_from: Any,
    tested: Any,
    tested_from: Any,
    starts: Any,
    pieces: Any,
    colours: Any,
    width: Any,
    solutions: Any,
) -> bool:
    """Fill places until enough nodes are passed, the room for solutions is full, or all is searched (then True).

    cursor, end: at each place, the next row to be tried and the end of those that fit.
    left: how many of each piece are left.  value: the colour of each slot that is known.
    tables, asked, strides, starts: the rows that fit at a place are those from ``starts[k]`` to ``starts[k + 1]``,
        where k is its table plus the colours of the slots that it asks for, each times its stride.
    pieces, colours: of each row its piece, and `width` colours: first those of the slots to which the place gives one,
        then those of the slots that are tested, as its table does not ask for them.
    """
    one = U(1)
    depth, base, last = U(state[DEPTH]), U(state[BASE]), U(len(tables) - 1)
    nodes, found = state[NODES], state[FOUND]
    until = nodes + budget
    row, stop = cursor[depth], end[depth]
    finished = False
    while True:
        while row < stop and left[pieces[row]] == 0:
            row += one
        if row == stop:
            if depth == base:
                finished = True
                break
            depth -= one
            row, stop = cursor[depth], end[depth]
            left[pieces[row - one]] += 1
            continue
        piece, at = pieces[row], row * width
        row += one
        fits = True
        for j in range(given_from[depth], given_from[depth + one]):
            value[given[U(j)]] = colours[at]
            at += one
        for j in range(tested_from[depth], tested_from[depth + one]):
            if value[tested[U(j)]] != colours[at]:
                fits = False
                break
            at += one
        if not fits:
            continue
        nodes += 1
        cursor[depth] = row
        if depth == last:
            for j in range(len(tables)):
                solutions[found, j] = cursor[j] - one
            found += 1
            if found == len(solutions):
                break
            continue
        left[piece] -= 1
        depth += one
        key = tables[depth]
        for j in range(asked_from[depth], asked_from[depth + one]):
            key += strides[U(j)] * value[asked[U(j)]]
        row, stop = starts[key], starts[key + one]
        end[depth] = stop
        if nodes >= until:
            break
    cursor[depth], end[depth] = row, stop
    state[DEPTH], state[NODES], state[FOUND] = depth, nodes, found
    return finished
