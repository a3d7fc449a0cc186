"""Edge matching beyond the board: on a torus or the faces of a cube, with pieces that may be printed on both sides.

>>> import cpmodels as cm
>>> puzzle = SurfaceMatching([(1, 2, 3, 4), (5, 6, 5, 6)], backs=[(7, 7, 7, 7), (8, 8, 2, 8)], rows=1, cols=2)
>>> cm.count(puzzle).total, puzzle.check(Board([[(0, 0), (3, 3)]]))
(2, [])
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import product, starmap
from math import factorial, prod
from typing import Any, ClassVar, Literal, get_args

from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.description import MOST_MOVED, Description, ExactCover, Option
from cpmodels.base.diagram import Diagram
from cpmodels.base.errors import PuzzleError
from cpmodels.base.lattice import SQUARE, Cell, minus
from cpmodels.base.marks import Mark
from cpmodels.base.puzzle import Puzzle
from cpmodels.base.regions import box
from cpmodels.base.values import (
    board_size,
    grouped,
    in_rows,
    integer,
    integers,
    items,
    misshapen,
    one_of,
    plural,
    repeated,
)
from cpmodels.puzzles.edge_matching.puzzle import Board, Edges, Placement, Rule, looks, turn

__all__ = ["SurfaceMatching"]

Surface = Literal["board", "torus", "cube"]
Flag = tuple[Cell, int]
"""A cell and one of its sides."""
Shape = tuple[Edges, ...]
"""A piece as the sides that it has, each by the turn that comes first in order."""
Laid = tuple[Cell, Shape, Edges]
"""What an option means: in this cell a piece of this shape shows these edges."""

NET: Mapping[Cell, tuple[Cell, Cell, Cell]] = {
    (0, 1): ((0, 1, 0), (0, 0, -1), (1, 0, 0)),
    (1, 0): ((-1, 0, 0), (0, 1, 0), (0, 0, 1)),
    (1, 1): ((0, 0, 1), (0, 1, 0), (1, 0, 0)),
    (1, 2): ((1, 0, 0), (0, 1, 0), (0, 0, -1)),
    (1, 3): ((0, 0, -1), (0, 1, 0), (-1, 0, 0)),
    (2, 1): ((0, -1, 0), (0, 0, 1), (1, 0, 0)),
}
"""The faces of a cube as a net: the directions in which each looks, and in which its top and its right edge lie."""


@dataclass(frozen=True)
class SurfaceMatching(Puzzle[Board]):
    """Lay all square pieces on a board, a torus or the six faces of a cube, so that edges that touch match.  Pieces may
    be turned and, where they are printed on both sides, turned over.

    pieces: the edges of each piece, top, right, bottom, left, as whole numbers.
    backs: the edges on the other side of each piece, as one sees them who looks at that side; none by default.
    surface: ``"board"``; ``"torus"``, on which the left end of each row touches the right one and the top of each
        column its bottom; or ``"cube"``, whose net has 3 x 4 cells, six of them faces.  A large torus has no symmetries
        (`cpmodels.base.description.MOST_MOVED`).
    rows, cols: the size of a board or torus; that of a cube's net need not be given.
    rule: touching edges are ``"equal"``, or add to zero (``"sum-zero"``).

    A solution has in each cell a side of a piece, by its index among all fronts and then all backs, from 0, and its
    counter-clockwise quarter turns; None where the net of a cube has no face.

    Raises PuzzleError when the number of pieces is not that of cells, or a side of a piece has not four edges.

    >>> import cpmodels as cm
    >>> dice = SurfaceMatching([(1, 1, 1, 1)] * 6, surface="cube")
    >>> cm.count(dice).total
    1
    """

    kind: ClassVar[str] = "surface_matching"

    pieces: Sequence[Edges]
    backs: Sequence[Edges] = ()
    surface: Surface = "board"
    rows: int = 0
    cols: int = 0
    rule: Rule = "equal"
    name: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        for name, values in (("surface", get_args(Surface)), ("rule", get_args(Rule))):
            one_of(getattr(self, name), f"the {name}", values)
        is_cube, size = self.surface == "cube", (integer(self.rows, "rows", 0), integer(self.cols, "cols", 0))
        if is_cube and size not in ((0, 0), (3, 4)):
            raise PuzzleError(f"the net of a cube has 3 rows and 4 columns, not {size[0]} and {size[1]}")
        size = (3, 4) if is_cube else board_size(*size)
        for name, value in zip(("rows", "cols"), size, strict=True):
            object.__setattr__(self, name, value)
        for name, what in (("pieces", "piece {}"), ("backs", "the back of piece {}")):
            sides = [integers(e, what.format(i), 4) for i, e in enumerate(items(getattr(self, name), name), 1)]
            object.__setattr__(self, name, tuple(sides))
            if len(sides) != len(self.cells) and (sides or name == "pieces"):
                cells = plural(len(self.cells), "cell")
                raise PuzzleError(f"the {self.surface} has {cells}, not {len(sides)} for the {name}")

    @property
    def cells(self) -> list[Cell]:
        """The cells on which pieces lie, row by row."""
        return list(NET) if self.surface == "cube" else list(box(self.rows, self.cols))

    @cached_property
    def across(self) -> dict[Flag, Flag]:
        """For each side of a cell that touches another, that cell and its side there."""
        if self.surface == "cube":
            side: dict[tuple[Cell, Cell], Flag] = {}  # by where the face looks and where the side lies
            for cell, (out, top, right) in NET.items():
                for at, way in enumerate((top, right, minus((0, 0, 0), top), minus((0, 0, 0), right))):
                    side[out, way] = (cell, at)
            return {flag: side[way, out] for (out, way), flag in side.items()}
        wrap = self.surface == "torus"
        found: dict[Flag, Flag] = {}
        for cell, at in product(self.cells, range(4)):
            row, col = SQUARE.neighbour(cell, at)
            other = (row % self.rows, col % self.cols) if wrap else (row, col)
            if 0 <= other[0] < self.rows and 0 <= other[1] < self.cols:
                found[cell, at] = (other, SQUARE.opposite[at])
        return found

    @property
    def sign(self) -> int:
        """The edge that meets edge k is ``sign * k``."""
        return 1 if self.rule == "equal" else -1

    @property
    def sides(self) -> tuple[Edges, ...]:
        """The fronts of all pieces, then the backs, if there are any."""
        return (*self.pieces, *self.backs)

    @cached_property
    def shapes(self) -> dict[Shape, tuple[int, ...]]:
        """The pieces of each shape, in order: those that look the same on both sides."""
        count, first = len(self.pieces), [min(looks(edges)) for edges in self.sides]
        return grouped(tuple(sorted(first[piece::count])) for piece in range(count))

    def edges_at(self, place: Placement) -> Edges:
        """The edges that a side shows with its turns."""
        return turn(self.sides[place.piece], place.turns)

    @property
    def identical(self) -> int:
        """Equal pieces can be swapped about."""
        return prod(factorial(len(pieces)) for pieces in self.shapes.values())

    def appearance(self, solution: Board) -> Hashable:
        """The shape and the edges in each cell."""
        if self._misplaced(solution):
            return solution
        shape = {piece: shape for shape, pieces in self.shapes.items() for piece in pieces}
        count = len(self.pieces)
        return tuple((cell, shape[place.piece % count], self.edges_at(place)) for cell, place in solution)

    def check(self, solution: Board) -> list[str]:
        """Each piece lies once, one in each cell, and edges that touch match."""
        if broken := self._misplaced(solution):
            return broken
        placed = dict(solution)
        twice = sorted(repeated(place.piece % len(self.pieces) for place in placed.values()))
        broken = [f"piece {piece + 1} lies more than once" for piece in twice]
        for (cell, side), (other, facing) in self.across.items():
            one, two = self.edges_at(placed[cell])[side], self.edges_at(placed[other])[facing]
            if (cell, side) < (other, facing) and one != self.sign * two:
                where = f"the {SQUARE.names[side]} of {cell} and the {SQUARE.names[facing]} of {other}"
                broken.append(f"{where} meet with edges {one} and {two}, which do not match under the rule {self.rule}")
        return broken

    def _misplaced(self, board: Board) -> list[str]:
        """Why a board is none: a sentence for each cell without a piece that there is, or for rows that are not its."""
        placed, cells, what = dict(board), dict.fromkeys(self.cells), "side" if self.backs else "piece"
        wrong = [f"there is no cell {cell}, where a piece lies" for cell in placed if cell not in cells]
        for cell in cells:
            if cell not in placed:
                wrong.append(f"no piece lies at {cell}")
            elif not 0 <= placed[cell].piece < len(self.sides):
                wrong.append(f"there is no {what} {placed[cell].piece + 1}, which lies at {cell}")
            elif not 0 <= placed[cell].turns < 4:
                wrong.append(f"the {what} at {cell} has {placed[cell].turns} turns, not 0 to 3")
        return wrong or misshapen(board.rows, self.rows, self.cols)

    def describe(self) -> Description[Board]:
        """An exact cover: an option shows a side of a piece, with its turns, in a cell."""
        copies: dict[tuple[str, Any], int] = {("cell", cell): 1 for cell in self.cells}
        cover = ExactCover(
            copies | {("piece", shape): len(pieces) for shape, pieces in self.shapes.items()},
            (
                Option((cell, shape, edges), (("cell", cell), ("piece", shape)), colours)
                for cell, shape in product(self.cells, self.shapes)
                for edges in dict.fromkeys(look for side in shape for look in looks(side))
                if (colours := self._colours(cell, edges)) is not None
            ),
        )
        return Description(cover, self._board, self._symmetries(len(cover.options)), marks=self._marks)

    def _marks(self, laid: Laid) -> Iterator[Mark]:
        """All that looks the same in the cell."""
        cell, shape, edges = laid
        return (Mark.at(cell, place) for piece in self.shapes[shape] for place in self._places(piece, edges))

    def _colours(self, cell: Cell, edges: Edges) -> dict[Any, int] | None:
        """The colours of the cell's touching edges, as the first cell shows them; None if it meets itself in two."""
        colours: dict[Any, int] = {}
        for side, edge in enumerate(edges):
            if other := self.across.get((cell, side)):
                colour = edge if (cell, side) < other else self.sign * edge
                if colours.setdefault(min((cell, side), other), colour) != colour:
                    return None
        return colours

    def _places(self, piece: int, edges: Edges) -> list[Placement]:
        """The sides of a piece, with their turns, that show these edges."""
        places = product(range(piece, len(self.sides), len(self.pieces)), range(4))
        return [place for place in starmap(Placement, places) if self.edges_at(place) == edges]

    def _board(self, laid: Sequence[Laid]) -> Board:
        """The board, with equal pieces in the order of the cells."""
        free = {shape: iter(pieces) for shape, pieces in self.shapes.items()}
        placed = {cell: self._places(next(free[shape]), edges)[0] for cell, shape, edges in sorted(laid)}
        return Board(in_rows(self.rows, self.cols, placed))

    def _symmetries(self, options: int) -> list[Callable[[Laid], Laid]]:
        """The turns of the surface, and the shifts of a torus, that keep what touches; none where they are too many."""
        if self.surface == "torus" and 4 * len(self.cells) * max(options, len(self.cells)) > MOST_MOVED:
            return []
        found = [self._images(cell, turns) for cell, turns in product(self.cells, range(4))]
        return [partial(_moved, images) for images in found[1:] if images]

    def _images(self, to: Cell, turns: int) -> dict[Cell, Flag] | None:
        """Where each cell comes, with how many quarter turns, if the first comes there so; None if it cannot."""
        checkpoint()
        images, reached = {self.cells[0]: (to, turns)}, [self.cells[0]]
        for cell in reached:
            image, turned = images[cell]
            for side in range(4):
                one, two = self.across.get((cell, side)), self.across.get((image, (side + turned) % 4))
                if one and two:
                    reached += [one[0]] if one[0] not in images else []
                    if images.setdefault(one[0], flag := (two[0], (two[1] - one[1]) % 4)) != flag:
                        return None
                elif one or two:
                    return None
        return images

    def diagram(self, solution: Board | None = None) -> Diagram:
        """The pieces, fronts before backs; or the board, or the net of the cube, with pieces on it."""
        board = Diagram(self.rows, self.cols, self.cells).pieces(self.sides, rule=self.rule, spread=True)
        count = len(self.pieces)
        told = [{"torus": "on a torus: opposite ends touch", "cube": "on the faces of a cube"}.get(self.surface)]
        told += [f"{count + 1} to {2 * count} are the backs of 1 to {count}"] if self.backs else []
        board = board.captioned("; ".join(filter(None, told)))
        if solution is not None and (wrong := self._misplaced(solution)):
            raise PuzzleError(wrong[0])
        return board if solution is None else board.laid(dict(solution))


def _moved(images: Mapping[Cell, Flag], laid: Laid) -> Laid:
    """Where a symmetry takes a piece in a cell."""
    cell, shape, edges = laid
    to, turns = images[cell]
    return (to, shape, turn(edges, -turns))
