"""Regions of lattices: boxes, rhombi, hexagons, triangles, any set of cells; and the isometries that keep them.

>>> from cpmodels.base.lattice import HEXAGONAL, TRIANGULAR
>>> len(hexagon_of_side(2)), len(isometries(HEXAGONAL, hexagon_of_side(2)))
(7, 12)
>>> len(triangle_of_side(3)), len(isometries(TRIANGULAR, triangle_of_side(3)))
(9, 6)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import log
from random import Random

from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.errors import ModelError, ParameterError
from cpmodels.base.lattice import SQUARE, Cell, Lattice, Matrix, apply
from cpmodels.base.values import check_box

__all__ = [
    "Isometry", "backbite", "box", "grown", "hexagon_of_side", "isometries", "isometry", "polyominoes", "random_path",
    "random_paths", "random_rectangles", "reach", "rectangles", "rhombus", "triangle_of_side",
]  # fmt: skip

Isometry = dict[Cell, Cell]
"""Where an isometry takes each cell of a region."""

MOVES, FAR, SELDOM = 100, 4, 0.02
"""How often, for each cell, one of the random paths is to go on through another; how far the ends of a path should be
from each other; and how often they come nearer all the same.

Of 7 paths on 10 x 10 cells 2 % have their ends nearer than 4 steps, and 7.2 steps apart on average; in 109 published
Numberlinks of that size, which have 7.2 paths, 8 % have ends that are so near, and the average is 7.6.
"""


def box(*sides: int) -> tuple[Cell, ...]:
    """The cells of a box with a corner at the origin, as of a board of rows and columns or a block of cubes.

    >>> box(2, 2)
    ((0, 0), (0, 1), (1, 0), (1, 1))
    """
    check_box(sides)
    return tuple(product(*map(range, sides)))


def rhombus(width: int, height: int) -> tuple[Cell, ...]:
    """Hexagons in rows of `width`, each row half a hexagon to the right of the one below.

    >>> rhombus(2, 2)
    ((0, 0), (0, 1), (1, 0), (1, 1))
    """
    return box(width, height)


def hexagon_of_side(side: int) -> tuple[Cell, ...]:
    """Hexagons that together make a hexagon about the origin: 1, 7, 19, ... for the sides 1, 2, 3, ...

    >>> [len(hexagon_of_side(side)) for side in (1, 2, 3)]
    [1, 7, 19]
    """
    check_box((2 * side - 1, 2 * side - 1))
    steps = range(1 - side, side)
    return tuple((x, y) for x in steps for y in steps if abs(x + y) < side)


def triangle_of_side(side: int) -> tuple[Cell, ...]:
    """Triangles, cells of `TRIANGULAR`, that together make one triangle that points upwards: 1, 4, 9, ...

    >>> triangle_of_side(2)
    ((2, 0), (1, 1), (2, 1), (3, 1))
    """
    left = side - side % 2
    check_box((side, side))
    return tuple((left - y + x, y) for y in range(side) for x in range(2 * y + 1))


def isometries(lattice: Lattice, cells: Collection[Cell]) -> tuple[Isometry, ...]:
    """All isometries of a lattice that map a region to itself, the identity first.

    They fix the middle of the region, so each is one of the lattice's turns and mirrors about that point.  Isometries
    that take each cell to the same place are one.

    Raises ModelError for a region without cells.

    >>> from cpmodels.base.lattice import SQUARE
    >>> [len(isometries(SQUARE, region)) for region in (box(3, 3), box(2, 3), [(0, 0), (0, 1), (1, 0)])]
    [8, 4, 2]
    """
    region = tuple(cells)
    if not region:
        raise ModelError("a region without cells has no isometries")
    found: dict[tuple[Cell, ...], Isometry] = {}
    for matrix in lattice.point_group:
        if (images := isometry(lattice, region, matrix)) is not None:
            found.setdefault(tuple(images.values()), images)
    return tuple(found.values())


def isometry(lattice: Lattice, cells: Sequence[Cell], matrix: Matrix) -> Isometry | None:
    """Where an element of `Lattice.point_group`, about the middle of a region, takes its cells; None if not to itself.

    A sixth of a turn about the middle of a triangle keeps that, but not the triangle.

    >>> from cpmodels.base.lattice import TRIANGULAR
    >>> third, sixth = ((-1, -1), (1, 0)), ((0, -1), (1, 1))
    >>> isometry(TRIANGULAR, [(0, 0)], third), isometry(TRIANGULAR, [(0, 0)], sixth)
    ({(0, 0): (0, 0)}, None)
    """
    size = len(cells)
    centres = [lattice.centre(cell) for cell in cells]
    middle = tuple(map(sum, zip(*centres, strict=True)))
    places = [tuple(size * c - m for c, m in zip(centre, middle, strict=True)) for centre in centres]
    cell_at = dict(zip(places, cells, strict=True))
    turned, found = lattice.turned_sides(matrix), dict[Cell, Cell]()
    for cell, place in zip(cells, places, strict=True):
        image = cell_at.get(apply(matrix, place))
        if image is None or lattice.orientation(image) != turned[lattice.orientation(cell), 0][0]:
            return None
        found[cell] = image
    return found


def random_rectangles(rows: int, cols: int, random: Random) -> list[list[tuple[int, int]]]:
    """The cells of rectangles that fill a board, cut in two at random, mostly near the middle, until they are small.

    Of 10 x 10 there are 20, 1 in 100 of one cell; cut anywhere, and until they had at most 3 to 8 cells, 29 and 7.

    >>> [len(cells) for cells in random_rectangles(3, 4, Random(1))]
    [3, 6, 3]
    """
    whole, done = [(0, 0, rows, cols)], []
    while whole:
        top, left, bottom, right = whole.pop()
        height, width = bottom - top, right - left
        if height * width <= random.choice((4, 6, 8, 12)):
            done.append(list(product(range(top, bottom), range(left, right))))
        elif random.randrange(height + width - 2) < height - 1:
            cut = int(random.triangular(top + 1, bottom))
            whole += [(top, left, cut, right), (cut, left, bottom, right)]
        else:
            cut = int(random.triangular(left + 1, right))
            whole += [(top, left, bottom, cut), (top, cut, bottom, right)]
    return done


def random_path(rows: int, cols: int, random: Random, lattice: Lattice = SQUARE) -> list[Cell]:
    """A random path through all cells of a board, by backbite moves from a snake.

    N cells get 10 N (ln N)^2 moves, the number of N. Clisby's generator.  No path is then seen to be preferred: 12,000
    of 4 x 4 have a chi-square of 270, where 275 is expected, and 2,500 of 6 x 6 and 700 of 8 x 8 take each step as
    often as all paths do, by the count of the engine frontier.  So none is drawn from its diagram, for small boards.

    >>> random_path(1, 3, Random(1))
    [(0, 0), (0, 1), (0, 2)]
    """
    path: list[Cell] = [(r, c if r % 2 == 0 else cols - 1 - c) for r in range(rows) for c in range(cols)]
    backbite(path, round(10 * len(path) * log(2 + len(path)) ** 2), random, lattice)
    return path


def backbite(path: list[Cell], moves: int, random: Random, lattice: Lattice = SQUARE) -> None:
    """Change a path by random moves, each of which joins an end to a neighbour of it and cuts the loop that this makes.

    See R. Oberdorf, A. Ferguson, J. L. Jacobsen, J. Kondev, *Secondary structures in long compact polymers*, Phys. Rev.
    E 74, 2006.

    >>> backbite(path := [(0, 0), (0, 1), (1, 1), (1, 0)], 9, Random(1))
    >>> len(set(path))
    4
    """
    place = {cell: i for i, cell in enumerate(path)}
    for _ in range(moves):
        checkpoint()
        low = random.random() < 0.5
        met = place.get(lattice.neighbour(path[0 if low else -1], random.randrange(len(lattice.offsets))))
        if met is None:
            continue
        first, last = (0, met) if low else (met + 1, len(path))
        path[first:last] = turned = path[first:last][::-1]
        place.update(zip(turned, range(first, last), strict=True))


def random_paths(rows: int, cols: int, random: Random, number: int) -> list[list[Cell]]:
    """Paths at random through all cells of a board, none of which touches itself, each of three cells or more.

    At first each cell is a path.  Then one goes on through another, from where it meets that to an end of it, again and
    again: so they become fewer, down to this number, or below it where some would stay too short.  Seldom does that
    bring ends near to each other.  On a board without such paths it has no end.

    >>> [len(path) for path in random_paths(2, 3, Random(1), 2)]
    [3, 3]
    """
    near = SQUARE.within(box(rows, cols))
    paths = [[cell] for cell in near]
    path_of = {path[0]: path for path in paths}
    moves = MOVES * len(near)
    while moves > 0 or min(map(len, paths)) < 3:
        checkpoint()
        moves -= 1
        path = random.choice(paths)
        path.reverse()  # It goes on at its other end the next time.
        other = path_of[cell := random.choice(near[path[-1]])]
        if random.random() < 0.5:
            other.reverse()
        rest, taken = other[: (at := other.index(cell))], other[at:]
        if other is path or (not rest and len(paths) <= number and moves > 0):
            continue
        after = reach([path[0], taken[-1]]) + (reach(rest) if rest else FAR)
        if after < reach(path) + reach(other) and random.random() > SELDOM:
            continue
        if sum(path_of[beside] is path for cell in taken for beside in near[cell]) == 1:
            path += taken
            path_of |= dict.fromkeys(taken, path)
            other[:] = rest
            if not rest:
                paths.remove(other)
    return paths


def reach(path: Sequence[Cell]) -> int:
    """How far the ends of a path are from each other, by steps on a board; `FAR` for all that are as far or farther.

    >>> reach([(0, 0), (0, 1), (1, 1)]), reach([(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5)])
    (2, 4)
    """
    return min(FAR, sum(abs(a - b) for a, b in zip(path[0], path[-1], strict=True)))


def grown(rows: int, cols: int, seeds: Mapping[Cell, int], random: Random, *, uneven: float = 1) -> dict[Cell, int]:
    """The area of each cell of a board, of areas that grow at random from some cells, some faster than others.

    seeds: the cells with which areas begin, each with the number of its area.
    uneven: how much their speeds differ; 0 for not at all.

    >>> sorted(grown(2, 2, {(0, 0): 1}, Random(1)).items())
    [((0, 0), 1), ((0, 1), 1), ((1, 0), 1), ((1, 1), 1)]
    """
    area, left = dict(seeds), set(box(rows, cols)) - seeds.keys()
    speed = {number: random.random() ** uneven for number in sorted({*seeds.values()})}
    while left:
        checkpoint()
        ways = [(cell, area[near]) for cell in sorted(left) for near in SQUARE.neighbours(cell) if near in area]
        [(cell, number)] = random.choices(ways, [speed[number] for _, number in ways])
        area[cell] = number
        left.discard(cell)
    return area


def rectangles(
    rows: int, cols: int, cell: Cell, sizes: Iterable[tuple[int, int]] | None = None, *, avoid: Iterable[Cell] = ()
) -> Iterator[frozenset[Cell]]:
    """The rectangles of a board that have a cell, as choices for `cpmodels.constraints.shapes`.

    sizes: heights and widths that they may have; all by default.
    avoid: cells that they must not have; `cell` may be among them.

    >>> [sorted(found) for found in rectangles(2, 2, (0, 0), [(1, 2), (2, 1)], avoid=[(0, 0), (0, 1)])]
    [[(0, 0), (1, 0)]]
    """
    row, col = cell
    others = sorted(set(avoid) - {cell}, key=lambda other: abs(other[0] - row) + abs(other[1] - col))
    every = ((height, width) for height in range(1, rows + 1) for width in range(1, cols + 1))
    for height, width in every if sizes is None else dict.fromkeys(sizes):
        for top in range(max(row - height + 1, 0), min(row, rows - height) + 1):
            checkpoint()
            for left in range(max(col - width + 1, 0), min(col, cols - width) + 1):
                if not any(top <= r < top + height and left <= c < left + width for r, c in others):
                    yield frozenset(product(range(top, top + height), range(left, left + width)))


def polyominoes(cells: Iterable[Cell], size: int) -> set[frozenset[Cell]]:
    """The sets of a number of cells of a region of squares that are connected.

    Raises ParameterError for a number below 1.

    >>> sorted(map(sorted, polyominoes(box(2, 2), 3)))[0]
    [(0, 0), (0, 1), (1, 0)]
    """
    if size < 1:
        raise ParameterError(f"a polyomino has at least 1 cell, not {size}")
    room = set(cells)
    grown = {frozenset([cell]) for cell in room}
    for _ in range(size - 1):
        larger = set[frozenset[Cell]]()
        for own in grown:
            checkpoint()
            larger.update(own | {near} for cell in own for near in room.intersection(SQUARE.neighbours(cell)) - own)
        grown = larger
    return grown
