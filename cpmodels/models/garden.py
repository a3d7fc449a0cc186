"""The model of a garden: which tile is in which cell, tied to the colours of faces.

In a hanging garden a face is blue just when the cell that it looks at is occupied, so a garden is a
set of cells whose neighbourhoods are all different; the occupied cells are the answer.  In a packed
one, a face between two cells is blue or red for both, and the blue faces are the answer.

A symmetry maps the tile p at cell c to the tile g(p) at g(c).  So all cells, faces and tiles of an orbit
share one variable; and as every tile is there once, a tile lies only in a cell with its own stabiliser.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from ortools.sat.python import cp_model

from cpmodels.lattice import Cell, Matrix, move
from cpmodels.models.garden_symmetry import more_symmetric, symmetries
from cpmodels.models.model import Model, refuse_large
from cpmodels.puzzles.garden import Garden, Planting, bits, blue_faces, turned

Face = tuple[Cell, Cell]
"""Two neighbouring cells, in order."""


def build(garden: Garden, cp: cp_model.CpModel) -> Model[Planting]:
    """The model of a garden."""
    layers = len(garden.tiles) + (rounds(garden) if garden.connected else 0)
    refuse_large(len(garden.cells) * layers, f"a box of {len(garden.cells)} cells")
    plan = HangingPlan(garden, cp) if garden.rule == "hanging" else PackedPlan(garden, cp)
    plan.one_tile_a_cell()
    plan.each_tile_once()
    plan.faces_match_tiles()
    plan.fixed_tiles()
    if garden.connected:
        plan.hang_together()
    return Model(
        puzzle=garden,
        cp=cp,
        key=plan.key,
        decode=plan.planting,
        symmetries=tuple(plan.permutation(matrix) for matrix in symmetries(garden)),
        pivots=central_first(garden, list(plan.full), len(plan.key) - len(plan.full)),
        impossible=garden.obstruction(),
        hard=garden.rule == "hanging" and garden.dimension == 3,
        narrower=lambda: (build(narrower, cp_model.CpModel()) for narrower in more_symmetric(garden)),
    )


def central_first(garden: Garden, cells: list[Cell], start: int) -> tuple[int, ...]:
    """Key positions of the all-blue tile's cells, which are the last ones, nearest to the centre first."""

    def distance(i: int) -> int:
        return sum((2 * c - side + 1) ** 2 for c, side in zip(cells[i], garden.box, strict=True))

    return tuple(start + i for i in sorted(range(len(cells)), key=distance))


def rounds(garden: Garden) -> int:
    """The most steps from the all-blue tile to another one, in a garden that hangs together.

    The tiles of a shortest path, and the neighbours of the all-blue tile that are not on it, are all different.
    """
    return len(garden.tiles) - (garden.red == "place") - 2 * garden.dimension


