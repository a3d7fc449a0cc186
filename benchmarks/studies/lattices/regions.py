"""Convex regions of hexagons, and those that hold no garden by counting: no solver, and a geometry of its own.

A region is convex when it is cut out of the lattice by lines in its three directions: a rhombus of ``width`` by
``height`` cells without the triangles at its two acute corners, of `low` and `high` cells a side.  Hexagons of a side,
rhombi, trapezia and triangles are such.  Cells are ``(x, y)``, x to the East and y to the North East.

>>> [region.cells for region in (Convex(3, 3), Convex(3, 3, 1, 1), Convex(3, 3, 0, 2))]
[9, 7, 6]
>>> corners(list(Convex(11, 11, 5, 5).places()))  # the hexagon of side 6
216
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import product
from typing import NamedTuple

OFFSETS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""East and on anticlockwise; the direction opposite to d is d + 3, and blue there in the tiles with bit d."""

SIDES, TILES = 6, range(1, 64)
Cell = tuple[int, ...]

CORNERS = 218
"""The corners of cells that 63 hanging hexagons have, each counted once; see `corners_of_tiles`."""

ACROSS = 36
"""The tiles with a blue face to one side of a line in one of the lattice's directions, and one to the other side."""

FLAT = 16
"""The tiles without blue faces to one side of such a line, the red one among them."""


class Convex(NamedTuple):
    """A rhombus without the triangles at its acute corners."""

    width: int
    height: int
    low: int = 0
    high: int = 0

    def __str__(self) -> str:
        rhombus = f"rhombus {self.width} x {self.height}"
        without = " and ".join(str(side) for side in (self.low, self.high) if side)
        triangles = "triangles of sides" if self.low and self.high else "a triangle of side"
        if self.width == self.height and max(self.low, self.high) == self.width - 1 and not min(self.low, self.high):
            return f"triangle of side {self.width}"
        if self.width == self.height == 2 * self.low + 1 == 2 * self.high + 1:
            return f"hexagon of side {self.low + 1}"
        return f"{rhombus} without {triangles} {without}" if without else rhombus

    @property
    def cells(self) -> int:
        """How many cells there are."""
        return self.width * self.height - sum(side * (side + 1) // 2 for side in (self.low, self.high))

    def places(self) -> Iterator[Cell]:
        """The cells, row by row."""
        last = self.width + self.height - 2
        for y, x in product(range(self.height), range(self.width)):
            if self.low <= x + y <= last - self.high:
                yield x, y

    def lines(self) -> list[list[int]]:
        """The lengths of the lines of cells along each of the three directions."""
        cells = list(self.places())
        counts = [Counter(y for _, y in cells), Counter(x for x, _ in cells), Counter(x + y for x, y in cells)]
        return [[count[key] for key in sorted(count)] for count in counts]


def convex_regions(cells: int) -> list[Convex]:
    """All convex regions of this many cells, one of those that are turned or mirrored copies of one another."""
    found: dict[tuple[tuple[int, ...], ...], Convex] = {}
    cuts = ((width, low, high) for width in range(1, cells + 1) for low in range(width) for high in range(width))
    for width, low, high in cuts:
        height, rest = divmod(cells + low * (low + 1) // 2 + high * (high + 1) // 2, width)
        region = Convex(width, height, low, high)
        if rest or not 0 < height <= cells or max(low, high) >= min(width, height) or low + high > width + height - 2:
            continue
        lines = region.lines()
        if region.cells == sum(lines[0]) and [len(line) for line in lines[:2]] == [height, width]:
            key = tuple(sorted(min(tuple(line), tuple(reversed(line))) for line in lines))
            found[key] = max(found.get(key, region), region, key=lambda each: (-each.low, -each.high, -each.width))
    return sorted(found.values())


def corners(cells: Collection[Cell]) -> int:
    """The corners of some cells, each counted once: where three cells of the lattice meet."""
    return len(
        {
            frozenset([(x, y), (x + ax, y + ay), (x + bx, y + by)])
            for x, y in cells
            for (ax, ay), (bx, by) in zip(OFFSETS, OFFSETS[1:] + OFFSETS[:1], strict=True)
        }
    )


def corners_of_tiles() -> tuple[int, int, int]:
    """The corners where one, two and three tiles of a hanging garden meet: the same in all gardens.

    Two neighbouring faces of a tile look at the other cells at a corner, so a corner with one tile is between two red
    faces, one with two tiles between a blue and a red face of both, one with three between blue faces of all.

    >>> corners_of_tiles()
    (90, 96, 32)
    """
    blue = Counter((tile >> side & 1) + (tile >> (side + 1) % SIDES & 1) for tile, side in product(TILES, range(SIDES)))
    return blue[0], blue[1] // 2, blue[2] // 3


def gaps(length: int) -> int:
    """The fewest empty cells in a line of cells along the rim.

    Nothing lies beyond it, so tiles blue to both sides along it are four, blue to one side only four each, to none
    three; r runs of several and s single tiles take at most 2 r + 4 + s cells and leave r + s - 1 gaps.

    >>> [gaps(length) for length in (6, 7, 9, 10, 12, 13, 15, 16, 18)]
    [0, 1, 1, 2, 2, 3, 3, 4, 5]
    """
    empty = 0
    while True:
        laid = max(
            2 * runs + 4 * (runs > 0) + single
            for runs, single in product(range(5), range(4))
            if 0 < runs + single <= empty + 1
        )
        if laid + empty >= length:
            return empty
        empty += 1


def no_room(region: Convex) -> str | None:
    """Why 63 hexagons cannot hang in a convex region, where counting shows it.

    An empty cell on the rim has a corner that is no other cell's of the region for each line of the rim that it lies
    in, so as many corners of the region are no tile's as there are gaps along its sides.
    """
    if region.cells < len(TILES):
        return f"it has {region.cells} cells"
    lines = region.lines()
    if (narrow := min(map(len, lines))) < 5:
        return f"it is {narrow} lines wide"
    sides = [line[end] for line in lines for end in (0, -1)]
    empty = sum(map(gaps, sides))
    there = corners(list(region.places()))
    if there < CORNERS + empty:
        gap = f", and {empty} cells of its rim are empty" if empty else ""
        return f"it has {there} corners{gap}"
    return None


def no_packing(region: Convex) -> str | None:
    """Why all 64 hexagons do not fill a convex region with a red rim, where counting shows it."""
    for line in region.lines():
        if max(line[0], line[-1]) > FLAT:
            return f"a side of {max(line[0], line[-1])} cells, and {FLAT} tiles are red beyond a line"
        if (inner := sum(line[1:-1])) < ACROSS:
            return f"{inner} cells between two sides, for {ACROSS} tiles that are blue to both"
    return None
