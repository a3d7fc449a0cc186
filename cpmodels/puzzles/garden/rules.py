"""Gardens in words: which tile lies where, and which cells stay empty."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cpmodels.base.lattice import Cell
from cpmodels.explaining import Words, joined, words
from cpmodels.puzzles.garden.puzzle import Garden, Orbit
from cpmodels.puzzles.garden.tiles import TilePlacement

__all__: list[str] = []


@words.register(Garden)
class GardenWords(Words[TilePlacement]):
    """Tiles are called by their codes; in a symmetric garden those that are images of each other lie together."""

    @property
    def agree(self) -> str:  # type: ignore[override]
        """Faces that touch agree; in a hanging garden what a face meets is there, or is not."""
        hangs = self.puzzle.rule == "hanging"
        return "blue faces meet tiles and red faces meet air {}" if hangs else "the faces agree {}"

    def pieces(self, item: Any) -> tuple[int, ...]:
        """The tile by its code."""
        return (item[1],)

    def touching(self, item: Any) -> tuple[str, tuple[Cell, ...]]:
        """A cell, or the cells on both sides of a face; on a torus they may lie at opposite ends."""
        if item[0] == "occupied":
            return f"at {item[1]}", (item[1],)
        _, cell, direction = item
        sides = (cell, self.puzzle.neighbours[cell][direction] or self.puzzle.lattice.neighbour(cell, direction))
        return f"between {joined(sides)}", sides

    def colour(self, item: Any, colour: bool, cell: Cell | None) -> str:  # noqa: ARG002
        """Blue faces meet tiles and red ones air."""
        return ("a tile" if colour else "air") if item[0] == "occupied" else "blue" if colour else "red"

    def option(self, meaning: Orbit, *, holds: bool) -> str:
        """Which tiles lie where, or which cells are empty."""
        if meaning[0][1] is None:
            are = "are" if len(meaning) > 1 else "is"
            return f"{joined([c for c, _ in meaning])} {are}{' not' * (not holds)} empty"
        tiles = [f"tile {tile} at {cell}" for cell, tile in meaning]
        if len(tiles) == 1:
            return tiles[0].replace(" at", " lies at" if holds else " does not lie at")
        return f"{joined(tiles)} {'are placed together' if holds else 'are not placed'}"

    def clues(self) -> Iterable[Orbit]:
        """The tiles that are fixed, with their images."""
        fixed = {(cell, tile) for tile, cell in self.puzzle.fixed}
        return [option.meaning for option in self.cover.options if fixed.intersection(option.meaning)]
