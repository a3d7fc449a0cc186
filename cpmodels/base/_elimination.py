"""An order in which to eliminate the nodes of a graph, so that few paths lead through each when it is its turn.

Where a node is eliminated, each path of two arcs through it becomes one arc past it.  So do constraints that ask what
is connected to what: the circuits of `cpmodels.engines`, and the connected nodes of `cpmodels.constraints`.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence

from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.errors import TooLargeError

MOST_PATHS = 4_000_000
"""Graphs whose elimination makes more paths of two arcs than this are refused."""


def elimination_order(
    nodes: Sequence[int], arcs: Iterable[tuple[int, int]], kept: Sequence[int], most: int | None = None
) -> list[int]:
    """The nodes in an order in which few paths lead through each when it is eliminated.

    One of the nodes in `kept`, if there is any, comes last.

    Raises TooLargeError when there are more than `most` such paths, or `MOST_PATHS`.
    """
    most = MOST_PATHS if most is None else most
    heads: dict[int, set[int]] = {node: set() for node in nodes}
    tails: dict[int, set[int]] = {node: set() for node in nodes}
    for tail, head in arcs:
        heads[tail].add(head)
        tails[head].add(tail)
    last = max(kept, key=lambda node: len(heads[node]) * len(tails[node]), default=None)

    def rank(node: int) -> tuple[bool, int, int]:
        return node == last, len(heads[node]) * len(tails[node]), node

    queue = [rank(node) for node in nodes]
    heapq.heapify(queue)
    order: list[int] = []
    paths = 0
    while queue:
        entry = heapq.heappop(queue)
        node = entry[-1]
        if node not in heads or entry != rank(node):
            continue  # It was eliminated, or has other arcs by now and another entry.
        checkpoint()
        onward, back = heads.pop(node), tails.pop(node)
        order.append(node)
        paths += len(onward) * len(back)
        if paths > most:
            raise TooLargeError(f"a graph of {len(nodes):,} nodes needs too many clauses, for more than {most:,} paths")
        for tail in back:
            heads[tail].remove(node)
            heads[tail] |= onward - {tail}
        for head in onward:
            tails[head].remove(node)
            tails[head] |= back - {head}
        for other in onward | back:
            heapq.heappush(queue, rank(other))
    return order
