"""Models as clauses and sums: the same answers, each once, against all assignments of small models of every rule."""

import re
from itertools import pairwise, product
from random import Random

import pytest
from command_line import run
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from ortools.sat.python import cp_model
from puzzle_strategies import edge_matchings, small_gardens, zigzaws, zips
from pysat.solvers import Solver
from random_models import RandomModel, by_cp_sat, domain_of

import cpmodels as cm
import readers
from cpmodels.base import _elimination
from cpmodels.base.errors import ModelError
from cpmodels.engines import _translation
from cpmodels.engines._export import Inequalities
from cpmodels.engines._formula import TRUE, Formula, circuit
from cpmodels.engines._translation import Translation, translate
from cpmodels.engines._worker import ClauseTask, cadical

NO_PUZZLE = cm.Zip(1, 1)


def models(clauses, variables):
    """All models of some clauses, one after the other."""
    with Solver("cadical153", bootstrap_with=clauses) as solver:
        while solver.solve():
            true = set(solver.get_model())
            yield frozenset(v if v in true else -v for v in range(1, variables + 1))
            solver.add_clause([-v if v in true else v for v in range(1, variables + 1)])


def model_of(drawn):
    return cm.Model(NO_PUZZLE, drawn.cp, drawn.booleans, lambda values: values)


def encoded(drawn, formula):
    """How each variable of a random model is written as literals."""
    translation = Translation(model_of(drawn), formula)
    return [translation.encodings[variable.index] for variable in drawn.variables]


def value(encoding, model):
    return encoding.low + sum(literal in model or literal == TRUE for literal in encoding.above)


LINEAR = ("linear", "reified", "clause", "conjunction", "exclusive", "one")


@pytest.mark.parametrize(
    ("sorts", "start"),
    [*product([()], range(0, 600, 100)), ((*LINEAR, "odd", "circuit"), 0), (("circuit",), 0), (("circuit",), 100)],
)
def test_clauses_have_the_assignments_of_the_model_each_once(sorts, start):
    """Random models with constraints of all sorts, of those that have at most 300 solutions."""
    for seed in range(start, start + 100):
        drawn = RandomModel(seed, sorts=sorts)
        expected = drawn.solutions(drawn.variables)
        if sorts == ("circuit",):
            assert set(by_cp_sat(drawn.cp, lambda value, of=drawn.variables: tuple(map(value, of)))) == expected, seed
        if len(expected) > 300:
            continue
        formula = Formula()
        encodings = encoded(drawn, formula)
        found = [tuple(value(encoding, m) for encoding in encodings) for m in models(list(formula), formula.variables)]
        assert len(found) == len(set(found)), seed
        assert set(found) == expected, seed


