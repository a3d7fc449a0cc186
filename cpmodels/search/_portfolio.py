"""The portfolio, searches side by side for one solution: the first one, or the proof that there is none, or the best.

For a first solution CP-SAT's complete search runs from beginning to end.  Beside it race the model's strategies (see
`cpmodels.model.strategies`), each on a core of its own, in their order; when one ends the next takes its place, and
when there are none left, there are restarts with other seeds.  Backtracking in machine code
(`cpmodels.engines.backtracking`), where it is installed, begins before the model is built if it has run before, else it
comes after a model's own strategies and before restarts.

The best solution is that of a model with an objective, by CP-SAT, or of a puzzle that maximises, by its own searches,
too (see `cpmodels.model.strategies.searches`), which need no model, so they begin at once and take puzzles whose model
would be far too large.  CP-SAT's complete search of the model gets the cores that they leave, or those of one that has
ended.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain, count, repeat
from math import inf
from random import Random
from types import MappingProxyType
from typing import Any, Generic, Self

from cpmodels import _cp_model as cp_model
from cpmodels.base.errors import CpmodelsError, DefectError, ParameterError, StoppedError, TooLargeError
from cpmodels.base.puzzle import Part, Puzzle, S
from cpmodels.constraints._bulk import Bulk, Literals
from cpmodels.engines._cp_sat import Incumbent, number, without_presolve
from cpmodels.engines._table import BACKTRACK
from cpmodels.engines.backtracking._backtracker import LEAD, stand_in
from cpmodels.engines.backtracking._compiled import is_installed
from cpmodels.engines.backtracking._search import is_ready, slices
from cpmodels.model import Model, objective_terms
from cpmodels.model.strategies import NARROWER, RESTARTS, Runs, Steps, Strategy, searches
from cpmodels.search._choice import Begun, prepared
from cpmodels.search._question import A_REASON, DESCRIBING, Question, Result, Status, checked
from cpmodels.search._sources import MOST_RACERS, Drive, Run, Source, StrategyRun, Work, cores, verified
from cpmodels.search._symmetry import Symmetry


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
        self._found_by: str | None = None
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

    def _search(self, model: Model[S], cp: cp_model.CpModel, parameters: cp_model.SatParameters) -> None:
        """Begin CP-SAT's search of the model, or of a CpModel in place of its own."""
        self._complete = self._drive.begin(Run(model, cp, parameters, self._effort))

    def _keep(self, solution: S, source: Source | None) -> None:
        """A solution, checked, that is the first or better than those before it; of no source is one that was known."""
        self._solution = solution
        if source is not None:
            self._found_by, self._effort.engine = source.name, source.engine
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


FIRST_SLICE = 5.0
"""Seconds for each narrower puzzle in the first round; a round later twice as many, then three times."""


def rounds(question: Question[S], parts: Iterator[Part[S]]) -> Iterator[S | None]:
    """Rounds through narrower puzzles, each searched for a while: a solution of the puzzle, or None after a round.

    What is proved to have no solution, or is too large for a model, is left out from then on; the end comes when all
    are.  Raises StoppedError when the time is up.
    """
    clock = question.clock
    models: Iterable[tuple[Part[S], Puzzle[S] | Model[S]]] = ((part, part.puzzle) for part in parts)
    for turn in count(1):
        undecided = []
        for part, asked in models:
            clock.pause()
            own = question.about(asked, seed=((question.seed or 0) + turn - 1) % 2**31)
            search = First(own).begin()
            if search.is_over():
                found = search.run()
            else:
                try:
                    asked = own.model()  # Kept for the next rounds.
                except TooLargeError:
                    continue
                # Its own time may be up at any step, and there is more.
                found = concluded(own.about(asked, clock=clock.stretch(turn * FIRST_SLICE)), lambda of: First(of).run())
            if found.solution is not None:
                yield checked(question.puzzle, part.whole(found.solution))
            if found.status is not Status.INFEASIBLE:
                undecided.append((part, asked))
        if not (models := undecided):
            return
        yield None


def concluded(question: Question[S], search: Callable[[Question[S]], Result[S]]) -> Result[S]:
    """What a search finds; where it was stopped, or the puzzle is too large for it, what is known all the same."""
    asked, clock = question.asked, question.clock
    try:
        try:
            return search(question)
        except TooLargeError:
            if isinstance(asked, Puzzle) and (reason := clock.do(asked.infeasible_reason, A_REASON)) is not None:
                return question.result(Status.INFEASIBLE, reason=reason)
            raise
    except StoppedError as stopped:
        clock.tick(now=True)
        return question.result(Status.UNKNOWN, reason=str(stopped))


