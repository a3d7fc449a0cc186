"""Gardens of cubes and of tesseracts as plans: each layer as seen from the Top, North at the top of each.

The layers of cubes follow each other from the Bottom to the Top.  Those of tesseracts are a grid: the Top is to the
right, Ana above; so an arrow in a tile, which stands for a face that looks out of its layer, points to the layer in
which it touches.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import ceil, sqrt

from cpmodels.base.lattice import Cell, Lattice, hypercubic
from cpmodels.puzzles.garden import Garden
from cpmodels.puzzles.garden.tiles import bits
from renderers.garden import _flat
from renderers.garden._reaches import Section, name_of, reaches, whole
from renderers.garden._text import named
from renderers.garden._tilings import tiling
from renderers.palette import BLUE, INK, MUTED, QUIET, RED, SURFACE
from renderers.picture import unit
from renderers.shapes import Circle, Point, Polygon, Shape, Text, below, rectangle

SQUARES = tiling(hypercubic(2))
"""What layers are made of."""
HUBS = {3: (0.40, 0.60, 0.1, 0.2, 0.22), 4: (0.56, 0.56, 0.12, 0.205, 0.14)}
"""By dimension, in sides of a cell: the width, height and rounding of the field with the code of a tile, how far arrows
lie from its middle, and the size of the code.
"""
APART = 0.6
"""Between two plans, in sides of a cell."""
NAME = 0.5
"""The room for the name of a plan of cubes."""
ARROWS: dict[int, tuple[tuple[str, tuple[int, int]], ...]] = {
    3: (("Top", (0, -1)), ("Bottom", (0, 1))),
    4: (("Top", (1, 0)), ("Bottom", (-1, 0)), ("Ana", (0, -1)), ("Kata", (0, 1))),
}
"""By dimension: where the arrows of a tile lie, and point."""

Plane = tuple[int, ...]
"""The coordinates that all cells of a layer share: z, or z and u."""


def plans(garden: Garden, codes: Mapping[Cell, int], part: Section) -> list[Shape]:
    """A plan of each layer of a part of a garden, with its name, and what the arrows in tiles mean."""
    sheets = layers(garden, part)
    shapes: list[Shape] = list((_row_names if garden.dimension == 3 else _grid_names)(sheets, garden, part))
    for plane, page in sheets.items():
        shapes += _plan(garden, codes, plane, page)
    return [*shapes, *below(shapes, list(_legend(garden.lattice)))]


@lru_cache(maxsize=16)
def layers(garden: Garden, part: Section) -> dict[Plane, _flat.Sheet]:
    """The sheet on which each layer is drawn."""
    (x, y, *_), (width, depth, *_) = part
    extent = (x - 0.5, 0.5 - y - depth, x + width - 0.5, 0.5 - y)
    along = [list(named(garden, part, axis)) for axis in range(2, garden.dimension)]
    if garden.dimension == 3:
        columns = ceil(sqrt(len(along[0]) * depth / width))
        cell = unit(columns * width, _flat.CELL)
        places: dict[Plane, tuple[int, int]] = {(z,): divmod(place, columns) for place, z in enumerate(along[0])}
        pitch = ((width + APART) * cell, (depth + APART + NAME) * cell)
    else:
        cell = unit(max(len(along[0]) * (width + APART), len(along[1]) * (depth + APART)), _flat.CELL)
        places = {
            (z, u): (row, column) for row, u in enumerate(reversed(along[1])) for column, z in enumerate(along[0])
        }
        pitch = ((width + APART) * cell, (depth + APART) * cell)
    return {
        plane: _flat.Sheet(SQUARES, cell, extent, (column * pitch[0], row * pitch[1]))
        for plane, (row, column) in places.items()
    }


def place(garden: Garden, cell: Cell) -> tuple[Point, float]:
    """Where the middle of a cell lies in the plans of a whole garden, and its size."""
    page = layers(garden, whole(garden))[cell[2:]]
    return page.centre(cell[:2]), page.cell


def _row_names(sheets: Mapping[Plane, _flat.Sheet], garden: Garden, part: Section) -> Iterator[Text]:
    """The name of each layer above it."""
    for (z,), name in zip(sheets, named(garden, part, 2).values(), strict=True):
        (left, top), cell = sheets[z,].corner, sheets[z,].cell
        yield Text((left, top - 0.34 * cell), name, 0.32 * cell, INK, "start", bold=True, role="layer")


def _grid_names(sheets: Mapping[Plane, _flat.Sheet], garden: Garden, part: Section) -> Iterator[Text]:
    """The names of columns of layers below them, and of rows of layers to their left."""
    width, depth, *_ = part.sides
    lowest, leftmost = min(u for _, u in sheets), min(z for z, _ in sheets)
    for (z, u), page in sheets.items():
        (left, top), cell = page.corner, page.cell
        if u == lowest:
            middle = (left + width / 2 * cell, top + (depth + 0.5) * cell)
            yield Text(middle, named(garden, part, 2)[z], 0.36 * cell, INK, bold=True, role="layer")
        if z == leftmost:
            middle = (left - 0.35 * cell, top + depth / 2 * cell)
            yield Text(middle, named(garden, part, 3)[u], 0.36 * cell, INK, "end", bold=True, role="layer")


def _plan(garden: Garden, codes: Mapping[Cell, int], plane: Plane, page: _flat.Sheet) -> Iterator[Shape]:
    if garden.box:
        yield from _flat.board(page)
    else:
        yield from _flat.region({cell[:2] for cell in garden.cells if cell[2:] == plane}, page)
    for code, at in garden.forbidden:
        if code is None and at[2:] == plane:
            yield _flat.forbidden(at[:2], page)
    for reach in reaches(garden, codes):
        if reach.cell[2:] == plane and garden.lattice.axis(reach.direction) < 2:
            yield _flat.bar(reach._replace(cell=reach.cell[:2]), page)
    for at, code in codes.items():
        if at[2:] == plane:
            yield from tile(code, garden.lattice, page.centre(at[:2]), page.cell)


def tile(code: int, lattice: Lattice, middle: Point, cell: float, rounding: float = _flat.ROUNDING) -> Iterator[Shape]:
    """A tile with its sides as those of a square, and arrows for the faces that look out of its layer."""
    yield from _flat.faces(code, SQUARES, middle, cell, rounding)
    wide, high, radius, far, size = (share * cell for share in HUBS[lattice.dimension])
    x, y = middle
    yield Polygon(rectangle(x - wide / 2, y - high / 2, wide, high, radius), SURFACE, role="hub")
    for name, (across, down) in ARROWS[lattice.dimension]:
        tip = (x + far * across, y + far * down)
        colour = BLUE if code & bits(lattice)[lattice.index(name)] else RED
        yield _arrow(tip, (across, down), cell, colour)
    yield Text(middle, name_of(code, lattice), size, INK, bold=True, role="code")


def _arrow(middle: Point, way: tuple[int, int], cell: float, colour: str) -> Polygon:
    (x, y), (across, down) = middle, way
    half, length = 0.12 * cell, 0.06 * cell
    tip = (x + length * across, y + length * down)
    one = (x - length * across - half * down, y - length * down - half * across)
    other = (x - length * across + half * down, y - length * down + half * across)
    role = {BLUE: "blue", RED: "red"}.get(colour, "legend")
    return Polygon((one, other, tip), colour, role=role)


def _legend(lattice: Lattice) -> Iterator[Shape]:
    words = ("the face to the Top", "to the Bottom", "to Ana", "to Kata")
    x, size = 0.0, 44.0 * 1.6
    for (_, way), told in zip(ARROWS[lattice.dimension], words, strict=False):
        yield _arrow((x, 0.0), way, size, QUIET)
        yield Text((x + 16, 0.0), told, 14, MUTED, "start", role="legend")
        x += 52 + 7.3 * len(told)
    for colour, told in ((BLUE, "blue"), (RED, "red")):
        yield Circle((x, 0.0), 7, colour, role="legend")
        yield Text((x + 14, 0.0), told, 14, MUTED, "start", role="legend")
        x += 80
