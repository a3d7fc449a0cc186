"""Backtracking as a strategy, which races beside CP-SAT for the first solution."""

from __future__ import annotations

from itertools import chain
from typing import Any

from cpmodels.backtracking._compiled import is_loaded
from cpmodels.backtracking._estimate import estimate
from cpmodels.backtracking._lead import Lead
from cpmodels.backtracking._solutions import slices
from cpmodels.engines import BACKTRACK
from cpmodels.model import Runs, Steps, Strategy
from cpmodels.search._runs import Clock


def _backtracking(seed: int, runs: Runs, lead: Lead[Any] | None) -> Steps[Any]:
    """A search of the puzzle in the order in which all of it is estimated to be done first.

    There are as many solutions in any order, so in that one the first is likely to come first, too: all of the
    published TetraVex of 8 x 8 takes 12 s by spiral and minutes by rows; of a bordered 7 x 7 it is the other way round.

    lead: a search of the same puzzle that has begun, with which it goes on if that is its order.
    """
    picked = estimate(runs.model.puzzle, whole=False, seed=seed, first=True)
    if picked is None:
        return None
    is_begun = lead is not None and lead.backtracker.order == picked.backtracker.order and not len(picked.found)
    search = lead.search if lead is not None and is_begun else picked.search
    for rows in chain([picked.found], slices(search, Clock(None, None))):
        for row in rows.tolist():
            if (solution := picked.backtracker.found(row)) is not None:
                yield solution
        yield None
    return True


def strategy(lead: Lead[Any] | None = None) -> Strategy[Any]:
    """Backtracking as a strategy, which has no need to wait for easy puzzles to be done where it is loaded already."""
    after = 0.0 if is_loaded() else Strategy.after
    return Strategy(BACKTRACK, lambda seed, runs: _backtracking(seed, runs, lead), after)
