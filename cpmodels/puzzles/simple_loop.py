"""Simple loop: draw one loop through all cells of a board but those that are blocked.

>>> import cpmodels as cm
>>> cm.count(SimpleLoop(4, 4)).total
6
>>> print(cm.solve(SimpleLoop(3, 3)).reason)
a loop passes as many dark as light cells of a chessboard, but of the free cells 5 are dark and 4 light
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from random import Random
from typing import ClassVar

from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.description import Description, Subgraph
from cpmodels.base.diagram import Diagram
from cpmodels.base.errors import PuzzleError
from cpmodels.base.graph import Graph, grid, squares, walks
from cpmodels.base.lattice import Cell
from cpmodels.base.puzzle import Loop, Puzzle
from cpmodels.base.regions import box
from cpmodels.base.values import clues_in_cells, keep_board_size, listed

__all__ = ["SimpleLoop"]


@dataclass(frozen=True)
class SimpleLoop(Puzzle[Loop]):
    """Draw one loop from cell to neighbouring cell, through all cells but those that are blocked.

    rows, cols: the size of the board.
    blocked: the cells ``(row, col)`` that the loop does not pass.

    Raises PuzzleError for a board without cells, all of it blocked, and for a blocked cell off it or given twice.
    """

    kind: ClassVar[str] = "simple_loop"

    rows: int
    cols: int
    blocked: Sequence[Cell] = ()
    name: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        rows, cols = keep_board_size(self)
        cells = clues_in_cells(self.blocked, lambda row, col: (row, col), rows, cols, "a blocked cell")
        if len(cells) == rows * cols:
            raise PuzzleError("all cells are blocked, so there is nothing to pass")
        object.__setattr__(self, "blocked", cells)

    @property
    def graph(self) -> Graph[Cell]:
        """The free cells, each joined to its neighbours."""
        return grid(self.rows, self.cols, without=self.blocked)

    def infeasible_reason(self) -> str | None:
        """Neighbouring cells are of different colours on a chessboard, so a loop passes as many of each colour."""
        light = sum(sum(cell) % 2 for cell in self.graph.nodes)
        dark = self.rows * self.cols - len(self.blocked) - light
        reason = "a loop passes as many dark as light cells of a chessboard, but of the free cells"
        return None if dark == light else f"{reason} {dark} are dark and {light} light"

    def check(self, solution: Loop) -> list[str]:
        """One loop, through every free cell and no blocked one."""
        if wrong := sorted(set(self.blocked).intersection(solution.cells)):
            return [f"the loop passes blocked cells: {listed(wrong)}"]
        left = sorted(set(self.graph.nodes).difference(solution.cells))
        return solution.flaws(self.graph) + ([f"the loop leaves out {listed(left)}"] if left else [])

    def describe(self) -> Description[Loop]:
        """A loop through all free cells."""
        return Description(Subgraph(self.graph, through=self.graph.nodes), lambda walks: Loop(walks[0]))

    @classmethod
    def blank(cls, rows: int, cols: int, random: Random) -> SimpleLoop:
        """A board on which those cells are blocked that a loop at random leaves out."""
        if min(rows, cols) < 2:
            raise PuzzleError(f"there is no loop on {rows} x {cols} cells")
        left = set(grid(rows, cols).nodes)
        row, col = random.randrange(rows - 1), random.randrange(cols - 1)
        loop = [(row, col), (row, col + 1), (row + 1, col + 1), (row + 1, col)]
        while True:
            checkpoint()
            left.difference_update(loop)
            around = []  # A step of the loop can be led round over two free cells beside it.
            for i, ((r, c), (row, col)) in enumerate(zip(loop, [*loop[1:], loop[0]], strict=True), 1):
                for side in (1, -1):
                    down, right = side * (col - c), side * (row - r)
                    if {over := (r + down, c + right), back := (row + down, col + right)} <= left:
                        around.append((i, over, back))
            if not around or 10 * len(left) <= rows * cols:
                return cls(rows, cols, sorted(left))
            at, *both = random.choice(around)
            loop[at:at] = both

    def nearby(self, solution: Loop, other: Loop, random: Random) -> Iterator[tuple[SimpleLoop, Loop]]:
        """The loop goes the other way round a square of four cells where both differ: it takes two blocked cells in,
        leaves two out, or turns at another one.

        >>> from cpmodels import solutions
        >>> right, other, *_ = solutions(puzzle := SimpleLoop(4, 4))
        >>> {(len(near.blocked), *near.check(loop)) for near, loop in puzzle.nearby(right, other, Random(1))}
        {(2,)}
        """
        steps, others = ({*map(frozenset, pairwise((*loop.cells, loop.cells[0])))} for loop in (solution, other))
        for ring in random.sample(rings := squares(self.rows, self.cols), len(rings)):
            sides = {*map(frozenset, pairwise((*ring, ring[0])))}
            moved = sorted((min(step), max(step)) for step in steps ^ sides)
            [loop] = walks(moved, moved[0][:1])
            if sides & (steps ^ others) and len(loop) == len(moved):
                yield replace(self, blocked=sorted({*box(self.rows, self.cols)}.difference(loop))), Loop(loop)

    def diagram(self, solution: Loop | None = None) -> Diagram:
        """The board with its blocked cells dark, and the loop."""
        board = Diagram(self.rows, self.cols).shade(self.blocked)
        return board if solution is None else board.loop(solution.cells)
