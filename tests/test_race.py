"""Races: who takes part, what is told of each solver, and that nothing wrong goes unnoticed."""

import json
import subprocess
import sys
import time
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

import pytest
from command_line import begun, fails, printed_by, run, stopped
from lit_kind import Lit
from ortools.sat.python import cp_model

import cpmodels as cm
from cpmodels.engines import ENGINES
from cpmodels.engines.backtracking._choosing import Choosing
from cpmodels.engines.backtracking._paths import PathSearch
from cpmodels.engines.backtracking._placing import Placing
from cpmodels.engines.backtracking._search import is_ready
from cpmodels.racing import Entry, Question, Race, _solvers
from cpmodels.racing._results import Outcome

pytest.importorskip("fcntl", reason="a race needs a Unix system")
from runner_signs import PAIR, SIGNS, is_held

needs_matplotlib = pytest.mark.skipif(find_spec("matplotlib") is None, reason="plots need matplotlib")
PECULIAR = str(Path(__file__).with_name("runner_solvers.py"))

pytestmark = pytest.mark.usefixtures("files_are_forgotten")


def entry(solver, *seconds, **fields):
    """A solver whose runs took this many seconds, or came to their limit for None."""
    return Entry(
        solver,
        tuple(
            Outcome(**{"status": "time"} if time is None else
                    {"status": "solved", "answers": 1, "build_seconds": time / 2, "solve_seconds": time / 2} | fields)
            for time in seconds
        ),
    )  # fmt: skip


def ended(solver, status, **fields):
    return Entry(solver, (Outcome(status=status, **fields),))


def a_race(*entries, task="first", **fields):
    return Race(PAIR, task, 10.0, entries, **fields)


# What a race says ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("times", "seconds"),
    [((1.0,), 1.0), ((1.0, 3.0), 2.0), ((3.0, 1.0, None), 3.0), ((1.0, None), None), ((None, None, 1.0), None)],
)
def test_the_time_is_the_median_and_a_run_that_was_stopped_took_longer_than_all(times, seconds):
    found = entry("a", *times)
    assert found.seconds == seconds
    assert found.answered == (seconds is not None)


