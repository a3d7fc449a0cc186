"""The page about records, and what its questions share."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import cpmodels as cm
from benchmarks.questions import Questions, agreed

HEAD = """# Records of puzzles with one solution

How few clues, and how few colours, leave just one solution? Each number with the command that finds it again, its time
(two shared cores), and what confirms it. The programs that count use no solver; CP-SAT and CaDiCaL, which search models
of the same puzzles, are asked about examples and samples. What is a bound and no record is called so.

"""

QUESTIONS = Questions("benchmarks.records", HEAD, Path(__file__).parent.parent / "results" / "records")
question = QUESTIONS.question


def have_one_solution(puzzles: Iterable[cm.Puzzle[Any]]) -> None:
    """Raise DisagreementError unless CP-SAT and CaDiCaL say of each puzzle that it has one solution."""
    for puzzle in puzzles:
        agreed(f"CP-SAT: {puzzle} has one solution", cm.is_unique(puzzle), True)
        agreed(f"CaDiCaL: {puzzle} has one solution", cm.confirm(puzzle, engine="cadical", known=1).agree, True)


def have_not_one_solution(puzzles: Iterable[cm.Puzzle[Any]]) -> None:
    """Raise DisagreementError if CP-SAT says of a puzzle that it has one solution."""
    for puzzle in puzzles:
        agreed(f"CP-SAT: {puzzle} has one solution", cm.is_unique(puzzle), False)
