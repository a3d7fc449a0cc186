"""Kinds that are one file each, in this package or one of their own (docs/kinds): all that the library does with any.

Their solutions and checks are compared with brute force in `test_brute_force`.
"""

from collections import Counter
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from command_line import fails, run, run_process
from examples import examples
from hypothesis import given

import cpmodels as cm
import readers
import renderers
from cpmodels.base.description import Rule
from cpmodels.testing import check_kind

FOLDER = Path(__file__).parents[1] / "docs" / "kinds"
KINDS = ("hexagons", "hidoku", "masyu", "numberlink", "simple_loop", "slitherlink", "yajilin")
INSTALLED = {entry.name for entry in entry_points(group="cpmodels.kinds")}

if "hexagons" not in INSTALLED:
    pytest.skip("the package docs/kinds/hexagons is not installed", allow_module_level=True)

from cpmodels_hexagons import Hexagons, Layout, flower  # noqa: E402
from strangers_oracles import links, loops, pairs_of_cells  # noqa: E402

from cpmodels.puzzles.hidoku import Hidoku  # noqa: E402
from cpmodels.puzzles.masyu import Masyu  # noqa: E402
from cpmodels.puzzles.numberlink import Numberlink  # noqa: E402
from cpmodels.puzzles.simple_loop import SimpleLoop  # noqa: E402
from cpmodels.puzzles.slitherlink import Slitherlink  # noqa: E402
from cpmodels.puzzles.yajilin import Yajilin  # noqa: E402

SMALL = {
    "hexagons": Hexagons([(0, 0), (0, 1), (1, 0)], [(1, 2, 1, 2, 1, 2), (2, 3, 1, 2, 2, 3), (3, 1, 2, 3, 3, 1)]),
    "hidoku": Hidoku([[None, None, None], [None, 1, None], [None, None, 6]]),
    "masyu": Masyu(4, 4, white=[(1, 0)]),
    "numberlink": Numberlink([[1, None, None], [None, 2, None], [2, None, 1]]),
    "simple_loop": SimpleLoop(4, 6, blocked=[(0, 0), (0, 1)]),
    "slitherlink": Slitherlink([[None, 2, None], [None, None, 1]]),
    "yajilin": Yajilin(4, 4, [(0, 0, "right", None), (3, 3, "top", 1)]),
}
TOTALS = {"hexagons": 21, "hidoku": 4, "masyu": 68, "numberlink": 2, "simple_loop": 10, "slitherlink": 5, "yajilin": 8}
"""How many solutions they have, by the brute force below."""

each_kind = pytest.mark.parametrize("kind", KINDS)


def example(kind):
    """The path of an example, or its name."""
    sizes = {"hidoku": 6, "masyu": 8, "simple_loop": 8, "yajilin": 6}
    name = f"{kind.replace('_', '-')}-{sizes.get(kind, 7)}"
    return FOLDER / kind / "example.json" if kind == "hexagons" else name


# What the library does with any kind ---------------------------------------------------------------------------------


@each_kind
def test_the_example_is_solved_from_its_path_and_has_one_solution(kind):
    puzzle = readers.read(example(kind))
    assert type(puzzle) is cm.kinds.kind_named(kind)
    result = cm.solve(example(kind))
    assert result.status is cm.Status.SOLVED
    assert puzzle.check(result.solution) == []
    assert cm.is_unique(puzzle) is True


@pytest.mark.parametrize("puzzle", SMALL.values(), ids=SMALL)
def test_what_a_kind_promises(puzzle):
    """Its solutions by CP-SAT, with symmetry, without it and in parts, by other engines and as JSON."""
    engines = ("cadical", "xcover") if puzzle.kind == "hexagons" else ("cadical",)
    assert check_kind(puzzle, engines=engines) == TOTALS[puzzle.kind]


@each_kind
def test_drawings_texts_and_pages(kind, tmp_path):
    puzzle = readers.read(example(kind))
    solution = cm.solve(puzzle).solution
    bare, whole = renderers.draw(puzzle).svg(), renderers.draw(puzzle, solution).svg()
    assert bare.startswith("<svg")
    assert bare != whole
    assert renderers.text(puzzle) != renderers.text(puzzle, solution)
    renderers.save(tmp_path / "board.png", puzzle, solution)
    renderers.save(tmp_path / "board.html", puzzle, solution)
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")
    assert "<svg" in (tmp_path / "board.html").read_text(encoding="utf-8")


def test_the_command_line_solves_and_draws(tmp_path):
    run_process("solve", example("hexagons"), "-o", "solved.png", folder=tmp_path)
    assert (tmp_path / "solved.png").read_bytes().startswith(b"\x89PNG")