def test_one_wrong_run_makes_a_solver_wrong(monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    runs = (*entry("a", 1.0, 1.0).runs, Outcome(status="wrong", message="a rule is broken"))
    found = Entry("a", runs)
    assert (found.status, found.answered, found.seconds) == ("wrong", False, None)
    assert a_race(found).disagreements == ("a is wrong: a rule is broken",)
    assert "WRONG: a rule is broken" in str(a_race(found))


@pytest.mark.parametrize(
    ("task", "one", "other", "said"),
    [
        ("first", {}, {"status": "none"}, "a solution by a; no solution by b"),
        ("all", {"answers": 1608}, {"answers": 4}, "1,608 solutions by a; 4 solutions by b"),
        ("all", {"answers": 1}, {"answers": 4}, "1 solution by a; 4 solutions by b"),
        ("unique", {"unique": True}, {"unique": False}, "one solution by a; several solutions by b"),
    ],
)
def test_solvers_that_contradict_each_other_are_told(task, one, other, said):
    found = a_race(entry("a", 1.0, **one), entry("b", 2.0, **other), task=task)
    assert found.agree is False
    assert found.disagreements == (f"they disagree: {said}",)
    assert f"DISAGREEMENT: they disagree: {said}" in str(found)
    assert "all answers agree" not in str(found)


def test_more_solutions_than_there_are_said_to_be_are_told_though_the_search_was_stopped():
    proved = entry("a", 1.0, answers=3)
    assert a_race(proved, ended("b", "time", answers=3), task="all").agree is None
    found = a_race(proved, ended("b", "time", answers=4), task="all")
    assert found.agree is False
    assert "b had found 4 unchecked solutions when it was stopped, and a says that there are 3" in str(found)
    assert a_race(ended("a", "none"), ended("b", "memory", answers=1)).agree is False


def test_that_they_agree_takes_two():
    assert a_race(entry("a", 1.0), entry("b", 2.0)).agree is True
    assert a_race(entry("a", 1.0), entry("b", None)).agree is None
    assert a_race(entry("b", None)).winner is None
    assert a_race(entry("a", 1.0), entry("b", 2.0)).winner.solver == "a"
    assert a_race(entry("a", 1.0))["a"].solver == "a"


def test_the_table_names_what_is_known_of_each(monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    known = entry("quick", 0.5, effort=1234, memory=21.4)
    found = a_race(known, entry("slow", None), absent={"odd": "it has no form"}, interrupted=True)
    head, _, *lines = str(found).splitlines()
    assert head.split()[:2] == ["solver", "seconds"]
    assert lines[0].split() == ["quick", "0.50", "0.25", "-", "1,234", "n", "21", "a", "solution"]
    assert lines[1].split()[:3] == ["slow", ">", "10"]
    assert "odd did not take part: it has no form" in lines
    assert "stopped before all had run" in lines


# Who takes part ------------------------------------------------------------------------------------------------------


class Runs:
    """Stands for the runner: all solvers answer, but those that are told otherwise."""

    def __init__(self, monkeypatch, **statuses):
        self.asked, self._statuses = [], statuses
        monkeypatch.setattr("cpmodels.racing._race.run", self)

    def __call__(self, job):
        self.asked.append(job.solver)
        status = self._statuses.get(job.solver.replace("-", "_"), "solved")
        return {"status": status, "answers": 1, "build_seconds": 0.1, "solve_seconds": 0.1, "message": "so it is"}


def test_all_that_take_the_kind_and_the_task_take_part(monkeypatch):
    monkeypatch.setattr(_solvers, "find_spec", lambda _: True)
    runs = Runs(monkeypatch, cover_rows="unsupported")
    found = cm.race("zip-4", time_limit=5)
    assert {"cpmodels", "cadical", "xcover", "zip-article", "path-dfs"} <= set(runs.asked)
    assert not {"ganak", "edge-rows", "garden-backtrack"} & set(runs.asked)
    assert found.absent["cover-rows"] == "so it is"
    assert "ganak cannot do the task first" in found.absent["ganak"]
    assert "edge-rows" not in found.absent
    assert "ganak" in {entry.solver for entry in cm.race("zip-4", task="all").entries}


def test_solvers_are_named_one_by_one_or_by_group(monkeypatch):
    runs = Runs(monkeypatch)
    cm.race("zip-4", solvers=["library", "path-dfs"])
    assert sorted(runs.asked) == ["cp-sat", "cpmodels", "path-dfs"]
    runs.asked.clear()
    cm.race("zip-4", solvers=["article", "reference"], repeats=3)
    assert sorted(set(runs.asked)) == ["cover-rows", "path-dfs", "zip-article", "zip-article-compiled"]
    assert len(runs.asked) == 12
    assert len({tuple(runs.asked[start : start + 4]) for start in (0, 4, 8)}) > 1


def test_what_has_no_form_for_the_puzzle_is_asked_once(monkeypatch):
    runs = Runs(monkeypatch, cover_rows="unsupported")
    found = cm.race("zip-4", solvers=["path-dfs", "cover-rows"], repeats=3)
    assert sorted(runs.asked) == ["cover-rows", *["path-dfs"] * 3]
    assert found.absent == {"cover-rows": "so it is"}
    with pytest.raises(cm.errors.UnsupportedError, match=r"^so it is$"):
        cm.race("zip-4", solvers=["cover-rows"])


def test_solvers_of_an_installed_package_take_part_by_themselves(monkeypatch):
    installed = {"cpmodels.solvers": {"right": [EntryPoint("right", "runner_solvers", "cpmodels.solvers")]}}
    monkeypatch.setattr(_solvers, "entries", installed.get)
    runs = Runs(monkeypatch)
    cm.race(PAIR)
    assert "right" in runs.asked


def test_a_package_of_solvers_that_cannot_be_imported_harms_no_other(monkeypatch):
    installed = {"cpmodels.solvers": {"odd": [EntryPoint("odd", "no_such_package.odd", "cpmodels.solvers")]}}
    monkeypatch.setattr(_solvers, "entries", installed.get)
    runs, why = Runs(monkeypatch), "there is no module no_such_package"
    assert cm.race("zip-4", solvers=["path-dfs"]).absent == {"no_such_package.odd": why}
    assert runs.asked == ["path-dfs"]
    with pytest.raises(cm.ParameterError, match=f"^there is no solver 'odd'; .*; {why}$"):
        cm.race("zip-4", solvers=["odd"])


def test_ctrl_c_keeps_what_was_done(monkeypatch):
    runs = Runs(monkeypatch)

    def stop(_name, done, _total):
        if done == 2:
            raise KeyboardInterrupt

    found = cm.race("zip-4", solvers=["article", "reference"], progress=stop)
    assert found.interrupted
    assert [entry.solver for entry in found.entries] == sorted(runs.asked)
    assert len(runs.asked) == 2


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"solvers": ["cadicl"]}, "there is no solver 'cadicl'; did you mean 'cadical'?"),
        ({"solvers": ["OR-Tools"]}, "there is no solver 'OR-Tools'; did you mean 'cp-sat'?"),
        ({"solvers": ["edge-rows"]}, "edge-rows takes puzzles of the kind edge_matching, not zip"),
        ({"solvers": ["ganak"]}, "ganak cannot do the task first, only all, unique"),
        ({"task": "every"}, "there is no task 'every'; known are all, first, unique"),
        ({"time_limit": 0}, "the time limit must be a positive number of seconds, not 0"),
        ({"time_limit": True}, "the time limit must be a positive number of seconds, not True"),
        ({"time_limit": "5"}, "the time limit must be a positive number of seconds, not '5'"),
        ({"repeats": 0}, "repeats must be at least 1, not 0"),
        ({"memory": 1}, "the memory must be at least 256, not 1"),
        ({"seed": -1}, "the seed must be at least 0, not -1"),
        ({"seed": 2**31}, "the seed must be from 0 to 2147483647, not 2147483648"),
        ({"solvers": iter(["edge-rows"])}, "edge-rows takes puzzles of the kind edge_matching, not zip"),
        ({"solvers": 5}, "solvers must be a name or several, not 5"),
        ({"solvers": [["cadical"]]}, "there is no solver ['cadical']; did you mean 'cadical'?"),
        ({"progress": 5}, "progress must be a function, not 5"),
        ({"timeout": 5}, "race() has no keyword 'timeout'; did you mean 'time_limit'?"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(asked, sentence):
    with pytest.raises(cm.CpmodelsError) as error:
        cm.race("zip-4", **asked)
    assert str(error.value) == sentence
    assert not isinstance(error.value, cm.PuzzleError)


def test_solvers_are_listed_in_one_order(monkeypatch):
    """Whatever the hashes of their names, so that the same seed shuffles runs alike."""
    orders = set()
    for seed in "01":
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        orders.add(printed_by("from cpmodels.racing._solvers import loaded; print(*loaded())"))
    assert len(orders) == 1


def test_a_solver_that_is_not_installed_says_what_installs_it(monkeypatch):
    Runs(monkeypatch)
    monkeypatch.setattr(_solvers, "find_spec", lambda _: None)
    with pytest.raises(
        cm.errors.MissingExtraError, match=r'xcover needs xcover, .*: pip install "cpmodels\[engines\]"'
    ):
        cm.race("nine-one", solvers=["xcover"])
    found = cm.race("nine-one", solvers=["engine", "edge-rows"])
    assert 'pip install "cpmodels[engines]"' in found.absent["xcover"]


def test_a_solver_may_need_a_module_of_a_package_that_is_not_there():
    solver = _solvers.Solver("mine", "mine", iter, module="no_such_package.part")
    with pytest.raises(cm.errors.MissingExtraError, match=r"^mine needs no_such_package\.part, which is not inst"):
        solver.require()


def test_a_model_is_not_a_puzzle():
    with pytest.raises(cm.KindError, match=r"give its \.puzzle"):
        cm.race(cm.build(cm.Zip(2, 2)))


def test_a_model_without_a_puzzle():
    """Its numbers are in the key, and a variable that is not is free."""
    cp = cp_model.CpModel()
    x, y, free = (cp.new_int_var(1, 6, name) for name in ("x", "y", "free"))
    cp.add(x + y == 7)
    cp.add(free >= x)
    model = cm.Model(cp=cp, key=[x, y])
    (only,) = cm.race(model, solvers=["cp-sat"], task="all", time_limit=600).entries
    assert only.answers == cm.count(model).total == 6


def test_a_model_from_a_file_is_raced_with_what_was_added():
    """It was said that its puzzle should be given, which knows nothing of that."""
    model = cm.Model.load('variables { name: "x" domain: [1, 4] } variables { name: "y" domain: [0, 9] }', key="x")
    model.cp.add(model.key[0] == 0)
    (only,) = cm.race(model, solvers=["cp-sat"], task="all", time_limit=600).entries
    assert only.answers == cm.count(model).total == 3


def test_a_class_that_was_typed_in_is_refused():
    program = (
        "import cpmodels as cm\n"
        "class Typed(cm.Zip): kind = 'typed'\n"
        "try: cm.race(Typed(2, 2), solvers=['path-dfs'])\n"
        "except cm.KindError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-"], input=program, capture_output=True, text=True, check=True)
    assert done.stdout == (
        "the class Typed was defined interactively, so no other process knows it: put it into a module\n"
    )