def first(question: Question[S]) -> Result[S]:
    """Any solution or, with an objective, the best one; of a puzzle that has easier parts, at first in these."""
    return concluded(question, _by_parts)


def _by_parts(question: Question[S]) -> Result[S]:
    parts = question.parts()
    if (part := next(parts, None)) is not None:
        return narrower_first(question, chain([part], parts))
    return question.clock.do(First(question).begin, DESCRIBING).run()


def narrower_first(question: Question[S], parts: Iterator[Part[S]]) -> Result[S]:
    """A solution from a round through narrower puzzles, then of the puzzle itself; if it is too large, more rounds."""
    clock = question.clock

    def solved(solution: S) -> Result[S]:
        clock.found += 1
        clock.tick(now=True)
        return question.result(Status.SOLVED, solution, NARROWER)

    if (reason := clock.do(question.puzzle.infeasible_reason, A_REASON)) is not None:
        return question.result(Status.INFEASIBLE, reason=reason)
    turns = rounds(question, parts)
    if (solution := next(turns, None)) is not None:
        return solved(solution)
    try:
        return clock.do(First(question).begin, DESCRIBING).run()
    except TooLargeError as error:
        if (solution := next((found for found in turns if found is not None), None)) is not None:
            return solved(solution)
        return question.result(Status.UNKNOWN, reason=f"none of the narrower puzzles tried has a solution, and {error}")


class First(Portfolio[S]):
    """The first solution: by backtracking, CP-SAT's complete search, and the model's strategies in their order.

    A strategy gets a place, of which there is one for each worker but the first, once the complete search has had its
    `after` to itself; one of the model's own gets that of backtracking, once that has had its `lead`.  On one core
    light strategies share it with the complete search: the model's own, and backtracking where workers were not asked
    for.
    """

    look_after = LEAD

    def __init__(self, question: Question[S]) -> None:
        super().__init__(question)
        self._lead: StrategyRun | None = None
        self._lead_seconds = LEAD
        self._waiting: Iterator[Strategy[S]] = iter(())
        self._following: Strategy[S] | None = None
        self._places, self._start = 0, 0.0
        self._seeds = count(((question.seed or 0) + 1) % 2**31, 100_003)
        self._reason: str | None = None
        self._settled = False

    def begin(self) -> Self:
        """Begin by backtracking, which has a moment to itself, in this thread: to begin another one takes longer."""
        moment = prepared(self._question, first=True)
        if moment is None:
            return self
        made = moment.backtracker
        if made.infeasible:
            self._status, self._reason = Status.INFEASIBLE, made.infeasible
            return self
        self._lead_seconds = made.lead
        self._lead = lead = self._next(backtracking(made.puzzle, moment), self._question.seed or 0)
        self._effort.runs += 1
        is_over = moment.is_over()
        for solution in lead.found(lambda: self._clock.is_up or is_over()):
            self._settled = made.is_settled
            self._take(lead, solution)
            return self
        if lead.exhausted:
            self._end(lead)
        return self

    def _begin(self) -> None:
        asked = self._question.asked
        if self._lead_seconds:
            self._go_on()
        if isinstance(asked, Model):
            self._take_model(asked)
        else:
            self._build()

    def _go_on(self) -> None:
        """Backtracking goes on beside what else there is, if it has begun."""
        if self._lead is not None:
            self._attempts.add(self._drive.begin(self._lead))

    def _next(self, strategy: Strategy[Any], seed: int) -> StrategyRun:
        settings = {"num_workers": 1, **self._question.settings}
        return StrategyRun(strategy, self._model, seed, settings, self._question)

    def _take_model(self, model: Model[S] | TooLargeError) -> None:
        """Begin the searches of the model; or what it says by itself."""
        if isinstance(model, TooLargeError):
            raise model
        question, self._model = self._question, model
        if model.infeasible:
            self._status, self._reason = Status.INFEASIBLE, model.infeasible
            return
        if model.cp.has_objective():
            self._status = Status.FEASIBLE  # The best one is to be found then, by all cores.
            return
        self._symmetry = symmetry = self._clock.do(lambda: Symmetry(model, isolated=self._effort.isolated))
        # With workers of its own, CP-SAT's search takes the place of the model's strategies.
        beside, workers = "num_workers" not in question.settings, question.workers
        own = [s for s in model.strategies if beside and (s.any_model or symmetry.as_built)]
        races = question.engine is None and is_installed() and symmetry.as_built and model.by_kind and workers != 1
        if self._lead is None and races:
            place = own.index(RESTARTS) if RESTARTS in own else len(own)
            own.insert(place, backtracking(model.puzzle))
        if workers is None:
            workers = min(cores(), MOST_RACERS if model.strategies else 1 + races)
        self._places = max(workers - 1, 1)
        if not self._lead_seconds and self._places > sum(strategy is not RESTARTS for strategy in own):
            self._go_on()  # Else a strategy of the model's takes its place at once.
        more = repeat(RESTARTS) if beside else ()
        self._waiting = iter([s for s in own if s.light] if workers == 1 else chain(own, more))
        self._following = next(self._waiting, None)
        self._start = self._clock.seconds
        cp = self._clock.do(symmetry.broken) if model.strategies else model.cp
        self._search(model, cp, question.parameters(model, {"num_workers": 1}))

    def _fill(self) -> None:
        """Begin the strategies whose time has come, as far as there are places."""
        while (following := self._following) is not None:
            if self._clock.seconds < self._start + following.after:
                return
            if len(self._attempts) >= self._places:
                lead = self._lead
                if following is RESTARTS or lead not in self._attempts:
                    return
                if self._clock.seconds < self._start + self._lead_seconds:
                    return
                lead.halt()
                self._attempts.discard(lead)
            self._attempts.add(self._drive.begin(self._next(following, next(self._seeds) % 2**31)))
            self._following = next(self._waiting, None)

    def _take(self, source: Source, found: Any) -> None:
        puzzle, model = self._question.puzzle, self._model if source is self._complete else None
        solution = self._clock.do(
            lambda: checked(puzzle, found) if model is None else verified(model, found), "a solution was checked"
        )
        if source is self._complete:
            source.wait(0.1)  # It ends with its first solution, in a millisecond; then its effort is known.
        else:
            self._drive.close(moment=0.0)  # That of CP-SAT says nothing of a solution that it has not found.
        self._status = Status.SOLVED
        self._keep(solution, source)

    def _end(self, source: Source) -> None:
        if source.exhausted:
            if source is self._complete:
                with suppress(StoppedError):
                    self._clock.do(self._symmetry.confirm_none)
            self._status, self._effort.engine = Status.INFEASIBLE, source.engine
        elif source is self._complete:
            self._status = Status.UNKNOWN

    def _outcome(self) -> Result[S]:
        question, model, status = self._question, self._model, self._status or Status.UNKNOWN
        if status is Status.FEASIBLE and model is not None:
            return Best(question.about(model)).run()
        reason = self._effort.lost if status is Status.UNKNOWN else self._reason
        settled = self._settled or (status is Status.SOLVED and model is not None and model.settled)
        return question.result(status, self._solution, self._found_by, reason=reason, settled=settled)