def test_the_circuits_of_a_slitherlink_take_few_clauses():
    """Both directions of each edge of a grid are arcs, and each node has one to itself."""
    nodes = list(product(range(11), repeat=2))
    pairs = [(a, b) for a in nodes for b in nodes if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
    pairs += [(node, node) for node in nodes]
    arcs = [(nodes.index(a), nodes.index(b), i) for i, (a, b) in enumerate(pairs, 1)]
    formula = Formula(len(arcs))
    circuit(formula, arcs)
    assert sum(1 for _ in formula) < 30_000
    assert formula.variables < 8_000


ROW = re.compile(r"((?:[+-]\d+ x\d+ )+)>= (-?\d+) ;\n")


def rows_of(lines):
    """The rows of an OPB file: pairs of coefficient and variable, and the least sum."""
    for line in lines:
        if not line.startswith("* "):
            left, least = ROW.fullmatch(line).groups()
            yield [(int(c), int(x[1:])) for c, x in zip(*[iter(left.split())] * 2, strict=True)], int(least)


def test_sums_have_the_assignments_of_the_model_each_once():
    for seed in range(120):
        drawn, formula = RandomModel(seed, sorts=LINEAR), Inequalities(keeps_circuits=False)
        encodings = encoded(drawn, formula)
        if formula.variables > 10:
            continue
        rows = list(rows_of(cm.engines.to_opb(model_of(drawn))))
        found = []
        for bits in product((0, 1), repeat=formula.variables):
            if all(sum(c * bits[x - 1] for c, x in terms) >= least for terms, least in rows):
                true = {i for i, bit in enumerate(bits, 1) if bit}
                found.append(tuple(value(encoding, true) for encoding in encodings))
        assert len(found) == len(set(found)), seed
        assert set(found) == drawn.solutions(drawn.variables), seed


@examples(100)
@given(st.lists(st.integers(-3, 3), max_size=7), st.sets(st.integers(-8, 8), min_size=1))
def test_weighted_sums_of_any_set_of_values(coefficients, wanted):
    formula = Formula(len(coefficients))
    terms = [(c, i if i % 2 else -i) for i, c in enumerate(coefficients, 1)]
    formula.weighted(terms, [(value, value) for value in wanted])
    found = [tuple(i in m for i in range(1, len(terms) + 1)) for m in models(list(formula), formula.variables)]
    expected = {
        bits
        for bits in product((False, True), repeat=len(terms))
        if sum(c for c, literal in terms if bits[abs(literal) - 1] == (literal > 0)) in wanted
    }
    assert len(found) == len(set(found))
    assert set(found) == expected


def parsed(lines):
    """The numbers of a DIMACS file: variables, the clauses, the variables that are shown."""
    header, shown, clauses = None, None, []
    for line in lines:
        if line.startswith("p cnf"):
            header = [int(word) for word in line.split()[2:]]
        elif line.startswith("c p show"):
            shown = [int(word) for word in line.split()[3:-1]]
        elif not line.startswith("c"):
            clauses.append([int(word) for word in line.split()[:-1]])
    assert header[1] == len(clauses)
    assert all(1 <= abs(literal) <= header[0] for clause in clauses for literal in clause)
    return header[0], clauses, shown


@examples(40)
@given(st.one_of(edge_matchings(), zips(), zigzaws(), small_gardens()))
def test_files_of_puzzles_are_well_formed(puzzle):
    model = cm.build(puzzle)
    _, _, shown = parsed(cm.engines.to_dimacs(model))
    assert shown == list(range(1, len(model.key) + 1))
    header, *lines = cm.engines.to_opb(puzzle)
    variables, rows = re.fullmatch(r"\* #variable= (\d+) #constraint= (\d+)\n", header).groups()
    found = list(rows_of(lines))
    assert len(found) == int(rows)
    assert all(x <= int(variables) for terms, _ in found for _, x in terms)


def test_a_file_names_the_puzzle_and_its_answer():
    lines = list(cm.engines.to_dimacs(cm.Zip(1, 3, [(0, 0)], name="a\nb")))
    assert lines[:3] == ["c t pmc\n", "c zip a b, by cpmodels\n", "c variable 1 is start at (0, 0)\n"]


def test_an_objective_is_left_out_and_said_to_be():
    model = cm.build(cm.Zip(2, 2, [(0, 0)]))
    plain = parsed(cm.engines.to_dimacs(model))
    model.cp.minimize(model.key[0])
    assert parsed(cm.engines.to_dimacs(model)) == plain
    assert "c the objective of the model is left out\n" in list(cm.engines.to_dimacs(model))


def test_parts_of_the_answer_that_are_fixed_and_assumptions_are_kept():
    cp, formula = cp_model.CpModel(), Formula()
    key = [cp.new_bool_var("a"), cp.new_bool_var("b"), cp.new_constant(1)]
    cp.add_assumptions([key[0], ~key[1]])
    translate(cm.Model(NO_PUZZLE, cp, key, lambda values: values), formula)
    assert {frozenset(m) & {1, -1, 2, -2, 3, -3} for m in models(list(formula), formula.variables)} == {
        frozenset({1, -2, 3})
    }


@pytest.mark.parametrize(
    ("add", "words"),
    [
        (
            lambda cp, key: cp.add_reservoir_constraint(key[:2], [1, 1], 0, 1).with_name("oil"),
            "^the constraint 'oil' of the model is of the kind reservoir, which is not",
        ),
        (lambda cp, key: cp.add_multiple_circuit([(0, 1, key[0]), (1, 0, key[1])]), "of the kind routes"),
        (
            lambda cp, key: cp.add_cumulative([cp.new_fixed_size_interval_var(0, 1, "")], [key[0]], 1),
            "demands that vary",
        ),
        (
            lambda cp, _: cp.add_multiplication_equality(
                cp.new_int_var(0, 9, "x"), [cp.new_int_var(0, 999, n) for n in "yz"]
            ),
            "998,002 values",
        ),
        (lambda cp, _: cp.new_int_var(0, 10**6, "x"), "^the variable 'x' of the model has 1,000,001 values"),
        (lambda cp, key: cp.add_circuit([(7, 7, key[0]), (7, 7, key[1])]), "multiple self-loop involving node 7"),
        (lambda cp, key: cp.add(key[0] + 2 * key[1] == 1).proto.linear.vars.__setitem__(0, -1), "negated variable"),
    ],
)
def test_constraints_without_a_translation_and_invalid_ones_are_refused_in_a_sentence(add, words):
    model = cm.build(cm.Zip(2, 2))
    add(model.cp, model.key)
    with pytest.raises((ModelError, cm.errors.TooLargeError), match=words):
        translate(model, Formula())


def test_a_circuit_has_at_most_one_arc_from_a_node_to_itself():
    with pytest.raises(ModelError, match="node 7 of a circuit has more than one arc to itself"):
        circuit(Formula(2), [(7, 7, 1), (7, 7, 2)])


def test_large_formulas_are_refused(monkeypatch):
    monkeypatch.setattr(_translation, "MOST_VALUES", 2)
    with pytest.raises(cm.errors.TooLargeError, match="has 4 values; at most 2 are tried"):
        translate(cm.build(cm.Zip(4, 4, [(0, 0), (0, 1), (1, 0), (2, 0), (3, 3)])), Formula())
    monkeypatch.setattr(_elimination, "MOST_PATHS", 10)
    with pytest.raises(cm.errors.TooLargeError, match="17 nodes needs too many clauses"):
        translate(cm.build(cm.Zip(4, 4)), Formula())
    monkeypatch.setattr("cpmodels.engines._formula.MOST_NUMBERS", 100)
    with pytest.raises(cm.errors.TooLargeError, match="more than 100 literals"):
        translate(cm.build(cm.Garden.packed((4, 4))), Formula())
    with pytest.raises(cm.errors.TooLargeError, match="more than 100 literals"):
        list(cm.engines.to_opb(cm.Garden.packed((4, 4))))


def test_long_rows_of_at_most_one_take_few_clauses():
    formula = Formula(200)
    formula.exactly_one(list(range(1, 201)))
    assert len(formula.clauses) < 200 * 20
    assert formula.variables < 400
    for one, other in pairwise((3, 77, 150)):
        assert not list(models([*formula, [one], [other]], formula.variables))


@pytest.mark.parametrize("suffix", [".cnf", ".opb", ".CNF"])
def test_export_writes_a_file(tmp_path, suffix):
    file = tmp_path / f"puzzle{suffix}"
    run("export", "squares-packed", "-o", file)
    lines = file.read_text().splitlines(keepends=True)
    assert lines == list(
        (cm.engines.to_opb if suffix == ".opb" else cm.engines.to_dimacs)(readers.read("squares-packed"))
    )


@pytest.mark.parametrize("seed", range(40))
def test_sums_of_numbers_of_many_values(seed):
    """The number of the most values is apart from the others; each solution is one model of the whole formula."""
    random = Random(seed)
    cp = cp_model.CpModel()
    lows = [random.randint(-3, 3) for _ in range(random.randint(1, 4))]
    numbers = [
        cp.new_int_var(low, low + random.choice([25] if not i else [0, 1, 2, 4]), f"{i}") for i, low in enumerate(lows)
    ]
    factors = [random.choice([-5, -3, -2, -1, 1, 2, 3, 4]) for _ in numbers]
    ranges = [(low, low + random.choice([0, 1, 5, 20])) for low in random.sample(range(-30, 30), random.randint(1, 3))]
    literal = cp.new_bool_var("literal")
    total = cp_model.LinearExpr.weighted_sum(numbers, factors)
    rule = cp.add_linear_expression_in_domain(total, cp_model.Domain.from_intervals(ranges))
    enforced = random.random() < 0.5
    if enforced:
        rule.only_enforce_if(literal)
    every = product(*map(domain_of, [*numbers, literal]))
    truth = {
        values
        for values in every
        if (enforced and not values[-1])
        or any(low <= sum(f * v for f, v in zip(factors, values, strict=False)) <= high for low, high in ranges)
    }
    model = cm.Model(cp=cp, key=[*numbers, literal], decode=tuple)
    formula = translate(model, Formula())
    for key in (len(model.key), formula.variables):
        found = [v for kind, v in cadical(ClauseTask(formula.variables, formula.clauses, key)) if kind == "solution"]
        assert len(found) == len(truth)
        assert {model.solution(values[: len(model.key)]) for values in found} == truth


def test_a_sum_beside_a_wide_number_takes_few_clauses():
    cp = cp_model.CpModel()
    bits, wide = [cp.new_bool_var(f"{i}") for i in range(10)], cp.new_int_var(0, 1000, "wide")
    cp.add(sum(2**i * bit for i, bit in enumerate(bits)) == wide)
    formula = translate(cm.Model(cp=cp, key=bits), Formula())
    assert formula.clauses.count(0) < 20 * 1000  # 96,000 where the diagram branches on each of its literals


@pytest.mark.parametrize("most", [10_000, None])
def test_sums_of_large_weights_are_refused_before_they_fill_the_memory(most, monkeypatch):
    """As many sums as there are subsets of the terms, however many literals there may be."""
    cp, random = cp_model.CpModel(), Random(1)
    literals = [cp.new_bool_var("") for _ in range(60)]
    weights = [random.getrandbits(40) for _ in literals]
    cp.add(sum(weight * literal for weight, literal in zip(weights, literals, strict=True)) <= sum(weights) // 2)
    monkeypatch.setattr("cpmodels.engines._formula.MOST_SUMS", 20_000)
    with pytest.raises(cm.errors.TooLargeError, match=f"more than {most or 20_000:,} sums"):
        translate(cm.Model(cp=cp, key=literals), Formula(most=most))


def test_constants_far_away_take_no_more_clauses_than_others():
    """A machine that is not there from a time on, and numbers that are never reached."""
    clauses = []
    for far in (20, 10**12):
        cp = cp_model.CpModel()
        x, y = (cp.new_int_var(0, 6, name) for name in "xy")
        jobs = [cp.new_fixed_size_interval_var(x, 2, "job"), cp.new_fixed_size_interval_var(6, far, "away")]
        cp.add_no_overlap(jobs)
        cp.add_cumulative(jobs, [1, 1], 1)
        cp.add_max_equality(y, [x, 1])
        cp.add_element(y, [0, 3, far, 5, 6, 1, 2], x)
        model = cm.Model(cp=cp, key=[x, y])
        clauses.append(translate(model, Formula(most=10_000)).clauses.count(0))
        assert {*cm.solutions(model, engine="cadical")} == {*cm.solutions(model)}
    assert clauses[0] == clauses[1]


def test_a_variable_that_equals_one_of_another_entry_is_named_by_what_it_says():
    cp = cp_model.CpModel()
    lamp = cp.new_bool_var("lamp")
    lines = list(cm.engines.to_dimacs(cm.Model(cp=cp, key={"on": lamp, "off": ~lamp, "price": 2 * lamp + 1})))
    named = [line for line in lines if line.startswith("c variable")]
    assert named == ["c variable 1 is lamp\n", "c variable 2 is off = 0\n", "c variable 3 is price = 3\n"]
