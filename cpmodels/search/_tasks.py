"""The work on one subproblem, done wherever an executor runs it: all solutions, or the parts to split it into."""

from __future__ import annotations

import hashlib
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, is_dataclass
from importlib.metadata import version
from typing import Any

import numpy as np

from cpmodels import _cp_model as cp_model
from cpmodels._canonical import canonical
from cpmodels._clock import Clock
from cpmodels.backtracking._backtracker import Backtracker
from cpmodels.engines._cp_sat import CpSatRun, Ended, Incumbent
from cpmodels.engines._parameters import rejected, sat_parameters, unproved
from cpmodels.engines._table import engine_named
from cpmodels.errors import KindError, LedgerError, ModelError, ParameterError, StoppedError, WorkersLostError
from cpmodels.model import BARE, Model, build_to_enumerate, has_objective, has_own_model
from cpmodels.puzzle import Puzzle
from cpmodels.search._backtracking import slices
from cpmodels.search._ledger import FIRST, SolutionRow
from cpmodels.search._solutions import ENUMERATION, Different, verified
from cpmodels.search._subproblems import Child, Splitter, Subproblem
from cpmodels.search._symmetry import Symmetry, Values
from cpmodels.values import shown

SEARCH = 1
"""The version of what a ledger relies on beside the model: what subproblems and keys mean, how they are searched and
counted.  It rises with each change after which the parts of an older ledger would no longer be right."""

MOST_SOLUTIONS = 50_000
"""A subproblem with more solutions than this is split, so that no task returns more."""

Recipe = Puzzle[Any] | Callable[[], Model[Any]]
"""What a model is built from, wherever it is needed: a puzzle, or a function that can be pickled."""


@dataclass(frozen=True)
class SweepJob:
    """What all tasks of a sweep share; `fingerprint` is compared where a model is built.

    first: whether the sweep is over with its first solution, so that one solution of a subproblem is enough.
    engine: ``"backtrack"`` in place of CP-SAT.
    """

    recipe: Recipe
    fingerprint: Mapping[str, str]
    sweep: str
    up_to_symmetry: bool
    keep: bool
    first: bool = False
    parameters: Mapping[str, Any] = field(default_factory=dict)
    engine: str | None = None


@dataclass(frozen=True)
class Searched:
    """What became of a subproblem: it is done, with counts and solutions, or is to be split into children."""

    subproblem: Subproblem
    children: Sequence[Child] | None
    total: int = 0
    orbits: int = 0
    solutions: Sequence[SolutionRow] = ()


@dataclass(frozen=True)
class SentModel:
    """A model as it is sent to workers, where it is called to make it again.

    puzzle: that by whose rules solutions are checked; None for a model without one.
    proto: the CpModel in text form.
    key: the indexes of the variables of the key.
    """

    puzzle: Puzzle[Any] | None
    proto: str
    key: tuple[int, ...]
    symmetries: tuple[tuple[int, ...], ...]
    pivots: tuple[int, ...]
    parameters: Mapping[str, Any]
    identical: int
    infeasible: str | None

    @classmethod
    def of(cls, model: Model[Any]) -> SentModel:
        """The model as it is now; symmetries and pivots of one that was changed do not hold any more."""
        puzzle = None if model.puzzle is BARE else model.puzzle
        symmetries, pivots = (model.symmetries, model.pivots) if model.as_built else ((), ())
        rest = (dict(model.parameters), model.identical, model.infeasible)
        return cls(puzzle, str(model.cp.proto), model.indexes, symmetries, pivots, *rest)

    def __call__(self) -> Model[Any]:
        cp = cp_model.CpModel()
        cp.proto.parse_text_format(self.proto)
        return Model(
            self.puzzle,
            cp,
            [cp.get_bool_var_from_proto_index(index) for index in self.key],
            None if self.puzzle is None else build_to_enumerate(self.puzzle).decode,
            symmetries=self.symmetries,
            pivots=self.pivots,
            parameters=self.parameters,
            identical=self.identical,
            infeasible=self.infeasible,
        )


def model_of(recipe: Recipe) -> Model[Any]:
    """The model that a recipe makes.  Raises KindError when it makes something else, ModelError for an objective."""
    if isinstance(recipe, Puzzle):
        if recipe.maximise:
            raise ModelError(
                f"a sweep finds all solutions, but this puzzle asks for the highest {recipe.maximise}: use `solve`, "
                "`count` or `solutions`"
            )
        return _without_objective(build_to_enumerate(recipe))
    if not callable(recipe):
        raise KindError(f"a sweep takes a puzzle, a model, or a function that builds one, not {shown(recipe)}")
    model = recipe()
    if not isinstance(model, Model):
        raise KindError(f"the function given to a sweep must return a Model, not a {type(model).__name__}")
    return _without_objective(model)


