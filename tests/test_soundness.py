"""A model may be changed in any way, and its answers stay right: against brute force that knows no model."""

import dataclasses
import os
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise, permutations, product
from random import Random

import numpy as np
import pytest
from asking import searching_threads
from command_line import interrupted, run
from lattice_oracle import gardens
from lit_kind import Lit, bare_pairs
from oracles import edge_matching_boards, zip_paths
from ortools.sat.python import cp_model
from systems import needs_signals
from test_bare_models import latin_square

import cpmodels as cm
from cpmodels import Status
from cpmodels._parameters import PARAMETERS, sat_parameters
from cpmodels.engines._cp_sat import CpSatRun, Incumbent, IsolatedRun, exact
from cpmodels.model import objective_terms
from cpmodels.model.strategies import Strategy
from cpmodels.search._symmetry import Symmetry
from cpmodels.search._tasks import fingerprint

PATHS = cm.Zip(4, 4)
"""552 paths, 38 up to symmetry."""
SMALL = cm.Zip(3, 3)
"""40 paths."""


# Objectives


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(("rows", "cols"), [(5, 5), (7, 7), (4, 38)])
def test_a_path_starts_in_the_last_corner_if_that_is_best(rows, cols, workers):
    """Also on boards of more than 150 cells, where other strategies race for a path that starts anywhere."""
    last = (rows - 1, cols - 1)
    model = cm.build(cm.Zip(rows, cols))
    model.cp.maximize(model.starts_at[last])
    reports = []
    result = cm.solve(model, workers=workers, progress=reports.append)
    assert (result.status, result.objective, result.bound) == (Status.OPTIMAL, 1.0, 1.0)
    assert result.solution.cells[0] == last
    assert (reports[-1].objective, reports[-1].bound) == (1.0, 1.0)


def test_a_limit_leaves_a_solution_that_may_be_the_best_one_or_none():
    """The first one is to CP-SAT's effort, which is the same on any machine."""
    model = cm.build(cm.Zip(10, 10))
    random = Random(1)
    model.cp.minimize(sum(random.randrange(100) * step for step in model.step.values()))
    reports = []
    limits = {"max_deterministic_time": 0.2, "workers": 1, "linearization_level": 0}
    result = cm.solve(model, progress=reports.append, **limits)
    assert result.status is Status.FEASIBLE
    told = [report.objective for report in reports if report.objective is not None]
    assert told == sorted(told, reverse=True)
    assert reports[-1].found > 2
    assert result.bound < result.objective
    assert model.puzzle.check(result.solution) == []
    nothing = cm.solve(model, time_limit=0.001)
    assert (nothing.status, nothing.solution, nothing.objective) == (Status.UNKNOWN, None, None)
    assert cm.is_unique(model, time_limit=0.2) is None
    counted = cm.count(model, time_limit=0.2)
    assert (counted.total, counted.exhausted) == (0, False)
    with cm.solutions(model, time_limit=0.2) as found:
        assert list(found) == []
    assert not found.exhausted


def test_an_objective_without_any_solution_is_infeasible():
    model = cm.build(SMALL)
    model.cp.add(sum(model.key) == 3)
    model.cp.minimize(sum(model.key[:4]))
    assert cm.solve(model).status is Status.INFEASIBLE
    assert list(cm.solutions(model)) == []
    assert cm.count(model) == cm.Count(0, 0, 0, exhausted=True)
    assert cm.is_unique(model) is False
    plain = cm.build(cm.Zip(2, 2, [(0, 0), (1, 1)]))
    plain.cp.maximize(plain.key[0])
    assert cm.solve(plain).reason == plain.infeasible
    assert cm.count(plain).exhausted
    cp = cp_model.CpModel()
    lamp = cp.new_bool_var("lamp")
    cp.add_bool_xor([lamp] * 4)  # CP-SAT says a bound before it sees that.
    cp.minimize(lamp)
    none = cm.solve(cm.Model(cp=cp, key=[lamp]))
    assert (none.status, none.objective, none.bound) == (Status.INFEASIBLE, None, None)


def test_what_is_optimised_may_be_in_a_puzzle_with_symmetry():
    puzzle = cm.EdgeMatching(2, 2, [(1, 2, 1, 2)] * 2 + [(2, 2, 1, 1)] * 2)
    boards = {tuple(sorted(board.items())) for board in edge_matching_boards(puzzle)}
    assert boards
    model = cm.build(puzzle)
    model.cp.maximize(sum(model.placed[(0, 0), 2, turns] for turns in range(4)))
    best = list(cm.solutions(model))
    assert all(board.rows[0][0].piece in (2, 3) for board in best)
    everything = [board for board in cm.solutions(puzzle) if board.rows[0][0].piece in (2, 3)]
    assert set(best) == set(everything)
    assert cm.count(model).total == len(everything) < cm.count(puzzle).total


