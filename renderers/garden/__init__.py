"""Gardens: squares and cubes with blue faces, as pictures, nets of paper, a page to turn, and solids to print."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cpmodels.errors import PuzzleError
from cpmodels.lattice import Cell, minus, plus
from cpmodels.puzzles.garden import Garden
from cpmodels.puzzles.garden_tiles import TilePlacement, bits
from cpmodels.values import by, check_type, off_by_one
from renderers._layout import BOTTOM, LEFT, RIGHT, TOP, Kit
from renderers._perspective import View
from renderers.functions import (
    Step,
    by_numbers,
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
from renderers.garden import _nets, _squares
from renderers.garden._candidates import filled
from renderers.garden._chart import chart
from renderers.garden._cubes import cubes
from renderers.garden._meshes import check_garden_mesh, garden_mesh, garden_plates
from renderers.garden._page import garden_page
from renderers.garden._plans import plans
from renderers.garden._projection import Projection
from renderers.garden._reaches import Part, part_with_tiles, tiles, to_place
from renderers.garden._text import ENDS, garden_text, layer_names
from renderers.palette import INK, LINE, MUTED
from renderers.picture import Picture, framed
from renderers.shapes import Point, Polygon, Shape, Text, below, rectangle

SIDE = 40.0
"""The side of a square on paper, in millimetres."""
GAP = 10.0
"""Between the layers of a garden on paper."""

page.register(Garden)(garden_page)
mesh.register(Garden)(garden_mesh)
check_mesh.register(Garden)(check_garden_mesh)
plates.register(Garden)(garden_plates)


@check_page.register(Garden)
def _check_page(_garden: Garden) -> None:
    """Any garden has a page."""


@check_fit.register(Garden)
def _check_fit(garden: Garden, solution: TilePlacement) -> None:
    check_type(solution, TilePlacement)
    faces = sum(bits(garden.lattice))
    for cell, code in solution.tiles:
        is_inside = len(cell) == len(garden.box) and all(0 <= c < s for c, s in zip(cell, garden.box, strict=True))
        if not is_inside:
            raise PuzzleError(
                f"tile {code} lies at {cell}, outside the box of {by(garden.box)}{off_by_one([cell], garden.box)}"
            )
        if code < 0 or code & ~faces:
            raise PuzzleError(f"{code}, at {cell}, is not the code of a tile in {garden.dimension} dimensions")


@draw.register(Garden)
def _draw(
    garden: Garden,
    solution: TilePlacement | None = None,
    *,
    view: View = "isometric",
    turn: float | None = None,
    codes: bool = False,
) -> Picture:
    projection = Projection(view, turn, codes)
    if solution is not None:
        check_fit(garden, solution)
    placed = tiles(garden, solution)
    part = part_with_tiles(garden, placed)
    shapes = _scene(garden, placed, projection, part) if placed or solution or garden.dimension < 3 else []
    if solution is None:
        loose = [code for code in garden.tile_set if code not in placed.values()]
        shapes += below(shapes, list(chart(loose, garden.dimension)))
    return framed(shapes, title=garden.name, caption=to_place(garden) if solution is None else part.told(garden))


def _scene(garden: Garden, placed: Mapping[Cell, int], projection: Projection, part: Part) -> list[Shape]:
    """A part of the box with these tiles."""
    if garden.dimension < 3:
        return _squares.squares(garden, placed)
    codes = {minus(cell, part.first): code for cell, code in placed.items()}
    if projection.view != "layers":
        return cubes(part.garden, codes, projection)
    return plans(part.garden, codes, _names(garden, part))


def _names(garden: Garden, part: Part) -> list[str]:
    """What the layers of a part of the box are called."""
    return layer_names(garden.box[2], *ENDS[2])[part.first[2] :][: part.garden.box[2]]


@text.register(Garden)
def _text_of(garden: Garden, solution: TilePlacement | None = None) -> str:
    if solution is not None:
        check_fit(garden, solution)
    return garden_text(garden, solution)


@steps_of.register(Garden)
def _steps_of(garden: Garden, solution: TilePlacement) -> Iterator[Step]:
    check_fit(garden, solution)
    return filled(garden, solution)


@draw_partial.register(Garden)
def _draw_partial(
    garden: Garden,
    laid: Mapping[Cell, int],
    *,
    view: View = "isometric",
    turn: float | None = None,
    codes: bool = False,
) -> Picture:
    check_fit(garden, TilePlacement(tuple(laid.items())))
    shapes = _scene(garden, laid, Projection(view, turn, codes), Part(garden, (0,) * garden.dimension))
    return framed(shapes, title=garden.name)


@text_of_partial.register(Garden)
def _text_of_partial(garden: Garden, laid: Mapping[Cell, int]) -> str:
    return text(garden, TilePlacement(tuple(laid.items())))


@middle_of.register(Garden)
def _middle_of(garden: Garden, cell: Cell) -> tuple[Point, float] | None:
    if garden.dimension == 3:
        return None
    side = _squares.cell_size(garden)
    return _squares.centre(cell, garden.box[1] if garden.dimension == 2 else 1, side), side


@kits.register(Garden)
def _kits(garden: Garden) -> Iterator[Kit]:
    """The tiles, cubes as nets."""
    if garden.dimension == 3:
        cubes = tuple(tuple(_nets.net(code)) for code in garden.tile_set)
        yield Kit(f"{len(cubes)} cubes of {_nets.SIDE:.0f} mm", _nets.WIDTH, _nets.HEIGHT, cubes, gap=2.0)
        return
    middle, cell = (SIDE / 2, SIDE / 2), SIDE / _squares.TILE
    tiles = tuple(tuple(_squares.tile(code, middle, cell, garden.dimension, 0.0)) for code in garden.tile_set)
    yield Kit(f"{len(tiles)} tiles of {SIDE:.0f} mm", SIDE, SIDE, tiles)


@by_numbers.register(Garden)
def _by_numbers(garden: Garden, placement: TilePlacement) -> Iterator[Shape]:
    """The layers of a garden of cubes from the Bottom to the Top, each a grid of codes with the North above."""
    if garden.dimension < 3:
        return
    part = part_with_tiles(garden, placement.codes)
    width, depth, height = part.garden.box
    columns = 1 if height == 1 else 2 if height < 7 else 3
    rows = -(-height // columns)
    room = ((RIGHT - LEFT + GAP) / columns - GAP, (BOTTOM - TOP + GAP) / rows - GAP - 8)
    cell = min(room[0] / width, room[1] / depth, 18.0)
    for z, name in enumerate(_names(garden, part)):
        row, column = divmod(z, columns)
        left = LEFT + column * (room[0] + GAP)
        top = TOP + row * (depth * cell + 8 + GAP)
        yield Text((left, top + 2), name, 3.6, MUTED, "start", role="layer")
        for x in range(width):
            for y in range(depth):
                corner = (left + x * cell, top + 6 + (depth - 1 - y) * cell)
                yield Polygon(rectangle(*corner, cell, cell), None, LINE, 0.3, "cell")
                if (code := placement.codes.get(plus((x, y, z), part.first))) is not None:
                    yield Text(
                        (corner[0] + cell / 2, corner[1] + cell / 2), f"{code:02d}", 0.38 * cell, INK, role="code"
                    )
