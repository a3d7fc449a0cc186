"""What takes part in races: solvers by name, each of which turns a puzzle into a search."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, Protocol

from cpmodels.base.errors import MissingExtraError, ParameterError, UnsupportedError
from cpmodels.base.kinds import entries, load_files
from cpmodels.base.puzzle import Puzzle, Solution

Task = Literal["first", "all", "unique"]
"""What is asked: any solution, all of them, or whether there is exactly one."""

TASKS: tuple[Task, ...] = ("first", "all", "unique")

LOOPS = ("cpmodels.puzzles._solvers", "cpmodels.racing._reference")
"""The modules that register the loops: those for one kind first, then those for any."""

MODULES = (*LOOPS, "cpmodels.racing._engines", "cpmodels.racing._library")
"""The modules that register the solvers of this package; those that import most come last, see `find`."""

GROUP = "cpmodels.solvers"
"""The group of entry points that lead to modules which register more."""


class Search(Protocol):
    """A search that is ready to run: iterated, it yields solutions as it finds them.

    exhausted: after the end, whether the search has proved that there are no more solutions.
    effort: how many nodes (choices tried), or conflicts, the search took so far; None when it does not say.

    A search that counts solutions without naming them yields none, and has their number as its ``total`` in the end.
    One that knows what found its first solution may name that as its ``strategy``, and one that builds its model only
    when it is iterated may give the ``build_seconds``.

    >>> class Nothing:
    ...     exhausted, effort = False, 0
    ...     def __iter__(self):
    ...         return iter(())
    >>> search: Search = Nothing()
    >>> list(search)
    []
    """

    @property
    def exhausted(self) -> bool: ...

    @property
    def effort(self) -> int | None: ...

    def __iter__(self) -> Iterator[Solution]: ...


@dataclass(frozen=True)
class Question:
    """A puzzle and what is asked of it.

    seed: for solvers that make random choices, or can search in another order; 0 is the order that a user gets.
    seconds: the time limit, for solvers that take one; the process is ended soon after it in any case.

    >>> from cpmodels import Zip
    >>> question = Question(Zip(2, 2), "all", seconds=5.0)
    >>> question.task, question.seed
    ('all', 0)
    """

    puzzle: Puzzle[Any]
    task: Task
    seed: int = 0
    seconds: float = 60.0


class UnknownSolverError(ParameterError):
    """There is no solver of a name."""


@dataclass(frozen=True)
class Solver:
    """A solver by name.

    group: what it is: ``"library"``, ``"engine"``, ``"article"``, ``"reference"`` or a word of its own.
    build: makes the search; its time is the building time.  Raises UnsupportedError, or another error of the library,
        for what it cannot do, ModuleNotFoundError when it is not installed.
    kinds: the kinds of puzzle it takes; empty where it takes any kind that it can read, yours too.
    tasks: the tasks that it can answer.
    module, package: the module that must be installed, if any, and what pip installs it by.
    warm_up: called before the clock starts, for what is paid once a process: imports, compilation.
    counts: what its effort counts.

    >>> Solver("guess", "mine", build=iter, kinds=("zip",)).takes("garden")
    False
    """

    name: str
    group: str
    build: Callable[[Question], Search]
    kinds: tuple[str, ...] = ()
    tasks: tuple[Task, ...] = TASKS
    module: str | None = None
    warm_up: Callable[[], object] = lambda: None
    package: str | None = None
    counts: Literal["nodes", "conflicts"] = "nodes"

    def takes(self, kind: str) -> bool:
        """Whether it takes puzzles of a kind."""
        return not self.kinds or kind in self.kinds

    def refuse(self, puzzle: Puzzle[Any], task: Task) -> None:
        """Raise UnsupportedError for a kind of puzzle or a task that it does not take."""
        if not self.takes(puzzle.kind):
            raise UnsupportedError(f"{self.name} takes puzzles of the kind {', '.join(self.kinds)}, not {puzzle.kind}")
        if task not in self.tasks:
            raise UnsupportedError(f"{self.name} cannot do the task {task}, only {', '.join(self.tasks)}")

    def require(self) -> None:
        """Raise MissingExtraError when what it needs is not installed."""
        with suppress(ModuleNotFoundError):  # Not even the package is there that the module is in.
            if self.module is None or find_spec(self.module) is not None:
                return
        install = f": pip install {self.package}" if self.package else ""
        raise MissingExtraError(f"{self.name} needs {self.module}, which is not installed{install}")

    def __call__(self, question: Question) -> Search:
        """The search for a question.  Raises UnsupportedError, ModuleNotFoundError."""
        self.refuse(question.puzzle, question.task)
        return self.build(question)


SOLVERS: dict[str, Solver] = {}
"""All solvers by name, as far as their modules are imported."""

SMALL: dict[str, Callable[[], Puzzle[Any]]] = {}
"""Small puzzles by which solvers warm up: a ``path``, a ``board``, a ``cover`` and a ``loop``, as kinds give them."""


def register(solver: Solver) -> Solver:
    """Make a solver known by its name.

    >>> register(Solver("guess", "mine", build=iter, kinds=("hidoku",))).name
    'guess'
    """
    SOLVERS[solver.name] = solver
    return solver


def installed_modules() -> tuple[tuple[str, ...], dict[str, str]]:
    """The modules that register the solvers of this package, those of others that are installed, and loaded files; and
    why some of others cannot be imported, by their names.
    """
    others, lost = [entry.value for given in entries(GROUP).values() for entry in given], dict[str, str]()
    for module in others:
        try:
            loaded([*MODULES, module])
        except ParameterError as error:
            lost[module] = str(error)
    return (*MODULES, *(module for module in others if module not in lost), *load_files()), lost


def loaded(modules: Iterable[str] = MODULES) -> dict[str, Solver]:
    """All solvers by name.  Raises ParameterError for a module that is not there, or cannot be imported."""
    for module in modules:
        try:
            import_module(module)
        except ModuleNotFoundError as error:
            raise ParameterError(f"there is no module {error.name}") from None
        except Exception as error:
            raise ParameterError(f"the module {module} cannot be imported: {type(error).__name__}: {error}") from error
    return SOLVERS


def find(name: str, modules: Iterable[str]) -> Solver:
    """A solver by name, with no more modules imported than it takes, so that it does not pay for the others."""
    for module in modules:
        import_module(module)
        if name in SOLVERS:
            return SOLVERS[name]
    raise UnknownSolverError(
        f"there is no solver {name!r} that other processes know: register it in a file, which `cpmodels.load` takes in"
    )


STARTING = 120.0
"""Seconds that a solver may take to import and warm up."""

GRACE = 1.0
"""Seconds beyond the time limit after which a run is ended from outside."""

CHECKING = 120.0
"""Seconds that it may take to check the solutions."""

COUNTER_BYTES = 8
"""The size of the file in which a run counts its solutions."""


@dataclass(frozen=True)
class Job:
    """A question for a solver.

    memory: the most address space that the process may have, in MiB.
    modules: the modules that register solvers.
    """

    solver: str
    question: Question
    memory: int
    modules: tuple[str, ...]

    @property
    def longest(self) -> float:
        """Seconds after which nothing of the job can still be under way."""
        return STARTING + self.question.seconds + GRACE + CHECKING


def peak_memory(process: int | None = None) -> float | None:
    """The most memory that a process (by default this one) took, in MiB; None where there is no /proc.

    What `os.wait4` counts holds the parent's memory as well.
    """
    try:
        lines = Path(f"/proc/{process or 'self'}/status").read_text().splitlines()
    except OSError:
        return None
    peak = next((line.split()[1] for line in lines if line.startswith("VmHWM:")), None)
    return None if peak is None else round(int(peak) / 2**10, 1)
