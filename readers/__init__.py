"""Puzzles and solutions read from the forms in which people write them, and written as JSON.

>>> puzzle = read("zip-4")
>>> read(write(puzzle)) == puzzle
True
>>> print(BUILTIN["zip-4"])
A ZIP of 4 x 4 with 4 numbers; one solution.

Every kind whose puzzles are dataclasses is read and written as JSON for nothing (`readers.forms`), and each form has a
JSON Schema (`readers.schemas`); texts, pictures and other forms are recognised by readers that any package may register
(`readers.recognition`), and named puzzles are added by entry points (`readers.library`).  The forms of each kind that
comes with this package are in one module: `readers.edge_matching`, `readers.garden`, `readers.zigzaw` and
`readers.zip`; LinkedIn's games on pictures of the screen are read by `readers.screenshots`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from difflib import get_close_matches
from itertools import islice
from pathlib import Path
from typing import Any

from cpmodels.base._canonical import canonical
from cpmodels.base._keywords import suggests_keywords
from cpmodels.base.errors import CpmodelsError, KindError, PuzzleError, naming
from cpmodels.base.kinds import kind_named, kind_names
from cpmodels.base.marks import Partial
from cpmodels.base.puzzle import Puzzle, Solution
from cpmodels.base.values import listed, shown
from readers import sources
from readers._layout import layout, save
from readers._solutions import partial_form, partial_of, solution_field, solutions_of
from readers.edge_matching.links import bucas_link, is_board_link
from readers.forms import puzzle_form, puzzle_from_form, solution_form, solution_from_form
from readers.library import Library, natural
from readers.number_lines import COMMENT
from readers.penpa import LINK
from readers.pzpr import QUERY
from readers.recognition import (
    folder_readers,
    from_clockwise,
    missing,
    object_readers,
    picture_readers,
    reading,
    solution_from_text,
    solutions_from_text,
    text_readers,
)
from readers.schemas import puzzle_schema, solution_schema, solutions_schema
from readers.strict_json import all_decoded, an_object
from readers.zip.drawn import ascii_board

__all__ = [
    "BUILTIN",
    "ascii_board",
    "bucas_link",
    "folder_readers",
    "from_clockwise",
    "object_readers",
    "partial_form",
    "picture_readers",
    "puzzle_form",
    "puzzle_from_form",
    "puzzle_schema",
    "read",
    "read_each",
    "read_partial",
    "read_solution",
    "read_solutions",
    "solution_form",
    "solution_from_form",
    "solution_from_text",
    "solution_schema",
    "solutions_from_text",
    "solutions_schema",
    "text_readers",
    "write",
    "write_solution",
]

PathLike = str | os.PathLike[str]
SEVERAL = "commands such as `solve`, `count` and `play` take several, as does readers.read_each"
"""What takes a folder or a file of several puzzles, in words."""


@suggests_keywords()
def read(source: Puzzle[Any] | Mapping[str, Any] | PathLike) -> Puzzle[Any]:
    """A puzzle: by the name of a built-in one, from a file, a picture, a folder of pictures, a text or a JSON object.

    A string with a line break, or that opens with ``https://`` or, where there is no such file, with ``{`` or ``[``, is
    the text of a puzzle; any other is the name of a puzzle in `BUILTIN` or, failing that, a path (write ``./zip-4`` for
    a file of that name) or, if there is no such file, a text of one line.  A dictionary is a JSON object; a puzzle is
    given back as it is.

    A JSON object names its kind in the field ``puzzle``.  What does not, and texts, pictures and folders, are
    recognised by the readers that are registered (`readers.recognition`).

    Raises PuzzleError, which names the file and the line or field, when there is no such file or it is not a puzzle;
    KindError when what reads it cannot be loaded.

    >>> read("zip-4").rows
    4
    >>> print(write(read({"rows": 1, "cols": 3, "numbers": [[0, 0, 1]]})), end="")
    {
      "puzzle": "zip",
      "rows": 1,
      "cols": 3,
      "numbers": [[0, 0, 1]],
      "walls": []
    }
    """
    if isinstance(source, Puzzle):
        return source
    if isinstance(source, Mapping):
        with reading("the object"):
            return _puzzle_of(dict(source))
    _check_source(source, "the name of a puzzle, a path, text, or a JSON object")
    if isinstance(source, str) and source in BUILTIN:
        return BUILTIN.puzzle(source)
    if sources.is_text(source):
        return _puzzle_in(sources.load(source))
    if sources.exists(source):
        with reading(os.fsdecode(source)):
            if sources.is_folder(source):
                return _one_in_folder(Path(source))
            if _is_binary(source):
                return picture_readers.puzzle(Path(source))
        return _puzzle_in(sources.load(source))
    if isinstance(source, str):
        with naming("the text"):
            if (found := text_readers.first(_link_alone(source), one_line=True)) is not None:
                return found
    raise _no_such(os.fsdecode(source))


def read_each(source: Puzzle[Any] | Mapping[str, Any] | PathLike) -> Iterator[tuple[str, Puzzle[Any] | CpmodelsError]]:
    """The puzzles of a set one by one, each with the name of its file: a folder of screenshots, JSON files or drawings,
    or JSON objects one after another, as ``new --count`` writes them, one a line, or in a list; or links, or Sudokus of
    81 digits, one a line.

    What cannot be read comes as the error that tells why, so that the others can go on.  Anything else is a set of the
    one puzzle that `read` makes of it, or raises as that does.

    >>> [(name, puzzle.name) for name, puzzle in read_each("zip-4")]
    [('zip-4', 'zip-4')]
    """
    if not isinstance(source, (str, os.PathLike)) or (isinstance(source, str) and source in BUILTIN):
        yield str(source) if isinstance(source, str) else "the puzzle", read(source)
        return
    name = os.fsdecode(source)
    if not sources.is_text(source) and sources.is_folder(source):
        with naming(name):
            found = _in_folder(Path(source))
        if isinstance(found, Puzzle):
            yield name, found
            return
        for file in found:
            try:
                yield from list(read_each(file))
            except CpmodelsError as error:
                yield str(file), error
        return
    if not (sources.is_text(source) or (sources.exists(source) and not _is_binary(source))):
        yield name, read(source)
        return
    origin = sources.load(source)
    whole, several = _parts(origin)
    if not several:
        yield name, _made(origin, whole, origin.name)
    for where, value in several:
        place = f"{origin.name}, {where}"
        try:
            yield place, _made(origin, value, place)
        except CpmodelsError as error:
            yield place, error


def _parts(origin: sources.Source) -> tuple[Any, list[tuple[str, Any]]]:
    """A text, or its JSON value; and its lines, or JSON values, each with its place, where these are puzzles."""
    with reading(origin.name):
        if not origin.is_json:
            lines = _one_a_line(origin.text)
            return (lines[0][1], []) if len(lines) == 1 else (origin.text, lines)
        values = all_decoded(origin.text)
    whole = values[0][1]
    is_line = len({line for line, _ in values}) == len(values)
    several = [(f"line {line}" if is_line else f"value {n}", value) for n, (line, value) in enumerate(values, 1)]
    if len(values) == 1:
        several = [(f"entry {n}", value) for n, value in enumerate(whole, 1)] if isinstance(whole, list) else []
    return whole, several if any(isinstance(value, dict) for _, value in several) else []


def _one_a_line(text: str) -> list[tuple[str, Any]]:
    """The lines of a text, each with its place, where each of the first two is a puzzle by itself; the only one where
    that is a link; else nothing.
    """
    numbered = ((n, line) for n, line in enumerate(text.splitlines(), 1) if COMMENT.sub("", line).strip())
    lines = ((f"line {n}", _link_alone(line)) for n, line in numbered)
    first = list(islice(lines, 2))
    if len(first) < 2:  # Links of boards may begin with #, and are found within any text.
        return [line for line in first if _ends_with_link(line[1]) and "board_edges=" not in text]
    return [*first, *lines] if all(_is_alone(line, text) for _, line in first) else []


def _link_alone(line: str) -> str:
    """A line without the comment that stands after a link in it; any other line as it is."""
    before = AFTER_LINK.sub("", line)
    return before if _ends_with_link(before) else line


def _ends_with_link(line: str) -> bool:
    """Whether the last word of a line is a link, also one without its https://."""
    return any(is_board_link(word) or QUERY.match(word) for word in line.split()[-1:])


