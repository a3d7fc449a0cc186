"""Paths, cycles and covers one by one, and dominoes by a determinant: methods that share nothing with a frontier.

>>> from cpmodels.base.graph import grid
>>> paths(grid(3, 3)), paths(grid(3, 3), corner_to_corner=True), cycles(grid(3, 3)), circuits(grid(2, 3))
(40, 12, 13, 1)
>>> [determinant(side) for side in (2, 4, 6)]
[2, 36, 6728]
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from cpmodels import Graph
from cpmodels.base.description import ExactCover


def walks(graph: Graph[Any], here: Any, visited: set[Any]) -> Iterator[tuple[Any, int]]:
    """All paths that go on from a node past those visited: the node that each leads to, and how many it has visited."""
    yield here, len(visited)
    for there in graph.neighbours[here]:
        if there not in visited:
            visited.add(there)
            yield from walks(graph, there, visited)
            visited.discard(there)


def paths(graph: Graph[Any], *, corner_to_corner: bool = False) -> int:
    """Directed paths through all nodes; or paths from the first node to the last."""
    if corner_to_corner:
        first, last = graph.nodes[0], graph.nodes[-1]
        return sum(node == last for node, _ in walks(graph, first, {first}))
    return sum(size == len(graph.nodes) for start in graph.nodes for _, size in walks(graph, start, {start}))


def cycles(graph: Graph[Any], least: int = 3) -> int:
    """Cycles of at least this many nodes, each from its first node in both directions."""
    found = 0
    for i, start in enumerate(graph.nodes):
        near = graph.neighbours[start]
        before = set(graph.nodes[:i])
        sizes = (size - i for node, size in walks(graph, start, before | {start}) if node in near)
        found += sum(size >= least for size in sizes)
    return found // 2


def circuits(graph: Graph[Any]) -> int:
    """Cycles through all nodes."""
    return cycles(graph, max(len(graph.nodes), 3))


def covers(problem: ExactCover[Any]) -> int:
    """Exact covers, by an option for the first item that none covers yet."""
    place = {item: i for i, (item, _, _) in enumerate(problem.items)}
    lists: list[list[Any]] = [[] for _ in place]
    for option in problem.options:
        lists[min(place[item] for item in option.items)].append(option)

    def extend(at: int, covered: set[Any], colours: dict[Any, Any]) -> int:
        while at < len(lists) and problem.items[at].item in covered:
            at += 1
        if at == len(lists):
            return 1
        return sum(
            extend(at + 1, covered.union(option.items), {**colours, **dict(option.colours)})
            for option in lists[at]
            if covered.isdisjoint(option.items)
            and all(colours.get(item, colour) == colour for item, colour in option.colours)
        )

    return extend(0, set(), {})


def determinant(side: int) -> int:
    """Dominoes on an even square: the determinant of neighbours, black by white, with signs for those in columns.

    By Bareiss's algorithm, in whole numbers.
    """
    cells = list(product(range(side), range(side)))
    black, white = ([cell for cell in cells if sum(cell) % 2 == colour] for colour in (0, 1))
    column = {cell: i for i, cell in enumerate(white)}
    rows = [[0] * len(white) for _ in black]
    for row, (r, c) in zip(rows, black, strict=True):
        for other, sign in (((r, c - 1), 1), ((r, c + 1), 1), ((r - 1, c), (-1) ** c), ((r + 1, c), (-1) ** c)):
            if other in column:
                row[column[other]] = sign
    last = sign = 1
    for k in range(len(rows) - 1):
        pivot = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if pivot is None:
            return 0
        rows[k], rows[pivot], sign = rows[pivot], rows[k], -sign if pivot != k else sign
        for i in range(k + 1, len(rows)):
            for j in range(k + 1, len(rows)):
                rows[i][j] = (rows[i][j] * rows[k][k] - rows[i][k] * rows[k][j]) // last
        last = rows[k][k]
    return abs(sign * rows[-1][-1])
