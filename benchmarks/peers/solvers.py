"""The peers as solvers of the benchmarks; each needs its own package."""

from __future__ import annotations

from benchmarks.peers import clingo, cpmpy, cspuz, multi_puzzle_solver, noqx, puzzlekit, python_constraint
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
        tuple(multi_puzzle_solver.NAMES),
        module="puzzle_solver",
        warm_up=multi_puzzle_solver.warm_up,
    )
)
register(Solver("noqx", "peer", noqx.search, tuple(noqx.NAMES), module="noqx", warm_up=noqx.warm_up))
register(Solver("cspuz", "peer", cspuz.Facts, cspuz.KINDS, ("unique",), warm_up=cspuz.warm_up))
register(
    Solver("puzzlekit", "peer", puzzlekit.search, puzzlekit.KINDS, ("first",), "puzzlekit", warm_up=puzzlekit.warm_up)
)
