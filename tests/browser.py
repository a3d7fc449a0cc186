"""Pages are opened in headless Chromium; one that logs or raises an error, or asks for another file, fails its test.

    def test_loads(page) -> None:
        opened = page(html, viewport=(390, 844), dark=True, touch=True)  # a playwright Page
        opened.get_by_role("button", name="Reset").click()

The browser lives as long as one test module: playwright keeps an event loop that runs in the thread of the tests, which
other modules could stumble over.
"""

import json
import re
import shutil
from functools import cache
from pathlib import Path

import pytest

DESKTOP, PHONE = (1280, 800), (390, 844)
NOON = "2026-11-24T12:00:00"
FLAGS = (
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-gpu-compositing",
    "--disable-gpu-rasterization",
)
"""WebGL by software, and everything else without it: composed by WebGL, pages would be several times slower."""
NAMES = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = 600_000
"""Milliseconds until a page that does not answer is given up: for a page that hangs, not for a machine that is slow."""
FAKE_WORKER = """() => {
    window.Worker = class { constructor() { window.fake = this; } postMessage() {} terminate() {} };
}"""
"""Workers that are begun from then on do nothing: the test says what `fake`, the last one, tells."""


@pytest.fixture(scope="module")
def chromium():
    """The browser of this machine or of playwright: functions that lend a page with a mouse or touch, and take it back.

    A page that was used before opens in half the time of a new one.  One with a clock, a time at which it stands still
    until the test has it go on, has a context to itself: the clock is that of all pages of a context.
    """
    driver = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with driver.sync_playwright() as playwright:
        program = next(filter(None, map(shutil.which, NAMES)), playwright.chromium.executable_path)
        if not Path(program).exists():
            pytest.skip("there is no Chromium on this machine: playwright install chromium")
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)

        def new_context(touch):
            rights = ["clipboard-read", "clipboard-write"]
            made = browser.new_context(has_touch=touch, is_mobile=touch, permissions=rights, locale="de-DE")
            made.set_default_timeout(PATIENCE)
            return made

        context = cache(new_context)
        idle = {True: [], False: []}

        def lend(touch, clock=None):
            if clock is None:
                return idle[touch].pop() if idle[touch] else context(touch).new_page()
            page = new_context(touch).new_page()
            page.clock.install(time=0)  # It goes on until it stands still, and that is never in its past.
            page.clock.pause_at(clock)
            return page

        def take_back(page, touch):
            if page.context is not context(touch):
                page.context.close()
                return
            page.goto("about:blank")
            idle[touch].append(page)

        yield lend, take_back
        browser.close()


@pytest.fixture
def page(chromium, tmp_path):
    """Opens the HTML of a page (text or bytes) and gives the playwright page; fails the test on any fault of a page."""
    faults, pages, files = [], [], set()
    lend, take_back = chromium
    heard = {
        "console": lambda told: faults.append(told.text) if told.type in ("error", "warning") else None,
        "pageerror": lambda error: faults.append(str(error)),
        "request": lambda request: note_request(request.url),
    }

    def opened(html, viewport=DESKTOP, *, dark=False, touch=False, clock=None):
        file = tmp_path / f"page-{len(pages)}.html"
        file.write_bytes(html if isinstance(html, bytes) else html.encode())
        found = lend(touch, clock)
        pages.append((found, touch))
        files.add(file.as_uri())
        resize(found, viewport)
        found.emulate_media(media="screen", color_scheme="dark" if dark else "light")
        for event, listener in heard.items():
            found.on(event, listener)
        found.goto(file.as_uri())
        return found

    def note_request(url):
        if url not in files and not url.startswith(("data:", "blob:")):
            faults.append(f"the page asks for {url}")

    yield opened
    for each, touch in pages:
        for event, listener in heard.items():
            each.remove_listener(event, listener)
        take_back(each, touch)
    assert faults == [], faults


@pytest.fixture
def unexplained(monkeypatch):
    """Pages are made without reasons, as of puzzles that are too large for them, or without python-sat."""
    monkeypatch.setattr("renderers._reasons.SECONDS", 0)


def resize(opened, viewport):
    opened.set_viewport_size(dict(zip(("width", "height"), viewport, strict=True)))


def drag(opened, start, stop):
    """Press at a point of the window, draw to another one, and let go."""
    opened.mouse.move(*start)
    opened.mouse.down()
    opened.mouse.move(*[value + 9 for value in start])
    opened.mouse.move(*stop)
    opened.mouse.up()


def fingers(opened):
    """Touches a page: a function of what happens, Start, Move or End, and of the points where fingers are then."""
    session = opened.context.new_cdp_session(opened)

    def touch(kind, *points):
        told = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": told})

    return touch


def told(opened):
    """What the page says of the last thing that was done."""
    return opened.locator("#told").inner_text()


def data_of(content):
    """What the scripts of a page know, from its bytes."""
    return json.loads(re.search(rb'id="data">(.*?)</script>', content)[1])


ARROWS = {"ArrowUp": (-1, 0), "ArrowDown": (1, 0), "ArrowLeft": (0, -1), "ArrowRight": (0, 1)}


class Keys:
    """Plays on a page by keys alone: it finds out which arrows lead where, and hears where it is."""

    def __init__(self, opened):
        self.opened, self.leads = opened, {}
        opened.locator("#board").focus()
        self.press("ArrowDown")
        self.here = self.heard()

    def press(self, *keys):
        for key in keys:
            self.opened.keyboard.press(key)

    def heard(self):
        """Where the page says that the cursor is, counted from 0."""
        said = self.opened.locator("#spoken").inner_text().split(":")[0]
        numbers = tuple(map(int, re.findall(r"\d+", said)))
        return numbers if "corner" in said else tuple(number - 1 for number in numbers)

    def step(self, arrow):
        self.press(arrow)
        self.leads[self.here, arrow] = self.heard()
        self.here = self.heard()

    def go(self, place):
        """Go to a place, by ways that are known or by new ones."""
        while self.here != place:
            ways, seen = [(self.here, ())], {self.here}
            for here, way in ways:
                nearer = sorted(ARROWS, key=lambda arrow: -self._towards(here, ARROWS[arrow], place))
                unknown = [arrow for arrow in nearer if (here, arrow) not in self.leads]
                if here == place or unknown:
                    for arrow in (*way, *(() if here == place else unknown[:1])):
                        self.step(arrow)
                    break
                for arrow in nearer:
                    if (there := self.leads[here, arrow]) not in seen:
                        seen.add(there)
                        ways.append((there, (*way, arrow)))
            else:
                raise AssertionError(f"no keys lead to {place}")

    @staticmethod
    def _towards(here, arrow, place):
        return sum(by * (there - at) for by, at, there in zip(arrow, here, place, strict=True))

    def play(self, marks):
        """Make all marks: lines by Shift and an arrow, or by the pen; numbers and pieces by digits, then turns."""
        for cells, value in sorted(marks, key=lambda mark: mark.cells):
            self.go(cells[0])
            if len(cells) == 2:
                step = tuple(b - a for a, b in zip(*cells, strict=True))
                arrow = next((arrow for arrow, way in ARROWS.items() if way == step), None)
                if arrow:
                    self.press(f"Shift+{arrow}")
                    self.here = cells[1]
                else:
                    self.press("Enter")
                    self.go(cells[1])
                    self.press("Enter", "Escape")
                continue
            index, turns = (value[0] + 1, value[1]) if isinstance(value, tuple) else (value, 0)
            self.press(*str(index), *["r"] * turns)
