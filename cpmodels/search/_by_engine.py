"""The solutions of a puzzle by an engine in a process of its own, one by one, and what such an engine is given."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, TypeVar

from cpmodels._clock import Clock
from cpmodels.engines._cover import cover_of
from cpmodels.engines._formula import Formula
from cpmodels.engines._table import ENGINES
from cpmodels.engines._translation import translate
from cpmodels.engines._worker import AHEAD, ClauseTask, EngineTask
from cpmodels.errors import ModelError
from cpmodels.model import BARE, Model, build_to_enumerate, has_objective, has_own_model
from cpmodels.puzzle import Puzzle, Solution
from cpmodels.search._solutions import Different, Solutions, checked, look_at_some
from cpmodels.search._sources import Drive, EngineSource
from cpmodels.search._symmetry import Keyed, Orbits, Symmetry, Values

S = TypeVar("S", bound=Solution)


@dataclass(frozen=True)
class EngineProblem(Generic[S]):
    """A puzzle as an engine is given it: a task, and how to read a solution from what the engine sends.

    None is read where a cover breaks a rule of the puzzle that its description leaves out.

    asked: the puzzle or the model.
    key: makes what has the symmetries, and the function by which what the engine sends is values of its key.
    """

    asked: Puzzle[S] | Model[S]
    engine: str
    task: EngineTask
    decode: Callable[[Any], S | None]
    key: Callable[[], tuple[Keyed, Callable[[Any], Values]]]

    @property
    def puzzle(self) -> Puzzle[S]:
        return self.asked.puzzle if isinstance(self.asked, Model) else self.asked

    def orbits(self) -> Orbits:
        """What counts its orbits."""
        key, values = self.key()
        return Orbits(Symmetry(key), values)


def engine_problem(asked: Puzzle[S] | Model[S], engine: str, seed: int | None = None) -> EngineProblem[S]:
    """A puzzle or a model as a problem for an engine that runs in a process of its own.

    xcover knows the puzzle alone, not the constraints that were added to a model (see `refuse_changed`).
    """
    puzzle = asked.puzzle if isinstance(asked, Model) else asked
    is_described = ENGINES[engine].reads == "description"
    if not is_described or has_own_model(puzzle):
        asked = asked if isinstance(asked, Model) else build_to_enumerate(asked)
        if has_objective(asked.cp):
            raise ModelError(f"the engine {engine} cannot optimise the objective of a model: leave out the engine")
    if is_described:
        cover = cover_of(puzzle, seed)
        return EngineProblem(asked, engine, cover.task, cover.solution, cover.key)
    model = asked
    assert isinstance(model, Model)
    formula = translate(model, Formula())
    clauses, place = renumbered(formula.variables, formula.clauses, len(model.key), seed)

    def values(found: Sequence[int]) -> Values:
        return bytes(found[position] for position in place)

    task = ClauseTask(formula.variables, clauses, len(model.key))
    return EngineProblem(model, engine, task, lambda found: model.solution(values(found)), lambda: (model, values))


def renumbered(variables: int, clauses: array[int], key: int, seed: int | None) -> tuple[array[int], Sequence[int]]:
    """The clauses with other numbers for the variables, those of the key still first; and the place of each of these.

    >>> clauses, place = renumbered(3, array("i", [1, -3, 0]), 2, seed=5)
    >>> clauses.tolist(), place
    ([1, -3, 0], [0, 1])
    """
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
            raise ModelError(f"the engine {engine} reads the description of a puzzle, and this model has none")
        raise ModelError(
            f"the engine {engine} does not know constraints that were added to a model, or an objective, as it reads "
            "the puzzle's description; use cadical or ganak"
        )


class EngineSolutions(Solutions[S]):
    """The solutions of a puzzle by an engine in a process of its own, which searches without any symmetry.

    Ganak counts without naming the solutions: there is none to be taken, but `total` is their number in the end.

    apart: counts the orbits of solutions.
    """

    def __init__(
        self, problem: EngineProblem[S], clock: Clock, build_seconds: float = 0.0, apart: Orbits | None = None
    ) -> None:
        self.problem, self.engine = problem, problem.engine
        asked = problem.asked
        self.identical = asked.identical
        self.reason = asked.infeasible if isinstance(asked, Model) else asked.infeasible_reason()
        self._clock, self._build_seconds = clock, build_seconds
        self._apart, self._different = apart, Different[S]()
        self._drive = Drive(clock, AHEAD)
        self._source: EngineSource | None = None
        self._is_closed = False

    @property
    def warm_up(self) -> float:
        """The seconds that the engine took to load and to compile itself."""
        return 0.0 if self._source is None else self._source.warm_up

    def _next(self) -> S | None:
        if self._source is None and not (self._is_closed or self._clock.is_up):
            self._source = EngineSource(self.engine, self.problem.task, self._drive.inbox)
            self._drive.begin(self._source)
        while self._drive.running and not self._clock.is_up:
            _, message = self._drive.next() or (None, None)
            solution = None if message is None else self.problem.decode(message)
            if solution is None:
                continue
            self._refuse_contradiction()
            self._different(checked(self.problem.puzzle, solution, f"the engine {self.engine}"))
            if self._apart is not None:
                self._apart.add(message)
            self._note()
            return solution
        source, engine, asked = self._source, ENGINES[self.engine], self.problem.asked
        is_whole = source is not None and source.exhausted and not self._is_closed
        if is_whole and source is not None and source.total is not None and not engine.lists:
            self.total = source.total
            if self.total:
                self._refuse_contradiction()
            if isinstance(asked, Model):
                look_at_some(asked, self.engine, self.total)
        self._finish(self.problem.puzzle if engine.reads == "description" else None, is_whole=is_whole)
        return None

    @property
    def orbits(self) -> int | None:
        if ENGINES[self.engine].lists:
            return super().orbits
        return self.total if self._apart is None or self._apart.trivial or not self.exhausted else None

    def close(self) -> None:
        """End the engine.  Closing twice does nothing."""
        self._is_closed = True
        self._drive.close()
