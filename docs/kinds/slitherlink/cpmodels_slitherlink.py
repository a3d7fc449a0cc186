"""Slitherlink: draw one loop along the edges of a grid; a number says how many sides of its cell are on it.

>>> puzzle = Slitherlink([[3, None], [None, None]])
>>> cm.count(puzzle).total
4
>>> all(puzzle.check(loop) == [] for loop in cm.solutions(puzzle))
True
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

import cpmodels as cm
from cpmodels.values import check_type, listed, number_grid, repeated

Cell = tuple[int, ...]


@dataclass(frozen=True)
class Slitherlink(cm.Puzzle[cm.Loop]):
    """A board with the number of sides, 0 to 4, that some cells have on the loop; None in the others.

    The points of the loop are the corners of cells: ``(row, col)`` is the upper left corner of that cell.
    """

    kind: ClassVar[str] = "slitherlink"

    given: tuple[tuple[int | None, ...], ...]
    name: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "given", number_grid(self.given, "given", 0))
        if wrong := [n for n in self.numbers.values() if n > 4]:
            raise cm.PuzzleError(f"{wrong[0]} is given, but a cell has 4 sides")

    @property
    def rows(self) -> int:
        return len(self.given)

    @property
    def cols(self) -> int:
        return len(self.given[0])

    @property
    def numbers(self) -> dict[Cell, int]:
        """The given numbers by cell."""
        return {(r, c): n for r, row in enumerate(self.given) for c, n in enumerate(row) if n is not None}

    def check(self, solution: cm.Loop) -> list[str]:
        check_type(solution, cm.Loop)
        points = solution.cells
        if off := [p for p in points if not (0 <= p[0] <= self.rows and 0 <= p[1] <= self.cols)]:
            return [f"the loop leaves the board at {listed(off)}"]
        if len(points) < 4 or repeated(points):
            return [
                f"the loop crosses itself at {listed(repeated(points))}" if repeated(points) else "there is no loop"
            ]
        steps = list(zip(points, (*points[1:], points[0]), strict=True))
        if jumps := [f"from {a} to {b}" for a, b in steps if abs(a[0] - b[0]) + abs(a[1] - b[1]) != 1]:
            return [f"the loop jumps {listed(jumps)}"]
        on_loop = {frozenset(step) for step in steps}
        sides = {cell: sum(frozenset(side) in on_loop for side in sides_of(cell)) for cell in self.numbers}
        return [f"{sides[c]} sides of {c} are on the loop, not {n}" for c, n in self.numbers.items() if sides[c] != n]

    def model(self, cp: Any) -> cm.Model[cm.Loop]:
        loop = cm.constraints.single_loop(cp, cm.grid(self.rows + 1, self.cols + 1))
        for cell, number in self.numbers.items():
            cp.add(sum(loop.edge[side] for side in sides_of(cell)) == number)

        def decode(values: Any) -> cm.Loop:
            return cm.Loop.of_edges(edge for edge, value in zip(loop.edge, values, strict=True) if value)

        return cm.Model(self, cp, tuple(loop.edge.values()), decode, variables={"edge": loop.edge})

    def diagram(self, solution: cm.Loop | None = None) -> cm.Diagram:
        board = cm.Diagram(self.rows, self.cols, style="dots").numbers(self.numbers, given=True)
        return board if solution is None else board.loop(solution.cells, corners=True)


def sides_of(cell: Cell) -> list[tuple[Cell, Cell]]:
    """The four sides of a cell as pairs of corners."""
    r, c = cell
    return [((r, c), (r, c + 1)), ((r + 1, c), (r + 1, c + 1)), ((r, c), (r + 1, c)), ((r, c + 1), (r + 1, c + 1))]
