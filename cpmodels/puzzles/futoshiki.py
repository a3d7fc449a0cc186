"""Futoshiki: a Latin square with signs between cells, of which the first is less than the second.

>>> import cpmodels as cm
>>> puzzle = Futoshiki([[None, None], [None, None]], less=[((0, 0), (0, 1))])
>>> cm.solve(puzzle).solution.rows
((1, 2), (2, 1))
>>> puzzle.check(cm.Grid([[2, 1], [1, 2]]))
['2 at (0, 0) is not less than 1 at (0, 1)']
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from cpmodels.base.diagram import Diagram
from cpmodels.base.errors import PuzzleError
from cpmodels.base.graph import grid, lines
from cpmodels.base.lattice import Cell
from cpmodels.base.puzzle import Grid, NumberedBoard
from cpmodels.base.values import check_square, items, on_board

if TYPE_CHECKING:
    from cpmodels.model import Model

__all__ = ["Futoshiki"]


@dataclass(frozen=True)
class Futoshiki(NumberedBoard[Grid]):
    """Write a number into each cell, from 1 to the number of cells in a row, each once in every row and column.  Where
    there is a sign between two cells, its tip points at the smaller number.

    given: rows of cells from the top: the number of a cell, or None where it is to be found.
    less: pairs of cells side by side, of which the first has the smaller number.

    Raises PuzzleError for a board that is not square, a number that is too large, and cells not side by side.
    """

    kind: ClassVar[str] = "futoshiki"

    given: Sequence[Sequence[int | None]]
    less: Sequence[Sequence[Cell]] = ()
    name: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_square(self.rows, self.cols)
        self.check_most(self.rows, f"but the numbers end with {self.rows}")
        near = grid(self.rows, self.cols).neighbours
        pairs = []
        for pair in items(self.less, "less"):
            one, other = (on_board(cell, self.rows, self.cols, "a sign") for cell in items(pair, "a sign", 2))
            if other not in near[one]:
                raise PuzzleError(f"a sign stands between {one} and {other}, which do not touch")
            pairs.append((one, other))
        object.__setattr__(self, "less", tuple(sorted(pairs)))

    def check(self, solution: Grid) -> list[str]:
        """Given numbers stay, no line has a number twice, and signs are right."""
        if broken := solution.flaws(self.rows, self.cols, range(1, self.rows + 1), self.given):
            return broken
        broken = solution.repeats(lines(self.rows, self.cols))
        wrong = [(a, b) for a, b in self.less if solution[a] >= solution[b]]
        return broken + [f"{solution[a]} at {a} is not less than {solution[b]} at {b}" for a, b in wrong]

    def model(self, cp: Any) -> Model[Grid]:
        """Numbers all different in lines, and the order of neighbours."""
        from cpmodels import constraints
        from cpmodels.model import DIRECT_PARAMETERS, Model

        cells = grid(self.rows, self.cols).nodes
        numbers = constraints.numbers(cp, cells, range(1, self.rows + 1), self.numbers)
        constraints.all_different(cp, numbers, lines(self.rows, self.cols))
        for one, other in self.less:
            smaller = cp.add(numbers.value(one) < numbers.value(other))
            smaller.with_name(f"{one} has a smaller number than {other}")
        return Model(self, cp, numbers, parameters=DIRECT_PARAMETERS)

    def diagram(self, solution: Grid | None = None) -> Diagram:
        """The numbers and the signs."""
        return super().diagram(solution).signs([(pair, "<") for pair in self.less])

    def with_clues(self, solution: Grid, random: Random) -> Futoshiki:
        """All numbers, and a sign for every other two neighbours."""
        edges: Any = grid(self.rows, self.cols).edges
        signs = [sorted(pair, key=solution.__getitem__) for pair in random.sample(edges, len(edges) // 2)]
        return replace(self, given=solution.rows, less=signs)
