"""One loop in a graph, through all nodes or through some."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Generic, TypeVar

from cpmodels import _cp_model as cp_model
from cpmodels._checkpoints import checkpoint
from cpmodels.constraints._bulk import Bulk
from cpmodels.constraints._literals import some_true
from cpmodels.constraints._undirected import Edges, constrain_degree, edge_literals
from cpmodels.errors import ModelError, ParameterError
from cpmodels.graph import Graph, walks
from cpmodels.marks import Mark
from cpmodels.puzzle import Loop

N = TypeVar("N", bound=Hashable)

Arcs = Mapping[tuple[N, N], int]
"""The index of a literal for each direction of an edge."""

ONE = "there is one loop"
"""What the constraints of a loop say together, beside those of single nodes."""


@dataclass(frozen=True)
class LoopVariables(Generic[N]):
    """The literals of a loop.

    edge: for each edge, whether it is on the loop; looked up in either direction.
    visited: for each node, whether the loop passes it.

    >>> from cpmodels.graph import grid
    >>> loop = hamiltonian_circuit(cp_model.CpModel(), grid(2, 2))
    >>> loop.walk([True] * len(loop.literals))
    [(0, 0), (0, 1), (1, 1), (1, 0)]
    """

    edge: Edges[N]
    visited: Mapping[N, cp_model.IntVar]

    @property
    def literals(self) -> tuple[cp_model.IntVar, ...]:
        """The literals of the edges, of which all others are functions: the key of a model."""
        return tuple(self.edge.values())

    def walk(self, values: Sequence[object]) -> list[N]:
        """The nodes of the loop in order, from the values of `literals` in a solution; none for the empty loop."""
        used = self.edge.used(values)
        return walks(used, [used[0][0]])[0] if used else []

    def decode(self, values: Sequence[object]) -> Loop:
        """The loop as a solution, on boards whose nodes are cells or points."""
        return Loop(self.walk(values))  # type: ignore[arg-type]

    @property
    def marks(self) -> dict[Mark, cp_model.IntVar]:
        """The literal of each edge."""
        return self.edge.marks


def hamiltonian_circuit(cp: cp_model.CpModel, graph: Graph[N]) -> LoopVariables[N]:
    """One loop that passes every node exactly once.

    Formula, for literals d of the two directions of each edge: ``circuit(d)``,
    ``exactly_one(not edge[a, b], d[a, b], d[b, a])``, and two edges at each node.  To make the directions functions
    of the edges, the loop leaves one node, with the fewest edges, towards the later of its two neighbours on the loop:
    ``not (d[v, a] and d[b, v])`` for neighbours a before b.
    Costs 3m + 1 variables and n + m + 1 constraints, and one more for each pair of neighbours of that one node.

    A graph that has no such loop (fewer than three nodes, or one without two edges) makes the model infeasible.
    Raises ModelError for a graph without nodes.

    Source: as for `hamiltonian_path`.

    >>> from cpmodels.graph import grid
    >>> cp = cp_model.CpModel()
    >>> loop = hamiltonian_circuit(cp, grid(2, 3))
    >>> solver = cp_model.CpSolver()
    >>> solver.status_name(solver.solve(cp))
    'OPTIMAL'
    >>> solver.boolean_value(loop.edge[(0, 1), (1, 1)])
    False
    """
    _check_graph(graph)
    edge = edge_literals(cp, graph)
    yes = cp.new_constant(1)
    visited = dict.fromkeys(graph.nodes, yes)
    bulk = Bulk(cp)
    bulk.name = ONE
    direction = _directions(bulk, edge)
    if direction:  # CP-SAT leaves nodes without any edge out of the circuit; their degrees forbid them
        _circuit(bulk, graph, direction)
    _orient_at(bulk, graph, direction, min(graph.nodes, key=lambda node: len(graph.neighbours[node])))
    constrain_degree(bulk, graph, edge, visited)
    return LoopVariables(edge, visited)


def single_loop(
    cp: cp_model.CpModel, graph: Graph[N], *, through: Collection[N] = (), may_be_empty: bool = False
) -> LoopVariables[N]:
    """One loop, through some of the nodes.

    through: nodes that are known to be on the loop.  The model is smaller and faster with at least one.
    may_be_empty: no loop at all is a solution, too.

    Formula, for literals d of the two directions of each edge: ``circuit(d, {(a, a): not visited[a]})``,
    ``exactly_one(not edge[a, b], d[a, b], d[b, a])``, and ``sum(edge[a, b] for b) = 2 visited[a]``.
    To make the directions functions of the edges, the loop leaves one node towards the later of its two neighbours on
    it: a node of `through` or else the first one visited.  ``seen[v]``, whether v or a node before it is visited,
    tells which one that is: ``seen[v - 1] or not (d[v, a] and d[b, v])`` for neighbours a before b, both after v.
    Costs n + 3m variables and 1 + n + m constraints; without `through` n variables and at most 3n constraints more, and
    one for each pair of later neighbours of a node (on a square board at most one pair a node).

    Raises ModelError for a graph without nodes and a node of `through` that is unknown; ParameterError for
    `may_be_empty` with nodes that the loop is to pass.

    Measured on published Slitherlinks of 25 x 25 to 60 x 60 (first solution and proof that it is the only one): without
    the sums 60 % slower in the median and almost four times in the worst case; clauses in place of the sums a quarter
    slower on small boards; the first visited node in place of one of `through` a fifth slower.  Literals that say which
    face is inside the loop fix its direction as well (inside to the left), about as fast, and need the graph's faces.

    Source: as for `hamiltonian_path`.

    >>> from cpmodels.graph import grid
    >>> cp = cp_model.CpModel()
    >>> loop = single_loop(cp, grid(3, 3))
    >>> rule = cp.add_bool_and(loop.edge[(0, 0), (0, 1)], ~loop.visited[2, 0], ~loop.visited[0, 2])
    >>> rule = cp.add_bool_and(~loop.visited[2, 2])
    >>> solver = cp_model.CpSolver()
    >>> solver.status_name(solver.solve(cp))
    'OPTIMAL'
    >>> [node for node, literal in loop.visited.items() if solver.boolean_value(literal)]
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    _check_graph(graph)
    known = tuple(through)
    for node in known:
        if node not in graph.number:
            raise ModelError(f"the loop should pass through {node!r}, which is not a node of the graph")
    if known and may_be_empty:
        raise ParameterError(f"a loop through {known[0]!r} cannot be empty: leave out through or may_be_empty")
    edge = edge_literals(cp, graph)
    visited = {node: cp.new_bool_var(str(node)) for node in graph.nodes}
    bulk = Bulk(cp)
    bulk.name = ONE
    direction = _directions(bulk, edge)
    _circuit(bulk, graph, {**direction, **{(node, node): ~literal.index for node, literal in visited.items()}})
    if known:
        _orient_at(bulk, graph, direction, min(known, key=lambda node: len(graph.neighbours[node])))
    else:
        _orient_at_first(bulk, graph, direction, {node: literal.index for node, literal in visited.items()})
        if not may_be_empty:
            bulk.any_of([literal.index for literal in visited.values()])
    constrain_degree(bulk, graph, edge, visited)
    for node in known:
        bulk.name = f"the loop passes {node}"
        bulk.all_of([visited[node].index])
    return LoopVariables(edge, visited)


