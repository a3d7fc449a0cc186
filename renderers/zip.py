"""ZIP as a page to play: the path is drawn by mouse, touch or keys, and the puzzle can be edited.

Pictures, text and all else of a ZIP are made of its diagram.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from cpmodels.base.lattice import Cell
from cpmodels.base.puzzle import Path
from cpmodels.errors import PuzzleError
from cpmodels.puzzles.zip import Zip
from renderers._diagram_picture import STOPS
from renderers._reasons import reasons
from renderers._web_page import web_page
from renderers.functions import check_page, page, play_page, right_solution

__all__ = ["PARTS", "WORKER_PARTS"]

PARTS = ("rules", "forms", "board", "play", "playing", "solutions", "editing", "page")
"""The scripts of the page that are its own, in the order in which they build on each other."""
WORKER_PARTS = ("rules", "search", "worker")
"""The scripts of the worker that searches for solutions."""
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
) -> bytes:
    """The page; it knows the first solution if there is one, and searches for others, and for those of edited puzzles.

    Raises PuzzleError when the board is too large for a page, or when the solution is wrong: its hints would be too.
    """
    return _page_of([(puzzle, solutions[0] if solutions else None)], _title(puzzle))


@play_page.register(Zip)
def zips_page(*puzzles: Zip, solutions: Sequence[Path | None] = ()) -> bytes:
    """The page of several ZIPs, one after another, with the solutions that it may show."""
    known = zip_longest(puzzles, solutions[: len(puzzles)])
    return _page_of(list(known), _title(puzzles[0]) if len(puzzles) == 1 else f"{len(puzzles)} ZIPs")


def _title(puzzle: Zip) -> str:
    return puzzle.name or f"ZIP {puzzle.rows} \N{MULTIPLICATION SIGN} {puzzle.cols}"


def _page_of(entries: Sequence[tuple[Zip, Path | None]], title: str) -> bytes:
    """The page of puzzles, with the solutions that are known."""
    for puzzle, solution in entries:
        check_size(puzzle)
        if solution is not None:
            right_solution(puzzle, solution)
    told = reasons([puzzle for puzzle, _ in entries], lambda puzzle, cell: cell[0] * puzzle.cols + cell[1])
    data = {
        "puzzles": [
            {"puzzle": _form(puzzle), "solution": None if solution is None else solution.cells, "reasons": steps}
            for (puzzle, solution), steps in zip(entries, told, strict=True)
        ],
        "stops": STOPS,
    }
    scripts, worker = ([f"zip_{part}.js" for part in parts] for parts in (PARTS, WORKER_PARTS))
    styles = ("editing.css", "zip.css")
    scripts, worker = ["reasons.js", "editing.js", *scripts], ["solver.js", *worker]
    return web_page(title, "zip.html", data, styles=styles, scripts=scripts, worker=worker)


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
