"""The Zigzaw: frogs on a board of offset rows, whose parts complete the faces of Rubik's Cubes.

A frog looks to the right.  Each of its six outer parts lies on a corner of its hexagon; at a corner
three frogs meet, and their parts are of one colour.  The body is no part of a corner.

>>> frog = Frog(*"white red blue green red yellow".split())
>>> Zigzaw(1, 1, [frog]).check(Mosaic([[0]]))
[]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from itertools import product
from math import factorial, prod
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from cpmodels.base.description import Description, ExactCover, Option
from cpmodels.base.diagram import Diagram, Figure
from cpmodels.base.errors import ParameterError, PuzzleError
from cpmodels.base.fields import NOT_IN_FILES, Positive, in_files
from cpmodels.base.lattice import HEXAGONAL, Cell, Matrix, hexagon, hexagon_centre, offset_cell
from cpmodels.base.marks import Mark
from cpmodels.base.puzzle import Puzzle, Solution
from cpmodels.base.regions import isometry
from cpmodels.base.values import (
    are,
    check_name,
    grouped,
    integer,
    integers,
    items,
    keep_board_size,
    listed,
    misshapen,
    plural,
    repeated,
    shown,
)
from cpmodels.puzzles.zigzaw.geometry import figure, frame_box, rim

__all__ = [
    "ALL_PARTS", "CORNERS", "FITS", "PARTS", "TURNS", "BorderFrog", "Frog", "Mosaic", "Photos", "Zigzaw", "corners",
    "images", "turned",
]  # fmt: skip

TURNS = HEXAGONAL.point_group
"""The twelve symmetries of a hexagon, the identity first."""


def _known() -> Any:
    """A field for a colour, which is written where it is known."""
    return field(default=None, metadata=in_files(left_out=True))


@dataclass(frozen=True)
class _Parts:
    left_arm: str | None = _known()
    left_side: str | None = _known()
    left_leg: str | None = _known()
    right_leg: str | None = _known()
    right_side: str | None = _known()
    right_arm: str | None = _known()
    body: str | None = _known()

    @property
    def outer(self) -> tuple[str | None, ...]:
        """The colours of the six outer parts, in the order of `PARTS`."""
        return (self.left_arm, self.left_side, self.left_leg, self.right_leg, self.right_side, self.right_arm)


@dataclass(frozen=True)
class Frog(_Parts):
    """The colours of a frog's parts; None where a colour is not known (in border pieces only).

    >>> Frog("red", "blue", "red", "blue", "red", "blue", body="white").outer
    ('red', 'blue', 'red', 'blue', 'red', 'blue')
    """

    def __post_init__(self) -> None:
        for part, colour in _colours(self).items():
            if colour is not None and not (isinstance(colour, str) and colour):
                raise PuzzleError(f"the colour of {part} must be a word, not {shown(colour)}")
            check_name(colour, f"the colour of {part}")

    @cached_property
    def _hash(self) -> int:
        return hash((self.outer, self.body))

    def __hash__(self) -> int:
        return self._hash  # frogs are looked up by the thousand

    def __getstate__(self) -> dict[str, str | None]:
        """The colours alone: hashes of words are others in another process."""
        return _colours(self)


PARTS = ("left_arm", "left_side", "left_leg", "right_leg", "right_side", "right_arm")
"""The outer parts, counter-clockwise from the upper right corner of the hexagon."""

ALL_PARTS = (*PARTS, "body")
ARTS = ("drawn", "numbered")
"""How solutions are drawn: without photos of the real pieces, or with the numbers and outlines of the frogs."""
UNKNOWN = "#3a3038"
"""What is drawn for a body in the frame whose colour nobody knows."""

CORNERS: tuple[Cell, ...] = ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1))
"""The corner of the hexagon on which each part lies, as an offset in doubled coordinates."""

FITS: dict[str, tuple[tuple[str, str], tuple[str, str]]] = {
    "right": (("left_arm", "left_leg"), ("right_arm", "right_leg")),
    "upper right": (("left_arm", "right_side"), ("left_side", "right_leg")),
    "upper left": (("left_leg", "right_side"), ("left_side", "right_arm")),
    "left": (("left_leg", "left_arm"), ("right_leg", "right_arm")),
    "lower left": (("right_leg", "left_side"), ("right_side", "left_arm")),
    "lower right": (("right_arm", "left_side"), ("right_side", "left_leg")),
}
"""For each direction, the pairs (own part, part of the neighbour there) whose colours must be equal."""


class BorderFrog(NamedTuple):
    """A known frog of the border, at a cell just off the board (row -1, column `cols`, ...).

    >>> BorderFrog(-1, 0, Frog(None, None, "red", "blue", None, None)).row
    -1
    """

    row: int
    col: int
    frog: Frog


@dataclass(frozen=True)
class _Place:
    row: int
    col: int


@dataclass(frozen=True)
class _PlacedFrog(_Parts, _Place):
    """A border piece in files: the fields of a frog after those of its place."""


def _placed(border: Iterable[BorderFrog]) -> list[_PlacedFrog]:
    return [_PlacedFrog(row, col, **_colours(frog)) for row, col, frog in border]


def _border(placed: Iterable[_PlacedFrog] | None) -> list[BorderFrog]:
    return [BorderFrog(frog.row, frog.col, Frog(**_colours(frog))) for frog in placed or ()]


def _colours(parts: _Parts) -> dict[str, str | None]:
    return {part: getattr(parts, part) for part in ALL_PARTS}


@dataclass(frozen=True)
class Photos:
    """Pictures of the real pieces, as PNG data, from which a picture of a solution is put together.

    pieces: one for each frog, which just holds it.
    border: the frame around the board, of the shape that `cpmodels.puzzles.zigzaw.geometry` tells; None without one.

    Raises PuzzleError for what is not bytes.
    """

    pieces: tuple[bytes, ...]
    border: bytes | None = None

    def __post_init__(self) -> None:
        pieces = tuple(items(self.pieces, "photos"))
        for photo in pieces if self.border is None else (*pieces, self.border):
            if not isinstance(photo, bytes):
                raise PuzzleError(f"a photo is PNG data, as bytes, not {shown(photo)}")
        object.__setattr__(self, "pieces", pieces)


@dataclass(frozen=True)
class Mosaic(Solution):
    """A filled board: rows from the top, of indexes of frogs, from 0; texts, pictures and messages count from 1.

    >>> Mosaic([[1, 0], [2, 3]]).rows
    ((1, 0), (2, 3))
    """

    rows: tuple[tuple[int, ...], ...] = field(metadata=in_files("board"))

    if TYPE_CHECKING:

        def __init__(self, rows: Iterable[Sequence[int]]) -> None: ...

    def __post_init__(self) -> None:
        rows = tuple(integers(row, "a row of the board") for row in items(self.rows, "a board"))
        object.__setattr__(self, "rows", rows)

    def __iter__(self) -> Iterator[tuple[Cell, int]]:
        """The cells with their frogs, row by row."""
        return (((r, c), frog) for r, row in enumerate(self.rows) for c, frog in enumerate(row))


@dataclass(frozen=True)
class Zigzaw(Puzzle[Mosaic]):
    """Lay all frogs on the board, one in each cell, none of them turned.  Where three frogs meet, their parts have one
    colour, and so do those that lie at a known frog of the border.

    rows, cols: the size of the board; odd rows stand half a frog to the right of even ones.
    pieces: the frogs, which never turn; all six outer parts have a colour.
    border: the frogs around the board that are known, whole or in part.  No border is no demand.
    art: how solutions are drawn, of what `renderers` can draw: ``"numbered"``, say, to assemble the real pieces by.
    photos: pictures of the real pieces, where there are any; they are not written to JSON.

    Raises PuzzleError when the number of frogs is not that of cells, an outer part has no colour, or a
    border frog lies further away than the frame of the board or contradicts another.

    >>> frogs = [Frog("red", "blue", "red", "blue", "red", "blue"), Frog("red", "red", "red", "blue", "blue", "blue")]
    >>> Zigzaw(1, 2, frogs).check(Mosaic([[0, 1]]))
    []
    """

    kind: ClassVar[str] = "zigzaw"
    further_fields = True

    rows: Positive
    cols: Positive
    pieces: tuple[Frog, ...]
    border: tuple[BorderFrog, ...] = field(
        default=(), metadata=in_files(hint=tuple[_PlacedFrog, ...] | None, write=_placed, read=_border)
    )
    name: str | None = field(default=None, compare=False)
    art: str | None = field(default=None, compare=False, metadata=in_files(left_out=True))
    photos: Photos | None = field(default=None, compare=False, repr=False, metadata=NOT_IN_FILES)

    if TYPE_CHECKING:

        def __init__(
            self,
            rows: int,
            cols: int,
            pieces: Iterable[Frog],
            border: Iterable[tuple[int, int, Frog]] = (),
            name: str | None = None,
            art: str | None = None,
            photos: Photos | None = None,
        ) -> None: ...

    def __post_init__(self) -> None:
        check_name(self.art, "the art")
        rows, cols = keep_board_size(self)
        pieces = tuple(items(self.pieces, "pieces"))
        for number, frog in enumerate(pieces, 1):
            if not isinstance(frog, Frog):
                raise PuzzleError(f"piece {number} must be a frog, not {shown(frog)}")
            if None in frog.outer:
                raise PuzzleError(f"piece {number} has no colour for its {PARTS[frog.outer.index(None)]}")
        if len(pieces) != rows * cols:
            raise PuzzleError(f"a {rows} x {cols} board needs {plural(rows * cols, 'piece')}, not {len(pieces)}")
        if self.photos is not None and not isinstance(self.photos, Photos):
            raise PuzzleError(f"photos must be Photos, not {shown(self.photos)}")
        if self.photos is not None and len(self.photos.pieces) != len(pieces):
            raise PuzzleError(f"{are(len(self.photos.pieces), 'photo')} given for {plural(len(pieces), 'piece')}")
        object.__setattr__(self, "pieces", pieces)
        border = (self._border_frog(b) for b in items(self.border, "border"))
        object.__setattr__(self, "border", tuple(sorted(border, key=lambda b: b[:2])))
        self._check_border()

    def _border_frog(self, border: BorderFrog) -> BorderFrog:
        row, col, frog = items(border, "a border piece (row, col and frog)", 3)
        row, col = integer(row, "the row of a border piece"), integer(col, "the col of a border piece")
        if not isinstance(frog, Frog):
            raise PuzzleError(f"the border piece at ({row}, {col}) must be a frog, not {shown(frog)}")
        if (row, col) in self.centres:
            raise PuzzleError(f"the border piece at ({row}, {col}) lies on the {self.rows} x {self.cols} board")
        if not (-1 <= row <= self.rows and -2 <= col <= self.cols + 1):
            raise PuzzleError(
                f"the border piece at ({row}, {col}) lies outside the frame of the {self.rows} x {self.cols} board"
            )
        return BorderFrog(row, col, frog)

    def _check_border(self) -> None:
        if twice := repeated(b[:2] for b in self.border):
            raise PuzzleError(f"two border pieces lie at {twice[0]}")
        owner: dict[Cell, tuple[str, str, Cell]] = {}
        for corner, colour, part, cell in self._around():
            other, other_part, where = owner.setdefault(corner, (colour, part, cell))
            if other != colour:
                raise PuzzleError(
                    f"the border contradicts itself: {other_part} of the piece at {where} is {other}, "
                    f"but {part} of the piece at {cell}, on the same corner, is {colour}"
                )

    def _around(self) -> Iterator[tuple[Cell, str, str, Cell]]:
        """The corners of the board whose colours the border gives, each with that, the part and its frog's cell."""
        for row, col, frog in self.border:
            for part, colour, corner in zip(PARTS, frog.outer, corners(row, col), strict=True):
                if colour is not None and corner in self.board_corners:
                    yield corner, colour, part, (row, col)

    @cached_property
    def centres(self) -> dict[Cell, Cell]:
        """Where the middle of each cell's hexagon lies (see `cpmodels.base.lattice.hexagon_centre`), row by row."""
        return {(r, c): hexagon_centre(r, c) for r in range(self.rows) for c in range(self.cols)}

    @cached_property
    def board_corners(self) -> frozenset[Cell]:
        """The corners of all cells of the board."""
        return frozenset(corner for cell in self.centres for corner in corners(*cell))

    @cached_property
    def border_colours(self) -> dict[Cell, str]:
        """The colours that the border gives to corners of the board."""
        return {corner: colour for corner, colour, _, _ in self._around()}

    @cached_property
    def identical_pieces(self) -> dict[Frog, tuple[int, ...]]:
        """The indexes of equal frogs."""
        return grouped(self.pieces)

    @property
    def identical(self) -> int:
        """In how many ways the frogs of one picture can be told apart: equal frogs swapped about."""
        return prod(factorial(len(group)) for group in self.identical_pieces.values())

    def appearance(self, solution: Mosaic) -> Hashable:
        """The frog in each cell; a board with frogs that are not there is its own appearance."""
        if not {index for _, index in solution} <= {*range(len(self.pieces))}:
            return solution
        return tuple((cell, self.pieces[index]) for cell, index in solution)

    def describe(self) -> Description[Mosaic]:
        """The exact cover whose solutions are those of the puzzle, identical frogs not told apart.

        An option puts a frog into a cell, and means both.  Items are ``("cell", cell)``, once, and ``("frog", frog)``,
        as often as there are such frogs; corners of hexagons, in doubled coordinates, are coloured.  Frogs that
        contradict the border are left out, and so, cell by cell, those that contradict what is left in earlier cells.
        """
        items: dict[tuple[str, object], int] = {("cell", cell): 1 for cell in self.centres}
        items |= {("frog", frog): len(indexes) for frog, indexes in self.identical_pieces.items()}
        symmetries = [moves(turn, image) for turn, image in list(self.symmetries.items())[1:]]
        cover = ExactCover(items, _options(self))
        names = {"placed": self._placed}
        return Description(cover, lambda placed: _mosaic(self, dict(placed)), symmetries, names, self._marks)

    def _marks(self, meaning: tuple[Cell, Frog]) -> list[Mark]:
        """Each frog that looks like this one, in the cell."""
        cell, frog = meaning
        return [Mark.at(cell, index) for index in self.identical_pieces[frog]]

    def _placed(self) -> dict[tuple[Cell, int], tuple[Cell, Frog]]:
        """Whether a frog, or one that looks the same, sits in a cell."""
        return {(cell, index): (cell, frog) for cell in self.centres for index, frog in enumerate(self.pieces)}

    @cached_property
    def symmetries(self) -> dict[Matrix, dict[Cell, Cell]]:
        """The symmetries that map board, frogs and border to themselves, the identity first, with images of cells."""
        found = ((turn, images(self, turn)) for turn in TURNS)
        return {turn: image for turn, image in found if turn == TURNS[0] or keeps(self, turn, image)}

    def diagram(self, solution: Mosaic | None = None) -> Diagram:
        """The frogs, or a board of them, in their border; of the real pieces where there are photos."""
        if self.art not in (None, *ARTS):
            raise ParameterError(f"the art must be one of {', '.join(ARTS)}, not {shown(self.art)}")
        photos = None if self.art == "drawn" or solution is None else self.photos
        images = photos.pieces if photos else [None] * len(self.pieces)
        figures = [figure(_colours(frog), image) for frog, image in zip(self.pieces, images, strict=True)]
        board = Diagram(self.rows, self.cols, lattice="hexagonal", dark=True).pieces(figures)
        if solution is not None and (wrong := misshapen(solution.rows, self.rows, self.cols)):
            raise PuzzleError(wrong[0])
        laid = {} if solution is None else dict(solution)
        board = board if solution is None else board.laid(laid)
        if self.art == "numbered":
            board = board.numbers({cell: index + 1 for cell, index in laid.items()})
        known: dict[Cell, Frog] = {(row, col): frog for row, col, frog in self.border}
        frame = frame_box(self.rows, self.cols)
        if photos:
            return board if photos.border is None else board.around({}, frame=frame, photo=photos.border)
        if not all(cell in known for cell in rim(self.rows, self.cols)):
            seen = {cell: colours for cell, frog in known.items() if any((colours := _colours(frog)).values())}
            return board.around({cell: figure(colours) for cell, colours in seen.items()})
        frogs = {cell: self.pieces[index] for cell, index in laid.items()} | known
        return board.around(self._framed(known, frogs), frame=frame)

    def _framed(self, known: Mapping[Cell, Frog], frogs: Mapping[Cell, Frog]) -> dict[Cell, Figure]:
        """The frogs in the frame, with the colours that frogs which share a corner with them have there."""
        cells = product(range(-1, self.rows + 1), range(-2, self.cols + 2))
        parts = (pair for cell, frog in frogs.items() for pair in zip(corners(*cell), frog.outer, strict=True))
        colours = {corner: colour for corner, colour in parts if colour is not None}
        bodies = {cell: frog.body for cell, frog in known.items()}

        def shown(cell: Cell) -> Figure:
            seen = (*map(colours.get, corners(*cell)), bodies.get(cell) or UNKNOWN)
            return figure(dict(zip(ALL_PARTS, seen, strict=True)))

        return {cell: shown(cell) for cell in cells if cell not in self.centres}

    def check(self, solution: Mosaic) -> list[str]:
        """The rules that a board breaks, a sentence each; empty when it solves the puzzle."""
        if wrong := misshapen(solution.rows, self.rows, self.cols):
            return wrong
        placed = dict(solution)
        broken = [f"there is no frog {i + 1}, which lies at {c}" for c, i in placed.items() if not 0 <= i < len(placed)]
        if twice := sorted(repeated(placed.values())):
            broken.append(f"used more than once: frogs {listed([index + 1 for index in twice])}")
        if broken:
            return broken
        frogs: dict[Cell, Frog] = {(row, col): frog for row, col, frog in self.border}
        frogs |= {cell: self.pieces[index] for cell, index in placed.items()}
        for cell in placed:
            for direction, pairs in FITS.items():
                where = offset_cell(HEXAGONAL.neighbour(hexagon(*cell), HEXAGONAL.index(direction)))
                other = frogs.get(where)
                if other is None or (where in placed and where < cell):
                    continue
                for own, part in pairs:
                    mine, theirs = getattr(self.pieces[placed[cell]], own), getattr(other, part)
                    if theirs is not None and mine != theirs:
                        broken.append(f"{own} of {cell} is {mine}, but {part} of {where}, {direction}, is {theirs}")
        return broken


