"""Solutions by rank, drawn uniformly, and how often each edge is used, against lists of all solutions."""

import json
import threading
import weakref
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

import pytest
from command_line import fails, run
from examples import examples
from hypothesis import given
from puzzle_strategies import zips
from systems import needs_devices

import cpmodels as cm
import renderers
from cpmodels.base.description import Description, HamiltonianPath, Subgraph
from cpmodels.base.graph import Graph, grid
from cpmodels.base.marks import Mark
from cpmodels.base.puzzle import Puzzle, Solution
from cpmodels.puzzles.edge_matching.puzzle import turn


@examples(60)
@given(zips(most_cells=12))
def test_all_solutions_by_rank(puzzle):
    every = cm.all_solutions(puzzle)
    listed = list(every)
    assert set(listed) == set(cm.solutions(puzzle, engine="backtrack"))
    assert len(set(listed)) == len(every) == every.total
    assert [every[rank] for rank in range(-every.total, every.total)] == listed * 2
    assert every[1:3] == listed[1:3]
    with pytest.raises(IndexError, match=f"^there is no solution of rank {every.total}: there are"):
        every[every.total]


def test_the_diagram_is_gone_with_the_solutions_that_it_is_of():
    every = cm.all_solutions(cm.Zip(3, 3))
    diagram = weakref.ref(every._diagram)
    assert every[0] != every[1]
    del every
    assert diagram() is None


@examples(60)
@given(zips(most_cells=12))
def test_frequencies(puzzle):
    every = cm.all_solutions(puzzle)
    counted = Counter(mark for path in every for mark in path.marks())
    assert {mark: number for mark, number in every.frequencies.items() if number} == counted
    known = {mark for mark, number in counted.items() if number == every.total}
    assert every.common.known == known
    assert all(mark not in counted for mark in every.common.excluded)


@pytest.mark.parametrize("name", ["squares-packed", "nine-one", "triangles-packed"])
def test_frequencies_of_covers(name):
    every = cm.all_solutions(name)
    counted = Counter(mark for solution in every for mark in solution.marks())
    assert {mark: number for mark, number in every.frequencies.items() if number} == counted


def test_pieces_that_look_the_same_share_their_frequencies():
    """Two pieces alike, of which one lies beside the third, whose turns are alike by halves."""
    puzzle = cm.EdgeMatching(1, 3, [(1, 2, 3, 4), (1, 2, 3, 4), (2, 3, 2, 3)])
    every = cm.all_solutions(puzzle)

    def look(mark):
        return mark.cells[0], turn(puzzle.pieces[mark.value.piece], mark.value.turns)

    looks = Counter(look(mark) for board in every for mark in board.marks())
    marks = every.frequencies
    assert every.total
    assert {mark.value.piece for mark, number in marks.items() if number} == {0, 1, 2}
    for mark, number in marks.items():
        assert number == looks[look(mark)]


@pytest.mark.parametrize(
    "puzzle",
    [
        cm.Zip(3, 3),
        cm.Zip(4, 4, [(0, 0), (1, 1), (3, 2)]),
        *map(cm.read, ["zip-parity", "slitherlink-5", "hitori-5", "squares-packed"]),
    ],
    ids=lambda puzzle: puzzle.name,
)
def test_what_is_certain(puzzle):
    """The diagram says what the search for a backbone says, and whether there is just one solution."""
    assert cm.forced(puzzle, engine="frontier") == cm.forced(puzzle)
    assert cm.is_unique(puzzle, engine="frontier") == cm.is_unique(puzzle)


@dataclass(frozen=True)
class Passed(Solution):
    """The cells that a loop or path passes."""

    cells: frozenset

    def marks(self):
        return frozenset(Mark.at(cell, 1) for cell in self.cells)


@dataclass(frozen=True)
class Passing(Puzzle[Passed]):
    """Any description of a loop or path, whose choices make these marks."""

    kind = "passing"
    problem: Subgraph | HamiltonianPath = field(hash=False)
    choice_marks: Callable | None = None

    def check(self, _):
        return []

    def describe(self):
        return Description(self.problem, lambda parts: Passed(frozenset(parts[0])), marks=self.choice_marks)


def test_marks_are_those_of_the_kind():
    """And not the edges, where it has others; where these are not known, or go with the direction, there are none."""
    loops, paths = Subgraph(grid(2, 3), through=[(0, 0)]), cm.Zip(2, 3).describe().problem
    puzzle = Passing(loops, lambda edge: [Mark.at(cell, 1) for cell in edge])
    assert cm.forced(puzzle, engine="frontier") == cm.forced(puzzle)
    triangle = Subgraph(Graph(["a", 1, 2], [("a", 1), (1, 2), ("a", 2)]))
    for puzzle in (Passing(triangle), Passing(paths), Passing(paths, lambda step: [Mark.at(step[0], 1)])):
        with pytest.raises(cm.KindError, match="does not say which marks each choice makes"):
            assert cm.all_solutions(puzzle).frequencies


