"""The puzzles that come with the package, by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from cpmodels.puzzles import Puzzle
from readers.json_forms import puzzle_from_form
from readers.strict_json import decoded

NAMES = (
    "zip-4",
    "zip-6",
    "zip-7-walls",
    "zip-8",
    "zip-10",
    "zip-parity",
    "nine-one",
    "nine-many",
    "edge-bordered",
    "tetravex",
    "zigzaw",
    "zigzaw-open",
    "squares",
    "squares-16",
    "squares-packed",
    "cubes-packed",
    "cubes-c3",
    "cubes-c3v",
    "cubes-mirror",
    "cubes",
)


class Library(Mapping[str, str]):
    """One line on each puzzle, by its name; a puzzle's file is read when it is asked for."""

    def __getitem__(self, name: str) -> str:
        if name not in NAMES:
            raise KeyError(name)
        description: str = _form(name)["description"]
        return description

    def __contains__(self, name: object) -> bool:
        return name in NAMES

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({dict(self)})"


def builtin(name: str) -> Puzzle[Any]:
    """The puzzle of this name.  Raises KeyError when there is none."""
    if name not in NAMES:
        raise KeyError(name)
    return puzzle_from_form(_form(name))


@cache
def _form(name: str) -> dict[str, Any]:
    form: dict[str, Any] = decoded(files("readers").joinpath("puzzles", f"{name}.json").read_text(encoding="utf-8"))
    return form
