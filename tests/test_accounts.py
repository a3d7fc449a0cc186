"""Accounts: what they say is compared with the puzzle; what lies in a cell may have been laid in several ways."""

from __future__ import annotations

import json
import signal
import threading
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import ClassVar
from unittest.mock import Mock

import pytest
from clocks import Hands
from command_line import fails
from ortools.sat.python import cp_model

import cpmodels as cm
from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.errors import DefectError
from cpmodels.explaining import Account, Fact, PathAccount, Words, account, concluded, words
from cpmodels.explaining import _explaining as explaining
from cpmodels.explaining._referee import News
from cpmodels.explaining._sentences import Sentences
from cpmodels.puzzles.heyawake import Heyawake
from cpmodels.puzzles.patches import Patch, Patches
from cpmodels.puzzles.tango import Tango

# --- rectangles, each of several cells, around one clue each


class Cut(Patches):
    """Patches without marks: what is laid is said by its words."""

    kind = "cut-patches"

    def describe(self):
        return replace(super().describe(), marks=None)


@words.register(Cut)
class CutWords(Words):
    """Says in which cells a rectangle lies."""

    def laid(self, meaning):
        number, cells = meaning
        return tuple((cell, number) for cell in cells)


def patches(seed):
    """A puzzle, with or without areas, and a solution of it."""
    blank = Cut.blank(5, 5, random := Random(seed))
    solution = cm.solve(blank, seed=seed).solution
    clues = [Patch(*clue[:2], len(solution.where(i))) for i, clue in enumerate(blank.clues, 1)]
    return replace(blank, clues=[clue if random.random() < 0.7 else clue[:2] for clue in clues]), solution


@pytest.mark.parametrize("seed", range(12))
def test_a_board_that_is_right_is_solved(seed):
    puzzle, solution = patches(seed)
    assert puzzle.check(solution) == []
    assert str(cm.hint(puzzle, solution)) == "The puzzle is solved."
    assert str(cm.hint(puzzle, dict(solution))) == "The puzzle is solved."  # by the cells alone


@pytest.mark.parametrize("seed", range(12))
def test_hints_go_on_from_some_cells_or_tell_which_to_take_back(seed):
    """Against all solutions: what is known in some cells, right or wrong."""
    puzzle, solution = patches(seed)
    random = Random(seed)
    everything = [dict(found) for found in cm.solutions(puzzle)]
    cells = random.sample(sorted(dict(solution)), 8)
    noted = {cell: solution[cell] for cell in cells[:6]}
    for cell in cells[6:]:
        noted[cell] = random.randrange(len(puzzle.clues)) + 1
        good = [found for found in everything if all(found[at] == what for at, what in noted.items())]
        try:
            found = cm.hint(puzzle, noted)
        except cm.PuzzleError:
            what = noted.pop(cell)
            assert not any(one[cell] == what for one in everything)
            continue
        if found.wrong:
            ((at, what),) = found.wrong.laid
            before = dict(list(noted.items())[: list(noted).index(at)])
            assert noted[at] == what
            assert not good
            assert str(found) == f"Undo this: {what} lies at {at}; with it there is no solution."
            fits = [one for one in everything if before.items() <= one.items()]
            assert fits
            assert not any(one[at] == what for one in fits)
        elif found.step:
            assert good
            for fact in found.step.follows:
                number, laid = fact.about
                assert {({at for at in one if one[at] == number} == set(laid)) == fact.holds for one in good} == {True}
        else:
            assert found.solved == (len(good) == 1), (found, len(good))


def test_what_was_noted_is_a_reason():
    """A cell that several rectangles explain is known, and told as a reason."""
    puzzle = Cut(1, 4, [(0, 0), (0, 3)])
    explanation = cm.explain(puzzle, partial={(0, 1): 1, (0, 2): 2})
    assert {pair for fact in explanation.known for pair in fact.laid} == {((0, 1), 1), ((0, 2), 2)}
    (*_, last) = explanation
    assert explanation.solution == cm.Grid([[1, 1, 2, 2]])
    assert last.follows
    told = str(cm.hint(puzzle, {(0, 2): 1, (0, 1): 2}))
    assert told == "Undo this: 2 lies at (0, 1); with it there is no solution."


def test_a_kind_that_cannot_read_boards_still_knows_a_right_one():
    """Without an account or what is laid, a board that the puzzle's own check passes is solved; another is refused."""

    class Mute(Cut):
        kind = "patches-without-account"

    words.register(Mute)(Words)
    puzzle, solution = patches(3)
    mute = Mute(puzzle.rows, puzzle.cols, puzzle.clues)
    assert cm.hint(mute, solution).solved
    rows = [list(row) for row in solution.rows]
    rows[0][0] = 2 if rows[0][0] == 1 else 1
    with pytest.raises(cm.PuzzleError):
        cm.hint(mute, cm.Grid(rows))
    lit = cm.read({"puzzle": "zip", "rows": 2, "cols": 2, "numbers": [], "walls": []})
    assert cm.hint(lit, cm.Path([(0, 0), (0, 1), (1, 1), (1, 0)])).solved


