"""Models whose key leaves variables free: each solution once, in numbers that are tried by hand.

Random ones are of `fuzz_models`.
"""

import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, islice, product
from unittest.mock import Mock

import numpy as np
import pytest
from ortools.sat.python import cp_model
from systems import needs

import cpmodels as cm
from cpmodels.engines import _cp_sat, to_dimacs
from cpmodels.engines._cp_sat import CpSatRun, others
from cpmodels.engines._table import ENGINES
from cpmodels.search import _solutions

each_engine = pytest.mark.parametrize(
    "engine", [None, "cp-sat", *(pytest.param(name, marks=needs(name)) for name in ("cadical", "ganak"))]
)


def lamps(free=1000):
    """Twelve lamps of which six are on, beside two numbers that are free."""
    cp = cp_model.CpModel()
    on = [cp.new_bool_var(f"lamp {i}") for i in range(12)]
    cp.add(sum(on) == 6)
    for name in "xy":
        cp.new_int_var(0, free, name)
    return cm.Model(cp=cp, key=on)


def test_free_variables_cost_next_to_nothing():
    counted = cm.count(lamps(), engine="cp-sat")
    assert (counted.total, counted.exhausted) == (924, True)
    assert counted.statistics.branches < 100_000  # 805,180 where each repetition is enumerated


@pytest.mark.parametrize("how", [{"isolated": True}, {"seed": 3}, {"cp_model_presolve": False}, {"workers": 2}])
def test_so_they_do_isolated_with_a_seed_and_with_parameters(how):
    counted = cm.count(lamps(), engine="cp-sat", **how)
    assert (counted.total, counted.exhausted) == (924, True)


def test_beyond_what_is_excluded_repetitions_are_passed_over(monkeypatch):
    monkeypatch.setattr(_cp_sat, "MOST_EXCLUDED", 100)
    counted = cm.count(lamps(free=2))
    assert (counted.total, counted.exhausted) == (924, True)


def test_a_limit_on_conflicts_is_no_proof():
    cp = cp_model.CpModel()
    holes = [[cp.new_bool_var(f"{p} {h}") for h in range(7)] for p in range(8)]
    used = [cp.new_bool_var(f"used {h}") for h in range(7)]
    free = cp.new_int_var(0, 9, "free")
    for row in holes:
        cp.add_exactly_one(row)
    for h, column in enumerate(zip(*holes, strict=True)):
        cp.add(sum(column) <= 1 + free).only_enforce_if(used[h])
    counted = cm.count(cm.Model(cp=cp, key=used), max_number_of_conflicts=1)
    assert not counted.exhausted
    assert cm.count(cm.Model(cp=cp, key=used)).total == 2**7


def test_columns_of_a_matching():
    cp = cp_model.CpModel()
    placed = [[cp.new_bool_var("") for _ in range(8)] for _ in range(5)]
    used = [cp.new_bool_var(f"{c}") for c in range(8)]
    for row in placed:
        cp.add_exactly_one(row)
    for c, column in enumerate(zip(*placed, strict=True)):
        cp.add(sum(column) == used[c])
    found = {tuple(map(int, one.true)) for one in cm.solutions(cm.Model(cp=cp, key=used))}
    assert found == set(combinations(range(8), 5))


def cycle(free):
    """Three numbers that differ, and of which another one, up to `free`, is at least the sum."""
    cp = cp_model.CpModel()
    x, most = [cp.new_int_var(0, 4, f"x{i}") for i in range(3)], cp.new_int_var(0, free, "most")
    cp.add_all_different(x)
    cp.add(sum(x) <= most)
    return cm.Model(cp=cp, key=x)


def test_glucose_has_a_turn_where_solutions_repeat_one_another(monkeypatch):
    counted = cm.count(cycle(40))
    assert (counted.total, counted.exhausted, counted.engine) == (60, True, "glucose")
    assert counted.statistics.engines == ("cp-sat", "glucose")
    monkeypatch.setattr(_solutions, "MOST_LITERALS", 10)
    counted = cm.count(cycle(40))
    assert (counted.total, counted.exhausted, counted.statistics.engines) == (60, True, ("cp-sat",))