def test_the_command_line_checks_and_tells_what_is_wrong(tmp_path):
    wrong, bad = tmp_path / "wrong.json", tmp_path / "bad.json"
    wrong.write_text('{"cells": [[0, 0], [0, 1], [1, 1], [1, 0]]}')
    assert run("check", example("simple_loop"), wrong, code=1)[0] == "the loop passes blocked cells: row 2, column 2\n"
    bad.write_text('{"puzzle": "hidoku", "given": [[1, null], [5, null]]}')
    assert "5 at row 2, column 1 is given, but the numbers end with 4" in fails("solve", bad)


# Brute force ---------------------------------------------------------------------------------------------------------


def test_loops_are_as_many_as_others_have_counted():
    assert [len(loops(n, n)) for n in (2, 3, 4)] == [1, 13, 213]  # OEIS A140517


@examples(150)
@given(pairs_of_cells())
def test_numberlink_uniqueness_by_tidy_solutions(board):
    given_numbers, ends = board
    puzzle = Numberlink(given_numbers)
    every = links(puzzle.rows, puzzle.cols, ends)
    assert cm.is_unique(puzzle) is (len(every) == 1)
    tidy = next(part for part in puzzle.parts() if part.alone)
    found = list(cm.solutions(tidy.puzzle, engine="glucose"))
    assert set(found) == set(cm.solutions(tidy.puzzle, engine="cp-sat")) <= {cm.Paths(paths) for paths in every}
    assert bool(found) is bool(every)
    is_known = len(found) == 1 and tidy.alone(found[0])
    assert is_known is (len(every) == 1)


class AlongTheTop(Numberlink):
    """One more rule: a path joins the first two cells."""

    def _rules(self):
        return [*super()._rules(), Rule([((0, 0), (0, 1))], 1, "a path begins along the top")]

    def check(self, solution):
        begins = any({(0, 0), (0, 1)} <= {*path} for path in solution.paths)
        return super().check(solution) + ["no path begins along the top"] * (not begins)


@pytest.mark.parametrize(("rows", "total"), [([[1, 2], [1, 2]], 0), ([[1, None], [1, None]], 1)])
def test_tidy_solutions_say_nothing_of_a_kind_with_more_rules(rows, total):
    """The only tidy solution breaks the rule of the kind that is derived from Numberlink."""
    puzzle = AlongTheTop(rows)
    assert cm.is_unique(puzzle) is (total == 1)
    assert cm.count(puzzle).total == total
    assert (cm.solve(puzzle).solution is None) == (total == 0)


# Sentences -----------------------------------------------------------------------------------------------------------

SQUARE = [(0, 0), (0, 1), (1, 1), (1, 0)]
RING = [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0)]
LINK = Numberlink([[1, None, 2], [1, None, 2]])
TRIO = Hexagons([(0, 0), (0, 1), (1, 0)], [(1, 2, 3, 0, 0, 0), (2, 3, 1, 0, 0, 0), (3, 1, 2, 0, 0, 0)])


