"""One puzzle, all solvers: `race`, and what came of it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from statistics import median
from typing import Any, TypeVar

from cpmodels._keywords import suggests_keywords
from cpmodels._spelling import meant
from cpmodels.errors import MissingExtraError, ParameterError, UnsupportedError
from cpmodels.puzzle import Puzzle, Solution, as_read, not_a_puzzle
from cpmodels.racing._job import Job
from cpmodels.racing._outcome import ABSENT, Outcome
from cpmodels.racing._runner import run
from cpmodels.racing._solvers import TASKS, Question, Solver, Task, UnknownSolverError, installed_modules, loaded
from cpmodels.values import integer, shown

S = TypeVar("S", bound=Solution)

SYNONYMS = {"cpsat": "cp-sat", "ortools": "cp-sat", "or-tools": "cp-sat"}
"""What solvers are called elsewhere."""

ABLATION = "ablation"
"""The group of solvers that are the library with other choices, which take part only when they are named."""

Watch = Callable[[str, int, int], object]


@dataclass(frozen=True)
class Entry:
    """A solver in a race: what came of its runs, of which there is one unless more were asked for.

    counts: what its effort counts, nodes or conflicts.

    >>> entry = Entry("a", (Outcome(status="solved", build_seconds=1, solve_seconds=2),))
    >>> entry.status, entry.seconds
    ('solved', 3)
    """

    solver: str
    runs: tuple[Outcome, ...]
    counts: str = "nodes"

    @property
    def status(self) -> str:
        """How its runs ended (see `Outcome`): the worst of them, so that one wrong solution is told."""
        ends = [run.status for run in self.runs]
        return next((bad for bad in ("wrong", "crash") if bad in ends), max(ends, key=ends.count))

    @property
    def answered(self) -> bool:
        """Whether it answered its question, in most of its runs at least, and is not wrong in any."""
        return self.seconds is not None

    @property
    def seconds(self) -> float | None:
        """Seconds to build and search, in the median over all runs; None when that is beyond the limit."""
        if self.status in ("wrong", "crash"):
            return None
        times = sorted(float("inf") if one.seconds is None else one.seconds for one in self.runs)
        middle = median(times)
        return None if middle == float("inf") else middle

    @property
    def build_seconds(self) -> float | None:
        """Seconds of that to build the model, in the median."""
        return _median(one.build_seconds for one in self.runs)

    @property
    def warm_up_seconds(self) -> float | None:
        """Seconds before the clock started, for imports and compilation, in the median."""
        return _median(one.warm_up_seconds for one in self.runs)

    @property
    def effort(self) -> int | None:
        """Nodes or conflicts, where the solver tells, in the median over the runs with an answer."""
        found = _median(one.effort for one in self.runs if one.answered)
        return None if found is None else round(found)

    @property
    def memory(self) -> float | None:
        """The most memory that a run took, in MiB."""
        return max((one.memory for one in self.runs if one.memory is not None), default=None)

    @property
    def answers(self) -> int:
        """How many different solutions were found, at most; those of runs that were stopped are not checked."""
        return max(one.answers for one in self.runs)

    @property
    def message(self) -> str | None:
        """What went wrong, in a sentence."""
        return next((one.message for one in self.runs if one.message), None)

    def said(self, task: Task) -> str | None:
        """What it says of the puzzle, in words; None where it did not answer."""
        answered = [one for one in self.runs if one.answered]
        return answered[0].said(task) if answered else None


@dataclass(frozen=True)
class Race:
    """What came of a race.

    entries: a solver each, the fastest first, those without an answer last.
    absent: why others did not take part, by name.
    interrupted: whether Ctrl-C ended it; then it holds what was done.

    >>> from cpmodels import Zip
    >>> def took(seconds):
    ...     return (Outcome(status="solved", build_seconds=0.0, solve_seconds=seconds),)
    >>> found = Race(Zip(2, 2), "first", 10.0, (Entry("cp-sat", took(1.0)), Entry("mine", took(9.0))))
    >>> found.winner.solver, found["mine"].seconds, found.agree
    ('cp-sat', 9.0, True)
    """

    puzzle: Puzzle[Any] = field(repr=False)
    task: Task
    time_limit: float
    entries: tuple[Entry, ...]
    absent: Mapping[str, str] = field(default_factory=dict)
    interrupted: bool = False

    @cached_property
    def disagreements(self) -> tuple[str, ...]:
        """A sentence for each wrong solution, and for what two solvers say of the puzzle that cannot both be so."""
        found = [
            f"{entry.solver} is wrong: {entry.message or 'a solution breaks the rules'}"
            for entry in self.entries
            if entry.status == "wrong"
        ]
        said: dict[str, list[str]] = {}
        for entry in self.entries:
            for words in dict.fromkeys(one.said(self.task) for one in entry.runs if one.answered):
                said.setdefault(words, []).append(entry.solver)
        if len(said) > 1:
            found.append("they disagree: " + "; ".join(f"{words} by {', '.join(who)}" for words, who in said.items()))
        found += self._beyond()
        return tuple(found)

    def _beyond(self) -> Iterator[str]:
        """Solvers that were stopped and had found more solutions by then than another says there are."""
        proved = [
            (entry.solver, one.answers)
            for entry in self.entries
            for one in entry.runs
            if one.status == "none" or (one.status == "solved" and self.task == "all") or one.unique
        ]
        if not proved:
            return
        solver, least = min(proved, key=lambda pair: pair[1])
        for entry in self.entries:
            if not entry.answered and entry.status != "wrong" and entry.answers > least:
                yield (
                    f"they disagree: {entry.solver} had found {entry.answers:,} unchecked solutions when it was "
                    f"stopped, and {solver} says that there are {least:,}"
                )

    @property
    def agree(self) -> bool | None:
        """Whether all answers agree and all solutions are right; None where fewer than two solvers answered."""
        if self.disagreements:
            return False
        return True if sum(entry.answered for entry in self.entries) > 1 else None

    @property
    def winner(self) -> Entry | None:
        """The fastest; None when nobody answered."""
        return next((entry for entry in self.entries if entry.answered), None)

    def __getitem__(self, solver: str) -> Entry:
        """The entry of a solver.  Raises KeyError for one that did not take part."""
        return {entry.solver: entry for entry in self.entries}[solver]

    def __str__(self) -> str:
        """The race as a table with a line for each solver, and what there is to say of it."""
        from cpmodels.racing._table import text

        return text(self)

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        printer.text(str(self))

    def _repr_svg_(self) -> str | None:
        """The plot, in a notebook; None without matplotlib."""
        try:
            from cpmodels.racing._plot import svg
        except MissingExtraError:
            return None
        return svg(self).decode()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Draw the race to a .png or .svg file.

        Raises MissingExtraError without matplotlib, ParameterError for another extension, OSError when it cannot be
        written.
        """
        from cpmodels.racing._plot import save

        save(self, path)


