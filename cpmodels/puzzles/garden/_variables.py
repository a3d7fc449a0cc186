"""The variables of a garden: for each tile in each cell where it may lie; and the occupied cells, or the blue faces.

What hanging and packed gardens share is in `Plan`; in a hanging garden the occupied cells are the solution, in a packed
one the blue faces.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING

from cpmodels import _cp_model as cp_model
from cpmodels.base.lattice import Cell, orbits
from cpmodels.constraints._bulk import Bulk, Literals, literal_at
from cpmodels.puzzles.garden._symmetry import Face, Motion, demands, face_orbits, moved_cells
from cpmodels.puzzles.garden.tiles import TilePlacement, all_codes, bits, turned_codes

if TYPE_CHECKING:
    from cpmodels.puzzles.garden.puzzle import Garden


def is_anchored(garden: Garden) -> bool:
    """Whether the garden hangs together and has the all-blue tile, from which all others are then reached."""
    return garden.component_bounds == (1, 1) and garden.full_tile in garden.required


def steps_from_whole(garden: Garden) -> int:
    """The most steps from the all-blue tile to another one, in a garden that hangs together.

    A symmetry keeps the all-blue tile in place, hence also the steps from it.  So the tiles of a shortest path,
    and the neighbours of the all-blue tile that are not on it, are in different orbits.
    """
    tiles = [code for code in garden.tile_set if code]
    kinds = len(orbits(tiles, lambda code: [garden.turned(code, m) for m in garden.group]))
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
        beyond = {other for cell in frontier for other in garden.neighbours[cell] if other is not None}
        frontier = beyond - near
        near |= frontier
    return [cell for cell in garden.cells if cell in near]


class Plan(ABC):
    """The variables of a garden, by their indices in the CpModel, shared within each orbit of its symmetry.

    bulk: what writes variables and constraints; a literal is an index, negated as ``~index``.
    tile: for each cell and tile that may lie there, whether it does.
    full: the cells that the all-blue tile may take, an orbit each, as every symmetry fixes it; none when
        it need not be placed.
    orbit: for each cell the first one of its orbit.
    cells: one cell of each orbit: the first.
    """

    def __init__(self, garden: Garden, cp: cp_model.CpModel) -> None:
        self.garden, self.cp, self.bulk = garden, cp, Bulk(cp)
        self.place = moved_cells(garden)
        self.code = {m: turned_codes(m, garden.lattice) for m in garden.group}
        self.neighbours = garden.neighbours
        self.tile: dict[tuple[Cell, int], int] = {}
        self._place_tiles()
        whole = garden.full_tile
        places = garden.cells if whole in garden.required else ()
        self.full = {c: self.tile[c, whole] for c in places if whole is not None and (c, whole) in self.tile}
        self.orbit = {c: min(self.place[m][c] for m in garden.group) for c in garden.cells}
        self.cells = [c for c in garden.cells if c == self.orbit[c]]

    def _place_tiles(self) -> None:
        group, patterns = self.garden.group, set(self.garden.tile_set)
        forbidden = demands(self.garden, self.garden.forbidden)
        stabiliser = {
            t: frozenset(m for m in group if self.code[m][t] == t)
            for t in self.garden.tile_set
            if patterns.issuperset(self.code[m][t] for m in group)
        }
        reach = set(in_reach(self.garden))
        alone = len(group) == 1
        places: list[tuple[Cell, int]] = []
        taken: set[tuple[Cell, int]] = set()
        for cell in self.garden.cells:
            fixing = frozenset(m for m in group if self.place[m][cell] == cell)
            for tile, keeping in stabiliser.items():
                if (
                    (alone or (cell, tile) not in taken)
                    and (tile == 0 or cell in reach)
                    and keeping == fixing
                    and self.fits(cell, tile)
                    and not (forbidden and ((None, cell) in forbidden or (tile, cell) in forbidden))
                ):
                    places.append((cell, tile))
                    if not alone:
                        taken.update((self.place[m][cell], self.code[m][tile]) for m in group)
        variables = self.bulk.booleans([f"{cell} {tile}" for cell, tile in places])
        if alone:
            self.tile.update(zip(places, variables, strict=True))
        for (cell, tile), variable in zip(places, variables, strict=True) if not alone else ():
            for m in group:
                self.tile[self.place[m][cell], self.code[m][tile]] = variable

    def fits(self, cell: Cell, tile: int) -> bool:
        """Whether a tile may lie in a cell, as far as that does not depend on others."""
        return self.garden.fits(tile, cell)

    def tiles_in(self, cell: Cell) -> list[int]:
        return [self.tile[cell, t] for t in self.garden.tile_set if (cell, t) in self.tile]

    def literal(self, index: int) -> cp_model.LiteralT:
        """The literal of an index."""
        return literal_at(self.cp, index)

    @property
    @abstractmethod
    def indexes(self) -> tuple[int, ...]:
        """The variables that are the answer, then those of the all-blue tile's place."""

    @property
    def key(self) -> Literals:
        """The same as variables."""
        return Literals(self.cp, self.indexes)

    @abstractmethod
    def face(self, cell: Cell, direction: int) -> int | None:
        """Whether a face is blue; None where it looks out and is red."""

    @abstractmethod
    def one_tile_a_cell(self) -> None:
        """Each cell has the tiles that it must have."""

    @abstractmethod
    def touches_all_sides(self) -> None:
        """Each side of the box is touched by a tile."""

    @abstractmethod
    def permutation(self, motion: Motion) -> tuple[int, ...]:
        """A symmetry of the garden as a permutation of key positions."""

    @abstractmethod
    def placement(self, values: Sequence[int]) -> TilePlacement:
        """The garden that the values of the key say."""

    @abstractmethod
    def coloured(self, cell: Cell) -> int:
        """Whether a cell has a tile other than the red one."""

    @abstractmethod
    def present(self, cell: Cell) -> list[int]:
        """What must hold for a cell to have a tile at all."""

    @abstractmethod
    def passage(self, cell: Cell, direction: int) -> list[int]:
        """What must hold for two neighbours that have tiles to touch with blue faces."""

    def each_tile_once(self) -> None:
        """Once if it must be placed, else at most once."""
        for tile in (orbit[0] for orbit in orbits(all_codes(self.garden.lattice), self._images)):
            places = [self.tile[cell, tile] for cell in self.garden.cells if (cell, tile) in self.tile]
            self.bulk.name = f"tile {tile} lies in one place"
            if set(self._images(tile)) & set(self.garden.required):
                self.bulk.exactly_one(places)
            elif places:
                self.bulk.name = f"tile {tile} lies in at most one place"
                self.bulk.at_most_one(places)

    def _images(self, tile: int) -> list[int]:
        return [self.code[m][tile] for m in self.garden.group]

    def faces_match_tiles(self) -> None:
        values, implies = bits(self.garden.lattice), self.bulk.implies
        for cell in self.cells:
            self.bulk.name = f"the faces of {cell} are those of its tile"
            seen = ((bit, self.face(cell, d)) for d, bit in enumerate(values))
            faces = [(bit, face) for bit, face in seen if face is not None]
            for tile in self.garden.tile_set:
                if (place := self.tile.get((cell, tile))) is not None:
                    implies(place, [face if tile & bit else ~face for bit, face in faces])

    def fixed_tiles(self) -> None:
        for tile, cell in self.garden.fixed:
            self.bulk.name = f"tile {tile} lies at {cell}"
            self.bulk.any_of([self.tile[cell, tile]] if (cell, tile) in self.tile else [])


