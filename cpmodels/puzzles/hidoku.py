"""Hidoku: write the numbers 1 to n into the cells, so that each touches the one before, diagonals too.

>>> import cpmodels as cm
>>> puzzle = Hidoku([[1, None], [None, 3]])
>>> puzzle.check(cm.Grid([[1, 2], [4, 3]]))
[]
>>> puzzle.check(cm.Grid([[2, 1], [4, 3]]))
['2 is at (0, 0), but 1 is given']
>>> cm.count(puzzle).total
2
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Self

from cpmodels.base.diagram import Diagram
from cpmodels.base.errors import PuzzleError
from cpmodels.base.graph import grid
from cpmodels.base.lattice import KING
from cpmodels.base.puzzle import Grid, NumberedBoard
from cpmodels.base.regions import random_path
from cpmodels.base.values import in_rows, listed, repeated

if TYPE_CHECKING:
    from cpmodels.model import Model

__all__ = ["Hidoku"]


@dataclass(frozen=True)
class Hidoku(NumberedBoard[Grid]):
    """Write a number into each cell, 1 to the number of cells, each once.  Every number touches the one before, maybe
    at a corner.  Numbers that are given stay.

    given: rows of cells from the top: the number that a cell has, or None where it is to be found.

    Raises PuzzleError for rows that are not a board, and for a given number that is out of range or given twice.
    """

    kind: ClassVar[str] = "hidoku"

    given: Sequence[Sequence[int | None]]
    name: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check_most(self.rows * self.cols, f"but the numbers end with {self.rows * self.cols}")
        if twice := repeated(self.numbers.values()):
            raise PuzzleError(f"the number {twice[0]} is given twice")

    def check(self, solution: Grid) -> list[str]:
        """All numbers are there, the given ones in their cells, and each touches the one before."""
        numbers = range(1, self.rows * self.cols + 1)
        if broken := solution.flaws(self.rows, self.cols, numbers, self.given):
            return broken
        cell_of = {number: cell for cell, number in solution}
        if missing := [n for n in numbers if n not in cell_of]:
            return [f"these numbers are missing: {listed(missing)}"]
        near = grid(self.rows, self.cols, king=True).neighbours
        apart = [f"{n} and {n + 1}" for n in numbers[:-1] if cell_of[n + 1] not in near[cell_of[n]]]
        return [f"these do not touch: {listed(apart)}"] if apart else []

    def infeasible_reason(self) -> str | None:
        """Two given numbers, one after the other, that are further apart than there are moves between them."""
        for (a, (row, col)), (b, (i, j)) in pairwise(sorted((n, cell) for cell, n in self.numbers.items())):
            if max(abs(row - i), abs(col - j)) > b - a:
                return f"{a} and {b} are given too far apart"
        return None

    def model(self, cp: Any) -> Model[Grid]:
        """The numbers as positions along a path in the graph of a king's moves."""
        from cpmodels import constraints
        from cpmodels.model import DIRECT_PARAMETERS, Model

        numbering = constraints.positions(cp, grid(self.rows, self.cols, king=True), self.numbers)
        return Model(self, cp, numbering, parameters=DIRECT_PARAMETERS)

    @classmethod
    def blank(cls, rows: int, cols: int, random: Random) -> tuple[Self, Grid]:
        """A board without numbers, and those along a path at random."""
        path = random_path(rows, cols, random, KING)
        return cls(in_rows(rows, cols, {})), Grid.of({cell: number for number, cell in enumerate(path, 1)})

    def diagram(self, solution: Grid | None = None) -> Diagram:
        """The numbers, the given ones as given, and the path along them."""
        board = Diagram(self.rows, self.cols)
        if solution is not None:
            cells = [cell for cell, _ in sorted(solution, key=lambda entry: entry[1])]
            board = board.path(cells if len(cells) == self.rows * self.cols else []).numbers(dict(solution))
        return board.numbers(self.numbers, given=True)
