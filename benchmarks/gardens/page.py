"""The page about the questions: what was found, from the data of each."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from benchmarks.gardens.answers import QUESTIONS
from benchmarks.report import anchor

HEAD = """# The hanging gardens decided

Every subset of the directions of a lattice is a tile: 16 squares, 64 cubes. Blue faces must touch blue faces, red faces
must look at air; or the tiles are packed, blue to blue and red to red. Christian Freeling asked for such gardens, and
the author of *The Hanging Gardens Problem* gave up on the cubes after 27 hours of search. Here is what CP-SAT says:
each number with the command that finds it again, its time (two shared cores), and what confirms it. CaDiCaL, where it
is named, gets the clauses of the same model, so it is a second opinion on the search; the model is tested against
brute force, and here against programs without a solver.

"""


def page(folder: Path) -> str:
    """The page, in Markdown, about the questions whose data lie in a folder: module by module, as they stand there."""
    files = [
        folder / f"{question.name}.json"
        for question in sorted(QUESTIONS.values(), key=lambda question: question.answer.__module__)
    ]
    found = [json.loads(file.read_text(encoding="utf-8")) for file in files if file.exists()]
    return f"{HEAD}{''.join(map(in_short, found))}\n" + "\n".join(map(section, found))


def in_short(data: dict[str, Any]) -> str:
    """A question, with the sentence of its answer that is marked, as an item of a list."""
    marked = [sentence for sentence in re.split(r"(?<=\.) (?=[A-Z])", data["summary"]) if "**" in sentence]
    return f"- [{data['title']}](#{anchor(data['title'])}){f': {marked[0]}' if marked else ''}\n"


def section(data: dict[str, Any]) -> str:
    """One question and its answer."""
    lines = [f"## {data['title']}", "", data["summary"], ""]
    for picture in data["pictures"]:
        lines += [f"![{picture['caption']}]({picture['file']})", "", f"*{picture['caption']}.*", ""]
    if data["rows"]:
        lines += [row(data["columns"]), "|" + "---|" * len(data["columns"]), *map(row, data["rows"]), ""]
    lines += [f"Confirmed: {data['confirmed']}", ""]
    lines += [f"`{data['command']}` ({data['seconds']:,.0f} s, confirmation and pictures included)", ""]
    return "\n".join(lines)


def row(values: list[Any]) -> str:
    """A row of a table."""
    return "| " + " | ".join(f"{value:,}" if isinstance(value, int) else str(value) for value in values) + " |"
