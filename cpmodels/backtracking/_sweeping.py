"""The parts of a sweep by backtracking: each is the beginning of a search, and is split by its next choice."""

from __future__ import annotations

from collections.abc import Iterable

from cpmodels.backtracking._solutions import slices
from cpmodels.search._runs import Clock, Values
from cpmodels.search._subproblems import Child, Subproblem
from cpmodels.search._tasks import MOST_SOLUTIONS, Job, Searcher, is_stopped


class BacktrackSearcher(Searcher):
    """Subproblems of a description, by backtracking; each is the beginning of a search (see `Search.start`)."""

    def __init__(self, job: Job) -> None:
        super().__init__(job)
        self._search = self.model.search()

    def _split(self, subproblem: Subproblem) -> list[Child] | None:
        children = self._search.children(_beginning(subproblem))
        if children is None:
            return None
        return [Child(_subproblem(child), 1 / len(children)) for child in children]

    def _solutions(self, job: Job, subproblem: Subproblem, seconds: float | None) -> list[Values] | None:
        self._search.start(_beginning(subproblem))
        clock, found = Clock(seconds, None), list[Values]()
        for rows in slices(self._search, clock):
            found += map(self.model.values, self.model.solving(rows))
            if job.first and found:
                return found
            if seconds is not None and (len(found) > MOST_SOLUTIONS or self._is_hopeless(clock, seconds)):
                return None
            if is_stopped(job.sweep):
                return None
        return found if self._search.done else None

    def _is_hopeless(self, clock: Clock, seconds: float) -> bool:
        """Whether the slice will by far not do."""
        share = self._search.share
        return share is not None and clock.seconds > seconds / 8 and clock.seconds > 2 * seconds * share


def _beginning(subproblem: Subproblem) -> tuple[int, ...]:
    return tuple(choice if taken else ~choice for choice, taken in subproblem)


def _subproblem(choices: Iterable[int]) -> Subproblem:
    return tuple((choice, True) if choice >= 0 else (~choice, False) for choice in choices)
