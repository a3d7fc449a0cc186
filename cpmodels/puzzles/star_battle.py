"""Star Battle: some stars in each row, column and region of a board, so that no two touch.

>>> import cpmodels as cm
>>> puzzle = StarBattle(["AAAB", "CCBB", "CCDD", "CCDD"], stars=1)
>>> cm.solve(puzzle).solution.rows
((0, 1, 0, 0), (0, 0, 0, 1), (1, 0, 0, 0), (0, 0, 1, 0))
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated, ClassVar

from cpmodels.base.values import integer
from cpmodels.puzzles.queens import Queens

__all__ = ["StarBattle"]


@dataclass(frozen=True)
class StarBattle(Queens):
    """Put as many stars into each row, each column and each region as the puzzle says.  No two stars touch, not even at
    a corner.

    regions: rows of cells from the top: the region of each, by its number or a letter.
    stars: how many there are in each row, column and region.

    A solution has 1 where a star stands, else 0.

    Raises PuzzleError for a board that is not square, where there are more or fewer regions than rows, and for a number
    of stars less than 1.
    """

    kind: ClassVar[str] = "star_battle"
    piece: ClassVar[str] = "star"

    stars: int = 2

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "stars", integer(self.stars, "the number of stars", 1))

    @classmethod
    def blank(
        cls, rows: int, cols: int, random: Random, *, stars: Annotated[int | None, "how many stars a row has"] = None
    ) -> StarBattle:
        """A board whose rows are its regions; by default with two stars a row, where there is room for them."""
        few = 1 if rows < 8 else 2
        return cls(Queens.blank(rows, cols, random).regions, stars=few if stars is None else stars)
