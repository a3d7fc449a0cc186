"""Exact covers whose places are filled in a fixed order, from lists of what fits the colours already known around each.

That suits tilings in which each option fills one place and uses one piece: edge matching, the Zigzaw, packed gardens.
Places are the items whose options all touch the same secondary items, so that it is known beforehand which colours are
known when the turn of a place comes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import accumulate
from operator import mul
from typing import Any

import numpy as np

from cpmodels.backtracking._balance import balance
from cpmodels.backtracking._compiled import kernel
from cpmodels.backtracking._placing_kernel import (
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
from cpmodels.backtracking._search import LEVELS, ROOM, Rows, Search
from cpmodels.description import ExactCover

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
    """

    def __init__(self, cover: ExactCover[Any], order: Sequence[int], seed: int = 0) -> None:
        numbers, depths = cover.numbers, range(len(order))
        numbered: dict[Any, int] = {}
        colour = np.array([numbered.setdefault(value, len(numbered)) for _, value in numbers.pairs] or [0])
        many = max(len(numbered), 1)
        is_place = set(order)
        others = [items[-1] if items[0] in is_place else items[0] for items in numbers.items]
        piece = np.array([len(cover.items) if item in is_place else item for item in others])
        bit, unit, free = _bits(piece, [most for _, _, most in cover.items], len(order), seed)
        slots = [numbers.touched[numbers.covering[place][0]] for place in order]
        at = [np.array(numbers.covering[place]) for place in order]
        used = [piece[at[depth]] for depth in depths]
        shown = [
            colour[[_in_order(numbers, position, slots[depth]) for position in at[depth]]].reshape(len(at[depth]), -1)
            for depth in depths
        ]
        nowhere = len(numbers.secondaries)  # A slot that nobody looks at; those after it are states of balances.
        values = [many] * (nowhere + 1) + [1]
        often = [
            most if least == most and item not in is_place else 0 for item, (_, least, most) in enumerate(cover.items)
        ]
        rim = balance(slots, used, shown, np.array([*often, 0]))
        self._rim = rim.depths
        for depth, leads in zip(rim.depths, rim.leads(), strict=True):
            state, way = np.nonzero(leads[:, used[depth]] >= 0)
            at[depth], used[depth] = at[depth][way], used[depth][way]
            shown[depth] = np.column_stack((shown[depth][way], state, leads[state, used[depth]]))
            slots[depth] = (*slots[depth], len(values) - 1, len(values))
            values.append(int(leads.max()) + 1)
        first = {slot: depth for depth in reversed(depths) for slot in slots[depth]}
        last = {slot: depth for depth in depths for slot in slots[depth]}
        known = [[slot for slot in slots[depth] if first[slot] < depth] for depth in depths]
        keys = [[*accumulate((values[slot] for slot in known[depth]), mul, initial=1)] for depth in depths]
        fit = [max(k for k, count in enumerate(keys[depth]) if count <= LARGEST_TABLE) for depth in depths]
        strides = [dict(zip(known[depth][: fit[depth]], keys[depth], strict=False)) for depth in depths]
        strides.append({})
        self._slots = len(values)
        self._asked = [[pair for pair in strides[depth].items() if first[pair[0]] < depth - 1] for depth in depths]
        self._given = list[list[int]]()
        self._tested = [known[depth][fit[depth] :] for depth in depths]
        first_block, self._row_from = list[int](), list[int]()
        options, blocks, units, colours = list[Any](), list[Any](), list[Any](), list[Any]()
        block_count = row_count = laid = 0
        made: dict[Any, tuple[int, int, Any]] = {}
        for depth in depths:
            column = {slot: j for j, slot in enumerate([*slots[depth], nowhere])}
            new = [slot for slot in slots[depth] if first[slot] == depth]
            onward = {slot: stride for slot, stride in strides[depth + 1].items() if slot in new}
            self._given.append([slot for slot in new if last[slot] > depth + (slot in onward)] or [nowhere])
            seen = np.column_stack((shown[depth], np.zeros(len(at[depth]), dtype=np.int64)))
            key, to_next = (
                seen[:, [column[slot] for slot in by]] @ np.array([*by.values()], dtype=np.int64)
                for by in (strides[depth], onward)
            )
            later = [column[slot] for slot in self._given[-1] + self._tested[depth]]
            kept = np.column_stack((to_next, seen[:, later]))
            count = keys[depth][fit[depth]]
            name = (count, key.tobytes(), used[depth].tobytes(), kept.tobytes())
            if name not in made:
                sort, made_blocks = _blocks(key, bit[used[depth]], count, block_count, row_count)
                made[name] = (block_count, row_count, sort)
                blocks.append(made_blocks)
                units.append(unit[used[depth][sort]])
                colours.append(kept[sort])
                block_count, row_count = block_count + len(blocks[-1][0]), row_count + len(at[depth])
            block, row, sort = made[name]
            first_block.append(block)
            self._row_from.append(laid - row)
            laid += len(at[depth])
            options.append(at[depth][sort])
        self._option = np.concatenate(options)
        self._blocks, self._unit = np.concatenate(blocks, axis=1), np.concatenate(units)
        self._kept, row = np.zeros((max(kept.shape[1] for kept in colours), row_count), dtype=np.uint64), 0
        for kept in colours:
            self._kept[: kept.shape[1], row : row + len(kept)] = kept.T
            row += len(kept)
        self._at_first, lists = np.zeros((len(order), FREE + len(free)), dtype=np.uint64), [0]
        for depth, block in enumerate(first_block):
            (slot, stride), *asks = self._asked[depth] or [(nowhere, 0)]
            give, *gives = self._given[depth]
            self._at_first[depth, TABLE:MORE] = block, slot, stride, give  # In this order.
            if asks or gives or self._tested[depth]:
                self._at_first[depth, MORE] = len(lists)
                before = [*gives, END, *self._tested[depth], END]
                lists += [len(lists) + len(before) + 1, *before, *(number for pair in asks for number in pair), END]
        self._at_first[0, FREE:] = free
        mask, begins, word, then = self._blocks
        about = np.column_stack((begins, then << np.uint64(WORD_BITS) | word)).ravel()
        self._tables = (mask, about, self._unit, self._kept.ravel(), np.array(lists, dtype=np.uint64))
        self.start()

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
        mutable = (self._state, self._levels.ravel(), self._value, self._solutions)
        self.done = bool(kernel(f"{__package__}._placing_kernel", "fill")(nodes, *mutable, *self._tables))
        self.nodes = int(self._state[NODES])
        found: Rows = self._option[self._solutions[: self._state[FOUND]] + self._row_from].astype(np.int32)
        return found

    @property
    def share(self) -> float | None:
        if self.done:
            return 1.0
        done, part = 0.0, 1.0
        base, reached = (int(self._state[at]) // self._levels.shape[1] for at in (BASE, LEVEL))
        for depth in range(base, min(reached + 1, base + LEVELS)):
            blocks = self._blocks_at(depth)
            part /= max(sum(int(self._blocks[0, block]).bit_count() for block in blocks), 1)
            if depth < reached:
                done += part * (int(self._levels[depth, LAID]) - int(self._blocks[1, blocks[0]]))
        return done

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


def _blocks(key: Any, bit: Any, keys: int, first_block: int, first_row: int) -> tuple[Any, Any]:
    """The rows sorted, and in blocks: in each the key is the same, pieces are in one word, and no two are the same.

    Of each block its pieces, its first row, the word of its pieces, and the next block with the same key, or 0; the
    first block of each key is at its number.
    """
    sort = np.lexsort((bit, key))
    key, bit = key[sort], bit[sort]
    if not len(key):  # A balance may leave nothing for a place.
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
    blocks[1, number], blocks[2, number] = begins + first_row, word[begins]
    blocks[3, number[:-1]] = np.where(is_first[1:], 0, number[1:] + first_block)
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
    known: set[int] = set()
    left = dict.fromkeys(found)
    order: list[int] = []
    while left:
        best = min(
            left,
            key=lambda place: (-sum(slot in known for slot in sides[place]), far.get(place, len(far)), rank[place]),
        )
        if not order:
            best = first
        del left[best]
        order.append(best)
        known.update(sides[best])
    return order
