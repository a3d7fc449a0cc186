"""What a puzzle and its answers can leave as: one writer for each ending of a file's name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import Any

from cpmodels.errors import PuzzleError, writing
from cpmodels.puzzles import Puzzle
from renderers.projection import View


@dataclass(frozen=True)
class Look:
    """How a garden of cubes is seen in flat pictures: the view, and by how many degrees it is turned."""

    view: View = "isometric"
    turn: float = 0.0


Writer = Callable[[Puzzle[Any], Sequence[Any], Look], bytes]
"""Makes a file's content of a puzzle, its answers (none, one or several) and a look."""

Check = Callable[[Puzzle[Any]], None]
"""Raises PuzzleError for a puzzle of which nothing can be written, whatever its answers, and for a missing package."""

WRITERS = {
    ".svg": "renderers.pictures:svg_file",
    ".png": "renderers.pictures:png_file",
    ".pdf": "renderers.sheets:pdf_file",
    ".gif": "renderers.animation:gif_file",
    ".webp": "renderers.animation:webp_file",
    ".html": "renderers.pages:html_file",
    ".glb": "renderers.meshes:glb_file",
    ".stl": "renderers.meshes:stl_file",
}
"""For each ending the module and name of its writer, which is imported when it is needed."""

CHECKS = {
    ".pdf": "renderers.pdf:check_pdf",
    ".html": "renderers.pages:check_html",
    ".glb": "renderers.meshes:check_glb",
    ".stl": "renderers.meshes:check_stl",
}
"""The checks of the endings that do not take every puzzle, or need a package."""


def ending(path: str | PathLike[str]) -> str:
    """The ending of a file's name.  Raises PuzzleError when nothing is written as such."""
    suffix = Path(path).suffix.lower()
    if suffix not in WRITERS:
        *most, last = WRITERS
        raise PuzzleError(
            f"a picture is saved as {', '.join(most)} or {last}, not as {suffix or 'a file with no ending'}"
        )
    return suffix


def ready(path: str | PathLike[str], puzzle: Puzzle[Any]) -> None:
    """Find out before a search whether what it finds can be saved as the ending of the file's name says.

    Raises PuzzleError for an ending that is none or does not take this puzzle, or for a package that is not installed.
    """
    if named := CHECKS.get(ending(path)):
        check: Check = imported(named)
        check(puzzle)


def imported(named: str) -> Any:
    """A function by its module and name."""
    module, name = named.split(":")
    return getattr(import_module(module), name)


def save(
    path: str | PathLike[str],
    puzzle: Puzzle[Any],
    solutions: Any = (),
    *,
    view: View = "isometric",
    turn: float = 0.0,
) -> None:
    """Write a puzzle, an answer to it or several, as what the ending of the file's name says.

    solutions: an answer, or a list of answers, right or wrong.  A picture (.svg, .png) shows the first; an animation
        (.gif, .webp) several one after another, or how one fills the board; paper (.pdf) has a page for each.

    Raises PuzzleError for an ending, an answer or a look that does not fit, or for a package that is not
    installed; OSError when the file cannot be written.
    """
    ready(path, puzzle)
    given = list(solutions) if isinstance(solutions, (list, tuple)) else [solutions]
    write: Writer = imported(WRITERS[ending(path)])
    content = write(puzzle, [answer for answer in given if answer is not None], Look(view, turn))
    with writing(path):
        Path(path).write_bytes(content)
