"""A run of CP-SAT: in this process or, isolated, in one of its own, which a crash of OR-Tools ends in its place.

Everything that has to do with puzzles (decoding, checking, symmetry) is left to the caller's process.

CP-SAT enumerates the assignments of all variables.  Where those outside the key are functions of it, that is one for
each solution; where they are free, the same solution comes again and again.  Once repetitions outnumber what is new,
the run ends, what was found is excluded by a clause each, and the next run decides the *other* variables first: what
then differs from one assignment to the next is the key.  For 12 Booleans, six of them true, beside two free numbers up
to 1,000, that is two runs and 0.04 s; CP-SAT alone finds 422 of the 924 solutions in 20 s.
"""

from __future__ import annotations

import os
import queue
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf, isfinite
from signal import Signals
from typing import Any, NamedTuple

from cpmodels import _cp_model as cp_model
from cpmodels._parameters import DIRECT_PARAMETERS, PARAMETERS, unproved
from cpmodels.base._checkpoints import unbreakable
from cpmodels.base.errors import EngineError
from cpmodels.constraints._bulk import Bulk
from cpmodels.engines._formula import coefficients
from cpmodels.engines._process import EngineProcess
from cpmodels.engines._table import CP_SAT, ENGINES
from cpmodels.engines._worker import AHEAD, CpSatTask, Message, serve
from cpmodels.model._key import Key

Terms = Sequence[tuple[int, int]]
"""The variables of an objective, by index, with their coefficients."""


class Incumbent(NamedTuple):
    """A solution: its key's values, a byte each, and with an objective that and the bound known when it was found.

    bound: None when it is not proved.
    inner: the objective as CP-SAT has it inside, a sum of whole numbers that it makes as small as it can.
    """

    values: bytes
    objective: float = 0.0
    bound: float | None = 0.0
    inner: int = 0


@dataclass(frozen=True)
class Ended:
    """What CP-SAT says at the end of a run; of one that was lost it is the little that is known.

    bound: the proved bound on the objective; None when it is not known.
    inner_bound: the same as CP-SAT has it inside (see `Incumbent`).
    info: what CP-SAT says of a model or of parameters that it rejects.
    """

    status: cp_model.CpSolverStatus
    conflicts: int = 0
    branches: int = 0
    bound: float | None = None
    inner_bound: int = 0
    info: str = ""

    @property
    def is_proof(self) -> bool:
        """Whether there is nothing more to find."""
        return self.status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)


Take = Callable[[Incumbent], bool]
"""Takes a solution; whether the search is to go on."""

TakeValues = Callable[[bytes], bool]
"""The same of the key's values, a byte each."""

OneRun = Callable[["cp_model.CpModel", "cp_model.SatParameters", Take], Ended]

PATIENCE = 50
"""Repetitions beyond the number of new solutions that end a run: of the models of `benchmarks.bare_models` with free
variables 30 to 100 take about the same time, and those with many runs half as long again with 10.  A run of CP-SAT's
own order after the first begins with what is new, and so ends with the first: 28 plans of production take 0.3 s of the
processor, and 1.3 with as much patience as the others have."""

MOST_EXCLUDED = 2**16
"""How many solutions are excluded by clauses; when there are more, repetitions are no longer looked for."""

DIRECTLY = 0.1
"""Deterministic seconds, which are 50 to 100 ms, of an enumeration without presolve, before one with it.  Of the models
of `benchmarks.bare_models` without free variables all but one are done by then: Golomb rulers in 2 ms where presolve
makes it 17, Costas arrays in 18 for 32, magic squares in 2 for 4, eight queens in 29 for 31."""

WITHOUT_PRESOLVE: Mapping[str, Any] = {
    name: value for name, value in DIRECT_PARAMETERS.items() if PARAMETERS.get(name) != value
}
"""The CP-SAT parameters of a search without presolve, for models that it suits."""


def without_presolve(cp: cp_model.CpModel) -> Mapping[str, Any]:
    """The same, but none for a model that needs presolve: of ``x == x // 2``, where x is 1, 2 or 4, CP-SAT finds a
    solution without it, and aborts the process; so it does, at times, where a Boolean is there twice among those of
    which at most one is true, where a table contradicts an element, and where the size of an interval is negative, so
    that it can never be there.
    """
    return {} if any(map(_needs_presolve, cp.proto.constraints)) else WITHOUT_PRESOLVE


