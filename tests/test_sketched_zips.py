"""ZIPs drawn without corner signs: rows of numbers and dots, bars and dashes for walls; and puzzles as dictionaries."""

import pytest
from examples import examples
from hypothesis import assume, given
from hypothesis import strategies as st
from puzzle_strategies import zips
from refusals import refusal

import readers
import renderers
from cpmodels import PuzzleError, Zip

CORNERS = ((0, 0), (0, 3), (2, 3), (2, 0))
BENT = [((0, 1), (0, 2)), ((0, 0), (1, 0)), ((0, 1), (1, 1))]
PAIRS = [(row, col) for row in range(3, 7) for col in range(2)]


def sketch(puzzle, *, wide, dot, rim):
    """A ZIP with a column for each cell, this many characters wide."""
    number = {cell: str(n) for n, cell in enumerate(puzzle.waypoints, 1)}
    walls = set(puzzle.walls)
    lines = ["-" * ((wide + 1) * puzzle.cols + 1)] if rim else []
    for r in range(puzzle.rows):
        cells = [number.get((r, c), dot).center(wide) for c in range(puzzle.cols)]
        bars = ["|" if ((r, c), (r, c + 1)) in walls else " " for c in range(puzzle.cols - 1)] + ["|" if rim else " "]
        lines.append(("|" if rim else " ") + "".join(a + b for a, b in zip(cells, bars, strict=True)))
        below = ["-" * wide if ((r, c), (r + 1, c)) in walls else " " * wide for c in range(puzzle.cols)]
        lines.append(" " + " ".join(below))
    if rim:
        lines[-1] = lines[0]
    return "\n".join(lines) + "\n"


@examples(150)
@given(zips(), st.integers(3, 6), st.sampled_from(".·_*"), st.booleans())
def test_drawings_are_read(puzzle, wide, dot, rim):
    text = sketch(puzzle, wide=wide, dot=dot, rim=rim)
    upright = puzzle.rows * (puzzle.cols - 1)
    assume(text.count(dot) + text.count("|") > 1 and puzzle.rows > 1)
    between_all = puzzle.cols > 1 and sum(a[0] == b[0] for a, b in puzzle.walls) == upright
    assume(not between_all)  # these are the lines of a table
    assume(puzzle.waypoints or not puzzle.infeasible_reason())  # these are the rooms of another kind
    assert readers.read(text) == puzzle


@pytest.mark.parametrize("name", [name for name in readers.BUILTIN if name.startswith("zip")])
def test_what_is_printed_is_read_back(name):
    puzzle = readers.read(name)
    assert readers.read(renderers.text(puzzle)) == puzzle


@pytest.mark.parametrize("rows", [2, 3])
def test_walls_between_all_cells_that_are_printed_are_no_table(rows):
    upright = [((r, 0), (r, 1)) for r in range(rows)]
    level = [((r, c), (r + 1, c)) for r in range(rows - 1) for c in range(2)]
    for walls in (upright, upright + level):
        puzzle = Zip(rows, 2, [(0, 0), (1, 1)], walls)
        assert readers.read(renderers.text(puzzle)) == puzzle


@pytest.mark.parametrize(
    ("text", "puzzle"),
    [
        ("1..2\n....\n4..3\n", Zip(3, 4, CORNERS)),
        ("1 . . 2\n. . . .\n4 . . 3\n", Zip(3, 4, CORNERS)),
        ("| 1 | . |\n| . | 2 |\n", Zip(2, 2, [(0, 0), (1, 1)])),
        ("1 | .\n-----\n. | 2\n", Zip(2, 2, [(0, 0), (1, 1)])),
        ("# mine\n 1 .|.\n ---\n . 2 3\n", Zip(2, 3, [(0, 0), (1, 1), (1, 2)], BENT)),
        ("1 . .\n- -\n. . 2\n", Zip(2, 3, [(0, 0), (1, 2)], [((0, 0), (1, 0)), ((0, 1), (1, 1))])),
        ("┌───┬───┐\n│ 1 ┃ . │\n├───┼───┤\n│ . │ 2 │\n└───┴───┘\n", Zip(2, 2, [(0, 0), (1, 1)], [((0, 0), (0, 1))])),
        ("│ 1 │ . │\n├━━━┼───┤\n│ . │ 2 │\n", Zip(2, 2, [(0, 0), (1, 1)], [((0, 0), (1, 0))])),
        ("1 .\n. 10\n. .\n2 3\n4 5\n6 7\n8 9\n", Zip(7, 2, [(0, 0), *PAIRS, (1, 1)])),
    ],
)
def test_natural_forms(text, puzzle):
    assert readers.read(text) == puzzle


OTHERS = "; other kinds are read from JSON and links"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 . .\n. 2\n", "line 2: a row of 2 cells follows one of 3: each cell is a number or a dot"),
        ("1 . .\n     ---\n. . 2\n", "line 2: the dashes in column 6 are not below a cell of line 1"),
        ("1 . .\n. . 3\n", "numbers run from 1 to 3 without a gap, but these are missing: 2"),
        ("1 . .\n. . 1234567890\n", "line 2: '1234567890' is too large for the number of a cell"),
        (".1.2\n2.1.\n...3\n3...\n", "are read as a ZIP: the number 2 is given twice, at row 1, column 4 and at row 2"),
        (".1.2\n2.1.\n...3\n3...\n", OTHERS),
        ("0102\n2010\n0003\n3000\n", OTHERS),
        ("0 1 0 2 0 3\n" * 6, OTHERS),
        ("1 x .\n. . 2\n", "a ZIP drawn with + at its corners or as rows of numbers and dots"),
        *((renderers.text(readers.read(name)), OTHERS) for name in ("queens-7", "lits-6", "star-battle-8")),
    ],
)
def test_drawings_that_are_wrong_or_show_regions(text, expected):
    assert expected in refusal(readers.read, text)


def test_numbers_without_dots_are_still_pieces():
    assert readers.read("1 2 3 4\n").kind == "edge_matching"
    assert readers.read("-1 2 -3 4\n").kind == "edge_matching"


def test_of_four_rows_of_four_numbers_it_is_told_what_they_are_read_as(caplog):
    assert readers.read("1 0 3 0\n0 0 1 0\n0 1 0 0\n0 0 2 0\n").kind == "edge_matching"
    (told,) = caplog.messages
    assert told == "the text: read as four pieces to be laid 2 x 2; other kinds are read from JSON and links"
    caplog.clear()
    readers.read("2 2\n1 0 3 0\n0 0 1 0\n0 1 0 0\n0 0 2 0\n")
    assert caplog.messages == []


def test_a_dictionary_may_have_tuples_for_lists():
    assert readers.read({"rows": 2, "cols": 2, "numbers": [(0, 0, 1), (1, 1, 2)]}) == Zip(2, 2, [(0, 0), (1, 1)])
    assert readers.read({"grid": ((1, 0), (0, 2))}) == Zip(2, 2, [(0, 0), (1, 1)])
    with pytest.raises(PuzzleError, match="the object: "):
        readers.read({"rows": 2})
    with pytest.raises(PuzzleError):
        readers.read({1: 2})