AFTER_LINK = re.compile(r"\s(#|//).*")
"""A comment after a link, in which ``#`` and ``//`` begin none."""


def _is_alone(line: str, text: str) -> bool:
    """Whether a line is a link, perhaps after the name of its kind, or one word that is read, as the text is not."""
    if LINK.fullmatch(line) or (_ends_with_link(line) and len(line.split()) < 3):
        return True
    is_word = len(COMMENT.sub("", line).split()) == 1
    is_read = is_word and text_readers.first(line, one_line=True) is not None
    return is_read and text_readers.first(text, one_line=True) is None


def _is_binary(file: PathLike) -> bool:
    """Whether a file is a picture, or another one that is not a text."""
    return sources.is_picture(file) or os.fsdecode(file).lower().endswith(sources.BINARIES)


def _one_in_folder(folder: Path) -> Puzzle[Any]:
    found = _in_folder(folder)
    if isinstance(found, Puzzle):
        return found
    if len(found) > 1:
        names = listed([file.name for file in found])
        raise PuzzleError(f"is a folder of {len(found)} puzzles ({names}), not one: {SEVERAL}")
    return read(found[0])


def _in_folder(folder: Path) -> Puzzle[Any] | list[Path]:
    """The puzzle that a whole folder is, or else the files in it that are puzzles of their own, at least one."""
    try:
        puzzle = folder_readers.first(folder)
        files = [file for file in folder.iterdir() if sources.may_be_puzzle(file)]
    except OSError as error:
        raise PuzzleError(f"cannot be read: {error.strerror}") from error
    if puzzle is None and not files:
        raise PuzzleError(
            "this folder has neither puzzles (pictures, .json, .txt) nor pictures of Zigzaw pieces, such as "
            f"piece.0.gif or sheet.png{missing()}"
        )
    return puzzle or sorted(files, key=lambda file: natural(file.name))


