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
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import islice, starmap
from math import prod
from typing import ClassVar, Unpack

from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.description import MOST_OPTIONS, Description, ExactCover, Option
from cpmodels.base.errors import TooLargeError
from cpmodels.base.graph import connected_parts
from cpmodels.base.lattice import Cell, minus, plus
from cpmodels.base.marks import Mark
from cpmodels.base.puzzle import Part, Puzzle
from cpmodels.base.values import by, listed, off_by_one, plural
from cpmodels.puzzles.garden._fields import GardenFields, Red, Variant
from cpmodels.puzzles.garden._infeasible import infeasible_reason
from cpmodels.puzzles.garden._parts import by_box, by_components, in_smaller_boxes
from cpmodels.puzzles.garden._symmetry import symmetries
from cpmodels.puzzles.garden.tiles import TilePlacement, bits, blue_faces, turned_codes

__all__ = ["Garden", "Variant"]

Codes = Mapping[Cell, int]
Orbit = tuple[tuple[Cell, int | None], ...]
"""The cells of an orbit, each with its tile, or None for air."""

HERE = -1
"""The direction in which a tile looks at its own cell, which is not empty."""

Faces = list[tuple[Hashable, int]]
"""What a tile in a cell colours, and the direction in which that lies, or `HERE`."""

CELL = re.compile(r"\((-?\d+,(?: -?\d+,)*(?: -?\d+)?)\)")
"""A cell in a sentence."""


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
        With one of the first three, symmetry and the surface are those of the garden's own box, and gardens that differ
        only in where that lies within `box` are one, unless tiles are fixed or forbidden.
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
        """The exact cover of the garden; None for one that minimises.

        An option lays a tile, with all its images under the symmetry, and means the cells, each with its tile.  Items
        are ``("cell", cell)``, once, and ``("tile", code)``, once or, where it need not be placed, at most once.  In a
        packed garden faces are coloured, blue or red; in a hanging one cells, occupied or empty, and a cell without a
        tile takes an option of its own, air.  It is relaxed where components, the sides of the box or the exact
        symmetry matter: then the garden must check the solutions.

        >>> cover = Garden.packed((2, 2), tiles=(3, 6, 9, 12)).describe().problem
        >>> sorted(option.meaning for option in cover.pruned().options)
        [(((0, 0), 3),), (((0, 1), 6),), (((1, 0), 9),), (((1, 1), 12),)]
        """
        if self.minimise:
            return None
        inside = prod(max(side - 2, 0) for side in self.box) if self.box else len(self.cells)
        inside -= len(self.forbidden)
        if inside * (len(self.tile_set) - len(self.fixed)) > MOST_OPTIONS * len(self.group):
            raise TooLargeError(f"{self.place} as an exact cover has more than {MOST_OPTIONS:,} options")
        items: dict[tuple[str, Cell | int], int | tuple[int, int]] = {("cell", cell): 1 for cell in self.cells}
        items.update((("tile", tile), 1) for tile in self.required)
        items.update((("tile", tile), (0, 1)) for tile in self.tile_set if tile not in self.required)
        relaxed = self.component_bounds != (0, None) or self.touching or self.exact
        motions = islice(symmetries(self), 1, None)
        images = [partial(image, turned_codes(m.matrix, self.lattice), m.images(self)) for m in motions]
        cover = ExactCover(items, _options(self), relaxed)
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
        find = by_components if self.minimise == "components" else by_box if self.own_box else in_smaller_boxes
        parts = find(self)
        if type(self).check is not Garden.check:
            return (replace(part, alike=False) for part in parts if self.minimise)
        return parts

    def said(self, sentence: str) -> str:
        """A sentence as people read it: coordinates count from 1, x to the right, y upwards, z from the ground.

        >>> Garden.hanging((3, 3, 3)).said("the red East face of (0, 0, 2) touches a tile")
        'the red East face of x 1, y 1, z 3 touches a tile'
        >>> Garden.hanging((3, 3)).said("two of them differ at (0, 0), (0, 1), (2, 0) and 6 more")
        'two of them differ at x 1, y 1; x 1, y 2; x 3, y 1 and 6 more'
        """

        def words(cell: re.Match[str]) -> str:
            return ", ".join(f"{'xyzuv'[axis]} {int(at) + 1}" for axis, at in enumerate(re.findall(r"-?\d+", cell[1])))

        return CELL.sub(words, sentence.replace("), (", "); ("))

    def check(self, solution: TilePlacement) -> list[str]:
        """The rules that a placement breaks, a sentence each; empty when it is a garden of this kind.

        Whether another garden costs less is not looked into.
        """
        codes = solution.codes
        if outside := [cell for cell in codes if cell not in self.cells]:
            return [f"tiles lie outside the {self.ground}: {listed(outside)}{off_by_one(codes, self.box)}"]
        broken = []
        if len(codes) < len(solution.tiles):
            twice = len(solution.tiles) - len(codes)
            broken.append(f"{plural(twice, 'cell')} {'holds' if twice == 1 else 'hold'} more than one tile")
        broken += _tiles(self, Counter(code for _, code in solution.tiles))
        for cell in codes:
            checkpoint()
            broken += _faces(self, cell, codes)
        if self.rule == "packed" and len(codes) < len(self.cells):
            empty = len(self.cells) - len(codes)
            broken.append(f"{plural(empty, 'cell')} of the {self.ground} {'is' if empty == 1 else 'are'} empty")
        broken += _places(self, codes)
        if self.touching:
            broken += _sides(self, codes)
        if not broken:
            broken += _components(self, codes)
        broken += _in_its_frame(self, codes)
        return broken