def test_a_board_that_breaks_no_rule_need_not_be_the_best():
    garden = cm.Garden.hanging(box=(9,), minimise="volume")
    with pytest.raises(cm.PuzzleError, match="minimises its volume"):
        cm.hint(garden, cm.solve(garden).solution)


# --- accounts that say too much, or too little


@dataclass(frozen=True)
class Pairs(cm.Puzzle[cm.Grid]):
    """So many cells of a row are 1, and the given ones are as they are."""

    kind = "pairs"
    cells: int
    ones: int
    given: tuple[tuple[int, int], ...] = ()
    account: str = "right"
    name: str | None = field(default=None, compare=False)

    def check(self, solution):
        (row,) = solution.rows
        broken = [] if sum(row) == self.ones else [f"{sum(row)} cells are 1, not {self.ones}"]
        return broken + [f"cell {at} is not {what}" for at, what in self.given if row[at] != what]

    def model(self, cp):
        lit = [cp.new_bool_var(f"cell {i}") for i in range(self.cells)]
        cp.add(sum(lit) == self.ones)
        for at, what in self.given:
            cp.add(lit[at] == what)
        return cm.Model(self, cp, lit, lambda values: cm.Grid([values]))


class PairsAccount(Account):
    """A fact is that a cell is 1; by the puzzle's `account` something is added or left out."""

    more: ClassVar = {"nothing": [[1], [-1]], "first": [[1]], "all alike": [[-1, 2], [1, -2]]}

    def __init__(self, puzzle):
        # One fact too many is about nothing in the puzzle.
        super().__init__(puzzle, puzzle.cells + (puzzle.account == "twice"))
        unless = self.constrain("number", "{} cells are 1", str(puzzle.ones))
        cells = range(1, puzzle.cells + 1)
        least = puzzle.ones - 1 if puzzle.account == "fewer" else puzzle.ones
        self.formula.weighted([(1, cell) for cell in cells], [(least, puzzle.ones)], [unless])
        for at, what in puzzle.given:
            unless = self.constrain("given", "cell {} is as given", str(at))
            self.formula.clause([unless, at + 1 if what else -at - 1])
        for clause in self.more.get(puzzle.account, []):
            self.formula.clause([self.constrain("more", "it is {}", puzzle.account), *clause])

    def fact(self, literal):
        at = abs(literal) - 1
        return Fact(at, literal > 0, f"cell {at} is {int(literal > 0)}", ((0, at),), (((0, at), int(literal > 0)),))

    def literals_of(self, partial):
        return [(at + 1) if what else -(at + 1) for (_, at), what in partial]

    def solution(self, true):
        return cm.Grid([[int(cell in true) for cell in range(1, self.puzzle.cells + 1)]])


account.register(Pairs)(PairsAccount)

ENTRIES = {
    "explain": lambda puzzle: list(cm.explain(puzzle)),
    "hint": cm.hint,
    "why_infeasible": cm.why_infeasible,
    "why_not_unique": cm.why_not_unique,
    "difficulty": cm.difficulty,
}


def test_an_account_that_is_right_is_told():
    several, one, none = Pairs(10, 2), Pairs(3, 2, ((1, 0),)), Pairs(3, 2, ((0, 0), (1, 0)))
    for ask in ENTRIES.values():
        for puzzle in (several, one, none):
            ask(puzzle)
    assert cm.why_infeasible(several) is None
    assert cm.why_not_unique(one) is None
    assert cm.difficulty(one).steps == 3
    assert len(cm.why_infeasible(none).constraints) == 3


SEVERAL = ("explain", "why_not_unique", "difficulty")
WRONG_ACCOUNTS = [
    (Pairs(10, 2, account="nothing"), ENTRIES, "no solution.* but a search finds one"),  # There are 45.
    (Pairs(3, 2, ((1, 0),), account="fewer"), ENTRIES, "1 cells are 1, not 2"),
    (Pairs(3, 1, account="first"), SEVERAL, "is no solution.* finds it"),  # It knows of one of three solutions.
    (Pairs(3, 2, ((1, 0),), account="twice"), SEVERAL, "one solution.*cell 3 is"),
]


@pytest.mark.parametrize(("puzzle", "entries", "sentence"), WRONG_ACCOUNTS, ids=lambda one: getattr(one, "account", ""))
def test_an_account_that_says_too_much_or_too_little(puzzle, entries, sentence):
    for entry in entries:
        with pytest.raises(DefectError, match=f"'pairs'.*{sentence}"):
            ENTRIES[entry](puzzle)


