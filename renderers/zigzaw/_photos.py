"""The pictures of the real pieces of a Zigzaw, as shapes in their places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw

from cpmodels.puzzles.zigzaw import Photos
from cpmodels.puzzles.zigzaw_geometry import FROG, HIGH, WIDE
from renderers.shapes import Bitmap, Box, Point

Loop = tuple[Point, ...]


def photo_width(photos: Photos, cols: int) -> float:
    """The width of a hexagon in the pictures of a board of so many columns, in pixels."""
    if photos.border is not None:
        return _size(photos.border)[0] / (cols + 2)
    return _size(photos.pieces[0])[0] / FROG[0]


def photo_shapes(
    photos: Photos, laid: Iterable[tuple[Point, int]], width: float, frame: Box, outline: Sequence[Loop]
) -> Iterator[Bitmap]:
    """The border in its frame, and frogs at these upper left corners, for hexagons of this width.

    outline: the lines about a frog in divisions, along which pictures without a clear ground are cut.
    """
    if photos.border is not None:
        left, top, right, bottom = frame
        yield Bitmap((left, top), right - left, bottom - top, photos.border, "border")
    for corner, index in laid:
        yield Bitmap(corner, FROG[0] * width, FROG[1] * width, _cut_out(photos.pieces[index], tuple(outline)), "frog")


@lru_cache(512)
def _size(content: bytes) -> tuple[int, int]:
    with Image.open(BytesIO(content)) as picture:
        return picture.size


@lru_cache(512)
def _cut_out(content: bytes, outline: tuple[Loop, ...]) -> bytes:
    """The picture of a frog with a clear ground, which is made along the outline of a frog where it has none."""
    with Image.open(BytesIO(content)) as picture:
        pixels = picture.convert("RGBA")
    if any(pixels.getchannel("A").histogram()[:128]):
        return content
    mask = Image.new("L", pixels.size)
    for loop in outline:
        points = [(x / WIDE * pixels.width, y / HIGH * pixels.height) for x, y in loop]
        ImageDraw.Draw(mask).polygon(points, fill=255)
    pixels.putalpha(mask)
    out = BytesIO()
    pixels.save(out, "PNG")
    return out.getvalue()
