"""What the kernel is given: the edges of a graph in an order, and what each of them does to a state.

The vertices are taken in an order, and with each the edges to those before it.  A vertex is in the frontier from its
first edge to its last; a state says of those there alone what matters for the edges to come, so paths that have got
there in different ways are counted together (Knuth, TAOCP 4A, 7.1.4, algorithm Simpath; Kawahara, Inoue, Iwashita and
Minato 2017, Frontier-based search for enumerating all constrained subgraphs with compressed representation).

Under a symmetry, all edges of an orbit are taken or none: they are one layer, and what is counted are the solutions
that the symmetry keeps.

>>> from cpmodels import Zip
>>> program = program_of(Zip(3, 4).describe().problem)
>>> len(program.layers), program.width
(17, 4)
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, permutations
from typing import Any

import numpy as np

from cpmodels._checkpoints import checkpoint
from cpmodels.description import HamiltonianPath, Rule, Subgraph
from cpmodels.engines.frontier._codes import (
    EDGE,
    ENTER,
    HERE,
    LEAVE,
    LINKS,
    LOOP,
    MATE,
    NEED,
    PATH,
    RULE,
    THERE,
    Ints,
)
from cpmodels.errors import ModelError

Edge = tuple[int, int]
Graphic = HamiltonianPath[Any] | Subgraph[Any]
"""A description that is a graph."""

WORD = 64
"""Bits of a word."""


@dataclass
class Net:
    """A graph by numbers, and what is counted in it.

    mode: one loop, one path, or paths between pairs of ends.
    nodes: what they are.
    edges: pairs of numbers, each with the way that it may be walked: 0 for both.
    skipped: which nodes may be left out.
    ends: of each node, whether a path may begin there (1), end there (2), or both (3), but need not.
    labels: the nodes at which a path begins or ends for certain, with the number of the path and the way there.
    waypoints: the nodes that are met in this order.
    rules: each with its edges by number.
    may_be_empty: whether no edge at all is a solution.
    is_directed: whether it matters in which direction a path is walked.
    """

    mode: int
    nodes: Sequence[Any]
    edges: dict[Edge, int]
    skipped: Sequence[bool]
    ends: Sequence[int]
    labels: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    waypoints: Sequence[int] = ()
    rules: Sequence[tuple[Rule[Any], Sequence[Edge]]] = ()
    may_be_empty: bool = False
    is_directed: bool = False


@dataclass(frozen=True, eq=False)
class Program:
    """What the kernel does, layer by layer.

    nodes: those of the graph, to which the numbers of the edges refer.
    layers: for each, rows of an operation and its numbers.
    edges: for each layer the edges that are taken or left out.
    weights: how many solutions a state stands for after the last layer, by its flag.
    frontier: how many vertices are in the frontier at each layer.
    is_empty: whether it is plain that there is nothing to be counted.
    """

    nodes: Sequence[Any]
    head: Ints
    fields: Ints
    words: int
    layers: Sequence[Ints]
    table: Ints
    edges: Sequence[Sequence[Edge]]
    weights: Mapping[int, int]
    frontier: Sequence[int]
    is_empty: bool = False

    @property
    def width(self) -> int:
        """The most vertices that are in the frontier at a time."""
        return max(self.frontier, default=0)


def net_of(problem: Graphic) -> Net:
    """The graph of a description by numbers.  Raises ModelError for a path with nodes that are not of its graph."""
    return _path_net(problem) if isinstance(problem, HamiltonianPath) else _subgraph_net(problem)


def _path_net(problem: HamiltonianPath[Any]) -> Net:
    nodes = list(problem.successors)
    number = {node: i for i, node in enumerate(nodes)}
    for what, some in (("may start at", problem.starts), ("may end at", problem.ends), ("passes", problem.waypoints)):
        if unknown := [node for node in some if node not in number]:
            raise ModelError(f"the path {what} {unknown[0]!r}, which is not a node of the graph")
    if len(set(problem.waypoints)) < len(problem.waypoints):
        raise ModelError("the path passes a waypoint twice")
    arcs: dict[Edge, int] = {}
    for here, others in problem.successors.items():
        for there in others:
            if there not in number:
                raise ModelError(f"a step leads to {there!r}, which is not a node of the graph")
            i, j = number[here], number[there]
            if i != j:
                edge, way = ((i, j), HERE) if i < j else ((j, i), THERE)
                arcs[edge] = arcs.get(edge, 0) | way
    starts, ends = set(problem.starts), set(problem.ends)
    fixed: dict[int, tuple[int, int]] = {}
    for only, way in ((starts, HERE), (ends, THERE)):
        if len(only) == 1 and len(nodes) > 1:
            fixed.update((number[node], (0, way)) for node in only)
    first, last = len(starts) > 1, len(ends) > 1
    may_end = [
        0 if i in fixed else (first and node in starts) + 2 * (last and node in ends) for i, node in enumerate(nodes)
    ]
    waypoints = [number[node] for node in problem.waypoints] if len(problem.waypoints) > 1 else []
    edges = {edge: 0 if way == HERE | THERE else way for edge, way in arcs.items()}
    is_directed = bool(waypoints) or starts != ends or any(edges.values())
    alone = len(nodes) == 1 and starts == ends == set(nodes)
    skipped = [alone] * len(nodes)
    return Net(PATH, nodes, edges, skipped, may_end, fixed, waypoints, may_be_empty=alone, is_directed=is_directed)


def _subgraph_net(problem: Subgraph[Any]) -> Net:
    number = problem.graph.number
    labels = {number[end]: (k, 0) for k, pair in enumerate(problem.ends) for end in pair}
    through = {number[node] for node in problem.through}
    edges = {(number[a], number[b]): 0 for a, b in problem.graph.edges}
    rules = [(rule, [_sorted(number[a], number[b]) for a, b in rule.edges]) for rule in problem.rules]
    nodes = problem.graph.nodes
    skipped = [i not in through for i in range(len(nodes))]
    mode = LINKS if problem.ends else LOOP
    return Net(mode, nodes, edges, skipped, [0] * len(nodes), labels, rules=rules)


def program_of(problem: Graphic, symmetry: Mapping[Any, Any] | None = None) -> Program:
    """The program of a description, in the best order that is found.

    symmetry: the image of each node that is moved: only what it keeps is counted.
    """
    net = net_of(problem)
    image = None
    if symmetry is not None:
        number = {node: i for i, node in enumerate(net.nodes)}
        image = [number[symmetry.get(node, node)] for node in net.nodes]
    best = min(
        (_Layout(net, _groups(net, order, image)) for order in _orders(net, image)), key=lambda layout: layout.cost
    )
    return best.program()


def _sorted(i: int, j: int) -> Edge:
    return (i, j) if i < j else (j, i)


def _groups(net: Net, order: Sequence[int], image: Sequence[int] | None) -> list[list[Edge]]:
    """The edges, each with those of its orbit, in the order in which their later vertices come."""
    place = {node: position for position, node in enumerate(order)}
    groups: list[list[Edge]] = []
    done: set[Edge] = set()
    for edge in net.edges:
        group: list[Edge] = []
        while edge not in done:
            done.add(edge)
            group.append(edge)
            if image is not None:
                edge = _sorted(image[edge[0]], image[edge[1]])
        if group:
            groups.append(group)

    def last(group: Sequence[Edge]) -> tuple[int, int]:
        return min((max(place[i], place[j]), min(place[i], place[j])) for i, j in group)

    return sorted(groups, key=last)


def _orders(net: Net, image: Sequence[int] | None) -> Iterator[Sequence[int]]:
    """Orders of the vertices that may have a small frontier: along each axis of a board, and breadth first."""
    checkpoint()
    count = len(net.nodes)
    near: list[list[int]] = [[] for _ in range(count)]
    for i, j in net.edges:
        near[i].append(j)
        near[j].append(i)
    found: list[list[int]] = [list(range(count))]
    if all(isinstance(node, tuple) and len(node) == len(net.nodes[0]) <= 3 for node in net.nodes) and all(
        isinstance(c, int) for node in net.nodes for c in node
    ):
        for axes in permutations(range(len(net.nodes[0]) if net.nodes else 0)):
            found.append(sorted(range(count), key=lambda i: [net.nodes[i][axis] for axis in axes]))
        found.append(sorted(range(count), key=lambda i: (sum(net.nodes[i]), net.nodes[i])))
    corners = sorted(range(count), key=lambda i: len(near[i]))[:CORNERS]
    found += [_greedy(near, start) for start in corners]
    for order in found:
        if image is not None:  # All of an orbit where its first vertex comes.
            place = {node: position for position, node in enumerate(order)}
            first: dict[int, int] = {}
            for node in order:
                other = node
                while other not in first:
                    first[other] = place[node]
                    other = image[other]
            order = sorted(order, key=lambda node: (first[node], place[node]))
        yield order


CORNERS = 4
"""How many vertices of the fewest neighbours greedy orders begin with."""


def _greedy(near: Sequence[Sequence[int]], start: int) -> list[int]:
    """An order in which the next vertex is one that adds the fewest to the frontier, of those the one seen first."""
    order, seen, left = [], {start: 0}, set(range(len(near)))
    while left:
        open_now = [node for node in seen if node in left] or [min(left)]
        node = min(open_now, key=lambda n: (sum(other not in seen for other in near[n]), seen.get(n, 0)))
        left.discard(node)
        order.append(node)
        for other in (node, *near[node]):
            seen.setdefault(other, len(order))
    return order


class _Layout:
    """The edges in an order, and what is in the frontier at each of them."""

    def __init__(self, net: Net, groups: Sequence[Sequence[Edge]]) -> None:
        self._net, self._groups = net, groups
        self._last: dict[int, int] = {}
        self._left: dict[int, int] = defaultdict(int)
        for position, group in enumerate(groups):
            for edge in group:
                for node in edge:
                    self._last[node] = position
                    self._left[node] += 1
        place = {edge: (position, i) for position, group in enumerate(groups) for i, edge in enumerate(group)}
        self._rules = [
            (rule, sorted(range(len(edges)), key=lambda i: place[edges[i]]), edges) for rule, edges in net.rules
        ]
        self._place = place
        first: dict[int, int] = {}
        for position, group in enumerate(groups):
            for edge in group:
                for node in edge:
                    first.setdefault(node, position)
        self._frontier = self._held((position, self._last[node]) for node, position in first.items())

    def _held(self, spans: Iterable[tuple[int, int]]) -> list[int]:
        """How many of some spans of layers each layer is in."""
        change = [0] * (len(self._groups) + 1)
        for begin, end in spans:
            change[begin] += 1
            change[end + 1] -= 1
        return list(accumulate(change[:-1]))

    @property
    def cost(self) -> float:
        """About how many states there are, up to a factor."""
        spans = [(edges[order[0]], edges[order[-1]]) for _, order, edges in self._rules if order]
        rules = self._held((self._place[begin][0], self._place[end][0]) for begin, end in spans)
        sizes = (float(nodes + A_RULE * begun) for nodes, begun in zip(self._frontier, rules, strict=True))
        return sum(math.pow(GROWTH, min(size, 600.0)) for size in sizes)

    def program(self) -> Program:
        """The operations."""
        net = self._net
        transitions = _Transitions()
        steps: dict[Edge, list[tuple[int, int]]] = defaultdict(list)  # the rules of each edge, with their tables
        impossible = False
        finished: dict[int, list[int]] = defaultdict(list)
        begun: dict[int, list[int]] = defaultdict(list)
        bits: dict[int, int] = {}
        for number, (rule, order, edges) in enumerate(self._rules):
            checkpoint()
            levels = transitions.of(rule, order)
            if levels is None:
                impossible = True
                continue
            for i, offset in zip(order, levels.offsets, strict=True):
                steps[edges[i]].append((number, offset))
            if order:
                begun[self._place[edges[order[0]]][0]].append(number)
                finished[self._place[edges[order[-1]]][0]].append(number)
            bits[number] = levels.bits
        isolated = [i for i in range(len(net.nodes)) if i not in self._last]
        impossible |= any(not net.skipped[i] or i in net.labels for i in isolated)
        # Slots are given out before the operations are written, as the codes of labels come after them.
        slot, width, rule_slot, rule_bits = self._slots(begun, finished, bits)
        labels = 1 + max((label for label, _ in net.labels.values()), default=0)
        slots = width
        flag = 3 * slots + len(rule_bits)
        fields = self._fields(slots, labels, rule_bits)
        layers = []
        left = dict(self._left)
        entered: set[int] = set()
        number_of = {node: n for n, node in enumerate(net.waypoints, 1)}
        for position, group in enumerate(self._groups):
            checkpoint()
            rows: list[tuple[int, ...]] = []
            for edge in group:
                for node in edge:
                    if node not in entered:
                        entered.add(node)
                        label, way = net.labels.get(node, (None, 0))
                        code = 0 if label is None else MATE + slots + label
                        if code or node in number_of:
                            lead = way if net.is_directed else 0
                            rows.append((ENTER, slot[node], code, number_of.get(node, 0), lead))
            for edge in group:
                i, j = edge
                rows.append((EDGE, slot[i], slot[j], net.edges[edge], 0))
                left[i] -= 1
                left[j] -= 1
            for edge in group:
                rows += [(RULE, 3 * slots + rule_slot[number], offset, 0, 0) for number, offset in steps[edge]]
            for node in dict.fromkeys(node for edge in group for node in edge):
                if self._last[node] == position:
                    rows.append((LEAVE, slot[node], int(net.skipped[node]), net.ends[node], 0))
                elif left[node] == 1 and not net.skipped[node] and node not in net.labels:
                    rows.append((NEED, slot[node], net.ends[node], 0, 0))
            layers.append(np.array(rows, np.int64).reshape(-1, 5))
        weights = {1: 1, 2: 2} if net.mode == PATH else {0: 1} if net.mode == LINKS else {1: 1}
        weights.update({0: 1} if net.may_be_empty else {})
        head = np.array([net.mode, slots, flag], np.int64)
        words = int(fields[-1, 1]) + 1
        return Program(
            net.nodes, head, fields, words, layers, transitions.table, self._groups, weights, self._frontier, impossible
        )

    def _slots(
        self,
        begun: Mapping[int, Sequence[int]],
        finished: Mapping[int, Sequence[int]],
        bits: Mapping[int, int],
    ) -> tuple[dict[int, int], int, dict[int, int], list[int]]:
        """The slots of the nodes, how many there are, those of the rules, and how many bits each of these needs."""
        slot: dict[int, int] = {}
        rule_slot: dict[int, int] = {}
        free: list[int] = []
        rule_free: list[int] = []
        rule_bits: list[int] = []
        width = 0
        for position, group in enumerate(self._groups):
            nodes = dict.fromkeys(node for edge in group for node in edge)
            for node in nodes:
                if node not in slot:
                    if not free:
                        free.append(width)
                        width += 1
                    slot[node] = free.pop(0)
            for number in begun[position]:
                if not rule_free:
                    rule_free.append(len(rule_bits))
                    rule_bits.append(0)
                rule_slot[number] = rule_free.pop(0)
                rule_bits[rule_slot[number]] = max(rule_bits[rule_slot[number]], bits[number])
            for node in nodes:
                if self._last[node] == position:
                    free = sorted([*free, slot[node]])
            rule_free = sorted([*rule_free, *(rule_slot[number] for number in finished[position])])
        return slot, width, rule_slot, rule_bits

    def _fields(self, slots: int, labels: int, rule_bits: Sequence[int]) -> Ints:
        """The fields that are kept, each with its word, shift and mask: no field lies in two words."""
        net = self._net
        needs_labels = labels if net.labels or any(net.ends) else 0
        sizes = [(slot, (MATE + slots + needs_labels - 1).bit_length()) for slot in range(slots)]
        if net.waypoints:
            sizes += [(slots + slot, len(net.waypoints).bit_length()) for slot in range(slots)]
        if net.is_directed:
            sizes += [(2 * slots + slot, 2) for slot in range(slots)]
        sizes += [(3 * slots + i, bits) for i, bits in enumerate(rule_bits) if bits]
        sizes += [(3 * slots + len(rule_bits), 2)]
        rows, word, shift = [], 0, 0
        for number, size in sizes:
            if shift + size > WORD:
                word, shift = word + 1, 0
            rows.append((number, word, shift, (1 << size) - 1))
            shift += size
        return np.array(rows, np.int64)


GROWTH = 3.0
"""How many times as many states there are, about, with a vertex more in the frontier."""

A_RULE = 0.5
"""How much a rule that is begun counts beside a vertex of the frontier."""


@dataclass(frozen=True)
class _Levels:
    """Where the transitions of a rule begin, edge by edge, and how many bits its states need."""

    offsets: Sequence[int]
    bits: int


class _Transitions:
    """The transitions of the states of local rules: what is left of a rule, when some of its edges are decided."""

    def __init__(self) -> None:
        self._numbers: list[int] = []
        self._known: dict[Any, _Levels | None] = {}

    @property
    def table(self) -> Ints:
        return np.array(self._numbers or [0], np.int64)

    def of(self, rule: Rule[Any], order: Sequence[int]) -> _Levels | None:
        """The transitions of a rule whose edges come in this order; None for one that nothing meets.

        Where two sets of edges leave the same to be decided, they are one state.
        """
        known: Hashable = rule.allowed if isinstance(rule.allowed, tuple) else (rule.allowed, tuple(order))
        what: Hashable = (len(rule.edges), known)
        if what not in self._known:
            self._known[what] = self._made(rule, order)
        return self._known[what]

    def _made(self, rule: Rule[Any], order: Sequence[int]) -> _Levels | None:
        after: Callable[[Any, int], Any]
        if isinstance(rule.allowed, tuple):
            least, most = rule.allowed
            now: Any = (max(least, 0), min(most, len(order)))
            after = _after_sum
        else:
            now = frozenset(tuple(bool(row[i]) for i in order) for row in rule.allowed)
            after = _after_row
        level = {(now, len(order)): 0} if _is_open(now) else {}
        if not level:
            return None
        offsets, most_states = [], 1
        for left in range(len(order) - 1, -1, -1):
            offsets.append(len(self._numbers))
            following: dict[Any, int] = {}
            for (state, _), _ in sorted(level.items(), key=lambda entry: entry[1]):
                for taken in (0, 1):
                    then = after(state, taken)
                    if isinstance(then, tuple):
                        then = (max(then[0], 0), min(then[1], left))
                    is_open = _is_open(then)
                    number = following.setdefault((then, left), len(following)) if is_open else -1
                    self._numbers.append(number)
            level = following
            most_states = max(most_states, len(level))
        return _Levels(offsets, (most_states - 1).bit_length())


def _after_sum(bounds: tuple[int, int], taken: int) -> tuple[int, int]:
    return bounds[0] - taken, bounds[1] - taken


def _after_row(rows: frozenset[tuple[bool, ...]], taken: int) -> frozenset[tuple[bool, ...]]:
    return frozenset(row[1:] for row in rows if row[0] == taken)


def _is_open(what: Any) -> bool:
    """Whether some choice of the edges to come meets what is left of a rule."""
    return bool(what) if isinstance(what, frozenset) else what[0] <= what[1]
