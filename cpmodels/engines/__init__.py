"""Other solvers than CP-SAT: solutions, counts and proofs by them, and puzzles as files for any others.

- ``"backtrack"`` (`cpmodels.backtracking`, in machine code by Numba) searches the puzzle's description, an exact cover
  or a path, without any solver; it runs in this process, and stops and goes on between two slices of time.
- ``"cadical"`` (CaDiCaL 1.9.5, a SAT solver) searches the clauses of a model, and adds a blocking clause for each
  solution that it finds; that suits up to some ten thousand.  It can write a proof that these are all
  (see `cpmodels.certificates`).
- ``"ganak"`` (Ganak, a model counter) counts the models of these clauses, projected to the key, without naming them.
- ``"xcover"`` (Algorithm C of Knuth) searches the puzzle as an exact cover problem, which it reads from the
  puzzle's description; it branches on the item with the fewest options and learns nothing.

A model becomes clauses in `_translation`, with the help of `_formula` and `_circuit`; a description becomes an exact
cover problem in `_cover`.  Engines but backtrack run in processes of their own: `_process` is the near end of one,
`_worker` its far one.

>>> import cpmodels as cm
>>> len(list(cm.solutions(cm.Zip(2, 2), engine="cadical")))
8
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cpmodels.engines._export import to_dimacs, to_opb
    from cpmodels.engines._solutions import EngineCount, EngineSolutions, engine_count, engine_solutions

CP_SAT = "cp-sat"
"""The name of CP-SAT, where an engine is named."""

BACKTRACK = "backtrack"
"""The name of backtracking."""

ENGINES = (BACKTRACK, "cadical", "ganak", "xcover")
"""The names of the engines beside CP-SAT."""

# The process of an engine imports this package, too, and needs nothing that loads CP-SAT.
_LAZY = {
    "cpmodels.engines._export": ("to_dimacs", "to_opb"),
    "cpmodels.engines._solutions": ("EngineCount", "EngineSolutions", "engine_count", "engine_solutions"),
}

__all__ = [
    "BACKTRACK",
    "CP_SAT",
    "ENGINES",
    "EngineCount",
    "EngineSolutions",
    "engine_count",
    "engine_solutions",
    "to_dimacs",
    "to_opb",
]


def __getattr__(name: str) -> Any:
    for module, names in _LAZY.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
