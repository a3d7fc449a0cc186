"""The JSON objects that commands print with --json: fields of the library's own values.

What the fields mean, and their JSON Schemas, is in ``docs/schemas.py``.

>>> from cpmodels import count
>>> form("count", count("zip-4"), puzzle="zip", warnings=None)["up_to_symmetry"]
1
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from cpmodels.base.puzzle import Puzzle, Solution

FORMS = {
    "solve": "file? puzzle status solution seconds reason? cost? objective? bound? warnings? settled? statistics",
    "solve --all": "puzzle count=total exhausted seconds reason? warnings? statistics solutions",
    "count": "file? puzzle count=total told_apart up_to_symmetry=orbits exhausted statistics seconds reason? engine "
    "why? objective? warnings? solutions?",
    "check": "puzzle right solutions",
    "explain": "file? puzzle steps finished solution stopped? warnings?",
    "forced": "file? puzzle status known excluded open varying complete calls seconds solution reason? warnings?",
    "hint": "file? puzzle step wrong solved stopped? sentence",
    "why": "file? puzzle stopped solutions constraints? irreducible? fewest? first? second? cells? pieces? warnings?",
    "new": "puzzle solution minimal difficulty seed seconds",
    "list": "puzzles",
    "kinds": "kinds",
    "sweep": "puzzle count=total told_apart up_to_symmetry=orbits exhausted parts seconds reason? warnings? solutions?",
    "merge": "ledger taken",
    "confirm": "file? puzzle agree cp_sat other proof?",
    "verify": "puzzle verified claim solutions steps checker seconds refused?",
    "race": "puzzle task time_limit agree interrupted disagreements solvers=entries absent",
    "Statistics": "conflicts branches seconds build_seconds runs strategy engines engine",
    "Parts": "finished open elsewhere",
    "Verdict": "name? right broken remark?",
    "Fact": "words holds cells",
    "Constraint": "kind words cells pieces",
    "Step": "rule level sentence follows uses constraints cells pieces choices cases?",
    "BuiltIn": "name description",
    "Kind": "kind package version class rules",
    "EngineCount": "engine count=total exhausted seconds warm_up",
    "Entry": "solver status answer? message? seconds? build_seconds? warm_up_seconds? solutions=answers nodes? "
    "conflicts? memory? runs",
}
"""What commands print, and the parts of that, by their names: the fields in their order.

``count=total`` is the field or property `total`, printed as ``count``; ``reason?`` is left out where it is None or has
its default.
"""
PRINTED = [name for name in FORMS if name.islower()]
"""The commands that print JSON."""


def fields_of(name: str) -> Iterator[tuple[str, str, bool]]:
    """Of each field of a form its name, the one that it has in Python, and whether it may be left out."""
    for word in FORMS[name].split():
        printed, _, own = word.rstrip("?").partition("=")
        yield printed, own or printed, word.endswith("?")


def form(name: str, value: Any = None, /, **given: Any) -> dict[str, Any]:
    """What is printed of a value, in the form of this name.

    given: what stands in place of its fields, or beside them.
    """
    shown = {}
    defaults = {one.name: one.default for one in fields(value)} if is_dataclass(value) else {}
    for key, own, optional in fields_of(name):
        entry = given[key] if key in given else getattr(value, own, None) if optional else getattr(value, own)
        if not (optional and (entry is None or entry == defaults.get(own, ...))):
            shown[key] = plain(entry)
    return shown


def plain(value: Any) -> Any:
    """What JSON has for a value."""
    match value:
        case None | bool() | int() | float() | str():
            return value
        case Enum():
            return value.value
        case os.PathLike():
            return str(value)
        case Mapping():
            return {key: plain(entry) for key, entry in value.items()}
        case tuple() | list():
            return [plain(entry) for entry in value]
        case Puzzle():
            return value.kind
        case Solution():
            import readers

            return readers.solution_form(value)
    return form(type(value).__name__, value)
