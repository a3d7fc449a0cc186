"""Other engines than CP-SAT: the same solutions from each; disagreements, stopped and broken searches told apart."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from subprocess import Popen
from unittest.mock import Mock

import oracles
import pytest
from command_line import begun, run
from examples import examples
from fuzz_differential import DRAWN
from hypothesis import given
from hypothesis import strategies as st
from ortools.sat.python import cp_model
from puzzle_strategies import edge_matchings, small_gardens, zigzaws, zips
from random_models import same_sets
from systems import alive, descendants, needs, needs_proc, needs_signals

import cpmodels as cm
import readers
from cpmodels import confirming
from cpmodels.base._clock import Clock
from cpmodels.base.errors import EngineError, KindError, ModelError, ParameterError, WrongSolutionError
from cpmodels.confirming import OTHERS, EngineCount
from cpmodels.engines import ENGINES, _cover, _process
from cpmodels.engines._formula import Formula
from cpmodels.engines._process import EngineProcess
from cpmodels.engines._worker import PROGRAMS, ClauseTask
from cpmodels.search import _question
from cpmodels.search._all import engine_problem
from cpmodels.search._question import Question

SLOW = cm.Garden.hanging((4, 4, 4))
"""A garden that CaDiCaL refutes in a second, while xcover and ganak take far more than that."""
ENGINE = "cpmodels.engines"
"""What the command line of an engine's process has in it."""


def run_here(problem):
    """All solutions that an engine finds, run in this process, and its total."""
    said = list(PROGRAMS[problem.engine](problem.task))
    assert said[-1][0] == "end"
    found = [problem.decode(value) for kind, value in said if kind == "solution"]
    return [solution for solution in found if solution is not None], said[-1][1]


def same_solutions(puzzle, engine):
    found, _ = run_here(engine_problem(puzzle, engine))
    same_sets(found, cm.solutions(puzzle))


with_exact_cover = st.one_of(edge_matchings(), zigzaws(), small_gardens())


@needs("cadical")
@pytest.mark.parametrize("kind", [kind for kind in DRAWN if not kind.endswith("least")])
@examples(10)
@given(data=st.data())
def test_cadical_finds_the_solutions_of_cp_sat(kind, data):
    same_solutions(data.draw(DRAWN[kind][0]), "cadical")


@needs("xcover")
@examples(5)  # Each begins a process.
@given(with_exact_cover)
def test_xcover_finds_the_solutions_of_cp_sat(puzzle):
    same_solutions(puzzle, "xcover")


@needs("ganak")
@examples(25)
@given(st.one_of(edge_matchings(4), zips(6), zigzaws(4)))
def test_ganak_counts_the_solutions_of_cp_sat(puzzle):
    assert run_here(engine_problem(puzzle, "ganak"))[1] == cm.count(puzzle, up_to_symmetry=False).total


@needs("xcover")
@examples(60)
@given(st.lists(st.sampled_from([(1, 1, 1, 1), (1, 2, 1, 2), (1, 1, 2, 2)]), min_size=6, max_size=6), st.booleans())
def test_equal_pieces_are_not_told_apart(pieces, rotations):
    puzzle = cm.EdgeMatching(2, 3, pieces, rotations=rotations)
    found, _ = run_here(engine_problem(puzzle, "xcover"))
    assert len(found) == len(oracles.pictures(puzzle))


@pytest.mark.parametrize(
    "engine", [pytest.param(name, marks=[needs(name)] + [pytest.mark.slow] * (name == "ganak")) for name in OTHERS]
)
def test_packed_squares_are_652_by_every_engine(engine):
    found = cm.confirm(readers.read("squares-packed"), engine=engine)
    assert found.agree is True
    assert (found.cp_sat.total, found.other.total, found.other.engine) == (652, 652, engine)
    assert found.other.seconds > found.other.warm_up >= 0
    assert found.other.warm_up > 0 or engine in ("backtrack", "glucose")  # which are loaded once a process


@pytest.mark.slow
@needs("cadical")
def test_the_engine_that_suits_is_picked():
    paths = cm.confirm(cm.Zip(4, 4))
    assert (paths.other.engine, paths.other.total, paths.agree) == ("cadical", 552, True)
    none = cm.confirm(SLOW)
    assert (none.other.engine, none.other.total, none.agree) == ("cadical", 0, True)
    assert confirming.suited(Question(cm.Garden.packed((4, 4)), Clock(None, None)), 10**6).engine == "frontier"
    assert confirming.suited(Question(cm.Garden.hanging((5, 5, 5)), Clock(None, None)), 10**6).engine == (
        "backtrack" if ENGINES["backtrack"].is_installed else "xcover"
    )
    assert confirming.suited(Question(cm.Zip(4, 4), Clock(None, None)), 10**6).engine == "frontier"


