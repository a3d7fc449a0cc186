"""What a puzzle and its solutions can be saved as: one writer for each ending of a file's name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from math import inf
from numbers import Real
from os import PathLike
from pathlib import Path
from typing import Any

from cpmodels.base.errors import ParameterError
from cpmodels.base.files import refuse_overwriting, write_files
from cpmodels.base.kinds import function_named
from cpmodels.base.marks import Partial
from cpmodels.base.puzzle import Puzzle
from cpmodels.base.values import shown
from renderers import functions
from renderers.contact_sheet import MOST, contact_sheet
from renderers.picture import Picture, ending_of

__all__ = ["WRITERS", "Manner", "check_known", "ending", "idle", "ready", "room", "save"]


@dataclass(frozen=True)
class Manner:
    """How solutions are to be shown.

    options: those of the kind's pictures.
    caption: a line for several solutions together; None for how many there are.
    bed: the width and depth of a printer's bed, in millimetres.
    paper: ``"A4"`` or ``"Letter"``.

    Raises ParameterError for a bed that is not two positive numbers.
    """

    options: Mapping[str, Any] = field(default_factory=dict)
    caption: str | None = None
    bed: tuple[float, float] | None = None
    paper: str = "A4"

    def __post_init__(self) -> None:
        sides = self.bed if isinstance(self.bed, (tuple, list)) else ()
        is_bed = len(sides) == 2 and all(isinstance(side, Real) and 0 < side < inf for side in sides)
        if self.bed is not None and not is_bed:
            raise ParameterError(f"a bed has a width and a depth in millimetres, such as (220, 220), not {self.bed!r}")


Writer = Callable[[Puzzle[Any], Sequence[Any], Manner], "bytes | Sequence[functions.Plate]"]
"""Makes the content of a file, or of several, of a puzzle, its solutions (none, one or several) and a manner."""

Check = Callable[[Puzzle[Any]], None]
"""Raises an error for a puzzle of which nothing can be written, whatever its solutions, and for a missing package."""


def picture(puzzle: Puzzle[Any], solutions: Sequence[Any], manner: Manner) -> Picture:
    """The picture of the puzzle, of its solution, or of several."""
    if len(solutions) > 1:
        return contact_sheet(puzzle, solutions, caption=manner.caption, **manner.options)
    return functions.draw(puzzle, *solutions, **manner.options)


def json_file(puzzle: Puzzle[Any], solutions: Sequence[Any], _manner: Manner) -> bytes:
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
    ".svg": lambda puzzle, solutions, manner: picture(puzzle, solutions, manner).svg().encode(),
    ".png": lambda puzzle, solutions, manner: picture(puzzle, solutions, manner).png(),
    ".pdf": _later("renderers.paper", "pdf_file"),
    ".gif": _later("renderers.animation", "gif_file"),
    ".webp": _later("renderers.animation", "webp_file"),
    ".html": lambda puzzle, solutions, manner: functions.page(puzzle, solutions, **manner.options),
    ".glb": lambda puzzle, solutions, _: functions.mesh(puzzle, solutions, ".glb"),
    ".stl": lambda puzzle, solutions, manner: functions.plates(puzzle, solutions, manner.bed),
    ".json": json_file,
}
"""The writer of each ending."""

ROOM: dict[str, int] = {".svg": MOST, ".png": MOST, ".pdf": 600, ".glb": 1, ".stl": 1}
"""How many solutions a file of an ending has room for, where that is not `FRAMES`."""
FRAMES = 24
PICTURES = (".png", ".gif", ".webp")
"""The endings of what is made of pictures, which .svg shows, too, and sooner."""

KNOWN = (".svg", ".png", ".gif", ".webp", ".pdf", ".json")
"""The endings of files that have what is known of a solution; pages and meshes have whole ones."""

CHECKS: dict[str, Check] = {
    ".pdf": _later("renderers.paper", "check_pdf"),
    ".html": functions.check_page,
    ".glb": lambda puzzle: functions.check_mesh(puzzle, ".glb"),
    ".stl": lambda puzzle: functions.check_mesh(puzzle, ".stl"),
    ".json": lambda _: None,
}
"""The checks of endings that need more than a picture."""

TEXTS: dict[str, Callable[[str], object]] = {
    ".png": _later("renderers._raster", "parts_of"),
    ".pdf": _later("renderers._pdf", "parts_of"),
}
"""What sets the letters of a puzzle's name, where that is drawn and a viewer does not."""


def ending(path: str | PathLike[str]) -> str:
    """The ending of a file's name.  Raises ParameterError when nothing is written as such.

    >>> ending("board.SVG")
    '.svg'
    """
    return ending_of(path, WRITERS, "a picture is saved")


def room(path: str | PathLike[str]) -> int:
    """How many solutions a file of this name has room for; of more, it shows the first.

    >>> room("all.png"), room("one.gif")
    (60, 24)
    """
    return ROOM.get(ending(path), FRAMES)


