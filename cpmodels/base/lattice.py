"""Lattices as values: directions, neighbours, and symmetry groups grown from one or two generators.

A cell is a tuple of integers.  Square boards use ``(row, col)`` with rows from the top; boxes use ``(x, y)`` or
``(x, y, z)`` with x to the East, y to the North, z to the Top; hexagons use ``(x, y)`` with x to the right and y to the
upper right.

>>> CUBIC.neighbour((0, 0, 0), CUBIC.index("Top"))
(0, 0, 1)
>>> len(SQUARE.rotations), len(closure([((0, 0, 1), (1, 0, 0), (0, 1, 0))]))
(4, 3)
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from math import prod
from operator import add, sub
from typing import Any, TypeVar

from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.errors import ModelError, TooLargeError

__all__ = [
    "CUBIC", "GROUPS", "HEXAGONAL", "KING", "SQUARE", "TRIANGULAR", "BoxCells", "Lattice", "TriangularLattice", "apply",
    "box_symmetries", "closure", "compose", "conjugate", "determinant", "first_of_orbit", "hexagon", "hexagon_centre",
    "hypercubic", "identity", "inverse", "is_signed_permutation", "minus", "move", "offset_cell",
    "orbits", "permutation_group", "permuted", "plus", "preserves", "signed_permutations",
]  # fmt: skip

Cell = tuple[int, ...]
Matrix = tuple[tuple[int, ...], ...]
T = TypeVar("T")
H = TypeVar("H", bound=Hashable)
G = TypeVar("G", bound=tuple[Any, ...])


@dataclass(frozen=True)
class Lattice:
    """Directions by name and offset; a direction is its index in these tuples.

    >>> knight = Lattice(("there", "back"), ((1, 2), (-1, -2)))
    >>> knight.neighbour((0, 0), knight.index("there")), knight.opposite
    ((1, 2), (1, 0))
    """

    names: tuple[str, ...]
    offsets: tuple[Cell, ...]

    @property
    def dimension(self) -> int:
        return len(self.offsets[0])

    def index(self, name: str) -> int:
        """The direction called `name`."""
        return self.names.index(name)

    @cached_property
    def opposite(self) -> tuple[int, ...]:
        """The direction that leads back, for each direction."""
        return tuple(self.offsets.index(tuple(-v for v in offset)) for offset in self.offsets)

    def axis(self, direction: int) -> int:
        """The first axis along which a direction leads, the only one on lines, squares and cubes."""
        return next(axis for axis, step in enumerate(self.offsets[direction]) if step)

    @cached_property
    def ends(self) -> tuple[tuple[str, str], ...]:
        """The names of the directions down and up each axis of a line, squares or cubes."""
        ups = [self.offsets.index(step) for step in identity(self.dimension)]
        return tuple((self.names[self.opposite[up]], self.names[up]) for up in ups)

    def neighbour(self, cell: Cell, direction: int) -> Cell:
        """The cell next to `cell` in `direction`, on or off any board."""
        return plus(cell, self.offsets[direction])

    def neighbours(self, cell: Cell) -> list[Cell]:
        """The neighbours of `cell`, one a direction."""
        if len(cell) == 2 and type(self).neighbour is Lattice.neighbour:  # so most boards take a fifth of the time
            row, col = cell
            return [(row + down, col + right) for down, right in self.offsets]
        return [self.neighbour(cell, direction) for direction in range(len(self.offsets))]

    def within(self, cells: Iterable[Cell]) -> dict[Cell, tuple[Cell, ...]]:
        """For each of some cells its neighbours among them.

        >>> SQUARE.within([(0, 0), (0, 1), (2, 2)])
        {(0, 0): ((0, 1),), (0, 1): ((0, 0),), (2, 2): ()}
        """
        inside = dict.fromkeys(cells)
        return {cell: tuple([near for near in self.neighbours(cell) if near in inside]) for cell in inside}

    def turned(self, matrix: Matrix) -> tuple[int, ...]:
        """Where `matrix` takes each direction, on a lattice whose cells are all alike."""
        return tuple(direction for _, direction in self.turned_sides(matrix).values())

    def turned_sides(self, matrix: Matrix) -> Mapping[tuple[int, int], tuple[int, int]]:
        """Where `matrix` takes each side of each cell, as its cell's orientation and its direction.

        Raises ModelError for a matrix that does not map sides to sides.

        >>> TRIANGULAR.turned_sides(((-1, 0), (0, -1)))[0, 2]  # half a turn: one that pointed upwards points downwards
        (1, 2)
        """
        return _turned_sides(self, matrix)

    @property
    def orientations(self) -> tuple[Cell, ...]:
        """A cell of each orientation: one, as where all cells are alike; two of triangles."""
        return ((0,) * self.dimension,)

    def orientation(self, cell: Cell) -> int:  # noqa: ARG002
        """The number of the orientation of a cell: 0 where all cells are alike."""
        return 0

    def centre(self, cell: Cell) -> Cell:
        """The middle of a cell, in coordinates on which `point_group` acts; most often the cell itself."""
        return cell

    @cached_property
    def point_group(self) -> tuple[Matrix, ...]:
        """The turns and mirrors that map the lattice to itself and fix the origin, the identity first.

        Of a lattice without steps along the axes they are signed permutations only.
        """
        units, offsets = identity(self.dimension), set(self.offsets)
        straight = {unit for row in units for unit in (row, tuple(-entry for entry in row))}
        signed = signed_permutations(self.dimension)
        if offsets == straight:
            return signed
        if offsets >= straight and self.dimension <= FEW_AXES:
            columns = itertools.product(sorted(offsets), repeat=self.dimension)
            candidates = dict.fromkeys((units, *(tuple(zip(*images, strict=True)) for images in columns)))
        else:
            candidates = dict.fromkeys(signed)
        return tuple(matrix for matrix in candidates if {apply(matrix, offset) for offset in offsets} == offsets)

    @cached_property
    def groups(self) -> Mapping[str, tuple[Matrix, ...]]:
        """Generators of subgroups of `point_group` by name: one a class of conjugate groups, but in four dimensions."""
        group = self.point_group
        if {*group} == {*HEXAGONAL.point_group}:
            turn, mirror, half = ((0, -1), (1, 1)), ((-1, -1), (0, 1)), ((-1, 0), (0, -1))
            third, other = compose(turn, turn), compose(half, mirror)
            return {
                "C1": (), "C2": (half,), "C3": (third,), "C6": (turn,), "D1": (mirror,), "D1'": (other,),
                "D2": (half, mirror), "D3": (third, mirror), "D3'": (third, other), "D6": (turn, mirror),
            }  # fmt: skip
        if self.dimension in GROUPS and {*group} == {*signed_permutations(self.dimension)}:
            return GROUPS[self.dimension]
        minus_one = tuple(tuple(-entry for entry in row) for row in identity(self.dimension))
        return {"C1": (), **({"Ci": (minus_one,)} if minus_one in group else {})}

    @cached_property
    def rotations(self) -> tuple[Matrix, ...]:
        """The proper rotations that map the lattice to itself."""
        return tuple(m for m in self.point_group if determinant(m) == 1)


@cache
def _turned_sides(lattice: Lattice, matrix: Matrix) -> Mapping[tuple[int, int], tuple[int, int]]:
    ways = {
        (orientation, direction): minus(lattice.centre(lattice.neighbour(cell, direction)), lattice.centre(cell))
        for orientation, cell in enumerate(lattice.orientations)
        for direction in range(len(lattice.offsets))
    }
    side_of = {way: side for side, way in ways.items()}
    turned = {side: side_of.get(apply(matrix, way)) for side, way in ways.items()}
    if None in turned.values():
        raise ModelError(f"the matrix {[list(row) for row in matrix]} does not map the directions to one another")
    return {side: image for side, image in turned.items() if image is not None}


FEW_AXES = 3
"""In more dimensions than this only signed permutations are looked for as symmetries of a user's own lattice."""


