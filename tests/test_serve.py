"""`cpmodels play --serve`: a server for this machine alone, whose pages ask for new puzzles and have files read."""

import json
from contextlib import closing
from errno import ENOSPC
from http.client import HTTPConnection
from http.server import HTTPServer
from pathlib import Path
from socket import socketpair
from threading import Thread
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from browser import PHONE, data_of, resize
from command_line import begun, fails, stopped
from systems import needs_signals
from test_screenshots import drawn

import cpmodels as cm
import readers
from cpmodels.base._checkpoints import LeftBehind
from cpmodels.cli._serve import Server


@pytest.fixture
def server():
    with Server(0) as made:
        thread = Thread(target=made.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield made
        made.shutdown()
        thread.join()


def ask(server, method, path, body=None, **headers):
    """Status and content of an answer."""
    with closing(HTTPConnection("127.0.0.1", server.server_address[1])) as connection:
        connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        with connection.getresponse() as answer:
            return answer.status, answer.read()


ASKED = {"kind": "sudoku", "size": "4x4", "difficulty": "", "seed": "7"}


def new(server, **asked):
    return ask(server, "POST", "/new", json.dumps({**ASKED, **asked}))


def send(browser, server, asked):
    """Ask for a new puzzle through a socket, which is the browser."""
    head = f"POST /new HTTP/1.0\r\nHost: 127.0.0.1:{server.server_port}\r\nContent-Length: {len(asked)}\r\n\r\n"
    browser.sendall(f"{head}{asked}".encode())


def test_new_puzzles_are_those_of_the_command_line(server) -> None:
    assert new(server, kind="zip", size="4", seed="7") == (200, b"/1")
    (entry,) = data_of(ask(server, "GET", "/1")[1])["puzzles"]
    puzzle = cm.read(entry["puzzle"])
    assert (puzzle, puzzle.name) == (cm.generate("zip", 4, seed=7).puzzle, "ZIP 4 no. 7")
    assert new(server, kind="zip", size="4", seed="today")[1] == b"/2"
    assert new(server) == (200, b"/3")
    first = data_of(ask(server, "GET", "/")[1])
    assert [first["titles"][0], first["titles"][2]] == ["ZIP 4 no. 7", "Sudoku 4x4 no. 7"]
    assert {each["kind"] for each in first["kinds"]} == set(cm.generating.generated_kinds())


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"size": "x"}, "a size is written like 8x8, not 'x'"),
        ({"size": "4x5"}, "the board has 4 rows but 5 columns"),
        ({"kind": "none"}, "there is no kind"),
        ({"seed": "-1"}, "a seed is a whole number, 0 or more"),
        ({"difficulty": "mild"}, "the difficulty must be"),
    ],
)
def test_what_cannot_be_made_is_a_sentence(server, asked, sentence) -> None:
    status, said = new(server, **asked)
    assert (status, server.pages) == (400, [])
    assert sentence in said.decode()


@pytest.mark.parametrize(("difficulty", "other"), [("", ""), ("hard", " or another difficulty")])
def test_where_none_is_found_what_may_help_is_said(server, monkeypatch, difficulty, other) -> None:
    """Of nine pieces none were found that are hard, and a smaller size would not have helped."""
    monkeypatch.setattr(cm, "generate", lambda *_, **__: SimpleNamespace(puzzle=None))
    said = f"no puzzle was found in 60 s: choose a smaller size{other}"
    assert new(server, difficulty=difficulty) == (400, said.encode())


def test_a_screenshot_is_read_and_a_text_that_is_none_named(server, tmp_path) -> None:
    puzzle = cm.read("zip-6")
    drawn(puzzle).save(tmp_path / "shot.png")
    content = (tmp_path / "shot.png").read_bytes()
    assert ask(server, "POST", "/read", content, File_Name='"../sh\\u00f6t.png"') == (200, b"/1")
    assert cm.read(data_of(ask(server, "GET", "/1")[1])["puzzles"][0]["puzzle"]) == puzzle
    status, said = ask(server, "POST", "/read", b"nothing", File_Name='"notes.md"')
    assert (status, said.startswith(b"notes.md: ")) == (400, True)


