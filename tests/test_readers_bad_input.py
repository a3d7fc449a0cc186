"""Input that is no puzzle gets one sentence, which says where and what; never another error."""

import json
import os
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from refusals import refusal
from systems import needs_pipes

import readers
from cpmodels import EdgeMatching, Garden, KindError, PuzzleError, Zigzaw, Zip
from cpmodels.puzzles import Frog
from readers import sources

ZIP = '{"puzzle": "zip", "rows": 2, "cols": 2, '
EDGE = '{"puzzle": "edge_matching", "rows": 1, "cols": 1, "pieces": [[1, 2, 3, 4]], '
GARDEN = '{"puzzle": "garden", "rule": "hanging", "box": [5, 5, 5], '
FROG = json.dumps(dict.fromkeys(("left_arm", "left_side", "left_leg", "right_leg", "right_side", "right_arm"), "red"))

TEXTS = {
    # JSON itself
    "{": "line 1, column 2: this is not JSON",
    '{"puzzle": "zip",\n "rows": 2': "line 2, column 11: this is not JSON",
    f"{ZIP[:-2]}}}\n{ZIP[:-2]}}}": "it holds 2 puzzles, not one",
    "[1, 2]": "a puzzle must be a JSON object, not a list",
    "[" * 100_000: "nested too deeply",
    '{"a":' * 100_000: "nested too deeply",
    '{"rows": NaN}': "NaN is not a number in JSON",
    '{"rows": -Infinity}': "-Infinity is not a number in JSON",
    '{"rows": 1, "rows": 2}': "the field 'rows' is given twice",
    '{"rows": 9223372036854775808}': "the number 9223372036854775808 does not fit into 64 bits",
    '{"rows": ' + "9" * 10_000 + "}": "does not fit into 64 bits",
    '{"name": "\\ud800"}': "half of a surrogate pair",
    '{"name": "\ud800"}': "half of a surrogate pair",
    "{\ud800\n": "line 1, column 2: this is not JSON",
    "{}": "the form of this object is not known: give the field 'puzzle', one of ",
    '{"path": []}': "('path' is a field of a solution)",
    '{"puzzle": "zpi"}': "there is no kind of puzzle 'zpi'; did you mean 'zip'?",
    '{"puzzle": "minesweeper"}': "there is no kind of puzzle 'minesweeper'; known are ",
    '{"puzzle": 5}': "the field 'puzzle' must be one of ",
    '{"puzzle": []}': ", not []",
    # ZIP
    ZIP + '"rows2": 5, "numbers": [[0, 0, 1], [1, 1, 1]]}': (
        "the number 1 is given twice, at row 1, column 1 and at row 2, column 2"
    ),
    ZIP + '"numbers": [[0, 0, 1], [1, 1, 3]]}': "numbers run from 1 to 3 without a gap, but these are missing: 2",
    ZIP + '"numbers": [[0, 0, 0]]}': "the number at row 1, column 1 is 0, but numbers count from 1",
    ZIP + '"numbers": [[0, 0, 9000000000000000000]]}': "missing: 1",
    ZIP + '"numbers": [[0, 0]]}': "numbers[0]: expected a list of 3, got one of 2",
    ZIP + '"numbers": [[0, "0", 1]]}': "numbers[0][1]: expected a whole number, got a string",
    ZIP + '"numbers": {"1": 1}}': "numbers: expected a list, got an object",
    ZIP + '"walls": [[[0, 0], [1, 1]]]}': "a wall stands between (0, 0) and (1, 1), which do not touch",
    ZIP + '"wals": []}': "unknown field 'wals'; did you mean 'walls'?",
    ZIP + '"waypoints": []}': "unknown field 'waypoints'; did you mean 'numbers'?",
    '{"puzzle": "zip", "Rows": 2, "cols": 2}': "unknown field 'Rows'; did you mean 'rows'?",
    '{"puzzle": "zip", "cols": 2}': "the field 'rows' is missing",
    '{"puzzle": "zip", "rows": 0, "cols": 0}': "rows must be at least 1, not 0",
    '{"grid_size": [2, 2], "nodes": [{"id": 1, "row": 0}]}': "nodes[0]: the field 'col' is missing",
    '{"grid_size": [2], "nodes": []}': "grid_size: expected a list of 2, got one of 1",
    '{"size": 2, "ordered_sequence": [0, 4]}': "ordered_sequence: there is no cell 4; the cells of 2 x 2 are 0 to 3",
    '{"size": 1000000, "ordered_sequence": []}': "too large",
    '{"size": 2, "ordered_sequence": [0], "walls": {"x": []}}': "walls: the key 'x' is not the index of a cell",
    '{"size": 2, "ordered_sequence": [0], "walls": {"9": ["UP"]}}': "walls: there is no cell 9",
    '{"size": 2, "ordered_sequence": [0], "walls": {"0": ["NORTH"]}}': "walls['0']: a side is one of RIGHT, UP",
    '{"grid": []}': "rows must be at least 1, not 0",
    '{"grid": [[1], [0, 0]]}': "grid: row 2 has 2 numbers, but row 1 has 1",
    '{"grid": [[1, 0]], "borders": [[0]]}': "borders: expected 1 row of 2 numbers",
    '{"grid": [[1, 0]], "borders": [[0, 16]]}': "borders[0][1]: the bits of a cell's walls are 0 to 15, not 16",
    '{"grid": [[1, -7]]}': "the number at row 1, column 2 is -7",
    # edge matching
    EDGE + '"rule": "same"}': "rule: expected 'equal' or 'sum-zero', got 'same'",
    EDGE + '"rotation": false}': "unknown field 'rotation'; did you mean 'rotations'?",
    EDGE + '"rotations": 1}': "rotations: expected true or false, got a whole number",
    EDGE + '"clues": [[0, 0, 0, 4]]}': "has 4 turns; allowed are 0 to 3 quarter turns",
    EDGE + '"clues": [{"row": 0, "col": 0, "piece": 0, "rot": 7}]}': "has 7 turns",
    EDGE + '"clues": [[0, 0, 0]]}': "clues[0]: expected a list of 4, got one of 3",
    '{"rows": 3, "cols": 3, "pieces": [[1, 2, 3, 4]]}': "a 3 x 3 board needs 9 pieces, not 1",
    '{"rows": 1, "cols": 1, "pieces": [[1, 2, 3]]}': "pieces[0]: expected a list of 4, got one of 3",
    '{"rows": 1, "cols": 1, "pieces": 7}': "pieces: expected a list, got a whole number",
    # Zigzaw
    '{"rows": 1, "cols": 1, "pieces": [{"left_arm": "red"}]}': "piece 1 has no colour for its left_side",
    '{"rows": 1, "cols": 1, "pieces": [' + FROG.replace("t_arm", "t_am") + "]}": "pieces[0]: unknown field 'left_am'",
    '{"rows": 1, "cols": 1, "pieces": [' + FROG.replace('"red"', '""') + "]}": "must be a word, not ''",
    '{"rows": 1, "cols": 1, "pieces": [' + FROG + '], "border": [{"row": 1}]}': "border[0]: the field 'col' is missing",
    '{"rows": 1, "cols": 1, "pieces": [' + FROG + ", 3]}": "pieces[1]: expected an object, got a whole number",
    # gardens
    GARDEN + '"symmetry": 3}': "symmetry: expected a list, a string or null, got a whole number",
    GARDEN + '"red": "blue"}': "red: expected 'omit', 'place', 'inside' or null, got 'blue'",
    GARDEN + '"boundry": "torus"}': "unknown field 'boundry'; did you mean 'boundary'?",
    GARDEN + '"boundary": "free"}': "a hanging garden has air around it, so its boundary is red, or a torus",
    GARDEN + '"boundary": 1}': "boundary: expected 'red', 'free', 'torus' or a list, got 1",
    GARDEN + '"components": [1]}': "components: expected a list of 2, got one of 1",
    GARDEN + '"components": [null, 1]}': "components[0]: expected a whole number, got null",
    GARDEN + '"touching": "yes"}': "touching: expected true or false, got a string",
    GARDEN + '"tiles": "each"}': "tiles: expected 'all', 'distinct' or a list, got 'each'",
    GARDEN + '"minimise": "weight"}': "minimise: expected 'volume', 'surface', 'longest', 'components' or null, got",
    '{"box": [5, 5]}': "the field 'rule' is missing",
    json.dumps({"rule": "hanging", "box": [5, 5], "symmetry": "x" * 10**6}): "xxx...",
    json.dumps({"rule": "x\n" * 10**6, "box": [5, 5]}): "rule: expected 'hanging' or 'packed', got 'x",
    "{" + ", ".join(f'"k{n}": 1' for n in range(10**5)) + ', "k99999": 2}': "the field 'k99999' is given twice",
    # lists of numbers
    "\n": "is empty",
    "\ufeff\n": "is empty",
    "# nothing\n": "it holds only comments",
    "hello\nworld\n": "line 1: 'hello' is not a whole number",
    "1 2 3 4\n1 2 x 4\n": "line 2: 'x' is not a whole number",
    "1 2 3 4\n1 2 3\n": "line 2: a piece has 4 edges, not 3",
    "1 2 3 4\n1 2 3 4\n": "2 pieces do not fill a square board: give its rows and cols on a first line, such as 3 x 4",
    "3 3\n1 2 3 4\n": "a 3 x 3 board needs 9 pieces, not 1",
    "0 0\n1 2 3 4\n": "rows must be at least 1, not 0",
    "1 2 3 9223372036854775808\n": "line 1: 9223372036854775808 does not fit into 64 bits",
    "1 2 3 " + "9" * 10_000 + "\n": "is too large",
    "1 2 3 ٣\n": "line 1: '٣' is not a whole number",
    "2 2\n1 0\n0 2 0\n": "line 3: a row of 2 x 2 cells has 2 numbers, not 3",
    "2 2\n1 0\n": "1 line after 2 2: a ZIP has 2, 4 or 6 of 2 numbers, and a list of pieces 4 of 4",
    "2 2\n": "0 lines after 2 2",
    "2 2\n1 0\n0 1\n": "the number 1 is given twice",
    "2 2\n1 0\n0 2\n0 0\n0 16\n": "borders[1][1]: the bits",
    "2 2\n1 0\n0 2\n0 0\n0 0\n0 0\n0 2\n": "line 7: a wall is 1, no wall is 0, not 2",
    "200000 200000\n1\n": "too large",
    "1 2 3 4\n" * 120_002: "there are more than 120001 lines of numbers",
    # drawn boards
    "+---+\n": "line 1: a drawn board must end with a line of corners",
    "+-+\n\x0b\n+-+": "line 4: a drawn board must end with a line of corners",
    "+---+\n| 1 |\n": "line 2: a drawn board must end with a line of corners",
    "++-+\n|||\n++-+\n": "line 1: there is no room for a cell between two corners",
    "+---+---+\n| 1   2 |\n+---+--+\n": "line 3, column 8 of the board: a corner that the first line does not have",
    "+---+---+\n| 1   2 |\n+---+\n": "line 3, column 9 of the board: expected the corner +",
    "+---+---+\n| 1   2 |\n+- -+---+\n": "line 3: above column 0 is '- -', neither dashes nor spaces",
    "+---+---+\n| 1 x 2 |\n+---+---+\n": "line 2: 'x' is where a wall | or a space should be",
    "+---+---+\n| a   2 |\n+---+---+\n": "line 2: the cell in column 0 holds 'a', not a number or a dot",
    "+---+---+\n| 1   2 | 3\n+---+---+\n": "line 2: '3' is outside the board",
    "   +---+\n | | 1 |\n   +---+\n": "line 2: '|' is outside the board",
    "+---+\n|\t1 |\n+---+\n": "line 2: the board holds a tab",
    "+---" * 10**5 + "+\n|\n" + "+---" * 10**5 + "+\n": "a board of 1 x 100000 is too large",
    "+" + "-" * 10**6 + "x+\n": "line 1: ",
    "+---+---+\n| 1   1 |\n+---+---+\n": "the number 1 is given twice, at row 1, column 1 and at row 1, column 2",
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), TEXTS.items(), ids=range(len(TEXTS)))
def test_bad_texts(text, expected):
    said = refusal(readers.read, text)
    assert said.startswith("the text: ")
    assert expected in said


