"""Reference backtrackers, and the programs of the articles, as solvers: what kinds register theirs by."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from cpmodels.base.puzzle import Puzzle
from cpmodels.model import has_own_model
from cpmodels.racing._solvers import SMALL, TASKS, Question, Solver, Task, register
from cpmodels.reference.steps import Step, Walk

if TYPE_CHECKING:
    from cpmodels.reference.articles import Article


def register_loop(
    name: str, kind: str | None, steps: Callable[[Any, int], Iterator[Step]], *, complete: bool = True
) -> None:
    """Register a search that is given by its steps, from a puzzle of a kind (None: of any) and a seed.

    complete: whether its end is a proof that there is no more; without it a first solution is all that is asked of it.
    """

    def build(question: Question) -> Walk:
        return Walk(steps(question.puzzle, question.seed), complete=complete)

    tasks: tuple[Task, ...] = TASKS if complete else ("first",)
    register(Solver(name, "reference", build, (kind,) if kind else (), tasks, warm_up=warm_up))


def warm_up() -> None:
    """Look whether small puzzles have models of their own, which imports what is looked through for that."""
    for small in SMALL.values():
        has_own_model(small())


def register_article(
    name: str, article: Callable[..., Article[Any]], small: Puzzle[Any], tasks: tuple[Task, ...] = TASKS
) -> None:
    """Register the program of an article, run by Python and as machine code, which warms up by a small puzzle."""

    def build(question: Question, compiled: bool) -> Article[Any]:
        return article(question.puzzle, question.seed, compiled=compiled)

    def warm_up() -> None:
        next(iter(article(small, compiled=True)))

    slow = register(Solver(name, "article", partial(build, compiled=False), (small.kind,), tasks))
    fast = partial(build, compiled=True)
    register(replace(slow, name=f"{name}-compiled", build=fast, module="numba", package="numba", warm_up=warm_up))