BUILTIN = Library(read)
"""A line on each puzzle that `read` takes by name: those of this package, and those that others add."""


def read_solution(puzzle: Puzzle[Any], source: Solution | Mapping[str, Any] | PathLike) -> Solution:
    """A solution of `puzzle` from a JSON file or text: its form, or the whole object that ``solve --json`` prints.

    Some kinds have other forms: a board of edge matching may be a link of e2.bucas.name, or a file that holds one, or a
    table of pieces and turns.  The solution is well-formed but not yet checked: see the puzzle's `check`.

    Raises PuzzleError, which names the file and the field, when it is not a solution of this kind of puzzle, or there
    are several.

    >>> read_solution(read("nine-one"), {"board": [[[0, 0]]]}).rows
    ((Placement(piece=0, turns=0),),)
    """
    found = read_solutions(puzzle, source)
    if len(found) > 1:
        raise PuzzleError(f"it holds {len(found)} solutions, not one")
    return found[0]


def read_solutions(
    puzzle: Puzzle[Any], source: Solution | Mapping[str, Any] | PathLike, *, clockwise: bool = False
) -> list[Solution]:
    """All solutions of `puzzle` in a JSON file or text: one as `read_solution` takes it, a list of such, or such one
    after another, as ``sweep -o`` writes them, one a line; or links of boards, tables of pieces and turns, or gardens
    as grids.

    clockwise: the turns of pieces are the other way round than they would be read, which is counter-clockwise unless a
        table says `turns clockwise`.

    Raises PuzzleError, which names the file, the line and the field, when one is not a solution of this kind, or
    `clockwise` is given for a kind whose pieces never turn, or for a link, in which no turns are written.

    >>> puzzle = read({"rows": 1, "cols": 2, "numbers": []})
    >>> read_solutions(puzzle, '[{"path": [[0, 0], [0, 1]]}, {"path": [[0, 1], [0, 0]]}]')
    [Path(cells=((0, 0), (0, 1))), Path(cells=((0, 1), (0, 0)))]
    """
    found = _solutions(puzzle, source, clockwise=clockwise)
    return [from_clockwise(puzzle, solution) for solution in found] if clockwise else found


