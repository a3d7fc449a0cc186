"""Regions as large as the numbers in their cells say: what players see of them, beside what the model shows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from heapq import merge
from typing import Any

from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.graph import Graph, grid
from cpmodels.base.lattice import Cell
from cpmodels.base.puzzle import D, NumberedBoard
from cpmodels.base.values import joined, plural
from cpmodels.explaining._account import HARDEST, Deduction
from cpmodels.explaining._model import ModelAccount


class SizedRegionsAccount(ModelAccount[D]):
    """That of the model, and four rules: a region is complete, has one way to grow, must not join others, needs room.

    It is for kinds whose model has `cpmodels.constraints.sized_regions` for all cells of a board, neighbours at a side.

    >>> import cpmodels as cm
    >>> found = SizedRegionsAccount(cm.read("fillomino-4"))
    >>> print(next(found.deductions(set(found.given()))).sentence)
    the region of 1 at (2, 0) is complete
    """

    def __init__(self, puzzle: NumberedBoard[D]) -> None:
        super().__init__(puzzle)
        self._board: Graph[Cell] = grid(puzzle.rows, puzzle.cols)
        marks: Any = self.marks
        self._at: dict[tuple[Cell, int], int] = {(mark.cells[0], mark.value): facts[0] for mark, facts in marks.items()}
        self._rules = tuple(self.constraints)

    def deductions(self, known: Set[int], hardest: int = HARDEST) -> Iterator[Deduction]:
        """The easiest first; of equally easy ones those about regions."""
        own = sorted(self._of_regions(known), key=lambda each: each.level)
        yield from merge(
            (each for each in own if each.level <= hardest),
            super().deductions(known, hardest),
            key=lambda each: each.level,
        )

    def _of_regions(self, known: Set[int]) -> Iterator[Deduction]:
        """What the regions show that have begun, and then each number of each open cell."""
        known = known | self.seen(known)
        number = {cell: value for (cell, value), fact in self._at.items() if fact in known}
        is_open = {about for about, fact in self._at.items() if fact not in known and -fact not in known}
        barred = {  # the cells that cannot have a number
            value: {cell for cell in self._board.nodes if number.get(cell) != value and (cell, value) not in is_open}
            for value in {value for _, value in self._at}
        }
        part_of: dict[Cell, frozenset[Cell]] = {}
        for value in dict.fromkeys(number.values()):
            for together in self._board.induced([cell for cell in number if number[cell] == value]).components:
                part_of.update(dict.fromkeys(together, frozenset(together)))
        for part in dict.fromkeys(part_of.values()):
            checkpoint()
            value, first = number[min(part)], min(part)
            facts = [self._at[cell, value] for cell in sorted(part)]
            beside = [cell for cell in self._around(part) if (cell, value) in is_open]
            what = f"the region of {value} at {first}"
            if len(part) == value:
                if out := [-self._at[cell, value] for cell in beside]:
                    yield self._shown("complete", 1, out, facts, f"{what} is complete", part)
                continue
            room = self._reached(first, barred[value])
            for cell in sorted(room - part):
                if (cell, value) in is_open and len(self._reached(first, barred[value] | {cell})) < value:
                    left = self._shut(room, value, number, known)
                    if beside == [cell]:
                        says, level = f"{what} can grow only to {cell}", 1
                    else:
                        says, level = f"without {cell} {what} has no room for {plural(value, 'cell')}", 2
                    yield self._shown("growth", level, [self._at[cell, value]], [*facts, *left], says, [*part, cell])
        cramped: dict[frozenset[Cell], list[tuple[Cell, int]]] = {}
        for cell, value in sorted(is_open):
            checkpoint()
            parts = dict.fromkeys(part_of[near] for near in self._board.neighbours[cell] if number.get(near) == value)
            if sum(map(len, parts)) + 1 > value:
                beside = [near for part in parts for near in sorted(part)]
                says = f"if {value} were at {cell}, more than {plural(value, 'cell')} of {value} would be together"
                facts = [self._at[near, value] for near in beside]
                yield self._shown("joined", 2, [-self._at[cell, value]], facts, says, [cell, *beside])
                continue
            room = self._reached(cell, barred[value])
            if len(room) < value:
                cramped.setdefault(frozenset(room), []).append((cell, value))
        for space, found in cramped.items():
            cells, values = (list(dict.fromkeys(part)) for part in zip(*found, strict=True))
            largest = joined(list(map(str, sorted(values))), "or")
            says = f"a region of {largest} would find {plural(len(space), 'cell')} at most at {joined(cells, 'or')}"
            because = dict.fromkeys(fact for value in values for fact in self._shut(space, value, number, known))
            yield self._shown("room", 2, [-self._at[about] for about in found], because, says, cells)

    def _shown(
        self, rule: str, level: int, literals: Iterable[int], because: Iterable[int], says: str, cells: Iterable[Cell]
    ) -> Deduction:
        return Deduction(rule, level, tuple(literals), tuple(because), self._rules, says, tuple(sorted(set(cells))))

    def _around(self, cells: Iterable[Cell]) -> dict[Cell, None]:
        """The cells beside some."""
        inside = set(cells)
        near = (other for cell in sorted(inside) for other in self._board.neighbours[cell])
        return dict.fromkeys(other for other in near if other not in inside)

    def _reached(self, start: Cell, barred: Collection[Cell]) -> set[Cell]:
        """The cells that are connected with one by others that are not barred."""
        return set(self._board.within(start, len(self._board.nodes), barred))

    def _shut(self, room: Iterable[Cell], value: int, number: Mapping[Cell, int], known: Set[int]) -> list[int]:
        """The facts that a room is shut: other numbers round it, or that this one is not there."""
        found = []
        for cell in self._around(room):
            fact = self._at.get((cell, number.get(cell, value)), 0)
            if (literal := fact if cell in number else -fact) in known:
                found.append(literal)
        return found
