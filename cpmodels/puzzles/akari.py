"""Akari: light bulbs light up a board, and none shines on another.

>>> import cpmodels as cm
>>> puzzle = Akari([[None, None, None], [None, 1, None]])
>>> cm.count(puzzle).total
2
>>> puzzle.check(cm.Grid([[1, 0, 0], [0, 0, 1]]))
[]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.diagram import Diagram
from cpmodels.base.graph import grid, segments
from cpmodels.base.lattice import Cell
from cpmodels.base.puzzle import Grid, NumberedBoard
from cpmodels.base.values import are, in_rows, items, on_board

if TYPE_CHECKING:
    from cpmodels.model import Model

__all__ = ["Akari"]


@dataclass(frozen=True)
class Akari(NumberedBoard[Grid]):
    """Put light bulbs into empty cells, so that all of these are lit.  A bulb lights its row and column up to the next
    walls, and no bulb lights another.  A number in a wall says how many of the cells beside it have bulbs.

    given: rows of cells from the top: the number of a wall, None for all other cells.
    walls: the cells ``(row, col)`` that are walls; those with a number need not be among them.

    A solution has 1 where there is a bulb, else 0.

    Raises PuzzleError for rows that are not a board, a wall off it, and a number over 4.
    """

    kind: ClassVar[str] = "akari"
    least: ClassVar[int | None] = 0

    given: Sequence[Sequence[int | None]]
    walls: Sequence[Cell] = ()
    name: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check_most(4, "but a cell has 4 neighbours")
        walls = {on_board(cell, self.rows, self.cols, "a wall") for cell in items(self.walls, "walls")}
        object.__setattr__(self, "walls", tuple(sorted(walls | self.numbers.keys())))

    @property
    def lit(self) -> list[list[Cell]]:
        """The cells that light each other, in rows and columns between walls."""
        return list(segments(self.rows, self.cols, self.walls).values())

    def check(self, solution: Grid) -> list[str]:
        """Bulbs light all cells and not each other, and are as many beside each number as it says."""
        if flaws := solution.flaws(self.rows, self.cols, (0, 1)):
            return flaws
        broken = [f"there is a bulb in the wall at {cell}" for cell in self.walls if solution[cell]]
        bulbs = [[cell for cell in line if solution[cell]] for line in self.lit]
        broken += [f"the bulbs at {each[0]} and {each[1]} light each other" for each in bulbs if len(each) > 1]
        light = {cell for line, each in zip(self.lit, bulbs, strict=True) if each for cell in line}.union(self.walls)
        board = grid(self.rows, self.cols).neighbours
        broken += [f"{cell} is not lit" for cell in board if cell not in light]
        for cell, number in self.numbers.items():
            if (count := sum(solution[near] for near in board[cell])) != number:
                broken.append(f"{are(count, 'bulb')} beside {cell}, not {number}")
        return broken

    def model(self, cp: Any) -> Model[Grid]:
        """At most one bulb in each stretch of cells, and one at least in the two of each cell."""
        from cpmodels import constraints
        from cpmodels.model import DIRECT_PARAMETERS, Model

        board = grid(self.rows, self.cols).neighbours
        numbers = constraints.numbers(cp, board, dict.fromkeys(board, (0, 1)) | dict.fromkeys(self.walls, (0,)))
        bulb = numbers.where(1)
        lines: dict[Cell, list[list[Cell]]] = {}  # of each cell the one across and the one down
        for line in self.lit:
            cp.add_at_most_one(bulb[cell] for cell in line).with_name(f"no two of {line[0]} to {line[-1]} have bulbs")
            for cell in line:
                lines.setdefault(cell, []).append(line)
        for cell, (across, down) in lines.items():
            checkpoint()
            cp.add_bool_or(bulb[other] for other in sorted({*across, *down})).with_name(f"{cell} must be lit")
        for cell, number in self.numbers.items():
            near = [bulb[other] for other in board[cell] if other in bulb]
            cp.add(sum(near) == number).with_name(f"{are(number, 'bulb')} beside {cell}")
        return Model(self, cp, numbers, parameters=DIRECT_PARAMETERS)

    def diagram(self, solution: Grid | None = None) -> Diagram:
        """Walls dark, with their numbers, and the bulbs."""
        board = Diagram(self.rows, self.cols).shade(self.walls).numbers(self.numbers, given=True)
        return board if solution is None else board.symbols(dict.fromkeys(solution.where(1), "bulb"))

    @classmethod
    def blank(cls, rows: int, cols: int, random: Random) -> Akari:
        """A board of which a fifth are walls, as half a turn leaves it."""
        cells: Any = grid(rows, cols).nodes
        half = random.sample(cells[: len(cells) // 2], round(len(cells) / 10))
        return cls([[None] * cols] * rows, [place for r, c in half for place in ((r, c), (rows - 1 - r, cols - 1 - c))])

    def nearby(self, solution: Grid, other: Grid, random: Random) -> Iterator[tuple[Akari, Grid]]:
        """A wall in a cell where only the other solution has a bulb, and one in the cell half a turn from it.

        >>> near = Akari([[None] * 3]).nearby(Grid([[0, 1, 0]]), Grid([[1, 0, 0]]), Random(1))
        >>> [puzzle.walls for puzzle, _ in near]
        [((0, 0), (0, 2))]
        """
        for cell in random.sample(cells := [cell for cell in other.where(1) if not solution[cell]], len(cells)):
            opposite = self.rows - 1 - cell[0], self.cols - 1 - cell[1]
            yield replace(self, walls=[*self.walls, cell, opposite]), solution

    def with_clues(self, solution: Grid, random: Random) -> Akari:  # noqa: ARG002
        """The numbers of all walls."""
        board = grid(self.rows, self.cols).neighbours
        beside = {cell: sum(solution[near] for near in board[cell]) for cell in self.walls}
        return replace(self, given=in_rows(self.rows, self.cols, beside))
