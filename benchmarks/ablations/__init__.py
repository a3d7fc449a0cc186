"""Other models and parameters for the puzzles of the library, to see that the ones in use are the best."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

PREFIX = "cpmodels/"
"""How the name of each begins as a solver."""

CHANGES: Mapping[str, str] = MappingProxyType(
    {
        "linearization-1": "with CP-SAT's linear relaxation, which the library turns off, at its first level",
        "linearization-2": "with that linear relaxation at its second level",
        "presolve": "with CP-SAT's presolve, which the library leaves out for ZIPs",
        "no-presolve": "without CP-SAT's presolve, which the library leaves out for ZIPs alone",
        "workers-2": "two workers of CP-SAT in place of the library's race",
        "workers-8": "eight workers of CP-SAT in place of the library's race",
        "no-race": "one search alone, without a race",
        "no-pivot": "without the variables that break symmetries, and that searches with random restarts guess first",
        "no-attempts": "without the searches beside CP-SAT: the windows of ZIPs and the walks of gardens",
        "each-answer": "every solution is searched for, and not one of each orbit",
        "inclusion-limit": "with CP-SAT's own limit for a step of its presolve, which the library sets to 0",
        "demanded-symmetry": "a garden's symmetry demanded by constraints, and not by shared variables",
        "tiles-alone": "faces of gardens tied to tiles, without variables for which cells are occupied",
    }
)
"""What each leaves out or changes, by its name without the prefix."""
