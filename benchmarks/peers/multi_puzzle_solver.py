"""ZIPs without walls by multi-puzzle-solver, in which they are called number mazes.

Its model is undirected and its order rule lets wrong paths pass; what it says is handed on as it is.  Its own door
prints, and looks for all answers; the function behind that door stops at as many as are asked for.
"""

from __future__ import annotations

from typing import Any

from benchmarks.peers.answers import Answers, Peer
from cpmodels.errors import UnsupportedError
from cpmodels.lattice import Cell, plus
from cpmodels.puzzle import Path
from cpmodels.puzzles import Zip
from cpmodels.racing import Question

MOST = {"first": 1, "unique": 2, "all": None}
"""How many answers are looked for."""

WAYS = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}
"""The letters in which the library says which sides of a cell the path crosses."""


def search(question: Question) -> Peer:
    """The paths of a ZIP."""
    import numpy as np
    from puzzle_solver import numbermaze_solver
    from puzzle_solver.core.utils_ortools import SingleSolution, generic_solve_all

    puzzle = question.puzzle
    assert isinstance(puzzle, Zip)
    if puzzle.walls:
        raise UnsupportedError("walls are not known to multi-puzzle-solver")
    if len(puzzle.waypoints) < 2:
        raise UnsupportedError("multi-puzzle-solver needs the numbers of both ends")
    texts = [str(puzzle.numbers.get(cell, " ")) for cell in puzzle.cells]
    board = numbermaze_solver.Board(np.array(texts).reshape(puzzle.rows, puzzle.cols))

    def sides(found: Any, solver: Any) -> Any:
        """The crossed sides of each cell, as the library's own door tells them."""
        crossed: dict[Any, str] = {}
        for (place, direction), variable in found.model_vars.items():
            crossed[place] = crossed.get(place, "") + direction.name[0] * solver.Value(variable)
        return SingleSolution(crossed)

    def find() -> Answers:
        most = MOST[question.task]
        found = generic_solve_all(board, sides, max_solutions=most, verbose=False)
        for answer in found:
            crossed: dict[Cell, str] = {(place.y, place.x): ways for place, ways in answer.assignment.items()}
            yield Path(walk(crossed, puzzle.waypoints[0]))
        return most is None or len(found) < most

    return Peer(find)


def walk(crossed: dict[Cell, str], start: Cell) -> list[Cell]:
    """The cells from the start on, as far as the crossed sides lead to new ones."""
    path = [start]
    while ahead := [there for way in crossed[path[-1]] if (there := plus(path[-1], WAYS[way])) not in path]:
        path.append(ahead[0])
    return path


def warm_up() -> None:
    """Import the library, which imports all its puzzles."""
    import puzzle_solver

    assert puzzle_solver.numbermaze_solver
