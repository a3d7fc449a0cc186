"""All solutions of a puzzle or a model by an engine: the one place where an engine is begun for them."""

from __future__ import annotations

import time
from array import array
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain
from math import inf
from random import Random
from typing import Any, Generic

from cpmodels.base._checkpoints import checkpoint
from cpmodels.base._clock import Clock
from cpmodels.base.errors import KindError, ModelError, StoppedError, TooLargeError
from cpmodels.base.puzzle import Puzzle, S
from cpmodels.base.values import joined
from cpmodels.engines._cover import cover_of
from cpmodels.engines._formula import Formula
from cpmodels.engines._process import EngineProcess
from cpmodels.engines._table import BACKTRACK, CP_SAT, ENGINES, FRONTIER, GLUCOSE, READING_MODELS
from cpmodels.engines._translation import translate
from cpmodels.engines._worker import ClauseTask, EngineTask
from cpmodels.engines.backtracking._backtracker import TRIAL, Backtracker, Estimate, whole_of
from cpmodels.engines.backtracking._search import SLICE, Stoppable, slices
from cpmodels.engines.frontier._diagram import DecisionDiagram
from cpmodels.engines.frontier._states import Reached
from cpmodels.model import BARE, Model, build_to_search, has_own_model
from cpmodels.search._choice import HEAD_START, Begun, Choice, prepared
from cpmodels.search._frontier import Counting, Outlook, load
from cpmodels.search._portfolio import first, optimal
from cpmodels.search._question import DESCRIBING, Question, Status, checked, differ
from cpmodels.search._solutions import Enumeration, InTurn, Known, Sized, Solutions, Symmetric, Turn
from cpmodels.search._sources import EngineSource
from cpmodels.search._symmetry import FewOrbits, Orbits, Symmetry, Values


def searched_by(question: Question[S], symmetric: Symmetric = "expanded", *, first: bool = False) -> Solutions[S]:
    """All solutions, by the engine that was named, or by CP-SAT; of an objective, the optimal ones.

    Where the time is up before the search begins there are none.  With `first` no more than one will be asked for.
    """
    engine = question.engine or CP_SAT
    try:
        question = optimal(modelled(question.held()))
        if engine == CP_SAT:
            model = question.model()
            begin = partial(Enumeration, model, question, symmetric)
            # Where there are neither symmetries nor pivots, nothing of it takes long.
            return begin() if len(model.symmetries) == 1 and not model.pivots else question.clock.do(begin)
        refuse_changed(question.asked, engine)
        search = partial(by_engine, question, engine, symmetric, first=first)
        return question.clock.do(search, DESCRIBING)
    except StoppedError as stopped:
        return Known(question, reason=str(stopped))


def by_engine(question: Question[S], engine: str, symmetric: Symmetric, *, first: bool = False) -> Solutions[S]:
    """The same by an engine other than CP-SAT."""
    clock, puzzle = question.clock, question.puzzle
    began = clock.seconds - question.effort.build_seconds
    if engine in (BACKTRACK, GLUCOSE):
        made = Backtracker(puzzle, question.seed or 0, engine=engine)
        made = made.part() if symmetric == "leaders" else made
        search = made.first_search() if first else made.search()
        return BacktrackSolutions(Begun(made, search, clock.seconds - began), clock, symmetric)
    if engine == FRONTIER:
        return FrontierSolutions(Counting(puzzle), clock, symmetric, clock.seconds - began)
    problem = engine_problem(question.asked, engine, question.seed)
    return EngineSolutions(problem, clock, symmetric, clock.seconds - began)


FEW = 16
"""Fewer solutions are all searched for, as they show by themselves that the symmetries are some: to prove that, and to
search less by it, took 2 of the 7 ms of a count of nine pieces, and pays where there are hundreds."""

PACE = 2_000
"""How many solutions a second CP-SAT lists at most: 350 to 1,500 packed squares and paths through 6 x 6 cells."""


def all_by_turns(
    question: Question[S], symmetric: Symmetric, *, limit: int | None = None, lists: bool = True
) -> InTurn[S]:
    """All solutions by the engine that was named, or by those that are chosen (see `cpmodels.search._choice`).

    limit: so many will do.
    lists: whether the solutions are asked for, and not their number alone.
    """
    return InTurn(question, _turns(question, symmetric, limit=limit, lists=lists))


