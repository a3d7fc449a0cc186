"""Watch a backtracker at work: ``python -m benchmarks.watch PUZZLE``, in the terminal or as a film."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn

import click
from rich.console import Console
from rich.live import Live

import readers
from cpmodels.cli import BAD_INPUT, STOPPED, Keyboard, fitting, in_colour
from cpmodels.errors import CpmodelsError, UnsupportedError
from cpmodels.files import write_file
from cpmodels.puzzle import Puzzle
from cpmodels.racing import Question
from cpmodels.racing._solvers import loaded
from cpmodels.reference.steps import ANSWERS, Walk
from renderers import animation
from renderers.functions import SearchStep
from renderers.moments import Moment, Watcher, moments, text_of_moment

FILMS = {".gif": animation.gif, ".webp": animation.webp}
"""How films are written, by the ending of their files."""
PAGE = ".html"
REFRESHES = 25
"""How many boards a second the terminal shows at most."""


def naive(puzzle: Puzzle[Any], name: str | None, seed: int) -> Walk:
    """The backtracker of this name, or the first that takes the puzzle.  Raises click.UsageError when there is none."""
    solvers = loaded(["cpmodels.racing._reference"])
    known = {n: s for n, s in solvers.items() if s.group == "reference" and s.takes(puzzle.kind)}
    if name is not None and name not in known:
        raise click.UsageError(f"no backtracker {name!r} takes a puzzle of this kind, but {', '.join(known)}")
    reason = ""
    for candidate in [name] if name else known:
        try:
            walk = known[candidate](Question(puzzle, "first", seed))
        except UnsupportedError as error:
            reason = str(error)
            continue
        assert isinstance(walk, Walk)
        return walk
    raise click.UsageError(reason)


def until_found(walk: Walk, answers: int) -> Iterator[SearchStep]:
    """The steps until a number of answers are found."""
    for step in walk.trace():
        yield step
        answers -= step[0] in ANSWERS
        if not answers:
            return


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("puzzle")
@click.option("--solver", metavar="NAME", help="The backtracker; by default the first that takes the puzzle.")
@click.option("--seed", type=click.IntRange(0), default=0, help="For backtrackers that make random choices.")
@click.option("--answers", type=click.IntRange(1), default=1, show_default=True, help="Stop after this many answers.")
@click.option("--steps", type=click.IntRange(1), default=100_000, show_default=True, help="Stop after this many steps.")
@click.option("--rate", type=click.IntRange(1), default=50, show_default=True, help="Steps a second in the terminal.")
@click.option("--seconds", type=click.FloatRange(1, 60), default=animation.SECONDS, show_default=True,
              help="How long a film lasts, about.")  # fmt: skip
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a film (.gif, .webp) or a page (.html) in place of showing the search in the terminal.",
)
def cli(
    puzzle: str,
    solver: str | None,
    seed: int,
    answers: int,
    steps: int,
    rate: int,
    seconds: float,
    output: Path | None,
) -> None:
    """Watch a backtracker search PUZZLE, the name of a built-in puzzle or a file.

    It says how often it started over, how many cells are settled, and, for gardens, how many candidates are left:
    those of each cell are in the pictures of squares. Space pauses in the terminal. Films of cubes turn.

    Exit status: 0 watched, 2 bad input or usage, 3 stopped.
    """
    if output and output.suffix.lower() not in (*FILMS, PAGE):
        raise click.UsageError(f"a film is a {', '.join((*FILMS, PAGE))} file, not {output}")
    if output and not output.absolute().parent.is_dir():
        raise click.UsageError(f"there is no folder {output.parent} for the film")
    given = readers.read(puzzle)
    walk = naive(given, solver, seed)
    told = islice(until_found(walk, answers), steps)
    end = write(output, given, told, seconds) if output else play(given, told, rate, Console()).told
    ended = "" if not walk.exhausted else ": there is nothing more to find"
    click.echo(f"{end}{ended}")


def write(output: Path, puzzle: Puzzle[Any], steps: Iterator[SearchStep], seconds: float = animation.SECONDS) -> str:
    """Write the search as the ending of the file's name says; tells how it ended."""
    if output.suffix.lower() != PAGE:
        frames = round(animation.FRAMES * max(1.0, seconds / animation.SECONDS))
        film = animation.search_film(puzzle, steps, frames=frames, spin=animation.SPIN, seconds=seconds)
        write_file(output, FILMS[output.suffix.lower()](film))
        return film.lines[-1]
    taken = list(steps)
    title = f"{puzzle.name or puzzle.kind}: a search step by step"
    write_file(
        output,
        animation.film_page(title, lambda frames: animation.search_film(puzzle, taken, frames=frames, seconds=seconds)),
    )
    return moments(taken, 2)[-1].told


def play(puzzle: Puzzle[Any], steps: Iterator[SearchStep], rate: int, console: Console) -> Moment:
    """Show the steps in the terminal, at a rate a second; without a terminal just go through them."""
    watcher = Watcher()
    if not console.is_terminal:
        for step in steps:
            watcher.take(step)
        return watcher.moment
    at_once = max(1, rate // REFRESHES)
    with Live(console=console, auto_refresh=False, transient=True) as live, Keyboard() as keyboard:
        for number, step in enumerate(steps, 1):
            watcher.take(step)
            if number % at_once == 0 or step[0] in ANSWERS:
                moment = watcher.moment
                board = in_colour(fitting(text_of_moment(puzzle, moment), console))
                line = f"{moment.told}  {keyboard.hint}".rstrip()
                live.update(board.append(line if board.plain.endswith("\n") else f"\n{line}"), refresh=True)
                keyboard.wait(at_once / rate)
    moment = watcher.moment
    console.print(in_colour(text_of_moment(puzzle, moment)))
    return moment


def fail(message: str) -> NoReturn:
    """End with one sentence on standard error, for bad input or usage."""
    click.echo(f"benchmarks.watch: {message}", err=True)
    sys.exit(BAD_INPUT)


def main() -> None:
    """Run the command line; what can go wrong is one sentence on standard error."""
    try:
        sys.exit(cli.main(prog_name="python -m benchmarks.watch", standalone_mode=False))
    except click.exceptions.NoArgsIsHelpError as help_text:
        click.echo(help_text.format_message())
        sys.exit(BAD_INPUT)
    except click.ClickException as error:
        fail(error.format_message().rstrip("."))
    except CpmodelsError as error:
        fail(str(error))
    except OSError as error:
        fail(f"{error.filename or 'cannot go on'}: {error.strerror or error}")
    except (KeyboardInterrupt, click.Abort):
        click.echo("benchmarks.watch: stopped", err=True)
        sys.exit(STOPPED)


if __name__ == "__main__":
    main()
