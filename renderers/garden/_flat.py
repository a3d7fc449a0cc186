"""Gardens of one and two dimensions as a picture: tiles with a blue or red part for each face, North at the top."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import dist, gcd

from cpmodels.base.lattice import Cell
from cpmodels.puzzles.garden import Garden
from cpmodels.puzzles.garden.tiles import blue_faces
from renderers.garden._reaches import Reach, name_of, orientation_of, reaches
from renderers.garden._tilings import Tiling, between, shape, tiling
from renderers.palette import BLUE, INK, LINE, PAGE, QUIET, RED, SURFACE, mix
from renderers.picture import unit
from renderers.shapes import Box, Circle, Point, Polygon, Polyline, Shape, Text, rectangle

CELL = 76.0
TILE = 0.80
"""The side of a tile, in sides of a cell."""
ROUNDING = 0.12
"""The radius of its corners, where that is not another one, in sides of a cell."""
FINEST_GRID = 4.0
MOST_CELLS = 10_000
"""Boards of more cells that are not squares have no lines between cells."""
BARS = {"side": 0.26, "part": 0.2, "corner": 0.12, "disc": 0.07}
"""How thick bars are, in sides of a cell: through a side, or a short one or a part of one, past a corner, to a disc."""


@dataclass(frozen=True)
class Sheet:
    """A board on the page.

    cell: how many pixels a unit of its tiling is long.
    extent: the box about all its cells, in units.
    corner: where the upper left corner of that box lies on the page.
    """

    tiling: Tiling
    cell: float
    extent: Box
    corner: Point = (0.0, 0.0)

    def centre(self, at: Cell) -> Point:
        """The middle of a cell, on the board or beside it."""
        return self.place(self.tiling.middle(at))

    def place(self, point: Point) -> Point:
        """Where a point of the tiling lies on the page."""
        (x, y), (left, top, _, _), corner = point, self.extent, self.corner
        return (corner[0] + (x - left) * self.cell, corner[1] + (y - top) * self.cell)

    def about(self, at: Cell, points: Iterable[Point]) -> tuple[Point, ...]:
        """Where points lie that are told from the middle of a cell."""
        x, y = self.tiling.middle(at)
        return tuple(self.place((x + dx, y + dy)) for dx, dy in points)


@lru_cache(maxsize=16)
def sheet(garden: Garden) -> Sheet:
    """A flat garden on the page."""
    cells: Collection[Cell] = garden.cells
    if garden.box:
        cells = set(product(*((0, side - 1) for side in garden.box)))
    laid = tiling(garden.lattice)
    corners = [(x + dx, y + dy) for cell in cells for x, y in [laid.middle(cell)] for dx, dy in laid.outline(cell)]
    (left, top), (right, bottom) = (tuple(map(end, zip(*corners, strict=True))) for end in (min, max))
    return Sheet(laid, unit(max(right - left, bottom - top), CELL), (left, top, right, bottom))


def flat(garden: Garden, codes: Mapping[Cell, int]) -> list[Shape]:
    """The box or region with these tiles."""
    page = sheet(garden)
    shapes = list(ground(garden, page))
    shapes += (forbidden(at, page) for code, at in garden.forbidden if code is None)
    shapes += (bar(reach, page) for reach in reaches(garden, codes))
    for at, code in codes.items():
        shapes += tile(code, page.tiling, page.centre(at), page.cell)
    return shapes


def ground(garden: Garden, page: Sheet) -> Iterator[Shape]:
    """The empty box or region."""
    if garden.box and page.tiling.is_rectangular:
        yield from board(page)
    elif len(garden.cells) > MOST_CELLS:
        width, height = garden.box
        corners = ((0, 0), (width - 1, 0), (width - 1, height - 1), (0, height - 1))
        yield Polygon(tuple(map(page.centre, corners)), SURFACE, LINE, 0.03 * page.cell, "board")
    else:
        yield from region(garden.cells, page)


def region(cells: Collection[Cell], page: Sheet) -> Iterator[Shape]:
    """Any cells as a board, whose rim follows them."""
    sides = [(cell, other, page.about(cell, side)) for cell in cells for other, side in page.tiling.sides(cell)]
    for colour, wide in ((LINE, 0.22), (SURFACE, 0.16)):
        for _, other, side in sides:
            if other not in cells:
                yield Polyline(side, colour, wide * page.cell, "board")
    for cell in cells:
        yield Polygon(page.about(cell, page.tiling.outline(cell)), SURFACE, SURFACE, 0.02 * page.cell, "board")
    if page.cell >= FINEST_GRID:
        for cell, other, side in sides:
            if other is not None and other in cells and cell < other:
                yield Polyline(side, PAGE, 0.04 * page.cell, "grid")


def board(page: Sheet) -> Iterator[Shape]:
    """An empty box of squares."""
    (left, top, right, bottom), cell = page.extent, page.cell
    (x, y), width, height = page.corner, round(right - left), round(bottom - top)
    rim = rectangle(x - 0.08 * cell, y - 0.08 * cell, (width + 0.16) * cell, (height + 0.16) * cell, 0.2 * cell)
    yield Polygon(rim, SURFACE, LINE, 0.03 * cell, "board")
    if cell < FINEST_GRID:
        return
    for at in (x + column * cell for column in range(1, width)):
        yield Polyline(((at, y), (at, y + height * cell)), PAGE, 0.04 * cell, "grid")
    for at in (y + row * cell for row in range(1, height)):
        yield Polyline(((x, at), (x + width * cell, at)), PAGE, 0.04 * cell, "grid")


def forbidden(at: Cell, page: Sheet) -> Polygon:
    """A cell in which no tile may lie."""
    return Polygon(page.about(at, page.tiling.outline(at)), mix(QUIET, SURFACE, 0.4), role="forbidden")


def bar(reach: Reach, page: Sheet) -> Polyline:
    """The bar of a blue face: to its neighbour, over the rim, or half way to nothing."""
    start = page.centre(reach.cell)
    stop = page.centre(page.tiling.lattice.neighbour(reach.cell, reach.direction))
    wide = _thickness(page.tiling, reach) * page.cell
    short = min(1.0, 1.5 * page.cell / dist(start, stop))
    if reach.kind == "stub":
        return Polyline((start, between(start, stop, 0.5 * short)), mix(BLUE, SURFACE, 0.55), 0.77 * wide, "stub")
    if reach.kind == "rim":
        return Polyline((start, between(start, stop, 0.62 * short)), BLUE, wide, "rim")
    is_over_others = gcd(*page.tiling.lattice.offsets[reach.direction]) > 1
    return Polyline(_bow(start, stop) if is_over_others else (start, stop), BLUE, wide, "connection")


def _thickness(tiling: Tiling, reach: Reach) -> float:
    if not tiling.corners:
        return BARS["disc"]
    if not tiling.meets_at_corners:
        return BARS["side"] if len(tiling.lattice.offsets) < 6 else BARS["part"]
    return BARS["part"] if tiling.is_side(reach.cell, reach.direction) else BARS["corner"]


def tile(code: int, tiling: Tiling, middle: Point, cell: float, rounding: float = ROUNDING) -> Iterator[Shape]:
    """A tile with a coloured part for each face, and its code; corners are rounded by a share of the cell."""
    yield from faces(code, tiling, middle, cell, rounding)
    yield Circle(middle, 0.185 * cell, SURFACE, role="hub")
    name = name_of(code, tiling.lattice)
    yield Text(middle, name, (0.2 if len(name) < 3 else 0.17) * cell, INK, role="code")


def faces(code: int, tiling: Tiling, middle: Point, cell: float, rounding: float) -> Iterator[Shape]:
    """The parts of a tile, each from its rim to its middle."""
    blue = blue_faces(code, tiling.lattice)
    rim, parts = shape(tiling, orientation_of(code, tiling.lattice), TILE, rounding)

    def at(points: Iterable[Point]) -> tuple[Point, ...]:
        return tuple((middle[0] + cell * x, middle[1] + cell * y) for x, y in points)

    yield Polygon(at(rim), QUIET, role="tile")
    for direction, part in enumerate(parts):
        is_blue = direction in blue
        yield Polygon((*at(part), middle), BLUE if is_blue else RED, role="blue" if is_blue else "red")
    for point in dict.fromkeys(point for part in parts for point in (part[0], part[-1])):
        yield Polyline((*at([point]), middle), SURFACE, 0.03 * cell, "seam")


def _bow(start: Point, stop: Point) -> tuple[Point, ...]:
    """A parabola beside the straight line, so that it passes what lies on that."""
    aside = (0.3 * (stop[1] - start[1]), 0.3 * (start[0] - stop[0]))
    shares = [step / 16 for step in range(17)]
    bends = [4 * share * (1 - share) for share in shares]
    line = (between(start, stop, share) for share in shares)
    return tuple((x + bend * aside[0], y + bend * aside[1]) for (x, y), bend in zip(line, bends, strict=True))
