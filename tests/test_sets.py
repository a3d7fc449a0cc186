"""Commands that are asked of a folder or a file of several puzzles: the same of each, in turn."""

import json

import pytest
from browser import data_of
from command_line import begun, fails, run, run_process, stopped

import cpmodels as cm
import readers
from cpmodels.base._canonical import digest
from cpmodels.cli import ANSWERED, BAD_INPUT, STOPPED
from readers import models

PUZZLES = [cm.read("zip-4"), cm.Zip(2, 2), cm.read("queens-8")]


@pytest.fixture
def file(tmp_path):
    """A file of three puzzles, one of which has several solutions."""
    path = tmp_path / "three.json"
    path.write_text("".join(f"{json.dumps(readers.puzzle_form(puzzle))}\n" for puzzle in PUZZLES))
    return path


def test_links_and_sudokus_stand_one_a_line(tmp_path):
    digits = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    path = tmp_path / "two.txt"
    path.write_text(f"# mine\n{digits}\n\n{digits}  # again\n")
    assert run("count", path)[0] == f"{path}, line 2: 1 solution\n{path}, line 4: 1 solution\n"
    with pytest.raises(cm.PuzzleError, match="it holds 2 puzzles, not one: commands such as"):
        cm.read(path)
    path.write_text("https://puzz.link/p?slither/5/5/cbcbcddad # mine\nhttps://puzz.link/p?no/1/1  // hers\n")
    (first, puzzle), (second, error) = readers.read_each(path)
    assert (first, second) == (f"{path}, line 1", f"{path}, line 2")
    assert puzzle.kind == "slitherlink"
    assert isinstance(error, cm.PuzzleError)
    path.write_text("# mine\nhttps://puzz.link/p?slither/5/5/cbcbcddad # hers\n")
    assert list(readers.read_each(path)) == [(str(path), puzzle)]
    path.write_text("puzz.link/p?slither/5/5/cbcbcddad  # mine\npuzz.link/p?no/1/1\n")
    assert [type(each) for _, each in readers.read_each(path)] == [type(puzzle), cm.PuzzleError]
    assert readers.read("puzz.link/p?slither/5/5/cbcbcddad # mine") == puzzle
    path.write_text("1..2\n....\n")
    assert [puzzle.kind for _, puzzle in readers.read_each(path)] == ["zip"]


def test_what_is_one_puzzle_is_not_a_set_of_its_lines():
    """A model whose variables stand one a line, each of them a model, too, was said to hold two puzzles."""
    assert cm.count("variables{domain:[0,1]}\nvariables{domain:[0,1]}\n").total == 4


def test_count_says_a_line_for_each(file):
    out, err = run_process("count", file)
    numbers = ["1 solution", "8 solutions (1 up to symmetry)", "1 solution"]
    assert out.splitlines() == [f"{file}, line {n}: {number}" for n, number in enumerate(numbers, 1)]
    assert err.count(" s\n") >= 3


@pytest.mark.parametrize("command", ["solve", "count", "explain", "forced", "hint", "why", "confirm"])
def test_json_is_an_object_a_line_with_the_name_of_each(file, command):
    answers = [json.loads(line) for line in run(command, file, "--json")[0].splitlines()]
    assert [answer["file"] for answer in answers] == [f"{file}, line {n}" for n in (1, 2, 3)]
    assert [answer["puzzle"] for answer in answers] == ["zip", "zip", "queens"]
    assert "file" not in json.loads(run(command, "zip-4", "--json")[0])


@pytest.mark.parametrize("command", ["solve", "explain", "forced", "hint", "why", "confirm"])
def test_others_say_the_name_before_what_they_say_of_one(file, command):
    parts = run(command, file)[0].split(f"{file}, line ")
    assert [part[:3] for part in parts] == ["", "1:\n", "2:\n", "3:\n"]
    assert parts[1][3:] == run(command, "zip-4")[0] or command == "confirm"  # which says times


def test_digests_of_several_are_those_of_each(file):
    assert run("digest", file)[0].splitlines() == [
        f"{file}, line {n}: {digest(puzzle)}" for n, puzzle in enumerate(PUZZLES, 1)
    ]


