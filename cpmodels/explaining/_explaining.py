"""A solution step by step: what follows next, and why."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from cpmodels._checkpoints import Stream, checkpoint
from cpmodels._clock import Clock, Report
from cpmodels._keywords import suggests_keywords
from cpmodels.errors import StoppedError
from cpmodels.explaining._account import Fact
from cpmodels.explaining._reasoner import Reasoner, is_known
from cpmodels.explaining._referee import Referee, referee_of
from cpmodels.explaining._thinking import CHECK, Found, Step, Thinker
from cpmodels.explaining._waiting import awaited, in_time
from cpmodels.model import Asked, Model, as_asked
from cpmodels.puzzle import Puzzle, Solution

S = TypeVar("S", bound=Solution)


@dataclass(frozen=True)
class News(Generic[S]):
    """Facts that were found out, and the step that shows them; without a step the end, and the solution, if any."""

    facts: list[Fact]
    step: Step | None = None
    solution: S | None = None


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
    """

    def __init__(self, puzzle: Puzzle[S], news: Stream[News[S]], clock: Clock) -> None:
        self.puzzle = puzzle
        self.stopped: str | None = None
        self._news, self._clock = news, clock
        self._wait()  # for what is known at the start

    def _wait(self) -> News[S] | None:
        try:
            return awaited(self._news, self._clock)
        except StoppedError as stopped:
            self.stopped = str(stopped)
            self.close()
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

    def __next__(self) -> Step:
        found = None if self.stopped or self.finished else self._wait()
        if found is None or found.step is None:
            raise StopIteration
        self._clock.found += 1
        return found.step

    def close(self) -> None:
        """End the search for the next step, and give the solver's memory back."""
        self._news.leave()


class StepSearch(Generic[S]):
    """What leads to the solution of a puzzle, all of it in one thread.

    known: what is known so far, as literals of the account, in the order in which it was found out.
    """

    def __init__(self, referee: Referee[S], noted: Sequence[int]) -> None:
        """noted: what is known at the start."""
        self.of, self._referee, self._begun = referee.of, referee, bool(noted)
        self.known = dict.fromkeys([*self.of.given(), *(one for one in noted if one not in self.of.noted)])
        self.solution: S | None = None
        self._goal: set[int] | None = None

    def news(self) -> Iterator[News[S]]:
        """What is known at the start, then all steps, and the end."""
        yield News([*self.of.noted.values(), *map(self.of.fact, self.known)])
        said = len(self.known)
        for step in self.steps():
            yield News([self.of.fact(literal) for literal in list(self.known)[said:]], step)
            said = len(self.known)
        yield News([self.of.fact(literal) for literal in list(self.known)[said:]], solution=self.solution)

    def steps(self) -> Generator[Step, None, None]:
        """The steps; what follows from each is known by then."""
        with Reasoner(self.of) as reasoner:
            for found in self._by(reasoner):
                yield self._noted(found)

    def _noted(self, found: Found) -> Step:
        literals, step = found
        self.known.update(dict.fromkeys(literals))
        return step

    def _by(self, reasoner: Reasoner) -> Iterator[Found]:
        """Steps that a solver has checked or, where no rule shows one, proved."""
        self._begin(reasoner)
        thinker: Thinker[S] = Thinker(reasoner)
        while not self._is_solved(reasoner):
            if (found := thinker.next_step(set(self.known))) is None:
                self._see_several(reasoner)
                return
            if not found[0]:
                self._confirm_none(reasoner)
            yield found
            if not found[0]:
                return

    def _begin(self, reasoner: Reasoner) -> None:
        """Compare the account with the puzzle, and see what is laid already by what was noted, cell by cell."""
        everything = [*reasoner.all, *self.known]
        possible = reasoner.is_satisfiable(everything, CHECK)
        if possible is False:
            self._confirm_none(reasoner)
            return
        if possible:
            self._referee.solution(reasoner.true_facts())
        self._referee.compare()
        noted = [*self.of.noted.values(), *map(self.of.fact, self.known)] if self.of.noted else []
        lies = {pair for fact in noted for pair in fact.laid}
        for literal in range(1, self.of.facts + 1 if lies else 0):
            laid = self.of.fact(literal).laid
            if laid and lies.issuperset(laid) and not is_known(self.known, literal):
                checkpoint()
                if reasoner.implies(everything, literal, CHECK):
                    self.known[literal] = None

    def _confirm_none(self, reasoner: Reasoner) -> None:
        """Compare it with the puzzle that by the account there is no solution, or none with what was noted."""
        if self._begun and (facts := reasoner.solution(self.of.without_noted())) is not None:
            self._referee.solution(facts)
            self._referee.compare()
        else:
            self._referee.none()

    def _is_solved(self, reasoner: Reasoner) -> bool:
        """Whether all of a solution is known, and there is no other."""
        if self._goal is None:
            self._goal = reasoner.solution([*reasoner.all, *self.known])
        if self._goal is None or not self._goal <= self.known.keys():
            return False
        return not reasoner.other([*reasoner.all, *self.known], self._goal) and self._confirm_only(self._goal)

    def _confirm_only(self, facts: Set[int]) -> bool:
        """Compare it with the puzzle that by the account this is the solution, the only one if nothing was noted."""
        solution = self._referee.solution(facts)
        if not self._begun:
            self._referee.only()
        self.solution = solution
        return True

    def _see_several(self, reasoner: Reasoner) -> None:
        """Nothing more follows: there must be two solutions, of which each passes the puzzle's own check."""
        everything = [*reasoner.all, *self.known]
        first = reasoner.solution(everything)
        other = None if first is None else reasoner.other(everything, first)
        if first is not None and other is not None:
            self._referee.both(first, other)
        elif first is not None:
            self._confirm_only(first)


def _news(asked: Asked[S], partial: Any, clock: Clock) -> Iterator[News[S]]:
    referee = referee_of(asked, clock)
    yield from StepSearch(referee, [] if partial is None else referee.of.literals_of(partial)).news()


@suggests_keywords()
def explain(
    puzzle: Asked[S],
    *,
    partial: Any = None,
    time_limit: float | None = None,
    progress: Report | None = None,
) -> Explanation[S]:
    """The steps that lead to a puzzle's solution, each with its reason, one after the other.

    puzzle: a puzzle, anything that `cpmodels.read` reads, or a model, also one with constraints of your own.
    partial: what is known at the start: an incomplete solution or, for kinds whose solutions say what lies in each
        cell, a mapping from cells to that; for a model with constraints of your own a mapping from the names of its key
        to true or false.
    time_limit: seconds; afterwards no more steps come, and `Explanation.stopped` says so.
    progress: called now and then with a `Progress`, whose `found` is the number of steps.

    A puzzle with several solutions is explained as far as all of them agree; for one without any the last step is a
    contradiction.

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
    asked = puzzle if isinstance(puzzle, (Puzzle, Model)) else in_time(lambda: as_asked(puzzle), clock)
    of = asked.puzzle if isinstance(asked, Model) else asked
    return Explanation(of, Stream(lambda: _news(asked, partial, clock)), clock)
