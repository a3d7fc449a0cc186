"""Explanations by the model alone: on boards of all kinds each hint is true, by all solutions."""

from itertools import islice
from random import Random

import pytest
from player_kinds import MiniSudoku, Queens
from random_boards import KINDS, random_board

import cpmodels as cm

pytest.importorskip("pysat", reason="python-sat is not installed")

FEW = 12
"""A board has at most this many solutions, so that all can be asked."""


def queens(random):
    """The regions of a puzzle as it comes, with marks for queens alone."""
    return Queens(random_board("queens", random).regions)


def sudoku(random):
    """Half of the numbers of a board that is shifted from row to row; no constraint has a name."""
    names, rows = random.sample(range(1, 7), 6), []
    for row in range(6):
        shift = 3 * (row % 2) + row // 2
        rows.append([names[(col + shift) % 6] for col in range(6)])
    return MiniSudoku(tuple(tuple(n if random.random() < 0.4 else None for n in row) for row in rows))


BOARDS = {"few-queens": queens, "few-sudoku": sudoku}


def holds(fact, marks):
    """Whether a fact is so in a solution with these marks: one of them or, of a description, a region of cells."""
    if isinstance(fact.about, cm.Mark):
        return (fact.about in marks) is fact.holds
    number, cells = fact.about
    return ({mark.cells[0] for mark in marks if mark.value == number} == cells) is fact.holds


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("kind", [*KINDS, *BOARDS])
def test_hints_are_true_on_random_boards(kind, seed):
    """200 boards: on a part of a solution the hint is so in all solutions that have it; with a mark that none of
    them has, that one is to be undone, or one that is in none either.
    """
    random, solved = Random(f"{kind} {seed}"), []
    while not 0 < len(solved) <= FEW:
        puzzle = BOARDS[kind](random) if kind in BOARDS else random_board(kind, random)
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
