"""One loop in a graph, or several paths between given ends that share no node: edges that are used or not."""

from __future__ import annotations

from collections.abc import Collection, Container, Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Generic, TypeVar

from cpmodels import _cp_model as cp_model
from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.description import AllBut, Subgraph, check_nodes
from cpmodels.base.errors import ModelError
from cpmodels.base.graph import Graph, walks
from cpmodels.base.marks import Mark
from cpmodels.base.puzzle import Loop, Paths
from cpmodels.constraints._bulk import Bulk, NamedLiterals
from cpmodels.constraints._literals import covered, some_true

N = TypeVar("N", bound=Hashable)

Arcs = Mapping[tuple[N, N], int]
"""The index of a literal for each direction of an edge."""


class Edges(NamedLiterals[tuple[N, N]]):
    """One literal an edge, looked up in either direction, ``edge[a, b]`` or ``edge[b, a]``.

    Iteration gives every edge once, as the graph has it.

    >>> from cpmodels.base.graph import grid
    >>> edge = edge_literals(cp_model.CpModel(), grid(2, 2))
    >>> edge[(0, 0), (0, 1)].index == edge[(0, 1), (0, 0)].index
    True
    >>> edge.used([True, False, False, True])
    [((0, 0), (0, 1)), ((1, 0), (1, 1))]
    """

    def __getitem__(self, edge: tuple[N, N]) -> cp_model.IntVar:
        place = self._place.get(edge, self._place.get(edge[::-1]))
        if place is None:
            raise KeyError(edge)
        return self.literals[place]

    __contains__ = Mapping.__contains__

    def used(self, values: Sequence[object]) -> list[tuple[N, N]]:
        """The edges whose literals are true, by the values of all of them in the order of iteration."""
        return [edge for edge, value in zip(self, values, strict=True) if value]

    @property
    def marks(self) -> dict[Mark, cp_model.IntVar]:
        """The literal of each edge between cells, or points, of a board."""
        return {Mark.edge(*edge): literal for edge, literal in self.items()}  # type: ignore[arg-type]


def edge_literals(cp: cp_model.CpModel, graph: Graph[N]) -> Edges[N]:
    """A new literal for each edge."""
    return Edges(cp, graph.edges, Bulk(cp).booleans(f"{a} {b}" for a, b in graph.edges))


class _ByEdges(Generic[N]):
    """What consists of edges."""

    edge: Edges[N]

    @property
    def literals(self) -> Sequence[cp_model.IntVar]:
        """The literals of the edges, of which all others are functions: the key of a model."""
        return self.edge.literals

    @property
    def marks(self) -> dict[Mark, cp_model.IntVar]:
        """The literal of each edge."""
        return self.edge.marks


@dataclass(frozen=True)
class LoopVariables(_ByEdges[N]):
    """The literals of a loop.

    edge: for each edge, whether it is on the loop; looked up in either direction.
    visited: for each node, whether the loop passes it.

    >>> from cpmodels.base.graph import grid
    >>> loop = single_loop(cp_model.CpModel(), grid(2, 2))
    >>> loop.walk([True] * len(loop.literals))
    [(0, 0), (0, 1), (1, 1), (1, 0)]
    """

    edge: Edges[N]
    visited: Mapping[N, cp_model.IntVar]

    def walk(self, values: Sequence[object]) -> list[N]:
        """The nodes of the loop in order, from the values of `literals` in a solution."""
        used = self.edge.used(values)
        return walks(used, [used[0][0]])[0]

    def decode(self, values: Sequence[object]) -> Loop:
        """The loop as a solution, on boards whose nodes are cells or points."""
        return Loop(self.walk(values))  # type: ignore[arg-type]


