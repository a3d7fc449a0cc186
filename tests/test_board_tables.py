"""Boards of edge matching as tables of pieces and turns: printed for all solutions, and read from other programs."""

import json
from dataclasses import replace

import pytest
from command_line import fails, run
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusal

import cpmodels as cm
import readers
import renderers
from cpmodels import EdgeMatching, PuzzleError
from cpmodels.puzzles import Board

ARTICLE = """
-4  1  2 -2
-4 -4  1  3
-1  2  3 -2
-3 -1  1  3
-4  4  1 -3
-3  2  3 -1
 2 -1 -4  2
 4  1 -2 -1
 4 -4 -3  3
"""
SAMPLE = """
--------------------------
indexes | turns
---------+----------------
1 8 6 | 2/4 1/4 1/4
4 7 3 | 3/4 0 2/4
5 0 2 | 2/4 2/4 2/4
--------------------------
"""
"""The puzzle and the table of the article on 9piece-solver, as they stand there."""


@pytest.fixture
def article(tmp_path):
    file = tmp_path / "nine.txt"
    file.write_text(ARTICLE)
    return file


def test_the_sample_of_the_article_fits_clockwise_only(article, tmp_path):
    table = tmp_path / "table.txt"
    table.write_text(SAMPLE)
    assert run("check", article, table, "--clockwise")[0] == "the solution is right\n"
    said = run("check", article, table, code=1)[0]
    assert said.endswith(
        "5 of 12 inner edges match; with all turns the other way round the solution is right: see --clockwise\n"
    )
    table.write_text(SAMPLE.replace("turns", "turns clockwise"))
    assert run("check", article, table)[0] == "the solution is right\n"


def test_all_solutions_are_printed_and_read_back(article, tmp_path):
    out, err = run("solve", article, "--all", "--engine", "cp-sat")
    assert out.count(" pieces  | turns\n") == 4
    assert out.endswith("\n4 solutions\n")
    assert "conflict" in err
    tables = tmp_path / "tables.txt"
    tables.write_text(out)
    assert run("check", article, tables)[0] == "all 4 solutions are right\n"
    puzzle = cm.read(article)
    assert set(readers.read_solutions(puzzle, tables)) == set(cm.solutions(puzzle))
    with pytest.raises(PuzzleError, match="it holds 4 solutions, not one"):
        readers.read_solution(puzzle, tables)


def test_one_solution_of_each_orbit(article):
    out = run("solve", article, "--all", "--up-to-symmetry")[0]
    assert out.count(" pieces  | turns\n") == 1
    assert out.endswith("\n4 solutions (1 up to symmetry)\n")


def test_all_solutions_as_one_json_object(article, tmp_path):
    file, picture = tmp_path / "all.json", tmp_path / "all.html"
    file.write_text(run("solve", article, "--all", "--json", "-o", picture)[0])
    answer = json.loads(file.read_text())
    assert (answer["count"], answer["exhausted"], len(answer["solutions"])) == (4, True, 4)
    assert run("check", article, file)[0] == "all 4 solutions are right\n"
    assert picture.read_text().startswith("<!doctype html>")
    run("solve", article, "--all", "-o", file)
    assert run("check", article, file)[0] == "all 4 solutions are right\n"


def test_all_solutions_of_any_kind():
    out = run("solve", "zip-4", "--all")[0]
    assert out.count("┏") == 1
    assert out.endswith("\n1 solution\n")
    assert run("solve", "zip-parity", "--all")[0].startswith("no solution: ")


