"""What a person sees on the board of a ZIP, from two ways left to the parity of a pocket.

Rules are of two sorts.  Some look at what is known: a cell with just two ways left, a step that would close a loop or
meet the numbers out of order.  Others try a step, or leave it out, and look whether something is plainly wrong: a dead
end, a part cut off, a pocket whose colours do not balance, a number that can no longer be met in its turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from cpmodels.explaining import Deduction, joined
from cpmodels.lattice import Cell

if TYPE_CHECKING:
    from cpmodels.explanations.zip import ZipAccount

ON, OFF = 1, -1
HARD = 4
"""The level of what it takes more than a glance to see is wrong."""
LARGEST_POCKET = 24
"""Nobody counts the colours of a larger pocket, and a solver takes long to follow."""


class Board:
    """The cells of a board and the edges between them, which the path may step over, both counted from 0.

    edge: the number of the edge between two cells, in either order.
    around: for each cell its edges, each with the cell beyond.
    """

    def __init__(self, rows: int, cols: int) -> None:
        self.cells: list[Cell] = [(row, col) for row in range(rows) for col in range(cols)]
        self.place = {cell: i for i, cell in enumerate(self.cells)}
        self.edges: list[tuple[int, int]] = []
        self.edge: dict[tuple[Cell, Cell], int] = {}
        self.around: list[list[tuple[int, int]]] = [[] for _ in self.cells]
        for (row, col), i in self.place.items():
            for other in ((row, col + 1), (row + 1, col)):
                if (j := self.place.get(other)) is not None:
                    edge = self.edge[(row, col), other] = self.edge[other, (row, col)] = len(self.edges)
                    self.edges.append((i, j))
                    self.around[i].append((edge, j))
                    self.around[j].append((edge, i))


@dataclass(frozen=True)
class Flaw:
    """Something plainly wrong: what rule says so, how hard that is to see, the reason in words, and what implies it."""

    rule: str
    level: int
    words: str
    because: tuple[int, ...]
    constraints: tuple[int, ...]
    cells: tuple[int, ...]


class State:
    """What is known of each edge: ON, OFF or 0.

    An edge of which nothing is known is closed where a cell at its end has all the steps that it can have.
    """

    def __init__(self, of: ZipAccount, value: list[int], steps: list[int]) -> None:
        self.of, self.board, self.value, self.steps = of, of.board, value, steps
        self.most, self.least = of.most, of.least

    @classmethod
    def known(cls, of: ZipAccount, known: Set[int]) -> State:
        """The state that some literals are."""
        value, steps = [0] * len(of.board.edges), [0] * len(of.board.cells)
        for literal in known:
            value[abs(literal) - 1] = ON if literal > 0 else OFF
            if literal > 0:
                for cell in of.board.edges[literal - 1]:
                    steps[cell] += 1
        return cls(of, value, steps)

    def tried(self, edge: int, value: int) -> State:
        """The same with one more edge known."""
        values, steps = self.value.copy(), self.steps.copy()
        values[edge] = value
        if value == ON:
            for cell in self.board.edges[edge]:
                steps[cell] += 1
        return State(self.of, values, steps)

    def is_full(self, cell: int) -> bool:
        """Whether the path cannot step to or from a cell any more."""
        return self.steps[cell] >= self.most[cell]

    @cached_property
    def open(self) -> list[bool]:
        """Of each edge, whether nothing is known of it and no full cell closes it."""
        full = [steps >= most for steps, most in zip(self.steps, self.most, strict=True)]
        return [
            value == 0 and not full[a] and not full[b]
            for value, (a, b) in zip(self.value, self.board.edges, strict=True)
        ]

    def open_at(self, cell: int) -> list[tuple[int, int]]:
        """The open edges of a cell, each with the cell beyond."""
        is_open = self.open
        return [(edge, near) for edge, near in self.board.around[cell] if is_open[edge]]

    def closed(self, edges: Iterable[int]) -> tuple[list[int], list[int]]:
        """Why edges cannot be stepped over: known facts, and constraints."""
        facts: dict[int, None] = {}
        constraints: dict[int, None] = {}
        for edge in edges:
            if self.value[edge] == OFF:
                if edge in self.of.wall:
                    constraints[self.of.wall[edge]] = None
                else:
                    facts[-edge - 1] = None
                continue
            cell = next((cell for cell in self.board.edges[edge] if self.is_full(cell)), None)
            if cell is not None:
                facts.update(dict.fromkeys(self.on_at(cell)))
                constraints.update(dict.fromkeys(self.of.demands(cell)))
        return list(facts), list(constraints)

    def on_at(self, cell: int) -> list[int]:
        """The known steps to or from a cell, as literals."""
        return [edge + 1 for edge, _ in self.board.around[cell] if self.value[edge] == ON]

    def parts(self, passable: Sequence[bool], among: Iterable[int]) -> list[list[int]]:
        """Some cells by the parts that edges join."""
        left = dict.fromkeys(among)
        found = []
        while left:
            part = [left.popitem()[0]]
            for cell in part:
                for edge, near in self.board.around[cell]:
                    if passable[edge] and near in left:
                        del left[near]
                        part.append(near)
            found.append(part)
        return found

    @cached_property
    def passable(self) -> list[bool]:
        """Of each edge, whether the path steps over it or still may."""
        return [value == ON or free for value, free in zip(self.value, self.open, strict=True)]

    def boundary(self, part: Iterable[int]) -> list[int]:
        """The edges between some cells and all others."""
        inside = set(part)
        return [edge for edge, (a, b) in enumerate(self.board.edges) if (a in inside) != (b in inside)]

    # --- what is plainly wrong

    def dead_end(self, cells: Iterable[int]) -> Flaw | None:
        """A cell of these from which too few ways lead."""
        for cell in cells:
            ways = sum(self.passable[edge] for edge, _ in self.board.around[cell])
            if ways < self.least[cell]:
                shut = [edge for edge, _ in self.board.around[cell] if not self.passable[edge]]
                facts, constraints = self.closed(shut)
                words = f"{self.name(cell)} would be {'a dead end' if ways else 'shut in'}"
                return Flaw("dead end", 3, words, tuple(facts), (*self.of.demands(cell), *constraints), (cell,))
        return None

    def cut_off(self) -> Flaw | None:
        """A part of the board to which no way leads."""
        parts = self.parts(self.passable, range(len(self.board.cells)))
        if len(parts) == 1:
            return None
        ends = {cell for cell, most in enumerate(self.most) if most == 1}
        part = min(parts, key=lambda part: (len(ends.intersection(part)) == 2, len(part)))
        facts, constraints = self.closed(self.boundary(part))
        words = f"there would be no way to {self.those(part)}"
        named = (*self.of.cells_of(part), *self.of.ends, self.of.one_path, *constraints)
        return Flaw("cut off", 3, words, tuple(facts), named, tuple(part))

    def pocket(self) -> Flaw | None:
        """A pocket in which the dark cells need more steps, or fewer, than the light ones."""
        waiting = [cell for cell in range(len(self.board.cells)) if self.steps[cell] < self.most[cell]]
        for part in sorted(self.parts(self.open, waiting), key=len):
            if len(part) > LARGEST_POCKET or any(self.least[cell] != self.most[cell] for cell in part):
                continue
            wanted = [0, 0]
            for cell in part:
                wanted[sum(self.board.cells[cell]) % 2] += self.most[cell] - self.steps[cell]
            if wanted[0] != wanted[1]:
                facts, constraints = self.closed(edge for edge in self.boundary(part) if self.value[edge] != ON)
                on = [literal for cell in part for literal in self.on_at(cell)]
                words = (
                    f"the pocket of {self.those(part)} could not be filled: every step joins a dark cell and a light "
                    f"one, but the dark cells there need {wanted[0]} steps and the light cells {wanted[1]}"
                )
                named = tuple(selector for cell in part for selector in self.of.demands(cell))
                return Flaw("pocket", 4, words, (*facts, *on), (*named, *constraints), tuple(part))
        return None

    def bottleneck(self) -> Flaw | None:
        """A cell that alone joins parts of the board, of which it can serve only so many."""
        everywhere = range(len(self.board.cells))
        for cell in self.joints:
            parts = self.parts(self.passable, (other for other in everywhere if other != cell))
            beyond = [
                [near for edge, near in self.board.around[cell] if self.value[edge] == ON and near in part]
                for part in map(set, parts)
            ]
            if len(parts) <= self.most[cell] and max(map(len, beyond)) < 2:
                continue
            part, _ = min(zip(parts, beyond, strict=True), key=lambda each: (len(each[1]) == 1, len(each[0])))
            facts, constraints = self.closed(
                edge for other in parts for edge in self.boundary(other) if not self.passable[edge]
            )
            words = f"{self.name(cell)} would be the only way to {self.those(part)}, but it is not free for that"
            named = (*self.of.cells_of(everywhere), *self.of.ends, self.of.one_path, *constraints)
            return Flaw("bottleneck", 4, words, (*facts, *self.on_at(cell)), named, (cell, *part))
        return None

    @property
    def joints(self) -> Iterator[int]:
        """The cells without which the others are not in one part.

        R. Tarjan, *Depth-first search and linear graph algorithms*, 1972, without recursion.
        """
        seen, low, parent = {0: 0}, {0: 0}, {0: -1}
        found: set[int] = set()
        stack = [(0, iter(self.board.around[0]))]
        roots = 0
        while stack:
            cell, ways = stack[-1]
            for edge, near in ways:
                if not self.passable[edge]:
                    continue
                if near not in seen:
                    seen[near] = low[near] = len(seen)
                    parent[near] = cell
                    stack.append((near, iter(self.board.around[near])))
                    break
                if near != parent[cell]:
                    low[cell] = min(low[cell], seen[near])
            else:
                stack.pop()
                if stack:
                    above = stack[-1][0]
                    low[above] = min(low[above], low[cell])
                    if above == 0:
                        roots += 1
                    elif low[cell] >= seen[above]:
                        found.add(above)
        yield from sorted(found)
        if roots > 1:
            yield 0

    def unreachable(self) -> Flaw | None:
        """A number that can no longer be met right after the one before it."""
        place, strand = self.of.numbered, self.strands
        label = [-1] * len(strand)  # Of cells without numbers on their strands, the part of these that they are in.
        for number, part in enumerate(self.parts(self.passable, (i for i, s in enumerate(strand) if not s.numbers))):
            for cell in part:
                label[cell] = number
        near: dict[int, set[int]] = {}
        for (a, b), passable in zip(self.board.edges, self.passable, strict=True):
            if passable:
                for one, other in ((a, b), (b, a)):
                    if label[one] < 0:
                        beyond = id(strand[other]) if label[other] < 0 else -1 - label[other]
                        near.setdefault(id(strand[one]), {id(strand[one])}).add(beyond)
        for number in range(1, len(place)):
            here, there = strand[place[number - 1]], strand[place[number]]
            if here is there:
                continue
            ways, others = near.get(id(here), set()), near.get(id(there), set())
            if id(there) in ways or any(way < 0 for way in ways & others):
                continue
            reached = {*here.cells, *(cell for cell, part in enumerate(label) if part >= 0 and -1 - part in ways)}
            facts, constraints = self.closed(way for way in self.boundary(reached) if not self.passable[way])
            numbers = {n for cell in reached for n in strand[cell].numbers}
            met = [cell for n in numbers for cell in strand[place[n - 1]].cells]
            named = [self.of.number[place[n - 1]] for n in sorted({number, number + 1, *numbers})]
            on = [literal for cell in (*met, *here.cells) for literal in self.on_at(cell)]
            words = f"every way from number {number} to number {number + 1} would pass another number"
            around = self.of.cells_of(sorted({*reached, *met}))
            return Flaw(
                "too early",
                4,
                words,
                (*facts, *on),
                (*named, *around, self.of.one_path, *constraints),
                (place[number - 1], place[number]),
            )
        return None

    @cached_property
    def strands(self) -> list[Strand]:
        """The piece of path to which each cell belongs."""
        found: list[Strand | None] = [None] * len(self.board.cells)
        number = {cell: n for n, cell in enumerate(self.of.numbered, 1)}
        for start in sorted(range(len(found)), key=lambda cell: self.steps[cell]):
            if found[start] is None:
                cells, before = [start], -1
                while True:
                    onward = [
                        near
                        for edge, near in self.board.around[cells[-1]]
                        if self.value[edge] == ON and near != before and near != start
                    ]
                    if not onward:
                        break
                    before = cells[-1]
                    cells.append(onward[0])
                strand = Strand(cells, [number[cell] for cell in cells if cell in number])
                for cell in cells:
                    found[cell] = strand
        return [strand for strand in found if strand]

    def name(self, cell: int) -> str:
        """A cell in words."""
        number = self.of.number_at.get(cell)
        return f"{self.board.cells[cell]}" if number is None else f"number {number} at {self.board.cells[cell]}"

    def those(self, part: Sequence[int]) -> str:
        """Some cells in words."""
        cells = sorted(self.board.cells[cell] for cell in part)
        return joined(cells) if len(part) <= 3 else f"the {len(part)} cells around {cells[len(part) // 2]}"


@dataclass(frozen=True)
class Strand:
    """A piece of path: its cells in order, and its numbers in the same order."""

    cells: list[int]
    numbers: list[int]

    def __contains__(self, cell: int) -> bool:
        return cell in self.cells


def deductions(of: ZipAccount, known: Set[int], hardest: int) -> Iterator[Deduction]:
    """What the rules up to a level show, level by level."""
    state = State.known(of, known)
    yield from _ways_left(state)
    yield from _loops(state)
    yield from _out_of_order(state)
    yield from _through(state)
    yield from _tried(state, hard=False)
    if hardest >= HARD:
        yield from _tried(state, hard=True)


def _deduction(
    state: State,
    rule: str,
    level: int,
    literals: Iterable[int],
    because: Iterable[int],
    constraints: Iterable[int],
    sentence: str,
    cells: Iterable[int],
) -> Deduction:
    literals = tuple(literals)
    given = {*literals, *(-literal for literal in literals)}
    return Deduction(
        rule,
        level,
        literals,
        tuple(dict.fromkeys(fact for fact in because if fact not in given)),
        tuple(dict.fromkeys(constraints)),
        sentence,
        tuple(state.board.cells[cell] for cell in dict.fromkeys(cells)),
    )


def _ways_left(state: State) -> Iterator[Deduction]:
    """Cells with as many ways left as they need."""
    of = state.of
    for cell in range(len(state.board.cells)):
        if state.steps[cell] > state.most[cell]:
            words = f"the path would go through {state.name(cell)} twice"
            yield _deduction(state, "twice", 1, (), state.on_at(cell), of.demands(cell), words, [cell])
            continue
        ways = [edge for edge, _ in state.board.around[cell] if state.passable[edge]]
        if len(ways) > state.least[cell]:
            continue
        new = [edge + 1 for edge in ways if state.value[edge] != ON]
        if not new and len(ways) == state.least[cell]:
            continue
        facts, constraints = state.closed(edge for edge, _ in state.board.around[cell] if not state.passable[edge])
        one = state.least[cell] == 1
        if len(ways) < state.least[cell]:
            words = f"{state.name(cell)} is a dead end"
            yield _deduction(state, "dead end", 1, (), facts, (*of.demands(cell), *constraints), words, [cell])
        else:
            rule, what = ("one way left", "it") if one else ("two ways left", "both")
            words = f"{state.name(cell)} has only {rule}, so the path takes {what}"
            yield _deduction(state, rule, 1, new, facts, (*of.demands(cell), *constraints), words, [cell])


def _open_edges(state: State) -> Iterator[tuple[int, int, int]]:
    """The open edges, each with its cells."""
    for edge, (a, b) in enumerate(state.board.edges):
        if state.open[edge]:
            yield edge, a, b


def _loops(state: State) -> Iterator[Deduction]:
    """Steps that would close a loop, or end the path before it has visited all cells."""
    of, cells = state.of, state.board.cells
    for edge, a, b in _open_edges(state):
        one, other = state.strands[a], state.strands[b]
        on = [literal for cell in (*one.cells, *other.cells) for literal in state.on_at(cell)]
        if one is other:
            words = f"a step between {cells[a]} and {cells[b]}, the two ends of a piece of the path, would close a loop"
            named = (*of.cells_of(one.cells), of.one_path)
            yield _deduction(state, "loop", 2, [-edge - 1], on, named, words, one.cells)
        elif len(one.cells) + len(other.cells) < len(cells) and _is_whole(of, {*one.numbers, *other.numbers}):
            words = f"with a step between {cells[a]} and {cells[b]} the path would end before it has visited all cells"
            named = (*of.cells_of(range(len(cells))), *of.ends, of.one_path)
            yield _deduction(state, "end too early", 2, [-edge - 1], on, named, words, [a, b])


def _is_whole(of: ZipAccount, numbers: Set[int]) -> bool:
    """Whether a piece of path with these numbers has both ends of the path."""
    return len(of.numbered) > 1 and numbers >= {1, len(of.numbered)}


def _out_of_order(state: State) -> Iterator[Deduction]:
    """Steps that would lead from a number to one that does not come next."""
    of, cells = state.of, state.board.cells
    for edge, a, b in _open_edges(state):
        one, other = state.strands[a], state.strands[b]
        if one is other or not (one.numbers and other.numbers):
            continue
        low, high = sorted((_nearest(one, a), _nearest(other, b)))
        if high - low != 1:
            between = f"number {low + 1}" if high == low + 2 else f"numbers {low + 1} to {high - 1}"
            step = f"a step between {cells[a]} and {cells[b]}"
            words = f"{step} would lead from number {low} to number {high} without {between}"
            met = [*one.cells, *other.cells]
            on = [literal for cell in met for literal in state.on_at(cell)]
            named = (*of.cells_of(met), *(of.number[of.numbered[number - 1]] for number in (low, high)))
            yield _deduction(
                state, "order", 2, [-edge - 1], on, named, words, [a, b, of.numbered[low - 1], of.numbered[high - 1]]
            )


def _through(state: State) -> Iterator[Deduction]:
    """Ways through a cell: those that fit no other, and those that each pair of ways has."""
    of, place = state.of, state.of.numbered
    for cell in range(len(state.board.cells)):
        if state.steps[cell] or state.least[cell] < 2:
            continue
        ways = state.open_at(cell)
        pairs = [pair for pair in combinations(ways, 2) if not _clash(state, pair[0][1], cell, pair[1][1])]
        never = [way for way in ways if not any(way in pair for pair in pairs)]
        always = [way for way in ways if pairs and all(way in pair for pair in pairs)]
        if len(pairs) == len(ways) * (len(ways) - 1) // 2 or not (never or always or not pairs):
            continue
        beyond = [state.strands[near] for _, near in ways]
        met = sorted({cell for strand in beyond for cell in strand.cells} | {cell})
        facts, constraints = state.closed(edge for edge, _ in state.board.around[cell] if not state.passable[edge])
        on = [literal for other in met for literal in state.on_at(other)]
        numbers = sorted({number for strand in (*beyond, state.strands[cell]) for number in strand.numbers})
        named = (
            *of.cells_of(met),
            *of.ends,
            *(of.number[place[number - 1]] for number in numbers),
            of.one_path,
            *constraints,
        )
        literals = [-edge - 1 for edge, _ in never] if pairs else []
        literals += [edge + 1 for edge, _ in always]
        where, why = state.name(cell), "would put numbers out of order or close a loop"
        if not pairs:
            words = f"any two of the ways that lead from {where} {why}"
        elif always:
            words = f"the path goes from {where} to {_cells(state, always)}, as any two of its other ways {why}"
        else:
            words = f"the path does not go from {where} to {_cells(state, never)}, as that {why} with any other way"
        yield _deduction(
            state, "through", 3, literals, (*facts, *on), named, words, [cell, *(near for _, near in ways)]
        )


def _cells(state: State, ways: Iterable[tuple[int, int]]) -> str:
    """Where some ways lead, in words."""
    return joined(sorted(state.board.cells[near] for _, near in ways))


def _clash(state: State, a: int, cell: int, b: int) -> bool:
    """Whether the path cannot come from one cell, go through another and on to a third."""
    one, other = state.strands[a], state.strands[b]
    if one is other:
        return len(one.cells) + 1 < len(state.board.cells)
    near = [_nearest(strand, tip) for strand, tip in ((one, a), (other, b)) if strand.numbers]
    number = state.of.number_at.get(cell)
    met = near if number is None else [near[0], number, *near[1:]] if one.numbers else [number, *near]
    return any(abs(x - y) != 1 for x, y in pairwise(met)) or (len(met) == 3 and met[0] + met[2] != 2 * met[1])


def _nearest(strand: Strand, tip: int) -> int:
    """The number that a piece of path meets first from one of its ends."""
    return strand.numbers[0] if strand.cells[0] == tip else strand.numbers[-1]


def _tried(state: State, *, hard: bool) -> Iterator[Deduction]:
    """Steps that go wrong at once when they are taken, or left out."""
    cells = state.board.cells
    flaws = (
        [flaw for flaw in (state.cut_off(), state.pocket(), state.bottleneck(), state.unreachable()) if flaw]
        if hard
        else []
    )
    for flaw in flaws:  # Something is wrong as it is.
        yield _deduction(state, flaw.rule, flaw.level, (), flaw.because, flaw.constraints, flaw.words, flaw.cells)
    for edge, a, b in _open_edges(state):
        for value in (ON, OFF):
            tried = state.tried(edge, value)
            near = {c for cell in (a, b) if tried.is_full(cell) for _, c in state.board.around[cell]} | {a, b}
            wrong = (
                (tried.pocket() or tried.bottleneck() or tried.unreachable())
                if hard
                else (tried.dead_end(near) or tried.cut_off())
            )
            if wrong:
                literal = -value * (edge + 1)
                step = f"{cells[a]} and {cells[b]}"
                start = f"if the path went between {step}" if value == ON else f"without a step between {step}"
                yield _deduction(
                    state, wrong.rule, wrong.level, [literal], wrong.because, wrong.constraints,
                    f"{start}, {wrong.words}", (a, b, *wrong.cells),
                )  # fmt: skip
                break
