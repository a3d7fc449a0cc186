"""Puzzles on paper: pieces to cut out with their solutions, and books of puzzles with the solutions at the back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from typing import Any

from cpmodels._keywords import suggests_keywords
from cpmodels.errors import ParameterError, PuzzleError
from cpmodels.files import write_file
from cpmodels.puzzle import Puzzle
from cpmodels.values import shown
from renderers._layout import BOTTOM, LEFT, RIGHT, TOP, chunks, heading, inset, shortened, spread
from renderers._pdf import Page, check_reportlab, pdf
from renderers._perspective import Perspective
from renderers.files import first_picture
from renderers.functions import as_puzzle, by_numbers, check_drawable, draw, kind_title, kits, title_of
from renderers.palette import INK, MUTED
from renderers.shapes import Shape, Text

PUZZLES, SOLUTIONS = (2, 3), (3, 4)
"""How many puzzles of a book, and how many solutions, stand side by side and one above the other."""
GUTTER = 10.0


def pdf_file(puzzle: Puzzle[Any], solutions: Sequence[Any], seen: Perspective) -> bytes:
    """The pieces to cut out, or the board to solve, then each solution on a page of its own."""
    return pdf(pages(puzzle, solutions, seen), title_of(puzzle))


def check_pdf(puzzle: Puzzle[Any]) -> None:
    """Raise KindError for a kind that has no picture, MissingExtraError when the package reportlab is missing."""
    check_drawable(puzzle)
    check_reportlab()


def pages(puzzle: Puzzle[Any], solutions: Sequence[Any], seen: Perspective) -> Iterator[Page]:
    """The pages of `pdf_file`."""
    title = title_of(puzzle)
    kit_pages = [page for kit in kits(puzzle) for page in spread(kit, title)]
    yield from kit_pages
    if not kit_pages:
        yield _full(title, "", puzzle, [], seen)
    for number, solution in enumerate(solutions, 1):
        what = "solution" if len(solutions) == 1 else f"solution {number} of {len(solutions)}"
        yield _full(title, what, puzzle, [solution], seen)
        if drawn := list(by_numbers(puzzle, solution)):
            yield [*heading(title, f"{what}, by numbers"), *drawn]


@suggests_keywords()
def book(path: str | PathLike[str], entries: Iterable[tuple[Puzzle[Any], Any]], title: str = "Puzzles") -> None:
    """Write a book: six puzzles a page, numbered, and at the back the solutions, where they are not None.

    entries: puzzles (or names of built-in ones), each with its solution or, in words, why it has none here.

    Raises PuzzleError when there is no puzzle or a solution does not fit its puzzle, MissingExtraError when reportlab
    is missing, and OSError when the file cannot be written.
    """
    write_file(path, pdf(book_pages(list(entries), title), title))


def book_pages(entries: Sequence[tuple[Puzzle[Any], Any]], title: str = "Puzzles") -> Iterator[Page]:
    """The pages of a book."""
    if not entries:
        raise PuzzleError("a book takes at least one puzzle")
    for entry in entries:
        if not isinstance(entry, (tuple, list)) or len(entry) != 2:
            raise ParameterError(f"an entry of a book is a puzzle and its solution, or None, not {shown(entry)}")
    numbered = [(number, as_puzzle(puzzle), solution) for number, (puzzle, solution) in enumerate(entries, 1)]
    several = len({puzzle.kind for _, puzzle, _ in numbered}) > 1
    front = [(number, puzzle, None) for number, puzzle, _ in numbered]
    back = [entry for entry in numbered if entry[2] is not None]
    for what, chosen, frames in (("", front, PUZZLES), ("solutions", back, SOLUTIONS)):
        for on_page in chunks(chosen, frames[0] * frames[1]):
            yield [*heading(title, what), *_framed(on_page, frames, several=several)]


def _framed(
    entries: Iterable[tuple[int, Puzzle[Any], Any]], frames: tuple[int, int], *, several: bool
) -> Iterator[Shape]:
    """Puzzles or solutions in so many equal frames, each with its number and name above it.

    several: whether there are several kinds, so that those without a name are called by their kind.
    """
    columns, rows = frames
    width = (RIGHT - LEFT - (columns - 1) * GUTTER) / columns
    height = (BOTTOM - TOP - (rows - 1) * GUTTER) / rows
    size = 4.2 if columns < 3 else 3.4
    for place, (number, puzzle, solution) in enumerate(entries):
        row, column = divmod(place, columns)
        left, top = LEFT + column * (width + GUTTER), TOP + row * (height + GUTTER)
        name = puzzle.name or (kind_title(puzzle) if several else "")
        label = f"{number}  {name}" if name else str(number)
        yield Text((left, top + size / 2), shortened(label, size, width), size, INK, "start", bold=True, role="name")
        if isinstance(solution, str):
            yield Text((left, top + 2 * size + 1.5), solution, size, MUTED, "start", role="told")
            continue
        yield from inset(draw(puzzle, solution), left, top + size + 3, left + width, top + height)


def _full(title: str, what: str, puzzle: Puzzle[Any], solutions: Sequence[Any], seen: Perspective) -> Page:
    return [*heading(title, what), *inset(first_picture(puzzle, solutions, seen), LEFT, TOP, RIGHT, BOTTOM - 4)]
