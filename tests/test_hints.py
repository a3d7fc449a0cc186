"""Explanations by the model alone: on boards of all kinds each hint is true, by all solutions."""

from itertools import islice
from random import Random

import pytest
from random_boards import KINDS, random_board

import cpmodels as cm
from cpmodels.puzzles.futoshiki import Futoshiki

FEW = 12
"""A board has at most this many solutions, so that all can be asked."""


def holds(fact, marks):
    """Whether a fact is so in a solution with these marks: one of them, that a line passes a cell or, of a description,
    a region of cells.
    """
    if isinstance(mark := fact.about, cm.Mark):
        passed = {cell for line in marks if line.is_edge for cell in line.cells}
        there = mark in marks or (passed and not mark.is_edge and mark.cells[0] in passed)
        return bool(there) is fact.holds
    number, cells = fact.about
    return ({mark.cells[0] for mark in marks if mark.value == number} == cells) is fact.holds


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("kind", KINDS)
def test_hints_are_true_on_random_boards(kind, seed):
    """It is so in all solutions that have what is noted; a mark that none has is to be undone, or another such."""
    random, solved = Random(f"{kind} {seed}"), []
    while not 0 < len(solved) <= FEW:
        puzzle = random_board(kind, random)
        solved = [found.marks() for found in islice(cm.solutions(puzzle), FEW + 1)]
    marks = sorted(random.choice(solved))
    noted = set(random.sample(marks, random.randrange(len(marks))))
    possible = {mark for mark in cm.build(puzzle).marks if mark not in noted}
    out = [mark for mark in possible if not any(noted <= found and mark in found for found in solved)]
    excluded = random.sample(sorted(out, key=str), random.randrange(min(len(out), 3) + 1))
    good = [found for found in solved if noted <= found]
    hint = cm.hint(puzzle, cm.Partial(noted, excluded))
    assert hint.wrong is None, str(hint)
    for fact in hint.step.follows if hint.step else ():
        assert all(holds(fact, found) for found in good), str(hint)
    assert hint.step is None or hint.step.follows
    assert hint.step or hint.solved or len(good) > 1
    if not out:
        return
    wrong = random.choice(sorted(out, key=str))
    hint = cm.hint(puzzle, cm.Partial({*noted, wrong}))
    assert hint.wrong is not None, str(hint)
    assert str(hint).startswith("Undo this: ")
    cells = hint.wrong.about.cells
    assert cells in {mark.cells for mark in {*noted, wrong}}
    before = {mark for mark in {*noted, wrong} if mark.cells < cells}
    assert any(before <= found for found in solved)
    assert not any(before | {mark for mark in {*noted, wrong} if mark.cells == cells} <= found for found in solved)


@pytest.mark.parametrize(
    ("puzzle", "entered"),
    [
        (cm.read("tango-4"), 1),
        (Futoshiki([[None, None, None], [None, None, 3], [None, 1, None]]), 3),
        (Futoshiki([[None, None], [None, 2]]), 2),
    ],
)
def test_a_board_with_open_cells_is_not_solved(puzzle, entered):
    """Of a cell with two values each is to be found, if it is drawn."""
    solution = cm.solve(puzzle).solution
    noted = puzzle.numbers | {cell: value for cell, value in solution if value == entered}
    assert len(noted) < len(dict(solution))
    while not (hint := cm.hint(puzzle, noted)).solved:
        noted.update(pair for fact in hint.step.follows for pair in fact.laid)
    assert noted == dict(solution)
    explanation = cm.explain(puzzle)
    assert list(explanation)
    assert {pair for fact in explanation.known for pair in fact.laid} == set(solution)


def test_a_board_is_solved_when_all_that_is_drawn_is_there():
    solution = cm.solve("hitori-5").solution
    assert cm.hint("hitori-5", dict.fromkeys(solution.where(1), 1)).solved


@pytest.mark.parametrize(("name", "value"), [("hitori-5", 3), ("kakuro-5", 1)])
def test_what_no_cell_or_no_dark_one_can_have_is_said(name, value):
    """A cell that is shaded or not has one of these anyway, and so has one that is dark from the start."""
    with pytest.raises(cm.PuzzleError, match=rf"{value} at \(0, 0\) is not possible"):
        cm.hint(name, {(0, 0): value})


@pytest.mark.parametrize("name", ["akari-5", "heyawake-6", "skyscrapers-4", "slitherlink-5"])
def test_one_thing_is_not_many(name):
    model = cm.build(cm.read(name))
    said = [each.name for each in model.cp.proto.constraints]
    assert not [words for words in said if words.startswith("1 ") and " are " in words]
    assert [words for words in said if words.startswith("1 ") and " is " in words]
