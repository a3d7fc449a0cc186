"""Solvers for the tests of the benchmark runner, most of which do what they should not."""

import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

from runner_signs import RIGHT, SIGNS, WRONG, hold

from cpmodels.base.errors import UnsupportedError
from cpmodels.racing import Solver, register


class Told:
    """A search that does what a generator does; it has proved that there is no more where that returns True."""

    effort = 7

    def __init__(self, steps):
        self.exhausted = False
        self._steps = steps

    def __iter__(self):
        self.exhausted = bool((yield from self._steps))


def solver(steps):
    """Register a generator that takes a question, by its name."""
    name = steps.__name__.replace("_", "-")
    register(Solver(name, "peculiar", lambda question: Told(steps(question))))


@solver
def right(_):
    yield RIGHT


@solver
def wrong(_):
    yield WRONG


@solver
def proves_none(_):
    yield from ()
    return True


@solver
def gives_up(_):
    yield from ()


@solver
def both_twins(_):
    yield RIGHT
    yield WRONG
    return True


@solver
def sleeps(_):
    hold("sleeper")
    subprocess.Popen(["sleep", "600"], close_fds=False)
    Path(os.environ[SIGNS], "sleeping").touch()
    time.sleep(600)
    yield RIGHT


@solver
def is_late(question):
    time.sleep(question.seconds + 0.05)
    yield RIGHT


@solver
def hangs_after_some(_):
    yield RIGHT
    yield WRONG
    yield WRONG
    Path(os.environ[SIGNS], "two are there").touch()
    time.sleep(600)


@solver
def eats_memory(_):
    eaten = []
    while True:
        eaten.append(b"x" * 2**24)
    yield RIGHT


@solver
def raises(_):
    raise RuntimeError("no luck today")
    yield RIGHT


@solver
def aborts(_):
    print("a library says why", file=sys.stderr, flush=True)
    os.abort()
    yield RIGHT


@solver
def leaves_a_child_and_exits(_):
    hold("left")
    if os.fork() == 0:
        time.sleep(600)
    os._exit(7)
    yield RIGHT


@solver
def is_killed(_):
    os.kill(os.getpid(), signal.SIGKILL)
    yield RIGHT


@solver
def prints(_):
    print("rubbish")
    os.write(1, b'{"status": "crash", "message": "rubbish"}\n{"cut')
    subprocess.run(["echo", "rubbish"], check=True)
    yield RIGHT


@solver
def tells_its_limits(_):
    raise RuntimeError(f"{signal.getitimer(signal.ITIMER_REAL)[0]:.0f} {resource.getrlimit(resource.RLIMIT_CORE)}")
    yield RIGHT


@solver
def cannot(_):
    raise UnsupportedError("it cannot do pairs")
    yield RIGHT


@solver
def needs_more(_):
    import no_such_package  # noqa: F401

    yield RIGHT


@solver
def waits_for_a_sign(question):
    """Prove that there is no answer, at once for seed 0, for others only when the folder holds the file `go`."""
    if question.seed and not Path(os.environ[SIGNS], "go").exists():
        hold("waiter")
        time.sleep(600)
    yield from ()
    return True
