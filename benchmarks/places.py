"""The places of an exact cover, such as the cells of a board: what a program fills one by one."""

from __future__ import annotations

from typing import Any

from benchmarks.solvers import UnsupportedError
from cpmodels.description import ExactCover, Item


def places(cover: ExactCover[Any]) -> list[Item]:
    """The first items, as many as it takes until each option covers one of them; descriptions name cells first.

    What covers each of them once has covered all: pieces and the like only say which choices exclude each other.

    Raises UnsupportedError where these items are not to be covered exactly once.

    >>> from cpmodels import Zigzaw, Frog
    >>> places(Zigzaw(1, 2, [Frog(*"abcdef"), Frog(*"fedcba")]).describe().problem)
    [('cell', (0, 0)), ('cell', (0, 1))]
    """
    found: list[Item] = []
    left = len(cover.options)
    seen: set[int] = set()
    for item, least, most in cover.items:
        if len(seen) == left:
            break
        if (least, most) != (1, 1):
            raise UnsupportedError(f"not every option covers one of {len(found)} places once, and {item!r} is no place")
        found.append(item)
        seen.update(cover.covering[item])
    return found
