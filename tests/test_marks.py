"""Marks and partial solutions: what types of solutions say mark by mark, and which literals of a model say it."""

import json
from dataclasses import dataclass

import numpy as np
import pytest
from lenient import Lenient
from ortools.sat.python import cp_model

import cpmodels as cm
import readers
from cpmodels.base.description import Description, ExactCover, Option
from cpmodels.base.errors import DefectError
from cpmodels.base.graph import grid
from cpmodels.constraints import hamiltonian_path, paths, positions, single_loop
from cpmodels.puzzles import Board, Mosaic, Placement, TilePlacement
from cpmodels.testing import check_model

AT, EDGE = cm.Mark.at, cm.Mark.edge
SQUARE = [(0, 0), (0, 1), (1, 1), (1, 0)]


@dataclass(frozen=True)
class Queens(cm.Solution):
    """The queen of each row, by its column: what it gives one by one are no cells with what is in them."""

    columns: tuple[int, ...]

    def __iter__(self):
        return enumerate(self.columns)


@pytest.mark.parametrize(
    ("solution", "marks"),
    [
        (cm.Grid([[1, 2]]), [AT((0, 0), 1), AT((0, 1), 2)]),
        (cm.Path(SQUARE[:3]), [EDGE((0, 0), (0, 1)), EDGE((1, 1), (0, 1))]),
        (cm.Path([]), []),
        (cm.Paths([SQUARE[:2], SQUARE[2:]]), [EDGE((0, 0), (0, 1)), EDGE((1, 0), (1, 1))]),
        (cm.Loop(SQUARE), [EDGE(*pair) for pair in zip(SQUARE, SQUARE[1:] + SQUARE[:1], strict=True)]),
        (cm.Loop([]), []),
        (Board([[(1, 2), None]]), [AT((0, 0), (1, 2))]),
        (Mosaic([[4]]), [AT((0, 0), 4)]),
        (TilePlacement([((0, 1, 2), 5)]), [AT((0, 1, 2), 5)]),
        (cm.Assignment(("lamp",)), None),
        (Queens((1, 3, 0, 2)), None),
        (Queens(()), []),
    ],
    ids=lambda value: type(value).__name__,
)
def test_solutions_say_what_they_are_mark_by_mark(solution, marks):
    assert solution.marks() == (None if marks is None else frozenset(marks))


@pytest.mark.parametrize(
    ("given", "known", "excluded"),
    [
        (cm.Grid([[1, 2]]), [AT((0, 0), 1), AT((0, 1), 2)], []),
        ([[1, None], [None, 0]], [AT((0, 0), 1), AT((1, 1), 0)], []),
        ({(0, 0): 1, (0, 1): None}, [AT((0, 0), 1)], []),
        ({((0, 1), (0, 0)): True, ((0, 0), (1, 0)): False}, [EDGE(*SQUARE[:2])], [EDGE((0, 0), (1, 0))]),
        ([AT((0, 0), 1)], [AT((0, 0), 1)], []),
        ({AT((0, 0), 1)}, [AT((0, 0), 1)], []),
        (cm.Partial([], [AT((0, 0), 1)]), [], [AT((0, 0), 1)]),
        ([], [], []),
    ],
)
def test_a_partial_is_made_of_whatever_says_what_is_known(given, known, excluded):
    assert cm.Partial.of(given) == cm.Partial(known, excluded)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: cm.Partial.of(cm.Assignment(("a",))), "it has no marks"),
        (lambda: cm.Partial.of(3), "must be a list"),
        (lambda: cm.Partial.of({((0, 0), (0, "a")): False}), "each number of a cell must be a whole number, not 'a'"),
        (lambda: cm.Partial.of({((0, 0), (0, 1)): np.array([1, 0])}), r"is true or false, not array\(\[1, 0\]\)"),
        (lambda: cm.Partial([((0, 0), 1)]), "whole numbers"),
        (lambda: cm.Partial([(((0, 0), (0, 1)), 5)]), "two are joined"),
        (lambda: cm.Partial([EDGE((0, 0), (0, 0))]), "two are joined"),
        (lambda: cm.Partial([AT((0, 0), [1])]), "can be hashed"),
        (lambda: cm.Partial([AT((0, 0), np.array([1]))]), "can be hashed"),
        (lambda: cm.Partial([AT((0, 0), 1)], [AT((0, 0), 1)]), r"1 at \(0, 0\) is both known and excluded"),
        (lambda: cm.Partial(["a"]), "expected a mark"),
        (lambda: cm.Grid.of({(0, 1): 1}), "whole board"),
        (lambda: cm.Grid.of({(0, 0, 0): 1}), "whole board"),
        (lambda: cm.Grid.of({0: 1}), "numbers by cell"),
        (lambda: cm.Grid.of((1, 2)), "numbers by cell"),
    ],
)
def test_what_is_not_a_mark_is_refused(make, says):
    with pytest.raises(cm.PuzzleError, match=says):
        make()


