"""Searches told step by step, as the few moments of them that can be shown.

A step is a tuple of its kind, a cell and what lies there: ``"placed"``, ``"removed"``, ``"air"`` (the cell of a garden
is settled to hold no tile), ``"dead end"`` (the cell may be None), ``"restart"`` (all is taken away), ``"found"`` and
``"turned"`` (the third thing is an answer).  What lies in a cell is what a solution says of it: a `Placement`, the
index of a frog, the code of a tile; of a path the cells alone count, in the order in which they are placed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from cpmodels.lattice import Cell
from cpmodels.puzzles import Board, Mosaic, Path, TilePlacement

Step = tuple[str, Cell | None, Any]


@dataclass(frozen=True)
class Moment:
    """What there is to see after a step.

    laid: what lies on the board, by cell, in the order in which it was laid.
    air: the cells that are settled to stay empty.
    dead: the cell in which the search was stuck just now.
    answer: the answer that was found just now.
    placed, dead_ends, found: how many there were so far.
    """

    laid: tuple[tuple[Cell, Any], ...] = ()
    air: frozenset[Cell] = frozenset()
    dead: Cell | None = None
    answer: Any = None
    placed: int = 0
    dead_ends: int = 0
    found: int = 0

    @property
    def told(self) -> str:
        """The counts in words."""
        found = f", {self.found:,} found" if self.found else ""
        return f"{self.placed:,} placed, {self.dead_ends:,} dead end{'' if self.dead_ends == 1 else 's'}{found}"


class Watcher:
    """Follows a search step by step."""

    def __init__(self) -> None:
        self._laid: dict[Cell, Any] = {}
        self._air: set[Cell] = set()
        self._dead: Cell | None = None
        self._answer: Any = None
        self._placed = self._dead_ends = self._found = 0

    def take(self, step: Step) -> None:
        """Follow one step."""
        kind, cell, what = step
        self._dead = self._answer = None
        if kind == "placed" and cell is not None:
            self._laid[cell] = what
            self._placed += 1
        elif kind == "air" and cell is not None:
            self._air.add(cell)
        elif kind == "removed" and cell is not None:
            self._laid.pop(cell, None)
            self._air.discard(cell)
        elif kind == "dead end":
            self._dead = cell
            self._dead_ends += 1
        elif kind == "restart":
            self._laid.clear()
            self._air.clear()
        elif kind in ("found", "turned"):
            self._answer = what
            self._found += 1

    @property
    def moment(self) -> Moment:
        """What there is to see now."""
        laid = tuple(self._laid.items())
        counts = (self._placed, self._dead_ends, self._found)
        return Moment(laid, frozenset(self._air), self._dead, self._answer, *counts)


def moments(steps: Iterable[Step], most: int) -> list[Moment]:
    """The empty board, the last moment, and others at even distances: at most so many (two or more) in all.

    Memory does not grow with the number of steps: every second moment is dropped whenever there are too many.
    """
    watcher = Watcher()
    kept, pace = [watcher.moment], 1
    for taken, step in enumerate(steps, 1):
        watcher.take(step)
        if taken % pace == 0:
            kept.append(watcher.moment)
            if len(kept) > most:
                kept, pace = kept[::2], 2 * pace
    if kept[-1] != watcher.moment:
        kept = [*kept[: most - 1], watcher.moment]
    return kept


def steps_of(solution: Any) -> Iterator[Step]:
    """An answer as the steps of one who knows it: all is placed in order, then it is found."""
    match solution:
        case Path():
            yield from (("placed", cell, number) for number, cell in enumerate(solution.cells, 1))
        case Board() | Mosaic():
            yield from (("placed", cell, piece) for cell, piece in solution)
        case TilePlacement():
            yield from (("placed", cell, code) for cell, code in solution.tiles)
        case _:
            raise TypeError(f"expected an answer, got {type(solution).__name__}")
    yield "found", None, solution
