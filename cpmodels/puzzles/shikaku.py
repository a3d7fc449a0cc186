"""Shikaku: cut a board into rectangles of given sizes, with one number in each.

>>> import cpmodels as cm
>>> puzzle = Shikaku([[2, None, 4], [None, None, None]])
>>> cm.solve(puzzle).solution.rows
((1, 2, 2), (1, 2, 2))
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
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

    def nearby(self, solution: Grid, other: Grid, random: Random) -> Iterator[tuple[Shikaku, Grid]]:
        """A number moves to a cell of its rectangle that is of another number in the other solution.

        >>> near = Shikaku([[2, None], [None, 2]]).nearby(Grid([[1, 1], [2, 2]]), Grid([[1, 2], [1, 2]]), Random(1))
        >>> sorted(str(puzzle.given) for puzzle, _ in near)
        ['((2, None), (2, None))', '((None, 2), (None, 2))']
        """
        cells = [cell for cell, number in solution if other[cell] != number]
        for cell in random.sample(cells, len(cells)):
            at = [cell if i == solution[cell] else place for i, place in enumerate(self.numbers, 1)]
            areas = dict(sorted(zip(at, self.numbers.values(), strict=True)))
            order = {place: i for i, place in enumerate(areas, 1)}
            moved = Grid.of({each: order[at[i - 1]] for each, i in solution})
            yield replace(self, given=in_rows(self.rows, self.cols, areas)), moved
