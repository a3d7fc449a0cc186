"""The colours of a frog in a picture, sampled at the points of the article *Zig and the Zigzaw*."""

from __future__ import annotations

import math
from typing import TypeAlias

from PIL import Image

from cpmodels.base.errors import PuzzleError
from cpmodels.puzzles.zigzaw import Frog
from cpmodels.puzzles.zigzaw.geometry import HIGH, POINTS, WIDE, Point

Pixel: TypeAlias = tuple[int, ...]
FrogBox: TypeAlias = tuple[float, float, float, float]
"""A part of a picture: left, top, right and bottom in pixels."""

LEAST_WIDTH, LEAST_HEIGHT = 2 * WIDE, 2 * HIGH
"""Two pixels a division: smaller frogs are not sampled."""
DARK = 100
"""Where no channel is brighter than this there is no part: the table, a line, or a frog without a body."""


def colour(red: int, green: int, blue: int) -> str | None:
    """The name of a sampled colour; None when it is none of the six of a Rubik's Cube.

    >>> colour(255, 204, 0), colour(64, 50, 59)
    ('yellow', None)
    """
    if min(red, green, blue) > 128:
        return "white"
    if red > 190 and green > 170 and blue < 5:
        return "yellow"
    if red > 190 and green > 128 and blue < 5:
        return "orange"
    if red > 190 and blue < 30:
        return "red"
    if red < 5 and green > 128 and blue > 30:
        return "green"
    if red < 5 and green > 30 and blue > 128:
        return "blue"
    return None


def check_size(picture: Image.Image) -> None:
    """Raise PuzzleError for a picture that is too small to show a frog."""
    if picture.width < LEAST_WIDTH or picture.height < LEAST_HEIGHT:
        raise PuzzleError(
            f"{picture.width} x {picture.height} pixels are too few for a frog: {LEAST_WIDTH} x {LEAST_HEIGHT} at least"
        )


def misfit(size: Point, shape: Point) -> float:
    """By how much the proportions of one rectangle are off those of another, as a logarithm."""
    return abs(math.log(size[0] / size[1] * shape[1] / shape[0]))


def frog_in(picture: Image.Image, box: FrogBox) -> Frog:
    """The frog that fills a part of a picture.  Raises PuzzleError with the part that has none of the six colours."""
    left, top, right, bottom = box
    colours = {}
    for part, (x, y) in POINTS.items():
        at = (left + x / WIDE * (right - left), top + y / HIGH * (bottom - top))
        colours[part] = part_colour(pixel_at(picture, at), part, required=part != "body")
    return Frog(**colours)


def part_colour(pixel: Pixel, part: str, *, required: bool) -> str | None:
    """The colour of a part; None where it is dark or transparent and not required.  Raises PuzzleError."""
    seen = colour(*pixel[:3]) if pixel[3] > 128 else None
    if seen is None and (required or (pixel[3] > 128 and max(pixel[:3]) > DARK)):
        raise PuzzleError(f"{part} is {_rgb(pixel)}, not one of the six colours")
    return seen


def pixel_at(picture: Image.Image, at: Point) -> Pixel:
    """The red, green, blue and opacity at a point within a picture."""
    pixel = picture.getpixel((int(at[0]), int(at[1])))
    assert isinstance(pixel, tuple)
    return pixel


def _rgb(pixel: Pixel) -> str:
    return f"RGB {pixel[:3]}" if pixel[3] > 128 else "transparent"
