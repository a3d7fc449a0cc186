"""What is asked of a puzzle or a model, as one value, and what `cpmodels.solve` gives back: a `Result`."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from math import inf
from typing import Any, Generic, TypeVar

from cpmodels._parameters import check_options, sat_parameters, seeding
from cpmodels.base._clock import Clock
from cpmodels.base.description import Description, described
from cpmodels.base.errors import ModelError, ParameterError, WrongSolutionError
from cpmodels.base.puzzle import Part, Puzzle, S, picture_in_notebook
from cpmodels.base.values import shown
from cpmodels.engines._cp_sat import without_presolve
from cpmodels.engines._table import engine_named
from cpmodels.model import Asked, Model, as_asked, build_to_search, parts_of
from cpmodels.model._given import holding

T = TypeVar("T")


@dataclass(frozen=True)
class Statistics:
    """The effort of a search.

    conflicts: of all runs of CP-SAT together, those of strategies included.
    branches: of all runs of CP-SAT, or how many choices backtracking tried where it counted or was asked alone.
    seconds: wall time of the whole, building included.
    build_seconds: wall time of building the model.
    runs: how many runs of a solver there were.
    strategy: what found the solution, of several the first: ``"complete search"`` or the name of a strategy; None
        without a solution.
    engines: the engines that searched, in the order in which they began: ``"cp-sat"``, the name of another engine, or
        that of a strategy which has a search of its own.
    engine: the one of them that answered: it found the solution, or proved that there is none or no other; None where
        nothing was searched, or the search was stopped first.

    >>> from cpmodels import count
    >>> count("zip-4", engine="cp-sat").statistics.engines
    ('cp-sat',)
    """

    conflicts: int = 0
    branches: int = 0
    seconds: float = 0.0
    build_seconds: float = 0.0
    runs: int = 0
    strategy: str | None = None
    engines: tuple[str, ...] = ()
    engine: str | None = None


@dataclass
class Effort:
    """The runs of CP-SAT for one question: how they are made, and the sums that become `Statistics`.

    isolated: whether each is in a process of its own.
    lost: why one of them was lost, if one was.
    building: when the building of a model began that has not ended, in seconds of the clock.
    """

    isolated: bool = False
    lost: str | None = None
    conflicts: int = 0
    branches: int = 0
    runs: int = 0
    build_seconds: float = 0.0
    building: float | None = None
    engines: dict[str, None] = field(default_factory=dict)
    engine: str | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, conflicts: int, branches: int, lost: str | None = None, runs: int = 1) -> None:
        with self.lock:
            self.conflicts += conflicts
            self.branches += branches
            self.runs += runs
            self.lost = self.lost or lost

    def take_in(self, other: Statistics) -> None:
        """Count the runs of a search that was a part of this one."""
        self.add(other.conflicts, other.branches, runs=other.runs)
        self.build_seconds += other.build_seconds
        self.engines.update(dict.fromkeys(other.engines))
        self.engine = other.engine

    def statistics(self, seconds: float, strategy: str | None = None) -> Statistics:
        # A building that has been left behind took all the time since it began; it may just end, in its thread.
        began = self.building
        building = 0.0 if began is None else seconds - began
        sums = (self.conflicts, self.branches, seconds, self.build_seconds + building, self.runs)
        return Statistics(*sums, strategy, tuple(self.engines), self.engine)


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

    puzzle: the puzzle that was asked about, or that of the model.
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
        everything (see `cpmodels.base.description.ExactCover.is_settled`).
    interrupted: whether Ctrl-C ended the search for a better solution.

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
    interrupted: bool = field(default=False, compare=False)

    def _repr_svg_(self) -> str | None:
        return picture_in_notebook(self.puzzle, self.solution)


def checked(puzzle: Puzzle[S], solution: S, source: str = "the model") -> S:
    """A solution, of some source, that its puzzle has checked.

    Raises WrongSolutionError when it breaks a rule, or is of another type.
    """
    if not isinstance(solution, puzzle.solution_type):
        raise WrongSolutionError(
            f"a solution of {source} is read as {shown(solution)}, not as a {puzzle.solution_type.__name__}: let "
            "`decode` of the Model, or `solution` of the Description, make one"
        )
    if broken := puzzle.check(solution):
        raise WrongSolutionError(f"a solution of {source} breaks the puzzle's rules: {'; '.join(broken)}")
    return solution


FIRST = 100
"""How many of the first solutions are compared, to see that they are different."""


class Different(Generic[S]):
    """Sees to it that the first solutions of a search are different, as all should be."""

    def __init__(self) -> None:
        self._first: set[S] = set()
        self._unhashable: list[S] = []

    def __call__(self, solution: S) -> S:
        """The solution.  Raises WrongSolutionError when it has come before, ModelError when that cannot be seen."""
        if len(self._first) + len(self._unhashable) < FIRST:
            hashable = is_hashable(solution)
            with comparing(solution):
                is_known = solution in (self._first if hashable else self._unhashable)
            if is_known:
                raise WrongSolutionError(
                    f"two solutions of the model are read as the same one, {shown(solution)}: `decode` must tell apart "
                    "all values of the key, and a description's `solution` all options"
                )
            (self._first.add if hashable else self._unhashable.append)(solution)
        return solution


@contextmanager
def comparing(solution: object) -> Iterator[None]:
    """Raise ModelError for a solution that cannot be compared with another one, such as an array."""
    try:
        yield
    except Exception as error:
        raise ModelError(
            f"solutions are compared, and {shown(solution)} cannot be ({type(error).__name__}): let `decode` of the "
            "Model, or `solution` of the Description, make a tuple, or a frozen dataclass of tuples"
        ) from error


def is_hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def differ(one: object, other: object) -> bool:
    """Whether two solutions are different; not where their type tells each object from any other.

    >>> differ((1, 2), (1, 3)), differ(object(), object())
    (True, False)
    """
    with comparing(one):
        return type(one).__eq__ is not object.__eq__ and bool(one != other)


def is_comparable(solution: object) -> bool:
    """Whether a solution can be told from those of another search, and soon.

    >>> is_comparable((1, 2)), is_comparable([1, 2]), is_comparable(object())
    (True, False, False)
    """
    return type(solution).__eq__ is not object.__eq__ and is_hashable(solution)


def in_time(clock: Clock, asked: object, settings: Mapping[str, Any]) -> Clock:
    """A clock by which CP-SAT's own time limit is that of the whole, which may be many runs, if it is the shorter one.

    That limit may be among some settings, or the parameters of a model.
    """
    own = asked.parameters if isinstance(asked, Model) else {}
    limit = sat_parameters(own, settings).max_time_in_seconds if own or settings else inf
    return clock.stretch(limit) if limit < inf else clock


def parameters_of(model: Model[Any]) -> Mapping[str, Any]:
    """CP-SAT's parameters of a model: its own, but a presolve where what was added to that of a kind needs one."""
    own = model.parameters
    if own.get("cp_model_presolve", True) or not model.by_kind or model.as_built or without_presolve(model.cp):
        return own
    return {**own, "cp_model_presolve": True}


