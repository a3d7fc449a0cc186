"""How long backtracking would take to search all of a puzzle, and in which order it would be done first."""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import inf
from typing import Generic, TypeVar

from cpmodels.backtracking._backtracker import Backtracker, stand_in
from cpmodels.backtracking._search import Rows, Search
from cpmodels.errors import CpmodelsError
from cpmodels.puzzle import Puzzle, Solution

S = TypeVar("S", bound=Solution)

TRIAL = 0.05
"""Seconds of a trial in each order.  Estimates tend to be too low at first: of Brendan Owen's 7 x 6, which takes 4.1 s,
1.1 s after 0.02 s and 3.5 s after 0.2 s; of the 42,292 gardens of squares in 7 x 7, which take 1.9 s, 0.1 and 0.3."""

NODES = 20_000
"""Nodes between two looks at the time."""


@dataclass(frozen=True)
class Estimate(Generic[S]):
    """A search of a puzzle by backtracking, and how many seconds all of it is estimated to take.

    search, found: the search after its trial, and what its last stretch found.
    """

    backtracker: Backtracker[S]
    seconds: float
    search: Search
    found: Rows

    def __str__(self) -> str:
        order = self.backtracker.order
        how = f" in the order {order}" if isinstance(order, str) else ""
        return f"backtracking{how} was estimated to take {_in_words(self.seconds)}"


def estimate(puzzle: Puzzle[S], *, whole: bool, seed: int = 0, first: bool = False) -> Estimate[S] | None:
    """The order of the search that is estimated to be done first; None for a puzzle that cannot be searched so.

    See `stand_in`.

    whole: whether all of it is searched, or the part that symmetry leaves.
    first: whether a first solution is enough, with which a trial ends.

    Raises MissingExtraError without Numba.
    """
    try:
        backtracker = stand_in(puzzle, seed, whole=whole)
    except CpmodelsError:
        return None
    if backtracker is None:
        return None
    best = _tried(backtracker, first=first)
    for other in backtracker.other_orders:
        if best.seconds < TRIAL or (first and len(best.found)):
            break
        found = _tried(backtracker.in_order(other), first=first)
        best = min(best, found, key=lambda trial: (-len(trial.found) if first else 0, trial.seconds))
    return best


def _tried(backtracker: Backtracker[S], *, first: bool) -> Estimate[S]:
    """A trial; the seconds that all is estimated to take are told by the share that is done in it."""
    search = backtracker.first_search() if first else backtracker.search()
    found = search.advance(1)  # The first call loads the compiled search.
    began, left = time.perf_counter(), TRIAL
    while not search.done and left > 0 and not (first and len(found)):
        found = search.advance(NODES)
        left = TRIAL - (time.perf_counter() - began)
    share = search.share
    return Estimate(backtracker, (time.perf_counter() - began) / share if share else inf, search, found)


def _in_words(seconds: float) -> str:
    for unit, size in (("years", 365 * 86400), ("days", 86400), ("hours", 3600), ("minutes", 60)):
        if seconds == inf:
            return "for ever"
        if seconds >= 2 * size:
            return f"{seconds / size:,.0f} {unit}"
    return f"{seconds:.2g} seconds"
