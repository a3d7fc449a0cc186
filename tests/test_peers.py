"""Other libraries as solvers of races: each finds the same answers as the library, and proves the same."""

from dataclasses import replace
from importlib.util import find_spec

import pytest
from asking import ask, ask_if_it_can, assert_all, assert_complete, assert_order_counts
from examples import examples
from hypothesis import given
from puzzle_strategies import edge_matchings, plain, small_gardens, small_variants, zigzaws, zips

import cpmodels as cm
import readers
from benchmarks.peers import boards

pytestmark = pytest.mark.slow

MODULES = {
    "xcover": "xcover",
    "clingo": "clingo",
    "cpmpy": "cpmpy",
    "cpmpy/steps": "cpmpy",
    "python-constraint": "constraint",
    "multi-puzzle-solver": "puzzle_solver",
}


def of_known_tiles(gardens):
    """Plain gardens, of tiles that are given."""
    return gardens.map(plain).filter(lambda garden: garden.tiles != "distinct")


PUZZLES = {
    "zip": zips(most_cells=9),
    "edge_matching": edge_matchings(),
    "zigzaw": zigzaws(most_cells=4),
    "garden": small_gardens(),
    "plain garden": of_known_tiles(small_gardens()),
    "small plain garden": of_known_tiles(small_variants()),
}
KINDS = {
    "xcover": ("edge_matching", "zigzaw", "garden"),
    "clingo": ("zip", "edge_matching", "zigzaw", "plain garden"),
    "cpmpy": ("zip", "edge_matching", "zigzaw", "plain garden"),
    "cpmpy/steps": ("zip",),
    "python-constraint": ("zip", "edge_matching", "zigzaw", "small plain garden"),
}
"""The kinds of which each has the right answers; gardens of 25 cells are too much for python-constraint."""

few = examples(5, derandomize=True)


@pytest.fixture
def peer(solvers, name):
    """The solver of this name; the test is skipped where its package is not installed."""
    if find_spec(MODULES[name]) is None:
        pytest.skip(f"{MODULES[name]} is not installed")
    assert solvers[name].module == MODULES[name]
    return solvers[name]


@pytest.mark.parametrize(("name", "kind"), [(name, kind) for name, kinds in KINDS.items() for kind in kinds])
def test_all_answers_are_those_of_the_library(peer, kind):
    few(given(puzzle=PUZZLES[kind])(lambda puzzle: assert_all(peer, puzzle)))()


@pytest.mark.parametrize(
    ("name", "puzzle"),
    [(name, "nine-many") for name in ("xcover", "cpmpy", "python-constraint")]
    + [(name, "squares-packed") for name in ("xcover", "cpmpy")]
    + [(name, "zip-6") for name in ("cpmpy", "cpmpy/steps", "multi-puzzle-solver")],
)
def test_built_in_puzzles(peer, puzzle):
    assert_complete(*ask(peer, readers.read(puzzle)), readers.read(puzzle))


BOARDS = {kind: f"{kind}-{ {'hidoku': 4, 'heyawake': 6, 'shikaku': 6}.get(kind, 5) }" for kind in boards.KINDS}
"""A built-in puzzle of each."""


@pytest.mark.parametrize("name", ["multi-puzzle-solver", "noqx", "puzzlekit", "cspuz"])
def test_boards_of_eight_kinds_have_the_solution_of_the_library(solvers, name):
    peer = solvers[name]
    try:
        peer.require()
        peer.warm_up()
    except cm.errors.MissingExtraError as error:
        pytest.skip(str(error))
    kinds = list(filter(peer.takes, boards.KINDS))
    assert kinds
    for kind in kinds:
        puzzle = readers.read(BOARDS[kind])
        if (kind, name) != ("yajilin", "multi-puzzle-solver"):  # which shades no cell that no arrow points at
            for task in set(peer.tasks) - {"all"}:
                assert ask(peer, puzzle, task) == ([cm.solve(puzzle).solution], task == "unique")


@pytest.mark.parametrize("name", [name for name, kinds in KINDS.items() if "zip" in kinds])
def test_numbers_are_met_in_order(peer):
    assert_order_counts(peer)


@pytest.mark.parametrize("name", ["python-constraint", "cpmpy", "xcover"])
def test_air_is_in_all_the_cells_that_are_left(peer):
    garden = cm.Garden.hanging((4, 3), tiles=(2, 8, 1, 4))
    answers, exhausted = ask(peer, garden)
    assert_complete(answers, exhausted, garden)
    assert len(answers) > 1


