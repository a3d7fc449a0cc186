"""What the constraints of a CpModel show of its Boolean variables, one constraint after another, and why.

Every constraint on Booleans but a circuit is a count here: the weights of its true literals add up to one of some
sums.  "Exactly one", clauses and sums of small numbers are such, and what one of them shows is seen from its sums.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from types import MappingProxyType
from typing import Any, TypeVar

from cpmodels.engines._formula import coefficients, intervals

T = TypeVar("T")

MOST = 4096
"""Counts of larger sums are left to the solver."""


@dataclass(frozen=True)
class LiteralSum:
    """Literals, as CP-SAT has them, whose weights add up to an allowed sum, unless a literal of `unless` is true.

    weights: of each literal, positive.
    allowed: the sums, as the bits of a number.
    rule: the selector of the constraint of which this is a part.
    """

    literals: tuple[int, ...]
    weights: tuple[int, ...]
    allowed: int
    rule: int
    unless: tuple[int, ...] = ()

    @property
    def most(self) -> int:
        """The greatest sum."""
        return self.allowed.bit_length() - 1

    @property
    def least(self) -> int:
        """The least sum."""
        return (self.allowed & -self.allowed).bit_length() - 1

    @property
    def is_range(self) -> bool:
        """Whether all sums from the least to the greatest are allowed."""
        return not self.allowed & (self.allowed & -self.allowed) + self.allowed

    @property
    def is_fixed(self) -> bool:
        """Whether one sum alone is allowed."""
        return self.least == self.most


def counts_of(proto: Any, rule_of: Callable[[int], int], said: Container[int] = ()) -> Iterator[LiteralSum]:
    """The constraints of a CpModel that are counts, but for those that are `said` otherwise, by their indices.

    rule_of: gives the selector of each.
    """
    for index, constraint in enumerate(proto.constraints):
        if index in said:
            continue
        unless = tuple(~literal for literal in constraint.enforcement_literal)
        if constraint.has_bool_or():
            literals = [*unless, *constraint.bool_or.literals]
            if len(literals) == 2 and max(literals) < 0:
                yield _count([~literal for literal in literals], "none or one", rule_of(index))
            else:
                yield _count(literals, "some", rule_of(index))
        elif constraint.has_bool_and():
            for literal in constraint.bool_and.literals:
                yield _count([*unless, literal], "some", rule_of(index))
        elif constraint.has_exactly_one():
            yield _count(constraint.exactly_one.literals, "one", rule_of(index), unless)
        elif constraint.has_at_most_one():
            yield _count(constraint.at_most_one.literals, "none or one", rule_of(index), unless)
        elif constraint.has_bool_xor():
            yield _count(constraint.bool_xor.literals, "odd", rule_of(index), unless)
        elif constraint.has_linear() and (found := _linear(proto, constraint.linear, rule_of(index), unless)):
            yield found


def _count(literals: Iterable[int], sums: str, rule: int, unless: tuple[int, ...] = ()) -> LiteralSum:
    literals = tuple(literals)
    every = (2 << len(literals)) - 1
    allowed = {"some": every - 1, "one": 2, "none or one": 3, "odd": sum(2 << n for n in range(0, len(literals), 2))}
    return LiteralSum(literals, (1,) * len(literals), allowed[sums] & every, rule, unless)


def either(variable: int, literals: Sequence[int]) -> list[LiteralSum]:
    """That a variable is true just when some literal is."""
    return [_count(clause, "some", 0) for clause in ([~variable, *literals], *([variable, ~one] for one in literals))]


def _linear(proto: Any, linear: Any, rule: int, unless: tuple[int, ...]) -> LiteralSum | None:
    """A sum of Booleans; None for one of other variables, and for large ones."""
    weights, start = coefficients(linear), 0
    for index in [*weights]:
        domain = [*proto.variables[index].domain]  # OR-Tools reads beyond its own where an index is negative.
        if len(domain) == 2 and domain[0] == domain[1] and len(linear.vars) > 1:
            start += weights.pop(index) * domain[0]
        elif domain[0] < 0 or domain[-1] > 1:
            return None
    terms = [(index if times > 0 else ~index, abs(times)) for index, times in weights.items()]
    start += sum(times for times in weights.values() if times < 0)
    total = sum(weight for _, weight in terms)
    if total > MOST:
        return None
    allowed = 0
    for least, most in intervals(linear.domain):
        low, high = max(least - start, 0), min(most - start, total)
        allowed |= (1 << high + 1) - (1 << low) if low <= high else 0
    return LiteralSum(tuple(literal for literal, _ in terms), tuple(w for _, w in terms), allowed, rule, unless)


@dataclass(frozen=True)
class Shown:
    """Literals that a count shows to be true, or none of them where it cannot be met, and those that show it.

    how: ``"full"`` where no more fits into the sum, ``"needed"`` where all that is left is needed for it, else "".
    """

    count: int
    literals: tuple[int, ...]
    because: tuple[int, ...]
    how: str = ""


class View:
    """What is known of the variables, and what counts show of it.

    A literal becomes known with what showed it: None for what is taken as known.

    others: what shows more than a sum does, by the number of the count that stands for it, with that number; asked when
        the counts themselves show no more.
    of: 1 where a literal is known to be true, -1 where false, else 0.
    """

    def __init__(
        self,
        counts: Sequence[LiteralSum],
        variables: int,
        fixed: Iterable[int],
        others: Mapping[int, Callable[[int, View], list[Shown]]] = MappingProxyType({}),
    ) -> None:
        self.counts, self._others = counts, others
        self.value = [0] * 2 * variables  # A literal below 0 counts from the end.
        self.of = self.value.__getitem__
        self.why: dict[int, Shown | None] = {}
        self.trail: list[int] = []
        self._touching: list[list[tuple[int, int]]] = [[] for _ in self.value]
        self._totals = [sum(count.weights) for count in counts]
        self._silent = [
            silent(count.allowed, total) if total == len(count.weights) and number not in others else None
            for number, (count, total) in enumerate(zip(counts, self._totals, strict=True))
        ]
        self._true, self._false = [0] * len(counts), [0] * len(counts)
        for number, count in enumerate(counts):
            for literal, weight in zip(count.literals, count.weights, strict=True):
                self._touching[literal].append((number, weight))
            for literal in count.unless:
                self._touching[literal].append((number, 0))
        self._waiting = deque(number for number in range(len(counts)) if number not in others)
        self._last, self._is_waiting = deque(others), [True] * len(counts)
        self._changed = [0] * len(counts)
        self._looked: set[int] | None = None
        self._left: dict[int, None] = {}
        self._harmless: dict[int, tuple[int, set[int]]] = {}
        for literal in fixed:
            self.learn(literal, None)

    def learn(self, literal: int, why: Shown | None) -> None:
        """Take a literal, of which nothing is known, as true."""
        self.value[literal], self.value[~literal] = 1, -1
        self.why[literal] = why
        self.trail.append(literal)
        self._book(literal, 1)

    def _book(self, literal: int, sign: int) -> None:
        for side, totals in ((literal, self._true), (~literal, self._false)):
            for number, weight in self._touching[side]:
                totals[number] += sign * weight
                if sign > 0 and not self._is_waiting[number]:
                    self._is_waiting[number] = True
                    (self._last if number in self._others else self._waiting).append(number)
                if self._looked is None:
                    self._changed[number] = len(self.trail)

    def suppose(self, literal: int, refuted: Callable[[Shown], T]) -> T | None:
        """What is made of the count that cannot be met if a literal is true; None where none is seen.

        What led to nothing before is not looked at again unless something has changed in the counts that it met.
        """
        size = len(self.trail)
        before, met = self._harmless.get(literal, (0, None))
        if met is not None and all(self._changed[number] <= before for number in met):
            return None
        self._looked = set()
        self.learn(literal, None)
        shown = self.propagate(lambda *_: True)
        found = refuted(shown[0]) if shown and not shown[0].literals else None
        for waiting in (self._waiting, self._last):
            while waiting:
                self._is_waiting[waiting.popleft()] = False
        for known in self.trail[size:]:
            self.value[known] = self.value[~known] = 0
            del self.why[known]
            self._book(known, -1)
        del self.trail[size:]
        if found is None:
            self._harmless[literal] = (size, self._looked)
        self._looked = None
        return found

    def propagate(self, takes: Callable[[int, Shown], bool]) -> list[Shown]:
        """What counts show: literals that are taken at once become known; what shows others is given back, or what
        cannot be met, alone.
        """
        left = self._left if self._looked is None else {}
        while waiting := self._waiting or self._last:
            number = waiting.popleft()
            self._is_waiting[number] = False
            if self._looked is not None:
                self._looked.add(number)
            tells = self._silent[number]
            if tells is not None and tells[self._true[number]][self._false[number]]:
                continue
            for shown in self.shown_by(number):
                if not shown.literals:
                    return [shown]
                for literal in shown.literals:
                    if self.of(literal) or not takes(literal, shown):
                        left[number] = None
                    else:
                        self.learn(literal, shown)
        found = {number: self.shown_by(number) for number in left}
        for number, shown_now in found.items():
            if not shown_now:
                del left[number]
        return [shown for shown_now in found.values() for shown in shown_now]

    def shown_by(self, number: int) -> list[Shown]:
        """What one count, or what it stands for, shows now."""
        if number in self._others:
            return self._others[number](number, self)
        count, true, false, tells = self.counts[number], self._true[number], self._false[number], self._silent[number]
        total = self._totals[number]
        rest = total - true - false
        possible = count.allowed >> true & (2 << rest) - 1
        if tells[true][false] if tells is not None else possible == (2 << rest) - 1:
            return []
        if tells is not None and not count.unless:
            return [self._shown_plainly(number, count, true, rest, possible)]
        unless = [literal for literal in count.unless if self.of(literal) >= 0]
        if len(unless) > 1 or any(self.of(literal) > 0 for literal in unless):
            return []
        waived = tuple(~literal for literal in count.unless if literal not in unless)
        of = self.of
        free = [each for each in zip(count.literals, count.weights, strict=True) if not of(each[0])]
        weights = [weight for _, weight in free]
        is_met = possible & _sums(tuple(weights))
        found: list[Shown] = []
        for weight in sorted(set(weights)) if is_met and not unless else ():
            others = weights.copy()
            others.remove(weight)
            sums = _sums(tuple(others))
            grows, stays = sums << weight & possible, sums & possible
            if grows and stays:
                continue
            alike = [literal for literal, its in free if its == weight]
            holding, failing = self._known(count)
            if not grows:
                is_full = not count.allowed >> true + weight
                because = (*waived, *holding, *([] if is_full else failing))
                found.append(Shown(number, tuple(~one for one in alike), because, "full" * is_full))
            else:
                high = total - false - weight
                is_needed = not count.allowed & (2 << high) - 1
                because = (*waived, *failing, *([] if is_needed else holding))
                found.append(Shown(number, tuple(alike), because, "needed" * is_needed))
        if not is_met:
            return [Shown(number, tuple(unless), tuple(chain(waived, *self._known(count))))]
        return found

    def _known(self, count: LiteralSum) -> tuple[list[int], list[int]]:
        """The literals of a count that are true, and the negatives of those that are false."""
        holding = [literal for literal in count.literals if self.of(literal) > 0]
        return holding, [~literal for literal in count.literals if self.of(literal) < 0]

    def _shown_plainly(self, number: int, count: LiteralSum, true: int, rest: int, possible: int) -> Shown:
        """What a count shows that no more, or no fewer, of its literals can be true; all have the weight one."""
        holding, failing = self._known(count)
        free = tuple(literal for literal in count.literals if not self.of(literal))
        if not possible:
            return Shown(number, (), (*holding, *failing))
        if possible == 1:
            is_full = not count.allowed >> true + 1
            return Shown(number, tuple(~one for one in free), (*holding, *([] if is_full else failing)), "full")
        is_needed = not count.allowed & (1 << true + rest) - 1
        return Shown(number, free, (*([] if is_needed else holding), *failing), "needed")

    def traced(self, because: Iterable[int]) -> tuple[list[int], list[Shown]]:
        """What is taken as known, and what counts showed, from which some literals follow, the last ones first."""
        facts, used, seen = list[int](), dict[int, Shown](), set[int]()
        waiting = list(because)
        for literal in waiting:
            if literal not in seen:
                seen.add(literal)
                why = self.why[literal]
                if why is None:
                    facts.append(literal)
                else:
                    used[id(why)] = why
                    waiting.extend(why.because)
        return facts, list(used.values())


class Silent(dict[int, list[bool]]):
    """Whether a count of weights one shows nothing, by how many of its literals are true, and how many false: all
    sums may be, or both that it grows and that it does not.

    What is so with a number of true ones is found out when it is first asked for: all of it grows with the square of
    how many literals there are.

    >>> tells = Silent(2, 2)
    >>> tells[0], tells[1], tells[2]
    ([True, False, False], [False, True], [False])
    """

    def __init__(self, allowed: int, size: int) -> None:
        super().__init__()
        self._allowed, self._size = allowed, size

    def __missing__(self, true: int) -> list[bool]:
        def is_silent(possible: int, rest: int) -> bool:
            return possible == (2 << rest) - 1 or bool(possible >> 1 and possible & (1 << rest) - 1)

        left = self._allowed >> true
        self[true] = [is_silent(left & (2 << rest) - 1, rest) for rest in range(self._size - true, -1, -1)]
        return self[true]


silent = lru_cache(1 << 10)(Silent)


@lru_cache(1 << 16)
def _sums(weights: tuple[int, ...]) -> int:
    """The sums of some of these weights, as bits."""
    sums = 1
    for weight in weights:
        sums |= sums << weight
    return sums
