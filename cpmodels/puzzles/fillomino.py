"""Fillomino: cut a board into regions, and write into each cell how many cells its region has.

>>> puzzle = Fillomino([[1, None, None]])
>>> [grid.rows[0] for grid in cm.solutions(puzzle)]
[(1, 2, 2)]
>>> puzzle.check(cm.Grid([[1, 2, 3]]))
['the region of (0, 1) has 1 cells, not 2', 'the region of (0, 2) has 1 cells, not 3']
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, ClassVar

import cpmodels as cm
from cpmodels.puzzle import NumberedBoard
from cpmodels.values import check_type

__all__ = ["Fillomino"]

Cell = tuple[int, ...]


@dataclass(frozen=True)
class Fillomino(NumberedBoard[cm.Grid]):
    """Write a number into each cell.  Cells of one number that are connected are a region, which has as many cells as
    the number says.

    given: rows of cells from the top: the number of a cell, or None where it is to be found.

    Regions of one size do not touch at a side, as they would be one; a region may be without any given number.

    Raises PuzzleError for rows that are not a board, and numbers less than 1 or greater than the number of cells.
    """

    kind: ClassVar[str] = "fillomino"

    given: Sequence[Sequence[int | None]]
    name: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        if wrong := [f"{n} at {cell}" for cell, n in self.numbers.items() if n > self.rows * self.cols]:
            raise cm.PuzzleError(f"{wrong[0]} is given, but the board has {self.rows * self.cols} cells")

    def check(self, solution: cm.Grid) -> list[str]:
        """Given numbers stay, and connected cells of one number are as many as it says."""
        check_type(solution, cm.Grid)
        if broken := solution.flaws(self.rows, self.cols, range(1, self.rows * self.cols + 1), self.given):
            return broken
        regions = sorted((min(region), number, len(region)) for number, region in regions_of(solution))
        return [f"the region of {cell} has {size} cells, not {n}" for cell, n, size in regions if size != n]

    def model(self, cp: Any) -> cm.Model[cm.Grid]:
        """Numbers, and regions of their sizes."""
        board = cm.graph.grid(self.rows, self.cols)
        most = self.greatest
        numbers = cm.constraints.numbers(cp, board.nodes, range(1, most + 1), self.numbers)
        cm.constraints.sized_regions(cp, board, numbers)
        return cm.Model(self, cp, numbers, parameters=cm.model.DIRECT_PARAMETERS)
