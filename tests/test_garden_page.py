"""Gardens to look at on their pages, in headless Chromium: turned, zoomed, by layers, pressed, stepped through."""

import base64
import io
import re
from itertools import islice

import numpy as np
import pytest
from browser import PHONE, data_of, drag, fingers
from garden_bench import CROSS, PLUS, middle
from PIL import Image, ImageChops

import cpmodels as cm
import readers
import renderers
from renderers.garden._page import garden_page

ONE_CUBE = cm.puzzles.TilePlacement([((1, 1, 1), 63)])


@pytest.fixture(scope="module")
def gardens():
    """A puzzle, and three of its gardens."""
    puzzle = readers.read("cubes-c3v")
    return puzzle, list(islice(cm.solutions(puzzle), 3))


@pytest.fixture(scope="module")
def cubes(gardens):
    return garden_page(*gardens)


def look(page, html, **window):
    """The page with its solutions, which it shows on demand."""
    opened = page(html, **window)
    opened.locator("#look").click()
    return opened


def shot(opened):
    """The canvas as it is painted now, on white."""
    opened.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    url = opened.evaluate("() => document.getElementById('garden').toDataURL()")
    return on_white(base64.b64decode(url.partition(",")[2]))


def on_white(png):
    picture = Image.open(io.BytesIO(png)).convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", picture.size, "white"), picture).convert("RGB")


def differ(one, two):
    """The share of pixels that differ clearly."""
    changed = ImageChops.difference(one, two).convert("L").point(lambda v: 255 * (v > 20))
    return changed.histogram()[255] / (one.width * one.height)


def soon(opened, holds):
    """The first picture of the canvas for which something holds: events come when they come."""
    return next(picture for picture in (shot(opened) for _ in range(50)) if holds(picture))


