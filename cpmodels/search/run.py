"""Searches in threads of their own: answers come out of a queue, and closing it stops the solver.

The solver runs beside the caller's thread, so that Ctrl-C, time limits and progress work while it
searches, and so that answers can be taken one by one.
"""

from __future__ import annotations

import atexit
import json
import queue
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ortools.sat.python import cp_model

from cpmodels.errors import PuzzleError
from cpmodels.puzzles.puzzle import shown
from cpmodels.search.interrupts import uninterrupted

AHEAD = 256
"""How many answers the solver may find ahead of the one that the caller takes."""

TICK = 0.2
"""Seconds between two reports of progress."""

Values = bytes
"""The values of the key, a byte each."""


@dataclass(frozen=True)
class Progress:
    """How far a search is: answers found so far (whole orbits counted), and seconds since its start.

    Of a sweep also: share: how much of the work is thought to be done, from 0 to 1; left: how many seconds the rest
    is thought to take; finished, open: the numbers of cubes that are searched to their end, and that are known to be
    left.
    """

    found: int
    seconds: float
    share: float | None = None
    left: float | None = None
    finished: int | None = None
    open: int | None = None


Report = Callable[[Progress], object]


class _Answers(cp_model.CpSolverSolutionCallback):
    """Puts the key's values of every answer into the queue, waiting when it is full."""

    def __init__(self, run: Run) -> None:
        super().__init__()
        self._run = run

    def on_solution_callback(self) -> None:
        values = self.response_proto.solution
        if not self._run.offer(bytes([values[i] for i in self._run.key])):
            self.stop_search()


class Racer(ABC):
    """A search in a thread of its own, from `start` on.

    It puts itself and the key's values of every answer into the inbox, and at the end itself and None;
    then `status` is what was proved.
    """

    def __init__(self, inbox: Inbox) -> None:
        self.status = cp_model.UNKNOWN
        self._inbox = inbox
        self._error: BaseException | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="cpmodels search", daemon=True)

    def start(self) -> None:
        """Begin; the caller must already hold the run where it will stop it."""
        _LIVE.add(self)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._search()
        except Exception as error:
            self._error = error
        finally:
            self.offer(None)

    @abstractmethod
    def _search(self) -> None:
        """Search, offering every answer."""

    def raise_error(self) -> None:
        """Raise what ended the search, if anything did."""
        if self._error:
            raise self._error

    def offer(self, values: Values | None) -> bool:
        """Hand an answer (or None, at the end) to the caller; False once the run is being stopped."""
        while not self._stopping.is_set():
            try:
                self._inbox.put((self, values), timeout=TICK)
            except queue.Full:
                continue
            return True
        return False

    @property
    def is_alive(self) -> bool:
        """Whether the run's thread is running here; it is not in a forked process."""
        return self._thread.is_alive()

    def halt(self) -> None:
        """Tell the search to stop."""
        self._stopping.set()

    def stop(self) -> None:
        """Stop the search and wait until it has stopped."""
        self.halt()
        while self.is_alive:
            self.halt()
            self._thread.join(timeout=0.02)
        _LIVE.discard(self)

    @property
    def exhausted(self) -> bool:
        """Whether the search ended with a proof that there is nothing more to find."""
        return self.status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)


class Run(Racer):
    """A search by CP-SAT."""

    def __init__(
        self, cp: cp_model.CpModel, key: Sequence[int], parameters: cp_model.SatParameters, inbox: Inbox
    ) -> None:
        super().__init__(inbox)
        self.key = tuple(key)
        self._cp, self._solver = cp, cp_model.CpSolver()
        self._solver.parameters = parameters
        self._solver.log_callback = lambda line: print(line, file=sys.stderr)

    def _search(self) -> None:
        self.status = self._solver.solve(self._cp, _Answers(self))

    def raise_error(self) -> None:
        """Raise PuzzleError when CP-SAT rejected the model (a rule added to it) or a parameter."""
        super().raise_error()
        if self.status == cp_model.MODEL_INVALID:
            raise PuzzleError(f"CP-SAT rejects the model: {self._cp.validate() or self._solver.solution_info()}")

    def halt(self) -> None:
        """Tell the solver to stop."""
        super().halt()
        self._solver.stop_search()


