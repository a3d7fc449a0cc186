"""Puzzles as files for other solvers: DIMACS CNF with the key as projection, and pseudo-Boolean OPB.

>>> from cpmodels import Zip
>>> print("".join(to_dimacs(Zip(1, 2, waypoints=[(0, 0), (0, 1)]))), end="")
c t pmc
c zip, by cpmodels
c variable 1 is start at (0, 0)
c variable 2 is (0, 0) (0, 1)
c variable 3 is end at (0, 1)
p cnf 4 9
c p show 1 2 3 0
1 0
2 0
3 0
3 0
1 0
2 0
-1 -2 4 0
1 -4 0
2 -4 0
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from cpmodels.base._keywords import suggests_keywords
from cpmodels.base.errors import visible
from cpmodels.engines._formula import TRUE, Formula, Interval, Term
from cpmodels.engines._translation import translate
from cpmodels.model import Asked, Model, as_asked, build_to_search


@suggests_keywords()
def to_dimacs(puzzle: Asked[Any]) -> Iterator[str]:
    """The lines of a DIMACS CNF file of a puzzle, or of a model that was built from one.

    The first variables are the model's key, which comment lines name and the line ``c p show`` gives as
    the projection, in the form of the model counting competitions: the file has as many projected models
    as the puzzle has solutions, and as many models at all, as the other variables are functions of these.
    A model's objective is left out.

    Raises ModelError for a constraint that has no translation (see `cpmodels.engines._translation.translate`),
    TooLargeError.

    >>> from cpmodels import Zip
    >>> print("".join(to_dimacs(Zip(1, 2))))  # doctest: +ELLIPSIS
    c t pmc
    c zip, by cpmodels
    c variable 1 is start at (0, 0)
    ...
    """
    model = build_to_search(as_asked(puzzle))
    yield from dimacs(model, translate(model, Formula()))


def dimacs(model: Model[Any], formula: Formula, notes: Iterable[str] = ()) -> Iterator[str]:
    """The lines of a DIMACS CNF file of a formula that a model was translated into, notes among its comments."""
    yield "c t pmc\n"
    yield from (f"c {line}\n" for line in (*title(model), *notes))
    yield f"p cnf {formula.variables} {formula.clauses.count(0)}\n"
    yield f"c p show {' '.join(str(i) for i in range(1, len(model.key) + 1))} 0\n"
    for clause in formula:
        yield f"{' '.join(map(str, clause))} 0\n" if clause else "0\n"


@suggests_keywords()
def to_opb(puzzle: Asked[Any]) -> Iterator[str]:
    """The lines of an OPB file, the form of the pseudo-Boolean competitions: as `to_dimacs`, with sums as inequalities.

    That form has no projection of its own: a comment line ``* p show`` names the key, as in DIMACS.

    >>> from cpmodels import Zip
    >>> print("".join(to_opb(Zip(1, 2))))  # doctest: +ELLIPSIS
    * #variable= 9 #constraint= 24
    * zip, by cpmodels
    * variable 1 is start at (0, 0)
    ...
    """
    model = build_to_search(as_asked(puzzle))
    formula = Inequalities(keeps_circuits=False)
    translate(model, formula)
    rows = [*((1, clause, [1] * len(clause)) for clause in formula), *formula.rows]
    variables = formula.variables or min(len(rows), 1)  # an impossible row needs a variable to be written
    yield f"* #variable= {variables} #constraint= {len(rows)}\n"
    yield from (f"* {line}\n" for line in title(model))
    yield f"* p show {' '.join(f'x{i}' for i in range(1, len(model.key) + 1))} 0\n"
    for least, literals, weights in rows:
        used, right = of_variables(zip(weights, literals, strict=True), least)
        left = "".join(f"{weight:+d} x{variable} " for variable, weight in (used or {1: 0}).items())
        yield f"{left}>= {right} ;\n"


def title(model: Model[Any]) -> Iterator[str]:
    """What a file says of itself: the puzzle, and the name of each variable of the key."""
    puzzle = model.puzzle
    yield f"{puzzle.kind}{f' {plain(puzzle.name)}' if puzzle.name else ''}, by cpmodels"
    if model.cp.has_objective():
        yield "the objective of the model is left out"
    for i, variable in enumerate(model.key, 1):
        yield f"variable {i} is {plain(variable.name) or 'part of the key'}"


def plain(name: str) -> str:
    """A name on one line."""
    return visible(" ".join(name.split()))


def of_variables(terms: Iterable[Term], right: int) -> tuple[dict[int, int], int]:
    """The coefficients of variables, none 0, and what their sum is compared with: negated literals are 1 minus these.

    >>> of_variables([(2, 1), (3, -2), (5, TRUE)], 9)
    ({1: 2, 2: -3}, 1)
    """
    found: dict[int, int] = {}
    for coefficient, literal in terms:
        if literal < 0:
            right, coefficient = right - coefficient, -coefficient
        if abs(literal) == TRUE:
            right -= coefficient
        else:
            found[abs(literal)] = found.get(abs(literal), 0) + coefficient
    return {variable: coefficient for variable, coefficient in found.items() if coefficient}, right


Row = tuple[int, list[int], list[int]]
"""The least weight, literals, and their weights, all positive."""


class Inequalities(Formula):
    """Clauses, inequalities between sums of literals, and circuits, for solvers that take these, such as the pages'.

    keeps_circuits: whether circuits are kept, and not turned into clauses.
    rows: of each inequality the least weight of its true literals, the literals, and their weights.
    circuits: lists of arcs (tail, head, literal); the nodes that are not skipped are on one circuit, and that each of
        them has one arc in and one out is said by rows, too.
    names: the names of the constraints from which clauses, rows and circuits come, in this order; None for what
        defines variables.

    >>> from cpmodels import Zip, build
    >>> formula = Inequalities()
    >>> made = translate(build(Zip(2, 2)), formula)
    >>> formula.variables, len(formula.rows), len(formula.circuits)
    (16, 10, 1)
    """

    takes_rows: ClassVar[bool] = True

    def __init__(self, variables: int = 0, most: int | None = None, *, keeps_circuits: bool = True) -> None:
        super().__init__(variables, most)
        self._keeps_circuits = keeps_circuits
        self.rows: list[Row] = []
        self.circuits: list[list[tuple[int, int, int]]] = []
        self._name: str | None = None
        self._true = 0
        self._clause_names: list[str | None] = []
        self._row_names: list[str | None] = []
        self._circuit_names: list[str | None] = []

    @property
    def names(self) -> list[str | None]:
        return [*self._clause_names, *self._row_names, *self._circuit_names]

    def begin(self, name: str | None) -> None:
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
        for sign, end in ((1, ranges[0][0]), (-1, -ranges[0][1])):
            weights, least = of_variables([(sign * coefficient, literal) for coefficient, literal in terms], end)
            least -= sum(min(weight, 0) for weight in weights.values())
            if least <= 0 or TRUE in unless:
                continue
            positive = {variable if weight > 0 else -variable: abs(weight) for variable, weight in weights.items()}
            for literal in unless:
                if literal != -TRUE:
                    positive[literal] = positive.get(literal, 0) + least
            self.rows.append((least, list(positive), list(positive.values())))
            self._row_names.append(self._name)
            self.in_rows += len(positive)
            self.check_size()

    def takes_circuit(self, arcs: Sequence[tuple[int, int, int]], unless: Sequence[int]) -> bool:
        if unless or not self._keeps_circuits:
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
            self._true, name = self.new(), self._name
            self.begin(None)
            self.clause([self._true])
            self.begin(name)
        return self._true

    def as_json(self) -> dict[str, Any]:
        """The formula for the solver in `renderers/web/solver.js`; weights are left out where all are 1."""
        known = dict.fromkeys(name for name in self.names if name is not None)
        names: dict[str | None, int] = {name: number for number, name in enumerate(known)}
        return {
            "variables": self.variables,
            "clauses": self.clauses.tolist(),
            "rows": [[least, all_of] if set(w) <= {1} else [least, all_of, w] for least, all_of, w in self.rows],
            "circuits": self.circuits,
            "names": list(names),
            "said": [names.get(name, -1) for name in self.names],
        }
