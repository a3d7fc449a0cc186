"""Sums of numbers in cells: in which ways they can still be made up, where equal numbers may not come twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cpmodels.base._checkpoints import checkpoint
from cpmodels.explaining._counts import LiteralSum, View

MOST = 2_000
"""Of a sum that has more ways than this, or beginnings of them, nothing is said."""


class CellSum(NamedTuple):
    """A count of different weights that has one sum, by cells, each of which holds one of some literals.

    cells: the literals of each with their weights.
    apart: for each literal the counts of which it can be the only one.
    counts: all counts that play a part, the sum first.
    """

    total: int
    cells: tuple[tuple[tuple[int, int], ...], ...]
    apart: dict[int, list[int]]
    counts: tuple[int, ...]


def cell_sums(counts: Sequence[LiteralSum]) -> Iterator[CellSum]:
    """The sums of cells among counts."""
    single: dict[int, list[int]] = {}
    for number, count in enumerate(counts):
        if count.allowed in (2, 3) and not count.unless and {*count.weights} == {1}:
            for literal in count.literals:
                single.setdefault(literal, []).append(number)
    for number, count in enumerate(counts):
        if count.unless or len({*count.weights}) == 1 or count.least != count.most:
            continue
        weight = dict(zip(count.literals, count.weights, strict=True))
        left, cells, used = dict(weight), list[tuple[tuple[int, int], ...]](), [number]
        while left:
            cell = [(literal := next(iter(left)), weight[literal]), (~literal, 0)]
            for one in single.get(literal, ()):
                options = [(other, weight.get(other, 0)) for other in counts[one].literals]
                inside = [other for other, _ in options if other in weight]
                differ = len({weight[other] for other in inside}) == len(inside) > 1
                if counts[one].allowed == 2 and differ and left.keys() >= {*inside}:
                    cell, used = options, [*used, one]
                    break
            cells.append(tuple(cell))
            left = {other: its for other, its in left.items() if other not in dict(cell)}
        if len(used) == 1:
            continue  # No cell holds one of several numbers, so the count by itself shows as much.
        place = {literal: i for i, cell in enumerate(cells) for literal, _ in cell}
        apart = {literal: [one for one in single.get(literal, ()) if one not in used] for literal in place}
        limits = dict.fromkeys(one for of in apart.values() for one in of)
        several = [one for one in limits if len({place[other] for other in counts[one].literals if other in place}) > 1]
        if len(cells) > 1:
            apart = {literal: [one for one in of if one in several] for literal, of in apart.items()}
            yield CellSum(count.least, tuple(cells), apart, (*used, *several))


def ways(view: View, asked: CellSum) -> list[tuple[int, ...]] | None:
    """The literals of each way in which a sum can be made up of what is left; None where there are many."""
    cells = list[list[tuple[int, int]]]()
    for options in asked.cells:
        true = [each for each in options if view.of(each[0]) > 0]
        cells.append(true or [each for each in options if view.of(each[0]) == 0])
    if not all(cells):
        return []
    least = [sum(min(w for _, w in cell) for cell in cells[i:]) for i in range(len(cells) + 1)]
    most = [sum(max(w for _, w in cell) for cell in cells[i:]) for i in range(len(cells) + 1)]
    begun: list[tuple[tuple[int, ...], int, frozenset[int]]] = [((), asked.total, frozenset())]
    for i, cell in enumerate(cells, 1):
        checkpoint()
        begun = [
            ((*way, literal), rest - weight, taken.union(asked.apart[literal]))
            for way, rest, taken in begun
            for literal, weight in cell
            if least[i] <= rest - weight <= most[i] and taken.isdisjoint(asked.apart[literal])
        ]
        if len(begun) > MOST:
            return None
    return [way for way, _, _ in begun]
