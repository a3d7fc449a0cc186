"""The work on one subproblem, done wherever an executor runs it: all solutions, or the parts to split it into."""

from __future__ import annotations

import hashlib
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, is_dataclass
from functools import partial
from importlib.metadata import version
from itertools import chain
from math import inf, log2
from typing import Any, NamedTuple

import numpy as np

from cpmodels import _cp_model as cp_model
from cpmodels._parameters import ENUMERATION, rejected, sat_parameters
from cpmodels.base._canonical import canonical
from cpmodels.base._clock import Clock
from cpmodels.base.errors import KindError, LedgerError, ModelError, ParameterError, StoppedError, WorkersLostError
from cpmodels.base.puzzle import Puzzle
from cpmodels.base.values import grouped, listed
from cpmodels.engines._cp_sat import CpSatRun, Incumbent
from cpmodels.engines._table import engine_named
from cpmodels.engines.backtracking._backtracker import Backtracker
from cpmodels.engines.backtracking._search import slices
from cpmodels.model import BARE, Model, build_to_search, has_own_model
from cpmodels.search._ledger import FIRST, Finished, SolutionRow, Split
from cpmodels.search._portfolio import at_optimum
from cpmodels.search._question import Different, parameters_of
from cpmodels.search._sources import verified
from cpmodels.search._symmetry import Symmetry, Values

Subproblem = tuple[int, ...]
"""A disjoint part of a search: the key positions that are true in its solutions, and ``~position`` of false ones; of
backtracking its first choices (see `Search.start`)."""

PROBES = 48
"""About how many children are tried before a subproblem is split."""

SHARPNESS = 10.0
"""How much the positions that a child fixes make it smaller: fixing a tenth of those that are free halves it."""

PROPAGATION: dict[str, Any] = {
    "num_workers": 1,
    "stop_after_root_propagation": True,
    "cp_model_presolve": False,
    "cp_model_probing_level": 0,
    "symmetry_level": 0,
    "find_clauses_that_are_exactly_one": False,
}
"""CP-SAT parameters with which it does nothing but propagate, in a few milliseconds and always to the same end."""


class Child(NamedTuple):
    """A part of a split subproblem, with the share of the work that it is thought to be: the shares add up to 1."""

    subproblem: Subproblem
    share: float


def written(subproblem: Subproblem) -> str:
    """A subproblem as text: positions counted from 1, negative for False, as in DIMACS.

    >>> written((4, ~0)), read_subproblem("5 -1") == (4, ~0), written(())
    ('5 -1', True, '')
    """
    return " ".join(str(position + 1 if position >= 0 else position) for position in subproblem)


def read_subproblem(text: str) -> Subproblem:
    return tuple(literal - 1 if literal > 0 else literal for literal in map(int, text.split()))


def values_of(subproblem: Subproblem) -> dict[int, bool]:
    return {max(position, ~position): position >= 0 for position in subproblem}


