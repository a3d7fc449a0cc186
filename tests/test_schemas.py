"""JSON Schemas: what is written validates, what they reject the readers reject, and the published files are theirs."""

import copy
import json
import re
import runpy
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from command_line import run
from examples import examples
from fuzz_inputs import spoilt
from hypothesis import given
from hypothesis import strategies as st
from lenient import Lenient

import cpmodels as cm
import readers

jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed: the extra `test`")
DOCS = Path(__file__).parents[1] / "docs"
SOLVED = ("zip-4", "zip-7-walls", "nine-one", "edge-bordered", "zigzaw", "squares", "squares-packed", "triangles")
SMALL = (
    "zip-4",
    "zip-7-walls",
    "nine-one",
    "tetravex",
    "squares",
    "squares-in-15",
    "cubes-c3v",
    "hexagons",
    "triangles",
)


def strangers():
    return {
        path.parent.name: json.loads(path.read_text(encoding="utf-8"))
        for path in (DOCS / "kinds").glob("*/example.json")
    }


@cache
def validator(kind, make=readers.puzzle_schema):
    schema = make(cm.kinds.kind_named(kind))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def is_puzzle(kind, form):
    """Whether the reader takes a form as a puzzle of a kind."""
    try:
        return readers.read(form).kind == kind
    except cm.CpmodelsError:
        return False


def is_solution(puzzle, form):
    try:
        readers.read_solutions(puzzle, json.dumps(form))
    except cm.PuzzleError:
        return False
    return True


@pytest.mark.parametrize("name", readers.BUILTIN)
def test_built_in_puzzles_are_valid(name):
    puzzle = readers.read(name)
    validator(puzzle.kind).validate(json.loads(readers.write(puzzle)))


@pytest.mark.parametrize("name", SOLVED)
def test_solutions_are_valid(name):
    puzzle = readers.read(name)
    form = json.loads(readers.write_solution(cm.solve(puzzle, workers=1).solution))
    validator(puzzle.kind, readers.solution_schema).validate(form)
    several = validator(puzzle.kind, readers.solutions_schema)
    for file in (form, {"solution": form}, [form, {"solution": form}], {"solutions": [form]}):
        assert several.is_valid(file)
        assert is_solution(puzzle, file)
    for file in ({"solution": 3}, [], [form, 3], {"solutions": [3]}):
        assert not several.is_valid(file)
        assert not is_solution(puzzle, file)


@pytest.mark.parametrize("name", strangers())
def test_kinds_of_other_packages_have_schemas_for_nothing(name):
    form = strangers()[name]
    puzzle = readers.read(form)
    validator(puzzle.kind).validate(json.loads(readers.write(puzzle)))
    validator(puzzle.kind, readers.solution_schema).validate(readers.solution_form(cm.solve(puzzle).solution))
    assert not validator(puzzle.kind).is_valid(form | {"gievn": []})


def test_a_form_of_its_own_needs_a_schema_of_its_own():
    @dataclass(frozen=True)
    class Secretive(Lenient, cm.Puzzle[cm.Grid]):
        kind = "secretive"

    @readers.puzzle_from_form.register(Secretive)
    def from_form(kind, _form):
        return kind()

    with pytest.raises(cm.KindError, match="'secretive' reads a form of its own"):
        readers.puzzle_schema(Secretive)
    assert readers.solution_schema(Secretive)["required"] == ["rows"]


def test_the_published_files_are_what_the_library_makes():
    files = {file.name: file.read_text(encoding="utf-8") for file in (DOCS / "reference" / "schemas").iterdir()}
    assert files == runpy.run_path(str(DOCS / "schemas.py"))["files"](), "python docs/schemas.py makes them anew"
    out, _ = run("schema", "zip")
    assert out == files["zip.json"]
    assert run("schema", "garden", "--solutions")[0] == files["garden-solutions.json"]


def test_the_examples_of_the_page_are_valid_and_right():
    text = (DOCS / "reference" / "json.md").read_text(encoding="utf-8")
    forms = [json.loads(block) for block in re.findall(r"^```json\n(.*?)^```", text, re.DOTALL | re.MULTILINE)]
    assert [form["puzzle"] for form in forms[::2]] == ["zip", "edge_matching", "zigzaw", "garden"]
    for form, solution in zip(forms[::2], forms[1::2], strict=True):
        validator(form["puzzle"]).validate(form)
        validator(form["puzzle"], readers.solution_schema).validate(solution)
        puzzle = readers.read(form)
        assert puzzle.check(readers.read_solution(puzzle, solution)) == []
    linked = set(re.findall(r"\(schemas/(\S+\.json)\)", text))
    assert linked == {file.name for file in (DOCS / "reference" / "schemas").iterdir()}


# What mutations of valid forms show -----------------------------------------------------------------------------------


def places(value, path=()):
    """All places in a form, each as the keys that lead there."""
    yield path
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in entries:
        yield from places(entry, (*path, key))


def changed(form, path, change):
    """A form with another value in a place."""
    if not path:
        return change(form)
    made = copy.copy(form)
    made[path[0]] = changed(made[path[0]], path[1:], change)
    return made


PUZZLES = {name: json.loads(readers.write(readers.read(name))) for name in SMALL} | strangers()
SOLUTIONS = {
    "zip-4": {"path": [[0, 0], [0, 1]]},
    "nine-one": {"board": [[[0, 1], None], [[2, 3]]]},
    "zigzaw": {"board": [[0, 1], [2, 3]]},
    "squares": {"cells": [[0, 0, 3], [1, 0, 12]]},
    "cubes": {"cells": [[0, 0, 0, 3]]},
}


def mutated(forms):
    """Forms by name, spoilt at random."""
    drawn = st.tuples(st.sampled_from(sorted(forms)), st.randoms())
    return drawn.map(lambda one: (one[0], spoilt(one[1], forms[one[0]]))).filter(lambda one: isinstance(one[1], dict))


@examples(600)
@given(mutated(PUZZLES))
def test_what_a_schema_of_puzzles_rejects_the_reader_rejects(case):
    name, form = case
    kind = PUZZLES[name]["puzzle"]
    if not validator(kind).is_valid(form):
        assert not is_puzzle(kind, form)


@examples(300)
@given(mutated(SOLUTIONS))
def test_what_a_schema_of_solutions_rejects_the_reader_rejects(case):
    name, form = case
    puzzle = readers.read(name)
    for make in (readers.solution_schema, readers.solutions_schema):
        if not validator(puzzle.kind, make).is_valid(form) and "solution" not in form:
            assert not is_solution(puzzle, form)


@pytest.mark.parametrize("name", PUZZLES)
def test_structure_is_checked_alike(name):
    """An object in the place of a list, number or text, and a field that is missing: reader and schema say no."""
    form = PUZZLES[name]
    kind, schema = form["puzzle"], validator(form["puzzle"])
    for path in list(places(form))[:60]:
        value = form
        for key in path:
            value = value[key]
        if path and not isinstance(value, Mapping) and path != ("description",):
            wrong = changed(form, path, lambda _: {"no": "such"})
            assert not schema.is_valid(wrong), path
            assert not is_puzzle(kind, wrong), path
    for field in schema.schema["required"]:
        wrong = {name: value for name, value in form.items() if name != field}
        assert not schema.is_valid(wrong)
        assert not is_puzzle(kind, wrong)