@pytest.mark.parametrize("isolated", [False, True])
@pytest.mark.parametrize(("scale", "offset", "best"), [(0.5, 0.0, 1.5), (-0.5, 0.25, -1.625), (0.0, 0.75, 3.75)])
def test_an_objective_may_have_a_scale_of_a_file(scale, offset, best, isolated):
    cp = cp_model.CpModel()
    numbers = [cp.new_int_var(0, 5, f"x{i}") for i in range(3)]
    rule = cp.add(sum(numbers) >= 3)
    cp.minimize(sum(numbers))
    cp.proto.objective.scaling_factor, cp.proto.objective.offset = scale, offset
    found = cm.solve(cm.Model(cp=cp, key=numbers), isolated=isolated)
    assert (found.status, found.objective, found.bound) == (Status.OPTIMAL, best, best), rule


@pytest.mark.parametrize("isolated", [False, True])
def test_an_objective_beyond_the_whole_numbers_of_a_float_is_exact(isolated, tmp_path):
    cp = cp_model.CpModel()
    cp.maximize((10**17 + 1) * cp.new_bool_var("x"))
    found = cm.solve(cm.Model(cp=cp, key="x"), isolated=isolated)
    assert (found.status, found.objective, found.bound) == (Status.OPTIMAL, 10**17 + 1, 10**17 + 1)
    file = tmp_path / "model.pbtxt"
    file.write_text(str(cp.proto))
    assert "the objective: 100,000,000,000,000,001, proved to be the best" in run("solve", file)[1]


@pytest.mark.parametrize("isolated", [False, True])
def test_a_bound_beyond_the_whole_numbers_of_a_float_is_exact(isolated):
    """Rounded to a float, it would be below the optimum."""
    cp, bounds, found = cp_model.CpModel(), list[float](), list[Incumbent]()
    x = cp.new_int_var(0, 5, "x")
    cp.maximize(x + 10**17)
    search = (IsolatedRun if isolated else CpSatRun)(sat_parameters(PARAMETERS, {}))
    search.on_bound = bounds.append
    ended = search.run(cp, [x.index], objective_terms(cp), lambda one: found.append(one) or True)
    assert ended.bound == 10**17 + 5 <= min(one.bound for one in found)
    assert all(exact(bound, cp) is None for bound in bounds)


def test_an_objective_with_fractions_is_one_sentence_and_changes_no_model():
    model = cm.build(SMALL)
    model.cp.minimize(0.5 * model.key[0] + 0.25 * model.key[1])
    before = str(model.cp.proto)
    for ask in (cm.solve, cm.solutions, cm.count, cm.is_unique, cm.why_not_unique):
        with pytest.raises(cm.ModelError, match=r"^the objective has floating-point coefficients: scale it"):
            ask(model)
    assert str(model.cp.proto) == before


@pytest.mark.parametrize("maximise", [False, True])
def test_other_engines_find_the_best_solutions_too(maximise):
    weights = {arc: Random(str(arc)).randrange(-2, 3) for arc in cm.build(SMALL).step}
    costs = {path: sum(weights[arc] for arc in pairwise(path)) for path in zip_paths(SMALL)}
    best = (max if maximise else min)(costs.values())
    expected = {path for path, cost in costs.items() if cost == best}
    model = cm.build(SMALL)
    cost = sum(weights[arc] * step for arc, step in model.step.items())
    (model.cp.maximize if maximise else model.cp.minimize)(cost)
    assert sorted(path.cells for path in cm.solutions(model, engine="cadical")) == sorted(expected)
    assert cm.count(model, engine="cadical").total == len(expected)
    confirmed = cm.confirm(model, engine="cadical")
    assert (confirmed.agree, confirmed.cp_sat.total, confirmed.other.total) == (True, len(expected), len(expected))
    with pytest.raises(cm.ModelError, match="the engine xcover does not know constraints"):
        cm.solutions(model, engine="xcover")


def test_an_optimum_that_is_not_proved_is_not_confirmed():
    model = cm.build(cm.Zip(12, 12))
    random = Random(1)
    model.cp.minimize(sum(random.randrange(100) * step for step in model.step.values()))
    with pytest.raises(cm.errors.StoppedError, match="the optimum of the model's objective was not proved in time"):
        cm.confirm(model, engine="cadical", time_limit=0.5)


# Changed models


def set_domain(variable, *bounds):
    domain = variable.proto.domain
    domain.clear()
    domain.extend(bounds)


def force_by_a_new_variable(model):
    number = model.cp.new_int_var(0, 9, "")
    model.cp.add(number == model.starts_at[0, 0] + 4)
    set_domain(number, 5, 9)


CHANGES = {
    "the domain of the key": lambda model: set_domain(model.starts_at[0, 0], 1, 1),
    "a constraint": lambda model: model.cp.add(model.starts_at[0, 0] == 1),
    "an assumption": lambda model: model.cp.add_assumption(model.starts_at[0, 0]),
    "a new variable": force_by_a_new_variable,
    "an objective": lambda model: model.cp.minimize(2 - 3 * model.starts_at[0, 0]),
}


def changed_paths(change):
    model = cm.build(SMALL)
    CHANGES[change](model)
    return model