def single_loop(cp: cp_model.CpModel, graph: Graph[N], *, through: Collection[N] = ()) -> LoopVariables[N]:
    """One loop, through some of the nodes, or all.

    through: nodes that are known to be on the loop.  The model is smaller and faster with at least one, and more so
        with all: then it is a Hamiltonian circuit.

    Formula, for literals d of the two directions of each edge: ``circuit(d, {(a, a): not visited[a]})``,
    ``exactly_one(not edge[a, b], d[a, b], d[b, a])``, and ``sum(edge[a, b] for b) = 2 visited[a]``.
    To make the directions functions of the edges, the loop leaves one node towards the later of its two neighbours on
    it: a node of `through` or else the first one visited.  ``seen[v]``, whether v or a node before it is visited,
    tells which one that is: ``seen[v - 1] or not (d[v, a] and d[b, v])`` for neighbours a before b, both after v.
    Costs n - k + 3m variables, k the number of nodes of `through`, and a constant, as these have no arc to themselves;
    1 + n + m constraints, and one more for each pair of neighbours of one of these.  Without `through` n variables and
    2n constraints more, and one for each pair of later neighbours of a node (at most one pair on a square board).

    Raises ModelError for a graph without nodes and a node of `through` that is unknown.

    Measured on published Slitherlinks of 25 x 25 to 60 x 60 (first solution and proof that it is the only one): without
    the sums 60 % slower in the median and almost four times in the worst case; clauses in place of the sums a quarter
    slower on small boards; the first visited node in place of one of `through` a fifth slower.  Literals that say which
    face is inside the loop fix its direction as well (inside to the left), about as fast, and need the graph's faces.

    Source: as for `hamiltonian_path`.

    >>> from cpmodels.base.graph import grid
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
    if not graph.nodes:
        raise ModelError("a loop needs a graph with at least one node")
    known = dict.fromkeys(through)
    check_nodes(known, graph.number, "the loop should pass through")
    edge = edge_literals(cp, graph)
    visited = {node: cp.new_constant(1) if node in known else cp.new_bool_var(str(node)) for node in graph.nodes}
    is_whole = len(known) == len(graph.nodes)
    bulk = Bulk(cp, "there is one loop through all cells" if is_whole else "there is one loop")
    direction = _directions(bulk, edge)
    skips = {(node, node): ~literal.index for node, literal in visited.items() if node not in known}
    if arcs := {**direction, **skips}:  # CP-SAT leaves nodes without any arc out of the circuit; degrees forbid them
        _circuit(bulk, graph, arcs)
    if known:
        _orient_at(bulk, graph, direction, min(known, key=lambda node: len(graph.neighbours[node])))
    else:
        _orient_at_first(bulk, graph, direction, {node: literal.index for node, literal in visited.items()})
        bulk.any_of([literal.index for literal in visited.values()])
    _constrain_degree(bulk, graph, edge, visited, known)
    return LoopVariables(edge, visited)


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


def _constrain_degree(
    bulk: Bulk, graph: Graph[N], edge: Edges[N], visited: Mapping[N, cp_model.IntVar], known: Container[N]
) -> None:
    """A visited node has two edges, another one none; those that are known are visited.

    The circuit implies it, but as long as a direction is open, it cannot tell from two edges that there is no third.
    """
    for node, near in graph.neighbours.items():
        bulk.name = f"the loop passes {node} once{'' if node in known else ' or not at all'}"
        bulk.linear({edge[node, other].index: 1 for other in near} | {visited[node].index: -2}, 0, 0)


@dataclass(frozen=True)
class PathsVariables(_ByEdges[N]):
    """The literals of several paths.

    ends: the two ends of each path.
    edge: for each edge, whether it is on a path; looked up in either direction.
    visited: for each node, whether it is on a path.
    label: for each node, the number of its path, 1, 2, ..., in the order of `ends`, or 0 where no path passes: a sum of
        literals that can be used in linear constraints, or a plain number at the ends.

    >>> from cpmodels.base.graph import grid
    >>> links = paths(cp_model.CpModel(), grid(2, 2), [((0, 0), (0, 1)), ((1, 0), (1, 1))])
    >>> links.walks([edge in {((0, 0), (0, 1)), ((1, 0), (1, 1))} for edge in links.edge])
    [[(0, 0), (0, 1)], [(1, 0), (1, 1)]]
    """

    ends: tuple[tuple[N, N], ...]
    edge: Edges[N]
    visited: Mapping[N, cp_model.IntVar]
    label: Mapping[N, cp_model.LinearExprT]

    def walks(self, values: Sequence[object]) -> list[list[N]]:
        """The nodes of each path from its first end to its second, from the values of `literals` in a solution."""
        return walks(self.edge.used(values), [one for one, _ in self.ends])

    def decode(self, values: Sequence[object]) -> Paths:
        """The paths as a solution, on boards whose nodes are cells."""
        return Paths(self.walks(values))  # type: ignore[arg-type]


def paths(
    cp: cp_model.CpModel, graph: Graph[N], ends: Sequence[tuple[N, N]], *, cover: bool = False
) -> PathsVariables[N]:
    """One path between the two nodes of each pair; no node is on two of them.

    ends: pairs of nodes.
    cover: every node is on a path.

    Formula: the paths, each walked from its first end to its second and all joined by an arc from each path's second
    end to the next one's first, are one circuit over literals d of the two directions of each edge; a node that is not
    visited has an arc to itself instead.  ``exactly_one(not edge[a, b], d[a, b], d[b, a])``.  What keeps a path from
    ending at another one's end is a label that nodes joined by an edge share, in binary: with k paths, b =
    ceil(log2(k)) bits, ``edge[a, b] -> bit[a, i] = bit[b, i]``, ``bit[a, i] -> visited[a]``.
    Costs 3m + n + bn variables, and 1 + m + 2bm + bn constraints (less at the ends; ``cover`` saves the n and the bn).
    All are functions of the edges: the ends fix the direction of each path.

    Raises ModelError for a graph without nodes, no ends at all, ends that are not pairs, and an end that is unknown,
    equal to the other or that of another path, too.

    Measured on published Numberlinks with `cover` (first solution and proof that it is the only one): an integer label
    a node, or one literal a node and path, took as long up to 10 x 10 and more than twice as long at 15 x 15; sums that
    fix the degrees gained nothing.  What helps most is a constraint of the puzzle: where a solution is the only one
    without `cover`, no path has a shortcut, so of the four sides of a square at most two are used.

    Sources: circuit as for `hamiltonian_path`; for the puzzle, Adcock, Demaine, Demaine, O'Brien, Reidl, Sanchez
    Villaamil and Sullivan, "Zig-Zag Numberlink is NP-complete" (2015).

    >>> from cpmodels.base.graph import grid
    >>> cp = cp_model.CpModel()
    >>> links = paths(cp, grid(2, 3), [((0, 0), (0, 2)), ((1, 0), (1, 2))])
    >>> solver = cp_model.CpSolver()
    >>> solver.status_name(solver.solve(cp))
    'OPTIMAL'
    >>> solver.value(links.label[0, 1]), solver.value(links.label[1, 1])
    (1, 2)
    """
    if not graph.nodes:
        raise ModelError("paths need a graph with at least one node")
    pairs = _checked(graph, ends)
    index = {end: k for k, pair in enumerate(pairs) for end in pair}
    first = {one for one, _ in pairs}
    edge = edge_literals(cp, graph)
    yes = cp.new_constant(1)
    visited = {node: yes if cover or node in index else cp.new_bool_var(str(node)) for node in graph.nodes}
    rule = "one path joins each pair of ends, "
    bulk = Bulk(cp, rule + ("no two paths meet, and each cell is on one" if cover else "and no two paths meet"))
    arcs = {(other, pairs[(k + 1) % len(pairs)][0]): yes.index for k, (_, other) in enumerate(pairs)}
    arcs |= {(node, node): ~literal.index for node, literal in visited.items() if literal is not yes}
    bits = _bits(bulk, visited, index, (len(pairs) - 1).bit_length(), cover)
    for (a, b), literal in edge.items():
        checkpoint()
        used = literal.index
        if a in index and b in index and index[a] != index[b]:
            bulk.any_of([~used])
            continue
        ways = [way for way in ((a, b), (b, a)) if way[1] not in first and (way[0] not in index or way[0] in first)]
        directions = [used] if len(ways) == 1 else [bulk.boolean() for _ in ways]
        if len(ways) > 1:
            bulk.exactly_one([~used, *directions])
        arcs |= zip(ways, directions, strict=True)
        _share(bulk, used, bits[a], bits[b])
    _circuit(bulk, graph, arcs)
    if cover and any(not graph.neighbours[node] for node in graph.nodes):
        bulk.any_of([])  # CP-SAT leaves a node without any arc out of the circuit
    label: dict[N, cp_model.LinearExprT] = {node: index.get(node, -1) + 1 for node in bits}
    for node, code in bits.items():
        if node not in index:
            terms = [visited[node], *(cp_model.IntVar(cp.proto, bit) for bit in code)]
            label[node] = cp_model.LinearExpr.weighted_sum(terms, [1, *(1 << i for i in range(len(code)))])
    return PathsVariables(pairs, edge, visited, label)


def _checked(graph: Graph[N], ends: Sequence[tuple[N, N]]) -> tuple[tuple[N, N], ...]:
    """The pairs of ends, if they are some and all their nodes are different."""
    pairs = tuple(tuple(pair) for pair in ends)
    if not pairs:
        raise ModelError("there are no ends for the paths")
    path_of: dict[N, int] = {}
    checked = []
    for k, pair in enumerate(pairs):
        if len(pair) != 2:
            raise ModelError(f"path {k + 1} has the ends {pair!r}; a path has two")
        one, other = pair
        if one == other:
            raise ModelError(f"both ends of path {k + 1} are {one!r}")
        for end in (one, other):
            if end not in graph.number:
                raise ModelError(f"path {k + 1} ends at {end!r}, which is not a node of the graph")
            if end in path_of:
                raise ModelError(f"{end!r} is an end of both path {path_of[end]} and path {k + 1}")
            path_of[end] = k + 1
        checked.append((one, other))
    return tuple(checked)


def _bits(
    bulk: Bulk, visited: Mapping[N, cp_model.IntVar], index: Mapping[N, int], count: int, cover: bool
) -> dict[N, list[int]]:
    """The number of each node's path less one, the lowest bit first; all are 0 where no path passes."""
    bits: dict[N, list[int]] = {}
    for node, literal in visited.items():
        if node in index:
            bits[node] = [bool(index[node] >> i & 1) for i in range(count)]
        else:
            bits[node] = [bulk.boolean() for _ in range(count)]
            for bit in () if cover else bits[node]:
                bulk.implies(bit, [literal.index])
    return bits


