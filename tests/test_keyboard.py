"""Keys change how a terminal shows a search; elsewhere no key is taken."""

import os
import sys
import threading
from io import StringIO

import pytest

from cpmodels.cli._console import Keyboard

pty = pytest.importorskip("pty")
termios = pytest.importorskip("termios")


@pytest.fixture
def terminal(monkeypatch):
    """The other end of a terminal that is standard input; this process is the one in its foreground."""
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "r", closefd=False) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        monkeypatch.setattr(os, "tcgetpgrp", lambda _: os.getpgrp())
        yield ours, theirs
    os.close(ours)
    os.close(theirs)


def test_space_pauses_until_a_key_is_pressed(terminal):
    ours, theirs = terminal
    before = termios.tcgetattr(theirs)
    with Keyboard("S starts anew") as keyboard:
        assert keyboard.hint == "Space pauses, S starts anew"
        os.write(ours, b" ")
        waiting = threading.Thread(target=keyboard.wait, args=(0.0,))
        waiting.start()
        waiting.join(0.2)
        assert waiting.is_alive()
        os.write(ours, b" ")
        waiting.join(20)
        assert not waiting.is_alive()
    assert termios.tcgetattr(theirs) == before


def test_other_keys_are_given_one_by_one(terminal):
    with Keyboard() as keyboard:
        os.write(terminal[0], b"+ s")
        assert [keyboard.wait(30.0) for _ in range(2)] == ["+", "s"]
        assert keyboard.wait(0.0) == ""
    assert keyboard.hint == ""


@pytest.mark.parametrize("stdin", [StringIO(" "), None])
def test_without_a_terminal_no_key_is_taken(monkeypatch, stdin):
    monkeypatch.setattr(sys, "stdin", stdin)
    with Keyboard() as keyboard:
        assert keyboard.hint == ""
        keyboard.wait(0.02)
    if stdin:
        assert stdin.read() == " "


@pytest.mark.usefixtures("terminal")
def test_a_job_in_the_background_takes_no_key(monkeypatch):
    monkeypatch.setattr(os, "tcgetpgrp", lambda _: os.getpgrp() + 1)
    with Keyboard() as keyboard:
        assert keyboard.hint == ""
