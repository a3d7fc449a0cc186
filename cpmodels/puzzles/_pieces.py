"""Words for boards with one piece in each cell, some of which may look the same; kinds share them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from cpmodels.explaining import Words
from cpmodels.puzzle import Solution

S = TypeVar("S", bound=Solution)


class PieceWords(Words[S]):
    """Pieces count from 1, as people do, and those that look the same are named together.

    An option means a cell and what it shows.
    """

    def pieces(self, item: Any) -> Sequence[int]:
        """The pieces that look the same."""
        found: Sequence[int] = self.puzzle.identical_pieces[item[1]]
        return found

    def numbers(self, item: Any) -> Sequence[int]:
        """Their numbers."""
        return [piece + 1 for piece in self.pieces(item)]
