"""What backtracking in machine code does on edge matching and gardens, beside CP-SAT and xcover.

    python -m benchmarks.backtracking --data FOLDER [--limit 20] [--out benchmarks/results/backtracking]
    python -m benchmarks.backtracking --sweep FILE [--ledger LEDGER]

FOLDER holds published sets of edge matching, in folders, in any form that `cpmodels` reads; gardens need none.  Each
puzzle is counted by each engine for that many seconds of the processor, all from the puzzle on included, in one
process in which all is loaded.  `--sweep` counts one puzzle by a sweep on all cores, for as long as it takes.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

import cpmodels as cm
from benchmarks.measurement import Case, Measured, Measurement
from benchmarks.tables import table
from cpmodels.engines.backtracking._backtracker import estimate
from cpmodels.racing._results import seconds

STEP = 100_000
"""Nodes between two looks at the clock."""

GARDENS: dict[str, cm.Garden] = {
    "gardens of 15 squares in 5 x 5": cm.Garden.hanging((5, 5)),
    "gardens of 15 squares in 6 x 6": cm.Garden.hanging((6, 6)),
    "gardens of 15 squares in 7 x 7": cm.Garden.hanging((7, 7)),
    "16 squares packed on a torus": cm.Garden.packed((4, 4), boundary="torus"),
    "63 cubes hanging in 5 x 5 x 5, C3v": cm.Garden.hanging((5, 5, 5), symmetry="C3v"),
    "63 cubes hanging in 5 x 5 x 5, C3": cm.Garden.hanging((5, 5, 5), symmetry="C3"),
    "63 cubes hanging in 4 x 4 x 4": cm.Garden.hanging((4, 4, 4)),
}


def puzzles(data: Path | None) -> Iterator[tuple[str, cm.Puzzle[Any]]]:
    """The name and the puzzle of each published set, and of each garden."""
    for file in sorted(path for path in data.glob("*/*") if path.suffix in (".json", ".txt")) if data else ():
        try:
            puzzle = cm.read(file)
        except cm.PuzzleError:
            continue
        if isinstance(puzzle, cm.EdgeMatching) and len(puzzle.pieces) <= 64:
            yield f"{file.parent.name} {file.stem}", puzzle
    yield from GARDENS.items()


def counted(puzzle: cm.Puzzle[Any], engine: str, limit: float) -> Measured:
    """A count by an engine, with the seconds of the processor that it took."""
    began = process_time()
    found = cm.count(puzzle, engine=engine, time_limit=limit)
    return {"seconds": round(process_time() - began, 4), "total": found.total, "exhausted": found.exhausted}


def by_xcover(puzzle: cm.Puzzle[Any], limit: float) -> Measured:
    """A count by xcover, which has a process of its own: its own seconds, less those of its start."""
    found = cm.confirm(puzzle, engine="xcover", known=0, time_limit=limit + 2).other
    return {"seconds": round(found.seconds - found.warm_up, 4), "total": found.total, "exhausted": found.exhausted}


def searched(puzzle: cm.Puzzle[Any], limit: float) -> Measured:
    """The first solution by backtracking, in the order that it picks, and its speed."""
    began = process_time()
    picked = estimate(puzzle, whole=False)
    if picked is None:
        return {}
    search: Any = picked.backtracker.first_search()
    started, first = process_time(), None
    while not search.done and process_time() - started < limit and first is None:
        if len(search.advance(STEP)):
            first = round(process_time() - began, 4)
    taken = process_time() - started
    speed = search.nodes / taken if search.nodes > STEP else None
    return {"order": picked.backtracker.order, "first": first, "nodes": search.nodes, "speed": speed}


def counts(puzzle: cm.Puzzle[Any], limit: float) -> Measured:
    """What each engine does on a puzzle."""
    return {
        "search": searched(puzzle, limit),
        "backtrack": counted(puzzle, "backtrack", limit),
        "cp-sat": counted(puzzle, "cp-sat", limit),
        "xcover": by_xcover(puzzle, limit),
    }


def cases(asked: argparse.Namespace) -> Iterator[Case]:
    """The sweep that is asked for; otherwise all puzzles, once everything is loaded."""
    if file := asked.sweep:
        yield {"puzzle": f"{file.parent.name} {file.stem}", "by": "sweep"}, lambda: swept(file, asked.ledger)
        return
    counts(cm.EdgeMatching(1, 1, [(1, 2, 3, 4)]), asked.limit)
    for name, puzzle in puzzles(asked.data):
        yield {"puzzle": name}, partial(counts, puzzle, asked.limit)


def swept(file: Path, ledger: Path | None) -> Measured:
    """A count by a sweep on all cores."""
    found = cm.sweep(cm.read(file), engine="backtrack", ledger=ledger, progress=print)
    return {
        "total": found.total, "orbits": found.orbits,
        "exhausted": found.exhausted, "parts": found.finished, "seconds": round(found.seconds),
    }  # fmt: skip


def parts(rows: Sequence[Measured], facts: Mapping[str, Any]) -> Iterator[str]:
    whole = [row for row in rows if "search" in row]
    done = {engine: [row for row in whole if row[engine]["exhausted"]] for engine in ENGINES}
    first = sum(fastest(row) == "backtrack" for row in whole)
    several = sum(sum(row[engine]["exhausted"] for engine in ENGINES) > 1 for row in whole)
    unlike = [row["puzzle"] for row in whole if len(totals(row)) > 1]
    agree = f"**The counts do not agree** on {', '.join(unlike)}" if unlike else "their counts agree"
    yield "# Backtracking in machine code"
    yield (
        "How long does plain search in machine code, without a solver (`cpmodels.engines.backtracking`), take to find "
        "all solutions, beside CP-SAT and xcover? This was asked of published sets of edge matching, and of gardens."
    )
    yield (
        f"Of {len(whole)} puzzles backtracking counted {len(done['backtrack'])}, CP-SAT {len(done['cp-sat'])} and "
        f"xcover {len(done['xcover'])} in about {facts['limit']:g} s each; backtracking was the fastest on {first}. "
        f"On {several} puzzles two engines or all three came to an end, and {agree}."
    )
    head = ["puzzle", "solutions", "backtracking", "CP-SAT", "xcover", "first", "order", "nodes a second"]
    yield table(head, map(line, whole))
    yield COLUMNS.format(limit=facts["limit"])
    for row in rows:
        if "search" not in row:
            yield (
                f"**{row['puzzle']}** by a sweep: {row['total']:,} solutions, {row['orbits']:,} up to symmetry, "
                f"{'all of them' if row['exhausted'] else 'not all yet'}; {row['parts']:,} parts, "
                f"{row['seconds']:,} seconds."
            )


ENGINES = ("backtrack", "cp-sat", "xcover")

COLUMNS = """\
- `solutions`: how many there are; *at least* where no engine came to an end.
- `backtracking`, `CP-SAT`, `xcover`: seconds of the processor for all solutions, with describing the puzzle and
  building the model; `-` is a count that was stopped after {limit:g} s. Backtracking and CP-SAT use the symmetries of
  the puzzle, xcover does not.