def _turns(question: Question[S], symmetric: Symmetric, *, limit: int | None, lists: bool) -> Iterator[Turn[S]]:
    """The searches, each when it has its turn.  Raises StoppedError."""
    question = optimal(modelled(question.held()))
    asked, clock, whole = question.asked, question.clock, symmetric != "leaders"
    is_open = not (question.engine or (lists and question.settings) or (isinstance(asked, Puzzle) and asked.minimise))
    own: BacktrackSolutions[S] | None = None
    if is_open and (alone := prepared(question)) is not None:
        is_by_clauses = alone.backtracker.engine == GLUCOSE
        has_few = not lists and (is_by_clauses or (not whole and alone.backtracker.has_less))
        if has_few:  # To prove symmetries, and to prepare for less by them, takes longer than many a search.
            few = BacktrackSolutions(alone, clock, "ignored" if whole else "all")
            yield Turn(few, clock.seconds + alone.moment(), FEW)
        if has_few or not whole:
            alone = clock.do(partial(alone.anew, whole=whole))
        moment = alone.moment(proving=limit is not None) if lists else alone.seconds
        if limit is None:
            alone.search.slice, moment = SLICE, min(max(TRIAL, moment), HEAD_START)
        own = BacktrackSolutions(alone, clock, symmetric)
        yield Turn(own, clock.seconds + moment, FEW if lists and is_by_clauses else inf)
        if lists and not is_by_clauses and own.pace > PACE:
            yield Turn(own)
            return
    known = None if own is None else own.estimate
    choice = Choice(question, whole=whole, is_open=is_open, lists=lists, begun=known, is_late=limit is not None)
    by_cp_sat: Solutions[S] | None = None
    while not choice.is_taken():
        if by_cp_sat is None:
            if limit == 2 and symmetric == "ignored" and (several := _plainly_several(question)) is not None:
                yield Turn(Known(question, several, is_all=not several))
                return
            by_cp_sat = searched_by(question, symmetric)
            if choice.estimate is None:  # It has a head start.
                choice.look_at += clock.seconds
        is_chosen = choice.estimate is not None and lists and limit is None
        yield Turn(by_cp_sat, inf if is_chosen else choice.look_at, estimate=choice.estimate)
        if limit is not None and by_cp_sat.found > 1:  # Estimates are of all, and often too low.
            yield Turn(by_cp_sat)
            return
    made = choice.estimate
    assert made is not None
    if own is not None and by_cp_sat is None and getattr(made, "backtracker", None) is own.estimate.backtracker:
        yield Turn(own)
    else:
        yield Turn(by_estimate(question, made, symmetric), estimate=made)
    if isinstance(made, Outlook):  # It did not fit into the memory, as had been estimated.
        yield Turn(searched_by(question, symmetric))


def _plainly_several(question: Question[S]) -> list[S] | None:
    """Two different solutions that two searches for a first one find, or none where there is none; else None.

    So of models with light strategies.
    """
    if question.engine not in (None, CP_SAT):
        return None
    model = question.model()
    if not (model.as_built and any(strategy.light for strategy in model.strategies)):
        return None
    found = []
    for start in (question.seed or 0, ((question.seed or 0) + 1) % 2**31):
        result = first(question.about(model, seed=start))
        if result.status is Status.INFEASIBLE:
            return []
        found.append(result.solution)
    one, other = found
    return [one, other] if one is not None and other is not None and differ(one, other) else None


def by_estimate(question: Question[S], made: Estimate[S] | Outlook[S], symmetric: Symmetric) -> Solutions[S]:
    """The same by the engine of an estimate."""
    if isinstance(made, Outlook):
        return FrontierSolutions(made.counting, question.clock, symmetric)
    return BacktrackSolutions(Begun(made.backtracker, made.backtracker.search(), 0.0), question.clock, symmetric)


def modelled(question: Question[S]) -> Question[S]:
    """The same about the model where only that shows whether there is an objective, or the engine reads it anyway."""
    asked = question.asked
    if isinstance(asked, Model):
        return question
    reads_model = question.engine is not None and ENGINES[question.engine].reads != "description"
    is_needed = reads_model or asked.maximise or has_own_model(asked)
    return question.about(question.model()) if is_needed else question


