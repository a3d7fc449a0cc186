"""Puzzles on paper: pieces to cut out with their solutions, and books of puzzles with the solutions at the back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from types import MappingProxyType
from typing import Any

from cpmodels._keywords import suggests_keywords
from cpmodels.errors import ParameterError, PuzzleError
from cpmodels.files import write_file
from cpmodels.puzzle import Puzzle
from cpmodels.values import shown
from renderers._layout import BOTTOM, LEFT, RIGHT, TOP, chunks, frames, heading, inset, shortened, spread
from renderers._pdf import HEIGHT, WIDTH, Page, check_fpdf, pdf
from renderers.files import Manner
from renderers.functions import as_puzzle, by_numbers, check_drawable, draw, kind_title, kits, title_of
from renderers.palette import INK, MUTED
from renderers.picture import Picture
from renderers.shapes import Shape, Text

__all__ = ["book", "framed_entries"]

PUZZLES, SOLUTIONS = (2, 3), (3, 4)
"""How many puzzles of a book, and how many solutions, stand side by side and one above the other."""
SINGLY = 6
"""So many solutions of a puzzle have a page each; more stand together."""


def pdf_file(puzzle: Puzzle[Any], solutions: Sequence[Any], manner: Manner) -> bytes:
    """The pieces to cut out, or the board to solve, then the solutions: each on its own page, or twelve to a page."""
    return pdf(pages(puzzle, solutions, manner.options, manner.caption), title_of(puzzle), manner.paper)


def check_pdf(puzzle: Puzzle[Any]) -> None:
    """Raise KindError for a kind that has no picture, MissingExtraError when the package fpdf2 is missing."""
    check_drawable(puzzle)
    check_fpdf()


def pages(
    puzzle: Puzzle[Any],
    solutions: Sequence[Any],
    options: Mapping[str, Any] = MappingProxyType({}),
    caption: str | None = None,
) -> Iterator[Page]:
    """The pages of `pdf_file`."""
    title = title_of(puzzle)
    kit_pages = [page for kit in kits(puzzle) for page in spread(kit, title)]
    if len(kit_pages) != 1:
        yield _full(title, "all pieces" if kit_pages else "", puzzle, None, options)
    yield from kit_pages
    if len(solutions) > SINGLY:
        yield from _sheets(title, puzzle, solutions, options, caption)
        return
    for number, solution in enumerate(solutions, 1):
        what = "solution" if len(solutions) == 1 else f"solution {number} of {len(solutions)}"
        yield _full(title, what, puzzle, solution, options)
        if drawn := list(by_numbers(puzzle, solution)):
            yield [*heading(title, f"{what}, by numbers"), *drawn]


def _sheets(
    title: str, puzzle: Puzzle[Any], solutions: Sequence[Any], options: Mapping[str, Any], caption: str | None
) -> Iterator[Page]:
    """Many solutions, twelve to a page."""
    told = caption or f"{len(solutions):,} solutions"
    numbered = [(str(number), solution) for number, solution in enumerate(solutions, 1)]
    for on_page in chunks(numbered, SOLUTIONS[0] * SOLUTIONS[1]):
        drawn = [(number, draw(puzzle, solution, **options)) for number, solution in on_page]
        yield [*heading(title, f"{told}: {drawn[0][0]} to {drawn[-1][0]}"), *framed_entries(drawn, SOLUTIONS)]


@suggests_keywords()
def book(
    path: str | PathLike[str], entries: Iterable[tuple[Puzzle[Any], Any]], title: str = "Puzzles", *, paper: str = "A4"
) -> None:
    """Write a book: six puzzles a page, numbered, and at the back the solutions, where they are not None.

    entries: puzzles (or names of built-in ones), each with its solution or, in words, why it has none here.
    paper: ``"A4"`` or ``"Letter"``; either can be printed on the other, as what is on a page fits on both.

    Raises PuzzleError when there is no puzzle or a solution does not fit its puzzle, ParameterError for another paper,
    MissingExtraError when fpdf2 is missing, and OSError when the file cannot be written.

    >>> book("book.pdf", [])
    Traceback (most recent call last):
    ...
    cpmodels.errors.PuzzleError: a book takes at least one puzzle
    """
    write_file(path, pdf(book_pages(list(entries), title), title, paper))


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
    sheets = [("", PUZZLES, on_page) for on_page in chunks(front, PUZZLES[0] * PUZZLES[1])]
    sheets += [("solutions", SOLUTIONS, on_page) for on_page in chunks(back, SOLUTIONS[0] * SOLUTIONS[1])]
    for number, (what, size, on_page) in enumerate(sheets, 1):
        drawn = [
            (name, solution if isinstance(solution, str) else draw(puzzle, solution))
            for name, puzzle, solution in on_page
        ]
        folio = Text((WIDTH / 2, HEIGHT - 9.0), str(number), 3.2, MUTED, role="page number")
        yield [*heading(title, what), *framed_entries(drawn, size), folio]


def framed_entries(entries: Iterable[tuple[str, Picture | str]], size: tuple[int, int]) -> Iterator[Shape]:
    """Pictures, or words in their place, in the frames of a page, each with its label above it."""
    high = 4.2 if size[0] < 3 else 3.4
    for (left, top, right, bottom), (label, drawn) in zip(frames(*size), entries, strict=False):
        name = shortened(label, high, right - left)
        yield Text((left, top + high / 2), name, high, INK, "start", bold=True, role="name")
        if isinstance(drawn, str):
            yield Text((left, top + 2 * high + 1.5), drawn, high, MUTED, "start", role="told")
        else:
            yield from inset(drawn, (left, top + high + 3, right, bottom))


def _full(title: str, what: str, puzzle: Puzzle[Any], solution: Any, options: Mapping[str, Any]) -> Page:
    drawn = draw(puzzle, solution, **options)
    return [*heading(title, what), *inset(drawn, (LEFT, TOP, RIGHT, BOTTOM - 4))]
