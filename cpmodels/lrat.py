"""A checker of proofs that a formula has no model: short, made to be read, and without any solver in it.

A formula is clauses, numbered from 1.  A clause is literals, of which at least one has to be true: a literal is a
variable, 1, 2, ..., or its negation, -1, -2, ...  A proof adds further clauses, one a line, in the LRAT form:

    5 1 -3 0 2 4 0

says that clause 5, "1 or not 3", follows from the clauses 2 and 4.  It does, if this leads to a contradiction: let all
literals of clause 5 be false.  Then clause 2 has at most one literal left that is not false, and that one must be
true, its negation false.  Then clause 4 has at most one left, and so on, until a clause has none left.  The last clause
of a proof is the empty one.  Nothing makes it true, so nothing makes the clauses true that it follows from.

>>> formula = [[1, 2], [-1, 2], [1, -2], [-1, -2]]
>>> refuted(2, formula, ["5 2 0 1 2 0", "6 0 5 3 4 0"])
Checked(steps=2, fault=None)
>>> refuted(2, formula, ["5 2 0 1 3 0", "6 0 5 3 4 0"]).fault
'line 1: clause 5 does not follow from the clauses that it names'

Such steps are those of E. Goldberg and Y. Novikov, Verification of proofs of unsatisfiability for CNF formulas, DATE
2003, without the deletions of N. Wetzler, M. Heule and W. Hunt, DRAT-trim, SAT 2014; the form, which names the clauses
that a step needs, is that of L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann and P. Schneider-Kamp, Efficient certified
RAT verification, CADE 2017, without its steps of the kind RAT.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

__all__ = ["Checked", "Clauses", "compiled", "first_unproved", "refuted"]

BATCH = 1000
"""How many lines are checked at a time."""

MOST_NUMBERS = 1_000_000_000
"""A formula and a proof of more literals and named clauses than this, 4 GB, are not checked."""


class Checked(NamedTuple):
    """What came of a check: how many steps the proof has, and the first fault, or None when there is none.

    >>> refuted(1, [[1]], ["2 0 1 0"])
    Checked(steps=0, fault='line 1: clause 2 does not follow from the clauses that it names')
    """

    steps: int
    fault: str | None


def first_unproved(literals: Any, ends: Any, named: Any, named_ends: Any, false: Any, first: int, last: int) -> int:
    """The first clause, of those from `first` to `last` - 1, that does not follow as its line says; else `last`.

    Clause c has the literals from ``ends[c - 1]`` to ``ends[c]``, and follows from the clauses that are named from
    ``named_ends[c - 1]`` to ``named_ends[c]``.  While clause c is checked, ``false[literal] == c`` for false literals.

    This runs as it stands, or compiled by numba (`compiled`).

    >>> clauses = Clauses(1)
    >>> clauses.add([1])
    >>> clauses.add([-1])
    >>> clauses.add_line("3 0 1 2 0")
    >>> first_unproved(clauses.literals, clauses.ends, clauses.named, clauses.named_ends, clauses.false, 3, 4)
    4
    """
    for clause in range(first, last):
        for literal in literals[ends[clause - 1] : ends[clause]]:
            false[literal] = clause
        contradiction = False
        for other in named[named_ends[clause - 1] : named_ends[clause]]:
            if not 0 < other < clause:
                return clause
            left, last_left = 0, 0
            for literal in literals[ends[other - 1] : ends[other]]:
                if false[literal] != clause:
                    left, last_left = left + 1, literal
            if left > 1:
                return clause
            if left == 0:
                contradiction = True
                break
            false[-last_left] = clause
        if not contradiction:
            return clause
    return last


class Clauses:
    """Clauses in the arrays of `first_unproved`.

    >>> clauses = Clauses(2)
    >>> clauses.add([1, -2])
    >>> clauses.add_line("3 1 0 1 0")
    Traceback (most recent call last):
    ...
    ValueError: its clause is numbered 3, not 2
    """

    def __init__(self, variables: int) -> None:
        self.variables = variables
        self.literals, self.named = array("i"), array("i")
        self.ends, self.named_ends = array("q", [0]), array("q", [0])
        self.false = array("i", bytes(4 * (2 * variables + 1)))  # those of negative literals are read from the end

    def __len__(self) -> int:
        return len(self.ends) - 1

    def add(self, literals: Sequence[int], named: Sequence[int] = ()) -> None:
        """One more clause.  Raises ValueError or OverflowError for literals or names that there are not."""
        if literals and not 0 < min(map(abs, literals)) <= max(map(abs, literals)) <= self.variables:
            raise ValueError(f"it has a literal that is not one of the {self.variables:,} variables or their negations")
        if len(self.literals) + len(self.named) > MOST_NUMBERS:
            raise ValueError(f"there are more than {MOST_NUMBERS:,} literals and clause numbers up to here")
        numbers, names = array("i", literals), array("i", named)
        self.literals.extend(numbers)
        self.ends.append(len(self.literals))
        self.named.extend(names)
        self.named_ends.append(len(self.named))

    def add_line(self, line: str) -> None:
        """The clause of a line of the proof.  Raises ValueError when it does not have the form of one."""
        words = line.split()
        if max(map(len, words), default=0) > 11:
            raise ValueError("it has a number of more than 32 bits")
        numbers = list(map(int, words))
        if len(numbers) < 3 or numbers.count(0) != 2 or numbers[-1] != 0:
            raise ValueError("it is not of the form: number, literals, 0, earlier clauses, 0")
        if numbers[0] != len(self) + 1:
            raise ValueError(f"its clause is numbered {numbers[0]}, not {len(self) + 1}")
        end = numbers.index(0)
        self.add(numbers[1:end], numbers[end + 1 : -1])

    def first_unproved(self, first: int, check: Callable[..., int]) -> int:
        """The first clause from `first` on that does not follow; the number after the last if there is none."""
        arrays = (self.literals, self.ends, self.named, self.named_ends, self.false)
        return check(*arrays, first, len(self) + 1)


def refuted(
    variables: int,
    formula: Iterable[Sequence[int]],
    lines: Iterable[str],
    *,
    check: Callable[..., int] = first_unproved,
    pause: Callable[[], object] = lambda: None,
) -> Checked:
    """Whether a proof shows that no values of the variables make all clauses of a formula true.

    check: `first_unproved`, or `compiled` of it.
    pause: called now and then; what it raises ends the check.

    Raises ValueError for a formula with other variables.

    >>> refuted(1, [[1], [-1]], ["3 0 1 2 0"])
    Checked(steps=1, fault=None)
    """
    clauses = Clauses(variables)
    for clause in formula:
        clauses.add(clause)
    given, lines = len(clauses), iter(lines)
    first = 0
    while first <= len(clauses):
        first = len(clauses) + 1
        for line in islice(lines, BATCH):  # Each may be long, so none is kept.
            try:
                clauses.add_line(line)
            except (ValueError, OverflowError) as error:
                return Checked(len(clauses) - given, f"line {len(clauses) - given + 1}: {error}")
        if (wrong := clauses.first_unproved(first, check)) <= len(clauses):
            place = f"line {wrong - given}: clause {wrong}"
            return Checked(wrong - given - 1, f"{place} does not follow from the clauses that it names")
        pause()
    steps = len(clauses) - given
    if not steps:
        return Checked(steps, "it holds no steps")
    if clauses.ends[-1] > clauses.ends[-2]:
        return Checked(steps, f"line {steps}, the last, does not prove the empty clause")
    return Checked(steps, None)


@cache
def compiled() -> Callable[..., int]:
    """`first_unproved`, compiled by numba.  Raises ImportError where numba is not installed.

    >>> formula, proof = [[1], [-1]], ["3 0 1 2 0"]
    >>> refuted(1, formula, proof, check=compiled())  # doctest: +SKIP
    """
    import numba
    import numpy as np

    fast = numba.njit(first_unproved, nogil=True)

    def check(*arguments: Any) -> int:
        arrays = [np.frombuffer(a, np.int32 if a.typecode == "i" else np.int64) for a in arguments[:5]]
        return int(fast(*arrays, *arguments[5:]))

    return check
