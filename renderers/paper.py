"""Puzzles on paper: pieces to cut out with their solutions, and books of puzzles with the solutions at the back."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from os import PathLike
from types import MappingProxyType
from typing import Any, NamedTuple

from cpmodels.base._grades import GRADES, Grade
from cpmodels.base._keywords import suggests_keywords
from cpmodels.base.errors import ParameterError, PuzzleError
from cpmodels.base.files import write_file
from cpmodels.base.kinds import rules_of
from cpmodels.base.marks import Partial
from cpmodels.base.puzzle import Puzzle
from cpmodels.base.values import listed, shown
from renderers._layout import BOTTOM, LEFT, RIGHT, SMALLEST, TOP, chunks, frames, heading, inset, spread, wrapped
from renderers._pdf import HEIGHT, WIDTH, Page, check_fpdf, pdf
from renderers.files import Manner
from renderers.functions import as_puzzle, by_numbers, check_drawable, diagram_of, draw, kind_title, kits, title_of
from renderers.palette import INK, MUTED
from renderers.picture import Picture, drawn_shapes
from renderers.shapes import ADVANCE, Shape, Text, shortened, type_width

__all__ = ["book", "framed_entries"]

SHARED = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3), 12: (3, 4)}
"""How pictures that share a page stand: how many side by side, and one above the other."""
PUZZLES, SOLUTIONS = SHARED[6], SHARED[12]
"""How explained steps stand on a page, and how solutions do."""
TYPE, PITCH = 3.6, 5.4
"""The size of type to be read, and from one line to the next."""
CHARACTERS = int((RIGHT - LEFT) / (ADVANCE * TYPE))
"""How many letters of that size a line has room for."""
NUMBER = re.compile(r" no\. \d+$")
"""What `cpmodels new` ends names with; a book has numbers of its own."""
LONGEST_TITLE = 40
"""A title of more letters takes several lines on a cover."""
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
    yield _full(title, "all pieces" if kit_pages else "", puzzle, None, options)
    if kit_pages and not draw.is_implemented(type(puzzle)) and diagram_of(puzzle).lying:
        yield _full(title, "what is fixed", puzzle, Partial(), options)
    yield from kit_pages
    if len(solutions) > SINGLY:
        told = caption or f"{len(solutions):,} solutions"
        for on_page in chunks(list(enumerate(solutions, 1)), SOLUTIONS[0] * SOLUTIONS[1]):
            drawn = [(str(number), draw(puzzle, solution, **options)) for number, solution in on_page]
            yield [*heading(title, f"{told}: {drawn[0][0]} to {drawn[-1][0]}"), *framed_entries(drawn, SOLUTIONS)]
        return
    for number, solution in enumerate(solutions, 1):
        what = "solution" if len(solutions) == 1 else f"solution {number} of {len(solutions)}"
        yield _full(title, what, puzzle, solution, options)
        if codes := list(by_numbers(puzzle, solution)):
            yield [*heading(title, f"{what}, by numbers"), *codes]


@suggests_keywords()
def book(
    path: str | PathLike[str],
    entries: Iterable[Sequence[Any]],
    title: str = "Puzzles",
    *,
    paper: str = "A4",
    per_page: int = 6,
) -> None:
    """Write a book: a cover, the rules, the puzzles, easy ones first, and at the back hints and solutions.

    entries: puzzles (or names of built-in ones), each with its solution or, in words, why it has none here; None where
        there is nothing at the back.  Then may follow how hard it is, such as ``"easy"`` (see `cpmodels.difficulty`)
        or None, a hint or None, and whether the solution is one of several.
    paper: ``"A4"`` or ``"Letter"``; either can be printed on the other, as what is on a page fits on both.
    per_page: how many puzzles a page has: 1, 2, 4, 6, 9 or 12.

    Raises PuzzleError when there is no puzzle or a solution does not fit its puzzle, ParameterError when the paper or
    the number of puzzles is none of these, MissingExtraError when fpdf2 is missing, and OSError when the file cannot be
    written.

    >>> book("book.pdf", [])
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.PuzzleError: a book takes at least one puzzle
    """
    write_file(path, pdf(list(book_pages(list(entries), title, per_page)), title, paper))


class Entry(NamedTuple):
    """A puzzle of a book."""

    puzzle: Any
    solution: Any
    grade: Grade | None = None
    hint: str | None = None
    is_one_of_several: bool = False


def book_pages(entries: Sequence[Sequence[Any]], title: str = "Puzzles", per_page: int = 6) -> Iterator[Page]:
    """The pages of a book, all but the cover numbered."""
    if not entries:
        raise PuzzleError("a book takes at least one puzzle")
    if per_page not in [*SHARED]:
        raise ParameterError(f"a page has {listed(list(SHARED))} puzzles, not {shown(per_page)}")
    for entry in entries:
        if not isinstance(entry, (tuple, list)) or not 2 <= len(entry) <= len(Entry._fields):
            raise ParameterError(f"an entry of a book is a puzzle and its solution, or None, not {shown(entry)}")
    given = [Entry(as_puzzle(puzzle), *others) for puzzle, *others in entries]
    yield _cover(title, [entry.puzzle for entry in given])
    for entry in given:
        if entry.grade not in (*GRADES, None):
            raise ParameterError(f"how hard a puzzle is must be {listed(GRADES)} or None, not {shown(entry.grade)}")
    ordered = sorted(given, key=lambda entry: GRADES.index(entry.grade) if entry.grade else len(GRADES))
    names = [NUMBER.sub("", entry.puzzle.name or kind_title(entry.puzzle)) for entry in ordered]
    tells = len(set(names)) > 1 or len(names) == 1
    labels = [f"{number}  {name}" if tells else str(number) for number, name in enumerate(names, 1)]

    def sheets(what: str, size: tuple[int, int], drawn: Sequence[tuple[str, Picture | str]]) -> Iterator[Page]:
        for on_page in chunks(drawn, size[0] * size[1]):
            yield [*heading(title, what), *framed_entries(on_page, size)]

    kinds = {type(entry.puzzle): kind_title(entry.puzzle) for entry in given}
    rules = [(name, rules_of(kind)) for kind, name in kinds.items() if rules_of(kind)]
    if any(entry.grade for entry in given):
        rules.append(("How hard they are", ", ".join(f"{marks(grade)} {grade}" for grade in GRADES) + "."))
    numbered = list(zip(labels, ordered, strict=True))
    puzzles = [
        (f"{label}  {marks(entry.grade)}" if entry.grade else label, draw(entry.puzzle)) for label, entry in numbered
    ]
    hints = [(label, entry.puzzle.said(entry.hint)) for label, entry in numbered if entry.hint]
    solutions = [
        (label, entry.solution if isinstance(entry.solution, str) else _solved(entry))
        for label, entry in numbered
        if entry.solution is not None
    ]
    parts = chain(
        _told(title, "rules", rules),
        sheets("", SHARED[per_page], puzzles),
        _told(title, "hints: a first step", hints),
        sheets("solutions", SOLUTIONS, solutions),
    )
    for number, page in enumerate(parts, 2):
        yield [*page, Text((WIDTH / 2, HEIGHT - 9.0), str(number), 3.2, MUTED, role="page number")]


def _solved(entry: Entry) -> Picture:
    """The solution of a puzzle; below it stands that it is one of several, if it is."""
    drawn = draw(entry.puzzle, entry.solution)
    if not entry.is_one_of_several:
        return drawn
    # A page has a place of its own for captions.
    caption = Text((0.0, 0.0), "one of several solutions", SMALLEST, MUTED, role="caption")
    return replace(drawn, shapes=(*drawn.shapes, caption))


def marks(grade: Grade) -> str:
    """How hard a puzzle is, as it is marked in a book.

    >>> marks("medium")
    '●●○○'
    """
    filled = GRADES.index(grade) + 1
    return "●" * filled + "○" * (len(GRADES) - filled)


def _cover(title: str, puzzles: Sequence[Puzzle[Any]]) -> Page:
    """The title, a few puzzles, and how many there are of each kind."""
    kinds = Counter(map(kind_title, puzzles))
    first = {kind_title(puzzle): puzzle for puzzle in reversed(puzzles)}
    several = len(puzzles) > 1
    told = ", ".join(f"{count} {kind}" if several else kind for kind, count in kinds.items())
    lines = wrapped(title, LONGEST_TITLE, 4)
    size = min(12.0, (RIGHT - LEFT) / max(map(type_width, lines), default=1.0))
    page: list[Shape] = [
        Text((WIDTH / 2, 52.0 - 1.2 * size * above), line, size, INK, bold=True, role="heading")
        for above, line in enumerate(reversed(lines))
    ]
    for at, line in enumerate(wrapped(told, CHARACTERS)):
        page.append(Text((WIDTH / 2, 66.0 + PITCH * at), line, TYPE, MUTED, role="what"))
    shown = [first[kind] for kind in kinds][:4]
    across = 2 if len(shown) > 1 else 1
    side = (RIGHT - LEFT - 60.0) / across
    for at, puzzle in enumerate(shown):
        row, column = divmod(at, across)
        left, top = LEFT + 30.0 + column * side, 92.0 + row * side
        drawn = draw(puzzle)
        drawn = replace(drawn, shapes=tuple(drawn_shapes(drawn)))
        page += inset(drawn, (left + 4, top + 4, left + side - 4, top + side - 4))
    return page


def _told(title: str, what: str, paragraphs: Sequence[tuple[str, str]]) -> Iterator[Page]:
    """Paragraphs with their headings, on as many pages as they take."""
    page, y = [*heading(title, what)], TOP
    for head, words in paragraphs:
        lines = wrapped(words, CHARACTERS)
        if y > TOP and y + PITCH * (len(lines) + 1) > BOTTOM:
            yield page
            page, y = [*heading(title, what)], TOP
        page.append(
            Text((LEFT, y + 2), shortened(head, TYPE, RIGHT - LEFT), TYPE, INK, "start", bold=True, role="name")
        )
        page += [
            Text((LEFT, y + 2 + PITCH * at), line, TYPE, INK, "start", role="words") for at, line in enumerate(lines, 1)
        ]
        y += PITCH * (len(lines) + 1.7)
    if paragraphs:
        yield page


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