def _needs_presolve(constraint: Any) -> bool:
    if constraint.has_at_most_one() or constraint.has_exactly_one():
        of = constraint.at_most_one if constraint.has_at_most_one() else constraint.exactly_one
        literals = list(of.literals)
        return len({max(literal, ~literal) for literal in literals}) < len(literals)
    if constraint.has_interval():
        return bool(not len(constraint.interval.size.vars) and constraint.interval.size.offset < 0)
    return bool(constraint.has_int_div() or constraint.has_table())


SHORTEST = 0.1
"""Seconds that a run which decides the other variables first has at least; see `each_once`."""


def each_once(
    run: OneRun,
    cp: cp_model.CpModel,
    key: Sequence[int],
    free: Sequence[int],
    parameters: cp_model.SatParameters,
    take: Take,
    is_stopped: Callable[[], bool],
    on_repeat: Callable[[Collection[bytes], TakeValues], bool] = lambda _, __: False,
) -> Ended:
    """Enumerate the values of a key, each once if they are at most `MOST_EXCLUDED`, by as many runs as that needs.

    A run that decides the other variables first has no presolve, which would take longer than many a run: fourteen
    switches beside six numbers take 1.4 s so, and 3.3 with it.  It has as long as all before it took.  Each next run is
    of the order in which the last one found more in a second: with nothing new, CP-SAT's own, which is the faster to
    prove that there is nothing more.

    run: searches a model with some parameters, and hands over what it finds as long as that is taken.
    free: the variables that may be free for given values of the key (see `others`).
    on_repeat: called where the first run has ended since its solutions repeated one another, with the values that were
        found, and what takes new ones; whether it has found all others.
    """
    found, new = set[bytes](), list[bytes]()
    repeated, patience = 0, PATIENCE

    def take_new(candidate: Incumbent) -> bool:
        nonlocal repeated
        if len(found) < MOST_EXCLUDED and candidate.values in found:
            repeated += 1
            return repeated <= len(new) + patience
        return take_values(candidate.values)

    def take_values(values: bytes) -> bool:
        if len(found) < MOST_EXCLUDED:
            found.add(values)
            new.append(values)
        return take(Incumbent(values))

    began, limit = time.monotonic(), parameters.max_time_in_seconds
    ended = run(cp, parameters, take_new)
    conflicts, branches = ended.conflicts, ended.branches
    restricted, bulk, others_first, seconds = cp, Bulk(cp), False, 0.0
    pace = {True: inf, False: inf}  # how many new ones come in a second, with the other variables first or not
    while not is_stopped() and (repeated > len(new) + patience or (others_first and not ended.is_proof)):
        before, seconds = seconds, time.monotonic() - began
        if seconds >= limit:
            break
        pace[others_first] = len(new) / max(seconds - before, 1e-9)
        others_first = 0 < pace[True] >= pace[False]
        if restricted is cp:
            if on_repeat(found, take_values):
                return replace(ended, status=cp_model.OPTIMAL)
            if is_stopped():
                break
            restricted = cp_model.copy_of(cp)
            bulk = Bulk(restricted)
        for values in new:
            bulk.any_of([~index if value else index for index, value in zip(key, values, strict=True)])
        new.clear()
        repeated, patience = 0, PATIENCE if others_first else 0
        own = _with(parameters, **(without_presolve(cp) if others_first else {}), max_time_in_seconds=limit - seconds)
        restricted.proto.search_strategy.clear()
        if others_first:
            own.search_branching = cp_model.FIXED_SEARCH
            own.max_time_in_seconds = min(limit - seconds, max(SHORTEST, seconds))
            variables = [restricted.get_int_var_from_proto_index(index) for index in free]
            restricted.add_decision_strategy(variables, cp_model.CHOOSE_FIRST, cp_model.SELECT_MIN_VALUE)
        ended = run(restricted, own, take_new)
        conflicts, branches = conflicts + ended.conflicts, branches + ended.branches
    return replace(ended, conflicts=conflicts, branches=branches)


