"""The programs of the four articles: their counts, what they find, and that machine code takes the same steps."""

from dataclasses import replace
from itertools import islice
from random import Random
from signal import SIGINT, raise_signal

import pytest
from examples import examples
from fuzz_differential import DRAWN
from hypothesis import given
from hypothesis import strategies as st
from puzzle_strategies import zigzaws, zips

import cpmodels as cm
import readers
from cpmodels import EdgeMatching, Garden, Zigzaw, Zip
from cpmodels.base.errors import UnsupportedError
from cpmodels.puzzles import BorderFrog, Frog
from cpmodels.puzzles.edge_matching.article import article as nine_pieces
from cpmodels.puzzles.edge_matching.generator import cut_set
from cpmodels.puzzles.edge_matching.reference import boards
from cpmodels.puzzles.garden.article import article as collapse
from cpmodels.puzzles.zigzaw.article import article as frogs
from cpmodels.puzzles.zip.article import MOST_MOVES
from cpmodels.puzzles.zip.article import article as moves
from cpmodels.racing import Question
from cpmodels.racing._solvers import loaded
from cpmodels.reference.articles import ON
from cpmodels.reference.paths import paths
from cpmodels.reference.steps import Walk

BOTH = pytest.mark.parametrize("compiled", [False, True])


def all_of(search, puzzle):
    """All answers, which are right, once the search has ended."""
    found = list(search)
    assert search.exhausted
    assert not any(map(puzzle.check, found))
    return found


@BOTH
def test_the_zigzaw_takes_its_authors_949_steps(compiled):
    puzzle = readers.read("zigzaw")
    search = frogs(puzzle, compiled=compiled)
    answer = next(iter(search))
    assert puzzle.check(answer) == []
    assert search.counts == {"steps": 949, "steps back": 434, "fit tests": 28_376}
    assert list(search) == []
    assert search.exhausted


@BOTH
def test_the_nine_pieces_take_their_authors_386_tries(compiled, data):
    search = nine_pieces(readers.read(data / "edge_matching/nine_piece/puzzle-0000.txt"), compiled=compiled)
    assert len(list(search)) == 4
    assert search.effort == 386
    assert sum(search.counts[f"level {level}"] for level in range(1, 10)) == 385


@BOTH
@pytest.mark.parametrize(("name", "first", "nodes"), [("zip-6", 279, 299), ("zip-7-walls", 1956, 3687)])
def test_a_zip_takes_as_many_nodes_as_ever(name, first, nodes, compiled):
    puzzle = readers.read(name)
    search, walk = moves(puzzle, compiled=compiled), Walk(paths(puzzle))
    assert next(iter(search)) == next(iter(walk))
    assert search.counts["nodes"] == first
    assert all_of(search, puzzle) == list(walk)
    assert search.counts["nodes"] == nodes >= walk.effort
    assert search.counts["moves"] > nodes


def test_a_zip_comes_back_after_a_million_moves_and_goes_on():
    puzzle = readers.read("zip-10")
    search = moves(puzzle, compiled=True)
    assert puzzle.check(next(iter(search))) == []
    assert search.counts["time-outs"] == search.counts["moves"] // MOST_MOVES > 0


@BOTH
@pytest.mark.parametrize("name", ["nine-one", "nine-many"])
def test_nine_pieces_take_as_many_tries_as_the_loop_that_is_watched(name, compiled):
    puzzle = readers.read(name)
    search, walk = nine_pieces(puzzle, compiled=compiled), Walk(boards(puzzle, "spiral"))
    assert set(all_of(search, puzzle)) == set(walk)
    assert search.effort == walk.effort + 1


@examples(60)
@given(st.one_of(zips().filter(lambda puzzle: len(puzzle.waypoints) > 1), zigzaws()), st.booleans())
def test_what_is_found_is_what_brute_force_finds(puzzle, compiled):
    truth = DRAWN[puzzle.kind][1](puzzle)
    found = all_of({"zip": moves, "zigzaw": frogs}[puzzle.kind](puzzle, compiled=compiled), puzzle)
    assert (len(set(found)), set(map(truth.look, found))) == (truth.told_apart, truth.looks)
    assert len(found) == len(set(found))


@BOTH
@pytest.mark.parametrize("rule", ["equal", "sum-zero"])
def test_boards_are_those_of_the_library(rule, compiled):
    for seed in range(3):
        puzzle, _ = cut_set(3, 3, 5, Random(seed), rule=rule, rotations=True, border=False)
        boards = all_of(nine_pieces(puzzle, compiled=compiled), puzzle)
        assert {puzzle.appearance(board) for board in boards} == set(map(puzzle.appearance, cm.solutions(puzzle)))


def test_a_board_that_breaks_the_border_below_is_refused_where_the_program_would_stop():
    red, blue = (Frog(*["white"] * 6, body="white") for _ in range(2))
    red, blue = replace(red, right_side="red"), replace(blue, right_side="blue")
    search = frogs(Zigzaw(1, 2, [red, blue], [BorderFrog(1, 0, Frog(left_leg="blue"))]))
    assert len(list(search)) == search.refused == 1


