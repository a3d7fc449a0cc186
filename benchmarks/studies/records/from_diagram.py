"""The fewest numbers of an 8 x 8 ZIP by a second program: ``python -m benchmarks.studies.records.from_diagram``.

It shares nothing with the program in `zips`.  The paths between two ends are not searched for, but taken out of the
decision diagram of the engine frontier, in the order of their ranks; which numbers just one of them meets in order is
seen from the times at which each path is in each cell.  Each pair of ends is kept in a file as it is done, and what is
there is not done again: the command goes on where it ended.

>>> paths, puzzles = once(4, (0, 11), 2)
>>> paths, len(puzzles)
(4, 26)
"""

from __future__ import annotations

from itertools import product

import click
import numpy as np
import numpy.typing as npt

import cpmodels as cm
from benchmarks.studies.machine_code import compiled
from benchmarks.studies.records.answers import FEW, LARGE, QUESTIONS, rows_of_large
from cpmodels.base.description import Subgraph
from cpmodels.engines.frontier import DecisionDiagram, program_of

FILE = QUESTIONS.results / f"zip-numbers-{LARGE}-from-diagram.jsonl"

PART = 1 << 16
"""Paths that are looked at together: 4 MB of times, 32 MB of bits."""

Times = npt.NDArray[np.uint8]
Bits = npt.NDArray[np.uint64]


def once(side: int, ends: tuple[int, int], between: int) -> tuple[int, list[list[int]]]:
    """How many paths lead from one cell to another, and the numbers from end to end that just one of them meets."""
    graph = cm.graph.grid(side, side)
    cells = {node: cell for cell, node in enumerate(graph.nodes)}
    start, end = (graph.nodes[cell] for cell in ends)
    diagram = DecisionDiagram(program_of(Subgraph(graph, [(start, end)], graph.nodes)))
    inner = [cell for cell in range(side * side) if cell not in ends]
    numbers = np.array([row for row in product(inner, repeat=between) if len(set(row)) == between], np.int64)
    counts = np.zeros(len(numbers), np.int64)
    edges = np.array([[cells[node] for node in choice[0]] for choice in diagram.layers])
    parts = -(-diagram.total // PART)
    for first in range(parts):
        taken, _ = diagram.taken(range(first, diagram.total, parts))  # Of all sorts: those of near ranks are alike.
        times = np.empty((side * side, len(taken)), np.uint8)
        compiled(walk)(taken, edges, ends[0], times)
        compiled(tally)(in_order(times), numbers, counts)
        numbers, counts = numbers[counts < 2], counts[counts < 2]
    return diagram.total, [[ends[0], *row, ends[1]] for row in numbers[counts == 1].tolist()]


def walk(taken: npt.NDArray[np.bool_], edges: npt.NDArray[np.int64], start: int, times: Times) -> None:
    """When each path is in each cell, from the edges that it takes."""
    size = len(times)
    near = np.empty((size, 2), np.int64)
    for path in range(len(taken)):
        near[:] = -1
        for edge in range(len(edges)):
            if taken[path, edge]:
                for side in range(2):
                    one = edges[edge, side]
                    near[one, 0 if near[one, 0] < 0 else 1] = edges[edge, 1 - side]
        here, before = start, -1
        for time in range(size):
            times[here, path] = time
            here, before = near[here, 1 if near[here, 0] == before else 0], here


def in_order(times: Times) -> Bits:
    """For each cell and each other, of 64 paths in a word, which of them are there first."""
    size, paths = times.shape
    bits = np.zeros((size, size, -(-paths // 64) * 8), np.uint8)
    for cell in range(size):
        bits[cell, :, : -(-paths // 8)] = np.packbits(times[cell] < times, axis=1)
    return bits.view(np.uint64)


def tally(bits: Bits, numbers: npt.NDArray[np.int64], counts: npt.NDArray[np.int64]) -> None:
    """Add to the counts how many paths meet the numbers of each row in order, up to 2."""
    for row in range(len(numbers)):
        for word in range(bits.shape[2]):
            met = bits[numbers[row, 0], numbers[row, 1], word]
            for i in range(1, numbers.shape[1] - 1):
                met &= bits[numbers[row, i], numbers[row, i + 1], word]
            if met:
                counts[row] += 2 if met & (met - np.uint64(1)) else 1
                if counts[row] > 1:
                    break


@click.command()
def main() -> None:
    """Do all pairs of ends that are not done."""
    rows_of_large(FILE, lambda ends: once(LARGE, ends, FEW - 2))


if __name__ == "__main__":
    main()
