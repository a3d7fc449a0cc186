"""Pages of gardens on hexagons, triangles and other flat lattices, in headless Chromium, assembled by hand."""

import json

import pytest
from browser import PHONE, told
from garden_bench import cell, drag, laid, tile
from puzzle_strategies import KNIGHT

import cpmodels as cm
import readers
import renderers
from cpmodels import Garden
from cpmodels.puzzles import TilePlacement

HEXAGONS = Garden("packed", lattice="hexagonal", region="hexagon 2", tiles="distinct", red="place")
HANGING = Garden("hanging", lattice="hexagonal", region="hexagon 3", tiles="distinct", components=(2, 2))
TRIANGLES = Garden("hanging", lattice="triangular", region="hexagon 2", tiles=[1, 2, 3, 9, 10, 11])
KING = Garden("packed", (3, 3), lattice="king", tiles="distinct", red="place")
SQUARE = [(x, y) for x in range(4) for y in range(4)]
LEAPS = Garden("hanging", lattice=KNIGHT, region=SQUARE, tiles="distinct", components=(1, 2))
FLAT = {"hexagons": HEXAGONS, "hanging": HANGING, "triangles": TRIANGLES, "king": KING, "leaps": LEAPS}


def wrong(opened):
    return int(opened.locator("#wrong").inner_text())


@pytest.mark.parametrize("name", FLAT)
def test_hints_lead_to_the_solution_which_is_saved_as_a_file_that_is_right(page, name, tmp_path):
    puzzle = FLAT[name]
    solution = next(s for s in cm.solutions(puzzle, seed=1) if len(s.tiles) > 3)
    opened = page(renderers.page(puzzle, [solution], hidden=True))
    assert opened.locator("#grid .place").count() == len(puzzle.cells)
    assert opened.locator("#chart .place").count() == len(puzzle.tile_set)
    opened.locator("#hint").click()
    assert (len(laid(puzzle, opened).tiles), wrong(opened)) == (1, 0)
    opened.locator("#complete").click()
    assert told(opened) == "The garden is complete: it obeys all the rules."
    assert puzzle.check(laid(puzzle, opened)) == []
    with opened.expect_download() as saved:
        opened.locator("#save").click()
    saved.value.save_as(tmp_path / "garden.json")
    read = readers.read_solution(puzzle, json.loads((tmp_path / "garden.json").read_text()))
    assert read == laid(puzzle, opened)
    opened.get_by_role("button", name="Look", exact=True).click()
    assert opened.locator("#plans [data-tile]").count() == len(solution.tiles)
    assert not opened.locator("#garden").is_visible()
    opened.locator("#plans [data-tile] .hub").first.click()
    (at, code), *_ = sorted(solution.tiles, key=lambda one: puzzle.cells[one[0]])
    digits = opened.locator("#plans .code").first.inner_html()
    assert opened.locator("#about h2").inner_text() == puzzle.said(f"Tile {digits} at {at}")
    assert int(digits) == code


def test_hexagons_are_dragged_and_what_is_wrong_is_told_as_the_checker_does(page):
    opened = page(renderers.page(HEXAGONS, []))
    drag(opened, tile("01"), cell(HEXAGONS, -1, 0))
    drag(opened, tile("09"), cell(HEXAGONS, 0, 0))
    assert wrong(opened) == 0
    drag(opened, tile("16"), cell(HEXAGONS, 1, 0))
    board = laid(HEXAGONS, opened)
    assert board == TilePlacement([((-1, 0), 1), ((0, 0), 9), ((1, 0), 16)])
    assert (wrong(opened), opened.locator("#grid .marks circle").count()) == (1, 2)
    sentence = "the blue East face of x 1, y 1 looks at a red face"
    assert sentence in map(HEXAGONS.said, HEXAGONS.check(board))
    assert told(opened) == f"T{sentence[1:]}."
    drag(opened, cell(HEXAGONS, 1, 0), "#chart")
    assert wrong(opened) == 0
    opened.keyboard.press("Control+z")
    assert laid(HEXAGONS, opened) == board