def test_names_of_fields_that_are_no_texts_are_passed_over():
    assert readers.read({"rows": 2, "cols": 2, "numbers": [], 3: 4}) == Zip(2, 2)
    with pytest.raises(PuzzleError, match="a solution of the kind zip needs the field 'path', which is missing"):
        readers.read_solution(Zip(2, 2), {(0, 0): 5})


def test_a_list_in_a_tuple_is_told_like_one_in_a_list():
    with pytest.raises(PuzzleError, match=r"boundary\[0\]: expected .red., .free. or .torus., got a list"):
        readers.read({"rule": "hanging", "box": (5, 5), "boundary": (["torus"], "red")})


def test_a_file_is_named(tmp_path):
    file = tmp_path / "mine.json"
    file.write_text("7")
    assert refusal(readers.read, file) == f"{file}: a puzzle must be a JSON object, not a whole number"
    file.write_text("")
    assert refusal(readers.read, str(file)) == f"{file}: is empty"
    file.write_bytes(b"{\n\xff}")
    kinds = ".png, .jpg, .jpeg, .webp, .gif"
    assert refusal(readers.read, file) == f"{file}: is neither text nor a picture ({kinds}): the byte 0xff in line 2"
    file.write_text("7", encoding="utf-16")
    assert refusal(readers.read, file) == f"{file}: a puzzle must be a JSON object, not a whole number"
    file.write_text(ZIP + '"numbers": 5}')
    assert refusal(readers.read, file) == f"{file}: numbers: expected a list, got a whole number"


