"""Symmetries of gardens: the motions that map the gardens of a kind to one another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import product
from math import prod
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.description import MOST_MOVED
from cpmodels.base.lattice import Cell, Matrix, apply, conjugate, orbits, permuted, plus

if TYPE_CHECKING:
    from cpmodels.puzzles.garden._fields import GardenFields


class Motion(NamedTuple):
    """A symmetry of the box about its centre, then a shift along those axes that are a torus."""

    matrix: Matrix
    shift: Cell = ()

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
    axes = permuted(matrix, range(len(box)))
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
        if _keeps_tiles(garden, matrix) and conjugate(garden.generators, matrix) <= group:
            for shift in shifts:
                checkpoint()
                motion = Motion(matrix, shift)
                if (
                    (not any(shift) or all(_commutes(element, shift, garden.box) for element in group))
                    and moved_places(garden, fixed, motion) == fixed
                    and moved_places(garden, forbidden, motion) == forbidden
                ):
                    yield motion


def _keeps_tiles(garden: GardenFields, matrix: Matrix) -> bool:
    """Whether a symmetry makes tiles of the garden of its tiles, as of all tiles of a lattice."""
    tiles = garden.tile_set
    return isinstance(garden.tiles, str) or {garden.turned(tile, matrix) for tile in tiles} == set(tiles)


def _shifts(garden: GardenFields, moves: int) -> list[Cell]:
    """The shifts along those axes that are a torus; none but that by nothing where the centre must stay.

    moves: how many symmetries each of them comes with.
    """
    axes = zip(garden.box, garden.boundaries, strict=garden.region is None)
    lengths = [side if boundary == "torus" and not garden.exact else 1 for side, boundary in axes]
    if prod(lengths) * moves * len(garden.cells) > MOST_MOVED:
        return [(0,) * garden.dimension]
    return list(product(*map(range, lengths)))


def _commutes(matrix: Matrix, shift: Cell, box: tuple[int, ...]) -> bool:
    """Whether a shift, on a torus, may as well come before a symmetry as after it."""
    return all((a - b) % side == 0 for a, b, side in zip(apply(matrix, shift), shift, box, strict=True))


Places = frozenset[tuple[int | None, Cell]]


def demands(garden: GardenFields, places: tuple[tuple[int | None, Cell], ...]) -> Places:
    """Tiles (None: any) in cells, with those that the garden's symmetry makes of them."""
    return frozenset().union(*(moved_places(garden, frozenset(places), Motion(m)) for m in garden.group))


def moved_places(garden: GardenFields, places: Places, motion: Motion) -> Places:
    """Where a motion takes tiles in cells, and what it makes of them."""
    if not places:
        return places
    image, turned = motion.images(garden), partial(garden.turned, matrix=motion.matrix)
    return frozenset((None if tile is None else turned(tile), image[cell]) for tile, cell in places)


def moved_cells(garden: GardenFields) -> dict[Matrix, Mapping[Cell, Cell]]:
    """Where each element of a garden's group takes each cell."""
    return {m: Motion(m).images(garden) for m in garden.group}


Coloured = tuple[Any, ...]
"""What has a colour: a cell of a hanging garden, occupied or empty; a side of a cell of a packed one, blue or red."""


def shown_by(garden: GardenFields, cell: Cell) -> Sequence[Any]:
    """What has the colour of each face of a cell: the cell that it looks at, if any, or the side of the cell itself."""
    if garden.rule == "hanging":
        return garden.neighbours[cell]
    return [(cell, direction) for direction in range(len(garden.lattice.names))]


def colour_orbits(
    garden: GardenFields, places: Mapping[Matrix, Mapping[Cell, Cell]]
) -> tuple[list[Coloured], dict[Coloured, int]]:
    """The first of each orbit of what has a colour of its own, and for each the number of its orbit.

    Sides have one where they touch others or look out over a free rim.  Both sides of a face are of one orbit.

    places: where each element of the garden's group takes each cell.
    """
    if garden.rule == "hanging":
        found = orbits(garden.cells, lambda cell: [images[cell] for images in places.values()])
    else:
        lattice, seen = garden.lattice, garden.neighbours
        turned = {m: lattice.turned_sides(m) for m in garden.group}
        sides = product(garden.cells, range(len(lattice.names)))

        def images(side: Coloured) -> list[Coloured]:
            other = seen[side[0]][side[1]]
            both = [side] if other is None else [side, (other, lattice.opposite[side[1]])]
            of = [(cell, direction, lattice.orientation(cell)) for cell, direction in both]
            return [(places[m][c], faces[orientation, d][1]) for m, faces in turned.items() for c, d, orientation in of]

        coloured: Iterator[Coloured] = ((c, d) for c, d in sides if seen[c][d] is not None or garden.is_free(c, d))
        found = orbits(coloured, images)
    return [orbit[0] for orbit in found], {one: number for number, orbit in enumerate(found) for one in orbit}
