"""New ZIPs, pieces, Zigzaws and gardens, each confirmed to have one solution by CaDiCaL, and without a redundant clue.

    python -m benchmarks.generated [--confirm 1000] [--out FOLDER]

`cpmodels.generate` asks CP-SAT whether a puzzle has another solution.  Here CaDiCaL, a SAT solver that shares nothing
with it but the model, counts all of them, without symmetry.  Then each clue of a ZIP or a garden is left out in turn: a
second solution is searched for, and has passed the puzzle's own check when it is found.  Walls of which each has its
image after half a turn are left out together with it, where that was asked for.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from statistics import median
from time import perf_counter
from types import MappingProxyType
from typing import Any, NamedTuple

import cpmodels as cm
from benchmarks.measurement import Case, Measured, Measurement
from benchmarks.tables import table
from cpmodels.base.values import by


class Sort(NamedTuple):
    """Puzzles of a kind, a size and some demands, and how many of 1,000 they are."""

    of_1000: int
    kind: str
    size: tuple[int, ...]
    demands: Mapping[str, Any]

    @property
    def name(self) -> str:
        """What they are, in words."""
        demands = ", ".join(
            name if demand is True else f"{demand} {name}" if name == "walls" else f"{name} {demand}"
            for name, demand in self.demands.items()
        )
        return f"{self.kind.replace('_', ' ')} {by(self.size)}{', ' if demands else ''}{demands}"


PLAN = (
    Sort(100, "zip", (6, 6), {}),
    Sort(100, "zip", (7, 7), {}),
    Sort(60, "zip", (8, 8), {}),
    Sort(40, "zip", (5, 8), {}),
    Sort(50, "zip", (10, 10), {}),
    Sort(2, "zip", (15, 15), {}),
    Sort(100, "zip", (6, 6), {"walls": "few"}),
    Sort(50, "zip", (7, 7), {"walls": "few"}),
    Sort(48, "zip", (8, 8), {"walls": "few"}),
    Sort(50, "zip", (7, 7), {"walls": "many"}),
    Sort(70, "zip", (7, 7), {"walls": "many", "symmetric": True}),
    Sort(30, "zip", (7, 7), {"numbers": "heart"}),
    Sort(10, "zip", (8, 8), {"numbers": "ring"}),
    Sort(20, "zip", (7, 9), {"numbers": "HI"}),
    Sort(50, "edge_matching", (3, 3), {}),
    Sort(50, "edge_matching", (3, 3), {"halves": True}),
    Sort(30, "edge_matching", (5, 5), {"border": True}),
    Sort(20, "edge_matching", (4, 4), {"fixed": True}),
    Sort(30, "zigzaw", (9, 9), {}),
    Sort(20, "zigzaw", (4, 4), {"border": "none"}),
    Sort(38, "garden", (4, 4), {}),
    Sort(30, "garden", (5, 5), {"rule": "hanging"}),
    Sort(2, "garden", (4, 4, 4), {}),
)


def asked(number: int) -> Iterator[tuple[Sort, int]]:
    """What is made of about that many puzzles: each line of the plan with its seeds."""
    for sort in PLAN:
        for seed in range(round(number * sort.of_1000 / 1000)):
            yield sort, seed


def easier(puzzle: cm.Puzzle[Any], *, symmetric: bool = False) -> Iterator[cm.Puzzle[Any]]:
    """The puzzle without each of its clues: a number between the ends, a wall (or two), a tile.

    >>> puzzle = cm.Zip(2, 3, [(0, 0), (0, 1), (0, 2)], [((0, 1), (1, 1))])
    >>> [(len(one.waypoints), len(one.walls)) for one in easier(puzzle)]
    [(2, 1), (3, 0)]
    """
    if isinstance(puzzle, cm.Zip):
        last = (puzzle.rows - 1, puzzle.cols - 1)
        for n in range(1, len(puzzle.waypoints) - 1):
            yield replace(puzzle, waypoints=puzzle.waypoints[:n] + puzzle.waypoints[n + 1 :])
        for wall in puzzle.walls:
            image = tuple(sorted((last[0] - r, last[1] - c) for r, c in wall)) if symmetric else wall
            if wall <= image:
                yield replace(puzzle, walls=tuple(other for other in puzzle.walls if other not in (wall, image)))
    if isinstance(puzzle, cm.Garden):
        for tile in puzzle.fixed:
            yield replace(puzzle, fixed=tuple(other for other in puzzle.fixed if other != tile))


def turns(puzzle: cm.Puzzle[Any]) -> int:
    """How many solutions one makes where the board can be turned on the table, as its pieces can."""
    if isinstance(puzzle, cm.EdgeMatching) and puzzle.rotations:
        return 4 if puzzle.rows == puzzle.cols else 2
    return 1


def looked_at(puzzle: cm.Puzzle[Any], demands: Mapping[str, Any] = MappingProxyType({})) -> Measured:
    """What CaDiCaL counts, and how many clues the puzzle has, and could do without."""
    began = perf_counter()
    found = cm.count(puzzle, engine="cadical")
    confirming = perf_counter() - began
    left = list(easier(puzzle, symmetric=demands.get("symmetric", False)))
    if "numbers" in demands and isinstance(puzzle, cm.Zip):  # They are the shape: only walls are clues.
        left = [one for one in left if isinstance(one, cm.Zip) and one.waypoints == puzzle.waypoints]
    return {
        "confirming": round(confirming, 3),
        "solutions": found.total,
        "unique": found.exhausted and found.total == turns(puzzle),
        "clues": len(left),
        "superfluous": sum(cm.is_unique(one) for one in left),
    }


def run(sort: Sort, seed: int) -> Measured:
    """Make a puzzle, and look at it."""
    made = cm.generate(sort.kind, *sort.size, seed=seed, **sort.demands)
    assert made.puzzle is not None
    return {"seconds": round(made.seconds, 3), "drafts": made.tries, **looked_at(made.puzzle, sort.demands)}


def line(name: str, rows: Sequence[Measured]) -> list[str]:
    seconds, clues = [row["seconds"] for row in rows], [row["clues"] for row in rows]
    spread = f"{min(clues)} to {max(clues)}" if any(clues) else "-"
    superfluous = str(sum(row["superfluous"] for row in rows)) if any(clues) else "-"
    unique = sum(row["unique"] for row in rows)
    return [name, f"{len(rows)}", f"{unique}", spread, superfluous, f"{median(seconds):.2f}", f"{max(seconds):.2f}"]


def parts(rows: Sequence[Measured], _: Mapping[str, Any]) -> Iterator[str]:
    heads = ["puzzles", "made", "with one solution", "clues", "superfluous", "median, s", "longest, s"]
    names = [sort.name for sort in PLAN]
    groups = {name: [row for row in rows if row["name"] == name] for name in names}
    unique, clues = sum(row["unique"] for row in rows), sum(row["clues"] for row in rows)
    unlike = [f"{row['name']}, seed {row['seed']}" for row in rows if not row["unique"] or row["superfluous"]]
    confirming = sum(row["confirming"] for row in rows)
    yield "# New puzzles, confirmed"
    yield (
        "Have the puzzles that `cpmodels.generate` makes just one solution, and no redundant clue? It asks CP-SAT "
        "while it makes them; here CaDiCaL counts their solutions, and each clue is left out in turn."
    )
    yield (
        f"**{unique:,} of {len(rows):,} new puzzles have one solution by CaDiCaL, too**, and of the {clues:,} clues of "
        f"ZIPs and gardens among them {sum(row['superfluous'] for row in rows):,} could go."
    )
    yield table(heads, [line(name, found) for name, found in groups.items() if found])
    yield (
        "- `with one solution`: by CaDiCaL. Where pieces turn, so does the board: it has 4 solutions (2 where it is "
        "not square), which are one.\n- `clues`: the fewest and the most in a puzzle: numbers between the ends of the "
        "path, walls, and tiles in their places. Walls that come in pairs (`symmetric`) count once, and where numbers "
        "make up a shape only walls count; sets of pieces and Zigzaws have no clues.\n- `superfluous`: clues without "
        "which there is still one solution.\n- `median, s` and `longest, s`: the seconds to make a puzzle, on a busy "
        f"machine; CaDiCaL took {confirming:.0f} s for all."
    )
    yield f"Puzzles with other solutions, or a redundant clue: {', '.join(unlike) or 'none'}."


def cases(options: argparse.Namespace) -> Iterator[Case]:
    for sort, seed in asked(options.confirm):
        yield {"name": sort.name, "seed": seed}, partial(run, sort, seed)


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--confirm", type=int, default=1000, metavar="N", help="how many puzzles")


MEASUREMENT = Measurement(
    "benchmarks.generated", "generated", ("name", "seed"), cases, parts, options, ("python", "ortools")
)

if __name__ == "__main__":
    MEASUREMENT.command()
