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

from cpmodels.puzzles import EdgeMatching, Garden, Puzzle, Zigzaw
from renderers import fitting, terminal
from renderers.cubes import draw_cubes
from renderers.edge_matching import draw_edge_matching
from renderers.functions import check_fit, draw, text
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


def filling(puzzle: Puzzle[Any], solution: Any) -> list[str]:
    """The board for a terminal as an answer fills it, from the empty board on.  Raises as `draw` does."""
    check_fit(puzzle, solution)
    return [text_of_moment(puzzle, moment) for moment in moments(steps_of(solution), 60)]


def svg(puzzle: Puzzle[Any], solution: Any = None) -> str:
    """The picture of a puzzle, or of an answer to it, as an SVG document.  Raises as `draw` does."""
    return draw(puzzle, solution).svg()


def _draw_kind(puzzle: Any, solution: Any = None, *, view: View = "isometric", turn: float = 0.0) -> Picture:
    projection = Projection(view, turn)
    if solution is not None:
        check_fit(puzzle, solution)
    match puzzle:
        case EdgeMatching():
            return draw_edge_matching(puzzle, solution)
        case Zigzaw():
            return draw_zigzaw(puzzle, solution)
        case Garden() if puzzle.dimension == 3:
            return draw_cubes(puzzle, solution, projection)
        case _:
            return draw_squares(puzzle, solution)


def _text_of_kind(puzzle: Any, solution: Any = None) -> str:
    if solution is not None:
        check_fit(puzzle, solution)
    return terminal.text(puzzle, solution)


for _kind in (EdgeMatching, Zigzaw, Garden):
    draw.register(_kind)(_draw_kind)
    text.register(_kind)(_text_of_kind)
    check_fit.register(_kind)(fitting.check_fit)
