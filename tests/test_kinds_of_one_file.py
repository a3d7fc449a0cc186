"""Kinds that are one file each, in this package or one of their own (docs/kinds): all that the library does with any.

Their solutions, checks and promises are compared with brute force in `test_brute_force`.
"""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import grid_oracles
import numpy as np
import pytest
import strangers_oracles
from clocks import left_behind
from command_line import fails, run, run_process
from cpmodels_hexagons import Hexagons, Layout, flower
from examples import examples
from hypothesis import given
from linkedin_forms import puzzle_of
from refusals import refusal
from strangers_oracles import links, loops, pairs_of_cells

import cpmodels as cm
import readers
import renderers
from cpmodels.base.description import Rule
from cpmodels.base.diagram import Labels, Symbols
from cpmodels.base.errors import TooLargeError
from cpmodels.puzzles import fillomino, surface_matching, yajilin
from cpmodels.puzzles.akari import Akari
from cpmodels.puzzles.edge_matching import Board
from cpmodels.puzzles.fillomino import Fillomino
from cpmodels.puzzles.futoshiki import Futoshiki
from cpmodels.puzzles.heyawake import Heyawake
from cpmodels.puzzles.hidoku import Hidoku
from cpmodels.puzzles.hitori import Hitori
from cpmodels.puzzles.kakuro import Kakuro
from cpmodels.puzzles.lits import Lits
from cpmodels.puzzles.masyu import Masyu
from cpmodels.puzzles.numberlink import Numberlink
from cpmodels.puzzles.nurikabe import Nurikabe
from cpmodels.puzzles.patches import Patches
from cpmodels.puzzles.queens import Queens
from cpmodels.puzzles.shikaku import Shikaku
from cpmodels.puzzles.simple_loop import SimpleLoop
from cpmodels.puzzles.skyscrapers import Skyscrapers
from cpmodels.puzzles.slitherlink import Slitherlink
from cpmodels.puzzles.star_battle import StarBattle
from cpmodels.puzzles.sudoku import Sudoku
from cpmodels.puzzles.surface_matching import SurfaceMatching
from cpmodels.puzzles.tango import Tango
from cpmodels.puzzles.yajilin import Yajilin

KINDS = [*grid_oracles.ORACLES, *strangers_oracles.ORACLES]
HEXAGONS = Path(__file__).parents[1] / "docs" / "kinds" / "hexagons" / "example.json"


def builtin(kind):
    return [name for name in readers.BUILTIN if readers.read(name).kind == kind]


# What the library does with any kind ---------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_three_puzzles_are_built_in_with_one_solution_each(kind):
    names = builtin(kind)
    assert len(names) == 3
    for name in names:
        puzzle = readers.read(name)
        assert type(puzzle) is cm.kinds.kind_named(kind)
        assert puzzle.check(cm.solve(name).solution) == []
        assert cm.is_unique(name) is True


@pytest.mark.parametrize("example", [*(builtin(kind)[-1] for kind in KINDS), HEXAGONS], ids=str)
def test_drawings_texts_and_pages(example, tmp_path):
    puzzle = readers.read(example)
    solution = cm.solve(example).solution
    assert puzzle.check(solution) == []
    bare, whole = renderers.draw(puzzle).svg(), renderers.draw(puzzle, solution).svg()
    assert bare.startswith("<svg")
    assert bare != whole
    assert renderers.text(puzzle) != renderers.text(puzzle, solution)
    renderers.save(tmp_path / "board.png", puzzle, solution)
    renderers.save(tmp_path / "board.html", puzzle, solution)
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")
    assert "<svg" in (tmp_path / "board.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", grid_oracles.ORACLES)
def test_a_broken_solution_and_one_of_another_type_are_drawn_and_refused(kind):
    puzzle = readers.read(builtin(kind)[0])
    wrong = cm.Grid([[9] * puzzle.cols] * puzzle.rows)
    assert puzzle.check(wrong)
    assert puzzle.check(cm.Grid([[1]])) == [f"the solution is not a grid of {puzzle.rows} x {puzzle.cols} cells"]
    with pytest.raises(TypeError):
        puzzle.check(cm.Path([]))
    assert cm.draw(puzzle, wrong).svg().startswith("<svg")


@pytest.mark.parametrize("kind", grid_oracles.ORACLES)
def test_new_puzzles(kind):
    options = {"stars": 1} if kind == "star_battle" else {}
    size = 5 if kind == "lits" else 4
    made = cm.generate(kind, size, seed=1, **options)
    assert made.puzzle.check(made.solution) == []
    assert cm.is_unique(made.puzzle) is True
    assert cm.generate(kind, size, seed=1, **options).puzzle == made.puzzle


