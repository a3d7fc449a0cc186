"""Literals of undirected edges, and the two directions in which a circuit may use them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TypeVar

from cpmodels import _cp_model as cp_model
from cpmodels.constraints._bulk import Bulk
from cpmodels.graph import Graph
from cpmodels.marks import Mark

N = TypeVar("N", bound=Hashable)


class Edges(Mapping[tuple[N, N], "cp_model.IntVar"]):
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

    @property
    def marks(self) -> dict[Mark, cp_model.IntVar]:
        """The literal of each edge between cells, or points, of a board."""
        return {Mark.edge(*edge): literal for edge, literal in self._literals.items()}  # type: ignore[arg-type]

    def __repr__(self) -> str:
        return f"Edges({self._literals!r})"


def edge_literals(cp: cp_model.CpModel, graph: Graph[N]) -> Edges[N]:
    """A new literal for each edge."""
    return Edges({(a, b): cp.new_bool_var(f"{a} {b}") for a, b in graph.edges})


def constrain_degree(bulk: Bulk, graph: Graph[N], edge: Edges[N], visited: Mapping[N, cp_model.IntVar]) -> None:
    """A visited node has two edges, another one none.

    The circuit implies it, but as long as a direction is open, it cannot tell from two edges that there is no third.
    """
    often = "" if all(literal.proto.domain[0] for literal in visited.values()) else " or not at all"
    for node, near in graph.neighbours.items():
        bulk.name = f"the loop passes {node} once{often}"
        bulk.linear({edge[node, other].index: 1 for other in near} | {visited[node].index: -2}, 0, 0)
