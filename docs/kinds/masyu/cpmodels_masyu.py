"""Masyu: draw one loop through all circles, straight through white ones and turning at black ones.

At a white circle the loop goes straight, and turns in at least one of the two cells next to it on the loop.  At a
black one it turns, and goes straight through both of these cells.

>>> puzzle = Masyu(3, 3, white=[(0, 1)], black=[(2, 2)])
>>> [loop.cells[:3] for loop in cm.solutions(puzzle)]
[((0, 0), (0, 1), (0, 2))]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import cpmodels as cm
from cpmodels.values import board_size, check_type, items, listed, on_board, repeated

Cell = tuple[int, ...]
UP, RIGHT, DOWN, LEFT = (-1, 0), (0, 1), (1, 0), (0, -1)


@dataclass(frozen=True)
class Masyu(cm.Puzzle[cm.Loop]):
    """A board of `rows` x `cols` cells.

    white, black: the cells ``(row, col)`` with a circle of that colour.

    Raises PuzzleError for a board without cells, and for a circle off the board or in a cell that has one already.
    """

    kind: ClassVar[str] = "masyu"

    rows: int
    cols: int
    white: tuple[Cell, ...] = ()
    black: tuple[Cell, ...] = ()
    name: str | None = field(default=None, compare=False)

    if TYPE_CHECKING:

        def __init__(
            self,
            rows: int,
            cols: int,
            white: Iterable[Sequence[int]] = (),
            black: Iterable[Sequence[int]] = (),
            name: str | None = None,
        ) -> None: ...

    def __post_init__(self) -> None:
        rows, cols = board_size(self.rows, self.cols)
        for colour in ("white", "black"):
            cells = [on_board(c, rows, cols, f"a {colour} circle") for c in items(getattr(self, colour), colour)]
            object.__setattr__(self, colour, tuple(sorted(cells)))
        if twice := repeated(self.white + self.black):
            raise cm.PuzzleError(f"there are two circles at {twice[0]}")

    @property
    def graph(self) -> cm.Graph[Cell]:
        """The cells, each joined to its neighbours."""
        return cm.grid(self.rows, self.cols)

    def check(self, solution: cm.Loop) -> list[str]:
        """One loop that passes all circles as their colours ask."""
        check_type(solution, cm.Loop)
        if flaws := solution.flaws(self.graph):
            return flaws
        cells = solution.cells
        before = dict(zip(cells, (cells[-1], *cells), strict=False))
        after = dict(zip(cells, (*cells[1:], cells[0]), strict=True))
        turns = {c: abs(before[c][0] - after[c][0]) == 1 for c in cells}  # two apart, or in one row, where straight
        if missed := [cell for cell in self.white + self.black if cell not in turns]:
            return [f"the loop leaves out the circles at {listed(missed)}"]
        broken = [f"the loop turns at the white circle at {cell}" for cell in self.white if turns[cell]]
        for cell in self.white:
            if not (turns[before[cell]] or turns[after[cell]]):
                broken.append(f"the loop goes straight before and after the white circle at {cell}")
        for cell in self.black:
            if not turns[cell]:
                broken.append(f"the loop goes straight at the black circle at {cell}")
            if turns[before[cell]] or turns[after[cell]]:
                broken.append(f"the loop turns next to the black circle at {cell}")
        return broken

    def model(self, cp: Any) -> cm.Model[cm.Loop]:
        """A loop through the circles; the sides of each circle's cell, and the edges beyond, say how it passes."""
        loop = cm.constraints.single_loop(cp, self.graph, through=self.white + self.black)
        never = cp.new_constant(0)

        def edge(cell: Cell, direction: tuple[int, int], number: int = 1) -> Any:
            """The first, or second, edge straight on from a cell; never used when it is off the board."""
            (r, c), (down, right) = cell, direction
            near, far = number - 1, number
            return loop.edge.get(((r + near * down, c + near * right), (r + far * down, c + far * right)), never)

        for cell in self.white:
            for one, other in ((UP, DOWN), (LEFT, RIGHT)):
                cp.add_implication(edge(cell, one), edge(cell, other))
                cp.add_implication(edge(cell, other), edge(cell, one))
                cp.add_bool_or(~edge(cell, one), ~edge(cell, one, 2), ~edge(cell, other, 2))
        for cell in self.black:
            for one, other in ((UP, DOWN), (LEFT, RIGHT)):
                cp.add_exactly_one(edge(cell, one), edge(cell, other))
                cp.add_implication(edge(cell, one), edge(cell, one, 2))
                cp.add_implication(edge(cell, other), edge(cell, other, 2))
        return cm.Model(
            self,
            cp,
            loop.literals,
            decode=lambda values: cm.Loop(loop.walk(values)),
            variables={"edge": loop.edge},
            parameters=cm.DIRECT_PARAMETERS,
        )

    def diagram(self, solution: cm.Loop | None = None) -> cm.Diagram:
        """The circles, white ones empty and black ones filled, and the loop."""
        board = cm.Diagram(self.rows, self.cols)
        circles = dict.fromkeys(self.white, "circle") | dict.fromkeys(self.black, "disc")
        return (board if solution is None else board.loop(solution.cells)).marks(circles)
