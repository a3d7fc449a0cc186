"""The best solution of a puzzle that maximises: searches that find better and better ones, and CP-SAT for the proof.

What finds better solutions are strategies of the puzzle (see `cpmodels.model.improvers`), which need no model, so they
begin at once and take puzzles whose model would be far too large.  CP-SAT's complete search of the model gets the cores
that they leave, or those of one that has ended.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from queue import Empty
from typing import Any, Generic, TypeVar

from ortools.sat.python import cp_model

from cpmodels.errors import DefectError, MissingExtraError, StoppedError, TooLargeError
from cpmodels.model import Model, Strategy, improvers
from cpmodels.puzzle import Puzzle, Solution
from cpmodels.search._enumeration import checked, verified
from cpmodels.search._parameters import parameter, sat_parameters, seeding
from cpmodels.search._race import COMPLETE, MOST_RACERS, OPTIMISERS, OPTIMISING, Attempt, Result, Status, cores
from cpmodels.search._runs import A_PLAIN_REASON, Clock, Effort, Inbox, Racer, Run, stop_runs

S = TypeVar("S", bound=Solution)


def improved(
    puzzle: Puzzle[S],
    build: Callable[[], Model[S]],
    clock: Clock,
    workers: int | None,
    seed: int | None,
    parameters: Mapping[str, Any],
    effort: Effort,
) -> Result[S]:
    """The best solution that is found in time; Ctrl-C, too, ends the search with it."""
    if workers is not None:
        parameter(workers, "workers", 1)
    sat_parameters(parameters, own={})
    with clock.limiting(A_PLAIN_REASON):
        reason, ways = puzzle.infeasible_reason(), improvers(puzzle)
    if reason is not None:
        statistics = effort.statistics(clock.seconds)
        return Result(puzzle, Status.INFEASIBLE, None, clock.seconds, reason, statistics=statistics)
    return Improvement(puzzle, build, clock, seed, parameters, effort).run(ways, workers)


class Proof(Run):
    """CP-SAT's complete search, whose bound is known while it runs."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.bound_so_far: float | None = None
        self._by.on_bound = self._note

    def _note(self, bound: float) -> None:
        self.bound_so_far = bound


