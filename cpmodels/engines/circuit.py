"""A cycle through all nodes of a graph, in clauses: one arc into each node, one out, and places in the order.

Each node but the first has a place, the number of arcs on the way to it; an arc that is taken leads to
the next place.  A cycle that does not meet the first node has nowhere to begin, so there is none.

>>> formula = Formula(6)
>>> one_cycle(formula, [(0, 1, 1), (1, 2, 2), (2, 0, 3), (1, 0, 4), (2, 1, 5), (0, 2, 6)])
"""

from __future__ import annotations

from cpmodels.engines.formula import Formula
from cpmodels.errors import PuzzleError, TooLargeError

Arc = tuple[int, int, int]
"""The node from which an arc leads, the node to which, and the literal that says whether it is taken."""

MOST_PLACES = 2_000_000
"""Graphs whose nodes have more possible places than this, all together, are refused."""


def one_cycle(formula: Formula, arcs: list[Arc]) -> None:
    """The arcs that are taken make one cycle through all nodes.

    Raises PuzzleError for an arc from a node to itself, with which CP-SAT leaves the node out.
    """
    if loops := [tail for tail, head, _ in arcs if tail == head]:
        raise PuzzleError(f"a circuit of the model may leave out node {loops[0]}, which is not translated into clauses")
    out: dict[int, list[tuple[int, int]]] = {}
    into: dict[int, list[tuple[int, int]]] = {}
    for tail, head, literal in arcs:
        out.setdefault(tail, []).append((head, literal))
        into.setdefault(head, []).append((tail, literal))
    nodes = sorted(out.keys() | into.keys())
    for ways in (out, into):
        for node in nodes:
            formula.exactly_one([literal for _, literal in ways.get(node, [])])
    if not nodes:
        return
    first = nodes[0]
    places = possible_places(out, into, nodes)
    at = {node: {place: formula.new() for place in found} for node, found in places.items()}
    for literals in at.values():
        formula.exactly_one(list(literals.values()))
    for place in range(1, len(nodes)):
        formula.exactly_one([literals[place] for literals in at.values() if place in literals])
    at[first] = {}
    for tail, head, literal in arcs:
        if tail == first:
            formula.clause([-literal, at[head].get(1, -literal)])
        elif head == first:
            formula.clause([-literal, at[tail].get(len(nodes) - 1, -literal)])
        else:
            for place, here in at[tail].items():
                formula.clause([-literal, -here, at[head].get(place + 1, -literal)])
            for place, there in at[head].items():
                formula.clause([-literal, -there, at[tail].get(place - 1, -literal)])


def possible_places(
    out: dict[int, list[tuple[int, int]]], into: dict[int, list[tuple[int, int]]], nodes: list[int]
) -> dict[int, list[int]]:
    """For each node but the first, the places from which some walk leads on to the first node in time.

    A walk may come twice to a node but the first, so this leaves too many places, never too few; on a
    chessboard it leaves every other place at most.
    """

    def walks(ways: dict[int, list[tuple[int, int]]]) -> list[set[int]]:
        """The nodes at the end of a walk of 1, 2, ... arcs from the first node."""
        ends = [{nodes[0]}]
        total = 0
        while len(ends) < len(nodes):
            ends.append({there for here in ends[-1] for there, _ in ways.get(here, [])} - {nodes[0]})
            total += len(ends[-1])
            if total > 2 * MOST_PLACES:
                raise TooLargeError(
                    f"a circuit of {len(nodes):,} nodes needs too many clauses: more than {MOST_PLACES:,} places"
                )
        return ends[1:]

    places: dict[int, list[int]] = {node: [] for node in nodes[1:]}
    for place, (reached, leading) in enumerate(zip(walks(out), reversed(walks(into)), strict=True), 1):
        for node in reached & leading:
            places[node].append(place)
    return places
