"""Boards of edge matching on which as many edges match as can be, found by a beam search in machine code.

Cells are filled in a fixed order, and of all ways to fill the cells so far that are known, those that are worth most go
on; their number is the width of the beam.  A way is worth less for every mismatch, and more when the pieces that are
left are likely to fit: when their colours are spread unevenly, so that two edges at random agree often, and when many
edges are left for each edge that waits for a neighbour.  That is what makes up for never taking anything back: Eternity
II ends with some 457 matching edges of 480 in two seconds, where a search in depth that may leave mismatches from
a certain depth on (J. Blackwood's) or that saves pieces which fit well (L. Verhaard's) ends with some 440 in a minute.
Beam search is B. Lowerre's (1976); how it fares on Eternity II is reported at eternity2.dev.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, product
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from cpmodels.base.lattice import SQUARE, Cell
from cpmodels.base.regions import box
from cpmodels.base.values import in_rows
from cpmodels.engines.backtracking._compiled import is_installed, kernel
from cpmodels.errors import MissingExtraError
from cpmodels.model.strategies import Steps
from cpmodels.puzzles.edge_matching.puzzle import Board, EdgeMatching, Edges, Placement, border_sides, rim_sides

__all__ = ["Boards", "beams"]

Array = npt.NDArray[Any]

MISMATCH = 4.0
"""What a mismatch takes away: it makes some 20 times as many ways to go on, and e^4 is 55."""

UNEVEN = 0.25
"""The weight of the logarithm of the chance that the edges left agree at random."""

WAITING = 0.1
"""The weight of the logarithms of the numbers of edges left for those that wait."""

NOISE = 0.3
"""How much chance adds: ways that are worth the same differ, and so do two searches."""

WEIGHTS = tuple(map(np.float32, (MISMATCH, UNEVEN, WAITING, NOISE)))

PARENTS = 2_000
"""How many ways are continued in one call of machine code, which takes some milliseconds."""

SPARE = 40_000
"""Room for candidates beside that for two beams."""

MOST_BYTES = 2**26
"""How many bytes the ways of a beam have at most, so that all of it has some 130 MB: beams are narrower where a way
takes more than 512, as on boards of 60 x 60 or with 400 colours; on Eternity II it takes 124."""

FORGOTTEN = 8
"""After how many cells ways without a way that continues them are forgotten.  Of the ways of 176 cells of Eternity II
one is left at the end."""

MOST_PAIRS = 200_000
"""How many lists of looks by two colours there are at most: those of 60 colours and a border take 0.3 s and 20 MB, of
400 they would take 10 s and 700 MB.  Without them beams take a third longer for boards of 16 x 16 with 22 colours, and
a tenth longer with 60 or 100."""

KERNELS = "cpmodels.puzzles.edge_matching._beam_kernel"

NARROWEST, WIDER, WIDEST = 32, 4, 131_072
"""How many ways the first beam follows, how much wider than the one before each of the next is, and the widest, which
takes some 60 MB.  In the mean, beams of 8,192 match 457.0 edges of Eternity II and take 0.4 s, of 131,072 459.5 in 6 s,
and of 262,144 459.6 in 13 s."""

TAIL = 4
"""How many last lines are filled across.  Where edges no longer match, all of a line would be a mismatch with the one
before; filled across, the cells of a column at least match one another.  Eternity II: 458.9 in place of 457.3 matching
edges with beams of 2,048."""


class Boards:
    """The cells and pieces of a puzzle as beams take them: those that clues fix, and the looks of the others.

    pieces: the colours of each look of a piece, a row each, from 0; whose look it is; for each piece one with the same
        looks that is to be used before, or -1; the colour that fits each colour; and the colour of the rim, or -1.
    counts: how many edges of each colour the free pieces have, those of the rim left out.
    kinds: what kind of cell each look is for; kind: that of each free cell.
    known: the pieces that lie on the board already, each with its colours.
    """

    def __init__(self, puzzle: EdgeMatching) -> None:
        self.puzzle = puzzle
        shown = {colour for edges in puzzle.pieces for colour in edges}
        number = {colour: at for at, colour in enumerate(sorted(shown | {puzzle.sign * colour for colour in shown}))}
        clues = puzzle.clued.items()
        self.known = {cell: (place.piece, [number[c] for c in puzzle.edges_at(place)]) for cell, place in clues}
        loose = [(piece, puzzle.pieces[piece]) for piece in sorted(chain(*puzzle.free_pieces.values()))]
        self.placements = [Placement(p, turn) for p, edges in loose for turn in range(len(puzzle.orientations(edges)))]
        looks = [puzzle.edges_at(place) for place in self.placements]
        border = puzzle.border is not None
        free = [cell for cell in box(puzzle.rows, puzzle.cols) if cell not in puzzle.clued]
        patterns = {cell: rim_sides(puzzle, cell) if border else () for cell in free}
        kinds = list(dict.fromkeys(patterns.values()))
        self.kind: dict[Cell, int] = {cell: kinds.index(pattern) for cell, pattern in patterns.items()}
        before, last = np.full(len(puzzle.pieces), -1, np.int64), dict[Edges, int]()
        self.counts = np.zeros(len(number), np.int16 if 4 * len(puzzle.pieces) < 2**15 else np.int32)
        for piece, edges in loose:
            before[piece] = last.get(puzzle.shape(edges), -1)
            last[puzzle.shape(edges)] = piece
            for colour in edges:
                self.counts[number[colour]] += colour != puzzle.border
        shows = [border_sides(puzzle, edges) if border else () for edges in looks]
        self.kinds = [[at for at, sides in enumerate(shows) if sides == kind] for kind in kinds]
        self.pieces = (
            np.array([[number[c] for c in edges] for edges in looks] or np.zeros((0, 4)), np.int16),
            np.array([place.piece for place in self.placements], np.int64),
            before,
            np.array([number[puzzle.sign * colour] for colour in number], np.int64),
            number.get(puzzle.border, -1) if puzzle.border is not None else -1,
        )
        self.lists = lists_of(self.pieces[0].tolist(), self.kinds, len(number))

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
        laid = self.puzzle.clued | {cell: self.placements[look] for cell, look in zip(cells, looks, strict=True)}
        return Board(in_rows(self.puzzle.rows, self.puzzle.cols, laid))


def order_of(boards: Boards, cells: Sequence[Cell]) -> tuple[tuple[Array, Array], Array]:
    """What each cell sees of its neighbours when it is filled, one after the other, and what waits at the beginning.

    Edges that wait for a neighbour have places in a row; a place is used again when its edge has met its neighbour.
    There is for each step and side the place of the edge that is met there, or that is left to wait, or -1; and for
    each place the colour that waits at pieces that are fixed, or -1.
    """
    number = {cell: step for step, cell in enumerate(cells)}
    sees, tells = (np.full((len(cells), 4), -1, np.int64) for _ in range(2))
    place_of: dict[frozenset[Cell], int] = {}
    waiting: list[int] = []
    unused: list[int] = []

    def place(cell: Cell, near: Cell, colour: int = -1) -> int:
        if not unused:
            unused.append(len(waiting))
            waiting.append(colour)
        place_of[frozenset((cell, near))] = found = unused.pop()
        return found

    wanted = boards.pieces[3]
    for cell, (_, edges) in boards.known.items():
        for side, near in enumerate(SQUARE.neighbours(cell)):
            if near in number:
                place(cell, near, int(wanted[edges[side]]))
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
    return (sees, tells), np.array(waiting or [-1], np.int16)


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

    best: the looks on the cells, in the order, of the best board, and mismatches: how many it has, after the last step.
    complete: whether no way was given up, so that there is no better board.
    """

    def __init__(self, boards: Boards, cells: Sequence[Cell], width: int, seed: int) -> None:
        self.best: Array = np.zeros(0, np.int64)
        self.mismatches, self.complete = 0, True
        sides, start = order_of(boards, cells)
        words, colours = (len(boards.puzzle.pieces) + 63) // 64, len(boards.counts)
        width = min(width, MOST_BYTES // (8 * words + 2 * len(start) + boards.counts.nbytes + 4))
        self.cells, self.boards, self.width = cells, boards, width
        self._order = (*sides, np.array([boards.kind[cell] for cell in cells], np.int64))
        columns: list[tuple[Any, Any]] = [((width, words), np.uint64), ((width, len(start)), np.int16)]
        columns += [((width, colours), boards.counts.dtype), (width, np.int32)]
        self._now, self._next = (tuple(np.zeros(shape, of) for shape, of in columns) for _ in range(2))
        used, waiting, left, _ = self._now
        for piece, _ in boards.known.values():
            used[0, piece >> 6] |= np.uint64(1 << (piece & 63))
        waiting[0], left[0] = start, boards.counts
        logs = np.log(np.maximum(np.arange(int(boards.counts.max(initial=0)) + 2), 0.25)).astype(np.float32)
        random = np.array([(seed * 0x9E3779B97F4A7C15 + 0x2545F4914F6CDD1D) % 2**64 or 1], np.uint64)
        self._chance = (np.empty(width, np.float32), logs, random, WEIGHTS)
        room = 2 * width + boards.lists[-1] + SPARE
        self._found = tuple(np.empty(room, of) for of in (np.int32, np.int32, np.int32, np.float32))
        self._line: list[tuple[Array, Array]] = []  # For each cell, the way before and the look of each way.

    def fill(self, most: int) -> Iterator[None]:
        """Fill cell after cell, only by ways with at most this many mismatches; there may be none."""
        count = 1
        for step in range(len(self.cells)):
            kept, least = 0, np.float32(-np.inf)
            tables = (self._now, self._found, self.boards.pieces, self.boards.lists, self._order)
            # Those that match go first, so that it is known what others have to be worth.
            for first, last in ((0, 0), (1, 1), (2, 4)):
                if kept > self.width:
                    kept, least = self._select(kept)
                if first == 2 and kept >= self.width:
                    self.complete = False
                    break
                parent = 0
                while parent < count:
                    end = min(parent + PARENTS, count)
                    parent, kept = kernel(KERNELS, "candidates")(
                        *(step, parent, end, first, last, most, least, kept, *tables, *self._chance)
                    )
                    if kept > 2 * self.width:
                        kept, least = self._select(kept)
                    yield
            kept, _ = self._select(kept)
            if not kept:
                self.best = np.zeros(0, np.int64)
                return
            yield
            self._lay(step, kept)
            count = kept
            yield
        mismatches = self._now[3][:count]
        way = int(np.argmin(mismatches))
        self.mismatches = int(mismatches[way])
        self.best = np.zeros(len(self.cells), np.int64)
        for step in reversed(range(len(self.cells))):
            parents, looks = self._line[step]
            self.best[step], way = looks[way], parents[way]

    def _select(self, count: int) -> tuple[int, np.float32]:
        """Move the best candidates to the front; gives back how many, and what the least of them is worth."""
        if count <= self.width:
            return count, np.float32(-np.inf)
        self.complete = False
        worth = self._found[3][:count]
        least = np.partition(worth, count - self.width)[count - self.width]
        best = np.flatnonzero(worth >= least)[: self.width]
        for column in self._found:
            column[: len(best)] = column[best]
        return len(best), np.float32(least)

    def _lay(self, step: int, count: int) -> None:
        """Make ways of the candidates, and forget those that have none."""
        kernel(KERNELS, "lay")(step, count, self._found, self._now, self._next, self.boards.pieces, self._order)
        self._now, self._next = self._next, self._now
        self._line.append((self._found[0][:count].copy(), self._found[1][:count].copy()))
        if step % FORGOTTEN == 0:
            for at in range(step, 0, -1):
                parents, looks = self._line[at]
                before = self._line[at - 1]
                goes_on = np.zeros(len(before[0]), bool)
                goes_on[parents] = True
                self._line[at] = (np.cumsum(goes_on, dtype=np.int32) - 1)[parents], looks
                self._line[at - 1] = before[0][goes_on], before[1][goes_on]


def beams(puzzle: EdgeMatching, seed: int) -> Steps[Board]:
    """Better and better boards, of wider and wider beams; True at the end, when there is no better one."""
    if not is_installed():
        raise MissingExtraError(
            "CP-SAT searched alone; with Numba, which is not installed, better boards are soon found: pip install numba"
        )
    random = Random(seed)
    boards = Boards(puzzle)
    if not boards.kinds:
        yield boards.board((), ())
        return True
    most, width = 4 * len(puzzle.pieces), NARROWEST
    while True:
        beam = boards.beam(width, random)
        for _ in beam.fill(most):
            yield None
        if len(beam.best):
            most = beam.mismatches - 1
            yield boards.board(beam.cells, beam.best.tolist())
        if beam.complete:
            return True
        width = min(WIDER * width, WIDEST)
