"""Slitherlink: draw one loop along the edges of a grid; a number says how many sides of its cell are on it.

>>> puzzle = Slitherlink([[3, None], [None, None]])
>>> cm.count(puzzle).total
4
>>> all(puzzle.check(loop) == [] for loop in cm.solutions(puzzle))
True
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

import cpmodels as cm
from cpmodels.values import by_cell, check_type, number_grid

Cell = tuple[int, ...]


@dataclass(frozen=True)
class Slitherlink(cm.Puzzle[cm.Loop]):
    """A board with numbers in some cells.

    given: rows of cells from the top: how many of a cell's sides, 0 to 4, are on the loop; or None.

    The points of the loop are the corners of cells: ``(row, col)`` is the upper left corner of that cell.

    Raises PuzzleError for rows that are not a board, and for a number that is not 0 to 4.
    """

    kind: ClassVar[str] = "slitherlink"

    given: tuple[tuple[int | None, ...], ...]
    name: str | None = field(default=None, compare=False)

    if TYPE_CHECKING:

        def __init__(self, given: Iterable[Sequence[int | None]], name: str | None = None) -> None: ...

    def __post_init__(self) -> None:
        object.__setattr__(self, "given", number_grid(self.given, "given", 0))
        if wrong := [f"{n} at {cell}" for cell, n in self.numbers.items() if n > 4]:
            raise cm.PuzzleError(f"{wrong[0]} is given, but a cell has 4 sides")

    @property
    def rows(self) -> int:
        """How many rows of cells the board has."""
        return len(self.given)

    @property
    def cols(self) -> int:
        """How many columns of cells the board has."""
        return len(self.given[0])

    @property
    def numbers(self) -> dict[Cell, int]:
        """The given numbers by cell."""
        return by_cell(self.given)

    @property
    def graph(self) -> cm.Graph[Cell]:
        """The corners of cells, each joined to its neighbours along the sides of cells."""
        return cm.grid(self.rows + 1, self.cols + 1)

    def check(self, solution: cm.Loop) -> list[str]:
        """One loop, with so many sides of each numbered cell."""
        check_type(solution, cm.Loop)
        if flaws := solution.flaws(self.graph):
            return flaws
        points = solution.cells
        drawn = {frozenset(step) for step in pairwise((*points, points[0]))}
        sides = {cell: sum(frozenset(side) in drawn for side in sides_of(cell)) for cell in self.numbers}
        return [f"{sides[c]} sides of {c} are on the loop, not {n}" for c, n in self.numbers.items() if sides[c] != n]

    def model(self, cp: Any) -> cm.Model[cm.Loop]:
        """A loop through some corners, known to pass all corners of cells with three or four sides on it."""
        known = {corner for cell, number in self.numbers.items() if number >= 3 for corner in corners_of(cell)}
        loop = cm.constraints.single_loop(cp, self.graph, through=sorted(known))
        for cell, number in self.numbers.items():
            cp.add(sum(loop.edge[side] for side in sides_of(cell)) == number)
        return cm.Model(
            self,
            cp,
            loop.literals,
            decode=lambda values: cm.Loop(loop.walk(values)),
            variables={"edge": loop.edge},
            parameters=cm.DIRECT_PARAMETERS,
        )

    def diagram(self, solution: cm.Loop | None = None) -> cm.Diagram:
        """The numbers between dots, and the loop from dot to dot."""
        board = cm.Diagram(self.rows, self.cols, style="dots").numbers(self.numbers, given=True)
        return board if solution is None else board.loop(solution.cells, corners=True)


def corners_of(cell: Cell) -> list[Cell]:
    """The four corners of a cell, clockwise from the upper left."""
    r, c = cell
    return [(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)]


def sides_of(cell: Cell) -> list[tuple[Cell, Cell]]:
    """The four sides of a cell as pairs of corners."""
    corners = corners_of(cell)
    return list(pairwise((*corners, corners[0])))
