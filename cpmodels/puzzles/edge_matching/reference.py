"""The backtracker for nine pieces, and boards of any size: along a spiral from the centre, or row by row.

After Oliver Lau's 9piece-solver and Brandt et al., "Using backtracking to solve the Scramble Squares puzzle": the first
piece lies in the centre with its turn fixed, the next to its right, the others clockwise around, and all answers are
searched for.  The program counts as tries the calls of its function: the pieces that fitted where they were placed,
which are the nodes here, and one more.

Identical pieces are told apart, as by the program, so that a picture may come many times (the `told_apart` of
`cpmodels.count`).  Turns after which a piece looks the same are not told apart, though the program tries all four.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from cpmodels.base.description import ExactCover, Option
from cpmodels.base.errors import UnsupportedError
from cpmodels.base.lattice import SQUARE, Cell
from cpmodels.base.regions import box
from cpmodels.base.values import in_rows
from cpmodels.puzzles.edge_matching.puzzle import Board, EdgeMatching, Edges, Placement
from cpmodels.racing._loops import register_loop
from cpmodels.reference.filling import Way, fill
from cpmodels.reference.steps import Step, description_as

__all__ = ["boards"]

Order = Literal["spiral", "rows"]


def boards(puzzle: EdgeMatching, order: Order) -> Iterator[Step]:
    """All boards.

    order: ``"spiral"``, for squares with a centre, or ``"rows"``.  Raises UnsupportedError where there is no centre.

    On the spiral, and without clues, the turn of the centre's piece is fixed, and each board is given in all its turns.
    """
    cells = spiral(puzzle) if order == "spiral" else list(box(puzzle.rows, puzzle.cols))
    turning = order == "spiral" and puzzle.rotations and not puzzle.clues

    def ways(option: Option[tuple[Cell, Edges]]) -> Iterator[Way]:
        """The pieces, told apart, that show these edges, except for what clues fix and the turn of the centre."""
        cell, edges = option.meaning
        fixed = puzzle.clued.get(cell)
        for piece in (fixed.piece,) if fixed else puzzle.free_pieces[puzzle.shape(edges)]:
            turns = puzzle.orientations(puzzle.pieces[piece]).index(edges)
            if not (turning and cell == cells[0] and turns):
                yield Way((("cell", cell), piece), ((cell, Placement(piece, turns)),))

    def answers(laid: list[Way]) -> Iterator[Step]:
        board = dict(place for way in laid for place in way.lies)
        yield "found", None, Board(in_rows(puzzle.rows, puzzle.cols, board))
        centre = puzzle.pieces[board[cells[0]].piece]
        for _ in range(1, len(puzzle.orientations(centre)) if turning else 1):
            board = turned_board(puzzle, board)
            yield "turned", None, Board(in_rows(puzzle.rows, puzzle.cols, board))

    _, cover = description_as(puzzle, ExactCover)
    return fill(cover, [("cell", cell) for cell in cells], ways, answers, key=lambda way: way.lies)


def spiral(puzzle: EdgeMatching) -> list[Cell]:
    """The cells of a square clockwise from its centre: one to the right, one down, two to the left, two up, ..."""
    if puzzle.rows != puzzle.cols or puzzle.rows % 2 == 0:
        raise UnsupportedError(f"a board of {puzzle.rows} x {puzzle.cols} has no centre where a spiral could start")
    cells: list[Cell] = [(puzzle.rows // 2, puzzle.cols // 2)]
    for leg in range(2 * puzzle.rows - 1):
        for _ in range(leg // 2 + 1):
            cells.append(SQUARE.neighbour(cells[-1], (leg + 1) % 4))
    return cells[: puzzle.rows * puzzle.cols]


def turned_board(puzzle: EdgeMatching, board: dict[Cell, Placement]) -> dict[Cell, Placement]:
    """A square board a quarter turn counter-clockwise."""
    looks = {piece: len(puzzle.orientations(puzzle.pieces[piece])) for piece, _ in board.values()}
    laid = {(puzzle.cols - 1 - col, row): place for (row, col), place in board.items()}
    return {cell: Placement(piece, (turns + 1) % looks[piece]) for cell, (piece, turns) in laid.items()}


register_loop("edge-spiral", "edge_matching", lambda puzzle, _: boards(puzzle, "spiral"))
register_loop("edge-rows", "edge_matching", lambda puzzle, _: boards(puzzle, "rows"))
