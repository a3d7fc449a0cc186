"""JSON for kinds that nobody here knows: both ways, from the annotations alone, and what is wrong in one sentence."""

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, Flag
from functools import cache
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, Optional

import numpy as np
import pytest
from command_line import environment, install
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from lenient import Lenient
from refusals import refusal

import cpmodels as cm
import readers
from cpmodels import KindError, PuzzleError, Solution
from cpmodels.base.fields import NOT_IN_FILES, Positive, in_files
from readers.forms import puzzle_form, puzzle_from_form, solution_form, solution_from_form

Cell = tuple[int, int]


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class Sides(Flag):
    TOP = 1
    LEFT = 2


class Size(Enum):
    SMALL = (1, 1)
    LARGE = (9, 9)


class Gate(NamedTuple):
    cell: Cell
    colour: Colour
    open: bool = True


@dataclass(frozen=True)
class Lamp:
    cell: Cell
    watts: float = 40.0


@dataclass(frozen=True)
class Mirror:
    cell: Cell
    turned: bool


@dataclass(frozen=True)
class Bulb(Lamp):
    socket: str = "E27"


@dataclass(frozen=True)
class Tree:
    cell: Cell
    branches: tuple["Tree", ...] = ()


@dataclass(frozen=True)
class Walk(Solution):
    cells: tuple[Cell, ...]
    lit: frozenset[Cell] = frozenset()


@dataclass(frozen=True)
class Maze(Lenient, cm.Puzzle[Walk]):
    """A kind with a field of every type that puzzles are made of."""

    kind = "test-maze"

    rows: int
    cells: frozenset[Cell]
    things: tuple[Lamp | Mirror, ...] = ()
    lamp: Lamp | None = None
    gates: tuple[Gate, ...] = ()
    prices: Mapping[Cell, int] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    rule: Literal["strict", "loose", 3, True] = "strict"
    colour: Optional[Colour] = None  # noqa: UP045
    size: Size = Size.SMALL
    tree: Tree | None = None
    given: tuple[tuple[int | None, ...], ...] = ()
    mixed: tuple[int | float | str | bool | None, ...] = ()
    nested: frozenset[frozenset[str]] = frozenset()
    pair: tuple[int, str] | str = "none"
    data: bytes = b""
    name: str | None = field(default=None, compare=False)
    area: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        if self.rows < 1:
            raise PuzzleError(f"a maze has rows, not {self.rows}")
        if not self.cells:
            raise ValueError("a maze has cells")
        object.__setattr__(self, "area", len(self.cells))


@cache
def validator(make, kind=Maze):
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed: the extra `test`")
    schema = make(kind)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


numbers = st.integers(-(2**63), 2**63 - 1)
texts = st.text(max_size=5)
cells = st.tuples(st.integers(-9, 9), numbers)
floats = st.floats(allow_nan=False, allow_infinity=False)
lamps = st.builds(Lamp, cells, floats)
bulbs = st.builds(Bulb, cells, floats, texts)
colours = st.sampled_from(Colour)
trees = st.recursive(st.builds(Tree, cells), lambda inner: st.builds(Tree, cells, st.lists(inner).map(tuple)))


def tuples(entries):
    return st.lists(entries, max_size=4).map(tuple)


mazes = st.builds(
    Maze,
    rows=st.integers(1, 99),
    cells=st.frozensets(cells, min_size=1, max_size=5),
    things=tuples(lamps | bulbs | st.builds(Mirror, cells, st.booleans())),
    lamp=st.none() | lamps | bulbs,
    gates=tuples(st.builds(Gate, cells, colours, st.booleans())),
    prices=st.dictionaries(cells, numbers, max_size=3),
    words=st.dictionaries(texts, tuples(texts), max_size=3),
    rule=st.sampled_from(["strict", "loose", 3, True]),
    colour=st.none() | colours,
    size=st.sampled_from(Size),
    tree=st.none() | trees,
    given=tuples(tuples(st.none() | numbers)),
    mixed=tuples(st.none() | numbers | floats | texts | st.booleans()),
    nested=st.frozensets(st.frozensets(texts, max_size=3), max_size=3),
    pair=texts | st.tuples(numbers, texts),
    data=st.binary(max_size=5),
    name=st.none() | texts,
)
walks = st.builds(Walk, tuples(cells), st.frozensets(cells, max_size=4))


