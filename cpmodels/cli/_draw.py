"""Commands that show puzzles and solutions or check them: ``check``, ``draw``, ``link``, ``pictures``, ``book``."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import click

import cpmodels as cm
from cpmodels.base import sharing
from cpmodels.base._clock import Clock
from cpmodels.cli import _files as files
from cpmodels.cli import _options as options
from cpmodels.cli._console import Searching, say, say_answer, tell
from cpmodels.cli._forms import form
from cpmodels.cli._options import FILE, FOLDER, notes, parse_bed
from cpmodels.cli._sets import interruptions, solved, worst
from cpmodels.cli._statuses import ANSWERED, BROKEN, STOPPED

GUIDE_SECONDS = 5.0
"""How long is spent at most on how hard a puzzle of a book is, and as long on a hint."""


@click.command()
@options.puzzle
@click.argument("solutions", nargs=-1, required=True, metavar="SOLUTION...", type=FILE)
@options.clockwise
@options.as_json
def check(puzzle: str, solutions: tuple[str, ...]) -> int:
    """Check whether each SOLUTION obeys the rules of PUZZLE.

    A SOLUTION is a JSON file, as `cpmodels solve --json` writes it, a garden or a table of pieces and turns as
    `cpmodels solve` and other programs print it, or a link to a board. A file may hold several solutions, such as one
    on each line.
    """
    given = files.read_puzzle(puzzle)
    read, refused = files.read_solutions(given, solutions)
    found = [(name, given.check(solution), "; ".join(given.remarks(solution)) or None) for name, solution in read]
    wrong = [one for one in found if one[1]]
    verdicts = [
        form("Verdict", name=name or None, right=not rules, broken=rules, remark=remark if rules else None)
        for name, rules, remark in found
    ]

    def in_words() -> None:
        for name, rules, remark in wrong:
            say("\n".join(f"{name}: {given.said(rule)}" if name else given.said(rule) for rule in rules))
            if remark:
                say(remark)
        if len(found) > 1:
            right = f"{len(found) - len(wrong):,} of" if wrong else "all"
            say(f"{right} {len(found):,} solutions are right")
        elif not wrong:
            name = found[0][0]
            say(f"{name}: the solution is right" if name else "the solution is right")

    say_answer(form("check", puzzle=given, right=not (wrong or refused), solutions=verdicts), in_words)
    return worst([*refused, BROKEN if wrong else ANSWERED])


@click.command()
@options.puzzle
@click.argument("solutions", nargs=-1, metavar="[SOLUTION]...", type=FILE)
@options.output("The file to write, whose extension chooses the format", required=True)
@options.view
@click.option(
    "--bed", metavar="WIDTHxDEPTH", help="Split an .stl into numbered files, one for each bed of this size (mm)."
)
@options.paper
@options.art
@options.clockwise
def draw(
    puzzle: str, solutions: tuple[str, ...], output: str, bed: str | None, art: str | None, paper: str | None
) -> int:
    """Draw PUZZLE, or a SOLUTION of it, to a file.

    A SOLUTION is a JSON file, as `cpmodels solve --json` writes it, a garden or a table of pieces and turns as
    `cpmodels solve` prints it, or a link to a board; it may be wrong. There may be several: a page (.html) steps
    through them, a picture shows them side by side.
    """
    given = files.asked(files.read_puzzle(puzzle), art=art)
    named, refused = files.read_solutions(given, solutions)
    target = files.picture_path(output, given, notes().manner)
    found = [solution for _, solution in named]
    room = None if bed is None else parse_bed(bed)
    files.tell_written(cm.save(target, given, found, bed=room, paper=paper, **notes().manner))
    files.tell_idle(target, given, found)
    if wrong := sum(bool(given.check(solution)) for solution in found):
        one = len(found) == 1
        tell("the solution breaks the rules" if one else f"{wrong:,} of {len(found):,} solutions break the rules")
    return worst(refused)


@click.command()
@options.puzzle
@click.argument("solution", required=False, type=FILE)
@options.clockwise
@click.option("--site", metavar="NAME", help="Which website, of several: puzz.link (the default) or penpa.")
def link(puzzle: str, solution: str | None, site: str | None) -> int:
    """Print a link to a website that shows PUZZLE or a SOLUTION.

    Edge-matching puzzles are shown at e2.bucas.name, whose links know neither clues nor pieces that may not be turned.
    The solution may be wrong and may leave cells empty; without a solution the pieces are shown in their order.
    Seventeen other kinds have links of puzz.link and of penpa, without a solution.
    """
    given = files.read_puzzle(puzzle)
    named, _ = files.read_solutions(given, (solution,) if solution else ())
    found: list[Any] = [one for _, one in named]
    if len(found) > 1:
        raise cm.ParameterError(f"a link shows one board; {solution} holds {len(found)}")
    say(sharing.link(given, *found, site=site))
    return ANSWERED


@click.command()
@options.puzzle
@click.argument("folder", type=FOLDER)
@click.option("--sheet", is_flag=True, help="Write all pieces into one picture.")
def pictures(puzzle: str, folder: str, sheet: bool) -> int:
    """Write the pieces of PUZZLE as pictures into FOLDER.

    PUZZLE is a Zigzaw, or of another kind with pictures of its pieces. The folder can be read as a puzzle again:
    `cpmodels solve FOLDER`.
    """
    from readers.sources import PICTURES

    given = files.read_puzzle(puzzle)
    for path in Path(folder).glob("*"):
        if path.name.lower().endswith(PICTURES):
            files.spare(path, "a picture")
    written = sharing.pictures(given, folder, sheet=sheet)
    tell(f"{len(written)} pictures in {folder}")
    return ANSWERED


def guide(
    puzzle: cm.Puzzle[Any], solution: Any, name: str, time_limit: float, *, is_unique: bool = False
) -> tuple[str | None, str | None, bool]:
    """How hard a puzzle of one solution is, by rules alone, the first step to that, where it is short, and whether it
    is known to have several.

    is_unique: whether it is known to have just this solution.
    """
    from cpmodels.explaining import HARDEST
    from cpmodels.explaining._explaining import grade_of, has_rules

    seconds, grade, step, has_several = min(time_limit, GUIDE_SECONDS), None, None, False
    with Searching(f"{name}: how hard it is") as progress, suppress(cm.CpmodelsError):
        clock = Clock(seconds, None)
        if clock.beside(lambda: has_rules(puzzle)):
            is_alone = is_unique or cm.is_unique(puzzle, time_limit=clock.rest, progress=progress)
            has_several = is_alone is False
            if is_alone:
                grade = clock.beside(lambda: grade_of(puzzle, solution))
        step = cm.hint(puzzle, time_limit=seconds).step
    return grade, None if step is None or step.level > HARDEST else str(step), has_several


def answer_of(puzzle: cm.Puzzle[Any], source: str, time_limit: float) -> tuple[Any, int]:
    """A puzzle's solution or, in words, why a book has none; and the exit status for it."""
    result, status = solved(source, puzzle, "", time_limit)
    if result is None:
        return "not solved", status
    if result.status is cm.Status.UNKNOWN:
        tell(f"{source}: not solved in time")
        return "not solved in time", STOPPED
    return "no solution" if result.solution is None else result.solution, status


