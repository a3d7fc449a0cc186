"""Drawing values as a PNG, smoothed by painting several times larger and averaging."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, partial
from io import BytesIO
from itertools import pairwise
from math import hypot, isfinite
from typing import TYPE_CHECKING

from cpmodels.base.errors import ParameterError
from renderers._fonts import TextRun, font, has_character, parts
from renderers.shapes import BEFORE, Bitmap, Box, Circle, Point, Polygon, Polyline, Shape, Text, dashes

if TYPE_CHECKING:  # Pillow takes long to import, and most commands draw nothing
    from PIL import Image

LARGEST_SIDE, LARGEST_AREA = 8000, 16_000_000
"""No PNG is wider or higher, or larger, than this many pixels, whatever its scale."""
LARGEST_CANVAS = 64_000_000
"""The pixels to paint on, before averaging, are at most this many."""
SMOOTHING = 4
"""A pixel is the average of a square of this many a side, where the canvas allows it."""


def png(shapes: Iterable[Shape], box: Box, background: str | None, scale: float) -> bytes:
    """The part of the plane in `box` as a PNG of `scale` pixels to the unit, or fewer where it grows too large."""
    out = BytesIO()
    image(shapes, box, background, scale).save(out, "PNG", compress_level=6)
    return out.getvalue()


def image(
    shapes: Iterable[Shape], box: Box, background: str | None, scale: float, smoothing: int = SMOOTHING
) -> Image.Image:
    """The part of the plane in `box`, `scale` pixels to the unit, or fewer where it grows too large.

    Without a background the ground is transparent.
    """
    if not (isfinite(scale) and scale > 0):
        raise ParameterError(f"the scale of a picture must be a positive number, not {scale!r}")
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    scale = min(scale, LARGEST_SIDE / max(width, height), (LARGEST_AREA / (width * height)) ** 0.5)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    times = max(k for k in range(1, smoothing + 1) if k == 1 or size[0] * size[1] * k * k <= LARGEST_CANVAS)
    mode, ground = ("RGB", background) if background else ("RGBA", "#00000000")
    from PIL import Image

    canvas = Image.new(mode, (size[0] * times, size[1] * times), ground)
    brush = _PixelBrush(canvas, (left, top), scale * times)
    for shape in shapes:
        brush.paint(shape)
    return canvas.reduce(times)


class _PixelBrush:
    """Paints shapes on a canvas that shows the plane from `origin`, `scale` pixels to the unit."""

    def __init__(self, canvas: Image.Image, origin: Point, scale: float) -> None:
        from PIL import ImageDraw

        self.canvas, self.draw, self.origin, self.scale = canvas, ImageDraw.Draw(canvas), origin, scale

    def paint(self, shape: Shape) -> None:
        match shape:
            case Polygon():
                points = [self._at(point) for point in shape.points]
                if shape.fill:
                    self.draw.polygon(points, fill=shape.fill)
                if shape.stroke:
                    self._line([*points, points[0]], shape.stroke, shape.width * self.scale)
            case Polyline():
                for part in dashes(shape.points, shape.dash) if shape.dash else [shape.points]:
                    points, is_round = [self._at(point) for point in part], not (shape.flat or shape.dash)
                    self._line(points, shape.stroke, shape.width * self.scale, is_round=is_round)
            case Circle():
                self._ring(shape)
            case Text():
                self._text(shape)
            case Bitmap():
                self._bitmap(shape)

    def _at(self, point: Point) -> Point:
        return ((point[0] - self.origin[0]) * self.scale, (point[1] - self.origin[1]) * self.scale)

    def _line(self, points: list[Point], colour: str, width: float, *, is_round: bool = True) -> None:
        if width < 2:
            self.draw.line(points, fill=colour, width=1)
            return
        for (x, y), (x2, y2) in pairwise(points):
            length = hypot(x2 - x, y2 - y)
            if length:
                dx, dy = (y - y2) / length * width / 2, (x2 - x) / length * width / 2
                self.draw.polygon([(x + dx, y + dy), (x2 + dx, y2 + dy), (x2 - dx, y2 - dy), (x - dx, y - dy)], colour)
        for point in points if is_round else points[1:-1]:
            self._disc(point, width / 2, colour)

    def _ring(self, circle: Circle) -> None:
        centre, radius, half = self._at(circle.centre), circle.radius * self.scale, circle.width * self.scale / 2
        if circle.fill:
            self._disc(centre, radius, circle.fill)
        if circle.stroke:
            x, y, outer = *centre, radius + half
            box = (x - outer, y - outer, x + outer, y + outer)
            self.draw.ellipse(box, outline=circle.stroke, width=max(1, round(2 * half)))

    def _disc(self, centre: Point, radius: float, colour: str) -> None:
        x, y = centre
        self.draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)

    def _bitmap(self, bitmap: Bitmap) -> None:
        (left, top), (right, bottom) = (self._at(corner) for corner in bitmap.extent())
        corner = round(left), round(top)
        pixels = _pixels(bitmap.content, (max(1, round(right) - corner[0]), max(1, round(bottom) - corner[1])))
        self.canvas.paste(pixels, corner, pixels)

    def _text(self, text: Text) -> None:
        size = max(1, round(text.size * self.scale))
        weight = round(size * 0.025) if text.bold else 0
        runs = [(part, font(file, size)) for part, file in parts_of(text.content)]
        if len(runs) == 1:
            ((content, face),) = runs
            anchor = {"start": "ls", "middle": "ms", "end": "rs"}[text.anchor]
            self.draw.text(self._at(text.baseline), content, text.fill, face, anchor, stroke_width=weight)
            return
        x, y = self._at(text.baseline)
        x -= BEFORE[text.anchor] * sum(face.getlength(part) for part, face in runs)
        for part, face in runs:
            self.draw.text((x, y), part, text.fill, face, "ls", stroke_width=weight)
            x += face.getlength(part)


def parts_of(content: str) -> list[TextRun]:
    """A text in parts, each of one font; the plain one is that of Pillow.  Raises as `renderers._fonts.parts` does."""
    from PIL import features

    return parts(content, partial(has_character, None), is_shaped=bool(features.check("raqm")))


@lru_cache(256)
def _pixels(content: bytes, size: tuple[int, int]) -> Image.Image:
    """A picture in this size, with red, green, blue and opacity."""
    from PIL import Image

    with Image.open(BytesIO(content)) as picture:
        return picture.convert("RGBA").resize(size, Image.Resampling.LANCZOS)
