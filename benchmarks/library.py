"""The library itself as a solver of the benchmarks."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Any

import cpmodels as cm
from benchmarks.solvers import Question, Solver, register
from cpmodels.model import Model, Strategy, build_to_search
from cpmodels.puzzles import Solution


class Library:
    """A search by `cpmodels`, with CP-SAT parameters over its defaults.

    The seed 0 stands for none: the order of search that a user gets.

    effort: conflicts of all runs of CP-SAT, those of strategies included; None before the search has ended.
    statistics: all that the library tells of its effort, once the search has ended.
    """

    def __init__(self, question: Question, model: Model[Any], **parameters: Any) -> None:
        self.exhausted = False
        self.statistics: cm.Statistics | None = None
        self._question, self._model, self._parameters = question, model, parameters

    @property
    def effort(self) -> int | None:
        """The conflicts so far, where the library has told them."""
        return None if self.statistics is None else self.statistics.conflicts

    @property
    def strategy(self) -> str | None:
        """What found the first answer: the complete search, or the name of a strategy."""
        return None if self.statistics is None else self.statistics.strategy

    def __iter__(self) -> Iterator[Solution]:
        question = self._question
        settings = {"seed": question.seed or None, "time_limit": question.seconds, **self._parameters}
        if question.task == "first":
            result = cm.solve(self._model, **settings)
            self.exhausted = result.status is cm.Status.INFEASIBLE
            self.statistics = result.statistics
            if result.solution is not None:
                yield result.solution
            return
        with cm.solutions(self._model, **settings) as found:
            try:
                yield from found
                self.exhausted = found.exhausted
            finally:
                found.close()
                self.statistics = found.statistics


def altered(model: Model[Any], **fields: Any) -> Model[Any]:
    """The model with other fields; like the library's own it is not looked at for changes of its CpModel."""
    other = copy(model)
    for name, value in {"digest": None, **fields}.items():
        object.__setattr__(other, name, value)
    return other


def heavy(model: Model[Any]) -> tuple[Strategy[Any], ...]:
    """The strategies of a model that run CP-SAT: not the windows of ZIPs, nor the walks of gardens."""
    return tuple(strategy for strategy in model.strategies if not strategy.light)


def library(question: Question) -> Library:
    """The library as it comes."""
    return Library(question, build_to_search(question.puzzle))


def warm_up() -> None:
    """Solve a small puzzle each way, which imports what is only imported when it is needed."""
    puzzle = cm.Zip(3, 3)
    cm.solve(puzzle, workers=1)
    cm.count(puzzle, workers=1)


register(Solver("cpmodels", "library", library, warm_up=warm_up))