def types(value):
    """The values within a value, each with its class, in an order that does not depend on hashes."""
    if isinstance(value, (list, tuple)):
        return type(value), [types(entry) for entry in value]
    if isinstance(value, frozenset):
        return type(value), sorted(map(str, map(types, value)))
    if isinstance(value, Mapping):
        return sorted(str((types(key), types(entry))) for key, entry in value.items())
    if hasattr(value, "__dataclass_fields__"):
        return type(value), [types(getattr(value, name)) for name in value.__dataclass_fields__]
    return type(value), value


@examples(150)
@given(mazes)
def test_any_kind_is_written_and_read_back(maze):
    text = readers.write(maze)
    back = readers.read(text)
    assert back == maze
    assert hash(back) == hash(maze)
    assert types(back) == types(maze)
    assert readers.write(back) == text
    assert readers.read(json.loads(text)) == maze == readers.read(maze)
    assert puzzle_from_form(Maze, puzzle_form(maze)) == maze


@examples(60)
@given(mazes, walks)
def test_its_solutions_are_written_and_read_back(maze, walk):
    back = readers.read_solution(maze, readers.write_solution(walk))
    assert (back, types(back)) == (walk, types(walk))
    assert solution_from_form(maze, solution_form(walk)) == walk
    assert readers.read_solution(maze, {"status": "solved", "solution": solution_form(walk)}) == walk
    assert readers.read_solutions(maze, json.dumps([solution_form(walk)] * 2)) == [walk, walk]


def test_forms_are_what_a_person_would_write():
    maze = Maze(
        2,
        frozenset({(0, 10), (0, 9)}),
        things=(Lamp((0, 0)), Mirror((1, 1), True)),
        lamp=Lamp((0, 1), 25),
        gates=(Gate((0, 1), Colour.RED),),
        prices={(0, 1): 5},
        words={"b": ("x",), "a": ()},
        data=b"\x01\xff",
        name="mine",
    )
    assert list(puzzle_form(maze))[:3] == ["puzzle", "name", "rows"]
    form = {
        "puzzle": "test-maze",
        "name": "mine",
        "rows": 2,
        "cells": [[0, 9], [0, 10]],
        "things": [
            {"class": "Lamp", "cell": [0, 0], "watts": 40.0},
            {"class": "Mirror", "cell": [1, 1], "turned": True},
        ],
        "lamp": {"cell": [0, 1], "watts": 25},
        "gates": [[[0, 1], "red", True]],
        "prices": [[[0, 1], 5]],
        "words": {"a": [], "b": ["x"]},
        "size": "SMALL",
        "pair": "none",
        "data": "01ff",
    }
    assert puzzle_form(maze).items() >= form.items()
    assert puzzle_from_form(Maze, form) == maze
    assert puzzle_from_form(Maze, {"rows": 1, "cells": [[0, 0]]}) == Maze(1, frozenset({(0, 0)}))
    short = {"rows": 1, "cells": [[0, 0]], "gates": [[[0, 0], "blue"]], "things": [{"cell": [0, 0], "turned": False}]}
    assert puzzle_from_form(Maze, short).gates == (Gate((0, 0), Colour.BLUE),)
    assert puzzle_from_form(Maze, short).things == (Mirror((0, 0), False),)


GOOD = {"puzzle": "test-maze", "rows": 1, "cells": [[0, 0]]}