@pytest.mark.parametrize("change", CHANGES)
def test_any_change_turns_symmetry_pivots_and_strategies_off(change):
    expected = {path for path in zip_paths(SMALL) if path[0] == (0, 0)}
    size = len(expected)
    assert 0 < size < 40
    run = []
    own = Strategy("own", lambda *_: run.append(1) or iter(()), after=0.0, light=True)
    model = dataclasses.replace(changed_paths(change), strategies=(own,))
    assert not model.as_built
    symmetry = Symmetry(model)
    assert (symmetry.trivial, symmetry.pivots) == (True, ())
    for up_to_symmetry in (False, True):
        with cm.solutions(model, up_to_symmetry=up_to_symmetry) as found:
            assert sorted(path.cells for path in found) == sorted(expected)
        assert (found.found, found.total, found.exhausted) == (size, size, True)
        for workers in (1, 2):
            counted = cm.count(model, up_to_symmetry=up_to_symmetry, workers=workers)
            assert counted == cm.Count(size, size, size, exhausted=True)
    assert cm.is_unique(model) is False
    for workers in (1, 2):
        assert cm.solve(model, workers=workers).solution.cells in expected
    assert run == []
    with ThreadPoolExecutor(1) as threads:
        swept = cm.sweep(partial(changed_paths, change), executor=threads)
        assert {path.cells for path in swept} == expected
    assert (swept.total, swept.orbits) == (size, size)


@pytest.mark.parametrize(
    "change",
    [
        lambda model: model.cp.add_hint(model.key[0], 1),
        lambda model: model.cp.minimize(0),
        lambda model: model.cp.new_bool_var("free"),
        lambda model: model.cp.add_decision_strategy(list(model.key), cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE),
    ],
)
def test_harmless_changes_leave_all_solutions(change):
    model = cm.build(SMALL)
    change(model)
    assert not model.as_built
    assert {path.cells for path in cm.solutions(model)} == set(zip_paths(SMALL))
    assert cm.count(model) == cm.Count(40, 40, 40, exhausted=True)


def squares(order):
    """A model of Latin squares, without a puzzle, whose auxiliary variables are the sums of the corners."""
    cp, cell = latin_square(order)
    sides = range(order)
    corner = cp.new_int_var(0, order - 1, "corner")
    cp.add(corner == sum(n * cell[0, 0, n] for n in sides))
    position = {name: i for i, name in enumerate(cell)}
    symmetries = [[position[r, c, p[n]] for r, c, n in cell] for p in permutations(sides)]
    pivots = [position[0, 0, n] for n in sides]
    return cm.Model(cp=cp, key=cell, symmetries=symmetries, pivots=pivots)


def latin(order):
    """All Latin squares as tuples of rows."""
    rows = list(permutations(range(order)))
    for square in product(rows, repeat=order):
        if all(len(set(column)) == order for column in zip(*square, strict=True)):
            yield square


def square_of(assignment, order):
    numbers = {(r, c): n for r, c, n in assignment.true}
    return tuple(tuple(numbers[r, c] for c in range(order)) for r in range(order))


def narrow_an_auxiliary(model):
    corner = model.cp.get_int_var_from_proto_index(len(model.key))
    assert corner.name == "corner"
    set_domain(corner, 1, 2)


def swap_a_constraint(model):
    """The last constraint, in place: the corner is one more than its number was."""
    linear = model.cp.proto.constraints[len(model.cp.proto.constraints) - 1].linear
    domain = [bound + 1 for bound in linear.domain]
    linear.domain.clear()
    linear.domain.extend(domain)


