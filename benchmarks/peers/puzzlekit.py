"""puzzlekit, CP-SAT as it comes, on all cores: a first solution, as it does not look for a second."""

from __future__ import annotations

from typing import Any

import cpmodels as cm
from benchmarks.peers import boards
from benchmarks.peers.answers import Answers, Peer, told
from cpmodels.base.errors import EngineError
from cpmodels.base.lattice import Cell
from cpmodels.base.puzzle import Solution
from cpmodels.racing import Question

KINDS = tuple(kind for kind in boards.KINDS if kind != "numberlink")
BITS = {8: "n", 4: "w", 2: "s", 1: "e"}
"""The sides of a cell that the loop of a Slitherlink takes, in the number that says so."""


def search(question: Question) -> Peer:
    """Its solution."""
    import puzzlekit

    puzzle: Any = question.puzzle
    lines = [[str(puzzle.rows), str(puzzle.cols)], *boards.rows_of(puzzle, boards.clues(puzzle), "-")]
    if puzzle.kind == "heyawake":
        lines += [[str(room) for room in row] for row in puzzle.regions]
    text = "\n".join(map(" ".join, lines))

    def find() -> Answers:
        found = puzzlekit.solve(text, puzzle.kind, {"time_limit_sec": question.seconds})
        status = found.solution_data["status"]
        if status not in ("Optimal", "Feasible", "Infeasible", "Timeout"):
            raise EngineError(f"puzzlekit says {status}")
        answers = [read(puzzle, found.sol_grid.matrix)] if found.is_solved else []
        return (yield from told(answers, exhausted=status == "Infeasible"))

    return Peer(find)


def read(puzzle: Any, rows: list[list[str]]) -> Solution:
    """The solution of the fields of a board."""
    fields: dict[Cell, str] = {(r, c): field for r, row in enumerate(rows) for c, field in enumerate(row)}
    match puzzle.kind:
        case "hidoku":
            return cm.Grid.of({cell: int(field) for cell, field in fields.items()})
        case "shikaku":
            return boards.labelled(puzzle, fields)
        case "nurikabe" | "heyawake":
            return boards.shaded(puzzle, {cell for cell, field in fields.items() if field == "x"})
        case "slitherlink":
            taken = {
                cell: [BITS[bit] for bit in BITS if int(field) & bit] for cell, field in fields.items() if field != "-"
            }
            return boards.drawn(
                puzzle, (side for cell, on in taken.items() for side in boards.sides(cell, "".join(on)))
            )
    on_loop = {cell: field for cell, field in fields.items() if set(field) <= set(boards.WAYS)}
    return boards.drawn(puzzle, (step for cell, field in on_loop.items() for step in boards.steps(cell, field)))


def warm_up() -> None:
    """Import the library's parts for these kinds, which it does only when they are asked for."""
    from puzzlekit.solvers import get_solver_class

    for kind in KINDS:
        get_solver_class(kind)
