"""The reference backtrackers for all kinds that describe themselves, yours too, as solvers."""

from cpmodels.racing._loops import register_loop
from cpmodels.reference.filling import boards
from cpmodels.reference.paths import paths

register_loop("cover-rows", None, lambda puzzle, _: boards(puzzle))
register_loop("path-dfs", None, lambda puzzle, _: paths(puzzle))