def _tiles(garden: Garden, uses: Counter[int]) -> Iterator[str]:
    if foreign := sorted(set(uses) - set(garden.tile_set)):
        yield f"not tiles of this garden: {listed(foreign)}"
    if garden.tiles != "distinct" and (missing := sorted(set(garden.tile_set) - set(uses))):
        yield f"missing tiles: {listed(missing)}"
    if twice := sorted(code for code, times in uses.items() if times > 1):
        yield f"tiles used more than once: {listed(twice)}"


def _faces(garden: Garden, cell: Cell, codes: Codes) -> Iterator[str]:
    values, lattice = bits(garden.lattice), garden.lattice
    if not garden.suits(codes[cell], cell):
        yield f"tile {codes[cell]} lies at {cell}, a cell of another orientation"
    for direction, (face, other) in enumerate(zip(lattice.names, garden.neighbours[cell], strict=True)):
        if other is None and garden.is_free(cell, direction):
            continue
        blue = bool(codes[cell] & values[direction])
        facing = None if other is None or other not in codes else codes[other] & values[lattice.opposite[direction]]
        if blue and not facing:
            what = "the outside or air" if facing is None else "a red face"
            yield f"the blue {face} face of {cell} looks at {what}"
        elif not blue and facing:
            yield f"the red {face} face of {cell} touches a blue face"
        elif not blue and facing is not None and garden.rule == "hanging":
            yield f"the red {face} face of {cell} touches a tile"


def _places(garden: Garden, codes: Codes) -> Iterator[str]:
    for code, cell in garden.fixed:
        if codes.get(cell) != code:
            yield f"tile {code} is not at {cell}, where it is fixed"
    for forbidden, cell in garden.forbidden:
        if cell in codes and forbidden in (None, codes[cell]):
            yield f"tile {codes[cell]} lies at {cell}, where {'no tile may lie' if forbidden is None else 'it may not'}"


def _sides(garden: Garden, codes: Codes) -> Iterator[str]:
    for direction, name in enumerate(garden.lattice.names):
        axis = garden.lattice.axis(direction)
        layer = garden.box[axis] - 1 if garden.lattice.offsets[direction][axis] > 0 else 0
        if all(cell[axis] != layer for cell in codes):
            yield f"no tile touches the {name} side of the box"


def _components(garden: Garden, codes: Codes) -> Iterator[str]:
    least, most = garden.component_bounds
    if (least, most) == (0, None):
        return
    parts = components(garden, codes)
    if len(parts) < least or (most is not None and len(parts) > most):
        bounds = f"at least {least}" if most is None else f"{least} to {most}" if least < most else f"{most}"
        where = f" ({listed([f'one with {min(part)}' for part in parts])})" if parts else ""
        yield f"the garden has {plural(len(parts), 'component')}{where}, not {bounds}"


def components(garden: Garden, codes: Codes) -> list[set[Cell]]:
    """The parts that are connected by blue faces, each as its cells, not counting the red tile."""
    tiles = sorted(cell for cell, code in codes.items() if code not in garden.red_tiles)

    def beside(cell: Cell) -> Iterable[Cell | None]:
        return (garden.neighbours[cell][d] for d in blue_faces(codes[cell], garden.lattice))

    return [set(part) for part in connected_parts(tiles, beside)]


