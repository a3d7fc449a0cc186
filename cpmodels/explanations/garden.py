"""Gardens by hand: which tile lies where, and which cells stay empty."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from cpmodels.description import Description
from cpmodels.errors import PuzzleError
from cpmodels.explaining import Account, Agreement, CoverAccount, Words, account, joined
from cpmodels.explaining._plain import PlainAccount
from cpmodels.explanations._pieces import piece_words
from cpmodels.lattice import Cell
from cpmodels.puzzles.garden import Garden
from cpmodels.puzzles.garden_tiles import TilePlacement
from cpmodels.values import integer, integers

Orbit = tuple[tuple[Cell, int | None], ...]


class GardenAccount(CoverAccount[TilePlacement]):
    """A fact is that a tile lies in a cell, with all its images where the garden is symmetric, or that cells are empty.

    Gardens whose components, sides or exact symmetry matter have rules beyond these; see `account_of_garden`.
    """

    puzzle: Garden

    def __init__(self, puzzle: Garden, description: Description[TilePlacement]) -> None:
        super().__init__(puzzle, description)
        self._meaning = {pair: option.meaning for option in self.cover.options for pair in self.laid(option.meaning)}

    def words(self, item: Any) -> Words:
        """Cells take one tile, or none in a hanging garden; tiles lie in one place."""
        kind, what = item
        if kind == "cell":
            one = "one tile lies at {}" if self.puzzle.rule == "packed" else "there is at most one tile at {}"
            few = "only one tile fits" if self.puzzle.rule == "packed" else "only one thing is left for"
            return Words(
                "cell", one, f"{what}", f"{few} {what}", f"no tile for {what}", f"only {{}} fits {what}", (what,)
            )
        words = piece_words("tile", [what], [what])
        return words if self.cover.copies[item][0] else replace(words, says="there is at most one place for {}")

    def agreement(self, item: Any) -> Agreement:
        """Faces that touch are of one colour; what a face meets is there, or is not."""
        if item[0] == "occupied":
            return Agreement(
                "neighbour", "blue faces meet tiles and red faces meet air, at {}", f"{item[1]}", (item[1],)
            )
        return Agreement("face", "the faces agree between {}", joined(self._sides(item)), self._sides(item))

    def _sides(self, face: tuple[str, Cell, int]) -> tuple[Cell, Cell]:
        """The cells on both sides of a face; on a torus they may lie at opposite ends."""
        _, cell, direction = face
        return cell, self.puzzle.neighbours[cell][direction] or self.puzzle.lattice.neighbour(cell, direction)

    def option_words(self, meaning: Orbit, *, holds: bool) -> str:
        """Which tiles lie where."""
        if meaning[0][1] is None:
            cells = joined([cell for cell, _ in meaning])
            return f"{cells} {'are' if len(meaning) > 1 else 'is'} {'empty' if holds else 'not empty'}"
        tiles = [f"tile {tile} at {cell}" for cell, tile in meaning]
        if len(tiles) == 1:
            return tiles[0].replace(" at", " lies at" if holds else " does not lie at")
        return f"{joined(tiles)} {'are placed together' if holds else 'are not placed'}"

    def cells(self, meaning: Orbit) -> tuple[Cell, ...]:
        """The cells of a tile and its images."""
        return tuple(cell for cell, _ in meaning)

    def laid(self, meaning: Orbit) -> tuple[tuple[Cell, int], ...]:
        """The tiles by their codes; nothing for air."""
        return tuple((cell, tile) for cell, tile in meaning if tile is not None)

    def clues(self) -> Iterable[Orbit]:
        """The tiles that are fixed, with their images."""
        return dict.fromkeys(
            self._meaning[cell, tile] for tile, cell in self.puzzle.fixed if (cell, tile) in self._meaning
        )

    def unmet(self, item: Any, secondary: Any, colours: Sequence[bool]) -> str:
        """That nothing left for a cell or tile goes with a face, or with air, somewhere."""
        kind, what = item
        start = f"everything that still fits {what}" if kind == "cell" else f"wherever tile {what} still fits, it"
        if secondary[0] == "occupied":
            return f"{start} needs {'air' if colours[0] else 'a tile'} at {secondary[1]}"
        return f"{start} is {'red' if colours[0] else 'blue'} between {joined(self._sides(secondary))}"

    def literals_of(self, partial: Any) -> list[int]:
        """The tiles that lie in some cells, as a `TilePlacement` or by cell."""
        laid = partial.codes if isinstance(partial, TilePlacement) else dict(partial)
        found = []
        for at, code in laid.items():
            if code is None:
                continue
            cell, tile = integers(at, "a cell", self.puzzle.dimension), integer(code, "a tile code")
            if (cell, tile) not in self._meaning:
                raise PuzzleError(f"tile {tile} cannot lie at {cell}")
            found.append(self.cover.position[self._meaning[cell, tile]] + 1)
        return list(dict.fromkeys(found))


@account.register(Garden)
def account_of_garden(puzzle: Garden) -> Account[TilePlacement]:
    """The account of a garden, in the words of its model where it has rules beyond which tile lies where."""
    described = puzzle.describe()
    if described is None or getattr(described.problem, "relaxed", True):
        return PlainAccount(puzzle)
    return GardenAccount(puzzle, described)
