"""What an answer looks like, equal pieces not told apart: two answers are the same when their pictures are."""

from __future__ import annotations

from typing import Any

from cpmodels.puzzles import Board, EdgeMatching, Mosaic, Puzzle, Solution, Zigzaw


def picture(puzzle: Puzzle[Any], solution: Solution) -> object:
    """A value that is equal for answers that look the same.

    An answer that names pieces that are not there is its own picture; it is for `check` to say what is wrong.
    """
    try:
        if isinstance(puzzle, EdgeMatching) and isinstance(solution, Board):
            return tuple(puzzle.edges_at(place) for _, place in solution)
        if isinstance(puzzle, Zigzaw) and isinstance(solution, Mosaic):
            return tuple(puzzle.pieces[index] for _, index in solution)
    except IndexError:
        pass
    return solution