def _without_objective(model: Model[Any]) -> Model[Any]:
    if has_objective(model.cp):
        raise ModelError("a sweep finds all solutions, but the model has an objective: use `count` or `solutions`")
    return model


def searched(recipe: Recipe, engine: str | None, *, whole: bool) -> Any:
    """What is searched: the model that a recipe makes or, of a puzzle for the engine backtrack, its backtracker."""
    if engine is None:
        return model_of(recipe)
    engine_named(engine)
    if engine != "backtrack":
        raise ParameterError(f"a sweep uses CP-SAT or the engine backtrack, not {engine}")
    if not isinstance(recipe, Puzzle):
        raise ParameterError("the engine backtrack knows only the puzzle, not constraints that were added to its model")
    if has_own_model(recipe):
        model_of(recipe)
    return Backtracker(recipe, whole=whole)


def fingerprint(symmetry: Symmetry, *, keep: bool, first: bool = False) -> dict[str, str]:
    """What a sweep of a model is about; two sweeps with the same fingerprint share their parts and solutions.

    It covers the puzzle, the whole model, all that decides which solution stands for an orbit, and what finds them.
    """
    model = symmetry.model
    parts = [*model.content, repr(symmetry.pivots), repr(model.symmetries), symmetry.order]
    solver = f"OR-Tools {version('ortools')}" if isinstance(model, Model) else "backtracking"
    return {
        "puzzle": f"{model.puzzle.kind} {_digest(canonical(model.puzzle) if is_dataclass(model.puzzle) else '')}",
        "model": _digest(*parts),
        "search": f"version {SEARCH} by {solver}",
        "count": FIRST if first else "one by one" if symmetry.trivial_asked else "up to symmetry",
        "content": "solutions" if keep else "counts alone",
    }


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def run_task(job: SweepJob, subproblem: Subproblem, seconds: float) -> Searched:
    """Search a subproblem for some seconds and, if that does not end it, split it; with 0, split it at once."""
    with _lent(job) as searcher:
        return searcher.run(job, subproblem, seconds)


class Searcher(ABC):
    """A puzzle with all that its subproblems need.  It has a state, so it belongs to one task at a time."""

    def __init__(self, job: SweepJob) -> None:
        self.model = searched(job.recipe, job.engine, whole=not job.up_to_symmetry)
        self.symmetry = Symmetry(self.model, trivial=not job.up_to_symmetry)
        here = fingerprint(self.symmetry, keep=job.keep, first=job.first)
        if here != job.fingerprint:
            wrong = next(name for name in here if here[name] != job.fingerprint.get(name))
            raise LedgerError(
                f"a worker and this process differ in {wrong}: {here[wrong]!r}, not {job.fingerprint.get(wrong)!r}"
            )

    @abstractmethod
    def _split(self, subproblem: Subproblem) -> list[Child] | None:
        """The parts of a subproblem that may have solutions; None where nothing is left to be split."""

    @abstractmethod
    def _solutions(self, job: SweepJob, subproblem: Subproblem, seconds: float | None) -> list[Values] | None:
        """All solutions of a subproblem, or the first if that is enough; None when the seconds were up before."""

    def run(self, job: SweepJob, subproblem: Subproblem, seconds: float) -> Searched:
        """Search a subproblem or, if that takes too long, split it."""
        solutions: list[Values] | None = None
        if seconds > 0:
            solutions = self._solutions(job, subproblem, seconds)
        if solutions is None and not is_stopped(job.sweep):
            children = self._split(subproblem)
            if children is not None:
                return Searched(subproblem, children) if children else Searched(subproblem, None)
            solutions = self._solutions(job, subproblem, None)
        if solutions is None:
            raise WorkersLostError("the search was stopped")
        return self._counted(job, subproblem, solutions)

    def _counted(self, job: SweepJob, subproblem: Subproblem, solutions: list[Values]) -> Searched:
        """The solutions that lead their orbits, or the first, checked by the puzzle, and how many these stand for."""
        total = orbits = 0
        kept, different = list[SolutionRow](), Different[Any]()
        sizes = [1] * len(solutions) if job.first else self.symmetry.leaders(solutions)
        for values, size in zip(solutions, sizes, strict=True):
            if size:
                different(verified(self.model, values))
                total, orbits = total + size, orbits + 1
                if job.keep:
                    kept.append((np.packbits(np.frombuffer(values, dtype=np.uint8)).tobytes(), size))
        return Searched(subproblem, None, total, orbits, kept)