@suggests_keywords()
def read_partial(
    puzzle: Puzzle[Any], source: Partial | Solution | Mapping[str, Any] | PathLike, *, clockwise: bool = False
) -> Partial | Solution:
    """What is known of a solution: a `Partial` in the form of `partial_form`, also in what ``forced --json`` prints,
    rows of numbers with null for open cells, or a solution that need not be complete, such as the beginning of a path.

    clockwise: as for `read_solutions`; marks are always counter-clockwise.

    Raises PuzzleError as `read_solutions` does, where there are several, and for marks with `clockwise`.

    >>> puzzle = read({"rows": 1, "cols": 2, "numbers": []})
    >>> read_partial(puzzle, '{"known": [{"edge": [[0, 0], [0, 1]]}]}').known
    frozenset({Mark(cells=((0, 0), (0, 1)), value=True)})
    """
    found = source if isinstance(source, Partial) else None
    if isinstance(source, Mapping):
        found = partial_of(dict(source))
    if isinstance(source, (str, os.PathLike)) and (sources.is_text(source) or sources.exists(source)):
        origin = sources.load(source)
        with naming(origin.name):
            values = all_decoded(origin.text) if origin.is_json else []
            found = partial_of(values[0][1]) if len(values) == 1 else None
    if found is not None:
        if clockwise:
            raise PuzzleError("what is known mark by mark has counter-clockwise turns")
        return found
    assert not isinstance(source, Partial)
    solutions = read_solutions(puzzle, source, clockwise=clockwise)
    if len(solutions) != 1:
        raise PuzzleError(f"expected one solution, where the player is now, not {len(solutions)}")
    return solutions[0]


@suggests_keywords()
def write(puzzle: Puzzle[Any], path: PathLike | None = None) -> str:
    """The JSON text of a puzzle, which `read` takes back exactly; also written to a file when `path` is given.

    Raises KindError when it would not be read back, as for a kind that keeps something in no field of its form; OSError
    when the file cannot be written.

    >>> from cpmodels import Zip
    >>> print(write(Zip(1, 3, waypoints=[(0, 0)], name="three cells")), end="")
    {
      "puzzle": "zip",
      "name": "three cells",
      "rows": 1,
      "cols": 3,
      "numbers": [[0, 0, 1]],
      "walls": []
    }
    """
    form = puzzle_form(puzzle)
    try:
        back: Puzzle[Any] = puzzle_from_form(type(puzzle), form)
    except PuzzleError as error:
        raise KindError(f"the JSON form of this {puzzle.kind} would not be read back: {error}") from error
    is_same = False
    with suppress(ValueError):  # Arrays do not say whether they are equal.
        is_same = bool(back == puzzle)
    if not is_same and canonical(back) != canonical(puzzle):
        raise KindError(f"the JSON form of this {puzzle.kind} would be read back as another puzzle")
    return save(layout(form), path)


def write_solution(solution: Solution, path: PathLike | None = None) -> str:
    """The JSON text of a solution; also written to a file when `path` is given.

    Raises OSError when the file cannot be written.

    >>> from cpmodels import Path
    >>> print(write_solution(Path([(0, 0), (0, 1)])), end="")
    {
      "path": [[0, 0], [0, 1]]
    }
    """
    return save(layout(solution_form(solution)), path)


