"""A picture: a frozen list of drawing values on a ground, which saves itself as SVG or PNG."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from cpmodels.errors import PuzzleError
from renderers import raster
from renderers.palette import INK, MUTED, PAGE
from renderers.shapes import Shape, Text, bounds, plain

FONTS = "Helvetica Neue, Helvetica, Arial, sans-serif"
MARGIN = 28.0
LONGEST_SIDE = 4000.0
"""Boards are drawn no longer than this, in pixels."""
LONGEST_TITLE = 60


@dataclass(frozen=True)
class Picture:
    """A part of the plane from `left`, `top`, of this `width` and `height` in pixels; its shapes from back to front."""

    width: float
    height: float
    background: str
    shapes: tuple[Shape, ...]
    left: float = 0.0
    top: float = 0.0
    title: str = ""

    def save(self, path: str | PathLike[str]) -> None:
        """Write the picture to a file, as SVG or PNG by the ending of its name.

        Raises PuzzleError for any other ending, and OSError when the file cannot be written.
        """
        target = Path(path)
        match target.suffix.lower():
            case ".svg":
                target.write_text(self.svg(), encoding="utf-8")
            case ".png":
                target.write_bytes(self.png())
            case other:
                raise PuzzleError(f"a picture is saved as .svg or .png, not as {other or 'a file with no ending'}")

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

        Raises PuzzleError when the scale is not a positive number.
        """
        box = (self.left, self.top, self.left + self.width, self.top + self.height)
        return raster.png(self.shapes, box, self.background, scale)

    def _repr_svg_(self) -> str:
        return self.svg()


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