def test_pages_are_self_contained_and_small(cubes, monkeypatch):
    assert len(cubes) < 200_000
    assert not re.findall(rb"https?://(?!www\.w3\.org/2000/svg)", cubes)
    size = len(garden_page(PLUS, [CROSS] * 9))
    monkeypatch.setattr("renderers._diagram_page.LARGEST", size - 1)
    assert garden_page(PLUS, [CROSS] * 8)
    with pytest.raises(cm.PuzzleError, match="9 gardens are too many"):
        garden_page(PLUS, [CROSS] * 9)
    monkeypatch.setattr("renderers._diagram_page.LARGEST", size // 2)
    with pytest.raises(cm.PuzzleError, match=r"^the garden is too large for a page"):
        garden_page(PLUS)


def test_dragging_keys_and_wheel_turn_and_zoom_and_a_double_click_resets(page, cubes):
    opened = look(page, cubes)
    before = opened.screenshot()
    x, y = middle(opened, "#garden")
    drag(opened, (x, y), (x + 90, y + 40))
    assert differ(on_white(before), on_white(opened.screenshot())) > 0.05
    opened.locator("#home").click()
    views = [shot(opened)]

    def changes():
        views.append(soon(opened, lambda view: differ(views[-1], view) > 0.02))

    for key in ("ArrowLeft", "ArrowUp", "+", "Shift+ArrowRight"):
        opened.locator("#garden").press(key)
        changes()
    opened.locator("#garden").hover()
    opened.mouse.wheel(0, 400)
    changes()
    opened.locator("#nearer").click()
    changes()
    opened.locator("#garden").dblclick(position={"x": 60, "y": 60})
    assert differ(views[0], shot(opened)) < 0.005


def test_fingers_turn_and_pinch(page, cubes):
    opened = look(page, cubes, viewport=PHONE, touch=True)
    touch, before = fingers(opened), shot(opened)
    touch("Start", (200, 250))
    touch("Move", (240, 260))
    touch("End")
    soon(opened, lambda view: differ(before, view) > 0.05)
    opened.locator("#home").click()
    soon(opened, lambda view: differ(before, view) == 0)
    touch("Start", (150, 250), (250, 250))
    touch("Move", (150, 250), (300, 250))
    touch("Move", (100, 250), (300, 250))
    touch("End")
    soon(opened, lambda view: np.mean(ink(view)) > 1.8 * np.mean(ink(before)))
    assert opened.locator("#about").text_content() == ""
    assert opened.evaluate("() => scrollY") == 0


def ink(picture):
    """Where something strong is painted, a tile or a rod."""
    return np.asarray(picture).min(axis=2) < 120


def test_spacing_colours_and_codes_change_the_picture(page, cubes):
    opened = look(page, cubes, dark=True)
    before = shot(opened)
    opened.locator("#spacing").press("End")
    spread = shot(opened)
    assert differ(before, spread) > 0.1
    opened.get_by_role("button", name="By blue faces").click()
    counted = shot(opened)
    assert differ(spread, counted) > 0.02
    assert opened.locator("#colours li").count() == 7
    opened.get_by_role("button", name="Codes on tiles").click()
    assert differ(counted, shot(opened)) > 0
    before = on_white(opened.screenshot())
    opened.locator("#theme").click()
    assert differ(before, on_white(opened.screenshot())) > 0.3


def test_pressing_a_tile_tells_its_code_cell_and_neighbours(page):
    opened = look(page, garden_page(PLUS, [CROSS]))
    before = shot(opened)
    opened.locator("#garden").click()
    about = opened.locator("#about")
    assert about.locator("h2").text_content() == "Tile 15 at x 2, y 2"
    told = dict(
        zip(about.locator(".name").all_text_contents(), about.locator("button").all_text_contents(), strict=True)
    )
    assert told == {"North: touches": "04", "East: touches": "08", "South: touches": "01", "West: touches": "02"}
    assert differ(before, shot(opened)) > 0.001
    about.get_by_role("button", name="Tile 04").click()
    assert about.locator("h2").text_content() == "Tile 04 at x 2, y 3"
    assert about.locator(".muted").text_content() == "Red: North, East, West"
    opened.locator("#garden").click(position={"x": 8, "y": 8})
    assert about.text_content() == ""
    assert differ(before, shot(opened)) == 0


def test_every_tile_can_be_chosen_without_a_mouse(page, gardens, cubes):
    opened = look(page, cubes)
    puzzle, (first, *_) = gardens
    for cell, code in islice(first.tiles, 0, None, 16):
        opened.locator("#tile").select_option(label=f"{code:02d}")
        assert opened.locator("#about h2").text_content() == puzzle.said(f"Tile {code:02d} at {cell}")
        assert opened.locator("#about li").count() == code.bit_count()
    assert opened.locator("#tile option").count() == 1 + len(puzzle.tile_set)


def test_solutions_are_stepped_through_and_the_chosen_tile_stays(page, gardens, cubes):
    opened = look(page, cubes, viewport=PHONE, touch=True)
    puzzle, plantings = gardens
    before = shot(opened)
    opened.locator("#tile").select_option(label="01")
    places = []
    for number in (2, 3, 1):
        opened.locator("#next").click()
        assert opened.locator("#which").text_content() == f"{number} of 3"
        places.append(opened.locator("#about h2").text_content())
    where = [next(cell for cell, code in placement.tiles if code == 1) for placement in plantings]
    assert places == [puzzle.said(f"Tile 01 at {cell}") for cell in (where[1], where[2], where[0])]
    opened.locator("#tile").select_option("")
    assert differ(before, shot(opened)) == 0
    opened.locator("#previous").click()
    assert opened.locator("#which").text_content() == "3 of 3"
    assert differ(before, shot(opened)) > 0.02


def test_a_board_wider_than_a_phone_opens_on_its_middle_and_fades_at_both_sides(page):
    opened = page(renderers.play_page(readers.read("hexagons")), PHONE, touch=True)
    opened.wait_for_function(
        "() => [1, 3].every((k) => document.querySelector('.ground').style.getPropertyValue(`--more-${k}`) === '32px')"
    )


def test_lines_have_pages(page):
    line = cm.Garden.hanging((5,))
    opened = look(page, garden_page(line, [cm.puzzles.TilePlacement([((2,), 2), ((3,), 10), ((4,), 8)])]))
    opened.locator("#tile").select_option(label="10")
    assert opened.locator("#about button").all_text_contents() == ["08", "02"]


def test_boxes_with_too_many_cells_for_a_bench_are_looked_at(page):
    opened = page(garden_page(cm.Garden.hanging((61,), fixed=[(10, (30,))])))
    assert opened.locator("#tile option").all_text_contents()[1:] == ["10"]
    assert not opened.locator("#bench").is_visible()
    assert opened.locator("#grid .place").count() == 0


def plans(opened):
    """The codes in the plan of each layer, by its name."""
    return dict(
        opened.eval_on_selector_all(
            "#plans figure",
            """all => all.map(one => [
                one.querySelector("figcaption").textContent,
                [...one.querySelectorAll(".code")].map(code => Number(code.textContent)),
            ])""",
        )
    )


@pytest.mark.parametrize(
    ("along", "axis", "names"),
    [
        ("Bottom–Top", 2, ["Bottom", "z 2", "z 3", "z 4", "Top"]),  # noqa: RUF001
        ("West–East", 0, ["West", "x 2", "x 3", "x 4", "East"]),  # noqa: RUF001
    ],
)
def test_layers_are_shown_alone_and_as_plans(page, gardens, cubes, along, axis, names):
    opened = look(page, cubes)
    _, (first, *_) = gardens
    opened.get_by_role("button", name=along).click()
    layers = [sorted(code for cell, code in first.tiles if cell[axis] == k) for k in range(5)]
    assert {name: sorted(codes) for name, codes in plans(opened).items()} == dict(zip(names, layers, strict=True))
    assert opened.locator("#plans .grid path").count() == len(names)  # An element for each line would be too many.
    views = [shot(opened)]
    for show in ("Up to", "Only"):
        opened.get_by_role("button", name=show, exact=True).click()
        views.append(shot(opened))
    assert opened.locator("#layer-name").text_content() == names[0]
    opened.locator("#layer-up").click()
    views.append(shot(opened))
    assert opened.locator("#layer-name").text_content() == opened.locator(".plans .chosen figcaption").text_content()
    assert all(differ(one, other) > 0.003 for one, other in zip(views, [*views[2:], views[0]], strict=False))
    # A tile in a layer that is not shown is brought into sight when it is chosen.
    code = next(code for cell, code in first.tiles if cell[axis] == 4)
    opened.locator("#tile").select_option(label=f"{code:02d}")
    assert opened.locator("#layer-name").text_content() == names[4]


def test_a_press_on_a_plan_tells_of_its_tile(page):
    opened = look(page, garden_page(readers.read("cubes-packed"), [ONE_CUBE]), viewport=(360, 780), touch=True)
    opened.locator("#plans figure").nth(1).locator("[data-tile]").tap()
    assert opened.locator("#chip").text_content() == "Tile 63 at x 2, y 2, z 2"
    assert opened.locator("#layer-name").text_content() == "z 2"


def test_what_does_not_fit_is_refused():
    with pytest.raises(cm.PuzzleError, match="outside the box"):
        garden_page(PLUS, [CROSS, cm.puzzles.TilePlacement([((7, 7), 1)])])
    for option in ("turn", "spin"):
        for value in (float("nan"), float("inf"), 10**400, True, "x"):
            with pytest.raises(cm.ParameterError, match=f"the {option} must be a number of degrees"):
                cm.draw(PLUS, CROSS, **{option: value})
    with pytest.raises(cm.ParameterError, match="turn must be a number"):
        garden_page(PLUS, [CROSS], turn=float("nan"))


def test_the_data_in_the_page_are_json(cubes):
    data = data_of(cubes)
    assert len(data["gardens"]) == 3
    assert all(len(garden["tiles"]) == 63 for garden in data["gardens"])


def test_a_page_with_a_garden_opens_on_it_and_a_page_to_play_on_the_tiles_which_stay_over_a_reload(page):
    opened = page(garden_page(PLUS, [CROSS]))
    assert opened.locator("#garden").is_visible()
    assert not opened.locator("#chart").is_visible()
    opened = page(renderers.play_page(PLUS, solutions=[CROSS]))
    assert opened.locator("#chart").is_visible()
    assert opened.locator("#rules").inner_text().count(".") == 3
    assert opened.locator("#laid").inner_text() == "0"
    opened.get_by_role("button", name="Solution", exact=True).click()
    assert opened.locator("#laid").inner_text() == "5"
    for keys, laid in (("Control+z", "0"), ("Control+Shift+z", "5"), ("Control+z", "0"), ("Control+y", "5")):
        opened.keyboard.press(keys)
        assert opened.locator("#laid").inner_text() == laid
    opened.reload()
    assert opened.locator("#laid").inner_text() == "5"
    opened.get_by_role("button", name="Reset", exact=True).click()
    opened.reload()
    assert opened.locator("#laid").inner_text() == "0"


def test_a_link_opens_what_is_laid(page):
    opened = page(garden_page(PLUS, [CROSS]))
    opened.get_by_role("button", name="Play", exact=True).click()
    opened.get_by_role("button", name="Solution", exact=True).click()
    opened.get_by_role("button", name="Copy link").click()
    link = opened.evaluate("navigator.clipboard.readText()")
    opened.get_by_role("button", name="Reset", exact=True).click()
    for address, laid in ((link, "5"), (f"{link.partition('#')[0]}#game=0.f.99.1.1", "1")):
        opened.goto("about:blank")
        opened.goto(address)
        assert opened.locator("#chart").is_visible()
        assert opened.locator("#laid").inner_text() == laid
        opened.keyboard.press("Control+z")
        assert opened.locator("#laid").inner_text() == "0"
