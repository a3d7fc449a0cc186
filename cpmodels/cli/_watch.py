"""``cpmodels race``, of all solvers, and ``watch``: a loop at work, in the terminal, as a film or as a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import cpmodels as cm
from cpmodels.base.files import write_file
from cpmodels.base.values import joined
from cpmodels.cli import _options as options
from cpmodels.cli._console import Keyboard, Searching, answering, in_colour, say, with_line
from cpmodels.cli._files import read_puzzle, tell_written, titled, writable
from cpmodels.cli._forms import form
from cpmodels.cli._options import LateOption, Number, Whole
from cpmodels.cli._statuses import ANSWERED, BROKEN, STOPPED

if TYPE_CHECKING:
    from rich.console import Console

    from cpmodels.reference.steps import Walk
    from renderers.functions import SearchStep
    from renderers.moments import Moment

REFRESHES = 25
"""How many boards a second the terminal shows at most."""


def walk_of(puzzle: cm.Puzzle[Any], name: str | None, seed: int) -> Walk:
    """The loop of this name, or the first that takes the puzzle.  Raises ParameterError when there is none."""
    from cpmodels.racing import Question
    from cpmodels.racing._solvers import LOOPS, loaded
    from cpmodels.reference.steps import Walk

    solvers = loaded(LOOPS)
    known = {name: one for name, one in solvers.items() if one.group == "reference" and one.takes(puzzle.kind)}
    if name is not None and name not in known:
        raise cm.ParameterError(f"no loop {name!r} takes a puzzle of this kind, but {', '.join(known)}")
    reasons: dict[str, None] = {}
    for candidate in [name] if name else known:
        try:
            walk = known[candidate](Question(puzzle, "first", seed))
        except cm.errors.UnsupportedError as error:
            reasons[str(error)] = None
        else:
            if isinstance(walk, Walk):
                return walk
            reasons[f"{candidate} does not tell its steps"] = None
    raise cm.ParameterError(f"there is no loop to watch, as {joined(reasons)}")


def until_found(walk: Walk, answers: int) -> Iterator[SearchStep]:
    """The steps until a number of answers are found."""
    from cpmodels.reference.steps import ANSWERS

    for step in walk.trace():
        yield step
        answers -= step[0] in ANSWERS
        if not answers:
            return


@click.command()
@options.puzzle
@click.option("--solver", metavar="NAME", help="The loop (see `cpmodels race`), if not the first that takes PUZZLE.")
@options.seed(0)
@click.option("--answers", type=Whole(1), default=1, show_default=True, help="Stop after this many solutions.")
@click.option("--steps", type=Whole(1, 10**9), default=100_000, show_default=True, help="Stop after this many steps.")
@click.option("--rate", type=Whole(1), default=50, show_default=True, help="Steps a second in the terminal.")
@click.option(
    "--seconds", type=Number(float, 1, 60), default=5.0, show_default=True,
    help="The length of a film; a page shows more.",
)  # fmt: skip
@options.file("-o", "--output", help="Write a film (.gif, .webp) or a page (.html) in place of the terminal's boards.")
def watch(
    puzzle: str, solver: str | None, seed: int, answers: int, steps: int, rate: int, seconds: float, output: str | None
) -> int:
    """Watch a loop search PUZZLE, without a solver: it tries, fails, and goes back.

    It says how often it started over, how many cells are settled, and, for gardens, how many candidates are left:
    those of each cell are in the pictures of squares. In the terminal Space pauses, + and - change the speed, and S
    starts again with another seed, for loops that make random choices. Films of cubes turn.
    """
    given = read_puzzle(puzzle)
    if output is not None and Path(output).suffix.lower() not in (".gif", ".webp", ".html"):
        raise cm.ParameterError(f"a film is a .gif, .webp or .html file, not {output}")
    target = None if output is None else writable(output, "the film")

    def begun(seed: int) -> tuple[Walk, Iterator[SearchStep]]:
        walk = walk_of(given, solver, seed)
        return walk, islice(until_found(walk, answers), steps)

    if target is None:
        from rich.console import Console

        while True:
            walk, told = begun(seed)
            end, rate = play(given, told, rate, Console())
            if end is not None:
                line = end.told
                break
            seed += 1
    else:
        from renderers.functions import title_of

        walk, told = begun(seed)
        line = write(target, given, told, seconds, title_of(titled(given, puzzle)))
        tell_written(target)
    say(f"{line}: there is nothing more to find" if walk.exhausted else line)
    return ANSWERED


def write(target: Path, puzzle: cm.Puzzle[Any], steps: Iterator[SearchStep], seconds: float, title: str) -> str:
    """Write the search as the ending of the file's name says; gives the line below its last picture."""
    from renderers import animation
    from renderers.moments import moments

    if target.suffix.lower() == ".html":
        *told, end = moments(steps, animation.MOST_FRAMES)

        def film(frames: int) -> animation.Film:
            each = max(1, ceil(len(told) / (frames - 1)))
            return animation.film_of(puzzle, [*told[::each], end], seconds=seconds)

        write_file(target, animation.film_page(f"{title}: a search step by step", film))
        return end.told
    frames = round(animation.FRAMES * seconds / animation.SECONDS)
    made = animation.search_film(puzzle, steps, frames=frames, spin=animation.SPIN, seconds=seconds)
    write_file(target, animation.gif(made) if target.suffix.lower() == ".gif" else animation.webp(made))
    return made.lines[-1]


