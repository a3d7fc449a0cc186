"""The command line and its pipes, signals, encodings and closed streams."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import ended
from PIL import Image
from systems import needs_devices, needs_pipes, needs_signals

import cpmodels as cm
import readers
from cpmodels import cli
from cpmodels.cli import _commands
from cpmodels.cli._streams import nearest
from cpmodels.confirming import EngineCount

COMMAND = [sys.executable, "-m", "cpmodels"]


@pytest.fixture
def broken(tmp_path):
    """A file with a path that breaks the rules of zip-4."""
    (tmp_path / "path.json").write_text('{"path": [[0, 0], [0, 1]]}')
    return tmp_path / "path.json"


# Encodings

ASCII = """\
+---------------+
| +-----------+ |
| |           | |
| |   +---2   4 |
| |   |   |     |
| |   |   |   1 |
| |   |   |   | |
| +---3   +---+ |
+---------------+
"""


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_boards_are_drawn_in_ascii_where_the_terminal_has_no_lines(tmp_path, encoding):
    target = tmp_path / "solved.png"
    code, out, err = ended("solve", "zip-4", "-o", target, encoding=encoding)
    assert (code, out.replace("\r", "")) == (0, ASCII)
    assert "solved in" in err
    with Image.open(target) as picture:
        assert picture.format == "PNG"


def test_lines_of_boards_are_lines_where_the_terminal_has_them():
    assert "┃ ┌───────────┐ ┃\n" in ended("solve", "zip-4")[1].replace("\r", "")


def test_each_character_becomes_one_so_that_boards_keep_their_form():
    drawn = {chr(code): nearest(chr(code)) for code in (*range(0x2500, 0x2580), *map(ord, "·•○●■◆▲★▒"))}
    assert all(len(instead) == 1 and instead.isascii() and instead.isprintable() for instead in drawn.values())
    assert {drawn[c] for c in "─━═╴╸"} == {"-"}
    assert {drawn[c] for c in "│┃║╵╻"} == {"|"}
    assert {drawn[c] for c in "┌┛╬┿╂┼"} == {"+"}
    assert [drawn[c] for c in "\u2571\u2572\u2573"] == ["/", "\\", "X"]
    assert "".join(map(nearest, "↖↗↘↙")) == "\\/\\/"
    assert [nearest(c) for c in "éﬁ€\udcff"] == ["e", "f", "?", "?"]


def test_what_is_on_boards_can_be_told_apart_in_ascii():
    assert "".join(map(nearest, "☀☾ ←↑→↓ ∧\N{LOGICAL OR} ●○ ▭▯■ ♛♣✗☼")) == "*( <^>v ^v @o =I# QTx*"
    used = {character for name in readers.BUILTIN for character in cm.text(readers.read(name))}
    assert {character for character in used - {"?"} if nearest(character) == "?"} == set()


# What would steer a terminal


@needs_pipes
def test_names_and_values_do_not_steer_the_terminal(tmp_path):
    evil = tmp_path / "red \x1b[31m\x07\x9b \u202e \udcff.json"
    evil.write_text('{"puzzle": "\\u001b]0;x\\u0007"}')
    unknown = [["solve", f"{evil}.no"], ["frob\x1b[1m"], ["draw", "zip-4", "-o", f"{evil}/x.png"]]
    for arguments in (["solve", evil], ["check", "zip-4", evil], *unknown):
        code, out, err = ended(*arguments)
        assert code == 2
        assert (out + err).replace("\n", "").isprintable(), out + err
        assert "\\x1b" in out + err


def test_broken_rules_do_not_steer_the_terminal(broken, monkeypatch):
    monkeypatch.setattr(cm.Zip, "check", lambda *_: ["it is \x1b[2J wrong", "and \r bad"])
    monkeypatch.setattr(cm.Zip, "remarks", lambda *_: ["\x1b]0;x\x07"])
    assert ended("check", "zip-4", broken)[:2] == (1, "it is \\x1b[2J wrong\nand \\r bad\n\\x1b]0;x\\x07\n")


# Pipes


CALLS = [
    ["list"],
    ["--help"],
    ["check", "-h"],
    [],
    ["check", "zip-4", "path.json"],
    ["count", "zip-4", "--json"],
    ["sweep", "zip-4", "--workers", "1", "-o", "pipe"],
]


@needs_pipes
@pytest.mark.parametrize("arguments", CALLS, ids=" ".join)
def test_a_broken_pipe_is_never_an_answer(broken, monkeypatch, arguments):
    """Whether click, the command or the last flush meets it."""
    reader, writer = os.pipe()
    os.close(reader)
    monkeypatch.chdir(broken.parent)
    Path("pipe").symlink_to(f"/dev/fd/{writer}")
    monkeypatch.setattr(_commands, "end_by_broken_pipe", lambda: sys.exit("broken pipe"))
    with os.fdopen(writer, "w", encoding="utf-8") as pipe:
        assert ended(*arguments, out=pipe)[0] == "broken pipe"


@needs_signals
@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_broken_pipe_ends_the_command_by_its_signal(broken, stream):
    process = subprocess.Popen(
        [*COMMAND, "check", "zip-4", broken if stream == "stdout" else "nothing"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    getattr(process, stream).close()
    with process.stderr if stream == "stdout" else process.stdout as other:
        assert other.read() == b""
    assert process.wait() == -signal.SIGPIPE


@needs_devices
def test_a_full_disk_behind_standard_output_is_told():
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run([*COMMAND, "list"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "cpmodels: standard output: No space left on device\n")


@needs_devices
@pytest.mark.parametrize("puzzle", ["zip-4", "nothing"])
def test_a_full_disk_behind_standard_error_is_no_wrong_answer(puzzle):
    def solved(stderr):
        return subprocess.run([*COMMAND, "solve", puzzle], stdout=subprocess.PIPE, stderr=stderr, check=False)

    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = solved(full)
    assert done.returncode == 2
    assert done.stdout in (b"", solved(subprocess.DEVNULL).stdout)  # Progress, on a busy machine, is told before.


# Closed streams


@needs_signals
def test_what_closed_standard_error_would_take_is_not_printed():
    """Else it would be amid the JSON."""
    done = subprocess.run(
        [*COMMAND, "solve", "zip-4", "--json", "--set", "log_search_progress=true"],
        stdout=subprocess.PIPE, preexec_fn=lambda: os.close(2), check=False,
    )  # fmt: skip
    assert (done.returncode, json.loads(done.stdout)["status"]) == (0, "solved")


def test_closed_standard_input_is_told():
    assert ended("solve", "-", stdin=None) == (2, "", "cpmodels: standard input is closed\n")


@needs_devices
def test_standard_input_has_an_end():
    with open("/dev/zero") as endless:  # noqa: PTH123
        code, _, err = ended("solve", "-", stdin=endless)
    assert code == 2
    assert "too large: a puzzle has at most 16 MiB" in err


@needs_signals
def test_files_do_not_take_the_numbers_of_closed_streams(tmp_path):
    """Else what a solver prints would be in the picture."""
    target = tmp_path / "solved.png"
    command = [*COMMAND, "solve", "zip-4", "-o", target, "--set", "log_search_progress=true"]

    def close():
        for number in range(3):
            os.close(number)

    assert subprocess.run(command, preexec_fn=close, check=False).returncode == 0
    with Image.open(target) as picture:
        picture.load()


# Ctrl-C

INTERRUPTED = """
import signal, sys
from cpmodels.cli import main

