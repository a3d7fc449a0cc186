"""What there is to see of a puzzle or a solution, described once and free of any renderer.

`Puzzle.diagram` returns a `Diagram`, which is built in a chain, a line for each thing that there is to see:

>>> board = Diagram(2, 3).numbers({(0, 0): 1, (1, 2): 2}, given=True).walls([((0, 0), (1, 0))])
>>> solved = board.path([(0, 0), (0, 1), (1, 1), (1, 2)])
>>> [type(layer).__name__ for layer in solved.layers]
['Labels', 'Walls', 'Line']

Pictures, terminal text, pages, paper and animations are made of it.  What is described need not be right: paths may
jump, and numbers may be there twice.  Only what has no place at all is refused, with a PuzzleError:

>>> board.shade([(5, 5)])
Traceback (most recent call last):
cpmodels.errors.PuzzleError: a shaded cell is at (5, 5), off the 2 x 3 board
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import TYPE_CHECKING, Any, Literal, get_args

from cpmodels.errors import PuzzleError
from cpmodels.lattice import HEXAGONAL, SQUARE, Cell, hexagon, offset_cell
from cpmodels.values import board_size, by, integers, items, listed, off_by_one, shown

__all__ = ["Colour", "Diagram", "Labels", "Layer", "Line", "Mark", "Marks", "Regions", "Shading", "Tiles", "Walls"]

Mark = Literal["circle", "disc", "dot", "cross", "square", "diamond", "triangle", "star"]
Label = int | str
Colour = int | str | None
"""The colour of an edge: a number, a word (of the Web, or any other), or None for an edge that matches none."""


@dataclass(frozen=True)
class Labels:
    """Numbers or short texts in cells.

    given: whether the puzzle gives them; otherwise they are filled in.
    discs: whether they stand on dark discs, as the numbers that a path meets.

    >>> Diagram(1, 2).numbers([[None, 4]], given=True).layers
    (Labels(at=(((0, 1), '4'),), given=True, discs=False),)
    """

    at: tuple[tuple[Cell, str], ...]
    given: bool = False
    discs: bool = False


@dataclass(frozen=True)
class Marks:
    """Signs in cells.

    >>> Diagram(1, 2).marks({(0, 1): "star"}).layers
    (Marks(at=(((0, 1), 'star'),)),)
    """

    at: tuple[tuple[Cell, Mark], ...]


@dataclass(frozen=True)
class Walls:
    """Thick lines, each between two cells that touch.

    >>> Diagram(1, 2).walls([((0, 1), (0, 0))]).layers
    (Walls(between=(((0, 0), (0, 1)),)),)
    """

    between: tuple[tuple[Cell, Cell], ...]


@dataclass(frozen=True)
class Line:
    """A line from point to point: through the middles of cells or, with `corners`, along the edges of cells.

    closed: whether the last point is joined to the first.
    colour: the number of the line's colour; None for a path in a run of colours, or a loop.
    length: how many points the line has in the end, where it may be a part of one.
    drawn: how many of its points are drawn so far, where it is shown step by step.

    >>> Line(((0, 0), (0, 1), (1, 1)), closed=True).seen
    ((0, 0), (0, 1), (1, 1), (0, 0))
    """

    points: tuple[Cell, ...]
    closed: bool = False
    corners: bool = False
    colour: int | None = None
    length: int | None = None
    drawn: int | None = None

    @property
    def seen(self) -> tuple[Cell, ...]:
        """The points that are drawn, the first one again at the end of a loop."""
        if self.drawn is not None and self.drawn < len(self.points):
            return self.points[: self.drawn]
        return (*self.points, self.points[0]) if self.closed and self.points else self.points


@dataclass(frozen=True)
class Regions:
    """The name of the region to which each cell belongs.

    >>> Diagram(1, 2).regions([["A", "B"]]).layers
    (Regions(of=(((0, 0), 'A'), ((0, 1), 'B'))),)
    """

    of: tuple[tuple[Cell, str], ...]


@dataclass(frozen=True)
class Shading:
    """Dark cells.

    >>> Diagram(1, 2).shade([(0, 1)]).layers
    (Shading(cells=((0, 1),)),)
    """

    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Tiles:
    """Tiles in cells: the colours of their edges, in the order of the lattice's directions.

    >>> Diagram(1, 1).tiles({(0, 0): (1, 2, 3, None)}).layers
    (Tiles(at=(((0, 0), (1, 2, 3, None)),)),)
    """

    at: tuple[tuple[Cell, tuple[Colour, ...]], ...]


Layer = Labels | Marks | Walls | Line | Regions | Shading | Tiles


@dataclass(frozen=True)
class Diagram:
    """A board, and what there is to see on it.

    rows, cols: the size of the board, whose cells are ``(row, col)`` with rows from the top; without them it is as
        large as `cells` makes it.
    cells: the cells of the board, by default all of these rows and columns.
    lattice: ``"square"`` or ``"hexagonal"``.  Hexagons stand on a corner; odd rows lie half a hexagon to the right
        (see `cpmodels.lattice.hexagon`, and `offset_cell` for the way back from centres in doubled coordinates).
    style: ``"cells"`` for lines between cells, ``"dots"`` for dots at the corners of cells, as in Slitherlink.
    layers: what there is to see, in the order in which it was told; methods such as `numbers` add to it.
    tray: the pieces to place, each by the colours of its edges.
    caption: a line below the picture.

    Raises PuzzleError for a board that is none; all methods raise it for what is not on the board.

    >>> from cpmodels.puzzle import Path
    >>> board = Diagram(2, 2).numbers({(0, 0): 1, (1, 0): 2}, given=True).walls([((0, 0), (1, 0))])
    >>> [type(layer).__name__ for layer in board.path([(0, 0), (0, 1), (1, 1), (1, 0)]).layers]
    ['Labels', 'Walls', 'Line']
    """

    rows: int = 0
    cols: int = 0
    cells: frozenset[Cell] = frozenset()
    lattice: Literal["square", "hexagonal"] = field(default="square", kw_only=True)
    style: Literal["cells", "dots"] = field(default="cells", kw_only=True)
    corner: Cell = field(default=(0, 0), kw_only=True)
    layers: tuple[Layer, ...] = field(default=(), kw_only=True)
    tray: tuple[tuple[Colour, ...], ...] = field(default=(), kw_only=True)
    caption: str = field(default="", kw_only=True)

    if TYPE_CHECKING:

        def __init__(
            self,
            rows: int | None = None,
            cols: int | None = None,
            cells: Iterable[Sequence[int]] | None = None,
            *,
            lattice: Literal["square", "hexagonal"] = "square",
            style: Literal["cells", "dots"] = "cells",
            corner: Cell = (0, 0),
            layers: tuple[Layer, ...] = (),
            tray: tuple[tuple[Colour, ...], ...] = (),
            caption: str = "",
        ) -> None: ...

    def __post_init__(self) -> None:
        if self.lattice not in ("square", "hexagonal"):
            raise PuzzleError(f"the lattice of a diagram is 'square' or 'hexagonal', not {shown(self.lattice)}")
        if self.style not in ("cells", "dots"):
            raise PuzzleError(f"the style of a diagram is 'cells' or 'dots', not {shown(self.style)}")
        if self.style == "dots" and self.lattice == "hexagonal":
            raise PuzzleError("dots are only drawn at the corners of square cells, not of hexagons")
        given = frozenset(integers(cell, "a cell of the board", 2) for cell in self.cells or ())
        rows, cols, corner = self.rows, self.cols, self.corner
        if given and not rows and not cols:
            tops, lefts = zip(*given, strict=True)
            corner = (min(tops), min(lefts))
            rows, cols = max(tops) - corner[0] + 1, max(lefts) - corner[1] + 1
        rows, cols = board_size(rows, cols)
        board = frozenset(product(range(corner[0], corner[0] + rows), range(corner[1], corner[1] + cols)))
        for cell in sorted(given - board):
            raise PuzzleError(f"a cell of the board is at {cell}, off the {by((rows, cols))} board")
        for name, value in (("rows", rows), ("cols", cols), ("corner", corner), ("cells", given or board)):
            object.__setattr__(self, name, value)

    @property
    def sides(self) -> int:
        """How many sides a cell has."""
        return 4 if self.lattice == "square" else 6

    @property
    def sides_by_name(self) -> tuple[str, ...]:
        """The names of the sides of a cell, in the order in which tiles have their colours."""
        return (SQUARE if self.lattice == "square" else HEXAGONAL).names

    def neighbour(self, cell: Cell, side: int) -> Cell:
        """The cell at a side of another, on or off the board."""
        if self.lattice == "square":
            return SQUARE.neighbour(cell, side)
        return offset_cell(HEXAGONAL.neighbour(hexagon(*cell), side))

    def side_between(self, cell: Cell, other: Cell) -> int | None:
        """The side at which a cell touches another; None where they do not touch."""
        return next((side for side in range(self.sides) if self.neighbour(cell, side) == other), None)

    def numbers(self, numbers: Any, *, given: bool = False, discs: bool = False) -> Diagram:
        """Numbers, or short texts, in cells.

        numbers: a mapping or pairs of cells and numbers, a `Grid`, or rows of numbers; None stands for an empty cell.
        given: whether the puzzle gives them; the others are drawn as one who solves it writes them.
        discs: whether they stand on dark discs, as the numbers that a path meets.
        """
        at = tuple((self._on(cell, "a number"), str(label)) for cell, label in self._pairs(numbers, "numbers"))
        return self._with(Labels(at, given, discs))

    def marks(self, marks: Mapping[Cell, str] | Iterable[tuple[Cell, str]]) -> Diagram:
        """Signs in cells: circle, disc, dot, cross, square, diamond, triangle or star, by their names."""
        at: list[tuple[Cell, Any]] = []
        for cell, mark in self._pairs(marks, "marks"):
            if mark not in get_args(Mark):
                raise PuzzleError(f"there is no mark {shown(mark)} for {cell}; marks are {', '.join(get_args(Mark))}")
            at.append((self._on(cell, "a mark"), mark))
        return self._with(Marks(tuple(at)))

    def walls(self, walls: Iterable[Sequence[Sequence[int]]]) -> Diagram:
        """Thick lines, each between two cells that touch."""
        between = []
        for wall in items(walls, "walls"):
            one, two = sorted(self._on(cell, "a wall") for cell in items(wall, "a wall", 2))
            if self.side_between(one, two) is None:
                raise PuzzleError(f"a wall stands between {one} and {two}, which do not touch")
            between.append((one, two))
        return self._with(Walls(tuple(between)))

    def path(self, cells: Iterable[Sequence[int]], *, corners: bool = False, length: int | None = None) -> Diagram:
        """A path from cell to cell, in colours that run from its start to its end.

        corners: whether the points are corners of cells, ``(0, 0)`` the upper left one of the board, and the path
            runs along the edges.
        length: how many cells a path through the whole board has, where this may be a part of one.
        """
        return self._with(Line(self._points(cells, "the path", corners=corners), corners=corners, length=length))

    def paths(self, paths: Iterable[Iterable[Sequence[int]]], *, corners: bool = False) -> Diagram:
        """Several paths, each in a colour of its own."""
        first = sum(isinstance(layer, Line) and layer.colour is not None for layer in self.layers)
        lines = [
            Line(self._points(path, f"path {number}", corners=corners), corners=corners, colour=first + number)
            for number, path in enumerate(items(paths, "paths"))
        ]
        return self._with(*lines)

    def loop(self, cells: Iterable[Sequence[int]], *, corners: bool = False) -> Diagram:
        """A closed path: through cells, or with `corners` along their edges (see `path`)."""
        return self._with(Line(self._points(cells, "the loop", corners=corners), closed=True, corners=corners))

    def regions(self, regions: Any) -> Diagram:
        """Cells by the names of their regions, which are coloured and divided by thick lines.

        regions: a mapping or pairs of cells and names, a `Grid`, or rows of names; None stands for no region.
        """
        return self._with(
            Regions(tuple((self._on(cell, "a region"), str(name)) for cell, name in self._pairs(regions, "regions")))
        )

    def shade(self, cells: Iterable[Sequence[int]]) -> Diagram:
        """Dark cells."""
        chosen = sorted(cells) if isinstance(cells, (set, frozenset)) else items(cells, "shaded cells")
        return self._with(Shading(tuple(self._on(cell, "a shaded cell") for cell in chosen)))

    def without(self, cells: Iterable[Sequence[int]]) -> Diagram:
        """The board without these cells, on which nothing may be."""
        holes = {self._on(cell, "a hole") for cell in cells}
        if holes == self.cells:
            raise PuzzleError("a board must have at least one cell")
        if self.layers:
            raise PuzzleError("the holes of a board come before anything that lies on it")
        return replace(self, cells=self.cells - holes)

    def tiles(self, tiles: Mapping[Cell, Iterable[Colour]] | Iterable[tuple[Cell, Iterable[Colour]]]) -> Diagram:
        """Tiles in cells, each with the colour of each of its edges.

        The edges come in the order of the lattice's directions: clockwise from the top for squares; counter-clockwise
        from the right (right, upper right, upper left, left, lower left, lower right) for hexagons.  A colour is a
        number, a word, or None for an edge without any.
        """
        at = [(self._on(cell, "a tile"), self._edges(edges)) for cell, edges in self._pairs(tiles, "tiles")]
        return self._with(Tiles(tuple(at)))

    def pieces(self, pieces: Iterable[Iterable[Colour]]) -> Diagram:
        """Tiles that lie beside the board, to be placed, numbered from 0; they can be cut out of paper."""
        return replace(self, tray=(*self.tray, *(self._edges(edges) for edges in items(pieces, "pieces"))))

    def captioned(self, caption: str) -> Diagram:
        """The same with a line below the picture."""
        return replace(self, caption=caption)

    def _with(self, *layers: Layer) -> Diagram:
        return replace(self, layers=(*self.layers, *layers))

    def _on(self, cell: Any, what: str) -> Cell:
        at: Cell = integers(cell, f"the cell of {what}", 2)
        if at not in self.cells:
            (top, left), (row, col) = self.corner, at
            if 0 <= row - top < self.rows and 0 <= col - left < self.cols:
                raise PuzzleError(f"{what} is at {at}, which is not a cell of the board")
            near = off_by_one([(row - top, col - left)], (self.rows, self.cols))
            raise PuzzleError(f"{what} is at {at}, off the {by((self.rows, self.cols))} board{near}")
        return at

    def _points(self, points: Any, what: str, *, corners: bool) -> tuple[Cell, ...]:
        """The points of a line, which must be cells of the board, or corners of cells."""
        at = tuple(integers(point, f"each point of {what}", 2) for point in items(points, f"the points of {what}"))
        if corners and self.lattice == "hexagonal":
            raise PuzzleError(f"{what} must run through cells: the corners of hexagons have no names")
        top, left = self.corner
        size = by((self.rows, self.cols))
        if corners:
            if off := [p for p in at if not (0 <= p[0] - top <= self.rows and 0 <= p[1] - left <= self.cols)]:
                raise PuzzleError(f"{what} leaves the corners of the {size} board at {listed(off)}")
        elif off := [p for p in at if p not in self.cells]:
            raise PuzzleError(f"{what} leaves the {size} board at {listed(off)}")
        return at

    def _edges(self, edges: Any) -> tuple[Colour, ...]:
        colours = items(edges, "the edges of a tile")
        if len(colours) != self.sides:
            raise PuzzleError(f"a tile of this board has {self.sides} edges, not {shown(tuple(colours))}")
        for colour in colours:
            if colour is not None and not isinstance(colour, (int, str)):
                raise PuzzleError(f"the colour of an edge is a number or a word, not {shown(colour)}")
        return tuple(colours)

    def _pairs(self, values: Any, what: str) -> list[tuple[Any, Any]]:
        """Cells with their values: of a mapping, of pairs, or of rows from the top; None is no value."""
        if isinstance(values, Mapping):
            pairs = list(values.items())
        else:
            pairs = [tuple(item) if isinstance(item, (tuple, list)) else item for item in items(values, what)]
            if not all(isinstance(p, tuple) and len(p) == 2 and isinstance(p[0], (tuple, list)) for p in pairs):
                top, left = self.corner
                rows = enumerate(pairs, top)
                pairs = [((r, c), v) for r, row in rows for c, v in enumerate(items(row, f"row {r} of {what}"), left)]
        return [(cell, value) for cell, value in pairs if value is not None]