NONE = {
    "zip": cm.Zip(3, 3, [(0, 1), (2, 1)]),
    "edge_matching": cm.EdgeMatching(1, 2, [(1, 2, 3, 4), (5, 6, 7, 8)]),
    "zigzaw": cm.Zigzaw(1, 2, [cm.puzzles.Frog(*["red"] * 6), cm.puzzles.Frog(*["blue"] * 6)]),
    "garden": cm.Garden.hanging((3, 2), tiles=(2, 8, 1)),
}
ONE = {
    "zip": cm.Zip(2, 3, [(0, 0), (1, 0)]),
    "edge_matching": cm.EdgeMatching(1, 2, [(1, 2, 3, 4), (5, 6, 7, 2)], rotations=False),
    "zigzaw": cm.Zigzaw(1, 1, [cm.puzzles.Frog(*["red"] * 6)]),
    "garden": cm.Garden.hanging((2, 1), tiles=(2, 8)),
}
MORE = {
    "zip": cm.Zip(3, 3, [(0, 0), (2, 2)]),
    "edge_matching": cm.EdgeMatching(1, 2, [(1, 2, 1, 2), (1, 2, 1, 4)]),
    "zigzaw": cm.Zigzaw(2, 1, [cm.puzzles.Frog(*["red"] * 6, body="blue"), cm.puzzles.Frog(*["red"] * 6)]),
    "garden": cm.Garden.hanging((3, 1), tiles=(2, 8)),
}
EVERY = [*KINDS.items(), ("multi-puzzle-solver", ("zip",))]


@pytest.mark.parametrize("task", ["first", "unique"])
@pytest.mark.parametrize(("name", "kind"), [(name, kind) for name, kinds in EVERY for kind in kinds])
def test_none_one_and_more_are_told_apart(peer, kind, task):
    kind = kind.split()[-1]
    assert ask(peer, NONE[kind], task) == ([], True)
    (only,), exhausted = ask(peer, ONE[kind], task)
    assert ONE[kind].check(only) == []
    assert exhausted or task == "first"
    several, exhausted = ask(peer, MORE[kind], task)
    assert len(set(several)) == len(several) == {"first": 1, "unique": 2}[task]
    assert all(MORE[kind].check(answer) == [] for answer in several)
    assert not exhausted


def assert_right_ones_among_all(solver, puzzle):
    answers, exhausted = ask(solver, puzzle)
    assert exhausted
    assert {path for path in answers if puzzle.check(path) == []} == set(cm.solutions(puzzle))


@pytest.mark.parametrize("name", ["multi-puzzle-solver"])
def test_all_paths_are_among_those_of_multi_puzzle_solver(peer):
    numbered = zips(most_cells=12).map(lambda puzzle: replace(puzzle, walls=())).filter(lambda p: len(p.waypoints) > 1)
    few(given(puzzle=numbered)(lambda puzzle: assert_right_ones_among_all(peer, puzzle)))()


@pytest.mark.parametrize("name", ["multi-puzzle-solver"])
def test_wrong_paths_of_multi_puzzle_solver_are_handed_on(peer):
    puzzle = cm.Zip(3, 3, [(2, 2), (1, 2), (2, 0), (2, 1), (1, 1)])
    assert any(puzzle.check(path) for path in ask(peer, puzzle)[0])


@pytest.mark.parametrize("name", ["xcover"])
def test_another_seed_is_another_order(peer):
    puzzle = readers.read("nine-many")
    assert len({ask(peer, puzzle, "first", seed)[0][0] for seed in range(6)}) > 1


@pytest.mark.parametrize("name", ["cpmpy", "python-constraint"])
def test_what_has_no_form_is_not_supported(peer):
    for variant in ({"symmetry": "C2"}, {"connected": True}, {"tiles": "distinct"}, {"minimise": "volume"}):
        assert ask_if_it_can(peer, cm.Garden.hanging((4, 4), **variant)) is None


@pytest.mark.parametrize("name", ["multi-puzzle-solver"])
def test_walls_and_free_ends_are_not_supported(peer):
    assert ask_if_it_can(peer, cm.Zip(2, 2, [(0, 0), (0, 1)], [((0, 0), (0, 1))])) is None
    assert ask_if_it_can(peer, cm.Zip(2, 2, [(0, 0)])) is None


@pytest.mark.parametrize("name", [name for name, _ in EVERY])
def test_warm_up_leaves_the_search_as_it_was(peer, name):
    peer.warm_up()
    puzzle = MORE[dict(EVERY)[name][0]]
    assert_complete(*ask(peer, puzzle), puzzle)
