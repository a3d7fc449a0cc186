"""A user's program, which mypy checks as it does the packages."""

from collections.abc import Sequence
from typing import Any, assert_type

from ortools.sat.python import cp_model

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


def ask_of_a_model_of_ones_own() -> None:
    """Its solutions are what `decode` makes, be it derived from `Solution` or not."""
    cp = cp_model.CpModel()
    lamps = [cp.new_bool_var(f"lamp {i}") for i in range(3)]

    def lit(values: Sequence[int]) -> frozenset[int]:
        return frozenset(i for i, value in enumerate(values) if value)

    def path(values: Sequence[int]) -> cm.Path:
        return cm.Path([(0, i) for i in lit(values)])

    model = cm.Model(cp=cp, key=lamps, decode=lit)
    assert_type(model, cm.Model[frozenset[int]])
    assert_type(cm.solve(model), cm.Result[frozenset[int]])
    for solution in cm.solutions(model):
        assert_type(solution, frozenset[int])
    assert_type(cm.Model(cp=cp, key=lamps, decode=path), cm.Model[cm.Path])
    assert_type(cm.solve(cm.Model(cp=cp, key=lamps)), cm.Result[Any])
