"""Runs of solvers in processes of their own: what the runner makes of each way in which one can end."""

import re
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from cpmodels.puzzles import EdgeMatching
from cpmodels.racing import Question
from cpmodels.racing import _runner as runner
from cpmodels.racing._solvers import Job

pytest.importorskip("fcntl", reason="the runner of the benchmarks needs a Unix system")
from runner_signs import PAIR, RIGHT, SIGNS, TWINS, WRONG, is_held, patient

pytestmark = pytest.mark.slow

MODULES = ("runner_solvers",)


@pytest.fixture
def signs(tmp_path, monkeypatch):
    """The folder in which solvers leave signs."""
    folder = tmp_path / "signs"
    folder.mkdir()
    monkeypatch.setenv(SIGNS, str(folder))
    return folder


def run(name, *, puzzle=PAIR, task="first", seconds=600.0, memory=4096):
    """What comes of one run."""
    return runner.run(Job(name, Question(puzzle, task, 0, seconds), memory, MODULES))


def test_the_pair_has_one_answer():
    assert PAIR.check(RIGHT) == []
    assert PAIR.check(WRONG)


def test_a_right_answer():
    found = run("right")
    assert (found["status"], found["answers"], found["message"], found["effort"]) == ("solved", 1, None, 7)
    assert all(found[name] is not None for name in ("build_seconds", "solve_seconds", "cpu_seconds", "started"))
    assert found["memory"] > 1
    assert found["unique"] is None


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the memory of a process without its parent's")
def test_memory_is_that_of_the_process_and_not_of_its_parent():
    ballast = b"x" * 2**28
    assert run("right")["memory"] < 2**8
    assert len(ballast) == 2**28


def test_a_wrong_answer_is_told_by_the_rule_that_it_breaks():
    found = run("wrong")
    assert found["status"] == "wrong"
    assert found["message"] == PAIR.check(WRONG)[0]


EITHER = EdgeMatching(1, 2, [(1, 2, 3, 2), (5, 2, 6, 2)], rotations=False)


@pytest.mark.parametrize(
    ("name", "puzzle", "task", "expected"),
    [
        ("proves-none", PAIR, "first", ("none", 0, None)),
        ("proves-none", PAIR, "unique", ("none", 0, False)),
        ("gives-up", PAIR, "first", ("gave up", 0, None)),
        ("gives-up", PAIR, "unique", ("gave up", 0, None)),
        ("both-twins", TWINS, "all", ("solved", 1, None)),  # Answers that look the same are one.
        ("both-twins", TWINS, "unique", ("solved", 1, True)),
        ("both-twins", EITHER, "unique", ("solved", 2, False)),
    ],
)
def test_no_answer_one_and_two(name, puzzle, task, expected):
    found = run(name, puzzle=puzzle, task=task)
    assert (found["status"], found["answers"], found["unique"]) == expected


def test_a_run_that_never_ends_is_ended_with_all_that_it_started(signs, monkeypatch):
    monkeypatch.setattr(runner, "TimedQueue", patient(signs / "sleeping"))
    found = run("sleeps")
    assert (found["status"], found["answers"]) == ("time", 0)
    assert found["memory"] > 1
    assert not is_held(signs / "sleeper")


@pytest.mark.usefixtures("signs")
def test_a_run_ends_soon_after_its_limit(monkeypatch):
    monkeypatch.setattr(runner, "GRACE", 0.2)
    assert run("sleeps", seconds=0.1)["status"] == "time"


def test_a_process_that_never_reads_its_job_is_ended(monkeypatch):
    """Even where that is longer than a pipe."""
    monkeypatch.setattr(runner, "MAIN", "import time; time.sleep(600)")
    monkeypatch.setattr(runner, "STARTING", 0.1)
    assert "not ready to start" in run("sleeps", puzzle=replace(PAIR, name="long" * 2**20))["message"]


def test_an_answer_that_comes_late_is_none(monkeypatch):
    monkeypatch.setattr(runner, "GRACE", 600.0)
    found = run("is-late", seconds=0.1)
    assert found["status"] == "time"
    assert re.fullmatch(r"answered after \d+\.\d s", found["message"])


def test_a_run_that_gives_up_when_its_time_is_up_came_to_the_limit():
    assert runner.too_late({"status": "gave up", "build_seconds": 0.1, "solve_seconds": 0.9}, 1.0) == {"status": "time"}
    assert runner.too_late({"status": "gave up", "build_seconds": 0.1, "solve_seconds": 0.1}, 1.0) == {}
    assert runner.too_late({"status": "wrong", "build_seconds": 0.1, "solve_seconds": 9.9}, 1.0) == {}


@pytest.mark.usefixtures("signs")
def test_ctrl_c_while_a_process_begins_leaves_none_behind(monkeypatch):
    begun, popen = [], subprocess.Popen

    def interrupted(*given, **more):
        begun.append(popen(*given, **more))
        signal.raise_signal(signal.SIGINT)
        return begun[-1]

    monkeypatch.setattr(subprocess, "Popen", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run("sleeps")
    assert begun[0].wait(timeout=60) == -signal.SIGKILL


def test_answers_before_the_limit_are_counted(signs, monkeypatch):
    monkeypatch.setattr(runner, "TimedQueue", patient(signs / "two are there"))
    found = run("hangs-after-some", task="all")
    assert (found["status"], found["answers"]) == ("time", 2)


def test_memory_has_a_limit():
    found = run("eats-memory", memory=512)
    assert found["status"] == "memory"
    assert found["memory"] < 512


@pytest.mark.parametrize(
    ("name", "status", "message"),
    [
        ("raises", "crash", "RuntimeError: no luck today"),
        ("aborts", "crash", "the process was ended by SIGABRT: a library says why"),
        ("is-killed", "memory", "the system killed the process, as it does when memory runs out"),
        ("cannot", "unsupported", "it cannot do pairs"),
        ("needs-more", "missing", "no_such_package is not installed"),
        (
            "who",
            "missing",
            "there is no solver 'who' that other processes know: register it in a file, which `cpmodels.load` takes in",
        ),
    ],
)
def test_other_ends_are_told_in_a_sentence(name, status, message):
    found = run(name)
    assert (found["status"], found["message"]) == (status, message)


def test_a_process_that_leaves_a_child_behind_has_ended(signs):
    found = run("leaves-a-child-and-exits")
    assert (found["status"], found["message"]) == ("crash", "the process ended with exit status 7")
    assert not is_held(signs / "left")


def test_what_a_solver_prints_disturbs_nothing():
    assert run("prints")["status"] == "solved"


def test_what_is_no_text_in_the_path_of_python_is_passed_over(monkeypatch):
    monkeypatch.setattr(sys, "path", [Path("elsewhere"), *sys.path])
    assert run("right")["status"] == "solved"


def test_a_run_outlives_its_parent_for_a_while_only_and_leaves_no_core():
    job = Job("tells-its-limits", Question(PAIR, "first", 0, 20.0), 4096, MODULES)
    _, timer, *core = runner.run(job)["message"].split()
    assert 0 < int(timer) <= job.longest
    assert core == ["(0,", "0)"]


@pytest.mark.parametrize("sign", ["terminate called after throwing 'std::bad_alloc'", "MemoryError"])
def test_a_crash_for_want_of_memory_came_to_the_limit(sign):
    assert runner.how_it_died(-6, f"some\n{sign}") == {"status": "memory"}
