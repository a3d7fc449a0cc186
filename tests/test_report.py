"""Tables and plots of the benchmarks, from rows whose medians, crossovers and faults are known by hand."""

import re
from importlib import import_module
from math import inf, isnan

import msgspec
import pytest

from benchmarks import report
from benchmarks.goals import goals
from benchmarks.rows import Row
from benchmarks.styles import KNOWN, styles
from benchmarks.summary import Summary, summaries
from benchmarks.tables import crossovers, details, faults, goal_table, medians
from benchmarks.verdicts import origin_of, par10, sentences, verdicts

CAP = 10.0


def row(solver, size, seconds, seed=0, **other):
    """A run: solved in this many seconds, a tenth of it to build, or cut off with None."""
    solved = seconds is not None
    fields = {
        "family": "zip-few",
        "size": size,
        "label": f"{size} x {size}",
        "seed": seed,
        "solver": solver,
        "task": "first",
        "status": "solved" if solved else "time",
        "answers": int(solved),
        "build_seconds": seconds / 10 if solved else 0.5,
        "solve_seconds": seconds * 0.9 if solved else CAP,
        "effort": int(seconds * 1000) if solved else None,
        "cap": CAP,
    }
    return Row(**(fields | other))


def runs(solver, by_size, **other):
    """Runs over seeds 0, 1, ... at each size."""
    return [
        row(solver, size, seconds, seed, **other)
        for size, times in by_size.items()
        for seed, seconds in enumerate(times)
    ]


def summary(*rows):
    (found,) = summaries(rows)
    return found


FEW = [
    *runs("cpmodels", {4: [0.2, 0.4, 0.3], 6: [0.5, 0.5, 0.5], 8: [1, 2, None], 10: [None, None, 3]}),
    *runs("zip-dfs", {4: [0.01, 0.02, 0.03], 6: [None, 0.1, 4], 8: [None, None, 2], 10: [None, None, None]}),
]


def only(*rows):
    """What came of the only size of some rows."""
    (found,) = verdicts([summary(*rows)])
    return found


def test_what_choosing_costs_is_the_median_over_puzzles():
    library, better = runs("cpmodels", {4: [0.1, 0.6, None, None]}), runs("cp-sat", {4: [0.2, 0.3, 1, None]})
    assert only(*library, *better).overhead == pytest.approx(2)
    assert only(*library, *better, *runs("backtrack", {4: [0.1, 0.2, 0.4, None]})).overhead == pytest.approx(3)
    assert only(*library).overhead is None


def test_who_is_fastest_at_the_median_may_not_be_at_the_tail():
    loop = runs("zip-article", {4: [0.1, 0.1, None]})
    found = only(*runs("cpmodels", {4: [0.4, 0.3, 0.5]}), *loop, *runs("cp-sat", {4: [0.2, 0.2, 0.2]}))
    assert (found.at_median, found.at_tail) == ("zip-article", "cp-sat")
    assert (found.lost_by, found.overhead) == (pytest.approx(4), pytest.approx(2))
    assert par10(found.cells["zip-article"]) == pytest.approx((0.2 + 10 * CAP) / 3)
    assert found.line("ZIP") == [
        "ZIP", "4 x 4", "3", "0.40", "0.10 (2/3) `zip-article`", "0.20 `cp-sat`", "`zip-article`", "`cp-sat`", "-"
    ]  # fmt: skip


def test_who_did_not_run_is_not_called_beaten():
    """Nobody says that SAT, or a loop, does not solve what it was not asked, or cannot read."""
    absent = [row("cp-sat", 4, None, status="unsupported")]
    for solver in ("zip-article", "cp-sat"):
        assert not [said for said in sentences([*runs(solver, {4: [0.1]}), *absent], {}) if said.startswith("**Where")]
    said = sentences([*runs("zip-article", {4: [0.1]}), *runs("cadical", {4: [None]})], {})
    assert "**Where SAT does not solve half of them, and a loop does**: zip-few (4 x 4)." in said
    assert origin_of([*runs("zip-article", {4: [0.1]}), *absent]).startswith("1 runs, 1 of them answered")


def test_rows_of_several_states_are_not_passed_off_as_one():
    one = [msgspec.structs.replace(row, versions={"commit": "abc"}, started="2026-01-02T03:04") for row in FEW]
    one = [msgspec.structs.replace(row, machine="a big one") for row in one]
    assert origin_of(one).endswith(" s, on 2026-01-02, on a big one, with the commit abc.")
    assert "more than one state of the code" in origin_of([*one, *FEW])
    assert "more than one state of the code" in origin_of(FEW)