def test_cells_of_a_rectangle_are_said_by_its_corners():
    row = [(2, col) for col in range(8)]
    dark = [Fact(cell, True, f"{cell} is shaded", (cell,)) for cell in row]
    assert concluded(dark) == "(2, 0) to (2, 7) are shaded"
    assert concluded([*dark[:2], *dark[4:]]) == "(2, 0), (2, 1), (2, 4), (2, 5), (2, 6) and (2, 7) are shaded"
    gone = [Fact((cell, n), False, f"{n} is not at {cell}", (cell,)) for cell in row for n in (1, 2)]
    assert concluded(gone) == "16 possibilities at (2, 0) to (2, 7) are ruled out"


def test_facts_of_one_cell_and_of_several_are_not_said_as_one():
    words = [f"piece {piece} does not lie at {where}" for piece, where in ((1, "(0, 0)"), (2, "(0, 0) and (0, 1)"))]
    facts = [Fact(1, False, words[0], ((0, 0),)), Fact(2, False, words[1], ((0, 0), (0, 1)))]
    assert concluded(facts) == "; ".join(words)


def test_a_right_board_is_not_called_wrong_by_an_account():
    """The account says that cells 0 and 1 are alike; the board is right all the same, and so are parts of others."""
    assert cm.hint(Pairs(3, 1, account="all alike"), cm.Grid([[0, 1, 0]])).solved
    with pytest.raises(DefectError, match="'pairs'"):
        cm.hint(Pairs(2, 1, account="all alike"), [((0, 0), 1)])


@pytest.mark.parametrize("command", ["explain", "hint", "why"])
def test_the_command_line_says_what_contradicts(command):
    puzzle = {"puzzle": "pairs", "cells": 10, "ones": 2, "given": [], "account": "nothing"}
    assert fails(command, json.dumps(puzzle)) == (
        "cpmodels: the account of the kind 'pairs' contradicts its puzzle: by its constraints there is no solution, "
        "but a search finds one\n"
    )


def test_what_an_account_cannot_put_together_is_its_defect(monkeypatch):
    monkeypatch.setattr(PairsAccount, "solution", Mock(side_effect=KeyError("no cell")))
    for ask in ENTRIES.values():
        with pytest.raises(DefectError, match=r"'pairs'.*KeyError"):
            ask(Pairs(3, 2, ((1, 0),)))


# --- models


def lamps(*names):
    cp = cp_model.CpModel()
    return cp, {name: cp.new_bool_var(name) for name in names}


def test_a_model_of_ones_own_is_explained():
    cp, on = lamps("left", "middle", "right")
    cp.add(sum(on.values()) == 2).with_name("two are on")
    cp.add_implication(on["left"], on["right"])
    cp.add_bool_or(on["left"], on["middle"].negated())
    model = cm.Model(cp=cp, key=on)
    steps = list(explanation := cm.explain(model))
    assert explanation.solution == cm.Assignment(("left", "right"))
    assert {"'left' is true", "'right' is true"} <= {fact.words for step in steps for fact in step.follows}
    assert cm.why_infeasible(model) is None
    assert cm.why_not_unique(model) is None
    assert cm.difficulty(model).steps == len(steps)
    assert cm.hint(model).step is not None
    assert cm.hint(model, cm.Assignment(("left", "right"))).solved
    assert str(cm.hint(model, {"right": True, "middle": True})) == (
        "Undo this: 'middle' is true; with it there is no solution."
    )
    with pytest.raises(cm.PuzzleError, match="no variable 'top'"):
        cm.hint(model, {"top": True})


def test_where_one_clause_ends_and_another_begins_can_be_seen():
    """They end and begin with cells, which were read as a list of cells."""
    puzzle = Heyawake([[0, 0], [0, 0]], [3])
    says = puzzle.said(str(cm.why_infeasible(puzzle)))
    assert "in the room of row 1, column 1; row 1, column 1 and row 2, column 1 are not both shaded; row 1, " in says
    words = [constraint.words for constraint in cm.why_infeasible(Tango([[0, 0], [None] * 2])).constraints]
    assert sorted(words) == [*(f"a moon is given at (0, {c})" for c in (0, 1)), "row 1 has as many suns as moons"]


def test_many_facts_of_a_reason_are_counted_and_much_may_follow_from_a_supposition():
    """Sums are left to the solver where they may be large."""
    cp, on = lamps(*(f"x{i}" for i in range(10)))
    cp.add(sum(1000 * lamp for lamp in on.values()) >= 1000).with_name("some are on")
    step = next(cm.explain(cm.Model(cp=cp, key=on), partial=dict.fromkeys(list(on)[:9], False)))
    assert step.sentence.endswith("'x5' is false, 'x6' is false and 3 more; some are on")
    cp, on = lamps("x", *(f"y{i}" for i in range(40)), *(f"z{i}" for i in range(9)))
    x, *others = on.values()
    cp.add_at_most_one(x, *others[:40])
    cp.add(2 * others[0] + sum(others[1:]) >= 1).with_name("some are on")
    step = next(cm.explain(cm.Model(cp=cp, key=on), partial=dict.fromkeys(list(on)[41:], False)))
    assert step.sentence == "if 'x' is true, \"some are on\" could not be met"


