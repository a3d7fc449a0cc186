"""The ablations as solvers of the benchmarks: each leaves out, or swaps, one of the library's choices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks.ablations import PREFIX, gardens
from benchmarks.ablations.altered import altered, heavy
from cpmodels.model import build_to_search
from cpmodels.racing import TASKS, Question, Solver, Task, register
from cpmodels.racing._library import Library, warm_up

ALL = ("zip", "edge_matching", "zigzaw", "garden")
PRESOLVED = ("edge_matching", "zigzaw", "garden")
"""The kinds whose models CP-SAT presolves; those of ZIPs it does not."""

FIRST: tuple[Task, ...] = ("first",)


def ablation(
    name: str, build: Callable[[Question], Library], kinds: tuple[str, ...] = ALL, tasks: tuple[Task, ...] = TASKS
) -> None:
    """Register the library with another choice."""
    register(Solver(f"{PREFIX}{name}", "ablation", build, kinds, tasks, warm_up=warm_up))


def with_parameters(**parameters: Any) -> Callable[[Question], Library]:
    """The library with CP-SAT parameters over its own."""
    return lambda question: Library(question, build_to_search(question.puzzle), **parameters)


def no_pivot(question: Question) -> Library:
    """The library without the pivot that breaks symmetries, and that racing runs guess."""
    return Library(question, altered(build_to_search(question.puzzle), pivots=()))


def no_attempts(question: Question) -> Library:
    """The library without the searches beside CP-SAT: the windows of ZIPs, the walks of gardens."""
    model = build_to_search(question.puzzle)
    return Library(question, altered(model, strategies=heavy(model)))


def each_answer(question: Question) -> Library:
    """The library without symmetry: every answer is searched for."""
    model = build_to_search(question.puzzle)
    return Library(question, altered(model, symmetries=model.symmetries[:1]))


ablation("linearization-1", with_parameters(linearization_level=1))
ablation("linearization-2", with_parameters(linearization_level=2))
ablation("presolve", with_parameters(cp_model_presolve=True), ("zip",))
ablation("no-presolve", with_parameters(cp_model_presolve=False), PRESOLVED)
ablation("workers-2", with_parameters(num_workers=2), tasks=FIRST)
ablation("workers-8", with_parameters(num_workers=8), tasks=FIRST)
ablation("no-race", with_parameters(workers=1), tasks=FIRST)
ablation("no-pivot", no_pivot, tasks=FIRST)
ablation("no-attempts", no_attempts, tasks=FIRST)
ablation("each-answer", each_answer, tasks=("all",))

ablation("demanded-symmetry", gardens.by(dict.fromkeys(("hanging", "packed"), gardens.Symmetric)), ("garden",))
ablation("tiles-alone", gardens.by({"hanging": gardens.TilesAlone}), ("garden",))
