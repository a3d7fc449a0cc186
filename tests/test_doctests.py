"""The examples in docstrings."""

import doctest
import pkgutil
from importlib import import_module

import pytest

import cpmodels
import readers
import renderers

MODULES = [
    name
    for package in (cpmodels, readers, renderers)
    for name in [
        package.__name__,
        *(module.name for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")),
    ]
    if not name.endswith("__main__")
]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings_are_true(name):
    assert doctest.testmod(import_module(name)).failed == 0


def test_some_modules_have_examples():
    finder = doctest.DocTestFinder(exclude_empty=True)
    assert sum(1 for name in MODULES for test in finder.find(import_module(name)) if test.examples) >= 10