def test_of_runs_with_several_limits_the_longest_counts():
    short, long = row("zip-dfs", 4, None, cap=1.0), row("zip-dfs", 4, 7.0)
    for rows in ([short, long], [long, short]):
        assert summary(*rows).rows == (long,)


def test_where_both_came_to_the_limit_neither_is_ahead():
    found = summary(*runs("cpmodels", {4: [None], 6: [1]}), *runs("naive", {4: [None], 8: [1]}))
    sentence = "cpmodels and `naive` cannot be told apart: at no size did both run and one finish."
    assert crossovers(found, ["naive", "absent"]) == f"- {sentence}\n"


def test_wrong_answers_and_disagreements_are_loud():
    assert faults(summary(*FEW)) == ""
    wrong = row("zip-dfs", 4, None, status="wrong", message="the path leaves out 2 cells")
    found = summary(row("cpmodels", 4, 1.0), wrong)
    assert faults(found) == "- **Wrong: `zip-dfs` on 4 x 4, seed 0:** the path leaves out 2 cells\n"
    assert "**1 wrong**" in medians(found)
    assert "**wrong** 1" in details(found)


@pytest.mark.parametrize(
    ("task", "one", "other", "said"),
    [
        ("first", {}, {"status": "none"}, "cpmodels: a solution, xcover: no solution"),
        ("all", {"answers": 1608}, {"answers": 4}, "cpmodels: 1,608 solutions, xcover: 4 solutions"),
        ("unique", {"unique": True}, {"unique": False}, "cpmodels: one solution, xcover: several solutions"),
    ],
)
def test_answers_that_contradict_each_other_are_flagged(task, one, other, said):
    ours = row("cpmodels", 4, 1.0, task=task, **one)
    theirs = row("xcover", 4, 1.0, task=task, **other)
    sentence = f"- **Disagreement:** zip-few, 4 x 4, seed 0, task {task}: {said}\n"
    assert faults(summary(ours, theirs)) == sentence
    for calm in (
        row("xcover", 4, 1.0, task=task, **one),
        row("xcover", 4, None, task=task, **(other | {"status": "time"})),
        row("xcover", 4, 1.0, seed=1, task=task, **other),
    ):
        assert faults(summary(ours, calm)) == ""


def published(solver, times, family="zip-published", **other):
    """A run of each puzzle of a set."""
    fields = {"family": family, "task": "unique", "unique": True} | other
    return [row(solver, place, seconds, label=f"p{place}", **fields) for place, seconds in enumerate(times, 1)]


def test_goals_are_ratios_over_the_puzzles_that_both_answered():
    rows = [
        *published("cpmodels", [0.01, 0.02, 0.04, 0.01]),
        *published("cpmpy", [0.4, 0.4, 4.0, None]),
        *published("multi-puzzle-solver", [0.2, 0.2, None, None]),
        row("multi-puzzle-solver", 4, 5.0, label="p4", family="zip-published", task="unique", unique=False),
        *published("cpmodels", [0.6, 0.2], "nine-published", task="all", answers=4),
        *published("xcover", [0.1, 0.1], "nine-published", task="all", answers=4),
        *[row("cpmodels", 6, t, s, family="brendan") for s, t in enumerate([0.2, 0.5, 1.0])],
        *[row("xcover", 6, t, s, family="brendan") for s, t in enumerate([None, None, 4.0])],
    ]
    cpmpy, multi, xcover, brendan, overhead = goals(rows)
    assert (cpmpy.ratio, cpmpy.reached) == (pytest.approx(40), True)
    assert cpmpy.basis == "median of 3 puzzles of 4, which cpmpy answered rightly"
    assert (multi.ratio, multi.reached) == (pytest.approx(15), False)
    assert multi.basis.startswith("median of 2 puzzles of 4")
    assert (xcover.ratio, xcover.reached) == (pytest.approx(4), True)
    assert (brendan.ratio, brendan.least, brendan.reached) == (pytest.approx(CAP / 0.5), True, True)
    assert (overhead.ratio, overhead.reached) == (pytest.approx(1 / 9), True)
    assert "| > 20 | more than 1 | yes |" in goal_table([brendan])
    assert "| 15 | at least 30 | **no** |" in goal_table([multi])


def test_a_puzzle_that_the_library_alone_did_not_answer_counts_against_it():
    rows = [
        *published("cpmodels", [0.01, None, None]),
        *published("cpmpy", [0.4, 0.4, 0.4]),
        *published("cpmodels", [None, None, 0.1], "nine-published", task="all", answers=4),
        *published("xcover", [0.1, 0.1, 0.1], "nine-published", task="all", answers=4),
    ]
    cpmpy, _, xcover, *_ = goals(rows)
    assert (cpmpy.ratio, cpmpy.reached) == (0, False)
    assert (xcover.ratio, xcover.reached) == (inf, False)


