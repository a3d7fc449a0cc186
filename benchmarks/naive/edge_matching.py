"""The backtracker for nine pieces, and boards of any size: along a spiral from the centre, or row by row.

After Oliver Lau's 9piece-solver and Brandt et al., "Using backtracking to solve the Scramble Squares puzzle": the first
piece lies in the centre with its turn fixed, the next to its right, the others clockwise around, and all answers are
searched for.  The program counts as tries the calls of its function: the pieces that fitted where they were placed,
which are the nodes here, and one more.

Equal pieces are told apart, as by the program, so that a picture may come many times (`cpmodels.count` calls these
labelled).  Turns after which a piece looks the same are not told apart, though the program tries all four.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Literal

from benchmarks.naive.filling import Option, Place, Test, fill
from benchmarks.naive.steps import Step
from benchmarks.solvers import UnsupportedError
from cpmodels.lattice import SQUARE, Cell, plus
from cpmodels.puzzles import Board, EdgeMatching, Placement
from cpmodels.puzzles.edge_matching import Edges, turn

Order = Literal["spiral", "rows"]


def boards(puzzle: EdgeMatching, order: Order | None = None) -> Iterator[Step]:
    """All boards.

    order: ``"spiral"``, for squares with a centre, or ``"rows"``; None takes the spiral where there is one.  Raises
        UnsupportedError when there is none.

    On the spiral, and without clues, the turn of the centre's piece is fixed, and each board is told in all its turns.
    """
    if order is None:
        order = "spiral" if _has_centre(puzzle) else "rows"
    cells = _spiral(puzzle) if order == "spiral" else list(product(range(puzzle.rows), range(puzzle.cols)))
    places = [
        Place(cell, [option for option in _options(puzzle, cell) if _keeps_to_the_rim(puzzle, cell, option[2])], tests)
        for cell, tests in zip(cells, _tests(cells), strict=True)
    ]
    turning = order == "spiral" and puzzle.rotations and not puzzle.clues
    if turning:
        unturned = [option for option in places[0].options if option[1].turns == 0]
        places[0] = Place(cells[0], unturned, places[0].tests)

    def answers(laid: list[Placement]) -> Iterator[Step]:
        board = dict(zip(cells, laid, strict=True))
        yield "found", None, _board(puzzle, board)
        for _ in range(1, len(puzzle.orientations(puzzle.pieces[laid[0].piece])) if turning else 1):
            board = _turned(puzzle, board)
            yield "turned", None, _board(puzzle, board)

    return fill(places, (), answers)


def _has_centre(puzzle: EdgeMatching) -> bool:
    return puzzle.rows == puzzle.cols and puzzle.rows % 2 == 1


def _spiral(puzzle: EdgeMatching) -> list[Cell]:
    """The cells of a square clockwise from its centre: one to the right, one down, two to the left, two up, ..."""
    if not _has_centre(puzzle):
        raise UnsupportedError(f"a board of {puzzle.rows} x {puzzle.cols} has no centre from which a spiral starts")
    cell: Cell = (puzzle.rows // 2, puzzle.cols // 2)
    cells, leg = [cell], 0
    while len(cells) < puzzle.rows * puzzle.cols:
        direction = SQUARE.index(("right", "bottom", "left", "top")[leg % 4])
        for _ in range(leg // 2 + 1):
            cell = plus(cell, SQUARE.offsets[direction])
            cells.append(cell)
        leg += 1
    return cells[: puzzle.rows * puzzle.cols]


def _tests(cells: Sequence[Cell]) -> Iterator[list[Test]]:
    """For each cell, the sides that touch a cell before it."""
    before: dict[Cell, int] = {}
    for place, cell in enumerate(cells):
        yield [
            (side, before[other], SQUARE.opposite[side])
            for side, other in enumerate(SQUARE.neighbours(cell))
            if other in before
        ]
        before[cell] = place


def _options(puzzle: EdgeMatching, cell: Cell) -> Iterator[Option]:
    """The pieces in order, each in its different turns, but for what clues fix."""
    clued = {(clue.row, clue.col): clue for clue in puzzle.clues}
    elsewhere = {clue.piece for clue in puzzle.clues} if cell not in clued else set()
    for piece, edges in enumerate(puzzle.pieces):
        if piece in elsewhere or (cell in clued and clued[cell].piece != piece):
            continue
        for turns, look in enumerate(puzzle.orientations(edges)):
            if cell not in clued or look == turn(edges, clued[cell].turns):
                yield piece, Placement(piece, turns), look, tuple(puzzle.sign * edge for edge in look)


def _keeps_to_the_rim(puzzle: EdgeMatching, cell: Cell, look: Sequence[int]) -> bool:
    """Whether the border colour of a piece lies just where the cell is on the rim."""
    if puzzle.border is None:
        return True
    row, col = cell
    rim = (row == 0, col == puzzle.cols - 1, row == puzzle.rows - 1, col == 0)
    return all((edge == puzzle.border) == outside for edge, outside in zip(look, rim, strict=True))


def _turned(puzzle: EdgeMatching, board: dict[Cell, Placement]) -> dict[Cell, Placement]:
    """A square board a quarter turn counter-clockwise."""

    def turned(place: Placement) -> Placement:
        edges: Edges = puzzle.pieces[place.piece]
        return Placement(place.piece, (place.turns + 1) % len(puzzle.orientations(edges)))

    return {(puzzle.cols - 1 - col, row): turned(place) for (row, col), place in board.items()}


def _board(puzzle: EdgeMatching, board: dict[Cell, Placement]) -> Board:
    return Board([[board[row, col] for col in range(puzzle.cols)] for row in range(puzzle.rows)])
