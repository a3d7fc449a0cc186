"""Partial solutions in files and pictures, and the command that says what is certain."""

import json
from types import MappingProxyType

import pytest
from command_line import run
from lit_kind import Lit
from ortools.sat.python import cp_model
from PIL import Image

import cpmodels as cm
import readers
from cpmodels.puzzles.hidoku import Hidoku
from cpmodels.puzzles.slitherlink import Slitherlink

AT, EDGE = cm.Mark.at, cm.Mark.edge
LOOP = Slitherlink([[3, None, None, 2], [None, None, 1, None], [None, 3, None, None]])
GRID = Hidoku([[1, None], [None, 3]])


@pytest.mark.parametrize(
    "partial",
    [
        cm.Partial(),
        cm.Partial([AT((0, 1), 2)], [AT((1, 0), 2), EDGE((0, 0), (0, 1))]),
        cm.Partial([AT((0, 0), (3, 1)), AT((0, 1, 2), 5)]),
    ],
)
def test_partial_solutions_survive_their_json(partial):
    form = json.loads(json.dumps(readers.partial_form(partial)))
    assert readers.read_partial(GRID, form) == partial
    assert readers.read_partial(GRID, json.dumps(form)) == partial
    assert readers.read_partial(GRID, MappingProxyType(form)) == partial
    assert readers.read_partial(GRID, partial) is partial
    for given in (form, json.dumps(form), partial):
        with pytest.raises(cm.PuzzleError, match="what is known mark by mark has counter-clockwise turns"):
            readers.read_partial(cm.read("nine-one"), given, clockwise=True)


def test_a_grid_may_have_open_cells_and_a_path_may_be_a_beginning():
    assert readers.read_partial(GRID, {"rows": [[1, None], [None, 3]]}) == cm.Partial.of([[1, None], [None, 3]])
    assert readers.read_partial(cm.Zip(1, 3), {"path": [[0, 0], [0, 1]]}) == cm.Path([(0, 0), (0, 1)])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"known": [{"edge": [[0, 1]]}]}', r"known\[0\]: an edge must be 2 items"),
        ('{"excluded": [{"cell": [0, 1]}]}', r"excluded\[0\]: a mark is"),
        ('{"known": [5]}', r"known\[0\]: .*a mark"),
        ('{"known": [{"cell": [0, 0], "value": {}}]}', "can be hashed"),
        ('{"rows": [[1, null], null]}', r"rows\[1\]: expected a list, got null"),
    ],
)
def test_what_is_wrong_in_a_file_is_named(text, says):
    with pytest.raises(cm.PuzzleError, match=says):
        readers.read_partial(GRID, text)


@pytest.mark.parametrize("ending", [".html", ".glb"])
def test_what_is_known_is_not_saved_as_a_page_or_mesh(tmp_path, ending):
    sentence = f"what is known of a solution is saved as .svg, .png, .gif, .webp, .pdf or .json, not as {ending}"
    with pytest.raises(cm.errors.ParameterError, match=sentence):
        cm.save(tmp_path / f"known{ending}", "squares", cm.Partial())
    assert sentence in run("forced", "squares", "-o", tmp_path / f"known{ending}", code=2)[1]
    assert not any(tmp_path.iterdir())


def test_a_film_of_what_is_known_lays_it_tile_by_tile(tmp_path):
    solution = cm.solve("squares").solution
    cm.save(tmp_path / "known.webp", "squares", cm.Partial(sorted(solution.marks(), key=str)[:3]))
    with Image.open(tmp_path / "known.webp") as film:
        assert film.n_frames > 3


def test_what_is_excluded_is_crossed_out():
    partial = cm.Partial([EDGE((0, 0), (0, 1))], [EDGE((0, 1), (1, 1))])
    assert [shape.role for shape in cm.draw(LOOP, partial).shapes].count("excluded") == 2
    assert "━" in cm.text(LOOP, partial)
    partial = cm.Partial([AT((0, 1), 4)], [AT((1, 0), 4)])
    assert [shape.role for shape in cm.draw(GRID, partial).shapes].count("excluded") == 2
    assert "4" in cm.text(GRID, partial)


def test_a_partial_solution_of_a_kind_with_pictures_of_its_own():
    garden = cm.Garden.hanging((2, 1), tiles=[2, 8])
    partial = cm.Partial.of({(0, 0): 2})
    assert cm.text(garden, partial) == "|02|  |"
    assert cm.draw(garden, partial).width > 0


