"""What pictures of square and cube gardens share: which tiles to draw and where blue faces reach out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from cpmodels.lattice import CUBIC, Cell
from cpmodels.puzzles.garden import Garden
from cpmodels.puzzles.garden_tiles import TilePlacement, blue_faces
from cpmodels.values import by

NEAR = 8
"""Boxes with sides no longer than this are always drawn whole."""


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


class Part(NamedTuple):
    """What is drawn of a box, as a garden with a box of its own, and where its first cell lies."""

    garden: Garden
    first: Cell

    def told(self, whole: Garden) -> str | None:
        """Where it lies, in words; None for the whole box."""
        if self.garden is whole:
            return None
        along = zip("xyz", self.first, self.garden.box, strict=True)
        return f"{', '.join(f'{axis} = {c} to {c + side - 1}' for axis, c, side in along)} of {by(whole.box)}"


def part_with_tiles(garden: Garden, codes: Mapping[Cell, int]) -> Part:
    """What to draw: of a box of cubes that is far larger than the garden in it, what lies about the tiles, as on its
    page; of others all.
    """
    whole = Part(garden, (0,) * garden.dimension)
    if garden.rule == "packed" or garden.lattice != CUBIC or not codes:
        return whole
    low, high = (tuple(map(end, zip(*codes, strict=True))) for end in (min, max))
    longest = max(most - least + 1 for least, most in zip(low, high, strict=True))
    if max(garden.box) <= max(NEAR, 2 * longest):
        return whole
    first = tuple(max(0, c - 1) for c in low)
    sides = [min(side, c + 2) - start for side, c, start in zip(garden.box, high, first, strict=True)]
    return Part(Garden.hanging(sides, red="place", tiles="distinct"), first)


def reaches(garden: Garden, codes: Mapping[Cell, int]) -> Iterator[Reach]:
    """All blue faces, those that touch within the box in pairs."""
    lattice = garden.lattice
    blue = {(cell, direction) for cell, code in codes.items() for direction in blue_faces(code, garden.lattice)}
    for cell, direction in sorted(blue):
        other = garden.neighbours[cell][direction]
        if other is None:
            yield Reach(cell, direction, "rim" if garden.is_free(cell, direction) else "stub")
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