def test_a_partial_is_a_value_and_grows_by_copies():
    empty = cm.Partial()
    more = empty.having(AT((0, 0), 1)).without(EDGE((0, 1), (0, 0)))
    assert not empty
    assert more == cm.Partial({AT((0, 0), 1)}, {EDGE((0, 0), (0, 1))})
    assert hash(more) == hash(cm.Partial({AT((0, 0), 1)}, {EDGE((0, 0), (0, 1))}))
    assert more.cells == {(0, 0), (0, 1)}


STRUCTURES = {
    "loop": (lambda cp: single_loop(cp, grid(3, 3)), cm.Loop),
    "path": (lambda cp: hamiltonian_path(cp, grid(2, 3)), cm.Path),
    "paths": (lambda cp: paths(cp, grid(3, 3), [((0, 0), (0, 2)), ((1, 0), (1, 2))]), cm.Paths),
    "positions": (lambda cp: positions(cp, grid(2, 3), {(0, 0): 1}), cm.Grid),
}


@pytest.mark.parametrize("name", STRUCTURES)
def test_a_structure_is_the_key_of_a_model_with_all_that_it_knows(name):
    make, solution_type = STRUCTURES[name]
    cp = cp_model.CpModel()
    model = cm.Model(cp=cp, key=make(cp))
    assert check_model(model, engines=()) > 1
    assert model.marks
    assert "given" not in model.variables
    found = list(cm.solutions(model))
    assert {type(solution) for solution in found} == {solution_type}
    for mark, literals in model.marks.items():
        cp = model.cp.clone()
        cp.add_bool_or(cp.get_bool_var_from_proto_index(literal.index) for literal in literals)
        having = cm.count(cm.Model(cp=cp, key=[cp.get_int_var_from_proto_index(i) for i in model.indexes])).total
        assert having == sum(mark in solution.marks() for solution in found)


def test_what_is_said_by_hand_stands_over_what_a_structure_says():
    cp = cp_model.CpModel()
    loop = single_loop(cp, grid(2, 2))
    corner = loop.visited[0, 0]
    model = cm.Model(cp=cp, key=loop, decode=tuple, variables={"corner": {0: corner}}, marks={AT((0, 0), 1): corner})
    assert model.decode([1, 1]) == (1, 1)
    assert model.marks == {AT((0, 0), 1): (corner,)}
    assert list(model.variables) == ["corner"]


def test_the_ends_of_a_line_stand_in_either_order():
    """Also where marks are made by hand, as of the steps of a path: once nothing was found of some that were given."""
    cp = cp_model.CpModel()
    ahead, back = cp.new_bool_var("ahead"), cp.new_bool_var("back")
    cp.add_at_most_one(ahead, back)
    line = SQUARE[:2]
    marks = {cm.Mark(tuple(line), True): ahead, cm.Mark(tuple(line[::-1]), True): back}
    model = cm.Model(cp=cp, key=[ahead, back], marks=marks)
    assert model.marks == {EDGE(*line): (ahead, back)}
    assert [cm.count(model, given={tuple(line): is_there}).total for is_there in (True, False)] == [2, 1]
    alone = cm.Model(cp=cp, key=[ahead, back], marks={cm.Mark(tuple(line[::-1]), True): back})
    assert cm.count(alone, given=[EDGE(*line)]).total == 1


def test_the_literal_of_a_mark_is_boolean():
    cp = cp_model.CpModel()
    number, zero = cp.new_int_var(0, 5, "n"), cp.new_int_var(0, 0, "zero")
    model = cm.Model(cp=cp, key=[number], marks={AT((0, 0), 1): [zero, number]})
    for ask in (cm.explain, cm.forced, lambda model: cm.solve(model, given=[[1]])):
        with pytest.raises(cm.ModelError, match=r"a mark has the variable n.*, which is not Boolean: add one that is"):
            ask(model)


