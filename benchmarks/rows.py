"""The rows of the benchmarks: one JSON line a run, appended as it ends, so that a stopped benchmark goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

from benchmarks.solvers import Task

ANSWERED = ("solved", "none")
"""The statuses of a run that answered its question."""

T = TypeVar("T")


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One run of a solver on an instance.

    family, size, seed: the instance; `label` names it for people ("10", "5 x 5 x 5", "insects").
    size: a number that grows with the instance; the instance's place in its list where a family is a set.
    status: ``solved`` (an answer, or with task all: all of them, with task unique: one or more for certain),
        ``none`` (proved to have no answer), ``time`` or ``memory`` (stopped at the limit), ``gave up`` (ended without
        an answer or a proof), ``wrong`` (an answer breaks the rules), ``crash``, ``unsupported``, ``missing`` (not
        installed).
    answers: how many different answers were found; those of a run that was stopped are not checked.
    unique: with task unique, whether there is exactly one, when that is known.
    build_seconds, solve_seconds: wall time to build the model, and to search until the task was done or the run ended.
    cpu_seconds: processor time of the process from when it was ready, the checking of answers included.
    effort: nodes or conflicts, where the solver tells.
    strategy: what found the first answer, where the solver tells: the complete search, or the name of a strategy.
    memory: most memory of the process, in MiB, without other processes that it started.
    cap: the time limit of the run, in seconds.
    message: what went wrong, in a sentence.
    """

    family: str
    size: float
    label: str
    seed: int
    solver: str
    task: Task
    status: str
    answers: int = 0
    unique: bool | None = None
    build_seconds: float | None = None
    solve_seconds: float | None = None
    cpu_seconds: float | None = None
    effort: int | None = None
    strategy: str | None = None
    memory: float | None = None
    cap: float
    message: str | None = None
    versions: dict[str, str] = {}
    machine: str = ""
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

    @property
    def key(self) -> tuple[str, str, int, str, str, float]:
        """What tells this run from all others of a benchmark."""
        return self.family, self.label, self.seed, self.solver, self.task, self.cap


def read_rows(file: Path) -> Iterator[Row]:
    """The runs in a file (see `read_objects`)."""
    return read_objects(file, Row)


def read_objects(file: Path, form: type[T]) -> Iterator[T]:
    """The rows of a file, each of this type, as of any benchmark; a last line that was cut short is left out.

    Raises ValueError, which names the line, for what is no row.
    """
    if not file.exists():
        return
    for number, line in enumerate(file.read_bytes().splitlines(keepends=True), 1):
        if line.endswith(b"\n") and line.strip():
            try:
                yield msgspec.json.decode(line, type=form)
            except msgspec.DecodeError as error:
                raise ValueError(f"{file}, line {number} is no row: {error}") from None


def append_row(file: Path, row: object) -> None:
    """Write a row at the end of a file, in place of a last line that was cut short."""
    with file.open("ab+") as stream:
        stream.seek(0)
        stream.truncate(stream.read().rfind(b"\n") + 1)
        stream.write(msgspec.json.encode(row) + b"\n")
