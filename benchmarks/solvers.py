"""What takes part in the benchmarks: the solvers of the library, the peers, and the library with other choices."""

from __future__ import annotations

from collections.abc import Iterable

from cpmodels.racing import Solver
from cpmodels.racing._solvers import LOOPS, loaded

MODULES = (
    *LOOPS,
    "cpmodels.racing._engines",
    "benchmarks.peers.solvers",
    "cpmodels.racing._library",
    "benchmarks.ablations.solvers",
)
"""The modules that register solvers; those that import most come last, see `cpmodels.racing`."""


def load(modules: Iterable[str] = MODULES) -> dict[str, Solver]:
    """All solvers by name.  Raises ParameterError for a module that is not there, or cannot be imported."""
    return loaded(modules)