WRONG = [
    ({"rowz": 1}, "unknown field 'rowz'; did you mean 'rows'?"),
    ({"Rule": "loose"}, "unknown field 'Rule'; did you mean 'rule'?"),
    ({"xyzzy": 1}, "unknown field 'xyzzy'; known are cells, colour, data, "),
    ({"area": 1}, "unknown field 'area'"),
    ({"rows": None}, "rows: expected a whole number, got null"),
    ({"rows": True}, "rows: expected a whole number, got true or false"),
    ({"rows": 1.0}, "rows: expected a whole number, got a number with a fraction"),
    ({"rows": "1"}, "rows: expected a whole number, got a string"),
    ({"rows": [1]}, "rows: expected a whole number, got a list"),
    ({"rows": {}}, "rows: expected a whole number, got an object"),
    ({"cells": 5}, "cells: expected a list, got a whole number"),
    ({"cells": "ab"}, "cells: expected a list, got a string"),
    ({"cells": [[0]]}, "cells[0]: expected a list of 2, got one of 1"),
    ({"cells": [[0, 1], [0, None]]}, "cells[1][1]: expected a whole number, got null"),
    ({"cells": [[0, 1], [0, 1]]}, "cells: [0, 1] is given twice"),
    ({"things": [{"cell": [0, 0], "class": "Lump"}]}, "things[0]: the class must be one of"),
    ({"things": [3]}, "things[0]: expected an object, got a whole number"),
    ({"lamp": {}}, "lamp: the field 'cell' is missing"),
    ({"lamp": {"cel": [0, 0]}}, "lamp: unknown field 'cel'; did you mean 'cell'?"),
    ({"lamp": {"cell": [0, 0], "watts": "many"}}, "lamp.watts: expected a number with a fraction, got a string"),
    ({"lamp": 3}, "lamp: expected an object or null, got a whole number"),
    ({"gates": [[[0, 0]]]}, "gates[0]: expected a list of 2, got one of 1"),
    ({"gates": [[[0, 0], "green"]]}, "gates[0][1]: expected 'red' or 'blue', got 'green'"),
    ({"gates": [[[0, 0], "red", 1]]}, "gates[0][2]: expected true or false, got a whole number"),
    ({"prices": {"a": 1}}, "prices: a key: expected a list, got a string"),
    ({"prices": [[[0, 0], 1], [[0, 0], 2]]}, "prices: the key [0, 0] is given twice"),
    ({"prices": [[[0, 0]]]}, "prices[0]: expected a list of 2, got one of 1"),
    ({"prices": [[[0, 0], "x"]]}, "prices[0][1]: expected a whole number, got a string"),
    ({"words": {"a": [1]}}, "words.'a'[0]: expected a string, got a whole number"),
    ({"rule": "lax"}, "rule: expected 'strict', 'loose', 3 or True, got 'lax'"),
    ({"rule": 1}, "rule: expected 'strict', 'loose', 3 or True, got 1"),
    ({"colour": "green"}, "colour: expected 'red', 'blue' or null, got 'green'"),
    ({"size": [1, 1]}, "size: expected 'SMALL' or 'LARGE', got a list"),
    ({"tree": {"cell": [0, 0], "branches": [{}]}}, "tree.branches[0]: the field 'cell' is missing"),
    ({"mixed": [[]]}, "mixed[0]: expected a whole number, true or false, a number with a fraction, a string or null"),
    ({"pair": [1]}, "pair: expected a list of 2, got one of 1"),
    ({"data": "xyz"}, "data: expected a string of hexadecimal digits, got 'xyz'"),
    ({"name": 5}, "name: expected a string or null, got a whole number"),
    ({"rows": 0}, "a maze has rows, not 0"),
    ({"cells": []}, "a maze has cells"),
]
BEYOND_SCHEMAS = [{"rows": 1.0}, {"prices": {"a": 1}}, {"prices": [[[0, 0], 1], [[0, 0], 2]]}, {"data": "xyz"}]
BEYOND_SCHEMAS += [{"rows": 0}, {"cells": []}]
"""What is wrong of these only the reader knows."""


@pytest.mark.parametrize(("changes", "expected"), WRONG)
def test_what_is_wrong_is_one_sentence_with_the_field(tmp_path, changes, expected):
    file = tmp_path / "maze.json"
    file.write_text(json.dumps(GOOD | changes))
    assert refusal(readers.read, file).startswith(f"{file}: {expected}")


@pytest.mark.parametrize("changes", [changes for changes, _ in WRONG])
def test_its_schema_rejects_that_too(changes):
    assert validator(readers.puzzle_schema).is_valid(GOOD | changes) == (repr(changes) in map(repr, BEYOND_SCHEMAS))


@examples(150)
@given(mazes, walks)
def test_its_schemas_take_what_is_written(maze, walk):
    validator(readers.puzzle_schema).validate(json.loads(readers.write(maze)))
    validator(readers.solution_schema).validate(solution_form(walk))
    validator(readers.solutions_schema).validate([solution_form(walk)])


def test_fractions_too_large_for_python():
    with pytest.raises(PuzzleError, match=r"^the text: lamp.watts: inf is not a number in JSON$"):
        readers.read('{"puzzle": "test-maze", "rows": 1, "cells": [[0, 0]], "lamp": {"cell": [0, 0], "watts": 1e999}}')
    with pytest.raises(PuzzleError, match=r"^the object: lamp.watts: the number 10+\.\.\. does not fit into 64 bits$"):
        readers.read({"puzzle": "test-maze", "rows": 1, "cells": [[0, 0]], "lamp": {"cell": [0, 0], "watts": 10**400}})


