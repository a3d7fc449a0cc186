"""Claims of the page "When does SAT beat the loop?", by programs that share no code with the project."""

import json
import re
from collections import Counter, defaultdict
from itertools import product
from math import inf
from pathlib import Path
from statistics import fmean

import pytest

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
NOT_RUN = {"unsupported", "missing"}
PYTHON = {
    "zip-dfs", "zip-dfs-parity", "edge-rows", "edge-spiral", "zigzaw-rows", "garden-rows", "garden-collapse",
    "garden-backtrack", "cover-rows", "path-dfs", "zip-article", "edge-article", "zigzaw-article", "garden-article",
}  # fmt: skip
SAT = {"cp-sat", "cadical", "ganak", "clingo", "cpmpy", "cpmpy/steps"}


def seconds(row):
    return row["build_seconds"] + row["solve_seconds"] if row["status"] in ("solved", "none") else inf


def middle(times):
    ordered = sorted(times)
    return sum((ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2])) / 2


def penalised(rows):
    return fmean(seconds(row) if seconds(row) < inf else 10 * row["cap"] for row in rows)


@pytest.fixture(scope="module")
def runs():
    """The runs of each solver at each size of a family, the longest of those that differ in their limit alone."""
    longest = {}
    for line in (BENCHMARKS / "results" / "runs" / "rows.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        key = tuple(row[name] for name in ("family", "label", "seed", "solver", "task"))
        if row["cap"] >= longest.get(key, row)["cap"]:
            longest[key] = row
    sizes = defaultdict(lambda: defaultdict(list))
    for row in longest.values():
        if row["status"] not in NOT_RUN:
            sizes[row["family"], row["label"]][row["solver"]].append(row)
    for family in {family for family, _ in sizes}:  # A published set counts as one size.
        of_family = [key for key in sizes if key[0] == family]
        if len(of_family) > 12 and all(len(rows) == 1 for key in of_family for rows in sizes[key].values()):
            whole = sizes[family, f"all {len(of_family)}"]
            for key in of_family:
                for solver, rows in sizes.pop(key).items():
                    whole[solver] += rows
    return sizes


@pytest.fixture(scope="module")
def text():
    return (BENCHMARKS / "README.md").read_text(encoding="utf-8").partition("<!-- written by")[2]


def side(solver):
    if solver in PYTHON:
        return "a loop in Python"
    if solver == "backtrack" or solver.endswith("-compiled"):
        return "a loop in machine code"
    return "SAT" if solver in SAT else f"`{solver}`"


@pytest.mark.parametrize("tail", [False, True])
def test_who_wins(runs, text, tail):
    wins = Counter()
    for solvers in runs.values():
        rivals = {name: rows for name, rows in solvers.items() if not name.startswith("cpmodels/")}
        medians = {name: middle(map(seconds, rows)) for name, rows in rivals.items()}
        if min(medians.values()) < inf:
            means = {n: penalised(rows) for n, rows in rivals.items() if min(map(seconds, rows)) < inf}
            wins[side(min(means, key=means.get) if tail else min(medians, key=medians.get))] += 1
    what = r"at the tail \(PAR10\)" if tail else "at the median"
    said = re.search(rf"\*\*Who wins {what}\*\*, of (\d+) sizes that anybody solves: (.*)\.", text)
    assert int(said[1]) == wins.total()
    assert Counter({who: int(n) for who, n in re.findall(r"([^,:]+?) at (\d+)(?:, |$)", said[2])}) == wins


def test_where_no_loop_solves_half_and_a_solver_does(runs, text):
    def solved(solvers, names):
        return any(middle(map(seconds, rows)) < inf for name, rows in solvers.items() if names(side(name), name))

    expected = {
        label
        for (_, label), solvers in runs.items()
        if not solved(solvers, lambda one, _: one.startswith("a loop"))
        and solved(solvers, lambda one, name: one == "SAT" or name == "cpmodels")
    }
    said = re.search(r"\*\*Where no loop solves half of the puzzles, and SAT or `cpmodels` does\*\*: (.*)\.", text)
    assert {label for places in re.findall(r"\(([^()]*)\)(?=;|$)", said[1]) for label in places.split(", ")} == expected


def test_no_garden_of_cubes_hangs_in_four_by_four_by_four():
    """Wherever the one empty cell is, two cells ask for the same tile: the blue faces of each are its neighbours."""
    cells = set(product(range(4), repeat=3))
    steps = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]
    for empty in cells:
        tiles = [
            tuple(tuple(a + b for a, b in zip(cell, step, strict=True)) in cells - {empty} for step in steps)
            for cell in cells - {empty}
        ]
        assert len(set(tiles)) < len(tiles) == 63
