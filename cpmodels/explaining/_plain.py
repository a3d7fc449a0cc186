"""A puzzle in the words of its model: what every kind has that gives no account of its own."""

from __future__ import annotations

from collections.abc import Set
from typing import Any, TypeVar

from cpmodels.engines._translation import Translation
from cpmodels.explaining._account import Account, Fact, joined
from cpmodels.model import build_to_search
from cpmodels.puzzle import Puzzle, Solution

S = TypeVar("S", bound=Solution)


SAID = {
    "exactly_one": "exactly one of {}",
    "at_most_one": "at most one of {}",
    "bool_or": "{}",
    "bool_and": "all of {}",
    "bool_xor": "an odd number of {}",
    "linear": "a sum of {}",
    "circuit": "a circuit by some of {}",
}
"""What a constraint of each kind demands of its literals."""


class PlainAccount(Account[S]):
    """A fact is a variable of the model's key, by its name, and a constraint is one of the model's.

    There are no rules: all steps are proofs.  A constraint is told by its name (``cp.add(...).with_name("row 3")``);
    those of one name count as one, and one without a name is told by its literals.
    """

    def __init__(self, puzzle: Puzzle[S]) -> None:
        self._model = model = build_to_search(puzzle)
        super().__init__(puzzle, len(model.key))
        self._proto = model.cp.proto
        self._names = [self._name(variable.index) for variable in model.key]
        self._named: dict[str, int] = {}
        Translation(model, self.formula, self._waived)

    def _waived(self, index: int) -> list[int]:
        constraint: Any = self._proto.constraints[index]
        name = constraint.name or self._told(constraint) or f"constraint {index}"
        if name not in self._named:
            self._named[name] = self.constrain("model", "the model demands {}", name)
        return [self._named[name]]

    def _told(self, constraint: Any) -> str:
        """A constraint by its kind and its literals; nothing where it has none."""
        kind = next((kind for kind in SAID if getattr(constraint, f"has_{kind}")()), None)
        if kind is None:
            return ""
        of = getattr(constraint, kind)
        names = [self._name(reference) for reference in (of.vars if kind == "linear" else of.literals)]
        said = SAID[kind].format(joined(names, "or" if kind == "bool_or" else "and", most=4))
        only = [self._name(reference) for reference in constraint.enforcement_literal]
        return f"{said} if {joined(only)}" if only else said

    def _name(self, reference: int) -> str:
        """A literal or a variable by its name."""
        index = reference if reference >= 0 else -reference - 1
        name = self._proto.variables[index].name or f"variable {index}"
        return f"'{name}'" if reference >= 0 else f"not '{name}'"

    def fact(self, literal: int) -> Fact:
        """A variable of the key, and its value."""
        name, holds = self._names[abs(literal) - 1], literal > 0
        return Fact(name, holds, f"{name} is {'true' if holds else 'false'}")

    def solution(self, true: Set[int]) -> S:
        """What the model makes of these values of its key."""
        return self._model.decode([int(fact in true) for fact in range(1, self.facts + 1)])
