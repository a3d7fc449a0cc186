"""Commands that show puzzles and solutions or check them: ``check``, ``draw``, ``link``, ``pictures``, ``book``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import cpmodels as cm
from cpmodels.cli import ANSWERED, BAD_INPUT, BROKEN, STOPPED
from cpmodels.cli import _forms as forms
from cpmodels.cli._console import Searching, print_json, say, tell
from cpmodels.cli._files import (
    picture_path,
    read_puzzle,
    read_puzzles,
    read_solutions,
    spare,
    tell_written,
    titled,
    with_art,
    writable,
)
from cpmodels.cli._options import art_option, clockwise_option, json_option, output_option, parse_bed
from cpmodels.cli._types import FILE, FOLDER, PUZZLE, SECONDS, Number

if TYPE_CHECKING:
    from renderers import View


@click.command()
@click.argument("puzzle", type=PUZZLE)
@click.argument("solutions", nargs=-1, required=True, metavar="SOLUTION...", type=FILE)
@clockwise_option
@json_option
def check(puzzle: str, solutions: tuple[str, ...], clockwise: bool, as_json: bool) -> int:
    """Check whether each SOLUTION keeps the rules of PUZZLE.

    A SOLUTION is a JSON file, as `cpmodels solve --json` writes it, a garden or a table of pieces and turns as
    `cpmodels solve` and other programs print it, or a link to a board. A file may hold several solutions, such as one
    on each line.
    """
    from cpmodels.puzzle import broken_rules

    given = read_puzzle(puzzle)
    given_solutions = read_solutions(given, solutions, clockwise=clockwise)
    named = [(name, one, broken_rules(given, one)) for name, one in given_solutions]
    broken = [(name, one, rules) for name, one, rules in named if rules]
    if as_json:
        verdicts = [verdict(given, *one) for one in named]
        print_json(forms.Check(puzzle=given.kind, right=not broken, solutions=verdicts))
        return BROKEN if broken else ANSWERED
    for name, solution, rules in broken:
        say("\n".join(f"{name}: {rule}" if name else rule for rule in rules))
        if remark := given.remark(solution):
            say(remark)
    if len(named) > 1:
        right = f"{len(named) - len(broken):,} of" if broken else "all"
        say(f"{right} {len(named):,} solutions are right")
    elif not broken:
        say("the solution is right")
    return BROKEN if broken else ANSWERED


def verdict(puzzle: cm.Puzzle[Any], name: str, solution: cm.Solution, broken: list[str]) -> forms.Verdict:
    """Whether a solution is right, for JSON."""
    remark = puzzle.remark(solution) if broken else None
    return forms.Verdict(name=name or None, right=not broken, broken=broken, remark=remark)


@click.command()
@click.argument("puzzle", type=PUZZLE)
@click.argument("solutions", nargs=-1, metavar="[SOLUTION]...", type=FILE)
@output_option("The file to write, whose extension chooses the format", required=True)
@click.option(
    "--view",
    type=click.Choice(["isometric", "oblique", "layers"]),
    default="isometric",
    show_default=True,
    help="How pictures show three-dimensional puzzles; `layers` is a plan of each layer.",
)
@click.option(
    "--turn",
    type=Number(),
    metavar="DEGREES",
    help="Turn a three-dimensional puzzle about the vertical axis; the default hides little.",
)
@click.option("--codes", is_flag=True, help="Write its code on each cube of a three-dimensional puzzle.")
@click.option(
    "--bed", metavar="WIDTHxDEPTH", help="Split an .stl into numbered files, one for each plate of this size (mm)."
)
@art_option
@clockwise_option
def draw(
    puzzle: str,
    solutions: tuple[str, ...],
    output: str,
    view: View,
    turn: float | None,
    codes: bool,
    bed: str | None,
    art: str | None,
    clockwise: bool,
) -> int:
    """Draw PUZZLE, or a SOLUTION of it, to a file.

    A SOLUTION is a JSON file, as `cpmodels solve --json` writes it, a garden or a table of pieces and turns as
    `cpmodels solve` prints it, or a link to a board; it may be wrong. There may be several: a page (.html) steps
    through them, a picture shows them side by side.
    """
    from cpmodels.puzzle import broken_rules

    given = with_art(read_puzzle(puzzle), art)
    target = picture_path(output, given, (puzzle, *solutions))
    found = [solution for _, solution in read_solutions(given, solutions, clockwise=clockwise)]
    room = None if bed is None else parse_bed(bed)
    tell_written(cm.save(target, given, found, view=view, turn=turn, codes=codes, bed=room))
    if wrong := sum(bool(broken_rules(given, solution)) for solution in found):
        tell(
            "the solution breaks the rules"
            if len(found) == 1
            else f"{wrong:,} of {len(found):,} solutions break the rules"
        )
    return ANSWERED


@click.command()
@click.argument("puzzle", type=PUZZLE)
@click.argument("solution", required=False, type=FILE)
@clockwise_option
def link(puzzle: str, solution: str | None, clockwise: bool) -> int:
    """Print a link to a website that shows PUZZLE or a SOLUTION.

    Edge-matching puzzles are shown at e2.bucas.name. The solution may be wrong and may leave cells empty; without a
    solution the pieces are shown in their order.
    """
    from cpmodels import sharing

    given = read_puzzle(puzzle)
    found: list[Any] = [one for _, one in read_solutions(given, (solution,) if solution else (), clockwise=clockwise)]
    if len(found) > 1:
        raise cm.ParameterError(f"a link shows one board; {solution} holds {len(found)}")
    say(sharing.link(given, *found))
    return ANSWERED


@click.command()
@click.argument("puzzle", type=PUZZLE)
@click.argument("folder", type=FOLDER)
@click.option("--sheet", is_flag=True, help="Write all pieces into one picture.")
def pictures(puzzle: str, folder: str, sheet: bool) -> int:
    """Write the pieces of PUZZLE as pictures into FOLDER.

    PUZZLE is a Zigzaw, or of another kind with pictures of its pieces. The folder can be read as a puzzle again:
    `cpmodels solve FOLDER`.
    """
    from cpmodels import sharing
    from readers.sources import PICTURES

    given = read_puzzle(puzzle)
    for path in Path(folder).glob("*"):
        if path.name.lower().endswith(PICTURES):
            spare(path, "a picture", [puzzle])
    written = sharing.pictures(given, folder, sheet=sheet)
    tell(f"{len(written)} pictures in {folder}")
    return ANSWERED


@click.command()
@click.argument("puzzles", nargs=-1, required=True, metavar="PUZZLE...", type=PUZZLE)
@click.option("-o", "--output", required=True, metavar="BOOK", type=FILE, help="The .pdf file to write.")
@click.option("--title", default="Puzzles", show_default=True, help="The title on every page.")
@click.option(
    "--time-limit",
    type=SECONDS,
    default=20.0,
    show_default=True,
    metavar="SECONDS",
    help="Stop the search for each solution after this many seconds.",
)
def book(puzzles: tuple[str, ...], output: str, title: str, time_limit: float) -> int:
    """Print PUZZLES, six to a page, with the solutions at the back.

    PUZZLES may be a folder; then all puzzles in it are printed.
    """
    import renderers

    if Path(output).suffix.lower() != ".pdf":
        raise cm.ParameterError(f"a book is a .pdf file, not {output}")
    writable(output, "the book", puzzles)
    named, some_refused = read_puzzles(puzzles)
    given = [(source, titled(puzzle, source)) for source, puzzle in named]
    for _, puzzle in given:
        renderers.ready(output, puzzle)
    entries: list[tuple[cm.Puzzle[Any], Any]] = []
    stopped = False
    for source, puzzle in given:
        with Searching(source) as progress:
            result = cm.solve(puzzle, time_limit=time_limit, progress=progress)
        if result.solution is not None:
            entries.append((puzzle, result.solution))
            continue
        unknown = result.status is cm.Status.UNKNOWN
        stopped |= unknown
        entries.append((puzzle, "not solved in time" if unknown else "no solution"))
        tell(f"{source}: {'not solved in time' if unknown else 'there is no solution'}")
    renderers.book(output, entries, title)
    tell_written(Path(output))
    return BAD_INPUT if some_refused else STOPPED if stopped else ANSWERED
