"""A solution step by step: what follows next, and why; how hard that is; and the next step from where a player is."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import Any, Generic

from cpmodels.base._checkpoints import LeftBehind, Stream, checkpoint
from cpmodels.base._clock import Clock, Report
from cpmodels.base._grades import GRADES, Grade
from cpmodels.base._keywords import suggests_keywords
from cpmodels.base.errors import StoppedError
from cpmodels.base.puzzle import Puzzle, S
from cpmodels.base.values import plural
from cpmodels.explaining._account import HARDEST, Account, Fact
from cpmodels.explaining._default import account
from cpmodels.explaining._reasoner import Reasoner
from cpmodels.explaining._referee import News, Referee, StepSearch, asks_for_the_best, referee_of
from cpmodels.explaining._thinking import Step
from cpmodels.model import Asked, Model, as_asked

LEVELS = (2, 3, HARDEST)
"""The level of the hardest reasons of all grades but the last, which takes proofs or cases."""


class Explanation(Generic[S]):
    """The steps to a puzzle's solution, an iterator that finds each when it is asked for.

    puzzle: what is explained.
    solution: the solution, once the steps have led there; None before, and where several are left.
    known: the facts that were found out so far.
    finished: whether no more follows.
    stopped: why the search for a step was given up, for example as the time was up; None if it was not.

    Ctrl-C while a step is waited for loses nothing: the next one may be asked for afterwards.

    >>> steps = explain("zip-4")
    >>> found = list(steps)
    >>> steps.finished, steps.solution.cells[:2]
    (True, ((2, 3), (3, 3)))
    >>> steps
    Explanation(Zip, 15 steps so far)
    """

    def __init__(self, puzzle: Puzzle[S], news: Stream[News[S]], clock: Clock) -> None:
        self.puzzle = puzzle
        self.stopped: str | None = None
        self._news, self._clock = news, clock
        self._wait()  # for what is known at the start

    def _wait(self) -> News[S] | None:
        try:
            return self._clock.awaited(self._news)
        except StoppedError as stopped:
            self.stopped = str(stopped)
            self.close()
        except LeftBehind:
            checkpoint()  # It may be that what asks was left behind, or only that another thread has closed this.
        return None

    @property
    def known(self) -> list[Fact]:
        """The facts that were found out so far."""
        return [fact for news in self._news.taken for fact in news.facts]

    @property
    def solution(self) -> S | None:
        """The solution, once the steps have led there."""
        return next((news.solution for news in self._news.taken[-1:]), None)

    @property
    def finished(self) -> bool:
        """Whether no more follows."""
        return any(news.step is None for news in self._news.taken[1:][-1:])

    def __iter__(self) -> Iterator[Step]:
        return self

    def __repr__(self) -> str:
        steps = sum(news.step is not None for news in self._news.taken)
        return f"Explanation({type(self.puzzle).__name__}, {plural(steps, 'step')} so far)"

    def __next__(self) -> Step:
        found = self._wait() if self._news.leave.alive and not self.finished else None
        if found is None or found.step is None:
            raise StopIteration
        self._clock.found += 1
        return found.step

    def close(self) -> None:
        """End the search for the next step, and give the solver's memory back."""
        self._news.leave()


def _news(asked: Asked[S], partial: Any, clock: Clock) -> Iterator[News[S]]:
    referee = referee_of(asked, clock)
    yield from StepSearch(referee, [] if partial is None else referee.of.literals_of(partial)).news()


@suggests_keywords()
def explain(
    puzzle: Asked[S], *, partial: Any = None, time_limit: float | None = None, progress: Report | None = None
) -> Explanation[S]:
    """The steps that lead to a puzzle's solution, each with its reason, one after the other.

    puzzle: a puzzle, anything that `cpmodels.read` reads, or a model, also one with constraints of your own.
    partial: what is known at the start: an incomplete solution or, for kinds whose solutions say what lies in each
        cell, a mapping from cells to that; for a model with constraints of your own a mapping from the names of its key
        to their values.
    time_limit: seconds; afterwards no more steps come, and `Explanation.stopped` says so.
    progress: called now and then with a `Progress`, whose `found` is the number of steps.

    A puzzle with several solutions is explained as far as all of them agree; for one without any the last step is a
    contradiction.  A path that may be walked in either direction is one solution here, where `cpmodels.count` has two.

    What the kind's account says is compared with the puzzle's own check and with what a search finds: DefectError is
    raised where they contradict each other.  Otherwise raises PuzzleError for a partial solution that is not possible
    on the board, ModelError for a model that has an objective or a constraint that has no clauses, and what
    `cpmodels.solve` raises.

    >>> from cpmodels import Zip
    >>> steps = explain(Zip(2, 2, [(0, 0), (1, 0)]))
    >>> for step in steps:
    ...     print(f"{step.rule}: {step.sentence}")
    two ways left: (0, 1) has only two ways left, so the path takes both
    two ways left: (1, 1) has only two ways left, so the path takes both
    """
    clock = Clock(time_limit, progress)
    asked = puzzle if isinstance(puzzle, (Puzzle, Model)) else as_asked(puzzle)
    asked = asked.as_it_is() if isinstance(asked, Model) else asked
    of = asked.puzzle if isinstance(asked, Model) else asked
    return Explanation(of, Stream(lambda: _news(asked, partial, clock)), clock)


