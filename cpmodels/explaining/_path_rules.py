"""What a person sees on a board with one path through all cells, from two ways left to the parity of a pocket.

Rules are of two sorts.  Some look at what is known: a cell with just two ways left, a step that would close a loop or
meet the waypoints out of order.  Others try a step, or leave it out, and look whether something is plainly wrong: a
dead end, a part cut off, a pocket whose colours do not balance, a waypoint that can no longer be met in its turn.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, pairwise

from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.graph import connected_parts
from cpmodels.base.lattice import Cell
from cpmodels.base.values import joined, plural
from cpmodels.explaining._account import Deduction
from cpmodels.explaining._circuits import blocks

ON, OFF = 1, -1
HARD = 4
"""The level of what is not seen to be wrong at once."""
LARGEST_POCKET = 24
"""Nobody counts the colours of a larger pocket, and a solver takes long to follow."""


def is_cell(node: Hashable) -> bool:
    """Whether a node of a graph is a cell of a board."""
    return isinstance(node, tuple) and len(node) > 0 and all(type(number) is int for number in node)


@dataclass
class PathGraph:
    """Nodes, the edges that a path may step over, and the constraints on it by their selectors; all count from 0.

    order: the waypoints in turn.
    tips: the nodes at which the path is known to begin or end.
    loose: the nodes at which it may do so besides.
    labels: what the waypoints are called, such as ``"number 3"``, and `noun` all of them.
    through, one_path, ends, number, wall: the selectors: of each node, of all being one piece, of where the ends are,
        of waypoints by node, and of walls by edge.
    """

    nodes: Sequence[Hashable]
    edges: Sequence[tuple[int, int]]
    order: Sequence[int]
    tips: Set[int]
    loose: Set[int]
    noun: str
    labels: Sequence[str]
    through: Sequence[int] = ()
    one_path: int = 0
    ends: tuple[int, ...] = ()
    number: dict[int, int] = field(default_factory=dict)
    wall: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.around: list[list[tuple[int, int]]] = [[] for _ in self.nodes]
        for edge, (a, b) in enumerate(self.edges):
            self.around[a].append((edge, b))
            self.around[b].append((edge, a))
        self.turn = {cell: n for n, cell in enumerate(self.order)}
        every = range(len(self.nodes))
        self.most = [1 if cell in self.tips else 2 for cell in every]
        self.least = [1 if cell in self.loose else most for cell, most in zip(every, self.most, strict=True)]

    @cached_property
    def dark(self) -> list[bool] | None:
        """Whether each cell is dark, on a board that is coloured like a chessboard; None where steps keep a colour."""
        if not all(map(is_cell, self.nodes)):
            return None
        dark = [sum(node) % 2 == 0 for node in self.nodes]  # type: ignore[call-overload]
        return dark if all(dark[a] != dark[b] for a, b in self.edges) else None

    def demands(self, cell: int) -> tuple[int, ...]:
        """The constraints that say how many steps lead to and from a node: one at the ends, two elsewhere."""
        return (self.through[cell], *self.ends, *([self.one_path] if self.loose else []))

    def cells(self, cells: Iterable[int]) -> tuple[Cell, ...]:
        """The nodes that are cells of a board."""
        return tuple(self.nodes[cell] for cell in dict.fromkeys(cells) if is_cell(self.nodes[cell]))  # type: ignore[misc]

    def name(self, cell: int) -> str:
        """A node in words."""
        turn = self.turn.get(cell)
        return f"{self.nodes[cell]}" if turn is None else f"{self.labels[turn]} at {self.nodes[cell]}"

    def those(self, part: Sequence[int]) -> str:
        """Some nodes in words."""
        nodes = [self.nodes[cell] for cell in sorted(part)]
        return joined(nodes) if len(part) <= 3 else f"the {len(part)} cells around {nodes[len(part) // 2]}"


@dataclass(frozen=True)
class Strand:
    """A piece of path: its cells in order, and its waypoints, by their turns, in the same order."""

    cells: list[int]
    met: list[int]

    def nearest(self, tip: int) -> int:
        """The waypoint that is met first from one of its ends."""
        return self.met[0] if self.cells[0] == tip else self.met[-1]


class PathState:
    """What is known of each edge: ON, OFF or 0.

    An edge of which nothing is known is closed where a cell at its end has all the steps that it can have.
    """

    def __init__(self, graph: PathGraph, value: list[int], steps: list[int]) -> None:
        self.graph, self.value, self.steps = graph, value, steps

    @classmethod
    def known(cls, graph: PathGraph, known: Set[int]) -> PathState:
        """The state that some literals are."""
        state = cls(graph, [0] * len(graph.edges), [0] * len(graph.nodes))
        for literal in known:
            state._set(abs(literal) - 1, ON if literal > 0 else OFF)
        return state

    def tried(self, edge: int, value: int) -> PathState:
        """The same with one more edge known."""
        state = PathState(self.graph, self.value.copy(), self.steps.copy())
        state._set(edge, value)
        return state

    def _set(self, edge: int, value: int) -> None:
        self.value[edge] = value
        if value == ON:
            for cell in self.graph.edges[edge]:
                self.steps[cell] += 1

    def is_full(self, cell: int) -> bool:
        """Whether the path cannot step to or from a cell any more."""
        return self.steps[cell] >= self.graph.most[cell]

    @cached_property
    def open(self) -> list[bool]:
        """Of each edge, whether nothing is known of it and no full cell closes it."""
        full = [steps >= most for steps, most in zip(self.steps, self.graph.most, strict=True)]
        return [
            value == 0 and not full[a] and not full[b]
            for value, (a, b) in zip(self.value, self.graph.edges, strict=True)
        ]

    @cached_property
    def passable(self) -> list[bool]:
        """Of each edge, whether the path steps over it or still may."""
        return [value == ON or free for value, free in zip(self.value, self.open, strict=True)]

    def open_edges(self) -> Iterator[tuple[int, int, int]]:
        """The open edges, each with its cells."""
        for edge, (a, b) in enumerate(self.graph.edges):
            if self.open[edge]:
                yield edge, a, b

    def closed(self, edges: Iterable[int]) -> tuple[list[int], list[int]]:
        """Why edges cannot be stepped over: known facts, and constraints."""
        facts, constraints = dict[int, None](), dict[int, None]()
        for edge in edges:
            if self.value[edge] == OFF:
                if edge in self.graph.wall:
                    constraints[self.graph.wall[edge]] = None
                else:
                    facts[-edge - 1] = None
                continue
            cell = next(cell for cell in self.graph.edges[edge] if self.is_full(cell))
            facts.update(dict.fromkeys(self.on_at(cell)))
            constraints.update(dict.fromkeys(self.graph.demands(cell)))
        return list(facts), list(constraints)

    def shut(self, cell: int) -> list[int]:
        """The edges of a cell that the path cannot step over."""
        return [edge for edge, _ in self.graph.around[cell] if not self.passable[edge]]

    def on_at(self, *cells: int) -> list[int]:
        """The known steps to or from some cells, as literals."""
        return [edge + 1 for cell in cells for edge, _ in self.graph.around[cell] if self.value[edge] == ON]

    def parts(self, passable: Sequence[bool], among: Iterable[int]) -> list[list[int]]:
        """Some cells by the parts that edges join."""
        around = self.graph.around
        return connected_parts(among, lambda cell: [near for edge, near in around[cell] if passable[edge]])

    def boundary(self, part: Iterable[int]) -> list[int]:
        """The edges between some cells and all others."""
        inside = set(part)
        return [edge for edge, (a, b) in enumerate(self.graph.edges) if (a in inside) != (b in inside)]

    @cached_property
    def strands(self) -> list[Strand]:
        """The piece of path to which each cell belongs."""
        found: list[Strand | None] = [None] * len(self.graph.nodes)
        turn, around = self.graph.turn, self.graph.around
        for start in sorted(range(len(found)), key=lambda cell: self.steps[cell]):
            if found[start] is None:
                cells, here = {start: None}, start  # Steps that are known may lead through a cell twice.
                while onward := [near for edge, near in around[here] if self.value[edge] == ON and near not in cells]:
                    here = onward[0]
                    cells[here] = None
                strand = Strand([*cells], [turn[cell] for cell in cells if cell in turn])
                for cell in cells:
                    found[cell] = strand
        return [strand for strand in found if strand]

    def deduction(
        self, rule: str, level: int, literals: Iterable[int], because: Iterable[int], constraints: Iterable[int],
        sentence: str, cells: Iterable[int],
    ) -> Deduction:  # fmt: skip
        """What a rule shows; nothing follows where something is plainly wrong."""
        because, constraints = tuple(dict.fromkeys(because)), tuple(dict.fromkeys(constraints))
        return Deduction(rule, level, tuple(literals), because, constraints, sentence, self.graph.cells(cells))

    # --- what is plainly wrong

    def dead_end(self, cells: Iterable[int]) -> Deduction | None:
        """A cell of these from which too few ways lead."""
        for cell in cells:
            shut = self.shut(cell)
            ways = len(self.graph.around[cell]) - len(shut)
            if ways < self.graph.least[cell]:
                facts, constraints = self.closed(shut)
                words = f"{self.graph.name(cell)} would be {'a dead end' if ways else 'shut in'}"
                named = (*self.graph.demands(cell), *constraints)
                return self.deduction("dead end", 3, (), facts, named, words, [cell])
        return None

    def cut_off(self) -> Deduction | None:
        """A part of the board to which no way leads."""
        graph, parts = self.graph, self.parts(self.passable, range(len(self.graph.nodes)))
        if len(parts) < 2:
            return None
        part = min(parts, key=lambda part: (len(graph.tips & {*part}) == 2, len(part)))
        facts, constraints = self.closed(self.boundary(part))
        named = (*(graph.through[cell] for cell in part), *graph.ends, graph.one_path, *constraints)
        words = f"there would be no way to {graph.those(part)}"
        return self.deduction("cut off", 3, (), facts, named, words, part)

    def pocket(self) -> Deduction | None:
        """A pocket in which the dark cells need more steps, or fewer, than the light ones."""
        graph = self.graph
        if graph.dark is None:
            return None
        waiting = [cell for cell, most in enumerate(graph.most) if self.steps[cell] < most]
        for part in sorted(self.parts(self.open, waiting), key=len):
            if len(part) > LARGEST_POCKET or any(graph.least[cell] != graph.most[cell] for cell in part):
                continue
            dark, light = (
                sum(graph.most[cell] - self.steps[cell] for cell in part if graph.dark[cell] is colour)
                for colour in (True, False)
            )
            if dark != light:
                facts, constraints = self.closed(edge for edge in self.boundary(part) if self.value[edge] != ON)
                words = (
                    f"the pocket of {graph.those(part)} could not be filled: every step joins a dark cell and a light "
                    f"one, but the dark cells there need {plural(dark, 'step')} and the light cells {light}"
                )
                named = (*(selector for cell in part for selector in graph.demands(cell)), *constraints)
                return self.deduction("pocket", HARD, (), (*facts, *self.on_at(*part)), named, words, part)
        return None

    def bottleneck(self) -> Deduction | None:
        """A cell that alone joins parts of the board, of which it can serve only one or two."""
        graph, everywhere = self.graph, range(len(self.graph.nodes))
        for cell in self.joints:
            parts = self.parts(self.passable, (other for other in everywhere if other != cell))
            beyond = [
                [near for edge, near in graph.around[cell] if self.value[edge] == ON and near in part]
                for part in map(set, parts)
            ]
            if len(parts) <= graph.most[cell] and max(map(len, beyond)) < 2:
                continue
            part, _ = min(zip(parts, beyond, strict=True), key=lambda each: (len(each[1]) == 1, len(each[0])))
            facts, constraints = self.closed(
                edge for other in parts for edge in self.boundary(other) if not self.passable[edge]
            )
            words = f"{graph.name(cell)} would be the only way to {graph.those(part)}, but it is not free for that"
            named = (*graph.through, *graph.ends, graph.one_path, *constraints)
            return self.deduction("bottleneck", HARD, (), (*facts, *self.on_at(cell)), named, words, [cell, *part])
        return None

    @property
    def joints(self) -> Iterator[int]:
        """The cells without which the others are not in one part: those of several blocks."""
        edges = [ends for ends, passable in zip(self.graph.edges, self.passable, strict=True) if passable]
        found: dict[int, set[int]] = {}
        for ends, block in zip(edges, blocks(edges), strict=True):
            for cell in ends:
                found.setdefault(cell, set()).add(block)
        return (cell for cell in sorted(found) if len(found[cell]) > 1)

    def unreachable(self) -> Deduction | None:
        """A waypoint that can no longer be met right after the one before it."""
        graph, order, strand = self.graph, self.graph.order, self.strands
        label = [-1] * len(strand)  # Of cells without waypoints on their strands, the part of these that they are in.
        for number, part in enumerate(self.parts(self.passable, (i for i, s in enumerate(strand) if not s.met))):
            for cell in part:
                label[cell] = number
        near: dict[int, set[int]] = {}
        for (a, b), passable in zip(graph.edges, self.passable, strict=True):
            if passable:
                for one, other in ((a, b), (b, a)):
                    if label[one] < 0:
                        beyond = id(strand[other]) if label[other] < 0 else -1 - label[other]
                        near.setdefault(id(strand[one]), {id(strand[one])}).add(beyond)
        for turn, (one, other) in enumerate(pairwise(order)):
            here, there = strand[one], strand[other]
            if here is there:
                continue
            ways, others = near.get(id(here), set()), near.get(id(there), set())
            if id(there) in ways or any(way < 0 for way in ways & others):
                continue
            reached = {*here.cells, *(cell for cell, part in enumerate(label) if part >= 0 and -1 - part in ways)}
            rim = self.boundary(reached)
            facts, constraints = self.closed(way for way in rim if not self.passable[way])
            near_by = reached.union(*(graph.edges[way] for way in rim if self.passable[way]))
            met = {cell for at in near_by if strand[at].met for cell in strand[at].cells}
            turns = sorted({turn, turn + 1, *(graph.turn[cell] for cell in met if cell in graph.turn)})
            numbers = [graph.number[order[turn]] for turn in turns]
            around = [graph.through[cell] for cell in sorted(reached | met)]
            named = (*numbers, *around, *graph.ends, graph.one_path, *constraints)
            words = f"every way from {graph.labels[turn]} to {graph.labels[turn + 1]} would pass another {graph.noun}"
            return self.deduction(
                "too early", HARD, (), (*facts, *self.on_at(*sorted(met))), named, words, [one, other]
            )
        return None


def deductions(graph: PathGraph, known: Set[int], hardest: int) -> Iterator[Deduction]:
    """What the rules up to a level show, level by level."""
    state = PathState.known(graph, known)
    yield from _ways_left(state)
    yield from _loops(state)
    yield from _out_of_order(state)
    yield from _through(state)
    yield from _tried(state, hard=False)
    if hardest >= HARD:
        yield from _tried(state, hard=True)


def _ways_left(state: PathState) -> Iterator[Deduction]:
    """Cells with as many ways left as they need."""
    graph = state.graph
    for cell, least in enumerate(graph.least):
        ways = [edge for edge, _ in graph.around[cell] if state.passable[edge]]
        new = [edge + 1 for edge in ways if state.value[edge] != ON]
        if state.steps[cell] <= graph.most[cell] and (len(ways) > least or (len(ways) == least and not new)):
            continue
        name, named = graph.name(cell), graph.demands(cell)
        if state.steps[cell] > graph.most[cell]:
            words = f"the path would {'not begin or end at' if cell in graph.tips else 'go twice through'} {name}"
            yield state.deduction("twice", 1, (), state.on_at(cell), named, words, [cell])
            continue
        facts, constraints = state.closed(state.shut(cell))
        rule, words = "dead end", f"{name} is a dead end"
        if len(ways) == least:
            rule, what = ("one way left", "it") if least == 1 else ("two ways left", "both")
            words = f"{name} has only {rule}, so the path takes {what}"
        literals = new if len(ways) == least else []
        yield state.deduction(rule, 1, literals, facts, (*named, *constraints), words, [cell])


def _loops(state: PathState) -> Iterator[Deduction]:
    """Steps that would close a loop, or end the path before it has visited all cells."""
    graph, nodes = state.graph, state.graph.nodes
    for edge, a, b in state.open_edges():
        one, other = state.strands[a], state.strands[b]
        on = state.on_at(*one.cells, *other.cells)
        if one is other:
            words = f"a step between {nodes[a]} and {nodes[b]}, the two ends of a piece of the path, would close a loop"
            named = (*(graph.through[cell] for cell in one.cells), graph.one_path)
            yield state.deduction("loop", 2, [-edge - 1], on, named, words, one.cells)
        elif (
            len(one.cells) + len(other.cells) < len(nodes)
            and len(graph.tips) > 1
            and graph.tips <= {*one.cells, *other.cells}
        ):
            words = f"with a step between {nodes[a]} and {nodes[b]} the path would end before it has visited all cells"
            named = (*graph.through, *graph.ends, graph.one_path)
            yield state.deduction("end too early", 2, [-edge - 1], on, named, words, [a, b])


def _out_of_order(state: PathState) -> Iterator[Deduction]:
    """Steps that would lead from a waypoint to one that does not come next."""
    graph = state.graph
    for edge, a, b in state.open_edges():
        one, other = state.strands[a], state.strands[b]
        if one is other or not (one.met and other.met):
            continue
        low, high = sorted((one.nearest(a), other.nearest(b)))
        if high - low != 1:
            between, last = graph.labels[low + 1], graph.labels[high - 1].removeprefix(graph.noun)
            if high > low + 2:
                between = f"{between.replace(graph.noun, f'{graph.noun}s', 1)} to{last}"
            step = f"a step between {graph.nodes[a]} and {graph.nodes[b]}"
            words = f"{step} would lead from {graph.labels[low]} to {graph.labels[high]} without {between}"
            met, ends = [*one.cells, *other.cells], [graph.order[low], graph.order[high]]
            named = (*(graph.through[cell] for cell in met), *(graph.number[cell] for cell in ends))
            yield state.deduction("order", 2, [-edge - 1], state.on_at(*met), named, words, [a, b, *ends])


def _through(state: PathState) -> Iterator[Deduction]:
    """Ways through a cell: those that fit no other, and those that each pair of ways has."""
    graph = state.graph
    for cell in range(len(graph.nodes)):
        if state.steps[cell] or graph.least[cell] < 2:
            continue
        ways = [(edge, near) for edge, near in graph.around[cell] if state.open[edge]]
        pairs = [pair for pair in combinations(ways, 2) if not _clash(state, pair[0][1], cell, pair[1][1])]
        never = [way for way in ways if not any(way in pair for pair in pairs)]
        always = [way for way in ways if pairs and all(way in pair for pair in pairs)]
        if len(pairs) == len(ways) * (len(ways) - 1) // 2 or not (never or always or not pairs):
            continue
        beyond = [state.strands[near] for _, near in ways]
        met = sorted({cell for strand in beyond for cell in strand.cells} | {cell})
        facts, constraints = state.closed(state.shut(cell))
        turns = sorted({turn for strand in (*beyond, state.strands[cell]) for turn in strand.met})
        named = (
            *(graph.through[other] for other in met), *graph.ends,
            *(graph.number[graph.order[turn]] for turn in turns), graph.one_path, *constraints,
        )  # fmt: skip
        literals = [-edge - 1 for edge, _ in never] if pairs else []
        literals += [edge + 1 for edge, _ in always]
        where, why = graph.name(cell), f"would {f'put {graph.noun}s out of order or ' * bool(graph.order)}close a loop"
        to = joined([graph.nodes[near] for near in sorted(near for _, near in always or never)])
        if not pairs:
            words = f"any two of the ways that lead from {where} {why}"
        elif always:
            words = f"the path goes from {where} to {to}, as any other two of its ways {why}"
        else:
            words = f"the path does not go from {where} to {to}, as that {why} with any other way"
        because = (*facts, *state.on_at(*met))
        yield state.deduction("through", 3, literals, because, named, words, [cell, *(near for _, near in ways)])


def _clash(state: PathState, a: int, cell: int, b: int) -> bool:
    """Whether the path cannot come from one cell, go through another and on to a third."""
    one, other = state.strands[a], state.strands[b]
    if one is other:
        return len(one.cells) + 1 < len(state.graph.nodes)
    near = [strand.nearest(tip) for strand, tip in ((one, a), (other, b)) if strand.met]
    turn = state.graph.turn.get(cell)
    met = near if turn is None else [near[0], turn, *near[1:]] if one.met else [turn, *near]
    return any(abs(x - y) != 1 for x, y in pairwise(met)) or (len(met) == 3 and met[0] + met[2] != 2 * met[1])


def _tried(state: PathState, *, hard: bool) -> Iterator[Deduction]:
    """Steps that go wrong at once when they are taken, or left out."""
    graph = state.graph
    if hard:  # Something is wrong as it is.
        yield from filter(None, (state.cut_off(), state.pocket(), state.bottleneck(), state.unreachable()))
    for edge, a, b in state.open_edges():
        checkpoint()
        for value in (ON, OFF):
            tried = state.tried(edge, value)
            near = {c for cell in (a, b) if tried.is_full(cell) for _, c in graph.around[cell]} | {a, b}
            wrong = (
                (tried.pocket() or tried.bottleneck() or tried.unreachable())
                if hard
                else (tried.dead_end(near) or tried.cut_off())
            )
            if wrong:
                step, supposed = f"{graph.nodes[a]} and {graph.nodes[b]}", value * (edge + 1)
                start = f"if the path went between {step}" if value == ON else f"without a step between {step}"
                yield replace(
                    wrong, literals=(-supposed,), because=tuple(fact for fact in wrong.because if fact != supposed),
                    sentence=f"{start}, {wrong.sentence}",
                    cells=tuple(dict.fromkeys((*graph.cells((a, b)), *wrong.cells))),
                )  # fmt: skip
                break
