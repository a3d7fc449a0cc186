"""``cpmodels new``: new puzzles, a command for each kind that they are made of, with the kind's own options."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

import cpmodels as cm
from cpmodels.cli import ANSWERED, STOPPED
from cpmodels.cli import _forms as forms
from cpmodels.cli._console import Searching, print_json, say_board, tell
from cpmodels.cli._files import writable
from cpmodels.cli._options import json_option, output_option
from cpmodels.cli._types import SECONDS, Whole
from cpmodels.values import shown

if TYPE_CHECKING:
    from cpmodels.explaining import Grade
    from cpmodels.generating import Wish

MOST_COLUMNS = 5
"""So many puzzles stand side by side in a picture of several."""
SEVERAL = ".pdf, .png, .svg or .json"
DAYS = 10**8
"""The dates of all days, such as 20261231, are below this."""


def parse_seed(_: click.Context, __: click.Parameter, value: str | None) -> Iterator[int] | None:
    """Seeds from a whole number on; `today` is today's date, such as 20261231; no other day has any of its seeds."""
    if value == "today":
        return itertools.count(int(date.today().strftime("%Y%m%d")), DAYS)
    if value is not None and not (value.isascii() and value.isdecimal()):
        raise click.BadParameter(f"a seed is a whole number, 0 or more, or today, not {shown(value)}")
    return None if value is None else itertools.count(int(value))


def parse_size(_: click.Context, __: click.Parameter, value: str) -> tuple[int, ...]:
    """The sides of a board or a box, such as 8x8."""
    sides = value.lower().replace("\N{MULTIPLICATION SIGN}", "x").split("x")
    if not all(side.isascii() and side.isdecimal() and len(side) < 5 for side in sides):
        raise click.BadParameter(f"a size is written like 8x8, not {shown(value)}")
    return tuple(map(int, sides))


class Kinds(click.Group):
    """The kinds of which there is a generator, each as a command, which is made when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The names of these kinds, with hyphens."""
        from cpmodels.generating import generated_kinds

        return [name.replace("_", "-") for name in generated_kinds()]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        """The command for a kind.  Raises UsageError when there is none."""
        from cpmodels._spelling import meant
        from cpmodels.generating import wishes_of

        name, known = cmd_name.replace("_", "-"), self.list_commands(ctx)
        if name not in known:
            raise click.UsageError(f"there is no generator for the kind {cmd_name!r}; {meant(name, known)}", ctx)
        kind = cm.kind_named(name.replace("-", "_"))
        command = command_for(kind)
        command.params[1:1] = map(option_for, wishes_of(kind).values())
        return command


def option_for(wish: Wish) -> click.Option:
    """The option for a wish."""
    help_text = f"{wish.help[:1].upper()}{wish.help[1:]}."
    names = [f"--{wish.name.replace('_', '-')}", wish.name]
    if wish.type is bool:
        return click.Option(names, is_flag=True, default=wish.default, help=help_text)
    kind: Any = click.Choice(wish.choices) if wish.choices else Whole() if wish.type is int else wish.type
    return click.Option(names, type=kind, default=wish.default, show_default=True, help=help_text)


@click.group(cls=Kinds, subcommand_metavar="KIND SIZE [OPTIONS]")
def new() -> None:
    """Make new puzzles of KIND, each proved to have exactly one solution.

    No clue can be left out. SIZE is for example 8x8. `cpmodels new KIND --help` lists the options of a kind; the same
    seed makes the same puzzle.
    """


