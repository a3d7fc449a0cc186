"""The peers as solvers of the benchmarks; each needs its own package."""

from __future__ import annotations

from benchmarks.peers import clingo, cpmpy, multi_puzzle_solver, python_constraint
from cpmodels.racing import Solver, register

register(Solver("clingo", "peer", clingo.search, module="clingo", package="clingo", warm_up=clingo.warm_up))
register(Solver("cpmpy", "peer", cpmpy.search, module="cpmpy", warm_up=cpmpy.warm_up))
register(Solver("cpmpy/steps", "peer", cpmpy.steps, ("zip",), module="cpmpy", warm_up=cpmpy.warm_up))
register(
    Solver(
        "python-constraint",
        "peer",
        python_constraint.search,
        module="constraint",
        warm_up=python_constraint.warm_up,
    )
)
register(
    Solver(
        "multi-puzzle-solver",
        "peer",
        multi_puzzle_solver.search,
        ("zip",),
        module="puzzle_solver",
        warm_up=multi_puzzle_solver.warm_up,
    )
)
