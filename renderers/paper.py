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
from renderers.files import Manner
from renderers.functions import as_puzzle, by_numbers, check_drawable, draw, kind_title, kits, title_of
from renderers.palette import INK, MUTED
from renderers.picture import Picture
from renderers.shapes import Shape, Text

PUZZLES, SOLUTIONS = (2, 3), (3, 4)
"""How many puzzles of a book, and how many solutions, stand side by side and one above the other."""
GUTTER = 10.0
SINGLY = 6
"""So many solutions of a puzzle have a page each; more stand together."""


def pdf_file(puzzle: Puzzle[Any], solutions: Sequence[Any], manner: Manner) -> bytes:
    """The pieces to cut out, or the board to solve, then the solutions: each on its own page, or twelve to a page."""
    return pdf(pages(puzzle, solutions, manner.seen, manner.caption), title_of(puzzle))


def check_pdf(puzzle: Puzzle[Any]) -> None:
    """Raise KindError for a kind that has no picture, MissingExtraError when the package reportlab is missing."""
    check_drawable(puzzle)
    check_reportlab()


def pages(
    puzzle: Puzzle[Any], solutions: Sequence[Any], seen: Perspective, caption: str | None = None
) -> Iterator[Page]:
    """The pages of `pdf_file`."""
    title = title_of(puzzle)
    kit_pages = [page for kit in kits(puzzle) for page in spread(kit, title)]
    if len(kit_pages) != 1:
        yield _full(title, "all pieces" if kit_pages else "", puzzle, None, seen)
    yield from kit_pages
    if len(solutions) > SINGLY:
        yield from _sheets(title, puzzle, solutions, seen, caption)
        return
    for number, solution in enumerate(solutions, 1):
        what = "solution" if len(solutions) == 1 else f"solution {number} of {len(solutions)}"
        yield _full(title, what, puzzle, solution, seen)
        if drawn := list(by_numbers(puzzle, solution)):
            yield [*heading(title, f"{what}, by numbers"), *drawn]


def _sheets(
    title: str, puzzle: Puzzle[Any], solutions: Sequence[Any], seen: Perspective, caption: str | None
) -> Iterator[Page]:
    """Many solutions, twelve to a page."""
    told = caption or f"{len(solutions):,} solutions"
    numbered = [(str(number), solution) for number, solution in enumerate(solutions, 1)]
    for on_page in chunks(numbered, SOLUTIONS[0] * SOLUTIONS[1]):
        drawn = [(number, draw(puzzle, solution, **seen.asked)) for number, solution in on_page]
        yield [*heading(title, f"{told}: {drawn[0][0]} to {drawn[-1][0]}"), *framed_entries(drawn, SOLUTIONS)]


@suggests_keywords()
def book(path: str | PathLike[str], entries: Iterable[tuple[Puzzle[Any], Any]], title: str = "Puzzles") -> None:
    """Write a book: six puzzles a page, numbered, and at the back the solutions, where they are not None.

    entries: puzzles (or names of built-in ones), each with its solution or, in words, why it has none here.

    Raises PuzzleError when there is no puzzle or a solution does not fit its puzzle, MissingExtraError when reportlab
    is missing, and OSError when the file cannot be written.

    >>> book("book.pdf", [])
    Traceback (most recent call last):
    ...
    cpmodels.errors.PuzzleError: a book takes at least one puzzle
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

    def label(number: int, puzzle: Puzzle[Any]) -> str:
        name = puzzle.name or (kind_title(puzzle) if several else "")
        return f"{number}  {name}" if name else str(number)

    front = [(label(number, puzzle), puzzle, None) for number, puzzle, _ in numbered]
    back = [(label(number, puzzle), puzzle, solution) for number, puzzle, solution in numbered if solution is not None]
    for what, chosen, frames in (("", front, PUZZLES), ("solutions", back, SOLUTIONS)):
        for on_page in chunks(chosen, frames[0] * frames[1]):
            drawn = [
                (name, solution if isinstance(solution, str) else draw(puzzle, solution))
                for name, puzzle, solution in on_page
            ]
            yield [*heading(title, what), *framed_entries(drawn, frames)]


def framed_entries(entries: Iterable[tuple[str, Picture | str]], frames: tuple[int, int]) -> Iterator[Shape]:
    """Pictures, or words in their place, in so many equal frames, each with its label above it."""
    columns, rows = frames
    width = (RIGHT - LEFT - (columns - 1) * GUTTER) / columns
    height = (BOTTOM - TOP - (rows - 1) * GUTTER) / rows
    size = 4.2 if columns < 3 else 3.4
    for place, (label, drawn) in enumerate(entries):
        row, column = divmod(place, columns)
        left, top = LEFT + column * (width + GUTTER), TOP + row * (height + GUTTER)
        yield Text((left, top + size / 2), shortened(label, size, width), size, INK, "start", bold=True, role="name")
        if isinstance(drawn, str):
            yield Text((left, top + 2 * size + 1.5), drawn, size, MUTED, "start", role="told")
            continue
        yield from inset(drawn, left, top + size + 3, left + width, top + height)


def _full(title: str, what: str, puzzle: Puzzle[Any], solution: Any, seen: Perspective) -> Page:
    drawn = draw(puzzle, solution, **seen.asked)
    return [*heading(title, what), *inset(drawn, LEFT, TOP, RIGHT, BOTTOM - 4)]
