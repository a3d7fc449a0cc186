"""Several paths between given ends that share no node."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from cpmodels import _cp_model as cp_model
from cpmodels._checkpoints import checkpoint
from cpmodels.constraints._literals import saying
from cpmodels.constraints._undirected import Edges, edge_literals
from cpmodels.errors import ModelError
from cpmodels.graph import Graph, walks
from cpmodels.marks import Mark
from cpmodels.puzzle import Paths

N = TypeVar("N", bound=Hashable)
Bit: TypeAlias = "cp_model.IntVar | bool"


@dataclass(frozen=True)
class PathsVariables(Generic[N]):
    """The literals of several paths.

    ends: the two ends of each path.
    edge: for each edge, whether it is on a path; looked up in either direction.
    visited: for each node, whether it is on a path.
    label: for each node, the number of its path, 1, 2, ..., in the order of `ends`, or 0 where no path passes: a sum of
        literals that can be used in linear constraints, or a plain number at the ends.

    >>> from cpmodels.graph import grid
    >>> links = paths(cp_model.CpModel(), grid(2, 2), [((0, 0), (0, 1)), ((1, 0), (1, 1))])
    >>> links.walks([edge in {((0, 0), (0, 1)), ((1, 0), (1, 1))} for edge in links.edge])
    [[(0, 0), (0, 1)], [(1, 0), (1, 1)]]
    """

    ends: tuple[tuple[N, N], ...]
    edge: Edges[N]
    visited: Mapping[N, cp_model.IntVar]
    label: Mapping[N, cp_model.LinearExprT]

    @property
    def literals(self) -> tuple[cp_model.IntVar, ...]:
        """The literals of the edges, of which all others are functions: the key of a model."""
        return tuple(self.edge.values())

    def walks(self, values: Sequence[object]) -> list[list[N]]:
        """The nodes of each path from its first end to its second, from the values of `literals` in a solution."""
        return walks(self.edge.used(values), [one for one, _ in self.ends])

    def decode(self, values: Sequence[object]) -> Paths:
        """The paths as a solution, on boards whose nodes are cells."""
        return Paths(self.walks(values))  # type: ignore[arg-type]

    @property
    def marks(self) -> dict[Mark, cp_model.IntVar]:
        """The literal of each edge."""
        return self.edge.marks


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

    >>> from cpmodels.graph import grid
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
    number = graph.number
    circuit: list[tuple[int, int, cp_model.LiteralT]] = [
        (number[other], number[pairs[(k + 1) % len(pairs)][0]], yes) for k, (_, other) in enumerate(pairs)
    ]
    circuit += [(number[node], number[node], ~literal) for node, literal in visited.items() if literal is not yes]
    with saying(cp, "one path joins each pair of ends, and no two paths meet"):
        bits = _bits(cp, visited, index, (len(pairs) - 1).bit_length(), cover)
        for (a, b), literal in edge.items():
            checkpoint()
            if a in index and b in index and index[a] != index[b]:
                cp.add_bool_or(~literal)
                continue
            ways = [
                (here, there)
                for here, there in ((a, b), (b, a))
                if there not in first and (here not in index or here in first)
            ]
            directions = [literal] if len(ways) == 1 else [cp.new_bool_var("") for _ in ways]
            if len(ways) > 1:
                cp.add_exactly_one(~literal, *directions)
            circuit += [
                (number[here], number[there], used) for (here, there), used in zip(ways, directions, strict=True)
            ]
            _share(cp, literal, bits[a], bits[b])
        cp.add_circuit(circuit)
        if cover and any(not graph.neighbours[node] for node in graph.nodes):
            cp.add_bool_or([])  # CP-SAT leaves a node without any arc out of the circuit
    label: dict[N, cp_model.LinearExprT] = {
        node: index[node] + 1
        if node in index
        else cp_model.LinearExpr.weighted_sum([visited[node], *code], [1, *(1 << i for i in range(len(code)))])
        for node, code in bits.items()
    }
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
    cp: cp_model.CpModel, visited: Mapping[N, cp_model.IntVar], index: Mapping[N, int], count: int, cover: bool
) -> dict[N, list[Bit]]:
    """The number of each node's path less one, the lowest bit first; all are 0 where no path passes."""
    bits: dict[N, list[Bit]] = {}
    for node, literal in visited.items():
        if node in index:
            bits[node] = [bool(index[node] >> i & 1) for i in range(count)]
        else:
            bits[node] = [cp.new_bool_var("") for _ in range(count)]
            if not cover:
                for bit in bits[node]:
                    cp.add_implication(bit, literal)
    return bits


def _share(cp: cp_model.CpModel, edge: cp_model.IntVar, one: list[Bit], other: list[Bit]) -> None:
    """An edge makes two numbers equal, bit by bit."""
    for a, b in zip(one, other, strict=True):
        if isinstance(a, bool):
            a, b = b, a
        if isinstance(a, bool):
            continue  # two ends of one path
        if isinstance(b, bool):
            cp.add_implication(edge, a if b else ~a)
        else:
            cp.add_bool_or(~edge, ~a, b)
            cp.add_bool_or(~edge, a, ~b)