@pytest.mark.parametrize(
    ("puzzle", "solution", "broken"),
    [
        (Hidoku([[1, None]]), cm.Grid([[1], [2]]), ["the solution is not a grid of 1 x 2 cells"]),
        (Hidoku([[1, None]]), cm.Grid([[1, 1]]), ["these numbers are missing: 2"]),
        (Hidoku([[1, None]]), cm.Grid([[2, 1]]), ["2 is at (0, 0), but 1 is given"]),
        (Hidoku([[None] * 3]), cm.Grid([[1, 3, 2]]), ["these do not touch: 1 and 2"]),
        (Slitherlink([[None]]), cm.Loop([(0, 0), (0, 1), (1, 1), (2, 1)]), ["the loop leaves the board at (2, 1)"]),
        (Slitherlink([[None]]), cm.Loop([]), ["a loop has at least 3 points, not 0"]),
        (
            Slitherlink([[None]]),
            cm.Loop([*SQUARE, *SQUARE]),
            ["the loop passes twice through (0, 0), (0, 1), (1, 1), (1, 0)"],
        ),
        (
            Slitherlink([[None, None]]),
            cm.Loop([(0, 0), (0, 2), (1, 2), (1, 0)]),
            ["the loop jumps from (0, 0) to (0, 2), from (1, 2) to (1, 0)"],
        ),
        (
            Slitherlink([[3, 0]]),
            cm.Loop(SQUARE),
            ["4 sides of the cell (0, 0) are on the loop, not 3", "1 side of the cell (0, 1) is on the loop, not 0"],
        ),
        (SimpleLoop(2, 2, [(1, 1)]), cm.Loop(SQUARE), ["the loop passes blocked cells: (1, 1)"]),
        (SimpleLoop(2, 3), cm.Loop(SQUARE), ["the loop leaves out (0, 2), (1, 2)"]),
        (
            SimpleLoop(2, 2),
            cm.Loop([(0, 0), (1, 1), (1, 0), (0, 1)]),
            ["the loop jumps from (0, 1) to (1, 0), from (1, 1) to (0, 0)"],
        ),
        (Masyu(3, 3, white=[(1, 1)]), cm.Loop(RING), ["the loop leaves out the circles at (1, 1)"]),
        (Masyu(2, 2, white=[(0, 0)]), cm.Loop(SQUARE), ["the loop turns at the white circle at (0, 0)"]),
        (Masyu(2, 2, black=[(0, 0)]), cm.Loop(SQUARE), ["the loop turns next to the black circle at (0, 0)"]),
        (
            Masyu(3, 3, black=[(0, 1)]),
            cm.Loop(RING),
            [
                "the loop goes straight at the black circle at (0, 1)",
                "the loop turns next to the black circle at (0, 1)",
            ],
        ),
        (
            Masyu(2, 5, white=[(0, 2)]),
            cm.Loop([*[(0, c) for c in range(5)], *[(1, c) for c in range(4, -1, -1)]]),
            ["the loop goes straight before and after the white circle at (0, 2)"],
        ),
        (Yajilin(2, 3), cm.Loop(SQUARE), ["the shaded cells at (0, 2) and (1, 2) touch"]),
        (
            Yajilin(2, 3, [(0, 2, "bottom", 0)]),
            cm.Loop(SQUARE),
            ["the arrow at (0, 2) points at 1 shaded cells, not 0"],
        ),
        (LINK, cm.Paths([[(0, 0), (2, 0)]]), ["a path leaves the board at (2, 0)"]),
        (LINK, cm.Paths([[(0, 0), (1, 0)]]), ["no path joins the ends of number 2"]),
        (
            LINK,
            cm.Paths([[(0, 0), (1, 0)], [(0, 2), (1, 2)], [(0, 1)]]),
            ["a path from (0, 1) to (0, 1) joins no two ends"],
        ),
        (
            LINK,
            cm.Paths([[(0, 0), (0, 1), (1, 1), (1, 0)], [(0, 2), (0, 1), (1, 1), (1, 2)]]),
            ["the paths pass twice through (0, 1), (1, 1)"],
        ),
        (
            Numberlink([[1, None, 2], [1, None, 2]], cover=True),
            cm.Paths([[(0, 0), (1, 0)], [(0, 2), (1, 2)]]),
            ["no path passes (0, 1), (1, 1)"],
        ),
        (
            LINK.without_detours(),
            cm.Paths([[(0, 0), (0, 1), (1, 1), (1, 0)], [(0, 2), (1, 2)]]),
            ["a path makes a detour round the square at (0, 0)"],
        ),
        (
            Numberlink([[1, 2, 2, 1]]),
            cm.Paths([[(0, 0), (0, 1), (0, 2), (0, 3)], [(0, 1), (0, 2)]]),
            [
                "the paths pass twice through (0, 1), (0, 2)",
                "a path passes the end at (0, 1)",
                "a path passes the end at (0, 2)",
            ],
        ),
        (Numberlink([[1, None, 1]]), cm.Paths([[(0, 0), (0, 2)]]), ["a path jumps from (0, 0) to (0, 2)"]),
        (TRIO, Layout([((0, 0), 0, 0), ((0, 1), 1, 0)]), ["the pieces do not fill the board, one in each cell"]),
        (TRIO, Layout([((0, 0), 0, 0), ((0, 1), 1, 0), ((1, 0), 3, 0)]), ["there is no piece 4"]),
        (
            Hexagons([(0, 0), (2, 0)], [(0,) * 6] * 2),
            Layout([((0, 0), 1, 0), ((2, 0), 1, 0)]),
            ["used more than once: pieces 2"],
        ),
        (
            Hexagons([(0, 0), (0, 1)], [(1, 0, 0, 0, 0, 0)] * 2),
            Layout([((0, 0), 0, 0), ((0, 1), 1, 0)]),
            ["(0, 0) and (0, 1) meet with the colours 1 and 0"],
        ),
    ],
)  # fmt: skip
def test_each_broken_rule_is_one_sentence(puzzle, solution, broken):
    assert puzzle.check(solution) == broken


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Hidoku([]), "rows must be at least 1, not 0"),
        (lambda: Hidoku([[1, 2], [3]]), "row 2 of given has 1 cell, but row 1 has 2"),
        (lambda: Hidoku([[1, "x"]]), "given at (0, 1) must be a whole number, not 'x'"),
        (lambda: Hidoku([[0, None]]), "given at (0, 0) must be at least 1, not 0"),
        (lambda: Hidoku([[1, 3]]), "3 at row 1, column 2 is given, but the numbers end with 2"),
        (lambda: Hidoku([[2, 2]]), "the number 2 is given twice"),
        (lambda: Slitherlink([[5]]), "5 at row 1, column 1 is given, but a cell has 4 sides"),
        (lambda: Slitherlink([[-1]]), "given at (0, 0) must be at least 0, not -1"),
        (lambda: SimpleLoop(0, 3), "rows must be at least 1, not 0"),
        (lambda: SimpleLoop(2, 2, [(2, 0)]), "a blocked cell is at (2, 0), off the 2 x 2 board"),
        (lambda: SimpleLoop(2, 2, [(1, 0), (1, 0)]), "there are two blocked cells at row 2, column 1"),
        (lambda: SimpleLoop(1, 1, [(0, 0)]), "all cells are blocked, so there is nothing to pass"),
        (lambda: Yajilin(1, 2, [(0, 0), (0, 1)]), "all cells have arrows, so there is nothing to pass"),
        (lambda: SimpleLoop(2, 2, 7), "blocked cells must be a list, not 7"),
        (lambda: Masyu(2, 2, white=[(0, 2)]), "a white circle is at (0, 2), off the 2 x 2 board"),
        (lambda: Masyu(2, 2, white=[(0, 0)], black=[(0, 0)]), "there are two circles at row 1, column 1"),
        (lambda: Yajilin(2, 2, [(0, 2, "top")]), "an arrow is at (0, 2), off the 2 x 2 board"),
        (lambda: Yajilin(2, 2, [(0, 0, "up")]), "the side of an arrow must be top, right, bottom or left, not 'up'"),
        (lambda: Yajilin(2, 2, [(0, 0, "top", -1)]), "the number at row 1, column 1 must be at least 0, not -1"),
        (lambda: Yajilin(2, 2, [(0, 0, "top")] * 2), "there are two arrows at row 1, column 1"),
        (lambda: Numberlink([[1, None]]), "the number 1 stands in 1 cell, not in 2"),
        (lambda: Numberlink([[1, 1, 1]]), "the number 1 stands in 3 cells, not in 2"),
        (lambda: Numberlink([[None]]), "no number is given, so there is nothing to join"),
        (lambda: Hexagons([], []), "a board must have at least one cell"),
        (lambda: Hexagons([(0, 0), (0, 0)], [(0,) * 6] * 2), "the cell (0, 0) is given twice"),
        (lambda: Hexagons([(0, 0)], [(0,) * 5]), "piece 1 must be 6 numbers, not 5"),
        (lambda: Hexagons([(0, 0)], []), "a board of 1 cells takes as many pieces, not 0"),
    ],
)
def test_bad_input_is_one_sentence(make, sentence):
    with pytest.raises(cm.PuzzleError) as told:
        make()
    assert str(told.value) == sentence


