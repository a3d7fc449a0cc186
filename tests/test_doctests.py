"""The examples in docstrings are true, those of the benchmarks, too; and each public name of the reference has one."""

import doctest
import pkgutil
from importlib import import_module
from pathlib import Path

import pytest
from reference_pages import DIRECTIVE, PAGES, documented

import cpmodels
import readers
import renderers

ROOT = Path(__file__).parents[1]
MODULES = [
    name
    for package in (cpmodels, readers, renderers)
    for name in [
        package.__name__,
        *(module.name for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")),
    ]
    if not name.endswith("__main__")
]
BENCHMARKS = [
    ".".join(file.relative_to(ROOT).with_suffix("").parts)
    for file in sorted((ROOT / "benchmarks").rglob("*.py"))
    if ">>> " in file.read_text(encoding="utf-8")
]
NOT_RUN = {
    "cpmodels.racing._race.race": "begins a process for each solver",
    "cpmodels.search._sweep.Sweep": "begins processes and writes a ledger; the example of `sweep` is run",
    "cpmodels.search._executors.cluster": "needs a cluster",
    "cpmodels.engines.backtracking._paths.PathSearch": "compiles for seconds",
    "cpmodels.lrat.compiled": "compiles for a second",
}
"""Names whose example is shown but not run."""
WITHOUT = {
    "cpmodels.base.errors.EngineError": "an engine must break down",
    "cpmodels.base.errors.LedgerInUseError": "two sweeps must run at once",
    "cpmodels.base.errors.WorkersLostError": "workers must be lost",
    "cpmodels.engines.backtracking._search.Search": "is what searches have in common; PathSearch has an example",
}
"""Names without an example."""


def examples():
    """The names whose own docstrings have examples that are run, and those that have any."""
    finder = doctest.DocTestFinder(exclude_empty=True)
    tests = [test for name in MODULES for test in finder.find(import_module(name))]
    run = {test.name for test in tests if any(doctest.SKIP not in one.options for one in test.examples)}
    return run, {test.name for test in tests if test.examples}


@pytest.mark.filterwarnings("ignore:overflow encountered")
@pytest.mark.parametrize("name", [*MODULES, *BENCHMARKS])
def test_docstrings_are_true(name, monkeypatch):
    """Of the benchmarks as plain Python: at tiny sizes to compile them takes longer, and what overflows is said."""
    module = import_module(name)
    if name in BENCHMARKS and hasattr(module, "compiled"):
        monkeypatch.setattr(module, "compiled", lambda function: function)
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("document", PAGES, ids=lambda document: document.stem)
def test_each_page_of_the_reference_begins_with_an_example_that_is_true(document):
    text = document.read_text(encoding="utf-8")
    first = DIRECTIVE.search(text)
    begins = text[: first.start()] if first else text
    if first and first[1] == "module":
        begins += import_module(first[2]).__doc__
    assert ">>> " in begins or "$ cpmodels " in begins
    assert doctest.testfile(str(document), module_relative=False, encoding="utf-8").failed == 0


def test_each_public_name_has_an_example():
    (run, shown), names = examples(), documented()
    assert names - run - NOT_RUN.keys() - WITHOUT.keys() == set()
    assert NOT_RUN.keys() <= (names & shown)
    assert WITHOUT.keys() <= names - shown
    assert len(names) > 200
