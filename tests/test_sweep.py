"""Sweeps: the same counts as plain searches, whatever is split, stopped, killed or shared out."""

import json
import multiprocessing
import os
import pickle
import signal
import sqlite3
import subprocess
import sys
import textwrap
import threading
import types
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import InitVar, dataclass, field, replace
from functools import cached_property, partial
from random import Random

import pytest
from command_line import begun, fails, printed_by, run, run_process, stopped
from examples import examples
from executors import Killing
from hypothesis import given
from hypothesis import strategies as st
from killed_sweep import killed
from ortools.sat.python import cp_model
from puzzle_strategies import corner_paths, edge_matchings, small_variants, zigzaws, zips
from systems import alive, descendants, needs_proc, needs_signals
from test_symmetry import keys

import cpmodels as cm
from cpmodels.base._checkpoints import uninterrupted
from cpmodels.base.description import Description, ExactCover, Option
from cpmodels.base.kinds import kind_named
from cpmodels.engines.backtracking._backtracker import Backtracker
from cpmodels.saved import SavedModel
from cpmodels.search import _sweep, _tasks
from cpmodels.search._executors import Workers
from cpmodels.search._ledger import Ledger
from cpmodels.search._symmetry import Symmetry
from cpmodels.search._tasks import Probe, Splitter, read_subproblem, values_of, written

any_puzzle = st.one_of(edge_matchings(), zips(), zigzaws(), small_variants())
"""Small enough to be split to the last answer."""
PATHS = cm.Zip(4, 4)
"""552 paths, 38 up to symmetry."""
FEW = cm.Zip(3, 4)
"""124 paths, 19 up to symmetry."""
ENDLESS = cm.Zip(9, 9)
"""More paths than anybody will count."""
AT_ONCE = 1e-4
"""Seconds of a slice in which next to nothing is finished, so that everything is split."""
WORKER = "spawn_main"
"""What the command line of a worker process has in it."""


@pytest.fixture(scope="module")
def threads():
    with ThreadPoolExecutor(2) as executor:
        yield executor


def counts(found):
    return found.total, found.told_apart, found.orbits, found.exhausted


@examples(40)
@given(any_puzzle, st.data())
def test_the_parts_of_a_subproblem_share_out_its_answers(puzzle, data):
    symmetry = Symmetry(cm.build(puzzle), trivial=True)
    splitter = Splitter(symmetry)
    everything = answers_of(symmetry, ())
    subproblem = ()
    for _ in range(3):
        children = splitter.split(subproblem)
        whole = answers_of(symmetry, subproblem)
        assert children is not None or len(whole) <= 1
        if children is None:
            break
        parts = [answers_of(symmetry, child.subproblem) for child in children]
        assert sum(map(len, parts)) == len(whole)
        assert set().union(*parts) == whole <= everything
        assert all(
            child.subproblem[: len(subproblem)] == subproblem and len(child.subproblem) > len(subproblem)
            for child in children
        )
        assert read_subproblem(written(subproblem)) == subproblem
        assert not children or sum(child.share for child in children) == pytest.approx(1)
        if not children:
            break
        subproblem = data.draw(st.sampled_from(children)).subproblem


@pytest.mark.parametrize("puzzle", [cm.Zip(3, 3), cm.EdgeMatching(2, 2, [(1, 2, 3, 4), (3, 2, 1, 4)] * 2)])
@pytest.mark.parametrize("seed", range(5))
def test_no_solution_is_lost_where_cp_sat_tells_wrong_domains(monkeypatch, puzzle, seed):
    """The domains that propagation is said to leave are a guess at how to split, and no more."""
    symmetry = Symmetry(cm.build(puzzle), trivial=True)
    splitter, tell, random = Splitter(symmetry), Probe.__call__, Random(seed)
    whole = answers_of(symmetry, ())

    def lying(probe, subproblem):
        fixed = tell(probe, subproblem)
        if fixed is None:
            return None
        return {**{p: False for p in range(len(symmetry.model.key)) if random.random() < 0.5}, **fixed}

    monkeypatch.setattr(Probe, "__call__", lying)
    parts = [answers_of(symmetry, child.subproblem) for child in splitter.split(())]
    assert sum(map(len, parts)) == len(whole) > 0
    assert set().union(*parts) == whole


def answers_of(symmetry, subproblem):
    return set() if symmetry.model.infeasible else set(keys(symmetry, symmetry.broken(values_of(subproblem))))


