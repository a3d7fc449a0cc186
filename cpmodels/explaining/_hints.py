"""The next step from where a player is, or what is wrong there."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from cpmodels.base._clock import Clock
from cpmodels.base._keywords import suggests_keywords
from cpmodels.base.puzzle import Puzzle, Solution
from cpmodels.errors import StoppedError
from cpmodels.explaining._account import Fact
from cpmodels.explaining._reasoner import Reasoner
from cpmodels.explaining._referee import Referee, StepSearch, asks_for_the_best, referee_of
from cpmodels.explaining._thinking import Step
from cpmodels.model import Asked, as_asked

S = TypeVar("S", bound=Solution)


@dataclass(frozen=True)
class Hint:
    """What to do next.

    step: the next step; None where nothing follows.
    wrong: the fact of those noted to undo, the first that contradicts those before it.
    solved: whether all is found already.
    stopped: why neither is known: the time was up, say.

    >>> from cpmodels import Path
    >>> found = hint("zip-4", Path([(0, 0), (0, 1)]))
    >>> found.step.rule, found.wrong, found.solved
    ('two ways left', None, False)
    """

    step: Step | None = None
    wrong: Fact | None = None
    solved: bool = False
    stopped: str | None = None

    def __str__(self) -> str:
        if self.step is not None:
            return str(self.step)
        if self.wrong is not None:
            return f"Undo this: {self.wrong.words}; with it there is no solution."
        if self.solved:
            return "The puzzle is solved."
        return self.stopped or "Nothing follows: from here there are several solutions."


@suggests_keywords()
def hint(puzzle: Asked[S], partial: Any = None, *, time_limit: float | None = None) -> Hint:
    """The next step from where a player is or, where that leads nowhere, what to undo.

    puzzle: a puzzle, or anything that `cpmodels.read` reads.
    partial: where the player is, as `cpmodels.explain` takes it; by default at the beginning.
    time_limit: seconds.

    Where the puzzle has no solution at all, nothing is to be undone, and the steps lead to a contradiction.  Raises as
    `cpmodels.explain` does.

    >>> from cpmodels import Path, Zip
    >>> puzzle = Zip(3, 3, [(0, 0), (0, 2), (2, 2)])
    >>> print(hint(puzzle, Path([(0, 0), (1, 0), (1, 1)])))
    Undo this: the path goes between (1, 0) and (1, 1); with it there is no solution.
    """
    clock = Clock(time_limit, None)
    try:
        return clock.beside(lambda: _hinted(puzzle, partial, clock))
    except StoppedError as stopped:
        return Hint(stopped=str(stopped))


def _hinted(puzzle: Asked[S], partial: Any, clock: Clock) -> Hint:
    asked = as_asked(puzzle)
    if isinstance(asked, Puzzle) and _is_right(asked, partial):
        return Hint(solved=True)
    referee = referee_of(asked, clock)
    of = referee.of
    noted = [] if partial is None else of.literals_of(partial)
    wrong = _first_wrong(referee, noted)
    if wrong is not None:
        return Hint(wrong=of.noted.get(wrong) or of.fact(wrong))
    search = StepSearch(referee, noted)
    with closing(search.steps()) as steps:
        step = next(steps, None)
    return Hint(step, solved=search.solution is not None)


def _is_right(puzzle: Puzzle[Any], partial: Any) -> bool:
    """Whether a solution is complete and breaks no rule; a check need not know what to say of one that is not.

    That does not say which is the best, where there is such a thing.
    """
    best = puzzle.minimise or puzzle.maximise
    if not best and isinstance(partial, getattr(puzzle, "solution_type", ())):
        with suppress(Exception):
            return not puzzle.check(partial) and not asks_for_the_best(puzzle)
    return False


def _first_wrong(referee: Referee[Any], noted: Sequence[int]) -> int | None:
    """The first of some facts that does not go with those before it; None where all go together, or none would."""
    with Reasoner(referee.of) as reasoner:
        everything = referee.of.without_noted()
        if reasoner.is_satisfiable([*everything, *noted]):
            return None
        if (facts := reasoner.solution(everything)) is None:
            return None
        referee.solution(facts)
        referee.compare()

        def contradicts(count: int) -> bool:
            return not reasoner.is_satisfiable([*everything, *noted[:count]])

        return noted[bisect_left(range(len(noted)), True, key=contradicts) - 1]
