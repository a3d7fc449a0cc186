"""A formula in conjunctive normal form that grows clause by clause, with counting constraints turned into clauses.

Every new variable is a function of the variables in the constraint that asks for it, by clauses in both
directions, so a formula has as many models as the constraints have solutions.

>>> formula = Formula(8)
>>> formula.exactly_one([1, 2, 3, 4, 5, 6, 7, 8])
>>> formula.variables, sum(1 for _ in formula)
(14, 26)
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import accumulate, chain, combinations
from operator import neg
from typing import Any, ClassVar

from cpmodels.base._checkpoints import checkpoint
from cpmodels.base._elimination import elimination_order
from cpmodels.base.errors import ModelError, TooLargeError
from cpmodels.engines._worker import clauses_in

TRUE = 2**31 - 1
"""The literal that is always true; its negative is always false.  Neither gets into a clause."""

MOST_NUMBERS = 100_000_000
"""Formulas with more literals than this, about 400 MB, are refused by default."""

MOST_SUMS = 4_000_000
"""Diagrams of more sums than this are refused: of large weights each takes 180 bytes, and 21 literals."""

PAIRWISE = 6
"""Up to how many literals a clause for each two says that at most one is true."""

Interval = tuple[int, int]
Term = tuple[int, int]
"""A coefficient and its literal."""


def intervals(domain: Iterable[int]) -> list[Interval]:
    """The first and last values of a domain's intervals."""
    ends = iter(domain)
    return list(zip(ends, ends, strict=True))


def coefficients(linear: Any) -> dict[int, int]:
    """The coefficients of a sum in CP-SAT's proto, by variable: of one that is there twice their sum, and no 0."""
    found: dict[int, int] = {}
    for index, coefficient in zip(linear.vars, linear.coeffs, strict=True):
        found[index] = found.get(index, 0) + coefficient
    return {index: coefficient for index, coefficient in found.items() if coefficient}


