"""The Zigzaw in words: which frog lies where."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from cpmodels.base.lattice import Cell
from cpmodels.explaining import Words, joined, words
from cpmodels.puzzles.zigzaw.puzzle import Frog, Mosaic, Zigzaw, corners

__all__: list[str] = []


@words.register(Zigzaw)
class ZigzawWords(Words[Mosaic]):
    """Frogs meet at corners; equal ones are not told apart."""

    @cached_property
    def _meeting(self) -> dict[Cell, tuple[Cell, ...]]:
        """The cells at each corner."""
        found: dict[Cell, tuple[Cell, ...]] = {}
        for cell in self.puzzle.centres:
            for corner in corners(*cell):
                found[corner] = (*found.get(corner, ()), cell)
        return found

    def touching(self, item: Any) -> tuple[str, tuple[Cell, ...]]:
        """The cells that meet at a corner."""
        return f"where {joined(self._meeting[item])} meet", self._meeting[item]

    def colour(self, item: Any, colour: str, cell: Cell | None) -> str:  # noqa: ARG002
        """Colours are called what they are."""
        return colour

    def laid(self, meaning: tuple[Cell, Frog]) -> tuple[tuple[Cell, int]]:
        """The frog by its index; of equal frogs the first."""
        cell, frog = meaning
        return ((cell, self.puzzle.identical_pieces[frog][0]),)
