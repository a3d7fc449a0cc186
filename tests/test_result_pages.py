"""The pages of the benchmarks and the studies: each is made of the rows or answers beside it."""

import json
import re
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from shutil import which

import pytest

import cpmodels as cm
from benchmarks import c_loop, explaining, fewer_clues, findings, generated, prunings, published_kinds, report, rivals
from benchmarks.ablations import CHANGES, PREFIX
from benchmarks.ablations import __main__ as models
from benchmarks.generators import edge_puzzle
from benchmarks.measurement import kept
from benchmarks.rows import read_rows
from benchmarks.solvers import load
from benchmarks.summary import LIBRARY

BENCHMARKS = Path(report.__file__).parent
RESULTS = BENCHMARKS / "results"

MODULES = [
    import_module(f"benchmarks.{file.stem}")
    for file in sorted(BENCHMARKS.glob("*.py"))
    if "\nMEASUREMENT = " in file.read_text(encoding="utf-8")
]
MEASUREMENTS = {module.__name__: module.MEASUREMENT for module in (*MODULES, models)}
STUDIES = {"frontiers": 5, "gardens": 12, "lattices": 11, "records": 5}
"""How many answers each has."""


def numbers_in(text):
    """The numbers in a text, as they are written."""
    return set(re.findall(r"\d[\d,.]*\d|\d", text))


@pytest.mark.skipif(not which("cc"), reason="no C compiler")
@pytest.mark.parametrize(("side", "seed", "colours", "border"), [(4, 1, 5, True), (4, 1, 5, False), (10, 3, 30, True)])
def test_the_loop_in_c_lays_what_the_library_and_python_lay(side, seed, colours, border):
    """The pieces of the largest are in two words."""
    row = c_loop.searched(edge_puzzle(side, seed, colours, rotations=border, border=border).puzzle, 10**6)
    assert row["exhausted"]
    assert row["nodes"] == row["nodes_c"] == row["nodes_python"]
    assert row["found"] == row["found_c"] > 0


@pytest.mark.skipif(not which("cc"), reason="no C compiler")
def test_no_pruning_of_the_loop_in_c_loses_a_solution():
    row = c_loop.pruned(edge_puzzle(5, 1, 6, border=True).puzzle)
    assert {row[way][1] for way in c_loop.WAYS} == {row["PLAIN"][1]} != {0}
    assert max(row[way][0] for way in ("COUNTS", "FRAME", "REPEATED")) <= row["PLAIN"][0]


@cache
def rows(run):
    """All rows of a run whose results are kept."""
    return tuple(read_rows(RESULTS / run / "rows.jsonl"))


@pytest.mark.usefixtures("solvers")
def test_the_table_of_what_came_out_is_made_of_the_rows():
    assert findings.page() == findings.PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("run", ["runs", "goals", "ablations"])
@pytest.mark.usefixtures("solvers")
def test_a_page_is_what_its_rows_say(run):
    page = (RESULTS / run / report.PAGE).read_text(encoding="utf-8")
    assert without_pictures(page) == without_pictures(report.text(rows(run), {}))
    assert page.count("**Wrong:") == page.partition("## Wrong answers")[2].count("**Wrong:")


def test_the_chapters_have_the_figures_of_the_page_of_models():
    page = (models.MEASUREMENT.out / "README.md").read_text(encoding="utf-8")
    shown = {name: set() for name in (*models.PATHS, *models.COVERS)}  # Seconds, and how many were done, of each.
    for name, *cells in re.findall(r"^\| (.*?) \| .*? \| .*? \| (.*?) \| (.*?) \| .*? \| (.*?) \|$", page, re.M):
        if name in shown:
            done, time, conflicts = cells
            shown[name] |= {time if len(set(done.split(" of "))) == 1 else f"{time} ({done})", conflicts}
    for chapter, names in (("paths", models.PATHS), ("edge-matching", models.COVERS), ("zigzaw", models.COVERS)):
        text = (BENCHMARKS.parent / "docs" / "models" / f"{chapter}.md").read_text(encoding="utf-8")
        told = {name: cells.split(" | ") for name, cells in re.findall(r"^\| (.*?) \| (.*) \|$", text, re.M)}
        assert all(shown[name].issuperset(told[name]) for name in names)


def without_pictures(page):
    """The lines of a page but for its pictures."""
    return [line for line in page.splitlines() if line and not line.startswith("![")]


def test_new_puzzles_are_all_right():
    found = list(kept(generated.MEASUREMENT.out))
    assert {(row["name"], row["seed"]) for row in found} == {(one.name, seed) for one, seed in generated.asked(1000)}
    assert all(row["unique"] and not row["superfluous"] for row in found)
    assert len(found) == 1000


