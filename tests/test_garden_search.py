"""What makes gardens quick to find and to refute: exact symmetry, bounds on connected gardens, thin boxes."""

from dataclasses import replace

import pytest
from oracles import hanging_squares
from test_garden import planted, power

import cpmodels as cm
from cpmodels import Garden
from cpmodels.base.lattice import CUBIC, GROUPS, box_symmetries, closure, minus, move
from cpmodels.puzzles.garden._variables import in_reach, steps_from_whole


def symmetries(placement, box):
    """The turns and mirrors of a box that leave the occupied cells as they are."""
    cells = set(placement.codes)
    return {m for m in box_symmetries(box) if {move(m, box, cell) for cell in cells} == cells}


@pytest.mark.parametrize("symmetry", [None, "D1'"])
def test_exact_symmetry_leaves_those_without_more(symmetry):
    garden = Garden.hanging((5, 5), symmetry=symmetry, connected=True)
    expected = {p for p in cm.solutions(garden) if symmetries(p, (5, 5)) == set(garden.group)}
    exact = replace(garden, exact=True)
    assert set(cm.solutions(exact)) == expected
    for placement in cm.solutions(garden):
        assert (exact.check(placement) == []) == (placement in expected)


def test_further_symmetry_is_named():
    placement = planted(power(2) - {(0, 0)}, (5, 5))
    broken = Garden.hanging((5, 5), exact=True).check(placement)
    assert broken == ["the garden looks the same after [[0, 1], [1, 0]] too, which is not required"]
    assert Garden.hanging((5, 5), symmetry="D1'", exact=True).check(placement) == []


def test_larger_groups_are_told_by_one_move_each():
    assert Garden.hanging((5, 5), symmetry="D4").further_moves() == ()
    assert len(Garden.hanging((5, 5)).further_moves()) == 5  # four mirrors and the half turn
    assert len(Garden.hanging((5, 5), symmetry="C2").further_moves()) == 3  # C4, D2, D2'
    assert len(Garden.hanging((5, 6)).further_moves()) == 3


def test_cubes_of_just_one_symmetry_are_found():
    garden = Garden.hanging((5, 5, 5), symmetry="C3", exact=True)
    result = cm.solve(garden, workers=1)
    assert symmetries(result.solution, (5, 5, 5)) == set(garden.group)


@pytest.mark.parametrize("boundary", ["free", ("free", "torus"), ("red", "torus"), "torus"])
@pytest.mark.parametrize(("box", "tiles"), [((1, 5), (1, 2, 4, 8, 15)), ((2, 3), (1, 2, 3, 4, 6, 15))])
def test_orbits_of_exact_gardens_add_up(boundary, box, tiles):
    """On a torus a shift moves the centre about which a garden must look different."""
    garden = Garden.packed(box, boundary=boundary, tiles=tiles, red="omit", exact=True)
    assert cm.count(garden).total == cm.count(garden, up_to_symmetry=False).total


def test_networks_over_free_rims_may_be_long():
    """Where the all-blue tile looks out of the box, it need not have as many neighbours as faces."""
    pair = Garden.packed((2,), tiles=[8, 10], red="omit", boundary="free", connected=True)
    assert [p.tiles for p in cm.solutions(pair)] == [(((0,), 10), ((1,), 8))]
    for box in ((1, 4), (4, 1), (2, 2)):
        garden = Garden.packed(box, tiles=[15, 14, 13, 11], red="omit", boundary="free", connected=True)
        free = [p for p in cm.solutions(replace(garden, connected=False)) if garden.check(p) == []]
        assert set(cm.solutions(garden)) == set(free)


@pytest.mark.parametrize("box", [(3, 6), (3, 7), (6, 3)])
def test_thin_boxes_lose_no_garden(box):
    expected = {frozenset(cells) for cells in hanging_squares(*box)}
    assert {frozenset(placement.codes) for placement in cm.solutions(Garden.hanging(box))} == expected


def test_three_layers_over_a_garden_of_squares():
    """A garden of squares with the red one, three layers high, beside a garden one layer high: a theorem."""
    squares = power(2)
    cells = {(x, y, z) for x, y in squares for z in range(3)} | {(x + 6, y, 1) for x, y in squares - {(0, 0)}}
    garden = Garden.hanging((11, 5, 3), symmetry="Cs")
    placement = planted(cells, (11, 5, 3))
    assert garden.check(placement) == []
    model = cm.build(garden)
    for cell, variable in zip(sorted(c for c in garden.cells if c[2] < 2), model.key, strict=False):
        assert variable.name == str(cell)
        model.cp.add(variable == (cell in cells))
    assert list(cm.solutions(model)) == [placement]


@pytest.mark.parametrize(
    ("box", "whole", "symmetry"), [pytest.param((9, 7), (1, 1), None, marks=pytest.mark.slow), ((9, 9), (4, 4), "D1'")]
)
def test_gardens_in_reach_are_all_connected_gardens(box, whole, symmetry):
    """Round a fixed all-blue square: the same gardens whether the cells are bounded or the tiles are filtered."""
    garden = Garden.hanging(box, symmetry=symmetry, connected=True, fixed=[(15, whole)])
    assert len(in_reach(garden)) < len(garden.cells)
    free = {p for p in cm.solutions(replace(garden, connected=False)) if garden.check(p) == []}
    assert set(cm.solutions(garden)) == free
    assert free


@pytest.mark.parametrize("name", ["C1", "C3", "C3v", "Cs'"])
def test_steps_are_bounded_by_orbits(name):
    """The most steps are the orbits of tiles, less those of faces."""
    garden = Garden.hanging((5, 5, 5), symmetry=name, connected=True)
    group = closure(GROUPS[3][name], 3)
    kinds = {frozenset(cm.puzzles.garden.tiles.turned(code, m, CUBIC) for m in group) for code in range(1, 64)}
    around = {frozenset(cm.puzzles.garden.tiles.turned(1 << d, m, CUBIC) for m in group) for d in range(6)}
    assert steps_from_whole(garden) == len(kinds) - len(around)
    assert group == garden.group


def test_cells_out_of_reach_are_empty():
    garden = Garden.hanging((33,) * 3, symmetry="C3v", connected=True, fixed=[(63, (16, 16, 16))])
    reach = in_reach(garden)
    assert max(sum(map(abs, minus(cell, (16, 16, 16)))) for cell in reach) == 17
    assert len(in_reach(replace(garden, connected=False))) == 33**3
