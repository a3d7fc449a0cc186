"""The command line: the one place that brings readers, solver and renderers together."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

import cpmodels as cm
import readers
import renderers

OUT = Console(highlight=False, soft_wrap=True)
ERR = Console(stderr=True, highlight=False, soft_wrap=True)

ANSWERED, BROKEN, BAD_INPUT, STOPPED = 0, 1, 2, 3
"""Exit statuses: answered (a proof that there is no solution is an answer); `check` found broken rules, or `confirm` a
disagreement; bad input or usage; stopped before an answer."""

TOUR_COUNT_SECONDS = 2.0
"""How long the tour counts the solutions of one puzzle."""
TOUR_SOLVE_SECONDS = 8.0
"""How long the tour looks for a first solution of one puzzle."""

F = TypeVar("F", bound=Callable[..., Any])


class Searching:
    """Shows the progress of a search on standard error: a live line on a terminal, else a line now and then."""

    FIRST_LINE_AFTER = 1.0
    SECONDS_BETWEEN_LINES = 10.0

    def __init__(self, what: str) -> None:
        self._what = what
        self._status = ERR.status(f"{what} ...") if ERR.is_terminal else None
        self._next_line = self.FIRST_LINE_AFTER
        self.seconds = 0.0

    def __enter__(self) -> Searching:
        if self._status:
            self._status.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._status:
            self._status.stop()

    def __call__(self, progress: cm.Progress) -> None:
        self.seconds = progress.seconds
        line = f"{self._what} ... {progress.found:,} found, {progress.seconds:.0f} s"
        if self._status:
            self._status.update(line)
        elif progress.seconds >= self._next_line:
            self._next_line = progress.seconds + self.SECONDS_BETWEEN_LINES
            ERR.print(line)


def search_options(command: F) -> F:
    """The options that `solve` and `count` share."""
    for option in (
        click.option(
            "--set",
            "settings",
            multiple=True,
            metavar="NAME=VALUE",
            help="Set any CP-SAT parameter, as in --set cp_model_presolve=false.",
        ),
        click.option("--seed", type=click.IntRange(0, 2**31 - 1), help="Search in another order."),
        click.option("--workers", type=click.IntRange(1, 256), help="Cores to use."),
        click.option("--time-limit", type=float, metavar="SECONDS", help="Stop after so many seconds."),
        click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else."),
    ):
        command = option(command)
    return command


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(cm.__version__, package_name="cpmodels")
def cli() -> None:
    """Tile and path puzzles, solved by OR-Tools CP-SAT.

    PUZZLE is the name of a built-in puzzle (see `cpmodels list`), a file, a folder of Zigzaw pictures, or - for
    standard input.

    Exit status: 0 answered (also by a proof that there is no solution), 1 `check` found broken rules or
    `confirm` a disagreement, 2 bad input or usage, 3 stopped before an answer.
    """


@cli.command()
@click.argument("puzzle")
@click.option("-o", "--output", metavar="PICTURE", help="Draw the solution to a .svg or .png file.")
@search_options
def solve(
    puzzle: str,
    output: str | None,
    as_json: bool,
    time_limit: float | None,
    workers: int | None,
    seed: int | None,
    settings: tuple[str, ...],
) -> int:
    """Find one solution of PUZZLE, or prove that there is none."""
    given = read_puzzle(puzzle)
    target = picture_path(output)
    parameters = parse_settings(settings)
    with Searching("solving") as progress:
        try:
            result = cm.solve(given, time_limit=time_limit, workers=workers, seed=seed, progress=progress, **parameters)
        except KeyboardInterrupt:
            result = cm.Result(given, cm.Status.UNKNOWN, None, progress.seconds)
    if as_json:
        form = None if result.solution is None else readers.solution_form(result.solution)
        print_json(
            puzzle=given.kind,
            status=result.status.value,
            solution=form,
            seconds=round(result.seconds, 4),
            **({"reason": result.reason} if result.reason else {}),
            **({"cost": result.cost} if result.cost is not None else {}),
        )
    elif result.solution is not None:
        click.echo(renderers.text(given, result.solution))
        least = "" if result.cost is None else f", {given.minimise}: {result.cost}, proved to be the least"
        ERR.print(f"solved in {result.seconds:.2f} s{least}")
    elif result.status is cm.Status.INFEASIBLE:
        click.echo("there is no solution" + (f": {result.reason}" if result.reason else ""))
    else:
        ERR.print("stopped before a solution was found; whether there is one is not known")
        if result.reason:
            ERR.print(result.reason)
    if target and result.solution is not None:
        renderers.draw(given, result.solution).save(target)
    return STOPPED if result.status is cm.Status.UNKNOWN else ANSWERED


@cli.command()
@click.argument("puzzle")
@click.option("--limit", type=click.IntRange(min=1), help="Stop after so many solutions.")
@search_options
def count(
    puzzle: str,
    limit: int | None,
    as_json: bool,
    time_limit: float | None,
    workers: int | None,
    seed: int | None,
    settings: tuple[str, ...],
) -> int:
    """Count the solutions of PUZZLE, all of them, with proof."""
    given = read_puzzle(puzzle)
    parameters = parse_settings(settings)
    with Searching("counting") as progress:
        found = cm.count(
            given,
            limit=limit,
            time_limit=time_limit,
            workers=workers or 1,
            seed=seed,
            progress=progress,
            **parameters,
        )
    if as_json:
        print_json(
            puzzle=given.kind,
            count=found.total,
            labelled=found.labelled,
            up_to_symmetry=found.orbits,
            exhausted=found.exhausted,
            seconds=round(found.seconds, 4),
            **({"reason": found.reason} if found.reason else {}),
        )
    else:
        click.echo(describe(found))
        ERR.print(f"{found.seconds:.2f} s")
    reached = limit is not None and found.total >= limit
    return ANSWERED if found.exhausted or reached else STOPPED


@cli.command()
@click.argument("puzzle")
@click.option(
    "--engine",
    type=click.Choice(["cadical", "ganak", "xcover"]),
    help="The other engine; one that suits the puzzle by default.",
)
@click.option("--known", type=click.IntRange(min=0), help="The count, where it is known: CP-SAT does not search again.")
@click.option("--proof", metavar="FILE", help="Where to write CaDiCaL's proof (DRAT) that there is no solution.")
@click.option("--time-limit", type=float, metavar="SECONDS", help="Stop each of the two after so many seconds.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def confirm(
    puzzle: str, engine: str | None, known: int | None, proof: str | None, time_limit: float | None, as_json: bool
) -> int:
    """Count the solutions of PUZZLE by CP-SAT and again by another engine, and tell whether they agree.

    cadical and ganak take the model's clauses, xcover takes the puzzle as an exact cover problem. They come with
    `pip install 'cpmodels[confirm]'`.

    Exit status: 0 they agree, 1 they do not, 2 bad input or an engine that is not installed, 3 one of them was stopped.
    """
    given = read_puzzle(puzzle)
    with Searching("confirming") as progress:
        found = cm.confirm(given, engine=engine, known=known, proof=proof, time_limit=time_limit, progress=progress)
    if as_json:
        print_json(
            puzzle=given.kind,
            agree=found.agree,
            cp_sat=finding_form(found.cp_sat),
            other=finding_form(found.other),
            **({"proof": str(found.proof)} if found.proof else {}),
        )
    else:
        for finding in (found.cp_sat, found.other):
            click.echo(f"{finding.engine}: {describe_finding(finding)}")
        click.echo(
            {True: "they agree", False: "they do not agree", None: "not confirmed: a search was stopped"}[found.agree]
        )
        if found.proof:
            ERR.print(f"the proof is in {escape(str(found.proof))}; `cpmodels export` writes the formula that it is of")
        elif proof:
            ERR.print("no proof was written: there is none unless the engine proves that there is no solution")
    return {True: ANSWERED, False: BROKEN, None: STOPPED}[found.agree]


def finding_form(finding: cm.Finding) -> dict[str, Any]:
    """What an engine found, for JSON."""
    return {
        "engine": finding.engine,
        "count": finding.total,
        "exhausted": finding.exhausted,
        "seconds": round(finding.seconds, 4),
        "warm_up": round(finding.warm_up, 4),
    }


def describe_finding(finding: cm.Finding) -> str:
    """What an engine found, in words."""
    told = solutions_in_words(finding.total, finding.exhausted)
    warm_up = f", of which {finding.warm_up:.2f} s to load and compile" if finding.warm_up >= 0.1 else ""
    return f"{told} ({finding.seconds:.2f} s{warm_up})"


@cli.command()
@click.argument("puzzle")
@click.option("-o", "--output", required=True, metavar="FILE", help="The .cnf or .opb file to write.")
def export(puzzle: str, output: str) -> int:
    """Write PUZZLE for other solvers, as clauses (DIMACS .cnf) or sums (.opb), with the answer as projection."""
    given = read_puzzle(puzzle)
    path = Path(output)
    forms = {".cnf": cm.to_dimacs, ".opb": cm.to_opb}
    if path.suffix.lower() not in forms:
        raise cm.PuzzleError(f"an export is a .cnf or .opb file, not {output}")
    lines = forms[path.suffix.lower()](given)
    first = next(lines)
    with path.open("w", encoding="utf-8") as file:
        file.write(first)
        file.writelines(lines)
    return ANSWERED


@cli.command()
@click.argument("puzzle")
@click.argument("solution")
def check(puzzle: str, solution: str) -> int:
    """Check a SOLUTION, a JSON file, against the rules of PUZZLE."""
    given = read_puzzle(puzzle)
    broken = given.check(read_solution(given, solution))
    click.echo("\n".join(broken) if broken else "the solution is right")
    return BROKEN if broken else ANSWERED


@cli.command()
@click.argument("puzzle")
@click.argument("solution", required=False)
@click.option("-o", "--output", required=True, metavar="PICTURE", help="The .svg or .png file to write.")
@click.option(
    "--view",
    type=click.Choice(["oblique", "isometric"]),
    default="isometric",
    show_default=True,
    help="How to see a garden of cubes.",
)
@click.option("--turn", type=float, default=0.0, metavar="DEGREES", help="Turn a garden of cubes about the vertical.")
def draw(puzzle: str, solution: str | None, output: str, view: renderers.View, turn: float) -> int:
    """Draw PUZZLE, or a SOLUTION of it from a JSON file, right or wrong."""
    given = read_puzzle(puzzle)
    target = picture_path(output)
    answer = None if solution is None else read_solution(given, solution)
    renderers.draw(given, answer, view=view, turn=turn).save(target or output)
    return ANSWERED


@cli.command("list")
def list_puzzles() -> int:
    """List the built-in puzzles."""
    width = max(map(len, readers.BUILTIN))
    for name, description in readers.BUILTIN.items():
        click.echo(f"{name:{width}}  {description}")
    return ANSWERED


@cli.command()
@click.option("--out", default="tour", show_default=True, metavar="DIR", help="Where to put the pictures.")
def tour(out: str) -> int:
    """Solve and draw the built-in puzzles, and tell what was found."""
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    table = Table(box=None, pad_edge=False)
    table.add_column("puzzle")
    table.add_column("first found after", justify="right")
    table.add_column("found")
    pictures: list[renderers.Picture] = []
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
        ERR.print(f"{name}: {escape(told)}")
    if pictures:
        renderers.gallery(pictures, columns=5).save(folder / "tour.png")
    OUT.print(table)
    OUT.print(f"\npictures: {escape(str(folder / '*.png'))}, all together in {escape(str(folder / 'tour.png'))}")
    return STOPPED if stopped else ANSWERED


def visit(name: str) -> tuple[str, float, renderers.Picture]:
    """Solve, count and draw a built-in puzzle: what was found, the seconds to a first solution, the picture."""
    puzzle = readers.read(name)
    with Searching(name) as progress:
        result = cm.solve(puzzle, time_limit=TOUR_SOLVE_SECONDS, progress=progress)
        found = cm.count(puzzle, time_limit=TOUR_COUNT_SECONDS, progress=progress)
    if found.interrupted:
        raise KeyboardInterrupt
    told = describe(found) if found.total or result.solution is None else "at least 1 solution"
    picture = renderers.draw(puzzle, result.solution)
    if result.solution is None:
        picture = replace(picture, title=f"{name}: {told.partition(':')[0]}")
    return told, result.seconds, picture


def read_puzzle(source: str) -> cm.Puzzle[Any]:
    """A puzzle from the command line's first argument."""
    return readers.read(standard_input() if source == "-" else source)