class HangingPlan(Plan):
    """The occupied cells are the answer: each face that looks at one is blue, all others are red."""

    def __init__(self, garden: Garden, cp: cp_model.CpModel) -> None:
        super().__init__(garden, cp)
        self.occupied: dict[Cell, int] = {}
        for cell, variable in zip(self.cells, self.bulk.booleans(map(str, self.cells)), strict=True):
            for m in garden.group:
                self.occupied[self.place[m][cell]] = variable

    def fits(self, cell: Cell, tile: int) -> bool:
        """Also, along an axis of three layers, whether the tile lies in the layer that is left for its kind.

        A tile blue at both ends lies in the middle, between one blue above only and one blue below only.
        As there are as many tiles of each of these kinds, all of them lie so.
        """
        return super().fits(cell, tile) and all(cell[axis] == layer for axis, layer in self._layers[tile])

    @cached_property
    def _layers(self) -> dict[int, list[tuple[int, int]]]:
        """For each tile the axes along which only one layer is left for its kind, each with that."""
        found = {tile: enumerate(self._layer(tile)) for tile in self.garden.tile_set}
        return {tile: [(axis, layer) for axis, layer in each if layer is not None] for tile, each in found.items()}

    def _layer(self, tile: int) -> list[int | None]:
        """The layer of a tile along each axis, where only one is left for its kind."""
        lattice, side_of = self.garden.lattice, {(True, False): 0, (True, True): 1, (False, True): 2}
        layers: list[int | None] = []
        if self.garden.region is not None:
            return layers
        bit_of = dict(zip(lattice.names, bits(lattice), strict=True))
        for side, rim, (low, high) in zip(self.garden.box, self.garden.boundaries, lattice.ends, strict=True):
            thin = side == 3 and rim == "red" and self.garden.tiles == "all"
            layers.append(side_of.get((bool(tile & bit_of[high]), bool(tile & bit_of[low]))) if thin else None)
        return layers

    @property
    def indexes(self) -> tuple[int, ...]:
        return (*(self.occupied[cell] for cell in self.cells), *self.full.values())

    def face(self, cell: Cell, direction: int) -> int | None:
        other = self.neighbours[cell][direction]
        return None if other is None else self.occupied[other]

    def one_tile_a_cell(self) -> None:
        """An occupied cell has one tile, an empty one none."""
        for cell in self.cells:
            self.bulk.name = f"{cell} has one tile or is empty"
            self.bulk.exactly_one([*self.tiles_in(cell), ~self.occupied[cell]])

    def touches_all_sides(self) -> None:
        self.bulk.name = "the garden touches all sides of its box"
        for axis, side in enumerate(self.garden.box):
            for layer in {0, side - 1}:
                self.bulk.any_of([self.occupied[cell] for cell in self.garden.cells if cell[axis] == layer])

    def coloured(self, cell: Cell) -> int:
        occupied, red = self.occupied[cell], self.tile.get((cell, self.garden.red_tile(cell)))
        if red is None:
            return occupied
        coloured = self.bulk.boolean()
        self.bulk.exactly_one([coloured, red, ~occupied])
        return coloured

    def present(self, cell: Cell) -> list[int]:
        return [self.occupied[cell]]

    def passage(self, cell: Cell, direction: int) -> list[int]:  # noqa: ARG002
        """Two occupied cells that touch always do so with blue faces."""
        return []

    def permutation(self, motion: Motion) -> tuple[int, ...]:
        images = motion.images(self.garden)
        occupied = {cell: i for i, cell in enumerate(self.cells)}
        full = {cell: len(self.cells) + i for i, cell in enumerate(self.full)}
        return tuple(
            [occupied[self.orbit[images[cell]]] for cell in self.cells]
            + [full[self.orbit[images[cell]]] for cell in self.full]
        )

    def placement(self, values: Sequence[int]) -> TilePlacement:
        inside = {cell for cell, value in zip(self.cells, values, strict=False) if value}
        occupied = {self.place[m][cell] for cell in inside for m in self.garden.group}
        values_of = bits(self.garden.lattice)

        def code(cell: Cell) -> int:
            blue = (bit for bit, other in zip(values_of, self.neighbours[cell], strict=True) if other in occupied)
            return self.garden.red_tile(cell) + sum(blue)

        return TilePlacement((cell, code(cell)) for cell in occupied)


