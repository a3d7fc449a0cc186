"""Machine code from plain Python, by Numba, which comes with this package wherever it has wheels."""

from __future__ import annotations

import gc
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from cpmodels._cp_model import lock_at_forks
from cpmodels.base._checkpoints import Call, unbreakable
from cpmodels.base.errors import MissingExtraError

_LOCK = lock_at_forks()
"""Numba is loaded, and compiles, for one thread at a time."""


is_broken = False
"""Whether Numba has turned out not to load, as beside a NumPy that is too new for it: then it is as if not there."""


def is_installed() -> bool:
    """Whether Numba is there; it may still turn out not to load."""
    return not is_broken and find_spec("numba") is not None


def load_numba() -> Any:
    """Numba.  Raises MissingExtraError where it is not there, or does not load."""
    global is_broken
    try:
        with _LOCK:
            return import_module("numba")
    except ImportError:
        is_broken = find_spec("numba") is not None
        raise MissingExtraError("the engine backtrack is not installed: pip install numba") from None


def compiled(function: Callable[..., Any], **options: Any) -> Any:
    """A function as machine code that releases Python's lock, kept on disk for the next process."""
    numba = load_numba()
    try:
        made = numba.njit(cache=True, nogil=True, **options)(function)
    except RuntimeError:  # No folder that can be written to: then it is compiled in each process.
        return numba.njit(nogil=True, **options)(function)
    if hasattr(made, "_cache"):  # It has none where NUMBA_DISABLE_JIT says so.
        forgive(made._cache)
    return made


def forgive(cache: Any) -> None:
    """Let what cannot be kept, as on a full disk, go; what cannot be read, as after a power cut, is compiled anew."""
    load, save = cache.load_overload, cache.save_overload

    def loaded(*arguments: Any) -> Any:
        try:
            return load(*arguments)
        except Exception:
            with suppress(Exception):
                cache.flush()
            return None

    def kept(*arguments: Any) -> None:
        with suppress(OSError):
            save(*arguments)

    cache.load_overload, cache.save_overload = loaded, kept


class Kernel:
    """A function of a module as machine code, which is made, or loaded, by its first call.

    That is done in a thread of its own: when the time limit of a search ends the call, as it may where compiling takes
    some seconds, the work is not lost, and the next call finds it done.

    Raises MissingExtraError, at the first call, without Numba.
    """

    def __init__(self, module: str, name: str) -> None:
        self._module, self._name = module, name
        self._made: Any = None

    def __call__(self, *arguments: Any) -> Any:
        if self._made is not None:
            try:
                with unbreakable():  # Arguments of other types are compiled for, too.
                    return self._made(*arguments)
            except SystemError as broken:  # Numba may have results just as Ctrl-C comes, which is not allowed.
                cause: BaseException = broken
                while isinstance(cause, SystemError) and cause.__cause__ is not None:
                    cause = cause.__cause__
                raise cause from None
        return Call(partial(self._first, arguments)).take(timeout=None)

    def _first(self, arguments: tuple[Any, ...]) -> Any:
        collects = gc.isenabled()
        gc.disable()  # Numba loads much that stays; to look through it for garbage takes a fifth of the time.
        try:
            with _LOCK, unbreakable():
                function = getattr(import_module(self._module), self._name)
                made = function if hasattr(function, "py_func") else compiled(function)
                result = made(*arguments)
        finally:
            if collects:
                gc.enable()
        self._made = made
        return result


kernel = cache(Kernel)
"""The kernel of a function, by its module and its name."""