def test_what_is_plain_needs_no_search():
    found = cm.sweep(cm.Zip(2, 2, [(0, 0), (1, 1)]), workers=1)
    assert (found.total, found.exhausted, found.finished, list(found)) == (0, True, 1, [])
    assert "one colour" in found.reason


def test_a_subproblem_with_too_many_answers_is_split(threads, monkeypatch):
    monkeypatch.setattr(_tasks, "MOST_SOLUTIONS", 3)
    found = cm.sweep(FEW, executor=threads)
    assert (found.total, found.orbits, found.exhausted) == (124, 19, True)
    assert found.finished > 19 / 3


def test_a_run_goes_on_where_an_earlier_one_stopped(threads, tmp_path, clock, monkeypatch):
    class EnoughError(Exception):
        pass

    def stop(progress):
        if progress.open and progress.found > found[-1]:
            found.append(progress.found)
            raise EnoughError

    clock.step = 1.0  # So that each outcome is reported.
    monkeypatch.setattr(_tasks, "MOST_SOLUTIONS", 2)
    search, found = partial(cm.sweep, FEW, ledger=tmp_path / "ledger", executor=threads, workers=1), [0]
    for _ in range(3):
        with pytest.raises(EnoughError):
            search(progress=stop)
    found = search()
    assert (found.total, found.orbits, found.exhausted) == (124, 19, True)
    assert len(set(found)) == 19
    again = cm.sweep(FEW, ledger=tmp_path / "ledger", executor=Refusing())
    assert again == found
    assert set(again) == set(found)


class Refusing(Executor):
    """An executor that must not be given anything."""

    def submit(self, *_):
        raise AssertionError


class Losing(ThreadPoolExecutor):
    """An executor that loses this many subproblems, in turn in each way there is."""

    def __init__(self, times):
        super().__init__(1)
        self.times, self.lost = times, 0

    def submit(self, task, job, subproblem, seconds):
        if len(subproblem.split()) == 1 and self.lost < self.times:
            self.lost += 1
            future = Future()
            if self.lost % 3 == 1:
                future.set_exception(BrokenProcessPool("killed"))
            else:
                future.cancel()
            if self.lost % 3 == 0:  # and so it is where an executor is shut down, without a notice
                future.set_running_or_notify_cancel()
            return future
        return super().submit(task, job, subproblem, seconds)


@pytest.mark.parametrize("times", [1, 4])
def test_subproblems_of_lost_workers_are_searched_again(times):
    with Losing(times) as executor:
        found = cm.sweep(FEW, executor=executor, workers=1, slice_seconds=AT_ONCE)
    assert (found.total, found.exhausted, executor.lost) == (124, True, times)


def test_a_subproblem_that_is_lost_again_and_again_is_told():
    with Losing(100) as executor, pytest.raises(cm.errors.WorkersLostError, match="lost 5 times"):
        cm.sweep(PATHS, executor=executor, workers=1, slice_seconds=AT_ONCE)


@pytest.mark.parametrize("error", [BrokenProcessPool, RuntimeError])
def test_an_executor_that_takes_no_work_is_told(error):
    """One whose processes are gone, or one that is shut down."""

    class Broken(Executor):
        def submit(self, *_):
            raise error("broken")

    with pytest.raises(cm.errors.WorkersLostError, match="no more work"):
        cm.sweep(PATHS, executor=Broken())


@needs_proc
def test_killed_worker_processes_are_replaced():
    killed = []

    def kill():
        killed.append(max(descendants(os.getpid(), WORKER)))
        os.kill(killed[-1], signal.SIGKILL)

    with Workers(2) as workers:
        found = cm.sweep(PATHS, executor=Killing(workers, kill, 3, 9), workers=2, slice_seconds=AT_ONCE)
    assert len(set(killed)) == 2
    assert counts(found) == (552, 552, 38, True)
    assert not descendants(os.getpid(), WORKER)


def test_time_limits_keep_what_was_found(threads, tmp_path, clock):
    """The time is up when the first solutions have been found."""
    clock.step = 1.0
    cut = cm.sweep(
        PATHS, ledger=tmp_path / "ledger", executor=threads, slice_seconds=AT_ONCE, time_limit=1e6, keep=False,
        progress=lambda progress: progress.found and clock.move(1e6),
    )  # fmt: skip
    assert 0 < cut.total < 552
    assert not cut.exhausted
    assert cut.open > 0
    assert not cut.interrupted
    with pytest.raises(cm.errors.LedgerError, match="keeps only counts"):
        list(cut)


