"""`cpmodels play`, sets of puzzles in folders, and what -o says: pages that open unsolved."""

import errno
import io
import json
import os
import signal
import tempfile
import webbrowser
from contextlib import suppress
from pathlib import Path
from threading import Event
from unittest.mock import Mock

import pytest
from browser import data_of
from command_line import ended, fails, run
from lenient import Lenient
from systems import needs_devices
from test_screenshots import drawn

import cpmodels as cm
import readers
from cpmodels.cli._draw import guide
from cpmodels.cli._files import titled
from renderers import _reasons

NAMES = ["zip-4", "zip-6"]


@pytest.fixture
def folder(tmp_path):
    """A folder of two puzzles, the second a screenshot, and of other files."""
    made = tmp_path / "week"
    made.mkdir()
    (made / "day 2.txt").write_text(readers.ascii_board(readers.read("zip-4")))
    drawn(readers.read("zip-6")).save(made / "day 10.png")
    (made / "notes.md").write_text("nothing")
    (made / ".hidden.txt").write_text("nothing")
    return made


@pytest.fixture
def opened(tmp_path, monkeypatch):
    """The addresses that are opened in the browser, of pages in the folder of the test."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    found = []
    monkeypatch.setattr(webbrowser, "open", lambda address: found.append(address) or True)
    return found


def names_in(page):
    return [each["puzzle"]["name"] for each in data_of(page)["puzzles"]]


def test_play_opens_a_page_and_prints_no_solution(opened) -> None:
    out, err = run("play", *NAMES)
    assert out == ""
    (address,) = opened
    page = Path(address.removeprefix("file://"))
    assert [line for line in err.splitlines() if "preparing hints" not in line] == [f"wrote {page}"]
    assert names_in(page.read_bytes()) == NAMES
    assert all(each["solution"] for each in data_of(page.read_bytes())["puzzles"])
    assert "zip-parity: there is no solution: " in run("play", "zip-parity")[1]


def test_every_kind_that_has_a_page_can_be_played(opened, monkeypatch) -> None:
    run("play", "zip-4", "nine-one", "squares", "zip-6", "zip-7-walls")
    assert len(opened) == 4
    monkeypatch.setattr(webbrowser, "open", lambda _: False)
    assert "no browser could be started" in run("play", "zip-4")[1]


def test_play_writes_a_page_or_refuses(tmp_path, folder, opened) -> None:
    page = tmp_path / "page.html"
    out, err = run("play", folder, "-o", page)
    assert (out, err) == ("", f"wrote {page}\n")
    assert names_in(page.read_bytes()) == ["day 2", "day 10"]
    assert opened == []
    assert "make 2 pages, and -o takes one" in fails("play", "zip-4", "nine-one", "-o", page)
    assert "a page is an .html file" in fails("play", "zip-4", "-o", tmp_path / "page.png")
    assert "no file or built-in puzzle" in fails("play", "zip-5")
    assert "there is no folder" in fails("play", "zip-4", "-o", tmp_path / "none" / "page.html")


def test_a_folder_is_read_as_a_set(folder) -> None:
    found = dict(readers.read_each(folder))
    assert [Path(name).name for name in found] == ["day 2.txt", "day 10.png"]
    assert list(found.values()) == [readers.read(name) for name in NAMES]
    with pytest.raises(cm.PuzzleError, match=r"is a folder of 2 puzzles \(day 2.txt, day 10.png\)"):
        readers.read(folder)
    (folder / "day 10.png").unlink()
    assert readers.read(folder) == readers.read("zip-4")
    assert [puzzle for _, puzzle in readers.read_each(cm.Zip(2, 2))] == [cm.Zip(2, 2)]


@pytest.fixture
def stop_after(monkeypatch):
    """Ctrl-C comes when so many puzzles have been solved."""

    def stop(number, real=cm.solve):
        left = iter(range(number))

        def solve(puzzle, **options):
            if next(left, None) is None:
                raise KeyboardInterrupt
            return real(puzzle, **options)

        monkeypatch.setattr(cm, "solve", solve)

    return stop


def test_ctrl_c_ends_a_set_with_what_is_done(tmp_path, folder, stop_after) -> None:
    page, book, site = tmp_path / "page.html", tmp_path / "book.pdf", tmp_path / "site"
    stop_after(1)
    _, err = run("playground", site, *NAMES, "zip-7-walls", code=3)
    assert f"stopped; wrote 1 page; open {site / 'index.html'}" in err
    assert {path.name for path in site.glob("*.html")} == {"index.html", "zip-4.html"}
    stop_after(2)
    assert "stopped: the book has 2 of 3 puzzles" in run("book", *NAMES, "zip-4", "-o", book, code=3)[1]
    assert book.read_bytes().startswith(b"%PDF")
    stop_after(1)
    assert "stopped after 1 of 2 puzzles" in run("solve", folder, "-o", page, code=3)[1]
    assert [each["solution"] is None for each in data_of(page.read_bytes())["puzzles"]] == [False, True]
    stop_after(0)
    assert "stopped after 0 of 2 puzzles" in run("solve", folder, code=3)[1]


def test_ctrl_c_keeps_a_puzzle_that_is_solved_and_leaves_its_guide_out(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(cm, "hint", Mock(side_effect=KeyboardInterrupt))
    book = tmp_path / "book.pdf"
    assert "stopped: the book has 1 of 2 puzzles" in run("book", *NAMES, "-o", book, code=3)[1]
    assert book.read_bytes().startswith(b"%PDF")
    book.unlink()
    assert f"wrote {book}" in run("new", "zip", "3x3", "--count", 2, "-o", book)[1]
    assert book.read_bytes().startswith(b"%PDF")


def test_the_guide_to_a_puzzle_keeps_its_time_where_its_account_takes_long(monkeypatch) -> None:
    over = Event()
    monkeypatch.setattr("cpmodels.explaining._explaining.has_rules", lambda _: over.wait())
    assert guide(cm.read("zip-4"), cm.solve("zip-4").solution, "zip-4", 0.01) == (None, None, False)
    over.set()


def test_ctrl_c_ends_a_book_also_where_a_search_keeps_its_best_board(tmp_path, monkeypatch) -> None:
    def solve(puzzle, real=cm.solve, **options):
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        return real(puzzle, **options)

    monkeypatch.setattr(cm, "solve", solve)
    book = tmp_path / "book.pdf"
    assert "stopped: the book has 1 of 2 puzzles" in run("book", *NAMES, "-o", book, code=3)[1]
    assert book.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(("error", "code"), [(cm.errors.TooLargeError, 2), (cm.errors.WrongSolutionError, 3)])
def test_a_puzzle_that_cannot_be_solved_keeps_no_other_from_its_page(
    tmp_path, opened, monkeypatch, error, code
) -> None:
    def solve(puzzle, real=cm.solve, **options):
        if puzzle.rows == 4:
            raise error("so it is")
        return real(puzzle, **options)

    monkeypatch.setattr(cm, "solve", solve)
    book, site = tmp_path / "book.pdf", tmp_path / "site"
    for command in (["book", *NAMES, "-o", book], ["playground", site, *NAMES], ["play", *NAMES]):
        out, err = run(*command, code=code)
        assert (out, "cpmodels: zip-4: so it is\n" in err) == ("", True)
    assert book.read_bytes().startswith(b"%PDF")
    solved = [data_of((site / f"{name}.html").read_bytes())["puzzles"][0]["solution"] for name in NAMES]
    assert [solution is not None for solution in solved] == [False, True]
    assert len(opened) == 1


def test_where_no_page_can_be_made_nothing_is_left_behind(tmp_path, opened, monkeypatch) -> None:
    monkeypatch.setattr("cpmodels.cli._play.made", lambda _, statuses: statuses.append(2))
    run("play", *NAMES, code=2)
    assert (list(tmp_path.glob("cpmodels-*")), opened) == ([], [])


@needs_devices
def test_solutions_are_printed_where_the_page_that_hides_them_cannot_be_written(tmp_path, folder) -> None:
    page = tmp_path / "page.html"
    page.symlink_to("/dev/full")
    texts = [cm.text(puzzle, cm.solve(puzzle).solution) for puzzle in map(readers.read, NAMES)]
    out, err = run("solve", "zip-4", "-o", page, code=2)
    assert (out, "No space left" in err) == (f"{texts[0]}\n", True)
    out, err = run("solve", folder, "-o", page, code=2)
    assert out.endswith(f"{folder / 'day 2.txt'}:\n{texts[0]}\n{folder / 'day 10.png'}:\n{texts[1]}\n")
    assert "No space left" in err


def test_a_page_has_what_was_solved_before_standard_output_was_full(tmp_path, folder) -> None:
    class Full(io.BytesIO):
        def write(self, content):
            if b"day 10" in content:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return super().write(content)

    page = tmp_path / "page.html"
    code, _, err = ended("solve", folder, "-o", page, out=io.TextIOWrapper(Full(), "utf-8"))
    assert (code, f"wrote {page}" in err, "No space left" in err) == (2, True, True)
    assert [each["solution"] is None for each in data_of(page.read_bytes())["puzzles"]] == [False, True]


def test_ctrl_c_ends_a_site_and_pages_also_while_reasons_are_searched_for(tmp_path, opened, monkeypatch) -> None:
    monkeypatch.setattr(_reasons, "_steps", lambda *_: signal.raise_signal(signal.SIGINT))
    _, err = run("playground", tmp_path / "site", *NAMES, code=3)
    assert "stopped; wrote 1 page" in err
    _, err = run("play", "zip-4", "sudoku-4", "zip-6", code=3)
    assert (len(opened), err.splitlines()[-1]) == (1, "cpmodels: stopped")


def test_ctrl_c_ends_a_server_before_it_begins_also_while_reasons_are_searched_for(monkeypatch) -> None:
    monkeypatch.setattr(_reasons, "_steps", lambda *_: signal.raise_signal(signal.SIGINT))
    monkeypatch.setattr("cpmodels.cli._serve.serve", lambda _: None)
    _, err = run("play", "--serve", "--port", 0, "zip-4", "sudoku-4", code=3)
    assert err.splitlines()[-1] == "cpmodels: stopped"


def test_a_set_is_solved_and_what_cannot_be_read_is_told(tmp_path, folder) -> None:
    out, _ = run("solve", folder)
    texts = [cm.text(puzzle, cm.solve(puzzle).solution) for puzzle in map(readers.read, NAMES)]
    assert out == f"{folder / 'day 2.txt'}:\n{texts[0]}\n{folder / 'day 10.png'}:\n{texts[1]}\n"
    (folder / "day 3.txt").write_text("hello")
    page = tmp_path / "page.html"
    out, err = run("solve", folder, "-o", page, code=2)
    assert "day 3.txt: line 1" in err
    assert err.endswith(f"wrote {page}\n")
    assert "┃" not in out
    solutions = [cm.Path(each["solution"]) for each in data_of(page.read_bytes())["puzzles"]]
    assert [readers.read(name).check(path) for name, path in zip(NAMES, solutions, strict=True)] == [[], []]
    lines = run("solve", folder, "--json", code=2)[0].splitlines()
    assert [Path(json.loads(line)["file"]).name for line in lines] == ["day 2.txt", "day 10.png"]
    assert "written as one page (.html), not as all.png" in run("solve", folder, "-o", "all.png", code=2)[1]


def test_a_page_does_not_spoil_and_every_output_is_told(tmp_path) -> None:
    for name in ("page.html", "board.svg"):
        out, err = run("solve", "zip-4", "-o", tmp_path / name)
        assert ("┃" in out) == (name == "board.svg")
        assert f"wrote {tmp_path / name}\n" in err
    run("solve", "zip-4", "--json", "-o", tmp_path / "page.html")
    for command in (["count", "zip-4"], ["draw", "zip-4"]):
        assert f"wrote {tmp_path / 'board.svg'}\n" in run(*command, "-o", tmp_path / "board.svg")[1]
    assert f"wrote {tmp_path / 'a.cnf'}\n" in run("export", "zip-4", "-o", tmp_path / "a.cnf")[1]


def test_a_puzzle_of_a_class_that_is_no_dataclass_has_no_title(tmp_path):
    class Plain(Lenient, cm.Puzzle[cm.Grid]):
        kind = "test-untitled"

    puzzle, file = Plain(), tmp_path / "mine.json"
    file.touch()
    assert titled(puzzle, str(file)) is puzzle
    assert titled(cm.Zip(1, 2), str(file)).name == "mine"
