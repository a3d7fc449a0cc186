"""Machine code from plain Python, by Numba, which is optional (the extra ``fast``)."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Generator
from concurrent.futures import Future, wait
from functools import cache
from importlib.util import find_spec
from typing import Any, TypeVar

from cpmodels.errors import MissingExtraError

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

_LOCK = threading.Lock()
"""Numba compiles for one thread at a time."""


def is_installed() -> bool:
    """Whether Numba is there; it may still turn out not to load."""
    return find_spec("numba") is not None


def is_loaded() -> bool:
    """Whether Numba has been imported, which takes some tenths of a second, so that compiled code starts at once."""
    return "numba" in sys.modules


def missing() -> MissingExtraError:
    """The error of a search without Numba."""
    return MissingExtraError("the engine backtrack needs Numba, which is not installed: pip install 'cpmodels[fast]'")


@cache
def compiled(function: F) -> F:
    """The function as machine code that releases Python's lock, kept on disk for the next process.

    What it calls must be compiled, too.  Raises MissingExtraError without Numba.
    """
    with _LOCK:
        try:
            import numba
        except ImportError:
            raise missing() from None
        try:
            made: Any = numba.njit(cache=True, nogil=True)(function)
        except RuntimeError:  # No folder that can be written to: then it is compiled in each process.
            made = numba.njit(nogil=True)(function)
        machine_code: F = made
        return machine_code


def called_aside(function: Callable[[], T]) -> Generator[None, None, T]:
    """What a function gives that compiles machine code: yields, again and again, until it has ended.

    It has a thread of its own, as Numba does not bear to be interrupted while it compiles.
    """
    result: Future[T] = Future()

    def call() -> None:
        try:
            result.set_result(function())
        except BaseException as error:
            result.set_exception(error)

    threading.Thread(target=call, name="cpmodels compiling").start()
    while not result.done():
        wait([result], timeout=0.02)
        yield
    return result.result()
