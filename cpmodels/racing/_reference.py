"""The reference backtrackers, and the programs of the articles, as solvers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from cpmodels.base.puzzle import Puzzle
from cpmodels.puzzles import EdgeMatching, Frog, Garden, Zigzaw, Zip
from cpmodels.puzzles.edge_matching import article as nine_pieces_article
from cpmodels.puzzles.edge_matching import reference as edge_matching
from cpmodels.puzzles.garden import article as garden_article
from cpmodels.puzzles.garden import reference as gardens
from cpmodels.puzzles.garden._wave import Rules
from cpmodels.puzzles.zigzaw import article as zigzaw_article
from cpmodels.puzzles.zigzaw import reference as zigzaw
from cpmodels.puzzles.zip import article as zip_article
from cpmodels.racing._solvers import TASKS, Question, Solver, Task, register
from cpmodels.reference import filling
from cpmodels.reference.articles import Article
from cpmodels.reference.paths import paths
from cpmodels.reference.steps import Step, Walk


def _add(
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


_add("zip-dfs", "zip", lambda puzzle, _: paths(puzzle))
_add("zip-dfs-parity", "zip", lambda puzzle, _: paths(puzzle, parity=True))
_add("zigzaw-rows", "zigzaw", lambda puzzle, _: zigzaw.boards(puzzle))
_add("edge-spiral", "edge_matching", lambda puzzle, _: edge_matching.boards(puzzle, "spiral"))
_add("edge-rows", "edge_matching", lambda puzzle, _: edge_matching.boards(puzzle, "rows"))
_add("garden-backtrack", "garden", lambda garden, seed: gardens.backtrack(Rules(garden), seed))
_add("garden-rows", "garden", lambda garden, _: gardens.rows(garden))
_add(
    "garden-collapse",
    "garden",
    lambda garden, seed: gardens.collapse(Rules(garden), seed),
    tasks=("first",),
    complete=False,
)

# For all kinds that describe themselves, yours too.
_add("cover-rows", None, lambda puzzle, _: filling.boards(puzzle, filling.lies(puzzle)))
_add("path-dfs", None, lambda puzzle, _: paths(puzzle))


_COMPILED = "-compiled"
"""How the names of programs in machine code end."""


def _add_article(name: str, kind: str, article: Callable[..., Article[Any]], small: Puzzle[Any], **what: Any) -> None:
    """Register the program of an article, run by Python and as machine code."""

    def build(question: Question, compiled: bool) -> Article[Any]:
        return article(question.puzzle, question.seed, compiled=compiled)

    def warm_up() -> None:
        next(iter(article(small, compiled=True)))

    register(Solver(name, "article", partial(build, compiled=False), (kind,), **what))
    fast = partial(build, compiled=True)
    what |= {"module": "numba", "package": "numba", "warm_up": warm_up}
    register(Solver(name + _COMPILED, "article", fast, (kind,), **what))


_add_article("zip-article", "zip", zip_article.article, Zip(1, 2, [(0, 0), (0, 1)]))
_add_article("edge-article", "edge_matching", nine_pieces_article.article, EdgeMatching(1, 1, [(1, 1, 1, 1)]))
_add_article("zigzaw-article", "zigzaw", zigzaw_article.article, Zigzaw(1, 1, [Frog(*"rrrrrr")]))
_add_article("garden-article", "garden", garden_article.article, Garden.hanging((7, 7)), tasks=("first",))
