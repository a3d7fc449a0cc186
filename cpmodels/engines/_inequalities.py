"""A formula for solvers that take linear inequalities and circuits as they are, such as that of the pages.

>>> from cpmodels import Zip, build
>>> formula = formula_of(build(Zip(2, 2)))
>>> formula.variables, len(formula.rows), len(formula.circuits)
(16, 10, 1)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from cpmodels.engines._formula import TRUE, Formula, Interval, Term
from cpmodels.engines._translation import translate
from cpmodels.model import Model

Row = tuple[int, list[int], list[int]]
"""The least weight, literals, and their weights, all positive."""


def formula_of(model: Model[Any]) -> Inequalities:
    """The formula of a model; its first variables are the key.  An objective plays no part.  Raises as `translate`."""
    formula = Inequalities()
    translate(model, formula)
    return formula


class Inequalities(Formula):
    """Clauses, inequalities between sums of literals, and circuits.

    rows: of each inequality the least weight of its true literals, the literals, and their weights.
    circuits: lists of arcs (tail, head, literal); the nodes that are not skipped are on one circuit, and that each of
        them has one arc in and one out is said by rows, too.
    names: the names of the constraints from which clauses, rows and circuits come, in this order.
    """

    takes_rows: ClassVar[bool] = True

    def __init__(self, variables: int = 0) -> None:
        super().__init__(variables)
        self.rows: list[Row] = []
        self.circuits: list[list[tuple[int, int, int]]] = []
        self._name, self._true = "", 0
        self._clause_names: list[str] = []
        self._row_names: list[str] = []
        self._circuit_names: list[str] = []

    @property
    def names(self) -> list[str]:
        return [*self._clause_names, *self._row_names, *self._circuit_names]

    def begin(self, name: str) -> None:
        self._name = name

    def clause(self, literals: Iterable[int]) -> None:
        before = len(self.clauses)
        super().clause(literals)
        if len(self.clauses) > before:
            self._clause_names.append(self._name)

    def at_most_one(self, literals: Sequence[int], unless: Sequence[int] = ()) -> None:
        if len(literals) <= 2:
            super().at_most_one(literals, unless)
        else:
            self.weighted([(1, literal) for literal in literals], [(0, 1)], unless)

    def weighted(self, terms: Sequence[Term], ranges: Sequence[Interval], unless: Sequence[int] = ()) -> None:
        if len(ranges) != 1:
            super().weighted(terms, ranges, unless)
            return
        for sign, least in ((1, ranges[0][0]), (-1, -ranges[0][1])):
            self._at_least([(sign * coefficient, literal) for coefficient, literal in terms], least, unless)

    def _at_least(self, terms: Iterable[Term], least: int, unless: Sequence[int]) -> None:
        """The sum is at least this, unless a literal of `unless` is true."""
        weights: dict[int, int] = {}
        for coefficient, literal in terms:
            if abs(literal) == TRUE:
                least -= coefficient if literal == TRUE else 0
                continue
            if literal < 0:  # 1 minus its variable
                least, coefficient, literal = least - coefficient, -coefficient, -literal
            weights[literal] = weights.get(literal, 0) + coefficient
        positive: dict[int, int] = {}
        for variable, coefficient in weights.items():
            if coefficient < 0:
                least -= coefficient
            if coefficient:
                positive[variable if coefficient > 0 else -variable] = abs(coefficient)
        if least <= 0 or TRUE in unless:
            return
        for literal in unless:
            if literal != -TRUE:
                positive[literal] = positive.get(literal, 0) + least
        self.rows.append((least, list(positive), list(positive.values())))
        self._row_names.append(self._name)

    def takes_circuit(self, arcs: Sequence[tuple[int, int, int]], unless: Sequence[int]) -> bool:
        if unless:
            return False
        known = [(tail, head, self.plain(literal)) for tail, head, literal in arcs if literal != -TRUE]
        nodes = dict.fromkeys(node for tail, head, _ in arcs for node in (tail, head))
        for end in (0, 1):
            at: dict[int, list[int]] = {node: [] for node in nodes}
            for arc in known:
                at[arc[end]].append(arc[2])
            for literals in at.values():
                self.exactly_one(literals)
        self.circuits.append(known)
        self._circuit_names.append(self._name)
        return True

    def plain(self, literal: int) -> int:
        """A literal of a variable that is true where this one is, which may be `TRUE`."""
        if literal != TRUE:
            return literal
        if not self._true:
            self._true = self.new()
            self.clause([self._true])
        return self._true

    def as_json(self) -> dict[str, Any]:
        """The formula for the solver in `renderers/web/solver.js`; weights are left out where all are 1."""
        names = {name: number for number, name in enumerate(dict.fromkeys(self.names))}
        return {
            "variables": self.variables,
            "clauses": self.clauses.tolist(),
            "rows": [[least, all_of] if set(w) <= {1} else [least, all_of, w] for least, all_of, w in self.rows],
            "circuits": self.circuits,
            "names": list(names),
            "said": [names[name] for name in self.names],
        }
