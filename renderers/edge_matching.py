"""Edge matching as a page to play; lengths are in hundredths of the side of a piece.

Pictures, text and all else are made of its diagram.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from functools import partial
from itertools import chain
from typing import Any

from cpmodels.base.errors import PuzzleError
from cpmodels.base.values import listed
from cpmodels.puzzles.edge_matching import Board, EdgeMatching, Edges, Placement
from renderers._tiles import Pen, side_line
from renderers._tiles_page import Lying, Turn, check_pieces, tiles_page
from renderers._web_page import digest_of, rounded
from renderers.arts._figures import Figure, half, placed
from renderers.functions import check_fit, check_page, kind_title, page
from renderers.palette import QUIET, hue, ink_on

__all__ = ["EDITOR", "edge_matching_page"]

EDITOR = ("tiles_pieces.js", "tiles_counts.js", "tiles_text.js", "tiles_solving.js", "editing.js", "tiles_editing.js")
LOOKS, DRAWN = 40, 12
"""This many colours can be told apart in the editor, and this many figures of an art."""
LARGEST = 2**53 - 1
"""Scripts round numbers beyond it, so that two edges could have the same."""


@check_page.register(EdgeMatching)
def check_edges(puzzle: EdgeMatching) -> None:
    """Raise PuzzleError when the board is too large for a page, or the number of an edge."""
    check_pieces(puzzle)
    largest = max(puzzle.border or 0, *chain.from_iterable(puzzle.pieces), key=abs)
    if abs(largest) > LARGEST:
        raise PuzzleError(f"a page to play has edges of numbers up to {LARGEST}, not {largest}")


@page.register(EdgeMatching)
def edge_matching_page(puzzle: EdgeMatching, solutions: Sequence[Board] = ()) -> bytes:
    """The page; on demand it steps through the solutions.

    It opens with the pieces shuffled or, where the first board given has mismatches, as the best one found has for a
    set without a solution, on that.

    Raises PuzzleError when the board or a number is too large for a page, or a solution does not have each piece once.
    """
    digest = digest_of(puzzle)
    puzzle = replace(puzzle, maximise=None)  # a board with mismatches is shown as one
    check_edges(puzzle)
    for solution in solutions:
        check_fit(puzzle, solution)
        if empty := solution.empty:
            raise PuzzleError(f"a page to play needs each piece once, but nothing lies at {listed(empty)}")
    lying: list[Lying] = [[(place.piece, place.turns % 4) for _, place in solution] for solution in solutions]
    board = {"kind": puzzle.kind, "digest": digest, "fixed": [], **_editor(puzzle)}
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


def _editor(puzzle: EdgeMatching) -> dict[str, Any]:
    """What the scripts make board and editor of: the puzzle, and the looks of its colours and of further ones."""
    pen = Pen(puzzle.diagram().tray, 100.0)
    kinds = list(pen.numbers)
    art = pen.art
    count = max(DRAWN if art else LOOKS, len(kinds))
    colours = [pen.colour(kind) for kind in kinds] + [hue(number) for number in range(len(kinds), count)]
    looks: list[dict[str, Any]] = [{"colour": colour, "ink": ink_on(colour)} for colour in colours]
    if art:
        names = [puzzle.edge_name(abs(kind)) for kind in kinds] + [""] * (count - len(kinds))
        for figure, look in zip(art.figures(names), looks, strict=True):
            look["halves"] = [_half(figure, front=front) for front in (True, False)]
    tab, blank, flat = ([rounded(point) for point in side_line(value)] for value in (1, -1, 0))
    editor = {
        "puzzle": asdict(puzzle),
        "title": kind_title(puzzle),
        "kinds": kinds,
        "looks": looks,
        "marks": {kind: pen.mark(kind) for kind in kinds},
        "nothing": {"colour": QUIET, "ink": ink_on(QUIET)},
        "lines": {"tab": tab, "blank": blank, "flat": flat},
    }
    return {"editor": editor, **({"art": {"ground": art.ground, "shades": art.discs(100.0)}} if art else {})}


def _half(figure: Figure, *, front: bool) -> str:
    """A half of a figure on an upper edge, as SVG, a hundredth of a side to the unit."""
    shapes = placed(half(figure, front=front), (0.0, -50.0), (0.0, 1.0 if front else -1.0), 100.0)
    return "".join(shape.svg() for shape in shapes)