def _in_its_frame(garden: Garden, codes: Codes) -> Iterator[str]:
    """What has to do with the box: the garden's own one, where the box is minimised."""
    low, sides, name = (0,) * garden.dimension, garden.box, f"the {garden.ground}"
    if garden.own_box:
        if not codes:
            yield "the garden is empty, so it has no box of its own"
            return
        low, high = (tuple(map(end, zip(*codes, strict=True))) for end in (min, max))
        sides, name = tuple(h - c + 1 for c, h in zip(low, high, strict=True)), "the garden's own box"
    if garden.red == "inside":
        for cell in codes:
            if codes[cell] in garden.red_tiles and not garden.is_inside(minus(cell, low), sides):
                yield f"the red tile lies at {cell}, on the surface of {name}"
    for matrix in garden.group[1:]:
        if not garden.keeps(matrix, sides):
            yield f"the symmetry does not map {name} of {by(sides)} to itself"
            return
        for cell, code in codes.items():
            image = plus(garden.moved(matrix, minus(cell, low), sides), low)
            if codes.get(image) != garden.turned(code, matrix):
                yield f"the symmetry takes tile {code} at {cell} to {image}, which does not hold its image"
                return
    for matrix in garden.further_moves(sides) if garden.exact else ():
        moved = {plus(garden.moved(matrix, minus(cell, low), sides), low): cell for cell in codes}
        if all(codes.get(image) == garden.turned(codes[cell], matrix) for image, cell in moved.items()):
            yield f"the garden looks the same after {[list(row) for row in matrix]} too, which is not required"
            return


def placed(chosen: Iterable[Orbit]) -> TilePlacement:
    """The garden that the meanings of some options say."""
    return TilePlacement((cell, tile) for orbit in chosen for cell, tile in orbit if tile is not None)


def image(tiles: Mapping[int, int], cells: Mapping[Cell, Cell], orbit: Orbit) -> Orbit:
    """Where a symmetry, with its images of the tiles and cells, takes the meaning of an option."""
    return tuple(sorted((cells[cell], None if tile is None else tiles[tile]) for cell, tile in orbit))


def _options(garden: Garden) -> Iterator[Option[Orbit]]:
    faces = cache(partial(_seen, garden))
    blue = {tile: frozenset([HERE, *blue_faces(tile, garden.lattice)]) for tile in garden.tile_set}
    for orbit in _laid(garden):
        if (colours := _coloured(orbit, faces, blue)) is not None:
            cells, tiles = [("cell", cell) for cell in orbit], [("tile", tile) for tile in orbit.values()]
            yield Option(tuple(orbit.items()), [*cells, *tiles], colours)
    if garden.rule == "hanging":
        for air in dict.fromkeys(frozenset(garden.moved(m, cell) for m in garden.group) for cell in garden.cells):
            empty = sorted(air)
            colours = {("occupied", cell): False for cell in empty}
            yield Option(tuple((cell, None) for cell in empty), [("cell", cell) for cell in empty], colours)


def _laid(garden: Garden) -> Iterator[dict[Cell, int]]:
    """Each tile in each cell that it fits, with its images; not those that lay two tiles in one cell, or one in two.

    What fits a cell fits its images, as the symmetry keeps the box and its boundary.
    """
    seen: set[frozenset[tuple[Cell, int]]] = set()
    codes = [turned_codes(m, garden.lattice) for m in garden.group]
    placed = frozenset(garden.tile_set)
    for cell in garden.cells:
        checkpoint()
        moves = [(garden.moved(m, cell), code) for m, code in zip(garden.group, codes, strict=True)]
        for tile in garden.tile_set:
            if not garden.fits(tile, cell):
                continue
            pairs = frozenset([(place, code[tile]) for place, code in moves])
            orbit = dict(pairs)
            if len(orbit) < len(pairs):
                continue
            if len(orbit) > 1:  # It comes from each of its cells.
                orbit = dict(sorted(pairs))
                if len(set(orbit.values())) < len(orbit) or pairs in seen:
                    continue
                seen.add(pairs)
            if placed.issuperset(orbit.values()) and _allowed(garden, orbit):
                yield orbit


def _allowed(garden: Garden, orbit: dict[Cell, int]) -> bool:
    """Whether tiles lie where fixed and forbidden ones let them."""
    tiles = orbit.values()
    return all(orbit[c] == code if c in orbit else code not in tiles for code, c in garden.fixed) and not any(
        c in orbit and code in (None, orbit[c]) for code, c in garden.forbidden
    )


def _seen(garden: Garden, cell: Cell) -> Faces:
    seen = [(direction, other) for direction, other in enumerate(garden.neighbours[cell]) if other is not None]
    if garden.rule == "hanging":
        return [(("occupied", other), direction) for direction, other in [(HERE, cell), *seen]]
    return [(("face", *garden.face(cell, direction)), direction) for direction, _ in seen]


def _coloured(
    orbit: dict[Cell, int], faces: Callable[[Cell], Faces], blue: Mapping[int, frozenset[int]]
) -> dict[Hashable, bool] | None:
    """The colours of an option; None when its own tiles contradict each other.

    blue: the directions in which each tile is blue, and `HERE`.
    """
    given: list[tuple[Hashable, bool]] = []
    for cell, tile in orbit.items():
        given += [(face, direction in blue[tile]) for face, direction in faces(cell)]
    colours = dict(given)
    return None if len(colours) < len(given) and any(colours[face] != colour for face, colour in given) else colours
