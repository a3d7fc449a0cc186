"""Best boards: how many edges match after a minute of one core, on Eternity II and on sets like it.

    python -m benchmarks.boards [--seconds 60] [--out FOLDER]

Instances of Eternity II are read from the folder that CPMODELS_DATA names, in `edge_matching/eternity2`: ten are
public, with the five clues and three corner pieces pinned, and other programs have been compared on these ten for 60 s
of one core (see `PUBLISHED`).  Without the pinned corners, and without clues, the puzzle is that of the records.  The
sets of META 2010 are in the same folder (`meta_10x10.json` to `meta_16x16.json`).

Ten more sets are made here: a planted board, bordered, with 5 colours on the 60 edges along its rim and 17 others on
the 420 inside, as Eternity II has them, each on as many edges as the others but for one; cut, shuffled and turned.
None has a clue, and a board on which all 480 edges match is known, but not to the search.

A search has one worker and ends after that many CPU seconds of its process, the building of tables included, so that
it does not matter what else the machine does; machine code was compiled before, and lies in Numba's cache.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from os import environ
from pathlib import Path
from random import Random
from statistics import mean
from time import perf_counter, process_time
from typing import Any

import cpmodels as cm
from benchmarks.measurement import Case, Measured, Measurement, kept
from benchmarks.tables import table
from cpmodels.base.files import write_file
from cpmodels.base.sharing import link
from cpmodels.puzzles.edge_matching import Board, EdgeMatching, Edges, turn

SIDE, RIM, INNER, SETS = 16, 5, 17, 10
"""The board, the colours along its rim and inside, and how many sets are made."""

PUBLISHED = (
    ("wide beam, row by row but for the last lines", 454.8),
    ("beam, then destroy and repair", 452.9),
    ("break schedule, 20 s, then destroy and repair", 446.0),
    ("L. Verhaard's search in depth", 440.8),
    ("J. Blackwood's search in depth with a break schedule", 436.4),
    ("plain search in depth, row by row", 365.6),
)
"""Mean scores that eternity2.dev reports for the ten public instances, 60 s of one core of an Apple M1; the first two
are of programs that are not public."""


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


PUBLIC = "public instances of Eternity II, 5 clues and 3 corners pinned"


def read(pattern: str) -> Iterator[tuple[str, EdgeMatching]]:
    """The sets in the files that fit a pattern, each with the name of its file."""
    for file in sorted((Path(environ.get("CPMODELS_DATA", "")) / "edge_matching" / "eternity2").glob(pattern)):
        puzzle = cm.read(file)
        assert isinstance(puzzle, EdgeMatching)
        yield file.stem, replace(puzzle, maximise="score")


def puzzles() -> Iterator[tuple[str, EdgeMatching]]:
    """The puzzles, each with its group."""
    public = list(read("e2-16x16-v??.json"))
    for file, given in public:
        yield PUBLIC, replace(given, name=f"Eternity II, {file[-3:]}")
    for _, given in public[-1:]:
        inner = tuple(clue for clue in given.clues if given.pieces[clue.piece].count(0) == 0)
        for name, clues in (("Eternity II, its 5 clues", inner), ("Eternity II, no clues", ())):
            yield name, replace(given, clues=clues, name=name)
    for _, given in read("meta_*.json"):
        name = f"META 2010, {given.rows} x {given.cols}, no clues"
        yield name, replace(given, name=name)
    for seed in range(SETS):
        yield "ten sets like Eternity II, no clues", planted(seed)


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
        "score": puzzle.score(board), "of": puzzle.inner_edges, "status": result.status.value,
        "cpu_seconds": round(process_time() - start, 1), "wall_seconds": round(perf_counter() - clock, 1),
        "trail": trail, "link": link(puzzle, board),
    }  # fmt: skip
    return row, board


def parts(rows: Sequence[Measured], _: Mapping[str, Any]) -> Iterator[str]:
    groups = {
        group: [row for row in rows if row["group"] == group] for group in dict.fromkeys(r["group"] for r in rows)
    }
    after = {group: [f"{mean(reached(row, at) for row in here):.1f}" for at in CUTS] for group, here in groups.items()}
    group = PUBLIC if PUBLIC in groups else next(iter(groups))
    ours = ["cpmodels", *after[group]]
    scores, of = [row["score"] for row in groups[group]], groups[group][0]["of"]
    yield "# Best boards"
    yield (
        "How many inner edges match on the best board that is found in a minute? Of Eternity II, which has 480, no "
        "solution is known, so boards of it, and of sets like it, are compared by this number, their score."
    )
    yield (
        f"On {len(scores)} {group}, {ours[-1]} of {of} edges match in the mean after {CUTS[-1]} CPU seconds of one "
        f"core ({min(scores)} to {max(scores)}), and {ours[1]} after {CUTS[0]} s. The best mean that is published for "
        f"the ten public instances is {PUBLISHED[0][1]} after 60 s."
        '\n\nThe search is that of `cpmodels.solve` for an `EdgeMatching(..., maximise="score")`: beams in machine '
        "code, wider and wider (see `cpmodels.puzzles.edge_matching.search`). A beam fills the board cell by cell and "
        "keeps the best boards of each step."
    )
    yield table(
        ["program", *(f"{at} s" for at in CUTS)],
        [ours, *([name, *["-"] * (len(CUTS) - 1), f"{score}"] for name, score in PUBLISHED)],
    )
    yield (
        "Mean scores after that many seconds. Those of other programs are from eternity2.dev, for ten public instances "
        "and one core of an Apple M1, seconds by the clock; ours are CPU seconds of the machine named above, on those "
        "of the ten that were at hand. Eternity II itself has no pinned corners; there the best boards that are known "
        "match 464 edges with the five clues, and 470 with the one in the middle (July 2026). Of a program "
        "of T. Wauters, W. Vancroonenburg and G. Vanden Berghe (*Journal of Mathematical Modelling and Algorithms* 11, "
        "2012), 461 of 480 on Eternity II in an hour are noted in [a digest of the eternity2 list]"
        "(https://github.com/raphael-anjou/eternity2/blob/main/research/community/digests/0012-2012-01--2014-12.md), "
        "message 9023, which does not say with which clues."
    )
    yield table(
        ["puzzles", "boards", "edges", *(f"{at} s" for at in CUTS)],
        [[name, str(len(here)), str(here[0]["of"]), *after[name]] for name, here in groups.items()],
    )
    yield (
        "The sets of META 2010 are those of a contest of that conference, with the pieces that "
        "[Eternity2Puzzles.jl](https://github.com/jwortmann/Eternity2Puzzles.jl) (MIT) keeps. That of 16 x 16 has "
        "other pieces than Eternity II, with as many edges of each colour."
    )
    yield "![The best board of a set like Eternity II](best.png)"
    yield table(
        ["puzzle", "score", "edges", "link"],
        ([row["name"], str(row["score"]), str(row["of"]), f"[board]({row['link']})"] for row in rows),
    )


SCALE = 0.7
"""Pixels to the unit of the picture."""

CUTS = (1, 5, 20, 60)
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
