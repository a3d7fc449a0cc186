"""Other models and parameters: each has the same full set of answers as the library's own choice."""

from itertools import product

import pytest
from asking import ask, ask_if_it_can, assert_all, assert_complete
from examples import examples
from hypothesis import assume, given
from hypothesis import strategies as st
from puzzle_strategies import edge_matchings, small_gardens, whole_gardens, zigzaws, zips

import cpmodels as cm
import readers
from benchmarks.ablations.__main__ import COVERS, PATHS

pytestmark = pytest.mark.slow

PUZZLES = {"zip": zips(), "edge_matching": edge_matchings(), "zigzaw": zigzaws(), "garden": small_gardens()}

PARAMETERS = ["linearization-1", "linearization-2", "presolve", "no-presolve", "each-answer"]
MODELS = ["demanded-symmetry", "tiles-alone"]
FIRST = ["workers-2", "workers-8", "no-race", "no-pivot", "no-attempts"]


@pytest.fixture
def ablation(solvers, name):
    return solvers[f"cpmodels/{name}"]


def test_all_are_tested(solvers):
    names = {solver.name for solver in solvers.values() if solver.group == "ablation"}
    assert names == {f"cpmodels/{name}" for name in (*PARAMETERS, *MODELS, *FIRST)}


def check(most, puzzles, test):
    """Run a test on some puzzles."""
    examples(most, derandomize=True)(given(puzzle=puzzles)(test))()


@pytest.mark.parametrize("name", MODELS)
def test_models_have_all_answers(ablation):
    check(5, PUZZLES["garden"], lambda puzzle: assert_all(ablation, puzzle))


@pytest.mark.parametrize(("kind", "name"), [*product(["zip"], PATHS), *product(["edge_matching", "zigzaw"], COVERS)])
def test_models_beside_the_library_have_as_many_solutions(kind, name):
    def has_as_many(puzzle):
        assume(kind != "zip" or len(puzzle.waypoints) > 1)
        assert cm.count((PATHS | COVERS)[name](puzzle), engine="cp-sat").total == cm.count(puzzle).total

    check(5, PUZZLES[kind], has_as_many)


@pytest.mark.parametrize("name", PARAMETERS)
def test_parameters_change_no_answer(ablation):
    check(5, st.one_of([PUZZLES[kind] for kind in ablation.kinds]), lambda puzzle: assert_all(ablation, puzzle))


@pytest.mark.parametrize("name", ["each-answer", "demanded-symmetry"])
def test_gardens_with_symmetry(ablation):
    symmetric = whole_gardens().filter(lambda garden: len(garden.group) > 1 and not garden.exact)
    check(4, symmetric, lambda puzzle: assert_all(ablation, puzzle))


@pytest.mark.parametrize(
    ("name", "puzzle"),
    [("each-answer", "nine-many"), ("demanded-symmetry", "squares-packed"), ("each-answer", "squares-packed")],
)
def test_built_in_puzzles(ablation, puzzle):
    assert_complete(*ask(ablation, readers.read(puzzle)), readers.read(puzzle))


@pytest.mark.parametrize("name", FIRST)
@pytest.mark.parametrize("kind", PUZZLES)
def test_first_answers(ablation, kind):
    def has_an_answer_when_there_is_one(puzzle):
        answers, exhausted = ask(ablation, puzzle, "first")
        assert exhausted == (not answers) == (not cm.count(puzzle).total)
        assert all(puzzle.check(answer) == [] for answer in answers)

    check(4, PUZZLES[kind], has_an_answer_when_there_is_one)


def test_tiles_alone_are_for_hanging_gardens(solvers):
    assert ask_if_it_can(solvers["cpmodels/tiles-alone"], cm.Garden.packed((4, 4))) is None


def test_a_demanded_symmetry_keeps_tiles_away_from_all_images_of_a_forbidden_cell(solvers):
    garden = cm.Garden.packed((4, 4), symmetry="D1'", forbidden=[(15, (1, 1)), (15, (1, 2))])
    assert_complete(*ask(solvers["cpmodels/demanded-symmetry"], garden), garden)
