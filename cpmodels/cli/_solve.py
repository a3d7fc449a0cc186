"""``cpmodels solve`` and ``cpmodels count``."""

from __future__ import annotations

from typing import Any

import click

import cpmodels as cm
from cpmodels.cli import ANSWERED, STOPPED
from cpmodels.cli._all import solve_all
from cpmodels.cli._console import (
    Searching,
    Watching,
    count_form,
    effort,
    present,
    print_json,
    say,
    say_board,
    show_count,
    tell,
    warn,
    warned,
)
from cpmodels.cli._files import most_shown, picture_path, read_puzzle, save_found, with_art
from cpmodels.cli._options import art_option, output_option, search_options
from cpmodels.cli._types import PUZZLE, Whole


@click.command()
@click.argument("puzzle", type=PUZZLE)
@output_option("Write the solution to a file, whose extension chooses the format")
@art_option
@click.option(
    "--watch",
    is_flag=True,
    help="Once it is found, show on the terminal how the solution fills the board; this is not the search, of "
    "which CP-SAT tells no steps.",
)
@click.option("--all", "every", is_flag=True, help="Print every solution, and prove that there are no more.")
@click.option("--up-to-symmetry", is_flag=True, help="With --all, print one solution of each orbit.")
@search_options
def solve(
    puzzle: str,
    output: str | None,
    art: str | None,
    watch: bool,
    every: bool,
    up_to_symmetry: bool,
    as_json: bool,
    search: dict[str, Any],
) -> int:
    """Find one solution of PUZZLE, or prove that there is none.

    An animation (.gif, .webp) shows how the solution fills the board, which is not how it was found.
    """
    if up_to_symmetry and not every:
        raise cm.ParameterError("--up-to-symmetry goes with --all")
    if every and watch:
        raise cm.ParameterError("--all prints every solution, so there is nothing to watch: leave --watch out")
    given = with_art(read_puzzle(puzzle), art)
    target = None if output is None else picture_path(output, given, [puzzle])
    if every:
        return solve_all(given, target, up_to_symmetry=up_to_symmetry, as_json=as_json, search=search)
    with Searching("solving") as progress:
        try:
            result = cm.solve(given, progress=progress, **search)
        except KeyboardInterrupt:
            result = cm.Result(given, cm.Status.UNKNOWN, None, progress.seconds)
    if watch and result.solution is not None:
        import renderers

        with Watching("solving", str) as board:
            board.play(renderers.filling(given, result.solution))
    try:
        save_found(target, result, given, [] if result.solution is None else [result.solution], result_form(result))
    finally:
        if as_json:
            print_json(**result_form(result))
        else:
            show_result(result)
    return STOPPED if result.status is cm.Status.UNKNOWN else ANSWERED


def result_form(result: cm.Result[Any]) -> dict[str, Any]:
    """What `solve` found, for JSON."""
    import readers

    return {
        "puzzle": result.puzzle.kind,
        "status": result.status.value,
        "solution": None if result.solution is None else readers.solution_form(result.solution),
        "seconds": round(result.seconds, 4),
        **present(reason=result.reason, cost=result.cost, objective=result.objective, bound=result.bound),
        **warned(result.puzzle, infeasible=result.status is cm.Status.INFEASIBLE),
        **present(settled=result.settled or None),
        "statistics": effort(result.statistics),
    }


def show_result(result: cm.Result[Any]) -> None:
    """What `solve` found, in words."""
    if result.solution is not None:
        say_board(cm.text(result.puzzle, result.solution))
        least = "" if result.cost is None else f", {result.puzzle.minimise}: {result.cost}, proved to be the least"
        tell(f"solved in {result.seconds:.2f} s{least}")
        if result.settled:
            tell("no search was needed: ruling out what cannot fit leaves one choice for every place")
    elif result.status is cm.Status.INFEASIBLE:
        say("there is no solution" + (f": {result.reason}" if result.reason else ""))
        warn(result.puzzle)
    else:
        tell("stopped before a solution was found; whether there is one is not known")
        if result.reason:
            tell(result.reason)


@click.command()
@click.argument("puzzle", type=PUZZLE)
@click.option("--limit", type=Whole(1), metavar="N", help="Stop after so many solutions.")
@output_option("Write the solutions, or as many as there is room for, to a file, whose extension chooses the format")
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
    """Count the solutions of PUZZLE, and prove that there are no more."""
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
    form = count_form(given, found, statistics=effort(found.statistics))
    try:
        save_found(target, found, given, kept, form)
    finally:
        if as_json:
            print_json(**form)
        else:
            show_count(given, found)
    reached = limit is not None and found.total >= limit
    return ANSWERED if found.exhausted or reached else STOPPED
