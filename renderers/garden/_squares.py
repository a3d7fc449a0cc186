"""Gardens of squares, and of the tiles on a line, as a picture: blue and red faces, North at the top."""

from __future__ import annotations

from collections.abc import Iterator

from cpmodels.lattice import Cell
from cpmodels.puzzles.garden import Garden
from cpmodels.puzzles.garden_tiles import TilePlacement, blue_faces
from renderers.garden._reaches import reaches, tiles, to_place
from renderers.palette import BLUE, INK, LINE, PAGE, QUIET, RED, SURFACE, mix
from renderers.picture import Picture, framed, unit
from renderers.shapes import Circle, Point, Polygon, Polyline, Shape, Text, bounds, rectangle

CELL = 76.0
TILE = 0.80
"""The side of a tile, in sides of a cell."""
FINEST_GRID = 4.0
TRAY = 8
"""Tiles to a row of the tray."""


def draw_squares(garden: Garden, placement: TilePlacement | None) -> Picture:
    """The box with its tiles; without a placement, the fixed tiles and a tray of the others."""
    width, height = garden.box[0], garden.box[1] if garden.dimension == 2 else 1
    cell = cell_size(garden)
    codes = tiles(garden, placement)
    board = rectangle(-0.08 * cell, -0.08 * cell, (width + 0.16) * cell, (height + 0.16) * cell, 0.2 * cell)
    shapes: list[Shape] = [Polygon(board, SURFACE, LINE, 0.03 * cell, "board"), *_grid(width, height, cell)]
    for forbidden, at in garden.forbidden:
        if forbidden is None:
            x, y = centre(at, height, cell)
            shapes.append(
                Polygon(rectangle(x - cell / 2, y - cell / 2, cell, cell), mix(QUIET, SURFACE, 0.4), role="forbidden")
            )
    for at, direction, kind in reaches(garden, codes):
        start = centre(at, height, cell)
        stop = centre(garden.lattice.neighbour(at, direction), height, cell)
        if kind == "stub":
            shapes.append(Polyline((start, _between(start, stop, 0.5)), mix(BLUE, SURFACE, 0.55), 0.2 * cell, "stub"))
        elif kind == "rim":
            shapes.append(Polyline((start, _between(start, stop, 0.62)), BLUE, 0.26 * cell, "rim"))
        else:
            shapes.append(Polyline((start, stop), BLUE, 0.26 * cell, "connection"))
    for at, code in codes.items():
        shapes += tile(code, centre(at, height, cell), cell, garden.dimension)
    if placement is None:
        shapes += _tray(garden, set(codes.values()), bounds(shapes))
    return framed(shapes, title=garden.name, caption=None if placement else to_place(garden))


def cell_size(garden: Garden) -> float:
    """The side of a cell."""
    return unit(max(garden.box), CELL)


def centre(at: Cell, height: int, cell: float) -> Point:
    """The middle of a cell, ``(x, y)`` or ``(x,)``, in a box of this height."""
    y = at[1] if len(at) > 1 else 0
    return ((at[0] + 0.5) * cell, (height - y - 0.5) * cell)


def tile(code: int, middle: Point, cell: float, dimension: int, rounding: float = 0.12) -> Iterator[Shape]:
    """A tile with a coloured triangle a face, and its code; corners are rounded by a share of the cell."""
    side, blue = TILE * cell, blue_faces(code, dimension)
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
    yield Circle(middle, 0.185 * cell, SURFACE, role="hub")
    yield Text(middle, f"{code:02d}", 0.2 * cell, INK, role="code")


def _grid(width: int, height: int, cell: float) -> Iterator[Polyline]:
    if cell < FINEST_GRID:
        return
    for x in range(1, width):
        yield Polyline(((x * cell, 0), (x * cell, height * cell)), PAGE, 0.04 * cell, "grid")
    for y in range(1, height):
        yield Polyline(((0, y * cell), (width * cell, y * cell)), PAGE, 0.04 * cell, "grid")


def _tray(garden: Garden, placed: set[int], box: tuple[float, float, float, float]) -> Iterator[Shape]:
    """The tiles that are not yet placed, below the box."""
    left, _, right, bottom = box
    loose = [code for code in garden.tile_set if code not in placed]
    cell = 0.75 * CELL
    columns = min(TRAY, len(loose))
    for index, code in enumerate(loose):
        row, col = divmod(index, TRAY)
        middle = ((left + right) / 2 + (col - (columns - 1) / 2) * cell, bottom + (row + 0.9) * cell)
        yield from tile(code, middle, cell, garden.dimension)


def _between(start: Point, stop: Point, share: float) -> Point:
    return (start[0] + (stop[0] - start[0]) * share, start[1] + (stop[1] - start[1]) * share)
