"""What the shell completes: commands, options, their choices, names of puzzles, and files."""

import pytest
from click.testing import CliRunner
from command_line import printed_by, run

import readers
from cpmodels import cli
from cpmodels.engines import ENGINES


def completions(*words):
    """What bash is told for the last of these words: pairs of a type and a value."""
    variables = {
        "_CPMODELS_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(["cpmodels", *words]),
        "COMP_CWORD": str(len(words)),
    }
    done = CliRunner().invoke(cli.cli, prog_name="cpmodels", env=variables)
    return [tuple(line.split(",", 1)) for line in done.output.splitlines()]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder, in which the test runs."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "command",
    ["solve", "count", "check", "draw", "sweep", "confirm", "export", "book", "link", "explain", "hint", "why"],
)
def test_names_of_puzzles_complete(command):
    assert completions(command, "") == [("plain", name) for name in readers.BUILTIN]
    assert completions(command, "zip-1") == [("plain", "zip-10")]


def test_files_complete_beside_names(folder):
    (folder / "zip-mine.txt").touch()
    (folder / "zip-folder").mkdir()
    assert ("plain", "zip-mine.txt") in completions("solve", "zip-")
    assert completions("solve", "./zip") == [("file", "./zip")]
    assert completions("solve", "zip-m") == [("file", "zip-m")]


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        *(((command, "zip-4", "-o", "a"), "file") for command in ("solve", "explain", "hint", "why")),
        (("check", "zip-4", "a"), "file"),
        (("verify", "a"), "file"),
        (("merge", "a"), "file"),
        (("sweep", "zip-4", "--ledger", "a"), "file"),
        (("pictures", "zigzaw", "a"), "dir"),
        (("tour", "--out", "a"), "dir"),
    ],
)
def test_files_and_folders_are_left_to_the_shell(words, kind):
    assert completions(*words) == [(kind, "a")]


def test_commands_options_and_choices_complete():
    assert completions("so") == [("plain", "solve")]
    assert ("plain", "--time-limit") in completions("solve", "--")
    assert completions("draw", "zip-4", "--view", "o") == [("plain", "oblique")]
    assert completions("new", "tango", "--difficulty", "e") == [("plain", "easy"), ("plain", "expert")]
    assert completions("new", "tango", "--load", "a") == [("file", "a")]
    assert completions("new", "tanog", "tan") == [("plain", "tango")]
    assert completions("count", "zip-4", "--engine", "") == [("plain", name) for name in ENGINES]
    assert completions("solve", "zip-4", "--engine", "") == [("plain", name) for name in ENGINES if name != "ganak"]
    assert completions("sweep", "zip-4", "--engine", "") == [("plain", name) for name in ("cp-sat", "backtrack")]
    assert completions("confirm", "zip-4", "--engine", "") == [("plain", name) for name in ENGINES if name != "cp-sat"]
    assert completions("forced", "zip-4", "--engine", "") == [("plain", name) for name in ("cp-sat", "frontier")]


def test_the_help_says_how_to_switch_completion_on():
    told, _ = run("--help")
    for shell in ("bash", "zsh", "fish"):
        line = next(line for line in told.splitlines() if f"_CPMODELS_COMPLETE={shell}_source cpmodels" in line)
        assert line.lstrip().startswith(shell)
    variables = {"_CPMODELS_COMPLETE": "zsh_source"}
    assert "compdef" in CliRunner().invoke(cli.cli, prog_name="cpmodels", env=variables).output


def test_names_complete_without_a_solver_or_numpy(monkeypatch):
    """Completion is asked for at a key press, so that it loads little."""
    code = """
import sys
from unittest import mock
from cpmodels import cli
with mock.patch("sys.exit"), mock.patch.object(sys, "argv", ["cpmodels"]):
    cli.main()
print("loaded", *{"ortools", "numpy", "PIL", "rich"} & set(sys.modules))
"""
    variables = {"_CPMODELS_COMPLETE": "bash_complete", "COMP_WORDS": "cpmodels solve zip-4", "COMP_CWORD": "2"}
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert printed_by(code).splitlines() == ["plain,zip-4", "loaded"]
