"""Symmetries of gardens: the motions that map the gardens of a kind to one another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product
from math import prod
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.description import MOST_MOVED
from cpmodels.base.lattice import Cell, Matrix, apply, conjugate, permuted, plus

if TYPE_CHECKING:
    from cpmodels.puzzles.garden._fields import GardenFields


class Motion(NamedTuple):
    """A symmetry of the box about its centre, then a shift along those axes that are a torus."""

    matrix: Matrix
    shift: Cell

    def images(self, garden: GardenFields) -> Mapping[Cell, Cell]:
        """Where the motion takes each cell of a garden's box or region, in order."""
        if garden.region is not None:
            return {cell: garden.moved(self.matrix, cell) for cell in garden.cells}
        turned_cells = _turned_cells(self.matrix, garden.box)
        if not any(self.shift):
            return turned_cells
        beyond = _shifted_cells(self.shift, garden.box)
        return {cell: beyond[image] for cell, image in turned_cells.items()}


@lru_cache(maxsize=256)
def _turned_cells(matrix: Matrix, box: tuple[int, ...]) -> dict[Cell, Cell]:
    """Where a signed permutation takes the cells: some axes run backwards, then axes change places."""
    axes = [next(axis for axis, entry in enumerate(row) if entry) for row in matrix]
    backwards = {axis for axis, row in zip(axes, matrix, strict=True) if row[axis] < 0}
    lines = [range(side)[::-1] if axis in backwards else range(side) for axis, side in enumerate(box)]
    places = product(*lines) if len(axes) == 1 else map(itemgetter(*axes), product(*lines))
    return dict(zip(product(*map(range, box)), places, strict=True))


@lru_cache(maxsize=256)
def _shifted_cells(shift: Cell, box: tuple[int, ...]) -> dict[Cell, Cell]:
    cells = product(*map(range, box))
    return {cell: tuple(c % side for c, side in zip(plus(cell, shift), box, strict=True)) for cell in cells}


def symmetries(garden: GardenFields) -> Iterator[Motion]:
    """The motions that keep boundary, tiles, fixed and forbidden places and demanded symmetry, the identity first.

    A shift moves the centre, about which alone a garden of exact symmetry must look different.  Shifts are left out
    where the images of all cells would be more than `MOST_MOVED`, as on a large torus.
    """
    group = frozenset(garden.group)
    fixed, forbidden = demands(garden, garden.fixed), demands(garden, garden.forbidden)
    moves = garden.moves()
    shifts = _shifts(garden, len(moves))
    for matrix in moves:
        if (
            permuted(matrix, garden.boundaries) == garden.boundaries
            and _keeps_tiles(garden, matrix)
            and conjugate(garden.generators, matrix) <= group
        ):
            for shift in shifts:
                checkpoint()
                motion = Motion(matrix, shift)
                if (
                    (not any(shift) or all(_commutes(element, shift, garden.box) for element in group))
                    and _moved(garden, fixed, motion) == fixed
                    and _moved(garden, forbidden, motion) == forbidden
                ):
                    yield motion


def _keeps_tiles(garden: GardenFields, matrix: Matrix) -> bool:
    """Whether a symmetry makes tiles of the garden of its tiles, as of all tiles of a lattice."""
    if isinstance(garden.tiles, str):
        return True
    return {garden.turned(tile, matrix) for tile in garden.tile_set} == set(garden.tile_set)


def _shifts(garden: GardenFields, moves: int) -> list[Cell]:
    """The shifts along those axes that are a torus; none but that by nothing where the centre must stay.

    moves: how many symmetries each of them comes with.
    """
    axes = zip(garden.box, garden.boundaries, strict=garden.region is None)
    lengths = [side if boundary == "torus" and not garden.exact else 1 for side, boundary in axes]
    if garden.region is not None or prod(lengths) * moves * len(garden.cells) > MOST_MOVED:
        return [(0,) * garden.dimension]
    return list(product(*map(range, lengths)))


def _commutes(matrix: Matrix, shift: Cell, box: tuple[int, ...]) -> bool:
    """Whether a shift, on a torus, may as well come before a symmetry as after it."""
    return all((a - b) % side == 0 for a, b, side in zip(apply(matrix, shift), shift, box, strict=True))


Places = frozenset[tuple[int | None, Cell]]


def demands(garden: GardenFields, places: tuple[tuple[int | None, Cell], ...]) -> Places:
    """Tiles (None: any) in cells, with those that the garden's symmetry makes of them."""
    still = (0,) * garden.dimension
    images = (_moved(garden, frozenset(places), Motion(m, still)) for m in garden.group)
    return frozenset().union(*images)


def _moved(garden: GardenFields, places: Places, motion: Motion) -> Places:
    if not places:
        return places
    image = motion.images(garden)
    return frozenset(
        (None if tile is None else garden.turned(tile, motion.matrix), image[cell]) for tile, cell in places
    )


def moved_cells(garden: GardenFields) -> dict[Matrix, dict[Cell, Cell]]:
    """Where each element of a garden's group takes each cell."""
    return {m: {cell: garden.moved(m, cell) for cell in garden.cells} for m in garden.group}


Face = tuple[Cell, int]
"""A face as `GardenFields.face` names it, or a side of a cell."""


def face_orbits(garden: GardenFields, places: Mapping[Matrix, Mapping[Cell, Cell]]) -> Iterator[tuple[Face, set[Face]]]:
    """The orbits of the faces that may be blue, as they touch others or look out over a free rim.

    Each comes with the side by which it is first seen, in the order of cells and directions.
    """
    turned = {m: garden.lattice.turned_sides(m) for m in garden.group}
    seen = set[Face]()
    for cell in garden.cells:
        checkpoint()
        orientation = garden.lattice.orientation(cell)
        for direction, beyond in enumerate(garden.neighbours[cell]):
            if (beyond is not None or garden.is_free(cell, direction)) and garden.face(cell, direction) not in seen:
                images = ((places[m][cell], sides[orientation, direction][1]) for m, sides in turned.items())
                orbit = {garden.face(*side) for side in images}
                seen |= orbit
                yield (cell, direction), orbit
