"""The first answer of a puzzle, or the proof that there is none.

Times to a first answer of a hard puzzle are heavy-tailed: most seeds are quick, some take for ever.
So `solve` races runs there, each on a core of its own: one searches on and on, and can prove that there
is no answer; the others start over when their time is up, after times of the sequence of Luby, Sinclair
and Zuckerman (1993), which is as good as can be, but for a logarithm, when nothing is known of the tail.

Where answers of the puzzle lie close to those of similar, easier puzzles, as gardens of cubes without any
symmetry do to symmetric ones, sprinters find one of these first and then search its neighbourhoods, as in
large neighbourhood search (Shaw 1998): a random part is freed, the rest stays, and most runs end in a second.
"""

from __future__ import annotations

import os
import queue
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import chain, count
from typing import Any, Generic, TypeVar

from ortools.sat.python import cp_model

from cpmodels import display
from cpmodels.errors import WrongSolutionError
from cpmodels.models import Model, build
from cpmodels.puzzles import Puzzle, Solution
from cpmodels.puzzles.puzzle import integer
from cpmodels.search.enumeration import as_model, seeding, verified
from cpmodels.search.run import Attempt, Clock, Inbox, Racer, Report, Run, sat_parameters, stop_runs
from cpmodels.search.symmetry import Symmetry

S = TypeVar("S", bound=Solution)

SLICE = 15.0
"""Seconds of the shortest run in a race."""

HEAD_START = 0.5
"""Seconds before the first sprinter sets off: easy puzzles are solved by then."""

NEARBY_SLICE = 2.0
"""Seconds of a run in the neighbourhood of an answer to a nearby puzzle: most that succeed take less than one."""

NEIGHBOURHOODS = 6
"""How many neighbourhoods of such an answer are searched before another one is looked for."""

MOST_RACERS = 8
"""How many runs race at most, unless more workers are asked for."""


class Status(Enum):
    """What is known after a search for one answer."""

    SOLVED = "solved"
    INFEASIBLE = "infeasible"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Result(Generic[S]):
    """The outcome of `solve`.

    solution: the answer, checked, when the status is SOLVED.
    status: INFEASIBLE is a proof that there is no answer; UNKNOWN means that the time was up.
    seconds: from the call to the answer, the building of the model included.
    reason: why there is no answer, where that is plain without any search; or, for a puzzle that minimises,
        which costs were ruled out before the time was up.
    cost: what the answer costs, for a puzzle that minimises: no answer costs less, by proof.
    """

    puzzle: Puzzle[S]
    status: Status
    solution: S | None
    seconds: float
    reason: str | None = None
    cost: int | None = None

    def _repr_svg_(self) -> str | None:
        return display.svg(self.puzzle, self.solution)


def solve(
    puzzle: Puzzle[S] | Model[S],
    *,
    time_limit: float | None = None,
    workers: int | None = None,
    seed: int | None = None,
    progress: Report | None = None,
    **parameters: Any,
) -> Result[S]:
    """One answer of a puzzle, or of a model that was built from one.

    A puzzle that minimises is searched stage by stage: the first answer, once all lower costs are proved
    to have none, is one of the least cost.

    time_limit: seconds, building included (a model once begun is built to its end); then the status is
        UNKNOWN.
    workers: how many runs race, each on a core of its own.  One by default, which gives the same answer
        every time; puzzles known to be hard take all cores, up to eight, and the first answer of any run.
    seed: another order of search, which may find another answer.
    progress: called now and then with a `Progress`.
    parameters: any CP-SAT parameter by name, over the defaults.  With ``num_workers`` above 1 CP-SAT's
        own parallel search takes the place of the race.

    Raises PuzzleError for a parameter that CP-SAT does not have, TooLargeError for a puzzle whose model
    would not fit into memory, KeyboardInterrupt once the solver has stopped on Ctrl-C.
    """
    clock = Clock(time_limit, progress)
    seeding(seed)
    if isinstance(puzzle, Puzzle) and puzzle.minimise:
        return _least(puzzle, clock, workers, seed, parameters)
    return first(as_model(puzzle), clock, workers, seed, parameters)


def _least(
    puzzle: Puzzle[S], clock: Clock, workers: int | None, seed: int | None, parameters: dict[str, Any]
) -> Result[S]:
    """The answer of least cost, from the first stage that has one."""
    for stage in puzzle.stages(alike=False):
        for part in stage.parts:
            found = None if clock.is_up else first(build(part.puzzle), clock, workers, seed, parameters)
            if found is None or found.status is Status.UNKNOWN:
                reason = f"{puzzle.minimise}: no answer has less than {stage.cost}"
                return Result(puzzle, Status.UNKNOWN, None, clock.seconds, reason)
            if found.solution is not None:
                whole = part.whole(found.solution)
                if broken := puzzle.check(whole):
                    raise WrongSolutionError(f"an answer of a part breaks the puzzle's rules: {'; '.join(broken)}")
                return Result(puzzle, Status.SOLVED, whole, clock.seconds, cost=stage.cost)
    return Result(puzzle, Status.INFEASIBLE, None, clock.seconds)


def first(
    model: Model[S], clock: Clock, workers: int | None, seed: int | None, parameters: dict[str, Any]
) -> Result[S]:
    """Any answer of a model, as `solve` finds it."""
    if workers is None:
        workers = min(cores(), MOST_RACERS) if model.hard else 1
    workers = integer(workers, "workers", 1)
    if model.impossible:
        return Result(model.puzzle, Status.INFEASIBLE, None, clock.seconds, model.impossible)
    if workers > 1 and model.cp.has_objective():
        parameters = {"num_workers": workers, **parameters}
    if "num_workers" in parameters:
        workers = 1
    solution, exhausted = Race(model, clock, seed, {"num_workers": 1, **parameters}).run(workers)
    clock.tick(last=True)
    if solution is not None:
        return Result(model.puzzle, Status.SOLVED, solution, clock.seconds)
    return Result(model.puzzle, Status.INFEASIBLE if exhausted else Status.UNKNOWN, None, clock.seconds)