def corners(row: int, col: int) -> tuple[Cell, ...]:
    """Where the corners of a cell's hexagon lie, as `Zigzaw.centres` has it, in the order of `PARTS`."""
    x, y = hexagon_centre(row, col)
    return tuple((x + dx, y + dy) for dx, dy in CORNERS)


def _options(puzzle: Zigzaw) -> Iterator[Option[tuple[Cell, Frog]]]:
    known: dict[Cell, str | None] = dict(puzzle.border_colours)
    frogs = [(frog, frog.outer, ("frog", frog)) for frog in puzzle.identical_pieces]
    colours = {colour for _, outer, _ in frogs for colour in outer}
    pairs = {corner: {colour: (corner, colour) for colour in colours} for corner in puzzle.board_corners}
    for cell in puzzle.centres:
        places, filled = corners(*cell), ("cell", cell)
        parts = [(part, pairs[corner]) for part, corner in enumerate(places)]
        fitting = frogs
        for part, corner in enumerate(places):
            if corner in known:
                fitting = [each for each in fitting if each[1][part] == known[corner]]
        for part, corner in enumerate(places):
            seen = {outer[part] for _, outer, _ in fitting}
            if len(seen) == 1:
                known[corner] = seen.pop()
        for frog, outer, used in fitting:
            yield Option((cell, frog), (filled, used), tuple([pair[outer[part]] for part, pair in parts]))


