"""JSON Schemas of what commands print: it is valid, has each field somewhere, and the page on forms lists the same."""

import json
import re
import runpy
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from zipfile import ZipFile

import click
import pytest
from command_line import run

import cpmodels as cm
from cpmodels.cli import cli
from cpmodels.cli._console import found_form, json_text
from cpmodels.cli._forms import PRINTED
from cpmodels.cli._watch import race_form
from cpmodels.racing import Entry
from cpmodels.racing._results import Outcome

schema = runpy.run_path(str(Path(__file__).parents[1] / "docs" / "schemas.py"))["schema"]
jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed: the extra `test`")

FILES = {
    "wall.json": {
        "puzzle": "zip", "rows": 2, "cols": 3, "numbers": [[0, 0, 1], [1, 2, 2]], "walls": [[[0, 0], [0, 1]]]
    },
    "open.json": {"puzzle": "zip", "rows": 2, "cols": 3, "numbers": [[0, 0, 1]]},
    "right.json": {"path": [[0, 0], [1, 0], [1, 1], [0, 1], [0, 2], [1, 2]]},
    "begun.json": {"path": [[0, 0], [1, 0]]},
    "wrong.json": {"path": [[1, 2], [1, 1]]},
    "two.json": {"puzzle": "edge_matching", "rows": 1, "cols": 2, "pieces": [[1, 1, 1, 1], [1, 2, 1, 1]]},
    "unlike.json": {"board": [[[1, 0], [0, 0]]]},
    "pair.json": {"puzzle": "edge_matching", "rows": 1, "cols": 2, "pieces": [[0, 1, 0, 0], [0, 0, 0, 1]], "border": 0},
    "odd.json": {"puzzle": "edge_matching", "rows": 1, "cols": 2, "pieces": [[0, 1, 0, 0], [0, 0, 0, 2]], "border": 0},
    "four.json": {
        "puzzle": "edge_matching", "rows": 2, "cols": 2, "pieces": [[2, 2, 2, 2], [2, 2, 1, 2], *[[1, 1, 2, 1]] * 2],
        "rotations": False
    },
    "row.json": {"puzzle": "garden", "rule": "hanging", "box": [4, 1], "tiles": [2, 8, 10], "minimise": "volume"},
}  # fmt: skip
"""Small puzzles, and solutions, by the names of their files."""