SQUARE = Lattice(("top", "right", "bottom", "left"), ((-1, 0), (0, 1), (1, 0), (0, -1)))
"""Boards of rows and columns, directions clockwise from the top."""

KING = Lattice(
    ("top", "top right", "right", "bottom right", "bottom", "bottom left", "left", "top left"),
    ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)),
)
"""Boards of rows and columns on which cells touch at corners, too, as a king moves."""

HEXAGONAL = Lattice(
    ("right", "upper right", "upper left", "left", "lower left", "lower right"),
    ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)),
)
"""Hexagons that stand on a corner, in axial coordinates: x to the right, y to the upper right (see `hexagon`)."""

CUBIC = Lattice(
    ("North", "East", "South", "West", "Top", "Bottom"),
    ((0, 1, 0), (1, 0, 0), (0, -1, 0), (-1, 0, 0), (0, 0, 1), (0, 0, -1)),
)
"""Cubes, x to the East, y to the North, z to the Top."""


@cache
def hypercubic(dimension: int) -> Lattice:
    """The lattice of boxes: cells in a row, squares, `CUBIC`, then Ana and Kata, and what is named by its axis.

    >>> hypercubic(1)
    Lattice(names=('East', 'West'), offsets=((1,), (-1,)))
    >>> hypercubic(2).names, hypercubic(3) == CUBIC, hypercubic(5).names[6:]
    (('North', 'East', 'South', 'West'), True, ('Ana', 'Kata', '5+', '5-'))
    """
    names, offsets = list(CUBIC.names), [(*offset, *(0,) * (dimension - 3)) for offset in CUBIC.offsets]
    for axis in range(3, dimension):
        names += ("Ana", "Kata") if axis == 3 else (f"{axis + 1}+", f"{axis + 1}-")
        offsets += [tuple(sign * (other == axis) for other in range(dimension)) for sign in (1, -1)]
    kept = [(name, offset[:dimension]) for name, offset in zip(names, offsets, strict=True) if any(offset[:dimension])]
    return Lattice(tuple(name for name, _ in kept), tuple(offset for _, offset in kept))