def test_trees_of_a_thousand_levels_are_refused():
    tree = {"cell": [0, 0]}
    for _ in range(1000):
        tree = {"cell": [0, 0], "branches": [tree]}
    with pytest.raises(PuzzleError, match=r"^the object: lists or objects are nested too deeply for a puzzle$"):
        readers.read(GOOD | {"tree": tree})


def test_what_is_missing_is_named():
    with pytest.raises(PuzzleError, match=r"^the object: the field 'cells' is missing$"):
        readers.read({"puzzle": "test-maze", "rows": 1})
    with pytest.raises(PuzzleError, match="'cells', which is missing: `cpmodels schema test-maze --solution` prints"):
        readers.read_solution(readers.read(GOOD), "{}")
    with pytest.raises(PuzzleError, match="unknown field 'cels'; did you mean 'cells'"):
        readers.read_solution(readers.read(GOOD), '{"cels": []}')
    with pytest.raises(PuzzleError, match=r"cells\[0\]: expected a list of 2, got one of 1"):
        readers.read_solution(readers.read(GOOD), '{"cells": [[1]]}')
    with pytest.raises(PuzzleError, match=r"^the text: a solution must be a JSON object, not a whole number$"):
        readers.read_solution(readers.read(GOOD), "7\n")


@examples(150)
@given(
    st.dictionaries(
        st.sampled_from([*Maze.__dataclass_fields__, "puzzle", "class", "x"]),
        st.recursive(
            st.none() | st.booleans() | st.integers(-2, 3) | st.floats() | texts,
            lambda inner: (
                st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["cell", "class", "watts"]), inner)
            ),
            max_leaves=8,
        ),
    )
)
def test_any_object_is_read_or_refused_in_one_sentence(form):
    for made in (form, GOOD | form):
        try:
            puzzle = readers.read({**made, "puzzle": "test-maze"})
        except PuzzleError as error:
            assert "\n" not in str(error)  # noqa: PT017
        else:
            assert validator(readers.puzzle_schema).is_valid({**made, "puzzle": "test-maze"})
            assert readers.read(readers.write(puzzle)) == puzzle


def in_order(numbered):
    if [number for *_, number in numbered] != [*range(1, len(numbered) + 1)]:
        raise PuzzleError("they count from 1")
    return tuple((row, col) for row, col, _ in numbered)


@dataclass(frozen=True)
class Stops(Lenient, cm.Puzzle[cm.Path]):
    """A kind whose fields say how they stand in files.

    side: how many rows and columns there are.
    cells: where the numbers stand.
    """

    kind = "test-stops"
    further_fields = True

    side: Positive
    cells: tuple[Cell, ...] = field(
        default=(),
        metadata=in_files(
            "numbers",
            about="row, column and number.",
            hint=tuple[tuple[int, int, Positive], ...],
            write=lambda cells: [(*cell, number) for number, cell in enumerate(cells, 1)],
            read=in_order,
        ),
    )
    lamp: Lamp | None = field(default=None, metadata=in_files(left_out=True))
    lit: bool = field(default=False, metadata=in_files(left_out=lambda stops: stops.lamp is None))
    photo: bytes = field(default=b"", compare=False, metadata=NOT_IN_FILES)


STOPS = {"puzzle": "test-stops", "side": 2, "numbers": [[0, 1, 1], [1, 0, 2]]}


@pytest.mark.parametrize("rows", [["AAB", "ABB", "CCC"], ["117", ["1", 7, "7"], [0, 0, 0]]])
def test_regions_are_named_by_letters_or_numbers(rows):
    puzzle = readers.read({"puzzle": "queens", "regions": rows})
    assert puzzle.regions == ((0, 0, 1), (0, 1, 1), (2, 2, 2))
    latin = readers.read({"puzzle": "sudoku", "given": [[None] * 3] * 3, "boxes": rows})
    assert latin.boxes == puzzle.regions