class Splitter:
    """Splits subproblems of a model, the same way on every machine.

    The first split is by the place of the model's pivot, which is broken by symmetry and fixes the most at once.
    Any other is by look-ahead: of the choices (sets of key positions of which exactly one is true, or one
    position and its two values) those with the fewest members left are tried, and the one is taken whose
    children together leave the least to be searched, judged by how many positions each child fixes by
    propagation.  Children that propagation refutes are dropped, and cost no more than their trial.

    The children are everything, whatever the parameter does that shows which positions propagation fixes (CP-SAT loses
    solutions of some models under it when it enumerates): what it says is only a guess at how large they are and which
    members of a choice are left.  A last child has all of these false; as a rule propagation refutes it.  And only a
    run without that parameter refutes a child.

    Measured on one core with slices of 2 s: after a minute of a bordered 6 x 6 edge matching look-ahead had found
    100 solutions and the choice with the fewest members, untried, 52.  On gardens of cubes, whose key has no choices
    but the pivot, the rules differ less than the time that a trial takes.
    """

    def __init__(self, symmetry: Symmetry) -> None:
        self._model: Model[Any] = symmetry.model
        self._pivots = symmetry.pivots
        self._spare = symmetry.spare
        self._indexes = list(self._model.indexes)
        self._choices = exact_choices(self._model.cp, self._indexes)
        in_choices = {p for choice in self._choices for p in choice}
        self._single = [p for p in range(len(self._indexes)) if p not in in_choices]

    def split(self, subproblem: Subproblem) -> list[Child] | None:
        """The parts of a subproblem that may have solutions; None if all its positions are fixed."""
        probe, whole = Probe(self._model, self._spare), subproblem
        while (children := self._split(subproblem, probe)) is not None and len(children) == 1:
            subproblem = children[0].subproblem
        if children is None and subproblem != whole:
            return [Child(subproblem, 1.0)]
        return children

    def _split(self, subproblem: Subproblem, probe: Probe) -> list[Child] | None:
        """One step of a split, which may leave a single part."""
        fixed = probe(subproblem)
        if fixed is None:
            return []
        best: list[Child] | None = None
        least, probes, free = inf, 0, len(self._indexes) - len(fixed)
        for extensions in self._candidates(fixed):
            tried = ((*subproblem, *extension) for extension in extensions)
            left = {child: after for child in tried if (after := probe(child)) is not None}
            probes += len(extensions)
            if len(left) < 2:
                return [Child(child, 1.0) for child in left]
            # How much of the work each is thought to be, by how many positions were fixed before and are after.
            sizes = [2.0 ** (-SHARPNESS * (len(after) - len(fixed)) / free) for after in left.values()]
            whole = sum(sizes)
            if (score := log2(whole) / log2(len(left))) < least:
                best, least = [Child(child, size / whole) for child, size in zip(left, sizes, strict=True)], score
            if probes >= PROBES:
                break
        return best

    def _candidates(self, fixed: dict[int, bool]) -> list[list[Subproblem]]:
        """The ways to split: by the pivot alone, while that is open, else all, those with the fewest parts first."""
        pivots = [p for p in self._pivots if p not in fixed]
        if len(pivots) > 1:
            return [_one_of(pivots)]
        open_choices = [[p for p in choice if p not in fixed] for choice in self._choices]
        ways = [_one_of(members) for members in open_choices if len(members) > 1]
        ways += [[(p,), (~p,)] for p in self._single if p not in fixed]
        return sorted(ways, key=len)


def _one_of(members: Sequence[int]) -> list[Subproblem]:
    """Each of some positions true, or none of them."""
    return [*((p,) for p in members), tuple(~p for p in members)]


class Probe:
    """Propagates the values of subproblems: the key positions that one seems to fix; None if it is refuted."""

    def __init__(self, model: Model[Any], spare: dict[int, bool]) -> None:
        self._cp = cp_model.as_meant(model.with_key(spare))
        self._literals = list(model.indexes)
        self._teller, self._prover = cp_model.CpSolver(), cp_model.CpSolver()
        self._teller.parameters = sat_parameters(
            model.parameters, own={**PROPAGATION, "fill_tightened_domains_in_response": True}
        )
        self._prover.parameters = sat_parameters(model.parameters, own=PROPAGATION)
        self._cp.add_bool_and([])
        self._subproblem = self._cp.proto.constraints[len(self._cp.proto.constraints) - 1].bool_and.literals

    def __call__(self, subproblem: Subproblem) -> dict[int, bool] | None:
        self._subproblem.clear()
        self._subproblem.extend([self._literals[p] if p >= 0 else ~self._literals[~p] for p in subproblem])
        if self._teller.solve(self._cp) == cp_model.INFEASIBLE:
            is_refuted = self._prover.solve(self._cp) == cp_model.INFEASIBLE
            return None if is_refuted else values_of(subproblem)
        domains = self._teller.response_proto.tightened_variables
        if not len(domains):
            return values_of(subproblem)
        bounds = ((p, domains[index].domain) for p, index in enumerate(self._literals))
        return {p: bool(domain[0]) for p, domain in bounds if len(domain) == 2 and domain[0] == domain[1]}


def exact_choices(cp: cp_model.CpModel, key: Sequence[int]) -> list[tuple[int, ...]]:
    """The sets of key positions of which the constraints say that exactly one is true.

    They come from the constraints of that name, and from circuits, which leave every node by one arc and enter
    it by one.
    """
    position = {index: p for p, index in enumerate(key)}

    def positions(literals: Sequence[int]) -> tuple[int, ...]:
        return tuple(position[i] for i in literals) if len(literals) > 1 and position.keys() >= set(literals) else ()

    found: dict[tuple[int, ...], None] = {}
    for constraint in cp.proto.constraints:
        if len(constraint.enforcement_literal):
            continue
        if constraint.has_exactly_one():
            found[positions(list(constraint.exactly_one.literals))] = None
        elif constraint.has_circuit():
            arcs, literals = constraint.circuit, list(constraint.circuit.literals)
            for at in chain(grouped(arcs.tails).values(), grouped(arcs.heads).values()):
                found[positions([literals[place] for place in at])] = None
    return list(filter(None, found))


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

    def prepared(self) -> tuple[Symmetry, dict[str, str]]:
        """What is searched, at work with its symmetries, and what a ledger of it is about."""
        whole = not self.up_to_symmetry
        symmetry = Symmetry(searched(self.recipe, self.engine, whole=whole), trivial=whole)
        return symmetry, fingerprint(symmetry, keep=self.keep, first=self.first, whole=whole)


