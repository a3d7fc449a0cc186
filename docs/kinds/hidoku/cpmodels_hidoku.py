"""Hidoku: write the numbers 1 to n into the cells, so that each touches the one before, diagonals too.

>>> puzzle = Hidoku([[1, None], [None, 3]])
>>> puzzle.check(cm.Grid([[1, 2], [4, 3]]))
[]
>>> cm.count(puzzle).total
2
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, ClassVar

import cpmodels as cm
from cpmodels.values import check_type, listed, number_grid, repeated


@dataclass(frozen=True)
class Hidoku(cm.Puzzle[cm.Grid]):
    """A board whose cells hold the numbers 1 to n, some of them given; None where a number is to be found."""

    kind: ClassVar[str] = "hidoku"

    given: tuple[tuple[int | None, ...], ...]
    name: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "given", number_grid(self.given, "given", 1))
        if too_large := [n for n in self.numbers.values() if n > self.rows * self.cols]:
            raise cm.PuzzleError(f"{too_large[0]} is given, but the numbers end with {self.rows * self.cols}")
        if twice := repeated(self.numbers.values()):
            raise cm.PuzzleError(f"the number {twice[0]} is given twice")

    @property
    def rows(self) -> int:
        return len(self.given)

    @property
    def cols(self) -> int:
        return len(self.given[0])

    @property
    def numbers(self) -> dict[tuple[int, ...], int]:
        """The given numbers by cell."""
        return {(r, c): n for r, row in enumerate(self.given) for c, n in enumerate(row) if n is not None}

    def check(self, solution: cm.Grid) -> list[str]:
        check_type(solution, cm.Grid)
        if [len(row) for row in solution.rows] != [self.cols] * self.rows:
            return [f"the solution is not a grid of {self.rows} x {self.cols}"]
        cell_of = {number: cell for cell, number in solution}
        if cell_of.keys() != set(range(1, self.rows * self.cols + 1)):
            return [f"the numbers are not 1 to {self.rows * self.cols}, each once"]
        broken = [f"{n} is not at {cell}, where it is given" for cell, n in self.numbers.items() if cell_of[n] != cell]
        apart = [
            f"{n} and {n + 1}"
            for n, m in pairwise(sorted(cell_of))
            if max(abs(a - b) for a, b in zip(cell_of[n], cell_of[m], strict=True)) > 1
        ]
        return broken + ([f"these do not touch: {listed(apart)}"] if apart else [])

    def model(self, cp: Any) -> cm.Model[cm.Grid]:
        """The numbers as positions along a path in the graph of a king's moves."""
        numbering = cm.constraints.positions(cp, cm.grid(self.rows, self.cols, king=True), self.numbers)

        def decode(values: Any) -> cm.Grid:
            number = {cell: n for (cell, n), value in zip(numbering.at, values, strict=True) if value}
            return cm.Grid([[number[r, c] for c in range(self.cols)] for r in range(self.rows)])

        return cm.Model(self, cp, numbering.literals, decode, variables={"at": numbering.at})

    def diagram(self, solution: cm.Grid | None = None) -> cm.Diagram:
        board = cm.Diagram(self.rows, self.cols)
        if solution is not None:
            place = {number: cell for cell, number in solution}
            board = board.path([place[n] for n in sorted(place)]).numbers(dict(solution))
        return board.numbers(self.numbers, given=True)