def _at_first_directly(
    run: OneRun, cp: cp_model.CpModel, parameters: cp_model.SatParameters, take: Take, is_stopped: Callable[[], bool]
) -> Ended:
    """Enumerate all assignments, without presolve for as long as `DIRECTLY` says, after which some may come again."""
    direct = without_presolve(cp)
    if not (direct and parameters.cp_model_presolve):
        return run(cp, parameters, take)
    began = time.monotonic()
    most = min(parameters.max_deterministic_time, DIRECTLY)
    first = run(cp, _with(parameters, **direct, max_deterministic_time=most), take)
    left = parameters.max_time_in_seconds - (time.monotonic() - began)
    if first.is_proof or is_stopped() or left <= 0:
        return first
    last = run(cp, _with(parameters, max_time_in_seconds=left), take)
    return replace(last, conflicts=first.conflicts + last.conflicts, branches=first.branches + last.branches)


def _with(parameters: cp_model.SatParameters, **other: Any) -> cp_model.SatParameters:
    """A copy of some parameters with other values."""
    own = cp_model.SatParameters()
    own.copy_from(parameters)
    for name, value in other.items():
        setattr(own, name, value)
    return own


def others(proto: Any, key: Iterable[int]) -> list[int]:
    """The variables that may be free for given values of the key, by their indices.

    Those that are fixed, or that an equation without conditions makes functions of the key, are left out.

    >>> cp = cp_model.CpModel()
    >>> a, b, x, y = cp.new_bool_var("a"), cp.new_bool_var("b"), cp.new_int_var(0, 3, "x"), cp.new_int_var(0, 9, "y")
    >>> rules = cp.add(x == 2 * a + b), cp.add(y >= x)
    >>> others(cp.proto, [a.index, b.index]) == [y.index]
    True
    """
    known = {*key}
    rest = [index for index in range(len(proto.variables)) if index not in known]
    known.update([index for index in rest if len(set(proto.variables[index].domain)) == 1])
    if len(known) == len(proto.variables):
        return []
    waiting: dict[int, list[set[int]]] = {}
    ready, open_ones = [], {*rest} - known
    for constraint in proto.constraints:
        if not constraint.has_linear() or open_ones.isdisjoint(constraint.linear.vars):
            continue
        if constraint.enforcement_literal or len(set(constraint.linear.domain)) != 1:
            continue
        unknown = coefficients(constraint.linear).keys() - known
        for index in unknown:
            waiting.setdefault(index, []).append(unknown)
        if len(unknown) == 1:
            ready.append(unknown)
    while ready:
        for index in list(ready.pop()):
            known.add(index)
            for unknown in waiting.pop(index, ()):
                unknown.discard(index)
                if len(unknown) == 1:
                    ready.append(unknown)
    return [index for index in rest if index not in known]


