"""Kinds whose solutions are grids: what they promise, new puzzles and what is refused; see `test_brute_force`."""

import json
from dataclasses import replace

import numpy as np
import pytest
from grid_oracles import ORACLES
from linkedin_forms import puzzle_of

import cpmodels as cm
import readers
from cpmodels.base.diagram import Labels, Symbols
from cpmodels.puzzles.akari import Akari
from cpmodels.puzzles.fillomino import Fillomino
from cpmodels.puzzles.futoshiki import Futoshiki
from cpmodels.puzzles.heyawake import Heyawake
from cpmodels.puzzles.hitori import Hitori
from cpmodels.puzzles.kakuro import Kakuro
from cpmodels.puzzles.lits import Lits
from cpmodels.puzzles.nurikabe import Nurikabe
from cpmodels.puzzles.patches import Patch, Patches
from cpmodels.puzzles.queens import Queens
from cpmodels.puzzles.shikaku import Shikaku
from cpmodels.puzzles.simple_loop import SimpleLoop
from cpmodels.puzzles.skyscrapers import Skyscrapers
from cpmodels.puzzles.star_battle import StarBattle
from cpmodels.puzzles.sudoku import Sudoku
from cpmodels.puzzles.tango import Tango
from cpmodels.puzzles.yajilin import Yajilin
from cpmodels.testing import check_kind

kinds = pytest.mark.parametrize("kind", ORACLES)


def builtin(kind):
    return [name for name in readers.BUILTIN if readers.read(name).kind == kind]


SMALL = {
    "queens": (Queens(["AAAB", "CCBB", "CCDD", "CCDD"]), 1),
    "tango": (Tango([[1, None, None, None], [None] * 4], equal=[((0, 1), (0, 2))]), 1),
    "sudoku": (Sudoku([[1, None, None, None], [None, None, 3, None], [None, 4, None, None], [None] * 4]), 3),
    "patches": (Patches(3, 3, [Patch(0, 0), Patch(1, 1, shape="square"), Patch(2, 2)]), 4),
    "shikaku": (Shikaku([[2, None, 4], [None, None, None]]), 1),
    "star_battle": (StarBattle(["AAAB", "CCBB", "CCDD", "CCDD"], stars=1), 1),
    "akari": (Akari([[None, None, None], [None, 1, None]]), 2),
    "hitori": (Hitori([[1, 1, 2], [2, 3, 3], [3, 2, 1]]), 3),
    "heyawake": (Heyawake(["ABC", "ABC"], [None, None, None]), 2),
    "nurikabe": (Nurikabe([[1, None, 0], [None, None, None]]), 2),
    "futoshiki": (Futoshiki([[None] * 3] * 3, less=[((0, 0), (0, 1)), ((0, 1), (0, 2))]), 2),
    "skyscrapers": (Skyscrapers(top=[3, None, None]), 2),
    "fillomino": (Fillomino([[1, None, None], [None, None, 2]]), 1),
    "kakuro": (Kakuro(3, 3, [(0, 0), (0, 1, 3), (0, 2, 5), (1, 0), (2, 0)]), 4),
    "lits": (Lits(["AAAB", "BABB", "BBBB"]), 3),
}


@kinds
def test_what_a_kind_promises(kind):
    puzzle, total = SMALL[kind]
    assert check_kind(puzzle, engines=("cadical",)) == total


@kinds
def test_three_puzzles_are_built_in_with_one_solution_each(kind):
    names = builtin(kind)
    assert len(names) == 3
    for name in names:
        assert cm.is_unique(name) is True
        assert readers.read(name).name == name


@kinds
def test_new_puzzles(kind):
    options = {"stars": 1} if kind == "star_battle" else {}
    size = 5 if kind == "lits" else 4
    made = cm.generate(kind, size, seed=1, **options)
    assert made.puzzle.check(made.solution) == []
    assert cm.is_unique(made.puzzle) is True
    assert cm.generate(kind, size, seed=1, **options).puzzle == made.puzzle


def test_sizes_of_which_there_is_no_puzzle_end_with_a_sentence():
    with pytest.raises(cm.ParameterError, match="no puzzle of this size, with these options"):
        cm.generate("star_battle", 4, seed=1, stars=2)


@kinds
def test_a_broken_solution_and_one_of_another_type_are_drawn_and_refused(kind):
    puzzle, _ = SMALL[kind]
    wrong = cm.Grid([[9] * puzzle.cols] * puzzle.rows)
    assert puzzle.check(wrong)
    assert puzzle.check(cm.Grid([[1]])) == [f"the solution is not a grid of {puzzle.rows} x {puzzle.cols} cells"]
    with pytest.raises(TypeError):
        puzzle.check(cm.Path([]))
    assert cm.draw(puzzle, wrong).svg().startswith("<svg")


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
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
        (lambda: Heyawake(["AB"], [1]), "there are 1 numbers for 2 rooms"),
        (lambda: Heyawake(["AB"], [1, -1]), "the number of a room must be at least 0, not -1"),
        (lambda: Nurikabe([[-1]]), "given at (0, 0) must be at least 0, not -1"),
        (lambda: Futoshiki([[None, None]]), "the board has 1 row but 2 columns"),
        (lambda: Futoshiki([[2]]), "2 at row 1, column 1 is given, but the numbers end with 1"),
        (
            lambda: Futoshiki([[None] * 2] * 2, [((0, 0), (1, 1))]),
            "a sign stands between (0, 0) and (1, 1), which do not touch",
        ),
        (lambda: Skyscrapers([1, 2], [1]), "there are 1 clues at the right of a board of 2 x 2"),
        (lambda: Skyscrapers([0]), "a clue at the top must be at least 1, not 0"),
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
)  # fmt: skip
def test_bad_input_is_one_sentence(make, sentence):
    with pytest.raises(cm.PuzzleError) as told:
        make()
    assert str(told.value) == sentence


def test_boxes_stand_in_files_where_they_are_not_the_usual_ones():
    usual, other = Sudoku([[None] * 4] * 4), Sudoku([[None] * 4] * 4, ["AABB", "ACBB", "ACCD", "CDDD"])
    assert "boxes" not in readers.puzzle_form(usual)
    assert readers.read(readers.write(other)) == other != usual


def test_numbers_that_are_not_all_cells_are_the_reason_why_a_shikaku_has_no_solution():
    assert cm.solve(Shikaku([[2, None, 3]])).reason == "the numbers add up to 5, but the board has 3 cells"


# LinkedIn's puzzles --------------------------------------------------------------------------------------------------


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
