"""Literals of undirected edges, and the two directions in which a circuit may use them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from ortools.sat.python import cp_model

from cpmodels.graph import Graph

N = TypeVar("N", bound=Hashable)


class Edges(Mapping[tuple[N, N], cp_model.IntVar]):
    """One literal an edge, looked up in either direction, ``edge[a, b]`` or ``edge[b, a]``.

    Iteration gives every edge once, as the graph has it.

    >>> from cpmodels.graph import grid
    >>> edge = edge_literals(cp_model.CpModel(), grid(2, 2))
    >>> edge[(0, 0), (0, 1)].index == edge[(0, 1), (0, 0)].index
    True
    >>> edge.used([True, False, False, True])
    [((0, 0), (0, 1)), ((1, 0), (1, 1))]
    """

    def __init__(self, literals: Mapping[tuple[N, N], cp_model.IntVar]) -> None:
        """Takes the literal of each edge, in one direction."""
        self._literals = dict(literals)

    def __getitem__(self, edge: tuple[N, N]) -> cp_model.IntVar:
        literal = self._literals.get(edge)
        if literal is None:
            literal = self._literals.get(edge[::-1])
            if literal is None:
                raise KeyError(edge)
        return literal

    def __iter__(self) -> Iterator[tuple[N, N]]:
        return iter(self._literals)

    def __len__(self) -> int:
        return len(self._literals)

    def used(self, values: Sequence[object]) -> list[tuple[N, N]]:
        """The edges whose literals are true, by the values of all of them in the order of iteration."""
        return [edge for edge, value in zip(self._literals, values, strict=True) if value]

    def __repr__(self) -> str:
        return f"Edges({self._literals!r})"


def walks(edges: Iterable[tuple[N, N]], starts: Iterable[N]) -> list[list[N]]:
    """The nodes in order from each start to the end of its path, or once round; at most two edges meet at a node."""
    around: dict[N, list[N]] = {}
    for one, other in edges:
        around.setdefault(one, []).append(other)
        around.setdefault(other, []).append(one)
    found = []
    for start in starts:
        walk = [start]
        following = around.get(start, [])[:1]
        while following and following[0] != start:
            before, here = walk[-1], following[0]
            walk.append(here)
            following = [near for near in around[here] if near != before]
        found.append(walk)
    return found


def edge_literals(cp: cp_model.CpModel, graph: Graph[N]) -> Edges[N]:
    """A new literal for each edge."""
    return Edges({(a, b): cp.new_bool_var(f"{a} {b}") for a, b in graph.edges})


def constrain_degree(
    cp: cp_model.CpModel, graph: Graph[N], edge: Edges[N], visited: Mapping[N, cp_model.IntVar]
) -> None:
    """A visited node has two edges, another one none.

    The circuit implies it, but as long as a direction is open, it cannot tell from two edges that there is no third.
    """
    for node, near in graph.neighbours.items():
        literals = [edge[node, other] for other in near]
        cp.add(cp_model.LinearExpr.weighted_sum([*literals, visited[node]], [1] * len(near) + [-2]) == 0)
