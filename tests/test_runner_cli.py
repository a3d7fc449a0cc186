"""The command line of the benchmarks: what it refuses, and how it is stopped and goes on."""

import os
import signal
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from command_line import begun

import cpmodels as cm
from benchmarks import __main__ as cli
from benchmarks.families import FAMILIES
from benchmarks.rows import read_rows
from benchmarks.solvers import load

pytest.importorskip("fcntl", reason="the runner of the benchmarks needs a Unix system")
from runner_signs import PAIR, SIGNS, TWINS, is_held

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
PECULIAR = ["--load", str(Path(__file__).with_name("runner_solvers.py")), "--seconds", "600"]


@pytest.fixture
def call(monkeypatch, capsys, files_are_forgotten):  # noqa: ARG001
    """Calls the command line in this process, and gives what it prints; peculiar solvers stay with one test."""
    load()
    monkeypatch.setattr(cli, "FAMILIES", dict(FAMILIES))
    monkeypatch.setattr("benchmarks.families.FAMILIES", cli.FAMILIES)
    monkeypatch.setattr("benchmarks.report.FAMILIES", cli.FAMILIES)

    def call(*arguments, code=0):
        monkeypatch.setattr(sys, "argv", ["benchmarks", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        out, err = capsys.readouterr()
        assert (ended.value.code or 0) == code, err
        return out, err

    return call


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["no-family"], "there is no family or file 'no-family', --list names them all"),
        (["--solvers", "cpmodels,nobody"], "there is no solver 'nobody', --list names them all"),
        (["--load", "no_such.py"], "there is no file no_such.py to load"),
        (["--seconds", "0"], "0.0 is not in the range"),
        (["--what"], "No such option"),
        (["--report"], "there are no rows in "),
        (["zip-few", "--solvers", "edge-rows"], "there are no rows in "),
    ],
)
def test_bad_input_is_refused_in_a_sentence(call, tmp_path, arguments, sentence):
    out, err = call(*arguments, "--out", tmp_path / "out", code=2)
    assert out == ""
    last = err.splitlines()[-1]
    assert last.startswith("benchmarks: ")
    assert sentence in last
    assert "Traceback" not in err
    assert not (tmp_path / "out").exists()


def test_that_nothing_was_run_is_told(call, tmp_path, monkeypatch):
    monkeypatch.setenv("CPMODELS_DATA", str(tmp_path / "nowhere"))
    _, err = call("zip-published", "--out", tmp_path, code=2)
    assert "zip-published: skipped, as " in err
    assert "there is nothing to run, as no family is left that has puzzles and solvers\n" in err


def test_list_names_all_families_and_solvers(call):
    out, _ = call("--list", *PECULIAR[:2])
    families, solvers = out.split("\n\n")
    assert [line.split()[0] for line in families.splitlines()] == list(FAMILIES)
    names = [line.split()[0] for line in solvers.splitlines()]
    assert {"cpmodels", "path-dfs", "gives-up"} <= set(names)
    assert len(set(names)) == len(names)


def test_a_quick_run_its_page_and_the_page_anew(call, tmp_path):
    ask = ["squares-packed", "squares-hanging", "--quick", "--solvers", "gives-up", *PECULIAR]
    out, err = call(*ask, "--out", tmp_path)
    assert out == f"{tmp_path / 'runs.md'}: 2 runs\n"
    assert "squares-packed 4 x 4, seed 0, gives-up: gave up\n" in err
    rows = list(read_rows(tmp_path / "rows.jsonl"))
    sizes = {(name, size) for name in ("squares-packed", "squares-hanging") for size in FAMILIES[name].quick}
    assert {(row.family, row.size) for row in rows} == sizes
    assert {row.cap for row in rows} == {600.0}
    page = (tmp_path / "runs.md").read_text()
    (tmp_path / "runs.md").unlink()
    assert call("--report", "--out", tmp_path)[0] == out
    assert (tmp_path / "runs.md").read_text() == page
    assert call(*ask, "--out", tmp_path) == (out, "all runs are there already\n")


def test_files_are_raced_beside_families_each_kind_by_the_solvers_that_take_it(call, tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    cm.save(folder / "pair.json", PAIR)
    cm.save(folder / "twins.json", TWINS)
    path = tmp_path / "path.txt"
    path.write_text("+---+---+---+\n| 1 | 2     |\n+   +   +   +\n|       | 3 |\n+---+---+---+\n")
    ask = [folder, path, "--task", "all", "--solvers", "edge-rows,path-dfs", "--seconds", "600"]
    out, _ = call(*ask, "--out", tmp_path / "out")
    rows = list(read_rows(tmp_path / "out" / "rows.jsonl"))
    assert {(row.family, Path(row.label).name, row.solver, row.task, row.answers or row.status) for row in rows} == {
        ("edge_matching-files", "pair.json", "edge-rows", "all", 1),
        ("edge_matching-files", "twins.json", "edge-rows", "all", 1),
        ("zip-files", "path.txt", "path-dfs", "all", 1),
    } | {("edge_matching-files", name, "path-dfs", "all", "unsupported") for name in ("pair.json", "twins.json")}
    assert {row.seed for row in rows} == {0}
    assert out == f"{tmp_path / 'out' / 'runs.md'}: {len(rows)} runs\n"
    page = (tmp_path / "out" / "runs.md").read_text()
    assert "## Edge matching from files" in page
    assert call(*ask, "--out", tmp_path / "out")[1] == "all runs are there already\n"


def test_a_file_that_is_no_puzzle_is_refused_in_a_sentence(call, tmp_path):
    file = tmp_path / "no.json"
    file.write_text('{"puzzle": "chess"}')
    _, err = call(file, "--out", tmp_path / "out", code=2)
    assert err.startswith(f"benchmarks: {file}: there is no kind of puzzle 'chess'")
    assert not (tmp_path / "out").exists()


def rows_in(file, many, process):
    """Wait until a file has this many rows."""
    while process.poll() is None:
        if file.exists() and file.read_bytes().count(b"\n") >= many:
            return
        time.sleep(0.02)
    pytest.fail("the rows did not come")


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_a_benchmark_that_is_stopped_goes_on(call, tmp_path, sign, monkeypatch):
    monkeypatch.setenv(SIGNS, str(tmp_path))
    file = tmp_path / "out" / "rows.jsonl"
    ask = ["squares-packed", "--seeds", "3", "--solvers", "waits-for-a-sign", *PECULIAR, "--out", str(file.parent)]
    path = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    process = begun("-m", "benchmarks", *ask, path=path)
    rows_in(file, 1, process)
    held = tmp_path / "waiter is held"
    while not held.exists() and process.poll() is None:
        time.sleep(0.02)
    process.send_signal(sign)
    out, err = process.communicate()
    assert process.returncode == 3
    assert "stopped; the same command goes on\n" in err
    assert "Traceback" not in err
    assert out == f"{file.parent / 'runs.md'}: 1 run\n"
    assert not is_held(tmp_path / "waiter")
    first = file.read_bytes()
    assert [row.seed for row in read_rows(file)] == [0]
    file.write_bytes(first + first[:40])
    (tmp_path / "go").touch()
    call(*ask)
    assert file.read_bytes().startswith(first)
    assert Counter((row.seed, row.status) for row in read_rows(file)) == {(seed, "none"): 1 for seed in range(3)}