@dataclass(frozen=True)
class EngineProblem(Generic[S]):
    """A puzzle as an engine is given it: a task, and how to read a solution from what the engine sends.

    None is read where a cover breaks a rule of the puzzle that its description leaves out.

    asked: the puzzle, or the model.
    key: makes what has the symmetries, and the function by which what the engine sends is values of its key.
    """

    asked: Puzzle[S] | Model[S]
    puzzle: Puzzle[S]
    engine: str
    task: EngineTask
    decode: Callable[[Any], S | None]
    key: Callable[[], tuple[Any, Callable[[Any], Values]]]


def engine_problem(asked: Puzzle[S] | Model[S], engine: str, seed: int | None = None) -> EngineProblem[S]:
    """A puzzle or a model as a problem for an engine that runs in a process of its own.

    xcover knows the puzzle alone, not the constraints that were added to a model (see `refuse_changed`).
    """
    puzzle = asked.puzzle if isinstance(asked, Model) else asked
    if puzzle.adds_rules and not ENGINES[engine].lists:
        raise KindError(
            f"a puzzle of the kind {puzzle.kind} has rules that its model may leave out, so the engine {engine}, which "
            "names no solution, may count too many; use cadical"
        )
    is_described = ENGINES[engine].reads == "description"
    if not is_described or has_own_model(puzzle):
        asked = build_to_search(asked)
        if asked.cp.has_objective():
            raise ModelError(f"the engine {engine} cannot optimise the objective of a model: leave out the engine")
    if is_described:
        return EngineProblem(asked, puzzle, engine, *cover_of(puzzle, seed))
    model = asked
    assert isinstance(model, Model)
    formula = translate(model, Formula())
    clauses, place = renumbered(formula.variables, formula.clauses, len(model.key), seed)

    def values(found: Sequence[int]) -> Values:
        return bytes(found[position] for position in place)

    task, key = ClauseTask(formula.variables, clauses, len(model.key)), lambda: (model, values)
    return EngineProblem(model, puzzle, engine, task, lambda found: model.solution(values(found)), key)


def renumbered(variables: int, clauses: array[int], key: int, seed: int | None) -> tuple[array[int], Sequence[int]]:
    """The clauses with other numbers for the variables, those of the key still first; and the places of these."""
    if not seed:
        return clauses, range(key)
    random, first, rest = Random(seed), list(range(key)), list(range(key, variables))
    random.shuffle(first)
    random.shuffle(rest)
    number = [0, *(place + 1 for place in (*first, *rest))]
    return array("i", (number[literal] if literal >= 0 else -number[-literal] for literal in clauses)), first


def refuse_changed(asked: Puzzle[Any] | Model[Any], engine: str) -> None:
    """Raise ModelError when the engine would not know all constraints of a model."""
    if ENGINES[engine].reads == "description" and isinstance(asked, Model) and not asked.is_of_kind:
        if asked.puzzle is BARE:
            raise ModelError(
                f"the engine {engine} reads the description of a puzzle, and this model has none: it is read by "
                f"{joined(READING_MODELS)}"
            )
        raise ModelError(
            f"the engine {engine} does not know constraints that were added to a model, or an objective, as it reads "
            f"the puzzle's description; the model is read by {joined(READING_MODELS)}"
        )


class EngineSolutions(Solutions[S]):
    """The solutions of a puzzle by an engine in a process of its own, which searches without any symmetry.

    Ganak counts without naming the solutions: there is none to be taken, but `total` is their number in the end.
    """

    def __init__(
        self, problem: EngineProblem[S], clock: Clock, symmetric: Symmetric = "ignored", build_seconds: float = 0.0
    ) -> None:
        apart: Orbits | None = None
        if symmetric in ("leaders", "apart"):
            key, values = problem.key()
            apart = Orbits(Symmetry(key), values)
        super().__init__(clock, problem.engine, apart)
        self.problem, self._build_seconds, asked = problem, build_seconds, problem.asked
        self.identical = asked.identical
        self.reason = asked.infeasible if isinstance(asked, Model) else asked.infeasible_reason()
        if ENGINES[self.engine].reads == "description":
            self._compared = problem.puzzle
        elif not ENGINES[self.engine].lists:
            self._compared = asked
        self._process = EngineProcess(ENGINES[self.engine], problem.task)

    def _searched(self) -> Iterator[Sequence[Sized]]:
        self._source = self._drive.begin(EngineSource(self.engine, self._process))
        while self._drive.running:
            _, message = self._drive.next() or (None, None)
            self.warm_up = self._process.warm_up
            yield () if message is None else [(message, 1)]
        self._is_proved = self._source.exhausted

    def _solution(self, found: Any) -> S | None:
        if (solution := self.problem.decode(found)) is not None:
            self._refuse_contradiction()
            checked(self.problem.puzzle, solution, f"the engine {self.engine}")
        return solution

    def _compare(self) -> None:
        if not ENGINES[self.engine].lists:
            self.total = self._process.total or 0
        super()._compare()

    @property
    def orbits(self) -> int | None:
        if ENGINES[self.engine].lists:
            return super().orbits
        return self.total if self._apart is None or not self.exhausted else None


