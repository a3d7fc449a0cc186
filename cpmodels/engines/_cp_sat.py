"""A run of CP-SAT: in this process or, isolated, in one of its own, which a crash of OR-Tools ends in its place.

Everything that has to do with puzzles (decoding, checking, symmetry) is left to the caller's process.
"""

from __future__ import annotations

import os
import pickle
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import isfinite
from signal import Signals

from ortools.sat.python import cp_model

from cpmodels.engines._worker import AHEAD, CpSatTask, Message
from cpmodels.errors import EngineError

Terms = Sequence[tuple[int, int]]
"""The variables of an objective, by index, with their coefficients."""


@dataclass(frozen=True)
class Candidate:
    """A solution: its key's values, a byte each, and with an objective that and the bound known when it was found.

    inner: the objective as CP-SAT has it inside, a sum of whole numbers that it makes as small as it can.
    """

    values: bytes
    objective: float = 0.0
    bound: float = 0.0
    inner: int = 0


@dataclass(frozen=True)
class Ended:
    """What CP-SAT says at the end of a run; of one that was lost it is the little that is known.

    bound: the proved bound on the objective; None when it is not known.
    inner_bound: the same as CP-SAT has it inside (see `Candidate`).
    told: what CP-SAT says of a model or of parameters that it rejects.
    """

    status: cp_model.CpSolverStatus = cp_model.UNKNOWN
    conflicts: int = 0
    branches: int = 0
    bound: float | None = None
    inner_bound: int = 0
    told: str = ""


Take = Callable[[Candidate], bool]
"""Takes a solution; whether the search is to go on."""


class Search:
    """A run of CP-SAT in this process.

    lost: why the run is lost, in a sentence, if it is.
    on_bound: called with each better bound on the objective.
    on_log: called with each line that CP-SAT logs.
    """

    on_bound: Callable[[float], None] | None = None
    on_log: Callable[[str], None] | None = None
    lost: str | None = None

    def __init__(self, parameters: cp_model.SatParameters, check: Check | None = None) -> None:
        self.parameters, self._check = parameters, check
        self._solver = cp_model.CpSolver()

    def run(self, cp: cp_model.CpModel, key: Sequence[int], objective: Terms | None, take: Take) -> Ended:
        """Search a model, from beginning to end."""
        solver = self._solver
        solver.parameters = self.parameters
        solver.best_bound_callback, solver.log_callback = self.on_bound, self.on_log
        status = solver.solve(cp, _Collector(key, objective, take, self._check))
        response = solver.response_proto
        bound, inner = exact(response.best_objective_bound), response.inner_objective_lower_bound
        return Ended(status, response.num_conflicts, response.num_branches, bound, inner, solver.solution_info())

    def stop(self) -> None:
        """Stop the run; it has no effect before it has begun."""
        self._solver.stop_search()


class _Collector(cp_model.CpSolverSolutionCallback):
    def __init__(self, key: Sequence[int], objective: Terms | None, take: Take, check: Check | None) -> None:
        super().__init__()
        self._key, self._objective, self._take, self._check = key, objective, take, check

    def on_solution_callback(self) -> None:
        values = self.response_proto.solution
        if self._check is not None and not self._check(values):
            os.abort()
        found = Candidate(bytes([values[i] for i in self._key]))
        if self._objective is not None:
            inner = sum(c * (values[v] if v >= 0 else -values[-v - 1]) for v, c in self._objective)
            found = Candidate(found.values, exact(self.objective_value), exact(self.best_objective_bound), inner)
        if not self._take(found):
            self.stop_search()


class Check:
    """Checks solutions by a run of CP-SAT with all variables fixed.

    CP-SAT itself checks only the last solution of a run, after it was handed over, and crashes when that is wrong.
    """

    def __init__(self, cp: cp_model.CpModel) -> None:
        self._cp, self._solver = cp.clone(), cp_model.CpSolver()
        self._cp.clear_objective()  # type: ignore[no-untyped-call]
        self._cp.clear_hints()  # type: ignore[no-untyped-call]
        self._hint = self._cp.proto.solution_hint
        self._hint.vars.extend(range(len(cp.proto.variables)))
        self._solver.parameters.num_workers = 1
        self._solver.parameters.fix_variables_to_their_hinted_value = True

    def __call__(self, values: Sequence[int]) -> bool:
        self._hint.values.clear()
        self._hint.values.extend(values)
        return self._solver.solve(self._cp) == cp_model.OPTIMAL