def test_numbers_beyond_64_bits():
    """The ranks, and the sums and products of counts, are whole numbers of any size."""
    every = cm.all_solutions(cm.Zip(4, 60))
    assert every.total == cm.count(every.puzzle, engine="frontier").total > 2**64
    one = every[every.total - 1]
    assert every.puzzle.check(one) == []
    assert sum(every.frequencies.values()) == every.total * (4 * 60 - 1)
    assert every.puzzle.check(next(iter(every))) == []
    assert bool(every)
    assert cm.solve(every.puzzle, engine="frontier").solution == every[0]


def test_samples_are_uniform():
    """Chi-square of 20,000 draws of the 552 paths of 4 x 4: the statistic lies within five standard deviations."""
    every = cm.all_solutions(cm.Zip(4, 4))
    drawn = Counter(every.sample(20_000, seed=7))
    assert len(drawn) == every.total == 552
    expected = 20_000 / every.total
    statistic = sum((number - expected) ** 2 / expected for number in drawn.values())
    degrees = every.total - 1
    assert abs(statistic - degrees) < 5 * (2 * degrees) ** 0.5


def test_samples_of_one_seed():
    assert cm.sample("zip-4", 3) == list(cm.solutions("zip-4")) * 3
    board = cm.Zip(5, 5)
    assert cm.sample(board, 3, seed=4) == cm.sample(board, 3, seed=4) != cm.sample(board, 3, seed=5)
    assert cm.sample(board, seed=4) == [cm.all_solutions(board)[Random(4).randrange(8648)]]


@pytest.mark.parametrize(
    ("error", "ask", "sentence"),
    [
        (cm.ParameterError, lambda: cm.sample("zip-parity"), "there is no solution, so none can be drawn"),
        (cm.ParameterError, lambda: cm.sample(cm.Zip(14, 14), -1), "the number of solutions"),
        (cm.ParameterError, lambda: cm.sample(cm.Zip(14, 14), seed=-1), "the seed"),
        (TypeError, lambda: cm.all_solutions("zip-4")["a"], "a rank is a whole number or a slice, not 'a'"),
        (cm.KindError, lambda: cm.sample("sudoku-4"), "this sudoku is not: `cpmodels.solutions` lists them all"),
        (cm.errors.StoppedError, lambda: cm.all_solutions(cm.Zip(14, 14), time_limit=0.2), "the time was up"),
    ],
)
def test_what_cannot_be_drawn(error, ask, sentence):
    with pytest.raises(error, match=sentence):
        ask()


def test_a_model_with_another_constraint():
    model = cm.build(cm.Zip(3, 3))
    assert cm.all_solutions(model).total == 40
    model.cp.add(model.starts_at[0, 0] == 1)
    with pytest.raises(cm.ModelError, match="does not know constraints that were added"):
        cm.all_solutions(model)


def test_the_command(tmp_path):
    board = tmp_path / "board.json"
    board.write_text(json.dumps({"puzzle": "zip", "rows": 4, "cols": 4, "walls": [[[0, 0], [0, 1]]]}))
    file, heat = tmp_path / "drawn.json", tmp_path / "heat.svg"
    out, err = run("sample", board, "-n", "3", "--seed", "5", "-o", file)
    total = cm.count(cm.read(board)).total
    assert out == ""
    assert f"3 drawn uniformly from {total} solutions\n" in err
    assert [one["path"] for one in json.loads(file.read_text())] == [
        [list(cell) for cell in path.cells] for path in cm.sample(cm.read(board), 3, seed=5)
    ]
    assert run("count", board, "--heat", heat)[0].startswith(f"{total} solutions")
    svg = heat.read_text()
    frequencies = cm.all_solutions(cm.read(board)).frequencies
    assert svg.count('class="share"') == sum(number > 0 for number in frequencies.values())
    assert f"{total} solutions: a line" in svg
    assert run("sample", "zip-4")[0] == cm.text("zip-4", cm.solve("zip-4").solution) + "\n"
    assert run("sample", "zip-parity")[0] == "there is no solution\n"
    assert "--heat writes a picture" in run("count", board, "--heat", tmp_path / "heat.json", code=2)[1]
    assert "has no lines" in fails("count", "nine-one", "--heat", heat)
    assert "leave --limit and --given out" in run("count", board, "--heat", heat, "--limit", "3", code=2)[1]
    assert "not backtrack" in run("count", board, "--heat", heat, "--engine", "backtrack", code=2)[1]


