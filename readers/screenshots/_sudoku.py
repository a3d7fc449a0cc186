"""Mini Sudoku, and other Sudokus: plain numbers, of which those that the player wrote are darker, or brighter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise

import numpy as np

from cpmodels.base.errors import PuzzleError
from cpmodels.base.lattice import Cell
from cpmodels.base.values import in_rows, place
from cpmodels.puzzles.sudoku import Sudoku
from readers.screenshots._cells import colour_distance
from readers.screenshots._digits import sure_number
from readers.screenshots._shot import Shot

SIZES = (6, 9)
REPEATED = 2
"""At least this many numbers are there again: six-by-six boards with one solution have eight numbers and more."""
FAINTER, ALIKE = 1.35, 1.2
"""Numbers are given and played if the contrasts of the two are more than this times apart, and all one if no two are
more than the second: on real screenshots 1.7 to 2.1, and 1.06; small ones may have all contrasts between."""
STROKES = (1.03, 0.96, 0.95, 1.08, 0.95, 1.03, 0.96, 1.06, 1.04)
"""How thick the strokes of the digits 1 to 9 are measured, by their mean: so in eight fonts, within a twentieth."""
BOLDER, SAME_FONT = 1.2, 1.12
"""The same for strokes: bold ones are 1.4 times as thick and more, and the steps of one font are up to 1.08."""
EVEN = 1.07
"""Where given numbers are grey, the strokes of the others are less than this times as thick: on real ones to 1.05."""
COLOURED = 60
"""Numbers farther from grey than others by this were not given in any look that is known."""


def read_sudoku(shot: Shot) -> Sudoku | None:
    """The Sudoku on a board, if there are plain numbers, some of them again and again.

    Raises PuzzleError when a number, or what was given, is not clear.
    """
    if shot.board.rows != shot.board.cols or shot.board.rows not in SIZES:
        return None
    found = {cell: sure_number(ink, shot.board.rows) for cell, ink in shot.inks.items()}
    counts = Counter(number for cell, number in found.items() if number and not shot.contents[cell].disc)
    if counts.total() - len(counts) < REPEATED:
        return None
    if unclear := [cell for cell, number in found.items() if number is None]:
        raise PuzzleError(f"shows a Sudoku, but what is in {place(unclear[0])} cannot be read")
    return Sudoku(in_rows(shot.board.rows, shot.board.cols, {cell: found[cell] for cell in _given(shot, found)}))


def _given(shot: Shot, found: Mapping[Cell, int | None]) -> set[Cell]:
    """The cells whose numbers are given: all of them, or those of one of two looks.

    Until early in 2026 LinkedIn shows these in grey, and since then in bold.
    """
    numbers = set(found)
    strokes = {cell: _stroke(shot, cell) / STROKES[(number or 1) - 1] for cell, number in found.items()}
    contrasts = {cell: _contrast(shot, cell) for cell in found}
    faint, fainter = _lower(contrasts)
    apart = max(contrasts.values()) / min(contrasts.values())
    thin, thinner = _lower(strokes)
    colours = [_colourfulness(shot, cell) for cell in found]
    if fainter > FAINTER:
        one, other = (np.median([strokes[cell] for cell in cells]) for cells in (faint, numbers - faint))
        if other > BOLDER * one:
            return numbers - faint
        if other < EVEN * one and max(_colourfulness(shot, cell) for cell in faint) < COLOURED:
            return faint
    elif thinner > BOLDER:
        return numbers - thin
    elif apart <= ALIKE and thinner <= SAME_FONT and max(colours) - min(colours) < COLOURED:
        if len(found) == shot.board.rows**2:
            raise PuzzleError("shows a finished Sudoku, and which of its numbers were given is not clear")
        return numbers
    raise PuzzleError("shows a Sudoku, but which of its numbers were given is not clear")


def _lower(measured: Mapping[Cell, float]) -> tuple[set[Cell], float]:
    """The cells below the greatest step between values, and how many times that it is."""
    ranked = sorted(measured, key=measured.__getitem__)
    steps = [measured[after] / measured[before] for before, after in pairwise(ranked)]
    return set(ranked[: steps.index(max(steps)) + 1]), max(steps)


def _contrast(shot: Shot, cell: Cell) -> float:
    """How different the number in a cell is from the ground, up to 255."""
    away = colour_distance(shot.cells[cell], shot.grounds[cell])
    return float(np.percentile(away[shot.inks[cell] > 0.5], 90))


def _stroke(shot: Shot, cell: Cell) -> float:
    """How thick the strokes of the number in a cell are, by its height: twice its area by the length of its border."""
    ink = shot.inks[cell]
    border = np.hypot(*np.gradient(ink)).sum()
    high = np.flatnonzero((ink > 0.5).any(axis=1))
    return float(2 * ink.sum() / border / (high[-1] - high[0] + 1))


def _colourfulness(shot: Shot, cell: Cell) -> float:
    """How far the colour of the number in a cell is from grey, up to 255."""
    return float(np.ptp(np.median(shot.cells[cell][shot.inks[cell] > 0.8], axis=0)))
