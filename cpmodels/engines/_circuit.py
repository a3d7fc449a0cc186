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

import heapq
from collections.abc import Iterable, Iterator, Sequence

from cpmodels.engines._formula import TRUE, Formula
from cpmodels.errors import ModelError, TooLargeError

Arc = tuple[int, int, int]
"""The node from which an arc leads, the node to which, and the literal that says whether it is taken."""

MOST_PATHS = 4_000_000
"""Graphs whose elimination makes more paths of two arcs than this are refused."""


def circuit(formula: Formula, arcs: Iterable[Arc], unless: Sequence[int] = ()) -> None:
    """The arcs that are taken make one circuit, unless a literal of `unless` is true.

    The meaning is that of CP-SAT's ``add_circuit``: an arc from a node to itself is taken when the circuit skips
    the node; all other nodes are on one circuit, and all may be skipped.  Nodes without any arc play no part.
    Of parallel arcs at most one is taken.

    All new variables are functions of the arcs' literals, so a circuit is one model of the formula.

    Raises ModelError for a node with two arcs to itself, which CP-SAT refuses too, TooLargeError.
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
    """The arcs that are taken, none parallel to another, make no circuit, unless a literal of `unless` is true.

    Raises TooLargeError.
    """
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
    """The nodes as they are eliminated, each with a literal that says that a circuit closes there.

    heads, tails: for each node the arcs that leave and enter it, by their other ends; they are used up.
    may_close: a node, the last, at which paths of two arcs need not be told from circuits.
    """
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


def elimination_order(nodes: Sequence[int], arcs: Iterable[tuple[int, int]], kept: Sequence[int]) -> list[int]:
    """The nodes in an order in which few paths lead through each when it is eliminated.

    One of the nodes in `kept`, if there is any, comes last.

    Raises TooLargeError when there are more than `MOST_PATHS` such paths.
    """
    heads: dict[int, set[int]] = {node: set() for node in nodes}
    tails: dict[int, set[int]] = {node: set() for node in nodes}
    for tail, head in arcs:
        heads[tail].add(head)
        tails[head].add(tail)
    last = max(kept, key=lambda node: len(heads[node]) * len(tails[node]), default=None)

    def rank(node: int) -> tuple[bool, int, int]:
        return node == last, len(heads[node]) * len(tails[node]), node

    queue = [rank(node) for node in nodes]
    heapq.heapify(queue)
    order: list[int] = []
    paths = 0
    while queue:
        entry = heapq.heappop(queue)
        node = entry[-1]
        if node not in heads or entry != rank(node):
            continue  # It was eliminated, or has other arcs by now and another entry.
        onward, back = heads.pop(node), tails.pop(node)
        order.append(node)
        paths += len(onward) * len(back)
        if paths > MOST_PATHS:
            raise TooLargeError(
                f"a circuit of {len(nodes):,} nodes needs too many clauses, for more than {MOST_PATHS:,} paths"
            )
        for tail in back:
            heads[tail].remove(node)
            heads[tail] |= onward - {tail}
        for head in onward:
            tails[head].remove(node)
            tails[head] |= back - {head}
        for other in onward | back:
            heapq.heappush(queue, rank(other))
    return order
