"""The first solution of a puzzle that names narrower ones, whose solutions it can take over (`Puzzle.narrower`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from typing import TypeVar

from cpmodels.errors import TooLargeError
from cpmodels.model import Model
from cpmodels.puzzle import Part, Puzzle, Solution
from cpmodels.search._enumeration import checked
from cpmodels.search._race import Result, Status
from cpmodels.search._runs import Clock

S = TypeVar("S", bound=Solution)

FIRST_SLICE = 5.0
"""Seconds for each narrower puzzle in the first round; a round later twice as many, then three times."""


def rounds(
    puzzle: Puzzle[S],
    parts: Iterator[Part[S]],
    build: Callable[[Puzzle[S]], Model[S]],
    search: Callable[[Model[S], Clock, int], Result[S]],
    clock: Clock,
    seed: int,
) -> Iterator[S | None]:
    """Rounds through narrower puzzles, each searched for a while: a solution of the puzzle, or None after a round.

    parts: the narrower puzzles of this one.
    build: makes the model of a narrower puzzle.
    search: for a first solution of a model, in the time of a clock and from a seed.

    What is proved to have no solution, or is too large for a model, is left out from then on; the end comes when all
    are.  Raises StoppedError when the time is up.
    """
    waiting, models = clock.within(parts), list[tuple[Part[S], Model[S]]]()
    for turn in count(1):
        undecided = []
        for part, model in models if turn > 1 else _built(waiting, build):
            clock.pause()
            found = search(model, clock.stretch(turn * FIRST_SLICE), (seed + turn - 1) % 2**31)
            if found.solution is not None:
                yield checked(puzzle, part.whole(found.solution))
            if found.status is not Status.INFEASIBLE:
                undecided.append((part, model))
        models = undecided
        if not models:
            return
        yield None


def _built(parts: Iterator[Part[S]], build: Callable[[Puzzle[S]], Model[S]]) -> Iterator[tuple[Part[S], Model[S]]]:
    for part in parts:
        with suppress(TooLargeError):
            yield part, build(part.puzzle)
