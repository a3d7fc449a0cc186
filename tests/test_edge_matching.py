"""Edge matching: every rule in both directions, and what is told of pieces that cannot fit."""

import re
from dataclasses import replace

import pytest

import cpmodels as cm
from cpmodels import EdgeMatching, PuzzleError
from cpmodels.puzzles import Board
from cpmodels.puzzles.edge_matching import mismatches

PAIR = EdgeMatching(1, 2, [(1, 2, 3, 4), (5, 4, 6, 2)], rotations=False)


def test_touching_edges_agree_or_are_named():
    flipped = EdgeMatching(1, 2, [(1, 2, 3, 4), (5, 7, 6, 2)], rotations=False)
    assert flipped.check(Board([[(0, 0), (1, 0)]])) == []
    (broken,) = flipped.check(Board([[(1, 0), (0, 0)]]))
    assert "(0, 0) and (0, 1)" in broken
    assert "7 and 4" in broken


def test_sum_zero_takes_opposite_values_and_zero_to_zero():
    signed = EdgeMatching(1, 2, [(0, 3, 0, 0), (0, 0, 0, -3)], rule="sum-zero")
    assert signed.check(Board([[(0, 0), (1, 0)]])) == []
    assert signed.check(Board([[(1, 0), (0, 0)]])) == []
    assert len(signed.check(Board([[(0, 0), (1, 1)]]))) == 1


def test_turns_are_counter_clockwise():
    puzzle = EdgeMatching(1, 2, [(1, 2, 3, 4), (9, 9, 9, 3)])
    assert puzzle.check(Board([[(0, 1), (1, 0)]])) == []
    assert puzzle.check(Board([[(0, 3), (1, 0)]]))


def test_a_right_board_is_not_said_to_be_right_the_other_way_round():
    assert PAIR.remarks(Board([[(0, 0), (1, 0)]])) == ["1 of 1 inner edges match"]


def test_border_lies_on_the_rim_and_nowhere_else():
    pieces = [(0, 1, 0, 0), (0, 0, 0, 1)]
    puzzle = EdgeMatching(1, 2, pieces, border=0)
    assert puzzle.check(Board([[(0, 0), (1, 0)]])) == []
    inside = EdgeMatching(1, 2, [(0, 0, 0, 0), (0, 0, 0, 0)], border=0)
    assert any("inside the board" in line for line in inside.check(Board([[(0, 0), (1, 0)]])))
    for pieces in ([(1, -1, 1, 1), (1, 1, 1, 1)], [(1, 1, 1, 1), (1, 1, 1, -1)]):
        halves = EdgeMatching(1, 2, pieces, "sum-zero", border=1)
        assert (halves.score(laid := Board([[(0, 0), (1, 0)]])), len(mismatches(halves, dict(laid)))) == (0, 1)
    bare = EdgeMatching(1, 2, [(5, 1, 0, 0), (0, 0, 0, 1)], border=0)
    assert any("on the rim" in line for line in bare.check(Board([[(0, 0), (1, 0)]])))


def test_clues_hold():
    puzzle = EdgeMatching(1, 2, [(1, 1, 1, 1), (1, 1, 1, 1)], clues=[(0, 0, 1, 0)])
    assert puzzle.check(Board([[(1, 2), (0, 0)]])) == []
    assert "clue" in puzzle.check(Board([[(0, 0), (1, 0)]]))[0]


@pytest.mark.parametrize(
    ("board", "words"),
    [
        ([[(0, 0)]], "rows of 1"),
        ([[(0, 0), (0, 0)]], "used more than once"),
        ([[(0, 0), (2, 0)]], "no piece 3"),
        ([[(0, 0), (-1, 0)]], "no piece 0"),
        ([[(0, 1), (1, 0)]], "1 turn$"),
        ([], "rows of "),
    ],
)
def test_boards_that_are_none(board, words):
    assert re.search(words, PAIR.check(Board(board))[0])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"rows": 0}, "rows must be at least 1"),
        ({"rows": 2}, "a 2 x 2 board needs 4 pieces, not 2"),
        ({"rows": 10**9}, "too large"),
        ({"rows": 1.5}, "whole number"),
        ({"rows": True}, "whole number"),
        ({"pieces": [(1, 2, 3), (1, 2, 3, 4)]}, "piece 1 must be 4 numbers"),
        ({"pieces": [(1, 2, 3, "x"), (1, 2, 3, 4)]}, "piece 1 "),
        ({"pieces": "ab"}, "pieces must be a list"),
        ({"rule": "similar"}, "equal or sum-zero"),
        ({"rotations": 2}, "true or false"),
        ({"border": "red"}, "border"),
        ({"clues": [(0, 2, 0, 0)]}, "off the 1 x 2 board"),
        ({"clues": [(0, 0, 2, 0)]}, "names the piece with index 2; indexes run from 0 to 1"),
        ({"clues": [(0, 0, 0, 4)]}, "4 turns"),
        ({"clues": [(0, 0, 0, 1)], "rotations": False}, "0 turns"),
        ({"clues": [(0, 0, 0, 0), (0, 0, 1, 0)]}, r"fix the cell \(0, 0\)"),
        ({"clues": [(0, 0, 0, 0), (0, 1, 0, 0)]}, "fix the piece 1"),
    ],
)
def test_puzzles_that_are_none(arguments, words):
    with pytest.raises(PuzzleError, match=words):
        EdgeMatching(**{"rows": 1, "cols": 2, "pieces": PAIR.pieces, **arguments})