def test_marks_are_of_the_models_own_literals():
    cp, other = cp_model.CpModel(), cp_model.CpModel()
    model = cm.Model(cp=cp, key=[cp.new_bool_var("a")], marks={AT((0, 0), 1): other.new_bool_var("b")})
    with pytest.raises(cm.ModelError, match="a mark has the literal b"):
        list(model.marks.items())


@pytest.mark.parametrize(
    ("marks", "words"),
    [
        ({AT((0, 0), 1): True}, r"a mark has the literal True, which is not .*: write cp.new_constant\(1\)"),
        ({AT((0, 0), 1): [False]}, r"a mark has the literal False, which is not .*: write cp.new_constant\(0\)"),
        ({AT((0, 0), 1): 0}, "a mark has the literal 0, which is not one of this CpModel"),
        (True, "marks are a mapping from each cpmodels.Mark to its literal, not True"),
        (lambda: False, "marks are a mapping from each cpmodels.Mark to its literal, not False"),
        ({(0, 0): True}, r"marks are a mapping from each cpmodels.Mark to its literal, not {\(0, 0\): True}"),
    ],
)
def test_marks_that_are_none_are_a_sentence(marks, words):
    cp = cp_model.CpModel()
    model = cm.Model(cp=cp, key=[cp.new_bool_var("a")], marks=marks)
    for ask in (cm.hint, cm.forced, lambda model: list(cm.explain(model))):
        with pytest.raises(cm.ModelError, match=words):
            ask(model)


def described(solution, identical=1, marks=None):
    """A kind by its description alone: a one or a two in each of two cells."""

    class Twos(Lenient, cm.Puzzle[cm.Grid]):
        kind = "twos"

        def describe(self):
            options = [Option((c, n), [c]) for c in (0, 1) for n in (1, 2)]
            return Description(ExactCover([0, 1], options), solution, marks=marks)

    Twos.identical = identical
    return cm.build(Twos())


@pytest.mark.parametrize(
    ("model", "number"),
    [
        (described(lambda chosen: cm.Grid([[n for _, n in sorted(chosen)]])), 2),  # wrong: the cell is lost
        (described(lambda chosen: cm.Grid([[dict(chosen).get(c, 0) for c in (0, 1)]])), 0),
        (described(lambda chosen: cm.Grid([[dict(chosen)[c] for c in (0, 1)]])), 0),
        (described(lambda chosen: cm.Grid([[dict(chosen)[c] for c in (0, 1)]]), 2), 0),
        (described(lambda chosen: cm.Grid([[dict(chosen)[c] for c in (0, 1)]]), 1, lambda o: [AT((0, o[0]), o[1])]), 4),
    ],
)
def test_a_description_says_its_marks_or_its_solution_of_one_choice_does(model, number):
    assert len(model.marks) == number


def test_marks_that_a_solution_does_not_have_are_found_out():
    with pytest.raises(DefectError, match=r"a solution has [12] at \(0, 1\), but by the marks of the model it has not"):
        check_model(described(lambda chosen: cm.Grid([[n for _, n in sorted(chosen)]])), engines=())
    another = described(
        lambda chosen: cm.Grid([[dict(chosen)[c] for c in (0, 1)]]), 1, lambda o: [AT((0, o[0]), n) for n in (o[1], 7)]
    )
    with pytest.raises(DefectError, match=r"by the marks of the model a solution has 7 at .*, but it has not"):
        check_model(another, engines=())


def test_numbers_of_numpy_are_those_of_python():
    values = {(0, 0): np.int64(1), (0, 1): (np.int8(2), 3), (1, 1): Placement(np.int64(4), np.int64(0))}
    known = cm.Partial.of({**values, ((0, 0), (1, 0)): np.True_})
    assert json.loads(json.dumps(readers.partial_form(known)))["known"] == [
        {"cell": [0, 1], "value": [2, 3]}, {"cell": [0, 0], "value": 1}, {"cell": [1, 1], "value": [4, 0]},
        {"edge": [[0, 0], [1, 0]]},
    ]  # fmt: skip


@pytest.mark.parametrize("no", [False, 0, np.False_])
def test_a_line_that_is_not_there_is_excluded(no):
    edge = ((0, 0), (0, 1))
    assert cm.Partial.of({edge: no}) == cm.Partial((), [cm.Mark.edge(*edge)])
    assert cm.Partial.of({edge: None}) == cm.Partial()
