"""Skyscrapers: heights of towers, of which clues beside the board say how many are seen.

>>> import cpmodels as cm
>>> puzzle = Skyscrapers(top=[3, None, None], left=[None, 2, None])
>>> [grid.rows for grid in cm.solutions(puzzle)]
[((1, 3, 2), (2, 1, 3), (3, 2, 1)), ((1, 2, 3), (2, 3, 1), (3, 1, 2))]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from cpmodels.base import graph
from cpmodels.base.diagram import Diagram
from cpmodels.base.errors import PuzzleError, TooLargeError
from cpmodels.base.lattice import Cell
from cpmodels.base.puzzle import Grid, NumberedBoard
from cpmodels.base.values import are, board_size, check_square, clue_numbers, in_rows, items, plural

if TYPE_CHECKING:
    from cpmodels.model import Model

__all__ = ["Skyscrapers"]

SIDES = ("top", "right", "bottom", "left")

MOST_SEEN = 25_000_000
"""Clues that need more literals than this in all are refused; each needs the cube of the cells in a row.  All clues of
50 x 50 need as many; those of 60 x 60 would take gigabytes."""


@dataclass(frozen=True)
class Skyscrapers(NumberedBoard[Grid]):
    """Build a tower in each cell, of heights from 1 to the number of cells in a row, each once in every row and column.
    A clue says how many towers are seen from there along its row or column: higher ones hide those behind them.

    top, right, bottom, left: the clues of the columns from the left, or of the rows from the top; None without one.
    given: rows of the heights that are known, None for the others; by default none is.

    Raises PuzzleError for sides of different lengths, clues less than 1, and heights out of range.
    """

    kind: ClassVar[str] = "skyscrapers"

    top: Sequence[int | None] = ()
    right: Sequence[int | None] = ()
    bottom: Sequence[int | None] = ()
    left: Sequence[int | None] = ()
    given: Sequence[Sequence[int | None]] = ()
    name: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        sides, known = {side: items(getattr(self, side), side) for side in SIDES}, items(self.given, "given")
        size = max(map(len, (*sides.values(), known)))
        board_size(size, size)
        for side, seen in sides.items():
            if len(seen) not in (0, size):
                raise PuzzleError(f"{are(len(seen), 'clue')} given at the {side} of a board of {size} x {size}")
            object.__setattr__(self, side, clue_numbers(seen or [None] * size, side, 1))
        object.__setattr__(self, "given", known or [[None] * size] * size)
        super().__post_init__()
        if (self.rows, self.cols) != (size, size) or max(self.numbers.values(), default=0) > size:
            raise PuzzleError(f"the given heights are not {size} rows of {size} numbers up to {size}")

    def views(self) -> Iterator[tuple[str, str, int | None, list[Cell]]]:
        """For each clue its side, the name of its line, its number, and the cells as they are seen from there."""
        lines = list(graph.lines(self.rows, self.cols).items())
        across, down = lines[: self.rows], lines[self.rows :]
        for side, seen in zip(SIDES, (down, across, down, across), strict=True):
            for clue, (name, line) in zip(getattr(self, side), seen, strict=True):
                yield side, name, clue, line[::-1] if side in ("right", "bottom") else line

    def check(self, solution: Grid) -> list[str]:
        """Given heights stay, no line has a height twice, and as many are seen as clues say."""
        if broken := solution.flaws(self.rows, self.cols, range(1, self.rows + 1), self.given):
            return broken
        broken = solution.repeats(graph.lines(self.rows, self.cols))
        for side, name, clue, line in self.views():
            if clue not in (None, count := seen_in([solution[cell] for cell in line])):
                broken.append(f"{are(count, 'tower')} seen from the {side} in {name}, not {clue}")
        return broken

    def model(self, cp: Any) -> Model[Grid]:
        """Heights all different in lines, and those seen counted."""
        from cpmodels import constraints
        from cpmodels.model import DIRECT_PARAMETERS, Model

        clues = sum(clue is not None for _, _, clue, _ in self.views())
        if (size := clues * self.rows**3) > MOST_SEEN:
            need = f"{plural(clues, 'clue')} on a board of {self.rows} x {self.cols} need {size:,} literals"
            raise TooLargeError(f"{need}, but at most {MOST_SEEN:,} are allowed")
        cells = graph.grid(self.rows, self.cols).nodes
        numbers = constraints.numbers(cp, cells, range(1, self.rows + 1), self.numbers)
        constraints.all_different(cp, numbers, graph.lines(self.rows, self.cols))
        for side, name, clue, line in self.views():
            if clue is not None:
                seen = f"{are(clue, 'tower')} seen from the {side} in {name}"
                constraints.visible(cp, numbers, line, clue, name=seen)
        return Model(self, cp, numbers, parameters=DIRECT_PARAMETERS)

    def diagram(self, solution: Grid | None = None) -> Diagram:
        """The clues beside the board, and the heights."""
        board = super().diagram(solution)
        return board.outside(top=self.top, right=self.right, bottom=self.bottom, left=self.left)

    @classmethod
    def blank(cls, rows: int, cols: int, random: Random) -> Skyscrapers:  # noqa: ARG003
        """A board without clues."""
        check_square(rows, cols)
        return cls(top=[None] * cols)

    def with_clues(self, solution: Grid, random: Random) -> Skyscrapers:  # noqa: ARG002
        """All clues beside the board."""
        counts: dict[str, list[int]] = {side: [] for side in SIDES}
        for side, _, _, line in self.views():
            counts[side].append(seen_in([solution[cell] for cell in line]))
        return replace(self, **counts)  # type: ignore[arg-type]

    def nearby(self, solution: Grid, other: Grid, random: Random) -> Iterator[tuple[Skyscrapers, Grid]]:
        """A height that the other solution does not have is given: all clues of a large board leave several.

        >>> near = Skyscrapers([None] * 2).nearby(Grid([[1, 2], [2, 1]]), Grid([[2, 1], [1, 2]]), Random(1))
        >>> sorted((puzzle.numbers for puzzle, _ in near), key=str)[:2]
        [{(0, 0): 1}, {(0, 1): 2}]
        """
        cells = [cell for cell, height in solution if other[cell] != height]
        for cell in random.sample(cells, len(cells)):
            given = in_rows(self.rows, self.cols, {**self.numbers, cell: solution[cell]})
            yield replace(self, given=given), solution


def seen_in(heights: Sequence[int]) -> int:
    """How many heights are greater than all before them."""
    return sum(height > max(heights[:i], default=0) for i, height in enumerate(heights))
