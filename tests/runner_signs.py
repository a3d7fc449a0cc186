"""A pair of pieces for the tests of the benchmark runner, and signs that processes leave for each other."""

import fcntl
import os
import queue
import time
from contextlib import suppress
from pathlib import Path

from cpmodels.base._checkpoints import TimedQueue
from cpmodels.puzzles import Board, EdgeMatching

PAIR = EdgeMatching(1, 2, [(1, 2, 3, 4), (5, 7, 6, 2)], rotations=False)
RIGHT, WRONG = Board([[(0, 0), (1, 0)]]), Board([[(1, 0), (0, 0)]])

TWINS = EdgeMatching(1, 2, [(1, 2, 1, 2), (1, 2, 1, 2)], rotations=False)
"""Two equal pieces, so that there are two answers, which look the same."""

SIGNS = "RUNNER_TEST_SIGNS"
"""The environment variable that names a folder in which solvers leave signs, and look for them."""


def hold(name):
    """Hold a file in the folder of signs for as long as this process, or one that it starts from now on, lives."""
    file = os.open(Path(os.environ[SIGNS]) / name, os.O_CREAT | os.O_RDWR)
    fcntl.flock(file, fcntl.LOCK_EX)
    os.set_inheritable(file, True)
    Path(os.environ[SIGNS], f"{name} is held").touch()


def patient(sign):
    """What stands for the queue of the runner: the time is up when a solver has left a sign, not before."""

    class Patient(TimedQueue):
        is_ready = False

        def get(self, timeout):  # noqa: ARG002
            while True:
                with suppress(queue.Empty):
                    told = super().get(timeout=0.02)
                    self.is_ready = True
                    return told
                if self.is_ready and sign.exists():
                    sign.unlink()
                    raise queue.Empty

    return Patient


def is_held(file):
    """Whether a process still lives that holds a file; it may take a moment to die."""
    ends = time.monotonic() + 60
    with file.open("r+") as stream:
        while time.monotonic() < ends:
            try:
                fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                time.sleep(0.02)
            else:
                return False
    return True
