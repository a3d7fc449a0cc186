"""What each pruning of the compiled path search is worth: nodes and time on published and random ZIPs.

    python -m benchmarks.prunings [--data FOLDER] [--limit 0.2] [--out benchmarks/results/prunings]

FOLDER holds published ZIPs in any form that `cpmodels` reads; random ones are made by `benchmarks.generators`.  Each is
searched with some sets of prunings (`cpmodels.engines.backtracking._paths.PRUNINGS`) for a first solution, and then for
a second one or the proof that there is none, up to a limit of seconds of the processor.  The tables of the search are
made beforehand, and what takes less than 10 ms is the best of three.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import cpmodels as cm
from benchmarks.generators import zip_puzzle
from benchmarks.measurement import Case, Measured, Measurement
from benchmarks.tables import table
from cpmodels.base.description import HamiltonianPath
from cpmodels.engines.backtracking._paths import PATIENCE, PRUNINGS, PathSearch
from cpmodels.racing._results import seconds

SETS: Mapping[str, Mapping[str, Any]] = {
    "none": {"prunings": ()},
    **{name: {"prunings": (name,)} for name in PRUNINGS},
    "isolated, dead-ends": {"prunings": PRUNINGS[:2]},
    **{f"isolated, dead-ends, {name}": {"prunings": (*PRUNINGS[:2], name)} for name in PRUNINGS[2:]},
    "all": {},
    "all, at every choice": {"patience": 1},
    "all, successors as given": {"order": "given"},
}
"""What is set against each other, by its name on the page: arguments of `PathSearch`."""

RANDOM = ((8, 14, 6), (8, 8, 0), (10, 30, 0), (10, 12, 0), (10, 4, 0))
"""Sides, numbers and walls of random ZIPs."""

SEEDS = range(6)

STEP = 10_000
"""Nodes between two looks at the clock."""


def puzzles(data: Path | None) -> Iterator[tuple[str, str, cm.Puzzle[Any]]]:
    """The group, the name and the puzzle of each ZIP."""
    for file in sorted(path for path in data.iterdir() if path.is_file()) if data else ():
        yield "published", file.stem, cm.read(file)
    for side, numbers, walls in RANDOM:
        for seed in SEEDS:
            group = f"{side} x {side}, {numbers} numbers" + (f", {walls} walls" if walls else "")
            yield group, str(seed), zip_puzzle(side, seed, numbers, walls).puzzle


def searched(problem: HamiltonianPath[Any], limit: float, arguments: Mapping[str, Any]) -> Measured:
    """The nodes and seconds to the first solution, and to the second or the end; None where the limit comes before."""
    search = PathSearch(problem, room=1, **arguments)
    row: Measured = {}
    began, found = process_time(), 0
    for wanted, name in ((1, "first"), (2, "proof")):
        while found < wanted and not search.done and process_time() - began < limit:
            found += len(search.advance(STEP))
        answered = found >= wanted or search.done
        row[name] = round(process_time() - began, 7) if answered else None
        row[f"{name}_nodes"] = search.nodes
    return row


def best(problem: HamiltonianPath[Any], limit: float, arguments: Mapping[str, Any]) -> Measured:
    """The same; the least times of three runs where they are short."""
    rows = [searched(problem, limit, arguments)]
    while len(rows) < 3 and (rows[0]["proof"] or limit) < 0.01:
        rows.append(searched(problem, limit, arguments))
    return {**rows[0], **{name: min(row[name] for row in rows) for name in ("first", "proof") if rows[1:]}}


def cases(asked: argparse.Namespace) -> Iterator[Case]:
    for group, name, puzzle in puzzles(asked.data):
        description: Any = puzzle.describe()
        searched(description.problem, asked.limit, {})  # Compiled, or loaded, before the clock runs.
        for chosen, given in SETS.items():
            case = {"group": group, "puzzle": name, "set": chosen}
            yield case, partial(best, description.problem, asked.limit, given)


PRUNED: Mapping[str, str] = {
    "`isolated`": "a free cell that cannot be entered, or not be left but to where it was entered from",
    "`dead-ends`": "two free cells can be entered from the head of the path alone, and only one of them comes next",
    "`cuts`": "a cell that cuts off a part of the free ones, which does not hold the end and the last numbers",
    "`parity`": "the colours of a chessboard, which alternate along the path, do not come out even in what is left",
    "`reach`": "no way over free cells leads on to a number, or a part of them is on no way",
}
"""What each pruning looks for, as `cpmodels.engines.backtracking._paths` has it."""


def parts(rows: Sequence[Measured], facts: Mapping[str, Any]) -> Iterator[str]:
    limit = facts["limit"]
    yield "# Prunings of the path search"
    yield (
        "Plain search in machine code grows the path of a ZIP cell by cell. A pruning is a test that shows early that "
        "a path cannot be completed. What is each worth, on published and on random ZIPs?"
    )
    yield (
        "On published boards `isolated` and `dead-ends` do nearly all, and the others cost next to nothing. Where few "
        "numbers leave much room `cuts` is worth most, for without it a part that is cut off early is filled in all "
        "ways before that shows; where many numbers stand on a large board it is `reach`. So all are tried by default."
    )
    yield "## Prunings and columns"
    yield table(["pruning", "what shows that a path cannot be completed"], PRUNED.items(), left=2)
    yield (
        f"`cuts`, `parity` and `reach` look at the whole graph: once the path has a choice, and while they show "
        f"nothing after 2, 4 and at most {PATIENCE} more choices (`all, at every choice`: at each). Of several next "
        "cells that with the fewest ways on is tried first (`all, successors as given`: the first one)."
    )
    yield (
        "`first` is the time to the first solution, `proof` that to a second one or to the proof that there is none: "
        "medians in seconds of the processor, without the tables of the search, which take 0.1 ms. Each is followed by "
        f"its nodes, the cells that were tried. The limit was {limit:g} s; `solved` and `proved` say how many puzzles "
        "came before it."
    )
    head = ["prunings", "solved", "first", "its nodes", "proved", "proof", "its nodes", "nodes a second"]
    for group in dict.fromkeys(row["group"] for row in rows):
        here = [row for row in rows if row["group"] == group]
        yield f"## {group[0].upper()}{group[1:]}"
        lines = [line(name, [row for row in here if row["set"] == name], limit) for name in SETS]
        yield table(head, lines)
        if group == "published":
            yield claim(here, limit)


def line(name: str, rows: Sequence[Measured], limit: float) -> list[str]:
    cells = [name]
    for what in ("first", "proof"):
        times = [row[what] for row in rows]
        value = median(limit if time is None else time for time in times)
        cells.append(f"{sum(time is not None for time in times)} of {len(rows)}")
        cells.append(
            f"> {limit:g}" if value >= limit else f"{1e6 * value:,.0f} µs" if value < 0.001 else seconds(value)
        )
        cells.append(f"{median(row[f'{what}_nodes'] for row in rows):,.0f}")
    time = sum(limit if row["proof"] is None else row["proof"] for row in rows)
    return [*cells, f"{sum(row['proof_nodes'] for row in rows) / time / 1e6:.1f} million"]


def claim(rows: Sequence[Measured], limit: float) -> str:
    """The article's claim, measured."""
    by = {(row["puzzle"], row["set"]): row["first"] for row in rows}
    names = sorted({row["puzzle"] for row in rows})
    ratios = [(by[name, "none"] or limit) / (by[name, "isolated"] or limit) for name in names]
    open_ones = sum(by[name, "none"] is None for name in names)
    near = min(names, key=lambda name: abs((by[name, "isolated"] or limit) - 60e-6))
    without = by[near, "none"]
    return (
        "The article on ZIP tells of an easy puzzle that takes 60 microseconds, and 1,700 without the test for "
        f"isolated cells, 28 times as long. Here, of the {len(names)} puzzles, `isolated` alone against `none` gains "
        f"a factor of {median(ratios):,.0f} in the median, from {min(ratios):.1f} to {max(ratios):,.0f} ({open_ones} "
        f"are not solved in {limit:g} s without, and count as {limit:g} s). The one nearest to 60 µs with the test "
        f"takes {1e6 * by[near, 'isolated']:,.0f} µs with it and {'more than ' if without is None else ''}"
        f"{1e6 * (without or limit):,.0f} µs without."
    )


MEASUREMENT = Measurement(
    "benchmarks.prunings", "prunings", ("group", "puzzle", "set"), cases, parts, packages=("python", "numba"),
    limit=0.2, data=True,
)  # fmt: skip

if __name__ == "__main__":
    MEASUREMENT.command()
