"""How long it takes to build models, apart from any search.

    python -m benchmarks.building [--against FOLDER] [--out FILE]

For each puzzle, small and large, of all kinds: the milliseconds of the processor that describing it takes
(`Puzzle.describe`), building its model as `cpmodels.solve` does, and building it for a user to change, which makes a
digest as well (`cpmodels.build`).  Medians over some runs, each of a fresh puzzle, as puzzles keep what they have found
out.

`--against` is a folder with another version of this project: a process measures it in turn with this one, puzzle by
puzzle, so that a busy machine is slow for both.  The published ZIPs take part where CPMODELS_DATA names their folder:
the median over all of them.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import cpmodels as cm
from benchmarks.generators import edge_puzzle, zip_puzzle
from benchmarks.machine import machine
from benchmarks.measurement import origin, versions_of
from benchmarks.published import ZIPS
from benchmarks.tables import table
from cpmodels.files import write_file
from cpmodels.model import build_to_search

RESULTS = Path(__file__).parent / "results" / "building" / "README.md"

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


def answers() -> Iterator[dict[str, float]]:
    """For each name of a case that comes in on standard input, what it takes, as long as there are any."""
    for line in sys.stdin:
        puzzles = CASES[line.strip()]()
        yield {name: milliseconds(step, puzzles) for name, step in STEPS.items()}


def measured(folder: Path) -> Callable[[str], dict[str, float]]:
    """Measures cases by the project in a folder, in a process of its own."""
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, str(Path(__file__).resolve()), "--serve"]
    child = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": path}
    )

    def ask(case: str) -> dict[str, float]:
        assert child.stdin is not None
        assert child.stdout is not None
        print(case, file=child.stdin, flush=True)
        answer: dict[str, float] = json.loads(child.stdout.readline())
        return answer

    return ask


COLUMNS = """\
- `describe`: making the description of the puzzle, which is what backtracking and other engines read.
- `to search`: building the model as `cpmodels.solve` does.
- `build`: building it for a user to change (`cpmodels.build`), which makes a digest as well."""


def page(rows: Mapping[str, Sequence[Mapping[str, float]]]) -> str:
    """The page of results."""
    heads = ["puzzle", *STEPS]
    versus = any(len(found) > 1 for found in rows.values())
    lines = []
    for case, found in rows.items():
        cells = []
        for step in STEPS:
            times = [of[step] for of in found]
            ratio = f" ({times[0] / times[1]:.2f})" if versus else ""
            cells.append(" / ".join(f"{time:,.2f}" for time in times) + ratio)
        lines.append([case, *cells])
    what = " Two figures and their ratio are this version, and the one that it was measured against." if versus else ""
    least, most = (each([row["to search"] for row, *_ in rows.values()]) for each in (min, max))
    short = f"Building a model to search takes {least:,.2f} to {most:,.2f} ms"
    if versus:
        ratios = [this["to search"] / other["to search"] for this, other in rows.values()]
        short += f", {min(ratios):.2f} to {max(ratios):.2f} times as long as in the other version"
    parts = [
        "# Building",
        f"How long does it take to make the model of a puzzle, apart from any search?\n\n**In short.** {short}.",
        origin(
            "python -m benchmarks.building",
            {"machine": machine(), "versions": versions_of("python", "ortools")},
            "This page was written",
        ),
        table(heads, lines).rstrip(),
        f"Milliseconds of the processor, medians over some runs of fresh puzzles.{what}\n\n{COLUMNS}",
    ]
    return "\n\n".join(parts) + "\n"


def main() -> None:
    """Measure all cases, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", help="names of puzzles, by default all")
    parser.add_argument("--against", type=Path, help="the folder of another version")
    parser.add_argument("--out", type=Path, default=RESULTS, help="the page")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        for answer in answers():
            print(json.dumps(answer), flush=True)
        return
    folders = [Path(__file__).parents[1], *([options.against] if options.against else [])]
    versions_of = [measured(folder) for folder in folders]
    rows = {}
    for case in options.cases or CASES:
        if case == "published ZIPs" and ZIPS.missing():
            continue
        rows[case] = [ask(case) for ask in versions_of]
        print(page({case: rows[case]}).splitlines()[-1], flush=True)
    if not options.cases:
        options.out.parent.mkdir(parents=True, exist_ok=True)
        write_file(options.out, page(rows))


if __name__ == "__main__":
    main()