def test_a_class_within_a_function_is_refused():
    class Local(cm.Zip):
        """No other process finds it."""

    with pytest.raises(cm.KindError, match=r"cannot be sent to other processes \(.*\): define its class at the top of"):
        cm.race(Local(2, 2), solvers=["path-dfs"])


# In processes of their own -------------------------------------------------------------------------------------------


def test_loops_race():
    found = cm.race("zip-4", solvers=["path-dfs"], task="unique", time_limit=600)
    (only,) = found.entries
    assert (only.status, only.said("unique")) == ("solved", "one solution")
    assert only.effort >= 15
    assert only.memory > 5
    assert 0 < only.build_seconds < only.seconds
    assert only.warm_up_seconds > 0


@pytest.mark.slow
@pytest.mark.parametrize(("name", "task"), [("zip-4", "all"), ("nine-one", "unique")])
def test_all_engines_and_loops_agree(name, task):
    found = cm.race(name, task=task, time_limit=100)
    assert found.agree is True, str(found)
    assert sum(entry.answered for entry in found.entries) >= 4


def test_races_and_loops_load_no_kind():
    """Kinds register for them, and import them."""
    program = (
        "import sys\n"
        "import cpmodels.racing._engines, cpmodels.racing._library, cpmodels.racing._reference\n"
        "import cpmodels.reference.articles\n"
        "print([name for name in sys.modules if name.startswith('cpmodels.puzzles')])"
    )
    assert printed_by(program) == "[]\n"