def test_fields_say_how_they_stand_in_files():
    stops = Stops(2, ((0, 1), (1, 0)), photo=b"x")
    assert puzzle_form(stops) == STOPS
    assert readers.read(STOPS) == stops
    lit = Stops(2, lamp=Lamp((0, 0)))
    assert puzzle_form(lit).items() >= {"numbers": [], "lamp": {"cell": [0, 0], "watts": 40.0}, "lit": False}.items()
    assert readers.read(readers.write(lit)) == lit
    schema = readers.puzzle_schema(Stops)
    assert schema["properties"]["side"] == {
        "description": "how many rows and columns there are.", "type": "integer", "minimum": 1
    }  # fmt: skip
    assert schema["properties"]["numbers"].items() >= {"description": "row, column and number.", "default": []}.items()
    assert schema["required"] == ["side"]
    assert validator(readers.puzzle_schema, Stops).is_valid(STOPS | {"by": "me"})
    for wrong in ({"side": 0}, {"numbers": [[0, 0]]}, {"numbers": [[0, 0, 0]]}, {"lamp": 3}):
        assert not validator(readers.puzzle_schema, Stops).is_valid(STOPS | wrong)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"numbers": [[0, 0, 2]]}, "numbers: they count from 1"),
        ({"lamps": None}, "unknown field 'lamps'; did you mean 'lamp'?"),
        ({"lamp": {"cell": [0, 0], "wats": 5}}, "lamp: unknown field 'wats'; did you mean 'watts'?"),
    ],
)
def test_what_is_wrong_there_is_one_sentence(changes, expected):
    assert refusal(readers.read, STOPS | changes) == f"the object: {expected}"


def test_further_fields_are_passed_over_where_a_kind_says_so():
    further = {"by": "me", "cells": 3, "photo": "x.png", "lamp": {"cell": [0, 0], "colour": "red"}}
    assert readers.read(STOPS | further) == Stops(2, ((0, 1), (1, 0)), Lamp((0, 0)))


@pytest.mark.parametrize("kind", [cm.EdgeMatching, cm.Garden, cm.Zigzaw, cm.Zip])
def test_the_kinds_of_this_package_have_no_forms_of_their_own(kind):
    for function in (readers.puzzle_form, readers.puzzle_from_form, readers.puzzle_schema, readers.solution_from_form):
        assert not function.is_implemented(kind)
    assert not readers.solution_schema.is_implemented(kind)
    assert not readers.solution_form.is_implemented(kind.solution_type)


class CannotReadError(PuzzleError):
    """An error of a kind's own, made from more than a sentence."""

    def __init__(self, row: int, why: str) -> None:
        super().__init__(f"row {row}: {why}")
        self.row = row


@dataclass(frozen=True)
class Strict(Lenient, cm.Puzzle[cm.Grid]):
    kind = "test-strict"
    rows: int

    def __post_init__(self) -> None:
        if self.rows > 5:
            raise CannotReadError(self.rows, "too low")


def test_errors_of_a_kind_stay_what_they_are(tmp_path):
    (tmp_path / "low.json").write_text('{"puzzle": "test-strict", "rows": 6}')
    with pytest.raises(CannotReadError, match=r"low.json: row 6: too low$") as caught:
        cm.read(tmp_path / "low.json")
    assert caught.value.row == 6


def test_kinds_without_a_name_and_solutions_of_the_library():
    puzzle = readers.read('{"puzzle": "test-strict", "rows": 2, "name": "x", "description": "Two rows."}')
    assert puzzle == Strict(2)
    assert readers.puzzle_form(puzzle) == {"puzzle": "test-strict", "rows": 2}
    grid = cm.Grid([[1, 2], [3, 4]])
    assert readers.solution_form(grid) == {"rows": [[1, 2], [3, 4]]}
    assert readers.read_solution(puzzle, {"rows": [[1, 2], [3, 4]]}) == grid


@pytest.mark.parametrize("solution", [cm.Path([(0, 1)]), cm.Loop([(0, 0), (0, 1)]), cm.Paths([[(0, 0)], []])])
def test_solution_types_of_the_library(solution):
    class Some(Strict):
        kind = f"test-{type(solution).__name__}"
        solution_type = type(solution)

    assert readers.read_solution(Some(1), readers.write_solution(solution)) == solution


@dataclass(frozen=True)
class Shades(Solution):
    dark: tuple[Cell, ...] = ()


def test_what_solve_prints_holds_a_solution_also_where_all_of_its_fields_have_defaults():
    class Shaded(Strict):
        kind = "test-shaded"
        solution_type = Shades

    printed = {"puzzle": "test-shaded", "status": "solved", "solution": {"dark": [[0, 1]]}}
    assert readers.read_solution(Shaded(1), printed) == Shades(((0, 1),))


class Beam(Solution):
    def __init__(self, row: int) -> None:
        self.row = row


