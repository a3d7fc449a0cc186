"""Models without any puzzle class: a CpModel, and the variables that are the solution; counts that are known of old.

MacMahon's squares are in `test_constraints_cover`.
"""

from itertools import product

import numpy as np
import pytest
from cover_oracle import by_xcover, needs_xcover
from ortools.sat.python import cp_model

import cpmodels as cm
from benchmarks.studies.frontiers.sequences import laid
from cpmodels.base.description import ExactCover, Option
from cpmodels.base.lattice import SQUARE, permutation_group
from cpmodels.base.regions import box, isometries
from cpmodels.constraints import exact_cover
from cpmodels.model.strategies import LINEAR
from cpmodels.search import _portfolio

PENTOMINOES = {
    "F": [(0, 1), (0, 2), (1, 0), (1, 1), (2, 1)],
    "I": [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)],
    "L": [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1)],
    "N": [(0, 1), (1, 1), (2, 0), (2, 1), (3, 0)],
    "P": [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)],
    "T": [(0, 0), (0, 1), (0, 2), (1, 1), (2, 1)],
    "U": [(0, 0), (0, 2), (1, 0), (1, 1), (1, 2)],
    "V": [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)],
    "W": [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)],
    "X": [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)],
    "Y": [(0, 1), (1, 0), (1, 1), (2, 1), (3, 1)],
    "Z": [(0, 0), (0, 1), (1, 1), (2, 1), (2, 2)],
}


def placements(rows, cols):
    """Every way to lay each pentomino, turned and mirrored, on a board: its name and its cells."""
    found = sorted((name, one) for name, cells in PENTOMINOES.items() for one in laid(rows, cols, cells))
    return [Option(meaning, [meaning[0], *meaning[1]]) for meaning in found]


def pentomino_model(rows, cols):
    """The twelve pentominoes on a board, with the symmetries of the board."""
    cover = ExactCover.of(placements(rows, cols))
    cp = cp_model.CpModel()
    chosen = exact_cover(cp, cover)
    symmetries = [
        [cover.position[name, tuple(sorted(image[c] for c in cells))] for name, cells in cover.position]
        for image in isometries(SQUARE, box(rows, cols))
    ]
    return cm.Model(cp=cp, key=chosen, symmetries=symmetries, pivots=cover.covering["X"])


def test_pentominoes_fill_three_by_twenty_in_two_ways():
    found = []
    counted = cm.count(pentomino_model(3, 20), each=found.append, workers=2)
    assert (counted.total, counted.orbits, counted.exhausted) == (8, 2, True)
    assert [len(tiling.true) for tiling in found] == [12, 12]


@pytest.mark.slow
@needs_xcover
def test_pentominoes_fill_six_by_ten_in_2339_ways():
    """The X, which looks the same from all sides, has its middle in one quarter of the board: 1 of 4 symmetries."""
    options = [
        option
        for option in placements(6, 10)
        if option.meaning[0] != "X" or (option.meaning[1][2][0] < 3 and option.meaning[1][2][1] < 5)
    ]
    assert len(set(by_xcover(ExactCover.of(options)))) == 2339


def latin_square(order):
    """A Boolean for each row, column and number; of any two of them each pair has one value of the third."""
    cp = cp_model.CpModel()
    is_number = {place: cp.new_bool_var(f"{place}") for place in product(range(order), repeat=3)}
    for a, b in product(range(order), repeat=2):
        cp.add_exactly_one(is_number[a, b, n] for n in range(order))
        cp.add_exactly_one(is_number[a, n, b] for n in range(order))
        cp.add_exactly_one(is_number[n, a, b] for n in range(order))
    return cp, is_number


def swapped(order, axis, one, other):
    """Two rows, columns or numbers swapped, as a permutation of the key."""
    places = np.arange(order**3).reshape((order,) * 3)
    names = list(range(order))
    names[one], names[other] = other, one
    return tuple(int(place) for place in places.take(names, axis).ravel())


@pytest.mark.slow
def test_latin_squares_of_order_four_up_to_swaps_of_rows_columns_and_numbers():
    """All 576 are of two sorts: those like the table of the cyclic group, and those like that of Klein's."""
    cp, is_number = latin_square(4)
    swaps = [swapped(4, axis, i, i + 1) for axis in range(3) for i in range(3)]
    model = cm.Model(cp=cp, key=is_number, symmetries=permutation_group(swaps), pivots=range(4))
    counted = cm.count(model)
    assert (counted.total, counted.orbits, counted.exhausted) == (576, 2, True)


def party(guests, tables):
    """Guests sit at tables for two."""
    cp = cp_model.CpModel()
    sits = {place: cp.new_bool_var(f"{place}") for place in product(range(guests), range(tables))}
    for guest in range(guests):
        cp.add(sum(sits[guest, table] for table in range(tables)) >= 1).with_name(f"guest {guest} sits")
    for table in range(tables):
        cp.add(sum(sits[guest, table] for guest in range(guests)) <= 2).with_name(f"table {table} is for two")
    return cm.Model(cp=cp, key=sits)


