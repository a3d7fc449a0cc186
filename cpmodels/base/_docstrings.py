r"""What docstrings list: parameters and fields, each by its name, as `name: text`.

>>> described("A lamp.\n\nwatts: how bright it is;\n    40 by default.", {"watts"})
{'watts': 'how bright it is; 40 by default.'}
"""

from __future__ import annotations

import re
from collections.abc import Set
from inspect import cleandoc
from itertools import groupby

ITEM = re.compile(r"([a-z_*][\w*]*(?:, [a-z_*][\w*]*)*): ")


def items_of(lines: list[str], names: Set[str]) -> list[tuple[str, str]] | None:
    """The items of a paragraph `name: text`, indented where they go on; None for a paragraph of prose."""
    found: list[tuple[str, str]] = []
    for line in lines:
        start = ITEM.match(line)
        if start:
            found.append((start[1], line[start.end() :].strip()))
        elif found and line[:1] == " ":
            found[-1] = (found[-1][0], f"{found[-1][1]} {line.strip()}")
        else:
            return None
    known = {name.lstrip("*") for item, _ in found for name in item.split(", ")} & names
    return found if known or len(found) > 1 else None


def described(docstring: str | None, names: Set[str]) -> dict[str, str]:
    """What a docstring says of each of some names, one item for all that it lists together."""
    found: dict[str, str] = {}
    for blank, block in groupby(cleandoc(docstring or "").splitlines(), key=lambda line: not line.strip()):
        for listed, text in (None if blank else items_of(list(block), names)) or ():
            found.update((name, text) for name in listed.split(", ") if name in names)
    return found
