"""Regions of lattices, and the isometries that map them to themselves, against what is counted by hand."""

from itertools import permutations, product
from random import Random

import pytest
from clocks import left_behind
from examples import examples
from hypothesis import given
from hypothesis import strategies as st

from cpmodels.base.errors import ModelError, ParameterError, PuzzleError
from cpmodels.base.graph import grid, lattice_graph
from cpmodels.base.lattice import CUBIC, HEXAGONAL, KING, SQUARE, TRIANGULAR
from cpmodels.base.regions import (
    box,
    grown,
    hexagon_of_side,
    isometries,
    polyominoes,
    random_paths,
    random_rectangles,
    rhombus,
    triangle_of_side,
)

REGIONS = [
    (SQUARE, box(3, 3), 8),
    (SQUARE, box(2, 4), 4),
    (KING, box(2, 2), 8),
    (CUBIC, box(2, 2, 2), 48),
    (CUBIC, box(2, 2, 3), 16),
    (HEXAGONAL, hexagon_of_side(1), 1),
    (HEXAGONAL, hexagon_of_side(3), 12),
    (HEXAGONAL, rhombus(3, 3), 4),
    (HEXAGONAL, rhombus(2, 3), 2),
    (TRIANGULAR, triangle_of_side(2), 6),
    (TRIANGULAR, triangle_of_side(5), 6),
    (SQUARE, [(0, 0), (0, 1), (0, 2), (1, 0)], 1),
]


@pytest.mark.parametrize(("lattice", "region", "count"), REGIONS)
def test_isometries_are_a_group_of_automorphisms(lattice, region, count):
    found = isometries(lattice, region)
    graph = lattice_graph(lattice, region)
    assert len(found) == count
    assert found[0] == {cell: cell for cell in region}
    edges = set(map(frozenset, graph.edges))
    assert all({frozenset(map(isometry.get, edge)) for edge in edges} == edges for isometry in found)
    composed = [{cell: one[other[cell]] for cell in region} for one, other in product(found, repeat=2)]
    assert all(isometry in found for isometry in composed)


@examples(60)
@given(st.sets(st.tuples(st.integers(0, 2), st.integers(0, 1)), min_size=1, max_size=5), st.sampled_from([0, 1, 2]))
def test_every_isometry_of_squares_is_found(cells, shift):
    """Distances between cells tell the isometries of a few squares apart from all other permutations."""
    region = sorted((row + shift, col - shift) for row, col in cells)

    def distance(a, b):
        return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2

    expected = {
        images
        for images in permutations(region)
        if all(
            distance(images[i], images[j]) == distance(region[i], region[j])
            for i, j in product(range(len(region)), repeat=2)
        )
    }
    assert {tuple(isometry[cell] for cell in region) for isometry in isometries(SQUARE, region)} == expected


@pytest.mark.parametrize(
    "region", [lambda side: grid(side, side), lambda side: rhombus(side, 4), hexagon_of_side, triangle_of_side]
)
def test_a_region_that_would_fill_the_memory_is_refused(region):
    with pytest.raises(PuzzleError, match=r"a box of \d+ x \d+ is too large: at most 1000000 cells"):
        region(10**9)


def test_a_hexagon_that_is_beyond_any_range_is_refused():
    with pytest.raises(PuzzleError, match=r"a box of \d+ x \d+ is too large: at most 1000000 cells"):
        hexagon_of_side(10**19)


def test_a_region_has_cells():
    with pytest.raises(ModelError, match="a region without cells has no isometries"):
        isometries(SQUARE, [])
    with pytest.raises(ParameterError, match="a polyomino has at least 1 cell, not 0"):
        polyominoes(box(2, 2), 0)


def test_walls_and_cells_left_out_may_be_lists():
    board = grid(2, 2, walls=[((0, 0), (0, 1))], without=[(1, 1)])
    assert grid(2, 2, walls=[[[0, 0], [0, 1]]], without=[[1, 1]]).edges == board.edges == (((0, 0), (1, 0)),)


@pytest.mark.parametrize(
    "make",
    [
        lambda: grown(2, 2, {(0, 0): 1}, Random(1)),
        lambda: random_paths(1, 2, Random(1), 1),  # There are none, so it would go on for ever.
        lambda: polyominoes(box(2, 2), 4),
    ],
)
def test_large_boards_are_left_where_nobody_waits_for_them(make):
    """They went on long after the time limit."""
    with left_behind():
        make()


def test_random_rectangles_fill_the_board_and_few_of_them_are_small():
    cut = [random_rectangles(10, 10, Random(seed)) for seed in range(40)]
    assert all(sorted(cell for cells in each for cell in cells) == list(product(range(10), repeat=2)) for each in cut)
    for cells in (cells for each in cut for cells in each):
        rows, cols = ({cell[axis] for cell in cells} for axis in (0, 1))
        assert len(cells) == len(rows) * len(cols) == (max(rows) - min(rows) + 1) * (max(cols) - min(cols) + 1)
    sizes = [len(cells) for each in cut for cells in each]
    assert sum(sizes) >= 4 * len(sizes)
    assert sizes.count(1) * 50 <= len(sizes)  # Cut anywhere, down to three cells, 7 in 100 are.
