"""Masyu: draw one loop through all circles, straight through white ones and turning at black ones.

>>> import cpmodels as cm
>>> puzzle = Masyu(3, 3, white=[(0, 1)], black=[(2, 2)])
>>> [loop.cells[:3] for loop in cm.solutions(puzzle)]
[((0, 0), (0, 1), (0, 2))]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, product
from operator import eq, le, ne
from random import Random
from typing import Any, ClassVar

from cpmodels.base.description import Description, Rule, Subgraph
from cpmodels.base.diagram import Diagram
from cpmodels.base.errors import PuzzleError
from cpmodels.base.graph import Graph, grid
from cpmodels.base.lattice import Cell
from cpmodels.base.puzzle import Loop, Puzzle
from cpmodels.base.values import clues_in_cells, keep_board_size, listed, place, repeated

__all__ = ["Masyu"]


@dataclass(frozen=True)
class Masyu(Puzzle[Loop]):
    """Draw one loop from cell to neighbouring cell through all circles.  At a white circle it goes straight, and turns
    in at least one of the two cells next to it on the loop.  At a black one it turns, and goes straight in both.

    rows, cols: the size of the board.
    white, black: the cells ``(row, col)`` with a circle of that colour.

    Raises PuzzleError for a board without cells, and for a circle off the board or in a cell that has one already.
    """

    kind: ClassVar[str] = "masyu"

    rows: int
    cols: int
    white: Sequence[Cell] = ()
    black: Sequence[Cell] = ()
    name: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        rows, cols = keep_board_size(self)
        for colour in ("white", "black"):
            cells = clues_in_cells(getattr(self, colour), lambda row, col: (row, col), rows, cols, f"a {colour} circle")
            object.__setattr__(self, colour, cells)
        if twice := repeated((*self.white, *self.black)):
            raise PuzzleError(f"there are two circles at {place(twice[0])}")

    @property
    def graph(self) -> Graph[Cell]:
        """The cells, each joined to its neighbours."""
        return grid(self.rows, self.cols)

    def check(self, solution: Loop) -> list[str]:
        """One loop that passes all circles as their colours ask."""
        if flaws := solution.flaws(self.graph):
            return flaws
        turns = turns_of(solution)
        if missed := [cell for cell in (*self.white, *self.black) if cell not in turns]:
            return [f"the loop leaves out the circles at {listed(missed)}"]
        broken = [f"the loop turns at the white circle at {cell}" for cell in self.white if turns[cell][1]]
        for cell in self.white:
            if not (turns[cell][0] or turns[cell][2]):
                broken.append(f"the loop goes straight before and after the white circle at {cell}")
        for cell in self.black:
            if not turns[cell][1]:
                broken.append(f"the loop goes straight at the black circle at {cell}")
            if turns[cell][0] or turns[cell][2]:
                broken.append(f"the loop turns next to the black circle at {cell}")
        return broken

    def describe(self) -> Description[Loop]:
        """A loop through the circles; the sides of each circle's cell, and the edges beyond, say how it passes."""
        graph, circles = self.graph, (*self.white, *self.black)
        rules, asked = list[Rule[Cell]](), list[Any]()
        for (r, c), (down, right) in product(circles, ((1, 0), (0, 1))):
            far, near, after, last = pairwise((r + i * down, c + i * right) for i in range(-2, 3))
            if (r, c) in self.white:
                straight = f"the loop goes straight through the white circle at {(r, c)}"
                turn = f"the loop turns before or after the white circle at {(r, c)}"
                asked = [((near, after), eq, straight), ((far, near, last), lambda *taken: not all(taken), turn)]
            else:
                straight = f"the loop goes straight before and after the black circle at {(r, c)}"
                turn = f"the loop turns at the black circle at {(r, c)}"
                asked = [((near, after), ne, turn), ((near, far), le, straight), ((after, last), le, straight)]
            rules += [Rule.table(edges, allows, name, graph) for edges, allows, name in asked]
        return Description(Subgraph(graph, through=circles, rules=rules), lambda walks: Loop(walks[0]))

    @classmethod
    def blank(cls, rows: int, cols: int, random: Random) -> Masyu:  # noqa: ARG003
        """A board without circles."""
        return cls(rows, cols)

    def with_clues(self, solution: Loop, random: Random) -> Masyu | None:  # noqa: ARG002
        """All circles that there can be, on a loop that is not short."""
        if 4 * len(solution.cells) < 3 * self.rows * self.cols:
            return None
        turns = turns_of(solution).items()
        white = [cell for cell, (before, here, after) in turns if not here and (before or after)]
        return replace(self, white=white, black=[cell for cell, each in turns if each == (False, True, False)])

    def diagram(self, solution: Loop | None = None) -> Diagram:
        """The circles, white ones empty and black ones filled, and the loop."""
        board = Diagram(self.rows, self.cols)
        circles = dict.fromkeys(self.white, "circle") | dict.fromkeys(self.black, "disc")
        return (board if solution is None else board.loop(solution.cells)).symbols(circles)


def turns_of(loop: Loop) -> dict[Cell, tuple[bool, bool, bool]]:
    """For each cell of a loop, whether it turns in the cell before, in this one, and in the one after."""
    cells, size = loop.cells, len(loop.cells)
    # The cells before and after are two apart, or in one row, where the loop goes straight.
    turns = [abs(cells[i - 1][0] - cells[(i + 1) % size][0]) == 1 for i in range(size)]
    return {cell: (turns[i - 1], turns[i], turns[(i + 1) % size]) for i, cell in enumerate(cells)}
