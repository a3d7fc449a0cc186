"""Connectivity as constraints: some nodes of a graph in one component, or in a given number of components.

Only Booleans, and each a function of the literals that are given: so enumeration over all variables gives each
choice of nodes and edges once.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from itertools import chain, combinations
from typing import Any, TypeVar

from cpmodels import _cp_model as cp_model
from cpmodels.base._checkpoints import checkpoint
from cpmodels.base._elimination import elimination_order
from cpmodels.base.errors import ModelError, TooLargeError
from cpmodels.base.graph import Graph
from cpmodels.constraints._bulk import Bulk, literal_at
from cpmodels.constraints._literals import all_true, own_index, some_of_all

N = TypeVar("N", bound=Hashable)
Indexes = Mapping[N, int]
"""Literals of a CpModel by their indices, negated ones as ``~index``."""


def connected(
    cp: cp_model.CpModel,
    graph: Graph[N],
    active: Mapping[N, cp_model.LiteralT],
    *,
    edges: Mapping[tuple[N, N], cp_model.LiteralT] | None = None,
    roots: Collection[N] | Mapping[N, cp_model.LiteralT] | None = None,
    name: str = "the active nodes are connected",
) -> None:
    """The active nodes are connected: one leads to another through active nodes and open edges.

    active: for each node of the graph, the literal that says whether it is active.
    edges: for an edge, in either direction, the literal that says whether it is open; others are open.
    roots: nodes that are active and from which all others are reached; or for some nodes the literal that says
        whether it is such a root (which makes it active).  One component follows where there is one root.  Without
        roots there is at most one component; no active node is fine, too.
    name: what the constraints say, in a sentence: their name in the CpModel.

    Formula, with a_v for an active node: the nodes are eliminated one after the other, and p_uv says of nodes that are
    left, or just now eliminated, whether they are active and joined by a path through those that are gone:
    ``a_u and a_v`` for neighbours, else ``or(p_wu and p_wv for eliminated w)``.  An active node that is joined to none
    of those that are left, when its turn comes, is the last of its component.  At most one is such; or none, where a
    node that stands for all roots is eliminated last.

    Cost: a Boolean and 2 clauses for each path of two edges through an eliminated node, and one of each for each pair
    of nodes so joined: 22 Booleans a cell of a board of 10 x 10, 48 of one of 14 x 24, and two clauses each.

    Source: Rankooh and Rintanen 2022, Propositional encodings of acyclicity and reachability by using vertex
    elimination (AAAI).  The order is that of `cpmodels.base._elimination`.

    Measured on published boards, one thread, building, first solution and proof that there is no other, median and
    worst of 12: Heyawake of 10 x 10 to 14 x 24 0.09 and 0.28 s, Hitori of 10 x 10 to 20 x 20 0.04 and 0.12 s.  Exact
    distances from the first active cell, integers, have a tenth of the variables and take 0.28 and 0.88 s, 0.4 and
    1.8 s; the layers of a breadth-first search 2.0 and 5.1 s, 0.6 and 2.0 s; an order by nested dissection twice as
    long.  Solving without the constraint, and again with a clause for each component that is cut off, takes 0.1 and
    5.5 s, 0.01 and 0.03 s, where CP-SAT starts anew each time; a SAT solver that keeps what it has learned takes 0.02
    and 0.3 s, which the engine glucose does (`cpmodels.engines._cuts`).

    Raises ModelError for a node without a literal, an unknown node or edge, and a literal of another model;
    TooLargeError for graphs with millions of such paths.

    >>> from ortools.sat.python import cp_model
    >>> from cpmodels.base.graph import grid
    >>> cp, board = cp_model.CpModel(), grid(2, 3)
    >>> shaded = {cell: cp.new_bool_var(f"{cell}") for cell in board.nodes}
    >>> connected(cp, board, shaded)
    >>> corners = cp.add_bool_and([shaded[0, 0], shaded[0, 2]])
    >>> cp.minimize(sum(shaded.values()))
    >>> solver = cp_model.CpSolver()
    >>> solver.solve(cp) == cp_model.OPTIMAL, solver.objective_value
    (True, 3.0)
    """
    own = own_nodes(cp, graph, active)
    opened = _own_edges(cp, graph, edges or {})
    literal_of = roots if roots is None or isinstance(roots, Mapping) else dict.fromkeys(roots, True)
    start = None if literal_of is None else own_nodes(cp, graph, literal_of, some=True)
    connect(Bulk(cp, name), graph, own, opened, start)


def connect(
    bulk: Bulk,
    graph: Graph[N],
    active: Indexes[N],
    edges: Mapping[tuple[N, N], int],
    roots: Indexes[N] | None = None,
    within: int | None = None,
) -> None:
    """What `connected` does, of literals by their indices.

    within: how many steps any node is at most from a root, if that is known.  Where that takes fewer Booleans, the
        constraints are those of a breadth-first search: that no garden with the symmetry D3 is connected in a box of
        side 29 is proved in 86 s so, with 50,000 Booleans, and not in 420 s with 436,000; gardens in 4 x 4 x 7 are
        found in 7.5 s, with 45,000, and in 2.2 s with 12,000.
    """
    if roots is None:
        bulk.at_most_one(last_of_components(bulk, graph, active, edges))
        return
    for node, root in roots.items():
        bulk.implies(root, [active[node]])
    layers = None if within is None else _layers(graph, roots, within)
    most = None if layers is None else 2 * sum(len(way) for layer in layers for way in layer.values())
    try:
        bulk.all_of([~last for last in last_of_components(bulk, graph, active, edges, roots, most)])
    except TooLargeError:
        if layers is None:
            raise
        _all_reached(bulk, graph, active, edges, roots, layers)


def _layers(graph: Graph[N], roots: Iterable[N], steps: int) -> list[dict[N, list[N]]]:
    """For each number of steps, the nodes that may be as near to a root, each with those one step nearer, or itself."""
    layers, reached = [], set(roots)
    for _ in range(steps):
        near = {node: [u for u in (node, *graph.neighbours[node]) if u in reached] for node in graph.nodes}
        layers.append({node: some for node, some in near.items() if some})
        reached = set(layers[-1])
    return layers


def _all_reached(
    bulk: Bulk,
    graph: Graph[N],
    active: Indexes[N],
    edges: Mapping[tuple[N, N], int],
    roots: Indexes[N],
    layers: Iterable[Mapping[N, Iterable[N]]],
) -> None:
    """Each active node is reached from a root, layer by layer."""
    reached = roots
    for layer in layers:
        checkpoint()
        further = dict[N, int]()
        for node, near in layer.items():
            steps = {other: [active[node]] for other in near if other != node}
            for other, step in steps.items():
                if (edge := graph.edge(node, other)) in edges:
                    step.append(edges[edge])
            further[node] = some_of_all(bulk, [[reached[other], *steps.get(other, ())] for other in near])
        reached = further
    for node, literal in active.items():
        bulk.implies(literal, [reached[node]]) if node in reached else bulk.all_of([~literal])


def components(
    cp: cp_model.CpModel,
    graph: Graph[N],
    active: Mapping[N, cp_model.LiteralT],
    *,
    edges: Mapping[tuple[N, N], cp_model.LiteralT] | None = None,
    name: str = "the components are counted",
) -> tuple[cp_model.LiteralT, ...]:
    """Literals of which as many are true as the active nodes, with the open edges between them, have components.

    active, edges, name: as in `connected`.

    Formula, cost and errors: as for `connected`, whose last nodes of components these are.

    >>> from ortools.sat.python import cp_model
    >>> from cpmodels.base.graph import grid
    >>> cp, board = cp_model.CpModel(), grid(1, 3)
    >>> shaded = {cell: cp.new_bool_var(f"{cell}") for cell in board.nodes}
    >>> rule = cp.add(sum(components(cp, board, shaded)) == 2)
    >>> solver = cp_model.CpSolver()
    >>> solver.solve(cp) == cp_model.OPTIMAL, [solver.boolean_value(literal) for literal in shaded.values()]
    (True, [True, False, True])
    """
    own, opened = own_nodes(cp, graph, active), _own_edges(cp, graph, edges or {})
    return tuple(literal_at(cp, literal) for literal in last_of_components(Bulk(cp, name), graph, own, opened))


def last_of_components(
    bulk: Bulk,
    graph: Graph[N],
    active: Indexes[N],
    edges: Mapping[tuple[N, N], int],
    roots: Indexes[N] | None = None,
    most: int | None = None,
) -> list[int]:
    """For each node, in the order in which they are eliminated, whether it is the last of its component.

    roots: for some nodes, whether they are joined to a node that is active and eliminated last, and left out here.

    Raises TooLargeError, before anything is added, where there are more than `most` paths through eliminated nodes; see
    `elimination_order`.
    """
    number, root = graph.number, len(graph.nodes)
    pairs = [(number[one], number[other]) for one, other in graph.edges]
    pairs += [(number[node], root) for node in roots or ()]
    kept = [] if roots is None else [root]
    order = elimination_order([*range(root), *kept], chain(pairs, ((b, a) for a, b in pairs)), kept, most)
    place = {node: i for i, node in enumerate(order)}
    alive = [active[node] for node in graph.nodes]
    joined: list[dict[int, list[list[int]]]] = [{} for _ in order]  # by node and a later one: what of which one holds
    certain = set[tuple[int, int]]()  # where both are active, they are joined in any case
    for (one, other), edge in zip(pairs, [*graph.edges, *[None] * len(roots or ())], strict=True):
        here, there = sorted((one, other), key=place.__getitem__)
        if edge is None:
            joined[here][there] = [[(roots or {})[graph.nodes[here]]]]
        elif edge in edges:
            joined[here][there] = [[alive[here], alive[there], edges[edge]]]
        else:
            joined[here][there] = [[alive[here], alive[there]]]
            certain.add((here, there))
    last = []
    for node in order[: len(graph.nodes)]:
        checkpoint()
        later = sorted(joined[node], key=place.__getitem__)
        joins = {other: some_of_all(bulk, joined[node][other]) for other in later}
        last.append(all_true(bulk, [alive[node], *[~join for join in joins.values()]]))
        for one, other in combinations(later, 2):
            if (one, other) not in certain:
                joined[one].setdefault(other, []).append([joins[one], joins[other]])
    return last


def own_nodes(cp: cp_model.CpModel, graph: Graph[N], literals: Mapping[N, Any], *, some: bool = False) -> dict[N, int]:
    """The literals of the nodes, of all of them or of `some`, in the order of the nodes."""
    if unknown := [node for node in literals if node not in graph.number]:
        raise ModelError(f"{unknown[0]!r} is not a node of the graph")
    if not some and (missing := [node for node in graph.nodes if node not in literals]):
        raise ModelError(f"the node {missing[0]!r} has no literal that says whether it is active")
    return {node: own_index(cp, literals[node], f"the node {node!r}") for node in graph.nodes if node in literals}


def _own_edges(cp: cp_model.CpModel, graph: Graph[N], edges: Mapping[tuple[N, N], Any]) -> dict[tuple[N, N], int]:
    """The literals of edges, each as the graph has it."""
    opened: dict[tuple[N, N], int] = {}
    for (one, other), literal in edges.items():
        edge = graph.edge(one, other)
        if edge in opened:
            raise ModelError(f"the edge {edge!r} has two literals, one in each direction")
        opened[edge] = own_index(cp, literal, f"the edge {edge!r}")
    return opened