class PackedPlan(Plan):
    """The faces between cells, and those on a free rim, are the answer: blue or red for all cells that have them."""

    def __init__(self, garden: Garden, cp: cp_model.CpModel) -> None:
        super().__init__(garden, cp)
        self.faces: dict[Face, int] = {}
        self.first: list[tuple[Cell, int]] = []
        names: list[str] = []
        start = len(cp.proto.variables)
        for (cell, direction), faces in face_orbits(garden, self.place):
            self.faces.update(dict.fromkeys(faces, start + len(self.first)))
            names.append(f"{cell} {garden.lattice.names[direction]}")
            self.first.append((cell, direction))
        self.bulk.booleans(names)

    @cached_property
    def _orientation(self) -> dict[Cell, int]:
        return {cell: self.garden.lattice.orientation(cell) for cell in self.garden.cells}

    @property
    def indexes(self) -> tuple[int, ...]:
        return (*(self.faces[self.garden.face(*first)] for first in self.first), *self.full.values())

    def face(self, cell: Cell, direction: int) -> int | None:
        return self.faces.get(self.garden.face(cell, direction))

    def one_tile_a_cell(self) -> None:
        for cell in self.cells:
            self.bulk.name = f"{cell} has one tile"
            self.bulk.exactly_one(self.tiles_in(cell))

    def touches_all_sides(self) -> None:
        """A packed garden does."""

    def coloured(self, cell: Cell) -> int:
        """The tile of a cell is the red one or another."""
        red = self.garden.red_tile(cell)
        return ~self.tile[cell, red] if (cell, red) in self.tile else self.bulk.constant(1)

    def present(self, cell: Cell) -> list[int]:  # noqa: ARG002
        """Every cell of a packed garden has a tile."""
        return []

    def passage(self, cell: Cell, direction: int) -> list[int]:
        return [self.faces[self.garden.face(cell, direction)]]

    @cached_property
    def _position(self) -> dict[tuple[Cell, int], int]:
        """The place in the key of each face of each cell that may be blue."""
        place = {variable: i for i, variable in enumerate(self.indexes)}
        sides = product(self.garden.cells, range(len(self.garden.lattice.names)))
        return {side: place[face] for side in sides if (face := self.faces.get(self.garden.face(*side))) is not None}

    def permutation(self, motion: Motion) -> tuple[int, ...]:
        images, position = motion.images(self.garden), self._position
        turned, orientation = self.garden.lattice.turned_sides(motion.matrix), self._orientation
        full = {cell: len(self.first) + i for i, cell in enumerate(self.full)}
        faces = [position[images[cell], turned[orientation[cell], direction][1]] for cell, direction in self.first]
        return (*faces, *(full[images[cell]] for cell in self.full))

    def placement(self, values: Sequence[int]) -> TilePlacement:
        blue = {side for side, position in self._position.items() if values[position]}
        values_of = bits(self.garden.lattice)
        return TilePlacement(
            (cell, sum((bit for d, bit in enumerate(values_of) if (cell, d) in blue), self.garden.red_tile(cell)))
            for cell in self.garden.cells
        )