def test_cp_sat_goes_on_after_it(monkeypatch):
    left, turn = iter(range(10)), _solutions.by_clauses
    monkeypatch.setattr(_solutions, "by_clauses", lambda *given: turn(*given[:-1], lambda: next(left, None) is None))
    counted = cm.count(cycle(40))
    assert (counted.total, counted.exhausted, next(left, None)) == (60, True, None)
    assert counted.engine != "glucose"


def test_an_order_of_search_that_finds_nothing_is_left_for_the_other():
    """As of shifts beside a plan for machines, of which deciding the others first found 489 of 580, and then none."""
    runs, left = [], iter(range(20))
    taken = 0

    def run(_, parameters, take):
        nonlocal taken
        runs.append(own := parameters.search_branching != cp_model.FIXED_SEARCH)
        new = [bytes([value]) for value in islice(left, 2 * own)]
        for values in new * 100:
            taken += 1
            if not take(_cp_sat.Incumbent(values)):
                break
        status = cp_model.INFEASIBLE if own and not new else cp_model.FEASIBLE
        return _cp_sat.Ended(status)

    cp, found = cp_model.CpModel(), []
    key, free = cp.new_bool_var("key").index, cp.new_bool_var("free").index
    take = lambda candidate: found.append(candidate.values) or True  # noqa: E731
    ended = _cp_sat.each_once(run, cp, [key], [free], cp_model.SatParameters(), take, bool)
    assert (len(found), ended.status, runs.count(False)) == (20, cp_model.INFEASIBLE, 1)
    assert taken == 20 + (2 + _cp_sat.PATIENCE + 1) + 9 * (2 + 1)  # Only the first run is patient with repetitions.


@pytest.mark.parametrize("what", ["repetitions", "clauses", "no clauses", "a broken engine", "no engine", "no process"])
def test_cadical_begins_beside_what_repeats_itself(what, monkeypatch):
    monkeypatch.setattr(_solutions, "by_clauses", lambda *_: None)
    asked = cycle(40)
    if what in ("clauses", "no engine"):
        asked = cm.read("".join(to_dimacs(asked)))
    if what == "no clauses":
        asked.cp.add_reservoir_constraint([asked.cp.new_int_var(0, 5, "")], [1], 0, 5)
    if what == "a broken engine":
        monkeypatch.setattr(_solutions, "clauses_of", lambda *_: 0)
    if what == "no engine":
        monkeypatch.setattr(_solutions, "engine_named", Mock(side_effect=ENGINES["cadical"].missing()))
    if what == "no process":
        monkeypatch.setattr("subprocess.Popen", Mock(side_effect=BlockingIOError(11, "too many processes")))
        with pytest.raises(cm.errors.EngineError, match="the engine cadical does not begin: too many processes"):
            cm.count(asked, engine="cadical")
    monkeypatch.setattr(_solutions, "BESIDE", 0)
    with cm.solutions(asked) as found:
        everything = list(found)
    assert (len(everything), len(set(map(str, everything)))) == (60, 60)
    assert found.exhausted
    assert found.engine == found.statistics.engine
    assert found.engine in ({"cp-sat", "cadical"} if what in ("repetitions", "clauses") else {"cp-sat"})
    assert what not in ("no clauses", "no engine") or "cadical" not in found.statistics.engines


def test_what_is_asked_for_is_not_answered_by_another_engine(monkeypatch):
    monkeypatch.setattr(_solutions, "clauses_of", None)
    monkeypatch.setattr(_solutions, "BESIDE", 0)
    for how in ({"engine": "cp-sat"}, {"seed": 1}, {"linearization_level": 1}, {"isolated": True}):
        assert cm.count(cycle(9), **how).total == 60


def test_cadical_alone_may_prove_that_there_are_no_more(monkeypatch):
    """CP-SAT's own search is left waiting, and what CaDiCaL finds is all the same complete."""
    monkeypatch.setattr(_solutions, "by_clauses", lambda *_: None)
    monkeypatch.setattr(_solutions, "BESIDE", 0)
    stay, once = threading.Event(), CpSatRun._once

    def wait_at_the_second(self, *given):
        ended = once(self, *given)
        if self.is_repeating:
            stay.wait(60)
        return ended

    monkeypatch.setattr(CpSatRun, "_once", wait_at_the_second)
    try:
        counted = cm.count(cycle(40))
    finally:
        stay.set()
    assert (counted.total, counted.exhausted, counted.engine) == (60, True, "cadical")
    assert counted.statistics.engines == ("cp-sat", "cadical")


