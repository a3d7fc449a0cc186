"""What is known of a solution, mark by mark: what lies in a cell, or that a line runs between two.

>>> Mark.at((0, 1), 5), Mark.edge((0, 1), (0, 0))
(Mark(cells=((0, 1),), value=5), Mark(cells=((0, 0), (0, 1)), value=True))
>>> noted = Partial.of([[1, None], [None, 3]]).without(Mark.at((0, 1), 2))
>>> sorted(noted.known), sorted(noted.excluded)
([Mark(cells=((0, 0),), value=1), Mark(cells=((1, 1),), value=3)], [Mark(cells=((0, 1),), value=2)])
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Set
from dataclasses import dataclass
from itertools import chain, starmap
from numbers import Number
from typing import Any, NamedTuple

from cpmodels.base.errors import PuzzleError
from cpmodels.base.lattice import Cell
from cpmodels.base.values import by_cell, integers, items, plain, shown

__all__ = ["Mark", "Partial"]


class Mark(NamedTuple):
    """What one literal of a model says on the board.

    cells: one cell, or the two ends of a step or of an edge, in their order.
    value: what is in the cell, as solutions have it: the number of a `Grid`, a piece and its turns; True for an edge,
        and for a cell that a loop or a path passes, as explanations have it where a rule speaks of that.

    >>> Mark(((0, 1),), 5) == Mark.at((0, 1), 5)
    True
    """

    cells: tuple[Cell, ...]
    value: Hashable

    @classmethod
    def at(cls, cell: Cell, value: Hashable) -> Mark:
        """That this is in the cell."""
        return cls((cell,), value)

    @classmethod
    def edge(cls, one: Cell, other: Cell) -> Mark:
        """That a path or loop goes between two cells, or points, whichever comes first."""
        return cls((one, other) if one <= other else (other, one), True)

    @property
    def is_edge(self) -> bool:
        """Whether this is about two cells."""
        return len(self.cells) > 1

    @property
    def plain(self) -> Mark:
        """The same in its normal form: with Python's numbers in place of NumPy's, and its ends in their order.

        >>> import numpy as np
        >>> Mark.at(tuple(np.array([0, 1])), np.int64(5)).plain
        Mark(cells=((0, 1),), value=5)
        """
        return Mark(tuple(sorted(plain(self.cells))), plain(self.value))

    def __str__(self) -> str:
        if self.is_edge:
            return f"the line between {self.cells[0]} and {self.cells[1]}"
        return f"{self.value} at {self.cells[0]}"


@dataclass(frozen=True)
class Partial:
    """A solution as far as it is known: marks that it has, and marks that it does not have.

    A player may be wrong, so nothing is checked but that they are marks; what can be made of them, a model says.

    known: what is so.
    excluded: what is not so.

    Raises PuzzleError for what is not a mark, and for a mark that is known and excluded.

    >>> from cpmodels import Path
    >>> Partial.of(Path([(0, 0), (0, 1)])) == Partial([Mark.edge((0, 1), (0, 0))])
    True
    """

    known: frozenset[Mark]
    excluded: frozenset[Mark]

    def __init__(self, known: Iterable[Mark] = (), excluded: Iterable[Mark] = ()) -> None:
        for name, given in (("known", known), ("excluded", excluded)):
            marks = given if isinstance(given, Set) else items(given, f"what is {name}")
            vars(self)[name] = frozenset(map(_mark, marks))
        if both := self.known & self.excluded:
            raise PuzzleError(f"{min(both, key=str)} is both known and excluded")

    @classmethod
    def of(cls, given: Any) -> Partial:
        """What is known by a solution that need not be complete or right, or by what else says it.

        given: a solution; rows of values, None for open cells; a mapping from cells to what is there, or from pairs of
            cells to whether a line goes between them; marks; or a `Partial`.

        Raises PuzzleError for anything else, and for a solution of a type that has no marks.

        >>> sorted(Partial.of({((0, 0), (0, 1)): True, ((0, 0), (1, 0)): False}).excluded)
        [Mark(cells=((0, 0), (1, 0)), value=True)]
        """
        if isinstance(given, cls):
            return given
        if hasattr(given, "marks"):
            if (marks := given.marks()) is None:
                raise PuzzleError(f"what a {type(given).__name__} says cell by cell is not known: it has no marks")
            return cls(marks)
        if isinstance(given, Mapping):
            edges = {key: plain(value) for key, value in given.items() if _is_pair(key)}
            if other := [value for value in edges.values() if not isinstance(value, Hashable)]:
                raise PuzzleError(f"whether a line goes between two cells is true or false, not {shown(other[0])}")
            return cls(
                [Mark(edge, True) for edge, value in edges.items() if value]
                + [Mark.at(cell, value) for cell, value in given.items() if cell not in edges and value is not None],
                [Mark(edge, True) for edge, value in edges.items() if value is not None and not value],
            )
        rows = list(given) if isinstance(given, Set) else items(given, "a partial solution")
        if rows and not isinstance(rows[0], Mark) and all(isinstance(row, (list, tuple)) for row in rows):
            return cls(starmap(Mark.at, by_cell(rows).items()))
        return cls(rows)

    def having(self, *marks: Mark) -> Partial:
        """The same with further marks that are known."""
        return Partial(self.known.union(marks), self.excluded)

    def without(self, *marks: Mark) -> Partial:
        """The same with further marks that are excluded."""
        return Partial(self.known, self.excluded.union(marks))

    @property
    def cells(self) -> frozenset[Cell]:
        """All cells that it says something of."""
        return frozenset(cell for mark in chain(self.known, self.excluded) for cell in mark.cells)

    def __bool__(self) -> bool:
        return bool(self.known or self.excluded)


def check_sorts(given: Iterable[Mark], marks: Collection[Mark]) -> None:
    """Raise PuzzleError for a given mark of no sort among the marks of a puzzle, as a text, or True, among numbers."""
    sorts = set(map(_sort, marks))
    if other := [mark for mark in given if _sort(mark) not in sorts]:
        said = str(other[0]) if other[0].is_edge else f"{shown(other[0].value)} at {other[0].cells[0]}"
        raise PuzzleError(f"{said} says nothing of this puzzle, whose marks are such as {min(marks, key=str)}")


def _sort(mark: Mark) -> tuple[bool, type]:
    """Whether a mark is a line, and what its value is: all numbers but Booleans are one sort, as are all tuples."""
    value = mark.value
    return mark.is_edge, next((sort for sort in (bool, Number, tuple) if isinstance(value, sort)), type(value))


def _is_pair(key: Any) -> bool:
    """Whether something is a pair of cells, and no cell."""
    return isinstance(key, tuple) and len(key) == 2 and all(isinstance(end, (tuple, list)) for end in key)


def _mark(given: Any) -> Mark:
    """A mark in its normal form.  Raises PuzzleError for what is not one."""
    if not isinstance(given, tuple) or len(given) != 2:
        raise PuzzleError(f"expected a mark, such as cpmodels.Mark.at((0, 1), 5), not {shown(given)}")
    cells = tuple(integers(cell, "a cell") for cell in items(given[0], "the cells of a mark"))
    value = plain(given[1])
    if not 1 <= len(set(cells)) == len(cells) <= 2 or (len(cells) == 2 and value is not True):
        raise PuzzleError(f"a mark is about one cell, or says that two are joined, which {shown(given)} does not")
    try:
        hash(value)
    except TypeError:
        raise PuzzleError(f"a mark has a value that can be hashed, not {shown(value)}") from None
    return Mark(tuple(sorted(cells)), value)