def test_a_puzzle_with_a_clue_too_many_or_another_solution_is_told():
    sort = generated.Sort(1, "zip", (3, 3), {})
    row = generated.run(sort, 1)
    assert (row["unique"], row["superfluous"]) == (True, 0)
    puzzle = cm.generate("zip", 3, 3, seed=1)
    more = replace(puzzle.puzzle, waypoints=puzzle.solution.cells)
    fewer = replace(puzzle.puzzle, waypoints=(puzzle.solution.cells[0], puzzle.solution.cells[-1]))
    assert generated.looked_at(more)["superfluous"] > 0
    assert not generated.looked_at(fewer)["unique"]


@pytest.mark.parametrize("name", MEASUREMENTS)
def test_a_page_is_made_of_its_rows(name):
    measurement = MEASUREMENTS[name]
    assert measurement.page(measurement.out) == (measurement.out / "README.md").read_text(encoding="utf-8")


def test_a_measurement_goes_on_where_it_stopped(tmp_path):
    folder = str(tmp_path / "new")
    for number, made in ((8, 4), (8, 4), (12, 11)):
        generated.MEASUREMENT.command(["--confirm", str(number), "--out", folder])
        names = [(row["name"], row["seed"]) for row in kept(tmp_path / "new")]
        assert len(names) == len(set(names)) == made
    text = (tmp_path / "new" / "README.md").read_text(encoding="utf-8")
    generated.MEASUREMENT.command(["--report", "--out", folder])
    assert (tmp_path / "new" / "README.md").read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    "measurement", [explaining.MEASUREMENT, fewer_clues.MEASUREMENT, published_kinds.MEASUREMENT, rivals.MEASUREMENT]
)
def test_without_the_puzzles_a_measurement_asks_for_them(measurement, tmp_path, capsys):
    with pytest.raises(SystemExit, match="2"):
        measurement.command(["--out", str(tmp_path)])
    assert "the puzzles are needed: --data FOLDER" in capsys.readouterr().err


def test_an_answer_that_another_refutes_does_not_count():
    run = {"kind": "hidoku", "id": "a", "message": None, "unique": None, "seconds": 1.0, "cpu_seconds": 1.0}
    rows = [
        run | {"task": "first", "solver": "cpmodels", "status": "solved"},
        run | {"task": "first", "solver": "puzzlekit", "status": "none"},
        run | {"task": "unique", "solver": "cpmodels", "status": "solved", "unique": False},
        run | {"task": "unique", "solver": "cspuz", "status": "solved", "unique": True},
    ]
    judged = list(rivals.judged(rows))
    assert [row["right"] for row in judged] == [True, False, True, False]
    assert [line[0] for line in rivals.compared(judged, 10)] == [100, 100]


def test_all_prunings_were_tried():
    found = list(kept(prunings.MEASUREMENT.out))
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
    _, *items = short.split("\n- ")
    assert items
    for item in items:
        (target,) = re.findall(r"\]\(([^#)]+)", item)
        page = (front.parent / target).read_text(encoding="utf-8")
        assert numbers_in(re.sub(r"\]\(.*?\)", "", item)) <= numbers_in(page), item


# --- studies


@pytest.fixture(params=STUDIES)
def study(request):
    """The questions of a study."""
    return import_module(f"benchmarks.studies.{request.param}.__main__").QUESTIONS


def text_of(study):
    return (study.folder / "README.md").read_text(encoding="utf-8")


def test_a_study_is_made_of_its_data(study):
    assert text_of(study) == study.page(study.folder)
    answers = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in study.results.glob("*.json")}
    assert len(answers) == STUDIES[study.folder.name]
    assert set(answers) == set(study.asked)
    for answer in answers.values():
        assert all((study.results / picture["file"]).exists() for picture in answer["pictures"])


def test_a_study_opens_with_the_main_answers_whose_figures_stand_below(study):
    opening, _, rest = text_of(study).partition("\n## ")
    assert all(line.count("**") % 2 == 0 for line in opening.splitlines() if line.startswith("- "))
    figures = numbers_in(opening.partition("**In short.**")[2] or opening)
    assert figures
    assert figures <= numbers_in(rest)


def test_a_study_keeps_its_order_whatever_is_imported_first(study):
    later = dict(sorted(study.asked.items(), key=lambda item: item[1].answer.__module__, reverse=True))
    assert len(later) == 1 or list(later) != list(study.asked)
    assert replace(study, asked=later).page(study.folder) == text_of(study)