def _check_graph(graph: Graph[N]) -> None:
    if not graph.nodes:
        raise ModelError("a loop needs a graph with at least one node")


def _directions(bulk: Bulk, edge: Edges[N]) -> Arcs[N]:
    """Two literals for each edge: it is used in that direction."""
    direction = {}
    for (a, b), literal in edge.items():
        checkpoint()
        there = direction[a, b] = bulk.boolean()
        back = direction[b, a] = bulk.boolean()
        bulk.exactly_one([~literal.index, there, back])
    return direction


def _circuit(bulk: Bulk, graph: Graph[N], arcs: Arcs[N]) -> None:
    """The arcs whose literals are true are a circuit."""
    number = graph.number
    bulk.circuit([number[a] for a, _ in arcs], [number[b] for _, b in arcs], list(arcs.values()))


def _orient_at(bulk: Bulk, graph: Graph[N], direction: Arcs[N], node: N) -> None:
    """The loop leaves a node that it passes towards the later of the two neighbours that it has on the loop."""
    for a, b in combinations(graph.neighbours[node], 2):
        bulk.any_of([~direction[node, a], ~direction[b, node]])


def _orient_at_first(bulk: Bulk, graph: Graph[N], direction: Arcs[N], visited: Mapping[N, int]) -> None:
    """The loop leaves the first node that it passes towards the later of the two neighbours that it has on the loop."""
    number = graph.number
    seen: list[int] = []  # whether a node before this one is visited; none is before the first
    for node, literal in visited.items():
        later = [other for other in graph.neighbours[node] if number[other] > number[node]]
        for a, b in combinations(later, 2):
            bulk.any_of([*seen, ~direction[node, a], ~direction[b, node]])
        seen = [some_true(bulk, [*seen, literal])]
