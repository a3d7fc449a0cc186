"""The programs that find records, at tiny sizes against brute force, and the page that tells of them."""

from collections import Counter
from itertools import combinations, permutations, product

import numpy as np
import pytest
from lattice_oracle import gardens
from oracles import zip_paths

import cpmodels as cm


@pytest.fixture(autouse=True)
def _as_python(request, monkeypatch):
    """At tiny sizes programs run as they are: to compile them takes longer."""
    if not request.node.get_closest_marker("slow"):
        for name in ("from_diagram", "grid_paths", "numbers", "walls", "nine_pieces", "packed_squares"):
            monkeypatch.setattr(f"benchmarks.studies.records.{name}.compiled", lambda function: function)


def paths(side):
    """All paths of a board by brute force, as rows of cells, by their ends."""
    found = {}
    for path in zip_paths(cm.Zip(side, side)):
        row = [r * side + c for r, c in path]
        found.setdefault((row[0], row[-1]), []).append(row)
    return found


@pytest.mark.parametrize("side", [2, 3])
def test_paths_are_those_of_brute_force(side):
    from benchmarks.studies.records.grid_paths import DIRECTED, end_pairs, paths_between

    wanted = paths(side)
    for ends in end_pairs(side):
        assert sorted(paths_between(side, *ends).tolist()) == sorted(wanted.get(ends, []))
    assert sum(map(len, wanted.values())) == DIRECTED[side]
    assert 2 * sum(times * len(wanted.get(ends, [])) for ends, times in end_pairs(side).items()) == DIRECTED[side]


def test_numbers_that_leave_one_path_are_those_of_brute_force():
    from benchmarks.studies.records.numbers import counted_by_path, unique_numbers

    for ends, rows in paths(3).items():
        inner = [cell for cell in range(9) if cell not in ends]
        wanted = [
            chosen
            for chosen in permutations(inner, 2)
            if sum(row.index(chosen[0]) < row.index(chosen[1]) for row in rows) == 1
        ]
        assert unique_numbers(np.array(rows, np.uint8), 2) == wanted
        assert counted_by_path(np.array(rows, np.uint8), 2) == wanted


def test_numbers_are_told_over_several_parts(monkeypatch):
    from benchmarks.studies.records import numbers

    rows = np.array([[0, *inner, 6] for inner in permutations(range(1, 6))], np.uint8)
    some = rows[np.random.default_rng(7).choice(len(rows), 20, replace=False)]
    wanted = numbers.counted_by_path(some, 3)
    assert wanted
    assert numbers.unique_numbers(some, 3) == wanted
    monkeypatch.setattr(numbers, "PART", 6)
    assert numbers.unique_numbers(some, 3) == wanted


def test_fewest_walls_are_those_of_brute_force():
    from benchmarks.studies.records.walls import sides, steps, walls_that_leave_one

    for rows in paths(3).values():
        taken = steps(3, np.array(rows))
        ways = Counter(
            size
            for size in range(3)
            for walls in combinations(range(len(sides(3))), size)
            if sum(not row & sum(1 << i for i in walls) for row in taken.tolist()) == 1
        )
        least = min(ways)
        assert [walls_that_leave_one(taken, size) for size in range(least + 1)] == [0] * least + [ways[least]]


def test_gardens_are_told_apart_by_what_no_other_has():
    from benchmarks.studies.records.packed_squares import told_apart

    gardens = np.array([[1, 2, 3], [1, 2, 4], [1, 5, 4]], np.uint8)
    assert [told_apart(gardens, cells).tolist() for cells in ((0,), (1,), (2,), (1, 2))] == [[], [2], [0], [0, 1, 2]]


def test_boards_are_looked_at_edge_by_edge():
    from benchmarks.studies.records.nine_pieces import are_boards, boards, pieces_of

    assert [len(pieces_of(looks)) for looks in (1, 2, 3, 4)] == [1, 6, 24, 70]
    nine = pieces_of(3)[3:12]
    found = boards(nine, range(3), 3)
    assert len(found) == 3
    assert are_boards(nine, range(3), found)
    assert not are_boards(nine, range(3), found[[0, 0]])
    changed = found.copy()
    changed[0, [0, 8]] = changed[0, [8, 0]]
    assert not are_boards(nine, range(3), changed)
    assert not are_boards(nine, (1, 0, 2), found)


@pytest.mark.slow
@pytest.mark.parametrize(("side", "fewest", "orbits"), [(2, 2, 1), (3, 4, 41), (4, 2, 1), (5, 4, 6)])
def test_the_fewest_numbers_are_what_cp_sat_says(side, fewest, orbits):
    from benchmarks.studies.records.zips import few_numbers, images, puzzle

    firsts, total = few_numbers(side)
    assert (len(firsts[0]), len(firsts)) == (fewest, orbits)
    everything = {image for one in firsts for image in images(side, one)}
    assert len(everything) == total
    if side < 4:
        cells = permutations(range(side * side), fewest)
        assert everything == {numbers for numbers in cells if cm.is_unique(puzzle(side, numbers))}
    assert all(cm.is_unique(puzzle(side, one)) for one in firsts)


@pytest.mark.slow
def test_packed_gardens_and_their_symmetries():
    from benchmarks.studies.records.packed_squares import RIMS, moves, packings

    red = packings(("red", "red"))
    wanted = {
        tuple(dict(garden)[x, y] for y, x in product(range(4), repeat=2))
        for garden in gardens(cm.Garden.packed((4, 4)))
    }
    assert set(map(tuple, red.tolist())) == wanted
    for boundary in (("red", "red"), ("red", "torus")):
        found = set(map(tuple, packings(boundary).tolist()))
        for cells, tiles in moves(boundary):
            some = list(found)[:50]
            images = [dict(zip(cells, (tiles[tile] for tile in garden), strict=True)) for garden in some]
            assert {tuple(image[cell] for cell in range(16)) for image in images} <= found
    assert [len(set(moves((rim, rim)))) for rim in RIMS] == [8, 8, 128]


@pytest.mark.slow
@pytest.mark.parametrize("rule", ["equal", "sum-zero"])
def test_boards_of_nine_pieces_are_as_many_as_cp_sat_counts(rule):
    from random import Random

    from benchmarks.studies.records.nine_pieces import boards, pieces_of
    from benchmarks.studies.records.sets import RULES, puzzle

    random = Random(3)
    for _ in range(8):
        nine = random.sample(pieces_of(4), 9)
        found = boards(nine, RULES[rule], 400)
        assert len(found) == min(cm.count(puzzle(nine, rule), limit=400).total, 400)
