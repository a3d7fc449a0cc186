"""Text output, against small pictures of what it should be."""

import itertools

from drawn import drawn
from tiles_bench import NINE, NINE_BOARD

import renderers
from cpmodels import EdgeMatching, Garden, Path, Zigzaw, Zip
from cpmodels.puzzles import Board, Frog, Mosaic, TilePlacement


def test_zip_with_walls_and_path() -> None:
    puzzle = Zip(3, 3, waypoints=[(0, 0), (2, 0), (1, 1)], walls=[((0, 0), (1, 0)), ((0, 1), (1, 1)), ((1, 1), (1, 2))])
    unsolved = drawn("""
┏━━━━━━━━━━━┓
┃ 1   ·   · ┃
┣━━━━━━━┓   ┃
┃ ·   3 ┃ · ┃
┃       ╹   ┃
┃ 2   ·   · ┃
┗━━━━━━━━━━━┛
""")
    wrong = drawn("""
┏━━━━━━━━━━━┓
┃ 1   ·   · ┃
┣━┿━━━━━┓   ┃
┃ └───3─╂─┐ ┃
┃       ╹ │ ┃
┃ 2───────┘ ┃
┗━━━━━━━━━━━┛
""")
    assert renderers.text(puzzle) == unsolved
    assert renderers.text(puzzle, Path([(0, 0), (1, 0), (1, 1), (1, 2), (2, 2), (2, 1), (2, 0)])) == wrong


def test_numbers_of_any_length_stay_aligned() -> None:
    for count, wide in ((9, 3), (99, 5), (999, 5), (1000, 7)):
        cells = [(row, col) for row in range(25) for col in range(40)][:count]
        cells = [(row, col if row % 2 == 0 else 39 - col) for row, col in cells]
        text = renderers.text(Zip(25, 40, waypoints=cells), Path(cells))
        assert {len(line) for line in text.splitlines()} == {40 * (wide + 1) + 1}
        assert len(text.splitlines()) == 51


def test_nine_pieces_as_a_table() -> None:
    table = drawn("""
--------------------------
 pieces  | turns
---------+----------------
 2  8  9 | 1/4  1/4   0
 5  3  6 |  0   3/4  2/4
 1  7  4 | 2/4  2/4  2/4
--------------------------
""")
    assert renderers.text(NINE, NINE_BOARD) == table


def test_tables_of_other_sizes() -> None:
    puzzle = EdgeMatching(1, 12, pieces=[(0, 0, 0, 0)] * 12)
    lines = renderers.text(puzzle, Board([[(i, i % 4) for i in range(12)]])).splitlines()
    assert lines[3].split("|")[0].split() == [str(i) for i in range(1, 13)]
    assert lines[3].split("|")[1].split() == ["0", "1/4", "2/4", "3/4"] * 3
    assert lines[2].index("+") == lines[1].index("|") == lines[3].index("|")
    assert len(lines[0]) == len(lines[2])


def test_pieces_to_be_laid() -> None:
    puzzle = EdgeMatching(1, 2, pieces=[(1, -12, 3, 4), (5, 7, 6, 2)], clues=[(0, 1, 0, 3)])
    expected = drawn("""
piece  top  right  bottom  left
    1    1    -12       3     4
    2    5      7       6     2
fixed: piece 1 in row 1, column 2, turned 3/4
""")
    assert renderers.text(puzzle) == expected


def test_zigzaw_rows_are_offset() -> None:
    frog = Frog("white", "red", "blue", "green", "red", "yellow")
    puzzle = Zigzaw(3, 4, [frog] * 12)
    expected = drawn("""
 1   2   3   4
   5   6   7   8
 9  10  11  12
""")
    assert renderers.text(puzzle, Mosaic([range(4), range(4, 8), range(8, 12)])) == expected
    lines = renderers.text(puzzle).splitlines()
    assert " ".join(lines[0].split()) == "piece left_arm left_side left_leg right_leg right_side right_arm body"
    assert " ".join(lines[1].split()) == "1 white red blue green red yellow ?"


def test_square_gardens_have_the_north_at_the_top() -> None:
    garden = Garden.hanging((3, 2), fixed=[(4, (0, 1))])
    planting = TilePlacement([((0, 0), 3), ((0, 1), 4), ((1, 0), 8)])
    assert renderers.text(garden, planting) == "|04|  |  |\n|03|08|  |"
    assert renderers.text(garden).splitlines()[:2] == ["|04|  |  |", "|  |  |  |"]
    assert renderers.text(garden).endswith("tiles to place: 01 02 03 05 06 07 08 09 10 11 12 13 14 15")
    assert renderers.text(Garden.hanging((5,)), TilePlacement([((2,), 2), ((3,), 8)])) == "|  |  |02|08|  |"


def test_cubes_are_layers_side_by_side() -> None:
    cells = itertools.product(range(2), range(2), range(3))
    planting = TilePlacement([(cell, 16 * cell[2] + 2 * cell[0] + cell[1]) for cell in cells])
    expected = drawn("""
Bottom   z = 1    Top
|01|03|  |17|19|  |33|35|
|00|02|  |16|18|  |32|34|
""")
    assert renderers.text(Garden.hanging((2, 2, 3)), planting) == expected


def test_one_layer_is_the_bottom() -> None:
    assert renderers.text(Garden.hanging((1, 1, 1)), TilePlacement([((0, 0, 0), 0)])) == "Bottom\n|00|"


def test_blue_faces_that_look_over_the_rim_have_a_line_across_it() -> None:
    garden = Garden.packed((2, 2), boundary=("torus", "free"), tiles="distinct")
    planting = TilePlacement([((0, 0), 10), ((1, 0), 14), ((0, 1), 0), ((1, 1), 1)])
    assert renderers.text(garden, planting).splitlines() == ["    ||", "|00|01|", "-10|14-", "    ||"]
    assert renderers.text(garden, TilePlacement([((0, 0), 8)])).splitlines() == ["|  |  |", "|08|  |"]
    ring = Garden.packed((2,), boundary="torus", tiles="distinct")
    assert renderers.text(ring, TilePlacement([((0,), 8), ((1,), 2)])) == "-08|02-"


def test_layers_of_cubes_keep_their_rows_side_by_side() -> None:
    garden = Garden.packed((1, 1, 2), boundary=("red", "free", "red"), tiles="distinct")
    expected = "Bottom  Top\n         ||\n|16|    |33|"
    assert renderers.text(garden, TilePlacement([((0, 0, 0), 16), ((0, 0, 1), 33)])) == expected
