"""A site of pages to play: written by one command, opened from its folder, and used offline where it is installed."""

import json
import os
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from browser import NOON, PHONE, resize
from command_line import fails, file_not_utf_8, run

import cpmodels as cm
import readers
import renderers
from cpmodels.engines._export import Inequalities
from renderers._play_page import play_data

NAMES = ("zip-4", "sudoku-4", "nine-one")
BESIDE = ("index.html", "manifest.webmanifest", "icon.svg", "service-worker.js")
ACTIVE = """() => navigator.serviceWorker.ready.then(({ active }) => new Promise((resolve) => {
  const look = () => active.state === "activated" && resolve();
  active.addEventListener("statechange", look);
  look();
}))"""
"""Waits until old stores are gone."""
RENEWED = """() => navigator.serviceWorker.ready.then((registration) => new Promise((resolve) => {
  const before = registration.active;
  const look = () => registration.active !== before && resolve();
  registration.onupdatefound = () => registration.installing.addEventListener("statechange", look);
  registration.update();
}))"""
"""Looks for a new version of the site, and waits until it is the one."""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site") / "puzzles"
    out, err = run("playground", folder, *NAMES)
    assert (out, "wrote 3 pages" in err) == ("", True)
    return folder


@pytest.fixture
def visit(chromium):
    """Opens a page of the site; faults of pages fail the test."""
    lend, take_back = chromium
    opened, faults = lend(True), []
    resize(opened, PHONE)

    def hear(error):
        faults.append(str(error))

    opened.on("pageerror", hear)
    yield opened
    opened.context.set_offline(False)
    opened.remove_listener("pageerror", hear)
    take_back(opened, True)
    assert faults == []


def test_the_site_is_a_folder_of_files_that_name_each_other(site):
    files = {path.name for path in site.iterdir()}
    assert files == {*(f"{name}.html" for name in NAMES), *BESIDE}
    manifest = json.loads((site / "manifest.webmanifest").read_text())
    assert {manifest["start_url"], manifest["icons"][0]["src"]} <= files
    first = (site / "service-worker.js").read_text().splitlines()[0]
    kept = json.loads(first.removeprefix("const SITE = ").removesuffix(";"))
    assert {"./", *files} - {"service-worker.js"} == set(kept["files"])


