"""Every sort of page, read by axe-core: no finding, on a desktop in light colours and on a phone in dark ones.

On paper all of them show the board alone, light.
"""

from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from browser import DESKTOP, PHONE, fingers
from command_line import run

import cpmodels as cm
import renderers
from cpmodels.base.kinds import kind_named
from renderers.animation import film_page, search_film
from renderers.playground import start_page

pytestmark = pytest.mark.usefixtures("unexplained")
PLAYED = {
    "cells": "sudoku-4",
    "shaded": "nurikabe-5",
    "regions": "patches-5",
    "lines": "slitherlink-5",
    "zip": "zip-4",
    "pieces": "nine-one",
    "frogs": cm.generate("zigzaw", 3, 3, seed=1).puzzle,
    "squares": "squares",
    "cubes": "cubes-c3v",
    "hexagons": "hexagons",
    "another package": Path(__file__).parents[1] / "docs" / "kinds" / "hexagons" / "example.json",
}


@cache
def axe():
    package = pytest.importorskip("axe_playwright_python", reason="axe-playwright-python is not installed")
    return next(Path(package.__file__).parent.rglob("axe.min.js")).read_text(encoding="utf-8")


def findings(opened):
    opened.evaluate(axe())
    found = opened.evaluate("axe.run({exclude: [['iframe']]}, {iframes: false})")["violations"]
    return [(each["id"], node["html"][:120]) for each in found for node in each["nodes"]]


def check(page, html, *buttons):
    """No finding, neither as the page opens nor after these buttons are pressed; and then the board on paper."""
    for window in ({"viewport": DESKTOP}, {"viewport": PHONE, "touch": True, "dark": True}):
        opened = page(html, **window)
        assert findings(opened) == []
        for name in buttons:
            opened.get_by_role("button", name=name, exact=True).click()
            assert findings(opened) == []
        if opened.locator("main svg, canvas").count():
            opened.emulate_media(media="print")
            opened.locator("html[data-theme=light]").wait_for()
            assert opened.locator("main :is(button, input, p, dl, ol, ul):visible").all_inner_texts() == []
            assert opened.locator(":is(#board, #grid, #pieces, #plans, canvas):visible").count() == 1


@pytest.mark.parametrize("sort", PLAYED)
def test_pages_to_play(page, sort):
    check(page, renderers.play_page(cm.read(PLAYED[sort])), *["Edit"] * (sort in ("zip", "pieces")))


HIGH = {
    "cells": cm.read("sudoku-9"),
    "lines": kind_named("masyu")(12, 4),
    "pieces": cm.EdgeMatching(pieces=[[1] * 4] * 144, rows=24, cols=6),
    "squares": cm.Garden.packed((8, 2), tiles=range(16)),
    "cubes": cm.read("cubes-packed"),
    "hexagons": cm.read("hexagons-packed"),
}


@pytest.mark.parametrize("sort", HIGH)
def test_a_board_is_whole_on_one_sheet_of_paper(page, sort):
    """Also where it is high, or the paper is not, and after pieces were made larger."""
    reader = pytest.importorskip("pypdf", reason="pypdf is not installed").PdfReader
    solutions = [cm.solve(HIGH[sort]).solution] * (sort == "hexagons")
    opened = page(renderers.page(HIGH[sort], solutions) if solutions else renderers.play_page(HIGH[sort]))
    for _ in range(2):
        opened.emulate_media(media="print")
        for turned in (True, False):
            assert len(reader(BytesIO(opened.pdf(format="A5", landscape=turned))).pages) == 1
        opened.emulate_media(media="screen")
        if (larger := opened.locator("#larger:visible")).count():
            larger.click()


@pytest.mark.parametrize("sort", ["lines", "zip"])
def test_what_is_chosen_is_seen_where_the_system_chooses_the_colours(page, sort):
    opened = page(renderers.play_page(cm.read(PLAYED[sort])))
    opened.emulate_media(forced_colors="active")
    style = "one => [getComputedStyle(one).outlineStyle, getComputedStyle(one).outlineColor]"
    chosen, other = (
        opened.locator(f"[aria-pressed={state}]:visible").first.evaluate(style) for state in ("true", "false")
    )
    opened.emulate_media(forced_colors="none")
    assert chosen == ["solid", "rgb(0, 0, 0)"]
    assert other[0] == "none"


GARDENS = {
    "squares": cm.Garden.packed((2, 2), tiles=(3, 6, 9, 12)),
    "cubes": cm.Garden.packed((2, 2, 1), tiles=(3, 6, 9, 12)),
    "hexagons": cm.Garden("packed", lattice="hexagonal", region="hexagon 2", tiles=(2, 3, 4, 8, 16, 48, 63)),
}


