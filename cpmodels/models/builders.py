"""The one door to all models: `build(puzzle)`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ortools.sat.python import cp_model

from cpmodels.models import edge_matching, garden, zigzaw
from cpmodels.models import zip as zip_path
from cpmodels.models.model import Model
from cpmodels.puzzles import EdgeMatching, Garden, Puzzle, Solution, Zigzaw, Zip

S = TypeVar("S", bound=Solution)

BUILDERS: dict[type[Puzzle[Any]], Callable[..., Model[Any]]] = {
    EdgeMatching: edge_matching.build,
    Garden: garden.build,
    Zigzaw: zigzaw.build,
    Zip: zip_path.build,
}


def build(puzzle: Puzzle[S], cp: cp_model.CpModel | None = None) -> Model[S]:
    """The model of a puzzle, in `cp` if one is given, else in a fresh CpModel.

    Rules of your own can be added to ``model.cp`` before it is given to `cpmodels.solve`.

    Raises TooLargeError when the model would need more variables than fit into memory, TypeError when
    `puzzle` is none of the puzzles of this library.
    """
    for kind, builder in BUILDERS.items():
        if isinstance(puzzle, kind):
            return builder(puzzle, cp_model.CpModel() if cp is None else cp)
    raise TypeError(f"there is no model for a {type(puzzle).__name__}")
