"""No parameter of CP-SAT makes a wrong count, a wrong optimum or a wrong "no solution" look proved.

Small models whose solutions are counted by brute force are searched with each parameter at each of some values, its
default among them: CP-SAT takes a value that was given for another than none.
"""

from contextlib import nullcontext
from dataclasses import replace
from itertools import permutations, product

import pytest
from executors import Stopping
from oracles import zip_paths
from ortools.sat.python import cp_model

import cpmodels as cm
from cpmodels import Status
from cpmodels import _parameters as known
from cpmodels._parameters import sat_parameters
from cpmodels.base.lattice import permutation_group
from cpmodels.base.values import shown
from cpmodels.testing import check_model

DEFAULTS = cp_model.SatParameters()
PARAMETERS = {
    name: getattr(DEFAULTS, name)
    for name in dir(DEFAULTS)
    if not name.startswith("_") and hasattr(DEFAULTS, f"clear_{name}")
}
STRANGE = {
    "default_restart_algorithms": ["NO_RESTART", "FIXED_RESTART"],
    "subsolvers": [["no_lp"], ["quick_restart", "fj"]],
    "extra_subsolvers": [["fj"]],
    "ignore_subsolvers": [["no_lp", "core"]],
    "filter_subsolvers": [["no_lp"]],
}
"""Values of parameters that are texts or lists."""

WHOLE, REAL = (0, 5), (0.0, 1e9)


def values_of(name):
    """Values to try of a parameter, its default first."""
    default = PARAMETERS[name]
    match default:
        case bool():
            return [default, not default]
        case int():
            return [default, *WHOLE]
        case float():
            return [default, *REAL]
        case str():
            return [default, *STRANGE.get(name, ["x"])]
    return list(type(default).__members__) if hasattr(type(default), "__members__") else STRANGE.get(name, [])


def rooks():
    """Four rooks that do not attack each other, with symmetries, a pivot and a hint that is a solution."""
    cp = cp_model.CpModel()
    squares = {(r, c): cp.new_bool_var(f"{r} {c}") for r in range(4) for c in range(4)}
    for a in range(4):
        cp.add_exactly_one(squares[a, b] for b in range(4))
        cp.add_exactly_one(squares[b, a] for b in range(4))
        cp.add_hint(squares[a, a], 1)
    turn = [4 * c + 3 - r for r, c in squares]
    return cm.Model(cp=cp, key=squares, symmetries=permutation_group([turn]), parameters={})


def is_sum(bits):
    """The rule of `sums`, for brute force."""
    total = sum(i * i % 7 * bit for i, bit in enumerate(bits))
    return total * total % 7 == 2 and (bits[0] or bits[1] or not bits[5]) and bits[2] + bits[3] >= 1


def sums(objective=False):
    """Bits with sums, products and remainders, whose integers are functions of them."""
    cp = cp_model.CpModel()
    bits = [cp.new_bool_var(f"{i}") for i in range(7)]
    total, square, rest = cp.new_int_var(0, 30, ""), cp.new_int_var(0, 900, ""), cp.new_int_var(0, 6, "")
    cp.add(total == sum(i * i % 7 * bit for i, bit in enumerate(bits)))
    cp.add_multiplication_equality(square, [total, total])
    cp.add_modulo_equality(rest, square, 7)
    cp.add(rest == 2)
    cp.add_bool_or(bits[0], bits[1], ~bits[5])
    cp.add(bits[2] + bits[3] >= 1)
    cp.add_hint(bits[0], 1)
    if objective:
        cp.maximize(value(bits))
    return cm.Model(cp=cp, key=bits)


def value(bits):
    """The objective of `sums`."""
    return sum(i * 5 % 7 * bit for i, bit in enumerate(bits))


def pigeons():
    """Five pigeons in four holes."""
    cp = cp_model.CpModel()
    sits = {pair: cp.new_bool_var("") for pair in product(range(5), range(4))}
    for pigeon in range(5):
        cp.add_exactly_one(sits[pigeon, hole] for hole in range(4))
    for hole in range(4):
        cp.add_at_most_one(sits[pigeon, hole] for pigeon in range(5))
    return cm.Model(cp=cp, key=sits)