class Formula:
    """Clauses over the variables 1, 2, ..., `variables`; a literal is a variable or its negative.

    clauses: the literals of all clauses, each clause ended by a zero, as a DIMACS file has them.
    takes_rows: whether sums of literals are kept as they are, not turned into clauses.
    """

    takes_rows: ClassVar[bool] = False

    in_rows = 0
    """How many literals are in sums that are kept."""

    def __init__(self, variables: int = 0, most: int | None = None) -> None:
        """Of so many variables; of more than `most` literals it is refused."""
        self.variables, self._most = variables, MOST_NUMBERS if most is None else most
        self.clauses = array("i")

    def __iter__(self) -> Iterator[list[int]]:
        """The clauses, one by one."""
        return clauses_in(self.clauses)

    def begin(self, name: str | None) -> None:
        """What comes next is of a constraint of this name; None: it defines variables."""

    def takes_circuit(self, arcs: Sequence[tuple[int, int, int]], unless: Sequence[int]) -> bool:  # noqa: ARG002
        """Whether a circuit is kept as it is, not turned into clauses; then it is."""
        return False

    def new(self) -> int:
        """A new variable, which the caller must define."""
        self.variables += 1
        return self.variables

    def clause(self, literals: Iterable[int]) -> None:
        """At least one of the literals is true."""
        kept = set(literals)
        kept.discard(-TRUE)
        if TRUE in kept or not kept.isdisjoint(map(neg, kept)):
            return
        self.check_size()
        self.clauses.extend(sorted(kept, key=abs))
        self.clauses.append(0)

    def check_size(self) -> None:
        """Refuse the formula where it has too many literals."""
        if len(self.clauses) + self.in_rows > self._most:
            raise TooLargeError(f"the puzzle needs a formula of more than {self._most:,} literals")

    def exactly_one(self, literals: Sequence[int], unless: Sequence[int] = ()) -> None:
        """One of the literals is true, no more and no less, unless a literal of `unless` is true."""
        self.clause([*unless, *literals])
        self.at_most_one(literals, unless)

    def at_most_one(self, literals: Sequence[int], unless: Sequence[int] = ()) -> None:
        """No two of the literals are true, unless a literal of `unless` is true.

        In long rows, by variables that say whether one of the first few is true.
        """
        literals = [literal for literal in literals if literal != -TRUE]
        if len(literals) <= PAIRWISE:
            for one, other in combinations(literals, 2):
                self.clause([*unless, -one, -other])
            return
        before = literals[0]
        for literal in literals[1:-1]:
            self.clause([*unless, -before, -literal])
            so_far = self.new()
            self.clause([-before, so_far])
            self.clause([-literal, so_far])
            self.clause([before, literal, -so_far])
            before = so_far
        self.clause([*unless, -before, -literals[-1]])

    def weighted(self, terms: Sequence[Term], ranges: Sequence[Interval], unless: Sequence[int] = ()) -> None:
        """The sum of the coefficients of the true literals lies in one of the ranges, unless a literal of
        `unless` is true.

        That at least one is true, or at most one, needs no diagram: which columns a matching can use is listed in half
        the time so.
        """
        if len(ranges) == 1 and {abs(coefficient) for coefficient, _ in terms} == {1}:
            least, most = (end + sum(coefficient < 0 for coefficient, _ in terms) for end in ranges[0])
            if least <= 1 and (most == 1 or most >= len(terms)):
                literals = [literal if coefficient > 0 else -literal for coefficient, literal in terms]
                if least == 1:
                    self.clause([*unless, *literals])
                if most == 1:
                    self.at_most_one(literals, unless)
                return
        self.weighted_beside((0, 0), None, terms, ranges, unless)

    def weighted_beside(
        self,
        ends: tuple[int, int],
        fits: Callable[[int], int] | None,
        terms: Sequence[Term],
        ranges: Sequence[Interval],
        unless: Sequence[int] = (),
    ) -> None:
        """The same of that sum and a number between these ends.

        fits: the literal that says whether the number and a sum lie in the ranges together.

        By a decision diagram over the terms, whose nodes are the sums so far (Eén and Sörensson 2006,
        Translating pseudo-Boolean constraints into SAT).
        """
        terms = sorted(terms, key=lambda term: -abs(term[0]))
        lowest, highest = (  # for each level, what its term, those after it and the number can add
            [*accumulate((bound(c, 0) for c, _ in reversed(terms)), initial=bound(ends))][::-1] for bound in (min, max)
        )

        def decided(level: int, total: int) -> int | None:
            low, high = total + lowest[level], total + highest[level]
            if any(least <= low and high <= most for least, most in ranges):
                return TRUE
            return None if any(low <= most and least <= high for least, most in ranges) else -TRUE

        levels: list[set[int]] = [{0}]
        sums = 1
        for level, (coefficient, _) in enumerate(terms):
            checkpoint()
            undecided = {total for total in levels[-1] if decided(level, total) is None}
            levels.append(undecided | {total + coefficient for total in undecided})
            sums += len(undecided)
            if sums > (most := min(self._most, MOST_SUMS)):
                raise TooLargeError(f"the puzzle needs a formula of more than {most:,} sums")
        nodes: dict[int, int] = {}
        for level in range(len(terms), -1, -1):
            made: dict[tuple[int, int], int] = {}
            here: dict[int, int] = {}
            for total in sorted(levels[level]):
                node = decided(level, total)
                if node is None and fits is not None and level == len(terms):
                    node = fits(total)
                elif node is None:
                    coefficient, literal = terms[level]
                    branches = (nodes[total + coefficient], nodes[total])
                    if branches not in made:
                        made[branches] = self._choice(literal, *branches)
                    node = made[branches]
                here[total] = node
            nodes = here
        self.clause([*unless, nodes[0]])

    def _choice(self, literal: int, then: int, otherwise: int) -> int:
        """A literal that says what `then` says if `literal` is true, else what `otherwise` says."""
        if then == otherwise:
            return then
        if literal in (TRUE, -TRUE):
            return then if literal == TRUE else otherwise
        if (then, otherwise) in ((TRUE, -TRUE), (-TRUE, TRUE)):
            return literal if then == TRUE else -literal
        node = self.new()
        for value, result in ((literal, then), (-literal, otherwise)):
            self.clause([-value, -result, node])
            self.clause([-value, result, -node])
        self.clause([-then, -otherwise, node])
        self.clause([then, otherwise, -node])
        return node


Arc = tuple[int, int, int]
"""The node from which an arc leads, the node to which, and the literal that says whether it is taken."""