class Interrupting:
    def find_spec(self, name, *_):
        if name == sys.argv[-1]:
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
module = sys.argv[-1]
sys.argv = ["cpmodels", *sys.argv[1:-1]]
Interrupting.find_spec.__globals__["sys"] = type("argv", (), {"argv": [module]})
main()
"""


@needs_signals
@pytest.mark.parametrize("module", ["cpmodels.cli._commands", "click", "numpy", "renderers", "PIL.Image"])
def test_ctrl_c_while_modules_are_loaded_ends_the_command_quietly(tmp_path, module):
    """Modules make other errors of a KeyboardInterrupt: numpy an ImportError."""
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, "solve", "zip-4", "-o", tmp_path / "solved.png", module],
        capture_output=True, text=True, check=False,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (cli.STOPPED, "", "cpmodels: stopped\n")


def test_ctrl_c_elsewhere_is_an_interrupt(monkeypatch):
    """So that a command can still tell what it has found."""

    def interrupted(*_, **__):
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(cm, "count", interrupted)
    code, out, err = ended("count", "zip-4")
    assert (code, out, err.strip()) == (cli.STOPPED, "", "cpmodels: stopped")


def test_an_ignored_ctrl_c_stays_ignored(monkeypatch):
    """As under nohup, or in the background of a shell script."""
    monkeypatch.setattr(cm, "count", lambda *_, **__: signal.raise_signal(signal.SIGINT) or cm.Count(3, 3, 3, True))
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        assert ended("count", "zip-4")[:2] == (0, "3 solutions\n")
    finally:
        signal.signal(signal.SIGINT, before)


# Large numbers


def test_numbers_of_any_size_have_a_text(monkeypatch):
    many = 10**5000
    for counted in (cm.Count(many, 2, 3, True), EngineCount("x", many, True), cm.search.Progress(many, 1.0)):
        assert f"={'1' + '0' * 5000}, " in repr(counted) == str(counted)
    assert repr(EngineCount("x", 3, True)).startswith("EngineCount(engine='x', total=3, exhausted=True, seconds=0.0")
    monkeypatch.setattr(cm, "count", lambda *_, **__: cm.Count(many, many, many, True))
    limit = sys.get_int_max_str_digits()
    assert '"count": 10000' in ended("count", "zip-4", "--json")[1]
    assert sys.get_int_max_str_digits() == limit
