"""Tile and path puzzles as constraint models: solve, enumerate, count, check and draw them, and model your own.

>>> import cpmodels as cm
>>> cm.solve("zip-4").status.name
'SOLVED'

All is loaded when it is first used.  The puzzles and their checkers load no solver; OR-Tools is imported when CP-SAT
is first asked.  `read`, `save`, `draw`, `text` and `widget` are those of the packages that come with
this one.
"""

TYPE_CHECKING = False  # For type checkers, who take it for True: the module typing is loaded later, like all others.
if TYPE_CHECKING:
    from typing import Any

    from cpmodels import (  # noqa: F401
        confirming,
        constraints,
        engines,
        explaining,
        generating,
        model,
        puzzles,
        racing,
        search,
    )
    from cpmodels.base import (  # noqa: F401
        description,
        diagram,
        errors,
        fields,
        files,
        graph,
        kinds,
        lattice,
        marks,
        puzzle,
        regions,
        sharing,
        values,
    )
    from cpmodels.base.diagram import Diagram
    from cpmodels.base.errors import CpmodelsError, KindError, ModelError, ParameterError, PuzzleError
    from cpmodels.base.graph import Graph
    from cpmodels.base.kinds import load
    from cpmodels.base.marks import Mark, Partial
    from cpmodels.base.puzzle import Assignment, Grid, Loop, Path, Paths, Puzzle, Solution
    from cpmodels.certificates import Verification, verify
    from cpmodels.confirming import Confirmation, confirm
    from cpmodels.explaining import (
        Ambiguity,
        Conflict,
        Difficulty,
        Explanation,
        Hint,
        Relaxation,
        Step,
        difficulty,
        explain,
        hint,
        relax,
        why_infeasible,
        why_not_unique,
    )
    from cpmodels.forcing import Forced, forced
    from cpmodels.generating import Generated, generate
    from cpmodels.model import (
        Model,
        build,
        strategies,  # noqa: F401
    )
    from cpmodels.puzzles.edge_matching.puzzle import EdgeMatching
    from cpmodels.puzzles.garden.puzzle import Garden
    from cpmodels.puzzles.zigzaw.puzzle import Zigzaw
    from cpmodels.puzzles.zip.puzzle import Zip
    from cpmodels.racing import Race, race
    from cpmodels.search import Result, Solutions, Status, Sweep, merge, sweep
    from cpmodels.search.sampling import AllSolutions, all_solutions, sample
    from cpmodels.search.solving import Count, count, is_unique, solutions, solve
    from readers import read
    from renderers import draw, save, text, widget

__version__ = "0.2.0"

_LAZY = {
    "cpmodels.base.diagram": "Diagram",
    "cpmodels.base.errors": "CpmodelsError KindError ModelError ParameterError PuzzleError",
    "cpmodels.base.graph": "Graph",
    "cpmodels.base.kinds": "load",
    "cpmodels.base.marks": "Mark Partial",
    "cpmodels.base.puzzle": "Assignment Grid Loop Path Paths Puzzle Solution",
    "cpmodels.puzzles.edge_matching.puzzle": "EdgeMatching",
    "cpmodels.puzzles.garden.puzzle": "Garden",
    "cpmodels.puzzles.zigzaw.puzzle": "Zigzaw",
    "cpmodels.puzzles.zip.puzzle": "Zip",
    "cpmodels.certificates": "Verification verify",
    "cpmodels.confirming": "Confirmation confirm",
    "cpmodels.explaining": "Ambiguity Conflict Difficulty Explanation Hint Relaxation Step difficulty explain hint "
    "relax why_infeasible why_not_unique",
    "cpmodels.forcing": "Forced forced",
    "cpmodels.generating": "Generated generate",
    "cpmodels.model": "Model build",
    "cpmodels.racing": "Race race",
    "cpmodels.search.sampling": "AllSolutions all_solutions sample",
    "cpmodels.search": "Result Solutions Status Sweep merge sweep",
    "cpmodels.search.solving": "Count count is_unique solutions solve",
}
"""The modules, imported when one of their names is first asked for."""

_MODULES = {
    "cpmodels": "confirming constraints engines explaining generating model puzzles racing search",
    "cpmodels.base": "description diagram errors fields files graph kinds lattice marks puzzle regions sharing values",
    "cpmodels.model": "strategies",
}
"""Modules that are there without an import, too."""

_MOVED = {
    "confirming": "EngineCount",
    "engines": "to_dimacs to_opb",
    "errors": "CertificateError EngineError KeywordError LedgerError LedgerInUseError MissingExtraError StoppedError "
    "TooLargeError UnsupportedError WorkersLostError WrongSolutionError",
    "graph": "grid",
    "kinds": "OpenFunction kind_named kind_names",
    "model": "DIRECT_PARAMETERS Variables build_model",
    "puzzle": "Part",
    "puzzles": "Board BorderFrog Clue Frog Mosaic Placement TilePlacement",
    "search": "Progress Statistics",
    "strategies": "Strategy",
}
"""Where names are that were here once."""

_ELSEWHERE = ("draw", "read", "save", "text", "widget")
"""Functions of other packages, found by the entry points of the group ``cpmodels.functions``."""

__all__ = [
    "AllSolutions", "Ambiguity", "Assignment", "Confirmation", "Conflict", "Count", "CpmodelsError", "Diagram",
    "Difficulty", "EdgeMatching", "Explanation", "Forced", "Garden", "Generated", "Graph", "Grid", "Hint", "KindError",
    "Loop", "Mark", "Model", "ModelError", "ParameterError", "Partial", "Path", "Paths", "Puzzle", "PuzzleError",
    "Race", "Relaxation", "Result", "Solution", "Solutions", "Status", "Step", "Sweep", "Verification", "Zigzaw", "Zip",
    "all_solutions", "build", "confirm", "constraints", "count", "difficulty", "draw", "explain", "forced", "generate",
    "hint", "is_unique", "load", "merge", "race", "read", "relax", "sample", "save", "solutions", "solve", "sweep",
    "text", "verify", "why_infeasible", "why_not_unique", "widget",
]  # fmt: skip


def __getattr__(name: str) -> "Any":
    import sys
    from importlib import import_module

    if name in _ELSEWHERE:
        from cpmodels.base.kinds import function_named

        return function_named(name)
    for package, names in _MODULES.items():
        if name in names.split():
            return import_module(f"{package}.{name}")
    for module, names in _LAZY.items():
        if name in names.split():
            found = globals()[name] = getattr(import_module(module), name)
            return found
    now = next((f": it is cpmodels.{module}.{name}" for module, names in _MOVED.items() if name in names.split()), "")
    # With these Python suggests the name that was meant.
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}{now}", name=name, obj=sys.modules[__name__])


def __dir__() -> list[str]:
    return sorted(__all__)