def test_fields_that_are_passed_over_are_named(caplog):
    with caplog.at_level("INFO", "readers"):
        readers.read(ZIP + '"author": "A. Setter", "source": "a book", "solution": null, "name": "mine", "year": 2026}')
    assert caplog.messages == ["the text: not known, and passed over: author, year"]
    caplog.clear()
    with caplog.at_level("INFO", "readers"):
        readers.read({"rows": 1, "cols": 1, "pieces": [[1, 1, 2, 2]], "hints": [[0, 0, 0, 1]]})
    assert caplog.messages == ["the object: not known, and passed over: hints"]


@pytest.mark.parametrize("name", ["no-such", "zip/6", "a\0b", "x" * 100_000, "", "1 2 3 4"])
def test_no_such_puzzle(name):
    assert refusal(readers.read, name).startswith("there is no file or built-in puzzle ")


def test_a_name_that_is_nearly_right():
    assert refusal(readers.read, "zip7-walls") == (
        "there is no file or built-in puzzle 'zip7-walls'; did you mean 'zip-7-walls'? see `cpmodels list`"
    )
    assert refusal(readers.read, "nonsense") == ("there is no file or built-in puzzle 'nonsense'; see `cpmodels list`")


def test_large_files_are_not_read_whole(tmp_path, monkeypatch):
    monkeypatch.setattr(sources, "LARGEST_FILE", 2**20)
    file = tmp_path / "large.txt"
    file.write_bytes(b" " * (2**20 + 1))
    assert refusal(readers.read, file) == f"{file}: is too large: a puzzle has at most 1 MiB"
    assert "is too large" in refusal(readers.read, "1 2 3 4\n" * 2**18)


