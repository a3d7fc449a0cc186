"""The rows of the benchmarks: one JSON line a run, appended as it ends, so that a stopped benchmark goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

from cpmodels.racing import Task
from cpmodels.racing._results import Outcome

T = TypeVar("T")


class Row(Outcome, frozen=True, kw_only=True):
    """One run of a solver on an instance.

    family, size, seed: the instance; `label` names it for people ("10", "5 x 5 x 5", "insects").
    size: a number that grows with the instance; the instance's place in its list where a family is a set.
    cap: the time limit of the run, in seconds.
    """

    family: str
    size: float
    label: str
    seed: int
    solver: str
    task: Task
    cap: float
    versions: dict[str, str] = msgspec.field(default_factory=dict)
    machine: str = ""

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