def test_cp_sats_own_time_limit_is_that_of_the_whole(threads):
    """It was that of each part, so that the sweep took as long as without, or was an error."""
    own = {"max_time_in_seconds": 1e-6}
    assert not cm.sweep(PATHS, executor=threads, **own).exhausted
    assert not cm.sweep(replace(cm.build(PATHS), parameters=own), executor=threads).exhausted


def test_a_ledger_is_read_within_the_time_limit_and_let_go(threads, tmp_path, monkeypatch, clock):
    """Reading one of ten million solutions takes minutes; here it never ends."""
    assert cm.sweep(FEW, ledger=tmp_path / "ledger", executor=threads).exhausted
    is_over, read = threading.Event(), list[object]()

    def read_long(ledger):
        clock.move(1000)
        try:
            numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
            read.append(ledger._db.execute(f"{numbers} SELECT COUNT(*) FROM n").fetchone())
        finally:
            is_over.set()

    monkeypatch.setattr(Ledger, "_must_be_sound", read_long)
    found = cm.sweep(FEW, ledger=tmp_path / "ledger", executor=threads, time_limit=1000)
    assert (found.total, found.exhausted, found.reason) == (0, False, "the time was up while the ledger was read")
    assert is_over.wait(60)
    assert read == []


def test_its_ledger_is_found_from_another_folder(threads, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = cm.sweep(FEW, ledger="ledger", executor=threads)
    monkeypatch.chdir(tmp_path.parent)
    assert len(list(found)) == 19


def test_counts_alone_hold_no_solutions(threads, tmp_path):
    found = cm.sweep(PATHS, ledger=tmp_path / "ledger", executor=threads, keep=False)
    assert found.total == 552
    with closing(sqlite3.connect(tmp_path / "ledger")) as ledger:
        assert ledger.execute("SELECT COUNT(*) FROM solutions").fetchone() == (0,)


def test_progress_estimates_how_far_it_is(threads):
    reports = []
    cm.sweep(cm.Zip(4, 5), executor=threads, slice_seconds=0.1, progress=reports.append)
    shares = [report.share for report in reports]
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1)
    assert (reports[-1].open, reports[-1].found) == (0, 2012)
    assert all(report.left is None or report.left >= 0 for report in reports)


@pytest.mark.slow
@pytest.mark.parametrize("machines", [1, 2])
def test_parts_come_together(threads, tmp_path, machines):
    search = partial(cm.sweep, FEW, executor=threads, workers=2, slice_seconds=AT_ONCE)
    shares = [search(ledger=tmp_path / f"{i}", part=(i, machines), merge=[]) for i in range(1, machines + 1)]
    assert all(share.open == 0 for share in shares)
    assert all(share.exhausted == (machines == 1) for share in shares)
    whole = cm.sweep(
        FEW, ledger=tmp_path / "1", executor=Refusing(), merge=[tmp_path / f"{i}" for i in range(2, machines + 1)]
    )
    assert (whole.total, whole.orbits, whole.exhausted) == (124, 19, True)
    assert len(set(whole)) == 19


def test_a_part_goes_on_as_the_same_part(threads, tmp_path):
    search = partial(cm.sweep, PATHS, executor=threads, ledger=tmp_path / "ledger")
    share = search(part=(1, 2))
    assert search(part=(1, 2)) == share
    with pytest.raises(cm.errors.LedgerError, match="is for part 1 of 2, not 2 of 2"):
        search(part=(2, 2))
    whole = search()
    assert (whole.total, whole.exhausted) == (552, True)


def test_what_was_split_for_a_part_is_not_split_again(threads, tmp_path, monkeypatch):
    """Where the time was up before all was, the next run began anew, and so on for ever."""
    split = []

    def run_task(job, part, seconds):
        if not seconds:
            split.append(part)
            if len(split) == 4:
                raise KeyboardInterrupt
        return _tasks.run_task(job, part, seconds)

    monkeypatch.setattr(_sweep, "run_task", run_task)
    with ThreadPoolExecutor(1) as one:
        search = partial(cm.sweep, PATHS, executor=one, workers=1, ledger=tmp_path / "ledger", part=(1, 2))
        assert search().interrupted
        share = search()
    assert not set(split[:3]) & set(split[4:])
    assert share == cm.sweep(PATHS, executor=threads, ledger=tmp_path / "other", part=(1, 2))


