"""Links of penpa-edit, in which setters draw puzzles of all kinds: read, and written.

    https://swaroopg92.github.io/penpa-edit/#m=edit&p=7ZRBi5tAFM...

They hold a drawing (`readers.penpa.drawing`), not a kind.  A tag, or the title, may name the kind; or it stands before
the link; or there is one kind only that has all that is drawn.  Nothing is fetched.

>>> from cpmodels.base import sharing
>>> from cpmodels.puzzles.slitherlink import Slitherlink
>>> link = sharing.link(Slitherlink([[3, None], [2, None]]), site="penpa")
>>> read_link(link).given
((3, None), (2, None))
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any
from urllib.parse import unquote

from cpmodels.base.errors import PuzzleError
from cpmodels.base.puzzle import Puzzle
from cpmodels.base.values import listed, place
from readers.penpa.drawing import Drawing
from readers.pzpr import FORMS, WRITERS, Form, known
from readers.pzpr.codecs import Board
from readers.recognition import remark, text_readers

__all__ = ["read_link"]

SITE = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
LINK = re.compile(
    r"\s*(?:([a-z][a-z_-]*(?: ++[a-z_-]+)*)(?: *+:)?\s++)?(?:https?://[^\s#?]*)?[#?]?m=(?:edit|solve)&p=([^&\s]*+)\S*+\s*+",
    re.I,
)
"""The kind, if it stands there, and the letters that hold the drawing."""


def written(form: Form, puzzle: Puzzle[Any]) -> str:
    """The link of a puzzle.  Raises PuzzleError for what a drawing cannot show."""
    board, values = form.write(puzzle)
    drawing = Drawing(
        board.rows, board.cols, max(layer.margin for layer in form.layers), tags=[form.tag or form.names[0]]
    )
    for layer, value in zip(form.layers, values, strict=True):
        layer.draw(drawing, value)
    return SITE + drawing.packed()


WRITERS["penpa"] = written


@text_readers.register(order=5, one_line=True)
def read_link(text: str) -> Puzzle[Any] | None:
    """The puzzle of a link; None for another text.  Raises PuzzleError, which says what is wrong or not known.

    >>> read_link("slitherlink https://swaroopg92.github.io/penpa-edit/#m=edit&p=~")
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.PuzzleError: character 63: '~' is not a letter of base64
    """
    if (found := LINK.fullmatch(text)) is None:
        return None
    drawing = Drawing.unpacked(unquote(found[2]), found.start(2))
    forms = {_plain(name): form for key, (form, kind) in FORMS["penpa"].items() for name in (key, kind.kind)}
    names = [found[1]] if found[1] else drawing.tags or [drawing.title] * (_plain(drawing.title) in forms)
    if unknown := [name for name in names if _plain(name) not in forms]:
        raise PuzzleError(f"links of the kind {unknown[0]!r:.40} are not read, only {known('penpa')}")
    if names:
        form, *others = dict.fromkeys(forms[_plain(name)] for name in names)
        if others:
            raise PuzzleError(f"its tags name more than one kind: {listed(names)}")
        return _puzzle(form, drawing)
    fitting: dict[str, Puzzle[Any]] = {}
    for form in dict.fromkeys(forms.values()):
        with suppress(PuzzleError):
            puzzle = _puzzle(form, drawing)
            fitting[puzzle.kind] = puzzle
    if len(fitting) == 1:
        [(kind, puzzle)] = fitting.items()
        remark(f"its kind is not named; read as {kind}", is_certain=False)
        return puzzle
    may_be = f"it may be {listed(sorted(fitting), 30)}" if fitting else "no kind has all that is drawn"
    raise PuzzleError(f"its kind is not named, and {may_be}; write the kind before the link, as in 'akari https://...'")


def _puzzle(form: Form, drawing: Drawing) -> Puzzle[Any]:
    """What layers make of a drawing, in which there must be nothing else."""
    for name in ("numbers", "corners", "symbols", "colours", "borders"):
        if getattr(drawing, name) and not any(name in layer.takes for layer in form.layers):
            raise PuzzleError(f"it has {name}, which mean nothing in this kind")
    if not any(layer.margin for layer in form.layers):
        inside = {*drawing.cells}
        seen = (*drawing.numbers, *drawing.symbols, *(cell for cell, _ in drawing.corners))
        if outside := [cell for cell in seen if cell not in inside]:
            raise PuzzleError(f"{place(outside[0])} is off the board, and has a number or a symbol")
    board, values = Board(drawing.rows, drawing.cols), list[Any]()
    for layer in form.layers:
        values.append(layer.read(drawing, values))
    return form.read(board, *values)


def _plain(name: str) -> str:
    return re.sub("[^a-z]", "", name.lower())