@pytest.mark.parametrize("engine", [name for name in ENGINES if ENGINES[name].is_installed])
def test_every_engine_warms_up(engine):
    """Also one that does not read each of the puzzles for that."""
    _solvers.find(engine, _solvers.MODULES).warm_up()


def test_a_loop_imports_nothing_on_the_clock():
    """To see whether a ZIP has a model of its own took fifty times as long as the search."""
    program = (
        "import sys, readers\n"
        "from cpmodels.racing._solvers import MODULES, Question, find\n"
        "asked, solver = Question(readers.read('zip-6'), 'first'), find('path-dfs', MODULES)\n"
        "solver.warm_up()\n"
        "before = set(sys.modules)\n"
        "next(iter(solver(asked)))\n"
        "print(set(sys.modules) - before)"
    )
    assert printed_by(program) == "set()\n"


@pytest.mark.parametrize("solver", ["cpmodels", "backtrack"])
def test_each_search_by_backtracking_is_warmed_up(solver, monkeypatch):
    """The first garden of a process was begun by CP-SAT, as if its search had first to be compiled."""
    pytest.importorskip("numba")
    monkeypatch.setattr("cpmodels.engines.backtracking._search._LOADED", set())
    _solvers.find(solver, _solvers.MODULES).warm_up()
    assert all(map(is_ready, (Placing, Choosing, PathSearch)))


