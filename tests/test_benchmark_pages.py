"""The pages of the benchmarks: they open with a summary, and figures in prose are those of the rows beside them."""

import json
import re
from dataclasses import replace
from functools import cache
from math import isinf
from pathlib import Path

import pytest
from result_pages import numbers_in

import cpmodels as cm
from benchmarks import (
    backtracking,
    boards,
    certificates,
    explaining,
    generated,
    prunings,
    published_kinds,
    report,
)
from benchmarks.ablations import CHANGES, PREFIX
from benchmarks.ablations import __main__ as models
from benchmarks.gardens.__main__ import QUESTIONS
from benchmarks.goals import goals
from benchmarks.rows import read_objects, read_rows
from benchmarks.solvers import load
from benchmarks.summary import LIBRARY, crossover, summaries
from cpmodels.racing._table import seconds

CP_SAT = "cp-sat"
BENCHMARKS = Path(report.__file__).parent
RESULTS = BENCHMARKS / "results"

PAGES = [
    ("backtracking", backtracking),
    ("boards", boards),
    ("certificates", certificates),
    ("explaining", explaining),
    ("generated", generated),
    ("kinds", published_kinds),
    ("prunings", prunings),
]
"""The pages of one module each, by the name of their folder."""


@cache
def rows(run):
    """All rows of a run whose results are kept."""
    return tuple(read_rows(RESULTS / run / "rows.jsonl"))


@cache
def families(run):
    """The families of a run by name."""
    return {summary.family: summary for summary in summaries(rows(run))}


def cell(family, label, solver):
    """The runs of a solver at a size."""
    cells = families("runs")[family].cells
    (found,) = (cell for (size, name), cell in cells.items() if (size.label, name) == (label, solver))
    return found


def median(family, label, solver=CP_SAT):
    """The median of a solver at a size, as it is printed."""
    return f"{seconds(cell(family, label, solver).median)} s"


def crossing(family, solver):
    """From which size on CP-SAT is ahead of another solver."""
    return crossover(families("runs")[family], solver, CP_SAT).at.label


def worst(solver):
    """How many times slower than itself the library was with another choice, at worst of what both solved."""
    found = [
        cell.median / summary.cells[size, LIBRARY].median
        for summary in families("ablations").values()
        for (size, name), cell in summary.cells.items()
        if name == f"{LIBRARY}/{solver}" and not isinf(cell.median)
    ]
    return f"{max(found):.1f} times"


def cap(family):
    """The limit of the runs of a family."""
    (limit,) = {row.cap for row in families("runs")[family].rows}
    return f"{limit:g} s"


