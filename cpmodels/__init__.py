"""Tile and path puzzles as constraint models: solve, enumerate, count, check and draw them, and model your own.

>>> import cpmodels as cm
>>> cm.solve("zip-4").status.name
'SOLVED'

All is loaded when it is first used.  The puzzles and their checkers load no solver; OR-Tools is imported when a search
or a model is first asked for.  `read`, `save`, `draw` and `text` are those of the packages that come with this one.
"""

TYPE_CHECKING = False  # For type checkers, who take it for True: the module typing is loaded later, like all others.
if TYPE_CHECKING:
    from typing import Any

    from cpmodels import constraints
    from cpmodels.certificates import Verification, verify
    from cpmodels.confirming import Confirmation, confirm
    from cpmodels.diagram import Diagram
    from cpmodels.engines import EngineCount, to_dimacs, to_opb
    from cpmodels.errors import (
        CertificateError,
        CpmodelsError,
        EngineError,
        KeywordError,
        KindError,
        LedgerError,
        LedgerInUseError,
        MissingExtraError,
        ModelError,
        ParameterError,
        PuzzleError,
        StoppedError,
        TooLargeError,
        UnsupportedError,
        WorkersLostError,
        WrongSolutionError,
    )
    from cpmodels.explaining import (
        Ambiguity,
        Conflict,
        Difficulty,
        Explanation,
        Hint,
        Step,
        difficulty,
        explain,
        hint,
        why_infeasible,
        why_not_unique,
    )
    from cpmodels.generating import Generated, generate
    from cpmodels.graph import Graph, grid
    from cpmodels.kinds import OpenFunction, kind_named, kind_names
    from cpmodels.model import DIRECT_PARAMETERS, Assignment, Model, Strategy, Variables, build, build_model
    from cpmodels.puzzle import Grid, Loop, Part, Path, Paths, Puzzle, Solution, Stage
    from cpmodels.puzzles.edge_matching import Board, Clue, EdgeMatching, Placement
    from cpmodels.puzzles.garden import Garden
    from cpmodels.puzzles.garden_tiles import TilePlacement
    from cpmodels.puzzles.zigzaw import BorderFrog, Frog, Mosaic, Zigzaw
    from cpmodels.puzzles.zip import Zip
    from cpmodels.racing._race import Race, race
    from cpmodels.search import Progress, Result, Solutions, Statistics, Status, Sweep, merge, sweep
    from cpmodels.solving import Count, count, is_unique, solutions, solve
    from readers import read
    from renderers import draw, save, text

__version__ = "0.2.0"

_LAZY = {
    "cpmodels.diagram": ("Diagram",),
    "cpmodels.errors": (
        "CertificateError", "CpmodelsError", "EngineError", "KeywordError", "KindError", "LedgerError",
        "LedgerInUseError", "MissingExtraError", "ModelError", "ParameterError", "PuzzleError", "StoppedError",
        "TooLargeError", "UnsupportedError", "WorkersLostError", "WrongSolutionError",
    ),
    "cpmodels.graph": ("Graph", "grid"),
    "cpmodels.kinds": ("OpenFunction", "kind_named", "kind_names"),
    "cpmodels.puzzle": ("Grid", "Loop", "Part", "Path", "Paths", "Puzzle", "Solution", "Stage"),
    "cpmodels.puzzles.edge_matching": ("Board", "Clue", "EdgeMatching", "Placement"),
    "cpmodels.puzzles.garden": ("Garden",),
    "cpmodels.puzzles.garden_tiles": ("TilePlacement",),
    "cpmodels.puzzles.zigzaw": ("BorderFrog", "Frog", "Mosaic", "Zigzaw"),
    "cpmodels.puzzles.zip": ("Zip",),
    "cpmodels.certificates": ("Verification", "verify"),
    "cpmodels.confirming": ("Confirmation", "confirm"),
    "cpmodels.engines": ("EngineCount", "to_dimacs", "to_opb"),
    "cpmodels.explaining": (
        "Ambiguity", "Conflict", "Difficulty", "Explanation", "Hint", "Step", "difficulty", "explain", "hint",
        "why_infeasible", "why_not_unique",
    ),
    "cpmodels.generating": ("Generated", "generate"),
    "cpmodels.model": ("DIRECT_PARAMETERS", "Assignment", "Model", "Strategy", "Variables", "build", "build_model"),
    "cpmodels.racing._race": ("Race", "race"),
    "cpmodels.search": ("Progress", "Result", "Solutions", "Statistics", "Status", "Sweep", "merge", "sweep"),
    "cpmodels.solving": ("Count", "count", "is_unique", "solutions", "solve"),
}  # fmt: skip
"""The modules, imported when one of their names is first asked for: those of the second half load a solver."""

_MODULES = ("constraints", "diagram", "errors", "graph", "kinds", "lattice", "puzzle", "puzzles", "values")
"""Modules that are there without an import, too."""

_ELSEWHERE = ("draw", "read", "save", "text")
"""Functions of other packages, found by the entry points of the group ``cpmodels.functions``."""

__all__ = [
    "DIRECT_PARAMETERS", "Ambiguity", "Assignment", "Board", "BorderFrog", "CertificateError", "Clue", "Confirmation",
    "Conflict", "Count", "CpmodelsError", "Diagram", "Difficulty", "EdgeMatching", "EngineCount", "EngineError",
    "Explanation", "Frog", "Garden", "Generated", "Graph", "Grid", "Hint", "KeywordError", "KindError", "LedgerError",
    "LedgerInUseError", "Loop", "MissingExtraError", "Model", "ModelError", "Mosaic", "OpenFunction", "ParameterError",
    "Part", "Path", "Paths", "Placement", "Progress", "Puzzle", "PuzzleError", "Race", "Result", "Solution",
    "Solutions", "Stage", "Statistics", "Status", "Step", "StoppedError", "Strategy", "Sweep", "TilePlacement",
    "TooLargeError", "UnsupportedError", "Variables", "Verification", "WorkersLostError", "WrongSolutionError",
    "Zigzaw", "Zip", "build", "build_model", "confirm", "constraints", "count", "difficulty", "draw", "explain",
    "generate", "grid", "hint", "is_unique", "kind_named", "kind_names", "merge", "race", "read", "save", "solutions",
    "solve", "sweep", "text", "to_dimacs", "to_opb", "verify", "why_infeasible", "why_not_unique",
]  # fmt: skip


def __getattr__(name: str) -> "Any":
    from importlib import import_module

    if name in _MODULES:
        return import_module(f"cpmodels.{name}")
    if name in _ELSEWHERE:
        from cpmodels.kinds import function_named

        return function_named(name)
    for module, names in _LAZY.items():
        if name in names:
            found = globals()[name] = getattr(import_module(module), name)
            return found
    import sys

    # With these Python suggests the name that was meant.
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=sys.modules[__name__])


def __dir__() -> list[str]:
    return sorted(__all__)
