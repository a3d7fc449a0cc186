"""Random walks to hanging gardens of cubes: the books they keep, the gardens they find, and when they are used."""

from itertools import islice

import numpy as np
import pytest
from examples import examples
from hypothesis import given
from hypothesis import strategies as st

import cpmodels as cm
from cpmodels import Garden
from cpmodels.models import _garden_walks as garden_walks
from cpmodels.models._garden_walks import LARGEST, Walks, cost, is_walkable, walked

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


def first_garden(garden, seed, turns=3000):
    """The first garden that walks come to."""
    return next((found for found in islice(walked(garden, seed), turns) if found is not None), None)


def recounted(garden, walks):
    """States, excesses and costs by counting all over again."""
    box = len(garden.cells)
    wanted = np.isin(np.arange(64), garden.required).astype(int)
    for row in walks.state:
        cells = {cell for cell, tile in zip(garden.cells, row.tolist(), strict=False) if tile >= 64}
        tiles = [sum(1 << d for d, n in enumerate(garden.neighbours[c]) if n in cells) for c in garden.cells]
        tally = np.bincount([t for t, c in zip(tiles, garden.cells, strict=True) if c in cells], minlength=64)
        states = [t + 64 * (c in cells) for t, c in zip(tiles, garden.cells, strict=True)]
        yield states, row[:box].tolist(), tally - wanted


@examples(15)
@given(boxes, seeds, st.sampled_from(["omit", "place"]))
def test_states_excesses_and_costs_are_those_of_the_occupied_cells(box, seed, red):
    garden = Garden.hanging(box, red=red)
    walks = Walks(garden, np.random.default_rng(seed))
    for _ in range(3):
        for (states, kept, excess), row, total in zip(recounted(garden, walks), walks.excess, walks.cost, strict=True):
            assert states == kept
            assert excess.tolist() == row.tolist()
            assert abs(excess).sum() == total
        list(walks.go())


def test_the_absolute_values_of_a_row_are_added_up():
    rows = np.random.default_rng(0).integers(-3, 4, (50, 64)).astype(np.int8)
    assert cost(rows).tolist() == np.abs(rows.astype(int)).sum(axis=1).tolist()


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
    walks = Walks(garden, np.random.default_rng(seed))
    for _ in range(5):
        for row in walks.state:
            tiles = dict(zip(garden.cells, row.tolist(), strict=False))
            assert all(tiles[cell] == 64 + code for code, cell in fixed)
            assert all(tiles[cell] < 64 for cell in none)
        if walks.can_move:
            list(walks.go())


@pytest.mark.slow
def test_sixty_three_cubes_without_any_symmetry():
    garden = Garden.hanging((5, 5, 5), exact=True, touching=True)
    assert garden.check(first_garden(garden, 4, turns=10**6)) == []


def test_the_same_seed_gives_the_same_garden():
    box = Garden.hanging((2, 2, 2))
    garden = Garden.hanging((4, 4, 3), tiles=shown(box, set(box.cells)).values())
    found = [first_garden(garden, seed) for seed in (1, 1, 2, 3)]
    assert found[0] == found[1]
    assert None not in found
    assert len(set(found)) > 1


def test_walks_on_neighbouring_rungs_change_places():
    walks = Walks(Garden.hanging((4, 4, 4)), np.random.default_rng(3))
    before = walks.ladder.copy()
    for _ in range(40):
        list(walks.go())
    assert (walks.ladder != before).any()
    assert (np.sort(walks.ladder) == np.sort(before)).all()
    by_rung = walks.cost[walks.ladder].mean(axis=0)
    assert by_rung[0] < by_rung[-1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("garden", "walkable"),
    [
        (Garden.hanging((5, 5, 5)), True),
        (Garden.hanging((5, 5, 5), red="inside", exact=True, touching=True), True),
        (Garden.hanging((5, 5, 5), tiles=[1, 2, 3]), True),
        (Garden.hanging((5, 5, 5), tiles="distinct"), False),
        (Garden.hanging((5, 5, 5), symmetry="C3"), False),
        (Garden.hanging((5, 5, 5), connected=True), False),
        (Garden.hanging((5, 5, 5), components=(1, 3)), False),
        (Garden.packed(), False),
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


def test_where_no_cell_can_change_there_is_no_walk():
    garden = Garden.hanging((3, 1, 1), tiles=[2, 8, 10], fixed=[(10, (1, 0, 0))])
    assert list(walked(garden, 0)) == []
    assert garden.check(cm.solve(garden).solution) == []
    assert cm.is_unique(garden) is True


def test_an_impossible_garden_is_proved_so_beside_the_walks():
    assert cm.solve(Garden.hanging((3, 4, 7), fixed=[(63, (1, 1, 1))])).status is cm.Status.INFEASIBLE


def test_walks_stop_at_the_time_limit():
    result = cm.solve(Garden.hanging((4, 4, 5)), time_limit=1.0, workers=1)
    assert result.status is cm.Status.UNKNOWN


def test_walks_that_come_to_nothing_but_other_gardens_stop_soon():
    """Each look at one of them is a step of its own: thousands of walks stand on a red cube that is not inside."""
    box = (3, 3, 1)
    garden = Garden.hanging(box, tiles=[0], red="place", forbidden=[(0, cell) for cell in Garden.hanging(box).cells])
    steps = walked(garden, 0)
    assert list(islice(steps, 2000)) == [None] * 2000
    assert cm.solve(garden).status is cm.Status.INFEASIBLE


def test_added_constraints_are_kept():
    """A model with a constraint of one's own is searched by CP-SAT alone."""
    garden = Garden.hanging((3, 3, 3), tiles=[1, 4])
    model = cm.build(garden)
    corner = model.key[list(garden.cells).index((0, 0, 0))]
    model.cp.add(corner == 1)
    assert (0, 0, 0) in cm.solve(model, seed=1).solution.codes


def test_a_defect_of_the_walks_is_told(monkeypatch):
    def broken(*_):
        raise RuntimeError("a defect")

    monkeypatch.setattr(garden_walks, "cost", broken)
    with pytest.raises(RuntimeError, match="a defect"):
        cm.solve(Garden.hanging((4, 4, 5)), workers=1)
