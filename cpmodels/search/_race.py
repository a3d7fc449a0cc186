"""The first solution of a model, or the best one, or the proof that there is none.

CP-SAT's complete search runs from beginning to end.  Beside it race the model's strategies (see `cpmodels.strategies`),
each on a core of its own, in their order; when one ends the next takes its place, and when there are none left, there
are restarts with other seeds.  Backtracking in machine code (`cpmodels.backtracking`), where it is installed, comes
after a model's own strategies and before restarts.
"""

from __future__ import annotations

import os
import time
from collections.abc import Generator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from itertools import chain, count, repeat
from queue import Empty
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar

from ortools.sat.python import cp_model

from cpmodels.engines import CP_SAT
from cpmodels.engines._cp_sat import Candidate, Search
from cpmodels.errors import MissingExtraError
from cpmodels.model import BARE, Found, Model, Strategy, has_objective
from cpmodels.puzzle import Puzzle, Solution, picture_in_notebook
from cpmodels.search._enumeration import checked, verified
from cpmodels.search._interruption import Interrupted, Interruptible
from cpmodels.search._parameters import parameter, sat_parameters, seeding
from cpmodels.search._runs import TICK, Clock, Effort, Inbox, Racer, Run, Statistics, objective_terms, stop_runs
from cpmodels.search._symmetry import Symmetry
from cpmodels.strategies import RESTARTS

S = TypeVar("S", bound=Solution)

MOST_RACERS = 8
"""How many searches race at most, unless more workers are asked for."""

COMPLETE = "complete search"

GRACE = 0.25
"""Seconds for a strategy to stop by itself once it is told to, as between two of its steps."""

OPTIMISING: Mapping[str, Any] = MappingProxyType(
    {"cp_model_presolve": True, "linearization_level": 1, "symmetry_level": 2}
)
"""CP-SAT parameters of models with an objective, over the model's own, which are tuned for any one solution: pure
Boolean search proves next to nothing of a sum.  Most horizontal steps on 7 x 7: 0.2 s in place of more than 20 s; the
cheapest path on 6 x 6, each step at a price: 0.2 s in place of more than 15 s."""

OPTIMISERS = 4
"""The fewest searches of CP-SAT's own for the best solution, even on fewer cores: no one of them is good at all
objectives.  A path on 13 x 13 that starts in the last corner takes one worker 2 to 20 s and four on two cores 1 s; sums
take four at most twice as long as one."""


class Status(Enum):
    """What is known after a search for one solution.

    SOLVED: a solution was found.  OPTIMAL, FEASIBLE: with an objective, it is proved to be a best one, or is not.
    INFEASIBLE: it is proved that there is no solution.  UNKNOWN: the time was up before anything was known.

    >>> from cpmodels import solve
    >>> solve("zip-parity").status
    <Status.INFEASIBLE: 'infeasible'>
    """

    SOLVED = "solved"
    OPTIMAL = "optimal"
    FEASIBLE = "feasible"
    INFEASIBLE = "infeasible"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Result(Generic[S]):
    """The outcome of `solve`.

    solution: the solution, checked, if one was found.
    status: what is known; INFEASIBLE is a proof that there is no solution, OPTIMAL that there is no better one.
    seconds: from the call to the solution, the building of the model included.
    reason: why there is no solution, where that is plain without any search; or, when the time was up, that the model
        was not yet built or, for a puzzle that minimises, which costs were ruled out before, or for one that maximises,
        what would help; or that OR-Tools crashed in a search that was isolated.
    cost: what the solution costs, for a puzzle that minimises: no solution costs less, by proof.
    objective, bound: with an objective, that of the solution, and the proved bound on that of any solution.
    statistics: the effort of the search.
    settled: whether nothing was left to be searched, as the description of the puzzle, pruned, leaves one choice for
        everything (see `cpmodels.description.ExactCover.is_settled`).

    >>> from cpmodels import solve
    >>> result = solve("zip-4")
    >>> result.solution is not None, result.reason, result.statistics.runs
    (True, None, 1)
    """

    puzzle: Puzzle[S]
    status: Status
    solution: S | None
    seconds: float
    reason: str | None = None
    cost: int | None = None
    objective: float | None = None
    bound: float | None = None
    statistics: Statistics = field(default_factory=Statistics, compare=False)
    settled: bool = field(default=False, compare=False)

    def _repr_svg_(self) -> str | None:
        return picture_in_notebook(self.puzzle, self.solution)


