"""Hidoku: write the numbers 1 to n into the cells, so that each touches the one before, diagonals too.

>>> puzzle = Hidoku([[1, None], [None, 3]])
>>> puzzle.check(cm.Grid([[1, 2], [4, 3]]))
[]
>>> puzzle.check(cm.Grid([[2, 1], [4, 3]]))
['1 is at (0, 1), but given at (0, 0)']
>>> cm.count(puzzle).total
2
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

import cpmodels as cm
from cpmodels.values import by_cell, check_type, listed, number_grid, repeated

Cell = tuple[int, ...]


@dataclass(frozen=True)
class Hidoku(cm.Puzzle[cm.Grid]):
    """A board in whose cells the numbers 1 to n are to be written.

    given: rows of cells from the top: the number that a cell has, or None where it is to be found.

    Raises PuzzleError for rows that are not a board, and for a given number that is out of range or given twice.
    """

    kind: ClassVar[str] = "hidoku"

    given: tuple[tuple[int | None, ...], ...]
    name: str | None = field(default=None, compare=False)

    if TYPE_CHECKING:

        def __init__(self, given: Iterable[Sequence[int | None]], name: str | None = None) -> None: ...

    def __post_init__(self) -> None:
        object.__setattr__(self, "given", number_grid(self.given, "given", 1))
        if too_large := [f"{n} at {cell}" for cell, n in self.numbers.items() if n > self.rows * self.cols]:
            raise cm.PuzzleError(f"{too_large[0]} is given, but the numbers end with {self.rows * self.cols}")
        if twice := repeated(self.numbers.values()):
            raise cm.PuzzleError(f"the number {twice[0]} is given twice")

    @property
    def rows(self) -> int:
        """How many rows the board has."""
        return len(self.given)

    @property
    def cols(self) -> int:
        """How many columns the board has."""
        return len(self.given[0])

    @property
    def numbers(self) -> dict[Cell, int]:
        """The given numbers by cell."""
        return by_cell(self.given)

    def check(self, solution: cm.Grid) -> list[str]:
        """All numbers are there, the given ones in their cells, and each touches the one before."""
        check_type(solution, cm.Grid)
        if [len(row) for row in solution.rows] != [self.cols] * self.rows:
            return [f"the solution is not a grid of {self.rows} x {self.cols} cells"]
        cell_of = {number: cell for cell, number in solution}
        if cell_of.keys() != set(range(1, self.rows * self.cols + 1)):
            return [f"the numbers are not 1 to {self.rows * self.cols}, each once"]
        broken = [
            f"{n} is at {cell_of[n]}, but given at {cell}" for cell, n in self.numbers.items() if cell_of[n] != cell
        ]
        apart = [
            f"{n} and {n + 1}"
            for n, following in pairwise(sorted(cell_of))
            if max(abs(a - b) for a, b in zip(cell_of[n], cell_of[following], strict=True)) > 1
        ]
        return broken + ([f"these do not touch: {listed(apart)}"] if apart else [])

    def model(self, cp: Any) -> cm.Model[cm.Grid]:
        """The numbers as positions along a path in the graph of a king's moves."""
        board = cm.grid(self.rows, self.cols, king=True)
        numbering = cm.constraints.positions(cp, board, self.numbers)

        def decode(values: Sequence[int]) -> cm.Grid:
            number = numbering.numbers(values)
            return cm.Grid([[number[r, c] for c in range(self.cols)] for r in range(self.rows)])

        return cm.Model(
            self, cp, numbering.literals, decode, variables={"at": numbering.at}, parameters=cm.DIRECT_PARAMETERS
        )

    def diagram(self, solution: cm.Grid | None = None) -> cm.Diagram:
        """The numbers, the given ones as given, and the path along them."""
        board = cm.Diagram(self.rows, self.cols)
        if solution is not None:
            cells = [cell for cell, _ in sorted(solution, key=lambda entry: entry[1])]
            board = board.path(cells).numbers(dict(solution))
        return board.numbers(self.numbers, given=True)