def read_solution(puzzle: cm.Puzzle[Any], source: str) -> cm.Solution:
    """An answer from a file or, for -, from standard input."""
    return readers.read_solution(puzzle, standard_input() if source == "-" else source)


def standard_input() -> str:
    """The text on standard input, with a line break at its end, by which `readers` knows a text."""
    try:
        return sys.stdin.buffer.read().decode("utf-8") + "\n"
    except UnicodeDecodeError:
        raise cm.PuzzleError("standard input is not UTF-8 text") from None


def picture_path(output: str | None) -> Path | None:
    """The file for a picture; bad names are refused before anything is searched."""
    if output is None:
        return None
    path = Path(output)
    if path.suffix.lower() not in (".svg", ".png"):
        raise cm.PuzzleError(f"a picture is a .svg or .png file, not {output}")
    if not path.parent.is_dir():
        raise cm.PuzzleError(f"there is no folder {path.parent} for the picture")
    if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise cm.PuzzleError(f"the picture cannot be written to {path}")
    return path


def parse_settings(settings: tuple[str, ...]) -> dict[str, Any]:
    """CP-SAT parameters from NAME=VALUE."""
    parameters: dict[str, Any] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise cm.PuzzleError(f"--set takes NAME=VALUE, not {setting!r}")
        parameters[name.strip()] = value.strip()
    return parameters


