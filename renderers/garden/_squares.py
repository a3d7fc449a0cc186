"""Gardens of squares, and of the tiles on a line, as a picture: blue and red faces, North at the top."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cpmodels.lattice import Cell
from cpmodels.puzzles.garden import Garden
from cpmodels.puzzles.garden_tiles import LATTICES, blue_faces
from renderers.garden._reaches import Reach, reaches
from renderers.palette import BLUE, INK, LINE, PAGE, QUIET, RED, SURFACE, mix
from renderers.picture import unit
from renderers.shapes import Circle, Point, Polygon, Polyline, Shape, Text, rectangle

CELL = 76.0
TILE = 0.80
"""The side of a tile, in sides of a cell."""
FINEST_GRID = 4.0


def squares(garden: Garden, codes: Mapping[Cell, int]) -> list[Shape]:
    """The box with these tiles."""
    width, height = garden.box[0], garden.box[1] if garden.dimension == 2 else 1
    cell = cell_size(garden)
    shapes = list(board(width, height, cell))
    for forbidden, at in garden.forbidden:
        if forbidden is None:
            x, y = centre(at, height, cell)
            shapes.append(
                Polygon(rectangle(x - cell / 2, y - cell / 2, cell, cell), mix(QUIET, SURFACE, 0.4), role="forbidden")
            )
    shapes += (bar(garden, reach, height, cell) for reach in reaches(garden, codes))
    for at, code in codes.items():
        shapes += tile(code, centre(at, height, cell), cell, garden.dimension)
    return shapes


def cell_size(garden: Garden) -> float:
    """The side of a cell."""
    return unit(max(garden.box), CELL)


def centre(at: Cell, height: int, cell: float) -> Point:
    """The middle of a cell, ``(x, y)`` or ``(x,)``, in a box of this height."""
    y = at[1] if len(at) > 1 else 0
    return ((at[0] + 0.5) * cell, (height - y - 0.5) * cell)


def board(width: int, height: int, cell: float) -> Iterator[Shape]:
    """The empty box."""
    rim = rectangle(-0.08 * cell, -0.08 * cell, (width + 0.16) * cell, (height + 0.16) * cell, 0.2 * cell)
    yield Polygon(rim, SURFACE, LINE, 0.03 * cell, "board")
    yield from _grid(width, height, cell)


def bar(garden: Garden, reach: Reach, height: int, cell: float) -> Polyline:
    """The bar of a blue face that looks to the side: to its neighbour, over the rim, or half way to nothing."""
    start = centre(reach.cell, height, cell)
    stop = centre(garden.lattice.neighbour(reach.cell, reach.direction), height, cell)
    if reach.kind == "stub":
        return Polyline((start, _between(start, stop, 0.5)), mix(BLUE, SURFACE, 0.55), 0.2 * cell, "stub")
    end = _between(start, stop, 0.62) if reach.kind == "rim" else stop
    return Polyline((start, end), BLUE, 0.26 * cell, "rim" if reach.kind == "rim" else "connection")


def tile(code: int, middle: Point, cell: float, dimension: int, rounding: float = 0.12) -> Iterator[Shape]:
    """A tile with a coloured triangle a face, and its code; corners are rounded by a share of the cell."""
    yield from faces(code, middle, cell, dimension, rounding)
    yield Circle(middle, 0.185 * cell, SURFACE, role="hub")
    yield Text(middle, f"{code:02d}", 0.2 * cell, INK, role="code")


def faces(code: int, middle: Point, cell: float, dimension: int, rounding: float = 0.12) -> Iterator[Shape]:
    """The triangles of a tile."""
    side, blue = TILE * cell, blue_faces(code, LATTICES[dimension])
    left, top = middle[0] - side / 2, middle[1] - side / 2
    rim = rectangle(left, top, side, side, rounding * cell)
    yield Polygon(rim, QUIET, role="tile")
    corner = len(rim) // 4
    start = corner // 2
    turned = (*rim[start:], *rim[: start + 1])
    triangles = [(*turned[k * corner : (k + 1) * corner + 1], middle) for k in range(4)]
    for direction, triangle in enumerate(triangles if dimension == 2 else triangles[1::2]):
        colour = BLUE if direction in blue else RED
        yield Polygon(triangle, colour, role="blue" if direction in blue else "red")
    for triangle in triangles:
        yield Polyline((triangle[0], middle), SURFACE, 0.03 * cell, "seam")


def _grid(width: int, height: int, cell: float) -> Iterator[Polyline]:
    if cell < FINEST_GRID:
        return
    for x in range(1, width):
        yield Polyline(((x * cell, 0), (x * cell, height * cell)), PAGE, 0.04 * cell, "grid")
    for y in range(1, height):
        yield Polyline(((0, y * cell), (width * cell, y * cell)), PAGE, 0.04 * cell, "grid")


def _between(start: Point, stop: Point, share: float) -> Point:
    return (start[0] + (stop[0] - start[0]) * share, start[1] + (stop[1] - start[1]) * share)
