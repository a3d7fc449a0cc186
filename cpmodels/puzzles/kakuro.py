"""Kakuro: numbers that add up to given sums, across and down, none of them twice in a sum.

>>> import cpmodels as cm
>>> puzzle = Kakuro(3, 3, [(0, 0), (0, 1, 3), (0, 2, 4), (1, 0, 0, 4), (2, 0, 0, 3)])
>>> cm.solve(puzzle).solution.rows
((0, 0, 0), (0, 1, 3), (0, 2, 1))
>>> puzzle.check(cm.Grid([[0, 0, 0], [0, 2, 2], [0, 1, 2]]))
['row 2 from column 2 to 3 has 2 twice', 'column 3 from row 2 to 3 has 2 twice']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, combinations
from math import prod
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.diagram import Diagram
from cpmodels.base.errors import PuzzleError
from cpmodels.base.graph import grid, segments
from cpmodels.base.lattice import Cell
from cpmodels.base.puzzle import Grid, Puzzle
from cpmodels.base.regions import box
from cpmodels.base.values import clues_in_cells, integer, keep_board_size, place

if TYPE_CHECKING:
    from cpmodels.model import Model

__all__ = ["Kakuro", "Sums"]

WAYS = Counter((size, sum(some)) for size in range(1, 10) for some in combinations(range(1, 10), size))
"""In how many ways numbers that differ add up, by how many they are and their sum."""

DARK = 0.35
"""Which part of a new board, without its rim, is dark at least: six of 10 x 10 take 0.7 to 3.4 s of processor time,
four with 0.3 0.9 to 9, and with 0.15 three take more than 25."""

ROUNDS = 3
"""How often each number of a new puzzle is chosen again, so that few others have its sums: a dark one of 10 x 10 takes
6 s of processor time with one round, with two or four 2, and with none more than 30."""


class Sums(NamedTuple):
    """A dark cell, and the sums of the cells below it and to its right, up to the next dark ones; 0 for none.

    >>> Sums(0, 1, down=3)
    Sums(row=0, col=1, down=3, right=0)
    """

    row: int
    col: int
    down: int = 0
    right: int = 0


@dataclass(frozen=True)
class Kakuro(Puzzle[Grid]):
    """Write a number from 1 to 9 into each light cell.  Cells that follow each other in a row or column, up to the next
    dark cell, are a run, in which no number stands twice.  They add up to the sum in the dark cell before them.

    rows, cols: the size of the board, with the dark cells that hold sums at its rim.
    dark: the dark cells, a `Sums` each: row, column, the sum of the run below, that of the run to the right; 0 where
        none is given.

    A solution has 0 in dark cells.

    Raises PuzzleError for dark cells off the board or two in one place, and a sum without light cells.
    """

    kind: ClassVar[str] = "kakuro"

    rows: int
    cols: int
    dark: Sequence[Sums]
    name: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "dark", clues_in_cells(self.dark, Sums, *keep_board_size(self), "a dark cell"))
        for cell, total, name in self.clues():
            if integer(total, f"a sum at {place(cell)}", 0) and name is None:
                raise PuzzleError(f"{total} is a sum at {place(cell)}, but no light cell follows there")

    @property
    def values(self) -> dict[Cell, Sequence[int]]:
        """The numbers that each cell may have: 0 in dark ones."""
        return {**dict.fromkeys(box(self.rows, self.cols), range(1, 10)), **{each[:2]: [0] for each in self.dark}}

    @property
    def units(self) -> dict[str, list[Cell]]:
        """The cells of each run, by what it is called."""
        return segments(self.rows, self.cols, [each[:2] for each in self.dark])

    def clues(self) -> Iterator[tuple[Cell, int, str | None]]:
        """The dark cells, each twice: with the sum down and right, and what the run there is called, if any."""
        names = {(run[0], name.split()[0]): name for name, run in self.units.items()}
        for r, c, down, right in self.dark:
            yield (r, c), down, names.get(((r + 1, c), "column"))
            yield (r, c), right, names.get(((r, c + 1), "row"))

    @property
    def sums(self) -> dict[str, tuple[list[Cell], int]]:
        """The runs with a sum, each with that."""
        units = self.units
        return {name: (units[name], total) for _, total, name in self.clues() if name and total}

    def infeasible_reason(self) -> str | None:
        """There are nine numbers."""
        long = [f"{name} has {len(run)} cells" for name, run in self.units.items() if len(run) > 9]
        return f"{long[0]}, but there are only 9 numbers" if long else None

    def check(self, solution: Grid) -> list[str]:
        """Numbers in light cells, none twice in a run, and right sums."""
        flaws = solution.flaws(self.rows, self.cols, self.values)
        return flaws or solution.repeats(self.units) + solution.wrong_sums(self.sums)

    def model(self, cp: Any) -> Model[Grid]:
        """Numbers all different in runs, and sums."""
        from cpmodels import constraints
        from cpmodels.model import DIRECT_PARAMETERS, Model

        numbers = constraints.numbers(cp, self.values, self.values)
        constraints.all_different(cp, numbers, self.units)
        constraints.sums(cp, numbers, self.sums)
        return Model(self, cp, numbers, parameters=DIRECT_PARAMETERS)

    def diagram(self, solution: Grid | None = None) -> Diagram:
        """The dark cells with their sums, those of columns below a line, and the numbers."""
        board = Diagram(self.rows, self.cols).shade([each[:2] for each in self.dark], "#c8c8c8")
        board = board.diagonals({each[:2]: "\\" for each in self.dark if any(each[2:])})
        board = board.corners({each[:2]: each.down for each in self.dark if each.down}, "lower left")
        board = board.corners({each[:2]: each.right for each in self.dark if each.right}, "upper right")
        return board if solution is None else board.numbers({cell: n for cell, n in solution if n})

    @classmethod
    def blank(cls, rows: int, cols: int, random: Random) -> Kakuro | tuple[Kakuro, Grid]:
        """Dark cells at the rim, and at random on both sides of the middle, so that each run has two cells or more; and
        numbers whose sums few others have.
        """
        if min(rows, cols) < 3:
            raise PuzzleError(f"a board of {rows} x {cols} has no room for sums of two numbers across and down")
        dark: Any = [cell for cell in box(rows, cols) if 0 in cell]
        inner: Any = [cell for cell in box(rows, cols) if 0 not in cell]
        most = len(dark) + DARK * len(inner)
        for r, c in random.sample(inner, len(inner)):
            checkpoint()
            lengths = [len(run) for run in segments(rows, cols, dark).values()]
            if len(dark) >= most and max(lengths) <= 9:
                break
            tried = {*dark, (r, c), (rows - r, cols - c)}
            is_connected = len(grid(rows, cols, without=tried).components) == 1
            if is_connected and min(map(len, segments(rows, cols, tried).values())) > 1:
                dark = sorted(tried)
        blank = cls(rows, cols, dark)
        if blank.infeasible_reason():
            return blank
        order = random.sample(range(1, 10), 9)
        numbers: dict[Cell, int] = {(r, c): order[(r + c) % 9] for r, c in box(rows, cols) if (r, c) not in dark}
        runs = {cell: [run for run in blank.units.values() if cell in run] for cell in numbers}
        for cell in chain.from_iterable(random.sample([*numbers], len(numbers)) for _ in range(ROUNDS)):
            checkpoint()
            taken = {numbers[other] for run in runs[cell] for other in run if other != cell}
            without = [(len(run), sum(numbers[other] for other in run if other != cell)) for run in runs[cell]]
            ways = {n: prod(WAYS[size, total + n] for size, total in without) for n in range(1, 10) if n not in taken}
            numbers[cell] = random.choice([n for n, many in ways.items() if many == min(ways.values())])
        return blank, Grid.of({**dict.fromkeys(dark, 0), **numbers})

    def with_clues(self, solution: Grid, random: Random) -> Kakuro:  # noqa: ARG002
        """All sums."""
        units = self.units
        totals = (sum(map(solution.__getitem__, units.get(name or "", ()))) for *_, name in self.clues())
        return replace(self, dark=[Sums(*each[:2], next(totals), next(totals)) for each in self.dark])

    def nearby(self, solution: Grid, other: Grid, random: Random) -> Iterator[tuple[Kakuro, Grid]]:
        """A number that differs in the other solution gives way to one that is not in its runs, with the sums.

        >>> puzzle = Kakuro(2, 3, [(0, 0), (0, 1), (0, 2), (1, 0, 0, 3)])
        >>> near = puzzle.nearby(Grid([[0, 0, 0], [0, 1, 2]]), Grid([[0, 0, 0], [0, 2, 1]]), Random(1))
        >>> sorted(right.rows[1] for _, right in near)[:3], len(list(near))
        ([(0, 1, 3), (0, 1, 4), (0, 1, 5)], 0)
        """
        numbers, units = dict(solution), self.units
        cells = [cell for cell, number in solution if other[cell] != number]
        for cell in random.sample(cells, len(cells)):
            taken = {numbers[each] for run in units.values() if cell in run for each in run}
            free = sorted({*range(1, 10)} - taken)
            for number in random.sample(free, len(free)):
                moved = Grid.of({**numbers, cell: number})
                yield self.with_clues(moved, random), moved
