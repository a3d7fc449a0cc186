"""Races solvers on puzzles that grow, or on your own: ``python -m benchmarks [FAMILY or FILE ...]``."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Collection, Iterable
from math import inf
from pathlib import Path

import click
from rich import progress
from rich.console import Console

from benchmarks import report
from benchmarks.families import FAMILIES, Family
from benchmarks.files import OF_FILES, families_of
from benchmarks.plan import Plan, chosen, execute
from benchmarks.rows import Row, read_rows
from benchmarks.solvers import MODULES, load
from cpmodels.base.errors import CpmodelsError
from cpmodels.base.kinds import load as load_file
from cpmodels.cli import ANSWERED, BAD_INPUT, STOPPED
from cpmodels.racing import TASKS, Solver, Task

ROWS = "rows.jsonl"
ERR = Console(stderr=True, highlight=False, soft_wrap=True)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("families", nargs=-1, metavar="[FAMILY or FILE ...]")
@click.option("--seconds", type=click.FloatRange(0.1), help="Time limit of a run; 10 by default, with --quick 5.")
@click.option(
    "--seeds", type=click.IntRange(1, 1000), help="Instances of each size; 5 by default, of files and with --quick 1."
)
@click.option(
    "--solvers", multiple=True, metavar="NAME,...", help="Solvers, or groups of them; by default the family's own."
)
@click.option(
    "--task",
    type=click.Choice(TASKS),
    default="first",
    show_default=True,
    help="What is asked of the puzzles in files.",
)
@click.option("--load", "own", multiple=True, metavar="FILE", help="A Python file that registers more solvers.")
@click.option("--memory", type=click.IntRange(256), default=6144, show_default=True, help="MiB that a run may use.")
@click.option(
    "--budget",
    type=click.FloatRange(0.1),
    metavar="MINUTES",
    help="Begin no run after this time, and take a seed of all families before the next one.",
)
@click.option("--quick", is_flag=True, help="Few sizes and seeds: about five minutes on two cores.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("benchmark-runs"),
    show_default=True,
    help="Folder of the rows, plots and page; runs whose rows are there are not made again.",
)
@click.option("--report", "only_report", is_flag=True, help="Write the page anew from the rows, and run nothing.")
@click.option("--list", "only_list", is_flag=True, help="List families and solvers.")
def command(
    families: tuple[str, ...], seconds: float | None, seeds: int | None, task: Task, solvers: tuple[str, ...],
    own: tuple[str, ...], memory: int, budget: float | None, quick: bool, out: Path, only_report: bool,
    only_list: bool,
) -> int:  # fmt: skip
    """Race solvers on FAMILIES of puzzles, by default all of them, and write a page of tables and plots.

    Files of puzzles, and folders of them, may take the place of families, or stand beside them.

    Ctrl-C stops it; the same command goes on where it stopped.
    """
    modules = (*MODULES, *(load_file(file).__name__ for file in own))
    known = load(modules)
    if only_list:
        show_list(known)
        return ANSWERED
    names = [name for value in solvers for name in value.split(",")]
    files = [name for name in dict.fromkeys(families) if name not in FAMILIES and Path(name).exists()]
    FAMILIES.update(families_of(files, task, known))
    refuse_unknown("family or file", [name for name in families if name not in files], FAMILIES)
    refuse_unknown("solver", names, {*known, *(solver.group for solver in known.values())})
    ended = True
    if not only_report:
        of_files = [family for family in FAMILIES.values() if family.name.endswith(OF_FILES)]
        named = [FAMILIES[name] for name in dict.fromkeys(families) if name not in files]
        selected = available([*named, *of_files] if families else FAMILIES.values())
        found = {
            family: list(
                family.quick_instances(seeds) if quick else family.instances(seeds or (1 if family in of_files else 5))
            )
            for family in selected
        }
        instances = [(family, instance) for family, its in found.items() for instance in its]
        if budget is not None:
            instances.sort(key=lambda pair: pair[1].seed)
        takers = {family.name: chosen(family, its, names, known) for family, its in found.items()}
        plan = Plan(instances, takers, seconds or (5.0 if quick else 10.0), memory, modules)
        ended = race(plan, out, budget)
    rows = list(read_rows(out / ROWS))
    if not rows:
        raise click.ClickException(f"there are no rows in {out}")
    click.echo(f"{report.write(rows, out)}: {len(rows)} run{'s' * (len(rows) != 1)}")
    return ANSWERED if ended else STOPPED


def refuse_unknown(what: str, names: Iterable[str], known: Collection[str]) -> None:
    """A name that is not known is a usage error."""
    for name in names:
        if name not in known:
            raise click.UsageError(f"there is no {what} {name!r}, --list names them all")


def available(families: Iterable[Family]) -> list[Family]:
    """The families whose puzzles are here; why others are left out is said."""
    reasons = {family: family.available() for family in families}
    for family, reason in reasons.items():
        if reason:
            click.echo(f"{family.name}: skipped, as {reason}", err=True)
    return [family for family, reason in reasons.items() if not reason]


def race(plan: Plan, out: Path, minutes: float | None = None) -> bool:
    """Make all runs that are not yet in the folder and show how far they are; whether they were not stopped.

    minutes: after which no run begins.
    """
    ends = inf if minutes is None else time.monotonic() + 60 * minutes
    if not len(plan):
        click.echo("there is nothing to run, as no family is left that has puzzles and solvers", err=True)
        return True
    if os.name != "posix":
        raise click.ClickException("runs need a Unix system, which can limit their time and memory")
    out.mkdir(parents=True, exist_ok=True)
    columns = (
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TimeElapsedColumn(),
        progress.TimeRemainingColumn(),
        progress.TextColumn("{task.description}", markup=False),
    )
    with progress.Progress(*columns, console=ERR, disable=not ERR.is_terminal) as bar:
        task, made = bar.add_task("", total=len(plan)), 0

        def show(done: int, run: Row) -> None:
            bar.update(task, completed=done, description=title(run))

        try:
            for row in execute(plan, out / ROWS, show):
                made += 1
                if time.monotonic() > ends:
                    ERR.print("the budget is spent; the same command goes on")
                    return True
                if not ERR.is_terminal or row.status in ("wrong", "crash"):
                    ERR.print(in_words(row), markup=False)
        except KeyboardInterrupt:
            ERR.print("stopped; the same command goes on")
            return False
        bar.update(task, completed=len(plan), description="")
    if not made:
        click.echo("all runs are there already", err=True)
    return True


def title(run: Row) -> str:
    """A run by the names of its instance and solver."""
    return f"{run.family} {run.label}, seed {run.seed}, {run.solver}"


def in_words(row: Row) -> str:
    """What came of a run, on a line."""
    seconds = "" if row.seconds is None else f" in {row.seconds:.3g} s"
    return f"{title(row)}: {row.status}{seconds}" + (f": {row.message}" if row.message else "")


def show_list(solvers: dict[str, Solver]) -> None:
    """The families and the solvers, a line each."""
    for family in FAMILIES.values():
        click.echo(f"{family.name:18} {family.title} (task {family.task}): {', '.join(family.solvers)}")
    click.echo()
    for solver in solvers.values():
        click.echo(f"{solver.name:28} {solver.group:9} {', '.join(solver.kinds) or 'any kind'}")


def main() -> None:
    """Run the command line; what can go wrong is one sentence on standard error."""
    try:
        sys.exit(command.main(prog_name="python -m benchmarks", standalone_mode=False))
    except (click.ClickException, OSError, ValueError, CpmodelsError) as error:
        said = error.format_message() if isinstance(error, click.ClickException) else error
        click.echo(f"benchmarks: {said}", err=True)
        sys.exit(BAD_INPUT)
    except (KeyboardInterrupt, click.Abort):
        click.echo("benchmarks: stopped", err=True)
        sys.exit(STOPPED)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    main()
