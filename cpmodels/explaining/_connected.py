"""What it shows that some nodes of a graph must be connected: what is cut off, and what alone joins two parts.

Regions of such nodes, each round a given one, must not touch either, and need room where their sizes are known.

The constraints that say so (`cpmodels.constraints.connected`) are many, of Booleans that mean nothing to a reader.
They are known by their form, and what they show is seen from the graph.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cpmodels.base.graph import connected_parts
from cpmodels.explaining._counts import LiteralSum, Shown, View
from cpmodels.explaining._sentences import mentioned


@dataclass(frozen=True)
class Connected:
    """A graph whose nodes are literals: those that are true must be connected, through each other.

    rule: the selector of the constraints that say so.

    >>> row = Connected(1, ((0, 1), (1, 2)))
    >>> view = View([row.silent], 3, [0, 2], {0: row.shown})
    >>> view.shown_by(0)
    [Shown(count=0, literals=(1,), because=(2, 0), how='growth')]
    """

    rule: int
    edges: tuple[tuple[int, int], ...]

    @cached_property
    def near(self) -> dict[int, list[int]]:
        """The nodes beside each."""
        found: dict[int, list[int]] = {}
        for one, other in self.edges:
            found.setdefault(one, []).append(other)
            found.setdefault(other, []).append(one)
        return found

    @property
    def silent(self) -> LiteralSum:
        """A count that allows everything, and stands for this among counts."""
        size = len(self.near)
        return LiteralSum(tuple(self.near), (1,) * size, (2 << size) - 1, self.rule)

    def shown(self, number: int, view: View) -> list[Shown]:
        """What this shows now: nodes that must be true, as they alone join others, and parts that are cut off.

        Where true nodes are cut off, or would be, the first reason is one of the smaller part.  How it is seen is
        "growth" where all of a part is known to be true, else a "bottleneck", or that something is "cut off".

        number: that of `silent` among the counts.
        """
        of = view.of
        home = next((node for node in self.near if of(node) > 0), None)
        if home is None:
            return []
        order, cuts = self._cuts(home, of)
        reached, found = set(order), list[Shown]()
        for node in self.near:
            if of(node) >= 0 and node not in reached:
                part = self._part(node, of)
                reached.update(part)
                if any(of(one) > 0 for one in part):
                    return [Shown(number, (), self._apart(part, order, of), "cut off")]
                found.append(Shown(number, tuple(~one for one in part), (home, *self._walls(part, of)), "cut off"))
        for node, parts in cuts.items():
            at, start, end = next(((at, start, end) for at, start, end, holds in parts if holds), (0, 0, 0))
            if not end:
                continue
            beyond, here = order[start:end], [*order[at - 1 :: -1], *order[at + 1 : start], *order[end:]]
            is_known = any(all(of(one) > 0 for one in part) for part in (beyond, here))
            because = self._apart(beyond, here, of)
            found.append(Shown(number, (node,), because, "growth" if is_known else "bottleneck"))
        return found

    def _apart(self, part: Sequence[int], other: Sequence[int], of: Callable[[int], int]) -> tuple[int, ...]:
        """What shows that two parts are not connected: a node of each that is true, and the shorter of their walls."""
        parts = sorted((part, other), key=len)
        inside = [next(node for node in each if of(node) > 0) for each in parts]
        return (*inside, *min((self._walls(each, of) for each in parts), key=len))

    def _walls(self, part: Iterable[int], of: Callable[[int], int]) -> list[int]:
        """That what lies round a part is not true, as far as it is known."""
        walls = dict.fromkeys(other for node in part for other in self.near[node] if of(other) < 0)
        return [~node for node in walls]

    def _part(self, start: int, of: Callable[[int], int]) -> list[int]:
        """The nodes to which others lead from one."""
        found = {start}
        for node in (part := [start]):
            new = [other for other in self.near[node] if other not in found and of(other) >= 0]
            found.update(new)
            part += new
        return part

    def _cuts(
        self, root: int, of: Callable[[int], int]
    ) -> tuple[list[int], dict[int, list[tuple[int, int, int, bool]]]]:
        """The nodes to which others lead from one that is true, and those of them without which some would be cut off:
        each with its place, where those of each part beyond it begin and end, and whether one there is true.

        By depth-first search, as `cpmodels.explaining._circuits.blocks`.
        """
        order, cuts = [root], dict[int, list[tuple[int, int, int, bool]]]()
        place, low, holds = {root: 0}, [0], [True]
        path = [(0, 0, iter(self.near[root]))]
        while path:
            at, came, ways = path[-1]
            for other in ways:
                if (there := place.get(other)) is not None:
                    low[at] = min(low[at], there)
                elif (value := of(other)) >= 0:
                    place[other] = new = len(order)
                    order.append(other)
                    low.append(new)
                    holds.append(value > 0)
                    path.append((new, at, iter(self.near[other])))
                    break
            else:
                path.pop()
                low[came] = min(low[came], low[at])
                holds[came] |= holds[at]
                if at and low[at] >= came and not of(order[came]):
                    cuts.setdefault(order[came], []).append((came, at, len(order), holds[at]))
        return order, cuts


@dataclass(frozen=True)
class Region(Connected):
    """That of the nodes which are in one region: a node beside one of it is in no other.

    active: for the literal of each node, that which says that the node is in any region.
    rivals: for each, those that say that it is in another.
    """

    active: Mapping[int, int]
    rivals: Mapping[int, Sequence[int]]

    def shown(self, number: int, view: View) -> list[Shown]:
        """Also that what is beside a node of the region is in no other."""
        found = super().shown(number, view)
        for node in self.near:
            if view.of(node) > 0:
                beside = (other for near in self.near[node] for other in self.rivals[near])
                out = tuple(dict.fromkeys(~other for other in beside if not view.of(other)))
                found += [Shown(number, out, (node,), "beside")] if out else []
        return found


@dataclass(frozen=True)
class Room(Connected):
    """That a region has a number of nodes: what is too far away is not in it, and it needs room.

    rule: the selector of the constraint that says how many.
    """

    size: int

    def shown(self, number: int, view: View) -> list[Shown]:
        """The nodes that are out of reach, and those without which there is not enough room."""
        of = view.of
        inside = [node for node in self.near if of(node) > 0]
        if not inside or len(inside) > self.size:
            return []
        for barred in (set[int](), {node for node in self.near if of(node) < 0}):  # By what is inside alone, if it can.
            reach = self._reach(inside, self.size - len(inside), barred)
            if out := tuple(~node for node in self.near if not of(node) and node not in reach):
                return [Shown(number, out, (*inside, *(self._walls(reach, of) if barred else ())), "far")]
        order, cuts = self._cuts(inside[0], of)
        if len(order) < self.size:
            return [Shown(number, (), (inside[0], *self._walls(order, of)), "room")]
        found = list[Shown]()
        for node, parts in cuts.items():
            beyond = {one for _, start, end, _ in parts for one in order[start:end]}
            here = [one for one in order if one != node and one not in beyond]
            if len(here) < self.size:
                found.append(Shown(number, (node,), (inside[0], *self._walls(here, of)), "room"))
        return found

    def _reach(self, inside: Sequence[int], more: int, barred: Set[int]) -> set[int]:
        """The nodes to which no more than so many others lead from the first of those inside, which do not count."""
        reach, edge, free = {inside[0]}, [inside[0]], {*inside}
        for left in range(more, -1, -1):
            for node in edge:  # It grows.
                new = [other for other in self.near[node] if other in free and other not in reach]
                reach.update(new)
                edge += new
            near = dict.fromkeys(other for node in edge for other in self.near[node]) if left else ()
            edge = [other for other in near if other not in reach and other not in barred]
            reach.update(edge)
        return reach


def rooms(regions: Iterable[Region], counts: Iterable[LiteralSum]) -> Iterator[Room]:
    """The regions whose sizes are known by counts."""
    sizes = {frozenset(count.literals): count for count in counts if count.is_fixed and not count.unless}
    for region in regions:
        if (count := sizes.get(frozenset(region.near))) and {*count.weights} == {1}:
            yield Room(count.rule, region.edges, count.least)


def regions_of(indexes: Iterable[int], rule: int, proto: Any, is_shown: Callable[[int], bool]) -> list[Region]:
    """What is one region each, by constraints of one name: that a literal of a node, with that which says whether one
    beside it is active, implies that of this one, and so the other way round; and each that is active is in one.
    """
    active, implied, rivals = dict[int, int](), set[tuple[int, int]](), dict[int, list[int]]()
    for index in indexes:
        constraint = proto.constraints[index]
        if constraint.has_bool_or() and not constraint.enforcement_literal:
            literals = list(constraint.bool_or.literals)
            hidden = sorted(one for one in literals if not is_shown(max(one, ~one)))
            if len(literals) == 3 and len(hidden) == 2 and hidden[0] < 0 <= hidden[1]:
                active[hidden[1]] = ~next(one for one in literals if one not in hidden)
                implied.add((~hidden[0], hidden[1]))
        elif constraint.has_exactly_one():
            literals = list(constraint.exactly_one.literals)
            rivals.update((one, [other for other in literals if other != one]) for one in literals)
    around: dict[int, list[int]] = {}
    for one, other in implied:
        if (other, one) in implied:
            around.setdefault(one, []).append(other)
    rivals = {one: [other for other in rivals.get(one, ()) if other in around] for one in around}
    found = list[Region]()
    for part in connected_parts(sorted(around), around.__getitem__):
        edges = tuple((one, other) for one in part for other in sorted(around[one]) if one < other)
        found.append(Region(rule, edges, active, rivals))
    return found


def connections_of(
    proto: Any, rule_of: Callable[[int], int], is_shown: Callable[[int], bool]
) -> tuple[list[Connected], set[int]]:
    """What must be connected in a CpModel, and the constraints that say no more than that, by their indices.

    is_shown: whether a variable means something to a reader.

    That is so where constraints of one name have variables of their own, of which at most one is true, and others that
    say of two literals that both are true: these literals are neighbours.  Where all of them are false, each node is
    connected to one of some, and where there are regions round these, as in `cpmodels.constraints.regions`, each region
    is connected.
    """
    groups: dict[int, list[int]] = {}
    users: dict[int, set[int]] = {}
    for index, constraint in enumerate(proto.constraints):
        rule = rule_of(index)
        groups.setdefault(rule, []).append(index)
        for literal in mentioned(constraint):
            users.setdefault(max(literal, ~literal), set()).add(rule)
    own = {variable for variable, rules in users.items() if len(rules) == 1 and not is_shown(variable)}
    found, said = list[Connected](), set[int]()
    for rule, indexes in groups.items():
        edges, inside, is_one = list[tuple[int, int]](), set[int](), False
        hidden = dict[int, list[int]]()
        for index in indexes:
            constraint = proto.constraints[index]
            ours = [literal for literal in mentioned(constraint) if max(literal, ~literal) in own]
            inside.update([index] if ours else ())
            hidden[index] = ours
            is_one |= bool(ours) and constraint.has_at_most_one()
            if constraint.has_bool_and() and ours == list(constraint.enforcement_literal):
                joined = list(constraint.bool_and.literals)
                edges += [(joined[0], joined[1])] if len(joined) == 2 else []
        if edges and is_one:
            found.append(Connected(rule, tuple(edges)))
            said |= inside
        elif edges:
            found += (regions := regions_of(indexes, rule, proto, is_shown))
            nodes = {node for region in regions for node in region.near}
            said |= {index for index in inside if nodes and not nodes.issuperset(hidden[index])}
    return found, said
