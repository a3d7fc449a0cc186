"""The portfolio, searches side by side for one solution; and the best solution, as a portfolio finds it.

That is the best of a model with an objective, by CP-SAT, or of a puzzle that maximises, by its own searches, too.
What finds better solutions of such a puzzle are strategies of its own (see `cpmodels.model.strategies.searches`), which
need no model, so they begin at once and take puzzles whose model would be far too large.  CP-SAT's complete search of
the model gets the cores that they leave, or those of one that has ended.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from cpmodels import _cp_model as cp_model
from cpmodels.base.puzzle import Puzzle, Solution
from cpmodels.constraints._bulk import Bulk, Literals
from cpmodels.engines._cp_sat import Incumbent, number, without_presolve
from cpmodels.errors import DefectError, StoppedError, TooLargeError
from cpmodels.model import Model, has_objective, objective_terms
from cpmodels.model.strategies import Strategy, searches
from cpmodels.search._question import A_REASON, Question
from cpmodels.search._result import Result, Status, checked
from cpmodels.search._sources import MOST_RACERS, Drive, Run, Source, StrategyRun, Work, cores, verified

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


def is_sum(model: Model[Any]) -> bool:
    """Whether the objective of a model is a sum, or a variable that is in a linear constraint with several others.

    Where it is none, as the end of a schedule is none, the linear relaxation knows little of the optimal solutions:
    those of a job shop take 3 ms without it, and 6.5 with it; those of a knapsack 73, and 2.  Nor does a presolve help
    to prove the optimum of small models: schedules of 3 x 3 to 8 x 5 tasks, colourings of 12 to 30 vertices, and rulers
    of six to eight marks take 15 to 70 % of the time without both.
    """
    proto, ties = model.cp.proto, model.entries.ties if model.entries else ()
    variables = [max(variable, ~variable) for variable in proto.objective.vars]
    return len(variables) != 1 or any(
        variables[0] in constraint.linear.vars
        for place, constraint in enumerate(proto.constraints)
        if place not in ties and constraint.has_linear() and len(constraint.linear.vars) > 2
    )


class Portfolio(ABC, Generic[S]):
    """Searches side by side for one solution: strategies, and CP-SAT's search of the model, which is built meanwhile.

    Whether the first solution is looked for or the best, and what begins when, is up to a class of its own.
    """

    look_after: float = inf
    """Seconds of silence after which it is seen what has its turn."""

    def __init__(self, question: Question[S]) -> None:
        self._question, self._clock, self._effort = question, question.clock, question.effort
        self._drive = Drive(question.clock)
        self._model: Model[S] | None = None
        self._builder: Work | None = None
        self._complete: Run | None = None
        self._attempts: set[Source] = set()
        self._solution: S | None = None
        self._winner: Source | None = None
        self._status: Status | None = None

    def run(self) -> Result[S]:
        self._listen()
        is_known = self._solution is not None or self._status is not None or self._effort.lost
        if self._builder is not None and self._model is None and not is_known:
            if isinstance(self._builder.outcome, TooLargeError):
                raise self._builder.outcome
            raise StoppedError("the time was up while the model was built")
        outcome = self._outcome()
        self._clock.tick(now=True)
        return outcome

    def _listen(self) -> None:
        """Let the searches run, until what is looked for is found, or the time is up."""
        drive = self._drive
        if self.is_over():
            return
        with drive:
            self._begin()
            while not (self.is_over() or self._clock.is_up):
                self._fill()
                if not drive.running:
                    break
                if (news := drive.next(self._clock.seconds + self.look_after)) is None:
                    continue
                source, found = news
                if found is not None:
                    self._take(source, found)
                elif source is self._builder:
                    self._take_model(self._builder.outcome)
                else:
                    self._attempts.discard(source)
                    self._end(source)

    def _build(self) -> None:
        self._builder = self._drive.begin(Work(self._question.build))

    def _attempt(self, strategy: Strategy[Any], seed: int, settings: Mapping[str, Any]) -> StrategyRun:
        return StrategyRun(strategy, self._model, seed, settings, self._question)

    def _search(self, model: Model[S], cp: cp_model.CpModel, parameters: cp_model.SatParameters) -> None:
        """Begin CP-SAT's search of the model, or of a CpModel in place of its own."""
        self._complete = self._drive.begin(Run(model, cp, parameters, self._effort))

    def _keep(self, solution: S, source: Source) -> None:
        """A solution, checked, that is the first or better than those before it."""
        self._solution, self._winner, self._effort.engine = solution, source, source.engine
        self._clock.found += 1
        self._clock.tick(now=True)

    def is_over(self) -> bool:
        """Whether what is looked for is found, or proved not to be there."""
        return self._status is not None

    @abstractmethod
    def _begin(self) -> None:
        """Begin what comes first."""

    @abstractmethod
    def _fill(self) -> None:
        """Begin what has its turn now."""

    @abstractmethod
    def _take_model(self, model: Model[S] | TooLargeError) -> None:
        """The model, or the error that came in its place."""

    @abstractmethod
    def _take(self, source: Source, found: Any) -> None:
        """What a source has found."""

    @abstractmethod
    def _end(self, source: Source) -> None:
        """A source has ended."""

    @abstractmethod
    def _outcome(self) -> Result[S]:
        """What is known at the end."""


