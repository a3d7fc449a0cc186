"""The families of the benchmarks: reproducible, solvable as planted, and shaped as they say."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

import cpmodels as cm
import readers
from benchmarks.families import FAMILIES
from benchmarks.generators import edge_puzzle, zigzaw_puzzle, zip_puzzle
from benchmarks.published import LARGEST_SIDE
from cpmodels.base.regions import random_path
from cpmodels.puzzles.edge_matching.generator import hardest_colours
from cpmodels.puzzles.zigzaw import corners
from cpmodels.puzzles.zigzaw.generator import COLOURS

pytestmark = pytest.mark.slow

PUBLISHED = ["zip-published", "nine-published", "brendan", "tetravex-published", "zigzaw-published"]
GENERATED = [family for family in FAMILIES.values() if family.name not in PUBLISHED]
RANDOM = [
    family for family in GENERATED if family.name.startswith(("zip-", "edge-", "zigzaw-")) and family.name != "zip-20"
]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("side", [3, 4, 7])
def test_zips_are_made_from_a_path(side, seed):
    puzzle, path = zip_puzzle(side, seed, numbers=4, walls=5)
    assert puzzle.check(path) == []
    assert len(puzzle.waypoints) == 4
    assert len(puzzle.walls) == min(5, (side - 1) ** 2)
    assert not set(puzzle.walls) & {tuple(sorted(step)) for step in pairwise(path.cells)}


def test_all_sides_that_the_path_leaves_free_can_be_walls():
    puzzle, path = zip_puzzle(4, seed=0, numbers=2, walls=100)
    assert len(puzzle.walls) == 9
    assert [p.cells for p in cm.solutions(puzzle)] == [path.cells]


def test_paths_are_of_many_shapes_and_reach_all_corners():
    paths = [random_path(3, 3, Random(seed)) for seed in range(600)]
    assert all(sorted(path) == [(r, c) for r in range(3) for c in range(3)] for path in paths)
    assert len({tuple(path) for path in paths}) == cm.count(cm.Zip(3, 3)).total == 40


@pytest.mark.parametrize("kind", [{}, {"rotations": False}, {"border": True}, {"rule": "sum-zero"}])
@pytest.mark.parametrize("side", [2, 3, 5])
def test_edge_matchings_are_cut_from_a_board(side, kind):
    for seed in range(3):
        puzzle, board = edge_puzzle(side, seed, 3, **kind)
        assert puzzle.check(board) == []
        assert (puzzle.rotations, puzzle.rule) == (kind.get("rotations", True), kind.get("rule", "equal"))
        edges = Counter(abs(edge) for piece in puzzle.pieces for edge in piece)
        assert set(edges) <= {0, 1, 2, 3}
        assert edges[0] == (4 * side if kind.get("border") else 0)
        assert puzzle.border == (0 if kind.get("border") else None)
    assert any(place != (i, 0) for i, (_, place) in enumerate(board))


@pytest.mark.parametrize("rotations", [True, False])
def test_fewer_colours_leave_many_answers_and_more_leave_the_planted_one(rotations):
    def answers(colours):
        """The mean number of answers to ten sets of 3 x 3, their four turns not told apart."""
        sets = [edge_puzzle(3, seed, colours, rotations=rotations).puzzle for seed in range(10)]
        return sum(cm.count(puzzle).told_apart for puzzle in sets) / (40 if rotations else 10)

    hardest = hardest_colours(3, 3, rotations=rotations)
    few, some, one = answers(hardest - 1), answers(hardest), answers(3 * hardest)
    assert few > some > one
    assert 2 < some < 20
    assert one < 1.5


def test_the_hardest_number_of_colours_solves_its_equation():
    """By whole numbers: 9! 4^9 ways to lay nine pieces, 12 touches; 9! without turns; 4! 4! 1 4 with a border."""
    for colours, ways in (
        (hardest_colours(3, 3), 362880 * 4**9),
        (hardest_colours(3, 3, rotations=False), 362880),
        (hardest_colours(3, 3, border=True), 24 * 24 * 4),
    ):
        assert (2 * colours - 1) ** 12 <= ways * 2**12 <= (2 * colours + 1) ** 12


@pytest.mark.parametrize(("border", "frogs"), [("all", 4 * 5 + 2), ("top", 6), ("none", 0)])
def test_zigzaws_are_cut_from_corners(border, frogs):
    for seed in range(3):
        puzzle, mosaic = zigzaw_puzzle(5, seed, border)
        assert puzzle.check(mosaic) == []
        assert len(puzzle.border) == frogs
        assert all(piece.row == -1 for piece in puzzle.border) or border == "all"
        assert {colour for piece in puzzle.pieces for colour in piece.outer} <= set(COLOURS)


def test_a_zigzaw_with_its_whole_border_has_all_corners_of_its_rim_fixed():
    puzzle = zigzaw_puzzle(4, 0).puzzle
    meeting = Counter(corner for cell in puzzle.centres for corner in corners(*cell))
    assert set(puzzle.border_colours) == {corner for corner, frogs in meeting.items() if frogs < 3}
    assert set(zigzaw_puzzle(4, 0, "top").puzzle.border_colours) < set(puzzle.border_colours)


def test_neighbouring_faces_of_a_cube_differ_as_on_the_zigzaw_of_1982():
    for puzzle in (readers.read("zigzaw"), zigzaw_puzzle(9, 0).puzzle):
        for frog in puzzle.pieces:
            assert len({frog.body, frog.left_arm, frog.left_side}) == 3
            assert len({frog.body, frog.right_arm, frog.right_side}) == 3
            assert frog.left_side != frog.left_leg
            assert frog.right_side != frog.right_leg


@pytest.mark.parametrize("family", RANDOM, ids=lambda family: family.name)
def test_a_seed_makes_a_puzzle_and_another_seed_another(family):
    size = next(iter(family.labels()))
    first, again, other = (family.make(size, seed) for seed in (0, 0, 1))
    assert first == again
    assert first != other
    assert first.kind == other.kind


def test_seeds_make_the_same_puzzles_for_ever():
    """Results are compared over years; a change here is a change of all instances."""
    assert FAMILIES["zip-few"].make(6, 0).waypoints == ((3, 5), (4, 2), (3, 0))
    assert FAMILIES["edge-open"].make(2, 0).pieces == ((7, 4, 8, 7), (7, 9, 9, 5), (7, 7, 6, 8), (8, 6, 7, 9))
    assert FAMILIES["zigzaw-open"].make(3, 0).pieces[0].outer == ("yellow", "orange", "blue", "red", "white", "orange")


@pytest.mark.parametrize("family", GENERATED, ids=lambda family: family.name)
def test_small_instances_have_the_answers_that_the_family_promises(family):
    instance = next(family.instances(seeds=1))
    if family.name in ("zip-15", "zip-20", "cubes-packed", "cubes-hanging"):
        assert instance.puzzle.infeasible_reason() is None
        return
    found = cm.solve(instance.puzzle)
    assert found.status is (cm.Status.INFEASIBLE if family.name == "cubes-impossible" else cm.Status.SOLVED)


@pytest.mark.parametrize(("box", "total"), [("4 x 6", 88), ("5 x 5", 328), ("5 x 6", 1944)])
def test_all_squares_are_as_many_as_the_note_says(box, total):
    family = FAMILIES["squares-all"]
    size = next(size for size, label in family.labels().items() if label == box)
    assert cm.count(family.make(size, 0)).total == total
    assert f"{total:,}" in family.note


def test_sizes_grow_and_instances_are_by_size_and_seed():
    for family in GENERATED:
        labels = family.labels()
        assert list(labels) == sorted(labels)
        assert set(family.quick) <= labels.keys()
        assert len(set(labels.values())) == len(labels)
    made = list(FAMILIES["zip-few"].instances(seeds=2, sizes=[4, 6]))
    assert [(i.label, i.seed) for i in made] == [("4 x 4", 0), ("4 x 4", 1), ("6 x 6", 0), ("6 x 6", 1)]
    assert (made[2].puzzle.rows, len(made[2].puzzle.waypoints)) == (6, 3)
    with pytest.raises(ValueError, match="zip-few has no size 99; it has 4 x 4, 5 x 5"):
        FAMILIES["zip-few"].instances(seeds=1, sizes=[99])


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_families_say_why_they_are_skipped(name, monkeypatch, tmp_path):
    family = FAMILIES[name]
    monkeypatch.delenv("CPMODELS_DATA", raising=False)
    assert family.available() == "the folder of published puzzles is not named by CPMODELS_DATA"
    assert list(family.instances(seeds=3)) == list(family.quick_instances()) == []
    monkeypatch.setenv("CPMODELS_DATA", str(tmp_path))
    assert str(tmp_path) in family.available()
    assert family.labels() == {}


def test_published_families_are_the_files_of_the_folder(data, monkeypatch):
    monkeypatch.setenv("CPMODELS_DATA", str(data))
    counts = {name: len(list(FAMILIES[name].instances(seeds=2))) for name in PUBLISHED}
    sides = [max(map(int, file.stem.split("x"))) for file in data.glob("edge_matching/brendan/*.json")]
    # Of 61 ZIPs four, and of 35 sets of nine three, are there twice; these have one seed each.
    assert counts == {
        "zip-published": 57,
        "nine-published": 32,
        "brendan": 2 * sum(side <= LARGEST_SIDE for side in sides),
        "tetravex-published": 22,
        "zigzaw-published": 2,
    }
    brendan = FAMILIES["brendan"].instances(seeds=1)
    assert {(i.puzzle.border, i.label) for i in brendan} >= {(0, "6 x 6"), (0, "8 x 8")}
    assert all(len(i.puzzle.pieces) == 9 for i in FAMILIES["nine-published"].instances(seeds=1))


def test_a_quick_run_is_short():
    """At most 145 runs with all solvers: see `FAMILIES`."""
    published = {name: len(FAMILIES[name].quick) for name in PUBLISHED}
    counts = published | Counter(family.name for family in GENERATED for _ in family.quick_instances())
    assert set(counts) == set(FAMILIES) - {"zip-15", "zip-20", "edge-fixed", "zigzaw-top"}
    assert sum(count * len(FAMILIES[name].solvers) for name, count in counts.items()) <= 145
