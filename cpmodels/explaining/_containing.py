"""Counts whose places all lie within others that have room for just as much: nothing else fits into these.

What is left of two regions lies in two rows: then no queen is elsewhere in these rows.  Locked candidates, naked and
hidden pairs, and fishes of Sudoku are the same, with cells for a number or numbers for a cell.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

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
