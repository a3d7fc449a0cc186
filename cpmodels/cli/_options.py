"""Arguments and options that commands share, and the reading of their values."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial, wraps
from pathlib import Path
from typing import Any, TypeVar, cast

import click
from click.shell_completion import CompletionItem
from click.types import FloatParamType, StringParamType

from cpmodels._parameters import check_name, parameter_names
from cpmodels.base._clock import positive
from cpmodels.base._keywords import meant_keyword
from cpmodels.base.errors import ParameterError
from cpmodels.base.values import either, shown
from cpmodels.engines._table import ENGINES, engine_named

F = TypeVar("F", bound=Callable[..., Any])


@dataclass
class Notes:
    """What a command keeps while it runs, beside its options.

    as_json: whether the answer is printed as JSON.
    key: the names of the variables that are the solution of a model.
    member: what the puzzle is called of which it is just asked, where there are several.
    has_given: whether only solutions are asked for that have what a file says, and it says something.
    read: the files, folders, names of puzzles, and - for standard input, that were read.
    clockwise: whether the turns of pieces that are read are clockwise.
    manner: how things in space are drawn, keywords of `cpmodels.save`.
    """

    as_json: bool = False
    key: tuple[str, ...] = ()
    member: str = ""
    has_given: bool = False
    read: list[str] = field(default_factory=list)
    clockwise: bool = False
    manner: dict[str, Any] = field(default_factory=dict)


def notes() -> Notes:
    """Those of the command that runs."""
    return click.get_current_context().ensure_object(Notes)


class PuzzleName(StringParamType):
    """The name of a built-in puzzle, or a file."""

    name = "puzzle"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002
        """The names that begin so, with the files beside them; where there are none, what the shell knows of files."""
        from readers import BUILTIN

        names = [name for name in BUILTIN if name.startswith(incomplete)]
        if not names:
            return [CompletionItem(incomplete, type="file")]
        files = sorted(path.name for path in Path().glob(f"{incomplete}*") if path.is_file())
        return [CompletionItem(name) for name in [*names, *(file for file in files if file[0] != ".")]]


class File(click.Path):
    """A file to read or to write, whatever is there: what uses it says what is wrong with it."""

    what = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail(f"the {self.what} name is empty", param, ctx)
        return super().convert(value, param, ctx)


class Folder(File):
    """A folder, which need not be there yet."""

    what = "folder"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if Path(value).exists() and not Path(value).is_dir():
            self.fail(f"{value} is a file, not a folder", param, ctx)
        return super().convert(value, param, ctx)


class Number(FloatParamType):
    """A number of a sort, int or float, from `least` to `most` where these are given."""

    def __init__(self, sort: type[float] = float, least: float | None = None, most: float | None = None) -> None:
        self.sort, self.least, self.most = sort, least, most
        self.name = "whole number" if sort is int else "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            number = self.sort(value)
        except ValueError:
            self.fail(f"{shown(value)} is not a {self.name}", param, ctx)
        # Not a number is not within any bounds.
        if (self.least is not None and not number >= self.least) or (self.most is not None and not number <= self.most):
            bounds = f"at least {self.least}" if self.most is None else f"from {self.least} to {self.most}"
            self.fail(f"it must be {bounds}, not {number}", param, ctx)
        return number


FILE, PUZZLE, SECONDS, Whole = File(readable=False), PuzzleName(), Number(), partial(Number, int)
FOLDER = Folder(file_okay=False, readable=False)


class LateOption(click.Option):
    """An option whose help ends with a list of names that takes long to load: it is made when the help is asked for."""

    def __init__(self, *declarations: Any, names: Callable[[], Iterable[str]], **attributes: Any) -> None:
        super().__init__(*declarations, **attributes)
        self._names, self._words = names, self.help

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        if self.type is not click.STRING:
            return super().shell_complete(ctx, incomplete)
        return [CompletionItem(name) for name in self._names() if name.startswith(incomplete)]

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        self.help = f"{self._words}: {', '.join(self._names())}."
        return super().get_help_record(ctx)


def file_extensions() -> Iterable[str]:
    """The extensions of the files that can be written."""
    import renderers

    return list(renderers.files.WRITERS)


def file(*names: str, **more: Any) -> Callable[[F], F]:
    return click.option(*names, metavar="FILE", type=FILE, **more)


def output(
    words: str, *, required: bool = False, extensions: Callable[[], Iterable[str]] = file_extensions
) -> Callable[[F], F]:
    """The option for the file to write to, whose help ends with the extensions there are."""
    return file("-o", "--output", required=required, cls=LateOption, names=extensions, help=words)


def time(words: str = "Stop after this many seconds.", **more: Any) -> Callable[[F], F]:
    """The option for a time limit, which is refused at once where it is none."""

    def check(_: click.Context, __: click.Parameter, seconds: float | None) -> float | None:
        return None if seconds is None else positive(seconds, "the time limit")

    return click.option("--time-limit", type=SECONDS, metavar="SECONDS", callback=check, help=words, **more)


def seed(default: int | None = None, words: str = "Search in another random order.") -> Callable[[F], F]:
    return click.option("--seed", type=Whole(0, 2**31 - 1), default=default, metavar="N", help=words)


def puzzle(command: F) -> F:
    """The argument that names a puzzle, or the file of a model, and the option for what is the solution of that."""
    key = click.option(
        "--key", multiple=True, metavar="NAME", expose_value=False,
        callback=lambda context, _, names: setattr(context.ensure_object(Notes), "key", names),
        help="Of the file of a model: the variables that are the solution, by name or pattern such as 'x_*'; by "
        "default those that the file names, or all.",
    )  # fmt: skip
    return click.argument("puzzle", type=PUZZLE)(key(command))


puzzles = click.argument("puzzles", nargs=-1, required=True, metavar="PUZZLE...", type=PUZZLE)
as_json = click.option(
    "--json", is_flag=True, expose_value=False, help="Print one JSON object and nothing else.",
    callback=lambda context, _, is_json: setattr(context.ensure_object(Notes), "as_json", is_json),
)  # fmt: skip
art = click.option(
    "--art", metavar="NAME", help="The style of pictures: insects or fish on square pieces; drawn or numbered frogs."
)


def clockwise(command: F) -> F:
    """The option for how the turns of pieces are counted, which is refused where nothing is given that has any."""

    @click.option(
        "--clockwise",
        is_flag=True,
        help="Read the turns of pieces in a SOLUTION the other way round: as clockwise, unless its heading says so.",
    )
    @wraps(command)
    def with_clockwise(clockwise: bool, **given: Any) -> Any:
        if clockwise and not any(given.get(name) for name in ("noted", "partial", "solution", "solutions")):
            raise ParameterError("--clockwise is for the turns in a SOLUTION or PARTIAL, and there is none")
        notes().clockwise = clockwise
        return command(**given)

    return cast("F", with_clockwise)


def taken(given: dict[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Take those options out of what is given that have these names; gives those that have a value."""
    return {name: value for name in names if (value := given.pop(name)) is not None}


