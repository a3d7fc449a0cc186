"""Random walks to hanging and packed gardens: the books they keep, the gardens they find, and when they are used."""

from collections import Counter
from itertools import islice

import numpy as np
import pytest
from examples import examples
from hypothesis import given
from hypothesis import strategies as st

import cpmodels as cm
from cpmodels import Garden
from cpmodels.puzzles.garden import _walks as garden_walks
from cpmodels.puzzles.garden._walks import LARGEST, Walk, board_of, exchange, is_walkable, walked
from cpmodels.puzzles.garden._walks_kernel import walk
from cpmodels.puzzles.garden.tiles import bits

pytest.importorskip("numba")

SWAPPED = ((0, 1, 0), (1, 0, 0), (0, 0, 1))
"""East and North change places."""

packings = st.sampled_from(
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
boxes = st.tuples(*[st.integers(1, 4)] * 3)
seeds = st.integers(0, 2**31 - 1)


def shown(garden, cells):
    """The tiles that a set of occupied cells shows."""
    return {
        cell: sum(1 << d for d, other in enumerate(garden.neighbours[cell]) if other in cells) for cell in sorted(cells)
    }


@st.composite
def distinct_cells(draw):
    """A box and occupied cells in it whose tiles are all different."""
    garden = Garden.hanging(draw(boxes))
    cells: set = set()
    for cell in draw(st.permutations(list(garden.cells))):
        codes = shown(garden, {*cells, cell})
        if len(set(codes.values())) == len(codes):
            cells.add(cell)
    return garden, shown(garden, cells)


@pytest.fixture(autouse=True)
def _as_python(request, monkeypatch):
    """So few steps are sooner done than compiled."""
    if not request.node.get_closest_marker("slow"):
        monkeypatch.setattr(garden_walks, "WALK", walk)
        monkeypatch.setattr(garden_walks, "STEPS", {"hanging": 50, "packed": 500})


def first_garden(garden, seed, turns=3000):
    """The first garden that walks come to."""
    return next((found for found in islice(walked(garden, seed), turns) if found is not None), None)


@examples(25)
@given(boxes, seeds, st.sampled_from(["omit", "place"]), st.sampled_from([None, "Ci", "C2", "Cs", "C2v"]))
def test_codes_and_costs_are_those_of_the_occupied_cells(box, seed, red, symmetry):
    """One cell of each orbit is looked at; its tile counts if just the moves that keep it leave the tile as it is."""
    garden = Garden.hanging(box, red=red, symmetry=symmetry)
    board, placement = board_of(garden)
    walker = Walk(board, 0.4, np.random.default_rng(seed))
    for _ in range(3):
        codes = placement(walker.codes.tolist()).codes
        assert codes == shown(garden, codes)
        orbits = {frozenset(garden.moved(m, cell) for m in garden.group) for cell in garden.cells}
        tally: Counter[frozenset[int]] = Counter()
        for cell in map(min, orbits):
            if cell in codes:
                tile, alike = codes[cell], [m for m in garden.group if garden.turned(codes[cell], m) == codes[cell]]
                kept = [m for m in garden.group if garden.moved(m, cell) == cell]
                wanted = alike == kept and tile in garden.required
                tally[frozenset(garden.turned(tile, m) for m in garden.group) if wanted else frozenset()] += 1
        kinds = {frozenset(garden.turned(tile, m) for m in garden.group) for tile in garden.required}
        assert walker.cost == tally.pop(frozenset(), 0) + sum(abs(tally[kind] - 1) for kind in kinds)
        assert all(garden.moved(m, cell) in codes for cell in codes for m in garden.group)
        walker.go(50)


@examples(20)
@given(packings, seeds)
def test_faces_of_neighbours_always_have_one_colour_and_the_rim_is_red(garden, seed):
    board, placement = board_of(garden)
    walker = Walk(board, 0.24, np.random.default_rng(seed))
    for _ in range(2):
        found = placement(walker.codes.tolist())
        broken = garden.check(found)
        assert all(sentence.startswith(("tiles used more than once", "missing tiles")) for sentence in broken), broken
        assert all(found.codes[cell] == code for code, cell in garden.fixed)
        assert (walker.cost == 0) is (not broken)
        for m in garden.group:
            assert all(garden.turned(code, m) == found.codes[garden.moved(m, c)] for c, code in found.codes.items())
        walker.go(500)


@examples(15)
@given(distinct_cells(), seeds)
def test_gardens_of_given_tiles_are_found(example, seed):
    box, codes = example
    garden = Garden.hanging(box.box, tiles=sorted(codes.values()), red="place")
    assert is_walkable(garden)
    placement = first_garden(garden, seed)
    assert garden.check(placement) == []
    assert sorted(placement.codes.values()) == sorted(codes.values())


@examples(15)
@given(distinct_cells(), seeds, st.data())
def test_fixed_tiles_and_forbidden_cells_never_change(example, seed, data):
    box, codes = example
    fixed = data.draw(
        st.lists(st.sampled_from([(code, cell) for cell, code in codes.items()]), max_size=3, unique=True)
    )
    empty = [cell for cell in box.cells if cell not in codes]
    none = data.draw(st.lists(st.sampled_from(empty), max_size=3, unique=True)) if empty else []
    garden = Garden.hanging(
        box.box, tiles=sorted(codes.values()), red="place", fixed=fixed, forbidden=[(None, cell) for cell in none]
    )
    walker = Walk(board_of(garden)[0], 0.4, np.random.default_rng(seed))
    for _ in range(5):
        tiles = dict(zip(garden.cells, walker.codes.tolist(), strict=False))
        assert all(tiles[cell] == 64 + code for code, cell in fixed)
        assert all(tiles[cell] < 64 for cell in none)
        if board_of(garden)[0].flips:
            walker.go(20)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("garden", "seed"),
    [
        (Garden.hanging((5, 5, 5), exact=True, touching=True), 4),
        (Garden.hanging((5, 5, 5), symmetry="C3", exact=True), 4),
        (Garden.hanging((9, 9, 9), symmetry="D3", fixed=[(63, (4, 4, 4))]), 4),
        (Garden.hanging((3, 3, 21), symmetry="C2", forbidden=[(None, (0, 0, 0))]), 4),
        (Garden.packed((16, 16), lattice="king"), 2),
        (Garden.packed((4, 4, 4, 4), lattice="hypercubic"), 6),
    ],
)
def test_gardens_of_63_cubes_and_of_all_256_tiles(garden, seed):
    """With seeds that find them soon."""
    assert garden.check(first_garden(garden, seed, turns=10**6)) == []


