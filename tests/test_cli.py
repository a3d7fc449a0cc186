"""The command line: what it prints, and how it ends."""

import io
import json
import re
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import entry_points
from itertools import islice
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from click.testing import CliRunner
from command_line import begun, ended, fails, install, run, run_process, stopped
from systems import needs_signals

import cpmodels as cm
import readers
import renderers
from cpmodels import Zip, cli
from cpmodels.base.kinds import GROUP
from cpmodels.cli._console import Searching
from cpmodels.engines._table import ENGINES

SHOWN = "zip-4"


@pytest.mark.slow
def test_the_least_cost_is_told_and_what_was_ruled_out(tmp_path, monkeypatch):
    garden = tmp_path / "garden.json"
    garden.write_text('{"puzzle": "garden", "rule": "hanging", "box": [6, 6], "minimise": "volume"}')
    out, err = run("solve", garden)
    assert out.count("\n") == 6
    assert "volume: 24, proved to be the least" in err
    answer, _ = run("solve", garden, "--json")
    assert json.loads(answer)["cost"] == 24
    assert run("check", garden, "-", stdin=answer)[0] == "the solution is right\n"
    assert run("count", garden)[0] == "176 solutions (44 up to symmetry)\n"
    garden.write_text('{"puzzle": "garden", "rule": "hanging", "box": [5, 5, 5], "minimise": "volume"}')
    stopped = cm.Result(cm.read(garden), cm.Status.UNKNOWN, None, 2.0, "volume: no solution has less than 64")
    monkeypatch.setattr(cm, "solve", lambda *_, **__: stopped)
    _, err = run("solve", garden, "--time-limit", 2, code=3)
    assert "volume: no solution has less than 64" in err


SMALLEST = {name.rpartition("-")[0]: name for name in reversed([*readers.BUILTIN]) if name.rpartition("-")[2].isdigit()}


@pytest.mark.parametrize("name", [*SMALLEST.values(), "nine-one", "zigzaw", "squares", "zip-parity"])
def test_json_of_solve_is_one_object_whose_solution_checks(name, tmp_path):
    answer = json.loads(run("solve", name, "--json")[0])
    assert set(answer) >= {"puzzle", "status", "solution", "seconds", "statistics"}
    assert set(answer["statistics"]) >= {"conflicts", "branches", "seconds", "build_seconds", "strategy"}
    assert answer["puzzle"] == readers.read(name).kind
    if name == "zip-parity":
        assert (answer["status"], answer["solution"]) == ("infeasible", None)
        assert "one colour" in answer["reason"]
        return
    assert answer["status"] == "solved"
    for form in (answer, answer["solution"]):
        file = tmp_path / "solution.json"
        file.write_text(json.dumps(form))
        assert run("check", name, file)[0] == "the solution is right\n"
    run("draw", name, file, "-o", tmp_path / "solved.svg")
    assert (tmp_path / "solved.svg").read_text().startswith("<svg")


def test_json_of_count():
    answer = json.loads(run("count", "nine-many", "--json", "--engine", "cp-sat")[0])
    seconds, statistics = answer.pop("seconds"), answer.pop("statistics")
    assert seconds > 0
    assert statistics["branches"] >= statistics["conflicts"] > 0
    assert answer == {
        "puzzle": "edge_matching", "count": 132, "told_apart": 264, "up_to_symmetry": 33, "exhausted": True,
        "engine": "cp-sat",
    }  # fmt: skip


