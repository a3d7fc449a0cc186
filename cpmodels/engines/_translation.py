"""From a CpModel to clauses: each variable, and each constraint over literals or over whole numbers.

A number is the Booleans "at least low + 1", ..., "at least high", of which each implies the one before: the order
encoding (Tamura et al. 2009, Compiling finite linear CSP into SAT).  Expressions, and whether a number has a value, are
functions of these, defined by clauses in both directions; so a formula has as many models as the constraints have
solutions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, product
from typing import Any

from cpmodels.base.errors import ModelError, TooLargeError, invalid_model
from cpmodels.base.values import listed
from cpmodels.engines._formula import TRUE, Formula, Interval, circuit, coefficients, intervals
from cpmodels.model import Model


def translate(model: Model[Any], formula: Formula) -> Formula:
    """Add all constraints of a model to an empty formula, whose first variables become the key.

    An objective plays no part.  Raises ModelError for a constraint of a kind that is not translated (reservoirs, routes
    and rectangles that do not overlap), and for a model that CP-SAT calls invalid; TooLargeError when the formula would
    not fit into memory.
    """
    return Translation(model, formula).formula


def check_valid(model: Model[Any]) -> None:
    """Raise ModelError for a model that CP-SAT calls invalid, as one with a variable that it does not have."""
    if invalid := model.cp.validate():
        raise invalid_model(invalid)


class Translation:
    """A formula that takes in a CpModel, constraint by constraint.

    encodings: how each variable of the CpModel, in order, is encoded by literals.
    pairs: the literals that say whether two others are true, by these.
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
        check_valid(model)
        self.formula, self._waived = formula, waived
        proto = model.cp.proto
        self.constraints, self.pairs = proto.constraints, dict[tuple[int, int], int]()
        if places is None:
            formula.variables = len(model.key)
            places = {variable.index: i for i, variable in enumerate(model.key, 1)}
        self.encodings = [self._encoding(i, variable, places.get(i)) for i, variable in enumerate(proto.variables)]
        for index, constraint in enumerate(proto.constraints):
            kind = next((kind for kind in KINDS if getattr(constraint, f"has_{kind}")()), None)
            if kind is not None:
                formula.begin(constraint.name)
                unless = [-self.literal(reference) for reference in constraint.enforcement_literal]
                unless.extend(waived("constraint", index))
                KINDS[kind](self, getattr(constraint, kind), unless)
            elif others := [name[4:] for name in dir(constraint) if name[:4] == "has_" and getattr(constraint, name)()]:
                which = f"the constraint {constraint.name!r}" if constraint.name else f"constraint {index}"
                raise NoClausesError(
                    f"{which} of the model is of the kind {others[0]}, which is not translated into "
                    f"clauses; these kinds are: {listed(list(KINDS), len(KINDS))}"
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
        limited(high - low + 1, f"the variable {variable.name!r}" if variable.name else f"variable {index}")
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

    def _all(self, constraint: Any, unless: list[int]) -> None:
        for literal in self.literals(constraint.literals):
            self.formula.clause([*unless, literal])

    def _odd(self, constraint: Any, unless: list[int]) -> None:
        units = [(1, OrderEncoding(0, (literal,))) for literal in self.literals(constraint.literals)]
        self.sum(units, [(n, n) for n in range(1, len(units) + 1, 2)], unless)

    def _linear(self, constraint: Any, unless: list[int]) -> None:
        units = [(coefficient, self.encodings[index]) for index, coefficient in coefficients(constraint).items()]
        self.sum(units, intervals(constraint.domain), unless)

    def sum(self, units: Sequence[Unit], ranges: Sequence[Interval], unless: list[int]) -> None:
        """The sum of coefficients times variables lies in one of the ranges, unless a literal is true."""
        fixed = sum(coefficient * encoding.low for coefficient, encoding in units if not encoding.above)
        units = [unit for unit in units if unit[0] and unit[1].above]
        ranges = [(least - fixed, most - fixed) for least, most in ranges]
        if len(units) == 2 and len(ranges) == 1:
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
        self.formula.weighted_beside((low, high), fits, terms, shifted, unless)

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


MOST_VALUES = 100_000
"""Integer variables of more values than this are refused."""


class NoClausesError(ModelError):
    """A constraint of a kind for which there are no clauses."""


@dataclass(frozen=True)
class OrderEncoding:
    """An integer: `low` plus the number of true literals among `above`.

    Each of these implies the one before.
    """

    low: int
    above: tuple[int, ...]

    @property
    def high(self) -> int:
        return self.low + len(self.above)

    def at_least(self, value: int) -> int:
        """The literal that says that the integer is at least `value`."""
        if value <= self.low:
            return TRUE
        return -TRUE if value > self.high else self.above[value - self.low - 1]

    def times(self, factor: int, more: int = 0) -> OrderEncoding:
        """The integer times a factor, plus some more.

        >>> OrderEncoding(0, (1, 2)).times(-1, 5)
        OrderEncoding(low=3, above=(-2, -1))
        """
        if factor == 0:
            return OrderEncoding(more, ())
        low, high = sorted((factor * self.low + more, factor * self.high + more))
        limited(high - low + 1, "an expression")
        if factor > 0:
            above = [self.at_least(-((more - value) // factor)) for value in range(low + 1, high + 1)]
        else:
            above = [-self.at_least((more - value) // -factor + 1) for value in range(low + 1, high + 1)]
        return OrderEncoding(low, tuple(above))


Unit = tuple[int, OrderEncoding]
"""A coefficient and its variable."""
Expression = Any
"""A LinearExpressionProto."""


def all_different(to: Translation, constraint: Any, unless: list[int]) -> None:
    """No two expressions have one value: at most one of those that say so, for each value."""
    numbers = [number(to, each) for each in constraint.exprs]
    for value in values_of(numbers):
        to.formula.at_most_one([equal(to, each, value) for each in numbers], unless)


def refuse_old_form(constraint: Any, what: str) -> None:
    """Raise NoClausesError for a constraint in fields of older versions of OR-Tools, which CP-SAT still reads."""
    if constraint.vars:
        raise NoClausesError(f"{what} in the form of an older OR-Tools is not translated into clauses")


def element(to: Translation, constraint: Any, unless: list[int]) -> None:
    """The target is the expression at an index."""
    refuse_old_form(constraint, "an element")
    index, target = number(to, constraint.linear_index), number(to, constraint.linear_target)
    entries = [number(to, each) for each in constraint.exprs]
    for place in values_of([index]):
        here = -equal(to, index, place)
        if 0 <= place < len(entries):
            same(to, entries[place], target, [*unless, here])
        else:
            to.formula.clause([*unless, here])


def table(to: Translation, constraint: Any, unless: list[int]) -> None:
    """The expressions have the values of one row, or of none of them."""
    refuse_old_form(constraint, "a table")
    numbers = [number(to, each) for each in constraint.exprs]
    rows = dict.fromkeys(zip(*[iter(constraint.values)] * len(numbers), strict=True)) if numbers else {}
    if constraint.negated:
        for row in rows:
            holds = [equal(to, each, value) for each, value in zip(numbers, row, strict=True)]
            to.formula.clause([*unless, *[-literal for literal in holds]])
    elif numbers:
        found = [all_of(to, [equal(to, e, value) for e, value in zip(numbers, row, strict=True)]) for row in rows]
        to.formula.clause([*unless, *found])


def automaton(to: Translation, constraint: Any, unless: list[int]) -> None:
    """The expressions, one after the other, lead an automaton to a final state; which state it is in, is said for each.

    The layers of Pesant 2004, A regular language membership constraint for finite sequences of variables.
    """
    refuse_old_form(constraint, "an automaton")
    state = {constraint.starting_state: TRUE}
    steps = list(zip(constraint.transition_tail, constraint.transition_label, constraint.transition_head, strict=True))
    for each in constraint.exprs:
        read = number(to, each)
        ways: dict[int, list[int]] = {}
        for tail, label, head in steps:
            if tail in state and (way := all_of(to, [state[tail], equal(to, read, label)])) != -TRUE:
                ways.setdefault(head, []).append(way)
        state = {head: any_of(to, found) for head, found in ways.items()}
    to.formula.clause([*unless, *[state[final] for final in dict.fromkeys(constraint.final_states) if final in state]])


def greatest(to: Translation, constraint: Any, unless: list[int]) -> None:
    """The target is the greatest of the expressions."""
    target, numbers = number(to, constraint.target), [number(to, each) for each in constraint.exprs]
    for value in values_of([target, *numbers], 1):
        some = [each.at_least(value) for each in numbers]
        to.formula.clause([*unless, -target.at_least(value), *some])
        for literal in some:
            to.formula.clause([*unless, -literal, target.at_least(value)])


def multiplied(to: Translation, constraint: Any, unless: list[int]) -> None:
    """The target is the product of the expressions."""
    result = OrderEncoding(1, ())
    for each in constraint.exprs:
        one, other = result, number(to, each)
        ends = [a * b for a in (one.low, one.high) for b in (other.low, other.high)]
        if not one.above or not other.above:
            fixed, free = (one, other) if not one.above else (other, one)
            result = free.times(fixed.low)
        else:
            result = new_number(to, min(ends), max(ends))
            _by_pairs(to, one, other, result, lambda a, b: a * b, [])
    same(to, result, number(to, constraint.target), unless)


def divided(to: Translation, constraint: Any, unless: list[int]) -> None:
    """The target is the quotient of two expressions, rounded towards zero."""
    one, other = (number(to, each) for each in constraint.exprs)
    _by_pairs(to, one, other, number(to, constraint.target), _quotient, unless)


def remainder(to: Translation, constraint: Any, unless: list[int]) -> None:
    """The target is what is left by the division of two expressions, with the sign of the first."""
    one, other = (number(to, each) for each in constraint.exprs)
    _by_pairs(to, one, other, number(to, constraint.target), lambda a, b: a - b * _quotient(a, b), unless)


def inverse(to: Translation, constraint: Any, unless: list[int]) -> None:
    """Two lists of variables are permutations, each the inverse of the other."""
    there, back = ([to.encodings[v] for v in side] for side in (constraint.f_direct, constraint.f_inverse))
    for side in (there, back):
        for each in side:
            to.formula.clause([*unless, each.at_least(0)])
            to.formula.clause([*unless, -each.at_least(len(side))])
    for (i, one), (j, other) in product(enumerate(there), enumerate(back)):
        pair = equal(to, one, j), equal(to, other, i)
        to.formula.clause([*unless, -pair[0], pair[1]])
        to.formula.clause([*unless, pair[0], -pair[1]])


def interval(to: Translation, constraint: Any, unless: list[int]) -> None:
    """The start and the size, which is not negative, add up to the end."""
    start, size, end = (number(to, part) for part in (constraint.start, constraint.size, constraint.end))
    to.sum([(1, start), (1, size), (-1, end)], [(0, 0)], unless)
    to.formula.clause([*unless, size.at_least(0)])


def no_overlap(to: Translation, constraint: Any, unless: list[int]) -> None:
    """Of any two intervals that are performed, one ends before the other starts."""
    found = [_performed(to, index) for index in constraint.intervals]
    for (one, absent), (other, missing) in combinations(found, 2):
        order = [not_after(to, one[1], other[0]), not_after(to, other[1], one[0])]
        to.formula.clause([*unless, *absent, *missing, *order])


def cumulative(to: Translation, constraint: Any, unless: list[int]) -> None:
    """At no time do the demands of intervals that are performed exceed the capacity.

    Raises NoClausesError for a demand that is not constant.
    """
    demands = [number(to, each) for each in constraint.demands]
    if any(each.above for each in demands):
        raise NoClausesError("a cumulative constraint of demands that vary is not translated into clauses")
    capacity = number(to, constraint.capacity)
    found = [_performed(to, index) for index in constraint.intervals]
    to.formula.clause([*unless, capacity.at_least(0)])
    for time in values_of([start for (start, _), _ in found]):  # Only then are there more demands than before.
        units = [(-1, capacity)]
        for ((start, end), absent), demand in zip(found, demands, strict=True):
            here = [-start.at_least(time + 1), end.at_least(time + 1), *[-literal for literal in absent]]
            units.append((demand.low, OrderEncoding(0, (all_of(to, here),))))
        to.sum(units, [(-capacity.high - sum(each.low for each in demands), 0)], unless)


KINDS: Mapping[str, Callable[[Translation, Any, list[int]], None]] = {
    "bool_or": lambda to, given, unless: to.formula.clause(unless + to.literals(given.literals)),
    "bool_and": Translation._all,
    "bool_xor": Translation._odd,
    "at_most_one": lambda to, given, unless: to.formula.at_most_one(to.literals(given.literals), unless),
    "exactly_one": lambda to, given, unless: to.formula.exactly_one(to.literals(given.literals), unless),
    "linear": Translation._linear,
    "circuit": Translation._circuit,
    "all_diff": all_different,
    "element": element,
    "table": table,
    "automaton": automaton,
    "lin_max": greatest,
    "int_prod": multiplied,
    "int_div": divided,
    "int_mod": remainder,
    "inverse": inverse,
    "interval": interval,
    "no_overlap": no_overlap,
    "cumulative": cumulative,
}
"""The constraints that have clauses, by their names in the proto."""


def number(to: Translation, expression: Expression) -> OrderEncoding:
    """The value of an expression: that of its variable, or a new number that is their sum."""
    units = coefficients(expression)
    if not units:
        return OrderEncoding(expression.offset, ())
    if len(units) == 1:
        ((index, coefficient),) = units.items()
        return to.encodings[index].times(coefficient, expression.offset)
    terms = [to.encodings[index].times(coefficient) for index, coefficient in units.items()]
    total = new_number(
        to, expression.offset + sum(term.low for term in terms), expression.offset + sum(term.high for term in terms)
    )
    to.sum([(1, term) for term in terms] + [(-1, total)], [(-expression.offset, -expression.offset)], [])
    return total


def new_number(to: Translation, low: int, high: int) -> OrderEncoding:
    """A number of new literals, which the caller must define."""
    limited(high - low + 1, "an expression")
    encoding = OrderEncoding(low, tuple(to.formula.new() for _ in range(high - low)))
    for lower, upper in pairwise(encoding.above):
        to.formula.clause([lower, -upper])
    return encoding


def limited(values: int, what: str) -> None:
    """Refuse what has too many values."""
    if values > MOST_VALUES:
        raise TooLargeError(f"{what} of the model has {values:,} values; at most {MOST_VALUES:,} are tried")


def values_of(numbers: Sequence[OrderEncoding], beyond: int = 0) -> list[int]:
    """The values that some numbers may have; with one beyond, those that say which numbers are at least as great."""
    return sorted({value for each in numbers for value in range(each.low, each.high + 1 + beyond)})


def equal(to: Translation, one: OrderEncoding, value: int) -> int:
    """Whether a number has a value."""
    return all_of(to, [one.at_least(value), -one.at_least(value + 1)])


def all_of(to: Translation, literals: Iterable[int]) -> int:
    """Whether all literals are true; for each two of them there is one literal."""
    result = TRUE
    for literal in literals:
        result = _both(to, result, literal)
    return result


def any_of(to: Translation, literals: Iterable[int]) -> int:
    """Whether some literal is true."""
    return -all_of(to, [-literal for literal in literals])


def _both(to: Translation, one: int, other: int) -> int:
    if one == other or other == TRUE:
        return one
    if one == TRUE:
        return other
    if one == -other or -TRUE in (one, other):
        return -TRUE
    pair = (one, other) if one < other else (other, one)
    if pair not in to.pairs:
        to.pairs[pair] = both = to.formula.new()
        to.formula.clause([-both, one])
        to.formula.clause([-both, other])
        to.formula.clause([both, -one, -other])
    return to.pairs[pair]


def same(to: Translation, one: OrderEncoding, other: OrderEncoding, unless: list[int]) -> None:
    """Two numbers are equal, unless a literal is true."""
    for value in values_of([one, other], 1):
        to.formula.clause([*unless, -one.at_least(value), other.at_least(value)])
        to.formula.clause([*unless, one.at_least(value), -other.at_least(value)])


def not_after(to: Translation, one: OrderEncoding, other: OrderEncoding) -> int:
    """Whether a number is at most as great as another."""
    greater = (value for value in values_of([one, other], 1) if other.low < value <= one.high)
    return all_of(to, [-_both(to, one.at_least(value), -other.at_least(value)) for value in greater])


def _by_pairs(
    to: Translation,
    one: OrderEncoding,
    other: OrderEncoding,
    result: OrderEncoding,
    function: Callable[[int, int], int],
    unless: list[int],
) -> None:
    """The result is what a function makes of two numbers, by clauses for each pair of values; not defined by zero."""
    limited(len(values_of([one])) * len(values_of([other])), "a product or quotient")
    for a, b in product(values_of([one]), values_of([other])):
        here = [*unless, -equal(to, one, a), -equal(to, other, b)]
        try:
            value = function(a, b)
        except ZeroDivisionError:
            to.formula.clause(here)
            continue
        to.formula.clause([*here, result.at_least(value)])
        to.formula.clause([*here, -result.at_least(value + 1)])


def _quotient(a: int, b: int) -> int:
    """The quotient, rounded towards zero.

    >>> _quotient(7, 2), _quotient(-7, 2)
    (3, -3)
    """
    whole = abs(a) // abs(b)
    return whole if (a < 0) == (b < 0) else -whole


def _performed(to: Translation, index: int) -> tuple[tuple[OrderEncoding, OrderEncoding], list[int]]:
    """The start and end of an interval, and literals of which one is true where it is not performed."""
    constraint = to.constraints[index]
    absent = [-to.literal(reference) for reference in constraint.enforcement_literal]
    return (number(to, constraint.interval.start), number(to, constraint.interval.end)), absent