def figures():
    """What each figure of the prose is, in order: times, sizes at which curves cross, ratios."""
    yield from (cap("zip-few"), cap("edge-bordered"))
    yield from ("8 x 8", *(median("zip-few", "8 x 8", solver) for solver in ("zip-dfs", "backtrack", CP_SAT)))
    yield from (median("edge-nine", "4 motifs", solver) for solver in ("edge-spiral", "backtrack", CP_SAT))
    for side in ("6 x 6", "7 x 7"):
        yield from (side, *(median("edge-bordered", side, solver) for solver in (CP_SAT, "xcover", "backtrack")))
    yield from ("7 x 7", cap("edge-bordered"), "8 x 8", cap("edge-bordered"))
    yield from (median("edge-nine", "2 motifs", solver) for solver in ("xcover", "edge-spiral", "backtrack"))
    yield from (cap("edge-nine"), median("edge-nine", "2 motifs", LIBRARY))
    yield from (crossing("zip-few", "zip-dfs"), crossing("zip-few", "backtrack"))
    yield median("zip-few", crossing("zip-few", "backtrack"))
    yield from (crossing("edge-open", "edge-rows"), "5 x 5")
    yield from (median("edge-open", "5 x 5", solver) for solver in ("backtrack", CP_SAT))
    yield from ("20 x 20", median("zip-20", "20 numbers"), median("zip-20", "80 numbers"), cap("zip-20"))
    yield from (median("cubes-hanging", "Cs'"), median("cubes-hanging", "C1", LIBRARY), cap("cubes-hanging"))
    yield from ("4 x 4 x 4", median("cubes-impossible", "4 x 4 x 4"), cap("cubes-impossible"))
    yield from (median("edge-bordered", "5 x 5", LIBRARY), "5 x 5", median("edge-bordered", "5 x 5"))
    yield from (median("edge-bordered", "6 x 6", LIBRARY), "6 x 6")
    yield from ("7 x 7", *(median("edge-bordered", "7 x 7", solver) for solver in (LIBRARY, "backtrack")))
    yield from ("6 x 6", cap("edge-open"))
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
    solved = {
        (family, size.label): {solver: cell.solved for (where, solver), cell in summary.cells.items() if where == size}
        for family, summary in found.items()
        for size in summary.sizes
    }
    eight = {solver: many for solver, many in solved["edge-bordered", "8 x 8"].items() if many}
    assert eight == {"backtrack": 2, "xcover": 1}
    assert len(cell("edge-bordered", "8 x 8", "backtrack").rows) == 10
    assert solved["edge-bordered", "7 x 7"]["edge-rows"] == 0
    for solver in ("xcover", "backtrack"):
        assert crossover(found["edge-bordered"], solver, CP_SAT).at is None
    assert solved["edge-nine", "2 motifs"][CP_SAT] == 1
    assert solved["zip-few", crossing("zip-few", "backtrack")]["backtrack"] == 6
    for numbers in (20, 80):
        ours = solved["zip-20", f"{numbers} numbers"]
        assert {solver for solver, many in ours.items() if many} <= {CP_SAT, LIBRARY}
    assert (solved["cubes-hanging", "Cs'"]["backtrack"], solved["cubes-hanging", "C1"]["backtrack"]) == (1, 0)
    assert {solver for solver, many in solved["cubes-impossible", "4 x 4 x 4"].items() if many} <= {CP_SAT, LIBRARY}
    assert not any(solved["edge-open", "6 x 6"].values())
    assert any(isinf(cell.median) for summary in families("ablations").values()
               for (_, solver), cell in summary.cells.items() if solver == f"{LIBRARY}/linearization-2")  # fmt: skip
    assert not any(row.status == "wrong" for row in rows("runs"))
    wrong = {(row.solver, row.label) for row in rows("goals") if row.status == "wrong"}
    assert {solver for solver, _ in wrong} == {"multi-puzzle-solver"}
    assert f"on {len(wrong)} published ZIPs" in section()
    peer = goals(rows("goals"))[1]
    assert f"median of {re.search('on the ([0-9]+) puzzles', section())[1]} puzzles" in peer.basis


@pytest.mark.usefixtures("solvers")
def test_the_page_on_naive_search_names_the_sizes_at_which_curves_cross():
    page = " ".join((BENCHMARKS.parent / "docs" / "against-naive-search.md").read_text(encoding="utf-8").split())
    slow, quick = crossing("zip-few", "zip-dfs"), crossing("zip-few", "backtrack")
    assert (
        f"CP-SAT passes plain Python at ZIPs of {slow} and edge matching of {crossing('edge-open', 'edge-rows')}"
        in page
    )
    assert f"machine code at ZIPs of {quick}" in page


@pytest.mark.parametrize("run", ["runs", "goals", "ablations"])
@pytest.mark.usefixtures("solvers")
def test_a_page_is_what_its_rows_say_and_opens_with_a_summary(run):
    kept = (RESULTS / run / report.PAGE).read_text(encoding="utf-8")
    made = report.text(rows(run), {})
    assert without_pictures(kept) == without_pictures(made)
    assert re.findall("^## (.*)", kept, re.M)[:2] == ["Summary", "How to read it"]
    assert kept.count("**Wrong:") == kept.partition("## Wrong answers")[2].count("**Wrong:")


