"""Hamiltonian paths, grown node by node from the start, with what shows early that a path cannot be completed.

>>> from cpmodels import Zip
>>> search = PathSearch(Zip(2, 3, [(0, 0), (0, 2)]).describe().problem)
>>> search.advance(1000).tolist(), search.done
([[0, 3, 4, 1, 2]], True)
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from copy import copy
from typing import Any, Literal, NamedTuple, get_args

import numpy as np

from cpmodels.backtracking._search import ROOM, Ints, Rows, Search
from cpmodels.description import HamiltonianPath
from cpmodels.errors import ModelError, ParameterError
from cpmodels.values import listed

Pruning = Literal["isolated", "dead-ends", "cuts", "parity", "reach"]
"""What shows that a path cannot be completed; each is right for any directed graph.

The free nodes are those that the path has not met yet.  A free node is entered from another one or from the head of the
path, and left to another one or to the end.

- ``isolated``: a free node that cannot be entered, or not be left, or only be left to where it was entered from.  On a
  grid that is the test of the article on ZIP: a cell with fewer than two entries.
- ``dead-ends``: a free node that can be entered from the head alone, as it has one other neighbour, comes next; there
  must not be two of them.
- ``cuts``: a node whose removal cuts off a part of the free ones, so that it is passed once and what lies behind is
  all that is left then: it must hold the end, and the last waypoints.  By low links (Tarjan, *Depth-first search and
  linear graph algorithms*, 1972).
- ``parity``: where the graph has two colours, they alternate along the path, and along each way from a waypoint to the
  next: the colours of what is left must be right, in each part between waypoints and behind each cut.
- ``reach``: the way from the head to the next waypoint, from each waypoint to the one after it and from the last to the
  end leads over free nodes without waypoints, and each part of these lies on one of those ways.
