"""Gardens as grids of codes: what is printed is read, and what the article prints."""

import pytest
from command_line import run
from examples import examples
from hypothesis import given
from lattice_oracle import gardens
from puzzle_strategies import small_variants
from refusals import refusal

import cpmodels as cm
import readers
from cpmodels import Garden, PuzzleError
from cpmodels.puzzles import TilePlacement

ARTICLE = """
|  |  |  |  |  |  |
|  |00|  |  |02|  |
|  |  |03|07|12|  |
|  |  |11|14|  |  |
|  |  |09|15|04|  |
|  |  |  |10|  |  |
|  |01|05|13|06|  |
|  |  |  |  |08|  |
|  |  |  |  |  |  |
"""
"""A garden of *The Hanging Gardens Problem*, with North to the right and East below."""

FLOATING = """// try 2
|  |  |01|06|  |02|  |  |
|  |  |  |10|  |08|  |  |
|  |  |03|14|  |  |  |  |
|  |  |11|15|07|05|04|  |
|  |  |09|13|12|  |  |  |
"""


def test_cells_of_other_dimensions_lie_outside():
    solution = readers.read_solution(Garden.hanging((5, 5)), {"cells": [[0, 0, 0, 1]]})
    assert Garden.hanging((5, 5)).check(solution) == ["tiles lie outside the box: (0, 0, 0)"]


def test_grids_of_the_article_are_gardens():
    wide = Garden.hanging((15, 15), red="place", fixed=[(15, (7, 7))])
    found = readers.read_solution(wide, ARTICLE)
    assert wide.check(found) == []
    assert found.codes[7, 7] == 15
    assert found.codes[8, 7] == 10  # East of it, as 10 is blue to the West
    assert cm.read("squares-in-15").check(readers.read_solution(cm.read("squares-in-15"), FLOATING)) == []
    assert wide.check(readers.read_solution(wide, ARTICLE.replace("|08|", "|  |"))) != []


def test_a_grid_is_checked_on_the_command_line(tmp_path):
    file = tmp_path / "grid.txt"
    file.write_text(cm.text("squares-16", cm.solve("squares-16").solution))
    assert run("check", "squares-16", file)[0] == "the solution is right\n"
    turned = [line.strip("|").split("|") for line in file.read_text().split("\n")]
    file.write_text("\n".join(f"|{'|'.join(column)}|" for column in zip(*turned[::-1], strict=True)))
    assert run("check", "squares-16", file)[0] == "the solution is right\n"
    file.write_text(ARTICLE)
    assert "outside the box" in run("check", "squares-16", file, code=1)[0]


@examples(80)
@given(small_variants())
def test_what_is_printed_is_read(garden):
    for tiles in gardens(garden)[:3]:
        placement = TilePlacement(tiles)
        text = cm.text(garden, placement) + "\n"
        assert readers.read_solution(garden, text) == placement, text


def test_cubes_in_a_large_box_are_printed_in_part():
    garden = Garden.hanging((100, 100, 100), tiles=[1, 4, 16, 32])
    placement = TilePlacement([((3, 40, 50), 1), ((3, 41, 50), 4), ((7, 40, 98), 16), ((7, 40, 99), 32)])
    text = cm.text(garden, placement)
    assert text.startswith("x = 3 to 7, y = 40 to 41, z = 50 to 99 of 100 x 100 x 100\nz = 50 ")
    assert readers.read_solution(garden, text) == placement
    moved = placement.shifted((1, 2, 0))
    assert readers.read_solutions(garden, f"{text}\n\n{cm.text(garden, moved)}\n") == [placement, moved]


@pytest.mark.parametrize(
    "garden",
    [
        Garden.hanging((4, 5), tiles=(2, 8, 10, 3, 12)),
        Garden.packed((2, 2), boundary=("torus", "free"), tiles="distinct"),
        Garden.hanging((2, 2, 3), tiles=(18, 8, 33, 4)),
        Garden.hanging((3, 1), lattice="hexagonal", tiles=(1, 8)),
    ],
    ids=str,
)
def test_all_gardens_that_are_printed_are_read(garden, tmp_path):
    puzzle, file = tmp_path / "garden.json", tmp_path / "all.txt"
    readers.write(garden, puzzle)
    file.write_text(run("solve", puzzle, "--all")[0])
    everything = set(cm.solutions(garden))
    assert len(everything) > 1
    assert set(readers.read_solutions(garden, file)) == everything
    assert run("check", puzzle, file)[0] == f"all {len(everything):,} solutions are right\n"
    damaged = file.read_text() + "\n|0x|\n"
    with pytest.raises(PuzzleError, match=f"line {len(damaged.splitlines())}: "):
        readers.read_solutions(garden, damaged)


def test_a_grid_that_fits_its_box_is_not_turned_out_of_it():
    row = Garden.packed((2, 1), boundary="free", red="omit", tiles=(1, 4))
    placement = TilePlacement([((0, 0), 1), ((1, 0), 4)])
    assert readers.read_solution(row, cm.text(row, placement) + "\n") == placement


def test_the_axes_of_the_first_line_come_in_any_order():
    garden = Garden.hanging((9, 9), tiles=[2, 8])
    text = "y = 1 to 1, x = 3 to 4 of 9 x 9\n|02|08|\n"
    assert readers.read_solution(garden, text) == TilePlacement([((3, 1), 2), ((4, 1), 8)])


def test_layers_one_below_the_other():
    garden = Garden.hanging((1, 1, 2), tiles=[16, 32])
    assert readers.read_solution(garden, "|16|\n\n|32|\n") == TilePlacement([((0, 0, 0), 16), ((0, 0, 1), 32)])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("|02|08|\n|  |0x|\n", "line 2: '0x' is not the code of a tile"),
        ("|02|08|\n02|08|\n", "line 2: a row begins and ends with a bar"),
        ("|02|08|\n02 08\n", "line 2: a row begins and ends with a bar"),
        ("|02|08|\n|02|\n", "differ in length"),
        ("|02|\n\n|08|\n", "it holds 2 solutions, not one"),
        ("|02|08|\n\n|0x|\n", "line 3: '0x' is not the code of a tile"),
        ("Bottom\n|02|\nTop\n|08|\n", "it has 2 layers, but the box, of 2 x 1, is flat"),
        ("||\n||  ||\n", "it has no row"),
        ("x = 0 to 1 of 2\n|02|08|\n", "its first line names 1 of the axes, but the box has 2"),
        ("x = 0 to 2, y = 0 to 0 of 2 x 1\n|02|08|\n", "its first line says that it is of 3 x 1, but it is of 2 x 1"),
        ("|99999|08|\n", "'99999' is not the code of a tile"),
    ],
)
def test_bad_grids_are_one_sentence(text, sentence):
    garden = Garden.hanging((2, 1), tiles=[2, 8])
    assert sentence in refusal(readers.read_solution, garden, text)
