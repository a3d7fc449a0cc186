"""Fillomino: cut a board into regions, and write into each cell how many cells its region has.

>>> import cpmodels as cm
>>> puzzle = Fillomino([[1, None, None]])
>>> [grid.rows[0] for grid in cm.solutions(puzzle)]
[(1, 2, 2)]
>>> puzzle.check(cm.Grid([[1, 2, 3]]))
['the region of (0, 1) has 1 cell, not 2', 'the region of (0, 2) has 1 cell, not 3']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Self

from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.diagram import Diagram
from cpmodels.base.errors import TooLargeError
from cpmodels.base.graph import Graph, grid
from cpmodels.base.lattice import Cell
from cpmodels.base.puzzle import Grid, NumberedBoard
from cpmodels.base.regions import box, grown
from cpmodels.base.values import in_rows, plural

if TYPE_CHECKING:
    from cpmodels.model import Model

__all__ = ["Fillomino"]

MOST_NUMBERS = 40_000
"""Boards whose open cells have more possible numbers than this in all are refused: the model of a blank board of
10 x 10 takes 2 s and 0.5 GB, of 12 x 12 5 s and 1.5 GB, of 14 x 14, with 38,416 numbers, 15 s and 3.2 GB, of
15 x 15, with 50,625, 26 s and 5.2 GB; CP-SAT takes half as much memory again."""


@dataclass(frozen=True)
class Fillomino(NumberedBoard[Grid]):
    """Write a number into each cell.  Cells of one number that are connected at their sides are a region, and the
    number says how many cells it has.  Some regions may have none of the given numbers.

    given: rows of cells from the top: the number of a cell, or None where it is to be found.

    Raises PuzzleError for rows that are not a board, and numbers less than 1 or greater than the number of cells.
    """

    kind: ClassVar[str] = "fillomino"

    given: Sequence[Sequence[int | None]]
    name: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check_most(self.rows * self.cols, f"but the board has {plural(self.rows * self.cols, 'cell')}")

    def check(self, solution: Grid) -> list[str]:
        """Given numbers stay, and connected cells of one number are as many as it says."""
        if broken := solution.flaws(self.rows, self.cols, range(1, self.rows * self.cols + 1), self.given):
            return broken
        sizes = [(min(region), len(region)) for region in self._regions(dict(solution))]
        wrong = [(cell, size) for cell, size in sizes if size != solution[cell]]
        return [f"the region of {cell} has {plural(size, 'cell')}, not {solution[cell]}" for cell, size in wrong]

    def _regions(self, number: Mapping[Cell, int]) -> list[set[Cell]]:
        """The connected cells of one number, among those with a number."""
        board = grid(self.rows, self.cols).induced(number)
        return Graph(board.nodes, [(one, two) for one, two in board.edges if number[one] == number[two]]).components

    def possible(self) -> dict[Cell, list[int]]:
        """For each cell the numbers that are given near enough, and those that fit among connected open cells.

        Raises TooLargeError for more than `MOST_NUMBERS` of them.
        """
        board = grid(self.rows, self.cols)
        given = self.numbers
        found: dict[Cell, list[int]] = {cell: [number] for cell, number in given.items()}
        rooms = board.induced([cell for cell in board.nodes if cell not in found]).components
        if sum(len(room) ** 2 for room in rooms) > MOST_NUMBERS:
            raise TooLargeError(f"the open cells have more than {MOST_NUMBERS:,} possible numbers: give more of them")
        for room in rooms:
            for r, c in room:
                checkpoint()
                near = {n for (a, b), n in given.items() if abs(a - r) + abs(b - c) < n}
                found[r, c] = sorted(near.union(range(1, len(room) + 1)))
        return found

    def model(self, cp: Any) -> Model[Grid]:
        """Regions as large as their numbers say."""
        from cpmodels import constraints
        from cpmodels.model import DIRECT_PARAMETERS, Model

        board = grid(self.rows, self.cols)
        numbers = constraints.numbers(cp, board.nodes, self.possible(), self.numbers)
        constraints.sized_regions(cp, board, numbers)
        return Model(self, cp, numbers, parameters=DIRECT_PARAMETERS)

    def diagram(self, solution: Grid | None = None) -> Diagram:
        """The numbers, with thick lines around the regions that have as many cells as their numbers say."""
        board = super().diagram(solution)
        if solution is None:
            return board
        number = dict(solution)
        whole = {cell for region in self._regions(number) for cell in region if len(region) == number[cell]}
        return board.regions({cell: one for cell, one in number.items() if cell in whole}, coloured=False)

    @classmethod
    def blank(cls, rows: int, cols: int, random: Random) -> tuple[Self, Grid]:
        """The sizes of areas that grow at random, each in one cell, and in all; those that touch others of their size
        join them.
        """
        starts: Any = random.sample(box(rows, cols), -(-rows * cols // 3))
        area = grown(rows, cols, {cell: i for i, cell in enumerate(starts)}, random)
        edges = grid(rows, cols).edges
        size = Counter(area.values())
        while alike := [(area[a], area[b]) for a, b in edges if area[a] != area[b] and size[area[a]] == size[area[b]]]:
            checkpoint()
            joined, other = random.choice(alike)
            area |= {cell: joined for cell, number in area.items() if number == other}
            size = Counter(area.values())
        blank = cls(in_rows(rows, cols, {starts[i]: many for i, many in size.items()}))
        return blank, Grid.of({cell: size[i] for cell, i in area.items()})

    def with_clues(self, solution: Grid, random: Random) -> Fillomino:  # noqa: ARG002
        """All numbers."""
        return replace(self, given=solution.rows)
