"""The pictures of frontiers.md: `python docs/models/draw_frontiers.py` makes them anew, in some seconds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from drawing import labelled, side_by_side, write

import cpmodels as cm
import renderers
from cpmodels.base.lattice import Cell
from renderers.palette import BLUE, GOLD, INK, LINE, RED, SURFACE, TEAL, mix
from renderers.shapes import Circle, Point, Polyline, Shape, Text

SIZE = 52.0
ROWS, COLS = 4, 4


def at(cell: Cell) -> Point:
    """Where a cell lies."""
    return cell[1] * SIZE, cell[0] * SIZE


def board(lines: Sequence[Sequence[Cell]], frontier: Sequence[Cell], colours: dict[Cell, str]) -> Iterator[Shape]:
    """The graph, the edges that are taken, and the frontier with a colour for each of its vertices."""
    graph = cm.graph.grid(ROWS, COLS)
    for line in graph.edges:
        yield Polyline(tuple(map(at, line)), LINE, 3)
    for line in lines:
        yield Polyline(tuple(map(at, line)), INK, 6)
    for cell in graph.nodes:
        is_there = cell in frontier
        yield Circle(at(cell), 13 if is_there else 6, colours.get(cell, SURFACE if is_there else INK), INK, 2)
        if is_there:
            x, y = at(cell)
            yield Text((x, y + 1), str(frontier.index(cell) + 1), 14, INK, bold=True)


def states() -> list[Shape]:
    """Three ways through the upper half of a board: two of them with one state, the third with another one."""
    frontier = [(1, 0), (1, 1), (1, 2), (1, 3)]
    pair, end, full = mix(BLUE, SURFACE, 0.45), mix(GOLD, SURFACE, 0.35), mix(RED, SURFACE, 0.55)
    left = [[(1, 0), (0, 0), (0, 1), (1, 1)], [(1, 2), (0, 2), (0, 3), (1, 3)]]
    middle = [[(1, 0), (0, 0), (0, 1), (0, 2), (0, 3), (1, 3)], [(1, 1), (1, 2)]]
    right = [[(1, 1), (1, 0), (0, 0), (0, 1), (0, 2), (1, 2)], [(0, 3), (1, 3)]]
    parts = [
        labelled(
            board(left, frontier, {(1, 0): pair, (1, 1): pair, (1, 2): end, (1, 3): end}), "1 and 2, 3 and 4 are joined"
        ),
        labelled(
            board(middle, frontier, {(1, 0): pair, (1, 3): pair, (1, 1): end, (1, 2): end}),
            "1 and 4, 2 and 3 are joined",
        ),
        labelled(
            board(right, frontier, {(1, 0): full, (1, 1): pair, (1, 2): pair, (1, 3): mix(TEAL, SURFACE, 0.5)}),
            "1 is full; 4 leads to an end",
        ),
    ]
    return side_by_side(parts, 56)


def heat() -> list[Shape]:
    """How often each step is taken: by all paths of 7 x 7, and by those from the middle of a side."""
    found = []
    for puzzle in (cm.Zip(7, 7), cm.Zip(7, 7, waypoints=[(0, 2), (4, 2), (6, 6)])):
        every = cm.all_solutions(puzzle)
        shares = {mark: number / every.total for mark, number in every.frequencies.items()}
        found.append(labelled(renderers.draw_shares(puzzle, shares).shapes, f"{every.total:,} paths"))
    return side_by_side(found)


if __name__ == "__main__":
    write("frontiers-states.png", states())
    write("frontiers-heat.png", heat())
