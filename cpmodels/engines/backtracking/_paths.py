"""Hamiltonian paths, grown node by node from the start, with what shows early that a path cannot be completed.

>>> from cpmodels import Zip
>>> search = PathSearch(Zip(2, 3, [(0, 0), (0, 1)]).describe().problem)
>>> search.advance(1000).tolist(), search.done
([[0, 3, 4, 5, 2, 1]], True)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from copy import copy
from typing import Any, Literal, NamedTuple, get_args

import numpy as np

from cpmodels.base.description import HamiltonianPath
from cpmodels.base.errors import ParameterError
from cpmodels.base.values import listed
from cpmodels.engines.backtracking._compiled import kernel
from cpmodels.engines.backtracking._search import ROOM, Ints, Rows, Search
from cpmodels.model.strategies import luby

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

The first two look at the neighbours of a step only, at ten million nodes a second; the others at the whole graph, at
two million.  ``python -m benchmarks.prunings`` measures what each is worth: of published ZIPs the median takes 0.02 ms,
and 14 times as long without any; on random 8 x 8 with few numbers the others gain a factor of 10 over the first two,
most of it by ``cuts``, and on 10 x 10 with 30 numbers one of 60, most of it by ``reach``.
"""

PRUNINGS: tuple[Pruning, ...] = get_args(Pruning)
"""All of them, in the order in which they are tried."""

Order = Literal["fewest-exits", "given"]
"""Which of several nodes is tried first: one with fewest ways on (Warnsdorff's rule), or just the first successor."""

PATIENCE = 8
"""How many choices pass at most between two looks at the whole graph."""

RESTART = 16
"""How many nodes for each node of the graph are searched at least before a restart.  Of 60 random ZIPs of 12 x 12 with
36 numbers 49 are solved within 60,000 nodes, half of them in 9,800; with 4 it is 46, in 10,100 that take a third
longer, as the graph is looked at more often; without restarts 39, in 14,900."""


class _Tables(NamedTuple):
    """What stays.  Lists by node begin and end where ``..._from`` says; two nodes more stand for before and after.

    out, into, near: the arcs that leave a node, that enter it, and its neighbours of either kind.
    colours: 1 and -1, so that they differ along each arc; 0 where the graph has no such colours.
    order: the place of each node among the waypoints, or -1.
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
    order: which of several nodes is tried first.
    patience: ``cuts``, ``parity`` and ``reach`` look at the whole graph, and only where the path has a choice; as long
        as that shows nothing, after twice as many choices as before, up to a limit.
    room: the number of solutions at which `advance` stops.
    seed: the starts and successors are shuffled, the same for each seed; not at all for 0.

    Raises ParameterError for an unknown pruning or order, and for no room; MissingExtraError without Numba.

    >>> from cpmodels import Zip
    >>> search = PathSearch(Zip(3, 3).describe().problem)  # doctest: +SKIP
    >>> len(search.advance(1000)), search.done  # doctest: +SKIP
    (40, True)
    """

    def __init__(
        self,
        problem: HamiltonianPath[Any],
        *,
        prunings: Collection[Pruning] = PRUNINGS,
        order: Order = "fewest-exits",
        patience: int = PATIENCE,
        room: int = ROOM,
        seed: int = 0,
    ) -> None:
        if unknown := [name for name in prunings if name not in PRUNINGS]:
            raise ParameterError(f"there is no pruning {unknown[0]!r}, only {listed(PRUNINGS)}")
        if order not in (orders := get_args(Order)):
            raise ParameterError(f"there is no order {order!r}, only {listed(orders)}")
        if room < 1:
            raise ParameterError(f"room must be at least 1, not {room}")
        number = {node: i for i, node in enumerate(problem.successors)}
        count = self._count = len(number)
        places, first, last = np.full(count + 2, -1, np.int32), np.zeros(count, np.int32), np.zeros(count, np.int32)
        waypoints = [number[node] for node in problem.waypoints]
        places[waypoints] = np.arange(len(waypoints))
        first[[number[node] for node in problem.starts]] = 1
        last[[number[node] for node in problem.ends]] = 1
        near = problem.successors.values()
        tails = np.repeat(np.arange(count, dtype=np.int32), [len(nodes) for nodes in near])
        heads = np.array([number[node] for nodes in near for node in nodes], np.int32)
        made = kernel(f"{__package__}._path_kernel", "prepare")(tails, heads, places, first, last)
        self._tables = _Tables._make((*made, places, np.array(waypoints, np.int32)))
        self._asked = (*(int(name in prunings) for name in PRUNINGS), patience, int(order == "fewest-exits"))
        self._room = room
        self.shuffle(seed)

    def shuffle(self, seed: int) -> None:
        """Change the order in which starts and successors are tried, unless the seed is 0; then begin anew."""
        if seed:
            out_from, out = self._tables[:2]
            leaving = np.repeat(np.arange(len(out_from) - 1), np.diff(out_from))
            out[:] = out[np.lexsort((np.random.default_rng(seed).random(len(out)), leaving))]
        self.start()

    def start(self, prefix: tuple[int, ...] = ()) -> None:
        self._check(prefix)
        tables, count = self._tables, self._count
        self.nodes, self.done = 0, False
        self._given = np.array(prefix, np.int32)
        self._state: Ints = np.array([0, 0, 0, 0, 1, 0], np.int64)
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
        solutions: Rows = np.empty((self._room, self._count), np.int32)
        found, self.done = kernel(f"{__package__}._path_kernel", "grow")(
            nodes, self._state, self._given, self._tables, self._asked, self._stack, solutions
        )
        self.nodes = int(self._state[2])
        return solutions[:found]

    def _tried_of(self) -> Iterator[tuple[int, int]]:
        first, deepest = 0, int(self._state[0])
        turns, ends = (of[: deepest + 1].tolist() for of in (self._stack.turn, self._stack.upto))
        for depth, (turn, end) in enumerate(zip(turns, ends, strict=True)):
            yield max(turn - first - (depth < deepest), 0), end - first
            first = end

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


def restarts(problem: HamiltonianPath[Any], seed: int = 0) -> Iterator[tuple[PathSearch, int]]:
    """A search for a path that starts over with other orders of the successors, and how many nodes it has each time.

    A search that made a wrong choice early takes very long, and many another order of the successors takes no time
    (Gomes, Selman and Kautz, *Boosting combinatorial search through randomization*, 1998).  So it starts over after
    ``RESTART`` nodes for each node of the graph, times 1, 1, 2, 1, 1, 2, 4, 1, ... (Luby, Sinclair and Zuckerman,
    *Optimal speedup of Las Vegas algorithms*, 1993).  Sooner or later it comes to its end in one go.
    """
    search = PathSearch(problem, room=1, seed=seed)
    for run, length in enumerate(luby(), 1):
        yield search, RESTART * max(len(problem.successors), 1) * length
        search.shuffle(seed + run)