def improved(question: Question[S]) -> Result[S]:
    """The best solution that is found in time of a puzzle that maximises; Ctrl-C, too, ends the search with it."""
    puzzle, clock = question.puzzle, question.clock
    reason = clock.do(puzzle.infeasible_reason, A_REASON)
    if reason is not None:
        return question.result(Status.INFEASIBLE, reason=reason)
    own: tuple[Strategy[Any], ...] = clock.do(lambda: searches(puzzle))
    return Best(question, own).run()


class Best(Portfolio[S]):
    """The best solution: of a model by its objective, of a puzzle by its amounts, which strategies know, too.

    CP-SAT uses no symmetry of the puzzle.  Its workers are searches of its own portfolio: one a core by default, from
    `OPTIMISERS` to `MOST_RACERS`, after one that searches alone for a moment.
    """

    def __init__(self, question: Question[S], ways: Sequence[Strategy[S]] = ()) -> None:
        super().__init__(question)
        self._puzzle = question.puzzle
        self._has_amounts = isinstance(question.asked, Puzzle)
        self._places = question.workers or min(cores(), MOST_RACERS)
        self._ways = ways[: self._places]
        self._most = self._puzzle.most() if self._has_amounts else None
        self._worth: float = 0
        self._is_alone = False

    def _listen(self) -> None:
        try:
            super()._listen()
        except KeyboardInterrupt:
            if self._solution is None or not self._has_amounts:
                raise

    def _begin(self) -> None:
        question = self._question
        for place, way in enumerate(self._ways):
            seed = ((question.seed or 0) + 100_003 * place) % 2**31
            self._attempts.add(self._drive.begin(self._attempt(way, seed, question.settings)))
        if isinstance(question.asked, Model):
            self._take_model(question.asked)
        elif len(self._ways) < self._places:
            self._build()

    def _fill(self) -> None:
        if not self._attempts and self._model is None and self._builder is None:
            self._build()
        self._clock.bound = self._bound

    def _take_model(self, model: Model[S] | TooLargeError) -> None:
        if isinstance(model, TooLargeError):
            if not self._attempts and self._solution is None and self._effort.lost is None:
                raise model
            return
        self._model = model
        is_open = self._question.workers is None and "num_workers" not in self._question.settings
        self._is_alone = is_open and not (self._attempts or self._effort.isolated)
        self._prove(model)

    def _prove(self, model: Model[S]) -> None:
        """Begin CP-SAT's search on the places that are left."""
        free, own = self._places - len(self._attempts), None
        workers = max(free, 1) if self._question.workers else max(OPTIMISERS - len(self._attempts), free)
        over = {**OPTIMISING, **({} if self._attempts else BOUNDING), "num_workers": workers}
        if self._is_alone:
            first = OPTIMISING if is_sum(model) else without_presolve(model.cp)
            over, own = {**first, "num_workers": 1}, self._clock.limits(ALONE)
        self._search(model, model.cp, self._question.parameters(model, over, own))

    def _take(self, source: Source, found: Any) -> None:
        run, model = self._complete, self._model
        if run is None or model is None or source is not run:
            self._judge(checked(self._puzzle, found), source)
        elif (best := run.best) is None:  # CP-SAT may find a better one at any time.
            self._judge(verified(model, found), source)
        elif self._has_amounts or self._solution is None or -best.inner > self._worth:
            self._judge(verified(model, best.values), source, best)

    def _end(self, source: Source) -> None:
        run = self._complete
        if run is None or source is not run:
            if source.exhausted and self._solution is not None:
                self._status = Status.OPTIMAL
        elif run.status == cp_model.INFEASIBLE:
            self._status, self._effort.engine = Status.INFEASIBLE, source.engine
        elif run.status == cp_model.OPTIMAL and (run.is_closed or run.objective is None):
            self._status = Status.OPTIMAL
        elif self._is_alone and not (run.exhausted or self._clock.is_up) and self._model is not None:
            self._is_alone = False
            self._prove(self._model)
        elif not self._attempts:
            self._status = Status.FEASIBLE

    def _judge(self, solution: S, source: Source, known: Incumbent | None = None) -> None:
        """Keep a solution if it is better than the last; of one of its own CP-SAT knows the objective."""
        if self._has_amounts or known is None:
            amount: float = self._puzzle.amount(solution)
            worth = amount
            if self._most is not None and amount > self._most:
                what = self._puzzle.maximise
                raise DefectError(f"the {what} of a solution is {amount:,}, but `most` says {self._most:,}")
        else:
            amount, worth = known.objective, -known.inner
        if self._solution is None or worth > self._worth:
            self._worth, self._clock.objective = worth, number(amount)
            self._clock.bound = self._bound
            if self._has_amounts:
                self._clock.known["best"] = solution
            self._keep(solution, source)

    @property
    def _bound(self) -> float | None:
        """The proved bound on any solution."""
        if self._status is Status.OPTIMAL:
            return self._clock.objective
        bounds = (self._most, None if self._complete is None else self._complete.bound)
        return min((number(bound) for bound in bounds if bound is not None), default=None)

    def _is_best(self) -> bool:
        """Whether the puzzle's amount of the solution is the bound on any."""
        has_one = self._has_amounts and self._solution is not None
        return has_one and (bound := self._bound) is not None and self._worth >= bound

    def is_over(self) -> bool:
        return self._status is not None or self._is_best()

    def _outcome(self) -> Result[S]:
        self._settle()
        status = Status.OPTIMAL if self._is_best() else self._status
        if status is not Status.INFEASIBLE and status is not Status.OPTIMAL:
            status = Status.UNKNOWN if self._solution is None else Status.FEASIBLE
        self._clock.bound = self._bound
        return self._question.result(
            status,
            self._solution,
            None if self._winner is None else self._winner.name,
            reason=None if status in (Status.OPTIMAL, Status.INFEASIBLE) else self._effort.lost,
            objective=self._clock.objective,
            bound=self._clock.bound,
        )

    def _settle(self) -> None:
        """Take CP-SAT's last solution; its objective, and the bound on it, must be those of the puzzle's amounts."""
        run, model, puzzle = self._complete, self._model, self._puzzle
        if run is None or model is None:
            return
        if (last := run.best) is not None:
            solution = verified(model, last.values)
            if self._has_amounts and (amount := puzzle.amount(solution)) != last.objective:
                raise DefectError(
                    f"the amount of {puzzle.maximise} of a solution is {amount:,}, but the objective of the model is "
                    f"{last.objective:,}"
                )
            self._judge(solution, run, last)
        if self._has_amounts and self._solution is not None and run.bound is not None and self._worth > run.bound:
            raise DefectError(
                f"the amount of {puzzle.maximise} of a solution is {self._worth:,}, but the objective of the model is "
                f"at most {run.bound:,}"
            )


