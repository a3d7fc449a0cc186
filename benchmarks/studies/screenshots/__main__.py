"""How many screenshots made at random are read exactly, by their kind.

    python -m benchmarks.studies.screenshots --count 400

prints the table of `readers/README.md`, with `--game` for another game than ZIP; `--failures` tells of each that was
not read, and `--save` keeps its picture.
"""

from __future__ import annotations

from pathlib import Path

import click

from benchmarks.studies.screenshots.trials import EXACT, GAMES, WRONG, drawn, table, trials


@click.command(help=__doc__)
@click.option("--game", type=click.Choice(list(GAMES)), default="zip", show_default=True)
@click.option("--count", default=400, show_default=True)
@click.option("--first", default=0, show_default=True, help="The first seed.")
@click.option("--failures", is_flag=True, help="Tell what was not read.")
@click.option("--save", type=click.Path(file_okay=False, path_type=Path), help="A folder for pictures not read.")
def main(game: str, count: int, first: int, failures: bool, save: Path | None) -> None:
    done = list(trials(range(first, first + count), game))
    missed = [trial for trial in done if trial.outcome != EXACT]
    for trial in missed:
        if failures or trial.outcome == WRONG:
            click.echo(f"{trial.seed}: {trial.outcome} {trial.words} ({trial.style})", err=True)
        if save:
            save.mkdir(parents=True, exist_ok=True)
            drawn(trial.seed, game)[-1].save(save / f"{game}-{trial.seed}.png")
    click.echo(table(done))
    seconds = sorted(trial.seconds for trial in done)
    click.echo(f"\n{seconds[len(seconds) // 2]:.2f} s a screenshot, at most {seconds[-1]:.2f} s.")


if __name__ == "__main__":
    main()