class CpSatRun:
    """A run of CP-SAT in this process.

    lost: why the run proves nothing, in a sentence: OR-Tools crashed, or was given a parameter that nobody looked at.
    is_repeating: whether its solutions have repeated one another (see `each_once`).
    on_repeat: what is tried then, before CP-SAT goes on.
    numbers: the entries of the key where these are to be read as they are, without the variables that were added for
        the values of numbers, as long as no constraint is about these.
    on_bound: called with each better bound on the objective.
    on_log: called with each line that CP-SAT logs.
    """

    on_bound: Callable[[float], None] | None = None
    on_log: Callable[[str], None] | None = None
    on_repeat: Callable[[Collection[bytes], TakeValues], bool] | None = None
    lost: str | None = None
    is_repeating: bool = False
    numbers: Key | None = None
    _stopped: bool = False

    def __init__(self, parameters: cp_model.SatParameters, check: Check | None = None) -> None:
        self.parameters, self._check = parameters, check
        self._solver = cp_model.Solver()

    def run(self, cp: cp_model.CpModel, key: Sequence[int], objective: Terms | None, take: Take) -> Ended:
        """Search a model, from beginning to end.  What is not proved (see `unproved`), is not said to be."""
        if not (doubt := unproved(self.parameters)):
            return self._run(cp, key, objective, take)
        self.on_bound, found = None, list[Incumbent]()

        def take_unproved(candidate: Incumbent) -> bool:
            found[:] = [candidate]
            return take(candidate._replace(bound=None))

        ended = self._run(cp, key, objective, take_unproved)
        self.lost = self.lost or doubt
        status = ended.status
        if ended.is_proof:
            status = cp_model.FEASIBLE if found else cp_model.UNKNOWN
        return Ended(status, ended.conflicts, ended.branches, info=ended.info)

    def _run(self, cp: cp_model.CpModel, key: Sequence[int], objective: Terms | None, take: Take) -> Ended:
        write_own: Callable[[Iterable[int]], bytes] = bytes
        whole, plain, own = cp, cp, key
        if self.numbers is not None:
            plain, own, write_own = self.numbers.untied(cp), self.numbers.bases, self.numbers.write

        def once(cp: cp_model.CpModel, parameters: cp_model.SatParameters, take: Take) -> Ended:
            cp = plain if cp is whole else cp
            places, write = (own, write_own) if cp is plain else (key, bytes)

            def collect(callback: cp_model.Callback) -> bool:
                response = callback.Response()  # type: ignore[no-untyped-call]
                values = response.solution
                if self._check is not None and not self._check(values):
                    os.abort()
                found = Incumbent(write(map(values.__getitem__, places)))
                if objective is not None:
                    inner = sum(c * values[v] for v, c in objective)
                    bound = objective_of(cp, response.inner_objective_lower_bound)
                    found = Incumbent(found.values, objective_of(cp, inner), bound, inner)
                return take(found)

            return self._once(cp, parameters, collect)

        def take_or_stop(candidate: Incumbent) -> bool:
            self._stopped |= not take(candidate)
            return not self._stopped

        if not self.parameters.enumerate_all_solutions or objective is not None:
            return once(cp, self.parameters, take)
        if free := others(plain.proto, own):
            return each_once(once, cp, key, free, self.parameters, take_or_stop, lambda: self._stopped, self._repeat)
        return _at_first_directly(once, plain, self.parameters, take_or_stop, lambda: self._stopped)

    def _once(self, cp: cp_model.CpModel, parameters: cp_model.SatParameters, collect: Callable[[Any], bool]) -> Ended:
        solver = self._solver
        solver.parameters = parameters
        solver.best_bound_callback, solver.log_callback = self.on_bound, self.on_log
        with unbreakable():
            status = solver.solve(cp, cp_model.Callback(collect))
        response = solver.response_proto
        inner = response.inner_objective_lower_bound
        # To read an objective that there is not would make one.
        bound = objective_of(cp, inner) if cp.has_objective() else None
        return Ended(status, response.num_conflicts, response.num_branches, bound, inner, solver.solution_info())

    def _repeat(self, found: Collection[bytes], take: TakeValues) -> bool:
        self.is_repeating = True
        return self.on_repeat is not None and self.on_repeat(found, take)

    def stop(self) -> None:
        """Stop the run, or keep it from beginning."""
        self._stopped = True
        self._solver.stop_search()


class Check:
    """Checks solutions by a run of CP-SAT with all variables fixed.

    CP-SAT itself checks only the last solution of a run, after it was handed over, and crashes when that is wrong.
    """

    def __init__(self, cp: cp_model.CpModel) -> None:
        self._cp, self._solver = cp_model.as_meant(cp_model.copy_of(cp)), cp_model.CpSolver()
        self._cp.clear_objective()  # type: ignore[no-untyped-call]
        self._cp.clear_hints()  # type: ignore[no-untyped-call]
        self._hint = self._cp.proto.solution_hint
        self._hint.vars.extend(range(len(self._cp.proto.variables)))
        self._solver.parameters.num_workers = 1
        self._solver.parameters.catch_sigint_signal = False  # It would take away that Ctrl-C is ignored here.
        self._solver.parameters.fix_variables_to_their_hinted_value = True

    def __call__(self, values: Sequence[int]) -> bool:
        self._hint.values.clear()
        self._hint.values.extend(values)
        return self._solver.solve(self._cp) == cp_model.OPTIMAL


def exact(value: float, cp: cp_model.CpModel) -> float | None:
    """A bound as CP-SAT reports it, which is a little off at times: of whole numbers, with a file's own scale.

    None where a float cannot hold it.

    >>> cp = cp_model.CpModel()
    >>> cp.minimize(cp.new_int_var(1, 3, "x"))
    >>> exact(0.9999999999999998, cp), exact(float("-inf"), cp)
    (1, -inf)
    >>> cp.proto.objective.scaling_factor = 0.5
    >>> exact(1.4999999999999998, cp)
    1.5
    >>> exact(1e17, cp) is None
    True
    """
    if not isfinite(value):
        return value
    inner, most = inner_of(cp, value), 2**52
    return objective_of(cp, inner) if max(abs(inner), abs(cp.proto.objective.offset)) <= most else None