def _share(bulk: Bulk, edge: int, one: list[int], other: list[int]) -> None:
    """An edge makes two numbers equal, bit by bit; what is known of a bit is True or False in place of a literal."""
    for a, b in zip(one, other, strict=True):
        if isinstance(a, bool):
            a, b = b, a
        if isinstance(a, bool):
            continue  # two ends of one path
        if isinstance(b, bool):
            bulk.implies(edge, [a if b else ~a])
        else:
            bulk.any_of([~edge, ~a, b])
            bulk.any_of([~edge, a, ~b])


def subgraph(cp: cp_model.CpModel, problem: Subgraph[N]) -> LoopVariables[N] | PathsVariables[N]:
    """What a description as a `Subgraph` says, by `single_loop` or `paths`, and its rules.

    Formula: a rule of numbers is ``least <= sum(edge) <= most``; one of rows is a clause for each row of its edges
    that is not allowed.  Costs no variables beside those of the loop or the paths.

    Raises ModelError for a graph without nodes.

    >>> from cpmodels.base.description import Rule
    >>> from cpmodels.base.graph import grid
    >>> cp = cp_model.CpModel()
    >>> square = [((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 1), (1, 0)), ((1, 0), (0, 0))]
    >>> loop = subgraph(cp, Subgraph(grid(3, 3), rules=[Rule(square, 4, "all sides are on the loop")]))
    >>> solver = cp_model.CpSolver()
    >>> solver.status_name(solver.solve(cp)), sum(map(solver.boolean_value, loop.literals))
    ('OPTIMAL', 4)
    """
    found: LoopVariables[N] | PathsVariables[N]
    if problem.ends:
        ends = {end for pair in problem.ends for end in pair}
        cover = len(ends.union(problem.through)) == len(problem.graph.nodes)
        found = paths(cp, problem.graph, problem.ends, cover=cover)
        for node in problem.through:
            cp.add(found.visited[node] == 1).with_name(f"a path passes {node}")
    else:
        found = single_loop(cp, problem.graph, through=problem.through)
    bulk = Bulk(cp)
    for rule in problem.rules:
        checkpoint()
        bulk.name = rule.name
        literals = [(found.visited[a] if a == b else found.edge[a, b]).index for a, b in rule.edges]
        if isinstance(rule.allowed, tuple):
            covered(bulk, literals, *rule.allowed)
            continue
        every = product((False, True), repeat=len(literals))
        for row in [rule.allowed.row] if isinstance(rule.allowed, AllBut) else every:
            if row not in rule.allowed:
                bulk.any_of([~literal if taken else literal for literal, taken in zip(literals, row, strict=True)])
    return found
