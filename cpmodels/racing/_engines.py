"""The engines as solvers: all that `cpmodels.engines` names, each inside the process of its run."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from cpmodels.base.errors import KindError, UnsupportedError
from cpmodels.base.puzzle import Solution
from cpmodels.engines._table import CP_SAT, ENGINES
from cpmodels.engines._worker import PROGRAMS, ClauseTask, CoverTask, EngineTask
from cpmodels.racing import _library
from cpmodels.racing._solvers import TASKS, Question, Search, Solver, Task, register


class EngineSearch:
    """A search by an engine that is given a task; what it finds is decoded, None where a rule is broken after all.

    total: of an engine that counts without naming solutions, their number in the end.
    """

    effort: int | None = None

    def __init__(self, engine: str, task: EngineTask, decode: Callable[[Any], Solution | None]) -> None:
        self.exhausted = False
        self.total: int | None = None
        self._engine, self._task, self._decode = engine, task, decode

    def __iter__(self) -> Iterator[Solution]:
        for kind, value in PROGRAMS[self._engine](self._task):
            if kind == "solution" and (solution := self._decode(value)) is not None:
                yield solution
            elif kind == "end":
                self.exhausted = True
                self.total = None if ENGINES[self._engine].lists else value


def given(question: Question, engine: str) -> EngineSearch:
    """A puzzle as the problem of an engine: its clauses, or itself as an exact cover.

    How soon a first solution is found depends on the order in which an engine has its options or variables, so a seed
    shuffles them.
    """
    from cpmodels.search._all import engine_problem

    try:
        problem = engine_problem(question.puzzle, engine, question.seed if question.task == "first" else None)
    except KindError as error:
        raise UnsupportedError(str(error).partition(";")[0]) from None
    return EngineSearch(engine, problem.task, problem.decode)


def warm_up(engine: str) -> None:
    """Import the engine and the building of problems, and run it once: on one clause, or on a cover of two options."""
    from cpmodels.search import _all

    assert _all
    clause = ClauseTask(1, array("i", [1, 0]), 1)
    cover = CoverTask(array("I", [0, 1]), array("I", [0, 1, 2]), array("I", [0, 0]), items=2, primary=2)
    list(PROGRAMS[engine](cover if ENGINES[engine].reads == "description" else clause))


def solver(engine: str) -> Solver:
    build: Callable[..., Search]
    build, warms_up = (given, warm_up) if engine in PROGRAMS else (_library.build, _library.warm_up_engine)
    tasks: tuple[Task, ...] = TASKS if ENGINES[engine].lists else ("all", "unique")
    return Solver(
        engine,
        "engine",
        partial(build, engine=engine),
        tasks=tasks,
        module=ENGINES[engine].library,
        package=ENGINES[engine].package,
        warm_up=partial(warms_up, engine),
    )


for name in ENGINES:
    if name != CP_SAT:
        register(solver(name))
