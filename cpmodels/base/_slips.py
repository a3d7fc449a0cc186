"""What may have been mistyped in a puzzle, by the values of its fields alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

SORTS = ("another value", "left out")
"""Sorts of slips, likeliest first."""


def changes(puzzle: Any, sort: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """All changes of one entry of one field, in words and as that field, which the puzzle may refuse.

    An entry is a number or a word of a board or a list; a list of numbers alone is a size, and has none.  Others that
    could stand there are those of the same field and, for a number, the next ones; what can be left out is an entry, or
    a whole item of a list.
    """
    size = getattr(puzzle, "rows", None), getattr(puzzle, "cols", None)
    for one in fields(puzzle) if is_dataclass(puzzle) else ():
        name, value = one.name, getattr(puzzle, one.name)
        called = getattr(one.metadata.get("in files"), "key", None) or name
        if not (
            one.init and isinstance(value, tuple) and any(item is None or isinstance(item, tuple) for item in value)
        ):
            continue
        is_board = all(isinstance(row, tuple) and (len(value), len(row)) == size and len(row) > 2 for row in value)
        entries = list(_entries(value))
        seen = {old for _, old in entries}
        for way, old in entries:
            near = {old - 1, old + 1} if isinstance(old, int) else set()
            for new in [None] if sort == SORTS[1] else sorted((seen | near) - {old}, key=str):
                changed = _changed(value, way, new)
                where, before, after = f"at ({way[0]}, {way[-1]})", old, new
                if not is_board:
                    where, before, after = f"as number {way[0] + 1}", _plain(value[way[0]]), _plain(changed[way[0]])
                words = f"leave out {before} {where}" if after is None else f"write {after} for {before} {where}"
                yield f"{called}: {words}", {name: changed}
        if sort == SORTS[1] and not is_board:
            for at, item in enumerate(value):
                if item is not None:
                    yield f"{called}: leave out {_plain(item)}", {name: (*value[:at], *value[at + 1 :])}


def _entries(value: Any, way: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Any]]:
    """The entries of tuples within tuples, each with the way to it."""
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
