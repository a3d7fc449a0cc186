"""CP-SAT's `cp_model`, and what this library has to change in its classes; `cpmodels._cp_model` loads it."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import chain
from math import prod
from typing import Any

from ortools.init.python import init  # type: ignore[import-untyped]
from ortools.sat.python.cp_model import *  # noqa: F403
from ortools.sat.python.cp_model import CpModel, CpSolver, CpSolverSolutionCallback, CpSolverStatus


class QuickCpModel(CpModel):
    """A CpModel like any other, made a hundred times as fast.

    Most of the time goes to methods by their names of old, such as ``AddBoolOr``: here they are made when the first of
    them is asked for.

    is_private: nobody else can change it, so that nobody need look whether it was changed.
    """

    is_private = False

    def _add_pre_pep8_methods(self) -> None:
        """Later."""

    def __getattr__(self, name: str) -> Any:
        if name[:1].isupper() and "NewBoolVar" not in vars(self):
            super()._add_pre_pep8_methods()
            return getattr(self, name)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def clone(self) -> QuickCpModel:
        """A copy, of which the variables have the same indices."""
        return copy_of(self)


def copy_of(cp: CpModel) -> QuickCpModel:
    """A copy of any CpModel, which its own `clone` takes a millisecond to make."""
    copy = QuickCpModel()
    copy.proto.copy_from(cp.proto)
    copy.rebuild_constant_map()
    return copy


PRODUCTS = "int_prod", "int_div", "int_mod"
"""The constraints that a product, a quotient or a remainder equals something, by their fields."""

MENDED = "NoOverlap2D", "Reservoir", "Routes", "IntProd", "IntDiv", "IntMod"
"""The constraints that `as_meant` writes otherwise, as the statistics of a model call them."""


def as_meant(cp: CpModel) -> CpModel:
    """The same model, or a copy that means the same, and of which OR-Tools 9.15 loses no solution.

    A box of `add_no_overlap_2d` is there where both its intervals are.  Where one can be there without the other it
    loses solutions: here both have the conditions of both.  Where one of a fixed size can never be there, as its end is
    not its start plus its size, presolve crashes: here it is that.  Where all arcs of the depot turn out to be false,
    presolve says that there are no routes, though nothing asks for one: here two nodes more are visited from there, one
    if a literal is true, and one if it is not.  An event of a reservoir that is there if a Boolean is false is taken by
    its check for one that is there if that is true, which ends the program: here it has a Boolean of its own.  And some
    searches, such as local ones, do not heed assumptions, which are constraints here.  Symmetries that it has written
    into a model which it presolved need not be those of what was added to that: here it finds its own.  Presolve of an
    enforced ``x == x * x`` need not end: here the product is a number of its own, and that the target equals it is
    enforced.
    """
    if cp.validate():  # CP-SAT says so itself, where the statistics of such a model crash.
        return cp
    summary = cp.model_stats()  # In a fifth of the time that a look at all constraints takes.
    given = len(cp.proto.assumptions) or cp.proto.has_symmetry()
    if not given and not any(f"#k{kind}" in summary for kind in MENDED):
        return cp
    copy = copy_of(cp)
    copy.proto.clear_symmetry()
    every = copy.proto.constraints
    if assumed := list(copy.proto.assumptions):
        every.add().bool_and.literals.extend(assumed)
        copy.proto.assumptions.clear()
    for constraint in list(every):
        if constraint.has_no_overlap_2d():
            ends = constraint.no_overlap_2d.x_intervals, constraint.no_overlap_2d.y_intervals
            for place, pair in enumerate(zip(*ends, strict=True)):
                conditions = [list(every[interval].enforcement_literal) for interval in pair]
                if not any(conditions):
                    continue
                for intervals, interval in zip(ends, pair, strict=True):
                    intervals[place] = len(every)
                    both = every.add()
                    both.copy_from(every[interval])
                    both.enforcement_literal.clear()
                    both.enforcement_literal.extend(list(dict.fromkeys(chain(*conditions))))
                    start, size, end = both.interval.start, both.interval.size, both.interval.end
                    if not len(size.vars):
                        end.copy_from(start)
                        end.offset += size.offset
        elif constraint.has_reservoir():
            active = constraint.reservoir.active_literals
            for place, literal in enumerate(active):
                if literal < 0:
                    own = copy.new_bool_var("")
                    copy.add_exactly_one(own, copy.get_bool_var_from_proto_index(~literal))
                    active[place] = own.index
        elif constraint.enforcement_literal and (
            kind := next((kind for kind in PRODUCTS if getattr(constraint, f"has_{kind}")()), "")
        ):
            of, enforced = getattr(constraint, kind), list(constraint.enforcement_literal)
            sizes = [_largest(copy, each) for each in of.exprs]
            most = prod(sizes) if kind == "int_prod" else sizes[0]
            if most > LARGEST:
                continue
            result = copy.new_int_var(-most, most, "")
            equation = every.add()
            equation.enforcement_literal.extend(enforced)
            equation.linear.vars.extend([result.index, *of.target.vars])
            equation.linear.coeffs.extend([1, *(-factor for factor in of.target.coeffs)])
            equation.linear.domain.extend([of.target.offset] * 2)
            constraint.enforcement_literal.clear()
            of.target.copy_from(type(of.target)())
            of.target.vars.append(result.index)
            of.target.coeffs.append(1)
        elif constraint.has_routes() and len(constraint.routes.literals) and not len(constraint.routes.dimensions):
            routes = constraint.routes
            node, literal = max(*routes.tails, *routes.heads) + 1, routes.literals[0]
            for other, visits in ((node, literal), (node + 1, ~literal)):
                routes.tails.extend([0, other, other])
                routes.heads.extend([other, 0, other])
                routes.literals.extend([visits, visits, ~visits])
    return copy


LARGEST = 2**50
"""Products that may be greater stay as they are: CP-SAT refuses numbers that may not fit."""


def _largest(cp: CpModel, expression: Any) -> int:
    """What the absolute value of an expression can be at most."""
    ends: list[int] = [max(map(abs, cp.proto.variables[variable].domain)) for variable in expression.vars]
    factors: list[int] = list(expression.coeffs)
    return abs(int(expression.offset)) + sum(abs(c) * end for c, end in zip(factors, ends, strict=True))


class Solver(CpSolver):
    """A solver that leaves Ctrl-C to the caller, heeds an order to stop also where it comes before the search, which
    CP-SAT's own forgets, and that is given models `as_meant`.
    """

    def __init__(self) -> None:
        self._is_stopped = False
        super().__init__()
        self.parameters.catch_sigint_signal = False

    def solve(self, model: CpModel, solution_callback: CpSolverSolutionCallback | None = None) -> CpSolverStatus:
        return super().solve(as_meant(model), solution_callback)

    def stop_search(self) -> None:
        self._is_stopped = True
        super().stop_search()

    @property
    def best_bound_callback(self) -> Callable[[float], None] | None:
        # It is asked for just before the search begins, and that can be stopped by then.
        if self._is_stopped:
            super().stop_search()
        return self._on_bound

    @best_bound_callback.setter
    def best_bound_callback(self, on_bound: Callable[[float], None] | None) -> None:
        self._on_bound = on_bound


class Callback(CpSolverSolutionCallback):
    """Hands itself over at each solution, to what says whether the search is to go on."""

    def __init__(self, take: Callable[[Callback], bool]) -> None:
        super().__init__()
        self._take = take

    def OnSolutionCallback(self) -> None:  # noqa: N802 - CP-SAT itself calls this one
        if not self._take(self):
            self.StopSearch()


def leave_no_file() -> None:
    """Let OR-Tools write no file of what it crashes at from now on."""
    flags = init.CppFlags()
    flags.cp_model_dump_prefix = f"{os.devnull}/"  # The beginning of the names of all its files.
    init.CppBridge.set_flags(flags)
