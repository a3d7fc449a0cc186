"""Several solutions of a puzzle in one picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from cpmodels.base.puzzle import Puzzle
from renderers.functions import draw, title_of
from renderers.picture import Picture, gallery

__all__ = ["MOST", "contact_sheet"]

MOST = 60
"""The most solutions that can be told apart in one picture."""


def contact_sheet(
    puzzle: Puzzle[Any], solutions: Sequence[Any], *, caption: str | None = None, **options: Any
) -> Picture:
    """The first `MOST` solutions side by side, numbered; by default the caption tells how many are left out.

    options: as for `draw`.

    Raises ParameterError when there is no solution, and as `renderers.draw` does.

    >>> from cpmodels import Zip, solutions
    >>> puzzle = Zip(2, 2)
    >>> contact_sheet(puzzle, list(solutions(puzzle)), caption="eight paths").svg().count("eight paths")
    1
    """
    pictures = [
        replace(draw(puzzle, solution, **options), title=str(number))
        for number, solution in enumerate(solutions[:MOST], 1)
    ]
    return gallery(pictures, title=title_of(puzzle), caption=caption or shown(len(pictures), len(solutions)))


def shown(count: int, given: int) -> str:
    """How many solutions are shown, in words.

    >>> shown(60, 328), shown(4, 4)
    ('the first 60 of 328 solutions', '4 solutions')
    """
    return f"{given:,} solutions" if count == given else f"the first {count:,} of {given:,} solutions"
