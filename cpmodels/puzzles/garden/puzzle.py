"""The Hanging Gardens: every subset of the directions of a lattice as a tile, hung in the air or packed.

A tile is a code: the sum of the values of its blue faces (North 1, East 2, South 4, West 8, Top 16,
Bottom 32).  Cells are ``(x, y, z)``, x to the East, y to the North, z to the Top.

>>> garden = Garden.hanging(box=(5,))
>>> garden.tile_set
(2, 8, 10)
>>> garden.check(TilePlacement([((2,), 2), ((3,), 10), ((4,), 8)]))
[]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice, starmap
from typing import ClassVar, TypedDict, Unpack

from cpmodels.base.description import Description
from cpmodels.base.lattice import Lattice
from cpmodels.base.marks import Mark
from cpmodels.base.puzzle import Part, Puzzle
from cpmodels.puzzles.garden._check import broken_rules
from cpmodels.puzzles.garden._cover import described, image, placed
from cpmodels.puzzles.garden._fields import GardenFields, Minimise, Red, Symmetry
from cpmodels.puzzles.garden._infeasible import infeasible_reason
from cpmodels.puzzles.garden._parts import parts_of
from cpmodels.puzzles.garden._symmetry import symmetries
from cpmodels.puzzles.garden.tiles import TilePlacement, turned_codes

CELL = re.compile(r"\((-?\d+,(?: -?\d+,)*(?: -?\d+)?)\)")
"""A cell in a sentence."""

__all__ = ["Garden", "Variant"]


class Variant(TypedDict, total=False):
    """The fields of a `Garden` that `Garden.hanging` and `Garden.packed` take by name."""

    connected: bool
    symmetry: Symmetry
    fixed: Sequence[tuple[int, Sequence[int]]]
    boundary: str | Sequence[str]
    components: Sequence[int | None] | None
    touching: bool
    tiles: str | Sequence[int]
    forbidden: Sequence[tuple[int | None, Sequence[int]]]
    minimise: Minimise | None
    exact: bool
    lattice: str | Lattice | None
    region: str | Sequence[Sequence[int]] | None


class Garden(GardenFields, Puzzle[TilePlacement]):
    """Place tiles, one for every set of blue faces, without turning them.  In a hanging garden blue faces touch blue
    ones, and red faces touch nothing.  In a packed one the tiles fill the box, blue meets blue, and red meets red.

    rule: ``"hanging"``: blue faces touch blue faces, red faces look at empty cells or out of the box;
        ``"packed"``: the tiles fill the box, blue meets blue, and red meets red.
    box: side lengths, as x, y, z: two for squares, three for cubes, one for the four tiles on a line.  A hanging
        garden may lie anywhere in its box.
    red: the tile without a blue face: ``"omit"``, ``"place"``, or ``"inside"``: in a cell that is not on
        the surface of the box (in the first or last layer of an axis that is no torus).  Packed gardens
        place it by default, hanging ones omit it, as it touches nothing.
    connected: all tiles but the red one are connected by blue faces: one component.
    symmetry: a group by name (see `cpmodels.base.lattice.GROUPS`) or generating matrices M, which take the
        offset v from the centre of the box to M v.  The garden looks the same after each of its moves.
    fixed: tiles in given places, as ``(code, cell)``.
    boundary: what a packed garden shows to the outside: ``"red"`` faces only, ``"free"``: any; or a
        ``"torus"``, on which opposite rims touch and match as neighbours do, of hanging gardens, too; one for
        each axis, or one for all.  Shifts are symmetries of a torus, but of a large one
        (see `cpmodels.base.description.MOST_MOVED`) they are left out.
    components: how many components are connected by blue faces, not counting the red tile: ``(least, most)``, where
        `most` may be None.
    touching: on each side of the box some tile touches it.
    tiles: ``"all"``: each tile once; ``"distinct"``: any number of tiles, each at most once (the red one
        too, where `red` lets it); or the codes of the tiles, each of which is placed once.
    forbidden: where tiles may not lie, as ``(code, cell)``; with None for the code no tile may.
    minimise: ask for the least ``"volume"``, ``"surface"`` (the outline, of squares) or ``"longest"``
        side of a box within `box` that holds the hanging garden, or for the fewest ``"components"``.
        With one of the first three, symmetry and the surface are those of the garden's own box.
    exact: the garden looks different after every other turn or mirror of the box about its centre than
        those that `symmetry` demands; where it touches all sides, this is all its symmetry.
    lattice: ``"hexagonal"``: hexagons, x to the East and y to the North East, as `cpmodels.base.lattice.HEXAGONAL` has
        them, whose boxes are rhombi; ``"king"``: squares that touch at corners, too; ``"triangular"``: triangles
        (`TRIANGULAR`), those that point upwards with the codes 0 to 7 and the others with 8 to 15;
        ``"hypercubic"``: a box of four sides, or five; ``"line"``, ``"square"``, ``"cubic"``, as the box has one, two
        or three sides; or your own `cpmodels.base.lattice.Lattice`.
    region: in place of a box, ``"hexagon 7"`` (of side 7), ``"rhombus 8 8"``, ``"triangle 8"``, of hexagons or of
        triangles; or any cells.  Symmetries act about its middle.  It has no torus, no sides to touch, and no
        size to be minimised.

    Raises PuzzleError when sides, tiles, cells or matrices are not such, a packed garden does not fill
    its box, a symmetry does not map the box to itself, or demands contradict each other.

    >>> pair = Garden.hanging(box=(2, 1), tiles=[2, 8])
    >>> pair.check(TilePlacement([((0, 0), 2), ((1, 0), 8)]))
    []
    >>> pair.check(TilePlacement([((0, 0), 8), ((1, 0), 2)]))[0]
    'the red East face of (0, 0) touches a tile'
    """

    kind: ClassVar[str] = "garden"
    fully_described = True
    further_fields = True
    title: ClassVar[str] = "Hanging Gardens"

    @classmethod
    def hanging(cls, box: Sequence[int] | None = None, *, red: Red = "omit", **variant: Unpack[Variant]) -> Garden:
        """A garden whose red faces look at air; `variant` holds other fields by name."""
        return cls("hanging", box, red, **variant)

    @classmethod
    def packed(cls, box: Sequence[int] | None = None, *, red: Red = "place", **variant: Unpack[Variant]) -> Garden:
        """A garden that fills its box, of 4 x 4 x 4 by default; `variant` holds other fields by name."""
        if box is None and "region" not in variant and "lattice" not in variant:
            box = (4, 4, 4)
        return cls("packed", box, red, **variant)

    def describe(self) -> Description[TilePlacement] | None:
        """The exact cover of the garden (see `cpmodels.puzzles.garden._cover`); None for one that minimises."""
        if self.minimise:
            return None
        cover = described(self)
        images = [
            partial(image, turned_codes(motion.matrix, self.lattice), motion.images(self))
            for motion in islice(symmetries(self), 1, None)
        ]
        return Description(cover, placed, images, marks=lambda orbit: starmap(Mark.at, placed([orbit])))

    def infeasible_reason(self) -> str | None:
        """Why no such garden can exist, where counting shows it; None when it does not."""
        return infeasible_reason(self)

    def parts(self) -> Iterator[Part[TilePlacement]]:
        """Of a garden that minimises, plain gardens by rising cost; of a hanging one in a large box, smaller boxes.

        By rising cost, for each size of box, and each place of it where fixed or forbidden cells make places differ, a
        garden that touches all its sides; or for each number of components a garden of just that number.  What cannot
        hold the tiles, by counting, is left out.  Of a class with a `check` of its own no garden is said to be like its
        turned copy, and no smaller boxes come first, as by its rules that may not be so.

        >>> parts = Garden.hanging(box=(31, 31, 31), fixed=[(63, (15, 15, 15))]).parts()
        >>> next(parts).puzzle.box
        (5, 5, 5)
        """
        parts = parts_of(self)
        if type(self).check is not Garden.check:
            return (replace(part, alike=False) for part in parts if self.minimise)
        return parts

    def said(self, sentence: str) -> str:
        """A sentence as people read it: coordinates count from 1, x to the right, y upwards, z from the ground.

        >>> Garden.hanging((3, 3, 3)).said("the red East face of (0, 0, 2) touches a tile")
        'the red East face of x 1, y 1, z 3 touches a tile'
        """

        def words(cell: re.Match[str]) -> str:
            return ", ".join(f"{'xyzuv'[axis]} {int(at) + 1}" for axis, at in enumerate(re.findall(r"-?\d+", cell[1])))

        return CELL.sub(words, sentence)

    def check(self, solution: TilePlacement) -> list[str]:
        """The rules that a placement breaks, a sentence each; empty when it is a garden of this kind.

        Whether another garden costs less is not looked into.
        """
        return broken_rules(self, solution)
