"""The first answer of a puzzle, or the proof that there is none.

Times to a first answer of a hard puzzle are heavy-tailed: most seeds are quick, some take for ever.
So `solve` races seeds there: one run searches on and on, and can prove that there is no answer; the
others start over with a new seed when their time is up, after times of the sequence of Luby, Sinclair
and Zuckerman (1993), which is as good as can be, but for a logarithm, when nothing is known of the tail.
"""

from __future__ import annotations

import os
import queue
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import count
from typing import Any, Generic, TypeVar

from cpmodels import display
from cpmodels.models import Model
from cpmodels.puzzles import Puzzle, Solution
from cpmodels.puzzles.puzzle import integer
from cpmodels.search.run import Clock, Report, Run, Values, sat_parameters
from cpmodels.search.enumeration import as_model, seeding, verified

S = TypeVar("S", bound=Solution)

SLICE = 8.0
"""Seconds of the shortest run in a race."""


class Status(Enum):
    """What is known after a search for one answer."""

    SOLVED = "solved"
    INFEASIBLE = "infeasible"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Result(Generic[S]):
    """The outcome of `solve`.

    solution: the answer, checked, when the status is SOLVED.
    status: INFEASIBLE is a proof that there is no answer; UNKNOWN means that the time was up.
    seconds: from the call to the answer, the building of the model included.
    reason: why there is no answer, where that is plain without any search.
    """

    puzzle: Puzzle[S]
    status: Status
    solution: S | None
    seconds: float
    reason: str | None = None

    def _repr_svg_(self) -> str | None:
        return display.svg(self.puzzle, self.solution)


def solve(
    puzzle: Puzzle[S] | Model[S],
    *,
    time_limit: float | None = None,
    workers: int | None = None,
    seed: int | None = None,
    progress: Report | None = None,
    **parameters: Any,
) -> Result[S]:
    """One answer of a puzzle, or of a model that was built from one.

    time_limit: seconds, building included; then the status is UNKNOWN.
    workers: how many seeds to race, each on a core of its own.  One by default, which gives the same
        answer every time; puzzles known to be hard take all cores.
    seed: another order of search, which may find another answer.
    progress: called now and then with a `Progress`.
    parameters: any CP-SAT parameter by name, over the defaults.  With ``num_workers`` above 1 CP-SAT's
        own parallel search takes the place of the race.

    Raises PuzzleError for a parameter that CP-SAT does not have, TooLargeError for a puzzle whose model
    would not fit into memory, KeyboardInterrupt once the solver has stopped on Ctrl-C.
    """
    clock = Clock(time_limit, progress)
    seeds = seeding(seed)
    model = as_model(puzzle)
    if workers is None:
        workers = (os.cpu_count() or 1) if model.hard else 1
    workers = integer(workers, "workers", 1)
    if model.impossible:
        return Result(model.puzzle, Status.INFEASIBLE, None, clock.seconds, model.impossible)
    if workers > 1 and model.cp.has_objective():
        parameters = {"num_workers": workers, **parameters}
    racers = 1 if "num_workers" in parameters else workers
    values, exhausted = race(model, clock, racers, {"num_workers": 1, **seeds, **parameters})
    clock.tick(last=True)
    if values is not None:
        return Result(model.puzzle, Status.SOLVED, verified(model, values), clock.seconds)
    return Result(model.puzzle, Status.INFEASIBLE if exhausted else Status.UNKNOWN, None, clock.seconds)


def race(model: Model[Any], clock: Clock, workers: int, parameters: dict[str, Any]) -> tuple[Values | None, bool]:
    """The first answer of so many runs, if any, and whether one of them has proved what it ended with.

    With an objective, the last answer: the best.
    """
    inbox: queue.Queue[tuple[Run, Values | None]] = queue.Queue()
    seeds = count(parameters.get("random_seed", 0) + 1)
    slices = luby()
    key = [v.index for v in model.key]

    def enter(**changes: Any) -> Run:
        limit = {k: v for k, v in changes.items() if v is not None}
        return Run(model.cp, key, sat_parameters(model.parameters, parameters, limit), inbox)

    def enter_sprinter() -> Run:
        seconds = SLICE * next(slices)
        return enter(max_time_in_seconds=min(seconds, clock.left or seconds), random_seed=next(seeds), **SPRINTER)

    runs: set[Run] = set()
    best: Values | None = None
    try:
        runs.add(enter(max_time_in_seconds=clock.left))
        runs.update(enter_sprinter() for _ in range(workers - 1))
        while not clock.is_up:
            try:
                run, values = inbox.get(timeout=clock.wait())
            except queue.Empty:
                clock.tick()
                continue
            if values is not None:
                best, clock.found = values, clock.found + 1
                if not model.cp.has_objective():
                    return best, False
                continue
            runs.remove(run)
            run.stop()
            run.raise_error()
            if run.exhausted:
                return best, True
            if not runs:
                return best, False
            runs.add(enter_sprinter())
        return best, False
    finally:
        for run in runs:
            run.stop()


SPRINTER: dict[str, Any] = {}
"""What the runs that start over do differently."""


def luby() -> Iterator[int]:
    """The sequence 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, ...

    >>> terms = luby()
    >>> [next(terms) for _ in range(15)]
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    done: list[int] = []
    for power in count():
        start = len(done)
        done += [*done, 2**power]
        yield from done[start:]