@dataclass(frozen=True)
class Difficulty:
    """How hard a puzzle is; after R. Pelánek, *Difficulty rating of Sudoku puzzles*, 2014.

    grade: by the hardest reason that is needed: what is plain to see, such as a cell with two ways left, is easy; what
        a step would do to its neighbours is medium, and to a whole part of the board hard.  A reason of one constraint
        about a line or a few cells is medium, too, and of up to four such hard; anything else is expert.
    hardest: the name of that reason.
    steps: how many steps there are.
    choices: how many steps could be made, on average: with few, the next is hard to find.

    >>> import cpmodels as cm
    >>> found = cm.difficulty("zip-4")
    >>> found.grade, found.hardest, found.steps
    ('easy', 'order', 15)
    """

    grade: Grade
    hardest: str
    steps: int
    choices: float

    def __str__(self) -> str:
        often = f"on average {self.choices:.1f} steps to choose from"
        return f"{self.grade}: {plural(self.steps, 'step')}; hardest rule {self.hardest!r}; {often}"


def grade_of_level(level: int) -> Grade:
    """The grade of a puzzle whose hardest reason is of a level.

    >>> [grade_of_level(level) for level in (1, 3, 4, 6)]
    ['easy', 'medium', 'hard', 'expert']
    """
    return GRADES[sum(level > most for most in LEVELS)]


def measured(steps: Sequence[Step]) -> Difficulty:
    """The difficulty of a puzzle with these steps."""
    if not steps:
        return Difficulty("easy", "nothing", 0, 0.0)
    hardest = max(steps, key=lambda step: step.level)
    choices = sum(step.choices for step in steps) / len(steps)
    return Difficulty(grade_of_level(hardest.level), hardest.rule, len(steps), choices)


def has_rules(puzzle: Puzzle[Any]) -> bool:
    """Whether there are rules by which puzzles of this kind can be graded."""
    return type(account(puzzle)).deductions is not Account.deductions


def grade_of(puzzle: Puzzle[S], solution: S, hardest: Grade = "expert") -> Grade | None:
    """The grade of a puzzle that has this solution alone, by rules alone: quickly, and without a solver.

    None for a puzzle that is harder than `hardest`.
    """
    of: Account[S] = account(puzzle)
    known, level = set(of.given()), 1
    most = (*LEVELS, HARDEST)[GRADES.index(hardest)]
    while not of.is_complete(known, solution):
        new, easiest = set[int](), most
        for deduction in of.deductions(known, most):
            if deduction.level > easiest:
                break
            if not known.issuperset(deduction.literals):
                easiest = deduction.level
                new.update(deduction.literals)
        if not new:
            return "expert" if hardest == "expert" else None
        level = max(level, easiest)
        known |= new
    return grade_of_level(level)


@suggests_keywords()
def difficulty(
    puzzle: Asked[S], *, time_limit: float | None = None, progress: Report | None = None
) -> Difficulty | None:
    """How hard a puzzle is, from its explanation; None where that does not lead to one solution in time.

    puzzle, time_limit, progress: as for `cpmodels.explain`, which says what is raised, too.

    >>> from cpmodels import Zip
    >>> print(difficulty(Zip(2, 2, [(0, 0), (1, 0)])))
    easy: 2 steps; hardest rule 'two ways left'; on average 2.0 steps to choose from
    """
    explanation = explain(puzzle, time_limit=time_limit, progress=progress)
    steps = list(explanation)
    return None if explanation.solution is None else measured(steps)


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

    puzzle: a puzzle, anything that `cpmodels.read` reads, or a model, as for `cpmodels.explain`.
    partial: where the player is, as `cpmodels.explain` takes it; by default at the beginning.
    time_limit: seconds; when they are up, `Hint.stopped` says so.

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
