"""The page about gardens, and what its questions share: gardens found, counted and confirmed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cpmodels as cm
from benchmarks.questions import DisagreementError, Questions

HEAD = """# The hanging gardens decided

Every subset of the directions of a lattice is a tile: 16 squares, 64 cubes. Blue faces must touch blue faces, red faces
must look at air; or the tiles are packed, blue to blue and red to red. Christian Freeling asked for such gardens, and
the author of *The Hanging Gardens Problem* gave up on the cubes after 27 hours of search. Here is what CP-SAT says:
each number with the command that finds it again, its time (two shared cores), and what confirms it. CaDiCaL, where it
is named, gets the clauses of the same model, so it is a second opinion on the search; the model is tested against
brute force, and here against programs without a solver.

"""

QUESTIONS = Questions("benchmarks.gardens", HEAD, Path(__file__).parent.parent / "results")
question = QUESTIONS.question


@dataclass(frozen=True)
class Example:
    """A garden that was found, and in how many seconds."""

    puzzle: cm.Puzzle[cm.TilePlacement]
    solution: cm.TilePlacement
    seconds: float


def solved(garden: cm.Garden | cm.Model[cm.TilePlacement], **settings: Any) -> Example:
    """A garden, found."""
    result = cm.solve(garden, **settings)
    if result.solution is None:
        raise DisagreementError(f"{garden}: {result.status}")
    return Example(result.puzzle, result.solution, result.seconds)


def counted(garden: cm.Garden) -> cm.Count:
    """All gardens of a kind, counted with proof."""
    found = cm.count(garden)
    if not found.exhausted:
        raise DisagreementError(f"{garden}: the count ended early")
    return found


def confirmed(garden: cm.Garden, total: int, engine: str = "cadical") -> float:
    """The seconds in which another engine found the same number of gardens."""
    found = cm.confirm(garden, engine=engine, known=total)
    if found.agree is not True:
        raise DisagreementError(f"{garden}: {found}")
    return found.other.seconds
