"""Edge matching as text: the board as a table of indexes and turns, the pieces as columns of numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cpmodels.lattice import Cell
from cpmodels.puzzles.edge_matching import EdgeMatching, Placement
from renderers._diagram_text import EMPTY, columns

TURNS = ("0", "1/4", "2/4", "3/4")


def board_text(puzzle: EdgeMatching, laid: Mapping[Cell, Placement], most: int = 0) -> str:
    """A board with some of its pieces, or all: indexes as wide as the largest or as `most`, a dot where none lies."""
    rows = [[laid.get((row, col)) for col in range(puzzle.cols)] for row in range(puzzle.rows)]
    return "\n".join(line.rstrip() for line in _table(rows, most))


def pieces_text(puzzle: EdgeMatching) -> str:
    """The numbers on each piece's edges, and the clues."""
    rows = [("piece", "top", "right", "bottom", "left"), *((i, *p) for i, p in enumerate(puzzle.pieces))]
    clues = [f"fixed: piece {c.piece} at ({c.row}, {c.col}), turned {TURNS[c.turns]}" for c in puzzle.clues]
    return "\n".join([*columns(rows), *clues])


def _table(board: Sequence[Sequence[Placement | None]], most: int = 0) -> list[str]:
    """Indexes of pieces, as wide as the largest or as `most`, and turns, as the nine-piece solvers print them."""
    width = max(len(str(most)), *(len(_index(place)) for row in board for place in row))
    rows = [
        (
            "  ".join(f"{_index(place):>{width}}" for place in row),
            " ".join(f"{TURNS[place.turns % 4] if place else EMPTY:^4}" for place in row),
        )
        for row in board
    ]
    left, right = max(len("indexes"), len(rows[0][0])), max(len("turns"), len(rows[0][1]))
    rule = "-" * (left + right + 5)
    lines = [rule, f" {'indexes':<{left}} | turns", f"{'-' * (left + 2)}+{'-' * (right + 2)}"]
    return [*lines, *(f" {indexes:<{left}} | {turns}" for indexes, turns in rows), rule]


def _index(place: Placement | None) -> str:
    return str(place.piece) if place else EMPTY