def _mosaic(puzzle: Zigzaw, picture: Mapping[Cell, Frog]) -> Mosaic:
    """The board of a picture, identical frogs in reading order."""
    left = {frog: iter(indexes) for frog, indexes in puzzle.identical_pieces.items()}
    found = {cell: next(left[picture[cell]]) for cell in sorted(picture)}
    return Mosaic([[found[r, c] for c in range(puzzle.cols)] for r in range(puzzle.rows)])


def moves(turn: Matrix, image: Mapping[Cell, Cell]) -> Callable[[tuple[Cell, Frog]], tuple[Cell, Frog]]:
    """Where a symmetry of the board, with its images of the cells, takes a frog in a cell."""
    frogs = cache(partial(turned, turn=turn))
    return lambda placed: (image[placed[0]], frogs(placed[1]))


def corner_images(turn: Matrix) -> tuple[int, ...]:
    """Where a symmetry takes each corner, of which that of number k lies between directions k and k + 1."""
    sides = HEXAGONAL.turned(turn)
    return tuple(one if (one + 1) % 6 == two else two for one, two in zip(sides, sides[1:] + sides[:1], strict=True))


def turned(frog: Frog, turn: Matrix) -> Frog:
    """The frog whose outer parts are those of `frog` on the moved corners."""
    outer = dict(zip(corner_images(turn), frog.outer, strict=True))
    return replace(frog, **{part: outer[corner] for corner, part in enumerate(PARTS)})


def images(puzzle: Zigzaw, turn: Matrix) -> dict[Cell, Cell]:
    """Where a symmetry about the middle of the board takes the cells; nothing where some would leave the board."""
    found = isometry(HEXAGONAL, [hexagon(*cell) for cell in puzzle.centres], turn) or {}
    return {offset_cell(cell): offset_cell(image) for cell, image in found.items()}


def keeps(puzzle: Zigzaw, turn: Matrix, target: Mapping[Cell, Cell]) -> bool:
    """Whether a symmetry, with its images of the cells, maps the board, the frogs and the border to themselves."""
    to, colour = corner_images(turn), puzzle.border_colours.get
    pairs = ((corner, corners(*target[cell])[to[k]]) for cell in target for k, corner in enumerate(corners(*cell)))
    if not target or any(colour(corner) != colour(image) for corner, image in pairs):
        return False
    return Counter(turned(frog, turn) for frog in puzzle.pieces) == Counter(puzzle.pieces)
