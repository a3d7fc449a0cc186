"""Tile and path puzzles as CP-SAT models: solve, enumerate, count and check them.

The puzzles and their checkers load no solver; OR-Tools is imported when a search or a model is first asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cpmodels.errors import PuzzleError, TooLargeError, WorkersLostError
from cpmodels.puzzles import (
    Board,
    BorderFrog,
    Clue,
    EdgeMatching,
    Frog,
    Garden,
    Mosaic,
    Path,
    Placement,
    Planting,
    Puzzle,
    Solution,
    Zigzaw,
    Zip,
)

if TYPE_CHECKING:
    from cpmodels.engines.confirming import Confirmation, confirm
    from cpmodels.engines.export import to_dimacs, to_opb
    from cpmodels.engines.tally import Finding
    from cpmodels.models import Model, build
    from cpmodels.search import (
        Count,
        Progress,
        Result,
        Solutions,
        Status,
        Sweep,
        count,
        is_unique,
        merge,
        solutions,
        solve,
        sweep,
    )

__version__ = "0.1.0"

__all__ = [
    "Board",
    "BorderFrog",
    "Clue",
    "Confirmation",
    "Count",
    "EdgeMatching",
    "Finding",
    "Frog",
    "Garden",
    "Model",
    "Mosaic",
    "Path",
    "Placement",
    "Planting",
    "Progress",
    "Puzzle",
    "PuzzleError",
    "Result",
    "Solution",
    "Solutions",
    "Status",
    "Sweep",
    "TooLargeError",
    "WorkersLostError",
    "Zigzaw",
    "Zip",
    "build",
    "confirm",
    "count",
    "is_unique",
    "merge",
    "solutions",
    "solve",
    "sweep",
    "to_dimacs",
    "to_opb",
]

_WITH_SOLVER = {
    "cpmodels.engines.confirming": ("Confirmation", "confirm"),
    "cpmodels.engines.export": ("to_dimacs", "to_opb"),
    "cpmodels.engines.tally": ("Finding",),
    "cpmodels.models": ("Model", "build"),
    "cpmodels.search": (
        "Count",
        "Progress",
        "Result",
        "Solutions",
        "Status",
        "Sweep",
        "count",
        "is_unique",
        "merge",
        "solutions",
        "solve",
        "sweep",
    ),
}


def __getattr__(name: str) -> Any:
    for module, names in _WITH_SOLVER.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