def test_solutions_that_are_not_dataclasses_are_read_by_what_a_kind_registers():
    class Beams(Strict):
        kind = "test-beams"
        solution_type = Beam

    readers.solution_form.register(Beam)(lambda beam: {"beam": beam.row})
    readers.solution_from_form.register(Beams)(lambda puzzle, form: Beam(form["beam"]))  # noqa: ARG005
    text = readers.write_solution(Beam(3))
    assert readers.read_solution(Beams(1), text).row == 3
    printed = f'{{"status": "solved", "solution": {text}}}'
    assert [beam.row for beam in readers.read_solutions(Beams(1), printed)] == [3]


def test_what_is_known_of_a_solution_of_words_is_written():
    known = cm.Partial([cm.Mark.at((0, 0), Colour.RED)], [cm.Mark.at((0, 1), frozenset({2, 1}))])
    form = {"known": [{"cell": [0, 0], "value": "red"}], "excluded": [{"cell": [0, 1], "value": [1, 2]}]}
    assert readers.partial_form(known) == form


@dataclass(frozen=True)
class Holder(Lenient, cm.Puzzle[cm.Grid]):
    kind = "test-holder"
    value: Any


class Changed(Holder):
    """What this reads is not what was written."""

    kind = "test-changed"

    def __init__(self, value: int) -> None:
        object.__setattr__(self, "value", value + 1)


@dataclass(frozen=True)
class Bag(Lenient, cm.Puzzle[cm.Grid]):
    kind = "test-bag"
    things: frozenset[Any] = frozenset()
    prices: Mapping[Any, int] = field(default_factory=dict, hash=False)


@pytest.mark.parametrize(("name", "value"), [("things", [1, {"a": 2}]), ("prices", [[[3, {"a": 2}], 1]])])
def test_objects_in_sets_and_as_keys_are_refused(name, value):
    with pytest.raises(PuzzleError, match=rf"^the object: {name}: expected a value that can be hashed, got"):
        readers.read({"puzzle": "test-bag", name: value})
    assert readers.read({"puzzle": "test-bag", "things": [1, [2]]}).things == {1, (2,)}


def test_what_cannot_be_written_is_refused():
    for value, error, words in (
        (2**63, PuzzleError, "value: the number 9223372036854775808 does not fit into 64 bits"),
        (float("nan"), PuzzleError, "value: nan is not a number in JSON"),
        ("\ud800", PuzzleError, "value: half of a surrogate pair is not a character"),
        (1j, KindError, "value has no JSON form: .* not of complex"),
        (Sides.TOP | Sides.LEFT, KindError, "value has no JSON form: .* is not one member of Sides"),
        (Lamp((0, 0)), KindError, "would be read back as another puzzle"),
    ):
        with pytest.raises(error, match=words):
            readers.write(Holder(value))
    with pytest.raises(KindError, match="would be read back as another puzzle"):
        readers.write(Changed(3))
    assert readers.read(readers.write(Holder((1, ("a", None))))) == Holder((1, ("a", None)))


def test_kinds_that_have_no_form_say_so():
    class Plain(Lenient, cm.Puzzle[cm.Grid]):
        kind = "test-plain"

    with pytest.raises(KindError, match="Plain has no JSON form, as it is not a dataclass"):
        readers.write(Plain())
    with pytest.raises(KindError, match="Plain has no JSON form"):
        readers.read('{"puzzle": "test-plain"}')

    @dataclass(frozen=True)
    class Unsolved(Lenient, cm.Puzzle):
        kind = "test-unsolved"

    assert readers.read(readers.write(Unsolved())) == Unsolved()
    with pytest.raises(KindError, match="'test-unsolved' has no type for its solutions"):
        readers.read_solution(Unsolved(), "{}")


class Unheard(NamedTuple):
    value: "Unknown"  # noqa: F821


@pytest.mark.parametrize(
    ("name", "annotation", "message"),
    [
        ("puzzle", int, "its field 'puzzle' would be taken for the kind"),
        ("value", "Unknown", "Unwritten .*the name 'Unknown' in its annotations is not known in its module"),
        ("pair", Unheard, "Unheard has no JSON form, as the name 'Unknown' in its annotations"),
        ("value", "cm.Gird", "Unwritten has no JSON form, as its annotations cannot be read: .*Gird"),
    ],
)
def test_kinds_with_a_field_that_has_no_form_say_so(name, annotation, message):
    @dataclass(frozen=True)
    class Unwritten(Lenient, cm.Puzzle[cm.Grid]):
        kind = "test-unwritten"
        __annotations__ = {name: annotation}

    with pytest.raises(KindError, match=message):
        readers.write(Unwritten(Unheard(1) if annotation is Unheard else 1))


