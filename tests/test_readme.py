"""The README's examples run as they stand, one after the other, and say what they claim."""

import re
from contextlib import suppress
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
        assert re.fullmatch(rf"{re.escape(line)}(\W.*)?", claim)


@pytest.mark.parametrize(
    ("page", "boards"), [("docs/on-the-command-line.md", 1), ("docs/start/screenshot.md", 1), ("readers/README.md", 2)]
)
def test_each_zip_that_is_drawn_has_one_path(page, boards):
    totals = []
    for block in re.findall(r"(?:^ {4,}.*\n)+", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE):
        with suppress(cm.PuzzleError):
            if isinstance(puzzle := readers.read(dedent(block)), cm.Zip):
                totals.append(cm.count(puzzle).total)
    assert totals == [1] * boards


def test_there_are_two_films(readme):
    films = re.findall(r'src="([^"]+)"', readme)
    assert [(ROOT / film).exists() for film in films] == [True, True]
