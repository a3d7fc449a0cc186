"""What every puzzle checks of what it is given: names, whole numbers, and how wrong values are quoted."""

from random import Random

import numpy as np
import pytest
from refusals import refusal

import cpmodels as cm
import readers
from cpmodels.base.kinds import kind_named
from cpmodels.base.values import by_cell, integer, shown
from cpmodels.puzzles.patches import Patches

PIECE = (1, 2, 3, 4)
FROG = cm.puzzles.Frog(*"abcdef")
MAKERS = {
    "zip": lambda **other: cm.Zip(**{"rows": 2, "cols": 2, **other}),
    "edge_matching": lambda **other: cm.EdgeMatching(**{"rows": 1, "cols": 1, "pieces": [PIECE], **other}),
    "zigzaw": lambda **other: cm.Zigzaw(**{"rows": 1, "cols": 1, "pieces": [FROG], **other}),
    "garden": lambda **other: cm.Garden(**{"rule": "hanging", "box": (5, 5), **other}),
}


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_names_are_texts_that_files_can_hold(make):
    for name, words in ((3, "the name must be a string, not 3"), ("a\ud800", "half of a surrogate pair")):
        with pytest.raises(cm.PuzzleError, match=words):
            make(name=name)


def test_colours_are_texts_that_files_can_hold():
    with pytest.raises(cm.PuzzleError, match="the colour of body holds half of a surrogate pair"):
        cm.puzzles.Frog(*"abcdef", body="\ud800")


ARRAY = np.array([[0, 1], [1, 0]])


@pytest.mark.parametrize(
    ("kind", "given", "words"),
    [
        ("edge_matching", {"rule": ARRAY}, r"the rule must be equal or sum-zero, not array\(\[\[0, 1\], \[1, 0\]\]\)"),
        ("garden", {"minimise": ARRAY}, r"minimise must be .* or null, not array"),
        ("garden", {"red": ARRAY}, r"red must be omit, place or inside, not array"),
        ("garden", {"boundary": ARRAY}, r"the boundary must be red, free or torus, not array"),
        ("masyu", {"rows": 2, "cols": 2, "white": [(0, 0, 1)]}, r"circle is a list of row, col, not \(0, 0, 1\)"),
        ("simple_loop", {"rows": 2, "cols": 2, "blocked": [(0,)]}, r"cell is a list of row, col, not \(0,\)"),
        ("yajilin", {"rows": 2, "cols": 2, "arrows": [(0, 0, "top", 1, 1)]}, "a list of row, col, side, number"),
        ("yajilin", {"rows": 2, "cols": 2, "arrows": [(0, 0, ["top"])]}, r"must be .*, not \['top'\]"),
        ("kakuro", {"rows": 2, "cols": 2, "dark": [()]}, r"a dark cell is a list of row, col, down, right, not \(\)"),
        ("queens", {"regions": [[0, [0]], [1, 1]]}, r"the name of a region must be a whole number, not \[0\]"),
        ("queens", {"regions": [[0, ARRAY], [1, 1]]}, "the name of a region must be a whole number, not array"),
        ("zip", {"rows": 2, "cols": 2, "waypoints": np.array(1)}, r"waypoints must be a list, not array\(1\)"),
        ("zip", {"rows": 2, "cols": 2, "waypoints": [np.array(1)]}, r"must be a list of whole numbers, not array\(1\)"),
        ("zip", {"rows": 2, "cols": 2, "waypoints": [{1, 0}]}, r"must be a list of whole numbers, not \{0, 1\}"),
        ("zip", {"rows": 2, "cols": 2, "waypoints": [{0: 5, 1: 6}]}, "a list of whole numbers, not {0: 5, 1: 6}"),
        ("edge_matching", {"rows": 1, "cols": 1, "pieces": [{4, 3, 2, 1}]}, "piece 1 must be a list of whole numbers"),
        ("skyscrapers", {"given": np.array([1, 2])}, "row 1 of given must be a list"),
        ("patches", {"rows": 1, "cols": 1, "clues": [(0, 0, 1, ARRAY)]}, "must be square, tall or wide, not array"),
        ("numberlink", {"given": [[1, 1]], "cover": 1}, "cover must be true or false, not 1"),
        ("surface_matching", {"pieces": [], "surface": "cube", "rows": 10**5000}, "a whole number of 64 bits"),
    ],
)  # fmt: skip
def test_what_is_within_a_field_is_checked(kind, given, words):
    with pytest.raises(cm.PuzzleError, match=words) as told:
        MAKERS.get(kind, kind_named(kind))(**given)
    assert "\n" not in str(told.value)


