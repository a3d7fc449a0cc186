"""Why a garden cannot exist, where plain counting shows it, without any search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import prod

from cpmodels.lattice import BoxCells, Matrix, move
from cpmodels.puzzles._garden_fields import GardenFields
from cpmodels.puzzles.garden_tiles import bits, turned
from cpmodels.values import by


def infeasible_reason(garden: GardenFields) -> str | None:
    """The first reason found; None when counting does not show any."""
    reasons = (_too_small, _too_narrow, _unpaired, _symmetry)
    return next((sentence for reason in reasons for sentence in reason(garden)), None)


def _too_small(garden: GardenFields) -> Iterator[str]:
    required, sides = garden.required, by(garden.box)
    if len(required) > prod(garden.box):
        yield f"{len(required)} tiles do not lie in the {prod(garden.box)} cells of a box of {sides}"
    least, most = garden.component_bounds
    if most == 0 and any(required):
        yield f"tile {max(required)} has blue faces, so the garden has at least one component"
    if least > (greatest := most_components(garden)):
        yield f"{len(garden.tile_set)} tiles make at most {greatest} components, not {least}"


def most_components(garden: GardenFields) -> int:
    """How many components there can be at most: a blue face touches another tile, but on a free rim or a torus."""
    tiles = sum(code > 0 for code in garden.tile_set)
    return tiles // 2 if set(garden.boundaries) == {"red"} else tiles


def _too_narrow(garden: GardenFields) -> Iterator[str]:
    """What needs a cell that is not on the surface."""
    sides = by(garden.box)
    along = zip(garden.box, garden.boundaries, garden.lattice.ends, strict=True)
    for side, boundary, (low, high) in along:
        if garden.full_tile in garden.required and boundary == "red" and side < 3:
            yield f"the all-blue tile needs a neighbour to the {low} and one to the {high}, so no side of less than 3"
        if 0 in garden.required and garden.red == "inside" and boundary != "torus" and side < 3:
            yield f"the red tile is to lie inside, but a box of {sides} is all surface"


def _unpaired(garden: GardenFields) -> Iterator[str]:
    """Each blue face touches one that looks the other way."""
    if garden.tiles == "distinct":
        return
    values, lattice = bits(garden.dimension), garden.lattice
    for direction, back in enumerate(lattice.opposite):
        if garden.boundaries[lattice.axis(direction)] == "free" or back < direction:
            continue
        here, there = (sum(bool(t & values[d]) for t in garden.required) for d in (direction, back))
        if here != there:
            names = lattice.names[direction], lattice.names[back]
            yield (f"{here} tiles have a blue {names[0]} face and {there} a blue {names[1]} one, which do not pair off")


def _symmetry(garden: GardenFields) -> Iterator[str]:
    """A tile lies in a cell that just the same moves leave in place.

    Were the cell left in place by one more, the tile would not look the same after it; were the tile, it
    would be there twice.
    """
    group = garden.group
    if len(group) == 1:
        return
    for tile in garden.required:
        for m in group:
            if turned(tile, m) not in garden.tile_set:
                yield f"the symmetry makes tile {turned(tile, m)} of tile {tile}, which is not a tile of this garden"
    if garden.own_box:
        return
    for code, cell in garden.fixed:
        for m in group:
            if (turned(code, m) == code) != (move(m, garden.box, cell) == cell):
                kept, changed = f"tile {code}", f"the cell {cell}, where it is fixed"
                if turned(code, m) != code:
                    kept, changed = f"the cell {cell}", f"tile {code}, which is fixed there"
                yield f"a move of the symmetry leaves {kept} as it is, but not {changed}"
    tiles = Counter(frozenset(m for m in group if turned(t, m) == t) for t in garden.required)
    cells = cells_kept(group, garden.box)
    for moves, count in tiles.items():
        if count > cells.get(moves, 0):
            yield (
                f"{count} tiles look the same after just {len(moves)} of the {len(group)} moves of the "
                f"symmetry, but only {cells.get(moves, 0)} cells of the box stay in place under just these"
            )


@lru_cache(maxsize=256)
def cells_kept(group: tuple[Matrix, ...], box: tuple[int, ...]) -> Mapping[frozenset[Matrix], int]:
    """How many cells of a box stay in place under just these moves of a group, for each set of moves with such cells.

    Whatever sets there are have cells near the centre, so these are looked at; how many there are follows from those
    that stay in place under these moves and perhaps more.

    >>> cells_kept((((1,),), ((-1,),)), (5,)) == {frozenset({((1,),)}): 4, frozenset({((1,),), ((-1,),)}): 1}
    True
    """
    middle = tuple(min(side, 7 if side % 2 else 6) for side in box)
    near = BoxCells(middle)
    found: dict[frozenset[Matrix], int] = {}
    for moves in sorted({frozenset(m for m in group if move(m, middle, c) == c) for c in near}, key=len, reverse=True):
        found[moves] = _kept(moves, box) - sum(count for more, count in found.items() if moves < more)
    return found


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
