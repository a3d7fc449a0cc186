"""What the pages on nine pieces, on the Zigzaw and on a kind of your own say is what comes out."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import fails, run

import cpmodels as cm
import readers
from cpmodels.puzzles.zigzaw import corners

DOCS = Path(__file__).parents[1] / "docs"
INSECTS = DOCS / "nine-pieces" / "insects.txt"


def page_of(name):
    return (DOCS / name).read_text(encoding="utf-8")


def test_the_table_of_nine_pieces_is_what_is_printed(tmp_path):
    printed = re.search(
        r"    \$ cpmodels solve insects.txt --all --up-to-symmetry\n((?:    .*\n)+)", page_of("nine-pieces.md")
    )
    table = tmp_path / "table.txt"
    table.write_text(printed[1].replace("    -", "-").replace("     ", " ").replace("    4 sol", "4 sol"))
    assert run("check", INSECTS, table)[0] == "the solution is right\n"
    out = run("solve", INSECTS, "--all", "--up-to-symmetry")[0]
    assert out.splitlines()[-1] == "4 solutions (1 up to symmetry)" == printed[1].splitlines()[-1].strip()


def test_the_typing_error_of_the_page_is_told(tmp_path):
    file = tmp_path / "with-an-error.txt"
    lines = INSECTS.read_text().splitlines()
    lines[7] = lines[7].replace("butterfly-tail", "buterfly-tail")
    file.write_text("\n".join(lines))
    out, err = run("solve", file)
    shown = re.search(r"    (there is no solution\n(?:    .*\n)+)    \.\.\.", page_of("nine-pieces.md"))
    assert out.startswith(shown[1].replace("\n    ", "\n"))
    told, warning, *_ = err.splitlines()
    read = "read as 5 pictures in halves, such as bee-head and bee-tail; "
    assert told == f"{file}: {read}else put above the pieces a line 'halves: none' if equal words meet"
    page = page_of("nine-pieces.md")
    assert f"with-an-error.txt: {read}..." in page
    assert warning in page


def test_the_zigzaw_is_settled_from_its_border():
    page, zigzaw = page_of("zigzaw.md"), readers.read("zigzaw")
    fitting = [
        sum(
            all(
                zigzaw.border_colours.get(at, colour) == colour
                for at, colour in zip(corners(*cell), frog.outer, strict=True)
            )
            for frog in zigzaw.pieces
        )
        for cell in zigzaw.centres
    ]
    tables = re.findall(r"(?:^ {4}[ \d]+\n){3,}", page, re.MULTILINE)
    assert [int(number) for number in tables[0].split()] == fitting
    cover = zigzaw.describe().problem.pruned()
    assert sorted(option.meaning[0] for option in cover.options) == sorted(zigzaw.centres)
    without = readers.read("zigzaw-open").describe().problem
    assert len(without.pruned().options) == len(without.options) == 81 * 81
    assert cm.solve("zigzaw").settled


# --- a kind of your own


@pytest.fixture(scope="module")
def guide():
    return page_of("your-own-puzzle.md")


def test_examples_run_and_print_what_they_say(guide, tmp_path):
    """One after the other."""
    blocks = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)
    assert len(blocks) >= 8
    (tmp_path / "guide.py").write_text("\n".join(blocks), encoding="utf-8")
    done = subprocess.run([sys.executable, "guide.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "[]\n['3 is at (2, 1), but 1 is given']\n" in done.stdout
    assert "\n2 False\nTrue\n" in done.stdout
    assert '"puzzle": "modelled-skyline"' in done.stdout
    assert "\n20\n2\n12\n2\n0\n" in done.stdout
    steps = "\nRow 1 has one 3, and only (0, 2) is left for that: 3 is at (0, 2).\nThere is no solution, as "
    assert steps in done.stdout
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
