"""The variables of a packed garden: which faces are blue."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import product

from ortools.sat.python import cp_model

from cpmodels.lattice import Cell
from cpmodels.models.garden_plan import Plan
from cpmodels.models.garden_symmetry import Motion
from cpmodels.puzzles.garden import Garden
from cpmodels.puzzles.garden_tiles import TilePlacement, bits

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

    def face(self, cell: Cell, direction: int) -> cp_model.IntVar | None:
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

    @cached_property
    def _position(self) -> dict[tuple[Cell, int], int]:
        """The place in the key of each face of each cell that may be blue."""
        place = {variable.index: i for i, variable in enumerate(self.key)}
        sides = product(self.garden.cells, range(len(self.garden.lattice.names)))
        return {side: place[face.index] for side in sides if (face := self.faces.get(self._face(*side))) is not None}

    def permutation(self, motion: Motion) -> tuple[int, ...]:
        images, turn, position = (
            motion.images(self.garden.box),
            self.garden.lattice.turned(motion.matrix),
            self._position,
        )
        full = {cell: len(self.first) + i for i, cell in enumerate(self.full)}
        faces = [position[images[cell], turn[direction]] for cell, direction in self.first]
        return (*faces, *(full[images[cell]] for cell in self.full))

    def placement(self, values: Sequence[int]) -> TilePlacement:
        blue = {side for side, position in self._position.items() if values[position]}
        return TilePlacement(
            (cell, sum(bit for d, bit in enumerate(bits(self.garden.dimension)) if (cell, d) in blue))
            for cell in self.garden.cells
        )
