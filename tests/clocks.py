"""A clock that a test moves, so that a time limit comes when the test says so, on any machine.

    def test_a_limit(clock) -> None:
        found = cm.solutions(puzzle, time_limit=100)
        next(found)
        clock.move(100)  # Now the time is up.

It stands still otherwise, unless `step` says how far it goes on whenever a search looks at it.  With a step of 1 every
report of progress comes that can come.
"""

from functools import partial

import pytest


class Hands:
    """The hands of the clock, and the alarms that are set by it."""

    def __init__(self, step=0.0):
        self.now, self.step, self.alarms = 0.0, step, set()

    def monotonic(self):
        self.now += self.step
        return self.now

    def move(self, seconds):
        """So many seconds go by; alarms ring in this thread."""
        self.now += seconds
        for alarm in [alarm for alarm in self.alarms if alarm.rings <= self.now]:
            alarm.cancel()
            alarm.function()


class Alarm:
    """What stands for a `threading.Timer`."""

    daemon = False

    def __init__(self, hands, seconds, function):
        self.hands, self.rings, self.function = hands, hands.now + seconds, function

    def start(self):
        self.hands.alarms.add(self)

    def cancel(self):
        self.hands.alarms.discard(self)


@pytest.fixture
def clock(monkeypatch):
    """The clock of all searches of a test."""
    hands = Hands()
    monkeypatch.setattr("cpmodels.search._runs.time", hands)
    monkeypatch.setattr("cpmodels.search._runs.threading.Timer", partial(Alarm, hands))
    return hands
