"""Backtracking in machine code: the searches that people write by hand, on the descriptions that puzzles give.

No solver is involved: a search lays one piece after the other, or grows a path cell by cell, and takes back what does
not fit.  It learns nothing, and tries millions of choices a second, where CP-SAT weighs each.  So it is
the quickest on small and tight puzzles and on bordered edge matching, and lost where early choices show late
that they were wrong.

>>> import cpmodels as cm
>>> cm.count("squares-packed", engine="backtrack").total  # doctest: +SKIP
652
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cpmodels.engines.backtracking._backtracker import Backtracker
    from cpmodels.engines.backtracking._paths import PRUNINGS, PathSearch
    from cpmodels.engines.backtracking._placing import ORDERS
    from cpmodels.engines.backtracking._search import Search

# The race of `cpmodels.solve` looks whether Numba is installed, and loads no more of this package than it uses.
_LAZY = {
    "Backtracker": "_backtracker",
    "ORDERS": "_placing",
    "PRUNINGS": "_paths",
    "PathSearch": "_paths",
    "Search": "_search",
}

__all__ = ["ORDERS", "PRUNINGS", "Backtracker", "PathSearch", "Search"]


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(import_module(f"{__name__}.{_LAZY[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
