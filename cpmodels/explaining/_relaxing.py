"""The cheapest constraints to give up, so that the others have a solution."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import Any, Generic, TypeVar

from cpmodels import _cp_model as cp_model
from cpmodels._parameters import parameter
from cpmodels.base._clock import Clock
from cpmodels.base._keywords import suggests_keywords
from cpmodels.base.puzzle import Puzzle, Solution
from cpmodels.base.values import listed, shown
from cpmodels.constraints._bulk import literal_at
from cpmodels.errors import ParameterError, StoppedError
from cpmodels.explaining._account import Constraint, clauses
from cpmodels.explaining._sentences import Groups, as_model, grouped, groups_of
from cpmodels.model import BARE, Asked, Model, as_asked
from cpmodels.search._best import without_objective
from cpmodels.search._result import Result, Status
from cpmodels.search.solving import solve

S = TypeVar("S", bound=Solution)


@dataclass(frozen=True)
class Relaxation(Generic[S]):
    """Constraints without which a model has a solution.

    given_up: these constraints, in words; none where there is a solution as it is.
    weight: what they weigh together.
    fewest: whether it is proved that none that weigh less would do.
    solution: a solution of the others; None for a puzzle, as it breaks rules of the puzzle.

    >>> str(Relaxation(None, (Constraint("model", "{}", "two lamps are on"),), 1, True, None))
    'There is a solution without this, and no cheaper way to have one: two lamps are on.'
    """

    puzzle: Puzzle[S] | None
    given_up: tuple[Constraint, ...]
    weight: int
    fewest: bool
    solution: S | None

    def __str__(self) -> str:
        if not self.given_up:
            return "There is a solution, and nothing has to be given up."
        cheaper = ", and no cheaper way to have one" if self.fewest else ""
        these = "this" if len(self.given_up) == 1 else "these"
        return f"There is a solution without {these}{cheaper}: {'; '.join(clauses(self.given_up, 12))}."


@suggests_keywords()
def relax(
    puzzle: Asked[S],
    weights: Mapping[str, int] | None = None,
    *,
    groups: Groups | None = None,
    time_limit: float | None = None,
) -> Relaxation[S] | None:
    """The cheapest constraints of a model to give up, so that it has a solution.

    puzzle: a model, or a puzzle, or anything that `cpmodels.read` reads.  Its objective plays no part.
    weights: what it costs to give up the constraints of each name (``cp.add(...).with_name("row 3")``); those of one
        name are given up together, and all others hold.  By default each costs 1, and those without a name are called
        by what they demand.
    groups: constraints that count as one, by a name for them, as for `why_infeasible`.
    time_limit: seconds; the best that was found by then comes back, if anything.

    None where there is no solution without all of them either.  Raises StoppedError where nothing was found in time,
    ParameterError for the name of no constraint and for a weight that is not a whole number from 1.

    >>> from ortools.sat.python import cp_model
    >>> from cpmodels import Model
    >>> cp = cp_model.CpModel()
    >>> works = {name: cp.new_bool_var(name) for name in ("Ann", "Bo", "Cy")}
    >>> rules = [
    ...     cp.add(sum(works.values()) >= 2).with_name("two are at work"),
    ...     cp.add(works["Ann"] == 0).with_name("Ann is away"),
    ...     cp.add_implication(works["Bo"], works["Ann"]).with_name("Bo works with Ann alone"),
    ... ]
    >>> print(relax(Model(cp=cp, key=works), {"two are at work": 3, "Bo works with Ann alone": 1}))
    There is a solution without this, and no cheaper way to have one: Bo works with Ann alone.
    """
    clock = Clock(time_limit, None)
    asked = as_asked(puzzle)
    model = as_model(asked, clock)
    if groups is not None:
        model = grouped(model, groups)
    cp = without_objective(model.cp)
    cp.clear_assumptions()
    parts_of, words = groups_of(model.cp.proto)
    costs = _costs(weights, parts_of, words)
    kept = []
    for group in costs:
        kept.append(cp.new_bool_var(""))
        for sort, reference in parts_of[group]:
            if sort == "constraint":
                _enforce(cp, reference, kept[-1])
            else:
                cp.add_implication(kept[-1], literal_at(cp, reference))
    for sort, reference in (part for group in parts_of.keys() - costs.keys() for part in parts_of[group]):
        if sort == "assumption":
            cp.add_bool_or(literal_at(cp, reference))
    cp.maximize(sum(cost * literal for cost, literal in zip(costs.values(), kept, strict=True)))
    key = [cp.get_bool_var_from_proto_index(index) for index in model.indexes]
    found: Result[Any] = solve(Model(cp=cp, key=[*key, *kept], decode=tuple), time_limit=clock.rest)
    if found.status is Status.INFEASIBLE:
        return None
    if found.solution is None:
        raise StoppedError(found.reason or "the time was up")
    values: Any = found.solution
    given_up = [group for group, value in zip(costs, values[len(key) :], strict=True) if not value]
    bare = model.puzzle is BARE
    return Relaxation(
        None if bare else model.puzzle,
        tuple(Constraint("model", *words[group]) for group in given_up),
        sum(costs[group] for group in given_up),
        found.status is Status.OPTIMAL,
        model.solution(values[: len(key)]) if bare else None,
    )


PRODUCTS = ("int_prod", "int_div", "int_mod")
"""Kinds of constraints whose enforcement by a literal OR-Tools 9.15 gets wrong: where ``x == x * x`` or ``x == x // 3``
is enforced, presolve does not end, or the process is aborted with an "infeasible solution"."""


def _enforce(cp: cp_model.CpModel, index: int, literal: cp_model.IntVar) -> None:
    """Let a constraint hold only if a literal is true; of a product, that its target is what a new number is."""
    constraint = cp.proto.constraints[index]
    kind = next((kind for kind in PRODUCTS if getattr(constraint, f"has_{kind}")()), None)
    if kind is None or constraint.enforcement_literal or (most := _greatest(cp, kind, constraint)) > LARGEST:
        constraint.enforcement_literal.append(literal.index)
        return
    target, result = getattr(constraint, kind).target, cp.new_int_var(-most, most, "")
    variables = [cp.get_int_var_from_proto_index(variable) for variable in target.vars]
    expected = cp_model.LinearExpr.weighted_sum(variables, list(target.coeffs)) + target.offset
    cp.add(result == expected).only_enforce_if(literal)
    target = getattr(cp.proto.constraints[index], kind).target
    target.vars.clear()
    target.vars.append(result.index)
    target.coeffs.clear()
    target.coeffs.append(1)
    target.offset = 0


LARGEST = 2**50
"""Products that may be greater stay as they are: CP-SAT refuses numbers that may not fit."""


def _greatest(cp: cp_model.CpModel, kind: str, constraint: Any) -> int:
    """What the absolute value of a product, quotient or remainder can be at most."""
    sizes = []
    for expression in getattr(constraint, kind).exprs:
        ends = [max(map(abs, cp.proto.variables[variable].domain)) for variable in expression.vars]
        sizes.append(abs(expression.offset) + sum(abs(c) * e for c, e in zip(expression.coeffs, ends, strict=True)))
    return prod(sizes) if kind == "int_prod" else sizes[0]


def _costs(
    weights: Mapping[str, int] | None, groups: Mapping[Any, object], words: Mapping[Any, tuple[str, str]]
) -> dict[Any, int]:
    """The cost of each group that may be given up."""
    if weights is None:
        return dict.fromkeys(groups, 1)
    if not isinstance(weights, Mapping):
        raise ParameterError(f"weights are a mapping from names to numbers: not {shown(weights)}")
    named: dict[str, list[Any]] = {}  # Those without a name may say the same.
    for group in groups:
        named.setdefault(words[group][0].replace("{}", words[group][1]), []).append(group)
    costs: dict[Any, int] = {}
    for name, weight in weights.items():
        if name not in named:
            raise ParameterError(f"no constraint is called {shown(name)}; there is {listed(list(named))}")
        costs |= dict.fromkeys(named[name], parameter(weight, f"the weight of {shown(name)}", 1))
    return costs
