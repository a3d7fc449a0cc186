"""The bench of the pages of gardens as tests use it: cells of the grid, tiles of the chart, drawn to one another."""

import browser

from cpmodels.puzzles import Garden, TilePlacement

PLUS = Garden.hanging((3, 3), tiles=(1, 2, 4, 8, 15))
CROSS = TilePlacement([((1, 1), 15), ((1, 2), 4), ((2, 1), 8), ((1, 0), 1), ((0, 1), 2)])
"""Its solution."""


def cell(puzzle, *at):
    """What selects a cell of the grid."""
    return f"#grid .place[data-place='{puzzle.cells[at]}']"


def tile(code):
    """What selects a tile of the chart, by its code, as a number or as the page writes it."""
    return f"#chart .place[aria-label^='Tile {str(code).zfill(2)},']"


def laid(puzzle, opened):
    """The tiles on the board, or in the layer that is shown, as the grid names them."""
    numbers = list(puzzle.cells)
    found = opened.eval_on_selector_all(
        "#grid .place:has(.code)",
        "all => all.map(one => [Number(one.dataset.place), Number(one.querySelector('.code').textContent)])",
    )
    return TilePlacement([(numbers[number], code) for number, code in found])


def middle(opened, selector):
    """The middle of what is selected, in the window."""
    box = opened.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(opened, start, stop):
    """Draw what is selected to another place."""
    browser.drag(opened, middle(opened, start), middle(opened, stop))