CALLS = {
    "solve": [
        ("zip-4", 0, {"status": "solved"}),
        ("pair.json", 0, {"status": "solved", "settled": True}),
        ("odd.json", 0, {"status": "infeasible", "solution": None}),
        ("cubes --time-limit 0.000001", 3, {"status": "unknown"}),
        ("two.json --maximise score -o best.json", 0, {"status": "optimal", "objective": 1, "bound": 1}),
        ("row.json", 0, {"status": "solved", "cost": 3}),
        ("week", 0, {"file": str(Path("week", "wall.json"))}),
    ],
    "solve --all": [
        ("open.json --all -o all.json", 0, {"count": 3, "exhausted": True}),
        ("odd.json --all", 0, {"count": 0, "solutions": []}),
        ("cubes --all --time-limit 0.000001", 3, {"exhausted": False}),
    ],
    "count": [
        ("open.json -o first.json", 0, {"count": 3, "told_apart": 3}),
        ("odd.json", 0, {"count": 0}),
        ("cubes --time-limit 0.000001", 3, {"exhausted": False}),
        ("week", 0, {"file": str(Path("week", "wall.json"))}),
    ],
    "check": [
        ("wall.json right.json", 0, {"right": True}),
        ("wall.json right.json wrong.json", 1, {"right": False}),
        ("two.json unlike.json", 1, {"right": False}),
    ],
    "explain": [
        ("wall.json", 0, {"finished": True, "solution": FILES["right.json"]}),
        ("four.json --steps 1", 0, {"finished": False, "solution": None}),
        ("odd.json -o steps.json", 0, {"finished": True, "solution": None}),
        ("zip-8 --time-limit 0.000001", 3, {"steps": [], "finished": False}),
        ("week", 0, {"file": str(Path("week", "wall.json"))}),
    ],
    "forced": [
        ("open.json --given begun.json -o certain.json", 0, {"status": "solved", "complete": True}),
        ("odd.json", 0, {"status": "infeasible", "known": [], "open": 0}),
        ("zip-8 --time-limit 0.000001", 3, {"status": "unknown", "complete": False}),
        ("week", 0, {"file": str(Path("week", "wall.json"))}),
    ],
    "hint": [
        ("wall.json begun.json", 0, {"solved": False, "wrong": None}),
        ("four.json", 0, {"solved": False, "wrong": None}),
        ("wall.json wrong.json -o hint.json", 0, {"solved": False, "step": None}),
        ("wall.json right.json", 0, {"solved": True, "step": None}),
        ("zip-8 --time-limit 0.000001", 3, {"solved": False, "step": None}),
        ("week", 0, {"file": str(Path("week", "wall.json"))}),
    ],
    "why": [
        ("odd.json -o none.json", 0, {"solutions": "none"}),
        ("wall.json", 0, {"solutions": "one"}),
        ("open.json", 0, {"solutions": "several"}),
        ("zip-8 --time-limit 0.000001", 3, {"solutions": None, "stopped": True}),
        ("week", 0, {"file": str(Path("week", "wall.json"))}),
    ],
    "new": [
        ("zip 3x3 --seed 1 --count 2", 0, {"seed": 2, "difficulty": None}),
        ("zip 3x3 --seed 1 --difficulty easy", 0, {"difficulty": "easy"}),
    ],
    "list": [("", 0, {})],
    "kinds": [("", 0, {})],
    "sweep": [
        ("open.json -o swept.json --workers 1", 0, {"count": 3}),
        ("odd.json", 0, {"count": 0}),
        ("cubes --time-limit 0.000001", 3, {"exhausted": False}),
    ],
    "merge": [("both one", 0, {"ledger": "both"})],
    "confirm": [
        ("wall.json --proof proof.zip", 0, {"agree": True}),
        ("wall.json --known 2", 1, {"agree": False}),
        ("cubes --time-limit 0.000001", 3, {"agree": None}),
        ("week", 0, {"file": str(Path("week", "wall.json"))}),
    ],
    "verify": [
        ("proof.zip", 0, {"verified": True}),
        ("other.zip", 1, {"verified": False}),
        ("proof.zip --time-limit 0.000001", 3, {"verified": None}),
    ],
    "race": [("wall.json --solvers path-dfs", 0, {"agree": None})],
}
"""Calls of each command, with the exit status and with fields of what is printed, in the last line of it."""


@cache
def validator(command):
    made = schema(command)
    jsonschema.Draft202012Validator.check_schema(made)
    return jsonschema.Draft202012Validator(made)


def fields_of(made):
    """The names of all fields that a schema knows, in the objects within it, too."""
    return {name for each in (made, *made.get("$defs", {}).values()) for name in each.get("properties", ())}


def names_in(value):
    """The names of all fields in a value."""
    if isinstance(value, dict):
        return {*value, *(name for entry in value.values() for name in names_in(entry))}
    return {name for entry in value for name in names_in(entry)} if isinstance(value, list) else set()


def raced():
    """A race in which a solver is wrong, and others do not end well."""
    runs = {
        "right": Outcome(status="solved", answers=1, build_seconds=0.1, solve_seconds=0.2, effort=3, memory=70.5),
        "wrong": Outcome(status="wrong", answers=1, message="a cell is left out"),
        "slow": Outcome(status="time"),
        "broken": Outcome(status="crash", message="it ended without an answer"),
    }
    entries = tuple(Entry(name, (run,), counts="conflicts") for name, run in runs.items())
    return cm.Race(cm.Zip(1, 2), "first", 10.0, entries, absent={"other": "it is not installed"})


