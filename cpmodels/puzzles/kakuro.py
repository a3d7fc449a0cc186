"""Kakuro: numbers that add up to given sums, across and down, none of them twice in a sum.

>>> puzzle = Kakuro(3, 3, [(0, 0), (0, 1, 3), (0, 2, 4), (1, 0, 0, 4), (2, 0, 0, 3)])
>>> cm.solve(puzzle).solution.rows
((0, 0, 0), (0, 1, 3), (0, 2, 1))
>>> puzzle.check(cm.Grid([[0, 0, 0], [0, 2, 2], [0, 1, 2]]))
['the run from (1, 2) to (2, 2) has twice 2', 'the run from (1, 1) to (1, 2) has twice 2']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, takewhile
from random import Random
from typing import Any, ClassVar, NamedTuple

import cpmodels as cm
from cpmodels.regions import box
from cpmodels.values import board_size, check_type, integer, items, on_board, place, repeated

__all__ = ["Kakuro", "Sums"]

Cell = tuple[int, ...]
WAYS = ((1, 0), (0, 1))


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
class Kakuro(cm.Puzzle[cm.Grid]):
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
        rows, cols = board_size(self.rows, self.cols)
        dark = [Sums(*items(entry, "a dark cell")) for entry in items(self.dark, "dark")]
        for each in dark:
            on_board(each[:2], rows, cols, "a dark cell")
            for total in each[2:]:
                integer(total, f"a sum at {place(each[:2])}", 0)
        if twice := repeated(each[:2] for each in dark):
            raise cm.PuzzleError(f"there are two dark cells at {place(twice[0])}")
        object.__setattr__(self, "dark", tuple(sorted(dark)))
        cells = self.light
        for r, c, *sums in self.dark:
            if wrong := [
                n for n, (down, right) in zip(sums, WAYS, strict=True) if n and (r + down, c + right) not in cells
            ]:
                raise cm.PuzzleError(f"{wrong[0]} is a sum at {place((r, c))}, but no light cell follows there")

    @property
    def light(self) -> set[Cell]:
        """The cells that get numbers."""
        return set(box(self.rows, self.cols)).difference(each[:2] for each in self.dark)

    def runs(self) -> Iterator[tuple[list[Cell], int]]:
        """The cells of each run, first those of columns, and their sum, or 0."""
        light, sums = self.light, {each[:2]: each[2:] for each in self.dark}
        for way, (down, right) in enumerate(WAYS):
            for r, c in sorted(light):
                if (before := (r - down, c - right)) not in light:
                    yield self.ahead(before, down, right), sums.get(before, (0, 0))[way]

    def ahead(self, cell: Cell, down: int, right: int) -> list[Cell]:
        """The light cells that follow a cell, up to the next dark one."""
        line = ((cell[0] + i * down, cell[1] + i * right) for i in count(1))
        return list(takewhile(self.light.__contains__, line))

    def infeasible_reason(self) -> str | None:
        """There are nine numbers."""
        long = [f"{called(run)} has {len(run)} cells" for run, _ in self.runs() if len(run) > 9]
        return f"{long[0]}, but there are only 9 numbers" if long else None

    def check(self, solution: cm.Grid) -> list[str]:
        """Numbers in light cells, none twice in a run, and right sums."""
        check_type(solution, cm.Grid)
        if flaws := solution.flaws(self.rows, self.cols, range(10)):
            return flaws
        light, broken = self.light, []
        broken += [f"{n} is at {cell}" for cell, n in solution if (n > 0) != (cell in light)]
        broken += solution.repeats({called(run): run for run, _ in self.runs()})
        for run, total in self.runs():
            if total not in (0, found := sum(solution[cell] for cell in run)):
                broken.append(f"{called(run)} adds up to {found}, not {total}")
        return broken

    def model(self, cp: Any) -> cm.Model[cm.Grid]:
        """Numbers all different in runs, and sums."""
        light = self.light
        values = {cell: range(1, 10) if cell in light else [0] for cell in box(self.rows, self.cols)}
        numbers = cm.constraints.numbers(cp, values, values)
        cm.constraints.all_different(cp, numbers, {called(run): run for run, _ in self.runs()})
        for run, total in self.runs():
            if total:
                cp.add(sum(numbers.value(cell) for cell in run) == total).with_name(f"{called(run)} adds up to {total}")
        return cm.Model(self, cp, numbers, parameters=cm.model.DIRECT_PARAMETERS)

    def diagram(self, solution: cm.Grid | None = None) -> cm.Diagram:
        """The dark cells with their sums, those of columns below a line, and the numbers."""
        board = cm.Diagram(self.rows, self.cols).shade([each[:2] for each in self.dark], "#c8c8c8")
        board = board.diagonals({each[:2]: "\\" for each in self.dark if any(each[2:])})
        board = board.corners({each[:2]: each.down for each in self.dark if each.down}, "lower left")
        board = board.corners({each[:2]: each.right for each in self.dark if each.right}, "upper right")
        return board if solution is None else board.numbers({cell: n for cell, n in solution if n})

    @classmethod
    def blank(cls, rows: int, cols: int, random: Random) -> Kakuro:
        """Dark cells at the rim and at random, so that each run has two cells or more."""
        if min(rows, cols) < 3:
            raise cm.PuzzleError(f"a board of {rows} x {cols} has no room for sums of two numbers across and down")
        dark = [cell for cell in box(rows, cols) if 0 in cell]
        inner: Any = [cell for cell in box(rows, cols) if 0 not in cell]
        for cell in random.sample(inner, len(inner)):
            tried = cls(rows, cols, [Sums(*each) for each in [*dark, cell]])
            runs = [len(run) for run, _ in tried.runs()]
            if min(runs, default=0) > 1 and len(cm.graph.grid(rows, cols).induced(tried.light).components) == 1:
                dark.append(cell)
        return cls(rows, cols, [Sums(*each) for each in dark])

    def with_clues(self, solution: cm.Grid, random: Random) -> Kakuro:  # noqa: ARG002
        """All sums."""
        both = [[sum(map(solution.__getitem__, self.ahead(each[:2], *way))) for way in WAYS] for each in self.dark]
        return replace(self, dark=[Sums(*each[:2], *sums) for each, sums in zip(self.dark, both, strict=True)])


def called(run: Sequence[Cell]) -> str:
    """A run in words."""
    return f"the run from {run[0]} to {run[-1]}"
