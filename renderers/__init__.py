"""Pictures, terminal text, pages, paper, animations and meshes of puzzles and their solutions, right or wrong.

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

All that differs from kind to kind is in `renderers.functions`: open functions, whose defaults are made of the kind's
`cpmodels.Diagram`.  What the built-in kinds register is in modules of their names, to which entry points lead.
"""

from __future__ import annotations

from typing import Any

from renderers.coloured_text import ColouredText
from renderers.contact_sheet import contact_sheet
from renderers.files import ready, save
from renderers.functions import (
    by_numbers,
    check_drawable,
    check_fit,
    check_mesh,
    check_page,
    draw,
    draw_partial,
    draw_shares,
    kits,
    mesh,
    middle_of,
    options_of,
    page,
    plates,
    play_page,
    steps_of,
    text,
    text_of_partial,
    widget,
)
from renderers.known import Highlights, draw_known, text_of_known
from renderers.moments import filling
from renderers.paper import book
from renderers.picture import Picture, gallery
from renderers.playground import playground, start_page
from renderers.shapes import Bitmap, Circle, Point, Polygon, Polyline, Shape, Text

__all__ = [
    "Bitmap",
    "Circle",
    "ColouredText",
    "Highlights",
    "Picture",
    "Point",
    "Polygon",
    "Polyline",
    "Shape",
    "Text",
    "book",
    "by_numbers",
    "check_drawable",
    "check_fit",
    "check_mesh",
    "check_page",
    "contact_sheet",
    "draw",
    "draw_known",
    "draw_partial",
    "draw_shares",
    "filling",
    "gallery",
    "kits",
    "mesh",
    "middle_of",
    "options_of",
    "page",
    "plates",
    "play_page",
    "playground",
    "ready",
    "save",
    "start_page",
    "steps_of",
    "svg",
    "text",
    "text_of_known",
    "text_of_partial",
    "widget",
]


def svg(puzzle: Any, solution: Any = None) -> str:
    """The picture of a puzzle, or of a solution, as an SVG document.  Raises as `draw` does.

    >>> from cpmodels import Zip
    >>> svg(Zip(2, 2)).startswith("<svg")
    True
    """
    return draw(puzzle, solution).svg()
