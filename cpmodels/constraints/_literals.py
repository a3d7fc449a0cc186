"""Literals that are given to a constraint: of this model, and Boolean; and small sums of them."""

from __future__ import annotations

from collections.abc import Sequence

from cpmodels import _cp_model as cp_model
from cpmodels.base.errors import ModelError
from cpmodels.constraints._bulk import Bulk


def own_index(cp: cp_model.CpModel, literal: object, what: str) -> int:
    """The index of a literal of the model, ``~index`` for a negated one; True and False become its constants.

    what: what the literal is for, as the error message names it.
    Raises ModelError for a variable of another model, one that is not Boolean, and what is not a variable at all.
    """
    if isinstance(literal, bool):
        literal = cp.new_constant(int(literal))
    variable = literal.negated() if isinstance(literal, cp_model.NotBooleanVariable) else literal
    if not isinstance(variable, cp_model.IntVar):
        raise ModelError(f"{what} has {literal!r}, which is not a literal of the model")
    if variable.model_proto is not cp.proto:
        raise ModelError(f"{what} has the literal {literal} of another model")
    domain = list(variable.proto.domain)
    if domain[0] < 0 or domain[-1] > 1:
        raise ModelError(f"{what} has the variable {literal}, which is not Boolean")
    index: int = variable.index if variable is literal else ~variable.index
    return index


def covered(bulk: Bulk, literals: Sequence[int], least: int, most: int) -> None:
    """From `least` to `most` of the literals are true."""
    if (least, most) == (1, 1):
        bulk.exactly_one(literals)
    elif (least, most) == (0, 1):
        bulk.at_most_one(literals)
    elif least == 1 and most >= len(literals):
        bulk.any_of(literals)
    elif least > 0 or most < len(literals):
        bulk.from_to(literals, least, most)


def one_of(bulk: Bulk, count: int) -> list[int]:
    """`count` literals of which exactly one is true, of as few variables as can be."""
    if count <= 1:
        return [bulk.constant(1)] * count
    if count == 2:
        either = bulk.boolean()
        return [either, ~either]
    literals = list(bulk.integers(0, 1, count))
    bulk.exactly_one(literals)
    return literals


def all_true(bulk: Bulk, literals: Sequence[int]) -> int:
    """Whether all literals are true; one literal is its own."""
    if len(literals) == 1:
        return literals[0]
    every = bulk.boolean()
    bulk.implies(every, literals)
    bulk.any_of([every, *[~literal for literal in literals]])
    return every


def some_of_all(bulk: Bulk, choices: Sequence[Sequence[int]]) -> int:
    """Whether all literals of some choice are true."""
    if len(choices) == 1:
        return all_true(bulk, choices[0])
    some, whole = bulk.boolean(), []
    for literals in choices:
        every = bulk.boolean()
        whole.append(every)
        bulk.implies(every, [*literals, some])
        bulk.any_of([every, *[~literal for literal in literals]])
    bulk.any_of([~some, *whole])
    return some


def some_true(bulk: Bulk, literals: Sequence[int]) -> int:
    """Whether some literal is true; one literal is its own."""
    if len(literals) == 1:
        return literals[0]
    return ~all_true(bulk, [~literal for literal in literals])
