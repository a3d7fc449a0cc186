"""Hitori: shade cells until no number is seen twice in a row or column.

>>> import cpmodels as cm
>>> puzzle = Hitori([[1, 1, 2], [2, 3, 3], [3, 2, 1]])
>>> cm.count(puzzle).total
3
>>> puzzle.check(cm.Grid([[0, 1, 0], [0, 1, 0], [0, 0, 0]]))
['the shaded cells at (0, 1) and (1, 1) touch']
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import ClassVar

from cpmodels.base import graph
from cpmodels.base.diagram import Diagram
from cpmodels.base.errors import PuzzleError
from cpmodels.base.lattice import Cell
from cpmodels.base.puzzle import Grid, NumberedBoard
from cpmodels.base.values import grouped, place
from cpmodels.puzzles._shading import Asked, ShadedBoard

__all__ = ["Hitori"]


@dataclass(frozen=True)
class Hitori(ShadedBoard, NumberedBoard[Grid]):
    """Shade cells, so that no number stands twice in a row or column in cells that are not shaded.  Shaded cells do not
    touch at a side, and the others are connected.

    given: rows of cells from the top: the number of each.

    A solution has 1 where a cell is shaded, else 0.

    Raises PuzzleError for rows that are not a board, and a cell without a number.
    """

    kind: ClassVar[str] = "hitori"
    least: ClassVar[int | None] = None

    given: Sequence[Sequence[int]]
    name: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        if missing := [cell for cell in self.board.nodes if cell not in self.numbers]:
            raise PuzzleError(f"there is no number at {place(missing[0])}")

    def check(self, solution: Grid) -> list[str]:
        """No number twice, no shaded cells side by side, and the others connected."""
        if flaws := solution.flaws(self.rows, self.cols, (0, 1)):
            return flaws
        lines, left = graph.lines(self.rows, self.cols), set(solution.where(0))
        broken = Grid(self.given).repeats({name: left.intersection(line) for name, line in lines.items()})
        return broken + self.apart(solution)

    def asked(self) -> Asked:
        """Of equal numbers in a line at most one is not shaded."""
        return {
            f"in {name} at most one {number} is not shaded": ([line[i] for i in places], 0, 0, 1)
            for name, line in graph.lines(self.rows, self.cols).items()
            for number, places in grouped(self.numbers[cell] for cell in line).items()
            if len(places) > 1
        }

    def diagram(self, solution: Grid | None = None) -> Diagram:
        """The numbers, and the shaded cells."""
        shaded = () if solution is None else solution.where(1)
        return Diagram(self.rows, self.cols).shade(shaded).numbers(self.numbers, given=True)

    @classmethod
    def blank(cls, rows: int, cols: int, random: Random) -> Hitori:
        """A board on which no number stands twice in a line, so that any cells may be shaded."""
        if (size := max(rows, cols)) < 2:
            raise PuzzleError("a board of 1 x 1 is too small")
        numbers, down, across = (random.sample(range(1, size + 1), size) for _ in range(3))
        return cls([[numbers[(down[r] + across[c]) % size] for c in range(cols)] for r in range(rows)])

    def with_clues(self, solution: Grid, random: Random) -> Hitori:
        """In each shaded cell a number that stands elsewhere in its row or column."""
        numbers = dict(self.numbers)
        for cell in solution.where(1):
            numbers[cell] = random.choice(seen_from(cell, numbers))
        return replace(self, given=Grid.of(numbers).rows)

    def nearby(self, solution: Grid, other: Grid, random: Random) -> Iterator[tuple[Hitori, Grid]]:
        """A cell that one of both solutions shades gets a number with which it must be shaded, and that one is meant.

        >>> puzzle, right = Hitori([[1, 2], [3, 1]]), Grid([[1, 0], [0, 0]])
        >>> near = puzzle.nearby(right, Grid([[0, 0], [0, 0]]), Random(1))
        >>> sorted(changed.given for changed, _ in near)
        [((2, 2), (3, 1)), ((3, 2), (3, 1))]
        """
        left = {cell: number for cell, number in self.numbers.items() if not solution[cell] and not other[cell]}
        cells = [cell for cell, shaded in solution if shaded != other[cell]]
        for cell in random.sample(cells, len(cells)):
            seen = {*seen_from(cell, left)} - {self.numbers[cell]}
            for number in random.sample(sorted(seen), len(seen)):
                given = Grid.of({**self.numbers, cell: number}).rows
                yield replace(self, given=given), solution if solution[cell] else other


def seen_from(cell: Cell, numbers: Mapping[Cell, int]) -> list[int]:
    """The numbers in the row and the column of a cell, without its own."""
    return [number for (r, c), number in numbers.items() if (r == cell[0]) != (c == cell[1])]
