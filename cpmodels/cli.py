"""The command line: the one place that brings readers, solver and renderers together."""

from __future__ import annotations

import json
import os
import signal
import sys
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn, cast

import click
from rich.markup import escape
from rich.table import Table

import cpmodels as cm
import readers
import renderers
from cpmodels.console import (
    ANSWERED,
    BAD_INPUT,
    BROKEN,
    ERR,
    OUT,
    STOPPED,
    Searching,
    Watching,
    describe,
    parse_settings,
    print_count,
    print_json,
    search_options,
    solutions_in_words,
)
from cpmodels.errors import writing
from readers.sources import exists, is_folder

MOST_SHOWN = 24
"""So many of the solutions that are counted are written to a file."""
TOUR_COUNT_SECONDS = 2.0
"""How long the tour counts the solutions of one puzzle."""
TOUR_SOLVE_SECONDS = 8.0
"""How long the tour looks for a first solution of one puzzle."""

ENDINGS = ", ".join(renderers.WRITERS)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(cm.__version__, package_name="cpmodels")
def cli() -> None:
    """Tile and path puzzles, solved by OR-Tools CP-SAT.

    PUZZLE is the name of a built-in puzzle (see `cpmodels list`), a file, a screenshot of a ZIP, a folder of
    Zigzaw pictures, a link of e2.bucas.name, or - for standard input.

    Exit status: 0 answered (also by a proof that there is no solution), 1 `check` found broken rules or
    `confirm` a disagreement, 2 bad input or usage, 3 stopped before an answer.
    """


@cli.command()
@click.argument("puzzle")
@click.option("-o", "--output", metavar="FILE", help=f"Write the solution to a file: {ENDINGS}.")
@click.option("--watch", is_flag=True, help="Show the board as the solution fills it; nothing without a terminal.")
@search_options
def solve(
    puzzle: str,
    output: str | None,
    watch: bool,
    as_json: bool,
    time_limit: float | None,
    workers: int | None,
    seed: int | None,
    settings: tuple[str, ...],
) -> int:
    """Find one solution of PUZZLE, or prove that there is none."""
    given = read_puzzle(puzzle)
    target = None if output is None else picture_path(output, given)
    parameters = parse_settings(settings)
    with Searching("solving") as progress:
        try:
            result = cm.solve(given, time_limit=time_limit, workers=workers, seed=seed, progress=progress, **parameters)
        except KeyboardInterrupt:
            result = cm.Result(given, cm.Status.UNKNOWN, None, progress.seconds)
    if watch and result.solution is not None:
        with Watching("solving", str) as board:
            board.play(renderers.filling(given, result.solution))
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
        renderers.save(target, given, result.solution)
    elif target:
        tell_not_written(target, result)
    return STOPPED if result.status is cm.Status.UNKNOWN else ANSWERED


@cli.command()
@click.argument("puzzle")
@click.option("--limit", type=click.IntRange(min=1), help="Stop after so many solutions.")
@click.option("-o", "--output", metavar="FILE", help=f"Write the first {MOST_SHOWN} solutions, as `solve` writes one.")
@click.option("--watch", is_flag=True, help="Show solutions as they are found; nothing without a terminal.")
@search_options
def count(
    puzzle: str,
    limit: int | None,
    output: str | None,
    watch: bool,
    as_json: bool,
    time_limit: float | None,
    workers: int | None,
    seed: int | None,
    settings: tuple[str, ...],
) -> int:
    """Count the solutions of PUZZLE, all of them, with proof."""
    given = read_puzzle(puzzle)
    target = None if output is None else picture_path(output, given)
    parameters = parse_settings(settings)
    first: list[cm.Solution] = []

    def take(answer: cm.Solution) -> None:
        if target and len(first) < MOST_SHOWN:
            first.append(answer)
        if isinstance(progress, Watching):
            progress.take(answer)

    watching = Watching("counting", lambda answer: renderers.text(given, answer)) if watch else Searching("counting")
    with watching as progress:
        found = cm.count(
            given,
            limit=limit,
            time_limit=time_limit,
            workers=workers or 1,
            seed=seed,
            progress=progress,
            each=take if watch or target else None,
            **parameters,
        )
    if as_json:
        print_count(given, found)
    else:
        click.echo(describe(found))
        ERR.print(f"{found.seconds:.2f} s")
    if target and first:
        renderers.save(target, given, first)
    elif target:
        tell_not_written(target, found)
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
    writable(output, "the export")
    lines = forms[path.suffix.lower()](given)
    first = next(lines)
    with writing(path), path.open("w", encoding="utf-8") as file:
        file.write(first)
        file.writelines(lines)
    return ANSWERED


