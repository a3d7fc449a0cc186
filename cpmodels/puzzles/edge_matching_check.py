"""The rules of edge matching, told one by one: which of them a board breaks, in words; and its matching edges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from cpmodels.errors import PuzzleError
from cpmodels.lattice import SQUARE, Cell
from cpmodels.values import listed, repeated

if TYPE_CHECKING:
    from cpmodels.puzzles.edge_matching import Board, EdgeMatching, Placement

Placed = Mapping[Cell, "Placement"]


def broken_rules(puzzle: EdgeMatching, board: Board) -> list[str]:
    """The rules that a board breaks, a sentence each."""
    if misshapen := _shape(puzzle, board):
        return misshapen
    placed = dict(board)
    broken = list(_gaps(board))
    if wrong := [*_unknown(puzzle, placed), *_pieces(puzzle, placed)]:
        return broken + wrong
    return [*broken, *_edges(puzzle, placed), *_clues(puzzle, placed)]


def matching_edges(puzzle: EdgeMatching, board: Board) -> int:
    """How many inner edges of a board match.  Raises PuzzleError when it does not fit the puzzle."""
    check_fit(puzzle, board)
    meetings = _meetings(puzzle, dict(board))
    return sum(edge == puzzle.sign * facing and edge != puzzle.border for _, _, edge, facing in meetings)


def check_fit(puzzle: EdgeMatching, board: Board) -> None:
    """Raise PuzzleError when a board is of another shape than the puzzle's or names pieces that there are not."""
    if wrong := _shape(puzzle, board) or list(_unknown(puzzle, dict(board))):
        raise PuzzleError(wrong[0])


def _shape(puzzle: EdgeMatching, board: Board) -> list[str]:
    lengths = [len(row) for row in board.rows]
    if lengths == [puzzle.cols] * puzzle.rows:
        return []
    return [f"the board has rows of {listed(lengths)} pieces, not {puzzle.rows} rows of {puzzle.cols}"]


def _gaps(board: Board) -> Iterator[str]:
    if board.empty:
        yield f"the board leaves out {len(board.empty)} cell{'s' * (len(board.empty) > 1)}: {listed(board.empty)}"


def _unknown(puzzle: EdgeMatching, placed: Placed) -> Iterator[str]:
    for cell, (piece, _) in placed.items():
        if not 0 <= piece < len(puzzle.pieces):
            yield f"there is no piece {piece}, which lies at {cell}"


def _pieces(puzzle: EdgeMatching, placed: Placed) -> Iterator[str]:
    for cell, (piece, turns) in placed.items():
        if turns not in (range(4) if puzzle.rotations else (0,)):
            yield f"piece {piece} at {cell} has {turns} turns"
    if twice := sorted(repeated(place.piece for place in placed.values())):
        yield f"used more than once: pieces {listed(twice)}"


def _edges(puzzle: EdgeMatching, placed: Placed) -> Iterator[str]:
    for cell, other, edge, facing in _meetings(puzzle, placed):
        if edge != puzzle.sign * facing:
            yield (
                f"cells {cell} and {other} meet with edges {edge} and {facing}, "
                f"which do not agree by the rule {puzzle.rule}"
            )
    if puzzle.border is None:
        return
    for cell, place in placed.items():
        for side, (edge, (row, col)) in enumerate(zip(puzzle.edges_at(place), SQUARE.neighbours(cell), strict=True)):
            inside = 0 <= row < puzzle.rows and 0 <= col < puzzle.cols
            if (edge == puzzle.border) == inside:
                where = "inside the board" if inside else "on the rim"
                yield f"the {SQUARE.names[side]} edge of {cell} is {edge} {where}; border is {puzzle.border}"


def _meetings(puzzle: EdgeMatching, placed: Placed) -> Iterator[tuple[Cell, Cell, int, int]]:
    """The pairs of filled cells that touch, with their edges there."""
    for cell, place in placed.items():
        for side, edge in enumerate(puzzle.edges_at(place)):
            other = SQUARE.neighbour(cell, side)
            if cell < other and other in placed:
                yield cell, other, edge, puzzle.edges_at(placed[other])[SQUARE.opposite[side]]


def _clues(puzzle: EdgeMatching, placed: Placed) -> Iterator[str]:
    for row, col, piece, turns in puzzle.clues:
        place = placed.get((row, col))
        if place and (
            place.piece != piece or puzzle.edges_at(place) != puzzle.edges_at(place._replace(piece=piece, turns=turns))
        ):
            yield (
                f"the clue puts piece {piece} with {turns} turns at ({row}, {col}), "
                f"where piece {place.piece} lies with {place.turns}"
            )
