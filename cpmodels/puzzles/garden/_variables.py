"""The variables of a garden: for each tile in each cell where it may lie; and the occupied cells, or the blue faces.

In a hanging garden the occupied cells are the solution, in a packed one the blue faces.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from cpmodels import _cp_model as cp_model
from cpmodels.base.lattice import Cell, Matrix, orbits
from cpmodels.constraints._bulk import Bulk, Literals
from cpmodels.puzzles.garden._symmetry import Motion, colour_orbits, demands, moved_cells, shown_by
from cpmodels.puzzles.garden.tiles import TilePlacement, all_codes, bits, turned_codes

if TYPE_CHECKING:
    from cpmodels.puzzles.garden.puzzle import Garden


def is_anchored(garden: Garden) -> bool:
    """Whether the garden is connected and has the all-blue tile, from which all others are then reached."""
    return garden.component_bounds == (1, 1) and garden.full_tile in garden.required


def steps_from_whole(garden: Garden) -> int:
    """The most steps from the all-blue tile to another one, in a garden that is connected.

    A symmetry keeps the all-blue tile in place, hence also the steps from it.  So the tiles of a shortest path,
    and the neighbours of the all-blue tile that are not on it, are in different orbits.
    """
    kinds = len(orbits((code for code in garden.tile_set if code), garden.tile_images))
    directions = range(len(garden.lattice.names))
    around = len(orbits(directions, lambda d: [garden.lattice.turned(m)[d] for m in garden.group]))
    if set(garden.boundaries) != {"red"}:
        around = 1  # two faces may look at one cell, or out of the box
    return max(min(kinds, len(garden.cells)) - around, 0)


def in_reach(garden: Garden) -> list[Cell]:
    """The cells that a tile other than the red one may lie in: those near enough to an all-blue tile that is fixed."""
    anchors = [cell for code, cell in garden.fixed if code == garden.full_tile]
    if not anchors or not is_anchored(garden) or "torus" in garden.boundaries:
        return list(garden.cells)
    near, frontier = {anchors[0]}, {anchors[0]}
    for _ in range(steps_from_whole(garden)):
        frontier = {other for cell in frontier for other in garden.neighbours[cell] if other is not None} - near
        near |= frontier
    return [cell for cell in garden.cells if cell in near]


class Plan:
    """The variables of a garden, by their indices in the CpModel, shared within each orbit of its symmetry.

    bulk: what writes variables and constraints; a literal is an index, negated as ``~index``.
    tile: for each cell and tile that may lie there, whether it does.
    full: the cells that the all-blue tile may take, an orbit each, as every symmetry fixes it; none when
        it need not be placed.
    orbit: for each cell the first one of its orbit.
    cells: one cell of each orbit: the first.
    colour: for each cell of a hanging garden whether it is occupied, for each side of a cell of a packed one that may
        be blue whether it is; first: one of each orbit of these.
    """

    def __init__(self, garden: Garden, cp: cp_model.CpModel) -> None:
        self.garden, self.cp, self.bulk = garden, cp, Bulk(cp)
        self.hangs = garden.rule == "hanging"
        place = moved_cells(garden)
        self.tile: dict[tuple[Cell, int], int] = {}
        self._place_tiles(place)
        whole = garden.full_tile
        places = garden.cells if whole in garden.required else ()
        self.full = {c: self.tile[c, whole] for c in places if whole is not None and (c, whole) in self.tile}
        self.orbit = {c: min(images[c] for images in place.values()) for c in garden.cells}
        self.cells = [c for c in garden.cells if c == self.orbit[c]]
        self.first, self._number = colour_orbits(garden, place)
        names = map(str, self.first) if self.hangs else (f"{c} {garden.lattice.names[d]}" for c, d in self.first)
        self._colours = self.bulk.booleans(names)
        self.colour = {one: self._colours[n] for one, n in self._number.items()}

    def _place_tiles(self, place: Mapping[Matrix, Mapping[Cell, Cell]]) -> None:
        group, patterns = self.garden.group, set(self.garden.tile_set)
        forbidden = demands(self.garden, self.garden.forbidden)
        code = {m: turned_codes(m, self.garden.lattice) for m in group}
        stabiliser = {
            t: frozenset(m for m in group if code[m][t] == t)
            for t in self.garden.tile_set
            if patterns.issuperset(code[m][t] for m in group)
        }
        reach = set(in_reach(self.garden))
        moves = [(place[m], code[m]) for m in group]
        start, names = len(self.cp.proto.variables), list[str]()
        layers = self._layers
        for cell in self.garden.cells:
            fixing = frozenset(m for m in group if place[m][cell] == cell)
            for tile, keeping in stabiliser.items():
                if (
                    (tile == 0 or cell in reach)
                    and keeping == fixing
                    and self.garden.fits(tile, cell)
                    and (tile not in layers or all(cell[axis] == layer for axis, layer in layers[tile]))
                    and not (forbidden and ((None, cell) in forbidden or (tile, cell) in forbidden))
                    and (cell, tile) not in self.tile
                ):
                    for images, turned in moves:
                        self.tile[images[cell], turned[tile]] = start + len(names)
                    names.append(f"{cell} {tile}")
        self.bulk.booleans(names)

    @property
    def _layers(self) -> dict[int, list[tuple[int, int]]]:
        """For each tile the axes along which only one layer is left for its kind, each with that.

        Along an axis of three layers a hanging tile blue at both ends lies in the middle, between one blue above only
        and one blue below only.  As there are as many tiles of each of these kinds, all of them lie so.
        """
        garden, layer_of = self.garden, {(True, False): 0, (True, True): 1, (False, True): 2}
        bit_of = dict(zip(garden.lattice.names, bits(garden.lattice), strict=True))
        found: dict[int, list[tuple[int, int]]] = {}
        ends = garden.lattice.ends if self.hangs and garden.box and garden.tiles == "all" else ()
        for axis, (low, high) in enumerate(ends):
            for tile in garden.tile_set if garden.box[axis] == 3 and garden.boundaries[axis] == "red" else ():
                layer = layer_of.get((bool(tile & bit_of[high]), bool(tile & bit_of[low])))
                if layer is not None:
                    found.setdefault(tile, []).append((axis, layer))
        return found

    def tiles_in(self, cell: Cell) -> list[int]:
        return [self.tile[cell, t] for t in self.garden.tile_set if (cell, t) in self.tile]

    @property
    def key(self) -> Literals:
        """The variables that are the answer, then those of the all-blue tile's place."""
        return Literals(self.cp, (*self._colours, *self.full.values()))

    def face(self, cell: Cell, direction: int) -> int | None:
        """Whether a face is blue; None where it looks out and is red."""
        return self.colour.get(shown_by(self.garden, cell)[direction])

    def one_tile_a_cell(self) -> None:
        """A cell has one tile, or none where it is empty."""
        for cell in self.cells:
            self.bulk.name = f"{cell} has one tile{' or is empty' * self.hangs}"
            self.bulk.exactly_one([*self.tiles_in(cell), *([~self.colour[cell]] if self.hangs else [])])

    def touches_all_sides(self) -> None:
        """Each side of the box is touched by a tile, as by those of a packed garden."""
        self.bulk.name = "the garden touches all sides of its box"
        for axis, side in enumerate(self.garden.box if self.hangs else ()):
            for layer in {0, side - 1}:
                self.bulk.any_of([self.colour[cell] for cell in self.garden.cells if cell[axis] == layer])

    def coloured(self, cell: Cell) -> int:
        """Whether a cell has a tile other than the red one."""
        red = self.tile.get((cell, self.garden.red_tile(cell)))
        if not self.hangs:
            return self.bulk.constant(1) if red is None else ~red
        if red is None:
            return self.colour[cell]
        coloured = self.bulk.boolean()
        self.bulk.exactly_one([coloured, red, ~self.colour[cell]])
        return coloured

    def permutation(self, motion: Motion) -> tuple[int, ...]:
        """A symmetry of the garden as a permutation of key positions."""
        images, number = motion.images(self.garden), self._number
        if self.hangs:
            moved = [number[images[cell]] for cell in self.cells]
        else:
            turned, orientation = self.garden.lattice.turned_sides(motion.matrix), self._orientation
            moved = [number[images[c], turned[orientation[c], d][1]] for c, d in self.first]
        full = {cell: len(moved) + i for i, cell in enumerate(self.full)}
        return (*moved, *(full[images[cell]] for cell in self.full))

    @cached_property
    def _orientation(self) -> dict[Cell, int]:
        return {cell: self.garden.lattice.orientation(cell) for cell in self.garden.cells}

    def placement(self, values: Sequence[int]) -> TilePlacement:
        """The garden that the values of the key say."""
        garden, values_of = self.garden, bits(self.garden.lattice)
        blue = {one for one, number in self._number.items() if values[number]}

        def code(cell: Cell) -> int:
            seen = zip(values_of, shown_by(garden, cell), strict=True)
            return garden.red_tile(cell) + sum(bit for bit, one in seen if one in blue)

        return TilePlacement((cell, code(cell)) for cell in (blue if self.hangs else garden.cells))

    def each_tile_once(self) -> None:
        """Once if it must be placed, else at most once."""
        for tile, *images in orbits(all_codes(self.garden.lattice), self.garden.tile_images):
            places = [self.tile[cell, tile] for cell in self.garden.cells if (cell, tile) in self.tile]
            self.bulk.name = f"tile {tile} lies in one place"
            if {tile, *images} & set(self.garden.required):
                self.bulk.exactly_one(places)
            elif places:
                self.bulk.name = f"tile {tile} lies in at most one place"
                self.bulk.at_most_one(places)

    def faces_match_tiles(self) -> None:
        values, implies = bits(self.garden.lattice), self.bulk.implies
        for cell in self.cells:
            self.bulk.name = f"the faces of {cell} are those of its tile"
            seen = zip(values, map(self.colour.get, shown_by(self.garden, cell)), strict=True)
            faces = [(bit, face) for bit, face in seen if face is not None]
            for tile in self.garden.tile_set:
                if (place := self.tile.get((cell, tile))) is not None:
                    implies(place, [face if tile & bit else ~face for bit, face in faces])

    def fixed_tiles(self) -> None:
        for tile, cell in self.garden.fixed:
            self.bulk.name = f"tile {tile} lies at {cell}"
            self.bulk.any_of([self.tile[cell, tile]] if (cell, tile) in self.tile else [])
