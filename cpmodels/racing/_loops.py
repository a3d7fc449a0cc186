"""Reference backtrackers, and the programs of the articles, as solvers: what kinds register theirs by."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from cpmodels.base.puzzle import Puzzle
from cpmodels.racing._solvers import TASKS, Question, Solver, Task, register
from cpmodels.reference.steps import Step, Walk

if TYPE_CHECKING:
    from cpmodels.reference.articles import Article


def register_loop(
    name: str,
    kind: str | None,
    steps: Callable[[Any, int], Iterator[Step]],
    *,
    tasks: tuple[Task, ...] = TASKS,
    complete: bool = True,
) -> None:
    """Register a search that is given by its steps, from a puzzle of a kind (None: of any) and a seed."""

    def build(question: Question) -> Walk:
        return Walk(steps(question.puzzle, question.seed), complete=complete)

    register(Solver(name, "reference", build, kinds=(kind,) if kind else (), tasks=tasks))


def register_article(name: str, article: Callable[..., Article[Any]], small: Puzzle[Any], **what: Any) -> None:
    """Register the program of an article, run by Python and as machine code, which warms up by a small puzzle."""

    def build(question: Question, compiled: bool) -> Article[Any]:
        return article(question.puzzle, question.seed, compiled=compiled)

    def warm_up() -> None:
        next(iter(article(small, compiled=True)))

    kinds = (small.kind,)
    register(Solver(name, "article", partial(build, compiled=False), kinds, **what))
    fast = partial(build, compiled=True)
    what |= {"module": "numba", "package": "numba", "warm_up": warm_up}
    register(Solver(f"{name}-compiled", "article", fast, kinds, **what))
