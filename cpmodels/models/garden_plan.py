"""What the models of hanging and packed gardens share: a variable for each tile in each cell it may lie in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from ortools.sat.python import cp_model

from cpmodels.lattice import Cell, minus, move, orbits
from cpmodels.models.garden_symmetry import Motion, demands
from cpmodels.puzzles.garden import Garden
from cpmodels.puzzles.garden_tiles import TilePlacement, all_codes, bits, blue_faces, turned


def is_anchored(garden: Garden) -> bool:
    """Whether the garden hangs together and has the all-blue tile, from which all others are then reached."""
    return garden.component_bounds == (1, 1) and garden.full_tile in garden.required


def steps_from_whole(garden: Garden) -> int:
    """The most steps from the all-blue tile to another one, in a garden that hangs together.

    A symmetry keeps the all-blue tile in place, hence also the steps from it.  So the tiles of a shortest path,
    and the neighbours of the all-blue tile that are not on it, are in different orbits.
    """
    tiles = [code for code in garden.tile_set if code]
    kinds = len(orbits(tiles, lambda code: [turned(code, m) for m in garden.group]))
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
    most = steps_from_whole(garden)
    return [cell for cell in garden.cells if sum(map(abs, minus(cell, anchors[0]))) <= most]


class Plan(ABC):
    """The variables of a garden, shared within each orbit of its symmetry.

    tile: for each cell and tile that may lie there, whether it does.
    full: the cells that the all-blue tile may take, an orbit each, as every symmetry fixes it; none when
        it need not be placed.
    cells: one cell of each orbit.
    """

    def __init__(self, garden: Garden, cp: cp_model.CpModel) -> None:
        self.garden, self.cp = garden, cp
        self.place = {m: {c: move(m, garden.box, c) for c in garden.cells} for m in garden.group}
        self.code = {m: {t: turned(t, m) for t in all_codes(garden.dimension)} for m in garden.group}
        self.neighbours = garden.neighbours
        self.tile: dict[tuple[Cell, int], cp_model.IntVar] = {}
        self._place_tiles()
        whole = garden.full_tile
        places = garden.cells if whole in garden.required else ()
        self.full = {cell: self.tile[cell, whole] for cell in places if (cell, whole) in self.tile}
        self.cells = [c for c in garden.cells if c == min(self.place[m][c] for m in garden.group)]

    def _place_tiles(self) -> None:
        group, patterns = self.garden.group, set(self.garden.tile_set)
        forbidden = demands(self.garden, self.garden.forbidden)
        stabiliser = {
            t: frozenset(m for m in group if self.code[m][t] == t)
            for t in self.garden.tile_set
            if patterns.issuperset(self.code[m][t] for m in group)
        }
        reach = set(in_reach(self.garden))
        for cell in self.garden.cells:
            fixing = frozenset(m for m in group if self.place[m][cell] == cell)
            for tile, keeping in stabiliser.items():
                if (
                    (cell, tile) not in self.tile
                    and (tile == 0 or cell in reach)
                    and keeping == fixing
                    and self.fits(cell, tile)
                    and forbidden.isdisjoint([(None, cell), (tile, cell)])
                ):
                    variable = self.cp.new_bool_var(f"{cell} {tile}")
                    for m in group:
                        self.tile[self.place[m][cell], self.code[m][tile]] = variable

    def fits(self, cell: Cell, tile: int) -> bool:
        """Whether a tile's blue faces look at cells or over a free rim, and the red tile lies where it may."""
        if tile == 0:
            return self.garden.red != "inside" or self.garden.is_inside(cell)
        lattice, boundaries = self.garden.lattice, self.garden.boundaries
        return all(
            self.neighbours[cell][d] is not None or boundaries[lattice.axis(d)] == "free"
            for d in blue_faces(tile, self.garden.dimension)
        )

    def tiles_in(self, cell: Cell) -> list[cp_model.IntVar]:
        return [self.tile[cell, t] for t in self.garden.tile_set if (cell, t) in self.tile]

    @property
    @abstractmethod
    def key(self) -> tuple[cp_model.IntVar, ...]:
        """The variables that are the answer, then those of the all-blue tile's place."""

    @abstractmethod
    def face(self, cell: Cell, direction: int) -> cp_model.IntVar | None:
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
    def coloured(self, cell: Cell) -> cp_model.LiteralT:
        """Whether a cell has a tile other than the red one."""

    @abstractmethod
    def present(self, cell: Cell) -> list[cp_model.IntVar]:
        """What must hold for a cell to have a tile at all."""

    @abstractmethod
    def passage(self, cell: Cell, direction: int) -> list[cp_model.IntVar]:
        """What must hold for two neighbours that have tiles to touch with blue faces."""

    def each_tile_once(self) -> None:
        """Once if it must be placed, else at most once."""
        for tile in (orbit[0] for orbit in orbits(all_codes(self.garden.dimension), self._images)):
            places = [self.tile[cell, tile] for cell in self.garden.cells if (cell, tile) in self.tile]
            if set(self._images(tile)) & set(self.garden.required):
                self.cp.add_exactly_one(places)
            elif places:
                self.cp.add_at_most_one(places)

    def _images(self, tile: int) -> list[int]:
        return [self.code[m][tile] for m in self.garden.group]

    def faces_match_tiles(self) -> None:
        values = bits(self.garden.dimension)
        for cell in self.cells:
            faces = [(bit, self.face(cell, d)) for d, bit in enumerate(values)]
            for tile in self.garden.tile_set:
                if (cell, tile) in self.tile:
                    colours = [face if tile & bit else ~face for bit, face in faces if face is not None]
                    self.cp.add_bool_and(colours).only_enforce_if(self.tile[cell, tile])

    def fixed_tiles(self) -> None:
        for tile, cell in self.garden.fixed:
            self.cp.add_bool_or([self.tile[cell, tile]] if (cell, tile) in self.tile else [])
