"""Large ZIPs: a path past the numbers is laid, and takes up the cells that it left out window by window."""

import dataclasses
from itertools import islice, pairwise
from random import Random

import pytest
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from oracles import zip_paths
from puzzle_strategies import zips

import cpmodels as cm
from cpmodels import Zip
from cpmodels.puzzles.zip import search as zip_filling
from cpmodels.puzzles.zip.search import SMALL, fill, lay_anew, route, with_both_ends

OPEN = Zip(16, 16, [(0, 0), (3, 9), (12, 4), (8, 8), (15, 14), (15, 0)])
"""A board above SMALL with few numbers and no walls."""

ENDLESS = Zip(
    15, 15, [(0, 0), (14, 14)], walls=[((6, 6), (6, 7)), ((6, 6), (7, 6)), ((6, 6), (5, 6)), ((0, 1), (0, 2))]
)
"""A board above SMALL with many paths."""


def first_path(puzzle, seed, steps=2000):
    return next((path for path in islice(fill(puzzle, seed), steps) if path is not None), None)


@st.composite
def rectangles(draw):
    """A board of 25 to 64 cells with numbers along a path that covers it."""
    rows, cols = draw(st.integers(5, 8)), draw(st.integers(5, 8))
    snake = [(r, c if r % 2 == 0 else cols - 1 - c) for r in range(rows) for c in range(cols)]
    for i in draw(st.lists(st.integers(0, len(snake) - 1), max_size=40)):
        if snake[i] in Zip(rows, cols).steps[snake[-1]] and i < len(snake) - 2:
            snake[i + 1 :] = snake[:i:-1]
    middle = draw(st.sets(st.integers(1, len(snake) - 2), max_size=8))
    return Zip(rows, cols, [snake[i] for i in sorted({0, *middle, len(snake) - 1})])


seeds = st.integers(0, 2**31 - 1)


@examples(25)
@given(rectangles(), seeds)
def test_boards_with_a_path_are_filled(puzzle, seed):
    path = first_path(puzzle, seed)
    assert path is not None
    assert puzzle.check(path) == []


@examples(60)
@given(zips(), seeds)
def test_what_is_found_on_small_boards_is_a_path_of_theirs(puzzle, seed):
    """Walls, free ends, boards of one row: there may be no path, but none that is found is wrong."""
    paths = set(zip_paths(puzzle))
    found = first_path(puzzle, seed, steps=12)
    assert found is None or found.cells in paths


def test_numbers_in_a_window_are_met_in_order():
    puzzle = Zip(3, 4, [(0, 0), (2, 1), (1, 3), (2, 3)])
    (cells,) = lay_anew(
        puzzle, [((0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1), (0, 2), (0, 3), (1, 3), (2, 3))], set(puzzle.cells),
        (0, 0), Random(0),
    )  # fmt: skip
    assert [rule for rule in puzzle.check(cm.Path(cells)) if not rule.startswith("the path leaves out")] == []
    assert len(cells) >= 10


def test_a_window_with_one_fixed_cell_has_nothing_to_lay():
    assert lay_anew(Zip(3, 3, [(0, 0), (2, 2)]), [((1, 1),)], {(1, 1), (1, 2)}, (1, 2), Random(0)) is None


@pytest.mark.parametrize("numbers", [0, 1])
def test_free_ends_get_a_colour_that_fits(numbers):
    for rows, cols in ((5, 5), (4, 5)):
        puzzle = Zip(rows, cols, [(2, 2)][:numbers])
        for seed in range(20):
            board = with_both_ends(puzzle, Random(seed))
            assert len(set(board.waypoints)) == 2
            assert board.waypoints[:numbers] == puzzle.waypoints
            assert board.infeasible_reason() is None


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", [OPEN, dataclasses.replace(OPEN, waypoints=()), Zip(13, 13, [(0, 0)])])
def test_large_boards_are_solved(puzzle):
    for workers in (1, 2):
        result = cm.solve(puzzle, workers=workers, seed=3)
        assert puzzle.check(result.solution) == []


def test_the_search_is_used_above_small_and_the_same_for_the_same_seed():
    assert cm.build(Zip(12, 12)).strategies == ()
    puzzle = Zip(12, 13, [(0, 0), (11, 12)])
    assert len(puzzle.cells) > SMALL
    (windows,) = cm.build(puzzle).strategies
    one, other = (next(path for path in windows.search(5, None) if path is not None) for _ in range(2))
    assert one == other
    assert puzzle.check(one) == []
    assert next(windows.search(5, None)) is None


def test_an_impossible_board_is_proved_so():
    """Four cells with one way in and none out: routes and windows find nothing, for ever."""
    pocket = {(6, 6), (6, 7), (7, 6), (7, 7)}
    rim = [(cell, near) for cell in sorted(pocket) for near in Zip(15, 15).steps[cell] if near not in pocket]
    puzzle = Zip(15, 15, [(0, 0), (14, 14)], walls=rim[1:])
    assert puzzle.infeasible_reason() is None
    assert cm.solve(puzzle).status is cm.Status.INFEASIBLE


def test_laying_a_route_stops_at_the_time_limit():
    """Sixty numbers in random places: no round of the ways settles who gets which cell."""
    random = Random(1)
    cells = Zip(30, 30).cells
    puzzle = Zip(30, 30, random.sample(cells, 60))
    assert puzzle.infeasible_reason() is None
    steps = list(islice(route(puzzle, random), 100))
    assert steps == [None] * 100
    assert cm.solve(puzzle, time_limit=0.2, workers=1).solution is None


def test_many_paths_are_told_apart_from_one():
    assert cm.is_unique(ENDLESS) is False
    walls = []
    for row in range(13):
        turn = 12 if row % 2 == 0 else 0
        walls += [((row, col), (row + 1, col)) for col in range(13) if col != turn and row < 12]
    snake = Zip(13, 13, [(0, 0), (12, 12)], walls)
    assert cm.is_unique(snake) is True
    assert all(step in pairwise(cm.solve(snake).solution.cells) for step in [((0, 12), (1, 12)), ((1, 0), (2, 0))])


def test_any_seed_will_do_to_ask_whether_there_is_one_path():
    assert cm.is_unique(ENDLESS, seed=2**31 - 1) is False
    with pytest.raises(cm.ParameterError, match="the seed must be from 0"):
        cm.is_unique(ENDLESS, seed=2**31)


def test_patience_ends(monkeypatch):
    """A route that cannot be completed is given up for another."""
    monkeypatch.setattr(zip_filling, "PATIENCE", 2)
    routes = []

    def route(puzzle, _random):
        routes.append(1)
        yield None
        return list(puzzle.waypoints)

    monkeypatch.setattr(zip_filling, "route", route)
    monkeypatch.setattr(zip_filling, "improved", lambda _board, path, *_: path)
    list(islice(fill(Zip(5, 5, [(0, 0), (0, 1)]), 0), 20))
    assert len(routes) > 3
