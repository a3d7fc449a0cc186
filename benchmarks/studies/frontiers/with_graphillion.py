"""The engine frontier side by side with Graphillion, which keeps a decision diagram of what it counts.

    python -m benchmarks.studies.frontiers.with_graphillion NAME

counts one of the table by both, and prints its row.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from importlib.metadata import version
from itertools import combinations
from random import Random
from typing import Any

from benchmarks.studies.frontiers.answers import question
from benchmarks.studies.frontiers.sequences import board, corners, whole, whole_path
from benchmarks.studies.frontiers.sizes import row_of
from benchmarks.studies.questions import Answer, agreed
from cpmodels.base.description import Subgraph
from cpmodels.base.errors import MissingExtraError
from cpmodels.base.graph import Graph
from cpmodels.base.lattice import KING, SQUARE
from cpmodels.engines.frontier import count, program_of

ORDERS = "as-is", "bfs", "greedy"
"""The orders of edges in Graphillion, its default last; the first takes all memory for random graphs."""

ROUNDS = 3


def cubic(size: int) -> Graph[int]:
    """A random graph whose vertices have three neighbours each."""
    random, edges = Random(size), set[tuple[int, int]]()
    while len(edges) < 3 * size // 2 or any(a == b for a, b in edges):
        ends = 3 * list(range(size))
        random.shuffle(ends)
        edges = {(min(pair), max(pair)) for pair in zip(ends[::2], ends[1::2], strict=True)}
    return Graph(range(size), sorted(edges))


def sparse(size: int, edges: int) -> Graph[int]:
    """A random graph."""
    return Graph(range(size), Random(size).sample(list(combinations(range(size), 2)), edges))


def _loops(graphs: Any, graph: Graph[Any]) -> Any:
    del graph
    return graphs.cycles()


def _circuits(graphs: Any, graph: Graph[Any]) -> Any:
    del graph
    return graphs.cycles(is_hamilton=True)


def _corners(graphs: Any, graph: Graph[Any]) -> Any:
    return graphs.paths(graph.nodes[0], graph.nodes[-1])


def _whole_paths(graphs: Any, graph: Graph[Any]) -> Any:
    degrees = dict.fromkeys(graph.nodes, (1, 2))
    return graphs.graphs(vertex_groups=[list(graph.nodes)], degree_constraints=degrees, no_loop=True)


CASES: Mapping[str, tuple[Callable[[], Graph[Any]], Callable[[Graph[Any]], Any], Callable[[Any, Graph[Any]], Any]]] = {
    "loops of 8 x 8 points": (partial(board, 8, 8, SQUARE), Subgraph, _loops),
    "loops of 9 x 9 points": (partial(board, 9, 9, SQUARE), Subgraph, _loops),
    "from corner to corner of 9 x 9": (partial(board, 9, 9, SQUARE), corners, _corners),
    "circuits of 8 x 8": (partial(board, 8, 8, SQUARE), whole, _circuits),
    "paths through all cells, 6 x 6": (partial(board, 6, 6, SQUARE), whole_path, _whole_paths),
    "a king's loops on 5 x 5": (partial(board, 5, 5, KING), Subgraph, _loops),
    **{
        f"loops of a random cubic graph of {size} vertices": (partial(cubic, size), Subgraph, _loops)
        for size in (30, 44)
    },
    **{
        f"loops of a random graph of {size} vertices, {2 * size} edges": (
            partial(sparse, size, 2 * size),
            Subgraph,
            _loops,
        )
        for size in (20, 26)
    },
}
"""What is counted: the graph, its description, and what Graphillion is asked for."""


def measured(name: str) -> list[float]:
    """The number, and seconds of CPU by both, once each has counted a graph of one loop: the least, taking turns.

    Graphillion has the one of its orders that was the best once.
    """
    from graphillion import GraphSet  # type: ignore[import-not-found, import-untyped, unused-ignore]

    make, description, asked = CASES[name]
    orders = ORDERS[1:] if "random" in name else ORDERS

    def by_graphillion(order: str, graph: Graph[Any]) -> int:
        GraphSet.set_universe(list(graph.edges), traversal=order)
        return int(asked(GraphSet, graph).len())

    def by_frontier(graph: Graph[Any]) -> int:
        found = count(program_of(description(graph)))
        return found // 2 if description is whole_path else found  # Its paths have a direction.

    def timed(counted: Callable[[Graph[Any]], int], graph: Graph[Any]) -> float:
        began = time.process_time()
        numbers.append(counted(graph))
        return time.process_time() - began

    numbers: list[int] = []
    small, graph = board(2, 2, SQUARE), make()
    for counted in (by_frontier, partial(by_graphillion, "bfs")):
        timed(counted, small)
    numbers.clear()
    best = min(orders, key=lambda order: timed(partial(by_graphillion, order), graph))
    pairs = [(timed(partial(by_graphillion, best), graph), timed(by_frontier, graph)) for _ in range(ROUNDS)]
    agreed(name, set(numbers), {numbers[0]})
    return [numbers[0], *(min(seconds) for seconds in zip(*pairs, strict=True))]


@question("graphillion", "Side by side with Graphillion")
def answer() -> Answer:
    try:
        release = version("graphillion")
    except ImportError:
        raise MissingExtraError("the comparison needs Graphillion: pip install graphillion") from None
    found = [row_of(measured, name) for name in CASES]
    times = [theirs / ours for *_, theirs, ours in found]
    rows = [[*row[:2], *map("{:.3f}".format, row[2:]), f"{time:.1f}"] for row, time in zip(found, times, strict=True)]
    behind = [row[0] for row, time in zip(rows, times, strict=True) if time < 1]
    return Answer(
        f"**Graphillion {release} takes {min(times):.1f} to {max(times):.1f} times as long as the frontier.** "
        f"It is ahead at {', '.join(behind) or 'none of these counts'}. It keeps a decision diagram of all that it "
        "counts, and can do far more with it. Both count in one process, by turns, with all loaded; the times are CPU, "
        f"the least of {ROUNDS}. Graphillion has that order of edges which is the best for the graph, of "
        f"{' and '.join(ORDERS[1:])}, for boards also {ORDERS[0]}; the frontier has the one that it finds.",
        "both count the same.",
        ["what is counted", "number", "Graphillion, s", "frontier, s", "times"],
        rows,
    )


if __name__ == "__main__":
    print(json.dumps(measured(sys.argv[1])))
