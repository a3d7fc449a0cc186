"""Nurikabe: islands of given sizes in one sea.

>>> import cpmodels as cm
>>> puzzle = Nurikabe([[1, None, 2], [None, None, None]])
>>> [grid.rows for grid in cm.solutions(puzzle)]
[((0, 1, 0), (1, 1, 0))]
>>> puzzle.check(cm.Grid([[0, 1, 0], [1, 1, 1]]))
['the island of (0, 2) has 1 cell, not 2']
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from cpmodels.base import graph
from cpmodels.base.description import Description, ExactCover, Option
from cpmodels.base.diagram import Diagram
from cpmodels.base.graph import Graph
from cpmodels.base.lattice import Cell
from cpmodels.base.marks import Mark
from cpmodels.base.puzzle import Grid, NumberedBoard
from cpmodels.base.values import in_rows, plural

if TYPE_CHECKING:
    from cpmodels.model import Model

__all__ = ["Nurikabe"]


@dataclass(frozen=True)
class Nurikabe(NumberedBoard[Grid]):
    """Shade cells as sea.  The others are islands, each with one number, which says how many cells it has.  The sea is
    connected and nowhere fills a square of 2 x 2 cells.

    given: rows of cells from the top: the number of a cell, 0 for an island of any size, or None.

    A solution has 1 for the sea and 0 for islands.

    Raises PuzzleError for rows that are not a board, and negative numbers.
    """

    kind: ClassVar[str] = "nurikabe"
    fully_described: ClassVar[bool] = True
    least: ClassVar[int | None] = 0

    given: Sequence[Sequence[int | None]]
    name: str | None = field(default=None, compare=False)

    def check(self, solution: Grid) -> list[str]:
        """Islands with a number each and of its size, and one sea without squares."""
        if flaws := solution.flaws(self.rows, self.cols, (0, 1)):
            return flaws
        board = graph.grid(self.rows, self.cols)
        sea, land = set(solution.where(1)), solution.where(0)
        broken = [f"the sea is at the number at {cell}" for cell in self.numbers if cell in sea]
        for island in board.induced(land).components:
            named = [cell for cell in island if cell in self.numbers]
            if len(named) != 1:
                broken.append(f"the island of {min(island)} has {len(named)} numbers")
            elif (wanted := self.numbers[named[0]]) not in (0, len(island)):
                broken.append(f"the island of {named[0]} has {plural(len(island), 'cell')}, not {wanted}")
        squares = [square for square in graph.squares(self.rows, self.cols) if sea.issuperset(square)]
        broken += [f"the sea fills the square at {square[0]}" for square in squares]
        return broken + ["the sea is not connected"] * (len(board.induced(sea).components) > 1)

    def describe(self) -> Description[Grid]:
        """Each cell is of the sea or of one island, by the cell of its number; no two islands touch along an edge."""
        board, numbers = graph.grid(self.rows, self.cols), self.numbers
        copies: dict[object, int | tuple[int, int]] = dict.fromkeys(board.nodes, 1)
        copies |= {("island", cell): size for cell, size in numbers.items() if size}
        squares: dict[Cell, list[object]] = {cell: [] for cell in board.nodes}
        for square in graph.squares(self.rows, self.cols):
            copies["square", square[0]] = (0, 3)
            for cell in square:
                squares[cell].append(("square", square[0]))
        sea = [cell for cell in board.nodes if cell not in numbers]
        parts: dict[Cell | None, Collection[Cell]] = {None: sea}
        options: list[Option[tuple[Cell, Cell | None]]] = [Option((cell, None), [cell, *squares[cell]]) for cell in sea]
        around = {cell: [board.edge(cell, other) for other in board.neighbours[cell]] for cell in board.nodes}
        for island, cells in board.regions({cell: size or None for cell, size in numbers.items()}):
            parts[island] = cells
            of = [("island", island)] * bool(numbers[island])
            options += [Option((cell, island), [cell, *of], dict.fromkeys(around[cell], island)) for cell in cells]
        graphs = [
            Graph([(cell, part) for cell in cells], [((a, part), (b, part)) for a, b in board.induced(cells).edges])
            for part, cells in parts.items()
        ]
        return Description(
            ExactCover(copies, options, connected=graphs),
            lambda chosen: Grid.of({cell: int(part is None) for cell, part in chosen}),
            marks=lambda meaning: [Mark.at(meaning[0], int(meaning[1] is None))],
        )

    def model(self, cp: Any) -> Model[Grid]:
        """Regions of the land, each round one number, and a connected sea."""
        from cpmodels import constraints
        from cpmodels.model import DIRECT_PARAMETERS, Model

        board = graph.grid(self.rows, self.cols)
        numbers = constraints.numbers(cp, board.nodes, [0, 1], dict.fromkeys(self.numbers, 0))
        sea, land = numbers.where(1), numbers.where(0)
        sizes = {cell: size or None for cell, size in self.numbers.items()}
        constraints.regions(cp, board, land, sizes, what="island", given="number")
        constraints.connected(cp, board, sea, name="the sea is connected")
        for square in graph.squares(self.rows, self.cols):
            cp.add_bool_or(land[cell] for cell in square).with_name(f"the square at {square[0]} must not be all sea")
        return Model(self, cp, numbers, parameters=DIRECT_PARAMETERS)

    def mark_in_words(self, mark: Mark, *, holds: bool) -> str:
        """Whether a cell is sea."""
        return f"{mark.cells[0]} is {'not ' * (mark.value != holds)}sea"

    def diagram(self, solution: Grid | None = None) -> Diagram:
        """The numbers, a question mark for 0, and the sea."""
        board = Diagram(self.rows, self.cols).shade(() if solution is None else solution.where(1))
        return board.numbers({cell: number or "?" for cell, number in self.numbers.items()}, given=True)

    @classmethod
    def blank(cls, rows: int, cols: int, random: Random) -> Nurikabe:
        """One island for about eight cells, which do not touch: some of any size, others of three to five cells.

        Of 10 x 10 17 in 100 then have one cell; of islands that are all of any size 42.
        """
        board = graph.grid(rows, cols)
        islands: list[Cell] = []
        for cell in random.sample(board.nodes, len(board.nodes)):
            if 8 * len(islands) < rows * cols and not set(board.neighbours[cell]) & set(islands):
                islands.append(cell)
        return cls(in_rows(rows, cols, {cell: random.choice((0, 0, 3, 4, 5)) for cell in islands}))

    def nearby(self, solution: Grid, other: Grid, random: Random) -> Iterator[tuple[Nurikabe, Grid]]:
        """The number of an island goes to a cell of it where the other solution has sea.

        >>> near = Nurikabe([[0, None, None]]).nearby(Grid([[0, 0, 1]]), Grid([[0, 1, 1]]), Random(1))
        >>> [puzzle.given for puzzle, _ in near]
        [((None, 0, None),)]
        """
        islands = graph.grid(self.rows, self.cols).induced(solution.where(0)).components
        of = {
            cell: next((named for named in island if named in self.numbers), cell)
            for island in islands
            for cell in island
        }
        for cell in random.sample(cells := [cell for cell in of if other[cell]], len(cells)):
            numbers = {(cell if named == of[cell] else named): number for named, number in self.numbers.items()}
            yield replace(self, given=in_rows(self.rows, self.cols, numbers)), solution

    def with_clues(self, solution: Grid, random: Random) -> Nurikabe:  # noqa: ARG002
        """The sizes of all islands."""
        board = graph.grid(self.rows, self.cols).induced(solution.where(0))
        size = {cell: len(island) for island in board.components for cell in island if cell in self.numbers}
        return replace(self, given=in_rows(self.rows, self.cols, size))