def test_arrays_are_written_and_read_where_the_kind_makes_them():
    """To compare them was an error of NumPy, and `np.ndarray([2, 3])`, as which it was read, has other values."""

    @dataclass(frozen=True)
    class Made(Lenient, cm.Puzzle[cm.Grid]):
        kind = "test-made-array"
        values: Any

        def __post_init__(self):
            object.__setattr__(self, "values", np.asarray(self.values))

    @dataclass(frozen=True)
    class Given(Lenient, cm.Puzzle[cm.Grid]):
        kind = "test-given-array"
        values: np.ndarray

    assert readers.read(readers.write(Made([1, 2]))).values.tolist() == [1, 2]
    with pytest.raises(KindError, match=r"values has no JSON form: JSON has no values of .*ndarray"):
        readers.write(Given(np.arange(2)))
    with pytest.raises(KindError, match=r"values has no JSON form: JSON has no values of .*ndarray"):
        readers.read('{"puzzle": "test-given-array", "values": [2, 3]}')


def test_a_kind_is_registered_once():
    with pytest.raises(KindError, match=r"'test-strict' is registered twice: by .*Strict and by .*Impostor"):

        class Impostor(cm.Zip):
            kind = "test-strict"


# Packages that are merely installed ----------------------------------------------------------------------------------

KIND = '''
from dataclasses import dataclass
from pathlib import Path
import cpmodels as cm

@dataclass(frozen=True)
class Sums(cm.Puzzle[cm.Grid]):
    """Numbers with these sums."""
    kind = "sums"
    rows: tuple[int, ...]
    name: str | None = None

    def check(self, _):
        return []

def three():
    """Three rows; one solution."""
    return Sums((1, 2, 3))

PATH = Path(__file__).with_name("four.json")
LOST = PATH.with_name("lost.json")
'''
READERS = """
from readers import text_readers, object_readers, solution_from_text
from sums import Sums
import cpmodels as cm

@text_readers.register(one_line=True)
def sums_text(text):
    if not text.startswith("sums:"):
        return None
    try:
        return Sums(tuple(map(int, text.removeprefix("sums:").split())))
    except ValueError:
        raise cm.PuzzleError("a sum is not a number")

@object_readers.register()
def sums_object(form):
    return Sums(tuple(form["sums"])) if "sums" in form else None

@solution_from_text.register(Sums)
def grid(puzzle, text):
    return cm.Grid([[int(c) for c in line] for line in text.split("/")]) if "/" in text else None
"""


@pytest.fixture
def installed(tmp_path):
    """Runs Python where packages are installed, given as their modules and entry points."""

    def run(code, entry_points, **modules):
        for name, text in modules.items():
            (tmp_path / f"{name}.py").write_text(text)
        (tmp_path / "four.json").write_text('{"puzzle": "sums", "rows": [4, 4, 4, 4]}')
        for number, points in enumerate(entry_points):
            install(tmp_path, f"sums{number}", points)
        done = subprocess.run(
            [sys.executable, "-c", f"import cpmodels as cm, readers\n{code}"],
            capture_output=True, text=True, check=False, env=environment(tmp_path), cwd=tmp_path,
        )  # fmt: skip
        return (done.stdout + done.stderr).strip()

    return run


KINDS = "[cpmodels.kinds]\nsums = sums:Sums\n"


def test_a_kind_that_is_installed_is_read_and_written(installed):
    code = """
import sys
assert "sums" not in sys.modules
puzzle = cm.read("four.json")
print(puzzle, cm.read(readers.write(puzzle)) == puzzle, "sums" in cm.kinds.kind_names())
print(readers.read_solution(puzzle, '{"rows": [[4]]}'))
"""
    assert installed(code, [KINDS], sums=KIND).splitlines() == [
        "Sums(rows=(4, 4, 4, 4), name=None) True True",
        "Grid(rows=((4,),))",
    ]


def test_readers_of_other_packages(installed):
    code = """
print(cm.read("sums: 1 2"), cm.read("sums: 1\\n2"), cm.read('{"sums": [5]}'))
print(readers.read_solution(cm.read("sums: 1 2"), "12/34"))
print(cm.read("1 2 3 4\\n").kind, cm.read('{"rows": 1, "cols": 1, "numbers": []}').kind)
for text in ("sums: x", "sum: 1"):
    try:
        cm.read(text)
    except cm.PuzzleError as error:
        print(error)
"""
    points = KINDS + "[cpmodels.readers]\nsums = sums_readers\n"
    assert installed(code, [points], sums=KIND, sums_readers=READERS).splitlines() == [
        "Sums(rows=(1, 2), name=None) Sums(rows=(1, 2), name=None) Sums(rows=(5,), name=None)",
        "Grid(rows=((1, 2), (3, 4)))",
        "edge_matching zip",
        "the text: a sum is not a number",
        "there is no file or built-in puzzle 'sum: 1'; see `cpmodels list`",
    ]


