"""The ZIP's backtracker: that of any path; entries to a cell are counted from all neighbours, as in the article."""

from __future__ import annotations

from collections.abc import Iterator

from cpmodels.puzzles.zip.puzzle import Zip
from cpmodels.racing._loops import register_loop
from cpmodels.reference.paths import paths as all_paths
from cpmodels.reference.steps import Step

__all__ = ["has_right_parity", "paths"]


def paths(puzzle: Zip, *, parity: bool = False) -> Iterator[Step]:
    """All paths.

    parity: look for none where the pre-check says that there is none.
    """
    return iter(()) if parity and not has_right_parity(puzzle) else all_paths(puzzle, puzzle.steps)


def has_right_parity(puzzle: Zip) -> bool:
    """The article's pre-check: every detour takes two cells, so the shortest path leaves an even number of cells.

    It looks at the ends alone; `Zip.infeasible_reason` also knows which colour of a chessboard has more cells.
    """
    if len(puzzle.waypoints) < 2:
        return True
    (row, col), (last_row, last_col) = puzzle.waypoints[0], puzzle.waypoints[-1]
    shortest = abs(row - last_row) + abs(col - last_col) + 1
    return (len(puzzle.cells) - shortest) % 2 == 0


register_loop("zip-dfs", "zip", lambda puzzle, _: paths(puzzle))
register_loop("zip-dfs-parity", "zip", lambda puzzle, _: paths(puzzle, parity=True))