def sent(model: Model[Any]) -> Recipe:
    """A model as it is now, for workers, where this is called to make it again.

    Symmetries and pivots of one that was changed do not hold any more.
    """
    puzzle = None if model.puzzle is BARE else model.puzzle
    decode = None if puzzle is None or model.decodes_by_kind else model.reading
    rest = {"parameters": dict(parameters_of(model)), "identical": model.identical, "infeasible": model.infeasible}
    if model.as_built:
        rest |= {"symmetries": model.symmetries, "pivots": model.pivots}
    return partial(_received, puzzle, str(model.cp.proto), model.indexes, decode, rest)


def _received(puzzle: Puzzle[Any] | None, proto: str, key: Sequence[int], decode: Any, rest: dict[str, Any]) -> Any:
    """The model again, of the text of its CpModel and the indexes of its key; without `decode` its kind's reads it."""
    cp = cp_model.CpModel()
    cp.proto.parse_text_format(proto)
    if puzzle is not None and decode is None:
        decode = build_to_search(puzzle).reading
    return Model(puzzle, cp, [cp.get_bool_var_from_proto_index(index) for index in key], decode, **rest)


def at_its_optimum(recipe: Recipe, inner: int | None) -> Model[Any]:
    """The model of the optimal solutions of one with an objective, that of a recipe, as `at_optimum` makes it."""
    return at_optimum(model_of(recipe), inner)


def model_of(recipe: Recipe) -> Model[Any]:
    """The model that a recipe makes.  Raises KindError when it makes something else."""
    if isinstance(recipe, Puzzle):
        return build_to_search(recipe)
    if not isinstance(model := recipe(), Model):
        raise KindError(f"the function given to a sweep must return a Model, not a {type(model).__name__}")
    model.check_domains()
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
    if has_own_model(recipe) and model_of(recipe).cp.has_objective():
        raise ModelError(f"the engine {engine} cannot optimise the objective of a model: leave out the engine")
    return Backtracker(recipe) if whole else Backtracker(recipe).part()


def fingerprint(symmetry: Symmetry, *, keep: bool, first: bool = False, whole: bool = False) -> dict[str, str]:
    """What a sweep of a model is about; two sweeps with the same fingerprint share their parts and solutions.

    It covers the puzzle, the whole model, why that has no solution where that is plain, all that decides which solution
    stands for an orbit, and what finds them.
    """
    model = symmetry.model
    parts = [*model.content, repr(symmetry.pivots), repr(model.symmetries), symmetry.order]
    parts += [repr(model.infeasible)] if model.infeasible else []  # Nothing is searched then, and that is written down.
    solver = f"OR-Tools {version('ortools')}" if isinstance(model, Model) else "backtracking"
    counted = "one by one" if whole else "up to symmetry"
    return {
        "puzzle": f"{model.puzzle.kind} {_digest(canonical(model.puzzle) if is_dataclass(model.puzzle) else '')}",
        "model": _digest(*parts),
        "search": f"version {SEARCH} by {solver}",
        "count": f"{FIRST}, {counted}" if first else counted,
        "content": "solutions" if keep else "counts alone",
    }


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


class Searcher(ABC):
    """A puzzle with all that its subproblems need.  It has a state, so it belongs to one task at a time."""

    def __init__(self, job: SweepJob) -> None:
        self.symmetry, here = job.prepared()
        self.model = self.symmetry.model
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

    def run(self, job: SweepJob, part: str, seconds: float) -> Finished | Split:
        """Search a subproblem or, if that takes too long, split it."""
        subproblem = read_subproblem(part)
        solutions = self._solutions(job, subproblem, seconds) if seconds > 0 else None
        if solutions is None and job.sweep not in _STOPPED:
            children = self._split(subproblem)
            if children is not None:
                parts = [(written(child), share) for child, share in children]
                return Split(part, parts) if parts else Finished(part, 0, 0)
            solutions = self._solutions(job, subproblem, None)
        if solutions is None and job.sweep in _STOPPED:
            raise WorkersLostError("the search was stopped")
        if solutions is None:
            raise ParameterError(
                "a sweep searches each part to its end, and CP-SAT has stopped before: leave out parameters that stop "
                f"it early, of {listed(list(job.parameters))}"
            )
        return self._counted(job, part, solutions)

    def _counted(self, job: SweepJob, part: str, solutions: list[Values]) -> Finished:
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
        return Finished(part, total, orbits, kept)


