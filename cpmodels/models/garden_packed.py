"""The variables of a packed garden: which faces are blue."""

from __future__ import annotations

from collections.abc import Sequence

from ortools.sat.python import cp_model

from cpmodels.lattice import Cell
from cpmodels.models.garden_plan import Plan
from cpmodels.models.garden_symmetry import Motion
from cpmodels.puzzles.garden import Garden
from cpmodels.puzzles.garden_tiles import Planting, bits

Face = tuple[Cell, int]
"""A face as the upper one, along an axis, of a cell, or of the cell outside that it looks at."""


class PackedPlan(Plan):
    """The faces between cells, and those on a free rim, are the answer: blue or red for all cells that have them."""

    def __init__(self, garden: Garden, cp: cp_model.CpModel) -> None:
        super().__init__(garden, cp)
        self.faces: dict[Face, cp_model.IntVar] = {}
        self.first: list[tuple[Cell, int]] = []
        for cell in garden.cells:
            for direction, name in enumerate(garden.lattice.names):
                if self._has_choice(cell, direction) and self._face(cell, direction) not in self.faces:
                    variable = cp.new_bool_var(f"{cell} {name}")
                    self.first.append((cell, direction))
                    for m in garden.group:
                        turn = garden.lattice.turned(m)
                        self.faces[self._face(self.place[m][cell], turn[direction])] = variable

    def _has_choice(self, cell: Cell, direction: int) -> bool:
        """Whether a face may be blue: it touches another or looks out over a free rim."""
        axis = self.garden.lattice.axis(direction)
        return self.neighbours[cell][direction] is not None or self.garden.boundaries[axis] == "free"

    def _face(self, cell: Cell, direction: int) -> Face:
        lattice = self.garden.lattice
        axis = lattice.axis(direction)
        if lattice.offsets[direction][axis] > 0:
            return cell, axis
        return self.neighbours[cell][direction] or lattice.neighbour(cell, direction), axis

    @property
    def key(self) -> tuple[cp_model.IntVar, ...]:
        return (*(self.faces[self._face(*first)] for first in self.first), *self.full.values())

    def face(self, cell: Cell, direction: int) -> cp_model.LiteralT | None:
        return self.faces.get(self._face(cell, direction))

    def one_tile_a_cell(self) -> None:
        for cell in self.cells:
            self.cp.add_exactly_one(self.tiles_in(cell))

    def touches_all_sides(self) -> None:
        """A packed garden does."""

    def coloured(self, cell: Cell) -> cp_model.LiteralT:
        """The tile of a cell is the red one or another."""
        return ~self.tile[cell, 0] if (cell, 0) in self.tile else self.cp.new_constant(1)

    def present(self, cell: Cell) -> list[cp_model.IntVar]:  # noqa: ARG002
        """Every cell of a packed garden has a tile."""
        return []

    def passage(self, cell: Cell, direction: int) -> list[cp_model.IntVar]:
        return [self.faces[self._face(cell, direction)]]

    def permutation(self, motion: Motion) -> tuple[int, ...]:
        position = {self.faces[self._face(*first)].index: i for i, first in enumerate(self.first)}
        full = {cell: len(self.first) + i for i, cell in enumerate(self.full)}
        images = {cell: motion.moved(self.garden, cell) for cell in self.garden.cells}
        turn = self.garden.lattice.turned(motion.matrix)
        return tuple(
            [position[self.faces[self._face(images[cell], turn[direction])].index] for cell, direction in self.first]
            + [full[images[cell]] for cell in self.full]
        )

    def planting(self, values: Sequence[int]) -> Planting:
        firsts = zip(self.first, values, strict=False)
        blue = {self.faces[self._face(*first)].index for first, value in firsts if value}
        values_of = bits(self.garden.dimension)
        return Planting(
            (cell, sum(bit for d, bit in enumerate(values_of) if self._index(cell, d) in blue))
            for cell in self.garden.cells
        )

    def _index(self, cell: Cell, direction: int) -> int | None:
        face = self.faces.get(self._face(cell, direction))
        return None if face is None else face.index
