"""A text that says what a value is, the same on every machine and in every process: for digests of puzzles.

`repr` will not do: the order of a set depends on the hashes of its members, which differ from process to process.

>>> canonical({"b": frozenset({"y", "x"}), "a": (1, None)})
'{"a":(1,null),"b":{"x","y"}}'
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from cpmodels.base.errors import KindError


def canonical(value: Any, *, without: Set[str] = frozenset()) -> str:
    """The text of a value made of numbers, strings, tuples, lists, sets, mappings, enumerations and dataclasses."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return json.dumps(value)
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, bytes):
        return f"0x{value.hex()}"
    if is_dataclass(value) and not isinstance(value, type):
        parts = (
            f"{f.name}={canonical(getattr(value, f.name))}"
            for f in fields(value)
            if f.compare and f.name not in without
        )
        return f"{type(value).__name__}({','.join(parts)})"
    if isinstance(value, (tuple, list)):
        return f"({','.join(map(canonical, value))})"
    if isinstance(value, Set):
        return "{" + ",".join(sorted(map(canonical, value))) + "}"
    if isinstance(value, Mapping):
        return "{" + ",".join(sorted(f"{canonical(key)}:{canonical(entry)}" for key, entry in value.items())) + "}"
    if hasattr(value, "tolist"):
        return canonical(value.tolist())
    raise KindError(
        f"a {type(value).__name__} inside a puzzle has no canonical text: puzzles are made of numbers, strings, "
        "tuples, sets, mappings and dataclasses"
    )


def ordered(value: Any) -> Any:
    """The value, with the sets in it, and in its tuples, as texts in order, so that its `repr` is the same everywhere.

    >>> ordered((1, frozenset({"y", "x"})))
    (1, ("'x'", "'y'"))
    """
    if isinstance(value, Set):
        return tuple(sorted(repr(ordered(each)) for each in value))
    return tuple(map(ordered, value)) if type(value) is tuple else value


def digest(puzzle: Any) -> str:
    """The first 16 digits of the SHA-256 of a puzzle's canonical text, without its name: equal puzzles have the same.

    >>> from cpmodels import Zip
    >>> digest(Zip(2, 2, name="small")) == digest(Zip(2, 2)) != digest(Zip(2, 3))
    True
    """
    import hashlib  # It loads OpenSSL, which nothing that only draws or lists puzzles needs.

    return hashlib.sha256(canonical(puzzle, without={"name"}).encode()).hexdigest()[:16]