def _check_source(source: Any, expected: str) -> None:
    """Raise KindError for what is neither a text nor a path."""
    if not isinstance(source, str) and not (isinstance(source, os.PathLike) and isinstance(os.fspath(source), str)):
        has_one = hasattr(source, "solution")
        given = f"{type(source).__name__}: give its .solution" if has_one else shown(source)
        raise KindError(f"expected {expected}, not {given}")


def _puzzle_in(origin: sources.Source) -> Puzzle[Any]:
    whole, several = _parts(origin)
    if len(several) > 1:
        raise PuzzleError(f"{origin.name}: it holds {len(several)} puzzles, not one: {SEVERAL}")
    return _made(origin, several[0][1] if several else whole, origin.name)


def _made(origin: sources.Source, value: Any, place: str) -> Puzzle[Any]:
    with reading(place):
        return _puzzle_of(value) if origin.is_json else text_readers.puzzle(value)


def _puzzle_of(value: Any) -> Puzzle[Any]:
    """The puzzle of a JSON value."""
    form = an_object(value, "a puzzle")
    kind = form.get("puzzle")
    if isinstance(kind, str):
        try:
            cls = kind_named(kind)
            if (puzzle := object_readers.first(form, kind=kind)) is None:
                puzzle = puzzle_from_form(cls, form)
        except PuzzleError:
            if "solution" in form and "status" in form:
                raise PuzzleError(f"this is a solution of the kind {kind}, which `solve` found, not a puzzle") from None
            raise
        return puzzle
    if "puzzle" in form:
        raise PuzzleError(f"the field 'puzzle' must be one of {listed(kind_names(), 20)}, not {shown(kind)}")
    if (found := object_readers.first(form)) is None:
        field = solution_field(form)
        hint = f" ({field!r} is a field of a solution)" if field else ""
        raise PuzzleError(
            f"the form of this object is not known{hint}: give the field 'puzzle', one of {listed(kind_names(), 20)}"
            f"{missing()}"
        )
    return found


def _solutions(
    puzzle: Puzzle[Any], source: Solution | Mapping[str, Any] | PathLike, *, clockwise: bool
) -> list[Solution]:
    """Solutions, at least one, as they are written.  Raises PuzzleError for a link with `clockwise`."""
    if isinstance(source, Solution):
        return [source]
    if isinstance(source, Mapping):
        with naming("the object"):
            return solutions_of(puzzle, source)
    _check_source(source, "a solution, a path, text, or a JSON object")
    if isinstance(source, str) and not sources.is_text(source) and not sources.exists(source):
        with naming("the text"):
            if found := _in_text(puzzle, source, clockwise=clockwise):
                return found
    origin = sources.load(source)
    with naming(origin.name):
        if not origin.is_json:
            if found := _in_text(puzzle, origin.text, clockwise=clockwise):
                return found
            if sources.is_link(origin.text):
                raise PuzzleError(f"a solution of the kind {puzzle.kind} is not read from a link")
        return solutions_of(puzzle, origin.text)


def _in_text(puzzle: Puzzle[Any], text: str, *, clockwise: bool) -> list[Solution]:
    found = solutions_from_text(puzzle, text)
    if found and clockwise and is_board_link(text):
        raise PuzzleError("a link shows how pieces lie, and has no turns that could be clockwise")
    return found


def _no_such(name: str) -> PuzzleError:
    quoted = repr(name)
    if len(quoted) > 200:
        quoted = f"{quoted[:197]}..."
    close = get_close_matches(name.lower(), BUILTIN, 1)
    hint = f"; did you mean {close[0]!r}?" if close else ";"
    return PuzzleError(f"there is no file or built-in puzzle {quoted}{hint} see `cpmodels list`")