def test_what_cannot_be_asked_of_one_is_asked_of_the_others(file):
    out, err = run("sample", file, code=BAD_INPUT)
    assert [line for line in out.splitlines() if line.endswith(":")] == [f"{file}, line {n}:" for n in (1, 2, 3)]
    assert f"cpmodels: {file}, line 3: " in err


def test_a_model_that_cannot_be_read_keeps_no_other_from_its_count(tmp_path):
    path = tmp_path / "three.json"
    path.write_text(
        '{"puzzle": "zip", "rows": 2, "cols": 2}\n'
        '{"puzzle": "cp-model", "proto": "nonsense", "key": ["*"]}\n'
        '{"puzzle": "zip", "rows": 1, "cols": 2}\n'
    )
    out, err = run("count", path, code=BAD_INPUT)
    assert [line.partition(": ")[0] for line in out.splitlines()] == [f"{path}, line 1", f"{path}, line 3"]
    assert f"cpmodels: {path}, line 2: " in err


def test_what_cannot_be_loaded_for_one_file_keeps_no_other_from_being_read(tmp_path, monkeypatch):
    def named(kind, real=readers.kind_named):
        if kind == "heavy":
            raise cm.KindError("the kind 'heavy' cannot be loaded")
        return real(kind)

    monkeypatch.setattr(readers, "kind_named", named)
    monkeypatch.setattr(models, "BY_CPMPY", "import a_package_that_is_not_there")
    (tmp_path / "1.txt").write_text('<instance format="XCSP3" type="CSP"></instance>\n')
    (tmp_path / "2.json").write_text('{"puzzle": "heavy"}')
    (tmp_path / "3.json").write_text('[{"puzzle": "heavy"}, {"puzzle": "zip", "rows": 2, "cols": 2}]')
    errors = ["XCSP3 is read by CPMpy", "the kind 'heavy' cannot be loaded", "the kind 'heavy' cannot be loaded"]
    names, found = zip(*readers.read_each(tmp_path), strict=True)
    assert [type(one) for one in found] == [cm.errors.MissingExtraError, cm.KindError, cm.KindError, cm.Zip]
    assert all(
        str(one).startswith(f"{name}: {said}") for name, one, said in zip(names[:3], found[:3], errors, strict=True)
    )
    out, err = run("count", tmp_path, code=BAD_INPUT)
    assert out == f"{tmp_path / '3.json'}, entry 2: 8 solutions (1 up to symmetry)\n"
    assert all(f"cpmodels: {name}: {said}" in err for name, said in zip(names[:3], errors, strict=True))


def test_a_parameter_that_is_wrong_for_one_puzzle_keeps_no_other_from_its_answer(tmp_path):
    cm.save(tmp_path / "1.json", cm.Zip(2, 2))
    cm.save(tmp_path / "2.json", cm.read("nine-one"))
    out, err = run("count", tmp_path, "--art", "insects", code=BAD_INPUT)
    assert out == f"{tmp_path / '2.json'}: 4 solutions (1 up to symmetry)\n"
    assert f"cpmodels: {tmp_path / '1.json'}: puzzles of the kind 'zip' have no choice of art\n" in err


def test_a_key_is_for_the_models_of_a_set(tmp_path):
    (tmp_path / "1.json").write_text('{"puzzle": "cp-model", "proto": "variables { name: \\"x\\" domain: [1, 4] }"}')
    cm.save(tmp_path / "2.json", cm.Zip(2, 2))
    out, err = run("count", tmp_path, "--key", "x", code=BAD_INPUT)
    assert out == f"{tmp_path / '1.json'}: 4 solutions\n"
    assert f"cpmodels: {tmp_path / '2.json'}: puzzles of the kind 'zip' have no key to choose" in err


def test_files_for_one_puzzle_are_refused(file, tmp_path):
    for command in (["count", file, "--output"], ["count", file, "--heat"], ["forced", file, "--given"]):
        assert f"{command[-1]} is for one puzzle, not for several" in fails(*command, tmp_path / "x.svg")
    assert "PARTIAL is for one puzzle" in fails("hint", file, tmp_path / "x.json")
    assert "--known is for one puzzle" in fails("confirm", file, "--known", 0)
    for option in ("--all", "--watch", "--turn=0", "--art=drawn", "--resume=x.led"):
        assert f"{option.partition('=')[0]} is for one puzzle, not for several" in fails("solve", file, option)
    assert list(tmp_path.iterdir()) == [file]


