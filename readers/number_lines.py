r"""Lines of whole numbers, in which puzzles are written by hand and by programs.

Numbers stand apart by spaces, commas or semicolons; ``#`` and ``//`` open comments; empty lines do not count.

>>> number_lines("2 3  # rows and columns\n\n1, 0; 2")
[NumberLine(place=1, numbers=(2, 3)), NumberLine(place=3, numbers=(1, 0, 2))]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from cpmodels.base.errors import PuzzleError
from cpmodels.base.values import LARGEST_BOARD

__all__ = ["COMMENT", "GAP", "MOST_LINES", "NumberLine", "header", "number_lines"]

MOST_LINES = 3 * LARGEST_BOARD + 1
COMMENT = re.compile(r"#.*|//.*")
GAP = re.compile(r"[\s,;]+")
_WHOLE = re.compile(r"[+-]?[0-9]{1,19}")


class NumberLine(NamedTuple):
    """A line's number in its file, from 1, and the numbers on it."""

    place: int
    numbers: tuple[int, ...]


def number_lines(text: str) -> list[NumberLine]:
    """The lines of a text, at least one.  Raises PuzzleError, with the line where there is anything but numbers."""
    lines = list(islice(_lines(text), MOST_LINES + 1))
    if not lines:
        raise PuzzleError("it holds only comments")
    if len(lines) > MOST_LINES:
        raise PuzzleError(f"there are more than {MOST_LINES} lines of numbers, too many for any board")
    return lines


def header(text: str) -> tuple[int, ...] | None:
    """The numbers on the first line that has any; None when it has anything else."""
    try:
        first = next(_lines(text), None)
    except PuzzleError:
        return None
    return first and first.numbers


def _lines(text: str) -> Iterator[NumberLine]:
    for place, line in enumerate(text.splitlines(), 1):
        if words := [word for word in GAP.split(COMMENT.sub("", line)) if word]:
            yield NumberLine(place, tuple(_whole(word, place) for word in words))


def _whole(word: str, place: int) -> int:
    if not _WHOLE.fullmatch(word):
        long = re.fullmatch(r"[+-]?[0-9]+", word)
        raise PuzzleError(f"line {place}: {word[:40]!r} is {'too large' if long else 'not a whole number'}")
    if not -(2**63) <= (value := int(word)) < 2**63:
        raise PuzzleError(f"line {place}: {word} does not fit into 64 bits")
    return value
