"""Sweeps wherever their parts are searched: threads share nothing that a task changes, and nobody waits for a lock."""

import signal
import sys
import threading
import types
from concurrent.futures import ThreadPoolExecutor

import pytest

import cpmodels as cm
from cpmodels.search import _sweep, _tasks
from cpmodels.search import cluster as connected
from cpmodels.search._executors import check_sendable

SLICES = (0.001, 0.05)
"""Seconds; in the shorter ones nearly everything is split."""

PUZZLES = {
    "backtrack": [("squares-packed", (652, 82)), (cm.Zip(3, 4), (124, 19))],
    "cp-sat": [(cm.Zip(3, 4), (124, 19))],
}
"""With their numbers of solutions, in all and up to symmetry."""


def check(engine, **options):
    for puzzle, counts in PUZZLES[engine]:
        given = {"engine": engine} if engine == "backtrack" else {}
        found = cm.sweep(puzzle, **given, **options)
        assert (found.total, found.orbits, found.exhausted) == (*counts, True)
        solutions = list(found)
        assert len(set(solutions)) == len(solutions) == found.orbits


@pytest.mark.parametrize("slice_seconds", SLICES)
@pytest.mark.parametrize("number", [1, 2, 4, 8])
@pytest.mark.parametrize("engine", PUZZLES)
def test_threads(engine, number, slice_seconds):
    with ThreadPoolExecutor(number) as executor:
        check(engine, executor=executor, workers=number, slice_seconds=slice_seconds)


@pytest.mark.slow
@pytest.mark.parametrize(("engine", "slice_seconds"), list(zip(PUZZLES, SLICES, strict=True)))
def test_processes(engine, slice_seconds):
    check(engine, workers=2, slice_seconds=slice_seconds)


@pytest.mark.slow
def test_dask_workers_with_threads():
    distributed = pytest.importorskip("distributed", reason="Dask distributed is not installed: the extra `cluster`")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=4, dashboard_address="127.0.0.1:0") as local,
        connected(local.scheduler_address) as (executor, threads),
    ):
        assert threads == 8
        for engine in PUZZLES:
            for slice_seconds in SLICES:
                check(engine, executor=executor, workers=threads, slice_seconds=slice_seconds)


def test_two_sweeps_at_once_keep_their_searchers(monkeypatch):
    made = []
    begin = _tasks.Searcher.__init__
    monkeypatch.setattr(
        _tasks.Searcher, "__init__", lambda searcher, job: (made.append(job.sweep), begin(searcher, job))
    )
    with ThreadPoolExecutor(4) as executor, ThreadPoolExecutor(2) as callers:
        sweeps = [
            callers.submit(
                cm.sweep, puzzle, engine="backtrack", executor=executor, workers=2, slice_seconds=0.001, keep=False
            )
            for puzzle in ("squares-packed", cm.Zip(4, 4))
        ]
        assert [sweep.result().total for sweep in sweeps] == [652, 552]
    assert len(made) <= 2 * 4  # One for each thread and sweep, however many tasks there were.


def test_ctrl_c_while_a_sweep_tidies_up_loses_nothing(monkeypatch):
    stop_here = _sweep.stop_here
    monkeypatch.setattr(_sweep, "stop_here", lambda job: (signal.raise_signal(signal.SIGINT), stop_here(job)))
    with ThreadPoolExecutor(1) as executor:
        found = cm.sweep(cm.Zip(3, 3), executor=executor, workers=1)
    assert (found.total, found.exhausted, found.interrupted) == (40, True, True)


def test_a_sweep_ends_while_a_thread_still_builds_its_model():
    released, began, outcome = threading.Event(), threading.Event(), []

    def build():
        if threading.current_thread().name.startswith("executing"):
            began.set()
            outcome.append(released.wait(60))
        return cm.build(cm.Zip(3, 3))

    def interrupt(_):
        if began.is_set():
            raise KeyboardInterrupt

    with ThreadPoolExecutor(1, "executing") as executor:
        found = cm.sweep(build, executor=executor, workers=1, progress=interrupt)
        released.set()
    assert (found.interrupted, found.exhausted) == (True, False)
    assert outcome == [True]  # The sweep did not wait until the thread gave up.


def test_what_is_sent_may_have_a_name_beyond_ascii(monkeypatch):
    module = types.ModuleType("dice")
    module.würfel = type("würfel", (), {"__module__": "dice"})
    monkeypatch.setitem(sys.modules, "dice", module)
    check_sendable(module.würfel)
