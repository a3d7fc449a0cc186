"""A user's program, which mypy checks as it does the packages."""

from typing import Any, assert_type

import cpmodels as cm


def ask_of_a_value() -> None:
    assert_type(cm.solve(cm.Zip(4, 4)), cm.Result[cm.Path])
    assert_type(cm.count(cm.Zip(4, 4)), cm.Count)
    for solution in cm.solutions(cm.build(cm.Zip(4, 4))):
        assert_type(solution, cm.Path)


def ask_of_a_name() -> None:
    """Of its solutions nothing is known, so they may be anything."""
    result = cm.solve("zip-4")
    assert_type(result, cm.Result[Any])
    if result.solution is not None:
        print(result.solution.cells)
    for solution in cm.solutions("zip-4"):
        print(solution)
    steps = cm.explain("zip-4")
    print(steps)