def test_models_beside_other_models_are_on_their_page_and_in_the_chapters_as_their_rows_say():
    folder = RESULTS / "ablations"
    kept = (folder / "models.md").read_text(encoding="utf-8")
    facts = json.loads((folder / "models.json").read_text(encoding="utf-8"))
    assert models.page(list(read_objects(folder / "models.jsonl", dict)), facts) == kept
    shown = {name: set() for name in (*models.PATHS, *models.COVERS)}  # Seconds, and how many were done, of each.
    for name, *cells in re.findall(r"^\| (.*?) \| .*? \| .*? \| (.*?) \| (.*?) \| .*? \| (.*?) \|$", kept, re.M):
        if name in shown:
            done, time, conflicts = cells
            shown[name] |= {time if len(set(done.split(" of "))) == 1 else f"{time} ({done})", conflicts}
    for chapter, names in (("paths", models.PATHS), ("edge-matching", models.COVERS), ("zigzaw", models.COVERS)):
        text = (BENCHMARKS.parent / "docs" / "models" / f"{chapter}.md").read_text(encoding="utf-8")
        told = {name: cells.split(" | ") for name, cells in re.findall(r"^\| (.*?) \| (.*) \|$", text, re.M)}
        assert all(shown[name].issuperset(told[name]) for name in names)


def test_the_page_of_the_gardens_is_what_its_data_say_and_opens_with_the_answers():
    kept = (RESULTS / "README.md").read_text(encoding="utf-8")
    assert QUESTIONS.page(RESULTS) == kept
    opening, *sections = kept.split("\n## ")
    listed = re.findall(r"^- \[.*?\]\(#(.*?)\)", opening, re.M)
    assert [*listed, "how-to-cite"] == [report.anchor(section.partition("\n")[0]) for section in sections]


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


def test_new_puzzles_are_all_right():
    found = list(read_objects(RESULTS / "generated" / "rows.jsonl", dict))
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


@pytest.mark.parametrize("name", [name for name, _ in PAGES])
def test_a_page_is_made_of_its_rows_and_opens_with_what_was_asked_and_found(name):
    module, folder = dict(PAGES)[name], RESULTS / name
    facts = json.loads((folder / "machine.json").read_text(encoding="utf-8"))
    made = module.page(list(read_objects(folder / "rows.jsonl", dict)), facts)
    text = made if isinstance(made, str) else "\n".join(made)
    assert text == (folder / "README.md").read_text(encoding="utf-8")
    title, asked, short = text.split("\n\n")[:3]
    assert title.startswith("# ")
    assert "?" in asked
    assert short.startswith("**In short.** ")
    assert facts["machine"] in text


def test_all_prunings_were_tried():
    found = list(read_objects(RESULTS / "prunings" / "rows.jsonl", dict))
    assert {row["set"] for row in found} == set(prunings.SETS)


@pytest.mark.usefixtures("solvers")
def test_the_page_of_ablations_says_what_each_changes():
    there = {name.removeprefix(PREFIX) for name, solver in load().items() if solver.group == "ablation"}
    assert there <= set(CHANGES)
    page = (RESULTS / "ablations" / report.PAGE).read_text(encoding="utf-8")
    ran = {row.solver for row in rows("ablations")} - {LIBRARY}
    assert set(re.findall("^    - `(.*?)`: ", page, re.M)) == ran
    assert "no longer there" not in page


def test_figures_of_the_front_page_of_results_are_on_the_pages_to_which_it_leads():
    front = BENCHMARKS.parent / "docs" / "results" / "index.md"
    short = front.read_text(encoding="utf-8").partition("## In short")[2].partition("\n## ")[0]
    for item in short.split("\n- ")[1:]:
        (target,) = re.findall(r"\]\(([^#)]+)", item)
        page = (front.parent / target).read_text(encoding="utf-8")
        assert numbers_in(re.sub(r"\]\(.*?\)", "", item)) <= numbers_in(page), item