def test_a_folder_that_was_left_out_is_asked_for(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "the folder comes first, as in `cpmodels playground site zip-4`" in fails("playground", "zip-4")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_noticed_before_the_work(tmp_path, monkeypatch):
    monkeypatch.setattr(cm, "solve", None)
    (tmp_path / "zip-4.html").mkdir()
    assert f"a page cannot be written to {tmp_path / 'zip-4.html'}" in fails("playground", tmp_path, "zip-6", "zip-4")
    monkeypatch.setattr(os, "access", lambda place, mode: Path(place) != tmp_path or mode != os.W_OK)
    for command in (["playground", tmp_path, "zip-6"], ["tour", "--out", tmp_path]):
        assert f"cannot be written to {tmp_path}" in fails(*command)


def test_pages_that_were_there_before_are_left_and_named(tmp_path):
    (tmp_path / "mine.html").write_text("mine")
    run("playground", tmp_path, "zip-4", "nine-one")
    _, err = run("playground", tmp_path, "sudoku-4", "zip-4")
    assert "wrote 2 pages" in err
    assert err.endswith("left, but the first page does not name them: mine.html, nine-one.html\n")
    assert (tmp_path / "mine.html").read_text() == "mine"
    assert (tmp_path / "nine-one.html").exists()


def test_every_puzzle_has_a_page_of_its_own(tmp_path):
    for folder, name, puzzle in (("a", "board", "zip-4"), ("b", "Board", "sudoku-4"), ("b", "index", "nine-one")):
        (tmp_path / folder).mkdir(exist_ok=True)
        readers.write(readers.read(puzzle), tmp_path / folder / f"{name}.json")
    link = "https://puzz.link/p?slither/2/2/22b"
    _, err = run("playground", tmp_path / "site", tmp_path / "a", tmp_path / "b", link)
    assert "wrote 4 pages" in err
    pages = {"board.html", "Board-2.html", "index-2.html", "slitherlink.html"}
    assert {path.name for path in (tmp_path / "site").iterdir()} == {*pages, *BESIDE}
    with pytest.raises(cm.ParameterError, match="as the first page is"):
        renderers.playground({"index": cm.Zip(1, 2)}, {"index": b""})


def test_a_name_that_no_font_has_keeps_no_puzzle_from_the_site(monkeypatch):
    monkeypatch.setattr("renderers._fonts.installed", tuple)
    assert "fish.html" in renderers.playground({"fish": cm.Zip(1, 2, name="魚")}, {"fish": b""})


def test_the_formula_of_a_page_is_not_written_beyond_what_a_page_holds(monkeypatch):
    """That of a Skyscrapers of 40 x 40 took minutes, for a page that only shows it."""
    monkeypatch.setattr("renderers._play_page.LARGEST_FORMULA", 100)
    monkeypatch.setattr(Inequalities, "as_json", lambda _: pytest.fail("the whole formula was written"))
    assert play_data(cm.read("queens-7")) is None


def test_a_puzzle_whose_page_is_too_large_keeps_no_other_from_its_page(tmp_path, monkeypatch):
    monkeypatch.setattr("renderers._play_page.LARGEST_FORMULA", 0)
    monkeypatch.setattr("renderers._diagram_page.LARGEST", 1)
    monkeypatch.setattr("webbrowser.open", lambda _: True)
    site, page = tmp_path / "site", tmp_path / "page.html"
    err = run("playground", site, "queens-7", "zip-4", code=2)[1]
    assert "cpmodels: queens-7: the board is too large for a page" in err
    assert "stopped" not in err
    assert {path.name for path in site.glob("*.html")} == {"index.html", "zip-4.html"}
    assert "\nwrote " in run("play", "queens-7", "zip-4", code=2)[1]
    assert "cpmodels: queens-7: " in run("play", "queens-7", "-o", page, code=2)[1]
    run("playground", tmp_path / "none", "queens-7", code=2)
    assert not [*tmp_path.glob("none/*"), *tmp_path.glob("page*")]


def test_a_board_of_many_values_and_cells_has_no_page_to_play(monkeypatch):
    """All of it would be drawn for each value: minutes for a Hidoku of 50 x 50."""
    monkeypatch.setattr("renderers._play_page.MOST_DRAWN", 100)
    assert play_data(readers.read("hidoku-5")) is None
    assert play_data(readers.read("slitherlink-5"))


def test_a_page_of_a_file_whose_name_is_not_utf_8(tmp_path):
    file = file_not_utf_8(tmp_path, b"caf\xe9.txt", "1 .\n. 2\n")
    assert "wrote 1 page" in run("playground", tmp_path / "site", file)[1]
    assert (tmp_path / "site" / "caf\ufffd.html").exists()


def test_a_site_finds_pages_whatever_their_names_are():
    """Its links are made by `encodeURIComponent`."""
    name = "a #1? (don't!*)"
    listed = renderers.playground({name: cm.Zip(1, 2)}, {name: b""})["service-worker.js"].decode()
    assert '"a%20%231%3F%20(don\'t!*).html"' in listed.splitlines()[0]


@pytest.mark.slow
def test_from_its_folder_there_is_one_puzzle_for_each_day_and_what_was_solved_shows(site, visit):
    visit.clock.install(time=NOON)
    visit.goto((site / "index.html").as_uri())
    first = visit.locator("#today-what").inner_text()
    assert first in NAMES
    assert visit.locator("#kinds a").all_inner_texts() == ["nine-one", "sudoku-4", "zip-4"]
    days = []
    for day in (24, 25, 26):
        visit.clock.set_fixed_time(f"2026-11-{day}T12:00:00")
        visit.reload()
        days.append(visit.locator("#today-what").inner_text())
    assert sorted(days) == sorted(NAMES)
    for day, name in zip((24, 25), days, strict=False):
        visit.clock.set_fixed_time(f"2026-11-{day}T12:00:00")
        visit.goto((site / f"{name}.html").as_uri())
        solve(visit, name)
        visit.goto((site / "index.html").as_uri())
        assert visit.locator("#streak").inner_text().startswith("Solved today.")
    assert visit.locator("#streak").inner_text() == "Solved today. 2 days in a row."
    assert visit.locator(".solved").count() == 2
    later = renderers.playground(dict.fromkeys(NAMES, cm.Zip(1, 2)), dict.fromkeys(NAMES, b""))
    (site / "later.html").write_bytes(later["index.html"])
    visit.goto((site / "later.html").as_uri())
    assert visit.locator(".solved").count() == 0  # Those were other puzzles.


def solve(opened, name):
    """Solve a puzzle on its page by hints alone."""
    for _ in range(200):
        if opened.locator("#told").get_attribute("data-tone") == "good":
            return
        opened.locator("#hint").click()
        opened.clock.run_for(100)
        opened.locator("#told").filter(has_text=r".").wait_for()
    raise AssertionError(f"{name} was not solved: {opened.locator('#told').inner_text()}")


@pytest.mark.slow
def test_from_a_server_the_site_works_offline(site, visit):
    """As does another one of the same origin, whichever was visited last."""
    other = renderers.playground({"two": cm.Zip(1, 2)}, {"two": renderers.play_page(cm.Zip(1, 2))})
    (site.parent / "other").mkdir()
    for name, content in other.items():
        (site.parent / "other" / name).write_bytes(content)
    handler = partial(SimpleHTTPRequestHandler, directory=site.parent)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        origin = f"http://127.0.0.1:{server.server_port}"
        for folder in (site.name, "other"):
            visit.goto(f"{origin}/{folder}/index.html")
            visit.evaluate(ACTIVE)
        server.shutdown()
    visit.context.set_offline(True)
    visit.goto(f"{origin}/other/two.html")
    assert visit.locator("h1").inner_text() == "ZIP 1 \N{MULTIPLICATION SIGN} 2"
    address = f"{origin}/{site.name}"
    for name in NAMES:
        visit.goto(f"{address}/{name}.html")
        assert visit.locator("h1").inner_text() == (readers.read(name).name or name)
    visit.goto(f"{address}/")
    assert visit.locator("#today-what").inner_text() in NAMES


class Lasting(SimpleHTTPRequestHandler):
    """Browsers may keep what it hands out for an hour."""

    def do_GET(self):
        del self.headers["If-Modified-Since"]  # Of one second may be two versions.
        super().do_GET()

    def end_headers(self):
        self.send_header("Cache-Control", "max-age=3600")
        super().end_headers()


@pytest.mark.slow
def test_a_site_that_was_published_anew_is_kept_as_it_is_now(tmp_path, visit):
    """Also where the browser may still keep the old files for a while."""

    def publish(puzzle):
        for name, content in renderers.playground({"one": puzzle}, {"one": renderers.play_page(puzzle)}).items():
            (tmp_path / name).write_bytes(content)

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Lasting, directory=tmp_path)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        origin = f"http://127.0.0.1:{server.server_port}"
        publish(cm.Zip(1, 2))
        visit.goto(f"{origin}/index.html")
        visit.evaluate(ACTIVE)
        publish(cm.Zip(1, 3))
        visit.evaluate(RENEWED)
        visit.evaluate(ACTIVE)
        server.shutdown()
    visit.goto(f"{origin}/one.html")
    assert visit.locator("h1").inner_text() == "ZIP 1 \N{MULTIPLICATION SIGN} 3"
