"""What may have been mistyped in a puzzle, by the values of its fields alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, NamedTuple

Change = tuple[str, dict[str, Any]]
"""A change in words, and the field with its new value, which the puzzle may refuse."""


class Typed(NamedTuple):
    """A field that is a board or a list, such as of cells; a list of numbers alone is a size, and is none of these.

    called: its name in files.
    entries: its numbers and words, each with the way to it.
    """

    name: str
    called: str
    value: tuple[Any, ...]
    is_board: bool
    entries: list[tuple[tuple[int, ...], Any]]

    def with_entry(self, way: tuple[int, ...], new: Any) -> Change:
        """Another value, or None, in the place of an entry."""
        changed = _changed(self.value, way, new)
        if self.is_board:
            where, before, after = f"at the cell ({way[0]}, {way[1]})", self.value[way[0]][way[1]], new
        else:
            at, *inner = way
            where, before, after = f"as number {at + 1}", self.value[at], changed[at]
            for step in inner:  # Of what is made of lists, such as cells and their sum, the one that differs.
                if not any(isinstance(part, tuple) for part in before):
                    break
                of = f"as {before._fields[step]} of" if hasattr(before, "_fields") else "in"
                where, before, after = f"{of} number {at + 1}", before[step], after[step]
            before, after = _plain(before), _plain(after)
        words = f"leave out {before} {where}" if after is None else f"write {after} for {before} {where}"
        return f"{self.called}: {words}", {self.name: changed}


def replaced(puzzle: Any) -> Iterator[Change]:
    """Another value for an entry: one that is in the same field or, for a number, next to the one that is there."""
    for typed in _typed(puzzle):
        seen = {old for _, old in typed.entries}
        for way, old in typed.entries:
            near = {old - 1, old + 1} if isinstance(old, int) else set()
            for new in sorted((seen | near) - {old}, key=str):
                yield typed.with_entry(way, new)


def left_out(puzzle: Any) -> Iterator[Change]:
    """An entry less, or a whole item of a list."""
    for typed in _typed(puzzle):
        for way, _ in typed.entries:
            yield typed.with_entry(way, None)
        for at, item in enumerate(() if typed.is_board else typed.value):
            if item is not None:
                words = f"{typed.called}: leave out {_plain(item)}"
                yield words, {typed.name: (*typed.value[:at], *typed.value[at + 1 :])}


SORTS = {"another value": replaced, "left out": left_out}
"""Sorts of slips, likeliest first, each with the changes that mend one."""


def _typed(puzzle: Any) -> Iterator[Typed]:
    size = getattr(puzzle, "rows", None), getattr(puzzle, "cols", None)
    for one in fields(puzzle) if is_dataclass(puzzle) else ():
        value = getattr(puzzle, one.name)
        if one.init and isinstance(value, tuple) and any(item is None or isinstance(item, tuple) for item in value):
            called = getattr(one.metadata.get("in files"), "key", None) or one.name
            is_board = all(isinstance(row, tuple) and (len(value), len(row)) == size and len(row) > 2 for row in value)
            yield Typed(one.name, called, value, is_board, list(_entries(value)))


def _entries(value: Any, way: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Any]]:
    if isinstance(value, tuple):
        for at, item in enumerate(value):
            yield from _entries(item, (*way, at))
    elif isinstance(value, int | str) and not isinstance(value, bool):
        yield way, value


def _changed(value: Any, way: tuple[int, ...], new: Any) -> Any:
    if not way:
        return new
    at, *rest = way
    return (*value[:at], _changed(value[at], tuple(rest), new), *value[at + 1 :])


def _plain(value: Any) -> Any:
    """Named tuples as tuples."""
    return tuple(map(_plain, value)) if isinstance(value, tuple) else value
