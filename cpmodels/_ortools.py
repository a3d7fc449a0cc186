"""CP-SAT's `cp_model`, and what this library has to change in its classes; `cpmodels._cp_model` loads it."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from ortools.init.python import init  # type: ignore[import-untyped]
from ortools.sat.python.cp_model import *  # noqa: F403
from ortools.sat.python.cp_model import CpModel, CpSolver, CpSolverSolutionCallback


class QuickCpModel(CpModel):
    """A CpModel like any other, made a hundred times as fast.

    Most of the time goes to methods by their names of old, such as ``AddBoolOr``: here they are made when the first of
    them is asked for.

    is_private: nobody else can change it, so that nobody need look whether it was changed.
    """

    is_private = False

    def _add_pre_pep8_methods(self) -> None:
        """Later."""

    def __getattr__(self, name: str) -> Any:
        if name[:1].isupper() and "NewBoolVar" not in vars(self):
            super()._add_pre_pep8_methods()
            return getattr(self, name)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def clone(self) -> QuickCpModel:
        """A copy, of which the variables have the same indices."""
        return copy_of(self)


def copy_of(cp: CpModel) -> QuickCpModel:
    """A copy of any CpModel, which its own `clone` takes a millisecond to make."""
    copy = QuickCpModel()
    copy.proto.copy_from(cp.proto)
    copy.rebuild_constant_map()
    return copy


class Solver(CpSolver):
    """A solver that heeds an order to stop also where it comes before the search, which CP-SAT's own forgets."""

    def __init__(self) -> None:
        self._is_stopped = False
        super().__init__()

    def stop_search(self) -> None:
        self._is_stopped = True
        super().stop_search()

    @property
    def best_bound_callback(self) -> Callable[[float], None] | None:
        # It is asked for just before the search begins, and that can be stopped by then.
        if self._is_stopped:
            super().stop_search()
        return self._on_bound

    @best_bound_callback.setter
    def best_bound_callback(self, on_bound: Callable[[float], None] | None) -> None:
        self._on_bound = on_bound


class Callback(CpSolverSolutionCallback):
    """Hands itself over at each solution, to what says whether the search is to go on."""

    def __init__(self, take: Callable[[Callback], bool]) -> None:
        super().__init__()
        self._take = take

    def OnSolutionCallback(self) -> None:  # noqa: N802 - CP-SAT itself calls this one
        if not self._take(self):
            self.StopSearch()


def leave_no_file() -> None:
    """Let OR-Tools write no file of what it crashes at from now on."""
    flags = init.CppFlags()
    flags.cp_model_dump_prefix = f"{os.devnull}/"  # The beginning of the names of all its files.
    init.CppBridge.set_flags(flags)
