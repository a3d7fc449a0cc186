"""A puzzle in the words of its model: what every kind has that gives no account of its own."""

from __future__ import annotations

from collections.abc import Set
from typing import Any, TypeVar

from cpmodels.engines._translation import Translation
from cpmodels.explaining._account import Account, Fact
from cpmodels.model import build_to_search
from cpmodels.puzzle import Puzzle, Solution

S = TypeVar("S", bound=Solution)


class PlainAccount(Account[S]):
    """A fact is a variable of the model's key, by its name, and a constraint is one of the model's.

    There are no rules: all steps are proofs.  Constraints of one name count as one.
    """

    def __init__(self, puzzle: Puzzle[S]) -> None:
        self._model = model = build_to_search(puzzle)
        super().__init__(puzzle, len(model.key))
        self._names = [model.cp.proto.variables[variable.index].name for variable in model.key]
        self._named: dict[str, int] = {}
        Translation(model, self.formula, self._waived)

    def _waived(self, index: int) -> list[int]:
        proto = self._model.cp.proto
        constraint: Any = proto.constraints[index]
        name = constraint.name or f"constraint {index} of the model"
        if name not in self._named:
            self._named[name] = self.constrain("model", "{} holds", name)
        return [self._named[name]]

    def fact(self, literal: int) -> Fact:
        """A variable of the key, and its value."""
        name, holds = self._names[abs(literal) - 1] or f"variable {abs(literal)}", literal > 0
        return Fact(name, holds, f"{name} is {'true' if holds else 'false'}")

    def solution(self, true: Set[int]) -> S:
        """What the model makes of these values of its key."""
        return self._model.decode([fact in true for fact in range(1, self.facts + 1)])
