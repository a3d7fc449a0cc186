"""Public reports of wrong answers by CP-SAT, as small models whose answers are found by trying every assignment.

Each model is made anew after what a report says.  Reports whose models were attached to them, too large to be written
down, are on the page docs/ortools-defects.md, which says what keeps each of them out of reach.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any
from unittest.mock import patch

from ortools.sat.python import cp_model
from random_models import domain_of

import cpmodels as cm
from cpmodels.engines import _cp_sat
from cpmodels.model import DIRECT_PARAMETERS, PARAMETERS
from cpmodels.model.strategies import LINEAR
from cpmodels.search._portfolio import OPTIMISING

Made = tuple[cp_model.CpModel, Sequence[Any], Callable[..., bool]]
"""A model, all of its variables, and whether an assignment of these obeys all constraints and assumptions."""


def duplicate_solutions() -> Made:
    """4640: enumeration with presolve gave some solutions of a reified equation twice."""
    cp = cp_model.CpModel()
    p, *numbers = cp.new_bool_var("p"), *(cp.new_int_var(0, 2, name) for name in "xyz")
    x, y, z = numbers
    cp.add(2 * x + 3 * y + 5 * z == 12).only_enforce_if(p)
    return cp, [p, *numbers], lambda p, x, y, z: not p or 2 * x + 3 * y + 5 * z == 12


def assumed_and_hinted() -> Made:
    """4324: with a hint, presolve lost sight of an assumption."""
    cp = cp_model.CpModel()
    x, y = cp.new_bool_var("x"), cp.new_bool_var("y")
    cp.add_bool_or(x)
    cp.add_bool_or(~x, ~y)
    cp.add_hint(y, 1)
    cp.add_assumptions([y])
    return cp, [x, y], lambda x, y: x and not (x and y) and y


def assumed_equivalent() -> Made:
    """5141: the assumptions that were said to contradict each other were none of the model's."""
    cp = cp_model.CpModel()
    v, y, z = (cp.new_bool_var(name) for name in "vyz")
    cp.add(v == y)
    cp.add(v + z == 0)
    cp.add_assumptions([y, ~z])
    return cp, [v, y, z], lambda v, y, z: v == y and v + z == 0 and y and not z


def assumed_clauses() -> Made:
    """2649: assumptions that have a solution were said to contradict each other."""
    cp = cp_model.CpModel()
    a, b = cp.new_bool_var("a"), cp.new_bool_var("b")
    some = [cp.new_bool_var(f"i{i}") for i in range(4)]
    clauses = [(~a, b), (a, b), (~b, ~a), (~b,)]
    for literal, clause in zip(some, clauses, strict=True):
        cp.add_bool_or(clause).only_enforce_if(literal)
    cp.add_assumptions(some)

    def rule(a: int, b: int, *some: int) -> bool:
        return all(some) and (not a or b) and (a or b) and not (a and b) and not b

    return cp, [a, b, *some], rule


def enforced_element() -> Made:
    """1634: a literal that enforced an element was heeded only in part."""
    cp = cp_model.CpModel()
    cells = [cp.new_int_var(0, 2, f"cell {i}") for i in range(3)]
    at, literal = cp.new_int_var(0, 2, "at"), cp.new_bool_var("literal")
    cp.add(cells[0] == 1)
    cp.add_element(at, cells, 2)
    cp.proto.constraints[1].enforcement_literal.append(literal.index)
    cp.add(at == 0).only_enforce_if(~literal)

    def rule(a: int, b: int, c: int, at: int, literal: int) -> bool:
        return a == 1 and (not literal or (a, b, c)[at] == 2) and (literal == 1 or at == 0)

    return cp, [*cells, at, literal], rule


def long_cumulative() -> Made:
    """3108: optional tasks at numbers of wide domains made a cumulative infeasible."""
    cp = cp_model.CpModel()
    where = [cp.new_int_var(-(2**31), 2**31 - 1, f"where {i}") for i in range(2)]
    for one in where:
        cp.add_linear_expression_in_domain(one, cp_model.Domain.from_values([0, 1]))
    tasks = [cp.new_fixed_size_interval_var(one, 1, "") for one in where]
    cp.add_cumulative(tasks, [1, 1], 1)
    short = [cp.new_bool_var(f"short {i}") for i in range(2)]
    for one, literal in zip(where, short, strict=True):
        cp.add(one == literal)
    return cp, short, lambda a, b: a != b


