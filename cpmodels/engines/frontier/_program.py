"""What the kernel is given: choices in an order, and what each of them does to a state.

Of a graph they are its edges.  The vertices are taken in an order, and with each the edges to those before it.  A
vertex is in the frontier from its first edge to its last; a state says of those there alone what matters for the edges
to come, so paths that have got there in different ways are counted together.

Of an exact cover they are its options, and each item is a rule for those that cover it: a state says which items in the
frontier are covered.  With the cells of a board in their order that is its broken profile, the state of a transfer
matrix.

Under a symmetry, all choices of an orbit are made or none: they are one layer, and what is counted are the solutions
that the symmetry keeps.

>>> from cpmodels import Zip
>>> program = program_of(Zip(3, 4).describe().problem)
>>> len(program.layers), program.width
(17, 4)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.description import ExactCover, HamiltonianPath, Rule, Subgraph
from cpmodels.base.errors import UnsupportedError
from cpmodels.base.graph import connected_parts
from cpmodels.engines.frontier._codes import HERE, LINKS, LOOP, PATH, SETS, THERE
from cpmodels.engines.frontier._layout import Layout, Net, Program
from cpmodels.engines.frontier._rules import Allowed, Shades

Edge = tuple[int, int]
Problem = ExactCover[Any] | HamiltonianPath[Any] | Subgraph[Any]
"""What a description is about."""


def _path_net(problem: HamiltonianPath[Any]) -> Net:
    nodes = list(problem.successors)
    number = {node: i for i, node in enumerate(nodes)}
    arcs: dict[Edge, int] = {}
    for here, others in problem.successors.items():
        for there in others:
            i, j = number[here], number[there]
            edge, way = ((i, j), HERE) if i < j else ((j, i), THERE)
            arcs[edge] = arcs.get(edge, 0) | way
    starts, ends = ({number[node] for node in some} for some in (problem.starts, problem.ends))
    waypoints = [number[node] for node in problem.waypoints] if len(problem.waypoints) > 1 else []
    edges = {edge: 0 if way == HERE | THERE else way for edge, way in arcs.items()}
    is_directed = bool(waypoints) or starts != ends or any(edges.values())
    alone = len(nodes) == 1 and starts == ends == {0}
    starts, ends = _by_colours(len(nodes), list(edges), starts, ends, is_directed)
    ways = ((starts, HERE), (ends, THERE))
    fixed = {node: (0, way) for only, way in ways if len(only) == 1 < len(nodes) for node in only}
    first, last = len(starts) > 1, len(ends) > 1
    may_end = [0 if i in fixed else (first and i in starts) + 2 * (last and i in ends) for i in range(len(nodes))]
    return Net(
        PATH,
        choices=[(nodes[i], nodes[j]) for i, j in edges],
        nodes=nodes,
        touches=list(edges),
        ways=list(edges.values()),
        skipped=[alone] * len(nodes),
        ends=may_end,
        labels=fixed,
        waypoints=waypoints,
        may_be_empty=alone,
        is_directed=is_directed,
    )


def _by_colours(
    size: int, edges: Sequence[Edge], starts: set[int], ends: set[int], is_directed: bool
) -> tuple[set[int], set[int]]:
    """Where a path through all nodes can begin and end: two colours that differ along each edge alternate along it.

    A path without a direction begins at the colour 0, if it may end at the other.
    """
    near: list[list[int]] = [[] for _ in range(size)]
    for i, j in edges:
        near[i].append(j)
        near[j].append(i)
    colours, reached = {0: 0}, [0][:size]
    for node in reached:
        new = [other for other in near[node] if other not in colours]
        colours.update(dict.fromkeys(new, 1 - colours[node]))
        reached += dict.fromkeys(new)
    if len(colours) != size or any(colours[i] == colours[j] for i, j in edges):
        return starts, ends
    odd = size - 2 * sum(colours.values())  # how many more nodes have the colour 0
    pairs = {0: [(0, 1), (1, 0)][: 1 + is_directed], 1: [(0, 0)], -1: [(1, 1)]}.get(odd, [])
    possible = [(a, b) for a, b in pairs if any(colours[i] == a for i in starts) and any(colours[i] == b for i in ends)]
    return (
        {i for i in starts if any(colours[i] == a for a, _ in possible)},
        {i for i in ends if any(colours[i] == b for _, b in possible)},
    )


def _subgraph_net(problem: Subgraph[Any]) -> Net:
    graph = problem.graph
    number, nodes = graph.number, graph.nodes
    through = set(problem.through)
    return Net(
        LINKS if problem.ends else LOOP,
        choices=graph.edges,
        nodes=nodes,
        touches=[(number[a], number[b]) for a, b in graph.edges],
        rules=[_by_edges(rule, problem) for rule in problem.rules],
        ways=[0] * len(graph.edges),
        skipped=[node not in through for node in nodes],
        ends=[0] * len(nodes),
        labels={number[end]: (k, 0) for k, pair in enumerate(problem.ends) for end in pair},
    )


def _by_edges(rule: Rule[Any], problem: Subgraph[Any]) -> tuple[Allowed, Sequence[int]]:
    """A rule as one of edges alone: of two for each node that is passed, or one at an end, and so all others twice."""
    graph, place, allowed = problem.graph, problem.graph.place, rule.allowed
    if not isinstance(allowed, tuple) or all(one != other for one, other in rule.edges):
        return allowed, [place[edge] for edge in rule.edges]
    ends = {end for pair in problem.ends for end in pair}
    places: list[int] = []
    for one, other in rule.edges:
        near = graph.neighbours[one] if one == other else (other,)
        places += [place[one, node] for node in near] * (2 if one in ends or one != other else 1)
    return (2 * allowed[0], 2 * allowed[1]), places


def _cover_net(problem: ExactCover[Any]) -> Net:
    numbers = problem.numbers
    rules: list[tuple[Allowed, Sequence[int]]] = [
        ((least, most), covering)
        for (_, least, most), covering in zip(problem.items, numbers.covering, strict=True)
        if least or most < len(covering)
    ]
    for shades in numbers.by_secondary.values():
        if len(shades) > 1:
            colour = {choice: number for number, choices in enumerate(shades) for choice in choices}
            rules.append((Shades(tuple(colour[choice] for choice in sorted(colour))), sorted(colour)))
    if len(problem.graphs) > 1:
        raise UnsupportedError(
            "frontier reads one graph of what is to be connected, not several: use cp-sat or glucose"
        )
    place = problem.position
    beside = problem.graphs[0].neighbours if problem.graphs else {}
    return Net(
        SETS,
        choices=[option.meaning for option in problem.options],
        nodes=[*(item for item, _, _ in problem.items), *numbers.secondaries],
        touches=[
            (*items, *(numbers.count + secondary for secondary in touched))
            for items, touched in zip(numbers.items, numbers.touched, strict=True)
        ],
        rules=rules,
        skipped=[True] * len(problem.options),
        ends=[0] * len(problem.options),
        linked={place[node]: [place[other] for other in others] for node, others in beside.items()},
    )


def program_of(problem: Problem, symmetry: Mapping[Any, Any] | None = None) -> Program:
    """The program of a description, in the best order that is found.

    symmetry: the image of each node that is moved, or of each meaning of an option: only what it keeps is counted.
    """
    if isinstance(problem, ExactCover):
        net = _cover_net(problem)
    else:
        net = _path_net(problem) if isinstance(problem, HamiltonianPath) else _subgraph_net(problem)
    nodes = choices = None
    if symmetry is not None:
        place = {choice: i for i, choice in enumerate(net.choices)}
        if isinstance(problem, ExactCover):
            choices = [place[symmetry.get(choice, choice)] for choice in net.choices]
        else:
            images = [tuple(symmetry.get(node, node) for node in choice) for choice in net.choices]
            choices = [place[image if image in place else image[::-1]] for image in images]
            number = {node: i for i, node in enumerate(net.nodes)}
            nodes = [number[symmetry.get(node, node)] for node in net.nodes]
    best = min(
        (Layout(net, _groups(net, order, choices)) for order in _orders(net, nodes)), key=lambda layout: layout.cost
    )
    return best.program()


def _groups(net: Net, order: Sequence[int], image: Sequence[int] | None) -> list[list[int]]:
    """The choices, each with those of its orbit, in the order in which the last of what they touch comes.

    Those of a cover where the first comes: then all before it is covered, and there are fewer states.
    """
    place = {node: position for position, node in enumerate(order)}
    of = range(len(net.choices)) if image is None else image
    groups = connected_parts(range(len(of)), lambda choice: (of[choice],))
    is_last = net.mode != SETS
    reached = [sorted((place[node] for node in touched), reverse=is_last) for touched in net.touches]
    checkpoint()
    return sorted(groups, key=lambda group: min(reached[choice] for choice in group))


def _orders(net: Net, image: Sequence[int] | None) -> Iterator[Sequence[int]]:
    """Orders of the nodes that may have a small frontier: along each axis of a board, and breadth first."""
    checkpoint()
    count = len(net.nodes)
    near: list[dict[int, None]] = [{} for _ in range(count)]
    beside = (net.touches[i] + net.touches[j] for i, others in net.linked.items() for j in others if i < j)
    for touched in dict.fromkeys((*net.touches, *beside)):
        checkpoint()
        for i, j in permutations(dict.fromkeys(touched), 2):
            near[i][j] = None
    found: list[list[int]] = [list(range(count))]
    if all(isinstance(node, tuple) and len(node) == len(net.nodes[0]) <= 3 for node in net.nodes) and all(
        isinstance(c, int) for node in net.nodes for c in node
    ):
        for axes in permutations(range(len(net.nodes[0]) if net.nodes else 0)):
            found.append(sorted(range(count), key=lambda i: [net.nodes[i][axis] for axis in axes]))
        found.append(sorted(range(count), key=lambda i: (sum(net.nodes[i]), net.nodes[i])))
    wide: set[int] = set()
    if net.mode == SETS:  # What is near to more than most, as a piece that may lie anywhere, comes last.
        found.append(found[0][::-1])
        mean = sum(map(len, near)) / max(count, 1)
        wide = {i for i in range(count) if len(near[i]) > mean}
    local = [[j for j in others if j not in wide] for others in near]
    rest = [i for i in range(count) if i not in wide]
    for start in sorted(rest, key=lambda i: len(near[i]))[:CORNERS]:
        checkpoint()
        found.append([*_greedy(local, rest, start), *sorted(wide)])
    different: Iterable[Sequence[int]] = dict.fromkeys(map(tuple, found))
    for order in different:
        checkpoint()
        if image is not None:  # All of an orbit where its first vertex comes.
            place = {node: position for position, node in enumerate(order)}
            orbits = connected_parts(order, lambda node: (image[node],))
            order = [node for orbit in orbits for node in sorted(orbit, key=place.__getitem__)]
        yield order


CORNERS = 4
"""How many nodes of the fewest neighbours greedy orders begin with."""


def _greedy(near: Sequence[Sequence[int]], nodes: Sequence[int], start: int) -> list[int]:
    """An order in which the next node is one that adds the fewest to the frontier, of those the one seen first."""
    order, seen, beside, left = [], {start}, {start: 0}, set(nodes)
    while left:
        checkpoint()
        node = min(beside or [min(left)], key=lambda n: (sum(other not in seen for other in near[n]), beside.get(n, 0)))
        left.discard(node)
        order.append(node)
        beside.update((other, len(order)) for other in (node, *near[node]) if other not in seen)
        beside.pop(node, None)
        seen.update((node, *near[node]))
    return order
