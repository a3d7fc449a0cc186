"""What a question about gardens asks, and what its answer says: words, a table, pictures, how it was confirmed."""

from __future__ import annotations

import importlib.metadata
import json
import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cpmodels as cm
import renderers
from cpmodels.files import write_file


@dataclass(frozen=True)
class Answer:
    """The answer to a question.

    summary: what was found, in a few sentences of Markdown.
    confirmed: what says the same without CP-SAT.
    columns, rows: a table of figures, if any.
    pictures: with a caption each.
    """

    summary: str
    confirmed: str
    columns: Sequence[str] = ()
    rows: Sequence[Sequence[Any]] = ()
    pictures: Sequence[tuple[renderers.Picture, str]] = field(default=(), repr=False)


@dataclass(frozen=True)
class Question:
    """A question by name, with what answers it."""

    name: str
    title: str
    answer: Callable[[], Answer]

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
        data = {
            "title": self.title,
            "command": f"python -m benchmarks.gardens {self.name}",
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


QUESTIONS: dict[str, Question] = {}


def question(name: str, title: str) -> Callable[[Callable[[], Answer]], Callable[[], Answer]]:
    """Makes a function the answer to a question that can be asked by name."""

    def register(function: Callable[[], Answer]) -> Callable[[], Answer]:
        QUESTIONS[name] = Question(name, title, function)
        return function

    return register


class DisagreementError(Exception):
    """Two engines found different things: one of them has a bug."""


def agreed(what: str, one: object, other: object) -> None:
    """Raise DisagreementError unless both are the same."""
    if one != other:
        raise DisagreementError(f"{what}: {one} against {other}")


@dataclass(frozen=True)
class Example:
    """A garden that was found, and in how many seconds."""

    puzzle: cm.Puzzle[cm.TilePlacement]
    solution: cm.TilePlacement
    seconds: float


def solved(garden: cm.Garden | cm.Model[cm.TilePlacement], **settings: Any) -> Example:
    """A garden, found."""
    result = cm.solve(garden, **settings)
    if result.solution is None:
        raise DisagreementError(f"{garden}: {result.status}")
    return Example(result.puzzle, result.solution, result.seconds)


def counted(garden: cm.Garden) -> cm.Count:
    """All gardens of a kind, counted with proof."""
    found = cm.count(garden)
    if not found.exhausted:
        raise DisagreementError(f"{garden}: the count ended early")
    return found


def confirmed(garden: cm.Garden, total: int, engine: str = "cadical") -> float:
    """The seconds in which another engine found the same number of gardens."""
    found = cm.confirm(garden, engine=engine, known=total)
    if found.agree is not True:
        raise DisagreementError(f"{garden}: {found}")
    return found.other.seconds