def _median(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return median(known) if known else None


@suggests_keywords()
def race(
    puzzle: Puzzle[S] | str | os.PathLike[str] | Mapping[str, Any],
    *,
    solvers: Sequence[str] | None = None,
    task: Task = "first",
    time_limit: float = 10.0,
    repeats: int = 1,
    seed: int = 0,
    memory: int = 4096,
    load: Sequence[str] = (),
    progress: Watch | None = None,
) -> Race:
    """Give a puzzle to all installed solvers, one after the other, and compare their times and answers.

    Each run is a process of its own.  Imports and compilation come before its clock starts, the checking of the
    solutions, all of them, after it stops; a run that is not done a second after its limit is ended.  The library takes
    one core, except for the first solution of puzzles that it knows to be hard, as it does for its users.

    puzzle: a puzzle, the name of a built-in puzzle, or whatever else `cpmodels.read` reads.
    solvers: names of solvers, or groups of them; by default all that take this kind of puzzle.  ``"library"`` are
        ``cpmodels``, the library's own search, and ``cp-sat``, that by CP-SAT alone; ``"engine"`` are the engines
        (see `cpmodels.engines`); ``"reference"`` the loops that people write (see `cpmodels.reference`).  Of those
        named by a group, or not at all, the race tells who did not take part, and why.
    task: ``"first"``, any solution; ``"all"``, all of them, with proof that these are all; ``"unique"``, whether
        there is exactly one.
    time_limit: seconds that a run has to build and search.
    repeats: how many runs each solver has; the times are then medians.
    seed: for solvers that make random choices or can search in another order; 0 is the order that a user gets.
    memory: how many MiB of address space a run may take.
    load: modules that register other solvers (see `cpmodels.racing`).
    progress: called before each run with the solver's name, how many runs are done, and how many there are at most.

    Raises ParameterError for an unknown solver, UnsupportedError for one that was named and does not take puzzles of
    this kind, or when nobody does, MissingExtraError for one that is not installed, KindError for a class of puzzles
    that other processes do not know, and PuzzleError for what cannot be read.  Ctrl-C ends the race with what was done.

    A program that defines its own class of puzzles in its main module begins the race under ``if __name__ ==
    "__main__"``, as the processes of runs import that module.

    >>> found = race("zip-8", solvers=["cp-sat", "zip-dfs"], time_limit=5)  # doctest: +SKIP
    >>> found.winner.solver, found.agree  # doctest: +SKIP
    ('zip-dfs', True)
    """
    if os.name != "posix":
        raise ParameterError("a race needs a Unix system, which can limit the time and memory of its runs")
    given = as_read(puzzle)
    if not isinstance(given, Puzzle):
        raise not_a_puzzle(given)
    _check(task, time_limit, repeats, memory)
    modules = (*installed_modules(), *([load] if isinstance(load, str) else load))
    takers, absent = _entrants(given, task, solvers, loaded(modules))
    question = Question(given, task, integer(seed, "the seed", 0), float(time_limit))
    runs: dict[str, list[Outcome]] = {}
    interrupted = False
    total = repeats * len(takers)
    try:
        for turn in range(repeats):
            names = list(takers)
            Random(f"{seed} {turn}").shuffle(names)
            for place, name in enumerate(names):
                if name in absent:
                    continue
                if progress is not None:
                    progress(name, turn * len(takers) + place, total)
                outcome = Outcome(**run(Job(name, question, memory, modules)))
                if outcome.status in ABSENT:
                    absent[name] = outcome.message or outcome.status
                else:
                    runs.setdefault(name, []).append(outcome)
    except KeyboardInterrupt:
        interrupted = True
    if not runs and not interrupted:
        raise UnsupportedError("; ".join(dict.fromkeys(absent.values())) or "no solver takes part")
    entries = [Entry(name, tuple(its), takers[name].counts) for name, its in runs.items()]
    entries.sort(key=lambda entry: (entry.seconds is None, entry.seconds or 0.0, entry.solver))
    return Race(given, task, float(time_limit), tuple(entries), dict(sorted(absent.items())), interrupted)


def _check(task: str, time_limit: float, repeats: int, memory: int) -> None:
    if task not in TASKS:
        raise ParameterError(f"there is no task {shown(task)}; {meant(str(task), TASKS)}")
    if isinstance(time_limit, bool) or not isinstance(time_limit, (int, float)) or not 0 < time_limit < 10**7:
        raise ParameterError(f"the time limit must be a positive number of seconds, not {shown(time_limit)}")
    for value, what, least in ((repeats, "repeats", 1), (memory, "the memory", 256)):
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise ParameterError(f"{what} must be a whole number of at least {least}, not {shown(value)}")


def _entrants(
    puzzle: Puzzle[Any], task: Task, names: Sequence[str] | None, known: Mapping[str, Solver]
) -> tuple[dict[str, Solver], dict[str, str]]:
    """The solvers that begin, and why others that were named by their group, or not at all, do not."""
    groups = {solver.group for solver in known.values()}
    if isinstance(names, str):
        names = [names]
    for name in names or ():
        if name not in known and name not in groups:
            close = SYNONYMS.get(str(name).lower())
            hint = f"did you mean {close!r}?" if close else meant(str(name), [*known, *groups])
            raise UnknownSolverError(f"there is no solver {shown(name)}; {hint}")
    takers: dict[str, Solver] = {}
    absent: dict[str, str] = {}
    for solver in known.values():
        by_name = names is not None and solver.name in names
        if not by_name and (solver.group == ABLATION if names is None else solver.group not in names):
            continue
        try:
            solver.refuse(puzzle, task)
            solver.require()
        except (UnsupportedError, MissingExtraError) as error:
            if by_name:
                raise
            if solver.takes(puzzle.kind):
                absent[solver.name] = str(error)
            continue
        takers[solver.name] = solver
    if not takers:
        raise UnsupportedError("; ".join(absent.values()) or f"no solver takes puzzles of the kind {puzzle.kind}")
    return takers, absent