def command_for(kind: type[cm.Puzzle[Any]]) -> click.Command:
    """The command for a kind, without the options for its wishes."""

    @click.argument("size", callback=parse_size)
    @click.option(
        "--seed",
        metavar="NUMBER",
        callback=parse_seed,
        help="A whole number, or `today`; the same seed makes the same puzzle.",
    )
    @click.option(
        "--difficulty",
        type=click.Choice(["easy", "medium", "hard", "expert"]),
        help="How hard the steps to the solution are; an easy puzzle has more clues.",
    )
    @click.option(
        "--count", type=Whole(1, 10_000), metavar="N", default=1, show_default=True, help="How many puzzles to make."
    )
    @output_option("Write the puzzles to a file, whose extension chooses the format")
    @click.option("--time-limit", type=SECONDS, metavar="SECONDS", help="Stop each puzzle after this many seconds.")
    @json_option
    def make(
        size: tuple[int, ...],
        seed: Iterator[int] | None,
        difficulty: Grade | None,
        count: int,
        output: str | None,
        time_limit: float | None,
        as_json: bool,
        **wishes: Any,
    ) -> int:
        write = None if output is None else writer(output, count, kind)
        made: list[cm.Generated[Any]] = []
        tried = ""
        with Searching("making", "made") as line, suppress(KeyboardInterrupt):
            began = monotonic()

            def progress(_: cm.Progress) -> None:
                line(cm.Progress(len(made), monotonic() - began))

            while len(made) < count:
                one = None if seed is None else next(seed)
                found = cm.generate(
                    kind, *size, difficulty=difficulty, seed=one, time_limit=time_limit, progress=progress, **wishes
                )
                if found.puzzle is None:
                    drafts = "1 draft" if found.tries == 1 else f"{found.tries} drafts"
                    tried = f" ({drafts} in {found.seconds:.1f} s)"
                    break
                made.append(named(found, size))
                seed = seed or itertools.count(found.seed + 1)
                if found.interrupted:
                    break
        try:
            if write and made:
                write([(each.puzzle, each.solution) for each in made])
                tell(f"wrote {output}")
        finally:
            for each in made:
                (print_puzzle if as_json else show_puzzle)(each)
        if len(made) == count:
            return ANSWERED
        so_far = f": {len(made)} of {count} puzzles made" if made else " before a puzzle was made"
        tell(f"stopped{so_far}{tried}")
        return STOPPED

    from renderers.functions import kind_title

    told = f"{kind_title(kind)}: make new puzzles of SIZE, for example 4x4."
    return click.command(kind.kind.replace("_", "-"), help=told)(make)


def named(found: cm.Generated[Any], size: Sequence[int]) -> cm.Generated[Any]:
    """The same, with a name for the puzzle that tells how to make it again."""
    from renderers.functions import kind_title

    puzzle: Any = found.puzzle
    grade = f", {found.difficulty}" if found.difficulty else ""
    name = f"{kind_title(puzzle)} {'x'.join(map(str, size))} no. {found.seed}{grade}"
    return replace(found, puzzle=replace(puzzle, name=name))


def show_puzzle(one: cm.Generated[Any]) -> None:
    """A new puzzle, in words."""
    puzzle: Any = one.puzzle
    say_board(cm.text(puzzle))
    name = one.clue_name
    minimal = {True: f", no {name} can be left out", False: f", perhaps with needless {name}s", None: ""}[one.minimal]
    grade = f"{one.difficulty}, " if one.difficulty else ""
    tell(f"seed {one.seed}: {grade}one solution{minimal}; {one.seconds:.2f} s")


def print_puzzle(one: cm.Generated[Any]) -> None:
    """A new puzzle, as JSON."""
    import readers

    found: Any = one
    print_json(
        forms.New(
            puzzle=readers.puzzle_form(found.puzzle),
            solution=readers.solution_form(found.solution),
            minimal=one.minimal,
            difficulty=one.difficulty,
            seed=one.seed,
            seconds=round(one.seconds, 4),
        )
    )


def writer(output: str, count: int, kind: type[cm.Puzzle[Any]]) -> Callable[[list[tuple[Any, Any]]], object]:
    """What writes so many puzzles of a kind, with their solutions, to a file.

    Raises ParameterError for what cannot be written.
    """
    import renderers
    from cpmodels.files import write_file

    path, suffix = writable(output, "the puzzle", ()), Path(output).suffix.lower()
    if suffix == ".json":
        return lambda made: write_file(path, json_lines(made).encode())
    if suffix == ".html" and (count == 1 or renderers.play_page.is_implemented(kind)):
        return lambda made: write_file(path, page_of(made))
    if count == 1:
        renderers.ending(output)
        return lambda made: cm.save(path, made[0][0])
    if suffix == ".pdf":
        return lambda made: renderers.book(path, made)
    if suffix in (".png", ".svg"):
        return lambda made: renderers.gallery([cm.draw(puzzle) for puzzle, _ in made], MOST_COLUMNS).save(path)
    if suffix == ".html":
        raise cm.ParameterError(f"a page shows one puzzle of the kind {kind.kind!r}; several are written as {SEVERAL}")
    raise cm.ParameterError(f"several puzzles are written as {SEVERAL}, not as {suffix or output}")


def page_of(made: Sequence[tuple[Any, Any]]) -> bytes:
    """A page of several puzzles, which shows solutions when they are asked for."""
    import renderers

    puzzles, solutions = zip(*made, strict=True)
    page: bytes = renderers.play_page(*puzzles, solutions=solutions)
    return page


def json_lines(made: Sequence[tuple[Any, Any]]) -> str:
    """The JSON of puzzles: of one as it is written else, of several one a line."""
    import readers

    if len(made) == 1:
        return readers.write(made[0][0])
    return "".join(f"{json.dumps(readers.puzzle_form(puzzle))}\n" for puzzle, _ in made)
