"""What there is: ``cpmodels list`` and ``tour`` of the built-in puzzles, ``kinds``, the kinds of puzzles,
``schema``, the JSON Schema of one, and ``digest``, by which a puzzle is known.
"""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from dataclasses import replace
from textwrap import fill
from typing import TYPE_CHECKING, Any

import click

import cpmodels as cm
from cpmodels.base._canonical import digest
from cpmodels.base.kinds import GROUP, entries, kind_named, kind_names, rules_of
from cpmodels.cli import _options as options
from cpmodels.cli._console import Searching, because, describe, say, say_answer, say_line, tell
from cpmodels.cli._files import writable_folder
from cpmodels.cli._forms import form
from cpmodels.cli._options import FOLDER
from cpmodels.cli._sets import of_each
from cpmodels.cli._statuses import ANSWERED, STOPPED

if TYPE_CHECKING:
    from renderers import Picture

TOUR_COUNT_SECONDS = 2.0
"""How long the tour counts the solutions of one puzzle."""
TOUR_SOLVE_SECONDS = 8.0
"""How long the tour looks for a first solution of one puzzle."""


@click.command("list")
@options.as_json
def list_puzzles() -> int:
    """List the built-in puzzles."""
    from readers import BUILTIN

    def in_words() -> None:
        width = max(map(len, BUILTIN))
        for name, words in BUILTIN.items():
            say(f"{name:{width}}  {words}")

    puzzles = [{"name": name, "description": description} for name, description in BUILTIN.items()]
    say_answer(form("list", puzzles=puzzles), in_words)
    return ANSWERED


@click.command()
@options.as_json
def kinds() -> int:
    """List the kinds of puzzles: the package or file that each comes from, and its rules."""
    found = []
    installed = {name: max(given, key=lambda entry: entry.value) for name, given in entries(GROUP).items()}
    for name in kind_names():
        cls, entry = None, installed.get(name)
        with suppress(cm.CpmodelsError):  # It is listed all the same where its package is broken.
            cls = kind_named(name)
        package, version = (entry.dist.name, entry.dist.version) if entry and entry.dist else (None, None)
        where = entry.value if entry else f"{sys.modules[cls.__module__].__file__}:{cls.__qualname__}" if cls else None
        rules = rules_of(cls) if cls else None
        found.append({"kind": name, "package": package, "version": version, "class": where, "rules": rules})

    def in_words() -> None:
        for one in found:
            say(f"{one['kind']}: {one['package'] or one['class']} {one['version'] or ''}".rstrip())
            words = "it cannot be loaded" if one["rules"] is None else one["rules"] or "its class has no docstring"
            say(fill(words, 96, initial_indent="    ", subsequent_indent="    "))

    say_answer(form("kinds", kinds=found), in_words)
    return ANSWERED


@click.command()
@click.argument("kind", shell_complete=lambda *given: [name for name in kind_names() if name.startswith(given[-1])])
@click.option("--solution", "of", flag_value="solution", help="The schema of a solution, not of a puzzle.")
@click.option("--solutions", "of", flag_value="solutions", help="The schema of one solution, or of several in a list.")
def schema(kind: str, of: str | None) -> int:
    """Print the JSON Schema of the puzzles of a KIND.

    Its dialect is 2020-12; it is derived from the code that reads the puzzles. `cpmodels kinds` lists the kinds.
    """
    import readers

    made = getattr(readers, f"{of or 'puzzle'}_schema")
    say(json.dumps(made(kind_named(kind)), indent=2))
    return ANSWERED


@click.command("digest")
@options.puzzle
@of_each(in_a_line=True)
def print_digest(given: cm.Puzzle[Any]) -> int:
    """Print the digest of PUZZLE, as claims of certificates have it.

    It is the first 16 digits of the SHA-256 of all but the puzzle's name: the same for equal puzzles only.
    """
    say_line(digest(given))
    return ANSWERED


@click.command()
@click.option(
    "--out", default="tour", show_default=True, metavar="DIR", type=FOLDER, help="The folder for the pictures."
)
def tour(out: str) -> int:
    """Solve and draw the built-in puzzles."""
    import renderers
    from readers import BUILTIN

    puzzles = list(BUILTIN)
    folder = writable_folder(out, ("tour.png", *(f"{name}.png" for name in puzzles)), "a picture")
    rows = [("puzzle", "first found after", "found")]
    pictures: list[Picture] = []
    try:
        for name in puzzles:
            words, seconds, picture = visit(name)
            picture.save(folder / f"{name}.png")
            pictures.append(picture)
            rows.append((name, f"{seconds:.2f} s", words.partition(":")[0]))
            tell(f"{name}: {words}")
    except KeyboardInterrupt:
        if not pictures:
            raise
    renderers.gallery(pictures, columns=10).save(folder / "tour.png")
    names, times = (max(len(row[column]) for row in rows) for column in (0, 1))
    say("".join(f"{name:{names}}  {after:>{times}}  {found}\n" for name, after, found in rows))
    say(f"pictures: {folder / '*.png'}, and all of them in {folder / 'tour.png'}")
    return ANSWERED if len(pictures) == len(puzzles) else STOPPED


def visit(name: str) -> tuple[str, float, Picture]:
    """Solve, count and draw a built-in puzzle: what was found, the seconds to a first solution, the picture."""
    puzzle = cm.read(name)
    with Searching(name) as progress:
        result = cm.solve(puzzle, time_limit=TOUR_SOLVE_SECONDS, progress=progress)
        try:
            found = cm.count(puzzle, time_limit=TOUR_COUNT_SECONDS, progress=progress)
        except cm.errors.TooLargeError:  # to be counted; one solution is found all the same
            found = cm.Count(0, 0, 0, exhausted=False)
    if found.interrupted:
        raise KeyboardInterrupt
    words = "at least 1 solution"
    if found.total or result.solution is None:
        words = describe(found) + because(puzzle, found.reason)
    picture: Picture = cm.draw(puzzle, result.solution)
    if result.solution is None:
        picture = replace(picture, title=f"{name}: {words.partition(':')[0]}")
    return words, result.seconds, picture
