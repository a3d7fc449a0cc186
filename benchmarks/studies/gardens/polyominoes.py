"""Connected sets of cells of the plane whose neighbourhood patterns are all different, enumerated cell by cell.

Written without any solver, as a second opinion on the counts of square gardens (`lattices.connected_sets`).

>>> from collections import Counter
>>> sizes = Counter(len(cells) for cells in polyominoes(most=6))
>>> [sizes[size] for size in range(1, 7)]
[1, 2, 6, 17, 45, 102]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import product
from operator import or_

from benchmarks.studies.lattices.connected_sets import sets
from cpmodels.base.lattice import Matrix, signed_permutations

Cell = tuple[int, int]

STEPS = ((1, (0, 1)), (2, (1, 0)), (4, (0, -1)), (8, (-1, 0)))
"""The bits of the article with the neighbours that they stand for: North, East, South, West."""

FULL = 2**15 - 1
"""The set of all fifteen patterns with a blue side, pattern p as the bit p - 1."""

SQUARE = signed_permutations(2)
"""The eight symmetries of the square as matrices."""


def neighbours(cell: Cell) -> list[Cell]:
    """The four cells that touch a cell."""
    return [(cell[0] + dx, cell[1] + dy) for _, (dx, dy) in STEPS]


def pattern(cell: Cell, occupied: Iterable[Cell]) -> int:
    """Which neighbours of a cell are occupied, as a code."""
    return sum(bit for (bit, _), n in zip(STEPS, neighbours(cell), strict=True) if n in occupied)


def polyominoes(most: int = 15) -> Iterator[frozenset[Cell]]:
    """All connected sets of at most `most` cells with patterns all different, each once up to translation."""
    by_rows = [(dy, dx) for _, (dx, dy) in STEPS]
    return (frozenset((x, y) for y, x in cells) for cells in sets(by_rows, most))


def placed(cells: Iterable[Cell]) -> frozenset[Cell]:
    """A set of cells moved so that it touches both axes from inside: the same for all its translations."""
    cells = list(cells)
    left, low = min(x for x, _ in cells), min(y for _, y in cells)
    return frozenset((x - left, y - low) for x, y in cells)


def turned(cells: Iterable[Cell], matrix: Matrix) -> frozenset[Cell]:
    """A set of cells after a symmetry of the square."""
    (a, b), (c, d) = matrix
    return placed((a * x + b * y, c * x + d * y) for x, y in cells)


def tile_set(cells: frozenset[Cell]) -> int:
    """The set of patterns of a set of cells, pattern p as the bit p - 1."""
    return sum(1 << pattern(cell, cells) - 1 for cell in cells)


def holes(cells: frozenset[Cell]) -> int:
    """How many empty regions a connected set of cells encloses; empty cells touch by sides and corners."""
    empty = set(product(range(-1, max(x for x, _ in cells) + 2), range(-1, max(y for _, y in cells) + 2))) - cells
    regions = 0
    while empty:
        regions += 1
        frontier = [empty.pop()]
        while frontier:
            x, y = frontier.pop()
            found = {(x + dx, y + dy) for dx, dy in product((-1, 0, 1), repeat=2)} & empty
            empty -= found
            frontier.extend(found)
    return regions - 1


def sides(cells: Iterable[Cell]) -> tuple[int, int]:
    """The width and height of a set of cells that touches both axes from inside."""
    return max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1


def symmetry(cells: frozenset[Cell]) -> int:
    """How many symmetries of the square leave a set of cells as it is."""
    return sum(turned(cells, matrix) == placed(cells) for matrix in SQUARE)


def partitions_by_size(blocks: Counter[int]) -> Counter[int]:
    """How many sets of disjoint blocks make up all patterns, by the number of blocks.

    blocks: how many blocks there are of each set of patterns.
    """
    by_lowest: dict[int, list[tuple[int, int]]] = {}
    for block, times in blocks.items():
        by_lowest.setdefault(block & -block, []).append((block, times))
    ways: dict[int, Counter[int]] = {0: Counter({0: 1})}
    for rest in range(1, FULL + 1):
        ways[rest] = Counter()
        for block, times in by_lowest.get(rest & -rest, ()):
            if not block & ~rest:
                for size, number in ways[rest ^ block].items():
                    ways[rest][size + 1] += times * number
    return ways[FULL]


def kept(components: Iterable[frozenset[Cell]], matrices: Iterable[Matrix]) -> int:
    """How many multisets of components with all patterns once are mapped to themselves by the matrices.

    Components that the matrices map to one another come together: such a block needs patterns all different.
    """
    matrices, blocks, seen = list(matrices), Counter[int](), set[frozenset[Cell]]()
    for component in components:
        if component in seen:
            continue
        orbit = {component}
        frontier = [component]
        while frontier:
            member = frontier.pop()
            images = {turned(member, m) for m in matrices} - orbit
            orbit |= images
            frontier.extend(images)
        seen |= orbit
        masks = [tile_set(member) for member in orbit]
        if sum(masks) == reduce(or_, masks):
            blocks[sum(masks)] += 1
    return partitions_by_size(blocks).total()
