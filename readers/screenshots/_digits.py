"""Numbers from small pictures: the glyphs in them, compared with digits of several fonts.

A glyph is stretched to one size, so that fonts differ less, and its likeness to a digit is the correlation with the
most alike of the fonts, less something for other proportions.  `digits.png` is made by
`benchmarks.studies.screenshots.glyphs`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from itertools import product

import numpy as np
from PIL import Image

from readers.screenshots._components import PixelBox, components
from readers.screenshots._edges import Array

WIDE, HIGH = 16, 24
SHARPNESS = (24, 10, 7)
"""The heights in pixels of the digits compared with: small ones are blurred in their own way."""
MOST_DIGITS = 2
ODD_SHAPE = 0.15
"""How much the likeness falls for a width e times that of the digit in the font."""
ASKEW = 0.4
"""The middle of a number is at most this share of its height beside that of the picture."""
CUTS = 6
"""Digits that touch are taken apart in as many ways, at the columns with the least ink."""
WIDEST = 1.05
"""The width of a digit is at most this share of its height."""
LEAST_LIKE = 0.55
"""Ink less like any number than this is none."""
CLEAR = 0.06
"""A number is read when all others are so much less like the ink, and more where it is not very like itself."""
VERY_LIKE = 0.85
SURE = 0.7
"""A number that no other one confirms is read if it is so much like the ink: on real screenshots by 0.75 and more."""
FAINTER = 0.6
"""The power of ink, from 0 to 1, by which a third of full ink, not half, counts."""

Likeness = Mapping[int, float]
"""How like what is seen is to each number, at most 1."""


def numbers(ink: Array) -> dict[int, float]:
    """The numbers that a picture may show, with the likeness of each, at most 1.

    `ink` is from 0 where there is ground to 1 where there is ink, with some ground about the number.
    """
    boxes = glyphs(ink)
    if not boxes or abs(boxes[0][0] + boxes[-1][2] - ink.shape[1]) > 2 * ASKEW * (boxes[0][3] - boxes[0][1]):
        return {}
    found: dict[int, float] = {}
    for reading in readings(ink, boxes):
        scores = [likeness(ink[top:bottom, left:right]) for left, top, right, bottom in reading]
        for digits in product(range(10), repeat=len(reading)):
            if digits[0]:
                number = int("".join(map(str, digits)))
                score = float(np.mean([score[digit] for score, digit in zip(scores, digits, strict=True)]))
                worst = float(min(score[digit] for score, digit in zip(scores, digits, strict=True)))
                found[number] = max(found.get(number, -1.0), (score + worst) / 2)
    return found


def is_number(likeness: Likeness) -> bool:
    """Whether it is a number at all."""
    return max(likeness.values(), default=0) >= LEAST_LIKE


def ranked(likeness: Likeness) -> list[int]:
    """The numbers from the most to the least like."""
    return sorted(likeness, key=lambda number: -likeness[number])


def clear_number(likeness: Likeness) -> int | None:
    """The number that it is; None when it may be another."""
    first, *others = ranked(likeness)
    margin = CLEAR + 0.3 * max(0.0, VERY_LIKE - likeness[first])
    return None if others and likeness[first] - likeness[others[0]] < margin else first


def sure_number(ink: Array, most: int) -> int | None:
    """The number up to `most` that ink is beyond doubt, also when fainter ink counts; None when that is not certain."""
    likeness, fainter = (
        {number: score for number, score in numbers(each).items() if number <= most} for each in (ink, ink**FAINTER)
    )
    if max(likeness.values(), default=0) < SURE or ranked(likeness)[:1] != ranked(fainter)[:1]:
        return None
    return clear_number(likeness)


def glyphs(ink: Array) -> list[PixelBox]:
    """The boxes of the glyphs from left to right: what is connected, or stands above one another."""
    boxes: list[PixelBox] = []
    for left, top, right, bottom in sorted(part.box for part in components(ink > 0.5)):
        if boxes and min(right, boxes[-1][2]) - left > 0.5 * min(right - left, boxes[-1][2] - boxes[-1][0]):
            last = boxes.pop()
            boxes.append((last[0], min(last[1], top), max(last[2], right), max(last[3], bottom)))
        else:
            boxes.append((left, top, right, bottom))
    highest = max((bottom - top for _, top, _, bottom in boxes), default=0)
    return [box for box in boxes if box[3] - box[1] > 0.5 * highest]


def readings(ink: Array, boxes: list[PixelBox]) -> list[list[PixelBox]]:
    """The ways in which glyphs may be digits: each is one, or a wide one is two that touch."""
    found = []
    if len(boxes) <= MOST_DIGITS and all(right - left <= WIDEST * (bottom - top) for left, top, right, bottom in boxes):
        found.append(boxes)
    if len(boxes) == 1:
        left, top, right, bottom = boxes[0]
        width = right - left
        if width > 0.75 * (bottom - top):
            columns = ink[top:bottom, left:right].sum(axis=0)
            middle = range(1 + width // 4, width - width // 4)
            for cut in sorted(middle, key=lambda x: columns[x])[:CUTS]:
                halves = [_tight(ink, (left, top, left + cut, bottom)), _tight(ink, (left + cut, top, right, bottom))]
                found.append([half for half in halves if half])
    return found


def likeness(glyph: Array) -> list[float]:
    """How like a glyph is to each digit: the correlation with the most alike of the fonts, less its odd shape."""
    digits, shapes = templates()
    sample = normed(np.asarray(Image.fromarray(glyph).resize((WIDE, HIGH), Image.Resampling.BILINEAR)))
    height, width = glyph.shape
    alike = digits @ sample - ODD_SHAPE * np.abs(shapes - np.log(width / height))
    return [float(score) for score in alike.max(axis=0)]


@cache
def templates() -> tuple[Array, Array]:
    """The digits in `digits.png`, normed for correlation, and the logarithms of their widths to heights.

    Both are by font and digit, the first also by the pixels in a row.
    """
    with (files("readers.screenshots") / "digits.png").open("rb") as file, Image.open(file) as picture:
        sheet = np.asarray(picture.convert("L"), dtype=np.float32) / np.float32(255)
    side = sheet.shape[1] // 10
    digits, shapes = [], []
    for top in range(0, sheet.shape[0], side):
        for left in range(0, sheet.shape[1], side):
            tile = sheet[top : top + side, left : left + side]
            first, _, last, _ = _tight(tile, (0, 0, side, side)) or (0, 0, side, side)
            glyph = Image.fromarray(np.ascontiguousarray(tile[:, first:last]))
            for high in SHARPNESS:
                digits.append(normed(_coarse(glyph, high)))
            shapes.append(np.log((last - first) / side))
    fonts, sharpness = len(shapes) // 10, len(SHARPNESS)
    known = np.reshape(digits, (fonts, 10, sharpness, -1)).swapaxes(1, 2).reshape(fonts * sharpness, 10, -1)
    return known, np.repeat(np.reshape(shapes, (fonts, 10)), sharpness, axis=0).astype(np.float32)


def _coarse(glyph: Image.Image, high: int) -> Array:
    """A glyph as it looks when its picture was this many pixels high."""
    wide = max(2, round(high * glyph.width / glyph.height))
    small = glyph.resize((wide, high), Image.Resampling.BOX)
    return np.asarray(small.resize((WIDE, HIGH), Image.Resampling.BICUBIC), dtype=np.float32)


def _tight(ink: Array, box: PixelBox) -> PixelBox | None:
    """The box about the ink in a box; None without any."""
    left, top, right, bottom = box
    rows, cols = np.nonzero(ink[top:bottom, left:right] > 0.5)
    if not len(rows):
        return None
    return left + int(cols.min()), top + int(rows.min()), left + int(cols.max()) + 1, top + int(rows.max()) + 1


def normed(values: Array) -> Array:
    """The values in a row, with mean 0 and length 1."""
    flat = values.ravel() - values.mean()
    return np.asarray(flat / max(float(np.linalg.norm(flat)), 1e-6), dtype=np.float32)
