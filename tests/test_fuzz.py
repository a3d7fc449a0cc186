"""A short run of every fuzz target, and the runner: what fails, hangs or dies is told, with the way to see it again."""

import re
import shutil
import signal
import subprocess
import sys
from random import Random

import pytest
from click.testing import CliRunner

pytest.importorskip("resource", reason="Windows has no limits to what a process may use")

import fuzz

TRIALS = {"inputs": 200, "differential": 5, "models": 60}
"""Trials of each target of a group; damaged ledgers have theirs in test_ledger."""

SLOW = {"screenshots": 5, "frogs": 5}


@pytest.mark.parametrize(
    ("name", "trials"),
    [(name, SLOW.get(name, TRIALS[group])) for group in TRIALS for name in fuzz.trials_of(group)],
)
def test_a_short_run_finds_nothing(name, trials):
    trial = fuzz.targets()[name]
    assert [said for number in range(trials) if (said := fuzz.failure(trial, name, 0, number))] == []


def test_a_trial_is_determined_by_its_target_seed_and_number():
    drawn = [
        fuzz.failure(lambda random: str(random.random()), *turn) for turn in [("a", 0, 1), ("a", 0, 1), ("a", 1, 1)]
    ]
    assert drawn[0] == drawn[1] != drawn[2]


def test_exceptions_and_hanging_trials_are_failures(monkeypatch):
    def hang(_):
        while True:
            pass

    monkeypatch.setattr(fuzz, "MOST_SECONDS", 0.05)
    assert fuzz.failure(hang, "hang", 0, 0).endswith("HangingError: more than 0.05 seconds of CPU")
    assert "KeyError: 'x'" in fuzz.failure(lambda _: {}["x"], "error", 0, 0)
    assert fuzz.failure(lambda _: None, "fine", 0, 0) is None


def test_each_process_has_its_share():
    shares = [fuzz.Share(("a", "b"), 0, first, 2, 3) for first in (0, 1)]
    turns = [[share.turn(begun) for begun in range(6)] for share in shares]
    assert turns[0] == [("a", 0), ("b", 0), ("a", 2), ("b", 2), None, None]
    assert turns[1] == [("a", 1), ("b", 1), None, None, None, None]


TARGETS = """
import os, signal, time

def dies(random):
    if random.random() < 0.5:
        os.kill(os.getpid(), signal.SIGKILL)

TRIALS = {"dies": dies, "fails": lambda random: "not well: 7", "waits": lambda random: time.sleep(0.02)}
"""


@pytest.fixture
def runner(tmp_path):
    """Starts the runner with targets of its own."""
    (tmp_path / "fuzz_inputs.py").write_text(TARGETS)
    shutil.copy(fuzz.__file__, tmp_path / "fuzz.py")

    def start(*arguments):
        command = [sys.executable, "fuzz.py", *arguments]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        started.append(subprocess.Popen(command, cwd=tmp_path, text=True, **pipes))
        return started[-1]

    started = []
    yield start
    for process in started:
        with process:
            process.kill()


def test_failures_and_deaths_are_told_and_the_rest_goes_on(runner):
    process = runner("dies", "fails", "--inputs", "8", "--processes", "2")
    out, _ = process.communicate()
    died = sum(Random(f"dies 0 {number}").random() < 0.5 for number in range(8))
    assert 0 < died <= fuzz.MOST_TOLD
    assert out.count("the process died of SIGKILL\nagain: python tests/fuzz.py dies --seed 0 --only ") == died
    assert out.count(": not well: 7\nagain: python tests/fuzz.py fails --seed 0 --only ") == fuzz.MOST_TOLD
    assert [line.split() for line in out.splitlines()[-2:]] == [
        ["dies", "8", "trials", str(died), "failed"],
        ["fails", "8", "trials", "8", "failed"],
    ]
    assert process.returncode == 1


def test_ctrl_c_gives_the_figures(runner):
    process = runner("fails", "waits", "--processes", "1", "--seed", "3")
    assert process.stdout.readline() == "fails, trial 0: not well: 7\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert re.search(r"^fails +[0-9]+ trials +[0-9]+ failed$", out, re.MULTILINE)
    assert (process.returncode, err) == (1, "")


def test_a_run_that_finds_nothing_ends_when_its_time_is_up(runner):
    process = runner("waits", "--seconds", "0.1", "--processes", "1")
    out, _ = process.communicate()
    assert re.fullmatch(r"waits +[1-9][0-9]* trials +0 failed\n", out)
    assert process.returncode == 0


def test_one_trial_again_and_targets_that_there_are_not(monkeypatch):
    monkeypatch.setattr(fuzz, "targets", lambda: {"fails": lambda random: f"not well: {random.random()}"})
    told = CliRunner().invoke(fuzz.command, ["fails", "--only", "5", "--seed", "2"])
    assert (told.exit_code, told.output) == (1, f"fails: not well: {Random('fails 2 5').random()}\n")
    told = CliRunner().invoke(fuzz.command, ["fals"])
    assert told.exit_code == 2
    assert "there is no target 'fals': inputs, differential, ledgers, fails" in told.output
