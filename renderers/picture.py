"""A picture: a frozen list of drawing values on a ground, which saves itself as SVG or PNG; and galleries of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from math import ceil, sqrt
from os import PathLike
from pathlib import Path

from cpmodels.base.errors import ParameterError
from cpmodels.base.files import write_file
from cpmodels.base.values import either
from renderers import _raster as raster
from renderers.palette import INK, MUTED, PAGE
from renderers.shapes import Box, Polygon, Shape, Text, bounds, fitted, plain, rectangle, shortened

__all__ = ["MARGIN", "Picture", "around", "drawn_shapes", "ending_of", "framed", "gallery", "unit"]

FONTS = "Helvetica Neue, Helvetica, Arial, sans-serif"
MARGIN = 28.0
LONGEST_SIDE = 4000.0
"""Boards are drawn no longer than this, in pixels."""
LONGEST_TITLE = 60
FRAME = (360.0, 340.0)
TITLE = 36.0
CARD_GAP = 24.0
INSET = 10.0
HEADING = 64.0
"""The size of a card of a gallery, the room for its title, between cards, within them, and for a common heading."""


@dataclass(frozen=True)
class Picture:
    """A part of the plane from `left`, `top`, of this `width` and `height` in pixels; its shapes from back to front.

    >>> from renderers.shapes import Circle
    >>> picture = Picture(10, 10, "white", (Circle((5, 5), 4, "black"),))
    >>> picture.svg().count("<circle")
    1
    """

    width: float
    height: float
    background: str
    shapes: tuple[Shape, ...] = field(repr=False)
    left: float = 0.0
    top: float = 0.0
    title: str = ""

    def save(self, path: str | PathLike[str]) -> None:
        """Write the picture to a file, as SVG or PNG by the ending of its name.

        Raises ParameterError for any other ending, and OSError when the file cannot be written.
        """
        is_svg = ending_of(path, (".svg", ".png"), "a picture is saved") == ".svg"
        write_file(path, self.svg() if is_svg else self.png())

    def svg(self) -> str:
        """The picture as an SVG document."""
        box = f"{self.left:.2f} {self.top:.2f} {self.width:.2f} {self.height:.2f}"
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width:.0f}" height="{self.height:.0f}" '
            f'viewBox="{box}" font-family="{FONTS}" role="img">'
        )
        ground = (
            f'<rect x="{self.left:.2f}" y="{self.top:.2f}" width="{self.width:.2f}" height="{self.height:.2f}" '
            f'fill="{self.background}"/>'
        )
        title = [f"<title>{plain(self.title)}</title>"] if self.title else []
        return "\n".join([head, *title, ground, *(shape.svg() for shape in self.shapes), "</svg>", ""])

    def png(self, scale: float = 2.0) -> bytes:
        """The picture as a PNG of `scale` pixels to the unit; fewer where a side would pass 8000 pixels.

        Raises ParameterError when the scale is not a positive number, PuzzleError for a character that no font has.
        """
        box = (self.left, self.top, self.left + self.width, self.top + self.height)
        return raster.png(self.shapes, box, self.background, scale)

    def _repr_svg_(self) -> str:
        return self.svg()


def ending_of(path: str | PathLike[str], known: Iterable[str], what: str) -> str:
    """The ending of a file's name.  Raises ParameterError, which begins with what is done, where it is not known."""
    suffix, endings = Path(path).suffix.lower(), list(known)
    if suffix not in endings:
        raise ParameterError(f"{what} as {either(endings)}, not as {suffix or 'a file with no extension'}")
    return suffix


def framed(
    shapes: Iterable[Shape],
    *,
    title: str | None = None,
    caption: str | None = None,
    background: str = PAGE,
    ink: str = INK,
    quiet: str = MUTED,
) -> Picture:
    """The shapes with a margin about them, the title above and the caption below, both centred."""
    shapes = list(shapes)
    left, top, right, bottom = bounds(shapes)
    middle = (left + right) / 2
    if title:
        short = title if len(title) <= LONGEST_TITLE else title[: LONGEST_TITLE - 3] + "..."
        shapes.append(Text((middle, top - 28), short, 20, ink, bold=True, role="title"))
    if caption:
        shapes.append(Text((middle, bottom + 26), caption, 15, quiet, role="caption"))
    left, top, right, bottom = bounds(shapes)
    width, height = right - left + 2 * MARGIN, bottom - top + 2 * MARGIN
    return Picture(width, height, background, tuple(shapes), left - MARGIN, top - MARGIN, title or "")


def unit(count: float, ideal: float) -> float:
    """The pixels to give each of `count` cells in a row: the ideal, or fewer where the row grows too long."""
    return min(ideal, LONGEST_SIDE / count)


def gallery(pictures: Sequence[Picture], columns: int | None = None, *, title: str = "", caption: str = "") -> Picture:
    """The pictures side by side in this many columns; by default so that the whole is about a square and a half wide.

    title, caption: what stands above and below all of them.

    Raises ParameterError when there is no picture, or the number of columns is not positive.

    >>> from renderers.shapes import Circle
    >>> dot = Picture(10, 10, "white", (Circle((5, 5), 4, "black"),))
    >>> gallery([dot, dot, dot], columns=3).svg().count("<circle")
    3
    """
    if not pictures or (columns is not None and columns < 1):
        raise ParameterError("a gallery takes at least one picture and one column")
    columns = columns or ceil(sqrt(1.5 * len(pictures)))
    rows = ceil(len(pictures) / columns)
    width, height = FRAME[0] + CARD_GAP, FRAME[1] + TITLE + CARD_GAP
    shapes: list[Shape] = []
    for i, picture in enumerate(pictures):
        last_row = len(pictures) - (rows - 1) * columns
        indent = (columns - last_row) * width / 2 if i // columns == rows - 1 else 0.0
        shapes += _card(picture, CARD_GAP + indent + i % columns * width, CARD_GAP + i // columns * height)
    wide, high = CARD_GAP + columns * width, CARD_GAP + rows * height
    head = HEADING if title else 0.0
    if title:
        heading = shortened(title, 30, wide)
        shapes.append(Text((wide / 2, -head / 2 + CARD_GAP / 2), heading, 30, INK, bold=True, role="heading"))
    if caption:
        line = shortened(caption, 22, wide)
        shapes.append(Text((wide / 2, high + HEADING / 4), line, 22, MUTED, role="caption"))
        high += HEADING
    return Picture(wide, high + head, PAGE, tuple(shapes), top=-head, title=title)


def _card(picture: Picture, left: float, top: float) -> list[Shape]:
    """The shapes of a picture in the middle of the frame with this corner, on a card of its own ground.

    Titles are set below the cards, all in one size.
    """
    drawn = [shape for shape in picture.shapes if shape.role != "title"]
    inside = (left + INSET, top + INSET, left + FRAME[0] - INSET, top + FRAME[1] - INSET)
    card = Polygon(rectangle(left, top, *FRAME, radius=14), picture.background, role="card")
    title, place = shortened(picture.title, 17, FRAME[0]), (left + FRAME[0] / 2, top + FRAME[1] + TITLE / 2)
    return [card, *fitted(drawn, inside), Text(place, title, 17, INK, bold=True, role="title")]


def drawn_shapes(picture: Picture) -> list[Shape]:
    """The shapes of a picture without its title and caption."""
    return [shape for shape in picture.shapes if shape.role not in ("title", "caption")]


def around(pictures: Sequence[Sequence[Shape]]) -> Box:
    """The box that holds the shapes of all pictures."""
    return bounds(chain.from_iterable(pictures))
