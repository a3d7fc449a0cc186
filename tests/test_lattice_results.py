"""The page about gardens on other lattices: its data say what a look at their small parts says."""

import json
from itertools import permutations, product

import pytest

import cpmodels as cm
import readers
from benchmarks.studies.gardens.groups import excluded
from benchmarks.studies.lattices import hexagons_hanging, hexagons_packed, regions, sampling, walking
from benchmarks.studies.lattices.__main__ import QUESTIONS
from cpmodels.base.lattice import HEXAGONAL, closure

RESULTS = QUESTIONS.results


@pytest.fixture
def as_python(monkeypatch):
    """At tiny sizes programs run as they are: to compile them takes longer."""
    for module in (sampling, walking):
        monkeypatch.setattr(module, "compiled", lambda function: function)


def rows(question):
    """The table of a question."""
    return json.loads((RESULTS / f"{question}.json").read_text(encoding="utf-8"))["rows"]


def test_the_reasons_why_groups_are_impossible_are_those_of_the_program():
    told = {name: why for name, _, there_are, why in rows("hexagons-symmetry") if there_are == "no"}
    groups = {name: closure(generators, 2) for name, generators in HEXAGONAL.groups.items()}
    reasons = {name: excluded(frozenset(group), HEXAGONAL, "hexagon") for name, group in groups.items()}
    assert {name: why for name, why in reasons.items() if why} == told


@pytest.mark.parametrize("question", ["components", "connected", "smallest", "symmetry"])
def test_hanging_hexagons_have_the_same_corners_and_one_hole_more_than_components(question):
    lines = (RESULTS / f"hexagons-{question}.jsonl").read_text(encoding="utf-8").splitlines()
    assert lines
    for data in map(json.loads, lines):
        cells = list(readers.read_solution(readers.read(data["puzzle"]), data["solution"]).codes)
        assert regions.corners(cells) == regions.CORNERS == sum(regions.corners_of_tiles())
        assert hexagons_hanging.holes(cells) == hexagons_hanging.components(cells) + 1


def test_components_and_holes():
    ring = regions.OFFSETS
    assert (hexagons_hanging.components(ring), hexagons_hanging.holes(ring)) == (1, 1)
    assert (hexagons_hanging.components(ring[::2]), hexagons_hanging.holes(ring[::2])) == (3, 0)
    assert hexagons_hanging.holes([(0, 0), *ring]) == 0


@pytest.mark.parametrize("cells", [1, 4, 7, 10])
def test_convex_regions_are_those_that_lines_cut_out(cells):
    """All sets between two lines in each direction, one of each class under the twelve turns and mirrors."""
    found = set()
    for width, height in product(range(1, cells + 1), repeat=2):
        for low, high in product(range(width + height - 1), repeat=2):
            places = [(x, y) for x in range(width) for y in range(height) if low <= x + y <= high]
            if len(places) == cells:
                found.add(min(normal(places, turn, mirror) for turn in range(6) for mirror in (False, True)))
    own = {
        min(normal(list(region.places()), turn, mirror) for turn in range(6) for mirror in (False, True))
        for region in regions.convex_regions(cells)
    }
    assert own == found
    assert len(own) == len(regions.convex_regions(cells))


def normal(places, turn, mirror):
    """Cells, turned and perhaps mirrored, and moved to begin at the origin."""
    if mirror:
        places = [(y, x) for x, y in places]
    for _ in range(turn):
        places = [(-y, x + y) for x, y in places]
    west, south = min(x for x, _ in places), min(y for _, y in places)
    return tuple(sorted((x - west, y - south) for x, y in places))


@pytest.mark.parametrize("length", [5, 6, 7, 9, 10, 12])
def test_gaps_of_a_line_by_brute_force(length):
    """At most four tiles are blue to both sides, to one, to the other, and three to none: all lines are looked at."""
    fewest = length
    for line in product((0, 1), repeat=length):
        kinds = [(line[i - 1] if i else 0, line[i + 1] if i + 1 < length else 0) for i in range(length) if line[i]]
        if all(kinds.count(kind) <= (4 if any(kind) else 3) for kind in product((0, 1), repeat=2)):
            fewest = min(fewest, line.count(0))
    assert fewest == regions.gaps(length)


@pytest.mark.usefixtures("as_python")
def test_walks_find_gardens():
    region = [(x, y) for x in range(4) for y in range(3)]
    assert walking.found(region, (1,), temperature=0.4, steps=50, seed=1) is None
    found = walking.found(region, (1, 8, 2, 16), temperature=0.6, steps=3000, seed=1)
    garden = cm.Garden.hanging((4, 3), lattice="hexagonal", tiles=[1, 2, 8, 16])
    assert garden.check(cm.puzzles.TilePlacement(list(found.items()))) == []


@pytest.mark.usefixtures("as_python")
@pytest.mark.parametrize("box", [(2, 2), (3, 1)])
def test_estimates_are_near_what_brute_force_counts(box):
    cells = [(x, y) for y in range(box[1]) for x in range(box[0])]
    offsets = hexagons_packed.SIDES_OF_SQUARES
    exact = 0
    for codes in permutations(range(16), len(cells)):
        laid = dict(zip(cells, codes, strict=True))
        exact += all(
            code >> d & 1 == laid.get((x + dx, y + dy), 0) >> (d + 2) % 4 & 1
            for (x, y), code in laid.items()
            for d, (dx, dy) in enumerate(offsets)
        )
    mean, error = sampling.estimated(cells, offsets, particles=40, runs=6)
    assert abs(mean - exact) < 4 * error + 0.01


def test_what_the_rows_say_of_regions():
    by_name = {str(region): region for region in regions.convex_regions(64)}
    table = rows("hexagons-packed")
    assert [name for name, *_ in table] == list(by_name)
    for name, filled, why, _ in table:
        region = by_name[name]
        assert (filled == "yes") is (regions.no_packing(region) is None)
        assert filled == "yes" or why == regions.no_packing(region)
    assert regions.no_room(regions.Convex(11, 11, 5, 5)) == "it has 216 corners"
    assert regions.no_room(hexagons_hanging.LEAST) is None
