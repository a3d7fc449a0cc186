"""The reference backtrackers as solvers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from cpmodels.puzzles.edge_matching import reference as edge_matching
from cpmodels.puzzles.garden import reference as gardens
from cpmodels.puzzles.garden._wave import Rules
from cpmodels.puzzles.zigzaw import reference as zigzaw
from cpmodels.racing._solvers import TASKS, Question, Solver, Task, register
from cpmodels.reference import filling
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
