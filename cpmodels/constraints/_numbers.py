"""Numbers in cells: which are possible, which differ, and which are seen from the side."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Generic, TypeVar

from cpmodels import _cp_model as cp_model
from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.errors import ModelError, ParameterError, TooLargeError
from cpmodels.base.marks import Mark
from cpmodels.base.puzzle import Grid
from cpmodels.base.values import repeated
from cpmodels.constraints._bulk import Bulk, indexes_of, literal_at
from cpmodels.constraints._literals import all_true, some_true

N = TypeVar("N", bound=Hashable)
Units = Mapping[str, Iterable[N]]
"""Cells by what they are called together, as ``{"row 1": [(0, 0), (0, 1)]}``."""

MOST_VALUES = 1_000_000
"""Cells that may hold more numbers than this in all, those of each cell counted, are refused: a Sudoku of 100 x 100 has
as many.  One of 196 x 196 has 7.5 million, which would take gigabytes."""


@dataclass(frozen=True)
class Numbers(Generic[N]):
    """The literals of numbers in cells.

    cells: in their order.
    at: for each cell and each number that it may hold, whether it holds it.
    literals: the Boolean variables among them, of which all others are functions: the key of a model.
    given: the numbers that are known from the start.

    >>> row = numbers(cp_model.CpModel(), [(0, 0), (0, 1)], [1, 2, 3])
    >>> row.decode([False, True, False, True, False, False]).rows
    ((2, 1),)
    """

    cells: tuple[N, ...]
    at: Mapping[tuple[N, int], cp_model.LiteralT]
    literals: tuple[cp_model.IntVar, ...]
    given: Mapping[N, int] = field(default_factory=dict)

    @cached_property
    def _values(self) -> dict[N, tuple[int, ...]]:
        found: dict[N, list[int]] = {cell: [] for cell in self.cells}
        for cell, value in self.at:
            found[cell].append(value)
        return {cell: tuple(values) for cell, values in found.items()}

    @cached_property
    def indexes(self) -> dict[tuple[N, int], int]:
        """The index of each literal of `at`, negated ones as ``~index``."""
        return dict(zip(self.at, indexes_of(self.at.values()), strict=True))

    def values(self, cell: N) -> tuple[int, ...]:
        """The numbers that a cell may hold, as they were given.  Raises ModelError for an unknown cell."""
        if cell not in self._values:
            raise ModelError(f"{cell!r} is not a cell of these numbers")
        return self._values[cell]

    def where(self, value: int) -> dict[N, cp_model.LiteralT]:
        """For each cell that may hold a number, whether it does: the shaded cells, where 1 stands for these."""
        return {cell: literal for (cell, number), literal in self.at.items() if number == value}

    def value(self, cell: N) -> cp_model.LinearExprT:
        """The number in a cell, for sums and comparisons.  Raises ModelError for an unknown cell."""
        values = self.values(cell)
        if len(values) == 2:
            return values[0] + (values[1] - values[0]) * self.at[cell, values[1]]
        return cp_model.LinearExpr.weighted_sum([self.at[cell, value] for value in values], values)

    def numbers(self, values: Sequence[object]) -> dict[N, int]:
        """The number in each cell, from the values of `literals` in a solution."""
        true = {literal.index: bool(value) for literal, value in zip(self.literals, values, strict=True)}
        # What is neither a variable of these nor one negated is a constant, of the only number of a cell.
        holds = {about: true.get(index, not true.get(~index, False)) for about, index in self.indexes.items()}
        return {cell: value for (cell, value), is_so in holds.items() if is_so}

    def decode(self, values: Sequence[object]) -> Grid:
        """The numbers as a solution, where the cells are all those of a board."""
        return Grid.of(self.numbers(values))

    @property
    def marks(self) -> dict[Mark, cp_model.LiteralT]:
        """The literal of each number in each cell."""
        return {Mark.at(cell, number): literal for (cell, number), literal in self.at.items()}  # type: ignore[arg-type]


def numbers(
    cp: cp_model.CpModel,
    cells: Iterable[N],
    values: Iterable[int] | Mapping[N, Iterable[int]],
    given: Mapping[N, int] | None = None,
) -> Numbers[N]:
    """Each cell holds one of some numbers.

    cells: any nodes; where they are those of a board, solutions are a `Grid`.
    values: the numbers that a cell may hold, of all cells or by cell.  Where they are two, such as 0 and 1 for cells
        that are shaded or not, a single Boolean says which, true for the second.  A cell of a board that holds nothing
        may have the single number 0.
    given: the numbers that are known, by cell.

    Formula, for x = `at`: ``exactly_one(x[c, v] for v)`` for each cell c of three values or more.
    Costs a Boolean for each cell and value, one for a cell of two values, none for one of a single value.

    Raises ModelError for a cell that comes twice, or has no numbers, or one twice, and for a given number that its
    cell cannot hold; TooLargeError for more than `MOST_VALUES` numbers in all, those of each cell counted.

    Source: the direct encoding; `in_domain` and `alldifferent` of the Global Constraint Catalogue are over these.

    >>> import cpmodels as cm
    >>> cp, board = cp_model.CpModel(), cm.graph.lines(3, 3)
    >>> square = numbers(cp, cm.graph.grid(3, 3).nodes, [1, 2, 3], {(0, 0): 1, (1, 1): 1})
    >>> all_different(cp, square, board)
    >>> cm.solve(cm.Model(cp=cp, key=square)).solution.rows in (((1, 2, 3), (3, 1, 2), (2, 3, 1)),
    ...     ((1, 3, 2), (2, 1, 3), (3, 2, 1)))
    True
    """
    nodes = tuple(cells)
    if twice := repeated(nodes):
        raise ModelError(f"the cell {twice[0]!r} is given twice")
    every = None if isinstance(values, Mapping) else tuple(values)
    held = {cell: tuple(values.get(cell, ())) if every is None else every for cell in nodes}  # type: ignore[union-attr]
    if (size := sum(map(len, held.values()))) > MOST_VALUES:
        raise TooLargeError(f"the cells may hold {size:,} numbers in all, but at most {MOST_VALUES:,} are allowed")
    bulk = Bulk(cp)
    at: dict[tuple[N, int], int] = {}
    key: list[int] = []
    for cell, some in held.items():
        checkpoint()
        if not some:
            raise ModelError(f"the cell {cell!r} has no numbers that it may hold")
        if len(set(some)) < len(some):
            raise ModelError(f"the cell {cell!r} may hold {repeated(some)[0]} twice")
        if len(some) == 1:
            at[cell, some[0]] = bulk.constant(1)
        elif len(some) == 2:
            (literal,) = bulk.booleans([f"{cell} {some[1]}"])
            at[cell, some[0]], at[cell, some[1]] = ~literal, literal
            key.append(literal)
        else:
            literals = bulk.booleans([f"{cell} {value}" for value in some])
            bulk.name = f"{cell} holds one number"
            bulk.exactly_one(literals)
            at.update(((cell, value), literal) for value, literal in zip(some, literals, strict=True))
            key.extend(literals)
    for cell, value in (given or {}).items():
        if (cell, value) not in at:
            raise ModelError(f"{value!r} is given to {cell!r}, which cannot hold it")
        bulk.name = f"{value} is given at {cell}"
        bulk.all_of([at[cell, value]])
    literal_of = {about: literal_at(cp, literal) for about, literal in at.items()}
    return Numbers(nodes, literal_of, tuple(cp_model.IntVar(cp.proto, index) for index in key), dict(given or {}))


def all_different(cp: cp_model.CpModel, numbers: Numbers[N], units: Units[N] | Iterable[Iterable[N]]) -> None:
    """In each unit, such as a row, no number comes twice.

    units: cells by name, as `cpmodels.base.graph.lines` gives them; or cells alone, which are then called as they are.

    Formula, for x = `at`: ``at_most_one(x[c, v] for c in unit)`` for each unit and number; exactly one where the unit
    has as many cells as numbers that they may hold.
    Costs a constraint for each unit and number.

    Raises ModelError for a cell without numbers.

    Source: `alldifferent` of the Global Constraint Catalogue (Régin 1994); on one-hot literals at most one of each
    is the usual decomposition, which clauses and explanations can follow.

    >>> from cpmodels.base.graph import lines
    >>> cp = cp_model.CpModel()
    >>> row = numbers(cp, [(0, 0), (0, 1)], [1, 2, 3])
    >>> all_different(cp, row, {"the row": row.cells})
    >>> [constraint.name for constraint in cp.proto.constraints][2:]
    ['the row has at most one 1', 'the row has at most one 2', 'the row has at most one 3']
    """
    bulk = Bulk(cp)
    for name, cells in named(units):
        checkpoint()
        places: dict[int, list[int]] = {}
        for cell in cells:
            for value in numbers.values(cell):
                places.setdefault(value, []).append(numbers.indexes[cell, value])
        each = len(places) == len(cells)
        for value, literals in places.items():
            bulk.name = f"{name} has {'one' if each else 'at most one'} {value}"
            (bulk.exactly_one if each else bulk.at_most_one)(literals)


def sums(cp: cp_model.CpModel, found: Numbers[N], totals: Mapping[str, tuple[Iterable[N], int]]) -> None:
    """The numbers of some cells add up to a total.

    totals: the cells and their total, by what they are called.

    Formula: ``sum(v x[c, v]) == total``.  Costs a linear constraint for each total.

    Raises ModelError for a cell without numbers.

    Source: `sum_ctr` of the Global Constraint Catalogue.

    >>> import cpmodels as cm
    >>> cp = cp_model.CpModel()
    >>> pair = numbers(cp, [(0, 0), (0, 1)], range(1, 10))
    >>> sums(cp, pair, {"row 1": ([(0, 0), (0, 1)], 4)})
    >>> cm.count(cm.Model(cp=cp, key=pair)).total
    3
    """
    for name, (given, total) in totals.items():
        checkpoint()
        cells = tuple(given)
        some = [found.values(cell) for cell in cells]
        # Totals out of reach are all as impossible, and may be too large for CP-SAT.
        near = min(max(total, sum(map(min, some)) - 1), sum(map(max, some)) + 1)
        cp.add(sum(map(found.value, cells)) == near).with_name(f"{name} adds up to {total}")


def visible(
    cp: cp_model.CpModel, numbers: Numbers[N], line: Sequence[N], count: int, *, name: str | None = None
) -> None:
    """So many numbers of a line are greater than all before them, as skyscrapers that are seen from its first cell.

    line: cells in their order, the first the nearest.
    count: how many of them are seen.
    name: what the constraints say, in a sentence, by default of the count and the cells: their name in the CpModel.

    Formula, for cells c_0, c_1, ... and heights v: m_iv says whether some number up to c_i is v or more,
    ``m_iv = m_(i-1)v or x[c_i, w] for some w >= v``; c_i is seen where m_iv and not m_(i-1)v for some v.  The literals
    of those seen, s_i, sum to `count`.
    Costs two Booleans for each cell and height, and some six clauses each.

    Raises ModelError for a cell without numbers, ParameterError for a negative count.

    Source: the prefix maximum in order encoding, as in the models of Skyscrapers of cspuz and noqx.

    >>> cp = cp_model.CpModel()
    >>> row = numbers(cp, [(0, c) for c in range(4)], [1, 2, 3, 4])
    >>> all_different(cp, row, [row.cells])
    >>> visible(cp, row, row.cells, 4)
    >>> import cpmodels as cm
    >>> cm.solve(cm.Model(cp=cp, key=row)).solution.rows
    ((1, 2, 3, 4),)
    """
    if count < 0:
        raise ParameterError(f"{count} numbers cannot be seen: give 0 or more")
    seen_of = f"{count} of {called(line)} {'is' if count == 1 else 'are'} seen"
    bulk = Bulk(cp, f"{seen_of} from {line[0] if line else 'outside'}" if name is None else name)
    heights = sorted({value for cell in line for value in numbers.values(cell)})
    before: dict[int, int] = {}  # for each height, whether a number before is at least as great
    seen = []
    for cell in line:
        checkpoint()
        here = {value: numbers.indexes[cell, value] for value in numbers.values(cell)}
        now, rises = dict(before), []
        for value in heights:
            at_least = [literal for other, literal in here.items() if other >= value]
            if at_least:
                now[value] = some_true(bulk, [*at_least, *([before[value]] if value in before else [])])
            if value in here:  # seen where this is its number, and none before is as great
                rises.append(all_true(bulk, [here[value], ~before[value]]) if value in before else here[value])
        seen.append(some_true(bulk, rises))
        before = now
    bulk.from_to(seen, count, count)


def named(units: Units[N] | Iterable[Iterable[N]]) -> list[tuple[str, tuple[N, ...]]]:
    """Units with their names; those without one are called by their cells, as others with the same ends are, too."""
    if isinstance(units, Mapping):
        return [(name, tuple(cells)) for name, cells in units.items()]
    return [(called(cells), cells) for cells in map(tuple, units)]


def called(cells: Sequence[object]) -> str:
    """Some cells in words.

    >>> called([(0, 0), (0, 1), (0, 2)]), called([(0, 0)])
    ('the cells from (0, 0) to (0, 2)', 'the cell (0, 0)')
    """
    if len(cells) < 2:
        return f"the cell {cells[0]}" if cells else "no cell"
    return f"the cells from {cells[0]} to {cells[-1]}"
