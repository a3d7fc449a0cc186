"""Boards as the tables that nine-piece solvers print: the pieces row by row, and their quarter turns beside them.

    --------------------------
     indexes | turns
    ---------+----------------
     1  8  6 | 2/4  1/4  1/4
     4  7  3 | 3/4   0   2/4
     5  0  2 | 2/4  2/4  2/4
    --------------------------

This is the sample of the article on *9piece-solver*, for the puzzle that stands above it there.  Its pieces count from
0, as `indexes` do; under the heading ``pieces``, as this package prints it, they count from 1.  Without a heading they
count from 0 where there is a 0.  Where nothing lies there is a dot.

Turns are counter-clockwise.  That is what the article says, too, but its sample fits only clockwise: read such a table
with ``clockwise=True``, ``cpmodels check nine.txt table.txt --clockwise``, or with the heading ``turns clockwise``.

A text may hold several tables, with lines of other words between them, as `cpmodels solve --all` prints them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from cpmodels.base.errors import PuzzleError
from cpmodels.puzzles.edge_matching import Board, Placement

__all__ = ["read_tables"]

_HEADING = re.compile(r"\s*(indexes|pieces)\s*\|\s*turns\s*+((?:counter-?)?clockwise)?\s*", re.IGNORECASE)
_ROW = re.compile(r"[\s\d.·]*\|[\s\d/.·]*")
_TURNS = {"0": 0, "1/4": 1, "2/4": 2, "1/2": 2, "3/4": 3}
_NOTHING = (".", "·")


@dataclass
class _Table:
    """The rows of one table: the line of each, and its pieces as they are counted there, with their turns."""

    heading: str = ""
    clockwise: bool = False
    rows: list[tuple[int, list[tuple[int, int] | None]]] = field(default_factory=list)

    def board(self) -> Board:
        """The board.  Raises PuzzleError for a 0 where pieces count from 1."""
        zero = next((place for place, row in self.rows if any(lies and lies[0] == 0 for lies in row)), None)
        if zero is not None and self.heading == "pieces":
            raise PuzzleError(
                f"line {zero}: numbers under the heading 'pieces' count from 1, those under 'indexes' from 0"
            )
        least = 0 if self.heading == "indexes" or zero is not None else 1
        board = Board([[lies and Placement(lies[0] - least, lies[1]) for lies in row] for _, row in self.rows])
        return board.with_opposite_turns() if self.clockwise else board


def read_tables(text: str) -> list[Board]:
    r"""The boards of the tables in a text; none where there is no table.

    Raises PuzzleError with the line that looks like one of a table but is not.

    >>> read_tables("pieces | turns\n1 2 | 0 3/4")
    [Board(rows=((Placement(piece=0, turns=0), Placement(piece=1, turns=3)),))]
    """
    return [table.board() for table in _tables(text) if table.rows]


def _tables(text: str) -> Iterator[_Table]:
    table = _Table()
    for place, line in enumerate(text.splitlines(), 1):
        if heading := _HEADING.fullmatch(line):
            yield table
            direction = (heading[2] or "").lower()
            table = _Table(heading[1].lower(), clockwise=direction == "clockwise")
        elif _ROW.fullmatch(line):
            table.rows.append((place, _row(place, line)))
        elif table.rows:
            yield table
            table = _Table()
    yield table


def _row(place: int, line: str) -> list[tuple[int, int] | None]:
    left, right = (part.split() for part in line.split("|"))
    if len(left) != len(right) or not left:
        raise PuzzleError(
            f"line {place}: there are {len(left)} pieces to the left of the | and {len(right)} turns to its right"
        )
    for piece, turned in zip(left, right, strict=True):
        if turned not in (*_TURNS, *_NOTHING):
            raise PuzzleError(f"line {place}: turns are {', '.join(_TURNS)}, not {turned[:40]!r}")
        if not re.fullmatch("[0-9]{1,9}", piece) and piece not in _NOTHING:
            raise PuzzleError(f"line {place}: {piece[:40]!r} is not the number of a piece")
        if (piece in _NOTHING) != (turned in _NOTHING):
            raise PuzzleError(f"line {place}: {piece!r} is for a piece whose turns are {turned!r}")
    pairs = zip(left, right, strict=True)
    return [None if piece in _NOTHING else (int(piece), _TURNS[turned]) for piece, turned in pairs]