def check_known(path: str | PathLike[str]) -> None:
    """Raise ParameterError where what is known of a solution, a `Partial`, is not saved as the file's name says."""
    ending_of(path, KNOWN, "what is known of a solution is saved")


def ready(path: str | PathLike[str], puzzle: Any) -> None:
    """Find out before a search whether what it finds can be saved as the ending of the file's name says.

    Raises ParameterError for an unknown ending, KindError for a kind that is not written as such, PuzzleError for a
    board that is too large or a name with a character that no font has, and MissingExtraError for a package that is not
    installed.

    >>> from cpmodels import Zip
    >>> ready("board.glb", Zip(2, 2))
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.KindError: puzzles of the kind 'zip' cannot be written as .glb
    """
    puzzle = functions.as_puzzle(puzzle)
    check: Check = CHECKS.get(ending(path), functions.check_drawable)
    check(puzzle)
    if puzzle.name and (letters := TEXTS.get(ending(path))):
        letters(puzzle.name)


def save(
    path: str | PathLike[str],
    puzzle: Any,
    solutions: Any = (),
    *,
    caption: str | None = None,
    bed: tuple[float, float] | None = None,
    paper: str | None = None,
    **options: Any,
) -> dict[Path, str]:
    """Write a puzzle, a solution of it or several; the ending of the file's name chooses the format.

    puzzle: a puzzle, or the name of a built-in one (or anything else that `cpmodels.read` reads).
    solutions: a solution, or a list of solutions, right or wrong, or what is known of one (a `cpmodels.Partial`, which
        pages and meshes do not have).  A picture (.svg, .png) shows several side by side, the first 60 of more; an
        animation (.gif, .webp) one after another, or how one fills the board; paper (.pdf) has a page for each, or for
        twelve of many, and a page (.html) steps through them.  JSON (.json) has the solutions alone or, without any,
        the puzzle.
    caption: the line below several solutions in a picture, and above them on paper; by default it tells how many they
        are, and how many of them are shown.
    bed: the width and depth of a printer's bed, in millimetres.  What an .stl is to hold is split over as many plates
        as it needs, in files that are numbered: ``cubes-1.stl``, ``cubes-2.stl``, ...
    paper: what a .pdf is to be printed on, ``"A4"`` (so without it) or ``"Letter"``; what is on a page fits on both.
    options: as for `draw`.

    Returns the files that were written, each with what is said of it in words, such as what a plate holds.

    Raises as `ready` and `draw` do, ParameterError when it would be written over the file that the puzzle is read from,
    and OSError when it cannot be written: then what was there before still is.

    >>> from cpmodels import Zip
    >>> save("board.docx", Zip(2, 2))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.ParameterError: a picture is saved as .svg, .png, .pdf, .gif, ..., not as .docx
    """
    if not isinstance(path, (str, PathLike)):
        raise ParameterError(f"the file to write comes first, then the puzzle, not {shown(path)}")
    if isinstance(puzzle, (str, PathLike)):
        refuse_overwriting(path, "the puzzle's drawing", [puzzle])
    puzzle, manner = functions.as_puzzle(puzzle), Manner(options, caption, bed, paper or "A4")
    functions.check_options(puzzle, options, "save()", ("caption", "bed", "paper"))
    ready(path, puzzle)
    given = list(solutions) if isinstance(solutions, (list, tuple)) else [solutions]
    if any(isinstance(one, Partial) for one in given):
        check_known(path)
    if bed is not None and ending(path) != ".stl":
        raise ParameterError(f"a printer's bed is for .stl files, not for {Path(path)}")
    if paper is not None and ending(path) != ".pdf":
        raise ParameterError(f"paper is for .pdf files, not for {Path(path)}")
    made = WRITERS[ending(path)](puzzle, [solution for solution in given if solution is not None], manner)
    files = numbered(Path(path), [functions.Plate(made, "")] if isinstance(made, bytes) else made)
    write_files({file: plate.content for file, plate in files.items()})
    return {file: plate.told for file, plate in files.items()}


def idle(path: str | PathLike[str], puzzle: Any, solutions: Sequence[Any], options: Mapping[str, Any]) -> list[str]:
    """The options of pictures without which a file would be the same, as `save` writes it.

    >>> from cpmodels import Garden
    >>> idle("squares.png", Garden.hanging((2, 2)), [], {"view": "layers"})
    ['view']
    """
    writer = WRITERS[".svg" if ending(path) in PICTURES else ending(path)]

    def written(given: Mapping[str, Any]) -> bytes | Sequence[functions.Plate]:
        return writer(puzzle, solutions, Manner(given))

    whole = written(options) if options else b""
    return [one for one in options if written({name: options[name] for name in options if name != one}) == whole]


def numbered(path: Path, plates: Sequence[functions.Plate]) -> dict[Path, functions.Plate]:
    """The file of each plate: numbered from 1, where there are several."""
    if len(plates) == 1:
        return {path: plates[0]}
    return {path.with_name(f"{path.stem}-{number}{path.suffix}"): plate for number, plate in enumerate(plates, 1)}
