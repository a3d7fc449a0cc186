"""Boards that are not full: pictures and terminal text of a moment of a search."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import renderers
from cpmodels.lattice import Cell
from cpmodels.puzzles import EdgeMatching, Garden, Path, Puzzle, TilePlacement, Zigzaw, Zip
from cpmodels.puzzles.zigzaw_geometry import HEXAGON_HEIGHT
from renderers import edge_matching, squares, terminal, zigzaw, zip_board
from renderers.palette import QUIET, RED, SURFACE
from renderers.picture import Picture
from renderers.projection import View
from renderers.shapes import Circle, Point, Shape
from renderers.trace import Moment


def draw_moment(puzzle: Puzzle[Any], moment: Moment, *, view: View = "isometric", turn: float = 0.0) -> Picture:
    """What lies on the board, a ring where the search is stuck, dots where a garden is settled to be empty.

    Raises PuzzleError for a view or turn that is none.
    """
    if moment.answer is not None:
        return renderers.draw(puzzle, moment.answer, view=view, turn=turn)
    match puzzle:
        case EdgeMatching():
            picture = edge_matching.draw_laid(puzzle, dict(moment.laid))
        case Zigzaw():
            picture = zigzaw.draw_laid(puzzle, dict(moment.laid))
        case _:
            picture = renderers.draw(puzzle, _solution(puzzle, moment), view=view, turn=turn)
    marks: list[Shape] = []
    for cell in sorted(moment.air):
        if (at := _middle(puzzle, cell)) is not None:
            marks.append(Circle(at[0], 0.06 * at[1], QUIET, role="air"))
    if moment.dead is not None and (at := _middle(puzzle, moment.dead)) is not None:
        marks.append(Circle(at[0], 0.4 * at[1], None, SURFACE, 0.16 * at[1], role="dead end"))
        marks.append(Circle(at[0], 0.4 * at[1], None, RED, 0.09 * at[1], role="dead end"))
    return replace(picture, shapes=(*picture.shapes, *marks))


def text_of_moment(puzzle: Puzzle[Any], moment: Moment) -> str:
    """The board for a terminal, with dots in the place of pieces and frogs that are not there."""
    if moment.answer is not None:
        return renderers.text(puzzle, moment.answer)
    if isinstance(puzzle, (EdgeMatching, Zigzaw)):
        return terminal.text_of_laid(puzzle, dict(moment.laid))
    return renderers.text(puzzle, _solution(puzzle, moment))


def _solution(puzzle: Puzzle[Any], moment: Moment) -> Path | TilePlacement:
    """What lies on the board, as an answer that breaks the rules."""
    if isinstance(puzzle, Zip):
        return Path([cell for cell, _ in moment.laid])
    return TilePlacement(moment.laid)


def _middle(puzzle: Any, cell: Cell) -> tuple[Point, float] | None:
    """The middle of a cell and its size in the picture; None where cells have no place on the page of their own."""
    match puzzle:
        case Zip():
            side = zip_board.cell_size(puzzle)
            return zip_board.centre(cell, side), side
        case EdgeMatching():
            side = edge_matching.piece_size(puzzle)
            return zip_board.centre(cell, side), side
        case Zigzaw():
            width = zigzaw.hexagon_width(puzzle)
            left, top = zigzaw.cell_corner(cell, width)
            return (left + width / 2, top + HEXAGON_HEIGHT * width / 2), width
        case Garden() if puzzle.dimension < 3:
            width, height = puzzle.box[0], puzzle.box[1] if puzzle.dimension == 2 else 1
            side = squares.cell_size(puzzle)
            return squares.centre(cell, height, side), side
        case _:
            return None
