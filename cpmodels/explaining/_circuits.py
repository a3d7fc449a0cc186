"""What circuits of a CpModel show, whichever way they are walked: loops that close too early, and ways back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from cpmodels.base.graph import connected_parts
from cpmodels.explaining._counts import LiteralSum, View, either


@dataclass(frozen=True)
class Circuit:
    """The nodes of a circuit and the pairs of them that it may join, each with the literal that it does.

    rule: the selector of its constraint.
    pairs: two nodes and the literal.
    skips: of nodes that it may leave out, the literal that it does.
    """

    rule: int
    pairs: tuple[tuple[int, int, int], ...]
    skips: dict[int, int]

    def closing(self, view: View) -> Iterator[tuple[int, list[int], list[int]]]:
        """Pairs that would close the circuit before all of it is there.

        Yields the literal of each pair, those that show it, and the literals of the piece that it would close.
        """
        strand: dict[int, int] = {}
        pieces: dict[int, list[int]] = {}

        def find(node: int) -> int:
            while strand.setdefault(node, node) != node:
                node = strand[node]
            return node

        for a, b, literal in self.pairs:
            if view.of(literal) > 0:
                one, other = find(a), find(b)
                if one != other:
                    strand[other] = one
                    pieces[one] = [*pieces.pop(one, []), *pieces.pop(other, []), literal]
        for a, b, literal in self.pairs:
            if view.of(literal) == 0 and (one := find(a)) == find(b):
                elsewhere = chain(
                    ([others[0]] for end, others in pieces.items() if end != one),
                    (because for node, because in self._needed(view) if find(node) != one),
                )
                if (because := next(elsewhere, None)) is not None:
                    yield literal, [*pieces[one], *because], pieces[one]

    def _needed(self, view: View) -> Iterator[tuple[int, list[int]]]:
        """The nodes that the circuit passes, as far as is known, each with the literal, if any, that shows it."""
        for node in dict.fromkeys(node for a, b, _ in self.pairs for node in (a, b)):
            if node not in self.skips:
                yield node, []
            elif view.of(self.skips[node]) < 0:
                yield node, [~self.skips[node]]

    def astray(self, view: View) -> Iterator[tuple[list[int], list[int], int | None]]:
        """Pairs by which the circuit could not come back, as one node alone joins them to where it must be.

        Yields the literals of such pairs, those that show it, and the node; None where nothing joins them.
        """
        passable = [pair for pair in self.pairs if view.of(pair[2]) >= 0]
        found = blocks([(a, b) for a, b, _ in passable])
        here = self._home(view, passable, found)
        if here is None:
            return
        home, because = here
        inside = {node for at, (a, b, _) in enumerate(passable) if found[at] == home for node in (a, b)}
        around: dict[int, list[int]] = {}
        for at, (a, b, _) in enumerate(passable):
            if found[at] != home:
                around.setdefault(a, []).append(b)
                around.setdefault(b, []).append(a)
        for part in connected_parts([node for node in around if node not in inside], around.__getitem__):
            beyond = set(part)
            open_ = [pair[2] for pair in passable if view.of(pair[2]) == 0 and not beyond.isdisjoint(pair[:2])]
            if open_:
                shut = [~literal for a, b, literal in self.pairs if view.of(literal) < 0 and ({a, b} & beyond)]
                joints = inside.intersection(near for node in part for near in around[node])
                yield open_, [*shut, *because], min(joints, default=None)

    def _home(
        self, view: View, passable: Sequence[tuple[int, int, int]], found: Sequence[int]
    ) -> tuple[int, list[int]] | None:
        """The block where the circuit must be, and a literal that shows it; None where that is not known."""
        for at, (_, _, literal) in enumerate(passable):
            if view.of(literal) > 0:
                return found[at], [literal]
        for node, because in self._needed(view):
            of = {found[at] for at, pair in enumerate(passable) if node in pair[:2]}
            if len(of) == 1:
                return of.pop(), because
        return None


def blocks(edges: Sequence[tuple[int, int]]) -> list[int]:
    """The block of each edge: edges are in one block just when a circuit passes both.

    J. Hopcroft and R. Tarjan, *Algorithm 447: efficient algorithms for graph manipulation*, 1973, without recursion.

    >>> blocks([(0, 1), (1, 2), (2, 0), (2, 3)])
    [1, 1, 1, 0]
    """
    around: dict[int, list[tuple[int, int]]] = {}
    for number, (a, b) in enumerate(edges):
        around.setdefault(a, []).append((number, b))
        around.setdefault(b, []).append((number, a))
    block, depth, low = [-1] * len(edges), dict[int, int](), dict[int, int]()
    count = 0
    for root in around:
        if root in depth:
            continue
        depth[root] = low[root] = 0
        path, taken = [(root, -1, iter(around[root]))], list[int]()
        while path:
            node, came, ways = path[-1]
            for number, near in ways:
                if number == came:
                    continue
                if near not in depth:
                    depth[near] = low[near] = depth[node] + 1
                    taken.append(number)
                    path.append((near, number, iter(around[near])))
                    break
                if depth[near] < depth[node]:
                    taken.append(number)
                    low[node] = min(low[node], depth[near])
            else:
                path.pop()
                if path:
                    above = path[-1][0]
                    low[above] = min(low[above], low[node])
                    if low[node] >= depth[above]:
                        while block[came] < 0:
                            block[taken.pop()] = count
                        count += 1
    return block


def circuits_of(
    proto: Any, rule_of: Callable[[int], int], counts: list[LiteralSum], virtual: int
) -> tuple[list[Circuit], int]:
    """The circuits of a CpModel; and the number of its variables with those that are new from `virtual` on.

    A new one says that a circuit joins two nodes, where no literal does.  What circuits say of each node, that it has
    two neighbours or none, is added to the counts, as are the new variables.
    """
    joins = {
        frozenset(literal for literal in count.literals if literal >= 0): ~min(count.literals)
        for count in counts
        if count.allowed == 2 and len(count.literals) == 3 and sum(literal < 0 for literal in count.literals) == 1
    }
    alike = {frozenset(count.literals) for count in counts}
    found = []
    for index, constraint in enumerate(proto.constraints):
        if not constraint.has_circuit() or constraint.enforcement_literal:
            continue
        rule, skips = rule_of(index), dict[int, int]()
        ways: dict[tuple[int, int], list[int]] = {}
        ends: dict[tuple[int, bool], list[int]] = {}
        arcs = constraint.circuit
        for tail, head, literal in zip(arcs.tails, arcs.heads, arcs.literals, strict=True):
            ends.setdefault((tail, True), []).append(literal)
            ends.setdefault((head, False), []).append(literal)
            if tail == head:
                skips[tail] = literal
            else:
                ways.setdefault((min(tail, head), max(tail, head)), []).append(literal)
        counts += [LiteralSum(tuple(ones), (1,) * len(ones), 2, rule) for ones in ends.values()]
        around: dict[int, list[int]] = {node: [] for node, _ in ends}
        pairs, twice = [], set[int]()
        for (a, b), literals in ways.items():
            joint = literals[0] if len(literals) == 1 else joins.get(frozenset(literals))
            if joint is None:
                joint, virtual = virtual, virtual + 1
                counts += either(joint, literals)
                twice.update((a, b) if skips or len(around) < 3 else ())  # a circuit of these two nodes is possible
            pairs.append((a, b, joint))
            around[a].append(joint)
            around[b].append(joint)
        for node in around.keys() - twice:
            literals = [*around[node], *([skips[node]] if node in skips else [])]
            if frozenset(literals) not in alike:
                weights = (1,) * len(around[node]) + (2,) * (node in skips)
                counts.append(LiteralSum(tuple(literals), weights, 4, rule))
        found.append(Circuit(rule, tuple(pairs), skips))
    return found, virtual
