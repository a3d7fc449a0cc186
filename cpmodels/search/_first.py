"""The first solution of a puzzle or a model, or the proof that there is none.

CP-SAT's complete search runs from beginning to end.  Beside it race the model's strategies (see `cpmodels.strategies`),
each on a core of its own, in their order; when one ends the next takes its place, and when there are none left, there
are restarts with other seeds.  Backtracking in machine code (`cpmodels.backtracking`), where it is installed, begins
before the model is built if it has run before, else it comes after a model's own strategies and before restarts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain, count, repeat
from typing import Any, Generic, Self, TypeVar

from cpmodels.backtracking._compiled import is_installed
from cpmodels.constraints._bulk import copy_of
from cpmodels.engines._table import CP_SAT
from cpmodels.errors import ModelError, StoppedError, TooLargeError
from cpmodels.model import Model, has_objective, parts_of, rising
from cpmodels.puzzle import Part, Puzzle, Solution
from cpmodels.search._all import modelled, refuse_listing, searched_by
from cpmodels.search._backtracking import backtracking
from cpmodels.search._best import best
from cpmodels.search._choice import Begun, begun
from cpmodels.search._question import Question
from cpmodels.search._result import Result, Status
from cpmodels.search._solutions import checked, verified
from cpmodels.search._sources import MOST_RACERS, Drive, Run, Source, StrategyRun, Work, cores
from cpmodels.search._symmetry import Symmetry
from cpmodels.strategies import NARROWER, RESTARTS, Strategy

S = TypeVar("S", bound=Solution)

DESCRIBING = "the puzzle was described"
A_REASON = "an infeasibility reason was looked for"
"""What is done while `Puzzle.infeasible_reason` runs, of a puzzle whose model is not built yet."""


def first(question: Question[S]) -> Result[S]:
    """Any solution or, with an objective, the best one; of a puzzle that has easier parts, at first in these."""
    asked, clock = question.asked, question.clock
    try:
        if question.engine not in (None, CP_SAT):
            return _by_engine(question)
        parts = parts_of(asked) if isinstance(asked, Puzzle) else iter(())
        # Both at once, as each wait that has a limit takes a thread, and that longer than many a puzzle.
        begun = clock.do(lambda: next(parts, None) or Portfolio(question).begin(), DESCRIBING)
        if isinstance(begun, Portfolio):
            return begun.run()
        assert isinstance(asked, Puzzle)
        return _narrower_first(question, asked, chain([begun], clock.within(parts)))
    except TooLargeError:
        if isinstance(asked, Puzzle) and (reason := clock.do(asked.infeasible_reason, A_REASON)) is not None:
            return question.result(Status.INFEASIBLE, reason=reason)
        raise
    except StoppedError as stopped:
        clock.tick(now=True)
        return question.result(Status.UNKNOWN, reason=str(stopped))


def least(question: Question[S]) -> Result[S]:
    """The solution of least cost of a puzzle that minimises, from the first part that has one."""
    puzzle, clock, effort = question.puzzle, question.clock, question.effort
    ruled_out = ""
    try:
        for cost, part in rising(clock.within(parts_of(puzzle))):
            ruled_out = f"{puzzle.minimise}: no solution has less than {cost}"
            if part.alike:
                continue
            found = None if clock.is_up else first(question.about(part.puzzle))
            if found is None or found.status is Status.UNKNOWN:
                return question.result(Status.UNKNOWN, reason="; ".join(filter(None, (ruled_out, effort.lost))))
            if found.solution is not None:
                whole, winner = checked(puzzle, part.whole(found.solution)), found.statistics.strategy
                return question.result(Status.SOLVED, whole, winner, cost=cost)
    except StoppedError as stopped:
        return question.result(Status.UNKNOWN, reason=ruled_out or str(stopped))
    return question.result(Status.INFEASIBLE)


def _by_engine(question: Question[S]) -> Result[S]:
    """The first solution of an engine other than CP-SAT."""
    refuse_listing(question.engine)
    question = question.about(modelled(question))
    asked, puzzle = question.asked, question.puzzle
    if puzzle.maximise or (isinstance(asked, Model) and has_objective(asked.cp)):
        raise ModelError(f"the engine {question.engine} cannot optimise an objective: leave out the engine")
    with searched_by(question, "ignored") as found:
        solution = next(found, None)
    status = Status.SOLVED if solution is not None else Status.INFEASIBLE if found.exhausted else Status.UNKNOWN
    reason = found.reason if status is Status.INFEASIBLE else None
    return Result(puzzle, status, solution, question.clock.seconds, reason, statistics=found.statistics)


FIRST_SLICE = 5.0
"""Seconds for each narrower puzzle in the first round; a round later twice as many, then three times."""


def rounds(
    question: Question[S], puzzle: Puzzle[S], parts: Iterator[Part[S]], search: Callable[[Question[S]], Result[S]]
) -> Iterator[S | None]:
    """Rounds through narrower puzzles, each searched for a while: a solution of the puzzle, or None after a round.

    What is proved to have no solution, or is too large for a model, is left out from then on; the end comes when all
    are.  Raises StoppedError when the time is up.
    """
    clock, models = question.clock, list[tuple[Part[S], Model[S]]]()
    for turn in count(1):
        undecided = []
        for part, model in models if turn > 1 else _built(question, parts):
            clock.pause()
            seed = ((question.seed or 0) + turn - 1) % 2**31
            found = search(question.about(model, clock=clock.stretch(turn * FIRST_SLICE), seed=seed))
            if found.solution is not None:
                yield checked(puzzle, part.whole(found.solution))
            if found.status is not Status.INFEASIBLE:
                undecided.append((part, model))
        models = undecided
        if not models:
            return
        yield None


def _built(question: Question[S], parts: Iterator[Part[S]]) -> Iterator[tuple[Part[S], Model[S]]]:
    for part in parts:
        with suppress(TooLargeError):
            yield part, question.about(part.puzzle).model()


def _narrower_first(question: Question[S], puzzle: Puzzle[S], parts: Iterator[Part[S]]) -> Result[S]:
    """A solution from a round through narrower puzzles, then of the puzzle itself; if it is too large, more rounds."""
    clock = question.clock

    def solved(solution: S) -> Result[S]:
        clock.found += 1
        clock.tick(now=True)
        return question.result(Status.SOLVED, solution, NARROWER)

    if (reason := clock.do(puzzle.infeasible_reason, A_REASON)) is not None:
        return question.result(Status.INFEASIBLE, reason=reason)
    turns = rounds(question, puzzle, parts, lambda part: Portfolio(part).run())
    if (solution := next(turns, None)) is not None:
        return solved(solution)
    try:
        return clock.do(Portfolio(question).begin, DESCRIBING).run()
    except TooLargeError as error:
        if (solution := next((found for found in turns if found is not None), None)) is not None:
            return solved(solution)
        return question.result(Status.UNKNOWN, reason=f"none of the narrower puzzles tried has a solution, and {error}")


LEAD = 0.08
"""Seconds that backtracking which has begun has before one of the model's own strategies takes its place: of 25 random
ZIPs of 20 x 20 and 15 x 15 that it solves in 0.6 s it solves 24 by then, where windows take 0.05 to 0.5 s for each."""


class Portfolio(Generic[S]):
    """Searches side by side: backtracking, CP-SAT's complete search, and the model's strategies in their order.

    A strategy gets a place, of which there is one for each worker but the first, once the complete search has had its
    `after` to itself; one of the model's own gets that of backtracking, once that has had its `LEAD`.  With one
    worker the first light strategy, if there is one, takes turns with it.
    """

    def __init__(self, question: Question[S]) -> None:
        self._question, self._clock, self._effort = question, question.clock, question.effort
        # With workers of its own, CP-SAT's search takes the place of the model's strategies.
        self._beside = "num_workers" not in question.settings
        self._races = question.engine is None and is_installed()
        self._model: Model[S] | None = None
        self._begun: Begun[S] | None = None
        self._drive = Drive(question.clock)
        self._lead: Result[S] | StrategyRun | None = None
        self._complete: Run | None = None
        self._attempts: set[Source] = set()
        self._waiting: Iterator[Strategy[S]] = iter(())
        self._following: Strategy[S] | None = None
        self._places, self._start = 0, 0.0
        self._seeds = count(((question.seed or 0) + 1) % 2**31, 100_003)

    def run(self) -> Result[S]:
        """The outcome."""
        question, drive, lead = self._question, self._drive, self._lead
        asked, builder, outcome = question.asked, None, None
        if isinstance(lead, Result):
            self._clock.tick(now=True)
            return lead
        with drive:
            if lead is not None:
                self._attempts.add(drive.begin(lead))
            if isinstance(asked, Model):
                outcome = self._take_model(asked)
            else:
                builder = drive.begin(Work(question.build, drive.inbox))
            while outcome is None and drive.running and not self._clock.is_up:
                self._fill()
                news = drive.next(self._clock.seconds + LEAD)
                if news is None:
                    continue
                source, found = news
                if source is builder:
                    outcome = None if found is None else self._take_model(found)
                elif found is not None:
                    outcome = self._solved(source, found)
                elif source is self._complete or source.exhausted:
                    outcome = self._ended(source)
                self._attempts.discard(source) if found is None else None
        if outcome is None:
            if self._model is None:
                raise StoppedError("the time was up while the model was built")
            outcome = question.result(Status.UNKNOWN, reason=self._effort.lost)
        self._clock.tick(now=True)
        return outcome

    def begin(self) -> Self:
        """Begin by backtracking, which has a moment to itself, in this thread: to begin another one takes longer."""
        question = self._question
        self._begun = begun(question, first=True)
        if self._begun is None:
            return self
        made, search = self._begun.backtracker, self._begun.search
        if made.infeasible:
            self._lead = question.result(Status.INFEASIBLE, reason=made.infeasible)
            return self
        self._lead = lead = self._steps(backtracking(made.puzzle, made, search), question.seed or 0)
        self._effort.runs += 1
        for solution in lead.found(self._begun.is_over):
            self._lead = self._solved(lead, solution, settled=made.is_settled)
            return self
        if lead.exhausted:
            self._lead = self._ended(lead)
        return self

    def _steps(self, strategy: Strategy[Any], seed: int) -> StrategyRun:
        settings = {"num_workers": 1, **self._question.settings}
        return StrategyRun(strategy, self._model, seed, settings, self._clock, self._effort, self._drive.inbox)

    def _take_model(self, model: Model[S]) -> Result[S] | None:
        """Begin the searches of the model; or what it says by itself."""
        question, self._model = self._question, model
        if model.infeasible:
            return question.result(Status.INFEASIBLE, reason=model.infeasible)
        if has_objective(model.cp):
            self._drive.close()
            return best(question.about(model))[0]
        symmetry = self._clock.do(lambda: Symmetry(model))
        own = [s for s in model.strategies if self._beside and (s.any_model or symmetry.as_built)]
        races = self._races and symmetry.as_built and model.by_kind
        if self._lead is None and races:
            place = own.index(RESTARTS) if RESTARTS in own else len(own)
            own.insert(place, backtracking(model.puzzle))
        workers = question.workers
        if workers is None:
            workers = min(cores(), MOST_RACERS if model.strategies else 1 + races)
        self._places = max(workers - 1, 1)
        light, more = workers == 1, repeat(RESTARTS) if self._beside else ()
        self._waiting = iter([s for s in own if s.light][:1] if light else chain(own, more))
        self._following = next(self._waiting, None)
        self._start = -1.0 if light else self._clock.seconds
        cp = self._clock.do(symmetry.broken) if model.strategies else model.cp
        if isinstance(question.asked, Model) and cp is question.asked.cp:
            cp = copy_of(cp)  # The caller may change the own one while a search that was left behind still reads it.
        settings = question.parameters(model, {"num_workers": 1})
        self._complete = self._drive.begin(Run(model, cp, settings, self._drive.inbox, self._effort))
        return None

    def _fill(self) -> None:
        """Begin the strategies whose time has come, as far as there are places."""
        while (following := self._following) is not None:
            if self._start >= 0 and self._clock.seconds < self._start + following.after:
                return
            if len(self._attempts) >= self._places:
                lead, begun = self._lead, self._begun
                if following is RESTARTS or not isinstance(lead, StrategyRun) or lead not in self._attempts:
                    return
                if begun is not None and begun.search.seconds < LEAD:
                    return
                lead.halt()
                self._attempts.discard(lead)
            self._attempts.add(self._drive.begin(self._steps(following, next(self._seeds) % 2**31)))
            self._following = next(self._waiting, None)

    def _solved(self, source: Source, found: Any, *, settled: bool = False) -> Result[S]:
        """A solution, checked."""
        question, model = self._question, self._model
        if source is self._complete:
            assert model is not None
            solution = self._clock.do(lambda: verified(model, found), "a solution was checked")
        else:
            solution = self._clock.do(lambda: checked(question.puzzle, found), "a solution was checked")
        if source is self._complete:
            source.wait()  # It ends with its first solution; then its effort is known.
        self._drive.close()
        self._effort.engine = source.engine
        self._clock.found += 1
        self._clock.tick(now=True)
        settled = settled or (model is not None and model.settled)
        return question.result(Status.SOLVED, solution, source.name, settled=settled)

    def _ended(self, source: Source) -> Result[S]:
        """What the end of a search that is complete, or has proved something, says."""
        self._drive.close()
        if source.exhausted:
            self._effort.engine = source.engine
            return self._question.result(Status.INFEASIBLE)
        return self._question.result(Status.UNKNOWN, reason=self._effort.lost)