@pytest.mark.parametrize(("ending", "room"), [("svg", 60), ("html", 24)])
def test_what_is_drawn_and_does_not_fit_into_a_file_is_told(tmp_path, ending, room):
    board = tmp_path / "board.json"
    cm.save(board, cm.Zip(3, 3))
    file = tmp_path / f"drawn.{ending}"
    caption = f"the first {room} of {room + 1} drawn"
    assert run("sample", board, "-n", room + 1, "-o", file)[1].endswith(f"{file} shows {caption}\n")
    assert (caption in file.read_text()) == (ending == "svg")
    assert "shows" not in run("sample", board, "-n", room, "-o", file)[1]
    many = tmp_path / "drawn.json"
    assert "shows" not in run("sample", board, "-n", 100, "-o", many)[1]
    assert len(json.loads(many.read_text())) == 100


@pytest.mark.parametrize("ends", ["time", "ctrl-c"])
def test_what_is_drawn_by_the_time_limit_or_ctrl_c_is_written(tmp_path, clock, monkeypatch, ends):
    def draw(every, number, seed, real=cm.AllSolutions.draw):
        for place, solution in enumerate(real(every, number, seed)):
            if place == 2:
                clock.move(9)
                if ends == "ctrl-c":
                    raise KeyboardInterrupt
            yield solution

    monkeypatch.setattr(cm.AllSolutions, "draw", draw)
    file, left = tmp_path / "drawn.json", 3 if ends == "time" else 2
    command = ["sample", "zip-4", "-n", 2000, "--time-limit", 9]
    told = f"stopped: {left} of 2,000 drawn uniformly from 1 solution\n"
    assert told in run(*command, "-o", file, code=3)[1]
    assert len(json.loads(file.read_text())) == left
    out, err = run(*command, code=3)
    assert (out, told in err) == (f"{cm.text('zip-4', cm.solve('zip-4').solution)}\n" * left, True)
    with pytest.raises(cm.errors.StoppedError if ends == "time" else KeyboardInterrupt):
        cm.sample("zip-4", 2000, time_limit=9)


@pytest.mark.parametrize("ending", ["svg", "json"])
def test_where_nothing_is_drawn_nothing_is_written(tmp_path, ending):
    file = tmp_path / f"drawn.{ending}"
    assert run("sample", "zip-4", "-n", 0, "-o", file)[1].endswith(
        f"{file} was not written, as no solution was drawn\n"
    )
    _, err = run("sample", "zip-parity", "-o", file)
    assert err.endswith(f"{file} was not written, as there is no solution\n")
    assert not file.exists()


@needs_devices
def test_what_was_drawn_is_printed_where_its_file_cannot_be_written(tmp_path):
    file = tmp_path / "drawn.svg"
    file.symlink_to("/dev/full")
    out, err = run("sample", "zip-4", "-o", file, code=2)
    assert out == cm.text("zip-4", cm.solve("zip-4").solution) + "\n"
    assert "No space left" in err


def test_shares_are_drawn_as_they_grow():
    """The strongest last, and what is in no solution not at all."""
    marks = [Mark.edge((0, 0), (0, 1)), Mark.edge((0, 1), (0, 2)), Mark.edge((0, 2), (0, 3))]
    picture = renderers.draw_shares(cm.Zip(1, 4), dict(zip(marks, (1.0, 0.5, 0.0), strict=True)))
    weak, strong = (shape for shape in picture.shapes if shape.role == "share")
    assert weak.width < strong.width


def test_shares_of_one_solution_and_of_none(tmp_path):
    heat = tmp_path / "heat.svg"
    assert run("count", "zip-parity", "--heat", heat)[1].endswith(f"{heat} was not written, as there is no solution\n")
    assert not heat.exists()
    run("count", "zip-4", "--heat", heat)
    assert ">1 solution: a line" in heat.read_text()


def test_ctrl_c_ends_a_count_and_what_would_be_drawn_of_it(tmp_path, monkeypatch):
    heat, stopped = tmp_path / "heat.svg", cm.Count(0, 0, 0, exhausted=False, interrupted=True)
    monkeypatch.setattr(cm, "count", lambda *_, **__: stopped)
    monkeypatch.setattr(cm, "all_solutions", lambda *_, **__: pytest.fail("it is counted again"))
    _, err = run("count", "zip-4", "--heat", heat, code=3)
    assert err.endswith(f"{heat} was not written, as the count was stopped\n")


def test_the_model_of_shares_is_made_in_the_time_that_there_is(monkeypatch, tmp_path):
    ended, heat = threading.Event(), tmp_path / "heat.svg"
    monkeypatch.setattr(cm, "build", lambda _: ended.wait(60))
    try:
        out, err = run("count", "zip-4", "--heat", heat, "--time-limit", 0.1, code=3)
    finally:
        ended.set()
    assert out.startswith("no solution found; there may be some")
    assert f"{heat} was not written" in err
