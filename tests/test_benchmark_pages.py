"""The pages of the benchmarks: they open with a summary, and figures in prose are those of the rows beside them."""

import json
import re
from dataclasses import replace
from functools import cache
from math import isinf
from pathlib import Path

import pytest

import cpmodels as cm
from benchmarks import generated, prunings, report
from benchmarks.gardens.__main__ import QUESTIONS
from benchmarks.goals import goals
from benchmarks.rows import read_objects, read_rows
from benchmarks.summary import LIBRARY, crossover, summaries
from benchmarks.tables import seconds

BENCHMARKS = Path(report.__file__).parent
RESULTS = BENCHMARKS / "results"


@cache
def rows(run):
    """All rows of a run whose results are kept."""
    return tuple(read_rows(RESULTS / run / "rows.jsonl"))


@cache
def families(run):
    """The families of a run by name."""
    return {summary.family: summary for summary in summaries(rows(run))}


def median(family, label, solver=LIBRARY):
    """The median of a solver at a size, as it is printed."""
    cells = families("runs")[family].cells
    (found,) = (cell for (size, name), cell in cells.items() if (size.label, name) == (label, solver))
    return f"{seconds(found.median)} s"


def crossing(family, solver):
    """From which size on the library is ahead of another solver."""
    return crossover(families("runs")[family], solver).at.label


def worst(solver):
    """How many times slower than itself the library was with another choice, at worst of what both solved."""
    found = [
        cell.median / summary.cells[size, LIBRARY].median
        for summary in families("ablations").values()
        for (size, name), cell in summary.cells.items()
        if name == f"{LIBRARY}/{solver}" and not isinf(cell.median)
    ]
    return f"{max(found):.1f} times"


def cap():
    """The limit of a run."""
    (limit,) = {row.cap for row in rows("runs")}
    return f"{limit:g} s"


def figures():
    """What each figure of the prose is, in order: times, sizes at which curves cross, ratios."""
    yield cap()
    yield from (median("zip-few", "9 x 9", "zip-dfs"), "9 x 9")
    yield from (median("zip-walls", "15 x 15", "zip-dfs"), "15 x 15", median("zip-walls", "15 x 15"))
    yield from (median("edge-nine", "5 motifs", "edge-spiral"), median("edge-nine", "5 motifs"))
    yield from ("12 x 12", median("zigzaw-border", "12 x 12", "zigzaw-rows"), median("zigzaw-border", "12 x 12"))
    yield "4 x 4 x 4"
    yield from (median("cubes-packed", "4 x 4 x 4", solver) for solver in ("garden-backtrack", "xcover", LIBRARY))
    yield from (crossing("squares-hanging", "garden-backtrack"), cap())
    yield from (median("edge-nine", "5 motifs", "xcover"), "6 x 6")
    yield from (median("zigzaw-open", "12 x 12", "xcover"), "12 x 12", median("zigzaw-open", "12 x 12"))
    yield from (crossing("zip-many", "zip-dfs"), crossing("zip-few", "zip-dfs"))
    yield from ("12 x 12", cap(), median("zip-few", "12 x 12"))
    yield from (crossing("edge-open", "edge-rows"), crossing("edge-open", "xcover"))
    yield from (crossing("edge-fixed", "edge-rows"), crossing("edge-fixed", "xcover"))
    yield from (crossing("zigzaw-open", "zigzaw-rows"), crossing("squares-hanging", "garden-backtrack"))
    yield "20 x 20"
    yield from (median("zip-20", f"{numbers} numbers") for numbers in (10, 20, 40))
    yield from (cap(), median("cubes-hanging", "C3"), median("cubes-hanging", "C3", "xcover"))
    yield from ("4 x 4 x 4", median("cubes-impossible", "4 x 4 x 4"), cap())
    yield from ("6 x 6", "8 x 8", cap(), "8 x 8")
    cpmpy, peer, nine, bordered, building = goals(rows("goals"))
    yield from (f"{cpmpy.shown} times", f"{peer.shown} times", f"{nine.shown} times", "6 x 6")
    yield from (f"{bordered.shown} times", f"{building.shown} times")
    yield from (worst(solver) for solver in ("workers-8", "tables", "each-answer", "tiles-alone"))


def section():
    """The prose on what came out, on one line."""
    text = (BENCHMARKS / "README.md").read_text(encoding="utf-8")
    return " ".join(text.partition("## What came out")[2].partition("\n## ")[0].split())


@pytest.mark.usefixtures("solvers")
def test_each_figure_in_prose_is_that_of_the_rows():
    assert re.findall(r"\d+(?: x \d+)+|[\d.]+ s\b|[\d.]+ times", section()) == list(figures())


