"""What is certain, equal to what enumeration says; what is given, and an answer that the time was too short for.

Random models are in `fuzz_models`, random puzzles in `fuzz_differential`.
"""

import threading
from dataclasses import replace

import numpy as np
import pytest
from fuzz_differential import shared
from ortools.sat.python import cp_model

import cpmodels as cm
from cpmodels import forcing
from cpmodels.base.errors import DefectError
from cpmodels.model.strategies import LINEAR
from cpmodels.puzzles.patches import Patches

AT = cm.Mark.at


def check_forced(asked, solutions, facts, **options):
    """`forced` says what enumeration does."""
    found = cm.forced(asked, **options)
    assert (found.status, found.complete, found.varying) == (cm.Status.SOLVED, True, len(found.open))
    assert (found.known, found.excluded, found.open) == shared(solutions, facts)
    return found


@pytest.fixture
def unlisted(monkeypatch):
    """One question after the other is asked, though all solutions could be listed."""
    monkeypatch.setattr("cpmodels.forcing._Search._are_listed", lambda _: False)


def test_a_constraint_of_ones_own_is_heeded():
    model = cm.build(cm.Zip(3, 3))
    model.cp.add(model.starts_at[0, 0] == 1)
    model.cp.add(model.ends_at[2, 2] == 1)
    solutions = [path.marks() for path in cm.solutions(model)]
    found = check_forced(model, solutions, model.marks)
    assert found.open


def test_a_rectangle_lies_in_a_cell_however_it_lies_there():
    puzzle = Patches(1, 5, [(0, 1), (0, 3)])
    solutions, facts = [solution.marks() for solution in cm.solutions(puzzle)], cm.build(puzzle).marks
    known = {AT((0, 0), 1), AT((0, 1), 1), AT((0, 3), 2), AT((0, 4), 2)}
    assert check_forced(puzzle, solutions, facts).known == known
    left = [marks for marks in solutions if AT((0, 2), 1) in marks]
    found = check_forced(puzzle, left, facts, given=[[None, None, 1, None, None]])
    assert (len(solutions), found.partial.known) == (2, cm.Partial.of([[1, 1, 1, 2, 2]]).known)


@pytest.mark.parametrize(
    ("given", "error", "says"),
    [
        ({(7, 7): 1}, cm.PuzzleError, r"1 at \(7, 7\) has no place on the board"),
        (cm.Assignment(("a",)), cm.PuzzleError, "has no marks"),
        (7, cm.PuzzleError, "must be a list"),
        ({(0, 0): 1}, cm.PuzzleError, r"1 at \(0, 0\) says nothing of this puzzle, whose marks are such as the line"),
    ],
)
def test_what_cannot_be_given_is_one_sentence(given, error, says):
    for ask in (cm.solve, cm.count, cm.is_unique, cm.solutions, cm.forced):
        with pytest.raises(error, match=says):
            ask(cm.Zip(2, 2), given=given)


def test_texts_and_booleans_are_no_numbers_and_numbers_of_other_libraries_are():
    """A puzzle of which "1" is given was one that has no solution, by proof."""
    puzzle = cm.read("sudoku-4")
    right = cm.solve(puzzle).solution.rows
    for one in (np.int64, float):
        assert cm.count(puzzle, given=[[one(number) for number in row] for row in right]).total == 1
    for wrong, words in (([[*map(str, row)] for row in right], f"'{right[0][0]}'"), ([[True]], "True")):
        for ask in (cm.count, cm.hint):
            with pytest.raises(cm.PuzzleError, match=rf"{words} at \(0, 0\) says nothing of this puzzle"):
                ask(puzzle, **{"given" if ask is cm.count else "partial": wrong})


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"c": True}, "the key of the model has no variable 'c'"),
        ({"a": np.array([1, 0])}, r"'a' cannot be array\(\[1, 0\]\)"),
        (cm.Partial(), "its key has no marks"),
        (["a"], "a mapping from the names of its key"),
    ],
)
def test_what_cannot_be_given_of_a_bare_model_is_one_sentence(given, says):
    cp = cp_model.CpModel()
    with pytest.raises(cm.CpmodelsError, match=says):
        cm.forced(cm.Model(cp=cp, key=[cp.new_bool_var("a")]), given=given)


def test_nothing_can_be_given_of_a_puzzle_that_minimises():
    with pytest.raises(cm.ParameterError, match="minimises its volume"):
        cm.solve(cm.Garden.hanging((3, 3), minimise="volume"), given={(0, 0): 1})


def test_what_is_impossible_by_the_rules_is_a_reason():
    found = cm.solve(cm.Zip(2, 2, walls=[((0, 0), (0, 1))]), given=cm.Path([(0, 0), (0, 1)]))
    assert (found.status, found.reason) == (
        cm.Status.INFEASIBLE,
        "the line between (0, 0) and (0, 1) is in no solution",
    )