"""

PRUNINGS: tuple[Pruning, ...] = get_args(Pruning)
"""All of them, in the order in which they are tried."""


class _Tables(NamedTuple):
    """What stays.  Lists by node begin and end where ``..._from`` says; two nodes more stand for before and after.

    out, into, near: the arcs that leave a node, that enter it, and its neighbours of either kind.
    colours: 1 and -1, so that they differ along each arc; 0 where the graph has no such colours.
    order: the place of each node among the waypoints, or -1.
    tried: which prunings are tried, in the order of `PRUNINGS`.
    """

    out_from: Rows
    out: Rows
    in_from: Rows
    into: Rows
    near_from: Rows
    near: Rows
    colours: Rows
    order: Rows
    waypoints: Rows
    tried: Rows


class _Stack(NamedTuple):
    """What changes.

    free: which nodes the path has not met yet.
    entries, exits: for a free node, how many others, and the head, it can be entered from, and left to.
    path: the nodes of the path, the one before its start first.
    choices, turn, upto: the choices at each depth, one depth's after the other's; the next one to be tried at each
        depth, and the end of those of a depth.
    scratch: room for the prunings.
    """

    free: Rows
    entries: Rows
    exits: Rows
    path: Rows
    choices: Rows
    turn: Rows
    upto: Rows
    scratch: Rows


class PathSearch(Search):
    """All paths through all nodes of a graph, node by node, in the order of the starts and successors.

    A choice is a node, by its place among the keys of `problem.successors`; a solution is the path.  The first choice
    is where it starts.

    prunings: the ones that are tried, none for plain search; all of them find the same paths.
    room: at so many solutions `advance` stops.

    Raises ModelError for a start, end, waypoint or step that is not a node of the graph, and a waypoint that comes
    twice; ParameterError for an unknown pruning; MissingExtraError without Numba.
    """

    def __init__(
        self, problem: HamiltonianPath[Any], *, prunings: Collection[Pruning] = PRUNINGS, room: int = ROOM
    ) -> None:
        from cpmodels.backtracking._path_kernel import prepare

        if unknown := [name for name in prunings if name not in PRUNINGS]:
            raise ParameterError(f"there is no pruning {unknown[0]!r}, only {listed(PRUNINGS)}")
        number = {node: i for i, node in enumerate(problem.successors)}
        count = self._count = len(number)
        order, first, last = np.full(count + 2, -1, np.int32), np.zeros(count, np.int32), np.zeros(count, np.int32)
        waypoints = _numbered(problem.waypoints, number, "the path passes")
        order[waypoints] = np.arange(len(waypoints))
        if len(set(waypoints)) < len(waypoints):
            again = next(node for i, node in enumerate(problem.waypoints) if order[number[node]] != i)
            raise ModelError(f"the path passes {again!r} twice")
        first[_numbered(problem.starts, number, "the path may start at")] = 1
        last[_numbered(problem.ends, number, "the path may end at")] = 1
        near = problem.successors.values()
        lengths = np.array([len(nodes) for nodes in near], np.int32)
        following = np.array(_numbered((node for nodes in near for node in nodes), number, "a step leads to"), np.int32)
        made: tuple[Rows, ...] = prepare(lengths, following, order, first, last)
        tried = np.array([name in prunings for name in PRUNINGS], np.int32)
        self._tables = _Tables._make((*made, order, np.array(waypoints, np.int32), tried))
        self._room = room
        self.start()

    def start(self, prefix: tuple[int, ...] = ()) -> None:
        self._check(prefix)
        tables, count = self._tables, self._count
        self.nodes, self.done = 0, False
        self._given = np.array(prefix, np.int32)
        self._state: Ints = np.zeros(5, np.int64)
        free = np.ones(count + 2, np.int32)
        free[count] = 0
        entries, exits = np.diff(tables.in_from), np.diff(tables.out_from)
        exits[count + 1] = 2  # Nothing comes after the end; it counts as two, so that the end is never short of ways.
        path = np.full(count + 2, count, np.int32)
        choices = np.zeros(len(tables.out) + 1, np.int32)
        turn, upto = np.zeros(count + 1, np.int32), np.zeros(count + 1, np.int32)
        self._stack = _Stack(free, entries, exits, path, choices, turn, upto, np.zeros((8, count + 2), np.int32))

    def _check(self, prefix: Sequence[int]) -> None:
        """Refuse what does not begin a path."""
        tables, here, due = self._tables, self._count, 0
        for i, node in enumerate(prefix):
            place = tables.order[node] if 0 <= node < self._count else -1
            leaving = tables.out[tables.out_from[here] : tables.out_from[here + 1]]
            if node not in leaving or node >= self._count or node in prefix[:i] or place not in (-1, due):
                raise ValueError(f"no path begins with {listed(prefix[: i + 1])}")
            here, due = node, due + (place == due)

    def advance(self, nodes: int) -> Rows:
        from cpmodels.backtracking._path_kernel import grow

        solutions: Rows = np.empty((self._room, self._count), np.int32)
        found, self.done = grow(nodes, self._state, self._given, *self._tables, *self._stack, solutions)
        self.nodes = int(self._state[2])
        return solutions[:found]

    def children(self, prefix: tuple[int, ...]) -> list[tuple[int, ...]] | None:
        other = copy(self)
        other.start(prefix)
        if len(prefix) == self._count:
            return None
        other.advance(len(prefix))
        if other.done:
            return []
        first = other._stack.upto[len(prefix) - 1] if prefix else 0
        return [(*prefix, int(node)) for node in other._stack.choices[first : other._stack.upto[len(prefix)]]]


def _numbered(nodes: Iterable[Hashable], number: Mapping[Any, int], role: str) -> list[int]:
    """Nodes by their numbers."""
    given = list(nodes)
    try:
        return [number[node] for node in given]
    except KeyError:
        unknown = next(node for node in given if node not in number)
        raise ModelError(f"{role} {unknown!r}, which is not a node of the graph") from None