class ModelSearcher(Searcher):
    """Subproblems of a model, by CP-SAT."""

    def __init__(self, job: SweepJob) -> None:
        super().__init__(job)
        self.splitter = Splitter(self.symmetry)

    def _split(self, subproblem: Subproblem) -> list[Child] | None:
        return self.splitter.split(subproblem)

    def _solutions(self, job: SweepJob, subproblem: Subproblem, seconds: float | None) -> list[Values] | None:
        # One that is given is that of the whole.
        limits = {"max_time_in_seconds": inf if seconds is None else seconds}
        parameters = sat_parameters(self.model.parameters, {**job.parameters, **limits}, own=ENUMERATION)
        cp, found, search = self.symmetry.broken(values_of(subproblem)), dict[Values, None](), CpSatRun(parameters)
        search.on_log = lambda line: print(line, file=sys.stderr)

        def take(candidate: Incumbent) -> bool:
            found[candidate.values] = None
            return len(found) <= (0 if job.first else MOST_SOLUTIONS)

        with _LOCK:
            _RUNNING[search] = job.sweep
            if job.sweep in _STOPPED:
                search.stop()
        try:
            ended = search.run(cp, self.model.indexes, None, take)
        finally:
            with _LOCK:
                del _RUNNING[search]
        if ended.status == cp_model.MODEL_INVALID:
            raise rejected(cp, ended.info)
        done = ended.is_proof or (job.first and found)
        return list(found) if done else None


class BacktrackSearcher(Searcher):
    """Subproblems of a description, by backtracking."""

    def __init__(self, job: SweepJob) -> None:
        super().__init__(job)
        self._search = self.model.search()

    def _split(self, subproblem: Subproblem) -> list[Child] | None:
        children = self._search.children(subproblem)
        return None if children is None else [Child(child, 1 / len(children)) for child in children]

    def _solutions(self, job: SweepJob, subproblem: Subproblem, seconds: float | None) -> list[Values] | None:
        self._search.start(subproblem)
        clock, found = Clock(seconds, None), list[Values]()
        with suppress(StoppedError):
            for rows in slices(self._search, clock):
                found += map(self.model.values, self.model.solving(rows))
                if job.first and found:
                    return found[:1]
                if job.sweep in _STOPPED or (seconds is not None and len(found) > MOST_SOLUTIONS):
                    return None
                share = self._search.share
                if seconds is not None and share is not None and clock.seconds > seconds * max(1 / 8, 2 * share):
                    return None  # The slice will by far not do.
        return found if self._search.done else None


MOST_IDLE = 16
"""How many searchers wait in a process for their next task: enough for two sweeps on eight threads each."""

_LOCK = threading.Lock()
"""Held for a moment only: never while a model is built or searched, so that a sweep can be stopped at any time."""

_IDLE: list[tuple[Mapping[str, str], Searcher]] = []
"""The searchers that no task has, with the fingerprints of their jobs, in the order in which they were last used."""

_RUNNING: dict[CpSatRun, str] = {}
_STOPPED: set[str] = set()


def run_task(job: SweepJob, part: str, seconds: float) -> Finished | Split:
    """Search a subproblem for some seconds and, if that does not end it, split it; with 0, split it at once.

    No other task has the searcher meanwhile: an idle one of a job for the same model, or a new one.  One whose task
    failed, or whose sweep has ended, is not kept.
    """
    with _LOCK:
        place = next((place for place, (about, _) in enumerate(_IDLE) if about == job.fingerprint), None)
        searcher = None if place is None else _IDLE.pop(place)[1]
    searcher = searcher or (ModelSearcher if job.engine is None else BacktrackSearcher)(job)
    outcome = searcher.run(job, part, seconds)
    with _LOCK:
        if job.sweep not in _STOPPED:
            _IDLE.append((job.fingerprint, searcher))
            del _IDLE[:-MOST_IDLE]
    return outcome


def stop_here(job: SweepJob) -> None:
    """Stop the tasks of a sweep that run in this process, such as those of an executor of threads."""
    with _LOCK:
        _STOPPED.add(job.sweep)
        _IDLE[:] = [idle for idle in _IDLE if idle[0] != job.fingerprint]
        for solver, name in _RUNNING.items():
            if name == job.sweep:
                solver.stop()
