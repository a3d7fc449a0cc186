"""Orders in which the places of an exact cover are filled."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from cpmodels.description import ExactCover
from cpmodels.errors import ParameterError
from cpmodels.values import listed, shown

Order = str | tuple[Hashable, ...]
"""The name of an order, or the items that are the places, such as ``("cell", (0, 0))``, or their cells."""

ORDERS = ("rows", "corner", "spiral", "fewest")
"""rows: as the description lists the places, row by row as a rule.  corner, spiral: from a corner or from the middle on
always the place with the most known sides, the nearest one first.  fewest: no fixed order; always the item that has the
fewest options left."""


def checked_order(cover: ExactCover[Any], places: Sequence[int] | None, order: Any) -> Order:
    """The order itself, if the cover can be searched in it; the one that is usually the quickest for None.

    places: those that an order can be of, by the numbers of their items (see `cpmodels.backtracking._placing.places`);
        None where there are none.

    Raises ParameterError.
    """
    if order is None:
        return "rows" if places else "fewest"
    if isinstance(order, str):
        if order not in ORDERS:
            raise ParameterError(f"there is no order {shown(order)}: use {listed(ORDERS)}, or give a list of the cells")
        if order == "fewest":
            return order
    elif not isinstance(order, Iterable):
        raise ParameterError(f"an order is one of {listed(ORDERS)}, or a list of the cells, not {shown(order)}")
    if not places:
        raise ParameterError(
            f"the order {shown(order)} is for puzzles in which each option puts one piece into one cell, where every "
            "piece touches the same edges: use the order fewest"
        )
    if isinstance(order, str):
        return order
    cells: Order = tuple(order)
    places_in_order(cover, places, cells)
    return cells


def places_in_order(cover: ExactCover[Any], places: Sequence[int], order: Order) -> Sequence[int]:
    """The places in an order other than fewest."""
    if isinstance(order, str):
        return places if order == "rows" else _outwards(cover, places, central=order == "spiral")
    names = {cover.items[number].item: number for number in places}
    for name, number in list(names.items()):
        if isinstance(name, tuple) and len(name) == 2:
            names.setdefault(name[1], number)
    found = []
    for name in order:
        if name not in names:
            raise ParameterError(f"the order names {shown(name)}, which is not a cell of the puzzle")
        found.append(names[name])
    if len(found) != len(places) or len(set(found)) != len(found):
        raise ParameterError(f"an order names each of the {len(places)} cells once; this one names {len(set(found))}")
    return found


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
