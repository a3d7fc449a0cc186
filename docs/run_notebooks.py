"""The notebooks of docs/notebooks: `python docs/run_notebooks.py` runs them anew, in a minute, and keeps their outputs.

With the name of a folder they are written there. Each runs in a fresh kernel and an empty folder of its own. No times
are kept but those that cells print.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parent / "notebooks"


def run(source: Path, target: Path) -> None:
    """Run a notebook and write it, with what its cells show.  Raises CellExecutionError for a cell that fails."""
    notebook = nbformat.read(source, 4)
    with TemporaryDirectory() as folder:
        client = NotebookClient(
            notebook,
            timeout=300,
            kernel_name="python3",
            record_timing=False,
            coalesce_streams=True,
            resources={"metadata": {"path": folder}},
        )
        client.execute()
    notebook.metadata["language_info"] = {"name": "python"}
    nbformat.write(notebook, target)


if __name__ == "__main__":
    into = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    for path in sorted(FOLDER.glob("*.ipynb")):
        run(path, into / path.name)
