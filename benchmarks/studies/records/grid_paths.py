"""All Hamiltonian paths of a square grid between two cells, by backtracking, without a solver.

Cells are counted row by row, from 0.  A path is given up when a free cell has too few ways left, or when the free cells
are cut in two; sets of cells are words of 64 bits, so that both are seen at a few strokes.

>>> len(paths_between(6, 0, 35)), 2 * sum(len(paths_between(4, *ends)) * times for ends, times in end_pairs(4).items())
(0, 552)
>>> len(paths_between(5, 0, 24))
104
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
import numpy.typing as npt

from benchmarks.studies.machine_code import compiled

Places = npt.NDArray[np.uint8]

MOST = 14_000_000
"""More paths than there are between any two cells of 8 x 8."""

DIRECTED = {2: 8, 3: 40, 4: 552, 5: 8648, 6: 458696, 7: 27070560, 8: 6046626568}
"""How many Hamiltonian paths n x n grids have, in both directions: OEIS A096969."""


@cache
def symmetries(side: int) -> tuple[tuple[int, ...], ...]:
    """Where each of the eight symmetries of the square takes each cell."""
    last = side - 1
    cells = [(r, c) for r in range(side) for c in range(side)]
    turns = [cells]
    for _ in range(3):
        turns.append([(c, last - r) for r, c in turns[-1]])
    return tuple(tuple(r * side + c for r, c in image) for one in turns for image in (one, [(c, r) for r, c in one]))


def end_pairs(side: int) -> dict[tuple[int, int], int]:
    """The pairs of cells that may be the ends of a path, one of each orbit, with the size of the orbit.

    Coloured like a chessboard, a path of an even number of cells has ends of both colours, and one of an odd number has
    ends of the colour of the corners.
    """
    colour = [(cell // side + cell % side) % 2 for cell in range(side * side)]
    images = symmetries(side)
    found: dict[tuple[int, int], int] = {}
    for one, other in combinations(range(side * side), 2):
        if (colour[one] != colour[other]) if side % 2 == 0 else colour[one] == colour[other] == 0:
            first = min((min(m[one], m[other]), max(m[one], m[other])) for m in images)
            found[first] = found.get(first, 0) + 1
    return found


def paths_between(side: int, start: int, end: int) -> Places:
    """All paths through every cell from one to another, a row of cells each."""
    beside = [
        [
            there[0] * side + there[1] if min(there) >= 0 and max(there) < side else -1
            for there in ((r - 1, c), (r, c + 1), (r + 1, c), (r, c - 1))
        ]
        for r in range(side)
        for c in range(side)
    ]
    columns = [sum(1 << cell for cell in range(side * side) if cell % side != column) for column in (0, side - 1)]
    found = np.empty((MOST, side * side), np.uint8)  # The system gives memory to the rows that are written.
    number = compiled(search)(side, start, end, np.array(beside), np.array(columns, np.uint64), found)
    if number > MOST:
        raise MemoryError(f"there are more than {MOST:,} paths")
    return found[:number].copy() if number < MOST // 4 else found[:number]


def search(
    side: int, start: int, end: int, beside: npt.NDArray[np.int64], columns: npt.NDArray[np.uint64], found: Places
) -> int:
    """How many paths there are; they are written into `found`, as many as it has rows.

    beside: the neighbours of each cell, -1 for none; columns: the cells that are not in the first column, nor the last.
    """
    size = side * side
    none, one, line = np.uint64(0), np.uint64(1), np.uint64(side)
    board = ~none >> np.uint64(64 - size)
    not_first, not_last = columns[0], columns[1]
    last = one << np.uint64(end)
    path = np.full(size, start)
    tried = np.full(size, -1)
    open_cells = np.zeros(size, np.uint64)
    free = board ^ (one << np.uint64(start))
    total = depth = 0
    new = True
    while depth >= 0:
        head = path[depth]
        if new:
            tried[depth] = -1
            open_cells[depth] = none
            if depth == size - 1:
                if total < len(found):
                    for i in range(size):
                        found[total, i] = path[i]
                total += 1
            else:
                room = free | one << np.uint64(head)
                left, right = (room & not_last) << one, (room & not_first) >> one
                up, down = room << line & board, room >> line
                two = left & right | (left | right) & (up | down) | up & down
                three = left & right & (up | down) | up & down & (left | right)
                if free & (two | last) == free and last & (left | right | up | down) != none:
                    ways = none
                    for d in range(4):
                        if beside[head, d] >= 0:
                            ways |= one << np.uint64(beside[head, d])
                    ways &= free
                    if free != last:
                        ways &= ~last
                    narrow = ways & ~three  # Such a cell is passed now or never.
                    if narrow != none:
                        ways = narrow if narrow & (narrow - one) == none else none
                    reached = ways & (~ways + one) if ways != none else none
                    grown = none
                    while grown != reached:
                        grown = reached
                        reached |= (grown & not_last) << one | (grown & not_first) >> one
                        reached |= grown << line | grown >> line
                        reached &= free
                    if reached == free:
                        open_cells[depth] = ways
        new = False
        while tried[depth] < 3:
            tried[depth] += 1
            there = beside[head, tried[depth]]
            if there >= 0 and open_cells[depth] >> np.uint64(there) & one != none:
                depth += 1
                path[depth] = there
                free ^= one << np.uint64(there)
                new = True
                break
        if not new:
            free |= one << np.uint64(head)
            depth -= 1
    return total
