"""What there is to see of a puzzle or a solution, described once and free of any renderer.

`Puzzle.diagram` returns a `Diagram`, which is built in a chain, a line for each thing that there is to see:

>>> board = Diagram(2, 3).numbers({(0, 0): 1, (1, 2): 2}, given=True).walls([((0, 0), (1, 0))])
>>> solved = board.path([(0, 0), (0, 1), (1, 1), (1, 2)])
>>> [type(layer).__name__ for layer in solved.layers]
['Labels', 'Walls', 'Line']

Pictures, terminal text, pages, paper and animations are made of it, and `Diagram.data` says the same in JSON.  What is
described need not be right: paths may jump, and numbers may be there twice.  Only what has no place at all is refused,
with a PuzzleError:

>>> board.shade([(5, 5)])
Traceback (most recent call last):
cpmodels.base.errors.PuzzleError: a shaded cell is at (5, 5), off the 2 x 3 board
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from cpmodels.base.errors import PuzzleError
from cpmodels.base.lattice import HEXAGONAL, SQUARE, Cell, hexagon, offset_cell
from cpmodels.base.values import (
    are,
    board_size,
    by,
    cells_of,
    integers,
    items,
    listed,
    off_by_one,
    one_of,
    plain,
    shown,
)

__all__ = [
    "Around", "Arrows", "Cages", "Colour", "Corner", "Corners", "Diagonals", "Diagram", "Figure", "FigurePart",
    "Labels", "Laid", "Layer", "Line", "Outside", "Piece", "Regions", "Shading", "Side", "Signs", "Symbol",
    "Symbols", "Tiles", "Tray", "Walls",
]  # fmt: skip

Symbol = Literal[
    "circle", "disc", "dot", "cross", "square", "diamond", "triangle", "star", "tall", "wide",
    "sun", "moon", "queen", "bulb", "tree",
]  # fmt: skip
"""A symbol in a cell: ``"circle"`` is empty, ``"disc"`` full; ``"tall"`` and ``"wide"`` are rectangles."""
Corner = Literal["upper left", "upper right", "lower left", "lower right"]
Side = Literal["top", "right", "bottom", "left"]
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
class Symbols:
    """Symbols in cells.

    >>> Diagram(1, 2).symbols({(0, 1): "star"}).layers
    (Symbols(at=(((0, 1), 'star'),)),)
    """

    at: tuple[tuple[Cell, Symbol], ...]


@dataclass(frozen=True)
class Corners:
    """Small texts in a corner of cells.

    >>> Diagram(1, 2).corners({(0, 1): 12}).layers
    (Corners(at=(((0, 1), '12'),), corner='upper left'),)
    """

    at: tuple[tuple[Cell, str], ...]
    corner: Corner = "upper left"


@dataclass(frozen=True)
class Signs:
    """Signs between two cells that touch, at a side or a corner, read from the first to the second.

    >>> Diagram(1, 2).signs({((0, 0), (0, 1)): "<"}).layers
    (Signs(between=((((0, 0), (0, 1)), '<'),)),)
    """

    between: tuple[tuple[tuple[Cell, Cell], str], ...]


@dataclass(frozen=True)
class Arrows:
    """Arrows in cells, each towards a side, by its number in the order of the lattice's directions.

    >>> Diagram(1, 2).arrows({(0, 1): "left"}).layers
    (Arrows(at=(((0, 1), 3),)),)
    """

    at: tuple[tuple[Cell, int], ...]


@dataclass(frozen=True)
class Diagonals:
    r"""Lines from corner to corner of square cells: ``"\"`` falls to the right, ``"/"`` rises.

    >>> Diagram(1, 1).diagonals({(0, 0): "/"}).layers
    (Diagonals(at=(((0, 0), '/'),)),)
    """

    at: tuple[tuple[Cell, Literal["/", "\\"]], ...]


@dataclass(frozen=True)
class Outside:
    """Clues beside a side of the board: texts of rows or columns by their number, in reading order.

    >>> Diagram(2, 2).outside(left=[3, (1, 1)]).layers
    (Outside(of=((0, ('3',)), (1, ('1', '1'))), side='left'),)
    """

    of: tuple[tuple[int, tuple[str, ...]], ...]
    side: Side


@dataclass(frozen=True)
class Cages:
    """Groups of cells within dashed lines, with a small text in the first cell of each.

    >>> Diagram(1, 2).cages([([(0, 0), (0, 1)], 7)]).layers
    (Cages(of=((((0, 0), (0, 1)), '7'),)),)
    """

    of: tuple[tuple[tuple[Cell, ...], str], ...]


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

    coloured: whether regions have colours; otherwise thick lines alone divide them.
    colours: the colours of some of them, by their names; the others have any.

    >>> Diagram(1, 2).regions([["A", "B"]]).layers
    (Regions(of=(((0, 0), 'A'), ((0, 1), 'B')), coloured=True, colours=()),)
    """

    of: tuple[tuple[Cell, str], ...]
    coloured: bool = True
    colours: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Shading:
    """Dark cells, or cells in a colour.

    >>> Diagram(1, 2).shade([(0, 1)]).layers
    (Shading(cells=((0, 1),), colour=None),)
    """

    cells: tuple[Cell, ...]
    colour: str | None = None


