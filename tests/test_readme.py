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


def test_links_and_pictures_exist(readme):
    films = re.findall(r'src="([^"]+)"', readme)
    assert len(films) == 2
    for target in films + re.findall(r"\]\(([^)]+)\)", readme):
        if target.startswith("https://"):
            continue
        file, _, heading = target.partition("#")
        assert (ROOT / file).exists(), target
        if heading:
            headings = re.findall(r"^#+ (.*)$", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)
            assert heading in [words.lower().replace(" ", "-") for words in headings]
