"""Exact covers of any sort: always the item with the fewest options left is settled next.

Options that cannot be chosen together are known beforehand, as bits, so that a choice leaves what is left by a few
operations a word (as in dancing cells, Knuth, The Art of Computer Programming 4B, pre-fascicle 7.2.2.3).  An option
that was tried is left out of all that comes after, so that each set of options is found once, also where items are
covered more than once or not at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, chain
from typing import Any

import numpy as np

from cpmodels.base.description import ExactCover
from cpmodels.base.errors import TooLargeError
from cpmodels.engines.backtracking._choosing_kernel import FOUND, LEVEL, NODES
from cpmodels.engines.backtracking._compiled import kernel
from cpmodels.engines.backtracking._search import LEVELS, ROOM, Rows, Search

MOST_OPTIONS = 25_000
"""The bits of more options, for each of them, would take more than 80 MB."""

BLOCK = 256
"""Of so many options it is seen at a time which cannot be chosen together, in some 10 MB where there are most."""


class Choosing(Search):
    """A search that settles the item with the fewest options first.

    A choice in a beginning is an option by its position, or ``~position`` where it is left out.

    seed: another order among items that have equally few options, and among options; with 0 that of the description.

    Raises TooLargeError for more options than `MOST_OPTIONS`.
    """

    def __init__(self, cover: ExactCover[Any], seed: int = 0) -> None:
        size = len(cover.options)
        if size > MOST_OPTIONS:
            raise TooLargeError(f"the order fewest takes at most {MOST_OPTIONS:,} options, but the puzzle has {size:,}")
        random = np.random.default_rng(seed) if seed else None
        self._original = random.permutation(size) if random else np.arange(size)
        self._number = np.argsort(self._original)
        numbers = cover.numbers
        words = max((size + 63) // 64, 1)
        item_order = random.permutation(len(cover.items)).tolist() if random else list(range(len(cover.items)))
        covering = self._bits([numbers.covering[item] for item in item_order], words)
        place = {item: turn for turn, item in enumerate(item_order)}
        listed = [[place[item] for item in numbers.items[position]] for position in self._original]
        self._items = np.array([*chain.from_iterable(listed)], dtype=np.int64)
        self._items_from = np.array([0, *accumulate(map(len, listed))], dtype=np.int64)
        # More than there are options is as much as any number.
        self._least = np.array([min(cover.items[item].least, size + 1) for item in item_order], dtype=np.int64)
        self._most = np.array([min(cover.items[item].most, size + 1) for item in item_order], dtype=np.int64)
        self._conflicts = np.zeros((size, words), dtype=np.uint64)
        once = np.where(self._most[:, None] <= 1, covering, np.uint64(0))
        for first in range(0, size, BLOCK):
            begin = self._items_from[first : min(first + BLOCK, size) + 1]
            some = once[self._items[begin[0] : begin[-1]]]
            self._conflicts[first : first + BLOCK] = np.bitwise_or.reduceat(some, begin[:-1] - begin[0])
        for shades in numbers.by_secondary.values():
            masks = self._bits(shades, words)
            touching = np.bitwise_or.reduce(masks)
            for positions, mask in zip(shades, masks, strict=True):
                self._conflicts[self._number[positions]] |= touching & ~mask
        self._words = np.ascontiguousarray(np.nonzero(covering)[1])
        self._words_from = np.concatenate([[0], np.cumsum(np.count_nonzero(covering, axis=1))])
        self._masks = covering[covering != 0]
        self._covering = covering
        is_possible = np.minimum.reduceat(self._most[self._items], self._items_from[:-1]) > 0
        self._all = self._bits([self._original[is_possible]], words)[0]
        self._depth = min(
            size, sum(min(most, len(c)) for (_, _, most), c in zip(cover.items, cover.numbers.covering, strict=True))
        )
        self.start()

    def _bits(self, rows: Sequence[Any], words: int) -> Any:
        """Rows of options, by their positions, as rows of bits by their numbers."""
        masks = np.zeros((len(rows), words), dtype=np.uint64)
        numbers = self._number[np.fromiter(chain.from_iterable(rows), np.intp)]
        row = np.repeat(np.arange(len(rows)), [len(positions) for positions in rows])
        np.bitwise_or.at(masks, (row, numbers >> 6), np.uint64(1) << (numbers & 63).astype(np.uint64))
        return masks

    def _numbers(self, bits: Any) -> Any:
        """The numbers of the options that are set."""
        return np.flatnonzero(np.unpackbits(bits.astype("<u8").view(np.uint8), bitorder="little"))

    def start(self, prefix: tuple[int, ...] = ()) -> None:
        self.nodes, self.done = 0, False
        alive, self._need, self._left = self._all.copy(), self._least.copy(), self._most.copy()
        self._before: list[int] = []
        for choice in prefix:
            position = choice if choice >= 0 else ~choice
            number = int(self._number[position])
            if not (int(alive[number >> 6]) >> (number & 63)) & 1:
                raise ValueError(f"the option {position} cannot be chosen after {self._before}")
            alive[number >> 6] &= ~np.uint64(1 << (number & 63))
            if choice < 0:
                continue
            self._before.append(position)
            alive &= ~self._conflicts[number]
            for item in self._items[self._items_from[number] : self._items_from[number + 1]]:
                self._need[item] -= 1
                self._left[item] -= 1
                if self._left[item] == 0:
                    alive &= ~self._covering[item]
        levels = self._depth - len(self._before) + 1
        self._alive = np.zeros((levels + 1, len(alive)), dtype=np.uint64)
        self._counts = np.zeros((levels + 1, len(self._need)), dtype=np.int64)
        self._alive[0] = alive
        is_alive = np.zeros(len(self._original), dtype=bool)
        is_alive[self._numbers(alive)] = True
        items = self._items[np.repeat(is_alive, np.diff(self._items_from))]
        self._counts[0] = np.bincount(items, minlength=len(self._need))
        self._chosen = np.zeros(levels + 1, dtype=np.int64)
        self._tried = np.zeros((levels + 1, 2), dtype=np.int64)
        self._state = np.zeros(3, dtype=np.int64)
        self._solutions = np.zeros((ROOM, levels), dtype=np.int64)

    def advance(self, nodes: int) -> Rows:
        empty = np.zeros((0, 0), dtype=np.int32)
        if self.done:
            return empty
        self._state[FOUND] = 0
        changing = (self._alive, self._counts, self._need, self._left, self._chosen, self._tried)
        tables = (self._conflicts, self._items, self._items_from, self._words, self._masks, self._words_from)
        choose = kernel(f"{__package__}._choosing_kernel", "choose")
        self.done = bool(choose(nodes, self._state, changing, tables, self._solutions))
        self.nodes = int(self._state[NODES])
        found = self._solutions[: self._state[FOUND]]
        after = np.where(found >= 0, self._original[found] if len(self._original) else found, -1)
        return np.hstack([np.tile(np.array(self._before, dtype=np.int64), (len(found), 1)), after]).astype(np.int32)

    def _tried_of(self) -> Iterator[tuple[int, int]]:
        for tried, open_ in self._tried[: min(int(self._state[LEVEL]), LEVELS)].tolist():
            yield tried, tried + max(open_, 1)

    def children(self, prefix: tuple[int, ...]) -> list[tuple[int, ...]] | None:
        self.start(prefix)
        spare = np.where(self._need > 0, self._counts[0] - self._need, 1 << 60)
        item = int(spare.argmin()) if len(spare) else -1
        if item >= 0 and spare[item] < 0:
            return []
        open_ = item >= 0 and self._need[item] > 0
        options = self._numbers(self._alive[0] & self._covering[item] if open_ else self._alive[0])
        positions = [int(self._original[number]) for number in options]
        if not positions:
            return None
        if open_ and self._most[item] == 1:
            return [(*prefix, position) for position in positions]
        return [(*prefix, positions[0]), (*prefix, ~positions[0])]