def test_a_whole_does_not_go_on_as_a_part(threads, tmp_path, monkeypatch):
    monkeypatch.setattr(_tasks, "MOST_SOLUTIONS", 3)
    search = partial(cm.sweep, FEW, executor=threads, ledger=tmp_path / "ledger")
    assert search().finished > 1
    with pytest.raises(cm.errors.LedgerError, match="begun as a whole, not as part 1 of 2"):
        search(part=(1, 2))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"slice_seconds": 0}, "a slice must be"),
        ({"slice_seconds": float("nan")}, "a slice must be"),
        ({"workers": 0}, "workers"),
        ({"workers": 2**31}, "workers must be at most 10000, not 2147483648"),
        ({"time_limit": -1}, "time limit"),
        ({"seed": -1}, "seed"),
        ({"colour": 3}, "no keyword 'colour'"),
        ({"linearization_level": -3}, "rejects"),
        ({"fix_variables_to_their_hinted_value": True}, "no proof"),
        *(({"part": part}, "part") for part in ((0, 2), (3, 2), (1,), "1/2", 5)),
    ],
)
def test_wrong_options_are_named(threads, options, words):
    with pytest.raises(cm.ParameterError, match=words):
        cm.sweep(PATHS, executor=threads, **options)


def test_functions_that_build_models_are_swept(threads):
    expected = cm.count(corner_paths())
    for executor in (threads, None):
        found = cm.sweep(corner_paths, executor=executor, workers=1)
        assert counts(found) == counts(expected)
        assert all(path.cells[0] == (0, 0) for path in found)


def test_models_are_swept(threads, tmp_path):
    built = corner_paths()
    cp = cp_model.CpModel()
    x, y, lamp = cp.new_int_var(0, 3, "x"), cp.new_int_var(0, 3, "y"), cp.new_bool_var("lamp")
    cp.add(x + y != 3)
    numbers = cm.Model(cp=cp, key=[x, y], decode=tuple, symmetries=[(0, 1), (1, 0)])
    for model in (built, cm.build(PATHS), numbers, cm.Model(cp=cp, key={"x": x, "lamp": lamp})):
        for executor in (threads, None) if model is numbers else (threads,):
            found = cm.sweep(model, executor=executor, workers=1)
            assert counts(found) == counts(cm.count(model))
        assert {*found} <= {*cm.solutions(model)}
    again = [cm.sweep(numbers, executor=threads, ledger=tmp_path / "ledger") for _ in range(2)]
    assert {*again[0]} == {*again[1]}
    resumed = cm.solve(built, ledger=tmp_path / "other")
    assert resumed.solution.cells[0] == (0, 0)


def test_a_model_just_as_its_kind_makes_it_is_swept_by_backtracking(threads):
    """It was refused for constraints that were added to it, though there were none."""
    assert counts(cm.sweep(cm.build(FEW), engine="backtrack", executor=threads)) == counts(cm.count(FEW))
    with pytest.raises(cm.ParameterError, match="not constraints that were added to its model"):
        cm.sweep(corner_paths(), engine="backtrack", executor=threads)


def latin(values):
    return cm.Grid([values[:3], values[3:6], values[6:]])


def latin_squares(decode=latin, *, is_best=False):
    """The 12 Latin squares of 3 x 3, by a model that is not that of the kind; or the 4 of them with 3 in the corner."""
    cp = cp_model.CpModel()
    rows = [[cp.new_int_var(1, 3, f"{r} {c}") for c in range(3)] for r in range(3)]
    for line in (*rows, *zip(*rows, strict=True)):
        cp.add_all_different(line)
    if is_best:
        cp.maximize(rows[0][0])
    return cm.Model(kind_named("futoshiki")([[None] * 3] * 3), cp, [cell for row in rows for cell in row], decode)


def best_latin_squares():
    return latin_squares(lambda values: latin(values), is_best=True)


def test_models_are_swept_with_their_own_decode(threads, monkeypatch):
    for executor in (threads, None):
        found = cm.sweep(latin_squares(), executor=executor, workers=1)
        assert (found.total, {*found}) == (12, {*cm.solutions(latin_squares())})
        for best in (latin_squares(is_best=True), best_latin_squares):
            found = cm.sweep(best, executor=executor, workers=1)
            assert (found.total, {square.rows[0][0] for square in found}) == (4, {3})
    by_lambda = latin_squares(lambda values: latin(values), is_best=True)
    assert cm.sweep(by_lambda, executor=threads).total == 4
    monkeypatch.setattr(_sweep, "optimum", None)  # It is said before there is any work.
    with pytest.raises(cm.ParameterError, match=r"cannot be sent to other processes .*: give a function that builds"):
        cm.sweep(by_lambda, workers=1)