class Improvement(Generic[S]):
    """Searches side by side, of which the best solution is kept.

    model: that of the puzzle, once it is built.
    """

    def __init__(
        self,
        puzzle: Puzzle[S],
        build: Callable[[], Model[S]],
        clock: Clock,
        seed: int | None,
        parameters: Mapping[str, Any],
        effort: Effort,
    ) -> None:
        self.clock, self.effort = clock, effort
        self.model: Any = None
        self._puzzle, self._build, self._seed, self._parameters = puzzle, build, seed or 0, parameters
        self._inbox = Inbox()
        self._attempts: set[Attempt] = set()
        self._proof: Proof | None = None
        self._best: S | None = None
        self._amount = 0
        self._winner: str | None = None
        self._reason: str | None = None
        self._most = puzzle.most()
        self._ended: Status | None = None

    def run(self, ways: tuple[Strategy[S], ...], workers: int | None) -> Result[S]:
        """The best solution: of so many searches at a time."""
        places = min(cores(), MOST_RACERS) if workers is None else workers
        ways = ways[:places]
        try:
            for number, way in enumerate(ways):
                attempt = Attempt(way, self, self._inbox, (self._seed + 100_003 * number) % 2**31, self._parameters)
                self._attempts.add(attempt)
                attempt.start()
            if len(ways) < places:
                self._prove(places - len(ways) if workers else max(OPTIMISERS - len(ways), places - len(ways)))
            while not (self.clock.is_up or self._is_best() or self._ended):
                try:
                    self._take(*self._inbox.get(timeout=self.clock.wait()))
                except Empty:
                    self._tick()
                if not self._attempts and self._proof is None and not self._ended:
                    self._prove(places if workers else max(OPTIMISERS, places))
                    if self._proof is None:
                        break
        except KeyboardInterrupt:
            if self._best is None:
                raise
        finally:
            stop_runs([*self._attempts, *([self._proof] if self._proof else [])])
        if self._proof is not None:
            self._settle(self._proof)
        self._tick(now=True)
        return self._result()

    def _settle(self, proof: Proof) -> None:
        """Take CP-SAT's best solution; its objective, and the bound on it, must be those of the puzzle's amounts."""
        if (last := proof.best) is not None:
            self._keep(verified(self.model, last.values), proof, last.objective)
        bound = proof.bound_so_far
        if self._best is not None and bound is not None and self._amount > round(bound):
            raise DefectError(
                f"the amount of {self._puzzle.maximise} of a solution is {self._amount:,}, but the objective of the "
                f"model is at most {bound:,.0f}"
            )

    def _prove(self, workers: int) -> None:
        """Start CP-SAT, if there is a model that is not too large and built in time."""
        try:
            self.model = self._build()
        except (TooLargeError, StoppedError):
            if not self._attempts and self._best is None and self._reason is None:
                raise
            return
        layers = (self.model.parameters, OPTIMISING, {"num_workers": workers}, seeding(self._seed), self._parameters)
        settings = sat_parameters(*layers, own=self.clock.limits())
        self._proof = Proof(self.model.cp, self.model.indexes, settings, self._inbox, self.effort)
        self._proof.start()

    def _take(self, racer: Racer, found: Any) -> None:
        if found is not None:
            is_proof = racer is self._proof
            solution = verified(self.model, found) if is_proof else checked(self._puzzle, found)
            self._keep(solution, racer)
            return
        racer.stop()
        try:
            racer.raise_error()
        except MissingExtraError as error:
            self._reason = str(error)
        if racer is self._proof:
            if self._proof.status == cp_model.INFEASIBLE:
                self._ended, self.effort.engine = Status.INFEASIBLE, racer.engine
            elif self._proof.status == cp_model.OPTIMAL and (self._proof.is_closed or self._proof.objective is None):
                self._ended = Status.OPTIMAL
            elif not self._attempts:
                self._ended = Status.FEASIBLE
            self._reason = self._reason or self.effort.lost
            return
        self._attempts = {attempt for attempt in self._attempts if attempt is not racer}
        if racer.exhausted and self._best is not None:
            self._ended = Status.OPTIMAL

    def _keep(self, solution: S, racer: Racer, objective: float | None = None) -> None:
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
            self._winner = COMPLETE if racer is self._proof else getattr(racer, "name", None)
            self.effort.engine = racer.engine
            self.clock.found += 1
            self._tick(now=True)

    @property
    def _bound(self) -> float | None:
        """The proved bound on any solution."""
        if self._ended is Status.OPTIMAL:
            return float(self._amount)
        known = [float(self._most)] if self._most is not None else []
        if self._proof is not None and self._proof.bound_so_far is not None:
            known.append(float(round(self._proof.bound_so_far)))
        return min(known, default=None)

    def _is_best(self) -> bool:
        return self._best is not None and self._bound is not None and self._amount >= self._bound

    def _tick(self, *, now: bool = False) -> None:
        self.clock.objective = None if self._best is None else float(self._amount)
        self.clock.bound = self._bound
        self.clock.tick(now=now, more=lambda: {"best": self._best})

    def _result(self) -> Result[S]:
        bound, seconds = self._bound, self.clock.seconds
        if self._best is None:
            status = self._ended if self._ended is Status.INFEASIBLE else Status.UNKNOWN
            statistics = self.effort.statistics(seconds)
            return Result(self._puzzle, status, None, seconds, self._reason, bound=bound, statistics=statistics)
        return Result(
            self._puzzle,
            Status.OPTIMAL if self._is_best() else Status.FEASIBLE,
            self._best,
            seconds,
            reason=None if self._is_best() else self._reason,
            objective=float(self._amount),
            bound=bound,
            statistics=self.effort.statistics(seconds, self._winner),
        )
