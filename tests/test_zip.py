"""ZIP: every rule in both directions, and plain impossibilities with their reasons."""

import pytest
from oracles import zip_paths

import cpmodels as cm
from cpmodels import Path, PuzzleError, Zip

SQUARE = Zip(2, 2, [(0, 0), (0, 1), (1, 0)])
ROUND = [(0, 0), (0, 1), (1, 1), (1, 0)]


@pytest.mark.parametrize(
    ("puzzle", "path", "words"),
    [
        (SQUARE, ROUND[:3], "leaves out 1 of 4 cells: (1, 0)"),
        (SQUARE, [], "leaves out 4 of 4"),
        (SQUARE, [*ROUND, (0, 0)], "more than once: (0, 0)"),
        (SQUARE, [(0, 0), (1, 1), (0, 1), (1, 0)], "jumps from (0, 0) to (1, 1)"),
        (SQUARE, [(0, 0), (0, 2)], "leaves the board at (0, 2)"),
        (SQUARE, ROUND[::-1], "starts at (1, 0), not at number 1"),
        (SQUARE, [(0, 0), (1, 0), (1, 1), (0, 1)], "the numbers in the order 1, 3, 2"),
        (SQUARE, [(0, 0), (1, 0), (1, 1), (0, 1)], "ends at (0, 1), not at number 3"),
        (Zip(2, 2, [(0, 0)], [((0, 1), (1, 1))]), ROUND, "wall between (0, 1) and (1, 1)"),
    ],
)
def test_broken_rules_are_named(puzzle, path, words):
    assert any(words in line for line in puzzle.check(Path(path)))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"rows": 0}, "rows must be at least 1"),
        ({"rows": 10**6}, "too large"),
        ({"waypoints": [(0, 0), (0, 0)]}, r"numbers 1 and 2 share the cell \(0, 0\)"),
        ({"waypoints": [(0, 2)]}, r"number 1 is at \(0, 2\), off"),
        ({"waypoints": [(0, 0, 0)]}, "must be 2 numbers"),
        ({"waypoints": 7}, "waypoints must be a list"),
        ({"walls": [((0, 0), (1, 1))]}, "do not touch"),
        ({"walls": [((0, 0), (0, 0))]}, "do not touch"),
        ({"walls": [((0, 0), (2, 0))]}, "off the 2 x 2 board"),
        ({"walls": [((0, 0),)]}, "two cells, not 1"),
    ],
)
def test_puzzles_that_are_none(arguments, words):
    with pytest.raises(PuzzleError, match=words):
        Zip(**{"rows": 2, "cols": 2, **arguments})


def test_walls_are_the_same_from_both_sides():
    assert Zip(1, 2, walls=[((0, 1), (0, 0)), ((0, 0), (0, 1))]) == Zip(1, 2, walls=[((0, 0), (0, 1))])


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        (Zip(2, 2, [(0, 0), (1, 1)]), "of one colour"),
        (Zip(3, 3, [(0, 1), (2, 2)]), "the end at (0, 1) is light"),
        (Zip(3, 3, [(0, 1)]), "the end at (0, 1) is light"),
        (Zip(2, 3, [(0, 0)], [((0, 1), (0, 2)), ((1, 1), (1, 2))]), "no path leads from (0, 0) to (0, 2)"),
        (Zip(3, 3, [(0, 0), (2, 2)], [((0, 1), (0, 2))]), "the cell (0, 2) has one way in"),
        (Zip(3, 3, [], [((0, 1), (0, 2)), ((0, 0), (0, 1)), ((2, 1), (2, 2))]), "dead ends"),
        (Zip(1, 4, [(0, 1)]), "but a path has two ends, one of them the number 1 at (0, 1)"),
    ],
)
def test_plain_impossibilities_are_explained(puzzle, words):
    assert words in puzzle.infeasible_reason()
    assert list(zip_paths(puzzle)) == []
    result = cm.solve(puzzle)
    assert (result.status, result.solution) == (cm.Status.INFEASIBLE, None)
    assert words in result.reason
    assert cm.count(puzzle) == cm.Count(0, 0, 0, exhausted=True)


@pytest.mark.parametrize(("side", "paths", "orbits"), [(1, 1, 1), (2, 8, 1), (3, 40, 3), (4, 552, 38)])
def test_paths_of_empty_squares(side, paths, orbits):
    """Directed Hamiltonian paths of the n x n grid: A096969; undirected, up to symmetry: A265914."""
    counted = cm.count(Zip(side, side))
    assert (counted.total, counted.orbits) == (paths, orbits)


@pytest.mark.parametrize(
    ("puzzle", "starts", "ends"),
    [
        (Zip(1, 5), {(0, 0), (0, 4)}, {(0, 0), (0, 4)}),
        (Zip(1, 5, [(0, 4)]), {(0, 4)}, {(0, 0)}),
        (Zip(1, 2, [(0, 1)]), {(0, 1)}, {(0, 0)}),
        (Zip(3, 3, [(0, 0)], [((0, 1), (0, 2))]), {(0, 0)}, {(0, 2)}),
        (Zip(2, 2, [], [((0, 0), (0, 1))]), {(0, 0), (0, 1)}, {(0, 0), (0, 1)}),
        (Zip(2, 3, [], [((0, 0), (0, 1))]), None, None),
        (Zip(1, 1), None, None),
    ],
)
def test_free_ends_lie_at_dead_ends_where_there_are_as_many(puzzle, starts, ends):
    model = cm.build(puzzle)
    assert set(model.starts_at) == (starts or set(puzzle.cells))
    assert set(model.ends_at) == (ends or set(puzzle.cells))
    assert {path.cells for path in cm.solutions(puzzle)} == set(zip_paths(puzzle))


def test_a_single_row_is_solved_at_any_length():
    for puzzle in (Zip(1, 1000), Zip(1000, 1)):
        found = cm.count(puzzle)
        assert (found.total, found.orbits, found.exhausted) == (2, 1, True)
