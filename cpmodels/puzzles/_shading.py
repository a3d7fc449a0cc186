"""Boards of shaded cells that do not touch at a side, among others that are connected."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar

from cpmodels.base.description import Description, ExactCover, Option
from cpmodels.base.graph import Graph, grid
from cpmodels.base.lattice import Cell
from cpmodels.base.marks import Mark
from cpmodels.base.puzzle import Grid, Puzzle

if TYPE_CHECKING:
    from cpmodels.model import Model

Asked = Mapping[str, tuple[Sequence[Cell], int, int, int]]
"""By what each rule says, as a clause, its cells, a shade, and from how many to how many of the cells have it."""


class ShadedBoard(Puzzle[Grid]):
    """A kind of puzzles whose shaded cells do not touch at a side, and whose others are connected.

    A solution has 1 where a cell is shaded, else 0.

    >>> import cpmodels as cm
    >>> puzzle = cm.read("hitori-5")
    >>> puzzle.asked()["in row 1 at most one 3 is not shaded"]
    ([(0, 0), (0, 2), (0, 4)], 0, 0, 1)
    >>> [option.items for option in puzzle.describe().problem.options if option.meaning == ((4, 4), 1)]
    [((4, 4), ((3, 4), (4, 4)), ((4, 3), (4, 4)))]
    """

    fully_described: ClassVar[bool] = True
    rows: int
    cols: int

    @property
    def board(self) -> Graph[Cell]:
        """The cells, each joined to its neighbours."""
        return grid(self.rows, self.cols)

    @abstractmethod
    def asked(self) -> Asked:
        """What else is asked of the cells."""

    def apart(self, solution: Grid) -> list[str]:
        """The shaded cells that touch, and whether the others are connected, a sentence for each rule broken."""
        left = set(solution.where(0))
        broken = [f"the shaded cells at {a} and {b} touch" for a, b in self.board.edges if not {a, b} & left]
        cut_off = len(self.board.induced(left).components) > 1
        return broken + ["the cells that are not shaded are not connected"] * cut_off

    def describe(self) -> Description[Grid]:
        """An exact cover: each cell has one shade."""
        board = self.board
        copies: dict[object, int | tuple[int, int]] = dict.fromkeys(board.nodes, 1)
        covered = {(cell, shade): list[object]([cell]) for cell in board.nodes for shade in (0, 1)}
        apart = {edge: (edge, 1, 0, 1) for edge in board.edges}
        for says, (cells, shade, least, most) in chain(self.asked().items(), apart.items()):
            copies[says] = (least, most)
            for cell in cells:
                covered[cell, shade].append(says)
        left = Graph([(cell, 0) for cell in board.nodes], [((one, 0), (other, 0)) for one, other in board.edges])
        options = [Option(meaning, names) for meaning, names in covered.items()]
        return Description(
            ExactCover(copies, options, connected=left),
            lambda chosen: Grid.of(dict.fromkeys(board.nodes, 0) | dict(chosen)),
            marks=lambda meaning: [Mark.at(*meaning)],
        )

    def model(self, cp: Any) -> Model[Grid]:
        """The same, with one literal for each cell."""
        from cpmodels import constraints
        from cpmodels.constraints._bulk import Bulk, indexes_of
        from cpmodels.constraints._literals import covered
        from cpmodels.model import DIRECT_PARAMETERS, Model

        numbers = constraints.numbers(cp, self.board.nodes, [0, 1])
        shades = left, shaded = numbers.where(0), numbers.where(1)
        for says, (cells, shade, least, most) in self.asked().items():
            covered(Bulk(cp, says), indexes_of([shades[shade][cell] for cell in cells]), least, most)
        constraints.not_adjacent(cp, self.board, shaded, what="shaded")
        constraints.connected(cp, self.board, left, name="the cells that are not shaded are connected")
        return Model(self, cp, numbers, parameters=DIRECT_PARAMETERS)
