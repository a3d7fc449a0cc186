"""Gardens in boxes that are larger than need be, found in smaller boxes inside and moved."""

from collections import Counter
from dataclasses import dataclass, replace
from itertools import islice, product

import pytest
from clocks import left_behind
from examples import examples
from hypothesis import given
from lattice_oracle import gardens
from ortools.sat.python.cp_model import CpModel
from puzzle_strategies import small_variants

import cpmodels as cm
from cpmodels import Garden, Grid, Puzzle, Status
from cpmodels.base.errors import TooLargeError
from cpmodels.base.lattice import GROUPS, BoxCells, closure, move, permuted, preserves
from cpmodels.base.puzzle import Part
from cpmodels.model.strategies import NARROWER
from cpmodels.puzzles import TilePlacement
from cpmodels.puzzles.garden import _parts
from cpmodels.puzzles.garden._infeasible import cells_kept
from cpmodels.search import _portfolio

CENTRE = (15, 15, 15)


@pytest.fixture(scope="class")
def any_size():
    """Narrower gardens of small boxes, too, which brute force can count."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {"LEAST_PLACES": 0, "SMALLER": 1, "LARGER": 1, "LEAST_GROUP": 2}.items():
            patch.setattr(_parts, name, value)
        yield


@pytest.mark.usefixtures("any_size")
class TestAnySize:
    """Where brute force can tell what is right."""

    @examples(80)
    @given(small_variants())
    def test_gardens_of_narrower_boxes_are_gardens_of_the_whole_box(self, garden):
        expected = {TilePlacement(tiles) for tiles in gardens(garden)}
        for part in garden.parts():
            assert {part.whole(TilePlacement(tiles)) for tiles in gardens(part.puzzle)} <= expected
        found = cm.solve(garden, workers=1)
        assert (found.status is Status.SOLVED) == bool(expected)
        assert found.solution is None or found.solution in expected
        assert expected or found.status is Status.INFEASIBLE

    @examples(40)
    @given(small_variants(minimise=True).filter(lambda garden: len(garden.cells) < 9))
    def test_gardens_stay_gardens_in_the_middle_of_a_larger_box(self, garden):
        """Whatever is soon found in a smaller box is one of the larger, and so is what there was before."""
        garden = replace(garden, minimise=None)
        larger = in_a_larger_box(garden, 2)
        for part in islice(larger.parts(), 3):
            with cm.solutions(part.puzzle, time_limit=0.5) as found:
                assert all(larger.check(part.whole(placement)) == [] for placement in islice(found, 3))
        for some in gardens(garden)[:1]:
            assert larger.check(TilePlacement(some).shifted((2,) * garden.dimension)) == []

    @pytest.mark.parametrize("red", [(), ((0, (4, 5)),), ((0, (0, 0)),), ((0, (8, 3)),)])
    def test_a_red_tile_that_is_fixed_stays_where_it_is(self, red):
        """In the smaller box, beside it, or far away; what lies round it stays empty."""
        garden = Garden.hanging((9, 9), red="place", fixed=[(15, (4, 2)), *red], forbidden=[(1, (1, 1)), (0, (2, 2))])
        placements = []
        for part in islice(garden.parts(), 5):
            with cm.solutions(part.puzzle) as found:
                placements += [part.whole(placement) for placement in islice(found, 10)]
        assert placements
        assert all(garden.check(placement) == [] for placement in placements)

    def test_a_red_tile_beside_a_fixed_one_is_impossible(self):
        assert cm.solve(Garden.hanging((9, 9), red="place", fixed=[(15, (4, 4)), (0, (4, 5))])).solution is None


def in_a_larger_box(garden, margin):
    """The garden in a box with this many more layers on each side."""

    def moved(places):
        return [(code, tuple(c + margin for c in cell)) for code, cell in places]

    box = tuple(side + 2 * margin for side in garden.box)
    return replace(garden, box=box, fixed=moved(garden.fixed), forbidden=moved(garden.forbidden))


@pytest.mark.parametrize(
    "variant",
    [
        {"fixed": [(63, CENTRE)]},
        {"fixed": [(63, CENTRE)], "red": "place"},
        {"fixed": [(63, CENTRE), (0, (0, 30, 7))], "red": "place"},
        {"fixed": [(63, CENTRE)], "red": "inside"},
        {"fixed": [(63, CENTRE)], "symmetry": "C3"},
        {"box": (100, 100, 100), "fixed": [(63, (1, 1, 98))]},
        {"box": (30, 32, 34), "forbidden": [(None, (15, 15, 16))]},
        {"box": (1000, 1000), "red": "place", "fixed": [(15, (500, 500))]},
    ],
)
def test_large_boxes_are_solved_in_small_ones(variant):
    """The question of the article, and others like it: none of these boxes has a model."""
    garden = Garden.hanging(**{"box": (31, 31, 31), **variant})
    with pytest.raises(TooLargeError):
        cm.build(garden)
    found = cm.solve(garden)
    assert (found.status, found.statistics.strategy) == (Status.SOLVED, NARROWER)
    assert found.puzzle == garden
    assert garden.check(found.solution) == []


def test_other_questions_about_large_boxes_are_refused():
    garden = Garden.hanging((31, 31, 31), fixed=[(63, CENTRE)])
    for ask in (cm.count, cm.is_unique, cm.solutions, cm.sweep, cm.build):
        with pytest.raises(TooLargeError, match="29791 cells needs 1,876,833 variables"):
            ask(garden)
    for engine in ("cadical", "xcover"):
        with pytest.raises(TooLargeError, match=r"a box of (29791 cells|31 x 31 x 31)"):
            cm.count(garden, engine=engine)


@pytest.mark.parametrize(
    "garden",
    [
        Garden.packed(),
        Garden.hanging((31, 31, 31), touching=True),
        Garden.hanging((5, 5, 5)),
        Garden.hanging((31, 3, 3), fixed=[(63, (1, 1, 1)), (21, (29, 1, 1))]),
    ],
)
def test_where_no_smaller_box_will_do(garden):
    assert list(garden.parts()) == []


def test_gardens_of_more_symmetry_keep_a_boundary_that_is_not_the_same_along_each_axis():
    garden = Garden.hanging((5, 5, 5), boundary=("red", "red", "torus"))
    groups = [easier.group for easier in _parts.more_symmetric(garden)]
    assert groups
    assert all(permuted(m, garden.boundaries) == garden.boundaries for group in groups for m in group)


def test_boxes_have_the_centre_of_the_whole_where_a_symmetry_is_demanded():
    for side in (30, 31):
        for variant in ({"symmetry": "C3"}, {"exact": True}):
            parts = list(islice(Garden.hanging((side,) * 3, **variant).parts(), 4))
            assert parts
            for part in parts:
                centre = part.whole(TilePlacement([((0, 0, 0), 63), (tuple(s - 1 for s in part.puzzle.box), 1)]))
                assert {low + high for low, high in zip(*centre.codes, strict=True)} == {side - 1}


def test_the_fewest_components_in_a_large_box():
    found = cm.solve(Garden.hanging((40, 40), minimise="components"))
    assert (found.status, found.cost) == (Status.SOLVED, 1)


def test_counting_needs_no_smaller_box():
    excluded = cm.solve(Garden.hanging((100, 100, 100), symmetry="Oh"))
    assert excluded.status is Status.INFEASIBLE
    assert "are mapped to themselves by just" in excluded.reason
    for fixed, words in (((63, (1, 2, 3)), "leaves tile 63 as it is"), ((1, (2, 2, 2)), "the cell (2, 2, 2) as it is")):
        moved = cm.solve(Garden.hanging((31, 31, 31), symmetry="C3", fixed=[fixed]))
        assert moved.status is Status.INFEASIBLE
        assert words in moved.reason


@pytest.mark.parametrize("dimension", [1, 2, 3])
def test_cells_that_stay_in_place_are_counted(dimension):
    """By formula, as by looking at each cell."""
    sides = {1: range(1, 12), 2: range(1, 8), 3: (1, 3, 4)}[dimension]
    for box in product(sides, repeat=dimension):
        for name in GROUPS[dimension]:
            group = closure(GROUPS[dimension][name], dimension)
            if len(group) < 9 and all(preserves(m, box) for m in group):
                counted = Counter(frozenset(m for m in group if move(m, box, c) == c) for c in BoxCells(box))
                assert {moves: count for moves, count in cells_kept(group, box).items() if count} == counted


def test_a_time_limit_ends_the_count_of_cells_that_stay_in_place():
    """In a box of five sides with all its symmetries it took minutes."""
    with left_behind():
        cells_kept((((-1,),), ((1,),)), (5,))


def test_small_boxes_round_fixed_tiles_are_not_looked_for_all_over_a_large_one():
    fixed = [(15, (500, 500)), (0, (503, 500))]
    garden = Garden.hanging((1000, 1000), red="inside", fixed=fixed, minimise="volume")
    assert list(_parts._offsets(garden, (5, 3))) == [(500, 499)]
    assert list(_parts._offsets(garden, (6, 3))) == [(499, 499), (500, 499)]
    assert list(_parts._offsets(garden, (4, 3))) == list(_parts._offsets(garden, (5, 2))) == []
    with left_behind():
        next(_parts._offsets(garden, (5, 3)))


@dataclass(frozen=True)
class Ones(Puzzle[Grid]):
    """A row of ones; there is an easier, shorter one, and another that has no solution."""

    kind = "ones"
    size: int

    def check(self, solution):
        return [] if solution == Grid([[1] * self.size]) else ["not ones"]

    def parts(self):
        yield Part(Ones(0), lambda grid: grid)
        yield Part(Ones(self.size // 2), lambda grid: Grid([grid.rows[0] * 2]))

    def model(self, cp):
        if self.size > 4:
            raise TooLargeError(f"{self.size} is too large")
        lamps = [cp.new_bool_var("") for _ in range(self.size)]
        cp.add_bool_or(lamps)
        cp.add_bool_and(lamps)
        return cm.Model(self, cp, lamps, lambda values: Grid([list(values)]))


def test_any_kind_may_name_narrower_puzzles():
    """What comes of one is checked: an odd row has no halves."""
    assert cm.solve(Ones(8)).statistics.strategy == NARROWER
    assert cm.solve(Ones(8)).solution == Grid([[1] * 8])
    with pytest.raises(cm.errors.WrongSolutionError):
        cm.solve(Ones(7))
    too_large = cm.solve(Ones(18))
    assert (too_large.status, too_large.solution) == (Status.UNKNOWN, None)
    assert too_large.reason == "none of the narrower puzzles tried has a solution, and 18 is too large"


def test_what_alone_is_a_solution_of_a_part_is_checked():
    """An odd row had one solution, since a shorter one has."""

    class Alone(Ones):
        kind = "ones_alone"

        def parts(self):
            yield Part(Ones(self.size // 2), lambda grid: Grid([grid.rows[0] * 2]), alone=lambda _: True)

    assert cm.is_unique(Alone(4))
    with pytest.raises(cm.errors.WrongSolutionError, match="not ones"):
        cm.is_unique(Alone(3))


def test_the_time_of_a_narrower_puzzle_is_not_that_of_the_whole(clock, monkeypatch):
    """A solution that came just as it was up ended all of a search without a limit."""
    take = _portfolio.First._take

    def late(search, source, found):
        clock.move(2 * _portfolio.FIRST_SLICE)
        take(search, source, found)

    monkeypatch.setattr(_portfolio.First, "_take", late)
    assert cm.solve(Ones(4)).status is Status.SOLVED


def test_the_count_of_the_least_says_which_engine_counted():
    found = cm.count(Garden.hanging((9,), minimise="volume"))
    assert found.total > 0
    assert found.engine == found.statistics.engine
    with pytest.raises(cm.PuzzleError, match="a puzzle that minimises its volume is many models"):
        cm.model.build_model(Garden.hanging((9,), minimise="volume"), CpModel())
