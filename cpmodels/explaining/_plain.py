"""A puzzle in the words of its model: what every kind has that gives no account of its own, and every model."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any, TypeVar

from ortools.sat.python import cp_model

from cpmodels.engines._translation import Translation, intervals
from cpmodels.errors import PuzzleError
from cpmodels.explaining._account import Account, Fact, joined
from cpmodels.model import Assignment, Model, build_to_search
from cpmodels.puzzle import Puzzle, Solution
from cpmodels.values import shown

S = TypeVar("S", bound=Solution)


SAID = {
    "exactly_one": "exactly one of {}",
    "at_most_one": "at most one of {}",
    "bool_or": "{}",
    "bool_and": "all of {}",
    "bool_xor": "an odd number of {}",
    "circuit": "a circuit by some of {}",
}
"""What a constraint of each kind demands of its literals."""
DEMANDS = "the model demands {}"
"""What a constraint of a model says, with a blank for its name or what it demands."""
LONGEST = 4
"""So many literals of a constraint are named."""


class PlainAccount(Account[S]):
    """A fact is a variable of the model's key, by its name, and a constraint is one of the model's.

    There are no rules: all steps are proofs.  A constraint is told by its name (``cp.add(...).with_name("row 3")``);
    those of one name count as one, and one without a name is told by its literals.

    given: a model, or a puzzle, whose model is built.

    Raises ModelError for a constraint that has no clauses.
    """

    def __init__(self, given: Puzzle[S] | Model[S]) -> None:
        self._model = model = given if isinstance(given, Model) else build_to_search(given)
        super().__init__(model.puzzle, len(model.key))
        self._words = ModelWords(model.cp)
        self._names = [self._words.name(variable.index) for variable in model.key]
        self._named: dict[Any, int] = {}
        Translation(model, self.formula, self._waived)

    def _waived(self, sort: str, index: int) -> list[int]:
        told, key = self._words.told(sort, index)
        if key not in self._named:
            self._named[key] = self.constrain("model", DEMANDS, told)
        return [self._named[key]]

    def fact(self, literal: int) -> Fact:
        """A variable of the key, and its value."""
        name, holds = self._names[abs(literal) - 1], literal > 0
        return Fact(name, holds, f"{name} is {'true' if holds else 'false'}")

    def solution(self, true: Set[int]) -> S:
        """What the model makes of these values of its key."""
        return self._model.decode([int(fact in true) for fact in range(1, self.facts + 1)])

    def literals_of(self, partial: Any) -> list[int]:
        """The variables of the key that are known, by their names: an `Assignment`, or a mapping to true or false."""
        if isinstance(partial, Assignment):
            partial = dict.fromkeys(partial.true, True)
        if not isinstance(partial, Mapping):
            raise PuzzleError(
                f"what the variables of a model are by {shown(partial)} cannot be told: give a mapping from the names "
                "of its key to true or false"
            )
        place = {name: fact for fact, name in enumerate(self._names, 1)}
        found = []
        for name, value in partial.items():
            if f"'{name}'" not in place:
                raise PuzzleError(f"the key of the model has no variable {shown(name)}")
            found.append(place[f"'{name}'"] if value else -place[f"'{name}'"])
        return found


class ModelWords:
    """How the constraints of a CpModel are told, by their names or by what they demand."""

    def __init__(self, cp: cp_model.CpModel) -> None:
        self._proto: Any = cp.proto

    def told(self, sort: str, index: int) -> tuple[str, Any]:
        """A constraint, a fixed variable or an assumption in words; and what those that count as one share."""
        if sort == "assumption":
            return self.name(index), (sort, index)
        if sort == "variable":
            return f"{self.name(index)} is {self._proto.variables[index].domain[0]}", (sort, index)
        constraint = self._proto.constraints[index]
        if constraint.name:
            return str(constraint.name), str(constraint.name)
        return self._demanded(constraint) or f"constraint {index}", (sort, index)

    def _demanded(self, constraint: Any) -> str:
        """A constraint by its kind and its literals; nothing where it has none."""
        kind = next((kind for kind in SAID if getattr(constraint, f"has_{kind}")()), None)
        if kind is not None:
            literals = map(self.name, getattr(constraint, kind).literals)
            said = SAID[kind].format(joined(list(literals), "or" if kind == "bool_or" else "and", most=LONGEST))
        elif constraint.has_linear():
            said = self._sum(constraint.linear)
        else:
            return ""
        only = [self.name(reference) for reference in constraint.enforcement_literal]
        return f"{said} if {joined(only)}" if only else said

    def _sum(self, linear: Any) -> str:
        """A sum and its bounds."""
        terms = [
            self.name(index) if times == 1 else f"{times} times {self.name(index)}"
            for index, times in zip(linear.vars, linear.coeffs, strict=True)
        ]
        ranges = joined([_range(least, most) for least, most in intervals(linear.domain)], "or", most=LONGEST)
        return f"{'the sum of ' if len(terms) != 1 else ''}{joined(terms, most=LONGEST)} is {ranges}"

    def name(self, reference: int) -> str:
        """A literal or a variable by its name."""
        index = reference if reference >= 0 else -reference - 1
        name = self._proto.variables[index].name or f"variable {index}"
        return f"'{name}'" if reference >= 0 else f"not '{name}'"


BOUNDLESS = 2**62
"""Bounds beyond this stand for none."""


def _range(least: int, most: int) -> str:
    """The numbers from one to another, in words.

    >>> _range(2, 2), _range(0, 3), _range(-(2**63), 3)
    ('2', 'from 0 to 3', 'at most 3')
    """
    if least == most:
        return str(least)
    if least <= -BOUNDLESS:
        return f"at most {most}"
    return f"at least {least}" if most >= BOUNDLESS else f"from {least} to {most}"
