"""What counting the edges of a set of pieces tells without any search: that there is no solution, or typing errors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from cpmodels.lattice import SQUARE
from cpmodels.values import listed, plural

Where = tuple[int, int]
"""A piece and its side."""


@dataclass(frozen=True)
class EdgeSet:
    """The edges of pieces that are to be laid on a board.

    pieces: the edges of each, in the order of the sides of a square.
    sign: the colour that meets colour k is ``sign * k``.
    rotations: whether pieces may be turned, so that any sides can meet, and not only opposite ones.
    border: the colour of the rim, if any.
    name: what an edge of a colour is called.
    """

    pieces: Sequence[Sequence[int]]
    sign: int
    rotations: bool
    border: int | None
    name: Callable[[int], str]

    def too_few_pairs(self, rows: int, cols: int) -> str | None:
        """Why a board of this size has no solution, where the numbers of edges show it; None where they do not."""
        rim, inner = 2 * (rows + cols), 2 * rows * cols - rows - cols
        known = sum(value == self.border for edges in self.pieces for value in edges)
        if self.border is not None and known != rim:
            return f"the rim of the board takes {rim} edges of the border colour, and the pieces have {known}"
        pairs = self.pairs
        if pairs >= inner:
            return None
        return (
            f"the pieces have {plural(pairs, 'pair')} of edges that can meet, and the board {inner} "
            f"edge{'s' * (inner != 1)} between two cells"
        )

    def odd_edges(self, *, proved: bool) -> list[str]:
        """A sentence for each colour with edges that nothing can meet and, if it is `proved` that there are too few
        pairs, for each with unequal halves.

        Puzzles that one can buy have unequal halves on purpose, three and six or four and five: the rim takes the rest.
        """
        return [*self._lonely(), *(self._unequal() if proved else ())]

    @cached_property
    def _places(self) -> dict[int, list[Where]]:
        """Where each colour is, except for that of the border."""
        places: dict[int, list[Where]] = {}
        for piece, edges in enumerate(self.pieces):
            for side, value in enumerate(edges):
                if value != self.border:
                    places.setdefault(value, []).append((piece, side))
        return places

    @cached_property
    def pairs(self) -> int:
        """The most pairs of edges that can meet at a time."""
        sides = [
            Counter(value for value, found in self._places.items() for _, at in found if at == side)
            for side in range(4)
        ]
        if not self.rotations:
            facing = ((sides[side], sides[SQUARE.opposite[side]]) for side in (0, 1))
            return sum(
                min(count, others[self.sign * value]) for edges, others in facing for value, count in edges.items()
            )
        every = sum(sides, Counter())
        ends = sum(
            count - count % 2 if value == self.sign * value else min(count, every[-value])
            for value, count in every.items()
        )
        return ends // 2

    def _lonely(self) -> Iterator[str]:
        for value, found in self._places.items():
            partners = self._places.get(self.sign * value, [])
            lonely = [where for where in found if not any(self._can_meet(where, other) for other in partners)]
            if len(found) == len(lonely) == 1:
                yield f"{self.name(value)} is on one edge only, {_listed(lonely)}: nothing can meet it"
            elif lonely:
                edges = plural(len(lonely), "edge")
                yield f"nothing can meet {self.name(value)} on {edges}, {_listed(lonely)}"

    def _can_meet(self, where: Where, other: Where) -> bool:
        return where[0] != other[0] and (self.rotations or where[1] == SQUARE.opposite[other[1]])

    def _unequal(self) -> Iterator[str]:
        """Colours with more of one half than of the other, both on some edge; where all edges must meet, odd ones."""
        for value, found in sorted(self._places.items()):
            if self.sign > 0:
                if self.border is not None and len(found) % 2 and len(found) > 1:
                    yield f"{self.name(value)} is on {len(found)} edges, {_listed(found)}, an odd number"
                continue
            others = self._places.get(-value, [])
            if value > 0 and others and len(found) != len(others):
                yield f"{self.name(value)} is on {_counted(found)}, but {self.name(-value)} on {_counted(others)}"


def _counted(places: list[Where]) -> str:
    pieces = [piece + 1 for piece in dict.fromkeys(piece for piece, _ in places)]
    return f"{plural(len(places), 'edge')} (piece{'s' * (len(pieces) > 1)} {listed(pieces, 12)})"


def _listed(places: list[Where]) -> str:
    return listed([f"piece {piece + 1} {SQUARE.names[side]}" for piece, side in places])
