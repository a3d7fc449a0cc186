"""Edge matching by hand: which piece lies where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cpmodels.errors import PuzzleError
from cpmodels.explaining import Agreement, CoverAccount, Words, account, joined
from cpmodels.explanations._pieces import cell_words, piece_words
from cpmodels.lattice import Cell
from cpmodels.puzzles.edge_matching import Board, EdgeMatching, Edges, Placement, turn
from cpmodels.values import by, integers, listed, on_board, repeated


class EdgeMatchingAccount(CoverAccount[Board]):
    """A fact is that a cell shows some edges, which tells a piece and its turns; equal pieces are not told apart.

    A board without clues can be turned as a whole, a square one by quarter turns, and then each solution comes in
    several turns, so that at first nothing would follow.  One piece is therefore taken to lie unturned (on a board that
    is no square, with at most one quarter turn): the constraint of kind ``"turning"``.  What a player has laid
    lies as they have it.
    """

    puzzle: EdgeMatching

    def __init__(self, puzzle: EdgeMatching) -> None:
        super().__init__(puzzle, puzzle.matching())
        self._turning: int | None = None
        if puzzle.rotations and not puzzle.clues:
            self._turn()

    def _turn(self) -> None:
        """One piece lies unturned that has no like and looks different after each turn, of fewest places."""
        apart = 1 if self.puzzle.rows == self.puzzle.cols else 2
        found = []
        groups = self.puzzle.identical_pieces.items()
        alone = [like[0] for edges, like in groups if len(like) == 1 and len(self.puzzle.orientations(edges)) == 4]
        for piece in alone:
            edges = self.puzzle.pieces[piece]
            by_turns: dict[int, list[int]] = {turns: [] for turns in range(4)}
            for position in self.cover.covering["piece", self.puzzle.shape(edges)]:
                shown = self.cover.options[position].meaning[1]
                by_turns[next(turns for turns in range(4) if turn(edges, turns) == shown)].append(position)
            found.append((sum(len(by_turns[turns]) for turns in range(apart)), piece, by_turns))
        if not found:
            return
        _, anchor, by_turns = min(found, key=lambda each: each[:2])
        self._turning = self.bar(
            "turning",
            f"the board can be turned as a whole, so let {{}} lie {'unturned' if apart == 1 else 'with 0 or 1 turns'}",
            f"piece {anchor + 1}",
            [position for turns in range(apart, 4) for position in by_turns[turns]],
            [anchor],
        )

    def words(self, item: Any) -> Words:
        """Cells take one piece; pieces lie in one place."""
        kind, what = item
        if kind == "cell":
            return cell_words("piece", what)
        pieces = self.puzzle.identical_pieces[what]
        return piece_words("piece", [piece + 1 for piece in pieces], pieces)

    def agreement(self, item: Any) -> Agreement:
        """Edges that touch agree."""
        one, other = item[:2], item[2:]
        return Agreement("edge", "the edges agree between {}", f"{one} and {other}", (one, other))

    def option_words(self, meaning: tuple[Cell, Edges], *, holds: bool) -> str:
        """Which piece lies where, and how it is turned."""
        cell, edges = meaning
        pieces = self.puzzle.identical_pieces[self.puzzle.shape(edges)]
        turns = self.laid(meaning)[0][1].turns
        lies = "lies" if holds else "does not lie"
        how = f" with {turns} turn{'s' * (turns != 1)}" if self.puzzle.rotations else ""
        return f"piece {joined([piece + 1 for piece in pieces], 'or')} {lies} at {cell}{how}"

    def laid(self, meaning: tuple[Cell, Edges]) -> tuple[tuple[Cell, Placement]]:
        """The piece and its turns; of pieces that look the same the first, or the one that a clue lays there."""
        cell, edges = meaning
        pieces = self.puzzle.identical_pieces[self.puzzle.shape(edges)]
        fixed = {(clue.row, clue.col): clue.piece for clue in self.puzzle.clues}
        free = [piece for piece in pieces if piece not in fixed.values()]
        piece = fixed[cell] if cell in fixed else (free or pieces)[0]
        turns = next(turns for turns in range(4) if turn(self.puzzle.pieces[piece], turns) == edges)
        return ((cell, Placement(piece, turns)),)

    def clues(self) -> Iterable[tuple[Cell, Edges]]:
        """The pieces that clues lay."""
        pieces = self.puzzle.pieces
        return [((clue.row, clue.col), turn(pieces[clue.piece], clue.turns)) for clue in self.puzzle.clues]

    def unmet(self, item: Any, secondary: Any, colours: Sequence[int]) -> str:
        """That no piece left for a cell meets some edges of a cell next to it."""
        kind, what = item
        one, other = secondary[:2], secondary[2:]
        if kind != "cell":
            return super().unmet(item, f"the edge between {one} and {other}", [*map(self.puzzle.edge_name, colours)])
        beside, sign = (one, 1) if what == other else (other, self.puzzle.sign)
        names = joined([self.puzzle.edge_name(sign * colour) for colour in colours], "or")
        return f"no piece that fits {what} meets {names} at {beside}"

    def literals_of(self, partial: Any) -> list[int]:
        """The pieces that lie in some cells, as a `Board` or by cell."""
        if isinstance(partial, Board) and [len(row) for row in partial.rows] != [self.puzzle.cols] * self.puzzle.rows:
            raise PuzzleError(f"the board is not one of {by((self.puzzle.rows, self.puzzle.cols))}")
        laid = {
            on_board(cell, self.puzzle.rows, self.puzzle.cols, "a cell"): Placement(*integers(place, "a placement", 2))
            for cell, place in dict(partial).items()
            if place is not None
        }
        if twice := sorted(repeated(place.piece for place in laid.values())):
            raise PuzzleError(f"used more than once: pieces {listed([piece + 1 for piece in twice])}")
        found = []
        for cell, place in laid.items():
            if not 0 <= place.piece < len(self.puzzle.pieces):
                raise PuzzleError(f"there is no piece {place.piece + 1}, which lies at {cell}")
            position = self.cover.position.get((cell, self.puzzle.edges_at(place)))
            if position is None or place.turns not in (range(4) if self.puzzle.rotations else (0,)):
                raise PuzzleError(f"piece {place.piece + 1} cannot lie at {cell} with {place.turns} turns")
            found.append(position + 1)
        if laid and self._turning in self.constraints:
            del self.constraints[self._turning], self.barred[self._turning]
        return found


@account.register(EdgeMatching)
def account_of_edge_matching(puzzle: EdgeMatching) -> EdgeMatchingAccount:
    """The account of an edge-matching puzzle."""
    return EdgeMatchingAccount(puzzle)
