"""Cells of flat lattices as rows of a text, from the top, in which what lies above each other stands so.

>>> from cpmodels.puzzles.garden.puzzle import Garden
>>> in_rows(Garden.hanging(region="hexagon 2", lattice="hexagonal"))
[[(-1, 1), (0, 1)], [(-1, 0), (0, 0), (1, 0)], [(0, -1), (1, -1)]]
"""

from __future__ import annotations

from functools import partial
from itertools import groupby

from cpmodels.base.lattice import HEXAGONAL, KING, SQUARE, TRIANGULAR, Cell, Lattice
from cpmodels.puzzles.garden._fields import GardenFields

__all__ = ["column", "in_rows"]


def row(cell: Cell, lattice: Lattice) -> int:
    """The number of a cell's row, from the top."""
    if lattice == TRIANGULAR:
        return cell[1]
    if lattice in (SQUARE, KING):
        return cell[0]
    return -cell[1] if len(cell) > 1 else 0


def column(cell: Cell, lattice: Lattice) -> int:
    """How many half cells a cell lies to the right; neighbours in a row are two half cells apart."""
    if is_hexagonal(lattice):
        return 2 * cell[0] + cell[1]
    return 2 * cell[1 if lattice in (SQUARE, KING) else 0]


def is_hexagonal(lattice: Lattice) -> bool:
    """Whether cells are hexagons, whatever their directions are called."""
    return set(lattice.offsets) == set(HEXAGONAL.offsets)


def in_rows(garden: GardenFields) -> list[list[Cell]]:
    """The cells of a garden of one or two dimensions in rows from the top, each from the left."""
    row_of = partial(row, lattice=garden.lattice)
    ordered = sorted(garden.cells, key=lambda cell: (row_of(cell), column(cell, garden.lattice)))
    return [list(cells) for _, cells in groupby(ordered, key=row_of)]