def test_sizes_of_which_there_is_no_puzzle_end_with_a_sentence():
    with pytest.raises(cm.ParameterError, match="it may be that no puzzle of this size, with these options, has a sol"):
        cm.generate("star_battle", 4, seed=1, stars=2)


def test_the_example_of_a_package_has_one_solution():
    assert cm.is_unique(HEXAGONS) is True


def test_the_command_line_solves_and_draws(tmp_path):
    run_process("solve", HEXAGONS, "-o", "solved.png", folder=tmp_path)
    assert (tmp_path / "solved.png").read_bytes().startswith(b"\x89PNG")


def test_the_command_line_checks_and_tells_what_is_wrong(tmp_path):
    wrong, bad = tmp_path / "wrong.json", tmp_path / "bad.json"
    wrong.write_text('{"cells": [[0, 0], [0, 1], [1, 1], [1, 0]]}')
    assert run("check", "simple-loop-8", wrong, code=1)[0] == "the loop passes blocked cells: row 2, column 2\n"
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
            ["the arrow at (0, 2) points at 1 shaded cell, not 0"],
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
            replace(LINK, detours=False),
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
        (lambda: Hexagons([(0, 0)], []), "expected as many pieces as cells, 1, not 0"),
        (lambda: Queens(["AB", "AB", "AB"]), "the board has 3 rows but 2 columns"),
        (lambda: Queens(["AB", "CA"]), "the board has 2 rows but 3 regions"),
        (lambda: Queens([]), "rows must be at least 1, not 0"),
        (lambda: Queens(["AB", "A"]), "row 2 of regions has 1 cell, but row 1 has 2"),
        (lambda: Tango([[None]]), "a board of 1 x 1 cannot have as many suns as moons everywhere"),
        (lambda: Tango([[2, None]] * 2), "2 at row 1, column 1 is given, which is not 1 for a sun or 0 for a moon"),
        (
            lambda: Tango([[None] * 2] * 2, equal=[((0, 0), (1, 1))]),
            "a sign stands between (0, 0) and (1, 1), which do not touch",
        ),
        (lambda: Sudoku([[None] * 2]), "the board has 1 row but 2 columns"),
        (
            lambda: Sudoku([[5] + [None] * 3] + [[None] * 4] * 3),
            "5 at row 1, column 1 is given, but the numbers end with 4",
        ),
        (lambda: Sudoku([[None] * 2] * 2, ["AB"]), "the boxes are not rows of a board of 2 x 2"),
        (lambda: Sudoku([[None] * 2] * 2, ["AB", "BB"]), "box 1 has 1 cell, not 2"),
        (lambda: StarBattle(["AB", "AB"], stars=0), "the number of stars must be at least 1, not 0"),
        (lambda: Akari([[5]]), "5 at row 1, column 1 is given, but a cell has 4 neighbours"),
        (lambda: Akari([[None]], [(0, 1)]), "a wall is at (0, 1), off the 1 x 1 board"),
        (lambda: Hitori([[1, None]]), "there is no number at row 1, column 2"),
        (lambda: Heyawake(["AB"], [1]), "1 number is given for 2 rooms"),
        (lambda: Heyawake(["AB"], [1, -1]), "number 2 of given must be at least 0, not -1"),
        (lambda: Nurikabe([[-1]]), "given at (0, 0) must be at least 0, not -1"),
        (lambda: Futoshiki([[None, None]]), "the board has 1 row but 2 columns"),
        (lambda: Futoshiki([[2]]), "2 at row 1, column 1 is given, but the numbers end with 1"),
        (
            lambda: Futoshiki([[None] * 2] * 2, [((0, 0), (1, 1))]),
            "a sign stands between (0, 0) and (1, 1), which do not touch",
        ),
        (lambda: Skyscrapers([1, 2], [1]), "1 clue is given at the right of a board of 2 x 2"),
        (lambda: Skyscrapers([0]), "number 1 of top must be at least 1, not 0"),
        (lambda: Skyscrapers([1], given=[[2]]), "the given heights are not 1 rows of 1 numbers up to 1"),
        (lambda: Fillomino([[3, None]]), "3 at row 1, column 1 is given, but the board has 2 cells"),
        (lambda: Kakuro(2, 2, [(0, 0), (0, 0)]), "there are two dark cells at row 1, column 1"),
        (lambda: Kakuro(2, 2, [(0, 1, 0, 3)]), "3 is a sum at row 1, column 2, but no light cell follows there"),
        (lambda: Patches(2, 2, [(0, 2)]), "a clue is at (0, 2), off the 2 x 2 board"),
        (lambda: Patches(2, 2, [(0, 0), (0, 0)]), "there are two clues at row 1, column 1"),
        (lambda: Patches(2, 2, [(0, 0, 0)]), "the area at row 1, column 1 must be at least 1, not 0"),
        (
            lambda: Patches(2, 2, [(0, 0, None, "round")]),
            "the shape at row 1, column 1 must be square, tall or wide, not 'round'",
        ),
    ],
)
def test_bad_input_is_one_sentence(make, sentence):
    assert refusal(make) == sentence


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        (Yajilin(2, 3, [(0, 2, "bottom", 1)]), "the arrow at (0, 2) points at 1 shaded cell"),
        (Nurikabe([[1, None]]), "the island of (0, 0) has 1 cell"),
        (Fillomino([[None] * 2]), "a region of 1 that begins at (0, 0) has 1 cell"),
        (Lits([[0] * 4]), "the room of (0, 0) has one of its shapes"),
    ],
)
def test_constraints_count_as_people_do(puzzle, words):
    model = cm.build(puzzle)
    assert words in {constraint.name for constraint in model.cp.proto.constraints}