def orders():
    """Three numbers in any order, and where each of them is."""
    cp = cp_model.CpModel()
    number, place = ([cp.new_int_var(0, 2, f"{side}{i}") for i in range(3)] for side in "np")
    cp.add_inverse(number, place)
    return cm.Model(cp=cp, key=number)


def stocks():
    """What brings two and what takes two, at one of three times, of a store that holds one: both at the same time."""
    cp = cp_model.CpModel()
    times = [cp.new_int_var(0, 2, f"t{i}") for i in range(2)]
    cp.add_reservoir_constraint(times, [2, -2], 0, 1)
    return cm.Model(cp=cp, key=times)


def talks():
    """Three talks of two hours within six, one after the other."""
    cp = cp_model.CpModel()
    starts = [cp.new_int_var(0, 4, f"s{i}") for i in range(3)]
    cp.add_no_overlap(cp.new_fixed_size_interval_var(start, 2, "") for start in starts)
    return cm.Model(cp=cp, key=starts)


def paths():
    """A ZIP with four symmetries, searched in part."""
    return cm.Zip(3, 4)


RIGHT = [bits for bits in product((0, 1), repeat=7) if is_sum(bits)]
FEW = [(rooks, len(list(permutations(range(4))))), (sums, len(RIGHT)), (pigeons, 0)]
MANY = [*FEW, (orders, 6), (stocks, 3), (talks, 6), (paths, len(list(zip_paths(paths()))))]
BEST = max(map(value, RIGHT))


def wrong_claims(models, time_limit=10, **parameters):
    """What is claimed to be proved and is wrong, with these parameters; none where they are refused."""
    try:
        for build, total in models:
            found = cm.count(build(), time_limit=time_limit, **parameters)
            if found.total > total or (found.exhausted and found.total < total):
                yield f"{found.total} of {total} solutions of {build.__name__}, exhausted: {found.exhausted}"
            status = cm.solve(build(), time_limit=time_limit, **parameters).status
            if status not in (Status.UNKNOWN, Status.SOLVED if total else Status.INFEASIBLE):
                yield f"{build.__name__} is {status}"
        best = cm.solve(sums(objective=True), time_limit=time_limit, workers=1, **parameters)
        if best.status is Status.INFEASIBLE or (best.status is Status.OPTIMAL and best.objective != BEST):
            yield f"the optimum is {best.objective} of {BEST}, {best.status}"
        optima = cm.count(sums(objective=True), time_limit=time_limit, **parameters)
        if optima.exhausted and optima.total != sum(value(bits) == BEST for bits in RIGHT):
            yield f"{optima.total} optimal solutions"
    except cm.ParameterError:
        return


def test_the_models_are_those_that_brute_force_counts():
    for build, total in MANY:
        found = cm.count(build())
        assert (found.total, found.exhausted) == (total, True)
    assert cm.solve(sums(objective=True)).objective == BEST


@pytest.mark.parametrize("parameters", [{"num_workers": n} for n in (0, 2, 5)])
def test_several_workers_lose_no_solution(parameters):
    assert list(wrong_claims(FEW, **parameters)) == []
    assert cm.count(rooks(), **parameters).exhausted


@pytest.mark.parametrize("gap", [{"absolute_gap_limit": 1000.0}, {"relative_gap_limit": 2.0}])
def test_a_gap_is_no_proof_of_an_optimum(gap):
    found = cm.solve(sums(objective=True), workers=1, linearization_level=0, cp_model_presolve=False, **gap)
    assert (found.status is Status.OPTIMAL) == (found.objective == found.bound)
    assert found.objective == BEST or found.status is Status.FEASIBLE
    assert list(wrong_claims([], **gap)) == []