@needs_pipes
def test_devices_pipes_and_unreadable_files(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert refusal(readers.read, pipe) == f"{pipe}: is a device or a pipe, not a file"
    if Path("/dev/zero").exists():
        assert "is a device or a pipe" in refusal(readers.read, "/dev/zero")
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    assert refusal(readers.read, loop).startswith("there is no file")
    assert "there is no such file" in refusal(readers.read_solution, Zip(1, 1), tmp_path / "none.json")
    assert "is a folder" in refusal(readers.read_solution, Zip(1, 1), tmp_path)
    if Path("/proc/self/mem").exists():
        assert "cannot be read" in refusal(readers.read, "/proc/self/mem")


@pytest.mark.parametrize(
    ("puzzle", "text", "expected"),
    [
        (Zip(1, 2), "[]", "it holds no solution: the list is empty"),
        (Zip(1, 2), '{"board": []}', "a solution of the kind zip needs the field 'path', which is missing"),
        (Zip(1, 2), '{"path": [[0, 0], [0]]}', "path[1]: expected a list of 2, got one of 1"),
        (Zip(1, 2), '{"path": [[0, 0], [0, 1.5]]}', "path[1][1]: expected a whole number"),
        (Zip(1, 2), '{"solution": null, "status": "infeasible"}', "solution is null, status is 'infeasible'"),
        (Zip(1, 2), '{"solution": [1]}', "solution must be a JSON object, not a list"),
        (EdgeMatching(1, 1, [(1, 2, 3, 4)]), '{"board": [[[0, 0, 0]]]}', "board[0][0]: expected a list of 2"),
        (EdgeMatching(1, 1, [(1, 2, 3, 4)]), '{"board": [[0]]}', "board[0][0]: expected a list or null, got"),
        (Zigzaw(1, 1, [Frog(*["red"] * 6)]), '{"board": [[[0, 0]]]}', "board[0][0]: expected a whole number"),
        (
            Garden.hanging((5, 5)),
            '{"cells": [[]]}',
            "cells: each is the coordinates of a cell and the code of its tile",
        ),
        (Garden.hanging((5, 5)), '{"cells": [[0, 0, null]]}', "cells[0][2]: expected a whole number, got null"),
        (Garden.hanging((5, 5)), "{" * 9, "this is not JSON"),
    ],
)
def test_bad_answers(tmp_path, puzzle, text, expected):
    file = tmp_path / "answer.json"
    file.write_text(text)
    said = refusal(readers.read_solution, puzzle, file)
    assert said.startswith(str(file))
    assert expected in said


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"path": []}\n\n{"board": []}\n', "line 3: a solution of the kind zip needs the field 'path'"),
        ('{"path": []}\n{\n"path": []\n}\n{"path": [[0]]}', "line 5: path[0]: expected a list of 2, got one of 1"),
        ('{"path": []}\n{"path": [[0, 0], [0,', "line 2, column"),
        ('{"path": []}\nnothing more', "line 2, column 1: this is not JSON"),
        ('[{"path": []}, 3]', "[1]: a solution must be a JSON object, not a whole number"),
        ('{"path": []}\n[{"path": 1}]', "line 2: [0]: path: expected a list, got a whole number"),
        ("[]\n", "it holds no solution"),
        (" \n", "is empty"),
        ('{"path": [], "path": []}\n', "given twice"),
    ],
)
def test_bad_answers_among_several(tmp_path, text, expected):
    file = tmp_path / "answers.jsonl"
    file.write_text(text)
    said = refusal(readers.read_solutions, Zip(1, 2), file)
    assert said.startswith(f"{file}: ")
    assert expected in said


