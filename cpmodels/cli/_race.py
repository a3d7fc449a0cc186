"""``cpmodels race``: one puzzle, all solvers."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

import click

import cpmodels as cm
from cpmodels.cli import ANSWERED, BROKEN, STOPPED
from cpmodels.cli import _forms as forms
from cpmodels.cli._console import Waiting, print_json, say
from cpmodels.cli._files import read_puzzle, tell_written, writable
from cpmodels.cli._options import LateOption, json_option
from cpmodels.cli._types import FILE, PUZZLE, SECONDS, Whole


def solver_names() -> Iterable[str]:
    """The solvers of this package, and of others that are installed."""
    from cpmodels.racing._solvers import installed_modules, loaded

    return list(loaded(installed_modules()))


@click.command()
@click.argument("puzzle", type=PUZZLE)
@click.option(
    "--solvers", multiple=True, metavar="NAME,...", cls=LateOption, names=solver_names,
    help="The solvers, by name or group (library, engine, reference); by default all that take the puzzle",
)  # fmt: skip
@click.option(
    "--task", type=click.Choice(["first", "all", "unique"]), default="first", show_default=True,
    help="Find a first solution, find all of them, or decide whether there is exactly one.",
)  # fmt: skip
@click.option(
    "--time-limit", type=SECONDS, default=10.0, show_default=True, metavar="SECONDS", help="Time limit of each run."
)
@click.option("--repeats", type=Whole(1), default=1, metavar="N", help="Runs of each solver; times are their medians.")
@click.option("--seed", type=Whole(0, 2**31 - 1), default=0, metavar="N", help="Search in another random order.")
@click.option(
    "--memory", type=Whole(256), default=4096, show_default=True, metavar="MIB", help="Memory limit of each run."
)
@click.option("--load", multiple=True, metavar="MODULE", help="A module that registers more solvers.")
@click.option("-o", "--output", metavar="FILE", type=FILE, help="Write a plot to this .png or .svg file.")
@json_option
def race(puzzle: str, solvers: tuple[str, ...], output: str | None, as_json: bool, **options: Any) -> int:
    """Give PUZZLE to all solvers that are installed, and compare times and answers.

    The solvers are the library's own search, the engines (all of them with `pip install "cpmodels[engines]"`), and the
    loops that people often write themselves. Each runs in its own process, one at a time; every solution is checked.
    The plot needs `pip install "cpmodels[plots]"`.

    Exit status: 0 a solver answered, 1 answers disagree or a solution is wrong, 2 bad input, or a solver that is not
    installed or does not take the puzzle, 3 no solver answered in time, or the race was stopped.
    """
    given = read_puzzle(puzzle)
    if output is not None:
        from cpmodels.racing._plot import check_format

        writable(str(check_format(output)), "the plot", [puzzle])
    if options["load"]:
        sys.path.append("")  # A module in this folder is found, as `python -m cpmodels` does.
    names = [name.strip() for value in solvers for name in value.split(",")]
    with Waiting("racing") as waiting:

        def show(solver: str, done: int, total: int) -> None:
            waiting.show(f"{done} of {total} runs done, {solver} is running")

        found = cm.race(given, solvers=names or None, progress=show, **options)
    try:
        if output is not None and found.entries:
            found.save(output)
            tell_written(writable(output, "the plot", [puzzle]))
    finally:
        if as_json:
            print_json(race_form(found))
        else:
            say(str(found))
    if found.agree is False:
        return BROKEN
    return STOPPED if found.interrupted or found.winner is None else ANSWERED


def rounded(seconds: float | None) -> float | None:
    """Seconds as they are told: clocks and Python tell no more."""
    return None if seconds is None else round(seconds, 6)


def race_form(found: cm.Race) -> forms.Race:
    """What came of a race, for JSON."""
    return forms.Race(
        puzzle=found.puzzle.kind,
        task=found.task,
        time_limit=found.time_limit,
        agree=found.agree,
        interrupted=found.interrupted,
        disagreements=list(found.disagreements),
        solvers=[
            forms.Racer(
                solver=entry.solver,
                status=entry.status,
                answer=entry.said(found.task),
                message=entry.message,
                seconds=rounded(entry.seconds),
                build_seconds=rounded(entry.build_seconds),
                warm_up_seconds=rounded(entry.warm_up_seconds),
                solutions=entry.answers,
                nodes=entry.effort if entry.counts == "nodes" else None,
                conflicts=entry.effort if entry.counts == "conflicts" else None,
                memory=entry.memory,
                runs=[rounded(one.seconds) for one in entry.runs],
            )
            for entry in found.entries
        ],
        absent=dict(found.absent),
    )
