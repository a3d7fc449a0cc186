"""A circuit through the nodes of a graph that are not skipped, in clauses, by eliminating node after node.

When a node is eliminated, each path of two arcs through it becomes one arc past it.  Every node that is left
still has one arc in and one arc out, so a circuit shrinks until its last node has an arc to itself: there it
closes.  No circuit may close while a node that is not skipped is left.  The formula stays small when nodes
with few arcs go first, as on a grid, and no node has to be singled out as the one where the circuit begins.

This is the vertex elimination of Rankooh and Rintanen 2022, Propositional encodings of acyclicity and
reachability by using vertex elimination (AAAI), applied to one circuit instead of none.

>>> formula = Formula(6)
>>> circuit(formula, [(0, 1, 1), (1, 2, 2), (2, 0, 3), (1, 0, 4), (2, 1, 5), (0, 2, 6)])
>>> formula.variables, sum(1 for _ in formula)
(9, 24)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cpmodels._elimination import elimination_order
from cpmodels.engines._formula import TRUE, Formula
from cpmodels.errors import ModelError

Arc = tuple[int, int, int]
"""The node from which an arc leads, the node to which, and the literal that says whether it is taken."""


def circuit(formula: Formula, arcs: Iterable[Arc], unless: Sequence[int] = ()) -> None:
    """The arcs that are taken make one circuit, unless a literal of `unless` is true.

    The meaning is that of CP-SAT's ``add_circuit``: an arc from a node to itself is taken when the circuit skips
    the node; all other nodes are on one circuit, and all may be skipped.  Nodes without any arc play no part.
    Of parallel arcs at most one is taken.

    All new variables are functions of the arcs' literals, so a circuit is one model of the formula.
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
    heads: dict[int, dict[int, int]] = {node: {} for node in leaving}
    tails: dict[int, dict[int, int]] = {node: {} for node in leaving}
    for (tail, head), (arc, *others) in parallel.items():
        for other in others:
            arc = _or_both(formula, arc, other, TRUE)
        heads[tail][head] = tails[head][tail] = arc
    order = elimination_order(list(leaving), list(parallel), [node for node in leaving if node not in skips])
    closed = -TRUE
    for node, closing in _eliminated(formula, heads, tails, order, may_close=order[-1:]):
        formula.clause([*unless, -closed, skips.get(node, -TRUE)])
        if closing != -TRUE:
            closed = closing if closed == -TRUE else _or_both(formula, closed, closing, TRUE)


def acyclic(formula: Formula, arcs: Iterable[Arc], unless: Sequence[int] = ()) -> None:
    """The arcs that are taken, none parallel to another, make no circuit, unless a literal of `unless` is true."""
    heads: dict[int, dict[int, int]] = {}
    tails: dict[int, dict[int, int]] = {}
    for tail, head, literal in arcs:
        for node in (tail, head):
            heads.setdefault(node, {})
            tails.setdefault(node, {})
        heads[tail][head] = tails[head][tail] = literal
    order = elimination_order(list(heads), [(tail, head) for tail in heads for head in heads[tail]], ())
    for _, closing in _eliminated(formula, heads, tails, order):
        if closing != -TRUE:
            formula.clause([*unless, -closing])


def _eliminated(
    formula: Formula,
    heads: dict[int, dict[int, int]],
    tails: dict[int, dict[int, int]],
    order: Sequence[int],
    may_close: Sequence[int] = (),
) -> Iterator[tuple[int, int]]:
    """The nodes as they are eliminated, each with a literal that says that a circuit closes there."""
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