def test_an_objective_of_the_values_of_numbers_is_swept(threads):
    """The variables for these values are left out only of models that nobody has changed."""
    model = cm.Model.load('variables { name: "x" domain: [0, 3] } variables { name: "y" domain: [0, 1] }')
    model.cp.maximize(model.key[2])
    found = cm.sweep(model, executor=threads)
    assert (found.total, {one["x"] for one in found}) == (2, {2})


def test_a_loaded_model_that_was_changed_is_swept():
    model = cm.Model.load('variables { name: "x" domain: [0, 9] }', key="x")
    y = model.cp.new_int_var(0, 9, "y")
    model.cp.add(y >= model.cp.get_int_var_from_proto_index(0) + 3)
    model.cp.minimize(y)
    found = cm.sweep(model, workers=1)
    assert (found.total, found.exhausted, [solution["x"] for solution in found]) == (1, True, [0])


def test_parameters_that_leave_parts_open_are_named():
    cp = cp_model.CpModel()
    used = [cp.new_bool_var(f"used {hole}") for hole in range(3)]
    places = [[cp.new_bool_var(f"{pigeon} {hole}") for hole in range(7)] for pigeon in range(8)]
    for row in places:
        cp.add_exactly_one(row)
    for column in zip(*places, strict=True):
        cp.add_at_most_one(column)
    model = cm.Model(cp=cp, key=used)
    with pytest.raises(cm.ParameterError, match="leave out parameters that stop it early, of max_number_of_conflicts"):
        cm.sweep(model, executor=ThreadPoolExecutor(1), max_number_of_conflicts=1)


def dearest(of=(3, 4, 5, 5)):
    """The lamps for at most 9, at as high a price as can be."""
    cp = cp_model.CpModel()
    lamps = [cp.new_bool_var(f"lamp {i}") for i in range(4)]
    price = sum(cost * lamp for cost, lamp in zip(of, lamps, strict=True))
    cp.add(price <= 9)
    cp.maximize(price + cp.new_int_var(0, 9, "more") + 7)
    return cm.Model(cp=cp, key=lamps)


def press():
    raise KeyboardInterrupt


def test_optimal_solutions_are_swept_and_the_optimum_is_proved_once(threads, tmp_path, monkeypatch):
    model = dearest()
    saved = SavedModel(str(model.cp.proto), ["lamp *"])

    def sweep_twice(asked, ledger):
        with monkeypatch.context() as patched:
            for _ in range(2):
                found = cm.sweep(asked, executor=threads, ledger=tmp_path / ledger, slice_seconds=AT_ONCE)
                assert counts(found) == (2, 2, 2, True)
                assert {one.true for one in found} == {("lamp 1", "lamp 2"), ("lamp 1", "lamp 3")}
                patched.setattr(_sweep, "optimum", None)

    sweep_twice(model, "a")
    sweep_twice(saved, "b")
    assert counts(cm.sweep(dearest, executor=threads, ledger=tmp_path / "a")) == (2, 2, 2, True)
    for machine in (1, 2):
        ledger = tmp_path / f"part {machine}"
        cm.sweep(model, executor=threads, ledger=ledger, part=(machine, 2), slice_seconds=AT_ONCE)
        cm.merge(tmp_path / "all", ledger)
    with monkeypatch.context() as patched:
        patched.setattr(_sweep, "optimum", None)
        assert counts(cm.sweep(model, executor=threads, ledger=tmp_path / "all")) == (2, 2, 2, True)
        patched.setattr(_sweep, "optimum", lambda _: -15)
        cm.sweep(model, executor=threads, ledger=tmp_path / "wrong")
    with pytest.raises(cm.errors.LedgerError, match="contradict each other on the optimum"):
        cm.merge(tmp_path / "all", tmp_path / "wrong")
    model.cp.add(model.key[0] + model.key[1] == 3)
    assert counts(cm.sweep(model, executor=threads)) == (0, 0, 0, True)
    monkeypatch.setattr(_sweep, "optimum", lambda _: press())
    stopped = cm.sweep(dearest((3, 4, 5, 6)), executor=threads)
    assert stopped.interrupted
    assert counts(stopped) == (0, 0, 0, False)
    monkeypatch.setattr(_sweep, "optimum", None)  # A ledger of something else is told before.
    with pytest.raises(cm.errors.LedgerError, match="of another model"):
        cm.sweep(dearest((3, 4, 5, 6)), executor=threads, ledger=tmp_path / "a")


