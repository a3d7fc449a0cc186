"""Pages are opened in headless Chromium; one that logs or raises an error, or asks for another file, fails its test.

    def test_loads(page) -> None:
        opened = page(html, viewport=(390, 844), dark=True, touch=True)  # a playwright Page
        opened.get_by_role("button", name="Reset").click()

The browser lives as long as one test module: playwright keeps an event loop that runs in the thread of the tests, which
other modules could stumble over.
"""

import shutil
from itertools import count

import pytest

DESKTOP, PHONE = (1280, 800), (390, 844)
FLAGS = ("--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader")
NAMES = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="module")
def chromium():
    """The browser that this machine has."""
    driver = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip("there is no Chromium on this machine")
    with driver.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def page(chromium, tmp_path):
    """Opens the HTML of a page (text or bytes) and gives the playwright page; fails the test on any fault of a page."""
    faults, contexts, numbers = [], [], count(1)

    def opened(html, viewport=DESKTOP, *, dark=False, touch=False):
        file = tmp_path / f"page-{next(numbers)}.html"
        file.write_bytes(html if isinstance(html, bytes) else html.encode())
        context = chromium.new_context(
            viewport=dict(zip(("width", "height"), viewport, strict=True)),
            color_scheme="dark" if dark else "light",
            has_touch=touch,
            is_mobile=touch,
            permissions=["clipboard-read", "clipboard-write"],
        )
        contexts.append(context)
        found = context.new_page()
        found.set_default_timeout(5000)
        found.on("console", lambda told: faults.append(told.text) if told.type in ("error", "warning") else None)
        found.on("pageerror", lambda error: faults.append(str(error)))
        found.on("request", lambda request: note_request(request.url, file.as_uri()))
        found.goto(file.as_uri())
        return found

    def note_request(url, own):
        if url != own and not url.startswith(("data:", "blob:")):
            faults.append(f"the page asks for {url}")

    yield opened
    for context in contexts:
        context.close()
    assert faults == []
