"""The best solution: of a model with an objective by CP-SAT, of a puzzle that maximises by its own searches, too.

What finds better solutions of such a puzzle are strategies of its own (see `cpmodels.strategies.searches`), which need
no model, so they begin at once and take puzzles whose model would be far too large.  CP-SAT's complete search of
the model gets the cores that they leave, or those of one that has ended.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from cpmodels import _cp_model as cp_model
from cpmodels.constraints._bulk import copy_of
from cpmodels.engines._table import CP_SAT
from cpmodels.errors import DefectError, MissingExtraError, StoppedError, TooLargeError
from cpmodels.model import Model
from cpmodels.puzzle import Solution
from cpmodels.search._question import Question
from cpmodels.search._result import Result, Status
from cpmodels.search._solutions import checked, verified
from cpmodels.search._sources import (
    COMPLETE,
    MOST_RACERS,
    Drive,
    Run,
    Source,
    StrategyRun,
    Work,
    cores,
    objective_terms,
)
from cpmodels.strategies import Strategy, searches

S = TypeVar("S", bound=Solution)

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

BOUNDING: Mapping[str, Any] = MappingProxyType({"extra_subsolvers": ["max_lp"]})
"""One of several workers relaxes all constraints to linear ones.  The cheapest week of six people in three shifts takes
0.2 s so, where four others have not proved it in 60; no objective on paths, schedules and rulers takes longer."""

ALONE = 0.1
"""Seconds that one worker has before these begin: it proves the optimum of small models in a few milliseconds, where
four take 0.1 to 0.3 s to start and to end on two cores.  Isolated, its process would take longer to begin."""

FOR_BOUND = 0.25
"""Seconds after the time limit for which CP-SAT, which keeps the limit itself, may take to report its best bound."""


def best(question: Question[S]) -> tuple[Result[S], int | None]:
    """The best solution of a model with an objective, by CP-SAT, which uses no symmetry of the puzzle.

    The workers are searches of CP-SAT's own portfolio: one a core by default, from `OPTIMISERS` to `MOST_RACERS`, after
    one that searches alone for a moment.

    Gives back, too, the objective as CP-SAT has it inside (see `Incumbent`).
    """
    model, clock, effort = question.build(), question.clock, question.effort
    objective_terms(model.cp)
    workers = question.workers or min(max(cores(), OPTIMISERS), MOST_RACERS)
    alone = question.workers is None and not effort.isolated
    solution: S | None = None

    def begin(others: Mapping[str, Any], limits: Mapping[str, Any] | None = None) -> Run:
        settings = question.parameters(model, {**OPTIMISING, **others}, limits)
        return drive.begin(Run(model, copy_of(model.cp), settings, drive.inbox, effort))

    with Drive(clock) as drive:
        together = {**BOUNDING, "num_workers": workers}
        run = begin({"num_workers": 1}, clock.limits(ALONE)) if alone else begin(together)
        last = run.best
        while drive.running and not (clock.left == 0 and clock.seconds > (clock.limit or 0) + FOR_BOUND):
            _, values = drive.next() or (None, None)
            if values is None:
                if alone and not (drive.running or run.exhausted or clock.is_up):
                    alone, run = False, begin(together)
                continue
            found = run.best
            if found is None or (last is not None and found.inner >= last.inner):
                continue  # no better than what is known, as by the worker alone
            solution, last = verified(model, found.values), found
            clock.found += 1
            clock.objective, clock.bound = last.objective, last.bound
            clock.tick(now=True)
    if run.best is not None and (last is None or run.best.inner < last.inner):
        last = run.best
    if last is not None or run.status == cp_model.INFEASIBLE:
        effort.engine = CP_SAT
    if last is not None:
        solution = verified(model, last.values)
    status = Status.FEASIBLE if solution is not None else Status.UNKNOWN
    if run.status == cp_model.INFEASIBLE:
        status = Status.INFEASIBLE
    elif run.status == cp_model.OPTIMAL and run.is_closed:
        status = Status.OPTIMAL
    clock.objective = None if last is None else last.objective
    clock.bound = run.bound
    clock.tick(now=True)
    result = question.result(
        status,
        solution,
        COMPLETE,
        reason=None if status in (Status.OPTIMAL, Status.INFEASIBLE) else effort.lost,
        objective=clock.objective,
        bound=clock.bound,
    )
    return result, None if last is None else last.inner


def improved(question: Question[S]) -> Result[S]:
    """The best solution that is found in time of a puzzle that maximises; Ctrl-C, too, ends the search with it."""
    puzzle, clock = question.puzzle, question.clock
    try:
        reason = clock.do(puzzle.infeasible_reason, "an infeasibility reason was looked for")
        if reason is not None:
            return question.result(Status.INFEASIBLE, reason=reason)
        return Improvement(question, clock.do(lambda: searches(puzzle))).run()
    except StoppedError as stopped:
        clock.tick(now=True)
        return question.result(Status.UNKNOWN, reason=str(stopped))


class Improvement(Generic[S]):
    """Searches side by side, of which the best solution is kept."""

    def __init__(self, question: Question[S], ways: tuple[Strategy[S], ...]) -> None:
        self._question, self._clock, self._effort = question, question.clock, question.effort
        self._puzzle = question.puzzle
        self._places = question.workers or min(cores(), MOST_RACERS)
        self._ways = ways[: self._places]
        self._model: Model[S] | None = None
        self._drive = Drive(question.clock)
        self._attempts: set[Source] = set()
        self._builder: Work | None = None
        self._proof: Run | None = None
        self._is_proving = False
        self._best: S | None = None
        self._amount = 0
        self._winner: str | None = None
        self._reason: str | None = None
        self._most = self._puzzle.most()
        self._ended: Status | None = None

    def run(self) -> Result[S]:
        """The best solution."""
        question, drive = self._question, self._drive
        try:
            with drive:
                for number, way in enumerate(self._ways):
                    seed = ((question.seed or 0) + 100_003 * number) % 2**31
                    settings = question.settings
                    source = StrategyRun(way, None, seed, settings, self._clock, self._effort, drive.inbox)
                    self._attempts.add(drive.begin(source))
                if len(self._ways) < self._places:
                    self._build()
                while not (self._clock.is_up or self._is_best() or self._ended):
                    if not self._attempts and not self._is_proving:
                        self._build()
                    if not drive.running:
                        break
                    self._listen()
        except KeyboardInterrupt:
            if self._best is None:
                raise
        if self._proof is not None:
            self._settle(self._proof)
        self._tick(now=True)
        if self._best is None and self._model is None and self._is_proving and not self._reason and not self._ended:
            raise StoppedError("the time was up while the model was built")
        return self._result()

    def _listen(self) -> None:
        """Take in what comes next."""
        try:
            news = self._drive.next()
        except MissingExtraError as error:
            self._reason = str(error)
            self._attempts &= self._drive.running.keys()
            return
        if news is None:
            self._tick()
        else:
            self._take(*news)

    def _settle(self, proof: Run) -> None:
        """Take CP-SAT's best solution; its objective, and the bound on it, must be those of the puzzle's amounts."""
        assert self._model is not None
        if (last := proof.best) is not None:
            self._keep(verified(self._model, last.values), proof, last.objective)
        if self._best is not None and proof.bound is not None and self._amount > proof.bound:
            raise DefectError(
                f"the amount of {self._puzzle.maximise} of a solution is {self._amount:,}, but the objective of the "
                f"model is at most {proof.bound:,.0f}"
            )

    def _build(self) -> None:
        """Begin to build the model."""
        self._is_proving = True
        self._builder = self._drive.begin(Work(self._question.build, self._drive.inbox, (TooLargeError,)))

    def _prove(self, model: Model[S]) -> None:
        """Begin CP-SAT's search on the places that are left."""
        self._model = model
        free = self._places - len(self._attempts)
        workers = max(free, 1) if self._question.workers else max(OPTIMISERS - len(self._attempts), free)
        settings = self._question.parameters(model, {**OPTIMISING, "num_workers": workers})
        self._proof = self._drive.begin(Run(model, model.cp, settings, self._drive.inbox, self._effort))

    def _take(self, source: Source, found: Any) -> None:
        if source is self._builder:
            if isinstance(found, TooLargeError):
                if not self._attempts and self._best is None and self._reason is None:
                    raise found
            elif found is not None:
                self._prove(found)
        elif found is not None:
            model = self._model if source is self._proof else None
            self._keep(checked(self._puzzle, found) if model is None else verified(model, found), source)
        elif source is self._proof:
            if self._proof.status == cp_model.INFEASIBLE:
                self._ended, self._effort.engine = Status.INFEASIBLE, source.engine
            elif self._proof.status == cp_model.OPTIMAL and (self._proof.is_closed or self._proof.objective is None):
                self._ended = Status.OPTIMAL
            elif not self._attempts:
                self._ended = Status.FEASIBLE
            self._reason = self._reason or self._effort.lost
        else:
            self._attempts.discard(source)
            if source.exhausted and self._best is not None:
                self._ended = Status.OPTIMAL

    def _keep(self, solution: S, source: Source, objective: float | None = None) -> None:
        """Keep a solution, whose objective in the model is known, if it is better than the last."""
        amount = self._puzzle.amount(solution)
        what = self._puzzle.maximise
        if objective is not None and amount != objective:
            raise DefectError(
                f"the amount of {what} of a solution is {amount:,}, but the objective of the model is {objective:,.0f}"
            )
        if self._most is not None and amount > self._most:
            raise DefectError(f"the {what} of a solution is {amount:,}, but `most` says {self._most:,}")
        if self._best is None or amount > self._amount:
            self._best, self._amount = solution, amount
            self._winner = source.name
            self._effort.engine = source.engine
            self._clock.found += 1
            self._tick(now=True)

    @property
    def _bound(self) -> float | None:
        """The proved bound on any solution."""
        if self._ended is Status.OPTIMAL:
            return float(self._amount)
        known = [float(self._most)] if self._most is not None else []
        if self._proof is not None and self._proof.bound is not None:
            known.append(self._proof.bound)
        return min(known, default=None)

    def _is_best(self) -> bool:
        return self._best is not None and self._bound is not None and self._amount >= self._bound

    def _tick(self, *, now: bool = False) -> None:
        self._clock.objective = None if self._best is None else float(self._amount)
        self._clock.bound = self._bound
        self._clock.tick(now=now, more=lambda: {"best": self._best})

    def _result(self) -> Result[S]:
        if self._best is None:
            status = self._ended if self._ended is Status.INFEASIBLE else Status.UNKNOWN
            return self._question.result(status, reason=self._reason, bound=self._bound)
        is_best = self._is_best()
        return self._question.result(
            Status.OPTIMAL if is_best else Status.FEASIBLE,
            self._best,
            self._winner,
            reason=None if is_best else self._reason,
            objective=float(self._amount),
            bound=self._bound,
        )
