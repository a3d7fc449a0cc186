"""Puzzles and answers read from the forms in which people write them, and written as JSON.

>>> puzzle = read("zip-4")
>>> read(write(puzzle)) == puzzle
True
>>> print(BUILTIN["zip-4"])
A ZIP of 4 x 4 with 4 numbers; one solution.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from cpmodels.errors import PuzzleError
from cpmodels.puzzles import EdgeMatching, Puzzle, Solution
from readers import sources
from readers.answer_forms import solution_form, solution_from_form, solutions_from_text
from readers.ascii_zip import ascii_board
from readers.builtin import Library, builtin
from readers.json_forms import puzzle_form, puzzle_from_form
from readers.links import board_of_link, bucas_link, read_link
from readers.strict_json import decoded
from readers.text_forms import read_text
from readers.writing import layout, save
from readers.zigzaw_pictures import read_folder
from readers.zip_screenshot import read_screenshot

__all__ = [
    "BUILTIN",
    "ascii_board",
    "bucas_link",
    "puzzle_form",
    "read",
    "read_solution",
    "read_solutions",
    "solution_form",
    "solution_from_form",
    "write",
    "write_solution",
]

BUILTIN: Mapping[str, str] = Library()
"""The puzzles that come with the package: a line on each, by the name that `read` takes."""


def read(source: str | os.PathLike[str]) -> Puzzle[Any]:
    """A puzzle: by the name of a built-in one, from a file, a screenshot, a folder of Zigzaw pictures, or a text.

    A string with a line break, or that opens with ``{`` or ``[``, is the text of a puzzle, and so is a link; any
    other is the name of a built-in puzzle or, failing that, a path (write ``./zip-4`` for a file of that name).  The
    forms are JSON, ours and those of others (`readers.json_forms`, `readers.foreign_zip`), lists of numbers
    (`readers.text_forms`), drawn ZIP boards (`readers.ascii_zip`) and links of e2.bucas.name (`readers.links`).  A
    single picture is a screenshot of a ZIP (`readers.zip_screenshot`).

    Raises PuzzleError, which names the file and the line or field, when there is no such file or it is no puzzle.
    """
    if isinstance(source, str) and source in BUILTIN:
        return builtin(source)
    if not sources.is_text(source):
        _check_exists(source)
        if sources.is_folder(source):
            return read_folder(source)
        if sources.is_picture(source):
            return read_screenshot(source)
    origin = sources.load(source)
    with sources.naming(origin.name):
        if origin.is_json:
            return puzzle_from_form(decoded(origin.text))
        return read_link(origin.text) if sources.is_link(origin.text) else read_text(origin.text)


def read_solution(puzzle: Puzzle[Any], source: str | os.PathLike[str]) -> Solution:
    """An answer to `puzzle` from a JSON file or text: our form, or the whole object that ``solve --json`` prints.

    A board of edge matching may also be a link of e2.bucas.name, or a file that holds one.  The answer is well-formed
    but not yet checked: see the puzzle's `check`.

    Raises PuzzleError, which names the file and the field, when it is no answer to this kind of puzzle.
    """
    origin = sources.load(source)
    with sources.naming(origin.name):
        if origin.is_json or not sources.is_link(origin.text):
            return solution_from_form(puzzle, decoded(origin.text))
        if not isinstance(puzzle, EdgeMatching):
            raise PuzzleError(f"a link tells a board of edge matching, which is no answer to a {puzzle.kind}")
        return board_of_link(puzzle, origin.text)


def read_solutions(puzzle: Puzzle[Any], source: str | os.PathLike[str]) -> list[Solution]:
    """All answers to `puzzle` in a JSON file or text: one as `read_solution` takes it, a list of such, or such one
    after another, as ``sweep -o`` writes them, one a line.

    Raises PuzzleError, which names the file, the line and the field, when one is no answer to this kind of puzzle.
    """
    origin = sources.load(source)
    if not origin.is_json and sources.is_link(origin.text):
        return [read_solution(puzzle, source)]
    with sources.naming(origin.name):
        return solutions_from_text(puzzle, origin.text)


def write(puzzle: Puzzle[Any], path: str | os.PathLike[str] | None = None) -> str:
    """The JSON text of a puzzle, which `read` takes back exactly; also written to a file when `path` is given.

    Raises OSError when the file cannot be written.
    """
    return save(layout(puzzle_form(puzzle)), path)


def write_solution(solution: Solution, path: str | os.PathLike[str] | None = None) -> str:
    """The JSON text of an answer; also written to a file when `path` is given.

    Raises OSError when the file cannot be written.
    """
    return save(layout(solution_form(solution)), path)


def _check_exists(path: str | os.PathLike[str]) -> None:
    if not sources.exists(path):
        name = os.fsdecode(path)
        shown = name if len(name) <= 200 else name[:197] + "..."
        close = get_close_matches(name, BUILTIN, 1)
        hint = f"; did you mean {close[0]!r}?" if close else ";"
        raise PuzzleError(f"there is no file or built-in puzzle {shown!r}{hint} see `cpmodels list`")
