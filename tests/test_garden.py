"""Gardens: every rule in both directions, and the model against brute force, theorems and published counts."""

from itertools import product

import pytest
from examples import examples
from hypothesis import given
from lattice_oracle import Ground, gardens
from oracles import hanging_squares
from puzzle_strategies import whole_gardens

import cpmodels as cm
from cpmodels import Garden
from cpmodels.base.lattice import GROUPS, closure, move
from cpmodels.puzzles import TilePlacement
from cpmodels.puzzles.garden.puzzle import components
from cpmodels.puzzles.garden.tiles import bits


def planted(cells, box):
    """The hanging garden of a set of cells: each cell's code says which neighbours are in the set."""
    garden = Garden.hanging(box)
    return TilePlacement(
        tuple(
            (c, sum(b for b, n in zip(bits(garden.lattice), garden.lattice.neighbours(c), strict=True) if n in cells))
            for c in cells
        )
    )


def power(dimension):
    """The product of the set {0, 2, 3, 4} with itself, a garden in a box of side 5 with the red tile at 0."""
    return set(product((0, 2, 3, 4), repeat=dimension))


@pytest.mark.parametrize("dimension", [1, 2, 3])
def test_powers_of_a_line_are_gardens(dimension):
    box = (5,) * dimension
    cells = power(dimension)
    assert Garden.hanging(box, red="place").check(planted(cells, box)) == []
    assert Garden.hanging(box).check(planted(cells - {(0,) * dimension}, box)) == []


def test_tiles_are_all_subsets():
    assert Garden.hanging((5, 5)).tile_set == tuple(range(1, 16))
    assert Garden.packed((4, 4, 4)).tile_set == tuple(range(64))
    assert Garden.hanging((5,), red="place").tile_set == (0, 2, 8, 10)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda codes: codes.update({(3, 3): 7}), "missing tiles: 15"),
        (lambda codes: codes.update({(3, 3): 7}), "used more than once: 7"),
        (lambda codes: codes.update({(3, 3): 7}), "red West face of (3, 3) touches a blue face"),
        (lambda codes: codes.pop((4, 4)), "looks at the outside or air"),
        (lambda codes: codes.update({(0, 3): 0}), "not tiles of this garden: 0"),
        (lambda codes: codes.update({(9, 9): 3}), "outside the box: (9, 9)"),
        (lambda codes: codes.update({(0, 2): 3}), "the blue East face of (0, 2) looks at the outside or air"),
    ],
)
def test_broken_rules_are_named(change, words):
    codes = planted(power(2) - {(0, 0)}, (5, 5)).codes
    change(codes)
    assert words in " / ".join(Garden.hanging((5, 5)).check(TilePlacement(tuple(codes.items()))))


def test_red_faces_of_hanging_tiles_look_at_air():
    garden = Garden.hanging((2,), red="place")
    broken = garden.check(TilePlacement([((0,), 0), ((1,), 0)]))
    assert "the red East face of (0,) touches a tile" in broken
    assert "tiles used more than once: 0" in broken


def test_packed_gardens_fill_their_box_red_outside():
    garden = Garden.packed((4,))
    assert garden.check(TilePlacement([((0,), 2), ((1,), 10), ((2,), 8), ((3,), 0)])) == []
    assert "1 cell of the box is empty" in garden.check(TilePlacement([((0,), 2), ((1,), 10), ((2,), 8)]))
    assert any("looks at the outside" in line for line in garden.check(TilePlacement([((0,), 8)])))
    assert any("looks at a red face" in line for line in garden.check(TilePlacement([((0,), 2), ((1,), 0)])))


def test_two_tiles_in_a_cell():
    garden = Garden.hanging((5,))
    assert "1 cell holds more than one tile" in garden.check(TilePlacement([((2,), 2), ((2,), 8)]))


def test_fixed_tiles_hold():
    garden = Garden.hanging((5,), fixed=[(10, (2,))])
    assert garden.check(TilePlacement([((1,), 2), ((2,), 10), ((3,), 8)])) == []
    assert "not at (2,), where it is fixed" in garden.check(TilePlacement([((2,), 2), ((3,), 10), ((4,), 8)]))[0]


