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
    names: dict[str, object] = {}
    for block in re.findall(r"```python\n(.*?)```", readme, re.DOTALL):
        exec(compile(block, "README.md", "exec"), names)
    printed = capsys.readouterr().out
    assert "Status.SOLVED ((0, 0)," in printed
    assert "pieces  | turns" in printed
    assert "\nTrue True\n" in printed
    assert "\n52\n132 264 33 True\n10\nStatus.INFEASIBLE\n" in printed
    assert "True naive" in printed
    assert re.search(r"^(zip-dfs|cp-sat) True$", printed, re.MULTILINE)
    assert (tmp_path / "board.svg").exists()
    assert (tmp_path / "race.svg").exists()


def test_the_drawn_board_is_a_puzzle(readme):
    (board,) = re.findall(r"(?:^    [+|].*\n)+", readme, re.MULTILINE)
    puzzle = readers.read(dedent(board))
    assert (puzzle.rows, puzzle.cols, len(puzzle.waypoints), len(puzzle.walls)) == (2, 3, 3, 2)
    assert cm.count(puzzle).total == 1


def test_links_and_pictures_exist(readme):
    for target in re.findall(r"\]\(([^)]+)\)", readme):
        if target.startswith("https://"):
            continue
        file, _, heading = target.partition("#")
        assert (ROOT / file).exists(), target
        if heading:
            headings = re.findall(r"^#+ (.*)$", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)
            assert heading in [words.lower().replace(" ", "-") for words in headings]
