"""The decision diagram of a program: all its solutions, without any of them being listed.

Each state is a node with two children, without the edges of the next layer and with them.  How many solutions lie below
a node is the sum over its children, so the solution of any rank is found by one walk from the root, and a rank drawn
uniformly gives a solution drawn uniformly (Knuth, TAOCP 4A, 7.1.4, on counting and random generation by ZDDs).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from cpmodels.engines.frontier._program import Program
from cpmodels.engines.frontier._states import Pause, Tree, _nothing, tree

Numbers = npt.NDArray[Any]
"""Whole numbers: of 64 bits where all fit, else Python's own."""

FITS = 1 << 61

Edges = list[tuple[Any, Any]]


class Diagram:
    """All solutions of a program by rank, in lexicographic order of the choices: an edge left out before it is taken.

    total: how many there are.

    >>> from cpmodels import Zip
    >>> from cpmodels.engines.frontier._program import program_of
    >>> diagram = Diagram(program_of(Zip(2, 2).describe().problem))
    >>> diagram.total, diagram.edges([7])
    (8, [([((0, 0), (0, 1)), ((0, 0), (1, 0)), ((0, 1), (1, 1))], 1)])
    """

    def __init__(self, program: Program, pause: Pause = _nothing) -> None:
        self._program = program
        self._tree: Tree = tree(program, pause)
        last: Numbers = np.array(self._tree.last, np.int64)
        self._below = [last]
        for children in reversed(self._tree.children):
            below = np.append(last, np.zeros(1, last.dtype))  # where no state follows
            last = below[children[:, 0]] + below[children[:, 1]]
            if last.dtype != object and last.max(initial=0) >= FITS:
                last = last.astype(object)
            self._below.append(last)
        self._below.reverse()
        self.total = int(self._below[0][0]) if len(self._below[0]) else 0

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return sum(map(len, self._below))

    def edges(self, ranks: Sequence[int]) -> list[tuple[Edges, int]]:
        """The edges of the solutions of some ranks, each with the number of the direction in which they are walked."""
        left: Numbers = np.array(ranks, np.int64 if self.total < FITS else object)
        at = np.zeros(len(ranks), np.int64)
        choices = np.zeros((len(ranks), len(self._tree.children)), bool)
        for layer, children in enumerate(self._tree.children):
            below = self._below[layer + 1]
            without, with_it = children[at, 0], children[at, 1]
            fewer = np.where(without >= 0, below[without], 0)
            taken = choices[:, layer] = (left >= fewer).astype(bool)
            left = left - np.where(taken, fewer, 0)
            at = np.where(taken, with_it, without)
        return [(self._taken(row), int(way)) for row, way in zip(choices, left, strict=True)]

    def _taken(self, row: npt.NDArray[np.bool_]) -> Edges:
        nodes, groups = self._program.nodes, self._program.edges
        return [(nodes[i], nodes[j]) for layer in np.flatnonzero(row).tolist() for i, j in groups[layer]]

    def often(self) -> dict[tuple[Any, Any], int]:
        """In how many solutions each edge is."""
        above: Numbers = np.ones(1, np.int64)
        found: dict[tuple[Any, Any], int] = {}
        nodes = self._program.nodes
        for layer, children in enumerate(self._tree.children):
            below = self._below[layer + 1]
            exact = object if self.total >= FITS else np.int64
            after = np.zeros(len(below), exact)
            number = 0
            for column in (0, 1):
                there = children[:, column]
                possible = there >= 0
                np.add.at(after, there[possible], above[possible])
                if column:
                    number = int((above[possible].astype(exact) * below[there[possible]]).sum())
            found.update(((nodes[i], nodes[j]), number) for i, j in self._program.edges[layer])
            above = after
        return found