def test_what_is_wrong_for_all_is_said_before_any_and_leaves_their_page_and_book_alone(tmp_path):
    week, page, book = tmp_path / "week", tmp_path / "page.html", tmp_path / "book.pdf"
    week.mkdir()
    for name in ("1.json", "2.json"):
        cm.save(week / name, cm.Zip(2, 2))
    for path in (page, book):
        path.write_text("old")
    for wrong in (["--engine", "nosuch"], ["--time-limit", 0]):
        fails("solve", week, "-o", page, *wrong)
    use = "use cp-sat, backtrack, glucose, cadical, xcover or frontier"  # whether or not ganak is installed
    said = fails("solve", week, "-o", page, "--engine", "ganak")
    assert said == f"cpmodels: `solve` does not take the engine ganak: {use}\n"
    fails("book", week, "-o", book, "--time-limit", -1)
    err = run("solve", week, "-o", page, "--set", "num_workers=red", code=BAD_INPUT)[1]
    assert err.endswith(f"{page} was not written, as none of its puzzles was searched\n")
    assert [path.read_text() for path in (page, book)] == ["old"] * 2


def test_a_time_limit_is_for_each(tmp_path):
    for name in ("one", "two"):
        cm.save(tmp_path / f"{name}.json", cm.Zip(11, 11))
    out, _ = run("count", tmp_path, "--time-limit", 0.5, "--engine", "cp-sat", code=STOPPED)
    assert [line.partition(":")[0] for line in out.splitlines()] == [
        str(tmp_path / f"{name}.json") for name in ("one", "two")
    ]


def test_ctrl_c_ends_the_whole_and_keeps_what_was_counted(tmp_path):
    cm.save(tmp_path / "1.json", cm.Zip(2, 2))
    for name in ("2", "3"):
        cm.save(tmp_path / f"{name}.json", cm.Zip(11, 11))
    process = begun("-m", "cpmodels", "count", tmp_path, "--engine", "cp-sat")
    first = process.stdout.readline()
    is_second = False
    while not ("counting" in (line := process.stderr.readline()) and is_second):
        is_second |= "counting" not in line
    out, err = stopped(process)
    assert first == f"{tmp_path / '1.json'}: 8 solutions (1 up to symmetry)\n"
    assert out.startswith(f"{tmp_path / '2.json'}: at least ")
    assert err.endswith("stopped after 1 of 3 puzzles\n")


def test_of_one_puzzle_in_a_folder_nothing_is_said_beside(tmp_path):
    cm.save(tmp_path / "one.json", cm.Zip(2, 2))
    assert run("count", tmp_path, code=ANSWERED)[0] == "8 solutions (1 up to symmetry)\n"


def test_a_folder_may_hold_files_of_several(file, tmp_path):
    cm.save(tmp_path / "one.json", cm.Zip(2, 2))
    (tmp_path / "wrong.json").write_text("{")
    names, found = zip(*readers.read_each(tmp_path), strict=True)
    assert names == (
        str(tmp_path / "one.json"),
        *(f"{file}, line {n}" for n in (1, 2, 3)),
        str(tmp_path / "wrong.json"),
    )
    assert isinstance(found[-1], cm.PuzzleError)
    with pytest.raises(cm.PuzzleError, match="it holds 3 puzzles, not one: commands such as `solve`"):
        readers.read(file)


def test_puzzles_on_one_line_are_told_apart(tmp_path):
    path, page = tmp_path / "three.json", tmp_path / "page.html"
    forms = [json.dumps(readers.puzzle_form(cm.Zip(*size))) for size in ((2, 2), (1, 3), (1, 2))]
    path.write_text(f"{forms[0]}{forms[1]}\n{forms[2]}")
    assert [name for name, _ in readers.read_each(path)] == [f"{path}, value {n}" for n in (1, 2, 3)]
    run("solve", path, "-o", page)
    assert [len(each["solution"]) for each in data_of(page.read_bytes())["puzzles"]] == [4, 3, 2]