@pytest.mark.usefixtures("unlisted")
def test_what_a_model_has_not_time_for_is_open(monkeypatch):
    solve, asked = forcing.solve, []

    def stopping(model, **options):
        asked.append(model)
        if len(asked) == 2:
            raise KeyboardInterrupt
        return solve(model, **options)

    monkeypatch.setattr(forcing, "solve", stopping)
    found = cm.forced(cm.Zip(3, 3))
    assert (found.status, found.complete, found.interrupted, len(asked)) == (cm.Status.SOLVED, False, True, 2)
    assert found.open == cm.build(cm.Zip(3, 3)).marks.keys()
    assert not found.known | found.excluded


def test_an_answer_that_ends_with_the_first_solution_is_not_complete(monkeypatch):
    """All was open, and the answer called complete."""
    check = forcing._Search._check

    def interrupted(self, *found):
        check(self, *found)
        raise KeyboardInterrupt

    monkeypatch.setattr(forcing._Search, "_check", interrupted)
    found = cm.forced(cm.Zip(3, 3))
    assert (found.status, found.complete, found.interrupted) == (cm.Status.SOLVED, False, True)


def test_the_marks_of_a_model_are_listed_beside_the_thread_that_asked(monkeypatch):
    """There may be hundreds of thousands, so that the time is up before."""
    with_facts, threads = forcing.with_facts, []
    monkeypatch.setattr(
        forcing, "with_facts", lambda model: threads.append(threading.current_thread()) or with_facts(model)
    )
    assert cm.forced(cm.Zip(2, 2), time_limit=1000).complete
    assert threads
    assert threading.current_thread() not in threads


@pytest.mark.usefixtures("unlisted")
def test_long_questions_are_put_about_fewer_facts():
    """Whatever is asked about more than one fact at a time takes too long; what is proved one by one stays."""
    solve, asked = forcing.solve, []

    def patient(model, **options):
        facts = [c for c in model.cp.proto.constraints if c.has_bool_or()][-1:]
        several = bool(asked) and len(facts[0].bool_or.literals) > 1
        asked.append(several)
        if several:
            return cm.Result(model.puzzle, cm.Status.UNKNOWN, None, 0.0)
        return solve(model, **options)

    puzzle = cm.Zip(3, 3, [(0, 0), (2, 2)])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(forcing, "solve", patient)
        found = cm.forced(puzzle)
    assert any(asked)
    assert (found.known, found.excluded) == (cm.forced(puzzle).known, cm.forced(puzzle).excluded)


@pytest.mark.usefixtures("unlisted")
def test_what_the_relaxation_has_found_is_followed_by_questions_to_it(monkeypatch):
    solve, asked = forcing.solve, []

    def relaxed(model, **options):
        asked.append(model.parameters["linearization_level"])
        found = solve(model, **options)
        return replace(found, statistics=replace(found.statistics, strategy=LINEAR.name))

    cp = cp_model.CpModel()
    x = [cp.new_bool_var(f"x{i}") for i in range(3)]
    cp.add_exactly_one(x)
    monkeypatch.setattr(forcing, "solve", relaxed)
    assert len(cm.forced(cm.Model(cp=cp, key=x)).open) == 3
    assert asked[0] == 0 < min(asked[1:])


@pytest.mark.parametrize("listed", [0, 200_000])
def test_few_solutions_are_listed_at_once(monkeypatch, listed):
    """There were three questions; of more than are taken in, the others are asked about after the first.

    A search for all solutions refuses such parameters, which were the model's own.
    """
    monkeypatch.setattr("cpmodels.forcing.LISTED", listed)
    cp = cp_model.CpModel()
    x, y = (cp.new_int_var(0, 9, name) for name in "xy")
    cp.add(x + y == 2)
    model = cm.Model(cp=cp, key=[x, y], parameters={"ignore_subsolvers": ["default_lp"]})
    assert cm.why_not_unique(model) is not None
    found = check_forced(model, [{f"x = {n}", f"y = {2 - n}"} for n in range(3)], model.names)
    assert (found.calls == 1) is bool(listed)
    cp.add(y >= 3)
    assert cm.forced(model).status is cm.Status.INFEASIBLE


def test_marks_say_what_is_certain_whatever_decode_makes():
    """A tuple was asked for its marks."""
    cp = cp_model.CpModel()
    lamps = [cp.new_bool_var(f"lamp {i}") for i in range(3)]
    cp.add(sum(lamps[:2]) == 2)
    marks = {AT((0, i), 1): lamp for i, lamp in enumerate(lamps)}
    found = cm.forced(cm.Model(cp=cp, key=lamps, decode=tuple, marks=marks))
    assert (found.solution[:2], found.partial) == ((1, 1), cm.Partial([AT((0, 0), 1), AT((0, 1), 1)]))


