"""Pages to play with and to look at: which module makes the page of each kind of puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cpmodels.errors import PuzzleError
from cpmodels.puzzles import Puzzle
from renderers.outputs import Check, Look, Writer, imported

PAGES = {
    "edge_matching": "renderers.tiles_page:tiles_page",
    "zigzaw": "renderers.tiles_page:tiles_page",
    "garden": "renderers.garden_page:garden_page",
    "zip": "renderers.zip_page:zip_page",
}
"""For each kind of puzzle the module and name of the writer of its page, which is imported when it is needed."""
CHECKS = {
    "edge_matching": "renderers.tiles_page:check_size",
    "zigzaw": "renderers.tiles_page:check_size",
    "zip": "renderers.zip_page:check_size",
}
"""What finds out whether a board is too large for its page."""


def check_html(puzzle: Puzzle[Any]) -> None:
    """Raises PuzzleError for kinds that have no page, and for boards that are too large for theirs."""
    if puzzle.kind not in PAGES:
        raise PuzzleError(f"there is no page (.html) for {puzzle.kind} puzzles")
    if named := CHECKS.get(puzzle.kind):
        check: Check = imported(named)
        check(puzzle)


def html_file(puzzle: Puzzle[Any], solutions: Sequence[Any], look: Look) -> bytes:
    """The puzzle and its answers as one self-contained HTML file.  Raises PuzzleError as `check_html` does."""
    check_html(puzzle)
    write: Writer = imported(PAGES[puzzle.kind])
    return write(puzzle, solutions, look)