@dataclass(frozen=True)
class Tiles:
    """Tiles in cells: the colours of their edges, in the order of the lattice's directions.

    >>> Diagram(1, 1).tiles({(0, 0): (1, 2, 3, None)}).layers
    (Tiles(at=(((0, 0), (1, 2, 3, None)),)),)
    """

    at: tuple[tuple[Cell, tuple[Colour, ...]], ...]


class FigurePart(NamedTuple):
    """A part of a figure: its name, its colour (None where that is not known), and the polygons that it is made of.

    Points are in sizes of a cell, from the middle of the cell, x to the right and y downwards.

    >>> FigurePart("sail", "red", (((0, -0.5), (0.4, 0.2), (-0.4, 0.2)),)).colour
    'red'
    """

    name: str
    colour: str | None
    polygons: tuple[tuple[tuple[float, float], ...], ...]


@dataclass(frozen=True)
class Figure:
    """A piece of any shape, which may reach out of its cell; its polygons are clockwise and have their edges in common.

    photo: a picture of the real piece, as PNG data, which just holds it and is shown in its place.

    >>> Figure((FigurePart("sail", "red", (((0, -0.5), (0.4, 0.2), (-0.4, 0.2)),)),)).box
    (-0.4, -0.5, 0.4, 0.2)
    """

    parts: tuple[FigurePart, ...]
    photo: bytes | None = field(default=None, repr=False)

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom, in sizes of a cell from its middle."""
        xs, ys = zip(*(point for part in self.parts for one in part.polygons for point in one), strict=True)
        return (min(xs), min(ys), max(xs), max(ys))


Piece = tuple[Colour, ...] | Figure
"""A piece of a tray: the colours of its edges, in the order of the lattice's directions, or a figure."""


@dataclass(frozen=True)
class Tray:
    """The pieces to place, and what they look like; see `Diagram.pieces`.

    >>> Diagram(1, 1).pieces([(1, 2, 1, 2)], names={1: "sun"}).tray.name(1)
    'sun'
    """

    pieces: tuple[Piece, ...] = ()
    rule: Literal["equal", "sum-zero"] | None = None
    names: tuple[tuple[Colour, str], ...] = ()
    art: str | None = None
    spread: bool = False

    def name(self, colour: Colour) -> str:
        """What a colour is called."""
        return dict(self.names).get(colour, "-" if colour is None else str(colour))

    def matches(self, one: Colour, other: Colour) -> bool:
        """Whether two edges may meet by the rule; an edge without a colour matches none."""
        if self.rule is None:
            return True
        if self.rule == "sum-zero" and isinstance(one, int) and isinstance(other, int):
            return one + other == 0
        return one is not None and one == other


@dataclass(frozen=True)
class Laid:
    """Pieces of the tray in cells: of each its index and its counter-clockwise turns.

    fixed: whether the puzzle says that they lie there.

    >>> Diagram(1, 1).pieces([(1, 2, 3, 4)]).laid({(0, 0): (0, 3)}).layers
    (Laid(at=(((0, 0), (0, 3)),), fixed=False),)
    """

    at: tuple[tuple[Cell, tuple[int, int]], ...]
    fixed: bool = False