def test_a_sum_of_a_models_own_variables_is_not_said_in_numbers():
    """They are 2 and 3 in two ways, and have no marks to be called by."""
    cp = cp_model.CpModel()
    x, y = ([cp.new_bool_var(f"{name}{i}") for i in (1, 2, 3)] for name in "xy")
    cp.add_exactly_one(x)
    cp.add_exactly_one(y)
    cp.add(sum(i * one for side in (x, y) for i, one in enumerate(side, 1)) == 5).with_name("five in all")
    step = next(cm.explain(cm.Model(cp=cp, key=x + y)))
    assert str(step) == "Five in all, which goes in some ways only: 'x1' is false and 'y1' is false."
    assert (step.rule, step.level) == ("sum", 2)


def test_numbers_of_a_model_are_explained_as_numbers():
    cp = cp_model.CpModel()
    x, y, z = cp.new_int_var(1, 6, "x"), cp.new_int_var(1, 3, "y"), cp.new_int_var(0, 100, "z")
    cp.add(x + y == 9).with_name("the sum is 9")
    cp.add(x + z == 60)
    model = cm.Model(cp=cp, key=[x, y, z])
    assert str(cm.hint(model)) == "The sum is 9, which leaves nothing else: 'x' is 6."
    assert str(cm.hint(model, {"y": 2, "x": 6})) == "Undo this: 'y' is 2; with it there is no solution."
    assert str(cm.hint(model, {"x": 6, "z": 53})) == "Undo this: 'z' is 53; with it there is no solution."
    assert cm.hint(model, {"z": 54, "y": 3, "x": 6}).solved
    tripled = cm.Model(cp=cp, key=[3 * x, 3 * y])
    assert str(cm.hint(tripled)) == "The sum is 9, which leaves nothing else: entry 0 is 18."
    assert str(cm.hint(tripled, {1: 6})) == "Undo this: entry 1 is 6; with it there is no solution."
    explained = cm.explain(model)
    sentences = [step.sentence for step in explained]
    assert explained.solution.numbers == (("x", 6), ("y", 3), ("z", 54))
    assert not any("x = " in said or "bit" in said for said in sentences)  # What ties them to Booleans is no reason.
    with pytest.raises(cm.PuzzleError, match="'y' cannot be 7"):
        cm.hint(model, {"y": 7})


def test_what_is_in_a_key_is_called_as_there():
    """In facts and in what constraints demand, be it a number or not; what is none of its entries has its own name."""
    cp = cp_model.CpModel()
    a, b, x, y = cp.new_bool_var("a"), cp.new_bool_var(""), cp.new_int_var(0, 3, "x"), cp.new_int_var(0, 3, "y")
    cp.add(a - b + x >= 4)
    cp.add(x + y == 3)
    demands = "The model demands the sum of 'lamp', -1 times 'dark' and 'size' is at least 4, which leaves nothing else"
    steps = [str(step) for step in cm.explain(cm.Model(cp=cp, key={"lamp": a, "dark": b, "size": x, "double": 2 * y}))]
    assert steps[0] == f"{demands}: 'lamp' is true."
    assert f"{demands}: 'size' is 3." in steps
    assert steps[-1].endswith("'size' is 3; the model demands the sum of 'size' and 'y' is 3: 'double' is 0.")
    off = cm.Model(cp=cp, key={"off": ~a})
    assert [fact.words for step in cm.explain(off) for fact in step.follows] == ["'off' is false"]
    listed = cm.Model(cp=cp, key=[~a, ~b])
    assert [fact.words for step in cm.explain(listed) for fact in step.follows] == ["'a' is true"]
    assert str(cm.hint(off, {"off": True})) == "Undo this: 'off' is true; with it there is no solution."


@pytest.mark.parametrize("seed", range(25))
def test_all_that_is_certain_of_numbers_is_explained(seed):
    cp, random = cp_model.CpModel(), Random(seed)
    numbers, lamp = [cp.new_int_var(0, 4, name) for name in "xyz"], cp.new_bool_var("lamp")
    for _ in range(3):
        one, other = random.sample(numbers, 2)
        rule = cp.add(one + random.choice((1, 2)) * other <= random.randint(1, 9))
        if random.random() < 0.5:
            rule.only_enforce_if(lamp)
    cp.add(random.choice(numbers) >= random.randint(1, 3)).only_enforce_if(lamp)
    model, noted = cm.Model(cp=cp, key=[*numbers, lamp]), {"lamp": True}
    certain, explained = cm.forced(model, given=noted), cm.explain(model, partial=noted)
    if certain.status is not cm.Status.INFEASIBLE:
        list(explained)
        said = {(str(fact.about).strip("'"), fact.holds) for fact in explained.known}
        for name in "xyz":  # What a number is, and is not, is seen without a step.
            left = [value for value in range(5) if (f"{name} = {value}", False) not in said]
            is_it = [value for value in left if (f"{name} = {value}", True) in said or len(left) == 1]
            said |= {(f"{name} = {value}", value in is_it) for value in range(5) if is_it}
        assert said == {(name, True) for name in certain.known} | {(name, False) for name in certain.excluded}


