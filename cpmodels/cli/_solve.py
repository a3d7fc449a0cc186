"""``cpmodels solve`` and ``cpmodels count``."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import click

import cpmodels as cm
from cpmodels.cli import ANSWERED, BAD_INPUT, STOPPED
from cpmodels.cli import _forms as forms
from cpmodels.cli._all import solve_all
from cpmodels.cli._console import (
    Searching,
    Watching,
    count_form,
    effort,
    objective,
    print_json,
    say,
    say_board,
    show_count,
    tell,
    warn,
    warned,
)
from cpmodels.cli._files import (
    hides_solution,
    maximising,
    most_shown,
    picture_path,
    read_puzzle,
    read_puzzles,
    save_found,
    spare,
    tell_written,
    titled,
    with_art,
    writable,
)
from cpmodels.cli._options import art_option, output_option, search_options
from cpmodels.cli._types import FILE, PUZZLE, Whole
from cpmodels.files import write_file
from cpmodels.values import listed


@click.command()
@click.argument("puzzle", type=PUZZLE)
@output_option("Write the solution to a file, whose extension chooses the format")
@art_option
@click.option(
    "--watch",
    is_flag=True,
    help="Show on the terminal how the solution fills the board, once it is found; this is not the search, whose steps "
    "CP-SAT does not show. For a puzzle that maximises, show the best boards as they are found.",
)
@click.option(
    "--maximise",
    metavar="WHAT",
    help="Find the best board in the time given, even if it is not perfect. Edge matching maximises its score, the "
    "number of edges that match, as in Eternity II.",
)
@click.option("--all", "every", is_flag=True, help="Print every solution, and prove that there are no others.")
@click.option("--up-to-symmetry", is_flag=True, help="With --all, print one solution of each orbit.")
@click.option(
    "--resume",
    metavar="FILE",
    type=FILE,
    help="Keep a record of the search in FILE, so that the same command can continue it after a stop.",
)
@search_options
def solve(
    puzzle: str,
    output: str | None,
    art: str | None,
    watch: bool,
    maximise: str | None,
    every: bool,
    up_to_symmetry: bool,
    resume: str | None,
    as_json: bool,
    search: dict[str, Any],
) -> int:
    """Find one solution of PUZZLE, or prove that there is none.

    PUZZLE may be a folder of puzzles, such as screenshots: all are solved, and -o makes one page of them.

    With --resume the search is split into parts, and FILE records which are done: after Ctrl-C, --time-limit or a
    crash the next run continues from there.

    With --maximise the search goes on until the board is proved to be the best or --time-limit is over; Ctrl-C ends
    it early and keeps the best board so far.

    An animation (.gif, .webp) shows how the solution fills the board, not how it was found.
    """
    if up_to_symmetry and not every:
        raise cm.ParameterError("--up-to-symmetry needs --all")
    if every and watch:
        raise cm.ParameterError("--all prints every solution, so there is nothing to watch: leave --watch out")
    if resume is not None and every:
        raise cm.ParameterError("--resume is for one solution; for all of them use `cpmodels sweep --ledger`")
    named, some_refused = read_puzzles([puzzle])
    if len(named) > 1 or some_refused:
        if resume is not None or every or art is not None or maximise is not None:
            raise cm.ParameterError(
                "--resume, --all, --art and --maximise are for one puzzle, not for a folder of them"
            )
        status = solve_set(named, output, as_json, search)
        return BAD_INPUT if some_refused else status
    ((_, given),) = named
    given = maximising(with_art(given, art), maximise)
    target = None if output is None else picture_path(output, given, [puzzle])
    if every:
        return solve_all(given, target, up_to_symmetry=up_to_symmetry, as_json=as_json, search=search)
    if resume is not None:
        spare(Path(resume), "the ledger", [puzzle])
        search["ledger"] = resume
    result = searched("solving", given, search, watch=watch)
    if watch and not given.maximise and result.solution is not None:
        import renderers

        with Watching("solving", str) as board:
            board.play(renderers.filling(given, result.solution))
    try:
        save_found(target, result, given, [] if result.solution is None else [result.solution], result_form(result))
    finally:
        show(result, as_json=as_json, hidden=hides_solution(target))
    return STOPPED if result.status is cm.Status.UNKNOWN else ANSWERED


def searched(what: str, given: cm.Puzzle[Any], search: dict[str, Any], *, watch: bool = False) -> cm.Result[Any]:
    """The result for a puzzle, also when Ctrl-C ends the search."""
    shown = Watching(what, partial(glance, given)) if watch and given.maximise else Searching(what)
    with shown as progress:
        try:
            return cm.solve(given, progress=progress, **search)
        except KeyboardInterrupt:
            return cm.Result(given, cm.Status.UNKNOWN, None, progress.seconds)


def glance(given: cm.Puzzle[Any], solution: cm.Solution) -> str:
    """A solution as it is shown during the search."""
    from renderers.functions import glance

    return glance(given, solution)


def solve_set(
    named: list[tuple[str, cm.Puzzle[Any]]], output: str | None, as_json: bool, search: dict[str, Any]
) -> int:
    """Solve several puzzles one after another; with -o all are on one page, where their solutions are hidden."""
    import renderers

    target = None
    if output is not None:
        if renderers.ending(output) != ".html":
            raise cm.ParameterError(f"{len(named)} puzzles are written as one page (.html), not as {output}")
        target = writable(output, "the page", [name for name, _ in named])
    results = []
    for name, given in named:
        if not as_json:
            say(f"{name}:")
        results.append(searched(name, given, search))
        show(results[-1], as_json=as_json, hidden=hides_solution(target), file=name)
    if target:
        puzzles = [titled(given, name) for name, given in named]
        write_file(target, renderers.play_page(*puzzles, solutions=[result.solution for result in results]))
        tell_written(target)
    return STOPPED if any(result.status is cm.Status.UNKNOWN for result in results) else ANSWERED


def show(result: cm.Result[Any], *, as_json: bool, hidden: bool, file: str | None = None) -> None:
    """What `solve` found, in words or as JSON; a solution that is hidden is not told in words."""
    if as_json:
        print_json(result_form(result, file))
    else:
        show_result(result, hidden=hidden)


def result_form(result: cm.Result[Any], file: str | None = None) -> forms.Solve:
    """What `solve` found, for JSON."""
    import readers

    return forms.Solve(
        file=file,
        puzzle=result.puzzle.kind,
        status=result.status,
        solution=None if result.solution is None else readers.solution_form(result.solution),
        seconds=round(result.seconds, 4),
        reason=result.reason,
        cost=result.cost,
        objective=result.objective,
        bound=result.bound,
        warnings=warned(result.puzzle, infeasible=result.status is cm.Status.INFEASIBLE),
        settled=result.settled or None,
        statistics=effort(result.statistics),
    )


def _by(effort: cm.Statistics) -> str:
    """Which engine answered, and which searched beside it."""
    if effort.engine is None:
        return ""
    others = [name for name in effort.engines if name != effort.engine]
    return f" by {effort.engine}" + (f" ({listed(others)} searched, too)" if others else "")


def show_result(result: cm.Result[Any], *, hidden: bool = False) -> None:
    """What `solve` found, in words."""
    if result.solution is not None:
        if not hidden:
            say_board(cm.text(result.puzzle, result.solution))
        least = "" if result.cost is None else f", {result.puzzle.minimise}: {result.cost}, proved to be the least"
        if result.objective is not None:
            least = f", {result.puzzle.maximise}: {objective(result.objective, result.bound)}"
        tell(f"solved in {result.seconds:.2f} s{_by(result.statistics)}{least}")
        if result.reason:
            tell(result.reason)
        if result.settled:
            tell("no search was needed: once what cannot fit is ruled out, every place has one choice left")
    elif result.status is cm.Status.INFEASIBLE:
        say("there is no solution" + (f": {result.reason}" if result.reason else ""))
        warn(result.puzzle)
    else:
        tell("stopped before a solution was found; there may be one")
        if result.reason:
            tell(result.reason)


@click.command()
@click.argument("puzzle", type=PUZZLE)
@click.option("--limit", type=Whole(1), metavar="N", help="Stop after N solutions.")
@output_option("Write the solutions, as many as the format has room for, to a file, whose extension chooses the format")
@art_option
@click.option("--watch", is_flag=True, help="Show solutions on the terminal as they are found.")
@search_options
def count(
    puzzle: str,
    limit: int | None,
    output: str | None,
    art: str | None,
    watch: bool,
    as_json: bool,
    search: dict[str, Any],
) -> int:
    """Count the solutions of PUZZLE, and prove that there are no others."""
    given = with_art(read_puzzle(puzzle), art)
    target = None if output is None else picture_path(output, given, [puzzle])
    room = 0 if target is None else most_shown(target)
    kept: list[cm.Solution] = []

    def take(solution: cm.Solution) -> None:
        if len(kept) < room:
            kept.append(solution)
        if isinstance(progress, Watching):
            progress.take(solution)

    shown = Watching("counting", lambda solution: cm.text(given, solution)) if watch else Searching("counting")
    search["workers"] = search["workers"] or 1
    with shown as progress:
        found = cm.count(given, limit=limit, progress=progress, each=take if watch or target else None, **search)
    form = count_form(given, found)
    try:
        save_found(target, found, given, kept, form)
    finally:
        if as_json:
            print_json(form)
        else:
            show_count(given, found)
    reached = limit is not None and found.total >= limit
    return ANSWERED if found.exhausted or reached else STOPPED