def test_the_same_seed_gives_the_same_garden():
    box = Garden.hanging((2, 2, 2))
    garden = Garden.hanging((4, 4, 3), tiles=shown(box, set(box.cells)).values())
    found = [first_garden(garden, seed) for seed in (1, 1, 2, 3)]
    assert found[0] == found[1]
    assert None not in found
    assert len(set(found)) > 1


def test_walks_of_neighbouring_temperatures_change_places():
    random = np.random.default_rng(3)
    board, _ = board_of(Garden.hanging((4, 4, 4)))
    walks = [Walk(board, temperature, random) for temperature in (0.1, 0.5, 2.0)]
    before = [one.temperature for one in walks]
    costs = dict.fromkeys(before, 0)
    changes = 0
    for _ in range(100):
        for one in walks:
            one.go(50)
            costs[one.temperature] += one.cost
        now = [one.temperature for one in walks]
        exchange(walks, random)
        changes += now != [one.temperature for one in walks]
    assert changes
    assert sorted(one.temperature for one in walks) == before
    assert costs[0.1] < costs[0.5] < costs[2.0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("garden", "walkable"),
    [
        (Garden.hanging((5, 5, 5)), True),
        (Garden.hanging((5, 5, 5), red="inside", exact=True, touching=True), True),
        (Garden.hanging((5, 5, 5), tiles=[1, 2, 3]), True),
        (Garden.hanging((5, 5, 5), tiles="distinct"), False),
        (Garden.hanging((5, 5, 5), symmetry="C3"), True),
        (Garden.hanging((5, 5, 5), connected=True), False),
        (Garden.hanging((5, 5, 5), components=(1, 3)), False),
        (Garden.packed(), True),
        (Garden.packed(symmetry="C3", red="inside", exact=True), True),
        (Garden.packed((4, 4), tiles="distinct"), False),
        (Garden.packed(connected=True), False),
        (Garden.hanging((5, 5)), False),
        (Garden.hanging((LARGEST + 1, 1, 1), tiles=[2, 8]), False),
    ],
)
def test_where_walks_are_used(garden, walkable):
    assert is_walkable(garden) is walkable
    assert ("random walks" in [strategy.name for strategy in cm.build(garden).strategies]) is walkable


