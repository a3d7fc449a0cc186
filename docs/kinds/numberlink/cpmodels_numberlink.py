"""Numberlink: join the two cells of each number by a path; paths do not branch or share a cell.

>>> puzzle = Numberlink([[1, None, 2], [1, None, 2]])
>>> [puzzle.check(solution) for solution in cm.solutions(puzzle)]
[[], [], []]
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, ClassVar

import cpmodels as cm
from cpmodels.values import check_type, listed, number_grid, repeated

Cell = tuple[int, ...]


@dataclass(frozen=True)
class Numberlink(cm.Puzzle[cm.Paths]):
    """A board in which each number stands in two cells.

    given: the number of each cell, None where there is none.
    cover: whether every cell must be on a path.
    """

    kind: ClassVar[str] = "numberlink"

    given: tuple[tuple[int | None, ...], ...]
    cover: bool = False
    name: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "given", number_grid(self.given, "given"))
        times = Counter(n for row in self.given for n in row if n is not None)
        if wrong := [n for n, count in sorted(times.items()) if count != 2]:
            raise cm.PuzzleError(f"the number {wrong[0]} stands in {times[wrong[0]]} cells, not in 2")

    @property
    def rows(self) -> int:
        return len(self.given)

    @property
    def cols(self) -> int:
        return len(self.given[0])

    @property
    def numbers(self) -> dict[Cell, int]:
        """The numbers by cell."""
        return {(r, c): n for r, row in enumerate(self.given) for c, n in enumerate(row) if n is not None}

    @property
    def ends(self) -> dict[int, tuple[Cell, Cell]]:
        """The two cells of each number, in the order of the numbers."""
        cells = sorted(self.numbers, key=lambda cell: (self.numbers[cell], cell))
        return {self.numbers[one]: (one, other) for one, other in zip(cells[::2], cells[1::2], strict=True)}

    def check(self, solution: cm.Paths) -> list[str]:
        check_type(solution, cm.Paths)
        graph = cm.grid(self.rows, self.cols)
        visited = [cell for path in solution.paths for cell in path]
        if off := [cell for cell in visited if cell not in graph.number]:
            return [f"a path leaves the board at {listed(off)}"]
        broken = [f"two paths, or one twice, use {listed(twice)}"] if (twice := repeated(visited)) else []
        joined = sorted((min(path[0], path[-1]), max(path[0], path[-1])) for path in solution.paths if len(path) > 1)
        if joined != sorted(self.ends.values()) or len(joined) < len(solution.paths):
            broken.append("the paths do not join the two cells of each number")
        for path in solution.paths:
            broken += [f"a path passes the number at {c}" for c in path[1:-1] if c in self.numbers]
            broken += [f"a path jumps from {a} to {b}" for a, b in pairwise(path) if b not in graph.neighbours[a]]
        if self.cover and (left := sorted(graph.number.keys() - set(visited))):
            broken.append(f"no path uses {listed(left)}")
        return broken

    def model(self, cp: Any) -> cm.Model[cm.Paths]:
        graph, ends = cm.grid(self.rows, self.cols), list(self.ends.values())
        links = cm.constraints.paths(cp, graph, ends, cover=self.cover)

        def decode(values: Any) -> cm.Paths:
            used = {edge for edge, value in zip(links.edge, values, strict=True) if value}
            return cm.Paths([self._walk(start, graph, used) for start, _ in ends])

        return cm.Model(self, cp, tuple(links.edge.values()), decode, variables={"edge": links.edge})

    def _walk(self, start: Cell, graph: cm.Graph[Cell], used: set[tuple[Cell, Cell]]) -> list[Cell]:
        path = [start]
        while following := [c for c in graph.neighbours[path[-1]] if graph.edge(path[-1], c) in used and c not in path]:
            path.append(following[0])
        return path

    def diagram(self, solution: cm.Paths | None = None) -> cm.Diagram:
        board = cm.Diagram(self.rows, self.cols)
        if solution is not None:
            board = board.paths(solution.paths)
        return board.numbers(self.numbers, given=True)
