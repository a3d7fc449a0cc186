"""The backtracker for ZIPs: one path grown cell by cell, which turns back from isolated cells.

After the article on a ZIP program in Delphi: from each cell the directions right, up, left and down (its bits 1, 2, 4
and 8) are tried in this order, the numbers are met in theirs, and the last one is entered when all other cells are
covered.  A free cell needs two entries, one to come and one to go, each a free neighbour or the head of the path; where
one is left with fewer, the branch ends.  The cell of the last number needs one entry; so does every cell where the
path may end anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.naive.steps import Step
from cpmodels.puzzles import Path, Zip

DIRECTIONS = ((0, 1), (-1, 0), (0, -1), (1, 0))
"""Right, up, left, down."""


def paths(puzzle: Zip, *, parity: bool = False) -> Iterator[Step]:
    """All paths; with `parity` none is looked for where the pre-check tells that there is none."""
    if parity and not has_right_parity(puzzle):
        return
    for start in puzzle.waypoints[:1] or puzzle.cells:
        yield from _Search(puzzle).paths(puzzle.cells.index(start))


def has_right_parity(puzzle: Zip) -> bool:
    """The article's pre-check: every detour takes two cells, so the shortest path leaves an even number of cells.

    It looks at the ends alone; `Zip.infeasible_reason` also knows which colour of a chessboard has more cells.
    """
    if len(puzzle.waypoints) < 2:
        return True
    (row, col), (last_row, last_col) = puzzle.waypoints[0], puzzle.waypoints[-1]
    shortest = abs(row - last_row) + abs(col - last_col) + 1
    return (len(puzzle.cells) - shortest) % 2 == 0


class _Search:
    """The board by cell numbers, and the path so far."""

    def __init__(self, puzzle: Zip) -> None:
        self.cells = cells = puzzle.cells
        index = {cell: i for i, cell in enumerate(cells)}
        self.ways = [
            [index[r + dr, c + dc] for dr, dc in DIRECTIONS if (r + dr, c + dc) in puzzle.steps[r, c]] for r, c in cells
        ]
        self.numbers = [puzzle.numbers.get(cell, 0) for cell in cells]
        self.last = index[puzzle.waypoints[-1]] if len(puzzle.waypoints) > 1 else None
        self.entries_needed = [1 if self.last in (None, cell) else 2 for cell in range(len(cells))]
        self.path: list[int] = []
        self.free = [True] * len(cells)
        self.enterable_from = [True] * len(cells)  # the free cells and the head of the path
        self.due = 1  # the next number on the path

    def paths(self, start: int) -> Iterator[Step]:
        """All paths from a cell."""
        yield self._enter(start)
        isolated = self._isolated(range(len(self.cells)))
        ways = [iter(self.ways[start] if isolated is None else ())]
        ahead = isolated is None  # whether the last thing done was no step back, and no dead end was told
        if isolated is not None:
            yield "dead end", self.cells[isolated], None
        while ways:
            there = next((cell for cell in ways[-1] if self._may_enter(cell)), None)
            if there is not None:
                here = self.path[-1]
                yield self._enter(there)
                isolated = self._isolated(self.ways[here])
                if isolated is None:
                    ways.append(iter(self.ways[there]))
                    ahead = True
                    continue
                yield "dead end", self.cells[isolated], None
            else:
                ways.pop()
                if len(self.path) == len(self.cells):
                    yield "found", None, Path([self.cells[cell] for cell in self.path])
                elif ahead:
                    yield "dead end", self.cells[self.path[-1]], None
            ahead = False
            yield self._leave()

    def _may_enter(self, cell: int) -> bool:
        if not self.free[cell] or (self.numbers[cell] and self.numbers[cell] != self.due):
            return False
        return cell != self.last or len(self.path) == len(self.cells) - 1

    def _enter(self, cell: int) -> Step:
        if self.path:
            self.enterable_from[self.path[-1]] = False
        self.path.append(cell)
        self.free[cell] = False
        self.due += self.numbers[cell] > 0
        return "placed", self.cells[cell], len(self.path)

    def _leave(self) -> Step:
        cell = self.path.pop()
        self.free[cell] = True
        self.due -= self.numbers[cell] > 0
        if self.path:
            self.enterable_from[self.path[-1]] = True
        return "removed", self.cells[cell], len(self.path) + 1

    def _isolated(self, cells: list[int] | range) -> int | None:
        """A free cell of these that has too few entries, if any."""
        for cell in cells:
            if self.free[cell] and sum(self.enterable_from[n] for n in self.ways[cell]) < self.entries_needed[cell]:
                return cell
        return None