MANNER = ("view", "turn", "codes")
"""What says how things in space are drawn."""


def view(command: F) -> F:
    """The options for how things in space are drawn."""

    @click.option(
        "--view", type=click.Choice(["oblique", "isometric", "layers"]),
        help="How pictures show three-dimensional puzzles: oblique by default; `layers` is a plan of each layer.",
    )  # fmt: skip
    @click.option(
        "--turn", type=Number(), metavar="DEGREES",
        help="Turn a three-dimensional puzzle about the vertical axis; the default hides little.",
    )  # fmt: skip
    @click.option(
        "--codes", is_flag=True, default=None, help="Write its code on each cube of a three-dimensional puzzle."
    )
    @wraps(command)
    def with_manner(**given: Any) -> Any:
        notes().manner = taken(given, MANNER)
        return command(**given)

    return cast("F", with_manner)


given = click.option(
    "--given", "noted", metavar="PARTIAL", type=FILE, help="Ask of the solutions that have what is in this file."
)


def engine(
    words: str = "The engine that searches; by default one that suits the puzzle", *, names: Iterable[str] = ENGINES
) -> Callable[[F], F]:
    """The option for an engine, which is refused at once where it is none of these.

    names: of the engines that the command takes.
    """

    def check(context: click.Context, _: click.Parameter, name: str | None) -> str | None:
        if name in ENGINES and name not in (those := list(names)):
            raise ParameterError(f"`{context.command.name}` does not take the engine {name}: use {either(those)}")
        return None if name is None else engine_named(name).name

    return click.option("--engine", metavar="NAME", cls=LateOption, names=lambda: names, help=words, callback=check)


OPTIONS = ("time_limit", "workers", "seed", "engine")
"""What has an option of its own, beside CP-SAT's parameters."""


def search(command: F) -> F:
    """The options of a search, given to the command as one argument, `search`: the keywords of `cpmodels.solve`.

    That for an engine is beside them, as commands take different ones.
    """

    @as_json
    @time()
    @click.option("--workers", type=Whole(1, 256), metavar="N", help="Number of cores to use.")
    @seed()
    @click.option(
        "--set", "settings", multiple=True, metavar="NAME=VALUE",
        help="Set a CP-SAT parameter, as in --set cp_model_presolve=false.",
    )  # fmt: skip
    @wraps(command)
    def with_search(settings: tuple[str, ...], **given: Any) -> Any:
        return command(search=taken(given, OPTIONS) | parse_settings(settings), **given)

    return cast("F", with_search)


def parse_settings(settings: tuple[str, ...]) -> dict[str, Any]:
    """CP-SAT parameters from NAME=VALUE.  Raises ParameterError."""
    parameters: dict[str, Any] = {}
    for setting in settings:
        name, equals, value = map(str.strip, setting.partition("="))
        if not equals:
            raise ParameterError(f"--set takes NAME=VALUE, not {shown(setting)}")
        if name not in parameter_names() and (close := meant_keyword(name, OPTIONS)):
            option = "--" + close.replace("_", "-")
            raise ParameterError(f"--set takes parameters of CP-SAT; for {shown(name)} use {option}")
        check_name(name)
        parameters[name] = value
    return parameters


def parse_part(text: str) -> tuple[int, int]:
    """A part from I/N.  Raises ParameterError."""
    which, slash, of = text.partition("/")
    if not (slash and text.isascii() and which.isdecimal() and of.isdecimal()):
        raise ParameterError(f"--part takes I/N, such as 1/3, not {shown(text)}")
    return int(which), int(of)


paper = click.option(
    "--paper", type=click.Choice(["A4", "Letter"], case_sensitive=False), help="The paper of a .pdf; A4 by default."
)


def parse_bed(text: str) -> tuple[float, float]:
    """The width and depth of a printer's bed from WIDTHxDEPTH.  Raises ParameterError."""
    width, _, depth = text.partition("x")
    try:
        return float(width), float(depth)
    except ValueError:
        raise ParameterError(f"--bed takes WIDTHxDEPTH in millimetres, such as 220x220, not {shown(text)}") from None