class Attempt(Racer):
    """A search for one answer by a model's `attempts`, which proves nothing when it finds none."""

    def __init__(self, steps: Iterator[Values | None], inbox: Inbox) -> None:
        super().__init__(inbox)
        self._steps = steps

    def _search(self) -> None:
        for values in self._steps:
            if self._stopping.is_set():
                return
            if values is not None:
                self.offer(values)
                return


Inbox = queue.Queue[tuple[Racer, Values | None]]
_LIVE: set[Racer] = set()


@atexit.register
def _stop_all() -> None:
    stop_runs(list(_LIVE))


def stop_runs(runs: Collection[Racer], inbox: Inbox | None = None) -> None:
    """Stop some runs, all at a time; emptying their inbox lets go those that wait for a place in it.

    A second Ctrl-C waits for the end: a solver that outlived the interpreter would bring the process down.
    """
    with uninterrupted():
        for run in runs:
            run.halt()
        while inbox is not None and not inbox.empty():
            with suppress(queue.Empty):
                inbox.get_nowait()
        for run in runs:
            run.stop()


class Clock:
    """The time of a search, which began when the clock was made, and its reports of progress."""

    def __init__(self, limit: float | None, report: Report | None) -> None:
        if limit is not None and not (isinstance(limit, (int, float)) and limit > 0):
            raise PuzzleError(f"the time limit must be a positive number of seconds, not {shown(limit)}")
        self.limit, self.found = limit, 0
        self._report, self._start, self._last = report, time.monotonic(), 0.0

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._start

    @property
    def left(self) -> float | None:
        """Seconds until the limit; None without one."""
        return None if self.limit is None else max(self.limit - self.seconds, 0.0)

    @property
    def is_up(self) -> bool:
        return self.left == 0.0

    def limits(self, most: float | None = None) -> dict[str, float]:
        """CP-SAT's parameter for the time that is left, or for `most` seconds of it; none without a limit."""
        seconds = [s for s in (self.left, most) if s is not None]
        return {"max_time_in_seconds": max(min(seconds), 1e-3)} if seconds else {}

    def wait(self) -> float:
        """How long to wait for an answer before the next tick."""
        return TICK if self.left is None else min(TICK, self.left)

    def tick(self, *, last: bool = False, more: Callable[[], Mapping[str, Any]] = dict) -> None:
        """Report the progress, and more of it that a search knows, unless that was done just now."""
        seconds = self.seconds
        if self._report and (last or seconds - self._last >= TICK):
            self._last = seconds
            self._report(Progress(self.found, seconds, **more()))


def sat_parameters(*layers: Mapping[str, Any]) -> cp_model.SatParameters:
    """CP-SAT parameters, later layers over earlier ones.

    Raises PuzzleError for a parameter that CP-SAT does not have, or a value that it does not take.
    """
    parameters = cp_model.SatParameters()
    # The solver's own handler would swallow Ctrl-C, which belongs to the caller.
    merged: dict[str, Any] = {"catch_sigint_signal": False, "log_to_stdout": False}
    for layer in layers:
        merged.update(layer)
    for name, value in merged.items():
        if name.startswith("_") or not hasattr(parameters, name):
            raise PuzzleError(f"CP-SAT has no parameter {shown(name)}")
        try:
            set_parameter(parameters, name, value)
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError):
            raise PuzzleError(f"the CP-SAT parameter {name} does not take the value {shown(value)}") from None
    return parameters


def set_parameter(parameters: cp_model.SatParameters, name: str, value: Any) -> None:
    """Set one parameter from a value of its type, or from the text of one; a list takes a list."""
    kind = type(getattr(parameters, name))
    if kind is bool and isinstance(value, str):
        value = {"true": True, "false": False}[value.lower()]
    elif hasattr(kind, "__members__") and isinstance(value, str):
        value = kind.__members__[value]
    elif kind is int and not isinstance(value, (bool, float)):
        value = int(value)
    elif kind is float and not isinstance(value, bool):
        value = float(value)
    elif kind.__name__.startswith("repeated"):
        values = [value] if isinstance(value, str) else value
        if not parameters.merge_text_format(" ".join(f"{name}: {json.dumps(v)}" for v in values)):
            raise ValueError(value)
        return
    setattr(parameters, name, value)
