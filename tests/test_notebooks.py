"""The notebooks run in a fresh kernel, and show what is stored in them, but for times."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import environment

DOCS = Path(__file__).parents[1] / "docs"
NOTEBOOKS = sorted((DOCS / "notebooks").glob("*.ipynb"))
LARGEST = 300_000


def cells(path):
    found = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in found if cell["cell_type"] == "code"]


def texts(cell):
    """What a cell shows as text; of what is a picture, too, that there is one."""
    return [
        "".join(output["text"]) if "text" in output
        else sorted(output["data"]) if len(output["data"]) > 1
        else "".join(output["data"]["text/plain"])
        for output in cell["outputs"]
    ]  # fmt: skip


def test_three_notebooks_are_stored_with_what_their_cells_show():
    assert [path.stem for path in NOTEBOOKS] == ["gardens", "library", "racing"]
    for path in NOTEBOOKS:
        assert path.stat().st_size < LARGEST
        assert [cell["execution_count"] for cell in cells(path)] == list(range(1, len(cells(path)) + 1))
        kinds = {output["output_type"] for cell in cells(path) for output in cell["outputs"]}
        assert kinds <= {"stream", "execute_result", "display_data"}
        assert any(len(output.get("data", ())) > 1 for cell in cells(path) for output in cell["outputs"])


@pytest.mark.slow
def test_notebooks_show_again_what_is_stored(tmp_path):
    for module in ("ipykernel", "nbclient"):
        pytest.importorskip(module, reason=f"{module} is not installed: the extra `docs`")
    done = subprocess.run(
        [sys.executable, DOCS / "run_notebooks.py", tmp_path],
        capture_output=True, encoding="utf-8", check=False, env=environment(),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    for path in NOTEBOOKS:
        for stored, shown in zip(cells(path), cells(tmp_path / path.name), strict=True):
            if "times" not in stored["metadata"].get("tags", ()):
                assert texts(shown) == texts(stored), stored["source"]