def test_a_list_without_an_object_is_one_mistake(tmp_path):
    path = tmp_path / "path.json"
    path.write_text("[[0, 0], [0, 1], [1, 1]]")
    assert fails("count", path) == f"cpmodels: {path}: a puzzle must be a JSON object, not a list\n"


def test_a_list_of_one_puzzle_is_that_puzzle(tmp_path):
    path = tmp_path / "one.json"
    path.write_text('[{"puzzle": "zip", "rows": 2, "cols": 2}]')
    assert cm.read(path) == cm.Zip(2, 2)
    assert list(readers.read_each(path)) == [(f"{path}, entry 1", cm.Zip(2, 2))]


def test_a_set_that_makes_several_pages_is_refused_before_it_is_searched(file, tmp_path):
    assert "make 2 pages, and -o takes one" in fails("solve", file, "-o", tmp_path / "page.html")


def test_a_ledger_is_not_written_over_before_it_is_there(tmp_path):
    ledger = tmp_path / "run.json"
    for command in (["solve", "zip-4", "--resume", ledger], ["sweep", "zip-4", "--ledger", ledger]):
        assert "would be written over the ledger" in fails(*command, "-o", tmp_path / "." / "run.json")
    assert "over the ledger" in fails(
        "sweep", "zip-4", "--ledger", ledger, "-o", f"{ledger}-journal"
    )  # It is SQLite's.
    assert not ledger.exists()


def test_a_puzzle_without_a_page_keeps_no_other_from_its_page(tmp_path):
    folder, page, book, site = (tmp_path / name for name in ("week", "page.html", "book.pdf", "site"))
    folder.mkdir()
    cm.save(folder / "1.json", cm.Zip(61, 61))
    cm.save(folder / "2.json", cm.Zip(2, 2))
    cm.save(folder / "3.json", cm.Garden.hanging((1,) * 5, lattice="hypercubic"))
    (folder / "1.json").replace(large := tmp_path / "1.json")
    refused = f"cpmodels: {large}: a page to play shows boards of up to 60 x 60 cells, not 61 x 61\n"
    assert refused in run("play", large, folder / "2.json", "-o", page, code=BAD_INPUT)[1]
    assert [each["puzzle"]["rows"] for each in data_of(page.read_bytes())["puzzles"]] == [2]
    assert refused in run("playground", site, large, folder / "2.json", code=BAD_INPUT)[1]
    assert {path.name for path in site.glob("*.html")} == {"index.html", "2.html"}
    undrawn = f"cpmodels: {folder / '3.json'}: gardens in 5 dimensions cannot be drawn"
    assert undrawn in run("book", folder, "-o", book, code=BAD_INPUT)[1]
    assert book.read_bytes().startswith(b"%PDF")
    large.replace(folder / "3.json")
    page.unlink()
    out, err = run("solve", folder, "-o", page, code=BAD_INPUT)
    assert (out, f"cpmodels: {folder / '3.json'}: a page" in err) == (f"{folder / '2.json'}:\n", True)
    assert [len(each["solution"]) for each in data_of(page.read_bytes())["puzzles"]] == [4]


def test_a_file_that_cannot_be_read_keeps_no_other_from_what_is_asked(tmp_path):
    none, other, page, picture, solution = (tmp_path / name for name in ("no", "nor", "a.html", "a.svg", "a.json"))
    missing = [f"cpmodels: {name}: there is no such file\n" for name in (none, other)]
    run("solve", "zip-4", "-o", solution)
    for command in (["play", none, "zip-4", "-o", page], ["draw", "zip-4", none, solution, "-o", picture]):
        assert str(none) in run(*command, code=BAD_INPUT)[1]
        assert command[-1].exists()
    assert run("check", "zip-4", none, solution, other, code=BAD_INPUT) == (
        f"{solution}: the solution is right\n", "".join(missing)
    )  # fmt: skip
    assert run("check", "zip-4", none, other, code=BAD_INPUT) == ("", "".join(missing))
    verdict = json.loads(run("check", "zip-4", none, solution, "--json", code=BAD_INPUT)[0])
    assert ([each["name"] for each in verdict["solutions"]], verdict["right"]) == ([str(solution)], False)
