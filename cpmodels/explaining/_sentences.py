"""How explanations speak of the variables and constraints of a CpModel: by their names or by what they demand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from cpmodels import _cp_model as cp_model
from cpmodels.base._clock import Clock
from cpmodels.base.puzzle import Puzzle, Solution
from cpmodels.base.values import joined, shown
from cpmodels.engines._formula import intervals
from cpmodels.errors import ParameterError
from cpmodels.model import Model, build_to_enumerate

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
OF = {"exactly_one": "exactly one", "at_most_one": "at most one", "bool_or": "at least one"}
"""How many of its literals a constraint of each kind demands."""
DEMANDS = "the model demands {}"
"""What a constraint without a name says, with a blank for what it demands."""
LONGEST = 4
"""So many literals of a constraint are named."""
BOUNDLESS = 2**62
"""Bounds beyond this stand for none."""


class Sentences:
    """What constraints of a CpModel say.

    Those of one name are one constraint, whose name is what it says.  One without a name is described by its literals,
    and those that share variables without names, which mean nothing to a reader, are one.

    words: a literal in words, where it has some beside the name of its variable.
    several: what some literals are about, to follow "exactly one of", and what they say of it, where they have that.
    """

    def __init__(
        self,
        proto: Any,
        words: Callable[[int], str] = lambda _: "",
        several: Callable[[Sequence[int]], tuple[str, str]] = lambda _: ("", ""),
    ) -> None:
        self._proto, self._words, self._several = proto, words, several
        self._first: dict[int, int] = {}
        by_variable: dict[int, int] = {}
        for index, constraint in enumerate(proto.constraints):
            for variable in () if constraint.name else self._nameless(constraint):
                one, other = self._group(by_variable.setdefault(variable, index)), self._group(index)
                self._first[max(one, other)] = min(one, other)

    def _nameless(self, constraint: Any) -> set[int]:
        """The variables of a constraint that have no names, and are not constants."""
        found = {reference if reference >= 0 else ~reference for reference in references(constraint)}
        variables = self._proto.variables
        return {
            index for index in found
            if not variables[index].name and len({*variables[index].domain}) > 1
            and not self._words(index)
        }  # fmt: skip

    def _group(self, index: int) -> int:
        while (first := self._first.setdefault(index, index)) != index:
            index = first
        return index

    def constraint(self, sort: str, index: int) -> tuple[Any, str, str]:
        """What those that count as one share, what they say, and of what, of a constraint, a fixed variable or an
        assumption.
        """
        if sort == "assumption":
            return (sort, index), DEMANDS, self.name(index)
        if sort == "variable":
            value = self._proto.variables[index].domain[0]
            return (sort, index), DEMANDS, self._words(index if value else ~index) or f"{self.name(index)} is {value}"
        constraint = self._proto.constraints[index]
        if constraint.name:
            return str(constraint.name), "{}", str(constraint.name)
        first = self._group(index)
        constraint = self._proto.constraints[first]
        if clause := self._clause(constraint):
            return (sort, first), "{}", clause
        return (sort, first), DEMANDS, self._demanded(constraint) or f"constraint {first}"

    def _clause(self, constraint: Any) -> str:
        """How many of some marks there are, where they are all of one value, or in one cell; else nothing."""
        if constraint.enforcement_literal:
            return ""
        if constraint.has_linear():
            literals: Sequence[int] = list(constraint.linear.vars)
            many = _ranges(constraint.linear) if {*constraint.linear.coeffs} == {1} else ""
        else:
            kind, literals = _kind(constraint)
            many = OF.get(kind, "")
        about, says = self._several(literals) if many else ("", "")
        return f"{many} of {about} {says}" if about else ""

    def _demanded(self, constraint: Any) -> str:
        """A constraint by its kind and its literals; nothing where it has none."""
        kind, literals = _kind(constraint)
        if kind:
            names = [self.name(literal) for literal in literals]
            said = SAID[kind].format(joined(names, "or" if kind == "bool_or" else "and", most=LONGEST))
        elif constraint.has_linear():
            said = self._sum(constraint.linear)
        else:
            return ""
        only = [self.name(reference) for reference in constraint.enforcement_literal]
        return f"{said} if {joined(only)}" if only else said

    def _sum(self, linear: Any) -> str:
        """A sum and its bounds."""
        ranges = _ranges(linear)
        pairs = list(zip(linear.vars, linear.coeffs, strict=True))
        if all(times == 1 and self._words(index) for index, times in pairs):
            return f"{ranges} of {joined([self.name(index) for index, _ in pairs], most=LONGEST)}"
        terms = [self.name(index) if times == 1 else f"{times} times {self.name(index)}" for index, times in pairs]
        return f"{'the sum of ' if len(terms) != 1 else ''}{joined(terms, most=LONGEST)} is {ranges}"

    def name(self, reference: int) -> str:
        """A literal in words, or its variable by its name."""
        if words := self._words(reference):
            return words
        index = reference if reference >= 0 else ~reference
        if words := self._words(index):
            return f"not {words}"
        name = self._proto.variables[index].name
        return f"{'' if reference >= 0 else 'not '}{f'{name!r}' if name else 'a variable without a name'}"


def groups_of(proto: Any) -> tuple[dict[Any, list[tuple[str, int]]], dict[Any, tuple[str, str]]]:
    """The constraints and assumptions that count as one each, and what they say; intervals, which others use, hold."""
    sentences = Sentences(proto)
    groups: dict[Any, list[tuple[str, int]]] = {}
    words: dict[Any, tuple[str, str]] = {}
    parts = [("constraint", index) for index, each in enumerate(proto.constraints) if not each.has_interval()]
    for part in [*parts, *(("assumption", reference) for reference in proto.assumptions)]:
        group, *words_of = sentences.constraint(*part)
        groups.setdefault(group, []).append(part)
        words[group] = (words_of[0], words_of[1])
    return groups, words


Groups = Mapping[str, Iterable["cp_model.Constraint"]]
"""Constraints of a CpModel that count as one, by the name of each group."""


def as_model(asked: Puzzle[S] | Model[S], clock: Clock) -> Model[S]:
    """A model, or that of a puzzle, built within the time that is left."""
    return asked if isinstance(asked, Model) else clock.do(lambda: build_to_enumerate(asked))


def grouped(model: Model[S], groups: Groups) -> Model[S]:
    """A copy of the model in which the constraints of each group have its name, so that they count as one.

    Raises ParameterError for what is not a constraint of the model, or in two groups.
    """
    if not isinstance(groups, Mapping):
        raise ParameterError(f"groups are a mapping from names to constraints: not {shown(groups)}")
    cp, taken = cp_model.copy_of(model.cp), dict[int, str]()
    for name, constraints in groups.items():
        if not isinstance(name, str) or not name:
            raise ParameterError(f"the name of a group must be a text, not {shown(name)}")
        for one in constraints:
            if getattr(one, "model_proto", None) is not model.cp.proto or not isinstance(one, cp_model.Constraint):
                raise ParameterError(f"the group {shown(name)} has {shown(one)}, not a constraint of the model")
            if taken.setdefault(one.index, name) != name:
                raise ParameterError(
                    f"a constraint is both in the group {shown(taken[one.index])} and in {shown(name)}"
                )
            cp.proto.constraints[one.index].name = name
    return model.changed(cp)


def references(constraint: Any) -> list[int]:
    """The variables and literals of a constraint of one of the kinds that are described by these."""
    terms = constraint.linear.vars if constraint.has_linear() else _kind(constraint)[1]
    return [*constraint.enforcement_literal, *terms]


def _kind(constraint: Any) -> tuple[str, Sequence[int]]:
    """Which kind of `SAID` a constraint is, and its literals; nothing for others."""
    kind = next((kind for kind in SAID if getattr(constraint, f"has_{kind}")()), "")
    return kind, getattr(constraint, kind).literals if kind else []


def _ranges(linear: Any) -> str:
    """What a sum may be, in words."""
    return joined([_range(least, most) for least, most in intervals(linear.domain)], "or", most=LONGEST)


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
