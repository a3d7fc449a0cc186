"""Published puzzles: solved, counted with proof, compared with brute force and with what was published."""

import json

import pytest
from oracles import edge_matching_boards, picture, pictures

import cpmodels as cm
import readers
from cpmodels import Path, Status


def test_every_published_zip_is_solved_and_its_uniqueness_decided(data):
    files = sorted((data / "zip" / "json").glob("*.json"))
    assert len(files) == 61
    several = []
    for file in files:
        puzzle = readers.read(file)
        with cm.solutions(puzzle) as found:
            answers = [path for path, _ in zip(found, range(2), strict=False)]
            assert answers, file.name
            assert len(answers) == 2 or found.exhausted, file.name
        if len(answers) == 2:
            several.append(file.name)
        published = json.loads(file.read_text()).get("published_solution")
        if published:
            assert puzzle.check(Path(published)) == [], file.name
            assert len(answers) == 2 or answers[0] == Path(published), file.name
    assert all(name.startswith("cwswastik") for name in several)
    assert several


@pytest.mark.parametrize("name", ["demopuzzle.txt", "puzzle-0000.txt", "puzzle-0001.txt"])
def test_nine_piece_files_have_four_solutions(data, name):
    puzzle = readers.read(data / "edge_matching" / "nine_piece" / name)
    assert (puzzle.rows, puzzle.cols, puzzle.rule) == (3, 3, "sum-zero")
    assert cm.count(puzzle) == cm.Count(4, 4, 1, exhausted=True)
    assert len(pictures(puzzle)) == 4


@pytest.mark.slow
def test_every_three_by_three_set_has_the_solutions_of_brute_force(data):
    files = sorted((data / "edge_matching" / "scramble").glob("*.json"))
    compared = 0
    for file in files:
        puzzle = readers.read(file)
        if puzzle.rows == 3:
            found = cm.count(puzzle)
            assert found.exhausted, file.name
            boards = list(edge_matching_boards(puzzle))
            assert found.total == len({picture(puzzle, board) for board in boards}), file.name
            assert found.told_apart == len(boards), file.name
            compared += 1
    assert compared == len(files) - 3


@pytest.mark.parametrize(
    ("name", "total"),
    [("tobsef_4x4_test", 16), ("beckermath_4x4", 24), pytest.param("monkey4x4_atanazy", 42068, marks=pytest.mark.slow)],
)
def test_every_four_by_four_set_has_the_solutions_of_brute_force(data, name, total):
    """As many as a program in plain Python counted that lays one piece after the other."""
    found = cm.count(readers.read(data / "edge_matching" / "scramble" / f"{name}.json"))
    assert (found.total, found.exhausted) == (total, True)


@pytest.mark.parametrize("name", ["04x03", "04x04", "06x03", "06x04", pytest.param("08x03", marks=pytest.mark.slow)])
def test_bordered_sets_are_counted_and_the_small_ones_as_brute_force_does(data, name):
    puzzle = readers.read(data / "edge_matching" / "brendan" / f"{name}.json")
    found = cm.count(puzzle)
    assert found.exhausted
    assert found.total >= 1
    if puzzle.rows * puzzle.cols <= 16:
        assert found.total == len(pictures(puzzle))


def test_six_by_six_bordered_has_a_solution(data):
    puzzle = readers.read(data / "edge_matching" / "brendan" / "06x06.json")
    assert puzzle.check(cm.solve(puzzle, workers=1).solution) == []


@pytest.mark.parametrize(("largest", "number"), [(5, 8), pytest.param(7, 10, marks=pytest.mark.slow)])
def test_tetravex_sets_are_solved(data, largest, number):
    puzzles = [readers.read(file) for file in (data / "edge_matching" / "tetravex").glob("*.json")]
    small = [puzzle for puzzle in puzzles if puzzle.rows <= largest]
    assert len(small) == number
    for puzzle in small:
        result = cm.solve(puzzle)
        assert result.status is Status.SOLVED, puzzle
        assert puzzle.check(result.solution) == [], puzzle
        if puzzle.rows <= 4:
            assert cm.count(puzzle).total == len(pictures(puzzle)), puzzle


@pytest.mark.slow
def test_the_zigzaw_has_one_solution_and_four_without_border():
    """That it is the puzzle of its published pictures is tested in `test_readers`."""
    assert cm.count("zigzaw") == cm.Count(1, 1, 1, exhausted=True)
    boards = list(cm.solutions("zigzaw-open"))
    assert len(boards) == 4
    assert cm.solve("zigzaw").solution in boards