def first(
    model: Model[S],
    clock: Clock,
    workers: int | None,
    seed: int | None,
    parameters: Mapping[str, Any],
    effort: Effort | None = None,
    *,
    backtracking: Strategy[S] | None = None,
) -> Result[S]:
    """Any solution of a model or, with an objective, the best one.

    backtracking: the search of the puzzle's description in machine code, where it takes part.
    """
    effort = effort or Effort()
    if workers is not None:
        parameter(workers, "workers", 1)
    if model.infeasible:
        statistics = effort.statistics(clock.seconds)
        return Result(model.puzzle, Status.INFEASIBLE, None, clock.seconds, model.infeasible, statistics=statistics)
    if has_objective(model.cp):
        return best(model, clock, {**seeding(seed), **parameters}, effort, workers)[0]
    if workers is None:
        workers = min(cores(), MOST_RACERS if model.strategies else 1 + (backtracking is not None))
    settings = {"num_workers": 1, **parameters}
    race = Race(model, clock, seed, settings, effort, backtracking)
    solution, exhausted = race.run(workers, beside="num_workers" not in parameters)
    clock.tick(now=True)
    status = Status.SOLVED if solution is not None else Status.INFEASIBLE if exhausted else Status.UNKNOWN
    statistics = effort.statistics(clock.seconds, race.winner)
    settled = model.settled and solution is not None
    reason = effort.lost if status is Status.UNKNOWN else None
    return Result(model.puzzle, status, solution, clock.seconds, reason, statistics=statistics, settled=settled)


def best(
    model: Model[S], clock: Clock, parameters: Mapping[str, Any], effort: Effort, workers: int | None = None
) -> tuple[Result[S], int | None]:
    """The best solution of a model with an objective, by one run of CP-SAT, which uses no symmetry of the puzzle.

    workers: how many searches CP-SAT's own portfolio has: one a core by default, from `OPTIMISERS` to `MOST_RACERS`.

    Gives back, too, the objective as CP-SAT has it inside (see `Candidate`).
    """
    objective_terms(model.cp)
    inbox = Inbox()
    if workers is None:
        workers = min(max(cores(), OPTIMISERS), MOST_RACERS)
    layers = (model.parameters, OPTIMISING, {"num_workers": workers}, parameters)
    settings = sat_parameters(*layers, own=clock.limits())
    run = Run(model.cp, model.indexes, settings, inbox, effort)
    solution: S | None = None
    try:
        run.start()
        while True:
            try:
                _, values = inbox.get(timeout=TICK)
            except Empty:
                clock.tick()
                continue  # CP-SAT keeps the time limit itself, and then tells its best bound.
            if values is None:
                break
            solution = verified(model, values)
            clock.found += 1
            if run.best is not None:
                clock.objective, clock.bound = run.best.objective, run.best.bound
            clock.tick(now=True)
    finally:
        stop_runs([run])
    run.raise_error()
    if run.best is not None or run.status == cp_model.INFEASIBLE:
        effort.engine = CP_SAT
    last, bound = run.best, None
    if run.status in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.UNKNOWN):
        bound = run.bound
    if last is not None:
        solution = verified(model, last.values)
    status = Status.FEASIBLE if solution is not None else Status.UNKNOWN
    if run.status == cp_model.INFEASIBLE:
        status = Status.INFEASIBLE
    elif run.status == cp_model.OPTIMAL and run.is_closed:
        status = Status.OPTIMAL
    statistics = effort.statistics(clock.seconds, COMPLETE if solution is not None else None)
    objective = None if last is None else last.objective
    clock.objective, clock.bound = objective, bound
    clock.tick(now=True)
    result = Result(
        model.puzzle,
        status,
        solution,
        clock.seconds,
        None if status in (Status.OPTIMAL, Status.INFEASIBLE) else effort.lost,
        objective=objective,
        bound=bound,
        statistics=statistics,
    )
    return result, None if last is None else last.inner


class Around(Protocol):
    """What an attempt is a part of."""

    clock: Clock
    effort: Effort
    model: Any


