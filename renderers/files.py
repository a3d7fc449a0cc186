"""What a puzzle and its solutions can be saved as: one writer for each ending of a file's name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import Any

from cpmodels._keywords import suggests_keywords
from cpmodels.errors import ParameterError
from cpmodels.files import refuse_overwriting, write_file
from cpmodels.kinds import function_named
from cpmodels.puzzle import Puzzle
from cpmodels.values import shown
from renderers import functions
from renderers._perspective import Perspective, View
from renderers.picture import Picture

Writer = Callable[[Puzzle[Any], Sequence[Any], Perspective], bytes]
"""Makes a file's content of a puzzle, its solutions (none, one or several) and a perspective."""

Check = Callable[[Puzzle[Any]], None]
"""Raises an error for a puzzle of which nothing can be written, whatever its solutions, and for a missing package."""


def first_picture(puzzle: Puzzle[Any], solutions: Sequence[Any], seen: Perspective) -> Picture:
    """The picture of the first solution, or of the puzzle itself."""
    return functions.draw(puzzle, solutions[0] if solutions else None, view=seen.view, turn=seen.turn)


def svg_file(puzzle: Puzzle[Any], solutions: Sequence[Any], seen: Perspective) -> bytes:
    """The picture as an SVG document."""
    return first_picture(puzzle, solutions, seen).svg().encode()


def png_file(puzzle: Puzzle[Any], solutions: Sequence[Any], seen: Perspective) -> bytes:
    """The picture as a PNG."""
    return first_picture(puzzle, solutions, seen).png()


def html_file(puzzle: Puzzle[Any], solutions: Sequence[Any], seen: Perspective) -> bytes:
    """The puzzle and its solutions as one self-contained HTML file."""
    functions.check_page(puzzle)
    return functions.page(puzzle, solutions, view=seen.view, turn=seen.turn)


def mesh_file(ending: str, puzzle: Puzzle[Any], solutions: Sequence[Any], _seen: Perspective) -> bytes:
    """The meshes of the first solution, or of the puzzle itself."""
    return functions.mesh(puzzle, solutions, ending)


def json_file(puzzle: Puzzle[Any], solutions: Sequence[Any], _seen: Perspective) -> bytes:
    """The puzzle as JSON or, where there are solutions, these: one object, or a list of several."""
    if not solutions:
        return bytes(function_named("write")(puzzle), "utf-8")
    texts = [str(function_named("write_solution")(solution)) for solution in solutions]
    return (texts[0] if len(texts) == 1 else f"[{','.join(texts)}]\n").encode()


def _later(module: str, name: str) -> Callable[..., Any]:
    """A function of a module that is imported when it is first needed."""

    def call(*arguments: Any) -> Any:
        function: Callable[..., Any] = getattr(import_module(module), name)
        return function(*arguments)

    return call


WRITERS: dict[str, Writer] = {
    ".svg": svg_file,
    ".png": png_file,
    ".pdf": _later("renderers.paper", "pdf_file"),
    ".gif": _later("renderers.animation", "gif_file"),
    ".webp": _later("renderers.animation", "webp_file"),
    ".html": html_file,
    ".glb": partial(mesh_file, ".glb"),
    ".stl": partial(mesh_file, ".stl"),
    ".json": json_file,
}
"""The writer of each ending."""

CHECKS: dict[str, Check] = {
    ".pdf": _later("renderers.paper", "check_pdf"),
    ".html": functions.check_page,
    ".glb": lambda puzzle: functions.check_mesh(puzzle, ".glb"),
    ".stl": lambda puzzle: functions.check_mesh(puzzle, ".stl"),
    ".json": lambda _: None,
}
"""The checks of endings that need more than a picture."""


def ending(path: str | PathLike[str]) -> str:
    """The ending of a file's name.  Raises ParameterError when nothing is written as such."""
    suffix = Path(path).suffix.lower()
    if suffix not in WRITERS:
        *most, last = WRITERS
        raise ParameterError(
            f"a picture is saved as {', '.join(most)} or {last}, not as {suffix or 'a file with no ending'}"
        )
    return suffix


def ready(path: str | PathLike[str], puzzle: Any) -> None:
    """Find out before a search whether what it finds can be saved as the ending of the file's name says.

    Raises ParameterError for an unknown ending, KindError for a kind that is not written as such, PuzzleError for a
    board that is too large, and MissingExtraError for a package that is not installed.
    """
    check: Check = CHECKS.get(ending(path), functions.check_drawable)
    check(functions.as_puzzle(puzzle))


@suggests_keywords()
def save(
    path: str | PathLike[str],
    puzzle: Any,
    solutions: Any = (),
    *,
    view: View = "isometric",
    turn: float = 0.0,
) -> None:
    """Write a puzzle, a solution of it or several; the ending of the file's name chooses the format.

    puzzle: a puzzle, or the name of a built-in one (or anything else that `cpmodels.read` reads).
    solutions: a solution, or a list of solutions, right or wrong.  A picture (.svg, .png) shows the first; an animation
        (.gif, .webp) several one after another, or how one fills the board; paper (.pdf) has a page for each, and a
        page (.html) steps through them.  JSON (.json) has the solutions alone or, without any, the puzzle.

    Raises as `ready` and `draw` do, ParameterError when it would be written over the file that the puzzle is read from,
    and OSError when it cannot be written: then what was there before still is.
    """
    if not isinstance(path, (str, PathLike)):
        raise ParameterError(f"the file to write comes first, then the puzzle, not {shown(path)}")
    if isinstance(puzzle, (str, PathLike)):
        refuse_overwriting(path, "the puzzle's drawing", [puzzle])
    puzzle, seen = functions.as_puzzle(puzzle), Perspective(view, turn)
    ready(path, puzzle)
    given = list(solutions) if isinstance(solutions, (list, tuple)) else [solutions]
    content = WRITERS[ending(path)](puzzle, [solution for solution in given if solution is not None], seen)
    write_file(path, content)