def test_pieces_that_are_not_there_look_like_no_others():
    puzzle = EdgeMatching(1, 2, [(1, 2, 3, 4), (1, 5, 3, 2)])
    for index in (2, -1):
        strange = Board([[(0, 0), (index, 0)]])
        assert puzzle.appearance(strange) == strange
    assert puzzle.appearance(Board([[(0, 0), (1, 0)]])) == (((0, 0), (1, 2, 3, 4)), ((0, 1), (1, 5, 3, 2)))


def test_clued_twins_stay_in_place():
    puzzle = EdgeMatching(1, 3, [(1, 1, 1, 1)] * 3, clues=[(0, 1, 2, 0)])
    (board,) = cm.solutions(puzzle)
    assert board.rows[0][1].piece == 2
    assert cm.count(puzzle).told_apart == 2


def test_sets_too_large_for_memory_are_refused():
    side = 100
    with pytest.raises(cm.errors.TooLargeError, match="more than 500,000 options"):
        cm.build(EdgeMatching(side, side, [(i, i + 1, i + 2, i + 3) for i in range(side * side)]))


@pytest.mark.parametrize(
    ("puzzle", "reason"),
    [
        (EdgeMatching(1, 3, [(1, 2, 3, 4)] * 3), None),
        (EdgeMatching(1, 3, [(1, 2, 3, 4)] * 3, rotations=False), "the pieces have 0 pairs of edges that can meet"),
        (EdgeMatching(1, 2, [(1, 2, 3, 4), (5, -2, 6, 7)], "sum-zero"), None),
        (EdgeMatching(1, 2, [(1, 2, 3, 4), (5, 2, 6, 7)], "sum-zero"), "and the board 1 edge between two cells"),
        (EdgeMatching(1, 2, [(0, 0, 0, 1), (1, 0, 0, 0)], border=0), None),
        (EdgeMatching(1, 2, [(0, 0, 0, 1), (2, 0, 0, 0)], border=0), "0 pairs of edges"),
        (EdgeMatching(1, 2, [(0, 0, 0, 1), (1, 3, 0, 0)], border=0), "takes 6 edges of the border colour, and .* 5"),
    ],
)
def test_counting_edges_shows_that_there_is_no_solution(puzzle, reason):
    assert (puzzle.infeasible_reason() is None) == (reason is None)
    if reason:
        assert re.search(reason, cm.solve(puzzle).reason)
        assert cm.count(puzzle, engine="cadical").total == 0


def test_typing_errors_are_named_with_their_pieces():
    right = [(1, 2, -1, -2), (2, 1, -2, -1), (1, 1, -1, -1), (2, -2, 2, -2)]
    assert EdgeMatching(2, 2, right, "sum-zero").remarks() == []
    wrong = [(1, 2, -1, -2), (2, 1, -2, -1), (1, 9, -1, -1), (2, -2, 2, -2)]
    assert EdgeMatching(2, 2, wrong, "sum-zero").remarks() == [
        "9 is on one edge only, piece 3 right: nothing can meet it"
    ]


def test_unequal_halves_are_told_where_too_few_edges_can_meet():
    pieces = [(1, 1, 1, 2), (1, 1, 2, -1), (1, 1, 1, -2), (1, 2, -1, 1)]
    puzzle = EdgeMatching(2, 2, pieces, "sum-zero", colours=[("bee-head", "bee-tail"), "fly"])
    reason = "the pieces have 3 pairs of edges that can meet, and the board 4 edges between two cells"
    assert puzzle.infeasible_reason() == reason
    assert puzzle.remarks() == [
        "bee-head is on 10 edges (pieces 1, 2, 3, 4), but bee-tail on 2 edges (pieces 2, 4)",
        "fly is on 3 edges (pieces 1, 2, 4), but -fly on 1 edge (piece 3)",
    ]
    enough = replace(puzzle, pieces=[(1, 1, -1, 2), *pieces[1:]])
    assert (enough.infeasible_reason(), enough.remarks()) == (None, [])


def test_edges_that_only_their_own_piece_could_meet_are_named():
    alone = EdgeMatching(1, 2, [(5, 5, 1, 1), (1, 2, 2, 3)])
    assert alone.remarks()[0] == "nothing can meet 5 on 2 edges, piece 1 top, piece 1 right"
    assert "nothing can meet 2 on 2 edges" in alone.remarks()[1]


def test_a_piece_that_may_not_turn_meets_only_opposite_sides():
    puzzle = EdgeMatching(1, 2, [(1, 2, 1, 3), (2, 4, 2, 5)], rotations=False)
    assert "2 is on one edge only" not in " ".join(puzzle.remarks())
    assert any("nothing can meet 2 on 3 edges" in warning for warning in puzzle.remarks())
    assert not any("can meet 2 on" in warning for warning in replace(puzzle, rotations=True).remarks())


def test_a_border_asks_that_colours_come_in_pairs():
    puzzle = EdgeMatching(2, 2, [(0, 1, 1, 0), (0, 1, 1, 0), (0, 1, 2, 0), (0, 1, 1, 0)], border=0)
    assert puzzle.remarks() == [
        "2 is on one edge only, piece 3 bottom: nothing can meet it",
        "1 is on 7 edges, piece 1 right, piece 1 bottom, piece 2 right, piece 2 bottom, piece 3 right, piece 4 right "
        "and 1 more, an odd number",
    ]


def test_the_best_board_of_clues_alone():
    clues = [(r, c, 5 * r + c, 0) for r in range(2) for c in range(5)]
    found = cm.solve(EdgeMatching(2, 5, [(1, 2, 3, 4)] * 10, clues=clues, maximise="score"))
    board = Board([[(5 * r + c, 0) for c in range(5)] for r in range(2)])
    assert (found.status, found.solution) == (cm.Status.OPTIMAL, board)
