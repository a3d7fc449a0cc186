"""One puzzle, all solvers: `race`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any

from cpmodels._parameters import parameter, seeding
from cpmodels.base._clock import called, positive
from cpmodels.base._keywords import meant, suggests_keywords
from cpmodels.base.errors import MissingExtraError, ParameterError, UnsupportedError
from cpmodels.base.puzzle import Puzzle, S, not_a_puzzle
from cpmodels.base.values import shown
from cpmodels.model import Model, as_asked, saved
from cpmodels.racing._results import ABSENT, Entry, Outcome, Race
from cpmodels.racing._runner import run
from cpmodels.racing._solvers import TASKS, Job, Question, Solver, Task, UnknownSolverError, installed_modules, loaded

SYNONYMS = {"cpsat": "cp-sat", "ortools": "cp-sat", "or-tools": "cp-sat"}
"""What solvers are called elsewhere."""

ABLATION = "ablation"
"""The group of solvers that are the library with other choices, which take part only when they are named."""

LONGEST = 10**7
"""Seconds below which the limit of a run is: the system has no timers for many more."""


@suggests_keywords()
def race(
    puzzle: Puzzle[S] | Model[S] | str | os.PathLike[str] | Mapping[str, Any],
    *,
    solvers: str | Iterable[str] | None = None,
    task: Task = "first",
    time_limit: float = 10.0,
    repeats: int = 1,
    seed: int = 0,
    memory: int = 4096,
    progress: Callable[[str, int, int], object] | None = None,
) -> Race:
    """Give a puzzle to all installed solvers, one after the other, and compare their times and answers.

    Each run is a process of its own.  Imports and compilation come before its clock starts, the checking of the
    solutions, all of them, after it stops; a run that is not done a second after its limit is ended.  The library takes
    one core, except for the first solution of puzzles that it knows to be hard, as it does for its users.

    puzzle: a puzzle, the name of a built-in puzzle, whatever else `cpmodels.read` reads, or a model without a puzzle,
        or from a file, which the solvers are given as its file would hold it.
    solvers: names of solvers, or groups of them; by default all that take this kind of puzzle.  ``"library"`` are
        ``cpmodels``, the library's own search, and ``cp-sat``, that by CP-SAT alone; ``"engine"`` are the engines
        (see `cpmodels.engines`); ``"reference"`` the loops that people write (see `cpmodels.reference`),
        and ``"article"`` the programs of the articles.  Of those named by a group, or not at all, the race has in
        `absent` who did not take part, and why, also modules of solvers that cannot be imported.
    task: ``"first"``, any solution; ``"all"``, all of them, with proof that these are all; ``"unique"``, whether
        there is exactly one.
    time_limit: seconds that a run has to build and search.
    repeats: how many runs each solver has; the times are then medians.
    seed: for solvers that make random choices or can search in another order; 0 is the order that a user gets.
    memory: how many MiB of address space a run may take.
    progress: called before each run with the solver's name, how many runs are done, and how many there are at most.

    Raises ParameterError for an unknown solver, and on Windows, which cannot limit runs so; UnsupportedError for one
    that was named and does not take puzzles of this kind, or when nobody does, MissingExtraError for one that is not
    installed, KindError for a class of puzzles that other processes do not know, and PuzzleError for what cannot be
    read.  Ctrl-C ends the race with what was done.

    A program that defines its own class of puzzles in its main module begins the race under ``if __name__ ==
    "__main__"``, as the processes of runs import that module.

    >>> found = race("zip-8", solvers=["cp-sat", "path-dfs"], time_limit=5)  # doctest: +SKIP
    >>> found.winner.solver, found.agree  # doctest: +SKIP
    ('path-dfs', True)
    """
    if os.name != "posix":
        raise ParameterError("a race needs a Unix system, which can limit the time and memory of its runs")
    given: Any = as_asked(puzzle)
    if isinstance(given, Model) and given.is_bare:
        given = saved(given)
    if not isinstance(given, Puzzle):
        raise not_a_puzzle(given)
    if task not in TASKS:
        raise ParameterError(f"there is no task {shown(task)}; {meant(str(task), TASKS)}")
    if (seconds := positive(time_limit, "the time limit")) >= LONGEST:
        raise ParameterError(f"the time limit must be less than {LONGEST:,} seconds, not {shown(time_limit)}")
    called(progress, "progress")
    repeats, memory = parameter(repeats, "repeats", 1), parameter(memory, "the memory", 256)
    modules, lost = installed_modules()
    takers, absent = _entrants(given, task, solvers, loaded(modules), lost)
    question = Question(given, task, parameter(seed, "the seed", 0), seconds)
    seeding(seed)
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
    return Race(given, task, seconds, tuple(entries), dict(sorted(absent.items())), interrupted)


def _entrants(
    puzzle: Puzzle[Any], task: Task, names: str | Iterable[str] | None, known: Mapping[str, Solver],
    lost: Mapping[str, str],
) -> tuple[dict[str, Solver], dict[str, str]]:  # fmt: skip
    """The solvers that begin, and why others that were named by their group, or not at all, do not.

    lost: why some modules of solvers cannot be imported.
    """
    groups = {solver.group for solver in known.values()}
    if not (names is None or isinstance(names, Iterable)):
        raise ParameterError(f"solvers must be a name or several, not {shown(names)}")
    if names is not None and not (names := [names] if isinstance(names, str) else list(names)):
        raise ParameterError("no solver is named; without `solvers` all take part that can")
    for name in names or ():
        if not isinstance(name, str) or name not in {*known, *groups}:
            close = SYNONYMS.get(str(name).lower())
            hint = f"did you mean {close!r}?" if close else meant(str(name), [*known, *groups])
            raise UnknownSolverError("; ".join((f"there is no solver {shown(name)}", hint, *lost.values())))
    takers: dict[str, Solver] = {}
    absent = dict(lost)
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
