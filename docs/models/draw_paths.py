"""The pictures of paths.md: `python docs/models/draw_paths.py` makes them anew, in a few seconds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import hypot

from drawing import labelled, side_by_side, write

import cpmodels as cm
from cpmodels.base.lattice import Cell
from renderers.palette import BLUE, HUES, INK, LINE, MUTED, QUIET, SURFACE, mix
from renderers.shapes import Circle, Point, Polygon, Polyline, Shape, Text, rectangle

UNIT = 84.0
RADIUS = 17.0
OUTSIDE: Point = (-1.35, 1.4)
"""Where the node outside lies, in columns and rows."""


def place(point: tuple[float, float]) -> Point:
    """A point of the board, in columns and rows, in the picture."""
    return point[0] * UNIT, point[1] * UNIT


def arrow(start: Point, stop: Point, colour: str, width: float, aside: float = 0.0) -> Iterator[Shape]:
    """An arrow from node to node, so far to its left."""
    (x, y), (u, v) = start, stop
    length = hypot(u - x, v - y)
    dx, dy = (u - x) / length, (v - y) / length
    x, y, u, v = x + aside * dy, y - aside * dx, u + aside * dy, v - aside * dx
    gap, head = RADIUS + 3, 6 + 2 * width
    tip, base = (u - gap * dx, v - gap * dy), (u - (gap + head) * dx, v - (gap + head) * dy)
    yield Polyline(((x + gap * dx, y + gap * dy), base), colour, width)
    side = head * 0.5
    yield Polygon((tip, (base[0] - side * dy, base[1] + side * dx), (base[0] + side * dy, base[1] - side * dx)), colour)


def nodes(fill: str) -> Iterator[Shape]:
    """The cells of the board and the node outside."""
    for row in range(3):
        for col in range(3):
            yield Circle(place((col, row)), RADIUS, fill, MUTED, 1.5)
            yield Text(place((col, row)), f"{row} {col}", 12, INK)
    yield Circle(place(OUTSIDE), RADIUS, mix(SURFACE, HUES[1], 0.35), MUTED, 1.5)
    x, y = place(OUTSIDE)
    yield Text((x, y + RADIUS + 14), "outside", 13, MUTED)


def circuit() -> None:
    """All arcs of a board of 3 x 3 cells with the node outside, and those of one path."""
    cells = [(row, col) for row in range(3) for col in range(3)]
    around = cm.graph.grid(3, 3).neighbours
    everything: list[Shape] = []
    for row, col in cells:
        everything += [*arrow(place(OUTSIDE), place((col, row)), mix(SURFACE, HUES[1], 0.45), 1.0, aside=3)]
        everything += [*arrow(place((col, row)), place(OUTSIDE), mix(SURFACE, HUES[1], 0.45), 1.0, aside=3)]
        for there in around[row, col]:
            everything += [*arrow(place((col, row)), place((there[1], there[0])), QUIET, 1.6, aside=5)]
    path = [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (1, 1), (1, 0), (2, 0)]
    ways = [OUTSIDE, *((col, row) for row, col in path), OUTSIDE]
    one: list[Shape] = []
    for here, there in pairwise(ways):
        colour = HUES[1] if OUTSIDE in (here, there) else BLUE
        one += [*arrow(place(here), place(there), colour, 3.5)]
    parts = [
        labelled([*everything, *nodes(SURFACE)], "9 starts, 24 steps, 9 ends: 42 literals"),
        labelled([*one, *nodes(SURFACE)], "the ten that are true: a circuit"),
    ]
    write("paths-circuit.png", side_by_side(parts))


def board(puzzle: cm.Zip, passed: dict[Cell, int], path: tuple[Cell, ...] = ()) -> Iterator[Shape]:
    """A board with the number that each cell knows, the numbers in discs, and a path."""
    side = 52.0
    for row, col in puzzle.cells:
        number = passed.get((row, col))
        fill = SURFACE if number is None else mix(SURFACE, HUES[number - 1], 0.4)
        yield Polygon(rectangle(col * side, row * side, side, side), fill, LINE, 1.5)
    if path:
        yield Polyline(tuple(((col + 0.5) * side, (row + 0.5) * side) for row, col in path), MUTED, 3)
    for row, col in puzzle.cells:
        centre = ((col + 0.5) * side, (row + 0.5) * side)
        if (row, col) in puzzle.numbers:
            yield Circle(centre, 15, INK)
            yield Text(centre, str(puzzle.numbers[row, col]), 16, SURFACE, bold=True)
        elif (row, col) in passed:
            yield Text((centre[0] + 15, centre[1] - 15), str(passed[row, col]), 12, INK)
        else:
            yield Text((centre[0], centre[1] + 1), "1..4", 12, MUTED)


def numbers() -> None:
    """What each cell of a ZIP knows: the last number passed."""
    puzzle = cm.Zip(5, 5, waypoints=[(0, 0), (3, 2), (0, 4), (1, 1), (4, 0)])
    solution = cm.solve(puzzle, engine="cp-sat").solution
    assert solution is not None
    assert cm.is_unique(puzzle)
    passed: dict[Cell, int] = {}
    last = 0
    for cell in solution.cells:
        last = puzzle.numbers.get(cell, last)
        passed[cell] = last
    parts = [
        labelled(board(puzzle, {}), "an integer from 1 to 4 for each free cell"),
        labelled(board(puzzle, passed, solution.cells), "equal along a step, one more into a number"),
    ]
    write("paths-numbers.png", side_by_side(parts, 60))


def main() -> None:
    """Draw both."""
    circuit()
    numbers()


if __name__ == "__main__":
    main()
