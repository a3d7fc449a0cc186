"""The loop that takes the states of one layer to those of the next; importing this module imports Numba, if there.

A state is a row of words, into which its fields are packed (see `_program`): for each slot of the frontier the code of
the vertex there, the waypoint that its path meets next behind it, and the direction in which the path goes there; the
states of the local rules; and whether all is closed.  Without Numba the same function runs as plain Python.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from cpmodels.backtracking._compiled import compiled, is_installed
from cpmodels.engines.frontier._codes import (
    EDGE,
    ENTER,
    FLAG,
    FRESH,
    FULL,
    HERE,
    LOOP,
    MATE,
    MODE,
    NEED,
    PATH,
    RULE,
    SLOTS,
    THERE,
    Children,
    Ints,
    Words,
)

_DONE = -1
_MIX = np.uint64(0x9E3779B97F4A7C15)
_HALF = np.uint64(32)


def _jitted(function: Callable[..., Any]) -> Any:
    return compiled(function) if is_installed() else function


@_jitted
def open_elsewhere(f: Ints, slots: int, one: int, other: int) -> bool:
    """Whether a slot but these two holds an open end."""
    found = 0
    for slot in range(slots):
        found += f[slot] >= MATE and slot != one and slot != other
    return found > 0


@_jitted
def fixed_ends(f: Ints, slots: int) -> int:
    """How many open paths have a fixed end."""
    found = 0
    for slot in range(slots):
        found += f[slot] >= MATE + slots
    return found


@_jitted
def join(f: Ints, u: int, v: int, way: int, mode: int, slots: int, flag: int) -> bool:
    """Take the edge between two slots, which may be walked one way only; False where that is impossible."""
    if f[flag] or f[u] == FULL or f[v] == FULL:
        return False
    near, lead = slots, 2 * slots
    if f[u] == MATE + v:
        if mode != LOOP or open_elsewhere(f, slots, u, v):
            return False
        f[u], f[v], f[flag] = FULL, FULL, 1
        return True
    for side in range(2):
        leads = f[lead + (v if side else u)]
        if leads:
            here = leads if side == 0 else 3 - leads
            if way and way != here:
                return False
            way = here
    one, other = f[near + u], f[near + v]
    if one and other:
        here = HERE if other == one + 1 else THERE if one == other + 1 else 0
        if here == 0 or (way and way != here):
            return False
        way = here
    a = u if f[u] == FRESH else f[u] - MATE
    b = v if f[v] == FRESH else f[v] - MATE
    if a >= slots and b >= slots:
        if a != b or (mode == PATH and open_elsewhere(f, slots, u, v)):
            return False
        if mode == PATH:
            f[flag] = 1 if way else 2
    if a < slots:
        f[a] = MATE + b
        f[near + a] = f[near + a] if one else other
        f[lead + a] = 3 - way if way else 0
    if b < slots:
        f[b] = MATE + a
        f[near + b] = f[near + b] if other else one
        f[lead + b] = way
    if a != u:
        f[u], f[near + u], f[lead + u] = FULL, 0, 0
    if b != v:
        f[v], f[near + v], f[lead + v] = FULL, 0, 0
    return True


@_jitted
def leave(f: Ints, u: int, may_be_fresh: int, may_end: int, slots: int, flag: int) -> bool:
    """Take the vertex of a slot out, all whose edges are decided; False where that is impossible.

    may_end: whether a path may begin there (1), end there (2), or both (3).
    """
    near, lead = slots, 2 * slots
    code, leads = f[u], f[lead + u]
    f[u], f[near + u], f[lead + u] = FRESH, 0, 0
    if code == FULL:
        return True
    if code == FRESH:
        return may_be_fresh == 1
    if may_end == 0:
        return False
    # At its end a path leads out, at its beginning in.
    wanted = THERE if may_end == 1 else HERE if may_end == 2 else 0
    if wanted and leads and wanted != leads:
        return False
    leads = leads if leads else wanted
    if code >= MATE + slots:
        f[flag] = 1 if leads else 2
        return not open_elsewhere(f, slots, -1, -1)
    mate = code - MATE
    if fixed_ends(f, slots) >= 2:
        return False
    f[mate] = MATE + slots
    f[lead + mate] = 3 - leads if leads else 0
    return True


@_jitted
def follow(f: Ints, head: Ints, layer: Ints, table: Ints, taken: int) -> bool:
    """Take the edges of a layer, or leave them out, and all that follows from it; False where that is impossible."""
    mode, slots, flag = head[MODE], head[SLOTS], head[FLAG]
    for i in range(len(layer)):
        what, u = layer[i, 0], layer[i, 1]
        if what == ENTER:
            f[u], f[slots + u], f[2 * slots + u] = layer[i, 2], layer[i, 3], layer[i, 4]
        elif what == EDGE:
            if taken and not join(f, u, layer[i, 2], layer[i, 3], mode, slots, flag):
                return False
        elif what == RULE:
            f[u] = table[layer[i, 2] + 2 * f[u] + taken]
            if f[u] < 0:
                return False
        elif what == NEED:
            if f[u] == FRESH and (layer[i, 2] == 0 or f[flag] or fixed_ends(f, slots) >= 2):
                return False
        elif not leave(f, u, layer[i, 2], layer[i, 3], slots, flag):
            return False
    return True


@_jitted
def place_of(words: Words, rows: Words, places: Children) -> int:
    """Where a state is among the rows, by the table of places; where it would go, with `_DONE` there, if it is new."""
    mask = len(places) - 1
    mixed = np.uint64(0)
    for k in range(len(words)):
        mixed = (mixed ^ words[k]) * _MIX
        mixed ^= mixed >> _HALF
    at = np.int64(mixed & np.uint64(mask))
    while places[at] != _DONE:
        row = places[at]
        same = True
        for k in range(len(words)):
            if rows[row, k] != words[k]:
                same = False
                break
        if same:
            return int(at)
        at = (at + 1) & mask
    return int(at)


@_jitted
def add(counts: Words, row: int, more: Words) -> None:
    """Add a number of several words to another."""
    carry = np.uint64(0)
    for k in range(len(more)):
        before = counts[row, k]
        total = before + more[k]
        carried = np.uint64(total < before)
        total += carry
        carry = carried + np.uint64(total < carry)
        counts[row, k] = total


@_jitted
def advance(
    begin: int,
    end: int,
    rows: Words,
    counts: Words,
    head: Ints,
    fields: Ints,
    layer: Ints,
    table: Ints,
    new_rows: Words,
    new_counts: Words,
    places: Children,
    size: int,
    children: Children,
) -> tuple[int, int]:
    """Take the states from one row to another to the next layer, where there are `size` already.

    fields: which fields are kept, each with its word, its shift and its mask.
    children: for each state the two that follow, where the edges are left out and where they are taken; or empty.

    Gives back how far it came, which is not to the end where there is no more room, and the number of new states.
    """
    width = rows.shape[1]
    f = np.zeros(head[FLAG] + 1, np.int64)
    words = np.zeros(width, np.uint64)
    room = min(len(new_rows), len(places) // 2) - 2
    keeps = len(children) > 0
    for row in range(begin, end):
        if size > room:
            return row, size
        for taken in range(2):
            f[:] = 0
            for i in range(len(fields)):
                f[fields[i, 0]] = np.int64(
                    (rows[row, fields[i, 1]] >> np.uint64(fields[i, 2])) & np.uint64(fields[i, 3])
                )
            if not follow(f, head, layer, table, taken):
                if keeps:
                    children[row, taken] = _DONE
                continue
            for k in range(width):
                words[k] = np.uint64(0)
            for i in range(len(fields)):
                words[fields[i, 1]] |= np.uint64(f[fields[i, 0]]) << np.uint64(fields[i, 2])
            at = place_of(words, new_rows, places)
            if places[at] == _DONE:
                places[at] = size
                new_rows[size] = words
                new_counts[size] = counts[row]
                if keeps:
                    children[row, taken] = size
                size += 1
            else:
                add(new_counts, places[at], counts[row])
                if keeps:
                    children[row, taken] = places[at]
    return end, size


@_jitted
def enter_all(rows: Words, size: int, places: Children) -> None:
    """Fill a larger table of places with the states that there are."""
    places[:] = _DONE
    for row in range(size):
        places[place_of(rows[row], rows, places)] = row
