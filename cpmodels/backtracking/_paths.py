"""Hamiltonian paths, grown node by node from the start, with what shows early that a path cannot be completed.

>>> from cpmodels import Zip
>>> puzzle = Zip(2, 3, [(0, 0), (0, 2)])
>>> search = PathSearch(puzzle.describe().problem)
>>> search.advance(1000).tolist(), search.done
([[0, 3, 4, 1, 2]], True)
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from copy import copy
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from cpmodels.backtracking._search import ROOM, Ints, Rows, Search
from cpmodels.description import HamiltonianPath
from cpmodels.errors import ModelError

Pruning = Literal["isolated", "dead-ends", "cuts", "parity", "reach"]

PRUNINGS: tuple[Pruning, ...] = ("isolated", "dead-ends", "cuts", "parity", "reach")


class PathSearch(Search):
    def __init__(
        self,
        problem: HamiltonianPath[Any],
        *,
        prunings: Collection[Pruning] = PRUNINGS,
        always: Collection[Pruning] = (),
        fewest: bool = True,
    ) -> None:
        from cpmodels.backtracking._path_kernel import prepare

        number = {node: i for i, node in enumerate(problem.successors)}
        count = len(number)
        order, first, last = np.full(count + 2, -1, np.int32), np.zeros(count, np.int32), np.zeros(count, np.int32)
        waypoints = [number[node] for node in problem.waypoints]
        order[waypoints] = np.arange(len(waypoints))
        first[[number[node] for node in problem.starts]] = 1
        last[[number[node] for node in problem.ends]] = 1
        near = problem.successors.values()
        lengths = np.array([len(nodes) for nodes in near], np.int32)
        following = np.array([number[node] for nodes in near for node in nodes], np.int32)
        out_from, out, in_from, into, near_from, nears, colours = prepare(lengths, following, order, first, last)
        asked = [0 if name not in prunings else 2 if name in always else 1 for name in PRUNINGS]
        self._tables: tuple[Rows, ...] = (
            out_from, out, in_from, into, near_from, nears, order, np.array(waypoints, np.int32), colours,
            np.array([*asked, int(fewest)], np.int32),
        )
        self._count = count
        self.start()

    def start(self, prefix: tuple[int, ...] = ()) -> None:
        count = self._count
        out_from, out, in_from = self._tables[:3]
        self.nodes, self.done = 0, False
        self._given = np.array(prefix, np.int32)
        self._state = np.zeros(5, np.int64)
        free = np.ones(count + 2, np.int32)
        free[count] = 0
        entries, exits = np.diff(in_from), np.diff(out_from)
        exits[count + 1] = 2
        path = np.full(count + 2, count, np.int32)
        self._changing: tuple[Rows, ...] = (
            free, entries, exits, path,
            np.zeros(len(out) + 1, np.int32), np.zeros(count + 1, np.int32), np.zeros(count + 1, np.int32),
            np.zeros((8, count + 2), np.int32),
        )

    def advance(self, nodes: int) -> Rows:
        from cpmodels.backtracking._path_kernel import grow
        solutions = np.zeros((ROOM, self._count), np.int32)
        found, self.done = grow(nodes, self._state, self._given, *self._tables, *self._changing, solutions)
        self.nodes = int(self._state[2])
        return solutions[:found]

    def children(self, prefix: tuple[int, ...]) -> list[tuple[int, ...]] | None:
        return None
