"""What is asked of a puzzle or a model, as one value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf
from typing import Any, Generic, TypeVar

from cpmodels._parameters import check_options, sat_parameters, seeding
from cpmodels.base._clock import Clock
from cpmodels.base.description import Description, described
from cpmodels.base.puzzle import Puzzle, Solution
from cpmodels.engines._table import engine_named
from cpmodels.errors import ParameterError
from cpmodels.model import Asked, Model, as_asked, build_to_enumerate
from cpmodels.model._given import holding
from cpmodels.search._result import Effort, Result, Status

S = TypeVar("S", bound=Solution)
T = TypeVar("T", bound=Solution)

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
        """A question in the time of a clock or, without one, in as much as it takes.

        CP-SAT's own time limit is that of the whole, which may be many runs of CP-SAT, where it is the shorter one.
        """
        clock, settings = clock or Clock(None, None), settings or {}
        if engine is not None:
            engine_named(engine)
        check_options(engine, workers, seed, settings)
        found = as_asked(asked)
        found = found.as_it_is() if isinstance(found, Model) else found
        own = found.parameters if isinstance(found, Model) else {}
        if (own or settings) and (limit := sat_parameters(own, settings).max_time_in_seconds) < inf:
            clock = clock.stretch(limit)
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
        """The model that is asked about, or that of the puzzle, which is built now."""
        if isinstance(self.asked, Model):
            return self.asked
        effort, began = self.effort, self.clock.seconds
        effort.building = began
        try:
            return build_to_enumerate(self.asked)
        finally:
            effort.building = None
            effort.build_seconds += self.clock.seconds - began

    def model(self) -> Model[S]:
        """The same in the time that is left.  Raises StoppedError."""
        return self.asked if isinstance(self.asked, Model) else self.clock.do(self.build)

    def held(self) -> Question[S]:
        """The question about the model of what is given, if anything is.  Raises StoppedError."""
        if self.given is None:
            return self
        model = self.model()
        return self.about(self.clock.do(lambda: holding(model, self.given)), given=None)
