"""The directives `command-line`, the help of all commands, and `exit-statuses`, what they end with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective


class CommandLine(SphinxDirective):
    """What each command of the command line prints with --help, under a heading of its own."""

    def run(self) -> list[nodes.Node]:
        """The sections."""
        from cpmodels.cli import cli

        return list(self._sections(cli, "cpmodels", None))

    def _sections(self, command: click.Command, name: str, parent: click.Context | None) -> Iterator[nodes.section]:
        context = click.Context(command, parent, name, terminal_width=92, **command.context_settings)
        yield self._section(context)
        if isinstance(command, click.Group):
            for each in command.list_commands(context):
                found = command.get_command(context, each)
                assert found is not None
                yield from self._sections(found, each, context)

    def _section(self, context: click.Context) -> nodes.section:
        title = context.command_path
        section = nodes.section(ids=[nodes.make_id(title)])
        section += nodes.title(text=title)
        section += nodes.literal_block(text=context.get_help(), language="text")
        return section


class ExitStatuses(SphinxDirective):
    """The exit statuses, and what each means."""

    def run(self) -> list[nodes.Node]:
        """The list."""
        from cpmodels.cli import STATUSES

        told = nodes.definition_list()
        for status, meaning in STATUSES.items():
            item = nodes.definition_list_item()
            item += nodes.term("", "", nodes.literal(text=str(status)))
            parts = enumerate(meaning.split("`"))
            words = [nodes.literal(text=part) if quoted % 2 else nodes.Text(part) for quoted, part in parts]
            item += nodes.definition("", nodes.paragraph("", "", *words))
            told += item
        return [told]


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directives."""
    app.add_directive("command-line", CommandLine)
    app.add_directive("exit-statuses", ExitStatuses)
    return {"parallel_read_safe": True}