def test_given_numbers_too_far_apart_are_to_blame_and_no_others():
    found = cm.relax(Hidoku([[1, None, None, 2]]))
    assert [each.words for each in found.given_up] == ["1 and 2 are neighbours on the way from 1 to 2"]
    large = cm.solve(Hidoku([[1, *[None] * 39], *[[None] * 40] * 38, [*[None] * 39, 39]]))
    assert (large.status, large.reason) == (cm.Status.INFEASIBLE, "1 and 39 are given too far apart")
    assert Hidoku([[1, None, None], [None] * 3, [None, None, 3]]).infeasible_reason() is None


@pytest.mark.parametrize(
    "puzzle",
    [
        Kakuro(2, 3, [(0, 0), (0, 1), (0, 2), (1, 0, 0, 2**63 - 1)]),
        Skyscrapers([2**63 - 1, None]),
        StarBattle(["AB", "AB"], stars=2**63 - 1),
    ],
)
def test_numbers_that_are_too_large_have_no_solution(puzzle):
    assert cm.solve(puzzle).status is cm.Status.INFEASIBLE


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


def test_boxes_stand_in_files_where_they_are_not_the_usual_ones():
    usual, other = Sudoku([[None] * 4] * 4), Sudoku([[None] * 4] * 4, ["AABB", "ACBB", "ACCD", "CDDD"])
    assert "boxes" not in readers.puzzle_form(usual)
    assert readers.read(readers.write(other)) == other != usual


def test_numbers_that_are_not_all_cells_are_the_reason_why_a_shikaku_has_no_solution():
    assert cm.solve(Shikaku([[2, None, 3]])).reason == "the numbers add up to 5, but the board has 3 cells"


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
        found = cm.solve(puzzle, time_limit=60).solution
        if max(puzzle.rows, puzzle.cols) <= 10:
            assert cm.is_unique(puzzle, time_limit=60) is True, entry["id"]
        outcomes[published_kinds.compared(kind, puzzle, found, entry["solution"])] += 1
    assert outcomes["equal"] > 1
    assert set(outcomes) <= {"equal", "none"}


@pytest.mark.parametrize("name", [name for name in readers.BUILTIN if name.startswith("patches-")])
def test_every_clue_of_patches_is_drawn(name):
    """Also of a rectangle of which nothing but a cell is known."""
    puzzle = cm.read(name)
    drawn = [cell for layer in puzzle.diagram().layers if isinstance(layer, (Symbols, Labels)) for cell, _ in layer.at]
    assert {*drawn} == {clue[:2] for clue in puzzle.clues}


@pytest.mark.parametrize("game", ["queens", "tango", "minisudoku", "patches"])
def test_published_puzzles_have_one_solution(game, data):
    for entry in json.loads((data / "linkedin" / f"{game}.json").read_text(encoding="utf-8")):
        puzzle = puzzle_of(game, entry)
        assert readers.read(readers.write(puzzle)) == puzzle
        assert cm.is_unique(replace(puzzle, name=entry["date"])) is True


def test_clues_may_come_in_an_iterator():
    assert Skyscrapers(top=map(int, "312"), given=iter([[None] * 3] * 3)).top == (3, 1, 2)


def test_sizes_of_numpy_are_whole_numbers():
    assert cm.solve(SimpleLoop(np.uint8(24), np.uint8(24))).status is cm.Status.SOLVED
    assert Yajilin(np.uint8(16), np.uint8(16)).rows * 16 == 256
    with pytest.raises(cm.PuzzleError, match="a board of 20000 x 20000 is too large"):
        Skyscrapers(top=[None] * 20_000)