def test_only_what_can_be_rebuilt_is_swept(threads):
    with pytest.raises(cm.KindError, match="must return a Model, not a Zip"):
        cm.sweep(lambda: PATHS, executor=threads)
    with pytest.raises(cm.ParameterError, match="cannot be sent to other processes"):
        cm.sweep(lambda: cm.build(PATHS))


def test_a_daemon_sweeps_only_by_an_executor(threads, monkeypatch):
    monkeypatch.setitem(multiprocessing.current_process()._config, "daemon", True)
    with pytest.raises(cm.ParameterError, match="as it is a daemon"):
        cm.sweep(PATHS, workers=1)
    assert cm.sweep(PATHS, executor=threads).exhausted


SESSION = """
import cpmodels as cm

class Own(cm.Zip):
    pass

def made():
    return cm.build(cm.Zip(3, 3))
"""


def module_of(name):
    """A module that no other process can import, as that of a notebook, with a puzzle and a function of its own."""
    module = types.ModuleType(name)
    exec(SESSION, module.__dict__)
    return module


def test_what_is_defined_in_a_notebook_is_told_before_a_worker_is_begun(threads, monkeypatch):
    monkeypatch.setitem(sys.modules, "__main__", main := module_of("__main__"))
    for recipe, name in ((main.made, "made"), (main.Own(3, 3), "Own")):
        with pytest.raises(cm.ParameterError, match=f"cannot import {name}, which is defined in a notebook"):
            cm.sweep(recipe, workers=1)
        assert cm.sweep(recipe, executor=threads).total == 40
    main.__file__ = "<stdin>"
    with pytest.raises(cm.ParameterError, match="not a file here"):
        cm.sweep(cm.Zip(3, 3), workers=1)
    assert not descendants(os.getpid(), WORKER)


def test_what_a_worker_cannot_import_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "nowhere", module := module_of("nowhere"))
    with pytest.raises(cm.ParameterError, match=r"a worker process cannot read .*No module named 'nowhere'"):
        cm.sweep(module.made, workers=1)


def test_solutions_are_read_from_the_ledger_that_they_were_written_to(threads, tmp_path):
    found = cm.sweep(PATHS, ledger=tmp_path / "ledger", executor=threads)
    (tmp_path / "ledger").unlink()
    cm.sweep(cm.Zip(3, 3), ledger=tmp_path / "ledger", executor=threads)
    with pytest.raises(cm.errors.LedgerError, match="belongs to another sweep"):
        list(found)


def without_pivots():
    """The model that ZIPs had before they were described."""
    return replace(cm.build(PATHS), pivots=())


def test_a_ledger_of_the_version_before_is_refused(threads, tmp_path):
    cm.sweep(without_pivots, ledger=tmp_path / "ledger", executor=threads)
    with pytest.raises(cm.errors.LedgerError, match="of another model, as of another version of cpmodels"):
        cm.sweep(PATHS, ledger=tmp_path / "ledger", executor=threads)


def test_errors_of_a_function_that_builds_are_its_own(threads):
    built = []

    def build():
        built.append(cm.build(PATHS) if not built else open("no such file"))  # noqa: SIM115, PTH123
        return built[-1]

    with pytest.raises(FileNotFoundError, match="no such file"):
        cm.sweep(build, executor=threads)


def test_wrong_answers_and_other_models_are_refused(threads, monkeypatch):
    monkeypatch.setattr(cm.Zip, "check", lambda self, solution: ["it is wrong"])  # noqa: ARG005
    with pytest.raises(cm.errors.WrongSolutionError, match="it is wrong"):
        cm.sweep(PATHS, executor=threads)
    job = _tasks.SweepJob(PATHS, {"model": "other"}, "", up_to_symmetry=True, keep=True)
    with pytest.raises(cm.errors.LedgerError, match="a worker and this process differ in"):
        _tasks.run_task(job, "", 1.0)


def test_solutions_in_a_ledger_that_break_a_rule_by_now_are_not_counted(threads, tmp_path, monkeypatch):
    cm.sweep(FEW, ledger=tmp_path / "ledger", executor=threads)
    monkeypatch.setattr(cm.Zip, "check", lambda self, solution: ["it is wrong"])  # noqa: ARG005
    for ledger, merged in ((tmp_path / "ledger", ()), (tmp_path / "other", [tmp_path / "ledger"])):
        with pytest.raises(cm.errors.WrongSolutionError, match="it is wrong"):
            cm.sweep(FEW, ledger=ledger, merge=merged, executor=threads)


