"""Options that commands share, and the reading of their values."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

import cpmodels as cm
from cpmodels._keywords import meant_keyword
from cpmodels.cli._types import FILE, SECONDS, Whole
from cpmodels.values import shown

F = TypeVar("F", bound=Callable[..., Any])


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

    return list(renderers.WRITERS)


def engine_names() -> Iterable[str]:
    """The engines that can confirm what CP-SAT finds."""
    from cpmodels.engines import ENGINES

    return ENGINES


def searching_engines() -> Iterable[str]:
    """The engines that can search in place of CP-SAT, which has a name here, too."""
    return ("cp-sat", *engine_names())


def order_names() -> Iterable[str]:
    """The orders in which the engine backtrack fills places."""
    from cpmodels.backtracking import ORDERS

    return ORDERS


order_option = click.option(
    "--order",
    metavar="NAME",
    cls=LateOption,
    names=order_names,
    help="With --engine backtrack, the order in which cells are filled",
)


def output_option(help: str, *, required: bool = False) -> Callable[[F], F]:  # noqa: A002
    """The option for the file to draw to, whose help ends with the extensions there are."""
    return click.option(
        "-o", "--output", required=required, metavar="FILE", type=FILE, cls=LateOption, names=file_extensions, help=help
    )


json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")


art_option = click.option(
    "--art",
    metavar="NAME",
    help="The style of pictures: insects or fish on square pieces; drawn or numbered frogs.",
)
clockwise_option = click.option(
    "--clockwise", is_flag=True, help="Read the turns of pieces in a SOLUTION as clockwise, not counter-clockwise."
)


def search_options(command: F) -> F:
    """The options of a search, given to the command as one argument, `search`: the keywords of `cpmodels.solve`."""

    @wraps(command)
    def with_search(
        *args: Any,
        time_limit: float | None,
        workers: int | None,
        seed: int | None,
        engine: str | None,
        order: str | None,
        settings: tuple[str, ...],
        **kw: Any,
    ) -> Any:
        search = {"time_limit": time_limit, "workers": workers, "seed": seed, **parse_settings(settings)}
        search.update({name: value for name, value in (("engine", engine), ("order", order)) if value is not None})
        return command(*args, search=search, **kw)

    wrapped: Any = with_search
    for option in (
        click.option(
            "--set",
            "settings",
            multiple=True,
            metavar="NAME=VALUE",
            help="Set a CP-SAT parameter, as in --set cp_model_presolve=false.",
        ),
        order_option,
        click.option(
            "--engine",
            metavar="NAME",
            cls=LateOption,
            names=searching_engines,
            help="The engine that searches; by default one that suits the puzzle",
        ),
        click.option("--seed", type=Whole(0, 2**31 - 1), metavar="N", help="Search in another random order."),
        click.option("--workers", type=Whole(1, 256), metavar="N", help="Number of cores to use."),
        click.option("--time-limit", type=SECONDS, metavar="SECONDS", help="Stop after this many seconds."),
        json_option,
    ):
        wrapped = option(wrapped)
    done: F = wrapped
    return done


OPTIONS = ("time_limit", "workers", "seed", "engine", "order")
"""What has an option of its own, beside CP-SAT's parameters."""


def parse_settings(settings: tuple[str, ...]) -> dict[str, Any]:
    """CP-SAT parameters from NAME=VALUE.  Raises ParameterError."""
    parameters: dict[str, Any] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise cm.ParameterError(f"--set takes NAME=VALUE, not {shown(setting)}")
        from cpmodels.search._parameters import check_name, parameter_names

        if name.strip() not in parameter_names() and (close := meant_keyword(name.strip(), OPTIONS)):
            option = "--" + close.replace("_", "-")
            raise cm.ParameterError(f"--set takes parameters of CP-SAT; for {shown(name)} use {option}")
        check_name(name.strip())
        parameters[name.strip()] = value.strip()
    return parameters


def parse_part(text: str) -> tuple[int, int]:
    """A part from I/N.  Raises ParameterError."""
    which, slash, of = text.partition("/")
    if not (slash and text.isascii() and which.isdecimal() and of.isdecimal()):
        raise cm.ParameterError(f"--part takes I/N, such as 1/3, not {shown(text)}")
    return int(which), int(of)


def parse_bed(text: str) -> tuple[float, float]:
    """The width and depth of a printer's bed from WIDTHxDEPTH.  Raises ParameterError."""
    width, _, depth = text.partition("x")
    try:
        return float(width), float(depth)
    except ValueError:
        raise cm.ParameterError(f"--bed takes WIDTHxDEPTH in millimetres, such as 220x220, not {shown(text)}") from None