def test_a_triangle_of_the_other_orientation_is_told(page):
    """The cell (0, 0) points upwards, where tile 09 does not."""
    opened = page(renderers.page(TRIANGLES, []))
    drag(opened, tile("09"), cell(TRIANGLES, 0, 0))
    assert told(opened).startswith("Tile 9 lies at x 1, y 1, a cell of another orientation.")
    name = opened.locator(cell(TRIANGLES, 0, 0)).get_attribute("aria-label")
    assert name.startswith("x 1, y 1: tile 09; tile 9 lies")


def test_arrows_lead_from_hexagon_to_hexagon(page):
    opened = page(renderers.page(HEXAGONS, []))
    opened.locator(cell(HEXAGONS, -1, 0)).focus()
    name = "document.activeElement.getAttribute('aria-label').split(':')[0]"
    for key, expected in (("ArrowRight", "x 1, y 1"), ("ArrowRight", "x 2, y 1"), ("ArrowRight", "x 2, y 1")):
        opened.keyboard.press(key)
        assert opened.evaluate(name) == expected
    opened.keyboard.press("ArrowUp")
    assert opened.evaluate(name) == "x 1, y 2"
    opened.locator(tile("01")).focus()
    opened.keyboard.press("Enter")
    opened.locator(cell(HEXAGONS, 0, 0)).focus()
    opened.keyboard.press("Enter")
    assert laid(HEXAGONS, opened) == TilePlacement([((0, 0), 1)])


def test_triangles_by_touch_on_a_telephone(page):
    opened = page(renderers.page(TRIANGLES, []), PHONE, touch=True)
    assert opened.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    opened.locator(tile("03")).tap()
    opened.locator(cell(TRIANGLES, 0, 0)).tap()
    assert laid(TRIANGLES, opened) == TilePlacement([((0, 0), 3)])


def test_triangles_that_touch_across_a_base_are_told_of_each_other(page):
    """There the step back is no reversed step: the base of a triangle leads down, and that of the one below it up."""
    puzzle = Garden("hanging", lattice="triangular", region="hexagon 2", tiles=[4, 12])
    opened = page(renderers.page(puzzle, [cm.solve(puzzle, workers=1).solution]))
    for code, other in (("04", "12"), ("12", "04")):
        opened.locator("#tile").select_option(label=code)
        assert opened.locator("#about button").all_text_contents() == [other]


def test_tesseracts_are_shown_and_the_page_says_that_they_are_not_assembled(page):
    puzzle = Garden("packed", (1, 2, 1, 2), lattice="hypercubic", tiles="distinct", red="place")
    opened = page(renderers.page(puzzle, [cm.solve(puzzle, workers=1).solution]))
    assert opened.locator("#note").inner_text().endswith("this page has no board to assemble them on.")
    opened.get_by_role("button", name="Show the solution").click()
    assert opened.locator("#which").inner_text() == "Solution"


def test_cubes_in_a_region_are_shown_as_in_their_picture(page):
    """A board of its cells had those above each other in one place."""
    puzzle = Garden("hanging", lattice="cubic", region=[(0, 0, 0), (0, 0, 1)], tiles=[16, 32])
    opened = page(renderers.page(puzzle, [TilePlacement([((0, 0, 0), 16), ((0, 0, 1), 32)])]))
    assert opened.locator("#note").inner_text().startswith("Cubes in a region are only shown")
    opened.get_by_role("button", name="Show the solution").click()
    assert opened.locator("#board .rod").count() > 0


def test_the_cells_of_a_wrong_tesseract_count_from_1(page):
    puzzle = Garden("hanging", (1, 1, 1, 2), lattice="hypercubic", tiles=[1])
    opened = page(renderers.page(puzzle, [TilePlacement([((0, 0, 0, 1), 1)])]))
    opened.get_by_role("button", name="Show the solution").click()
    assert "of x 1, y 1, z 1, u 2 looks at" in opened.locator("#broken").inner_text()
