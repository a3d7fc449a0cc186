"""The blocks of Python in the guide run as they stand, one after the other, and print what their comments say."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

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
    assert done.stdout.endswith("\n20\n2\n0\n24 9\n")
    for picture in ("skyline.svg", "skyline.png"):
        assert (tmp_path / picture).exists()


def test_links_lead_to_files(guide):
    for target in re.findall(r"\]\(([^)]+)\)", guide):
        assert target.startswith("https://") or (GUIDE.parent / target).exists(), target