class Attempt(Racer):
    """A strategy at work in a thread of its own; what it may use are its own `run`, `model` and `stopped`."""

    def __init__(
        self, strategy: Strategy[Any], race: Around, inbox: Inbox, seed: int, settings: Mapping[str, Any]
    ) -> None:
        super().__init__(inbox)
        self.name, self.engine = strategy.name, strategy.engine or strategy.name
        self._strategy, self._race, self._seed, self._settings = strategy, race, seed, settings
        self._proved = False
        self._by: Search | None = None
        self._work = Interruptible()
        self._halted: float | None = None

    @property
    def model(self) -> Model[Any]:
        """The model that is asked about."""
        asked: Model[Any] = self._race.model
        return asked

    @property
    def left(self) -> float | None:
        """The seconds until the time limit, if there is one."""
        return self._race.clock.left

    @property
    def exhausted(self) -> bool:
        """Whether the strategy proved that there is no solution."""
        return self._proved

    def _search(self) -> None:
        self._race.effort.engines[self.engine] = None
        try:
            with suppress(Interrupted), self._work:
                self._walk()
        except MissingExtraError:
            del self._race.effort.engines[self.engine]
            raise

    def _walk(self) -> None:
        steps = iter(self._strategy.search(self._seed, self))
        try:
            while not self.stopped:
                try:
                    solution = next(steps)
                except StopIteration as end:
                    self._proved = end.value is True
                    return
                if solution is not None:
                    self.offer(solution)
        finally:
            if isinstance(steps, Generator):
                steps.close()

    def run(self, model: Model[S], *, seconds: float, seed: int, fixed: Mapping[int, bool] | None = None) -> Found[S]:
        """Search a model for so many seconds, some positions of its key fixed if need be; ends soon when stopped."""
        if model.infeasible:
            return Found(infeasible=True)
        limits = self._race.clock.limits(seconds)
        settings = sat_parameters(model.parameters, self._settings, seeding(seed), own=limits)
        self._by = by = self._race.effort.search(settings)
        if self.stopped:
            return Found()
        last: list[Candidate] = []

        def take(found: Candidate) -> bool:
            last[:] = [found]
            return True

        ended = by.run(model.with_key(fixed) if fixed else model.cp, model.indexes, None, take)
        self._race.effort.add(by, ended)
        if last:
            return Found(model.solution(last[0].values))
        return Found(infeasible=ended.status == cp_model.INFEASIBLE)

    def halt(self) -> None:
        """Tell the strategy, and the run of CP-SAT that it may wait for, to stop; end it when it does not soon."""
        super().halt()
        if self._by is not None:
            self._by.stop()
        self._halted = self._halted or time.monotonic()
        if time.monotonic() > self._halted + GRACE:
            self._work.interrupt()


class Race(Generic[S]):
    """Searches side by side: the complete one, and strategies in their order.

    A strategy gets a place, of which there is one for each worker but the first, once the complete search has had its
    `after` to itself.  With one worker the first light strategy, if there is one, takes turns with it.

    winner: what found the solution.
    """

    def __init__(
        self,
        model: Model[S],
        clock: Clock,
        seed: int | None,
        parameters: Mapping[str, Any],
        effort: Effort,
        backtracking: Strategy[S] | None = None,
    ) -> None:
        self.model, self.clock, self.effort = model, clock, effort
        self._backtracking = None if model.puzzle is BARE else backtracking
        self.winner: str | None = None
        self._seed, self._parameters = seed, parameters
        with clock.limiting():
            self._symmetry = Symmetry(model)
        self._inbox = Inbox()
        self._attempts: set[Attempt] = set()
        self._seeds = count(((seed or 0) + 1) % 2**31, 100_003)

    def run(self, workers: int, *, beside: bool = True) -> tuple[S | None, bool]:
        """The first solution, if any; and whether it is proved that there is none.

        beside: whether the model's strategies, and restarts, run beside CP-SAT's complete search; where it has workers
            of its own, other engines alone do.
        """
        own = [s for s in self.model.strategies if beside and (s.any_model or self._symmetry.as_built)]
        if self._symmetry.as_built and self._backtracking is not None:
            place = own.index(RESTARTS) if RESTARTS in own else len(own)
            own.insert(place, self._backtracking)
        light = workers == 1
        more = repeat(RESTARTS) if beside else ()
        waiting = iter([s for s in own if s.light][:1] if light else chain(own, more))
        following = next(waiting, None)
        with self.clock.limiting():
            complete = self._complete_search()
        start = self.clock.seconds
        try:
            complete.start()
            while True:
                while following and len(self._attempts) < max(workers - 1, 1):
                    if self.clock.seconds < start + (0 if light else following.after):
                        break
                    self._begin(following)
                    following = next(waiting, None)
                try:
                    racer, found = self._inbox.get(timeout=self.clock.wait())
                except Empty:
                    self.clock.tick()
                    if self.clock.is_up:
                        return None, False
                    continue
                if found is not None:
                    is_complete = racer is complete
                    solution = verified(self.model, found) if is_complete else checked(self.model.puzzle, found)
                    self.winner = COMPLETE if isinstance(racer, Run) else getattr(racer, "name", None)
                    self.effort.engine = racer.engine
                    self.clock.found += 1
                    return solution, False
                racer.stop()
                racer.raise_error()
                if racer is complete or racer.exhausted:
                    self.effort.engine = racer.engine if racer.exhausted else None
                    return None, racer.exhausted
                self._attempts.discard(racer)
        finally:
            stop_runs([complete, *self._attempts])

    def _complete_search(self) -> Run:
        cp = self._symmetry.broken() if self.model.strategies else self.model.cp
        layers = (self.model.parameters, self._parameters, seeding(self._seed))
        settings = sat_parameters(*layers, own=self.clock.limits())
        return Run(cp, self.model.indexes, settings, self._inbox, self.effort)

    def _begin(self, strategy: Strategy[S]) -> None:
        attempt = Attempt(strategy, self, self._inbox, next(self._seeds) % 2**31, self._parameters)
        self._attempts.add(attempt)
        attempt.start()


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
