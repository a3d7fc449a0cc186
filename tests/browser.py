"""Pages are opened in headless Chromium; one that logs or raises an error, or asks for another file, fails its test.

    def test_loads(page) -> None:
        opened = page(html, viewport=(390, 844), dark=True, touch=True)  # a playwright Page
        opened.get_by_role("button", name="Reset").click()

The browser lives as long as one test module: playwright keeps an event loop that runs in the thread of the tests, which
other modules could stumble over.
"""

import shutil
from functools import cache
from pathlib import Path

import pytest

DESKTOP, PHONE = (1280, 800), (390, 844)
FLAGS = (
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-gpu-compositing",
    "--disable-gpu-rasterization",
)
"""WebGL by software, and everything else without it: composed by WebGL, pages would be several times slower."""
NAMES = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="module")
def chromium():
    """The browser of this machine or of playwright: functions that lend a page with a mouse or touch, and take it back.

    A page that was used before opens in half the time of a new one.
    """
    driver = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with driver.sync_playwright() as playwright:
        program = next(filter(None, map(shutil.which, NAMES)), playwright.chromium.executable_path)
        if not Path(program).exists():
            pytest.skip("there is no Chromium on this machine: playwright install chromium")
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)

        @cache
        def context(touch):
            rights = ["clipboard-read", "clipboard-write"]
            return browser.new_context(has_touch=touch, is_mobile=touch, permissions=rights)

        idle = {True: [], False: []}

        def lend(touch):
            return idle[touch].pop() if idle[touch] else context(touch).new_page()

        def take_back(page, touch):
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

    def opened(html, viewport=DESKTOP, *, dark=False, touch=False):
        file = tmp_path / f"page-{len(pages)}.html"
        file.write_bytes(html if isinstance(html, bytes) else html.encode())
        found = lend(touch)
        pages.append((found, touch))
        files.add(file.as_uri())
        found.set_default_timeout(60_000)
        found.set_viewport_size(dict(zip(("width", "height"), viewport, strict=True)))
        found.emulate_media(color_scheme="dark" if dark else "light")
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
    assert faults == []


def drag(opened, start, stop):
    """Press at a point of the window, draw to another one, and let go."""
    opened.mouse.move(*start)
    opened.mouse.down()
    opened.mouse.move(*[value + 9 for value in start])
    opened.mouse.move(*stop)
    opened.mouse.up()
