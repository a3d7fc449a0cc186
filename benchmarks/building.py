"""How long the models of puzzles take to build, apart from any search.

    python -m benchmarks.building [--out benchmarks/results/building]

The published ZIPs take part where CPMODELS_DATA names their folder: the median over all of them.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from statistics import median
from time import perf_counter, process_time
from typing import Any

import cpmodels as cm
from benchmarks.generators import edge_puzzle, zip_puzzle
from benchmarks.measurement import Case, Measured, Measurement
from benchmarks.published import ZIPS
from benchmarks.tables import table
from cpmodels.model import build_to_search

SECONDS = 0.3
"""How long each step of each puzzle is measured, at least three times."""

Puzzles = Sequence[Any]


def made(*names: str) -> dict[str, Callable[[], Puzzles]]:
    """Built-in puzzles by name."""
    return {name: lambda name=name: [cm.read(name)] for name in names}  # type: ignore[misc]


CASES: Mapping[str, Callable[[], Puzzles]] = {
    "published ZIPs": lambda: list(ZIPS.puzzles().values()),
    **made("zip-8", "zip-10"),
    "ZIP 20 x 20, 100 numbers": lambda: [zip_puzzle(20, 1, 100).puzzle],
    "ZIP 50 x 50, 50 numbers": lambda: [zip_puzzle(50, 1, 50).puzzle],
    **made("nine-one", "edge-bordered"),
    "edges 7 x 7, bordered": lambda: [edge_puzzle(7, 1, 5, border=True).puzzle],
    "edges 12 x 12, bordered": lambda: [edge_puzzle(12, 1, 12, border=True).puzzle],
    **made("zigzaw", "zigzaw-open", "squares", "squares-packed", "squares-in-15"),
    **made("cubes-c3", "cubes", "cubes-packed"),
    "cubes, 9 x 9 x 9": lambda: [cm.Garden.hanging((9, 9, 9))],
    "cubes, connected, 5 x 5 x 5": lambda: [cm.Garden.hanging((5, 5, 5), connected=True)],
    "cubes packed, distinct, 3 x 4 x 5": lambda: [cm.Garden.packed((3, 4, 5), tiles="distinct", boundary="free")],
}

STEPS: Mapping[str, Callable[[Any], object]] = {
    "describe": lambda puzzle: puzzle.describe(),
    "to search": build_to_search,
    "build": cm.build,
}


def milliseconds(step: Callable[[Any], object], puzzles: Puzzles) -> float:
    """The median over the puzzles of the median over runs."""
    return median(_milliseconds(step, puzzle, SECONDS / len(puzzles)) for puzzle in puzzles)


def _milliseconds(step: Callable[[Any], object], puzzle: Any, seconds: float) -> float:
    times: list[float] = []
    end = perf_counter() + seconds
    while len(times) < 3 or perf_counter() < end:
        fresh = replace(puzzle)
        began = process_time()
        step(fresh)
        times.append(process_time() - began)
    return median(times) * 1000


def row_of(puzzles: Callable[[], Puzzles]) -> Measured:
    """What each step takes."""
    made = puzzles()
    return {name: round(milliseconds(step, made), 2) for name, step in STEPS.items()}


def cases(_: argparse.Namespace) -> Iterator[Case]:
    """All puzzles that are here."""
    for name, puzzles in CASES.items():
        if name != "published ZIPs" or not ZIPS.missing():
            yield {"puzzle": name}, partial(row_of, puzzles)


def parts(rows: Sequence[Measured], _: Mapping[str, Any]) -> Iterator[str]:
    least, most = (each(row["to search"] for row in rows) for each in (min, max))
    yield "# Building"
    yield "How long does it take to make the model of a puzzle, apart from any search?"
    yield f"Building a model to search takes {least:,.2f} to {most:,.2f} ms."
    lines = [[row["puzzle"], *(f"{row[step]:,.2f}" for step in STEPS)] for row in rows]
    yield table(["puzzle", *STEPS], lines)
    yield "Milliseconds of the processor, medians over some runs of fresh puzzles."
    yield COLUMNS


COLUMNS = """\
- `describe`: making the description of the puzzle, which is what backtracking and other engines read.
- `to search`: building the model as `cpmodels.solve` does.
- `build`: building it for a user to change (`cpmodels.build`), which makes a digest as well."""

MEASUREMENT = Measurement("benchmarks.building", "building", ("puzzle",), cases, parts, packages=("python", "ortools"))

if __name__ == "__main__":
    MEASUREMENT.command()
