"""Pages to lay out tiles: pieces are dragged, swapped and turned, and mismatches are marked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cpmodels.base.errors import PuzzleError
from cpmodels.base.puzzle import Puzzle
from cpmodels.base.values import repeated
from renderers._reasons import reasons_for
from renderers._web_page import web_page
from renderers.functions import title_of

STYLES = ("editing.css", "tiles.css")
SCRIPTS = ("past.js", "reasons.js", "tiles_game.js", "tiles_board.js", "tiles_hand.js", "tiles_hints.js")
MOST_PIECES = 400
"""Pieces of larger boards would be too small, and their page too slow."""
Lying = list[tuple[int, int]]
"""The piece and its quarter turns in each place."""
Turn = tuple[int, Sequence[int]]
"""A turn of the whole board: by how many quarters, and the place from which a piece comes to each place."""


def check_pieces(puzzle: Any) -> None:
    """Raise PuzzleError when the board is too large for a page."""
    if len(puzzle.pieces) > MOST_PIECES:
        raise PuzzleError(f"a page to play shows up to {MOST_PIECES} pieces, not {len(puzzle.pieces)}")


def tiles_page(
    puzzle: Puzzle[Any],
    solutions: Sequence[Any],
    lying: Sequence[Lying],
    board: dict[str, Any],
    look: Callable[[Any], object],
    *,
    turns: Sequence[Turn] = (),
    scripts: Sequence[str] = (),
    worker: Sequence[str] = (),
) -> bytes:
    """The page of solutions.

    lying: where the pieces lie in each solution.
    board: what the scripts need to know of the puzzle.
    look: what is to be seen of a piece as solutions have it in a cell; pieces that are alike look the same.
    turns: those of the whole board that make no difference.
    scripts, worker: more scripts of the page, which may tell more of the board, and those of its worker.

    Raises PuzzleError when a solution does not have each piece once.
    """
    for places in lying:
        if twice := repeated(index for index, _ in places):
            raise PuzzleError(f"a page to play needs each piece once, but piece {twice[0] + 1} lies in two places")
    right = [not puzzle.check(solution) for solution in solutions]
    images = [
        [((piece := places[place])[0], (piece[1] + quarters) % 4) for place in origins]
        for places, is_right in zip(lying, right, strict=True)
        if is_right
        for quarters, origins in ((0, range(len(places))), *turns)
    ]
    seen = [dict(enumerate(map(look, image))) for image in images]
    steps, index = reasons_for(puzzle, seen, lambda puzzle, cell: cell[0] * puzzle.cols + cell[1], look)
    why = {"reasons": steps, "target": None if index is None else images[index]}
    data = {"solutions": lying, "right": right, "turns": turns, **why, **board}
    scripts = (*SCRIPTS, *scripts, "tiles_playing.js")
    return web_page(title_of(puzzle), "tiles.html", data, styles=STYLES, scripts=scripts, worker=worker)
