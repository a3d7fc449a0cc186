"""How explanations speak of the variables and constraints of a CpModel: by their names or by what they demand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from cpmodels.base.values import joined
from cpmodels.engines._formula import intervals

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
OF_NUMBERS = {
    "all_diff": "different values of {}",
    "int_prod": "the product of {} is {target}",
    "int_div": "the quotient of {} is {target}",
    "int_mod": "the remainder of {} is {target}",
    "lin_max": "the greatest of {} is {target}",
    "element": "the entry at {index} of {} is {target}",
    "table": "a row of a table by {}",
    "automaton": "a word of an automaton by {}",
}
"""What a constraint of each kind demands of its expressions."""
OF_INTERVALS = {"no_overlap": "no overlap of {}", "cumulative": "at most {capacity} at a time by {}"}
"""What a constraint of each kind demands of its intervals."""
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
    called: what some literals, and variables, are called in place of their names.
    """

    def __init__(
        self,
        proto: Any,
        words: Callable[[int], str] = lambda _: "",
        several: Callable[[Sequence[int]], tuple[str, str]] = lambda _: ("", ""),
        called: Mapping[int, str] = MappingProxyType({}),
    ) -> None:
        self._proto, self._words, self._several, self._called = proto, words, several, called
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
            and not self._words(index) and self._called.keys().isdisjoint((index, ~index))
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
            said = (SAID[kind] if names else "one of {}").format(
                joined(names, "or" if kind == "bool_or" else "and", most=LONGEST)
            )
        elif constraint.has_linear():
            said = self._sum(constraint.linear)
        elif not (said := self._of_numbers(constraint) or self._of_intervals(constraint)):
            return ""
        only = [self.name(reference) for reference in constraint.enforcement_literal]
        return f"{said} if {joined(only)}" if only else said

    def _sum(self, linear: Any) -> str:
        """A sum and its bounds."""
        ranges = _ranges(linear)
        pairs = list(zip(linear.vars, linear.coeffs, strict=True))
        if all(times == 1 and self._words(index) for index, times in pairs):
            return f"{ranges} of {joined([self.name(index) for index, _ in pairs], most=LONGEST)}"
        terms = self._terms(pairs)
        return f"{'the sum of ' if len(terms) != 1 else ''}{joined(terms, most=LONGEST)} is {ranges}"

    def _of_numbers(self, constraint: Any) -> str:
        """A constraint by its kind and its expressions; nothing for others, and in the form of an older OR-Tools."""
        kind, of = _of_kind(constraint, OF_NUMBERS)
        if of is None or not len(of.exprs):
            return ""
        target, index = (
            next((self._expression(getattr(of, one)) for one in (f"linear_{part}", part) if hasattr(of, one)), "")
            for part in ("target", "index")
        )
        several = joined([self._expression(one) for one in of.exprs], most=LONGEST)
        said = OF_NUMBERS[kind].format(several, target=target, index=index)
        return f"not {said}" if kind == "table" and of.negated else said

    def _of_intervals(self, constraint: Any) -> str:
        """A constraint by its kind and its intervals, by their names or starts; nothing for others."""
        kind, of = _of_kind(constraint, OF_INTERVALS)
        if of is None:
            return ""
        each = [self._proto.constraints[index] for index in of.intervals]
        names = [
            f"{one.name!r}" if one.name else f"what begins at {self._expression(one.interval.start)}" for one in each
        ]
        several = joined(names, most=LONGEST)
        return OF_INTERVALS[kind].format(several, capacity=kind == "cumulative" and self._expression(of.capacity))

    def _expression(self, expression: Any) -> str:
        """A sum of variables and a number."""
        terms = self._terms(zip(expression.vars, expression.coeffs, strict=True))
        return " plus ".join([*terms, *([str(expression.offset)] if expression.offset or not terms else [])])

    def _terms(self, pairs: Iterable[tuple[int, int]]) -> list[str]:
        return [self.name(index) if times == 1 else f"{times} times {self.name(index)}" for index, times in pairs]

    def name(self, reference: int) -> str:
        """A literal in words, or its variable by its name."""
        if words := self._words(reference) or self._called.get(reference):
            return words
        if words := self._words(~reference) or self._called.get(~reference):
            return f"not {words}"
        name = self._proto.variables[reference if reference >= 0 else ~reference].name
        return f"{'' if reference >= 0 else 'not '}{f'{name!r}' if name else 'a variable without a name'}"


def references(constraint: Any) -> list[int]:
    """The variables and literals of a constraint of one of the kinds that are described by these."""
    terms = constraint.linear.vars if constraint.has_linear() else _kind(constraint)[1]
    return [*constraint.enforcement_literal, *terms]


def mentioned(constraint: Any) -> list[int]:
    """The variables and literals of a constraint, also of one about numbers, as those of a table or an automaton."""
    _, of = _of_kind(constraint, OF_NUMBERS)
    return [*references(constraint), *(index for one in (of.exprs if of is not None else ()) for index in one.vars)]


def _kind(constraint: Any) -> tuple[str, Sequence[int]]:
    """Which kind of `SAID` a constraint is, and its literals; nothing for others."""
    kind, of = _of_kind(constraint, SAID)
    return kind, of.literals if kind else []


def _of_kind(constraint: Any, kinds: Iterable[str]) -> tuple[str, Any]:
    """Which of some kinds a constraint is, and what it has of that kind; nothing for others."""
    kind = next((kind for kind in kinds if getattr(constraint, f"has_{kind}")()), "")
    return kind, getattr(constraint, kind) if kind else None


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
