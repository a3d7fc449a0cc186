"""Puzzles by name: those in the folder `puzzles` of this package, and those of other packages.

A package adds puzzles by entry points of the group ``cpmodels.puzzles``, from a name to a function without arguments
that makes the puzzle, to a puzzle, or to the path of its file; what the function or the path is gets read, so it may be
anything that `readers.read` takes:

    [project.entry-points."cpmodels.puzzles"]
    skyline-6 = "cpmodels_skyline:six"

A name of this package cannot be given again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from cpmodels.base.errors import CpmodelsError, naming
from cpmodels.base.kinds import entries, load_entry
from cpmodels.base.puzzle import Puzzle
from readers.strict_json import decoded

__all__ = ["Library", "natural"]

GROUP = "cpmodels.puzzles"


class Library(Mapping[str, str]):
    """A line on each puzzle, by its name; a puzzle's file is read when it is asked for."""

    def __init__(self, read: Callable[[Any], Puzzle[Any]]) -> None:
        self._read = read
        self._in_file = cache(lambda name: read(_files()[name]))  # A puzzle is a value, so it is read once.

    def __getitem__(self, name: str) -> str:
        if name in _files():
            form: dict[str, Any] = decoded(_files()[name])
            return str(form["description"])
        if name not in self:
            raise KeyError(name)
        try:
            return self._described(name)
        except CpmodelsError as error:
            return f"It cannot be read: {error}"

    def __contains__(self, name: object) -> bool:
        return name in _files() or name in entries(GROUP)

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(_files().keys() | entries(GROUP).keys(), key=natural))

    def __len__(self) -> int:
        return len(_files().keys() | entries(GROUP).keys())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({dict(self)})"

    def puzzle(self, name: str) -> Puzzle[Any]:
        """The puzzle of a name.

        Raises KeyError when there is none, KindError when its entry point cannot be loaded or is given twice,
        PuzzleError when what that leads to is not a puzzle.
        """
        if name in _files():
            return self._in_file(name)
        if name not in self:
            raise KeyError(name)
        found = load_entry(GROUP, name)
        with naming(f"the puzzle {name!r}"):
            return self._read(found() if callable(found) else found)

    def _described(self, name: str) -> str:
        """The first line of the docstring of what makes it, or else its kind."""
        found = load_entry(GROUP, name)
        words = (found.__doc__ or "").strip().splitlines() if callable(found) else []
        return words[0] if words else f"A puzzle of the kind {self.puzzle(name).kind}."


@cache
def _files() -> dict[str, str]:
    """The texts of the puzzles in the folder, by name."""
    folder = files("readers") / "puzzles"
    found = {path.name.removesuffix(".json"): path for path in folder.iterdir() if path.name.endswith(".json")}
    return {name: found[name].read_text(encoding="utf-8") for name in sorted(found)}


def natural(name: str) -> list[tuple[int, str]]:
    """A key by which zip-4 comes before zip-10."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split("([0-9]+)", name)]
