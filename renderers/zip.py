"""ZIP as a page to play: the path is drawn by mouse, touch or keys, and the puzzle can be edited.

Pictures, text and all else of a ZIP are made of its diagram.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cpmodels.errors import PuzzleError
from cpmodels.lattice import Cell
from cpmodels.puzzle import Path
from cpmodels.puzzles.zip import Zip
from renderers._diagram_picture import STOPS
from renderers._perspective import Perspective, View
from renderers._web_page import web_page
from renderers.functions import check_page, page, right_solution

PARTS = ("rules", "json", "board", "play", "edit", "playing", "editing", "modes")
"""The scripts of the page, in the order in which they build on each other."""
LONGEST_SIDE = 60
"""Cells of larger boards would be too small to draw in."""


@check_page.register(Zip)
def check_size(puzzle: Zip) -> None:
    """Raise PuzzleError when the board is too large for a page."""
    if max(puzzle.rows, puzzle.cols) > LONGEST_SIDE:
        most, size = f"{LONGEST_SIDE} x {LONGEST_SIDE}", f"{puzzle.rows} x {puzzle.cols}"
        raise PuzzleError(f"a page to play shows boards of up to {most} cells, not {size}")


@page.register(Zip)
def zip_page(
    puzzle: Zip,
    solutions: Sequence[Path] = (),
    *,
    view: View = "isometric",
    turn: float | None = None,
    codes: bool = False,
) -> bytes:
    """The page, with hints from the first solution if there is one.

    Raises PuzzleError when the board is too large for a page, or when the solution is wrong: its hints would be too.
    """
    Perspective(view, turn, codes)
    check_size(puzzle)
    solution = solutions[0] if solutions else None
    if solution is not None:
        right_solution(puzzle, solution)
    data = {
        "puzzle": _form(puzzle),
        "solution": None if solution is None else solution.cells,
        "stops": STOPS,
    }
    scripts = [f"zip_{part}.js" for part in PARTS]
    title = puzzle.name or f"ZIP {puzzle.rows} \N{MULTIPLICATION SIGN} {puzzle.cols}"
    return web_page(title, "zip.html", data, styles=("zip.css",), scripts=scripts)


def _form(puzzle: Zip) -> dict[str, Any]:
    """The puzzle as the page's scripts read it, which is the JSON form that people read and write."""
    numbers: list[Cell] = [(*cell, number) for cell, number in puzzle.numbers.items()]
    return {
        "puzzle": puzzle.kind,
        "name": puzzle.name,
        "rows": puzzle.rows,
        "cols": puzzle.cols,
        "numbers": numbers,
        "walls": puzzle.walls,
    }
