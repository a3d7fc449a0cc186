"""What several test modules share."""

import os
import sys
from pathlib import Path

import pytest
from browser import chromium as chromium
from browser import page as page

sys.path.append(str(Path(__file__).parents[1]))
"""The benchmarks are imported from the folder of the project, everything else from where it is installed."""


@pytest.fixture(scope="session")
def data():
    """The folder of published puzzles, which is no part of the project; tests that need it skip without it."""
    folder = Path(os.environ.get("CPMODELS_DATA") or Path(__file__).parents[2] / "shared" / "data")
    if not folder.is_dir():
        pytest.skip(f"the published puzzles are not at {folder}; set CPMODELS_DATA to their folder")
    return folder