class Plan(ABC):
    """The variables of a garden, shared within each orbit of its symmetry.

    tile: for each cell and tile that may lie there, whether it does.
    full: the cells that the all-blue tile may take, an orbit each: every symmetry fixes it.
    cells: one cell of each orbit.
    """

    def __init__(self, garden: Garden, cp: cp_model.CpModel) -> None:
        self.garden, self.cp = garden, cp
        self.place = {m: {c: move(m, garden.box, c) for c in garden.cells} for m in garden.group}
        self.code = {m: {t: turned(t, m) for t in garden.tiles} for m in garden.group}
        self.neighbours = {c: garden.lattice.neighbours(c) for c in garden.cells}
        self.tile: dict[tuple[Cell, int], cp_model.IntVar] = {}
        stabiliser = {t: frozenset(m for m in garden.group if self.code[m][t] == t) for t in garden.tiles}
        for cell in garden.cells:
            fixing = frozenset(m for m in garden.group if self.place[m][cell] == cell)
            for tile in garden.tiles:
                if (cell, tile) not in self.tile and stabiliser[tile] == fixing and self.fits(cell, tile):
                    variable = cp.new_bool_var(f"{cell} {tile}")
                    for m in garden.group:
                        self.tile[self.place[m][cell], self.code[m][tile]] = variable
        whole = sum(bits(garden.dimension))
        self.full = {cell: self.tile[cell, whole] for cell in garden.cells if (cell, whole) in self.tile}
        self.cells = [c for c in garden.cells if c == min(self.place[m][c] for m in garden.group)]

    def fits(self, cell: Cell, tile: int) -> bool:
        """Whether all blue faces of a tile in a cell look at cells of the box."""
        return all(self.neighbours[cell][d] in self.garden.cells for d in blue_faces(tile, self.garden.dimension))

    def tiles_in(self, cell: Cell) -> list[cp_model.IntVar]:
        return [self.tile[cell, t] for t in self.garden.tiles if (cell, t) in self.tile]

    @property
    @abstractmethod
    def key(self) -> tuple[cp_model.IntVar, ...]:
        """The variables of the faces, then those of the all-blue tile's place."""

    @abstractmethod
    def face(self, cell: Cell, direction: int) -> cp_model.LiteralT:
        """Whether a face that looks at a cell of the box is blue."""

    @abstractmethod
    def one_tile_a_cell(self) -> None:
        """Each cell has the tiles that it must have."""

    @abstractmethod
    def permutation(self, matrix: Matrix) -> tuple[int, ...]:
        """A symmetry of the garden as a permutation of key positions."""

    @abstractmethod
    def planting(self, values: Sequence[int]) -> Planting:
        """The garden that the values of the key say."""

    def each_tile_once(self) -> None:
        for tile in self.garden.tiles:
            if tile == min(self.code[m][tile] for m in self.garden.group):
                self.cp.add_exactly_one([self.tile[c, tile] for c in self.garden.cells if (c, tile) in self.tile])

    def faces_match_tiles(self) -> None:
        values = bits(self.garden.dimension)
        for cell in self.cells:
            inner = [d for d, n in enumerate(self.neighbours[cell]) if n in self.garden.cells]
            for tile in self.garden.tiles:
                if (cell, tile) in self.tile:
                    faces = [self.face(cell, d) if tile & values[d] else ~self.face(cell, d) for d in inner]
                    self.cp.add_bool_and(faces).only_enforce_if(self.tile[cell, tile])

    def fixed_tiles(self) -> None:
        for tile, cell in self.garden.fixed:
            self.cp.add_bool_or([self.tile[cell, tile]] if (cell, tile) in self.tile else [])

    def hang_together(self) -> None:
        """Every tile but the red one is reached from the all-blue one by blue faces.

        `reached` after k rounds: the cells at most k steps from it.
        """
        no = self.cp.new_constant(0)
        reached: dict[Cell, cp_model.LiteralT] = {c: self.full.get(c, no) for c in self.garden.cells}
        for _ in range(rounds(self.garden)):
            reached = self._one_step_further(reached)
        for cell in self.cells:
            for tile in self.garden.tiles:
                if tile and (cell, tile) in self.tile:
                    self.cp.add_implication(self.tile[cell, tile], reached[cell])

    def _one_step_further(self, reached: dict[Cell, cp_model.LiteralT]) -> dict[Cell, cp_model.LiteralT]:
        further: dict[Cell, cp_model.LiteralT] = {}
        for cell in self.cells:
            present = self.present(cell)
            ways = [
                self.way(reached[other], cell, direction)
                for direction, other in enumerate(self.neighbours[cell])
                if other in self.garden.cells
            ]
            now = self.cp.new_bool_var("")
            self.cp.add_bool_or([*ways, reached[cell], ~now])
            self.cp.add_bool_and([now]).only_enforce_if(reached[cell])
            for way in ways:
                self.cp.add_bool_or([now, ~way, *(~literal for literal in present)])
            for literal in present:
                self.cp.add_implication(now, literal)
            for m in self.garden.group:
                further[self.place[m][cell]] = now
        return further

    @abstractmethod
    def present(self, cell: Cell) -> list[cp_model.IntVar]:
        """What must hold for a cell to have a tile at all."""

    @abstractmethod
    def way(self, reached: cp_model.LiteralT, cell: Cell, direction: int) -> cp_model.LiteralT:
        """Whether a tile in a cell is reached from a neighbour, which is reached itself or not."""


