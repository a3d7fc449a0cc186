"""The engines: what can search a puzzle, side by side, by the same names in and out.

- ``"cp-sat"`` (CP-SAT of OR-Tools) searches the model, and is the one that can optimise.
- ``"backtrack"`` (`cpmodels.engines.backtracking`, in machine code by Numba) searches the puzzle's description, an
  exact cover or a path, without any solver; it runs in this process, and stops and goes on between two slices of time.
- ``"glucose"`` (Glucose, a SAT solver) searches the description of loops, of paths, or of a cover whose options may
  have to be connected; what it finds cut off is forbidden by a clause, and it goes on with what it has learned.
- ``"xcover"`` (Algorithm C of Knuth) searches the puzzle as an exact cover problem, which it reads from the
  puzzle's description; it branches on the item with the fewest options and learns nothing.
- ``"frontier"`` (`cpmodels.engines.frontier`) counts paths, loops and covers by what matters of them along a frontier,
  and so far more than can be listed; it reads the puzzle's description.
- ``"cadical"`` (CaDiCaL 1.9.5, a SAT solver) searches the clauses of a model, and adds a blocking clause for each
  solution that it finds; that suits up to some ten thousand.  It can write a proof that these are all
  (see `cpmodels.certificates`).
- ``"ganak"`` (Ganak, a model counter) counts the models of these clauses, projected to the key, without naming them.

A model becomes clauses in `_translation`, written into a `_formula`; a description becomes an exact
cover problem in `_cover`, or clauses and cuts in `_cuts`.  xcover, cadical and ganak run in processes of their own:
`_process` is the near end of one, `_worker` its far one; so does CP-SAT where that is asked (`_cp_sat`).

>>> import cpmodels as cm
>>> len(list(cm.solutions(cm.Zip(2, 2), engine="cadical")))
8
>>> [engine.name for engine in cm.engines.ENGINES.values() if engine.reads == "description"]
['backtrack', 'glucose', 'xcover', 'frontier']
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cpmodels.engines._export import to_dimacs, to_opb
    from cpmodels.engines._table import BACKTRACK, CP_SAT, ENGINES, Engine

__all__ = ["BACKTRACK", "CP_SAT", "ENGINES", "Engine", "to_dimacs", "to_opb"]


def __getattr__(name: str) -> Any:
    # The process of an engine imports this package, too, and needs neither puzzles nor CP-SAT: half of its start.
    if name in __all__:
        return getattr(import_module(f"cpmodels.engines.{'_export' if name.startswith('to_') else '_table'}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