- `first`: seconds until backtracking has its first solution.
- `order`: in which order it fills the places: row by row, from a corner, along a spiral, or always the place with the
  fewest options.
- `nodes a second`: how many choices it tries; `-` where the search was too short to tell."""


def fastest(row: Measured) -> str | None:
    """The engine that counted a puzzle first; None where none came to an end."""
    done = [engine for engine in ENGINES if row[engine]["exhausted"]]
    return min(done, key=lambda engine: row[engine]["seconds"], default=None)


def totals(row: Measured) -> set[int]:
    """What the engines counted that came to their end."""
    return {row[engine]["total"] for engine in ENGINES if row[engine]["exhausted"]}


def line(row: Measured) -> list[str]:
    search = row["search"]
    known = totals(row)
    most = max(row[engine]["total"] for engine in ENGINES)
    times = [seconds(row[engine]["seconds"]) if row[engine]["exhausted"] else "-" for engine in ENGINES]
    first, speed = search.get("first"), search.get("speed")
    return [
        row["puzzle"], f"{known.pop():,}" if known else f"at least {most:,}", *times,
        "-" if first is None else seconds(first), str(search.get("order") or "-"),
        "-" if speed is None else f"{speed / 1e6:.1f} million",
    ]  # fmt: skip


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--sweep", type=Path, metavar="FILE", help="count one puzzle by a sweep, and add its row")
    parser.add_argument("--ledger", type=Path, help="the ledger of the sweep")


MEASUREMENT = Measurement(
    "benchmarks.backtracking", "backtracking", ("puzzle", "by"), cases, parts, options, limit=20, data=True
)

if __name__ == "__main__":
    MEASUREMENT.command()
