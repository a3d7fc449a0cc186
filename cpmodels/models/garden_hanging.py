"""The variables of a hanging garden: which cells are occupied."""

from __future__ import annotations

from collections.abc import Sequence

from ortools.sat.python import cp_model

from cpmodels.lattice import Cell
from cpmodels.models.garden_plan import Plan
from cpmodels.models.garden_symmetry import Motion
from cpmodels.puzzles.garden import Garden
from cpmodels.puzzles.garden_tiles import Planting, bits


class HangingPlan(Plan):
    """The occupied cells are the answer: each face that looks at one is blue, all others are red."""

    def __init__(self, garden: Garden, cp: cp_model.CpModel) -> None:
        super().__init__(garden, cp)
        self.occupied: dict[Cell, cp_model.IntVar] = {}
        for cell in self.cells:
            variable = cp.new_bool_var(f"{cell}")
            for m in garden.group:
                self.occupied[self.place[m][cell]] = variable

    @property
    def key(self) -> tuple[cp_model.IntVar, ...]:
        return (*(self.occupied[cell] for cell in self.cells), *self.full.values())

    def face(self, cell: Cell, direction: int) -> cp_model.LiteralT | None:
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

    def planting(self, values: Sequence[int]) -> Planting:
        inside = {cell for cell, value in zip(self.cells, values, strict=False) if value}
        occupied = {self.place[m][cell] for cell in inside for m in self.garden.group}
        values_of = bits(self.garden.dimension)
        return Planting(
            (cell, sum(b for b, n in zip(values_of, self.neighbours[cell], strict=True) if n in occupied))
            for cell in occupied
        )