def test_functions_of_the_key_are_known_by_their_equations():
    cp = cp_model.CpModel()
    a, b = cp.new_bool_var("a"), cp.new_bool_var("b")
    x, y, z, fixed = (cp.new_int_var(0, high, name) for high, name in [(3, "x"), (9, "y"), (9, "z"), (0, "fixed")])
    cp.add(y == 2 * x + 1)
    cp.add(x == a + b)
    cp.add(z == y).only_enforce_if(a)
    assert others(cp.proto, [a.index, b.index]) == [z.index]
    assert others(cp.proto, [a.index]) == [b.index, x.index, y.index, z.index]
    assert fixed.index not in others(cp.proto, [])


@each_engine
@pytest.mark.parametrize(
    ("key", "values"),
    [
        (lambda a, _: {"on": a, "off": ~a}, {(0, 1), (1, 0)}),
        (lambda a, _: {"off": ~a, "on": a, "still off": ~a}, {(1, 0, 1), (0, 1, 0)}),
        (lambda a, b: {"on": a, "twice": 2 * a + 1, "b": b}, {(0, 1, 0), (0, 1, 1), (1, 3, 0), (1, 3, 1)}),
        (lambda a, b: {"on": a, "also on": a, "not b": ~b}, {(0, 0, 0), (0, 0, 1), (1, 1, 0), (1, 1, 1)}),
        (lambda a, b: {"twice": 2 * ~a + 1, "b": b}, {(3, 0), (3, 1), (1, 0), (1, 1)}),
    ],
)
def test_a_boolean_variable_may_be_in_several_entries(key, values, engine):
    cp = cp_model.CpModel()
    a, b, c = (cp.new_bool_var(name) for name in "abc")
    rule, entries = cp.add_bool_or(a, b, c), key(a, b)
    model = cm.Model(cp=cp, key=entries)
    assert cm.count(model, engine=engine).total == len(values), rule
    assert {tuple(found[name] for name in entries) for found in cm.solutions(model)} == values


@each_engine
def test_a_key_of_no_variables_asks_whether_there_is_a_solution(engine):
    cp = cp_model.CpModel()
    a, b = cp.new_bool_var("a"), cp.new_bool_var("b")
    for add, literals, total in ((cp.add_bool_or, (a, b), 1), (cp.add_bool_and, (~a, ~b), 0)):
        add(*literals)
        assert cm.count(cm.Model(cp=cp, key=[]), engine=engine).total == total


def test_what_a_solution_says_of_numbers():
    cp = cp_model.CpModel()
    lamp, far, near = cp.new_bool_var("lamp"), cp.new_int_var(0, 10**9, "far"), cp.new_int_var(2, 3, "near")
    cp.add(far == 10**8 * near)
    task = cp.new_fixed_size_interval_var(near + 1, 2, "task")
    found = list(cm.solutions(cm.Model(cp=cp, key={"off": ~lamp, "far": far, "task": task})))
    assert {(one.true, one["far"], one["task"]) for one in found} == {
        (off, 10**8 * start, start + 1) for off in [(), ("off",)] for start in (2, 3)
    }
    assert {one["off"] for one in found} == {False, True}
    with pytest.raises(KeyError, match="on"):
        found[0]["on"]


def test_what_is_asked_of_the_values_of_a_number_later_is_heeded():
    cp = cp_model.CpModel()
    x, wide = cp.new_int_var(0, 3, "x"), cp.new_int_var(0, 99, "wide")
    cp.add(wide == 20 * x + 3)
    model = cm.Model(cp=cp, key=[x, wide], decode=tuple)
    assert set(cm.solutions(model)) == {(0, 3), (1, 23), (2, 43), (3, 63)}
    cp.add_bool_or(~model.key[1])
    assert set(cm.solutions(model)) == {(0, 3), (2, 43), (3, 63)}
    cp.maximize(model.key[2] + model.key[0])
    assert set(cm.solutions(model)) == {(0, 3), (2, 43)}


