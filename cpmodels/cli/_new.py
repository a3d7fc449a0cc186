"""``cpmodels new``: new puzzles, a command for each kind that they are made of, with the kind's own options."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from itertools import pairwise
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

import cpmodels as cm
from cpmodels.base._grades import GRADES
from cpmodels.base._keywords import meant
from cpmodels.base.files import write_file
from cpmodels.base.kinds import load
from cpmodels.base.values import listed, plural, shown
from cpmodels.cli import _options as options
from cpmodels.cli._console import Searching, say_answer, say_board, tell
from cpmodels.cli._draw import GUIDE_SECONDS, guide
from cpmodels.cli._files import named, writable
from cpmodels.cli._forms import form
from cpmodels.cli._options import Whole
from cpmodels.cli._statuses import ANSWERED, STOPPED

if TYPE_CHECKING:
    from cpmodels.generating import KindOption

MOST_COLUMNS = 5
"""How many puzzles stand side by side in a picture of several, at most."""
DAYS = 10**8
"""The dates of all days, such as 20261231, are below this."""
LONGEST = 4000
"""Python reads no number of many more digits than these, which are far too many for a seed."""


def parse_seed(_: click.Context, __: click.Parameter, value: str | None) -> Iterator[int] | None:
    """Seeds from a whole number on; `today` is today's date, such as 20261231; no other day has any of its seeds."""
    return None if value is None else itertools.count(seed_of(value), DAYS if value == "today" else 1)


def seed_of(value: str) -> int:
    """A whole number, or that of today's date.  Raises ParameterError."""
    if value == "today":
        return int(date.today().strftime("%Y%m%d"))
    if not (value.isascii() and value.isdecimal()):
        raise cm.ParameterError(f"a seed is a whole number, 0 or more, or today, not {shown(value)}")
    return int(value[:LONGEST])


def parse_size(ctx: click.Context, _: click.Parameter, value: str | None) -> tuple[int, ...]:
    """The sides of a board or a box, such as 8x8; without them those of the largest built-in puzzle."""
    from readers import BUILTIN

    if value is not None:
        return sides_of(value)
    kind = str(ctx.command.name)
    boards: list[Any] = [BUILTIN.puzzle(name) for name in BUILTIN if name.startswith(f"{kind}-")]
    sizes = [(board.rows, board.cols) for board in boards if board.kind.replace("_", "-") == kind]
    if not sizes:
        raise click.UsageError("a SIZE is missing, such as 8x8", ctx)
    return max(sizes)


def sides_of(value: str) -> tuple[int, ...]:
    """The sides of a board or a box, such as 8x8.  Raises ParameterError for what is not a size."""
    sides = value.lower().replace("\N{MULTIPLICATION SIGN}", "x").split("x")
    if not all(side.isascii() and side.isdecimal() and len(side) < 5 for side in sides):
        raise cm.ParameterError(f"a size is written like 8x8, not {shown(value)}")
    return tuple(map(int, sides))


