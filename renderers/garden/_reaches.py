"""What pictures of square and cube gardens share: which tiles to draw and where blue faces reach out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from cpmodels.lattice import Cell
from cpmodels.puzzles.garden import Garden
from cpmodels.puzzles.garden_tiles import TilePlacement, blue_faces
from cpmodels.values import by


class Reach(NamedTuple):
    """A blue face: it touches a blue face (``"whole"``, told once, from the lower cell), leads out of the box as it
    may (``"rim"``: on a torus to the blue face that it touches there), or waits for a blue face (``"stub"``).
    """

    cell: Cell
    direction: int
    kind: Literal["whole", "rim", "stub"]


def tiles(garden: Garden, placement: TilePlacement | None) -> dict[Cell, int]:
    """The tiles to draw: those of the placement, or the fixed ones."""
    return dict(placement.codes) if placement else {cell: code for code, cell in garden.fixed}


def reaches(garden: Garden, codes: Mapping[Cell, int]) -> Iterator[Reach]:
    """All blue faces, those that touch within the box in pairs."""
    lattice = garden.lattice
    blue = {(cell, direction) for cell, code in codes.items() for direction in blue_faces(code, garden.dimension)}
    for cell, direction in sorted(blue):
        other = garden.neighbours[cell][direction]
        if other is None:
            free = garden.boundaries[lattice.axis(direction)] == "free"
            yield Reach(cell, direction, "rim" if free else "stub")
        elif (other, lattice.opposite[direction]) not in blue:
            yield Reach(cell, direction, "stub")
        elif other != lattice.neighbour(cell, direction):
            yield Reach(cell, direction, "rim")
        elif cell < other:
            yield Reach(cell, direction, "whole")


def to_place(garden: Garden) -> str:
    """What is asked for, in a few words."""
    sides = f"a row of {garden.box[0]}" if garden.dimension == 1 else by(garden.box)
    count = len(garden.tile_set) - len(garden.fixed)
    most = "up to " if garden.tiles == "distinct" else ""
    rims = dict.fromkeys(garden.boundaries)
    rim = "" if list(rims) == ["red"] else f", boundary {' x '.join(garden.boundaries if len(rims) > 1 else rims)}"
    return f"{most}{count} {'tile' if count == 1 else 'tiles'} to place in {sides}{rim}"
