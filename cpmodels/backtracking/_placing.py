"""Exact covers whose places are filled in a fixed order, from lists of what fits the colours already known around each.

That suits tilings in which each option fills one place and uses one piece: edge matching, the Zigzaw, packed gardens.
Places are the items whose options all touch the same secondary items, so that it is known beforehand which colours are
known when the turn of a place comes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from cpmodels.backtracking._compiled import kernel
from cpmodels.backtracking._placing_kernel import BASE, DEPTH, FOUND, NODES
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
    if any(least for _, least, _ in others) and sum(most for _, _, most in others) != len(found):
        return None
    return found


def is_open(cover: ExactCover[Any]) -> bool:
    """Whether each item has as many options as it must, and there are any; otherwise there is nothing to search."""
    enough = all(len(found) >= least for found, (_, least, _) in zip(cover.numbers.covering, cover.items, strict=True))
    return enough and bool(cover.options)


class Placing(Search):
    """A search that fills places, by the numbers of their items, in an order.

    seed: another order in which the options of a place are tried; with 0 it is that of the description.
    """

    def __init__(self, cover: ExactCover[Any], order: Sequence[int], seed: int = 0) -> None:
        numbers = cover.numbers
        numbered: dict[Any, int] = {}
        colour = np.array([numbered.setdefault(value, len(numbered)) for _, value in numbers.pairs] or [0])
        many = max(len(numbered), 1)
        is_place = set(order)
        piece = np.array([next((i for i in items if i not in is_place), len(cover.items)) for items in numbers.items])
        slots = {place: numbers.touched[cover.numbers.covering[place][0]] for place in order}
        last = {slot: place for place in order for slot in slots[place]}
        known: set[int] = set()
        asked, given, tested = list[list[int]](), list[list[int]](), list[list[int]]()
        tables, option_from, options = list[int](), list[int](), list[Any]()
        starts: list[Any] = []
        pieces: list[Any] = []
        colours: list[Any] = []
        keys = rows = laid = 0
        made: dict[Any, tuple[int, int]] = {}
        for place in order:
            column = {slot: j for j, slot in enumerate(slots[place])}
            before = [slot for slot in column if slot in known]
            fit = max(k for k in range(len(before) + 1) if many**k <= LARGEST_TABLE)
            asked.append(before[:fit])
            tested.append(before[fit:])
            given.append([slot for slot in column if slot not in known and last[slot] != place])
            known.update(column)
            positions = cover.numbers.covering[place]
            shown = colour[[_in_order(numbers, position, slots[place]) for position in positions]].reshape(
                len(positions), -1
            )
            key = shown[:, [column[slot] for slot in asked[-1]]] @ (many ** np.arange(fit)[::-1])
            used, kept = piece[positions], shown[:, [column[slot] for slot in given[-1] + tested[-1]]]
            by_key = np.lexsort((_shuffled(used, kept, seed), key))
            key, used, kept = key[by_key], used[by_key], kept[by_key]
            name = (fit, key.tobytes(), used.tobytes(), kept.tobytes())
            if name not in made:
                made[name] = (keys, rows)
                starts.append(np.searchsorted(key, np.arange(many**fit + 1)) + rows)
                pieces.append(used)
                colours.append(kept)
                keys, rows = keys + len(starts[-1]), rows + len(used)
            table, first = made[name]
            tables.append(table)
            option_from.append(laid - first)
            laid += len(positions)
            options.append(np.array(positions)[by_key])
        width = max(kept.shape[1] for kept in colours)
        padded = [np.pad(kept, ((0, 0), (0, width - kept.shape[1]))) for kept in colours]
        strides = [many ** (len(listed) - 1 - j) for listed in asked for j in range(len(listed))]
        (asked_flat, asked_from), (given_flat, given_from), (tested_flat, tested_from) = map(
            _flat, (asked, given, tested)
        )
        self._tables = (
            *(_unsigned(values) for values in (tables, asked_flat, strides)),
            asked_from,
            _unsigned(given_flat),
            given_from,
            _unsigned(tested_flat),
            tested_from,
            _unsigned(np.concatenate(starts)),
            np.concatenate(pieces).astype(np.uint32),
            np.concatenate(padded).ravel().astype(np.uint32),
            np.uint64(width),
        )
        self._option, self._option_from = np.concatenate(options), np.array(option_from)
        self._most = np.array([*(most for _, _, most in cover.items), len(order)], dtype=np.int32)
        self._slots = len(numbers.secondaries)
        self._places = len(order)
        self.start()

    def start(self, prefix: tuple[int, ...] = ()) -> None:
        self.nodes, self.done = 0, False
        self._state = np.zeros(4, dtype=np.int64)
        self._cursor, self._end = _unsigned([0] * self._places), _unsigned([0] * self._places)
        self._left = self._most.copy()
        self._value = _unsigned([0] * self._slots)
        self._solutions = np.zeros((ROOM, self._places), dtype=np.int64)
        self._look(0)
        for depth, position in enumerate(prefix):
            row = next((row for row in self._fitting(depth) if self._position(depth, row) == position), None)
            if row is None or depth == self._places - 1:
                raise ValueError(f"the option {position} cannot be the choice {depth}")
            self._lay(depth, row)
        self._state[DEPTH] = self._state[BASE] = len(prefix)

    def advance(self, nodes: int) -> Rows:
        if self.done:
            return np.zeros((0, self._places), dtype=np.int32)
        self._state[FOUND] = 0
        mutable = (self._state, self._cursor, self._end, self._left, self._value)
        self.done = bool(
            kernel(f"{__package__}._placing_kernel", "fill")(nodes, *mutable, *self._tables, self._solutions)
        )
        self.nodes = int(self._state[NODES])
        found: Rows = self._option[self._solutions[: self._state[FOUND]] + self._option_from].astype(np.int32)
        return found

    @property
    def share(self) -> float | None:
        if self.done:
            return 1.0
        done, part = 0.0, 1.0
        base = int(self._state[BASE])
        for depth in range(base, min(int(self._state[DEPTH]) + 1, base + LEVELS)):
            first, end = self._listed(depth)
            part /= max(end - first, 1)
            done += part * max(int(self._cursor[depth]) - first - (depth < self._state[DEPTH]), 0)
        return done

    def children(self, prefix: tuple[int, ...]) -> list[tuple[int, ...]] | None:
        depth = len(prefix)
        if depth >= self._places - 1:
            return None
        self.start(prefix)
        return [(*prefix, self._position(depth, row)) for row in self._fitting(depth)]

    def _position(self, depth: int, row: int) -> int:
        """The option that a row means at a place."""
        return int(self._option[self._option_from[depth] + row])

    def _look(self, depth: int) -> None:
        """List what fits at a place."""
        self._cursor[depth], self._end[depth] = self._listed(depth)

    def _listed(self, depth: int) -> tuple[int, int]:
        """From where to where the rows lie that fit the colours around a place."""
        tables, asked, strides, asked_from, *_, starts, _, _, _ = self._tables
        here = slice(asked_from[depth], asked_from[depth + 1])
        key = int(tables[depth] + (strides[here] * self._value[asked[here]]).sum(dtype=np.uint64))
        return int(starts[key]), int(starts[key + 1])

    def _fitting(self, depth: int) -> list[int]:
        """The rows that can be laid at a place whose turn it is."""
        _, _, _, _, _, given_from, tested, tested_from, _, pieces, colours, width = self._tables
        here = tested[tested_from[depth] : tested_from[depth + 1]]
        after = int(given_from[depth + 1] - given_from[depth])
        shown = colours.reshape(len(pieces), int(width))[:, after : after + len(here)]
        return [
            row
            for row in range(int(self._cursor[depth]), int(self._end[depth]))
            if self._left[pieces[row]] and (shown[row] == self._value[here]).all()
        ]

    def _lay(self, depth: int, row: int) -> None:
        """Lay a row at a place, and list what fits at the next."""
        _, _, _, _, given, given_from, _, _, _, pieces, colours, width = self._tables
        slots = given[given_from[depth] : given_from[depth + 1]]
        self._value[slots] = colours[row * int(width) : row * int(width) + len(slots)]
        self._left[pieces[row]] -= 1
        self._cursor[depth] = row + 1
        self._look(depth + 1)


def _in_order(numbers: Any, position: int, slots: Sequence[int]) -> Sequence[int]:
    """The shades of an option in the order of these slots."""
    shades: Sequence[int] = numbers.shades[position]
    if numbers.touched[position] == slots:
        return shades
    by_slot = dict(zip(numbers.touched[position], shades, strict=True))
    return [by_slot[slot] for slot in slots]


def _shuffled(used: Any, kept: Any, seed: int) -> Any:
    """A random number for each row, the same for equal rows, so that equal places still share a table."""
    if not seed:
        return np.arange(len(used))
    mixed = np.full(len(used), seed, dtype=np.uint64)
    for values in (used, *kept.T):
        mixed = (mixed ^ values.astype(np.uint64)) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    return mixed


def _unsigned(values: Iterable[int]) -> Any:
    return np.array(list(values), dtype=np.uint64)


def _flat(lists: Sequence[Sequence[int]]) -> tuple[list[int], Any]:
    """Lists one after the other, and where each begins."""
    return [value for values in lists for value in values], np.cumsum([0, *map(len, lists)])


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
