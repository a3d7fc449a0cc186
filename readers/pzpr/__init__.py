"""Links of puzz.link, pzv.jp, pzprxs and other sites that stand on pzpr: read, and written.

    https://puzz.link/p?slither/5/5/cbcbcddad

After the question mark come the name of the kind, flags in letters, the numbers of columns and rows, and the body, set
apart by slashes.  A link is data: nothing is fetched.  Which parts a body has each kind declares, with `register`:
those of this package in `readers.pzpr.forms`, a kind of yours in its own file.

>>> from readers import read
>>> read("https://puzz.link/p?slither/2/2/3c").given
((3, 2), (None, None))
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cpmodels import sharing
from cpmodels.errors import KindError, PuzzleError
from cpmodels.puzzle import Puzzle
from cpmodels.values import board_size, listed
from readers.pzpr.codecs import Board, Body, Part
from readers.recognition import text_readers

__all__ = ["Form", "read_link", "register"]

SITE = "https://puzz.link/p?"
QUERY = re.compile(r"\s*(?:https?://)?[\w.-]+/?[^?\s]*\?(?:type=\w+&)?(?=[\w:-]+/)")
"""What comes before the name of the kind."""
FORMS: dict[str, tuple[Form, type[Puzzle[Any]]]] = {}
"""The forms by the names that links have for kinds."""


@dataclass(frozen=True)
class Form:
    """How puzzles of a kind are written in links.

    names: what links call the kind; the first one is written.
    parts: of the body.
    read: makes a puzzle of the board and the values of the parts.  Raises PuzzleError for what is no puzzle.
    write: makes the board and the values of a puzzle.  Raises PuzzleError for what a link cannot say.
    flags: letters before the size that `read` knows.
    looks: letters there that only change how the site draws the puzzle.
    when: whether this form, of several of a kind, is the one for a puzzle.
    """

    names: Sequence[str]
    parts: Sequence[Part]
    read: Callable[..., Puzzle[Any]]
    write: Callable[[Any], tuple[Board, Iterable[Any]]]
    flags: str = ""
    looks: str = ""
    when: Callable[[Any], bool] = lambda _: True


def register(kind: type[Puzzle[Any]], *forms: Form) -> None:
    """Let puzzles of a kind be read from links and have links.  Raises KindError for a name that is taken."""
    for form in forms:
        for name in form.names:
            if name in FORMS and FORMS[name][1].kind != kind.kind:
                raise KindError(f"links with the name {name!r} are those of {FORMS[name][1].kind} already")
            FORMS[name] = (form, kind)

    def link(puzzle: Puzzle[Any], solution: Any = None) -> str:
        if solution is not None:
            raise PuzzleError("a link of puzz.link shows the puzzle; it cannot hold a solution")
        form = next(form for form in forms if form.when(puzzle))
        return SITE + written(form, puzzle)

    link.__module__, link.__qualname__ = kind.__module__, f"link_of_{kind.kind}"
    sharing.link.register(kind)(link)


def written(form: Form, puzzle: Puzzle[Any]) -> str:
    """The name, the size and the body of a puzzle.  Raises PuzzleError for what a link cannot say."""
    board, values = form.write(puzzle)
    body = "".join(part.write(value) for part, value in zip(form.parts, values, strict=True))
    parts = [form.names[0], *([board.flags] if board.flags else []), str(board.cols), str(board.rows), body]
    link = "/".join(parts)
    # Sites that find links in texts drop what is neither a letter nor a digit at the end.
    return link if link[-1].isalnum() or link[-1] == "/" else f"{link}/"


@text_readers.register(order=5, one_line=True)
def read_link(text: str) -> Puzzle[Any] | None:
    """The puzzle of a link; None for another text.  Raises PuzzleError, which says at which character it is wrong."""
    start = QUERY.match(text)
    if start is None:
        return None
    body = Body(text.rstrip(), start.end())
    name = re.sub("_(edit|play)$", "", _until_slash(body))
    if name.startswith("v:"):
        raise PuzzleError(f"character {start.end() + 1}: rules that are changed by {name!r} are not known")
    if name.startswith("pzprv3"):
        raise PuzzleError(f"character {start.end() + 1}: this is a whole file, not a link to a puzzle")
    if name not in FORMS:
        known = listed(sorted(form.names[0] for form in {id(form): form for form, _ in FORMS.values()}.values()), 30)
        raise PuzzleError(f"character {start.end() + 1}: links of the kind {name!r:.40} are not read, only {known}")
    form, _ = FORMS[name]
    at, flags = body.at, ""
    if not body.peek().isdecimal():
        flags = _until_slash(body)
    for place, flag in enumerate(flags, at + 1):
        if flag not in form.flags + form.looks:
            raise PuzzleError(f"character {place}: the variant {flag!r} of {name} is not known")
    cols, rows = _size(body), _size(body)
    board = Board(*board_size(rows, cols), "".join(flag for flag in flags if flag in form.flags))
    for part in form.parts:
        board = replace(board, values=(*board.values, part.read(body, board)))
    if body.text[body.at :] not in ("", "/"):
        body.refuse("the end of the link")
    return form.read(board, *board.values)


def _until_slash(body: Body) -> str:
    end = body.text.find("/", body.at)
    found = body.text[body.at : end if end >= 0 else len(body.text)]
    body.at += len(found) + (end >= 0)
    return found


def _size(body: Body) -> int:
    at = body.at
    if not re.fullmatch("[0-9]{1,4}", text := _until_slash(body)) or not int(text):
        body.refuse("the number of columns or rows", at)
    return int(text)
