"""Which runs a benchmark makes, and in which order: all solvers on one instance, then the next instance.

So a busy machine is slow for all solvers alike.  The order of the solvers changes from instance to instance.
"""

from __future__ import annotations

import importlib.metadata
import platform
import random
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.child import Job
from benchmarks.family import Family, Instance
from benchmarks.rows import Row, append_row, read_rows
from benchmarks.runner import run
from benchmarks.solvers import Question, Solver
from cpmodels.puzzles import Puzzle

PACKAGES = ("cpmodels", "ortools", "xcover", "cpmpy", "python-constraint2", "multi-puzzle-solver")


@dataclass(frozen=True)
class Plan:
    """The runs of a benchmark.

    instances: with their families, in order; those of a family by rising size.
    solvers: for each family the names of those that take part.
    seconds, memory: the limits of each run; MiB.
    """

    instances: Sequence[tuple[Family, Instance]]
    solvers: dict[str, Sequence[str]]
    seconds: float
    memory: int

    def __len__(self) -> int:
        return sum(len(self.solvers[family.name]) for family, _ in self.instances)

    def __iter__(self) -> Iterator[tuple[Family, Instance, str]]:
        """The runs in order."""
        for family, instance in self.instances:
            names = list(self.solvers[family.name])
            random.Random(f"{instance.family} {instance.label} {instance.seed}").shuffle(names)
            for name in names:
                yield family, instance, name


@dataclass
class Progress:
    """Where a benchmark is: runs that are done (or skipped) of all, and the run that begins."""

    done: int
    of: int
    instance: Instance
    solver: str


@dataclass
class Beaten:
    """Solvers that answered nothing at some size of a family: they are not asked at greater ones."""

    tried: dict[tuple[str, str, float], list[bool]] = field(default_factory=lambda: defaultdict(list))

    def add(self, row: Row) -> None:
        """Learn from a run."""
        self.tried[row.family, row.solver, row.size].append(row.status in ("time", "memory"))

    def is_beaten(self, family: Family, solver: str, size: float) -> bool:
        """Whether all runs of a solver at a smaller size of a family, unless it is a sample, were stopped at a limit."""
        return family.most_seeds is None and any(
            all(stopped)
            for (name, who, tried), stopped in self.tried.items()
            if (name, who) == (family.name, solver) and tried < size
        )


def execute(plan: Plan, file: Path, show: Callable[[Progress], None]) -> Iterator[Row]:
    """Make the runs that are not yet in a file of rows; each new row is written at once, then yielded.

    A solver that answered nothing at one size of a family that grows is left out at greater sizes.
    """
    beaten = Beaten()
    known = set()
    for row in read_rows(file):
        known.add(row.key)
        beaten.add(row)
    for done, (family, instance, name) in enumerate(plan):
        blank = Row(
            family=family.name,
            size=instance.size,
            label=instance.label,
            seed=instance.seed,
            solver=name,
            task=family.task,
            status="",
            cap=plan.seconds,
        )
        if blank.key in known or beaten.is_beaten(family, name, instance.size):
            continue
        show(Progress(done, len(plan), instance, name))
        row = made(blank, Job(name, Question(instance.puzzle, family.task, instance.seed, plan.seconds), plan.memory))
        append_row(file, row)
        beaten.add(row)
        yield row


def made(blank: Row, job: Job) -> Row:
    """The row of a run."""
    fields = {name: getattr(blank, name) for name in blank.__struct_fields__}
    outcome = {name: value for name, value in run(job).items() if value is not None}
    return Row(**{**fields, **outcome, "versions": versions(), "machine": machine()})


@cache
def versions() -> dict[str, str]:
    """The versions of Python and of the packages that are installed."""
    found = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


@cache
def machine() -> str:
    """The machine in words: processor, cores, memory, system."""
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        models = [
            line.split(":", 1)[1].strip() for line in info.read_text().splitlines() if line.startswith("model name")
        ]
        cpu = f"{models[0]}, {len(models)} cores" if models else cpu
    return f"{cpu}, {platform.system()}"


def chosen(family: Family, puzzle: Puzzle[Any], names: Collection[str], known: Mapping[str, Solver]) -> list[str]:
    """The solvers that take part in a family: its own or, if any are named by name or group, those that can."""
    if not names:
        return list(family.solvers)
    able = (s for s in known.values() if puzzle.kind in s.kinds and family.task in s.tasks)
    return [solver.name for solver in able if solver.name in names or solver.group in names]
