"""Questions that are answered and confirmed by one command each, and the page that is made of their data.

What an answer says: words, a table, pictures, how it was confirmed.
"""

from __future__ import annotations

import importlib.metadata
import json
import platform
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

import cpmodels as cm
import readers
import renderers
from benchmarks.report import anchor
from cpmodels.base.files import write_file

RESULTS = "results"

PROGRAMS = {"cpmodels": "cpmodels", "ortools": "OR-Tools"}

LINKS = """The [glossary](../../../docs/glossary.md) explains the words, and the last section tells
[how to cite](#how-to-cite) an answer. The questions, each with its answer:

"""

HOW_TO_CITE = """## How to cite

Name the question, its command, and the version of cpmodels that found the answer:

> {title}. `{command}`, cpmodels {version}.

The last word of the command is the name of a file in `results`, beside this page, which holds the table and the
versions: here `{name}.json`. [Results](../../../docs/results/index.md#how-to-cite) has the citation of the project, and
tells how to cite gardens, sequences and times.
"""


@dataclass(frozen=True)
class Answer:
    """The answer to a question.

    summary: what was found, in Markdown: the answer first, in bold where it is shortest, then paragraphs on why it is
        so and on what the table has.
    confirmed: what says the same by another way.
    columns, rows: a table of figures, if any.
    pictures: with a caption each.
    examples: puzzles with solutions, kept beside the page as lines of JSON.
    files: what else is kept beside the page, by name.
    """

    summary: str
    confirmed: str
    columns: Sequence[str] = ()
    rows: Sequence[Sequence[Any]] = ()
    pictures: Sequence[tuple[renderers.Picture, str]] = field(default=(), repr=False)
    examples: Sequence[tuple[cm.Puzzle[Any], Any]] = field(default=(), repr=False)
    files: Sequence[tuple[str, str]] = field(default=(), repr=False)


@dataclass(frozen=True)
class Question:
    """A question by name, with what answers it, and the module of its command."""

    name: str
    title: str
    answer: Callable[[], Answer]
    module: str

    def run(self, folder: Path) -> None:
        """Answer the question and write data and pictures into a folder."""
        start = time.perf_counter()
        answer = self.answer()
        seconds = time.perf_counter() - start
        pictures = []
        for i, (picture, caption) in enumerate(answer.pictures, 1):
            file = f"{self.name}-{i}.png"
            picture.save(folder / file)
            pictures.append({"file": file, "caption": caption})
        for name, text in answer.files:
            write_file(folder / name, text)
        if answer.examples:
            lines = [
                json.dumps({"puzzle": readers.puzzle_form(puzzle), "solution": readers.solution_form(solution)})
                for puzzle, solution in answer.examples
            ]
            write_file(folder / f"{self.name}.jsonl", "\n".join(lines) + "\n")
        data = {
            "title": self.title,
            "command": f"python -m {self.module} {self.name}",
            "summary": answer.summary,
            "confirmed": answer.confirmed,
            "columns": list(answer.columns),
            "rows": [list(row) for row in answer.rows],
            "pictures": pictures,
            "seconds": round(seconds, 1),
            "versions": {name: importlib.metadata.version(name) for name in ("cpmodels", "ortools")},
            "machine": f"Python {platform.python_version()}, {platform.machine()}",
        }
        write_file(folder / f"{self.name}.json", json.dumps(data, indent=1) + "\n")


@dataclass(frozen=True)
class Questions:
    """The questions of one page, by name.

    head: how the page begins, in Markdown: what was asked, and the main answers.
    folder: that of the study and of its page; data and pictures are in `results` below it.
    """

    head: str
    folder: Path
    asked: dict[str, Question] = field(default_factory=dict)

    @property
    def results(self) -> Path:
        """The folder of data and pictures, unless the command names another."""
        return self.folder / RESULTS

    def question(self, name: str, title: str) -> Callable[[Callable[[], Answer]], Callable[[], Answer]]:
        """Makes a function the answer to a question that can be asked by name."""

        def register(function: Callable[[], Answer]) -> Callable[[], Answer]:
            self.asked[name] = Question(name, title, function, f"benchmarks.studies.{self.folder.name}")
            return function

        return register

    def page(self, folder: Path) -> str:
        """The page, in Markdown, about the questions with data below a folder: by module, as they stand there."""
        files = [
            folder / RESULTS / f"{question.name}.json"
            for question in sorted(self.asked.values(), key=lambda question: question.answer.__module__)
        ]
        found = [json.loads(file.read_text(encoding="utf-8")) for file in files if file.exists()]
        opening = f"{self.head}{LINKS}{''.join(map(in_short, found))}\n"
        return opening + "\n".join([*map(section, found), how_to_cite(found[0])])

    def command(self) -> click.Command:
        """The command that answers questions and writes the page."""

        @click.command()
        @click.argument("questions", nargs=-1, type=click.Choice(list(self.asked)))
        @click.option(
            "--out",
            type=click.Path(file_okay=False, path_type=Path),
            default=self.folder,
            help="The folder for the page, and for data and pictures in `results` below it; by default the study's.",
        )
        def main(questions: tuple[str, ...], out: Path) -> None:
            """Answer QUESTIONS, by default all of them, and write what was found."""
            (out / RESULTS).mkdir(parents=True, exist_ok=True)
            for name in questions or self.asked:
                click.echo(f"{name}: {self.asked[name].title} ...", err=True)
                try:
                    self.asked[name].run(out / RESULTS)
                except cm.CpmodelsError as error:
                    raise click.UsageError(str(error)) from None
                write_file(out / "README.md", self.page(out))

        return main


class DisagreementError(Exception):
    """Two engines found different things: one of them has a bug."""


def agreed(what: str, one: object, other: object) -> None:
    """Raise DisagreementError unless both are the same."""
    if one != other:
        raise DisagreementError(f"{what}: {one} against {other}")


def in_short(data: dict[str, Any]) -> str:
    """A question, with the sentence of its answer that is marked first, as an item of a list."""
    sentences = re.split(r"(?<=\.) (?=[A-Z(*\d])|\n\n", data["summary"])
    marked = next(sentence for sentence in sentences if "**" in sentence)
    return f"- [{data['title']}](#{anchor(data['title'])}): {marked}\n"


def section(data: dict[str, Any]) -> str:
    """One question and its answer."""
    lines = [f"## {data['title']}", "", data["summary"], ""]
    for picture in data["pictures"]:
        lines += [f"![{picture['caption']}]({RESULTS}/{picture['file']})", "", f"*{picture['caption']}.*", ""]
    if data["rows"]:
        lines += [row(data["columns"]), "|" + "---|" * len(data["columns"]), *map(row, data["rows"]), ""]
    versions = ", ".join(f"{PROGRAMS[name]} {version}" for name, version in data["versions"].items())
    lines += [
        f"**Confirmed**: {data['confirmed']}",
        "",
        f"**Found again** by `{data['command']}`, in {data['seconds']:,.0f} s with confirmation and pictures "
        f"({versions}, {data['machine']}).",
        "",
    ]
    return "\n".join(lines)


def how_to_cite(data: dict[str, Any]) -> str:
    """How to cite an answer on the page, by the first one."""
    command = data["command"]
    version, name = data["versions"]["cpmodels"], command.split()[-1]
    return HOW_TO_CITE.format(title=data["title"], command=command, version=version, name=name)


def row(values: list[Any]) -> str:
    """A row of a table."""
    return "| " + " | ".join(f"{value:,}" if isinstance(value, int) else str(value) for value in values) + " |"
