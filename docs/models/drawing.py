"""What the pictures of the chapters share: parts with a line below them, side by side, written as small files."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

from PIL import Image

from renderers.palette import MUTED
from renderers.picture import framed
from renderers.shapes import Shape, Text, bounds, moved

FOLDER = Path(__file__).parent
COLOURS = 64
SCALE = 1.5


def write(name: str, shapes: Iterable[Shape]) -> None:
    """Write shapes as a small picture beside the chapters."""
    image = Image.open(BytesIO(framed(shapes).png(SCALE))).convert("RGB")
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(FOLDER / name, optimize=True)


def labelled(shapes: Iterable[Shape], label: str) -> list[Shape]:
    """The shapes with a line below them."""
    drawn = list(shapes)
    left, _, right, bottom = bounds(drawn)
    return [*drawn, Text(((left + right) / 2, bottom + 22), label, 15, MUTED)]


def side_by_side(parts: Iterable[Iterable[Shape]], gap: float = 34.0) -> list[Shape]:
    """The parts from left to right, their upper ends at one height."""
    row: list[Shape] = []
    at = 0.0
    for part in map(list, parts):
        left, top, right, _ = bounds(part)
        row += [moved(shape, at - left, -top) for shape in part]
        at += right - left + gap
    return row


def one_below_another(parts: Iterable[Iterable[Shape]], gap: float = 30.0) -> list[Shape]:
    """The parts from top to bottom, their left ends in one line."""
    column: list[Shape] = []
    at = 0.0
    for part in map(list, parts):
        left, top, _, bottom = bounds(part)
        column += [moved(shape, -left, at - top) for shape in part]
        at += bottom - top + gap
    return column
