"""What the commands read and write: puzzles, solutions, standard input, and files that must be writable."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import cpmodels as cm
from cpmodels.base.files import may_be_written, naming_file, refuse_overwriting, write_file
from cpmodels.base.kinds import VARIABLE
from cpmodels.base.values import plural
from cpmodels.cli._console import describe, json_text, none, number, proved_none, tell
from cpmodels.cli._options import notes
from cpmodels.cli._statuses import BAD_INPUT

STANDARD_INPUT = 0
"""Its number as an open file."""


def read_puzzle(source: str) -> cm.Puzzle[Any]:
    """A puzzle from the command line's first argument; what it was taken for is said, where that may be wrong."""
    with telling():
        return with_key(cm.read(opened(source)))


def with_key(puzzle: cm.Puzzle[Any]) -> cm.Puzzle[Any]:
    """The puzzle with the key that the command line asks for."""
    return asked(puzzle, key=notes().key or None)


@contextmanager
def telling() -> Iterator[None]:
    """Tell what readers remark (see `readers.recognition.remark`)."""
    import logging

    from readers.recognition import LOGGER

    handler, level = logging.Handler(), LOGGER.level
    handler.emit = lambda record: tell(record.getMessage())  # type: ignore[method-assign]
    LOGGER.addHandler(handler)
    LOGGER.setLevel(logging.INFO)
    try:
        yield
    finally:
        LOGGER.removeHandler(handler)
        LOGGER.setLevel(level)


WITHOUT = {"art": "no choice of art", "key": "no key to choose", "maximise": "nothing to maximise"}
"""What kinds have that lack one of these fields."""


def asked(puzzle: cm.Puzzle[Any], **fields: Any) -> cm.Puzzle[Any]:
    """The puzzle with what is given for its fields of these names.  Raises ParameterError for kinds without."""
    given = {name: value for name, value in fields.items() if value is not None}
    for name in given:
        if name not in getattr(puzzle, "__dataclass_fields__", {}):
            raise cm.ParameterError(f"puzzles of the kind {puzzle.kind!r} have {WITHOUT[name]}")
    return cast("cm.Puzzle[Any]", replace(cast("Any", puzzle), **given)) if given else puzzle


@contextmanager
def keeping(errors: list[cm.CpmodelsError]) -> Iterator[None]:
    """Keep what is wrong with one of several, so that the others can go on."""
    try:
        yield
    except cm.CpmodelsError as error:
        errors.append(error)


def tell_kept(errors: Sequence[cm.CpmodelsError], found: Sequence[Any]) -> list[int]:
    """Say what was kept, if anything, and give the exit status for it; where nothing else was found, raise the last."""
    for error in errors if found else errors[:-1]:
        tell(f"cpmodels: {error}")
    if errors and not found:
        raise errors[-1]
    return [BAD_INPUT] if errors else []


def read_puzzles(
    sources: Collection[str], check: Callable[[cm.Puzzle[Any]], object] | None = None
) -> tuple[list[tuple[str, cm.Puzzle[Any]]], list[int]]:
    """The puzzles of the command line's arguments, of folders and files of several all that are in them, each with what
    to call it, and the exit status for those that are refused, if any: they cannot be read, or do not pass the check.

    check: raises an error for a puzzle of which the command can make nothing; it is asked of the puzzle with its title.
    """
    import readers

    found: list[tuple[str, cm.Puzzle[Any]]] = []
    errors: list[cm.CpmodelsError] = []
    for source in sources:
        with keeping(errors):
            with telling():
                each = list(readers.read_each(opened(source)))
            for name, puzzle in each:
                with keeping(errors):
                    if isinstance(puzzle, cm.CpmodelsError):
                        raise puzzle
                    called = source if source == "-" and len(each) == 1 else name
                    with cm.errors.naming(called if len(each) > 1 or len(sources) > 1 else ""):
                        given = with_key(puzzle)
                        if check:
                            check(titled(given, called))
                    found.append((called, given))
    return found, tell_kept(errors, found)


def titled(puzzle: cm.Puzzle[Any], source: str) -> cm.Puzzle[Any]:
    """The puzzle, with the name of its file where it has none of its own."""
    from readers.sources import exists

    return puzzle if puzzle.name or not exists(source) else named(puzzle, stem(source))


