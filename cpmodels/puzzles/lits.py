"""LITS: shade four cells of each room, so that all are connected and no two shapes of one letter touch.

>>> import cpmodels as cm
>>> puzzle = Lits(["AAAA", "BBBB", "CCCC"])
>>> print(cm.solve(puzzle).status)
Status.INFEASIBLE
>>> Lits(["AAAB", "ABBB"]).check(cm.Grid([[1, 1, 1, 0], [1, 0, 1, 1]]))
['the room of (0, 3) has 2 shaded cells, not 4']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.diagram import Diagram
from cpmodels.base.errors import PuzzleError
from cpmodels.base.graph import grid, squares
from cpmodels.base.lattice import Cell
from cpmodels.base.puzzle import DividedBoard, Grid
from cpmodels.base.regions import grown, polyominoes
from cpmodels.base.values import plural

if TYPE_CHECKING:
    from cpmodels.model import Model

__all__ = ["Lits"]


@dataclass(frozen=True)
class Lits(DividedBoard[Grid]):
    """Shade four connected cells in each room, which look like an L, I, T or S, maybe turned or mirrored.  Two shapes
    of one letter do not touch at a side.  All shaded cells are connected, and nowhere fill a square of 2 x 2 cells.

    regions: rows of cells from the top: the room of each, by its number or a letter.

    A solution has 1 where a cell is shaded, else 0.

    Raises PuzzleError for rows that are not a board.
    """

    kind: ClassVar[str] = "lits"
    title: ClassVar[str] = "LITS"

    name: str | None = field(default=None, compare=False)

    def check(self, solution: Grid) -> list[str]:
        """A shape in each room, unlike its neighbours, and all connected without a square."""
        if flaws := solution.flaws(self.rows, self.cols, (0, 1)):
            return flaws
        shapes = {room[0]: [cell for cell in room if solution[cell]] for room in self.region_cells}
        sizes = {cell: plural(len(shape), "shaded cell") for cell, shape in shapes.items() if len(shape) != 4}
        broken = [f"the room of {cell} has {size}, not 4" for cell, size in sizes.items()]
        return broken or flaws_of(self.rows, self.cols, list(shapes.values()))

    def model(self, cp: Any) -> Model[Grid]:
        """One of its shapes in each room, of which those of each letter in a cell are told apart."""
        from cpmodels import constraints
        from cpmodels.model import DIRECT_PARAMETERS, Model

        board = grid(self.rows, self.cols)
        numbers = constraints.numbers(cp, board.nodes, [0, 1])
        shaded = numbers.where(1)
        part: dict[tuple[Cell, str], list[Any]] = {(cell, letter): [] for cell in board.nodes for letter in "LITS"}
        for room in self.region_cells:
            says, shapes = f"the room of {room[0]} has one of its shapes", dict[frozenset[Cell], Any]()
            for cells in sorted(polyominoes(room, 4), key=sorted):
                checkpoint()
                if (letter := letter_of(cells)) in "LITS":
                    shapes[cells] = cp.new_bool_var(f"{room[0]}: {sorted(cells)}")
                    for cell in cells:
                        part[cell, letter].append(shapes[cells])
            cp.add_exactly_one(shapes.values()).with_name(says)
            for cell in room:
                checkpoint()
                for is_on in (True, False):  # Either follows from the other, but is sooner seen.
                    ways = [shape for cells, shape in shapes.items() if (cell in cells) == is_on]
                    cp.add_exactly_one(*ways, ~shaded[cell] if is_on else shaded[cell]).with_name(says)
        for one, other in board.edges:
            checkpoint()
            if self.regions[one[0]][one[1]] != self.regions[other[0]][other[1]]:
                for letter in "LITS":
                    both = cp.add(sum(part[one, letter]) + sum(part[other, letter]) <= 1)
                    both.with_name(f"{one} and {other} must not both be of an {letter}")
        for square in squares(self.rows, self.cols):
            cp.add_bool_or(~shaded[c] for c in square).with_name(f"the square at {square[0]} must not be all shaded")
        constraints.connected(cp, board, shaded, name="the shaded cells are connected")
        return Model(self, cp, numbers, parameters=DIRECT_PARAMETERS)

    def diagram(self, solution: Grid | None = None) -> Diagram:
        """The rooms within thick lines, and the shaded cells."""
        return super().diagram().shade(() if solution is None else solution.where(1))

    @classmethod
    def blank(cls, rows: int, cols: int, random: Random) -> Lits:
        """Rooms that grow at random round shapes which suit each other, about one for six cells."""
        near = grid(rows, cols).neighbours
        shapes: list[list[Cell]] = []
        for _ in range(6 * rows * cols):
            checkpoint()
            shape, ahead = list[Cell](), sorted({other for c in chain(*shapes) for other in near[c]} or near)
            while len(shape) < 4 and (ahead := [cell for cell in ahead if cell not in [*shape, *chain(*shapes)]]):
                shape.append(random.choice(ahead))
                ahead = [other for cell in shape for other in near[cell]]
            if len(shape) == 4 and 6 * len(shapes) < rows * cols and not flaws_of(rows, cols, [*shapes, shape]):
                shapes.append(shape)
        if not shapes:
            raise PuzzleError(f"no shapes of four cells were found for a board of {rows} x {cols}")
        seeds = {cell: i for i, shape in enumerate(shapes) for cell in shape}
        return cls(Grid.of(grown(rows, cols, seeds, random)).rows)


def flaws_of(rows: int, cols: int, shapes: Sequence[Sequence[Cell]]) -> list[str]:
    """What is wrong with shapes of four cells on a board: apart, beside their like, or square."""
    board, broken, of = grid(rows, cols), list[str](), dict[Cell, int]()
    for i, shape in enumerate(shapes, 1):
        of |= dict.fromkeys(shape, i)
        if len(board.induced(shape).components) > 1:
            broken.append(f"the shaded cells of the room of {shape[0]} are not connected")
    letter = {i: letter_of(shape) for i, shape in enumerate(shapes, 1)}
    for a, b in board.edges:
        if a in of and b in of and of[a] != of[b] and letter[of[a]] == letter[of[b]]:
            broken.append(f"the {letter[of[a]]} at {a} touches that at {b}")
    broken += [f"the square at {cells[0]} is shaded" for cells in squares(rows, cols) if of.keys() >= {*cells}]
    return broken + ["the shaded cells are not connected"] * (len(board.induced(of).components) > 1)


def letter_of(cells: Collection[Cell]) -> str:
    """The letter that four connected cells look like; O for a square."""
    touching = [sum(abs(r - a) + abs(c - b) == 1 for a, b in cells) for r, c in cells]
    in_line = max(max(Counter(places).values()) for places in zip(*cells, strict=True))
    return {4: "I", 3: "T" if 3 in touching else "L", 2: "S" if 1 in touching else "O"}.get(in_line, "?")
