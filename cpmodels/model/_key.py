"""Numbers and negated literals in the key of a model, by Boolean variables that are tied to them in both directions.

>>> cp = cp_model.CpModel()
>>> x, y = cp.new_int_var(2, 4, "x"), cp.new_int_var(0, 10**6, "y")
>>> key = key_of(cp, [x, y], ["x", "y"])
>>> [variable.name for variable in key.variables[:4]], len(key.variables)
(['x = 2', 'x = 3', 'x = 4', 'y bit 0'], 23)
>>> key.read((0, 1, 0, 1, 0, 1, *[0] * 17))
(3, 5)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import compress
from operator import getitem
from typing import Any, TypeVar

from cpmodels import _cp_model as cp_model
from cpmodels.base.errors import ModelError
from cpmodels.base.values import shown
from cpmodels.constraints._bulk import Bulk, Literals

K = TypeVar("K")
V = TypeVar("V")

MOST_VALUES = 16
"""Numbers of few values, at most this many, have a literal for each, others for each binary digit: all 4,562 ways to
pay a euro take 0.33 s with a literal for each of up to 100 values, and 0.2 s with digits."""

MOST_DIGITS = 61
"""CP-SAT refuses the sum of more binary digits, as its numbers may not hold it."""

LARGEST = 2**60
"""Values that are more than this together are in no sum, which CP-SAT would refuse for the same reason."""


def called(name: Any) -> str:
    """A name of a key in a sentence.

    >>> called("x"), called((0, 1))
    ("'x'", 'entry (0, 1)')
    """
    return repr(name) if isinstance(name, str) else f"entry {name}"


@dataclass(frozen=True)
class KeyPart:
    """An entry of a key: ``offset`` plus the ``weights`` of those of its positions that are true.

    is_number: whether it is neither a Boolean variable nor the negation of one; the start of an interval is a number.
    base: the index of the variable that it is made of.
    written: the values of its positions, a byte each, by that of this variable.
    label: what it is called, as in an `Assignment`.
    is_negated: whether it is called so as the negation of the variable.
    is_variable: whether it is the variable itself.
    domain: what its variable could be when this was made, as CP-SAT writes it.
    """

    positions: range
    weights: tuple[int, ...]
    offset: int
    is_number: bool
    base: int
    written: Mapping[int, bytes]
    label: Any
    is_negated: bool
    is_variable: bool
    domain: list[int]

    @property
    def has_digits(self) -> bool:
        """Whether its positions are the binary digits of a number."""
        return isinstance(self.written, _Kept)

    @property
    def called(self) -> str:
        """Its label in a sentence."""
        return called(self.label)

    def said(self, values: Sequence[int]) -> str:
        """What it is, in words, by the values of its positions."""
        return f"{self.label} = {self.value(values)}"

    def value(self, values: Sequence[int]) -> int:
        """What it is, by the values of its positions."""
        return self.offset + sum(compress(self.weights, values))

    def positions_of(self, value: int) -> list[bool] | None:
        """The values of its positions where it has a value; None where it cannot have that."""
        if not self.has_digits:
            each = (list(map(bool, written)) for written in self.written.values())
            return next((positions for positions in each if self.value(positions) == value), None)
        times, rest = divmod(value - self.offset, self.weights[0])
        number, ranges = self.domain[0] + times, zip(self.domain[::2], self.domain[1::2], strict=True)
        if rest or not any(low <= number <= high for low, high in ranges):
            return None
        return [bool(times >> digit & 1) for digit in range(len(self.weights))]


@dataclass(frozen=True)
class Key:
    """The Boolean variables of a key, and the entries that they stand for.

    ties: the constraints that tie those which were added to the numbers, by index.
    size: how many variables the model had before.
    """

    variables: Literals
    parts: tuple[KeyPart, ...]
    ties: range
    size: int

    @property
    def numbers(self) -> frozenset[int]:
        """The places of the entries that are numbers."""
        return frozenset(place for place, part in enumerate(self.parts) if part.is_number)

    def read(self, values: Iterable[int]) -> tuple[int, ...]:
        """The value of each entry, by those of the Boolean variables."""
        whole = bytes(values)
        return tuple([value[whole[start:stop]] for start, stop, value in self._readings])

    @cached_property
    def _readings(self) -> list[tuple[int, int, _Kept[bytes, int]]]:
        return [(one.positions.start, one.positions.stop, _Kept(one.value)) for one in self.parts]

    @cached_property
    def bases(self) -> tuple[int, ...]:
        """The variables that the entries are made of, by index."""
        return tuple(part.base for part in self.parts)

    @property
    def position_names(self) -> list[Any]:
        """What each position is called: of a number as its variable, or by its value where another is called so."""
        numbers = [part for part in self.parts if part.is_number]
        given = [self.variables[position].name for part in numbers for position in part.positions]
        times = Counter([*given, *(part.label for part in self.parts)])
        names: list[Any] = []
        for part in self.parts:
            for place, position in enumerate(part.positions):
                name = self.variables[position].name if part.is_number else part.label
                if part.is_number and (not name or times[name] > 1):
                    value = part.offset + part.weights[place]
                    name = f"{part.called} bit {place}" if part.has_digits else f"{part.called} = {value}"
                names.append(name)
        return names

    def write(self, values: Iterable[int]) -> bytes:
        """The values of the Boolean variables, a byte each, by those of `bases`."""
        return b"".join(map(getitem, self._written, values))

    @cached_property
    def _written(self) -> list[Mapping[int, bytes]]:
        return [part.written for part in self.parts]

    def check_domains(self, cp: cp_model.CpModel) -> None:
        """Raise ModelError for a number that can be more by now than its Boolean variables can say."""
        for part in self.parts:
            now = list(cp.proto.variables[part.base].domain)
            if now != part.domain and not cp_model.Domain.from_flat_intervals(now).is_included_in(
                cp_model.Domain.from_flat_intervals(part.domain)
            ):
                raise grown_domain(part.label)

    def untied(self, cp: cp_model.CpModel) -> cp_model.CpModel:
        """A copy of a model without the variables that were added, where nothing but the ties is about these."""
        plain, every, variables = cp_model.copy_of(cp), cp.proto.constraints, cp.proto.variables
        rest = (*range(self.ties.start), *range(self.ties.stop, len(every)))
        plain.proto.constraints.clear()  # Intervals, which others know by their indices, come before the ties.
        plain.proto.constraints.extend([every[i] for i in rest])
        plain.proto.variables.clear()  # At most constants that nothing is about come after them.
        plain.proto.variables.extend([variables[i] for i in range(self.size)])
        return plain

    def permutation(self, symmetry: Sequence[int]) -> tuple[int, ...]:
        """A symmetry of the entries as one of the variables.

        Raises ModelError for what is not a permutation, or takes an entry to one with other values, or one negated.
        """
        if len(symmetry) != len(self.parts) or {*symmetry} != {*range(len(self.parts))}:
            raise ModelError(f"the symmetry {shown(symmetry)} is not a permutation of the key")
        image = [0] * len(self.variables)
        for part, place in zip(self.parts, symmetry, strict=True):
            other = self.parts[place]
            if (part.weights, part.offset) != (other.weights, other.offset):
                raise ModelError(
                    f"a symmetry takes an entry of the key to position {place}, which has other values, or is negated"
                )
            for one, to in zip(part.positions, other.positions, strict=True):
                image[one] = to
        return tuple(image)

    def pivots(self, entries: Sequence[int]) -> tuple[int, ...]:
        """The positions of some entries: the first of the same variable, which is that itself and no copy.

        Raises ModelError for an entry that is not a Boolean variable.
        """
        for entry in entries:
            if not 0 <= entry < len(self.parts) or (part := self.parts[entry]).is_number or part.offset:
                raise ModelError(f"the pivot {shown(entry)} is not a position of the key with a Boolean variable")
        first = {index: position for position, index in enumerate(self.variables.indexes)}
        return tuple(dict.fromkeys(first[self.parts[entry].base] for entry in entries))


def grown_domain(label: Any) -> ModelError:
    """What is said of an entry that can have other values by now."""
    return ModelError(f"the domain of {label} has values that it had not when the Model was made: make that later")


def key_of(cp: cp_model.CpModel, given: Sequence[Any], names: Sequence[Any]) -> Key | None:
    """The key that these entries make, by their names; None where all are Boolean variables, or one cannot be in a key.

    Variables for the values of numbers are added to the model, with constraints that tie them to these.
    """
    entries = [_affine(cp, entry) for entry in given]
    if not all(isinstance(base, cp_model.IntVar) and base.model_proto is cp.proto for base, _, _ in entries):
        return None
    if all(base is entry and base.is_boolean for entry, (base, _, _) in zip(given, entries, strict=True)):
        return None
    indexes, parts, bulk, met = list[int](), list[KeyPart](), Bulk(cp), set[int]()
    before, size = len(cp.proto.constraints), len(cp.proto.variables)
    for place, (base, weight, offset) in enumerate(entries):
        label = names[place]
        own, weights, least, written = _booleans(bulk, base, label, (weight, offset), again=base.index in met)
        met.add(base.index)
        positions = range(len(indexes), len(indexes) + len(own))
        indexes += own
        is_start = isinstance(given[place], cp_model.IntervalVar)
        is_number = is_start or not base.is_boolean or (weight, offset) not in ((1, 0), (-1, 1))
        is_negated, is_variable = not is_number and weight < 0, (weight, offset) == (1, 0)
        weights, least = tuple(weight * one for one in weights), offset + weight * least
        of = positions, weights, least, is_number, base.index, written, label, is_negated, is_variable
        parts.append(KeyPart(*of, list(base.proto.domain)))
    return Key(Literals(cp, indexes), tuple(parts), range(before, len(cp.proto.constraints)), size)


def _affine(cp: cp_model.CpModel, entry: Any) -> tuple[Any, int, int]:
    """The variable that an entry is made of, its weight, and what is added."""
    if isinstance(entry, cp_model.IntVar):
        return entry, 1, 0
    if isinstance(entry, cp_model.IntervalVar):
        start = entry.proto.interval.start
        is_fixed = entry.model_proto is cp.proto and not len(start.vars)
        entry = cp.new_constant(start.offset) if is_fixed else entry.start_expr()
    if isinstance(entry, cp_model.NotBooleanVariable):
        return entry.negated(), -1, 1
    weight, offset = getattr(entry, "coefficient", 0), getattr(entry, "offset", 0)
    if weight and weight == int(weight) and offset == int(offset):  # such as 2 * x + 1
        base, weight, offset = entry.expression, int(weight), int(offset)
        is_negated = isinstance(base, cp_model.NotBooleanVariable)
        return (base.negated(), -weight, weight + offset) if is_negated else (base, weight, offset)
    return entry, 1, 0


KEPT = 2**16
"""How many values of an entry are kept; those that come later are made anew each time."""


class _Kept(dict[K, V]):
    """What a function gives, made once of each of the first values."""

    def __init__(self, make: Callable[[K], V]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, value: K) -> V:
        made = self._make(value)
        if len(self) < KEPT:
            self[value] = made
        return made


def _digits(least: int, digits: int, value: int) -> bytes:
    """A number from `least` in binary digits, the last first, a byte each."""
    return bytes([value - least >> digit & 1 for digit in range(digits)])


def _booleans(
    bulk: Bulk, base: cp_model.IntVar, label: Any, said: tuple[int, int], *, again: bool
) -> tuple[Sequence[int], tuple[int, ...], int, Mapping[int, bytes]]:
    """The Boolean variables of a number, their weights, what is added to these, and how each value is written.

    In their names the number is called by a label, and has its value times a factor, and something added.  A Boolean
    variable is its own, but `again`, in another entry, it is one that equals it: no position of the key is another's.
    """
    if base.is_boolean:
        name = f"{label}" if said == (1, 0) else f"{label} = {sum(said)}"
        own = bulk.booleans([name]) if again else [base.index]
        if again:
            bulk.linear({own[0]: 1, base.index: -1}, 0, 0)
        return own, (1,), 0, {0: b"\0", 1: b"\1"}
    ends = list(base.proto.domain)
    ranges = list(zip(ends[::2], ends[1::2], strict=True))
    if sum(high - low + 1 for low, high in ranges) <= MOST_VALUES:
        weights = tuple(value for low, high in ranges for value in range(low, high + 1))
        own = bulk.booleans(f"{label} = {said[0] * value + said[1]}" for value in weights)
        bulk.exactly_one(own)
        bulk.differences((place, base.index, None, value) for place, value in zip(own, weights, strict=True))
        if sum(map(abs, weights)) <= LARGEST:  # It says the same once more, as an equation.
            bulk.linear({**dict(zip(own, weights, strict=True)), base.index: -1}, 0, 0)
        return own, weights, 0, {value: bytes([value == one for one in weights]) for value in weights}
    least = ends[0]
    weights = tuple(1 << bit for bit in range((ends[-1] - least).bit_length()))
    if len(weights) > MOST_DIGITS:
        raise ModelError(f"{shown(label)} is too wide for a key: from {least} to {ends[-1]}")
    own = bulk.booleans(f"{label} bit {bit}" for bit in range(len(weights)))
    bulk.linear({**dict(zip(own, weights, strict=True)), base.index: -1}, -least, -least)
    return own, weights, least, _Kept(partial(_digits, least, len(own)))