@needs("cadical")
def test_an_engine_whose_numba_does_not_load_is_not_picked(monkeypatch):
    """As beside a NumPy that is too new for it: the confirmation was an error, where others can count."""
    monkeypatch.setattr(confirming, "load_numba", Mock(side_effect=ENGINES["backtrack"].missing()))
    picked = confirming.suited(Question(cm.Garden.hanging((3, 3), touching=True), Clock(None, None)), 10**6)
    assert picked.engine in ("ganak", "cadical")


@needs("backtrack")
@pytest.mark.usefixtures("clock")  # It stands still, so that there is time enough to estimate backtracking.
def test_backtracking_does_not_confirm_itself(monkeypatch):
    garden = cm.Garden.packed((4, 4))
    assert cm.count(garden, engine="backtrack").total == 652  # From now on it is loaded,
    assert cm.count(garden).engine == "backtrack"  # and counts where nobody says who is to.
    counts = []
    monkeypatch.setattr(confirming, "count", lambda *asked, **how: counts.append(cm.count(*asked, **how)) or counts[-1])
    found = cm.confirm(garden, engine="backtrack")
    assert [count.engine for count in counts] == ["cp-sat"]
    assert (found.agree, found.other.engine) == (True, "backtrack")


@pytest.mark.slow
@needs("cadical", "xcover")
def test_a_model_with_a_wrong_rule_is_caught():
    model = cm.build(cm.Garden.packed((4, 4)))
    model.cp.add(model.key[0] == 0)
    wrong = cm.confirm(model, engine="xcover")
    assert wrong.agree is False
    assert wrong.cp_sat.total < wrong.other.total == 652
    clauses = cm.confirm(model, engine="cadical")
    assert clauses.agree is True
    assert clauses.other.total == wrong.cp_sat.total


@needs("cadical")
def test_a_model_that_lost_a_rule_is_caught():
    model = cm.build(cm.Zip(3, 3, [(0, 0), (0, 2), (2, 2)]))
    model.cp.proto.constraints[0].clear_circuit()
    with pytest.raises((WrongSolutionError, KeyError)):
        cm.confirm(model, known=1)


def test_an_optimum_that_is_not_proved_stops_the_count(tmp_path, monkeypatch):
    def late(_):
        raise cm.errors.StoppedError("the optimum was not proved")

    monkeypatch.setattr("cpmodels.confirming.optimum", late)
    file = tmp_path / "best.opb"
    file.write_text("* #variable= 2 #constraint= 1\nmin: 1 x1 1 x2 ;\n1 x1 1 x2 >= 1 ;\n")
    assert run("confirm", file, code=3) == (
        "", "cpmodels: the optimum was not proved in time, so there is no count yet\n"
    )  # fmt: skip


@needs("cadical")
def test_a_known_count_is_compared_and_not_searched_again():
    garden = cm.Garden.packed((4, 4))
    right = cm.confirm(garden, known=652)
    assert (right.agree, right.cp_sat.seconds) == (True, 0)
    assert cm.confirm(garden, known=651).agree is False
    with pytest.raises(ParameterError, match="the known count must be at least 0"):
        cm.confirm(garden, known=-1)


@pytest.mark.parametrize(
    ("one", "other", "agree"),
    [
        ((3, True), (3, True), True),
        ((3, True), (4, True), False),
        ((3, True), (2, False), None),
        ((3, True), (4, False), False),
        ((4, False), (3, True), False),
        ((3, False), (3, True), None),
        ((3, False), (9, False), None),
        ((0, True), (0, True), True),
        ((0, True), (1, False), False),
    ],
)
def test_agreement_needs_two_proofs_and_disagreement_one(one, other, agree):
    assert cm.Confirmation(EngineCount("cp-sat", *one), EngineCount("other", *other)).agree is agree


