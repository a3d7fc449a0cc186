"""Simple loop: draw one loop through all cells of a board but those that are blocked.

>>> cm.count(SimpleLoop(4, 4)).total
6
>>> print(cm.solve(SimpleLoop(3, 3)).reason)
a loop passes as many dark as light cells of a chessboard, but of the free cells 5 are dark and 4 light
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import cpmodels as cm
from cpmodels.values import board_size, check_type, items, listed, on_board, repeated

Cell = tuple[int, ...]


@dataclass(frozen=True)
class SimpleLoop(cm.Puzzle[cm.Loop]):
    """A board of `rows` x `cols` cells.

    blocked: the cells ``(row, col)`` that the loop does not pass.

    Raises PuzzleError for a board without cells, all of it blocked, and for a blocked cell off it or given twice.
    """

    kind: ClassVar[str] = "simple_loop"

    rows: int
    cols: int
    blocked: tuple[Cell, ...] = ()
    name: str | None = field(default=None, compare=False)

    if TYPE_CHECKING:

        def __init__(
            self, rows: int, cols: int, blocked: Iterable[Sequence[int]] = (), name: str | None = None
        ) -> None: ...

    def __post_init__(self) -> None:
        rows, cols = board_size(self.rows, self.cols)
        cells = [on_board(cell, rows, cols, "a blocked cell") for cell in items(self.blocked, "blocked")]
        if twice := repeated(cells):
            raise cm.PuzzleError(f"the cell {twice[0]} is blocked twice")
        if len(cells) == rows * cols:
            raise cm.PuzzleError("all cells are blocked, so there is nothing to pass")
        object.__setattr__(self, "blocked", tuple(sorted(cells)))

    @property
    def graph(self) -> cm.Graph[Cell]:
        """The free cells, each joined to its neighbours."""
        return cm.grid(self.rows, self.cols, without=self.blocked)

    def infeasible_reason(self) -> str | None:
        """Neighbouring cells are of different colours on a chessboard, so a loop passes as many of each colour."""
        light = sum(sum(cell) % 2 for cell in self.graph.nodes)
        dark = self.rows * self.cols - len(self.blocked) - light
        if dark == light:
            return None
        return (
            "a loop passes as many dark as light cells of a chessboard, "
            f"but of the free cells {dark} are dark and {light} light"
        )

    def check(self, solution: cm.Loop) -> list[str]:
        """One loop, through every free cell and no blocked one."""
        check_type(solution, cm.Loop)
        if wrong := sorted(set(self.blocked).intersection(solution.cells)):
            return [f"the loop passes blocked cells: {listed(wrong)}"]
        left = sorted(set(self.graph.nodes).difference(solution.cells))
        return solution.flaws(self.graph) + ([f"the loop leaves out {listed(left)}"] if left else [])

    def model(self, cp: Any) -> cm.Model[cm.Loop]:
        """A circuit through all free cells."""
        loop = cm.constraints.hamiltonian_circuit(cp, self.graph)
        return cm.Model(
            self,
            cp,
            loop.literals,
            decode=lambda values: cm.Loop(loop.walk(values)),
            variables={"edge": loop.edge},
            parameters=cm.DIRECT_PARAMETERS,
        )

    def diagram(self, solution: cm.Loop | None = None) -> cm.Diagram:
        """The board with its blocked cells dark, and the loop."""
        board = cm.Diagram(self.rows, self.cols).shade(self.blocked)
        return board if solution is None else board.loop(solution.cells)
