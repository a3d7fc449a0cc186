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

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice, product
from math import prod
from typing import ClassVar, TypedDict, Unpack

from cpmodels.description import Description
from cpmodels.lattice import Cell, Lattice, is_signed_permutation, minus, permuted
from cpmodels.puzzle import Part, Puzzle, Stage
from cpmodels.puzzles._garden_check import broken_rules
from cpmodels.puzzles._garden_cover import described, image, placed
from cpmodels.puzzles._garden_fields import GardenFields, Minimise, Red, Symmetry
from cpmodels.puzzles._garden_infeasible import infeasible_reason, most_components
from cpmodels.puzzles._garden_narrower import cut, lies_in, narrower
from cpmodels.puzzles._garden_symmetry import symmetries
from cpmodels.puzzles.garden_tiles import TilePlacement, turned_codes
from cpmodels.values import check_type


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
    """A garden of squares (a `box` of two sides), cubes (three), the four tiles on a line (one), or on any `lattice`.

    rule: ``"hanging"``: blue faces touch blue faces, red faces look at empty cells or out of the box;
        ``"packed"``: the tiles fill the box, blue meets blue, and red meets red.
    box: side lengths, as x, y, z.  A hanging garden may lie anywhere in its box.
    red: the tile without a blue face: ``"omit"``, ``"place"``, or ``"inside"``: in a cell that is not on
        the surface of the box (in the first or last layer of an axis that is no torus).  Packed gardens
        place it unless told otherwise, hanging ones omit it, as it touches nothing.
    connected: all tiles but the red one are connected by blue faces: one component.
    symmetry: a group by name (see `cpmodels.lattice.GROUPS`) or generating matrices M, which take the
        offset v from the centre of the box to M v.  The garden looks the same after each of its moves.
    fixed: tiles in given places, as ``(code, cell)``.
    boundary: what a packed garden shows to the outside: ``"red"`` faces only, ``"free"``: any; or a
        ``"torus"``, on which opposite rims touch and match as neighbours do; one for each axis, or one
        for all.
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
    lattice: ``"hexagonal"``: hexagons, x to the East and y to the North East (`cpmodels.lattice.HONEYCOMB`), whose
        boxes are rhombi; ``"king"``: squares that touch at corners, too (`COMPASS`); ``"triangular"``: triangles
        (`TRIANGULAR`), those that point upwards with the codes 0 to 7 and the others with 8 to 15;
        ``"hypercubic"``: a box of four sides, or five; ``"line"``, ``"square"``, ``"cubic"``, as the box has one, two
        or three sides; or your own `cpmodels.lattice.Lattice`.
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
    title: ClassVar[str] = "Hanging Gardens"

    @classmethod
    def hanging(cls, box: Sequence[int] | None = None, *, red: Red = "omit", **variant: Unpack[Variant]) -> Garden:
        """A garden whose red faces look at air; `variant` holds other fields by name."""
        return cls("hanging", box, red, **variant)

    @classmethod
    def packed(cls, box: Sequence[int] | None = None, *, red: Red = "place", **variant: Unpack[Variant]) -> Garden:
        """A garden that fills its box, of 4 x 4 x 4 unless told otherwise; `variant` holds other fields by name."""
        if box is None and "region" not in variant and "lattice" not in variant:
            box = (4, 4, 4)
        return cls("packed", box, red, **variant)

    def describe(self) -> Description[TilePlacement] | None:
        """The exact cover of the garden (see `cpmodels.puzzles._garden_cover`); None for one that minimises."""
        if self.minimise:
            return None
        cover = described(self)
        images = [
            partial(image, turned_codes(motion.matrix, self.lattice), motion.images(self))
            for motion in islice(symmetries(self), 1, None)
        ]
        return Description(cover, placed, images)

    def infeasible_reason(self) -> str | None:
        """Why no such garden can exist, where counting shows it; None when it does not."""
        return infeasible_reason(self)

    def stages(self, *, alike: bool = True) -> Iterator[Stage[TilePlacement]]:
        """The gardens without `minimise` among whose answers are those of least cost, by rising cost.

        For each size of box, and each place of it where fixed or forbidden cells tell places apart, a
        garden that touches all its sides; or for each number of components a garden of just so many.
        What cannot hold the tiles, by counting, is left out.  Without `alike`, so are boxes that are
        turned copies of others of the same cost: then each cost has an answer just when it has one
        with them.
        """
        return stages(self, alike=alike)

    def narrower(self) -> Iterator[Part[TilePlacement]]:
        """Hanging gardens in smaller boxes inside a large one; a garden there is one of the large box, once moved.

        >>> parts = Garden.hanging(box=(31, 31, 31), fixed=[(63, (15, 15, 15))]).narrower()
        >>> next(parts).puzzle.box
        (5, 5, 5)
        """
        return (Part(smaller, whole) for smaller, whole in narrower(self))

    def check(self, solution: TilePlacement) -> list[str]:
        """The rules that a placement breaks, a sentence each; empty when it is a garden of this kind.

        Whether another garden costs less is not looked into.
        """
        check_type(solution, TilePlacement)
        return broken_rules(self, solution)


def stages(garden: Garden, *, alike: bool) -> Iterator[Stage[TilePlacement]]:
    """The stages of a garden; see `Garden.stages`."""
    if garden.minimise == "components":
        yield from _by_components(garden)
    elif garden.own_box:
        yield from _by_box(garden, alike=alike)


def _by_components(garden: Garden) -> Iterator[Stage[TilePlacement]]:
    least, most = garden.component_bounds
    greatest = most_components(garden)
    for count in range(least, (greatest if most is None else min(most, greatest)) + 1):
        plain = replace(garden, minimise=None, components=(count, count))
        if plain.infeasible_reason() is None:
            yield Stage(count, (Part(plain, _as_it_is),))


def _as_it_is(placement: TilePlacement) -> TilePlacement:
    return placement


def box_cost(garden: Garden, sides: tuple[int, ...]) -> int:
    """The cost of a box: its volume, surface (outline, of squares) or longest side."""
    if garden.minimise == "longest":
        return max(sides)
    if garden.minimise == "volume":
        return prod(sides)
    return 2 * sum(prod(sides) // side for side in sides)


def _by_box(garden: Garden, *, alike: bool) -> Iterator[Stage[TilePlacement]]:
    boxes = defaultdict[int, list[tuple[int, ...]]](list)
    for sides in product(*(range(1, side + 1) for side in garden.box)):
        boxes[box_cost(garden, sides)].append(sides)
    for least, of_one_cost in sorted(boxes.items()):
        plain: list[Garden] = []
        parts: list[Part[TilePlacement]] = []
        for sides in of_one_cost:
            if all(garden.keeps(matrix, sides) for matrix in garden.group):
                for offset in _offsets(garden, sides):
                    part = cut(garden, sides, offset, touching=True)
                    if part.infeasible_reason() is None and (
                        alike or not any(_turned_copy(part, one) for one in plain)
                    ):
                        plain.append(part)
                        parts.append(Part(part, partial(TilePlacement.shifted, offset=offset)))
        if parts:
            yield Stage(least, tuple(parts))


def _offsets(garden: Garden, sides: tuple[int, ...]) -> Iterator[Cell]:
    """Where a box of these sides may lie: only the first place, unless fixed or forbidden cells tell places apart."""
    if not garden.fixed and not garden.forbidden:
        yield (0,) * garden.dimension
        return
    for offset in product(*(range(whole - side + 1) for whole, side in zip(garden.box, sides, strict=True))):
        if all(
            lies_in(minus(cell, offset), sides, code in garden.red_tiles and garden.red == "inside")
            for code, cell in garden.fixed
        ):
            yield offset


def _turned_copy(one: Garden, other: Garden) -> bool:
    """Whether some turn or mirror makes the one garden of the other; places are not compared, but must be free."""
    if one.fixed or one.forbidden or other.forbidden:
        return False
    return any(
        is_signed_permutation(m)
        and permuted(m, other.box) == one.box
        and {other.turned(code, m) for code in other.tile_set} == set(one.tile_set)
        and other.lattice.conjugate(other.group, m) == frozenset(one.group)
        for m in one.lattice.point_group
    )