@pytest.mark.slow
def test_sweep_goes_on_from_its_ledger_and_writes_solutions(tmp_path):
    ledger, lines = tmp_path / "ledger", tmp_path / "solutions.jsonl"
    out, _ = run("sweep", "squares-packed", "--ledger", ledger, "--workers", 1, "-o", lines)
    assert out == "652 solutions (82 up to symmetry)\n"
    puzzle = readers.read("squares-packed")
    solutions = set(readers.read_solutions(puzzle, lines))
    assert len(solutions) == 82
    assert all(puzzle.check(solution) == [] for solution in solutions)
    answer = json.loads(run("sweep", "squares-packed", "--ledger", ledger, "--json")[0])
    assert (answer["count"], answer["up_to_symmetry"], answer["exhausted"]) == (652, 82, True)
    assert "another sweep" in fails("sweep", "nine-many", "--ledger", ledger)
    assert "another sweep" in fails("sweep", "squares-packed", "--ledger", ledger, "--each")


@pytest.mark.slow
def test_parts_of_a_sweep_are_merged(tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    out, err = run("sweep", "nine-many", "--ledger", first, "--part", "1/2", "--workers", 1)
    assert out.startswith("at least ")
    assert "left to other machines" in err
    search_part("nine-many", second, 2, merge=[first])
    answer = json.loads(run("sweep", "nine-many", "--ledger", first, "--merge", second, "--json", "--workers", 1)[0])
    assert (answer["count"], answer["told_apart"], answer["up_to_symmetry"]) == (132, 264, 33)
    assert answer["parts"]["open"] == answer["parts"]["elsewhere"] == 0
    assert answer["parts"]["finished"] > 0


def search_part(name, ledger, part, **options):
    """A part of two of a sweep, by a thread: that of the command line begins a process."""
    with ThreadPoolExecutor(1) as executor:
        cm.sweep(name, ledger=ledger, part=(part, 2), executor=executor, **options)


def test_ledgers_are_merged_without_a_search(tmp_path):
    first, second, whole = tmp_path / "first", tmp_path / "second", tmp_path / "whole"
    for part, ledger in enumerate((first, second), 1):
        search_part("nine-many", ledger, part, up_to_symmetry=False)
    assert run("merge", whole, first)[0].endswith(f"of the search merged into {whole}\n")
    assert json.loads(run("merge", whole, second, "--json")[0])["taken"] > 0
    assert json.loads(run("merge", whole, second, "--json")[0])["taken"] == 0
    answer = json.loads(run("sweep", "nine-many", "--ledger", whole, "--json", "--each")[0])
    assert (answer["count"], answer["exhausted"], answer["parts"]["open"]) == (132, True, 0)
    search_part("zip-4", other := tmp_path / "other", 1)
    assert "another sweep" in fails("merge", whole, other)
    again = ("sweep", "nine-many", "--each", "--ledger", tmp_path / "again")
    told = fails(*again, *("--merge", tmp_path / "none"), *("--merge", other), *("--merge", whole))
    assert "there is no ledger" in told
    assert "another sweep" in told
    assert json.loads(run(*again, "--json")[0])["parts"] == answer["parts"]


def test_a_proof_that_there_is_no_solution_is_an_answer():
    puzzle = json.dumps({"rows": 1, "cols": 2, "pieces": [[1, 2, 3, 4], [5, 6, 7, 8]], "rule": "equal"})
    reason = "the pieces have 0 pairs of edges that can meet, and the board 1 edge between two cells"
    out, err = run("solve", "-", stdin=puzzle)
    first, slips, *each = out.splitlines()
    assert first == f"there is no solution: {reason}"
    assert slips == "one of these slips in typing would explain it:"
    assert "  - write 5 for 1 on piece 1, top, and there is one solution" in each
    assert "warning: 1 is on one edge only, piece 1 top: nothing can meet it\n" in err
    out, err = run("count", "-", stdin=puzzle)
    assert out == f"no solution: {reason}\n"
    assert "warning: 6 is on one edge only, piece 2 right: nothing can meet it\n" in err
    assert "warning: 2 more of this kind\n" in err
    assert json.loads(run("count", "-", "--json", stdin=puzzle)[0])["warnings"][0].startswith("1 is on one edge only")


def test_time_limits_end_with_three_and_what_was_found(tmp_path, clock, monkeypatch):
    file = tmp_path / "large.json"
    readers.write(Zip(9, 9), file)
    clock.step = 1.0
    monkeypatch.setattr(Searching, "__call__", lambda _, progress: progress.found and clock.move(1e6))
    answer = json.loads(run("count", file, "--engine", "cp-sat", "--time-limit", 1e6, "--json", code=3)[0])
    assert answer["count"] > 0
    assert answer["exhausted"] is False


@needs_signals
@pytest.mark.parametrize(
    ("command", "puzzle", "times"), [("count", Zip(9, 9), 1), ("solve", cm.Garden.hanging((4, 4, 5)), 2)]
)
def test_ctrl_c_ends_with_three_and_what_was_found(command, puzzle, times, tmp_path):
    """Also where it comes again while the search is being stopped."""
    file = tmp_path / "large.json"
    readers.write(puzzle, file)
    process = begun("-m", "cpmodels", command, file, "--json", "--engine", "cp-sat")
    assert any(command == "solve" or " 0 found" not in line for line in process.stderr)
    for _ in range(times - 1):
        process.send_signal(signal.SIGINT)
        time.sleep(0.01)
    out, _ = stopped(process)
    if command == "count":
        assert json.loads(out)["count"] > 0


def test_a_ctrl_c_that_repeats_another_does_not_end_what_that_began(monkeypatch):
    stop, raised = cli.Stop(), []
    for now in (1000.0, 1000.01, 1000.4, 1000.8, 1001.4):
        monkeypatch.setattr(cli, "time", SimpleNamespace(monotonic=lambda now=now: now))
        try:
            stop(signal.SIGINT, None)
        except KeyboardInterrupt:
            raised.append(now)
    assert raised == [1000.0, 1001.4]


def test_check_and_draw_take_several_answers(tmp_path):
    puzzle = readers.read("squares-packed")
    lines = [f"{json.dumps(readers.solution_form(answer))}\n" for answer in islice(cm.solutions(puzzle), 3)]
    right, wrong = tmp_path / "right.jsonl", tmp_path / "wrong.json"
    right.write_text("".join(lines))
    wrong.write_text(json.dumps({"cells": json.loads(lines[0])["cells"][1:]}))
    assert run("check", "squares-packed", right)[0] == "all 3 solutions are right\n"
    out, _ = run("check", "squares-packed", wrong, "-", stdin="".join(lines[:2]), code=1)
    assert out.startswith(f"{wrong}: ")
    assert out.endswith("\n2 of 3 solutions are right\n")
    out, _ = run("check", "squares-packed", "-", stdin=f"{lines[0] * 2}{wrong.read_text()}", code=1)
    assert "\nsolution 3: " in f"\n{out}"
    _, err = run("draw", "squares-packed", right, wrong, "-o", tmp_path / "gardens.html")
    assert err.endswith("1 of 4 solutions break the rules\n")
    assert (tmp_path / "gardens.html").read_text(encoding="utf-8").count('"tiles":') == 4


def test_a_garden_leaves_as_a_mesh(tmp_path):
    run("solve", "squares", "-o", tmp_path / "garden.glb")
    assert (tmp_path / "garden.glb").read_bytes().startswith(b"glTF")


def test_draw_takes_puzzles_without_a_solution(tmp_path):
    for name in ("zip-6", "nine-one", "zigzaw", "squares", "cubes-packed"):
        run("draw", name, "-o", tmp_path / f"{name}.svg")
        assert (tmp_path / f"{name}.svg").stat().st_size > 1000
    for turn in (0, 30):
        run("draw", "cubes-packed", "-o", tmp_path / f"{turn}.svg", "--view", "isometric", "--turn", turn)
        shown = cm.draw("cubes-packed", view="isometric", turn=float(turn))
        assert (tmp_path / f"{turn}.svg").read_text(encoding="utf-8") == shown.svg()
    run("solve", "triangles", "-o", tmp_path / "solved.svg", "--view", "layers")
    assert (tmp_path / "solved.svg").exists()
    assert "no --turn" in fails("solve", "zip-4", "-o", tmp_path / "a.svg", "--turn", 0)
    assert "name it by -o" in fails("solve", "cubes", "--codes")
    _, told = run("draw", "cubes", "-o", tmp_path / "loose.svg", "--turn", 20, "--codes")
    assert "loose.svg would be the same without --turn and --codes" in told
    _, told = run("count", "cubes-packed", "--limit", 1, "-o", tmp_path / "counted.svg", "--codes")
    assert "would be the same" not in told
    assert ">63<" in (tmp_path / "counted.svg").read_text(encoding="utf-8")


def test_list_names_every_built_in_puzzle():
    out, _ = run("list")
    for name, description in readers.BUILTIN.items():
        assert name in out
        assert description in out


def test_tour_solves_and_draws_everything(tmp_path, monkeypatch):
    """The whole tour is the first command of the README, which `.ci/run` runs."""
    names = ["zip-4", "zip-parity", "nine-many", "squares-packed", "cubes-in-31"]
    monkeypatch.setattr(type(readers.BUILTIN), "__iter__", lambda _: iter(names))
    out, err = run("tour", "--out", tmp_path / "pictures")
    pictures = {path.name for path in (tmp_path / "pictures").iterdir()}
    assert pictures == {f"{name}.png" for name in [*names, "tour"]}
    assert all(name in out and name in err for name in names)
    assert "652 solutions" in out


def test_a_tour_that_is_stopped_at_once_names_no_pictures(tmp_path, monkeypatch):
    monkeypatch.setattr("cpmodels.cli._list.visit", Mock(side_effect=KeyboardInterrupt))
    assert run("tour", "--out", tmp_path, code=3) == ("", "\ncpmodels: stopped\n")


@pytest.mark.parametrize("command", ["solve", "count"])
@pytest.mark.parametrize(
    ("puzzle", "ending", "missing", "words"),
    [
        (readers.read("nine-many"), ".glb", None, "puzzles of the kind 'edge_matching' cannot be written as .glb"),
        (readers.read("zip-4"), ".stl", None, "puzzles of the kind 'zip' cannot be written as .stl"),
        (Zip(61, 1), ".html", None, "up to 60 x 60 cells, not 61 x 1"),
        (cm.EdgeMatching(20, 21, [[0] * 4] * 420), ".html", None, "up to 400 pieces, not 420"),
        (readers.read("cubes"), ".glb", "trimesh", "needs the package trimesh"),
        (readers.read("cubes"), ".stl", "manifold3d", "needs the package manifold3d"),
        (readers.read("zip-4"), ".pdf", "fpdf", "needs the packages fpdf2 and uharfbuzz"),
    ],
    ids=["glb", "stl", "large zip", "large board", "trimesh", "manifold3d", "fpdf2"],
)
def test_a_file_that_cannot_be_made_is_refused_before_the_search(
    monkeypatch, tmp_path, command, puzzle, ending, missing, words
):
    monkeypatch.setattr(cm, command, Mock(side_effect=AssertionError("the search began before the file was refused")))
    readers.write(puzzle, tmp_path / "x.json")
    if missing:
        monkeypatch.setitem(sys.modules, missing, None)
    done = CliRunner().invoke(cli.cli, [command, str(tmp_path / "x.json"), "-o", str(tmp_path / f"file{ending}")])
    assert isinstance(done.exception, cm.CpmodelsError), done.exception
    assert words in str(done.exception)


def test_endings_that_fit_are_taken(tmp_path):
    for name in ("zip-4", "nine-one", "zigzaw", "squares", "cubes"):
        for ending in renderers.files.WRITERS:
            if ending not in (".glb", ".stl") or name in ("squares", "cubes"):
                renderers.ready(tmp_path / f"file{ending}", readers.read(name))


@pytest.mark.parametrize("command", ["solve", "count"])
def test_it_is_told_when_nothing_is_written(tmp_path, command):
    target = tmp_path / "none.svg"
    assert f"{target} was not written, as there is no solution\n" in run(command, "zip-parity", "-o", target)[1]
    assert not target.exists()
    file = tmp_path / "garden.json"
    file.write_text('{"puzzle": "garden", "rule": "hanging", "box": [4, 4, 5]}')
    told = run(command, file, "--time-limit", 0.2, "-o", target, code=3)[1]
    assert f"{target} was not written, as no solution was found\n" in told
    assert "was not written" not in run(command, SHOWN, "-o", target)[1]


def test_logs_do_not_spoil_json(capfd):
    out, err = run("solve", "squares", "--json", "--set", "log_search_progress=true")
    assert json.loads(out)["status"] == "solved"
    assert "Starting CP-SAT" in err
    assert capfd.readouterr().out == ""


def test_counts_of_any_size_are_printed(tmp_path):
    file = tmp_path / "alike.json"
    file.write_text(json.dumps({"rows": 30, "cols": 40, "pieces": [[1, 1, 1, 1]] * 1200, "rule": "equal"}))
    assert run("count", file)[0].startswith("1 solution (about ")
    assert json.loads(run("count", file, "--json")[0])["count"] == 1


def test_large_puzzles_are_solved_or_refused_and_time_limits_hold(tmp_path):
    garden, zip_board = tmp_path / "garden.json", tmp_path / "zip.json"
    garden.write_text('{"puzzle": "garden", "rule": "hanging", "box": [31, 31, 31]}')
    run("solve", garden)
    assert "variables" in fails("count", garden)
    readers.write(Zip(200, 200, [(0, 0), (199, 0)]), zip_board)
    run("solve", zip_board, "--time-limit", 0.1, "--json", code=3)


def test_settings_and_seeds_are_passed_on():
    one = run("solve", "squares", "--seed", 1, "--set", "random_seed=5", "--workers", 1)[0]
    assert one == run("solve", "squares", "--seed", 1, "--set", "random_seed=5", "--workers", 1)[0]
    assert any(one != run("solve", "squares", "--seed", seed)[0] for seed in range(2, 6))


@pytest.mark.parametrize(
    ("text", "words"), [("", "standard input is empty"), ("\n \n", "standard input is empty"), ("{", "")]
)
def test_bad_text_on_standard_input_ends_with_one_sentence(text, words):
    assert words in fails("solve", "-", stdin=text)


def test_of_standard_input_neither_a_picture_nor_two_things_are_read():
    picture = io.TextIOWrapper(io.BytesIO(b"\x89PNG\r\n\x1a\n"))
    assert "standard input is not text; pictures are read from files alone" in fails("solve", "-", stdin=picture)
    text = json.dumps(readers.puzzle_form(Zip(1, 2)))
    assert "standard input was read already" in fails("check", "-", "-", stdin=text)


def test_help_is_help():
    assert "Exit status" in run("--help")[0]
    assert "version" in run("--version")[0]
    told = run("solve", "-h")[0]
    assert all(words in told for words in ["--time-limit", "--debug", *renderers.files.WRITERS])
    assert all((name in told) == engine.lists for name, engine in ENGINES.items())


@pytest.mark.parametrize("arguments", [["--help"], ["sweep", "--help"], ["kinds"], ["unravel"]])
def test_what_needs_no_puzzle_loads_next_to_nothing(arguments):
    """So it is quick: neither solver nor readers nor renderers, nor the packages that those use."""
    program = (
        "import sys; from cpmodels.cli import cli\n"
        f"try: cli.main({arguments}, standalone_mode=False)\n"
        "except Exception as error: assert 'unravel' in str(error)\n"
        "heavy = {'ortools', 'numpy', 'PIL', 'rich', 'msgspec', 'readers', 'renderers'} & sys.modules.keys()\n"
        "assert not heavy, heavy"
    )
    _, err = begun("-c", program).communicate()
    assert err == ""


TRACED = """
import sys
from cpmodels.cli import program

sys.settrace(lambda *_: None)
try:
    program()
except SystemExit:
    print("this command has ended in 1 second")
"""


@pytest.mark.parametrize("watched", [["-m", "cProfile", "-m", "cpmodels"], ["-c", TRACED]], ids=["profiled", "traced"])
def test_what_watches_a_command_says_what_it_has_seen(watched):
    out, _ = begun(*watched, "--version").communicate()
    assert re.search(r"version [\d.]+\n(.*\n)*.* in [\d.]+ second", out)


def test_progress_takes_the_name_of_a_file_as_it_is(capsys):
    with Searching("[/a].txt") as progress:
        progress(cm.search.Progress(3, 20.0))
    assert capsys.readouterr().err == "[/a].txt ... 3 found, 20 s\n"


def told_by(*arguments):
    """The exit status of a call, and what it prints to standard error, but for the end of a line that shows ^C."""
    status, _, err = ended(*arguments)
    return status, err.lstrip("\n")


@pytest.mark.parametrize(
    ("error", "code", "sentence"),
    [
        (cm.PuzzleError("no puzzle"), 2, "no puzzle"),
        (cm.errors.TooLargeError("too large"), 2, "too large"),
        (cm.ModelError("no model"), 2, "no model"),
        (cm.KindError("no kind"), 2, "no kind"),
        (cm.ParameterError("no parameter"), 2, "no parameter"),
        (cm.errors.MissingExtraError("no package"), 2, "no package"),
        (cm.errors.LedgerError("no ledger"), 2, "no ledger"),
        (cm.errors.LedgerInUseError("a ledger in use"), 2, "a ledger in use"),
        (cm.CpmodelsError("two\nlines"), 2, "two lines"),
        (cm.errors.EngineError("it broke down"), 3, "it broke down"),
        (cm.errors.WorkersLostError("they were lost"), 3, "they were lost"),
        (cm.errors.WrongSolutionError("it breaks a rule"), 3, "it breaks a rule"),
        (FileNotFoundError(2, "No such file", "x.json"), 2, "x.json: No such file"),
        (OSError("the disk is on fire"), 2, "cannot go on: the disk is on fire"),
        (
            ModuleNotFoundError("No module named 'numpy'"), 2,
            "a package that cpmodels needs cannot be loaded (No module named 'numpy'): activate the environment that "
            "cpmodels is installed in, or install it again",
        ),
        (MemoryError(), 2, "the puzzle is too large for this machine's memory"),
        (KeyboardInterrupt(), 3, "stopped"),
        (
            ZeroDivisionError("by\nzero"), 3,
            "stopped by a defect in the program (ZeroDivisionError: by zero); --debug shows where it happened",
        ),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else "",
)  # fmt: skip
def test_every_failure_is_one_sentence_and_a_traceback_with_debug(monkeypatch, error, code, sentence):
    def fail(*_, **__):
        raise error

    monkeypatch.setattr(cm, "count", fail)
    assert told_by("count", SHOWN) == (code, f"cpmodels: {sentence}\n")
    for arguments in (["--debug", "count", SHOWN], ["count", SHOWN, "--debug"]):
        status, told = told_by(*arguments)
        assert status == code
        assert told.startswith("Traceback (most recent call last):\n")
        assert told.endswith(f"\ncpmodels: {sentence}\n")
        assert "in fail\n" in told


@pytest.mark.parametrize("debug", [[], ["--debug"]])
def test_a_package_that_the_command_line_begins_with_may_be_missing(debug):
    """As where the environment is not activated, and another Python runs the folder's own files."""
    source = f"import sys; sys.modules['click'] = None; sys.argv = ['cpmodels', 'kinds', *{debug}]; "
    process = begun("-c", f"{source}from cpmodels.cli import program; program()")
    out, err = process.communicate()
    assert out == ""
    if debug:
        assert err.startswith("Traceback")
    else:
        assert process.returncode == 2
        assert err.startswith("cpmodels: a package that cpmodels needs cannot be loaded (")


def test_a_defect_of_another_packages_kind_is_told_as_such(monkeypatch):
    namespace = {"__name__": "cpmodels_frail", "cm": cm}
    source = """
class Frail(cm.Puzzle[cm.Grid]):
    kind = "frail"
    def check(self, solution):
        return []
    def model(self, cp):
        return {}[0, 2]
"""
    exec(source, namespace)  # As a module of another package would make it.
    monkeypatch.setattr(cm, "count", lambda *_, **__: cm.build(namespace["Frail"]()))
    assert told_by("count", SHOWN) == (
        3,
        "cpmodels: stopped by a defect in the kind 'frail', in cpmodels_frail (KeyError: (0, 2)); --debug shows where "
        "it happened\n",
    )


@pytest.mark.parametrize(
    "arguments", [["solve", "--debug"], ["--debug", "solve"], ["--debug", "unravel"], ["solve", "--debug", "no-such"]]
)
def test_debug_shows_the_traceback_of_bad_usage_too(arguments):
    code, told = told_by(*arguments)
    assert code == 2
    assert told.startswith("Traceback ")
    assert told.splitlines()[-1].startswith("cpmodels: ")
    assert told_by(*[word for word in arguments if word != "--debug"])[1].count("\n") == 1


def test_kinds_are_those_that_are_installed_with_their_packages(tmp_path):
    install(tmp_path, "magic-squares", "[cpmodels.kinds]\nmagic_square = not_there.magic:Square\n", "1.5")
    told = run_process("kinds", path=tmp_path)[0].splitlines()
    lines = [line.replace(":", "").split() for line in told if line[0] != " "]
    assert ["magic_square", "magic-squares", "1.5"] in lines
    assert [line[0] for line in lines] == sorted([entry.name for entry in entry_points(group=GROUP)] + ["magic_square"])
    ours = [line for line in lines if line[0] in ("edge_matching", "garden", "zigzaw", "zip")]
    assert [line[1:] for line in ours] == [["cpmodels", cm.__version__]] * 4
    kinds = json.loads(run_process("kinds", "--json", path=tmp_path)[0])["kinds"]
    assert [kind["kind"] for kind in kinds] == [line[0] for line in lines]
    assert {"kind": "magic_square", "package": "magic-squares", "version": "1.5",
            "class": "not_there.magic:Square", "rules": None} in kinds  # fmt: skip


@pytest.mark.parametrize("name", ["zip-4", "nine-one", "squares"])
def test_pictures_of_the_pieces_of_a_kind_without_them_are_refused(tmp_path, name):
    folder = tmp_path / "pieces"
    assert f"of the kind {readers.read(name).kind!r}" in fails("pictures", name, folder)
    assert not folder.exists()


def test_a_kind_remarks_on_a_wrong_solution(tmp_path):
    puzzle = readers.read("nine-one")
    board = next(cm.solutions(puzzle))
    assert cm.Zip(2, 2).remarks(cm.Path([])) == cm.Zip(2, 2).remarks() == []
    assert puzzle.remarks(board) == ["12 of 12 inner edges match"]
    assert puzzle.remarks(cm.puzzles.Board([[None]])) == []
    file = tmp_path / "board.json"
    readers.write_solution(cm.puzzles.Board([[(0, 0)]]), file)
    assert "inner edges" not in run("check", "nine-one", file, code=1)[0]


def test_a_reason_counts_cells_from_1(tmp_path):
    file = tmp_path / "light.json"
    readers.write(Zip(3, 3, [(0, 1), (2, 2)]), file)
    for command in ("solve", "count", "forced"):
        out, _ = run(command, file)
        assert "like row 1, column 1; but the end at row 1, column 2 is light" in out
        assert "(0, 1)" not in out
