"""New puzzles of all kinds, each confirmed to have one solution by CaDiCaL, and no clue that could go.

    python -m benchmarks.generated [--confirm 1000] [--out FOLDER]

`cpmodels.generate` asks CP-SAT whether a puzzle has another solution.  Here CaDiCaL, a SAT solver that shares nothing
with it but the model, counts all of them, without symmetry.  Then each clue of a ZIP or a garden is left out in turn: a
second solution is searched for, and has passed the puzzle's own check when it is found.  Walls of which each has its
image after half a turn are left out together with it, where that was wished for.

Each puzzle is a row of `rows.jsonl` in the folder `--out`, written as it is done; the same command goes on where it
stopped.  The page `README.md` beside the rows is all made of them (`--report` only makes it).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import perf_counter
from types import MappingProxyType
from typing import Any, NamedTuple

import cpmodels as cm
from benchmarks.machine import machine, versions
from benchmarks.origin import origin
from benchmarks.rows import append_row, read_objects
from benchmarks.tables import table
from cpmodels.files import write_file
from cpmodels.values import by

Row = dict[str, Any]

RESULTS = Path(__file__).parent / "results" / "generated"


class Wished(NamedTuple):
    """Puzzles of a kind, a size and some wishes, and how many of 1,000 they are."""

    of_1000: int
    kind: str
    size: tuple[int, ...]
    wishes: Mapping[str, Any]

    @property
    def name(self) -> str:
        """What they are, in words."""
        wishes = ", ".join(
            name if wish is True else f"{wish} {name}" if name == "walls" else f"{name} {wish}"
            for name, wish in self.wishes.items()
        )
        return f"{self.kind.replace('_', ' ')} {by(self.size)}{', ' if wishes else ''}{wishes}"


PLAN = (
    Wished(100, "zip", (6, 6), {}),
    Wished(100, "zip", (7, 7), {}),
    Wished(60, "zip", (8, 8), {}),
    Wished(40, "zip", (5, 8), {}),
    Wished(50, "zip", (10, 10), {}),
    Wished(2, "zip", (15, 15), {}),
    Wished(100, "zip", (6, 6), {"walls": "few"}),
    Wished(50, "zip", (7, 7), {"walls": "few"}),
    Wished(48, "zip", (8, 8), {"walls": "few"}),
    Wished(50, "zip", (7, 7), {"walls": "many"}),
    Wished(70, "zip", (7, 7), {"walls": "many", "symmetric": True}),
    Wished(30, "zip", (7, 7), {"numbers": "heart"}),
    Wished(10, "zip", (8, 8), {"numbers": "ring"}),
    Wished(20, "zip", (7, 9), {"numbers": "HI"}),
    Wished(50, "edge_matching", (3, 3), {}),
    Wished(50, "edge_matching", (3, 3), {"halves": True}),
    Wished(30, "edge_matching", (5, 5), {"border": True}),
    Wished(20, "edge_matching", (4, 4), {"fixed": True}),
    Wished(30, "zigzaw", (9, 9), {}),
    Wished(20, "zigzaw", (4, 4), {"border": "none"}),
    Wished(38, "garden", (4, 4), {}),
    Wished(30, "garden", (5, 5), {"rule": "hanging"}),
    Wished(2, "garden", (4, 4, 4), {}),
)


def asked(number: int) -> Iterator[tuple[Wished, int]]:
    """What is made of about so many puzzles: each line of the plan with its seeds."""
    for wished in PLAN:
        for seed in range(round(number * wished.of_1000 / 1000)):
            yield wished, seed


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


def looked_at(puzzle: cm.Puzzle[Any], wishes: Mapping[str, Any] = MappingProxyType({})) -> Row:
    """What CaDiCaL counts, and how many clues the puzzle has, and could do without."""
    began = perf_counter()
    found = cm.count(puzzle, engine="cadical")
    confirming = perf_counter() - began
    left = list(easier(puzzle, symmetric=wishes.get("symmetric", False)))
    if "numbers" in wishes and isinstance(puzzle, cm.Zip):  # They are the shape: only walls are clues.
        left = [one for one in left if isinstance(one, cm.Zip) and one.waypoints == puzzle.waypoints]
    return {
        "confirming": round(confirming, 3),
        "solutions": found.total,
        "unique": found.exhausted and found.total == turns(puzzle),
        "clues": len(left),
        "superfluous": sum(cm.is_unique(one) for one in left),
    }


def run(wished: Wished, seed: int) -> Row:
    """Make a puzzle, and look at it."""
    made = cm.generate(wished.kind, *wished.size, seed=seed, **wished.wishes)
    assert made.puzzle is not None
    row = {"name": wished.name, "seed": seed, "seconds": round(made.seconds, 3), "drafts": made.tries}
    return {**row, **looked_at(made.puzzle, wished.wishes)}


# The page ------------------------------------------------------------------------------------------------------------


def line(name: str, rows: Sequence[Row]) -> list[str]:
    """The line of the table for some rows."""
    seconds, clues = [row["seconds"] for row in rows], [row["clues"] for row in rows]
    spread = f"{min(clues)} to {max(clues)}" if any(clues) else "-"
    superfluous = str(sum(row["superfluous"] for row in rows)) if any(clues) else "-"
    unique = sum(row["unique"] for row in rows)
    return [name, f"{len(rows)}", f"{unique}", spread, superfluous, f"{median(seconds):.2f}", f"{max(seconds):.2f}"]


def page(rows: Sequence[Row], facts: Mapping[str, Any]) -> str:
    """The page of results, all of it made of rows."""
    heads = ["puzzles", "made", "with one solution", "clues", "superfluous", "median, s", "longest, s"]
    names = [wished.name for wished in PLAN]
    groups = {name: [row for row in rows if row["name"] == name] for name in names}
    unique, clues = sum(row["unique"] for row in rows), sum(row["clues"] for row in rows)
    unlike = [f"{row['name']}, seed {row['seed']}" for row in rows if not row["unique"] or row["superfluous"]]
    confirming = sum(row["confirming"] for row in rows)
    parts = [
        "# New puzzles, confirmed",
        "Have the puzzles that `cpmodels.generate` makes just one solution, and no clue that could go? It asks CP-SAT "
        "while it makes them; here CaDiCaL counts their solutions, and each clue is left out in turn.",
        f"**In short.** **{unique:,} of {len(rows):,} new puzzles have one solution by CaDiCaL, too**, and of the "
        f"{clues:,} clues of ZIPs and gardens among them {sum(row['superfluous'] for row in rows):,} could go.",
        origin("python -m benchmarks.generated", facts),
        table(heads, [line(name, found) for name, found in groups.items() if found]).rstrip(),
        "- `with one solution`: by CaDiCaL. Where pieces turn, so does the board: it has 4 solutions (2 where it is "
        "not square), which are one.\n"
        "- `clues`: the fewest and the most in a puzzle: numbers between the ends of the path, walls, and tiles in "
        "their places. Walls that come in pairs (`symmetric`) count once, and where numbers make up a shape only walls "
        "count; sets of pieces and Zigzaws have no clues.\n"
        "- `superfluous`: clues without which there is still one solution.\n"
        "- `median, s` and `longest, s`: the seconds to make a puzzle, on a busy machine; CaDiCaL took "
        f"{confirming:.0f} s for all.",
        f"Puzzles with other solutions, or a clue too many: {', '.join(unlike) or 'none'}.",
    ]
    return "\n\n".join(parts) + "\n"


def main() -> None:
    """Make and confirm the puzzles that have no row yet, and the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--confirm", type=int, default=1000, metavar="N", help="how many puzzles")
    parser.add_argument("--out", type=Path, default=RESULTS, help="the folder of rows and page")
    parser.add_argument("--report", action="store_true", help="only make the page anew")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    facts, rows = options.out / "machine.json", options.out / "rows.jsonl"
    if not options.report:
        words = ", ".join(f"{name} {versions()[name]}" for name in ("python", "ortools"))
        write_file(facts, json.dumps({"machine": machine(), "versions": words}, indent=1) + "\n")
        done = {(row["name"], row["seed"]) for row in read_objects(rows, Row)}
        for wished, seed in asked(options.confirm):
            if (wished.name, seed) not in done:
                append_row(rows, run(wished, seed))
    content = page(list(read_objects(rows, Row)), json.loads(facts.read_text(encoding="utf-8")))
    write_file(options.out / "README.md", content)


if __name__ == "__main__":
    main()
