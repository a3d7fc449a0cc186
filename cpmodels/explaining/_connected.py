"""What it shows that some nodes of a graph must be connected: what is cut off, and what alone joins two parts.

The constraints that say so (`cpmodels.constraints.connected`) are many, of Booleans that mean nothing to a reader.
They are known by their form, and what they show is seen from the graph.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

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
        for node, (at, start, end) in cuts.items():
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

    def _cuts(self, root: int, of: Callable[[int], int]) -> tuple[list[int], dict[int, tuple[int, int, int]]]:
        """The nodes to which others lead from one that is true, and those of them without which one would be cut off
        that is true: each by its place, and where those beyond it begin and end.

        By depth-first search, as `cpmodels.explaining._circuits.blocks`.
        """
        order, cuts = [root], dict[int, tuple[int, int, int]]()
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
                if holds[at]:
                    holds[came] = True
                    if low[at] >= came and not of(order[came]):
                        cuts.setdefault(order[came], (came, at, len(order)))
        return order, cuts


def connections_of(
    proto: Any, rule_of: Callable[[int], int], is_shown: Callable[[int], bool]
) -> tuple[list[Connected], set[int]]:
    """What must be connected in a CpModel, and the constraints that say no more than that, by their indices.

    is_shown: whether a variable means something to a reader.

    That is so where constraints of one name have variables of their own, of which at most one is true, and others that
    say of two literals that both are true: these literals are neighbours.
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
        for index in indexes:
            constraint = proto.constraints[index]
            ours = [literal for literal in mentioned(constraint) if max(literal, ~literal) in own]
            inside.update([index] if ours else ())
            is_one |= bool(ours) and constraint.has_at_most_one()
            if constraint.has_bool_and() and ours == list(constraint.enforcement_literal):
                joined = list(constraint.bool_and.literals)
                edges += [(joined[0], joined[1])] if len(joined) == 2 else []
        if edges and is_one:
            found.append(Connected(rule, tuple(edges)))
            said |= inside
    return found, said
