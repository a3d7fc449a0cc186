"""Numberlink: join the two cells of each number by a path; paths do not branch or share a cell.

>>> puzzle = Numberlink([[1, None, 2], [1, None, 2]])
>>> [puzzle.check(solution) for solution in cm.solutions(puzzle)]
[[], [], []]

In two of these three solutions a path goes three sides of a square where the fourth would do.  There are often so
many such detours that only the solutions without them can be counted:

>>> cm.count(puzzle.without_detours()).total
1

Whether a puzzle has one solution only, which passes every cell, as published ones mostly do, takes an idea of its own:

>>> is_unique_cover(puzzle), is_unique_cover(Numberlink([[1, 2], [1, 2]]))
(False, True)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise, product
from typing import TYPE_CHECKING, Any, ClassVar

import cpmodels as cm
from cpmodels.values import by_cell, check_type, listed, number_grid, repeated

Cell = tuple[int, ...]


@dataclass(frozen=True)
class Numberlink(cm.Puzzle[cm.Paths]):
    """A board in which each number stands in two cells.

    given: rows of cells from the top: the number of a cell, or None where there is none.
    cover: whether every cell must be on a path.
    detours: whether a path may use three sides of a square of four cells; the fourth side would be shorter.

    Raises PuzzleError for rows that are not a board, or without numbers, and a number that does not stand in two cells.
    """

    kind: ClassVar[str] = "numberlink"

    given: tuple[tuple[int | None, ...], ...]
    cover: bool = False
    detours: bool = True
    name: str | None = field(default=None, compare=False)

    if TYPE_CHECKING:

        def __init__(
            self,
            given: Iterable[Sequence[int | None]],
            cover: bool = False,
            detours: bool = True,
            name: str | None = None,
        ) -> None: ...

    def __post_init__(self) -> None:
        object.__setattr__(self, "given", number_grid(self.given, "given"))
        times = Counter(n for row in self.given for n in row if n is not None)
        if wrong := [n for n, count in sorted(times.items()) if count != 2]:
            cells = "1 cell" if times[wrong[0]] == 1 else f"{times[wrong[0]]} cells"
            raise cm.PuzzleError(f"the number {wrong[0]} stands in {cells}, not in 2")
        if not times:
            raise cm.PuzzleError("no number is given, so there is nothing to join")

    @property
    def rows(self) -> int:
        """How many rows the board has."""
        return len(self.given)

    @property
    def cols(self) -> int:
        """How many columns the board has."""
        return len(self.given[0])

    @property
    def numbers(self) -> dict[Cell, int]:
        """The numbers by cell."""
        return by_cell(self.given)

    @property
    def ends(self) -> list[tuple[Cell, Cell]]:
        """The two cells of each number, in the order of the numbers."""
        cells = sorted(self.numbers, key=lambda cell: (self.numbers[cell], cell))
        return list(zip(cells[::2], cells[1::2], strict=True))

    def without_detours(self) -> Numberlink:
        """The same puzzle, in which paths make no detours and need not cover the board.

        Every solution of this puzzle can be shortened to one of that.  So if that has one solution only, and it covers
        the board, it is the only one of this puzzle, too; and if that has none, neither has this.
        """
        return replace(self, cover=False, detours=False)

    def squares(self) -> Iterator[tuple[Cell, list[tuple[Cell, Cell]]]]:
        """The upper left cell and the four sides, pairs of cells, of each square of four cells."""
        for r, c in product(range(self.rows - 1), range(self.cols - 1)):
            ring = [(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c), (r, c)]
            yield (r, c), list(pairwise(ring))

    def check(self, solution: cm.Paths) -> list[str]:
        """One path for each number from cell to neighbouring cell, and no cell on two of them."""
        check_type(solution, cm.Paths)
        graph = cm.grid(self.rows, self.cols)
        visited = [cell for path in solution.paths for cell in path]
        if off := [cell for cell in visited if cell not in graph.number]:
            return [f"a path leaves the board at {listed(off)}"]
        broken = []
        if twice := repeated(visited):
            broken.append(f"the paths pass twice through {listed(twice)}")
        joined = Counter(frozenset((path[0], path[-1])) for path in solution.paths if path)
        wanted = {frozenset(pair): self.numbers[pair[0]] for pair in self.ends}
        if apart := [number for pair, number in wanted.items() if not joined[pair]]:
            broken.append(f"no path joins the cells of the number {listed(apart)}")
        if len(solution.paths) > len(wanted) - len(apart):
            broken.append(f"there are {len(solution.paths)} paths for {len(wanted)} numbers")
        for path in solution.paths:
            broken += [f"a path passes the number at {cell}" for cell in path[1:-1] if cell in self.numbers]
            broken += [f"a path jumps from {a} to {b}" for a, b in pairwise(path) if b not in graph.neighbours[a]]
        if self.cover and (left := sorted(graph.number.keys() - set(visited))):
            broken.append(f"no path passes {listed(left)}")
        if not self.detours:
            steps = {frozenset(step) for path in solution.paths for step in pairwise(path)}
            for corner, sides in self.squares():
                if sum(frozenset(side) in steps for side in sides) > 2:
                    broken.append(f"a path makes a detour round the square at {corner}")
        return broken

    def model(self, cp: Any) -> cm.Model[cm.Paths]:
        """Paths that share no cell, and without detours at most two sides of any square."""
        links = cm.constraints.paths(cp, cm.grid(self.rows, self.cols), self.ends, cover=self.cover)
        if not self.detours:
            for _, sides in self.squares():
                cp.add(sum(links.edge[side] for side in sides) <= 2)
        return cm.Model(
            self,
            cp,
            links.literals,
            decode=lambda values: cm.Paths(links.walks(values)),
            variables={"edge": links.edge},
            parameters=cm.DIRECT_PARAMETERS,
        )

    def diagram(self, solution: cm.Paths | None = None) -> cm.Diagram:
        """The numbers, and the paths in different colours."""
        board = cm.Diagram(self.rows, self.cols)
        if solution is not None:
            board = board.paths(solution.paths)
        return board.numbers(self.numbers, given=True)


def is_unique_cover(puzzle: Numberlink, time_limit: float | None = None) -> bool | None:
    """Whether a puzzle has exactly one solution, and that passes every cell; None when the time was up before.

    time_limit: seconds for each of two searches: for solutions that pass every cell, and for one that does not (see
        `sparse_model`).  A solution that passes every cell and makes detours can be shortened to one that does not.
    """
    covers = cm.count(replace(puzzle, cover=True, detours=False), limit=2, time_limit=time_limit)
    if covers.total == 1 and covers.exhausted:
        status = cm.solve(sparse_model(puzzle), time_limit=time_limit).status
        return None if status is cm.Status.UNKNOWN else status is cm.Status.INFEASIBLE
    return False if covers.exhausted or covers.total > 1 else None


def sparse_model(puzzle: Numberlink) -> cm.Model[cm.Paths]:
    """The solutions that leave cells empty and are least in length, then in the order of their cells; or a few more.

    If any solution leaves a cell empty, then so does a least one, as what makes it less does not fill the board:

    - No two cells of a path touch but where it steps from one to the other: it could go straight to the other.
    - Two neighbours of an empty cell are on one path only at a corner of that path, opposite to the empty cell, which
      comes later on the board: else the path could be shorter, or turn at the empty cell instead.

    So this has a solution just when the puzzle has one that leaves cells empty, and is far easier to refute than that.
    """
    from ortools.sat.python import cp_model

    cp = cp_model.CpModel()
    graph = cm.grid(puzzle.rows, puzzle.cols)
    links = cm.constraints.paths(cp, graph, puzzle.ends)
    number = {cell: [cp.new_bool_var("") for _ in puzzle.ends] for cell in graph.nodes}
    free = set(graph.nodes) - puzzle.numbers.keys()
    for cell, own in number.items():
        cp.add_exactly_one(~links.visited[cell], *own)
    for k, (start, end) in enumerate(puzzle.ends):
        cp.add_bool_and(number[start][k], number[end][k])
    for (a, b), edge in links.edge.items():
        for one, other in zip(number[a], number[b], strict=True):
            cp.add_bool_or(~edge, ~one, other)
            cp.add_bool_or(~edge, one, ~other)
            cp.add_bool_or(edge, ~one, ~other)
    for cell in free:
        for a, b in combinations(graph.neighbours[cell], 2):
            corner = (a[0] + b[0] - cell[0], a[1] + b[1] - cell[1])  # the cell itself where a and b are opposite
            turned = number[corner] if corner in free and corner < cell else [cp.new_constant(0)] * len(puzzle.ends)
            for one, other, turn in zip(number[a], number[b], turned, strict=True):
                cp.add_bool_or(links.visited[cell], ~one, ~other, turn)
    cp.add_bool_or(~links.visited[cell] for cell in free)
    return cm.Model(
        replace(puzzle, cover=False, detours=True),
        cp,
        links.literals,
        decode=lambda values: cm.Paths(links.walks(values)),
        parameters=cm.DIRECT_PARAMETERS,
    )