@pytest.mark.parametrize("read", [readers.read_solutions, readers.read_solution, readers.read_partial])
def test_of_a_picture_no_solution_is_read(tmp_path, read):
    Image.new("RGB", (54, 48), "white").save(file := tmp_path / "solved.png")
    assert refusal(read, Zip(1, 2), file) == f"{file}: is a picture, of which puzzles are read, but no solutions"


@examples(100)
@given(st.binary())
def test_any_bytes_read_or_say_why(tmp_path_factory, content):
    """Texts, JSON and pictures that are spoilt at random are of `fuzz_inputs`."""
    file = tmp_path_factory.getbasetemp() / "any.json"
    file.write_bytes(content)
    with suppress(PuzzleError):
        readers.read(file)


WIDE = " " * 10**6


@pytest.mark.parametrize(
    "text",
    [
        "<?xml version='1.0'?>\n" + "<!--a-->\n" * 60 + "<x/>",
        "akari" + WIDE + "m=edits",
        "m=edit&p=" + "a" * 10**6 + " b",
        "4" + WIDE + "x",
        "name:" + WIDE + "a" + WIDE + "b",
        "bee" + WIDE + "fly",
        "pieces | turns" + WIDE + "1",
        "max " + "\n" * 10**6,
        "NAME small\n" + "ROWS\n" * 10**5,
    ],
    ids=lambda text: text[:12],
)
def test_what_is_nearly_of_a_form_is_read_at_once(text):
    with pytest.raises(PuzzleError):
        readers.read(text)


def test_a_solution_with_many_further_fields_is_read_at_once():
    further = {f"k{n}": n for n in range(10**5)}
    assert readers.read_solution(Zip(1, 1), {"path": [[0, 0]]} | further).cells == ((0, 0),)


class InBytes:
    """A path as os.scandir(b".") has it."""

    def __fspath__(self):
        return b"zip-4"


@pytest.mark.parametrize(
    "read", [readers.read, lambda path: next(readers.read_each(path)), partial(readers.read_partial, Zip(1, 2))]
)
def test_a_path_in_bytes_is_refused(read):
    with pytest.raises(KindError, match=r"^expected .*, not <"):
        read(InBytes())


def test_what_is_excluded_is_a_list():
    with pytest.raises(PuzzleError, match="excluded must be a list, not 5"):
        readers.read_partial(Zip(2, 2), {"known": [], "excluded": 5})


@pytest.mark.parametrize(
    ("puzzle", "text", "sentence"),
    [
        ("hexagons", "|02|08|", "grids between bars are of boxes of up to four dimensions"),
        (Garden.hanging((2,), tiles=[2, 8]), "|02|  |\n|  |08|", "it has 2 rows, but the box, of 2, is a line"),
    ],
)
def test_grids_that_fit_no_garden(puzzle, text, sentence):
    with pytest.raises(PuzzleError, match=sentence):
        readers.read_solution(readers.read(puzzle), text)