def test_the_command_says_what_is_certain(tmp_path):
    puzzle, noted, picture = (tmp_path / name for name in ("loop.json", "noted.json", "certain.svg"))
    readers.write(LOOP, puzzle)
    found = cm.forced(LOOP)
    out, err = run("forced", puzzle, "-o", picture)
    assert cm.text(LOOP, found.partial) in out
    assert f"{len(found.known)} certain, {len(found.excluded)} impossible, {len(found.open)} open" in err
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    answer = json.loads(run("forced", puzzle, "--json")[0])
    assert readers.read_partial(LOOP, answer) == found.partial
    assert (answer["complete"], answer["open"]) == (True, len(found.open))
    by_frontier = json.loads(run("forced", puzzle, "--engine", "frontier", "--json")[0])
    assert [by_frontier[name] for name in ("known", "excluded")] == [answer[name] for name in ("known", "excluded")]
    assert "use cp-sat or frontier" in run("forced", puzzle, "--engine", "xcover", code=2)[1]
    given = cm.Partial([min(found.open)])
    noted.write_text(json.dumps(readers.partial_form(given)), encoding="utf-8")
    assert json.loads(run("count", puzzle, "--given", noted, "--json")[0])["count"] == cm.count(LOOP, given=given).total
    solved = json.loads(run("solve", puzzle, "--given", noted, "--json")[0])["solution"]
    assert given.known <= readers.solution_from_form(LOOP, solved).marks()


@pytest.mark.parametrize("command", [["solve"], ["solve", "--all"], ["count"], ["forced"]])
def test_what_cannot_be_given_is_said_as_answers_say_cells(command, tmp_path):
    noted = tmp_path / "noted.json"
    noted.write_text(json.dumps(readers.partial_form(cm.Partial([AT((7, 7), 1)]))), encoding="utf-8")
    error = run(*command, "sudoku-4", "--given", noted, code=2)[1]
    assert error == "cpmodels: 1 at row 8, column 8 has no place on the board\n"


def test_of_a_kind_without_a_diagram_it_is_the_json_that_is_printed():
    partial = cm.Partial([AT((0, 0), 1)], [AT((0, 1), 1)])
    assert json.loads(cm.text(Lit(1, 2, 1), partial)) == readers.partial_form(partial)


def test_the_command_says_that_there_is_no_solution(tmp_path):
    picture = tmp_path / "certain.svg"
    out, err = run("forced", "zip-parity", "-o", picture)
    assert out.startswith("there is no solution: ")
    assert "was not written" in err
    assert not picture.exists()


def test_what_is_not_known_is_not_drawn(tmp_path):
    picture = tmp_path / "certain.svg"
    assert run("forced", "zip-4", "--time-limit", 1e-9, "-o", picture, code=3)[1] == (
        f"{picture} was not written, as no solution was found\nstopped before a solution was found; there may be one\n"
    )
    assert not picture.exists()


def test_of_a_model_the_variables_of_its_key_are_named(tmp_path):
    cp = cp_model.CpModel()
    x, y, lamp = cp.new_int_var(0, 3, "x"), cp.new_int_var(0, 3, "y"), cp.new_bool_var("lamp")
    free = cp.new_int_var(0, 9, "free")
    cp.add(x == 2)
    cp.add(x < y + free)
    cp.add_bool_or(lamp)
    cp.export_to_file(str(tmp_path / "model.pb"))
    out, err = run("forced", tmp_path / "model.pb", "--key", "x", "--key", "lamp")
    assert out == "known: lamp, x = 2\nexcluded: x = 0, x = 1, x = 3\n"
    assert "2 certain, 3 impossible, 0 open" in err
    answer = json.loads(run("forced", tmp_path / "model.pb", "--key", "y", "--json")[0])
    assert (answer["known"], answer["excluded"], answer["open"]) == ([], [], 4)
    assert run("forced", tmp_path / "model.pb", "--time-limit", 1e-9, code=3) == (
        "", "stopped before a solution was found; there may be one\n"
    )  # fmt: skip
    _, err = run("forced", tmp_path / "model.pb", "-o", tmp_path / "a.svg", code=2)
    assert "have no picture" in err


@pytest.mark.parametrize("command", ["solve", "count", "forced", "explain"])
def test_where_nothing_has_what_is_given_the_puzzle_is_not_to_blame(command, tmp_path):
    """The edges at the rim, which nothing meets, would be typing errors only where there is no solution at all."""
    puzzle, noted = cm.EdgeMatching(1, 2, [(1, 2, 3, 4), (5, 6, 7, 2)], rotations=False), tmp_path / "noted.json"
    file, picture = tmp_path / "pieces.json", tmp_path / "none.svg"
    readers.write(puzzle, file)
    noted.write_text('{"board": [[[1, 0], null]]}', encoding="utf-8")
    assert puzzle.remarks()
    assert cm.solve(puzzle).solution
    asked = [command, file, "--from" if command == "explain" else "--given", noted]
    out, err = run(*asked)
    assert "no solution with what is given" in out
    assert "warning" not in err
    answer = json.loads(run(*asked, "--json")[0])
    assert "warnings" not in answer
    if command != "explain":
        assert answer["reason"].startswith("there is no solution with what is given: Placement(piece=1, turns=0) at")
        told = f"{picture} was not written, as there is no solution with what is given\n"
        assert told in run(*asked, "-o", picture)[1]
    readers.write(cm.EdgeMatching(1, 2, [(1, 2, 3, 4), (5, 6, 7, 8)], rotations=False), file)
    noted.write_text('{"known": []}', encoding="utf-8")
    out, err = run(*asked)
    assert ("no solution" in out, "with what is given" in out, "warning" in err) == (True, False, True)