@needs("cadical")
def test_a_time_limit_holds_for_both_counts_together(monkeypatch, clock):
    def take_all_the_time(_, engine, time_limit, progress):  # noqa: ARG001
        clock.move(time_limit)
        return cm.Count(0, 0, 0, exhausted=False, seconds=time_limit)

    def note_the_time(searching):
        left.append(searching._clock.left)
        return EngineCount(searching.engine, 0, False)

    left = []
    monkeypatch.setattr(confirming, "count", take_all_the_time)
    monkeypatch.setattr(confirming, "counted", note_the_time)
    found = cm.confirm(cm.build(cm.Zip(2, 2)), engine="cadical", time_limit=9)
    assert (found.agree, found.other.engine) == (None, "cadical")
    assert (left, clock.now) == ([0.0], 9)


def test_ctrl_c_while_the_other_engine_is_prepared_leaves_the_count(monkeypatch):
    monkeypatch.setattr(confirming, "suited", Mock(side_effect=KeyboardInterrupt))
    found = cm.confirm(cm.Zip(2, 2))
    assert (found.cp_sat.total, found.cp_sat.exhausted, found.agree, found.interrupted) == (8, True, None, True)


def test_no_other_engine_is_prepared_after_ctrl_c(monkeypatch):
    monkeypatch.setattr(confirming, "count", lambda *_, **__: cm.Count(3, 3, 3, exhausted=False, interrupted=True))
    monkeypatch.setattr(confirming, "suited", None)
    found = cm.confirm(cm.Zip(2, 2))
    assert (found.cp_sat.total, found.agree, found.interrupted) == (3, None, True)


@needs("cadical")
@needs_proc
def test_closing_ends_the_engine():
    before = descendants(os.getpid(), ENGINE)
    with cm.solutions(cm.Zip(5, 5), engine="cadical") as found:
        first = [next(found) for _ in range(3)]
        assert len(descendants(os.getpid(), ENGINE) - before) == 1
    assert len(set(first)) == 3
    while not descendants(os.getpid(), ENGINE) <= before:
        time.sleep(0.01)  # The process was killed, and is not waited for.
    assert list(found) == []
    assert (found.found, found.exhausted) == (3, False)


@needs("cadical", "ganak", "xcover")
def test_what_an_engine_cannot_do_is_said_in_a_sentence():
    paths, garden = cm.Zip(2, 2), cm.Garden.packed((4, 4))
    model = cm.build(garden)
    model.cp.add(model.key[0] == 0)
    added = "the engine xcover does not know constraints that were added to a model"
    described = "kind zip is not described as an exact cover"
    unknown = "no engine 'minisat': use cp-sat, backtrack, glucose, cadical, ganak, xcover"
    for error, refused, words in (
        (ParameterError, lambda: cm.solutions(garden, engine="ganak"), "counts solutions but does not list them"),
        (ParameterError, lambda: cm.count(paths, engine="ganak", limit=1), "counts solutions but does not list them"),
        (ParameterError, lambda: cm.count(paths, engine="minisat", limit=1), unknown),
        (ParameterError, lambda: cm.solutions(garden, engine="minisat"), unknown),
        (ModelError, lambda: cm.solutions(model, engine="xcover"), added),
        (ModelError, lambda: cm.count(model, engine="xcover"), added),
        (KindError, lambda: cm.solutions(paths, engine="xcover"), described),
        (KindError, lambda: cm.confirm(paths, engine="xcover"), described),
        (ParameterError, lambda: cm.confirm(paths, proof=5), "a certificate must be the path of a file, not 5"),
        (ParameterError, lambda: cm.confirm(paths, time_limit=0), "positive number of seconds"),
    ):
        with pytest.raises(error, match=words):
            refused()


def test_what_an_engine_does_not_list_is_said_whether_or_not_it_is_installed(monkeypatch):
    """It was advised to install ganak, which then was refused."""
    monkeypatch.setattr("cpmodels.engines._table.find_spec", lambda _: None)
    for ask in (cm.solve, cm.solutions, cm.is_unique, lambda *asked, **how: cm.count(*asked, **how, limit=1)):
        with pytest.raises(ParameterError, match="counts solutions but does not list them"):
            ask(cm.Zip(2, 2), engine="ganak")
    with pytest.raises(ParameterError, match="does not list one solution of each orbit"):
        cm.solutions(cm.Zip(2, 2), engine="xcover", up_to_symmetry=True)