def made_up():
    """What hardly happens on small puzzles, or not for certain."""
    puzzle = cm.Zip(1, 2)
    counted = cm.Count(7, 7, 2, exhausted=True, engine="backtrack", why="it is estimated to take 2 s", objective=4.0)
    best = cm.Result(puzzle, cm.Status.FEASIBLE, cm.Path([(0, 0), (0, 1)]), 2.0, objective=4.0, bound=6.5)
    answers = {"solve": found_form("solve", puzzle, best), "count": found_form("count", puzzle, counted)}
    return {**answers, "race": race_form(raced())}


def write_certificates():
    cm.confirm("wall.json", known=1, proof="proof.zip")
    with ZipFile("proof.zip") as proof, ZipFile("other.zip", "w") as other:
        for name in proof.namelist():
            other.writestr(name, proof.read(name) if name != "proof.lrat" else b"")


def write_ledger():
    with ThreadPoolExecutor(1) as executor:
        cm.sweep("open.json", ledger="one", executor=executor)


PREPARED = {"verify": write_certificates, "merge": write_ledger}


@pytest.mark.parametrize("command", PRINTED)
def test_what_is_printed_is_valid_and_has_all_fields(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("week").mkdir()
    for name, form in FILES.items():
        for place in (name, Path("week", name)) if name in ("wall.json", "pair.json") else (name,):
            Path(place).write_text(json.dumps(form), encoding="utf-8")
    PREPARED.get(command, list)()
    texts = [json_text(made_up()[command])] if command in made_up() else []
    for arguments, status, expected in CALLS[command]:
        out, _ = run(command.split()[0], *arguments.split(), "--json", code=status)
        texts += out.splitlines()
        assert json.loads(texts[-1]) | expected == json.loads(texts[-1]), arguments
        if written := re.search(r"-o (\S+)", arguments):
            texts.append(Path(written[1]).read_text(encoding="utf-8"))
    valid, printed = validator(command), list(map(json.loads, texts))
    for form in printed:
        valid.validate(form)
        assert not valid.is_valid(form | {"colour": "red"})
        for field in valid.schema["required"]:
            assert not valid.is_valid({name: value for name, value in form.items() if name != field})
        for field in form:
            assert not valid.is_valid(form | {field: [None]})
    assert fields_of(valid.schema) <= names_in(printed)


def test_every_command_with_json_has_a_schema():
    def prints_json(command, context):
        if isinstance(command, click.Group):
            return any(
                prints_json(command.get_command(context, name), context) for name in command.list_commands(context)
            )
        return any("--json" in parameter.opts for parameter in command.params)

    context = click.Context(cli)
    commands = {name for name, command in cli.commands.items() if prints_json(command, context)}
    assert commands == {name.split()[0] for name in PRINTED}


def test_the_page_on_forms_lists_the_same_fields():
    page = (Path(__file__).parents[1] / "readers" / "README.md").read_text(encoding="utf-8")
    section = page.partition("## What the commands print as JSON")[2].partition("\n## ")[0]
    listed = dict(re.findall(r"^    (\w[^{]*?)\s+(\{.*?)(?=\n    \S|\n\n|\Z)", section, re.M | re.S))
    schemas = {command: validator(command).schema for command in PRINTED}
    schemas |= {name: schemas["hint"]["$defs"][name.title()] for name in ("step", "fact", "constraint")}
    assert {name: always_and_perhaps(text) for name, text in listed.items()} == {
        name: (set(made["required"]), made["properties"].keys() - made["required"]) for name, made in schemas.items()
    }


def always_and_perhaps(text):
    """The fields of an object as they are listed: those that it always has, and those that it may have."""
    depth, outer = 0, ""
    for letter in text:
        depth += (letter in "{[") - (letter in "}]")
        outer += letter if depth == 1 else ""
    names = re.findall(r'"(\w+)"(\??):', outer)
    return {name for name, mark in names if not mark}, {name for name, mark in names if mark}