def test_a_model_without_a_puzzle_uses_its_symmetries():
    for order in (2, 3):
        everything = set(latin(order))
        model = squares(order)
        assert model.as_built
        assert {square_of(found, order) for found in cm.solutions(model)} == everything
        total = len(everything)
        counted = cm.count(model)
        assert (counted.total, counted.orbits) == (total, total // len(model.symmetries))
        assert cm.count(model, up_to_symmetry=False) == cm.Count(total, total, total, exhausted=True)
        assert cm.count(model, workers=2) == counted
        with cm.solutions(model, up_to_symmetry=True) as some:
            assert len(list(some)) == counted.orbits


@pytest.mark.parametrize("change", [narrow_an_auxiliary, swap_a_constraint])
def test_changes_in_place_are_noticed(change):
    """Neither changes how many variables and constraints there are, nor the domain of a variable of the key."""
    model = squares(3)
    change(model)
    assert not model.as_built
    value = {narrow_an_auxiliary: lambda corner: corner - 1, swap_a_constraint: lambda corner: shifted(model, corner)}
    expected = {square for square in latin(3) if 0 <= value[change](square[0][0]) <= 2}
    assert len(expected) == 8
    assert {square_of(found, 3) for found in cm.solutions(model)} == expected
    assert cm.count(model) == cm.Count(8, 8, 8, exhausted=True)


def shifted(model, corner):
    """What the last constraint makes of the corner's variable: one more or one less than its number."""
    linear = model.cp.proto.constraints[len(model.cp.proto.constraints) - 1].linear
    sign = dict(zip(linear.vars, linear.coeffs, strict=True))[len(model.key)]
    return corner + sign * linear.domain[0]


@pytest.mark.parametrize("taken", [0, 1, 60])
@pytest.mark.parametrize("size", [1, 1000])
def test_solutions_are_those_of_the_model_as_it_was_when_they_were_asked_for(taken, size):
    """Free variables need several runs, each of which would read what was added before it."""
    cp = cp_model.CpModel()
    lamps = [cp.new_bool_var(f"lamp {i}") for i in range(8)]
    slack = [cp.new_int_var(0, size, "") for _ in range(2)]
    rules = cp.add(sum(lamps) <= 4), cp.add(sum(lamps) <= sum(slack) + 4)
    swap = [1, 0, *range(2, 8)]
    found = cm.solutions(cm.Model(cp=cp, key=lamps, symmetries=[range(8), swap]))
    some = [next(found) for _ in range(taken)]
    rules += (cp.add(lamps[0] == 1),)
    assert len({*some, *found}) == 163
    assert found.exhausted


def test_a_removed_constraint_is_noticed():
    model = squares(2)
    forget(model, len(model.cp.proto.constraints) - 1)
    assert not model.as_built
    assert {square_of(found, 2) for found in cm.solutions(model)} == set(latin(2))
    assert cm.count(model) == cm.Count(2, 2, 2, exhausted=True)
    pairs = bare_pairs()
    forget(pairs, 0)
    assert cm.count(pairs) == cm.Count(13, 13, 13, exhausted=True)


def test_a_removed_rule_of_a_puzzle_is_told():
    """What its model allows then, the puzzle's own check does not."""
    model = cm.build(Lit(2, 2, 2))
    forget(model, 0)
    assert not model.as_built
    with pytest.raises(cm.errors.WrongSolutionError, match="cells are lit, not 2"):
        cm.count(model)


def forget(model, number):
    """Remove a constraint in place: it says nothing any more."""
    copy = model.cp.clone()  # which has to live as long as what is taken from it
    kept = [constraint for i, constraint in enumerate(copy.proto.constraints) if i != number]
    model.cp.proto.constraints.clear()
    model.cp.proto.constraints.extend(kept)


def test_asking_for_a_variable_is_no_change():
    """Also for one that is just false, for which the CpModel gets a constant."""
    model = cm.build(cm.Zip(4, 4, [(0, 0)]))
    size = len(model.cp.proto.variables)
    never = model.starts_at[1, 1]
    assert len(model.cp.proto.variables) == size + 1
    assert model.as_built
    assert cm.count(model) == cm.count(model.puzzle)
    model.cp.add(never == 0)
    assert not model.as_built


# What a model is made of


def test_a_key_is_of_this_model():
    cp = cp_model.CpModel()
    number = cp.new_int_var(0, 2, "number")
    with pytest.raises(cm.ModelError, match=r"no variable is called 'light'"):
        cm.Model(cp=cp, key=["light"])
    with pytest.raises(cm.ModelError, match="a model needs cp=CpModel"):
        cm.Model(key=[number])


@pytest.mark.parametrize("order", [3, 4])
def test_symmetries_are_a_group(order):
    model = squares(order)
    identity = range(len(model.key))
    names = list(product(range(order), repeat=3))
    turned = [names.index((r, c, (1, 2, 0, 3)[n])) for r, c, n in names]
    with pytest.raises(cm.ModelError, match=r"do not form a group: .*permutation_group"):
        cm.Model(cp=model.cp, key=model.key, symmetries=[identity, turned])
    back = [turned[turned[i]] for i in identity]
    assert len(cm.Model(cp=model.cp, key=model.key, symmetries=[identity, turned, back]).symmetries) == 3
    with pytest.raises(cm.ModelError, match="the first symmetry must be the identity"):
        cm.Model(cp=model.cp, key=model.key, symmetries=[turned, back, identity])
    for wrong in ([0] * len(back), back[:-1], [*back[:-1], len(back)], [*back[:-1], "last"]):
        with pytest.raises(cm.ModelError, match="symmetry 1 is not a permutation of the"):
            cm.Model(cp=model.cp, key=model.key, symmetries=[identity, wrong])
    for wrong in (5, [5], [identity, None], [[[0]]]):
        with pytest.raises(cm.ModelError, match="symmetries are lists of positions of the key, not "):
            cm.Model(cp=model.cp, key=model.key, symmetries=wrong)


def test_a_model_without_a_puzzle_is_asked_as_any_other():
    expected = {frozenset(pair) for pair in ("ac", "ad", "ae", "bd", "be", "ce")}
    model = bare_pairs()
    assert {frozenset(found.true) for found in cm.solutions(model)} == expected
    assert cm.count(model) == cm.Count(6, 6, 6, exhausted=True)
    assert cm.is_unique(model) is False
    result = cm.solve(model)
    assert result.status is Status.SOLVED
    assert frozenset(result.solution.true) in expected
    assert isinstance(result.solution, cm.Assignment)
    switches = model.variables["key"]
    model.cp.add(switches["a"] == 1)
    model.cp.maximize(switches["e"])
    assert cm.solve(model).solution == cm.Assignment(("a", "e"))
    assert [found.true for found in cm.solutions(model)] == [("a", "e")]


def test_variables_without_names_of_their_own_are_told_by_their_positions():
    cp = cp_model.CpModel()
    key = [cp.new_bool_var(name) for name in ("twin", "twin", "", "own")]
    cp.add_exactly_one(key)
    found = {assignment.true for assignment in cm.solutions(cm.Model(cp=cp, key=key))}
    assert found == {(0,), (1,), (2,), ("own",)}


# Fingerprints


LIT = Lit(2, 3, 3, frozenset({"0 0", "1 1"}), {0: 2, 1: 1})


def test_a_kind_with_sets_and_mappings_is_swept_by_processes_with_other_hashes(monkeypatch):
    """The order of a set of strings, and so its text, differs from process to process."""
    expected = {
        cm.Grid([cells[:3], cells[3:]])
        for cells in product((0, 1), repeat=6)
        if LIT.check(cm.Grid([cells[:3], cells[3:]])) == []
    }
    assert len(expected) == 2
    for seed in ("1", "2"):
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join([*filter(None, sys.path)]))
        assert set(cm.sweep(LIT, workers=1)) == expected


