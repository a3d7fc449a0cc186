"""multi-puzzle-solver: ZIPs without walls, which it calls number mazes, and boards of seven kinds.

Its model of a ZIP is undirected and its order rule lets wrong paths pass; what it says is handed on as it is.  Its own
door looks for all answers; here the function behind that door stops at as many as are asked for.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import cpmodels as cm
from benchmarks.peers import boards
from benchmarks.peers.answers import MOST, Answers, Peer, told
from cpmodels.base.errors import UnsupportedError
from cpmodels.base.lattice import Cell, plus
from cpmodels.base.puzzle import Path, Solution
from cpmodels.racing import Question

NAMES = {
    "zip": "numbermaze",
    "masyu": "pearl",
    "shikaku": "rectangles",
    **{kind: kind for kind in ("slitherlink", "hidoku", "nurikabe", "heyawake", "yajilin")},
}
"""What the library calls the kinds."""

LETTERS = {"U": "n", "R": "e", "D": "s", "L": "w"}
"""The letters in which the library says which sides of a cell a path crosses, or takes, by compass."""


def search(question: Question) -> Peer:
    """The answers of the library."""
    import numpy as np
    import puzzle_solver

    puzzle: Any = question.puzzle
    module = getattr(puzzle_solver, f"{NAMES[puzzle.kind]}_solver")
    options: dict[str, Any] = {}
    if puzzle.kind == "heyawake":
        cells = [[str(room) for room in row] for row in puzzle.regions]
        options["region_to_clue"] = {str(i): n for i, n in enumerate(puzzle.given) if n is not None}
    else:
        cells = boards.rows_of(puzzle, written(puzzle), " ")
    board = module.Board(np.array(cells), **options)

    def find() -> Answers:
        most, everything = MOST[question.task], module.generic_solve_all
        module.generic_solve_all = lambda *given, **_: everything(*given, max_solutions=most, verbose=False)
        try:
            found = board.solve_and_print(verbose=False)
        finally:
            module.generic_solve_all = everything
        answers = ({(at.y, at.x): what for at, what in answer.assignment.items()} for answer in found)
        exhausted = most is None or len(found) < most
        return (yield from told(map(partial(read, puzzle), answers), exhausted=exhausted))

    return Peer(find)


def written(puzzle: Any) -> dict[Cell, str]:
    """What is in the cells of a board.  Raises UnsupportedError for a ZIP with walls, or without both ends."""
    if puzzle.kind != "zip":
        ways = {way: letter for letter, way in LETTERS.items()}
        clues = boards.clues(puzzle)
        if puzzle.kind == "yajilin":
            return {cell: ways[clue[-1]] + clue[:-1] for cell, clue in clues.items()}
        return {cell: clue.upper() for cell, clue in clues.items()}
    if puzzle.walls:
        raise UnsupportedError("walls are not known to multi-puzzle-solver")
    if len(puzzle.waypoints) < 2:
        raise UnsupportedError("multi-puzzle-solver needs the numbers of both ends")
    return {cell: str(number) for cell, number in puzzle.numbers.items()}


def read(puzzle: Any, found: dict[Cell, Any]) -> Solution:
    """The solution of what is said of each cell."""
    match puzzle.kind:
        case "hidoku":
            return cm.Grid.of(found)
        case "shikaku":
            return boards.labelled(puzzle, found)
        case "nurikabe" | "heyawake":
            return boards.shaded(puzzle, {cell for cell, shade in found.items() if shade})
    ways = {
        cell: "".join(LETTERS[letter] for letter in letters if letter in LETTERS) for cell, letters in found.items()
    }
    if puzzle.kind == "zip":
        return Path(walk(ways, puzzle.waypoints[0]))
    edges = boards.sides if puzzle.kind == "slitherlink" else boards.steps
    return boards.drawn(puzzle, (edge for cell, way in ways.items() for edge in edges(cell, way)))


def walk(crossed: dict[Cell, str], start: Cell) -> list[Cell]:
    """The cells from the start on, as far as the crossed sides lead to new ones."""
    path = [start]
    while ahead := [there for way in crossed[path[-1]] if (there := plus(path[-1], boards.WAYS[way])) not in path]:
        path.append(ahead[0])
    return path


def warm_up() -> None:
    """Import the library, which imports all its puzzles."""
    import puzzle_solver

    assert puzzle_solver.numbermaze_solver