def inner_of(cp: cp_model.CpModel, value: float) -> int:
    """What CP-SAT has inside where the objective of a model is this, or next to it.

    >>> cp = cp_model.CpModel()
    >>> cp.maximize(cp.new_int_var(0, 1, "x") + 10**17)
    >>> inner_of(cp, 100000000000000001)
    -1
    """
    objective = cp.proto.objective
    return round(Fraction(value) / Fraction(objective.scaling_factor or 1) - Fraction(objective.offset))


def objective_of(cp: cp_model.CpModel, inner: int) -> float:
    """The objective of a model as it was written, where CP-SAT has this inside; in exact numbers, however large.

    >>> cp = cp_model.CpModel()
    >>> cp.maximize(cp.new_int_var(0, 1, "x") + 10**17)
    >>> objective_of(cp, -1)
    100000000000000001
    """
    objective = cp.proto.objective
    return number(Fraction(objective.scaling_factor or 1) * (inner + Fraction(objective.offset)))


def number(value: Any) -> float:
    """A number of any type as one of Python's own, whole wherever it is.

    >>> number(2.0), number(Fraction(3, 2))
    (2, 1.5)
    """
    return int(value) if value % 1 == 0 else float(value)


class IsolatedRun(CpSatRun):
    """A run of CP-SAT in a process of its own: where OR-Tools crashes, the run is `lost`, and nothing else."""

    _process: EngineProcess | None = None

    def _run(self, cp: cp_model.CpModel, key: Sequence[int], objective: Terms | None, take: Take) -> Ended:
        task = CpSatTask(str(cp.proto), str(self.parameters), tuple(key), objective, time.time())
        self._process = process = EngineProcess(ENGINES[CP_SAT], task)
        if self._stopped:
            process.kill()
        for kind, value in process.messages():
            if kind == "solution":
                if not take(Incumbent(*value)):
                    self.stop()
            elif kind == "bound":
                if self.on_bound:
                    self.on_bound(value)
            elif kind == "log":
                if self.on_log:
                    self.on_log(value)
            elif kind == "end":
                ended: Ended = value
                return ended
            elif kind == "gone" and isinstance(value, int):
                self.lost = None if self._stopped else lost(value)
            else:
                raise EngineError(f"the process of CP-SAT ended with {value}")
        return Ended(cp_model.UNKNOWN)

    def stop(self) -> None:
        self._stopped = True
        if self._process is not None:
            self._process.kill()


def lost(status: int) -> str:
    """The sentence for a process that ended before its search, from its exit status.

    >>> lost(-6)
    "OR-Tools' process was lost (SIGABRT) during the search: what was found is right, and nothing else is proved"
    """
    how = Signals(-status).name if status < 0 else f"exit status {status}"
    return f"OR-Tools' process was lost ({how}) during the search: what was found is right, and nothing else is proved"


def search_isolated(task: CpSatTask) -> Iterator[Message]:
    """The far end: the messages of a run, the last of them ``("end", ...)`` with what `Ended` holds."""
    messages: queue.Queue[Message] = queue.Queue(AHEAD)
    cp, parameters = cp_model.CpModel(), cp_model.SatParameters()
    cp.proto.parse_text_format(task.model)
    parameters.parse_text_format(task.parameters)
    # What the start of the process took is a part of the time limit.
    parameters.max_time_in_seconds = max(parameters.max_time_in_seconds - (time.time() - task.begun), 1e-3)
    search = CpSatRun(parameters, Check(cp))
    search.on_bound = lambda bound: messages.put(("bound", bound))
    search.on_log = lambda line: messages.put(("log", line))

    def take(found: Incumbent) -> bool:
        messages.put(("solution", tuple(found)))
        messages.join()  # It is sent before CP-SAT has another chance to crash.
        return True

    def run() -> None:
        try:
            messages.put(("end", search.run(cp, task.key, task.objective, take)))
        except Exception as error:
            messages.put(("error", f"{type(error).__name__}: {error}"))

    threading.Thread(target=run, daemon=True).start()
    while True:
        message = messages.get()
        yield message
        messages.task_done()
        if message[0] in ("end", "error"):
            return


def main(_engine: str) -> None:
    """The program of an isolated process."""
    cp_model.leave_no_file()
    serve(search_isolated)
