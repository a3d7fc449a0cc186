"""A program that sweeps a puzzle, and is killed as soon as more than this many solutions are in its ledger.

    python tests/killed_sweep.py PUZZLE LEDGER SOLUTIONS

They cannot be all of them on any machine, as each part of the sweep has only a few.
"""

import os
import signal
import subprocess
import sys

from clocks import Hands

import cpmodels as cm
from cpmodels.base import _clock
from cpmodels.search import _sweep, _tasks

_tasks.MOST_SOLUTIONS = 40  # Up to symmetry; here and in the worker process, which imports this program.


def killed(puzzle, ledger, solutions):
    """Let the program run, and see it killed, and all that it has begun ended: they share its standard output."""
    command = [sys.executable, __file__, str(puzzle), str(ledger), str(solutions)]
    assert subprocess.run(command, stdout=subprocess.PIPE, check=False).returncode == -signal.SIGKILL


def main(puzzle, ledger, solutions):
    def kill(progress):
        if progress.found > int(solutions):
            os.kill(os.getpid(), signal.SIGKILL)

    _sweep.BETWEEN_WRITINGS = -1.0  # So that what is reported is in the ledger,
    _clock.time = Hands(step=1.0)  # and each outcome is reported.
    cm.sweep(puzzle, ledger=ledger, workers=1, progress=kill)


if __name__ == "__main__":
    main(*sys.argv[1:])
