"""The solutions of a puzzle by the states of a frontier: counted, and listed out of the decision diagram."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from cpmodels.base._checkpoints import checkpoint
from cpmodels.base._clock import in_words
from cpmodels.base.description import ExactCover, HamiltonianPath, Subgraph
from cpmodels.base.errors import CpmodelsError, KindError, TooLargeError
from cpmodels.base.marks import Mark
from cpmodels.base.puzzle import Puzzle, S
from cpmodels.engines._table import BACKTRACK, FRONTIER, described_for
from cpmodels.engines.frontier._diagram import DecisionDiagram
from cpmodels.engines.frontier._program import Problem, program_of
from cpmodels.engines.frontier._states import Pause, Reached, count, memory
from cpmodels.model._symmetries import CoverKey, Permutation, described_key, described_marks
from cpmodels.search._question import checked

TRIAL = 0.1
"""Seconds of a trial.  It ends all boards of up to 9 x 9; an estimate after it is within a factor of three on larger
ones."""

AT_A_TIME = 256
"""Solutions that are taken out of a diagram at a time."""


class Counting(Generic[S]):
    """A puzzle as the engine has it.

    key: that of the description, whose parts the choices are.

    Raises KindError for a puzzle without a description, or with rules beyond it; ModelError for a wrong description.
    """

    def __init__(self, puzzle: Puzzle[S]) -> None:
        self.puzzle = puzzle
        self._description = described_for(puzzle, FRONTIER)
        problem = self._description.problem
        if puzzle.adds_rules or (isinstance(problem, ExactCover) and problem.relaxed):
            others = {ExactCover: f"{BACKTRACK} or xcover", HamiltonianPath: BACKTRACK, Subgraph: "cp-sat or cadical"}
            raise KindError(
                f"a puzzle of the kind {puzzle.kind} has rules that its description leaves out, so the engine "
                f"{FRONTIER}, which makes no solution, would count too many; use {others[type(problem)]}"
            )
        self.key = key = described_key(self._description)
        self._problem: Problem = key.cover if isinstance(key, CoverKey) else problem
        self.program = program_of(self._problem)

    def total(self, pause: Pause) -> int:
        return count(self.program, pause)

    def orbits(self, total: int, pause: Pause) -> int:
        """How many there are up to symmetry, by Burnside's lemma: as many as a symmetry keeps, in the mean.

        Symmetries that are conjugate, as are reflections in the two diagonals, keep equally many.

        Raises DefectError for symmetries that are none.
        """
        symmetries = self.key.symmetries
        kept = {symmetries[0]: total}
        for symmetry in symmetries:
            if symmetry not in kept:
                number = self._kept(symmetry, pause)
                kept.update((_conjugate(symmetry, other), number) for other in symmetries)
        return sum(kept[symmetry] for symmetry in symmetries) // len(symmetries)

    def _kept(self, symmetry: Permutation, pause: Pause) -> int:
        """How many solutions a symmetry keeps."""
        image, turns = self._image(symmetry)
        if (
            isinstance(self._problem, HamiltonianPath)
            and len(image) > 1
            and (not turns or all(a == b for a, b in image.items()))
        ):
            return 0  # A path through all nodes is kept by moving some of them, and turning it round.
        return count(program_of(self._problem, image), pause)

    def _image(self, symmetry: Permutation) -> tuple[Mapping[Any, Any], bool]:
        """The image of each node, or of the meaning of each option, and whether paths are turned round."""
        key = self.key.key
        if isinstance(self._problem, ExactCover):
            return {what: key[place] for what, place in zip(key, symmetry, strict=True)}, False
        if isinstance(self._problem, HamiltonianPath):
            steps = [(step, key[place]) for step, place in zip(key, symmetry, strict=True)]
            turns = any(step[0] is None and image[1] is None for step, image in steps)
            pairs = (pair for step, image in steps for pair in zip(step, image[:: -1 if turns else 1], strict=True))
            return {node: other for node, other in pairs if node is not None}, turns
        graph = self._problem.graph
        stars: dict[frozenset[int], list[Any]] = {}  # Two nodes that are joined with nothing but each other share one.
        for node, near in graph.neighbours.items():
            stars.setdefault(frozenset(graph.place[node, other] for other in near), []).append(node)
        images: dict[Any, Any] = {}
        for star, nodes in stars.items():
            images.update(zip(nodes, stars[frozenset(symmetry[i] for i in star)], strict=True))
        return images, False

    def parts_of(self, diagram: DecisionDiagram, ranks: Sequence[int]) -> Iterator[list[Any]]:
        """What the solutions of some ranks, of which there may be more than `len` can say, are made of."""
        problem, begin = self._problem, 0
        while some := ranks[begin : begin + AT_A_TIME]:
            for choices, way in diagram.choices(some):
                if isinstance(problem, ExactCover):
                    yield choices
                elif isinstance(problem, HamiltonianPath):
                    yield problem.walks(choices)[way]
                else:
                    yield problem.walks(choices)
            begin += AT_A_TIME

    def marks(self) -> Mapping[Mark, Sequence[Any]]:
        """The marks that solutions have, each with the choices that make it.

        Raises KindError where the description does not say which do, or a step makes others than the step back.
        """
        key = self.key.key
        places_of = described_marks(self.puzzle, self._description, key)
        if places_of is not None:
            found = {mark: [key[place] for place in places] for mark, places in places_of.items()}
            if not isinstance(self._problem, HamiltonianPath):
                return found
            steps, edges = set(key), {edge for layer in self.program.choices for edge in layer}
            both_ways = {mark: {*some, *(step[::-1] for step in some)} for mark, some in found.items()}
            if all(both & steps == set(found[mark]) for mark, both in both_ways.items()):
                return {mark: list(both & edges) for mark, both in both_ways.items()}
        raise KindError(f"a puzzle of the kind {self.puzzle.kind} does not say which marks each choice makes")

    def solution(self, parts: Sequence[Any]) -> S:
        """The solution that is made of these, checked by the puzzle."""
        return checked(self.puzzle, self._description.solution(parts), f"the engine {FRONTIER}")


def _conjugate(symmetry: Permutation, other: Permutation) -> Permutation:
    """What the symmetry is after everything has been moved by the other one."""
    found = [0] * len(symmetry)
    for place, image in enumerate(symmetry):
        found[other[place]] = other[image]
    return tuple(found)


@dataclass(frozen=True)
class Outlook(Generic[S]):
    """A count by the states of a frontier, and how many seconds it is estimated to take."""

    counting: Counting[S]
    seconds: float

    def __str__(self) -> str:
        width = self.counting.program.width
        return f"counting by a frontier of width {width} was estimated to take {in_words(self.seconds)}"


class _EnoughError(Exception):
    """A trial has taken its time."""


def outlook(puzzle: Puzzle[S]) -> Outlook[S] | None:
    """What a trial tells of a count; None for a puzzle that cannot be counted so.

    In the layers to come there are as many states as there are now, times what each vertex more in the frontier makes
    of them.  None, too, where so many are not likely to fit into the memory.
    """
    try:
        counting = Counting(puzzle)
    except CpmodelsError:
        return None
    load()
    program = counting.program
    began, layers = time.thread_time(), len(program.layers)
    done = {0: 1}

    def pause(reached: Reached) -> None:
        checkpoint()
        done[reached.layer] = max(reached.states, 1)
        if time.thread_time() - began > TRIAL and reached.layer < layers:
            raise _EnoughError

    try:
        counting.total(pause)
    except TooLargeError:
        return None
    except _EnoughError:
        seen, states = next(reversed(done.items()))
        ahead = program.ahead(seen)
        if states * max(ahead) * program.state_bytes > memory():
            return None
        share = sum(done.values()) / (sum(done.values()) + states * sum(ahead))
        return Outlook(counting, (time.thread_time() - began) / share)
    return Outlook(counting, time.thread_time() - began)


def load() -> None:
    """Load the kernel, which takes some tenths of a second, or compile it."""
    count(program_of(HamiltonianPath({0: (1,), 1: (0,)}, (0,), (1,))))
