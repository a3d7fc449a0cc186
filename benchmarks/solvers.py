"""What takes part in the benchmarks: solvers by name, each of which turns a puzzle into a search."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal, Protocol

from cpmodels.puzzles import Puzzle, Solution

Task = Literal["first", "all", "unique"]
"""What is asked: any answer, all answers, or whether there is exactly one."""

TASKS: tuple[Task, ...] = ("first", "all", "unique")

MODULES = ("benchmarks.naive.solvers", "benchmarks.peers.solvers", "benchmarks.library", "benchmarks.ablations.solvers")
"""The modules that register solvers; those that import most come last, see `find`."""


class Search(Protocol):
    """A search that is ready to run: iterated, it yields answers as it finds them.

    exhausted: after the end, whether the search has proved that there are no more answers.
    effort: how many nodes (placements tried), or conflicts, the search took so far; None when it does not tell.
    """

    @property
    def exhausted(self) -> bool: ...

    @property
    def effort(self) -> int | None: ...

    def __iter__(self) -> Iterator[Solution]: ...


@dataclass(frozen=True)
class Question:
    """A puzzle and what is asked of it.

    seed: for solvers that make random choices.
    seconds: the time limit, for solvers that take one; the process is ended soon after it in any case.
    """

    puzzle: Puzzle[Any]
    task: Task
    seed: int = 0
    seconds: float = 60.0


class UnsupportedError(Exception):
    """A solver has no form for a puzzle, or no way to answer a task."""


class UnknownSolverError(Exception):
    """There is no solver of a name."""


@dataclass(frozen=True)
class Solver:
    """A solver by name.

    group: ``"library"``, ``"naive"``, ``"peer"`` or ``"ablation"``.
    build: makes the search; its time is the building time.  Raises UnsupportedError for what it cannot do,
        ModuleNotFoundError when it is not installed.
    kinds: the kinds of puzzle it takes; empty where it takes any kind that it can read, yours too.
    tasks: the tasks that it can answer.
    module: the module that must be installed, if any.
    warm_up: called before the clock starts, for what is paid once a process: imports, compilation.
    """

    name: str
    group: str
    build: Callable[[Question], Search]
    kinds: tuple[str, ...] = ()
    tasks: tuple[Task, ...] = TASKS
    module: str | None = None
    warm_up: Callable[[], object] = lambda: None

    def takes(self, kind: str) -> bool:
        """Whether it takes puzzles of a kind."""
        return not self.kinds or kind in self.kinds

    def __call__(self, question: Question) -> Search:
        """The search for a question.  Raises UnsupportedError, ModuleNotFoundError."""
        if not self.takes(question.puzzle.kind) or question.task not in self.tasks:
            raise UnsupportedError(
                f"{self.name} does not take {question.puzzle.kind} puzzles with task {question.task}"
            )
        return self.build(question)


SOLVERS: dict[str, Solver] = {}
"""All solvers by name, as far as their modules are imported."""


def register(solver: Solver) -> Solver:
    """Make a solver known by its name."""
    SOLVERS[solver.name] = solver
    return solver


def load(modules: Iterable[str] = MODULES) -> dict[str, Solver]:
    """All solvers by name.  Raises ModuleNotFoundError for a module that is not there."""
    for module in modules:
        import_module(module)
    return SOLVERS


def find(name: str, modules: Iterable[str] = MODULES) -> Solver:
    """A solver by name, with no more modules imported than it takes, so that it does not pay for the others.

    Raises UnknownSolverError.
    """
    for module in modules:
        import_module(module)
        if name in SOLVERS:
            return SOLVERS[name]
    raise UnknownSolverError(f"there is no solver {name!r}")
