"""Edge matching in words: which piece lies where, and how it is turned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import Any

from cpmodels.base.lattice import Cell
from cpmodels.base.values import plural
from cpmodels.explaining import HARDEST, CoverAccount, Deduction, Words, account, words
from cpmodels.puzzles.edge_matching.puzzle import Board, EdgeMatching, Edges, Placement

__all__: list[str] = []


@words.register(EdgeMatching)
class EdgeMatchingWords(Words[Board]):
    """A fact is that a cell shows some edges, which tells a piece and its turns; equal pieces are not told apart."""

    agree = "the edges agree {}"

    def touching(self, item: Any) -> tuple[str, tuple[Cell, ...]]:
        """The cells on both sides of an edge."""
        one, other = item[:2], item[2:]
        return f"between {one} and {other}", (one, other)

    def colour(self, item: Any, colour: int, cell: Cell | None) -> str:
        """An edge by its name, as the cell beyond shows it where the rule tells sides apart."""
        name: str = self.puzzle.edge_name(self.puzzle.sign * colour if cell == item[:2] else colour)
        return name

    def how(self, meaning: tuple[Cell, Edges]) -> str:
        """How a piece is turned."""
        if not self.puzzle.rotations:
            return ""
        turns = self.laid(meaning)[0][1].turns
        return f" with {plural(turns, 'turn')}" if turns else " unturned"

    def laid(self, meaning: tuple[Cell, Edges]) -> tuple[tuple[Cell, Placement]]:
        """The piece and its turns; of pieces that look the same the first, or the one that a clue lays there."""
        (cell, edges), puzzle = meaning, self.puzzle
        shape, fixed = puzzle.shape(edges), puzzle.clued.get(cell)
        piece = fixed.piece if fixed else (puzzle.free_pieces[shape] or puzzle.identical_pieces[shape])[0]
        return ((cell, Placement(piece, puzzle.orientations(puzzle.pieces[piece]).index(edges))),)

    def clues(self) -> Iterable[tuple[Cell, Edges]]:
        """The pieces that clues lay."""
        return [(cell, self.puzzle.edges_at(place)) for cell, place in self.puzzle.clued.items()]


@account.register(EdgeMatching)
class EdgeMatchingAccount(CoverAccount[Board]):
    """The default account, but that the board does not turn.

    A board without clues can be turned as a whole, a square one by quarter turns, and then each solution comes in
    several turns, so that at first nothing would follow.  One piece is therefore let lie unturned (on a board that
    is no square, with at most one quarter turn): the rule ``"turning"``.  What a player has laid lies as they have it.
    """

    def __init__(self, puzzle: EdgeMatching) -> None:
        super().__init__(puzzle, puzzle.matching())
        self.turning: Deduction | None = None
        if not puzzle.rotations or puzzle.clues:
            return
        apart, found = 1 if puzzle.rows == puzzle.cols else 2, []
        for shape, (piece, *others) in puzzle.identical_pieces.items():
            if not others and len(puzzle.orientations(shape)) == 4:  # It looks different after each turn.
                turns = {p: self._turns(p) for p in self.cover.covering["piece", shape]}
                found.append((sum(turn < apart for turn in turns.values()), piece, turns))
        if found:
            _, piece, turns = min(found, key=lambda each: each[:2])
            how = "unturned" if apart == 1 else "with 0 or 1 turns"
            says = f"the board can be turned as a whole, so let {{}} lie {how}"
            unless = self.constrain("turning", says, f"piece {piece + 1}", (), [piece])
            barred = tuple(-position - 1 for position in turns if turns[position] >= apart)
            for literal in barred:
                self.formula.clause([unless, literal])
            words = self.constraints[-unless].words
            self.turning = Deduction("turning", 1, barred, (), (-unless,), words, (), (piece,))

    def _turns(self, position: int) -> int:
        """How often an option turns its piece."""
        return int(self.words.laid(self.cover.options[position].meaning)[0][1].turns)

    def deductions(self, known: Set[int], hardest: int = HARDEST) -> Iterator[Deduction]:
        """That a piece lies unturned, then what follows."""
        if self.turning and not known >= {*self.turning.literals}:
            yield self.turning
        yield from super().deductions(known, hardest)

    def literals_of(self, partial: Any) -> list[int]:
        """The pieces that lie in some cells; then the board lies as they do."""
        found = super().literals_of(partial)
        if found and self.turning:
            del self.constraints[self.turning.constraints[0]]
            self.turning = None
        return found
