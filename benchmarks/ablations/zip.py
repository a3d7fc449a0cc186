"""Other ways to keep the order of the numbers in a ZIP."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from ortools.sat.python import cp_model

from cpmodels.base.description import HamiltonianPath
from cpmodels.base.lattice import Cell
from cpmodels.base.puzzle import Path
from cpmodels.constraints import PathVariables, hamiltonian_path, positions
from cpmodels.constraints._bulk import Bulk, NamedLiterals
from cpmodels.model import DIRECT_PARAMETERS, Model
from cpmodels.model._symmetries import PathKey
from cpmodels.puzzles import Zip

Order = Callable[[cp_model.CpModel, PathVariables[Cell], Sequence[Cell]], None]
"""Adds that the numbers are met in order, as `cpmodels.constraints.waypoints_in_order` does."""


def ordered(puzzle: Zip, order: Order) -> Model[Path]:
    """The library's circuit with another constraint for the order of the numbers, and no strategies."""
    cp, key = cp_model.CpModel(), PathKey(puzzle.describe())
    problem = puzzle.describe().problem
    assert isinstance(problem, HamiltonianPath)
    path = hamiltonian_path(cp, problem.successors, starts=problem.starts, ends=problem.ends)
    if len(problem.waypoints) > 2:
        order(cp, path, problem.waypoints)
    return Model(
        puzzle,
        cp,
        path.literals,
        lambda values: Path(path.walk(values)),
        symmetries=key.symmetries,
        pivots=key.pivots,
        parameters=DIRECT_PARAMETERS,
    )


def places(cp: cp_model.CpModel, path: PathVariables[Cell], waypoints: Sequence[Cell]) -> None:
    """Each cell knows its place in the path, which grows by one with each step (Miller, Tucker and Zemlin 1960)."""
    place = {cell: cp.new_int_var(0, len(path.nodes) - 1, "") for cell in path.nodes}
    for (here, there), step in path.step.items():
        cp.add(place[there] == place[here] + 1).only_enforce_if(step)
    cp.add(place[waypoints[0]] == 0)
    for earlier, later in pairwise(waypoints):
        cp.add(place[earlier] < place[later])


def tell_passed_numbers(cp: cp_model.CpModel, path: PathVariables[Cell], waypoints: Sequence[Cell]) -> None:
    """For each cell and number a Boolean: the number has been passed on the way to the cell.

    Cells joined by a step agree on all numbers, except that number n is new in its own cell.
    """
    middle = range(2, len(waypoints))
    number = {cell: n for n, cell in enumerate(waypoints, 1)}
    steps = path.step
    yes = cp.new_constant(1)
    passed: dict[Cell, list[cp_model.LiteralT]] = {}
    for cell in path.nodes:
        if cell in number:
            passed[cell] = [yes if n <= number[cell] else ~yes for n in middle]
        else:
            passed[cell] = [cp.new_bool_var("") for _ in middle]
            for earlier, later in pairwise(passed[cell]):
                cp.add_implication(later, earlier)
    for (here, there), step in steps.items():
        if there in number:
            before = [yes if n < number[there] else ~yes for n in middle]
            agree(cp, step, passed[here], before)
        elif here in number or (there, here) not in steps:
            agree(cp, step, passed[here], passed[there])
        elif here < there:
            either = cp.new_bool_var("")
            cp.add_implication(step, either)
            cp.add_implication(steps[there, here], either)
            cp.add_bool_or(step, steps[there, here], ~either)
            agree(cp, either, passed[here], passed[there])


def agree(
    cp: cp_model.CpModel,
    when: cp_model.IntVar,
    ours: Sequence[cp_model.LiteralT],
    theirs: Sequence[cp_model.LiteralT],
) -> None:
    """The literals agree, one by one, when `when` is true."""
    for one, other in zip(ours, theirs, strict=True):
        cp.add_bool_or(~when, ~one, other)
        cp.add_bool_or(~when, one, ~other)


def places_alone(puzzle: Zip) -> Model[Path]:
    """No circuit: one step into each cell and one out of it, and places, which leave no loop beside the path."""
    cp = cp_model.CpModel()
    problem = puzzle.describe().problem
    assert isinstance(problem, HamiltonianPath)
    bulk, cells = Bulk(cp), tuple(problem.successors)
    arcs = [(here, there) for here in cells for there in problem.successors[here]]
    starts = NamedLiterals(cp, problem.starts, bulk.booleans([""] * len(problem.starts)))
    ends = NamedLiterals(cp, problem.ends, bulk.booleans([""] * len(problem.ends)))
    path = PathVariables(cells, starts, NamedLiterals(cp, arcs, bulk.booleans([""] * len(arcs))), ends)
    cp.add_exactly_one(starts.values())
    cp.add_exactly_one(ends.values())
    for cell in cells:
        cp.add_exactly_one(
            literal for (_, there), literal in zip(path.arcs, path.literals, strict=True) if there == cell
        )
        cp.add_exactly_one(literal for (here, _), literal in zip(path.arcs, path.literals, strict=True) if here == cell)
    places(cp, path, problem.waypoints)
    return Model(puzzle, cp, path.literals, lambda values: Path(path.walk(values)), parameters=DIRECT_PARAMETERS)


def cell_by_place(puzzle: Zip) -> Model[Path]:
    """No steps: a Boolean for each cell and each place in the path, by `cpmodels.constraints.positions`."""
    cp = cp_model.CpModel()
    problem = puzzle.describe().problem
    assert isinstance(problem, HamiltonianPath)
    count, waypoints = len(problem.successors), problem.waypoints
    at = positions(cp, problem.successors, {waypoints[0]: 1, waypoints[-1]: count})
    place = {waypoint: cp_model.LinearExpr.sum([i * x for (cell, i), x in at.at.items() if cell == waypoint])
             for waypoint in waypoints}  # fmt: skip
    for earlier, later in pairwise(waypoints):
        cp.add(place[earlier] < place[later])
    return Model(puzzle, cp, at.literals, lambda values: Path(list(at.numbers(values))), parameters=DIRECT_PARAMETERS)