def test_too_many_guests_for_the_seats_is_plain_to_the_linear_relaxation_alone():
    """A search of the clauses, with what CP-SAT's presolve sees, would go on for days."""
    assert cm.solve(party(17, 8), workers=2).status is cm.Status.INFEASIBLE
    assert cm.count(party(17, 8)).exhausted
    conflict = cm.why_infeasible(party(15, 7))
    assert conflict.irreducible
    assert len(conflict.constraints) == 15 + 7


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda cp, x: cm.count(cm.Model(cp=cp, key=x)), "the key is a list of variables, or a mapping .*: not x"),
        (lambda cp, x: cm.Model(cp=cp, key=[0.5 * x]), "position 0 of the key, .* is not a variable of this CpModel"),
        (lambda cp, x: cm.Model(cp=cp, key=[x + cp.new_int_var(0, 1, "y")]), "CpModel: add one that equals it"),
        (lambda cp, _: cm.Model(cp=cp, key="y*"), r"no variable is called 'y\*'; there is x"),
        (lambda cp, _: cm.Model(cp=cp, key=[cp.new_int_var(-(2**62), 2**62, "wide")]), "'wide' is too wide for a key"),
        (lambda cp, x: cm.count(cm.Model(cp=cp, key=[x], decode=lambda _: None)), "`decode` returned None"),
        (lambda cp, _: cm.count(cp), r"not a CpModel: write cpmodels.Model\(cp=..., key=\[...\]\)"),
        (lambda cp, x: cm.count(cm.Model(cp=cp, key=[x]), engine="xcover"), "none: it is read by cp-sat, cadical"),
        (lambda cp, x: cm.sample(cm.Model(cp=cp, key=[x])), "this model is not: `cpmodels.solutions` lists them all"),
        (lambda cp, x: cm.Model(cp=cp, key=[[x], [x]]), "CpModel: put the variables of all rows into one list"),
        (lambda cp, x: cm.Model(cp, [x]), "its first argument is the puzzle, so write cp=..., key=..."),
        (lambda cp, x: cm.Model(cp=cp, key=[x], parameters=None), "parameters are a mapping from names, not None"),
        (lambda cp, x: cm.Model(cp=cp, key=[x], variables=[x]), "variables are a mapping from names, not"),
        (lambda cp, x: cm.Model(cp=cp, key=[x], strategies=LINEAR), "strategies are a list of cpmodels.model.Strategy"),
        (lambda cp, x: cm.relax(cm.Model(cp=cp, key=[x]), ["two"]), r"weights are a mapping .*: not \['two'\]"),
        (lambda cp, x: cm.why_infeasible(cm.Model(cp=cp, key=[x]), groups=[1]), r"groups are a mapping .*: not \[1\]"),
    ],
)
def test_what_is_asked_amiss_is_said_in_a_sentence(ask, said):
    cp = cp_model.CpModel()
    with pytest.raises(cm.CpmodelsError, match=said):
        ask(cp, cp.new_int_var(0, 3, "x"))


@pytest.mark.parametrize("ask", [cm.count, cm.is_unique, lambda model: list(cm.solutions(model))])
def test_solutions_that_are_arrays_are_refused_in_a_sentence(ask):
    """They are compared, and that was a ValueError of NumPy."""
    cp = cp_model.CpModel()
    model = cm.Model(cp=cp, key=[cp.new_bool_var(name) for name in "ab"], decode=np.array)
    with pytest.raises(cm.ModelError, match=r"array\(\[., .\]\) cannot be \(ValueError\): let `decode`"):
        ask(model)


def test_a_key_may_be_the_names_of_variables():
    """As where a function builds the CpModel, and its variables are not at hand."""
    cp = cp_model.CpModel()
    x = [cp.new_int_var(0, 2, f"x_{i}") for i in range(2)]
    cp.add(sum(x) + cp.new_int_var(0, 5, "slack") == 3)
    expected = [pair for pair in product(range(3), repeat=2) if sum(pair) <= 3]
    for key in ("x_*", ["x_0", "x_1"]):
        found = list(cm.solutions(cm.Model(cp=cp.clone(), key=key)))
        assert sorted((one["x_0"], one["x_1"]) for one in found) == expected


def test_what_is_made_of_a_boolean_is_given_by_either_of_its_values():
    cp = cp_model.CpModel()
    model = cm.Model(cp=cp, key={"price": 2 * cp.new_bool_var("sale") - 3})
    assert [cm.count(model, given={"price": price}).total for price in (-3, -1)] == [1, 1]
    with pytest.raises(cm.PuzzleError, match="'price' cannot be -2"):
        cm.count(model, given={"price": -2})