def test_marks_that_are_wrong_are_found_out():
    class Wrong(cm.Zip):
        kind = "wrong-zip"

        def model(self, cp):
            path = cm.constraints.hamiltonian_path(cp, cm.graph.grid(self.rows, self.cols))
            return cm.Model(self, cp, path, marks=dict.fromkeys(path.marks, ()))

    with pytest.raises(DefectError, match="by the marks of its model it has not"):
        cm.forced(Wrong(1, 2))


def test_marks_that_are_made_later_may_be_of_steps_that_there_are_not():
    """These are a constant, which was not in the copy of the model that is searched."""

    class Later(cm.Zip):
        kind = "later-zip"

        def model(self, cp):
            model, edges = cm.model.described_model(self, cp), cm.graph.grid(self.rows, self.cols).edges
            marks = lambda: {cm.Mark.edge(a, b): [model.step[a, b], model.step[b, a]] for a, b in edges}  # noqa: E731
            return cm.Model(self, cp, model.key, model.decode, marks=marks)

    clues = 3, 3, [(0, 0), (0, 2)]
    expected = cm.forced(cm.Zip(*clues))
    for asked in (Later(*clues), cm.build(Later(*clues))):
        found = cm.forced(asked)
        assert (found.known, found.open, found.complete) == (expected.known, expected.open, True)


def test_marks_of_a_model_whose_solutions_have_none_are_found_out():
    """It was said that a solution has no marks, and that by those of its model it has not."""

    class Unmarked(cm.Path):
        def marks(self):
            return None

    model = cm.build(cm.Zip(1, 2))
    object.__setattr__(model, "decode", lambda _: Unmarked([(0, 0), (0, 1)]))
    with pytest.raises(DefectError, match=r"the model has marks, but Unmarked\.marks\(\) is None"):
        cm.forced(model)


@pytest.mark.parametrize("many", [10, 1000])
def test_entries_of_a_key_are_called_as_solutions_call_them(many):
    """Expressions and intervals without names of their own are not taken for the variables that they are made of."""
    cp = cp_model.CpModel()
    x, lamp = cp.new_int_var(0, many, "x"), cp.new_bool_var("lamp")
    task = cp.new_fixed_size_interval_var(x + 1, 2, "task")
    cp.add(x == 2)
    cp.add(lamp == 1)
    model = cm.Model(cp=cp, key=[x, 2 * x + 1, task, ~lamp, 3 - 2 * lamp])
    solution = cm.solve(model).solution
    assert solution.numbers == (("x", 2), (1, 5), ("task", 3), (4, 1))
    found = cm.forced(model)
    assert {"x = 2", "1 = 5", "task = 3", "4 = 1"} <= found.known
    assert 3 in found.excluded
    assert not {"lamp", 4} & (found.known | found.excluded)
    assert cm.count(model, given=solution).total == 1
    assert [cm.count(model, given={1: value}).total for value in (3, 5)] == [0, 1]
    assert [cm.count(model, given={3: value}).total for value in (False, True)] == [1, 0]
    for wrong, words in (({1: 4}, "1 cannot be 4"), ({3: 2}, "3 cannot be 2"), ({3: None}, "3 cannot be None")):
        with pytest.raises(cm.PuzzleError, match=words):
            cm.count(model, given=wrong)
    cp.add(x != 2)
    assert cm.forced(model).status is cm.Status.INFEASIBLE


def test_what_a_number_is_is_not_said_of_a_boolean_that_is_called_so():
    cp = cp_model.CpModel()
    wide, near = cp.new_int_var(0, 99, ""), cp.new_int_var(0, 2, "")
    sale, lit = cp.new_bool_var(""), cp.new_bool_var("")
    cp.add(wide == 3)
    cp.add(near == 1)
    found = cm.forced(cm.Model(cp=cp, key={"n": wide, "n = 3": sale, "m": near, "m = 1": lit}))
    assert (found.known, found.open) == ({"'n' = 3", "'m' = 1"}, {"n = 3", "m = 1"})
    assert found.excluded == {"m = 0", "m = 2"}


def test_a_position_is_not_taken_for_the_entry_at_its_place():
    """The fourth position is that of the second entry, and the fourth entry is called 3, as it has no name."""
    cp = cp_model.CpModel()
    x, one, two, three = cp.new_int_var(0, 2, "x"), *(cp.new_bool_var("") for _ in range(3))
    cp.add(one == 1)
    found = cm.forced(cm.Model(cp=cp, key=[x, 2 * one + 1, two, three]))
    assert (found.known, found.open) == ({"1 = 3"}, {"x = 0", "x = 1", "x = 2", 2, 3})
