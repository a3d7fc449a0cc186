"""What counting the edges of a set of pieces tells without any search: that there is no solution, or typing errors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cpmodels.lattice import SQUARE
from cpmodels.values import listed

if TYPE_CHECKING:
    from cpmodels.puzzles.edge_matching import EdgeMatching

Where = tuple[int, int]
"""A piece and its side."""


def too_few_pairs(puzzle: EdgeMatching) -> str | None:
    """Why there is no solution, where the numbers of edges show it; None where they do not."""
    rim = 2 * (puzzle.rows + puzzle.cols)
    counts = Counter(value for edges in puzzle.pieces for value in edges)
    if puzzle.border is not None and counts[puzzle.border] != rim:
        return (
            f"the rim of the board takes {rim} edges of the border colour, and the pieces have {counts[puzzle.border]}"
        )
    pairs = sum(_pairs(puzzle, *counts_of) for counts_of in _facing(puzzle))
    needed = puzzle.inner_edges
    if pairs >= needed:
        return None
    return (
        f"the pieces have {pairs} pair{'s' * (pairs != 1)} of edges that can meet, and the board {needed} "
        f"edge{'s' * (needed != 1)} between two cells"
    )


def odd_edges(puzzle: EdgeMatching) -> list[str]:
    """A sentence for each colour with edges that nothing can meet, and each with unequal halves."""
    places: dict[int, list[Where]] = {}
    for piece, edges in enumerate(puzzle.pieces):
        for side, value in enumerate(edges):
            if value != puzzle.border:
                places.setdefault(value, []).append((piece, side))
    return [*_lonely(puzzle, places), *_unequal(puzzle, places)]


def _facing(puzzle: EdgeMatching) -> Iterator[tuple[Counter[int], Counter[int] | None]]:
    """Edges that can meet each other: all where pieces turn, else those of opposite sides."""
    sides = [Counter(edges[side] for edges in puzzle.pieces) for side in range(4)]
    if puzzle.border is not None:
        for counts in sides:
            del counts[puzzle.border]
    if puzzle.rotations:
        yield sum(sides, Counter()), None
    else:
        yield from ((sides[side], sides[SQUARE.opposite[side]]) for side in (0, 1))


def _pairs(puzzle: EdgeMatching, edges: Counter[int], others: Counter[int] | None) -> int:
    """The most pairs of edges that can meet at a time."""
    if others is not None:
        return sum(min(count, others[puzzle.sign * value]) for value, count in edges.items())
    ends = sum(
        count - count % 2 if value == puzzle.sign * value else min(count, edges[-value])
        for value, count in edges.items()
    )
    return ends // 2


def _lonely(puzzle: EdgeMatching, places: dict[int, list[Where]]) -> Iterator[str]:
    for value, found in places.items():
        partners = places.get(puzzle.sign * value, [])
        lonely = [where for where in found if not any(_can_meet(puzzle, where, other) for other in partners)]
        if not lonely:
            continue
        name = puzzle.edge_name(value)
        if len(found) == 1:
            yield f"{name} is on one edge only, {_listed(lonely)}: nothing can meet it"
        else:
            yield f"nothing can meet {name} on {len(lonely)} edge{'s' * (len(lonely) > 1)}, {_listed(lonely)}"


def _can_meet(puzzle: EdgeMatching, where: Where, other: Where) -> bool:
    return where[0] != other[0] and (puzzle.rotations or where[1] == SQUARE.opposite[other[1]])


def _unequal(puzzle: EdgeMatching, places: dict[int, list[Where]]) -> Iterator[str]:
    """Colours of which one half is on more edges than the other, both on some; where all edges meet, odd colours."""
    for value, found in sorted(places.items()):
        if puzzle.rule == "equal":
            if puzzle.border is not None and len(found) % 2 and len(found) > 1:
                yield f"{puzzle.edge_name(value)} is on {len(found)} edges, {_listed(found)}, an odd number"
            continue
        others = places.get(-value, [])
        if value > 0 and others and len(found) != len(others):
            yield (
                f"{puzzle.edge_name(value)} is on {_counted(found)}, but {puzzle.edge_name(-value)} on "
                f"{_counted(others)}"
            )


def _counted(places: list[Where]) -> str:
    pieces = [piece + 1 for piece in dict.fromkeys(piece for piece, _ in places)]
    return f"{len(places)} edge{'s' * (len(places) > 1)} (piece{'s' * (len(pieces) > 1)} {listed(pieces, 12)})"


def _listed(places: list[Where]) -> str:
    return listed([f"piece {piece + 1} {SQUARE.names[side]}" for piece, side in places])
