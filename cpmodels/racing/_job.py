"""What one run is asked to do, and how long its parts may take."""

from __future__ import annotations

from dataclasses import dataclass

from cpmodels.racing._solvers import MODULES, Question

STARTING = 120.0
"""Seconds that a solver may take to import and warm up."""

GRACE = 1.0
"""Seconds beyond the time limit after which a run is ended from outside."""

CHECKING = 120.0
"""Seconds that it may take to check the answers."""


COUNTER_BYTES = 8
"""The size of the file in which a run counts its answers."""


@dataclass(frozen=True)
class Job:
    """A question for a solver.

    memory: the most address space that the process may have, in MiB.
    modules: the modules that register solvers.
    """

    solver: str
    question: Question
    memory: int
    modules: tuple[str, ...] = MODULES

    @property
    def longest(self) -> float:
        """Seconds after which nothing of the job can still be under way."""
        return STARTING + self.question.seconds + GRACE + CHECKING