def test_goals_without_runs_are_not_measured():
    assert {(goal.ratio, goal.reached, goal.verdict) for goal in goals(FEW)} == {(None, None, "not measured")}
    assert [goal.basis for goal in goals(FEW)] == [
        "not run: cpmodels, cpmpy",
        "not run: cpmodels, multi-puzzle-solver",
        "not run: cpmodels, xcover",
        "not run: cpmodels, xcover",
        "not run: cpmodels",
    ]
    absent = [*published("cpmodels", [0.1]), *published("cpmpy", [None], status="missing")]
    failed = [*published("cpmodels", [0.1]), *published("cpmpy", [None])]
    assert goals(absent)[0].basis == "not run: cpmpy"
    assert goals(failed)[0].basis == "no puzzle that cpmpy answered rightly"
    late = [row("cpmodels", 6, None, family="brendan"), row("xcover", 6, 4.0, family="brendan")]
    assert goals(late)[3].reached is False


def test_no_two_solvers_of_a_family_look_alike_and_a_solver_looks_the_same_everywhere():
    from benchmarks.families import FAMILIES

    for family in FAMILIES.values():
        looks = styles(family.solvers)
        assert set(family.solvers) <= set(KNOWN)
        assert len({look.colour for look in looks.values()}) == len(looks)
        assert len({look.marker for look in looks.values()}) == len(looks)
    many = styles([*KNOWN, *(f"ablation {n}" for n in range(20))])
    assert len(set(many.values())) >= len(set(KNOWN.values())) + 20
    assert "^" not in {look.marker for look in many.values()}


