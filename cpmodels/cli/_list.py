"""What there is: ``cpmodels list`` and ``tour`` of the built-in puzzles, ``kinds``, the kinds of puzzles,
``schema``, the JSON Schema of one, and ``digest``, by which a puzzle is known.
"""

from __future__ import annotations

import json
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import click

import cpmodels as cm
from cpmodels.cli import ANSWERED, STOPPED
from cpmodels.cli import _forms as forms
from cpmodels.cli._console import Searching, describe, print_json, say, tell
from cpmodels.cli._files import read_puzzle
from cpmodels.cli._options import json_option
from cpmodels.cli._types import FOLDER, PUZZLE
from cpmodels.kinds import GROUP, entry_points, kind_named, kind_names

if TYPE_CHECKING:
    from renderers import Picture

TOUR_COUNT_SECONDS = 2.0
"""How long the tour counts the solutions of one puzzle."""
TOUR_SOLVE_SECONDS = 8.0
"""How long the tour looks for a first solution of one puzzle."""


@click.command("list")
@json_option
def list_puzzles(as_json: bool) -> int:
    """List the built-in puzzles."""
    from readers import BUILTIN

    if as_json:
        listed = [forms.BuiltIn(name=name, description=description) for name, description in BUILTIN.items()]
        print_json(forms.BuiltIns(puzzles=listed))
        return ANSWERED
    width = max(map(len, BUILTIN))
    for name, description in BUILTIN.items():
        say(f"{name:{width}}  {description}")
    return ANSWERED


@click.command()
@json_option
def kinds(as_json: bool) -> int:
    """List the kinds of puzzles, and the package each comes from."""
    found: list[forms.Kind] = [
        {
            "kind": entry.name,
            "package": entry.dist.name if entry.dist else None,
            "version": entry.dist.version if entry.dist else None,
            "class": entry.value,
        }
        for entry in sorted(entry_points(GROUP), key=lambda entry: (entry.name, entry.value))
    ]
    if as_json:
        print_json(forms.Kinds(kinds=found))
        return ANSWERED
    width = max((len(one["kind"]) for one in found), default=0)
    for one in found:
        say(f"{one['kind']:{width}}  {one['package']} {one['version']}")
    return ANSWERED


def kinds_begun(_context: click.Context, _argument: click.Parameter, begun: str) -> list[str]:
    """The kinds whose names begin so, for the shell."""
    return [name for name in kind_names() if name.startswith(begun)]


@click.command()
@click.argument("kind", shell_complete=kinds_begun)
@click.option("--solution", "of", flag_value="solution", help="The schema of a solution, not of a puzzle.")
@click.option("--solutions", "of", flag_value="solutions", help="The schema of one solution, or of several in a list.")
def schema(kind: str, of: str | None) -> int:
    """Print the JSON Schema of the puzzles of a KIND.

    Its dialect is 2020-12; it is derived from the code that reads the puzzles. `cpmodels kinds` lists the kinds.
    """
    import readers

    match of:
        case "solution":
            made = readers.solution_schema(kind_named(kind))
        case "solutions":
            made = readers.solutions_schema(kind_named(kind))
        case _:
            made = readers.puzzle_schema(kind_named(kind))
    say(json.dumps(made, indent=2))
    return ANSWERED


@click.command("digest")
@click.argument("puzzle", type=PUZZLE)
def print_digest(puzzle: str) -> int:
    """Print the digest of PUZZLE, as claims of certificates have it.

    It is the first 16 digits of the SHA-256 of all but the puzzle's name: the same for equal puzzles only.
    """
    from cpmodels._canonical import digest

    say(digest(read_puzzle(puzzle)))
    return ANSWERED


@click.command()
@click.option(
    "--out", default="tour", show_default=True, metavar="DIR", type=FOLDER, help="The folder for the pictures."
)
def tour(out: str) -> int:
    """Solve and draw the built-in puzzles."""
    from rich.console import Console
    from rich.table import Table

    import readers
    import renderers

    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    table = Table(box=None, pad_edge=False)
    table.add_column("puzzle")
    table.add_column("first found after", justify="right")
    table.add_column("found")
    pictures: list[Picture] = []
    stopped = False
    for name in readers.BUILTIN:
        try:
            told, seconds, picture = visit(name)
        except KeyboardInterrupt:
            stopped = True
            break
        picture.save(folder / f"{name}.png")
        pictures.append(picture)
        table.add_row(name, f"{seconds:.2f} s", told.partition(":")[0])
        tell(f"{name}: {told}")
    if pictures:
        renderers.gallery(pictures, columns=5).save(folder / "tour.png")
    # Not straight to standard output, as Rich makes exit status 1 of a broken pipe.
    console = Console(file=StringIO(), highlight=False, soft_wrap=True)
    with console.capture() as rows:
        console.print(table)
    say(rows.get())
    say(f"pictures: {folder / '*.png'}, and all of them in {folder / 'tour.png'}")
    return STOPPED if stopped else ANSWERED


def visit(name: str) -> tuple[str, float, Picture]:
    """Solve, count and draw a built-in puzzle: what was found, the seconds to a first solution, the picture."""
    puzzle = cm.read(name)
    with Searching(name) as progress:
        result = cm.solve(puzzle, time_limit=TOUR_SOLVE_SECONDS, progress=progress)
        try:
            found = cm.count(puzzle, time_limit=TOUR_COUNT_SECONDS, progress=progress)
        except cm.TooLargeError:  # to be counted; one solution is found all the same
            found = cm.Count(0, 0, 0, exhausted=False)
    if found.interrupted:
        raise KeyboardInterrupt
    told = describe(found) if found.total or result.solution is None else "at least 1 solution"
    picture: Picture = cm.draw(puzzle, result.solution)
    if result.solution is None:
        picture = replace(picture, title=f"{name}: {told.partition(':')[0]}")
    return told, result.seconds, picture