def test_a_file_of_which_no_page_can_be_made_is_refused_before_a_search(server, monkeypatch) -> None:
    """By its own name, also where what reads it is missing."""
    monkeypatch.setattr(cm, "solve", None)
    status, said = ask(server, "POST", "/read", "variables { domain: [2, 5] }\n", File_Name='"model.txt"')
    assert (status, b"cp-model" in said) == (400, True)

    def unread(file):
        raise cm.errors.MissingExtraError(f"{file}: pip install cpmpy")

    monkeypatch.setattr(cm, "read", unread)
    assert ask(server, "POST", "/read", "<instance>", File_Name='"x.xml"') == (400, b"x.xml: pip install cpmpy")


def test_what_cannot_be_solved_has_a_page_without_hints(server, monkeypatch, capsys) -> None:
    """As without --serve: a puzzle was refused whose model would be too large."""
    monkeypatch.setattr(cm, "solve", Mock(side_effect=cm.errors.TooLargeError("it needs too many variables")))
    assert ask(server, "POST", "/read", readers.write(cm.Zip(2, 2)), File_Name='"two.json"') == (200, b"/1")
    assert capsys.readouterr().err == "cpmodels: two.json: it needs too many variables\n"


@pytest.mark.parametrize(
    "body",
    [
        "",
        "null",
        "[]",
        '"zip"',
        "{}",
        '{"kind": 3, "size": 4, "seed": 5, "difficulty": 6}',
        json.dumps({"kind": "zip", "size": "3x3", "difficulty": "", "seed": "9" * 5000}),
    ],
)
def test_a_request_for_a_new_puzzle_that_is_none_is_answered(server, body) -> None:
    assert (ask(server, "POST", "/new", body)[0], server.pages) == (400, [])


@pytest.mark.parametrize("name", ["", "null", "3", '".."', '"a\\u0000.png"', '"\\ud800.png"', f'"{"a" * 300}.png"'])
def test_a_file_of_no_possible_name_is_answered(server, name) -> None:
    assert (ask(server, "POST", "/read", b"nothing", File_Name=name)[0], server.pages) == (400, [])


def test_a_full_disk_is_said(server, monkeypatch, capsys) -> None:
    monkeypatch.setattr(Path, "write_bytes", Mock(side_effect=OSError(ENOSPC, "No space left on device")))
    assert ask(server, "POST", "/read", b"nothing", File_Name='"x.png"') == (500, b"No space left on device")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("length", ["-1", "many", "30000001", "9" * 5000])
def test_a_length_that_is_none_is_refused_and_not_waited_for(server, length) -> None:
    assert ask(server, "POST", "/read", b"nothing", Content_Length=length, File_Name='"x.png"')[0] == 403


def test_a_browser_that_leaves_before_its_answer_is_no_error(server, capsys) -> None:
    try:
        raise ConnectionResetError
    except ConnectionResetError:
        server.handle_error(None, None)
    assert capsys.readouterr() == ("", "")


def test_a_puzzle_for_a_browser_that_left_is_made_no_further(server, monkeypatch) -> None:
    browser, answering = socketpair()

    def generate(*_, progress=str, **__):
        progress(None)  # The browser waits.
        browser.close()
        progress(None)
        pytest.fail("it goes on")

    monkeypatch.setattr(cm, "generate", generate)
    send(browser, server, json.dumps(ASKED))
    server.finish_request(answering, None)
    answering.close()
    assert server.pages == []


