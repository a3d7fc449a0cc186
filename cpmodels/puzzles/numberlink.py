"""Numberlink: join the two cells of each number by a path; paths do not branch or share a cell.

>>> import cpmodels as cm
>>> puzzle = Numberlink([[1, None, 2], [1, None, 2]])
>>> [puzzle.check(solution) for solution in cm.solutions(puzzle)]
[[], [], []]

In two of these three solutions a path goes three sides of a square where the fourth would do.  There are often so
many such detours that only the solutions without them can be counted:

>>> cm.count(Numberlink(puzzle.given, detours=False)).total
1
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from random import Random
from typing import ClassVar, Self

from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.description import AllBut, Description, Rule, Subgraph
from cpmodels.base.errors import PuzzleError
from cpmodels.base.graph import grid, squares
from cpmodels.base.lattice import Cell
from cpmodels.base.puzzle import NumberedBoard, Part, Paths
from cpmodels.base.regions import random_paths, reach
from cpmodels.base.values import boolean, in_rows, listed, plural

__all__ = ["Numberlink"]


ROUND = 20
"""Up to how many cells in a line it is said of that no path goes round them: a published board of 20 x 20 takes 31 s,
and with 5 more than 60; 14 of 15 x 15 to 20 x 20 took 0.84 as many conflicts as with 2, and 0.89 with 5."""

MOST_TIDY = 5_000
"""Of boards of more cells than this no tidy paths are looked for (see `_Tidy`): some 150 rules for each cell, of twenty
edges each, would take gigabytes."""

PATHS = 0.7
"""How many paths a new puzzle begins with, as a part of the square root of how many cells it has.  Some are cut then,
where there are other solutions: of 10 x 10 there are 8.8 in the mean, and 14.4 of 15 x 15.  In published ones there are
7.2 and 12.3."""


@dataclass(frozen=True)
class Numberlink(NumberedBoard[Paths]):
    """Join the two cells of each number by a path from cell to neighbouring cell.  Paths do not branch, cross or share
    a cell.

    given: rows of cells from the top: the number of a cell, or None where there is none.
    cover: whether every cell must be on a path.
    detours: whether a path may use three sides of a square of four cells; the fourth side would be shorter.

    Raises PuzzleError for rows that are not a board, or without numbers, and a number that does not stand in two cells.
    """

    kind: ClassVar[str] = "numberlink"
    least: ClassVar[int | None] = None

    given: Sequence[Sequence[int | None]]
    cover: bool = False
    detours: bool = True
    name: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        for what in ("cover", "detours"):
            boolean(getattr(self, what), what)
        times = Counter(self.numbers.values())
        if wrong := [n for n, count in sorted(times.items()) if count != 2]:
            raise PuzzleError(f"the number {wrong[0]} stands in {plural(times[wrong[0]], 'cell')}, not in 2")
        if not times:
            raise PuzzleError("no number is given, so there is nothing to join")

    @property
    def ends(self) -> list[tuple[Cell, Cell]]:
        """The two cells of each number, in the order of the numbers."""
        cells = sorted(self.numbers, key=lambda cell: (self.numbers[cell], cell))
        return list(zip(cells[::2], cells[1::2], strict=True))

    def squares(self) -> Iterator[tuple[Cell, list[tuple[Cell, Cell]]]]:
        """The upper left cell and the four sides, pairs of cells, of each square of four cells."""
        for ring in squares(self.rows, self.cols):
            yield ring[0], list(pairwise([*ring, ring[0]]))

    def check(self, solution: Paths) -> list[str]:
        """One path for each number from cell to neighbouring cell, and no cell on two of them."""
        graph = grid(self.rows, self.cols)
        broken = solution.flaws(graph, {f"number {self.numbers[pair[0]]}": pair for pair in self.ends})
        if self.cover and (left := sorted(set(graph.nodes).difference(*solution.paths))):
            broken.append(f"no path passes {listed(left)}")
        if not self.detours:
            steps = {frozenset(step) for path in solution.paths for step in pairwise(path)}
            for corner, sides in self.squares():
                if sum(frozenset(side) in steps for side in sides) > 2:
                    broken.append(f"a path makes a detour round the square at {corner}")
        return broken

    def parts(self) -> Iterator[Part[Paths]]:
        """Paths without detours, through every cell, as most puzzles mean it, or tidy ones through some.

        There are none of a class that is derived from this one, whose rules may be others; of a large board none tidy.
        """
        if type(self) is not Numberlink:
            return
        if self.detours or not self.cover:
            yield Part(replace(self, cover=True, detours=False), lambda paths: paths)
        if not self.cover and self.rows * self.cols <= MOST_TIDY:
            yield Part(_Tidy(self.given, detours=False), lambda paths: paths, alone=self._is_rigid)

    def _is_rigid(self, paths: Paths) -> bool:
        """Whether in no square a corner could move to an empty cell, or a step go round by two: else `_Tidy` improves
        another solution to this one.
        """
        passed, steps = set().union(*paths.paths), {frozenset(step) for path in paths.paths for step in pairwise(path)}
        room = {(2, 1), (1, 2)}
        return room.isdisjoint(
            (sum(frozenset(side) in steps for side in sides), sum(cell not in passed for cell, _ in sides))
            for _, sides in self.squares()
        )

    def describe(self) -> Description[Paths]:
        """Paths that share no cell."""
        graph = grid(self.rows, self.cols)
        return Description(Subgraph(graph, self.ends, graph.nodes if self.cover else (), self._rules()), Paths)

    def _rules(self) -> Iterator[Rule[Cell]]:
        """Without detours at most two sides of any square."""
        for corner, sides in () if self.detours else self.squares():
            yield Rule(sides, (0, 2), f"no path makes a detour round the square at {corner}")

    @classmethod
    def blank(cls, rows: int, cols: int, random: Random) -> tuple[Numberlink, Paths]:
        """The ends of few paths at random, of three cells or more, through all cells."""
        if rows * cols < 3 or rows == cols == 2:
            raise PuzzleError(f"no paths of three cells or more, none of which touches itself, fill {rows} x {cols}")
        return cls._of(rows, cols, random_paths(rows, cols, random, round(PATHS * (rows * cols) ** 0.5)))

    @classmethod
    def _of(cls, rows: int, cols: int, paths: Iterable[Sequence[Cell]]) -> tuple[Self, Paths]:
        """The ends of paths, and these, in the order of the cells where they begin."""
        found = Paths(sorted(min(tuple(path), tuple(reversed(path))) for path in paths))
        ends = {cell: i for i, path in enumerate(found.paths, 1) for cell in (path[0], path[-1])}
        return cls(in_rows(rows, cols, ends)), found

    def nearby(self, solution: Paths, other: Paths, random: Random) -> Iterator[tuple[Numberlink, Paths]]:
        """A path is cut in two, where the other solution does not go: rather with ends far from each other.

        >>> right = Paths([[(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2)]])
        >>> puzzle = Numberlink([[1, None, None], [None, None, 1], [None, None, None]])
        >>> other = Paths([[(0, 0), (0, 1), (0, 2), (1, 2)]])
        >>> [near.given for near, _ in puzzle.nearby(right, other, Random(1))]
        [((1, None, None), (None, None, 2), (1, 2, None))]
        """
        steps = {frozenset(step) for path in other.paths for step in pairwise(path)}
        cuts = [
            (path[:i], path[i:], [line for line in solution.paths if line != path])
            for path in solution.paths
            for i in range(3, len(path) - 2)
            if frozenset(path[i - 1 : i + 1]) not in steps
        ]
        for one, rest, lines in sorted(random.sample(cuts, len(cuts)), key=lambda cut: -reach(cut[0]) - reach(cut[1])):
            yield self._of(self.rows, self.cols, [one, rest, *lines])


class _Tidy(Numberlink):
    """The solutions without detours that cannot be improved by moving a few cells of a path.

    No path goes round a few cells in a line, through which it would be shorter, or turns at a cell where it could turn
    at an empty one in the row above.  Every solution can be improved to one of these; if it was none before, or left a
    cell empty, that leaves a cell empty, too.
    """

    def _rules(self) -> Iterator[Rule[Cell]]:
        """Of what a path goes round, or past which it turns, it is not a neighbour, nor is a step from one cell to the
        other on a path: that would make a detour.  So nothing passes it; past a turn, something may do on the far side.
        """
        yield from super()._rules()
        graph = grid(self.rows, self.cols)
        free = graph.neighbours.keys() - self.numbers.keys()
        rows = [[(r, c) for c in range(self.cols)] for r in range(self.rows)]
        for board in (rows, rows[::-1], cols := list(zip(*rows, strict=True)), cols[::-1]):
            for behind, line, beyond in zip([(), *board], board, board[1:], strict=False):
                yield from _round(behind, line, beyond, free)
        for r, c in (cell for cell in graph.nodes if cell in free):
            for side in (1, -1):
                if (corner := (r + 1, c + side)) in graph.neighbours:
                    turn = [(corner, (r + 1, c)), (corner, (r, c + side))]
                    others = [((r, c), (r - 1, c)), ((r, c), (r, c - side))]
                    name = f"no path turns at {corner} where it could at {r, c}"
                    yield Rule.table([*turn, *others], lambda a, b, *on: not (a and b) or all(on), name, graph)


def _round(
    behind: Sequence[Cell], line: Sequence[Cell], beyond: Sequence[Cell], free: Container[Cell]
) -> Iterator[Rule[Cell]]:
    """No path goes from a cell of a line round some of the next ones, by the line beyond, if none passes these.

    behind: the line on the other side, if any.
    free: the cells without a number.  A path that passes some comes from behind, and goes back there two cells further
        on, or more.
    """
    along = list(pairwise(beyond))
    across, ways = (list(zip(line, other, strict=False)) for other in (beyond, behind))
    for start in range(1, len(line) - 1):
        checkpoint()
        name = f"no path goes round {line[start]}"
        for end in range(start + 1, min(start + ROUND + 1, len(line))):
            if line[end - 1] not in free:
                break
            path = (across[start - 1], *along[start - 1 : end], across[end])
            for some in {tuple(ways[start : end - 2]), tuple(ways[start + 2 : end])}:
                yield Rule(path + some, AllBut((True,) * len(path) + (False,) * len(some)), name)