@cli.command()
@click.argument("puzzle")
@click.option("--ledger", metavar="FILE", help="Write down what is done, and go on from it another time.")
@click.option("--cluster", metavar="ADDRESS", help="Search on the Dask cluster of this scheduler.")
@click.option("--part", metavar="I/N", help="Search the I-th of N shares of the work.")
@click.option("--merge", multiple=True, metavar="FILE", help="Take over what is done in another machine's ledger.")
@click.option("--slice", "slice_seconds", type=float, default=10.0, show_default=True, metavar="SECONDS",
              help="Search a part so long before it is split.")  # fmt: skip
@click.option("--count-only", is_flag=True, help="Keep counts, no solutions.")
@click.option("--each", is_flag=True, help="Search for each solution, not for one of each orbit by symmetry.")
@click.option("-o", "--output", metavar="FILE", help="Write the solutions to a file, one JSON object a line.")
@search_options
def sweep(
    puzzle: str,
    ledger: str | None,
    cluster: str | None,
    part: str | None,
    merge: tuple[str, ...],
    slice_seconds: float,
    count_only: bool,
    each: bool,
    output: str | None,
    as_json: bool,
    time_limit: float | None,
    workers: int | None,
    seed: int | None,
    settings: tuple[str, ...],
) -> int:
    """Find all solutions of PUZZLE with many workers; with a ledger, go on where an earlier run stopped or was killed.

    The search is split into cubes, disjoint parts; one that --slice seconds do not end is split further. One solution
    of each orbit by symmetry is found (and written by -o), unless told otherwise, and the whole orbit counted. Share
    the work between machines by --part, each with a ledger of its own, and bring the ledgers together by --merge. A
    ledger belongs to one puzzle, with or without --each and --count-only; all else may change from run to run.

    Exit status: 0 also when this machine's part is done.
    """
    given = read_puzzle(puzzle)
    if output and Path(output).suffix.lower() in renderers.WRITERS:
        raise cm.PuzzleError(f"a sweep writes solutions as lines of JSON, not {output}; `draw` takes them")
    target = None if output is None else writable(output, "the list of solutions")
    if target and count_only:
        raise cm.PuzzleError("--count-only keeps no solutions for -o to write")
    if target and ledger and target.absolute() == Path(ledger).absolute():
        raise cm.PuzzleError(f"the solutions would be written over the ledger {ledger}")
    for source in filter(None, (puzzle, ledger, *merge)):
        if target and target.exists() and Path(source).exists() and target.samefile(source):
            raise cm.PuzzleError(f"the solutions would be written over {source}")
    options: dict[str, Any] = {"workers": workers, **parse_settings(settings)}
    with ExitStack() as stack:
        if cluster is not None:
            from cpmodels.search import cluster as connected

            options["executor"], threads = stack.enter_context(connected(cluster))
            options["workers"] = workers or threads
        with Searching("sweeping") as progress:
            found = cm.sweep(
                given,
                ledger=ledger,
                part=None if part is None else parse_part(part),
                merge=merge,
                up_to_symmetry=not each,
                keep=not count_only,
                slice_seconds=slice_seconds,
                time_limit=time_limit,
                seed=seed,
                progress=progress,
                **options,
            )
    if target:
        with writing(target), target.open("w", encoding="utf-8", newline="\n") as lines:
            lines.writelines(f"{json.dumps(readers.solution_form(solution))}\n" for solution in found)
    if as_json:
        cubes = {"finished": found.finished, "open": found.open, "elsewhere": found.elsewhere}
        print_count(given, found, cubes=cubes)
    else:
        click.echo(describe(found))
        if found.open or found.elsewhere:
            ERR.print(f"open cubes (parts of the search): {found.open:,} here")
        if found.elsewhere:
            ERR.print(f"{found.elsewhere:,} are left to other machines: bring them together by --merge")
        ERR.print(f"{found.seconds:.2f} s")
    return STOPPED if found.open else ANSWERED