@dataclass(frozen=True)
class Lamps(cm.Puzzle[cm.Grid]):
    """Three lamps, of which at most `upto` are on."""

    kind = "three_lamps"
    upto = 1

    def check(self, solution):
        return [] if len(solution.where(1)) <= self.upto else ["too many lamps are on"]

    def describe(self):
        cover = ExactCover({"lamps": (0, self.upto)}, [Option(lamp, ["lamps"]) for lamp in range(3)])
        return Description(cover, lambda on: cm.Grid([[int(lamp in on) for lamp in range(3)]]))


@dataclass(frozen=True)
class Sifted(Lamps):
    """The same, by a description that leaves their number to `check`."""

    kind = "sifted_lamps"

    def describe(self):
        cover = ExactCover({"lamps": (0, 3)}, [Option(lamp, ["lamps"]) for lamp in range(3)], relaxed=True)
        return Description(cover, lambda on: cm.Grid([[int(lamp in on) for lamp in range(3)]]))


@pytest.mark.parametrize("kind", [Lamps, Sifted])
def test_a_ledger_of_backtracking_is_of_the_rules_of_a_kind(threads, tmp_path, monkeypatch, kind):
    """Once they had changed, what was counted by those from before was all."""
    sweep = partial(cm.sweep, kind(), ledger=tmp_path / "ledger", engine="backtrack", executor=threads)
    assert sweep().total == 4
    monkeypatch.setattr(kind, "upto", 2)
    with pytest.raises(cm.errors.LedgerError, match="of another model"):
        sweep()


@pytest.mark.parametrize("engine", [None, "backtrack"])
def test_a_ledger_is_of_the_reason_why_nothing_is_searched(threads, tmp_path, monkeypatch, engine):
    """When the kind no longer said that there is no solution, the ledger still did."""
    sweep = partial(cm.sweep, Lamps(), ledger=tmp_path / "ledger", engine=engine, executor=threads)
    with monkeypatch.context() as patched:
        patched.setattr(Lamps, "infeasible_reason", lambda _: "there is no power")
        assert counts(sweep()) == (0, 0, 0, True)
    with pytest.raises(cm.errors.LedgerError, match="of another model"):
        sweep()


def test_fingerprints_do_not_depend_on_the_process(monkeypatch):
    names = ("zip-6", "nine-many", "edge-bordered", "zigzaw-open", "squares-packed", "cubes-c3v")
    here = {name: _tasks.fingerprint(Symmetry(cm.build(cm.read(name))), keep=True) for name in names}
    assert all("model" in fingerprint for fingerprint in here.values())
    code = f"""
        import json
        import cpmodels as cm
        from cpmodels.search._symmetry import Symmetry
        from cpmodels.search._tasks import fingerprint
        print(json.dumps({{name: fingerprint(Symmetry(cm.build(cm.read(name))), keep=True) for name in {names}}}))
    """
    monkeypatch.setenv("PYTHONHASHSEED", "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2")
    assert json.loads(printed_by(textwrap.dedent(code))) == json.loads(json.dumps(here))


def test_fingerprints_do_not_depend_on_the_order_of_a_set(monkeypatch):
    """That may be another one in each process, and a worker took the puzzle for another one."""

    def contents(places):
        meaning = frozenset(places)
        items = ["lamps", ("edge", meaning), ("edge", (0, meaning))]
        cover = ExactCover(items, [Option(each, items) for each in (meaning, (meaning, 0), (0, (1, meaning)))])
        monkeypatch.setattr(Lamps, "describe", lambda _: Description(cover, lambda _: cm.Grid([[1]])))
        return Backtracker(Lamps()).content, cm.build(Lamps()).content

    assert contents([1, 9]) == contents([9, 1])


