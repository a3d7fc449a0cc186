"""Graphs as values: nodes that can be anything hashable, and edges between them.

>>> graph = grid(2, 3)
>>> len(graph.nodes), len(graph.edges)
(6, 7)
>>> graph.neighbours[0, 0]
((0, 1), (1, 0))
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby, product
from typing import Any, Generic, TypeVar

from cpmodels.base._keywords import suggests_keywords
from cpmodels.base.errors import ModelError, TooLargeError
from cpmodels.base.lattice import KING, SQUARE, Cell, Lattice, connected_parts
from cpmodels.base.values import by_cell, check_box, integer, repeated

__all__ = ["Graph", "connected_parts", "grid", "lattice_graph", "lines", "rooms", "segments", "walks"]

N = TypeVar("N", bound=Hashable)

MOST_IN_REGIONS = 500_000
"""Regions that can have more nodes than this in all are refused: a model has some five constraints for each of them."""


@dataclass(frozen=True)
class Graph(Generic[N]):
    """An undirected graph without loops and without parallel edges.

    nodes: in the order that fixes which of several equal choices comes first.
    edges: pairs of nodes, each pair once; kept with the earlier node first, in the order of the nodes.

    Raises ModelError for a node or an edge that comes twice, a node that is not hashable, an edge from a node to
    itself, one to an unknown node, or one that is not a pair of nodes.

    >>> triangle = Graph("abc", [("b", "a"), ("b", "c"), ("c", "a")])
    >>> triangle.edges
    (('a', 'b'), ('a', 'c'), ('b', 'c'))
    >>> triangle.without([("c", "a")]).neighbours["b"]
    ('a', 'c')
    """

    nodes: tuple[N, ...]
    edges: tuple[tuple[N, N], ...]

    def __init__(self, nodes: Iterable[N], edges: Iterable[tuple[N, N]]) -> None:
        nodes = tuple(nodes)
        try:
            number = {node: i for i, node in enumerate(nodes)}
        except TypeError:
            raise ModelError("the nodes of a graph must be hashable, such as tuples, not lists") from None
        if len(number) < len(nodes):
            raise ModelError(f"the node {repeated(nodes)[0]!r} is given twice")
        found: dict[tuple[int, int], tuple[N, N]] = {}
        for edge in edges:
            one, other = pair(edge)
            for end in (one, other):
                if not _is_among(end, number):
                    raise ModelError(f"the edge {(one, other)!r} ends in {end!r}, which is not a node of the graph")
            if one == other:
                raise ModelError(f"the edge {(one, other)!r} leads from a node to itself")
            first, second = sorted((number[one], number[other]))
            if (first, second) in found:
                raise ModelError(f"the edge {(one, other)!r} is given twice")
            found[first, second] = (nodes[first], nodes[second])
        vars(self).update(nodes=nodes, edges=tuple(found[pair] for pair in sorted(found)))

    @cached_property
    def number(self) -> dict[N, int]:
        """The place of each node in `nodes`."""
        return {node: i for i, node in enumerate(self.nodes)}

    @cached_property
    def neighbours(self) -> dict[N, tuple[N, ...]]:
        """The nodes at the other ends of each node's edges, in the order of the nodes."""
        around: dict[N, list[N]] = {node: [] for node in self.nodes}
        for one, other in self.edges:
            around[one].append(other)
            around[other].append(one)
        return {node: tuple(sorted(near, key=self.number.__getitem__)) for node, near in around.items()}

    @cached_property
    def place(self) -> dict[tuple[N, N], int]:
        """The place of each edge in `edges`, by its nodes in either order."""
        return {pair: i for i, edge in enumerate(self.edges) for pair in (edge, edge[::-1])}

    def edge(self, one: N, other: N) -> tuple[N, N]:
        """The edge between two nodes as `edges` has it.  Raises ModelError when they are not neighbours."""
        for end in (one, other):
            if not _is_among(end, self.number):
                raise ModelError(f"{end!r} is not a node of the graph")
        if (one, other) not in self.place:
            raise ModelError(f"there is no edge between {one!r} and {other!r}")
        return self.edges[self.place[one, other]]

    @property
    def arcs(self) -> Iterator[tuple[N, N]]:
        """Each edge in both directions."""
        for one, other in self.edges:
            yield one, other
            yield other, one

    def induced(self, nodes: Collection[N]) -> Graph[N]:
        """The graph of some of the nodes and the edges between them.  Raises ModelError for an unknown node."""
        kept = set(nodes)
        if unknown := kept - self.number.keys():
            raise ModelError(f"{next(iter(unknown))!r} is not a node of the graph")
        return Graph(
            (node for node in self.nodes if node in kept),
            ((one, other) for one, other in self.edges if one in kept and other in kept),
        )

    def within(self, start: N, steps: int, barred: Collection[N] = ()) -> list[N]:
        """The nodes that so many steps lead to at most from one, which comes first, over nodes that are not barred.

        >>> grid(2, 3).within((0, 0), 2, [(0, 1)])
        [(0, 0), (1, 0), (1, 1)]
        """
        near, frontier = {start: None}, [start]
        for _ in range(steps):
            beyond = (other for node in frontier for other in self.neighbours[node])
            frontier = list(dict.fromkeys(other for other in beyond if other not in near and other not in barred))
            near.update(dict.fromkeys(frontier))
            if not frontier:
                break
        return list(near)

    def regions(self, sizes: Mapping[N, int | None]) -> Iterator[tuple[N, list[N]]]:
        """For each of some nodes, those that a region round it can have, which has none of the others, nor touches one.

        sizes: how many nodes the region of each has; None where that is not known.

        Raises TooLargeError where they can have more than `MOST_IN_REGIONS` nodes, those of each region counted.

        >>> dict(grid(1, 5).regions({(0, 0): 2, (0, 4): None}))
        {(0, 0): [(0, 0), (0, 1)], (0, 4): [(0, 4), (0, 3), (0, 2)]}
        """
        total = 0
        for seed, size in sizes.items():
            others = sizes.keys() - {seed}
            barred = others.union(*(self.neighbours[other] for other in others)) - {seed}
            near = self.within(seed, (len(self.nodes) if size is None else size) - 1, barred)
            total += len(near)
            if total > MOST_IN_REGIONS:
                raise TooLargeError(f"the regions can have more than {MOST_IN_REGIONS:,} nodes in all")
            yield seed, near

    @cached_property
    def components(self) -> list[set[N]]:
        """The sets of nodes that are connected, in the order of their first nodes.

        >>> grid(1, 4, without=[(0, 1)]).components == [{(0, 0)}, {(0, 2), (0, 3)}]
        True
        """
        return [set(part) for part in connected_parts(self.nodes, self.neighbours.__getitem__)]

    def without(self, edges: Iterable[tuple[N, N]]) -> Graph[N]:
        """The graph less some of its edges, given in either direction.

        Raises ModelError for an unknown edge, and for what is not a pair of nodes.
        """
        dropped = {self.edge(*pair(edge)) for edge in edges}
        return Graph(self.nodes, (edge for edge in self.edges if edge not in dropped))


