"""Connected sets of cells of any lattice whose cells are alike, no two cells of which have the same neighbours in it.

Two programs without a solver, one of which knows nothing of the other's short cut.  The fifteen squares of a connected
garden are the last of such sets of squares.

>>> square = [(0, 1), (1, 0), (0, -1), (-1, 0)]
>>> [grown(square, n) for n in range(1, 7)], [sifted(square, n) for n in range(1, 7)]
([1, 2, 6, 17, 45, 102], [1, 2, 6, 17, 45, 102])
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

Cell = tuple[int, ...]


def plus(cell: Cell, offset: Cell) -> Cell:
    """The cell this many farther along each axis."""
    return tuple(map(sum, zip(cell, offset, strict=True)))


def grown(offsets: Sequence[Cell], size: int) -> int:
    """How many such sets of a size there are."""
    return sum(len(cells) == size for cells in sets(offsets, size))


def sets(offsets: Sequence[Cell], most: int) -> Iterator[frozenset[Cell]]:
    """All such sets of at most this many cells, each once, from its first cell in the order of coordinates.

    Every cell beside a known one is decided, as in the set or not; a cell in it whose neighbours are all decided shows
    its neighbourhood, which must be a new one.
    """
    first = (0,) * len(offsets[0])
    decided, members = {first: True}, [first]

    @cache
    def beside(cell: Cell) -> list[Cell]:
        return [plus(cell, offset) for offset in offsets]

    def neighbourhood(cell: Cell) -> int | None:
        code = 0
        for d, other in enumerate(beside(cell)):
            if other > first and other not in decided:
                return None
            code |= decided.get(other, False) << d
        return code

    def extended(used: frozenset[int]) -> Iterator[frozenset[Cell]]:
        near = (other for cell in members for other in beside(cell))
        undecided = next((cell for cell in near if cell > first and cell not in decided), None)
        if undecided is None:
            yield frozenset(members)
            return
        for inside in (True, False)[len(members) == most :]:
            decided[undecided] = inside
            if inside:
                members.append(undecided)
            changed = [cell for cell in (undecided, *beside(undecided)) if decided.get(cell)]
            shown = [code for cell in changed if (code := neighbourhood(cell)) is not None]
            if len(set(shown)) == len(shown) and used.isdisjoint(shown):
                yield from extended(used.union(shown))
            if inside:
                members.pop()
            del decided[undecided]

    return extended(frozenset())


def sifted(offsets: Sequence[Cell], size: int) -> int:
    """The same, by looking at all connected sets of the size."""
    total = 0
    for cells in connected(tuple(offsets), size):
        shown = {tuple(plus(cell, offset) in cells for offset in offsets) for cell in cells}
        total += len(shown) == size
    return total


@cache
def connected(offsets: Sequence[Cell], size: int) -> frozenset[frozenset[Cell]]:
    """All connected sets of a size, moved so that each lowest coordinate is 0."""
    if size == 1:
        return frozenset([frozenset([(0,) * len(offsets[0])])])
    found = set()
    for cells in connected(offsets, size - 1):
        for cell in {plus(cell, offset) for cell in cells for offset in offsets} - cells:
            larger = {*cells, cell}
            low = [min(line) for line in zip(*larger, strict=True)]
            found.add(frozenset(tuple(c - least for c, least in zip(one, low, strict=True)) for one in larger))
    return frozenset(found)
