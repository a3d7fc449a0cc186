"""Shikaku: cut a board into rectangles of given sizes, with one number in each.

>>> import cpmodels as cm
>>> puzzle = Shikaku([[2, None, 4], [None, None, None]])
>>> cm.solve(puzzle).solution.rows
((1, 2, 2), (1, 2, 2))
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import ClassVar

from cpmodels.base.description import Description
from cpmodels.base.diagram import Diagram
from cpmodels.base.marks import Mark
from cpmodels.base.puzzle import Grid, NumberedBoard
from cpmodels.base.regions import random_rectangles
from cpmodels.base.values import in_rows, plural
from cpmodels.puzzles.patches import Patch, Patches

__all__ = ["Shikaku"]


@dataclass(frozen=True)
class Shikaku(NumberedBoard[Grid]):
    """Cut the board into rectangles, so that each has one number: how many cells it has.

    given: rows of cells from the top: the number of a cell, 0 for a rectangle of any size, or None.

    A solution has in each cell the place of its rectangle's number among all, from 1 in reading order.

    Raises PuzzleError for rows that are not a board, and negative numbers.
    """

    kind: ClassVar[str] = "shikaku"
    least: ClassVar[int | None] = 0

    given: Sequence[Sequence[int | None]]
    name: str | None = field(default=None, compare=False)

    @property
    def patches(self) -> Patches:
        """The same as patches without shapes."""
        clues = [Patch(row, col, area or None) for (row, col), area in self.numbers.items()]
        return Patches(self.rows, self.cols, clues)

    def infeasible_reason(self) -> str | None:
        """The numbers are all cells together, where all are known."""
        total, cells = sum(self.numbers.values()), self.rows * self.cols
        if total == cells or 0 in self.numbers.values():
            return None
        return f"the numbers add up to {total}, but the board has {plural(cells, 'cell')}"

    def check(self, solution: Grid) -> list[str]:
        """Each number's cells are a rectangle of its size."""
        return self.patches.check(solution)

    def describe(self) -> Description[Grid]:
        """That of the patches."""
        return self.patches.describe()

    def mark_in_words(self, mark: Mark, *, holds: bool) -> str:
        """To which number a cell belongs."""
        return self.patches.mark_in_words(mark, holds=holds)

    def diagram(self, solution: Grid | None = None) -> Diagram:
        """The numbers, a question mark for 0, and the rectangles in colours."""
        any_size = {cell: "?" for cell, number in self.numbers.items() if not number}
        return self.patches.diagram(solution).numbers(any_size, given=True)

    @classmethod
    def blank(cls, rows: int, cols: int, random: Random) -> Shikaku:
        """The number of cells of each rectangle of a random partition, in one of them."""
        areas = {random.choice(cells): len(cells) for cells in random_rectangles(rows, cols, random)}
        return cls(in_rows(rows, cols, areas))
