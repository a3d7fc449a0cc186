"""Programs that count by themselves, as machine code where Numba is installed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


@cache
def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """The function as machine code, or itself where Numba is not installed; then it is some hundred times slower."""
    try:
        import numba
    except ImportError:
        return function
    made: Any = numba.njit(function)
    machine_code: Callable[P, R] = made
    return machine_code
