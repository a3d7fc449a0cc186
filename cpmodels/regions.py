"""Regions of lattices: boxes, rhombi, hexagons, triangles, any set of cells; and the isometries that keep them.

>>> from cpmodels.lattice import HEXAGONAL, TRIANGULAR
>>> len(hexagon_of_side(2)), len(isometries(HEXAGONAL, hexagon_of_side(2)))
(7, 12)
>>> len(triangle_of_side(3)), len(isometries(TRIANGULAR, triangle_of_side(3)))
(9, 6)
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import product

from cpmodels.errors import ModelError
from cpmodels.lattice import Cell, Lattice, Matrix, apply

__all__ = ["Isometry", "axial", "box", "hexagon_of_side", "isometries", "isometry", "rhombus", "triangle_of_side"]

Isometry = dict[Cell, Cell]
"""Where an isometry takes each cell of a region."""


def box(*sides: int) -> tuple[Cell, ...]:
    """The cells of a box with a corner at the origin, as of a board of rows and columns or a block of cubes.

    >>> box(2, 2)
    ((0, 0), (0, 1), (1, 0), (1, 1))
    """
    return tuple(product(*map(range, sides)))


def axial(q: int, r: int) -> Cell:
    """The hexagon, in the doubled coordinates of `HEXAGONAL`, so many steps to the right and to the lower right.

    >>> axial(1, 0), axial(0, 1)
    ((2, 0), (1, 3))
    """
    return (2 * q + r, 3 * r)


def rhombus(width: int, height: int) -> tuple[Cell, ...]:
    """Hexagons in rows of `width`, each row half a hexagon to the right of the one above.

    >>> rhombus(2, 2)
    ((0, 0), (2, 0), (1, 3), (3, 3))
    """
    return tuple(axial(q, r) for r in range(height) for q in range(width))


def hexagon_of_side(side: int) -> tuple[Cell, ...]:
    """Hexagons that together make a hexagon about the origin: 1, 7, 19, ... for the sides 1, 2, 3, ...

    >>> [len(hexagon_of_side(side)) for side in (1, 2, 3)]
    [1, 7, 19]
    """
    steps = range(1 - side, side)
    return tuple(axial(q, r) for r in steps for q in steps if abs(q + r) < side)


def triangle_of_side(side: int) -> tuple[Cell, ...]:
    """Triangles, cells of `TRIANGULAR`, that together make one triangle that points upwards: 1, 4, 9, ...

    >>> triangle_of_side(2)
    ((2, 0), (1, 1), (2, 1), (3, 1))
    """
    left = side - side % 2
    return tuple((left - y + x, y) for y in range(side) for x in range(2 * y + 1))


def isometries(lattice: Lattice, cells: Collection[Cell]) -> tuple[Isometry, ...]:
    """All isometries of a lattice that map a region to itself, the identity first.

    They fix the middle of the region, so each is one of the lattice's turns and mirrors about that point.  Isometries
    that take each cell to the same place are one.

    Raises ModelError for a region without cells.

    >>> from cpmodels.lattice import SQUARE
    >>> [len(isometries(SQUARE, region)) for region in (box(3, 3), box(2, 3), [(0, 0), (0, 1), (1, 0)])]
    [8, 4, 2]
    """
    region = tuple(cells)
    if not region:
        raise ModelError("a region without cells has no isometries")
    found: dict[tuple[Cell, ...], Isometry] = {}
    for matrix in lattice.point_group:
        if (images := isometry(lattice, region, matrix)) is not None:
            found.setdefault(tuple(images.values()), images)
    return tuple(found.values())


def isometry(lattice: Lattice, cells: Sequence[Cell], matrix: Matrix) -> Isometry | None:
    """Where an element of `Lattice.point_group`, about the middle of a region, takes its cells; None if not to itself.

    A sixth of a turn about the middle of a triangle keeps that, but not the triangle.

    >>> from cpmodels.lattice import TRIANGULAR
    >>> [isometry(TRIANGULAR, [(0, 0)], matrix) for matrix in TRIANGULAR.point_group[:2]]
    [{(0, 0): (0, 0)}, None]
    """
    size, scale = len(cells), lattice.denominator
    centres = [lattice.centre(cell) for cell in cells]
    middle = tuple(map(sum, zip(*centres, strict=True)))
    places = [tuple(size * c - m for c, m in zip(centre, middle, strict=True)) for centre in centres]
    cell_at = {tuple(scale * step for step in place): cell for place, cell in zip(places, cells, strict=True)}
    turned, found = lattice.turned_sides(matrix), dict[Cell, Cell]()
    for cell, place in zip(cells, places, strict=True):
        image = cell_at.get(apply(matrix, place))
        if image is None or lattice.orientation(image) != turned[lattice.orientation(cell), 0][0]:
            return None
        found[cell] = image
    return found
