"""Mini Sudoku, and other Sudokus: plain numbers, of which those that the player wrote are darker, or brighter."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np

from cpmodels.errors import PuzzleError
from cpmodels.lattice import Cell
from cpmodels.puzzles.sudoku import Sudoku
from cpmodels.values import place
from readers.screenshots._cells import colour_distance
from readers.screenshots._digits import sure_number
from readers.screenshots._shot import Shot

SIZES = (6, 9)
REPEATED = 2
"""At least this many numbers are there again: six-by-six boards with one solution have eight numbers and more."""
FAINTER, ALIKE = 1.35, 1.2
"""Numbers are given and played if the contrasts of the two are more than this times apart, and all one if less than
the second: on real screenshots 1.7 to 2.1, and 1.05."""


def read_sudoku(shot: Shot) -> Sudoku | None:
    """The Sudoku on a board, if there are plain numbers, some of them again and again.

    Raises PuzzleError when a number, or what was given, is not clear.
    """
    if shot.board.rows != shot.board.cols or shot.board.rows not in SIZES:
        return None
    inks = {cell: content.ink for cell, content in shot.contents.items() if content.ink is not None}
    found = {cell: sure_number(ink, shot.board.rows) for cell, ink in inks.items()}
    counts = Counter(number for cell, number in found.items() if number and not shot.contents[cell].disc)
    if counts.total() - len(counts) < REPEATED:
        return None
    if unclear := [cell for cell, number in found.items() if number is None]:
        raise PuzzleError(f"shows a Sudoku, but what is in {place(unclear[0])} cannot be read")
    given = _given(shot, list(found))
    size = range(shot.board.rows)
    return Sudoku([[found[row, col] if (row, col) in given else None for col in size] for row in size])


def _given(shot: Shot, found: list[Cell]) -> set[Cell]:
    """The cells whose numbers are given: all of them, or the fainter ones."""
    contrasts = sorted((_contrast(shot, cell), cell) for cell in found)
    steps = [(after[0] / before[0], after[0]) for before, after in pairwise(contrasts)]
    step, bright = max(steps)
    if step > FAINTER:
        return {cell for contrast, cell in contrasts if contrast < bright}
    if step > ALIKE:
        raise PuzzleError("shows a Sudoku, but which of its numbers were given is not clear")
    if len(found) == shot.board.rows**2:
        raise PuzzleError("shows a finished Sudoku, and which of its numbers were given is not clear")
    return set(found)


def _contrast(shot: Shot, cell: Cell) -> float:
    """How different the number in a cell is from the ground, up to 255."""
    ink = shot.contents[cell].ink
    assert ink is not None
    away = colour_distance(shot.cells[cell], shot.grounds[cell])
    return float(np.percentile(away[ink > 0.5], 90))
