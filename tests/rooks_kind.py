"""A kind that describes itself, with symmetries, and has no model: rooks that do not attack each other.

Tests import it in fresh processes, too.
"""

from dataclasses import dataclass

import cpmodels as cm
from cpmodels.base.description import Description, ExactCover, Option


@dataclass(frozen=True)
class Rooks(cm.Puzzle[cm.Assignment]):
    """One rook in each row and column of a square board; the board can be turned."""

    kind = "rooks"
    size: int

    def check(self, solution):
        rows, cols = ({cell[axis] for cell in solution.true} for axis in (0, 1))
        right = len(solution.true) == self.size and rows == cols == set(range(self.size))
        return [] if right else ["the rooks attack each other, or are not one a row"]

    def describe(self):
        numbers = range(self.size)
        items = [(line, number) for line in ("row", "column") for number in numbers]
        options = [Option((r, c), [("row", r), ("column", c)]) for r in numbers for c in numbers]
        return Description(ExactCover(items, options), lambda cells: cm.Assignment(tuple(sorted(cells))), self.turns())

    def turns(self):
        """The three rotations."""
        last = self.size - 1
        return [
            lambda cell: (cell[1], last - cell[0]),
            lambda cell: (last - cell[0], last - cell[1]),
            lambda cell: (last - cell[1], cell[0]),
        ]
