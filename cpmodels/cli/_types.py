"""What arguments and options are: numbers, files and puzzles; how a wrong one is told, and how a shell completes it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem
from click.types import FloatParamType, IntParamType, StringParamType

from cpmodels.values import shown

FILE = click.Path(readable=False)
"""A file to read or to write, whatever is there: what uses it tells what is wrong with it."""


class Puzzle(StringParamType):
    """The name of a built-in puzzle, or a file."""

    name = "puzzle"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002
        """The names that begin so, with the files beside them; where there are none, what the shell knows of files."""
        from readers import BUILTIN

        names = [name for name in BUILTIN if name.startswith(incomplete)]
        if not names:
            return [CompletionItem(incomplete, type="file")]
        files = sorted(path.name for path in Path().iterdir() if path.is_file() and path.name.startswith(incomplete))
        return [CompletionItem(name) for name in [*names, *(file for file in files if file[0] != ".")]]


class Folder(StringParamType):
    """A folder, which need not be there yet."""

    name = "folder"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if Path(value).exists() and not Path(value).is_dir():
            self.fail(f"{value} is a file, not a folder", param, ctx)
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002
        return [CompletionItem(incomplete, type="dir")]


class Number(FloatParamType):
    """A number."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            return float(value)
        except ValueError:
            self.fail(f"{shown(value)} is not a number", param, ctx)


class Whole(IntParamType):
    """A whole number, from `least` to `most` where these are given."""

    name = "whole number"

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        self.least, self.most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            number = int(value)
        except ValueError:
            self.fail(f"{shown(value)} is not a whole number", param, ctx)
        if (self.least is not None and number < self.least) or (self.most is not None and number > self.most):
            bounds = f"at least {self.least}" if self.most is None else f"from {self.least} to {self.most}"
            self.fail(f"it must be {bounds}, not {number}", param, ctx)
        return number


PUZZLE = Puzzle()
FOLDER = Folder()
SECONDS = Number()
