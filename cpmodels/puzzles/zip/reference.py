"""The loop for ZIPs, as a solver."""

from __future__ import annotations

from cpmodels.racing._loops import register_loop
from cpmodels.reference.paths import paths

__all__: list[str] = []

register_loop("zip-dfs", "zip", lambda puzzle, _: paths(puzzle))
register_loop("zip-dfs-parity", "zip", lambda puzzle, _: paths(puzzle, parity=True))