def test_programs_without_a_guard_are_told(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(
        "import cpmodels as cm\nfrom cpmodels.search import _sweep\n"
        "_sweep.TRIES = 1\ncm.sweep(cm.Zip(3, 3), workers=1)\n"
    )
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.count("Traceback") == done.stderr.count("The above exception was the direct cause") + 1
    assert "__main__" in done.stderr


def sweeping(folder, *more):
    """A process that sweeps an endless board, whose file and ledger are in a folder, and has told of its work."""
    cm.save(folder / "endless.json", ENDLESS)
    options = ("--ledger", folder / "ledger", "--workers", 1, "--slice", 0.2)
    process = begun("-m", "cpmodels", "sweep", folder / "endless.json", *options, *more)
    assert any("of the work" in line for line in process.stderr)
    return process


@pytest.mark.slow
@needs_signals
def test_killed_sweeps_end_with_the_exact_count(tmp_path):
    """The paths on an empty board of 5 x 5: 8648, in 15 subproblems or more."""
    ledger, paths = tmp_path / "ledger", tmp_path / "paths.json"
    cm.save(paths, cm.Zip(5, 5))
    for solutions in (0, 4000):
        killed(paths, ledger, solutions)
        with closing(sqlite3.connect(ledger)) as book:
            assert solutions < book.execute("SELECT SUM(size) FROM solutions").fetchone()[0] < 8648
    out, _ = run_process("sweep", paths, "--ledger", ledger, "--workers", 1, "--json")
    answer = json.loads(out)
    assert (answer["count"], answer["exhausted"]) == (8648, True)
    with closing(sqlite3.connect(ledger)) as book:
        assert book.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert book.execute("SELECT SUM(size), COUNT(*) FROM solutions").fetchone() == (8648, answer["up_to_symmetry"])


@needs_proc
def test_ctrl_c_ends_a_sweep_with_what_was_found(tmp_path):
    process = sweeping(tmp_path, "--json")
    workers = descendants(process.pid, WORKER)
    assert workers
    for pid in workers:
        os.kill(pid, signal.SIGINT)
    out, _ = stopped(process)
    assert json.loads(out)["exhausted"] is False
    assert not any(map(alive, workers))


@pytest.mark.parametrize("look", ["kept", "second_look"])
def test_ctrl_c_in_a_look_at_what_was_found_does_not_lose_it(threads, monkeypatch, look):
    """It was gone where the ledger was a temporary one."""
    monkeypatch.setattr(_sweep, look, lambda *_: press())
    found = cm.sweep(FEW, engine="backtrack", executor=threads)
    assert (found.total, found.exhausted, found.interrupted) == (124, False, True)
    assert run("sweep", "zip-parity", "--engine", "backtrack", code=3)[0].startswith("no solution found; there may be")


@dataclass(frozen=True)
class Spelt(Lamps):
    """As many of them at most are on as a word has letters."""

    kind = "spelt_lamps"
    word: InitVar[str] = ""
    upto: int = field(init=False)

    def __post_init__(self, word):
        object.__setattr__(self, "upto", len(word))


def test_a_puzzle_that_cannot_be_made_again_of_its_fields_is_swept_as_it_is(threads):
    """That without a word, of which none is on, was swept in its place."""
    assert cm.sweep(Spelt("on"), executor=threads).total == cm.count(Spelt("on")).total == 7


class Remembering(cm.Zip):
    """It caches what no other process can be sent."""

    kind = "remembering_zip"
    first = cached_property(lambda _: lambda: 0)


def test_what_a_puzzle_has_cached_is_not_sent():
    """A sweep by processes, and a race, were refused where something had been asked of the puzzle, if by the sweep."""
    puzzle = Remembering(2, 2)
    assert puzzle.first() == 0
    back = pickle.loads(pickle.dumps(puzzle))
    assert (back, "first" in vars(back), "first" in vars(puzzle)) == (puzzle, False, True)


@needs_signals
def test_ctrl_c_waits_for_what_must_not_be_interrupted():
    reached, before, inside = [], signal.getsignal(signal.SIGINT), threading.Event()

    def press():
        """A signal that came to a thread has come to the main one, too, when that thread is over."""
        inside.wait()
        signal.raise_signal(signal.SIGINT)

    def interrupted(elsewhere):
        with uninterrupted():
            inside.set()
            elsewhere.join()
            reached.append("the end")

    elsewhere = threading.Thread(target=press)  # Begun here, so that the mask of signals in there is not its own.
    elsewhere.start()
    with pytest.raises(KeyboardInterrupt):
        interrupted(elsewhere)
    assert reached == ["the end"]
    assert signal.getsignal(signal.SIGINT) == before


def test_two_sweeps_cannot_share_a_ledger(threads, tmp_path):
    ledger = tmp_path / "ledger"
    process = sweeping(tmp_path)
    told = fails("sweep", tmp_path / "endless.json", "--ledger", ledger, "--workers", 1)
    assert told == f"cpmodels: the ledger {ledger} is in use by another sweep\n"
    process.kill()
    process.communicate()
    assert not cm.sweep(ENDLESS, ledger=ledger, executor=threads, time_limit=0.3).exhausted