def describe(found: cm.Count) -> str:
    """A count in words."""
    text = solutions_in_words(found.total, found.exhausted)
    if found.exhausted and not found.total:
        return text + (f": {found.reason}" if found.reason else "")
    notes = []
    if found.labelled != found.total:
        notes.append(f"{number(found.labelled)} with equal pieces told apart")
    if found.orbits != found.total:
        notes.append(f"{number(found.orbits)} up to symmetry")
    return text + (f" ({', '.join(notes)})" if notes else "")


def solutions_in_words(total: int, exhausted: bool) -> str:
    """So many solutions, or at least so many."""
    if exhausted and not total:
        return "no solution"
    return f"{'' if exhausted else 'at least '}{number(total)} solution{'s' * (total != 1)}"


def number(count: int) -> str:
    """A count as people read it."""
    return f"{count:,}" if count < 10**15 else f"about {Decimal(count):.2e}"


def print_json(**fields: Any) -> None:
    """One JSON object on standard output."""
    click.echo(json.dumps(fields))


def fail(message: str) -> NoReturn:
    """End with one sentence on standard error, for bad input or usage."""
    click.echo(f"cpmodels: {message}", err=True)
    sys.exit(BAD_INPUT)


def main() -> None:
    """Run the command line; every failure is one sentence on standard error."""
    sys.set_int_max_str_digits(0)
    try:
        sys.exit(cli.main(standalone_mode=False))
    except click.exceptions.NoArgsIsHelpError as help_text:
        click.echo(help_text.format_message())
        sys.exit(BAD_INPUT)
    except click.UsageError as error:
        path = f"{error.ctx.command_path} --help" if error.ctx else "cpmodels --help"
        fail(f"{error.format_message().rstrip('.?')}; see `{path}`")
    except click.ClickException as error:
        fail(error.format_message())
    except cm.PuzzleError as error:
        fail(str(error))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(ANSWERED)
    except OSError as error:
        fail(f"{error.filename or 'cannot go on'}: {error.strerror or error}")
    except (KeyboardInterrupt, click.Abort):
        click.echo("cpmodels: stopped", err=True)
        sys.exit(STOPPED)
    except MemoryError:
        fail("the puzzle is too large for this machine's memory")
    except Exception as error:
        click.echo(f"cpmodels: stopped by a defect of the program ({type(error).__name__}: {error})", err=True)
        sys.exit(STOPPED)
