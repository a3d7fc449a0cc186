"""Boards of edge matching on which as many edges match as can be, by beam search and annealing in machine code.

Cells are filled in a fixed order, and of all ways to fill the cells so far that are known, those that are worth most go
on; their number is the width of the beam.  A way is worth less for every mismatch, and more when the pieces that are
left are likely to fit: when their colours are spread unevenly, so that two edges at random agree often, and when many
edges are left for each edge that waits for a neighbour.  That is what makes up for never taking anything back: Eternity
II ends with some 457 matching edges of 480 in a second, where a search in depth that may leave mismatches from
a certain depth on (J. Blackwood's) or that saves pieces which fit well (L. Verhaard's) ends with some 440 in a minute.
Then simulated annealing exchanges pieces of its best boards, two by two (S. Kirkpatrick, C. D. Gelatt and M. P. Vecchi,
1983), and takes back what a beam cannot.
Beam search is B. Lowerre's (1976); how it fares on Eternity II is reported at eternity2.dev.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from itertools import chain, combinations, product
from random import Random
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from cpmodels.base.errors import MissingExtraError
from cpmodels.base.lattice import SQUARE, Cell
from cpmodels.base.regions import box
from cpmodels.base.values import in_rows
from cpmodels.engines.backtracking._compiled import is_installed, kernel
from cpmodels.model.strategies import Runs, Steps
from cpmodels.puzzles.edge_matching.puzzle import Board, EdgeMatching, Edges, Placement, border_sides, rim_sides

__all__ = ["HARD", "Boards", "beams", "swaps"]

Array = npt.NDArray[Any]

MISMATCH = 4.0
"""What a mismatch takes away: it makes some 20 times as many ways to go on, and e^4 is 55."""

UNEVEN = 0.25
"""The weight of the logarithm of the chance that the edges left agree at random."""

WAITING = 0.1
"""The weight of the logarithms of the numbers of edges left for those that wait."""

NOISE = 0.2
"""How much chance adds: ways that are worth the same differ, and so do two searches."""

WEIGHTS = tuple(map(np.float32, (MISMATCH, UNEVEN, WAITING, NOISE)))

PARENTS = 2_000
"""How many ways are continued, or made, in one call of machine code, which takes a millisecond."""

SPARE = 40_000
"""Room for candidates beside that for two beams, and for more than are gathered at once."""

SPAN, BINS, TO_ONE = np.float32(56), 4_096, np.float32(64)
"""Candidates are counted by what they are worth, in bins of a 64th from 56 below the best way to 8 above it, so that it
is known at once which are worth too little."""

MOST_BYTES = 2**27
"""How many bytes the ways of a beam have at most; all of it has some three times as many.  On Eternity II with eight
pieces pinned a way has 113: beams of 1.2 million have 440 MB and take 70 seconds."""

FORGOTTEN = 8
"""After how many cells ways without a way that continues them are forgotten.  Of the ways of 176 cells of Eternity II
one is left at the end."""

MOST_PAIRS = 200_000
"""How many lists of looks by two colours there are at most: those of 60 colours and a border take 0.3 s and 20 MB, of
400 they would take 10 s and 700 MB.  Without them beams take 2.2 times as long for boards of 16 x 16 with 22 colours,
as for 30 x 30 with 60, and 1.7 times with 100."""

KERNELS = "cpmodels.puzzles.edge_matching._beam_kernel"
SWAPS = "cpmodels.puzzles.edge_matching._swap_kernel"

NARROWEST, WIDER = 32, 4
"""How many ways the first beam follows, and how much wider than the one before each of the next is.  In the mean, beams
of 8,192 match 457.2 edges of Eternity II, of 131,072 459.0, of 524,288 460.0, and of 4 million 461.2: half an edge more
for twice the time.  Two of a width differ by an edge, so that the best of seven of 131,072 is about as good as one of a
million, and the best of eighty half an edge worse than one of four million, which takes no longer."""

SURE = 0.9
"""How much of the time that is left a beam is to take at most: they differ by some hundredths."""

BOARDS, DRAWS = 16, 4
"""How many of a beam's boards are annealed, and how often for each way and cell a pair of cells is drawn for them: that
takes a seventh of the time of the beam.  Eternity II with eight pieces pinned, in the mean: 0.5 more edges match with
beams of 8,192 (60 boards, sure to 0.1), 0.7 with 131,072 (30, sure to 0.15) and 0.3 with 524,288 (12, to 0.15), and
beams of twice the width match 0.5 more.  Drawn twice as often, 0.1 more; the best board alone 0.1 less."""

AT_ONCE = 100_000
"""How many pairs of cells are drawn in one call of machine code, which takes a millisecond."""

ODDS = np.exp(-np.arange(1, 9) / 0.25) * 2**24
"""The chance, in parts of 2^24, that one mismatch more is kept, that two are, and so on: the temperature is 0.25.  With
0.2 or 0.3 boards become as good, with 0.16 or 0.35 they gain little."""

HARD = 30
"""The most pieces whose best boards a single beam, beside CP-SAT, is to find and to prove.  For random sets of 3 x 4
with nine colours beams that follow better ways alone have a proof in 0.1 s, others not in 25."""

TAIL = 5
"""How many last lines are filled across.  Where edges no longer match, all of a line would be a mismatch with the one
before; filled across, the cells of a column at least match one another.  Eternity II: 458.9 in place of 457.3 matching
edges with beams of 2,048.  With 131,072, three last lines give 459.0, four 459.1, five 459.5, six 459.3 and eight 459.1
in the mean of 30 boards or more, which is sure to some 0.15."""


class Boards:
    """The cells and pieces of a puzzle as beams take them: those that clues fix, and the looks of the others.

    pieces: the colours of each look of a piece, four rows for each piece, from 0, and the colours that fit them; for
        each piece one with the same looks that is to be used before, or -1; and the colour of the rim, or -1.
    wanted: the colour that fits each colour.
    counts: how many edges of each colour the free pieces have, those of the rim left out.
    kinds: the looks for each kind of cell; kind_of: the kind for each look, or -1; kind: that of each free cell.
    known: the pieces that lie on the board already, each with its colours.
    """

    def __init__(self, puzzle: EdgeMatching) -> None:
        self.puzzle = puzzle
        shown = {colour for edges in puzzle.pieces for colour in edges}
        number = {colour: at for at, colour in enumerate(sorted(shown | {puzzle.sign * colour for colour in shown}))}
        clues = puzzle.clued.items()
        self.known = {cell: (place.piece, [number[c] for c in puzzle.edges_at(place)]) for cell, place in clues}
        loose = [(piece, puzzle.pieces[piece]) for piece in sorted(chain(*puzzle.free_pieces.values()))]
        turns = {4 * p + turn: edges for p, edges in loose for turn in range(len(puzzle.orientations(edges)))}
        looks = {look: puzzle.edges_at(Placement(*divmod(look, 4))) for look in turns}
        border = puzzle.border is not None
        free = [cell for cell in box(puzzle.rows, puzzle.cols) if cell not in puzzle.clued]
        patterns = {cell: rim_sides(puzzle, cell) if border else () for cell in free}
        kinds = list(dict.fromkeys(patterns.values()))
        self.kind: dict[Cell, int] = {cell: kinds.index(pattern) for cell, pattern in patterns.items()}
        before, last = np.full(len(puzzle.pieces), -1, np.int64), dict[Edges, int]()
        self.counts = np.zeros(len(number), np.int64)
        for piece, edges in loose:
            before[piece] = last.get(puzzle.shape(edges), -1)
            last[puzzle.shape(edges)] = piece
            for colour in edges:
                self.counts[number[colour]] += colour != puzzle.border
        shows = {look: border_sides(puzzle, edges) if border else () for look, edges in looks.items()}
        self.kinds = [[look for look, sides in shows.items() if sides == kind] for kind in kinds]
        self.kind_of = np.full(4 * len(puzzle.pieces), -1, np.int64)
        for number_of, each in enumerate(self.kinds):
            self.kind_of[each] = number_of
        sides = np.zeros((2, 4 * len(puzzle.pieces), 4), np.int16)
        for look, edges in looks.items():
            sides[:, look] = [number[c] for c in edges], [number[puzzle.sign * c] for c in edges]
        self.wanted = np.array([number[puzzle.sign * colour] for colour in number], np.int64)
        rim = -1 if puzzle.border is None else number.get(puzzle.border, -1)
        self.pieces = (*sides, before, rim)
        self.lists = lists_of(sides[0].tolist(), self.kinds, len(number))

    def beam(self, width: int, random: Random) -> Beam:
        """A beam from any corner, along the shorter side of the board."""
        rows, cols = self.puzzle.rows, self.puzzle.cols
        across = rows < cols if rows != cols else random.random() < 0.5
        lines, length = (cols, rows) if across else (rows, cols)
        down, right = random.random() < 0.5, random.random() < 0.5
        tail = min(TAIL, lines - 1)
        steps = [*product(range(lines - tail), range(length))]
        steps += [(line, at) for at in range(length) for line in range(lines - tail, lines)]
        cells = []
        for line, at in steps:
            place = (lines - 1 - line if down else line, length - 1 - at if right else at)
            cells.append(place[::-1] if across else place)
        free = [cell for cell in cells if cell not in self.puzzle.clued]
        return Beam(self, free, width, random.randrange(2**62))

    def board(self, cells: Sequence[Cell], looks: Sequence[int]) -> Board:
        """The board with these looks of pieces on the cells, and the clues."""
        laid = self.puzzle.clued | {cell: Placement(*divmod(look, 4)) for cell, look in zip(cells, looks, strict=True)}
        return Board(in_rows(self.puzzle.rows, self.puzzle.cols, laid))


def order_of(boards: Boards, cells: Sequence[Cell], first: int) -> tuple[tuple[Array, Array], list[int]]:
    """What each cell sees of its neighbours when it is filled, one after the other, and what waits at the beginning.

    Edges that wait for a neighbour have places in a row, from `first`; a place is used again when its edge has met its
    neighbour.
    There is for each step and side the place of the edge that is met there, or that is left to wait, or -1; and for
    each place the colour that waits at pieces that are fixed, or a number that no colour has.
    """
    number = {cell: step for step, cell in enumerate(cells)}
    sees, tells = (np.full((len(cells), 4), -1, np.int64) for _ in range(2))
    place_of: dict[frozenset[Cell], int] = {}
    waiting: list[int] = []
    unused: list[int] = []

    def place(cell: Cell, near: Cell, colour: int = len(boards.counts)) -> int:
        if not unused:
            unused.append(first + len(waiting))
            waiting.append(colour)
        place_of[frozenset((cell, near))] = found = unused.pop()
        return found

    for cell, (_, edges) in boards.known.items():
        for side, near in enumerate(SQUARE.neighbours(cell)):
            if near in number:
                place(cell, near, int(boards.wanted[edges[side]]))
    for step, cell in enumerate(cells):
        met = []
        for side, near in enumerate(SQUARE.neighbours(cell)):
            if (at := place_of.get(frozenset((cell, near)))) is not None:
                sees[step, side] = at
                met.append(at)
        for side, near in enumerate(SQUARE.neighbours(cell)):
            if number.get(near, -1) > step:
                tells[step, side] = place(cell, near)
        unused += met
    return (sees, tells), waiting


def random_state(seed: int) -> Array:
    """Where the random numbers of a kernel begin."""
    return np.array([(seed * 0x9E3779B97F4A7C15 + 0x2545F4914F6CDD1D) % 2**64 or 1], np.uint64)


PAIRS = tuple(combinations(range(4), 2))
"""Each two sides."""


def lists_of(edges: Sequence[Sequence[int]], kinds: Sequence[Sequence[int]], colours: int) -> tuple[Any, ...]:
    """The looks of each kind, those with each colour on each side, and those with each two colours on each two sides.

    The last are left out where there would be too many.  Each list is a stretch of one array, from one number in a
    table to the next.  Then which pair of sides two sides are, and how many looks the kind with the most of them has.
    """
    pairs = PAIRS if len(kinds) * 6 * colours**2 <= MOST_PAIRS else ()
    counts = (4 * colours, len(pairs) * colours**2)
    one, two = ([[list[int]() for _ in range(count)] for _ in kinds] for count in counts)
    for kind, looks in enumerate(kinds):
        for look in looks:
            shown = edges[look]
            for side in range(4):
                one[kind][side * colours + shown[side]].append(look)
            for pair, (a, b) in enumerate(pairs):
                two[kind][(pair * colours + shown[a]) * colours + shown[b]].append(look)
    pair_of = np.full((4, 4), -1, np.int64)
    for pair, sides in enumerate(PAIRS):
        pair_of[sides] = pair
    stretches = (_stretches(kinds), _stretches([*chain(*one)]), _stretches([*chain(*two)]))
    return (*chain(*stretches), pair_of, max(map(len, kinds), default=0))


def _stretches(lists: Sequence[Sequence[int]]) -> tuple[Array, Array]:
    ends = np.cumsum([0, *map(len, lists)])
    return np.array([x for one in lists for x in one] or [0], np.int64), ends


class Beam:
    """One search by one order: `fill` goes through it in short steps.

    best: after the last step, a row for each of the best boards, best first, of the looks on the cells in the order;
        mismatches: how many the first has.
    complete: whether no way was given up, so that there is no better board.
    """

    def __init__(self, boards: Boards, cells: Sequence[Cell], width: int, seed: int) -> None:
        self.best: Array = np.zeros((0, len(cells)), np.int64)
        self.mismatches, self.complete = 0, True
        largest = max(len(boards.counts), *boards.counts)
        bits = 8 if largest < 2**8 else 16 if largest < 2**16 else 32
        words = -(-len(boards.puzzle.pieces) // bits)
        sides, waiting = order_of(boards, cells, words)
        # Where nothing waits there stands a colour of which one edge is left, as the logarithm of 1 is 0.
        row = np.array([*[0] * words, *waiting, *boards.counts, 1], f"uint{bits}")
        for piece, _ in boards.known.values():
            row[piece // bits] |= 1 << piece % bits
        width = min(width, MOST_BYTES // (row.nbytes + 16))
        self.cells, self.boards, self.width = cells, boards, width
        kind = np.array([boards.kind[cell] for cell in cells])
        self._order = (*sides, kind, bits.bit_length() - 1, words, words + len(waiting))
        columns: list[tuple[Any, Any]] = [((width, len(row)), row.dtype)]
        columns += [(width, of) for of in (np.int32, np.int64, np.float32)]
        self._now, self._next = (tuple(np.zeros(shape, of) for shape, of in columns) for _ in range(2))
        self._now[0][0] = row
        self._now[2][0] = (boards.counts * boards.counts[boards.wanted]).sum()
        logs = np.log(np.maximum(np.arange(int(boards.counts.max(initial=0)) + 2), 0.25)).astype(np.float32)
        self._random = random_state(seed)
        self._judged = logs, WEIGHTS
        room = 2 * width + 4 * boards.lists[-1] + SPARE
        self._found = tuple(np.empty(room, of) for of in (np.int32, np.int32, np.int32, np.float32))
        self._line: list[tuple[Array, Array]] = []  # For each cell, the way before and the look of each way.

    def fill(self, most: int) -> Iterator[None]:
        """Fill cell after cell, only by ways with at most this many mismatches; there may be none left."""
        count = 1
        for step in range(len(self.cells)):
            kept = yield from self._candidates(step, count, most)
            if not kept:
                return
            yield
            for first in range(0, kept, PARENTS):
                kernel(KERNELS, "lay")(
                    *(step, first, min(first + PARENTS, kept), self._found, self._now, self._next),
                    *(self.boards.pieces, self._order, *self._judged),
                )
                yield
            self._now, self._next = self._next, self._now
            self._line.append((self._found[0][:kept].copy(), self._found[1][:kept].copy()))
            if step % FORGOTTEN == 0:
                self._forget(step)
            yield
            count = kept
        mismatches = self._now[1][:count]
        ways = np.argsort(mismatches, kind="stable")[:BOARDS]
        self.mismatches = int(mismatches[ways[0]])
        self.best = np.zeros((len(ways), len(self.cells)), np.int64)
        for step in reversed(range(len(self.cells))):
            parents, looks = self._line[step]
            self.best[:, step], ways = looks[ways], parents[ways]

    def _candidates(self, step: int, count: int, most: int) -> Generator[None, None, int]:
        """Find the best candidates for a cell; gives back how many."""
        kept, gain = 0, -np.inf
        lowest = self._now[3][:count].max() - SPAN
        bins, bounds = np.zeros(BINS, np.int64), np.array([0, 0, self.width])
        tables = (self._now, self._found, self.boards.pieces, self.boards.lists, self._order)
        # Those that match go first, so that it is known what others have to be worth.
        for more in range(5):
            if more >= 2 and kept >= self.width:
                self.complete = False
                break
            parent = 0
            while parent < count:
                end = min(parent + PARENTS, count)
                parent, kept, gain = kernel(KERNELS, "candidates")(
                    *(step, parent, end, more, most, kept, np.float32(gain), *tables),
                    *((bins, bounds, lowest, TO_ONE), self._random, *self._judged),
                )
                if kept > 2 * self.width:
                    kept = self._select(kept)
                    at = np.clip((self._found[3][:kept] - lowest) * TO_ONE, 0, BINS - 1).astype(np.int64)
                    bins[:] = np.bincount(at, minlength=BINS)
                    bounds[:2] = at.min(), kept
                yield
        if bounds[0]:
            self.complete = False
        return self._select(kept)

    def _select(self, count: int) -> int:
        """Move the best candidates to the front; gives back how many."""
        if count <= self.width:
            return count
        self.complete = False
        worth = self._found[3][:count]
        least = np.partition(worth, count - self.width)[count - self.width]
        best = np.flatnonzero(worth >= least)[: self.width]
        for column in self._found:
            column[: len(best)] = column[best]
        return len(best)

    def _forget(self, step: int) -> None:
        """Forget the ways that have none that continues them."""
        for at in range(step, 0, -1):
            parents, looks = self._line[at]
            before = self._line[at - 1]
            goes_on = np.zeros(len(before[0]), bool)
            goes_on[parents] = True
            self._line[at] = (np.cumsum(goes_on, dtype=np.int32) - 1)[parents], looks
            self._line[at - 1] = before[0][goes_on], before[1][goes_on]


def swaps(boards: Boards, cells: Sequence[Cell], looks: Array, draws: int, seed: int) -> Iterator[int]:
    """Exchange pieces of a board by simulated annealing; gives how many mismatches it has, at first and in short steps.

    looks: those on the cells, which are changed; when there are fewer mismatches than ever before, they are shown.
    """
    row = {cell: at for at, cell in enumerate(chain(cells, boards.known))}
    near = np.array([[row.get(cell, len(row)) for cell in SQUARE.neighbours(each)] for each in cells], np.int64)
    edges, fits, *_ = boards.pieces
    shown = np.full((len(row) + 1, 4), -1, np.int16)
    shown[: len(cells)] = edges[looks]
    for cell, (_, colours) in boards.known.items():
        shown[row[cell]] = colours
    there = shown[near, [2, 3, 0, 1]]
    wrong = (there >= 0) & (there != fits[looks])
    kind = np.array([boards.kind[cell] for cell in cells])
    tables = ((looks, shown, wrong.sum(axis=1)), (near, kind), (edges, fits, boards.kind_of), random_state(seed), ODDS)
    # An edge between two of the cells is counted from both.
    mismatches = least = int((wrong * np.where(near < len(cells), 1, 2)).sum()) // 2
    yield least
    while draws > 0 and least:
        at_once = min(draws, AT_ONCE)
        left, gone = kernel(SWAPS, "swaps")(at_once, mismatches - least + 1, *tables)
        draws -= at_once - left
        mismatches -= gone
        least = min(least, mismatches)
        yield mismatches


def beams(puzzle: EdgeMatching, seed: int, runs: Runs) -> Steps[Board]:
    """Better and better boards, of wider and wider beams; True at the end, when there is no better one.

    Where it is known how much time is left, no beam is wider than what the one before leads to expect to fit in it.
    """
    if not is_installed():
        raise MissingExtraError(
            "CP-SAT searched alone; with Numba, which is not installed, better boards are soon found: pip install numba"
        )
    random = Random(seed)
    boards = Boards(puzzle)
    if not boards.kinds:
        yield boards.board((), ())
        return True
    least, width = 4 * len(puzzle.pieces), NARROWEST
    # Annealing may take two mismatches away, but hardly more; for a proof only better ways are followed.
    spare = 1 if len(puzzle.pieces) > HARD else -1
    while least:
        begun = perf_counter()
        beam = boards.beam(width, random)
        for _ in beam.fill(least + spare):
            yield None
        draws = DRAWS * beam.width * len(beam.cells) // max(len(beam.best), 1)
        for looks in beam.best:
            for mismatches in swaps(boards, beam.cells, looks, draws, random.randrange(2**62)):
                better = mismatches < least
                least = min(least, mismatches)
                yield boards.board(beam.cells, looks.tolist()) if better else None
        if beam.complete:
            break
        wider = WIDER if runs.left is None else min(WIDER, SURE * runs.left / (perf_counter() - begun))
        width = max(int(wider * beam.width), NARROWEST)
    return True