SWITCHES = [name for name, default in PARAMETERS.items() if isinstance(default, bool)]
ENDLESS = ("stop_after_root_propagation", "use_lns_only", "use_ls_only", "use_probing_search")
"""With these CP-SAT goes on until its time is up: they are left to the test of all values."""


@pytest.mark.parametrize("name", [name for name in SWITCHES if name not in ENDLESS][::3])
def test_no_switch_makes_a_wrong_claim(name):
    """Set to what is not its default, that is; all are set to all values where a new OR-Tools is looked at."""
    assert list(wrong_claims(FEW[:2], 1, **{name: not PARAMETERS[name]})) == []


OFTEN = {*[*PARAMETERS][::10], "enumerate_all_solutions", "max_number_of_conflicts"}
OFTEN |= {name for name in PARAMETERS if name.startswith(("stop_after_", "fill_"))}
"""Those by which CP-SAT stops early, or lists less, and a tenth of the others."""


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow if name in OFTEN else pytest.mark.release) for name in PARAMETERS],
)
def test_no_parameter_makes_a_wrong_claim(name):
    for given in values_of(name):
        models = FEW[:2] if given == PARAMETERS[name] else MANY
        assert list(wrong_claims(models, 1, **{name: given})) == [], given


@pytest.fixture
def newer(monkeypatch):
    """A parameter that is taken to be newer than what was looked at."""
    monkeypatch.setattr(known, "new_names", lambda: frozenset({"linearization_level"}))
    return {"linearization_level": 2}


def test_later_parameters_are_those_with_greater_numbers(monkeypatch):
    (major, minor), newest = known.NEWEST
    assert "subsume_during_vivification" in known.names_above(newest - 1)
    assert known.names_above(newest).isdisjoint(PARAMETERS) or known.new_names()
    assert known.names_above(0) >= set(PARAMETERS)
    monkeypatch.setattr("ortools.__version__", f"{major}.{minor + 1}.6000")
    monkeypatch.setattr(known, "NEWEST", ((major, minor), newest - 1))
    assert known.new_names.__wrapped__() >= {"subsume_during_vivification"}


@pytest.mark.parametrize("isolated", [False, True])
def test_nothing_is_proved_with_a_parameter_that_nobody_looked_at(newer, isolated):
    for build, total in FEW[1:] if isolated else FEW:
        found = cm.count(build(), isolated=isolated, **newer)
        assert (found.total, found.exhausted) == (total, False)
        assert "linearization_level is newer than this version of cpmodels" in found.reason
        answer = cm.solve(build(), isolated=isolated, **newer)
        assert answer.status is (Status.SOLVED if total else Status.UNKNOWN)
        assert total or "nothing is proved" in answer.reason
    best = cm.solve(sums(objective=True), isolated=isolated, **newer)
    assert (best.status, best.objective, best.bound) == (Status.FEASIBLE, BEST, None)
    assert not cm.count(sums(objective=True), isolated=isolated, **newer).exhausted


def test_a_sweep_or_a_model_has_no_such_parameter_unseen(newer):
    with pytest.raises(cm.ParameterError, match="is newer than this version of cpmodels"):
        cm.sweep(rooks, executor=Stopping(0), **newer)  # Before a worker is asked, which may have searched without it.
    model = cm.Model(cp=pigeons().cp.clone(), parameters=newer)
    assert cm.solve(model).status is Status.UNKNOWN
    with pytest.raises(cm.errors.DefectError, match=r"by the model's own parameters CP-SAT stops at \d+ solutions"):
        check_model(replace(rooks(), parameters=newer))


@pytest.mark.usefixtures("newer")
def test_other_parameters_prove_as_ever_beside_newer_ones():
    found = cm.count(rooks(), cp_model_probing_level=1)
    assert (found.exhausted, found.reason) == (True, None)


