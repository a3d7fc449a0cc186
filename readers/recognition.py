"""How puzzles are recognised that do not say what they are: by readers that any package may register.

A reader is a function of a JSON object, a text, the path of a picture or the path of a folder.  It gives the puzzle,
or None when what it was given is not of its form; when it is, and something is wrong, it raises PuzzleError, before
whose sentence the file is named for it:

    @text_readers.register()
    def drawn_hidoku(text: str) -> Hidoku | None:
        if not text.startswith("hidoku"):
            return None
        ...

Readers are tried by their order, a number, then by the names of their modules and their own; the first puzzle counts.
The order is 0 unless another is given; the readers that come with this package have 5 to 90, and `LAST` the few that
take anything: a list of numbers is one of pieces, a picture a screenshot of one of LinkedIn's games, a folder pictures
of a Zigzaw.

What a reader took for something that it may not be is reported by `remark`, through the logger ``readers``.

All installed readers are there before the first is tried: the modules to which the entry points of the groups
``cpmodels.kinds`` and ``cpmodels.readers`` lead are loaded, and what cannot be loaded is reported when no other reader
takes what is to be read.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from cpmodels.base.errors import KindError, PuzzleError, naming, visible
from cpmodels.base.kinds import load_all, open_function
from cpmodels.base.puzzle import Puzzle, Solution
from readers._conversion import Form

__all__ = [
    "LAST",
    "LOGGER",
    "folder_readers",
    "from_clockwise",
    "missing",
    "object_readers",
    "picture_readers",
    "reading",
    "remark",
    "solution_from_text",
    "solutions_from_text",
    "text_readers",
]

T = TypeVar("T")
Reader = Callable[[T], Puzzle[Any] | None]
R = TypeVar("R", bound=Callable[..., Puzzle[Any] | None])

GROUPS = ("cpmodels.kinds", "cpmodels.readers")
LOGGER = logging.getLogger("readers")
"""It hears what was read; what is not certain is a warning, which Python prints by default."""
LAST = 100
"""The order of readers that take anything."""


_SOURCE: ContextVar[str] = ContextVar("_SOURCE", default="the text")


@contextmanager
def reading(name: str) -> Iterator[None]:
    """Name what is read, before errors (see `cpmodels.base.errors.naming`) and remarks."""
    token = _SOURCE.set(name)
    try:
        with naming(name):
            yield
    finally:
        _SOURCE.reset(token)


def remark(sentence: str, *, is_certain: bool) -> None:
    """Tell what a reader took something for, in a sentence that also says how to write what else may be meant.

    The logger ``readers`` takes it, with the name of the file, as a warning unless it `is_certain`; commands print it
    in any case.

    >>> import sys
    >>> handler = logging.StreamHandler(sys.stdout)
    >>> LOGGER.addHandler(handler)
    >>> with reading("mine.txt"):
    ...     remark("read as 4 different colours", is_certain=False)
    mine.txt: read as 4 different colours
    >>> LOGGER.removeHandler(handler)
    """
    LOGGER.log(logging.INFO if is_certain else logging.WARNING, "%s", visible(f"{_SOURCE.get()}: {sentence}"))


@dataclass(frozen=True)
class _Registered(Generic[T]):
    order: int
    name: str
    reader: Reader[T]
    one_line: bool
    kind: str | None


class Readers(Generic[T]):
    """The readers of one sort of thing, such as texts.

    >>> texts = Readers("text")
    >>> @texts.register()
    ... def numbers_only(text):
    ...     return None
    >>> texts.first("anything")
    """

    def __init__(self, sort: str) -> None:
        self.sort = sort
        self._registered: dict[str, _Registered[T]] = {}

    def register(self, order: int = 0, *, one_line: bool = False, kind: str | None = None) -> Callable[[R], R]:
        """A decorator that registers a reader.

        one_line: of texts: it is also tried for a string of one line that is no file, for which a path may be meant.
        kind: of objects: it is also tried for an object that says it is of this kind, before the form that
            `readers.forms` has for it.
        """

        def take(reader: R) -> R:
            name = f"{reader.__module__}.{reader.__qualname__}"
            self._registered[name] = _Registered(order, name, reader, one_line, kind)
            return reader

        return take

    def first(self, thing: T, *, one_line: bool = False, kind: str | None = None) -> Puzzle[Any] | None:
        """The puzzle that the first reader makes of it, of those for texts of one line or for this kind; else None."""
        _load()
        for each in sorted(self._registered.values(), key=lambda each: (each.order, each.name)):
            is_asked = (each.one_line or not one_line) and kind in (None, each.kind)
            if is_asked and (puzzle := each.reader(thing)) is not None:
                return puzzle
        return None

    def puzzle(self, thing: T) -> Puzzle[Any]:
        """The puzzle that the first reader makes of it.  Raises PuzzleError when none does."""
        if (found := self.first(thing)) is None:
            raise PuzzleError(f"the form of this {self.sort} is not known{missing()}")
        return found


object_readers: Readers[Form] = Readers("object")
"""Readers of JSON objects without the field ``puzzle``, and of those of one kind that are in another form."""
text_readers: Readers[str] = Readers("text")
"""Readers of texts that are not JSON, also of links."""
picture_readers: Readers[Path] = Readers("picture")
"""Readers of the paths of pictures, and of other files that are not texts."""
folder_readers: Readers[Path] = Readers("folder")
"""Readers of the paths of folders."""


@open_function("cpmodels.readers")
def solution_from_text(puzzle: Puzzle[Any], text: str) -> Solution | None:  # noqa: ARG001
    """The solution of a puzzle in a text that is not JSON, such as a link; None when it is not of such a form.

    By default there is none.  Raises PuzzleError when something in it is wrong.

    >>> from cpmodels import Path, Zip
    >>> solution_from_text(Zip(1, 1), "not a solution in a text")
    """
    return None


@open_function("cpmodels.readers")
def solutions_from_text(puzzle: Puzzle[Any], text: str) -> list[Solution]:
    """The solutions of a puzzle in a text that is not JSON; empty when it is not of such a form.

    By default the one that `solution_from_text` reads.  Raises PuzzleError when something in it is wrong.

    >>> from cpmodels import Garden
    >>> solutions_from_text(Garden.hanging((2, 1), tiles=[2, 8]), "|02|08|")
    [TilePlacement(tiles=(((0, 0), 2), ((1, 0), 8)))]
    """
    found: Solution | None = solution_from_text(puzzle, text)
    return [] if found is None else [found]


@open_function("cpmodels.readers")
def from_clockwise(puzzle: Puzzle[Any], solution: Solution) -> Solution:  # noqa: ARG001
    """What a solution is whose turns were written clockwise.  Raises PuzzleError for kinds whose pieces never turn.

    >>> from cpmodels import EdgeMatching
    >>> from cpmodels.puzzles import Board
    >>> puzzle = EdgeMatching(1, 1, [(1, 2, 3, 4)])
    >>> from_clockwise(puzzle, Board([[(0, 1)]])).rows
    ((Placement(piece=0, turns=3),),)
    """
    raise PuzzleError(f"solutions of the kind {puzzle.kind} have no turns that could be clockwise")


def missing() -> str:
    """What is to be said of installed readers that cannot be loaded; empty when all are there."""
    return "".join(f"; {error}" for error in _load())


def _load() -> list[KindError]:
    return [error for group in GROUPS for error in load_all(group)]
