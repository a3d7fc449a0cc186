"""``cpmodels race``: one puzzle, all solvers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

import cpmodels as cm
from cpmodels.cli._console import Waiting, answering, say
from cpmodels.cli._files import read_puzzle, tell_written, writable
from cpmodels.cli._forms import form
from cpmodels.cli._options import LateOption, Whole, file_option, json_option, puzzle_argument, seed_option, time_option
from cpmodels.cli._statuses import ANSWERED, BROKEN, STOPPED


def solver_names() -> Iterable[str]:
    """The solvers of this package, and of others that are installed."""
    from cpmodels.racing._solvers import installed_modules, loaded

    return list(loaded(installed_modules()))


@click.command()
@puzzle_argument
@click.option(
    "--solvers", multiple=True, metavar="NAME,...", cls=LateOption, names=solver_names,
    help="The solvers, by name or group (library, engine, reference, article); by default all that take the puzzle",
)  # fmt: skip
@click.option(
    "--task", type=click.Choice(["first", "all", "unique"]), default="first", show_default=True,
    help="Find a first solution, find all of them, or decide whether there is exactly one.",
)  # fmt: skip
@time_option(
    "Time limit of each run, once its process has started, which takes some seconds.", default=10.0, show_default=True
)
@click.option("--repeats", type=Whole(1), default=1, metavar="N", help="Runs of each solver; times are their medians.")
@seed_option(0)
@click.option(
    "--memory", type=Whole(256), default=4096, show_default=True, metavar="MIB", help="Memory limit of each run."
)
@file_option("-o", "--output", help="Write a plot to this .png or .svg file.")
@json_option
def race(puzzle: str, solvers: tuple[str, ...], output: str | None, as_json: bool, **options: Any) -> int:
    """Give PUZZLE to all solvers that are installed, and compare times and answers.

    The solvers are the library's own search, the engines (all of them with `pip install "cpmodels[engines]"`), and the
    loops that people often write themselves. Each runs in its own process, one at a time; every solution is checked.
    The plot needs `pip install "cpmodels[plots]"`.

    Exit status: 0 a solver answered, 1 answers disagree or a solution is wrong, 2 bad input, or a solver that is not
    installed or does not take the puzzle, 3 no solver answered in time, or the race was stopped.
    """
    given, target = read_puzzle(puzzle), None
    if output is not None:
        from cpmodels.racing._plot import check_format

        target = writable(str(check_format(output)), "the plot", [puzzle])
    names = [name.strip() for value in solvers for name in value.split(",")]
    with Waiting("racing") as waiting:

        def show(solver: str, done: int, total: int) -> None:
            waiting.show(f"{done} of {total} runs done, {solver} is running")

        found = cm.race(given, solvers=names or None, progress=show, **options)
    with answering(race_form(found), as_json, lambda: say(str(found))):
        if target and found.entries:
            found.save(target)
            tell_written(target)
    if found.agree is False:
        return BROKEN
    return STOPPED if found.interrupted or found.winner is None else ANSWERED


def race_form(found: cm.Race) -> dict[str, Any]:
    """What came of a race, for JSON."""
    solvers = [
        form(
            "Entry", entry, answer=entry.said(found.task), runs=[one.seconds for one in entry.runs],
            **{effort: entry.effort if entry.counts == effort else None for effort in ("nodes", "conflicts")},
        )
        for entry in found.entries
    ]  # fmt: skip
    return form("race", found, solvers=solvers)