@needs("cadical")
def test_the_solutions_of_every_engine_are_asked_in_the_same_way():
    for engine in ("cp-sat", "cadical"):  # Backtracking, which may be chosen where Numba is loaded, builds no model.
        found = cm.solutions(cm.Zip(3, 3), engine=engine)
        assert isinstance(found, cm.Solutions)
        with found:
            assert (found.found, found.total, found.orbit_size, found.exhausted) == (0, 0, 0, False)
            next(found)
            assert (found.found, found.total, found.orbit_size, found.exhausted) == (1, 1, 1, False)
            assert sum(1 for _ in found) == 39
            assert (found.found, found.total, found.orbit_size, found.exhausted) == (40, 40, 1, True)
            assert found.seconds >= found.statistics.build_seconds > 0
            assert (found.statistics.runs, found.statistics.strategy) == (1, "complete search")
        found.close()
        assert list(found) == []
        assert found.exhausted


@needs("cadical")
@pytest.mark.parametrize("engine", ["cp-sat", "cadical"])
def test_building_the_model_counts_in_the_effort_whichever_engine_reads_it(engine, monkeypatch, clock):
    """It did for CP-SAT alone."""
    build = _question.build_to_search
    monkeypatch.setattr(_question, "build_to_search", lambda puzzle: (clock.move(9), build(puzzle))[1])
    assert cm.count(cm.Zip(2, 2), engine=engine).statistics.build_seconds == 9


@needs("cadical", "ganak")
@pytest.mark.parametrize("engine", ["cadical", "ganak"])
def test_circuits_with_optional_nodes_are_confirmed(engine):
    """The 13 cycles of a grid of 3 x 3 nodes in both directions, there and back along 12 edges, and none."""
    cp = cp_model.CpModel()
    nodes = [(y, x) for y in range(3) for x in range(3)]
    pairs = [
        (a, b)
        for a in range(9)
        for b in range(9)
        if sum(abs(p - q) for p, q in zip(nodes[a], nodes[b], strict=True)) <= 1
    ]
    arcs = {pair: cp.new_bool_var(str(pair)) for pair in pairs}
    cp.add_circuit([(*pair, literal) for pair, literal in arcs.items()])
    found = cm.confirm(cm.Model(cp=cp, key=arcs), engine=engine)
    assert (found.agree, found.other.total) == (True, 2 * 13 + 12 + 1)


@needs("cadical")
def test_an_engine_that_breaks_down_is_an_error_of_its_own():
    for clauses, total in ((Formula(1), 2), (Formula(0), 1)):
        process = EngineProcess(ENGINES["cadical"], ClauseTask(clauses.variables, clauses.clauses, clauses.variables))
        assert len(list(process)) == process.total == total
    with pytest.raises(EngineError, match="the engine cadical ended with"):
        list(EngineProcess(ENGINES["cadical"], ClauseTask(1, ["no literal", 0], 1)))
    with pytest.raises(EngineError, match="AttributeError"):
        list(EngineProcess(ENGINES["xcover"], "no task"))


def test_an_engine_that_ends_without_its_task_is_told(monkeypatch):
    """On Windows what is written to it then is an invalid argument, and not a broken pipe."""
    monkeypatch.setattr(_process, "PROGRAM", "raise SystemExit(3)")
    monkeypatch.setattr(_process.pickle, "dump", Mock(side_effect=OSError(22, "Invalid argument")))
    with pytest.raises(EngineError, match="the engine cadical ended with 3"):
        list(EngineProcess(ENGINES["cadical"], ClauseTask(1, [1, 0], 1)))


@needs("cadical")
def test_an_engine_that_says_what_nobody_can_read_is_an_error_too(monkeypatch):
    """One that does not end, either."""
    says = "import sys, time; sys.stdout.buffer.write(b'cnowhere\\nname\\n.'); sys.stdout.flush(); time.sleep(99)"
    monkeypatch.setattr(_process, "PROGRAM", says)
    with pytest.raises(EngineError, match="a message that cannot be read: ModuleNotFoundError"):
        list(EngineProcess(ENGINES["cadical"], ClauseTask(1, [1, 0], 1)))


def test_large_sets_have_no_exact_cover(monkeypatch):
    monkeypatch.setattr(_cover, "MOST_NUMBERS", 10_000)
    with pytest.raises(cm.errors.TooLargeError, match="more than 10,000 items"):
        engine_problem(cm.EdgeMatching(6, 6, [(1, 1, 1, 1)] * 18 + [(1, 1, 1, 2)] * 18), "xcover")


