"""Edge matching in files: lists of pieces as plain numbers, and links (`readers.edge_matching.links`).

Our JSON is made of its dataclass.  Boards are also read from links, and from the tables that solvers print
(`readers.edge_matching.tables`).

Pieces may be typed in words and letters (`readers.edge_matching.words`).  Lists of numbers: four numbers a line, top,
right, bottom, left.  A first line ``rows cols`` gives the board; without one it is square.  A negative number anywhere
makes touching edges add to zero, otherwise they are equal.  When the zeros are just those of a rim - four corner pieces
with two zeros side by side, pieces with one zero for the rest of the rim, none inside - and edges match by being equal,
0 is the border colour.  Pieces turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cpmodels.base.errors import PuzzleError
from cpmodels.base.lattice import Cell
from cpmodels.base.values import board_size
from cpmodels.puzzles.edge_matching import Board, EdgeMatching
from readers.edge_matching.links import boards_of_links, is_board_link
from readers.edge_matching.tables import read_tables
from readers.edge_matching.words import square
from readers.forms import Form, puzzle_from_form
from readers.number_lines import NumberLine, number_lines
from readers.recognition import LAST, from_clockwise, object_readers, remark, solutions_from_text, text_readers

__all__: list[str] = []

FORMS = (
    "text is a list of pieces, four numbers, letters or words per line, a matrix of numbers, a ZIP drawn with + at its "
    "corners or as rows of numbers and dots, or a Sudoku of 81 such cells; other kinds are read from JSON and links"
)
"""What texts can be, told of one that is nothing of that."""


@object_readers.register(order=40)
def from_object(form: Form) -> EdgeMatching | None:
    """A puzzle in our JSON without its kind: it has pieces."""
    return puzzle_from_form(EdgeMatching, form) if "pieces" in form else None


@solutions_from_text.register(EdgeMatching)
def boards_from_text(puzzle: EdgeMatching, text: str) -> list[Board]:
    """The boards of links, or those of tables."""
    return boards_of_links(puzzle, text) if is_board_link(text) else read_tables(text)


@from_clockwise.register(EdgeMatching)
def board_from_clockwise(puzzle: EdgeMatching, solution: Board) -> Board:
    """The board whose turns were written clockwise."""
    if not puzzle.rotations:
        raise PuzzleError("the pieces of this puzzle may not be turned, so there are no clockwise turns")
    return solution.with_opposite_turns()


@text_readers.register(order=LAST)
def from_list(text: str) -> EdgeMatching:
    """A puzzle in a list of pieces.  Raises PuzzleError with the line where it is not one."""
    try:
        lines = number_lines(text)
    except PuzzleError as error:
        raise PuzzleError(f"{error}; {FORMS}") from None
    if len(lines[0].numbers) == 2:
        return _of_pieces(lines[1:], board_size(*lines[0].numbers))
    return _of_pieces(lines)


def _of_pieces(lines: Sequence[NumberLine], size: Cell | None = None) -> EdgeMatching:
    for line in lines:
        if len(line.numbers) != 4:
            forms = f"; {FORMS}" if line is lines[0] else ""
            raise PuzzleError(f"line {line.place}: a piece has 4 edges, not {len(line.numbers)}{forms}")
    pieces = [line.numbers for line in lines]
    rows, cols = size or square(len(pieces))
    if size is None and len(pieces) == 4:
        remark("read as four pieces to be laid 2 x 2; other kinds are read from JSON and links", is_certain=False)
    if len(pieces) != rows * cols:
        raise PuzzleError(f"a {rows} x {cols} board needs {rows * cols} pieces, not {len(pieces)}")
    signed = min(map(min, pieces)) < 0
    border = 0 if not signed and _zeros_make_a_rim(rows, cols, pieces) else None
    return EdgeMatching(rows, cols, pieces, "sum-zero" if signed else "equal", border=border)


def _zeros_make_a_rim(rows: int, cols: int, pieces: list[tuple[int, ...]]) -> bool:
    """Whether the zeros are those of a border on a board of at least two rows and columns."""
    if min(rows, cols) < 2:
        return False
    zeros = Counter(tuple(side for side, edge in enumerate(edges) if edge == 0) for edges in pieces)
    corners = sum(zeros[sides] for sides in ((0, 1), (1, 2), (2, 3), (0, 3)))
    sides = sum(zeros[side,] for side in range(4))
    return corners == 4 and sides == 2 * (rows + cols) - 8 and zeros[()] == (rows - 2) * (cols - 2)