@pytest.mark.parametrize("piece", [3, -1])
def test_pieces_that_there_are_not_are_not_drawn(piece):
    drawn = renderers.draw(TRIO, Layout([((0, 0), 0, 0), ((0, 1), piece, 0), ((1, 0), 2, 0)])).svg()
    assert drawn == renderers.draw(TRIO, Layout([((0, 0), 0, 0), ((1, 0), 2, 0)])).svg()
    assert drawn != renderers.draw(TRIO, Layout([((0, 0), 0, 0), ((0, 1), 1, 0), ((1, 0), 2, 0)])).svg()


def test_the_reason_why_a_simple_loop_cannot_be():
    result = cm.solve(SimpleLoop(3, 3))
    assert result.status is cm.Status.INFEASIBLE
    assert result.reason.endswith("of the free cells 5 are dark and 4 light")
    assert cm.count(SimpleLoop(3, 3)).reason == result.reason


def test_hexagons_of_one_shape_are_told_apart_by_number():
    puzzle = Hexagons(flower(2), [(1, 1, 1, 1, 1, 1)] * 7)
    assert puzzle.identical == 5040
    assert cm.count(puzzle).total == 1


# Published puzzles ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["hidoku", "masyu", "numberlink", "simple_loop", "slitherlink"])
def test_a_sample_of_published_puzzles(kind, data):
    from benchmarks import published_kinds

    outcomes = Counter()
    for entry in published_kinds.entries(data / "other_kinds", kind)[::30]:
        puzzle = published_kinds.puzzle_of(kind, entry["problem"])
        found = published_kinds.solved(puzzle, 60)
        if max(puzzle.rows, puzzle.cols) <= 10:
            assert cm.is_unique(puzzle, time_limit=60) is True, entry["id"]
        outcomes[published_kinds.compared(kind, puzzle, found, entry["solution"])] += 1
    assert outcomes["equal"] > 1
    assert set(outcomes) <= {"equal", "none"}