def exact(value: float) -> float:
    """An objective of whole numbers as CP-SAT tells it, which is a little off at times.

    >>> exact(0.9999999999999998), exact(float("-inf"))
    (1.0, -inf)
    """
    return float(round(value)) if isfinite(value) else value


class IsolatedSearch(Search):
    """A run of CP-SAT in a process of its own: where OR-Tools crashes, the run is `lost`, and nothing else."""

    def __init__(self, parameters: cp_model.SatParameters) -> None:
        super().__init__(parameters)
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped, self._lock = False, threading.Lock()

    def run(self, cp: cp_model.CpModel, key: Sequence[int], objective: Terms | None, take: Take) -> Ended:
        from cpmodels.engines._process import begin, end  # It imports what uses this module.

        task = CpSatTask(str(cp.proto), str(self.parameters), tuple(key), objective, time.time())
        process = begin("cp-sat", quiet=True)
        assert process.stdin
        assert process.stdout
        try:
            with self._lock:
                pickle.dump(task, process.stdin)
                process.stdin.flush()
                self._process = process
            while True:
                kind, value = pickle.load(process.stdout)
                if kind == "solution":
                    if not take(Candidate(*value)):
                        self.stop()
                elif kind == "bound":
                    if self.on_bound:
                        self.on_bound(value)
                elif kind == "log":
                    if self.on_log:
                        self.on_log(value)
                elif kind == "end":
                    status, *rest = value
                    return Ended(cp_model.CpSolverStatus(status), *rest)
                else:
                    raise EngineError(f"the process of CP-SAT ended with {value}")
        except (OSError, EOFError, pickle.UnpicklingError):
            self.lost = None if self._stopped else lost(process.wait())
            return Ended()
        finally:
            with self._lock:
                self._process = None
            end(process)

    def stop(self) -> None:
        self._stopped = True
        with self._lock, suppress(OSError):
            if self._process is not None and self._process.stdin is not None:
                self._process.stdin.write(b"stop")
                self._process.stdin.flush()


def lost(status: int) -> str:
    """The sentence for a process that ended before its search, from its exit status.

    >>> lost(-6)
    "OR-Tools' process was lost (SIGABRT) during the search: what was found is right, and nothing else is proved"
    """
    how = Signals(-status).name if status < 0 else f"exit status {status}"
    return f"OR-Tools' process was lost ({how}) during the search: what was found is right, and nothing else is proved"


def search_isolated(task: CpSatTask) -> Iterator[Message]:
    """The far end: the messages of a run, the last of them ``("end", ...)`` with what `Ended` holds.

    Whatever comes by standard input stops it; its end is that of the caller.
    """
    messages: queue.Queue[Message] = queue.Queue(AHEAD)
    cp, parameters = cp_model.CpModel(), cp_model.SatParameters()
    cp.proto.parse_text_format(task.model)
    parameters.parse_text_format(task.parameters)
    # What the start of the process took is a part of the time limit.
    parameters.max_time_in_seconds = max(parameters.max_time_in_seconds - (time.time() - task.begun), 1e-3)
    search = Search(parameters, Check(cp))
    search.on_bound = lambda bound: messages.put(("bound", bound))
    search.on_log = lambda line: messages.put(("log", line))

    def take(found: Candidate) -> bool:
        messages.put(("solution", (found.values, found.objective, found.bound, found.inner)))
        messages.join()  # It is told before CP-SAT has another chance to crash.
        return True

    def run() -> None:
        try:
            ended = search.run(cp, task.key, task.objective, take)
            rest = (ended.conflicts, ended.branches, ended.bound, ended.inner_bound, ended.told)
            messages.put(("end", (int(ended.status), *rest)))
        except Exception as error:
            messages.put(("error", f"{type(error).__name__}: {error}"))

    def listen() -> None:
        while sys.stdin.buffer.read(1):
            search.stop()
        os._exit(1)  # The caller is gone.

    for work in (run, listen):
        threading.Thread(target=work, daemon=True).start()
    while True:
        message = messages.get()
        yield message
        messages.task_done()
        if message[0] in ("end", "error"):
            return
