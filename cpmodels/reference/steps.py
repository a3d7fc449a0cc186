"""A search step by step, so that it can be left, gone on with and watched.

Every backtracker here is a generator of steps.  A step is a tuple of its kind, a cell and what lies there:

- ``"placed"``: something is put into an empty cell: a piece, a frog, a tile, the next cell of a path.
- ``"air"``: a cell of a garden is settled to hold no tile.
- ``"removed"``: what lay in a cell is taken away again.
- ``"dead end"``: nothing can be done in that cell, so the search steps back; None for the cell when it is no
  single one.
- ``"restart"``: everything is taken away at once.
- ``"left"``: the third thing is a function that gives how many candidates each open cell has.
- ``"found"``: the third thing is an answer, just what then lies on the board.
- ``"turned"``: the third thing is an answer too: the last one found, turned as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, TypeVar

from cpmodels.base.description import Description
from cpmodels.base.errors import UnsupportedError
from cpmodels.base.lattice import Cell
from cpmodels.base.puzzle import Puzzle, Solution
from cpmodels.engines._table import STRUCTURES

__all__ = ["Walk"]

D = TypeVar("D")
Kind = Literal["placed", "air", "removed", "dead end", "restart", "left", "found", "turned"]
Step = tuple[Kind, Cell | None, Any]

ANSWERS: tuple[Kind, ...] = ("found", "turned")
"""The kinds of steps that hold an answer."""


def description_as(puzzle: Puzzle[Any], structure: type[D]) -> tuple[Description[Any], D]:
    """The description of a puzzle, and its problem, of a structure: all that a loop reads of it.

    Raises UnsupportedError for a puzzle that does not describe itself so, minimises, or has rules that this may leave
    out.
    """
    from cpmodels.model import has_own_model

    description = None if puzzle.minimise else puzzle.describe()
    if description is None or not isinstance(description.problem, structure):
        raise UnsupportedError(f"this {puzzle.kind} puzzle is not described as {STRUCTURES[structure]}")
    if puzzle.adds_rules or has_own_model(puzzle):
        raise UnsupportedError(f"this {puzzle.kind} puzzle has rules that its description may leave out")
    return description, description.problem


class Walk:
    """A search on its way: it goes on where it was left, whichever way it is asked to.

    effort: the nodes so far: how many things were placed.
    exhausted: whether it ended and so proved that there are no more answers; never, where it is not `complete`, or was
        broken off by an exception, such as Ctrl-C, after which it has no more steps.

    >>> from cpmodels import Zip
    >>> from cpmodels.reference.paths import paths
    >>> search = Walk(paths(Zip(2, 2)))
    >>> next(iter(search)).cells, search.effort
    (((0, 0), (0, 1), (1, 1), (1, 0)), 4)
    >>> len(list(search)), search.exhausted
    (7, True)
    """

    def __init__(self, steps: Iterator[Step], *, complete: bool = True) -> None:
        self.effort = 0
        self.exhausted = False
        self._trace = self._counted(steps, complete)

    def _counted(self, steps: Iterator[Step], complete: bool) -> Iterator[Step]:
        for step in steps:
            if step[0] == "placed":
                self.effort += 1
            yield step
        self.exhausted = complete

    def trace(self) -> Iterator[Step]:
        """The steps from here on."""
        return self._trace

    def __iter__(self) -> Iterator[Solution]:
        """The answers from here on."""
        return (what for kind, _, what in self.trace() if kind in ANSWERS)