@needs("cadical", "xcover")
def test_confirm_prints_both_and_whether_they_agree(tmp_path):
    out, _ = run("confirm", "squares-packed", "--engine", "xcover")
    assert out.startswith("cp-sat: 652 solutions (")
    assert "\nxcover: 652 solutions (" in out
    assert out.endswith("\nthey agree\n")
    answer = json.loads(run("confirm", "zip-6", "--known", 2, "--json", code=1)[0])
    assert (answer["agree"], answer["other"]["count"], answer["other"]["engine"]) == (False, 1, "cadical")
    proof = tmp_path / "certificate.zip"
    answer = json.loads(run("confirm", "zip-parity", "--proof", proof, "--json")[0])
    assert (answer["agree"], answer["cp_sat"]["count"], answer["proof"]) == (True, 0, str(proof))


@needs_signals
@needs_proc
@needs("ganak")
def test_confirm_stops_at_its_limit_and_on_ctrl_c(tmp_path):
    file = tmp_path / "garden.json"
    readers.write(SLOW, file)
    out, _ = run("confirm", file, "--engine", "ganak", "--known", 0, "--time-limit", 0.3, code=3)
    assert "not confirmed" in out
    process = subprocess.Popen(
        [sys.executable, "-m", "cpmodels", "confirm", str(file), "--engine", "ganak", "--known", "0", "--json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    assert " s\n" in process.stderr.readline()
    # What comes while OR-Tools is loaded ends the program at once; the engine loads after that, when it has its task.
    while not any("ganak" in Path(f"/proc/{one}/maps").read_text() for one in descendants(process.pid, ENGINE)):
        assert process.poll() is None
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate()
    assert "Traceback" not in err
    assert (process.returncode, json.loads(out)["agree"]) == (3, None)


@needs("ganak")
@needs_proc
def test_an_engine_ends_with_its_parent(tmp_path):
    file = tmp_path / "garden.json"
    readers.write(SLOW, file)
    with begun("-m", "cpmodels", "confirm", file, "--engine", "ganak", "--known", 0) as process:
        while not (engines := descendants(process.pid, ENGINE)):
            assert process.poll() is None
            time.sleep(0.02)
        (engine,) = engines
        process.kill()
    while alive(engine):
        time.sleep(0.05)


@needs("cadical")
@needs_proc
def test_an_engine_does_not_hear_of_ctrl_c_even_while_it_is_loaded(capfd):
    process = EngineProcess(ENGINES["cadical"], ClauseTask(1, [1, 0], 1))
    os.kill(process.begun().pid, signal.SIGINT)
    assert len(list(process)) == process.total == 1
    assert capfd.readouterr().err == ""


@needs("cadical")
def test_an_engine_ends_whose_search_is_collected_while_it_begins(monkeypatch):
    process = EngineProcess(ENGINES["cadical"], ClauseTask(1, [1, 0], 1))

    def collected(*arguments, **keywords):
        process.kill()
        return Popen(*arguments, **keywords)

    monkeypatch.setattr(subprocess, "Popen", collected)
    assert list(process) == []
    assert process.total is None


def test_without_its_library_one_sentence_says_how_to_get_it(monkeypatch):
    for module in ("numba", "pysat", "pysolvers", "pyganak", "xcover"):
        monkeypatch.setitem(sys.modules, module, None)
    for puzzle, engine, install in (
        ("tango-4", [], "python-sat"),
        ("squares-packed", ["--engine", "ganak"], '"cpmodels[engines]"'),
        ("squares-packed", ["--engine", "xcover"], '"cpmodels[engines]"'),
    ):
        name = engine[1] if engine else "cadical"
        out, err = run("confirm", puzzle, *engine, code=2)
        assert out == ""
        assert err.endswith(f"\ncpmodels: the engine {name} is not installed: pip install {install}\n")
        assert err.count(" is not installed, so ") == 2


def test_a_library_that_does_not_load_is_missing_too(tmp_path, monkeypatch):
    (tmp_path / "pysat.py").write_text("raise ImportError('broken')\n")
    (tmp_path / "pysolvers.py").write_text("raise ImportError('broken')\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "pysat", raising=False)
    with pytest.raises(cm.errors.MissingExtraError, match="the engine cadical is not installed"):
        cm.confirm(cm.Zip(2, 2), engine="cadical")
