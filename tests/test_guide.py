"""The blocks of Python in the guide run as they stand, one after the other, and print what their comments say."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import fails, run

GUIDE = Path(__file__).parents[1] / "docs" / "your-own-puzzle.md"


@pytest.fixture(scope="module")
def guide():
    return GUIDE.read_text(encoding="utf-8")


def test_examples_run_and_print_what_they_say(guide, tmp_path):
    pytest.importorskip("pysat", reason="python-sat is not installed")
    blocks = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)
    assert len(blocks) >= 8
    (tmp_path / "guide.py").write_text("\n".join(blocks), encoding="utf-8")
    done = subprocess.run([sys.executable, "guide.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "[]\n['3 is at (2, 1), but 1 is given']\n" in done.stdout
    assert "\n2 False\nTrue\n" in done.stdout
    assert '"puzzle": "modelled-skyline"' in done.stdout
    assert "\n20\n2\n12\n2\n0\n" in done.stdout
    assert (
        "\nRow 1 has one 3, and only (0, 2) is left for that: 3 is at (0, 2).\nThere is no solution, as " in done.stdout
    )
    assert "\n1 Row 1 has one 3, and only (0, 2) is left for that: the tower at (0, 2) has 3 floors.\n" in done.stdout
    assert done.stdout.endswith("\n24 9\n")
    for picture in ("skyline.svg", "skyline.png"):
        assert (tmp_path / picture).exists()


@pytest.fixture
def latin(guide, tmp_path):
    """The file that the guide begins with, and a board."""
    file, board = tmp_path / "latin.py", tmp_path / "board.json"
    file.write_text(re.search(r"```python\n(.*?)```", guide, re.DOTALL)[1], encoding="utf-8")
    board.write_text('{"puzzle": "latin", "given": [[1, null, null], [null, 2, null], [null, null, null]]}')
    return file, board


@pytest.mark.slow
@pytest.mark.usefixtures("files_are_forgotten")
def test_a_kind_in_a_file_has_the_services_of_a_zip(guide, latin, tmp_path, monkeypatch):
    pytest.importorskip("pysat", reason="python-sat is not installed")
    file, board = latin
    monkeypatch.chdir(tmp_path)
    table = re.search(r"\| service \|.*?\n\n", guide, re.DOTALL)[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.strip().splitlines()[2:]]
    assert len(rows) > 15
    for puzzle, kind in (("zip-4", "zip"), (str(board), "latin")):
        run("solve", puzzle, "-o", "solution.json", "--load", file)
        names = {"BOARD": puzzle, "SOLUTION": "solution.json", "KIND": kind}
        for _, command, *cells in rows:
            assert all(cells)
            words = [names.get(word, word) for word in command.strip("`").split()]
            if (words[0], kind) == ("sample", "latin"):
                fails(*words, "--load", file)
            else:
                run(*words, "--load", file)
    run("sample", "slitherlink-7")