@pytest.mark.slow
def test_a_wrong_proof_is_caught_and_the_exit_status_says_so(tmp_path):
    cm.save(puzzle := tmp_path / "pair.json", PAIR)
    given = ["race", puzzle, "--solvers", "proves-none,edge-rows", "--load", PECULIAR, "--time-limit", 600]
    out, _ = run(*given, code=1)
    assert "DISAGREEMENT: they disagree: " in out
    form = json.loads(run(*given, "--json", code=1)[0])
    assert form["agree"] is False
    assert {one["solver"]: one["answer"] for one in form["solvers"]} == {
        "proves-none": "no solution", "edge-rows": "a solution",
    }  # fmt: skip


@pytest.mark.slow
def test_ctrl_c_on_the_command_line_keeps_what_was_done(tmp_path, monkeypatch):
    cm.save(puzzle := tmp_path / "pair.json", PAIR)
    monkeypatch.setenv(SIGNS, str(tmp_path))
    arguments = ["race", puzzle, "--solvers", "right,waits-for-a-sign", "--load", PECULIAR, "--seed", 1]
    command = ["-m", "cpmodels", *arguments, "--repeats", 2, "--time-limit", 600]
    process = begun(*command, path=Path(__file__).parent)
    while not (tmp_path / "waiter is held").exists() and process.poll() is None:
        time.sleep(0.02)
    out, _ = stopped(process)
    assert "stopped before all had run" in out
    assert not is_held(tmp_path / "waiter")


@pytest.mark.slow
def test_a_kind_with_only_a_model_has_no_loop():
    found = cm.race(Lit(2, 3, 2), solvers=["library", "cadical", "ganak", "cover-rows"], task="all", time_limit=600)
    assert found.agree is True
    assert {entry.solver for entry in found.entries} == {"cpmodels", "cp-sat", "cadical", "ganak"}
    assert {entry.answers for entry in found.entries} == {15}
    assert "is not described" in found.absent["cover-rows"]
    with pytest.raises(cm.errors.UnsupportedError, match=r"^this lit puzzle is not described as an exact cover$"):
        cm.race(Lit(2, 3, 2), solvers=["cover-rows"])


PROGRAM = Path(__file__).with_name("rooks_kind.py").read_text()
RACE = "found = cm.race(Rooks(4), task='all', solvers=['cover-rows', 'xcover', 'cpmodels'], time_limit=600)\n"


def test_solutions_that_cannot_be_hashed_are_no_crash_of_a_solver():
    from cpmodels.racing._child import run as run_here  # of Unix alone

    class Search:
        effort, exhausted = None, True

        def __iter__(self):
            return iter([[(0, 0)]])

    with pytest.raises(cm.KindError, match=r"solutions are told apart, and \[\(0, 0\)\] cannot be hashed"):
        run_here(lambda _: Search(), Question(cm.Zip(1, 1), "all"), lambda **_: None, lambda _: None)


@pytest.mark.slow
def test_a_kind_of_the_program_itself_is_raced_unless_the_program_races_whenever_it_is_imported(tmp_path):
    """It has a description alone, so it needs no model; runs import the program by another name."""
    file = tmp_path / "rooks.py"
    file.write_text(f"{PROGRAM}if __name__ == '__main__':\n    {RACE}    print(found.agree, found['xcover'].answers)\n")
    process = begun(file)
    assert (process.communicate()[0], process.returncode) == ("True 24\n", 0)
    file.write_text(f"{PROGRAM}{RACE}")
    process = begun(file)
    assert "put it under `if __name__ == '__main__'`" in process.communicate()[1]
    assert process.returncode == 1


