"""The loop that takes the states of one layer to those of the next; importing this module imports Numba, if there.

A state is a row of words, into which its fields are packed (see `_layout`), and after them the number of ways to it.
The fields are, for each slot of the frontier, the code of the vertex there, the waypoint that its path meets next
behind it, and the direction in which the path goes there; the states of the local rules; whether all is closed; and how
many ends the path has got.  Without Numba the same functions run as plain Python.

Numba counts references to the arrays at each call of a function, which took two thirds of the time, unless it is
compiled without its runtime; then no function may make an array.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from cpmodels.backtracking._compiled import compiled, is_installed
from cpmodels.engines.frontier._codes import (
    CHOOSE,
    EDGE,
    ENTER,
    FLAGS,
    FRESH,
    FULL,
    HERE,
    LEAVE,
    LINK,
    LOOP,
    MATE,
    MODE,
    MOST_ENDS,
    NEED,
    PATH,
    RULE,
    SLOTS,
    THERE,
    WIDTH,
    Children,
    Ints,
    Words,
)

_DONE = -1
_ONE = np.uint64(1)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_HALF = np.uint64(32)


def _jitted(function: Callable[..., Any]) -> Any:
    return compiled(function, _nrt=False) if is_installed() else function


@_jitted
def get(state: Words, fields: Words, number: int) -> Any:
    """What a field of a state holds."""
    return np.int64((state[fields[number, 0]] >> fields[number, 1]) & fields[number, 2])


@_jitted
def put(state: Words, fields: Words, number: int, value: int) -> None:
    """Let a field of a state hold a value; nothing, where the field is not kept."""
    word, shift, mask = fields[number, 0], fields[number, 1], fields[number, 2]
    state[word] = (state[word] & ~(mask << shift)) | ((np.uint64(value) & mask) << shift)


@_jitted
def set_slot(state: Words, fields: Words, slots: int, slot: int, code: int, near: int, lead: int) -> None:
    """Let a slot hold the code of a vertex, the waypoint behind it and the direction of its path."""
    put(state, fields, slot, code)
    put(state, fields, slots + slot, near)
    put(state, fields, 2 * slots + slot, lead)


@_jitted
def open_elsewhere(state: Words, fields: Words, slots: int, one: int, other: int) -> bool:
    """Whether a slot but these two holds an open end."""
    for slot in range(slots):  # noqa: SIM110 - Numba compiles no generators
        if slot != one and slot != other and get(state, fields, slot) >= MATE:
            return True
    return False


@_jitted
def join(state: Words, fields: Words, u: int, v: int, way: int, mode: int, slots: int) -> bool:
    """Take the edge between two slots, which may be walked one way only; False where that is impossible."""
    first, second, flag = get(state, fields, u), get(state, fields, v), FLAGS * slots
    if first == FULL or second == FULL or get(state, fields, flag):
        return False
    if first == MATE + v:
        if mode != LOOP or open_elsewhere(state, fields, slots, u, v):
            return False
        put(state, fields, u, FULL)
        put(state, fields, v, FULL)
        put(state, fields, flag, 1)
        return True
    for side in range(2):
        leads = get(state, fields, 2 * slots + (v if side else u))
        if leads:
            here = leads if side == 0 else 3 - leads
            if way and way != here:
                return False
            way = here
    one, other = get(state, fields, slots + u), get(state, fields, slots + v)
    if one and other:
        here = HERE if other == one + 1 else THERE if one == other + 1 else 0
        if here == 0 or (way and way != here):
            return False
        way = here
    a = u if first == FRESH else first - MATE
    b = v if second == FRESH else second - MATE
    if a >= slots and b >= slots:
        if a != b or (mode == PATH and open_elsewhere(state, fields, slots, u, v)):
            return False
        if mode == PATH:
            put(state, fields, flag, 1 if way else 2)
    if a < slots:
        near = get(state, fields, slots + a) if one else other
        set_slot(state, fields, slots, a, MATE + b, near, 3 - way if way else 0)
    if b < slots:
        near = get(state, fields, slots + b) if other else one
        set_slot(state, fields, slots, b, MATE + a, near, way)
    if a != u:
        set_slot(state, fields, slots, u, FULL, 0, 0)
    if b != v:
        set_slot(state, fields, slots, v, FULL, 0, 0)
    return True


@_jitted
def leave(state: Words, fields: Words, u: int, may_be_fresh: int, may_end: int, slots: int, most_ends: int) -> bool:
    """Take the vertex of a slot out, all whose edges are decided; False where that is impossible.

    may_end: whether a path may begin there (1), end there (2), or both (3).
    """
    flag = FLAGS * slots
    code, leads, ends = get(state, fields, u), get(state, fields, 2 * slots + u), get(state, fields, flag + 1)
    set_slot(state, fields, slots, u, FRESH, 0, 0)
    if code == FULL:
        return True
    if code == FRESH:
        return may_be_fresh == 1
    if may_end == 0 or ends >= most_ends:
        return False
    # At its end a path leads out, at its beginning in.
    wanted = THERE if may_end == 1 else HERE if may_end == 2 else 0
    if wanted and leads and wanted != leads:
        return False
    leads = leads if leads else wanted
    put(state, fields, flag + 1, ends + 1)
    if code >= MATE + slots:
        put(state, fields, flag, 1 if leads else 2)
        return not open_elsewhere(state, fields, slots, -1, -1)
    put(state, fields, code - MATE, MATE + slots)
    put(state, fields, 2 * slots + code - MATE, 3 - leads if leads else 0)
    return True


@_jitted
def unite(state: Words, fields: Words, u: int, v: int, slots: int) -> None:
    """Let the components of two slots be one, if both are chosen; it has the code of its first slot."""
    one, other = get(state, fields, u), get(state, fields, v)
    if one and other and one != other:
        for slot in range(slots):
            if get(state, fields, slot) == max(one, other):
                put(state, fields, slot, min(one, other))


@_jitted
def part(state: Words, fields: Words, u: int, slots: int) -> bool:
    """Take a choice out, all whose neighbours are decided; False where that ends one of several components."""
    code, heir, is_open = get(state, fields, u), 0, False
    put(state, fields, u, 0)
    if code == 0:
        return True
    for slot in range(slots):
        other = get(state, fields, slot)
        if other == code:
            heir = heir if heir else slot + 1
            put(state, fields, slot, heir)
        elif other:
            is_open = True
    if heir == 0:
        put(state, fields, FLAGS * slots, 1)
    return heir > 0 or not is_open


@_jitted
def follow(state: Words, head: Ints, fields: Words, layer: Ints, table: Ints, taken: int) -> bool:
    """Take the edges of a layer, or leave them out, and all that follows from it; False where that is impossible."""
    mode, slots = head[MODE], head[SLOTS]
    for i in range(len(layer)):
        what, u = layer[i, 0], layer[i, 1]
        if what == ENTER:
            set_slot(state, fields, slots, u, layer[i, 2], layer[i, 3], layer[i, 4])
        elif what == EDGE:
            if taken and not join(state, fields, u, layer[i, 2], layer[i, 3], mode, slots):
                return False
        elif what == RULE:
            then = table[layer[i, 2] + 2 * get(state, fields, u) + taken]
            if then < 0:
                return False
            put(state, fields, u, then)
        elif what == NEED:
            flag = FLAGS * slots
            is_closed = get(state, fields, flag) or get(state, fields, flag + 1) >= head[MOST_ENDS]
            if get(state, fields, u) == FRESH and (layer[i, 2] == 0 or is_closed):
                return False
        elif what == LEAVE:
            if not leave(state, fields, u, layer[i, 2], layer[i, 3], slots, head[MOST_ENDS]):
                return False
        elif what == CHOOSE:
            if taken and get(state, fields, FLAGS * slots):
                return False
            put(state, fields, u, u + 1 if taken else 0)
        elif what == LINK:
            unite(state, fields, u, layer[i, 2], slots)
        elif not part(state, fields, u, slots):
            return False
    return True


@_jitted
def place_of(states: Words, row: int, width: int, places: Children) -> Any:
    """Where the same state is, by the table of places; where it would go, with `_DONE` there, if there is none."""
    mask = np.uint64(len(places) - 1)
    mixed = np.uint64(0)
    for k in range(width):
        mixed = (mixed ^ states[row, k]) * _MIX
        mixed ^= mixed >> _HALF
    at = mixed & mask
    while places[at] != _DONE:
        other = places[at]
        k = 0
        while k < width and states[other, k] == states[row, k]:
            k += 1
        if k == width:
            break
        at = (at + _ONE) & mask
    return at


@_jitted
def add(to: Words, other: int, states: Words, row: int, width: int) -> None:
    """Add the number of ways to a state to that of another."""
    carry = np.uint64(0)
    for k in range(width, states.shape[1]):
        before = to[other, k]
        total = before + states[row, k]
        carried = np.uint64(total < before)
        total += carry
        carry = carried + np.uint64(total < carry)
        to[other, k] = total


@_jitted
def advance(
    begin: int,
    end: int,
    states: Words,
    head: Ints,
    fields: Words,
    layer: Ints,
    table: Ints,
    new: Words,
    places: Children,
    size: int,
    children: Children,
) -> tuple[int, int]:
    """Take the states from one row to another to the next layer, where there are `size` already.

    children: for each state the two that follow, where the edges are left out and where they are taken; or empty.

    Gives back how far it came, which is not to the end where there is no more room, and the number of new states.
    """
    width, room = head[WIDTH], min(len(new), len(places) // 2) - 2
    keeps = len(children) > 0
    for row in range(begin, end):
        if size > room:
            return row, size
        for taken in range(2):
            for k in range(states.shape[1]):
                new[size, k] = states[row, k]
            if not follow(new[size], head, fields, layer, table, taken):
                if keeps:
                    children[row, taken] = _DONE
                continue
            at = place_of(new, size, width, places)
            if places[at] == _DONE:
                places[at] = size
                size += 1
            else:
                add(new, places[at], states, row, width)
            if keeps:
                children[row, taken] = places[at]
    return end, size


@_jitted
def enter_all(states: Words, size: int, width: int, places: Children) -> None:
    """Fill a larger table of places with the states that there are."""
    places[:] = _DONE
    for row in range(size):
        places[place_of(states, row, width, places)] = row
