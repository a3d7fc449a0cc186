"""The JSON Schemas of kinds and of what commands print, as files: `python docs/schemas.py` makes them anew.

What commands print has the fields that `cpmodels.cli._forms` lists; what they mean is here, or in docstrings.
"""

import json
import os
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from pkgutil import resolve_name
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import readers
from cpmodels.base._docstrings import described
from cpmodels.base.kinds import kind_named
from cpmodels.cli._forms import FORMS, PRINTED, fields_of
from readers.schemas import DIALECT

FOLDER = Path(__file__).parent / "reference" / "schemas"
KINDS = ("zip", "edge_matching", "zigzaw", "garden")
SCHEMAS = {
    "": readers.puzzle_schema,
    "-solution": readers.solution_schema,
    "-solutions": readers.solutions_schema,
}

Meaning = tuple[Any, str]
"""The type of a field, or the name of a form, in brackets for a list of these; and what the field means."""


class Meanings:
    """What the fields of a form mean, most of them by the docstrings of the classes whose fields these are.

    about: what the object is.
    of: the classes, as ``module:Class``.
    more: the meanings of fields that are in no class, or not in this sense; of others what is to be said instead.
    """

    def __init__(self, about: str, of: str = "", **more: Meaning | str) -> None:
        self.about, self.of, self.more = about, of.split(), {**COMMON, **more}

    def of_field(self, name: str, own: str) -> Meaning:
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


def schema(command: str) -> dict[str, Any]:
    """The JSON Schema of what a command prints."""
    defs: dict[str, Any] = {}
    made = schema_of_form(command, defs)
    return {"$schema": DIALECT, "title": f"cpmodels {command} --json"} | made | ({"$defs": defs} if defs else {})


def schema_of_form(name: str, defs: dict[str, Any]) -> dict[str, Any]:
    """The JSON Schema of a form; those of its parts go into `defs`."""
    properties, fields = {}, list(fields_of(name))
    for key, own, optional in fields:
        hint, text = MEANINGS[name].of_field(key, own)
        if optional and NoneType in (options := get_args(hint)):
            hint = Union[tuple(option for option in options if option is not NoneType)]  # noqa: UP007
        properties[key] = {"description": text} | schema_of(hint, defs)
    return {
        "description": MEANINGS[name].about,
        "type": "object",
        "properties": properties,
        "required": [key for key, _, optional in fields if not optional],
        "additionalProperties": False,
    }


TYPES = {bool: "boolean", int: "integer", float: "number", str: "string", NoneType: "null"}


def schema_of(hint: Any, defs: dict[str, Any]) -> dict[str, Any]:
    """The JSON Schema of a type; those of forms in it go into `defs`."""
    arguments = get_args(hint)
    origin: Any = get_origin(hint) or hint
    name = hint if isinstance(hint, str) else getattr(hint, "__name__", "")
    if name in FORMS:
        if name not in defs:
            defs[name] = {}  # It may have parts that are like the whole.
            defs[name] = schema_of_form(name, defs)
        return {"$ref": f"#/$defs/{name}"}
    if isinstance(hint, list):
        return {"type": "array", "items": schema_of(hint[0], defs)}
    if origin in TYPES:
        return {"type": TYPES[origin]}
    if origin in (Union, UnionType):
        return {"anyOf": [schema_of(option, defs) for option in arguments]}
    if origin is Literal:
        return {"enum": list(arguments)}
    if not isinstance(origin, type) or (origin is dict and not arguments):
        return {"type": "object"}  # a solution, or a puzzle
    if issubclass(origin, Enum):
        return {"enum": [member.value for member in origin]}
    if issubclass(origin, os.PathLike):
        return {"type": "string"}
    if issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": schema_of(arguments[1], defs)}
    return schema_of([arguments[0]], defs)


