"""Where the cells of flat lattices lie on the page, and how a tile divides into a part for each of its directions.

A unit is the distance of two cells that share a side; x goes to the right, y downwards.  Squares, hexagons and
triangles have their own outlines; tiles on a lattice of a user's own are discs, with a sector for each direction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import chain, groupby
from math import acos, atan2, cos, dist, hypot, pi, sin, sqrt, tau

from cpmodels.base.lattice import KING, SQUARE, TRIANGULAR, Cell, Lattice, hypercubic
from cpmodels.puzzles.garden.rows import is_hexagonal
from renderers.shapes import Point, arc, sides_of

Outline = tuple[Point, ...]
"""Corners, clockwise on the page."""

_SQUARE: Outline = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
_HEXAGON: Outline = tuple((sin(k * pi / 3) / sqrt(3), -cos(k * pi / 3) / sqrt(3)) for k in range(6))
_TRIANGLE: Outline = ((0.0, -1.0), (sqrt(3) / 2, 0.5), (-sqrt(3) / 2, 0.5))
_UPSIDE_DOWN: Outline = tuple((-x, -y) for x, y in _TRIANGLE)

NOTCH = 0.28
"""Where tiles touch at corners, too, each end of a side, so long a part of it, belongs to a corner."""
DISC = 0.45
"""The radius of a disc, in cells, before tiles are made smaller than cells."""
WIDEST = pi / 4
"""A sector of a disc reaches no farther to either side."""


@dataclass(frozen=True)
class Tiling:
    """A flat lattice on the page.

    corners: the outline of a cell of each orientation, about its middle; none where tiles are discs.
    """

    lattice: Lattice
    corners: tuple[Outline, ...] = ()

    def middle(self, cell: Cell) -> Point:
        """The middle of a cell."""
        centre = self.lattice.centre(cell)
        if self.lattice == TRIANGULAR:
            return ((2 * centre[0] + centre[1]) / (2 * sqrt(3)), -centre[1] / 2)
        if self.lattice in (SQUARE, KING):
            return (float(centre[1]), float(centre[0]))
        across, up = (*centre, 0)[:2]
        return (across + up / 2, -up * sqrt(3) / 2) if is_hexagonal(self.lattice) else (float(across), float(-up))

    def outline(self, cell: Cell) -> Outline:
        """The corners of a cell about its middle; those of a square where tiles are discs."""
        return self.corners[self.lattice.orientation(cell)] if self.corners else _SQUARE

    @property
    def is_rectangular(self) -> bool:
        """Whether cells are squares, so that boxes are rectangles."""
        return self.corners in ((), (_SQUARE,))

    @cached_property
    def meets_at_corners(self) -> bool:
        """Whether tiles touch at corners, too."""
        return bool(self.corners) and len(self.lattice.offsets) > len(self.corners[0])

    def is_side(self, cell: Cell, direction: int) -> bool:
        """Whether a cell has a side, not just a corner, in a direction."""
        way = self.ways(self.lattice.orientation(cell))[direction]
        return any(_is_along(way, between(*side, 0.5)) for side in sides_of(self.outline(cell)))

    def sides(self, cell: Cell) -> Iterator[tuple[Cell | None, tuple[Point, Point]]]:
        """The sides of a cell about its middle, each with the cell beyond it; None where no direction leads there."""
        lattice = self.lattice if self.corners else hypercubic(self.lattice.dimension)
        beyond = list(zip(self.ways(lattice.orientation(cell), lattice), lattice.neighbours(cell), strict=True))
        for side in sides_of(self.outline(cell)):
            yield next((other for way, other in beyond if _is_along(way, between(*side, 0.5))), None), side

    def _parts(self, orientation: int, size: float, rounding: float) -> tuple[Outline, ...]:
        ways = self.ways(orientation)
        if not self.corners:
            return tuple(_sector(size * DISC, *sector) for sector in _sectors(ways))
        found = list(self._pieces(orientation, size, rounding))
        return tuple(next(piece for towards, piece in found if _is_along(way, towards)) for way in ways)

    def _pieces(self, orientation: int, size: float, rounding: float) -> Iterator[tuple[Point, Outline]]:
        """The parts of the line about a tile, each with a point in the direction in which it looks."""
        outline, rounded = self.corners[orientation], self._rounded(orientation, size, rounding)
        for k, (one, other) in enumerate(sides_of(outline)):
            towards = between(one, other, 0.5)
            if self.meets_at_corners:
                before = outline[k - 1]
                yield towards, (between(one, other, NOTCH, size), between(other, one, NOTCH, size))
                yield one, (between(one, before, NOTCH, size), *rounded[k], between(one, other, NOTCH, size))
            else:
                half, after = len(rounded[k]) // 2, rounded[(k + 1) % len(outline)]
                yield towards, (*rounded[k][half:], *after[: half + 1])

    def _rounded(self, orientation: int, size: float, rounding: float) -> list[Outline]:
        """The points about each corner of a tile."""
        if not self.corners:
            return [_sector(size * DISC, 0.0, tau)]
        outline = [(size * x, size * y) for x, y in self.corners[orientation]]
        return [
            _corner(outline[k - 1], corner, outline[(k + 1) % len(outline)], rounding)
            for k, corner in enumerate(outline)
        ]

    def ways(self, orientation: int, lattice: Lattice | None = None) -> list[Point]:
        """Where each neighbour of a cell lies, from its middle."""
        lattice = lattice or self.lattice
        cell = lattice.orientations[orientation]
        x, y = self.middle(cell)
        return [(there[0] - x, there[1] - y) for there in map(self.middle, lattice.neighbours(cell))]


@cache
def tiling(lattice: Lattice) -> Tiling:
    """The tiling of a lattice of one or two dimensions."""
    if lattice == TRIANGULAR:
        return Tiling(lattice, (_TRIANGLE, _UPSIDE_DOWN))
    if is_hexagonal(lattice):
        return Tiling(lattice, (_HEXAGON,))
    if set(lattice.offsets) in (set(hypercubic(1).offsets), set(SQUARE.offsets), set(KING.offsets)):
        return Tiling(lattice, (_SQUARE,))
    return Tiling(lattice)


@lru_cache(maxsize=64)
def shape(tiling: Tiling, orientation: int, size: float, rounding: float) -> tuple[Outline, tuple[Outline, ...]]:
    """The line about a tile of a size in cells, its corners rounded, and the part of it for each direction."""
    rim = tuple(chain.from_iterable(tiling._rounded(orientation, size, rounding)))
    return rim, tiling._parts(orientation, size, rounding)


def _sectors(ways: Sequence[Point]) -> list[tuple[float, float]]:
    """The sector of each direction, from an angle to one clockwise from it; those of one direction share a sector."""
    angles = [atan2(y, x) % tau for x, y in ways]
    order = sorted(range(len(ways)), key=lambda d: (round(angles[d], 6), hypot(*ways[d])))
    alike = [list(group) for _, group in groupby(order, key=lambda d: round(angles[d], 6))]
    found = {}
    for k, group in enumerate(alike):
        here, before, after = (angles[alike[j % len(alike)][0]] for j in (k, k - 1, k + 1))
        start = here - min(WIDEST, ((here - before) % tau or tau) / 2)
        stop = here + min(WIDEST, ((after - here) % tau or tau) / 2)
        for place, direction in enumerate(group):
            share = (stop - start) / len(group)
            found[direction] = (start + place * share, start + (place + 1) * share)
    return [found[direction] for direction in range(len(ways))]


def _sector(radius: float, start: float, stop: float) -> Outline:
    return arc((0.0, 0.0), radius, 2 * start / pi, 2 * stop / pi, max(2, round(16 * (stop - start) / pi)))


def _corner(before: Point, corner: Point, after: Point, radius: float) -> Outline:
    """A corner of a convex figure, rounded."""
    if not radius:
        return (corner,)
    first, second = _unit(before, corner), _unit(corner, after)
    turn = acos(first[0] * second[0] + first[1] * second[1])
    back = radius / cos(turn / 2)
    normal = (first[1] + second[1], -first[0] - second[0])
    length = hypot(*normal)
    centre = (corner[0] - back * normal[0] / length, corner[1] - back * normal[1] / length)
    start = atan2(-first[0], first[1])
    return arc(centre, radius, 2 * start / pi, 2 * (start + turn) / pi)


def _unit(start: Point, stop: Point) -> Point:
    length = dist(start, stop)
    return ((stop[0] - start[0]) / length, (stop[1] - start[1]) / length)


def between(start: Point, stop: Point, share: float, size: float = 1.0) -> Point:
    """The point that lies so far from one to another, in a figure that is made larger."""
    return (size * (start[0] + (stop[0] - start[0]) * share), size * (start[1] + (stop[1] - start[1]) * share))


def _is_along(way: Point, towards: Point) -> bool:
    """Whether two vectors point the same way."""
    across, along = way[0] * towards[1] - way[1] * towards[0], way[0] * towards[0] + way[1] * towards[1]
    return along > 0 and abs(across) < 0.1 * along
