"""The account of a puzzle: what its kind registers or, by default, one of its description or of its model."""

from __future__ import annotations

from typing import Any

from cpmodels.base.description import ExactCover, HamiltonianPath, described
from cpmodels.base.kinds import open_function
from cpmodels.explaining._account import GROUP, Account
from cpmodels.explaining._cover import CoverAccount
from cpmodels.explaining._model import ModelAccount
from cpmodels.explaining._path import PathAccount
from cpmodels.model import has_own_model


@open_function(GROUP, by_rules=lambda own: not own.isdisjoint({"check", "model"}))
def account(puzzle: Any) -> Account[Any]:
    """The account of a puzzle.  By default in the words of its description or, where it has none, of its model.

    >>> from cpmodels import Zip
    >>> sorted({constraint.kind for constraint in account(Zip(2, 2)).constraints.values()})
    ['cell', 'path']
    """
    description = None if has_own_model(puzzle) else described(puzzle)
    if description is not None and isinstance(description.problem, HamiltonianPath):
        return PathAccount[Any](puzzle, description)
    if description is not None and isinstance(description.problem, ExactCover) and not description.problem.is_partial:
        return CoverAccount[Any](puzzle, description)
    return ModelAccount[Any](puzzle)
