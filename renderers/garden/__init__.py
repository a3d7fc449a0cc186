"""Gardens: squares and cubes with blue faces, as pictures, nets of paper, a page to turn, and solids to print."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cpmodels.base.errors import PuzzleError, UnsupportedError
from cpmodels.base.lattice import CUBIC, Cell, hypercubic
from cpmodels.base.marks import Partial
from cpmodels.base.values import by, check_type, off_by_one
from cpmodels.puzzles.garden import Garden
from cpmodels.puzzles.garden.tiles import LATTICES, TilePlacement, all_codes
from renderers._layout import BOTTOM, LEFT, RIGHT, TOP, Kit
from renderers.functions import (
    SearchStep,
    by_numbers,
    check_drawable,
    check_fit,
    check_mesh,
    check_page,
    draw,
    draw_partial,
    kits,
    mesh,
    middle_of,
    page,
    plates,
    steps_of,
    text,
    text_of_partial,
)
from renderers.garden import _nets
from renderers.garden._candidates import filled
from renderers.garden._chart import MANY, chart, tile
from renderers.garden._cubes import cubes
from renderers.garden._flat import MOST_CELLS, flat, sheet
from renderers.garden._meshes import check_garden_mesh, garden_mesh, garden_plates
from renderers.garden._page import garden_page
from renderers.garden._plans import place, plans
from renderers.garden._projection import Projection, View
from renderers.garden._reaches import Section, part_with_tiles, tiles, to_place, whole
from renderers.garden._text import garden_text, named
from renderers.palette import INK, LINE, MUTED
from renderers.picture import Picture, framed
from renderers.shapes import Point, Polygon, Shape, Text, below, bounds, moved, rectangle

__all__: list[str] = []

SIDE, SMALL_SIDE = 40.0, 24.0
"""How wide a tile on paper is, in millimetres: one of few, and one of more than `MANY`."""
GAP = 10.0
"""Between the layers of a garden on paper."""

page.register(Garden)(garden_page)
mesh.register(Garden)(garden_mesh)
check_mesh.register(Garden)(check_garden_mesh)
plates.register(Garden)(garden_plates)


@check_fit.register(Garden)
def _check_fit(garden: Garden, solution: TilePlacement | Partial) -> None:
    solution = _placement_of(solution)
    check_type(solution, TilePlacement)
    for cell, code in solution.tiles:
        if cell not in garden.cells:
            place = f"the box of {by(garden.box)}" if garden.box else garden.place.replace("a ", "the ", 1)
            raise PuzzleError(f"tile {code} lies at {cell}, outside {place}{off_by_one([cell], garden.box)}")
        if code not in all_codes(garden.lattice):
            of = f"in {garden.dimension} dimensions" if garden.lattice in LATTICES.values() else "of this lattice"
            raise PuzzleError(f"{code}, at {cell}, is not the code of a tile {of}")
        if not garden.suits(code, cell):
            raise PuzzleError(f"tile {code} lies at {cell}, a cell of another orientation")


@draw.register(Garden)
def _draw(
    garden: Garden,
    solution: TilePlacement | None = None,
    *,
    view: View = "oblique",
    turn: float | None = None,
    codes: bool = False,
    spin: float = 0.0,
) -> Picture:
    if isinstance(solution, Partial):
        return _draw_partial(garden, _tiles_of(solution), view=view, turn=turn, codes=codes, spin=spin)
    projection = Projection(view, turn, codes, spin)
    if solution is not None:
        check_fit(garden, solution)
    check_drawable(garden)
    placed = tiles(garden, solution)
    part = part_with_tiles(garden, placed)
    is_open = garden.dimension < 3 or (garden.lattice != CUBIC and len(garden.cells) <= MOST_CELLS)
    shapes = _scene(garden, placed, projection, part) if placed or solution or is_open else []
    if solution is None:
        loose = [code for code in garden.tile_set if code not in placed.values()]
        shapes += below(shapes, list(chart(loose, garden.lattice)))
    return framed(shapes, title=garden.name, caption=to_place(garden) if solution is None else part.told(garden))


@check_page.register(Garden)
@check_drawable.register(Garden)
def _check_drawable(garden: Garden) -> None:
    """Raise UnsupportedError for a garden in space that is not made of cubes or tesseracts."""
    if garden.dimension > 2 and garden.lattice not in (CUBIC, hypercubic(4)):
        what = f"gardens in {garden.dimension} dimensions" if garden.dimension > 4 else "gardens on such a lattice"
        raise UnsupportedError(f"{what} cannot be drawn: `cpmodels.text` says where each tile lies")


def _scene(garden: Garden, placed: Mapping[Cell, int], projection: Projection, part: Section) -> list[Shape]:
    """A part of the box or region with these tiles."""
    if garden.dimension < 3:
        return flat(garden, placed)
    if garden.lattice != CUBIC or projection.view == "layers":
        return plans(garden, placed, part)
    return cubes(garden, placed, projection, part)


@text.register(Garden)
def _text_of(garden: Garden, solution: TilePlacement | None = None) -> str:
    if isinstance(solution, Partial):
        return _text_of_partial(garden, _tiles_of(solution))
    if solution is not None:
        check_fit(garden, solution)
    return garden_text(garden, solution)


@steps_of.register(Garden)
def _steps_of(garden: Garden, solution: TilePlacement | Partial) -> Iterator[SearchStep]:
    check_fit(garden, solution)
    return filled(garden, _placement_of(solution))


def _tiles_of(partial: Partial) -> dict[Cell, Any]:
    """The tiles that are known, by cell."""
    return {mark.cells[0]: mark.value for mark in partial.known}


def _placement_of(solution: TilePlacement | Partial) -> TilePlacement:
    """A solution, or the tiles that are known of one."""
    return TilePlacement(tuple(_tiles_of(solution).items())) if isinstance(solution, Partial) else solution


@draw_partial.register(Garden)
def _draw_partial(garden: Garden, laid: Mapping[Cell, int], **options: Any) -> Picture:
    check_fit(garden, TilePlacement(tuple(laid.items())))
    check_drawable(garden)
    return framed(_scene(garden, laid, Projection(**options), whole(garden)), title=garden.name)


@text_of_partial.register(Garden)
def _text_of_partial(garden: Garden, laid: Mapping[Cell, int]) -> str:
    return text(garden, TilePlacement(tuple(laid.items())))


@middle_of.register(Garden)
def _middle_of(garden: Garden, cell: Cell) -> tuple[Point, float] | None:
    if garden.dimension < 3:
        page = sheet(garden)
        return page.centre(cell), page.cell
    return place(garden, cell) if garden.lattice == hypercubic(4) else None


@kits.register(Garden)
def _kits(garden: Garden) -> Iterator[Kit]:
    """The tiles, cubes as nets."""
    check_drawable(garden)
    if garden.lattice == CUBIC:
        cubes = tuple(tuple(_nets.net(code)) for code in garden.tile_set)
        yield Kit(f"{len(cubes)} cubes of {_nets.SIDE:.0f} mm", _nets.WIDTH, _nets.HEIGHT, cubes, gap=2.0)
        return
    side = SIDE if len(garden.tile_set) <= MANY else SMALL_SIDE
    drawn = [list(tile(code, garden.lattice, 1.0, 0.0)) for code in garden.tile_set]
    left, _, right, _ = bounds([_rim(shapes) for shapes in drawn])
    scale = side / (right - left)
    tiles = []
    for shapes in drawn:
        left, top, right, bottom = bounds([_rim(shapes)])
        tiles.append(tuple(moved(shape, -scale * left, -scale * top, scale) for shape in shapes))
    gap = 0.0 if len(_rim(drawn[0]).extent()) == 4 else 2.0
    yield Kit(f"{len(tiles)} tiles of {side:.0f} mm", side, scale * (bottom - top), tuple(tiles), gap)


def _rim(shapes: Sequence[Shape]) -> Shape:
    """The outline of a tile."""
    return next(shape for shape in shapes if shape.role == "tile")


@by_numbers.register(Garden)
def _by_numbers(garden: Garden, solution: TilePlacement | Partial) -> Iterator[Shape]:
    """The layers of a garden of cubes from the Bottom to the Top, each a grid of codes with the North above."""
    if garden.lattice != CUBIC:
        return
    codes = _placement_of(solution).codes
    part = part_with_tiles(garden, codes)
    width, depth, height = part.sides
    columns = 1 if height == 1 else 2 if height < 7 else 3
    rows = -(-height // columns)
    room = ((RIGHT - LEFT + GAP) / columns - GAP, (BOTTOM - TOP + GAP) / rows - GAP - 8)
    cell = min(room[0] / width, room[1] / depth, 18.0)
    for number, (z, name) in enumerate(named(garden, part, 2).items()):
        row, column = divmod(number, columns)
        left = LEFT + column * (room[0] + GAP)
        top = TOP + row * (depth * cell + 8 + GAP)
        yield Text((left, top + 2), name, 3.6, MUTED, "start", role="layer")
        for x in range(width):
            for y in range(depth):
                corner = (left + x * cell, top + 6 + (depth - 1 - y) * cell)
                yield Polygon(rectangle(*corner, cell, cell), None, LINE, 0.3, "cell")
                if (code := codes.get((part.first[0] + x, part.first[1] + y, z))) is not None:
                    yield Text(
                        (corner[0] + cell / 2, corner[1] + cell / 2), f"{code:02d}", 0.38 * cell, INK, role="code"
                    )
