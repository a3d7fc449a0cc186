"""Variables and constraints by the thousand, written into a CpModel by their indices.

A call of OR-Tools for each of them takes microseconds, most of it for objects of Python: one for the constraint, one
for each variable and for each literal that is negated.  Here a literal is a whole number, as CP-SAT itself has it: the
index of a variable, or ``~index`` for its negation.  What is written is a copy of a pattern whose numbers are set
first, which takes a third of the time and comes out the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar, overload

from cpmodels import _cp_model as cp_model

K = TypeVar("K", bound=Hashable)


def _writing(kind: str) -> cached_property[Callable[[Sequence[int]], None]]:
    """What writes constraints of a kind that is a list of literals."""
    return cached_property(lambda bulk: bulk._writer(kind))


def _summing(*coefficients: int) -> cached_property[tuple[Any, ...]]:
    """The pattern of a sum of variables with these coefficients: what is set in it, and it itself."""
    return cached_property(lambda bulk: bulk._linear(coefficients))


class Bulk:
    """Writes into a CpModel.  Of one thread, as are its patterns.

    name: what the constraints that are written say, in a sentence: their name in the CpModel.
    """

    def __init__(self, cp: cp_model.CpModel, name: str = "") -> None:
        self._cp, self._proto = cp, cp.proto
        self._variables, self._constraints = self._proto.variables, self._proto.constraints
        self._patterns = cp_model.CpModelProto()
        self._name, self._named = name, list[Any]()

    @property
    def name(self) -> str:
        return self._name

    @name.setter
    def name(self, name: str) -> None:
        if name != self._name:
            self._name = name
            for pattern in self._named:
                pattern.name = name

    def booleans(self, names: Iterable[str]) -> range:
        """A Boolean variable of each name; their indices."""
        start, write, pattern = len(self._variables), self._variables.append, self._pattern_variable(0, 1)
        for name in names:
            pattern.name = name
            write(pattern)
        return range(start, len(self._variables))

    def integers(self, least: int, most: int, count: int) -> range:
        """`count` variables without names, from `least` to `most`; their indices."""
        pattern, start = self._pattern_variable(least, most), len(self._variables)
        for _ in range(count):
            self._variables.append(pattern)
        return range(start, start + count)

    def boolean(self) -> int:
        """A Boolean variable without a name."""
        self._variables.append(self._unnamed)
        return len(self._variables) - 1

    def constant(self, value: int) -> int:
        """The index of a constant."""
        index: int = self._cp.new_constant(value).index
        return index

    exactly_one = _writing("exactly_one")
    at_most_one = _writing("at_most_one")
    any_of = _writing("bool_or")
    all_of = _writing("bool_and")
    odd = _writing("bool_xor")

    def implies(self, literal: int, literals: Sequence[int]) -> None:
        """If one literal is true then all the others are."""
        write, enforcement = self._implication
        enforcement[0] = literal
        write(literals)

    def from_to(self, literals: Sequence[int], least: int, most: int, only_if: int | None = None) -> None:
        """From `least` to `most` of the literals are true, or only if another one is."""
        least, most = max(least, 0), min(most, len(literals))
        if least > most:
            self.any_of([] if only_if is None else [~only_if])
            return
        negated, factors = 0, dict[int, int]()
        for literal in literals:
            negated += literal < 0
            variable, factor = (literal, 1) if literal >= 0 else (~literal, -1)
            factors[variable] = factors.get(variable, 0) + factor
        self.linear(factors, least - negated, most - negated, only_if)

    def linear(self, factors: Mapping[int, int], least: int, most: int, only_if: int | None = None) -> None:
        """The sum of variables with these factors is from `least` to `most`, or only if a literal is true."""
        enforcement, variables, domain, coefficients, pattern = self._sum
        enforcement.clear()
        enforcement.extend([] if only_if is None else [only_if])
        variables.clear()
        coefficients.clear()
        for variable in sorted(filter(factors.__getitem__, factors)):  # in order, and without 0, as OR-Tools has them
            variables.append(variable)
            coefficients.append(factors[variable])
        domain[0], domain[1] = least, most
        self._constraints.append(pattern)

    def differences(self, rows: Iterable[tuple[int, int | None, int | None, int]]) -> None:
        """If the literal of a row is true, one variable less another is a value; None stands for 0."""
        rising, falling, alone = self._rising, self._falling, self._alone
        for literal, one, other, value in rows:
            if one is None:
                one, other, value = other, None, -value
            if one is None:
                if value:
                    self.any_of([~literal])
                continue
            if other is None:
                enforcement, variables, domain, _, pattern = alone
                variables[0] = one
            else:  # OR-Tools' own expressions have the variables in order.
                enforcement, variables, domain, _, pattern = rising if one < other else falling
                variables[0], variables[1] = (one, other) if one < other else (other, one)
            enforcement[0], domain[0], domain[1] = literal, value, value
            self._constraints.append(pattern)

    def circuit(self, tails: Sequence[int], heads: Sequence[int], literals: Sequence[int]) -> None:
        """The arcs, from tails to heads, whose literals are true are a circuit; loops leave nodes out of it."""
        constraint = self._constraints.add()
        constraint.name = self._name
        circuit = constraint.circuit
        circuit.tails.extend(tails)
        circuit.heads.extend(heads)
        circuit.literals.extend(literals)

    def _pattern_variable(self, least: int, most: int) -> Any:
        pattern = self._patterns.variables.add()
        pattern.domain.extend((least, most))
        return pattern

    def _pattern_constraint(self) -> Any:
        pattern = self._patterns.constraints.add()
        pattern.name = self._name
        self._named.append(pattern)
        return pattern

    @cached_property
    def _unnamed(self) -> Any:
        return self._pattern_variable(0, 1)

    def _writer(self, kind: str, pattern: Any = None) -> Callable[[Sequence[int]], None]:
        """Writes constraints of a kind that is a list of literals."""
        pattern = self._pattern_constraint() if pattern is None else pattern
        literals, write = getattr(pattern, kind).literals, self._constraints.append
        clear, extend = literals.clear, literals.extend

        def add(given: Sequence[int], _: object = self._patterns) -> None:  # They go with the last that holds them.
            clear()
            extend(given)
            write(pattern)

        return add

    @cached_property
    def _implication(self) -> tuple[Callable[[Sequence[int]], None], Any]:
        pattern = self._pattern_constraint()
        pattern.enforcement_literal.append(0)
        return self._writer("bool_and", pattern), pattern.enforcement_literal

    _rising, _falling, _alone, _sum = _summing(1, -1), _summing(-1, 1), _summing(1), _summing()

    def _linear(self, coefficients: tuple[int, ...]) -> tuple[Any, ...]:
        """A pattern's literal of enforcement, variables, domain and coefficients, and the pattern."""
        pattern = self._pattern_constraint()
        linear = pattern.linear
        pattern.enforcement_literal.append(0)
        linear.vars.extend([0] * len(coefficients))
        linear.coeffs.extend(coefficients)
        linear.domain.extend((0, 0))
        return pattern.enforcement_literal, linear.vars, linear.domain, linear.coeffs, pattern