def test_fingerprints_are_of_what_a_puzzle_is_not_of_how_it_is_written():
    def told(puzzle):
        return fingerprint(Symmetry(cm.build(puzzle)), keep=True)["puzzle"]

    same = dataclasses.replace(LIT, dark=frozenset({"1 1", "0 0"}), rows_lit={1: 1, 0: 2}, name="a name")
    assert told(same) == told(LIT)
    for other in (dataclasses.replace(LIT, dark=frozenset({"0 0"})), dataclasses.replace(LIT, rows_lit={0: 2})):
        assert told(other) != told(LIT)


def test_fingerprints_cover_what_decides_the_solution_that_stands_for_an_orbit(monkeypatch):
    model = cm.build(PATHS)
    before = fingerprint(Symmetry(model), keep=True)
    assert before == fingerprint(Symmetry(cm.build(PATHS)), keep=True)
    monkeypatch.setattr("cpmodels.search._symmetry.weights_of", np.ones)
    assert fingerprint(Symmetry(model), keep=True)["model"] != before["model"]


@pytest.mark.parametrize("engine", [None, "backtrack"])
def test_a_ledger_belongs_to_what_decides_its_counts_and_to_no_release(tmp_path, monkeypatch, engine):
    """A later release goes on with it, unless another search made it; a search without CP-SAT knows no OR-Tools."""

    def swept():
        with ThreadPoolExecutor(1) as threads:
            return cm.sweep(SMALL, ledger=tmp_path / "ledger", executor=threads, engine=engine)

    first = swept()
    monkeypatch.setattr(cm, "__version__", "9.9.9")
    assert swept() == first
    with monkeypatch.context() as patch:
        patch.setattr("cpmodels.search._tasks.version", lambda _: "9.99")
        if engine is None:
            with pytest.raises(cm.errors.LedgerError, match=r"its search is 'version 1 by OR-Tools 9.+', not '.+9.99'"):
                swept()
        else:
            assert swept() == first
    monkeypatch.setattr("cpmodels.search._tasks.SEARCH", 2)
    with pytest.raises(cm.errors.LedgerError, match=r"its search is 'version 1 by .+', not 'version 2 by"):
        swept()


# Variables by name


def both_ways(puzzle, name, key, holds, everything):
    """The solutions in which a variable, by its name, has a value are those of which something holds, or does not."""
    for value in (0, 1):
        expected = {solution for solution in everything if holds(solution) == bool(value)}
        model = cm.build(puzzle)
        model.cp.add(getattr(model, name)[key] == value)
        assert set(cm.solutions(model)) == expected