def stem(source: str) -> str:
    """The name of a file without its extension, as text: what of it is not UTF-8 is replaced."""
    return os.fsencode(Path(source).stem).decode(errors="replace")


def named(puzzle: cm.Puzzle[Any], name: str) -> cm.Puzzle[Any]:
    """The puzzle with a name, where its kind has a field for one."""
    return asked(puzzle, name=name) if "name" in getattr(puzzle, "__dataclass_fields__", {}) else puzzle


def read_solutions(puzzle: cm.Puzzle[Any], files: tuple[str, ...]) -> tuple[list[tuple[str, cm.Solution]], list[int]]:
    """The solutions in files or, for -, on standard input, each with what to call it, and the exit status for those
    that cannot be read, if any.
    """
    import readers

    named: list[tuple[str, cm.Solution]] = []
    errors: list[cm.CpmodelsError] = []
    for file in files:
        with keeping(errors):
            found = readers.read_solutions(puzzle, opened(file), clockwise=notes().clockwise)
            for position, solution in enumerate(found, 1):
                words = [*([file] if len(files) > 1 else []), *([f"solution {position}"] if len(found) > 1 else [])]
                named.append((", ".join(words), solution))
    return named, tell_kept(errors, named)


def read_partial(puzzle: cm.Puzzle[Any], file: str | None) -> cm.Partial | cm.Solution | None:
    """What is known by a file, if one is given: a partial solution, or a solution that need not be complete."""
    import readers

    if file is None:
        return None
    found = readers.read_partial(puzzle, opened(file), clockwise=notes().clockwise)
    notes().has_given = found != cm.Partial()
    return found


def opened(source: str) -> str:
    """What `readers` takes for a source: its name or, for -, the text on standard input; nothing is written over it."""
    notes().read.append(source)
    return standard_input() if source == "-" else source


def standard_input() -> str:
    """The text on standard input, with a line break at its end, by which `readers` knows a text."""
    if sys.stdin is None:
        raise cm.PuzzleError("standard input is closed")
    if notes().read.count("-") > 1:
        raise cm.PuzzleError("standard input was read already: - can stand for one thing only")
    from readers.sources import LARGEST_FILE, decoded

    with naming_file("standard input"):
        content = sys.stdin.buffer.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise cm.PuzzleError(f"standard input is too large: a puzzle has at most {LARGEST_FILE // 2**20} MiB")
    try:
        text = decoded(content)
    except cm.PuzzleError:
        raise cm.PuzzleError("standard input is not text; pictures are read from files alone") from None
    if not text.strip("\ufeff \t\r\n"):
        raise cm.PuzzleError("standard input is empty")
    return text + "\n"


def picture_path(output: str, puzzle: cm.Puzzle[Any], options: Iterable[str] = ()) -> Path:
    """The file for a picture, or for JSON; what cannot be written is refused before anything is searched."""
    import renderers

    if Path(output).is_dir():
        raise cm.ParameterError(f"a picture cannot be written to {output}: it is a folder")
    renderers.ready(output, puzzle)
    for option in options:
        if option not in renderers.functions.options_of(puzzle):
            raise cm.ParameterError(f"pictures of the kind {puzzle.kind!r} have no --{option}")
    return writable(output, "the solution" if is_json(output) else "the picture")


def asked_picture(output: str | None, puzzle: cm.Puzzle[Any]) -> Path | None:
    """The file that -o names, if it does; without it, options of pictures are refused."""
    if output is None and notes().manner:
        raise cm.ParameterError("--view, --turn and --codes are for a picture: name it by -o")
    return None if output is None else picture_path(output, puzzle, notes().manner)


def is_json(path: str | Path) -> bool:
    return Path(path).suffix.lower() == ".json"


def write_json(path: Path, form: Mapping[str, Any], solutions: Iterable[cm.Solution] | None = None) -> None:
    """Write what --json prints to a file and, where there may be several solutions, these as its last field."""
    import readers

    def content() -> Iterator[str]:
        if solutions is None:
            yield json_text(form) + "\n"
            return
        before = {name: value for name, value in form.items() if name != "solutions"}
        yield json_text(before)[:-1] + ', "solutions": ['
        for place, solution in enumerate(solutions):
            yield f"{',' * (place > 0)}\n{json_text(readers.solution_form(solution))}"
        yield "]}\n"

    write_file(path, content())


