"""Connected sets of cells of the plane whose neighbourhood patterns are all different, enumerated cell by cell.

Written without any solver, as a second opinion on the counts of square gardens.  A connected set is found once,
from its lowest cell (then leftmost): every cell next to a known one is decided, occupied first, then empty;
a cell whose four neighbours are decided has its pattern, which must be a new one.

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
    yield from _grown({(0, 0): True}, [(0, 0)], set(), most)


def _grown(decided: dict[Cell, bool], occupied: list[Cell], used: set[int], most: int) -> Iterator[frozenset[Cell]]:
    open_cell = next((n for c in occupied for n in neighbours(c) if n not in decided and _above(n)), None)
    if open_cell is None:
        yield frozenset(occupied)
        return
    for choice in (True, False):
        if choice and len(occupied) == most:
            continue
        decided[open_cell] = choice
        if choice:
            occupied.append(open_cell)
        final = [_final(c, decided) for c in (open_cell, *neighbours(open_cell)) if decided.get(c)]
        new = [code for code in final if code is not None]
        if len(set(new)) == len(new) and used.isdisjoint(new):
            yield from _grown(decided, occupied, used | set(new), most)
        if choice:
            occupied.pop()
        del decided[open_cell]


def _above(cell: Cell) -> bool:
    """Whether a cell comes after the lowest one, (0, 0); those before are empty."""
    return (cell[1], cell[0]) > (0, 0)


def _final(cell: Cell, decided: dict[Cell, bool]) -> int | None:
    """The pattern of a cell, once all its neighbours are decided."""
    code = 0
    for (bit, _), other in zip(STEPS, neighbours(cell), strict=True):
        if _above(other) and other not in decided:
            return None
        code += bit * decided.get(other, False)
    return code


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
