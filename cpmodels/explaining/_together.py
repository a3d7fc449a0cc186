"""What several counts show together: those whose places all lie within others, and sums of numbers in cells.

What is left of two regions lies in two rows: then no queen is elsewhere in these rows.  Locked candidates, naked and
hidden pairs, and fishes of Sudoku are the same, with cells for a number or numbers for a cell.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cpmodels.base._checkpoints import checkpoint
from cpmodels.explaining._counts import LiteralSum, View


@dataclass(frozen=True)
class Contained:
    """Counts all of whose free literals are among those of others, which have no room for more.

    inner, outer: these counts, by their numbers.
    room: how many of the free literals of the outer ones may be true.
    out: those that cannot be; nothing where the inner ones need more than there is room for.
    because: what is known that shows it.
    """

    inner: tuple[int, ...]
    outer: tuple[int, ...]
    room: int
    out: tuple[int, ...]
    because: tuple[int, ...]


def families(counts: Sequence[LiteralSum], numbers: Iterable[int]) -> list[list[int]]:
    """Counts, each in the first family where no other has a literal of it, so that rows come together, for example."""
    found: list[tuple[set[int], list[int]]] = []
    for number in numbers:
        literals = counts[number].literals
        apart = next((each for each in found if each[0].isdisjoint(literals)), None)
        if apart is None:
            found.append(apart := (set(), []))
        apart[0].update(literals)
        apart[1].append(number)
    return [family for _, family in found]


def contained(view: View, kin: Sequence[Sequence[int]], most: int) -> list[Contained]:
    """What shows something, with little room first.

    kin: families of counts, of none of which two have a literal in common.
    most: how much room is looked at together.
    """
    found = []
    free = {number: {x for x in view.counts[number].literals if not view.of(x)} for family in kin for number in family}
    true = {number: [x for x in view.counts[number].literals if view.of(x) > 0] for number in free}
    wanted = {number: view.counts[number].least - len(true[number]) for number in free}
    room = {number: view.counts[number].most - len(true[number]) for number in free}
    for outer_kin in kin:
        owner = {literal: number for number in outer_kin for literal in free[number]}
        for inner_kin in kin:
            within = {
                number: frozenset(owner[literal] for literal in free[number])
                for number in inner_kin
                if inner_kin is not outer_kin and wanted[number] > 0 and free[number] <= owner.keys()
            }
            for inner, outer, lacks in _tight(within, wanted, room, most):
                inside = {literal for number in inner for literal in free[number]}
                out = {literal for number in outer for literal in free[number]} - inside
                if out or lacks:
                    because = [x for number in outer for x in true[number]]
                    because += [~x for number in inner for x in view.counts[number].literals if view.of(x) < 0]
                    total = sum(room[number] for number in outer)
                    found.append(Contained(inner, outer, total, () if lacks else tuple(sorted(out)), tuple(because)))
    return sorted(found, key=lambda each: each.room)


def _tight(
    within: Mapping[int, frozenset[int]], wanted: Mapping[int, int], room: Mapping[int, int], most: int
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], bool]]:
    """Counts that want as much as those have room for in which they lie, both; and whether they want more.

    within: those in which each lies.
    """
    beside: dict[int, list[int]] = {}
    for inner, outer in within.items():
        for each in outer:
            beside.setdefault(each, []).append(inner)
    waiting, seen = deque((frozenset([inner]), outer) for inner, outer in within.items()), set[frozenset[int]]()
    while waiting:
        inners, outers = waiting.popleft()
        total, want = sum(room[each] for each in outers), sum(wanted[each] for each in inners)
        if total > most or inners in seen:
            continue
        seen.add(inners)
        if want >= total:
            yield tuple(sorted(inners)), tuple(sorted(outers)), want > total
        else:
            others = {other for each in outers for other in beside[each]} - inners
            waiting.extend((inners | {other}, outers | within[other]) for other in others)


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
        limits = dict.fromkeys(one for literal in place for one in single.get(literal, ()) if one not in used)
        several = [one for one in limits if len({place[other] for other in counts[one].literals if other in place}) > 1]
        if len(cells) > 1:
            apart = {literal: [one for one in single.get(literal, ()) if one in several] for literal in place}
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