def most_shown(target: Path) -> int:
    """How many solutions a file has room for."""
    import renderers

    return renderers.files.room(target)


def writable(output: str, what: str, *others: str | None) -> Path:
    """A path at which a file can be written, none that was read, nor one of others.  Raises ParameterError."""
    path = Path(output)
    if output == "-":
        raise cm.ParameterError(f"{what} is written to a file, not to standard output: give it a name")
    if not path.parent.is_dir():
        raise cm.ParameterError(f"there is no folder {path.parent} for {what}")
    if not may_be_written(path):
        raise cm.ParameterError(f"{what} cannot be written to {path}")
    spare(path, what, *others)
    return path


def writable_folder(folder: str, names: Iterable[str], what: str) -> Path:
    """A folder, made where there is none, in which files of these names can be written.  Raises ParameterError."""
    path = Path(folder)
    path.mkdir(parents=True, exist_ok=True)
    for name in names:
        writable(str(path / name), what)
    return path


def spare(path: Path, what: str, *others: str | None) -> None:
    """Raise ParameterError when a file to be written was read or loaded, is one of others, or is standard input."""
    from readers import BUILTIN

    read = (source for source in notes().read if source not in BUILTIN)
    loaded = os.environ.get(VARIABLE, "").split(os.pathsep)
    sources = filter(None, (*read, *others, *loaded))
    refuse_overwriting(path, what, [STANDARD_INPUT if source == "-" else source for source in sources])


def refuse_writing_twice(target: Path | None, other: str, what: str = "ledger") -> None:
    """Raise ParameterError when solutions are to be written over a ledger or the like, which may not be there yet."""
    from cpmodels.search._ledger import sides

    if target and Path(os.path.realpath(target)) in (Path(os.path.realpath(other)), *sides(other)):
        raise cm.ParameterError(f"the solutions would be written over the {what} {other}")


def hides_solution(target: str | Path | None) -> bool:
    """Whether what is written keeps the solution from the eye until it is asked for: then it is not printed either."""
    return target is not None and Path(target).suffix.lower() == ".html"


def save_found(
    target: Path | None,
    found: cm.Result[Any] | cm.Count | cm.Forced[Any],
    puzzle: cm.Puzzle[Any],
    solutions: Sequence[Any],
    form: Mapping[str, Any],
) -> None:
    """Write what was found to a file, if one is asked for; say what is left out, and when there is nothing to draw."""
    if target is None:
        return
    counted = found if isinstance(found, cm.Count) else None
    caption = shown_of(len(solutions), counted, most_shown(target)) if counted else None
    if is_json(target):
        write_json(target, form, solutions if counted else None)
        tell_written(target)
    elif solutions:
        tell_written(cm.save(target, puzzle, solutions, caption=caption, **notes().manner))
    else:
        why = f"there is {none()}" if proved_none(found) else "no solution was found"
        tell(f"{target} was not written, as {why}")
    if solutions or is_json(target):
        tell_idle(target, puzzle, solutions)
    if counted and len(solutions) < counted.total:
        tell(f"{target} shows {caption}")


def tell_idle(target: Path, puzzle: cm.Puzzle[Any], solutions: Sequence[cm.Solution]) -> None:
    """Say which options of pictures change nothing in a file."""
    import renderers

    if same := renderers.files.idle(target, puzzle, solutions, notes().manner):
        tell(f"{target} would be the same without {' and '.join(f'--{name}' for name in same)}")


def tell_written(files: Mapping[Path, str] | Path) -> None:
    """Say that files were written, a line each, with what is in them where there is something to say."""
    for file, content in (files if isinstance(files, Mapping) else {files: ""}).items():
        tell(f"wrote {file}{content and f': {content}'}")


def shown_of(shown: int, found: cm.Count, room: int) -> str:
    """How many of the solutions that were counted are shown, in words; of as many as there is room for, the first."""
    if shown == found.total:
        return plural(shown, "solution") + ("" if found.exhausted else "; there may be more")
    if shown == found.orbits and found.exhausted and shown != room:
        return f"{plural(shown, 'solution')} up to symmetry, of {number(found.total)} in all"
    return f"the first {shown:,} of {describe(found)}"
