"""Explanations of ZIPs, against programs without a solver: what a step names implies what it says."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise, product
from threading import Event

import pytest
from examples import examples
from grid_oracles import beside
from hypothesis import example, given
from hypothesis import strategies as st
from oracles import Walked, paths_of, zip_paths
from ortools.sat.python import cp_model
from puzzle_strategies import zips
from strangers_oracles import loops

import cpmodels as cm
from cpmodels.base.description import HamiltonianPath
from cpmodels.explaining import GRADES, Deduction, PathAccount, _reasoner, _why, account
from cpmodels.explaining._explaining import grade_of
from cpmodels.explaining._reasoner import Reasoner

CUT = cm.Zip(5, 6, [(0, 0), (0, 5)], walls=[((row, 2), (row, 3)) for row in (0, 1, 3, 4)])
"""There is just one way from one half of the board to the other."""


def edges_of(path):
    return {frozenset(step) for step in pairwise(path)}


def fits(facts, edges):
    return all((frozenset(fact.edge) in edges) is fact.holds for fact in facts)


def named(step, kind):
    return [constraint.cells for constraint in step.constraints if constraint.kind == kind]


def paths_by_what_is_named(puzzle, step):
    """All paths through the board that keep clear of the walls that a step names, and meet its numbers in turn."""
    numbers = [puzzle.numbers[cell] for (cell,) in named(step, "number")]
    for path in all_paths(puzzle.rows, puzzle.cols):
        if any(frozenset(wall) in edges_of(path) for wall in named(step, "wall")):
            continue
        met = [(place, puzzle.numbers[cell]) for place, cell in enumerate(path) if cell in puzzle.numbers]
        kept = [(place, number) for place, number in met if number in numbers]
        if (1 in numbers and path[0] != puzzle.waypoints[0]) or (
            len(puzzle.waypoints) in numbers and len(puzzle.waypoints) > 1 and path[-1] != puzzle.waypoints[-1]
        ):
            continue
        if all(
            low < high and (high == low + 1 or any(one < place < other for place, _ in met))
            for (one, low), (other, high) in pairwise(kept)
        ):
            yield path


@cache
def all_paths(rows, cols):
    return list(zip_paths(cm.Zip(rows, cols)))


@examples(60)
@given(zips(most_cells=9))
def test_every_step_follows_in_all_paths_that_fit_what_it_names(puzzle):
    explanation = cm.explain(puzzle)
    for step in explanation:
        left = [path for path in paths_by_what_is_named(puzzle, step) if fits(step.uses, edges_of(path))]
        assert all(step.follows and fits(step.follows, edges_of(path)) for path in left), str(step)
    solutions = {tuple(path) for path in zip_paths(puzzle)}
    shapes = {frozenset(edges_of(path)) for path in solutions}
    assert explanation.finished
    if len(shapes) == 1:
        assert frozenset(edges_of(explanation.solution.cells)) in shapes
    else:
        assert explanation.solution is None
        agreed = [fact for fact in explanation.known if fact.holds]
        if shapes:  # What all solutions agree on is found, and no more.
            assert {frozenset(fact.edge) for fact in agreed} == frozenset.intersection(*shapes)


def sets_of_edges(puzzle):
    edges = [frozenset(pair) for pair in combinations(puzzle.cells, 2) if pair[0] in beside(pair[1])]
    return (set(chosen) for size in range(len(edges) + 1) for chosen in combinations(edges, size))


@examples(60)
@given(zips(most_cells=6))
def test_cells_and_ends_that_a_step_names_imply_it_on_any_lines(puzzle):
    """Steps that name both ends: against all sets of lines between cells, which need not be a path."""
    if len(puzzle.waypoints) < 2:
        return
    puzzle = replace(puzzle, waypoints=(puzzle.waypoints[0], puzzle.waypoints[-1]))
    ends = {puzzle.waypoints[0], puzzle.waypoints[-1]}
    closed = [(edges_of([*loop, loop[0]]), set(loop)) for loop in loops(puzzle.rows, puzzle.cols)]
    for step in cm.explain(puzzle):
        if {cell for (cell,) in named(step, "number")} != ends:
            continue
        cells = [cell for (cell,) in named(step, "cell")]
        for edges in sets_of_edges(puzzle):
            steps = [sum(cell in edge for edge in edges) == (1 if cell in ends else 2) for cell in cells]
            if not all(steps) or not fits(step.uses, edges):
                continue
            if any(frozenset(wall) in edges for wall in named(step, "wall")):
                continue
            if named(step, "path") and any(rim <= edges and len(on - set(cells)) < 2 for rim, on in closed):
                continue
            assert step.follows, str(step)
            assert fits(step.follows, edges), (str(step), edges)


@pytest.mark.parametrize("because_of_itself", [False, True])
def test_a_rule_that_is_wrong_is_not_believed(because_of_itself, monkeypatch):
    """Also where it takes as known what it shows: that implies itself."""
    puzzle = cm.Zip(3, 3, [(0, 0), (2, 2)], walls=[((1, 0), (1, 1))])

    def wrong(self, known, hardest):  # noqa: ARG001
        edge = next((edge for edge in range(1, self.facts + 1) if edge not in known and -edge not in known), None)
        if edge:
            yield Deduction("guess", 1, (edge,), (edge,) * because_of_itself, (), "it is a guess")

    monkeypatch.setattr(PathAccount, "deductions", wrong)
    (path,) = zip_paths(puzzle)
    explanation = cm.explain(puzzle)
    assert all(fits(step.follows, edges_of(path)) for step in explanation)
    assert explanation.solution.cells == path


@examples(30)
@given(zips(most_cells=8))
def test_why_there_is_no_solution(puzzle):
    solutions = list(zip_paths(puzzle))
    conflict = cm.why_infeasible(puzzle)
    assert (conflict is None) == bool(solutions)
    if conflict is not None:
        assert conflict.irreducible
        assert not list(paths_by_what_is_named(puzzle, conflict))
        of = account(puzzle)
        for left_out in conflict.constraints:  # Without any one of them the others can be met, by another program.
            others = [constraint for constraint in conflict.constraints if constraint != left_out]
            assert any_lines(of, others), left_out


CLAUSE = st.lists(st.sampled_from([1, -1, 2, -2, 3, -3]), min_size=1, max_size=2)
"""Some of these literals are true."""


@examples(40)
@given(st.lists(CLAUSE, min_size=1, max_size=9))
def test_no_fewer_contradict_each_other(clauses):
    cp = cp_model.CpModel()
    at = {i: cp.new_bool_var(f"x{i}") for i in (1, 2, 3)}
    for number, clause in enumerate(clauses):
        cp.add_bool_or([at[i] if i > 0 else ~at[-i] for i in clause]).with_name(f"rule {number}")

    def is_possible(some):
        signs = product((1, -1), repeat=3)
        return any(all(any(sign[abs(i) - 1] * i > 0 for i in clause) for clause in some) for sign in signs)

    sizes = range(len(clauses) + 1)
    least = next((n for n in sizes for some in combinations(clauses, n) if not is_possible(some)), None)
    conflict = cm.why_infeasible(cm.Model(cp=cp, key=at))
    assert (conflict and (len(conflict.constraints), conflict.fewest)) == (least and (least, True))


def test_that_no_fewer_do_is_proved_after_few_looks(monkeypatch):
    """Each look finds several sets of which one must be among them; one for each had taken minutes for nine rows."""
    monkeypatch.setattr(_why, "SUBSETS", 2)
    puzzle = cm.read("sudoku-4")
    rows = [list(row) for row in puzzle.given]
    rows[1][0] = 1
    conflict = cm.why_infeasible(replace(puzzle, given=rows))
    assert (len(conflict.constraints), conflict.fewest) == (3, True)


def test_that_no_fewer_do_is_left_open_where_it_is_hard(monkeypatch):
    monkeypatch.setattr(_reasoner, "HITTING", 0)
    conflict = cm.why_infeasible("zip-parity")
    assert (conflict.irreducible, conflict.fewest) == (True, False)


def any_lines(of, constraints):
    """Whether the clauses of some constraints can be met, by CP-SAT."""
    cp = cp_model.CpModel()
    clauses = list(of.written())
    literals = [cp.new_bool_var("") for _ in range(of.formula.variables + 1)]
    for clause in clauses:
        cp.add_bool_or([literals[x] if x > 0 else ~literals[-x] for x in clause])
    cp.add_bool_and(
        [literals[selector] for selector, constraint in of.constraints.items() if constraint in constraints]
    )
    return cp_model.CpSolver().solve(cp) == cp_model.OPTIMAL


@examples(60)
@given(zips(most_cells=9))
def test_why_there_are_several_solutions(puzzle):
    shapes = {frozenset(edges_of(path)) for path in zip_paths(puzzle)}
    found = cm.why_not_unique(puzzle)
    assert (found is not None) == (len(shapes) > 1)
    if found is not None:
        one, other = edges_of(found.first.cells), edges_of(found.second.cells)
        assert {frozenset(one), frozenset(other)} <= shapes
        assert set(found.cells) == {cell for edge in one ^ other for cell in edge}


@examples(60)
@given(zips(most_cells=9))
def test_a_hint_goes_on_or_tells_what_to_take_back(puzzle):
    solutions = list(zip_paths(puzzle))
    if not solutions:
        return
    path = list(all_paths(puzzle.rows, puzzle.cols)[0])[:4]
    if puzzle.waypoints and path[0] != puzzle.waypoints[0]:
        path = list(solutions[0])[:3]
    hint = cm.hint(puzzle, cm.Path(path))
    good = [edges for edges in map(edges_of, solutions) if edges_of(path) <= edges]
    if hint.wrong:
        assert not good
        before = list(pairwise(path))
        count = [frozenset(step) for step in before].index(frozenset(hint.wrong.edge))
        assert any(edges_of(path[: count + 1]) <= edges for edges in map(edges_of, solutions))
        assert not any(edges_of(path[: count + 2]) <= edges for edges in map(edges_of, solutions))
    elif hint.step:
        assert good
        assert all(fits(hint.step.follows, edges) for edges in good)
    else:
        assert len({frozenset(edges) for edges in good}) > 1 or hint.solved


def test_a_path_through_an_end_where_there_is_no_solution():
    """Nothing is to be taken back; why nothing helps is told."""
    hint = cm.hint(cm.Zip(2, 3, [(0, 2), (1, 1)]), cm.Path([(0, 2), (1, 2), (1, 1), (1, 0), (0, 0), (0, 1)]))
    assert str(hint) == "The path would not begin or end at number 2 at (1, 1): that cannot be."


def test_what_a_long_reason_shows_needs_no_other():
    """Without all that it shows there are further proofs."""
    steps = list(cm.explain("zip-8"))
    of = account(cm.read("zip-8"))
    literal = {of.fact(n).about: n for n in range(1, of.facts + 1)}

    def literals(facts):
        return [literal[fact.about] if fact.holds else -literal[fact.about] for fact in facts]

    known, shown = set(), set()
    with Reasoner(of) as reasoner:
        for step in steps:
            if step.rule == "proof":
                assert shown.isdisjoint(literals(step.follows))
                premises = [constraint.selector for constraint in step.constraints] + literals(step.uses)
                assert all(reasoner.implies(premises, [one]) for one in literals(step.follows))
                shown.update(n for n in literal.values() if n not in known and reasoner.implies(premises, [n]))
            known.update(literals(step.follows))
    assert shown


def test_two_ways_through_a_cell_are_all_that_is_left():
    """A third way fits neither."""
    says = {step.sentence for step in cm.explain(cm.Zip(4, 4, [(0, 3), (2, 2), (1, 2), (3, 1), (3, 3)]))}
    why = "as any other two of its ways would put numbers out of order or close a loop"
    assert f"the path goes from (3, 2) to (3, 1) and (3, 3), {why}" in says


RULES = [
    (("two ways left", "one way left", "loop"), cm.Zip(4, 4, [(3, 3), (1, 0)], [((2, 1), (2, 2)), ((2, 3), (3, 3))])),
    (("order", "through", "too early"), cm.Zip(4, 4, [(2, 0), (2, 2), (1, 2), (0, 3), (1, 0)])),
    (("end too early",), cm.Zip(4, 4, [(3, 3), (0, 2), (2, 2), (2, 1), (0, 1)])),
    (("dead end",), cm.Zip(3, 3, [(0, 1), (1, 2), (2, 2)])),
    (("cut off",), CUT),
    (("pocket",), cm.Zip(5, 5, [(4, 0), (1, 3), (1, 4), (2, 3), (4, 3), (3, 1)])),
    (("bottleneck",), cm.Zip(5, 5, [(0, 0), (3, 0), (1, 2), (0, 1), (1, 3), (4, 0)])),
    (("proof",), cm.Zip(4, 4, [(0, 0), (2, 1), (2, 2), (1, 0)], [((1, 2), (2, 2))])),
    (("cases",), cm.Zip(5, 5, [(0, 0), (2, 2), (4, 3), (1, 0), (4, 0)], [((1, 2), (2, 2))])),
]


@pytest.mark.parametrize(("rules", "puzzle"), RULES)
def test_each_rule_shows_something(rules, puzzle):
    explanation = cm.explain(puzzle)
    assert {*rules} <= {step.rule for step in explanation}
    shapes = {frozenset(edges_of(path)) for path in zip_paths(puzzle)}
    if len(shapes) == 1:
        assert {frozenset(edges_of(explanation.solution.cells))} == shapes


@pytest.mark.parametrize("puzzle", [puzzle for _, puzzle in RULES])
def test_what_a_rule_names_implies_what_it_shows(puzzle):
    of, known = account(puzzle), None
    new = {*of.given()}
    with Reasoner(of) as reasoner:
        while new != known and not new & {-literal for literal in new}:
            known = {*new}
            for found in of.deductions(known):
                assert reasoner.implies([*found.because, *found.constraints], found.literals), found.sentence
                new.update(found.literals)


@pytest.mark.parametrize("difficulty", GRADES)
def test_puzzles_have_the_difficulty_that_is_asked_for(difficulty):
    made = cm.generate("zip", 5, 5, seed=0, difficulty=difficulty)
    assert made.difficulty == difficulty == cm.difficulty(made.puzzle).grade
    assert cm.is_unique(made.puzzle)
    assert made.minimal
    for left_out in made.puzzle.waypoints[1:-1]:  # Without any number it has more solutions, or is harder.
        fewer = cm.Zip(5, 5, [cell for cell in made.puzzle.waypoints if cell != left_out])
        grade = grade_of(fewer, made.solution)
        assert not cm.is_unique(fewer) or GRADES.index(grade) > GRADES.index(difficulty)


@pytest.mark.slow
@pytest.mark.parametrize("difficulty", GRADES)
def test_nearly_all_puzzles_have_the_difficulty_that_is_asked_for(difficulty):
    made = [cm.generate("zip", 5, 5, seed=seed, difficulty=difficulty) for seed in range(2, 8)]
    assert [cm.difficulty(one.puzzle).grade for one in made].count(difficulty) >= 5


def test_there_is_no_hard_puzzle_of_four_cells(monkeypatch):
    monkeypatch.setattr("cpmodels.generating.MOST_GRADED", 20)
    with pytest.raises(cm.ParameterError, match="none of 20 random puzzles of this size was hard"):
        cm.generate("zip", 2, 2, seed=0, difficulty="hard")


def test_an_explanation_stops_when_the_time_is_up(clock):
    explanation = cm.explain("zip-6", time_limit=9)
    steps = []
    for step in explanation:
        steps.append(step)
        clock.move(5)
    assert len(steps) == 2
    assert explanation.stopped == "the time was up"
    assert not explanation.finished
    assert explanation.solution is None
    assert all(step.follows for step in steps)


def test_an_explanation_is_that_of_the_model_as_it_was():
    model = cm.build("zip-4")
    explanation = cm.explain(model)
    next(explanation)
    model.cp.add_bool_or([])
    assert list(explanation)
    assert explanation.solution == cm.solve("zip-4").solution


def test_the_time_is_kept_while_the_formula_is_written(monkeypatch):
    over = Event()
    monkeypatch.setattr(PathAccount, "written", lambda _: over.wait())
    explanation = cm.explain(cm.Zip(2, 2), time_limit=0.01)
    assert list(explanation) == []
    over.set()
    assert "the time was up" in explanation.stopped


def test_a_name_in_no_time_is_explained_no_further():
    explanation = cm.explain("zip-4", time_limit=1e-9)
    assert list(explanation) == []
    assert explanation.stopped == "the time was up"
    assert cm.difficulty("zip-4", time_limit=1e-9) is None


@st.composite
def path_problems(draw):
    """Steps may lead one way only; ends and waypoints are anywhere."""
    nodes = [(row, col) for row in range(2) for col in range(draw(st.integers(1, 3)))]
    successors = {a: tuple(b for b in nodes if b != a and draw(st.integers(0, 3))) for a in nodes}
    some = st.lists(st.sampled_from(nodes), unique=True).map(tuple)
    starts, ends = draw(st.just(tuple(nodes)) | some), draw(st.just(tuple(nodes)) | some)
    return HamiltonianPath(successors, starts, ends, draw(st.just(()) | some))


def hung_on(*ends):
    """Four cells, each beside all others, and a dead end, where the path starts."""
    successors = {(0, col): tuple((0, other) for other in range(4) if other != col) for col in range(4)}
    successors[0, 3] += ((0, 4),)
    return HamiltonianPath(successors | {(0, 4): ((0, 3),)}, ((0, 4),), ends)


@examples(100)
@given(path_problems())
@example(hung_on((0, 0), (0, 4)))
@example(hung_on())
def test_paths_of_any_kind_are_explained(problem):
    """Against all orders of the nodes, in whichever direction they are walked."""
    shapes = {frozenset(edges_of(path)) for path in paths_of(problem)}
    explanation = cm.explain(Walked(problem))
    *_, last = [None, *explanation]
    assert explanation.finished
    if not shapes:
        assert last is not None
        assert not last.follows
    elif len(shapes) == 1:
        assert frozenset(edges_of(explanation.solution.true)) in shapes
    else:
        assert explanation.solution is None
    assert all(fits(explanation.known, edges) for edges in shapes)
    assert (cm.why_infeasible(Walked(problem)) is None) == bool(shapes)


def test_a_strangers_path_has_the_named_rules():
    cells = [(row, col) for row in range(3) for col in range(3)]
    successors = {a: tuple(b for b in cells if b in beside(a)) for a in cells}
    step = next(cm.explain(Walked(HamiltonianPath(successors, ((0, 0),), ((2, 2),)))))
    assert (step.rule, step.level) == ("two ways left", 1)
    assert str(step).startswith("(0, 2) has only two ways left, so the path takes both: the path goes between")


def test_a_path_that_comes_back_to_itself_is_explained_to_be_none():
    known = cm.Path([(0, 0), (0, 1), (0, 2), (1, 2), (1, 1), (0, 1)])
    (step,) = cm.explain(cm.Zip(3, 3), partial=known)
    assert "(0, 1)" in step.sentence
    assert step.follows == ()
