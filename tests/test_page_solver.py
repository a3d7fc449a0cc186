"""The solver of the pages: it finds what the library counts, and agrees with all assignments tried one by one."""

import random
from itertools import product
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from ortools.sat.python import cp_model
from random_boards import KINDS, random_board
from strangers_oracles import hexagon_trios, hidokus, masyus, numberlinks, simple_loops, slitherlinks

import cpmodels as cm
from cpmodels.engines._export import Inequalities
from cpmodels.engines._translation import translate
from renderers._play_page import board_to_play

WEB = Path(__file__).parents[1] / "renderers" / "web"
SCRIPT = (WEB / "solver.js").read_text()
PAGE = f'<!doctype html><link rel="icon" href="data:,"><script>{SCRIPT}</script>'
FOUND = """([formula, key, most]) => {
  const solver = new Solver(formula);
  const found = [];
  while (found.length < most && solver.solve()) {
    found.push(Array.from({ length: key }, (_, at) => (solver.isTrue(at + 1) ? "1" : "0")).join(""));
    solver.add(solver.without(key));
  }
  return found;
}"""
HINT = """([data, known, isOpen]) => {
  ({ formula, marks } = data);
  literals = marks.map(([, , literal]) => literal);
  const { at, isOn, names, because } = tasks.hint({ known, isOpen, isLines: data.isLines });
  if (!names) return null;
  let number = 0;
  const said = () => ["", undefined, ...names].includes(formula.names[formula.said[number++]]);
  const clauses = formula.clauses.join().split(/,0,?/).filter((clause) => clause && said()).map((one) => `${one},0`);
  const rows = formula.rows.filter(said);
  const circuits = formula.circuits.filter(said);
  const part = { ...formula, clauses: clauses.join().split(",").filter(Boolean).map(Number), rows, circuits };
  return !new Solver(part).solve([...because, isOn ? -literals[at] : literals[at]]);
}"""
WITHOUT_CARE = (hexagon_trios, hidokus, masyus, numberlinks, simple_loops, slitherlinks)
MOST = 1000


@pytest.fixture(scope="module")
def found(chromium):
    """The values of the key in all solutions of a formula, as texts of 0 and 1, sorted; at most `MOST`."""
    lend, _ = chromium
    opened = lend(False)
    opened.set_content(PAGE)
    return lambda formula, key: sorted(opened.evaluate(FOUND, [formula.as_json(), key, MOST]))


def compared(found, puzzle):
    """How many solutions the page's solver finds, which are as many as the library counts, and right."""
    model = cm.build(puzzle)
    keys = found(translate(model, Inequalities()), len(model.key))
    assert len(set(keys)) == len(keys)
    assert min(cm.count(model).total, MOST) == len(keys), puzzle
    for key in keys[:5]:
        assert puzzle.check(model.solution(map(int, key))) == []
    return len(keys)


@pytest.mark.parametrize("kind", KINDS)
def test_it_finds_as_many_solutions_as_the_library(found, kind):
    choice = random.Random(kind)
    boards = 28 if settings.get_current_profile_name() == "thorough" else 5
    assert max(compared(found, random_board(kind, choice)) for _ in range(boards)) > 0


@pytest.mark.parametrize("kind", KINDS)
def test_a_hint_follows_from_the_constraints_that_it_names(chromium, kind):
    choice, found = random.Random(kind), []
    lend, _ = chromium
    opened = lend(False)
    opened.set_content(PAGE.replace(SCRIPT, SCRIPT + (WEB / "play_worker.js").read_text()))
    while len(found) < 8:
        board = board_to_play(puzzle := random_board(kind, choice))
        numbers = board.numbers_of(cm.solve(puzzle, workers=1).solution.marks())
        noted = dict(choice.sample(numbers, choice.randint(0, len(numbers) - 1)))
        data = board.data() | {"formula": board.formula}
        known = [literal for spot, value, literal in data["marks"] if noted.get(spot) == value]
        is_open = [spot not in noted for spot in range(len(board.spots))]
        found.append(opened.evaluate(HINT, [data, known, is_open]))
    assert True in found
    assert False not in found