@pytest.mark.parametrize(("workers", "presolve", "proved"), [(9, False, True), (10, True, True), (10, False, False)])
def test_many_workers_without_presolve_prove_nothing(workers, presolve, proved):
    found = cm.solve(pigeons(), num_workers=workers, cp_model_presolve=presolve)
    assert found.status is (Status.INFEASIBLE if proved else Status.UNKNOWN)
    assert ("issue 5295" in (found.reason or "")) != proved


def test_all_cores_may_be_many_workers(monkeypatch):
    parameters = sat_parameters({"cp_model_presolve": False, "num_workers": 0})
    for cores, is_proved in [(9, True), (10, False), (None, True)]:
        monkeypatch.setattr(known.os, "cpu_count", lambda cores=cores: cores)
        assert (known.unproved(parameters) is None) == is_proved


def test_parameters_that_spoil_proofs_are_refused_unless_they_do_not():
    for name, harmless in known.PROOFS.items():
        assert cm.solve(sums(), **{name: harmless}).status is Status.SOLVED
        with pytest.raises(cm.ParameterError, match=f"{name} would make the result no proof"):
            cm.solve(sums(), **{name: harmless + 1 if type(harmless) is int else not harmless})


@pytest.mark.parametrize(
    "parameters",
    [
        {"max_presolve_iterations": 0},
        {"max_presolve_iterations": -1},
        {"expand_reservoir_using_circuit": True},
        {"use_combined_no_overlap": True},
        {"use_probing_search": True, "use_feasibility_jump": False},
    ],
    ids=shown,
)
def test_no_known_parameters_lose_solutions_or_do_not_end(parameters):
    assert list(wrong_claims(MANY[3:6], 1, **parameters)) == []


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("check_drat_proof", "is not for a search"),
        ("cut_max_active_count_value", "is not for a search"),
        ("log_to_stdout", "log_search_progress=true"),
        ("num_search_workers", "its name is num_workers now"),
    ],
)
def test_other_parameters_are_refused_with_a_reason(name, words):
    with pytest.raises(cm.ParameterError, match=words):
        known.refuse(DEFAULTS, [name])


def test_families_of_refused_parameters_hold_for_later_ones():
    refused = [name for name in PARAMETERS if name.startswith(known.REFUSED)]
    assert len(refused) > 20
    for name in refused:
        with pytest.raises(cm.ParameterError, match=f"{name} is not for a search"):
            cm.solve(sums(), **{name: PARAMETERS[name]})


@pytest.mark.parametrize("name", known.MOST)
def test_what_keeps_cp_sat_from_its_clock_is_bounded(name):
    is_list = "subsolvers" in name and not name.startswith("num_")
    for amount in (known.MOST[name], known.MOST[name] + 1):
        given = ["no_lp"] * amount if is_list else amount
        refused = amount > known.MOST[name]
        with pytest.raises(cm.ParameterError, match=f"{name} takes at most") if refused else nullcontext():
            sat_parameters({name: given})


@pytest.mark.parametrize(
    ("name", "given", "kept"),
    [
        ("subsolvers", "no_lp", ["no_lp"]),
        ("extra_subsolvers", ["fj", "core"], ["fj", "core"]),
        ("restart_algorithms", ["LUBY_RESTART", 3], [1, 3]),
    ],
)
def test_lists_take_texts_or_lists(name, given, kept):
    assert list(getattr(sat_parameters({name: given}), name)) == kept


@pytest.mark.parametrize(
    ("name", "given"),
    [("subsolvers", 3), ("subsolvers", [3]), ("restart_algorithms", "x"), ("restart_algorithms", [77])],
)
def test_wrong_lists_are_told_in_one_sentence_and_not_by_or_tools(name, given, capfd):
    with pytest.raises(cm.ParameterError, match=f"{name} does not take the value"):
        sat_parameters({name: given})
    assert capfd.readouterr() == ("", "")


def test_a_model_may_not_spoil_its_own_proofs_either():
    model = cm.Model(cp=rooks().cp.clone(), parameters={"fix_variables_to_their_hinted_value": True})
    with pytest.raises(cm.ParameterError, match="no proof"):
        cm.count(model)