def test_a_puzzle_that_is_left_behind_by_ctrl_c_is_no_error(server, monkeypatch) -> None:
    monkeypatch.setattr(server, "new", Mock(side_effect=LeftBehind))
    browser, answering = socketpair()
    with browser:
        send(browser, server, "{}")
        server.process_request_thread(answering, None)
        assert browser.recv(1) == b""


def test_only_its_own_pages_are_answered(server) -> None:
    new(server)
    assert ask(server, "GET", "/1")[0] == 200
    for headers in ({"Host": "example.com"}, {"Origin": "http://example.com"}):
        assert ask(server, "GET", "/1", **headers)[0] == 403
        assert ask(server, "POST", "/new", "{}", **headers)[0] == 403
    for port, status in ((81, 403), (80, 200)):  # the one that browsers leave out
        server.server_port = port
        assert ask(server, "GET", "/1", Host="localhost", Origin="http://localhost")[0] == status
    server.server_port = server.server_address[1]
    assert ask(server, "GET", "/2")[0] == ask(server, "GET", "/../pyproject.toml")[0] == 404
    assert "leave out one" in fails("play", "--serve", "-o", "page.html")
    assert "--port needs --serve" in fails("play", "zip-4", "--port", "8000")
    assert "with --serve it may be left out" in fails("play")


def test_a_port_is_for_one_server(monkeypatch) -> None:
    monkeypatch.setattr(HTTPServer, "allow_reuse_port", True)  # as a version of Python may have it
    with Server(0) as server, pytest.raises(cm.ParameterError, match=f"port {server.server_port} cannot be used"):
        Server(server.server_port)


@needs_signals
def test_ctrl_c_ends_it(monkeypatch) -> None:
    monkeypatch.setenv("BROWSER", "true")
    process = begun("-m", "cpmodels", "play", "--serve", "--port", 0, "zip-4")
    while "playing at" not in (line := process.stderr.readline()):
        assert line
    assert stopped(process, code=0)[1] == "ended\n"


DROP = """(bytes) => {
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array(bytes)], "shot.png"));
    dispatchEvent(new DragEvent("drop", {dataTransfer: files}));
}"""
DROP_FOLDER = """() => {
    const folder = {name: "shots", size: 4096, arrayBuffer: () => Promise.reject(new DOMException("not found"))};
    dispatchEvent(Object.assign(new Event("drop"), {dataTransfer: {files: [folder]}}));
}"""


@pytest.mark.slow
def test_a_page_asks_for_a_puzzle_and_a_page_by_itself_says_what_to_do(server, chromium, tmp_path) -> None:
    lend, take_back = chromium
    opened = lend(True)
    resize(opened, PHONE)
    opened.goto(server.address)
    opened.evaluate("""localStorage["cpmodels / kind"] = '"one that was loaded then"'""")
    opened.reload()
    assert opened.locator("#kind").input_value() == "zip"
    opened.select_option("#kind", "queens")
    opened.fill("#size", "5x5")
    opened.get_by_role("button", name="Today").tap()
    opened.locator("#board").wait_for()
    assert opened.title().startswith("Queens 5x5 no. 20")
    opened.get_by_role("link", name="New puzzle").tap()
    opened.fill("#size", "x")
    opened.keyboard.press("Enter")
    opened.locator(".notice", has_text="A size is written like 8x8, not 'x'.").wait_for()
    opened.evaluate(DROP, 30_000_001)
    assert opened.locator(".notice").inner_text() == "shot.png has more than 30 MB: it is too large to be read."
    opened.evaluate(DROP_FOLDER)
    opened.locator(".notice", has_text="shots cannot be read: it may be a folder.").wait_for()
    (tmp_path / "page.html").write_bytes(ask(server, "GET", "/1")[1].replace(b' data-served="30000000"', b""))
    opened.goto((tmp_path / "page.html").as_uri())
    opened.evaluate(DROP, 1)
    assert "run cpmodels play --serve and drop this onto its page" in opened.locator(".notice").inner_text()
    take_back(opened, True)