def test_options_that_do_not_go_together(article, tmp_path):
    assert "--up-to-symmetry needs --all" in fails("solve", article, "--up-to-symmetry")
    assert "leave --watch out" in fails("solve", article, "--all", "--watch")
    path = tmp_path / "path.json"
    path.write_text(run("solve", "zip-4", "--json")[0])
    assert "zip have no turns that could be clockwise" in fails("check", "zip-4", path, "--clockwise")
    tetravex = tmp_path / "tetravex.json"
    tetravex.write_text(run("solve", "tetravex", "--json")[0])
    assert "may not be turned" in fails("check", "tetravex", tetravex, "--clockwise")
    puzzle = EdgeMatching(1, 2, [(1, 2, 1, 1), (3, 3, 3, 2)])
    shown = readers.bucas_link(puzzle, Board([[(0, 0), (1, 0)]]))
    for text in (shown, f"my board: {shown}\n", shown.split("#")[1]):
        with pytest.raises(cm.PuzzleError, match="a link shows how pieces lie, and has no turns"):
            readers.read_solutions(puzzle, text, clockwise=True)


@given(st.integers(1, 3), st.integers(1, 5), st.data())
def test_tables_come_back(rows, cols, data):
    numbers = data.draw(st.permutations(range(rows * cols)))
    turns = data.draw(st.lists(st.integers(0, 3), min_size=rows * cols, max_size=rows * cols))
    places = [data.draw(st.sampled_from([place, place, None])) for place in zip(numbers, turns, strict=True)]
    board = Board([places[cols * row : cols * row + cols] for row in range(rows)])
    puzzle = EdgeMatching(rows, cols, [(1, 2, 3, 4)] * (rows * cols))
    table = renderers.text(puzzle, board) + "\n"
    assert readers.read_solution(puzzle, table) == board
    clockwise = table.replace("turns", "turns clockwise")
    assert readers.read_solution(puzzle, clockwise) == board.with_opposite_turns()
    assert readers.read_solutions(puzzle, clockwise, clockwise=True) == [board]


@pytest.mark.parametrize(
    ("table", "board"),
    [
        ("1 2 | 0 3/4\n", [[(0, 0), (1, 3)]]),
        ("1 0 | 0 3/4\n", [[(1, 0), (0, 3)]]),
        ("indexes | turns\n1 . | 1/2 .\n", [[(1, 2), None]]),
        ("PIECES | Turns counterclockwise\n# best so far\n 2 · | 1/4 ·\n17 tries\n", [[(1, 1), None]]),
    ],
)
def test_how_pieces_are_counted(table, board):
    assert readers.read_solution(EdgeMatching(1, 2, [(1, 2, 3, 4)] * 2), table) == Board(board)


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("1 2 | 0\n", "line 1: there are 2 pieces to the left of the | and 1 turns to its right"),
        ("pieces | turns\n1 0 | 0 0\n", "line 2: numbers under the heading 'pieces' count from 1"),
        ("1 2 | 0 5/4\n", "line 1: turns are 0, 1/4, 2/4, 1/2, 3/4, not '5/4'"),
        ("1 1.5 | 0 0\n", "line 1: '1.5' is not the number of a piece"),
        ("1 . | 0 0\n", "line 1: '.' is for a piece whose turns are '0'"),
    ],
)
def test_tables_that_are_none(table, expected):
    assert expected in refusal(readers.read_solution, EdgeMatching(1, 2, [(1, 2, 3, 4)] * 2), table)


def test_edges_have_names_and_pieces_count_from_one():
    puzzle = EdgeMatching(1, 2, [(1, -1, 2, -2)] * 2, "sum-zero", colours=[("bee-head", "bee-tail"), "fly"])
    assert renderers.text(puzzle).splitlines()[1].split() == ["1", "bee-head", "bee-tail", "fly", "-fly"]
    (broken,) = puzzle.check(Board([[(0, 0), (1, 2)]]))
    assert "meet with edges bee-tail and bee-tail" in broken
    assert replace(puzzle, colours=()) == puzzle
    for wrong in ({"colours": "bee"}, {"colours": ["bee", "bee"]}, {"colours": [["head"]]}, {"colours": [["x", 3]]}):
        with pytest.raises(PuzzleError):
            replace(puzzle, **wrong)
