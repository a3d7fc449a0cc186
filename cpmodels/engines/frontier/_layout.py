"""The choices of a net in an order, as the operations of the kernel: what each of them does to a state."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from heapq import heappop, heappush
from itertools import accumulate
from typing import Any

import numpy as np

from cpmodels.base._checkpoints import checkpoint
from cpmodels.engines.frontier._codes import (
    CHOOSE,
    EDGE,
    ENDS,
    ENTER,
    LEAVE,
    LINK,
    MATE,
    NEED,
    PART,
    PATH,
    RULE,
    SETS,
    WEIGHTS,
    WIDTH,
    WORD,
    Ints,
    Words,
)
from cpmodels.engines.frontier._rules import Allowed, Transitions

GROWTH = 3.0
"""How many times as many states there are, about, with a vertex more in the frontier."""

MOST_SIZE = 600.0
"""Sizes that are larger are taken for this one, as powers of them are no numbers of 64 bits."""


@dataclass
class Net:
    """Choices by numbers, each of them made or not, and what is counted.

    mode: one loop, one path, paths between pairs of ends, or sets of choices that meet the rules.
    choices: what they are: edges as pairs of nodes, or the meanings of options.
    nodes: what they are.
    touches: for each choice the nodes that are near it: those that an edge joins, or the items of an option.
    ways: how each edge may be walked: 0 for both ways.
    skipped: which nodes, or which choices of a cover, may be left out.
    ends: of each node or choice, whether a path may begin there (1), end there (2), or both (3), but need not.
    labels: the nodes at which a path begins or ends for certain, with the number of the path and the way there.
    waypoints: the nodes that are met in this order.
    rules: each with its choices by number.
    linked: of choices that are to be connected, each with those beside it.
    may_be_empty: whether no edge at all is a solution.
    is_directed: whether it matters in which direction a path is walked.
    """

    mode: int
    choices: Sequence[Any]
    nodes: Sequence[Any]
    touches: Sequence[tuple[int, ...]]
    rules: Sequence[tuple[Allowed, Sequence[int]]] = ()
    linked: Mapping[int, Sequence[int]] = field(default_factory=dict)
    ways: Sequence[int] = ()
    skipped: Sequence[bool] = ()
    ends: Sequence[int] = ()
    labels: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    waypoints: Sequence[int] = ()
    may_be_empty: bool = False
    is_directed: bool = False


@dataclass(frozen=True, eq=False)
class Program:
    """What the kernel does, layer by layer.

    layers: for each, rows of an operation and its numbers.
    choices: for each layer what is chosen or left out.
    weights: how many solutions a state stands for after the last layer, by its flag.
    width: the most vertices or, of a cover, items that are in the frontier at a time.
    sizes: the logarithms of about how many states there are at each layer, to the base `GROWTH`.
    is_empty: whether it is plain that there is nothing to be counted.
    """

    head: Ints
    fields: Words
    layers: Sequence[Ints]
    table: Ints
    choices: Sequence[Sequence[Any]]
    weights: Mapping[int, int]
    width: int
    sizes: Sequence[float]
    is_empty: bool = False

    @property
    def state_bytes(self) -> int:
        """How much memory a state takes, about, with a count of one word: its row and place, twice while they grow."""
        return 2 * (8 * int(self.head[WIDTH]) + 8 + 8)

    def ahead(self, layer: int) -> list[float]:
        """How many times as many states as at a layer there are, about, there and at each that comes."""
        now = self.sizes[layer]
        return [math.pow(GROWTH, min(size - now, MOST_SIZE)) for size in self.sizes[layer:]]


class Layout:
    """The choices in an order, those of a group together, and what is in the frontier at each group."""

    def __init__(self, net: Net, groups: Sequence[Sequence[int]]) -> None:
        self._net, self._groups = net, groups
        self._joins: Sequence[Sequence[int]] = net.touches
        if net.mode == SETS:  # What is to be connected is in the frontier as vertices are.
            self._joins = [
                (choice, *net.linked[choice]) if choice in net.linked else () for choice in range(len(net.choices))
            ]
        first: dict[int, int] = {}
        last: dict[int, int] = {}
        place: dict[int, tuple[int, int]] = {}
        for position, group in enumerate(groups):
            for i, choice in enumerate(group):
                place[choice] = (position, i)
                for node in self._joins[choice]:
                    first.setdefault(node, position)
                    last[node] = position
        self._place = place
        if net.mode == SETS:  # One by one, from when it is decided.
            first = {choice: place[choice][0] for choice in net.linked}
        self._rules = [
            (allowed, sorted(range(len(choices)), key=lambda i: place[choices[i]]), choices)
            for allowed, choices in net.rules
        ]
        self._node_spans = {node: (position, last[node]) for node, position in first.items()}
        self._rule_spans = {
            number: (place[choices[order[0]]][0], place[choices[order[-1]]][0])
            for number, (_, order, choices) in enumerate(self._rules)
            if order
        }
        nodes, rules = (self._held(spans.values()) for spans in (self._node_spans, self._rule_spans))
        held = [sum(both) for both in zip(nodes, rules, strict=True)] if net.mode == SETS else nodes
        self._width = max(held, default=0)
        self._sizes = [seen + begun for seen, begun in zip(nodes, self._begun(), strict=True)]

    def _held(self, spans: Iterable[tuple[int, int]]) -> list[int]:
        """How many of some spans of layers each layer is in."""
        change = [0] * (len(self._groups) + 1)
        for begin, end in spans:
            change[begin] += 1
            change[end + 1] -= 1
        return list(accumulate(change[:-1]))

    def _begun(self) -> list[float]:
        """How much the rules that are begun count at each layer, beside the vertices of the frontier.

        A rule of which a share of the choices is decided is as good as met with this chance: that is its entropy.
        """
        change = [0.0] * (len(self._groups) + 1)
        for _, _, choices in self._rules:
            shares = _entropies(len(choices))
            for i, position in enumerate(sorted(self._place[choice][0] for choice in choices)):
                change[position] += shares[i + 1] - shares[i]
        return list(accumulate(change[:-1]))

    @property
    def cost(self) -> float:
        """About how many states there are, up to a factor."""
        return sum(math.pow(GROWTH, min(size, MOST_SIZE)) for size in self._sizes)

    def program(self) -> Program:
        """The operations."""
        net = self._net
        transitions = Transitions()
        steps: dict[int, list[tuple[int, int]]] = defaultdict(list)  # the rules of each choice, with their tables
        impossible = False
        bits: dict[int, int] = {}
        for number, (allowed, order, choices) in enumerate(self._rules):
            checkpoint()
            levels = transitions.of(allowed, order)
            if levels is None:
                impossible = True
                continue
            offsets, bits[number] = levels
            for i, offset in zip(order, offsets, strict=True):
                steps[choices[i]].append((number, offset))
        isolated = [] if net.mode == SETS else [i for i in range(len(net.nodes)) if i not in self._node_spans]
        impossible |= any(not net.skipped[i] or i in net.labels for i in isolated)
        # Slots are given out before the operations are written, as the codes of labels come after them.
        slot, slots = given_out(self._node_spans)
        rule_slot, rule_slots = given_out(self._rule_spans)
        rule_bits = [0] * rule_slots
        for number, at in rule_slot.items():
            rule_bits[at] = max(rule_bits[at], bits.get(number, 0))
        first_rule = slots + 2  # after the flag and the number of ends
        labels = 1 + max((label for label, _ in net.labels.values()), default=0) if net.labels or any(net.ends) else 0
        code_bits = (MATE + slots + labels - 1).bit_length()
        fields = self._fields(slots, code_bits, rule_bits)
        layers = []
        fixed = 0
        for _, way in net.labels.values():
            fixed = int(ENDS[fixed, way])
        left = Counter(node for joined in self._joins for node in joined)
        # At its end a path leads out, at its beginning in.
        may_end = [may | (3 - may << 2 if net.is_directed and may else 0) for may in net.ends]
        number_of = {node: n for n, node in enumerate(net.waypoints, 1)}
        for position, group in enumerate(self._groups):
            checkpoint()
            rows: list[tuple[int, ...]] = [(ENTER, slots + 1, fixed, 0)] if net.labels and not position else []
            joined = list(dict.fromkeys(node for choice in group for node in self._joins[choice]))
            for node in joined:
                label, way = net.labels.get(node, (None, 0))
                code = 0 if label is None else MATE + slots + label
                if self._node_spans[node][0] == position and (code or node in number_of):
                    lead = (way if net.is_directed else 0) | number_of.get(node, 0) << 2
                    rows.append((ENTER, slot[node], code | lead << code_bits, 0))
            for choice in group:
                if net.mode == SETS:
                    rows += [(CHOOSE, slot[choice], 0, 0)] if choice in net.linked else []
                else:
                    i, j = self._joins[choice]
                    rows.append((EDGE, slot[i], slot[j], net.ways[choice]))
                    left[i] -= 1
                    left[j] -= 1
            for choice in group:
                decided = [other for other in net.linked.get(choice, ()) if self._place[other] < self._place[choice]]
                rows += [(LINK, slot[choice], slot[other], 0) for other in decided]
                rows += [(RULE, first_rule + rule_slot[number], offset, 0) for number, offset in steps[choice]]
            for node in joined:
                if self._node_spans[node][1] == position:
                    what = PART if net.mode == SETS else LEAVE
                    rows.append((what, slot[node], int(net.skipped[node]), may_end[node]))
                elif left[node] == 1 and not net.skipped[node] and node not in net.labels:
                    rows.append((NEED, slot[node], 0, may_end[node]))
            layers.append(np.array(rows, np.int64).reshape(-1, 4))
        return Program(
            head=np.array([net.mode, slots, int(fields[0].max()) + 1, code_bits], np.int64),
            fields=fields,
            layers=layers,
            table=transitions.table,
            choices=[[net.choices[choice] for choice in group] for group in self._groups],
            weights={**WEIGHTS[net.mode], **({0: 1} if net.may_be_empty else {})},
            width=self._width,
            sizes=self._sizes,
            is_empty=impossible,
        )

    def _fields(self, slots: int, bits: int, rule_bits: Sequence[int]) -> Words:
        """The word, shift and mask of each field, which is 0 for one that is not kept: no field lies in two words."""
        net = self._net
        directed = 2 + len(net.waypoints).bit_length() if net.is_directed else 0
        sizes = [*[bits + directed] * slots, 2, 3 * (net.mode == PATH), *rule_bits]
        rows, word, shift = [], 0, 0
        for size in sizes:
            if shift + size > WORD:
                word, shift = word + 1, 0
            rows.append((word, shift % WORD, (1 << size) - 1))
            shift += size
        return np.array(rows, np.uint64).T.copy()


def given_out(spans: Mapping[int, tuple[int, int]]) -> tuple[dict[int, int], int]:
    """A slot for each from the layer at which it begins to that at which it ends, and how many slots that takes."""
    slot: dict[int, int] = {}
    free, held = list[int](), list[tuple[int, int]]()
    for number, (begin, end) in sorted(spans.items(), key=lambda item: item[1][0]):
        while held and held[0][0] < begin:
            heappush(free, heappop(held)[1])
        slot[number] = heappop(free) if free else len(held)
        heappush(held, (end, slot[number]))
    return slot, 1 + max(slot.values(), default=-1)


@cache
def _entropies(size: int) -> Sequence[float]:
    """For none to all of so many choices, the entropy of an event with the chance of their share, in `GROWTH`."""
    shares = [number / size for number in range(1, size)]
    inner = [-(share * math.log(share, GROWTH) + (1 - share) * math.log(1 - share, GROWTH)) for share in shares]
    return [0.0, *inner, 0.0]
