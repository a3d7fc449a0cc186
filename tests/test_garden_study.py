"""The programs without a solver that confirm the counts of gardens, and the page that tells of them."""

import json
import sys
from collections import Counter

import pytest
from grid_oracles import parts
from oracles import hanging_squares

import cpmodels as cm
import readers
from benchmarks.studies.gardens import packings as program
from benchmarks.studies.gardens.__main__ import QUESTIONS
from benchmarks.studies.gardens.groups import excluded
from benchmarks.studies.gardens.growth import Growth, growth
from benchmarks.studies.gardens.hanging import BOXES, MIRRORED, example_with_red, largest_below
from benchmarks.studies.gardens.hanging_turned import PIECES, layers, spare
from benchmarks.studies.gardens.packings import MOVES, packings
from benchmarks.studies.gardens.placements import gardens_in_box
from benchmarks.studies.gardens.polyominoes import FULL, partitions_by_size, placed
from benchmarks.studies.lattices import __main__ as lattices
from cpmodels.base.lattice import GROUPS, SQUARE, closure


@pytest.mark.parametrize(
    "file",
    sorted([*QUESTIONS.results.glob("*.jsonl"), *lattices.QUESTIONS.results.glob("*.jsonl")]),
    ids=lambda file: file.stem,
)
def test_gardens_that_the_pages_name_are_right(file):
    """By the puzzle of each: its box, and its symmetries."""
    for line in file.read_text(encoding="utf-8").splitlines():
        data = json.loads(line)
        garden = readers.read(data["puzzle"])
        assert garden.check(readers.read_solution(garden, data["solution"])) == []


def test_partitions_count_sets_of_disjoint_blocks():
    halves = Counter({FULL & 0x5555: 2, FULL & 0x2AAA: 3, FULL: 4, 1: 5})
    assert partitions_by_size(halves) == Counter({1: 4, 2: 6})


def test_gardens_of_components_are_those_of_brute_force():
    """All gardens of a 4 x 6 box, cut into components, laid into the box again."""
    gardens = hanging_squares(4, 6)
    covers = {frozenset(map(placed, parts(garden))) for garden in gardens}
    assert gardens_in_box([list(cover) for cover in covers], (4, 6)) == (
        len(gardens),
        len(hanging_squares(4, 6, "place")),
    )


def test_groups_are_excluded_where_small_boxes_have_no_garden():
    """Counting excludes no symmetry that a garden has, and the library says so, too."""
    data = json.loads((QUESTIONS.results / "cubes-symmetry.json").read_text(encoding="utf-8"))
    told = {name: why for name, _, there_are, why in data["rows"] if there_are == "no"}
    for name in GROUPS[3]:
        why = excluded(frozenset(closure(GROUPS[3][name], 3)))
        assert (why is None) == (name in BOXES or name in MIRRORED)
        assert (why or MIRRORED.get(name)) == told.get(name)
        box = BOXES.get(name, (5, 5, 21) if name in MIRRORED else (7, 7, 7))
        assert (cm.Garden.hanging(box, symmetry=name, exact=True).infeasible_reason() is None) == (name in BOXES)


def test_hanging_cubes_have_no_half_turn_without_mirrors():
    """Only what the proof is about is excluded; layers of all kinds have right angles enough."""
    assert [len(layers(*size)) for size in ((1, 1), (3, 3), (5, 3))] == [2, 2**5, 2**8]
    for size in ((3, 5), (5, 5)):
        found = list(spare(*size))
        assert min(rest for rest, _ in found) == 0
        assert {what for rest, what in found if not rest} == PIECES
    half_turn = {"box": (5, 5, 21), "symmetry": "C2", "exact": True}
    assert "two mirrors" in cm.Garden.hanging(**half_turn).infeasible_reason()
    for other in (
        {"exact": False},
        {"boundary": ("red", "red", "torus")},
        {"tiles": [1, 2, 4, 8]},
        {"symmetry": "C2v"},
        {"box": (7, 7, 5), "symmetry": "C2'"},
    ):
        assert cm.Garden.hanging(**half_turn | other).infeasible_reason() is None


def test_boxes_of_less_volume_lie_in_those_that_are_refuted():
    assert largest_below(96) == [(3, 3, 10), (3, 4, 7), (3, 5, 6), (4, 4, 5)]


def test_the_example_with_the_red_cube_is_a_garden():
    garden, planting = example_with_red()
    assert garden.check(planting) == []
    assert 0 in planting.codes.values()


@pytest.mark.slow
def test_gardens_grown_cell_by_cell_are_all_in_one_piece():
    """Of squares as many as by polyominoes; of cubes as many as CP-SAT finds, each checked; in parts, too."""
    squares = Growth(SQUARE, (((1, 0), (0, 1)),), 14)
    assert squares.grown().gardens == 4804
    assert sum(part.alike * squares.grown(part.codes).gardens for part in squares.parts()) == 4804
    assert growth("D3").grown().gardens == 0
    assert [growth("C3v", (-1, end)).grown().gardens for end in (3, 4)] == [0, 2]
    cubes = growth("C3v")
    found = cubes.grown(room=5)
    assert found.gardens == len(found.some) == 4
    assert sum(part.alike * cubes.grown(part.codes).gardens for part in cubes.parts()) == 4
    garden = cm.Garden.hanging((35,) * 3, symmetry="C3v", connected=True, fixed=[(63, (17,) * 3)])
    gardens = {cm.puzzles.TilePlacement(list(cubes.whole(some).items())).shifted((17,) * 3) for some in found.some}
    assert len(gardens) == 4
    for placement in gardens:
        assert garden.check(placement) == []


@pytest.mark.slow
@pytest.mark.parametrize(("red", "inside"), [("place", False), ("inside", True)])
def test_packed_cubes_counted_by_backtracking_are_those_of_cp_sat(red, inside):
    assert packings(MOVES["C3v"], red_inside=inside) == cm.count(cm.Garden.packed(symmetry="C3v", red=red)).total


@pytest.mark.slow
def test_without_numba_the_count_of_packed_cubes_is_the_same(monkeypatch):
    compiled = packings(MOVES["C3v"])
    monkeypatch.setitem(sys.modules, "numba", None)
    program.compiled.cache_clear()
    assert program.compiled(program.search) is program.search
    assert packings(MOVES["C3v"]) == compiled
    program.compiled.cache_clear()
