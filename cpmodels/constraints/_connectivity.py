"""Connectivity as constraints: some nodes of a graph in one component, or in a given number of components.

Only Booleans, and each a function of the literals that are given: so enumeration over all variables gives each
choice of nodes and edges once.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeVar

from ortools.sat.python import cp_model

from cpmodels.constraints._bulk import Bulk, literal_at
from cpmodels.constraints._literals import all_true, covered, own_index
from cpmodels.errors import ModelError, ParameterError
from cpmodels.graph import Graph

N = TypeVar("N", bound=Hashable)
Literals = dict[N, cp_model.LiteralT]
Indexes = Mapping[N, int]
"""Literals of a CpModel by their indices, negated ones as ``~index``."""


def connected(
    cp: cp_model.CpModel,
    graph: Graph[N],
    active: Mapping[N, cp_model.LiteralT],
    *,
    edges: Mapping[tuple[N, N], cp_model.LiteralT] | None = None,
    roots: Collection[N] | Mapping[N, cp_model.LiteralT] | None = None,
    within: int | None = None,
) -> Literals[N]:
    """The active nodes are connected: each is reached from the root through active nodes and open edges.

    active: for each node of the graph, the literal that says whether it is active.
    edges: for an edge, in either direction, the literal that says whether it is open; others are open.
    roots: nodes that are active and from which all others are reached; or for some nodes the literal that says
        whether it is such a root (which makes it active).  One component follows where there is one root.  Without
        roots, it is the first active node in the order of the graph's nodes; then no active node is fine, too.
    within: the most steps from a root to an active node; by default as many as there can be.

    Gives back the literals of the roots.

    With a_v for an active node, o_uv for an open edge and s_v for a root: r_v0 = s_v, r_vk = a_v and (r_v(k-1) or, for
    some neighbour u, r_u(k-1) and o_uv): whether v is at most k steps from a root.  At the last step, K, a_v implies
    r_vK.  Where no root can be so near, there is no variable.

    Cost: K Booleans for each node, where K is `within` or one less than the number of nodes, and about 3 clauses for
    each of them and each neighbour (with literals for the edges twice as many, and a Boolean for each).

    Source: the layers of a breadth-first search, as in bounded model checking (Biere et al., 1999); a spanning tree
    or a flow would need fewer variables, but many of those belong to one choice of nodes.

    Raises ModelError for a node without a literal, an unknown node or edge, and a literal of another model;
    ParameterError for negative `within`.

    >>> from ortools.sat.python import cp_model
    >>> from cpmodels.graph import grid
    >>> cp, board = cp_model.CpModel(), grid(2, 3)
    >>> shaded = {cell: cp.new_bool_var(f"{cell}") for cell in board.nodes}
    >>> root = connected(cp, board, shaded)
    >>> corners = cp.add_bool_and([shaded[0, 0], shaded[0, 2]])
    >>> cp.minimize(sum(shaded.values()))
    >>> solver = cp_model.CpSolver()
    >>> solver.solve(cp) == cp_model.OPTIMAL, solver.objective_value
    (True, 3.0)
    """
    own = _own_nodes(cp, graph, active)
    opened = _own_edges(cp, graph, edges or {})
    start: Mapping[N, int] | None = None
    if isinstance(roots, Mapping):
        start = _own_nodes(cp, graph, roots, some=True)
    elif roots is not None:
        _known(graph, roots)
        start = {node: int(cp.new_constant(1).index) for node in dict.fromkeys(roots)}
    found = connect(Bulk(cp), graph, own, opened, start, within, fixed=not isinstance(roots, Mapping))
    return {node: literal_at(cp, literal) for node, literal in found.items()}


def connect(
    bulk: Bulk,
    graph: Graph[N],
    active: Indexes[N],
    edges: Mapping[tuple[N, N], int],
    roots: Indexes[N] | None,
    within: int | None,
    *,
    fixed: bool = False,
) -> Indexes[N]:
    """What `connected` does, of literals by their indices; roots that are `fixed` are active in any case."""
    if roots is None:
        roots = _first_active(bulk, graph, active)
    elif fixed:
        bulk.all_of([active[node] for node in roots])
    else:
        for node, root in roots.items():
            bulk.implies(root, [active[node]])
    _all_reached(bulk, graph, active, _ways(graph, edges), roots, _steps(graph, within))
    return roots


def components(
    cp: cp_model.CpModel,
    graph: Graph[N],
    active: Mapping[N, cp_model.LiteralT],
    least: int = 0,
    most: int | None = None,
    *,
    edges: Mapping[tuple[N, N], cp_model.LiteralT] | None = None,
    within: int | None = None,
) -> Literals[N]:
    """The active nodes, with the open edges between them, have from `least` to `most` components.

    active, edges: as in `connected`.
    most: None for any number.
    within: the most steps from the first node of a component, in the order of the graph's nodes, to its others.

    Gives back for each node the literal that says whether it is the first of a component: its root.

    For an active node v, l_vi (i < v in the order of the nodes) says that the first node of its component is i or
    comes before it; l_vi implies l_v(i+1), and active neighbours with an open edge between them agree on these.  A
    node is a root where none of its own l_vi holds.  All active nodes are reached from the roots as in `connected`, so
    a root that is reached in a component has told it its own label; and as no node has a later label than itself, it
    is the first.

    Cost: n (n - 1) / 2 Booleans for n nodes, 2 clauses for each edge and each node before it, and the layers of
    `connected`.

    Raises what `connected` raises, and ParameterError where `least` to `most` is not a range.

    >>> from ortools.sat.python import cp_model
    >>> from cpmodels.graph import grid
    >>> cp, board = cp_model.CpModel(), grid(1, 3)
    >>> shaded = {cell: cp.new_bool_var(f"{cell}") for cell in board.nodes}
    >>> first = components(cp, board, shaded, least=2)
    >>> solver = cp_model.CpSolver()
    >>> solver.solve(cp) == cp_model.OPTIMAL, [solver.boolean_value(literal) for literal in shaded.values()]
    (True, [True, False, True])
    """
    _check_range(least, most)
    own, opened = _own_nodes(cp, graph, active), _own_edges(cp, graph, edges or {})
    found = number(Bulk(cp), graph, own, opened, least, most, within)
    return {node: literal_at(cp, literal) for node, literal in found.items()}


def number(
    bulk: Bulk,
    graph: Graph[N],
    active: Indexes[N],
    edges: Mapping[tuple[N, N], int],
    least: int,
    most: int | None,
    within: int | None,
) -> Indexes[N]:
    """What `components` does, of literals by their indices."""
    ways = _ways(graph, edges)
    label = {node: _ladder(bulk, active[node], before) for before, node in enumerate(graph.nodes)}
    place = graph.number
    for one, other in graph.edges:
        opened = [literal for near, literal in ways[one] if near == other and literal is not None]
        apart = [~literal for literal in [active[one], active[other], *opened]]
        bulk.any_of([*apart, label[other][place[one]]])
        for mine, theirs in zip(label[one], label[other], strict=False):
            bulk.any_of([*apart, ~mine, theirs])
            bulk.any_of([*apart, mine, ~theirs])
    roots = {
        node: all_true(bulk, [active[node], ~label[node][-1]]) if label[node] else active[node] for node in graph.nodes
    }
    _all_reached(bulk, graph, active, ways, roots, _steps(graph, within))
    covered(bulk, list(roots.values()), least, len(roots) if most is None else most)
    return roots


def _ladder(bulk: Bulk, active: int, before: int) -> Sequence[int]:
    """Literals each of which implies the next, and the last one `active`."""
    ladder = bulk.integers(0, 1, before)
    for earlier, later in pairwise([*ladder, active]):
        bulk.implies(earlier, [later])
    return ladder


def _first_active(bulk: Bulk, graph: Graph[N], active: Indexes[N]) -> Indexes[N]:
    """For each node, whether it is the first that is active: by a Boolean for each, whether one before it is."""
    first: dict[N, int] = {}
    before: int | None = None
    for node in graph.nodes:
        here = active[node]
        first[node] = here if before is None else all_true(bulk, [here, ~before])
        before = here if before is None else ~all_true(bulk, [~before, ~here])
    return first


def _all_reached(
    bulk: Bulk,
    graph: Graph[N],
    active: Indexes[N],
    ways: Mapping[N, list[tuple[N, int | None]]],
    reached: Indexes[N],
    steps: int,
) -> None:
    """Each active node is at most so many steps from those that are `reached`; nodes left out of it are not."""
    for _ in range(steps):
        further = {node: _one_step(bulk, active[node], ways[node], reached, node) for node in graph.nodes}
        known = {node: literal for node, literal in further.items() if literal is not None}
        if known == reached:
            break
        reached = known
    for node in graph.nodes:
        if node in reached:
            bulk.implies(active[node], [reached[node]])
        else:
            bulk.all_of([~active[node]])


def _one_step(
    bulk: Bulk, active: int, ways: Iterable[tuple[N, int | None]], reached: Indexes[N], node: N
) -> int | None:
    """Whether a node is reached now: it was before, or it is active and has a neighbour that was; None for never."""
    near = [
        reached[other] if edge is None else all_true(bulk, [reached[other], edge])
        for other, edge in ways
        if other in reached
    ]
    before = reached.get(node)
    if not near:
        return before
    now = bulk.boolean()
    bulk.any_of([*near, ~now] if before is None else [*near, before, ~now])
    if before is not None:
        bulk.implies(before, [now])
    for way in near:
        bulk.any_of([now, ~way, ~active])
    bulk.implies(now, [active])
    return now


def _own_nodes(cp: cp_model.CpModel, graph: Graph[N], literals: Mapping[N, Any], *, some: bool = False) -> dict[N, int]:
    """The literals of the nodes, of all of them or of `some`, in the order of the nodes."""
    _known(graph, literals)
    if not some and (missing := [node for node in graph.nodes if node not in literals]):
        raise ModelError(f"the node {missing[0]!r} has no literal that says whether it is active")
    return {node: own_index(cp, literals[node], f"the node {node!r}") for node in graph.nodes if node in literals}


def _known(graph: Graph[N], nodes: Iterable[N]) -> None:
    if unknown := [node for node in nodes if node not in graph.number]:
        raise ModelError(f"{unknown[0]!r} is not a node of the graph")


def _own_edges(cp: cp_model.CpModel, graph: Graph[N], edges: Mapping[tuple[N, N], Any]) -> dict[tuple[N, N], int]:
    """The literals of edges, each as the graph has it."""
    opened: dict[tuple[N, N], int] = {}
    for (one, other), literal in edges.items():
        edge = graph.edge(one, other)
        if edge in opened:
            raise ModelError(f"the edge {edge!r} has two literals, one for each direction")
        opened[edge] = own_index(cp, literal, f"the edge {edge!r}")
    return opened


def _ways(graph: Graph[N], edges: Mapping[tuple[N, N], int]) -> dict[N, list[tuple[N, int | None]]]:
    """The neighbours of each node, each with the literal of the edge, or None where that is always open."""
    return {
        node: [(near, edges.get(graph.edge(node, near))) for near in graph.neighbours[node]] for node in graph.nodes
    }


def _steps(graph: Graph[N], within: int | None) -> int:
    longest = max(len(graph.nodes) - 1, 0)
    if within is None:
        return longest
    if within < 0:
        raise ParameterError(f"an active node is within {within} steps of a root, which is less than none")
    return min(within, longest)


def _check_range(least: int, most: int | None) -> None:
    if least < 0 or (most is not None and most < least):
        raise ParameterError(f"from {least} to {most} components is not a range")
