"""The backtracker for paths through all nodes: one path grown cell by cell, which turns back from isolated cells.

After the article on a ZIP program in Delphi: from each cell the directions right, up, left and down (its bits 1, 2, 4
and 8) are tried in this order, the numbers are met in theirs, and the last one is entered when all other cells are
covered.  A free cell needs two entries, one to come and one to go, each a free neighbour or the head of the path; where
one is left with fewer, the branch ends.  The cell of the last number needs one entry; so does every cell where the
path may end anywhere.

Where steps may lead, and the numbers, are read from the puzzle's description
(`cpmodels.base.description.HamiltonianPath`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from cpmodels.base.description import Description, HamiltonianPath
from cpmodels.base.puzzle import Puzzle
from cpmodels.reference.steps import Step, description_as

__all__ = ["paths"]

DIRECTIONS = ((0, 1), (-1, 0), (0, -1), (1, 0))
"""Right, up, left, down."""


def paths(puzzle: Puzzle[Any]) -> Iterator[Step]:
    """All paths of a puzzle that describes itself as a path through all nodes.

    Raises UnsupportedError for a puzzle that does not describe itself so, or has rules that this may leave out.
    """
    description, problem = description_as(puzzle, HamiltonianPath)
    return chain.from_iterable(_Search(description, problem).paths(start) for start in problem.starts)


def _either_way(problem: HamiltonianPath[Any]) -> dict[Any, set[Any]]:
    """For each node those from which it may be entered, or to which it may be left."""
    near = {node: set(there) for node, there in problem.successors.items()}
    for here, following in problem.successors.items():
        for there in following:
            near[there].add(here)
    return near


def _in_turn(here: Any, near: Iterable[Any]) -> list[Any]:
    """The next cells in the order of the directions; others, and nodes that are no cells, as they come."""

    def direction(there: Any) -> int:
        match here, there:
            case (int(row), int(col)), (int(to), int(at)) if (to - row, at - col) in DIRECTIONS:
                return DIRECTIONS.index((to - row, at - col))
        return len(DIRECTIONS)

    return sorted(near, key=direction)


class _Search:
    """The nodes by their numbers, and the path so far."""

    def __init__(self, description: Description[Any], problem: HamiltonianPath[Any]) -> None:
        near = _either_way(problem)
        self.cells = cells = tuple(problem.successors)
        self.solution = description.solution
        self.index = index = {cell: i for i, cell in enumerate(cells)}
        self.ends = {index[end] for end in problem.ends}
        self.ways = [[index[there] for there in _in_turn(here, problem.successors[here])] for here in cells]
        self.near = [[index[other] for other in _in_turn(cell, near[cell])] for cell in cells]
        number = {cell: n for n, cell in enumerate(problem.waypoints, 1)}
        self.numbers = [number.get(cell, 0) for cell in cells]
        self.last = next(iter(self.ends)) if len(self.ends) == 1 else None
        self.entries_needed = [1 if cell in self.ends else 2 for cell in range(len(cells))]
        self.path: list[int] = []
        self.free = [True] * len(cells)
        self.enterable_from = [True] * len(cells)  # the free cells and the head of the path
        self.due = 1  # the next number on the path

    def paths(self, first: Any) -> Iterator[Step]:
        ways = [iter([self.index[first]])]
        ahead = False  # whether the last thing done was no step back, and no dead end was reported
        while True:
            there = next((cell for cell in ways[-1] if self._may_enter(cell)), None)
            if there is not None:
                beside = self.near[self.path[-1]] if self.path else range(len(self.cells))
                yield self._enter(there)
                isolated = self._isolated(beside)
                if isolated is None:
                    ways.append(iter(self.ways[there]))
                    ahead = True
                    continue
                yield "dead end", self.cells[isolated], None
            else:
                ways.pop()
                if not self.path:
                    return
                if len(self.path) == len(self.cells) and self.path[-1] in self.ends:
                    yield "found", None, self.solution([self.cells[cell] for cell in self.path])
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

    def _isolated(self, cells: Iterable[int]) -> int | None:
        """A free cell of these that has too few entries, if any."""
        for cell in cells:
            if self.free[cell] and sum(self.enterable_from[n] for n in self.near[cell]) < self.entries_needed[cell]:
                return cell
        return None