def optimal(question: Question[S], asked: Puzzle[S] | Model[S]) -> Puzzle[S] | Model[S]:
    """The model of the optimal solutions of one with an objective, which becomes a constraint; anything else as it is.

    A model without any solution has none here either.
    """
    if not (isinstance(asked, Model) and has_objective(asked.cp)):
        return asked
    return at_optimum(asked, optimum(question.about(asked)))


def optimum(question: Question[S]) -> int | None:
    """The proved optimum of a model's objective as CP-SAT has it inside (see `Incumbent`); None without a solution.

    Raises StoppedError when the time is up before.
    """
    model = question.model()
    if model.infeasible:
        return None
    search = Best(question.about(model, workers=None))  # Those of a count are for its parts.
    if (found := search.run()).status not in (Status.OPTIMAL, Status.INFEASIBLE):
        raise StoppedError("the optimum of the model's objective was not proved")
    return None if found.solution is None else -int(search._worth)


def at_optimum(asked: Model[S], inner: int | None, *, or_better: bool = False) -> Model[S]:
    """The model of the solutions of one with an objective, in which that is this optimum: a constraint in its place.

    or_better: with those that are better, too, of which the last variable of the key is true: that there is none is the
        proof of the optimum.
    """
    cp = without_objective(asked.cp)
    better = cp.new_bool_var("better than the optimum") if or_better and inner is not None else None
    factors = dict[int, int]()
    for variable, coefficient in objective_terms(asked.cp):
        index, factor = (variable, coefficient) if variable >= 0 else (~variable, -coefficient)
        factors[index] = factors.get(index, 0) + factor
    if domain := list(asked.cp.proto.objective.domain):  # Of a file: no other objective is looked for.
        of = sum(factor * cp.get_int_var_from_proto_index(index) for index, factor in factors.items())
        cp.add_linear_expression_in_domain(of, cp_model.Domain.from_flat_intervals(domain))
    if inner is not None and (factors or better is not None):
        Bulk(cp).linear(factors, inner, inner, None if better is None else ~better.index)
        if better is not None:
            Bulk(cp).linear(factors, cp_model.INT_MIN, inner - 1, better.index)
    known = {"digest": None} if asked.numbers else {}  # Nobody can change the copy.
    own = OPTIMISING if is_sum(asked) else {}
    made = asked.changed(cp, parameters={**asked.parameters, **own}, **known)
    if better is None:
        return made
    key: Any = Literals(cp, [*asked.indexes, better.index])
    return replace(made, key=key, decode=lambda values: asked.solution(values[:-1]), symmetries=())


def without_objective(cp: cp_model.CpModel) -> cp_model.CpModel:
    """A copy of a CpModel, in which nothing is the best."""
    copy = cp_model.copy_of(cp)
    copy.is_private = True
    copy.clear_objective()  # type: ignore[no-untyped-call]
    return copy