def test_why_a_model_of_ones_own_has_no_solution():
    """The fewest constraints, by their names or by what they demand."""
    cp, on = lamps("left", "middle", "right")
    cp.add(sum(on.values()) >= 2).with_name("two are on")
    cp.add_bool_or(on["left"], on["right"])
    cp.add(on["left"] + on["right"] == 0)
    conflict = cm.why_infeasible(cm.Model(cp=cp, key=on))
    assert {constraint.what for constraint in conflict.constraints} in (
        {"two are on", "the sum of 'left' and 'right' is 0"},
        {"'left' or 'right'", "the sum of 'left' and 'right' is 0"},
    )
    assert conflict.irreducible
    assert conflict.fewest


def test_cells_of_one_number_are_not_to_blame():
    cp = cp_model.CpModel()
    held = cm.constraints.numbers(
        cp, [(0, col) for col in range(9)], {(0, col): [3] if col else [1, 2] for col in range(9)}
    )
    cm.constraints.sums(cp, held, {"the row": (held.cells, 20)})
    conflict = cm.why_infeasible(cm.Model(cp=cp, key=held))
    assert [constraint.words for constraint in conflict.constraints] == ["the row adds up to 20"]


def test_why_a_puzzle_has_no_solution_with_constraints_of_ones_own():
    model = cm.build(cm.Zip(3, 3))
    model.cp.add(model.starts_at[0, 1] == 1).with_name("it starts at the side")
    conflict = cm.why_infeasible(model)
    assert "it starts at the side" in [constraint.what for constraint in conflict.constraints]
    assert conflict.irreducible
    assert "it starts at the side" in str(conflict)
    model = cm.build(cm.Zip(3, 3))
    model.cp.add(model.starts_at[0, 1] == 1)
    assert "the model demands 'start at (0, 1)' is 1" in str(cm.why_infeasible(model))


def test_a_puzzle_with_constraints_of_ones_own_is_explained():
    model = cm.build(cm.Zip(2, 2, [(0, 0)]))
    model.cp.add(model.step[(0, 0), (0, 1)] == 1)
    explanation = cm.explain(model)
    assert list(explanation)
    assert explanation.solution == cm.Path([(0, 0), (0, 1), (1, 1), (1, 0)])
    assert cm.why_not_unique(model) is None
    assert not cm.hint(cm.build(cm.Zip(2, 2)), cm.Path([(0, 0)])).solved
    undo = "Undo this: the path goes between (0, 0) and (1, 0); with it there is no solution."
    for right in ([(0, 0), (1, 0)], [(0, 0), (1, 0), (1, 1), (0, 1)]):  # by the puzzle, and not by what was added
        assert str(cm.hint(model, cm.Path(right))) == undo
    assert cm.hint(model, explanation.solution).solved


def test_a_model_of_a_puzzle_that_is_stricter_than_the_puzzle_speaks_for_itself():
    """It is as it was made, but not as the kind makes it."""
    built = cm.build(cm.Zip(2, 2))
    built.cp.add(built.starts_at[0, 0] == 1)
    built.cp.add(built.ends_at[1, 1] == 1).with_name("the end is apart")
    model = cm.Model(built.puzzle, built.cp, built.key, built.decode)
    assert cm.solve(model).solution is None
    assert "the end is apart" in str(cm.why_infeasible(model))


def test_assumptions_and_fixed_variables_are_told():
    cp, on = lamps("left", "right")
    cp.add_bool_or(on["left"], on["right"])
    cp.add_assumptions([~on["left"]])
    domain = cp.proto.variables[on["right"].index].domain
    domain.clear()
    domain.extend([0, 0])
    conflict = cm.why_infeasible(cm.Model(cp=cp, key=list(on.values())))
    assert {constraint.what for constraint in conflict.constraints} == {
        "'left' or 'right'", "not 'left'", "'right' is 0",
    }  # fmt: skip


