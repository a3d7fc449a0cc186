"""All answers of a puzzle from an engine other than CP-SAT: a lazy iterator that ends the engine when it is closed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from cpmodels.engines.cover import exact_cover
from cpmodels.engines.formula import Formula
from cpmodels.engines.job import Job, require
from cpmodels.engines.tasks import ClauseTask, Task
from cpmodels.engines.translation import translate
from cpmodels.errors import PuzzleError, WrongSolutionError
from cpmodels.model import Model, build
from cpmodels.puzzles import Puzzle, Solution
from cpmodels.search._enumeration import Solutions
from cpmodels.search._runs import Clock, Report

S = TypeVar("S", bound=Solution)


ENUMERATORS = ("cadical", "xcover")
"""The engines that name the answers; ganak only counts them."""


@dataclass(frozen=True)
class Question(Generic[S]):
    """What an engine is asked: its task, and how to read an answer.

    None is read where an answer breaks a rule of the puzzle that the task leaves out.
    """

    puzzle: Puzzle[S]
    engine: str
    task: Task
    decode: Callable[[Any], S | None]


def question(puzzle: Puzzle[S] | Model[S], engine: str) -> Question[S]:
    """A puzzle as a task for an engine.

    xcover knows the puzzle alone, not the rules that were added to a model.

    Raises PuzzleError for an engine that is not installed or has no form for the puzzle, TooLargeError.
    """
    require(engine)
    if engine == "xcover":
        puzzle = puzzle.puzzle if isinstance(puzzle, Model) else puzzle
        cover = exact_cover(puzzle)
        return Question(puzzle, engine, cover.task, cover.solution)
    model = puzzle if isinstance(puzzle, Model) else build(puzzle)
    formula = translate(model, Formula())
    task = ClauseTask(formula.variables, formula.clauses, len(model.key))
    return Question(model.puzzle, engine, task, model.decode)


class Answers(Solutions[S]):
    """The answers to a puzzle, found by an engine while they are taken; as `cpmodels.Solutions` otherwise.

    found: how many answers have been taken so far.
    exhausted: whether the engine has said that there are no more.
    """

    def __init__(self, question: Question[S], clock: Clock) -> None:
        self.question = question
        self.exhausted = False
        self._clock = clock
        self._job = Job(question.engine, question.task)
        self._messages = self._job.answers(clock)

    @property
    def found(self) -> int:
        return self._clock.found

    @property
    def total(self) -> int:
        """The answers that are known of: those found or, at the end of an engine that only counts, their number."""
        return self.found if self.question.engine in ENUMERATORS else self._job.total or 0

    @property
    def warm_up(self) -> float:
        """Seconds that the engine took to load and to compile itself."""
        return self._job.warm_up

    def __next__(self) -> S:
        try:
            for message in self._messages:
                solution = self.question.decode(message)
                if solution is None:
                    continue
                if broken := self.question.puzzle.check(solution):
                    raise WrongSolutionError(
                        f"an answer of {self.question.engine} breaks the puzzle's rules: {'; '.join(broken)}"
                    )
                self._clock.found += 1
                self._clock.tick()
                return solution
        except BaseException:
            self.close()
            raise
        self.exhausted = self._job.total is not None
        self.close()
        self._clock.tick(now=True)
        raise StopIteration

    def close(self) -> None:
        """End the engine.  Closing twice does nothing."""
        self._messages = iter(())
        self._job.close()

    def __del__(self) -> None:
        if hasattr(self, "_job"):
            self._job.close()


def answers(
    puzzle: Puzzle[S] | Model[S],
    engine: str,
    *,
    time_limit: float | None = None,
    progress: Report | None = None,
) -> Answers[S]:
    """All answers of a puzzle, each once and checked, by the engine ``"cadical"`` or ``"xcover"``.

    ``"cadical"`` searches the model's clauses and shuts out each answer when it is found, which suits up to
    some ten thousand; ``"xcover"`` searches the puzzle as an exact cover problem, branching on the item
    with the fewest options and learning nothing.

    CP-SAT is the faster one on the sets of nine pieces, since xcover takes 0.4 to 0.8 s to load and compile
    itself.  That apart, xcover needs about as long as CP-SAT for small boards with thousands of answers (18,832
    boards of nine pieces in 2.9 s, CP-SAT 3.1 s; 8,060 gardens of squares in a box of 6 x 6 in 2.6 s, CP-SAT 2.2 s,
    cadical 7.0 s).  Where the search is deep it does not compare: the 81 frogs of a Zigzaw without border take it
    6 s, CP-SAT 0.8 s; that no garden of cubes hangs in 4 x 4 x 4 it does not find out in 30 s, cadical in 0.6 s.

    time_limit: seconds; then the iterator ends with ``exhausted`` False.
    progress: called now and then with a `Progress`.

    Raises PuzzleError for an engine that is not installed, that only counts, or that has no form for the
    puzzle or for the rules that were added to the model, TooLargeError.
    """
    clock = Clock(time_limit, progress)
    if engine == "ganak":
        raise PuzzleError("the engine ganak counts answers but does not name them; use cadical or xcover")
    return Answers(question(as_built(puzzle, engine), engine), clock)


def as_built(puzzle: Puzzle[S] | Model[S], engine: str) -> Puzzle[S] | Model[S]:
    """The puzzle or model itself.  Raises PuzzleError when xcover would not know all its rules."""
    if engine == "xcover" and isinstance(puzzle, Model) and not puzzle.as_built:
        raise PuzzleError("rules that were added to a model have no form as an exact cover; use cadical or ganak")
    return puzzle
