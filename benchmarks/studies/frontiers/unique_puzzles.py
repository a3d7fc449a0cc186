"""How many Slitherlinks and Numberlinks of a board have one solution.

Loops are those of the frontier, and sets of paths are found by a search; then all puzzles of each are counted.  Puzzles
that differ by a turn or a mirror image are different, and so are Slitherlinks of one loop that show other numbers.

>>> slitherlinks(2, 2), numberlinks(2, 2)
((13, 93, 2), (8, 2, 6, 6))
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Any

import numpy as np
import numpy.typing as npt

import cpmodels as cm
from benchmarks.studies.frontiers.answers import question
from benchmarks.studies.machine_code import compiled
from benchmarks.studies.questions import Answer, agreed
from cpmodels.base.graph import grid
from cpmodels.base.lattice import Cell
from cpmodels.base.regions import box
from cpmodels.base.values import by, in_rows
from cpmodels.puzzles.numberlink import Numberlink
from cpmodels.puzzles.slitherlink import Slitherlink, sides_on

Array = npt.NDArray[Any]

BOARDS = ((2, 2), (2, 3), (2, 4), (3, 3), (2, 5), (3, 4), (3, 5), (4, 4), (4, 5), (5, 5))

MOST_PATHS = 20
"""Up to how many cells Numberlinks are counted: 4 x 5 cells have a hundred million sets of paths, which take 3 GB."""


def slitherlinks(rows: int, cols: int) -> tuple[int, int, int]:
    """How many loops a board has, how many puzzles have one solution, and how few numbers such a puzzle has.

    A 4 is the number of a loop round one cell, and leaves one solution by itself: the fewest are those of other loops.
    """
    loops = cm.all_solutions(Slitherlink(in_rows(rows, cols, {})))
    numbers = np.array([[*sides_on(loop, box(rows, cols)).values()] for loop in loops])
    cells = np.arange(rows * cols)
    board = cells.reshape(rows, cols)
    lying = [board, board.T] if rows == cols else [board]
    turned = [one[::down, ::right].ravel() for one, down, right in product(lying, (1, -1), (1, -1))]
    orbit = np.min([numbers[:, turn] @ 5**cells for turn in turned], axis=0)
    bits = np.array([(numbers >> bit & 1) @ (1 << cells) for bit in range(3)]).astype(np.uint64)
    puzzles = blank = 0
    for loop, times in zip(*np.unique(orbit, return_index=True, return_counts=True)[1:], strict=True):
        words = compiled(blanks)(bits, loop, len(cells))
        puzzles += int(times) * int(np.bitwise_count(words).sum())
        if 4 not in numbers[loop]:
            blank = max(blank, most_blank(words, blank))
    return len(numbers), puzzles, len(cells) - blank


def blanks(bits: Array, loop: int, cells: int) -> Array:
    """Which sets of cells can be blank, as all others show the numbers of a loop and no other loop has them.

    bits: the three bits of the numbers; of each a bit for each cell, for each loop.

    A bit for each set of cells, 64 to a word.  Another loop has the numbers, too, when all cells in which it differs
    are blank: those sets are marked first, then all that contain a marked one.
    """
    marked = np.zeros(max(1, (1 << cells) >> 6), np.uint64)
    one, six, low = np.uint64(1), np.uint64(6), np.uint64(63)
    if cells < 6:
        marked[0] = ~np.uint64(0) << np.uint64(1 << cells)
    for other in range(bits.shape[1]):
        if other != loop:
            apart = bits[0, other] ^ bits[0, loop]
            apart |= bits[1, other] ^ bits[1, loop]
            apart |= bits[2, other] ^ bits[2, loop]
            marked[apart >> six] |= one << (apart & low)
    shift = one
    for without in (
        0x5555555555555555,
        0x3333333333333333,
        0x0F0F0F0F0F0F0F0F,
        0x00FF00FF00FF00FF,
        0xFFFF0000FFFF,
        0xFFFFFFFF,
    ):
        for word in range(len(marked)):
            marked[word] |= (marked[word] & np.uint64(without)) << shift
        shift += shift
    step = 1
    while step < len(marked):
        for first in range(step, len(marked), 2 * step):
            for word in range(first, first + step):
                marked[word] |= marked[word - step]
        step *= 2
    return ~marked


def most_blank(words: Array, least: int) -> int:
    """How many cells the largest set has, if that is more than `least`; else 0."""
    high = np.bitwise_count(np.arange(len(words)))
    large = np.flatnonzero(high + 6 > least)
    sets = [(int(word), int(above)) for word, above in zip(words[large], high[large], strict=True) if word]
    return max((above + low.bit_count() for word, above in sets for low in range(64) if word >> low & 1), default=0)


def numberlinks(rows: int, cols: int) -> tuple[int, int, int, int]:
    """How many puzzles have a solution, and how many have one; and how many where all cells are to be on paths."""
    edges = np.array([[a[0] * cols + a[1], b[0] * cols + b[1]] for a, b in grid(rows, cols).edges])
    number = compiled(paths)(edges, rows * cols, np.zeros(0, np.int64))
    found = np.zeros(number, np.int64)
    compiled(paths)(edges, rows * cols, found)
    counts = [np.unique(codes, return_counts=True)[1] for codes in (found >> 1, found[found & 1 == 1])]
    few, few_full = ((len(times), int((times == 1).sum())) for times in counts)
    return (*few, *few_full)


def paths(edges: Array, cells: int, found: Array) -> int:
    """Find all sets of paths that share no cell, as far as there is room; gives back how many there are.

    Each is which cells it joins, in mixed radix: for each cell in turn, how far after it the one to which it is joined
    comes, or 0; then a bit that tells whether all cells are on paths.
    """
    count, at = 0, 0
    degree, mate = np.zeros(cells, np.int64), np.arange(cells)
    # For each edge: 0 where nothing was tried, 1 where it is drawn, 2 where it is not.
    state, far = np.zeros(len(edges) + 1, np.int64), np.zeros((len(edges), 2), np.int64)
    while at >= 0:
        if at == len(edges):
            code, radix = 0, 1
            for cell in range(cells):
                if degree[cell] == 1 and mate[cell] > cell:
                    code += radix * (mate[cell] - cell)
                radix *= cells - cell
            if code:
                if count < len(found):
                    found[count] = 2 * code + int(degree.min() > 0)
                count += 1
            at -= 1
            continue
        a, b = edges[at]
        if state[at] == 0 and degree[a] < 2 and degree[b] < 2 and mate[a] != b:
            state[at] = 1
            far[at] = mate[a], mate[b]
            mate[far[at, 0]], mate[far[at, 1]] = far[at, 1], far[at, 0]
            degree[a] += 1
            degree[b] += 1
        elif state[at] < 2:
            if state[at] == 1:
                degree[a] -= 1
                degree[b] -= 1
                mate[a], mate[b] = far[at]
                mate[far[at, 0]], mate[far[at, 1]] = a, b
            state[at] = 2
        else:
            at -= 1
            continue
        at += 1
        state[at] = 0
    return count


def asked(cells: Sequence[Cell]) -> Iterator[dict[Cell, int]]:
    """All Numberlinks of these cells: the numbers of those that have one."""
    if not cells:
        yield {}
        return
    first, *rest = cells
    yield from asked(rest)
    for i, other in enumerate(rest):
        for numbers in asked(rest[:i] + rest[i + 1 :]):
            yield {**numbers, first: len(numbers), other: len(numbers)}


def decided(rows: int, cols: int, joined: tuple[int, int]) -> None:
    """The library decides each Slitherlink of a board and each Numberlink of another; raises DisagreementError."""
    boards = product(product((None, *range(5)), repeat=cols), repeat=rows)
    unique = sum(cm.is_unique(Slitherlink(board)) is True for board in boards)
    agreed(f"Slitherlinks of {by((rows, cols))}", unique, slitherlinks(rows, cols)[1])
    for cover in (False, True):
        link = [Numberlink(in_rows(*joined, one), cover=cover) for one in asked(box(*joined)) if one]
        found = [len([*islice(cm.solutions(one), 2)]) for one in link]
        some = sum(number > 0 for number in found), found.count(1)
        agreed(f"Numberlinks of {by(joined)}", some, numberlinks(*joined)[2 * cover :][:2])


@question("instances", "How many Slitherlinks and Numberlinks have one solution")
def answer() -> Answer:
    """Boards in the order of their cells."""
    rows: list[list[Any]] = []
    for board in BOARDS:
        paths_found = numberlinks(*board) if board[0] * board[1] <= MOST_PATHS else ("", "", "", "")
        rows.append([by(board), *slitherlinks(*board), *paths_found])
    decided(2, 3, (3, 3))
    cells, loops, puzzles = rows[-1][:3]
    return Answer(
        f"**{puzzles:,} Slitherlinks of {cells} cells have one solution**: all ways to show some of the numbers of one "
        f"of its {loops:,} loops that no other loop has, too. A Slitherlink may show a 4, which leaves one solution by "
        "itself; *fewest* is how few numbers leave one other loop. A Numberlink is which pairs of cells are to be "
        "joined; *full*: where all cells are to be on paths. Puzzles that are turned or mirrored are not the same. "
        "R. Yoshinaka and others count such puzzles by decision diagrams (*Algorithms* 5, 2012); their tables were not "
        "at hand.",
        "`is_unique` and `solutions` decide all 46,656 Slitherlinks of 2 x 3 and all 2,619 Numberlinks of 3 x 3, "
        "both ways.",
        [
            *("cells", "loops", "Slitherlinks with one solution", "fewest"),
            *("Numberlinks with a solution", "with one", "full, with a solution", "full, with one"),
        ],
        rows,
    )
