"""Models of the library with other choices."""

from __future__ import annotations

from copy import copy
from typing import Any

from cpmodels.model import Model
from cpmodels.model.strategies import Strategy


def altered(model: Model[Any], **fields: Any) -> Model[Any]:
    """The model with other fields; like the library's own it is not looked at for changes of its CpModel."""
    other = copy(model)
    for name, value in {"digest": None, **fields}.items():
        object.__setattr__(other, name, value)
    return other


def heavy(model: Model[Any]) -> tuple[Strategy[Any], ...]:
    """The strategies of a model that run CP-SAT: not the windows of ZIPs, nor the walks of gardens."""
    return tuple(strategy for strategy in model.strategies if not strategy.light)
