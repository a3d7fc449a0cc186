"""The Zigzaw: every way to fit in both directions, the border, and symmetries."""

import pickle
from dataclasses import replace
from itertools import product

import pytest
from command_line import printed_by
from oracles import zigzaw_boards

import cpmodels as cm
from cpmodels import PuzzleError, Zigzaw
from cpmodels.base.lattice import inverse
from cpmodels.puzzles import BorderFrog, Frog, Mosaic
from cpmodels.puzzles.zigzaw import FITS, PARTS, TURNS, corners, turned

GREY = Frog(*["grey"] * 6, body="grey")


def cut(rows, cols):
    """A board of frogs in reading order, every corner with a colour of its own."""
    return [Frog(*(str(corner) for corner in corners(r, c))) for r, c in product(range(rows), range(cols))]


def test_corners_say_the_same_as_the_table_of_fits():
    assert {pair[0] for pairs in FITS.values() for pair in pairs} == set(PARTS)
    puzzle = Zigzaw(3, 3, cut(3, 3))
    assert puzzle.check(Mosaic([[0, 1, 2], [3, 4, 5], [6, 7, 8]])) == []


@pytest.mark.parametrize("part", PARTS)
def test_a_part_of_another_colour_fits_nowhere(part):
    frogs = cut(3, 3)
    frogs[4] = replace(frogs[4], **{part: "grey"})
    broken = Zigzaw(3, 3, frogs).check(Mosaic([[0, 1, 2], [3, 4, 5], [6, 7, 8]]))
    assert len(broken) == 2
    assert all(part in line or f"{part} of (1, 1) is grey" in line for line in broken)


def test_frogs_that_are_not_there_look_like_no_others():
    puzzle = Zigzaw(1, 2, cut(1, 2))
    for index in (2, -1):
        assert puzzle.appearance(Mosaic([[0, index]])) == Mosaic([[0, index]])
    assert puzzle.appearance(Mosaic([[0, 1]])) == (((0, 0), puzzle.pieces[0]), ((0, 1), puzzle.pieces[1]))


def test_the_body_is_never_compared():
    frogs = [replace(frog, body=str(i)) for i, frog in enumerate(cut(2, 2))]
    assert Zigzaw(2, 2, frogs).check(Mosaic([[0, 1], [2, 3]])) == []


@pytest.mark.parametrize("cell", [(-1, 0), (0, -1), (0, 1), (1, 0), (-1, -1)])
def test_every_side_of_the_border_is_tested(cell):
    frog = Frog(*(str(corner) for corner in corners(0, 0)))
    around = BorderFrog(*cell, Frog(*(str(corner) for corner in corners(*cell))))
    right = Zigzaw(1, 1, [frog], [around])
    assert right.check(Mosaic([[0]])) == []
    assert cm.count(right).total == 1
    wrong = Zigzaw(1, 1, [GREY], [around])
    assert len(wrong.check(Mosaic([[0]]))) == 2
    assert cm.count(wrong).total == 0
    assert Zigzaw(1, 1, [GREY], [around._replace(frog=Frog(body="red"))]).check(Mosaic([[0]])) == []


@pytest.mark.parametrize(
    ("board", "words"),
    [
        ([[0]], "rows of 1 pieces, not 1 rows of 2"),
        ([[0, 0]], "used more than once"),
        ([[0, 2]], "no frog 3"),
        ([[-1, 0]], "no frog 0"),
    ],
)
def test_boards_that_are_none(board, words):
    assert words in Zigzaw(1, 2, [GREY, GREY]).check(Mosaic(board))[0]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"cols": 0}, "cols must be at least 1"),
        ({"pieces": [GREY]}, "a 1 x 2 board needs 2 pieces, not 1"),
        ({"pieces": [GREY, "frog"]}, "piece 2 must be a frog"),
        ({"pieces": [GREY, replace(GREY, left_leg=None)]}, "piece 2 has no colour for its left_leg"),
        ({"border": [BorderFrog(0, 1, GREY)]}, "lies on the 1 x 2 board"),
        ({"border": [BorderFrog(5, 5, GREY)]}, "outside the frame of the 1 x 2 board"),
        ({"border": [BorderFrog(0, 2, GREY)] * 2}, "two border pieces"),
        (
            {"border": [BorderFrog(-1, -1, GREY), BorderFrog(0, -1, Frog(left_arm="red"))]},
            r"contradicts itself: right_side .* grey.* left_arm .*red",
        ),
    ],
)
def test_puzzles_that_are_none(arguments, words):
    with pytest.raises(PuzzleError, match=words):
        Zigzaw(**{"rows": 1, "cols": 2, "pieces": [GREY, GREY], **arguments})


HALF_TURN = (3, 4, 5, 0, 1, 2)
MOVES = {
    (1, 2): [(True, HALF_TURN), (True, (2, 1, 0, 5, 4, 3)), (False, (5, 4, 3, 2, 1, 0))],
    (2, 1): [(True, HALF_TURN), (False, (3, 2, 1, 0, 5, 4)), (True, (0, 5, 4, 3, 2, 1))],
}
"""The moves of two frogs side by side, and of one above the other, written down from hexagons of paper: whether they
change places, and which outer part of a frog comes to lie where each was, from the left arm round to the right one."""


def moved(board, swaps, parts):
    first, second = (tuple(frog[part] for part in parts) for frog in board)
    return (second, first) if swaps else (first, second)


def test_small_boards_have_the_symmetries_of_a_hexagon():
    """Two frogs one above the other mirror into each other along the line between them, too."""
    for pair in product(map(tuple, ("bababa", "ababab", "aabbba", "bababb")), repeat=2):
        for size, moves in MOVES.items():
            puzzle = Zigzaw(*size, [Frog(*frog) for frog in pair])
            boards = {tuple(pair[i] for i in board) for board in zigzaw_boards(puzzle)}
            kept = [move for move in [(False, range(6)), *moves] if sorted(moved(pair, *move)) == sorted(pair)]
            assert cm.count(puzzle).orbits == len({frozenset(moved(board, *move) for move in kept) for board in boards})


def test_turns_are_twelve_and_can_be_turned_back():
    frog = Frog(*"aabbba")
    assert len(TURNS) == len(set(TURNS)) == 12
    assert {turned(turned(frog, turn), inverse(turn)) for turn in TURNS} == {frog}


def test_an_explanation_begins_where_the_border_leaves_one_frog():
    puzzle = cm.read("zigzaw")
    (cell,), shown = next(iter(cm.explain(puzzle))).cells, puzzle.border_colours
    places = corners(*cell)
    fits = [
        frog for frog in puzzle.pieces if all(shown.get(at, c) == c for at, c in zip(places, frog.outer, strict=True))
    ]
    assert len(fits) == 1


def test_a_frog_from_another_process_is_the_same_frog(monkeypatch):
    """Hashes of words differ from process to process, and a frog keeps its own only while it stays."""
    frog = Frog(*PARTS, "red")
    hash(frog)
    monkeypatch.setenv("PYTHONHASHSEED", "1")
    code = f"import pickle; from cpmodels.puzzles import Frog; frog = pickle.loads({pickle.dumps(frog)!r}); "
    assert printed_by(f"{code}print(frog in {{Frog(*{PARTS}, 'red')}})") == "True\n"
