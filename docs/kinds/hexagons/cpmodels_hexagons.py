"""Hexagonal edge matching: lay hexagons with six coloured edges side by side so that touching edges agree.

Three hexagons that meet, each with one edge of another colour that may not touch anything:

>>> puzzle = Hexagons([(0, 0), (0, 1), (1, 0)], [(1, 2, 3, 0, 0, 0), (2, 3, 1, 0, 0, 0), (3, 1, 2, 0, 0, 0)])
>>> all(puzzle.check(solution) == [] for solution in cm.solutions(puzzle))
True
>>> len(flower(2)), len(flower(3))
(7, 19)
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import factorial, prod
from typing import TYPE_CHECKING, ClassVar

import cpmodels as cm
from cpmodels.base.description import Description, ExactCover, Option
from cpmodels.base.lattice import HEXAGONAL, hexagon, offset_cell
from cpmodels.base.regions import hexagon_of_side
from cpmodels.base.values import grouped, integers, items, listed, repeated

Cell = tuple[int, ...]
Edges = tuple[int, ...]


def flower(side: int) -> tuple[Cell, ...]:
    """The cells ``(row, col)`` of a hexagon of hexagons, this many along each side, about the cell (0, 0)."""
    return tuple(sorted(offset_cell(cell) for cell in hexagon_of_side(side)))


@dataclass(frozen=True)
class Layout(cm.Solution):
    """For each cell ``(row, col)`` its piece and how many sixths of a turn, counter-clockwise, it is turned."""

    placed: tuple[tuple[Cell, int, int], ...]

    if TYPE_CHECKING:

        def __init__(self, placed: Iterable[tuple[Sequence[int], int, int]]) -> None: ...

    def __post_init__(self) -> None:
        placed = [items(entry, "a placed piece: cell, piece and turns,", 3) for entry in items(self.placed, "placed")]
        cells = sorted((integers(cell, "a cell", 2), *integers(rest, "a piece", 2)) for cell, *rest in placed)
        object.__setattr__(self, "placed", tuple(cells))

    def __iter__(self) -> Iterator[tuple[Cell, tuple[int, int]]]:
        """The cells with what lies there."""
        return ((cell, (piece, turns)) for cell, piece, turns in self.placed)


@dataclass(frozen=True)
class Hexagons(cm.Puzzle[Layout]):
    """Hexagons on a board of any shape; odd rows stand half a hexagon to the right of even ones.

    cells: ``(row, col)`` of the board.
    pieces: the colours of each piece's edges, counter-clockwise from the right; one piece for each cell.

    Raises PuzzleError for a board without cells or with a cell given twice, a piece that does not have six edges, and a
    number of pieces that is not that of the cells.
    """

    kind: ClassVar[str] = "hexagons"

    cells: tuple[Cell, ...]
    pieces: tuple[Edges, ...]
    name: str | None = field(default=None, compare=False)

    if TYPE_CHECKING:

        def __init__(
            self, cells: Iterable[Sequence[int]], pieces: Iterable[Sequence[int]], name: str | None = None
        ) -> None: ...

    def __post_init__(self) -> None:
        cells = tuple(sorted(integers(cell, "a cell", 2) for cell in items(self.cells, "cells")))
        if not cells:
            raise cm.PuzzleError("a board must have at least one cell")
        if twice := repeated(cells):
            raise cm.PuzzleError(f"the cell {twice[0]} is given twice")
        pieces = tuple(integers(piece, f"piece {i}", 6) for i, piece in enumerate(items(self.pieces, "pieces"), 1))
        if len(pieces) != len(cells):
            raise cm.PuzzleError(f"expected as many pieces as cells, {len(cells)}, not {len(pieces)}")
        object.__setattr__(self, "cells", cells)
        object.__setattr__(self, "pieces", pieces)

    @property
    def shapes(self) -> dict[Edges, tuple[int, ...]]:
        """The pieces that look the same when they are turned, by one of their orientations."""
        return grouped(min(turned(piece, turns) for turns in range(6)) for piece in self.pieces)

    @property
    def identical(self) -> int:
        """How many ways there are to swap pieces that look the same."""
        return prod(factorial(len(pieces)) for pieces in self.shapes.values())

    def appearance(self, solution: Layout) -> Hashable:
        """The edges that show in each cell."""
        return tuple(self.edges(solution).items())

    def touching(self) -> Iterator[tuple[Cell, int, Cell]]:
        """A cell, the direction of one of its edges, and the cell of the board that it touches there."""
        board = set(self.cells)
        for cell in self.cells:
            for direction, near in enumerate(HEXAGONAL.neighbours(hexagon(*cell))):
                if (other := offset_cell(near)) in board:
                    yield cell, direction, other

    def edges(self, solution: Layout) -> dict[Cell, Edges]:
        """The edges that show in each cell; none where there is no such piece."""
        known = ((cell, piece, turns) for cell, piece, turns in solution.placed if 0 <= piece < len(self.pieces))
        return {cell: turned(self.pieces[piece], turns) for cell, piece, turns in known}

    def check(self, solution: Layout) -> list[str]:
        """Each piece lies in one cell, and edges that touch have the same colour."""
        if [cell for cell, _, _ in solution.placed] != list(self.cells):
            return ["the pieces do not fill the board, one in each cell"]
        if strange := [piece for _, piece, _ in solution.placed if not 0 <= piece < len(self.pieces)]:
            return [f"there is no piece {strange[0] + 1}"]
        broken = []
        if twice := repeated(piece for _, piece, _ in solution.placed):
            broken.append(f"used more than once: pieces {listed([piece + 1 for piece in twice])}")
        shown = self.edges(solution)
        for cell, direction, other in self.touching():
            one, two = shown[cell][direction], shown[other][HEXAGONAL.opposite[direction]]
            if cell < other and one != two:
                broken.append(f"{cell} and {other} meet with the colours {one} and {two}")
        return broken

    def describe(self) -> Description[Layout]:
        """An option lays a piece, turned so that it shows some edges, in a cell; touching edges have one colour."""
        edge_at = {(cell, direction): frozenset((cell, other)) for cell, direction, other in self.touching()}
        counts = {("cell", cell): 1 for cell in self.cells} | {("piece", s): len(p) for s, p in self.shapes.items()}
        options = []
        for cell in self.cells:
            for shape in self.shapes:
                for shown in dict.fromkeys(turned(shape, turns) for turns in range(6)):
                    colours = {edge_at[cell, d]: shown[d] for d in range(6) if (cell, d) in edge_at}
                    options.append(Option((cell, shape, shown), [("cell", cell), ("piece", shape)], colours))
        return Description(ExactCover(counts, options), self._layout, marks=self._marks)

    def _marks(self, meaning: tuple[Cell, Edges, Edges]) -> Iterator[cm.Mark]:
        """Each piece that looks the same, turned so that it shows these edges."""
        cell, shape, shown = meaning
        for piece in self.shapes[shape]:
            for turns in range(6):
                if turned(self.pieces[piece], turns) == shown:
                    yield cm.Mark.at(cell, (piece, turns))

    def _layout(self, laid: Sequence[tuple[Cell, Edges, Edges]]) -> Layout:
        """Pieces for the chosen options: those that look the same in order, turned as little as will do."""
        left = {shape: iter(pieces) for shape, pieces in self.shapes.items()}
        placed = []
        for cell, shape, shown in sorted(laid):
            piece = next(left[shape])
            placed.append((cell, piece, next(t for t in range(6) if turned(self.pieces[piece], t) == shown)))
        return Layout(placed)

    def diagram(self, solution: Layout | None = None) -> cm.Diagram:
        """The pieces beside the empty board, or in their cells."""
        board = cm.Diagram(cells=self.cells, lattice="hexagonal").pieces(self.pieces, rule="equal")
        if solution is None:
            return board
        return board.laid((cell, lies) for cell, lies in solution if 0 <= lies[0] < len(self.pieces))


def turned(edges: Edges, turns: int) -> Edges:
    """The edges after this many sixths of a turn, counter-clockwise."""
    return edges[-turns % 6 :] + edges[: -turns % 6]
