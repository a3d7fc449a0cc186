"""One path through all nodes of a graph: which steps it takes, and rules that show it; for every kind of such paths."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from itertools import combinations, pairwise
from operator import sub
from typing import Any

from cpmodels.base.description import Description, HamiltonianPath
from cpmodels.base.diagram import Labels, Walls
from cpmodels.base.errors import PuzzleError
from cpmodels.base.marks import Mark, Partial
from cpmodels.base.puzzle import Path, Puzzle, S, Solution
from cpmodels.base.values import joined, shown
from cpmodels.engines._formula import acyclic
from cpmodels.explaining._account import HARDEST, Account, Deduction, Fact
from cpmodels.explaining._path_rules import PathGraph, PathState, deductions, is_cell

Node = Hashable
Pair = tuple[Node, Node]


class PathAccount(Account[S]):
    """A fact is that the path steps between two nodes, one way or the other, or that it does not.

    Nodes that are tuples of integers are cells of a board.  Where the puzzle has a diagram, its walls are constraints
    of their own, and waypoints are called what is written in their cells.  What a person sees of the order of
    waypoints has to be found out, also where the description leaves such steps out.

    The formula tells the ways apart: a literal for each step, for each node at which the path may begin and end and,
    for each node and waypoint, whether that was met by then.

    >>> from cpmodels import Zip
    >>> puzzle = Zip(2, 3, walls=[((0, 0), (0, 1))])
    >>> PathAccount(puzzle, puzzle.describe()).fact(-1).words
    'the path does not go between (0, 0) and (0, 1)'
    """

    def __init__(self, puzzle: Puzzle[S], description: Description[S]) -> None:
        self._description = description
        self._path: HamiltonianPath[Any] = description.problem  # type: ignore[assignment]
        path = self._path
        walls, written = _seen(puzzle)
        self._place = place = {node: i for i, node in enumerate(path.successors)}
        walls = [wall for wall in walls if place.keys() >= {*wall}]
        nodes, order = list(place), [place[node] for node in path.waypoints]
        steps = {(a, b) for a, successors in path.successors.items() for b in successors}
        near: dict[int, set[int]] = {i: set() for i in place.values()}
        for i, j in ((place[a], place[b]) for a, b in steps):
            near[i].add(j)
            near[j].add(i)

        # Where the path begins and ends: at waypoints, at other nodes that are named, or, free, anywhere.
        sides = [{place[node] for node in side} for side in (path.starts, path.ends)]
        tied = [bool(order) and sides[0] == {order[0]}, len(order) > 1 and sides[1] == {order[-1]}]
        others = set(place.values()) - set(order[: tied[0]])
        dead = {i for i in others if len(near[i]) == 1}  # If they are both ends, the path begins and ends there anyway.
        are_both = tied[0] + len(dead) > 1 and (tied[0] or not order)
        is_free = [
            not is_tied and (side >= others or (are_both and side == dead))
            for side, is_tied in zip(sides, tied, strict=True)
        ]
        tips = {i for side, free in zip(sides, is_free, strict=True) if len(side) == 1 and not free for i in side}
        loose = set[int]() if len(tips) == 2 else set(near) if any(is_free) else sides[0] | sides[1]

        steps |= {step for a, b in walls for step in ((a, b), (b, a))} | set(_out_of_turn(path, steps, tied))
        self._steps = sorted((place[a], place[b]) for a, b in steps)
        edges = sorted({(min(step), max(step)) for step in self._steps})
        texts = [written.get(node, "") for node in path.waypoints]
        noun = "number" if all(text.isdecimal() for text in texts) else "waypoint"
        labels = [f"{noun} {text or turn}" for turn, text in enumerate(texts, 1)]
        super().__init__(puzzle, len(edges))
        self.graph = graph = PathGraph(nodes, edges, order, tips, loose, noun, labels)
        graph.through = [
            -self.constrain("cell", "the path goes through {} once", str(node), graph.cells([i]))
            for i, node in enumerate(nodes)
        ]
        graph.one_path = -self.constrain("path", "the path is in one piece")
        self._edge = {(nodes[i], nodes[j]): n for n, pair in enumerate(edges) for i, j in (pair, pair[::-1])}
        graph.wall = {
            self._edge[a, b]: -self.constrain(
                "wall", "no step leads through {}", f"the wall between {a} and {b}", graph.cells([place[a], place[b]])
            )
            for a, b in walls
        }
        graph.number = {
            i: -self.constrain("number", "the path meets {} in turn", graph.name(i), graph.cells([i])) for i in order
        }
        self._ends = [
            (graph.number[order[at]] if tied[at] else 0 if is_free[at] else self._end(says, sides[at]), sides[at])
            for at, says in ((0, "begins"), (-1, "ends"))
        ]
        graph.ends = tuple(dict.fromkeys(selector for selector, _ in self._ends if selector))
        self._later.append(self._write)

    def _end(self, says: str, side: Set[int]) -> int:
        """The constraint that the path begins, or ends, at one of some nodes."""
        names = joined([self.graph.name(i) for i in sorted(side)], "or")
        return -self.constrain("end", f"the path {says} at {{}}", names, self.graph.cells(sorted(side)))

    def _write(self) -> None:
        """The formula: steps one way or the other, ends of the path, and the waypoints that are met by each node."""
        graph, new, clause = self.graph, self.formula.new, self.formula.clause
        nodes = range(len(graph.nodes))
        arcs = {step: new() for step in self._steps}
        for edge, (a, b) in enumerate(graph.edges, 1):
            ways = [arcs[step] for step in ((a, b), (b, a)) if step in arcs]
            clause([-edge, *ways])
            self.formula.at_most_one(ways)
            for way in ways:
                clause([-way, edge])
        starts, stops = [[new() for _ in nodes] for _ in range(2)]
        for i, through in enumerate(graph.through):
            near = [other for _, other in graph.around[i]]
            into = [starts[i], *(arcs[other, i] for other in near if (other, i) in arcs)]
            out = [stops[i], *(arcs[i, other] for other in near if (i, other) in arcs)]
            self.formula.exactly_one(into, [-through])
            self.formula.exactly_one(out, [-through])
        for ways in (starts, stops):
            clause([-graph.one_path, *ways])
            for one, other in combinations(ways, 2):  # Rows of other variables make longer proofs.
                clause([-graph.one_path, -one, -other])
        acyclic(self.formula, ((a, b, literal) for (a, b), literal in arcs.items()), [-graph.one_path])
        for edge, wall in graph.wall.items():
            clause([-wall, -edge - 1])
        for (selector, side), ways in zip(self._ends, (starts, stops), strict=True):
            for i in nodes if selector else ():
                if i not in side:
                    clause([-selector, -ways[i]])
            if selector:
                clause([-selector, *(ways[i] for i in sorted(side))])
        self._write_turns(arcs, starts)

    def _write_turns(self, arcs: Mapping[tuple[int, int], int], starts: Sequence[int]) -> None:
        """How many waypoints were met by each node: "at least j" for j from 2 on, which a step passes on."""
        graph, clause, turns = self.graph, self.formula.clause, range(1, len(self.graph.order))
        met = [{j: self.formula.new() for j in turns} for _ in graph.nodes]
        for (a, b), step in arcs.items():
            for j in turns:
                clause([-step, -met[a][j], met[b][j]])
                if b not in graph.turn:
                    clause([-step, met[a][j], -met[b][j]])
        for here, number in graph.number.items():
            turn = graph.turn[here]
            for j in turns:
                clause([-number, met[here][j] if j <= turn else -met[here][j]])
                for _, near in graph.around[here]:
                    if (near, here) in arcs:
                        clause([-number, -arcs[near, here], met[near][j] if j < turn else -met[near][j]])
        if graph.order and self._ends[0][0] != (first := graph.number[graph.order[0]]):
            for i, start in enumerate(starts):  # None but the first is met by where it begins.
                for j in turns:
                    clause([-first, -start, -met[i][j]])

    def given(self) -> Sequence[int]:
        """No step leads through a wall."""
        return [-edge - 1 for edge in self.graph.wall]

    def _has_all_steps(self, known: Set[int]) -> bool:
        """Whether there are as many steps as a path has."""
        return sum(literal > 0 for literal in known) == len(self.graph.nodes) - 1

    def is_complete(self, known: Set[int], solution: S) -> bool:  # noqa: ARG002
        """Whether there are as many steps as a path has."""
        return self._has_all_steps(known)

    def seen(self, known: Set[int]) -> Set[int]:
        """The steps to and from nodes that have all steps that they can have, and those beside a whole path."""
        state, is_complete = PathState.known(self.graph, known), self._has_all_steps(known)
        return {-n - 1 for n, value in enumerate(state.value) if not value and (is_complete or not state.open[n])}

    def fact(self, literal: int) -> Fact:
        """A step between two nodes, or that there is none."""
        a, b = (self.graph.nodes[i] for i in self.graph.edges[abs(literal) - 1])
        words = f"the path {'goes' if literal > 0 else 'does not go'} between {a} and {b}"
        cells = self.graph.cells(self.graph.edges[abs(literal) - 1])
        return Fact((a, b), literal > 0, words, cells, edge=(cells[0], cells[1]) if len(cells) == 2 else None)

    def solution(self, true: Set[int]) -> S:
        """The path of these steps, in the direction that the description allows."""
        nodes = self.graph.nodes
        edges = [(nodes[a], nodes[b]) for edge, (a, b) in enumerate(self.graph.edges, 1) if edge in true]
        return self._description.solution(next(iter(self._path.walks(edges)), []))

    @property
    def marks(self) -> Mapping[Mark, Sequence[int]]:
        """The steps between cells."""
        pairs = enumerate((self.graph.cells(edge) for edge in self.graph.edges), 1)
        return {Mark.edge(*cells): [step] for step, cells in pairs if len(cells) == 2}

    def literals_of(self, partial: Any) -> list[int]:
        """The steps of a path, or of a part of it: a `Path`, its nodes in turn, or a `Partial`."""
        if isinstance(partial, (Partial, Mapping)):
            return super().literals_of(partial)
        nodes: Any = partial.cells if isinstance(partial, Path) else None if isinstance(partial, Solution) else partial
        with suppress(TypeError):
            for node in (nodes := list(nodes)):
                if node not in self._place:
                    raise PuzzleError(f"the path cannot go through {shown(node)}, which is not on the board")
            found = dict[int, None]()
            for a, b in pairwise(nodes):
                if (a, b) not in self._edge:
                    raise PuzzleError(f"the path jumps from {a} to {b}")
                if (step := self._edge[a, b] + 1) in found:
                    raise PuzzleError(f"the path goes between {a} and {b} twice")
                found[step] = None
            return list(found)
        raise PuzzleError(f"{shown(partial)} is not a part of a path: give a Path, or its cells in turn")

    def deductions(self, known: Set[int], hardest: int = HARDEST) -> Iterator[Deduction]:
        """What the rules of `cpmodels.explaining._path_rules` show."""
        return deductions(self.graph, known, hardest)


def _seen(puzzle: Puzzle[Any]) -> tuple[list[Pair], dict[Node, str]]:
    """The walls that the puzzle's diagram shows, and what it gives in cells; nothing where it has none."""
    walls, written = list[Pair](), dict[Node, str]()
    with suppress(NotImplementedError):
        for layer in puzzle.diagram().layers:
            if isinstance(layer, Walls):
                walls += layer.between
            elif isinstance(layer, Labels) and layer.given:
                written.update(layer.at)
    return walls, written


def _out_of_turn(path: HamiltonianPath[Any], steps: Set[Pair], tied: Sequence[bool]) -> Iterator[Pair]:
    """The steps that the turns of waypoints, and the ends that they are, rule out, which descriptions leave out.

    Those back along a step; and those between two waypoints by a move as other steps make it, turned or mirrored, or
    between cells that touch where no step is left.
    """
    turn = {node: n for n, node in enumerate(path.waypoints)}
    first, last = path.waypoints[: tied[0]], path.waypoints[-1:] * tied[1]
    for a, b in steps:
        if a in first or b in last or (a in turn and b in turn and turn[a] != turn[b] + 1):
            yield b, a
    moves = {_move(a, b) for a, b in steps if is_cell(a) and is_cell(b)} or {(0, 1)}
    for (a, i), (b, j) in combinations(turn.items(), 2):
        if j - i > 1 and is_cell(a) and is_cell(b) and _move(a, b) in moves:
            yield from ((a, b), (b, a))


def _move(a: Any, b: Any) -> tuple[int, ...]:
    return tuple(sorted(map(abs, map(sub, a, b))))
