"""The library itself as a solver of the benchmarks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import cpmodels as cm
from benchmarks.solvers import Question, Solver, register
from cpmodels.models import Model
from cpmodels.puzzles import Solution


class Library:
    """A search by `cpmodels`, with CP-SAT parameters over its defaults.

    The seed 0 stands for none: the order of search that a user gets.
    """

    effort: int | None = None

    def __init__(self, question: Question, model: Model[Any], **parameters: Any) -> None:
        self.exhausted = False
        self._question, self._model, self._parameters = question, model, parameters

    def __iter__(self) -> Iterator[Solution]:
        question = self._question
        settings = {"seed": question.seed or None, "time_limit": question.seconds, **self._parameters}
        if question.task == "first":
            result = cm.solve(self._model, **settings)
            self.exhausted = result.status is cm.Status.INFEASIBLE
            if result.solution is not None:
                yield result.solution
            return
        with cm.solutions(self._model, **settings) as found:
            yield from found
            self.exhausted = found.exhausted


def library(question: Question) -> Library:
    """The library as it comes."""
    return Library(question, cm.build(question.puzzle))


def warm_up() -> None:
    """Solve a small puzzle each way, which imports what is only imported when it is needed."""
    puzzle = cm.Zip(3, 3)
    cm.solve(puzzle, workers=1)
    cm.count(puzzle, workers=1)


register(Solver("cpmodels", "library", library, warm_up=warm_up))