class ModelSearcher(Searcher):
    """Subproblems of a model, by CP-SAT."""

    def __init__(self, job: SweepJob) -> None:
        super().__init__(job)
        if doubt := unproved(sat_parameters(self.model.parameters, job.parameters, own=ENUMERATION)):
            raise ParameterError(f"{doubt}, and a sweep is one proof in parts")
        self.splitter = Splitter(self.symmetry)

    def _split(self, subproblem: Subproblem) -> list[Child] | None:
        return self.splitter.split(subproblem)

    def _solutions(self, job: SweepJob, subproblem: Subproblem, seconds: float | None) -> list[Values] | None:
        limits = {} if seconds is None else {"max_time_in_seconds": seconds}
        parameters = sat_parameters(self.model.parameters, job.parameters, own={**limits, **ENUMERATION})
        cp, found, search = self.splitter.restricted(subproblem), dict[Values, None](), CpSatRun(parameters)
        search.on_log = lambda line: print(line, file=sys.stderr)

        def take(candidate: Incumbent) -> bool:
            found[candidate.values] = None
            return len(found) <= (0 if job.first else MOST_SOLUTIONS)

        with _registered(job.sweep, search) as may_start:
            ended = search.run(cp, self.model.indexes, None, take) if may_start else Ended(cp_model.UNKNOWN)
        if ended.status == cp_model.MODEL_INVALID:
            raise rejected(cp, ended.info)
        done = ended.status in (cp_model.OPTIMAL, cp_model.INFEASIBLE) or (job.first and found)
        return list(found) if done else None


class BacktrackSearcher(Searcher):
    """Subproblems of a description, by backtracking; each is the beginning of a search (see `Search.start`)."""

    def __init__(self, job: SweepJob) -> None:
        super().__init__(job)
        self._search = self.model.search()

    def _split(self, subproblem: Subproblem) -> list[Child] | None:
        children = self._search.children(_beginning(subproblem))
        if children is None:
            return None
        return [Child(_subproblem(child), 1 / len(children)) for child in children]

    def _solutions(self, job: SweepJob, subproblem: Subproblem, seconds: float | None) -> list[Values] | None:
        self._search.start(_beginning(subproblem))
        clock, found = Clock(seconds, None), list[Values]()
        with suppress(StoppedError):
            for rows in slices(self._search, clock):
                found += map(self.model.values, self.model.solving(rows))
                if job.first and found:
                    return found
                if seconds is not None and (len(found) > MOST_SOLUTIONS or self._is_hopeless(clock, seconds)):
                    return None
                if is_stopped(job.sweep):
                    return None
        return found if self._search.done else None

    def _is_hopeless(self, clock: Clock, seconds: float) -> bool:
        """Whether the slice will by far not do."""
        share = self._search.share
        return share is not None and clock.seconds > seconds / 8 and clock.seconds > 2 * seconds * share


def _beginning(subproblem: Subproblem) -> tuple[int, ...]:
    return tuple(choice if taken else ~choice for choice, taken in subproblem)


def _subproblem(choices: Iterable[int]) -> Subproblem:
    return tuple((choice, True) if choice >= 0 else (~choice, False) for choice in choices)


MOST_IDLE = 16
"""How many searchers wait in a process for their next task: enough for two sweeps on eight threads each."""

_LOCK = threading.Lock()
"""Held for a moment only: never while a model is built or searched, so that a sweep can be stopped at any time."""

_IDLE: list[tuple[Mapping[str, str], Searcher]] = []
"""The searchers that no task has, with the fingerprints of their jobs, in the order in which they were last used."""

_RUNNING: dict[CpSatRun, str] = {}
_STOPPED: set[str] = set()


@contextmanager
def _lent(job: SweepJob) -> Iterator[Searcher]:
    """A searcher that no other task has meanwhile: an idle one of a job for the same model, or a new one.

    One whose task failed, or whose sweep has ended, is not kept.
    """
    with _LOCK:
        place = next((place for place, (about, _) in enumerate(_IDLE) if about == job.fingerprint), None)
        searcher = None if place is None else _IDLE.pop(place)[1]
    searcher = searcher or (ModelSearcher if job.engine is None else BacktrackSearcher)(job)
    yield searcher
    with _LOCK:
        if job.sweep not in _STOPPED:
            _IDLE.append((job.fingerprint, searcher))
            del _IDLE[:-MOST_IDLE]


def is_stopped(sweep: str) -> bool:
    """Whether the tasks of a sweep are to end."""
    return sweep in _STOPPED


@contextmanager
def _registered(sweep: str, solver: CpSatRun) -> Iterator[bool]:
    """Lets `stop_here` stop a solver; yields whether it may start at all."""
    with _LOCK:
        _RUNNING[solver] = sweep
        may_start = sweep not in _STOPPED
    try:
        yield may_start
    finally:
        with _LOCK:
            del _RUNNING[solver]


def stop_here(job: SweepJob) -> None:
    """Stop the tasks of a sweep that run in this process, such as those of an executor of threads."""
    with _LOCK:
        _STOPPED.add(job.sweep)
        _IDLE[:] = [idle for idle in _IDLE if idle[0] != job.fingerprint]
        for solver, name in _RUNNING.items():
            if name == job.sweep:
                solver.stop()