def test_what_is_certain_and_given_of_numbers_goes_by_the_names_of_the_key():
    cp = cp_model.CpModel()
    x, wide, fixed = cp.new_int_var(0, 3, "x"), cp.new_int_var(0, 99, "wide"), cp.new_int_var(0, 99, "")
    off = cp.new_bool_var("off")
    cp.add(wide == x + 20)
    cp.add(fixed == 7 + x - x)
    cp.add(x >= 2)
    for objective in (None, wide):
        key = {"odd": 2 * x + 1, "wide": wide, "fixed": fixed, "on": ~off}
        model = cm.Model(cp=cp, key=key)
        best = objective is not None
        found = cm.forced(model)
        known = {"fixed = 7"} | ({"odd = 7", "wide = 23"} if best else set())
        excluded = {"odd = 1", "odd = 3"} | ({"odd = 5"} if best else set())
        assert (found.known, found.excluded, found.complete) == (known, excluded, True)
        assert found.varying == len(found.open) == len({"on"} if best else {"on", "wide", "odd = 5", "odd = 7"})
        given = {"odd": 7, "wide": 23, "on": False, "odd = 5": False}
        (alone,) = cm.solutions(model, given=given)
        assert (alone["odd"], alone["wide"], alone.true) == (7, 23, ())
        assert {one["wide"] for one in cm.solutions(model, given=alone)} == {23}
        if not best:
            cp.maximize(wide)
    for name, value in [("wide", 128), ("wide", 105), ("odd", 4), ("odd", True)]:
        with pytest.raises(cm.PuzzleError, match=f"{name!r} cannot be {value}"):
            cm.solve(model, given={name: value})


def test_what_takes_long_without_presolve_is_enumerated_with_it(monkeypatch):
    monkeypatch.setattr(_cp_sat, "DIRECTLY", 1e-4)
    cp = cp_model.CpModel()
    x = [cp.new_int_var(0, 4, "") for _ in range(4)]
    cp.add(sum(x) == 8)
    right = {values for values in product(range(5), repeat=4) if sum(values) == 8}
    with cm.solutions(cm.Model(cp=cp, key=x, decode=tuple)) as found:
        several = list(found)
    assert (len(several), set(several), found.exhausted) == (len(right), right, True)


def test_symmetries_and_pivots_of_numbers():
    cp = cp_model.CpModel()
    x, y, first = cp.new_int_var(0, 3, "x"), cp.new_int_var(0, 3, "y"), cp.new_bool_var("first")
    cp.add(x != y)
    second = cp.new_bool_var("second")
    cp.add_exactly_one(first, second)
    counted = cm.count(
        cm.Model(cp=cp, key=[x, y, first, second], symmetries=[(0, 1, 2, 3), (1, 0, 3, 2)], pivots=[2, 3])
    )
    assert (counted.total, counted.orbits, counted.exhausted) == (24, 12, True)
    wide = cp.new_int_var(0, 4, "wide")
    for key, symmetries, pivots, message in [
        ([x, wide], [(0, 1), (1, 0)], (), "takes an entry of the key to position 1, which has other values"),
        ([first, ~second], [(0, 1), (1, 0)], (), "to position 1, which has other values, or is negated"),
        ([x, y], [(0, 0)], (), r"the symmetry \(0, 0\) is not a permutation of the key"),
        ([x, first], [], [0], "the pivot 0 is not a position of the key with a Boolean variable"),
        ([x, first], [], [2], "the pivot 2 is not a position of the key with a Boolean variable"),
    ]:
        with pytest.raises(cm.ModelError, match=message):
            cm.Model(cp=cp, key=key, symmetries=symmetries, pivots=pivots)


