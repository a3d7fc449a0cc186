"""Many pictures in one: each made to fit a frame of equal size, row by row."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt

from cpmodels.errors import PuzzleError
from renderers.palette import INK, PAGE
from renderers.picture import Picture
from renderers.shapes import Polygon, Shape, Text, fitted, rectangle

FRAME = (360.0, 340.0)
MARGIN = 10.0
TITLE = 36.0
GAP = 24.0


def gallery(pictures: Sequence[Picture], columns: int | None = None) -> Picture:
    """The pictures side by side in so many columns; by default so that the whole is about a square and a half wide.

    Raises PuzzleError when there is no picture, or the number of columns is not positive.
    """
    if not pictures or (columns is not None and columns < 1):
        raise PuzzleError("a gallery takes at least one picture and one column")
    columns = columns or ceil(sqrt(1.5 * len(pictures)))
    rows = ceil(len(pictures) / columns)
    width, height = FRAME[0] + GAP, FRAME[1] + TITLE + GAP
    shapes: list[Shape] = []
    for i, picture in enumerate(pictures):
        last_row = len(pictures) - (rows - 1) * columns
        indent = (columns - last_row) * width / 2 if i // columns == rows - 1 else 0.0
        shapes += framed_at(picture, GAP + indent + i % columns * width, GAP + i // columns * height)
    return Picture(GAP + columns * width, GAP + rows * height, PAGE, tuple(shapes))


def framed_at(picture: Picture, left: float, top: float) -> list[Shape]:
    """The shapes of a picture in the middle of the frame with this corner, on a card of its own ground.

    Titles are set below the cards, all in one size.
    """
    drawn = [shape for shape in picture.shapes if shape.role != "title"]
    inside = (left + MARGIN, top + MARGIN, left + FRAME[0] - MARGIN, top + FRAME[1] - MARGIN)
    card = Polygon(rectangle(left, top, *FRAME, radius=14), picture.background, role="card")
    title = Text((left + FRAME[0] / 2, top + FRAME[1] + TITLE / 2), picture.title, 17, INK, bold=True, role="title")
    return [card, *fitted(drawn, inside), title]
