"""The page about records, and what its questions share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

import click

import cpmodels as cm
from benchmarks.rows import append_row, read_objects
from benchmarks.studies.questions import Questions, agreed
from benchmarks.studies.records.grid_paths import end_pairs

HEAD = """# Records of puzzles with one solution

How few clues, and how few colours, leave a puzzle just one solution?

**In short.** A ZIP without walls needs 5 numbers on 6 x 6, 7 x 7 and 8 x 8 cells. With numbers at the two ends of its
path alone, it needs 2 walls on 6 x 6. Nine different pieces need 4 colours. Of sixteen squares packed 4 x 4 with red
rims, 2 tiles in their places leave one garden.

Each answer names the command that finds it again, how long that took on two shared cores, and what confirms it. The
programs that count use no solver; CP-SAT and CaDiCaL, which search models of the same puzzles, are asked about
examples and samples. What is a bound and not a record is called so.

"""

LARGE, FEW = 8, 5
"""The side of a ZIP with too many paths to keep, and the fewest numbers there."""

QUESTIONS = Questions(HEAD, Path(__file__).parent)
question = QUESTIONS.question

Counts = dict[str, Any]
"""For two ends of the large board how many paths there are, and the puzzles with the fewest numbers."""


def rows_of_large(file: Path, found: Callable[[tuple[int, int]], tuple[int, Sequence[Any]]]) -> list[Counts]:
    """The counts of each pair of ends: each is kept in a file as it is found, and what is there is not done again."""
    rows = list(read_objects(file, Counts))
    done = {tuple(row["ends"]) for row in rows}
    for ends in end_pairs(LARGE):
        if ends not in done:
            start = perf_counter()
            paths, puzzles = found(ends)
            row = {"ends": ends, "paths": paths, "puzzles": puzzles, "seconds": round(perf_counter() - start, 1)}
            append_row(file, row)
            rows.append(row)
            click.echo(f"{len(rows)} of {len(end_pairs(LARGE))}: {row}", err=True)
    return rows


def have_one_solution(puzzles: Iterable[cm.Puzzle[Any]]) -> None:
    """Raise DisagreementError unless CP-SAT and CaDiCaL say of each puzzle that it has one solution."""
    for puzzle in puzzles:
        agreed(f"CP-SAT: {puzzle} has one solution", cm.is_unique(puzzle), True)
        agreed(f"CaDiCaL: {puzzle} has one solution", cm.confirm(puzzle, engine="cadical", known=1).agree, True)


def have_not_one_solution(puzzles: Iterable[cm.Puzzle[Any]]) -> None:
    """Raise DisagreementError if CP-SAT says of a puzzle that it has one solution."""
    for puzzle in puzzles:
        agreed(f"CP-SAT: {puzzle} has one solution", cm.is_unique(puzzle), False)
