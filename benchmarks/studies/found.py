"""What answers to questions share: puzzles solved, counted and confirmed, or a sentence about what went wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cpmodels as cm
from benchmarks.studies.questions import DisagreementError


@dataclass(frozen=True)
class Example:
    """A garden that was found, and in how many seconds."""

    puzzle: cm.Puzzle[cm.puzzles.TilePlacement]
    solution: cm.puzzles.TilePlacement
    seconds: float


def solved(garden: cm.Garden | cm.Model[cm.puzzles.TilePlacement], **settings: Any) -> Example:
    """A garden, found."""
    result = cm.solve(garden, **settings)
    if result.solution is None:
        raise DisagreementError(f"{garden}: {result.status}")
    return Example(result.puzzle, result.solution, result.seconds)


def counted(garden: cm.Garden, each: Callable[[cm.puzzles.TilePlacement], object] | None = None) -> cm.Count:
    """All gardens of a kind, counted with proof; `each` is called with one of each orbit."""
    found = cm.count(garden, each=each)
    if not found.exhausted:
        raise DisagreementError(f"{garden}: the count ended early")
    return found


def confirmed(garden: cm.Garden, total: int, engine: str = "cadical") -> float:
    """The seconds in which another engine found the same number of gardens."""
    found = cm.confirm(garden, engine=engine, known=total)
    if found.agree is not True:
        raise DisagreementError(f"{garden}: {found}")
    return found.other.seconds
