"""Other ways to say that touching sides agree, for edge matching and Zigzaws."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, pairwise
from typing import Any

from cpmodels.models.model import Model
from cpmodels.models.tiling import Tiling
from ortools.sat.python import cp_model

from benchmarks.library import Library
from benchmarks.solvers import Question
from cpmodels.lattice import Cell
from cpmodels.models import edge_matching, zigzaw

BUILDERS: dict[str, Callable[..., Model[Any]]] = {"edge_matching": edge_matching.build, "zigzaw": zigzaw.build}


class LinearSums(Tiling[Any]):
    """No variable for a colour: as many looks show it from one side as from the other."""

    def touching_sides_agree(self) -> None:
        for cells in self.meetings().values():
            for one, other in pairwise(cells):
                for colour in one:
                    self.cp.add(sum(one[colour]) == sum(other[colour]))


class Supports(Tiling[Any]):
    """No variable for a colour: a look needs one of those next to it that agree with it."""

    def touching_sides_agree(self) -> None:
        for (one, ours), (other, theirs) in combinations(self.looks.items(), 2):
            joints = {joint for colours in ours.values() for joint in colours}
            shared = [j for j in next(iter(theirs.values()), {}) if j in joints]
            if shared:
                self._support(one, other, shared)
                self._support(other, one, shared)

    def _support(self, one: Cell, other: Cell, shared: list[Any]) -> None:
        showing: dict[tuple[Any, ...], list[cp_model.IntVar]] = {}
        for look, colours in self.looks[other].items():
            showing.setdefault(tuple(colours[joint] for joint in shared), []).append(self.placed[other, look])
        for look, colours in self.looks[one].items():
            agreeing = showing.get(tuple(colours[joint] for joint in shared), [])
            self.cp.add_bool_or([~self.placed[one, look], *agreeing])


class Tables(Tiling[Any]):
    """An integer for the look of each cell and for the colour of each joint, tied by a table for each cell."""

    def touching_sides_agree(self) -> None:
        joints = {}
        for joint, (colours, *_) in self.meetings().items():
            joints[joint] = self.cp.new_int_var(0, max(len(colours) - 1, 0), ""), {c: i for i, c in enumerate(colours)}
        for cell, choices in self.looks.items():
            around = [joint for joint in next(iter(choices.values()), {}) if joint in joints]
            if around:
                look = self.cp.new_int_var(0, len(choices) - 1, "")
                self.cp.add_map_domain(look, [self.placed[cell, choice] for choice in choices])
                rows = [
                    [i, *(joints[joint][1][colours[joint]] for joint in around)]
                    for i, colours in enumerate(choices.values())
                ]
                self.cp.add_allowed_assignments([look, *(joints[joint][0] for joint in around)], rows)


def by(rules: type[Tiling[Any]]) -> Callable[[Question], Library]:
    """The library with other rules for sides that touch."""
    return lambda question: Library(question, model(question, rules))


def model(question: Question, rules: type[Tiling[Any]]) -> Model[Any]:
    return BUILDERS[question.puzzle.kind](question.puzzle, cp_model.CpModel(), rules)
