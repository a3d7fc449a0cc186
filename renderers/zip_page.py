"""ZIP as a page to play: the path is drawn by mouse, touch or keys, and the puzzle can be edited."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cpmodels.errors import PuzzleError
from cpmodels.lattice import Cell
from cpmodels.puzzles import Path, Zip
from renderers.functions import check_fit
from renderers.outputs import Look
from renderers.web_page import web_page
from renderers.zip_board import STOPS

PARTS = ("rules", "json", "board", "play", "edit", "playing", "editing", "modes")
"""The scripts of the page, in the order in which they build on each other."""
LONGEST_SIDE = 60
"""Cells of larger boards would be too small to draw in."""


def check_size(puzzle: Zip) -> None:
    """Raises PuzzleError when the board is too large for a page."""
    if max(puzzle.rows, puzzle.cols) > LONGEST_SIDE:
        most, size = f"{LONGEST_SIDE} x {LONGEST_SIDE}", f"{puzzle.rows} x {puzzle.cols}"
        raise PuzzleError(f"a page to play shows boards of up to {most} cells, not {size}")


def zip_page(puzzle: Zip, solutions: Sequence[Path], look: Look) -> bytes:
    """The page, with hints from the first answer if there is one.

    Raises PuzzleError when the board is too large for a page, or when the answer is wrong: its hints would be too.
    """
    del look
    check_size(puzzle)
    solution = solutions[0] if solutions else None
    if solution is not None:
        check_fit(puzzle, solution)
        if broken := puzzle.check(solution):
            raise PuzzleError(f"a page to play needs an answer that is right, but {broken[0]}")
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
