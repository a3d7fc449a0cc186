"""The JSON objects that commands print with --json, and their schemas: fields of the library's own values.

>>> from cpmodels import count
>>> form("count", count("zip-4"), puzzle="zip", warnings=None)["up_to_symmetry"]
1
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from pkgutil import resolve_name
from types import NoneType, UnionType
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from cpmodels._docstrings import described
from cpmodels.puzzle import Puzzle, Solution

Meaning: TypeAlias = "tuple[Any, str]"
"""The type of a field, or the name of a form, in brackets for a list of these; and what the field means."""


class Printed:
    """What is printed of a value: fields and properties of its class, with the meanings that their docstrings give.

    about: what the object is.
    of: the classes, as ``module:Class``, whose fields these are.
    names: the fields in their order; ``count=total`` is `total`, printed as ``count``, and ``reason?`` is left out
        where it is None or has its default.
    more: the meanings of fields that are in no class, or not in this sense; of others what is to be said instead.
    """

    def __init__(self, about: str, of: str = "", names: str = "", **more: Meaning | str) -> None:
        self.about, self.of, self.more = about, of.split(), {**COMMON, **more}
        self.names = names or " ".join(more)

    def fields(self) -> Iterator[tuple[str, str, bool]]:
        """The name of each field, the one that it has in Python, and whether it may be left out."""
        for word in self.names.split():
            name, _, own = word.rstrip("?").partition("=")
            yield name, own or name, word.endswith("?")

    def meaning(self, name: str, own: str) -> Meaning:
        """The type of a field, and what it means."""
        more = self.more.get(name)
        if isinstance(more, tuple):
            return more
        cls = next(cls for cls in map(resolve_name, self.of) if hasattr(cls, own) or own in get_type_hints(cls))
        own_property: Any = getattr(cls, own, None)
        computed = getattr(own_property, "fget", None) or getattr(own_property, "func", None)
        hint = get_type_hints(computed)["return"] if computed else get_type_hints(cls)[own]
        text: str = more or described(cls.__doc__, {own}).get(own) or own_property.__doc__
        return hint, (text[:1].lower() + text[1:]).replace("None", "null").replace("``", "")


def form(name: str, value: Any = None, /, **given: Any) -> dict[str, Any]:
    """What is printed of a value, in the form of this name.

    given: what stands in place of its fields, or beside them.
    """
    shown = {}
    defaults = {one.name: one.default for one in fields(value)} if is_dataclass(value) else {}
    for key, own, optional in FORMS[name].fields():
        entry = given[key] if key in given else getattr(value, own, None) if optional else getattr(value, own)
        if not (optional and (entry is None or entry == defaults.get(own, ...))):
            shown[key] = plain(entry)
    return shown


def plain(value: Any) -> Any:
    """What JSON has for a value; seconds have as many digits as mean something."""
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return round(value, 6)
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


def schema(command: str) -> dict[str, Any]:
    """The JSON Schema of what a command prints."""
    from readers.schemas import DIALECT

    defs: dict[str, Any] = {}
    made = _schema_of_form(FORMS[command], defs)
    return {"$schema": DIALECT, "title": f"cpmodels {command} --json"} | made | ({"$defs": defs} if defs else {})


def _schema_of_form(form: Printed, defs: dict[str, Any]) -> dict[str, Any]:
    properties = {}
    for name, own, optional in form.fields():
        hint, text = form.meaning(name, own)
        if optional and NoneType in (options := get_args(hint)):
            hint = Union[tuple(option for option in options if option is not NoneType)]  # noqa: UP007
        properties[name] = {"description": text} | _schema(hint, defs)
    return {
        "description": form.about,
        "type": "object",
        "properties": properties,
        "required": [name for name, _, optional in form.fields() if not optional],
        "additionalProperties": False,
    }


TYPES = {bool: "boolean", int: "integer", float: "number", str: "string", NoneType: "null"}


def _schema(hint: Any, defs: dict[str, Any]) -> dict[str, Any]:
    """The JSON Schema of a type; those of forms in it go into `defs`."""
    arguments = get_args(hint)
    origin: Any = get_origin(hint) or hint
    name = hint if isinstance(hint, str) else getattr(hint, "__name__", "")
    if name in FORMS:
        if name not in defs:
            defs[name] = {}  # It may have parts that are like the whole.
            defs[name] = _schema_of_form(FORMS[name], defs)
        return {"$ref": f"#/$defs/{name}"}
    if isinstance(hint, list):
        return {"type": "array", "items": _schema(hint[0], defs)}
    if origin in TYPES:
        return {"type": TYPES[origin]}
    if origin in (Union, UnionType):
        return {"anyOf": [_schema(option, defs) for option in arguments]}
    if origin is Literal:
        return {"enum": list(arguments)}
    if not isinstance(origin, type) or (origin is dict and not arguments):
        return {"type": "object"}  # a solution, or a puzzle
    if issubclass(origin, Enum):
        return {"enum": [member.value for member in origin]}
    if issubclass(origin, os.PathLike):
        return {"type": "string"}
    if issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _schema(arguments[1], defs)}
    return _schema([arguments[0]], defs)


COMMON: dict[str, Meaning] = {
    "file": (str, "the file of the puzzle, where there are several."),
    "puzzle": (str, "the kind of the puzzle."),
    "warnings": ([str], "what may well be a typing error in a puzzle that has no solution."),
}
"""Fields that mean the same wherever they are."""
FORMS = {
    "solve": Printed(
        "What the search for one solution found; of a folder of puzzles, one such object a line.",
        "cpmodels:Result",
        "file? puzzle status solution seconds reason? cost? objective? bound? warnings? settled? statistics",
        status='"solved", a solution was found; "optimal" or "feasible", with an objective, it is proved to be a best '
        'one, or is not; "infeasible", it is proved that there is none; "unknown", the search was stopped before.',
        objective="with an objective, that of the solution.",
        bound="with an objective, the proved bound on that of any solution.",
        settled="true if no search was needed: once what cannot fit is ruled out, every place has one choice left.",
    ),
    "solve --all": Printed(
        "All solutions of a puzzle.",
        "cpmodels:Count",
        "puzzle count=total exhausted seconds reason? warnings? statistics solutions",
        solutions=([dict], "all of them or, with --up-to-symmetry, one of each orbit."),
    ),
    "count": Printed(
        "How many solutions there are.",
        "cpmodels:Count",
        "puzzle count=total told_apart up_to_symmetry=orbits exhausted statistics seconds reason? engine why? "
        "warnings? solutions?",
        solutions=([dict], "only in a file that is written: the first of them."),
    ),
    "check": Printed(
        "Whether solutions keep the rules of a puzzle.",
        names="puzzle right solutions",
        right=(bool, "whether all of them do."),
        solutions=(["Verdict"], "each of them."),
    ),
    "explain": Printed(
        "The steps to the solution of a puzzle.",
        names="puzzle steps finished solution stopped? warnings?",
        steps=(["Step"], "each step, in their order."),
        finished=(bool, "whether no more follows."),
        solution=(dict | None, "the solution, if the steps have led there."),
        stopped=(str, "why the search for a step was given up."),
    ),
    "forced": Printed(
        "What is certain: what all solutions share, and what none of them has.",
        "cpmodels:Forced",
        "puzzle status known excluded open varying complete calls seconds solution reason? warnings?",
        status='"solved", there is a solution; "infeasible", it is proved that there is none; "unknown", it was '
        "stopped before.",
        known=(
            [dict | str],
            'what all solutions have: marks, {"cell": [0, 1], "value": 5} or {"edge": [[0, 0], [0, 1]]}; of the file '
            "of a model, names of variables.",
        ),
        excluded=([dict | str], "what no solution has."),
        open=(int, "how many are neither; where the answer is not complete, some are just not decided."),
        solution=(dict | None, "a solution, if there is one."),
    ),
    "hint": Printed(
        "What to do next.",
        "cpmodels:Hint",
        "puzzle step wrong solved stopped? sentence",
        wrong="what should be undone, if something should.",
        stopped="why the search was given up.",
        sentence=(str, "all of it, in words."),
    ),
    "why": Printed(
        "Why a puzzle has no solution, or more than one.",
        "cpmodels:Conflict cpmodels:Ambiguity",
        "puzzle stopped solutions constraints? irreducible? fewest? first? second? cells? pieces? warnings?",
        stopped=(bool, "whether the time was up before that was known."),
        solutions=(Literal["none", "one", "several", None], "how many there are; null where that is not known."),
        constraints="with none, constraints that contradict each other.",
        irreducible="with none, whether each of these is needed for that.",
        fewest="with none, whether it is proved that no fewer contradict each other.",
        first="with several, one of them.",
        second="with several, another one.",
        cells="the cells that the constraints are about, or in which the two solutions differ.",
    ),
    "new": Printed(
        "A new puzzle; of several, one such object a line.",
        "cpmodels:Generated",
        "puzzle solution minimal difficulty seed seconds",
        puzzle=(dict, "the puzzle, as a file of it is written."),
        solution=(dict, "its one solution."),
        minimal="whether it is proved that no clue is redundant; null where everything is needed anyway.",
    ),
    "list": Printed(
        "The built-in puzzles, and those of other packages that are installed.",
        puzzles=(["BuiltIn"], "each of them."),
    ),
    "kinds": Printed(
        "The kinds of puzzles that are installed.",
        kinds=(["Kind"], "each of them."),
    ),
    "sweep": Printed(
        "How many solutions a sweep has found, with all earlier runs on its ledger.",
        "cpmodels:Sweep",
        "puzzle count=total told_apart up_to_symmetry=orbits exhausted parts seconds reason? warnings? solutions?",
        parts=("Parts", "how many parts of the search are finished, and how many are not."),
        solutions=([dict], "only in a file that is written: one solution of each orbit, or with --each all."),
    ),
    "merge": Printed(
        "What became of ledgers that were merged.",
        ledger=(str, "the file that they were merged into."),
        taken=(int, "how many finished parts of the search it took from the others."),
    ),
    "confirm": Printed(
        "Whether two engines count the same.",
        "cpmodels:Confirmation",
        "puzzle agree cp_sat other proof?",
    ),
    "verify": Printed(
        "What came of checking a certificate.",
        "cpmodels:Verification",
        "puzzle verified claim solutions steps checker seconds refused?",
        solutions=(int, "how many solutions of the puzzle were found right; none unless it is verified."),
    ),
    "race": Printed(
        "What came of a race.",
        "cpmodels:Race",
        "puzzle task time_limit agree interrupted disagreements solvers=entries absent",
    ),
    "Statistics": Printed(
        "The effort of a search.",
        "cpmodels.search:Statistics",
        "conflicts branches seconds build_seconds runs strategy engines engine",
    ),
    "Parts": Printed(
        "The parts into which a search is split.",
        finished=(int, "searched to their end."),
        open=(int, "left to be searched here."),
        elsewhere=(int, "left to other machines."),
    ),
    "Verdict": Printed(
        "Whether a solution is right.",
        names="name? right broken remark?",
        name=(str, "its file, where there are several, and its place in the file, where that holds several."),
        right=(bool, "whether it obeys all the rules."),
        broken=([str], "the rules that it breaks, a sentence each."),
        remark=(str, "what else there is to say of it."),
    ),
    "Fact": Printed(
        "Something about the solution.",
        "cpmodels.explaining:Fact",
        "words holds cells",
        cells="the cells that it is about, each as its coordinates, from 0.",
    ),
    "Constraint": Printed(
        "A clue, wall or rule of a puzzle.",
        "cpmodels.explaining:Constraint",
        "kind words cells pieces",
        cells="the cells that it is about, each as its coordinates, from 0.",
    ),
    "Step": Printed(
        "A step of an explanation.",
        "cpmodels.explaining:Step",
        "rule level sentence follows uses constraints cells pieces choices cases?",
        constraints="the constraints that it rests on.",
        cells="the cells to look at, each as its coordinates, from 0.",
        pieces="the pieces to look at, counted from 0.",
    ),
    "BuiltIn": Printed(
        "A built-in puzzle.", name=(str, "how commands call it."), description=(str, "what it is, in words.")
    ),
    "Kind": Printed(
        "A kind of puzzles.",
        names="kind package version class rules",
        kind=(str, "its name."),
        package=(str | None, "the package that it comes from; null for a file."),
        version=(str | None, "the version of that."),
        rules=(str | None, "its rules; null where its package is broken."),
        **{"class": (str, "its class: the module and its name, as its entry point says, or the file and its name.")},  # type: ignore[arg-type]
    ),
    "EngineCount": Printed(
        "What one engine counted.",
        "cpmodels.confirming:EngineCount",
        "engine count=total exhausted seconds warm_up",
    ),
    "Entry": Printed(
        "A solver in a race; times are medians of its runs.",
        "cpmodels.racing:Entry",
        "solver status answer? message? seconds? build_seconds? warm_up_seconds? solutions=answers nodes? conflicts? "
        "memory? runs",
        answer=(str, "what it says of the puzzle, in words."),
        status='how its runs ended: "solved", "none" (proved to have no solution), "time" or "memory" (stopped at the '
        'limit), "gave up", "wrong" (a solution breaks the rules) or "crash".',
        nodes=(int, "its effort, where it is known."),
        conflicts=(int, "its effort, where it is known."),
        runs=([float | None], "the seconds of each run; null for one without an answer."),
    ),
}
"""What commands print, by their names, and the parts of that."""
PRINTED = [name for name in FORMS if name.islower()]
"""The commands that print JSON."""
