"""What several test modules share."""

import os
import signal
import sys
from pathlib import Path

import pytest
from browser import chromium as chromium
from browser import page as page
from browser import unexplained as unexplained
from clocks import clock as clock
from examples import examples as examples

import cpmodels as cm
from cpmodels.base import kinds
from cpmodels.racing import _solvers

sys.path.append(str(Path(__file__).parents[1]))
"""The benchmarks are imported from the folder of the project, everything else from where it is installed."""

signal.signal(signal.SIGINT, signal.default_int_handler)
"""What a script begins in the background ignores Ctrl-C, so tests would wait for ever for what it does."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """The tests of pages, in a browser, are among the long ones."""
    for item in items:
        if "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker("slow")


@pytest.fixture(scope="session")
def data():
    """The folder of published puzzles, which is no part of the project; tests that need it skip without it."""
    folder = Path(os.environ.get("CPMODELS_DATA") or Path(__file__).parents[2] / "shared" / "data")
    if not folder.is_dir():
        pytest.skip(f"the published puzzles are not at {folder}; set CPMODELS_DATA to their folder")
    return folder


@pytest.fixture(scope="session")
def cubes():
    """A garden of cubes with a solution."""
    puzzle = cm.read("cubes-c3v")
    return puzzle, cm.solve(puzzle).solution


@pytest.fixture(scope="session")
def solvers():
    """All solvers of the benchmarks, of which the peers are no part of what is installed, by name."""
    from benchmarks.solvers import load

    return load()


@pytest.fixture
def files_are_forgotten(monkeypatch):
    """What is loaded from files stays with one test: modules, kinds, solvers, and the variable that names them."""
    monkeypatch.setenv("CPMODELS_LOAD", "")
    monkeypatch.setattr(_solvers, "SOLVERS", dict(_solvers.loaded()))
    yield
    for name in kinds.load_files():
        for kind in kinds.kinds_in(name):
            del kinds._KINDS[kind]
        del sys.modules[name]


@pytest.fixture
def without_matplotlib(monkeypatch):
    """It is as if Matplotlib were not installed, once this is called; what uses it is imported again."""

    def forget():
        modules = ("cpmodels.racing._plot", "benchmarks.plots", "benchmarks.survival")
        for name in [name for name in sys.modules if name in modules or name.split(".")[0] == "matplotlib"]:
            monkeypatch.delitem(sys.modules, name)
        monkeypatch.delattr("cpmodels.racing._plot", raising=False)
        for name in ("matplotlib", "matplotlib.figure"):
            monkeypatch.setitem(sys.modules, name, None)

    return forget


@pytest.fixture(autouse=True)
def kinds_of_other_tests_are_hidden(request):
    """Test modules make kinds of puzzles, which are registered in all tests of a run; error messages list kinds."""
    modules = ((name, cls, cls.__module__.rpartition(".")[2]) for name, cls in kinds._KINDS.items())
    own = request.node.path.stem
    hidden = {name: cls for name, cls, module in modules if module.startswith("test_") and module != own}
    for name in hidden:
        del kinds._KINDS[name]
    yield
    for name, cls in list(kinds._KINDS.items()):
        if not hasattr(sys.modules.get(cls.__module__), "__file__"):  # Code that a test ran, of no module.
            del kinds._KINDS[name]
    kinds._KINDS.update(hidden)