class Kinds(click.Group):
    """The kinds of which there is a generator, each as a command, which is made when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        from cpmodels.generating import options_of

        found = []
        for name, kind in self._named().items():
            with suppress(cm.CpmodelsError):  # What is wrong with its options is said where it is asked for.
                options_of(cm.kinds.kind_named(kind))
                found.append(name)
        return found

    def _named(self) -> dict[str, str]:
        """The kinds by their names with hyphens."""
        from cpmodels.generating import generated_kinds

        return {kind.replace("_", "-"): kind for kind in generated_kinds()}

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """The command for a kind, of which even the name may be in a file that comes after it.

        Nothing is said of what is wrong while the shell completes a command.
        """
        wrong = (cm.CpmodelsError, click.UsageError)
        passed_over: tuple[type[Exception], ...] = wrong if ctx.resilient_parsing else ()
        for option, file in pairwise([*args, ""]):
            name, given, value = option.partition("=")
            if name == "--load":
                with suppress(*passed_over):
                    load(value if given else file)
        with suppress(*passed_over):
            return super().resolve_command(ctx, args)
        return None, None, []

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        """The command for a kind.  Raises UsageError when there is none."""
        from cpmodels.generating import options_of

        name, known = cmd_name.replace("_", "-"), self._named()
        if name not in known:
            kinds = {each.replace("_", "-"): each for each in cm.kinds.kind_names()}
            if name in kinds:
                cm.kinds.kind_named(kinds[name])  # Where its package is broken, that is said.
            only = f", as its class has no method `blank`, only for {listed(list(known))}"
            others = only if name in kinds else f"; {meant(name, known)}"
            raise click.UsageError(f"there is no generator for the kind {cmd_name!r}{others}", ctx)
        kind = cm.kinds.kind_named(known[name])
        command = command_for(kind)
        command.params[1:1] = map(option_for, options_of(kind).values())
        command.params += ctx.command.params
        return command


def option_for(option: KindOption) -> click.Option:
    help_text = f"{option.help[:1].upper()}{option.help[1:]}{'.' * bool(option.help)}"
    names = [f"--{option.name.replace('_', '-')}", option.name]
    if option.type is bool:
        return click.Option(names, is_flag=True, default=option.default, help=help_text)
    kind: Any = click.Choice(option.choices) if option.choices else Whole() if option.type is int else option.type
    return click.Option(names, type=kind, default=option.default, show_default=True, help=help_text)


@click.group(cls=Kinds, options_metavar="", subcommand_metavar="KIND [SIZE] [OPTIONS]")
def new() -> None:
    """Make new puzzles of KIND, each proved to have exactly one solution.

    None has a redundant clue: without any one of them it would have other solutions or, with --difficulty, be harder.
    SIZE is for example 8x8; most kinds do without it, and take that of the largest built-in puzzle. `cpmodels new KIND
    --help` lists the options of a kind. The same seed makes the same puzzle, except where searches race, as for gardens
    of cubes and large boards.
    """


def command_for(kind: type[cm.Puzzle[Any]]) -> click.Command:
    """The command for a kind, without the options of its own."""

    @click.argument("size", required=False, callback=parse_size)
    @click.option(
        "--seed", metavar="NUMBER", callback=parse_seed,
        help="A whole number, or `today`; the same seed makes the same puzzle, except where searches race.",
    )  # fmt: skip
    @click.option(
        "--difficulty", type=click.Choice(GRADES),
        help="How hard the steps to the solution are; an easy puzzle has more clues.",
    )  # fmt: skip
    @click.option(
        "--count", type=Whole(1, 10_000), metavar="N", default=1, show_default=True, help="How many puzzles to make."
    )
    @options.output("Write the puzzles to a file, whose extension chooses the format")
    @options.time("Stop each puzzle after this many seconds.")
    @options.as_json
    def make(size: tuple[int, ...], seed: Iterator[int] | None, count: int, output: str | None, **options: Any) -> int:
        import renderers

        write = None if output is None else writer(output, count, kind)
        made: list[cm.Generated[Any]] = []
        tried = ""
        try:
            with Searching("making", "made") as line, suppress(KeyboardInterrupt):
                began = monotonic()

                def progress(now: cm.search.Progress) -> None:
                    line.found = f"made, {plural(now.found, 'candidate')} given up"
                    line(cm.search.Progress(len(made), monotonic() - began))

                while len(made) < count:
                    one = None if seed is None else next(seed)
                    found = cm.generate(kind, *size, seed=one, progress=progress, **options)
                    if found.puzzle is None:
                        tried = f" ({plural(found.tries, 'candidate')} in {found.seconds:.1f} s)"
                        break
                    made.append(named_by_seed(found, size))
                    if output is not None and len(made) == 1 < count:
                        renderers.ready(output, made[0].puzzle)
                    seed = seed or itertools.count(found.seed + 1)
                    if found.interrupted:
                        break
        finally:  # Also where the next puzzle cannot be made.
            try:
                if write and made:
                    write(made)
                    tell(f"wrote {output}")
            finally:
                for each in made:
                    say_puzzle(each)
        if len(made) == count:
            return ANSWERED
        so_far = f": {len(made)} of {count} puzzles made" if made else " before a puzzle was made"
        tell(f"stopped{so_far}{tried}")
        return STOPPED

    from renderers.functions import kind_title

    about = f"{kind_title(kind)}: make new puzzles of SIZE, for example 4x4."
    return click.command(kind.kind.replace("_", "-"), help=about)(make)


def named_by_seed(found: cm.Generated[Any], size: Sequence[int]) -> cm.Generated[Any]:
    """The same, with a name for the puzzle that says how to make it again."""
    from renderers.functions import kind_title

    puzzle = found.puzzle
    assert puzzle is not None
    grade = f", {found.difficulty}" if found.difficulty else ""
    name = f"{kind_title(puzzle)} {'x'.join(map(str, size))} no. {found.seed}{grade}"
    return replace(found, puzzle=named(puzzle, name))


def say_puzzle(one: cm.Generated[Any]) -> None:
    import readers

    puzzle: Any = one.puzzle

    def in_words() -> None:
        say_board(cm.text(puzzle))
        name = one.clue_name
        needed = (
            f", harder without any one {name}" if one.difficulty not in (None, "expert") else f", no redundant {name}"
        )
        minimal = {True: needed, False: f", perhaps with redundant {name}s", None: ""}
        grade = f"{one.difficulty}, " if one.difficulty else ""
        tell(f"seed {one.seed}: {grade}one solution{minimal[one.minimal]}; {one.seconds:.2f} s")

    say_answer(form("new", one, puzzle=readers.puzzle_form(puzzle)), in_words)


def writer(output: str, count: int, kind: type[cm.Puzzle[Any]]) -> Callable[[list[Any]], object]:
    """What writes this number of puzzles of a kind, with their solutions, to a file."""
    import readers
    import renderers

    def lines(made: list[Any]) -> str:
        """One puzzle as it is written elsewhere, of several one a line."""
        if len(made) == 1:
            return readers.write(made[0].puzzle)
        return "".join(f"{json.dumps(readers.puzzle_form(each.puzzle))}\n" for each in made)

    def page(made: list[Any]) -> Any:
        return renderers.play_page(*(each.puzzle for each in made), solutions=[each.solution for each in made])

    path, suffix = writable(output, "the puzzle"), Path(output).suffix.lower()
    has_pages = renderers.play_page.is_implemented(kind)
    if suffix == ".json":
        return lambda made: write_file(path, lines(made))
    if suffix == ".html" and (count == 1 or has_pages):
        return lambda made: write_file(path, page(made))
    if count == 1:
        if renderers.files.ending(output) in (".glb", ".stl"):
            renderers.functions.check_mesh(kind, suffix)
        return lambda made: cm.save(path, made[0].puzzle)
    if suffix == ".pdf":

        def book(made: list[Any]) -> None:
            entries: list[tuple[Any, ...]] = [(each.puzzle, each.solution) for each in made]
            with suppress(KeyboardInterrupt):  # It leaves the other guides out.
                for place, (puzzle, solution) in enumerate(entries):
                    entries[place] += guide(puzzle, solution, puzzle.name, GUIDE_SECONDS, is_unique=True)
            renderers.book(path, entries, renderers.functions.kind_title(kind))

        return book
    if suffix in (".png", ".svg"):
        return lambda made: renderers.gallery(
            [cm.draw(each.puzzle) for each in made], min(len(made), MOST_COLUMNS)
        ).save(path)
    endings = ".svg, .json or .html" if has_pages else ".svg or .json"
    raise cm.ParameterError(
        f"several puzzles of the kind {kind.kind!r} are written as .pdf, .png, {endings}, not as {suffix or output}"
    )