def test_rules_that_the_walks_do_not_know_are_kept():
    """A red cube inside, a tile forbidden in a place: walks that come to another garden go on."""
    for garden in (
        Garden.hanging((3, 3, 3), tiles=[0], red="inside"),
        Garden.hanging((2, 2, 1), tiles=[2, 8], forbidden=[(2, (0, 0, 0))], touching=True),
        Garden.hanging(
            (2, 2, 2), tiles=[16, 32], forbidden=[(16, (x, y, 0)) for x in (0, 1) for y in (0, 1) if x or y]
        ),
    ):
        placement = first_garden(garden, 4, turns=200)
        if placement is None:
            assert cm.solve(garden).status is cm.Status.INFEASIBLE
        else:
            assert garden.check(placement) == []


def test_rules_of_packed_gardens_that_the_walks_do_not_know_are_kept(monkeypatch):
    """A tile that is forbidden in a place: walks that come to another garden go on."""
    monkeypatch.setitem(garden_walks.TEMPERATURES, "packed", (1.0,))  # which suits so few tiles
    forbidden = [(0, (x, y)) for x in range(2) for y in range(2) if x or y]
    garden = Garden.packed((2, 2), tiles=[0, 1, 2, 4], boundary="free", forbidden=forbidden)
    found = first_garden(garden, 3)
    assert garden.check(found) == []
    assert found.codes[0, 0] == 0


def test_symmetric_cubes_are_found(monkeypatch):
    monkeypatch.setitem(garden_walks.TEMPERATURES, "packed", (0.6,))  # which suits so few tiles
    garden = Garden.packed(symmetry="C3v")
    assert garden.check(first_garden(garden, 1)) == []


def test_the_bits_of_a_cell_that_meets_itself_change_together():
    garden = Garden.packed((1, 1), tiles="distinct", boundary="torus")
    assert board_of(garden)[0].flips == [{0: 1 | 4}, {0: 2 | 8}]
    assert bits(garden.lattice) == (1, 2, 4, 8)


def test_where_no_cell_can_change_there_is_no_walk():
    garden = Garden.hanging((3, 1, 1), tiles=[2, 8, 10], fixed=[(10, (1, 0, 0))])
    full = Garden.packed((1, 4), tiles=[1, 5, 4, 0], fixed=[(0, (0, 3)), (5, (0, 1)), (1, (0, 0)), (4, (0, 2))])
    assert list(walked(garden, 0)) == list(walked(full, 0)) == []
    assert garden.check(cm.solve(garden).solution) == []
    assert cm.is_unique(garden) is True


def test_an_impossible_garden_is_proved_so_beside_the_walks():
    assert cm.solve(Garden.hanging((3, 4, 7), fixed=[(63, (1, 1, 1))])).status is cm.Status.INFEASIBLE


def test_walks_that_come_to_nothing_but_other_gardens_stop_soon():
    """Each look at one of them is a step of its own: thousands of walks stand on a red cube that is not inside."""
    box = (3, 3, 1)
    garden = Garden.hanging(box, tiles=[0], red="place", forbidden=[(0, cell) for cell in Garden.hanging(box).cells])
    steps = walked(garden, 0)
    assert list(islice(steps, 2000)) == [None] * 2000
    assert cm.solve(garden).status is cm.Status.INFEASIBLE
