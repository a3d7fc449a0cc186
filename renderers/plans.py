"""Solutions by numbers, for those who lay out pieces of which the picture does not show the numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cpmodels.puzzles import Garden, Mosaic, TilePlacement, Zigzaw
from cpmodels.puzzles.zigzaw import CORNERS
from renderers.palette import INK, LINE, MUTED
from renderers.paper import BOTTOM, LEFT, RIGHT, TOP
from renderers.shapes import Polygon, Shape, Text, rectangle

GAP = 10.0


def plan(puzzle: Any, solution: Any) -> Iterator[Shape]:
    """The numbers of frogs in their hexagons, or the codes of cubes layer by layer; nothing for other puzzles."""
    match puzzle:
        case Zigzaw():
            yield from _hexagons(puzzle, solution)
        case Garden() if puzzle.dimension == 3:
            yield from _layers(puzzle, solution)


def _hexagons(puzzle: Zigzaw, mosaic: Mosaic) -> Iterator[Shape]:
    width = min((RIGHT - LEFT) / (puzzle.cols + 0.5), (BOTTOM - TOP) / (0.87 * (puzzle.rows + 1)), 20.0)
    half, quarter = width / 2, width / 12**0.5
    for (row, col), index in mosaic:
        x, y = LEFT + (col + 0.5 + row % 2 / 2) * width, TOP + quarter * (2 + 3 * row)
        yield Polygon(tuple((x + half * dx, y + quarter * dy) for dx, dy in CORNERS), None, LINE, 0.3, "cell")
        yield Text((x, y), str(index), 0.3 * width, INK, role="code")


def _layers(garden: Garden, planting: TilePlacement) -> Iterator[Shape]:
    """The layers of a garden of cubes from the Bottom to the Top, each a grid of codes with the North above."""
    width, depth, height = garden.box
    columns = 1 if height == 1 else 2 if height < 7 else 3
    rows = -(-height // columns)
    room = ((RIGHT - LEFT + GAP) / columns - GAP, (BOTTOM - TOP + GAP) / rows - GAP - 8)
    cell = min(room[0] / width, room[1] / depth, 18.0)
    for z in range(height):
        row, column = divmod(z, columns)
        left = LEFT + column * (room[0] + GAP)
        top = TOP + row * (depth * cell + 8 + GAP)
        name = {0: "Bottom", height - 1: "Top"}.get(z, f"layer {z + 1}")
        yield Text((left, top + 2), name, 3.6, MUTED, "start", role="layer")
        for x in range(width):
            for y in range(depth):
                corner = (left + x * cell, top + 6 + (depth - 1 - y) * cell)
                yield Polygon(rectangle(*corner, cell, cell), None, LINE, 0.3, "cell")
                if (code := planting.codes.get((x, y, z))) is not None:
                    yield Text(
                        (corner[0] + cell / 2, corner[1] + cell / 2), f"{code:02d}", 0.38 * cell, INK, role="code"
                    )
