"""The variables of a hanging garden: which cells are occupied."""

from __future__ import annotations

from collections.abc import Sequence

from ortools.sat.python import cp_model

from cpmodels.lattice import Cell
from cpmodels.models.garden_plan import Plan
from cpmodels.models.garden_symmetry import Motion
from cpmodels.puzzles.garden import Garden
from cpmodels.puzzles.garden_tiles import BITS, TilePlacement, bits


class HangingPlan(Plan):
    """The occupied cells are the answer: each face that looks at one is blue, all others are red."""

    def __init__(self, garden: Garden, cp: cp_model.CpModel) -> None:
        super().__init__(garden, cp)
        self.occupied: dict[Cell, cp_model.IntVar] = {}
        for cell in self.cells:
            variable = cp.new_bool_var(f"{cell}")
            for m in garden.group:
                self.occupied[self.place[m][cell]] = variable

    def fits(self, cell: Cell, tile: int) -> bool:
        """Also, along an axis of three layers, whether the tile lies in the layer that is left for its kind.

        A tile blue at both ends lies in the middle, between one blue above only and one blue below only.
        As there are as many tiles of each of these kinds, all of them lie so.
        """
        return super().fits(cell, tile) and all(
            cell[axis] == layer for axis, layer in enumerate(self._layers(tile)) if layer is not None
        )

    def _layers(self, tile: int) -> list[int | None]:
        """The layer of a tile along each axis, where only one is left for its kind."""
        lattice, side_of = self.garden.lattice, {(True, False): 0, (True, True): 1, (False, True): 2}
        layers: list[int | None] = []
        for side, (low, high) in zip(self.garden.box, lattice.ends, strict=True):
            thin = side == 3 and self.garden.tiles == "all"
            layers.append(side_of.get((bool(tile & BITS[high]), bool(tile & BITS[low]))) if thin else None)
        return layers

    @property
    def key(self) -> tuple[cp_model.IntVar, ...]:
        return (*(self.occupied[cell] for cell in self.cells), *self.full.values())

    def face(self, cell: Cell, direction: int) -> cp_model.IntVar | None:
        other = self.neighbours[cell][direction]
        return None if other is None else self.occupied[other]

    def one_tile_a_cell(self) -> None:
        """An occupied cell has one tile, an empty one none."""
        for cell in self.cells:
            self.cp.add_exactly_one([*self.tiles_in(cell), ~self.occupied[cell]])

    def touches_all_sides(self) -> None:
        for axis, side in enumerate(self.garden.box):
            for layer in {0, side - 1}:
                self.cp.add_bool_or([self.occupied[cell] for cell in self.garden.cells if cell[axis] == layer])

    def coloured(self, cell: Cell) -> cp_model.LiteralT:
        occupied, red = self.occupied[cell], self.tile.get((cell, 0))
        if red is None:
            return occupied
        coloured = self.cp.new_bool_var("")
        self.cp.add_exactly_one([coloured, red, ~occupied])
        return coloured

    def present(self, cell: Cell) -> list[cp_model.IntVar]:
        return [self.occupied[cell]]

    def passage(self, cell: Cell, direction: int) -> list[cp_model.IntVar]:  # noqa: ARG002
        """Two occupied cells that touch always do so with blue faces."""
        return []

    def permutation(self, motion: Motion) -> tuple[int, ...]:
        images = motion.images(self.garden.box)

        def representative(cell: Cell) -> Cell:
            return min(self.place[m][images[cell]] for m in self.garden.group)

        occupied = {cell: i for i, cell in enumerate(self.cells)}
        full = {cell: len(self.cells) + i for i, cell in enumerate(self.full)}
        return tuple(
            [occupied[representative(cell)] for cell in self.cells] + [full[representative(cell)] for cell in self.full]
        )

    def placement(self, values: Sequence[int]) -> TilePlacement:
        inside = {cell for cell, value in zip(self.cells, values, strict=False) if value}
        occupied = {self.place[m][cell] for cell in inside for m in self.garden.group}
        values_of = bits(self.garden.dimension)
        return TilePlacement(
            (cell, sum(b for b, n in zip(values_of, self.neighbours[cell], strict=True) if n in occupied))
            for cell in occupied
        )
