"""What an engine found by the description of a kind, beside the model that the kind has as well."""

from __future__ import annotations

from typing import Any

from cpmodels.errors import DefectError, StoppedError
from cpmodels.model import Model, build_to_search, has_own_model
from cpmodels.puzzle import Puzzle
from cpmodels.search._enumeration import Enumeration
from cpmodels.search._runs import Clock
from cpmodels.search._symmetry import Symmetry

AT_LEAST = 0.5
"""Seconds for which the model is searched at least: CP-SAT enumerates some thousand solutions in these."""


SOME = 10
"""So many solutions of a model are looked at where an engine has counted them without naming any."""


def second_look(puzzle: Puzzle[Any], engine: str, total: int, seconds: float) -> None:
    """Raise DefectError where the model of a kind turns out to have other solutions than its description.

    total: how many solutions an engine has found by the description, all that there are.
    seconds: how long that took, for which the model is searched, too.  Kinds that have no model of their own have
        nothing that could differ.
    """
    if not has_own_model(puzzle):
        return
    clock = Clock(max(seconds, AT_LEAST), None)
    try:
        with clock.limiting():
            model = build_to_search(puzzle)
    except StoppedError:
        return
    if difference := _difference(model, engine, total, clock, total + 1):
        raise DefectError(f"the description of {type(puzzle).__name__} and its model are not the same: {difference}")


def look_at_some(model: Model[Any], engine: str, total: int) -> None:
    """Check some solutions of a model where an engine has counted alone: so many, which no puzzle has checked.

    Raises WrongSolutionError for one that breaks a rule, DefectError when they are others than so many.
    """
    if difference := _difference(model, engine, total, Clock(AT_LEAST, None), min(total + 1, SOME)):
        raise DefectError(difference)


def _difference(model: Model[Any], engine: str, total: int, clock: Clock, most: int) -> str | None:
    """What differs between a count and the solutions of a model, of which at most so many are looked at."""
    try:
        with clock.limiting():
            found: Enumeration[Any] = Enumeration(Symmetry(model), clock, {})
    except StoppedError:
        return None
    with found:
        while found.total < most and next(found, None) is not None:
            pass
    if found.total > total or (found.exhausted and found.total < total):
        counted = f"{total} solution{'s' * (total != 1)}"
        return (
            f"the engine {engine} finds {counted}, but the model has {'more' if found.total > total else found.total}"
        )
    return None
