"""Simple loop: draw one loop through all cells of a board but those that are blocked.

>>> cm.count(SimpleLoop(4, 4)).total
6
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
    """A board of `rows` x `cols` cells, some of them blocked."""

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
        blocked = (on_board(cell, rows, cols, "a blocked cell") for cell in items(self.blocked, "blocked"))
        object.__setattr__(self, "blocked", tuple(sorted(set(blocked))))

    @property
    def graph(self) -> cm.Graph[Cell]:
        """The cells that the loop passes, each joined to its neighbours."""
        return cm.grid(self.rows, self.cols, without=self.blocked)

    def check(self, solution: cm.Loop) -> list[str]:
        check_type(solution, cm.Loop)
        cells, graph = solution.cells, self.graph
        if off := [cell for cell in cells if cell not in graph.number]:
            return [f"the loop is not on free cells at {listed(off)}"]
        broken = [f"the loop passes twice through {listed(repeated(cells))}"] if repeated(cells) else []
        if left := sorted(graph.number.keys() - set(cells)):
            broken.append(f"the loop leaves out {listed(left)}")
        steps = zip(cells, (*cells[1:], cells[0]), strict=True) if len(cells) > 2 else []
        jumps = [f"from {a} to {b}" for a, b in steps if b not in graph.neighbours[a]]
        return [*broken, *([f"the loop jumps {listed(jumps)}"] if jumps else [] if len(cells) > 2 else ["no loop"])]

    def model(self, cp: Any) -> cm.Model[cm.Loop]:
        loop = cm.constraints.hamiltonian_circuit(cp, self.graph)

        def decode(values: Any) -> cm.Loop:
            return cm.Loop.of_edges(edge for edge, value in zip(loop.edge, values, strict=True) if value)

        return cm.Model(self, cp, tuple(loop.edge.values()), decode, variables={"edge": loop.edge})

    def diagram(self, solution: cm.Loop | None = None) -> cm.Diagram:
        board = cm.Diagram(self.rows, self.cols).shade(self.blocked)
        return board if solution is None else board.loop(solution.cells)
