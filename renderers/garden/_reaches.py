"""What all pictures of gardens share: which tiles to draw and how they are called, and where blue faces reach out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from cpmodels.base.lattice import Cell, Lattice
from cpmodels.base.values import by
from cpmodels.puzzles.garden import Garden
from cpmodels.puzzles.garden.tiles import TilePlacement, all_codes, blue_faces, red_codes

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


def name_of(code: int, lattice: Lattice) -> str:
    """A code as it is written on a tile: all codes of a lattice have as many digits, two or more."""
    return f"{code:0{digits(lattice)}d}"


def digits(lattice: Lattice) -> int:
    """How many digits codes are written with."""
    return max(2, len(str(all_codes(lattice)[-1])))


def orientation_of(code: int, lattice: Lattice) -> int:
    """The orientation of the cells in which a tile may lie."""
    reds = red_codes(lattice)
    return code // reds[1] if len(reds) > 1 else 0


class Section(NamedTuple):
    """What is drawn of a box or region: where its first cell lies, and its sides."""

    first: Cell
    sides: tuple[int, ...]

    def told(self, garden: Garden) -> str | None:
        """Where it lies, in words; None for the whole box or region."""
        if self == whole(garden):
            return None
        along = zip(axes(garden.dimension), self.first, self.sides, strict=True)
        return f"{', '.join(f'{axis} {c + 1} to {c + side}' for axis, c, side in along)} of {by(garden.box)}"


def axes(dimension: int) -> str:
    """The names of the coordinates."""
    return "xyzuv"[:dimension]


def whole(garden: Garden) -> Section:
    """All of the box, or the box about a region."""
    return Section((0,) * garden.dimension, garden.box) if garden.box else _about(garden.cells)


def _about(cells: Iterable[Cell]) -> Section:
    low, high = (tuple(map(end, zip(*cells, strict=True))) for end in (min, max))
    return Section(low, tuple(most - least + 1 for least, most in zip(low, high, strict=True)))


def part_with_tiles(garden: Garden, codes: Mapping[Cell, int]) -> Section:
    """What to draw: of a box of cubes that is far larger than the garden in it, what lies about the tiles, as on its
    page; of others all.
    """
    if garden.rule == "packed" or garden.dimension < 3 or not garden.box or not codes:
        return whole(garden)
    tight = _about(codes)
    if max(garden.box) <= max(NEAR, 2 * max(tight.sides)):
        return whole(garden)
    first = tuple(max(0, c - 1) for c in tight.first)
    beyond = (min(side, c + length + 1) for side, c, length in zip(garden.box, *tight, strict=True))
    return Section(first, tuple(end - start for end, start in zip(beyond, first, strict=True)))


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
    place = garden.place if not garden.box else f"a row of {garden.box[0]}" if garden.dimension == 1 else by(garden.box)
    count = len(garden.tile_set) - len(garden.fixed)
    most = "up to " if garden.tiles == "distinct" else ""
    rims = dict.fromkeys(garden.boundaries)
    rim = "" if list(rims) == ["red"] else f", boundary {' x '.join(garden.boundaries if len(rims) > 1 else rims)}"
    return f"{most}{count} {'tile' if count == 1 else 'tiles'} to place in {place}{rim}"
