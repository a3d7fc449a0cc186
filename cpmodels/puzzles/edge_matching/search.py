"""Boards of edge matching on which as many edges match as can be, as beams find them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

import numpy as np

from cpmodels.base.lattice import Cell
from cpmodels.base.regions import box
from cpmodels.base.values import in_rows
from cpmodels.engines.backtracking._compiled import is_installed
from cpmodels.errors import MissingExtraError
from cpmodels.model.strategies import Steps, Strategy
from cpmodels.puzzles.edge_matching._beam import Beam, Pieces, lists_of
from cpmodels.puzzles.edge_matching.puzzle import Board, EdgeMatching, Edges, Placement, border_sides, rim_sides

__all__ = ["Boards", "beams"]

NARROWEST, WIDER, WIDEST = 32, 4, 131_072
"""How many ways the first beam follows, how much wider than the one before each of the next is, and the widest, which
takes some 60 MB.  In the mean, beams of 8,192 match 457.0 edges of Eternity II and take 0.4 s, of 32,768 458.6 in
1.5 s, of 131,072 459.5 in 6 s, and of 262,144 459.6 in 13 s; the best of those that a minute has room for, from any
corner, is 460.6 with the last two widths, and 460.0 where half of the minute went to beams of 8,192."""

TAIL = 4
"""How many last lines are filled across.  Where edges no longer match, all of a line would be a mismatch with the one
before; filled across, the cells of a column at least match one another.  Eternity II: 458.9 in place of 457.3 matching
edges with beams of 2,048."""


class Boards:
    """The cells and pieces of a puzzle as beams take them."""

    def __init__(self, puzzle: EdgeMatching) -> None:
        self.puzzle = puzzle
        self._fixed: dict[Cell, Placement] = {clue[:2]: Placement(*clue[2:]) for clue in puzzle.clues}
        fixed = {clue.piece for clue in puzzle.clues}
        shown = {colour for edges in puzzle.pieces for colour in edges}
        number = {colour: at for at, colour in enumerate(sorted(shown | {puzzle.sign * colour for colour in shown}))}
        self._known = {
            cell: (place.piece, [number[c] for c in puzzle.edges_at(place)]) for cell, place in self._fixed.items()
        }
        self.placements = [
            Placement(piece, turns)
            for piece, edges in enumerate(puzzle.pieces)
            if piece not in fixed
            for turns in range(len(puzzle.orientations(edges)))
        ]
        looks = [puzzle.edges_at(place) for place in self.placements]
        border = puzzle.border is not None
        free = [cell for cell in box(puzzle.rows, puzzle.cols) if cell not in self._fixed]
        patterns = {cell: rim_sides(puzzle, cell) if border else () for cell in free}
        kinds = list(dict.fromkeys(patterns.values()))
        self._kinds: dict[Cell, int] = {cell: kinds.index(pattern) for cell, pattern in patterns.items()}
        before, last = np.full(len(puzzle.pieces), -1, np.int64), dict[Edges, int]()
        counts = np.zeros(len(number), np.int16 if 4 * len(puzzle.pieces) < 2**15 else np.int32)
        for piece, edges in enumerate(puzzle.pieces):
            if piece in fixed:
                continue
            before[piece] = last.get(puzzle.shape(edges), -1)
            last[puzzle.shape(edges)] = piece
            for colour in edges:
                counts[number[colour]] += colour != puzzle.border
        self.pieces = Pieces(
            np.array([[number[c] for c in edges] for edges in looks] or np.zeros((0, 4)), np.int16),
            np.array([place.piece for place in self.placements], np.int64),
            before,
            np.array([number[puzzle.sign * colour] for colour in number], np.int64),
            tuple(
                tuple(at for at, edges in enumerate(looks) if not border or border_sides(puzzle, edges) == kind)
                for kind in kinds
            ),
            counts,
            number.get(puzzle.border, -1) if puzzle.border is not None else -1,
        )
        self.lists = lists_of(self.pieces)

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
        free = [cell for cell in cells if cell not in self._fixed]
        return Beam(self.pieces, self.lists, free, self._kinds, self._known, width, random.randrange(2**62))

    def board(self, cells: Sequence[Cell], looks: Sequence[int]) -> Board:
        """The board with these looks of pieces on the cells, and the clues."""
        laid = self._fixed | {cell: self.placements[look] for cell, look in zip(cells, looks, strict=True)}
        return Board(in_rows(self.puzzle.rows, self.puzzle.cols, laid))


def widths() -> Iterator[int]:
    """The widths of beams, one after the other.

    >>> from itertools import islice
    >>> list(islice(widths(), 9))
    [32, 128, 512, 2048, 8192, 32768, 131072, 131072, 131072]
    """
    width = NARROWEST
    while True:
        yield width
        width = min(WIDER * width, WIDEST)


def _beams(puzzle: EdgeMatching, seed: int) -> Steps[Board]:
    """Better and better boards, of wider and wider beams."""
    if not is_installed():
        raise MissingExtraError(
            "CP-SAT searched alone; with Numba, which is not installed, better boards are soon found: pip install numba"
        )
    random = Random(seed)
    boards = Boards(puzzle)
    if not boards.pieces.kinds:
        yield boards.board((), ())
        return True
    most = 4 * len(puzzle.pieces)
    for width in widths():
        beam = boards.beam(width, random)
        for _ in beam.fill(most):
            yield None
        if len(beam.best):
            most = beam.mismatches - 1
            yield boards.board(beam.cells, beam.best.tolist())
        if beam.complete:
            return True
    return None


def beams(puzzle: EdgeMatching) -> Strategy[Board]:
    """Wider and wider beams."""
    return Strategy("beams", lambda seed, _: _beams(puzzle, seed))
