"""Backtracking that is ahead of CP-SAT: alone at first, then beside the building of the model."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from cpmodels.backtracking._backtracker import Backtracker, stand_in
from cpmodels.backtracking._compiled import is_loaded
from cpmodels.backtracking._solutions import slices
from cpmodels.errors import CpmodelsError, StoppedError
from cpmodels.puzzle import Puzzle, Solution
from cpmodels.search._interruption import Interrupted, Interruptible
from cpmodels.search._runs import Clock

S = TypeVar("S", bound=Solution)
T = TypeVar("T")


class Lead(Generic[S]):
    """A search for a first solution, which may go on in a thread of its own while something else is done.

    solution: what it found, if anything.
    """

    def __init__(self, backtracker: Backtracker[S]) -> None:
        self.backtracker = backtracker
        self.search = backtracker.first_search()
        self.solution: S | None = None

    @property
    def is_over(self) -> bool:
        """Whether it has a solution, or has shown that there is none."""
        return self.solution is not None or self.search.done

    def go(self, clock: Clock) -> None:
        """Search until it is over, or the clock's time is up."""
        for rows in slices(self.search, clock):
            for choices in rows.tolist():
                self.solution = self.backtracker.found(choices)
                if self.solution is not None:
                    return

    def beside(self, work: Callable[[], T]) -> T | None:
        """What some work in Python comes to while the search goes on; None, at once, when the search is over first.

        Raises what the work raises.
        """
        clock, stretch, failed = Clock(None, None), Interruptible(), list[BaseException]()

        def run() -> None:
            try:
                self.go(clock)
            except BaseException as error:  # raised again in the caller's thread
                failed.append(error)
            else:
                if self.is_over:
                    stretch.interrupt()

        thread, made = threading.Thread(target=run, daemon=True), None
        try:
            with stretch:
                thread.start()
                made = work()
        except (Interrupted, StoppedError):  # a time limit inside takes the interruption for its own
            if not self.is_over:
                raise
        finally:
            clock.limit = 0.0
            thread.join()
        for error in failed:
            raise error
        return None if self.is_over else made


def lead_of(puzzle: Puzzle[S], clock: Clock, seed: int = 0) -> Lead[S] | None:
    """The search of a puzzle, where Numba is loaded and the puzzle is described in time."""
    if not is_loaded() or clock.is_up:
        return None
    try:
        with clock.limiting():
            backtracker = stand_in(puzzle, seed, whole=False)
            return None if backtracker is None or backtracker.infeasible else Lead(backtracker)
    except (StoppedError, CpmodelsError):
        return None