def lost_by_inclusion() -> Made:
    """5293: presolve of at-most-one constraints within linear ones lost the best solution."""
    cp = cp_model.CpModel()
    chosen = [cp.new_bool_var(f"{i}") for i in range(9)]
    for first in (0, 3, 6):
        cp.add_at_most_one(chosen[first : first + 3])
    cp.add(sum((i + 2) * literal for i, literal in enumerate(chosen)) <= 17)
    cp.add(sum(chosen[:6]) >= 1)
    cp.add(sum((9 - i) * literal for i, literal in enumerate(chosen)) >= 8)

    def rule(*chosen: int) -> bool:
        at_most_one = all(sum(chosen[first : first + 3]) <= 1 for first in (0, 3, 6))
        weight, other = (sum(f(i) * c for i, c in enumerate(chosen)) for f in (lambda i: i + 2, lambda i: 9 - i))
        return at_most_one and weight <= 17 and sum(chosen[:6]) >= 1 and other >= 8

    return cp, chosen, rule


REPORTS: Mapping[str, Callable[[], Made]] = {
    function.__name__.replace("_", " "): function
    for function in (
        duplicate_solutions, assumed_and_hinted, assumed_equivalent, assumed_clauses, enforced_element, long_cumulative,
        lost_by_inclusion,
    )
}  # fmt: skip
"""All of them, by name."""

SETS: Mapping[str, Mapping[str, Any]] = {
    "a model's own": PARAMETERS,
    "direct": DIRECT_PARAMETERS,
    "for an objective": {**PARAMETERS, **OPTIMISING},
    "for an objective, direct": {**DIRECT_PARAMETERS, **OPTIMISING},
    "with the linear relaxation": {**PARAMETERS, **LINEAR.parameters},
    "without presolve at first": {**PARAMETERS, **OPTIMISING, **_cp_sat.WITHOUT_PRESOLVE},
}
"""The parameter sets that the library uses, by name; enumeration and strategies set workers and orders of search over
them, and a seed sets `random_seed` and random orders."""


def wrong(make: Callable[[], Made], parameters: Mapping[str, Any], seed: int | None = None) -> Iterator[str]:
    """What the library says of a report's model, and is not so."""
    cp, variables, rule = make()
    truth = {values for values in product(*map(domain_of, variables)) if rule(*values)}
    asked: Any = cm.Model(cp=cp, key=variables, decode=tuple, parameters=parameters)
    # Presolve, where it is on, is not to come later than it takes to solve what is so small.
    with patch.object(_cp_sat, "DIRECTLY", 0), cm.solutions(asked, seed=seed) as found:
        everything = list(found)
        if sorted(everything) != sorted(truth) or not found.exhausted:
            yield f"{len(everything)} of {len(truth)} solutions, exhausted: {found.exhausted}"
    status = cm.solve(asked, seed=seed).status
    if status is not (cm.Status.SOLVED if truth else cm.Status.INFEASIBLE):
        yield f"it is {status}"
    best = cp.clone()
    weights = [(-1) ** i * (i + 1) for i in range(len(variables))]
    best.maximize(sum(w * best.get_int_var_from_proto_index(v.index) for w, v in zip(weights, variables, strict=True)))
    result = cm.solve(cm.Model(cp=best, parameters=parameters), seed=seed)
    most = max((sum(w * v for w, v in zip(weights, values, strict=True)) for values in truth), default=None)
    if (result.status, result.objective) != (cm.Status.OPTIMAL if truth else cm.Status.INFEASIBLE, most):
        yield f"the best is {result.objective}, {result.status}, not {most}"
    conflict = cm.why_infeasible(asked)
    if (conflict is None) != bool(truth):
        yield f"the reason is {conflict}"
