"""The model of a ZIP: a circuit through all cells and one node outside, meeting the numbers in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ortools.sat.python import cp_model

from cpmodels._symmetries import PathKey
from cpmodels.constraints import PathVariables, hamiltonian_path, waypoints_in_order
from cpmodels.description import HamiltonianPath
from cpmodels.lattice import SQUARE, Cell
from cpmodels.model import DIRECT_PARAMETERS, Model, Strategy, Variables, build_model
from cpmodels.models._zip_windows import fill
from cpmodels.puzzle import Path
from cpmodels.puzzles.zip import Zip

Order = Callable[[cp_model.CpModel, PathVariables[Cell], Sequence[Cell]], None]
"""Adds that the numbers are met in order, as `cpmodels.constraints.waypoints_in_order` does; benchmarks try others."""

SMALL = 150
"""Up to this many cells the whole model is quick; on larger boards neighbourhoods are searched beside it (of random
boards with few numbers the model solves 12 x 12 in 0.02 s, 14 x 14 in 0.2 s, and most of 20 x 20 not in 20 s)."""


@build_model.register(Zip)
def build(puzzle: Zip, cp: cp_model.CpModel, order: Order = waypoints_in_order) -> Model[Path]:
    """The model of a ZIP."""
    described = puzzle.describe()
    problem = described.problem
    assert isinstance(problem, HamiltonianPath)
    path = hamiltonian_path(cp, problem.successors, starts=problem.starts, ends=problem.ends)
    if len(problem.waypoints) > 2:
        order(cp, path, problem.waypoints)
    return Model(
        puzzle=puzzle,
        cp=cp,
        key=path.literals,
        decode=lambda values: Path(path.walk(values)),
        variables=named(puzzle, cp, path),
        symmetries=PathKey(described).symmetries,
        pivots=free_ends(path),
        parameters=DIRECT_PARAMETERS,
        infeasible=puzzle.infeasible_reason(),
        strategies=(windows(puzzle),) if len(puzzle.cells) > SMALL else (),
    )


def windows(puzzle: Zip) -> Strategy[Path]:
    """Neighbourhoods of a path that leaves cells out, until it leaves out none (`cpmodels.models._zip_windows`)."""
    return Strategy("windows", lambda seed, _: fill(puzzle, seed), after=0, light=True)


def named(puzzle: Zip, cp: cp_model.CpModel, path: PathVariables[Cell]) -> dict[str, Variables]:
    """The variables by the steps that they say."""

    def is_cell(key: Any) -> bool:
        return isinstance(key, tuple) and key in puzzle.steps

    def is_step(arc: Any) -> bool:
        return (
            isinstance(arc, tuple) and len(arc) == 2 and all(map(is_cell, arc)) and arc[1] in SQUARE.neighbours(arc[0])
        )

    return {
        "step": Variables(cp, "step", path.step, is_step, "two cells that touch, as in step[(0, 0), (0, 1)]"),
        "starts_at": Variables(cp, "starts_at", path.starts_at, is_cell, "a cell (row, col)"),
        "ends_at": Variables(cp, "ends_at", path.ends_at, is_cell, "a cell (row, col)"),
    }


def free_ends(path: PathVariables[Cell]) -> range:
    """Key positions of the steps to the path's first cell or, if that is known, of those from its last one."""
    starts, ends, size = len(path.starts_at), len(path.ends_at), len(path.literals)
    return range(starts) if starts > 1 else range(size - ends, size) if ends > 1 else range(0)
