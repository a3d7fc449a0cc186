"""Searches for a first solution that are stopped and resumed: by Python and on the command line."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from command_line import fails, run
from executors import Stopping

import cpmodels as cm
import readers

PUZZLE = cm.read("zip-6")
SEVERAL = cm.Zip(5, 5, waypoints=[(0, 0), (4, 4)])
NONE = cm.Zip(5, 5, waypoints=[(0, 0), (0, 4), (0, 2), (4, 4)])


@pytest.fixture
def threads():
    with ThreadPoolExecutor(1) as executor:
        yield executor


def search(puzzle, ledger, executor, **options):
    return cm.sweep(puzzle, ledger=ledger, first=True, executor=executor, workers=1, slice_seconds=1e-9, **options)


@pytest.mark.parametrize("puzzle", [SEVERAL, NONE], ids=["several", "none"])
def test_a_stopped_search_goes_on(tmp_path, threads, puzzle):
    ledger = tmp_path / "search"
    stopped = search(puzzle, ledger, Stopping(2, threads))
    assert stopped.interrupted
    assert not stopped.exhausted
    assert stopped.open > 0
    done = search(puzzle, ledger, threads)
    paths = list(done)
    assert (len(paths) > 0) == (puzzle is SEVERAL)
    assert all(puzzle.check(path) == [] for path in paths)
    assert done.exhausted == (puzzle is NONE)
    again = search(puzzle, ledger, Stopping(0))
    assert list(again) == paths
    assert not again.interrupted


@pytest.mark.parametrize("engine", ["cp-sat", "backtrack"])
def test_a_puzzle_with_many_solutions_is_over_with_one(tmp_path, threads, engine):
    puzzle = cm.Zip(5, 5)
    found = cm.sweep(puzzle, ledger=tmp_path / "search", first=True, executor=threads, workers=1, engine=engine)
    assert (found.total, found.orbits, len(list(found))) == (1, 1, 1)
    assert not found.exhausted
    assert puzzle.check(next(iter(found))) == []


def test_ledgers_of_such_searches_are_merged(tmp_path, threads):
    puzzle = cm.Zip(3, 4)
    for name in ("one", "other"):
        search(puzzle, tmp_path / name, threads)
    cm.merge(tmp_path / "one", tmp_path / "other")
    assert search(puzzle, tmp_path / "one", Stopping(0)).total >= 1


def test_a_ledger_is_of_one_question(tmp_path, threads):
    ledger = tmp_path / "search"
    search(PUZZLE, ledger, threads)
    with pytest.raises(cm.errors.LedgerError, match="its count is 'the first solution, up to symmetry'"):
        cm.sweep(PUZZLE, ledger=ledger, executor=threads, workers=1)
    with pytest.raises(cm.errors.LedgerError, match="not 'the first solution, one by one'"):
        search(PUZZLE, ledger, threads, up_to_symmetry=False)
    with pytest.raises(cm.errors.LedgerError, match="its puzzle is different"):
        search(NONE, ledger, threads)


def test_on_the_command_line(tmp_path):
    ledger = tmp_path / "search"
    out, err = run("solve", "zip-6", "--resume", ledger, "--time-limit", "0.000001", code=3)
    assert out == ""
    assert re.search(r"there may be one\n.* open: to continue, use the ledger .*search again\n", err)
    search(PUZZLE, ledger, ThreadPoolExecutor(1))
    out, _ = run("solve", "zip-6", "--resume", ledger)
    assert out == cm.text(PUZZLE, cm.solve(PUZZLE).solution) + "\n"


def test_what_cannot_be_resumed_is_told(tmp_path):
    least = tmp_path / "least.json"
    least.write_text(readers.write(cm.Garden.hanging(box=(6, 6), minimise="volume")))
    assert "the search for the least volume cannot be resumed" in fails("solve", least, "--resume", tmp_path / "ledger")
    model = cm.build(PUZZLE)
    model.cp.maximize(model.starts_at[0, 0])
    with pytest.raises(cm.ModelError, match="cannot be resumed, and the model has an objective"):
        cm.solve(model, ledger=tmp_path / "ledger")
    own = tmp_path / "own.json"
    own.write_text(readers.write(PUZZLE))
    assert "would be written over" in fails("solve", own, "--resume", own)
    other = tmp_path / "other.txt"
    other.write_text("not a ledger")
    assert "is not the ledger" in fails("solve", "zip-6", "--resume", other)
