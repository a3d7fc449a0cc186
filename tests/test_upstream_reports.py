"""Reports of wrong answers by CP-SAT, under the library's parameters; and the command that looks at a new OR-Tools."""

import subprocess
import sys
from itertools import product
from pathlib import Path

import new_ortools
import pytest
from ortools.sat.python import cp_model
from upstream_reports import REPORTS, SETS, wrong

import cpmodels as cm
from cpmodels._parameters import sat_parameters
from cpmodels.search._question import parameters_of


@pytest.mark.parametrize("seed", [None, 1])
@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("report", REPORTS)
def test_no_parameters_of_the_library_bring_a_report_back(report, name, seed):
    assert list(wrong(REPORTS[report], SETS[name], seed)) == []


def test_a_defect_that_the_library_works_around_does_not_reach_its_users():
    """5141: `why_infeasible` is right where CP-SAT's own literals are not to be trusted; of `relax` see its tests."""
    cp = cp_model.CpModel()
    v, y = cp.new_bool_var("v"), cp.new_bool_var("y")
    cp.add(v == y).with_name("the same")
    cp.add(v == 0).with_name("off")
    cp.add_assumptions([y])
    conflict = cm.why_infeasible(cm.Model(cp=cp, key=[v]))
    assert {constraint.what for constraint in conflict.constraints} == {"the same", "off", "'y'"}


def test_a_boolean_twice_where_one_is_true_at_most_does_not_end_the_process():
    """Without presolve CP-SAT finds a solution, "Infeasible solution!", and aborts."""
    cp = cp_model.CpModel()
    a, b = cp.new_bool_var("a"), cp.new_bool_var("b")
    cp.add_bool_or(~a, ~b)
    cp.add_at_most_one(~a, ~b, ~b, b)
    counted = cm.count(cm.Model(cp=cp, key=[a, b]))
    assert (counted.total, counted.exhausted) == (0, True)


def test_a_table_that_contradicts_an_element_does_not_end_the_process():
    """Without presolve CP-SAT aborts."""
    cp = cp_model.CpModel()
    a, b = cp.new_bool_var("a"), cp.new_bool_var("b")
    cp.add_element(b, [1, 0, 0, 1, 0], a)
    cp.add_allowed_assignments([a, b], [(0, 0)])
    counted = cm.count(cm.Model(cp=cp, key=[a, b]))
    assert (counted.total, counted.exhausted) == (0, True)


def test_what_is_added_to_a_model_that_is_searched_without_presolve_may_need_it():
    """As models of paths are; then a table that contradicts an element could end the process."""
    model = cm.build(cm.Zip(2, 2))
    a, b = model.key[:2]
    model.cp.add_element(b, [1, 0, 0, 1, 0], a)
    assert not parameters_of(model)["cp_model_presolve"]
    model.cp.add_allowed_assignments([a, b], [(0, 0)])
    assert parameters_of(model)["cp_model_presolve"]
    counted = cm.count(model)
    assert (counted.total, counted.exhausted) == (0, True)


@pytest.mark.parametrize("presolve", [False, True])
def test_a_box_of_which_one_side_alone_is_optional_loses_no_solution(presolve):
    """CP-SAT itself finds 54."""
    cp = cp_model.CpModel()
    there, x, y = cp.new_bool_var("there"), cp.new_int_var(0, 3, "x"), cp.new_int_var(0, 3, "y")
    first = cp.new_fixed_size_interval_var(x, 2, ""), cp.new_fixed_size_interval_var(y, 2, "")
    second = cp.new_optional_fixed_size_interval_var(y, 2, there, ""), cp.new_fixed_size_interval_var(y, 3, "")
    cp.add_no_overlap_2d([first[0], second[0]], [first[1], second[1]])
    right = sum(not (t and abs(a - b) < 2) for t, a, b in product((0, 1), range(4), range(4)))
    assert cm.count(cm.Model(cp=cp, key=[there, x, y]), cp_model_presolve=presolve).total == right


def test_a_box_that_can_never_be_there_does_not_end_the_process():
    """CP-SAT's presolve crashes."""
    cp = cp_model.CpModel()
    there, late = cp.new_bool_var("there"), cp.new_bool_var("late")
    first = cp.new_fixed_size_interval_var(0, 2, ""), cp.new_fixed_size_interval_var(0, 3, "")
    ends_too_soon = cp.new_optional_interval_var(1, 1, late, there, "")
    second = cp.new_optional_fixed_size_interval_var(0, 2, there, ""), ends_too_soon
    cp.add_no_overlap_2d([first[0], second[0]], [first[1], second[1]])
    found = cm.solve(cm.Model(cp=cp, key=[there]), isolated=True, workers=1)
    assert found.status is cm.Status.SOLVED, found.reason


def test_an_interval_of_a_negative_size_does_not_end_the_process():
    """CP-SAT crashes without presolve."""
    cp = cp_model.CpModel()
    there, other = cp.new_bool_var("there"), cp.new_bool_var("other")
    tasks = [
        cp.new_optional_interval_var(0, -1, 0, there, ""),
        cp.new_fixed_size_interval_var(0, 3, ""),
        cp.new_optional_fixed_size_interval_var(0, 3, other, ""),
    ]
    cp.add_cumulative(tasks, [1, 1, 1], 2)
    counted = cm.count(cm.Model(cp=cp, key=[there, other]), isolated=True)
    assert (counted.total, counted.exhausted) == (2, True)