def test_a_solution_that_is_given_says_also_what_is_false():
    cp = cp_model.CpModel()
    lamps = [cp.new_bool_var(f"lamp {i}") for i in range(3)]
    model = cm.Model(cp=cp, key=[*lamps, 2 * lamps[0] + 1])
    cp.add_bool_or(lamps)
    for solution in list(cm.solutions(model)):
        assert list(cm.solutions(model, given=solution)) == [solution]
        assert cm.hint(model, solution).solved
    assert cm.count(model, given=cm.Assignment(("lamp 0", "lamp 1"))).total == 2


def test_a_boolean_may_be_called_as_the_value_of_a_number_is():
    cp = cp_model.CpModel()
    model = cm.Model(cp=cp, key=[cp.new_int_var(1, 3, "x"), cp.new_bool_var("x = 2")])
    assert cm.count(model, given={"x = 2": True}).total == 3
    assert cm.count(model, given=cm.Assignment(("x = 2",), (("x", 1),))).total == 1


def test_the_values_of_many_numbers_are_looked_up_in_a_moment():
    """It had taken minutes, as all were gone through for each."""
    numbers = tuple((f"x {i}", i) for i in range(50_000))
    assert dict(cm.Assignment(("lamp",), numbers)) == {"lamp": True, **dict(numbers)}


def test_entries_go_by_the_names_of_the_key_whatever_else_has_names():
    cp = cp_model.CpModel()
    a, b = cp.new_bool_var("a"), cp.new_bool_var("b")
    cp.add_implication(a, b)
    model = cm.Model(cp=cp, key={"b": a, "a": b}, variables={"lamp": {0: a}})
    assert (model.names, model.lamp[0].name) == (("b", "a"), "a")
    assert [dict(one) for one in cm.solutions(model, given={"a": False})] == [{"b": False, "a": False}]
    others = cm.Model(cp=cp, key=[a, b], variables={"key": {"b": b, "a": a}})
    assert others.names == ("a", "b")


def test_an_interval_that_begins_at_a_boolean_is_a_key():
    cp = cp_model.CpModel()
    late = cp.new_bool_var("late")
    model = cm.Model(cp=cp, key={"task": cp.new_fixed_size_interval_var(late, 2, "")})
    assert sorted(solution.numbers for solution in cm.solutions(model)) == [(("task", 0),), (("task", 1),)]


def test_an_interval_that_begins_at_a_fixed_time_is_a_key():
    cp = cp_model.CpModel()
    tasks = {
        "first": cp.new_fixed_size_interval_var(0, 2, ""),
        "later": cp.new_fixed_size_interval_var(4, 1, ""),
        "free": cp.new_fixed_size_interval_var(cp.new_int_var(1, 5, ""), 1, ""),
    }
    cp.add_no_overlap(tasks.values())
    found = cm.solutions(cm.Model(cp=cp, key=tasks))
    assert sorted(one.numbers for one in found) == [(("first", 0), ("later", 4), ("free", at)) for at in (2, 3, 5)]


def test_numbers_may_be_read_again_by_the_decode_of_their_model():
    cp = cp_model.CpModel()
    model = cm.Model(cp=cp, key={"x": cp.new_int_var(1, 3, "x")}, decode=tuple)
    again = cm.Model(cp=cp, key=model.variables["key"], decode=model.decode)
    assert sorted(cm.solutions(again)) == [(1,), (2,), (3,)]


def test_what_was_added_before_numbers_are_read_again_is_heeded():
    cp = cp_model.CpModel()
    model = cm.Model(cp=cp, key=[cp.new_int_var(1, 3, "x")], decode=tuple)
    cp.add_bool_or(~model.key[1])
    again = cm.Model(cp=cp, key=model.key, decode=model.decode)
    assert sorted(cm.solutions(again)) == [(1,), (3,)]


def test_where_the_optimum_is_not_proved_a_count_says_so(monkeypatch):
    cp = cp_model.CpModel()
    x = cp.new_int_var(0, 3, "x")
    cp.maximize(x)
    monkeypatch.setattr(_portfolio.Best, "run", lambda search: search._question.result(cm.Status.FEASIBLE))
    counted = cm.count(cm.Model(cp=cp, key=[x]))
    assert (counted.total, counted.exhausted) == (0, False)
    assert counted.reason == "the optimum of the model's objective was not proved"


def test_units_without_names_that_end_alike_are_all_different_each():
    """Four numbers of 1 to 3, each three of which differ but for b and c, or d: once the second set was lost."""
    cp = cp_model.CpModel()
    x = cm.constraints.numbers(cp, "abcd", [1, 2, 3])
    cm.constraints.all_different(cp, x, ["abd", "acd"])
    assert cm.count(cm.Model(cp=cp, key=x.literals)).total == 6
