"""Which runs the benchmarks make and which they leave out, and the file of their rows."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import plan as planning
from benchmarks.family import Family, placed
from benchmarks.plan import Plan, chosen, execute
from benchmarks.rows import Row, append_row, read_rows
from cpmodels.puzzles import EdgeMatching
from cpmodels.racing import Solver
from cpmodels.racing._solvers import SOLVERS, UnknownSolverError, find


def build(_):
    raise AssertionError("nothing is solved here")


def test_no_more_is_imported_than_a_solver_takes(monkeypatch):
    asked = []
    monkeypatch.setattr("cpmodels.racing._solvers.import_module", asked.append)
    monkeypatch.setitem(SOLVERS, "late", Solver("late", "peculiar", build))
    assert find("late", ["one", "two"]).name == "late"
    assert asked == ["one"]
    with pytest.raises(UnknownSolverError, match="'never'"):
        find("never", ["one", "two"])
    assert asked == ["one", "one", "two"]


class Runs:
    """Stands for the runner: outcomes by solver and size, and what was asked."""

    def __init__(self, monkeypatch, outcomes):
        self.asked, self._outcomes = [], outcomes
        monkeypatch.setattr(planning, "run", self)

    def __call__(self, job):
        size = len(job.question.puzzle.pieces)
        self.asked.append((job.solver, size, job.question.seed))
        status = self._outcomes.get((job.solver, size), "solved")
        return {"status": status} | ({"message": "it is not there"} if status == "missing" else {})


@pytest.fixture
def rising(monkeypatch):
    """A family of three sizes, whose puzzles have as many pieces as their size."""
    family = Family(
        "rising", "rising", "first", placed("one", "two", "three"),
        lambda size, _: EdgeMatching(1, int(size), [(1, 1, 1, 1)] * int(size)),
        ("swift", "slow"),
    )  # fmt: skip
    monkeypatch.setattr("benchmarks.families.FAMILIES", {"rising": family})
    return family


def plan(family, seeds=2, seconds=5.0, sizes=None):
    instances = [(family, instance) for instance in family.instances(seeds, sizes)]
    return Plan(instances, {family.name: family.solvers}, seconds, 1024)


def made(plan, file):
    return list(execute(plan, file, lambda *_: None))


def test_all_solvers_take_an_instance_before_the_next_and_in_changing_order(rising):
    runs = list(plan(rising, seeds=20))
    assert len(runs) == len(plan(rising, seeds=20)) == 3 * 20 * 2
    pairs = list(zip(runs[::2], runs[1::2], strict=True))
    assert all(one[1] == other[1] and {one[2], other[2]} == {"swift", "slow"} for one, other in pairs)
    assert {one[2] for one, _ in pairs} == {"swift", "slow"}
    assert list(plan(rising, seeds=20)) == runs


@pytest.mark.parametrize("limit", ["time", "memory"])
def test_a_beaten_solver_is_left_out_at_greater_sizes(rising, monkeypatch, tmp_path, limit):
    runs = Runs(monkeypatch, {("slow", 2): limit})
    rows = made(plan(rising), tmp_path / "rows")
    assert [ask for ask in runs.asked if ask[0] == "slow"] == [
        ("slow", 1, 0),
        ("slow", 1, 1),
        ("slow", 2, 0),
        ("slow", 2, 1),
    ]
    assert len([ask for ask in runs.asked if ask[0] == "swift"]) == 6
    assert [row.status for row in rows if row.solver == "slow"] == ["solved", "solved", limit, limit]


def test_after_three_runs_in_vain_a_solver_is_left_out_at_that_size(rising, monkeypatch, tmp_path):
    runs = Runs(monkeypatch, {("slow", 2): "time"})
    made(plan(rising, seeds=5), tmp_path / "rows")
    assert [runs.asked.count(("slow", 2, seed)) for seed in range(5)] == [1, 1, 1, 0, 0]
    assert [runs.asked.count(("slow", 1, seed)) for seed in range(5)] == [1] * 5


def test_a_solver_is_not_beaten_where_greater_is_not_harder(rising, monkeypatch, tmp_path):
    runs = Runs(monkeypatch, {("slow", 1): "time"})
    made(plan(rising), tmp_path / "growing")
    assert ("slow", 3, 0) not in runs.asked
    made(plan(replace(rising, grows=False)), tmp_path / "not growing")
    assert ("slow", 3, 0) in runs.asked


def test_a_solver_that_answers_once_or_fails_otherwise_is_not_beaten(rising, monkeypatch, tmp_path):
    runs = Runs(monkeypatch, {("slow", 1): "crash", ("swift", 1): "unsupported"})
    made(plan(rising), tmp_path / "rows")
    assert len(runs.asked) == 12


def test_runs_with_another_limit_tell_nothing_of_who_is_beaten(rising, monkeypatch, tmp_path):
    Runs(monkeypatch, {("slow", 1): "time"})
    made(plan(rising, seconds=1.0, sizes=[1]), tmp_path / "rows")
    runs = Runs(monkeypatch, {})
    made(plan(rising, seconds=5.0, sizes=[2]), tmp_path / "rows")
    assert ("slow", 2, 0) in runs.asked
    made(plan(rising, seconds=1.0, sizes=[2]), tmp_path / "rows")
    assert runs.asked.count(("slow", 2, 0)) == 1


def test_what_is_missing_is_told_once_and_tried_again_the_next_time(rising, monkeypatch, tmp_path):
    Runs(monkeypatch, {("slow", size): "missing" for size in (1, 2, 3)})
    rows = made(plan(rising), tmp_path / "rows")
    assert [row.message for row in rows if row.solver == "slow"] == ["it is not there"]
    runs = Runs(monkeypatch, {})
    assert len(made(plan(rising), tmp_path / "rows")) == len(runs.asked) == 6
    assert {solver for solver, _, _ in runs.asked} == {"slow"}


def test_only_what_is_not_there_yet_is_run(rising, monkeypatch, tmp_path):
    Runs(monkeypatch, {})
    first = made(plan(rising, seeds=1), tmp_path / "rows")
    again = Runs(monkeypatch, {})
    assert made(plan(rising, seeds=1), tmp_path / "rows") == []
    more = made(plan(rising, seeds=2), tmp_path / "rows")
    assert {seed for *_, seed in again.asked} == {1}
    assert list(read_rows(tmp_path / "rows")) == first + more
    assert all(row.machine and "python" in row.versions for row in first)


def test_solvers_by_name_and_group(rising):
    known = {
        "a": Solver("a", "naive", build, ("edge_matching",)),
        "b": Solver("b", "naive", build, ("zip",)),
        "c": Solver("c", "peer", build, tasks=("all",)),
        "d": Solver("d", "peer", build),
    }
    instances = list(rising.instances(1))
    assert chosen(rising, instances, [], known) == ["swift", "slow"]
    assert chosen(rising, instances, ["naive", "d"], known) == ["a", "d"]
    assert chosen(rising, instances, ["peer"], known) == ["d"]


def row(seed):
    return Row(family="f", size=1.5, label="ü", seed=seed, solver="s", task="all", status="time", cap=2.0)


@given(st.integers(0, 5), st.integers(min_value=0))
def test_a_line_that_was_cut_is_made_again(tmp_path_factory, rows, cut):
    file = tmp_path_factory.mktemp("rows") / "rows"
    for seed in range(rows):
        append_row(file, row(seed))
    whole = file.read_bytes() if rows else b""
    rest = whole[: cut % (len(whole) + 1)]
    file.write_bytes(rest)
    kept = rest.count(b"\n")
    assert list(read_rows(file)) == [row(seed) for seed in range(kept)]
    for seed in range(kept, rows):
        append_row(file, row(seed))
    assert (file.read_bytes() if rows else b"") == whole


def test_a_file_of_something_else_is_named(tmp_path):
    file = tmp_path / "rows.jsonl"
    append_row(file, row(0))
    file.write_bytes(file.read_bytes() + b'{"family": 3}\n')
    with pytest.raises(ValueError, match=r"rows\.jsonl, line 2 is no row: "):
        list(read_rows(file))