class Race(Generic[S]):
    """Runs side by side: a runner that goes on to the end, and sprinters that start over and over.

    The first sprinters try narrower puzzles; then a model's own attempts take one place, to the end; later sprinters
    try the puzzle itself with other seeds and, where it has pivots, with a guess at the pivot.  Attempts begin at once
    where there is no narrower puzzle, or but one worker.  Only runs of the whole puzzle can prove that there is no
    answer.
    """

    def __init__(self, model: Model[S], clock: Clock, seed: int | None, parameters: dict[str, Any]) -> None:
        self._model, self._clock, self._seed, self._parameters = model, clock, seed, parameters
        self._inbox: Inbox = queue.Queue()
        self._runs: dict[Racer, Model[S]] = {}
        self._complete: set[Racer] = set()
        self._random = random.Random(seed or 0)
        self._seeds = count((seed or 0) + 1)
        self._slices = luby()
        self._narrower = model.narrower() if model.as_built else iter(())
        self._attempts: Iterator[bytes | None] | None = None
        self._unbuilt = model.nearby() if model.as_built else iter(())
        self._nearby: list[Model[S]] = []
        self._neighbourhoods: Iterator[Mapping[int, bool]] = iter(())

    def run(self, workers: int) -> tuple[S | None, bool]:
        """The first answer, or with an objective the best, if any; and whether nothing is left to be found."""
        best: S | None = None
        try:
            broken = Symmetry(self._model).broken() if self._model.hard else self._model.cp
            runner = self._start(self._model, seeding(self._seed), broken)
            start = self._clock.seconds
            if self._model.attempts is not None and self._model.as_built and not self._model.cp.has_objective():
                self._attempts = self._model.attempts(self._seed or 0)
                if workers == 1 or not self._has_narrower():
                    self._attempt()
            while True:
                if len(self._runs) < workers and self._clock.seconds >= start + HEAD_START:
                    self._sprint()
                try:
                    run, values = self._inbox.get(timeout=self._clock.wait())
                except queue.Empty:
                    self._clock.tick()
                    if self._clock.is_up:
                        return best, False
                    continue
                if values is not None and any(self._runs[run] is model for model in self._nearby):
                    self._neighbourhoods = self._around(self._runs[run].decode(values))
                    continue
                if values is not None:
                    best = verified(self._model, values, self._runs[run])
                    self._clock.found += 1
                    if not self._model.cp.has_objective():
                        return best, False
                    continue
                run.stop()
                run.raise_error()
                if run.status == cp_model.INFEASIBLE:
                    self._nearby = [model for model in self._nearby if model is not self._runs[run]]
                if run is runner or (run in self._complete and run.exhausted):
                    return best, run.exhausted
                del self._runs[run]
        finally:
            stop_runs(self._runs)

    def _start(self, model: Model[S], changes: dict[str, Any], cp: cp_model.CpModel | None = None) -> Run:
        settings = sat_parameters(model.parameters, self._clock.limits(), self._parameters, changes)
        run = Run(cp or model.cp, [v.index for v in model.key], settings, self._inbox)
        self._runs[run] = model
        if model is self._model and cp is None:
            self._complete.add(run)
        run.start()
        return run

    def _has_narrower(self) -> bool:
        first = next(self._narrower, None)
        self._narrower = self._narrower if first is None else chain([first], self._narrower)
        return first is not None

    def _attempt(self) -> None:
        """Search by other means, even where one worker runs already: the two take turns."""
        assert self._attempts is not None
        attempt, self._attempts = Attempt(self._attempts, self._inbox), None
        self._runs[attempt] = self._model
        attempt.start()

    def _sprint(self) -> None:
        changes = {**self._clock.limits(SLICE * next(self._slices)), **seeding(next(self._seeds) % 2**31)}
        if narrower := next(self._narrower, None):
            self._start(narrower, changes)
            return
        if self._attempts is not None:
            self._attempt()
            return
        if (kept := next(self._neighbourhoods, None)) is not None:
            self._start(self._model, changes | self._clock.limits(NEARBY_SLICE), self._model.with_key(kept))
            return
        if nearby := self._next_nearby():
            self._start(nearby, changes)
            return
        cp = None
        if pivots := self._model.pivots:
            cp = self._model.with_key({pivots[int(len(pivots) * self._random.random() ** 2)]: True})
        self._start(self._model, changes, cp)

    def _next_nearby(self) -> Model[S] | None:
        """A nearby model: first each once, then any of those that may have answers."""
        if unbuilt := next(self._unbuilt, None):
            self._nearby.append(unbuilt)
            return unbuilt
        return self._random.choice(self._nearby) if self._nearby else None

    def _around(self, answer: S) -> Iterator[Mapping[int, bool]]:
        """Neighbourhoods of an answer to a nearby puzzle."""
        return (self._model.kept(answer, self._random) for _ in range(NEIGHBOURHOODS))


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def luby() -> Iterator[int]:
    """The sequence 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, ...

    >>> terms = luby()
    >>> [next(terms) for _ in range(15)]
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    done: list[int] = []
    for power in count():
        start = len(done)
        done += [*done, 2**power]
        yield from done[start:]
