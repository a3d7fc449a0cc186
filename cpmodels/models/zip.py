"""The model of a ZIP: a circuit through all cells and one node outside, meeting the numbers in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ortools.sat.python import cp_model

from cpmodels.lattice import SQUARE, Cell, box_symmetries, move
from cpmodels.model import PARAMETERS, Model, Strategy, Variables, build_model
from cpmodels.models.zip_filling import fill
from cpmodels.puzzle import Path
from cpmodels.puzzles.zip import Zip

Arc = tuple[Cell | None, Cell | None]
"""A step from cell to cell; None is the node outside, from which a path comes and to which it goes."""

Order = Callable[[cp_model.CpModel, Zip, dict[Arc, cp_model.IntVar]], None]
"""Lays down that the numbers are met in order."""

SMALL = 150
"""Up to this many cells the whole model is quick; on larger boards neighbourhoods are searched beside it (of random
boards with few numbers the model solves 12 x 12 in 0.02 s, 14 x 14 in 0.2 s, and most of 20 x 20 not in 20 s)."""


SWIFT = {
    "cp_model_presolve": False,
    "symmetry_level": 0,
    "auto_detect_greater_than_at_least_one_of": False,
    "new_linear_propagation": False,
}
"""CP-SAT parameters that leave out what takes longer than it saves: published puzzles take 0.65 ms in place of 0.95,
random ones of 8 x 8 to 14 x 14 the same or less."""


@build_model.register(Zip)
def build(puzzle: Zip, cp: cp_model.CpModel, order: Order | None = None) -> Model[Path]:
    """The model of a ZIP, the order of its numbers laid down as `order` does (by default `count_numbers_passed`)."""
    steps = {arc: cp.new_bool_var(f"{arc[0]} {arc[1]}") for arc in possible_steps(puzzle)}
    one_path_through_all_cells(cp, puzzle, steps)
    if len(puzzle.waypoints) > 2:
        (order or count_numbers_passed)(cp, puzzle, steps)
    return Model(
        puzzle=puzzle,
        cp=cp,
        key=tuple(steps.values()),
        decode=lambda values: walk(steps, values),
        symmetries=symmetries(puzzle, list(steps)),
        pivots=free_ends(list(steps)),
        parameters={**PARAMETERS, **SWIFT},
        infeasible=puzzle.infeasible_reason(),
        strategies=(windows(puzzle),) if len(puzzle.cells) > SMALL else (),
        variables=named(puzzle, cp, steps),
    )


def windows(puzzle: Zip) -> Strategy[Path]:
    """Neighbourhoods of a path that leaves cells out, until it leaves out none (`cpmodels.models.zip_filling`)."""
    return Strategy("windows", lambda seed, _: fill(puzzle, seed), after=0, light=True)


def named(puzzle: Zip, cp: cp_model.CpModel, steps: dict[Arc, cp_model.IntVar]) -> dict[str, Variables]:
    """The variables by the steps that they say."""

    def is_cell(key: object) -> bool:
        return key in puzzle.steps

    def is_step(arc: object) -> bool:
        return (
            isinstance(arc, tuple)
            and len(arc) == 2
            and is_cell(arc[0])
            and is_cell(arc[1])
            and arc[1] in SQUARE.neighbours(arc[0])
        )

    return {
        "step": Variables(
            cp,
            "step",
            lambda: {arc: step for arc, step in steps.items() if None not in arc},
            is_step,
            "two cells that touch, as in step[(0, 0), (0, 1)]",
        ),
        "starts_at": Variables(
            cp,
            "starts_at",
            lambda: {there: step for (here, there), step in steps.items() if here is None},
            is_cell,
            "a cell (row, col)",
        ),
        "ends_at": Variables(
            cp,
            "ends_at",
            lambda: {here: step for (here, there), step in steps.items() if there is None},
            is_cell,
            "a cell (row, col)",
        ),
    }


def possible_steps(puzzle: Zip) -> list[Arc]:
    """The steps that walls, ends and the order of the numbers leave."""
    number = puzzle.numbers
    last = len(puzzle.waypoints)
    starts = puzzle.waypoints[:1] or puzzle.cells
    ends = puzzle.waypoints[1:][-1:] or puzzle.cells
    inner = [
        (here, there)
        for here in puzzle.cells
        for there in puzzle.steps[here]
        if number.get(there) != 1
        and not (number.get(here) == last > 1)
        and not (here in number and there in number and number[there] != number[here] + 1)
    ]
    return [(None, cell) for cell in starts] + inner + [(cell, None) for cell in ends]


def one_path_through_all_cells(cp: cp_model.CpModel, puzzle: Zip, steps: dict[Arc, cp_model.IntVar]) -> None:
    node: dict[Cell | None, int] = {cell: i for i, cell in enumerate((None, *puzzle.cells))}
    cp.add_circuit([(node[here], node[there], step) for (here, there), step in steps.items()])
    if not {*node} <= {end for arc in steps for end in arc}:
        cp.add_bool_or([])  # CP-SAT leaves a node without any arc out of the circuit


def count_numbers_passed(cp: cp_model.CpModel, puzzle: Zip, steps: dict[Arc, cp_model.IntVar]) -> None:
    """Each cell knows the last number passed on the way to it; number n is reached from a cell with n - 1."""
    most = len(puzzle.waypoints)
    number = puzzle.numbers
    passed: dict[Cell | None, cp_model.IntVar | int] = {
        cell: number[cell] if cell in number else cp.new_int_var(1, most - 1, "") for cell in puzzle.cells
    }
    for (here, there), step in steps.items():
        if here is None or there is None:
            continue
        due = number[there] - 1 if there in number else passed[there]
        if not (isinstance(due, int) and isinstance(passed[here], int)):
            cp.add(passed[here] == due).only_enforce_if(step)


def symmetries(puzzle: Zip, arcs: list[Arc]) -> tuple[tuple[int, ...], ...]:
    """The symmetries of the grid that keep every number in its place and map walls to walls.

    With no number at all, walking a path backwards is one more.
    """
    box = (puzzle.rows, puzzle.cols)
    walls = {frozenset(wall) for wall in puzzle.walls}
    moves = [
        matrix
        for matrix in box_symmetries(box)[1:]
        if all(move(matrix, box, cell) == cell for cell in puzzle.waypoints)
        and walls == {frozenset(move(matrix, box, cell) for cell in wall) for wall in walls}
    ]
    found = [tuple(range(len(arcs)))]
    if not moves and puzzle.waypoints:
        return tuple(found)
    position = {arc: i for i, arc in enumerate(arcs)}
    for matrix in moves:
        image: dict[Cell | None, Cell | None] = {None: None}
        image.update((cell, move(matrix, box, cell)) for cell in puzzle.cells)
        found.append(tuple(position[image[here], image[there]] for here, there in arcs))
    if not puzzle.waypoints:
        backwards = [position[there, here] for here, there in arcs]
        found += [tuple(backwards[i] for i in symmetry) for symmetry in found]
    return tuple(found)


def free_ends(arcs: list[Arc]) -> tuple[int, ...]:
    """Key positions of the steps to the path's first cell or, if that is known, of those from its last one."""
    starts = [i for i, (here, _) in enumerate(arcs) if here is None]
    ends = [i for i, (_, there) in enumerate(arcs) if there is None]
    return tuple(starts if len(starts) > 1 else ends if len(ends) > 1 else ())


def walk(arcs: Iterable[Arc], values: Sequence[int]) -> Path:
    """The path that the chosen steps make, from the node outside and back to it."""
    following = {here: there for (here, there), value in zip(arcs, values, strict=True) if value}
    path = []
    cell = following[None]
    while cell is not None:
        path.append(cell)
        cell = following[cell]
    return Path(tuple(path))