@pytest.mark.parametrize("workers", [1, 2])
def test_pivots_may_be_in_the_key_as_negations_too(workers):
    cp = cp_model.CpModel()
    a, b = cp.new_bool_var("a"), cp.new_bool_var("b")
    cp.add_exactly_one(a, b)
    swap = [(0, 1, 2, 3), (1, 0, 3, 2)]
    for key, symmetries, pivots, orbits in (([~a, ~b, a, b], swap, [2, 3], 1), ([~a, a, b], [], [1, 2], 2)):
        counted = cm.count(cm.Model(cp=cp, key=key, symmetries=symmetries, pivots=pivots), workers=workers)
        assert (counted.total, counted.orbits, counted.exhausted) == (2, orbits, True)


def test_what_cannot_be_in_a_key():
    cp = cp_model.CpModel()
    x, y = cp.new_int_var(0, 3, "x"), cp.new_int_var(0, 3, "y")
    for wrong in (3, "x", None, x + y, cp_model.CpModel().new_int_var(0, 1, "z")):
        with pytest.raises(cm.ModelError, match=r"position 1 of the key, .*, is not a variable of this CpModel"):
            cm.Model(cp=cp, key=[x, wrong])
    with pytest.raises(cm.ModelError, match=r"position 1 of the key, b.*, is in the key before"):
        cm.Model(cp=cp, key=[b := cp.new_bool_var("b"), b])


def test_divisions_are_never_searched_without_presolve():
    """CP-SAT 9.15 would hand over that 2 is its half, and abort the process."""
    cp = cp_model.CpModel()
    x = cp.new_int_var_from_domain(cp_model.Domain.from_values([1, 2, 4]), "x")
    cp.add_division_equality(x, x, 2)
    assert [cm.count(cm.Model(cp=cp, key=key)).total for key in ([x], [cp.new_bool_var("free")])] == [0, 0]


@pytest.mark.parametrize("pivots", [[0, 0, 1], np.array([0, 1])])
def test_pivots_are_any_positions(pivots):
    cp = cp_model.CpModel()
    lamps = [cp.new_bool_var(f"lamp {i}") for i in range(2)]
    cp.add_exactly_one(lamps)
    assert cm.count(cm.Model(cp=cp, key=lamps, pivots=pivots)).total == 2
    for wrong in (None, [0.5], "01", [-1], [2], ["first"]):
        with pytest.raises(cm.ModelError, match=r"(a|the) pivot .* is not a position of the key, which has 2"):
            cm.Model(cp=cp, key=lamps, pivots=wrong)


def test_a_few_values_of_a_number_may_be_far_apart():
    """CP-SAT refused what tied them to their Booleans, a sum that might overflow."""
    cp, far = cp_model.CpModel(), [-(10**18), 0, 10**18, 2 * 10**18, 2 * 10**18 + 1]
    x = cp.new_int_var_from_domain(cp_model.Domain.from_values(far), "x")
    model = cm.Model(cp=cp, key=[x])
    assert sorted(one["x"] for one in cm.solutions(model)) == far
    assert [cm.count(model, given={"x": value}).total for value in far] == [1] * 5
    assert cm.forced(model).open == {f"x = {value}" for value in far}


def test_a_domain_may_shrink_after_the_model_was_made_but_not_grow():
    cp = cp_model.CpModel()
    x = cp.new_int_var(0, 3, "x")
    model = cm.Model(cp=cp, key=[x])
    for values, total in (([1, 2], 2), ([3, 3], 1)):
        x.proto.domain.clear()
        x.proto.domain.extend(values)
        assert cm.count(model).total == total
    x.proto.domain.extend([5, 6])
    for ask in (cm.count, cm.sweep, cm.race, lambda model: cm.sweep(lambda: model, executor=ThreadPoolExecutor(1))):
        with pytest.raises(cm.ModelError, match="the domain of x has values that it had not when the Model was made"):
            ask(model)


def test_nor_may_the_domain_of_a_boolean_grow():
    cp = cp_model.CpModel()
    lamp = cp.new_bool_var("lamp")
    model = cm.Model(cp=cp, key=[lamp])
    lamp.proto.domain[1] = 3
    for ask in (cm.count, cm.solve, lambda model: cm.sweep(lambda: model, executor=ThreadPoolExecutor(1))):
        with pytest.raises(cm.ModelError, match="the domain of lamp has values that it had not"):
            ask(model)
