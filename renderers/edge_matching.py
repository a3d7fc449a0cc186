"""Edge matching as a page to play; lengths are in hundredths of the side of a piece.

Pictures, text and all else are made of its diagram.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any

from cpmodels.base.lattice import SQUARE, Cell
from cpmodels.base.values import listed
from cpmodels.errors import PuzzleError
from cpmodels.puzzles.edge_matching import Board, EdgeMatching, Edges, Placement
from renderers._tiles import Pen, side_line
from renderers._tiles_page import Lying, Turn, check_pieces, tiles_page
from renderers._web_page import rounded
from renderers.arts._figures import Figure, half, placed
from renderers.functions import check_fit, check_page, kind_title, page
from renderers.palette import QUIET, hue, ink_on

__all__ = ["EDITOR", "edge_matching_page"]

EDITOR = ("tiles_pieces.js", "tiles_counts.js", "tiles_text.js", "tiles_solving.js", "editing.js", "tiles_editing.js")
LOOKS, DRAWN = 40, 12
"""This many colours can be told apart in the editor, and this many figures of an art."""


check_page.register(EdgeMatching)(check_pieces)


@page.register(EdgeMatching)
def edge_matching_page(
    puzzle: EdgeMatching,
    solutions: Sequence[Board] = (),
) -> bytes:
    """The page; on demand it steps through the solutions.

    It opens with the pieces shuffled or, where the first board given has mismatches, as the best one found has for a
    set without a solution, on that.

    Raises PuzzleError when the board is too large for a page, or a solution does not have each piece once.
    """
    puzzle = replace(puzzle, maximise=None)  # a board with mismatches is shown as one
    check_pieces(puzzle)
    for solution in solutions:
        check_fit(puzzle, solution)
        if empty := solution.empty:
            raise PuzzleError(f"a page to play needs each piece once, but nothing lies at {listed(empty)}")
    lying: list[Lying] = [[(place.piece, place.turns % 4) for _, place in solution] for solution in solutions]
    board = _squares(puzzle) | {"editor": _editor(puzzle)}
    return tiles_page(
        puzzle, solutions, lying, board, partial(_look, puzzle),
        turns=list(_turns(puzzle)), scripts=EDITOR, worker=("tiles_search.js",),
    )  # fmt: skip


def _look(puzzle: EdgeMatching, place: tuple[int, int]) -> Edges:
    return puzzle.edges_at(Placement(*place))


def _turns(puzzle: EdgeMatching) -> Iterator[Turn]:
    """The turns of the board that make no difference: by quarters, or by a half if it is no square."""
    rows, cols = puzzle.rows, puzzle.cols
    if puzzle.clues or not puzzle.rotations:
        return
    places = list(range(rows * cols))
    for quarters in (1, 2, 3) if rows == cols else (2,):
        if rows == cols:
            places = [places[row * cols + col] for col in reversed(range(cols)) for row in range(rows)]
        else:
            places.reverse()
        yield quarters, tuple(places)


def _squares(puzzle: EdgeMatching) -> dict[str, Any]:
    """What the scripts need to know of an edge-matching puzzle."""
    cells: list[Cell] = [(row, col) for row in range(puzzle.rows) for col in range(puzzle.cols)]
    pen = Pen(puzzle.diagram().tray, 100.0)
    values = {}
    for value, edge in _edges(puzzle).items():
        values[value] = {
            "colour": pen.colour(edge),
            "ink": ink_on(pen.colour(edge)),
            "mark": pen.mark(edge),
            "name": puzzle.edge_name(value),
            "line": [rounded(point) for point in side_line(value if pen.has_tabs else 0)],
        }
    touching = [_across(cell, side) for cell in cells for side in range(4)]
    places = {cell: place for place, cell in enumerate(cells)}
    return {
        "kind": puzzle.kind,
        "turning": puzzle.rotations,
        "sign": puzzle.sign,
        "border": puzzle.border,
        "places": [[col * 100 + 50, row * 100 + 50, row, col] for row, col in cells],
        "pieces": puzzle.pieces,
        "fixed": [],
        "joins": [
            [places[cell], places[other], [[side, SQUARE.opposite[side]]], line]
            for cell, side, other, line in touching
            if other in places and cell < other
        ],
        "rims": [
            [places[cell], side, line]
            for cell, side, other, line in touching
            if other not in places and puzzle.border is not None
        ],
        "clues": [[places[clue.row, clue.col], clue.piece, clue.turns] for clue in puzzle.clues],
        "values": values,
        "view": [0, 0, puzzle.cols * 100, puzzle.rows * 100],
        "reach": 18 if pen.has_tabs else 0,
        **_art(puzzle, pen),
    }


def _editor(puzzle: EdgeMatching) -> dict[str, Any]:
    """What the editor needs to know: the puzzle, and the looks of its colours and of further ones."""
    pen = Pen(puzzle.diagram().tray, 100.0)
    kinds = list(dict.fromkeys([*pen.numbers, *range(1, len(puzzle.colours) + 1)]))
    art = pen.art
    count = max(DRAWN if art else LOOKS, len(kinds))
    colours = [pen.colour(kind) for kind in kinds] + [hue(number) for number in range(len(kinds), count)]
    looks: list[dict[str, Any]] = [{"colour": colour, "ink": ink_on(colour)} for colour in colours]
    if art:
        names = [puzzle.edge_name(abs(kind)) for kind in kinds] + [""] * (count - len(kinds))
        for number, (name, look) in enumerate(zip(names, looks, strict=True)):
            look["halves"] = [_half(art.figure(name, number), front=front) for front in (True, False)]
    tab, blank, flat = ([rounded(point) for point in side_line(value)] for value in (1, -1, 0))
    return {
        "puzzle": asdict(puzzle),
        "title": kind_title(puzzle),
        "kinds": kinds,
        "looks": looks,
        "marks": {kind: pen.mark(kind) for kind in kinds},
        "nothing": {"colour": QUIET, "ink": ink_on(QUIET)},
        "lines": {"tab": tab, "blank": blank, "flat": flat},
    }


def _half(figure: Figure, *, front: bool) -> str:
    """A half of a figure on an upper edge, as SVG, a hundredth of a side to the unit."""
    shapes = placed(half(figure, front=front), (0.0, -50.0), (0.0, 1.0 if front else -1.0), 100.0)
    return "".join(shape.svg() for shape in shapes)


def _edges(puzzle: EdgeMatching) -> dict[int, int | None]:
    """The colours of all pieces as their diagram has them, by their numbers."""
    values = sorted({value for edges in puzzle.pieces for value in edges}, key=lambda value: (abs(value), value))
    return {value: None if value == puzzle.border else value for value in values}


def _art(puzzle: EdgeMatching, pen: Pen) -> dict[str, Any]:
    """The cards' ground, and as SVG what each number shows on an upper edge, a hundredth of a side to the unit."""
    if (art := pen.art) is None:
        return {}
    shown = {
        value: "".join(shape.svg() for shape in pen.edge_art(edge, art, (0.0, 0.0), (0, -1)))
        for value, edge in _edges(puzzle).items()
    }
    return {"art": {"ground": art.ground, "shades": art.discs(100.0), "values": shown}}


def _across(cell: Cell, side: int) -> tuple[Cell, int, Cell, list[tuple[float, float]]]:
    """A side of a cell: the cell beyond it, and the line between the two."""
    row, col = cell
    corners = ((col, row), (col + 1, row), (col + 1, row + 1), (col, row + 1))
    line = [(100.0 * x, 100.0 * y) for x, y in (corners[side], corners[(side + 1) % 4])]
    return cell, side, SQUARE.neighbour(cell, side), line