DESCRIBING, A_REASON = "the puzzle was described", "an infeasibility reason was looked for"
"""What is done while a puzzle is described, and while it is asked for a reason before its model is built."""


@dataclass(frozen=True)
class Question(Generic[S]):
    """A puzzle or a model, and how it is to be searched.

    engine: the name of the one that is to search alone; None where that is chosen.
    settings: CP-SAT parameters by name.
    given: what the solutions must have (see `cpmodels.model._given`), of the model, until that is built.
    """

    asked: Puzzle[S] | Model[S]
    clock: Clock
    effort: Effort = field(default_factory=Effort)
    engine: str | None = None
    workers: int | None = None
    seed: int | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    given: Any = None

    @classmethod
    def of(
        cls,
        asked: Asked[S],
        clock: Clock | None = None,
        *,
        isolated: bool = False,
        engine: str | None = None,
        workers: int | None = None,
        seed: int | None = None,
        settings: Mapping[str, Any] | None = None,
        given: Any = None,
    ) -> Question[S]:
        """A question in the time of a clock or, without one, in as much as it takes."""
        clock, settings = clock or Clock(None, None), settings or {}
        if engine is not None:
            engine_named(engine)
        check_options(engine, workers, seed, settings)
        found = as_asked(asked)
        if isinstance(found, Model):
            found = found.as_it_is()
            vars(found)["parameters"] = parameters_of(found)
        clock = in_time(clock, found, settings)
        seed = None if seed is None else int(seed)  # It may be NumPy's.
        question = cls(found, clock, Effort(isolated), engine, workers, seed, settings, given)
        if given is not None and (least := question.puzzle.minimise):
            raise ParameterError(f"nothing can be given of a puzzle that minimises its {least}, which is many models")
        return question

    @property
    def puzzle(self) -> Puzzle[S]:
        """The puzzle that is asked about, or that of the model."""
        return self.asked.puzzle if isinstance(self.asked, Model) else self.asked

    @cached_property
    def description(self) -> Description[S] | None:
        """That of the puzzle, which the question holds, so that what is built for it is made of the same one."""
        return described(self.puzzle)

    def parts(self) -> Iterator[Part[S]]:
        """The easier parts of the puzzle, as long as there is time to find them; none of a model.

        Nor of a kind without: to wait for what has a limit takes a thread, which takes longer than many a search.
        """
        asked = self.asked
        if isinstance(asked, Model) or type(asked).parts is Puzzle.parts:
            return iter(())
        return self.clock.within(parts_of(asked))

    def about(self, asked: Puzzle[T] | Model[T], **other: Any) -> Question[T]:
        """The same question about something else, such as a part of the puzzle; other settings by name."""
        return replace(self, asked=asked, **other)  # type: ignore[arg-type, return-value]

    def parameters(
        self, model: Model[Any], over: Mapping[str, Any] | None = None, own: Mapping[str, Any] | None = None
    ) -> Any:
        """The CP-SAT parameters for a model: its own, those `over` them, those of the question, those of the search."""
        layers = (model.parameters, over or {}, seeding(self.seed), self.settings)
        return sat_parameters(*layers, own={**self.clock.limits(), **(own or {})})

    def result(self, status: Status, solution: S | None = None, strategy: str | None = None, **more: Any) -> Result[S]:
        """The outcome of a search for one solution, which `strategy` found; `more` as in `Result`."""
        seconds = self.clock.seconds
        statistics = self.effort.statistics(seconds, None if solution is None else strategy)
        return Result(self.puzzle, status, solution, seconds, statistics=statistics, **more)

    def build(self) -> Model[S]:
        """The model of the puzzle, which is built now."""
        effort, began = self.effort, self.clock.seconds
        effort.building = began
        try:
            return build_to_search(self.asked)
        finally:
            effort.building = None
            effort.build_seconds += self.clock.seconds - began

    def model(self) -> Model[S]:
        """The model that is asked about, or that of the puzzle, built in the time left.  Raises StoppedError."""
        return self.asked if isinstance(self.asked, Model) else self.clock.do(self.build)

    def held(self) -> Question[S]:
        """The question about the model of what is given, if anything is.  Raises StoppedError."""
        if self.given is None:
            return self
        model = self.model()
        return self.about(self.clock.do(lambda: holding(model, self.given)), given=None)
