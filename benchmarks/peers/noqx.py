"""The encodings of noqx for clingo, as noqx runs them; its folder is on the path that Python imports from.

Which rules a kind has by default is noqx's own, but that a Numberlink leaves cells out where the puzzle allows it.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from benchmarks.peers import boards
from benchmarks.peers.answers import MOST, Answers, Peer, told
from cpmodels.base.graph import grid
from cpmodels.base.lattice import Cell
from cpmodels.base.puzzle import Solution
from cpmodels.racing import Question

NAMES = {kind: kind for kind in boards.KINDS if kind != "hidoku"} | {"numberlink": "numlin"}
"""What noqx calls the kinds; it has no Hidoku."""

ATOM = re.compile(r'(\w+)\((\d+),(\d+)(?:,"(\w+)")?\)')


@cache
def load(name: str) -> None:
    """Load the encoding of a kind, once."""
    from noqx.manager import load_solver

    load_solver("solver", name)


def search(question: Question) -> Peer:
    """The answers of clingo."""
    from noqx.clingo import ClingoSolver, Config
    from noqx.manager import generate_program, modules
    from noqx.puzzle import Point, Puzzle

    puzzle: Any = question.puzzle
    name = NAMES[puzzle.kind]
    load(name)
    board = Puzzle(name, "", {key: value["default"] for key, value in modules[name].parameters.items()})
    board.row, board.col = puzzle.rows, puzzle.cols
    for cell, clue in boards.clues(puzzle).items():
        if puzzle.kind == "masyu":
            board.symbol[Point(*cell)] = f"circle_L__{'wb'.index(clue) + 1}"
        elif puzzle.kind == "yajilin":
            board.text[Point(*cell, label=f"arrow_{boards.SIDES[clue[-1]]}")] = int(clue[:-1])
        else:
            board.text[Point(*cell)] = int(clue)
    if puzzle.kind == "numberlink":
        board.param |= {"visit_all": puzzle.cover, "no_2x2": not puzzle.detours}
    if puzzle.kind == "heyawake":
        for (r, c), (s, d) in grid(puzzle.rows, puzzle.cols).edges:
            if puzzle.regions[r][c] != puzzle.regions[s][d]:
                board.edge[Point(s, d, "top" if r != s else "left")] = True
    program = generate_program(board)
    Config.max_solutions_to_find = MOST[question.task] or 0
    Config.time_limit = int(2 * question.seconds) + 1  # The race ends it before, so what ends has found all.

    def find() -> Answers:
        solver = ClingoSolver()
        solver.solve(program)
        models = solver.solution()
        exhausted = not 0 < Config.max_solutions_to_find <= len(models)
        return (yield from told((read(puzzle, model) for model in models), exhausted=exhausted))

    return Peer(find)


def read(puzzle: Any, model: str) -> Solution:
    """The solution of an answer set."""
    atoms: list[tuple[str, Cell, str]] = [
        (name, (int(row), int(col)), boards.LETTERS.get(side, "")) for name, row, col, side in ATOM.findall(model)
    ]
    match puzzle.kind:
        case "nurikabe" | "heyawake":
            return boards.shaded(puzzle, {cell for _, cell, _ in atoms})
        case "shikaku":
            return boards.cut(puzzle, {frozenset(step) for _, cell, way in atoms for step in boards.steps(cell, way)})
        case "slitherlink":
            return boards.drawn(puzzle, (side for _, cell, way in atoms for side in boards.sides(cell, way)))
    return boards.drawn(puzzle, (step for _, cell, way in atoms for step in boards.steps(cell, way)))


def warm_up() -> None:
    """Import clingo and the encodings."""
    for name in NAMES.values():
        load(name)
