"""Explanations by the model alone: on boards of several kinds each hint is true, by all solutions."""

from itertools import islice
from random import Random

import pytest
from player_kinds import MiniSudoku, Queens, Tango
from strangers_oracles import Hidoku, Masyu, Numberlink, SimpleLoop, Slitherlink

import cpmodels as cm

pytest.importorskip("pysat", reason="python-sat is not installed")

FEW = 12
"""A board has at most so many solutions, so that all can be asked."""


def queens(random):
    """Regions that grow around queens which do not touch, in a board of 5 x 5."""
    size, placed = 5, []
    while len(placed) < size:
        placed = []
        for _ in range(size):
            free = [c for c in range(size) if c not in placed and (not placed or abs(c - placed[-1]) > 1)]
            if not free:
                break
            placed.append(random.choice(free))
    region = {(row, col): row for row, col in enumerate(placed)}
    while len(region) < size * size:
        (r, c), number = random.choice(list(region.items()))
        near = (r + random.choice((-1, 0, 1)), c) if random.random() < 0.5 else (r, c + random.choice((-1, 1)))
        if min(near) >= 0 and max(near) < size:
            region.setdefault(near, number)
    return Queens(tuple(tuple(region[r, c] for c in range(size)) for r in range(size)))


def tango(random):
    """Signs and given cells of a random board of 4 x 4."""
    board = next(iter(cm.solutions(Tango(4, ((0, 0, random.randrange(2)),)), seed=random.randrange(99))))
    at = dict(board)
    pairs = [(a, b) for a in at for b in ((a[0] + 1, a[1]), (a[0], a[1] + 1)) if b in at]
    signs = random.sample(pairs, 4)
    given = tuple((*cell, at[cell]) for cell in random.sample(sorted(at), 2))
    same = tuple(pair for pair in signs if at[pair[0]] == at[pair[1]])
    return Tango(4, given, same, tuple(pair for pair in signs if pair not in same))


def sudoku(random):
    """Half of the numbers of a board that is shifted from row to row."""
    names, rows = random.sample(range(1, 7), 6), []
    for row in range(6):
        shift = 3 * (row % 2) + row // 2
        rows.append([names[(col + shift) % 6] for col in range(6)])
    return MiniSudoku(tuple(tuple(n if random.random() < 0.4 else None for n in row) for row in rows))


def hidoku(random):
    """Some numbers of a path of a king, row by row or column by column."""
    rows = [[1, 2, 3, 4], [8, 7, 6, 5], [9, 10, 11, 12]]
    if random.random() < 0.5:
        rows = [list(line) for line in zip(*rows, strict=True)]
        rows = [[13 - n for n in row] for row in rows]
    return Hidoku([[n if random.random() < 0.45 else None for n in row] for row in rows])


def of_loop(kind):
    """Clues of a random loop on a small board."""

    def make(random):
        loop = next(iter(cm.solutions(SimpleLoop(4, 4), seed=random.randrange(99))))
        if kind is SimpleLoop:
            return SimpleLoop(4, 4)
        if kind is Slitherlink:
            on = {frozenset(step) for step in zip(loop.cells, (*loop.cells[1:], loop.cells[0]), strict=True)}
            sides = [[sum(frozenset(side) in on for side in around(r, c)) for c in range(3)] for r in range(3)]
            return Slitherlink([[n if random.random() < 0.7 else None for n in row] for row in sides])
        cells, following = loop.cells, (*loop.cells[1:], loop.cells[0])
        after, before = dict(zip(cells, following, strict=True)), dict(zip(following, cells, strict=True))
        turns = {c: before[c][0] != after[c][0] and before[c][1] != after[c][1] for c in cells}
        white = [c for c in cells if not turns[c] and (turns[after[c]] or turns[before[c]])]
        black = [c for c in cells if turns[c] and not turns[after[c]] and not turns[before[c]]]
        return Masyu(4, 4, random.sample(white, min(2, len(white))), black)

    return make


def around(r, c):
    """The sides of a cell, by corners."""
    corners = [(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)]
    return list(zip(corners, corners[1:] + corners[:1], strict=True))


def numberlink(random):
    """The ends of two or three paths that fill a board."""
    snake = [(r, c if r % 2 == 0 else 3 - c) for r in range(4) for c in range(4)]
    cuts = sorted(random.sample(range(2, 14, 2), random.choice((1, 2))))
    given = [[None] * 4 for _ in range(4)]
    for number, (start, stop) in enumerate(zip([0, *cuts], [*cuts, 16], strict=True), 1):
        for r, c in (snake[start], snake[stop - 1]):
            given[r][c] = number
    return Numberlink(given, cover=True)


BOARDS = {
    "queens": queens, "tango": tango, "sudoku": sudoku, "hidoku": hidoku, "slitherlink": of_loop(Slitherlink),
    "masyu": of_loop(Masyu), "simple loop": of_loop(SimpleLoop), "numberlink": numberlink,
}  # fmt: skip


def holds(fact, marks):
    """Whether a fact is so in a solution with these marks."""
    return (fact.about in marks) is fact.holds


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("kind", BOARDS)
def test_hints_are_true_on_random_boards(kind, seed):
    """200 boards: on a part of a solution the hint is so in all solutions that have it; with a mark that none of
    them has, that one is to be undone, or one that is in none either.
    """
    random, solved = Random(f"{kind} {seed}"), []
    while not 0 < len(solved) <= FEW:
        puzzle = BOARDS[kind](random)
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
