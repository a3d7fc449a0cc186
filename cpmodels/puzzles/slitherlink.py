"""Slitherlink: draw one loop along the edges of a grid; a number says how many sides of its cell are on it.

>>> import cpmodels as cm
>>> puzzle = Slitherlink([[3, None], [None, None]])
>>> cm.count(puzzle).total
4
>>> all(puzzle.check(loop) == [] for loop in cm.solutions(puzzle))
True
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from random import Random
from typing import ClassVar

from cpmodels.base.description import Description, Rule, Subgraph
from cpmodels.base.diagram import Diagram
from cpmodels.base.graph import Graph, grid
from cpmodels.base.lattice import Cell
from cpmodels.base.puzzle import Loop, NumberedBoard
from cpmodels.base.regions import box
from cpmodels.base.values import in_rows, plural

__all__ = ["Slitherlink"]


@dataclass(frozen=True)
class Slitherlink(NumberedBoard[Loop]):
    """Draw one loop along the sides of cells, without crossings or branches.  A number says how many of the four sides
    of its cell are on the loop.

    given: rows of cells from the top: how many of a cell's sides, 0 to 4, are on the loop; or None.

    The points of the loop are the corners of cells: ``(row, col)`` is the upper left corner of that cell.

    Raises PuzzleError for rows that are not a board, and for a number that is not 0 to 4.
    """

    kind: ClassVar[str] = "slitherlink"
    least: ClassVar[int | None] = 0
    at_corners: ClassVar[bool] = True

    given: Sequence[Sequence[int | None]]
    name: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check_most(4, "but a cell has 4 sides")

    @property
    def graph(self) -> Graph[Cell]:
        """The corners of cells, each joined to its neighbours along the sides of cells."""
        return grid(self.rows + 1, self.cols + 1)

    def check(self, solution: Loop) -> list[str]:
        """One loop, with this many sides of each numbered cell."""
        if flaws := solution.flaws(self.graph):
            return flaws
        sides = sides_on(solution, self.numbers)
        return [f"{_many(sides[c], c)} on the loop, not {n}" for c, n in self.numbers.items() if sides[c] != n]

    def describe(self) -> Description[Loop]:
        """A loop along the sides of cells."""
        rules = [Rule(sides_of(cell), n, f"{_many(n, cell)} on the loop") for cell, n in self.numbers.items()]
        return Description(Subgraph(self.graph, rules=rules), lambda walks: Loop(walks[0]))

    def with_clues(self, solution: Loop, random: Random) -> Slitherlink | None:  # noqa: ARG002
        """The number of sides in every cell, of a loop that is not short."""
        if 2 * len(solution.cells) < self.rows * self.cols:
            return None
        sides = sides_on(solution, box(self.rows, self.cols))
        return replace(self, given=in_rows(self.rows, self.cols, sides))

    def diagram(self, solution: Loop | None = None) -> Diagram:
        """The numbers between dots, and the loop from dot to dot."""
        board = Diagram(self.rows, self.cols, style="dots").numbers(self.numbers, given=True)
        return board if solution is None else board.loop(solution.cells, corners=True)


def _many(number: int, cell: Cell) -> str:
    """The number of sides of a cell, as the beginning of a sentence."""
    return f"{plural(number, 'side')} of the cell {cell} {'is' if number == 1 else 'are'}"


def sides_of(cell: Cell) -> list[tuple[Cell, Cell]]:
    """The four sides of a cell as pairs of corners, clockwise from the upper left."""
    r, c = cell
    return list(pairwise([cell, (r, c + 1), (r + 1, c + 1), (r + 1, c), cell]))


def sides_on(loop: Loop, cells: Iterable[Cell]) -> dict[Cell, int]:
    """How many sides of each cell are on a loop."""
    drawn = {frozenset(step) for step in pairwise((*loop.cells, loop.cells[0]))}
    return {cell: sum(frozenset(side) in drawn for side in sides_of(cell)) for cell in cells}
