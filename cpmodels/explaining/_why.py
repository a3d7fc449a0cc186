"""Why there is no solution, or more than one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from cpmodels._keywords import suggests_keywords
from cpmodels.errors import StoppedError
from cpmodels.explaining._account import Constraint, joined, told
from cpmodels.explaining._explaining import account_of
from cpmodels.explaining._reasoner import Reasoner
from cpmodels.lattice import Cell
from cpmodels.puzzle import Puzzle, Solution
from cpmodels.search._enumeration import checked
from cpmodels.search._runs import Clock
from cpmodels.solving import Asked

S = TypeVar("S", bound=Solution)

SUBSETS = 2_000
"""So many sets of constraints are tried for the fewest that contradict each other."""


@dataclass(frozen=True)
class Conflict:
    """Why a puzzle has no solution.

    puzzle: the puzzle.
    constraints: clues, walls and rules, in words, that no solution can meet together; each is needed for that where
        `irreducible` is true.
    fewest: whether it is proved that no fewer contradict each other.

    >>> conflict = why_infeasible("zip-parity")
    >>> len(conflict.constraints), conflict.irreducible
    (4, True)
    """

    puzzle: Puzzle[Any]
    constraints: tuple[Constraint, ...]
    irreducible: bool
    fewest: bool

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that these constraints speak of."""
        return tuple(dict.fromkeys(cell for constraint in self.constraints for cell in constraint.cells))

    @property
    def pieces(self) -> tuple[int, ...]:
        """The pieces that these constraints speak of, counted from 0."""
        return tuple(dict.fromkeys(piece for constraint in self.constraints for piece in constraint.pieces))

    def __str__(self) -> str:
        return f"There is no solution, as these contradict each other: {'; '.join(told(self.constraints, 12))}."


@dataclass(frozen=True)
class Ambiguity(Generic[S]):
    """Why a solution is not the only one: another, and where they differ.

    cells: the cells in which they differ.

    >>> from cpmodels import Zip
    >>> found = why_not_unique(Zip(2, 2, waypoints=[(0, 0)]))
    >>> found.cells
    ((0, 0), (0, 1), (1, 0))
    """

    puzzle: Puzzle[S]
    first: S
    second: S
    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        return f"There are several solutions; two of them differ at {joined(self.cells, most=12)}."


@suggests_keywords()
def why_infeasible(puzzle: Asked[S], *, time_limit: float | None = None) -> Conflict | None:
    """Why a puzzle has no solution: as few of its clues and rules as can be found that contradict each other.

    puzzle: a puzzle, or anything that `cpmodels.read` reads.
    time_limit: seconds; the best that was found by then comes back.

    None where there is a solution.  Raises StoppedError where the time was up before that was known, otherwise as
    `cpmodels.explain` does.

    >>> from cpmodels import Zip
    >>> conflict = why_infeasible(Zip(1, 3, [(0, 0), (0, 1)]))
    >>> [constraint.what for constraint in conflict.constraints]
    ['(0, 2)', 'number 1 at (0, 0)', 'number 2 at (0, 1)']
    """
    clock = Clock(time_limit, None)
    of = account_of(puzzle)
    with Reasoner(of, clock) as reasoner:
        if reasoner.is_satisfiable(reasoner.all):
            return None
        found, irreducible, fewest = reasoner.core(), False, False
        try:
            found = reasoner.irreducible(reasoner.all[::-1], (), budget=None)
            irreducible = True
            found, fewest = reasoner.smallest(found, reasoner.all, (), SUBSETS)
        except StoppedError:
            pass
        constraints = tuple(of.constraints[selector] for selector in sorted(found))
    return Conflict(of.puzzle, constraints, irreducible, fewest)


@suggests_keywords()
def why_not_unique(puzzle: Asked[S], *, time_limit: float | None = None) -> Ambiguity[S] | None:
    """Two solutions of a puzzle, and where they differ; None where it has one, or none.

    puzzle: a puzzle, or anything that `cpmodels.read` reads.
    time_limit: seconds.

    Solutions of which all that is told is the same are one here: a path walked in either direction, or an edge-matching
    board that is turned as a whole.

    Raises StoppedError where the time was up before that was known, otherwise as `cpmodels.explain` does.

    >>> from cpmodels import Zip
    >>> found = why_not_unique(Zip(2, 3, [(0, 0)]))
    >>> found.first != found.second
    True
    """
    clock = Clock(time_limit, None)
    of = account_of(puzzle)
    with Reasoner(of, clock) as reasoner:
        first = reasoner.solution(reasoner.all)
        second = None if first is None else reasoner.other(reasoner.all, first)
    if first is None or second is None:
        return None
    cells = sorted({cell for fact in first ^ second for cell in of.fact(fact).cells})
    one, other = (checked(of.puzzle, of.solution(facts)) for facts in (first, second))
    return Ambiguity(of.puzzle, one, other, tuple(cells))
