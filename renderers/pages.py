"""Pages to play with and to look at: which module makes the page of each kind of puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from cpmodels.errors import PuzzleError
from cpmodels.puzzles import Puzzle
from renderers.outputs import Look, Writer

PAGES = {
    "edge_matching": "renderers.tiles_page:tiles_page",
    "zigzaw": "renderers.tiles_page:tiles_page",
    "garden": "renderers.garden_page:garden_page",
    "zip": "renderers.zip_page:zip_page",
}
"""For each kind of puzzle the module and name of the writer of its page, which is imported when it is needed."""


def html_file(puzzle: Puzzle[Any], solutions: Sequence[Any], look: Look) -> bytes:
    """The puzzle and its answers as one self-contained HTML file.  Raises PuzzleError for kinds that have no page."""
    if puzzle.kind not in PAGES:
        raise PuzzleError(f"there is no page for {puzzle.kind} puzzles yet; a picture can be saved as .svg or .png")
    module, name = PAGES[puzzle.kind].split(":")
    write: Writer = getattr(import_module(module), name)
    return write(puzzle, solutions, look)
