"""What the commands print with --json: -o writes the same to a .json file, and solutions in it are read back."""

import json

import pytest
from command_line import fails, run

import cpmodels as cm
import readers

CHANGING = ("seconds", "statistics")
"""Fields that differ from run to run."""


def fields(text):
    """The object in a text, without what differs from run to run."""
    return {name: value for name, value in json.loads(text).items() if name not in CHANGING}


@pytest.mark.parametrize("puzzle", ["zip-4", "zip-parity"])
def test_solve_writes_what_it_prints(puzzle, tmp_path):
    file = tmp_path / "found.json"
    printed, _ = run("solve", puzzle, "--json", "-o", file)
    assert file.read_text() == printed
    assert (json.loads(printed)["solution"] is None) == (puzzle == "zip-parity")


def test_a_small_objective_is_said_in_full(tmp_path):
    file = tmp_path / "small.pbtxt"
    file.write_text(
        'variables { name: "x" domain: [3, 5] } '
        "objective { vars: [0] coeffs: [1] offset: 0.12345678 scaling_factor: 1e-8 }"
    )
    answer = json.loads(run("solve", file, "--json")[0])
    assert (answer["objective"], answer["bound"]) == (cm.solve(file).objective,) * 2
    assert 0 < answer["objective"] < 1e-6


def test_solutions_in_a_file_are_read_back(tmp_path):
    counted, swept = (tmp_path / f"{name}.json" for name in ("counted", "swept"))
    printed, err = run("count", "nine-many", "--json", "-o", counted)
    assert f"{counted} shows the first 24 of 132 solutions" in err
    written = fields(counted.read_text())
    assert len(written.pop("solutions")) == 24
    assert written == fields(printed)
    assert run("check", "nine-many", counted)[0] == "all 24 solutions are right\n"
    printed, _ = run("sweep", "nine-many", "--workers", 1, "--json", "-o", swept)
    written = fields(swept.read_text())
    assert len(written.pop("solutions")) == written["up_to_symmetry"] == 33
    assert written == fields(printed)
    assert run("check", "nine-many", swept)[0] == "all 33 solutions are right\n"


def test_a_count_of_nothing_is_written_too(tmp_path):
    file = tmp_path / "none.json"
    run("count", "zip-parity", "-o", file)
    assert fields(file.read_text())["solutions"] == []
    assert "the list is empty" in fails("check", "zip-parity", file)


def test_a_puzzle_and_a_solution_are_drawn_as_json(tmp_path):
    puzzle, solution, several = (tmp_path / f"{name}.json" for name in ("puzzle", "solution", "several"))
    run("draw", "zip-4", "-o", puzzle)
    assert cm.read(puzzle) == cm.read("zip-4")
    found = cm.solve("zip-4").solution
    cm.save(solution, "zip-4", found)
    assert readers.read_solution(cm.read("zip-4"), solution) == found
    run("draw", "zip-4", solution, solution, "-o", several)
    assert readers.read_solutions(cm.read("zip-4"), several) == [found, found]


def test_check_tells_each_solution(tmp_path):
    right, wrong = tmp_path / "right.json", tmp_path / "wrong.json"
    run("solve", "zip-4", "-o", right)
    wrong.write_text('{"path": [[0, 0]]}')
    assert json.loads(run("check", "zip-4", right, "--json")[0]) == {
        "puzzle": "zip", "right": True, "solutions": [{"right": True, "broken": []}]
    }  # fmt: skip
    told = json.loads(run("check", "zip-4", right, wrong, "--json", code=1)[0])
    assert [one["right"] for one in told["solutions"]] == [True, False]
    assert [one["name"] for one in told["solutions"]] == [str(right), str(wrong)]
    assert told["right"] is False
    assert told["solutions"][1]["broken"] == cm.read("zip-4").check(cm.Path([(0, 0)]))


def test_list_has_all_puzzles():
    listed = json.loads(run("list", "--json")[0])["puzzles"]
    assert {one["name"]: one["description"] for one in listed} == dict(readers.BUILTIN)


def test_a_solution_is_not_taken_for_a_puzzle_or_for_one_of_another_kind(tmp_path):
    file = tmp_path / "solved.json"
    run("solve", "zip-4", "-o", file)
    assert "this is a solution of the kind zip, which `solve` found, not a puzzle" in fails("solve", file)
    assert "this is a solution of the kind zip, not of the kind garden" in fails("check", "cubes", file)