def _is_among(node: Any, nodes: Collection[Any]) -> bool:
    """Whether something is one of some nodes, which what cannot be hashed is not."""
    try:
        return node in nodes
    except TypeError:
        return False


def pair(nodes: Any, what: str = "an edge, which is a pair of nodes") -> tuple[Any, Any]:
    """The two nodes of an edge, or of what else is said.  Raises ModelError for what is not a pair."""
    try:
        one, other = nodes
    except (TypeError, ValueError):
        raise ModelError(f"{nodes!r} is given as {what}") from None
    return one, other


def walks(edges: Iterable[tuple[N, N]], starts: Iterable[N]) -> list[list[N]]:
    """The nodes in order from each start to the end of its path, or once round; at most two edges meet at a node.

    >>> walks([("b", "a"), ("c", "d"), ("b", "d")], ["c"])
    [['c', 'd', 'b', 'a']]
    """
    around: dict[N, list[N]] = {}
    for one, other in edges:
        around.setdefault(one, []).append(other)
        around.setdefault(other, []).append(one)
    found = []
    for start in starts:
        walk = [start]
        following = around.get(start, [])[:1]
        while following and following[0] != start and len(walk) <= len(around):
            before, here = walk[-1], following[0]
            walk.append(here)
            following = [near for near in around[here] if near != before]
        found.append(walk)
    return found


def lattice_graph(lattice: Lattice, cells: Iterable[Cell]) -> Graph[Cell]:
    """The graph of some cells of a lattice, with an edge between any two that are neighbours.

    >>> from cpmodels.base.lattice import TRIANGULAR
    >>> len(lattice_graph(TRIANGULAR, [(0, 0), (1, 0), (2, 0)]).edges)
    2
    """
    nodes = tuple(cells)
    around = lattice.within(nodes)
    return Graph(nodes, ((cell, near) for cell, others in around.items() for near in others if cell < near))


