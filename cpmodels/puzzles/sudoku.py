"""Sudoku: each number once in every row, column and box, on boards of any size and boxes of any shape.

>>> import cpmodels as cm
>>> puzzle = Sudoku([[1, None, None, None], [None, None, 3, None], [None, 4, None, None], [None, None, None, 2]])
>>> cm.solve(puzzle).solution.rows
((1, 3, 2, 4), (4, 2, 3, 1), (2, 4, 1, 3), (3, 1, 4, 2))
>>> print(Sudoku([[None] * 6] * 6).boxes[2])
(2, 2, 2, 3, 3, 3)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isqrt
from typing import TYPE_CHECKING, Any, ClassVar

from cpmodels.base.diagram import Diagram
from cpmodels.base.errors import PuzzleError
from cpmodels.base.fields import in_files
from cpmodels.base.graph import grid, lines, rooms
from cpmodels.base.lattice import Cell
from cpmodels.base.puzzle import Grid, NumberedBoard
from cpmodels.base.values import RegionGrid, check_square, items, plural, region_grid

if TYPE_CHECKING:
    from cpmodels.model import Model

__all__ = ["Sudoku", "usual_boxes"]


def usual_boxes(size: int) -> tuple[tuple[int, ...], ...]:
    """Boxes that are as near to squares as can be, and no higher than wide: of 2 x 3 cells on a board of 6 x 6."""
    high = next(side for side in range(isqrt(size), 0, -1) if size % side == 0)
    wide = size // high
    return tuple(tuple(r // high * high + c // wide for c in range(size)) for r in range(size))


@dataclass(frozen=True)
class Sudoku(NumberedBoard[Grid]):
    """Write a number into each cell, from 1 to the number of cells in a row.  Each row, column and box has each number
    once.

    given: rows of cells from the top: the number of a cell, or None where it is to be found.
    boxes: rows of the box of each cell, by its number or a letter; by default boxes as near to squares as can be.

    Raises PuzzleError for a board that is not square, a number that is too large, and boxes of another size.
    """

    kind: ClassVar[str] = "sudoku"

    given: Sequence[Sequence[int | None]]
    boxes: Sequence[Sequence[int]] = field(
        default=(),
        metadata=in_files(hint=RegionGrid, left_out=lambda puzzle: puzzle.boxes == usual_boxes(puzzle.rows)),
    )
    name: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_square(self.rows, self.cols)
        self.check_most(self.rows, f"but the numbers end with {self.rows}")
        boxes = region_grid(items(self.boxes, "boxes") or usual_boxes(self.rows), "boxes")
        if [len(row) for row in boxes] != [self.cols] * self.rows:
            raise PuzzleError(f"the boxes are not rows of a board of {self.rows} x {self.cols}")
        for name, box in rooms(boxes, "box").items():
            if len(box) != self.rows:
                raise PuzzleError(f"{name} has {plural(len(box), 'cell')}, not {self.rows}")
        object.__setattr__(self, "boxes", boxes)

    @property
    def units(self) -> dict[str, list[Cell]]:
        """The cells of each row, column and box, by what it is called."""
        return {**lines(self.rows, self.cols), **rooms(self.boxes, "box")}

    def check(self, solution: Grid) -> list[str]:
        """Given numbers stay, and no row, column or box has a number twice."""
        if flaws := solution.flaws(self.rows, self.cols, range(1, self.rows + 1), self.given):
            return flaws
        return solution.repeats(self.units)

    def model(self, cp: Any) -> Model[Grid]:
        """Each number once in each row, column and box."""
        from cpmodels import constraints
        from cpmodels.model import DIRECT_PARAMETERS, Model

        cells = grid(self.rows, self.cols).nodes
        numbers = constraints.numbers(cp, cells, range(1, self.rows + 1), self.numbers)
        constraints.all_different(cp, numbers, self.units)
        return Model(self, cp, numbers, parameters=DIRECT_PARAMETERS)

    def diagram(self, solution: Grid | None = None) -> Diagram:
        """The boxes within thick lines, and the numbers."""
        return super().diagram(solution).regions(self.boxes, coloured=False)