def circuit(formula: Formula, arcs: Iterable[Arc], unless: Sequence[int] = ()) -> None:
    """The arcs that are taken make one circuit, unless a literal of `unless` is true, by eliminating node after node.

    When a node is eliminated, each path of two arcs through it becomes one arc past it.  Every node that is left still
    has one arc in and one arc out, so a circuit shrinks until its last node has an arc to itself: there it closes.  No
    circuit may close while a node that is not skipped is left.  The formula stays small when nodes with few arcs go
    first, as on a grid, and no node has to be singled out as the one where the circuit begins.

    This is the vertex elimination of Rankooh and Rintanen 2022, Propositional encodings of acyclicity and reachability
    by using vertex elimination (AAAI), applied to one circuit instead of none.

    The meaning is that of CP-SAT's ``add_circuit``: an arc from a node to itself is taken when the circuit skips
    the node; all other nodes are on one circuit, and all may be skipped.  Nodes without any arc play no part.
    Of parallel arcs at most one is taken.

    All new variables are functions of the arcs' literals, so a circuit is one model of the formula.

    >>> formula = Formula(6)
    >>> circuit(formula, [(0, 1, 1), (1, 2, 2), (2, 0, 3), (1, 0, 4), (2, 1, 5), (0, 2, 6)])
    >>> formula.variables, sum(1 for _ in formula)
    (9, 24)
    """
    leaving: dict[int, list[int]] = {}
    entering: dict[int, list[int]] = {}
    skips: dict[int, int] = {}
    parallel: dict[tuple[int, int], list[int]] = {}
    for tail, head, literal in arcs:
        for node, here, there in ((tail, leaving, entering), (head, entering, leaving)):
            here.setdefault(node, []).append(literal)
            there.setdefault(node, [])
        if tail != head:
            parallel.setdefault((tail, head), []).append(literal)
        elif tail in skips:
            raise ModelError(f"node {tail} of a circuit has more than one arc to itself: join their literals into one")
        else:
            skips[tail] = literal
    for literals in (*leaving.values(), *entering.values()):
        formula.exactly_one(literals, unless)
    single = {pair: reduce(lambda one, other: _or_both(formula, one, other, TRUE), of) for pair, of in parallel.items()}
    closed = -TRUE
    for node, closing in _eliminated(formula, leaving, single, [node for node in leaving if node not in skips]):
        formula.clause([*unless, -closed, skips.get(node, -TRUE)])
        if closing != -TRUE:
            closed = closing if closed == -TRUE else _or_both(formula, closed, closing, TRUE)


def acyclic(formula: Formula, arcs: Iterable[Arc], unless: Sequence[int] = ()) -> None:
    """The arcs that are taken, none parallel to another, make no circuit, unless a literal of `unless` is true."""
    single = {(tail, head): literal for tail, head, literal in arcs}
    for _, closing in _eliminated(formula, dict.fromkeys(chain.from_iterable(single)), single):
        if closing != -TRUE:
            formula.clause([*unless, -closing])


def _eliminated(
    formula: Formula, nodes: Iterable[int], arcs: Mapping[tuple[int, int], int], kept: Sequence[int] | None = None
) -> Iterator[tuple[int, int]]:
    """The nodes as they are eliminated, each with a literal that says that a circuit closes there.

    Where some are kept as long as can be, or none can, a circuit may close at the last one; without `kept` nowhere.
    """
    order = elimination_order([*nodes], arcs, kept or ())
    may_close = [] if kept is None else order[-1:]
    heads: dict[int, dict[int, int]] = {node: {} for node in order}
    tails: dict[int, dict[int, int]] = {node: {} for node in order}
    for (tail, head), literal in arcs.items():
        heads[tail][head] = tails[head][tail] = literal
    for node in order:
        onward, back = heads.pop(node), tails.pop(node)
        closing = onward.pop(node, -TRUE)
        back.pop(node, None)
        yield node, closing
        for tail in back:
            del heads[tail][node]
        for head in onward:
            del tails[head][node]
        for tail, first in back.items():
            for head, second in onward.items():
                if not (tail == head and tail in may_close):
                    path = _or_both(formula, heads[tail].get(head, -TRUE), first, second)
                    heads[tail][head] = tails[head][tail] = path


def _or_both(formula: Formula, one: int, first: int, second: int) -> int:
    """A new literal that says that `one` is true, or `first` and `second` are."""
    either = formula.new()
    formula.clause([-one, either])
    formula.clause([-first, -second, either])
    formula.clause([one, first, -either])
    formula.clause([one, second, -either])
    return either
