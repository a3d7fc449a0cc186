"""Edge matching as text: the board as a table of pieces and turns, the pieces as columns of edges.

Pieces are counted from 1.  `readers.edge_matching.tables` reads such a table back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cpmodels.lattice import SQUARE, Cell
from cpmodels.puzzles.edge_matching import EdgeMatching, Placement, mismatches
from renderers._diagram_text import EMPTY, columns
from renderers.coloured_text import ColouredText, Run, coloured
from renderers.palette import RED

ARMS = "·╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""A character for each set of arms: 1 up, 2 right, 4 down, 8 left."""
TURNS = ("0", "1/4", "2/4", "3/4")


def board_text(puzzle: EdgeMatching, laid: Mapping[Cell, Placement], most: int = 0) -> str:
    """A board with some of its pieces, or all: numbers as wide as the largest or as `most`, a dot where none lies."""
    rows = [[laid.get((row, col)) for col in range(puzzle.cols)] for row in range(puzzle.rows)]
    return "\n".join(line.rstrip() for line in _table(rows, most))


def matches_text(puzzle: EdgeMatching, laid: Mapping[Cell, Placement], colours: Mapping[int, str]) -> ColouredText:
    """A board as a net, a line for each row: pieces have arms to those that they match, and crosses lie between others.

    Pieces that do not match the one above or below have no arm there, and are red.
    """
    wrong = set(mismatches(puzzle, laid))

    def matches(cell: Cell, other: Cell) -> bool:
        return cell in laid and other in laid and (min(cell, other), max(cell, other)) not in wrong

    lines = []
    for row in range(puzzle.rows):
        line = []
        for col in range(puzzle.cols):
            cell = (row, col)
            arms = sum(matches(cell, near) << side for side, near in enumerate(SQUARE.neighbours(cell)))
            red = any((cell, near) in wrong or (near, cell) in wrong for near in ((row - 1, col), (row + 1, col)))
            line.append(Run(ARMS[arms] if cell in laid else EMPTY, RED if red else None))
            if (cell, (row, col + 1)) in wrong:
                line.append(Run(" ✗ ", RED))
            elif matches(cell, (row, col + 1)):
                line.append(Run("───", colours[puzzle.edges_at(laid[cell])[1]]))
            else:
                line.append(Run("   "))
        lines.append(line)
    return coloured(lines)


def pieces_text(puzzle: EdgeMatching) -> str:
    """The names or numbers of each piece's edges, and the clues."""
    names = [tuple(map(puzzle.edge_name, edges)) for edges in puzzle.pieces]
    rows = [("piece", "top", "right", "bottom", "left"), *((number, *edges) for number, edges in enumerate(names, 1))]
    clues = [f"fixed: piece {c.piece + 1} at ({c.row}, {c.col}), turned {TURNS[c.turns]}" for c in puzzle.clues]
    return "\n".join([*columns(rows), *clues])


def _table(board: Sequence[Sequence[Placement | None]], most: int = 0) -> list[str]:
    """Numbers of pieces, as wide as the largest or as `most`, and turns, as the nine-piece solvers print them."""
    width = max(len(str(most)), *(len(_number(place)) for row in board for place in row))
    rows = [
        (
            "  ".join(f"{_number(place):>{width}}" for place in row),
            " ".join(f"{TURNS[place.turns % 4] if place else EMPTY:^4}" for place in row),
        )
        for row in board
    ]
    left, right = max(len("pieces"), len(rows[0][0])), max(len("turns"), len(rows[0][1]))
    rule = "-" * (left + right + 5)
    lines = [rule, f" {'pieces':<{left}} | turns", f"{'-' * (left + 2)}+{'-' * (right + 2)}"]
    return [*lines, *(f" {numbers:<{left}} | {turns}" for numbers, turns in rows), rule]


def _number(place: Placement | None) -> str:
    return str(place.piece + 1) if place else EMPTY
