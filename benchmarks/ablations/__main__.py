"""The models of the chapters in docs/models beside other models of the same puzzles: sizes, conflicts, processor time.

    python -m benchmarks.ablations [--limit 10] [--out benchmarks/results/ablations]

Random puzzles are made by `benchmarks.generators`, five of each sort.  Each is searched by CP-SAT with one worker,
without strategies, for two solutions, or for all of them, up to so many seconds.  The seconds are those of
the processor, building included, so that other work on the machine matters little; conflicts are what CP-SAT tells.
Each puzzle and model is a row of `models.jsonl` in the folder `--out`, and the page `models.md` beside it is made of
the rows (`--report` only makes it).  The races of the same alternatives are `python -m benchmarks --solvers ablation`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from ortools.sat.python import cp_model

import cpmodels as cm
from benchmarks.ablations import tilings
from benchmarks.ablations import zip as zips
from benchmarks.generators import edge_puzzle, zip_puzzle
from benchmarks.machine import machine, versions
from benchmarks.origin import origin
from benchmarks.rows import read_objects
from benchmarks.tables import table
from cpmodels.constraints import exact_cover, waypoints_in_order
from cpmodels.files import write_file
from cpmodels.generators.edge_matching import hardest_colours
from cpmodels.models import edge_matching, zigzaw
from cpmodels.models import zip as zip_model
from cpmodels.racing._library import altered
from cpmodels.racing._table import seconds

Row = dict[str, Any]
Build = Callable[[Any], cm.Model[Any]]

SEEDS = range(5)

PATIENCE = 2
"""So many times the limit may pass by the clock on the wall: a busy machine gives half of its time to others."""


def ordered(order: zip_model.Order) -> Build:
    """The circuit of a ZIP with a constraint for the order of its numbers."""
    return lambda puzzle: altered(zip_model.build(puzzle, cp_model.CpModel(), order), strategies=())


def covered(constrain: tilings.Constrain, **fields: Any) -> Build:
    """An exact cover by a constraint."""

    def build(puzzle: Any) -> cm.Model[Any]:
        builder = edge_matching.build if puzzle.kind == "edge_matching" else zigzaw.build
        return altered(builder(puzzle, cp_model.CpModel(), constrain), strategies=(), **fields)

    return build


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


def run(limit: float) -> Iterator[Row]:
    """The rows of all puzzles with all models."""
    for group, wanted, builders, puzzles in groups():
        for number, puzzle in enumerate(puzzles):
            for name, build in builders.items():
                began = process_time()
                model = build(puzzle)
                found = cm.count(model, limit=wanted, time_limit=PATIENCE * limit, engine="cp-sat")
                spent = process_time() - began
                done = spent <= limit and (found.exhausted or found.total == wanted)
                size = {"variables": len(model.cp.proto.variables), "constraints": len(model.cp.proto.constraints)}
                yield {"group": group, "puzzle": number, "model": name, "done": done, "solutions": found.total,
                       "seconds": round(spent, 4), "conflicts": found.statistics.conflicts, **size}  # fmt: skip
            print(f"{group}: {number}", flush=True)


def page(rows: Sequence[Row], facts: Mapping[str, Any]) -> str:
    """The page of results, all of it made of rows."""
    groups = list(dict.fromkeys(row["group"] for row in rows))
    best = sum(leads([row for row in rows if row["group"] == group], facts["limit"]) for group in groups)
    parts = [
        "# Models beside other models",
        "The chapters on how the models work choose one model of each puzzle. What do others of the same puzzle cost, "
        "by CP-SAT with one worker?",
        f"**In short.** In {best} of {len(groups)} sorts of puzzles the library's model, the first line of each table, "
        "took the least time in the median, or as little as another one to two digits.",
        origin("python -m benchmarks.ablations", facts, "This page is made of [models.jsonl](models.jsonl)"),
        "Of each sort there are five random puzzles, but one Zigzaw; asked for are two solutions, which tells whether "
        "there is just one, or all of them. `done` says how many puzzles were done; `seconds` are the median of the "
        "seconds of the processor, building included, and `worst` the longest. `variables`, `constraints` and "
        "`conflicts` are medians, too; of puzzles that were not done in "
        f"{facts['limit']:g} s, what was spent by then.",
    ]
    for group in groups:
        here = [row for row in rows if row["group"] == group]
        names = dict.fromkeys(row["model"] for row in here)
        head = ["model", "variables", "constraints", "done", "seconds", "worst", "conflicts"]
        lines = [line(name, [row for row in here if row["model"] == name], facts["limit"]) for name in names]
        parts += [f"## {group[0].upper()}{group[1:]}", table(head, lines).rstrip()]
    return "\n\n".join(parts) + "\n"


def leads(rows: Sequence[Row], limit: float) -> bool:
    """Whether the first model of a sort of puzzles takes the least time in the median, as far as it is shown."""
    names = dict.fromkeys(row["model"] for row in rows)
    shown = [median(row["seconds"] if row["done"] else limit for row in rows if row["model"] == name) for name in names]
    return seconds(shown[0]) == seconds(min(shown))


def line(name: str, rows: Sequence[Row], limit: float) -> list[str]:
    """The line of the table for one model."""
    times = [row["seconds"] if row["done"] else limit for row in rows]
    texts = [seconds(time, limit) if time < limit else f"> {limit:g}" for time in (median(times), max(times))]
    many = [f"{median(row[what] for row in rows):,.0f}" for what in ("variables", "constraints", "conflicts")]
    return [name, *many[:2], f"{sum(row['done'] for row in rows)} of {len(rows)}", *texts, many[2]]


def main(arguments: Sequence[str] | None = None) -> None:
    """Search all puzzles by all models, and write the page."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ablations", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--limit", type=float, default=10, help="seconds for each search")
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[1] / "results" / "ablations")
    parser.add_argument("--report", action="store_true", help="only make the page anew")
    asked = parser.parse_args(arguments)
    facts, rows = asked.out / "models.json", asked.out / "models.jsonl"
    if not asked.report:
        words = ", ".join(f"{name} {versions()[name]}" for name in ("python", "ortools"))
        found = list(run(asked.limit))
        write_file(facts, json.dumps({"machine": machine(), "versions": words, "limit": asked.limit}, indent=1) + "\n")
        write_file(rows, "".join(f"{json.dumps(row)}\n" for row in found))
    content = page(list(read_objects(rows, Row)), json.loads(facts.read_text(encoding="utf-8")))
    write_file(asked.out / "models.md", content)


if __name__ == "__main__":
    main()
