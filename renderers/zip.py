"""ZIP as a page to play: the path is drawn by mouse, touch or keys, and the puzzle can be edited.

Pictures, text and all else of a ZIP are made of its diagram.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from cpmodels.base.errors import PuzzleError
from cpmodels.base.puzzle import Path
from cpmodels.puzzles.zip import Zip
from renderers._diagram_picture import STOPS
from renderers._reasons import reasons
from renderers._web_page import digest_of, web_page
from renderers.functions import check_fit, check_page, page, play_page

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
def zip_page(puzzle: Zip, solutions: Sequence[Path] = ()) -> bytes:
    """The page; it knows the first solution, and searches for others and for those of edited puzzles."""
    return zips_page(puzzle, solutions=solutions[:1])


@play_page.register(Zip)
def zips_page(*puzzles: Zip, solutions: Sequence[Path | None] = ()) -> bytes:
    """The page of several ZIPs, one after another, with the solutions that it may show.

    Raises PuzzleError when a board is too large for a page, or when a solution is wrong: its hints would be too.
    """
    known = list(zip_longest(puzzles, solutions[: len(puzzles)]))
    for puzzle, solution in known:
        check_size(puzzle)
        if solution is not None:
            check_fit(puzzle, solution)
            if broken := puzzle.check(solution):
                raise PuzzleError(f"a page to play needs a correct solution, but {puzzle.said(broken[0])}")
    entries = []
    told = reasons(puzzles, lambda puzzle, cell: cell[0] * puzzle.cols + cell[1])
    for (puzzle, solution), steps in zip(known, told, strict=True):
        form = {"name": puzzle.name, "rows": puzzle.rows, "cols": puzzle.cols, "walls": puzzle.walls}
        form["numbers"] = [(*cell, number) for cell, number in puzzle.numbers.items()]
        cells = None if solution is None else solution.cells
        entries.append({"puzzle": form, "digest": digest_of(puzzle), "solution": cells, "reasons": steps})
    first, *others = puzzles
    name = first.name or f"ZIP {first.rows} \N{MULTIPLICATION SIGN} {first.cols}"
    scripts, worker = ([f"zip_{part}.js" for part in parts] for parts in (PARTS, WORKER_PARTS))
    return web_page(
        f"{len(puzzles)} ZIPs" if others else name,
        "zip.html",
        {"puzzles": entries, "stops": STOPS},
        styles=("editing.css", "zip.css"),
        scripts=("past.js", "reasons.js", "editing.js", *scripts),
        worker=("solver.js", *worker),
    )