def backtracking(puzzle: Puzzle[S], begun: Begun[S] | None = None) -> Strategy[S]:
    """Backtracking as a strategy, which goes on with a search for a first solution where one has begun."""

    def steps(seed: int, _: Runs) -> Steps[S]:
        try:
            if (made := begun.backtracker if begun else stand_in(puzzle, seed, whole=False)) is None:
                return None
            search = begun.search if begun else made.first_search()
        except CpmodelsError:
            return None
        for rows in slices(search):
            found = next((found for found in map(made.found, rows.tolist()) if found is not None), None)
            yield found
            if found is not None:
                return None
        return True

    after = 0.0 if is_ready() else Strategy.after
    return Strategy(begun.backtracker.engine if begun else BACKTRACK, steps, after, light=True)


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
    variables, ties = [variable for variable, _ in objective_terms(model.cp)], model.ties
    return len(variables) != 1 or any(
        variables[0] in constraint.linear.vars
        for place, constraint in enumerate(model.cp.proto.constraints)
        if place not in ties and constraint.has_linear() and len(constraint.linear.vars) > 2
    )


def improved(question: Question[S], start: S | None = None) -> Result[S]:
    """The best solution that is found in time of a puzzle that maximises; Ctrl-C, too, ends the search with it.

    start: one that is known, if any; without a seed of the question it is then another one each time.
    """
    puzzle, clock = question.puzzle, question.clock
    if start is not None:
        if broken := puzzle.check(start):
            raise ParameterError(f"the start breaks the puzzle's rules: {'; '.join(broken)}")
        if question.seed is None:
            question = question.about(puzzle, seed=Random().randrange(2**31))
    own: tuple[Strategy[Any], ...] = ()
    try:
        reason = None if start is not None else clock.do(puzzle.infeasible_reason, A_REASON)
        if reason is not None:
            return question.result(Status.INFEASIBLE, reason=reason)
        own = clock.do(lambda: searches(puzzle))
    except StoppedError:
        if start is None:
            raise
    return Best(question, own, start).run()


