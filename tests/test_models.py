"""What holds for every model: nothing but the key is free, symmetries permute answers, rules can be added."""

import pytest
from command_line import printed_by
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from ortools.sat.python import cp_model
from puzzle_strategies import edge_matchings, small_gardens, zigzaws, zips

import cpmodels as cm

any_puzzle = st.one_of(edge_matchings(), zips(), zigzaws(), small_gardens())


def other_answers_with_the_same_key(puzzle):
    """Status of: two models of a puzzle in one CpModel, keys tied, and some other variable different."""
    cp = cp_model.CpModel()
    first = cm.build(puzzle, cp)
    size = len(cp.proto.variables)
    second = cm.build(puzzle, cp)
    variables = [cp.get_int_var_from_proto_index(i) for i in range(len(cp.proto.variables))]
    # Constants are shared by the models of one CpModel.
    ours, theirs = ([v for v in part if len({*v.proto.domain}) > 1] for part in (variables[:size], variables[size:]))
    partner = {v.index: w.index for v, w in zip(ours, theirs, strict=True)}
    for one, other in zip(first.key, second.key, strict=True):
        assert partner[one.index] == other.index
        cp.add(one == other)
    differences = []
    for one, other in zip(ours, theirs, strict=True):
        differs = cp.new_bool_var("")
        cp.add(one != other).only_enforce_if(differs)
        differences.append(differs)
    cp.add_bool_or(differences)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return solver.solve(cp)


@examples(80)
@given(any_puzzle)
def test_nothing_but_the_key_is_free(puzzle):
    assert other_answers_with_the_same_key(puzzle) == cp_model.INFEASIBLE


@examples(40)
@given(any_puzzle)
def test_every_constraint_says_what_it_says(puzzle):
    """By its name, so that explanations need not speak of variables."""
    proto = cm.build(puzzle).cp.proto
    assert [constraint for constraint in proto.constraints if not constraint.name] == []


def test_nothing_but_the_key_is_free_in_three_dimensions():
    for garden in (
        cm.Garden.hanging((4, 4, 4), symmetry="C3v", connected=True, red="place"),
        cm.Garden.packed(fixed=[(63, (1, 1, 1)), (0, (2, 2, 2))], symmetry="C3"),
        cm.Garden.packed((2, 2, 2), tiles="distinct", boundary="torus", components=(2, None), symmetry="C3"),
        cm.Garden.packed((2, 2, 1), tiles="distinct", boundary=("free", "free", "torus"), components=(1, 2)),
        cm.Garden.hanging((3, 2, 2), tiles="distinct", red="place", components=(1, 2), touching=True),
    ):
        assert other_answers_with_the_same_key(garden) == cp_model.INFEASIBLE


@examples(80)
@given(any_puzzle)
def test_half_of_the_symmetries_keep_the_pivots(puzzle):
    """That they are a group the model sees; that solutions go to solutions, and have one pivot, `check_kind`."""
    model = cm.build(puzzle)
    pivots = set(model.pivots)
    keeping = [s for s in model.symmetries if {s[pivot] for pivot in pivots} == pivots]
    assert 2 * len(keeping) >= len(model.symmetries)


@pytest.mark.parametrize(
    "used",
    [
        "import renderers, readers; readers.read('zip-4').describe()",
        "cm.count(cm.Zip(2, 2), engine='frontier'); cm.all_solutions(cm.Zip(2, 3)).sample(2, seed=1)",
    ],
)
def test_what_needs_no_cp_sat_does_not_load_it(used):
    """It takes as long to load as a count by the states of a frontier does on most boards."""
    code = f"import sys, cpmodels as cm; {used}; print(sys.modules.keys() & {{'ortools', 'pandas'}})"
    assert printed_by(code) == "set()\n"