@dataclass(frozen=True)
class Around:
    """Figures around the board, in cells off it, of which nothing is to be placed.

    frame: left, top, right and bottom of the frame at which they are cut, in sizes of a cell from the middle of (0, 0).
    photo: a picture of the real frame, as PNG data, which is shown in the place of all that.

    >>> len(Diagram(1, 1).around({(0, 1): Figure((FigurePart("spot", "red", (((0, 0), (1, 0), (0, 1)),)),))}).layers)
    1
    """

    at: tuple[tuple[Cell, Figure], ...]
    frame: tuple[float, float, float, float] | None = None
    photo: bytes | None = field(default=None, repr=False)


Layer = (
    Labels | Symbols | Corners | Signs | Arrows | Diagonals | Outside | Cages
    | Walls | Line | Regions | Shading | Tiles | Laid | Around
)  # fmt: skip


@dataclass(frozen=True)
class Diagram:
    """A board, and what there is to see on it.

    rows, cols: the size of the board, whose cells are ``(row, col)`` with rows from the top; without them it is as
        large as `cells` makes it.
    cells: the cells of the board, by default all of these rows and columns.
    lattice: ``"square"`` or ``"hexagonal"``.  Hexagons stand on a corner; odd rows lie half a hexagon to the right
        (see `cpmodels.base.lattice.hexagon`, and `offset_cell` for the way back).
    style: ``"cells"`` for lines between cells, ``"dots"`` for dots at the corners of cells, as in Slitherlink.
    corner: the upper left cell of the board, ``(0, 0)`` unless `cells` alone say how large it is.
    layers: what there is to see, in the order in which it was added; methods such as `numbers` add to it.
    tray: the pieces to place, and what they look like.
    caption: a line below the picture.
    dark: whether the picture has a dark ground.

    Raises PuzzleError for a board that is none; all methods raise it for what is not on the board.

    >>> from cpmodels.base.puzzle import Path
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
    tray: Tray = field(default=Tray(), kw_only=True)
    caption: str = field(default="", kw_only=True)
    dark: bool = field(default=False, kw_only=True)

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
            tray: Tray = Tray(),
            caption: str = "",
            dark: bool = False,
        ) -> None: ...

    def __post_init__(self) -> None:
        one_of(self.lattice, "the lattice of a diagram", ("square", "hexagonal"))
        one_of(self.style, "the style of a diagram", ("cells", "dots"))
        if self.style == "dots" and self.lattice == "hexagonal":
            raise PuzzleError("dots are only drawn at the corners of square cells, not of hexagons")
        cells = (
            self.cells if isinstance(self.cells, Set | Mapping) else items(self.cells or (), "the cells of the board")
        )
        given = frozenset(integers(cell, "a cell of the board", 2) for cell in cells)
        rows, cols, corner = self.rows, self.cols, integers(self.corner, "the corner of the board", 2)
        if given and not rows and not cols:
            tops, lefts = zip(*given, strict=True)
            corner = (min(tops), min(lefts))
            rows, cols = max(tops) - corner[0] + 1, max(lefts) - corner[1] + 1
        rows, cols = board_size(rows, cols)
        board = frozenset(product(range(corner[0], corner[0] + rows), range(corner[1], corner[1] + cols)))
        for cell in sorted(given - board):
            raise PuzzleError(f"a cell of the board is at {cell}, off the {by((rows, cols))} board")
        vars(self).update(rows=rows, cols=cols, corner=corner, cells=given or board)

    @property
    def sides(self) -> int:
        """How many sides a cell has."""
        return 4 if self.lattice == "square" else 6

    @property
    def is_full(self) -> bool:
        """Whether the board has all cells of its rows and columns."""
        return len(self.cells) == self.rows * self.cols

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
        return self._with(Labels(self._in_cells(numbers, "numbers", "a number"), given, discs))

    def symbols(self, symbols: Any) -> Diagram:
        """Symbols in cells, by their names: see `Symbol`.

        symbols: a mapping or pairs of cells and names, a `Grid`, or rows of names; None stands for an empty cell.
        """
        named = partial(one_of, what="a symbol", words=get_args(Symbol))
        return self._with(Symbols(self._in_cells(symbols, "symbols", "a symbol", named)))

    def corners(self, texts: Any, corner: Corner = "upper left") -> Diagram:
        """Small numbers or texts in a corner of cells, given as for `numbers`; the corner of a hexagon is near it."""
        one_of(corner, "a corner", get_args(Corner))
        return self._with(Corners(self._in_cells(texts, "texts", "a text"), corner))

    def signs(self, signs: Any) -> Diagram:
        """Signs between two cells that touch, such as that the first number is less than the second.

        signs: a mapping or pairs of two cells, of squares also two that touch at a corner, and their sign: ``"<"`` or
            ``">"``, which turn with the cells, ``"circle"`` or ``"disc"``, or any short text, such as ``"="`` or
            ``"x"``.
        """
        pairs = signs.items() if isinstance(signs, Mapping) else items(signs, "signs")
        given = (items(pair, "a sign", 2) for pair in pairs)
        return self._with(
            Signs(tuple((self._touching(cells, "a sign", aslant=True), str(sign)) for cells, sign in given))
        )

    def arrows(self, arrows: Any) -> Diagram:
        """Arrows in cells, towards a side: ``"top"``, ``"right"``, ``"bottom"``, ``"left"``, or those of hexagons.

        arrows: a mapping or pairs of cells and names of sides, or rows of names; a number in the cell stands beside it.
        """
        names = self.sides_by_name

        def number(side: Any) -> int:
            return names.index(one_of(side, "the side of an arrow", names))

        return self._with(Arrows(self._in_cells(arrows, "arrows", "an arrow", number)))

    def diagonals(self, diagonals: Any) -> Diagram:
        r"""Lines from corner to corner of square cells.

        diagonals: a mapping or pairs of cells and ``"\\"`` or ``"/"``, or rows of these.
        """
        if self.lattice != "square":
            raise PuzzleError("only square cells have diagonals")
        named = partial(one_of, what="a diagonal", words=("/", "\\"))
        return self._with(Diagonals(self._in_cells(diagonals, "diagonals", "a diagonal", named)))

    def outside(self, *, top: Any = (), right: Any = (), bottom: Any = (), left: Any = ()) -> Diagram:
        """Clues beside the board: of each column at the top and bottom, of each row at the right and left.

        Each side is a list with a number or a text for each row or column, a list of several, or None; they stand in
        reading order.  Rows of hexagons have clues, and columns have none.
        """
        if self.lattice != "square" and (top or bottom):
            raise PuzzleError("hexagons have clues at the right and left alone: they have no columns")
        layers = []
        rows, cols = (self.corner[0], self.rows, "rows"), (self.corner[1], self.cols, "columns")
        sides: tuple[tuple[Side, Any, tuple[int, int, str]], ...]
        sides = (("top", top, cols), ("right", right, rows), ("bottom", bottom, cols), ("left", left, rows))
        for side, clues, (start, count, what) in sides:
            given = items(clues, f"the clues at the {side}")
            if given and len(given) != count:
                raise PuzzleError(f"{are(len(given), 'clue')} given at the {side} of {count} {what}")
            texts = [each if isinstance(each, (tuple, list)) else [] if each is None else [each] for each in given]
            if any(texts):
                of = tuple((at, tuple(map(str, each))) for at, each in enumerate(texts, start) if each)
                layers.append(Outside(of, side))
        return self._with(*layers)

    def cages(self, cages: Iterable[Any]) -> Diagram:
        """Groups of cells within dashed lines.

        cages: the cells of each, or a pair of them and a number or text, which stands in the corner of the first cell.
        """
        of = []
        for cage in items(cages, "cages"):
            has_text = isinstance(cage, (tuple, list)) and len(cage) == 2 and not isinstance(cage[1], (tuple, list))
            cells, text = cage if has_text else (cage, None)
            if not (group := set(self._all_on(cells, "the cells of a cage", "a cage"))):
                raise PuzzleError("a cage must have at least one cell")
            of.append((tuple(sorted(group)), "" if text is None else str(text)))
        return self._with(Cages(tuple(of)))

    def walls(self, walls: Iterable[Sequence[Sequence[int]]]) -> Diagram:
        """Thick lines, each between two cells that touch."""
        between = (self._touching(wall, "a wall") for wall in items(walls, "walls"))
        return self._with(Walls(tuple((min(pair), max(pair)) for pair in between)))

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

    def regions(self, regions: Any, *, coloured: bool = True, colours: Mapping[Any, str] | None = None) -> Diagram:
        """Cells by the names of their regions, which are coloured and divided by thick lines.

        regions: a mapping or pairs of cells and names, a `Grid`, or rows of names; None stands for no region.
        coloured: whether they have colours, or thick lines alone.
        colours: the colours of some, names of the Web's or ``"#rrggbb"``, by the names of their regions.
        """
        hues = tuple((str(name), _colour(hue)) for name, hue in (colours or {}).items())
        return self._with(Regions(self._in_cells(regions, "regions", "a region"), coloured, hues))

    def shade(self, cells: Iterable[Sequence[int]], colour: str | None = None) -> Diagram:
        """Dark cells, or cells in a colour: one of the Web, or ``"#rrggbb"``."""
        return self._with(Shading(self._all_on(cells, "shaded cells", "a shaded cell"), _colour(colour)))

    def without(self, cells: Iterable[Sequence[int]]) -> Diagram:
        """The board without these cells, on which nothing may be."""
        if (holes := set(self._all_on(cells, "holes", "a hole"))) == self.cells:
            raise PuzzleError("a board must have at least one cell")
        if self.layers:
            raise PuzzleError("make the holes of a board before anything that lies on it")
        return replace(self, cells=self.cells - holes)

    def tiles(self, tiles: Mapping[Cell, Iterable[Colour]] | Iterable[tuple[Cell, Iterable[Colour]]]) -> Diagram:
        """Tiles in cells, each with the colour of each of its edges.

        The edges come in the order of the lattice's directions: clockwise from the top for squares; counter-clockwise
        from the right (right, upper right, upper left, left, lower left, lower right) for hexagons.  A colour is a
        number, a word, or None for an edge without any.
        """
        return self._with(Tiles(self._in_cells(tiles, "tiles", "a tile", self._edges)))

    def pieces(
        self,
        pieces: Iterable[Iterable[Colour] | Figure],
        *,
        rule: Literal["equal", "sum-zero"] | None = None,
        names: Mapping[Colour, str] | None = None,
        art: str | None = None,
        spread: bool = False,
    ) -> Diagram:
        """The pieces to be placed, numbered from 1 in pictures; they can be cut out of paper.

        pieces: each by the colours of its edges, as for `tiles`, or a `Figure`.
        rule: what edges of laid pieces that touch must be; where they are not, a bar lies over them.  ``"equal"``, or
            ``"sum-zero"``: numbers are halves of a colour that meet, k a tab and -k a blank, 0 neither.
        names: what colours are called in texts, where that is not their number or word.
        art: what square pieces show on their edges instead of colours, of what `renderers` can draw: ``"insects"``.
        spread: whether they lie in rows as long as the board's, and in its place, until some are laid; otherwise they
            lie beside it.
        """
        given = tuple(one if isinstance(one, Figure) else self._edges(one) for one in items(pieces, "pieces"))
        if rule is not None:
            one_of(rule, "the rule", ("equal", "sum-zero"))
        if art is not None and self.lattice != "square":
            raise PuzzleError("only square pieces show an art")
        return replace(self, tray=Tray(given, rule, tuple((names or {}).items()), art, spread))

    def laid(self, laid: Mapping[Cell, Any] | Iterable[tuple[Cell, Any]], *, fixed: bool = False) -> Diagram:
        """Pieces of the tray in cells; those that are not laid are not shown any more, unless these are `fixed`.

        laid: the index of the piece in each cell, or a pair of it and its counter-clockwise turns: quarters of a
            square, sixths of a hexagon.
        fixed: whether the puzzle says that they lie there.
        """
        count, at = len(self.tray.pieces), []
        for cell, what in self._pairs(laid, "laid pieces"):
            cell = self._on(cell, "a piece")
            index, turns = integers(what if isinstance(what, (tuple, list)) else (what, 0), "a laid piece", 2)
            if not 0 <= index < count:
                raise PuzzleError(f"piece {index + 1} lies at {cell}, but pieces are numbered 1 to {count}")
            at.append((cell, (index, turns)))
        return self._with(Laid(tuple(at), fixed))

    def around(
        self,
        figures: Mapping[Cell, Figure],
        *,
        frame: tuple[float, float, float, float] | None = None,
        photo: bytes | None = None,
    ) -> Diagram:
        """Figures in cells off the board, which are no pieces to place; see `Around`."""
        placed = self._pairs(figures, "figures")
        at = tuple((integers(cell, "the cell of a figure", 2), figure) for cell, figure in placed)
        return self._with(Around(at, frame, photo))

    @property
    def lying(self) -> dict[Cell, tuple[int, int]]:
        """The pieces that lie in cells: the index and the turns of each."""
        return {cell: lies for layer in self.layers if isinstance(layer, Laid) for cell, lies in layer.at}

    @property
    def is_laid(self) -> bool:
        """Whether the diagram shows a board with pieces, or without any yet, rather than pieces beside it."""
        return any(isinstance(layer, Laid) and not layer.fixed for layer in self.layers)

    def edges_at(self, index: int, turns: int) -> tuple[Colour, ...]:
        """The colours of the edges of a piece of the tray that lies so; none of a figure."""
        piece = self.tray.pieces[index]
        if isinstance(piece, Figure):
            return ()
        start = (turns if self.lattice == "square" else -turns) % self.sides
        return piece[start:] + piece[:start]

    def data(self) -> dict[str, Any]:
        """The diagram as JSON can say it, for scripts: the fields of the board, and of each layer with its name.

        What is not there is left out; photos of pieces are, too.

        >>> Diagram(1, 2).numbers([[None, 4]], given=True).data()
        {'rows': 1, 'cols': 2, 'layers': [{'layer': 'labels', 'at': [[[0, 1], '4']], 'given': True}]}
        """
        board = _fields(self, {"layers", "cells"} if self.is_full else {"layers"})
        return board | {"layers": [{"layer": type(one).__name__.lower()} | _fields(one) for one in self.layers]}

    def captioned(self, caption: str) -> Diagram:
        """The same with a line below the picture."""
        return replace(self, caption=caption)

    def _with(self, *layers: Layer) -> Diagram:
        return replace(self, layers=(*self.layers, *layers))

    def _in_cells(
        self, values: Any, what: str, each: str, read: Callable[[Any], Any] = str
    ) -> tuple[tuple[Cell, Any], ...]:
        """What lies in cells of the board, read one by one."""
        return tuple((self._on(cell, each), read(value)) for cell, value in self._pairs(values, what))

    def _all_on(self, cells: Any, what: str, each: str) -> tuple[Cell, ...]:
        """Cells of the board in a list or, then in their order, in a set."""
        return tuple(
            self._on(cell, each) for cell in (sorted(cells) if isinstance(cells, Set | Mapping) else items(cells, what))
        )

    def _on(self, cell: Any, what: str) -> Cell:
        at: Cell = integers(cell, f"the cell of {what}", 2)
        if at not in self.cells:
            (top, left), (row, col) = self.corner, at
            if 0 <= row - top < self.rows and 0 <= col - left < self.cols:
                raise PuzzleError(f"{what} is at {at}, which is not a cell of the board")
            near = off_by_one([(row - top, col - left)], (self.rows, self.cols))
            raise PuzzleError(f"{what} is at {at}, off the {by((self.rows, self.cols))} board{near}")
        return at

    def _touching(self, cells: Any, what: str, *, aslant: bool = False) -> tuple[Cell, Cell]:
        """Two cells that touch at a side or, squares, `aslant` at a corner."""
        one, two = (self._on(cell, what) for cell in items(cells, what, 2))
        is_aslant = self.lattice == "square" and abs(one[0] - two[0]) == abs(one[1] - two[1]) == 1
        if self.side_between(one, two) is None and not (aslant and is_aslant):
            raise PuzzleError(f"{what} stands between {one} and {two}, which do not touch")
        return one, two

    def _points(self, points: Any, what: str, *, corners: bool) -> tuple[Cell, ...]:
        """The points of a line, which must be cells of the board, or corners of cells."""
        at = cells_of(points, f"the points of {what}", f"each point of {what}")
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
        colours = [plain(colour) for colour in items(edges, "the edges of a tile")]
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


def _colour(colour: Any) -> Any:
    """The name of a colour, or None.  Raises PuzzleError for what is not a text."""
    if colour is not None and not isinstance(colour, str):
        raise PuzzleError(f"a colour is a name of the Web's or '#rrggbb', not {shown(colour)}")
    return colour


def _fields(value: Any, without: Set[str] = frozenset()) -> dict[str, Any]:
    """The fields of a dataclass that are not as by default, but for pictures, as JSON can say them."""
    held = [(each, getattr(value, each.name)) for each in fields(value) if each.name not in without]
    return {each.name: _data(one) for each, one in held if one != each.default and not isinstance(one, bytes)}


def _data(value: Any) -> Any:
    """A value as JSON can say it."""
    if is_dataclass(value):
        return _fields(value)
    if isinstance(value, (tuple, frozenset)):
        return [_data(each) for each in (sorted(value) if isinstance(value, frozenset) else value)]
    return value