@cli.command()
@click.argument("puzzle")
@click.argument("solutions", nargs=-1, required=True, metavar="SOLUTION...")
def check(puzzle: str, solutions: tuple[str, ...]) -> int:
    """Check each SOLUTION, a JSON file or the link of a board, against the rules of PUZZLE.

    A file may hold several, such as one a line.
    """
    given = read_puzzle(puzzle)
    answers = read_solutions(given, solutions)
    broken = [(name, answer, rules) for name, answer in answers if (rules := given.check(answer))]
    for name, answer, rules in broken:
        click.echo("\n".join(f"{name}: {rule}" if name else rule for rule in rules))
        if isinstance(given, cm.EdgeMatching) and isinstance(answer, cm.Board):
            with suppress(cm.PuzzleError):
                click.echo(f"{given.score(answer)} of {given.inner_edges} inner edges match")
    if len(answers) > 1:
        right = f"{len(answers) - len(broken):,} of" if broken else "all"
        click.echo(f"{right} {len(answers):,} solutions are right")
    elif not broken:
        click.echo("the solution is right")
    return BROKEN if broken else ANSWERED


@cli.command()
@click.argument("puzzle")
@click.argument("folder")
@click.option("--sheet", is_flag=True, help="All pieces in one picture.")
def pictures(puzzle: str, folder: str, sheet: bool) -> int:
    """Write the border and the pieces of PUZZLE, a Zigzaw, as pictures into FOLDER.

    The folder is a puzzle itself: `cpmodels solve FOLDER`.
    """
    given = read_puzzle(puzzle)
    if not isinstance(given, cm.Zigzaw):
        raise cm.PuzzleError(f"pictures of pieces are those of a Zigzaw, not of a {given.kind}")
    if exists(folder) and not is_folder(folder):
        raise cm.PuzzleError(f"{folder} is a file, not a folder")
    written = renderers.zigzaw_pictures(given, folder, sheet=sheet)
    ERR.print(f"{len(written)} pictures in {escape(folder)}")
    return ANSWERED


@cli.command()
@click.argument("puzzle")
@click.argument("solution", required=False)
def link(puzzle: str, solution: str | None) -> int:
    """Print the link that shows PUZZLE, of edge matching, or a SOLUTION of it at e2.bucas.name.

    The solution may be wrong and leave cells empty; without one the pieces are shown in their order.
    """
    given = read_puzzle(puzzle)
    if not isinstance(given, cm.EdgeMatching):
        raise cm.PuzzleError(f"a link shows a puzzle of edge matching, not a {given.kind}")
    answers: list[Any] = [answer for _, answer in read_solutions(given, (solution,) if solution else ())]
    if len(answers) > 1:
        raise cm.PuzzleError(f"a link shows one board; {solution} holds {len(answers)}")
    click.echo(readers.bucas_link(given, *answers))
    return ANSWERED


@cli.command()
@click.argument("puzzle")
@click.argument("solutions", nargs=-1, metavar="[SOLUTION]...")
@click.option("-o", "--output", required=True, metavar="FILE", help=f"The file to write: {ENDINGS}.")
@click.option(
    "--view",
    type=click.Choice(["oblique", "isometric"]),
    default="isometric",
    show_default=True,
    help="How to see a garden of cubes in flat pictures; without effect on other puzzles and files.",
)
@click.option(
    "--turn",
    type=float,
    default=0.0,
    metavar="DEGREES",
    help="Turn a garden of cubes about the vertical, in flat pictures and as its page opens; otherwise without effect.",
)
def draw(puzzle: str, solutions: tuple[str, ...], output: str, view: renderers.View, turn: float) -> int:
    """Draw PUZZLE, or a SOLUTION of it from a JSON file or the link of a board, right or wrong.

    There may be several, in files or one a line in a file: a page (.html) shows them all, a picture the first.
    """
    given = read_puzzle(puzzle)
    target = picture_path(output, given)
    answers = [answer for _, answer in read_solutions(given, solutions)]
    renderers.save(target, given, answers, view=view, turn=turn)
    return ANSWERED


