"""Packed gardens of any directions counted cell by cell, by dynamic programming over what later cells can see.

Written without any solver, as a second opinion.  A state is the set of tiles that are laid, and the colours of the
faces that look from a cell with a tile at one without.

>>> square = [(0, 1), (1, 0), (0, -1), (-1, 0)]
>>> tilings([(x, y) for x in range(4) for y in range(4)], square)
652
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

Cell = tuple[int, ...]


def tilings(cells: Sequence[Cell], offsets: Sequence[Cell], *, free: bool = False, distinct: bool = False) -> int:
    """How many ways there are to fill cells with all subsets of directions, each once.

    offsets: where each direction leads.
    free: faces that look out may be blue, too.
    distinct: each subset at most once, so that there may be fewer cells.
    """
    number = {cell: i for i, cell in enumerate(cells)}
    tiles = range(2 ** len(offsets))
    if not distinct and len(cells) != len(tiles):
        return 0
    back = [offsets.index(tuple(-step for step in offset)) for offset in offsets]
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    waiting: list[tuple[Cell, int]] = []
    for i, cell in enumerate(cells):
        beyond = [tuple(c + step for c, step in zip(cell, offset, strict=True)) for offset in offsets]
        known = {d: waiting.index((other, back[d])) for d, other in enumerate(beyond) if number.get(other, i) < i}
        later = [d for d, other in enumerate(beyond) if number.get(other, -1) > i]
        red = sum(1 << d for d, other in enumerate(beyond) if other not in number) * (not free)
        kept = [place for place in range(len(waiting)) if place not in known.values()]
        seen = sum(1 << d for d in known)
        after: defaultdict[tuple[int, int], int] = defaultdict(int)
        for (used, colours), count in ways.items():
            shown = sum((colours >> place & 1) << d for d, place in known.items())
            rest = sum((colours >> place & 1) << new for new, place in enumerate(kept))
            for tile in tiles:
                if not (used >> tile & 1 or tile & red or (tile & seen) != shown):
                    new = sum((tile >> d & 1) << len(kept) + at for at, d in enumerate(later))
                    after[used | 1 << tile, rest | new] += count
        waiting = [waiting[place] for place in kept] + [(cell, d) for d in later]
        ways = after
    return sum(ways.values())
