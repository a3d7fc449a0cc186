"""A clock that a test moves, so that a time limit comes when the test says so, on any machine.

    def test_a_limit(clock) -> None:
        found = cm.solutions(puzzle, time_limit=100)
        next(found)
        clock.move(100)  # Now the time is up.

It stands still otherwise, unless `step` says how far it goes on whenever a search looks at it.  With a step of 1 every
report of progress comes that can come.
"""

from contextlib import contextmanager

import pytest

from cpmodels.base._checkpoints import LeftBehind, Stop, ending


class Hands:
    """The hands of the clock."""

    def __init__(self, step=0.0):
        self.now, self.step = 0.0, step

    def monotonic(self):
        self.now += self.step
        return self.now

    def move(self, seconds):
        """Let time go by."""
        self.now += seconds


@pytest.fixture
def clock(monkeypatch):
    """The clock of all searches of a test."""
    hands = Hands()
    monkeypatch.setattr("cpmodels.base._clock.time", hands)
    return hands


@contextmanager
def left_behind():
    """Nobody waits any more for what is done here, as when its time is up: it ends at its first checkpoint."""
    stop = Stop()
    stop.set()
    with ending(stop), pytest.raises(LeftBehind):
        yield
