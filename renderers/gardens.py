"""What pictures of square and cube gardens share: which tiles to draw and where blue faces reach out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from cpmodels.lattice import Cell
from cpmodels.puzzles import Garden, Planting
from cpmodels.puzzles.garden_tiles import LATTICES, blue_faces


class Reach(NamedTuple):
    """A blue face that touches a blue face (`whole`, told once, from the lower cell) or waits for one."""

    cell: Cell
    direction: int
    whole: bool


def tiles(garden: Garden, planting: Planting | None) -> dict[Cell, int]:
    """The tiles to draw: those of the planting, or the fixed ones."""
    return dict(planting.codes) if planting else {cell: code for code, cell in garden.fixed}


def reaches(codes: Mapping[Cell, int], dimension: int) -> Iterator[Reach]:
    """All blue faces, those that touch in pairs."""
    lattice = LATTICES[dimension]
    blue = {(cell, direction) for cell, code in codes.items() for direction in blue_faces(code, dimension)}
    for cell, direction in sorted(blue):
        other = lattice.neighbour(cell, direction)
        whole = (other, lattice.opposite[direction]) in blue
        if not whole or cell < other:
            yield Reach(cell, direction, whole)


def to_place(garden: Garden) -> str:
    """What is asked for, in a few words."""
    sides = f"a row of {garden.box[0]}" if garden.dimension == 1 else " x ".join(map(str, garden.box))
    count = len(garden.patterns) - len(garden.fixed)
    return f"{count} {'tile' if count == 1 else 'tiles'} to place in {sides}"