@click.command()
@options.puzzles
@click.option("-o", "--output", required=True, metavar="BOOK", type=FILE, help="The .pdf file to write.")
@click.option("--title", default="Puzzles", show_default=True, help="The title on every page.")
@options.paper
@click.option(
    "--per-page", type=click.Choice(["1", "2", "4", "6", "9", "12"]), default="6", show_default=True,
    help="How many puzzles a page has.",
)  # fmt: skip
@options.time("Stop the search for each solution after this many seconds.", default=20.0, show_default=True)
def book(puzzles: tuple[str, ...], output: str, title: str, paper: str | None, per_page: str, time_limit: float) -> int:
    """Print PUZZLES, easy ones first, with rules, and with hints and solutions at the back.

    PUZZLES may be a folder, or a file of several puzzles; then all in it are printed. Ctrl-C ends it with those that
    are solved.
    """
    import renderers

    if Path(output).suffix.lower() != ".pdf":
        raise cm.ParameterError(f"a book is a .pdf file, not {output}")
    renderers.ready(output, "zip-4")  # A package that is missing is named once, not for each puzzle.
    named, statuses = files.read_puzzles(puzzles, partial(renderers.ready, output))
    files.writable(output, "the book")
    given = [(source, files.titled(puzzle, source)) for source, puzzle in named]
    entries: list[tuple[Any, ...]] = []
    try:
        with interruptions() as came:
            for source, puzzle in given:
                answer, status = answer_of(puzzle, source, time_limit)
                entries.append((puzzle, answer))
                statuses.append(status)
                if came:
                    raise KeyboardInterrupt
                if not isinstance(answer, str):  # Ctrl-C leaves the guide out, and not what is solved.
                    entries[-1] += guide(puzzle, answer, source, time_limit)
    except KeyboardInterrupt:
        if not entries:
            raise
        statuses.append(STOPPED)
        tell(f"stopped: the book has {len(entries)} of {len(given)} puzzles")
    renderers.book(output, entries, title, paper=paper or "A4", per_page=int(per_page))
    files.tell_written(Path(output))
    return worst(statuses)
