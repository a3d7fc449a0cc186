"""The library itself as solvers: as it comes, with CP-SAT alone, and with another engine that it runs itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any

from cpmodels.base._clock import Clock
from cpmodels.base.errors import KindError
from cpmodels.base.puzzle import Puzzle, Solution
from cpmodels.engines._table import CP_SAT
from cpmodels.engines.backtracking._compiled import is_installed
from cpmodels.model import Model
from cpmodels.racing._solvers import SMALL, Question, Solver, register
from cpmodels.search import Statistics, Status
from cpmodels.search._question import Question as Asked
from cpmodels.search.solving import count, solutions, solve, two_of

OWN = ("engine", "workers", "seed")
"""The keywords that are not CP-SAT's."""


class Library:
    """A search by `cpmodels`, with other keywords than its defaults.

    asked: the puzzle, or a model of it that was made before.

    The seed 0 stands for none: the order of search that a user gets.

    effort: conflicts of all runs of CP-SAT, those of strategies included, or how many choices another engine that was
        named tried; None before the search has ended.
    strategy: what found the first solution: the complete search, or the name of a strategy.
    build_seconds: how much of the search was building, where the library was given the puzzle itself.
    total: the number of solutions, where the puzzle itself is given and all are asked for: then it counts them, by
        CP-SAT or backtracking as it finds best, and checks them without naming them.
    """

    def __init__(self, question: Question, asked: Puzzle[Any] | Model[Any], **parameters: Any) -> None:
        self.exhausted = False
        self.total: int | None = None
        self.effort: int | None = None
        self.strategy: str | None = None
        self.build_seconds = 0.0
        self._question, self._asked, self._parameters = question, asked, parameters
        self._by_cp_sat = parameters.get("engine", CP_SAT) == CP_SAT

    def _note(self, statistics: Statistics) -> None:
        self.effort = statistics.conflicts if self._by_cp_sat else statistics.branches
        self.strategy = statistics.strategy
        self.build_seconds = statistics.build_seconds

    def __iter__(self) -> Iterator[Solution]:
        question = self._question
        settings = {"seed": question.seed or None, "time_limit": question.seconds, **self._parameters}
        if question.task == "first":
            result = solve(self._asked, **settings)
            self.exhausted = result.status is Status.INFEASIBLE
            self._note(result.statistics)
            if result.solution is not None:
                yield result.solution
            return
        counts = isinstance(self._asked, Puzzle) and (question.task == "all" or self._asked.minimise is not None)
        if counts and "engine" not in self._parameters:
            counted = count(self._asked, **settings)
            self.total, self.exhausted = counted.total, counted.exhausted
            self._note(counted.statistics)
            return
        if question.task == "all" or not self._by_cp_sat:
            with solutions(self._asked, **settings) as found:
                try:
                    yield from found
                finally:  # Of another engine no more than two are taken to see whether there is one.
                    self.exhausted = found.exhausted
                    self._note(found.statistics)
            return
        own = {name: settings.pop(name) for name in OWN if name in settings}
        asked = Asked.of(self._asked, Clock(settings.pop("time_limit"), None), **own, settings=settings)
        some, self.exhausted = two_of(asked)
        self._note(asked.effort.statistics(asked.clock.seconds))
        yield from some


def build(question: Question, **settings: Any) -> Library:
    return Library(question, question.puzzle, **settings)


def warm_up() -> None:
    """Solve a small puzzle each way, which imports what is only imported when it is needed."""
    path = SMALL["path"]()
    solve(path, workers=1)
    solve(SMALL["loop"]())
    count(path, workers=1, engine="cp-sat")


def warm_up_engine(engine: str) -> None:
    """A path, a small board and a cover, those that the engine reads, which compiles what is compiled."""
    for name in ("path", "board", "cover"):
        with suppress(KindError):
            list(build(Question(SMALL[name](), "all"), engine=engine))


def warm_up_all() -> None:
    """The same, and what backtracking compiles, where it is installed."""
    warm_up()
    if is_installed():
        warm_up_engine("backtrack")


register(Solver("cpmodels", "library", build, warm_up=warm_up_all, counts="conflicts"))
register(Solver("cp-sat", "library", partial(build, engine="cp-sat"), warm_up=warm_up, counts="conflicts"))