@pytest.mark.usefixtures("solvers")
def test_what_prose_says_without_figures_is_so():
    found = families("runs")
    for family in ("zip-20", "zip-15"):
        labels = [size.label for size in found[family].sizes if size.label != "80 numbers"]
        assert all(
            isinf(cell.median) for (size, solver), cell in found[family].cells.items()
            if solver != LIBRARY and size.label in labels
        )  # fmt: skip
    for family, label in (("edge-open", "6 x 6"), ("edge-bordered", "8 x 8")):
        assert not any(cell.solved for (size, _), cell in found[family].cells.items() if size.label == label)
    assert crossover(found["edge-bordered"], "xcover").at is None
    assert crossover(found["squares-all"], "xcover").at is None
    assert isinf(found["cubes-packed"].whole("garden-collapse").median)
    assert any(isinf(cell.median) for summary in families("ablations").values()
               for (_, solver), cell in summary.cells.items() if solver == f"{LIBRARY}/linearization-2")  # fmt: skip
    wrong = {(row.solver, row.label) for row in rows("runs") if row.status == "wrong"}
    assert {solver for solver, _ in wrong} == {"multi-puzzle-solver"}
    assert f"on {len(wrong)} published ZIPs" in section()
    peer = goals(rows("goals"))[1]
    assert f"median of {re.search('on the ([0-9]+) puzzles', section())[1]} puzzles" in peer.basis


@pytest.mark.usefixtures("solvers")
def test_the_readme_names_the_sizes_at_which_curves_cross():
    readme = " ".join((BENCHMARKS.parent / "README.md").read_text(encoding="utf-8").split())
    zips, few = crossing("zip-many", "zip-dfs"), crossing("zip-few", "zip-dfs")
    assert (
        f"the curves cross at ZIPs of {zips} or {few}, edge matching of {crossing('edge-open', 'edge-rows')}" in readme
    )
    assert f"the Zigzaw without border of {crossing('zigzaw-open', 'zigzaw-rows')}" in readme


@pytest.mark.parametrize("run", ["runs", "goals", "ablations"])
@pytest.mark.usefixtures("solvers")
def test_a_page_is_what_its_rows_say_and_opens_with_a_summary(run):
    kept = (RESULTS / run / report.PAGE).read_text(encoding="utf-8")
    made = report.text(rows(run), {})
    assert without_pictures(kept) == without_pictures(made)
    assert re.findall("^## (.*)", kept, re.M)[:2] == ["Summary", "How to read it"]
    assert kept.count("**Wrong:") == kept.partition("## Wrong answers")[2].count("**Wrong:")


def test_the_page_of_the_gardens_is_what_its_data_say_and_opens_with_the_answers():
    kept = (RESULTS / "README.md").read_text(encoding="utf-8")
    assert QUESTIONS.page(RESULTS) == kept
    opening, *sections = kept.split("\n## ")
    listed = re.findall(r"^- \[.*?\]\(#(.*?)\)", opening, re.M)
    assert listed == [report.anchor(section.partition("\n")[0]) for section in sections]


def test_the_times_to_find_cubes_are_those_of_the_data():
    told = json.loads((RESULTS / "cubes-finding.json").read_text(encoding="utf-8"))["summary"]
    numbers = re.findall(r"\d+(?:\.\d+)?(?= s| to )", told)[:6]
    median, least, most, alone, alone_least, alone_most = (f"{float(number):g}" for number in numbers)
    readme = " ".join((BENCHMARKS / "README.md").read_text(encoding="utf-8").split())
    assert f"took {alone_least} to {alone_most} s, in the median {alone} s" in readme
    assert f"took {least} to {most} s, in the median {median} s" in readme


def without_pictures(page):
    """The lines of a page but for its pictures."""
    return [line for line in page.splitlines() if line and not line.startswith("![")]


def test_the_page_of_new_puzzles_is_made_of_rows_that_are_all_right():
    folder = RESULTS / "generated"
    found = list(read_objects(folder / "rows.jsonl", dict))
    facts = json.loads((folder / "machine.json").read_text(encoding="utf-8"))
    assert generated.page(found, facts) == (folder / "README.md").read_text(encoding="utf-8")
    assert {(row["name"], row["seed"]) for row in found} == {(one.name, seed) for one, seed in generated.asked(1000)}
    assert all(row["unique"] and not row["superfluous"] for row in found)
    assert len(found) == 1000


def test_a_puzzle_with_a_clue_too_many_or_another_solution_is_told():
    wished = generated.Wished(1, "zip", (3, 3), {})
    row = generated.run(wished, 1)
    assert (row["unique"], row["superfluous"]) == (True, 0)
    puzzle = cm.generate("zip", 3, 3, seed=1)
    more = replace(puzzle.puzzle, waypoints=puzzle.solution.cells)
    fewer = replace(puzzle.puzzle, waypoints=(puzzle.solution.cells[0], puzzle.solution.cells[-1]))
    assert generated.looked_at(more)["superfluous"] > 0
    assert not generated.looked_at(fewer)["unique"]


def test_the_page_of_prunings_is_made_of_its_rows():
    folder = RESULTS / "prunings"
    found = list(read_objects(folder / "rows.jsonl", dict))
    facts = json.loads((folder / "machine.json").read_text(encoding="utf-8"))
    assert prunings.page(found, facts) == (folder / "README.md").read_text(encoding="utf-8")
    assert {row["set"] for row in found} == set(prunings.SETS)