@pytest.mark.parametrize("kind", ["all different", "at most three"])
def test_why_constraints_over_numbers_contradict_each_other(kind):
    """Four different places of three, by clauses, or a reservoir that is too small, which has none, by CP-SAT."""
    cp = cp_model.CpModel()
    places = [cp.new_int_var(0, 2, f"place {i}") for i in range(4)]
    key = [cp.new_bool_var(f"first {i}") for i in range(4)]
    for place, first in zip(places, key, strict=True):
        cp.add(place == 0).only_enforce_if(first)
        cp.add(place > 0).only_enforce_if(~first)
    cp.add(places[0] <= places[1]).with_name("in order")
    if kind == "all different":
        cp.add_all_different(places).with_name(kind)
    else:
        cp.add_reservoir_constraint(places, [1] * 4, 0, 3).with_name(kind)
    conflict = cm.why_infeasible(cm.Model(cp=cp, key=key))
    assert [constraint.what for constraint in conflict.constraints] == [kind]
    assert conflict.irreducible
    if kind == "at most three":
        with pytest.raises(cm.ModelError, match="reservoir"):
            cm.explain(cm.Model(cp=cp, key=key))


def test_why_a_product_cannot_be_fourteen(monkeypatch):
    """Three constraints of seven, two assumptions, and nothing where there is a solution."""
    cp, on = lamps("left", "right")
    sides = [cp.new_int_var(0, 9, f"side {i}") for i in range(2)]
    area = cp.new_int_var(0, 10**6, "area")  # of too many values for clauses, so that CP-SAT finds the reasons
    cp.add_bool_or(on.values())
    cp.add_multiplication_equality(area, sides).with_name("area")
    cp.add(sides[1] >= 1)
    cp.add(sides[0] == 3).with_name("three").only_enforce_if(on["left"])
    cp.add(sides[0] <= 4)
    cp.add(area >= 12)
    model = cm.Model(cp=cp, key=on)
    assert cm.why_infeasible(model) is None
    cp.add(area == 14).with_name("fourteen").only_enforce_if(on["right"])
    cp.add_assumptions([*on.values()])
    conflict = cm.why_infeasible(model)
    assert sorted(constraint.what for constraint in conflict.constraints) == [
        "'left'", "'right'", "area", "fourteen", "three",
    ]  # fmt: skip
    assert conflict.irreducible
    unknown = cm.Result(model.puzzle, cm.Status.UNKNOWN, None, 0.0, "the time was up")
    answers = [cm.solve(model), unknown]
    monkeypatch.setattr("cpmodels.explaining._why.solve", lambda *_, **__: answers.pop(0))
    conflict = cm.why_infeasible(model)
    assert (len(conflict.constraints), conflict.irreducible) == (9, False)
    answers = [unknown, unknown]
    with pytest.raises(cm.errors.StoppedError, match="the time was up"):
        cm.why_infeasible(model)


@pytest.mark.parametrize("has_one", [False, True])
def test_why_a_model_whose_clauses_take_for_ever_has_no_solution(monkeypatch, has_one):
    """CP-SAT says first whether it has one, and finds the reasons where the clauses are not ready in time."""
    cp, on = lamps("left", "right")
    cp.add(on["left"] + on["right"] >= 1).with_name("light")
    model = cm.Model(cp=cp, key=on)
    monkeypatch.setattr("cpmodels.explaining._why.WRITING", 0.01)
    monkeypatch.setattr("cpmodels.explaining._model.ModelAccount.written", lambda _: threading.Event().wait())
    if has_one:
        assert cm.why_infeasible(model) is None
    else:
        cp.add(sum(on.values()) == 0).with_name("dark")
        assert {constraint.words for constraint in cm.why_infeasible(model).constraints} == {"light", "dark"}


def test_constraints_over_numbers_and_intervals_are_called_by_what_they_demand():
    """Those of a stranger, which have no names, were called constraint 0, constraint 15 and so on."""
    cp = cp_model.CpModel()
    x, y, z = (cp.new_int_var(1, 5, name) for name in "xyz")
    task, plain = cp.new_fixed_size_interval_var(x, 2, "task"), cp.new_fixed_size_interval_var(y + 1, 2, "")
    for rule, says in [
        (cp.add_all_different(x, y + 1, 2 * z - 3), "different values of 'x', 'y' plus 1 and 2 times 'z' plus -3"),
        (cp.add_multiplication_equality(z, [x, y]), "the product of 'x' and 'y' is 'z'"),
        (cp.add_division_equality(z, x, y), "the quotient of 'x' and 'y' is 'z'"),
        (cp.add_modulo_equality(z, x, 3), "the remainder of 'x' and 3 is 'z'"),
        (cp.add_max_equality(z, [x, y, 4]), "the greatest of 'x', 'y' and 4 is 'z'"),
        (cp.add_element(x, [7, 8, y], z), "the entry at 'x' of 7, 8 and 'y' is 'z'"),
        (cp.add_allowed_assignments([x, y], [(1, 2)]), "a row of a table by 'x' and 'y'"),
        (cp.add_forbidden_assignments([x, y], [(1, 2)]), "not a row of a table by 'x' and 'y'"),
        (cp.add_automaton([x, y], 0, [1], [(0, 1, 1)]), "a word of an automaton by 'x' and 'y'"),
        (cp.add_no_overlap([task, plain]), "no overlap of 'task' and what begins at 'y' plus 1"),
        (cp.add_cumulative([task], [1], z), "at most 'z' at a time by 'task'"),
    ]:
        assert Sentences(cp.proto).constraint("constraint", rule.index)[1:] == ("the model demands {}", says)


