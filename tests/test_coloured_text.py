"""Boards in colour: their plain text, which of its characters have which colours, and where a terminal shows them."""

import pickle
import re
import sys
from copy import deepcopy
from io import StringIO

import pytest
from test_animation import ZIP, ZIP_PATH

import cpmodels as cm
import readers
import renderers
from cpmodels.cli import _console as console
from renderers._diagram_text import PATH
from renderers.coloured_text import Run, coloured
from renderers.garden._cubes import SHADES


class Screen(StringIO):
    """Standard output that is a terminal."""

    encoding = "utf-8"

    def isatty(self):
        return True


def inks(board):
    """The colours of a board's characters, blanks apart."""
    return [(c, run.ink) for run in board.runs for c in run.text if not c.isspace()]


def test_a_text_can_be_copied_and_comes_from_other_processes_as_it_was():
    board = renderers.text(ZIP, ZIP_PATH)
    for again in (deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert (again, again.runs) == (board, board.runs)


def test_a_path_runs_through_its_colours_and_numbers_and_walls_have_none():
    board = renderers.text(ZIP, ZIP_PATH)
    told = inks(board)
    assert board == "".join(run.text for run in board.runs)
    assert {c for c, ink in told if ink is None} == set("123┏┓┗┛━┃")
    path = [ink for c, ink in told if c in "─│┐┘"]
    assert path[0] == PATH[0]
    assert len(set(path)) == 5
    assert all(ink is None for _, ink in inks(renderers.text(ZIP)))


def test_tiles_stand_on_the_colours_of_the_pictures():
    garden = cm.Garden.hanging((1, 1, 12))
    board = renderers.text(garden, cm.puzzles.TilePlacement([((0, 0, 0), 16), ((0, 0, 1), 32), ((0, 0, 11), 10)]))
    grounds = [(run.text, run.ground) for run in board.runs if run.ground]
    assert grounds == [("16", SHADES[1]), ("32", SHADES[1]), ("10", SHADES[2])]
    assert "z = 10" in board
    squares = renderers.text(cm.Garden.hanging((5, 5)))
    assert [run.text for run in squares.runs if run.ground] == [f"{code:02d}" for code in range(1, 16)]


def test_blanks_at_the_ends_of_lines_and_what_steers_terminals_are_kept_out():
    board = coloured([[Run("a ", "#ff0000"), Run("  ")], [], [Run("\x1b[2J", "#00ff00"), Run(" ")]])
    assert board == "a\n\n\\x1b[2J"
    assert board == "".join(run.text for run in board.runs)


@pytest.mark.parametrize("name", ["zip-6", "cubes-packed", "nine-one", "zigzaw"])
def test_a_terminal_shows_colours_and_the_same_characters(monkeypatch, name):
    puzzle = readers.read(name)
    board = renderers.text(puzzle, cm.solve(puzzle).solution)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(sys, "stdout", Screen())
    console.say_board(board)
    shown = sys.stdout.getvalue()
    assert re.sub(r"\x1b\[[0-9;]*m", "", shown) == f"{board}\n"
    assert ("\x1b[" in shown) == any(run.ink or run.ground for run in board.runs)


@pytest.mark.parametrize(("stream", "variable"), [(StringIO, "x"), (Screen, "NO_COLOR"), (Screen, "TERM")])
def test_no_colours_in_pipes_nor_where_they_are_not_wanted(monkeypatch, stream, variable):
    for name, value in (("TERM", "xterm-256color"), ("FORCE_COLOR", "1"), ("x", "1")):
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv(variable, "dumb")
    monkeypatch.setattr(sys, "stdout", stream())
    console.say_board(renderers.text(ZIP, ZIP_PATH))
    assert sys.stdout.getvalue() == f"{renderers.text(ZIP, ZIP_PATH)}\n"
