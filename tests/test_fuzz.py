"""A short run of every fuzz target, and the runner: what fails or hangs is said, with the way to see it again."""

from random import Random

import pytest
from click.testing import CliRunner

pytest.importorskip("resource", reason="Windows has no such clock")

import fuzz

TRIALS = {"inputs": 200, "differential": 1, "models": 100}
"""Trials of each target of a group; others are in test_ledger and test_limits, more questions in test_brute_force."""

SLOW = {"screenshots": 5, "frogs": 5}


@pytest.mark.parametrize(
    ("name", "trials"), [(name, SLOW.get(name, TRIALS[group])) for group in TRIALS for name in fuzz.trials_of(group)]
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


def test_failures_are_said_and_the_rest_goes_on_until_ctrl_c(monkeypatch):
    def pressed(random):
        if random.random() == Random("pressed 0 2").random():
            raise KeyboardInterrupt

    known = {"fails": lambda random: f"not well: {random.random()}", "pressed": pressed}
    monkeypatch.setattr(fuzz, "targets", lambda: known)
    again = CliRunner().invoke(fuzz.command, ["fails", "--only", "5", "--seed", "2"])
    assert again.exit_code == 1
    drawn = Random("fails 2 5").random()
    assert f"fails: not well: {drawn}\nagain: python tests/fuzz.py fails --seed 2" in again.output
    some = CliRunner().invoke(fuzz.command, ["fails", "pressed"])
    assert [line.split() for line in some.output.splitlines()[-2:]] == [
        ["fails", "3", "trials", "3", "failed"],
        ["pressed", "2", "trials", "0", "failed"],
    ]
    wrong = CliRunner().invoke(fuzz.command, ["fals"])
    assert wrong.exit_code == 2
    assert "there is no target 'fals': inputs, differential, ledgers, models, commands, fails, pressed" in wrong.output