ALL_CHECKED, CHECKED = 1_000, 100
"""Of solutions that are only counted the first ones are all checked by the puzzle, then one in `CHECKED`; all where it
may have rules that nothing else says."""


class BacktrackSolutions(Solutions[S]):
    """The solutions by backtracking, or by Glucose; for one of each orbit, from the part that symmetry leaves."""

    _search: Stoppable

    def __init__(self, begun: Begun[S], clock: Clock, symmetric: Symmetric = "ignored") -> None:
        backtracker, self._search, self._build_seconds = begun
        apart: Orbits | None = None
        self._symmetry: Symmetry | None = None
        if symmetric == "all":
            apart = FewOrbits(backtracker)
        elif symmetric == "apart":
            apart = Orbits(Symmetry(backtracker), backtracker.values)
        elif symmetric == "leaders" and not (symmetry := Symmetry(backtracker)).trivial:
            self._symmetry = symmetry
        super().__init__(clock, backtracker.engine, apart)
        self._backtracker, self._compared = backtracker, backtracker.puzzle
        self.identical, self.reason = backtracker.identical, backtracker.infeasible
        self._is_proved = bool(backtracker.infeasible)

    def _searched(self) -> Iterator[Sequence[Sized]]:
        """What is found, a batch for each slice of the search."""
        if self._is_proved:
            return
        began = None if self._backtracker.is_ready else time.perf_counter()
        try:
            for rows in slices(self._search, self._clock):
                if began is not None:
                    self.warm_up, began = time.perf_counter() - began, None
                choices = self._backtracker.solving(rows)
                sizes = [1] * len(choices)
                if self._symmetry is not None:
                    sizes = self._symmetry.leaders([self._backtracker.values(row) for row in choices])
                yield [(row, size) for row, size in zip(choices, sizes, strict=True) if size]
                self._clock.tick()
            self._is_proved = self._search.done
        except StoppedError:
            return

    def count(self, each: Callable[[S], object] | None = None, limit: int | None = None, until: float = inf) -> None:
        """As `Solutions.count`; without `each` one in `CHECKED` is decoded and checked after the first ones."""
        if each is not None:
            super().count(each, limit, until)
        elif limit is None or self.found < limit:
            self._at_once(lambda: self._count(limit, until))

    def _count(self, limit: int | None, until: float) -> None:
        if self._ready:
            self._batches, self._ready = chain([[*self._ready]], self._batches), deque()
        while not (self._is_closed or self.found == limit) and (batch := next(self._batches, None)) is not None:
            taken = len(batch) if limit is None else limit - self.found
            self._ready.extend(batch[taken:])
            batch = batch[:taken]
            if self._apart is not None:
                for choices, _ in batch:
                    self._apart.add(choices)
            every_one = self.found < ALL_CHECKED or self._backtracker.puzzle.adds_rules
            for choices, _ in batch[:: 1 if every_one else CHECKED]:
                self._different(self._solution(choices))
            self._note(len(batch), sum(size for _, size in batch))
            if self._clock.seconds > until and not self._search.done:
                return
        if self.found != limit and not self._is_closed:
            self._finish()

    @property
    def pace(self) -> float:
        """How many solutions were taken in a second of the search."""
        return self.found / max(self._search.seconds, 1e-9)

    @property
    def estimate(self) -> Estimate[S]:
        """How long the whole is estimated to take, from what is done so far."""
        return Estimate(self._backtracker, whole_of(self._search))

    def _images(self, solution: S, found: list[int]) -> list[S]:
        if self._symmetry is None:
            return [solution]
        return [self._backtracker.solution(image) for image in self._symmetry.orbit(self._backtracker.values(found))]

    def _solution(self, found: list[int]) -> S:
        solution = self._backtracker.found(found)
        assert solution is not None
        return checked(self._backtracker.puzzle, solution, f"the engine {self.engine}")


