"""What counting the edges of a set of pieces tells without any search: that there is no solution, or typing errors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from cpmodels.base.lattice import SQUARE
from cpmodels.base.values import listed, plural


class PieceSet(NamedTuple):
    """The pieces of a puzzle, and what counting needs to know besides, by the names that `EdgeMatching` has for it.

    rim: how many edges the board has at its rim.
    """

    pieces: tuple[tuple[int, int, int, int], ...]
    border: int | None
    rotations: bool
    sign: int
    rim: int
    inner_edges: int
    edge_name: Callable[[int], str]


Where = tuple[int, int]
"""A piece and its side."""
Places = dict[int, list[Where]]
"""Where each colour is."""


def too_few_pairs(given: PieceSet) -> str | None:
    """Why there is no solution, where the numbers of edges show it; None where they do not."""
    rim, inner = given.rim, given.inner_edges
    known = sum(value == given.border for edges in given.pieces for value in edges)
    if given.border is not None and known != rim:
        return f"the rim of the board takes {rim} edges of the border colour, and the pieces have {known}"
    pairs = most_pairs(given)
    if pairs >= inner:
        return None
    return (
        f"the pieces have {plural(pairs, 'pair')} of edges that can meet, and the board {inner} "
        f"edge{'s' * (inner != 1)} between two cells"
    )


def odd_edges(given: PieceSet) -> list[str]:
    """A sentence for each colour with edges that nothing can meet and, where there are too few pairs, for each with
    unequal halves.

    Puzzles that one can buy have unequal halves on purpose, three and six or four and five: the rim takes the rest.
    """
    places = _places(given)
    return [*_lonely(given, places), *(_unequal(given, places) if too_few_pairs(given) else ())]


def _places(given: PieceSet) -> Places:
    """Where each colour is, except for that of the border."""
    places: Places = {}
    for piece, edges in enumerate(given.pieces):
        for side, value in enumerate(edges):
            if value != given.border:
                places.setdefault(value, []).append((piece, side))
    return places


def most_pairs(given: PieceSet) -> int:
    """The most pairs of edges that can meet at a time."""
    sides = [Counter(edges[at] for edges in given.pieces if edges[at] != given.border) for at in range(4)]
    if not given.rotations:
        facing = ((sides[side], sides[SQUARE.opposite[side]]) for side in (0, 1))
        return sum(min(count, others[given.sign * value]) for edges, others in facing for value, count in edges.items())
    every = sum(sides, Counter())
    ends = sum(
        count - count % 2 if value == given.sign * value else min(count, every[-value])
        for value, count in every.items()
    )
    return ends // 2


def _lonely(given: PieceSet, places: Places) -> Iterator[str]:
    for value, found in places.items():
        partners = places.get(given.sign * value, [])
        lonely = [where for where in found if not any(_can_meet(given, where, other) for other in partners)]
        if len(found) == len(lonely) == 1:
            yield f"{given.edge_name(value)} is on one edge only, {_listed(lonely)}: nothing can meet it"
        elif lonely:
            edges = plural(len(lonely), "edge")
            yield f"nothing can meet {given.edge_name(value)} on {edges}, {_listed(lonely)}"


def _can_meet(given: PieceSet, where: Where, other: Where) -> bool:
    return where[0] != other[0] and (given.rotations or where[1] == SQUARE.opposite[other[1]])


def _unequal(given: PieceSet, places: Places) -> Iterator[str]:
    """Colours with more of one half than of the other, both on some edge; where all edges must meet, odd ones."""
    for value, found in sorted(places.items()):
        if given.sign > 0:
            if given.border is not None and len(found) % 2 and len(found) > 1:
                yield f"{given.edge_name(value)} is on {len(found)} edges, {_listed(found)}, an odd number"
            continue
        others = places.get(-value, [])
        if value > 0 and others and len(found) != len(others):
            name, other = given.edge_name(value), given.edge_name(-value)
            yield f"{name} is on {_counted(found)}, but {other} on {_counted(others)}"


def _counted(places: list[Where]) -> str:
    pieces = [piece + 1 for piece in dict.fromkeys(piece for piece, _ in places)]
    return f"{plural(len(places), 'edge')} (piece{'s' * (len(pieces) > 1)} {listed(pieces, 12)})"


def _listed(places: list[Where]) -> str:
    return listed([f"piece {piece + 1} {SQUARE.names[side]}" for piece, side in places])