@suggests_keywords()
def grid(
    rows: int, cols: int, *, king: bool = False, walls: Iterable[tuple[Cell, Cell]] = (), without: Collection[Cell] = ()
) -> Graph[Cell]:
    """The cells ``(row, col)`` of a board, each joined to its neighbours.

    king: join cells that touch at a corner, too, as a king moves.
    walls: pairs of neighbouring cells that are not joined.
    without: cells that are left out.

    Raises ModelError for a wall that is not a pair of neighbouring cells, and where `without` is not cells, PuzzleError
    for a size that there is not.

    >>> len(grid(2, 2).edges), len(grid(2, 2, king=True).edges), len(grid(2, 2, walls=[((0, 0), (0, 1))]).edges)
    (4, 6, 3)
    """
    between = tuple(_cells(wall, "a wall, which is a pair of cells") for wall in walls)
    size = integer(rows, "rows", 0), integer(cols, "cols", 0)
    check_box(size)
    return _grid(*size, king, between, frozenset(_cells(without, "the cells that are left out")))


def _cells(given: Any, what: str) -> tuple[Any, ...]:
    """Some cells as tuples.  Raises ModelError for what is not cells."""
    try:
        return tuple(map(tuple, given))
    except TypeError:
        raise ModelError(f"{given!r} is given as {what}") from None


@lru_cache(64)
def _grid(rows: int, cols: int, king: bool, walls: tuple[Any, ...], without: frozenset[Cell]) -> Graph[Cell]:
    """The graph of a board, which its puzzle asks for at every check."""
    cells = [cell for cell in product(range(rows), range(cols)) if cell not in without]
    return lattice_graph(KING if king else SQUARE, cells).without(walls)


def lines(rows: int, cols: int) -> dict[str, list[Cell]]:
    """The rows and columns of a board by what people call them, from 1, each from the left or the top.

    >>> lines(1, 2)
    {'row 1': [(0, 0), (0, 1)], 'column 1': [(0, 0)], 'column 2': [(0, 1)]}
    """
    board: dict[str, list[Cell]] = {f"row {row + 1}": [(row, col) for col in range(cols)] for row in range(rows)}
    return board | {f"column {col + 1}": [(row, col) for row in range(rows)] for col in range(cols)}


def rooms(labels: Iterable[Iterable[object]], what: str = "room") -> dict[str, list[Cell]]:
    """The cells of each label of a board, by its name, in the order in which the labels come; None is no label.

    Labels that are numbers count from 0, their names from 1, as those of `lines` do.

    >>> rooms(["aab", "abb"])
    {'room a': [(0, 0), (0, 1), (1, 0)], 'room b': [(0, 2), (1, 1), (1, 2)]}
    >>> list(rooms([[0, 0, 1]]))
    ['room 1', 'room 2']
    """
    found: dict[str, list[Cell]] = {}
    for cell, label in by_cell(labels).items():
        found.setdefault(f"{what} {label + 1 if isinstance(label, int) else label}", []).append(cell)
    return found


def segments(rows: int, cols: int, walls: Collection[Cell] = ()) -> dict[str, list[Cell]]:
    """The longest stretches of a board's rows, then of its columns, without a wall, by what people call them.

    In each, all cells see each other.

    >>> segments(1, 2, [(0, 1)])
    {'row 1 at column 1': [(0, 0)], 'column 1 at row 1': [(0, 0)]}
    >>> list(segments(2, 2))
    ['row 1 from column 1 to 2', 'row 2 from column 1 to 2', 'column 1 from row 1 to 2', 'column 2 from row 1 to 2']
    """
    blocked = set(walls)
    found: dict[str, list[Cell]] = {}
    for name, line in lines(rows, cols).items():
        other = "column" if name.startswith("row") else "row"
        for is_wall, group in groupby(enumerate(line, 1), lambda numbered: numbered[1] in blocked):
            if not is_wall:
                numbers, cells = zip(*group, strict=True)
                where = f"at {other} {numbers[0]}" if len(cells) == 1 else f"from {other} {numbers[0]} to {numbers[-1]}"
                found[f"{name} {where}"] = list(cells)
    return found


def squares(rows: int, cols: int) -> list[list[Cell]]:
    """The cells of each square of 2 x 2, clockwise from the upper left.

    >>> squares(2, 3)
    [[(0, 0), (0, 1), (1, 1), (1, 0)], [(0, 1), (0, 2), (1, 2), (1, 1)]]
    """
    return [[(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)] for r, c in product(range(rows - 1), range(cols - 1))]
