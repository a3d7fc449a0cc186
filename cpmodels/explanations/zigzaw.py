"""The Zigzaw by hand: which frog lies where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cpmodels.errors import PuzzleError
from cpmodels.explaining import Agreement, CoverAccount, Words, account, joined
from cpmodels.explanations._pieces import cell_words, piece_words
from cpmodels.lattice import Cell
from cpmodels.puzzles.zigzaw import Frog, Mosaic, Zigzaw, corners
from cpmodels.values import integer, listed, on_board, repeated


class ZigzawAccount(CoverAccount[Mosaic]):
    """A fact is that a frog lies in a cell; equal frogs are not told apart.

    What the border rules out, cell by cell, is no fact.
    """

    puzzle: Zigzaw

    def __init__(self, puzzle: Zigzaw) -> None:
        self._meeting: dict[Cell, list[Cell]] = {}
        for cell in puzzle.centres:
            for corner in corners(*cell):
                self._meeting.setdefault(corner, []).append(cell)
        super().__init__(puzzle, puzzle.describe())

    def words(self, item: Any) -> Words:
        """Cells take one frog; frogs lie in one place."""
        kind, what = item
        if kind == "cell":
            return cell_words("frog", what)
        frogs = self.puzzle.identical_pieces[what]
        return piece_words("frog", [frog + 1 for frog in frogs], frogs)

    def agreement(self, item: Any) -> Agreement:
        """Parts that meet at a corner have one colour."""
        cells = self._meeting[item]
        return Agreement("corner", "the colours agree where {} meet", joined(cells), tuple(cells))

    def option_words(self, meaning: tuple[Cell, Frog], *, holds: bool) -> str:
        """Which frog lies where."""
        cell, frog = meaning
        numbers = joined([index + 1 for index in self.puzzle.identical_pieces[frog]], "or")
        return f"frog {numbers} {'lies' if holds else 'does not lie'} at {cell}"

    def laid(self, meaning: tuple[Cell, Frog]) -> tuple[tuple[Cell, int]]:
        """The frog by its index; of equal frogs the first."""
        cell, frog = meaning
        return ((cell, self.puzzle.identical_pieces[frog][0]),)

    def unmet(self, item: Any, secondary: Any, colours: Sequence[str]) -> str:
        """That no frog left for a cell has one of some colours where it meets others."""
        kind, what = item
        cells = self._meeting[secondary]
        if kind != "cell":
            return super().unmet(item, f"the corner of {joined(cells)}", colours)
        others = joined([cell for cell in cells if cell != what])
        return f"no frog that fits {what} shows {joined(colours, 'or')} where it meets {others}"

    def literals_of(self, partial: Any) -> list[int]:
        """The frogs that lie in some cells, as a `Mosaic` or by cell."""
        laid = {
            on_board(cell, self.puzzle.rows, self.puzzle.cols, "a cell"): integer(index, "a frog")
            for cell, index in dict(partial).items()
            if index is not None
        }
        if twice := sorted(repeated(laid.values())):
            raise PuzzleError(f"used more than once: frogs {listed([index + 1 for index in twice])}")
        found = []
        for cell, index in laid.items():
            if not 0 <= index < len(self.puzzle.pieces):
                raise PuzzleError(f"there is no frog {index + 1}, which lies at {cell}")
            position = self.cover.position.get((cell, self.puzzle.pieces[index]))
            if position is None:
                raise PuzzleError(f"frog {index + 1} cannot lie at {cell}, next to the border")
            found.append(position + 1)
        return found


@account.register(Zigzaw)
def account_of_zigzaw(puzzle: Zigzaw) -> ZigzawAccount:
    """The account of a Zigzaw."""
    return ZigzawAccount(puzzle)
