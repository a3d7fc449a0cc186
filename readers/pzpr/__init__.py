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
from itertools import product
from typing import TYPE_CHECKING, Any

from cpmodels.base import sharing
from cpmodels.base._canonical import digest
from cpmodels.base.errors import KindError, PuzzleError, naming
from cpmodels.base.puzzle import Puzzle
from cpmodels.base.values import board_size, listed
from readers.pzpr.codecs import Board, Body, Codec
from readers.recognition import text_readers

if TYPE_CHECKING:
    from readers.penpa.layers import Layer

__all__ = ["Form", "read_link", "register"]

SITE = "https://puzz.link/p?"
QUERY = re.compile(r"\s*(?:https?://)?[\w.-][^?\s]*\?(?:type=\w+&)?(?=[\w:-]+/)")
"""What comes before the name of the kind."""
FORMS: dict[str, dict[str, tuple[Form, type[Puzzle[Any]]]]] = {"puzz.link": {}, "penpa": {}}
"""The forms of the links of each site, by the names that these have for kinds."""
WRITERS: dict[str, Callable[[Form, Any], str]] = {}
"""What writes the links of each site."""


@dataclass(frozen=True, eq=False)
class Form:
    """How puzzles of a kind are written in links.

    names: what links call the kind; the first one is written.
    parts: of the body; none where only a drawing has this form.
    read: makes a puzzle of the board and the values of the parts.  Raises PuzzleError where they are not a puzzle.
    write: makes the board and the values of a puzzle.  Raises PuzzleError for what a link cannot say.
    flags: letters before the size that `read` knows.
    looks: letters there that only change how the site draws the puzzle.
    when: whether this form, of several of a kind, is the one for a puzzle.
    layers: of a drawing of penpa-edit that have the values of the parts (`readers.penpa.layers`).
    tag: what a drawing calls the kind, if not by the first name.

    >>> from cpmodels.puzzles.slitherlink import Slitherlink
    >>> from readers.pzpr.codecs import FourCells
    >>> form = Form(
    ...     ["slither"],
    ...     [FourCells()],
    ...     lambda board, numbers: Slitherlink([numbers[r * board.cols :][: board.cols] for r in range(board.rows)]),
    ...     lambda puzzle: (Board(puzzle.rows, puzzle.cols), [sum(puzzle.given, ())]),
    ... )
    >>> written(form, Slitherlink([[3, None], [2, None]]))
    'slither/2/2/8c'
    """

    names: Sequence[str]
    parts: Sequence[Codec]
    read: Callable[..., Puzzle[Any]]
    write: Callable[[Any], tuple[Board, Iterable[Any]]]
    flags: str = ""
    looks: str = ""
    when: Callable[[Any], bool] = lambda _: True
    layers: Sequence[Layer] = ()
    tag: str = ""

    def sites(self) -> list[str]:
        """The sites whose links have this form."""
        return ["puzz.link"] * bool(self.parts) + ["penpa"] * bool(self.layers)


def register(kind: type[Puzzle[Any]], *forms: Form) -> None:
    """Let puzzles of a kind be read from links and have links.

    Of two kinds of which one is derived from the other, which share a form, the derived one is registered first.

    Raises KindError for a name that is taken.

    >>> from cpmodels import Zip
    >>> register(Zip, FORMS["puzz.link"]["slither"][0])
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.KindError: links with the name 'slither' are those of slitherlink already
    """
    for form in forms:
        for site, name in product(form.sites(), form.names):
            known, owner = FORMS[site].get(name, (form, kind))
            if owner.kind != kind.kind and not (known is form and issubclass(owner, kind)):
                raise KindError(f"links with the name {name!r} are those of {owner.kind} already")
            FORMS[site][name] = (form, kind)

    def link(puzzle: Puzzle[Any], solution: Any = None, *, site: str | None = None) -> str:
        site = site or "puzz.link"
        if site not in WRITERS:
            raise PuzzleError(f"there are links of {listed(list(WRITERS))} for this kind, not of {site!r:.40}")
        if solution is not None:
            raise PuzzleError(f"a link of {site} shows the puzzle; it cannot hold a solution")
        for form in forms:
            if site in form.sites() and form.when(puzzle):
                made = WRITERS[site](form, puzzle)
                with naming(f"a link of {site} cannot hold this puzzle"):
                    back = text_readers.puzzle(made)
                    if type(back) is type(puzzle) and back != puzzle and digest(back) != digest(puzzle):
                        raise PuzzleError("it would be read back as another one")
                return made
        raise PuzzleError(f"a link of {site} has not all rules of this puzzle")

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


WRITERS["puzz.link"] = lambda form, puzzle: SITE + written(form, puzzle)


def known(site: str) -> str:
    """The names of kinds whose links are read, the first of each form."""
    return listed(sorted({form.names[0] for form, _ in FORMS[site].values()}), 30)


@text_readers.register(order=5, one_line=True)
def read_link(text: str) -> Puzzle[Any] | None:
    """The puzzle of a link; None for another text.  Raises PuzzleError, which says at which character it is wrong.

    >>> read_link("https://puzz.link/p?hitori/2/2/1121").given
    ((1, 1), (2, 1))
    """
    start = QUERY.match(text)
    if start is None:
        return None
    body = Body(text.rstrip(), start.end())
    name = re.sub("_(edit|play)$", "", _until_slash(body))
    if name.startswith("v:"):
        raise PuzzleError(f"character {start.end() + 1}: rules that are changed by {name!r} are not known")
    if name.startswith("pzprv3"):
        raise PuzzleError(f"character {start.end() + 1}: this is a whole file, not a link to a puzzle")
    if name not in FORMS["puzz.link"]:
        kinds = known("puzz.link")
        raise PuzzleError(f"character {start.end() + 1}: links of the kind {name!r:.40} are not read, only {kinds}")
    form, _ = FORMS["puzz.link"][name]
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
    if not body.is_at_end:
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
