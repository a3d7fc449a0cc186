"""What the commands read and write: puzzles, solutions, standard input, and files that must be writable."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import cpmodels as cm
from cpmodels.cli._console import tell


def read_puzzle(source: str) -> cm.Puzzle[Any]:
    """A puzzle from the command line's first argument."""
    return cm.read(standard_input() if source == "-" else source)


def titled(puzzle: cm.Puzzle[Any], source: str) -> cm.Puzzle[Any]:
    """The puzzle, with the name of its file where it has none of its own."""
    # Unlike the method of a path, this is False, not an error, for a link, which is too long a name.
    if puzzle.name or not os.path.exists(source):  # noqa: PTH110
        return puzzle
    return cast("cm.Puzzle[Any]", replace(cast("Any", puzzle), name=Path(source).stem))


def read_solutions(puzzle: cm.Puzzle[Any], files: tuple[str, ...]) -> list[tuple[str, cm.Solution]]:
    """The solutions in files or, for -, on standard input, each with what to call it."""
    import readers

    named: list[tuple[str, cm.Solution]] = []
    for file in files:
        found = readers.read_solutions(puzzle, standard_input() if file == "-" else file)
        for position, solution in enumerate(found, 1):
            words = [*([file] if len(files) > 1 else []), *([f"solution {position}"] if len(found) > 1 else [])]
            named.append((", ".join(words), solution))
    return named


def standard_input() -> str:
    """The text on standard input, with a line break at its end, by which `readers` knows a text."""
    try:
        text = sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError:
        raise cm.PuzzleError("standard input is not UTF-8 text") from None
    if not text.strip("\ufeff \t\r\n"):
        raise cm.PuzzleError("standard input is empty")
    return text + "\n"


def picture_path(output: str, puzzle: cm.Puzzle[Any]) -> Path:
    """The file for a picture; what cannot be written is refused before anything is searched."""
    import renderers

    renderers.ready(output, puzzle)
    return writable(output, "the picture")


def writable(output: str, what: str) -> Path:
    """A path at which a file can be written.  Raises ParameterError."""
    path = Path(output)
    if not path.parent.is_dir():
        raise cm.ParameterError(f"there is no folder {path.parent} for {what}")
    if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise cm.ParameterError(f"{what} cannot be written to {path}")
    return path


def save_found(
    target: Path | None, found: cm.Result[Any] | cm.Count, puzzle: cm.Puzzle[Any], solutions: list[cm.Solution]
) -> None:
    """Draw what was found to a file, if one is asked for; say so when there is nothing to draw."""
    if target and solutions:
        cm.save(target, puzzle, solutions)
    elif target:
        proved = found.exhausted if isinstance(found, cm.Count) else found.status is cm.Status.INFEASIBLE
        tell(f"{target} was not written, as {'there is no solution' if proved else 'no solution was found'}")