def test_why_a_model_without_clauses_is_not_unique():
    cp, on = lamps("left", "right")
    x, y = (cp.new_int_var(0, 10**6, name) for name in "xy")
    cp.add_multiplication_equality(x, [y, y])
    cp.add(y >= 500).only_enforce_if(on["left"])
    cp.add_bool_and(on["left"], ~on["right"])
    squares = cm.Model(cp=cp, key={"x": x, "left": on["left"]})
    found = cm.why_not_unique(squares)
    assert sum(f"x = {one['x']}" in str(found) for one in (found.first, found.second)) == 1
    assert cm.why_not_unique(cm.Model(cp=cp, key=on)) is None
    cp.add(y == 700)
    assert cm.why_not_unique(squares) is None
    assert "whether 'right' is true" in str(cm.why_not_unique(cm.Model(cp=lamps("right")[0], key="right")))


@pytest.mark.parametrize("name", [name for name in ENTRIES if not name.startswith("why")])
def test_objectives_have_no_reasons(name):
    cp, on = lamps("left", "right")
    cp.maximize(sum(on.values()))
    with pytest.raises(cm.ModelError, match="objective"):
        ENTRIES[name](cm.Model(cp=cp, key=on))


# --- Ctrl-C


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="signals are not sent to threads here")
def test_an_explanation_goes_on_after_ctrl_c(monkeypatch):
    """Also within a step: what the steps say is all that is found out, and nothing of it comes twice."""
    puzzle = cm.read("zip-4")
    told, explanation, main = [], cm.explain(puzzle), threading.get_ident()
    deductions, due = PathAccount.deductions, []

    def interrupted(self, *given):
        if due:
            due.clear()
            signal.pthread_kill(main, signal.SIGINT)  # while the step is waited for
        return deductions(self, *given)

    monkeypatch.setattr(PathAccount, "deductions", interrupted)
    given, interruptions = set(explanation.known), 0
    while not explanation.finished:
        due[:] = [True]
        try:
            found = next(explanation, None)
        except KeyboardInterrupt:
            interruptions += 1
            found = next(explanation, None)
        told += found.follows if found else ()
    assert interruptions > 9
    assert len(told) == len(set(told))
    assert set(told) == set(explanation.known) - given
    assert explanation.solution == cm.solve(puzzle).solution


# --- time limits, and what is left behind


@dataclass(frozen=True)
class Sleeper(Pairs):
    """In one of its functions the time is up, and it sleeps until it is woken, and looks at no flag."""

    kind = "sleeper"
    fully_described = True  # So it is asked to describe itself, though it has a model of its own.
    where: str = "model"
    clock: Hands | None = field(default=None, compare=False)
    awake: threading.Event = field(default_factory=threading.Event, compare=False)

    def sleep(self, where):
        if where == self.where:
            self.clock.move(9)
            self.awake.wait()

    def describe(self):
        self.sleep("describe")

    def model(self, cp):
        self.sleep("model")
        return super().model(cp)


class SleeperAccount(PairsAccount):
    def written(self):
        self.puzzle.sleep("written")
        return super().written()


account.register(Sleeper)(
    lambda puzzle: SleeperAccount(puzzle) if puzzle.where == "written" else account.__wrapped__(puzzle)
)


@pytest.mark.parametrize("entry", ENTRIES)
@pytest.mark.parametrize("where", ["describe", "model", "written"])
def test_a_time_limit_does_not_wait_for_what_sleeps(entry, where, clock):
    puzzle = Sleeper(3, 2, ((1, 0),), where=where, clock=clock)
    ask = partial(getattr(cm, entry), puzzle, time_limit=9)
    if entry.startswith("why"):
        with pytest.raises(cm.errors.StoppedError, match=r"^the time was up$"):
            ask()
    elif entry == "difficulty":
        assert ask() is None
    elif entry == "hint":
        assert ask().stopped == "the time was up"
    else:
        steps = ask()
        assert (list(steps), steps.stopped) == ([], "the time was up")
    puzzle.awake.set()