def test_nobody_has_to_leave_the_depot():
    """CP-SAT's presolve says that there is no solution."""
    cp = cp_model.CpModel()
    out, back, stays = (cp.new_bool_var(name) for name in ("out", "back", "stays"))
    cp.add_multiple_circuit([(0, 1, out), (1, 0, back), (1, 1, stays)])
    model = cm.Model(cp=cp, key=[out, back, stays])
    assert [cm.count(model, given={"out": go}, cp_model_presolve=True).total for go in (False, True)] == [1, 1]
    assert cm.count(model, isolated=True).total == 2
    cp.add(out == 0)
    assert cm.solve(cm.Model(cp=cp, key=[stays]), workers=1, cp_model_presolve=True).solution.true == ("stays",)


def test_an_event_of_a_reservoir_may_be_there_where_a_boolean_is_false():
    """CP-SAT's check of its solution takes it for one that is there where that is true, and aborts."""
    cp = cp_model.CpModel()
    empty, fills = cp.new_bool_var("empty"), cp.new_bool_var("fills")
    cp.add_reservoir_constraint_with_active([2, 2], [1, -1], [~empty, fills], 0, 0)
    model = cm.Model(cp=cp, key=[empty, fills])
    assert cm.count(model, isolated=True).total == 2
    assert {solution.true for solution in cm.solutions(model)} == {("empty",), ("fills",)}


@pytest.mark.parametrize(
    ("add", "values", "right"),
    [
        (lambda cp, x: cp.add_multiplication_equality(x, [x, x]), [-2, -1], set()),
        (lambda cp, x: cp.add_multiplication_equality(2 * x - 1, [x, x, 1]), [-1, 1, 2], {1}),
        (lambda cp, x: cp.add_division_equality(x, x, 3), [-3, -1, 6], set()),
        (lambda cp, x: cp.add_modulo_equality(x - 2, x, 3), [-1, 2, 4], set()),
    ],
)
@pytest.mark.parametrize("conditions", [["on"], ["on", "also"]])
def test_an_enforced_product_is_presolved_in_a_moment(add, values, right, conditions):
    """CP-SAT's presolve of the first one does not end, and does not look at its time limit."""
    cp = cp_model.CpModel()
    x = cp.new_int_var_from_domain(cp_model.Domain.from_values(values), "x")
    literals = {name: cp.new_bool_var(name) for name in ("on", "also")}
    add(cp, x).only_enforce_if([literals[name] for name in conditions])
    model = cm.Model(cp=cp, key={"x": x, **literals})
    # Isolated, the process is over where presolve would go on and on.
    found = cm.count(model, isolated=True, time_limit=60, cp_model_presolve=True)
    held = [
        x
        for x in values
        for on, also in product((0, 1), repeat=2)
        if x in right or not (on and (also or len(conditions) == 1))
    ]
    assert (found.total, found.exhausted) == (len(held), True)
    cp.maximize(sum(literals[name] for name in conditions))
    best = len(conditions) if right else len(conditions) - 1
    assert cm.solve(model, workers=1, isolated=True, time_limit=60).objective == best


def test_a_search_that_knows_no_assumptions_heeds_those_of_a_model():
    """CP-SAT's local search finds (0, 0, 1, 0)."""
    cp = cp_model.CpModel()
    some = [cp.new_bool_var(name) for name in "abcd"]
    cp.add(sum(some) >= 1)
    cp.add_assumptions([~one for one in some[:3]])
    assert cm.solve(cm.Model(cp=cp, key=some), use_ls_only=True).solution.true == ("d",)


def test_the_step_of_5293_is_always_off():
    for given in ({}, {"cp_model_presolve": True}, {"presolve_inclusion_work_limit": 0}):
        assert sat_parameters(given).presolve_inclusion_work_limit == 0


def test_solutions_that_are_not_feasible_end_an_isolated_process_alone():
    """As in 5003: the process is aborted, and what is said is that nothing is proved."""
    cp = cp_model.CpModel()
    x = cp.new_bool_var("x")
    cp.add_modulo_equality(x - 2, x, 2)
    found = cm.solve(cm.Model(cp=cp, key=[x]), isolated=True, workers=1, cp_model_presolve=True)
    lost = found.status is cm.Status.UNKNOWN and "OR-Tools' process was lost" in found.reason
    assert lost or found.status is cm.Status.INFEASIBLE


@pytest.mark.parametrize("code", [0, 1])
def test_a_new_ortools_may_be_used_where_every_step_passes(code, monkeypatch, capsys):
    steps = {"one": ["-c", "pass"], "other": ["-c", f"raise SystemExit({code})"]}
    monkeypatch.setattr(new_ortools, "steps", lambda _: steps)
    with pytest.raises(SystemExit) as ended:
        new_ortools.main([])
    assert ended.value.code == code
    assert ("may not be used: see other above" in capsys.readouterr().out) == bool(code)


def test_the_steps_of_that_command_are_there():
    tests, random = new_ortools.steps(2).values()
    assert all(Path(file).is_file() for file in tests[5:])
    assert subprocess.run([sys.executable, *random], check=False).returncode == 0