def play(puzzle: cm.Puzzle[Any], steps: Iterator[SearchStep], rate: int, console: Console) -> tuple[Moment | None, int]:
    """Show the steps in the terminal; without a terminal just go through them.

    Gives the last moment, None where the search is to start again, and the rate, which keys change.
    """
    from rich.live import Live

    from cpmodels.reference.steps import ANSWERS
    from renderers.moments import Watcher, text_of_moment

    watcher = Watcher()
    if not console.is_terminal:
        for step in steps:
            watcher.take(step)
        return watcher.moment, rate
    keys = Keyboard("+ and - change the speed, S starts anew")
    with Live(console=console, auto_refresh=False, transient=True) as live, keys as keyboard:
        for number, step in enumerate(steps, 1):
            watcher.take(step)
            at_once = max(1, rate // REFRESHES)
            if number % at_once == 0 or step[0] in ANSWERS:
                moment = watcher.moment
                line = f"{moment.told}  {keyboard.hint}".rstrip()
                live.update(with_line(text_of_moment(puzzle, moment), line, console), refresh=True)
                match keyboard.wait(at_once / rate):
                    case "+":
                        rate *= 2
                    case "-":
                        rate = max(1, rate // 2)
                    case "s" | "S":
                        return None, rate
    console.print(in_colour(text_of_moment(puzzle, watcher.moment)))
    return watcher.moment, rate


def solver_names() -> Iterable[str]:
    """The solvers of this package, and of others that are installed."""
    from cpmodels.racing._solvers import installed_modules, loaded

    modules, _ = installed_modules()
    return list(loaded(modules))


@click.command()
@options.puzzle
@click.option(
    "--solvers", multiple=True, metavar="NAME,...", cls=LateOption, names=solver_names,
    help="The solvers, by name or group (library, engine, reference, article); by default all that take the puzzle",
)  # fmt: skip
@click.option(
    "--task", type=click.Choice(["first", "all", "unique"]), default="first", show_default=True,
    help="Find a first solution, find all of them, or decide whether there is exactly one.",
)  # fmt: skip
@options.time(
    "Time limit of each run, once its process has started, which takes some seconds.", default=10.0, show_default=True
)
@click.option("--repeats", type=Whole(1), default=1, metavar="N", help="Runs of each solver; times are their medians.")
@options.seed(0)
@click.option(
    "--memory", type=Whole(256), default=4096, show_default=True, metavar="MIB", help="Memory limit of each run."
)
@options.file("-o", "--output", help="Write a plot to this .png or .svg file.")
@options.as_json
def race(puzzle: str, solvers: tuple[str, ...], output: str | None, **options: Any) -> int:
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

        target = writable(str(check_format(output)), "the plot")
    names = [name.strip() for value in solvers for name in value.split(",")]
    with Searching("racing") as line:

        def show(solver: str, done: int, total: int) -> None:
            line.show(f"{done} of {total} runs done, {solver} is running")

        found = cm.race(given, solvers=names or None, progress=show, **options)
    with answering(race_form(found), lambda: say(str(found))):
        if target and found.entries:
            found.save(target)
            tell_written(target)
    if found.agree is False:
        return BROKEN
    return STOPPED if found.interrupted or found.winner is None else ANSWERED


def race_form(found: cm.Race) -> dict[str, Any]:
    solvers = [
        form(
            "Entry", entry, answer=entry.said(found.task), runs=[one.seconds for one in entry.runs],
            **{effort: entry.effort if entry.counts == effort else None for effort in ("nodes", "conflicts")},
        )
        for entry in found.entries
    ]  # fmt: skip
    return form("race", found, solvers=solvers)