@pytest.mark.parametrize("puzzles", WITHOUT_CARE, ids=lambda puzzles: puzzles.__name__)
def test_it_finds_as_many_solutions_of_any_board(found, puzzles):
    """Boards with clues as they come, most without a solution."""
    boards = []

    @settings(max_examples=25, derandomize=True, database=None, phases=[Phase.generate])
    @given(puzzles())
    def same(puzzle):
        boards.append(compared(found, puzzle))

    same()
    assert 0 in boards or puzzles is hexagon_trios
    assert max(boards) > 1


@pytest.mark.parametrize(
    "name", ["zip-4", "zip-10", "zip-parity", "nine-one", "nine-many", "squares-packed", "tetravex"]
)
def test_it_finds_as_many_solutions_of_the_built_in_puzzles(found, name):
    model = cm.build(cm.read(name))
    assert len(found(translate(model, Inequalities()), len(model.key))) == cm.count(model).total


def right(formula, circuit, values):
    """Whether these values of all variables keep a formula, by its meaning."""

    def holds(literal):
        return values[abs(literal) - 1] == (literal > 0)

    if not all(any(map(holds, clause)) for clause in formula):
        return False
    for least, literals, weights in formula.rows:
        if sum(weight for literal, weight in zip(literals, weights, strict=True) if holds(literal)) < least:
            return False
    taken = [(tail, head) for tail, head, literal in circuit if holds(literal)]
    nodes = {node for tail, head, _ in circuit for node in (tail, head)}
    after = dict(taken)
    if len(taken) != len(nodes) or set(after) != nodes or set(after.values()) != nodes:
        return False
    on = [node for node in nodes if after[node] != node]
    walk, here = [], on[0] if on else None
    while here is not None and here not in walk:
        walk.append(here)
        here = after[here]
    return len(walk) == len(on)


@pytest.mark.parametrize("seed", range(60))
def test_it_agrees_with_all_assignments(found, seed):
    """Random clauses, sums with weights of either sign, some of which may be waived, and a circuit."""
    choice = random.Random(seed)
    size = 10
    formula = Inequalities(size)

    def some(least, most):
        variables = choice.sample(range(1, size + 1), choice.randint(least, most))
        return [variable * choice.choice((1, -1)) for variable in variables]

    for _ in range(choice.randint(0, 4)):
        formula.clause(some(1, 4))
    for _ in range(choice.randint(0, 2)):
        terms = [(choice.choice((-2, -1, 1, 1, 3)), literal) for literal in some(2, 6)]
        low = choice.randint(-3, 2)
        formula.weighted(terms, [(low, low + choice.randint(0, 3))], some(0, 1))
    if choice.random() < 0.5:
        formula.at_most_one(some(3, 5))
    nodes = range(choice.randint(3, 4))
    arcs = [arc for arc in product(nodes, repeat=2) if arc[0] != arc[1] or choice.random() < 0.5]
    literals = choice.sample(range(1, size + 1), min(size, len(arcs)))
    circuit = [(*arc, literal) for arc, literal in zip(choice.sample(arcs, len(literals)), literals, strict=True)]
    assert formula.takes_circuit(circuit, ())
    size = formula.variables
    everything = [values for values in product((True, False), repeat=size) if right(formula, circuit, values)]
    wanted = sorted("".join("1" if value else "0" for value in values) for values in everything)
    assert found(formula, size) == wanted[:MOST]


def test_a_contradiction_among_assumptions_is_named(page):
    formula = Inequalities(4)
    formula.clause([-1, -3])
    core = page(PAGE).evaluate(
        "(formula) => { const solver = new Solver(formula); solver.solve([2, 3, 4, 1]); return solver.core; }",
        formula.as_json(),
    )
    assert sorted(core) == [1, 3]


def test_names_of_constraints_go_with_their_clauses_and_rows():
    cp = cp_model.CpModel()
    lamps = [cp.new_bool_var(f"{i}") for i in range(4)]
    cp.add_exactly_one(lamps).with_name("one lamp is on")
    cp.add_implication(lamps[0], lamps[1]).with_name("the first lights the second")
    formula = Inequalities()
    translate(cm.Model(cp=cp, key=lamps), formula)
    data = formula.as_json()
    said = [data["names"][number] for number in data["said"]]
    assert said == ["one lamp is on", "the first lights the second", "one lamp is on"]
    assert len(said) == formula.clauses.count(0) + len(formula.rows)
