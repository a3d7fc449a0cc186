"""Heyawake: shade cells of rooms, so that no white line crosses two borders between rooms.

>>> import cpmodels as cm
>>> puzzle = Heyawake(["ABC", "ABC"], [None, None, None])
>>> sorted(grid.rows for grid in cm.solutions(puzzle))
[((0, 0, 1), (1, 0, 0)), ((1, 0, 0), (0, 0, 1))]
>>> puzzle.check(cm.Grid([[0, 0, 0], [1, 0, 0]]))
['the line from (0, 0) to (0, 2) crosses two borders between rooms']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import ClassVar

from cpmodels.base import graph
from cpmodels.base.diagram import Diagram
from cpmodels.base.errors import PuzzleError
from cpmodels.base.lattice import Cell
from cpmodels.base.puzzle import DividedBoard, Grid
from cpmodels.base.regions import random_rectangles
from cpmodels.base.values import are, clue_numbers, plural
from cpmodels.puzzles._shading import Asked, ShadedBoard

__all__ = ["Heyawake"]


@dataclass(frozen=True)
class Heyawake(ShadedBoard, DividedBoard[Grid]):
    """Shade cells, so that a room with a number has as many shaded cells.  Shaded cells do not touch at a side, and the
    others are connected.  No straight line of cells that are not shaded crosses more than one border between rooms.

    regions: rows of cells from the top: the room of each, by its number or a letter.
    given: the numbers of the rooms, in the order in which they come in the rows, None for a room without one.

    A solution has 1 where a cell is shaded, else 0.

    Raises PuzzleError for rows that are not a board, a negative number, and more or fewer numbers than rooms.
    """

    kind: ClassVar[str] = "heyawake"

    given: Sequence[int | None]
    name: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        numbers, count = clue_numbers(self.given, "given", 0), len(self.region_cells)
        if len(numbers) != count:
            raise PuzzleError(f"{are(len(numbers), 'number')} given for {plural(count, 'room')}")
        object.__setattr__(self, "given", numbers)

    @property
    def _numbered(self) -> list[tuple[list[Cell], int]]:
        """The rooms that have a number, each with it."""
        return [(room, n) for room, n in zip(self.region_cells, self.given, strict=True) if n is not None]

    def across_two(self) -> Iterator[list[Cell]]:
        """The shortest straight lines of cells that cross two borders between rooms, maybe back into the first."""
        for line in graph.lines(self.rows, self.cols).values():
            room = [self.regions[r][c] for r, c in line]
            ends = [i for i in range(1, len(line)) if room[i] != room[i - 1]]
            yield from (line[ends[i] - 1 : ends[i + 1] + 1] for i in range(len(ends) - 1))

    def check(self, solution: Grid) -> list[str]:
        """Numbers are right, shaded cells do not touch, the others are connected, and no line crosses two borders."""
        if flaws := solution.flaws(self.rows, self.cols, (0, 1)):
            return flaws
        left = set(solution.where(0))
        counts = [(room[0], sum(map(solution.__getitem__, room)), n) for room, n in self._numbered]
        broken = [f"the room of {cell} has {plural(m, 'shaded cell')}, not {n}" for cell, m, n in counts if m != n]
        broken += [f"the line from {line[0]} to {line[-1]} crosses two borders between rooms"
                   for line in self.across_two() if left.issuperset(line)]  # fmt: skip
        return broken + self.apart(solution)

    def asked(self) -> Asked:
        """As many shaded cells in a room as its number says, and one at least in each line across two borders."""
        numbers = {f"{are(n, 'cell')} shaded in the room of {room[0]}": (room, 1, n, n) for room, n in self._numbered}
        across = {f"from {line[0]} to {line[-1]}, across two borders": line for line in self.across_two()}
        return numbers | {
            f"at least one cell {where}, must be shaded": (line, 1, 1, len(line)) for where, line in across.items()
        }

    def diagram(self, solution: Grid | None = None) -> Diagram:
        """The rooms within thick lines, their numbers, and the shaded cells."""
        board = super().diagram().shade(() if solution is None else solution.where(1))
        return board.corners({room[0]: n for room, n in self._numbered})

    @classmethod
    def blank(cls, rows: int, cols: int, random: Random) -> Heyawake:
        """Rectangles at random, without numbers."""
        rooms = random_rectangles(rows, cols, random)
        room = {cell: i for i, cells in enumerate(rooms) for cell in cells}
        return cls(Grid.of(room).rows, [None] * len(rooms))

    def with_clues(self, solution: Grid, random: Random) -> Heyawake:  # noqa: ARG002
        """The numbers of all rooms."""
        return replace(self, given=[sum(solution[cell] for cell in room) for room in self.region_cells])
