"""Pictures and terminal text of puzzles and their answers, right or wrong.

>>> from cpmodels import Path, Zip
>>> puzzle = Zip(2, 2, waypoints=[(0, 0), (1, 0)])
>>> draw(puzzle).svg()[:4]
'<svg'
>>> print(text(puzzle, Path([(0, 0), (0, 1), (1, 1), (1, 0)])))
┏━━━━━━━┓
┃ 1───┐ ┃
┃     │ ┃
┃ 2───┘ ┃
┗━━━━━━━┛
"""

from __future__ import annotations

from typing import Any

from cpmodels.puzzles import EdgeMatching, Garden, Puzzle, Zigzaw, Zip
from renderers import terminal
from renderers.cubes import draw_cubes
from renderers.edge_matching import draw_edge_matching
from renderers.fitting import check_fit
from renderers.gallery import gallery
from renderers.outputs import WRITERS, ending, ready, save
from renderers.partial import text_of_moment
from renderers.picture import Picture
from renderers.projection import Projection, View
from renderers.shapes import Circle, Polygon, Polyline, Shape, Text
from renderers.sheets import book
from renderers.squares import draw_squares
from renderers.trace import moments, steps_of
from renderers.zigzaw import draw_zigzaw
from renderers.zigzaw_folder import zigzaw_pictures
from renderers.zip_board import draw_zip

__all__ = [
    "WRITERS",
    "Circle",
    "Picture",
    "Polygon",
    "Polyline",
    "Shape",
    "Text",
    "View",
    "book",
    "draw",
    "ending",
    "filling",
    "gallery",
    "ready",
    "save",
    "svg",
    "text",
    "zigzaw_pictures",
]


def draw(puzzle: Puzzle[Any], solution: Any = None, *, view: View = "isometric", turn: float = 0.0) -> Picture:
    """The picture of a puzzle, or of an answer to it, which may break the rules.

    view: how gardens of cubes are seen: ``"isometric"`` or ``"oblique"``.
    turn: by how many degrees such a garden is turned about the vertical, counter-clockwise seen from the Top.

    Raises PuzzleError when the answer does not fit the board or names pieces that there are not, or when
    view or turn is none; TypeError when the answer is one to another kind of puzzle.
    """
    projection = Projection(view, turn)
    if solution is not None:
        check_fit(puzzle, solution)
    match puzzle:
        case EdgeMatching():
            return draw_edge_matching(puzzle, solution)
        case Zigzaw():
            return draw_zigzaw(puzzle, solution)
        case Zip():
            return draw_zip(puzzle, solution)
        case Garden() if puzzle.dimension == 3:
            return draw_cubes(puzzle, solution, projection)
        case Garden():
            return draw_squares(puzzle, solution)
        case _:
            raise TypeError(f"expected a puzzle, got {type(puzzle).__name__}")


def filling(puzzle: Puzzle[Any], solution: Any) -> list[str]:
    """The board for a terminal as an answer fills it, from the empty board on.  Raises as `draw` does."""
    check_fit(puzzle, solution)
    return [text_of_moment(puzzle, moment) for moment in moments(steps_of(solution), 60)]


def svg(puzzle: Puzzle[Any], solution: Any = None) -> str:
    """The picture of a puzzle, or of an answer to it, as an SVG document.  Raises as `draw` does."""
    return draw(puzzle, solution).svg()


def text(puzzle: Puzzle[Any], solution: Any = None) -> str:
    """A puzzle, or an answer to it, for a terminal.  Raises as `draw` does.

    A ZIP is a board of box-drawing characters, an edge-matching board a table of indexes and
    counter-clockwise quarter turns, a Zigzaw offset rows of indexes, a garden rows of tile codes with the North at
    the top (cubes: layers from the Bottom to the Top, side by side).
    """
    if solution is not None:
        check_fit(puzzle, solution)
    return terminal.text(puzzle, solution)
