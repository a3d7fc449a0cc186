"""The Zigzaw's backtracker: row by row, frogs in the order of their files, with an explicit stack.

After Jim Price's article on the Zigzaw.  A frog is tested against what lies to its upper right, upper left and left,
and against the border.  The article's program does not look at the border below, which this one heeds in the last row.
"""

from __future__ import annotations

from collections.abc import Iterator

from cpmodels.base.description import ExactCover, Option
from cpmodels.base.lattice import Cell
from cpmodels.puzzles.zigzaw.puzzle import Frog, Mosaic, Zigzaw
from cpmodels.racing._loops import register_loop
from cpmodels.reference.filling import Way, fill
from cpmodels.reference.steps import Step, description_as

__all__ = ["boards"]


def boards(puzzle: Zigzaw) -> Iterator[Step]:
    """All boards; identical frogs are told apart."""

    def ways(option: Option[tuple[Cell, Frog]]) -> Iterator[Way]:
        cell, frog = option.meaning
        for index in puzzle.identical_pieces[frog]:
            yield Way((("cell", cell), index), ((cell, index),))

    def answers(laid: list[Way]) -> Iterator[Step]:
        frogs = dict(lies for way in laid for lies in way.lies)
        yield "found", None, Mosaic([[frogs[r, c] for c in range(puzzle.cols)] for r in range(puzzle.rows)])

    _, cover = description_as(puzzle, ExactCover)
    return fill(cover, [("cell", cell) for cell in puzzle.centres], ways, answers, key=lambda way: way.lies)


register_loop("zigzaw-rows", "zigzaw", lambda puzzle, _: boards(puzzle))
