"""What every puzzle has: a name for its kind, a checker, and a picture of itself in a notebook."""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from cpmodels.display import svg
from cpmodels.errors import PuzzleError

LARGEST_BOARD = 40_000
"""Boards of more cells than this are refused: no engine here could use them."""


class Solution:
    """An answer to a puzzle: a frozen value, compared by content."""


S = TypeVar("S", bound=Solution)
H = TypeVar("H", bound=Hashable)


class Puzzle(ABC, Generic[S]):
    """A puzzle: a frozen value that can check an answer by its own rules."""

    kind: ClassVar[str]
    """The name of the kind of puzzle in JSON, such as ``"zip"``."""

    name: str | None
    minimise: str | None = None
    """What an answer must have the least of, if anything; then `stages` tells how to find it."""

    def stages(self, *, alike: bool = True) -> Iterator[Stage[S]]:  # noqa: ARG002
        """The puzzles without `minimise` among whose answers are those of least cost, by rising cost.

        Without `alike`, parts that have answers just when others of the same stage have may be left out.
        """
        return iter(())

    def stage(self, cost: int) -> Stage[S]:
        """The stage of a cost: with the least one, as `cpmodels.solve` finds it, all answers are in its parts.

        Raises PuzzleError when no part can have that cost.
        """
        for stage in self.stages():
            if stage.cost == cost:
                return stage
        raise PuzzleError(f"this puzzle has no stage of cost {cost}")

    @abstractmethod
    def check(self, solution: S) -> list[str]:
        """The rules that an answer breaks, a sentence each; empty when it is right.

        Raises TypeError when `solution` is an answer to another kind of puzzle.
        """

    def _repr_svg_(self) -> str | None:
        return svg(self, None)


@dataclass(frozen=True)
class Part(Generic[S]):
    """A puzzle whose answers, each made `whole`, are answers of a puzzle that minimises something."""

    puzzle: Puzzle[S]
    whole: Callable[[S], S]


@dataclass(frozen=True)
class Stage(Generic[S]):
    """All answers of one cost, as those of some parts: no answer is in two of them."""

    cost: int
    parts: tuple[Part[S], ...]


def check_type(solution: object, expected: type) -> None:
    """Raise TypeError unless `solution` is of the puzzle's own kind of answer."""
    if not isinstance(solution, expected):
        raise TypeError(f"expected an answer of type {expected.__name__}, got {type(solution).__name__}")


def by(sides: Iterable[int]) -> str:
    """The sides of a box as people say them: 5 x 6."""
    return " x ".join(map(str, sides))


def shown(value: object) -> str:
    """A value as an error message quotes it: not at any length."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def integer(value: Any, what: str, least: int | None = None) -> int:
    """`value` as an int; PuzzleError when it is none or is below `least`."""
    try:
        whole = None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        whole = None
    if whole is None:
        raise PuzzleError(f"{what} must be a whole number, not {shown(value)}")
    if least is not None and whole < least:
        raise PuzzleError(f"{what} must be at least {least}, not {whole}")
    return whole


def integers(values: Any, what: str, length: int | None = None) -> tuple[int, ...]:
    """`values` as a tuple of ints, of the given length if any."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise PuzzleError(f"{what} must be a list of whole numbers, not {shown(values)}")
    whole = tuple(integer(value, f"each number of {what}") for value in values)
    if length is not None and len(whole) != length:
        raise PuzzleError(f"{what} must be {length} numbers, not {len(whole)}")
    return whole


def items(values: Any, what: str, length: int | None = None) -> list[Any]:
    """`values` as a list, of the given length if any; PuzzleError when it is none."""
    if isinstance(values, (str, bytes, Set)) or not isinstance(values, Iterable):
        raise PuzzleError(f"{what} must be a list, not {shown(values)}")
    found = list(values)
    if length is not None and len(found) != length:
        raise PuzzleError(f"{what} must be {length} things, not {shown(values)}")
    return found


def board_size(rows: Any, cols: Any) -> tuple[int, int]:
    """Checked numbers of rows and columns."""
    rows, cols = integer(rows, "rows", 1), integer(cols, "cols", 1)
    if rows * cols > LARGEST_BOARD:
        raise PuzzleError(f"a board of {rows} x {cols} is too large: at most {LARGEST_BOARD} cells")
    return rows, cols


def repeated(values: Iterable[H]) -> list[H]:
    """The values that come more than once, in order of first sight."""
    return [value for value, times in Counter(values).items() if times > 1]


def grouped(keys: Iterable[H]) -> dict[H, tuple[int, ...]]:
    """The indexes at which each key stands."""
    groups: dict[H, list[int]] = {}
    for index, key in enumerate(keys):
        groups.setdefault(key, []).append(index)
    return {key: tuple(group) for key, group in groups.items()}


def listed(values: Sequence[object], most: int = 6) -> str:
    """The first few values, for an error message."""
    first = ", ".join(map(str, values[:most]))
    return first + (f" and {len(values) - most} more" if len(values) > most else "")
