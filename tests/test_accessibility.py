"""Every sort of page, read by axe-core: no finding, on a desktop in light colours and on a phone in dark ones."""

from functools import cache
from pathlib import Path

import pytest
from browser import DESKTOP, PHONE
from command_line import run

import cpmodels as cm
import readers
import renderers

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("unexplained")]
PLAYED = {
    "cells": "sudoku-4",
    "regions": "patches-5",
    "lines": "slitherlink-5",
    "zip": "zip-4",
    "pieces": "nine-one",
    "frogs": "zigzaw",
    "squares": "squares",
    "cubes": "cubes-c3v",
}


@cache
def axe():
    package = pytest.importorskip("axe_playwright_python", reason="axe-playwright-python is not installed")
    return next(Path(package.__file__).parent.rglob("axe.min.js")).read_text(encoding="utf-8")


def findings(opened):
    opened.evaluate(axe())
    found = opened.evaluate("axe.run()")["violations"]
    return [(each["id"], node["html"][:120]) for each in found for node in each["nodes"]]


def check(page, html, *buttons):
    """No finding, neither as the page opens nor after these buttons are pressed."""
    for window in ({"viewport": DESKTOP}, {"viewport": PHONE, "touch": True, "dark": True}):
        opened = page(html, **window)
        assert findings(opened) == []
        for name in buttons:
            opened.get_by_role("button", name=name, exact=True).click()
            assert findings(opened) == []


@pytest.mark.parametrize("sort", PLAYED)
def test_pages_to_play(page, sort):
    puzzle = readers.read(PLAYED[sort])
    check(page, renderers.play_page(puzzle), *["Edit"] * (sort in ("zip", "pieces")))


def test_a_garden_with_its_solution(page):
    check(page, renderers.page(readers.read("squares"), [cm.solve("squares").solution]), "Play")


def test_the_first_page_of_a_site(page):
    check(page, renderers.playground({"two": cm.Zip(1, 2)}, {"two": b""})["index.html"])


@pytest.mark.parametrize(
    "command",
    [("explain", "zip-4"), ("hint", "zip-4"), ("draw", "zip-4"), ("solve", "sudoku-4", "--all")],
    ids=lambda command: command[0],
)
def test_pages_that_commands_write(page, tmp_path, command):
    run(*command, "-o", tmp_path / "page.html")
    check(page, (tmp_path / "page.html").read_bytes())
