"""Why a garden cannot exist, where plain counting shows it, without any search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.lattice import CUBIC, BoxCells, Cell, Matrix, move
from cpmodels.base.values import plural
from cpmodels.puzzles.garden.tiles import all_codes, bits, turned_codes

if TYPE_CHECKING:
    from cpmodels.puzzles.garden._fields import GardenFields


def infeasible_reason(garden: GardenFields) -> str | None:
    """The first reason found; None when counting does not show any."""
    reasons = (_too_small, _too_narrow, _unpaired, _symmetry, _half_turn)
    return next((sentence for reason in reasons for sentence in reason(garden)), None)


def _too_small(garden: GardenFields) -> Iterator[str]:
    required, cells = garden.required, len(garden.cells)
    if len(required) > cells:
        of = "the region" if isinstance(garden.region, tuple) else garden.place
        yield f"{len(required)} tiles do not fit in the {cells} cells of {of}"
    least, most = garden.component_bounds
    blue = set(required).difference(garden.red_tiles)
    if most == 0 and blue:
        yield f"tile {max(blue)} has blue faces, so the garden has at least one component"
    if least > (greatest := garden.most_components):
        yield f"{plural(len(garden.tile_set), 'tile')} can form at most {plural(greatest, 'component')}, not {least}"


def _too_narrow(garden: GardenFields) -> Iterator[str]:
    """What needs a cell that is not on the surface."""
    if garden.region is None and garden.full_tile in garden.required:
        for side, boundary, (low, high) in zip(garden.box, garden.boundaries, garden.lattice.ends, strict=True):
            if boundary == "red" and side < 3:
                what = f"a neighbour to the {low} and one to the {high}"
                yield f"the all-blue tile needs {what}, so no side of less than 3"
    if garden.red == "inside" and set(garden.required) & set(garden.red_tiles):
        cells = garden.cells if garden.region is not None else [tuple(side // 2 for side in garden.box)]
        if not any(map(garden.is_inside, cells)):
            yield f"the red tile should lie inside, but every cell of {garden.place} is on its surface"


def _unpaired(garden: GardenFields) -> Iterator[str]:
    """Each blue face touches one that looks the other way."""
    if garden.tiles == "distinct":
        return
    values, lattice = bits(garden.lattice), garden.lattice

    def blue(orientation: int, direction: int) -> int:
        cell = lattice.orientations[orientation]
        return sum(bool(t & values[direction]) and garden.suits(t, cell) for t in garden.required)

    for orientation, cell in enumerate(lattice.orientations):
        for direction, back in enumerate(lattice.opposite):
            along = [b for step, b in zip(lattice.offsets[direction], garden.boundaries, strict=True) if step]
            other = lattice.orientation(lattice.neighbour(cell, direction))
            if "free" in along or (other, back) < (orientation, direction):
                continue
            here, there = blue(orientation, direction), blue(other, back)
            if here != there:
                one, two = lattice.names[direction], lattice.names[back]
                yield f"{here} tiles have a blue {one} face and {there} a blue {two} one, which do not pair off"


def _symmetry(garden: GardenFields) -> Iterator[str]:
    """A tile lies in a cell that just the same isometries leave in place as map the tile to itself.

    One more that leaves the cell in place would make another tile of this one; one more that maps the tile to itself
    would lay it into a second cell.
    """
    group = garden.group
    if len(group) == 1:
        return
    turned = {m: turned_codes(m, garden.lattice) for m in group}
    patterns = set(garden.tile_set)
    for tile in garden.required:
        for images in turned.values():
            if (image := images[tile]) not in patterns:
                yield f"the symmetry makes tile {image} of tile {tile}, which is not a tile of this garden"
    if garden.own_box:
        return
    for code, cell in garden.fixed:
        for m in group:
            if (turned[m][code] == code) != (garden.moved(m, cell) == cell):
                kept, changed = f"tile {code}", f"the cell {cell}, where it is fixed"
                if turned[m][code] != code:
                    kept, changed = f"the cell {cell}", f"tile {code}, which is fixed there"
                yield f"an isometry of the symmetry leaves {kept} as it is, but not {changed}"
    tiles = Counter(frozenset(m for m, images in turned.items() if images[t] == t) for t in garden.required)
    if garden.region is None:
        cells = cells_kept(group, garden.box)
    else:
        cells = Counter(frozenset(m for m in group if garden.moved(m, cell) == cell) for cell in garden.cells)
    for stabiliser, count in tiles.items():
        if count > (there := cells.get(stabiliser, 0)):
            yield too_few_cells(count, "tile", len(stabiliser), len(group)) + (
                f", and the {garden.ground} has {f'only {there}' if there else 'none'}"
            )


def _half_turn(garden: GardenFields) -> Iterator[str]:
    """All cubes, hanging with a half turn about an axis of the lattice, have mirrors as well.

    The layers across the axis show it, by Euler's formula: "Hanging cubes with a half turn", in
    `benchmarks/studies/gardens`, has the proof.
    """
    if (
        garden.rule == "hanging"
        and garden.exact
        and garden.region is None
        and garden.lattice == CUBIC
        and "torus" not in garden.boundaries
        and {*all_codes(CUBIC)[1:]} <= {*garden.required}
        and [sorted(matrix[axis][axis] for axis in range(3)) for matrix in garden.group[1:]] == [[-1, -1, 1]]
    ):
        yield "cubes that hang with a half turn about an axis of the lattice have two mirrors as well"


def too_few_cells(count: int, tile: str, stabiliser: int, group: int) -> str:
    """Which cells some tiles need, by how many isometries of a group map them to themselves; what there is follows.

    >>> print(too_few_cells(4, "cube", 2, 4))  # doctest: +NORMALIZE_WHITESPACE
    4 cubes are mapped to themselves by just 2 of the 4 isometries of the symmetry, so each needs a cell of its own that
    just these leave in place
    """
    who, each = f"{count} {tile}s are mapped to themselves", "each needs a cell of its own"
    if count == 1:
        who, each = f"1 {tile} is mapped to itself", "it needs a cell"
    by, these = f"just {stabiliser} of the {group} isometries", "just these"
    if stabiliser == group:
        by, these = "both isometries" if group == 2 else f"all {group} isometries", "they"
    return f"{who} by {by} of the symmetry, so {each} that {these} leave in place"


@lru_cache(maxsize=256)
def cells_kept(group: tuple[Matrix, ...], box: tuple[int, ...]) -> Mapping[frozenset[Matrix], int]:
    """How many cells of a box stay in place under just these moves of a group, for each set of moves with such cells.

    Whatever sets there are have cells near the centre, so these are looked at; how many there are follows from those
    that stay in place under these moves and perhaps more.

    >>> cells_kept((((1,),), ((-1,),)), (5,)) == {frozenset({((1,),)}): 4, frozenset({((1,),), ((-1,),)}): 1}
    True
    """
    middle = tuple(min(side, 7 if side % 2 else 6) for side in box)
    found: dict[frozenset[Matrix], int] = {}
    for moves in sorted({_keeping(group, middle, cell) for cell in BoxCells(middle)}, key=len, reverse=True):
        found[moves] = _kept(moves, box) - sum(count for more, count in found.items() if moves < more)
    return found


def _keeping(group: tuple[Matrix, ...], box: tuple[int, ...], cell: Cell) -> frozenset[Matrix]:
    """The moves of a group that leave a cell of a box in place."""
    checkpoint()
    return frozenset(m for m in group if move(m, box, cell) == cell)


def _kept(moves: frozenset[Matrix], box: tuple[int, ...]) -> int:
    """How many cells a group of moves leaves in place: axes that it makes equal, or turns round, have one choice."""
    choices, seen = 1, set[int]()
    for axis, side in enumerate(box):
        images = {(i, row[axis]) for matrix in moves for i, row in enumerate(matrix) if row[axis]}
        if {(axis, 1), (axis, -1)} <= images:
            choices *= side % 2
        elif axis not in seen:
            choices *= side
        seen.update(i for i, _ in images)
    return choices
