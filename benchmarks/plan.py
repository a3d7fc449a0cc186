"""Which runs a benchmark makes, and in which order: all solvers on one instance, then the next instance.

So a busy machine is slow for all solvers alike.  The order of the solvers changes from instance to instance.
"""

from __future__ import annotations

import dataclasses
import random
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from msgspec.structs import replace

from benchmarks.family import Family, Instance
from benchmarks.files import takers
from benchmarks.machine import machine, versions
from benchmarks.rows import Row, append_row, read_rows
from benchmarks.solvers import MODULES
from cpmodels.racing import Question, Solver
from cpmodels.racing._runner import run
from cpmodels.racing._solvers import Job

LIMITS = ("time", "memory")
"""The statuses of a run that was stopped at a limit."""

IN_VAIN = 3
"""How many runs at one size that were stopped at a limit tell that the others would be."""


@dataclass(frozen=True)
class Plan:
    """The runs of a benchmark.

    instances: with their families, in order; those of a family by rising size.
    solvers: for each family the names of those that take part.
    seconds, memory: the limits of each run; MiB.
    modules: the modules that register solvers.
    """

    instances: Sequence[tuple[Family, Instance]]
    solvers: Mapping[str, Sequence[str]]
    seconds: float
    memory: int
    modules: tuple[str, ...] = MODULES

    def __len__(self) -> int:
        return sum(len(self.solvers[family.name]) for family, _ in self.instances)

    def __iter__(self) -> Iterator[tuple[Family, Instance, str]]:
        """The runs in order."""
        for family, instance in self.instances:
            names = list(self.solvers[family.name])
            random.Random(f"{instance.family} {instance.label} {instance.seed}").shuffle(names)
            for name in names:
                yield family, instance, name

    def blank(self, family: Family, instance: Instance, solver: str) -> Row:
        """The row of a run before it is made."""
        return Row(
            family=family.name, size=instance.size, label=instance.label, seed=instance.seed, solver=solver,
            task=family.task, status="", cap=self.seconds,
        )  # fmt: skip

    def job(self, family: Family, instance: Instance, solver: str) -> Job:
        """What is asked of a run; the solver gets the seed only where the puzzle is the same for all of them."""
        is_same = instance.seed == 0 or instance.puzzle == dataclasses.replace(instance, seed=0).puzzle
        question = Question(instance.puzzle, family.task, instance.seed if is_same else 0, self.seconds)
        return Job(solver, question, self.memory, self.modules)


@dataclass(frozen=True)
class Known:
    """What the rows that there are tell of runs to come.

    cap: only runs with this time limit tell whether a solver is beaten.
    """

    cap: float
    made: set[tuple[object, ...]] = field(default_factory=set)
    missing: set[tuple[str, str]] = field(default_factory=set)
    stopped: dict[tuple[str, str], dict[float, list[bool]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(list))
    )

    def add(self, row: Row) -> None:
        """Learn from a run."""
        self.made.add(row.key)
        if row.status == "missing":
            self.missing.add((row.family, row.solver))
        if row.cap == self.cap:
            self.stopped[row.family, row.solver][row.size].append(row.status in LIMITS)

    def is_needless(self, run: Row, grows: bool) -> bool:
        """Whether a run of a family (that grows) is made already, or can have no answer."""
        solver = run.family, run.solver
        sizes = self.stopped[solver].items() if grows else ()
        beaten = any(size < run.size and all(stopped) for size, stopped in sizes)
        here = self.stopped[solver].get(run.size, [])
        in_vain = len(here) >= IN_VAIN and all(here)
        return run.key in self.made or solver in self.missing or beaten or in_vain


def execute(plan: Plan, file: Path, show: Callable[[int, Row], object]) -> Iterator[Row]:
    """Make the runs that are not yet in a file of rows; each new row is written at once, then yielded.

    show: called before each run with how many are done or left out, and its row.

    A solver whose every run at one size was stopped at a limit is left out at greater sizes, where the family grows,
    and after three such runs also at that size; one that is not installed has one row a family that says so, and is
    tried again the next time.
    """
    known = Known(plan.seconds)
    for row in read_rows(file):
        if row.status != "missing":
            known.add(row)
    for done, (family, instance, solver) in enumerate(plan):
        blank = plan.blank(family, instance, solver)
        if known.is_needless(blank, family.grows):
            continue
        show(done, blank)
        row = replace(blank, **run(plan.job(family, instance, solver)), versions=versions(), machine=machine())
        append_row(file, row)
        known.add(row)
        yield row


def chosen(
    family: Family, instances: Sequence[Instance], names: Collection[str], known: Mapping[str, Solver]
) -> list[str]:
    """The solvers that take part in a family: its own or, if any are named by name or group, those that can."""
    if not names or not instances:
        return list(family.solvers)
    return takers(instances[0].puzzle.kind, family.task, known, names)