@pytest.mark.parametrize("ending", ["close", "drop", "limit"])
def test_a_solver_is_deleted_by_the_thread_that_made_it(monkeypatch, ending, clock):
    """Also where an explanation is given up, or nobody holds it any more."""
    import pysat.solvers

    by, gone = [], threading.Event()

    class Solver(pysat.solvers.Glucose4):
        def __init__(self, *given, **options):
            by.append(threading.get_ident())
            super().__init__(*given, **options)

        def delete(self):
            if self.glucose:
                super().delete()
                by.append(threading.get_ident())
                gone.set()

    monkeypatch.setattr(pysat.solvers, "Glucose4", Solver)
    explanation = cm.explain(cm.Zip(4, 4, [(3, 3), (1, 0)]), time_limit=9)
    next(explanation)
    if ending == "close":
        explanation.close()
    if ending == "drop":
        del explanation
    else:
        clock.move(9)
        assert next(explanation, None) is None
        assert explanation.stopped == (None if ending == "close" else "the time was up")
    assert gone.wait(60)
    assert len(by) == 2
    assert by[0] == by[1] != threading.get_ident()


def test_an_explanation_that_another_thread_closes_has_no_more_steps(monkeypatch):
    def news(*_):
        yield News([])
        explanation.close()
        checkpoint()

    monkeypatch.setattr(explaining, "_news", news)
    explanation = cm.explain("zip-4")
    assert (list(explanation), explanation.stopped) == ([], None)


def test_solutions_of_a_decode_of_ones_own_are_told_apart():
    cp = cp_model.CpModel()
    x = cp.new_int_var(0, 3, "x")
    found = cm.why_not_unique(cm.Model(cp=cp, key=[x], decode=tuple))
    assert {*found.first, *found.second} <= {0, 1, 2, 3}
    assert "there are several solutions" in str(found).lower()


@pytest.mark.parametrize("ask", [cm.why_not_unique, cm.hint])
def test_a_decode_that_makes_one_solution_of_two_is_to_blame(ask):
    cp, on = lamps("left", "right")
    with pytest.raises(cm.errors.WrongSolutionError, match="`decode` must tell apart"):
        ask(cm.Model(cp=cp, key=on, decode=lambda _: "lamps"))


def test_marks_that_do_not_follow_from_the_key_are_to_blame():
    """The sentence spoke of `decode` alone, which tells apart all that there is."""
    cp, on = lamps("left", "right")
    model = cm.Model(cp=cp, key=[on["left"]], marks={cm.Mark.at((0, 0), 1): on["right"]})
    cp.add(on["left"] == 1)
    with pytest.raises(cm.errors.WrongSolutionError, match=r"differ in whether .*, and marks must follow from these"):
        list(cm.explain(model))


def test_explanations_give_decode_what_searches_give_it():
    cp, on = lamps("left", "right")
    cp.add_bool_and(on["left"], ~on["right"])
    steps = cm.explain(cm.Model(cp=cp, key=on, decode={(1, 0): "left"}.__getitem__))
    list(steps)
    assert steps.solution == "left"


class Lamps(cm.Grid):
    """A grid whose marks are the lamps in it."""

    def marks(self):
        return frozenset(cm.Mark.at(cell, 1) for cell in self.where(1))


class Ends(cm.Puzzle[Lamps]):
    """At one end of a row there is a lamp."""

    kind = "ends"

    def check(self, solution):
        return [] if solution.rows in (((1, 0, 0),), ((0, 0, 1),)) else ["not one lamp is there"]

    def model(self, cp):
        lamps = {(0, col): cp.new_bool_var("") for col in (0, 2)}
        cp.add_exactly_one(lamps.values()).with_name("there is one lamp")
        marks = {cm.Mark.at(cell, 1): lamp for cell, lamp in lamps.items()}
        return cm.Model(self, cp, list(lamps.values()), lambda ends: Lamps([[ends[0], 0, ends[1]]]), marks=marks)


def test_not_all_cells_of_a_grid_need_have_marks():
    """Explanations ended with an error about the grid of the others."""
    steps = cm.explain(Ends(), partial={(0, 0): 1})
    list(steps)
    assert steps.solution == Lamps([[1, 0, 0]])


def test_names_of_variables_keep_their_case_and_what_a_name_forbids_is_said():
    cp, on = lamps("a", "b", "c")
    cp.add(on["a"] == 0).with_name("a is forbidden")
    cp.add_bool_or(on["a"], on["b"]).with_name("one of a and b is on")
    cp.add_bool_or(~on["b"], on["c"]).with_name("b needs c")
    assert [str(step) for step in cm.explain(cm.Model(cp=cp, key=on))] == [
        "\"a is forbidden\", which leaves only this: 'a' is false.",
        "One of a and b is on, which leaves only this: 'b' is true.",
        "\"b needs c\", which leaves only this: 'c' is true.",
    ]


def test_a_clause_of_no_literals_is_a_reason():
    """It was said to demand nothing."""
    assert str(cm.why_infeasible(cm.read("p cnf 0 1\n0\n"))).endswith("the model demands one of nothing.")
