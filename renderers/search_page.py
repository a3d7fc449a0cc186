"""A film as a page to play, stop and step through: one self-contained HTML file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from renderers.animation import Film, around, drawn_shapes
from renderers.picture import MARGIN
from renderers.web_page import web_page

LARGEST = 190_000
"""A page has at most so many bytes, or else fewer frames."""
FEWEST = 8
"""A page keeps at least so many frames, however large they are."""


def search_page(title: str, film: Callable[[int], Film], frames: int = 240) -> bytes:
    """The page of a film that is made with a number of frames: half as many again and again while it is too large."""
    while True:
        content = web_page(title, "search.html", _data(film(frames)), styles=("search.css",), scripts=("search.js",))
        if len(content) <= LARGEST or frames <= FEWEST:
            return content
        frames //= 2


def _data(film: Film) -> dict[str, Any]:
    """All shapes once each, and for every frame the runs of shapes that it shows: first, number, first, number, ..."""
    pictures = [drawn_shapes(picture) for picture in film.pictures]
    left, top, right, bottom = around(pictures)
    numbers: dict[str, int] = {}
    frames = [runs([numbers.setdefault(shape.svg(), len(numbers)) for shape in shapes]) for shapes in pictures]
    return {
        "view": [left - MARGIN, top - MARGIN, right - left + 2 * MARGIN, bottom - top + 2 * MARGIN],
        "ground": film.pictures[0].background,
        "shapes": list(numbers),
        "frames": frames,
        "lines": film.lines,
        "milliseconds": film.milliseconds,
    }


def runs(numbers: Sequence[int]) -> list[int]:
    """Numbers as runs of consecutive ones.

    >>> runs([4, 5, 6, 2, 9])
    [4, 3, 2, 1, 9, 1]
    """
    found: list[int] = []
    for number in numbers:
        if found and number == found[-2] + found[-1]:
            found[-1] += 1
        else:
            found += [number, 1]
    return found
