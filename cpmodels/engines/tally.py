"""The number of answers that an engine other than CP-SAT finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from cpmodels.engines.answers import Answers, Question, as_built, question
from cpmodels.model import Model
from cpmodels.puzzles import Puzzle, Solution
from cpmodels.search._runs import Clock, Report
from cpmodels.solving import Count
from cpmodels.values import integer

S = TypeVar("S", bound=Solution)


@dataclass(frozen=True)
class Finding:
    """What one engine found.

    total: the number of answers (pictures: equal pieces not told apart).
    exhausted: whether the engine proved that these are all; otherwise there are at least so many.
    seconds: all its time; `warm_up` of them went into loading and compiling the engine.
    interrupted: whether Ctrl-C ended its search.
    """

    engine: str
    total: int
    exhausted: bool
    seconds: float = 0.0
    warm_up: float = 0.0
    interrupted: bool = False


def tally(asked: Question[S], clock: Clock, limit: int | None = None) -> Finding:
    """Let an engine find all answers, or so many; Ctrl-C ends it with what was found."""
    interrupted = False
    with Answers(asked, clock) as found:
        try:
            while found.found != limit:
                next(found)
        except StopIteration:
            pass
        except KeyboardInterrupt:
            interrupted = True
    return Finding(asked.engine, found.total, found.exhausted, found.seconds, found.warm_up, interrupted)


def count_answers(
    puzzle: Puzzle[S] | Model[S],
    engine: str,
    *,
    limit: int | None = None,
    time_limit: float | None = None,
    progress: Report | None = None,
) -> Count:
    """Count the answers of a puzzle by ``"cadical"``, ``"ganak"`` or ``"xcover"``.

    No symmetry is used, so `orbits` equals `total`.  Ganak counts without naming the answers: for it a limit
    has no effect, and when it is stopped it has found none.

    The parameters are those of `cpmodels.count`; raises PuzzleError as `cpmodels.engines.answers.answers`.
    """
    clock = Clock(time_limit, progress)
    if limit is not None:
        integer(limit, "the limit", 1)
    asked = question(as_built(puzzle, engine), engine)
    found = tally(asked, clock, limit)
    return Count(
        total=found.total,
        told_apart=found.total * getattr(asked.puzzle, "identical", 1),
        orbits=found.total,
        exhausted=found.exhausted,
        interrupted=found.interrupted,
        seconds=found.seconds,
    )
