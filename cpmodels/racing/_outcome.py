"""What comes of one run of a solver."""

from __future__ import annotations

import msgspec

ANSWERED = ("solved", "none")
"""The statuses of a run that answered its question."""

ABSENT = ("unsupported", "missing")
"""The statuses of runs that never were."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What comes of one run of a solver.

    status: ``solved`` (a solution, or with task all: all of them, with task unique: one or more for certain),
        ``none`` (proved to have no solution), ``time`` or ``memory`` (stopped at the limit), ``gave up`` (ended without
        a solution or a proof), ``wrong`` (a solution breaks the rules), ``crash``, ``unsupported``, ``missing`` (not
        installed).
    answers: how many different solutions were found; those of a run that was stopped are not checked.
    unique: with task unique, whether there is exactly one, when that is known.
    warm_up_seconds: wall time of the process before the clock started: imports, compilation.
    build_seconds, solve_seconds: wall time to build the model, and to search until the task was done or the run ended.
    cpu_seconds: processor time of the process from when it was ready, the checking of solutions included.
    effort: nodes or conflicts, where the solver tells.
    strategy: what found the first solution, where the solver tells: the complete search, or the name of a strategy.
    memory: most memory of the process, in MiB, without other processes that it started.
    message: what went wrong, in a sentence.
    """

    status: str
    answers: int = 0
    unique: bool | None = None
    warm_up_seconds: float | None = None
    build_seconds: float | None = None
    solve_seconds: float | None = None
    cpu_seconds: float | None = None
    effort: int | None = None
    strategy: str | None = None
    memory: float | None = None
    message: str | None = None
    started: str = ""

    @property
    def answered(self) -> bool:
        """Whether the question was answered."""
        return self.status in ANSWERED

    @property
    def seconds(self) -> float | None:
        """Seconds to build and solve, when the question was answered."""
        if not self.answered or self.build_seconds is None or self.solve_seconds is None:
            return None
        return self.build_seconds + self.solve_seconds

    def said(self, task: str) -> str:
        """What an answered run says of its puzzle that another could contradict."""
        if self.status == "none":
            return "no solution"
        if task == "all":
            return f"{self.answers:,} solutions"
        if task == "unique":
            return "one solution" if self.unique else "several solutions"
        return "a solution"