@cli.command()
@click.argument("puzzles", nargs=-1, required=True, metavar="PUZZLE...")
@click.option("-o", "--output", required=True, metavar="BOOK", help="The .pdf file to write.")
@click.option("--title", default="Puzzles", show_default=True, help="The title on every page.")
@click.option(
    "--time-limit", type=float, default=20.0, show_default=True, metavar="SECONDS", help="Search so long for each."
)
def book(puzzles: tuple[str, ...], output: str, title: str, time_limit: float) -> int:
    """Print PUZZLES, such as ZIPs, six a page, with the solutions at the back; tell which have none."""
    if Path(output).suffix.lower() != ".pdf":
        raise cm.PuzzleError(f"a book is a .pdf file, not {output}")
    writable(output, "the book")
    given = [(source, titled(read_puzzle(source), source)) for source in puzzles]
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
        entries.append((puzzle, "not solved in the time" if unknown else "no solution"))
        ERR.print(f"{escape(source)}: {'not solved in time' if unknown else 'there is no solution'}")
    renderers.book(output, entries, title)
    return STOPPED if stopped else ANSWERED


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


def titled(puzzle: cm.Puzzle[Any], source: str) -> cm.Puzzle[Any]:
    """The puzzle, with the name of its file where it has none of its own."""
    if puzzle.name or not exists(source):
        return puzzle
    return cast("cm.Puzzle[Any]", replace(cast("Any", puzzle), name=Path(source).stem))


def read_solutions(puzzle: cm.Puzzle[Any], files: tuple[str, ...]) -> list[tuple[str, cm.Solution]]:
    """The answers in files or, for -, on standard input, each with what to call it."""
    named: list[tuple[str, cm.Solution]] = []
    for file in files:
        found = readers.read_solutions(puzzle, standard_input() if file == "-" else file)
        for number, answer in enumerate(found, 1):
            parts = [*([file] if len(files) > 1 else []), *([f"solution {number}"] if len(found) > 1 else [])]
            named.append((", ".join(parts), answer))
    return named


def standard_input() -> str:
    """The text on standard input, with a line break at its end, by which `readers` knows a text."""
    try:
        text = sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError:
        raise cm.PuzzleError("standard input is not UTF-8 text") from None
    if not text.strip("\ufeff \t\r\n"):
        raise cm.PuzzleError("standard input is empty")
    return text + "\n"


def picture_path(output: str, puzzle: cm.Puzzle[Any]) -> Path:
    """The file for a picture; what cannot be written is refused before anything is searched."""
    renderers.ready(output, puzzle)
    return writable(output, "the picture")


def tell_not_written(target: Path, result: cm.Result[Any] | cm.Count) -> None:
    """Say that there is nothing to write."""
    proved = result.exhausted if isinstance(result, cm.Count) else result.status is cm.Status.INFEASIBLE
    why = "there is no solution" if proved else "no solution was found"
    ERR.print(f"{escape(str(target))} was not written, as {why}")


def writable(output: str, what: str) -> Path:
    """A path at which a file can be written."""
    path = Path(output)
    if not path.parent.is_dir():
        raise cm.PuzzleError(f"there is no folder {path.parent} for {what}")
    if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise cm.PuzzleError(f"{what} cannot be written to {path}")
    return path


def parse_part(text: str) -> tuple[int, int]:
    """A part from I/N."""
    which, slash, of = text.partition("/")
    if not (slash and which.isdecimal() and of.isdecimal()):
        raise cm.PuzzleError(f"--part takes I/N, such as 1/3, not {text!r}")
    return int(which), int(of)


def fail(message: str) -> NoReturn:
    """End with one sentence on standard error, for bad input or usage."""
    click.echo(f"cpmodels: {message}", err=True)
    sys.exit(BAD_INPUT)


def answered() -> int:
    """The exit status of the command; once it is there, another Ctrl-C changes nothing."""
    try:
        status: int = cli.main(standalone_mode=False)
        return status
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def main() -> None:
    """Run the command line; every failure is one sentence on standard error."""
    sys.set_int_max_str_digits(0)
    try:
        sys.exit(answered())
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
    except cm.WorkersLostError as error:
        click.echo(f"cpmodels: {error}", err=True)
        sys.exit(STOPPED)
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
