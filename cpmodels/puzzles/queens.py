"""Queens: one in each row, column and region of a board, so that no two touch.

>>> import cpmodels as cm
>>> puzzle = Queens(["AAAB", "CCBB", "CCDD", "CCDD"])
>>> cm.solve(puzzle).solution.rows
((0, 1, 0, 0), (0, 0, 0, 1), (1, 0, 0, 0), (0, 0, 1, 0))
>>> puzzle.check(cm.Grid([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]))[:2]
['the region of (0, 3) has 0 queens, not 1', 'the region of (2, 2) has 2 queens, not 1']
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from cpmodels.base.diagram import Diagram
from cpmodels.base.errors import PuzzleError
from cpmodels.base.graph import grid, lines
from cpmodels.base.lattice import Cell
from cpmodels.base.puzzle import DividedBoard, Grid
from cpmodels.base.regions import grown
from cpmodels.base.values import check_square, plural

if TYPE_CHECKING:
    from cpmodels.model import Model

__all__ = ["Queens"]


@dataclass(frozen=True)
class Queens(DividedBoard[Grid]):
    """Put one queen into each row, each column and each region.  No two queens touch, not even at a corner.

    regions: rows of cells from the top: the region of each, by its number or a letter.

    A solution has 1 where a queen stands, else 0.

    Raises PuzzleError for a board that is not square, and where there are more or fewer regions than rows.
    """

    kind: ClassVar[str] = "queens"
    piece: ClassVar[str] = "queen"
    stars = 1
    """How many stand in each row, column and region."""

    name: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_square(self.rows, self.cols)
        if (count := max(map(max, self.regions)) + 1) != self.rows:
            raise PuzzleError(f"the board has {plural(self.rows, 'row')} but {plural(count, 'region')}")

    @property
    def units(self) -> dict[str, list[Cell]]:
        """The cells of each row, column and region, by what it is called."""
        return lines(self.rows, self.cols) | {f"the region of {cells[0]}": cells for cells in self.region_cells}

    def check(self, solution: Grid) -> list[str]:
        """As many in each row, column and region as there must be, and none of them beside another."""
        if flaws := solution.flaws(self.rows, self.cols, (0, 1)):
            return flaws
        numbers = {name: sum(solution[cell] for cell in cells) for name, cells in self.units.items()}
        wrong = [(name, plural(n, self.piece)) for name, n in numbers.items() if n != self.stars]
        broken = [f"{name} has {found}, not {self.stars}" for name, found in wrong]
        near = grid(self.rows, self.cols, king=True).edges
        return broken + [f"the {self.piece}s at {a} and {b} touch" for a, b in near if solution[a] and solution[b]]

    def model(self, cp: Any) -> Model[Grid]:
        """A sum for each row, column and region, and a clause for each two cells that touch."""
        from cpmodels import constraints
        from cpmodels.constraints._bulk import Bulk, indexes_of
        from cpmodels.model import DIRECT_PARAMETERS, Model

        board = grid(self.rows, self.cols, king=True)
        numbers = constraints.numbers(cp, board.nodes, [0, 1])
        placed = numbers.where(1)
        for name, cells in self.units.items():
            bulk = Bulk(cp, f"{name} has {plural(self.stars, self.piece)}")
            bulk.from_to(indexes_of([placed[cell] for cell in cells]), self.stars, self.stars)
        constraints.not_adjacent(cp, board, placed, what=f"{self.piece}s")
        return Model(self, cp, numbers, parameters=DIRECT_PARAMETERS)

    def diagram(self, solution: Grid | None = None) -> Diagram:
        """The regions in colours, and what stands on them."""
        board = Diagram(self.rows, self.cols).regions(self.regions)
        return board if solution is None else board.symbols(dict.fromkeys(solution.where(1), self.piece))

    @classmethod
    def blank(cls, rows: int, cols: int, random: Random) -> Queens:  # noqa: ARG003
        """A board whose rows are its regions."""
        return cls([[row] * cols for row in range(rows)])

    def with_clues(self, solution: Grid, random: Random) -> Queens | None:
        """Areas that grow at random round what stands on the board, joined to regions."""
        seeds = {cell: i for i, cell in enumerate(solution.where(1))}
        # The largest region has a third of the board then, as it has in LinkedIn's.
        area = grown(self.rows, self.cols, seeds, random, uneven=0.5)
        near = grid(self.rows, self.cols).neighbours
        beside = {(area[one], area[other]) for one in near for other in near[one]}
        left, region = set(seeds.values()), dict[int, int]()
        while left:
            joined = [random.choice(sorted(left))]
            while len(joined) < self.stars:
                open_to = sorted({other for one, other in beside if one in joined} & left - {*joined})
                if not open_to:
                    return None
                joined.append(random.choice(open_to))
            region |= dict.fromkeys(joined, len(left))
            left.difference_update(joined)
        return replace(self, regions=Grid.of({cell: region[number] for cell, number in area.items()}).rows)