class TestPlots:
    @pytest.fixture(autouse=True)
    def _matplotlib(self):
        pytest.importorskip("matplotlib", reason="plots need matplotlib")
        self.plots = import_module("benchmarks.plots")

    def lines(self, axes):
        return {line.get_label(): line for line in axes.lines if not line.get_label().startswith("_")}

    def test_a_curve_a_solver_with_its_medians(self):
        found = summary(*FEW)
        figure = self.plots.times(found, styles(found.solvers))
        (axes,) = figure.axes
        lines = self.lines(axes)
        assert set(lines) == {"cpmodels", "zip-dfs", self.plots.BUILDING, "cpmodels: cut off", "zip-dfs: cut off"}
        assert list(lines["cpmodels"].get_xdata()) == [4, 6, 8, 10]
        assert list(lines["cpmodels"].get_ydata())[:3] == pytest.approx([0.3, 0.5, 2])
        assert isnan(lines["cpmodels"].get_ydata()[3])
        assert [isnan(y) for y in lines["zip-dfs"].get_ydata()] == [False, False, True, True]
        assert list(lines[self.plots.BUILDING].get_ydata()) == pytest.approx([0.03, 0.05, 0.2, 0.5])
        assert axes.get_yscale() == "log"
        assert [tick.get_text() for tick in axes.get_xticklabels()] == ["4", "6", "8", "10"]
        assert {text.get_text() for text in figure.legends[0].get_texts()} == {
            "cpmodels",
            "zip-dfs",
            self.plots.BUILDING,
            "runs cut off",
            "median beyond limit",
        }

    def test_runs_that_were_cut_off_are_open_triangles_above_the_limit_each_solver_on_its_lane(self):
        found = summary(*FEW)
        (axes,) = self.plots.times(found, styles(found.solvers)).axes
        ours, theirs = (self.lines(axes)[f"{solver}: cut off"] for solver in found.solvers)
        assert list(ours.get_xdata()) == [8, 10]
        assert list(theirs.get_xdata()) == [6, 8, 10]
        assert CAP < ours.get_ydata()[0] != theirs.get_ydata()[0] > CAP
        assert {line.get_markerfacecolor() for line in (ours, theirs)} == {"white"}
        assert {line.get_marker() for line in (ours, theirs)} == {"^"}
        dashed = [line for line in axes.lines if line.is_dashed() and len(line.get_xdata()) == 2]
        assert sorted(tuple(line.get_xdata()) for line in dashed if line.get_xdata()[0] >= 4) == [
            (6, 8),
            (8, 10),
            (8, 10),
        ]

    def test_without_runs_that_were_cut_off_there_is_no_limit(self):
        found = summary(*runs("cpmodels", {4: [1, 2], 6: [2, 3]}))
        (axes,) = self.plots.times(found, styles(found.solvers)).axes
        assert not axes.texts
        assert max(axes.get_ylim()) < CAP

    def test_sizes_that_are_no_sides_stand_at_equal_steps_under_their_names(self):
        rows = [row("cpmodels", size, 1.0, label=label) for size, label in ((25, "5 x 5"), (225, "15 x 15"))]
        (axes,) = self.plots.times(summary(*rows), styles(["cpmodels"])).axes
        assert [tick.get_text() for tick in axes.get_xticklabels()] == ["5 x 5", "15 x 15"]
        assert list(axes.get_xticks()) == [0, 1]

    def test_survival_curves_rise_at_each_run_that_was_solved(self):
        found = summary(
            *runs("cpmodels", {4: [3, 1, 2, None, 4]}), *runs("zip-dfs", {4: [None] * 5}), *runs("cpmpy", {4: [1, 2]})
        )
        figure = self.plots.survival(found, styles(found.solvers))
        (axes,) = figure.axes
        (line,) = self.lines(axes).values()
        assert list(line.get_xdata())[1:] == pytest.approx([1, 2, 3, 4, CAP])
        assert list(line.get_ydata()) == pytest.approx([0, 0.2, 0.4, 0.6, 0.8, 0.8])
        assert line.get_drawstyle() == "steps-post"
        assert [text.get_text() for text in figure.legends[0].get_texts()] == ["cpmodels", "zip-dfs: none"]

    def test_survival_needs_runs_enough_and_shows_the_largest_sizes_that_were_solved(self):
        assert self.plots.survival(summary(*FEW), styles(["cpmodels", "zip-dfs"])) is None
        found = summary(*runs("cpmodels", {n: [1, 2, 3, 4, None] for n in (4, 5, 6, 7)} | {8: [None] * 5}))
        figure = self.plots.survival(found, styles(["cpmodels"]))
        assert [axes.get_title() for axes in figure.axes] == ["5 x 5", "6 x 6", "7 x 7"]

    def test_a_set_is_one_survival_curve_of_all_its_puzzles(self):
        found = summary(*published("cpmodels", [1.0] * 12 + [None]))
        assert found.is_set
        (axes,) = self.plots.survival(found, styles(["cpmodels"])).axes
        assert axes.get_title() == "all 13 puzzles"
        assert self.lines(axes)["cpmodels"].get_ydata()[-1] == pytest.approx(12 / 13)
        assert "| solved | 12 of 13 |" in medians(found)

    def test_the_page_links_to_what_is_there(self, tmp_path):
        many = runs("zip-dfs", {4: [1, 2, 3, 4, 5], 6: [2, 3, 4, 5, None]}, family="zip-many")
        old = [row("cpmodels", 4, 1.0, family="no more")]
        wrong = row("multi-puzzle-solver", 4, None, status="wrong", message="a cell is left out")
        page = report.write([*FEW, *many, *old, wrong, *published("cpmodels", [0.01] * 14)], tmp_path / "out")
        text = page.read_text(encoding="utf-8")
        files = {file.name for file in page.parent.iterdir()} - {"runs.md"}
        assert set(re.findall(r"\]\((?!#)(.*?)\)", text)) == files
        assert files == {"zip-few.png", "zip-many.png", "zip-many-survival.png", "zip-published-survival.png"}
        assert all(0 < (page.parent / file).stat().st_size < 100_000 for file in files)
        headings = [report.anchor(line[3:]) for line in text.splitlines() if line.startswith("## ")]
        assert set(re.findall(r"\]\(#(.*?)\)", text)) == set(headings) - {"summary", "how-to-read-it"}
        assert headings.index("wrong-answers") == len(headings) - 1
        assert (
            headings.index("zip-with-few-numbers") < headings.index("zip-with-many-numbers") < headings.index("no-more")
        )
        assert "cpmodels is never ahead of `zip-dfs` for good" not in text
        assert "cpmodels is ahead of `zip-dfs` from 6 x 6 on." in text

    def test_a_few_puzzles_of_a_set_have_no_curve_and_no_size_from_which_on_one_is_ahead(self, tmp_path):
        rows = [*published("cpmodels", [0.1, 0.2]), *published("zip-dfs", [0.2, 0.3])]
        text = report.write(rows, tmp_path).read_text(encoding="utf-8")
        assert [file.name for file in tmp_path.iterdir()] == ["runs.md"]
        assert "is ahead of" not in text


def test_without_matplotlib_the_page_has_its_tables_and_says_so(tmp_path, without_matplotlib):
    without_matplotlib()
    text = report.write(FEW, tmp_path).read_text(encoding="utf-8")
    assert 'There are no plots: plots need matplotlib, which is not installed: pip install "cpmodels[plots]".' in text
    assert medians(summary(*FEW)) in text
    assert [file.name for file in tmp_path.iterdir()] == ["runs.md"]


def test_a_summary_of_nothing_is_empty():
    assert summaries([]) == []
    assert Summary("none", ()).sizes == Summary("none", ()).solvers == ()