def test_connected_gardens_have_one_component_the_red_tile_apart():
    cells = power(2)
    connected = Garden.hanging((5, 5), connected=True)
    assert len(components(connected, planted(cells, (5, 5)).codes)) == 3
    broken = "the garden has 3 components (one with (0, 2), one with (2, 0), one with (2, 2)), not 1"
    assert connected.check(planted(cells - {(0, 0)}, (5, 5))) == [broken]
    assert Garden.packed((4,), connected=True).check(TilePlacement([((0,), 2), ((1,), 10), ((2,), 8), ((3,), 0)])) == []


def test_symmetric_gardens_look_the_same_after_each_move():
    mirrored = planted(power(2) - {(0, 0)}, (5, 5))
    assert Garden.hanging((5, 5), symmetry="D1'").check(mirrored) == []
    assert "the symmetry takes tile" in Garden.hanging((5, 5), symmetry="D1").check(mirrored)[0]


@pytest.fixture(scope="module")
def squares():
    """All hanging gardens of squares of three boxes, from trying every set of cells."""
    return {
        (box, red): {frozenset(cells) for cells in hanging_squares(*box, red)}
        for box in ((4, 4), (5, 4), (4, 6), (5, 5))
        for red in ("omit", "place")
    }


@pytest.fixture(scope="module")
def packed():
    """All packed gardens of squares of three boxes."""
    return {box: set(gardens(Garden.packed(box))) for box in ((4, 4), (8, 2), (2, 8))}


def test_squares_packed_number_652_and_82_up_to_symmetry(packed):
    """Published for the square with a red rim, as 4 x 4 edge-matching squares."""
    assert len(packed[4, 4]) == 652
    assert cm.count(Garden.packed((4, 4))) == cm.Count(652, 652, 82, exhausted=True)


@pytest.mark.slow
@examples(40)
@given(garden=whole_gardens())
def test_all_gardens_of_squares_are_those_of_brute_force(squares, packed, garden):
    if garden.rule == "packed":
        everything = [TilePlacement(tiles) for tiles in packed[garden.box]]
    else:
        red = "omit" if garden.red == "omit" else "place"
        everything = [planted(cells, garden.box) for cells in squares[garden.box, red]]
    expected = {placement for placement in everything if garden.check(placement) == []}
    found = list(cm.solutions(garden))
    assert len(found) == len(set(found))
    assert set(found) == expected
    counted = cm.count(garden)
    assert (counted.total, counted.exhausted) == (len(expected), True)
    assert counted.orbits == Ground(garden).orbits([placement.tiles for placement in expected])


@pytest.mark.parametrize("symmetry", ["C3", "C3v", "Cs'"])
def test_cubes_hang_with_symmetry(symmetry):
    garden = Garden.hanging((5, 5, 5), symmetry=symmetry)
    result = cm.solve(garden)
    assert result.status is cm.Status.SOLVED
    assert garden.check(result.solution) == []
    assert len(result.solution.tiles) == 63


def test_generator_matrices_say_the_same_as_names():
    named = cm.count(Garden.hanging((5, 5), symmetry="D1'"))
    assert named.total > 0
    assert cm.count(Garden.hanging((5, 5), symmetry=[[[0, 1], [1, 0]]])) == named


def test_orbits_of_cubes_say_the_same_as_a_symmetry_added_by_hand():
    """The ten gardens of symmetry C3v, from the model without symmetry and a rule for each pair of cells."""
    box = (5, 5, 5)
    model = cm.build(Garden.hanging(box))
    occupied = dict(zip(Garden.hanging(box).cells, model.key, strict=False))
    for matrix in closure(GROUPS[3]["C3v"], 3):
        for cell, variable in occupied.items():
            model.cp.add(variable == occupied[move(matrix, box, cell)])
    by_hand = set(cm.solutions(model))
    assert len(by_hand) == 10
    assert by_hand == set(cm.solutions(Garden.hanging(box, symmetry="C3v")))
    assert cm.count(Garden.hanging(box, symmetry="C3v"), up_to_symmetry=False).total == 10
