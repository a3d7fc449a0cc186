"""Races solvers on puzzles that grow: ``python -m benchmarks [FAMILY ...]``."""

from __future__ import annotations

from pathlib import Path

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from benchmarks import report
from benchmarks.families import FAMILIES, Family
from benchmarks.plan import Plan, chosen, execute
from benchmarks.rows import Row, read_rows
from benchmarks.solvers import Solver, load

ROWS = "rows.jsonl"


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("families", nargs=-1, metavar="[FAMILY ...]")
@click.option("--seconds", type=click.FloatRange(0.1), help="Time limit of a run; 10 by default, with --quick 5.")
@click.option("--seeds", type=click.IntRange(1, 1000), default=5, show_default=True, help="Instances of each size.")
@click.option(
    "--solvers", multiple=True, metavar="NAME", help="Solvers, or groups of them; by default the family's own."
)
@click.option("--memory", type=click.IntRange(256), default=6144, show_default=True, help="MiB that a run may use.")
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
def main(
    families: tuple[str, ...],
    seconds: float | None,
    seeds: int,
    solvers: tuple[str, ...],
    memory: int,
    quick: bool,
    out: Path,
    only_report: bool,
    only_list: bool,
) -> None:
    """Race solvers on FAMILIES of puzzles, by default all of them, and write a page of tables and plots.

    Ctrl-C stops it; the same command goes on where it stopped.
    """
    known = load()
    if only_list:
        show_list(known)
        return
    names = [solver for value in solvers for solver in value.split(",")]
    refuse_unknown(families, FAMILIES, "family")
    refuse_unknown(names, {*known, *(solver.group for solver in known.values())}, "solver")
    if not only_report:
        selected = [FAMILIES[name] for name in families or FAMILIES]
        race(selected, known, names, out, seconds or (5.0 if quick else 10.0), seeds, memory, quick)
    rows = list(read_rows(out / ROWS))
    if not rows:
        raise click.ClickException(f"there are no rows in {out}")
    click.echo(f"{report.write(rows, out)}: {len(rows)} runs")


def race(
    selected: list[Family],
    known: dict[str, Solver],
    names: list[str],
    out: Path,
    seconds: float,
    seeds: int,
    memory: int,
    quick: bool,
) -> None:
    """Make all runs that are not yet in the folder, with a progress bar; Ctrl-C ends them."""
    instances, solvers = [], {}
    for family in selected:
        if reason := family.available():
            click.echo(f"{family.name}: skipped, as {reason}", err=True)
            continue
        found = list(family.quick_instances() if quick else family.instances(seeds))
        instances += [(family, instance) for instance in found]
        solvers[family.name] = chosen(family, found[0].puzzle, names, known) if found else []
    plan = Plan(instances, solvers, seconds, memory)
    out.mkdir(parents=True, exist_ok=True)
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns) as bar:
        task = bar.add_task("", total=len(plan))
        try:
            for row in execute(
                plan,
                out / ROWS,
                lambda at: bar.update(
                    task, completed=at.done, description=f"{at.instance.family} {at.instance.label}, {at.solver}"
                ),
            ):
                tell(row, bar)
            bar.update(task, completed=len(plan), description="")
        except KeyboardInterrupt:
            bar.update(task, description="stopped; the same command goes on")


def tell(row: Row, bar: Progress) -> None:
    """Say aloud what should not be."""
    if row.status in ("wrong", "crash"):
        bar.console.print(f"{row.family} {row.label} seed {row.seed}, {row.solver}: {row.status}: {row.message}")


def refuse_unknown(names: list[str] | tuple[str, ...], known: object, what: str) -> None:
    """End with exit status 2 for a name that is not known."""
    assert hasattr(known, "__contains__")
    for name in names:
        if name not in known:
            raise click.UsageError(f"there is no {what} {name!r}; --list names them all")


def show_list(solvers: dict[str, Solver]) -> None:
    """The families and the solvers, a line each."""
    for family in FAMILIES.values():
        click.echo(f"{family.name:18} {family.title} (task {family.task}): {', '.join(family.solvers)}")
    click.echo()
    for solver in solvers.values():
        click.echo(f"{solver.name:28} {solver.group:9} {', '.join(solver.kinds)}")


if __name__ == "__main__":
    main()