def test_named_puzzles_of_other_packages(installed):
    points = "[cpmodels.puzzles]\nsums-3 = sums:three\nsums-4 = sums:PATH\nsums-5 = sums:LOST\nsums-6 = nowhere\n"
    code = """
print(cm.read("sums-3"), cm.read("sums-4"), len(readers.BUILTIN), "sums-3" in readers.BUILTIN)
for name in readers.BUILTIN:
    if name.startswith("sums"):
        print(name, readers.BUILTIN[name])
for name in ("sums-5", "sums-7"):
    try:
        cm.read(name)
    except cm.CpmodelsError as error:
        print(type(error).__name__, error)
"""
    lines = installed(code, [KINDS + points], sums=KIND).splitlines()
    count = len(readers.BUILTIN) + 4
    assert lines[0] == f"Sums(rows=(1, 2, 3), name=None) Sums(rows=(4, 4, 4, 4), name=None) {count} True"
    assert lines[1:3] == ["sums-3 Three rows; one solution.", "sums-4 A puzzle of the kind sums."]
    assert lines[3].startswith("sums-5 It cannot be read: the puzzle 'sums-5': there is no file")
    assert lines[4].startswith("sums-6 It cannot be read: the entry point 'nowhere' of 'sums-6' cannot be loaded")
    assert lines[5].startswith("PuzzleError the puzzle 'sums-5': there is no file or built-in puzzle")
    assert lines[6].startswith("PuzzleError there is no file or built-in puzzle 'sums-7'; did you mean 'sums-")


TRY = """
for source in ("four.json", "zip-4", "1 2 3 4\\n", '{"x": 1}'):
    try:
        print(cm.read(source).kind)
    except cm.CpmodelsError as error:
        print(type(error).__name__, error)
"""


@pytest.mark.parametrize(
    "module", ["import no_such_module", "raise RuntimeError('no_such_module')", "def no_such_module"]
)
def test_a_package_that_cannot_be_imported_harms_no_other(installed, module):
    said = installed(TRY, [KINDS], sums=module).splitlines()
    assert said[0].startswith("KindError four.json: the entry point 'sums:Sums' of 'sums' cannot be loaded: ")
    assert said[1:3] == ["zip", "edge_matching"]
    assert said[3].startswith(
        "PuzzleError the text: the form of this object is not known: give the field 'puzzle', one of"
    )
    assert said[3].count("the entry point 'sums:Sums' of 'sums' cannot be loaded") == 1


def test_new_puzzles_are_made_beside_a_package_that_cannot_be_imported(installed):
    code = """
from cpmodels.generating import generated_kinds
print("zip" in generated_kinds(), "sums" in generated_kinds())
"""
    assert installed(code, [KINDS], sums="import no_such_module") == "True False"


def test_an_entry_point_that_leads_to_a_kind_of_another_name(installed):
    """Of that, and of any object of no known form, it was said that there is no such kind, but that it may be meant."""
    asked = TRY.replace('"four.json"', """'{"puzzle": "adding"}'""")
    said = installed(asked, [KINDS.replace("sums =", "adding =")], sums=KIND).splitlines()
    assert said[0].endswith("the entry point 'sums:Sums' of 'adding' leads to no kind of that name")
    assert said[3].startswith("PuzzleError the text: the form of this object is not known: give the field")


def test_two_packages_with_a_kind_of_one_name(installed):
    said = installed(TRY, [KINDS, "[cpmodels.kinds]\nsums = other:Sums\n"], sums=KIND, other=KIND).splitlines()
    twice = "the entry point 'sums' of the group cpmodels.kinds is given twice: other:Sums, sums:Sums"
    assert said[:3] == [f"KindError four.json: {twice}", "zip", "edge_matching"]
    assert said[3].endswith(twice)
    said = installed("import sums, other", [], sums=KIND, other=KIND)
    assert said.endswith("KindError: the kind 'sums' is registered twice: by sums.Sums and by other.Sums")
