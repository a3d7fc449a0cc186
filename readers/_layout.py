"""JSON laid out for people: a piece or a row a line, short entries side by side."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

from cpmodels.base.files import write_file

WIDTH = 100
SIDE_BY_SIDE = {"numbers", "walls", "path", "cells", "clues", "fixed", "forbidden", "box", "tiles"}
"""Fields whose entries share lines."""


def layout(form: dict[str, Any]) -> str:
    """The JSON text of an object, a field a line where it fits, with a newline at its end.

    >>> print(layout({"rows": 2, "name": None, "pieces": []}), end="")
    {
      "rows": 2,
      "name": null,
      "pieces": []
    }
    """
    fields = (f"{_compact(key)}: {_value(key, value)}" for key, value in form.items())
    return "{\n  " + ",\n  ".join(fields) + "\n}\n"


def save(text: str, path: str | os.PathLike[str] | None) -> str:
    """The text again, after writing it to a file when a path is given."""
    if path is not None:
        write_file(path, text)
    return text


def _value(key: str, value: Any) -> str:
    text = _compact(value)
    if not isinstance(value, list) or not _long(key, value, text):
        return text
    entries = [_compact(entry) for entry in value]
    lines = _filled(entries) if key in SIDE_BY_SIDE else entries
    return "[\n    " + ",\n    ".join(lines) + "\n  ]"


def _long(key: str, value: list[Any], text: str) -> bool:
    """Whether a list takes lines of its own: it is too wide for one, or a table."""
    table = len(value) > 1 and all(isinstance(entry, list | dict) for entry in value)
    return len(text) + len(key) + 6 > WIDTH or (table and key not in SIDE_BY_SIDE)


def _filled(entries: list[str]) -> Iterator[str]:
    line = ""
    for entry in entries:
        if line and len(line) + len(entry) + 7 > WIDTH:
            yield line
            line = ""
        line += f", {entry}" if line else entry
    yield line


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
