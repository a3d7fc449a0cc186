"""The README's examples run as they stand, one after the other, and say what they claim."""

import re
from pathlib import Path
from textwrap import dedent

import pytest

import cpmodels as cm
import readers

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def readme():
    return (ROOT / "README.md").read_text(encoding="utf-8")


def test_examples_run(readme, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    code = "".join(re.findall(r"```python\n(.*?)```", readme, re.DOTALL))
    exec(compile(code, "README.md", "exec"), {})
    said = re.findall(r"^print\(.*\)  # (.*)$", code, re.MULTILINE)
    printed = capsys.readouterr().out.splitlines()
    assert len(said) == len(printed) == 4
    for line, claim in zip(printed, said, strict=True):
        assert claim.startswith(line)


def test_the_drawn_board_is_a_puzzle():
    page = (ROOT / "docs" / "on-the-command-line.md").read_text(encoding="utf-8")
    (board,) = re.findall(r"(?:^    [+|].*\n)+", page, re.MULTILINE)
    puzzle = readers.read(dedent(board))
    assert (puzzle.rows, puzzle.cols, len(puzzle.waypoints), len(puzzle.walls)) == (2, 3, 3, 2)
    assert cm.count(puzzle).total == 1


def test_there_are_two_films(readme):
    films = re.findall(r'src="([^"]+)"', readme)
    assert [(ROOT / film).exists() for film in films] == [True, True]
