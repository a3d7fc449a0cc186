"""Edge matching: coloured pieces, with tabs and blanks where colours have signs, and a page to lay them out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cpmodels.lattice import Cell
from cpmodels.puzzles.edge_matching import Board, EdgeMatching, Placement
from cpmodels.values import check_type
from renderers._layout import Kit
from renderers._perspective import Perspective, View
from renderers._tiles_page import check_indexes, check_pieces, check_rows
from renderers.edge_matching import _text
from renderers.edge_matching._drawing import (
    KNOB,
    RISE,
    Pen,
    colour_of,
    draw_edge_matching,
    draw_laid,
    has_tabs,
    piece_size,
)
from renderers.edge_matching._page import edge_matching_page
from renderers.functions import (
    check_fit,
    check_page,
    draw,
    draw_partial,
    glance,
    kits,
    middle_of,
    page,
    text,
    text_of_partial,
)
from renderers.palette import MUTED
from renderers.picture import Picture
from renderers.shapes import Point, Polygon

SIDE = 40.0
"""The side of a piece on paper, in millimetres."""

check_page.register(EdgeMatching)(check_pieces)
page.register(EdgeMatching)(edge_matching_page)


@check_fit.register(EdgeMatching)
def _check_fit(puzzle: EdgeMatching, solution: Board) -> None:
    check_type(solution, Board)
    check_rows(puzzle, solution.rows)
    check_indexes(puzzle, ((cell, place.piece) for cell, place in solution))


@draw.register(EdgeMatching)
def _draw(
    puzzle: EdgeMatching,
    solution: Board | None = None,
    *,
    view: View = "isometric",
    turn: float | None = None,
    codes: bool = False,
) -> Picture:
    Perspective(view, turn, codes)
    if solution is not None:
        check_fit(puzzle, solution)
    return draw_edge_matching(puzzle, solution)


@text.register(EdgeMatching)
def _text_of(puzzle: EdgeMatching, solution: Board | None = None) -> str:
    if solution is None:
        return _text.pieces_text(puzzle)
    check_fit(puzzle, solution)
    return _text.board_text(puzzle, dict(solution))


@glance.register(EdgeMatching)
def _glance(puzzle: EdgeMatching, solution: Board) -> str:
    check_fit(puzzle, solution)
    return _text.matches_text(puzzle, dict(solution), colour_of(puzzle))


@draw_partial.register(EdgeMatching)
def _draw_partial(
    puzzle: EdgeMatching,
    laid: Mapping[Cell, Placement],
    *,
    view: View = "isometric",
    turn: float | None = None,
    codes: bool = False,
) -> Picture:
    Perspective(view, turn, codes)
    return draw_laid(puzzle, laid)


@text_of_partial.register(EdgeMatching)
def _text_of_partial(puzzle: EdgeMatching, laid: Mapping[Cell, Placement]) -> str:
    return _text.board_text(puzzle, laid, len(puzzle.pieces))


@middle_of.register(EdgeMatching)
def _middle_of(puzzle: EdgeMatching, cell: Cell) -> tuple[Point, float]:
    side = piece_size(puzzle)
    return ((cell[1] + 0.5) * side, (cell[0] + 0.5) * side), side


@kits.register(EdgeMatching)
def _kits(puzzle: EdgeMatching) -> Iterator[Kit]:
    """The pieces, apart from each other where they have tabs."""
    pen = Pen(puzzle, SIDE, colour_of(puzzle))
    tabs = has_tabs(puzzle)
    reach = (KNOB + RISE) * SIDE if tabs else 0.0
    pieces = []
    for index in range(len(puzzle.pieces)):
        place, corner = Placement(index, 0), (reach, reach)
        cut = Polygon(pen.outline(place, corner), None, MUTED, 0.15, "cut")
        pieces.append((*pen.piece(place, corner), *([cut] if tabs else [])))
    size = SIDE + 2 * reach
    yield Kit(f"{len(pieces)} pieces of {SIDE:.0f} mm", size, size, tuple(pieces), gap=3.0 if tabs else 0.0)