# The command ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--solvers", "path-dfs,nobody"], "there is no solver 'nobody'"),
        (["--task", "every"], "'every' is not one of"),
        (["-o", "race.gif"], "the plot of a race is a .png or .svg file, not race.gif"),
        (["--load", "no_such.py"], "there is no file no_such.py to load"),
        (["--repeats", "0"], "it must be at least 1, not 0"),
    ],
)
def test_the_command_refuses_bad_input(arguments, sentence):
    assert sentence in fails("race", "zip-4", *arguments)


@needs_matplotlib
def test_the_command_tells_draws_and_prints(monkeypatch, tmp_path):
    Runs(monkeypatch, path_dfs="time", cover_rows="unsupported")
    plot = tmp_path / "race.svg"
    out, err = run("race", "zip-4", "--solvers", "article,reference", "--time-limit", 3, "-o", plot)
    assert f"wrote {plot}\n" in err
    assert "all answers agree" in out
    assert ElementTree.parse(plot).getroot().tag.endswith("svg")
    form = json.loads(run("race", "zip-4", "--solvers", "article,reference", "--json")[0])
    assert {one["solver"]: one["status"] for one in form["solvers"]} == {
        "path-dfs": "time", "zip-article": "solved", "zip-article-compiled": "solved",
    }  # fmt: skip
    assert form["absent"] == {"cover-rows": "so it is"}
    assert form["solvers"][0]["seconds"] == 0.2


def test_nobody_answers(monkeypatch):
    Runs(monkeypatch, path_dfs="time")
    assert "stopped" in run("race", "zip-4", "--solvers", "path-dfs", code=3)[0]


def test_a_plot_without_matplotlib_is_refused_before_anybody_runs(monkeypatch, tmp_path, without_matplotlib):
    runs = Runs(monkeypatch)
    without_matplotlib()
    assert 'pip install "cpmodels[plots]"' in fails("race", "zip-4", "-o", tmp_path / "race.png")
    assert not runs.asked


@needs_matplotlib
class TestPlot:
    def test_a_mark_at_the_median_or_an_open_one_at_the_limit(self):
        figure = a_race(entry("quick", 0.1, 0.2, 0.6), entry("slow", 3.0, None, None))._drawn()
        (axes,) = figure.axes
        assert [label.get_text() for label in axes.get_yticklabels()] == ["quick", "slow"]
        marks = {line.get_marker(): line for line in axes.lines if line.get_marker() in ("o", ">")}
        assert list(marks["o"].get_xdata()) == pytest.approx([0.2])
        assert list(marks[">"].get_xdata()) == [10.0]
        assert marks[">"].get_markerfacecolor() == "white"
        assert any("0.20 s" in text.get_text() for text in axes.texts)
        assert any("> 10 s" in text.get_text() for text in axes.texts)

    def test_races_of_one_and_of_nobody_are_drawn(self, tmp_path):
        for number, found in enumerate((a_race(entry("a", 0.00001)), a_race(ended("a", "crash", message="oh")))):
            found.save(tmp_path / f"{number}.png")
            assert (tmp_path / f"{number}.png").read_bytes()[1:4] == b"PNG"

    def test_a_race_shows_itself_in_a_notebook(self, monkeypatch, without_matplotlib):
        found = a_race(entry("quick", 0.1), entry("slow", 3.0))
        monkeypatch.setattr("rich.console._is_jupyter", lambda: True)
        assert "quick" in str(found)  # Rich would show the table by itself.
        assert ElementTree.fromstring(found._repr_svg_()).tag.endswith("svg")
        without_matplotlib()
        assert found._repr_svg_() is None


@needs_matplotlib
def test_a_name_with_dollars_is_no_formula():
    from cpmodels.racing._plot import drawn

    figure = drawn("from $_ to $5", 1.0, [])
    figure.canvas.draw()
    assert figure.axes[0].get_title(loc="left") == r"from \$_ to \$5"