class HangingPlan(Plan):
    """Occupied cells are the answer: a face is blue when the cell that it looks at is occupied."""

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

    def face(self, cell: Cell, direction: int) -> cp_model.LiteralT:
        return self.occupied[self.neighbours[cell][direction]]

    def present(self, cell: Cell) -> list[cp_model.IntVar]:
        return [self.occupied[cell]]

    def way(self, reached: cp_model.LiteralT, cell: Cell, direction: int) -> cp_model.LiteralT:  # noqa: ARG002
        """Two occupied cells that touch always do so with blue faces."""
        return reached

    def one_tile_a_cell(self) -> None:
        """An occupied cell has one tile, an empty one none."""
        for cell in self.cells:
            self.cp.add_exactly_one([*self.tiles_in(cell), ~self.occupied[cell]])

    def permutation(self, matrix: Matrix) -> tuple[int, ...]:
        def representative(cell: Cell) -> Cell:
            image = move(matrix, self.garden.box, cell)
            return min(self.place[m][image] for m in self.garden.group)

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
            tuple(
                (cell, sum(b for b, n in zip(values_of, self.neighbours[cell], strict=True) if n in occupied))
                for cell in occupied
            )
        )


class PackedPlan(Plan):
    """The faces between cells are the answer: blue for both cells, or red for both."""

    def __init__(self, garden: Garden, cp: cp_model.CpModel) -> None:
        super().__init__(garden, cp)
        self.faces: dict[Face, cp_model.IntVar] = {}
        self.first: list[Face] = []
        for cell in garden.cells:
            for other in self.neighbours[cell]:
                if other in garden.cells and (cell, other) not in self.faces:
                    variable = cp.new_bool_var(f"{cell} {other}")
                    self.first.append((cell, other))
                    for m in garden.group:
                        a, b = self.place[m][cell], self.place[m][other]
                        self.faces[a, b] = self.faces[b, a] = variable

    @property
    def key(self) -> tuple[cp_model.IntVar, ...]:
        return (*(self.faces[face] for face in self.first), *self.full.values())

    def face(self, cell: Cell, direction: int) -> cp_model.LiteralT:
        return self.faces[cell, self.neighbours[cell][direction]]

    def present(self, cell: Cell) -> list[cp_model.IntVar]:  # noqa: ARG002
        """Every cell of a packed garden has a tile."""
        return []

    def way(self, reached: cp_model.LiteralT, cell: Cell, direction: int) -> cp_model.LiteralT:
        both, face = self.cp.new_bool_var(""), self.face(cell, direction)
        self.cp.add_bool_and([reached, face]).only_enforce_if(both)
        self.cp.add_bool_or([both, ~reached, ~face])
        return both

    def one_tile_a_cell(self) -> None:
        for cell in self.cells:
            self.cp.add_exactly_one(self.tiles_in(cell))

    def permutation(self, matrix: Matrix) -> tuple[int, ...]:
        position = {self.faces[face].index: i for i, face in enumerate(self.first)}
        full = {cell: len(self.first) + i for i, cell in enumerate(self.full)}
        images = {cell: move(matrix, self.garden.box, cell) for cell in self.garden.cells}
        return tuple(
            [position[self.faces[images[a], images[b]].index] for a, b in self.first]
            + [full[images[cell]] for cell in self.full]
        )

    def planting(self, values: Sequence[int]) -> Planting:
        blue = {self.faces[face].index for face, value in zip(self.first, values, strict=False) if value}
        values_of = bits(self.garden.dimension)
        return Planting(
            tuple(
                (cell, sum(b for b, n in zip(values_of, self.neighbours[cell], strict=True) if self._is(blue, cell, n)))
                for cell in self.garden.cells
            )
        )

    def _is(self, blue: set[int], cell: Cell, other: Cell) -> bool:
        return other in self.garden.cells and self.faces[cell, other].index in blue
