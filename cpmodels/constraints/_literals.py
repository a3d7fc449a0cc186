"""Literals that are given to a constraint: of this model, and Boolean; and small sums of them."""

from __future__ import annotations

from collections.abc import Sequence

from ortools.sat.python import cp_model

from cpmodels.errors import ModelError


def own_literal(cp: cp_model.CpModel, literal: object, what: str) -> cp_model.LiteralT:
    """A literal of the model; True and False become its constants.

    what: what the literal is for, as the error message names it.
    Raises ModelError for a variable of another model, one that is not Boolean, and what is not a variable at all.
    """
    if isinstance(literal, bool):
        return cp.new_constant(int(literal))
    variable = literal.negated() if isinstance(literal, cp_model.NotBooleanVariable) else literal
    if not isinstance(variable, cp_model.IntVar):
        raise ModelError(f"{what} has no literal of the model but {literal!r}")
    if variable.model_proto is not cp.proto:
        raise ModelError(f"{what} has the literal {literal} of another model")
    domain = list(variable.proto.domain)
    if domain[0] < 0 or domain[-1] > 1:
        raise ModelError(f"{what} has the variable {literal}, which is not Boolean")
    return literal  # type: ignore[return-value]


def covered(cp: cp_model.CpModel, literals: Sequence[cp_model.LiteralT], least: int, most: int) -> None:
    """From `least` to `most` of the literals are true."""
    if (least, most) == (1, 1):
        cp.add_exactly_one(literals)
    elif least > len(literals):
        cp.add_bool_or([])
    elif (least, most) == (0, 1):
        cp.add_at_most_one(literals)
    elif least == 1 and most >= len(literals):
        cp.add_bool_or(literals)
    elif least > 0 or most < len(literals):
        cp.add_linear_constraint(cp_model.LinearExpr.sum(list(literals)), least, most)


def one_of(cp: cp_model.CpModel, count: int) -> list[cp_model.LiteralT]:
    """`count` literals of which exactly one is true, of as few variables as can be."""
    if count <= 1:
        return [cp.new_constant(1)] * count
    if count == 2:
        either = cp.new_bool_var("")
        return [either, ~either]
    literals = [cp.new_bool_var("") for _ in range(count)]
    cp.add_exactly_one(literals)
    return list(literals)


def all_of(cp: cp_model.CpModel, literals: Sequence[cp_model.LiteralT]) -> cp_model.LiteralT:
    """Whether all literals are true; one literal is its own."""
    if len(literals) == 1:
        return literals[0]
    every = cp.new_bool_var("")
    cp.add_bool_and(literals).only_enforce_if(every)
    cp.add_bool_or([every, *(~literal for literal in literals)])
    return every


def any_of(cp: cp_model.CpModel, literals: Sequence[cp_model.LiteralT]) -> cp_model.LiteralT:
    """Whether some literal is true; one literal is its own."""
    if len(literals) == 1:
        return literals[0]
    return ~all_of(cp, [~literal for literal in literals])