def test_a_check_asks_for_its_board_once(monkeypatch):
    """However many cells there are: otherwise it takes a quadratic time."""
    side, asked = 4, []
    for module, name in ((yajilin, "grid"), (surface_matching, "box")):
        made = getattr(module, name)
        monkeypatch.setattr(module, name, lambda *of, made=made, **more: asked.append(of) or made(*of, **more))
    arrows = [(row, col, "left", 0) for row in range(2, side) for col in range(side)]
    assert Yajilin(side, side, arrows).check(cm.Loop([(0, 0), (0, 1), (1, 1), (1, 0)]))
    assert len(asked) == 1
    puzzle = SurfaceMatching([(1, 1, 1, 1)] * side**2, rows=side, cols=side)
    asked.clear()
    assert puzzle.check(Board([[(side * row + col, 0) for col in range(side)] for row in range(side)])) == []
    assert len(asked) == 2


def test_a_line_may_cross_two_borders_between_the_same_rooms():
    whole = cm.Grid([[0] * 3] * 2)
    assert Heyawake(["AAA", "ABA"], [None] * 2).check(whole) == [
        "the line from (1, 0) to (1, 2) crosses two borders between rooms"
    ]


def test_a_begun_fillomino_has_lines_around_its_complete_regions_alone():
    """Not between a number and a cell that is open, which may be of its region."""
    drawn = renderers.draw_partial(puzzle := Fillomino([[2, 1, 3], [None] * 3]), puzzle.numbers)
    assert [shape.role for shape in drawn.shapes].count("border") == 3


def test_boards_with_too_many_possible_numbers_are_refused(monkeypatch):
    """Two rooms of two open cells have two numbers each."""
    puzzle = Fillomino([[None, None, 1], [1, 1, None], [2, 1, None]])
    monkeypatch.setattr(fillomino, "MOST_NUMBERS", 8)
    assert sum(len(numbers) for cell, numbers in puzzle.possible().items() if cell not in puzzle.numbers) == 8
    monkeypatch.setattr(fillomino, "MOST_NUMBERS", 7)
    with pytest.raises(TooLargeError, match="the open cells have more than 7 possible numbers"):
        cm.solve(puzzle)


VALUES = "constraints._numbers.MOST_VALUES", 64, "the cells may hold 64 numbers in all, but at most 63 are allowed"
NODES = "base.graph.MOST_IN_REGIONS", 6, "the regions can have more than 5 nodes in all"
SEEN = "puzzles.skyscrapers.MOST_SEEN", 54, "2 clues on a board of 3 x 3 need 54 literals, but at most 53 are allowed"


@pytest.mark.parametrize(
    ("ask", "puzzle", "limit", "most", "sentence"),
    [
        (cm.solve, Sudoku([[None] * 4] * 4), *VALUES),
        (cm.solve, Futoshiki([[None] * 4] * 4), *VALUES),
        (cm.solve, Skyscrapers(top=[None] * 4), *VALUES),
        (cm.build, Nurikabe([[0, None, None, None, 0]]), *NODES),
        (Nurikabe.describe, Nurikabe([[0, None, None, None, 0]]), *NODES),
        (cm.solve, Skyscrapers(top=[3, None, None], left=[None, 2, None]), *SEEN),
    ],
)
def test_boards_that_would_fill_the_memory_are_refused(ask, puzzle, limit, most, sentence, monkeypatch):
    """4 x 4 cells may hold 4 numbers each, two islands can have three cells each, and each clue of 3 x 3 needs 27."""
    monkeypatch.setattr(f"cpmodels.{limit}", most)
    made = ask(puzzle)
    assert ask is not cm.solve or made.solution is not None
    monkeypatch.setattr(f"cpmodels.{limit}", most - 1)
    with pytest.raises(TooLargeError, match=sentence):
        ask(puzzle)


@pytest.mark.parametrize("kind", [Fillomino, Kakuro, Lits, SimpleLoop])
def test_blank_boards_are_left_where_nobody_waits_for_them(kind, monkeypatch):
    """Large ones went on to be made long after the time limit."""
    two_alike = {(row, col): col // 2 for row in range(4) for col in range(4)}
    monkeypatch.setattr(fillomino, "grown", lambda *_: two_alike)
    with left_behind():
        kind.blank(4, 4, Random(1))


def test_no_tidy_paths_are_looked_for_on_large_boards(monkeypatch):
    """Their rules filled the memory."""
    for most, tidy in ((6, 1), (5, 0)):
        monkeypatch.setattr("cpmodels.puzzles.numberlink.MOST_TIDY", most)
        assert [part.alone is None for part in LINK.parts()] == [True, *[False] * tidy]


def test_rules_of_tidy_paths_are_left_where_nobody_waits_for_them():
    """There are hundreds for each cell, so that a large board takes long."""
    puzzle = Numberlink([[1, None, None], [None] * 3, [None, None, 1]])
    tidy = next(part.puzzle for part in puzzle.parts() if part.alone)
    with left_behind():
        tidy.describe()