def test_numbers_of_numpy_in_clues_are_whole_numbers():
    one, two = np.int64(1), np.int64(2)
    yajilin = kind_named("yajilin")
    arrows = yajilin(3, 3, [(one, one, "top", np.int64(0))])
    assert repr(arrows) == repr(yajilin(3, 3, [(1, 1, "top", 0)]))
    assert cm.count(arrows).total == 1
    assert repr(kind_named("masyu")(2, 3, white=[(one, two)])) == repr(kind_named("masyu")(2, 3, white=[(1, 2)]))


def test_arrays_are_boards():
    """As they are where the rows are lists."""
    boxes = [[0, 0, 1, 1]] * 2 + [[2, 2, 3, 3]] * 2
    sudoku = kind_named("sudoku")
    assert sudoku([[None] * 4] * 4, np.array(boxes)) == sudoku([[None] * 4] * 4, boxes)
    assert kind_named("queens")(np.array(boxes)) == kind_named("queens")(boxes)


def test_a_board_is_walked_once_for_its_numbers(monkeypatch):
    """Not once for each cell: a large Hitori would not be made before any time limit begins."""
    walks = []
    monkeypatch.setattr("cpmodels.base.puzzle.by_cell", lambda rows: walks.append(rows) or by_cell(rows))
    hitori = kind_named("hitori")([[1, 1, 2], [2, 3, 3], [3, 2, 1]])
    hitori.asked()
    other = hitori.with_clues(cm.Grid([[1, 0, 0], [0, 0, 0], [0, 0, 0]]), Random(1))
    assert walks == [hitori.given, other.given]
    assert hitori.numbers == by_cell(hitori.given)


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1, 10**5000], ids=["large", "small", "huge"])
@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("zip", lambda number: {"rows": number}),
        ("garden", lambda number: {"box": (number, 1)}),
        ("edge_matching", lambda number: {"pieces": [(1, 2, 3, number)]}),
        ("edge_matching", lambda number: {"border": number}),
    ],
)
def test_numbers_that_no_file_holds_are_refused(kind, given, number):
    said = refusal(MAKERS[kind], **given(number))
    assert "must be a whole number of 64 bits, not " in said
    assert len(said) < 150


def test_the_largest_numbers_are_written_and_read_back():
    puzzle = MAKERS["edge_matching"](pieces=[(2**63 - 1, -(2**63), 0, 1)])
    assert readers.read(readers.write(puzzle)) == puzzle
    assert integer(np.int64(-(2**63)), "it") == -(2**63)


def test_values_are_quoted_on_one_short_line():
    assert shown("a  b") == "'a  b'"
    assert shown(ARRAY) == "array([[0, 1], [1, 0]])"
    assert shown([10**5000]) == "a value of type list"
    assert len(shown(10**5000)) == 60
    assert len(shown("x" * 1000)) == 60


@pytest.mark.parametrize(
    "make",
    [
        lambda cell: cm.Zip(4, 4, waypoints=[cell]),
        lambda cell: cm.Zip(4, 4, walls=[(cell, (3, 4))]),
        lambda cell: cm.EdgeMatching(4, 4, [(1, 2, 3, 4)] * 16, clues=[(*cell, 0, 0)]),
        lambda cell: cm.Garden.hanging((4, 4), fixed=[(15, cell)]),
        lambda cell: cm.Diagram(4, 4).numbers({cell: 1}),
    ],
)
def test_cells_counted_from_1_are_recognised(make):
    for cell, counted in (((4, 4), True), ((0, 4), False), ((5, 4), False)):
        assert refusal(make, cell).endswith("; coordinates count from 0") == counted


def test_solutions_counted_from_1_are_recognised():
    puzzle = cm.Zip(2, 2)
    assert puzzle.check(cm.Path([(1, 1), (1, 2), (2, 2), (2, 1)]))[0].endswith("; coordinates count from 0")
    assert "count from" not in puzzle.check(cm.Path([(0, 0), (0, 1), (1, 1), (2, 1)]))[0]
    garden = cm.Garden.hanging((2, 1), tiles=[2, 8])
    assert garden.check(cm.puzzles.TilePlacement([((1, 1), 2), ((2, 1), 8)]))[0].endswith("; coordinates count from 0")
    assert "count from" not in garden.check(cm.puzzles.TilePlacement([((0, 0), 2), ((2, 0), 8)]))[0]


def test_numbers_of_any_type_are_pythons_own_in_clues():
    class Two:
        def __index__(self):
            return 2

    assert type(Patches(2, 2, clues=[(0, 0, Two()), (1, 1, 2)]).clues[0][2]) is int
