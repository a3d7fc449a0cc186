"""Best boards: edge matching that maximises its score, against every board there is."""

from __future__ import annotations

from itertools import permutations, product

import hypothesis.strategies as st
from hypothesis import given, settings

import cpmodels as cm
from cpmodels.puzzles.edge_matching import Board, EdgeMatching


def boards(puzzle: EdgeMatching):
    """Every way to lay the pieces."""
    turns = range(4 if puzzle.rotations else 1)
    for order in permutations(range(len(puzzle.pieces))):
        for turned in product(turns, repeat=len(order)):
            places = list(zip(order, turned, strict=True))
            yield Board([places[row * puzzle.cols : (row + 1) * puzzle.cols] for row in range(puzzle.rows)])


def pictures(puzzle: EdgeMatching):
    """The boards that are right, as what is seen of them, with their scores."""
    return {
        tuple(puzzle.edges_at(place) for _, place in board): puzzle.score(board)
        for board in boards(puzzle)
        if not puzzle.check(board)
    }


@st.composite
def small(draw):
    rows, cols, rotations = draw(st.sampled_from([(1, 2, True), (2, 2, True), (2, 2, False), (2, 3, False)]))
    rule = draw(st.sampled_from(["equal", "sum-zero"]))
    low = 0 if rule == "equal" else -2
    edges = st.tuples(*[st.integers(low, 2)] * 4)
    pieces = draw(st.lists(edges, min_size=rows * cols, max_size=rows * cols))
    clues = [(0, 1, draw(st.integers(0, 1)), 0)] if draw(st.booleans()) else []
    border = 0 if draw(st.booleans()) else None
    return EdgeMatching(rows, cols, pieces, rule, rotations, border, clues, maximise="score")


@settings(max_examples=25, deadline=None)
@given(small())
def test_the_best_board_is_as_good_as_any(puzzle):
    scores = pictures(puzzle)
    found = cm.solve(puzzle)
    if not scores:
        assert found.status is cm.Status.INFEASIBLE
        assert found.reason == puzzle.infeasible_reason() is not None
        return
    assert puzzle.infeasible_reason() is None
    assert found.status is cm.Status.OPTIMAL
    assert found.objective == found.bound == puzzle.score(found.solution) == max(scores.values())
    assert cm.count(puzzle).total == sum(score == max(scores.values()) for score in scores.values())