@dataclass(frozen=True)
class TriangularLattice(Lattice):
    """Triangles ``(x, y)`` in rows: those with an even sum point upwards, the others downwards.

    The third direction leads across the triangle's base: down from one that points upwards, up from the other.

    >>> TRIANGULAR.neighbours((0, 0)), TRIANGULAR.neighbours((1, 0))
    ([(-1, 0), (1, 0), (0, 1)], [(0, 0), (2, 0), (1, -1)])
    """

    @property
    def opposite(self) -> tuple[int, ...]:
        return (1, 0, 2)

    @property
    def orientations(self) -> tuple[Cell, ...]:
        """A triangle that points upwards and one that points downwards."""
        return ((0, 0), (1, 0))

    def orientation(self, cell: Cell) -> int:
        """0 for a triangle that points upwards, 1 for one that points downwards."""
        return (cell[0] + cell[1]) % 2

    def neighbour(self, cell: Cell, direction: int) -> Cell:
        """The triangle next to `cell` in `direction`, on or off any board."""
        x, y = cell
        if direction == 2:
            return (x, y + 1) if (x + y) % 2 == 0 else (x, y - 1)
        return (x + 1, y) if direction else (x - 1, y)

    def centre(self, cell: Cell) -> Cell:
        """The middle of a triangle, in thirds of the coordinates of hexagons."""
        x, y = cell
        down = 3 * y + (2 if (x + y) % 2 == 0 else 1)
        return ((3 * x + down) // 2, -down)

    @property
    def point_group(self) -> tuple[Matrix, ...]:
        """The twelve symmetries of a hexagon about its middle."""
        return HEXAGONAL.point_group


TRIANGULAR = TriangularLattice(("left", "right", "base"), ((-1, 0), (1, 0), (0, 1)))
"""Triangles that point upwards and downwards by turns, in rows."""


def hexagon(row: int, col: int) -> Cell:
    """The cell of `HEXAGONAL` at a row and column of a board whose odd rows lie half a cell to the right.

    >>> hexagon(0, 0), hexagon(1, 0), hexagon(2, 0)
    ((0, 0), (1, -1), (1, -2))
    """
    return (col + (row + row % 2) // 2, -row)


def offset_cell(cell: Cell) -> Cell:
    """The row and column of a cell of `HEXAGONAL` on such a board: the inverse of `hexagon`.

    >>> offset_cell(hexagon(-3, 4))
    (-3, 4)
    """
    x, y = cell
    return (-y, x - (-y + y % 2) // 2)


def hexagon_centre(row: int, col: int) -> Cell:
    """Where the middle of a hexagon lies on such a board: half cells to the right, and thirds of a row down.

    >>> hexagon_centre(0, 0), hexagon_centre(1, 0)
    ((0, 0), (1, 3))
    """
    return (2 * col + row % 2, 3 * row)


def plus(cell: Cell, offset: Cell) -> Cell:
    """The sum of two vectors.

    >>> plus((1, 2), (10, 20))
    (11, 22)
    """
    return tuple(map(add, cell, offset))


def minus(cell: Cell, offset: Cell) -> Cell:
    """The difference of two vectors.

    >>> minus((11, 22), (10, 20))
    (1, 2)
    """
    return tuple(map(sub, cell, offset))


def apply(matrix: Matrix, vector: Sequence[int]) -> Cell:
    """The product of a matrix and a vector.

    >>> apply(((0, -1), (1, 0)), (3, 4))
    (-4, 3)
    """
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)


@lru_cache(maxsize=4096)
def compose(left: Matrix, right: Matrix) -> Matrix:
    """The matrix that does `right` first, then `left`.

    >>> quarter = ((0, -1), (1, 0))
    >>> compose(quarter, quarter)
    ((-1, 0), (0, -1))
    """
    columns = tuple(zip(*right, strict=True))
    return tuple(tuple(sum(a * b for a, b in zip(row, column, strict=True)) for column in columns) for row in left)


def identity(dimension: int) -> Matrix:
    """The matrix that leaves everything where it is.

    >>> identity(2)
    ((1, 0), (0, 1))
    """
    return tuple(tuple(int(i == j) for j in range(dimension)) for i in range(dimension))


def inverse(matrix: Matrix) -> Matrix:
    """The inverse of a matrix whose determinant is 1 or -1, as that of all symmetries of lattices is.

    Raises ModelError for any other, whose inverse would not be one of whole numbers.

    >>> inverse(((0, -1), (1, 0))), inverse(((0, -1), (1, 1)))
    (((0, 1), (-1, 0)), ((1, 1), (-1, 0)))
    """
    if (sign := determinant(matrix)) not in (1, -1):
        raise ModelError(f"the determinant of {matrix} is {sign}, not 1 or -1: it has no inverse of whole numbers")
    without = [[(*row[:j], *row[j + 1 :]) for row in matrix] for j in range(len(matrix))]  # for each column, all others
    return tuple(
        tuple((-1) ** (i + j) * sign * determinant((*rows[:i], *rows[i + 1 :])) for i in range(len(matrix)))
        for j, rows in enumerate(without)
    )


def determinant(matrix: Matrix) -> int:
    """The determinant of a matrix.

    >>> determinant(((0, -1), (1, 0))), determinant(((0, 1), (1, 0))), determinant(((1, 1), (-1, 0)))
    (1, -1, 1)
    """
    if not matrix:
        return 1
    first, *rest = matrix
    minors = ((at, value, tuple(row[:at] + row[at + 1 :] for row in rest)) for at, value in enumerate(first) if value)
    return sum((-value if at % 2 else value) * determinant(minor) for at, value, minor in minors)


def is_signed_permutation(matrix: Matrix) -> bool:
    """Whether every row and column holds one 1 or -1 and zeros: a symmetry of the cubic lattice.

    >>> is_signed_permutation(((0, -1), (1, 0))), is_signed_permutation(((1, 1), (0, 1)))
    (True, False)
    """
    lines = [*matrix, *zip(*matrix, strict=True)] if len({len(row) for row in matrix} | {len(matrix)}) == 1 else []
    return bool(lines) and all(sorted(map(abs, line)) == [0] * (len(matrix) - 1) + [1] for line in lines)


@cache
def signed_permutations(dimension: int) -> tuple[Matrix, ...]:
    """All symmetries of the lattice that fix the origin: 2, 8 and 48 in 1, 2 and 3 dimensions.

    >>> [len(signed_permutations(dimension)) for dimension in (1, 2, 3)]
    [2, 8, 48]
    """
    return tuple(
        tuple(tuple(sign * (j == axis) for j in range(dimension)) for axis, sign in zip(axes, signs, strict=True))
        for axes in itertools.permutations(range(dimension))
        for signs in itertools.product((1, -1), repeat=dimension)
    )


def closure(generators: Iterable[Matrix], dimension: int | None = None) -> tuple[Matrix, ...]:
    """The group that the generators generate, the identity first.

    `dimension` is needed only when there are no generators.

    Raises TooLargeError for a group of more than `LARGEST_GROUP` elements, as of matrices without a finite group.

    >>> closure([((0, -1), (1, 0))])
    (((1, 0), (0, 1)), ((0, -1), (1, 0)), ((-1, 0), (0, -1)), ((0, 1), (-1, 0)))
    """
    given = list(generators)
    return _generated(identity(len(given[0]) if given else dimension or 3), given, compose, _grows)


def _grows(matrix: Matrix) -> bool:
    """Whether the powers of a matrix grow, as its trace shows, which is more than that many roots of unity can sum to.

    Numbers do not become long in products of matrices of which none is such.
    """
    return abs(sum(row[i] for i, row in enumerate(matrix))) > len(matrix)


def conjugate(group: Iterable[Matrix], by: Matrix) -> frozenset[Matrix]:
    """The group seen from turned axes.

    >>> conjugate([((-1, 0), (0, 1))], ((0, -1), (1, 0)))
    frozenset({((1, 0), (0, -1))})
    """
    back = inverse(by)
    return frozenset(compose(compose(by, element), back) for element in group)


def move(matrix: Matrix, box: Sequence[int], cell: Cell) -> Cell:
    """Where `matrix`, acting about the centre of a box of these side lengths, takes a cell.

    The box must be one that the matrix maps to itself (see `preserves`).

    >>> move(((0, -1), (1, 0)), (4, 4), (0, 0))
    (3, 0)
    """
    doubled = apply(matrix, [2 * c - (side - 1) for c, side in zip(cell, box, strict=True)])
    return tuple((d + side - 1) // 2 for d, side in zip(doubled, box, strict=True))


class BoxCells(Mapping[Cell, int]):
    """The cells of a box with their numbers in order; none is kept, so that a box of a million takes no memory.

    >>> cells = BoxCells((2, 3))
    >>> list(cells), cells[1, 0], (2, 0) in cells, len(cells)
    ([(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)], 3, False, 6)
    """

    def __init__(self, box: Sequence[int]) -> None:
        self._box = tuple(box)

    def __contains__(self, cell: object) -> bool:
        return (
            isinstance(cell, tuple)
            and len(cell) == len(self._box)
            and all(isinstance(c, int) and 0 <= c < side for c, side in zip(cell, self._box, strict=True))
        )

    def __getitem__(self, cell: Cell) -> int:
        if cell not in self:
            raise KeyError(cell)
        number = 0
        for c, side in zip(cell, self._box, strict=True):
            number = number * side + c
        return number

    def __iter__(self) -> Iterator[Cell]:
        return itertools.product(*map(range, self._box))

    def __len__(self) -> int:
        return prod(self._box)


def permuted(matrix: Matrix, values: Sequence[T]) -> tuple[T, ...]:
    """One value an axis, moved with the axes by a signed permutation matrix, whatever the signs.

    >>> permuted(((0, -1), (1, 0)), ("across", "up"))
    ('up', 'across')
    """
    return tuple(next(value for entry, value in zip(row, values, strict=True) if entry) for row in matrix)


def preserves(matrix: Matrix, box: Sequence[int]) -> bool:
    """Whether the matrix maps the box to itself: it may swap only sides of equal length.

    >>> preserves(((0, -1), (1, 0)), (4, 4)), preserves(((0, -1), (1, 0)), (4, 3))
    (True, False)
    """
    return permuted(matrix, box) == tuple(box)


def box_symmetries(box: Sequence[int]) -> list[Matrix]:
    """All symmetries of the lattice that map a box to itself, the identity first.

    >>> len(box_symmetries((4, 4))), len(box_symmetries((4, 3)))
    (8, 4)
    """
    return list(_box_symmetries(tuple(box)))


@lru_cache(maxsize=64)
def _box_symmetries(box: tuple[int, ...]) -> tuple[Matrix, ...]:
    return tuple(matrix for matrix in signed_permutations(len(box)) if preserves(matrix, box))


def orbits(items: Iterable[T], images: Callable[[T], Iterable[T]]) -> list[list[T]]:
    """Split `items` into orbits, each in order of first sight; `images` gives all images of an item.

    >>> orbits(range(5), lambda number: [-number % 5])
    [[0], [1, 4], [2, 3]]
    """
    seen: set[T] = set()
    found = []
    for item in items:
        checkpoint()
        if item not in seen:
            orbit = list(dict.fromkeys([item, *images(item)]))
            seen.update(orbit)
            found.append(orbit)
    return found


def connected_parts(nodes: Iterable[H], neighbours: Callable[[H], Iterable[H | None]]) -> list[list[H]]:
    """Some nodes by the parts that are connected among them, each part from its first node on to the neighbours.

    >>> connected_parts([1, 2, 4], {1: [2], 2: [1, 3], 4: [3]}.__getitem__)
    [[1, 2], [4]]
    """
    given, found = dict.fromkeys(nodes), []
    left = set(given)
    for first in given:
        if first in left:
            left.remove(first)
            part = [first]
            for node in part:
                for other in neighbours(node):
                    if other in left:
                        left.remove(other)
                        part.append(other)
            found.append(part)
    return found


def _axes(*images: str) -> Matrix:
    """The matrix that sends (x, y, z) to `images`, as in ``_axes("z", "x", "y")``; a minus sign mirrors."""
    names = "xyz"
    return tuple(
        tuple((-1 if image.startswith("-") else 1) * (image[-1] == name) for name in names[: len(images)])
        for image in images
    )


_HALF_Z, _HALF_X, _HALF_DIAGONAL = _axes("-x", "-y", "z"), _axes("x", "-y", "-z"), _axes("y", "x", "-z")
_QUARTER, _ROTARY = _axes("-y", "x", "z"), _axes("y", "-x", "-z")
_THIRD, _INVERSION = _axes("z", "x", "y"), _axes("-x", "-y", "-z")
_MIRROR_Z, _MIRROR_X, _MIRROR_DIAGONAL = _axes("x", "y", "-z"), _axes("-x", "y", "z"), _axes("y", "x", "z")

GROUPS: dict[int, dict[str, tuple[Matrix, ...]]] = {
    1: {"C1": (), "D1": (_axes("-x"),)},
    2: {
        "C1": (), "C2": (_axes("-x", "-y"),), "C4": (_axes("-y", "x"),), "D1": (_axes("-x", "y"),),
        "D1'": (_axes("y", "x"),), "D2": (_axes("-x", "y"), _axes("x", "-y")),
        "D2'": (_axes("y", "x"), _axes("-y", "-x")), "D4": (_axes("-y", "x"), _axes("-x", "y")),
    },
    3: {
        "C1": (), "Ci": (_INVERSION,), "Cs": (_MIRROR_Z,), "Cs'": (_MIRROR_DIAGONAL,),
        "C2": (_HALF_Z,), "C2'": (_HALF_DIAGONAL,), "C2h": (_HALF_Z, _INVERSION), "C2h'": (_HALF_DIAGONAL, _INVERSION),
        "C2v": (_HALF_Z, _MIRROR_X), "C2v'": (_HALF_Z, _MIRROR_DIAGONAL), "C2v''": (_HALF_DIAGONAL, _MIRROR_Z),
        "D2": (_HALF_Z, _HALF_X), "D2'": (_HALF_Z, _HALF_DIAGONAL),
        "D2h": (_HALF_Z, _HALF_X, _INVERSION), "D2h'": (_HALF_Z, _HALF_DIAGONAL, _INVERSION),
        "C4": (_QUARTER,), "S4": (_ROTARY,), "C4h": (_QUARTER, _INVERSION), "C4v": (_QUARTER, _MIRROR_X),
        "D4": (_QUARTER, _HALF_X), "D2d": (_ROTARY, _HALF_X), "D2d'": (_ROTARY, _HALF_DIAGONAL),
        "D4h": (_QUARTER, _HALF_X, _INVERSION),
        "C3": (_THIRD,), "S6": (_THIRD, _INVERSION), "C3v": (_THIRD, _MIRROR_DIAGONAL),
        "D3": (_THIRD, _axes("-y", "-x", "-z")), "D3d": (_THIRD, _MIRROR_DIAGONAL, _INVERSION),
        "T": (_THIRD, _HALF_Z), "Th": (_THIRD, _HALF_Z, _INVERSION), "Td": (_THIRD, _HALF_Z, _MIRROR_DIAGONAL),
        "O": (_THIRD, _QUARTER), "Oh": (_THIRD, _QUARTER, _INVERSION),
    },
}  # fmt: skip
"""Generators of the point groups by dimension and Schoenflies name, one a class of conjugate groups, of which `closure`
makes the group.

Main axes lie along z (three-fold ones along x = y = z).  A dash distinguishes groups of the same name:
``C2`` turns about an axis of the lattice, ``C2'`` about a diagonal; ``Cs`` and ``D1`` mirror along an
axis, ``Cs'`` and ``D1'`` in a diagonal.  Of hexagons ``D1`` mirrors left and right, ``D1'`` up and down.
"""


LARGEST_GROUP = 100_000
"""Groups of more elements than this are refused."""


def permutation_group(generators: Iterable[Sequence[int]], size: int | None = None) -> tuple[tuple[int, ...], ...]:
    """The group that permutations generate, the identity first, then by the number of generators that it takes.

    generators: each a permutation of 0, 1, ..., n - 1: position i goes to ``permutation[i]``.
    size: n, which is needed only when there are no generators.

    Raises ModelError for what is not a permutation, or permutations of different sizes, TooLargeError for a group
    of more than `LARGEST_GROUP` elements.

    >>> permutation_group([(1, 2, 0)])
    ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    >>> len(permutation_group([(1, 2, 3, 0), (1, 0, 2, 3)]))
    24
    """
    given = [tuple(generator) for generator in generators]
    if size is None:
        size = len(given[0]) if given else 0
    one = tuple(range(size))
    for generator in given:
        if sorted(generator) != list(one):
            raise ModelError(f"{generator!r} is not a permutation of 0 to {size - 1}")
    return _generated(one, given, lambda generator, element: tuple([generator[i] for i in element]))


def _generated(
    one: G, generators: Sequence[G], product: Callable[[G, G], G], is_endless: Callable[[G], bool] = lambda _: False
) -> tuple[G, ...]:
    """The group that some elements generate, the identity first, then by the number of generators that it takes.

    is_endless: whether an element is in no finite group, as far as that is plain.
    """
    group, frontier = {one: None}, [one]
    while frontier:
        checkpoint()
        products = {product(generator, element) for generator in generators for element in frontier}
        frontier = sorted(found for found in products if found not in group)
        group.update(dict.fromkeys(frontier))
        if len(group) > LARGEST_GROUP or any(map(is_endless, frontier)):
            raise TooLargeError(f"the generators give a group of more than {LARGEST_GROUP:,} elements")
    return tuple(group)


def first_of_orbit(items: Iterable[H], generators: Iterable[Mapping[H, H]]) -> dict[H, H]:
    """For each item the first of its orbit, in the order of the items, under the group that permutations generate.

    The group itself is not needed, so it may be large.

    Raises ModelError for a mapping that is not a permutation of the items.

    >>> first_of_orbit("abcd", [{"a": "c", "b": "b", "c": "a", "d": "d"}])
    {'a': 'a', 'b': 'b', 'c': 'a', 'd': 'd'}
    """
    items, given = list(dict.fromkeys(items)), list(generators)
    for generator in given:
        for item in items:
            if item not in generator:
                raise ModelError(f"a symmetry has no image for {item!r}")
        if {generator[item] for item in items} != (known := set(items)):
            lost = next((i for i in items if generator[i] not in known), None)
            what = "two items to one" if lost is None else f"{lost!r} to {generator[lost]!r}, which is not an item"
            raise ModelError(f"a symmetry takes {what}, so it is not a permutation of the items")
    parts = connected_parts(items, lambda item: [generator[item] for generator in given])
    first = {item: part[0] for part in parts for item in part}
    return {item: first[item] for item in items}