LOOKED_AT, FEW_STATES = 16, 1 << 13
"""How many solutions are made, and checked by the puzzle, where they are only counted, and up to how many states at a
time: 8 x 8 cells have 5,231, and their diagram takes 14 ms."""


class FrontierSolutions(Solutions[S]):
    """The solutions of a puzzle by the states of a frontier.

    Where they are only counted, none of them is made.  Where they are asked for, they come out of the decision diagram,
    in the order of their ranks.
    """

    def __init__(
        self, counting: Counting[S], clock: Clock, symmetric: Symmetric = "ignored", build_seconds: float = 0.0
    ) -> None:
        apart = Orbits(Symmetry(counting.key), counting.key.values) if symmetric in ("leaders", "apart") else None
        super().__init__(clock, FRONTIER, apart)
        self.counting, self._compared, self._build_seconds = counting, counting.puzzle, build_seconds
        self.identical, self.reason = counting.puzzle.identical, counting.puzzle.infeasible_reason()
        self._orbits: int | None = None
        self._most = 0

    def _pause(self, reached: Reached) -> None:
        self._most = max(self._most, reached.states)
        self._clock.known["share"] = reached.layer / max(reached.layers, 1)
        checkpoint()
        self._clock.tick()
        if self._is_closed and not self.exhausted:  # Orbits are counted when all else is done.
            raise StoppedError(f"the search was closed after {reached}")
        if self._clock.is_up:
            raise StoppedError(f"the time was up after {reached}")

    def _load(self) -> None:
        """Load the kernel in the time that there is.  Raises StoppedError."""
        if not self.warm_up:
            began = self.seconds
            self._clock.do(load, "the compiled count was loaded")
            self.warm_up = self.seconds - began

    @cached_property
    def diagram(self) -> DecisionDiagram:
        """All solutions.  Raises StoppedError when the time is up before, TooLargeError."""
        self._load()
        made = DecisionDiagram(self.counting.program, self._pause)
        if made.total:
            self._refuse_contradiction()
        return made

    def _searched(self) -> Iterator[Sequence[Sized]]:
        try:
            for parts in self.counting.parts_of(self.diagram, range(self.diagram.total)):
                yield [(parts, 1)]
            self._is_proved = True
        except StoppedError as stopped:
            self.reason = str(stopped)

    @property
    def orbits(self) -> int | None:
        if self._apart is None:
            return self.total
        return self._apart.count or (self._orbits if self.total else 0)

    def _solution(self, found: Any) -> S:
        return self.counting.solution(found)

    def count(self, each: Callable[[S], object] | None = None, limit: int | None = None, until: float = inf) -> None:
        """As `Solutions.count`; without `each` and `limit` no solution is made."""
        if each is not None or limit is not None or self.found:
            super().count(each, limit, until)
        elif not self._is_closed:
            self._at_once(self._count)

    def _count(self) -> None:
        try:
            self._load()
            total = self.counting.total(self._pause)
            self.found = self.total = self._clock.found = total
            if total and self._most <= FEW_STATES:  # No solution has been made, so the puzzle has said nothing yet.
                for parts in self.counting.parts_of(self.diagram, range(0, total, -(-total // LOOKED_AT))):
                    self.counting.solution(parts)
            self._is_proved = True
            self._finish()
            self._count_orbits()
        except StoppedError as stopped:
            self.reason = str(stopped)
            self.close()

    def _count_orbits(self) -> None:
        """Count the orbits of what was counted, where there is time and memory for that, too."""
        if self._apart is None or not self.total:
            return
        try:
            work = partial(self.counting.orbits, self.total, self._pause)
            self._orbits = self._clock.do(work, "it was counted what each symmetry keeps")
        except (StoppedError, TooLargeError) as error:
            self.reason = f"the orbits were not counted: {error}"
