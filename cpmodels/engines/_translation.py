"""From a CpModel to clauses: each variable, and each constraint over literals; `_integers` has those over numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from cpmodels.engines._formula import Formula, Interval, Last, circuit
from cpmodels.engines._integers import KINDS, NoClausesError, OrderEncoding, Unit, all_of, any_of, limited, new_number
from cpmodels.errors import ModelError
from cpmodels.model import Model
from cpmodels.values import listed


def translate(model: Model[Any], formula: Formula) -> Formula:
    """Add all constraints of a model to an empty formula, whose first variables become the key.

    An objective plays no part.  Raises ModelError for a constraint of a kind that is not translated (reservoirs, routes
    and rectangles that do not overlap), and for a model that CP-SAT calls invalid; TooLargeError when the formula would
    not fit into memory.
    """
    return Translation(model, formula).formula


class Translation:
    """A formula that takes in a CpModel, constraint by constraint.

    encodings: how each variable of the CpModel, in order, is encoded by literals.
    waived: literals of which one is true where something need not hold: a ``"constraint"``, by its index, the value of
        a fixed ``"variable"`` of the key, by its index, or an ``"assumption"``, by its literal.
    places: the variables of the formula that some Booleans of the CpModel are, by their indices, where these are not
        the first ones for the key; the formula has them already.
    """

    def __init__(
        self,
        model: Model[Any],
        formula: Formula,
        waived: Callable[[str, int], Sequence[int]] = lambda _, __: (),
        places: Mapping[int, int] | None = None,
    ) -> None:
        if invalid := model.cp.validate():
            raise ModelError(f"CP-SAT calls the model invalid: {invalid}")
        self.formula, self._waived = formula, waived
        proto = model.cp.proto
        self.constraints, self.pairs = proto.constraints, dict[tuple[int, int], int]()
        if places is None:
            formula.variables = len(model.key)
            places = {variable.index: i for i, variable in enumerate(model.key, 1)}
        self.encodings = [self._encoding(i, variable, places.get(i)) for i, variable in enumerate(proto.variables)]
        kinds: dict[str, Callable[[Any, list[int]], None]] = {
            "bool_or": self._bool_or,
            "bool_and": self._bool_and,
            "bool_xor": self._bool_xor,
            "at_most_one": self._at_most_one,
            "exactly_one": self._exactly_one,
            "linear": self._linear,
            "circuit": self._circuit,
            **{name: partial(write, self) for name, write in KINDS.items()},
        }
        for index, constraint in enumerate(proto.constraints):
            kind = next((kind for kind in kinds if getattr(constraint, f"has_{kind}")()), None)
            if kind is not None:
                formula.begin(constraint.name)
                unless = [-self.literal(reference) for reference in constraint.enforcement_literal]
                unless.extend(waived("constraint", index))
                kinds[kind](getattr(constraint, kind), unless)
            elif others := [name[4:] for name in dir(constraint) if name[:4] == "has_" and getattr(constraint, name)()]:
                raise NoClausesError(
                    f"constraint {index} of the model is of the kind {others[0]}, which is not translated into "
                    f"clauses; these kinds are: {listed(list(kinds), len(kinds))}"
                )
        for reference in proto.assumptions:
            formula.clause([*waived("assumption", reference), self.literal(reference)])

    def _encoding(self, index: int, variable: Any, position: int | None) -> OrderEncoding:
        """The literals of a variable; those of the key have their places."""
        ranges = intervals(variable.domain)
        low, high = ranges[0][0], ranges[-1][1]
        if position is not None:
            if not 0 <= low <= high <= 1:
                raise ModelError(f"variable {index} of the model is part of the key, but not a Boolean")
            if low == high:
                self.formula.clause([*self._waived("variable", index), position if low else -position])
            return OrderEncoding(0, (position,))
        limited(high - low + 1, f"variable {index}")
        encoding = new_number(self, low, high)
        for (_, last), (first, _) in pairwise(ranges):
            self.formula.clause([-encoding.at_least(last + 1), encoding.at_least(first)])
        return encoding

    def literal(self, reference: int) -> int:
        """CP-SAT's literal: a variable's index or, for its negation, -1 minus it."""
        encoding = self.encodings[reference if reference >= 0 else -reference - 1]
        literal = encoding.at_least(1)
        return literal if reference >= 0 else -literal

    def literals(self, references: Iterable[int]) -> list[int]:
        return [self.literal(reference) for reference in references]

    def _bool_or(self, constraint: Any, unless: list[int]) -> None:
        self.formula.clause(unless + self.literals(constraint.literals))

    def _bool_and(self, constraint: Any, unless: list[int]) -> None:
        for literal in self.literals(constraint.literals):
            self.formula.clause([*unless, literal])

    def _bool_xor(self, constraint: Any, unless: list[int]) -> None:
        literals = self.literals(constraint.literals)
        odd = [(n, n) for n in range(1, len(literals) + 1, 2)]
        self.sum([(1, OrderEncoding(0, (literal,))) for literal in literals], odd, unless)

    def _at_most_one(self, constraint: Any, unless: list[int]) -> None:
        self.formula.at_most_one(self.literals(constraint.literals), unless)

    def _exactly_one(self, constraint: Any, unless: list[int]) -> None:
        self.formula.exactly_one(self.literals(constraint.literals), unless)

    def _linear(self, constraint: Any, unless: list[int]) -> None:
        coefficients: dict[int, int] = {}
        for index, coefficient in zip(constraint.vars, constraint.coeffs, strict=True):
            coefficients[index] = coefficients.get(index, 0) + coefficient
        units = [(coefficient, self.encodings[index]) for index, coefficient in coefficients.items() if coefficient]
        self.sum(units, intervals(constraint.domain), unless)

    def sum(self, units: Sequence[Unit], ranges: Sequence[Interval], unless: list[int]) -> None:
        """The sum of coefficients times variables lies in one of the ranges, unless a literal is true."""
        if len(units) == 2 and len(ranges) == 1 and not self.formula.takes_sums:
            (a, one), (b, other) = units
            self._at_most(a, one, b, other, ranges[0][1], unless)
            self._at_most(-a, one, -b, other, -ranges[0][0], unless)
            return
        rest, last = self._apart(units)
        start = sum(coefficient * encoding.low for coefficient, encoding in rest)
        terms = [(coefficient, literal) for coefficient, encoding in rest for literal in encoding.above]
        shifted = [(least - start, most - start) for least, most in ranges]
        if last is None:
            self.formula.weighted(terms, shifted, unless)
            return
        factor, number = last

        def fits(total: int) -> int:
            """Whether the number and a sum of the others, from `start` on, lie in the ranges."""
            within = []
            for ends in ((least - total, most - total) for least, most in shifted):
                first, final = ends if factor > 0 else ends[::-1]
                within += [all_of(self, [number.at_least(-(-first // factor)), -number.at_least(final // factor + 1)])]
            return any_of(self, within)

        low, high = sorted((factor * number.low, factor * number.high))
        self.formula.weighted_beside(Last(low, high, fits), terms, shifted, unless)

    def _apart(self, units: Sequence[Unit]) -> tuple[Sequence[Unit], Unit | None]:
        """The units of a sum but for the number of the most values, where sums become clauses: it needs no branches."""
        widest = max(units, key=lambda unit: len(unit[1].above), default=None)
        if widest is None or len(widest[1].above) < 2 or self.formula.takes_rows:
            return units, None
        return [unit for unit in units if unit is not widest], widest

    def _at_most(self, a: int, one: OrderEncoding, b: int, other: OrderEncoding, most: int, unless: list[int]) -> None:
        """The sum a * one + b * other is at most `most`, by one clause for each value of `one`."""
        for value in range(one.low, one.high + 1):
            at_worst = -one.at_least(value) if a > 0 else one.at_least(value + 1)
            left = most - a * value
            enough = -other.at_least(left // b + 1) if b > 0 else other.at_least(-(left // -b))
            self.formula.clause([*unless, at_worst, enough])

    def _circuit(self, constraint: Any, unless: list[int]) -> None:
        arcs = list(zip(constraint.tails, constraint.heads, self.literals(constraint.literals), strict=True))
        if not self.formula.takes_circuit(arcs, unless):
            circuit(self.formula, arcs, unless)


def intervals(domain: Iterable[int]) -> list[Interval]:
    """The first and last values of a domain's intervals."""
    ends = iter(domain)
    return list(zip(ends, ends, strict=True))
