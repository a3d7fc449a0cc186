"""The models of the chapters in docs/models beside other models of the same puzzles: sizes, conflicts, processor time.

    python -m benchmarks.ablations [--limit 10] [--out benchmarks/results/models]

Random puzzles are made by `benchmarks.generators`, five of each sort.  Each is searched by CP-SAT with one worker,
without strategies, for two solutions, or for all of them, up to a limit of seconds.  The seconds are those of
the processor, building included, so that other work on the machine matters little; conflicts are CP-SAT's.  Other
choices of the library, parameters and searches, are raced by `python -m benchmarks --solvers ablation`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from statistics import median
from time import process_time
from typing import Any

import cpmodels as cm
from benchmarks.ablations import tilings
from benchmarks.ablations import zip as zips
from benchmarks.ablations.altered import altered
from benchmarks.generators import edge_puzzle, zip_puzzle
from benchmarks.measurement import Case, Measured, Measurement
from benchmarks.tables import table
from cpmodels.constraints import exact_cover, waypoints_in_order
from cpmodels.puzzles.edge_matching.generator import hardest_colours
from cpmodels.racing._results import seconds

Build = Callable[[Any], cm.Model[Any]]

SEEDS = range(5)

PATIENCE = 2
"""How many times the limit may pass by the clock on the wall: a busy machine gives half of its time to others."""


def ordered(order: zips.Order) -> Build:
    """The circuit of a ZIP with a constraint for the order of its numbers."""
    return lambda puzzle: zips.ordered(puzzle, order)


def covered(constrain: tilings.Constrain, **fields: Any) -> Build:
    """An exact cover by a constraint."""
    return lambda puzzle: altered(tilings.model(puzzle, constrain), **fields)


PATHS: Mapping[str, Build] = {
    "circuit, an integer a cell": ordered(waypoints_in_order),
    "circuit, a Boolean a cell and number": ordered(zips.tell_passed_numbers),
    "circuit, a place a cell": ordered(zips.places),
    "a place a cell, no circuit": zips.places_alone,
    "a Boolean a cell and place": zips.cell_by_place,
}

COVERS: Mapping[str, Build] = {
    "a Boolean a colour": covered(exact_cover),
    "an option needs one beside it": covered(tilings.supports),
    "sums from both sides": covered(tilings.linear_sums),
    "the same, CP-SAT's own parameters": covered(tilings.linear_sums, parameters={"num_workers": 1}),
    "tables of integers": covered(tilings.tables),
}
"""What each is by its name on the page."""


def groups() -> Iterator[tuple[str, int | None, Mapping[str, Build], list[cm.Puzzle[Any]]]]:
    """The sorts of puzzles: how many solutions are asked for, by which models, and the puzzles."""
    for side, numbers, walls in ((8, 14, 6), (10, 30, 0), (10, 12, 0), (12, 12, 0)):
        group = f"ZIPs of {side} x {side}, {numbers} numbers" + (f", {walls} walls" if walls else "")
        yield group, 2, PATHS, [zip_puzzle(side, seed, numbers, walls).puzzle for seed in SEEDS]
    for group, side, turned, border in (
        ("edge matching of 4 x 4 without border", 4, True, False),
        ("edge matching of 5 x 5 with a border", 5, True, True),
        ("edge matching of 6 x 6 with a border", 6, True, True),
        ("edge matching of 5 x 5 without turns", 5, False, False),
    ):
        colours = hardest_colours(side, side, rotations=turned, border=border)
        boards = [edge_puzzle(side, seed, colours, rotations=turned, border=border).puzzle for seed in SEEDS]
        yield group, 2, COVERS, [*boards]
    nine = [edge_puzzle(3, seed, 3, rule="sum-zero").puzzle for seed in SEEDS]
    yield "nine pieces of 3 motifs, all solutions", None, COVERS, [*nine]
    yield "the Zigzaw without its border, all solutions", None, COVERS, [cm.read("zigzaw-open")]


def run(puzzle: cm.Puzzle[Any], build: Build, wanted: int | None, limit: float) -> Measured:
    """A puzzle searched by a model."""
    began = process_time()
    model = build(puzzle)
    found = cm.count(model, limit=wanted, time_limit=PATIENCE * limit, engine="cp-sat")
    spent = process_time() - began
    return {
        "done": spent <= limit and (found.exhausted or found.total == wanted),
        "solutions": found.total,
        "seconds": round(spent, 4),
        "conflicts": found.statistics.conflicts,
        "variables": len(model.cp.proto.variables),
        "constraints": len(model.cp.proto.constraints),
    }


def cases(asked: argparse.Namespace) -> Iterator[Case]:
    for group, wanted, builders, puzzles in groups():
        for number, puzzle in enumerate(puzzles):
            for name, build in builders.items():
                case = {"group": group, "puzzle": number, "model": name}
                yield case, partial(run, puzzle, build, wanted, asked.limit)


def parts(rows: Sequence[Measured], facts: Mapping[str, Any]) -> Iterator[str]:
    groups = list(dict.fromkeys(row["group"] for row in rows))
    best = sum(leads([row for row in rows if row["group"] == group], facts["limit"]) for group in groups)
    yield "# Models beside other models"
    yield (
        "The chapters on how the models work choose one model of each puzzle. What do others of the same puzzle cost, "
        "by CP-SAT with one worker?"
    )
    yield (
        f"In {best} of {len(groups)} sorts of puzzles the library's model, the first line of each table, "
        "took the least time in the median, or as little as another one to two digits."
    )
    yield (
        "Of each sort there are five random puzzles, but one Zigzaw; asked for are two solutions, which shows whether "
        "there is just one, or all of them. `done` says how many puzzles were done; `seconds` are the median of the "
        "seconds of the processor, building included, and `worst` the longest. `variables`, `constraints` and "
        "`conflicts` are medians, too; of puzzles that were not done in "
        f"{facts['limit']:g} s, what was spent by then."
    )
    for group in groups:
        here = [row for row in rows if row["group"] == group]
        names = dict.fromkeys(row["model"] for row in here)
        head = ["model", "variables", "constraints", "done", "seconds", "worst", "conflicts"]
        lines = [line(name, [row for row in here if row["model"] == name], facts["limit"]) for name in names]
        yield f"## {group[0].upper()}{group[1:]}"
        yield table(head, lines)


def leads(rows: Sequence[Measured], limit: float) -> bool:
    """Whether the first model of a sort of puzzles takes the least time in the median, as far as it is shown."""
    names = dict.fromkeys(row["model"] for row in rows)
    shown = [median(row["seconds"] if row["done"] else limit for row in rows if row["model"] == name) for name in names]
    return seconds(shown[0]) == seconds(min(shown))


def line(name: str, rows: Sequence[Measured], limit: float) -> list[str]:
    times = [row["seconds"] if row["done"] else limit for row in rows]
    texts = [seconds(time, limit) if time < limit else f"> {limit:g}" for time in (median(times), max(times))]
    many = [f"{median(row[what] for row in rows):,.0f}" for what in ("variables", "constraints", "conflicts")]
    return [name, *many[:2], f"{sum(row['done'] for row in rows)} of {len(rows)}", *texts, many[2]]


MEASUREMENT = Measurement(
    "benchmarks.ablations",
    "models",
    ("group", "puzzle", "model"),
    cases,
    parts,
    packages=("python", "ortools"),
    limit=10,
)

if __name__ == "__main__":
    MEASUREMENT.command()
