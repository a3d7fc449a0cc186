"""Exact covers whose places are filled in a fixed order, from lists of what fits the colours already known around each.

That suits tilings in which each option fills one place and uses one piece: edge matching, the Zigzaw, packed gardens.
Places are the items whose options all touch the same secondary items, so that it is known beforehand which colours are
known when the turn of a place comes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from copy import copy
from heapq import heapify, heappop, heappush
from itertools import accumulate, chain
from math import inf, lgamma, log
from operator import mul
from typing import Any

import numpy as np

from cpmodels.base.description import ExactCover
from cpmodels.engines.backtracking._balance import balance
from cpmodels.engines.backtracking._compiled import kernel
from cpmodels.engines.backtracking._placing_kernel import (
    BACK,
    BASE,
    BLOCK,
    END,
    FOUND,
    FREE,
    LAID,
    LEFT,
    LEVEL,
    MORE,
    NODES,
    TABLE,
    WORD_BITS,
)
from cpmodels.engines.backtracking._search import LEAST_NODES, LEVELS, MOST_NODES, ROOM, Rows, Search

SELDOM = 1e-9
"""The least share of a place that is taken to show what is known, where by its options that can never be."""

MOST_BEGINNINGS = 4_000
"""How many beginnings are ranked at most, which takes 10 ms.  Of the benchmark's first twenty bordered boards of 7 x 7
fourteen have a first solution sooner so: after 2 million nodes in the median, in place of 7, and after 92 for all of
them together, in place of more than 570.  With 500 beginnings seven boards with six colours take 12 million nodes in
the mean, with 4,000 4.4, and with 30,000, which take 0.3 s, 3."""

LARGEST_TABLE = 100_000
"""How many keys the table of a place has at most; the colours that it cannot ask for are tested row by row."""


def places(cover: ExactCover[Any]) -> list[int] | None:
    """The numbers of the items that are places: each is covered once, and its options touch the same secondary items.

    None unless each option covers one place and at most one other item, and those others are covered often enough once
    all places are filled.
    """
    numbers = cover.numbers
    found: list[int] = []
    covered: set[int] = set()
    for item, (positions, (_, *copies)) in enumerate(zip(cover.numbers.covering, cover.items, strict=True)):
        touched = {numbers.touched[position] for position in positions}
        if copies == [1, 1] and len(set(map(frozenset, touched))) == 1 and covered.isdisjoint(positions):
            found.append(item)
            covered.update(positions)
    if len(covered) < len(cover.options) or any(len(items) > 2 for items in set(numbers.items)):
        return None
    chosen = set(found)
    others = [primary for item, primary in enumerate(cover.items) if item not in chosen]
    is_sure = all(len(items) > 1 for items in numbers.items) and sum(most for _, _, most in others) == len(found)
    if not is_sure and any(least for _, least, _ in others):
        return None
    return found


def is_open(cover: ExactCover[Any]) -> bool:
    """Whether each item has as many options as it must, and there are any; otherwise there is nothing to search."""
    enough = all(len(found) >= least for found, (_, least, _) in zip(cover.numbers.covering, cover.items, strict=True))
    return enough and bool(cover.options)


class Placing(Search):
    """A search that fills places, by the numbers of their items, in an order.

    seed: another order among the pieces that fit; with 0 that of the description, where they have equally many options.
    ranked: whether those beginnings come first that leave the most ways to go on.
    """

    def __init__(self, cover: ExactCover[Any], order: Sequence[int], seed: int = 0, *, ranked: bool = False) -> None:
        self._waiting = list[tuple[int, ...]]()
        rows = _Rows(cover, order)
        self._rim, self._slots = rows.rim, len(rows.values)
        self._asked, self._tested, self._given = rows.asked, rows.tested, rows.given
        bit, unit, free = _bits(rows.piece, [most for _, _, most in cover.items], len(order), seed)
        first_blocks = self._fill_tables(rows, bit, unit)
        lists = self._begin_levels(rows.nowhere, first_blocks, free)
        mask, begins, word, then = self._blocks
        about = np.column_stack((begins, then << np.uint64(WORD_BITS) | word)).ravel()
        self._tables = (mask, about, self._unit, self._kept.ravel(), np.array(lists, dtype=np.uint64))
        self.start()
        if ranked:
            self._rank(cover, order)

    def _fill_tables(self, rows: _Rows, bit: Any, unit: Any) -> list[int]:
        """Write down the rows of all places in blocks; the first block of each.  Places with the same rows share them.

        `bit` and `unit` are those of `_bits`.
        """
        made: dict[Any, int] = {}
        looked_up, first_blocks, first_rows, block_count, row_count = list[Any](), list[int](), list[int](), 0, 0
        for depth, used in enumerate(rows.pieces):
            count, key, kept = rows.keys(depth)
            name = (count, key.tobytes(), used.tobytes(), kept.tobytes())
            if name not in made:
                made[name] = len(looked_up)
                looked_up.append((key + block_count, used, kept, block_count, row_count))
                block_count, row_count = block_count + count, row_count + len(key)
            *_, block, row = looked_up[made[name]]
            first_blocks.append(block)
            first_rows.append(row)
        key, used = (np.concatenate([table[at] for table in looked_up]) for at in (0, 1))
        sort, self._blocks = _blocks(key, bit[used], block_count)
        self._unit = unit[used[sort]]
        self._kept = np.zeros((max(kept.shape[1] for _, _, kept, _, _ in looked_up), row_count), dtype=np.uint64)
        for _, _, kept, _, row in looked_up:
            self._kept[: kept.shape[1], row : row + len(kept)] = kept[sort[row : row + len(kept)] - row].T
        sorts = [sort[row : row + len(at)] - row for at, row in zip(rows.options, first_rows, strict=True)]
        self._option = np.concatenate([at[sort] for at, sort in zip(rows.options, sorts, strict=True)])
        laid = accumulate(map(len, rows.options), initial=0)
        self._row_from = [at - row for at, row in zip(laid, first_rows, strict=False)]
        return first_blocks

    def _begin_levels(self, nowhere: int, first_blocks: Sequence[int], free: Any) -> list[int]:
        """Write down what the kernel knows of each place at the beginning; the lists of what is more than one slot."""
        self._at_first, lists = np.zeros((len(first_blocks), FREE + len(free)), dtype=np.uint64), [0]
        for depth, block in enumerate(first_blocks):
            (slot, stride), *asks = self._asked[depth] or [(nowhere, 0)]
            give, *gives = self._given[depth]
            self._at_first[depth, TABLE:MORE] = block, slot, stride, give  # In this order.
            if asks or gives or self._tested[depth]:
                self._at_first[depth, MORE] = len(lists)
                before = [*gives, END, *self._tested[depth], END]
                lists += [len(lists) + len(before) + 1, *before, *(number for pair in asks for number in pair), END]
        self._at_first[0, FREE:] = free
        return lists

    def start(self, prefix: tuple[int, ...] = ()) -> None:
        self.nodes, self.done = 0, False
        self._levels = self._at_first.copy()
        self._value = np.zeros(self._slots, dtype=np.uint64)
        self._solutions = np.zeros((ROOM, len(self._levels)), dtype=np.int64)
        for depth, position in enumerate(prefix):
            fitting = {self._position(depth, row): (row, block) for row, block in self._fitting(depth)}
            if position not in fitting and depth in self._rim:
                self.done = True  # As the balance says; or the colours, as in what follows.
                return
            if position not in fitting or depth == len(self._levels) - 1:
                raise ValueError(f"the option {position} cannot be the choice {depth}")
            self._lay(depth, *fitting[position])
        base, at = len(prefix), len(prefix) * self._levels.shape[1]
        block = self._blocks_at(base)[0]
        left = self._blocks[0, block] & self._levels[base, FREE + int(self._blocks[2, block])]
        self._levels[base, [LEFT, BLOCK, BACK]] = left, block, at
        self._state = np.array([at, 0, 0, at])

    def advance(self, nodes: int) -> Rows:
        if self.done:
            return np.zeros((0, len(self._levels)), dtype=np.int32)
        self._state[FOUND] = 0
        changing = (self._state, self._levels.ravel(), self._value, self._solutions)
        self.done = bool(kernel(f"{__package__}._placing_kernel", "fill")(nodes, *changing, self._tables))
        self.nodes = int(self._state[NODES])
        found: Rows = self._option[self._solutions[: self._state[FOUND]] + self._row_from].astype(np.int32)
        self._go_on()
        return found

    def _go_on(self) -> None:
        """Begin with the next beginning where one is done."""
        nodes = self.nodes
        while self.done and self._waiting:
            self.start(self._waiting.pop())
            self.nodes = self._state[NODES] = nodes

    def _rank(self, cover: ExactCover[Any], order: Sequence[int]) -> None:
        beginnings = np.zeros((1, 0), dtype=np.int32)
        for depth in range(1, len(order) // 2):
            if (more := self._beginnings(depth)) is None:
                break
            beginnings = more
        ways = ways_left(cover, order, beginnings)
        self._waiting = [tuple(row) for row in beginnings[np.argsort(ways, kind="stable")].tolist()]
        self.done = True
        self._go_on()

    def _beginnings(self, depth: int) -> Rows | None:
        """All beginnings of so many choices; None where there are more than `MOST_BEGINNINGS`."""
        part, found = copy(self), [np.zeros((0, depth), dtype=np.int32)]
        part._at_first, part._row_from, part._waiting = self._at_first[:depth], self._row_from[:depth], []
        part.start()
        while not part.done:
            found.append(part.advance(LEAST_NODES))
            if part.nodes > MOST_NODES or sum(map(len, found)) > MOST_BEGINNINGS:
                return None
        return np.concatenate(found)

    @property
    def is_balanced(self) -> bool:
        """Whether a balance leaves out what cannot fill a rim."""
        return bool(self._rim)

    def _tried_of(self) -> Iterator[tuple[int, int]]:
        base, reached = (int(self._state[at]) // self._levels.shape[1] for at in (BASE, LEVEL))
        for depth in range(base, min(reached + 1, base + LEVELS)):
            blocks = self._blocks_at(depth)
            tried = int(self._levels[depth, LAID]) - int(self._blocks[1, blocks[0]]) if depth < reached else 0
            yield tried, sum(int(self._blocks[0, block]).bit_count() for block in blocks)

    def children(self, prefix: tuple[int, ...]) -> list[tuple[int, ...]] | None:
        depth = len(prefix)
        if depth >= len(self._levels) - 1:
            return None
        self.start(prefix)
        return [(*prefix, self._position(depth, row)) for row, _ in self._fitting(depth)]

    def _position(self, depth: int, row: int) -> int:
        """The option that a row means at a place."""
        return int(self._option[self._row_from[depth] + row])

    def _blocks_at(self, depth: int) -> list[int]:
        """The blocks of rows that fit the colours around a place."""
        block = int(self._at_first[depth, TABLE])
        block += sum(stride * int(self._value[slot]) for slot, stride in self._asked[depth])
        if depth:
            block += int(self._kept[0, int(self._levels[depth - 1, LAID])])
        blocks = [block]
        while block := int(self._blocks[3, block]):
            blocks.append(block)
        return blocks

    def _fitting(self, depth: int) -> list[tuple[int, int]]:
        """The rows that can be laid at a place whose turn it is, and the block of each."""
        tested, fitting = self._tested[depth], list[tuple[int, int]]()
        after = 1 + len(self._given[depth])
        for block in self._blocks_at(depth):
            mask, row, word, _ = map(int, self._blocks[:, block])
            bits = [at for at in range(64) if mask >> at & 1]
            free = int(self._levels[depth, FREE + word])
            fitting += [(row + j, block) for j, at in enumerate(bits) if free >> at & 1]
        shown = self._kept[after : after + len(tested)]
        return [(row, block) for row, block in fitting if (shown[:, row] == self._value[tested]).all()]

    def _lay(self, depth: int, row: int, block: int) -> None:
        """Lay a row of a block at a place."""
        given = self._given[depth]
        self._value[given] = self._kept[1 : 1 + len(given), row]
        self._levels[depth, LAID] = row
        self._levels[depth + 1, FREE:] = self._levels[depth, FREE:]
        self._levels[depth + 1, FREE + int(self._blocks[2, block])] -= self._unit[row]


class _Rows:
    """What may be laid at each place, a row for each option, and by which colours around it, known when its turn comes.

    options, pieces: the options of each place, and the pieces that they use.
    shown: the colours, by numbers, that they show in the place's `slots`.
    values: how many colours, or states of a balance, a slot may have.
    nowhere: a slot that nobody looks at; those after it are states of balances.
    piece: the piece of each option of the cover.
    rim: the depths of a rim of which a balance says what it shows.
    asked: the slots whose colours are looked at then, with how much each counts for in the key.  What the place before
        shows is counted when that is laid.
    tested: the known slots for which the table of keys would be too large.
    given: the slots whose colours later places look at.
    """

    def __init__(self, cover: ExactCover[Any], order: Sequence[int]) -> None:
        numbers, is_place = cover.numbers, set(order)
        numbered: dict[Any, int] = {}
        colour = np.array([numbered.setdefault(value, len(numbered)) for _, value in numbers.pairs] or [0])
        others = [items[-1] if items[0] in is_place else items[0] for items in numbers.items]
        self.piece = np.array([len(cover.items) if item in is_place else item for item in others])
        self.slots = [numbers.touched[numbers.covering[place][0]] for place in order]
        self.options = [np.array(numbers.covering[place]) for place in order]
        self.pieces = [self.piece[at] for at in self.options]
        self.shown = [
            colour[[_in_order(numbers, position, slots) for position in at]].reshape(len(at), -1)
            for at, slots in zip(self.options, self.slots, strict=True)
        ]
        self.nowhere = len(numbers.secondaries)
        self.values = [max(len(numbered), 1)] * (self.nowhere + 1) + [1]
        # How often each piece is used, where that is known.
        often = [
            most if least == most and item not in is_place else 0 for item, (_, least, most) in enumerate(cover.items)
        ]
        # Rows of the rim that no balance of colours allows are left out; the others show the state that they lead to.
        rim = balance(self.slots, self.pieces, self.shown, np.array([*often, 0]))
        for depth, leads in zip(rim.depths, rim.leads(), strict=True):
            state, way = np.nonzero(leads[:, self.pieces[depth]] >= 0)
            self.options[depth], used = self.options[depth][way], self.pieces[depth][way]
            self.shown[depth] = np.column_stack((self.shown[depth][way], state, leads[state, used]))
            self.pieces[depth] = used
            self.slots[depth] = (*self.slots[depth], len(self.values) - 1, len(self.values))
            self.values.append(int(leads.max()) + 1)
        self.rim = rim.depths
        self._look_up()

    def _look_up(self) -> None:
        """Find by which colours around it the rows of each place are looked up."""
        slots, depths = self.slots, range(len(self.slots))
        first = {slot: depth for depth in reversed(depths) for slot in slots[depth]}
        last = {slot: depth for depth in depths for slot in slots[depth]}
        known = [[slot for slot in slots[depth] if first[slot] < depth] for depth in depths]
        counts = [[*accumulate((self.values[slot] for slot in known[depth]), mul, initial=1)] for depth in depths]
        fit = [max(k for k, count in enumerate(counts[depth]) if count <= LARGEST_TABLE) for depth in depths]
        self._counts = [counts[depth][fit[depth]] for depth in depths]
        self._strides = [dict(zip(known[depth][: fit[depth]], counts[depth], strict=False)) for depth in depths]
        self._onward = [
            {slot: stride for slot, stride in strides.items() if first[slot] == depth}
            for depth, strides in enumerate([*self._strides[1:], {}])
        ]
        self.asked = [[pair for pair in self._strides[depth].items() if first[pair[0]] < depth - 1] for depth in depths]
        self.tested = [known[depth][fit[depth] :] for depth in depths]
        new = [[slot for slot in slots[depth] if first[slot] == depth] for depth in depths]
        self.given = [
            [slot for slot in new[depth] if last[slot] > depth + (slot in self._onward[depth])] or [self.nowhere]
            for depth in depths
        ]

    def keys(self, depth: int) -> tuple[int, Any, Any]:
        """How many keys a place has, the key of each row, and what is kept of each.

        That is what it counts for in the key of the next place, and its colours that are given or tested.
        """
        column = {slot: j for j, slot in enumerate([*self.slots[depth], self.nowhere])}
        seen = np.column_stack((self.shown[depth], np.zeros(len(self.options[depth]), dtype=np.int64)))
        key, to_next = (
            seen[:, [column[slot] for slot in by]] @ np.array([*by.values()], dtype=np.int64)
            for by in (self._strides[depth], self._onward[depth])
        )
        later = [column[slot] for slot in self.given[depth] + self.tested[depth]]
        return self._counts[depth], key, np.column_stack((to_next, seen[:, later]))


def _bits(piece: Any, most: Sequence[int], places: int, seed: int) -> tuple[Any, Any, Any]:
    """How many are left of each piece, as bits of words: the highest of a piece's bits is set while there are any.

    The place of that bit among the bits of all words; what one that is laid takes from its word, nothing where there
    are enough for all places; and the words at the beginning.  Pieces with as many options are beside each other, as
    they mostly fit the same places.
    """
    count = np.bincount(piece, minlength=len(most) + 1)
    sort = np.random.default_rng(seed).permutation(len(count)) if seed else np.arange(len(count))
    bit, unit, words = np.zeros(len(count), dtype=np.int64), np.zeros(len(count), dtype=np.uint64), [0]
    at = 0
    for item in sorted(np.flatnonzero(count).tolist(), key=lambda item: (-count[item], sort[item])):
        enough = item == len(most) or most[item] >= places
        above = 0 if enough else (most[item] - 1).bit_length()
        if at + above >= 64:
            words.append(0)
            at = 0
        bit[item] = 64 * (len(words) - 1) + at + above
        unit[item] = 0 if enough else 1 << at
        words[-1] += ((1 << above) + (0 if enough else most[item] - 1)) << at
        at += above + 1
    return bit, unit, np.array(words, dtype=np.uint64)


def _blocks(key: Any, bit: Any, keys: int) -> tuple[Any, Any]:
    """The rows sorted, and in blocks: in each the key is the same, pieces are in one word, and no two are the same.

    Of each block its pieces, its first row, the word of its pieces, and the next block with the same key, or 0; the
    first block of each key is at its number.
    """
    sort = np.lexsort((bit, key))
    key, bit = key[sort], bit[sort]
    if not len(key):  # A balance may leave nothing.
        return sort, np.zeros((4, keys), dtype=np.uint64)
    same = key[1:] == key[:-1]
    if (repeated := same & (bit[1:] == bit[:-1])).any():
        begins = np.flatnonzero(np.append(True, ~repeated))
        again = np.arange(len(key)) - np.repeat(begins, np.diff(np.append(begins, len(key))))
        order = np.lexsort((bit, again, key))
        sort, key, bit = sort[order], key[order], bit[order]
    word = bit >> 6
    begins = np.append(0, 1 + np.flatnonzero(~same | (word[1:] != word[:-1]) | (bit[1:] <= bit[:-1])))
    heads = key[begins]
    is_first = np.append(True, heads[1:] != heads[:-1])
    more = np.cumsum(~is_first)
    number = np.where(is_first, heads, keys - 1 + more)
    blocks = np.zeros((4, keys + more[-1]), dtype=np.uint64)
    blocks[0, number] = np.bitwise_or.reduceat(np.uint64(1) << (bit & 63).astype(np.uint64), begins)
    blocks[1, number], blocks[2, number] = begins, word[begins]
    blocks[3, number[:-1]] = np.where(is_first[1:], 0, number[1:])
    return sort, blocks


def _in_order(numbers: Any, position: int, slots: Sequence[int]) -> Sequence[int]:
    """The shades of an option in the order of these slots."""
    shades: Sequence[int] = numbers.shades[position]
    if numbers.touched[position] == slots:
        return shades
    by_slot = dict(zip(numbers.touched[position], shades, strict=True))
    return [by_slot[slot] for slot in slots]


ORDERS = ("rows", "corner", "spiral", "fewest")
"""rows: as the description lists the places, row by row as a rule.  corner, spiral: from a corner or from the middle on
always the place with the most known sides, the nearest one first.  fewest: no fixed order; always the item that has the
fewest options left."""


def places_in_order(cover: ExactCover[Any], places: Sequence[int], order: str) -> Sequence[int]:
    """The places in an order other than fewest."""
    return places if order == "rows" else _outwards(cover, places, central=order == "spiral")


def expected_nodes(cover: ExactCover[Any], orders: Sequence[Sequence[int]]) -> list[float]:
    """Logarithms of how many nodes a search may have for a solution, in each of some orders of the same places.

    As if at each place the pieces, and their sides, were independent of those at others: of what may fill a place, the
    share whose pieces are left by then, and for each side that is known the share that shows the same there.  Of
    bordered boards of 8 x 5 to 8 x 7 that are 10^9.2, 10^10.8 and 10^12.1 by rows, and by a corner 10^9.3, 10^11.3 and
    10^12.9; of Zigzaws of 10 x 10 and 12 x 12 without a border 10^6.2 and 10^9.2, and 10^2.8 and 10^3.3.
    """
    numbers, places = cover.numbers, orders[0]
    number, place, piece = _fillings(cover, places)
    count = np.bincount(place)
    most = np.array(
        [
            inf if number[item] >= 0 or most >= len(places) else max(most, 1)
            for item, (_, _, most) in enumerate(cover.items)
        ]
    )
    at, piece, often = _pairs(place, piece, len(cover.items))
    part = often / count[at]  # of the options of a place those that use a piece
    widths, slots = [len(shades) for shades in numbers.shades], len(numbers.secondaries)
    shade = np.fromiter(chain.from_iterable(numbers.shades), np.intp)
    beside, shade, often = _pairs(np.repeat(place, widths), shade, len(numbers.pairs))
    shown = often / count[beside]
    others = np.bincount(shade, shown, len(numbers.pairs))[shade] - shown  # A shade is of one slot.
    sides, of_side = np.unique(beside * max(slots, 1) + np.array(numbers.belongs, np.intp)[shade], return_inverse=True)
    beside, slot = np.divmod(sides, max(slots, 1))
    around = np.bincount(slot, minlength=1)[slot]
    same = np.bincount(of_side, shown * others, len(sides)) / np.maximum(around - 1, 1)

    def of_order(order: Sequence[int]) -> float:
        turn = np.empty(len(order), np.intp)
        turn[number[order]] = range(len(order))
        # At each turn, the share of the place's options whose pieces are left by then.
        sort = np.lexsort((turn[at], piece))
        used = np.cumsum(part[sort]) - part[sort]
        begins = np.flatnonzero(np.diff(piece[sort], prepend=-1))
        used -= np.repeat(used[begins], np.diff(begins, append=len(sort)))
        left = 1 - np.bincount(turn[at[sort]], part[sort] * used / most[piece[sort]])
        # And of those that show what is known at all sides.
        first = np.full(slots, len(turn))
        np.minimum.at(first, slot, turn[beside])
        is_known = turn[beside] > first[slot]
        alike = np.bincount(turn[beside[is_known]], np.log(np.maximum(same[is_known], SELDOM)), len(turn))
        nodes = np.cumsum(np.log(count[number[order]] * np.maximum(left, 1 / len(order))) + alike)
        return float(np.logaddexp.reduce(nodes) - np.logaddexp(0, nodes[-1])) / log(10)

    return [of_order(order) for order in orders]


def ways_left(cover: ExactCover[Any], order: Sequence[int], beginnings: Rows) -> Any:
    """Logarithms of how many ways there are, after each of some beginnings, to pair the sides that are left by colours.

    Sides of a frame pair among themselves: they are told from others by how many sides the places have that touch
    there, at most.  Which sides a piece has is the mean over its options.
    """
    numbers = cover.numbers
    _, depth, piece = _fillings(cover, order)
    widths = np.array([len(shades) for shades in numbers.shades])
    option, shade = np.repeat(np.arange(len(widths)), widths), np.fromiter(chain.from_iterable(numbers.shades), np.intp)
    numbered: dict[Any, int] = {}
    colour = np.array([numbered.setdefault(value, len(numbered)) for _, value in numbers.pairs], int)[shade]
    slot = np.array(numbers.belongs, int)[shade]
    first = np.full(len(numbers.secondaries), len(order))
    last, most = np.zeros_like(first), np.zeros_like(first)
    np.minimum.at(first, slot, depth[option])
    np.maximum.at(last, slot, depth[option])
    np.maximum.at(most, slot, widths[option])
    sort, meets = most[slot] * len(numbered) + colour, (first < last)[slot]
    copies = np.array([min(most, len(order)) for _, _, most in cover.items])
    often = copies[piece] / np.bincount(piece)[piece]
    sides = np.bincount(sort, meets * often[option])
    paired = np.zeros((len(widths), len(sides)))
    closes = meets & (depth[option] == last[slot]) & (depth[option] < beginnings.shape[1])
    np.add.at(paired, (option[closes], sort[closes]), 2)
    left = np.rint(np.maximum(sides - paired[beginnings].sum(axis=1), 0)).astype(int)
    ways = [lgamma(n + 1) - lgamma(n / 2 + 1) - n / 2 * log(2) for n in range(left.max(initial=0) + 1)]
    return np.array(ways)[left].sum(axis=1)


def _fillings(cover: ExactCover[Any], places: Sequence[int]) -> tuple[Any, Any, Any]:
    """The number of each item among the places, or -1; and of each option that of its place, and the item it uses."""
    number = np.full(len(cover.items), -1)
    number[places] = range(len(places))
    items = np.array([(*items, items[0])[:2] for items in cover.numbers.items])
    items = np.where(number[items[:, :1]] >= 0, items, items[:, ::-1])
    return number, number[items[:, 0]], items[:, 1]


def _pairs(one: Any, other: Any, others: int) -> tuple[Any, Any, Any]:
    """The pairs of numbers that stand beside each other, and how often; the others are less than `others`."""
    found, often = np.unique(one * others + other, return_counts=True)
    return (*np.divmod(found, max(others, 1)), often)


def _outwards(cover: ExactCover[Any], found: Sequence[int], *, central: bool) -> list[int]:
    """From a place in the middle, or of the fewest sides, on: the most known sides first, then the nearest."""
    sides = {place: cover.numbers.touched[cover.numbers.covering[place][0]] for place in found}
    around: dict[int, list[int]] = defaultdict(list)
    for place, slots in sides.items():
        for slot in slots:
            around[slot].append(place)

    def distances(start: int) -> dict[int, int]:
        far, frontier = {start: 0}, [start]
        for place in frontier:
            for other in (other for slot in sides[place] for other in around[slot]):
                if other not in far:
                    far[other] = far[place] + 1
                    frontier.append(other)
        return far

    def eccentricity(place: int) -> tuple[int, int]:
        far = distances(place).values()
        return max(far), sum(far)

    first = min(found, key=eccentricity if central else lambda place: len(sides[place]))
    far, rank = distances(first), {place: number for number, place in enumerate(found)}
    known, order = dict.fromkeys(found, 0), dict[int, None]()

    def turn(place: int) -> tuple[int, int, int, int]:
        return -known[place], far.get(place, len(far)), rank[place], place

    waiting = [(-1, 0, 0, first), *map(turn, found)]
    heapify(waiting)
    while waiting:  # A place comes again with each side that is known by then.
        place = heappop(waiting)[-1]
        if place in order:
            continue
        order[place] = None
        for other in chain.from_iterable(around.pop(slot, ()) for slot in sides[place]):
            known[other] += 1
            heappush(waiting, turn(other))
    return list(order)
