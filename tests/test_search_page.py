"""The page to watch a search: what its frames show, and playing it in a real browser."""

import pytest
from browser import PHONE, data_of
from command_line import run
from hypothesis import given
from hypothesis import strategies as st
from test_animation import steps

import readers
from renderers._web_page import runs
from renderers.animation import LARGEST_PAGE, film_page, search_film
from renderers.picture import drawn_shapes


def made(name):
    told = steps(name, 2000)
    return film_page(name, lambda frames: search_film(readers.read(name), told, frames=frames))


def unfolded(found):
    return [first + k for first, count in zip(found[::2], found[1::2], strict=True) for k in range(count)]


@given(st.lists(st.integers(0, 20)))
def test_runs_stand_for_their_numbers(numbers):
    found = runs(numbers)
    assert unfolded(found) == numbers
    ends = [first + count for first, count in zip(found[::2], found[1::2], strict=True)]
    assert all(end != first for end, first in zip(ends, found[2::2], strict=False))


@pytest.mark.parametrize(
    "name",
    [
        "zip-6",
        "nine-many",
        "squares",
        *(pytest.param(each, marks=pytest.mark.slow) for each in ("cubes-packed", "zigzaw-open")),
    ],
)
def test_a_page_shows_the_frames_of_the_film_and_is_small(name):
    content = made(name)
    assert len(content) <= LARGEST_PAGE
    data = data_of(content)
    film = search_film(readers.read(name), steps(name, 2000), frames=len(data["frames"]))
    assert len(data["lines"]) == len(data["milliseconds"]) == len(data["frames"]) >= 8
    for frame in (0, len(film.pictures) // 2, -1):
        shown = [data["shapes"][number] for number in unfolded(data["frames"][frame])]
        assert shown == [shape.svg() for shape in drawn_shapes(film.pictures[frame])]


def test_it_plays_stops_and_steps(page):
    content = made("zip-4")
    data = data_of(content)
    opened = page(content, PHONE)
    opened.locator("[data-speed='5']").click()
    opened.locator("#line", has_text=data["lines"][-1]).wait_for()
    assert opened.locator("#at").input_value() == str(len(data["frames"]) - 1)
    ended = search_film(readers.read("zip-4"), steps("zip-4", 2000), frames=len(data["frames"])).pictures[-1]
    drawn = sum("path" in shape.role.split() for shape in drawn_shapes(ended))
    assert opened.locator("#board .path").count() == drawn > 0
    opened.locator("#play:text('Play')").wait_for()
    opened.get_by_role("button", name="One frame back").click()
    assert opened.locator("#line").inner_text() == data["lines"][-2]
    opened.locator("#at").fill("0")
    assert opened.locator("#line").inner_text() == data["lines"][0] == "0 placed, 0 dead ends, 0 settled"
    assert opened.locator("#board .path").count() == 0
    opened.get_by_role("button", name="One frame forward").click()
    assert opened.locator("#line").inner_text() == data["lines"][1]
    assert opened.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_the_command_writes_it(tmp_path):
    target = tmp_path / "search.html"
    out, _ = run("watch", "zip-4", "-o", target)
    data = data_of(target.read_bytes())
    assert out == f"{data['lines'][-1]}\n"