@pytest.mark.parametrize("name", GARDENS)
def test_gardens_with_their_solutions(page, name):
    check(page, renderers.page(GARDENS[name], [cm.solve(GARDENS[name]).solution]), "Play", "Look")


def test_a_page_that_shows_pictures_alone(page):
    check(page, renderers.page(cm.Garden("packed", (1, 2, 1, 2), lattice="hypercubic", tiles=(0, 3, 5, 9))))


def test_first_pages(page):
    check(page, renderers.playground({"two": cm.Zip(1, 2)}, {"two": b""})["index.html"])
    check(page, start_page(["two"], {"zip": "6x6"}))


def test_the_page_of_a_search(page):
    puzzle = cm.read("zip-4")
    steps = list(renderers.functions.steps_of(puzzle, cm.solve(puzzle).solution))
    made = film_page("zip", lambda frames: search_film(puzzle, steps, frames=frames))
    check(page, made, "Play")
    ground = page(made, dark=True).locator(".card.board")
    assert ground.evaluate("one => getComputedStyle(one).filter").startswith("invert")


@pytest.mark.parametrize(
    "command",
    [("explain", "zip-4"), ("hint", "sudoku-4"), ("count", "kakuro-5"), ("solve", "sudoku-4", "--all")],
    ids=lambda command: command[0],
)
def test_pages_that_commands_write(page, tmp_path, command):
    run(*command, "-o", tmp_path / "page.html")
    check(page, (tmp_path / "page.html").read_bytes())


@pytest.mark.parametrize("name", ["shaded", "regions", "lines", "zip", "pieces", "frogs", "squares"])
def test_two_fingers_on_a_board_zoom_and_play_nothing(page, name):
    opened = page(renderers.play_page(cm.read(PLAYED[name])), PHONE, touch=True)
    x, y = middle(opened)
    touch = fingers(opened)
    touch("Start", (x - 20, y))
    spread(opened, touch, x, y)
    assert opened.locator("#undo").get_attribute("aria-disabled") == "true"


@pytest.mark.parametrize("name", ["shaded", "zip"])
def test_a_zoom_leaves_what_can_be_redone(page, name):
    opened = page(renderers.play_page(cm.read(PLAYED[name])), PHONE, touch=True)
    x, y = (place + 20 for place in middle(opened))
    touch = fingers(opened)
    for place in (x, x - 60):
        touch("Start", (place, y))
        touch("End")
    for _ in range(2):
        opened.locator("#undo").click()
    touch("Start", (x, y))
    spread(opened, touch, x + 20, y)
    assert opened.locator("#undo").get_attribute("aria-disabled") == "true"
    for after in ("false", "true"):
        assert opened.locator("#redo").get_attribute("aria-disabled") == "false"
        opened.locator("#redo").evaluate("one => one.click()")
        assert opened.locator("#redo").get_attribute("aria-disabled") == after


@pytest.mark.parametrize("name", ["shaded", "zip"])
def test_a_drag_ends_where_a_second_finger_zooms(page, name):
    opened = page(renderers.play_page(cm.read(PLAYED[name])), PHONE, touch=True)
    x, y = (place + by for place, by in zip(middle(opened), (-60, 60), strict=True))
    touch = fingers(opened)
    touch("Start", (x + 80, y))
    for left in range(80, -1, -10):
        touch("Move", (x + left, y))
    drawn = opened.locator("#filled, #covered").inner_text()
    spread(opened, touch, x, y)
    assert opened.locator("#filled, #covered").inner_text() == drawn


def middle(opened):
    """The middle of the board, or of what is seen of it."""
    box = opened.locator(":is(#board, #grid):visible").first.bounding_box()
    return box["x"] + box["width"] / 2, min(box["y"] + box["height"] / 2, PHONE[1] - 60)


def spread(opened, touch, x, y):
    """Lay a second finger beside the one that lies left of a point, and move them apart."""
    for apart in range(20, 120, 10):
        touch("Start" if apart == 20 else "Move", (x - apart, y), (x + apart, y))
    touch("End")
    opened.wait_for_function("visualViewport.scale > 1.5")


@pytest.mark.parametrize("name", ["cells", "zip", "pieces", "squares"])
def test_letters_are_as_large_as_the_reader_has_them(page, name):
    opened = page(renderers.play_page(cm.read(PLAYED[name])), PHONE, touch=True)
    session = opened.context.new_cdp_session(opened)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 28}})
    found = opened.evaluate("[getComputedStyle(document.body).fontSize, document.documentElement.scrollWidth]")
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
    assert found == ["28px", PHONE[0]]