@pytest.mark.parametrize("puzzle", [cm.Zip(3, 3), cm.Zip(3, 3, [(0, 0), (1, 1), (2, 2)]), cm.Zip(2, 3, [(0, 0)])])
def test_the_variables_of_a_zip_say_what_the_path_does(puzzle):
    everything = {cm.Path(path) for path in zip_paths(puzzle)}
    cells = list(puzzle.cells)
    for cell in cells[:5]:
        both_ways(puzzle, "starts_at", cell, lambda path, cell=cell: path.cells[0] == cell, everything)
        both_ways(puzzle, "ends_at", cell, lambda path, cell=cell: path.cells[-1] == cell, everything)
    arcs = [(a, b) for a in cells for b in cells if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
    for arc in arcs[:12]:
        both_ways(puzzle, "step", arc, lambda path, arc=arc: arc in pairwise(path.cells), everything)


def test_the_variables_of_an_edge_matching_say_what_lies_where():
    puzzle = cm.EdgeMatching(1, 2, [(1, 2, 1, 3), (1, 3, 1, 2)])
    everything = set(cm.solutions(puzzle))
    assert len(everything) > 1
    for col, piece, turns in product(range(2), range(2), range(4)):

        def holds(board, col=col, piece=piece, turns=turns):
            there = board.rows[0][col]
            return turned(puzzle, there.piece, there.turns) == turned(puzzle, piece, turns)

        both_ways(puzzle, "placed", ((0, col), piece, turns), holds, everything)


def turned(puzzle, piece, turns):
    """The edges of a piece after this many counter-clockwise quarter turns."""
    edges = puzzle.pieces[piece]
    return edges[turns:] + edges[:turns]


def test_the_variables_of_a_zigzaw_say_what_lies_where():
    frog = cm.puzzles.Frog("red", "red", "red", "green", "red", "red", "red")
    other = cm.puzzles.Frog("red", "green", "red", "red", "red", "red", "red")
    puzzle = cm.Zigzaw(1, 2, (frog, other))
    everything = set(cm.solutions(puzzle))
    for col, piece in product(range(2), range(2)):
        both_ways(puzzle, "placed", ((0, col), piece), lambda board, c=col, p=piece: board.rows[0][c] == p, everything)


@pytest.mark.slow
@pytest.mark.parametrize(
    "garden",
    [
        cm.Garden.hanging((3, 3), tiles="distinct"),
        cm.Garden.packed((2, 2), tiles="distinct", red="place", boundary="red"),
        cm.Garden.packed((2, 1), tiles="distinct", red="place", boundary="free"),
    ],
)
def test_the_variables_of_a_garden_say_which_tile_is_where(garden):
    everything = {cm.puzzles.TilePlacement(tiles) for tiles in gardens(garden)}
    assert everything == set(cm.solutions(garden))
    hanging = garden.rule == "hanging"
    cells = list(garden.cells)[:2]
    for cell in cells:
        for code in (0, 1, 2, 3, 9, 15):
            both_ways(garden, "tile", (cell, code), lambda p, c=cell, t=code: p.codes.get(c) == t, everything)
        if hanging:
            both_ways(garden, "occupied", cell, lambda p, c=cell: c in p.codes, everything)
        for d, word in enumerate(("North", "East", "South", "West")):
            for key in (word, word[0], d) if cell == cells[0] else (word,):
                beyond = garden.lattice.neighbours(cell)[d]

                def holds(placement, cell=cell, d=d, beyond=beyond):
                    """In a hanging garden, whether the cell beyond is occupied, also where this one is not."""
                    return beyond in placement.codes if hanging else bool(placement.codes[cell] >> d & 1)

                both_ways(garden, "face", (cell, key), holds, everything)


@pytest.mark.parametrize(
    ("puzzle", "name", "key"),
    [
        (SMALL, "step", ((0, 0), (2, 2))),
        (SMALL, "step", (0, 0)),
        (SMALL, "step", "north"),
        (SMALL, "starts_at", (3, 0)),
        (SMALL, "ends_at", 5),
        (SMALL, "starts_at", None),
        (cm.EdgeMatching(1, 1, [(1, 2, 3, 4)]), "placed", (0, 0)),
        (cm.EdgeMatching(1, 1, [(1, 2, 3, 4)]), "placed", ((0, 0), 0, 4)),
        (cm.EdgeMatching(1, 1, [(1, 2, 3, 4)]), "placed", ((0, 1), 0, 0)),
        (cm.Garden.hanging((3, 3), tiles="distinct"), "occupied", (3, 3)),
        (cm.Garden.hanging((3, 3), tiles="distinct"), "face", ((0, 0), "Up")),
        (cm.Garden.hanging((3, 3), tiles="distinct"), "tile", ((0, 0), 16)),
        (cm.Garden.hanging((3, 3), tiles="distinct"), "tile", [[0, 0], 3]),
    ],
)
def test_there_is_no_variable_for_nonsense(puzzle, name, key):
    model = cm.build(puzzle)
    size = len(model.cp.proto.variables)
    with pytest.raises(cm.ModelError, match=rf"^the model has no {name}\[") as error:
        getattr(model, name)[key]
    assert isinstance(error.value, KeyError)
    assert "\n" not in str(error.value)
    assert len(model.cp.proto.variables) == size


def test_there_is_no_name_for_nonsense():
    with pytest.raises(AttributeError, match="no attribute 'stop'; its variables are step, starts_at, ends_at"):
        _ = cm.build(SMALL).stop
    cp = cp_model.CpModel()
    with pytest.raises(AttributeError, match="it has no named variables"):
        cm.Model(cp=cp, key=[cp.new_bool_var("x")]).step[0]


def test_a_model_shows_itself_in_one_line():
    model = cm.build(SMALL)
    assert repr(model) == (
        f"Model(Zip, {len(model.key)} of {len(model.cp.proto.variables)} variables in the key, 1 constraint, "
        "by name: step, starts_at, ends_at)"
    )
    model.cp.minimize(model.key[0])
    assert repr(model).endswith("ends_at, with an objective)")
    assert repr(bare_pairs()).startswith("Model(5 of 5 variables in the key, 5 constraints")
    for puzzle in (cm.Garden.packed(), cm.EdgeMatching(1, 1, [(1, 2, 3, 4)])):
        assert len(repr(cm.build(puzzle))) < 150
        assert "\n" not in repr(cm.build(puzzle))


# Statistics


def test_the_effort_of_a_search_is_told():
    began = time.monotonic()
    result = cm.solve(PATHS, engine="cp-sat")
    with cm.solutions(PATHS, engine="cp-sat") as found:
        list(found)
        listed = found.statistics
    counted = cm.count(PATHS, engine="cp-sat")
    taken = time.monotonic() - began
    for statistics in (result.statistics, listed, counted.statistics):
        assert statistics.strategy == "complete search"
        assert statistics.runs == 1
        assert statistics.branches > 0
        assert 0 < statistics.build_seconds < statistics.seconds < taken
    assert listed.conflicts == counted.statistics.conflicts > 0
    parts = cm.count(PATHS, workers=2, engine="cp-sat").statistics
    assert parts.runs == 3
    nothing = cm.solve(cm.Zip(2, 2, [(0, 0), (1, 1)])).statistics
    assert (nothing.runs, nothing.strategy) == (0, None)
    assert cm.solve(cm.Garden.hanging((4, 4, 3)), workers=1).statistics.strategy is None


def test_the_effort_of_an_optimum_and_of_all_stages_is_told():
    model = cm.build(SMALL)
    model.cp.minimize(model.key[0])
    assert cm.solve(model).statistics.runs == 1
    assert cm.count(model).statistics.runs == 2
    garden = cm.Garden.hanging((4, 4), tiles=[1, 4], minimise="volume")
    assert cm.solve(garden).statistics.runs >= 1
    counted = cm.count(garden)
    assert counted.statistics.runs >= 1
    assert counted.statistics.strategy == "complete search"


# Strategies

LATE = cm.Garden.hanging((4, 4, 5))
"""A garden that takes far more than a few seconds, one way or the other."""


def with_strategies(puzzle, *strategies):
    return dataclasses.replace(cm.build(puzzle), strategies=strategies)


def strategy(search, name="own", **options):
    return Strategy(name, search, **{"after": 0.0, **options})


@pytest.mark.parametrize("workers", [1, 2])
def test_a_strategy_that_returns_true_proves_that_there_is_no_solution(workers):
    def search(_seed, _runs):
        yield None
        return True

    result = cm.solve(with_strategies(LATE, strategy(search, light=True)), workers=workers)
    assert (result.status, result.solution) == (Status.INFEASIBLE, None)
    assert searching_threads() == []


@pytest.mark.slow
@pytest.mark.parametrize("value", [None, False, 1, "yes"])
def test_a_strategy_that_just_ends_proves_nothing(value):
    def search(_seed, _runs):
        yield None
        return value

    result = cm.solve(with_strategies(LATE, strategy(search, light=True)), workers=1, time_limit=0.3)
    assert result.status is Status.UNKNOWN


@pytest.mark.parametrize("workers", [1, 2])
def test_a_wrong_solution_of_a_strategy_is_told(workers):
    def search(_seed, _runs):
        yield cm.puzzles.TilePlacement([((0, 0, 0), 1)])

    with pytest.raises(cm.errors.WrongSolutionError, match="breaks the puzzle's rules"):
        cm.solve(with_strategies(LATE, strategy(search, light=True)), workers=workers)
    assert searching_threads() == []


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_of_a_strategy_is_raised(workers):
    def search(_seed, _runs):
        yield None
        raise ZeroDivisionError("a defect")

    with pytest.raises(ZeroDivisionError, match="a defect"):
        cm.solve(with_strategies(LATE, strategy(search, light=True)), workers=workers)
    assert searching_threads() == []


def test_the_strategy_that_finds_the_solution_is_named(monkeypatch):
    puzzle = cm.Garden.hanging((5, 5, 5), symmetry="C3")
    placement = cm.solve(puzzle).solution
    offered, solve = threading.Event(), cp_model.CpSolver.solve

    def search(_seed, _runs):
        yield None
        try:
            yield placement
        finally:
            offered.set()

    # The complete search begins when the solution is there.
    monkeypatch.setattr(cp_model.CpSolver, "solve", lambda *asked: offered.wait() and solve(*asked))
    free = cm.Garden.hanging((5, 5, 5), exact=False)
    result = cm.solve(with_strategies(free, strategy(search, "from symmetry", light=True)), workers=1)
    assert result.statistics.strategy == "from symmetry"
    assert result.solution == placement


@pytest.mark.parametrize("any_model", [False, True])
def test_strategies_of_changed_models_know_what_was_added(any_model):
    seen = []

    def search(_seed, runs):
        seen.append(runs.model)
        yield runs.run(runs.model, seconds=600, seed=1).solution

    model = with_strategies(PATHS, strategy(search, any_model=any_model, light=True))
    model.cp.add(model.starts_at[0, 0] == 1)
    for _ in range(3):
        assert cm.solve(model, workers=1).solution.cells[0] == (0, 0)
    assert {asked.content for asked in seen} == ({model.content} if any_model else set())


def test_no_strategy_runs_for_an_objective():
    seen = []
    model = with_strategies(SMALL, strategy(lambda *_: seen.append(1) or iter(()), any_model=True, light=True))
    model.cp.maximize(model.starts_at[2, 2])
    assert cm.solve(model, workers=2).objective == 1
    assert seen == []


def test_a_strategy_may_use_cp_sat_and_stops_with_the_race():
    """A run without end is stopped when the proof comes from elsewhere; generators are closed."""
    closed, ended, begun = [], [], threading.Event()

    def slow(_seed, runs):
        begun.set()
        try:
            ended.append(runs.run(runs.model, seconds=10**6, seed=1))
            yield None
        finally:
            closed.append(runs.stopped)

    def quick(_seed, _runs):
        yield None
        begun.wait()
        return True

    result = cm.solve(with_strategies(LATE, strategy(slow, "slow"), strategy(quick, "quick")), workers=3)
    assert result.status is Status.INFEASIBLE
    assert searching_threads() == []
    assert closed == [True]
    assert ended == [cm.strategies.Found()]


def test_runs_of_strategies_are_counted_and_may_fix_positions():
    found = []
    small = cm.build(SMALL)

    def searched(_seed, runs):
        for value in (True, False):
            found.append(runs.run(small, seconds=600, seed=3, fixed={0: value}))
        found.append(runs.run(small, seconds=600, seed=3, fixed=dict.fromkeys(range(len(small.key)), False)))
        yield None
        return True

    model = with_strategies(LATE, strategy(searched, light=True))
    result = cm.solve(model, workers=1)
    one, other, none = found
    start = next(cell for cell, literal in small.starts_at.items() if literal.index == small.indexes[0])
    assert one.solution.cells[0] == start
    assert other.solution.cells[0] != start
    assert (none.solution, none.infeasible) == (None, True)
    assert result.statistics.runs >= 3


def test_strategies_stop_at_the_time_limit(clock):
    def endless(_seed, _runs):
        clock.move(100)
        while True:
            time.sleep(0.01)
            yield None

    result = cm.solve(with_strategies(LATE, strategy(endless, light=True)), workers=1, time_limit=100)
    assert (result.status, clock.now) == (Status.UNKNOWN, 100)
    assert searching_threads() == []


def test_offers_while_the_race_ends_do_not_hold_it_up():
    """Strategies that never stop offering, beside one that ends the race."""
    placement = cm.solve(cm.Garden.hanging((5, 5, 5), symmetry="C3")).solution

    def flood(_seed, _runs):
        while True:
            yield placement

    model = with_strategies(cm.Garden.hanging((5, 5, 5)), *[strategy(flood, f"flood {i}") for i in range(4)])
    for _ in range(3):
        result = cm.solve(model, workers=5)
        assert (result.status, model.puzzle.check(result.solution)) == (Status.SOLVED, [])
        assert searching_threads() == []


def test_each_strategy_of_a_race_has_a_seed_of_its_own_and_the_same_each_time():
    def race():
        seeds = []

        def search(seed, _runs):
            seeds.append(seed)
            yield None
            return len(seeds) == 3

        assert cm.solve(with_strategies(LATE, *[strategy(search)] * 3), workers=2, seed=5).status is Status.INFEASIBLE
        return seeds

    one = race()
    assert len(set(one)) == 3
    assert race() == one
    assert all(0 <= seed < 2**31 for seed in one)


@needs_signals
def test_ctrl_c_stops_strategies():
    code = """
        import dataclasses, time
        import cpmodels as cm
        def search(seed, runs):
            print("searching", flush=True)
            while True:
                yield runs.run(runs.model, seconds=600, seed=1).solution
        model = cm.build(cm.Garden.hanging((4, 4, 5)))
        model = dataclasses.replace(model, strategies=(cm.strategies.Strategy("own", search, after=0.0, light=True),))
        try:
            cm.solve(model)
        except KeyboardInterrupt:
            print("stopped")
    """
    assert interrupted(code) == "stopped"


def test_a_garden_is_solved_again_by_the_same_model():
    """Its narrower gardens begin afresh, and may be searched by two threads at a time."""
    model = cm.build(cm.Garden.hanging((5, 5, 5)))
    (near,) = (s for s in model.strategies if s.name == "narrower puzzles")

    class Nothing:
        stopped = False

        def __init__(self):
            self.asked = []
            self.model = model

        def run(self, similar, **_):
            self.asked.append(similar.puzzle)
            return cm.strategies.Found(infeasible=True)

    asked = []
    for _ in range(2):
        runs = Nothing()
        assert list(near.search(0, runs))
        asked.append(runs.asked)
    assert asked[0] == asked[1] != []