COMMON: dict[str, Meaning] = {
    "file": (str, "what the puzzle is called, where there are several: then there is one such object a line."),
    "puzzle": (str, "the kind of the puzzle."),
    "warnings": ([str], "what may well be a typing error in a puzzle that has no solution."),
}
"""Fields that mean the same wherever they are."""
MEANINGS = {
    "solve": Meanings(
        "What the search for one solution found.",
        "cpmodels:Result",
        status='"solved", a solution was found; "optimal" or "feasible", with an objective, it is proved to be a best '
        'one, or is not; "infeasible", it is proved that there is none; "unknown", the search was stopped before.',
        objective="with an objective, that of the solution.",
        bound="with an objective, the proved bound on that of any solution.",
        settled="true if no search was needed: once what cannot fit is ruled out, every place has one choice left.",
    ),
    "solve --all": Meanings(
        "All solutions of a puzzle.",
        "cpmodels:Count",
        solutions=([dict], "all of them or, with --up-to-symmetry, one of each orbit."),
    ),
    "count": Meanings(
        "How many solutions there are.",
        "cpmodels:Count",
        objective="with an objective, that of all solutions that are counted, the best ones.",
        solutions=([dict], "only in a file that is written: the first of them."),
    ),
    "check": Meanings(
        "Whether solutions keep the rules of a puzzle.",
        right=(bool, "whether all of them do."),
        solutions=(["Verdict"], "each of them."),
    ),
    "explain": Meanings(
        "The steps to the solution of a puzzle.",
        steps=(["Step"], "each step, in their order."),
        finished=(bool, "whether no more follows."),
        solution=(dict | None, "the solution, if the steps have led there."),
        stopped=(str, "why the search for a step was given up."),
    ),
    "forced": Meanings(
        "What is certain: what all solutions share, and what none of them has.",
        "cpmodels:Forced",
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
    "hint": Meanings(
        "What to do next.",
        "cpmodels:Hint",
        wrong="what should be undone, if something should.",
        stopped="why the search was given up.",
        sentence=(str, "all of it, in words."),
    ),
    "why": Meanings(
        "Why a puzzle has no solution, or more than one.",
        "cpmodels:Conflict cpmodels:Ambiguity",
        stopped=(bool, "whether the time was up before that was known."),
        solutions=(
            Literal["none", "one", "several", None],
            "how many there are; null where that is not known. A path walked in either direction, or a board turned as "
            "a whole, is one here.",
        ),
        constraints="with none, constraints that contradict each other.",
        irreducible="with none, whether each of these is needed for that.",
        fewest="with none, whether it is proved that no fewer contradict each other.",
        first="with several, one of them.",
        second="with several, another one.",
        cells="the cells that the constraints are about, or in which the two solutions differ.",
    ),
    "new": Meanings(
        "A new puzzle; of several, one such object a line.",
        "cpmodels:Generated",
        puzzle=(dict, "the puzzle, as a file of it is written."),
        solution=(dict, "its one solution."),
        minimal="whether it is proved that no clue is redundant; null where there are none. What it shows in any case, "
        "as the numbers with which a Fillomino begins, is not a clue.",
    ),
    "list": Meanings(
        "The built-in puzzles, and those of other packages that are installed.",
        puzzles=(["BuiltIn"], "each of them."),
    ),
    "kinds": Meanings(
        "The kinds of puzzles that are installed.",
        kinds=(["Kind"], "each of them."),
    ),
    "sweep": Meanings(
        "How many solutions a sweep has found, with all earlier runs on its ledger.",
        "cpmodels:Sweep",
        parts=("Parts", "how many parts of the search are finished, and how many are not."),
        solutions=([dict], "only in a file that is written: one solution of each orbit, or with --each all."),
    ),
    "merge": Meanings(
        "What became of ledgers that were merged.",
        ledger=(str, "the file that they were merged into."),
        taken=(int, "how many finished parts of the search it took from the others."),
    ),
    "confirm": Meanings(
        "Whether two engines count the same.",
        "cpmodels:Confirmation",
    ),
    "verify": Meanings(
        "What came of checking a certificate.",
        "cpmodels:Verification",
        solutions=(int, "how many solutions of the puzzle were found right; none unless it is verified."),
    ),
    "race": Meanings(
        "What came of a race.",
        "cpmodels:Race",
    ),
    "Statistics": Meanings(
        "The effort of a search.",
        "cpmodels.search:Statistics",
    ),
    "Parts": Meanings(
        "The parts into which a search is split.",
        finished=(int, "searched to their end."),
        open=(int, "left to be searched here."),
        elsewhere=(int, "left to other machines."),
    ),
    "Verdict": Meanings(
        "Whether a solution is right.",
        name=(str, "its file, where there are several, and its place in the file, where that holds several."),
        right=(bool, "whether it obeys all the rules."),
        broken=([str], "the rules that it breaks, a sentence each."),
        remark=(str, "what else there is to say of it."),
    ),
    "Fact": Meanings(
        "Something about the solution.",
        "cpmodels.explaining:Fact",
        cells="the cells that it is about, each as its coordinates, from 0.",
    ),
    "Constraint": Meanings(
        "A clue, wall or rule of a puzzle.",
        "cpmodels.explaining:Constraint",
        cells="the cells that it is about, each as its coordinates, from 0.",
    ),
    "Step": Meanings(
        "A step of an explanation.",
        "cpmodels.explaining:Step",
        constraints="the constraints that it rests on.",
        cells="the cells to look at, each as its coordinates, from 0.",
        pieces="the pieces to look at, counted from 0.",
    ),
    "BuiltIn": Meanings(
        "A built-in puzzle.", name=(str, "how commands call it."), description=(str, "what it is, in words.")
    ),
    "Kind": Meanings(
        "A kind of puzzles.",
        kind=(str, "its name."),
        package=(str | None, "the package that it comes from; null for a file."),
        version=(str | None, "the version of that."),
        rules=(str | None, "its rules; null where its package is broken."),
        **{"class": (str, "its class: the module and its name, as its entry point says, or the file and its name.")},  # type: ignore[arg-type]
    ),
    "EngineCount": Meanings(
        "What one engine counted.",
        "cpmodels.confirming:EngineCount",
    ),
    "Entry": Meanings(
        "A solver in a race; times are medians of its runs.",
        "cpmodels.racing:Entry",
        answer=(str, "what it says of the puzzle, in words."),
        status='how its runs ended: "solved", "none" (proved to have no solution), "time" or "memory" (stopped at the '
        'limit), "gave up", "wrong" (a solution breaks the rules) or "crash".',
        nodes=(int, "its effort, where it is known."),
        conflicts=(int, "its effort, where it is known."),
        runs=([float | None], "the seconds of each run; null for one without an answer."),
    ),
}
"""By the names of forms."""


def files() -> dict[str, str]:
    """The content of each file, by its name."""
    schemas = {f"{kind}{of}": made(kind_named(kind)) for kind in KINDS for of, made in SCHEMAS.items()}
    for command in PRINTED:
        schemas[f"command-{command.replace(' --', '-')}"] = schema(command)
    return {f"{name}.json": json.dumps(schema, indent=2) + "\n" for name, schema in schemas.items()}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, content in files().items():
        (FOLDER / name).write_text(content, encoding="utf-8")
