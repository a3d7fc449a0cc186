"""Random walks to packed gardens: the books they keep, the gardens they find, and when they are used."""

from itertools import islice

import pytest
from examples import examples
from hypothesis import given
from hypothesis import strategies as st

import cpmodels as cm
from cpmodels import Garden
from cpmodels.models import _packed_walks as packed_walks
from cpmodels.models._packed_walks import Walk, faces_of, is_walkable, walked
from cpmodels.models._packed_walks_kernel import walk
from cpmodels.puzzles.garden_tiles import TilePlacement, bits

SWAPPED = ((0, 1, 0), (1, 0, 0), (0, 0, 1))
"""East and North change places."""

gardens = st.sampled_from(
    [
        Garden.packed((4, 4)),
        Garden.packed((4, 4), boundary=("torus", "free")),
        Garden.packed((16, 1), boundary="torus"),
        Garden.packed((4, 4, 4), symmetry=[SWAPPED]),
        Garden.packed((4, 4, 4), symmetry="C3", boundary="free"),
        Garden.packed((8, 8), lattice="hexagonal", boundary=("red", "torus")),
        Garden.packed((16, 16), lattice="king"),
        Garden.packed(region="triangle 4", lattice="triangular", boundary="free"),
        Garden.packed((4, 4, 4), fixed=[(63, (1, 1, 1)), (0, (2, 2, 1))]),
    ]
)


@pytest.fixture(autouse=True)
def _as_python(monkeypatch):
    """So few steps are sooner done than compiled."""
    monkeypatch.setattr(packed_walks, "WALK", walk)
    monkeypatch.setattr(packed_walks, "STEPS", 500)


@examples(20)
@given(gardens, st.integers(0, 1000))
def test_faces_of_neighbours_always_have_one_colour_and_the_rim_is_red(garden, seed):
    places = {m: {cell: garden.moved(m, cell) for cell in garden.cells} for m in garden.group}
    cells = [cell for cell in garden.cells if cell == min(places[m][cell] for m in garden.group)]
    walker = Walk(faces_of(garden, cells), seed)
    for _ in range(2):
        shown = dict(zip(cells, walker.codes.tolist(), strict=False))
        codes = {places[m][cell]: garden.turned(code, m) for cell, code in shown.items() for m in garden.group}
        broken = garden.check(TilePlacement(list(codes.items())))
        assert all(sentence.startswith(("tiles used more than once", "missing tiles")) for sentence in broken), broken
        assert all(codes[cell] == code for code, cell in garden.fixed)
        assert all(garden.turned(code, m) == codes[places[m][cell]] for cell, code in codes.items() for m in places)
        walker.go()


def first_garden(garden, seed, turns=300):
    """The first garden that walks come to."""
    return next((found for found in islice(walked(garden, seed), turns) if found is not None), None)


def test_symmetric_cubes_are_found(monkeypatch):
    monkeypatch.setattr(packed_walks, "TEMPERATURE", 0.3)  # which suits so few tiles
    garden = Garden.packed(symmetry="C3v")
    assert garden.check(first_garden(garden, 1)) == []


def test_rules_that_the_walks_do_not_know_are_kept(monkeypatch):
    """A tile that is forbidden in a place: walks that come to another garden go on."""
    monkeypatch.setattr(packed_walks, "TEMPERATURE", 0.5)
    forbidden = [(0, (x, y)) for x in range(2) for y in range(2) if x or y]
    garden = Garden.packed((2, 2), tiles=[0, 1, 2, 4], boundary="free", forbidden=forbidden)
    found = first_garden(garden, 3)
    assert garden.check(found) == []
    assert found.codes[0, 0] == 0


def test_where_no_face_can_change_there_is_no_walk():
    garden = Garden.packed((1, 4), tiles=[1, 5, 4, 0], fixed=[(0, (0, 3)), (5, (0, 1)), (1, (0, 0)), (4, (0, 2))])
    assert list(walked(garden, 0)) == []


def test_the_bits_of_a_cell_that_meets_itself_change_together():
    garden = Garden.packed((1, 1), tiles="distinct", boundary="torus")
    assert faces_of(garden, [(0, 0)]).flips == [{0: 1 | 4}, {0: 2 | 8}]
    assert bits(garden.lattice) == (1, 2, 4, 8)


@pytest.mark.parametrize(
    ("garden", "walkable"),
    [
        (Garden.packed(), True),
        (Garden.packed(symmetry="C3", red="inside", exact=True), True),
        (Garden.packed((4, 4), tiles="distinct"), False),
        (Garden.packed(connected=True), False),
        (Garden.hanging((5, 5, 5)), False),
    ],
)
def test_where_walks_are_used(garden, walkable):
    pytest.importorskip("numba")
    assert is_walkable(garden) is walkable


def test_walks_race_where_tiles_are_many():
    pytest.importorskip("numba")
    names = [[one.name for one in cm.build(garden).strategies] for garden in (Garden.packed(), Garden.packed((4, 4)))]
    assert names == [["walks over faces"], []]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("garden", "seed"),
    [(Garden.packed((16, 16), lattice="king"), 2), (Garden.packed((4, 4, 4, 4), lattice="hypercubic"), 6)],
)
def test_all_256_tiles(garden, seed, monkeypatch):
    """With seeds that find them soon."""
    pytest.importorskip("numba")
    monkeypatch.undo()
    assert garden.check(first_garden(garden, seed, turns=10**5)) == []
