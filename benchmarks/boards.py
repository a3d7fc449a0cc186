"""Best boards of 16 x 16: how many of 480 edges match after a minute of one core, on Eternity II and on sets like it.

    python -m benchmarks.boards [--seconds 60] [--out FOLDER]

Ten sets are made here: a planted board, bordered, with 5 colours on the 60 edges along its rim and 17 others on the 420
inside, as Eternity II has them, each on as many edges as the others but for one; cut, shuffled and turned.  None has a
clue, and a board on which all 480 edges match is known, but not to the search.

The pieces of Eternity II itself are read from the folder that CPMODELS_DATA names, in `edge_matching/eternity2`:
without clues, and in ten variants with its five clues and three of its corner pieces pinned, in ten of their 24
arrangements.  On such variants other programs have been compared for 60 s of one core (see `PUBLISHED`).

A search has one worker and ends after that many CPU seconds of its process, the building of tables included, so that
it does not matter what else the machine does; machine code was compiled before, and lies in Numba's cache.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice, permutations
from os import environ
from pathlib import Path
from random import Random
from statistics import mean
from time import perf_counter, process_time
from typing import Any

import cpmodels as cm
import readers
from benchmarks.measurement import Case, Measured, Measurement, kept
from benchmarks.tables import table
from cpmodels.files import write_file
from cpmodels.puzzles.edge_matching import Board, EdgeMatching, Edges, turn
from cpmodels.sharing import link

SIDE, RIM, INNER, SETS = 16, 5, 17, 10
"""The board, the colours along its rim and inside, and how many sets there are of a sort."""

PUBLISHED = (
    ("wide beam, row by row but for the last lines", 454.8),
    ("beam, then destroy and repair", 452.9),
    ("break schedule, 20 s, then destroy and repair", 446.0),
    ("L. Verhaard's search in depth", 440.8),
    ("J. Blackwood's search in depth with a break schedule", 436.4),
    ("plain search in depth, row by row", 365.6),
)
"""Mean scores that eternity2.dev reports for ten variants with eight pieces pinned, 60 s of one core of an Apple M1;
the first two are of programs that are not public."""


def planted(seed: int) -> EdgeMatching:
    """A set like that of Eternity II, shuffled and turned, that can be laid without fault.

    >>> puzzle = planted(0)
    >>> len(puzzle.pieces), len({colour for edges in puzzle.pieces for colour in edges} - {0})
    (256, 22)
    """
    random = Random(f"boards {seed}")

    def shuffled(colours: Sequence[int], count: int) -> list[int]:
        dealt = [colours[edge % len(colours)] for edge in range(count)]
        return random.sample(dealt, count)

    rim = iter(shuffled(range(1, RIM + 1), 4 * (SIDE - 1)))
    inner = iter(shuffled(range(RIM + 1, RIM + INNER + 1), 2 * SIDE * (SIDE - 1) - 4 * (SIDE - 1)))
    below = [[next(rim if col in (0, SIDE - 1) else inner) for col in range(SIDE)] for _ in range(SIDE - 1)]
    beside = [[next(rim if row in (0, SIDE - 1) else inner) for _ in range(SIDE - 1)] for row in range(SIDE)]
    below = [[0] * SIDE, *below, [0] * SIDE]
    beside = [[0, *line, 0] for line in beside]
    pieces: list[Edges] = [
        turn((below[row][col], beside[row][col + 1], below[row + 1][col], beside[row][col]), random.randrange(4))
        for row in range(SIDE)
        for col in range(SIDE)
    ]
    random.shuffle(pieces)
    return EdgeMatching(SIDE, SIDE, pieces, border=0, name=f"like Eternity II, {seed}", maximise="score")


def pinned(puzzle: EdgeMatching) -> Iterator[EdgeMatching]:
    """Variants of a set with the clues it has, and three corner pieces in further corners."""
    fixed = {clue.piece for clue in puzzle.clues}
    last = SIDE - 1
    corners = [piece for piece, edges in enumerate(puzzle.pieces) if edges.count(0) == 2 and piece not in fixed]
    wanted = {(0, 0): (0, 3), (0, last): (0, 1), (last, 0): (2, 3)}
    for number, chosen in enumerate(islice(permutations(corners, 3), SETS)):
        clues = [
            (*cell, piece, next(t for t in range(4) if all(turn(puzzle.pieces[piece], t)[side] == 0 for side in sides)))
            for piece, (cell, sides) in zip(chosen, wanted.items(), strict=True)
        ]
        yield EdgeMatching(
            *(SIDE, SIDE, puzzle.pieces),
            border=0,
            clues=[*puzzle.clues, *clues],
            name=f"Eternity II, 5 clues, corners {number}",
            maximise="score",
        )


def puzzles() -> Iterator[tuple[str, EdgeMatching]]:
    """The puzzles, each with its group."""
    for seed in range(SETS):
        yield "ten sets like Eternity II, no clues", planted(seed)
    folder = Path(environ.get("CPMODELS_DATA", "")) / "edge_matching" / "eternity2"
    official = folder / "e2-16x16-v00.json"
    if not official.exists():
        return
    given = readers.read(official)
    assert isinstance(given, EdgeMatching)
    clues = [clue for clue in given.clues if given.pieces[clue.piece].count(0) == 0]
    bare = EdgeMatching(SIDE, SIDE, given.pieces, border=0, clues=clues, name="Eternity II, 5 clues", maximise="score")
    for puzzle in pinned(bare):
        yield "ten variants of Eternity II, 5 clues and 3 corners pinned", puzzle
    yield "Eternity II, its 5 clues", bare
    yield (
        "Eternity II, no clues",
        EdgeMatching(SIDE, SIDE, given.pieces, border=0, name="Eternity II, no clues", maximise="score"),
    )


def run(puzzle: EdgeMatching, seconds: float) -> tuple[Measured, Board]:
    """The best board after some CPU seconds, and how it came."""
    start, clock = process_time(), perf_counter()
    trail: list[tuple[float, int]] = []
    over: list[float] = []

    def watch(progress: cm.search.Progress) -> None:
        used = process_time() - start
        if progress.objective is not None and (not trail or progress.objective > trail[-1][1]):
            trail.append((round(used, 2), int(progress.objective)))
        if used >= seconds and trail and not over:
            over.append(used)
            raise KeyboardInterrupt

    result = cm.solve(puzzle, workers=1, seed=0, progress=watch)
    board = result.solution
    assert isinstance(board, Board)
    assert puzzle.check(board) == []
    row = {
        "score": puzzle.score(board),
        "status": result.status.value,
        "cpu_seconds": round(process_time() - start, 1),
        "wall_seconds": round(perf_counter() - clock, 1),
        "trail": trail,
        "link": link(puzzle, board),
    }
    return row, board


def parts(rows: Sequence[Measured], _: Mapping[str, Any]) -> Iterator[str]:
    """The parts of the page."""
    groups = list(dict.fromkeys(row["group"] for row in rows))
    heads = ["puzzles", "boards", "mean", "least", "most", *(f"mean after {at} s" for at in CUTS)]
    lines = []
    for group in groups:
        of_group = [row for row in rows if row["group"] == group]
        scores = [row["score"] for row in of_group]
        after = [mean(reached(row, at) for row in of_group) for at in CUTS]
        shown = [f"{score:.1f}" for score in (mean(scores), *after)]
        lines.append([group, str(len(scores)), shown[0], str(min(scores)), str(max(scores)), *shown[1:]])
    each = [[row["name"], str(row["score"]), f"[board]({row['link']})"] for row in rows]
    seconds = max(row["cpu_seconds"] for row in rows)
    many, least, most, early = (lines[0][i] for i in (1, 3, 4, 5))
    yield "# Best boards"
    yield (
        "How many of the 480 inner edges match on the best 16 x 16 board that is found in a minute? Of Eternity II no "
        "solution is known, so boards of it, and of sets like it, are compared by this number, their score."
    )
    yield (
        f"Of *{groups[0]}*, {many} have been searched. On their best boards {lines[0][2]} edges match in "
        f"the mean after {round(seconds)} CPU seconds of one core ({least} to {most}), and {early} after {CUTS[0]} s."
        '\n\nThe search is that of `cpmodels.solve` for an `EdgeMatching(..., maximise="score")`: beams in machine '
        "code, wider and wider (see `cpmodels.puzzles.edge_matching._beam`). A beam fills the board cell by cell and "
        "keeps the best boards of each step."
    )
    yield table(heads, lines).rstrip()
    yield (
        "`boards` is how many sets were searched; `mean`, `least` and `most` are of their scores, and the last columns "
        "are the means of what was found after that many CPU seconds."
    )
    yield (
        "What eternity2.dev reports for ten variants of Eternity II with five clues and three corners pinned, 60 s of "
        "one core of another machine; variants here are made by the same rule, but only one is known to be among "
        "theirs:"
    )
    yield table(["program", "mean"], [[name, f"{score}"] for name, score in PUBLISHED]).rstrip()
    yield "![The best board of a set like Eternity II](best.png)"
    yield table(["set", "score", "link"], each).rstrip()


SCALE = 0.7
"""Pixels to the unit of the picture."""

CUTS = (1, 5, 20)
"""The CPU seconds after which the scores are shown, too."""


def reached(row: Measured, seconds: float) -> int:
    """The score after some seconds."""
    return max((score for at, score in row["trail"] if at <= seconds), default=0)


def searched(puzzle: EdgeMatching, asked: argparse.Namespace) -> Measured:
    """The row of a puzzle; the best board of a set without clues is drawn."""
    row, board = run(puzzle, asked.seconds)
    if not puzzle.clues and row["score"] > max((other["score"] for other in kept(asked.out)), default=0):
        write_file(asked.out / "best.png", cm.draw(puzzle, board).png(SCALE))
    return row


def cases(asked: argparse.Namespace) -> Iterator[Case]:
    """All boards, once the machine code is there."""
    cm.solve(planted(0), time_limit=10.0, workers=1)
    for group, puzzle in puzzles():
        yield {"group": group, "name": puzzle.name}, partial(searched, puzzle, asked)


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", type=float, default=60.0, help="CPU seconds for each board")


MEASUREMENT = Measurement("benchmarks.boards", "boards", ("name",), cases, parts, options, ("python", "numba"))

if __name__ == "__main__":
    MEASUREMENT.command()
