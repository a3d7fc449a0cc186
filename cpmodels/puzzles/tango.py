"""Tango: suns and moons, as many of each in every row and column, and never three alike in a row.

>>> import cpmodels as cm
>>> puzzle = Tango([[1, None], [None, None]], different=[((0, 0), (0, 1))])
>>> cm.solve(puzzle).solution.rows
((1, 0), (0, 1))
>>> puzzle.check(cm.Grid([[1, 1], [0, 0]]))[:2]
['row 1 has 2 suns of 2 cells', 'row 2 has 0 suns of 2 cells']
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from cpmodels.base import graph
from cpmodels.base.diagram import Diagram
from cpmodels.base.errors import PuzzleError
from cpmodels.base.puzzle import Grid, NumberedBoard
from cpmodels.base.values import items, on_board, plural

if TYPE_CHECKING:
    from cpmodels.model import Model

__all__ = ["Tango"]

Pair = tuple[tuple[int, int], tuple[int, int]]


@dataclass(frozen=True)
class Tango(NumberedBoard[Grid]):
    """Put a sun or a moon into each cell, as many suns as moons into each row and column.  Never more than two of a
    kind stand next to each other in a row or column.  Between two cells = says that they are alike, x that they differ.

    given: rows of cells from the top: 1 for a sun, 0 for a moon, None for a cell to be filled.
    equal, different: pairs of cells side by side with the sign = or x between them.

    A solution has 1 for a sun and 0 for a moon.

    Raises PuzzleError for an odd number of rows or columns, a number that is not 0 or 1, and cells not side by side.
    """

    kind: ClassVar[str] = "tango"
    least: ClassVar[int | None] = 0

    given: Sequence[Sequence[int | None]]
    equal: Sequence[Pair] = ()
    different: Sequence[Pair] = ()
    name: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.rows % 2 or self.cols % 2:
            raise PuzzleError(f"a board of {self.rows} x {self.cols} cannot have as many suns as moons everywhere")
        self.check_most(1, "which is not 1 for a sun or 0 for a moon")
        board = graph.grid(self.rows, self.cols)
        for sign in ("equal", "different"):
            pairs = [[on_board(c, self.rows, self.cols, "a sign") for c in items(p, "a sign", 2)]
                     for p in items(getattr(self, sign), sign)]  # fmt: skip
            if apart := [pair for pair in pairs if pair[1] not in board.neighbours[pair[0]]]:
                raise PuzzleError(f"a sign stands between {apart[0][0]} and {apart[0][1]}, which do not touch")
            object.__setattr__(self, sign, tuple(sorted(tuple(sorted(pair)) for pair in pairs)))

    def check(self, solution: Grid) -> list[str]:
        """Half of each row and column are suns, no three in a row are alike, and the signs are right."""
        if broken := solution.flaws(self.rows, self.cols, (0, 1), self.given):
            return broken
        for name, line in graph.lines(self.rows, self.cols).items():
            values = [solution[cell] for cell in line]
            if 2 * sum(values) != len(line):
                broken.append(f"{name} has {plural(sum(values), 'sun')} of {len(line)} cells")
            three = [line[i] for i in range(len(line) - 2) if len(set(values[i : i + 3])) == 1]
            broken += [f"three are alike in {name}, from {cell} on" for cell in three]
        broken += [f"{a} and {b} are not alike" for a, b in self.equal if solution[a] != solution[b]]
        return broken + [f"{a} and {b} are alike" for a, b in self.different if solution[a] == solution[b]]

    def model(self, cp: Any) -> Model[Grid]:
        """Sums of rows and columns, clauses for three in a row, and equal or different literals."""
        from cpmodels import constraints
        from cpmodels.model import DIRECT_PARAMETERS, Model

        lines = graph.lines(self.rows, self.cols)
        numbers = constraints.numbers(cp, graph.grid(self.rows, self.cols).nodes, [0, 1])
        sun, moon = numbers.where(1), numbers.where(0)
        for cell, is_sun in self.numbers.items():
            cp.add(sun[cell] == is_sun).with_name(f"a {'sun' if is_sun else 'moon'} is given at {cell}")
        for name, line in lines.items():
            half = cp.add(2 * sum(sun[cell] for cell in line) == len(line))
            half.with_name(f"{name} has as many suns as moons")
        constraints.at_most_in_a_row(cp, lines, sun, 2, what="suns")
        constraints.at_most_in_a_row(cp, lines, moon, 2, what="moons")
        for one, other in self.equal:
            cp.add(sun[one] == sun[other]).with_name(f"{one} and {other} are alike")
        for one, other in self.different:
            cp.add(sun[one] != sun[other]).with_name(f"{one} and {other} are not alike")
        return Model(self, cp, numbers, parameters=DIRECT_PARAMETERS)

    def diagram(self, solution: Grid | None = None) -> Diagram:
        """Suns and moons, given ones on a grey ground, and the signs."""
        values = self.numbers | dict(() if solution is None else solution)
        board = Diagram(self.rows, self.cols).shade(list(self.numbers), "#e8e8e8")
        board = board.symbols({cell: ("moon", "sun")[value] for cell, value in values.items() if value in (0, 1)})
        return board.signs({**dict.fromkeys(self.equal, "="), **dict.fromkeys(self.different, "x")})

    def with_clues(self, solution: Grid, random: Random) -> Tango:
        """All suns and moons, and signs for a third of the cells."""
        edges: Any = graph.grid(self.rows, self.cols).edges
        signs = random.sample(edges, self.rows * self.cols // 3)
        equal = [pair for pair in signs if solution[pair[0]] == solution[pair[1]]]
        return replace(self, given=solution.rows, equal=equal, different=[p for p in signs if p not in equal])