class Best(Portfolio[S]):
    """The best solution: of a model by its objective, of a puzzle by its amounts, which strategies know, too.

    CP-SAT uses no symmetry of the puzzle.  Its workers are searches of its own portfolio: one a core by default, from
    `OPTIMISERS` to `MOST_RACERS`, after one that searches alone for a moment.
    """

    def __init__(self, question: Question[S], ways: Sequence[Strategy[S]] = (), start: S | None = None) -> None:
        super().__init__(question)
        self._puzzle = question.puzzle
        self._has_amounts = isinstance(question.asked, Puzzle)
        self._places = question.workers or min(cores(), MOST_RACERS)
        self._ways = ways[: self._places]
        self._most = self._puzzle.most() if self._has_amounts else None
        self._worth: float = 0
        self._is_alone = self._interrupted = False
        if start is not None:
            self._judge(start)

    def _listen(self) -> None:
        try:
            super()._listen()
        except KeyboardInterrupt:
            if self._solution is None:
                raise
            self._interrupted = True

    def _begin(self) -> None:
        question = self._question
        for place, way in enumerate(self._ways):
            seed = ((question.seed or 0) + 100_003 * place) % 2**31
            self._attempts.add(self._drive.begin(StrategyRun(way, None, seed, question.settings, question)))
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
        model = self._model
        best = source.best if isinstance(source, Run) else None  # CP-SAT may find a better one at any time.
        if model is None or best is None:
            self._judge(checked(self._puzzle, found), source)
        elif self._has_amounts or self._solution is None or -best.inner > self._worth:
            self._judge(verified(model, best.values), source, best)

    def _end(self, source: Source) -> None:
        if not isinstance(source, Run):
            if source.exhausted and self._solution is not None:
                self._status = Status.OPTIMAL
            return
        ended, best = source.ended, source.best
        is_closed = best is not None and ended.inner_bound >= best.inner  # Within a gap CP-SAT says optimal, too.
        if ended.status == cp_model.INFEASIBLE:
            self._status, self._effort.engine = Status.INFEASIBLE, source.engine
        elif ended.status == cp_model.OPTIMAL and is_closed:
            self._status = Status.OPTIMAL
        elif self._is_alone and not (source.exhausted or self._clock.is_up) and self._model is not None:
            self._is_alone = False
            self._prove(self._model)
        elif not self._attempts:
            self._status = Status.FEASIBLE

    def _judge(self, solution: S, source: Source | None = None, known: Incumbent | None = None) -> None:
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
        """The proved bound on any solution; none where there is no solution."""
        if self._status in (Status.OPTIMAL, Status.INFEASIBLE):
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
            self._found_by,
            reason=None if status in (Status.OPTIMAL, Status.INFEASIBLE) else self._effort.lost,
            objective=self._clock.objective,
            bound=self._clock.bound,
            interrupted=self._interrupted,
        )

    def _settle(self) -> None:
        """Take CP-SAT's last solution; its objective, and the bound on it, must be those of the puzzle's amounts."""
        run, model, puzzle = self._complete, self._model, self._puzzle
        if run is None or model is None:
            return
        if self._status is Status.INFEASIBLE and self._solution is not None:
            raise DefectError(f"the search {self._found_by} has a solution, but the model of {puzzle.kind} has none")
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


def optimal(question: Question[S]) -> Question[S]:
    """The question about a model's optimal solutions, for which its objective becomes a constraint; any other as it is.

    A model without any solution has none here either.
    """
    asked = question.asked
    if not (isinstance(asked, Model) and asked.cp.has_objective()):
        return question
    return question.about(at_optimum(asked, optimum(question)))


def optimum(question: Question[S]) -> int | None:
    """The proved optimum of a model's objective as CP-SAT has it inside (see `Incumbent`); None without a solution.

    Raises StoppedError when the time is up before.
    """
    model = question.model()
    if model.infeasible:
        return None
    search = Best(question.about(model, workers=None))  # Those of a count are for its parts.
    found = search.run()
    if found.interrupted:
        raise KeyboardInterrupt
    if found.status not in (Status.OPTIMAL, Status.INFEASIBLE):
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
    for index, factor in objective_terms(asked.cp):
        factors[index] = factors.get(index, 0) + factor
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
    """A copy of a CpModel, in which nothing is the best; the domain of an objective, as of a file, is a constraint."""
    copy = cp_model.copy_of(cp)
    copy.is_private = True
    domain = list(copy.proto.objective.domain)
    copy.clear_objective()  # type: ignore[no-untyped-call]
    if domain:
        of = sum(factor * copy.get_int_var_from_proto_index(index) for index, factor in objective_terms(cp))
        within = copy.add_linear_expression_in_domain(of, cp_model.Domain.from_flat_intervals(domain))
        within.with_name("the domain of the objective")
    return copy
