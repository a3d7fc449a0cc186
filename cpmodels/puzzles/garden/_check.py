"""The rules of gardens, one by one: which of them a placement breaks, in words and cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.graph import connected_parts
from cpmodels.base.lattice import Cell, minus, plus
from cpmodels.base.values import by, listed, off_by_one, plural
from cpmodels.puzzles.garden.tiles import TilePlacement, bits, blue_faces

if TYPE_CHECKING:
    from cpmodels.puzzles.garden._fields import GardenFields

Codes = Mapping[Cell, int]


def broken_rules(garden: GardenFields, placement: TilePlacement) -> list[str]:
    """The rules that a placement breaks, a sentence each."""
    codes = placement.codes
    if outside := [cell for cell in codes if cell not in garden.cells]:
        return [f"tiles lie outside the {garden.ground}: {listed(outside)}{off_by_one(codes, garden.box)}"]
    broken = []
    if len(codes) < len(placement.tiles):
        twice = len(placement.tiles) - len(codes)
        broken.append(f"{plural(twice, 'cell')} {'holds' if twice == 1 else 'hold'} more than one tile")
    broken += _tiles(garden, Counter(code for _, code in placement.tiles))
    for cell in codes:
        checkpoint()
        broken += _faces(garden, cell, codes)
    if garden.rule == "packed" and len(codes) < len(garden.cells):
        empty = len(garden.cells) - len(codes)
        broken.append(f"{plural(empty, 'cell')} of the {garden.ground} {'is' if empty == 1 else 'are'} empty")
    broken += _places(garden, codes)
    if garden.touching:
        broken += _sides(garden, codes)
    if not broken:
        broken += _components(garden, codes)
    broken += _in_its_frame(garden, codes)
    return broken


def _tiles(garden: GardenFields, uses: Counter[int]) -> Iterator[str]:
    if foreign := sorted(set(uses) - set(garden.tile_set)):
        yield f"not tiles of this garden: {listed(foreign)}"
    if garden.tiles != "distinct" and (missing := sorted(set(garden.tile_set) - set(uses))):
        yield f"missing tiles: {listed(missing)}"
    if twice := sorted(code for code, times in uses.items() if times > 1):
        yield f"tiles used more than once: {listed(twice)}"


def _faces(garden: GardenFields, cell: Cell, codes: Codes) -> Iterator[str]:
    values, lattice = bits(garden.lattice), garden.lattice
    if not garden.suits(codes[cell], cell):
        yield f"tile {codes[cell]} lies at {cell}, a cell of another orientation"
    for direction, (face, other) in enumerate(zip(lattice.names, garden.neighbours[cell], strict=True)):
        if other is None and garden.is_free(cell, direction):
            continue
        blue = bool(codes[cell] & values[direction])
        facing = None if other is None or other not in codes else codes[other] & values[lattice.opposite[direction]]
        if blue and not facing:
            what = "the outside or air" if facing is None else "a red face"
            yield f"the blue {face} face of {cell} looks at {what}"
        elif not blue and facing:
            yield f"the red {face} face of {cell} touches a blue face"
        elif not blue and facing is not None and garden.rule == "hanging":
            yield f"the red {face} face of {cell} touches a tile"


def _places(garden: GardenFields, codes: Codes) -> Iterator[str]:
    for code, cell in garden.fixed:
        if codes.get(cell) != code:
            yield f"tile {code} is not at {cell}, where it is fixed"
    for forbidden, cell in garden.forbidden:
        if cell in codes and forbidden in (None, codes[cell]):
            yield f"tile {codes[cell]} lies at {cell}, where {'no tile may lie' if forbidden is None else 'it may not'}"


def _sides(garden: GardenFields, codes: Codes) -> Iterator[str]:
    for direction, name in enumerate(garden.lattice.names):
        axis = garden.lattice.axis(direction)
        layer = garden.box[axis] - 1 if garden.lattice.offsets[direction][axis] > 0 else 0
        if all(cell[axis] != layer for cell in codes):
            yield f"no tile touches the {name} side of the box"


def _components(garden: GardenFields, codes: Codes) -> Iterator[str]:
    least, most = garden.component_bounds
    if (least, most) == (0, None):
        return
    parts = components(garden, codes)
    if len(parts) < least or (most is not None and len(parts) > most):
        bounds = f"at least {least}" if most is None else f"{least} to {most}" if least < most else f"{most}"
        where = f" ({listed([f'one with {min(part)}' for part in parts])})" if parts else ""
        yield f"the garden has {len(parts)} components{where}, not {bounds}"


def components(garden: GardenFields, codes: Codes) -> list[set[Cell]]:
    """The parts that are connected by blue faces, each as its cells, not counting the red tile."""
    tiles = sorted(cell for cell, code in codes.items() if code not in garden.red_tiles)

    def beside(cell: Cell) -> Iterable[Cell | None]:
        return (garden.neighbours[cell][d] for d in blue_faces(codes[cell], garden.lattice))

    return [set(part) for part in connected_parts(tiles, beside)]


def _in_its_frame(garden: GardenFields, codes: Codes) -> Iterator[str]:
    """What has to do with the box: the garden's own one, where the box is minimised."""
    low, sides, name = (0,) * garden.dimension, garden.box, f"the {garden.ground}"
    if garden.own_box:
        if not codes:
            yield "the garden is empty, so it has no box of its own"
            return
        low, high = (tuple(map(end, zip(*codes, strict=True))) for end in (min, max))
        sides, name = tuple(h - c + 1 for c, h in zip(low, high, strict=True)), "the garden's own box"
    if garden.red == "inside":
        for cell in codes:
            if codes[cell] in garden.red_tiles and not garden.is_inside(minus(cell, low), sides):
                yield f"the red tile lies at {cell}, on the surface of {name}"
    for matrix in garden.group[1:]:
        if not garden.keeps(matrix, sides):
            yield f"the symmetry does not map {name} of {by(sides)} to itself"
            return
        for cell, code in codes.items():
            image = plus(garden.moved(matrix, minus(cell, low), sides), low)
            if codes.get(image) != garden.turned(code, matrix):
                yield f"the symmetry takes tile {code} at {cell} to {image}, which does not hold its image"
                return
    for matrix in garden.further_moves(sides) if garden.exact else ():
        moved = {plus(garden.moved(matrix, minus(cell, low), sides), low): cell for cell in codes}
        if all(codes.get(image) == garden.turned(codes[cell], matrix) for image, cell in moved.items()):
            yield f"the garden looks the same after {[list(row) for row in matrix]} too, which is not required"
            return
