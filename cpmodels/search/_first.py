"""The first solution of a puzzle or a model, or the proof that there is none.

CP-SAT's complete search runs from beginning to end.  Beside it race the model's strategies (see
`cpmodels.model.strategies`), each on a core of its own, in their order; when one ends the next takes its place, and
when there are none left, there are restarts with other seeds.  Backtracking in machine code
(`cpmodels.engines.backtracking`), where it is installed, begins before the model is built if it has run before, else it
comes after a model's own strategies and before restarts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import chain, count, repeat
from typing import Any, Self, TypeVar

from cpmodels.base.puzzle import Part, Puzzle, Solution
from cpmodels.engines._table import BACKTRACK
from cpmodels.engines.backtracking._backtracker import LEAD, stand_in
from cpmodels.engines.backtracking._compiled import is_installed, is_ready
from cpmodels.engines.backtracking._search import slices
from cpmodels.errors import CpmodelsError, StoppedError, TooLargeError
from cpmodels.model import Model, has_objective, parts_of
from cpmodels.model.strategies import NARROWER, RESTARTS, Runs, Steps, Strategy
from cpmodels.search._best import Best, Portfolio
from cpmodels.search._choice import Begun, prepared
from cpmodels.search._question import A_REASON, DESCRIBING, Question
from cpmodels.search._result import Result, Status, checked
from cpmodels.search._sources import MOST_RACERS, Source, StrategyRun, cores, verified
from cpmodels.search._symmetry import Symmetry

S = TypeVar("S", bound=Solution)

FIRST_SLICE = 5.0
"""Seconds for each narrower puzzle in the first round; a round later twice as many, then three times."""


def rounds(question: Question[S], puzzle: Puzzle[S], parts: Iterator[Part[S]]) -> Iterator[S | None]:
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
            if not search.is_over():
                try:
                    asked = own.model()  # Kept for the next rounds.
                except TooLargeError:
                    continue
                search = First(own.about(asked, clock=clock.stretch(turn * FIRST_SLICE)))
            found = search.run()
            if found.solution is not None:
                yield checked(puzzle, part.whole(found.solution))
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
    asked, clock = question.asked, question.clock
    parts = parts_of(asked) if isinstance(asked, Puzzle) else iter(())
    # Both at once, as each wait that has a limit takes a thread, and that longer than many a puzzle.
    begun = clock.do(lambda: next(parts, None) or First(question).begin(), DESCRIBING)
    if isinstance(begun, First):
        return begun.run()
    assert isinstance(asked, Puzzle)
    return narrower_first(question, asked, chain([begun], clock.within(parts)))


def narrower_first(question: Question[S], puzzle: Puzzle[S], parts: Iterator[Part[S]]) -> Result[S]:
    """A solution from a round through narrower puzzles, then of the puzzle itself; if it is too large, more rounds."""
    clock = question.clock

    def solved(solution: S) -> Result[S]:
        clock.found += 1
        clock.tick(now=True)
        return question.result(Status.SOLVED, solution, NARROWER)

    if (reason := clock.do(puzzle.infeasible_reason, A_REASON)) is not None:
        return question.result(Status.INFEASIBLE, reason=reason)
    turns = rounds(question, puzzle, parts)
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
        self._symmetry: Symmetry | None = None
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
        return self._attempt(strategy, seed, {"num_workers": 1, **self._question.settings})

    def _take_model(self, model: Model[S] | TooLargeError) -> None:
        """Begin the searches of the model; or what it says by itself."""
        if isinstance(model, TooLargeError):
            raise model
        question, self._model = self._question, model
        if model.infeasible:
            self._status, self._reason = Status.INFEASIBLE, model.infeasible
            return
        if has_objective(model.cp):
            self._status = Status.FEASIBLE  # The best one is to be found then, by all cores.
            return
        self._symmetry = symmetry = self._clock.do(lambda: Symmetry(model))
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
            if source is self._complete and self._symmetry is not None:
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
        winner = None if self._winner is None else self._winner.name
        return question.result(status, self._solution, winner, reason=reason, settled=settled)


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
