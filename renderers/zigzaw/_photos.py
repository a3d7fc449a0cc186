"""A Zigzaw put together from pictures of its real pieces: the border, and the frogs in their places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw

from cpmodels.lattice import Cell
from cpmodels.puzzles.zigzaw import PARTS, Photos, Zigzaw
from cpmodels.puzzles.zigzaw_geometry import FROG, HIGH, WIDE
from renderers.shapes import Bitmap, Box, Shape
from renderers.zigzaw._drawing import cell_corner, outline


def photo_width(puzzle: Zigzaw, photos: Photos) -> float:
    """The width of a hexagon in the pictures, in pixels."""
    if photos.border is not None:
        return _size(photos.border)[0] / (puzzle.cols + 2)
    return _size(photos.pieces[0])[0] / FROG[0]


def photo_shapes(puzzle: Zigzaw, photos: Photos, laid: Mapping[Cell, int], frame: Box) -> Iterator[Shape]:
    """The border in its frame, and the frogs that are laid."""
    width = photo_width(puzzle, photos)
    if photos.border is not None:
        left, top, right, bottom = frame
        yield Bitmap((left, top), right - left, bottom - top, photos.border, "border")
    for cell, index in laid.items():
        size = FROG[0] * width, FROG[1] * width
        yield Bitmap(cell_corner(cell, width), *size, _cut_out(photos.pieces[index]), "frog")


@lru_cache(512)
def _size(content: bytes) -> tuple[int, int]:
    with Image.open(BytesIO(content)) as picture:
        return picture.size


@lru_cache(512)
def _cut_out(content: bytes) -> bytes:
    """The picture of a frog with a clear ground, which is made along the outline of a frog where it has none."""
    with Image.open(BytesIO(content)) as picture:
        pixels = picture.convert("RGBA")
    if any(pixels.getchannel("A").histogram()[:128]):
        return content
    mask = Image.new("L", pixels.size)
    for loop in outline(("body", *PARTS)):
        points = [(x / WIDE * pixels.width, y / HIGH * pixels.height) for x, y in loop]
        ImageDraw.Draw(mask).polygon(points, fill=255)
    pixels.putalpha(mask)
    out = BytesIO()
    pixels.save(out, "PNG")
    return out.getvalue()