class Literals(Sequence["cp_model.IntVar"]):
    """Boolean variables by their indices in a CpModel, each an object when it is asked for."""

    def __init__(self, cp: cp_model.CpModel, indexes: Sequence[int]) -> None:
        self.cp, self.indexes = cp, indexes
        self._made: dict[int, cp_model.IntVar] = {}

    @overload
    def __getitem__(self, place: int) -> cp_model.IntVar: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[cp_model.IntVar, ...]: ...

    def __getitem__(self, place: int | slice) -> cp_model.IntVar | tuple[cp_model.IntVar, ...]:
        if isinstance(place, slice):
            return tuple(map(self._at, self.indexes[place]))
        return self._at(self.indexes[place])

    def __iter__(self) -> Iterator[cp_model.IntVar]:
        return map(self._at, self.indexes)

    def __len__(self) -> int:
        return len(self.indexes)

    def _at(self, index: int) -> cp_model.IntVar:
        if index not in self._made:
            self._made[index] = cp_model.IntVar(self.cp.proto, index)
        return self._made[index]


class NamedLiterals(Mapping[K, "cp_model.IntVar"], Generic[K]):
    """Boolean variables by what each is about, in order, each an object when it is asked for."""

    def __init__(self, cp: cp_model.CpModel, keys: Iterable[K], indexes: Sequence[int]) -> None:
        self.cp, self.indexes, self.literals = cp, indexes, Literals(cp, indexes)
        self._place = {key: place for place, key in enumerate(keys)}

    def values(self) -> Literals:  # type: ignore[override]
        """The variables in order."""
        return self.literals

    def __getitem__(self, key: K) -> cp_model.IntVar:
        return self.literals[self._place[key]]

    def __contains__(self, key: object) -> bool:
        return key in self._place

    def __iter__(self) -> Iterator[K]:
        return iter(self._place)

    def __len__(self) -> int:
        return len(self._place)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({dict(self)!r})"


def indexes_of(literals: Iterable[Any]) -> Sequence[int]:
    """The indices of literals of a CpModel, negated ones as ``~index``."""
    if isinstance(literals, Literals):
        return literals.indexes
    return [literal.index for literal in literals]


def literal_at(cp: cp_model.CpModel, index: int) -> cp_model.LiteralT:
    """The literal of an index, ``~index`` for a negated one."""
    variable = cp_model.IntVar(cp.proto, index if index >= 0 else ~index)
    return variable if index >= 0 else ~variable
