"""Gardens of cubes as plans: each layer as seen from the Top, from the Bottom layer on, North at the top of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, sqrt

from cpmodels.lattice import Cell
from cpmodels.puzzles.garden import Garden
from cpmodels.puzzles.garden_tiles import BITS
from renderers.garden import _squares
from renderers.garden._reaches import reaches
from renderers.palette import BLUE, INK, MUTED, QUIET, RED, SURFACE
from renderers.picture import unit
from renderers.shapes import Circle, Point, Polygon, Shape, Text, below, moved, rectangle

HUB = (0.40, 0.60)
"""The width and height of the field with the code, in sides of a cell."""
APART = 0.6
"""Between two plans, in sides of a cell."""


def plans(garden: Garden, codes: Mapping[Cell, int], names: Sequence[str]) -> list[Shape]:
    """A plan of each layer under its name, and what the triangles in them mean."""
    width, depth, height = garden.box
    columns = ceil(sqrt(height * depth / width))
    cell = unit(columns * width, _squares.CELL)
    shapes: list[Shape] = []
    for z, name in enumerate(names):
        row, column = divmod(z, columns)
        left, top = column * (width + APART) * cell, row * (depth + APART + 0.5) * cell
        shapes.append(Text((left, top - 0.34 * cell), name, 0.32 * cell, INK, "start", bold=True, role="layer"))
        shapes += (moved(shape, left, top) for shape in _plan(garden, codes, z, cell))
    return [*shapes, *below(shapes, list(_legend()))]


def _plan(garden: Garden, codes: Mapping[Cell, int], z: int, cell: float) -> Iterator[Shape]:
    width, depth, _ = garden.box
    yield from _squares.board(width, depth, cell)
    for reach in reaches(garden, codes):
        if reach.cell[2] == z and garden.lattice.axis(reach.direction) < 2:
            yield _squares.bar(garden, reach, depth, cell)
    for at, code in codes.items():
        if at[2] == z:
            middle = _squares.centre(at, depth, cell)
            yield from _squares.faces(code, middle, cell, 2)
            yield from _hub(code, middle, cell)


def _hub(code: int, middle: Point, cell: float) -> Iterator[Shape]:
    """The code between the Top, a triangle that points up, and the Bottom, one that points down."""
    wide, high = (side * cell for side in HUB)
    yield Polygon(rectangle(middle[0] - wide / 2, middle[1] - high / 2, wide, high, 0.1 * cell), SURFACE, role="hub")
    for name, sign in (("Top", -1), ("Bottom", 1)):
        yield _triangle((middle[0], middle[1] + sign * 0.2 * cell), sign, cell, BLUE if code & BITS[name] else RED)
    yield Text(middle, f"{code:02d}", 0.22 * cell, INK, bold=True, role="code")


def _triangle(middle: Point, sign: int, cell: float, colour: str) -> Polygon:
    (x, y), half = middle, 0.12 * cell
    tip, base = y + sign * 0.06 * cell, y - sign * 0.06 * cell
    role = {BLUE: "blue", RED: "red"}.get(colour, "legend")
    return Polygon(((x - half, base), (x + half, base), (x, tip)), colour, role=role)


def _legend() -> Iterator[Shape]:
    size = 44.0
    for x, sign, words in ((0.0, -1, "the face to the Top"), (190.0, 1, "to the Bottom")):
        yield _triangle((x, 0.0), sign, size * 1.6, QUIET)
        yield Text((x + 16, 0.0), words, 14, MUTED, "start", role="legend")
    for x, colour, words in ((340.0, BLUE, "blue"), (420.0, RED, "red")):
        yield Circle((x, 0.0), 7, colour, role="legend")
        yield Text((x + 14, 0.0), words, 14, MUTED, "start", role="legend")
