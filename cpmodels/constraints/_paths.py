"""One path through all nodes of a graph: by its steps, by waypoints met in order, or by numbered positions."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Generic, TypeVar

from cpmodels import _cp_model as cp_model
from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.description import check_nodes, check_steps
from cpmodels.base.errors import ModelError, TooLargeError
from cpmodels.base.graph import Graph
from cpmodels.base.marks import Mark
from cpmodels.base.puzzle import Path
from cpmodels.base.values import is_whole
from cpmodels.constraints._bulk import Bulk, Literals, NamedLiterals
from cpmodels.constraints._numbers import Numbers

N = TypeVar("N", bound=Hashable)
Successors = Mapping[N, Collection[N]]
"""A directed graph: each node with the nodes to which a step may lead from it."""


@dataclass(frozen=True)
class PathVariables(Generic[N]):
    """The literals of a path through all nodes.

    nodes: in the order of the graph.
    starts_at: for each node at which the path may start, whether it does; exactly one holds.
    step: for each pair ``(a, b)``, whether the path goes from a straight to b.
    ends_at: for each node at which the path may end, whether it does; exactly one holds.

    >>> from cpmodels.base.graph import grid
    >>> cp = cp_model.CpModel()
    >>> path = hamiltonian_path(cp, grid(1, 3), starts=[(0, 0)])
    >>> len(path.step), len(path.literals)
    (4, 8)
    >>> path.walk([1, 1, 0, 1, 0, 0, 0, 1])
    [(0, 0), (0, 1), (0, 2)]
    """

    nodes: tuple[N, ...]
    starts_at: NamedLiterals[N]
    step: NamedLiterals[tuple[N, N]]
    ends_at: NamedLiterals[N]

    @cached_property
    def literals(self) -> Literals:
        """All literals of the path, in the order in which they were made: starts, steps, ends."""
        return Literals(self.step.cp, [*self.starts_at.indexes, *self.step.indexes, *self.ends_at.indexes])

    @cached_property
    def arcs(self) -> tuple[tuple[N | None, N | None], ...]:
        """What each of `literals` says: a step between two nodes, None being the outside of the graph."""
        return (*((None, n) for n in self.starts_at), *self.step, *((n, None) for n in self.ends_at))

    def walk(self, values: Sequence[object]) -> list[N]:
        """The nodes of the path in order, from the values of `literals`."""
        following = {here: there for (here, there), value in zip(self.arcs, values, strict=True) if value}
        path: list[N] = []
        node = following[None]
        while node is not None:
            path.append(node)
            node = following.pop(node)
        return path

    def decode(self, values: Sequence[object]) -> Path:
        """The path as a solution, on boards whose nodes are cells."""
        return Path(self.walk(values))  # type: ignore[arg-type]

    @property
    def marks(self) -> dict[Mark, tuple[cp_model.IntVar, ...]]:
        """The literals of the steps between two nodes, one way and the other."""
        found: dict[Mark, tuple[cp_model.IntVar, ...]] = {}
        for step, literal in self.step.items():
            mark = Mark.edge(*step)  # type: ignore[arg-type]
            found[mark] = (*found.get(mark, ()), literal)
        return found


def hamiltonian_path(
    cp: cp_model.CpModel,
    graph: Graph[N] | Successors[N],
    *,
    starts: Collection[N] | None = None,
    ends: Collection[N] | None = None,
) -> PathVariables[N]:
    """One path that visits every node exactly once.

    graph: a `Graph`, whose edges may be walked in both directions, or a mapping from each node to those that may
        follow it, where what is known about the steps can be left out beforehand.
    starts, ends: the nodes at which the path may start and end (by default any); on a single node it does both.

    Formula: the path and one node outside, which comes before its start and after its end, are a circuit:
    ``circuit({(outside, a): starts_at[a]}, {(a, b): step[a, b]}, {(b, outside): ends_at[b]})``.
    Costs one variable a start, an end and a direction of an edge (2n + 2m), and one constraint; no variable is
    auxiliary.  A path and its reverse are two solutions unless `starts` and `ends` tell them apart.

    Raises ModelError for a graph without nodes, a node None, a step to an unknown node or to the node itself, a step
    that comes twice, and starts or ends that are empty, repeated, unknown, or one and the same node of several.

    Sources: Caseau and Laburthe, "Solving small TSPs with constraints" (1997), for the constraint; Francis and
    Stuckey, "Explaining circuit propagation" (2014), for its use in a solver that learns clauses.

    >>> from cpmodels.base.graph import grid
    >>> cp = cp_model.CpModel()
    >>> path = hamiltonian_path(cp, grid(2, 2), starts=[(0, 0)], ends=[(1, 0)])
    >>> solver = cp_model.CpSolver()
    >>> solver.status_name(solver.solve(cp))
    'OPTIMAL'
    >>> [step for step, taken in path.step.items() if solver.boolean_value(taken)]
    [((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 1), (1, 0))]
    """
    successors = graph.neighbours if isinstance(graph, Graph) else graph
    if not successors:
        raise ModelError("a path needs a graph with at least one node")
    first, last = _ends(starts, successors, "start"), _ends(ends, successors, "end")
    check_steps(successors)
    if len(successors) > 1 and len(first) == len(last) == 1 and first[0] == last[0]:
        raise ModelError(f"the path starts and ends at {first[0]!r}, but has {len(successors)} nodes to visit")
    return path_from(cp, successors, first, last)


def path_from(
    cp: cp_model.CpModel, successors: Mapping[N, Collection[N]], first: Sequence[N], last: Sequence[N]
) -> PathVariables[N]:
    """The variables and the constraint of `hamiltonian_path`, also where no path can start, or end."""
    number = {node: i for i, node in enumerate(successors, 1)}
    if None in number:
        raise ModelError("a node of the graph is None, which stands for where a path comes from and goes to")
    arcs = [(here, there) for here, near in successors.items() for there in near]
    bulk, words = Bulk(cp, "there is one path through all cells"), {node: str(node) for node in number}
    starts = bulk.booleans([f"start at {words[node]}" for node in first])
    steps = bulk.booleans([f"{words[here]} {words[there]}" for here, there in arcs])
    ends = bulk.booleans([f"end at {words[node]}" for node in last])
    literals = range(starts.start, ends.stop)
    of_path = NamedLiterals(cp, first, starts), NamedLiterals(cp, arcs, steps), NamedLiterals(cp, last, ends)
    path = PathVariables(tuple(number), *of_path)
    tails, heads = [number[here] for here, _ in arcs], [number[there] for _, there in arcs]
    before, after = [number[node] for node in first], [number[node] for node in last]
    bulk.circuit([*[0] * len(before), *tails, *after], [*before, *heads, *[0] * len(after)], literals)
    if len({*before, *after, *tails, *heads}) < len(number) or not (before or after):
        bulk.any_of([])  # CP-SAT leaves a node without any arc out of the circuit
    return path


def _ends(chosen: Collection[N] | None, nodes: Collection[N], verb: str) -> tuple[N, ...]:
    if chosen is not None and not chosen:
        raise ModelError(f"there is no node at which the path may {verb}")
    check_nodes(chosen or (), nodes, f"the path may {verb} at")
    return tuple(nodes if chosen is None else chosen)


def waypoints_in_order(cp: cp_model.CpModel, path: PathVariables[N], waypoints: Sequence[N]) -> None:
    """A path through all nodes meets some of them in the given order, with any number of other nodes between them.

    path: what `hamiltonian_path` returned for this model.

    Formula: every node knows the number p of the last waypoint passed on the way to it (0 before the first one):
    ``p[w_i] = i``,  ``step[a, b] -> p[a] = p[b]``,  ``step[a, w_i] -> p[a] = i - 1``.
    Costs one integer variable a node, of as many values as there are waypoints, and one constraint that a literal
    enforces a step.  All these numbers are functions of the steps.  Where the path can start only at the first
    waypoint or end only at the last, nodes cannot lie outside that end; less is to be searched.

    Raises ModelError for a waypoint that is unknown or comes twice, and for a path of another model.

    One Boolean a node and waypoint in place of the integer takes 0.3 to 0.6 s on boards of 15 x 15 cells, where the
    integer takes 0.1 to 4 s; on small boards the integer is faster.

    >>> from cpmodels.base.graph import grid
    >>> cp = cp_model.CpModel()
    >>> path = hamiltonian_path(cp, grid(2, 3), starts=[(0, 0)])
    >>> waypoints_in_order(cp, path, [(0, 0), (0, 2), (1, 0)])
    >>> solver = cp_model.CpSolver()
    >>> solver.status_name(solver.solve(cp))
    'OPTIMAL'
    >>> solver.boolean_value(path.ends_at[1, 0])
    True
    """
    order = {node: i for i, node in enumerate(waypoints, 1)}
    check_nodes(waypoints, set(path.nodes), "the path passes")
    if path.step.cp.proto is not cp.proto:
        raise ModelError("the path and its waypoints belong to different models")
    if not order:
        return
    first, last, most = waypoints[0], waypoints[-1], len(waypoints)
    starts_there, ends_there = path.starts_at.keys() == {first}, path.ends_at.keys() == {last}
    if most == 1 or (most == 2 and (starts_there or ends_there)):
        return  # any path through all nodes does that
    least, greatest = int(starts_there), most - int(ends_there)
    bulk = Bulk(cp, "the path passes its waypoints in order")
    between = [node for node in path.nodes if node not in order]
    passed = dict(zip(between, bulk.integers(least, greatest, len(between)), strict=True))
    steps = zip(path.step, path.step.indexes, strict=True)
    bulk.differences(
        [
            (literal, passed.get(here), passed.get(there), order.get(there, 1) - 1 - order.get(here, 0))
            for (here, there), literal in steps
        ]
    )


MOST_PLACES = 500_000
"""Numberings with more possible nodes than this, those of each number counted as the numbers before leave them, are
refused: the 456,976 of a blank Hidoku of 26 x 26 take 9 s and 1.4 GB."""


def positions(
    cp: cp_model.CpModel, graph: Graph[N] | Successors[N], given: Mapping[N, int] | None = None
) -> Numbers[N]:
    """The nodes are numbered 1, 2, ..., n so that each number's successor stands on a neighbour: a path by positions.

    graph: a `Graph`, or a mapping from each node to those that may follow it.
    given: the numbers that some nodes have.

    Gives back, by number and then by node, the literal of each pair ``(node, number)`` that the given numbers leave
    possible.

    Formula, for x = `at`: ``exactly_one(x[a, i] for i)`` for each node, ``exactly_one(x[a, i] for a)`` for each
    number, ``x[a, i] -> or(x[b, i + 1] for b that may follow a)``, and the same backwards.
    Costs at most n^2 variables, 2n + 2n^2 constraints, and far less with given numbers: a node is left out for a
    number that no walk over nodes without given numbers reaches in time from the given number before it and leaves in
    time for the one after it.  No circuit is needed, and no variable is auxiliary.  With few given numbers and many
    nodes, `hamiltonian_path` with `waypoints_in_order` is the better model.

    Raises ModelError for a graph without nodes, a step to an unknown node or to the node itself, and for a given
    number that is out of range, comes twice or is that of an unknown node; TooLargeError
    where the numbers have more than `MOST_PLACES` possible nodes in all.

    Without the backward clauses the median of published 10 x 10 boards is the same and the worst takes twice as long.
    Source of the pruning, forward and backward through the layers of a graph: Pesant, "A regular language membership
    constraint for finite sequences of variables" (2004).

    >>> from cpmodels.base.graph import grid
    >>> cp = cp_model.CpModel()
    >>> numbering = positions(cp, grid(2, 2, king=True), {(0, 0): 1, (0, 1): 4, (1, 1): 2})
    >>> [pair for pair in numbering.at]
    [((0, 0), 1), ((1, 1), 2), ((1, 0), 3), ((0, 1), 4)]
    >>> solver = cp_model.CpSolver()
    >>> solver.status_name(solver.solve(cp))
    'OPTIMAL'
    """
    successors = graph.neighbours if isinstance(graph, Graph) else graph
    nodes = tuple(successors)
    if not nodes:
        raise ModelError("a numbering needs a graph with at least one node")
    index = {node: i for i, node in enumerate(nodes)}
    check_steps(successors)
    holder = _holders(given or {}, index)
    after = [[index[there] for there in successors[here]] for here in nodes]
    before: list[list[int]] = [[] for _ in nodes]
    for i, near in enumerate(after):
        for j in near:
            before[j].append(i)
    layers, held = _layers(after, before, holder), sorted(holder)
    bulk, numbers_of = Bulk(cp), list[list[int]]([] for _ in nodes)
    x = [  # by number less one, then by index of the node
        dict(zip(layer, bulk.booleans(f"{nodes[i]} {number}" for i in layer), strict=True))
        for number, layer in enumerate(layers, 1)
    ]
    for number, literal_of in enumerate(x, 1):
        way = _way(number, number, held)
        bulk.name = f"the number {number} is in one{' free' if way else ''} place{way}"
        bulk.exactly_one(list(literal_of.values()))
        for i, literal in literal_of.items():
            numbers_of[i].append(literal)
    for node, literals in zip(nodes, numbers_of, strict=True):
        checkpoint()
        bulk.name = f"{node} has one {'of the numbers that the given ones leave' if given else 'number'}"
        bulk.exactly_one(literals)
    for number, (here, there) in enumerate(pairwise(x), 1):
        checkpoint()
        bulk.name = f"{number} and {number + 1} are neighbours{_way(number, number + 1, held)}"
        for these, those, around in ((here, there, after), (there, here, before)):
            for i, literal in these.items():
                allowed = [those[j] for j in around[i] if j in those]
                if len(allowed) < len(those):
                    bulk.any_of([~literal, *allowed])
    at = {(nodes[i], number): literal for number, literal_of in enumerate(x, 1) for i, literal in literal_of.items()}
    key, known = Literals(cp, list(at.values())), {nodes[i]: number for number, i in holder.items()}
    return Numbers(nodes, dict(zip(at, key, strict=True)), tuple(key), known)


def _way(first: int, last: int, given: Sequence[int]) -> str:
    """The given numbers, in order, between which these are, in words: they say which nodes can be reached in time."""
    start, end = bisect_right(given, first), bisect_left(given, last)
    before, after = given[max(start - 1, 0) : start], given[end : end + 1]
    ends = "".join([*(f" from {number}" for number in before), *(f" to {number}" for number in after)])
    return f" on the way{ends}" if before != after else ""


def _holders(given: Mapping[N, int], index: Mapping[N, int]) -> dict[int, int]:
    """The index of the node that holds each given number."""
    holder: dict[int, int] = {}
    nodes = tuple(index)
    for node, number in given.items():
        if node not in index:
            raise ModelError(f"the number {number!r} is given to {node!r}, which is not a node of the graph")
        if not is_whole(number) or not 1 <= number <= len(index):
            raise ModelError(f"the number of {node!r} is {number!r}, which is not one of 1..{len(index)}")
        if number in holder:
            raise ModelError(f"the number {number} is given to both {nodes[holder[number]]!r} and {node!r}")
        holder[int(number)] = index[node]
    return holder


def _layers(after: list[list[int]], before: list[list[int]], holder: Mapping[int, int]) -> list[list[int]]:
    """The nodes that each number can have: on a walk from each given number to the next over nodes that hold none.

    A given number keeps its node, so that where there is no such walk, it is the numbers between that have none.
    """
    count = len(after)
    free = set(range(count)).difference(holder.values())
    layers = [{holder[number]} if number in holder else free for number in range(1, count + 1)]
    size = 0
    for i in range(1, count):
        checkpoint()
        if i + 1 not in holder:
            layers[i] = free.intersection(j for node in layers[i - 1] for j in after[node])
        size += len(layers[i])
        if size > MOST_PLACES:
            raise TooLargeError(
                f"the numbers of {count:,} nodes have more than {MOST_PLACES:,} possible places: give more of them"
            )
    for i in range(count - 2, -1, -1):
        checkpoint()
        if i + 1 not in holder:
            layers[i] = layers[i] & {j for node in layers[i + 1] for j in before[node]}
    return [sorted(layer) for layer in layers]
