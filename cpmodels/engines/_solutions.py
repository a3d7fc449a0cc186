"""The solutions of a puzzle by an engine other than CP-SAT, one by one, and their number."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, TypeVar

from cpmodels.backtracking._backtracker import Backtracker
from cpmodels.backtracking._solutions import BacktrackSolutions
from cpmodels.engines._cover import exact_cover
from cpmodels.engines._formula import Formula
from cpmodels.engines._process import EngineProcess, require
from cpmodels.engines._translation import translate
from cpmodels.engines._worker import ClauseTask, EngineTask
from cpmodels.errors import ModelError, ParameterError, StoppedError
from cpmodels.model import Model, build_to_enumerate, has_objective, has_own_model
from cpmodels.puzzle import Puzzle, Solution
from cpmodels.search._enumeration import Different, Solutions, checked
from cpmodels.search._race import COMPLETE
from cpmodels.search._runs import Clock, Statistics, Values
from cpmodels.search._second_look import second_look
from cpmodels.search._symmetry import Keyed, Orbits, Symmetry
from cpmodels.values import AnySize

S = TypeVar("S", bound=Solution)


@dataclass(frozen=True)
class EngineProblem(Generic[S]):
    """A puzzle as an engine is given it: a task, and how to read a solution from what the engine sends.

    None is read where a cover breaks a rule of the puzzle that its description leaves out.

    key: makes what has the symmetries, and the function by which what the engine sends is values of its key.
    """

    puzzle: Puzzle[S]
    engine: str
    task: EngineTask
    decode: Callable[[Any], S | None]
    key: Callable[[], tuple[Keyed, Callable[[Any], Values]]]

    def orbits(self) -> Orbits:
        """What counts its orbits."""
        key, values = self.key()
        return Orbits(Symmetry(key), values)

    def solutions(self, clock: Clock, build_seconds: float = 0.0, orbits: Orbits | None = None) -> EngineSolutions[S]:
        """Its solutions, one by one, and how many orbits they are of if that is to be counted."""
        return EngineSolutions(self, clock, build_seconds, orbits)


@dataclass(frozen=True)
class BacktrackProblem(Generic[S]):
    """A puzzle as backtracking searches it, which needs no process of its own."""

    puzzle: Puzzle[S]
    backtracker: Backtracker[S]
    engine: str = "backtrack"

    def orbits(self) -> Orbits:
        """What counts its orbits."""
        return Orbits(Symmetry(self.backtracker), self.backtracker.values)

    def solutions(
        self, clock: Clock, build_seconds: float = 0.0, orbits: Orbits | None = None
    ) -> BacktrackSolutions[S]:
        """Its solutions, one by one, and how many orbits they are of if that is to be counted."""
        return BacktrackSolutions(self.backtracker, clock, build_seconds, apart=orbits)


Problem = EngineProblem[S] | BacktrackProblem[S]

OF_PUZZLES = ("backtrack", "xcover")
"""The engines that read the description of a puzzle, and so know no constraints that were added to a model."""


def engine_problem(asked: Puzzle[S] | Model[S], engine: str, order: Any = None, seed: int | None = None) -> Problem[S]:
    """A puzzle or a model as a problem for an engine.

    xcover and backtrack know the puzzle alone, not the constraints that were added to a model (see `refuse_changed`).

    seed: another order of search: other numbers for the variables of a formula, or another order of the options.

    Raises ParameterError for an unknown engine, MissingExtraError for one that is not installed, KindError for a
    puzzle that has no form for the engine, ModelError for a constraint that has none, TooLargeError.
    """
    require(engine)
    if order is not None and engine != "backtrack":
        raise ParameterError(f"only the engine backtrack takes an order, not {engine}")
    puzzle = asked.puzzle if isinstance(asked, Model) else asked
    if engine not in OF_PUZZLES or has_own_model(puzzle):
        asked = asked if isinstance(asked, Model) else build_to_enumerate(asked)
        if has_objective(asked.cp):
            raise ModelError(f"the engine {engine} cannot optimise the objective of a model: leave out the engine")
    if engine in OF_PUZZLES:
        if engine == "backtrack":
            return BacktrackProblem(puzzle, Backtracker(puzzle, order, seed or 0))
        cover = exact_cover(puzzle, seed)
        return EngineProblem(puzzle, engine, cover.task, cover.solution, cover.key)
    model = asked
    assert isinstance(model, Model)
    formula = translate(model, Formula())
    clauses, place = renumbered(formula.variables, formula.clauses, len(model.key), seed)

    def values(found: Sequence[int]) -> Values:
        return bytes(found[position] for position in place)

    task = ClauseTask(formula.variables, clauses, len(model.key))
    return EngineProblem(puzzle, engine, task, lambda found: model.solution(values(found)), lambda: (model, values))


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
    if engine in OF_PUZZLES and isinstance(asked, Model) and not asked.as_built:
        raise ModelError(
            f"the engine {engine} does not know constraints that were added to a model, or an objective, as it reads "
            "the puzzle's description; use cadical or ganak"
        )


class EngineSolutions(Solutions[S]):
    """The solutions of a puzzle by an engine other than CP-SAT.

    warm_up: seconds that the engine took to load and to compile itself.
    """

    def __init__(
        self, problem: EngineProblem[S], clock: Clock, build_seconds: float = 0.0, orbits: Orbits | None = None
    ) -> None:
        self.problem = problem
        self._clock, self._build_seconds = clock, build_seconds
        self._process = EngineProcess(problem.engine, problem.task)
        self._messages = self._process.solutions(clock)
        self._orbits, self._different = orbits, Different[S]()

    @property
    def warm_up(self) -> float:
        return self._process.warm_up

    @property
    def statistics(self) -> Statistics:
        """The time; engines do not tell their conflicts and branches."""
        return Statistics(
            seconds=self.seconds,
            build_seconds=self._build_seconds,
            runs=1,
            strategy=COMPLETE if self.found else None,
            engines=(self.problem.engine,),
            engine=self.problem.engine if self.found or self.exhausted else None,
        )

    def _next(self) -> S | None:
        for message in self._messages:
            solution = self.problem.decode(message)
            if solution is None:
                continue
            self._different(checked(self.problem.puzzle, solution, f"the engine {self.problem.engine}"))
            if self._orbits is not None:
                self._orbits.add(message)
            self.found += 1
            self.total, self.orbit_size, self._clock.found = self.found, 1, self.found
            self._clock.tick()
            return solution
        if not self.exhausted and self._process.total is not None:
            if self.problem.engine == "ganak":
                self.total = self._process.total
            if self.problem.engine in OF_PUZZLES:
                second_look(self.problem.puzzle, self.problem.engine, self.total, self.seconds)
            self.exhausted = True
        self.close()
        self._clock.tick(now=True)
        return None

    @property
    def orbits(self) -> int | None:
        """How many these are up to symmetry, if that was asked; None where the engine does not name them."""
        if self._orbits is None:
            return None
        if self.problem.engine == "ganak":
            return self.total if self._orbits.trivial else None
        return self._orbits.count

    def count(self, *, limit: int | None = None) -> None:
        """Count all that are left, or until there are so many."""
        while self.found != limit and next(self, None) is not None:
            pass

    def close(self) -> None:
        """End the engine.  Closing twice does nothing."""
        self._messages = iter(())
        self._process.close()

    def __del__(self) -> None:
        if hasattr(self, "_process"):
            self._process.halt()  # Wherever the garbage collector runs, so nobody waits for its end.


def engine_solutions(
    asked: Puzzle[S] | Model[S], engine: str, clock: Clock, order: Any = None, seed: int | None = None
) -> Solutions[S]:
    """All solutions of a puzzle, each once and checked, by the engine ``"backtrack"``, ``"cadical"`` or ``"xcover"``.

    CP-SAT is the faster one on the sets of nine pieces, since xcover takes 0.4 to 0.8 s to load and compile
    itself.  That apart, xcover needs about as long as CP-SAT for small boards with thousands of solutions (18,832
    boards of nine pieces in 2.9 s, CP-SAT 3.1 s; 8,060 gardens of squares in a box of 6 x 6 in 2.6 s, CP-SAT 2.2 s,
    cadical 7.0 s).  Where the search is deep it does not compare: the 81 frogs of a Zigzaw without border take it
    6 s, CP-SAT 0.8 s; that no garden of cubes hangs in 4 x 4 x 4 it does not find out in 30 s, cadical in 0.6 s.

    Raises ParameterError for the engine ganak, which only counts, ModelError for a model with constraints that xcover
    does not know, StoppedError when the time is up before the search begins, and otherwise as `engine_problem`.
    """
    if engine == "ganak":
        raise ParameterError("the engine ganak counts solutions but does not list them; use cadical or xcover")
    began = clock.seconds
    refuse_changed(asked, engine)
    with clock.limiting():
        problem = engine_problem(asked, engine, order, seed)
    return problem.solutions(clock, clock.seconds - began)


@dataclass(frozen=True, repr=False)
class EngineCount(AnySize):
    """How many solutions one engine found.

    total: the number of solutions, identical pieces not told apart.
    exhausted: whether the engine proved that these are all; otherwise there are at least so many.
    seconds: all its time; `warm_up` of them went into loading and compiling the engine.
    interrupted: whether Ctrl-C ended its search.
    orbits: solutions up to symmetry, where that was asked; None where the engine does not name its solutions.

    >>> found = EngineCount("cadical", 40, exhausted=False)
    >>> found.engine, found.total
    ('cadical', 40)
    """

    engine: str
    total: int
    exhausted: bool
    seconds: float = 0.0
    warm_up: float = 0.0
    interrupted: bool = False
    orbits: int | None = None


def engine_count(
    asked: Puzzle[S] | Model[S],
    engine: str,
    clock: Clock,
    limit: int | None = None,
    seed: int | None = None,
    *,
    up_to_symmetry: bool = False,
) -> EngineCount:
    """Count the solutions of a puzzle by an engine other than CP-SAT, which searches without any symmetry.

    up_to_symmetry: tell, too, how many orbits these are; ganak cannot.

    Ganak counts without naming the solutions: for it a limit has no effect, and when it is stopped it has found none.

    Raises ModelError for a model with constraints that xcover does not know, and otherwise as `engine_problem`.
    """
    refuse_changed(asked, engine)
    try:
        with clock.limiting():
            problem = engine_problem(asked, engine, seed=seed)
            orbits = problem.orbits() if up_to_symmetry else None
    except StoppedError:
        return EngineCount(engine, 0, False, clock.seconds, orbits=0)
    return counted(problem, clock, limit, orbits)


def counted(problem: Problem[Any], clock: Clock, limit: int | None = None, orbits: Orbits | None = None) -> EngineCount:
    """Let an engine find all solutions, or so many; Ctrl-C ends it with what was found."""
    interrupted = False
    with problem.solutions(clock, orbits=orbits) as found:
        try:
            found.count(limit=limit)
        except KeyboardInterrupt:
            interrupted = True
    return EngineCount(
        problem.engine, found.total, found.exhausted, found.seconds, found.warm_up, interrupted, found.orbits
    )