def test_a_program_that_is_broken_off_proves_nothing(monkeypatch):
    search = moves(Zip(3, 3, [(0, 0), (2, 2)]))
    monkeypatch.setattr(Zip, "check", lambda *_: raise_signal(SIGINT))
    with pytest.raises(KeyboardInterrupt):
        next(iter(search))
    monkeypatch.undo()
    assert list(search) == []
    assert not search.exhausted


@pytest.mark.parametrize("seed", [0, 3])
def test_a_collapse_takes_the_same_steps_as_machine_code(seed):
    garden = readers.read("squares-in-15")
    plain, compiled = collapse(garden, seed), collapse(garden, seed, compiled=True)
    assert next(iter(plain)) == next(iter(compiled))
    assert plain.counts == compiled.counts
    assert plain.counts["tries"] > 1


@BOTH
def test_a_cell_that_is_left_the_last_tile_alone_is_decided(compiled, monkeypatch):
    """That tile, of six blue sides, has the bit of the sign in machine code."""
    monkeypatch.setattr("cpmodels.puzzles.garden.article.Article", lambda *parts: parts)
    around = [(8, (2, 1, 1)), (2, (0, 1, 1)), (4, (1, 2, 1)), (1, (1, 0, 1)), (32, (1, 1, 2)), (16, (1, 1, 0))]
    _, run, _, counts = collapse(Garden.hanging((3, 3, 3), fixed=around), compiled=compiled)
    assert [run() for _ in range(4)] == [ON] * 4
    assert counts() == {"tries": 4, "choices": 32, "unfinished": 1, "endless": 3}


@pytest.mark.parametrize("seed", [-1, 2**31 - 2])
def test_no_seed_leaves_the_generator_of_random_numbers_at_zero(seed):
    search = collapse(Garden.hanging((9, 9)), seed, compiled=True)
    assert len(set(islice(search, 3))) == 3


def test_about_one_stop_in_twenty_is_unfinished():
    """The article looks at one corner of its grid, which may be air before all tiles are laid."""
    garden = readers.read("squares-in-15")
    search = collapse(garden, compiled=True)
    found = list(islice(search, 200))
    assert not any(map(garden.check, found))
    assert len(set(found)) > 150
    stops = len(found) + search.refused + search.counts["unfinished"]
    assert 0.02 < search.counts["unfinished"] / stops < 0.12
    assert 50 < search.counts["tries"] / stops < 500


def test_in_a_small_box_the_rim_and_the_corner_that_are_not_looked_at_matter():
    search = collapse(Garden.hanging((5, 5)), seed=1, compiled=True)
    assert next(iter(search)).codes[2, 2] == 15
    assert search.refused > 0
    assert search.counts["endless"] > 0
    assert search.counts["unfinished"] > 0
    assert not search.exhausted


def test_packed_cubes_are_found_by_starting_over():
    garden = readers.read("cubes-packed")
    search = collapse(garden, seed=4, compiled=True)
    answer = next(iter(search))
    assert garden.check(answer) == []
    assert (answer.codes[1, 1, 1], answer.codes[2, 2, 2]) == (63, 0)
    assert search.counts["tries"] > 1
    assert search.counts["unfinished"] == search.refused == 0


@pytest.mark.parametrize(
    ("article", "puzzle"),
    [
        (moves, Zip(2, 2)),
        (nine_pieces, EdgeMatching(1, 1, [(0, 0, 0, 0)], border=0)),
        (nine_pieces, EdgeMatching(1, 1, [(1, 1, 1, 1)], rotations=False)),
        (nine_pieces, EdgeMatching(1, 1, [(1, 1, 1, 1)], clues=[(0, 0, 0, 0)])),
        (nine_pieces, EdgeMatching(1, 1, [(1, 1, 1, 1)], maximise="score")),
        (nine_pieces, EdgeMatching(2, 2, [(1, 1, 1, 1)] * 4)),
        (collapse, Garden.packed((4, 4))),
        (collapse, Garden("packed", region=[(0, 0, 0), (0, 0, 1)], tiles="distinct", lattice="cubic")),
        (collapse, Garden.packed((2, 4, 8))),
        (collapse, Garden.packed((2, 2), tiles=(3, 6, 9, 12))),
        (collapse, Garden.packed((8, 8), lattice="hexagonal")),
        (collapse, Garden.hanging((3, 3, 3, 3), lattice="hypercubic")),
        (collapse, Garden.hanging((5, 5), red="place")),
        (collapse, Garden.hanging((5, 5), connected=True)),
        (collapse, Garden.hanging((5, 5), symmetry="C2")),
        (collapse, Garden.hanging(lattice="hexagonal", region="hexagon 5")),
    ],
)
def test_what_a_program_does_not_know_it_refuses(article, puzzle):
    with pytest.raises(UnsupportedError):
        article(puzzle)


def test_the_programs_take_part_in_races():
    solvers = {name: solver for name, solver in loaded().items() if solver.group == "article"}
    puzzles = {"zip": "zip-6", "zigzaw": "zigzaw", "edge_matching": "nine-one", "garden": "squares-in-15"}
    assert len(solvers) == 8
    for solver in (solver for name, solver in solvers.items() if name.endswith("-compiled")):
        puzzle = readers.read(puzzles[solver.kinds[0]])
        solver.warm_up()
        search = solver(Question(puzzle, "first", seed=3))
        assert puzzle.check(next(iter(search))) == []
        assert search.effort == next(iter(search.counts.values())) > 9
