"""The programs behind the pages about gardens on other lattices, at small sizes against brute force and the model."""

from itertools import islice

import pytest

import cpmodels as cm
from benchmarks.studies.lattices.connected_sets import grown, sifted
from benchmarks.studies.lattices.corners import AXES, lattice_of, lens
from benchmarks.studies.lattices.motions import groups, is_possible, keeps, motions, packed_with
from benchmarks.studies.lattices.sequences import hanging_by_cp_sat, rows, sets_by_force, square
from benchmarks.studies.lattices.tesseracts import cycles, joined, possible
from benchmarks.studies.lattices.tilings import tilings
from cpmodels.base.lattice import CUBIC, HEXAGONAL, KING, SQUARE, identity, signed_permutations
from cpmodels.puzzles.garden import _walks
from cpmodels.puzzles.garden._walks_kernel import walk


@pytest.mark.parametrize(
    ("box", "lattice", "rim"), [((2, 2), SQUARE, "free"), ((3, 3), SQUARE, "red"), ((2, 2), KING, "red")]
)
def test_tilings_are_those_of_the_model(box, lattice, rim):
    garden = cm.Garden.packed(box, lattice=lattice, tiles="distinct", boundary=rim)
    cells = list(garden.cells)
    assert tilings(cells, lattice.offsets, free=rim == "free", distinct=True) == cm.count(garden, engine="cp-sat").total


def test_all_sixteen_squares():
    assert tilings(square(4), SQUARE.offsets) == 652
    assert [tilings(square(4), lattice_of(axes).offsets) for axes in AXES.values()] == [652, 0, 0]


@pytest.mark.parametrize("lattice", [SQUARE, HEXAGONAL, CUBIC, KING])
def test_connected_sets_are_the_same_by_both_programs(lattice):
    counts = [grown(lattice.offsets, n) for n in range(1, 5)]
    assert counts == [sifted(lattice.offsets, n) for n in range(1, 5)]
    assert counts[:2] == [1, len(lattice.names) // 2]


def test_sets_by_force_are_those_of_the_model():
    for lattice in (SQUARE, HEXAGONAL):
        assert sets_by_force(square(2), lattice) == hanging_by_cp_sat((2, 2), lattice)


def test_rows_by_kinds_are_those_by_tiles():
    for n in (1, 2, 3):
        assert rows(n) == tilings([(x, 0) for x in range(n)], SQUARE.offsets, free=True, distinct=True)


@pytest.mark.parametrize("boundary", ["red", ("torus", "red")])
def test_no_packed_garden_has_a_symmetry_that_counting_excludes(boundary):
    garden = cm.Garden.packed((4, 4), boundary=boundary)
    all_motions = list(motions(garden))
    excluded = [motion for motion in all_motions if not is_possible(garden, motion)]
    assert 0 < len(excluded) < len(all_motions)
    with cm.solutions(garden) as found:
        for placement in islice(found, 60):
            assert not any(keeps(garden, placement, motion) for motion in excluded)
            assert keeps(garden, placement, all_motions[0])


def test_symmetric_squares_on_a_torus_are_found(monkeypatch):
    monkeypatch.setattr(_walks, "WALK", walk)
    monkeypatch.setitem(_walks.STEPS, "packed", 2000)
    garden = cm.Garden.packed((4, 4), boundary="torus")
    group = groups(garden)[0]
    placement = packed_with(garden, group)
    assert placement is not None
    assert len(group) > 1
    assert garden.check(placement) == []
    assert all(keeps(garden, placement, motion) for motion in group)


def test_the_lens_has_its_mirror():
    garden = lens()
    assert len(garden.cells) == 256
    assert garden.infeasible_reason() is None
    assert sum(garden.moved(garden.group[1], cell) == cell for cell in garden.cells) == 32


def test_an_element_is_possible_when_it_leaves_as_many_cells_as_tiles():
    garden = cm.Garden.packed((4, 4, 4, 4), lattice="hypercubic")
    for element in signed_permutations(4)[::29]:
        cells = sum(garden.moved(element, cell) == cell for cell in garden.cells)
        tiles = sum(garden.turned(tile, element) == tile for tile in garden.tile_set)
        assert possible(element) == (cells == tiles)


def test_groups_are_joined_or_refused():
    swaps = [matrix for matrix in signed_permutations(4) if cycles(matrix) == "(x y)" and min(map(min, matrix)) == 0]
    allowed = frozenset(filter(possible, signed_permutations(4)))
    assert len(swaps) == 1
    pair = joined(frozenset([identity(4)]), swaps[0], allowed)
    assert len(pair) == 2
    assert joined(pair, tuple(tuple(-v for v in row) for row in identity(4)), allowed) == frozenset()
