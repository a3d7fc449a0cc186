"""The work on one cube, done wherever an executor runs it: all answers, or the parts to split the cube into."""

from __future__ import annotations

import hashlib
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from typing import Any

import numpy as np
from ortools.sat.python import cp_model

from cpmodels.errors import PuzzleError
from cpmodels.models import Model, build
from cpmodels.puzzles import Puzzle
from cpmodels.search.enumeration import verified
from cpmodels.search.ledger import Answer
from cpmodels.search.run import Values, sat_parameters
from cpmodels.search.splitting import Child, Cube, Splitter
from cpmodels.search.symmetry import Symmetry

MOST_ANSWERS = 50_000
"""A cube with more answers than this is split, so that no task returns more."""

Recipe = Puzzle[Any] | Callable[[], Model[Any]]
"""What a model is built from, wherever it is needed: a puzzle, or a function that can be pickled."""


@dataclass(frozen=True)
class Job:
    """What all tasks of a sweep share; `fingerprint` is compared where a model is built."""

    recipe: Recipe
    fingerprint: Mapping[str, str]
    sweep: str
    up_to_symmetry: bool
    keep: bool
    parameters: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Outcome:
    """What became of a cube: it is done, with counts and solutions, or is to be split into children."""

    cube: Cube
    children: Sequence[Child] | None
    total: int = 0
    orbits: int = 0
    solutions: Sequence[Answer] = ()


def model_of(recipe: Recipe) -> Model[Any]:
    """The model that a recipe makes.  Raises TypeError when it is none."""
    if isinstance(recipe, Puzzle):
        return build(recipe)
    if isinstance(recipe, Model) or not callable(recipe):
        raise TypeError(
            f"a sweep takes a puzzle, or a function that builds a model wherever it is searched, "
            f"not a {type(recipe).__name__}"
        )
    model = recipe()
    if not isinstance(model, Model):
        raise TypeError(f"the function given to a sweep must return a Model, not a {type(model).__name__}")
    return model


def fingerprint(model: Model[Any], *, up_to_symmetry: bool, keep: bool) -> dict[str, str]:
    """What a sweep of a model is about; two sweeps with the same fingerprint share their cubes and solutions."""
    from cpmodels import __version__

    puzzle = replace(model.puzzle, name=None)  # type: ignore[type-var]
    key = [variable.index for variable in model.key]
    parts = [str(model.cp.proto), repr(key), repr(model.pivots), repr(model.symmetries)]
    return {
        "puzzle": f"{model.puzzle.kind} {_digest(repr(puzzle))}",
        "model": _digest(*parts),
        "cpmodels version": __version__,
        "OR-Tools version": version("ortools"),
        "count": "up to symmetry" if up_to_symmetry else "one by one",
        "content": "solutions" if keep else "counts alone",
    }


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def run_task(job: Job, cube: Cube, seconds: float) -> Outcome:
    """Search a cube for so many seconds; if that does not end it, split it.  With 0 seconds it is split at once."""
    return _searcher(job).run(job, cube, seconds)


class Searcher:
    """A model with all that its cubes need, built once in each process."""

    def __init__(self, job: Job) -> None:
        self.model = model_of(job.recipe)
        self.symmetry = Symmetry(self.model, trivial=not job.up_to_symmetry)
        self.splitter = Splitter(self.symmetry)
        here = fingerprint(self.model, up_to_symmetry=job.up_to_symmetry, keep=job.keep)
        if here != job.fingerprint:
            wrong = next(name for name in here if here[name] != job.fingerprint.get(name))
            raise PuzzleError(
                f"a worker has another {wrong} than this process: {here[wrong]!r}, not {job.fingerprint.get(wrong)!r}"
            )

    def run(self, job: Job, cube: Cube, seconds: float) -> Outcome:
        answers: list[Values] | None = None
        if seconds > 0:
            answers = self._answers(job, cube, seconds)
        if answers is None:
            children = self.splitter.split(cube)
            if children is not None:
                return Outcome(cube, children) if children else Outcome(cube, None)
            answers = self._answers(job, cube, None)
        if answers is None:
            raise PuzzleError("the search was stopped")
        return self._counted(job, cube, answers)

    def _answers(self, job: Job, cube: Cube, seconds: float | None) -> list[Values] | None:
        """All answers of a cube, or None when the seconds were up first."""
        limits = {} if seconds is None else {"max_time_in_seconds": seconds}
        solver = cp_model.CpSolver()
        solver.parameters = sat_parameters(
            self.model.parameters, {"num_workers": 1}, job.parameters, limits, {"enumerate_all_solutions": True}
        )
        solver.log_callback = lambda line: print(line, file=sys.stderr)
        cp = self.splitter.restricted(cube)
        if cp.has_objective():
            cp.clear_objective()  # type: ignore[no-untyped-call]
        collected = _Collected([variable.index for variable in self.model.key])
        with _registered(job.sweep, solver) as may_start:
            status = solver.solve(cp, collected) if may_start else cp_model.UNKNOWN
        if status == cp_model.MODEL_INVALID:
            raise PuzzleError(f"CP-SAT rejects the model: {cp.validate() or solver.solution_info()}")
        return list(collected.answers) if status in (cp_model.OPTIMAL, cp_model.INFEASIBLE) else None

    def _counted(self, job: Job, cube: Cube, answers: list[Values]) -> Outcome:
        """The answers that lead their orbits, each checked by the puzzle, and how many these stand for."""
        total = orbits = 0
        solutions: list[Answer] = []
        for values, size in zip(answers, self.symmetry.leaders(answers), strict=True):
            if size:
                verified(self.model, values)
                total, orbits = total + size, orbits + 1
                if job.keep:
                    solutions.append((np.packbits(np.frombuffer(values, dtype=np.uint8)).tobytes(), size))
        return Outcome(cube, None, total, orbits, solutions)


class _Collected(cp_model.CpSolverSolutionCallback):
    """The different answers of a search, as many as a task may return."""

    def __init__(self, key: Sequence[int]) -> None:
        super().__init__()
        self._key = key
        self.answers: dict[Values, None] = {}

    def on_solution_callback(self) -> None:
        values = self.response_proto.solution
        self.answers[bytes([values[i] for i in self._key])] = None
        if len(self.answers) > MOST_ANSWERS:
            self.stop_search()


_LOCK = threading.Lock()
_SEARCHERS: dict[str, Searcher] = {}
_RUNNING: dict[cp_model.CpSolver, str] = {}
_STOPPED: set[str] = set()


def _searcher(job: Job) -> Searcher:
    """The searcher for a job, the one of the last job in this process if it was for the same model."""
    name = repr(sorted(job.fingerprint.items()))
    with _LOCK:
        if name not in _SEARCHERS:
            _SEARCHERS.clear()
            _SEARCHERS[name] = Searcher(job)
        return _SEARCHERS[name]


@contextmanager
def _registered(sweep: str, solver: cp_model.CpSolver) -> Iterator[bool]:
    """Lets `stop_here` stop a solver; yields whether it may start at all."""
    with _LOCK:
        _RUNNING[solver] = sweep
        may_start = sweep not in _STOPPED
    try:
        yield may_start
    finally:
        with _LOCK:
            del _RUNNING[solver]


def stop_here(sweep: str) -> None:
    """Stop the tasks of a sweep that run in this process, such as those of an executor of threads."""
    with _LOCK:
        _STOPPED.add(sweep)
        for solver, name in _RUNNING.items():
            if name == sweep:
                solver.stop_search()
