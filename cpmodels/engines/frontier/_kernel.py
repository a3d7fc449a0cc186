"""The loop that takes the states of one layer to those of the next; importing this module imports Numba, if there.

A state is a row of words, into which its fields are packed (see `_layout`), and after them the number of ways to it.
The fields are, for each slot of the frontier, the code of the vertex there and, above its bits, the direction in which
the path goes there, and the waypoint that it meets next behind it; whether all is closed; which ends the path has got;
and the states of the local rules.  Without Numba the same functions run as plain Python.

Numba counts references to the arrays at each call of a function, which took two thirds of the time, unless it is
compiled without its runtime; then no function may make an array.  Calls within take a third of what is left, unless
they are inlined.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from cpmodels.engines.backtracking._compiled import compiled, is_installed
from cpmodels.engines.frontier._codes import (
    BITS,
    CHOOSE,
    EDGE,
    ENDS,
    ENTER,
    FRESH,
    FULL,
    HERE,
    LEAVE,
    LINK,
    LOOP,
    MATE,
    MODE,
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
    return compiled(function, _nrt=False, forceinline=True) if is_installed() else function


@_jitted
def get(state: Words, fields: Words, number: int) -> Any:
    """What a field of a state holds."""
    at = np.uint64(number)  # As such it is known not to be counted from the end.
    return np.int64((state[fields[0, at]] >> fields[1, at]) & fields[2, at])


@_jitted
def put(state: Words, fields: Words, number: int, value: int) -> None:
    """Let a field of a state hold a value; nothing, where the field is not kept."""
    at = np.uint64(number)
    word, shift, mask = fields[0, at], fields[1, at], fields[2, at]
    state[word] = (state[word] & ~(mask << shift)) | ((np.uint64(value) & mask) << shift)


@_jitted
def code_of(held: int, head: Ints) -> Any:
    """The code of the vertex, of what a slot holds."""
    return held & ((1 << head[BITS]) - 1)


@_jitted
def open_elsewhere(state: Words, fields: Words, head: Ints, one: int, other: int) -> bool:
    """Whether a slot but these two holds an open end."""
    for slot in range(head[SLOTS]):
        if slot != one and slot != other and code_of(get(state, fields, slot), head) >= MATE:
            return True
    return False


@_jitted
def join(state: Words, fields: Words, head: Ints, u: int, v: int, way: int) -> bool:
    """Take the edge between two slots, which may be walked one way only; False where that is impossible."""
    mode, slots, bits = head[MODE], head[SLOTS], head[BITS]
    one, other = get(state, fields, u), get(state, fields, v)
    first, second = code_of(one, head), code_of(other, head)
    if first == FULL or second == FULL or get(state, fields, slots):
        return False
    if first == MATE + v:
        if mode != LOOP or open_elsewhere(state, fields, head, u, v):
            return False
        put(state, fields, u, FULL)
        put(state, fields, v, FULL)
        put(state, fields, slots, 1)
        return True
    for side in range(2):
        leads = (other if side else one) >> bits & 3
        if leads:
            here = leads if side == 0 else 3 - leads
            if way and way != here:
                return False
            way = here
    one, other = one >> bits + 2, other >> bits + 2
    if one and other:
        here = HERE if other == one + 1 else THERE if one == other + 1 else 0
        if here == 0 or (way and way != here):
            return False
        way = here
    a = u if first == FRESH else first - MATE
    b = v if second == FRESH else second - MATE
    if a >= slots and b >= slots:
        if a != b or (mode == PATH and open_elsewhere(state, fields, head, u, v)):
            return False
        if mode == PATH:
            put(state, fields, slots, 1 if way else 2)
    if a < slots:
        near = get(state, fields, a) >> bits + 2 if one else other
        put(state, fields, a, MATE + b | (3 - way if way else 0) << bits | near << bits + 2)
    if b < slots:
        near = get(state, fields, b) >> bits + 2 if other else one
        put(state, fields, b, MATE + a | way << bits | near << bits + 2)
    if a != u:
        put(state, fields, u, FULL)
    if b != v:
        put(state, fields, v, FULL)
    return True


@_jitted
def need(state: Words, fields: Words, head: Ints, u: int, may_end: int) -> bool:
    """Let a path have its end at the vertex of a slot, if that has no edge yet; False where it may not.

    Nothing else can become of it, as one of its edges alone is not decided.
    """
    slots, bits = head[SLOTS], head[BITS]
    held = get(state, fields, u)
    if code_of(held, head) != FRESH:
        return True
    ends = ENDS[get(state, fields, slots + 1), may_end & 3]
    put(state, fields, slots + 1, ends)
    wanted = may_end >> 2
    put(state, fields, u, held | MATE + slots | (3 - wanted if wanted else 0) << bits)
    return bool(ends >= 0)


@_jitted
def leave(state: Words, fields: Words, head: Ints, u: int, may_be_fresh: int, may_end: int) -> bool:
    """Take the vertex of a slot out, all whose edges are decided; False where that is impossible.

    may_end: whether a path may begin there (1), end there (2), or both (3).
    """
    slots, bits = head[SLOTS], head[BITS]
    held, ends = get(state, fields, u), get(state, fields, slots + 1)
    code, leads = code_of(held, head), held >> bits & 3
    put(state, fields, u, FRESH)
    if code == FULL:
        return True
    if code == FRESH:
        return may_be_fresh == 1
    # At its end a path leads out, at its beginning in.
    wanted, ends = may_end >> 2, ENDS[ends, may_end & 3]
    if ends < 0 or (wanted and leads and wanted != leads):
        return False
    leads = leads if leads else wanted
    put(state, fields, slots + 1, ends)
    if code >= MATE + slots:
        put(state, fields, slots, 1 if leads else 2)
        return not open_elsewhere(state, fields, head, -1, -1)
    near = get(state, fields, code - MATE) >> bits + 2
    put(state, fields, code - MATE, MATE + slots | (3 - leads if leads else 0) << bits | near << bits + 2)
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
        put(state, fields, slots, 1)
    return heir > 0 or not is_open


@_jitted
def follow(state: Words, head: Ints, fields: Words, layer: Ints, table: Ints, taken: int) -> bool:
    """Take the edges of a layer, or leave them out, and all that follows from it; False where that is impossible."""
    slots = head[SLOTS]
    for i in range(len(layer)):
        what, u = layer[i, 0], layer[i, 1]
        if what == ENTER:
            put(state, fields, u, layer[i, 2])
        elif what == EDGE:
            if taken and not join(state, fields, head, u, layer[i, 2], layer[i, 3]):
                return False
        elif what == RULE:
            then = table[layer[i, 2] + 2 * get(state, fields, u) + taken]
            if then < 0:
                return False
            put(state, fields, u, then)
        elif what == NEED:
            if not need(state, fields, head, u, layer[i, 3]):
                return False
        elif what == LEAVE:
            if not leave(state, fields, head, u, layer[i, 2], layer[i, 3]):
                return False
        elif what == CHOOSE:
            if taken and get(state, fields, slots):
                return False
            put(state, fields, u, u + 1 if taken else 0)
        elif what == LINK:
            unite(state, fields, u, layer[i, 2], slots)
        elif not part(state, fields, u, slots):
            return False
    return True


@_jitted
def mixed(states: Words, row: int, width: int, places: Children) -> Any:
    """Where a state is looked for first in the table of places."""
    found = np.uint64(0)
    for k in range(width):
        found = (found ^ states[row, k]) * _MIX
        found ^= found >> _HALF
    return found & np.uint64(len(places) - 1)


@_jitted
def place_of(at: Any, states: Words, row: int, width: int, places: Children) -> Any:
    """Where the same state is, from there on; where it would go, with `_DONE` there, if there is none."""
    while places[at] != _DONE:
        other = places[at]
        k = 0
        while k < width and states[other, k] == states[row, k]:
            k += 1
        if k == width:
            break
        at = (at + _ONE) & np.uint64(len(places) - 1)
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
def advance(begin: int, end: int, states: Words, size: int, step: Any, room: Any) -> int:
    """Take the states from one row to another to the next layer, where there are `size` already.

    step: the head and the fields of the program, the layer, and the table of rules.
    room: for the new states, two for each and, as `places` has, for those ahead; for their places; and these two:

    children: for each state the two that follow, where the edges are left out and where they are taken, -1 where none
        does; or empty.
    ahead: room for where some states are looked for first, and from where they come.  They are made before they are
        looked for, so that the processor waits for the memory of many at a time: that takes a third of the time.

    Gives back the number of new states.
    """
    head, fields, layer, table = step
    new, places, children, ahead = room
    width = head[WIDTH]
    while begin < end:
        made, count = size, 0
        while begin < end and count < len(ahead) - 1:
            for taken in range(2):
                row = made + count
                for k in range(states.shape[1]):
                    new[row, k] = states[begin, k]
                if follow(new[row], head, fields, layer, table, taken):
                    ahead[count, 0], ahead[count, 1] = np.int64(mixed(new, row, width, places)), 2 * begin + taken
                    count += 1
            begin += 1
        for i in range(count):
            at = place_of(np.uint64(ahead[i, 0]), new, made + i, width, places)
            place = places[at]
            if place == _DONE:
                place = places[at] = size
                for k in range(states.shape[1]):
                    new[size, k] = new[made + i, k]
                size += 1
            else:
                add(new, place, new, made + i, width)
            if len(children):
                children[ahead[i, 1] // 2, ahead[i, 1] % 2] = place
    return size
